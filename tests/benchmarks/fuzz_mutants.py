"""After how many random questions a mutant of the building rules or of the moat is noticed, by the game it plays.

Run ``python tests/benchmarks/fuzz_mutants.py --questions 1000 --seed 0``; it ends with status 1 where a mutant is not
noticed in a game in which its rule holds.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "mutants"))

import building_mutants  # type: ignore[import-not-found]  # it lies beside the other mutants
import practice_mutants  # type: ignore[import-not-found]  # as above

from granada.checking.fuzz import fuzzed
from granada.game import GAMES
from granada.spec.chapters import read_chapters
from granada.spec.examining import meet
from granada.spec.report import FAILED

MONEY = {"take-several-up-to-five", "pay-at-least-the-price"}
"""The rules of mutants that build as they should."""


def declaring(mutant: Any, game: str) -> Any:  # noqa: ANN401  a mutant, and an engine
    """A mutant that says it plays one game, without modules."""

    def engine(question: dict[str, Any]) -> dict[str, Any]:
        said: dict[str, Any] = mutant(question)
        return {**said, "games": [game], "modules": []} if question["kind"] == "hello" else said

    return engine


def first(mutant: Any, game: str, questions: int, seed: int) -> int:  # noqa: ANN401  a mutant
    """The number of the question that notices; 0 where none does."""
    results = enumerate(fuzzed(meet(declaring(mutant, game)), questions, seed), start=1)
    wrong = (number for number, result in results if result.status == FAILED and "error" not in (result.answer or {}))
    return next(wrong, 0)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    holds = {text.rule: text.games for chapter in read_chapters() for text in chapter.rules}
    mutants = [m for m in (*building_mutants.ALL, *practice_mutants.ALL) if not MONEY & set(m.rules)]
    missing = 0
    print(f"{'noticed by question':<60}{''.join(f'{game:>10}' for game in GAMES)}", flush=True)
    for mutant in mutants:
        games = [game for game in GAMES if any(game in holds[rule] for rule in mutant.rules)]
        found = {game: first(mutant, game, args.questions, args.seed) for game in games}
        missing += sum(not number for number in found.values())
        row = "".join(f"{found[game] or 'NONE' if game in found else '-':>10}" for game in GAMES)
        print(f"{mutant.bug:<60}{row}", flush=True)
    print(f"{len(mutants)} mutants, {missing} times not noticed")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
