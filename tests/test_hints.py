"""Slips of newcomers: names of other packages, other words for a verb, a path in place of a text."""

# mypy: disable-error-code="arg-type"

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pkgutil import resolve_name
from random import Random

import pytest

import granada
from granada import Action, BadNotation, Face, InvalidState, Layout, Tile
from granada.game import VERBS
from granada.game.actions import OTHER_VERBS
from granada.game.state import FUNCTIONS
from tests.refusing import refused

OTHER_NAMES = vars(granada)["_OTHER_NAMES"]
STATE = granada.deal(granada.new_game(3), Random(7))


@pytest.mark.parametrize(
    ("written", "ours"),
    [
        ("legal_moves", "legal_actions"),
        ("LegalActions", "legal_actions"),
        ("step", "apply"),
        ("aply", "apply"),
        ("winer", "winners"),
        ("to_jason", "to_json"),
        ("undo", "Table"),
        ("Batch", "granada.fast.Batch"),
        ("Encoding", "granada.learning.Encoding"),
    ],
)
def test_a_mistyped_public_name_is_answered_with_the_right_one(written: str, ours: str) -> None:
    with pytest.raises(AttributeError, match=f"has no attribute '{written}'; did you mean {ours}\\?$"):
        getattr(granada, written)


def test_every_hint_is_a_public_name() -> None:
    for ours in OTHER_NAMES.values():
        assert ours in granada.__all__ or resolve_name(ours)
    assert not set(OTHER_NAMES) & set(granada.__all__)
    assert set(granada.__all__) >= FUNCTIONS
    assert set(OTHER_VERBS.values()) <= set(VERBS)
    assert not set(OTHER_VERBS) & set(VERBS)


def test_what_is_like_nothing_has_no_hint() -> None:
    for name in ("qqqqqqqq", "_legal_moves"):
        with pytest.raises(AttributeError, match=f"has no attribute '{name}'$"):
            getattr(granada, name)


def test_a_package_that_is_not_imported_says_how_to_import_it() -> None:
    asked = "import granada\ntry: granada.words\nexcept AttributeError as wrong: print(wrong)"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert told == "module 'granada' has no attribute 'words'; import granada.words first\n"


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_state_names_the_function_that_somebody_takes_for_a_method(name: str) -> None:
    with pytest.raises(AttributeError, match=rf"no attribute '{name}'; granada\.{name}\(state, \.\.\.\) is a function"):
        getattr(STATE, name)


def test_a_state_is_otherwise_like_any_value() -> None:
    name = "colour"
    with pytest.raises(AttributeError, match=r"^'State' object has no attribute 'colour'$"):
        getattr(STATE, name)
    assert copy.deepcopy(STATE) == pickle.loads(pickle.dumps(STATE)) == STATE


@pytest.mark.parametrize(
    ("text", "verb"), [("build park6 at 0,1", "place"), ("Take b5", "take"), ("tke b5", "take"), ("skip", "pass")]
)
def test_another_word_for_a_verb_is_answered_with_ours(text: str, verb: str) -> None:
    with pytest.raises(BadNotation, match=f"expected one of the verbs .*; did you mean {verb}\\?$") as refusal:
        Action.parse(text)
    again = pickle.loads(pickle.dumps(refusal.value))
    assert str(again) == str(refusal.value)
    with pytest.raises(BadNotation, match=r"not 'qqq'$"):
        Action.parse("qqq")


def test_the_right_call_is_named() -> None:
    with pytest.raises(TypeError, match=r"TileSet\.named\('granada-1'\) is that set"):
        granada.new_game(3, tiles="granada-1")
    with pytest.raises(TypeError, match=r"TileSet\.load\('mine\.csv'\) reads a file"):
        granada.new_game(3, tiles="mine.csv")
    for drawn in (granada.picture, granada.sketch):
        with pytest.raises(TypeError, match="of str; there is one of City, Layout, State"):
            drawn("x")
    refused(BadNotation, lambda: granada.resumed("/nope"), lambda: granada.resumed("nope.jsonl"))
    with pytest.raises(BadNotation, match="the text of a record, not the name of its file"):
        granada.resumed("games/first")


@pytest.mark.parametrize(
    ("written", "ours"),
    [
        ("serch:400", "search:400"),
        ("search:400:recal", "search:400:recall"),
        ("bulder", "builder"),
        ("Random", "random"),
    ],
)
def test_a_mistyped_bot_is_answered_with_the_right_one(written: str, ours: str) -> None:
    with pytest.raises(InvalidState, match=f"; did you mean {ours}\\?$"):
        granada.bot_named(written)
    with pytest.raises(InvalidState, match=r"your own as my\.module:Class$"):
        granada.bot_named("clever")


def test_none_is_refused_as_an_action_like_any_other_value() -> None:
    position = granada.fast.Position(STATE, Random(7))
    for wrong in (None, "take"):
        with pytest.raises(TypeError, match=f"^an action or its number is needed, not {type(wrong).__name__}$"):
            position.apply(wrong)


def test_a_face_tells_its_edges_as_letters() -> None:
    assert Face.parse("school8/ne").letters == "ne"
    assert Face.parse("park6").letters == ""
    assert all(face.letters == str(face).partition("/")[2] for face in Tile.parse("arena10|market11/n").faces)
    assert Layout.parse("park6/n\n@").tiles[0][1].letters == "n"
