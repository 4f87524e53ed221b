"""The command ``granada judge``: one question answered with its reasons."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from textwrap import fill, indent
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from granada.actions import Action, Add, Place, Remove, Swap
from granada.chapters import given_of, slug
from granada.drawing import draw
from granada.games import game_named
from granada.layout import Cell, Layout, violations
from granada.questions import KINDS, answer, city_question, score_question
from granada.rulebook import EDITIONS, Rule, Rulings
from granada.rules import IllegalAction, apply
from granada.scoring import score
from granada.tiles import InvalidState
from granada.wire import read_json, read_state

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from granada.city import City
    from granada.questions import Answer, Question

WIDTH = 100
"""How wide the explanations are set."""
READINGS: dict[str, tuple[Rule, tuple[Any, ...]]] = {
    "several_cards_limit": (Rule.TAKE_SEVERAL_UP_TO_FIVE, (5, 4)),
    "flip_by_one_card": (Rule.FLIP_COSTS_THREE, (False, True)),
    "score_before_tiles": (Rule.SCORE_BEFORE_THE_NEXT_TURN, (False, True)),
    "simplified_second": (Rule.SIMPLIFIED_POINTS, (3, 5)),
    "bureau_exact": (Rule.BUREAU_PAYS_EXACTLY, (True, False)),
    "hut_cap": (Rule.HUT_COUNTS_ITS_NEIGHBOURS, (3, 4)),
    "dirk_may_win": (Rule.DIRK_WINS_NOTHING, (False, True)),
    "half_empty_ends": (Rule.COMBINED_END, (False, True)),
}
"""The rule that each reading reads, and what a table can choose."""
FACTS = (
    *("actor", "waiting", "mover", "over", "points", "marker", "display", "discard", "deck_size", "bag_size"),
    *("yard", "hands", "cities", "reserves", "placing", "bought", "dirk", "dirk_points", "winners"),
    *("vizier", "hut_tops", "bonus_hidden", "bonus_shown"),
)
"""What can be asked of the state after an action."""
_KEYS = {
    *("name", "note", "kind", "game", "rulings", "modules", "ask"),
    *("breaks", "exact", "result", "points", "dirk_points", "to", "actions", "then", "draws", "canonical", "error"),
    *("layout", "city", "reserve", "family", "display", "do", "hand", "space", "tile", "round", "scoring", "cities"),
    *("dirk", "shown", "yard", "hands", "state", "record", "of", "text"),
}
"""The keys of a case; an answer is allowed, so that any case of the specification can be pasted, but not looked at."""


@frozen
class Reading:
    """A reading of the rules under which a question is answered otherwise."""

    name: str
    """An edition such as ``it``, or the choice itself, such as ``several_cards_limit=4``."""
    chosen: tuple[str, ...]
    """The readings in which it differs from the question's own."""
    answer: dict[str, Any]
    """The answer as far as it differs."""

    def __str__(self) -> str:
        """The reading and its answer."""
        return f"{self.name}: {_told(self.answer)}"


@frozen
class Verdict:
    """The answer to one question, with its reasons."""

    question: dict[str, Any]
    """The question as the protocol asks it."""
    answer: dict[str, Any]
    legal: bool | None
    """Whether what is asked about is legal; None where the question is not about that."""
    rules: tuple[Rule, ...] = ()
    """The rules that are broken."""
    drawing: str = ""
    """The city or layout, with the cells that are wrong marked, or the table of a scoring."""
    editions: tuple[str, ...] = ()
    """The editions of this game."""
    otherwise: tuple[Reading, ...] = ()
    """The editions, and the single readings, that answer otherwise."""

    @property
    def involved(self) -> tuple[Rule, ...]:
        """The rules that decide the question: those that are broken, and those that others read otherwise."""
        read = {READINGS[name][0] for other in self.otherwise for name in other.chosen if "=" in other.name}
        found = {*self.rules, *read, *(rule for other in self.otherwise for rule in _broken(other.answer))}
        return tuple(rule for rule in Rule if rule in found)

    def __str__(self) -> str:
        """The verdict in words."""
        done = self.question["given"].get("do", "")
        subject = "; ".join(done) if isinstance(done, list) else done
        parts = [f"{subject}: {_told(self.answer)}" if subject else _told(self.answer)]
        parts += [explained(rule) for rule in self.rules]
        parts += [self.drawing] if self.drawing else []
        parts.append(self._readings())
        parts += [_ruling(rule) for rule in self.involved if rule.ruling]
        return "\n\n".join(parts)

    def _readings(self) -> str:
        differ = {other.name for other in self.otherwise}
        agree = ", ".join(edition for edition in self.editions if edition not in differ)
        if not differ:
            return f"All readings agree (editions: {agree})." if agree else "All readings agree."
        lines = ["Other readings answer otherwise:", *(indent(str(other), "  ") for other in self.otherwise)]
        return "\n".join([*lines, *([f"As here: the editions {agree}."] if agree else ())])


