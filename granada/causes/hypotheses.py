"""Hypotheses: mistakes that would explain many failures at once, each of which can be tested.

One kind says that an engine reads a question otherwise than it is meant, say with north and south exchanged: asked
with them exchanged, it must be right. Another says that it gives its answers otherwise, say seats counted from 1.
The last says what a scoring or a moat comes to if one thing is misunderstood: it must come to just that.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, permutations
from typing import Any

from attrs import frozen

from granada.board import Currency
from granada.causes.misunderstandings import MEASURES, RANKINGS, Comes, lengths, scored_by, without_dirk
from granada.examining import ERROR, FAILED, UNREADABLE, Result
from granada.game import ALHAMBRA
from granada.questions import Answer, Nothing
from granada.rulebook import Rule
from granada.spec import Case

Given = dict[str, Any]
"""The parts of a question as the protocol has them."""
SIDES = "nesw"
OF_CITIES = ("layout", "place", "remove", "swap", "moat", "score")
"""The kinds that ask about a city, and whose answers name no cell."""
WITH_EDGES, OF_A_CITY = "failures that have a moat or wall in a city", "failures that have a city"
PURCHASES, SCORINGS, LENGTHS = "wrong purchases", "wrong scorings", "wrong lengths and scorings"
"""What hypotheses are about."""
NORTH = "x grows to the east, y to the north: 0,1 is north of 0,0"
_CARD, _SPACE = r"\b[bgoy][1-9]\b|\b[bgoy]/[bgoy]\b", r'(?<="space": )\d|(?<="buy )\d'
_TILE, _EDGES = r"([a-z]+[0-9]+)(?:/([nesw]+))?", r"(?<=[0-9t]/)[nesw]{1,4}\b"


@frozen
class Symptom:
    """Questions in which a mistake shows, and the share of them that it makes wrong at the very least."""

    shows: Callable[[Case], bool]
    at_least: float


@frozen
class Hypothesis:
    """A mistake that would explain many failures.

    - ``sentence``: What is wrong, in words.
    - ``kinds``: The kinds of question in which it shows.
    - ``rule``: The rule that it is about; None where it is about none, such as the notation.
    - ``question``: How to ask so that the engine understands; nothing where that makes no difference.
    - ``answer``: What the engine means by its answer; the same where that makes no difference.
    - ``comes_to``: What the engine would answer; nothing where it would be right all the same.
    - ``about``: The failures of which it says anything, in words.
    - ``reminder``: How it should be.
    - ``symptom``: What an engine with this mistake must get wrong, where that is known.
    """

    sentence: str
    kinds: tuple[str, ...]
    rule: Rule | None = None
    about: str = "failures"
    reminder: str = ""
    question: Callable[[Given], Given | None] | None = None
    answer: Callable[[Answer], Answer] | None = None
    comes_to: Comes | None = None
    symptom: Symptom | None = None

    def suggests(self, result: Result) -> dict[str, Any] | None:
        """What is to be asked instead, what the answer means, or what it would be; None where it says nothing."""
        if result.case.kind not in self.kinds or not isinstance(result.answer, dict):
            return None
        if isinstance(result.case.asked, Nothing):
            return None
        if self.question:
            return self.question(result.case.given)
        if self.answer:
            meant = self.answer(result.answer)
            return None if meant == result.answer else meant
        if result.direction in (ERROR, UNREADABLE):  # nothing can be compared with that
            return None
        said = self.would_say(result.case)
        return said if result.status == FAILED or said != result.case.expect else None

    def told(self, explained: int, wrong: int) -> str:
        """What is wrong, how it is known, and of how many failures that is true."""
        of = f"{explained} of the {wrong} {self.about}"
        shown = f"asked like that, {of} vanish" if self.question else f"so {of} are explained"
        return f"{self.sentence}; {shown}{self.reminder and f'. {self.reminder}'}"

    def would_say(self, case: Case) -> Answer | None:
        """What an engine with this misunderstanding would answer; None where that is not known."""
        try:
            return self.comes_to(case.asked, case.expect) if self.comes_to else None
        except (ValueError, LookupError, TypeError):
            return None


# Questions that are read otherwise


def _with_edges_placed(case: Case) -> bool:
    """Whether a case asks about a layout or a placement with moats or walls."""
    return case.kind in {"layout", "place"} and re.search(_EDGES, json.dumps(case.given)) is not None


MISREAD_CITY = Symptom(_with_edges_placed, 1 / 12)
MISREAD_SPACE = Symptom(lambda case: case.kind == "buy", 1 / 5)
"""What goes wrong where a city, or the number of a space, is read otherwise."""


def _asked_with(part: str, change: Callable[[re.Match[str]], str]) -> Callable[[Given], Given | None]:
    """Ask with each part of a question that looks like this written otherwise."""

    def asked(given: Given) -> Given | None:
        text = json.dumps(given)
        other = re.sub(part, change, text)
        found: Given = json.loads(other)
        return None if other == text else found

    return asked


def _opposite(tile: re.Match[str]) -> str:
    """A tile with a moat where there is none, and none where there is one."""
    return f"{tile[1]}/{''.join(side for side in SIDES if side not in (tile[2] or ''))}".removesuffix("/")


def _translated(old: str, new: str) -> Callable[[re.Match[str]], str]:
    """A part with other letters."""
    return lambda part: part[0].translate(str.maketrans(old, new))


def _turned(order: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    """The edges of a tile with other letters."""
    return lambda edges: "".join(sorted((order[side] for side in edges[0]), key=SIDES.index))


_NAMES = {
    "senw": "north and south are exchanged",
    "nwse": "east and west are exchanged",
    "swne": "the city is turned by half",
    "enws": "x and y are exchanged",
    "wsen": "x and y are exchanged, and the city is turned by half",
}
"""What it means when an engine takes these letters for north, east, south and west."""


def _readings() -> Iterator[Hypothesis]:
    """The ways to misread a question, the likely ones first."""
    yield from (_ordered(letters, name) for letters, name in _NAMES.items())
    opposite = "moats and walls are taken for openings, and openings for them"
    meant = "The letters behind a tile are the sides that have a moat or wall"
    asked = _asked_with(_TILE, _opposite)
    yield Hypothesis(opposite, OF_CITIES, Rule.NOTATION_OF_TILES, OF_A_CITY, meant, asked, symptom=MISREAD_CITY)
    rule = Rule.SPACES_AND_CURRENCIES
    for step, first in ((-1, 0), (1, 2)):
        counted = f"the spaces are counted from {first}"
        asked = _asked_with(_SPACE, _translated("1234", "".join(str(space + step) for space in range(1, 5))))
        yield Hypothesis(counted, ("buy",), rule, PURCHASES, question=asked, symptom=MISREAD_SPACE)
    for one, other in combinations(Currency, 2):
        name = f"{one.name.lower()} and {other.name.lower()} are exchanged"
        asked = _asked_with(_CARD, _translated(one.value + other.value, other.value + one.value))
        yield Hypothesis(name, ("buy",), rule, PURCHASES, question=asked)
    for letters in map("".join, permutations(SIDES)):
        if letters != SIDES and letters not in _NAMES:
            yield _ordered(letters, f"the edges are read in the order {' '.join(letters)} and not {' '.join(SIDES)}")


def _ordered(letters: str, name: str) -> Hypothesis:
    """An engine takes these letters for north, east, south and west."""
    known = letters in _NAMES
    rule = Rule.NOTATION_OF_LAYOUTS if known else Rule.NOTATION_OF_TILES
    asked = _asked_with(_EDGES, _turned(dict(zip(letters, SIDES, strict=True))))
    reminder = NORTH if known else f"The edges of a tile are written in the order {' '.join(SIDES)}"
    return Hypothesis(name, OF_CITIES, rule, WITH_EDGES, reminder, asked, symptom=MISREAD_CITY)


# Answers that are given otherwise


def _seats(step: int) -> Callable[[Answer], Answer]:
    """What is meant by seats that are counted from another number."""

    def shifted(value: object) -> object:
        if isinstance(value, list):
            return [shifted(each) for each in value]
        return value + step if type(value) is int else value

    def meant(answer: Answer) -> Answer:
        found = {key: shifted(value) if key in {"result", "winners"} else value for key, value in answer.items()}
        then = answer.get("then")
        if isinstance(then, dict):
            seats = {"actor", "mover", "winners"}
            found["then"] = {key: shifted(value) if key in seats else value for key, value in then.items()}
        return found

    return meant


def _misunderstandings() -> Iterator[Hypothesis]:
    """What can be misunderstood about scorings and moats."""
    for name, (rule, measure) in MEASURES.items():
        yield Hypothesis(name, ("moat", "score"), rule, LENGTHS, comes_to=lengths(measure))
    for name, (rule, misread) in RANKINGS.items():
        yield Hypothesis(name, ("score",), rule, SCORINGS, comes_to=scored_by(misread))
    alone = "Dirk is left out"
    yield Hypothesis(alone, ("score",), Rule.DIRK_SCORES_BUILDINGS_ONLY, SCORINGS, comes_to=without_dirk)


HYPOTHESES: tuple[Hypothesis, ...] = (
    *_readings(),
    Hypothesis(
        *("seats are counted from 1", ("award", "apply", "game"), Rule.TURN_ORDER, "failures that name a seat"),
        answer=_seats(-1),
    ),
    *_misunderstandings(),
)
"""All that is tested, the most general first."""


def rule_in(case: Case, rule: Rule) -> Rule:
    """The rule of a hypothesis as it is called in the game of a case."""
    setup = case.asked.setup
    if setup is not None and setup.game is ALHAMBRA:
        return {Rule.LONGEST_MOAT: Rule.LONGEST_WALL}.get(rule, rule)
    if setup is None or "alhambra" in setup.game.name:
        return rule
    granadas = {
        Rule.TIES_SHARE_THEIR_PLACES: Rule.TIES_GO_TO_THE_HIGHEST_PRICE,
        Rule.ALHAMBRA_POINTS: Rule.FIRST_SECOND_THIRD,
    }
    return granadas.get(rule, rule)
