"""Reading a question: from the protocol's JSON, or from a table as people write it, with one set of complaints."""

from typing import Any, get_args

from attrs import fields_dict

from granada.errors import InvalidState
from granada.game import GAMES, GRANADA, Game
from granada.notation import a_text
from granada.questions.complaints import FEW, meant
from granada.questions.kinds import KINDS
from granada.questions.parts import read_parts
from granada.questions.positions import STATE_KEYS, read_position
from granada.questions.question import ActionQuestion, Question
from granada.questions.toml import read_toml
from granada.text import visible
from granada.wire import read_json

NAMED = ("name", "kind", "note", *GAMES)
"""What a case has besides a question and an answer; under the name of a game, how it differs there."""
ANSWERS = (
    *("breaks", "exact", "result", "points", "dirk_points", "to", "actions", "then", "draws", "canonical", "error"),
)
"""What of a case, as people write it, is its answer."""


def read_question(message: dict[str, Any]) -> Question:
    """A question of the protocol; an InvalidState says what is wrong with it. Members that nobody knows are ignored."""
    kind, given = _kind(message), message.get("given")
    if not isinstance(given, dict):
        raise InvalidState("given is an object")
    return _read(kind, given)


def read_written(written: dict[str, Any]) -> Question:
    """A question as people write it; an InvalidState says what is wrong with it."""
    kind = _kind(written)
    known = (*NAMED, "game", "rulings", "ask", *kind.parts(), *ANSWERS)
    if unknown := [visible(key) for key in written if key not in known]:
        belongs = "state" in kind.parts() and unknown[0] in STATE_KEYS
        hint = f"; {unknown[0]} belongs to its state" if belongs else meant(unknown[0], known)
        raise InvalidState(f"a case of kind {kind.kind} has no {', '.join(unknown[:FEW])}{hint}")
    wanted = {"ask": sorted(written["then"])} if isinstance(written.get("then"), dict) else {}
    return _read(kind, {**wanted, **written}, by_hand=True)


def _kind(message: dict[str, Any]) -> type[Question]:
    kind = message.get("kind")
    if "kind" not in message:
        raise InvalidState(f"kind is missing; it is one of {', '.join(KINDS)}")
    if not isinstance(kind, str) or kind not in KINDS:
        raise InvalidState(f"kind is one of {', '.join(KINDS)}, not {str(kind)[:40]!r}{meant(kind, KINDS)}")
    return KINDS[kind]


def _read(kind: type[Question], parts: dict[str, Any], *, by_hand: bool = False) -> Question:
    """A question from its parts."""
    game, names = _game(parts, by_hand=by_hand), kind.parts()
    if by_hand:  # rulings and ask may be written with every kind, and are read even where they change nothing
        names = tuple(dict.fromkeys((*names, "rulings", "ask")))
    values = read_parts(parts, [name for name in names if name != "state" or not by_hand], game)
    about: Any = fields_dict(kind)["do"].type if issubclass(kind, ActionQuestion) and "do" in values else object
    if not isinstance(values.get("do"), about):
        verbs = " or ".join(each.verb for each in get_args(about) or (about,))
        done = getattr(values["do"], "verb", "several actions")
        raise InvalidState(f"do: a case of kind {kind.kind} is about {verbs}, not {done}")
    if by_hand and "state" in names:
        rulings = values["rulings"].chosen if "rulings" in values else {}
        values["state"] = read_position(parts.get("state", {}), game, rulings)
    values = kind.completed({name: value for name, value in values.items() if name in kind.parts()})
    if missing := [name for name in kind.needed() if name not in values]:
        raise InvalidState(f"a case of kind {kind.kind} needs {' and '.join(missing)}")
    question = kind(**values)
    if flaws := question.flaws():
        raise InvalidState(*flaws)
    return question


def _game(parts: dict[str, Any], *, by_hand: bool) -> Game:
    """The game of a question; by hand it may stand in the position."""
    state = parts.get("state")
    where = state if by_hand and isinstance(state, dict) and "game" not in parts else parts
    found: Game = read_parts(where, ("game",), GRANADA).get("game", GRANADA)
    return found


# Texts


def read_questions(text: str) -> list[dict[str, Any]]:
    """The questions of a text: one as it is written by hand, several as [[case]], or one of the protocol in JSON."""
    found = read_json(text) if a_text(text, "a question").lstrip().startswith("{") else read_toml(text)
    listed = [found]
    if "case" in found:
        if other := [key for key in found if key != "case"]:
            raise InvalidState(f"beside [[case]] nothing stands for itself, but here {visible(', '.join(other))}")
        listed = found["case"] if isinstance(found["case"], list) else [found["case"]]
    if not listed or not all(isinstance(each, dict) for each in listed):
        raise InvalidState("a question is a table with a kind")
    return listed


def only_question(text: str) -> dict[str, Any]:
    """The one question of a text."""
    found = read_questions(text)
    if len(found) > 1:
        raise InvalidState(f"one [[case]] is judged at a time, but here are {len(found)}")
    return found[0]


def read_either(written: dict[str, Any]) -> Question:
    """A question of the protocol, or one as people write it."""
    return (read_question if "given" in written else read_written)(written)


def read_only(text: str) -> tuple[Question, str]:
    """The one question of a text as a value, and its name, if it has one."""
    written = only_question(text)
    return read_either(written), str(written.get("name", ""))


def says_the_same(text: str, question: Question) -> bool:
    """Whether a text, read again, is the same question; the words of a chapter do not reach every position.

    Which facts of the state are wanted afterwards does not matter.
    """
    texts = [{**each.given, "ask": None} for each in (read_only(text)[0], question)]
    return texts[0] == texts[1]
