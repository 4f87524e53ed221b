"""Where a course of actions goes wrong: after how few of them the position is another, and which rules say so."""

import re
from collections.abc import Callable, Iterable, Iterator

from attrs import evolve

from granada.board import Round
from granada.causes.meanings import OF_DIRK, Rules, rules_meant
from granada.examining import ACCEPTED, PASSED, REFUSED, WRONG, Result
from granada.game import BONUS, COMBINED, EXCHANGE, HUTS, VIZIER, Action, Draw, State, Store
from granada.questions import FACTS, ApplyQuestion, Course, DrawQuestion, ScoreQuestion, summary
from granada.rulebook import Rule
from granada.spec import Case, answered, rules_for
from granada.steps import Act, Award, DirkDraws, Favour, PlaceTiles, RefillMoney, RefillTiles, ScoreDue, Show, Step

TURN = ("over", "waiting", "actor", "mover", "placing", "bought")
"""The facts that tell how a turn goes on."""
MOST_DRAWN = 4
"""So many cards are drawn at the most after an action."""
DONE = ("hands", "discard", "cities", "reserves")
"""The facts that an action changes at once, whatever comes next."""


def wrong_facts(result: Result) -> list[str]:
    """The facts that an answer to a course has wrong, the most telling first."""
    if not isinstance(result.case.asked, ApplyQuestion) or result.direction != WRONG:
        return []
    named = (line.partition(":")[0] for line in result.why.splitlines())
    return [name for name in named if name in FACTS]


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


def with_wrong_facts(result: Result, ask: Callable[[Case], Result], among: Iterable[str] = FACTS) -> Result:
    """A failure that asks only for the facts that are wrong, those among some, where it asks for more."""
    wrong, case = [fact for fact in wrong_facts(result) if fact in among], result.case
    then = case.expect.get("then", {})
    if not isinstance(case.asked, ApplyQuestion) or not 0 < len(wrong) < len(then):
        return result
    expect = {**case.expect, "then": {name: then[name] for name in then if name in wrong}}
    other = ask(evolve(case, asked=evolve(case.asked, ask=tuple(expect["then"])), expect=expect))
    return other if wrong_facts(other) == wrong else result


def rules_of_course(result: Result) -> Rules:
    """The rules that the last action of a course, or a draw, is about, the likeliest first."""
    question = result.case.asked
    if isinstance(question, DrawQuestion):
        moats = (Rule.MOATS_ON_BOTH_FACES,) if _differ_in_moats(result) else ()
        return (*moats, *_of_draw(question.state))
    if not isinstance(question, ApplyQuestion):
        return ()
    if (course := question.course).after is None:
        return _of_wrong_draw(course, question.deeds[: course.number - 1])
    wrong = wrong_facts(result)
    then = result.answer.get("then") if isinstance(result.answer, dict) else None
    if not wrong or not isinstance(then, dict):
        return _of_refusal(course.before, course.action)
    waits = _waiting(then) or summary(course.after)["waiting"]
    done = [name for name in wrong if name in DONE and course.action.verb != "draw"]
    drawn = "deck_size" in wrong or {"discard", "display"} <= {*wrong}
    if drawn and course.action.verb != "draw":  # what was shuffled is what was discarded
        done = ["discard"] if not course.before.discard else [*done, "deck_size"]
    by_fact = _of_fact(course, done or wrong, then) if done or not {*wrong} & {*TURN} else ()
    return tuple(dict.fromkeys((*by_fact, *(_of_turn(course, wrong, waits) if {*wrong} & {*TURN} else ()))))


def scorings_of(result: Result, known: Iterable[str] = ()) -> list[ScoreQuestion]:
    """The scorings by themselves in which a course gets wrong points; none where something else is wrong.

    ``known`` are facts that are wrong for another reason.
    """
    wrong, question = wrong_facts(result), result.case.asked
    points = {"points", "dirk_points"}
    if not isinstance(question, ApplyQuestion) or not points & {*wrong} or {*wrong} - points - {"winners", *known}:
        return []
    course = question.course
    if course.after is None or BONUS in course.after.setup.modules:
        return []
    state, due = course.after, [step.rounds for step in course.before.todo if isinstance(step, ScoreDue)]
    rounds = [Round.C] if state.over else [each for some in due for each in some]
    drawn = [course.action.what] if isinstance(course.action, Draw) else []
    rounds += [what for what in drawn if isinstance(what, Round)]
    cities = tuple(player.city for player in state.players)
    setup, dirk = state.setup, None if state.dirk is None else state.dirk.faces
    asked = ScoreQuestion(game=setup.game, rulings=setup.rulings, round=Round.C, cities=cities, dirk=dirk)
    asked = evolve(asked, scoring=setup.scoring, modules=setup.modules)
    return [evolve(asked, round=each) for each in dict.fromkeys(rounds)]


