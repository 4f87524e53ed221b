from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from granada.board.cells import STEPS, Cell
from granada.board.city import City
from granada.board.layout import Layout
from granada.board.tile_sets import TileSet
from granada.board.tiles import Family
from granada.checking.fuzz import fuzz, fuzzed
from granada.examining.examiner import meet
from granada.examining.results import FAILED, PASSED, grade
from granada.fuzzing import shrink
from granada.fuzzing.random_questions import STRATA, RandomQuestions, Scope
from granada.fuzzing.shrink import Shrunk, shrunk
from granada.game import MODULES
from granada.game.games import GAMES
from granada.questions.kinds import KINDS
from granada.questions.protocol import answer
from granada.questions.reading import read_written, toml_text
from granada.spec.cases import answered, read_case
from granada.spec.suite import cases

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada.causes import Cause
    from granada.spec.cases import Case

Reply = dict[str, Any]


def lying(about: str, lie: Callable[[Reply, Reply], Reply | None], **declared: object) -> Callable[[Reply], Reply]:
    """Our engine, but wrong about one kind of question."""

    def engine(question: Reply) -> Reply:
        if question["kind"] == "hello":
            return {**answer(question), "kinds": [about], **declared}
        said = answer(question)
        return (lie(question["given"], said) or said) if question["kind"] == about else said

    return engine


def minimal(engine: Callable[[Reply], Reply], n: int = 60, seed: int = 1) -> list[Cause]:
    return [cause for cause in fuzz(engine, n, seed).causes if cause.toml]


def pasted(cause: Cause) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads(cause.toml)["case"][0]
    return found


@pytest.mark.long
def test_our_engine_agrees_with_itself() -> None:
    report = fuzz(answer, 120, seed=0)
    assert report.ok
    assert report.count(PASSED) == 120
    assert {kind for _, kind in report.by_rule} == set(KINDS)


def test_equal_seeds_ask_equal_questions() -> None:
    def asked(seed: int) -> list[Any]:
        found: list[Any] = []

        def engine(question: Reply) -> Reply:
            found.append(question)
            return {**answer(question), "games": ["alhambra"], "modules": []}

        fuzz(engine, 6, seed)
        return found

    first = asked(5)
    assert asked(5) == first
    assert asked(6) != first


@pytest.fixture(scope="module")
def random_questions() -> RandomQuestions:
    """Random questions of all kinds, so that those about games share the games."""
    return RandomQuestions(2, Scope(readings=lambda _: None))


@pytest.mark.parametrize("kind", KINDS)
def test_every_random_question_is_a_case_that_toml_can_tell(kind: str, random_questions: RandomQuestions) -> None:
    strata = map(random_questions.stratum, range(len(STRATA)))
    numbers = [number for number, stratum in enumerate(strata) if stratum.kind == kind]
    found = [case for number in numbers[:2] if (case := random_questions.case(number, "any", "turn-order"))]
    for case in found:
        again = tomllib.loads(toml_text(case.written, "turn-order"))["case"][0]
        assert read_case("turn-order", again) == case
        assert grade(case, answer(case.question)).status == PASSED
    assert len(found) >= min(len(numbers), 2) // 2


@pytest.mark.parametrize("game", ["granada", *(pytest.param(game, marks=pytest.mark.long) for game in list(GAMES)[1:])])
def test_only_what_an_engine_declares_is_asked(game: str) -> None:
    asked: list[Reply] = []

    def engine(question: Reply) -> Reply:
        if question["kind"] == "hello":
            return {"kinds": ["score", "apply", "take"], "games": [game], "modules": ["vizier"], "rulings": {}}
        asked.append(question)
        return answer(question)

    assert fuzz(engine, 20).ok
    tables = [question["given"].get("state", question["given"]) for question in asked]
    assert {question["kind"] for question in asked} <= {"score", "apply", "take"}
    assert {table["game"] for table in tables} == {game}
    assert {name for table in tables for name in table.get("modules", ())} <= {"vizier"}
    assert not any(table.get("rulings") for table in tables)


def test_an_engine_that_answers_nothing_known_is_asked_nothing() -> None:
    report = fuzz(lambda _: {"kinds": ["juggling"]}, 10)
    assert not report.asked
    assert "there is no kind 'juggling'" in report.failed[0].why


