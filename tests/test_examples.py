"""The worked examples of the rulebooks, and the pictures of what is not allowed."""

from __future__ import annotations

from functools import reduce
from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import granada
from granada import ALHAMBRA, GRANADA, Action, Building, Cell, City, Draw, Face, Family, Layout, Purse, Round, Rule
from granada.board.money import COPIES
from granada.steps import Act, PlaceTiles, RefillTiles
from granada.strategies import openings

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada import Game, State

    Table = Callable[..., State]


def broken(state: State, text: str) -> set[Rule]:
    return set(granada.broken(state, Action.parse(text)))


def after(state: State, *texts: str) -> State:
    return reduce(granada.apply, map(Action.parse, texts), state)


def legal(state: State) -> set[str]:
    return {str(action) for action in granada.legal_actions(state)}


YARD = ("school8|hospital9/s", "arena10|market11", "library4|district5", "park6|arena7")
BAG = ("park2|school3", "market2|park3", "hostel4|park5", "school6|market7", "market12|arena13", "hostel2|arena3")


# Set-up


def test_the_back_of_a_tile_that_costs_two_costs_three_and_shows_another_building() -> None:
    for tile in granada.TileSet.default(Family.GRANADA).tiles:
        if tile.up.price == 2:
            assert tile.down
            assert tile.down.price == 3
            assert tile.down.building is not tile.up.building


@given(openings(), st.integers(0, 1 << 32))
def test_every_hand_is_worth_twenty_to_twenty_eight_and_was_less_than_twenty_before_its_last_card(
    state: State, seed: int
) -> None:
    rng, before = Random(seed), state
    while state.mover is None:
        before, draws = state, granada.outcomes(state)
        state = granada.apply(state, draws[rng.randrange(len(draws))][0])
        for player, earlier in zip(state.players, before.players, strict=True):
            if len(player.hand) > len(earlier.hand):
                assert earlier.hand.total() < 20
    totals = [player.hand.total() for player in state.players]
    assert all(20 <= total <= 28 for total in totals)
    order = [(len(player.hand), player.hand.total()) for player in state.players]
    assert state.mover == order.index(min(order))


def test_among_equal_hands_the_youngest_begins() -> None:
    for ages, first in (((2, 1, 3), 1), ((5, 5, 4), 2), (None, 0)):
        state = granada.new_game(3, ages=ages)
        rng = Random(0)
        while any(isinstance(step, RefillTiles) for step in state.todo):
            state = _drawn(state, rng)
        for card in ("b9", "b8", "b5", "g9", "g8", "g5", "o9", "o8", "o5", "b1", "b2", "b3", "b4"):
            state = after(state, f"draw {card}")
        assert state.mover == first


def _drawn(state: State, rng: Random) -> State:
    draws = granada.outcomes(state)
    return granada.apply(state, draws[rng.randrange(len(draws))][0])


@pytest.mark.parametrize("players", range(2, 7))
def test_a_lies_in_the_second_pile_and_b_in_the_fourth(players: int) -> None:
    state = granada.deal(granada.new_game(players), Random(players))
    assert [layer.cards for layer in state.deck.layers] == [(), (Round.A,), (), (Round.B,), ()]
    piles = [layer.slots[0] for layer in state.deck.layers]
    assert max(piles) - min(piles) <= 1
    assert sum(piles) == len(state.deck.pools[0])


@pytest.mark.parametrize("players", range(2, 7))
def test_the_first_tiles_show_even_prices_and_the_first_refill_odd_ones(players: int) -> None:
    rng = Random(players)
    state = granada.deal(granada.new_game(players), rng)
    assert all(tile and tile.up.price % 2 == 0 for tile in state.yard)
    assert state.marker == "odd"
    assert state.points == (0,) * players
    first = state.yard
    while state.marker == "odd":
        actions = granada.legal_actions(state)
        state = granada.deal(granada.apply(state, actions[rng.randrange(len(actions))]), rng)
    refilled = [tile for tile in state.yard if tile not in first]
    assert refilled
    assert all(tile and tile.up.price % 2 for tile in refilled)
    assert state.marker == "even"


def test_two_players_use_seventy_two_cards_and_dirk_starts_with_six_even_tiles() -> None:
    state = granada.deal(granada.new_game(2), Random(2))
    cards = [*state.display, *state.deck.pools[0], *(card for player in state.players for card in player.hand)]
    assert len(cards) == 72
    assert max(map(cards.count, cards)) == COPIES - 1
    assert state.dirk
    assert len(state.dirk.faces) == 6
    assert all(face.price % 2 == 0 for face in state.dirk.faces)
    assert len(state.bags[0]) == 54 - 4 - 6


# Taking money


def test_the_two_small_cards_may_be_taken_together_or_one_of_the_others(table: Table) -> None:
    state = table(display="b2 g3 o7 y8")
    for text in ("take b2 g3", "take o7", "take y8", "take b2", "take g3"):
        assert not broken(state, text)
    for text in ("take b2 o7", "take o7 y8", "take b2 g3 o7", "take b2 g3 o7 y8"):
        assert broken(state, text) == {Rule.TAKE_SEVERAL_UP_TO_FIVE}
    assert broken(state, "take") == {Rule.TAKE_AT_LEAST_ONE}
    assert broken(state, "take b3") == {Rule.CARDS_ARE_HELD}
    assert after(state, "take b2 g3").players[0].hand == Purse.parse("b2 g3")