def can_be_about(result: Result, rule: Rule) -> bool:
    """Whether a failure can be about a rule, by what comes up in its course; most rules may hold anywhere."""
    question = result.case.asked
    if not isinstance(question, ApplyQuestion):
        return True
    state, deeds = question.state, question.deeds
    match rule:
        case Rule.SCORING_CARD_IS_REPLACED | Rule.SCORE_BEFORE_THE_NEXT_TURN | Rule.THREE_SCORINGS:
            return any(isinstance(deed, Draw) and isinstance(deed.what, Round) for deed in deeds)
        case Rule.RESHUFFLE:
            drawn = sum(isinstance(deed, Draw) for deed in deeds)
            return len(state.deck) <= (drawn or MOST_DRAWN)  # who draws by itself is told of no draw
        case Rule.MONEY_BEFORE_TILES:
            return any(state.bags) and (not all(map(all, state.yard)) or any(deed.verb == "buy" for deed in deeds))
        case Rule.COMBINED_AWARDS:
            return any(map(all, state.yard))
        case Rule.AWARDS_MAY_BE_DECLINED:
            return not any(_is_bought(step) for step in state.todo)
        case Rule.FIRST_TILES_SHOW_EVEN:
            return state.mover is None
        case Rule.VIZIER_ORDER:
            return wrong_facts(result) == ["actor"] or _is_asked_late(question.course)
    return state.dirk is not None or rule not in OF_DIRK


def _differ_in_moats(result: Result) -> bool:
    """Whether the tiles that can be drawn are told with other moats, and are the right ones but for these."""
    draws = result.answer.get("draws") if isinstance(result.answer, dict) else None
    sound, came = (
        [re.sub("/[nesw]+", "", text) for text in some] for some in (result.case.expect["draws"], draws or ())
    )
    return sorted(sound) == sorted(came)


def _is_bought(step: Step) -> bool:
    """Whether tiles that were bought wait to be placed, and none that was awarded."""
    return isinstance(step, PlaceTiles) and any(pending.bought for pending in step.tiles)


def origin(step: PlaceTiles) -> str:
    """Whether the tiles that wait were bought or awarded."""
    return "a bought tile" if _is_bought(step) else "an award"


def _is_by_vizier(state: State) -> bool:
    """Whether somebody acts between two turns: what is due in a turn has been done."""
    due = any(isinstance(step, ScoreDue | Award) for step in state.todo)
    return VIZIER in state.setup.modules and state.actor is not None and not due


def _is_asked_late(course: Course) -> bool:
    """Whether the one who has just moved is to be asked for the vizier, or nobody, or somebody after a use of one."""
    step = course.after.todo[0] if course.after and course.after.todo else None
    used = VIZIER in course.before.setup.modules and not all(course.before.extra(VIZIER))
    return not isinstance(step, Favour) or step.seat == course.before.mover or used


def _waiting(then: dict[str, object]) -> str:
    """For what an engine waits, as far as it tells; empty where it does not."""
    if then.get("over") is True or then.get("waiting") == "over":
        return "over"
    if "actor" in then and then["actor"] is None:
        return "draw"
    return str(then.get("waiting", ""))


def _of_refusal(before: State, action: Action) -> Rules:
    """What is refused although the position before it was right."""
    step = before.todo[0] if before.todo else None
    if isinstance(action, Draw):
        return _of_draw(before)
    if isinstance(action, Store) and isinstance(step, PlaceTiles):
        other = not any(pending.tile.up == action.face for pending in step.tiles)
        return rules_meant(f"refuses store of {'the other face' if other else origin(step)}")
    return rules_meant("refuses an action after a purchase") if isinstance(step, Act) and step.bought else ()