def _broken(said: Answer) -> tuple[Rule, ...]:
    return tuple(Rule(name) for name in said.get("broken", ()))  # type: ignore[call-arg]  # by its slug


def _told(said: Answer) -> str:
    """An answer in a few words."""
    if said.get("legal") is False:
        step = f" at step {said['step']}" if "step" in said else ""
        return f"illegal{step}, breaks {', '.join(said['broken'])}"
    if "error" in said:
        return f"no notation: {said['error']}"
    if "actions" in said:
        return "\n".join([f"{len(said['actions'])} legal actions", *(f"  {action}" for action in said["actions"])])
    words = ["legal" if said["legal"] else "illegal"] if "legal" in said else []
    words += ["paid exactly" if said["exact"] else "overpaid"] if "exact" in said else []
    facts = {name: value for name, value in said.items() if name not in {"legal", "broken", "exact", "then"}}
    facts |= said.get("then", {})
    return "\n  ".join([*([", ".join(words)] if words else ()), *(f"{name}: {_shown(facts[name])}" for name in facts)])


def _shown(value: object) -> str:
    """A fact as it is printed."""
    return ", ".join(f"{key} {each}" for key, each in value.items()) if isinstance(value, dict) else str(value)


def explained(rule: Rule) -> str:
    """A rule with its sentence."""
    return fill(f"{rule}: {rule.sentence}", WIDTH, subsequent_indent="  ")


def _ruling(rule: Rule) -> str:
    text = "\n".join(fill(part, WIDTH - 2) for part in rule.ruling.split("\n\n"))
    return f"Ruling on {rule}\n{indent(text, '  ')}"


# Reading a question


def read_question(text: str) -> dict[str, Any]:
    """A question as it is written by hand: a case in TOML without its answer, or a question of the protocol in JSON."""
    if text.lstrip().startswith("{"):
        found = read_json(text)
    else:
        try:
            found = tomllib.loads(text)
        except tomllib.TOMLDecodeError as flaw:
            raise InvalidState([f"this is no TOML: {flaw}"]) from None
    if "case" in found:
        listed = found["case"]
        if not isinstance(listed, list) or len(listed) != 1 or len(found) > 1:
            raise InvalidState(["one [[case]] is judged at a time"])
        found = listed[0]
    if not isinstance(found, dict):
        raise InvalidState(["a question is a table with a kind"])
    return found


def _asked(written: dict[str, Any], rulings: Rulings | None = None) -> Question:
    """The question of the protocol that a hand-written one means, under other rulings if there are any."""
    kind = written.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise InvalidState([f"kind is one of {', '.join(KINDS)}, not {kind!r}"])
    written = written if rulings is None else _under(written, rulings)
    given = written["given"] if "given" in written else _given(kind, written)
    return {"id": slug(str(written.get("name", "question"))), "kind": kind, "given": given}


def _given(kind: str, written: dict[str, Any]) -> dict[str, Any]:
    """What a hand-written question gives, canonically."""
    if unknown := [key for key in written if key not in _KEYS]:
        raise InvalidState([f"a case has no {', '.join(unknown)}"])
    try:
        given = given_of(kind, written)
    except KeyError as missing:
        raise InvalidState([f"a case of kind {kind} needs {missing.args[0]!r}"]) from None
    except (AttributeError, IndexError, TypeError) as flaw:
        raise InvalidState([f"the case cannot be read: {flaw}"]) from None
    return {**given, "ask": list(written["ask"])} if "ask" in written else given


def _under(written: dict[str, Any], rulings: Rulings) -> dict[str, Any]:
    """A question under other rulings, wherever it states them."""
    changed = {**written, "rulings": rulings.chosen}
    for part in ("given", "state"):
        if isinstance(written.get(part), dict):
            changed[part] = _under(written[part], rulings)
    return changed


def _table(question: Question) -> dict[str, Any]:
    """The part of a question that tells the game and the rulings."""
    given = question["given"]
    if not isinstance(given, dict) or not isinstance(given.get("state", {}), dict):
        raise InvalidState(["given is an object, and so is its state"])
    found: dict[str, Any] = given.get("state", given)
    return found


# Judging


def judge(question: dict[str, Any] | str) -> Verdict:
    """Judge one question: a case of the specification without its answer, as TOML or as a dictionary.

    An InvalidState or a BadNotation says what is wrong with the question.

    >>> verdict = judge({"kind": "take", "display": "b1 b2 g3 y9", "do": "take b2 y9"})
    >>> verdict.legal, verdict.rules
    (False, (Rule.TAKE_SEVERAL_UP_TO_FIVE,))
    """
    written = read_question(question) if isinstance(question, str) else question
    if not isinstance(written, dict):
        message = f"a question is a dict or a text in TOML, not {type(written).__name__}"
        raise TypeError(message)
    asked = _asked(written)
    said = _answered(asked)
    game = _table(asked).get("game", "granada")
    editions = tuple(sorted(edition for edition, of in EDITIONS if of == game))
    otherwise = () if asked["kind"] in {"notation", "game"} else tuple(_otherwise(written, asked, editions))
    return Verdict(asked, said, said.get("legal"), _broken(said), _drawing(asked), editions, otherwise)


