"""Read a question from the protocol's JSON or from TOML, with one set of error messages.

This module also writes TOML, and limits what it reads, because the text may be hostile. Missing parts of a hand-written
question are guessed if only one value fits.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any, get_args

from attrs import fields_dict

from granada.board import Building, Family
from granada.errors import InvalidState, Reason, at, meant, refuse
from granada.game import GAMES, GRANADA, VERBS, Game
from granada.notation import BadNotation, a_text, too_deep, without_escapes
from granada.questions.grading import Written
from granada.questions.kinds import KINDS
from granada.questions.parts import FEW, UNCHANGED, read_parts
from granada.questions.positions import STATE_KEYS, read_position
from granada.questions.question import ActionQuestion, Question
from granada.text import DEEPEST, MOST_DIGITS, visible
from granada.wire import read_json

LONGEST_TOML = 100_000
"""The maximum length of a TOML text, which is lower than for JSON because TOML is slower to parse."""
_TOO_LONG = 10**MOST_DIGITS
_OTHER_KINDS = dict.fromkeys(("wall", "walls", "moats"), "moat")
"""A mapping from other names for a kind to its name, which an error message suggests."""


def read_toml(text: str) -> dict[str, Any]:
    """Read the table from a TOML text; raise InvalidState or BadNotation if the text is invalid."""
    text = a_text(text, "TOML")
    if len(text) > LONGEST_TOML:
        raise InvalidState(f"a text in TOML has at most {LONGEST_TOML:,} characters, not {len(text):,}")
    _not_too_deep(text)
    expected = f"TOML with numbers of at most {MOST_DIGITS:,} digits"
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as flaw:
        raise InvalidState(Reason("this is not valid TOML: {flaw}", flaw=visible(flaw))) from None
    except ValueError:  # Python refuses such long numbers, and so does this function
        raise BadNotation(expected) from None
    if _holds_a_long_number(table):
        raise BadNotation(expected)
    return table


def _holds_a_long_number(table: dict[str, Any]) -> bool:
    """Whether a table contains a number with too many digits, which Python allows in base 2, 8 or 16."""
    values: list[Any] = [table]
    while values:
        value = values.pop()
        if isinstance(value, int) and abs(value) >= _TOO_LONG:
            return True
        values.extend(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
    return False


def _not_too_deep(text: str) -> None:
    """Refuse a text nested too deeply by brackets, dotted keys or dotted headings."""
    plain, place = without_escapes(text), 0
    outside: list[int] = []
    depth = base = 0  # the current depth, and the depth at which the next key begins
    begins, is_heading = True, False
    while place < len(plain):
        sign = plain[place]
        if sign in {'"', "'"}:
            place, begins = _end_of_string(plain, place, sign), False
            continue
        if sign in {"[", "{"}:
            if begins and not outside:
                depth, base, is_heading = 0, 0, True
            outside.append(base)
            depth = base = depth + 1
        elif sign in {"]", "}"}:
            before = outside.pop() if outside else 0
            depth = base = depth - 1 if is_heading else before
        elif sign == ".":
            depth += 1
        elif sign in {"\n", ",", "#"}:
            depth, is_heading = base, False
        if depth > DEEPEST:
            raise too_deep("TOML", text, place)
        begins = sign == "\n" or (begins and sign in {" ", "\t"})
        place = _found(plain, "\n", place) if sign == "#" else place + 1


def _end_of_string(text: str, place: int, quote: str) -> int:
    """The end of a string that begins at a position; a triple-quoted string may itself end with one or two quotes."""
    fence = quote * 3 if text.startswith(quote * 3, place) else quote
    end = _found(text, fence, place + len(fence)) + len(fence)
    return end if fence == quote else end + text.startswith(quote, end) + text.startswith(quote * 2, end)


def _found(text: str, part: str, place: int) -> int:
    """The next position of a substring, or the end of the text."""
    found = text.find(part, place)
    return len(text) if found < 0 else found


def toml_text(written: Written, heading: str = "") -> str:
    """A case as TOML that can be pasted into a chapter."""
    lines = [f"# belongs under ## {heading}"] if heading else []
    lines += ["[[case]]", *_entries(written, but=("state", "then"))]
    if state := written.get("state"):
        lines += ["[case.state]", *_entries(state, but=("seats",))]
        for seat in state.get("seats", []):
            lines += ["[[case.state.seats]]", *_entries(seat)]
    if then := written.get("then"):
        lines += ["[case.then]", *_entries(then)]
    return "\n".join(lines) + "\n"


def _entries(table: Written, but: tuple[str, ...] = ()) -> list[str]:
    return [
        f"{_key(key)} = {_rows(value) if key in _ROWS else _value(value, wide=True)}"
        for key, value in table.items()
        if key not in but
    ]


_ROWS = ("city", "layout")


def _rows(rows: str) -> str:
    """The rows of a city as a TOML string with one line for each row."""
    return f'"""\n{rows.strip()}\n"""' if "\n" in rows.strip() else _text(rows)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _text(text: str) -> str:
    if '"' in text and not re.search(r"['\x00-\x1f\x7f]", text):
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any, *, wide: bool = False) -> str:  # noqa: ANN401  TOML has values of various types
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        parts = [_value(each) for each in value]
        if wide and sum(map(len, parts)) > 100:
            return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
        return f"[{', '.join(parts)}]"
    if isinstance(value, dict):
        parts = [f"{_key(key)} = {_value(each)}" for key, each in value.items()]
        return f"{{ {', '.join(parts)} }}" if parts else "{}"
    return str(value)


NAMED = ("name", "kind", "note", *GAMES)
"""The keys of a case besides its question and answer; the key of a game contains what differs in that game."""
ANSWERS = (
    *("breaks", "exact", "result", "points", "dirk_points", "to", "actions", "then", "draws", "canonical", "error"),
)
"""The keys of a TOML case that form its answer."""


def read_question(message: dict[str, Any]) -> Question:
    """Read a question in the protocol's form, ignoring unknown members; raise InvalidState if it is invalid."""
    kind, given = _kind(message), message.get("given")
    if not isinstance(given, dict):
        raise InvalidState("given must be an object")
    return _read(kind, given)


