"""The table in the browser, by its messages: what is forbidden and why, payments, links, bad messages and words."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from attrs import evolve

import granada
from granada.board import Purse, Round
from granada.browser.host import LONGEST_RECORD
from granada.browser.messages import followed
from granada.browser.pointing import NOWHERE, meant
from granada.events import EndBegun, ScoringEnded
from granada.game import GAMES, Action, Border, Longest, Majority, plans
from granada.languages import Language, codes
from granada.rulebook import EDITIONS, Rule, sentence_of
from tests.fuzz.making import changed_json, changed_text
from tests.pseudo_translation import bypassing
from tests.test_play_in_the_browser import ALL, Data, Page, chosen

TOLD = ("words", "told", "moment", "why", "said", "sentence", "title", "refused")
"""The parts of answers that are told in words."""
HOSTILE: tuple[Data, ...] = (
    {"bots": 5},
    {"bots": ["person"] * 7},
    {"bots": [[], {}]},
    {"bots": ["my.module:Class", "search:999999999"]},
    {"seed": "x" * 10_000, "undo": [], "seconds": 1e300},
    {"seed": {}, "seconds": -1},
    {"seconds": True},
)
"""What a record may say of those who played it."""


def test_what_is_forbidden_is_explained_and_marked() -> None:
    page = Page()
    table = page.until(page.begin(), lambda table: any(each["verb"] == "place" for each in table["legal"]))
    face = next(each["face"] for each in table["legal"] if each["verb"] == "place")
    sites = {each["cell"] for each in table["legal"] if each.get("face") == face and each["verb"] == "place"}
    cells = [f"{x},{y}" for x in range(-3, 4) for y in range(-3, 4)]
    asked = {cell: page.ask("why", action=f"place {face} at {cell}") for cell in cells}
    assert {cell for cell, why in asked.items() if not why["rules"]} == sites
    for cell, why in asked.items():
        if why["rules"]:
            rules = [Rule.named(each["rule"]) for each in why["rules"]]
            assert [each["said"] for each in why["rules"]] == [sentence_of(rule, None, "granada") for rule in rules]
            assert why["sentence"].startswith("This is not allowed: ")
            assert why["scene"]["marked"] == why["marks"] != [], cell
    assert page.ask("why", action="take b1")["rules"][0]["rule"] == "in-its-phase"


def test_the_table_reads_the_rules_as_its_edition_does() -> None:
    page = Page()
    for edition, limit in (("it", 4), (None, 5)):
        table = page.until(
            page.begin("granada", (), "you", "builder", edition=edition),
            lambda table: (
                table["legal"] and table["moment"].startswith("Take") and _pair_of_five(table["display"]) is not None
            ),
        )
        pair = _pair_of_five(table["display"])
        why = page.ask("why", action=f"take {pair}")
        assert bool(why["rules"]) is (limit == 4)
        assert all("at most 4" in each["said"] for each in why["rules"])


def _pair_of_five(display: list[str]) -> str | None:
    """Two cards that are worth five together."""
    pairs = [(first, second) for first in display for second in display if first < second]
    return next((f"{a} {b}" for a, b in pairs if {a[1:], b[1:]} in ({"1", "4"}, {"2", "3"})), None)


def _overpaid(table: Data) -> tuple[str, str] | None:
    """A purchase with a card more than it needs, and that card."""
    for buy in table["legal"]:
        for card in table["hand"] if buy["verb"] == "buy" else ():
            if card[0] == buy["cards"][0][0] and card not in buy["cards"]:
                return f"{buy['action']} {card}", card
    return None


def test_whoever_pays_with_a_card_too_many_is_told_so_and_heard() -> None:
    page = Page()
    table = page.until(page.begin(), lambda table: _overpaid(table) is not None)
    action, spare = _overpaid(table) or ("", "")
    assert action not in {each["action"] for each in table["legal"]}
    buy = Action.parse(action)
    assert isinstance(buy, granada.Buy)
    found = page.ask("why", things=[f"slot {buy.where}", *(f"hand {card}" for card in buy.cards)])
    assert found["rules"] == []
    assert found["deed"]["action"] == str(buy)
    assert found["deed"]["excess"] > 0
    after = page.ask("do", action=found["deed"]["action"])["table"]
    assert after["hand"].count(spare) == table["hand"].count(spare) - 1


def _why(page: Page, *things: str) -> tuple[str, list[str]]:
    """What is told to somebody who points at things."""
    found = page.ask("why", things=list(things))
    return found["sentence"], [each["rule"] for each in found["rules"]]


def test_whoever_points_at_what_is_not_lit_is_told_why() -> None:
    page = Page()
    table = page.until(page.begin(), lambda table: table["legal"] and not table["pending"])
    bought = {each["slot"] for each in table["legal"] if each["verb"] == "buy"}
    for slot in (each["slot"] for each in table["yard"] if each["slot"] not in bought):
        said, rules = _why(page, f"slot {slot}")
        assert rules == ["pay-at-least-the-price"]
        assert re.fullmatch(r"it costs \d+, and you have \d+ in this currency", said)
    paid = {card for each in table["legal"] if each["verb"] == "buy" for card in each["cards"]}
    idle = [card for card in table["hand"] if card not in paid]
    assert idle
    assert all(_why(page, f"hand {card}")[1] == ["pay-at-least-the-price"] for card in idle)
    assert _why(page, "cell 3,3") == ("first choose what you want to build here", [])
    table = page.until(table, lambda table: table["legal"] and table["pending"] and "Paid" in table["moment"])
    assert _why(page, f"placing {table['pending'][0]['tile']}")[1] == ["in-its-phase"]
    table = page.until(table, lambda table: table["moment"].startswith("Build") and table["legal"])
    assert ": build" in _why(page, "cell 9,9")[0]
    state, seat = page.session.state, table["viewer"]
    school = evolve(state.players[seat], reserve=(granada.Face.parse("school4"),))
    page.session.states[-1] = state.with_player(seat, school)
    assert _why(page, "reserve school4") == (NOWHERE[1], ["in-its-phase"])
    for bad in ([], ["nothing"], "hand b1", [f"hand {card}" for card in "bgoy"] * 20, ["slot 9"], ["cell x"], None):
        assert page.ask("why", things=bad)["flaws"]


@pytest.mark.parametrize("code", codes())
def test_an_edition_is_named_by_its_book(code: str) -> None:
    for language, game in EDITIONS:
        about = {"seats": ["you", "builder"], "game": game, "edition": language, "language": code}
        told = Page().ask("begin", **about)["table"]["told"]
        assert "_" not in told, told


def test_a_tile_too_dear_is_asked_about_in_its_currency() -> None:
    page = Page()
    page.until(page.begin("granada", ("exchange",), "you", "builder"), lambda table: table["legal"])
    state, seat = page.session.state, page.session.viewer or 0
    poor = evolve(state.players[seat], hand=Purse.parse("b1 b/g g1"))
    view = granada.observe(state.with_player(seat, poor), seat)
    assert str(meant(view, {"slot": ["1"]})) == "buy 1 with b1"
    assert str(meant(view, {"slot": ["3"]})) == "buy 3 with"
    assert str(meant(view, {"hand": ["b/g"]})) in {"buy 1 with b/g b1 g1", "buy 2 with b/g b1 g1"}


# Payments, editions, own tiles, links


def test_the_cheapest_payment_comes_first() -> None:
    page, found = Page(), 0
    table = page.begin("granada", (), "you", "builder")
    while not found:
        for slot in {each["slot"] for each in table["legal"] if each["verb"] == "buy"}:
            paid = [each for each in table["legal"] if each.get("slot") == slot]
            totals = [Purse.parse(" ".join(each["cards"])).total() for each in paid]
            assert totals == sorted(totals)
            listed = [each for each in page.session.seen.legal_actions() if isinstance(each, granada.Buy)]
            others = [each.cards.total() for each in listed if each.where == slot]
            found += others != totals  # which is another order than that of the rules
        action = table["legal"][0]["action"] if table["legal"] else ""  # money is taken as long as there is some
        table = (page.ask("do", action=action) if action else page.ask("think"))["table"]


def test_ones_own_tiles_are_played_with() -> None:
    page = Page()
    text = granada.board.tile_sets.data_file("granada-1").read_text(encoding="utf-8")
    turned = "\n".join(line.replace(",n\n", ",s\n") for line in text.splitlines(keepends=True)).replace("\n\n", "\n")
    table = page.begin(tiles={"granada": turned})
    assert page.session.setup.tiles is not None
    assert page.session.setup.tiles[0].name is None
    again = Page().ask("resume", name=table["name"], record=page.session.text)["table"]
    assert again == table
    assert "columns" in page.ask("begin", tiles={"granada": "x,y\n1,2\n"})["flaws"][0]
    assert page.ask("begin", tiles={"alhambra": turned})["flaws"]


def test_a_position_is_looked_at_with_all_cards_open() -> None:
    page = Page()
    table = page.until(page.begin(), lambda table: table["turn"] == 5)
    page.ask("link", what="position")
    state = granada.from_json(page.given, granada.State)
    assert state == page.session.state
    found = Page()
    shown = found.ask("open", record=page.given)["table"]
    assert (shown["closed"], shown["legal"], shown["viewer"], shown["cover"]) == (True, [], None, None)
    assert [each["city"] for each in shown["seats"]] == [each["city"] for each in table["seats"]]
    assert all(each["hand"] is not None for each in shown["seats"])
    for ask in ("think", "hint", "do", "undo"):
        assert {"flaws", "refused"} & set(found.ask(ask, action="pass"))
    told = found.ask("resume", name=shown["name"], language="hu")["table"]
    assert told == found.ask("table", language="hu")["table"]
    assert found.kept == {}
    found.ask("export")
    assert granada.from_json(found.given, granada.State) == state
    page.ask("link", what="game")
    assert found.ask("open", record=page.given)["table"]["steps"] == table["steps"]


def test_a_record_made_elsewhere_goes_on_with_persons_or_is_looked_at() -> None:
    bots = [granada.BuilderBot(Random(seat)) for seat in range(3)]
    record = granada.play(bots, rng=Random(1))
    page = Page()
    table = page.ask("open", record=granada.to_json(record))["table"]
    assert table["over"]
    assert table["kinds"] == ["person"] * 3
    for at in (0, 1, len(record.steps) // 2, len(record.steps)):
        look = page.ask("look", at=at)
        assert look["table"]["at"] == at
        assert all(event["step"] == at for event in look["events"])
    assert page.ask("look", at=len(record.steps) + 1)["flaws"]
    begun = evolve(
        record, steps=record.steps[:100], points=None, winners=None, about={"bots": ["builder", 5, "search"]}
    )
    table = page.ask("open", record=granada.to_json(begun))["table"]
    assert table["kinds"] == ["builder", "you", "search"]
    assert not table["over"]


# Bad messages


@pytest.mark.parametrize("number", [120, pytest.param(5000, marks=pytest.mark.long)])
def test_no_message_breaks_the_table(number: int) -> None:
    page, rng = Page(), Random(5)
    table = page.until(page.begin("alhambra", ALL, "you", "search", seconds=0.01), lambda table: table["turn"] == 3)
    record = page.kept[table["name"]]
    asked: list[Data] = [
        {"ask": "begin", "game": "combined", "seats": ["you", "builder"], "modules": ["huts"], "edition": "hu"},
        {
            "ask": "begin",
            "tiles": {"granada": "a,b"},
            "seed": "x",
            "undo": "free",
            "seconds": 2,
            "scoring": "simplified",
        },
        {"ask": "open", "record": record[:3000]},
        {"ask": "resume", "name": "x", "record": record[:3000]},
        *({"ask": ask, "action": "take b3 b1", "language": "fr"} for ask in ("do", "why")),
        *({"ask": ask, "seat": 0, "at": 3, "what": "position"} for ask in ("here", "look", "link")),
        *({"ask": ask, "seconds": 0.001} for ask in ("think", "slice", "stop", "hint", "undo", "cover", "table")),
    ]
    for _ in range(number):
        message = changed_json(rng, json.dumps(rng.choice(asked)))
        assert isinstance(json.loads(page.host.play(message))["answer"], dict)
    for text in ("", "[]", "null", "{", "5", '{"ask": []}', "[" * 5000, " " * (LONGEST_RECORD + 1)):
        assert json.loads(page.host.play(text))["answer"]["flaws"]


@pytest.mark.parametrize("number", [60, pytest.param(3000, marks=pytest.mark.long)])
def test_no_record_breaks_the_table(number: int) -> None:
    page, rng = Page(), Random(6)
    table = page.until(page.begin("combined", ("vizier", "bonus"), "you", "builder"), lambda table: table["turn"] == 4)
    record, opened = page.kept[table["name"]], 0
    page.ask("link", what="position")
    position = page.given
    for turn in range(number):
        text = changed_text(rng, record if turn % 3 else position)
        answer = page.ask("open", record=text)
        opened += "table" in answer
        assert ("table" in answer) != bool(answer.get("flaws"))
    assert opened
    lines = record.splitlines()
    agreed = json.loads(lines[0])
    for about in HOSTILE:
        text = "\n".join([json.dumps({**agreed, "about": about}), *lines[1:]])
        assert page.ask("open", record=text)["table"]["seconds"] in {3.0, 1.0}
        assert len(page.session.seed) <= 200
    seen = granada.from_json(record, granada.Record).seen_by(0)
    assert "saw" in page.ask("open", record=granada.to_json(seen))["flaws"][0]


def test_an_illegal_action_is_refused_with_its_rule_and_nothing_is_done() -> None:
    page = Page()
    table = page.until(page.begin(), lambda table: table["legal"] and table["moment"].startswith("Take"))
    refused = page.ask("do", action="place park6 at 0,1", language="nl")
    assert refused["flaws"] == [Language("nl")(Rule.IN_ITS_PHASE.sentence)]
    assert page.ask("table")["table"] == table
    assert page.ask("think")["flaws"]
    assert page.ask("forget", name=table["name"]) == {}
    assert page.ask("table")["flaws"] == ["no game is open"]


# Thinking


def test_a_search_thinks_in_slices_and_can_be_stopped() -> None:
    page = Page()
    begun = page.begin("granada", (), "you", "search", seconds=50)
    table = page.until(begun, lambda table: not table["legal"])
    answer = page.ask("think", seconds=0.0001)
    assert answer["thinking"]["seat"] == 1
    assert answer["thinking"]["of"] == 25  # half of what there is for the turn
    before = answer["thinking"]["playouts"]
    assert page.ask("table")["table"] == table  # others are heard meanwhile
    assert page.ask("slice", seconds=0.0001)["thinking"]["playouts"] > before
    stopped = page.ask("stop")
    assert stopped["events"][0]["seat"] == 1
    assert stopped["table"]["steps"] > table["steps"]
    assert page.ask("slice") == page.ask("stop") == {"dropped": True}


def test_a_hint_tells_what_a_search_would_do_and_does_nothing() -> None:
    page = Page()
    table = page.until(page.begin(seconds=0.05), lambda table: table["legal"])
    answer = page.ask("hint")
    while "thinking" in answer:
        answer = page.ask("slice", seconds=0.01)
    assert answer["hint"]["action"] in {each["action"] for each in table["legal"]}
    assert answer["hint"]["playouts"] > 0
    assert page.ask("table")["table"] == table
    page.ask("hint", seconds=0.0001)
    page.ask("do", action=table["legal"][0]["action"])
    assert page.ask("slice") == {"dropped": True}


# Words


@pytest.mark.parametrize("game", ["granada", "alhambra"])
def test_no_words_of_the_table_bypass_the_catalogues(game: str, pseudo: Language) -> None:
    modules = () if game == "granada" else ALL
    page, said = Page(), list[str]()

    def collect(data: object, name: str = "") -> None:
        if isinstance(data, dict):
            for key, value in data.items():
                collect(value, key)
        elif isinstance(data, list):
            for value in data:
                collect(value, name)
        elif isinstance(data, str) and name in TOLD:
            said.append(data)

    table = page.begin(game, modules, "you", "builder", language=pseudo.code)
    while not table["scorings"]:
        if table["legal"]:
            collect(page.ask("why", action="buy 2 with", language=pseudo.code))
            answer = page.ask("do", action=chosen(table, Random(table["at"])), language=pseudo.code)
        else:
            answer = page.ask("think", language=pseudo.code)
        collect(answer)
        table = answer["table"]
    assert len(said) > 400
    assert bypassing(re.sub(r"\b(b|g|o|y)\b", " ", " ".join(said))) == []


@pytest.mark.parametrize(
    ("game", "scoring"), [(name, scoring) for name, game in GAMES.items() for scoring in game.scorings]
)
def test_a_scoring_and_the_end_are_explained_by_their_rules(game: str, scoring: str) -> None:
    setup = granada.new_game(3, game, scoring=scoring).setup
    rows = plans(setup)
    buildings = [row for row in rows if isinstance(row, Majority)]
    counted = {
        Rule.VALUE_OF_A_BUILDING: any(row.by_value for row in buildings),
        Rule.FIRST_SECOND_THIRD: any(row.by_value for row in buildings),
        Rule.TIES_SHARE_THEIR_PLACES: not all(row.ties_by_price for row in buildings),
        Rule.ALHAMBRA_POINTS: any(row.name == "tower" for row in rows),
        Rule.LONGEST_WALL: any(isinstance(row, Longest) and row.name == "walls" for row in rows),
        Rule.LONGEST_MOAT: any(isinstance(row, Longest) and row.name == "moats" for row in rows),
        Rule.BORDER_SCORES_TWO: any(isinstance(row, Border) for row in rows),
        Rule.SIMPLIFIED_POINTS: scoring == "simplified",
        Rule.SIMPLIFIED_TIES: scoring == "simplified",
        Rule.TIES_GO_TO_THE_HIGHEST_PRICE: any(row.by_value for row in buildings),
    }
    assert {*followed(ScoringEnded(Round.A), setup)} == {rule for rule, is_so in counted.items() if is_so}
    ended, *awards = followed(EndBegun(), setup)
    assert ended is (Rule.COMBINED_END if game == "combined" else Rule.END_WHEN_A_SPACE_STAYS_EMPTY)
    assert awards == [Rule.AWARD_TO_THE_RICHEST, Rule.TIED_AWARDS_STAY]


@pytest.mark.parametrize("code", codes())
def test_the_table_is_told_in_every_language(code: str) -> None:
    page = Page()
    page.until(page.begin(), lambda table: table["legal"])
    table = page.ask("table", language=code)["table"]
    assert table["seats"][0]["name"] == Language(code)("seat {number}", number=1)
    assert (table["moment"] == "Take money, buy a tile or redesign.") is (code == "en")