def _answered(asked: Question) -> Answer:
    """The answer to a question; a question that cannot be read is refused."""
    said = {key: value for key, value in answer(asked).items() if key != "id"}
    if "error" in said and asked["kind"] != "notation":
        raise InvalidState([said["error"]])
    return said


def _in_full(asked: Question) -> Answer:
    """The answer to a question with all that can be asked of the state after an action."""
    return _answered({**asked, "given": {**asked["given"], "ask": FACTS}} if asked["kind"] == "apply" else asked)


def _otherwise(written: dict[str, Any], asked: Question, editions: tuple[str, ...]) -> Iterator[Reading]:
    """The editions and the single readings that answer otherwise."""
    table, here = _table(asked), _in_full(asked)
    own = Rulings(**table.get("rulings", {}))
    readings = [(edition, Rulings.edition(edition, table.get("game", "granada"))) for edition in editions]
    for name, (_, values) in READINGS.items():
        readings += [(f"{name}={each}", evolve(own, **{name: each})) for each in values if each != getattr(own, name)]
    for name, rulings in readings:
        there = _in_full(_asked(written, rulings))
        if there != here:
            chosen = tuple(each for each in READINGS if getattr(rulings, each) != getattr(own, each))
            yield Reading(name, chosen, _apart(there, here))


def _apart(there: Answer, here: Answer) -> Answer:
    """An answer as far as it differs from another one."""
    then = {name: value for name, value in there.get("then", {}).items() if here.get("then", {}).get(name) != value}
    return {**there, "then": then} if then and "then" in here else {k: v for k, v in there.items() if k != "then"}


def _drawing(asked: Question) -> str:
    """What lies on the table, with the cells that are wrong marked; empty where there is no city to look at."""
    kind, given = asked["kind"], asked["given"]
    if kind == "layout":
        layout = Layout.from_cells(given["layout"], game_named(given.get("game", "granada")).start)
        return _drawn(layout, _wrong(layout))
    if kind == "moat":
        return _drawn(Layout.from_cells(given["city"], game_named(given.get("game", "granada")).start), ())
    if kind == "score":
        return str(score(score_question(given), given["round"]))
    if kind in {"place", "remove", "swap"}:
        state, action = city_question(given)
        return _changed(state.players[0].city, action)
    if kind == "apply":
        return _applied(given)
    return ""


def _applied(given: dict[str, Any]) -> str:
    """The city that the last action of a question concerns, if it concerns one."""
    state = read_state(given["state"])
    steps = given["do"] if isinstance(given["do"], list) else [given["do"]]
    for number, text in enumerate(steps, start=1):
        action, actor = Action.parse(text), state.actor
        try:
            after = apply(state, action)
        except IllegalAction:
            return "" if actor is None else _changed(state.players[actor].city, action)
        if number == len(steps):
            return "" if actor is None else _changed(state.players[actor].city, action)
        state = after
    return ""


def _changed(city: City, action: Action) -> str:
    """A city after a change, legal or not; as it is where the change is impossible."""
    layout, tiles = city.layout, dict(city.layout.tiles)
    match action:
        case Place(face, cell) | Add(face, cell):
            if cell in city:
                return _drawn(layout, (cell,))
            tiles[cell] = face
        case Remove(cell):
            if cell not in tiles or cell == city.founding:
                return _drawn(layout, (cell,))
            del tiles[cell]
        case Swap(cell, face):
            if cell not in tiles or cell == city.founding:
                return _drawn(layout, (cell,))
            tiles[cell] = face
        case _:
            return ""
    founds = city.founding is None and any(face.family is not city.start for face in tiles.values())
    founding = action.cell if founds and isinstance(action, Place | Add) else city.founding
    try:
        after = Layout(tuple(tiles.items()), (), city.start, founding)
    except InvalidState:
        return _drawn(layout, (action.cell,))
    return _drawn(after, _wrong(after))


def _wrong(layout: Layout) -> tuple[Cell, ...]:
    return tuple(sorted({cell for violation in violations(layout) for cell in violation.cells}))


def _drawn(layout: Layout, marked: tuple[Cell, ...]) -> str:
    return draw(layout, marked=marked)


# The command line


def add_arguments(parser: ArgumentParser) -> None:
    """What is judged."""
    parser.add_argument("file", metavar="FILE", help="a case in TOML without its answer; - reads the standard input")


def run(args: Namespace) -> int:
    """Judge a question: 0 when it is legal, 1 when it is not."""
    verdict = judge(read_text(args.file))
    sys.stdout.write(f"{verdict}\n")
    return 1 if verdict.legal is False else 0


def read_text(path: str) -> str:
    """The text of a file, or of the standard input."""
    return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8-sig")
