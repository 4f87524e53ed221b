"""The command ``granada judge``: one question answered with its reasons."""

from __future__ import annotations

import sys
import tomllib
from difflib import get_close_matches
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from granada.board.building import violations
from granada.board.layout import Layout
from granada.board.money import Purse, Round
from granada.board.tiles import Face, InvalidState, Tile
from granada.commands.person import EXPLAINED, MODULE_RULES
from granada.game.actions import Action, Add, Buy, Place, Remove, Swap
from granada.game.games import game_named
from granada.game.modules import module_named
from granada.game.rules import IMPOSSIBLE, IllegalAction, apply
from granada.game.scoring import score
from granada.pictures.drawing import LONGEST_LINE, draw, printed, sentence, terminal_width
from granada.rulebook import EDITIONS, Rule, Rulings
from granada.spec.chapters import ANSWERS, GIVEN, STATE_KEYS, Case, given_of, read_case, read_rulings, slug
from granada.spec.grading import differences
from granada.spec.questions import KINDS, NOTATIONS, a_city, answer, city_question, score_question
from granada.wire import read_json, read_state

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterable, Iterator

    from granada.board.cells import Cell
    from granada.board.city import City
    from granada.spec.questions import Answer, Question

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
NEEDED = {
    "layout": ("layout",),
    "place": ("city", "do"),
    "remove": ("city", "do"),
    "swap": ("city", "do"),
    "moat": ("city",),
    "take": ("display", "do"),
    "buy": ("hand", "tile", "do"),
    "flip": ("hand", "tile", "do"),
    "score": ("round", "cities"),
    "award": ("yard", "hands"),
    "legal": (),
    "apply": ("do",),
    "draw": (),
    "game": ("record",),
    "notation": ("of", "text"),
}
"""What a case of each kind cannot do without."""
VERBS_OF = {
    "place": ("place", "add"),
    "remove": ("remove",),
    "swap": ("swap",),
    "take": ("take",),
    "buy": ("buy",),
    "flip": ("flip",),
}
"""The actions that a kind of case is about."""
_SCORED = (Rule.VALUE_OF_A_BUILDING, Rule.FIRST_SECOND_THIRD, Rule.TIES_GO_TO_THE_HIGHEST_PRICE, Rule.LONGEST_MOAT)
BEARING: dict[str, tuple[Rule, ...]] = {
    "layout": (Rule.SAME_ORIENTATION, Rule.MOATS_MATCH, Rule.WALKABLE, Rule.EDGE_CONTACT, Rule.NO_HOLES),
    "moat": (Rule.LONGEST_MOAT, Rule.INNER_MOATS_COUNT_NOTHING),
    "award": (Rule.AWARD_TO_THE_RICHEST, Rule.TIED_AWARDS_STAY),
    "granada normal": _SCORED,
    "granada simplified": (Rule.SIMPLIFIED_POINTS, Rule.SIMPLIFIED_TIES, Rule.SIMPLIFIED_MOATS),
    "alhambra normal": (Rule.ALHAMBRA_POINTS, Rule.TIES_SHARE_THEIR_PLACES, Rule.LONGEST_WALL),
    "combined normal": (Rule.BOTH_CITIES_SCORE, Rule.BORDER_SCORES_TWO, *_SCORED),
}
"""The rules that bear on questions which are not about a single action; scorings by game and manner."""
_SEATS = ("points", "hands", "cities", "reserves", "vizier", "bonus_hidden", "bonus_shown")
"""The facts that have a value for each seat."""


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

    bearing: tuple[Rule, ...] = ()
    """The rules that bear on a question to which nothing is wrong."""
    ended: str = ""
    """How the game has ended, where an action ends it."""
    contradiction: str = ""
    """The answer that the case itself brings, as far as it is wrong."""

    @property
    def involved(self) -> tuple[Rule, ...]:
        """The rules that decide the question: those that are broken, and those that others read otherwise."""
        read = {READINGS[name][0] for other in self.otherwise for name in other.chosen if "=" in other.name}
        found = {*self.rules, *read, *(rule for other in self.otherwise for rule in _broken(other.answer))}
        return tuple(rule for rule in Rule if rule in found)

    @property
    def status(self) -> int:
        """What the command exits with: 1 when something is illegal or the case is wrong about its answer."""
        return 1 if self.legal is False or self.contradiction else 0

    def __str__(self) -> str:
        """The verdict in words."""
        return self.told()

    def told(self, width: int = LONGEST_LINE) -> str:
        """The verdict in words, set as wide as that."""
        done = self.question["given"].get("do", "")
        subject = "; ".join(done) if isinstance(done, list) else done
        parts = [f"{subject}: {_told(self.answer)}" if subject else _told(self.answer)]
        parts += [self.ended] if self.ended else []
        parts += [f"The case itself says otherwise: {self.contradiction}"] if self.contradiction else []
        parts += ["\n".join(sentence(rule, width) for rule in self.rules)] if self.rules else []
        parts += [self.drawing] if self.drawing else []
        parts.append(self._readings())
        parts += [printed(rule, width) for rule in self.involved]
        if bearing := [rule for rule in self.bearing if rule not in self.involved]:
            told = (sentence(rule, width, "  ") for rule in bearing)
            parts.append("\n".join(["The rules for it (granada rule NAME prints what the editions say):", *told]))
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
    return "\n  ".join(
        [*([", ".join(words)] if words else ()), *(f"{name}: {fact(name, facts[name])}" for name in facts)]
    )


