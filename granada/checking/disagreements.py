"""What a disagreement is about: the signs by which it is known again, and the rule that it belongs to."""

import re
from collections.abc import Iterable

from granada.board import Cell, Family
from granada.game import ALHAMBRA, Action, Row, broken
from granada.rulebook import Rule
from granada.suite import (
    Answer,
    ApplyQuestion,
    AwardQuestion,
    BuyQuestion,
    CityQuestion,
    GameQuestion,
    LegalQuestion,
    MoatQuestion,
    NotationQuestion,
    PlaceQuestion,
    Result,
    ScoreQuestion,
    TakeQuestion,
    rule_of_buildings,
)

HEADINGS = {
    "layout": Rule.MOATS_MATCH,
    "moat": Rule.LONGEST_MOAT,
    "score": Rule.FIRST_SECOND_THIRD,
    "award": Rule.AWARD_TO_THE_RICHEST,
    "legal": Rule.ACT_ON_YOUR_TURN,
    "apply": Rule.TURN_ORDER,
    "game": Rule.RECORD_OF_A_GAME,
    "notation": Rule.NOTATION_OF_ACTIONS,
    "take": Rule.TAKE_SEVERAL_UP_TO_FIVE,
    "buy": Rule.PAY_AT_LEAST_THE_PRICE,
    "flip": Rule.FLIP_COSTS_THREE,
    "place": Rule.MOATS_MATCH,
    "store": Rule.STORE_EITHER_FACE,
    "give": Rule.GIFTS_TO_DIRK,
    "add": Rule.ADD_FROM_THE_RESERVE,
    "remove": Rule.REMOVE_TO_THE_RESERVE,
    "swap": Rule.SWAP_IN_PLACE,
    "hut": Rule.HUT_IS_AN_ACTION,
    "reveal": Rule.REVEAL_WITH_THE_TILE_BUILT,
    "reactivate": Rule.VIZIER_IS_REACTIVATED,
    "decline": Rule.VIZIER_WINDOW,
    "stop": Rule.EXACT_PAYMENT_EARNS_AN_ACTION,
    "draw": Rule.DRAW_CAN_COME,
}
"""The rule that a kind of question, or an action with a verb, is about when nothing says more."""
OF_NOTATION = {
    "card": Rule.NOTATION_OF_CARDS,
    "cards": Rule.NOTATION_OF_CARDS,
    "face": Rule.NOTATION_OF_TILES,
    "tile": Rule.NOTATION_OF_TILES,
    "layout": Rule.NOTATION_OF_LAYOUTS,
}
"""The rule that a text of a sort is about."""
OF_FACTS = {
    "marker": Rule.MARKER_MOVES_AFTER_A_REFILL,
    "display": Rule.MONEY_TO_FOUR,
    "discard": Rule.PAID_CARDS_ARE_DISCARDED,
    "yard": Rule.BOUGHT_TILES_WAIT,
    "bought": Rule.BOUGHT_TILES_WAIT,
    "placing": Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE,
    "reserves": Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE,
    "points": Rule.THREE_SCORINGS,
    "over": Rule.END_WHEN_A_SPACE_STAYS_EMPTY,
    "winners": Rule.MOST_POINTS_WIN,
    "dirk": Rule.DIRK_COLLECTS_TILES,
    "dirk_points": Rule.DIRK_SCORES_BUILDINGS_ONLY,
    "vizier": Rule.VIZIER_WINDOW,
    "hut_tops": Rule.NEXT_HUT_IS_TURNED_UP,
    "bonus_hidden": Rule.REVEAL_WINDOW,
    "bonus_shown": Rule.REVEAL_WINDOW,
}
"""The rule that a wrong fact is most likely about."""
MISSED, CLAIMED, REFUSED, WRONG = "missed", "claimed", "refused", "wrong"
"""A broken rule was not noticed, an unbroken one was named, something legal was refused, a value is wrong."""


def signs_of(result: Result) -> frozenset[str]:
    """What distinguishes a disagreement from others: words on the kind of question and the mistake."""
    return frozenset(f"{result.case.kind} {sign}" for sign in _mistakes(result))


def _mistakes(result: Result) -> set[str]:
    """What is wrong with an answer, in few words."""
    case, answer = result.case, result.answer if isinstance(result.answer, dict) else {}
    if result.answer is None:
        return {f"fault {result.why[:30]}"}
    if "error" in answer:
        return {"error " + re.sub(r"\W*\d.*", "", str(answer["error"]))[:30]}
    found: set[str] = set()
    if "legal" in case.expect:
        found = _misjudged(case.expect.get("broken", []), answer)
    elif isinstance(case.asked, LegalQuestion) and isinstance(answer.get("actions"), list):
        found = _mislisted(case.asked, set(case.expect["actions"]), map(str, answer["actions"]))
    return found or {f"{WRONG} {result.why.partition(':')[0][:30]}"}


def _misjudged(broken: list[str], answer: Answer) -> set[str]:
    """The broken rules that were missed, and others that were named; or that something legal was refused."""
    named, legal = answer.get("broken"), answer.get("legal")
    if isinstance(named, list):
        rules = set(map(str, named))
        return {f"{MISSED} {rule}" for rule in set(broken) - rules} | {
            f"{CLAIMED} {rule[:60]}" for rule in rules - set(broken)
        }
    if broken and legal is not False:
        return {f"{MISSED} {rule}" for rule in broken}
    return {REFUSED} if not broken and legal is not True else set()


