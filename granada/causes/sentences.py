"""Describe the error in an answer in a sentence for the engine's author."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from granada.causes.disagreements import CLAIMS, MISSES, REFUSES, UNKNOWN, likely_rule, signs_of, unknown_rules, verb_of
from granada.causes.grouping import FEW
from granada.causes.meanings import told
from granada.causes.score_rows import LONG, SHORT, wrong_rows
from granada.examining import ACCEPTED, Result, RowAnswer
from granada.game import ALHAMBRA, GRANADA
from granada.questions import MoatQuestion, no_such
from granada.rulebook import Rule
from granada.text import visible

FAR = 8
"""A distance from the start tile that few cities reach."""
MOST_VERBS = 3  # or kinds, to name for the same mistake
LONGEST_ERROR, LONGEST_FACT = 300, 60


def sentence_of(result: Result, likes: Iterable[Result] = ()) -> str:
    """Describe the mistake in a sentence; similar failures supply the actions that the sentence names."""
    likes, sign = list(likes), signs_of(result)[0]
    rest = sign.partition(" ")[2]
    paid = {each.case.expect.get("exact") for each in (result, *likes) if each.kind == "buy"}
    by_need = all((table := each.case.asked.setup) and table.rulings.overpay_by_need for each in (result, *likes))
    accepted = by_need and sign == f"{MISSES} {Rule.PAY_AT_LEAST_THE_PRICE} by buy"
    how = ", too much" if accepted or (sign == f"{REFUSES} buy" and paid == {False}) else ""
    fact = "unnamed" if sign.startswith(MISSES) and not _accepts(result) else f"{sign}{how}"
    sentence = "" if result.case.kind == "draw" and sign.startswith(REFUSES) else told(fact)
    setup = result.case.asked.setup
    cells = re.findall(r"(?<![0-9a-z])-?([0-9]+),-?([0-9]+)", json.dumps(result.case.given))
    far = any(int(number) >= FAR for cell in cells for number in cell)
    first = rest.split(" ")[0]
    found = {each for like in (result, *likes) for each in signs_of(like)}
    if sign in {LONG, SHORT} <= found:
        rest += f", in some answers {'too short' if sign == LONG else 'too long'}"
    held = {each.partition(", ")[2] for each in found if str(Rule.CARDS_ARE_HELD) in each} - {""}
    row = next((wrong.row for wrong in wrong_rows(result)), None)
    illegal = all(like.case.expect.get("legal") is False for like in likes)  # an error may be how it refuses
    return (sentence or "{kind}: the answer is wrong, {why}").format(
        what=verb_of(result),
        verbs=_verbs(result, first, likes),
        others=_others(first, likes),
        unknown=_unknown(result, likes) if sign == UNKNOWN else "",
        rest=rest,
        held=" and ".join(sorted(held)) or "missing cards",
        first=first,
        points=_points(row, result) if row else "",
        row=_named(row, result, likes) if row else "",
        legal=_legal(result),
        rows=_rows(result),
        where=_where(result, likes),
        kind=_some(Counter(each.kind for each in likes or [result])),
        why=result.why.partition("\n")[0],
        error=visible(" ".join(str(result.said("error") or "").split()), LONGEST_ERROR),
        refusing='; to refuse an action, answer {"legal": false}' if illegal and len(likes) >= FEW else "",
        facts=_facts(result),
        far=" far from the start tile" if far else "",
        moat="moat" if setup is None or setup.game is GRANADA else "wall" if setup.game is ALHAMBRA else "moat or wall",
    )


def _legal(result: Result) -> str:
    """The legal action that the engine refuses or does not list."""
    question, answer = result.case.asked, result.said("actions")
    listed = answer if isinstance(answer, list) else ()
    missing = [action for action in result.case.expect.get("actions", ()) if action not in listed]
    return str([*question.deeds, *missing][-1]) if question.deeds or missing else result.case.kind


def _named(row: RowAnswer, result: Result, likes: Sequence[Result]) -> str:
    """The name of a wrong row, marked as an example if other rows are wrong too."""
    wrong = {each.name for one in (result, *likes) for each in one.score_rows if each.wrong}
    return f"rows such as {row.name}" if wrong - {row.name} else f"the row {row.name}"


def _verbs(result: Result, rule: str, likes: Iterable[Result]) -> str:
    """The actions that break a rule without the engine noticing, starting with the most frequent."""
    verbs = Counter([verb_of(result)])
    alike = (like for like in likes if _accepts(like) == _accepts(result))
    verbs.update(verb_of(like) for like in alike if rule in like.case.expect.get("broken", ()))
    return _some(verbs)


def _some(counted: Counter[str]) -> str:
    """The most frequent of the given words, as a list in words."""
    *some, last = [word for word, _ in counted.most_common(MOST_VERBS)]
    return f"{', '.join(some)} and {last}" if some else last


def _accepts(result: Result) -> bool:
    """Whether an engine that misses a broken rule accepts the action; it may still refuse it and name other rules."""
    played = result.kind == "legal" or (result.kind == "game" and not result.said("illegal"))
    return played or result.direction == ACCEPTED


def _others(rule: str, likes: Sequence[Result]) -> str:
    """Say in how many failures a violation of a rule is accepted, and in how many the rule is wrongly reported."""
    missed = [like for like in likes if any(sign.split()[:2] == [MISSES, rule] for sign in signs_of(like))]
    claimed = sum(f"{CLAIMS} {rule}" in signs_of(like) for like in likes)
    numbers = {"what breaks it is accepted": sum(map(_accepts, missed)), "it is named where it is not broken": claimed}
    return "".join(f", and in {number} of {len(likes)} answers {what}" for what, number in numbers.items() if number)


def _unknown(result: Result, likes: Sequence[Result]) -> str:
    """Say which of the named rules do not exist, starting with those in the example."""
    first, *more = dict.fromkeys(name for each in (result, *likes) for name in sorted(unknown_rules(each)))
    others = f" Nor is there {visible(', '.join(more), LONGEST_ERROR)}" if more else ""
    return f"{no_such('rule', first, map(str, Rule), 1)}{others}"


def _facts(result: Result) -> str:
    """The wrong facts; the first comes with the expected and the actual value if both are short."""
    lines = [line.partition(": ") for line in result.why.splitlines()]
    told = [f"{name} ({how})" if how and len(how) <= LONGEST_FACT else name for name, _, how in lines[:1]]
    return ", ".join([*told, *(name for name, _, _ in lines[1:])])


def _points(row: RowAnswer, result: Result) -> str:
    """Describe the error in the points of a row, or in the total if the points are unknown."""
    expected = row.expected if row.answer is not None else result.case.expect.get("points")
    gaps = _gaps(expected, row.answer if row.answer is not None else result.said("points"))
    if gaps and max(gaps) <= 0:
        return "too few points"
    return "too many points" if gaps and min(gaps) >= 0 else "the points are wrong"


def _rows(result: Result) -> str:
    """A remark that each single row is correct, if all rows were asked about and none is wrong."""
    known = result.score_rows and all(row.answer is not None and not row.wrong for row in result.score_rows)
    return ", though each row by itself is right" if known else ""


def _where(result: Result, likes: Sequence[Result]) -> str:
    """Describe what the wrongly measured moats and walls have in common, if they were asked about separately."""
    asked = [each.case.asked for each in (result, *likes)]
    moats = [each for each in asked if isinstance(each, MoatQuestion)]
    if moats and all(map(_is_closed, moats)):
        return " where it is closed"
    return ", with some that lie inside" if likely_rule(result) is Rule.INNER_MOATS_COUNT_NOTHING else ""


def _is_closed(question: MoatQuestion) -> bool:
    """Whether the longest moat or wall goes around the whole city."""
    family = question.family or question.game.start
    length = len(question.city.longest(family))
    return any(length == len(loop) for loop in question.city.outline(family))


def _gaps(expected: object, came: object) -> list[int]:
    """Each seat's surplus points; empty if they are unknown."""
    if not isinstance(expected, list) or not isinstance(came, list):
        return []
    pairs = list(zip(expected, came, strict=False))
    known = all(isinstance(number, int) for pair in pairs for number in pair)
    return [number - right for right, number in pairs] if known else []