def fact(name: str, value: object) -> str:
    """A fact as people say it, with seats counted from 1.

    >>> fact("points", [3, 0]), fact("mover", 1), fact("yard", ["park2|arena3", None])
    ('seat 1: 3, seat 2: 0', 'seat 2', 'park2|arena3, empty')
    """
    if isinstance(value, list):
        if name in _SEATS:
            return ", ".join(f"seat {seat}: {fact('', each)}" for seat, each in enumerate(value, start=1))
        if name in {"result", "winners"}:
            return ", ".join(fact("actor", seat) for seat in value) or "nobody"
        if name in {"yard", "hut_tops"}:
            return ", ".join(each or "empty" for each in value)
        return " ".join(map(str, value)) or "none"
    if name in {"actor", "mover"}:
        return f"seat {value + 1}" if isinstance(value, int) else "nobody"
    if isinstance(value, dict):
        return ", ".join(f"{key} {fact(key, each)}" for key, each in value.items()) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, "") else str(value)


# Reading a question


def read_questions(text: str) -> list[dict[str, Any]]:
    """The questions of a text: one as it is written by hand, several as [[case]], or one of the protocol in JSON."""
    if text.lstrip().startswith("{"):
        found = read_json(text)
    else:
        try:
            found = tomllib.loads(text)
        except tomllib.TOMLDecodeError as flaw:
            raise InvalidState([f"this is no TOML: {flaw}"]) from None
    listed = [found]
    if "case" in found:
        if other := [key for key in found if key != "case"]:
            raise InvalidState([f"beside [[case]] nothing stands for itself, but here {', '.join(other)}"])
        listed = found["case"] if isinstance(found["case"], list) else [found["case"]]
    if not listed or not all(isinstance(each, dict) for each in listed):
        raise InvalidState(["a question is a table with a kind"])
    return listed


def read_question(text: str) -> dict[str, Any]:
    """The one question of a text."""
    found = read_questions(text)
    if len(found) > 1:
        raise InvalidState([f"one [[case]] is judged at a time, but here are {len(found)}"])
    return found[0]


