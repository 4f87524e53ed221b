"""Encoders that are wrong on purpose: each is one small change to the definition, and each is noticed.

What such an encoder writes is read again, compared for positions that look alike, and compared with the kernel's.
"""

from __future__ import annotations

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

import granada
import granada.fast
from granada.encoding import acting, encoding, observing
from granada.learning import Encoding

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULES = ["vizier", "exchange", "huts", "bonus"]
TABLES: tuple[tuple[int, str, list[str]], ...] = (
    (2, "granada", ["vizier"]),
    (3, "combined", MODULES),
    (2, "combined", MODULES),
    (4, "alhambra", MODULES),
    (4, "granada", []),
)


class Wrong(NamedTuple):
    """One change: the text that is replaced and by what, and what is then wrong."""

    bug: str
    old: str
    new: str


OBSERVING = (
    Wrong("the marker is forgotten", 'writer.put("marker", [MARKERS.index(table.marker)])', "pass"),
    Wrong("the hand of the next seat is told", "hands[0] if known else ()", "hands[-1] if known else ()"),
    Wrong(
        "how many kinds of cards the piles hold is forgotten", 'writer.put("pools", [len(table.deck.pools)])', "pass"
    ),
    Wrong("unseen cards are forgotten", "(view.unseen, *hands[known:])", "hands[known:]"),
    Wrong("the display is told as the discard", '_counts("discard", table.discard', '_counts("discard", table.display'),
    Wrong("the mover is told by the seat", "turn[table.mover] + 1", "table.mover + 1"),
    Wrong("the seat that looks is off by one", "else view.seat + 1]", "else view.seat]"),
    Wrong("seats are told from the first on", "((seat or 0) + place) % players", "place"),
    Wrong("points lose their hundreds", "divmod(player.points, HUNDRED)", "(0, player.points % HUNDRED)"),
    Wrong("hand sizes are those of the table", "(view.hand_sizes[seat] for seat in seats)", "view.hand_sizes"),
    Wrong("a tile has no underside", "(0, 0) if tile.down is None else", "(0, 0) if True else"),
    Wrong("flips are forgotten", "int(each.flipped)", "0"),
    Wrong("what is bought is told as awarded", "int(each.bought)", "0"),
    Wrong("reserves lie in the city", "yield 2 * place + 2, 0, 0", "yield 2 * place + 1, 0, 0"),
    Wrong("Dirk has no tiles", "table.dirk.faces if table.dirk else ()", "()"),
    Wrong("Dirk's points are forgotten", "(1, *divmod(table.dirk.points, HUNDRED))", "(1, 0, 0)"),
    Wrong("the founding tile is forgotten", "(1, *cell) if cell else (0, 0, 0)", "(0, 0, 0)"),
    Wrong("the agenda tells no seats of a favour", "*(turn[seat] for seat in step.seats)", "*()"),
    Wrong("the scoring cards in the piles are forgotten", '*_each_once("piles", layer.cards)', "0, 0"),
    Wrong(
        "later scoring cards are forgotten", "return [piles.get(Round.A, 0), piles.get(Round.B, 0)]", "return [0, 0]"
    ),
    Wrong(
        "viziers are told from the first seat on",
        "table.extra(VIZIER)[seat]) for seat in seats",
        "active) for active in table.extra(VIZIER)",
    ),
    Wrong("an open hut without walls is none", "else top.edges + 1", "else top.edges"),
    Wrong(
        "the hidden bonus cards of another are told",
        "cards.hidden[view.seat], things.bonus",
        "cards.hidden[view.seat - 1], things.bonus",
    ),
    Wrong("shown bonus cards are forgotten", "cards.shown[seat], things.bonus", "(), things.bonus"),
    Wrong(
        "bags are told one short",
        "(tile for bag in table.bags for tile in bag)",
        "(tile for bag in table.bags for tile in bag[1:])",
    ),
)
ACTING = (
    Wrong("a slot is off by one", "0 if slot is None else slot + 1", "0 if slot is None else slot"),
    Wrong("a lane is forgotten", "lanes.index(action.family))", "0)"),
    Wrong("a verb is off by one", "_VERB[type(action)],\n        0", "_VERB[type(action)] % 15 + 1,\n        0"),
    Wrong("east and north are exchanged", "*(cell or (0, 0)),", "*(cell or (0, 0))[::-1],"),
    Wrong(
        "a card too few is told",
        "[cards.count(kind) for kind in things.cards]",
        "[min(cards.count(kind), 1) for kind in things.cards]",
    ),
    Wrong("the number of cards is that of their kinds", "        len(cards),\n", "        len(cards.kinds),\n"),
    Wrong(
        "a flip is compared with the price of its tile",
        "FLIP_PRICE if isinstance(action, Flip) else face.price",
        "face.price",
    ),
    Wrong("sites are off by one", "min(len(city.sites(face)), MOST)", "min(len(city.sites(face)) + 1, MOST)"),
    Wrong("open sides count those with a moat", "return len(free) - barred, barred", "return len(free), barred"),
    Wrong("a removed tile is not told", "return city.get(action.cell)", "return None"),
)


