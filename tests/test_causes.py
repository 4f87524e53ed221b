"""Reports name the bug: failures of one cause are one, under the rule that it breaks, each tested by asking."""

from __future__ import annotations

import io
import json
import re
import sys
from collections import Counter
from contextlib import suppress
from html import escape
from itertools import count, cycle, islice, product
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

import granada
from granada.__main__ import main
from granada.board import START
from granada.causes.causes import causes_of
from granada.causes.general_causes import SAMPLE
from granada.causes.hypotheses import HYPOTHESES
from granada.causes.inquiry import FEWEST_QUESTIONS
from granada.checking.checker import check_program, write_report
from granada.checking.pages import as_page
from granada.checking.report import Report
from granada.checking.reports import as_data
from granada.checking.saved_reports import report_from
from granada.examining.examiner import meet, selected
from granada.examining.results import ACCEPTED, ERROR, FAILED, REFUSED, UNREADABLE, Result, grade
from granada.fuzzing.shrink import shrunk
from granada.game import GAMES
from granada.questions.kinds import MoatQuestion
from granada.questions.protocol import answer, games_of, modules_needed
from granada.questions.reading import read_question
from granada.rulebook import shipped_suite
from granada.spec.cases import answered
from granada.spec.suite import cases
from tests.engines.planted import ENGINES, Bug, Engine

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from granada.spec.cases import Case

    Reply = dict[str, Any]
    Lie = Callable[[str, Reply], Reply]

MOST_CAUSES = 12
"""No report on five bugs has more causes than this."""
FOREIGN = [engine for engine in ENGINES if engine.source]
OURS = [engine for engine in ENGINES if not engine.source]


def told(report: Report, bugs: tuple[Bug, ...]) -> dict[str, str]:
    """The cause that is told for each bug, each for one bug only."""
    left, found = list(report.causes), {}
    for bug in bugs:
        cause = next((each for each in left if each.rule in bug.rules.split()), None)
        if cause is not None:
            left.remove(cause)
            found[bug.old] = cause.sentence
    return found


def assert_each_bug_is_told(engine: Engine, folder: Path) -> None:
    report = check_program(engine.command(folder))
    listed = [f"{cause.rule}: {cause.sentence}" for cause in report.causes]
    assert told(report, engine.bugs).keys() == {bug.old for bug in engine.bugs}, listed
    assert len(report.causes) <= MOST_CAUSES, listed


