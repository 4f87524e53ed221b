"""Twins: a case that is written once for one game, put into the words of every other game in which its rule holds.

The twin keeps the answer that was written by hand, with walls for moats, tiles out of the box of the Alhambra, the
halves of the spaces, and a name and a note in the words of its game; a scoring of the combined game adds what the
Alhambra beside it is worth by the overview. No answer is worked out by this engine, which has to find it like any
other. Where a game differs, the case says so in a line: the parts and answers that are different, or why it has no
twin there.
"""

import re
from collections.abc import Iterator
from functools import cache

from attrs import evolve

from granada.board import InvalidState
from granada.game import ALHAMBRA, COMBINED, GAMES, GRANADA
from granada.questions.grading import Written
from granada.questions.protocol import games_of
from granada.spec.cases import Case, read_case
from granada.spec.chapters import RuleText
from tests.authoring.twin_cities import founded
from tests.authoring.twin_tiles import as_alhambra, as_granada, deeds, replaced

INSIDE = ("state", "then")
"""The parts of a case that have parts of their own."""
ONE_FACE = "the tiles of the Alhambra have one face"
TWO_HALVES = "it is about the two halves of a space, or the two cities, of the combined game"
RECORDED = "a recorded game is played once"
ANY_GAME = "it is the same in every game"
OTHER_NAMES = "its tiles are written as those of the other games are, but for their names"
"""Why there is no twin where none can be."""


def game_of(case: Case) -> str:
    """The game that a case is written for; none where it is the same in all."""
    return "" if case.asked.setup is None else case.asked.setup.game.name


@cache  # many ask for those of a rule, and they take long to make
def with_twins(text: RuleText) -> tuple[tuple[Case, ...], ...]:
    """Each case of a rule, and after it its twins in the other games in which the rule holds."""
    pairs = zip(text.cases, text.written, strict=True)
    return tuple((case, *twins_of(case, written, text.games)) for case, written in pairs)


def reasons_for_no_twin(text: RuleText) -> dict[tuple[str, str], str]:
    """Why a case has no twin in a game in which its rule holds, by the case and the game."""
    return {
        (case.id, game): reason
        for case, written in zip(text.cases, text.written, strict=True)
        for game in text.games
        if game != game_of(case) and (reason := reason_for_no_twin(case, written, game))
    }


def twins_of(case: Case, written: Written, games: tuple[str, ...]) -> Iterator[Case]:
    """The twins of a case in the other games in which its rule holds."""
    for game in games:
        if game == game_of(case) or reason_for_no_twin(case, written, game):
            continue
        try:
            twin = read_case(case.rule, translated(written, game_of(case), game, games))
        except InvalidState as flaw:
            raise InvalidState(*[f"@{game}: {reason}" for reason in flaw.reasons]) from flaw
        yield evolve(twin, id=f"{twin.id}@{game}", twin_of=case.id)


def reason_for_no_twin(case: Case, written: Written, game: str) -> str:
    """Why a case has no twin in a game; empty where it has one."""
    different = written.get(game, {})
    if isinstance(different, str):
        return different
    if case.asked.setup is None:
        return ANY_GAME if game in games_of(case.asked) else OTHER_NAMES
    if case.kind == "game":
        return RECORDED
    if game_of(case) == COMBINED.name:
        return TWO_HALVES
    if game == ALHAMBRA.name and flips(written):
        return ONE_FACE
    return next((reason for module in case.asked.setup.modules if (reason := module.refuses(GAMES[game]))), "")


def flips(written: Written) -> bool:
    """Whether a tile is turned over."""
    return any(deed.startswith("flip") for deed in deeds(written))


def translated(written: Written, first: str, game: str, games: tuple[str, ...]) -> Written:
    """A case of one game in the words of another; in the combined game it is played in the Alhambra if it can be."""
    twin = {key: value for key, value in written.items() if key not in GAMES}
    alike = first == ALHAMBRA.name or (
        ALHAMBRA.name in games and not flips(written) and not isinstance(written.get(ALHAMBRA.name), str)
    )
    if game == GRANADA.name:
        return _changed(_at(game, as_granada(twin)), written.get(game, {}))
    if alike:
        if first == GRANADA.name:
            twin = _one_faced(as_alhambra(twin))
        twin = _changed(twin, written.get(ALHAMBRA.name, {}))
    if game == ALHAMBRA.name:
        return _at(game, twin)
    different = written.get(game, {})
    if not alike and "cities" not in different:
        twin = founded(twin)
    return _changed(_at(game, _halved(twin, ALHAMBRA.name if alike else GRANADA.name)), different)


def _changed(twin: Written, different: Written) -> Written:
    """A twin with what its case says is different."""
    inside: Written = {name: {**twin.get(name, {}), **different[name]} for name in INSIDE if name in different}
    answer = {"breaks", "then"}
    without = answer - different.keys() if answer & different.keys() else set()
    return {**{key: value for key, value in twin.items() if key not in without}, **different, **inside}


def _at(game: str, twin: Written) -> Written:
    """A twin at the table of its game."""
    if "state" in twin:
        twin = {**twin, "state": {key: value for key, value in twin["state"].items() if key != "game"}}
    return {**twin, "game": game}


def _one_faced(twin: Written) -> Written:
    """A case without what there is only where tiles have two faces."""
    inside: Written = {
        name: {key: value for key, value in twin[name].items() if key != "marker"} for name in INSIDE if name in twin
    }
    if "actions" in twin:
        inside["actions"] = [text for text in twin["actions"] if not text.startswith("flip")]
    return {**twin, **inside}


def _halved(twin: Written, lane: str) -> Written:
    """A case in which everything is bought and built in one of the two cities of the combined game."""
    twin = replaced(twin, lambda text: re.sub(r"^buy (\d) with", rf"buy \1{lane[0]} with", text))
    twin = _half_empty(twin, lane)
    for name in INSIDE:
        if name in twin:
            twin[name] = _half_empty(twin[name], lane)
    return {**twin, "family": lane} if twin["kind"] == "moat" else twin


def _half_empty(twin: Written, lane: str) -> Written:
    """The yard with the other half of each space empty, and the tiles of the bag in one of two."""
    twin = dict(twin)
    if "yard" in twin:
        first = lane == ALHAMBRA.name
        twin["yard"] = [half for tile in twin["yard"] for half in ((tile, "") if first else ("", tile))]
    if "bag" in twin:
        twin["bags"] = {lane: twin.pop("bag")}
    return twin
