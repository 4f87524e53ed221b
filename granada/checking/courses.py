"""Where a course of actions goes wrong: after how few of them the position is another, and which rules say so."""

from collections.abc import Callable, Iterable, Iterator

from attrs import evolve

from granada.board import Round
from granada.game import BONUS, COMBINED, EXCHANGE, HUTS, VIZIER, Draw, State
from granada.rulebook import Rule
from granada.steps import PlaceTiles, ScoreDue
from granada.suite import (
    ACCEPTED,
    FACTS,
    PASSED,
    REFUSED,
    WRONG,
    ApplyQuestion,
    Case,
    Course,
    Result,
    answered,
    rules_for,
)

Rules = tuple[Rule, ...]
TURN = ("over", "waiting", "actor", "mover", "placing", "bought")
"""The facts that tell how a turn goes on."""
OF_TURNS: dict[str, Rules] = {
    "buy": (Rule.EXACT_PAYMENT_EARNS_AN_ACTION, Rule.BOUGHT_TILES_WAIT),
    "flip": (Rule.FLIP_EARNS_NO_ACTION, Rule.FLIPS_ARE_PAID_ONE_BY_ONE),
    "place": (Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE, Rule.AWARDS_ARE_BUILT_AT_ONCE),
    "add": (Rule.ADD_FROM_THE_RESERVE,),
    "remove": (Rule.REMOVE_TO_THE_RESERVE,),
    "swap": (Rule.SWAP_IN_PLACE,),
    "hut": (Rule.HUT_IS_AN_ACTION, Rule.HUT_IS_PLACED_LIKE_A_TILE),
    "reveal": (Rule.REVEAL_WINDOW,),
    "reactivate": (Rule.VIZIER_IS_REACTIVATED,),
    "take": (Rule.TURN_ORDER,),
}
"""The rules that say how a turn goes on after an action."""
OF_DRAWS: dict[str, Rules] = {
    "refill-money": (Rule.MONEY_TO_FOUR, Rule.RESHUFFLE, Rule.SCORING_CARD_IS_REPLACED, Rule.MONEY_BEFORE_TILES),
    "refill-tiles": (Rule.TILES_SHOW_THE_MARKER, Rule.TILES_IN_SPACE_ORDER, Rule.FILL_AS_FAR_AS_POSSIBLE),
    "dirk-draws": (
        *(Rule.DIRK_GETS_SIX_AFTER_A, Rule.DIRK_GETS_A_THIRD_AFTER_B),
        *(Rule.DIRK_STARTS_WITH_SIX, Rule.DIRK_FOLLOWS_THE_MARKER),
    ),
    "deal-hand": (Rule.STARTING_CAPITAL,),
    "deal-bonus": (Rule.BONUS_CARDS_ARE_DEALT,),
    "turn-up-huts": (Rule.NEXT_HUT_IS_TURNED_UP,),
}
"""The rules that a draw is about, by what it is drawn for."""
OF_FACTS: dict[str, Rules] = {
    "marker": (Rule.MARKER_MOVES_AFTER_A_REFILL, Rule.MARKER_FOLLOWS_GRANADA),
    "display": (Rule.MONEY_TO_FOUR, Rule.SCORING_CARD_IS_REPLACED),
    "deck_size": (Rule.RESHUFFLE, Rule.SCORING_CARDS_IN_THE_DECK),
    "yard": (Rule.TILES_SHOW_THE_MARKER, Rule.TILES_IN_SPACE_ORDER),
    "bag_size": (Rule.TILES_IN_SPACE_ORDER,),
    "hut_tops": (Rule.NEXT_HUT_IS_TURNED_UP,),
    "bonus_hidden": (Rule.BONUS_RETURNS_TO_HAND, Rule.REVEAL_WINDOW),
    "bonus_shown": (Rule.BONUS_RETURNS_TO_HAND, Rule.REVEAL_WINDOW),
}
"""The rules that a wrong fact is about, where nothing before it is wrong."""


def wrong_facts(result: Result) -> list[str]:
    """The facts that an answer to a course has wrong, the most telling first."""
    if not isinstance(result.case.asked, ApplyQuestion) or result.direction != WRONG:
        return []
    return [line.partition(":")[0] for line in result.why.splitlines()]


