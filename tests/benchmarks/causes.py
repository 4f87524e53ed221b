"""How well reports name the planted bugs of ``tests/mutants``: rule, number of causes and size of the example; printed.

``python -m tests.benchmarks.causes --number 100`` asks so many of them the suite, each as an engine that plays one
game, and prints for each under which rules its causes are filed. ``--plain`` lets them say no more than yes or no;
``--seed`` chooses others, and ``--last`` lets each play the last game in which its rules hold, not the first.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from granada.checking.causes import with_causes
from granada.checking.disagreements import PIECES
from granada.game import GAMES, MODULES
from granada.suite.examiner import meet
from granada.suite.questions.kinds import KINDS
from granada.suite.report import Report
from granada.suite.suite import cases, chapter_of
from tests.mutants.every_mutant import ALL

if TYPE_CHECKING:
    from granada.suite.cases import Case
    from tests.mutants.mutant import Mutant


KNOWN = {case.id: case for case in cases()}
"""The cases, so that none has to be read again; recorded games, in which everything goes wrong, are not asked."""


def pieces(case: Case) -> int:
    """The tiles and cards in a question."""
    return len(PIECES.findall(str(case.given)))


def games_of(rules: tuple[str, ...]) -> list[str]:
    """The games in which a rule is asked."""
    asked = {game for case in cases() if case.rule in rules for game in case.data["games"]}
    return [game for game in GAMES if game in asked]


def reported(mutant: Mutant, game: str, *, plain: bool) -> tuple[Report, list[int]]:
    """The report on a mutant that plays a game, and the sizes of all questions that it got wrong."""
    modules = list(MODULES) if {chapter_of()[rule] for rule in mutant.rules} & {*MODULES, "alhambra"} else []

    def answer(question: dict[str, Any]) -> dict[str, Any]:
        if question["kind"] == "hello":
            return {**mutant(question), "games": [game], "modules": modules, "kinds": [k for k in KINDS if k != "game"]}
        known = KNOWN.get(question["id"])
        said = mutant.answer(known.asked) if known else mutant(question)
        return {key: value for key, value in said.items() if not plain or key != "broken"}

    examiner = meet(answer)
    results = [examiner.ask(case) for case in cases()]
    wrong = [pieces(result.case) for result in results if result.status == "failed"]
    return Report(tuple(with_causes(examiner, results))), wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--last", action="store_true")
    options = parser.parse_args()
    chosen = [mutant for mutant in ALL if options.only in mutant.bug]
    Random(options.seed).shuffle(chosen)
    first = own = 0
    causes, before, after = [], [], []
    chosen = chosen[: options.number]
    for mutant in list(chosen):
        report, wrong = reported(mutant, games_of(mutant.rules)[-1 if options.last else 0], plain=options.plain)
        if not wrong:  # it names wrong rules only, and this one names none
            chosen.remove(mutant)
            continue
        rules = [result.rule for result in report.causes]
        first += rules[:1] != [] and rules[0] in mutant.rules
        own += any(rule in mutant.rules for rule in rules)
        causes.append(len(rules))
        before += [median(wrong)] if wrong else []
        after += [pieces(report.causes[0].case)] if rules else []
        good = "" if rules and rules[0] in mutant.rules else "  <-"
        print(f"{mutant.bug} ({' '.join(mutant.rules)}): {len(wrong)} wrong, {', '.join(rules)}{good}", flush=True)
    print(
        f"{first} of {len(chosen)} under their rule first, {own} anywhere; {median(causes)} causes each at the median"
    )
    print(f"tiles and cards of an example at the median: {median(before)} before, {median(after)} after")


if __name__ == "__main__":
    main()
