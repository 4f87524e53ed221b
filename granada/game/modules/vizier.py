"""The vizier's favour, which lets a player buy one tile for its exact price between two turns and place it."""

from collections.abc import Iterable

from granada.game.acting import after_acting
from granada.game.actions import Action, Buy, Decline, Reactivate
from granada.game.buying import broken_by_buying, purchases, tile_bought, with_purchase
from granada.game.state import Module, Setup, State, replaced
from granada.rulebook import IMPOSSIBLE, Rule
from granada.steps import Act, Decision, EndTest, Favour, NextTurn, OpenFavour, Pending, PlaceTiles, RefillTiles, Step


def _begins(setup: Setup) -> tuple[bool, ...]:
    """The initial state of the viziers, which are all active."""
    return (True,) * setup.players


def _before(setup: Setup, step: Step) -> tuple[Step, ...]:
    """Insert the viziers' decisions before the next turn or, under another reading, before the test for the end."""
    asked_before = EndTest if setup.rulings.vizier_until_awards else NextTurn
    return (OpenFavour(),) if isinstance(step, asked_before) else ()


def after_favour(setup: Setup) -> tuple[Step, ...]:
    """The steps after a tile that was bought with the vizier has been placed."""
    test = () if setup.rulings.vizier_until_awards else (EndTest(),)
    return (RefillTiles(), *test, OpenFavour())


def seats_to_ask(state: State) -> tuple[int, ...]:
    """The seats with an active vizier that may use it now, starting with the next player."""
    count = len(state.players)
    number = count - 1 if state.rulings.vizier_for_others else count
    order = [((state.mover or 0) + 1 + turn) % count for turn in range(number)]
    return tuple(seat for seat in order if state.extra(VIZIER)[seat])


def _runs(state: State, step: Step) -> State | None:
    return _asked(state, seats_to_ask(state)) if isinstance(step, OpenFavour) else None


def _asked(state: State, seats: tuple[int, ...]) -> State:
    """Let the given seats decide one after another; if there are none, the agenda continues."""
    return state.then(Favour(seats[0], seats[1:])) if seats else state.then()


def _options(state: State, step: Decision) -> list[Action]:
    match step:
        case Act(seat):
            return [] if state.extra(VIZIER)[seat] else [Reactivate()]
        case Favour(seat):
            return [Decline(), *(buy for buy in purchases(state, seat) if _is_exact(state, buy))]
    return []


def _is_exact(state: State, action: Buy) -> bool:
    return action.cards.total() == tile_bought(state, action).up.price


def _broken(state: State, step: Step, action: Action) -> Iterable[Rule] | None:
    match step, action:
        case Favour(seat), Buy():
            found = list(broken_by_buying(state, seat, action))
            exact = IMPOSSIBLE.intersection(found) or _is_exact(state, action)
            return found if exact else [*found, Rule.VIZIER_PAYS_EXACTLY]
        case Favour(), Decline():
            return ()
        case Act(seat), Reactivate():
            return (Rule.VIZIER_IS_REACTIVATED,) if state.extra(VIZIER)[seat] else ()
    return None


def _performs(state: State, step: Step, action: Action) -> State:
    match step, action:
        case Favour(seat), Buy():
            place = PlaceTiles(seat, (Pending(tile_bought(state, action)),))
            bought = with_purchase(state, seat, action, place, *after_favour(state.setup))
            return _turned(bought, seat, active=False)
        case Favour(_, seats), Decline():
            return _asked(state, seats)
        case Act(seat), Reactivate():
            return _turned(after_acting(state, step), seat, active=True)
    return state


def _turned(state: State, seat: int, *, active: bool) -> State:
    return state.with_extra(VIZIER, replaced(state.extra(VIZIER), seat, active))


VIZIER = Module(
    name="vizier", begins=_begins, before=_before, runs=_runs, options=_options, broken=_broken, performs=_performs
)