def test_a_single_card_may_be_worth_more_than_five_but_not_one_of_several(table: Table) -> None:
    state = table(display="b1 b4 g6 o9")
    assert not broken(state, "take b1 b4")
    assert not broken(state, "take g6")
    assert not broken(state, "take o9")
    assert broken(state, "take b1 g6") == {Rule.TAKE_SEVERAL_UP_TO_FIVE}


# Buying


@pytest.mark.parametrize("game", [GRANADA, ALHAMBRA])
def test_eleven_paid_for_ten_buys_the_tile_without_change_and_ends_the_actions(table: Table, game: Game) -> None:
    tile = "school10|market11" if game is GRANADA else "garden10"
    state = table(game=game, hands=("b4 b7", "", ""), yard=(tile, None, None, None))
    paid = after(state, "buy 1 with b4 b7")
    assert paid.players[0].hand == Purse()
    assert paid.discard == Purse.parse("b4 b7")
    assert isinstance(paid.todo[0], PlaceTiles)
    assert paid.actor == 0
    assert paid.yard[0] is None


def test_a_tile_is_paid_in_the_currency_of_its_space(table: Table) -> None:
    state = table(hands=("b5 g5 o9 b9", "", ""), yard=YARD)
    assert broken(state, "buy 1 with b5 g5") == {Rule.PAY_IN_THE_SPACE_CURRENCY}
    assert broken(state, "buy 3 with o9") == set()
    assert broken(state, "buy 2 with g5") == {Rule.PAY_AT_LEAST_THE_PRICE}
    assert broken(state, "buy 2 with b5") == {Rule.PAY_IN_THE_SPACE_CURRENCY, Rule.PAY_AT_LEAST_THE_PRICE}
    assert broken(state, "buy 4 with y9") == {Rule.CARDS_ARE_HELD}
    assert broken(state, "buy 1a with b9") == {Rule.TILE_IS_THERE}
    assert broken(evolve(state, yard=(None,) * 4), "buy 1 with b9") == {Rule.TILE_IS_THERE}


def test_a_needless_card_may_be_paid_but_is_not_listed(table: Table) -> None:
    state = table(hands=("b9 b8 b1", "", ""), yard=("school10|market11",))
    assert {text for text in legal(state) if text.startswith("buy")} == {"buy 1 with b1 b9", "buy 1 with b8 b9"}
    assert not broken(state, "buy 1 with b9 b8 b1")
    assert broken(state, "buy 1 with b8 b1") == {Rule.PAY_AT_LEAST_THE_PRICE}


def test_who_could_pay_exactly_but_pays_more_gets_no_further_action(table: Table) -> None:
    state = table(hands=("b4 b6 b7", "", ""), yard=("school10|market11",))
    assert isinstance(after(state, "buy 1 with b4 b7").todo[0], PlaceTiles)
    exact = after(state, "buy 1 with b4 b6")
    assert isinstance(exact.todo[0], Act)
    assert {"stop"} <= legal(exact)


def test_two_exact_purchases_and_a_swap_and_then_both_tiles_are_placed(table: Table) -> None:
    state = table(
        hands=("b8 g4 g6 o2", "", ""),
        cities=("@ park8",),
        reserves=(("school4/e",),),
        yard=YARD,
        bags=(BAG,),
        display="b1 b1 b1 b2",
        marker="even",
    )
    once = after(state, "buy 1 with b8")
    twice = after(once, "buy 2 with g4 g6")
    assert twice.yard[:2] == (None, None)
    assert twice.bags == state.bags
    swapped = after(twice, "swap 1,0 for school4/e")
    assert swapped.players[0].reserve == (Face.parse("park8"),)
    assert isinstance(swapped.todo[0], PlaceTiles)
    assert broken(swapped, "take b1") == {Rule.IN_ITS_PHASE}
    placed = after(swapped, "place arena10 at 0,-1", "store school8/s")
    assert placed.actor is None
    assert {str(draw.what) for draw, _ in granada.outcomes(placed)} == set(BAG)
    full = after(placed, "draw hostel4|park5", "draw park2|school3")
    assert full.mover == 1
    assert [str(tile) for tile in full.yard[:2]] == ["hostel4|park5", "park2|school3"]
    assert full.marker == "odd"


def test_four_exact_purchases_and_one_more_action_make_five(table: Table) -> None:
    state = table(hands=("b8 g4 g6 o4 y6", "", ""), yard=YARD, bags=(BAG,), display="b1 b1 b1 b2")
    bought = after(state, "buy 1 with b8", "buy 2 with g4 g6", "buy 3 with o4", "buy 4 with y6")
    assert not [text for text in legal(bought) if text.startswith("buy")]
    assert "stop" in legal(bought)
    last = after(bought, "take b2")
    assert isinstance(last.todo[0], PlaceTiles)
    assert len(last.todo[0].tiles) == 4
    assert broken(last, "take b1") == {Rule.IN_ITS_PHASE}
    assert not {text for text in legal(last) if text.split()[0] not in ("flip", "place", "store")}


def test_a_bought_tile_takes_no_part_in_a_redesign_of_the_same_turn(table: Table) -> None:
    state = after(table(hands=("b8", "", ""), cities=("@ park8",), yard=YARD), "buy 1 with b8")
    assert broken(state, "swap 1,0 for school8/s") == {Rule.TILE_IS_THERE}
    assert broken(state, "add school8/s at 0,1") == {Rule.TILE_IS_THERE}


