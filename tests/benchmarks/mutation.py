"""What nobody would notice: the rules are changed at random places, and the suite and then the tests must see it.

python -m tests.benchmarks.mutation --number 600 --seed 1 --processes 2 --results mutants.jsonl

Each change is tried against the original checker with the original suite, through the pipe, until a case fails; what
the suite does not notice meets the short tests, those first that speak of the place, until one fails. Every result is
a line of a file, so that a run can be broken off and goes on where it was, and a change is drawn by its name, so that
most of a draw stays the same when the rules are written otherwise; where only the suite was asked (``--no-tests``),
the next run asks the tests. ``equivalent.jsonl`` says of single changes why they change nothing, or nothing that a
well-formed question can show, each in a sentence; the tests are not asked about what changes nothing:

{"key": "game/agenda.py turn_end: 0 -> -1", "is": "equivalent", "because": "…"}
{"key": "table/view.py View.sample: 1 -> 2", "is": "unaskable", "because": "…"}
"""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from tests.benchmarks.mutating.changes import Change, all_changes
from tests.benchmarks.mutating.trial import ROOT, Bench

FILES = (
    *(f"board/{name}.py" for name in ("building", "cells", "city", "layout", "money", "tile_sets", "tiles")),
    *(f"game/{name}.py" for name in ("acting", "actions", "agenda", "buying", "chance", "games")),
    *(f"game/{name}.py" for name in ("rules", "scoring", "state")),
    *(f"game/modules/{name}.py" for name in ("__init__", "bonus", "exchange", "huts", "vizier")),
    *("steps.py", "table/table.py", "table/view.py", "rulebook/rulings.py"),
    *(f"wire/{name}.py" for name in ("modules", "validity")),
)
"""The files that carry the rules."""
EQUIVALENT = Path(__file__).parent / "equivalent.jsonl"
EXCUSES = ("equivalent", "unaskable")
ABOUT = "site javascript pictures_elsewhere proofs adapter fast fast_serve finding_the_kernel batches wrong_encoders "
ABOUT += "processes game_processes tournament files server rude_clients hostile_bots play_page targets mutants "
ABOUT += "fuzz_mutants wrong_kernels"
ELSEWHERE = {"pages", *(f"test_{name}.py" for name in ABOUT.split())}
"""Tests, and a folder of them, that ask about something else than the rules in Python."""
Lines = dict[str, dict[str, Any]]
"""Lines of a file by their keys."""
_bench: list[Bench] = []


def begin(folder: str) -> None:
    """Give a process a folder of its own."""
    mine = Path(folder) / f"bench-{time.monotonic_ns()}"
    _bench.append(Bench(mine))


def tried(change: Change, files: list[str], seconds: float, *, suite: bool) -> dict[str, Any]:
    """What notices a change: the suite, if it is to be asked, or else some files of tests."""
    bench, began = _bench[0], time.monotonic()
    bench.put(change)
    try:
        case = bench.suite() if suite else ""
        test = "" if case or not files else bench.tests(change, files, seconds)
    finally:
        bench.restore(change)
    by = "suite" if case else "tests" if test else ""
    told = {"key": change.key, "file": change.file, "line": change.line, "before": change.before, "after": change.after}
    took = round(time.monotonic() - began, 1)
    return {**told, "noticed": by, "by": case or test, "tests": len(files), "seconds": took}


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a file of JSON lines; none where there is no file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line] if path.exists() else []


def report(results: list[dict[str, Any]], excused: Lines) -> None:
    """Print the score, by file and together, and what survived."""
    counted: dict[str, Counter[str]] = {}
    for result in results:
        excuse = excused.get(result["key"], {}).get("is", "")
        counts = counted.setdefault(result["file"], Counter())
        counts["all"] += 1
        counts[result["noticed"] or excuse or "survived"] += 1
        counts["askable"] += result["noticed"] == "suite" or not excuse
    columns = ("all", "suite", "tests", "unaskable", "equivalent", "survived")
    print(f"{'file':<28}{''.join(column.rjust(12) for column in columns)}")
    for file, counts in sorted(counted.items()):
        print(f"{file:<28}{''.join(str(counts[column]).rjust(12) for column in columns)}")
    whole = sum(counted.values(), Counter())
    print(f"{'together':<28}{''.join(str(whole[column]).rjust(12) for column in columns)}\n")
    behaving = whole["all"] - whole["equivalent"]
    print(f"suite alone, of those that can change an answer: {_share(whole['suite'], whole['askable'])}")
    print(f"suite alone, of all that change behaviour: {_share(whole['suite'], behaving)}")
    print(f"suite and tests, of all that change behaviour: {_share(whole['suite'] + whole['tests'], behaving)}")
    print(f"suite alone, of all that were drawn: {_share(whole['suite'], whole['all'])}")
    print(f"suite and tests, of all that were drawn: {_share(whole['suite'] + whole['tests'], whole['all'])}\n")
    for result in results:
        if (excuse := excused.get(result["key"])) and not result["noticed"]:
            print(f"left out, {excuse['is']}: {result['key']}  ({excuse['because']})")
    for result in results:
        if not result["noticed"] and result["key"] not in excused:
            print(f"survived: {result['key']}  (line {result['line']})")
    for result in results:
        if result["noticed"] == "tests" and result["key"] not in excused:
            print(f"only the tests: {result['key']}  (line {result['line']}; {result['by']})")
    for result in results:
        if result["noticed"] and excused.get(result["key"], {}).get("is") == "equivalent":
            print(f"called equivalent, but noticed: {result['key']}  ({result['by']})")


