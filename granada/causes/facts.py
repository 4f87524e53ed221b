"""Find facts about a course of actions that goes wrong; the table of meanings explains them.

A fact names an error, alone or with its circumstances, such as ``wrong marker`` or ``wrong marker at the beginning``.
Only facts in that table have a meaning.
"""

import re
from collections.abc import Iterator
from typing import Any

from granada.board import Round
from granada.causes.meanings import MEANINGS, Rules, rules_meant
from granada.examining import WRONG, Result
from granada.game import VIZIER, Draw, State, Store
from granada.questions import FACTS, ApplyQuestion, Course, DrawQuestion, summary
from granada.spec import rules_for
from granada.steps import Act, Award, PlaceTiles, ScoreDue, Show, Step

TURN = ("over", "waiting", "actor", "mover", "placing", "bought")
"""The facts about the progress of a turn."""
DONE = ("hands", "discard", "cities", "reserves")
"""The facts that an action changes immediately."""
FOR_A_TILE = {"buy", "place", "store", "give"}
"""The actions that buy or place a tile."""


def wrong_facts(result: Result) -> list[str]:
    """The wrong facts in an answer about a course, starting with the most significant."""
    if not isinstance(result.case.asked, ApplyQuestion) or result.direction != WRONG:
        return []
    named = (line.partition(":")[0] for line in result.why.splitlines())
    return [name for name in named if name in FACTS]


def rules_of_course(result: Result) -> Rules:
    """The rules for the last action or draw in a course, starting with the most likely."""
    question = result.case.asked
    if isinstance(question, DrawQuestion):
        moats = ["draw with other moats"] if _differ_in_moats(result) else []
        return rules_meant(*moats, *_drawn(question.state))
    if not isinstance(question, ApplyQuestion):
        return ()
    course, wrong = question.course, wrong_facts(result)
    then = result.said("then")
    if course.after is None or not wrong or not isinstance(then, dict):
        return rules_meant(*_refused(course))
    things = list(_of_turn(course, wrong, then, summary(course.after)))
    done = [name for name in DONE if name in wrong and course.action.verb != "draw"]
    if course.action.verb != "draw" and ("deck_size" in wrong or {"discard", "display"} <= {*wrong}):
        # the shuffled cards are the discarded ones
        done = ["discard"] if not course.before.discard else [*done, "deck_size"]
    of_turn = _meant(things, course, wrong)
    if not done and things:
        return of_turn
    facts = ["deck_size"] if {"discard", "deck_size"} <= {*(done or wrong)} else [*done, *wrong]
    of_facts = _meant([f"wrong {facts[0]}"], course, wrong) or (rules_for(course.action.verb) if done else ())
    return (*of_facts, *of_turn)


def _meant(things: list[str], course: Course, wrong: list[str]) -> Rules:
    """The rules for the given facts; each fact is looked up first with the circumstances of the course, then alone."""
    when = list(_circumstances(course, wrong))
    return rules_meant(*(fact for thing in things for fact in (*(f"{thing} {each}" for each in when), thing)))


def _circumstances(course: Course, wrong: list[str]) -> Iterator[str]:
    """The circumstances of a course: its position, its last action and its next step, the most specific first."""
    before, action = course.before, course.action
    after = course.after or before
    heads = [state.todo[0] for state in (before, after) if state.todo]
    so = {
        "by the vizier": _is_by_vizier(before) and action.verb in FOR_A_TILE,
        "after a use of the vizier": VIZIER in before.setup.modules and not all(before.extra(VIZIER)),
        "with points": "points" in wrong,
        "of two rounds": any(isinstance(step, ScoreDue) and len(step.rounds) > 1 for step in before.todo),
        "after a scoring card": isinstance(action, Draw) and isinstance(action.what, Round),
        "from an empty deck": not len(before.deck) or "discard" in wrong,
        "at the beginning": before.mover is None,
        "with Dirk": before.dirk is not None,
        "while bonus cards are shown": any(isinstance(step, Show) for step in heads),
        "while tiles are awarded": any(map(_is_award, (*before.todo, *after.todo))),
        "before a scoring": after.points == before.points and after.mover == before.mover and not after.over,
        "with a reserve": any(player.reserve for player in after.players),
    }
    yield from (f"at {step.name}" for step in heads[:1])
    yield f"after {action.verb}"
    yield from (name for name, holds in so.items() if holds)
    yield from (f"with {module.name}" for module in before.setup.modules)