def _of_draw(state: State) -> Rules:
    """The rules about what can be drawn where something is to be drawn."""
    step = state.todo[0] if state.todo else None
    match step:
        case RefillTiles(first=True):
            return rules_meant("draw for the first tiles")
        case RefillMoney() if any(state.bags) and not all(map(all, state.yard)):
            return (Rule.MONEY_BEFORE_TILES, *rules_meant("draw for refill-money"))
        case DirkDraws(face=face):
            own = Rule.DIRK_STARTS_WITH_SIX if face else Rule.DIRK_FOLLOWS_THE_MARKER
            return (own, *rules_meant("draw for dirk-draws"))
    return rules_meant(f"draw for {step.name}") if step else ()


def _of_turn(course: Course, wrong: list[str], waits: str) -> Iterator[Rule]:
    """The rules about what comes next, where something else comes."""
    before, after, verb = course.before, course.after, course.action.verb
    step = after.todo[0] if after and after.todo else None
    name = step.name if step else "over"
    ending = Rule.COMBINED_END if before.setup.game is COMBINED else Rule.END_WHEN_A_SPACE_STAYS_EMPTY
    award = isinstance(step, PlaceTiles) and not _is_bought(step)
    vizier = _is_by_vizier(before)
    if vizier and waits == "act" and verb in {"buy", "place", "store", "give"}:
        yield Rule.VIZIER_EARNS_NO_ACTION
    drawn = bool(rules_meant(f"draw for {name}"))
    if drawn and waits != "draw":
        yield from _of_missing_draw(course, name, waits, wrong)
    elif waits == "draw" and not drawn:
        yield from () if verb == "draw" else rules_meant(f"turn after {verb}")[::-1]
        yield from _of_needless_draw(before, verb)
    elif award or name == "over":
        yield from _of_awards(before, wrong) if waits in ("place", "over") else ()
        yield ending
    elif waits == "over" or (waits == "place" and verb in {"take", "pass", "draw", "add", "remove", "swap"}):
        yield ending
    if vizier and verb in {"buy", "place", "store", "give"} and waits != "act":
        yield Rule.VIZIER_ORDER
    if "favour" in (name, waits):
        order = name == waits or _is_asked_late(course)
        asked = (Rule.VIZIER_ORDER, Rule.VIZIER_WINDOW)
        yield from (*(asked if order else asked[::-1]), Rule.VIZIER_RESTS_AT_THE_END)
    if "show" in (name, waits):
        yield from (Rule.REVEAL_WINDOW, Rule.BONUS_CARDS_ARE_SECRET)
    if {*wrong} & {*TURN} <= {"placing", "bought"} and (tiles := rules_meant(f"tiles after {verb}")):
        yield from tiles
        return
    if {*wrong} & {*TURN} <= {"actor", "mover"} and name != "favour":
        yield Rule.START_PLAYER if before.mover is None else Rule.TURN_ORDER
    yield from rules_meant(f"turn after {verb}")


def _of_awards(before: State, wrong: list[str]) -> Rules:
    """The rules about what becomes of the tiles that are left."""
    plain = (Rule.AWARD_TO_THE_RICHEST, Rule.TIED_AWARDS_STAY, Rule.AWARD_IN_SPACE_ORDER)
    return (Rule.COMBINED_AWARDS, *plain) if before.setup.game is COMBINED and "placing" in wrong else plain


def _of_missing_draw(course: Course, name: str, waits: str, wrong: list[str]) -> Iterator[Rule]:
    """The rules about a draw that does not come."""
    before, action = course.before, course.action
    if "points" in wrong and waits != "over":
        yield Rule.SCORE_BEFORE_THE_NEXT_TURN
    if name == "refill-money" and isinstance(action, Draw) and isinstance(action.what, Round):
        yield Rule.SCORING_CARD_IS_REPLACED
    if name == "refill-money" and ("discard" in wrong or not len(before.deck)):
        yield Rule.RESHUFFLE
    if name == "refill-tiles" and _is_by_vizier(before):
        yield Rule.VIZIER_REFILLS_THE_YARD
    yield from rules_meant(f"draw for {name}")