def _mislisted(question: LegalQuestion, expected: set[str], answer: Iterable[str]) -> set[str]:
    """The rules that the listed actions break; or the verb of an action that is not listed."""
    found: set[str] = set()
    listed: set[str] = set()
    for text in answer:
        try:
            action = Action.parse(text)
        except ValueError:
            continue
        listed.add(str(action))
        found |= {f"{MISSED} {rule}" for rule in broken(question.state, action)}
    return found or {f"{WRONG} {text.split()[0]}" for text in sorted(expected - listed)[:1]}


def is_plain(signs: Iterable[str]) -> bool:
    """Whether signs leave no doubt which mistake it is."""
    return not any(sign.split()[1] in {REFUSED, WRONG} for sign in signs)


def essence(result: Result) -> object:
    """What is equal for shrunk disagreements that come from one mistake."""
    signs, question = signs_of(result), result.case.asked
    size = len(question.city) if not is_plain(signs) and isinstance(question, CityQuestion) else 0
    return signs, result.case.rule, result.direction, size


def heading(result: Result) -> str:
    """The rule that a disagreement is about, as far as can be seen."""
    named = {sign.rpartition(" ")[2] for sign in _mistakes(result) if sign.startswith((MISSED, CLAIMED))}
    named = named or {*result.case.expect.get("broken", ())}  # an error counts for the rule that is broken
    rules = [str(rule) for rule in Rule if str(rule) in named]
    return rules[0] if rules else str(_likely(result))


def _likely(result: Result) -> Rule:
    """The rule that a disagreement is about when none is named."""
    question, expect, wrong = result.case.asked, result.case.expect, result.why.partition(":")[0]
    match question:
        case AwardQuestion():
            return _of_award(result)
        case ScoreQuestion() if isinstance(result.answer, dict):
            return _of_score(question, result.why)
        case PlaceQuestion() if expect["legal"]:
            return _of_refusal(question)
        case MoatQuestion() if _counts_inner(question, result.answer):
            return Rule.INNER_MOATS_COUNT_NOTHING
        case MoatQuestion() if (question.family or question.game.start) is Family.ALHAMBRA:
            return Rule.LONGEST_WALL
        case NotationQuestion():
            return OF_NOTATION.get(question.of, Rule.NOTATION_OF_ACTIONS)
        case TakeQuestion() if "/" in str(question.do):
            return Rule.BUREAU_IS_TAKEN_ALONE
        case BuyQuestion() if wrong == "exact":
            return Rule.EXACT_PAYMENT_EARNS_AN_ACTION
        case BuyQuestion() if "/" in str(question.do):
            return Rule.BUREAU_FITS_THE_SPACE
        case ApplyQuestion() if expect["legal"]:
            return OF_FACTS.get(wrong, HEADINGS.get(question.deeds[-1].verb, Rule.TURN_ORDER))
        case GameQuestion() if rules := expect.get("illegal", {}).get("broken"):
            return next(rule for rule in Rule if str(rule) in rules)
        case LegalQuestion() if wrong == "missing":
            return HEADINGS.get(result.why.split()[1], Rule.ACT_ON_YOUR_TURN)
    return HEADINGS[question.kind]


def _of_refusal(question: PlaceQuestion) -> Rule:
    """What a legal placement was refused for: without any moats it was a hole that is none, or contact that is one."""
    if any(face.edges for face in (*question.city.faces, question.do.face)):
        return Rule.MOATS_MATCH
    x, y = question.do.cell
    ring = [Cell(x + i, y + j) in question.city for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return Rule.NO_HOLES if sum(ring) > 2 else Rule.EDGE_CONTACT


def _counts_inner(question: MoatQuestion, answer: object) -> bool:
    """Whether moats were counted where all lie inside."""
    barred = any(face.edges for face in question.city.faces)
    length = answer.get("result") if isinstance(answer, dict) else 0
    return barred and bool(length) and not any(question.city.longest(family) for family in Family)


def _of_award(result: Result) -> Rule:
    """Whether a tie was overlooked, or the richest."""
    expected = result.case.expect["result"]
    seats = result.answer.get("result") if isinstance(result.answer, dict) else None
    pairs = zip(expected, seats, strict=False) if isinstance(seats, list) else ()
    first = next((seat for seat, other in pairs if seat != other), expected[0] if expected else 0)
    return Rule.TIED_AWARDS_STAY if first is None else Rule.AWARD_TO_THE_RICHEST


def _of_score(question: ScoreQuestion, why: str) -> Rule:
    """What is special about the one row that the cities of a shrunk question score in."""
    if why.startswith("dirk"):
        return Rule.DIRK_SCORES_BUILDINGS_ONLY
    rows = [row for row in question.scored.rows if any(standing.points for standing in row.standings)]
    alhambra = question.game is ALHAMBRA
    ranked = [row for row in rows if any(standing.place for standing in row.standings)]
    if not ranked:
        border = any(row.name == "border" for row in rows)
        return Rule.BORDER_SCORES_TWO if border else Rule.LONGEST_WALL if alhambra else Rule.LONGEST_MOAT
    return rule_of_buildings(question, tied=any(map(_ties, ranked)))


def _ties(row: Row) -> bool:
    """Whether two have equally many in a row."""
    counts = [standing.count for standing in row.standings]
    return len(set(counts)) < len(counts)