def test_who_has_begun_may_stop_but_nobody_stops_or_passes_at_once(table: Table) -> None:
    state = table(hands=("b8", "", ""), yard=YARD, display="b1")
    assert broken(state, "stop") == {Rule.ACT_ON_YOUR_TURN}
    assert broken(state, "pass") == {Rule.ACT_ON_YOUR_TURN}
    assert not broken(after(state, "buy 1 with b8"), "stop")
    assert broken(after(state, "buy 1 with b8"), "pass") == {Rule.IN_ITS_PHASE}


def test_who_can_do_nothing_passes(table: Table) -> None:
    state = table(hands=("b1", "", ""), yard=YARD, bags=(BAG,))
    assert legal(state) == {"pass"}
    assert after(state, "pass").mover == 1


# Flipping


def red_bought_arena_and_library(table: Table, hand: str = "o3 g5") -> State:
    state = table(
        hands=(f"b6 g8 {hand}", "", ""),
        cities=("park2 @ .",),
        yard=("arena6|hospital7", "library8|district9"),
        bags=(BAG,),
        display="b1 b1 b1 b2",
    )
    return after(state, "buy 1 with b6", "buy 2 with g8", "stop")


def test_each_of_two_tiles_is_flipped_for_its_own_payment_without_change_or_further_action(table: Table) -> None:
    state = red_bought_arena_and_library(table)
    first = after(state, "flip arena6 paying o3", "place hospital7 at 1,0")
    assert isinstance(first.todo[0], PlaceTiles)
    second = after(first, "flip library8 paying g5", "place district9 at 0,1")
    assert second.players[0].hand == Purse()
    assert second.discard == Purse.parse("b6 g8 o3 g5")
    assert {face.building for face in second.players[0].city.faces} == {
        Building.PARK,
        Building.HOSPITAL,
        Building.DISTRICT,
    }
    assert second.actor is None
    assert [step for step in second.todo if isinstance(step, Act)] == []


def test_money_just_taken_pays_for_a_flip(table: Table) -> None:
    state = table(hands=("b6", "", ""), yard=("arena6|hospital7",), display="y3")
    taken = after(state, "buy 1 with b6", "take y3")
    assert not broken(taken, "flip arena6 paying y3")


def test_a_flip_for_exactly_three_earns_no_action(table: Table) -> None:
    flipped = after(red_bought_arena_and_library(table), "flip arena6 paying o3")
    assert isinstance(flipped.todo[0], PlaceTiles)
    assert broken(flipped, "take b1") == {Rule.IN_ITS_PHASE}


def test_one_card_does_not_pay_for_two_flips(table: Table) -> None:
    state = after(red_bought_arena_and_library(table, "y9"), "flip arena6 paying y9")
    assert broken(state, "flip library8 paying y9") == {Rule.CARDS_ARE_HELD}
    assert not [text for text in legal(state) if text.startswith("flip")]


def test_a_flip_costs_three_in_one_currency_and_comes_once(table: Table) -> None:
    state = red_bought_arena_and_library(table, "o1 o2 y1 y9 g2")
    assert not broken(state, "flip arena6 paying o1 o2")
    assert broken(state, "flip arena6 paying o2") == {Rule.FLIP_COSTS_THREE}
    assert broken(state, "flip arena6 paying o2 y1") == {Rule.FLIP_IN_ONE_CURRENCY}
    assert broken(state, "flip arena6 paying o1 y1") == {Rule.FLIP_COSTS_THREE, Rule.FLIP_IN_ONE_CURRENCY}
    assert broken(after(state, "flip arena6 paying o1 o2"), "flip hospital7 paying y9") == {Rule.FLIP_ONCE}


def test_a_tile_is_stored_with_either_face_up_for_nothing_and_built_like_that_later(table: Table) -> None:
    state = after(red_bought_arena_and_library(table), "store hospital7")
    assert state.players[0].reserve == (Face.parse("hospital7"),)
    assert state.players[0].hand == Purse.parse("o3 g5")
    acting = table(reserves=(("hospital7",),))
    assert not broken(acting, "add hospital7 at 1,0")
    assert broken(acting, "add arena6 at 1,0") == {Rule.TILE_IS_THERE}


def test_a_tile_is_built_as_bought_unless_its_flip_is_paid_for(table: Table) -> None:
    state = red_bought_arena_and_library(table)
    assert broken(state, "place hospital7 at 1,0") == {Rule.FACE_AS_BOUGHT}
    assert not broken(state, "place arena6 at 1,0")
    assert not broken(after(state, "flip arena6 paying o3"), "place hospital7 at 1,0")
    assert broken(after(state, "flip arena6 paying o3"), "place arena6 at 1,0") == {Rule.FACE_AS_BOUGHT}


def test_a_tile_in_the_reserve_or_the_city_is_never_flipped(table: Table) -> None:
    state = table(hands=("o3", "", ""), cities=("@ arena6",), reserves=(("library8",),))
    assert broken(state, "flip arena6 paying o3") == {Rule.IN_ITS_PHASE}
    assert broken(state, "flip library8 paying o3") == {Rule.IN_ITS_PHASE}
    placing = red_bought_arena_and_library(table)
    assert broken(placing, "flip park2 paying o3") == {Rule.TILE_IS_THERE}


# Building: the pictures of what is not allowed, in both games