@pytest.mark.long
def test_a_city_is_shrunk_to_the_tiles_that_matter() -> None:
    def no_holes(_: Reply, said: Reply) -> Reply | None:
        rules = [rule for rule in said.get("broken", ()) if rule != "no-holes"]
        return {"legal": not rules} if "broken" in said else None

    found = minimal(lying("place", no_holes), 250)
    found_cases = [read_case("no-holes", pasted(result)) for result in found]
    assert len(found) == 1
    for result, case in zip(found, found_cases, strict=True):
        assert case.expect["broken"] == ["no-holes"]
        assert len(case.given["city"]) <= 9
        assert "# belongs under ## no-holes" in result.toml


@pytest.mark.long
def test_a_position_is_shrunk_to_what_matters() -> None:
    def never_remove(_: Reply, said: Reply) -> Reply:
        return {**said, "actions": [text for text in said["actions"] if not text.startswith("remove")]}

    found = minimal(lying("legal", never_remove), 4, seed=3)
    assert found
    for result in found:
        case = pasted(result)
        assert len(case["actions"]) <= 2
        assert not {"deck", "discard", "bag", "bags"} & set(case["state"])


def test_a_question_about_bureaus_keeps_their_module_when_it_is_shrunk() -> None:
    (case,) = (each for each in cases() if each.id == "bureau-is-taken-alone/two-bureaus")
    least = shrunk(case, lambda found: found.expect == case.expect).case
    assert least.given["modules"] == ["exchange"]
    assert answer({"id": "least", "kind": least.kind, "given": least.given}) == {"id": "least", **least.expect}


def test_a_fact_is_asked_alone_after_one_step() -> None:
    def never_places(_: Reply, said: Reply) -> Reply | None:
        wrong = said.get("then", {}).get("waiting") == "place"
        return {**said, "then": {**said["then"], "waiting": "act"}} if wrong else None

    found = minimal(lying("apply", never_places, games=["granada"], modules=[]), 10)
    assert found
    assert all(pasted(result)["then"] == {"waiting": "place"} for result in found)
    assert any(isinstance(pasted(result)["do"], str) for result in found)


@pytest.mark.long
def test_a_record_is_cut_short() -> None:
    def blind(_: Reply, said: Reply) -> Reply | None:
        at_once = {"draw-can-come", "in-its-phase"} & set(said.get("illegal", {}).get("broken", ()))
        return {"unfinished": True} if at_once else None

    found = minimal(lying("game", blind, games=["granada"], modules=[]), 8)
    assert found
    assert all(len(pasted(result)["record"]) == 2 for result in found)


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.long if kind in {"apply", "draw", "legal", "game"} else ())
        for kind in KINDS
    ],
)
def test_a_disagreement_of_any_kind_can_be_pasted_and_reproduces_it(kind: str) -> None:
    def contrary(_: Reply, said: Reply) -> Reply:
        return {"error": "never heard of it"} if "error" not in said else {"result": "anything"}

    engine = lying(kind, contrary)
    result = minimal(engine, 3)[0]
    case = read_case(result.rule, pasted(result))
    assert grade(case, engine(case.question)).status == FAILED
    assert grade(case, answer(case.question)).status == PASSED
    assert result.example.case.given == case.given


def test_an_engine_that_is_always_wrong_is_reported_but_shrunk_only_a_few_times() -> None:
    report = fuzz(lying("take", lambda _, said: {**said, "legal": not said["legal"], "broken": None}), 80)
    assert report.count(FAILED) == 80
    assert len(report.causes) <= 6
    assert all(cause.toml for cause in report.causes)
    assert {name for cause in report.causes for name in cause.failures} == {result.id for result in report.failed}


def forgetting(rule: str, kind: str) -> Callable[[Reply], Reply]:
    """Our engine, without one rule, and saying no more than whether something is legal."""
    return lying(kind, lambda _, said: without({rule}, said))


def without(rules: set[str], said: Reply) -> Reply:
    """An answer that overlooks some rules, and says no more than whether something is legal."""
    exact = {"exact": said["exact"]} if "exact" in said else {}
    return {"legal": not set(said["broken"]) - rules, **exact}


def test_a_disagreement_stands_under_the_rule_that_it_is_about_even_when_it_is_not_shrunk() -> None:
    report = fuzz(forgetting("take-at-least-one", "take"), 150)
    assert len(report.failed) > 1
    (cause,) = report.causes
    assert cause.rule == "take-at-least-one"
    assert {*cause.failures} == {result.id for result in report.failed}


