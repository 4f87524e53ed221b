"""What is wrong with an answer, in a sentence for the author of the engine."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import evolve

from granada.board import Round
from granada.causes.disagreements import MISSES, REFUSES, signs_of, verb_of
from granada.causes.meanings import told
from granada.causes.wrong_rows import wrong_rows
from granada.examining import Result, RowAnswer
from granada.game import ALHAMBRA, GRANADA
from granada.questions import MoatQuestion, ScoreQuestion
from granada.text import visible

FAR = 8
"""So far from the start tile hardly any city reaches."""
MOST_VERBS = 3
"""How many actions are named in which the same mistake comes up."""
LONGEST_ERROR, LONGEST_FACT = 300, 60


def sentence_of(result: Result, likes: Iterable[Result] = ()) -> str:
    """What is wrong, in a sentence; others like it tell in which actions."""
    word, _, rest = next(iter(signs_of(result)), "").partition(" ")
    word = "" if result.case.kind == "draw" and word == REFUSES else word
    setup = result.case.asked.setup
    cells = re.findall(r"(?<![0-9a-z])-?([0-9]+),-?([0-9]+)", json.dumps(result.case.given))
    far = any(int(number) >= FAR for cell in cells for number in cell)
    first = rest.split(" ")[0]
    likes = list(likes)
    return (told(word) or "{kind}: the answer is wrong, {why}").format(
        what=verb_of(result),
        verbs=_verbs(result, first, likes),
        rest=rest,
        accepted=told(f"{MISSES} {first}") or f"what breaks {first} is accepted",
        row=_row(result),
        where=_where(result, likes),
        award=_award(result),
        kind=result.case.kind,
        why=result.why.partition("\n")[0],
        error=_error(result),
        facts=_facts(result),
        far=" far from the start tile" if far else "",
        moat="moat" if setup is None or setup.game is GRANADA else "wall" if setup.game is ALHAMBRA else "moat or wall",
    )


def _verbs(result: Result, rule: str, likes: Iterable[Result]) -> str:
    """The actions in which a broken rule is overlooked, the frequent first."""
    verbs = Counter([verb_of(result)])
    verbs.update(verb_of(like) for like in likes if rule in like.case.expect.get("broken", ()))
    *some, last = [verb for verb, _ in verbs.most_common(MOST_VERBS)]
    return f"{', '.join(some)} and {last}" if some else last


def _facts(result: Result) -> str:
    """The facts that are wrong, the first with what was expected and what came if that is short."""
    lines = [line.partition(": ") for line in result.why.splitlines()]
    told = [f"{name} ({how})" if how and len(how) <= LONGEST_FACT else name for name, _, how in lines[:1]]
    return ", ".join([*told, *(name for name, _, _ in lines[1:])])


def _error(result: Result) -> str:
    """The error that an engine reports, in one line."""
    error = _answered(result, "error") or ""
    return visible(" ".join(str(error).split()), LONGEST_ERROR)


def _answered(result: Result, name: str) -> object:
    """A part of the answer that came; None where it is not there, or what came is no answer."""
    return result.answer.get(name) if isinstance(result.answer, dict) else None


def _award(result: Result) -> str:
    """What is wrong with the tiles that are left at the end."""
    expected, came = result.case.expect.get("result"), _answered(result, "result")
    pairs = zip(expected, came, strict=False) if isinstance(expected, list) and isinstance(came, list) else ()
    if next((seat is None for seat, other in pairs if seat != other), False):
        return "a tile for which the richest are tied is given to a seat"
    return "the tiles that are left at the end go to the wrong seat"


def _row(result: Result) -> str:
    """Which row of a scoring is wrong, and in which way."""
    wrong = next(iter(wrong_rows(result)), None)
    if wrong is None or wrong.row is None:
        return told("total points")
    row, came = wrong.row, wrong.row.answer
    expected = row.expected if came is not None else result.case.expect.get("points")
    gaps = _gaps(expected, came if came is not None else _answered(result, "points"))
    points = "the points are wrong"
    if gaps and (min(gaps) >= 0 or max(gaps) <= 0):
        points = "too few points" if max(gaps) <= 0 else "too many points"
    return (told(wrong.sign) or "{points} in the row {row}").format(
        points=points, row=row.name, place=_place(row, result)
    )


def _place(row: RowAnswer, result: Result) -> str:
    """What is special about the points for the places of a row: one that gets none, or those of another round."""
    question = result.case.asked
    if not isinstance(question, ScoreQuestion) or row.answer is None:
        return ""
    for other in Round:
        if other is not question.round and _points_in(evolve(question, round=other), row) == row.answer:
            return f", those of round {other.value} in round {question.round.value}" if any(row.answer) else ""
    behind = sorted(set(row.expected) - {0}, reverse=True)[1:]
    none = [points for points, came in zip(row.expected, row.answer, strict=False) if points in behind and came == 0]
    return ", where nobody but the first gets any" if behind and len(none) == len(behind) else ""


def _points_in(question: ScoreQuestion, row: RowAnswer) -> list[object]:
    """What everybody should get in a row of a scoring."""
    found = next(each for each in question.scored.rows if each.name == row.name)
    seats = (*range(len(question.cities)), *(() if question.dirk is None else (None,)))
    return [found.of(seat) for seat in seats]


def _where(result: Result, likes: Sequence[Result]) -> str:
    """In which way all the mismeasured moats and walls are alike, as far as they were asked for by themselves."""
    asked = [each.case.asked for each in (result, *likes)]
    moats = [each for each in asked if isinstance(each, MoatQuestion)]
    return " where it is closed" if moats and all(map(_is_closed, moats)) else ""


def _is_closed(question: MoatQuestion) -> bool:
    """Whether the longest moat or wall goes round all of a city."""
    family = question.family or question.game.start
    length = len(question.city.longest(family))
    return any(length == len(loop) for loop in question.city.outline(family))


def _gaps(expected: object, came: object) -> list[int]:
    """What each seat has too much; nothing where that cannot be said."""
    if not isinstance(expected, list) or not isinstance(came, list):
        return []
    pairs = list(zip(expected, came, strict=False))
    known = all(isinstance(number, int) for pair in pairs for number in pair)
    return [number - right for right, number in pairs] if known else []