WORDS = {
    "granada": {"one": "park6", "two": "library5", "last": "arena8", "ring": "school4"},
    "alhambra": {"one": "garden6", "two": "chambers5", "last": "tower8", "ring": "arcades4"},
}
BOTH = pytest.mark.parametrize("game", WORDS)


def words(game: str, rows: str) -> str:
    for name, face in WORDS[game].items():
        rows = rows.replace(name, face)
    return rows


def adding(game: str, rows: str, tile: str, cell: tuple[int, int]) -> set[Rule]:
    start = Family(game)
    city = City.parse(words(game, rows), start)
    return set(city.broken_by_adding(Face.parse(words(game, tile)), Cell(*cell)))


@BOTH
@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_tile_may_not_be_rotated(game: str, turn: int) -> None:
    layout = Layout.parse(words(game, f"@ last~{turn}"), Family(game))
    assert [violation.rule for violation in granada.violations(layout)] == [Rule.SAME_ORIENTATION]


@BOTH
def test_a_side_with_a_moat_may_not_meet_one_without(game: str) -> None:
    assert adding(game, "two .\n@ one/n", "last", (1, 1)) == {Rule.MOATS_MATCH}
    assert adding(game, "two .\n@ one/n", "last/s", (1, 1)) == set()


@BOTH
def test_the_start_tile_counts_as_a_tile_without_moats(game: str) -> None:
    assert adding(game, "@", "last/w", (1, 0)) == {Rule.MOATS_MATCH, Rule.WALKABLE}
    assert adding(game, "@", "last/nes", (1, 0)) == set()


@BOTH
def test_a_tile_must_be_reachable_on_foot(game: str) -> None:
    assert adding(game, "@ one/e", "last/w", (2, 0)) == {Rule.WALKABLE}


@BOTH
def test_a_tile_may_not_touch_with_its_corner_only(game: str) -> None:
    assert adding(game, "@", "last", (1, 1)) == {Rule.WALKABLE, Rule.EDGE_CONTACT}


@BOTH
def test_a_tile_may_not_enclose_an_empty_area(game: str) -> None:
    bay = "ring ring ring\n. . ring\n@ one two"
    assert adding(game, bay, "last", (0, 1)) == {Rule.NO_HOLES}
    assert adding(game, bay, "last", (1, 1)) == set()


@BOTH
def test_a_hole_may_be_larger_than_one_cell_or_open_at_a_corner(game: str) -> None:
    assert adding(game, "ring ring ring ring\n. . . ring\n@ one two ring", "last", (0, 1)) == {Rule.NO_HOLES}
    assert adding(game, "ring . .\nring . ring\n@ one two", "last", (1, 2)) == {Rule.NO_HOLES}
    assert adding(game, "ring . .\nring . .\n@ one .", "last", (2, 0)) == set()
    assert adding(game, "ring ring ring\nring . .\nring @ .", "last", (1, 1)) == {Rule.NO_HOLES}


def test_placing_in_the_right_order_avoids_a_hole(table: Table) -> None:
    city = "school4 hostel4 park4\n. . library5\n@ park6 library8"
    state = table(hands=("b2 g2", "", ""), cities=(city,), yard=("arena2|park3", "market2|hostel3"))
    bought = after(state, "buy 1 with b2", "buy 2 with g2", "stop")
    assert broken(bought, "place arena2 at 0,1") == {Rule.NO_HOLES}
    assert not broken(after(bought, "place market2 at 1,1"), "place arena2 at 0,1")


def test_the_start_tile_and_what_others_need_to_walk_across_stay(table: Table) -> None:
    state = table(cities=("@ park6 library8",), reserves=(("arena4",),))
    assert broken(state, "remove 0,0") == {Rule.START_TILE_STAYS}
    assert broken(state, "swap 0,0 for arena4") == {Rule.START_TILE_STAYS}
    assert broken(state, "remove 1,0") == {Rule.WALKABLE, Rule.EDGE_CONTACT}
    assert broken(state, "remove 5,5") == {Rule.TILE_IS_THERE}
    assert not broken(state, "remove 2,0")
    assert not broken(state, "swap 1,0 for arena4")
    assert broken(state, "add arena4 at 1,0") == {Rule.CELL_IS_FREE}


# Refilling


@pytest.mark.parametrize("game", [GRANADA, ALHAMBRA])
def test_empty_spaces_are_filled_from_the_lowest_number_on(table: Table, game: Game) -> None:
    yard = YARD if game is GRANADA else ("tower8", "garden10", "arcades4", "tower13")
    bag = BAG if game is GRANADA else ("pavilion2", "seraglio3", "arcades5")
    state = table(
        game=game, hands=("g4 g6 y6 y7", "", ""), yard=yard, bags=(bag,), display="b1 b1 b1 b2", marker="even"
    )
    exact = after(state, "buy 2 with g4 g6")
    price = "y6" if game is GRANADA else "y6 y7"
    placing = after(exact, f"buy 4 with {price}", "stop")
    stored = after(placing, *(f"store {pending.tile.up}" for pending in placing.todo[0].tiles))  # type: ignore[attr-defined]  # the tiles to place
    assert stored.yard[1] is None
    one = after(stored, f"draw {bag[1]}")
    assert [str(tile) if tile else None for tile in one.yard] == [yard[0], bag[1], yard[2], None]
    two = after(one, f"draw {bag[0]}")
    assert [str(tile) for tile in two.yard] == [yard[0], bag[1], yard[2], bag[0]]
    assert two.marker == ("odd" if game is GRANADA else None)


