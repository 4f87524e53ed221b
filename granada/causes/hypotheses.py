"""Hypotheses: testable mistakes that would explain many failures at once.

One kind of hypothesis supposes that an engine misreads questions, for example by swapping north and south; the test
asks the question with the two swapped. Another kind supposes that it writes its answers differently, for example with
seats counted from 1. The last kind predicts the result of a scoring, or the length of a moat, under a misunderstanding.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, permutations
from typing import Any

from attrs import frozen

from granada.board import Currency
from granada.causes.misunderstandings import MEASURES, RANKINGS, Comes, lengths, scored_by
from granada.examining import ERROR, FAILED, UNREADABLE, Result
from granada.questions import Answer, Question
from granada.rulebook import Rule
from granada.spec import Case

Given = dict[str, Any]
"""The parts of a question in the protocol."""
SIDES = "nesw"
OF_CITIES = ("layout", "place", "remove", "swap", "moat", "score")
"""The kinds of questions about a city whose answers name no cells."""
WITH_EDGES, OF_A_CITY = "failures that have a moat or wall in a city", "failures that have a city"
PURCHASES, SCORINGS, LENGTHS = "wrong purchases", "wrong scorings", "wrong lengths and scorings"
"""The subjects of hypotheses."""
NORTH = "x grows to the east, y to the north: 0,1 is north of 0,0"
_CARD, _SPACE = r"\b[bgoy][1-9]\b|\b[bgoy]/[bgoy]\b", r'(?<="space": )\d|(?<="buy )\d'
_TILE, _EDGES = r"([a-z]+[0-9]+)(?:/([nesw]+))?", r"(?<=[0-9t]/)[nesw]{1,4}\b"


@frozen
class Hypothesis:
    """A mistake that would explain many failures.

    - ``sentence``: The mistake in words.
    - ``kinds``: The kinds of questions that show the mistake.
    - ``rule``: The rule that the mistake is about; None if it is about something else, such as the notation.
    - ``question``: Rewrites a question so that the engine understands it; returns None if nothing changes.
    - ``comes_to``: Returns the answer that the engine would give, or None if that answer is still correct.
    - ``about``: A description of the failures that the hypothesis concerns.
    - ``reminder``: A reminder of the correct rule or notation.
    """

    sentence: str
    kinds: tuple[str, ...]
    rule: Rule | None = None
    about: str = "failures"
    reminder: str = ""
    question: Callable[[Given], Given | None] | None = None
    comes_to: Comes | None = None

    def suggests(self, result: Result) -> dict[str, Any] | None:
        """The question to ask instead, or the answer to expect; None if the hypothesis predicts nothing."""
        if result.case.kind not in self.kinds or not isinstance(result.answer, dict) or not result.known:
            return None
        if self.question:
            return self.question(result.case.given)
        if result.direction in (ERROR, UNREADABLE):  # there is no answer to compare
            return None
        said = self.would_say(result.case)
        return said if result.status == FAILED or said != result.case.expect else None

    def told(self, explained: int, wrong: int) -> str:
        """The hypothesis in words, with the evidence and the number of failures that it explains."""
        of = f"{explained} of the {wrong} {self.about}"
        shown = f"if the questions are changed to match, {of} disappear" if self.question else f"so {of} are explained"
        return f"{self.sentence}; {shown}{self.reminder and f'. {self.reminder}'}"

    def would_say(self, case: Case) -> Answer | None:
        """The answer that an engine with this misunderstanding would give; None if it is unknown."""
        try:
            return self.comes_to(case.asked, case.expect) if self.comes_to else None
        except (ValueError, LookupError, TypeError):
            return None


def _asked_with(part: str, change: Callable[[re.Match[str]], str]) -> Callable[[Given], Given | None]:
    """Make a function that rewrites each matching part of a question."""

    def asked(given: Given) -> Given | None:
        text = json.dumps(given)
        other = re.sub(part, change, text)
        found: Given = json.loads(other)
        return None if other == text else found

    return asked


def _opposite(tile: re.Match[str]) -> str:
    """A tile with moats on exactly the edges that had none."""
    return f"{tile[1]}/{''.join(side for side in SIDES if side not in (tile[2] or ''))}".removesuffix("/")


def _translated(old: str, new: str) -> Callable[[re.Match[str]], str]:
    """Make a function that replaces letters in one part of a question."""
    return lambda part: part[0].translate(str.maketrans(old, new))


def _turned(order: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    """Make a function that replaces the letters for a tile's edges."""
    return lambda edges: "".join(sorted((order[side] for side in edges[0]), key=SIDES.index))


