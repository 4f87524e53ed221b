"""Building: the rules of a city, as their clauses have them; each has a file of its own besides."""

from __future__ import annotations

from tests.rules.laws import hold_near, laws_of


@laws_of("building")
def test_rules_and_clauses_answer_alike_near(name: str) -> None:
    hold_near(name)
