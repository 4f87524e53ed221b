"""The sorts of questions that a rule printed in a book, but covered by no reading, would answer differently."""

from collections.abc import Callable
from functools import partial

from granada.board import START, Family, Layout, Round, neighbours
from granada.game import Action, Add, Place, Store, Take
from granada.questions import Answer, ApplyQuestion, AwardQuestion, MoatQuestion, Question, ScoreQuestion
from granada.rulebook import Rule
from granada.spec import has_a_tie, phase_of, rules_of_row, scene, tried


def _tried(question: Question) -> Action | None:
    """The action that the answer is about: the illegal action, or else the last one."""
    if isinstance(question, ApplyQuestion):
        return question.course.action
    return question.deeds[-1] if question.deeds else None


# Actions


def _takes_one_large_card(question: Question, answer: Answer) -> bool:
    action = _tried(question)
    return isinstance(action, Take) and len(action.cards) == 1 and action.cards.total() > 5 and answer["legal"]


def _stores_a_purchase(question: Question, answer: Answer) -> bool:
    asked = tried(question)
    return asked is not None and isinstance(asked[1], Store) and phase_of(asked[0]) == "place" and answer["legal"]


def _places_too_early(question: Question, answer: Answer) -> bool:
    return isinstance(_tried(question), Place) and str(Rule.IN_ITS_PHASE) in answer["broken"]


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
    """Whether a player of the combined game builds a tile that does not touch the other city."""
    action, found = _tried(question), scene(question)
    if not isinstance(action, Place | Add) or found is None or not answer["legal"] or question.setup is None:
        return False
    tiles = dict(found.layout.tiles)
    beside = (tiles[cell].family for cell in neighbours(action.cell) if cell in tiles)
    return len(question.setup.game.lanes) == len(Family) and all(each is action.face.family for each in beside)


# Scorings


def _tied(rule: Rule, question: Question, answer: Answer) -> bool:
    """Whether a tie to which the rule applies scores points."""
    del answer
    if not isinstance(question, ScoreQuestion):
        return False
    return any(rule in rules_of_row(question, row.name)[1] and has_a_tie(row) for row in question.scored.rows)


def _tied_for_points(question: Question, answer: Answer) -> bool:
    """Whether the loser of a tie in Granada gets the points of the next place; scoring A has no next place."""
    later = isinstance(question, ScoreQuestion) and question.round is not Round.A
    return later and _tied(Rule.TIES_GO_TO_THE_HIGHEST_PRICE, question, answer)


def _scores_a_hut(question: Question, answer: Answer) -> bool:
    del answer
    return isinstance(question, ScoreQuestion) and any(face.is_hut for city in question.cities for face in city.faces)


def _awards(question: Question, answer: Answer) -> bool:
    return isinstance(question, AwardQuestion) and any(seat is not None for seat in answer["result"])


def _ties_an_award(question: Question, answer: Answer) -> bool:
    return isinstance(question, AwardQuestion) and None in answer["result"]


SORTS: dict[str, Callable[[Question, Answer], bool]] = {
    "a single card above 5": _takes_one_large_card,
    "a bought tile for the reserve": _stores_a_purchase,
    "a tile placed before the end of the turn": _places_too_early,
    "a gap between two tiles": _leaves_a_gap,
    "a tile away from the other city": _builds_apart,
    "a tie in Granada": partial(_tied, Rule.TIES_GO_TO_THE_HIGHEST_PRICE),
    "a tie in B or C of Granada": _tied_for_points,
    "a tie in the Alhambra": partial(_tied, Rule.TIES_SHARE_THEIR_PLACES),
    "a hut in a scoring": _scores_a_hut,
    "a tile that is awarded": _awards,
    "a tied award": _ties_an_award,
}
"""The sorts of questions by name; a difference names its sort in ``bears_on``."""
