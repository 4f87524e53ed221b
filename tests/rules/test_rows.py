"""The rows of all scorings: each counts as its clause says, and laws and rules know the same rows."""

from __future__ import annotations

import pytest

from granada import Building, Family, Setup
from granada.game.scoring import plans
from granada.spec.relevant_rules import RULES_OF_ROWS
from granada.strategies import GAMES
from tests.rules.laws import found, hold
from tests.rules.marks import rule
from tests.rules.questions import EDGES, ROWS, rows


def rules_of(row: str) -> list[str]:
    """The rules by which a row is scored."""
    if row in EDGES:
        names = [row]
    else:
        names = ["alhambra"] if Building(row).family is Family.ALHAMBRA else ["granada normal", "granada simplified"]
    return [str(each) for name in names for side in RULES_OF_ROWS[name] for each in side]


@pytest.mark.parametrize("row", [pytest.param(row, marks=rule(*rules_of(row))) for row in ROWS])
def test_a_row_counts_as_its_clause_says(row: str) -> None:
    gathered = found(row, rows)
    hold(gathered)
    assert any(any(case.expect["points"]) for case in gathered)


def test_every_row_of_every_game_has_a_law() -> None:
    assert {plan.name for game in GAMES for plan in plans(Setup(game, 3))} == set(ROWS)
