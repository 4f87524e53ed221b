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
from concurrent.futures import ThreadPoolExecutor, as_completed
from fnmatch import fnmatchcase
from functools import cache, partial
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

import granada.logic
from granada.game import Action
from granada.questions import differences
from granada.rulebook import Rule
from granada.spec import chapter_of_rule
from tests.clauses.wrong import Wrong, all_wrong, program
from tests.test_clauses import ASKED, random_cases

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from multiprocessing.connection import Connection

    from granada.questions import Answer
    from granada.spec import Case
    from tests.clauses.wrong import Statement

UNNOTICED = Path(__file__).parent / "unnoticed.jsonl"
SECONDS, MEMORY = 30, 3 << 30
"""So much of a processor, for some cases, and of memory a wrong clause may need; some never come to an end."""
BATCH, SOME = 100, 400
"""So many cases are put in one program, and so many of the rest are asked at a time."""
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


def asked_of(statement: Statement) -> Iterator[tuple[str, list[Case]]]:
    """The cases by which a statement is tried: those of its rule first, then those of its chapter, then the rest."""
    asked = sorted(ASKED, key=attrgetter("kind"))
    own = [case for case in asked if case.rule == statement.rule]
    near = [case for case in asked if case.rule != statement.rule and CHAPTER_OF[case.rule] == statement.chapter]
    known = {case.id for case in (*own, *near)}
    rest = [case for case in asked if case.id not in known]
    yield "rule", own
    yield "chapter", near
    yield from (("rest", rest[start : start + SOME]) for start in range(0, len(rest), SOME))


def failing(cases: Sequence[Case]) -> str:
    """The first case that the clauses answer otherwise than it expects, or nothing."""
    for start in range(0, len(cases), BATCH):
        part = cases[start : start + BATCH]
        try:
            said = granada.logic.answers([case.asked for case in part])
        except (RuntimeError, MemoryError, LookupError, StopIteration) as no_answer:
            return f"{part[0].id} or one of the next {len(part) - 1}: {type(no_answer).__name__}"
        for case, answer in zip(part, said, strict=True):
            if next(differences(case.asked, case.expect, answer), None) or not _lists_the_same(case.expect, answer):
                return case.id
    return ""


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


def _say(wrong: Wrong, more: Sequence[Case], answer: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    answer.send(judged(wrong, _in_time([*asked_of(wrong.statement), ("random", more)])))


def _in_time(asked: Iterable[tuple[str, Sequence[Case]]]) -> Iterator[tuple[str, Sequence[Case]]]:
    """The same cases; whoever has not answered some of them in time is ended."""
    for some in asked:
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + SECONDS, resource.RLIM_INFINITY))
        yield some


def tried(wrong: Wrong, more: Sequence[Case] = ()) -> Result:
    """Try a wrong clause in a process of its own: what has no end, or needs too much memory, is noticed too."""
    began = time.monotonic()
    here, there = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=_say, args=(wrong, more, there))
    process.start()
    there.close()
    try:
        who, case = here.recv()
    except EOFError:
        who, case = "rule", "no end"
    process.join()
    return Result(wrong, who, case, time.monotonic() - began)


def main() -> None:
    """Try all wrong clauses, or those whose name contains a text, and tell who noticed them."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("only", nargs="?", default="", help="those whose name contains this")
    parser.add_argument("--processes", type=int, default=2, help="how many at a time (default: %(default)s)")
    parser.add_argument("--random", type=int, default=0, help="so many random questions after the cases")
    args = parser.parse_args()
    todo = [wrong for wrong in all_wrong() if args.only in f"{wrong.statement.rule} {wrong.key}"]
    more = list(islice(random_cases("wrong clauses"), args.random))
    results = []
    with ThreadPoolExecutor(args.processes) as pool:
        for number, done in enumerate(as_completed([pool.submit(tried, wrong, more) for wrong in todo]), start=1):
            result = done.result()
            results.append(result)
            by = result.by or ("excused" if excuse(result.wrong) else "NOBODY")
            print(
                f"{number}/{len(todo)} {by:<8}{result.seconds:5.1f} s  {result.wrong.key}  ({result.case})", flush=True
            )
    report(results)


def report(results: Sequence[Result]) -> None:
    """Print how many were noticed by whom, and what nobody noticed."""
    counts = Counter(result.by or ("excused" if excuse(result.wrong) else "nobody") for result in results)
    print(", ".join(f"{counts[by]} {by}" for by in ("rule", "chapter", "rest", "random", "excused", "nobody")))
    unnoticed = [result.wrong for result in results if not result.by]
    for wrong in unnoticed:
        print(f"unnoticed: {wrong.key}  ({excuses()[excuse(wrong)] if excuse(wrong) else 'A CASE IS MISSING'})")
    for pattern in excuses().keys() - set(map(excuse, unnoticed)):
        if any(excuse(result.wrong) == pattern for result in results):
            print(f"excused, but noticed: {pattern}")


if __name__ == "__main__":
    main()
