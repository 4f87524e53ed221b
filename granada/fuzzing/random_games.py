"""Random questions about each kind of action in each phase, legal or not, and about whole records."""

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import NamedTuple, TypedDict, Unpack

from granada.fuzzing.random_actions import attempt
from granada.fuzzing.random_strata import GameStratum, Holds, Moves, about, breaks, drawing, legal
from granada.game import BONUS, HUTS, VERBS, VIZIER, Action, Draw, State, is_legal, legal_actions
from granada.questions import ApplyQuestion, DrawQuestion, GameQuestion, LegalQuestion, as_told, waiting
from granada.spec import Case
from granada.steps import Act
from granada.table import Record

Wanted = Callable[[State], bool]
TRIES = 12
"""The number of positions to try in each game."""
BEFORE = 40
"""The maximum number of moves to go back from a position that a chapter cannot express to one that it can."""


class _Needs(TypedDict, total=False):
    """The requirements that a game must meet for a phase to occur."""

    games: tuple[str, ...]
    module: str
    players: int


def _in_phase(name: str) -> Wanted:
    """A test of whether a position is in the given phase."""
    return lambda state: waiting(state) == name


class _Approach(NamedTuple):
    """A path from a position that a chapter can express to another position in the same game."""

    start: State
    """The first position, in the form used in chapters."""
    actions: tuple[Action, ...]
    """The actions and draws after the first position; empty if a chapter can express the last position."""
    state: State
    """The position after these actions and draws."""
    at: int
    """The number of the next move."""

    def then(self, *actions: Action) -> ApplyQuestion:
        """A question about the position after the path and the given actions."""
        done = (*self.actions, *actions)
        return ApplyQuestion(state=self.start, do=done if len(done) > 1 else done[0], ask=())


def _approach(rng: Random, moves: Moves, wanted: Wanted, before: int = 1) -> _Approach | None:
    """A short path to a position that meets a condition; None if there is none.

    Chapters cannot express some positions, such as those in which Dirk draws.
    """
    found = [at for at, (state, _) in enumerate(moves) if wanted(state)]
    for end in rng.sample(found, min(TRIES, len(found))):
        for at in range(end, max(-1, end - before), -1):
            if (start := _told(moves[at][0])) is not None:
                actions = tuple(action for _, action in moves[at:end])
                return _Approach(start, actions, start if at == end else moves[end][0], end)
    return None


@lru_cache(maxsize=1000)
def _told(state: State) -> State | None:
    """The position as a chapter expresses it, or None; the same positions are tried again and again."""
    return as_told(state)


# Legal actions and possible draws


@drawing
def _listing(rng: Random, moves: Moves, wanted: Wanted) -> LegalQuestion | None:
    """A question about the legal actions in a position that meets a condition."""
    found = _approach(rng, moves, wanted)
    return found and LegalQuestion(state=found.start)


def _listed(name: str, wanted: Wanted, **needs: Unpack[_Needs]) -> GameStratum:
    """A stratum of questions about the legal actions in positions that meet a condition."""
    return GameStratum("legal", name, _listing(wanted), about(LegalQuestion, lambda q: wanted(q.state)), **needs)


@drawing
def _outcomes(rng: Random, moves: Moves, *steps: str) -> DrawQuestion | None:
    """A question about the possible draws when one of these steps is due."""
    found = _approach(rng, moves, lambda state: bool(state.todo) and state.todo[0].name in steps)
    return found and DrawQuestion(state=found.start)


def _due(*steps: str) -> Holds:
    """A test of whether one of these steps is due."""
    return about(DrawQuestion, lambda question: any(step.name in steps for step in question.state.todo[:1]))


def _may_score(case: Case) -> bool:
    """Whether the possible draws include a scoring card."""
    return bool({"A", "B"} & {*case.expect["draws"]})


def _has_bought(state: State) -> bool:
    """Whether a seat acts again because it has paid exactly."""
    step = state.todo[0] if state.todo else None
    return isinstance(step, Act) and bool(step.bought)


WITH_PALACES = ("alhambra", "combined")
LISTING = (
    _listed("a turn", lambda state: waiting(state) == "act" and not _has_bought(state)),
    _listed("a turn after an exact purchase", _has_bought),
    _listed("placing tiles", _in_phase("place")),
    _listed("placing tiles beside Dirk", _in_phase("place"), players=2),
    _listed("a turn with builders' huts", _in_phase("act"), games=WITH_PALACES, module=HUTS.name),
    _listed("a favour of the vizier", _in_phase("favour"), module=VIZIER.name),
    GameStratum("draw", "money", _outcomes("refill-money", "deal-hand"), _due("refill-money", "deal-hand")),
    GameStratum("draw", "a scoring card can come", _outcomes("refill-money"), _may_score),
    GameStratum("draw", "tiles", _outcomes("refill-tiles"), _due("refill-tiles")),
)


# Actions and games


@drawing
def _legal_action(rng: Random, moves: Moves, name: str, verb: str) -> ApplyQuestion | None:
    """A question about a legal action with a given verb in a given phase."""
    for _ in range(TRIES):
        found = _approach(rng, moves, _in_phase(name), BEFORE)
        if found is None:
            return None
        if name == "draw":
            return found.then(moves[found.at][1])
        if options := [action for action in legal_actions(found.state) if action.verb == verb]:
            return found.then(rng.choice(options))
    return None