def test_two_rules_that_are_forgotten_are_two_disagreements() -> None:
    gone = {"pay-at-least-the-price", "pay-in-the-space-currency"}
    report = fuzz(lying("buy", lambda _, said: without(gone, said)), 150)
    assert sorted(cause.rule for cause in report.causes) == sorted(gone)


def test_a_tie_that_is_overlooked_is_told_once_and_under_its_rule() -> None:
    def first_of_the_tied(_: Reply, said: Reply) -> Reply:
        return {"result": [seat or 0 for seat in said["result"]]}

    (cause,) = fuzz(lying("award", first_of_the_tied), 60).causes
    assert cause.rule == "tied-awards-stay"


@pytest.mark.long
def test_a_wrong_tie_in_a_scoring_stands_under_its_rule() -> None:
    def seat_by_seat(given: Reply, said: Reply) -> Reply | None:
        turned = answer({"id": "", "kind": "score", "given": {**given, "cities": _at_one_price(given["cities"])}})
        return {**said, **turned} if given["scoring"] == "normal" and given["game"] == "granada" else None

    found = minimal(lying("score", seat_by_seat), 60)
    assert {cause.rule for cause in found} == {"ties-go-to-the-highest-price"}


def _at_one_price(cities: list[Reply]) -> list[Reply]:
    """Cities in which every tile has the price 6, so that no price breaks a tie."""
    return [{cell: re.sub(r"[0-9]+", "6", face) for cell, face in city.items()} for city in cities]


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("take", "take-several-up-to-five"),
        ("take", "bureau-is-taken-alone"),
        ("buy", "pay-at-least-the-price"),
        ("buy", "pay-in-the-space-currency"),
        ("buy", "bureau-pays-exactly"),
        ("buy", "bureau-is-needed"),
        ("flip", "flip-costs-three"),
        ("flip", "flip-in-one-currency"),
        pytest.param("place", "no-holes", marks=pytest.mark.long),
        pytest.param("place", "moats-match", marks=pytest.mark.long),
    ],
)
def test_a_rule_that_is_forgotten_is_soon_found(kind: str, rule: str) -> None:
    found = minimal(forgetting(rule, kind), 100, seed=0)
    assert [cause.rule for cause in found] == [rule]


@pytest.mark.parametrize("step", [-1, 1])
@pytest.mark.parametrize(("kind", "limit"), [("take", 5), ("buy", 0), ("flip", 3)])
def test_an_amount_that_is_off_by_one_is_soon_found(kind: str, limit: int, step: int) -> None:
    def shifted(given: Reply, said: Reply) -> Reply | None:
        cards = [word for word in given["do"].split() if re.fullmatch("[bgoy][1-9]", word)]
        paid = sum(int(card[1]) for card in cards)
        price = limit or int(re.findall("[0-9]+", given["tile"])[0])
        if (
            (kind == "take" and len(cards) < 2)
            or re.search("[bgoy]/[bgoy]", given["do"])
            or "rulings" in given
            or set(said["broken"]) - {_OF_AMOUNTS[kind]}
        ):
            return None
        return {"legal": paid <= price + step if kind == "take" else paid >= price + step, "exact": said.get("exact")}

    report = fuzz(lying(kind, shifted), 60, seed=0)
    assert report.count(FAILED) >= 3
    assert {cause.rule for cause in report.causes} == {_OF_AMOUNTS[kind]}


_OF_AMOUNTS = {"take": "take-several-up-to-five", "buy": "pay-at-least-the-price", "flip": "flip-costs-three"}


@pytest.mark.long
def test_a_random_question_depends_on_its_number_alone() -> None:
    scope = Scope(readings=lambda _: None)
    forwards, backwards = RandomQuestions(7, scope), RandomQuestions(7, scope)
    numbers = range(1, 7)
    asked = {number: forwards.case(number) for number in numbers}
    assert {number: backwards.case(number) for number in reversed(numbers)} == asked


@pytest.mark.long
def test_random_questions_like_some_cases_have_their_kind_game_and_modules() -> None:
    asked: list[Reply] = []

    def engine(question: Reply) -> Reply:
        asked.append(question)
        return answer(question)

    like = [case for case in cases() if case.rule == "vizier-pays-exactly"]
    assert len(list(fuzzed(meet(engine), 2, 0, like))) == 2
    tables = [question["given"]["state"] for question in asked[1:]]
    assert all("vizier" in table["modules"] for table in tables)
    assert {question["kind"] for question in asked[1:]} <= {case.kind for case in like}


