"""Shrinking: ever simpler versions of a written case, as long as the disagreement stays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from granada.board.layout import Layout, rows_of
from granada.board.tiles import Family
from granada.game.actions import Action
from granada.game.rules import apply
from granada.spec.chapters import build_state
from granada.spec.handwritten import ANSWERS, answered, written_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada.spec.handwritten import Written

MOST_TRIES = 3_000
"""How many simpler versions are looked at for one disagreement."""

_CARDS = ("hand", "display", "discard")
_LISTS = ("bag", "reserve", "dirk", "bought", "place", "due")
_OPTIONAL = ("rulings", "scoring", "modules", "family", "marker", "ages", "dirk_points", "turn", "shown")
_OF_A_STATE = (
    *("vizier", "huts", "bonus", *_OPTIONAL, "deck", "discard", "bag", "bags", "seats", "display", "yard"),
    *("players", "game", "phase"),
)


def shrunk(written: Written, fails: Callable[[Written], bool], tries: int = MOST_TRIES) -> Written:
    """The simplest version of a written case that still fails."""
    left, progress = tries, True
    while progress and left > 0:
        progress = False
        for candidate in simpler(written):
            left -= 1
            if left <= 0:
                break
            complete = answered(candidate)
            if complete is not None and fails(complete):
                written, progress = complete, True
                break
    return written


def simpler(written: Written) -> Iterator[Written]:
    """Versions of a case with one thing less, the boldest first."""
    bare = {key: value for key, value in written.items() if key not in ANSWERS}
    yield from _advanced(bare)
    yield from _without(bare, (*_OPTIONAL, "game"))
    if "state" in bare:
        yield from ({**bare, "state": state} for state in _states(bare["state"]))
    for key, value in bare.items():
        if key in {"city", "layout"}:
            yield from ({**bare, key: rows} for rows in _layouts(value))
        elif key in _CARDS:
            yield from ({**bare, key: cards} for cards in _cards(value))
        elif key in {*_LISTS, "record"}:
            yield from ({**bare, key: some} for some in _parts(value))
        elif key in {"cities", "hands"}:
            yield from ({**bare, key: some} for some in _parts(value) if len(some) > 1)
            one_by_one = _layouts if key == "cities" else _cards
            yield from ({**bare, key: some} for some in _each(value, one_by_one))
        elif key == "yard":
            yield from ({**bare, key: some} for some in _blanked(value))
        elif key == "text":
            yield from ({**bare, key: value[:at] + value[at + 1 :]} for at in range(len(value)))
        elif key == "do":
            yield from ({**bare, key: steps} for steps in _steps(value))
    yield from _fewer_cards_paid(bare)
    yield from _plainer_faces(bare)


def _without(table: Written, keys: tuple[str, ...]) -> Iterator[Written]:
    for key in keys:
        if key in table:
            yield {name: value for name, value in table.items() if name != key}
            if isinstance(table[key], list) and len(table[key]) > 1 and key != "shown":
                yield from ({**table, key: some} for some in _parts(table[key]))


def _parts(items: list[Any]) -> Iterator[list[Any]]:
    """A list without its second half, its first half, a quarter, …, one item."""
    size = len(items)
    while size:
        for start in range(len(items) - size, -1, -size):
            yield items[:start] + items[start + size :]
        size //= 2


def _cards(cards: str) -> Iterator[str]:
    words = cards.split()
    return (" ".join(some) for some in _parts(words))


def _each(items: list[Any], simplify: Callable[[Any], Iterator[Any]]) -> Iterator[list[Any]]:
    """A list with one of its items made simpler."""
    for at, item in enumerate(items):
        yield from ([*items[:at], other, *items[at + 1 :]] for other in simplify(item))


def _blanked(items: list[Any]) -> Iterator[list[Any]]:
    return ([*items[:at], "", *items[at + 1 :]] for at, item in enumerate(items) if item)


def _layouts(rows: str) -> Iterator[str]:
    """A layout without some of its tiles, not rotated, or with a moat less."""
    cells = _cells_of(rows)
    for names in _parts(list(cells)):
        yield rows_of({name: cells[name] for name in names})
    for name, text in cells.items():
        face, _, turned = text.partition("~")
        building, _, edges = face.partition("/")
        if turned:
            yield rows_of({**cells, name: face})
        for at in range(len(edges)):
            fewer = edges[:at] + edges[at + 1 :]
            slashed = f"/{fewer}" if fewer else ""
            yield rows_of({**cells, name: f"{building}{slashed}{turned and '~'}{turned}"})


def _cells_of(rows: str) -> dict[str, str]:
    """The tiles of a layout by their cells, as they are written."""
    for start in (None, *Family):
        try:
            return Layout.parse(rows, start).cells
        except ValueError:
            continue
    return {}


def _steps(steps: str | list[str]) -> Iterator[str | list[str]]:
    if isinstance(steps, list):
        for some in _parts(steps):
            if some:
                yield some if len(some) > 1 else some[0]


def _advanced(bare: Written) -> Iterator[Written]:
    """A later position, with fewer steps to go."""
    steps = bare.get("do")
    if bare["kind"] != "apply" or not isinstance(steps, list):
        return
    for done in dict.fromkeys((len(steps) - 1, len(steps) // 2, 1)):
        try:
            state = build_state(bare["state"], bare)
            for text in steps[:done]:
                state = apply(state, Action.parse(text))
        except ValueError:
            continue
        rest = steps[done:]
        if (shown := written_state(state)) is not None:
            yield {**bare, "state": shown, "do": rest if len(rest) > 1 else rest[0]}


def _fewer_cards_paid(bare: Written) -> Iterator[Written]:
    """A card less in the hand or display and in the payment."""
    key = "display" if bare["kind"] == "take" else "hand"
    if bare["kind"] in {"take", "buy", "flip"} and isinstance(bare["do"], str):
        words = bare["do"].split()
        for card in dict.fromkeys(bare[key].split()):
            if card in words:
                fewer = list(words)
                fewer.remove(card)
                held = bare[key].split()
                held.remove(card)
                yield {**bare, key: " ".join(held), "do": " ".join(fewer)}


def _plainer_faces(bare: Written) -> Iterator[Written]:
    """A moat or wall less on the tile that is placed or swapped."""
    if bare["kind"] not in {"place", "swap"}:
        return
    for face, edges in re.findall(r"(\S+)/([nesw]+)", bare["do"]):
        for at in range(len(edges)):
            fewer = edges[:at] + edges[at + 1 :]
            plainer = f"{face}/{fewer}" if fewer else face
            old = f"{face}/{edges}"
            reserve = [plainer if each == old else each for each in bare.get("reserve", [])]
            yield {**bare, "do": bare["do"].replace(old, plainer), **({"reserve": reserve} if reserve else {})}


def _states(state: Written) -> Iterator[Written]:
    """A state with one thing less."""
    yield from _without(state, _OF_A_STATE)
    for key, value in state.items():
        if key in _CARDS:
            yield from ({**state, key: cards} for cards in _cards(value))
        elif key in _LISTS:
            yield from ({**state, key: some} for some in _parts(value))
        elif key == "deck":
            piles = value if isinstance(value, list) else [value]
            yield from ({**state, key: some} for some in _parts(piles))
            yield from ({**state, key: some} for some in _each(piles, _cards))
        elif key == "bags":
            yield from ({**state, key: {**value, lane: some}} for lane in value for some in _parts(value[lane]))
        elif key == "yard":
            yield from ({**state, key: some} for some in _blanked(value))
        elif key == "seats":
            yield from ({**state, key: some} for some in _each(value, _seats))
    yield from _fewer_players(state)


def _seats(seat: Written) -> Iterator[Written]:
    yield from _without(seat, ("city", "hand", "reserve", "points"))
    if "hand" in seat:
        yield from ({**seat, "hand": cards} for cards in _cards(seat["hand"]))
    if "reserve" in seat:
        yield from ({**seat, "reserve": some} for some in _parts(seat["reserve"]))
    if "city" in seat:
        yield from ({**seat, "city": rows} for rows in _layouts(seat["city"]))


def _fewer_players(state: Written) -> Iterator[Written]:
    """One player less, unless Dirk would come or go."""
    fewer = state.get("players", 3) - 1
    if fewer >= 3:
        cut: Written = {key: state[key][:fewer] for key in ("seats", "vizier", "ages") if key in state}
        yield {**state, **cut, "players": fewer}
