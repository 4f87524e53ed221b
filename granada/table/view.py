"""Views: what a seat or a spectator can observe, with or without perfect recall."""

from collections import Counter
from collections.abc import Container

from attrs import evolve, field, fields, frozen

from granada.board import NO_CARDS, Bureau, Card, City, Face, Purse
from granada.errors import InvalidState
from granada.game import Action, Deck, SeenState, State, Yard, a_seat, a_whole_state, bonus_cards, legal_actions
from granada.generators import Generator, HasRandrange, a_generator
from granada.modules import BONUS, Bonus
from granada.notation import Pictured, drawn
from granada.steps import DealHand


def seen(state: State) -> SeenState:
    """Convert a state to a ``SeenState``, which cannot be played."""
    return SeenState(*(getattr(state, each.name) for each in fields(State)))


@frozen
class View(Pictured):
    """A seat's observation: everything but the other players' hands and the cards left in the deck.

    - ``seat``: The seat, or None for a spectator.
    - ``hand_sizes``: The number of cards in each seat's hand.
    - ``unseen``: The cards in the deck or in the other players' hands.
    - ``table``: The state in which the other hands are empty and only the sizes of the deck's piles are known.
    - ``recall``: Whether the seat knows the other hands, because it remembers open deals, takes and payments.
    """

    seat: int | None
    hand_sizes: tuple[int, ...]
    unseen: Purse
    table: State = field(converter=seen)
    recall: bool = False

    def __str__(self) -> str:
        """The table, as the seat sees it, in readable text."""
        return drawn(self)

    @property
    def hand(self) -> Purse:
        """The seat's own hand; a spectator has none."""
        return NO_CARDS if self.seat is None else self.table.players[self.seat].hand

    @property
    def city(self) -> City:
        """The seat's own city; a spectator has none."""
        if self.seat is None:
            raise InvalidState("a spectator has no city")
        return self.table.players[self.seat].city

    @property
    def cities(self) -> tuple[City, ...]:
        """Each seat's city."""
        return tuple(player.city for player in self.table.players)

    @property
    def reserves(self) -> tuple[tuple[Face, ...], ...]:
        """Each seat's reserve."""
        return tuple(player.reserve for player in self.table.players)

    @property
    def yard(self) -> Yard:
        """The spaces of the yard, each with a tile or None for each lane."""
        return self.table.yard

    @property
    def display(self) -> Purse:
        """The money that can be taken."""
        return self.table.display

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat."""
        return self.table.points

    @property
    def actor(self) -> int | None:
        """The seat that must decide."""
        return self.table.actor

    @property
    def mover(self) -> int | None:
        """The seat whose turn it is."""
        return self.table.mover

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.table.over

    def legal_actions(self) -> tuple[Action, ...]:
        """The seat's legal actions; empty unless the seat must decide."""
        return legal_actions(self.table) if self.seat is not None and self.seat == self.actor else ()

    def sample(self, rng: Generator) -> State:
        """A possible state that agrees with this view; the unseen cards are dealt at random."""
        numbers, deck = a_generator(rng), self.table.deck
        places = [sum(layer.slots[pool] for layer in deck.piles) for pool in range(len(deck.pools))] or [0]
        cards = [*self.unseen]
        kinds = [cards]
        if len(places) > 1:  # money and bureaus have separate places
            kinds = [[card for card in cards if isinstance(card, Bureau) is apart] for apart in (False, True)]
        held = [_drawn(kind, len(kind) - number, numbers) for kind, number in zip(kinds, places, strict=True)]
        left = held[0] if len(held) == 1 else _drawn([card for some in held for card in some], None, numbers)
        players = []
        for seat, player in enumerate(self.table.players):
            size = self.hand_sizes[seat] - len(player.hand)
            dealt, left = left[:size], left[size:]
            hand = Purse(dealt) if size else player.hand
            players.append(evolve(player, hand=hand))
        pools = tuple(Purse(kind) for kind, _ in zip(kinds, deck.pools, strict=False))
        table = evolve(self.table, players=tuple(players), deck=Deck(pools, deck.piles, deck.later))
        state = State(*(getattr(table, each.name) for each in fields(State)))
        return state.with_extra(BONUS, _bonus_dealt(state, numbers)) if BONUS in state.setup.modules else state


def _drawn(cards: list[Card | Bureau], number: int | None, rng: HasRandrange) -> list[Card | Bureau]:
    """Remove a number of random cards, or all of them in random order, from a list and return them."""
    return [cards.pop(rng.randrange(len(cards))) for _ in range(len(cards) if number is None else number)]


def observe(state: State, seat: int | None, *, recall: bool = False) -> View:
    """The view of a seat or a spectator (None); all hands are visible until the last one has been dealt.

    ``recall`` is for players with perfect recall. Starting hands, takes and payments are open, so players with perfect
    recall know all hands; only bonus cards and future draws are hidden.
    """
    setup = a_whole_state(state).setup
    seat = None if seat is None else a_seat(seat, setup)
    unseen = [card for pool in state.deck.pools for card in pool]
    known = recall or any(isinstance(step, DealHand) for step in state.todo)
    players = []
    for other, player in enumerate(state.players):
        if other == seat or known:
            players.append(player)
        else:
            unseen += player.hand
            players.append(evolve(player, hand=NO_CARDS))
    deck = Deck((NO_CARDS,) * len(state.deck.pools), state.deck.piles, state.deck.later)
    table = evolve(state, players=tuple(players), deck=deck)
    if BONUS in setup.modules:
        table = table.with_extra(BONUS, bonus_known_to([seat], state.extra(BONUS)))
    return View(seat, tuple(len(player.hand) for player in state.players), Purse(unseen), table, bool(recall))


def bonus_known_to(seats: Container[int | None], bonus: Bonus) -> Bonus:
    """The bonus cards that the given seats know, which are their own and the open ones; all others become None."""
    hidden = tuple(faces if owner in seats else (None,) * len(faces) for owner, faces in enumerate(bonus.hidden))
    return Bonus((None,) * len(bonus.left), hidden, bonus.shown)


def _bonus_dealt(state: State, rng: HasRandrange) -> Bonus:
    """The bonus cards, with the unseen ones dealt at random to the seats and the box."""
    bonus = state.extra(BONUS)
    known = Counter(face for faces in (*bonus.hidden, *bonus.shown) for face in faces if face is not None)
    unseen = sorted((Counter(bonus_cards(state.setup)) - known).elements())
    *hidden, left = [
        tuple(sorted((unseen.pop(rng.randrange(len(unseen))) if face is None else face for face in faces), key=str))
        for faces in (*bonus.hidden, bonus.left)
    ]
    return Bonus(left, tuple(hidden), bonus.shown)