def test_a_refill_shows_the_odd_faces_when_the_marker_says_so_and_then_moves_it(table: Table) -> None:
    state = table(hands=("b8", "", ""), yard=YARD, bags=(BAG,), display="b1 b1 b1 b2", marker="odd")
    stored = after(state, "buy 1 with b8", "stop", "store school8/s")
    assert {str(draw.what) for draw, _ in granada.outcomes(stored)} == {
        str(granada.Tile.parse(tile).turned) for tile in BAG
    }
    assert after(stored, "draw school3|park2").marker == "even"


def test_taking_money_moves_no_marker(table: Table) -> None:
    state = table(yard=YARD, bags=(BAG,), display="b1 b1 b1 b2", deck="g9")
    assert after(state, "take b2", "draw g9").marker == state.marker


def test_when_the_deck_is_empty_the_discards_are_shuffled_and_drawn(table: Table) -> None:
    state = table(yard=YARD, bags=(BAG,), display="b1 b1 b1 b2", discard="g5 g6")
    taken = after(state, "take b2")
    assert taken.deck.pools == (Purse.parse("g5 g6"),)
    assert taken.discard == Purse()
    assert len(after(taken, "draw g5").display) == 4


def test_the_discards_wait_until_a_card_is_needed(table: Table) -> None:
    state = table(yard=YARD, bags=(BAG,), display="b1 b1 b1 b2", deck="g3", discard="g5 g6")
    drawn = after(state, "take b2", "draw g3")
    assert len(drawn.deck) == 0
    assert drawn.discard == Purse.parse("g5 g6")


def test_a_flip_payment_can_come_back_in_the_same_turn(table: Table) -> None:
    state = table(hands=("b8 o5", "", ""), yard=YARD, bags=(BAG,), display="b1 b1 b1")
    placed = after(state, "buy 1 with b8", "stop", "flip school8/s paying o5", "place hospital9/s at 1,0")
    assert placed.deck.pools == (Purse.parse("b8 o5"),)


def test_when_deck_and_discards_are_empty_the_display_stays_short(table: Table) -> None:
    state = after(table(yard=YARD, bags=(BAG,), display="b1 b1 b1 b2"), "take b2")
    assert state.mover == 1
    assert len(state.display) == 3


def test_a_scoring_card_is_replaced_scored_after_the_refill_and_gone(table: Table) -> None:
    state = table(
        hands=("b8", "", ""),
        cities=("@ park6/n",),
        yard=YARD,
        bags=(BAG,),
        display="b1 b1 b1",
        deck="g3",
        coming=(Round.A,),
        marker="even",
    )
    drawn = after(state, "buy 1 with b8", "stop", "store school8/s", "draw A")
    assert drawn.points == (0, 0, 0)
    refilled = after(drawn, "draw g3")
    assert refilled.points == (0, 0, 0)
    scored = after(refilled, "draw hostel4|park5")
    assert scored.points == (2, 0, 0)
    assert len(scored.display) == 4
    assert scored.mover == 1


# Scoring


def city_of(building: str, prices: list[int]) -> str:
    """A row of tiles that show a building."""
    return " ".join(["@", *(f"{building}{price}" for price in prices)])


def points_for(table: Table, building: str, which: str, *cities: list[int], **more: object) -> tuple[int, ...]:
    """The points of each seat for a building, when the cities show it at these prices."""
    game = GRANADA if Building(building).family is Family.GRANADA else ALHAMBRA
    state = table(
        game=game, hands=("",) * max(len(cities), 2), cities=[city_of(building, prices) for prices in cities], **more
    )
    row = next(row for row in granada.score(state, which).rows if row.name == building)
    return tuple(row.of(seat) for seat in range(len(cities)))


def test_in_a_the_one_with_most_schools_gets_as_many_points_as_there_are_schools(table: Table) -> None:
    assert points_for(table, "school", "A", [2, 3, 4], [5, 6], [7, 8]) == (7, 0, 0)


def test_in_a_a_tie_goes_to_the_dearest_school(table: Table) -> None:
    assert points_for(table, "school", "A", [2, 3, 11], [4, 5, 13], [6, 7]) == (0, 8, 0)


def test_in_b_the_first_gets_twice_and_the_second_once_the_number_of_schools(table: Table) -> None:
    assert points_for(table, "school", "B", [2, 3, 4, 5], [6, 7, 8], [9, 10]) == (18, 9, 0)


def test_in_c_the_places_get_three_times_twice_and_once_the_number_of_schools(table: Table) -> None:
    assert points_for(table, "school", "C", [2, 3, 4, 9], [5, 6, 7, 12], [8, 10]) == (20, 30, 10)


def test_ties_for_the_second_place_go_to_the_dearest_too(table: Table) -> None:
    assert points_for(table, "school", "C", [4, 5, 6, 7], [2, 3], [8, 11]) == (24, 8, 16)
    assert points_for(table, "school", "C", [2, 3, 5], [4, 6, 13], [7, 9, 8]) == (9, 27, 18)


def test_places_that_nobody_holds_are_given_to_nobody(table: Table) -> None:
    assert points_for(table, "school", "C", [2, 3], [], []) == (6, 0, 0)
    assert points_for(table, "school", "C", [], [], []) == (0, 0, 0)