def test_an_engine_that_contradicts_itself_is_reported() -> None:
    calls = iter(range(1 << 20))

    def moody(_: Reply, said: Reply) -> Reply:
        return {**said, "result": said["result"] + (next(calls) == 0)}

    report = fuzz(lying("moat", moody), 5)
    assert report.count(FAILED) == 1
    assert report.causes[0].toml


def test_shrinking_ends_even_when_everything_fails() -> None:
    questions = RandomQuestions(4, Scope(kinds=("apply",)))
    case = next(filter(None, map(questions.case, range(50))))
    smallest = shrunk(case, lambda _: True).case
    assert shrunk(smallest, lambda _: True) == Shrunk(smallest)
    assert len(toml_text(smallest.written)) < len(toml_text(case.written))


# Strata


@pytest.mark.parametrize(
    ("games", "modules"),
    [
        (("granada",), ()),
        pytest.param(("alhambra",), (), marks=pytest.mark.long),
        pytest.param(tuple(GAMES), tuple(MODULES), marks=pytest.mark.long),
    ],
    ids=len,
)
def test_every_stratum_is_drawn(games: tuple[str, ...], modules: tuple[str, ...]) -> None:
    scope = Scope(games=games, modules=modules)
    questions = RandomQuestions(0, scope)
    for number in range(len(scope.strata)):
        stratum, case = questions.stratum(number), questions.case(number)
        assert case, stratum.name
        assert case.kind == stratum.kind
        setup = case.asked.setup
        assert setup is None or setup.game.name in games
        assert setup is None or {module.name for module in setup.modules} <= set(modules)


def test_the_strata_come_evenly() -> None:
    questions = RandomQuestions(3, Scope(games=("alhambra",), modules=()))
    whole = len(questions.scope.strata)
    drawn = Counter((stratum.kind, stratum.name) for stratum in map(questions.stratum, range(3 * whole)))
    assert len(drawn) == whole
    assert set(drawn.values()) == {3}


def test_strata_are_told_apart_by_their_names() -> None:
    names = [(stratum.kind, stratum.name) for stratum in STRATA]
    assert len(set(names)) == len(names)
    assert {kind for kind, _ in names} == set(KINDS)


def test_cities_have_up_to_thirty_tiles() -> None:
    questions = RandomQuestions(0, Scope(kinds=("moat", "place", "remove"), games=("alhambra",)))
    sizes = [
        len(case.given["city"]) for number in range(3 * len(questions.scope.strata)) if (case := questions.case(number))
    ]
    assert min(sizes) <= 2
    assert max(sizes) >= 27
    assert sum(size > 14 for size in sizes) > len(sizes) // 5


# Shrinking


def shrunk_city(kind: str, lie: Callable[[Reply, Reply], Reply | None], n: int = 40) -> list[int]:
    """How many tiles the cities have to which disagreements are shrunk."""
    found = minimal(lying(kind, lie), n, seed=0)
    assert not any(result.note for result in found)
    return [len(cause.example.case.given["city"]) for cause in found]


@pytest.mark.long
def test_a_closed_moat_is_shrunk_to_four_tiles() -> None:
    def one_short(given: Reply, said: Reply) -> Reply | None:
        city = City.of(Layout.from_cells(given["city"], GAMES[given["game"]].start))
        family = Family(given["family"]) if "family" in given else None
        closed = said["result"] and said["result"] in map(len, city.outline(family))
        return {"result": said["result"] - 1} if closed and "family" not in given else None

    assert set(shrunk_city("moat", one_short)) == {4}


def test_inner_moats_are_shrunk_to_a_block_with_one_moat_in_it() -> None:
    def inner(given: Reply, said: Reply) -> Reply | None:
        if "family" in given:
            return None
        city = City.of(Layout.from_cells(given["city"], GAMES[given["game"]].start))
        edges = [(cell, side) for cell, face in city.layout.tiles for side in range(4) if face.edges >> side & 1]
        inside = [None for cell, side in edges if city.is_taken(Cell(cell.x + STEPS[side][0], cell.y + STEPS[side][1]))]
        return {"result": said["result"] + len(inside)}

    assert set(shrunk_city("moat", inner)) <= {3, 4}


def test_a_removal_is_shrunk_by_sliding_tiles() -> None:
    def no_holes(_: Reply, said: Reply) -> Reply:
        return {"legal": not set(said["broken"]) - {"no-holes"}}

    assert max(shrunk_city("remove", no_holes)) <= 7


