"""Hypotheses: mistakes that would explain many failures at once, each of which can be tested.

One kind says that an engine reads a question otherwise than it is meant, say with north and south exchanged: asked
with them exchanged, it must be right. Another says that it gives its answers otherwise, say seats counted from 1.
The last says what a scoring or a moat comes to if one thing is misunderstood: it must come to just that.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from attrs import evolve, frozen

from granada.board import START, City, Face, Family
from granada.checking.wrong_rows import scored
from granada.game import ALHAMBRA, HUTS, Longest, Majority, Row, RowPlan, plans
from granada.rulebook import Rule
from granada.suite import FAILED, Answer, Case, MoatQuestion, Question, Result, ScoreQuestion, grade, read_question

Given = dict[str, Any]
"""The parts of a question as the protocol has them."""
SIDES = "nesw"
OF_CITIES = ("layout", "place", "remove", "swap", "moat", "score")
"""The kinds that ask about a city, and whose answers name no cell."""
_EDGES = re.compile(r"(?<=[0-9t])/([nesw]{1,4})\b")


@frozen
class Hypothesis:
    """A mistake that would explain many failures.

    - ``sentence``: What is wrong, in words.
    - ``kinds``: The kinds of question in which it shows.
    - ``rule``: The rule that it is about; None where it is about none, such as the notation.
    - ``question``: How to ask so that the engine understands; nothing where that makes no difference.
    - ``misread``: What the engine takes a question for.
    - ``answer``: What the engine means by its answer; the same where that makes no difference.
    - ``comes_to``: What the engine would answer; nothing where it would be right all the same.
    """

    sentence: str
    kinds: tuple[str, ...]
    rule: Rule | None = None
    question: Callable[[Given], Given | None] | None = None
    misread: Callable[[Given], Given | None] | None = None
    answer: Callable[[Answer], Answer] | None = None
    comes_to: Callable[[Question], Answer | None] | None = None

    def bears(self, result: Result) -> bool:
        """Whether it says anything about a result."""
        if result.case.kind not in self.kinds or not isinstance(result.answer, dict) or not result.case.given:
            return False
        if self.question:
            return self.question(result.case.given) is not None
        if self.answer:
            return self.answer(result.answer) != result.answer
        said = self.would_say(result.case)
        return said is not None and (result.status == FAILED or said != result.case.expect)

    def would_say(self, case: Case) -> Answer | None:
        """What an engine with this misunderstanding would answer; None where that is not known."""
        try:
            return self.comes_to(case.asked) if self.comes_to else None
        except (ValueError, LookupError, TypeError):
            return None

    def contradicts(self, result: Result) -> bool:
        """Whether an answer is not the right one to what the engine would have taken the question for."""
        case = result.case
        given = self.misread(case.given) if self.misread else None
        if given is None:
            return False
        try:
            asked = read_question({**case.question, "given": given})
            other = evolve(case, asked=asked, expect=asked.answer())
            return grade(other, result.answer).status == FAILED
        except (ValueError, LookupError, TypeError):
            return False  # what an engine makes of that nobody can say


# Questions that are read otherwise


def _with_edges(order: Mapping[str, str]) -> Callable[[Given], Given | None]:
    """Ask with other letters for the edges."""

    def asked(given: Given) -> Given | None:
        other = _replaced(given, lambda text: _EDGES.sub(lambda edges: f"/{_sorted(order, edges[1])}", text))
        return None if other == given else other

    return asked


def _sorted(order: Mapping[str, str], edges: str) -> str:
    return "".join(sorted((order[side] for side in edges), key=SIDES.index))


def _opposite(given: Given) -> Given | None:
    """Ask with a moat where there is none, and none where there is one."""

    def turned(text: str) -> str:
        face, _, edges = text.partition("/")
        others = "".join(side for side in SIDES if side not in edges)
        return f"{face}/{others}" if others else face

    changed = dict(given)
    for key in ("city", "layout"):
        if key in given:
            changed[key] = {cell: turned(text) for cell, text in given[key].items()}
    if "cities" in given:
        changed["cities"] = [{cell: turned(text) for cell, text in city.items()} for city in given["cities"]]
    if "do" in given:
        changed["do"] = re.sub(r"(?<=^place )\S+|(?<= for )\S+", lambda face: turned(face[0]), given["do"])
    return changed


def _replaced(value: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401  any JSON
    """A value with all its texts changed."""
    if isinstance(value, dict):
        return {key: _replaced(each, change) for key, each in value.items()}
    if isinstance(value, list):
        return [_replaced(each, change) for each in value]
    return change(value) if isinstance(value, str) else value


def _spaces(step: int) -> Callable[[Given], Given | None]:
    """Ask with spaces counted from another number."""

    def asked(given: Given) -> Given | None:
        if "space" not in given:
            return None
        do = re.sub(r"(?<=^buy )\d", lambda space: str(int(space[0]) + step), given["do"])
        return {**given, "space": given["space"] + step, "do": do}

    return asked


_NAMES = {
    "senw": "north and south are exchanged",
    "nwse": "east and west are exchanged",
    "swne": "the city is turned by half",
    "enws": "x and y are exchanged",
    "wsen": "x and y are exchanged, and the city is turned by half",
}
"""What it means when an engine takes these letters for north, east, south and west."""


def _readings() -> Iterator[Hypothesis]:
    """The ways to misread a city, those that have a name first."""
    for letters in sorted(map("".join, permutations(SIDES)), key=lambda letters: letters not in _NAMES):
        order = dict(zip(SIDES, letters, strict=True))
        if letters == SIDES:
            continue
        name = _NAMES.get(letters, f"the edges are read in the order {' '.join(letters)} and not {' '.join(SIDES)}")
        rule = Rule.NOTATION_OF_LAYOUTS if letters in _NAMES else Rule.NOTATION_OF_TILES
        yield Hypothesis(name, OF_CITIES, rule, question=_with_edges(_inverse(order)), misread=_with_edges(order))
    opposite = "moats and walls are taken for openings, and openings for them"
    yield Hypothesis(opposite, OF_CITIES, Rule.NOTATION_OF_TILES, question=_opposite, misread=_opposite)
    for step, first in ((-1, 0), (1, 2)):
        counted = f"the spaces are counted from {first}"
        asked, read = _spaces(step), _spaces(-step)
        yield Hypothesis(counted, ("buy",), Rule.SPACES_AND_CURRENCIES, question=asked, misread=read)


def _inverse(order: Mapping[str, str]) -> dict[str, str]:
    return {meant: read for read, meant in order.items()}


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


# What a misunderstanding comes to


def _lengths(measure: Callable[[City, Family], int]) -> Callable[[Question], Answer | None]:
    """What a moat and a scoring come to when moats are measured otherwise."""

    def answer(question: Question) -> Answer | None:
        if isinstance(question, MoatQuestion):
            family = question.family or question.city.start
            return {"result": measure(question.city, family)}
        if not isinstance(question, ScoreQuestion):
            return None
        points = list(scored(question).points)
        for plan in plans(question.setup):
            if isinstance(plan, Longest):
                for seat, city in enumerate(question.cities):
                    points[seat] += measure(city, plan.family) - len(city.longest(plan.family))
        dirk = {} if question.dirk is None else {"dirk": scored(question).dirk}
        return {"points": points, **dirk}

    return answer


def _edges(city: City, family: Family, *, inner: bool) -> int:
    """How many edges of a family have a moat or wall, those inside included or not."""
    if inner:
        return sum(face.edges.bit_count() for face in city.faces if face.family is family)
    return sum(barred for loop in city.outline(family) for _, _, barred in loop)


def _with_start(city: City, family: Family) -> int:
    """The longest moat or wall if the start tile had one all round."""
    return max(
        (_longest([(barred or cell == START, 0) for cell, _, barred in loop]) for loop in city.outline(family)),
        default=0,
    )


def _straight(city: City, family: Family) -> int:
    """The longest moat or wall if it ended at each corner."""
    return max((_longest([(barred, side) for _, side, barred in loop]) for loop in city.outline(family)), default=0)


def _longest(loop: list[tuple[bool, int]]) -> int:
    """The longest stretch of a loop that is barred and goes on in one direction."""
    longest = run = before = 0
    for barred, way in [*loop, *loop]:
        run = (run + 1 if run and way == before else 1) if barred else 0
        before = way
        longest = max(longest, min(run, len(loop)))
    return longest


Share = Callable[[tuple[int, ...], int, int, int], int]
"""Points of a place and its value: what the places are worth, how many are ahead, different and tied."""


def _ranked(share: Share) -> Callable[[Question], Answer | None]:
    """What a scoring comes to when those who tie get something else."""

    def answer(question: Question) -> Answer | None:
        if not isinstance(question, ScoreQuestion) or HUTS in question.modules:
            return None
        seats = [*range(len(question.cities)), None]
        points = dict.fromkeys(seats, 0)
        for plan, row in zip(plans(question.setup), scored(question).rows, strict=True):
            for seat in seats:
                points[seat] += _shared(question, plan, row, seat, share)
        dirk = points.pop(None)
        listed = {"points": list(points.values())}
        return listed if question.dirk is None else {**listed, "dirk": dirk}

    return answer


def _shared(question: ScoreQuestion, plan: RowPlan, row: Row, seat: int | None, share: Share) -> int:
    """The points of a seat in a row if ties are handled in another way."""
    counts = [standing.count for standing in row.standings]
    mine = next((standing.count for standing in row.standings if standing.seat == seat), 0)
    if not isinstance(plan, Majority) or counts.count(mine) < 1 or len(set(counts)) == len(counts):
        return row.of(seat)
    worth = plan.places["ABC".index(question.round.value)]
    ahead = sum(count > mine for count in counts)
    different = len({count for count in counts if count > mine})
    return share(worth, ahead, different, counts.count(mine)) * ((row.value or 0) if plan.by_value else 1)


def _price_first(question: Question) -> Answer | None:
    """What a scoring comes to when prices are compared before numbers."""
    if not isinstance(question, ScoreQuestion) or HUTS in question.modules or question.shown:
        return None
    faces: dict[int | None, Sequence[Face]] = {seat: city.faces for seat, city in enumerate(question.cities)}
    points = dict.fromkeys([*faces, None], 0)
    faces[None] = question.dirk or ()
    for plan, row in zip(plans(question.setup), scored(question).rows, strict=True):
        if not isinstance(plan, Majority):
            for seat in points:
                points[seat] += row.of(seat)
            continue
        best = {seat: [f.price for f in some if f.building is plan.building] for seat, some in faces.items()}
        ranked = sorted((seat for seat in best if best[seat]), key=lambda seat: (-max(best[seat]), -len(best[seat])))
        value = (row.value or 0) if plan.by_value else 1
        for seat, worth in zip(ranked, plan.places["ABC".index(question.round.value)], strict=False):
            points[seat] += worth * value
    dirk = points.pop(None)
    listed = {"points": list(points.values())}
    return listed if question.dirk is None else {**listed, "dirk": dirk}


def _worth(worth: tuple[int, ...], place: int) -> int:
    return worth[place] if place < len(worth) else 0


_TIES = {
    "all who tie get the whole place": lambda worth, ahead, _, __: _worth(worth, ahead),
    "those who tie share the first of their places only, not the next as well": lambda worth, ahead, _, tied: (
        _worth(worth, ahead) // tied
    ),
    "those who tie share their places, but it is rounded up": lambda worth, ahead, _, tied: (
        -(-sum(worth[ahead : ahead + tied]) // tied)
    ),
    "who comes after a tie gets the place right behind it": lambda worth, _, different, tied: (
        (sum(worth[different : different + tied]) // tied) if tied > 1 else _worth(worth, different)
    ),
    "nobody who ties gets anything": lambda worth, ahead, _, tied: _worth(worth, ahead) if tied == 1 else 0,
}
"""Ways to misunderstand a tie."""
_MEASURES: dict[str, tuple[Rule, Callable[[City, Family], int]]] = {
    "all moats and walls are counted, those inside too": (
        Rule.INNER_MOATS_COUNT_NOTHING,
        lambda city, family: _edges(city, family, inner=True),
    ),
    "all moats or walls on the outside are counted, not the longest stretch": (
        Rule.LONGEST_MOAT,
        lambda city, family: _edges(city, family, inner=False),
    ),
    "the start tile is measured as if it had moats or walls": (Rule.START_TILE_HAS_NO_MOATS, _with_start),
    "a stretch ends at every corner": (Rule.LONGEST_MOAT, _straight),
}
"""Ways to mismeasure a moat or wall."""


def _misunderstandings() -> Iterator[Hypothesis]:
    """What can be misunderstood about scorings and moats."""
    for name, (rule, measure) in _MEASURES.items():
        yield Hypothesis(name, ("moat", "score"), rule, comes_to=_lengths(measure))
    for name, share in _TIES.items():
        yield Hypothesis(name, ("score",), Rule.TIES_SHARE_THEIR_PLACES, comes_to=_ranked(share))
    prices = "the dearest tile is compared before the number of tiles"
    yield Hypothesis(prices, ("score",), Rule.PRICE_ONLY_BREAKS_TIES, comes_to=_price_first)


HYPOTHESES: tuple[Hypothesis, ...] = (
    *_readings(),
    Hypothesis("seats are counted from 1", ("award", "apply", "game"), Rule.TURN_ORDER, answer=_seats(-1)),
    *_misunderstandings(),
)
"""All that is tested, the most general first."""


def rule_in(case: Case, rule: Rule) -> Rule:
    """The rule of a hypothesis as it is called in the game of a case."""
    setup = case.asked.setup
    if setup is not None and setup.game is ALHAMBRA:
        return {Rule.LONGEST_MOAT: Rule.LONGEST_WALL}.get(rule, rule)
    granadas = {Rule.TIES_SHARE_THEIR_PLACES: Rule.TIES_GO_TO_THE_HIGHEST_PRICE}
    return granadas.get(rule, rule) if setup is not None and "alhambra" not in setup.game.name else rule
