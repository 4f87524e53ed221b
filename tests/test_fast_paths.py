"""Every fast path equals the plain definition that stands beside it."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import granada
from granada import Building, Cell, City, Face, Layout, Purse, Round, State
from granada.board.ground import CELLS, at
from granada.board.money import VALUES
from granada.board.outline import outline, runs, stretches
from granada.board.paying import handfuls, nth_handful, number_of_handfuls, payments
from granada.game import agenda, rules
from granada.game.chance import choose_draw
from granada.game.state import Deck, Layer
from granada.game.steps import ScoreDue
from granada.notation import words
from granada.strategies import cities, purses, states

if TYPE_CHECKING:
    from granada.game.steps import Step


def passing_nothing(state: State, _: object, __: object, first: int) -> tuple[int | None, tuple[Step, ...]]:
    """The agenda as it is, so that settling runs every step."""
    return state.mover, state.todo[first:]


def with_a_scoring_due(state: State) -> State:
    """The same state, but a scoring card lies open."""
    due = ScoreDue((Round.A,))
    return state.but(todo=tuple(due if isinstance(step, ScoreDue) else step for step in state.todo))


@given(states(), st.integers(0, 1 << 16), st.booleans())
def test_a_turn_ends_the_same_whether_its_idle_steps_are_passed_or_run(state: State, chosen: int, due: bool) -> None:  # noqa: FBT001  drawn
    for turn in range(6):
        state = with_a_scoring_due(state) if due else state
        legal = granada.legal_actions(state)
        if not legal:
            return
        action = legal[(chosen >> turn) % len(legal)]
        fast = granada.apply(state, action)
        dealt = granada.deal(fast, Random(chosen))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(agenda, "forward", passing_nothing)
            patch.setattr(rules, "forward", passing_nothing)
            assert granada.apply(state, action) == fast
            assert granada.deal(fast, Random(chosen)) == dealt
        state = dealt


def test_a_scoring_that_is_due_is_not_passed() -> None:
    state = with_a_scoring_due(granada.deal(granada.new_game(3), Random(1)))
    assert agenda.forward(state, state.display, state.yard, 1) == (state.mover, state.todo[3:])


def dealt_one_by_one(state: State, rng: Random) -> State:
    """The plain way to deal."""
    while state.todo and state.actor is None:
        state = granada.apply(state, choose_draw(state, rng))
    return state


@given(states(), st.integers(0, 1 << 16), st.integers(0, 4))
def test_dealing_at_once_is_drawing_one_by_one(state: State, seed: int, missing: int) -> None:
    short = state.but(display=Purse.of(list(state.display)[missing:]))
    if state.actor is not None:
        short = short.but(todo=state.todo[1:])
    for each in (state, agenda.settle(short)):
        at_once, one_by_one = Random(seed), Random(seed)
        assert dealt_one_by_one(each, one_by_one) == granada.deal(each, at_once)
        assert at_once.getstate() == one_by_one.getstate()


@pytest.mark.parametrize("game", ["granada", "alhambra", "combined"])
@pytest.mark.parametrize("players", range(2, 7))
def test_a_table_is_laid_at_once_as_one_by_one(game: str, players: int) -> None:
    state = granada.new_game(players, game)
    for seed in range(5):
        assert dealt_one_by_one(state, Random(seed)) == granada.deal(state, Random(seed))


@pytest.mark.parametrize("mixed", [(), (Round.A,), (Round.A, Round.B)])
def test_a_pile_with_scoring_cards_is_dealt_at_once_as_one_by_one(mixed: tuple[Round, ...]) -> None:
    state = granada.deal(granada.new_game(3), Random(1))
    deck = Deck(state.deck.pools, (Layer((6,), mixed), *state.deck.layers[1:]))
    waiting = state.but(display=Purse(), deck=deck, todo=state.todo[1:])
    for seed in range(60):
        assert dealt_one_by_one(waiting, Random(seed)) == granada.deal(waiting, Random(seed))


# Cities


def recounted(city: City) -> None:
    """Compare what a city has counted with what it lists, and with a city that is laid out anew."""
    anew = City.of(city.layout)
    assert city.prospects == anew.prospects
    assert city._lots == anew._lots  # noqa: SLF001  they are what is kept up to date
    assert city.leaving == len(city.loose)
    assert city.border == sum(city._lots[at(cell)].border for cell in city if city[cell].family is city.start)  # noqa: SLF001  as above
    faces = [Face(building, 2, edges) for building in (Building.PARK, Building.TOWER) for edges in range(16)]
    for face, sites, swaps in city.room(faces):
        assert sites == len(city.open_to(face)) == len(city.sites(face))
        assert swaps == len(list(city.swaps([face]))) == sum(city.can_swap(cell, face) for cell in city)


@given(states())
def test_what_a_city_counts_is_what_it_lists(state: State) -> None:
    for player in state.players:
        recounted(player.city)


@given(cities())
def test_what_any_city_counts_is_what_it_lists(city: City) -> None:
    recounted(city)


def round_a_moat(*, closed: bool) -> City:
    """Eight tiles in a circle round one that is open to the west only: a circle that is not made of squares."""
    cells = {(0, 1): "", (0, 2): "", (1, 2): "s", (2, 2): "", (2, 1): "w", (2, 0): "", (1, 0): "n", (1, 1): "nes"}
    if not closed:
        del cells[2, 2]
    return City.of({Cell(*cell): Face(Building.PARK, 2 + n, edges) for n, (cell, edges) in enumerate(cells.items())})


@pytest.mark.parametrize("closed", [True, False])
def test_in_a_circle_round_a_moat_nobody_has_to_cross_a_tile(closed: bool) -> None:  # noqa: FBT001  two cases
    city = round_a_moat(closed=closed)
    recounted(city)
    assert city._only_squares is not closed  # noqa: SLF001  which of the two ways is taken
    for cell in city:
        rest = {each: city[each] for each in city if each != cell}
        assert city.can_remove(cell) == (not granada.violations(Layout.of(rest)))
    assert city.can_remove(Cell(2, 2) if closed else Cell(2, 1))
    assert city.can_remove(Cell(0, 2)) is closed


@given(cities())
def test_following_moats_finds_the_runs_of_the_outline(city: City) -> None:
    for family in granada.Family:
        own = {cell for cell in city if city[cell].family is family}
        if family is city.start:
            own.add(granada.Cell(0, 0))
        tiles = {cell: city[cell] for cell in city}
        plain = [run for loop in outline(own, tiles) for run in runs(loop)]
        masks = {at(cell): tiles[cell].edges if cell in tiles else 0 for cell in own}
        fast = [[(CELLS[edge >> 2], edge & 3) for edge in run] for run in stretches(masks)]
        assert sorted(map(frozenset, fast), key=sorted) == sorted(map(frozenset, plain), key=sorted)
        longest = max(map(len, plain), default=0)
        assert city.longest(family) == min((run for run in plain if len(run) == longest), default=())


@given(st.lists(st.sampled_from(VALUES), max_size=9), st.integers(2, 13))
def test_payments_are_those_from_which_no_card_can_be_withheld(values: list[int], price: int) -> None:
    coins = [value for value in values if values.count(value) <= 3]
    held = sum(1 << 4 * (value - 1) for value in coins)
    plain = {
        tuple(sorted(paid))
        for number in range(1, len(coins) + 1)
        for paid in combinations(coins, number)
        if sum(paid) >= price > sum(paid) - min(paid)
    }
    assert list(payments(held, price)) == [sum(1 << 4 * (value - 1) for value in paid) for paid in sorted(plain)]


@given(purses(bureaus=True), st.sampled_from([4, 5]))
def test_what_may_be_taken_is_one_card_or_several_up_to_the_limit(purse: Purse, limit: int) -> None:
    shown = list(purse)[:4]
    subsets = {Purse.of(chosen) for number in range(1, len(shown) + 1) for chosen in combinations(shown, number)}
    legal = [s for s in subsets if len(s) == 1 or (not s.bureaus.code and s.total() <= limit)]
    assert [Purse(code) for code in handfuls(Purse.of(shown).code, limit)] == sorted(legal, key=str)
    assert number_of_handfuls(Purse.of(shown).code, limit) == len(legal)
    for number, code in enumerate(handfuls(Purse.of(shown).code, limit)):
        assert nth_handful(Purse.of(shown).code, limit, number) == code


@given(
    st.lists(st.sampled_from(["b1", "b1", "b2", "y9", "b/y", "b0", "", "x"]), max_size=40),
    st.sampled_from([" ", "  ", "\n"]),
)
def test_a_purse_is_read_the_same_by_the_short_way_and_the_long_one(written: list[str], between: str) -> None:
    text = between.join(written)
    try:
        expected: object = Purse.read(words(text))
    except granada.BadNotation as flaw:
        expected = str(flaw)
    try:
        found: object = Purse.parse(text)
    except granada.BadNotation as flaw:
        found = str(flaw)
    assert found == expected


@given(purses(bureaus=True))
def test_the_cards_of_a_purse_are_counted_and_found_by_number(purse: Purse) -> None:
    cards = list(purse)
    assert len(purse) == len(cards)
    assert [purse.nth(number) for number in range(len(cards))] == cards
    assert purse.total() == sum(card.value for card in cards if isinstance(card, granada.Card))
