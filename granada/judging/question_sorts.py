"""The sorts of questions to which a book's text, if no reading covers it, would give another answer."""

from collections.abc import Callable
from functools import cache, partial

from granada.board import START, Family, Layout, Round, neighbours
from granada.events import Awarded, Event, RowScored
from granada.game import Action, Add, Majority, Place, Row, Setup, Store, Take, plans
from granada.questions import Answer, ApplyQuestion, AwardQuestion, MoatQuestion, Question, ScoreQuestion
from granada.rulebook import Rule
from granada.spec import has_a_tie, phase_of, relevant_rules, rules_of_row, scene, tried
from granada.table import unfold


def _tried(question: Question) -> Action | None:
    """The action that the answer is about: the illegal action or, if all are legal, the last one."""
    if isinstance(question, ApplyQuestion):
        return question.course.action
    return question.deeds[-1] if question.deeds else None


# Actions


def _takes_one_large_card(question: Question, answer: Answer) -> bool:
    action = _tried(question)
    return isinstance(action, Take) and len(action.cards) == 1 and action.cards.total() > 5 and answer["legal"]


def _stores(phase: str, question: Question, answer: Answer) -> bool:
    asked = tried(question)
    return asked is not None and isinstance(asked[1], Store) and phase_of(asked[0]) == phase and answer["legal"]


# Cities


def _leaves_a_gap(question: Question, answer: Answer) -> bool:
    """Whether a legal city has an empty cell between two tiles."""
    found = scene(question) if answer.get("legal") else None
    return found is not None and not isinstance(question, MoatQuestion) and _has_a_gap(found.layout)


def _has_a_gap(layout: Layout) -> bool:
    taken = {START, *dict(layout.tiles)}
    free = {beside for cell in taken for beside in neighbours(cell)} - taken
    return any({north, south} <= taken or {east, west} <= taken for north, east, south, west in map(neighbours, free))


def _builds_apart(question: Question, answer: Answer) -> bool:
    """Whether a player in the combined game builds a tile that does not touch the other city."""
    action, found = _tried(question), scene(question)
    if not isinstance(action, Place | Add) or found is None or not answer["legal"] or question.setup is None:
        return False
    tiles = dict(found.layout.tiles)
    beside = (tiles[cell].family for cell in neighbours(action.cell) if cell in tiles)
    return len(question.setup.game.lanes) == len(Family) and all(each is action.face.family for each in beside)


# Scorings and awards


@cache
def _events(question: Question) -> tuple[Event, ...]:
    """The events that the legal actions of a question cause."""
    if not isinstance(question, ApplyQuestion):
        return ()
    states = [*question.course.positions, question.course.after]
    steps = zip(states, question.deeds, states[1:], strict=False)
    return tuple(event for state, action, after in steps if state and after for event in unfold(state, action)[1])


def _rows(question: Question) -> list[tuple[Round, Row]]:
    """The rows that a question scores, each with its scoring round."""
    if isinstance(question, ScoreQuestion):
        return [(question.round, row) for row in question.scored.rows]
    return [(event.round, event.row) for event in _events(question) if isinstance(event, RowScored)]


def _winners(question: Question) -> list[int | None]:
    """The seats that are awarded the tiles left in the yard; None for a tie."""
    if isinstance(question, AwardQuestion):
        return list(question.answer()["result"])
    return [event.winner for event in _events(question) if isinstance(event, Awarded)]


def _tied(
    rule: Rule, question: Question, _: Answer, differs: Callable[[Setup, Round, Row], bool] = lambda *_: True
) -> bool:
    """Whether a rule decides a tie that scores points, for which a book's text would give different points."""
    setup = question.setup
    return setup is not None and any(
        has_a_tie(row) and rule in rules_of_row(str(setup.scoring), row.name)[1] and differs(setup, each, row)
        for each, row in _rows(question)
    )


def _loser_scores(_: Setup, __: Round, row: Row) -> bool:
    """Whether a player who loses a tie gets points for the next place."""
    scoring = [each.count for each in row.standings if each.points]
    return len(scoring) > len(set(scoring))


def _shares_two_places(setup: Setup, which: Round, row: Row) -> bool:
    """Whether tied players would get different points if they shared only the first of their places."""
    places = next(plan.places for plan in plans(setup) if isinstance(plan, Majority) and plan.name == row.name)
    counts = [each.count for each in row.standings]
    tied = ((counts.index(each.count), counts.count(each.count), each.points) for each in row.standings)
    own = places[list(Round).index(which)]
    return any(points != sum(own[first : first + 1]) // number for first, number, points in tied)


def _scores_a_hut(question: Question, _: Answer) -> bool:
    cities = question.cities if isinstance(question, ScoreQuestion) else ()
    if isinstance(question, ApplyQuestion) and _rows(question):
        cities = tuple(player.city for player in question.course.before.players)
    return any(face.is_hut for city in cities for face in city.faces)


SORTS: dict[str, Callable[[Question, Answer], bool]] = {
    "a single card above 5": _takes_one_large_card,
    "a bought tile for the reserve": partial(_stores, "place"),
    "an award for the reserve": partial(_stores, "award"),
    "a tile placed before the end of the turn": lambda question, answer: (
        isinstance(_tried(question), Place) and str(Rule.IN_ITS_PHASE) in answer["broken"]
    ),
    "a gap between two tiles": _leaves_a_gap,
    "a tile away from the other city": _builds_apart,
    "a founding of Granada": lambda question, answer: (
        answer.get("legal") is True and Rule.GRANADA_IS_FOUNDED_AT_A_WALL in relevant_rules(question)
    ),
    "a tie in Granada": partial(_tied, Rule.TIES_GO_TO_THE_HIGHEST_PRICE),
    "a tie in Granada whose loser scores": partial(_tied, Rule.TIES_GO_TO_THE_HIGHEST_PRICE, differs=_loser_scores),
    "a tie in the Alhambra for two places": partial(_tied, Rule.TIES_SHARE_THEIR_PLACES, differs=_shares_two_places),
    "points for Dirk": lambda question, _: any(row.of(None) for _, row in _rows(question)),
    "a hut in a scoring": _scores_a_hut,
    "a tile that is awarded": lambda question, _: any(seat is not None for seat in _winners(question)),
    "a tied award": lambda question, _: None in _winners(question),
}
"""A mapping from names to sorts of question; a difference names its sort in ``bears_on``."""
