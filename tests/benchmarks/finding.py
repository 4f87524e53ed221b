"""How well rules are found by what people type: ``python -m tests.benchmarks.finding``; ``-v`` lists what is not first.

The questions stand in ``tests/data/questions``, in five languages: ``tuned.txt``, by which the search was tuned, and
``untuned.txt``, by which it was not: those are counted, and never listed.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache, cached_property
from pathlib import Path

from attrs import frozen

from granada import Rule
from granada.spec.rule_search import MOST, found_by

HALVES = ("tuned", "untuned")
FOLDER = Path(__file__).parents[1] / "data" / "questions"


@frozen
class Query:
    """What somebody typed: the language, the game that was chosen or none, the words, and the rules that are right."""

    language: str
    game: str
    words: str
    right: tuple[Rule, ...]

    @cached_property
    def place(self) -> int:
        """At which place the first right rule is found, counted from 1; beyond all places where none is."""
        found = found_by(self.words, self.game).rules
        return next((place for place, rule in enumerate(found, 1) if rule in self.right), MOST + 1)


@cache
def queries(half: str) -> list[Query]:
    """The questions of one half."""
    lines = (FOLDER / f"{half}.txt").read_text(encoding="utf-8").splitlines()
    rows = [[part.strip() for part in line.split("|")] for line in lines if line and not line.startswith("#")]
    return [
        Query(language, game.strip("-"), words, tuple(map(Rule.named, rules.split(", "))))
        for language, game, words, rules in rows
    ]


@cache
def unanswered() -> list[tuple[str, str]]:
    """The questions that no rule answers, each with its language."""
    lines = (FOLDER / "unanswered.txt").read_text(encoding="utf-8").splitlines()[1:]
    return [(language, words) for language, words in (line.split(" | ") for line in lines)]


def found(*halves: str, every: int = 1) -> dict[str, tuple[int, int, int]]:
    """For each language how many questions are asked, for how many the right rule is first, and among three."""
    asked, first, three = Counter[str](), Counter[str](), Counter[str]()
    for query in (query for half in halves for query in queries(half)[::every]):
        asked[query.language] += 1
        first[query.language] += query.place == 1
        three[query.language] += query.place <= 3
    return {language: (asked[language], first[language], three[language]) for language in asked}


def main() -> None:
    """Print a table of the two files, and of both together."""
    print("| file | language | questions | right rule first | among three |\n|---|---|---|---|---|")
    for halves in (*((half,) for half in HALVES), HALVES):
        rows = found(*halves)
        rows["all"] = (
            sum(row[0] for row in rows.values()),
            sum(row[1] for row in rows.values()),
            sum(row[2] for row in rows.values()),
        )
        for language, (asked, first, three) in rows.items():
            print(f"| {' and '.join(halves)} | {language} | {asked} | {first / asked:.0%} | {three / asked:.0%} |")
    if "-v" in sys.argv:
        for query in (query for query in queries("tuned") if query.place > 1):
            print(
                f"{query.language} {query.words!r}: {', '.join(map(str, found_by(query.words, query.game).rules[:3]))}"
            )


if __name__ == "__main__":
    main()
