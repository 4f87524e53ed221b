"""What is wrong with an answer, in a sentence for the author of the engine."""

import json
import re
from collections import Counter
from collections.abc import Iterable

from granada.causes.disagreements import CLAIMS, MISSES, REFUSES, signs_of, verb_of
from granada.examining import Result
from granada.game import ALHAMBRA, GRANADA
from granada.rulebook import Rule
from granada.text import visible

SENTENCES = {
    MISSES: "{verbs}: {accepted}",
    CLAIMS: "{what}: {rest} is said to be broken, and is not",
    REFUSES: "{rest}: something legal is refused",
    "moat": "the longest {moat} is measured {rest}",
    "row": "a scoring: {points}",
    "total": "a scoring: the total is wrong, though each row by itself is right",
    "award": "{award}",
    "fact": "after {what} this is wrong: {facts}",
    "paid": "a purchase is wrongly said to be paid {rest}",
    "error": "{kind}: it reports an error{far}: {error}",
    "silent": "{kind}: {why}",
    "unreadable": "{kind}: {why}",
    "accepts": "a text that is no {rest} is read as one",
    "reads": "the notation of {rest} is not read or written as it should be",
    "game": "a recorded game ends otherwise",
}
"""What is wrong, by the first word of a sign."""
ACCEPTED = {
    Rule.NO_HOLES: "a hole is accepted",
    Rule.EDGE_CONTACT: "a tile that touches no other with a whole edge is accepted",
    Rule.WALKABLE: "a tile that cannot be reached on foot is accepted",
    Rule.MOATS_MATCH: "edges that do not match are accepted",
    Rule.SAME_ORIENTATION: "a tile that lies another way round is accepted",
    Rule.CELL_IS_FREE: "a cell that is taken is accepted",
    Rule.TILE_IS_THERE: "a tile that is not there is accepted",
    Rule.START_TILE_STAYS: "it is accepted that the start tile goes",
    Rule.CARDS_ARE_HELD: "cards are accepted that are not there, or not so many of them",
    Rule.TAKE_AT_LEAST_ONE: "it is accepted that no card is taken",
    Rule.TAKE_SEVERAL_UP_TO_FIVE: "several cards that are worth too much are accepted",
    Rule.PAY_AT_LEAST_THE_PRICE: "too little money is accepted",
    Rule.PAY_IN_THE_SPACE_CURRENCY: "money of another currency is accepted",
    Rule.BUREAU_PAYS_EXACTLY: "too much money beside a bureau is accepted",
    Rule.IN_ITS_PHASE: "an action at the wrong moment is accepted",
    Rule.GAME_IS_OVER: "an action after the end of the game is accepted",
    Rule.DRAW_CAN_COME: "a draw that cannot come is accepted",
}
"""What is accepted where a rule is broken; any other rule is named."""
_TIES = (Rule.TIES_SHARE_THEIR_PLACES, Rule.TIES_GO_TO_THE_HIGHEST_PRICE, Rule.SIMPLIFIED_TIES)
OF_TIES = {str(rule) for rule in _TIES}
"""The rules about those who have equally many of a building."""
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
    return SENTENCES.get(word, "{kind}: the answer is wrong, {why}").format(
        what=verb_of(result),
        verbs=_verbs(result, first, likes),
        rest=rest,
        accepted=_accepted(first),
        points=_points(result, first),
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


def _accepted(name: str) -> str:
    """What is accepted though it breaks a rule."""
    known = {str(rule): sentence for rule, sentence in ACCEPTED.items()}
    return known.get(name, f"what breaks {name} is accepted")


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


def _points(result: Result, rule: str) -> str:
    """Which row of a scoring is wrong, and in which way."""
    rows = [row for row in result.score_rows if row.wrong] or [row for row in result.score_rows if row.rule == rule]
    if not rows:
        return "the points of one row are wrong"
    row = rows[0]
    gaps = _gaps(row.expected, row.answer)
    if row.answer is None:
        gaps = _gaps(result.case.expect.get("points"), _answered(result, "points"))
    tie = " where some are tied" if row.rule in OF_TIES else ""
    if gaps and min(gaps) >= 0:
        return f"too many points in the row {row.name}{tie}"
    if gaps and max(gaps) <= 0:
        return f"too few points in the row {row.name}{tie}"
    return f"the points of the row {row.name} are wrong{tie}"


def _gaps(expected: object, came: object) -> list[int]:
    """What each seat has too much; nothing where that cannot be said."""
    if not isinstance(expected, list) or not isinstance(came, list):
        return []
    pairs = list(zip(expected, came, strict=False))
    known = all(isinstance(number, int) for pair in pairs for number in pair)
    return [number - right for right, number in pairs] if known else []
