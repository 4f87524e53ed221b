"""The suite alone, without our own tests, notices every plausible bug, in each game that has the rule."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING

import pytest

from granada.checking.checker import check_program
from granada.examining.examiner import reason_to_skip
from granada.examining.results import FAILED, PASSED, grade
from granada.game import GAMES, MODULES
from granada.rulebook import Rule, shipped_suite
from granada.spec.suite import cases, chapter_of
from tests.mutants.every_mutant import ALL, named
from tests.mutants.mutant import Mutant, ignorant, zealous

if TYPE_CHECKING:
    from granada.spec.cases import Case

_BROKEN = {
    case["rule"] for case in shipped_suite()["cases"].values() if case["rule"] in case["expect"].get("broken", ())
}
BREAKABLE = [str(rule) for rule in Rule if str(rule) in _BROKEN]
"""The rules that an action or a layout can break."""
PIPED = (
    "there are no holes",
    "several cards up to six",
    *(pytest.param(bug, marks=pytest.mark.long) for bug in ("the marker moves every turn", "ties are shared")),
    *(pytest.param(bug, marks=pytest.mark.long) for bug in ("a bureau may overpay", "the border counts once")),
)
"""Some mutants that are asked as programs of their own."""


ONE_FACE = "the tiles of the Alhambra have one face"
EXCUSED = {
    "the lower price is enough": {"alhambra": ONE_FACE},
    "a flip is free after all": {"alhambra": ONE_FACE},
    "the money for a flip leaves the game": {"alhambra": ONE_FACE},
    "Dirk's first tiles follow the marker": {"alhambra": ONE_FACE},
    "a gift is turned over": {"alhambra": ONE_FACE},
    "tiles in the reserve break ties": {"alhambra": "no price breaks a tie there"},
    "Dirk does not count in the total": {"alhambra": "the total of a building is worth nothing there"},
}
"""The mutants that are no mutants in a game in which one of their rules holds, and why."""
HOLDS = {name: rule["games"] for name, rule in shipped_suite()["rules"].items()}
"""The games in which each rule holds."""


@cache
def of_the_rule(rule: str) -> list[Case]:
    """The cases of a rule."""
    return [case for case in cases() if case.rule == rule]


def noticing(mutant: Mutant) -> list[Case]:
    """The cases of its rules that a mutant answers wrongly, and not merely with an error."""
    asked = [case for rule in mutant.rules for case in of_the_rule(rule)]
    answers = [(case, mutant.answer(case.asked)) for case in asked]
    return [case for case, said in answers if "error" not in said and grade(case, said).status == FAILED]


def unnoticed(mutant: Mutant) -> list[str]:
    """The games in which a mutant breaks a rule and nobody notices; a line of the table is printed: pytest -s.

    It is asked as a program that plays one game, and only the modules that its rules are about.
    """
    games = [game for game in GAMES if any(game in HOLDS[rule] for rule in mutant.rules)]
    chapters = {chapter_of()[rule] for rule in mutant.rules}
    modules = list(MODULES) if chapters & {*MODULES, "alhambra", "combined"} else []
    declared = {game: {"games": [game], "modules": modules} for game in games}
    cases = noticing(mutant)
    found = {game: sum(not reason_to_skip(case.asked, declared[game], None) for case in cases) for game in games}
    excused = EXCUSED.get(mutant.bug, {})
    row = "".join(f"{found[game] or excused.get(game, 'NONE') if game in found else '-':>12}" for game in GAMES)
    print(f"{mutant.bug:<60}{row}")
    assert not [game for game in excused if found[game]], "there is nothing to excuse"
    return [game for game in games if not found[game] and game not in excused]


def test_there_are_many_different_mutants() -> None:
    assert len({mutant.bug for mutant in ALL}) == len(ALL)
    assert len(ALL) >= 200


def test_every_rule_that_a_mutant_names_exists() -> None:
    for mutant in ALL:
        for name in mutant.rules:
            assert name in chapter_of(), mutant.bug


@pytest.mark.long
def test_the_sound_engine_passes_the_whole_suite_in_the_clothes_of_a_mutant() -> None:
    sound = Mutant("none", "")
    assert [case.id for case in cases() if grade(case, sound.answer(case.asked)).status != PASSED] == []


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: mutant.bug)
def test_the_suite_notices_in_every_game_that(mutant: Mutant) -> None:
    assert unnoticed(mutant) == []


@pytest.mark.parametrize("rule", BREAKABLE)
def test_the_suite_notices_in_every_game_that_nobody_has_heard_of(rule: str) -> None:
    assert unnoticed(ignorant(rule)) == []


@pytest.mark.parametrize("rule", BREAKABLE)
def test_the_suite_notices_in_every_game_that_everything_breaks(rule: str) -> None:
    assert unnoticed(zealous(rule)) == []


@pytest.mark.parametrize("bug", PIPED)
def test_the_checker_notices_through_a_pipe_that(bug: str) -> None:
    mutant = named(bug)
    command = [sys.executable, "-m", "tests.mutants.piped", bug]
    report = check_program(command, only=mutant.rules)
    assert [result for result in report.failed if "error" not in (result.answer or {})]
