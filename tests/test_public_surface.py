"""What an importer finds: the promised names, nothing that changes, one kind of error for each kind of mistake."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
import tomllib
from enum import Enum
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from random import Random

import attrs
import pytest
from mypy import api

import granada
from granada import Face, Purse

NAMES = """
new_game legal_actions broken is_legal apply outcomes deal score observe violations winners replay play
GRANADA ALHAMBRA COMBINED State View Layout City Cell Card Bureau Currency Purse Round Face Tile TileSet Building Family
Rule Rulings Action Take Buy Flip Place Store Give Add Remove Swap TakeHut Reveal Reactivate Decline Stop Pass Draw
BadNotation InvalidState IllegalAction Violation Scoring Row Standing Record Bot RandomBot BuilderBot from_json to_json
Player Dirk Deck Setup Game Module Event unfold tournament judge check
"""
PROMISED = NAMES.split()


@pytest.mark.parametrize("name", PROMISED)
def test_the_promised_name_is_there_and_says_what_it_is(name: str) -> None:
    value = getattr(granada, name)
    assert inspect.getdoc(value) or isinstance(value, granada.Game)


def test_the_public_names_are_exported_explicitly() -> None:
    assert set(PROMISED) <= set(granada.__all__)
    assert all(hasattr(granada, name) for name in granada.__all__)


def test_the_package_is_typed_and_has_a_version() -> None:
    assert (Path(granada.__file__).parent / "py.typed").is_file()
    assert granada.__version__


def test_every_error_of_ours_is_a_value_error() -> None:
    for error in (granada.BadNotation, granada.InvalidState, granada.IllegalAction):
        assert issubclass(error, ValueError)


def test_hypothesis_and_numpy_are_needed_by_their_rooms_alone() -> None:
    script = "import sys, granada, granada.fast; sys.exit(bool({'hypothesis', 'pytest', 'numpy'} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(granada.__file__).parent.parent)


def test_values_never_change() -> None:
    state = granada.deal(granada.new_game(2), Random(0))
    action = granada.legal_actions(state)[0]
    parts = (state.setup, state.players[0], state.players[0].city, state.deck, state.dirk, state.display)
    seen = (state.yard[0][0], granada.observe(state, 0), granada.score(state, "A"))
    for value in (state, *parts, *seen, action, granada.GRANADA, Face.parse("school8"), granada.Rulings()):
        assert value is not None
        field = attrs.fields(type(value))[0].name
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(value, field, None)


def test_what_is_legal_and_what_is_broken_are_tuples() -> None:
    state = granada.deal(granada.new_game(3), Random(0))
    assert isinstance(granada.legal_actions(state), tuple)
    assert isinstance(granada.broken(state, granada.Stop()), tuple)
    assert hash(granada.legal_actions(state)) == hash(granada.legal_actions(state))


def test_an_illegal_action_explains_itself() -> None:
    state = granada.deal(granada.new_game(3), Random(0))
    action = granada.Action.parse("buy 1 with")
    with pytest.raises(granada.IllegalAction) as refusal:
        granada.apply(state, action)
    for rule in refusal.value.rules:
        assert str(rule) in str(refusal.value)
        assert rule.sentence in str(refusal.value)


def test_rules_have_slugs_and_sentences() -> None:
    for rule in granada.Rule:
        assert str(rule) == rule.name.lower().replace("_", "-")
        assert granada.Rule.named(str(rule)) is rule
        assert rule.sentence.endswith(".")


def test_purses_are_multisets() -> None:
    purse = Purse.parse("b3 b3 g1")
    assert len(purse) == 3
    assert purse.total() == 7
    assert purse.holds(Purse.parse("b3 g1"))
    assert not purse.holds(Purse.parse("b3 b3 b3"))
    assert purse - Purse.parse("b3") + Purse.parse("y9") == Purse.parse("b3 g1 y9")
    with pytest.raises(granada.InvalidState):
        purse - Purse.parse("y9")


# What the documentation names

ROOT = Path(granada.__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NAMED = re.compile(r"(?<![\w./`-])granada((?:\.[A-Za-z_]\w*)+)(?!\S*: )|`granada((?:\.[A-Za-z_]\w*)+)")
"""A name behind the package's; where an error is shown, its home is told in front of a colon and a blank."""


def documented() -> list[str]:
    """Every name that a page gives, such as ``City.parse``; what a page imports by itself is not counted."""
    found: set[str] = set()
    for page in PAGES:
        for line in page.read_text(encoding="utf-8").splitlines():
            if "from granada." not in line:
                found.update((one or other).removeprefix(".") for one, other in NAMED.findall(line))
    return sorted(found)


