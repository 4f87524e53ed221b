"""Which wrong clauses nobody would notice: each is tried against the cases until one fails.

python -m tests.clauses.mutation

Each statement of ``specs/*.lp`` is taken away, and each comparison in it turned; then the cases of its rule are asked,
those of its chapter, and the rest, many in one program. A wrong clause that no case notices shows a case that is
missing, or is listed in ``unnoticed.jsonl`` with the reason why it can change no answer, or none that a question of
the protocol could show; a star stands for anything:

{"wrong": "*: usual(*,false). | taken away", "because": "…"}
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import time
from argparse import ArgumentParser
from collections import Counter
from fnmatch import fnmatchcase
from functools import cache, partial
from itertools import chain, islice, repeat
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

import granada.logic
from granada.game import Action
from granada.questions import differences
from granada.rulebook import Rule
from granada.spec import chapter_of_rule
from tests.clauses.wrong import Wrong, all_wrong, program
from tests.test_clauses import ASKED

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence
    from multiprocessing.process import BaseProcess

    from clingo import Symbol

    from granada.questions import Answer
    from granada.spec import Case

    Ask = Callable[[Iterable[str]], dict[int, list[Symbol]]]

UNNOTICED = Path(__file__).parent / "unnoticed.jsonl"
SECONDS, MEMORY = 15, 3 << 30
"""So much of a processor, for some cases, and of memory a wrong clause may need; some never come to an end."""
STEPS = 40
"""So many steps follow each other at the most before somebody acts or something is drawn."""
FEW, BATCH, MANY = (5, 20), 100, 500
"""So many cases are put in the first programs, since most wrong clauses are noticed soon, and in each further one.

