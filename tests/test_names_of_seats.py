"""Names for seats in what is told of a game, in every language."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import granada
from granada.languages import Language, codes
from granada.words import Words, event_in_words, in_words
from tests.refusing import refused

NAMES = ("Scarlet {0}", "Indigo", "%s & <b>")
"""Signs that mean something elsewhere stay what they are."""


@cache
def events() -> list[granada.Event]:
    """All that happens in a game with modules, and in one with Dirk."""
    found = list[granada.Event]()
    for players, game, modules in ((3, "alhambra", ("vizier", "bonus", "huts")), (2, "granada", ())):
        bots = [granada.RandomBot(Random(seat)) for seat in range(players)]
        record = granada.play(bots, game, modules=modules, rng=Random(4))
        for before, (_, action) in zip(granada.replay(record), record.steps, strict=False):
            found += granada.unfold(before, action)[1]
    kinds = {type(event): event for event in found}
    return [*kinds.values(), *found[::40]]


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("brief", [True, False])
def test_a_name_stands_where_the_number_of_the_seat_stood(code: str, brief: bool) -> None:
    words, named = Words(Language(code), brief=brief), 0
    for event in events():
        told = event_in_words(event, words)
        for seat, name in enumerate(NAMES):
            told = told.replace(words.seat(seat), name)
        assert in_words(event, code, names=NAMES, brief=brief) == told
        named += any(name in told for name in NAMES)
    assert named > 20


def test_a_seat_without_a_name_keeps_its_number() -> None:
    taken = granada.events.Taken(1, granada.Purse.parse("b2"))
    assert in_words(taken, names=["red"], brief=True) == "seat 2 takes b2"
    assert in_words(taken, names=["red", "blue"]) == "blue takes blue 2"
    assert in_words(taken, Language("nl"), names=("rood", "blauw"), brief=True) == "blauw neemt b2"


def test_actions_and_scorings_are_told_too() -> None:
    action = granada.Action.parse("place arena2/es at 0,1")
    assert in_words(action) == "build an arena for 2, moat in the east and in the south, north of the start tile"
    assert in_words(granada.Action.parse("give park6"), "hu", game="granada", brief=False) != "give park6"
    record = granada.play([granada.BuilderBot(Random(seat)) for seat in range(2)], rng=Random(1))
    *_, last = granada.replay(record)
    assert in_words(granada.score(last, "C"), names=["red", "blue"]).splitlines()[0].split()[2:4] == ["red", "blue"]


def test_what_is_no_language_or_no_event_is_refused() -> None:
    taken = granada.events.Taken(1, granada.Purse.parse("b2"))
    refused(granada.InvalidState, lambda: in_words(taken, "xx"))
    refused(TypeError, lambda: in_words("take b2"), lambda: in_words(taken, names="red"))  # type: ignore[arg-type]  # what is tested
