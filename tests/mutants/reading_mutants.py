"""Mutants of the readings: whatever a table has chosen, one of them is always read in the same way."""

from __future__ import annotations

from granada.rulebook import Rulings
from granada.suite.relevant_rules import READINGS
from tests.mutants.mutant import Mutant, instead

ALL = tuple(
    Mutant(f"{name} is always {value}", str(rule), instead(Rulings, **{name: value}))
    for name, (rule, values) in READINGS.items()
    for value in values
)