Many are put in one when it is asked which cases a wrong clause can change.
"""
OF_QUESTIONS = """
bears(Q,N) :- bears((city(Q,_);layout(Q);after(Q,_)),N).
#show bears(Q,N) : bears(Q,N), game(Q,_).
"""
CHAPTER_OF = {str(rule): chapter_of_rule(rule) for rule in Rule}
PROCESSES = multiprocessing.get_context("fork")


class Result(NamedTuple):
    """Who notices a wrong clause (its rule, its chapter, the rest or nobody), and by which case."""

    wrong: Wrong
    by: str
    case: str
    seconds: float


@cache
def excuses() -> dict[str, str]:
    """Patterns of wrong clauses that no case can notice, each with its reason."""
    lines = UNNOTICED.read_text("utf-8").splitlines()
    return {each["wrong"]: each["because"] for each in map(json.loads, lines)}


def excuse(wrong: Wrong) -> str:
    """The pattern by which a wrong clause need not be noticed, or nothing."""
    return next((pattern for pattern in excuses() if fnmatchcase(wrong.key, pattern)), "")


def bearing(wrong: Iterable[Wrong]) -> dict[str, set[str]]:
    """The cases that wrong statements can change, by the clauses that say so; the suite is asked once for it."""
    clauses = list({each.bears_on: None for each in wrong if each.bears_on})
    numbered = (clause.replace("NUMBER", str(number)) for number, clause in enumerate(clauses))
    found: dict[str, set[str]] = {clause: set() for clause in clauses}
    ask = granada.logic._shown

    def noted(facts: Iterable[str]) -> dict[int, list[Symbol]]:
        shown = ask(facts)
        for number, symbols in shown.items():
            for symbol in (each for each in symbols if each.name == "bears"):
                found[clauses[symbol.arguments[1].number]].add(part[number].id)
        return shown

    text = "\n".join([program(), OF_QUESTIONS, *numbered])
    with patch("granada.logic._clauses", lambda: text), patch("granada.logic._shown", noted):
        for start in range(0, len(ASKED), MANY):
            part = ASKED[start : start + MANY]
            granada.logic.answers([case.asked for case in part])
    return found


@cache
def shortest_first() -> list[Case]:
    """All cases that clauses are asked."""
    return sorted(ASKED, key=lambda case: len(str(case.given)))


def asked_of(wrong: Wrong, among: Container[str] | None = None) -> Iterator[tuple[str, list[Case]]]:
    """The cases by which a wrong clause is tried, some at a time: of its rule, then of its chapter, then the rest."""
    chapter, rule, _ = wrong.statement
    groups: dict[str, list[Case]] = {"rule": [], "chapter": [], "rest": []}
    for case in shortest_first():
        if among is None or case.id in among:
            near = "chapter" if CHAPTER_OF[case.rule] == chapter else "rest"
            groups["rule" if case.rule == rule else near].append(case)
    for who, cases in groups.items():
        left = iter(cases)
        sizes = chain(FEW, repeat(BATCH))
        while part := list(islice(left, next(sizes))):
            yield who, part


def failing(cases: Sequence[Case]) -> str:
    """The first case that the clauses answer otherwise than it expects, or nothing; all are put in one program."""
    try:
        with patch("granada.logic._shown", _ending(granada.logic._shown, max(map(_steps, cases)))):
            said = granada.logic.answers([case.asked for case in cases])
    except (RuntimeError, MemoryError, LookupError, StopIteration) as no_answer:
        return f"{cases[0].id} or one of the next {len(cases) - 1}: {type(no_answer).__name__}"
    for case, answer in zip(cases, said, strict=True):
        if next(differences(case.asked, case.expect, answer), None) or not _lists_the_same(case.expect, answer):
            return case.id
    return ""


def _steps(case: Case) -> int:
    """More steps than are needed to answer a case."""
    do = case.given.get("do", [])
    return STEPS * (1 if isinstance(do, str) else 1 + len(do))


def _ending(ask: Ask, most: int) -> Ask:
    """The same, but whoever comes back to a position, or goes on and on, has no end."""
    seen: set[frozenset[str]] = set()

    def shown(facts: Iterable[str]) -> dict[int, list[Symbol]]:
        given = frozenset(facts)
        if given in seen or len(seen) > most:
            raise RecursionError
        seen.add(given)
        return ask(facts)

    return shown


def _lists_the_same(expect: Answer, answer: Answer) -> bool:
    """Whether two lists of actions are equal; differences let an engine list a payment with a card too many."""
    return {*map(Action.parse, expect.get("actions", ()))} == {*map(Action.parse, answer.get("actions", ()))}


def judged(wrong: Wrong, asked: Iterable[tuple[str, Sequence[Case]]]) -> tuple[str, str]:
    """Who notices a wrong clause, and by which case."""
    with patch("granada.logic._clauses", partial(program, wrong)):
        for who, cases in asked:
            if case := failing(cases):
                return who, case
    return "", ""


def _say(wrong: Wrong, asked: Iterable[tuple[str, Sequence[Case]]], answer: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    answer.send(judged(wrong, _in_time(asked)))


def _in_time(asked: Iterable[tuple[str, Sequence[Case]]]) -> Iterator[tuple[str, Sequence[Case]]]:
    """The same cases; whoever has not answered some of them in time is ended."""
    for some in asked:
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + SECONDS, resource.RLIM_INFINITY))
        yield some


class Trial(NamedTuple):
    """A wrong clause that is tried in a process of its own: what has no end, or takes all memory, is noticed too."""

    wrong: Wrong
    process: BaseProcess
    began: float

    @classmethod
    def begun(cls, wrong: Wrong, among: Container[str] | None) -> tuple[Connection, Trial]:
        """Begin, by the cases on which the wrong clause bears; the answer comes over the connection."""
        here, there = PROCESSES.Pipe(duplex=False)
        process = PROCESSES.Process(target=_say, args=(wrong, asked_of(wrong, among), there))
        process.start()
        there.close()
        return here, cls(wrong, process, time.monotonic())

    def ended(self, answer: Connection) -> Result:
        """Read the answer; who gives none was ended."""
        with answer:
            try:
                who, case = answer.recv()
            except EOFError:
                who, case = "rule", "no end"
        self.process.join()
        return Result(self.wrong, who, case, time.monotonic() - self.began)


def results(todo: Sequence[Wrong], processes: int = 2) -> Iterator[Result]:
    """Try wrong clauses, some at a time, each by the cases on which it bears."""
    bears = bearing(todo)
    left = iter(todo)
    running: dict[Connection, Trial] = {}
    while True:
        running |= (Trial.begun(wrong, bears.get(wrong.bears_on)) for wrong in islice(left, processes - len(running)))
        if not running:
            return
        for answer in wait(list(running)):
            assert isinstance(answer, Connection)
            yield running.pop(answer).ended(answer)


def main() -> None:
    """Try all wrong clauses, or those whose name contains a text, and tell who noticed them."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("only", nargs="?", default="", help="those whose name contains this")
    parser.add_argument("--processes", type=int, default=2, help="how many at a time (default: %(default)s)")
    args = parser.parse_args()
    todo = [wrong for wrong in all_wrong() if args.only in f"{wrong.statement.rule} {wrong.key}"]
    done = []
    for number, result in enumerate(results(todo, args.processes), start=1):
        done.append(result)
        by = result.by or ("excused" if excuse(result.wrong) else "NOBODY")
        print(f"{number}/{len(todo)} {by:<8}{result.seconds:5.1f} s  {result.wrong.key}  ({result.case})", flush=True)
    report(done)


def report(results: Sequence[Result]) -> None:
    """Print how many were noticed by whom, and what nobody noticed."""
    counts = Counter(result.by or ("excused" if excuse(result.wrong) else "nobody") for result in results)
    print(", ".join(f"{counts[by]} {by}" for by in ("rule", "chapter", "rest", "excused", "nobody")))
    unnoticed = [result.wrong for result in results if not result.by]
    for wrong in unnoticed:
        print(f"unnoticed: {wrong.key}  ({excuses()[excuse(wrong)] if excuse(wrong) else 'A CASE IS MISSING'})")
    for pattern in excuses().keys() - set(map(excuse, unnoticed)):
        if any(excuse(result.wrong) == pattern for result in results):
            print(f"excused, but noticed: {pattern}")


if __name__ == "__main__":
    main()