@cache
def positions() -> tuple[granada.fast.Position, ...]:
    """Positions of some tables, all phases of the game."""
    found: list[granada.fast.Position] = []
    for number, (players, game, modules) in enumerate(TABLES):
        rng = Random(number)
        start = granada.new_game(players, game, modules=modules)
        for _ in range(2):
            position = granada.fast.Position(start, Random(rng.getrandbits(64)))
            while not position.over:
                position.step(rng.choice(("random", "random", "builder")))
                if rng.random() < 0.08 and not position.over:
                    found.append(position.copy())
    return tuple(found)


def mutated(module: ModuleType, wrong: Wrong, folder: Path) -> ModuleType:
    """The module with one change."""
    text = Path(module.__file__ or "").read_text(encoding="utf-8")
    assert text.count(wrong.old) == 1, f"{wrong.bug}: the text is there {text.count(wrong.old)} times"
    (folder / "wrong.py").write_text(text.replace(wrong.old, wrong.new), encoding="utf-8")
    spec = spec_from_file_location("wrong", folder / "wrong.py")
    assert spec is not None
    assert spec.loader is not None
    changed = module_from_spec(spec)
    spec.loader.exec_module(changed)
    return changed


def complaints(step: int = 1) -> Iterator[str]:
    """What is noticed, from the first position on."""
    for number, position in enumerate(positions()[::step]):
        state = position.state()
        rng = Random(number)
        seat, recall = rng.choice((None, state.actor, *range(state.setup.players))), rng.random() < 0.4
        view = granada.observe(state, seat, recall=recall)
        table = Encoding(state, recall)
        try:
            row = table.observe(view)
            if table.view(row) != view:
                yield "another view is read"
            if (table.observe(granada.observe(view.sample(rng), seat, recall=recall)) != row).any():
                yield "a secret is told"
            rows = table.features(state)
            if tuple(map(table.action, rows)) != position.actions():
                yield "other actions are read"
            if not np.array_equal(rows, position.features()) or not np.array_equal(
                row, position.numbers(seat, recall=recall)
            ):
                yield "the kernel writes other numbers"
        except (ValueError, TypeError, LookupError) as flaw:
            yield f"it fails: {flaw}"


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.long)])
def test_the_right_encoder_is_not_complained_of(step: int) -> None:
    assert next(complaints(step), None) is None


@pytest.mark.skipif(not granada.fast.COMPILED, reason="there is no compiled kernel")
@pytest.mark.parametrize("wrong", OBSERVING, ids=lambda wrong: wrong.bug)
def test_a_wrong_observation_is_noticed(wrong: Wrong, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(encoding, "observation", mutated(observing, wrong, tmp_path).observation)
    assert next(complaints(), None) is not None


@pytest.mark.skipif(not granada.fast.COMPILED, reason="there is no compiled kernel")
@pytest.mark.parametrize("wrong", ACTING, ids=lambda wrong: wrong.bug)
def test_a_wrong_row_of_an_action_is_noticed(wrong: Wrong, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(encoding, "action_row", mutated(acting, wrong, tmp_path).action_row)
    assert next(complaints(), None) is not None
