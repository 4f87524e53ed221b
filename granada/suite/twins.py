"""Twins: a case that is written once for one game, asked in every other game in which its rule holds.

The twin keeps the answer that was written by hand, told in the words of its game: walls for moats, tiles of the
Alhambra out of its box, the halves of the spaces. It is never worked out by this engine, which is asked it like any
other. Where a game differs, the case says so in a line: the parts and answers that are different, or why it has none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import evolve

from granada.board import InvalidState
from granada.game import ALHAMBRA, COMBINED, GAMES, GRANADA
from granada.suite.cases import Case, read_case
from granada.suite.counterparts import as_alhambra, as_granada, deeds, replaced
from granada.suite.foundations import founded
from granada.suite.needs import games_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.suite.questions.answers import Written

INSIDE = ("state", "then")
"""The parts of a case that have parts of their own."""
ONE_FACE = "the tiles of the Alhambra have one face"
TWO_HALVES = "it is about the two halves of a space, or the two cities, of the combined game"
RECORDED = "a recorded game is played once"
ANY_GAME = "it is the same in every game"
OTHER_NAMES = "its tiles are written as those of the other games are, but for their names"
"""Why there is no twin where none can be."""


def home(case: Case) -> str:
    """The game that a case is written for; none where it is the same in all."""
    return "" if case.asked.setup is None else case.asked.setup.game.name


def twins_of(case: Case, written: Written, games: tuple[str, ...]) -> Iterator[Case]:
    """The twins of a case in the other games in which its rule holds."""
    for game in games:
        if game == home(case) or lone(case, written, game):
            continue
        told = translated(written, home(case), game, games)
        try:
            twin = read_case(case.rule, told)
        except InvalidState as flaw:
            raise InvalidState([f"@{game}: {reason}" for reason in flaw.reasons]) from flaw
        yield evolve(twin, id=f"{case.id}@{game}")


def lone(case: Case, written: Written, game: str) -> str:
    """Why a case has no twin in a game; empty where it has one."""
    said = written.get(game, {})
    if isinstance(said, str):
        return said
    if case.asked.setup is None:
        return ANY_GAME if game in games_of(case.asked) else OTHER_NAMES
    if case.kind == "game":
        return RECORDED
    if home(case) == COMBINED.name:
        return TWO_HALVES
    if game == ALHAMBRA.name and flips(written):
        return ONE_FACE
    return next((reason for module in case.asked.setup.modules if (reason := module.refuses(GAMES[game]))), "")


def flips(written: Written) -> bool:
    """Whether a tile is turned over."""
    return any(deed.startswith("flip") for deed in deeds(written))


def translated(written: Written, first: str, game: str, games: tuple[str, ...]) -> Written:
    """A case of one game in the words of another; in the combined game it is played in the Alhambra if it can be."""
    told = {key: value for key, value in written.items() if key not in GAMES}
    alike = first == ALHAMBRA.name or (
        ALHAMBRA.name in games and not flips(written) and not isinstance(written.get(ALHAMBRA.name), str)
    )
    if game == GRANADA.name:
        return _changed(_at(game, as_granada(told)), written.get(game, {}))
    if alike:
        if first == GRANADA.name:
            told = _one_faced(as_alhambra(told))
        told = _changed(told, written.get(ALHAMBRA.name, {}))
    if game == ALHAMBRA.name:
        return _at(game, told)
    said = written.get(game, {})
    told = _halved(told if alike or "cities" in said else founded(told), ALHAMBRA.name if alike else GRANADA.name)
    return _changed(_at(game, told), said)


def _changed(told: Written, said: dict[str, Any]) -> Written:
    """A twin with what its case says is different."""
    inside: Written = {name: {**told.get(name, {}), **said[name]} for name in INSIDE if name in said}
    without = {"breaks", "then"} - said.keys() if {"breaks", "then"} & said.keys() else set()
    return {**{key: value for key, value in told.items() if key not in without}, **said, **inside}


def _at(game: str, told: Written) -> Written:
    """A case at the table of a game."""
    if "state" in told:
        told = {**told, "state": {key: value for key, value in told["state"].items() if key != "game"}}
    return {**told, "game": game}


def _one_faced(told: Written) -> Written:
    """A case without what there is only where tiles have two faces."""
    inside: Written = {
        name: {key: value for key, value in told[name].items() if key != "marker"} for name in INSIDE if name in told
    }
    if "actions" in told:
        inside["actions"] = [text for text in told["actions"] if not text.startswith("flip")]
    return {**told, **inside}


def _halved(told: Written, lane: str) -> Written:
    """A case in which everything is bought and built in one of the two cities of the combined game."""
    told = replaced(told, lambda text: re.sub(r"^buy (\d) with", rf"buy \1{lane[0]} with", text))
    told = _half_empty(told, lane)
    for name in INSIDE:
        if name in told:
            told[name] = _half_empty(told[name], lane)
    return {**told, "family": lane} if told["kind"] == "moat" else told


def _half_empty(told: Written, lane: str) -> Written:
    """The yard with the other half of each space empty, and the tiles of the bag in one of two."""
    told = dict(told)
    if "yard" in told:
        first = lane == ALHAMBRA.name
        told["yard"] = [half for tile in told["yard"] for half in ((tile, "") if first else ("", tile))]
    if "bag" in told:
        told["bags"] = {lane: told.pop("bag")}
    return told
