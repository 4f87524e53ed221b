"""Encoders that are wrong on purpose: each is one small change to the definition, and each is noticed.

What such an encoder writes is read again, compared for positions that look alike, and compared with the kernel's.
"""

from __future__ import annotations

import tomllib
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
from granada.encoding import encoding, views
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


LISTED = tomllib.loads((Path(__file__).parent / "data" / "wrong-encoders.toml").read_text(encoding="utf-8"))
WRONG = [
    pytest.param(module, name, Wrong(bug, *change), id=bug)
    for module, part, name in ((views, "observing", "observation"), (encoding, "acting", "action_row"))
    for bug, change in LISTED[part].items()
]


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
@pytest.mark.parametrize(("module", "name", "wrong"), WRONG)
def test_a_wrong_observation_or_row_of_an_action_is_noticed(
    module: ModuleType, name: str, wrong: Wrong, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(encoding, name, getattr(mutated(module, wrong, tmp_path), name))
    assert next(complaints(), None) is not None