@pytest.mark.parametrize(
    "engine",
    [pytest.param(engine, marks=[pytest.mark.long] * (engine.name != "in Perl"), id=engine.name) for engine in FOREIGN],
)
def test_each_of_five_bugs_of_an_engine_has_a_card(engine: Engine, tmp_path: Path) -> None:
    assert_each_bug_is_told(engine, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("engine", OURS, ids=lambda engine: engine.name)
def test_each_of_five_bugs_of_our_rules_has_a_card(engine: Engine, tmp_path: Path) -> None:
    assert_each_bug_is_told(engine, tmp_path)


# What explains many at once


def of(*kinds: str, game: str = "alhambra") -> list[Case]:
    """The cases of some kinds in a game, without modules."""
    found = [case for case in cases() if case.kind in kinds and not modules_needed(case.asked)]
    return [case for case in found if games_of(case.asked) == (game,) and "rulings" not in case.given]


def checked(lie: Lie, some: list[Case]) -> Report:
    """The report on an engine that answers like this."""
    examiner = meet(
        lambda question: answer(question) if question["kind"] == "hello" else lie(question["kind"], question["given"])
    )
    results = tuple(examiner.ask(case) for case in some)
    return Report(results, "liar", explained=causes_of(examiner, results))


def right(kind: str, given: Reply) -> Reply:
    """The right answer, which says no more than whether something is legal."""
    said = answer({"id": "", "kind": kind, "given": given})
    return {key: value for key, value in said.items() if key not in {"broken", "id"}}


def misread(change: Callable[[str], str]) -> Lie:
    """An engine that reads cells otherwise; a city that it takes for none is nothing that it can answer."""

    def lie(kind: str, given: Reply) -> Reply:
        city = {change(cell): face for cell, face in given["city"].items()}
        do = {"do": re.sub(r"-?\d+,-?\d+", lambda cell: change(cell[0]), given["do"])} if "do" in given else {}
        said = right(kind, {**given, "city": city, **do})
        return {"legal": False} if "error" in said and kind != "moat" else said

    return lie


def turned(x: int, y: int) -> Callable[[str], str]:
    return lambda cell: ",".join(str(int(part) * way) for part, way in zip(cell.split(","), (x, y), strict=True))


def crossed(cell: str) -> str:
    return ",".join(reversed(cell.split(",")))


def retold(change: Callable[[str], str]) -> Lie:
    """An engine that reads tiles otherwise."""

    def lie(kind: str, given: Reply) -> Reply:
        city = {cell: change(face) for cell, face in given["city"].items()}
        laid = "(?<=place )[^ ]+|(?<=add )[^ ]+"
        do = {"do": re.sub(laid, lambda face: change(face[0]), given["do"])} if "do" in given else {}
        reserve = {"reserve": list(map(change, given["reserve"]))} if "reserve" in given else {}
        said = right(kind, {**given, "city": city, **do, **reserve})
        return {"legal": False} if "error" in said and kind != "moat" else said

    return lie


def reordered(text: str) -> str:
    """A tile whose edges are read in the order n s e w."""
    order = dict(zip("nesw", "nsew", strict=True))
    face, slash, edges = text.partition("/")
    return face + slash + "".join(sorted((order[side] for side in edges), key="nesw".index))


def opened(text: str) -> str:
    """A tile with walls where it has none, and none where it has some."""
    face, _, edges = text.partition("/")
    others = "".join(side for side in "nesw" if side not in edges)
    return f"{face}/{others}" if others else face


def seats_from_one(kind: str, given: Reply) -> Reply:
    return {"result": [seat if seat is None else seat + 1 for seat in right(kind, given)["result"]]}


def spaces_from_nought(kind: str, given: Reply) -> Reply:
    space = given["space"] + 1
    do = re.sub(r"(?<=buy )\d", lambda number: str(int(number[0]) + 1), given["do"])
    return right(kind, {**given, "space": space, "do": do}) if 0 < space < 5 else {"error": "no such space"}


def currencies_exchanged(kind: str, given: Reply) -> Reply:
    other = str.maketrans("oy", "yo")
    verb, space, with_, *cards = given["do"].split()
    do = " ".join([verb, space, with_, *(card.translate(other) for card in cards)])
    return right(kind, {**given, "hand": given["hand"].translate(other), "do": do})


def walls_inside(kind: str, given: Reply) -> Reply:
    """Every wall is counted, wherever it is."""
    said = right(kind, given)
    cities = [given["city"]] if kind == "moat" else given["cities"]
    walls = [sum(len(face.partition("/")[2]) for face in city.values()) for city in cities]
    if kind == "moat":
        return {"result": walls[0]}
    longest = [right("moat", {"game": "alhambra", "city": city})["result"] for city in cities]
    return {**said, "points": [p + w - old for p, w, old in zip(said["points"], walls, longest, strict=True)]}


def start_walled(kind: str, given: Reply) -> Reply:
    """The start tile has walls all round."""
    asked = read_question({"kind": kind, "given": given})
    assert isinstance(asked, MoatQuestion)
    loops = ["".join("#" if wall or cell == START else " " for cell, _, wall in loop) for loop in asked.city.outline()]
    return {"result": max(min(len(loop), max(map(len, (loop * 2).split(" ")))) for loop in loops)}


def scored_walls_more(kind: str, given: Reply) -> Reply:
    """Walls are right alone, and wrong in a scoring."""
    said = right(kind, given)
    if kind == "moat":
        return said
    walls = [any("/" in face for face in city.values()) for city in given["cities"]]
    return {**said, "points": [points + wall for points, wall in zip(said["points"], walls, strict=True)]}


def fails_far_out(kind: str, given: Reply) -> Reply:
    return {"error": "IndexError"} if re.search(r"\d\d,", given["do"]) else right(kind, given)


def equally_likely(kind: str, given: Reply) -> Reply:
    draws = right(kind, given)["draws"]
    money = any(len(draw) == 2 for draw in draws)
    return {"draws": dict.fromkeys(draws, f"1/{len(draws)}") if money else draws}


NUMBERS = count(30)
LAID = ("place", "remove", "moat")
LIES: dict[str, tuple[Lie, tuple[str, ...], str]] = {
    "north and south are swapped; if": (misread(turned(1, -1)), LAID, "notation-of-layouts"),
    "east and west are swapped; if": (misread(turned(-1, 1)), LAID, "notation-of-layouts"),
    "the city is rotated by 180 degrees; if": (misread(turned(-1, -1)), LAID, "notation-of-layouts"),
    "x and y are swapped; if": (misread(crossed), LAID, "notation-of-layouts"),
    "the edges are read in the order n s e w": (retold(reordered), ("place", "moat"), "notation-of-tiles"),
    "moats and walls are taken for openings": (retold(opened), LAID, "notation-of-tiles"),
    "seats are counted from 1; so ": (seats_from_one, ("award",), "turn-order"),
    "all cards that can be drawn are taken to be equally likely": (equally_likely, ("draw",), "money-cards"),
    "the spaces are counted from 0; if": (spaces_from_nought, ("buy",), "spaces-and-currencies"),
    "orange and yellow are swapped; if": (currencies_exchanged, ("buy",), "spaces-and-currencies"),
    "it gives the same answer": (lambda *_: {"legal": True}, ("remove",), ""),
    "the answer varies": (lambda *_: {"result": next(NUMBERS)}, ("moat",), ""),
    "all moats and walls are counted": (walls_inside, ("moat", "score"), "inner-moats-count-nothing"),
    "the start tile is measured": (start_walled, ("moat",), "start-tile-has-no-moats"),
    "the longest wall is measured too long": (scored_walls_more, ("moat", "score"), "longest-wall"),
    "place: it reports an error far from the start tile": (fails_far_out, ("place",), "cell-is-free"),
}
"""How the first cause begins that is told of an engine, the kinds that it is asked, and the rule of the cause."""
AMONG_OTHERS = {
    "moats and walls are taken for openings",
    "the spaces are counted from 0; if",
    "the start tile is measured",
}


@pytest.mark.parametrize(
    "sentence", [pytest.param(each, marks=[pytest.mark.long] * (place in {1, 2})) for place, each in enumerate(LIES)]
)
def test_what_explains_many_failures_is_one_cause(sentence: str) -> None:
    lie, kinds, rule = LIES[sentence]
    report = checked(lie, of(*kinds))
    first, *others = report.causes
    assert first.sentence.startswith(sentence)
    assert first.rule == rule or not rule
    assert not others or sentence in AMONG_OTHERS
    assert len(report.failed) - len(others) > (10 if rule == "notation-of-layouts" else 0)


@pytest.mark.long
@pytest.mark.in_turn
@pytest.mark.parametrize("game", GAMES)
def test_who_misreads_is_wrong_in_both_directions_and_often_enough_for_a_sample(game: str) -> None:
    for hypothesis in HYPOTHESES:
        if hypothesis.question is None:
            continue
        wrong: Counter[str] = Counter()
        for case in (case for case in cases() if case.kind in hypothesis.kinds and game in case.data["games"]):
            with suppress(ValueError, LookupError, TypeError):
                asked = read_question({**case.question, "given": hypothesis.question(case.given) or case.given})
                wrong[grade(case, asked.answer()).direction] += 1
        assert min(wrong[ACCEPTED], wrong[REFUSED]) > 1, hypothesis.sentence
        assert wrong.total() - wrong[""] >= SAMPLE, hypothesis.sentence


def tied(share: Callable[[list[int], list[int], int], int]) -> Lie:
    """An engine that scores the Alhambra, and by this what one gets of the places who has so many of a building."""

    def lie(_: str, given: Reply) -> Reply:
        walls = [right("moat", {"game": "alhambra", "city": city})["result"] for city in given["cities"]]
        points = [*walls, 0]
        held = [*(list(city.values()) for city in given["cities"]), given.get("dirk", [])]
        for more, building in enumerate(("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")):
            places = [worth + more for worth in {"A": [1], "B": [8, 1], "C": [16, 8, 1]}[given["round"]]]
            numbers = [sum(face.startswith(building) for face in faces) for faces in held]
            for seat, number in enumerate(numbers):
                points[seat] += share([*places, *[0] * 9], numbers, number) if number else 0
        dirk = points.pop()
        return {"points": points, "dirk": dirk} if "dirk" in given else {"points": points}

    return lie


def shared(places: list[int], numbers: list[int], mine: int) -> int:
    """What the rules give: those who tie share their places, rounded down."""
    ahead = sum(number > mine for number in numbers)
    return sum(places[ahead : ahead + numbers.count(mine)]) // numbers.count(mine)


TIES: dict[str, Callable[[list[int], list[int], int], int]] = {
    "tied players share only the first of their places, not the next ones": lambda places, numbers, mine: (
        places[sum(number > mine for number in numbers)] // numbers.count(mine)
    ),
    "the player after a tie gets the place right after it": lambda places, numbers, mine: shared(
        places, [*{number for number in numbers if number > mine}, *[mine] * numbers.count(mine)], mine
    ),
    "every tied player gets the full points of the place": lambda places, numbers, mine: places[
        sum(number > mine for number in numbers)
    ],
    "tied players share their places, but the points are rounded up": lambda places, numbers, mine: (
        -shared([-place for place in places], numbers, mine)
    ),
    "tied players get no points": lambda places, numbers, mine: (
        shared(places, numbers, mine) if numbers.count(mine) == 1 else 0
    ),
}


@pytest.mark.parametrize(
    "sentence", [pytest.param(each, marks=[pytest.mark.long] * (place > 0)) for place, each in enumerate(TIES)]
)
def test_ties_that_are_misunderstood_are_told_as_that(sentence: str) -> None:
    assert not checked(tied(shared), of("score")).failed
    (first,) = checked(tied(TIES[sentence]), of("score")).causes
    assert first.sentence.startswith(f"{sentence}; so ")
    assert first.rule == "ties-share-their-places"


def test_scorings_that_cannot_be_read_keep_no_mistake_from_being_told() -> None:
    sentence = "the player after a tie gets the place right after it"

    def lie(kind: str, given: Reply) -> Reply:
        said = tied(TIES[sentence])(kind, given)
        return {key: value for key, value in said.items() if key != "dirk"}

    first, second = checked(lie, of("score")).causes
    told = {first.example.why.partition(":")[0], second.sentence.partition(";")[0]}
    assert told == {"the answer cannot be read", sentence}
    assert "dirk" in first.example.why


# The right rule, the right direction


def test_a_crash_in_a_scoring_of_walls_is_filed_under_the_wall() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        walls = any("/" in face for city in given["cities"] for face in city.values())
        return {"error": "IndexError"} if walls else right(kind, given)

    report = checked(lie, of("score"))
    (first,) = report.causes
    assert (first.rule, first.example.direction) == ("longest-wall", ERROR)
    wrong = sum("/" in str(case.given["cities"]) for case in of("score"))
    assert report.headline == f"1 cause in {wrong} of {len(of('score'))} answers"


def test_an_answer_that_cannot_be_read_is_in_no_direction() -> None:
    (first,) = checked(lambda *_: {"lawful": True}, of("remove")).causes
    assert first.example.direction == UNREADABLE
    assert first.example.why == "the answer cannot be read: it has neither legal nor broken"


def test_a_missing_key_is_told_as_that() -> None:
    (first,) = checked(lambda *_: {"length": 3}, of("moat")).causes
    assert first.example.why == "the answer cannot be read: it has no result"


def test_every_fact_that_differs_is_told_and_the_most_telling_first() -> None:
    case = next(case for case in cases() if {"hands", "mover", "discard"} <= case.expect.get("then", {}).keys())
    then = {**case.expect["then"], "mover": 7, "hands": ["b1"], "discard": "b1"}
    lines = grade(case, {"legal": True, "then": then}).why.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["mover", "hands", "discard"]


# Small examples


def test_a_city_with_equal_tiles_is_shrunk_like_any_other() -> None:
    tiles = {"1,0": "garden10", "2,0": "garden10", "3,0": "tower11", "4,0": "tower11", "0,1": "arcades9/n"}
    question = read_question({"kind": "moat", "given": {"game": "alhambra", "city": tiles}})
    score = read_question({"kind": "score", "given": {"game": "alhambra", "round": "A", "cities": [tiles, {}]}})
    for each in (question, score):
        case = answered(each, "equal tiles")
        assert case is not None
        small = shrunk(case, lambda other: "arcades" in json.dumps(other.given)).case
        assert "garden" not in json.dumps(small.given)
        assert "tower" not in json.dumps(small.given)


def test_a_program_without_failures_is_asked_nothing_more() -> None:
    asked: list[str] = []

    def engine(question: Reply) -> Reply:
        asked.append(question["id"])
        return answer(question)

    examiner = meet(engine)
    results = [examiner.ask(case) for case in of("moat")]
    before = len(asked)
    assert causes_of(examiner, results) == ()
    assert len(asked) == before


def test_no_more_questions_are_asked_than_are_allowed() -> None:
    asked = count()

    def lie(kind: str, given: Reply) -> Reply:
        next(asked)
        said = right(kind, given)
        return {"legal": not said["legal"]} if len(given["city"]) > 1 else said

    some = of("place", "remove")
    assert checked(lie, some).failed
    assert next(asked) <= len(some) + FEWEST_QUESTIONS + 50


def test_nothing_is_asked_twice_to_find_a_cause() -> None:
    asked: list[str] = []

    def engine(question: Reply) -> Reply:
        asked.append(json.dumps([question["kind"], question.get("given")]))
        said = answer(question)
        return {**said, "points": [points + 1 for points in said["points"]]} if "points" in said else said

    examiner = meet(engine)
    results = [examiner.ask(case) for case in of("score")]
    asked.clear()
    causes_of(examiner, results)
    assert asked
    assert len(asked) == len(set(asked))


# Told by every command alike


def test_a_check_in_python_folds_failures_like_the_commands() -> None:
    def engine(question: Reply) -> Reply:
        said = answer(question)
        return said if question["kind"] == "hello" else {"legal": True}

    report = granada.check(engine, only=["take-several-up-to-five", "take-at-least-one"])
    assert len(report.causes) < len(report.failed)
    assert all(cause.sentence for cause in report.causes)


def test_a_case_is_known_by_the_id_that_it_had_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = "moats-match/once", "moats-match/a-moat-against-a-moat"
    monkeypatch.setitem(shipped_suite(), "renamed", {old: new})
    assert [case.id for case in selected(cases(), [old])] == [new]
    assert main(["check", "--only", old, "--", sys.executable, "-c", "raise SystemExit"]) == 2
    assert f"granada check: {old} is now called {new}\n" in capsys.readouterr().err


def test_the_page_tells_the_causes_in_the_order_in_which_they_are_listed() -> None:
    saved = report_from(as_data(checked(lambda *_: {"lawful": True}, of("remove", "take", "swap"))))
    page = as_page([saved])
    for number, cause in enumerate(saved.causes, start=1):
        assert f'id="cause-{number}"' in page
        assert f'<a href="#cause-{number}">{escape(cause.sentence)}' in page
        assert f"<h3>{number}. {escape(cause.sentence)}</h3>" in page
        assert saved.summary[number - 1].startswith(f"{number}. {cause.sentence}")
    assert page.index("<article") < page.index("Rule by rule")


# Told everywhere alike


def test_the_nearest_case_that_passes_is_told_beside_an_example() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        return {"legal": False} if given["do"].count(" ") > 1 else right(kind, given)

    report = checked(lie, [case for case in of("take") if case.rule == "take-several-up-to-five"])
    (cause,) = report.causes
    name, _, told = cause.passes.partition(", which differs ")
    near = next(result for result in report.results if result.case.id == name)
    assert (near.status, near.case.kind, near.case.expect["legal"]) == ("passed", "take", True)
    assert f"do {near.case.given['do']}" in told
    stream = io.StringIO()
    write_report(report, stream)
    data = as_data(report)
    (found,) = [each["passes"] for each in data["causes"]]
    assert f"passes    {cause.passes}\n" in stream.getvalue()
    assert f"passes: {escape(cause.passes)}" in as_page([report_from(data)])
    assert found == cause.passes


def refuses_five(kind: str, given: Reply) -> Reply:
    """Several cards are worth less than five."""
    cards = given["do"].split()[1:]
    return {"legal": False} if len(cards) > 1 and sum(int(card[1:]) for card in cards) == 5 else right(kind, given)


def test_what_passes_beside_an_example_differs_in_one_card() -> None:
    (cause,) = checked(refuses_five, of("take", game="granada")).causes
    assert cause.made_from is not None
    near, _, told = cause.passes.partition(", which differs from ")
    assert near == "cards-are-held/taking-a-card-that-lies-there"
    assert told == "take-several-up-to-five/five-in-two-cards in do take g4"


@pytest.mark.long
def test_what_passes_beside_a_wrong_fact_asks_for_it_too() -> None:
    """Whoever takes another fact for right is no neighbour, however alike the positions are."""

    def lie(question: Reply) -> Reply:
        said = answer(question)
        then = said.get("then", {})
        return {**said, "then": {**then, "winners": then["winners"][:1]}} if then.get("winners") else said

    examiner = meet(lie)
    (cause,) = causes_of(examiner, [examiner.ask(case) for case in cases() if case.kind == "apply"])
    near = next(case for case in cases() if case.id == cause.passes.partition(",")[0])
    assert "winners" in near.expect["then"]


EXACT = "exact-payment-earns-an-action", "a purchase is wrongly said to be paid exactly"
TOO_MUCH = "pay-at-least-the-price", "buy: paying too much is refused, such as buy 1 with b9"
SEVERAL = "pay-at-least-the-price", "buy: something legal is refused, such as buy 1 with b5 b5"


@pytest.mark.parametrize(
    ("lie", "expected"),
    [
        (lambda said, _: {**said, "exact": True}, EXACT),
        (lambda said, _: said if said["exact"] else {"legal": False}, TOO_MUCH),
        (lambda said, paid: {"legal": False} if len(paid) > 1 else said, SEVERAL),
    ],
    ids=["always exact", "never too much", "never several"],
)
def test_too_much_money_is_told_apart_from_what_it_earns(
    lie: Callable[[Reply, list[str]], Reply], expected: tuple[str, str]
) -> None:
    def engine(kind: str, given: Reply) -> Reply:
        said = right(kind, given)
        return lie(said, given["do"].split()[3:]) if said["legal"] else said

    (cause,) = checked(engine, of("buy")).causes
    assert (cause.rule, cause.sentence) == expected


def test_nothing_of_python_is_told() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        return {"result": [None for _ in right(kind, given)["result"]]}

    report = checked(lie, of("award"))
    out = io.StringIO()
    write_report(report, out)
    assert "null" in out.getvalue()
    assert "None" not in out.getvalue()


def test_what_is_accepted_by_place_and_by_add_is_two() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        said = answer({"id": "", "kind": kind, "given": given})
        missed = {"tile-is-there"} if given["do"].startswith("add") else {"no-holes"}
        return {"legal": not set(said["broken"]) - missed}

    report = checked(lie, of("place"))
    assert {cause.rule for cause in report.causes} == {"no-holes", "tile-is-there"}
    assert {cause.example.direction for cause in report.causes} == {ACCEPTED}


def test_twice_as_many_different_errors_are_twice_the_work() -> None:
    def calls(number: int) -> int:
        """The calls of functions that explain some failures, each with an error message of its own."""
        names = islice(map("".join, product("abcdefghijkl", repeat=3)), number)
        known = zip(cycle(of("take", "buy", game="granada")), names, strict=False)
        wrong = [Result(evolve(case, id=name), FAILED, {"error": name}, "an error") for case, name in known]
        examiner, called = meet(answer), count()
        sys.setprofile(lambda *_: next(called))
        try:
            causes = causes_of(examiner, wrong)
        finally:
            sys.setprofile(None)
        assert len(causes) == number
        return next(called)

    assert calls(500) < 2.5 * calls(250)
