"""What a report says: the right rule, every row of a scoring, in the words of the reader."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from granada.causes.score_rows import rows_of
from granada.checking.checker import check, check_program, write_report
from granada.checking.fuzz import fuzz
from granada.checking.pages import as_page
from granada.checking.report import Report
from granada.checking.reports import SEATS, as_data, as_json, cause_text, failure_text, not_judged
from granada.checking.saved_reports import report_from
from granada.examining.examiner import Fault, meet
from granada.examining.results import ACCEPTED, ERROR, FAILED, PASSED, REFUSED, Result, grade
from granada.questions.kinds import ScoreQuestion
from granada.questions.protocol import answer
from granada.spec.suite import cases

if TYPE_CHECKING:
    from collections.abc import Callable

Reply = dict[str, Any]
TAKER = str(Path(__file__).parent / "programs" / "taker.py")
SCORES = [case for case in cases() if case.kind == "score"]


def engine(lie: Callable[[str, Reply, Reply], Reply | None], **hello: object) -> Callable[[Reply], Reply]:
    """Our engine, wrong where the lie says so."""

    def answering(question: Reply) -> Reply:
        said = answer(question)
        if question["kind"] == "hello":
            return {**said, **hello}
        return lie(question["kind"], question["given"], said) or said

    return answering


# The right rule


def longer_walls(kind: str, given: Reply, said: Reply) -> Reply | None:
    """Every longest wall is one too long, also inside a scoring."""
    if kind == "moat":
        return {**said, "result": said["result"] + 1}
    if kind == "score" and given["game"] == "alhambra":
        walls = [answer({"kind": "moat", "given": {"game": "alhambra", "city": city}}) for city in given["cities"]]
        more = [any("/" in face for face in city.values()) for city in given["cities"]]
        assert walls
        return {**said, "points": [points + extra for points, extra in zip(said["points"], more, strict=True)]}
    return None


def test_a_wrong_wall_in_a_scoring_is_filed_under_the_wall() -> None:
    report = check(engine(longer_walls, games=["alhambra"], kinds=["score", "moat"]), only=["alhambra-points"])
    assert report.failed
    (cause,) = report.causes
    assert cause.rule == "longest-wall"
    assert {result.case.rule for result in report.failed} == {"alhambra-points"}
    assert report.by_rule.keys() == {("alhambra", "alhambra-points")}
    text = cause_text(cause, report)
    assert re.search(r"^ +walls +[0-9 ]+ <- wrong$", text, re.MULTILINE)
    assert re.search(r"^ +(pavilion|seraglio|arcades|chambers|garden|tower) +[0-9 ]+$", text, re.MULTILINE)
    assert "rule      longest-wall: Each player scores" in text


@pytest.mark.parametrize("game", ["granada", "alhambra"])
def test_wrong_points_for_a_building_are_not_filed_under_moats(game: str) -> None:
    def greedy(kind: str, given: Reply, said: Reply) -> Reply | None:
        """The first place is worth one more."""
        if kind != "score" or not any(said["points"]):
            return None
        seats = [
            seat for seat, city in enumerate(given["cities"]) if any("park" in f or "tower" in f for f in city.values())
        ]
        return {**said, "points": [points + (seat in seats) for seat, points in enumerate(said["points"])]}

    report = check(engine(greedy, games=[game], modules=[]), cases=[c for c in SCORES if c.given["game"] == game])
    assert report.failed
    for cause in report.causes:
        assert {row.name for row in cause.example.score_rows if row.wrong} <= {"park", "tower"}
        assert cause.rule not in {"longest-moat", "longest-wall"}


def test_every_scoring_of_combined_cities_has_questions_about_its_rows() -> None:
    combined = [case for case in SCORES if case.given["game"] == "combined" and case.given.get("modules")]
    assert any(case.given.get("shown") for case in combined)
    for case in combined:
        assert isinstance(case.asked, ScoreQuestion)
        points = [number + 1 for number in case.expect["points"]]
        rows = list(rows_of(Result(case, FAILED, {**case.expect, "points": points})))
        assert {each.name for each in rows} == {"no tiles", *(row.name for row in case.asked.scored.rows)}, case.id


def test_a_moat_that_is_not_answered_is_found_by_leaving_out() -> None:
    report = check(engine(longer_walls, games=["alhambra"], kinds=["score"]), only=["alhambra-points"])
    (cause,) = report.causes
    assert cause.rule == "longest-wall"
    assert re.search(r"^ +walls +[0-9 ]+ <- wrong$", cause_text(cause, report), re.MULTILINE)


def test_where_each_row_by_itself_is_right_the_case_keeps_its_rule() -> None:
    def adds_wrongly(kind: str, given: Reply, said: Reply) -> Reply | None:
        several = kind == "score" and sum(map(len, given["cities"])) > 2
        many = several and any(
            len({re.sub("[^a-z].*", "", face) for face in city.values()}) > 1 for city in given["cities"]
        )
        return {**said, "points": [points + 1 for points in said["points"]]} if many else None

    report = check(engine(adds_wrongly, games=["alhambra"], modules=[]), only=["alhambra-points"])
    (cause,) = report.causes
    assert cause.rule == "alhambra-points"
    assert "each row by itself is right" in cause_text(cause, report)
    assert "each row by itself is right" in as_page([report_from(as_data(report))])


def test_the_trace_of_a_wall_and_the_note_of_a_case_are_told() -> None:
    case = next(case for case in cases() if case.id == "longest-moat/straight-on-and-round-a-corner@alhambra")
    told = meet(engine(lambda kind, *_: {"result": 0} if kind == "moat" else None)).ask(case)
    assert "1━━━━" in failure_text(told)
    assert "1 2 3 … counted" in failure_text(told)
    noted = next(case for case in cases() if case.kind == "score" and case.note)
    wrong = meet(engine(lambda kind, *_: {"points": []} if kind == "score" else None)).ask(noted)
    assert noted.note in as_page([report_from(as_data(Report((wrong,), "liar")))])


def test_every_rule_that_should_be_broken_is_told_with_its_sentence() -> None:
    case = next(case for case in cases() if len(case.expect.get("broken", ())) > 2)
    text = failure_text(meet(engine(lambda *_: {"legal": True})).ask(case))
    for rule in case.expect["broken"]:
        assert re.search(rf"^  rule      {rule}: [A-Z]", text, re.MULTILINE)


def test_an_error_counts_for_the_rule_that_was_asked() -> None:
    def refuses_the_start(kind: str, given: Reply, _: Reply) -> Reply | None:
        return {"error": "no such tile"} if kind == "remove" and given["do"] == "remove 0,0" else None

    report = fuzz(engine(refuses_the_start, kinds=["remove"], games=["alhambra"]), 40)
    assert [(cause.rule, cause.example.direction) for cause in report.causes] == [("start-tile-stays", ERROR)]


def test_what_is_refused_and_what_is_accepted_are_told_apart() -> None:
    def muddled(kind: str, given: Reply, said: Reply) -> Reply | None:
        if kind != "remove" or "broken" not in said:
            return None
        across = given["do"] == "remove 0,0" or (said["legal"] and len(given["city"]) > 2)
        return {"legal": not said["legal"] if across else said["legal"]}

    report = fuzz(engine(muddled, kinds=["remove"], games=["alhambra"]), 60)
    assert {cause.example.direction for cause in report.causes} == {ACCEPTED, REFUSED}
    directions = {result.id: result.direction for result in report.failed}
    assert len(directions) > len(report.causes)
    for cause in report.causes:
        assert {directions[name] for name in cause.failures} == {cause.example.direction}


# In the words of the reader


def overlooks(*rules: str) -> Callable[[str, Reply, Reply], Reply | None]:
    """Wrong about what breaks these rules alone, whatever is done."""
    return lambda _, __, said: {"legal": not set(said["broken"]) - {*rules}} if "broken" in said else None


def test_what_is_accepted_is_said_in_words_with_every_action_that_does_it() -> None:
    some = [case for case in cases() if case.kind in {"place", "remove"} and case.expect["broken"] == ["no-holes"]]
    (cause,) = check(engine(overlooks("no-holes"), games=["alhambra"]), cases=some).causes
    assert cause.sentence == "place, remove and add: a hole is accepted"


def test_the_row_of_a_scoring_that_is_wrong_is_named_with_its_direction() -> None:
    def mean(kind: str, given: Reply, said: Reply) -> Reply | None:
        if kind != "score":
            return None
        towers = [any(face.startswith("tower") for face in city.values()) for city in given["cities"]]
        fewer = [max(0, points - tower) for points, tower in zip(said["points"], towers, strict=True)]
        return {**said, "points": fewer}

    some = [case for case in SCORES if case.rule == "alhambra-points" and "tower" in json.dumps(case.given["cities"])]
    report = check(engine(mean, games=["alhambra"], modules=[]), cases=some)
    assert [cause.sentence for cause in report.causes] == ["a scoring: too few points in the row tower"]


def test_a_tile_that_should_stay_is_said_to_be_given_away() -> None:
    def generous(kind: str, _: Reply, said: Reply) -> Reply | None:
        return {"result": [seat or 0 for seat in said["result"]]} if kind == "award" else None

    report = check(engine(generous, games=["alhambra"], kinds=["award"]), only=["tied-awards-stay"])
    assert [cause.sentence for cause in report.causes] == ["a tile for which the richest are tied is given to a seat"]


def test_a_tile_that_goes_to_nobody_is_not_said_to_go_to_a_seat() -> None:
    def mean(kind: str, _: Reply, said: Reply) -> Reply | None:
        return {"result": [None for _ in said["result"]]} if kind == "award" else None

    report = check(engine(mean, games=["alhambra"], kinds=["award"]), only=["award-to-the-richest"])
    assert [cause.sentence for cause in report.causes] == ["a tile that is left at the end does not go to the richest"]


def test_a_row_is_only_an_example_where_others_are_wrong_too() -> None:
    def mean(_: str, given: Reply, said: Reply) -> Reply | None:
        if "points" not in said:
            return None
        fewer = [points - len(city) for points, city in zip(said["points"], given["cities"], strict=True)]
        return {**said, "points": [max(0, points) for points in fewer]}

    report = check(engine(mean, games=["alhambra"], modules=[], kinds=["score"]), only=["alhambra-points"])
    assert report.causes[0].sentence.startswith("a scoring: too few points in rows such as ")


def test_it_is_told_that_pictures_count_seats_otherwise_than_answers() -> None:
    report = check(engine(longer_walls, games=["alhambra"], kinds=["score"]), only=["alhambra-points"])
    assert SEATS in cause_text(report.causes[0], report)
    assert f">{SEATS}<" in as_page([report_from(as_data(report))])
    alone = check(engine(overlooks("no-holes"), games=["alhambra"], kinds=["place"]), only=["no-holes"])
    assert SEATS not in cause_text(alone.causes[0], alone)


def test_an_error_is_told_as_a_whole() -> None:
    message = "TypeError: Cannot read properties of undefined (reading 'length') at line 7 of a long file"
    report = check(
        engine(lambda *_: {"error": message}, kinds=["remove"], games=["alhambra"]), only=["start-tile-stays"]
    )
    assert [cause.sentence for cause in report.causes] == [f"remove: it reports an error: {message}"]


def test_an_example_that_was_made_smaller_has_another_name() -> None:
    report = check(engine(longer_walls, games=["alhambra"], kinds=["score"]), only=["alhambra-points"])
    small = next(cause for cause in report.causes if cause.made_from)
    old = small.example.id
    assert f"FAILED (made smaller from {old})" in cause_text(small, report)
    assert f">(made smaller from {old})<" in as_page([report_from(as_data(report))])
    assert f'name = "{small.rule}, made smaller"\n' in small.toml


def test_of_some_that_are_alike_it_is_told_what_is_wrong_with_them() -> None:
    only = ["take-several-up-to-five", "take-at-least-one"]
    report = check(engine(overlooks("take-several-up-to-five"), kinds=["take"]), only=only)
    (cause,) = report.causes
    assert cause.sentence == "take: several cards that are worth too much are accepted"
    out = io.StringIO()
    write_report(report, out)
    told = re.compile(r"take-several-up-to-five/[a-z0-9-]+(@[a-z]+)?: take [a-z0-9 ]+: expected illegal")
    for text in (out.getvalue(), as_page([report_from(as_data(report))])):
        assert len(told.findall(text)) == 3


def test_an_action_that_is_listed_twice_is_told_and_forgiven() -> None:
    def stutter(_: str, __: Reply, said: Reply) -> Reply:
        turned = [re.sub(r"(\S+) (\S+)$", r"\2 \1", text) for text in said["actions"]]
        return {"actions": [*said["actions"], *turned]}

    name = "pay-at-least-the-price/either-of-two-equal-cards-is-the-same-payment"
    report = check(engine(stutter), only=[name])
    assert report.ok
    (told,) = not_judged(report)
    assert told == f"an action is listed more than once, which counts once: {name}"


@pytest.mark.parametrize(
    ("odd", "passes"),
    [
        ({"actions": True, "points": 1e308, "draws": 7, "notes": False}, True),
        ({"actions": float("nan")}, False),
        ({"skip": object()}, False),
    ],
)
def test_whatever_else_stands_in_an_answer_there_is_a_report(odd: Reply, passes: object) -> None:
    report = check(engine(lambda _, __, said: {**said, **odd}), only=["longest-moat/one-edge"])
    assert json.loads(as_json(report))["results"][0]["status"] == (PASSED if passes else FAILED)


def test_a_page_says_what_was_not_judged() -> None:
    def shy(kind: str, given: Reply, _: Reply) -> Reply | None:
        return {"skip": "too hard"} if kind == "take" and given["game"] == "alhambra" else None

    data = as_data(check(engine(shy, kinds=["take"]), only=["take-several-up-to-five"]))
    page = as_page([report_from(data)])
    *not_asked, skipped = data["not_judged"]
    assert any(re.fullmatch(r"not asked, [0-9]+ cases?: the engine does not answer [a-z]+", line) for line in not_asked)
    assert skipped.startswith("skipped by the program itself: take-several-up-to-five/")
    assert "<h2>Not judged</h2>" in page
    assert skipped in page
    assert re.search(r"[0-9]+/[0-9]+ <span class=.soft skipped.>\+[0-9]+ skipped</span>", page)
    assert "Not judged" not in as_page([report_from(as_data(check(answer, only=["no-holes"])))])


def test_a_payment_that_is_listed_twice_in_another_order_is_one_action() -> None:
    case = next(c for c in cases() if c.kind == "legal" and any(a.count(" ") > 3 for a in c.expect["actions"]))
    listed = case.expect["actions"]
    payment = next(action for action in listed if action.startswith("buy") and action.count(" ") > 3)
    verb, space, with_, *cards = payment.split()
    turned = " ".join([verb, space, with_, *reversed(cards)])
    assert turned not in listed
    assert grade(case, {"actions": [*listed, turned, listed[0]]}).status == PASSED
    assert grade(case, {"actions": [turned if action == payment else action for action in listed]}).status == PASSED


# A reading of one's own


def test_a_program_that_hands_needless_cards_back_can_say_so() -> None:
    def hands_back(kind: str, given: Reply, said: Reply) -> Reply | None:
        """Calls a payment exact from which enough can be withheld."""
        if kind != "buy" or not said.get("legal"):
            return None
        case = {"kind": "buy", "given": {**given, "do": given["do"]}}
        words = given["do"].split()
        cards = words[3:]
        shorter = [[*words[:3], *cards[:at], *cards[at + 1 :]] for at in range(len(cards))]
        others = [answer({**case, "given": {**given, "do": " ".join(each)}}) for each in shorter]
        return {**said, "exact": True} if any(other.get("exact") for other in others) else None

    honest = check(engine(hands_back, needless="back"), only=["pay-at-least-the-price"])
    assert honest.ok
    assert any(result.why == "the engine hands unneeded cards back" for result in honest.results)
    assert not check(engine(hands_back), only=["pay-at-least-the-price"]).ok
    wrong = check(engine(lambda *_: None, needless="kept"), only=["pay-at-least-the-price"])
    assert 'needless: expected "paid" or "back", not \'kept\'' in wrong.failed[0].why


# Breaking off


def test_what_was_found_before_an_interruption_is_told() -> None:
    def impatient(done: int, _: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    command = [sys.executable, TAKER, "is always wrong"]
    report = check_program(command, only=["take-several-up-to-five"], progress=impatient)
    assert report.interrupted
    assert len(report.results) == 5
    out = io.StringIO()
    write_report(report, out)
    assert "The check was interrupted; these are the results so far." in out.getvalue()
    assert out.getvalue().count("FAILED take-several") == len(report.failed) > 0


@pytest.mark.long
def test_a_dead_engine_is_asked_nothing() -> None:
    def dead(_: Reply) -> Reply:
        raise Fault("it is dead")

    report = check(dead)
    assert report.emptiness == "Nothing was checked: it is dead"
