"""The site's JavaScript, as far as it needs no browser: ``tests/javascript`` holds its tests, and Node runs them."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from granada import Rule
from granada.browser import reply
from granada.spec.rule_search import found_by, index
from granada.spec.suite import cases
from tests.benchmarks.finding import HALVES, queries

if TYPE_CHECKING:
    from granada.spec.cases import Case

TESTS = Path(__file__).parent / "javascript"
KNOWN = TESTS.parent.parent / "docs" / "_ext" / "judge_page.py"
SOME = 7
"""Of all questions, each one in so many is asked on the site too."""
AS_TEXT = {"notation", "game"}
"""The kinds of questions that are no player's, and are asked as text."""


def _asked(case: Case) -> dict[str, Any]:
    """A case as the engine hands it to the page."""
    asked: dict[str, Any] = json.loads(reply(json.dumps({"ask": "case", "id": case.id})))
    return {key: value for key, value in asked.items() if key != "name"}


@pytest.mark.long
def test_the_sites_javascript_keeps_its_own_tests(tmp_path: Path, questions: dict[str, str]) -> None:
    node = shutil.which("node")
    if node is None:
        assert os.environ.get("GRANADA_TOOLS") != "require"
        pytest.skip("there is no Node here")
    odd = ["", "???", "zzz", "<b>hole</b>", "constructor", "longset moat", "gepats betalen"]
    typed = [(query.words, query.game) for half in HALVES for query in queries(half)][::SOME]
    words = [*typed, *((words, "") for words in (*questions, *(rule.sentence for rule in Rule)))]
    searched = [*words, *((each, "") for each in odd)]
    kinds = {case.kind for case in cases()} - AS_TEXT
    asked = [case for kind in sorted(kinds) for case in [each for each in cases() if each.kind == kind]]
    site = {
        "known": runpy.run_path(str(KNOWN))["known"](),
        "index": index(),
        "searches": [[words, game, [str(rule) for rule in found_by(words, game).rules]] for words, game in searched],
        "cases": {case.id: _asked(case) for case in asked},
    }
    file = tmp_path / "site.json"
    file.write_text(json.dumps(site), encoding="utf-8")
    files = sorted(map(str, TESTS.glob("*.test.mjs")))
    assert files
    environment = {**os.environ, "GRANADA_SITE": str(file)}
    run = subprocess.run(
        [node, "--test", "--test-reporter=spec", *files],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


STATIC = TESTS.parent.parent / "docs" / "_static"
IMPORTED = re.compile(r'^(?:import|export)\b[^"]*from "\.\./(\w+)/(\w+)\.js"', re.MULTILINE)


def test_the_pages_import_nothing_from_each_other_and_what_both_use_is_shared() -> None:
    used: dict[str, set[str]] = {}
    for folder in ("shared", "judge", "play"):
        found = {
            place for path in (STATIC / folder).glob("*.js") for place in IMPORTED.findall(path.read_text("utf-8"))
        }
        assert {room for room, _ in found} == ({"shared"} if folder != "shared" else set())
        used[folder] = {name for _, name in found}
    beneath = {"kernel", "memory", "worker"}  # used by others that are shared
    assert used["judge"] & used["play"] | beneath == {path.stem for path in (STATIC / "shared").glob("*.js")}
    for path in (STATIC / "shared").glob("*.js"):
        assert path.read_text("utf-8").startswith("// For both pages"), path.name
