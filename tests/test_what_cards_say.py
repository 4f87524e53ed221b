"""A card says of rules and answers what came: accepted, refused under other rules, or not to be read."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from granada.checking.checker import check
from granada.checking.reports import cause_text
from granada.examining.results import ACCEPTED
from granada.questions.protocol import answer
from tests.test_causes import checked, of
from tests.test_foreign_mistakes import broken, told
from tests.test_reports import engine

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.test_causes import Lie, Reply


# What is said of rules is what came


def renaming(old: str, new: str) -> Lie:
    """An engine that is right but for the name of a rule."""
    return lambda kind, given: {
        "legal": not (rules := broken(kind, given)),
        "broken": sorted(new if rule == old else rule for rule in rules),
    }


def test_a_misspelt_rule_is_told_as_that_and_not_as_accepted() -> None:
    report = checked(renaming("take-several-up-to-five", "take-several-upto-five"), of("take"))
    sentence = "there is no rule 'take-several-upto-five'; did you mean take-several-up-to-five?"
    assert told(report) == [f"protocol: {sentence}"]
    (cause,) = report.causes
    assert (cause.toml, "\n  rule " in cause_text(cause, report)) == ("", False)
    assert len(cause.failures) == len(report.failed)


def test_all_names_that_no_rule_has_are_one_card() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        return {"broken": [rule.replace("-", "_") for rule in sorted(broken(kind, given))]}

    (only,) = told(checked(lie, of("take")))
    assert re.fullmatch(r"protocol: there is no rule '\w+'; did you mean [a-z-]+\? Nor is there .*_.*", only)


def test_a_rule_that_is_not_named_in_a_refusal_is_not_said_to_be_accepted() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        """The first broken rule alone is named."""
        return {
            "legal": not broken(kind, given),
            "broken": answer({"id": "", "kind": kind, "given": given})["broken"][:1],
        }

    report = checked(lie, of("layout"))
    assert report.failed
    assert not any("accepted" in sentence for sentence in told(report)), told(report)
    assert all("is not named where it is broken" in sentence for sentence in told(report)), told(report)


def test_a_card_says_how_often_a_rule_is_named_wrongly() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        """The edges of turned tiles are turned the other way."""
        turned = {"~90": "~270", "~270": "~90"}
        layout = {
            cell: re.sub("~.*", lambda turn: turned.get(turn[0], turn[0]), face)
            for cell, face in given["layout"].items()
        }
        return {"broken": sorted(broken(kind, {**given, "layout": layout}))}

    report = checked(lie, of("layout"))
    assert not any("accepted" in sentence for sentence in told(report)), told(report)


@pytest.mark.parametrize("said", [int, lambda legal: str(legal).lower()], ids=["number", "text"])
def test_an_answer_that_cannot_be_read_is_one_card_of_no_rule(said: Callable[[bool], object]) -> None:
    report = checked(lambda kind, given: {"legal": said(not broken(kind, given))}, of("take", "layout"))
    (cause,) = report.causes
    assert cause.sentence.startswith("the answer cannot be read: legal must be true or false, not ")
    assert (cause.rule, cause.toml, "\n  rule " in cause_text(cause, report)) == ("protocol", "", False)


# The example fails as most failures do


def test_the_example_of_a_card_fails_in_the_direction_of_most_of_its_failures() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        """Holes are looked for only beside another mistake, and not named; all else is right."""
        rules = sorted(broken(kind, given))
        left = [rule for rule in rules if rule != "no-holes"]
        return {"legal": not left, "broken": left}

    report = checked(lie, of("place", "remove", "layout"))
    for cause in report.causes:
        ways = Counter(each.direction for each in report.failed if each.id in cause.failures)
        assert ways[cause.example.direction] == max(ways.values()), told(report)
        assert (cause.example.direction == ACCEPTED) == ("is accepted" in cause.sentence)


def test_a_case_that_breaks_another_rule_is_no_clue_beside_one_that_is_accepted() -> None:
    def trusting(kind: str, _: Reply, said: Reply) -> Reply | None:
        return {"legal": True} if kind == "buy" and "cards-are-held" in said.get("broken", ()) else None

    report = check(engine(trusting), only=["cards-are-held", "pay-at-least-the-price", "pay-in-the-space-currency"])
    (cause,) = report.causes
    assert cause.rule == "cards-are-held"
    assert cause.passes == ""