def first_wrong(result: Result, ask: Callable[[Case], Result], facts: Iterable[str]) -> Result:
    """A failure after as few of its actions as show it: the action that is refused may be a later one.

    ``facts`` are those that the engine is known to tell.
    """
    question = result.case.asked
    if not isinstance(question, ApplyQuestion) or result.direction not in (REFUSED, ACCEPTED, WRONG):
        return result
    told = tuple(name for name in FACTS if name in facts)
    found, right, wrong = result, 0, len(question.deeds)
    if result.direction == WRONG:
        found = _asked(result, question, wrong, ask, told) or result
    while told and wrong - right > 1:
        middle = (right + wrong) // 2
        other = _asked(result, question, middle, ask, told)
        if other is None:
            return found
        if other.status == PASSED:
            right = middle
        else:
            found, wrong = other, middle
    return found


def _asked(
    result: Result, question: ApplyQuestion, number: int, ask: Callable[[Case], Result], told: tuple[str, ...]
) -> Result | None:
    """What comes after the first actions of a course; None where that cannot be said."""
    deeds = question.deeds[:number]
    asked = evolve(question, do=deeds if number > 1 else deeds[0], ask=tuple(dict.fromkeys((*question.ask, *told))))
    case = answered(asked, result.case.name, result.case.rule)
    other = case and ask(case)
    return other if other and (other.status == PASSED or wrong_facts(other)) else None


def rules_of_course(result: Result) -> Rules:
    """The rules that the last action of a course is about, the likeliest first."""
    question = result.case.asked
    if not isinstance(question, ApplyQuestion) or (course := question.course).after is None:
        return ()
    wrong = wrong_facts(result)
    then = result.answer.get("then") if isinstance(result.answer, dict) else None
    if not wrong or not isinstance(then, dict):
        return _of_refusal(course.before, course.action.verb)
    turn = set(wrong) & set(TURN)
    found = _of_turn(course, wrong, _waiting(then)) if turn else _of_fact(course, wrong)
    return tuple(dict.fromkeys(found))


def can_be_about(result: Result, rule: Rule) -> bool:
    """Whether a failure can be about a rule, by what comes up in its course; most rules may hold anywhere."""
    question = result.case.asked
    if not isinstance(question, ApplyQuestion):
        return True
    if rule in {Rule.SCORING_CARD_IS_REPLACED, Rule.SCORE_BEFORE_THE_NEXT_TURN, Rule.THREE_SCORINGS}:
        return any(isinstance(deed, Draw) and isinstance(deed.what, Round) for deed in question.deeds)
    if rule is Rule.RESHUFFLE:
        return len(question.state.deck) <= sum(isinstance(deed, Draw) for deed in question.deeds)
    return question.state.dirk is not None or rule not in OF_DRAWS["dirk-draws"]


def _waiting(then: dict[str, object]) -> str:
    """For what an engine waits, as far as it tells; empty where it does not."""
    if then.get("over") is True or then.get("waiting") == "over":
        return "over"
    if "actor" in then and then["actor"] is None:
        return "draw"
    return str(then.get("waiting", ""))


def _of_refusal(before: State, verb: str) -> Rules:
    """What is refused although the position before it was right."""
    if verb != "draw" or not before.todo:
        return ()
    step = before.todo[0]
    return (Rule.FIRST_TILES_SHOW_EVEN,) if getattr(step, "first", False) else OF_DRAWS.get(step.name, ())


