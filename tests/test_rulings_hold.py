"""What is printed as followed holds: the cases of every ruling, and broken rules, under each reading of the rules."""

from itertools import combinations
from typing import Any

import pytest

from granada import InvalidState, Rule, Rulings
from granada.judging import judge
from granada.questions import Question, StateQuestion, grading, read_written
from granada.rulebook import EDITIONS, READINGS, Ruling, ruling_of, sentence_of
from granada.spec import Case, cases
from granada.spec.cases import slug
from granada.spec.chapters import read_chapter, read_chapters

OURS = Rulings()
CHOICES: list[dict[str, Any]] = [{name: value} for name, (_, values) in READINGS.items() for value in values[1:]]
ALONE = [Rulings(**choice) for choice in CHOICES]
PAIRS = [Rulings(**one | other) for one, other in combinations(CHOICES, 2)]
TEXTS = [text for chapter in read_chapters() for text in chapter.rules]
WRITTEN = {f"{text.rule}/{slug(written['name'])}": written for text in TEXTS for written in text.written}
CASES = {case.id: case for case in cases() if not case.twin_of}
RULED = [rule for rule in Rule if rule.rulings]
MOST_WITHOUT_CASES = 38
"""Rulings on which nothing depends that a question could ask."""


def under(case: Case, rulings: Rulings) -> Question:
    """What a case asks, under some readings; a position in few words may begin otherwise under them."""
    if isinstance(case.asked, StateQuestion):
        return read_written({**WRITTEN[case.id], "rulings": rulings.chosen})
    return case.asked.under(rulings)


def comes_out(case: Case, rulings: Rulings) -> bool | None:
    """Whether a case has the answer that it brings under some readings; None where there is no such position."""
    try:
        question = under(case, rulings)
        found = question.in_full().answer()
    except InvalidState:
        return None
    return not list(grading.differences(question, case.expect, found))


def assert_holds(ruling: Ruling, rulings: Rulings) -> None:
    """All cases of a ruling come out as they stand where it holds; where it does not, some come out otherwise.

    Where it does not hold and no case can be asked, because there is no such position, nothing is claimed.
    """
    found = {comes_out(CASES[name], rulings) for name in ruling.cases}
    if ruling.holds(rulings.choices):
        assert False not in found, (ruling.question, rulings)
    else:
        assert False in found or found == {None}, (ruling.question, rulings)


@pytest.mark.parametrize("rule", RULED, ids=str)
def test_a_ruling_holds_under_every_reading_but_those_it_names(rule: Rule) -> None:
    for ruling in rule.rulings:
        for rulings in {OURS, *ALONE, *EDITIONS.values()}:
            assert_holds(ruling, rulings)


@pytest.mark.long
@pytest.mark.in_turn
@pytest.mark.parametrize("rule", RULED, ids=str)
def test_a_ruling_holds_under_every_pair_of_readings_that_it_does_not_name(rule: Rule) -> None:
    for ruling in rule.rulings:
        for rulings in PAIRS:
            assert_holds(ruling, rulings)


def test_a_ruling_that_a_reading_sets_aside_is_shown_by_a_case() -> None:
    rulings = [ruling for rule in RULED for ruling in rule.rulings]
    assert len([each for each in rulings if not each.cases]) <= MOST_WITHOUT_CASES
    assert [each.question for each in rulings if each.unless and not each.cases] == []
    assert {each for ruling in rulings for each in ruling.unless} == {each for alone in ALONE for each in alone.choices}


def test_a_ruling_without_a_question_is_refused() -> None:
    chapter = read_chapter("set-up", "# A chapter\n\n## flip-once\n\n*Ruling.* It is turned over once.\n")
    with pytest.raises(InvalidState, match=r"^flip-once: a ruling must be a question and its answer"):
        _ = chapter.rules[0].rulings


NEEDLESS = {"kind": "buy", "game": "alhambra", "hand": "b9 b8 b1", "tile": "garden10", "do": "buy 1 with b1 b8 b9"}
PASSING = {"kind": "apply", "rulings": {"may_pass": True}, "state": {"display": "b1 g1 o1 y1"}, "do": "pass"}
GIFT = {"players": 2, "phase": "place", "place": ["school8|hospital9/s"]}
GIVING = {"kind": "apply", "rulings": {"gifts_follow_marker": True}, "state": GIFT, "do": "give school8/s"}
FLIP = {"kind": "flip", "hand": "b1 b2", "tile": "arena4|hospital5/s", "do": "flip arena4/s paying b1 b2"}


@pytest.mark.parametrize(
    ("question", "edition", "rule", "asked"),
    [
        (NEEDLESS, "hu", Rule.PAY_AT_LEAST_THE_PRICE, "May you pay too much although you could pay exactly?"),
        (PASSING, None, Rule.ACT_ON_YOUR_TURN, "What if nothing is possible?"),
        (GIVING, None, Rule.GIFTS_KEEP_THEIR_FACE, "What does it cost to turn a gift over?"),
        (FLIP, "fr", Rule.FLIP_COSTS_THREE, "May a flip be paid with a card that is not needed?"),
    ],
)
def test_a_ruling_that_the_table_does_not_follow_is_told_as_set_aside(
    question: dict[str, object], edition: str | None, rule: Rule, asked: str
) -> None:
    verdict = judge(question, edition)
    followed, left = (" ".join(str(verdict).split())).split(f"Our ruling on {rule}, which is not played here")
    assert asked in left
    assert asked not in followed


def test_a_needless_card_is_paid_by_the_hungarian_book_too_where_more_than_the_price_may_be_paid() -> None:
    assert judge({**NEEDLESS, "hand": "b9 b8 b3", "do": "buy 1 with b3 b8 b9"}, "hu").legal
    followed, _ = ruling_of(Rule.PAY_AT_LEAST_THE_PRICE, Rulings.edition("hu", "alhambra"))
    assert [each.question for each in followed] == ["May a payment contain a card that is not needed at all?"]


@pytest.mark.parametrize("rule", RULED, ids=str)
def test_no_ruling_is_lost_and_by_our_readings_all_are_followed(rule: Rule) -> None:
    assert ruling_of(rule) == (list(rule.rulings), [])
    for rulings in ALONE:
        followed, left = ruling_of(rule, rulings)
        assert sorted(map(str, followed + left)) == sorted(map(str, rule.rulings))


def broken_otherwise(case: Case, rulings: Rulings) -> set[Rule]:
    """The rules that an action breaks by some readings and not by ours, or by ours alone."""
    try:
        answer = under(case, rulings).in_full().answer()
    except InvalidState:
        return set()
    return {Rule.named(name) for name in set(answer.get("broken", ())) ^ set(case.expect.get("broken", ()))}


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=[pytest.mark.long, pytest.mark.in_turn]) for part in range(1, 12))]
)
def test_a_rule_that_a_reading_lets_be_broken_otherwise_has_another_sentence_there(part: int) -> None:
    asked = [case for case in CASES.values() if case.asked.setup and case.asked.setup.rulings == OURS]
    for case in (each for each in asked[part::12] if "broken" in each.expect and len(each.asked.deeds) == 1):
        for rulings in ALONE:
            told = {rule for rule in Rule if sentence_of(rule, rulings) != rule.sentence}
            if told:  # they may also tell that it is another moment now
                told.add(Rule.IN_ITS_PHASE)
            assert broken_otherwise(case, rulings) <= told, (case.id, rulings)
