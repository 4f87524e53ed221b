"""Trying a change: a copy of the package in a folder of its own, asked through the pipe and then by the tests."""

from __future__ import annotations

import compileall
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import TYPE_CHECKING

import attr

from granada.checking.program import Program
from granada.examining.examiner import meet
from granada.examining.results import FAILED
from granada.spec.suite import cases

if TYPE_CHECKING:
    from granada.spec.cases import Case
    from tests.benchmarks.mutating.changes import Change

ROOT = Path(__file__).parent.parent.parent.parent
LIBRARIES = Path(attr.__file__).parent.parent
SERVE = "import sys; sys.path[:0] = {paths!r}; from granada.__main__ import main; sys.exit(main(['serve']))"
TESTS = "import sys; sys.path[:0] = {paths!r}; import pytest; sys.exit(pytest.main({words!r}))"
HANDFUL = 8
"""How many files of tests are asked at once: each time costs a start."""
NOTHING_TO_DO = 5
"""The status with which pytest ends when files hold no test."""
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
        self._unsound: set[str] = set()
        """Tests that fail here in any case, such as those of the kernel, which is not here."""

    def _environment(self) -> dict[str, str]:
        """The kernel is not here, and one that is installed elsewhere is of other sources."""
        return {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", "GRANADA_KERNEL": "none"}

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

    def tests(self, change: Change, files: list[str], seconds: float) -> str:
        """The first test that a change is noticed by; empty where none does.

        The file that has noticed most changes of that place's file is asked first, then by the handful those that
        speak of the place most often. A test that fails without the change too is not asked again.
        """
        files = sorted(files, key=lambda name: (-self._likely[f"{change.file} {name}"], -self._mentions(change, name)))
        handfuls = [files[:1], *(files[at : at + HANDFUL] for at in range(1, len(files), HANDFUL))]
        for names in handfuls:
            while found := self._files(names, seconds):
                test = found.split()[1]
                if test in self._unsound:  # a file that cannot even be read here
                    break
                self.restore(change)
                fails_anyway = bool(self._files([test], seconds))
                self.put(change)
                if not fails_anyway:
                    self._likely[f"{change.file} {test.partition('::')[0]}"] += 1
                    return found
                self._unsound.add(test)
        return ""

    def _mentions(self, change: Change, name: str) -> int:
        """How often a file of tests speaks of what is changed; a file speaks of its own doctests above all."""
        if not name.startswith("tests"):
            return 1000 if name == f"granada/{change.file}" else 0
        text = (ROOT / name).read_text(encoding="utf-8")
        words = {*change.where.partition("#")[0].split("."), Path(change.file).stem, change.file.partition("/")[0]}
        return sum(len(re.findall(rf"\b{word.strip('_')}\b", text)) for word in words)

    def _files(self, names: list[str], seconds: float) -> str:
        """The first test of some files that a change is noticed by; empty where none does."""
        words = ["-q", "-x", "-n0", "-p", "no:cacheprovider", "--no-header", "-rfE", "--tb=no", *names]
        words += [f"--deselect={test}" for test in self._unsound]
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
            return f"TIMEOUT {names[0]} and {len(names) - 1} more took more than {seconds:.0f} s"
        if ran.returncode in (0, NOTHING_TO_DO):
            return ""
        told = [line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return told[0][:200] if told else f"STATUS {names[0]} gave {ran.returncode}"
