"""The suite in another project: it says what it is, and comes in parts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

import granada
from granada.__main__ import main
from granada.rulebook import shipped_suite, specs_folder
from granada.spec import part_of, suite_json
from granada.spec.suite import LICENCE, head_of
from tests.refusing import refused

if TYPE_CHECKING:
    from pathlib import Path

SUITE = (specs_folder() / "suite.json").read_text(encoding="utf-8")


def exported(path: Path, *options: str) -> dict[str, Any]:
    """What the command writes."""
    assert main(["suite", "--export", str(path), *options]) == 0
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_the_suite_says_what_it_is() -> None:
    suite = json.loads(SUITE)
    assert list(suite)[:5] == ["date", "format", "licence", "schema", "version"]
    assert suite["version"] == granada.__version__
    assert suite["schema"] == granada.schema()["$id"]
    assert (specs_folder() / "LICENSE").read_text(encoding="utf-8").startswith(f"{LICENCE} License")
    assert f"## {suite['version']} ({suite['date']})" in (specs_folder() / "CHANGES.md").read_text(encoding="utf-8")
    refused(granada.InvalidState, lambda: head_of("## 0.1"))


def test_all_of_it_is_exported_as_it_is(tmp_path: Path) -> None:
    exported(tmp_path / "all.json")
    assert (tmp_path / "all.json").read_text(encoding="utf-8") == SUITE == suite_json(part_of())


@pytest.mark.parametrize(
    ("games", "kinds", "modules"),
    [
        (["alhambra"], ["place", "score"], None),
        (["granada", "combined"], [], []),
        ([], ["take"], None),
        ([], ["buy", "apply"], ["exchange"]),
    ],
)
def test_a_part_has_just_the_cases_that_are_wanted(
    tmp_path: Path, games: list[str], kinds: list[str], modules: list[str] | None, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [*(["--games", *games] if games else []), *(["--kinds", *kinds] if kinds else [])]
    options += [] if modules is None else ["--modules", *modules]
    part = exported(tmp_path / "part.json", *options)
    told = f"part.json: {len(part['cases'])} cases of {len(part['rules'])} rules\n"
    assert capsys.readouterr().out == f"{tmp_path}/{told}"
    assert not [*Draft202012Validator(granada.schema()).iter_errors({**part, "cases": part["cases"][:20]})]
    wanted = [
        case
        for case in shipped_suite()["cases"].values()
        if (not games or set(games) & set(case["games"]))
        and (not kinds or case["kind"] in kinds)
        and (modules is None or set(case["modules"]) <= set(modules))
    ]
    assert part["cases"] == wanted != []
    assert {rule["rule"] for rule in part["rules"]} == {case["rule"] for case in wanted}
    assert part["version"] == granada.__version__


def test_what_there_is_not_is_not_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "part.json")
    assert main(["suite", "--export", path, "--games", "grenada"]) == 2
    assert "there is no game 'grenada'; did you mean granada?" in capsys.readouterr().err
    assert main(["suite", "--export", path, "--kinds", "plase"]) == 2
    assert "there is no kind 'plase'; did you mean place" in capsys.readouterr().err
    assert main(["suite", "--export", path, "--modules", "hats"]) == 2
    assert "there is no module 'hats'; did you mean huts?" in capsys.readouterr().err
    assert main(["suite", "--modules"]) == 2
    assert "add --export FILE" in capsys.readouterr().err
    assert main(["suite", "--kinds", "place"]) == 2
    assert "add --export FILE" in capsys.readouterr().err


def test_it_is_named_where_it_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite"]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first == f"suite {granada.__version__} of {shipped_suite()['date']}, format 1, licence MIT"
