"""The legal actions of a state."""

from collections.abc import Iterable
from typing import Protocol

from granada.board import CURRENCIES, Card, Face, Purse, handfuls, payments
from granada.game.actions import (
    Action,
    Add,
    Flip,
    Give,
    Pass,
    Place,
    Remove,
    Reveal,
    Stop,
    Store,
    Swap,
    Take,
    canonical,
)
from granada.game.buying import purchases
from granada.game.chance import weights
from granada.game.placing import FLIP_PRICE
from granada.game.state import State, a_state
from granada.rulebook import Rulings
from granada.steps import Act, Decision, PlaceTiles


class Seen(Protocol):
    """What a seat sees of a state: a view."""

    @property
    def seat(self) -> int | None:
        """The seat; None for a spectator."""

    @property
    def table(self) -> State:
        """What it sees."""


def legal_actions(state: State | Seen) -> tuple[Action, ...]:
    """The legal actions in canonical order, payments without needless cards; at a draw, what can be drawn.

    There are none when the game is over.
    A view gives the actions of its own seat when that seat is to act, and otherwise none.
    """
    if not isinstance(state, State):
        table = a_state(getattr(state, "table", state))
        return legal_actions(table) if state.seat is not None and state.seat == table.actor else ()
    match state.todo[0] if state.todo else None:
        case None:
            return ()
        case Act() as step:
            return (*_acts(state, step), *_of_modules(state, step), *_ends(state, step))
        case PlaceTiles() as step:
            return (*_places(state, step), *_of_modules(state, step))
        case Decision() as step:
            return _of_modules(state, step)
        case _:
            return tuple(draw for draw, _ in weights(state))


def _of_modules(state: State, step: Decision) -> tuple[Action, ...]:
    """What the modules offer."""
    own = [action for module in state.setup.modules for action in module.options(state, step)]
    return tuple(sorted(own, key=canonical))


def _acts(state: State, step: Act) -> list[Action]:
    """Taking money, buying, and redesigning the city."""
    player = state.players[step.seat]
    city, reserve = player.city, tuple(dict.fromkeys(player.reserve))  # each once
    return [
        *(Take(cards) for cards in _handfuls(state)),
        *purchases(state, step.seat),
        *(Add(face, cell) for face in reserve for cell in city.sites(face)),
        *(Remove(cell) for cell in city.removable),
        *(Swap(cell, face) for cell, face in city.swaps(reserve)),
    ]


def _handfuls(state: State) -> tuple[Purse, ...]:
    """The cards that may be taken together."""
    rulings = state.rulings
    return handfuls(state.display, rulings.several_cards_limit, bureaus_too=rulings.bureaus_with_money)


def _ends(state: State, step: Act) -> tuple[Action, ...]:
    """Stopping after a purchase, or passing, where that is allowed."""
    if step.bought:
        return () if state.rulings.must_act_again and can_act(state, step) else (Stop(),)
    return (Pass(),) if state.rulings.may_pass or not can_act(state, step) else ()


def can_act(state: State, step: Act) -> bool:
    """Whether any action is possible; to show a bonus card does not count."""
    if len(state.display):
        return True
    own = (action for action in _of_modules(state, step) if not isinstance(action, Reveal))
    return any(own) or bool(_acts(state, step))


def _places(state: State, step: PlaceTiles) -> list[Action]:
    """Turning a tile over, building it, storing it either face up if it was bought, and giving it to Dirk."""
    player = state.players[step.seat]
    lying = _each_once(pending.tile.up for pending in step.tiles)
    bought = [pending for pending in step.tiles if pending.bought]
    unturned = _each_once(each.tile.up for each in bought if each.tile.down is not None and not each.flipped)
    below = [pending.tile.down for pending in bought if pending.tile.down is not None]
    gifts = [pending.tile.up for pending in bought if not pending.overpaid] if state.dirk is not None else []
    return [
        *(Flip(face, cards) for face in unturned for cards in _flip_payments(state.rulings, player.hand)),
        *(Place(face, cell) for face in lying for cell in player.city.sites(face)),
        *(Store(face) for face in _each_once([*lying, *below])),
        *(Give(face) for face in _each_once(gifts)),
    ]


def _flip_payments(rulings: Rulings, hand: Purse) -> list[Purse]:
    """The ways to pay for a flip, currency by currency, from which no card can be withheld."""
    if not rulings.flip_by_one_card:
        return [cards for currency in CURRENCIES for cards in payments(hand, currency, FLIP_PRICE)]
    return [Purse([card]) for card in hand.kinds if isinstance(card, Card) and card.value >= FLIP_PRICE]


def _each_once(faces: Iterable[Face]) -> list[Face]:
    """Some faces by notation, each once."""
    return sorted(set(faces))