def test_the_price_matters_only_in_ties(table: Table) -> None:
    assert points_for(table, "school", "A", [2, 3], [13], []) == (3, 0, 0)


@pytest.mark.parametrize(("which", "points"), [("A", (3, 0, 0, 0)), ("B", (10, 3, 0, 0)), ("C", (18, 10, 3, 0))])
def test_the_simplified_scoring_gives_fixed_points(table: Table, which: str, points: tuple[int, ...]) -> None:
    more = {"scoring": "simplified"}
    assert points_for(table, "school", which, [2, 3, 4], [5, 13], [6, 12], [7], **more) == points


def test_ties_in_the_simplified_scoring_go_to_the_dearest(table: Table) -> None:
    assert points_for(table, "school", "B", [2, 4], [3, 9], [], scoring="simplified") == (3, 10, 0)


def test_the_simplified_scoring_leaves_moats_as_they_are(table: Table) -> None:
    cities = ("@ park6/nes",)
    for which in Round:
        plain, simple = (granada.score(table(cities=cities, scoring=s), which) for s in ("normal", "simplified"))
        assert plain.rows[0].of(0) == simple.rows[0].of(0) == 3


def test_tiles_in_a_reserve_count_neither_for_the_value_nor_for_the_rank(table: Table) -> None:
    reserves = (("school9", "school10", "school11"),)
    assert points_for(table, "school", "A", [2], [3, 4], [], reserves=reserves) == (0, 3, 0)


def test_rows_are_scored_in_the_printed_order(table: Table) -> None:
    order = "moats arena bathhouse library hostel hospital market park school district"
    assert [row.name for row in granada.score(table(), "A").rows] == order.split()


def test_a_scoring_explains_itself(table: Table) -> None:
    state = table(cities=("@ school11 school2", "@ school13 school4", "@ park6/ns"))
    scoring = granada.score(state, "A")
    row = next(row for row in scoring.rows if row.name == "school")
    assert row.value == 4
    assert [(s.seat, s.count, s.place, s.price, s.points) for s in row.standings] == [
        (1, 2, 1, 13, 4),
        (0, 2, 2, 11, 0),
    ]
    assert scoring.rows[0].standings[0].edges == ((Cell(1, 0), 0),)
    assert "school" in str(scoring)


# Scoring in the Alhambra


def test_most_chambers_are_worth_four_in_the_first_scoring(table: Table) -> None:
    assert points_for(table, "chambers", "A", [5, 6], [7], []) == (4, 0, 0)


def test_towers_are_worth_thirteen_and_six_in_the_second_scoring(table: Table) -> None:
    assert points_for(table, "tower", "B", [7, 8], [9], []) == (13, 6, 0)


def test_two_with_equally_many_towers_share_nineteen_points_rounded_down(table: Table) -> None:
    assert points_for(table, "tower", "B", [7, 8, 9, 10], [11, 12, 13, 7], []) == (9, 9, 0)


def test_pavilions_are_worth_sixteen_eight_and_one_in_the_third_scoring(table: Table) -> None:
    assert points_for(table, "pavilion", "C", [2, 3, 4], [5, 6], [7]) == (16, 8, 1)


@pytest.mark.parametrize(("building", "least"), [("pavilion", 1), ("seraglio", 2), ("arcades", 3), ("chambers", 4)])
def test_the_table_of_points_of_the_alhambra(table: Table, building: str, least: int) -> None:
    cities = ([5, 6, 7], [8, 5], [6])
    assert points_for(table, building, "A", *cities) == (least, 0, 0)
    assert points_for(table, building, "B", *cities) == (least + 7, least, 0)
    assert points_for(table, building, "C", *cities) == (least + 15, least + 7, least)


def test_ties_in_the_alhambra_pool_the_places_that_exist(table: Table) -> None:
    assert points_for(table, "tower", "A", [7], [8], []) == (3, 3, 0)
    assert points_for(table, "pavilion", "A", [2], [3], []) == (0, 0, 0)
    assert points_for(table, "tower", "B", [7], [8], [9]) == (6, 6, 6)
    assert points_for(table, "tower", "B", [7, 8], [9], [10]) == (13, 3, 3)
    assert points_for(table, "tower", "C", [7], [8], [9], [10]) == (10, 10, 10, 10)
    assert points_for(table, "garden", "C", [6, 7], [8, 9], [10]) == (16, 16, 5)
    assert points_for(table, "garden", "C", [6, 7, 8], [9, 10], [11, 12], [6]) == (20, 8, 8, 0)


def test_an_eight_edge_wall_round_an_alhambra() -> None:
    city = City.of(
        {
            Cell(1, 0): Face.parse("garden6/n"),
            Cell(2, 0): Face.parse("garden7/ne"),
            Cell(2, -1): Face.parse("garden8/es"),
            Cell(1, -1): Face.parse("garden9/s"),
            Cell(0, -1): Face.parse("garden10/sw"),
            Cell(-1, 0): Face.parse("tower7"),
            Cell(-1, 1): Face.parse("tower8/ne"),
            Cell(0, 1): Face.parse("tower9/w"),
        }
    )
    assert len(city.longest()) == 8


