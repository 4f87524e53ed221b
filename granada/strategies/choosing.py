"""How a number chooses what happens next: the smaller it is, the plainer the move, and most plain games are short.

A number means the same wherever it stands in a game, as far as that can be.
So a game goes on sensibly when earlier moves are taken out, as hypothesis does to find the shortest one.
"""

from collections.abc import Sequence

from granada import game
from granada.board import CURRENCIES, Bureau, Card, Purse, Round, Tile
from granada.errors import InvalidState
from granada.game import Action, Deck, Draw, State
from granada.steps import Act, DealHand

MOST = 2**20 - 1
"""The highest number that chooses something; the lowest is 1."""
_GO_ON, _BUILD, _PUT_AWAY, _CHANGE = _SORTS = range(4)
"""The sorts of actions, the plainest first; a purchase for which the payment is exact is of two sorts."""
_KINDS: tuple[tuple[type[Action], ...], ...] = (
    (game.Stop, game.Decline, game.Pass, game.Take),
    (game.Buy, game.Place, game.TakeHut, game.Reveal, game.Add),
    (game.Store, game.Remove),
    (game.Flip, game.Give, game.Swap, game.Reactivate),
)
_WANTED = (*_SORTS, _BUILD, _GO_ON, _BUILD, _BUILD)
"""The sort that each of eight numbers chooses: half of them buy or build, so that cities grow."""
WAIT = 1
"""The number that makes the plainest of all draws that are due, and chooses no action."""
PLAIN = 33
"""Numbers up to this one do the same, and then choose an action."""
_DRAWS = (1, 2, 3, 4)
"""How many draws each of four higher numbers chooses; no more are made than are due."""


def decision(state: State, number: int) -> Action:
    """The action that a number chooses: by its sort, and if there is none of that sort, of the plainest one."""
    place, sort = divmod(number - WAIT - 1, len(_WANTED))
    listed = game.legal_actions(state)
    for wanted in (_WANTED[sort], *_SORTS):
        if found := _of_a_sort(state, listed, wanted):
            return found[_place(place, len(found))[0]]
    raise InvalidState("nobody can do anything")


def _of_a_sort(state: State, listed: Sequence[Action], sort: int) -> list[Action]:
    """The actions of a sort, the plainest first."""
    found = sorted((action for action in listed if isinstance(action, _KINDS[sort])), key=_plainness)
    if sort == _CHANGE and isinstance(state.todo[0], Act):
        seat = state.todo[0].seat
        found += [each for each in listed if isinstance(each, game.Buy) and game.earns_an_action(state, seat, each)]
    return found


def _plainness(action: Action) -> int:
    """What puts the plainest actions first: to take one card, a high one; to pay too much, which ends a turn."""
    match action:
        case game.Give():  # after it is flipped
            return 1
        case game.Take(cards):
            return 100 * len(cards) - cards.total()
        case game.Buy(_, cards):
            return -cards.total()
    return 0


def draws(number: int) -> tuple[int, int]:
    """How many draws a number chooses, and the number that says which."""
    which, many = divmod(number - PLAIN - 1, len(_DRAWS))
    return _DRAWS[many], which


def chance(state: State, number: int) -> tuple[Draw, int]:
    """The draw that a number chooses, and the number that chooses the next one; nought chooses the plainest."""
    found = _coming(state)
    place, rest = _place(number, len(found))
    return Draw(found[place]), rest


def _place(number: int, size: int) -> tuple[int, int]:
    """The place among so many that the last bits of a number tell, and the bits before them.

    No more bits are looked at than it takes, and hypothesis shrinks a number by its first bits before all.
    """
    bits = (size - 1).bit_length()
    rest, place = divmod(number, 2**bits)
    return (place if place < size else place - 2 ** (bits - 1)), rest


def _coming(state: State) -> Sequence[Card | Bureau | Round | Tile]:
    """What can be drawn now, the plainest first, by which most can be done soon.

    That is scoring cards and bureaus, low cards for the display, and cheap tiles.
    """
    source = game.supply(state) or ()
    if not isinstance(source, Deck):
        return sorted(source, key=lambda tile: tile.up.price)
    top = source.piles[0]
    kinds = [card for pool, size in zip(source.pools, top.slots, strict=True) if size for card in pool.kinds]
    money = sorted((card for card in kinds if isinstance(card, Card)), key=lambda card: card.value)
    if isinstance(state.todo[0], DealHand):
        first = _for_a_hand(money, state.todo[0].seat, state.players[state.todo[0].seat].hand)
        money.remove(first)
        money.insert(0, first)
    return [*top.cards, *(card for card in kinds if isinstance(card, Bureau)), *money]


def _for_a_hand(money: Sequence[Card], seat: int, hand: Purse) -> Card:
    """The card that a hand gets next: two high ones of two currencies, and then the lowest that makes it complete."""
    wanted = CURRENCIES[(seat + len(hand) % 2) % len(CURRENCIES)]
    own = [card for card in money if card.currency is wanted] or money
    missing = game.CAPITAL - hand.total()
    return next((card for card in own if card.value >= missing), own[-1])