def _of_wrong_draw(course: Course, earlier: tuple[Action, ...]) -> Rules:
    """The rules about a draw that is accepted after others, although something else is due."""
    if not isinstance(course.action, Draw) or not earlier:
        return ()
    scoring = isinstance(earlier[-1], Draw) and isinstance(earlier[-1].what, Round)
    replaced = scoring and isinstance(course.before.todo[0], RefillMoney) if course.before.todo else False
    return (*((Rule.SCORING_CARD_IS_REPLACED,) if replaced else ()), *_of_draw(course.before))


def _of_needless_draw(before: State, verb: str) -> Rules:
    """The rules about a draw that should not come."""
    due = any(isinstance(step, ScoreDue) and step.rounds for step in before.todo)
    if before.dirk is not None and due:
        return rules_meant("draw for dirk-draws")
    return rules_meant(f"draw for {before.todo[0].name if verb == 'draw' else 'refill-money'}")


def _of_points(course: Course, wrong: list[str]) -> Iterator[Rule]:
    """The rules about when is scored and what counts, by what there is in a position that was made small."""
    before, state = course.before, course.after or course.before
    step = state.todo[0] if state.todo else None
    awarding = any(isinstance(each, Award) for each in (*before.todo, *state.todo))
    if any(isinstance(each, ScoreDue) and len(each.rounds) > 1 for each in before.todo):
        yield Rule.THREE_SCORINGS
    if isinstance(step, Show) or (before.todo and isinstance(before.todo[0], Show)):
        yield from (Rule.BUILDINGS_BEFORE_WALLS, Rule.SCORING_ORDER)
    if isinstance(step, PlaceTiles) and (awarding or not _is_bought(step)):
        yield Rule.LAST_SCORING
    elif state.points == before.points and state.mover == before.mover and not state.over:
        yield Rule.SCORE_BEFORE_THE_NEXT_TURN
    special = {BONUS: Rule.BONUS_COUNTS_ONE_MORE, HUTS: Rule.HUT_COUNTS_ITS_NEIGHBOURS}
    yield from (rule for module, rule in special.items() if module in state.setup.modules)
    if wrong == ["dirk_points"]:
        yield Rule.DIRK_SCORES_BUILDINGS_ONLY
    if any(player.reserve for player in state.players):
        yield Rule.RESERVE_COUNTS_NOTHING
    elif any(state.slots.values()):
        yield Rule.VALUE_OF_A_BUILDING


def _of_fact(course: Course, wrong: list[str], then: dict[str, object]) -> Rules:
    """The rules about facts that are wrong while the turn goes on as it should."""
    before, verb, modules = course.before, course.action.verb, course.before.setup.modules
    match wrong[0]:
        case _ if {"discard", "deck_size"} <= {*wrong}:
            return rules_meant("wrong deck_size")
        case "hands" | "discard" if verb in {"buy", "flip"}:
            bureaus = (Rule.BUREAUS_COME_BACK,) if EXCHANGE in modules else ()
            held = (Rule.NO_CHANGE,) if verb == "buy" else (Rule.FLIP_COSTS_THREE,)
            return (*bureaus, *(held if "hands" in wrong else ()), Rule.PAID_CARDS_ARE_DISCARDED)
        case "discard" | "deck_size" if verb == "draw":
            return rules_meant("wrong deck_size")
        case "marker" if before.todo and before.todo[0].name == "dirk-draws":
            return rules_meant("wrong marker while Dirk draws")
        case "marker" if before.mover is None:
            return rules_meant("wrong marker at the beginning")
        case "dirk" if verb == "give":
            gone = isinstance(tiles := then.get("dirk"), list) and len(tiles) == len(
                before.dirk.faces if before.dirk else ()
            )
            return rules_meant("a gift is gone" if gone else "a gift is another")
        case "dirk":
            return rules_meant("draw for dirk-draws")
        case "winners" if before.dirk is not None:
            return rules_meant("wrong winners with Dirk")
        case "points" | "dirk_points":
            return tuple(_of_points(course, wrong))
        case "vizier" if verb == "reactivate":
            return rules_meant("wrong vizier after reactivate")
        case "hands" | "discard" if course.after and any(isinstance(step, Award) for step in course.after.todo):
            return (Rule.AWARD_TO_THE_RICHEST,)
        case "hands" | "discard" | "cities" | "reserves":
            return rules_for(verb)
    return rules_meant(f"wrong {wrong[0]}")