def test_whatever_the_documentation_names_is_there_after_a_bare_import() -> None:
    names = documented()
    assert {"State", "Action.parse", "picture", "sketch", "digest", "strategies"} <= set(names)
    script = f"""
import granada
for name in {names}:
    value = granada
    for part in name.split("."):
        value = getattr(value, part)
"""
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


@pytest.mark.long
def test_a_type_checker_finds_whatever_the_documentation_names(tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(
        "import granada\n"
        + "".join(f"print(granada.{name})\n" for name in documented())
        + "state: granada.State = granada.from_json('', granada.State)\n"
        + "text: str = granada.sketch(state) + granada.picture(state) + granada.digest(state)\n"
    )
    cache = str(ROOT / ".mypy_cache")
    told, _, failed = api.run(["--strict", "--cache-dir", cache, "--config-file", "", str(snippet)])
    assert not failed, told


def listed() -> dict[str, str]:
    """The public names in the one list of them, with the files they come from."""
    stub = Path(granada.__file__).with_name("__init__.pyi").read_text(encoding="utf-8")
    lines = [line for line in ast.parse(stub).body if isinstance(line, ast.ImportFrom)]
    assert all(name.name == name.asname for line in lines for name in line.names)
    return {name.name: line.module or "" for line in lines for name in line.names}


def test_the_names_are_those_of_the_list_and_a_hundred_at_most() -> None:
    assert len(listed()) <= 100
    assert {*dir(granada), "strategies", "learning"} == set(listed())
    assert {*granada.__all__, "events", "fast", "learning", "modules", "steps", "strategies"} == set(listed())
    for name, file in listed().items():
        home = import_module(f"granada.{name}") if file == "granada" else getattr(import_module(file), name)
        assert getattr(granada, name) is home


def test_no_two_names_differ_by_their_case_alone() -> None:
    lower = [name.lower() for name in listed()]
    assert len(lower) == len(set(lower))


LITTLE = {"COMPILED", "GAMES", "VERBS"}
"""Constants that pages describe."""
IMPORTED = re.compile(r"from granada\.([\w.]+) import ([\w, ]+)")


def test_every_name_is_described_once_in_the_documentation() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    found = [name for names in re.findall(r"<!-- names: ([^>]*) -->", text) for name in names.split()]
    assert sorted(name for name in found if "." not in name) == sorted(
        {*listed()}
        - {"strategies", "learning", "fast", "events", "steps", "modules"}
        - {"GRANADA", "ALHAMBRA", "COMBINED", "Event"}
    )
    for room in ("events", "fast", "modules", "steps", "strategies"):
        names = getattr(getattr(granada, room), "__all__", ())
        assert {f"{room}.{name}" for name in names} - {f"{room}.{name}" for name in LITTLE} <= set(found)


def test_every_place_in_the_code_that_the_page_on_the_design_names_is_there() -> None:
    rooms = "|".join(path.stem for path in (ROOT / "granada").iterdir() if path.suffix in {"", ".py"})
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    named = re.findall(rf"`((?:{rooms})(?:\.(?!(?:js|css|cpp|hpp|py)\b)\w+)+)`", text)
    assert "game.rules.broken" in named
    for name in named:
        resolve_name(f"granada.{name}")


def test_what_a_page_imports_from_a_room_is_in_the_reference() -> None:
    pages = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    wanted = {f"{room}.{name.strip()}" for room, names in IMPORTED.findall(pages) for name in names.split(",")}
    wanted |= {name for name in documented() if re.fullmatch(r"[a-z]+\.\w+", name)}
    assert {"encoding.VERBS", "spec.suite.cases", "wire.RecordReader"} <= wanted
    reference = re.findall(r"^### (\S+)$", (ROOT / "docs" / "api.md").read_text(encoding="utf-8"), re.MULTILINE)
    modules = {"learning.openspiel", "learning.pettingzoo"}
    assert {name for name in wanted if name.rpartition(".")[2] not in LITTLE} - modules <= set(reference)


def test_the_reference_is_what_the_code_says() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / ".ci" / "reference.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.long
def test_help_works_where_hypothesis_is_not_installed() -> None:
    script = """
import inspect, pydoc, sys
sys.modules["hypothesis"] = None
import granada
assert len(inspect.getmembers(granada)) > 90
assert "new_game" in pydoc.render_doc(granada)
for name in dir(granada):
    getattr(granada, name)
"""
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


VALUES = [
    value
    for name in listed()
    if isinstance(value := getattr(granada, name), type)
    and attrs.has(value)
    and not issubclass(value, granada.Action | granada.Event)
]


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_help_says_what_every_field_means(kind: type[attrs.AttrsInstance]) -> None:
    described = inspect.getdoc(kind) or ""
    for each in attrs.fields(kind):
        assert each.name.startswith("_") or f"``{each.name}``:" in described, each.name


def test_other_names_are_not_there() -> None:
    for name in ("nonsense", "specs_folder", "canonical_json", "_hidden"):
        with pytest.raises(AttributeError, match=name):
            getattr(granada, name)


def test_nothing_is_drawn_or_played_before_it_is_wanted() -> None:
    script = """
import sys, granada
assert {name for name in sys.modules if name.startswith("granada")} == {"granada"}
city = granada.City.parse("@ park6")
assert "granada.pictures" not in sys.modules
assert city._repr_svg_().startswith("<svg ")
"""
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


# The package and its licence


def test_the_licence_lies_at_the_root_and_beside_the_suite() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (project["license"], project["license-files"]) == (
        "MIT",
        ["LICENSE", "granada/fast/kernel/LICENSE.nanobind"],
    )
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text == (ROOT / "specs" / "LICENSE").read_text(encoding="utf-8")
    assert "Permission is hereby granted, free of charge" in text
    assert "the authors of granada" in text


# What help() shows

CLASSES = [
    name
    for name in granada.__all__
    if isinstance(getattr(granada, name), type)
    and not issubclass(getattr(granada, name), Enum)
    and not getattr(getattr(granada, name), "_is_protocol", False)
]


@pytest.mark.parametrize("name", CLASSES)
def test_help_shows_the_parameters_of_a_class(name: str) -> None:
    parameters = inspect.signature(getattr(granada, name)).parameters.values()
    several = [each.name for each in parameters if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD)]
    assert several == (["reasons"] if name == "InvalidState" else [])


