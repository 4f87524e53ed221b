"""A search that thinks at a stretch or in slices: the same choices, known at any time."""

from __future__ import annotations

from random import Random

import pytest

import granada
from granada import BuilderBot, SearchBot
from granada.arena import Search
from granada.table import game_loop

CHOICES = {
    ("granada", ()): ["take o5", "take o6", "take y6", "take b3", "buy 4 with y7 y8"],
    ("alhambra", ("vizier", "bonus")): ["store tower9/nw", "place seraglio5/sw at -1,0", "take g6", "take y5"],
    ("combined", ()): ["place chambers10 at 0,-1", "store library3/ne", "take o1 y1", "take b3 o1"],
}
"""What a search chooses at every ninth decision of a game of builders, with generators that are named below."""


def _decisions(game: str, modules: tuple[str, ...]) -> list[tuple[int, granada.View]]:
    """What was seen at those decisions, with their numbers."""
    found: list[tuple[int, granada.View]] = []
    builder, number = BuilderBot(Random(2)), 0

    def decide(state: granada.State, seat: int) -> granada.Action:
        nonlocal number
        number += 1
        view, legal = granada.observe(state, seat), granada.legal_actions(state)
        if number % 9 == 4 and len(legal) > 1:
            found.append((number, view))
        return builder.choose(view, legal)

    for _ in game_loop(granada.new_game(3, game, modules=modules), decide, Random(3)):
        if len(found) == len(CHOICES[game, modules]):
            break
    return found


@pytest.mark.parametrize(("game", "modules"), CHOICES)
def test_a_search_chooses_the_same_at_a_stretch_and_in_slices(game: str, modules: tuple[str, ...]) -> None:
    for (number, view), expected in zip(_decisions(game, modules), CHOICES[game, modules], strict=True):
        legal = view.legal_actions()
        assert str(SearchBot(Random(number), playouts=40 + number).choose(view, legal)) == expected
        search, slices = Search(view, legal, Random(number), playouts=40 + number), 0
        while not search.think(1e-9):
            slices += 1
            assert search.best in legal
        assert str(search.best) == expected
        assert slices == search.played
        assert slices == 0 or slices >= 40 + number - 20


def test_a_search_that_has_not_thought_does_what_a_builder_likes_best() -> None:
    ((_, view), *_) = _decisions("granada", ())
    legal = view.legal_actions()
    liked = {str(BuilderBot(Random(seed)).choose(view, legal)) for seed in range(20)}
    assert str(Search(view, legal, Random(1), seconds=1.0).best) in liked


def test_a_search_that_is_stopped_early_does_not_follow_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    ((_, view), *_) = _decisions("granada", ())
    legal = view.legal_actions()
    search, ends = Search(view, legal, Random(1), seconds=50.0), iter(range(1000))
    monkeypatch.setattr("granada.arena.bots.outcome", lambda *_: next(ends))  # whatever comes later does better
    liked = search.best
    for _ in range(9):
        assert not search.think(1e-9)
        assert search.best == liked
    while search.played < 30:
        search.think(1e-9)
    assert search.best != liked


def test_a_search_by_time_counts_only_the_time_in_which_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    ((_, view), *_) = _decisions("granada", ())
    now = 0.0

    def tick() -> float:
        nonlocal now
        now += 0.01
        return now

    monkeypatch.setattr("granada.arena.bots.perf_counter", tick)
    search = Search(view, view.legal_actions(), Random(1), seconds=0.5)
    slices = 0
    while not search.think(0.1):
        slices += 1
        now += 1000.0
    assert 3 <= slices <= 8
    assert 0.4 <= search.thought <= 0.8


def test_a_clock_that_stands_still_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    ((_, view), *_) = _decisions("granada", ())
    monkeypatch.setattr("granada.arena.bots.perf_counter", lambda: 5.0)
    search = Search(view, view.legal_actions(), Random(1), seconds=0.02)
    games = search._games
    for _ in range(60):
        next(games)
    assert search.best in view.legal_actions()