@BOTH
@pytest.mark.parametrize(
    ("rows", "length"),
    [
        ("@", 0),
        ("@ one/n two/ne", 3),
        ("@ one/nes", 3),
        (". . two/w\n@ one/n ring", 2),
        (". . two/new\n@ one/n ring/e", 5),
        ("ring/nw one/n two/ne\nring/w @ two/e\nlast/sw last/s last/es", 12),
        ("ring/nw one/n two/ne\nring/w @ two/e\nlast/sw last/s last/e", 11),
        ("@ one/ne ring/nw\n. two ring", 2),
        ("one/nw @ two/nes", 3),
        ("@ one/n ring two/n", 1),
        ("one/n @ two/n", 1),
    ],
)
def test_the_longest_moat_of_small_cities(game: str, rows: str, length: int) -> None:
    assert len(City.parse(words(game, rows), Family(game)).longest()) == length


# The end


def test_the_last_refill_fills_the_lowest_space_and_ends_the_game(table: Table) -> None:
    state = table(
        hands=("g4 g6 y6", "", ""), yard=YARD, bags=(("park2|school3",),), display="b1 b1 b1 b2", marker="even"
    )
    placing = after(state, "buy 2 with g4 g6", "buy 4 with y6", "stop", "store arena10", "store park6")
    ended = after(placing, "draw park2|school3")
    assert ended.yard[1] == granada.Tile.parse("park2|school3")
    assert ended.over


def test_an_empty_bag_does_not_end_the_game_while_the_yard_is_full(table: Table) -> None:
    state = after(table(yard=YARD, display="b1 b1 b1 b2", deck="g9"), "take b2", "draw g9")
    assert state.mover == 1
    full = table(hands=("b8", "", ""), yard=YARD, bags=(("park2|school3",),), display="b1 b1 b1 b2", marker="even")
    state = after(full, "buy 1 with b8", "stop", "store school8/s", "draw park2|school3")
    assert not state.over
    assert state.bags == ((),)


def the_last_purchase(table: Table, *hands: str, **more: object) -> State:
    """A seat buys the tile of space 1, and the bag is empty."""
    first, *others = hands
    state = table(hands=(f"b8 {first}", *others), yard=YARD, display="b1 b1 b1 b2", **more)
    return after(state, "buy 1 with b8", "stop", "store school8/s")


def test_a_left_over_tile_goes_to_whoever_has_most_money_of_its_currency_and_costs_nothing(table: Table) -> None:
    state = the_last_purchase(table, "g9", "g7 o1", "y2 y3")
    assert state.actor == 0
    assert legal(state) >= {"store arena10", "place arena10 at 1,0"}
    second = after(state, "store arena10")
    assert second.players[0].hand == Purse.parse("g9")
    assert second.players[0].reserve == tuple(sorted(map(Face.parse, ("arena10", "school8/s"))))
    assert second.actor == 1
    third = after(second, "place library4 at 1,0")
    assert third.actor == 2
    assert after(third, "store park6").over


def test_the_value_of_the_cards_decides_not_their_number(table: Table) -> None:
    state = the_last_purchase(table, "g9", "g1 g2 g3", "")
    assert state.actor == 0


def test_a_tile_for_which_the_richest_are_tied_stays(table: Table) -> None:
    state = the_last_purchase(table, "g4 g5", "g9", "o1")
    assert state.actor == 2
    ended = after(state, "store library4")
    assert ended.over
    assert [str(tile) if tile else None for tile in ended.yard] == [None, YARD[1], None, YARD[3]]


def test_an_awarded_tile_is_neither_flipped_nor_given_away(table: Table) -> None:
    state = the_last_purchase(table, "g9 y9", "", dirk=("hostel2",))
    assert broken(state, "flip arena10 paying y9") == {Rule.AWARDS_ARE_NOT_FLIPPED}
    assert broken(state, "store market11") == {Rule.AWARDS_ARE_NOT_FLIPPED}
    assert broken(state, "place market11 at 1,0") == {Rule.AWARDS_ARE_NOT_FLIPPED}
    assert Rule.GIFTS_TO_DIRK in broken(state, "give arena10")


@pytest.mark.parametrize(("does", "points"), [("store", (0, 21, 14, 7)), ("place", (0, 24, 16, 8))])
def test_declining_a_left_over_tile_can_be_better_than_building_it(
    table: Table, does: str, points: tuple[int, ...]
) -> None:
    state = table(
        hands=("b8 g9", "", "", ""),
        cities=("@", city_of("arena", [2, 3, 4]), city_of("arena", [5, 9]), city_of("arena", [6, 7])),
        yard=("school8|hospital9/s", "arena10|market11"),
        display="b1 b1 b1 b2",
    )
    awarded = after(state, "buy 1 with b8", "stop", "store school8/s")
    ended = after(awarded, "store arena10" if does == "store" else "place arena10 at 1,0")
    assert ended.over
    assert ended.points == points


def test_a_scoring_card_drawn_in_the_last_refill_is_scored_before_the_end(table: Table) -> None:
    state = table(
        hands=("b8", "", ""),
        cities=(city_of("arena", [2, 3]), city_of("arena", [4])),
        yard=YARD,
        display="b1 b1 b1",
        deck="g3",
        coming=(Round.B,),
    )
    ended = after(state, "buy 1 with b8", "stop", "store school8/s", "draw B", "draw g3")
    assert ended.over
    assert ended.points == (2 * 3 + 3 * 3, 3 + 2 * 3, 0)


def test_the_last_scoring_takes_place_even_if_the_others_did_not(table: Table) -> None:
    state = the_last_purchase(table, "", "", "", cities=(city_of("arena", [2, 3]),))
    assert state.over
    assert state.points == (6, 0, 0)