def _share(some: int, whole: int) -> str:
    return f"{some} of {whole} ({100 * some / whole:.1f} %)" if whole else "none"


def main() -> None:
    """Draw changes, try those that have not been tried, and print the score."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--number", type=int, default=600, help="how many changes (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="how many at a time (default: %(default)s)")
    parser.add_argument(
        "--results", type=Path, default=Path("mutants.jsonl"), help="where results are kept (default: %(default)s)"
    )
    parser.add_argument(
        "--folder", default=f"{gettempdir()}/granada-mutants", help="where the copies lie (default: %(default)s)"
    )
    parser.add_argument(
        "--fresh", type=Path, nargs="+", default=[], metavar="FILE", help="draw nothing that was tried in these results"
    )
    parser.add_argument("--only", default="", help="files whose name contains this")
    parser.add_argument("--tests", nargs="+", metavar="FILE", help="files of tests (default: all but a few slow ones)")
    parser.add_argument("--no-tests", action="store_true", help="ask the suite alone")
    parser.add_argument("--seconds", type=float, default=300, help="for some files of tests (default: %(default)s)")
    parser.add_argument("--score", action="store_true", help="try nothing, print the score of what was tried")
    args = parser.parse_args()
    excused = {line["key"]: line for line in read_lines(EQUIVALENT)}
    if wrong := [key for key, line in excused.items() if line["is"] not in EXCUSES or not line["because"]]:
        sys.exit(f"{EQUIVALENT.name}: {wrong[0]} needs a reason, and is one of {', '.join(EXCUSES)}")
    every = list(all_changes(ROOT / "granada", tuple(name for name in FILES if args.only in name)))
    tried_there = {result["key"] for path in args.fresh for result in read_lines(path)}
    fresh = [change for change in every if change.key not in tried_there]
    drawn = sorted(fresh, key=lambda change: sha256(f"{args.seed} {change.key}".encode()).digest())[: args.number]
    known = {result["key"]: result for result in read_lines(args.results)}
    print(f"{len(every)} changes, {len(drawn)} drawn, {sum(change.key in known for change in drawn)} tried before")
    for key in sorted(excused.keys() - {change.key for change in every} if not args.only else ()):
        print(f"excused, but there is no such change any more: {key}")
    todo = [change for change in drawn if _is_open(change.key, known, excused, tests=not args.no_tests)]
    if todo and not args.score:
        _run(args, todo, known, excused)
    report([known[change.key] for change in drawn if change.key in known], excused)


def _is_open(key: str, known: Lines, excused: Lines, *, tests: bool) -> bool:
    """Whether a change is to be tried: it never was, or the tests were not asked about it."""
    unasked = tests and not _is_equivalent(key, excused)
    return key not in known or (unasked and not known[key]["noticed"] and not known[key]["tests"])


def _is_equivalent(key: str, excused: Lines) -> bool:
    return excused.get(key, {}).get("is") == "equivalent"


def _run(args: Any, todo: list[Change], known: Lines, excused: Lines) -> None:
    """Try changes, and write down what came of each."""
    folder = Path(args.folder)
    folder.mkdir(parents=True, exist_ok=True)
    files: list[str] = args.tests or []
    if not args.no_tests and not files:
        tests = (path for path in (ROOT / "tests").rglob("test_*.py") if not {path.name, path.parent.name} & ELSEWHERE)
        files = [*(f"granada/{name}" for name in FILES), *sorted(str(path.relative_to(ROOT)) for path in tests)]
    with (
        ProcessPoolExecutor(args.processes, initializer=begin, initargs=(str(folder),)) as pool,
        args.results.open("a", encoding="utf-8") as kept,
    ):
        askable = [[] if _is_equivalent(change.key, excused) else files for change in todo]
        waiting = [
            pool.submit(tried, change, asked, args.seconds, suite=change.key not in known)
            for change, asked in zip(todo, askable, strict=True)
        ]
        for number, done in enumerate(as_completed(waiting), start=1):
            result = done.result()
            known[result["key"]] = result
            kept.write(json.dumps(result) + "\n")
            kept.flush()
            print(
                f"{number}/{len(todo)} {result['noticed'] or 'SURVIVED':<9}{result['seconds']:>6} s  {result['key']}",
                flush=True,
            )


if __name__ == "__main__":
    main()
