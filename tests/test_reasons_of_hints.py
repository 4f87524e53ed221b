"""Why a hint is a good one: whatever the page can propose has a reason, and a reason is true."""

from __future__ import annotations

from typing import Any

import pytest

from granada.board import CURRENCIES, Building
from granada.browser.hints import BUREAU, COUNTS, EXACTLY, LACKS, NOTHING_EXACT, PAYS, PLAYED, hint_data
from granada.browser.table_data import events_data
from granada.game import Action, game_named, richest
from granada.judging import judge
from granada.languages import ENGLISH
from granada.questions import ApplyQuestion
from granada.words import Words
from tests.test_play_in_the_browser import ALL, Page, played

YARD = ["arena2|park3", "school4|park5", "library6|park7", "district8|park9"]


def reason(do: str, hand: str = "", **table: Any) -> str:
    """Why seat 1 should do something."""
    seats = [{"hand": hand}, {}, {}]
    position = {"game": "granada", "yard": YARD, "display": "b1 g3 o4 y2", "seats": seats, **table}
    asked = judge({"kind": "apply", "state": position, "do": do})
    assert asked.legal, asked.answer
    assert isinstance(asked.asked, ApplyQuestion)
    why: str = hint_data(asked.asked.state, 0, Action.parse(do), Words(game=game_named("granada")))["why"]
    return why


def test_a_hint_to_take_money_names_the_tile_that_it_goes_for_and_what_is_lacking() -> None:
    nothing = NOTHING_EXACT[1]
    assert reason("take b1") == f"{LACKS[1].format(number=1, tile='an arena for 2 (blue)')} {nothing}"
    assert reason("take b1", "b1") == f"{EXACTLY[1].format(tiles='an arena for 2 (blue)')} {nothing}"
    assert reason("take g3", "g2") == f"{PAYS[1].format(tiles='a school for 4 (green)')} {nothing}"
    assert reason("take g3", "g2 b2") == PAYS[1].format(tiles="a school for 4 (green)")
    assert reason("take b1", "b2") == "Your money grows by 1."
    assert reason("take b1", yard=["", *YARD[1:]]) == nothing
    bureaus: dict[str, Any] = {"modules": ["exchange"], "display": "b/g o4"}
    assert reason("take b/g", "b3 g1", **bureaus) == f"{EXACTLY[1].format(tiles='a school for 4 (green)')} {nothing}"
    assert reason("take b/g", "b2", **bureaus) == BUREAU[1]
    assert reason("take b/g", **bureaus) == f"{BUREAU[1]} {nothing}"


def test_a_hint_that_brings_no_points_tells_how_many_one_then_has() -> None:
    seats = [{"hand": "b2"}, *({"city": {"0,1": f"arena{price}", "0,2": f"arena{price + 2}"}} for price in (4, 8, 9))]
    assert reason("buy 1 with b2", seats=seats, players=4) == COUNTS[1].format(own=1, most=2, row="arena")
    assert reason("buy 1 with b2", "b2").startswith("If a scoring came now, you would get ")


@pytest.mark.parametrize("game", ["granada", "alhambra", "combined"])
def test_whatever_a_hint_can_propose_has_a_reason(game: str) -> None:
    page, told = Page(), dict[str, set[str]]()
    modules = ALL if game != "granada" else ("vizier", "exchange")
    for table in played(page, page.begin(game, modules, "you", "builder"), turns=24):
        state = page.session.state
        words = Words(ENGLISH, state.setup.game, state.players[0].city)
        for deed in {each["verb"]: each for each in table["legal"]}.values():
            why = hint_data(state, 0, Action.parse(deed["action"]), words)["why"]
            told.setdefault(deed["verb"], set()).add(why)
    assert {verb for verb, each in told.items() if PLAYED[1] in each or "" in each} <= {"give", "decline"}
    assert {"take", "buy", "place", "store", "remove", "decline", "reactivate", "add"} <= set(told)


@pytest.mark.long
def test_what_is_awarded_at_the_end_tells_who_had_how_much_money() -> None:
    page = Page()
    *_, table = played(page, page.begin("granada", (), "you", "builder", "builder", names=["Red", "", "Blue"]))
    session = page.session
    told = [each for each in events_data(session, 0, len(session.steps), ENGLISH) if each["kind"] == "awarded"]
    assert table["over"]
    assert told
    for each in told:
        currency = CURRENCIES[each["space"] - 1]
        hands = [player.hand.total(currency) for player in session.state.players]
        amounts = f"Red has {hands[0]}, seat 2 has {hands[1]} and Blue has {hands[2]}"
        assert each["words"].endswith(f" (money in {currency.name.lower()}: {amounts})")
        assert each["winner"] == richest(tuple(player.hand for player in session.state.players), each["space"])


@pytest.mark.long
def test_a_scoring_of_a_game_tells_what_huts_and_bonus_cards_count_beyond_the_buildings() -> None:
    page, found = Page(), set[str]()
    *_, table = played(page, page.begin("alhambra", ("huts", "bonus"), "you", "builder"))
    session = page.session
    events = events_data(session, 0, len(session.steps), ENGLISH)
    for ended in (each for each in events if each["kind"] == "scoring-ended"):
        for row in ended["scoring"]["rows"]:
            for each in (each for each in row["standings"] if each.get("beyond")):
                city = session.states[ended["step"]].players[each["seat"]].city
                built = len(city.of_building(Building(row["name"])))
                assert each["count"] == built + sum(each["beyond"].values())
                found |= set(each["beyond"])
    assert table["over"]
    assert found == {"huts", "bonus"}