def _of_turn(course: Course, wrong: list[str], waits: str) -> Iterator[Rule]:
    """The rules about what comes next, where something else comes."""
    before, after, verb = course.before, course.after, course.action.verb
    step = after.todo[0] if after and after.todo else None
    name = step.name if step else "over"
    ending = Rule.COMBINED_END if before.setup.game is COMBINED else Rule.END_WHEN_A_SPACE_STAYS_EMPTY
    award = isinstance(step, PlaceTiles) and not any(pending.bought for pending in step.tiles)
    vizier = VIZIER in before.setup.modules and before.actor not in (None, before.mover)
    if name in OF_DRAWS and waits != "draw":
        yield from _of_missing_draw(course, name, waits, wrong)
    elif waits == "draw" and name not in OF_DRAWS:
        yield from () if verb == "draw" else OF_TURNS.get(verb, ())[::-1]
        yield from _of_needless_draw(before, verb)
    elif (name == "over" and waits) or waits == "over" or (award and waits not in ("", "place")):
        yield ending
    elif award:
        yield from (Rule.AWARD_TO_THE_RICHEST, Rule.TIED_AWARDS_STAY, Rule.AWARD_IN_SPACE_ORDER, ending)
    if vizier and verb in {"buy", "place", "store", "give"}:
        yield Rule.VIZIER_EARNS_NO_ACTION if waits == "act" else Rule.VIZIER_ORDER
    if "favour" in (name, waits):
        yield from (Rule.VIZIER_ORDER, Rule.VIZIER_WINDOW, Rule.VIZIER_RESTS_AT_THE_END)
    if "show" in (name, waits):
        yield from (Rule.REVEAL_WINDOW, Rule.BONUS_CARDS_ARE_SECRET)
    if {*wrong} & {*TURN} <= {"actor", "mover"} and name != "favour":
        yield Rule.START_PLAYER if before.mover is None else Rule.TURN_ORDER
    yield from OF_TURNS.get(verb, ())


def _of_missing_draw(course: Course, name: str, waits: str, wrong: list[str]) -> Iterator[Rule]:
    """The rules about a draw that does not come."""
    before, action = course.before, course.action
    if "points" in wrong and waits != "over":
        yield Rule.SCORE_BEFORE_THE_NEXT_TURN
    if name == "refill-money" and isinstance(action, Draw) and isinstance(action.what, Round):
        yield Rule.SCORING_CARD_IS_REPLACED
    if name == "refill-money" and not len(before.deck):
        yield Rule.RESHUFFLE
    if name == "refill-tiles" and VIZIER in before.setup.modules and before.actor not in (None, before.mover):
        yield Rule.VIZIER_REFILLS_THE_YARD
    yield from OF_DRAWS[name]


def _of_needless_draw(before: State, verb: str) -> Rules:
    """The rules about a draw that should not come."""
    due = any(isinstance(step, ScoreDue) and step.rounds for step in before.todo)
    if before.dirk is not None and due:
        return OF_DRAWS["dirk-draws"]
    return OF_DRAWS[before.todo[0].name if verb == "draw" else "refill-money"]


def _of_fact(course: Course, wrong: list[str]) -> Rules:
    """The rules about facts that are wrong while the turn goes on as it should."""
    before, after, verb = course.before, course.after, course.action.verb
    modules = before.setup.modules
    match wrong[0]:
        case "hands" | "discard" if verb in {"buy", "flip"}:
            bureaus = (Rule.BUREAUS_COME_BACK,) if EXCHANGE in modules else ()
            held = (Rule.NO_CHANGE,) if verb == "buy" else (Rule.FLIP_COSTS_THREE,)
            return (*bureaus, *(held if "hands" in wrong else ()), Rule.PAID_CARDS_ARE_DISCARDED)
        case "discard" | "deck_size" if verb == "draw":
            return OF_FACTS["deck_size"]
        case "marker" if before.todo and before.todo[0].name == "dirk-draws":
            return (Rule.DIRK_FOLLOWS_THE_MARKER,)
        case "dirk":
            return (Rule.GIFTS_KEEP_THEIR_FACE, Rule.GIFTS_TO_DIRK) if verb == "give" else OF_DRAWS["dirk-draws"]
        case "winners":
            return (Rule.MOST_POINTS_WIN,) if before.dirk is None else (Rule.DIRK_WINS_NOTHING, Rule.MOST_POINTS_WIN)
        case "points" if after and after.points == before.points:
            return (Rule.SCORE_BEFORE_THE_NEXT_TURN,)
        case "points" | "dirk_points":
            special = {BONUS: Rule.BONUS_COUNTS_ONE_MORE, HUTS: Rule.HUT_COUNTS_ITS_NEIGHBOURS}
            dirk = (Rule.DIRK_SCORES_BUILDINGS_ONLY,) if wrong == ["dirk_points"] else ()
            return (*(rule for module, rule in special.items() if module in modules), *dirk)
        case "vizier":
            return (Rule.VIZIER_IS_REACTIVATED,) if verb == "reactivate" else (Rule.VIZIER_WINDOW,)
        case "hands" | "discard" | "cities" | "reserves":
            return rules_for(verb)
    return OF_FACTS.get(wrong[0], ())
