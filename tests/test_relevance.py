"""The rules that a verdict names are those that such an action can break, or that say what it earns."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from granada import Rule
from granada.fuzzing import RandomQuestions, Scope
from granada.game import Setup, broken
from granada.judging import judge
from granada.questions import Question
from granada.rulebook import IMPOSSIBLE
from granada.spec import MODULES, cases, phase_of, rules_for
from granada.spec.relevant_rules import OF_BOTH_CITIES, RULES_OF_ACTIONS, WHAT_IT_EARNS, tried

ABOUT_ACTIONS = ("take", "buy", "flip", "place", "remove", "swap", "apply")
RANDOM = 2_000
"""So many random questions are asked as well."""


class Breach(NamedTuple):
    """A rule that an action breaks, and where."""

    verb: str
    phase: str
    rule: Rule
    setup: Setup


def breaches(questions: Iterable[Question]) -> Iterator[Breach]:
    """What the actions of some questions break, but for what is impossible."""
    for question in questions:
        state, action = tried(question) or (None, None)
        if state is not None and action is not None and state.todo:
            for rule in broken(state, action):
                if rule not in IMPOSSIBLE:
                    yield Breach(action.verb, phase_of(state), rule, state.setup)


@cache
def of_suite() -> tuple[Breach, ...]:
    """What the actions of all cases break."""
    return tuple(breaches(case.asked for case in cases()))


def assert_named(found: Iterable[Breach]) -> None:
    for each in found:
        assert each.rule in rules_for(each.verb, each.setup, each.phase), each


def test_whatever_an_action_breaks_is_named_where_such_an_action_is_legal() -> None:
    assert len(of_suite()) > 700
    assert_named(of_suite())


@pytest.mark.long
def test_whatever_an_action_breaks_in_a_random_position_is_named_too() -> None:
    drawn = RandomQuestions("relevance", Scope(kinds=ABOUT_ACTIONS, readings=lambda _: None))
    found = tuple(breaches(case.asked for case in map(drawn.case, range(RANDOM)) if case))
    assert len(found) > RANDOM // 4
    assert_named(found)


NAMED = [
    (verb, phase, rule, game)
    for verb, phases in RULES_OF_ACTIONS.items()
    for phase, rules in phases.items()
    for rule in rules
    for game in rule.games
]


@pytest.mark.parametrize(("verb", "phase", "rule", "game"), NAMED, ids=str)
def test_no_rule_is_named_that_such_an_action_breaks_nowhere(verb: str, phase: str, rule: Rule, game: str) -> None:
    found = {(each.verb, each.phase, each.rule, each.setup.game.name) for each in of_suite()}
    assert (verb, phase, rule, game) in found


def test_what_an_action_earns_is_told_in_phases_in_which_it_is_done() -> None:
    assert set(WHAT_IT_EARNS) <= set(RULES_OF_ACTIONS)
    for verb, phases in WHAT_IT_EARNS.items():
        for phase, rules in phases.items():
            assert not set(rules) & set(RULES_OF_ACTIONS[verb].get(phase, ())) - {Rule.EXACT_PAYMENT_EARNS_AN_ACTION}


@pytest.mark.parametrize(("rule", "said"), OF_BOTH_CITIES.items(), ids=str)
def test_what_is_said_of_both_cities_has_a_case_that_breaks_the_rule_meant(rule: Rule, said: Rule) -> None:
    assert said.games == ("combined",)
    assert any(case.rule == str(said) and str(rule) in case.expect.get("broken", ()) for case in cases())


def test_modules_are_chapters() -> None:
    assert set(MODULES) < {rule.chapter for rule in Rule}


FAVOUR: dict[str, Any] = {
    "kind": "apply",
    "state": {
        "game": "alhambra",
        "modules": ["vizier"],
        "phase": "favour",
        "asked": [1],
        "seats": [{}, {"hand": "b6 b7"}],
        "yard": ["garden6", "tower9", "tower10", "tower11"],
        "bag": ["tower12"],
        "display": "b1 g1 o1 y1",
    },
}
OWN_TURN: dict[str, Any] = {
    "kind": "buy",
    "game": "alhambra",
    "modules": ["vizier"],
    "hand": "b7",
    "tile": "garden6",
    "do": "buy 1 with b7",
}
COMBINED: dict[str, Any] = {"game": "combined"}
PARTING: dict[str, Any] = {"kind": "remove", "city": "@ garden6/e *arena4/w park6", "do": "remove 1,0", **COMBINED}
FOUNDING: dict[str, Any] = {"kind": "place", "city": "@ garden6/e", "do": "place arena4/w at 2,0", **COMBINED}


def test_a_purchase_with_the_vizier_is_explained_by_his_rules() -> None:
    rules = judge({**FAVOUR, "do": "buy 1 with b6"}, "fr").bearing
    assert {Rule.VIZIER_PAYS_EXACTLY, Rule.VIZIER_EARNS_NO_ACTION} <= set(rules)
    assert Rule.EXACT_PAYMENT_EARNS_AN_ACTION not in rules
    rules = judge(OWN_TURN, "fr").bearing
    assert Rule.EXACT_PAYMENT_EARNS_AN_ACTION in rules
    assert not {Rule.VIZIER_PAYS_EXACTLY, Rule.VIZIER_EARNS_NO_ACTION} & set(rules)


def test_parting_the_cities_is_refused_by_the_rule_that_keeps_them_together() -> None:
    verdict = judge(PARTING, "fr")
    assert verdict.rules == (Rule.EDGE_CONTACT,)
    assert Rule.CITIES_STAY_TOGETHER in verdict.involved
    told = " ".join(str(verdict).split())
    assert "the two cities touch each other" in told
    assert "Our ruling on cities-stay-together May tiles of the Alhambra be removed" in told
    assert "Nothing depends on that" not in told


def test_founding_granada_is_explained_by_the_rules_for_two_cities() -> None:
    verdict = judge(FOUNDING, "fr")
    assert verdict.legal
    founding = {Rule.WALL_MEETS_MOAT, Rule.GRANADA_IS_FOUNDED_AT_A_WALL, Rule.EACH_CITY_IS_WALKED_BY_ITSELF}
    assert founding <= set(verdict.bearing)
    told = " ".join(str(verdict).split())
    assert "moats-match: Inside a city, edges that touch both carry a wall or a moat, or neither does." in told
    assert "walkable: Every tile can be reached on foot from the start tile of its city" in told
    later = judge({**FOUNDING, "city": "@ garden6/e *arena4/w", "do": "place park6 at 3,0"}, "fr").bearing
    assert Rule.GRANADA_IS_FOUNDED_AT_A_WALL not in later


@pytest.mark.parametrize("verb", RULES_OF_ACTIONS)
def test_rules_of_a_module_are_named_at_tables_that_have_it(verb: str) -> None:
    for each in (each for each in of_suite() if each.verb == verb):
        named = rules_for(verb, each.setup, each.phase)
        assert {rule.chapter for rule in named} & set(MODULES) <= {module.name for module in each.setup.modules}
        assert all(each.setup.game.name in rule.games for rule in named)
