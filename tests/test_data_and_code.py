"""Data never chooses code: nothing that is read from a file, a line or a link is imported or called by its name."""

from __future__ import annotations

import ast
import json
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import granada
from granada import browser
from granada.__main__ import main
from granada.arena import bot_of_record
from granada.arena.bots import RECORDED_PLAYOUTS
from granada.checking import as_json, read_report
from granada.checking.checker import check
from granada.checking.serve import reply
from granada.questions import answer
from granada.spec import cases
from granada.wire import canonical_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PACKAGE = Path(granada.__file__).parent
TRAP = "trap_for_imports"
NAMES = (f"{TRAP}:Bot", TRAP, f"{TRAP}.Bot", "os:abort", "builtins:exec", "__class__", "__import__('os')")


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module that must never be imported, in which we work."""
    (tmp_path / f"{TRAP}.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def begun(**about: Any) -> str:
    """A recorded game that was left, with notes."""
    record = granada.play([granada.RandomBot(Random(seat)) for seat in range(2)], rng=Random(1))
    return granada.to_json(granada.Record(record.setup, record.steps[:60], about=about))


def renamed(value: Any, name: str) -> Iterator[Any]:
    """The same JSON with one of its texts, a value or a key, replaced by a name."""
    if isinstance(value, str):
        yield name
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            for other in renamed(inner, name):
                yield [*value[:place], other, *value[place + 1 :]]
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield {name if each == key else each: part for each, part in value.items()}
            for other in renamed(inner, name):
                yield value | {key: other}


def documents() -> Iterator[tuple[Callable[[str], object], list[Any]]]:
    """Who reads JSON, and the lines of something that can be read."""
    state = granada.deal(granada.new_game(2, "alhambra", modules=["bonus"]), Random(1))
    record = [json.loads(line) for line in begun(bots=["random", "random"]).splitlines()][:30]
    question = next(case for case in cases() if case.kind == "legal")
    asked = {"id": "x", "kind": question.kind, "given": question.given}
    told = json.loads(as_json(check(answer, cases=cases()[:1])))
    for reader in (granada.from_json, granada.resumed, granada.referee):
        yield reader, record
    yield granada.from_json, [json.loads(granada.to_json(state))]
    yield granada.from_json, [json.loads(granada.to_json(granada.observe(state, 0)))]
    yield granada.judge, [{"kind": question.kind, **question.written}]
    yield lambda line: reply(line.encode()), [asked]
    yield browser.reply, [{"ask": "judge", **asked}]
    yield browser.reply, [{"ask": "where", "verb": "place", "face": "park6", "city": {}, "game": "granada"}]
    yield read_report, [told]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (place > 0)) for place, name in enumerate(NAMES)]
)
@pytest.mark.usefixtures("trap")
def test_no_text_in_json_is_taken_for_the_name_of_code(name: str) -> None:
    for reader, lines in documents():
        for changed in renamed(lines, name):
            with suppress(granada.BadNotation, granada.InvalidState, granada.IllegalAction):
                reader("\n".join(map(canonical_json, changed)))
            assert TRAP not in sys.modules


@pytest.mark.parametrize("bots", [*([name, "builder"] for name in NAMES[::3]), [f"search:{RECORDED_PLAYOUTS + 1}"] * 2])
def test_a_record_names_built_in_bots_alone(bots: list[str], trap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = trap / "game.jsonl"
    before = begun(bots=bots)
    file.write_text(before, encoding="utf-8")
    assert main(["play", "--resume", "game.jsonl", "--quiet"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(
        "granada play: a record names random, builder, mason, master or a search up to search:1000 or search:1s, not "
    )
    assert said.endswith("; name the bots with --bots\n")
    assert TRAP not in sys.modules
    assert file.read_text(encoding="utf-8") == before
    assert main(["play", "--resume", "game.jsonl", "--quiet", "--bots", "random"]) == 0


@pytest.mark.parametrize("bots", [5, [1], [None], [[]], {}, {"a": 1}, "builder", True, ["random", 5], ["person"] * 3])
def test_bots_of_a_record_that_are_no_names_are_refused(
    bots: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.jsonl").write_text(begun(bots=bots), encoding="utf-8")
    assert main(["play", "--resume", str(tmp_path / "game.jsonl"), "--quiet"]) == 2
    said = capsys.readouterr().err
    assert "--bots" in said or "there is no player" in said
    assert "a bug in granada" not in said


@pytest.mark.parametrize("name", ["search", "search:1000", "search:1s", "search:0.5s", "random", "builder", "master"])
def test_what_a_record_may_name_can_be_made(name: str) -> None:
    assert callable(bot_of_record(name)(Random(1)).choose)


@pytest.mark.parametrize(
    "name", ["search:1001", "search:1.1s", "search:0", "search:0s", "search:s", "search:", "search:٣"]
)
def test_a_record_may_not_name_what_takes_long_or_nothing(name: str) -> None:
    with pytest.raises(granada.InvalidState):
        bot_of_record(name)


@pytest.mark.parametrize(
    "name", ["os.path:join", "builtins:int", "builtins:exit", "granada:City", "sys:path", "math:pi"]
)
def test_a_name_on_the_command_line_that_is_no_bot_is_refused_in_a_sentence(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--quiet", "--bots", name]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"granada play: the bot {name} ")
    assert "a bug in granada" not in said


def test_a_module_that_falls_over_when_it_is_imported_is_named(trap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (trap / "no_python.py").write_text("1 +", encoding="utf-8")
    for name, why in ((f"{TRAP}:Bot", "SystemExit: imported"), ("no_python:Bot", "SyntaxError: ")):
        assert main(["play", "--quiet", "--bots", name]) == 2
        assert capsys.readouterr().err.startswith(f"granada play: the bot {name} cannot be found: {why}")


def test_a_bot_that_falls_over_is_named_with_the_place(trap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["class Bot:", "    def choose(self, view, legal):", "        raise SystemExit", ""]
    lines += ["class Deaf:", "    choose = lambda self, view, legal: legal[0]", "    def notice(self, event): 1 / 0"]
    (trap / "falls_over.py").write_text("\n".join(lines), encoding="utf-8")
    for name, place in (("Bot", "falls_over.py:3 in choose"), ("Deaf", "falls_over.py:7 in notice")):
        assert main(["play", "--quiet", "--bots", f"falls_over:{name}"]) == 2
        assert capsys.readouterr().err.endswith(f"{place}\n")


def test_naming_a_bot_in_python_leaves_the_path_of_modules_alone(trap: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (trap / "own_bot_here.py").write_text("class Bot:\n    choose = None\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [each for each in sys.path if each not in {"", str(trap)}])
    before = [*sys.path]
    with pytest.raises(granada.InvalidState):
        granada.bot_named("own_bot_here:Bot")
    assert sys.path == before
    with pytest.raises(TypeError):
        granada.bot_named(5)  # type: ignore[arg-type]  # what is tested


def test_half_a_sign_in_the_notes_of_a_record_is_written_as_it_was_read(tmp_path: Path) -> None:
    text = begun(place="here").replace('"here"', '"\\ud800 \\udfff\\ud800 \U0001f642"')
    record = granada.from_json(text, granada.Record)
    assert record.about == {"place": "\ud800 \udfff\ud800 \U0001f642"}
    assert granada.to_json(record) == text
    assert granada.from_json(granada.to_json(record)) == record
    with granada.Recorder(tmp_path / "game.jsonl", record):
        pass
    assert (tmp_path / "game.jsonl").read_text(encoding="utf-8") == text


CHOOSING = {
    "__init__.py": "names of this package",
    "commands/command_line.py": "the commands, and the kernel for --version",
    "arena/bots.py": "a bot that is named on the command line or in Python",
    "commands/play.py": "readline",
    "commands/tournament.py": "the client of a cluster",
    "fast/__init__.py": "batches, which need NumPy",
    "fast/compiled.py": "what writes numbers, which needs NumPy",
    "fast/finding.py": "the kernel, by the one name that it has",
    "learning/__init__.py": "files that need PettingZoo or OpenSpiel",
}
"""Where something is imported by a text, and whose text that is."""
PICKLED = {
    "arena/player_process.py": "what a game asks, and what makes a bot, which go to a process that we have started",
    "arena/referee_process.py": "a match, likewise",
}
"""Where something is unpickled, and who has pickled it."""


def calls(names: set[str]) -> set[str]:
    """The files of the package in which one of some functions is called."""
    return {path for called in names for path in called_in().get(called, ())}


@cache
def called_in() -> dict[str, set[str]]:
    """The files of the package in which something is called, by its name."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                found.setdefault(ast.unparse(node.func), set()).add(path.relative_to(PACKAGE).as_posix())
    return found


def test_few_places_import_or_unpickle_and_none_runs_a_text() -> None:
    assert calls({"import_module", "importlib.import_module", "__import__", "entry_points"}) == set(CHOOSING)
    assert calls({"pickle.load", "pickle.loads", "pickle.Unpickler"}) == set(PICKLED)
    assert calls({"eval", "exec", "compile", "os.system", "os.popen", "runpy.run_path", "runpy.run_module"}) == set()
