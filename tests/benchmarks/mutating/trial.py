"""Trying a change: a copy of the package in a folder of its own, asked through the pipe and then by the tests."""

from __future__ import annotations

import compileall
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import TYPE_CHECKING, Any

import attr

from granada.checking.program import Program
from granada.suite.examiner import meet
from granada.suite.report import FAILED
from granada.suite.suite import cases

if TYPE_CHECKING:
    from granada.suite.cases import Case
    from tests.benchmarks.mutating.changes import Change

ROOT = Path(__file__).parent.parent.parent.parent
LIBRARIES = Path(attr.__file__).parent.parent
SERVE = "import sys; sys.path[:0] = {paths!r}; from granada.__main__ import main; sys.exit(main(['serve']))"
TESTS = "import sys; sys.path[:0] = {paths!r}; import pytest; sys.exit(pytest.main({words!r}))"
HANDFUL = 8
"""How many files of tests are asked at once: each time costs a start."""
SECONDS = 10.0
"""How long a question may take."""


class Bench:
    """A folder with a copy of the package, in which one file at a time is another."""

    def __init__(self, folder: Path) -> None:
        """Copy the package, and link the rest; the kernel stays behind, so that the rules answer."""
        self.folder = folder
        if not (folder / "ready").exists():
            shutil.rmtree(folder, ignore_errors=True)
            ignored = shutil.ignore_patterns("__pycache__", "*.so", "kernel")
            shutil.copytree(ROOT / "granada", folder / "granada", ignore=ignored)
            shutil.copytree(ROOT / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__"))
            for name in ("specs", "docs", "README.md", "CHANGELOG.md"):
                (folder / name).symlink_to(ROOT / name)
            shutil.copy(ROOT / "pyproject.toml", folder / "pyproject.toml")
            compileall.compile_dir(
                folder / "granada", quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH, force=True
            )
            (folder / "ready").touch()
        self._likely: Counter[str] = Counter()
        """How often each case, or each file of tests for a file, has noticed something: those are asked first."""

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}

    def _paths(self) -> list[str]:
        return [str(self.folder), str(LIBRARIES)]

    def put(self, change: Change) -> None:
        """Change a file."""
        path = self.folder / "granada" / change.file
        path.write_text(change.applied((ROOT / "granada" / change.file).read_text(encoding="utf-8")), encoding="utf-8")

    def restore(self, change: Change) -> None:
        """Put the file back as it was."""
        shutil.copy(ROOT / "granada" / change.file, self.folder / "granada" / change.file)

    def suite(self) -> str:
        """The first case that a change is noticed by; empty where none does."""
        code = SERVE.format(paths=self._paths())
        os.environ |= {"PYTHONDONTWRITEBYTECODE": "1"}
        with Program([sys.executable, "-S", "-c", code], SECONDS) as program:
            examiner = meet(program)
            if examiner.silence:
                return "hello"
            for case in self._in_order():
                if examiner.ask(case).status == FAILED:
                    self._likely[case.id] += 1
                    return case.id
        return ""

    def _in_order(self) -> list[Case]:
        """All cases, those first that have noticed most so far."""
        return sorted(cases(), key=lambda case: -self._likely[case.id])

    def tests(self, about: str, files: list[str], seconds: float) -> str:
        """The first test that a change of a file is noticed by; empty where none does.

        The file that has noticed most such changes is asked first, and the others by the handful, in their order.
        """
        likely = max(files, key=lambda name: self._likely[f"{about} {name}"], default="")
        handfuls = [[likely]] if self._likely[f"{about} {likely}"] else []
        others = [name for name in files if [name] not in handfuls]
        handfuls += [others[at : at + HANDFUL] for at in range(0, len(others), HANDFUL)]
        found = next(filter(None, (self._files(names, seconds) for names in handfuls)), "")
        self._likely.update(f"{about} {name}" for name in files if f" {name}" in found)
        return found

    def _files(self, names: list[str], seconds: float) -> str:
        """The first test of some files that a change is noticed by; empty where none does."""
        words = ["-q", "-x", "-n0", "-p", "no:cacheprovider", "--no-header", "-rfE", "--tb=no", *names]
        code = TESTS.format(paths=self._paths(), words=words)
        command = [sys.executable, "-S", "-c", code]
        try:
            ran = subprocess.run(
                command,
                cwd=self.folder,
                env=self._environment(),
                capture_output=True,
                text=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"more than {seconds:.0f} s: {' '.join(names)}"
        if ran.returncode == 0:
            return ""
        told = [line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return told[0][:200] if told else f"status {ran.returncode}"


def baseline(bench: Bench, path: Path, names: list[str]) -> dict[str, float]:
    """How long each file of tests takes against the package as it is; those that fail there are left out."""
    known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for name in names:
        if name not in known:
            began = time.monotonic()
            failed = bench.tests("", [name], 900)
            known[name] = None if failed else round(time.monotonic() - began, 1)
            path.write_text(json.dumps(known, indent=1), encoding="utf-8")
            print(f"{name}: {'left out, ' + failed if failed else f'{known[name]} s'}", flush=True)
    return {name: known[name] for name in names if known[name] is not None}