def read_written(written: dict[str, Any]) -> Question:
    """Read a question from TOML data; raise InvalidState if it is invalid."""
    kind = _kind(written)
    known = (*NAMED, "game", "rulings", "ask", *kind.parts(), *ANSWERS)
    if unknown := [visible(key) for key in written if key not in known]:
        belongs = "state" in kind.parts() and unknown[0] in STATE_KEYS
        hint = Reason("; {part} belongs to its state", part=unknown[0]) if belongs else meant(unknown[0], known)
        hint = hint or Reason("; its keys are {keys}", keys=", ".join(kind.parts()))
        raise InvalidState(
            Reason(
                "a case of kind {kind} has no {parts}{hint}", kind=kind.kind, parts=", ".join(unknown[:FEW]), hint=hint
            )
        )
    wanted = {"ask": sorted(written["then"])} if isinstance(written.get("then"), dict) else {}
    if written.get("breaks"):
        wanted = {"ask": list(UNCHANGED)}
    return _read(kind, {**wanted, **written}, by_hand=True)


def _kind(message: dict[str, Any]) -> type[Question]:
    kind = message.get("kind")
    if "kind" not in message:
        raise InvalidState(Reason("kind is missing; it is one of {kinds}", kinds=", ".join(KINDS)))
    if isinstance(kind, str) and kind in VERBS and kind not in KINDS:
        raise InvalidState(Reason("kind: {verb} is asked in a case of kind apply, which has a state", verb=kind))
    if not isinstance(kind, str) or kind not in KINDS:
        parts = {
            "kinds": ", ".join(KINDS),
            "found": repr(str(kind)[:40]),
            "hint": meant(kind, KINDS, others=_OTHER_KINDS),
        }
        raise InvalidState(Reason("kind is one of {kinds}, not {found}{hint}", **parts))
    return KINDS[kind]