@pytest.mark.long
def test_prices_are_lowered() -> None:
    def never(_: Reply, said: Reply) -> Reply:
        return {"legal": not said["legal"]}

    for cause in minimal(lying("place", never), 10, seed=0):
        prices = [int(price) for price in re.findall(r"[a-z]([0-9]+)", json.dumps(cause.example.case.given["city"]))]
        assert sum(price > 6 for price in prices) <= 1


TABLE = {
    "yard": ["park6|school7", "school8|park9", "arena10|market11", "market12|arena13"],
    "display": "b1 g2",
    "seats": [{"hand": "b9 g9 o9", "reserve": ["park8"], "points": 7}, {"city": "@ hostel8"}],
}


@pytest.mark.parametrize(
    ("written", "kept", "left"),
    [
        (
            {"kind": "award", "yard": TABLE["yard"], "hands": ["b9 b8 g1", "g9 g8", "o1"]},
            "park6",
            {"yard": ["park6|school7", "", "", ""], "hands": ["", ""]},
        ),
        ({"kind": "take", "display": "b1 g2 o3 y4", "do": "take b1"}, "o3", {"display": "o3"}),
        ({"kind": "legal", "state": TABLE}, "school8", {"state": {"yard": ["", "school8|park9", "", ""]}}),
        ({"kind": "legal", "state": TABLE}, "b9", {"state": {"seats": [{"hand": "b9"}]}}),
        ({"kind": "legal", "state": TABLE}, "hostel8", {"state": {"seats": [{"city": "@   hostel8"}]}}),
        ({"kind": "place", "city": "@ park6", "do": "place school8 at 2,0"}, "school8", {"city": "@"}),
    ],
    ids=[
        "yard and hands",
        "display",
        "yard of a position",
        "hand",
        "city of another seat",
        "a tile slides to the start",
    ],
)
def test_nothing_is_left_but_what_matters(written: Reply, kept: str, left: Reply) -> None:
    case = answered(read_written(written), "any")
    assert case is not None
    small = shrunk(case, lambda other: kept in json.dumps(other.written)).case.written
    assert {name: small[name] for name in left} == left


def a_hard_case() -> Case:
    questions = RandomQuestions(0, Scope(kinds=("moat",), games=("alhambra",)))
    found = filter(None, map(questions.case, range(40)))
    return next(case for case in found if len(case.given["city"]) > 20)


def test_shrinking_stops_after_so_many_questions_and_says_so() -> None:
    asked: list[Case] = []

    def fails(case: Case) -> bool:
        asked.append(case)
        return len(asked) % 7 == 0

    found = shrunk(a_hard_case(), fails, most=30)
    assert len(asked) == 30
    assert found.stopped == "after 30 questions"


def test_shrinking_stops_by_the_clock_only_as_a_last_resort_and_says_so() -> None:
    ticks = iter(range(0, 10_000, 10))
    found = shrunk(a_hard_case(), lambda _: False, clock=lambda: next(ticks))
    assert re.fullmatch("after 120 s and [0-9]+ questions: the program is slow", found.stopped)


def test_a_disagreement_that_was_not_shrunk_to_the_end_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shrink, "MOST_TRIES", 5)
    found = minimal(lying("moat", lambda given, said: {"result": said["result"] + (len(given["city"]) > 5)}), 12)
    assert any(result.note.startswith("shrinking was stopped after ") for result in found)


@pytest.mark.long
def test_a_program_that_knows_only_the_tiles_in_the_boxes_is_asked_about_no_others() -> None:
    scope = Scope(kinds=("place", "remove", "moat", "score", "swap"), games=("alhambra",), modules=(), boxed=True)
    questions = RandomQuestions(0, scope)
    drawn = {number: questions.case(number) for number in range(3 * len(scope.strata))}
    found = [case for case in drawn.values() if case]
    missing = {each.name for each in scope.strata} - {questions.stratum(at).name for at, case in drawn.items() if case}
    walled = r"it would go on inside, (east and west|north and south|\w+ and \w+ and \w+) of a tile"
    rare = [name for name in missing if re.fullmatch(rf"closed.*|opposite edges of a tile|{walled}", name)]
    assert missing == {*rare}  # the boxes have hardly any tiles of which such a city can be built
    boxed = {str(tile) for tile in TileSet.default(Family.ALHAMBRA).tiles}
    for case in found:
        named = re.findall(r"[a-z]+[0-9]+(?:/[nesw]+)?", json.dumps([case.given.get("city"), case.given.get("cities")]))
        assert set(named) <= boxed