def _refused(course: Course) -> Iterator[str]:
    """The fact for an action refused in a correct position, or for an impossible draw that the engine accepted."""
    step = course.before.todo[0] if course.before.todo else None
    if isinstance(course.action, Draw):
        yield from _drawn(course.before)
    elif course.after is None:
        return
    elif isinstance(course.action, Store) and isinstance(step, PlaceTiles):
        other = not any(pending.tile.up == course.action.face for pending in step.tiles)
        yield f"refuses store of {'the other face' if other else origin(step)}"
    elif isinstance(step, Act) and step.bought:
        yield "refuses an action after a purchase"


def _drawn(state: State) -> Iterator[str]:
    """The facts for a refusal of the draw that must come next in a position, if any."""
    for step in state.todo[:1]:
        early = any(state.bags) and not all(map(all, state.yard))
        when = ["at the beginning"] * (state.mover is None) + ["before tiles"] * early
        yield from (f"refuses draw for {step.name} {each}" for each in when)
        yield from (f"refuses draw for {step.name}", f"draw for {step.name}")


def _of_turn(course: Course, wrong: list[str], then: dict[str, Any], right: dict[str, Any]) -> Iterator[str]:
    """The facts for a wrong next step, given the facts that the engine reports and the right ones."""
    before, after, verb = course.before, course.after, course.action.verb
    turn = {*wrong} & {*TURN}
    if not turn:
        return
    step, waits = after.todo[0] if after and after.todo else None, _waiting(then) or right["waiting"]
    comes = "over" if step is None else "award" if _is_award(step) else step.name
    waits = "award" if waits == "place" and verb not in {*FOR_A_TILE, "flip", "hut"} else waits
    yield f"waits for {waits}"
    if waits != "draw" and f"draw for {comes}" in MEANINGS:
        missing = f"no draw for {comes}"  # what is drawn cannot be wrong where nothing is
        yield from ("no draw", missing, *([] if missing in MEANINGS else [f"draw for {comes}"]))
    elif waits == "draw" and f"draw for {comes}" not in MEANINGS:
        due = any(isinstance(each, ScoreDue) and each.rounds for each in before.todo)
        needless = "dirk-draws" if before.dirk and due else before.todo[0].name if verb == "draw" else "refill-money"
        yield from (f"draw after {verb}", f"draw for {needless}")
    yield from (f"{waits} for {comes}", f"turn at {comes}", f"turn at {waits}", "turn")
    if turn <= {"placing", "bought"}:
        lists = [(then[name], right[name]) for name in turn if isinstance(then.get(name), list)]
        yield f"{'number of ' * any(len(came) != len(expected) for came, expected in lists)}tiles after {verb}"
    if turn <= {"actor", "mover"}:
        yield "seat"
    yield f"turn after {verb}"


def _waiting(then: dict[str, object]) -> str:
    """The step that an engine says it is waiting for; empty if it reports none."""
    if then.get("over") is True or then.get("waiting") == "over":
        return "over"
    if "actor" in then and then["actor"] is None:
        return "draw"
    return str(then.get("waiting", ""))


def _differ_in_moats(result: Result) -> bool:
    """Whether the reported draws are right except for their moats."""
    draws = result.said("draws")
    both = (result.case.expect["draws"], draws if isinstance(draws, dict) else ())
    sound, came = (sorted(re.sub("/[nesw]+", "", text) for text in some) for some in both)
    return sound == came


def origin(step: PlaceTiles) -> str:
    """Whether the waiting tiles were bought or awarded."""
    return "a bought tile" if any(pending.bought for pending in step.tiles) else "an award"


def _is_award(step: Step) -> bool:
    """Whether the richest players are being awarded tiles or still have to place them."""
    return isinstance(step, Award) or (isinstance(step, PlaceTiles) and origin(step) == "an award")


def _is_by_vizier(state: State) -> bool:
    """Whether a seat is acting between two turns, after everything that the turn requires."""
    due = any(isinstance(step, ScoreDue | Award) for step in state.todo)
    return VIZIER in state.setup.modules and state.actor is not None and not due
