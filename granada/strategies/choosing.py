"""How a number chooses what happens next: the smaller it is, the plainer the move, and most plain games are short.

A number means the same wherever it stands in a game, as far as that can be.
So a game goes on sensibly when earlier moves are taken out, as hypothesis does to find the shortest one.
"""

from granada.board import Bureau, Card, Round
from granada.game import (
    Action,
    Add,
    Buy,
    Deck,
    Decline,
    Draw,
    Flip,
    Give,
    Pass,
    Place,
    Reactivate,
    Remove,
    Reveal,
    State,
    Stop,
    Store,
    Swap,
    Take,
    TakeHut,
    legal_actions,
    supply,
)
from granada.steps import DealHand
from granada.table import building_actions

MOST = 999
"""The highest number that chooses a move, more than there are legal actions; the lowest is 1."""
RARE = 900
"""From this number on a draw is a scoring card or a bureau, if there is one in the pile."""
_PLAINNESS = {
    kind: place
    for place, kind in enumerate(
        (
            *(Stop, Decline, Pass, Take, Buy, Place, Store, Give),
            *(Add, Remove, Swap, TakeHut, Reveal, Reactivate, Flip),
        )
    )
}
"""The plainest kind of action comes first."""


def _plainness(action: Action) -> tuple[int, int]:
    """What puts the plainest actions first: of money, as many cards as one may take."""
    return _PLAINNESS[type(action)], -len(action.cards) if isinstance(action, Take) else 0


def decision(state: State, number: int, eager: int) -> Action:
    """The action that a number chooses: any, but each ``eager``-th number buys or builds, so that cities grow."""
    listed = sorted(legal_actions(state), key=_plainness)
    liked = building_actions(listed)
    if not liked:
        return listed[(number - 1) % len(listed)]
    if number % eager == 0:
        return liked[(number // eager - 1) % len(liked)]
    return listed[(number - 1 - number // eager) % len(listed)]


def chance(state: State, number: int) -> Draw:
    """The draw that a number chooses: hands are dealt high cards first, the display low ones."""
    source = supply(state)
    if not isinstance(source, Deck):
        return Draw((source or ())[(number - 1) % len(source or ())])
    top = source.layers[0]
    kinds = [card for pool, size in zip(source.pools, top.slots, strict=True) if size for card in pool.kinds]
    money = [card for card in kinds if isinstance(card, Card)]
    others: list[Bureau | Round] = [*(card for card in kinds if isinstance(card, Bureau)), *top.cards]
    if others and (number >= RARE or not money):
        return Draw(others[(number - RARE) % len(others)])
    money.sort(key=lambda card: card.value, reverse=isinstance(state.todo[0], DealHand))
    return Draw(money[(number - 1) % len(money)])
