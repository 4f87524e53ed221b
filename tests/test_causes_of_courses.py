"""Courses of actions that go wrong: followed to where they first do, each mistake on one card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from granada.causes.facts import wrong_facts
from granada.causes.misunderstandings import Ranking, scored_by
from granada.examining.results import ACCEPTED, WRONG, grade
from granada.questions.reading import read_question
from tests.mutants.every_mutant import named
from tests.mutants.mutant import Mutant, together
from tests.test_causes import checked, of, right

if TYPE_CHECKING:
    from granada.spec.cases import Case
    from tests.test_causes import Lie, Reply


def mistaken(*bugs: str) -> Lie:
    """Our rules with some bugs of the mutants."""
    mutant = Mutant("several", "", together(*(named(bug).spoil for bug in bugs)))

    def lie(kind: str, given: Reply) -> Reply:
        said = mutant({"id": "", "kind": kind, "given": given})
        return {key: value for key, value in said.items() if key not in {"broken", "id"}}

    return lie


@pytest.mark.parametrize(
    ("bug", "rule"),
    [
        ("the display is refilled to three", "money-to-four"),
        pytest.param("the game ends when the bag is empty", "end-when-a-space-stays-empty", marks=pytest.mark.long),
        pytest.param("an exact flip earns an action", "flip-earns-no-action", marks=pytest.mark.long),
    ],
)
def test_a_course_is_followed_to_where_it_first_goes_wrong(bug: str, rule: str) -> None:
    first = checked(mistaken(bug), of("apply", game="granada")).causes[0]
    assert first.rule == rule
    assert first.example.direction == WRONG
    assert len(first.example.case.asked.deeds) == 1


@pytest.mark.long
def test_points_that_follow_from_a_wrong_scoring_are_no_cause_of_their_own() -> None:
    some = [case for case in of("score", "apply", game="granada") if case.rule in {"longest-moat", "last-scoring"}]
    report = checked(mistaken("moats score more in later rounds"), some)
    assert {cause.example.kind for cause in report.causes} == {"score"}
    assert {result.case.kind for result in report.failed} == {"score", "apply"}


@pytest.mark.parametrize(("game", "rule"), [("granada", "dirk-gets-six-after-a"), ("combined", "combined-dirk")])
def test_a_draw_that_is_missing_is_not_about_the_face_of_what_is_drawn(game: str, rule: str) -> None:
    some = [case for case in of("apply", game=game) if "dirk" in case.rule or case.rule == "score-before-the-next-turn"]
    assert [cause.rule for cause in checked(mistaken("Dirk gets nothing after A"), some).causes] == [rule]


def test_a_game_with_a_refused_draw_is_in_the_card_about_draws_and_not_in_the_largest() -> None:
    rules = {"act-on-your-turn", "record-of-a-game", "scoring-cards-in-the-deck"}
    some = [case for case in of("legal", "game", "draw", "apply", game="granada") if case.rule in rules]
    causes = checked(mistaken("B is in the third pile", "may_pass is always True"), some).causes
    of_rule = {cause.rule: cause.failures for cause in causes}
    assert {*of_rule} == {"act-on-your-turn", "scoring-cards-in-the-deck"}
    assert not any(name.startswith("record-of-a-game") for name in of_rule["act-on-your-turn"])
    assert "record-of-a-game/two-players-in-granada" in of_rule["scoring-cards-in-the-deck"]


def test_no_winners_yet_is_a_wrong_answer_that_can_be_read() -> None:
    case = next(case for case in of("apply") if case.expect.get("then", {}).get("winners"))
    result = grade(case, {**case.expect, "then": {**case.expect["then"], "winners": None}})
    assert (result.direction, result.why.partition(":")[0]) == (WRONG, "winners")


def about(*rules: str, game: str = "alhambra") -> list[Case]:
    """The cases about some rules in a game."""
    return [case for case in of("apply", "award", "score", game=game) if case.rule in rules]


def test_what_is_refused_after_a_purchase_alone_is_about_exact_payment() -> None:
    rule = "exact-payment-earns-an-action"
    some = about(rule, "bought-tiles-wait", "add-from-the-reserve")
    (cause,) = checked(mistaken("no redesigning after a purchase"), some).causes
    assert cause.rule == rule


@pytest.mark.long
def test_a_mistake_that_always_follows_another_has_its_card() -> None:
    lie = mistaken("the display is refilled to three", "Dirk gets five tiles after A")
    report = checked(lie, about("money-to-four", "dirk-gets-six-after-a", "draw-can-come"))
    assert {cause.rule for cause in report.causes} == {"money-to-four", "dirk-gets-six-after-a"}


@pytest.mark.long
def test_a_draw_that_is_accepted_after_a_mistake_is_no_mistake_of_its_own() -> None:
    some = about("money-to-four", "dirk-gets-six-after-a", "money-before-tiles")
    report = checked(mistaken("the display is refilled to three"), some)
    assert ACCEPTED in {result.direction for result in report.failed}
    assert [cause.rule for cause in report.causes] == ["money-to-four"]


@pytest.mark.long
def test_what_goes_wrong_early_in_a_course_is_not_put_with_other_mistakes() -> None:
    bugs = ("may_pass is always True", "score_before_tiles is always False", "B is in the third pile")
    some = about("act-on-your-turn", "score-before-the-next-turn", "scoring-cards-in-the-deck", game="granada")
    report = checked(mistaken(*bugs), some)
    rules = [cause.rule for cause in report.causes]
    assert sorted(rules) == ["act-on-your-turn", "score-before-the-next-turn", "scoring-cards-in-the-deck"]


@pytest.mark.long
def test_a_wrong_fact_that_is_not_explained_has_its_card() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        """A purchase is always told to wait for nothing; a hand of several cards is told to keep what was paid."""
        said = right(kind, given)
        then = said.get("then", {})
        if "waiting" in then:
            then["waiting"] = "over"
        if len(given["state"]["seats"][0]["hand"].split()) > 1 and "hands" in then:
            then["hands"] = [seat["hand"] for seat in given["state"]["seats"]]
        return said

    purchases = [case for case in of("apply", game="granada") if str(case.given["do"]).startswith("buy")]
    some = [case for case in purchases if "hands" in case.expect.get("then", {})]
    several = [case for case in some if len(case.given["state"]["seats"][0]["hand"].split()) > 1]
    report = checked(lie, several)
    assert all("hands" in wrong_facts(result) for result in report.failed)
    assert sorted(wrong_facts(cause.example) for cause in report.causes) == [["hands"], ["waiting"]]


@pytest.mark.long
def test_the_same_mistake_in_a_single_question_and_in_play_is_one_card() -> None:
    some = about("tied-awards-stay", "last-scoring", "most-points-win", "end-when-a-space-stays-empty")
    report = checked(mistaken("a tied tile goes to the lowest seat"), some)
    (cause,) = report.causes
    assert cause.rule == "tied-awards-stay"
    assert {result.case.kind for result in report.failed} == {"award", "apply"}


def test_the_same_mistake_in_normal_and_simplified_scoring_is_one_card() -> None:
    def a_point_each(ranking: Ranking) -> dict[int | None, int]:
        """Those who tie get a point each."""
        counts = [count for count, _ in ranking.held.values()]
        worth = [*ranking.worth, *[0] * len(counts)]
        return {
            seat: 1 if counts.count(own) > 1 else worth[sum(count > own for count in counts)]
            for seat, (own, _) in ranking.held.items()
        }

    wrong = scored_by(a_point_each)

    def lie(kind: str, given: Reply) -> Reply:
        said = right(kind, given)
        return wrong(read_question({"id": "", "kind": kind, "given": given}), said) or said

    rules = ("ties-go-to-the-highest-price", "simplified-ties")
    report = checked(lie, about(*rules, game="granada"))
    (cause,) = report.causes
    assert cause.rule in rules
    assert {result.case.rule for result in report.failed} == {*rules}


@pytest.mark.long
def test_what_two_causes_explain_together_is_no_third_one() -> None:
    some = about("ties-go-to-the-highest-price", "marker-moves-after-a-refill", "last-scoring", game="granada")
    some += about("score-before-the-next-turn", game="granada")
    report = checked(mistaken("ties are shared", "the marker stays"), some)
    assert {cause.rule for cause in report.causes} == {"ties-go-to-the-highest-price", "marker-moves-after-a-refill"}
