"""How well reports name the planted bugs of ``tests/mutants``: rule, number of causes and size of the example; printed.

``python -m tests.benchmarks.causes`` asks all of them the suite, in every game in which one of their rules is asked,
each as an engine that plays this game alone, and prints for each under which rules its causes are filed. It takes half
an hour; ``--number 100`` asks so many of them, which ``--seed`` chooses, after the first ``--skip``, and ``--only``
those with a word in their names. ``--plain`` lets them say no more than yes or no, as most engines do.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from granada.causes.causes import causes_of
from granada.causes.disagreements import PIECES
from granada.checking.report import Report
from granada.examining.examiner import meet
from granada.game import GAMES, MODULES
from granada.questions.kinds import KINDS
from granada.spec.suite import cases, chapter_of
from tests.mutants.every_mutant import ALL

if TYPE_CHECKING:
    from granada.spec.cases import Case
    from tests.mutants.mutant import Mutant


KNOWN = {case.id: case for case in cases()}
"""The cases, so that none has to be read again; recorded games, in which everything goes wrong, are not asked."""
ASKED_IN = {case.id: tuple(case.data["games"]) for case in KNOWN.values()}
"""The games in which each case is asked."""
OF_THE_OTHER_CITY = {"first-second-third": "alhambra-points", "ties-go-to-the-highest-price": "ties-share-their-places"}
"""The rule that the Alhambra has in the place of one of Granada's; a bug in what both share breaks both."""
CALLED = {"longest-moat": "longest-wall"}
"""What a rule is called where there are walls."""


def pieces(case: Case) -> int:
    """The tiles and cards in a question."""
    return len(PIECES.findall(str(case.given)))


def games_of(rules: tuple[str, ...]) -> list[str]:
    """The games in which a rule is asked."""
    asked = {game for case in cases() if case.rule in rules for game in ASKED_IN[case.id]}
    return [game for game in GAMES if game in asked]


def rules_of(mutant: Mutant, report: Report) -> set[str]:
    """The rules that a mutant breaks: its own, and that of the other city if one of its cases fails as well."""
    failed = {result.case.rule for result in report.failed}
    both = {OF_THE_OTHER_CITY[rule] for rule in mutant.rules if rule in OF_THE_OTHER_CITY} & failed
    return {*mutant.rules, *both, *(CALLED[rule] for rule in mutant.rules if rule in CALLED)}


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
    results = tuple(examiner.ask(case) for case in cases() if game in ASKED_IN[case.id])
    wrong = [pieces(result.case) for result in results if result.status == "failed"]
    return Report(results, explained=causes_of(examiner, results)), wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    pairs = [(mutant, game) for mutant in ALL if options.only in mutant.bug for game in games_of(mutant.rules)]
    Random(options.seed).shuffle(pairs)
    asked = first = own = 0
    causes, all_wrong, before, after = [], [], [], []
    for mutant, game in pairs[options.skip :][: options.number]:
        report, wrong = reported(mutant, game, plain=options.plain)
        if not wrong:  # it names wrong rules only, and this one names none; or it is no bug in this game
            continue
        rules, broken = [result.rule for result in report.causes], rules_of(mutant, report)
        asked += 1
        first += rules[0] in broken
        own += not broken.isdisjoint(rules)
        causes.append(len(rules))
        lead = report.causes[0]
        all_wrong.append(median(wrong))
        before.append(pieces(lead.made_from or lead.example.case))
        after.append(pieces(lead.example.case))
        good = "" if rules[0] in broken else "  <-"
        print(
            f"{mutant.bug} ({' '.join(mutant.rules)}), {game}: {len(wrong)} wrong, {', '.join(rules)}{good}", flush=True
        )
    share = f"{first} of {asked} under their rule first ({first / asked:.1%}), {own} anywhere"
    print(f"{share}; {median(causes)} causes each at the median")
    sizes = f"{median(all_wrong)} in a wrong question, {median(before)} in the smallest, {median(after)} made smaller"
    print(f"tiles and cards at the median: {sizes}")


if __name__ == "__main__":
    main()
