"""The suite alone, without our own tests, notices every plausible bug, in each game that has the rule."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from every_mutant import ALL  # type: ignore[import-not-found]  # it lies beside this file
from mutant import Mutant, ignorant, zealous  # type: ignore[import-not-found]  # it lies beside this file

from granada.checking.checker import check_program
from granada.game import GAMES, MODULES
from granada.rulebook import Rule
from granada.suite.chapters import read_chapters
from granada.suite.examining import not_asked
from granada.suite.grading import grade
from granada.suite.report import FAILED, PASSED
from granada.suite.suite import cases, chapter_of

if TYPE_CHECKING:
    from granada.suite.cases import Case

BREAKABLE = [
    str(rule)
    for rule in Rule
    if any(case.rule == str(rule) and str(rule) in case.expect.get("broken", ()) for case in cases())
]
"""The rules that an action or a layout can break."""
PIPED = (
    "there are no holes",
    "several cards up to six",
    "the marker moves every turn",
    "ties are shared",
    "a bureau may overpay",
    "the border counts once",
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
HOLDS = {text.rule: text.games for chapter in read_chapters() for text in chapter.rules}
BY_RULE: dict[str, list[Case]] = {}
for _case in cases():
    BY_RULE.setdefault(_case.rule, []).append(_case)


def notices(case: Case, mutant: Mutant) -> bool:
    """Whether a mutant gives a wrong answer to a case, and not merely an error."""
    said = mutant.answer(case.asked)
    return "error" not in said and grade(case, said).status == FAILED


def noticed_in(mutant: Mutant, game: str) -> int:
    """How many cases notice a mutant that plays one game, and only the modules that its rules are about."""
    chapters = {chapter_of()[rule] for rule in mutant.rules}
    modules = list(MODULES) if chapters & {*MODULES, "alhambra", "combined"} else []
    declared = {"games": [game], "modules": modules}
    asked = [case for rule in mutant.rules for case in BY_RULE[rule] if not not_asked(case.asked, declared, None)]
    return sum(notices(case, mutant) for case in asked)


def unnoticed(mutant: Any) -> list[str]:  # noqa: ANN401  a mutant
    """The games in which a mutant breaks a rule and nobody notices; a line of the table is printed: pytest -s."""
    games = [game for game in GAMES if any(game in HOLDS[rule] for rule in mutant.rules)]
    found = {game: noticed_in(mutant, game) for game in games}
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


def test_the_sound_engine_passes_the_whole_suite_in_the_clothes_of_a_mutant() -> None:
    sound = Mutant("none", "")
    assert [case.id for case in cases() if grade(case, sound.answer(case.asked)).status != PASSED] == []


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: mutant.bug)
def test_the_suite_notices_in_every_game_that(mutant: Any) -> None:  # noqa: ANN401  a mutant
    assert unnoticed(mutant) == []


@pytest.mark.parametrize("rule", BREAKABLE)
def test_the_suite_notices_in_every_game_that_nobody_has_heard_of(rule: str) -> None:
    assert unnoticed(ignorant(rule)) == []


@pytest.mark.parametrize("rule", BREAKABLE)
def test_the_suite_notices_in_every_game_that_everything_breaks(rule: str) -> None:
    assert unnoticed(zealous(rule)) == []


@pytest.mark.parametrize("bug", PIPED)
def test_the_checker_notices_through_a_pipe_that(bug: str) -> None:
    mutant = next(mutant for mutant in ALL if mutant.bug == bug)
    command = [sys.executable, str(Path(__file__).parent / "piped.py"), bug]
    report = check_program(command, only=mutant.rules)
    assert [result for result in report.failed if "error" not in (result.answer or {})]