_NAMES = {
    "senw": "north and south are swapped",
    "nwse": "east and west are swapped",
    "swne": "the city is rotated by 180 degrees",
    "enws": "x and y are swapped",
    "wsen": "x and y are swapped, and the city is rotated by 180 degrees",
}
"""The meaning of each wrong order of letters for north, east, south and west."""


def _readings() -> Iterator[Hypothesis]:
    """The ways to misread a question, starting with the most likely."""
    yield from (_ordered(letters, name) for letters, name in _NAMES.items())
    opposite = "moats and walls are taken for openings, and openings for moats or walls"
    meant = "The letters after a tile name the sides that have a moat or wall"
    asked = _asked_with(_TILE, _opposite)
    yield Hypothesis(opposite, OF_CITIES, Rule.NOTATION_OF_TILES, OF_A_CITY, meant, asked)
    rule = Rule.SPACES_AND_CURRENCIES
    for step, first in ((-1, 0), (1, 2)):
        counted = f"the spaces are counted from {first}"
        asked = _asked_with(_SPACE, _translated("1234", "".join(str(space + step) for space in range(1, 5))))
        yield Hypothesis(counted, ("buy",), rule, PURCHASES, question=asked)
    for one, other in combinations(Currency, 2):
        name = f"{one.name.lower()} and {other.name.lower()} are swapped"
        asked = _asked_with(_CARD, _translated(one.value + other.value, other.value + one.value))
        yield Hypothesis(name, ("buy",), rule, PURCHASES, question=asked)
    for letters in map("".join, permutations(SIDES)):
        if letters != SIDES and letters not in _NAMES:
            yield _ordered(letters, f"the edges are read in the order {' '.join(letters)} and not {' '.join(SIDES)}")


def _ordered(letters: str, name: str) -> Hypothesis:
    """The hypothesis that an engine reads these letters as north, east, south and west."""
    known = letters in _NAMES
    rule = Rule.NOTATION_OF_LAYOUTS if known else Rule.NOTATION_OF_TILES
    asked = _asked_with(_EDGES, _turned(dict(zip(letters, SIDES, strict=True))))
    reminder = NORTH if known else f"The edges of a tile are written in the order {' '.join(SIDES)}"
    return Hypothesis(name, OF_CITIES, rule, WITH_EDGES, reminder, asked)


def _from_one(question: Question, right: Answer) -> Answer | None:
    """An answer with its seats counted from 1; None if the answer names no seat."""

    def shifted(value: object) -> object:
        if isinstance(value, list):
            return [shifted(each) for each in value]
        return value + 1 if type(value) is int else value

    then = {"then": _from_one(question, right["then"]) or right["then"]} if "then" in right else {}
    found = {
        key: shifted(value) if key in {"result", "winners", "actor", "mover"} else value for key, value in right.items()
    } | then
    return None if found == right else found


def _equally_likely(_: Question, right: Answer) -> Answer | None:
    """An answer in which all draws of money have the same probability; None for other draws."""
    money = any(re.fullmatch(_CARD, text) for text in right["draws"])
    return {"draws": dict.fromkeys(right["draws"], f"1/{len(right['draws'])}")} if money else None


def _misunderstandings() -> Iterator[Hypothesis]:
    """The other way to count seats, and the possible misunderstandings of draws, scorings and moats."""
    kinds, about = ("award", "apply", "game"), "failures that name a seat"
    yield Hypothesis("seats are counted from 1", kinds, Rule.TURN_ORDER, about, comes_to=_from_one)
    name = "all cards that can be drawn are taken to be equally likely, however many copies of each there are"
    yield Hypothesis(name, ("draw",), Rule.MONEY_CARDS, "wrong draws", comes_to=_equally_likely)
    for name, (rule, measure) in MEASURES.items():
        yield Hypothesis(name, ("moat", "score"), rule, LENGTHS, comes_to=lengths(measure))
    for name, (rule, misread) in RANKINGS.items():
        yield Hypothesis(name, ("score",), rule, SCORINGS, comes_to=scored_by(misread))


HYPOTHESES = (*_readings(), *_misunderstandings())
"""All hypotheses, starting with the most general."""
CALLED = {
    ("alhambra", Rule.LONGEST_MOAT): Rule.LONGEST_WALL,
    ("granada", Rule.TIES_SHARE_THEIR_PLACES): Rule.TIES_GO_TO_THE_HIGHEST_PRICE,
    ("granada", Rule.ALHAMBRA_POINTS): Rule.FIRST_SECOND_THIRD,
}
"""For each game played alone, the rules that have a different name in it."""


def rule_in(case: Case, rule: Rule) -> Rule:
    """The rule that a hypothesis is about, as it is called in the case's game."""
    setup = case.asked.setup
    return CALLED.get((setup.game.name, rule), rule) if setup else rule