@drawing
def _wrong_action(rng: Random, moves: Moves, name: str, *verbs: str) -> ApplyQuestion | None:
    """A question about an illegal action with one of the given verbs in a given phase."""
    found = _approach(rng, moves, _in_phase(name), BEFORE)
    for _ in range(8 if found else 0):
        action = found and attempt(found.state, rng, rng.choice(verbs))
        if found and action and not is_legal(found.state, action):
            return found.then(action)
    return None


@drawing
def _several_actions(rng: Random, moves: Moves, *, wrong: bool) -> ApplyQuestion | None:
    """A question about several consecutive moves of a game; the last one is illegal if ``wrong`` is true."""
    found = _approach(rng, moves, lambda _: True)
    if found is None:
        return None
    last = min(found.at + rng.choice((2, 3, 5, 8, 12, 20)), len(moves))
    actions = [action for _, action in moves[found.at : last]]
    if wrong:
        state = moves[last - 1][0]
        action = attempt(state, rng, rng.choice(_verbs_in(waiting(state)) or ["pass"]))
        if action is None or is_legal(state, action):
            return None
        actions[-1] = action
    return found.then(*actions)


@drawing
def _game(rng: Random, moves: Moves, *, whole: bool = False, wrong: str = "") -> GameQuestion | None:
    """A question about a recorded game or its beginning; ``wrong`` says whether an action or a draw is changed."""
    size = len(moves) if whole else rng.randint(1, min(len(moves), 120))
    steps: list[tuple[int | None, Action]] = [(state.actor, action) for state, action in moves[:size]]
    if wrong:
        places = [at for at, (seat, _) in enumerate(steps) if (seat is None) is (wrong == "draw")]
        if not places:
            return None
        at = rng.choice(places)
        other = attempt(moves[at][0], rng, rng.choice(_verbs_in(waiting(moves[at][0]))))
        if other is None or isinstance(other, Draw) is not (wrong == "draw"):
            return None
        steps[at] = (steps[at][0], other)
    return GameQuestion(record=Record(moves[0][0].setup, tuple(steps)))


_ANYTHING: _Needs = {}
_WITH_VIZIER: _Needs = {"module": VIZIER.name}
_WITH_BONUS: _Needs = {"games": WITH_PALACES, "module": BONUS.name}
PHASES: dict[tuple[str, str], _Needs] = {
    **{(verb, "act"): _ANYTHING for verb in ("take", "buy", "add", "remove", "swap", "stop", "pass")},
    **{(verb, "place"): _ANYTHING for verb in ("place", "store")},
    ("flip", "place"): {"games": ("granada", "combined")},
    ("give", "place"): {"players": 2},
    ("draw", "draw"): _ANYTHING,
    ("hut", "act"): {"games": WITH_PALACES, "module": HUTS.name},
    ("reactivate", "act"): _WITH_VIZIER,
    **{(verb, "favour"): _WITH_VIZIER for verb in ("buy", "decline")},
    **{("reveal", name): _WITH_BONUS for name in ("act", "place", "show")},
    ("decline", "show"): _WITH_BONUS,
}
"""A mapping from pairs of verb and phase to the requirements that a game must meet for them."""
NEVER_LEGAL = {("pass", "act")}
"""Pairs of verb and phase that are legal too rarely for random games to reach them."""
NEVER_WRONG = {("store", "place"), ("decline", "favour"), ("decline", "show")}


def _verbs_in(name: str) -> list[str]:
    """The verbs of the actions that can occur in a phase."""
    return [verb for verb, known in PHASES if known == name]


def _illegal(case: Case) -> bool:
    """Whether the answer reports a broken rule."""
    return not legal(case)


def _done(name: str, also: Holds, verb: str = "") -> Holds:
    """A test of whether the last action is in the given phase and has the given verb, if any."""
    return about(
        ApplyQuestion,
        lambda question: verb in ("", question.deeds[-1].verb) and waiting(question.course.before) == name,
        also,
    )


def _done_in_a_row(also: Holds) -> Holds:
    """A test of whether a question is about several actions."""
    return about(ApplyQuestion, lambda question: len(question.deeds) > 1, also)


def _says(what: str) -> Holds:
    """A test of whether the answer contains a key."""
    return lambda case: what in case.expect


STEPPING = (
    *(
        GameStratum("apply", f"{word}: {verb}, phase {name}", draw(name, verb), _done(name, holds, verb), **needs)
        for word, draw, holds, never in (
            ("legal", _legal_action, legal, NEVER_LEGAL),
            ("illegal", _wrong_action, _illegal, NEVER_WRONG),
        )
        for (verb, name), needs in PHASES.items()
        if (verb, name) not in never
    ),
    *(
        GameStratum(
            "apply",
            f"what phase {name} does not know",
            _wrong_action(name, *(verb for verb in VERBS if (verb, name) not in PHASES)),
            _done(name, breaks("in-its-phase")),
        )
        for name in ("act", "place", "draw")
    ),
    GameStratum("apply", "several legal steps", _several_actions(wrong=False), _done_in_a_row(legal)),
    GameStratum("apply", "several steps, the last illegal", _several_actions(wrong=True), _done_in_a_row(_illegal)),
    GameStratum("game", "whole", _game(whole=True), _says("points")),
    GameStratum("game", "whole, beside Dirk", _game(whole=True), _says("points"), players=2),
    GameStratum("game", "its beginning", _game(), _says("unfinished")),
    GameStratum("game", "with an action changed", _game(wrong="action"), _says("illegal")),
    GameStratum("game", "with a draw changed", _game(wrong="draw")),
)
