"""Inputs for the fuzz targets: texts and JSON that are nearly right, made from what is right by a few changes."""

from __future__ import annotations

import json
import re
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import granada
from granada.game import VERBS, choose_draw
from granada.rulebook import specs_folder
from granada.spec import cases

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from granada import State

TABLES = (
    ("granada", 2, ()),
    ("granada", 4, ("vizier", "exchange")),
    ("alhambra", 3, ("vizier", "exchange", "huts", "bonus")),
    ("alhambra", 2, ("bonus",)),
    ("combined", 2, ("vizier", "huts", "bonus")),
    ("combined", 6, ("exchange", "bonus")),
)
"""The games from which states are taken."""
RARE = (
    *("\x1b[31m", "\x1b]0;x\x07", "\r", "\n", "\x00", "\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\ufeff", "\ud800"),
    *("\U000e0001", "é", "\uff10", "²", "٣", "\ufb01", "\xa0", "\u3000", "\U0001f642", "\\", '"', "'", "<", "&", "]]>"),
    *("#", "%s", "{}", "../", "-", "--"),
)
"""What is seldom typed: escapes, controls, marks that turn text round, odd digits and blanks."""
CARDS = "b1 g5 o9 y3 b/g b0 b10 A B C"
TILES = "park6 school8/ne hospital9|school8/s garden-hut/n *park6 tower13/nesw @ . ~90 ~180 | / nesw even odd"
CELLS = "1,0 -1,2 0,0 200,0 201,0 1a 2g , 999999999999999999999999 1e999 NaN null with paying at"
WORDS = (*CARDS.split(), *TILES.split(), *CELLS.split(), "", "  ", "\t", *VERBS)
"""What texts in notation are made of."""
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 6, 7, 8, 20, 30, 10_000, 10**30, -(10**30), 1.5, 1e300),
    *([], {}, [[]], [None], [0], ["A"], [1, 2, 3], {"x": 1}, {"0,0": "park6"}, {"1,0": "park6"}),
    *("", "x", "b7", "b1 b1 b1", "b7 b7 b7 b7", "A", "B", "C", "\ud800", "x" * 2_000),
    *("shown", "default", "granada", "alhambra", "combined", "state", "act", "place", "favour"),
    *({"step": name} for name in ("next-turn", "end-test", "begin", "refill-money", "open-favour", "turn-up-huts")),
    {"step": "score-row", "round": "C", "row": 0, "asked": False},
    {"step": "score-due", "rounds": ["A", "B"]},
    {"step": "act", "seat": 0, "bought": []},
    {"step": "place-tiles", "seat": 0, "tiles": []},
    {"step": "award", "slot": 3},
    {"step": "deal-hand", "seat": 1},
    {"step": "dirk-draws", "left": [3], "face": None},
    {"step": "show", "seat": 0, "building": "tower"},
    {"step": "favour", "seat": 0, "seats": [1]},
    {"step": "refill-tiles", "moves_marker": True, "first": False},
)
"""Values that stand in the place of others."""


def one(rng: Random, items: Sequence[Any]) -> Any:
    """One of some items."""
    return items[rng.randrange(len(items))]


# States


@cache
def states() -> tuple[tuple[str, State], ...]:
    """Some states of every game, from the first draw to the end, with their JSON."""
    found = []
    for number, (game, players, modules) in enumerate(TABLES):
        rng = Random(number)
        state, moments = granada.new_game(players, game, modules=modules), set[str]()
        steps = 0
        while True:
            name = state.todo[0].name if state.todo else "over"
            if name not in moments or steps % 97 == 0:
                found.append((granada.to_json(state), state))
                moments.add(name)
            if state.over:
                break
            steps += 1
            if state.actor is None:
                state = granada.apply(state, choose_draw(state, rng))
            else:
                state = granada.apply(state, one(rng, granada.legal_actions(state)))
    return tuple(found)


# Texts


@cache
def notations() -> tuple[str, ...]:
    """Texts in notation, and whole cases, as the chapters have them."""
    found = list(WORDS)
    for case in cases():
        found += [str(value) for value in case.written.values() if isinstance(value, str)]
    return tuple(dict.fromkeys(found))


@cache
def tables() -> tuple[str, ...]:
    """The cases of the chapters, as TOML."""
    fences = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)
    texts = [path.read_text(encoding="utf-8") for path in sorted(specs_folder().glob("*.md"))]
    return tuple(
        case for text in texts for fence in fences.findall(text) for case in re.split(r"\n(?=\[\[case\]\])", fence)
    )


@cache
def questions() -> tuple[dict[str, Any], ...]:
    """The cases of the suite, as JSON; whole games are left out, which are long."""
    return tuple(case.data for case in cases() if case.kind != "game")


def changed_text(rng: Random, text: str) -> str:
    """A text with a few changes."""
    for _ in range(rng.randrange(1, 4)):
        at, size = rng.randrange(len(text) + 1), rng.randrange(4)
        match rng.randrange(6):
            case 0:
                text = text[:at] + one(rng, WORDS) + text[at:]
            case 1:
                text = text[:at] + one(rng, RARE) + text[at + size :]
            case 2:
                text = text[:at] + text[at + size :]
            case 3:
                other = rng.randrange(len(text) + 1)
                text = text[:at] + text[min(at, other) : max(at, other)][:200] + text[at:]
            case 4:
                words = text.split(" ")
                words[rng.randrange(len(words))] = one(rng, WORDS)
                text = " ".join(words)
            case 5:
                text = text[:at] + text[at : at + 1] * rng.randrange(1, 300) + text[at + 1 :]
    return text


def invented_text(rng: Random) -> str:
    """A few words in a row."""
    between: str = one(rng, ("", " ", "\n"))
    return between.join(one(rng, (*WORDS, *RARE)) for _ in range(rng.randrange(8)))


# JSON


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside some JSON."""
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from _places(inner, (*path, key))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def changed_json(rng: Random, text: str, most: int = 3) -> str:
    """A JSON text with values replaced, taken out, put in, exchanged, or turned a little."""
    data = json.loads(text)
    for _ in range(rng.randrange(1, most + 1)):
        places = [path for path in _places(data) if path]
        if not places:
            break
        path = one(rng, places)
        inside, key = _at(data, path[:-1]), path[-1]
        alike = [other for other in places if len(other) == len(path) and type(other[-1]) is type(key)]
        match rng.randrange(7):
            case 0:
                inside[key] = one(rng, JUNK)
            case 1:
                del inside[key]
            case 2 if isinstance(inside, list):
                inside.insert(rng.randrange(len(inside) + 1), one(rng, JUNK))
            case 3:
                inside[key] = json.loads(json.dumps(_at(data, one(rng, alike))))
            case 4:
                other = one(rng, alike)
                there = _at(data, other[:-1])
                inside[key], there[other[-1]] = there[other[-1]], inside[key]
            case 5:
                inside[key] = _turned(rng, inside[key])
            case _:
                if isinstance(inside[key], str):
                    inside[key] = changed_text(rng, inside[key])
        data = json.loads(json.dumps(data))
    return json.dumps(data)


def _turned(rng: Random, value: Any) -> Any:
    """A value that is nearly the same."""
    if type(value) is bool:
        return not value
    if type(value) is int:
        return value + one(rng, (-1, 1))
    if isinstance(value, str):
        words = value.split(" ")
        rng.shuffle(words)
        return " ".join(words[rng.randrange(2) :])
    if isinstance(value, list):
        return value[::-1] if rng.randrange(2) else value[1:]
    return value
