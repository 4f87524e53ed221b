"""How many seeds of ten let the laws of its rules notice each mutant: ``python -m tests.mutants.by_laws [RULE ...]``.

Rules and clauses answer alike there, so a mutant is held against the sound rules.
"""

from __future__ import annotations

import sys
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from hypothesis import settings

from granada.questions import differences
from tests.conftest import seed_of
from tests.mutants.every_mutant import ALL
from tests.mutants.mutant import ignorant, zealous
from tests.rules.laws import BREAKABLE, drawn
from tests.rules.questions import cases_near

if TYPE_CHECKING:
    from granada.spec import Case
    from tests.mutants.mutant import Mutant

SEEDS = 10
ENOUGH = 9


@cache
def asked(rule: str, seed: int) -> list[Case]:
    """The questions that the law of a rule asks with a seed."""
    return next(drawn(Random(seed_of(f"{rule}, {seed}")), rule))


def notices(mutant: Mutant, case: Case) -> bool:
    """Whether a question shows a mutant, which does not merely answer with an error."""
    said = mutant.answer(case.asked)
    return "error" not in said and any(differences(case.asked, case.expect, said))


def seeds_that_notice(mutant: Mutant, rules: list[str]) -> int:
    """With how many seeds the laws of some rules notice a mutant."""
    return sum(any(notices(mutant, case) for rule in rules for case in asked(rule, seed)) for seed in range(SEEDS))


def main() -> None:
    """Count, and list what is noticed with fewer seeds."""
    settings.load_profile("usual")
    wanted = sys.argv[1:] or [rule for rule in BREAKABLE if any(cases_near(rule))]
    mutants = [*ALL, *map(ignorant, BREAKABLE), *map(zealous, BREAKABLE)]
    counted, enough = 0, 0
    for mutant in mutants:
        rules = [rule for rule in mutant.rules if any(cases_near(rule))]
        if set(rules) & set(wanted):
            number = seeds_that_notice(mutant, rules)
            counted, enough = counted + 1, enough + (number >= ENOUGH)
            if number < ENOUGH:
                print(f"{number:>2} of {SEEDS} {mutant.bug} ({', '.join(rules)})", flush=True)
    print(f"{enough} of {counted} mutants are noticed with {ENOUGH} seeds of {SEEDS} or more")


if __name__ == "__main__":
    main()
