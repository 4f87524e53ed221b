"""README.md says what is so: its picture, its examples and its figures."""

from __future__ import annotations

import re
import tomllib
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import granada
from granada.__main__ import main
from granada.checking import write_report
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


def test_every_link_between_pages_leads_to_a_file_of_the_checkout() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "specs").glob("*.md")]
    links = [(page, link) for page in pages for link in re.findall(r"\]\(([^()#:\s]+)", page.read_text("utf-8"))]
    assert len(links) > 200
    assert [(page.name, link) for page, link in links if not (page.parent / link).exists()] == []


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
    """Answers like our engine, but about taking money in Granada alone, and lets everybody take what they like."""
    told = answer(question)
    if question["kind"] == "hello":
        return {**told, "name": "my-engine", "kinds": ["take"], "games": ["granada"]}
    return {"legal": True} if told["broken"] == ["take-several-up-to-five"] else told


def test_its_report_is_what_is_printed_about_an_engine_with_such_a_mistake() -> None:
    shown = README.partition("granada check --only money")[2].partition("```")[0]
    printed = StringIO()
    write_report(granada.check(lenient, only=["money"]), printed)
    assert printed.getvalue().endswith("\n\n" + shown.partition("...\n")[2])


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
        found = re.findall(rf"(\d[\d,]*) (?:deliberately )?{' '.join(words)}", re.sub(r"(?s)```.*?```", "", README))
        assert found == [f"{number:,}"], pattern
