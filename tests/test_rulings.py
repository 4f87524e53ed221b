"""The readings that a table can choose: what each of them changes, and that it changes nothing else."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

import granada
from granada import ALHAMBRA, COMBINED, GRANADA, Round, Rule, Rulings
from granada.game import GAMES
from granada.questions.positions import read_position
from granada.questions.question import StateQuestion
from granada.rulebook import BOOKS, EDITIONS, book_of, differences
from granada.spec.suite import cases
from granada.steps import EndTest, Favour, NextTurn
from tests.refusing import refused
from tests.rules.tables import BAG, YARD, Table, after, broken


@pytest.mark.parametrize(("limit", "found"), [(5, set()), (4, {Rule.TAKE_SEVERAL_UP_TO_FIVE})])
def test_several_cards_are_worth_up_to_five_or_in_italian_four(table: Table, limit: int, found: set[Rule]) -> None:
    state = table(display="b2 g3 o1 y9", rulings=Rulings(several_cards_limit=limit))
    assert broken(state, "take b2 g3") == found
    assert not broken(state, "take g3 o1")
    assert not broken(state, "take y9")
    assert ("take b2 g3" in map(str, granada.legal_actions(state))) == (not found)


def test_a_flip_is_paid_by_a_sum_or_by_the_french_text_with_one_card(table: Table) -> None:
    for one_card, found in ((False, set()), (True, {Rule.FLIP_COSTS_THREE})):
        rulings = Rulings(flip_by_one_card=one_card)
        state = table(hands=("b4 b8 o1 o2 y4", "", ""), yard=YARD, rulings=rulings)
        bought = after(state, "buy 1 with b8", "stop")
        assert broken(bought, "flip school8/s paying o1 o2") == found
        assert not broken(bought, "flip school8/s paying y4")
        assert broken(bought, "flip school8/s paying o2 y4") == {Rule.FLIP_IN_ONE_CURRENCY, *found}
        flips = [str(action) for action in granada.legal_actions(bought) if str(action).startswith("flip")]
        sums = [] if one_card else ["flip school8/s paying o1 o2"]
        assert flips == ["flip school8/s paying b4", *sums, "flip school8/s paying y4"]


def test_no_foreign_card_can_be_withheld_where_too_much_is_paid_with_a_bureau() -> None:
    position = {"game": "alhambra", "modules": ["exchange"], "yard": ["arcades5/nw", "", "", ""]}
    state = read_position({**position, "rulings": {"bureau_exact": False}, "seats": [{"hand": "b/g b1 g2 g4 g9"}]})
    assert [str(action) for action in granada.legal_actions(state) if isinstance(action, granada.Buy)] == [
        "buy 1 with b/g b1 g4",
        "buy 1 with b/g g2 g4",
        "buy 1 with b/g g9",
    ]


def test_a_scoring_comes_after_the_tiles_or_before_them(table: Table) -> None:
    for before_tiles in (False, True):
        state = table(
            hands=("b8", ""),
            cities=("@ park8/n",),
            yard=YARD,
            bags=(BAG,),
            display="b1 b1 b1",
            deck="g3",
            coming=(Round.B,),
            rulings=Rulings(score_before_tiles=before_tiles),
        )
        drawn = after(state, "buy 1 with b8", "stop", "store school8/s", "draw B", "draw g3")
        assert (drawn.points[0] > 0) == before_tiles
        dealt = granada.deal(drawn, Random(0))
        assert dealt.dirk
        assert dealt.points[0] > 0
        assert {face.price % 2 for face in dealt.dirk.faces} == ({1} if before_tiles else {0})
        assert len(dealt.dirk.faces) == (2 if before_tiles else 1)


@pytest.mark.parametrize("last", [3, 5])
def test_the_last_simplified_place_is_worth_three_or_in_italian_five(table: Table, last: int) -> None:
    cities = ("@ school2 school3 school4", "@ school5 school6", "@ school7")
    state = table(cities=cities, scoring="simplified", rulings=Rulings(simplified_second=last))
    rows = {which: granada.score(state, which).rows[8] for which in Round}
    assert [rows[Round.A].of(seat) for seat in range(3)] == [3, 0, 0]
    assert [rows[Round.B].of(seat) for seat in range(3)] == [10, last, 0]
    assert [rows[Round.C].of(seat) for seat in range(3)] == [18, 10, last]


def test_dirk_wins_nothing_or_keeps_the_others_from_winning(table: Table) -> None:
    for may_win, winners in ((False, (0,)), (True, ())):
        state = table(
            hands=("b8", ""),
            cities=("@ arena2/n",),
            dirk=("hostel2", "hostel4", "market6"),
            yard=YARD,
            display="b1 b1 b1 b2",
            rulings=Rulings(dirk_may_win=may_win),
        )
        ended = after(state, "buy 1 with b8", "stop", "store school8/s")
        assert ended.over
        assert granada.winners(ended) == winners


def test_the_combined_game_ends_when_a_space_is_wholly_empty_or_half_empty(table: Table) -> None:
    yard = [
        *("tower8", "school8|hospital9/s", "garden10", "arena10|market11"),
        *("arcades4", "library4|district5", "tower13", "park6|arena7"),
    ]
    for half in (False, True):
        state = table(
            game=COMBINED, hands=("b8", "", ""), yard=yard, display="b1 b1 b1 b2", rulings=Rulings(half_empty_ends=half)
        )
        bought = after(state, "buy 1a with b8", "stop", "store tower8")
        assert bought.over == half
        assert bought.mover == (0 if half else 1)


def test_only_the_offered_readings_can_be_chosen() -> None:
    refused(granada.InvalidState, lambda: Rulings(several_cards_limit=6), lambda: Rulings(hut_cap=0))
    careless: list[dict[str, Any]] = [{"several_cards_limit": True}, {"several_cards_limit": "5"}, {"house_rule": True}]
    careless += [{"flip_by_one_card": 1}, {"bureau_exact": None}]
    refused(TypeError, *(partial(Rulings, **each) for each in careless))


@pytest.mark.parametrize(("edition", "game"), EDITIONS)
def test_an_edition_is_the_readings_that_its_book_prints(edition: str, game: str) -> None:
    book = book_of(edition, game)
    printed = [each for each in differences() if each.book == book.name and game in each.games]
    chosen: dict[str, Any] = {name: value for each in printed if not each.reason for name, value in each.chosen.items()}
    assert Rulings.edition(edition, game) == Rulings.edition(edition, GAMES[game]) == Rulings(**chosen)
    left_out = Rulings.unplayable(edition, game)
    assert left_out == tuple(each for each in printed if each.slip or each.unplayable)
    assert all(each.reason for each in left_out)


def test_every_book_has_an_edition_of_each_of_its_games() -> None:
    assert list(EDITIONS) == [
        *(("hu", "granada"), ("nl", "granada"), ("it", "granada"), ("fr", "granada")),
        *(("hu", "alhambra"), ("fr", "alhambra"), ("fr", "combined")),
    ]
    assert {(book.language, game) for book in BOOKS for game in book.games} == set(EDITIONS)


@pytest.mark.parametrize(
    ("edition", "game"), [("en", "granada"), ("it", "alhambra"), ("hu", "combined"), ("fr", "Granada" * 99)]
)
def test_an_edition_that_is_not_known_is_refused(edition: str, game: str) -> None:
    refused(granada.InvalidState, lambda: Rulings.edition(edition, game), lambda: Rulings.unplayable(edition, game))


@pytest.mark.parametrize(("edition", "game"), [(5, "granada"), ("it", None), ("it", ["granada"]), (None, GRANADA)])
def test_what_is_no_edition_or_no_game_is_refused_with_its_type(edition: Any, game: Any) -> None:
    refused(TypeError, lambda: Rulings.edition(edition, game), lambda: Rulings.unplayable(edition, game))


@pytest.mark.parametrize(
    "rulings",
    [
        Rulings(),
        Rulings(several_cards_limit=4, flip_by_one_card=True, score_before_tiles=True),
        Rulings(simplified_second=5, dirk_may_win=True, half_empty_ends=True, bureau_exact=False, hut_cap=4),
    ],
)
@pytest.mark.parametrize("game", [GRANADA, ALHAMBRA, COMBINED])
def test_a_game_with_other_readings_is_played_to_its_end_and_written_down(game: granada.Game, rulings: Rulings) -> None:
    rng = Random(5)
    state = granada.deal(granada.new_game(2, game, rulings=rulings), rng)
    assert granada.from_json(granada.to_json(state), granada.State).rulings == rulings
    while not state.over:
        legal = granada.legal_actions(state)
        state = granada.deal(granada.apply(state, legal[rng.randrange(len(legal))]), rng)
    assert eval(repr(rulings), {"Rulings": Rulings}) == rulings


@pytest.mark.parametrize("modules", [[], ["exchange"]])
def test_who_can_pay_exactly_may_not_overpay_whatever_modules_say_of_payments(modules: list[str]) -> None:
    question = {
        "kind": "buy",
        "game": "alhambra",
        "modules": modules,
        "rulings": {"overpay_by_need": True},
        "tile": "tower7",
        "hand": "b7 b9",
        "do": "buy 1 with b9",
    }
    assert granada.judge(question).answer["broken"] == ["pay-at-least-the-price"]


def test_a_position_is_asked_again_with_the_window_where_the_other_reading_has_it() -> None:
    name = "vizier-rests-at-the-end/as-long-as-the-yard-is-full-there-is-a-window"
    asked = next(case.asked for case in cases() if case.id == name)
    assert isinstance(asked, StateQuestion)
    lasting = asked.under(Rulings(vizier_until_awards=True))
    assert [type(step) for step in asked.state.todo] == [Favour, NextTurn]
    assert [type(step) for step in lasting.state.todo] == [Favour, EndTest, NextTurn]
    assert lasting.under(Rulings()) == asked
