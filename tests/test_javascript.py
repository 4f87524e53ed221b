"""The site's JavaScript, as far as it needs no browser: ``tests/javascript`` holds its tests, and Node runs them."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from granada import Rule
from granada.suite.rule_search import found_rules, index
from granada.suite.suite import cases
from tests.benchmarks.finding import HALVES, queries

TESTS = Path(__file__).parent / "javascript"
KNOWN = TESTS.parent.parent / "docs" / "_ext" / "judge_page.py"
ON_THE_PAGE = {"layout", "place", "remove", "swap", "moat", "score", "take", "buy"}
"""The kinds of questions that the page has a board or cards for."""


def test_the_sites_javascript_keeps_its_own_tests(tmp_path: Path, questions: dict[str, str]) -> None:
    node = shutil.which("node")
    if node is None:
        assert os.environ.get("GRANADA_TOOLS") != "require"
        pytest.skip("there is no Node here")
    odd = ["", "???", "zzz", "<b>hole</b>", "constructor", "longset moat", "gepats betalen"]
    typed = [(query.words, query.game) for half in HALVES for query in queries(half)]
    searched = [*typed, *((words, "") for words in (*questions, *(rule.sentence for rule in Rule), *odd))]
    site = {
        "known": runpy.run_path(str(KNOWN))["known"](),
        "index": index(),
        "searches": [[words, game, [str(rule) for rule in found_rules(words, game)]] for words, game in searched],
        "cases": {case.id: {"kind": case.kind, "given": case.given} for case in cases() if case.kind in ON_THE_PAGE},
    }
    file = tmp_path / "site.json"
    file.write_text(json.dumps(site), encoding="utf-8")
    files = sorted(map(str, TESTS.glob("*.test.mjs")))
    assert files
    environment = {**os.environ, "GRANADA_SITE": str(file)}
    run = subprocess.run(
        [node, "--test", *files], env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