def _read(kind: type[Question], parts: dict[str, Any], *, by_hand: bool = False) -> Question:
    """Read a question of a given kind from its parts."""
    game, names = _game(parts, by_hand=by_hand), kind.parts()
    if by_hand:  # every kind may have rulings and ask, which are validated even if they change nothing
        names = tuple(dict.fromkeys((*names, "rulings", "ask")))
    values = read_parts(parts, [name for name in names if name != "state" or not by_hand], game)
    about: Any = fields_dict(kind)["do"].type if issubclass(kind, ActionQuestion) and "do" in values else object
    if not isinstance(values.get("do"), about):
        verbs = " or ".join(each.verb for each in get_args(about) or (about,))
        done = getattr(values["do"], "verb", 'several actions; kind = "apply" takes a list')
        reason = Reason("a case of kind {kind} is about {verbs}, not {done}", kind=kind.kind, verbs=verbs, done=done)
        raise InvalidState(at("do: ", reason))
    if by_hand and "state" in names:
        rulings = values["rulings"].chosen if "rulings" in values else {}
        values["state"] = read_position(parts.get("state", {}), game, rulings)
    values = kind.completed({name: value for name, value in values.items() if name in kind.parts()})
    if missing := [name for name in kind.needed() if name not in values]:
        raise InvalidState(Reason("a case of kind {kind} needs {parts}", kind=kind.kind, parts=" and ".join(missing)))
    question = kind(**values)
    refuse(question.flaws())
    return question


def _game(parts: dict[str, Any], *, by_hand: bool) -> Game:
    """A question's game, which may be named in its position."""
    state = parts.get("state")
    where = state if by_hand and isinstance(state, dict) and "game" not in parts else parts
    found: Game = read_parts(where, ("game",), GRANADA).get("game", GRANADA)
    return found


# Texts


def read_questions(text: str) -> list[dict[str, Any]]:
    """Read the questions in a text: one in TOML, several as [[case]], or one in JSON in the protocol's form."""
    found = read_json(text) if a_text(text, "a question").lstrip().startswith("{") else read_toml(text)
    listed = [found]
    if "case" in found:
        if other := [key for key in found if key != "case"]:
            raise InvalidState(f"a text with [[case]] must not have other keys, but has {visible(', '.join(other))}")
        listed = found["case"] if isinstance(found["case"], list) else [found["case"]]
    if not listed or not all(isinstance(each, dict) for each in listed):
        raise InvalidState("a question must be a table with a kind")
    return listed


def only_question(text: str) -> dict[str, Any]:
    """The only question in a text."""
    found = read_questions(text)
    if len(found) > 1:
        raise InvalidState(f"only one [[case]] can be judged at a time, not {len(found)}")
    return found[0]


def read_either(written: dict[str, Any]) -> Question:
    """Read a question in the protocol's form or from TOML data."""
    return (read_question if "given" in written else read_written)(written)


def read_only(text: str) -> tuple[Question, str]:
    """Read the only question in a text, and its name, if any."""
    written = only_question(text)
    return read_either(written), str(written.get("name", ""))


def says_the_same(text: str, question: Question) -> bool:
    """Whether reading a text gives the same question; the short form cannot express every position.

    The comparison ignores the requested facts.
    """
    texts = [{**each.given, "ask": None} for each in (read_only(text)[0], question)]
    return texts[0] == texts[1]


