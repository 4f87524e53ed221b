"""Events: they tell everything that happened, in order, and nobody more than may be seen."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

import granada
from granada import Cell, Event, Purse
from granada.events import EVENTS
from granada.game import choose_draw
from granada.rulebook import specs_folder
from tests.refusing import refused

if TYPE_CHECKING:
    from granada import Action, Face, State, Tile

ALL = ("vizier", "exchange", "huts", "bonus")
TABLES: list[tuple[str, int, tuple[str, ...], dict[str, Any]]] = [
    ("granada", 2, (), {}),
    ("granada", 3, ("vizier", "exchange"), {}),
    ("alhambra", 4, ALL, {}),
    ("alhambra", 2, ("bonus",), {}),
    ("combined", 2, ALL, {}),
    ("combined", 5, ALL, {"rulings": granada.Rulings(score_before_tiles=True)}),
]


@cache
def told(
    game: str, players: int, modules: tuple[str, ...], seed: int
) -> tuple[tuple[State, Action, State, tuple[Event, ...]], ...]:
    """A game at random, step by step: the state, the action, the state after it, and the events."""
    rng, steps = Random(seed), []
    rulings = dict(next(options for g, p, m, options in TABLES if (g, p, m) == (game, players, modules)))
    state = granada.new_game(players, game, modules=modules, **rulings)
    while not state.over:
        legal = granada.legal_actions(state)
        action = choose_draw(state, rng) if state.actor is None else legal[rng.randrange(len(legal))]
        after, happened = granada.unfold(state, action)
        steps.append((state, action, after, happened))
        state = after
    return tuple(steps)


class Table:
    """All that lies on a table, rebuilt from events alone."""

    def __init__(self, players: int) -> None:
        self.hands = [Purse() for _ in range(players)]
        self.cities: list[dict[Cell, Face]] = [{} for _ in range(players)]
        self.reserves: list[Counter[Face]] = [Counter() for _ in range(players)]
        self.points = [0] * players
        self.dirk = 0
        self.dirks: list[Face] = []
        self.yard: Counter[tuple[int, Tile]] = Counter()
        self.display = Purse()
        self.discard = Purse()
        self.marker: str | None = None
        self.mover: int | None = None
        self.viziers = [True] * players
        self.shown: list[Counter[Face]] = [Counter() for _ in range(players)]
        self.tops: set[Face] = set()
        self.over = False

    def pay(self, seat: int, cards: Purse) -> None:
        self.hands[seat] -= cards
        self.discard += cards

    def see(self, event: Event) -> None:  # noqa: C901, PLR0912, PLR0915  one line for each kind
        match event:
            case granada.events.Taken(seat, cards):
                self.hands[seat] += cards
                self.display -= cards
            case granada.events.Bought(seat, space, tile, cards, exact):
                assert exact == (cards.total() == tile.up.price) == (cards.total() == event.price)
                self.pay(seat, cards)
                self.yard[space, tile] -= 1
            case granada.events.Flipped(seat, _, cards):
                self.pay(seat, cards)
            case granada.events.Placed(seat, face, cell):
                self.cities[seat][cell] = face
            case granada.events.Stored(seat, face):
                self.reserves[seat][face] += 1
            case granada.events.Given(_, face):
                self.dirks.append(face)
            case granada.events.Added(seat, face, cell):
                self.reserves[seat][face] -= 1
                self.cities[seat][cell] = face
            case granada.events.Removed(seat, face, cell):
                assert self.cities[seat].pop(cell) == face
                self.reserves[seat][face] += 1
            case granada.events.Swapped(seat, cell, old, face):
                assert self.cities[seat][cell] == old
                self.cities[seat][cell] = face
                self.reserves[seat][face] -= 1
                self.reserves[seat][old] += 1
            case granada.events.HutTaken(_, face):
                self.tops.remove(face)
            case granada.events.HutTurnedUp(face):
                self.tops.add(face)
            case granada.events.Revealed(seat, face):
                self.shown[seat][face] += 1
            case granada.events.Covered(seat, face):
                self.shown[seat][face] -= 1
            case granada.events.FavourUsed(seat):
                self.viziers[seat] = False
            case granada.events.Reactivated(seat):
                self.viziers[seat] = True
            case granada.events.CardDealt(seat, card):
                self.hands[seat] += Purse([card])
            case granada.events.CardDrawn(card):
                self.display += Purse([card])
            case granada.events.TileDrawn(space, tile):
                self.yard[space, tile] += 1
            case granada.events.DirkDrew(tile):
                self.dirks.append(tile.up)
            case granada.events.Reshuffled():
                self.discard = Purse()
            case granada.events.MarkerMoved(marker):
                self.marker = marker
            case granada.events.TurnBegun(seat):
                self.mover = seat
            case granada.events.RowScored(_, row):
                self.dirk += row.of(None)
                for seat in range(len(self.points)):
                    self.points[seat] += row.of(seat)
            case granada.events.Awarded(seat, space, tile) if seat is not None:
                self.yard[space, tile] -= 1
            case granada.events.GameOver(points, winners):
                self.over = True
                assert points == tuple(self.points)
                assert all(points[seat] == max(points) for seat in winners)


@pytest.mark.parametrize(
    ("game", "players", "modules", "options"),
    [*TABLES[:3], *(pytest.param(*table, marks=pytest.mark.long) for table in TABLES[3:])],
    ids=str,
)
def test_a_game_can_be_rebuilt_from_its_events_alone(
    game: str, players: int, modules: tuple[str, ...], options: dict[str, Any]
) -> None:
    del options
    table = Table(players)
    table.marker = None if game == "alhambra" else "even"
    for before, action, state, happened in told(game, players, modules, 5):
        assert granada.apply(before, action) == state
        for event in happened:
            table.see(event)
        assert table.hands == [player.hand for player in state.players]
        assert [dict(sorted(city.items())) for city in table.cities] == [
            dict(sorted(player.city.layout.by_cell.items())) for player in state.players
        ]
        assert [+reserve for reserve in table.reserves] == [Counter(player.reserve) for player in state.players]
        assert tuple(table.points) == state.points
        assert +table.yard == Counter((slot.space, tile) for slot, tile in state.slots.items() if tile)
        assert (table.display, table.discard) == (state.display, state.discard)
        assert (table.marker, table.mover, table.over) == (state.marker, state.mover, state.over)
        if state.dirk is not None:
            assert (tuple(sorted(table.dirks)), table.dirk) == (state.dirk.faces, state.dirk.points)
        if granada.modules.VIZIER in state.setup.modules:
            assert tuple(table.viziers) == state.extra(granada.modules.VIZIER)
        if granada.modules.BONUS in state.setup.modules:
            assert [+cards for cards in table.shown] == [
                Counter(cards) for cards in state.extra(granada.modules.BONUS).shown
            ]
        if granada.modules.HUTS in state.setup.modules:
            assert table.tops == {face for face in state.extra(granada.modules.HUTS).tops if face is not None}


NAMES = {**{name: getattr(granada, name) for name in granada.__all__}, **vars(granada.events)}
EVENT_SCHEMA = Draft202012Validator(
    {**json.loads((specs_folder() / "schema.json").read_text(encoding="utf-8")), "$ref": "#/$defs/event"}
)


@pytest.mark.long
def test_every_kind_of_event_happens_and_survives_json_and_keeps_the_schema() -> None:
    kinds: Counter[str] = Counter()
    for game, players, modules, _ in TABLES:
        for *_, happened in told(game, players, modules, 5):
            for event in happened:
                kinds[event.name] += 1
                if kinds[event.name] > 4:
                    continue
                assert "{" not in str(event)
                assert not str(event).endswith(" ")
                written = granada.to_json(event)
                assert granada.from_json(written) == event
                assert granada.from_json(written, Event) == event
                assert EVENT_SCHEMA.is_valid(json.loads(written)), written
                assert not EVENT_SCHEMA.is_valid(json.loads(written) | {"more": 1})
                assert eval(repr(event), NAMES) == event
    assert set(EVENTS) == {*kinds, "passed"}  # which hardly ever happens


def test_a_seat_that_can_do_nothing_passes(table: Any) -> None:
    state = table(hands=("", "", ""), yard=("park6|school7", "park8|school9", "arena2|school3", "arena4|school5"))
    after, happened = granada.unfold(state, granada.Pass())
    assert happened[0] == granada.events.Passed(0)
    assert str(happened[0]) == "seat 1 passes"
    assert after == granada.apply(state, granada.Pass())


@pytest.mark.long
def test_a_scoring_is_told_from_its_beginning_row_by_row_to_its_end() -> None:
    for game, players, modules, _ in TABLES:
        rounds, rows = [], 0
        for _before, _action, state, happened in told(game, players, modules, 5):
            for event in happened:
                match event:
                    case granada.events.ScoringBegun(which):
                        rounds.append(which)
                        rows = 0
                    case granada.events.RowScored(which, row):
                        assert which is rounds[-1]
                        assert row in granada.score(state, which).rows
                        rows += 1
                    case granada.events.ScoringEnded(which):
                        assert which is rounds[-1]
                        assert rows == len(granada.score(state, which).rows)
        assert rounds == list(granada.Round)


def test_standings_are_those_of_the_moment_though_dirk_draws_after_them() -> None:
    steps = told("granada", 2, (), 5)
    scored = [
        (before, event)
        for before, _, _, happened in steps
        for event in happened
        if isinstance(event, granada.events.RowScored) and event.round is granada.Round.A
    ]
    _, begun = scored[0]
    assert begun.row.name == "moats"
    ended = next(state for _, _, state, happened in steps if granada.events.DirkDue((6,)) in happened)
    assert [event.row for _, event in scored] == list(granada.score(ended, "A").rows)
    later = next(
        s for _, _, s, happened in steps[::-1] if any(isinstance(e, granada.events.DirkDrew) for e in happened)
    )
    assert [event.row for _, event in scored] != list(granada.score(later, "A").rows)


def test_only_the_bonus_cards_of_others_are_secret() -> None:
    secret = [e for *_, happened in told("alhambra", 4, ALL, 5) for e in happened if e.secret_of is not None]
    assert len(secret) == 8
    for event in secret:
        assert isinstance(event, granada.events.BonusDealt)
        assert event.seen_by(event.seat) == event
        for other in {0, 1, 2, 3, None} - {event.seat}:
            assert event.seen_by(other) == granada.events.BonusDealt(event.seat, None)
            assert str(event.hidden) not in str(event.seen_by(other))
    for *_, happened in told("alhambra", 4, ALL, 5):
        for event in happened:
            if event.secret_of is None:
                assert event.seen_by(0) is event.seen_by(None) is event


def test_what_is_illegal_causes_nothing() -> None:
    state = granada.deal(granada.new_game(2), Random(1))
    no_action: Any = "take b3"
    refused(granada.IllegalAction, lambda: granada.unfold(state, granada.Pass()))
    refused(TypeError, lambda: granada.unfold(state, no_action))


@pytest.mark.parametrize("text", ['{"event": "flown"}', '{"event": "taken", "seat": 9, "cards": "b3"}', '{"event": 5}'])
def test_json_that_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(granada.InvalidState):
        granada.from_json(text)