# Printing


@pytest.mark.parametrize("game", [granada.GRANADA, granada.ALHAMBRA, granada.COMBINED], ids=str)
def test_a_state_is_printed_as_a_table_that_a_person_can_read(game: granada.Game) -> None:
    rng = Random(3)
    state = granada.new_game(4, game)
    for _ in range(60):
        for shown in (state, granada.observe(state, 1)):
            lines = str(shown).splitlines()
            assert lines[0].startswith("yard     1 blue")
            assert max(map(len, lines)) <= 80
            assert len(lines) > 15
        state = granada.deal(state, rng)
        state = granada.apply(state, rng.choice(granada.legal_actions(state)))
    assert f"hand {state.players[0].hand} (" in str(state)
    assert f"hand {state.players[0].hand} (" not in str(granada.observe(state, 1))
    assert str(state) == granada.sketch(state, width=80)


# The sources


def test_few_lines_ask_a_checker_to_look_away_and_each_says_why() -> None:
    paths = [path for folder in ("granada", "tests", "docs", ".ci") for path in (ROOT / folder).rglob("*.py")]
    away = re.compile(r"# (?:fmt: skip|(?:noqa: |type: ignore\[)[A-Z0-9a-z-]+(?:, ?[A-Z0-9a-z-]+)*)(.*)")
    found = [away.search(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    reasons = [match[1] for match in found if match]
    assert 20 < len(reasons) <= 120
    assert [why for why in reasons if not re.search("[a-z]{2}", why)] == []


PACKAGE = Path(granada.__file__).parent


def lines_in(*paths: Path) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def test_rooms_folders_and_files_are_small_enough_to_be_read() -> None:
    files = list(PACKAGE.rglob("*.py"))
    rooms = {path.relative_to(PACKAGE).parts[0] for path in files if path.parent != PACKAGE}
    folders = {path.parent for path in files}
    assert len(rooms) > 20
    assert {room for room in rooms if lines_in(*(PACKAGE / room).rglob("*.py")) > 3_000} == set()
    assert {folder for folder in folders if len(list(folder.glob("*.py"))) > 15} == set()
    assert {path for path in files if lines_in(path) > 400} == set()
    assert {path for path in (ROOT / "tests").rglob("*.py") if lines_in(path) > 600} == set()


def test_the_contract_of_the_imports_names_every_room_and_has_no_exception() -> None:
    settings = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    named = {name for contract in contracts for layer in contract.get("layers", ()) for name in layer.split(" | ")}
    there = {
        f"granada.{path.stem}" for path in PACKAGE.iterdir() if (path / "__init__.py").is_file() or path.suffix == ".py"
    }
    assert there - {"granada.__init__"} == named
    assert not any("ignore_imports" in contract for contract in contracts)