def test_players_with_equally_many_points_share_the_victory(table: Table) -> None:
    ended = the_last_purchase(table, "", "", "", cities=("@ arena2/n", "@ park2/n"))
    assert ended.points == (4, 4, 0)
    assert granada.winners(ended) == (0, 1)


def test_there_is_no_winner_before_the_end(table: Table) -> None:
    with pytest.raises(granada.InvalidState):
        granada.winners(table())


# Two players


def test_after_a_dirk_gets_six_tiles_as_the_marker_shows_and_does_not_move_it(table: Table) -> None:
    more = ("bathhouse2|park3", "bathhouse4|hostel5", "hospital6|arena7/n", "district8|park9")
    state = table(hands=("b8", ""), yard=YARD, bags=((*BAG, *more),), display="b1 b1 b1", deck="g3", coming=(Round.A,))
    drawn = after(state, "buy 1 with b8", "stop", "store school8/s", "draw A", "draw g3", "draw school3|park2")
    assert drawn.marker == "even"
    rng = Random(1)
    for left in range(6, 0, -1):
        assert drawn.dirk
        assert len(drawn.dirk.faces) == 6 - left
        assert all(draw.what.up.price % 2 == 0 for draw, _ in granada.outcomes(drawn))  # type: ignore[union-attr]  # tiles
        drawn = _drawn(drawn, rng)
    assert drawn.actor == 1
    assert drawn.marker == "even"


@pytest.mark.parametrize(("in_the_bag", "share"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_after_b_dirk_gets_a_third_of_the_bag_rounded_down(table: Table, in_the_bag: int, share: int) -> None:
    state = table(
        hands=("", ""), yard=YARD, bags=(BAG[:in_the_bag],), display="b1 b1 b1 b2", deck="g3", coming=(Round.B,)
    )
    drawn = after(state, "take b2", "draw B", "draw g3")
    dealt = granada.deal(drawn, Random(0))
    assert dealt.dirk
    assert len(dealt.dirk.faces) == share
    assert len(dealt.bags[0]) == in_the_bag - share
    assert not dealt.over


def test_after_a_dirk_gets_no_more_than_there_is_and_the_game_goes_on(table: Table) -> None:
    state = table(hands=("", ""), yard=YARD, bags=(BAG[:4],), display="b1 b1 b1 b2", deck="g3", coming=(Round.A,))
    dealt = granada.deal(after(state, "take b2", "draw A", "draw g3"), Random(0))
    assert dealt.dirk
    assert len(dealt.dirk.faces) == 4
    assert dealt.actor == 1


def test_dirk_takes_part_in_majorities_and_their_ties_but_has_no_moats(table: Table) -> None:
    state = table(
        hands=("", ""),
        cities=(city_of("school", [2, 7]), city_of("school", [4, 5])),
        dirk=("school6", "school13", "park6/nes"),
    )
    first, last = granada.score(state, "A"), granada.score(state, "C")
    schools = [next(row for row in scoring.rows if row.name == "school") for scoring in (first, last)]
    assert [schools[0].of(seat) for seat in (None, 0, 1)] == [6, 0, 0]
    assert [schools[1].of(seat) for seat in (None, 0, 1)] == [18, 12, 6]
    assert first.rows[0].of(None) == 0
    assert first.dirk == 7


def test_the_value_of_a_building_counts_dirks_tiles(table: Table) -> None:
    state = table(hands=("", ""), cities=(city_of("school", [2]),), dirk=("school6", "school8", "school13"))
    assert granada.score(state, "A").dirk == 4


def test_a_bought_tile_is_given_to_dirk_as_it_is_or_flipped_for_three(table: Table) -> None:
    state = table(hands=("b8 o3", ""), yard=YARD, bags=(BAG,), display="b1 b1 b1 b2")
    bought = after(state, "buy 1 with b8", "stop")
    assert not broken(bought, "give school8/s")
    assert broken(bought, "give hospital9/s") == {Rule.GIFTS_KEEP_THEIR_FACE}
    given_away = after(bought, "flip school8/s paying o3", "give hospital9/s")
    assert given_away.dirk
    assert given_away.dirk.faces == (Face.parse("hospital9/s"),)


def test_three_players_give_nothing_away(table: Table) -> None:
    bought = after(table(hands=("b8", "", ""), yard=YARD), "buy 1 with b8", "stop")
    assert broken(bought, "give school8/s") == {Rule.GIFTS_TO_DIRK}


def test_dirk_wins_nothing(table: Table) -> None:
    ended = the_last_purchase(table, "", "", dirk=("hostel2", "hostel4", "market6"), cities=("@ arena2/n",))
    assert ended.dirk
    assert ended.dirk.points > max(ended.points)
    assert granada.winners(ended) == (0,)


def test_an_action_at_a_draw_and_a_draw_at_an_action_are_out_of_phase(table: Table) -> None:
    state = table(yard=YARD, bags=(BAG,), display="b1 b1 b1 b2", deck="g9")
    assert broken(state, "draw g9") == {Rule.IN_ITS_PHASE}
    taken = after(state, "take b2")
    assert broken(taken, "take b1") == {Rule.IN_ITS_PHASE}
    assert broken(taken, "draw b9") == {Rule.DRAW_CAN_COME}
    assert list(granada.broken(taken, Draw(Round.A))) == [Rule.DRAW_CAN_COME]
