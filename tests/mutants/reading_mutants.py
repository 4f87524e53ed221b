"""Mutants of the readings: one is read in the same way whatever a table has chosen, or is misunderstood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.game import rules, scoring
from granada.game.actions import Stop, Take
from granada.game.modules import vizier
from granada.rulebook import READINGS, Rule, Rulings
from granada.steps import RefillTiles
from tests.mutants.mutant import Mutant, around, instead, judged, refuses, together, too
from tests.mutants.scoring_mutants import without_dirk

if TYPE_CHECKING:
    from granada.board import Building
    from granada.game.actions import Action
    from granada.game.state import Setup, State
    from granada.steps import Act, Step
    from tests.mutants.mutant import Sound

AGAIN = Rule.EXACT_PAYMENT_EARNS_AN_ACTION
ALWAYS = tuple(
    Mutant(f"{name} is always {value}", str(rule), instead(Rulings, **{name: value}))
    for name, (rule, values) in READINGS.items()
    for value in values
)


def must_act(state: State, *_: object) -> bool:
    """Whether the further action is a duty, whatever can be done."""
    return state.rulings.must_act_again


def never_stopping(sound: Sound, state: State, step: Act) -> tuple[Action, ...]:
    """Where the further action is a duty, nobody ever stops."""
    return tuple(action for action in sound(state, step) if not (must_act(state) and isinstance(action, Stop)))


def not_asked_again(sound: Sound, setup: Setup) -> tuple[Step, ...]:
    """Where the vizier lasts, nobody is asked again after a purchase."""
    return (RefillTiles(),) if setup.rulings.vizier_until_awards else sound(setup)


def dirk_has_no_place(sound: Sound, state: State, building: Building) -> object:
    """Where only cities count, Dirk does not rank either."""
    return without_dirk(state, building) if state.rulings.value_in_cities else sound(state, building)


def bureaus_worth_one(_: State, __: Act, take: Take) -> bool:
    """A bureau adds one to the sum."""
    return len(take.cards) > 1 and take.cards.total() + len(take.cards.bureaus) > 5


MISUNDERSTOOD = (
    Mutant(
        "who can do nothing else may not stop",
        "exact-payment-earns-an-action",
        together(around(rules, acts=never_stopping), judged(Stop, too(AGAIN, must_act))),
    ),
    Mutant(
        "Dirk has no place where only cities count", "value-of-a-building", around(scoring, _counts=dirk_has_no_place)
    ),
    Mutant(
        "nobody is asked again where the vizier lasts",
        "vizier-rests-at-the-end",
        around(vizier, after_favour=not_asked_again),
    ),
    refuses(
        "a bureau taken with money is worth one",
        Take,
        Rule.TAKE_SEVERAL_UP_TO_FIVE,
        bureaus_worth_one,
        "bureau-is-taken-alone",
    ),
)
ALL = (*ALWAYS, *MISUNDERSTOOD)