_TILE = re.compile(rf"\b({'|'.join(map(str, Building))})(?=\d|-hut\b)")
_MODULE_SIGNS = {
    "vizier": r"^\s*reactivate\b",
    "exchange": r"\b[bgoy]/[bgoy]\b",
    "bonus": r"^\s*reveal\b",
    "huts": r"-hut\b|^\s*hut\b",
}
"""For each module, the words that show that a text belongs to it."""
_NEEDED = {"score": {"round", "cities"}, "award": {"yard", "hands"}, "layout": {"layout"}, "notation": {"of", "text"}}
"""For kinds without an action, the keys that identify the kind."""


def guessed(written: dict[str, Any]) -> dict[str, Any]:
    """Guess the missing kind, game and modules of a question if only one choice fits, and unwrap a single action.

    >>> guessed({"display": "b1 g4 o7 y8", "do": "take b1 g4"})
    {'kind': 'take'}
    >>> guessed({"kind": "place", "city": "@ tower8", "do": "place garden6 at 2,0"})
    {'game': 'alhambra'}
    >>> guessed({"kind": "take", "display": "b/y b1 g4 o7", "do": ["take b/y"]})
    {'do': 'take b/y', 'modules': ['exchange']}
    """
    if "given" in written:
        return {}
    found: dict[str, Any] = {}
    match written:
        case {"do": [str(only)]} if "state" not in written:
            found["do"] = only
    if "kind" not in written and (kind := _fitting_kind({**written, **found})):
        found["kind"] = kind
    state, asked = written.get("state"), str({**written, **found}.get("kind"))
    if asked in {"notation", "game"}:
        return found
    if "modules" not in written and asked in KINDS and "modules" in KINDS[asked].parts():
        named = list(modules_named(written))
        found |= {"modules": named} if named else {}
    if "game" not in written and not (isinstance(state, dict) and "game" in state):
        families = {Building(name).family for text in texts_in(written) for name in _TILE.findall(text)}
        if Family.ALHAMBRA in families:
            found["game"] = "combined" if Family.GRANADA in families else "alhambra"
    return found


def _fitting_kind(written: dict[str, Any]) -> str:
    """The only kind that fits the verb of an action or the other keys; empty if several fit."""
    if "state" in written:
        return "apply" if "do" in written else ""
    verb = written["do"].partition(" ")[0] if isinstance(written.get("do"), str) else ""
    fitting = [name for name in KINDS if verb in _verbs(name)] if verb else []
    fitting = fitting or [name for name, needed in _NEEDED.items() if needed <= written.keys()]
    return fitting[0] if len(fitting) == 1 else ""


def _verbs(kind: str) -> set[str]:
    """The verbs of the actions that a kind of question can be about."""
    if not issubclass(KINDS[kind], ActionQuestion):
        return set()
    about: Any = fields_dict(KINDS[kind])["do"].type
    return {each.verb for each in get_args(about) or (about,) if hasattr(each, "verb")}


def modules_named(value: object) -> Iterator[str]:
    """The names of the modules to which texts in a part of a question belong."""
    found = list(texts_in(value))
    yield from (name for name, sign in _MODULE_SIGNS.items() if any(re.search(sign, text) for text in found))


def texts_in(value: object, deepest: int = DEEPEST) -> Iterator[str]:
    """All texts in a part of a question, including keys, down to the depth at which JSON and TOML are refused."""
    match value:
        case str():
            yield value
        case list() if deepest:
            for each in value:
                yield from texts_in(each, deepest - 1)
        case dict() if deepest:
            for key, inner in value.items():
                yield str(key)
                yield from texts_in(inner, deepest - 1)


def about_its_cities(written: dict[str, Any], flaw: InvalidState) -> list[dict[str, Any]]:
    """If the error is about an illegal city, a question about the legality of each city; otherwise none."""
    illegal = any(isinstance(each, Reason) and each.text.startswith("the city breaks ") for each in flaw.reasons)
    kept = {name: value for name, value in written.items() if name in {"game", "rulings"}}
    cities = [written["city"]] if "city" in written else written.get("cities", ())
    return [{"kind": "layout", "layout": city, **kept} for city in cities] if illegal else []
