"""README.md says what is so: its picture, its examples and its figures."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import granada
from granada.__main__ import main
from granada.checking.reports import summary_lines
from granada.questions import answer
from granada.rulebook import Rule
from granada.spec import cases
from tests.mutants.every_mutant import ALL

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_names_files_that_are_there() -> None:
    assert not re.findall(r"<a |https?:", README)
    names = re.findall(r"[`(](docs/[\w.]+|specs/[\w.]+|LICENSE)[`)]", README)
    assert len(names) > 10
    assert [name for name in names if not (ROOT / name).is_file()] == []


def test_its_picture_is_the_verdict_that_is_drawn_today(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", str(ROOT / "docs" / "verdict.toml"), "--svg", "-", "--language", "en"]) == 1
    assert capsys.readouterr().out == (ROOT / "docs" / "verdict.svg").read_text(encoding="utf-8")


def test_its_question_is_answered_as_it_shows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = README.partition("<<'CASE'\n")[2].partition("...\n")[0]
    question, _, told = shown.partition("CASE\n")
    path = tmp_path / "question.toml"
    path.write_text(question, encoding="utf-8")
    assert main(["judge", str(path), "--language", "en"]) == 1
    assert capsys.readouterr().out.startswith(told)


def lenient(question: dict[str, Any]) -> dict[str, Any]:
    """Answers like our engine, but lets everybody take as much as they like."""
    told = answer(question)
    return {"legal": True, "broken": []} if told.get("broken") == ["take-several-up-to-five"] else told


def test_its_report_is_that_of_an_engine_with_such_a_mistake() -> None:
    report = granada.check(lenient, only=["money"])
    told = [*summary_lines(report), *str(report).splitlines(), ""]
    for line in README.partition("granada check --fuzz")[2].partition("```")[0].splitlines()[2:]:
        assert line in told


def test_its_figures_are_counted() -> None:
    kernels = tomllib.loads((ROOT / "tests" / "kernels" / "wrong.toml").read_text(encoding="utf-8"))
    wrong = sum(len(each) for each in kernels.values())
    counted = {
        "cases": len(cases()) // 100 * 100,
        "rules": len(Rule),
        "wrong kernels": wrong,
        "wrong engines": len(ALL) // 10 * 10,
    }
    for pattern, number in counted.items():
        words = pattern.split()
        found = re.findall(rf"(\d[\d,]*) (?:deliberately )?{' '.join(words)}", README)
        assert found == [f"{number:,}"], pattern