def _asked(written: dict[str, Any], rulings: Rulings | None = None) -> Question:
    """The question of the protocol that a hand-written one means, under other rulings if there are any."""
    kind = written.get("kind")
    if "kind" not in written:
        raise InvalidState([f"kind is missing; it is one of {', '.join(KINDS)}"])
    if not isinstance(kind, str) or kind not in KINDS:
        raise InvalidState([f"kind is one of {', '.join(KINDS)}, not {kind!r}{_meant(kind, KINDS)}"])
    written = _settled(written) if rulings is None else _under(written, rulings)
    if "given" in written:
        given = written["given"]
        _table({"given": given})
        _inspect(kind, given)
    else:
        given = _given(kind, written)
    return {"id": slug(str(written.get("name", "question"))), "kind": kind, "given": given}


def _meant(name: object, known: Iterable[str]) -> str:
    """What somebody who wrote this may have meant."""
    near = get_close_matches(str(name).lower(), list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _settled(written: dict[str, Any], game: object = None) -> dict[str, Any]:
    """A question in which an edition that is named for its rulings is replaced by what it prints."""
    settled, state = dict(written), written.get("state")
    game = written.get("game", game)
    for part in ("given", "state"):
        if isinstance(written.get(part), dict):
            settled[part] = _settled(written[part], game)
    if game is None:
        game = state.get("game", "granada") if isinstance(state, dict) else "granada"
    chosen = written.get("rulings", {})
    if isinstance(chosen, str):
        settled["rulings"] = Rulings.edition(chosen, game_named(str(game))).chosen
    else:
        read_rulings(chosen)
    return settled


def _given(kind: str, written: dict[str, Any]) -> dict[str, Any]:
    """What a hand-written question gives, canonically."""
    known = {"name", "note", "kind", "game", "rulings", "ask", *GIVEN[kind], *ANSWERS}
    if unknown := [key for key in written if key not in known]:
        belongs = "state" in GIVEN[kind] and unknown[0] in STATE_KEYS
        meant = f"; {unknown[0]} belongs to its state" if belongs else _meant(unknown[0], known)
        raise InvalidState([f"a case of kind {kind} has no {', '.join(unknown)}{meant}"])
    if missing := [key for key in NEEDED[kind] if key not in written]:
        raise InvalidState([f"a case of kind {kind} needs {' and '.join(missing)}"])
    _inspect(kind, written)
    _inspect_state(written)
    if kind == "buy" and "space" not in written:
        bought = Action.parse(written["do"])
        written = {**written, "space": bought.space if isinstance(bought, Buy) else 1}
    try:
        given = given_of(kind, written)
    except KeyError as absent:
        raise InvalidState([f"a case of kind {kind} needs {absent.args[0]}"]) from None
    except (AttributeError, IndexError, TypeError) as flaw:
        raise InvalidState([f"the case cannot be read: {flaw}"]) from None
    return {**given, "ask": list(written["ask"])} if "ask" in written else given


def _inspect(kind: str, part: dict[str, Any]) -> None:
    """Complain about the values of a question by their keys, and about what does not go together."""
    game = game_named(part.get("game", "granada"))
    _inspect_values(part, [key for key in _VALUES if key in GIVEN[kind] or key == "ask"])
    if kind in VERBS_OF and "do" in part and (verb := Action.parse(part["do"]).verb) not in VERBS_OF[kind]:
        raise InvalidState([f"do: a case of kind {kind} is about {' or '.join(VERBS_OF[kind])}, not {verb}"])
    refused = (module_named(name).refuses(game, 3) for name in part.get("modules", ()))
    if flaws := [f"modules: {reason}" for reason in refused if reason]:
        raise InvalidState(flaws)


def _inspect_values(part: dict[str, Any], keys: Iterable[str], where: str = "") -> None:
    """Complain about a value by its key."""
    for key in keys:
        if key in part:
            try:
                _VALUES[key](part, part[key])
            except (ValueError, TypeError, AttributeError) as flaw:
                reasons = flaw.reasons if isinstance(flaw, InvalidState) else (str(flaw),)
                raise InvalidState([f"{where}{key}: {reason}" for reason in reasons]) from None


def _inspect_state(written: dict[str, Any]) -> None:
    """Complain about what is written of a state by the keys."""
    state = written.get("state", {})
    seats = state.get("seats", []) if isinstance(state, dict) else []
    if not isinstance(state, dict) or not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        raise InvalidState(["state: expected a table, and in it a table for each of the seats"])
    game = {"game": state.get("game", written.get("game", "granada"))}
    if unknown := [key for key in state if key not in STATE_KEYS]:
        raise InvalidState([f"a state has no {', '.join(unknown)}{_meant(unknown[0], STATE_KEYS)}"])
    _inspect_values(state, ("display", "discard", "yard", "dirk", "modules"), "state.")
    for number, seat in enumerate(seats, start=1):
        _inspect_values({**seat, **game}, ("hand", "city", "reserve"), f"state, seat {number}, ")


def _one(read: Callable[[str], object]) -> Callable[[dict[str, Any], Any], object]:
    """How a single text is read."""
    return lambda _, text: read(_a_text(text))


def _several(read: Callable[[str], object]) -> Callable[[dict[str, Any], Any], object]:
    """How a list of texts is read; an empty one, or null, stands for nothing."""

    def each(_: dict[str, Any], texts: Any) -> object:  # noqa: ANN401  whatever was written
        return [read(_a_text(text)) for text in _a_list(texts) if text is not None and text != ""]

    return each


def _a_text(text: object) -> str:
    if not isinstance(text, str):
        raise InvalidState([f"expected a text, not {text!r}"])
    return text


def _a_list(texts: Any) -> list[Any]:  # noqa: ANN401  whatever was written
    if not isinstance(texts, list | tuple):
        raise InvalidState([f"expected a list, not {texts!r}"])
    return list(texts)


def _steps(_: dict[str, Any], done: Any) -> object:  # noqa: ANN401  whatever was written
    return [Action.parse(_a_text(text)) for text in (done if isinstance(done, list) else [done])]


def _cities(part: dict[str, Any], cities: Any) -> object:  # noqa: ANN401  whatever was written
    return [_city(part, rows) for rows in _a_list(cities)]


def _city(part: dict[str, Any], rows: Any) -> object:  # noqa: ANN401  whatever was written
    return a_city(part, rows if isinstance(rows, dict) else _a_text(rows))


def _space(_: dict[str, Any], space: object) -> None:
    if type(space) is not int or not 1 <= space <= 4:
        raise InvalidState([f"expected a space, 1 to 4, not {space!r}"])


def _choice(*choices: str) -> Callable[[dict[str, Any], Any], object]:
    def chosen(_: dict[str, Any], name: object) -> None:
        if name not in choices:
            expected = f"{', '.join(choices[:-1])} or {choices[-1]}"
            raise InvalidState([f"expected {expected}, not {name!r}{_meant(name, choices)}"])

    return chosen


def _choices(*choices: str) -> Callable[[dict[str, Any], Any], object]:
    """How a list of names is read."""
    return lambda part, names: [_choice(*choices)(part, name) for name in _a_list(names)]


_VALUES: dict[str, Callable[[dict[str, Any], Any], object]] = {
    "city": _city,
    "cities": _cities,
    "reserve": _several(Face.parse),
    "dirk": _several(Face.parse),
    "display": _one(Purse.parse),
    "discard": _one(Purse.parse),
    "hand": _one(Purse.parse),
    "hands": _several(Purse.parse),
    "tile": _one(Tile.parse),
    "yard": _several(Tile.parse),
    "do": _steps,
    "space": _space,
    "round": _choice(*(each.value for each in Round)),
    "scoring": _choice("normal", "simplified"),
    "family": _choice("granada", "alhambra"),
    "of": _choice(*NOTATIONS),
    "text": _one(str),
    "record": _several(str),
    "ask": _choices(*FACTS),
    "modules": lambda _, names: [module_named(name) for name in _a_list(names)],
}
"""How the value of each key is read, to say which one is wrong."""


def _under(written: dict[str, Any], rulings: Rulings) -> dict[str, Any]:
    """A question under other rulings, wherever it states them."""
    changed = {**written, "rulings": rulings.chosen}
    for part in ("given", "state"):
        if isinstance(written.get(part), dict):
            changed[part] = _under(written[part], rulings)
    if isinstance(written.get("todo"), list):
        changed["todo"] = _rearranged(written["todo"], rulings)
    return changed


def _rearranged(todo: list[Any], rulings: Rulings) -> list[Any]:
    """An agenda on which the scoring comes before or after the tiles, as it is read."""
    names = [step.get("step") if isinstance(step, dict) else None for step in todo]
    both = ("score-due", "refill-tiles") if rulings.score_before_tiles else ("refill-tiles", "score-due")
    for place in range(len(todo) - 1):
        if (names[place + 1], names[place]) == both:
            return [*todo[:place], todo[place + 1], todo[place], *todo[place + 2 :]]
    return todo


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
    return Verdict(
        asked,
        said,
        said.get("legal"),
        _broken(said),
        _drawing(asked, said),
        editions,
        otherwise,
        () if said.get("legal") is False else _bearing(asked),
        _ended(asked) if said.get("legal") else "",
        _contradiction(written, asked, said),
    )


def _bearing(asked: Question) -> tuple[Rule, ...]:
    """The rules that bear on a question, by its kind or by what is done."""
    kind, given, table = asked["kind"], asked["given"], _table(asked)
    if kind == "score":
        return BEARING.get(f"{table.get('game', 'granada')} {given.get('scoring', 'normal')}", ())
    if "do" not in given:
        return BEARING.get(kind, ())
    done = given["do"][-1:] if isinstance(given["do"], list) else [given["do"]]
    found: list[Rule] = []
    for verb in (Action.parse(text).verb for text in done):
        found += EXPLAINED.get(verb, ())
        found += (rule for module in table.get("modules", ()) for rule in MODULE_RULES.get((verb, module), ()))
    return tuple(found)


def _ended(asked: Question) -> str:
    """How the game has ended, if an action has ended it."""
    then = _in_full(asked).get("then", {})
    if not then.get("over"):
        return ""
    return f"The game is over: {fact('points', then['points'])}. Winner: {fact('winners', then['winners'])}."


def _contradiction(written: dict[str, Any], asked: Question, said: Answer) -> str:
    """The answer that a case brings with it, as far as it is wrong."""
    if isinstance(written.get("expect"), dict):
        case = Case("", "", "", asked["kind"], asked["given"], written["expect"])
    elif "given" not in written and any(key in written for key in ANSWERS):
        bare = {key: value for key, value in _settled(written).items() if key != "ask"}
        space = {"space": asked["given"]["space"]} if "space" in asked["given"] else {}
        read = read_case("case", {"name": "answer", **bare, **space})
        case = Case("", "", "", read.kind, asked["given"], read.expect)
    else:
        return ""
    there = answer({"id": "", "kind": case.kind, "given": {**case.given, "ask": FACTS}}) if "then" in said else said
    wrong = list(differences(case, there))
    if not wrong or "actions" in case.expect or case.expect.get("error") is True:
        return "; ".join(wrong)
    named = {flaw.partition(":")[0] for flaw in wrong}
    then = {name: value for name, value in case.expect.get("then", {}).items() if name in named}
    return _told({**case.expect, "then": then})


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
        readings += [
            (f"{name}={str(each).lower()}", evolve(own, **{name: each}))
            for each in values
            if each != getattr(own, name)
        ]
    for name, rulings in readings:
        try:
            there = _in_full(_asked(written, rulings))
        except InvalidState:
            continue  # under that reading there is no such position
        if there != here:
            chosen = tuple(each for each in READINGS if getattr(rulings, each) != getattr(own, each))
            yield Reading(name, chosen, _apart(there, here))


def _apart(there: Answer, here: Answer) -> Answer:
    """An answer as far as it differs from another one."""
    then = {name: value for name, value in there.get("then", {}).items() if here.get("then", {}).get(name) != value}
    return {**there, "then": then} if then and "then" in here else {k: v for k, v in there.items() if k != "then"}


def _drawing(asked: Question, said: Answer, width: int | None = None) -> str:
    """What lies on the table, with the cells that are wrong marked; empty where there is no city to look at."""
    kind, given = asked["kind"], asked["given"]
    if kind == "layout":
        layout = Layout.from_cells(given["layout"], game_named(given.get("game", "granada")).start)
        return draw(layout, marked=_wrong(layout), width=width)
    if kind == "moat":
        return draw(a_city(given, given["city"]), width=width)
    if kind == "score":
        return str(score(score_question(given), given["round"]))
    if kind in {"place", "remove", "swap"}:
        state, action = city_question(given)
        return _changed(state.players[0].city, action, _broken(said), width)
    if kind == "apply":
        return _applied(given, width)
    return ""


def _applied(given: dict[str, Any], width: int | None) -> str:
    """The city that the last action of a question concerns, if it concerns one."""
    state = read_state(given["state"])
    steps = given["do"] if isinstance(given["do"], list) else [given["do"]]
    for number, text in enumerate(steps, start=1):
        action, actor = Action.parse(text), state.actor
        try:
            after = apply(state, action)
        except IllegalAction as refused:
            return "" if actor is None else _changed(state.players[actor].city, action, refused.rules, width)
        if number == len(steps):
            return "" if actor is None else _changed(state.players[actor].city, action, (), width)
        state = after
    return ""


def _changed(city: City, action: Action, rules: tuple[Rule, ...], width: int | None) -> str:
    """A city after a change, legal or not; as it is where the change is impossible."""
    if not isinstance(action, Place | Add | Remove | Swap):
        return ""
    layout, tiles, cell = city.layout, dict(city.layout.tiles), action.cell
    if cell in city if isinstance(action, Place | Add) else cell not in tiles or cell == city.founding:
        return draw(layout, marked=(cell,), width=width)
    if IMPOSSIBLE.intersection(rules):
        return draw(layout, width=width)
    if isinstance(action, Remove):
        del tiles[cell]
    else:
        tiles[cell] = action.face
    founds = city.founding is None and any(face.family is not city.start for face in tiles.values())
    founding = cell if founds and isinstance(action, Place | Add) else city.founding
    try:
        after = Layout(tuple(tiles.items()), (), city.start, founding)
    except InvalidState:
        return draw(layout, marked=(cell,), width=width)
    return draw(after, marked=_wrong(after), width=width)


def _wrong(layout: Layout) -> tuple[Cell, ...]:
    return tuple(sorted({cell for violation in violations(layout) for cell in violation.cells}))


# The command line


def add_arguments(parser: ArgumentParser) -> None:
    """What is judged."""
    parser.add_argument("file", metavar="FILE", help="a case in TOML, or several [[case]]; - reads the standard input")
    parser.epilog = (
        "Exit status: 0 when all is legal, or what was asked is not about that; 1 when something is illegal, "
        "or a case brings an answer that is wrong; 2 when a case cannot be read."
    )


def run(args: Namespace) -> int:
    """Judge every question of a file: 1 when one of them is illegal or brings a wrong answer."""
    questions, worst, width = read_questions(read_text(args.file)), 0, terminal_width()
    for number, question in enumerate(questions, start=1):
        name = str(question.get("name", f"case {number}"))
        try:
            verdict = judge(question)
        except ValueError as flaw:
            if len(questions) == 1:
                raise
            reasons = flaw.reasons if isinstance(flaw, InvalidState) else (str(flaw),)
            raise InvalidState([f"{name}: {reason}" for reason in reasons]) from None
        worst = max(worst, verdict.status)
        head = f"{'' if number == 1 else chr(10)}{name}\n{'-' * len(name)}\n" if len(questions) > 1 else ""
        drawing = _drawing(verdict.question, verdict.answer, width)
        sys.stdout.write(f"{head}{evolve(verdict, drawing=drawing).told(width)}\n")
    return worst


def read_text(path: str) -> str:
    """The text of a file, or of the standard input."""
    return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8-sig")
