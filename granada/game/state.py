"""The state of a game and the class of modules; both contain only data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Generic, NoReturn, TypeAlias, TypeVar, cast

from attrs import evolve, field, frozen

from granada.board import Building, City, Face, Marker, Purse, Round, Tile, TileSet
from granada.errors import InvalidState, Reason, in_range, known, quoted
from granada.game.actions import Action
from granada.game.games import NORMAL, Game, Named, ScoringKind, Slot
from granada.notation import Pictured, drawn
from granada.rulebook import Rule, Rulings
from granada.steps import Decision, Step

T = TypeVar("T")
Yard: TypeAlias = tuple[tuple[Tile | None, ...], ...]
"""The spaces of the yard, each with a tile, or None, for each lane."""
Kept_co = TypeVar("Kept_co", covariant=True)
"""The type of a module's data in a state."""


@frozen
class Pile:
    """A pile of the deck, described by its number of cards of each kind; their order is unknown.

    - ``slots``: The number of cards in the pile from each pool of the deck.
    - ``cards``: The scoring cards mixed in.
    """

    slots: tuple[int, ...]
    cards: tuple[Round, ...] = ()

    def __len__(self) -> int:
        """The number of cards in the pile."""
        return sum(self.slots) + len(self.cards)


@frozen
class Deck:
    """The deck: the cards that can still be drawn, in piles.

    - ``pools``: The unseen cards by kind: money, and bureaus as long as it is known which piles contain them.
    - ``piles``: The piles from the top.
    - ``later``: The scoring cards that wait for the first reshuffle, each with the pile that it will enter.
    """

    pools: tuple[Purse, ...] = ()
    piles: tuple[Pile, ...] = ()
    later: tuple[tuple[Round, int], ...] = ()

    def __len__(self) -> int:
        """The number of cards left."""
        return sum(map(len, self.piles))


@frozen(slots=False)
class Player:
    """A seat's possessions.

    - ``hand``: The seat's money.
    - ``city``: The city that the seat has built.
    - ``reserve``: The tiles in the reserve, each with its upper face, in notation order.
    - ``points``: The points scored so far.
    """

    hand: Purse
    city: City
    reserve: tuple[Face, ...] = ()
    points: int = 0


@frozen
class Dirk:
    """The imaginary third player in a game for two.

    - ``faces``: The upper faces of his tiles, in notation order.
    - ``points``: The points scored so far.
    """

    faces: tuple[Face, ...] = ()
    points: int = 0


@frozen
class Setup:
    """The options chosen for a table, which never change during a game.

    - ``game``: Granada, the Alhambra, or both combined.
    - ``players``: The number of players, two to six, without Dirk.
    - ``modules``: The modules of the game, in the order of their set-up.
    - ``scoring``: Normal or simplified.
    - ``rulings``: The readings that the table chose where the books differ.
    - ``tiles``: The set of tiles for each family; None for a made-up position, which has only its visible tiles.
    - ``ages``: The ages of the players; the youngest wins a tie for the start player.
    """

    game: Game
    players: int
    modules: tuple[Module[object], ...] = ()
    scoring: ScoringKind = field(default=NORMAL, converter=ScoringKind)
    rulings: Rulings = field(factory=Rulings)
    tiles: tuple[TileSet, ...] | None = None
    ages: tuple[int, ...] | None = None


FUNCTIONS = {
    *("apply", "broken", "choose_draw", "deal", "is_legal", "legal_actions", "observe", "outcomes", "score", "unfold"),
    "winners",
}
"""The names of functions in the package that users may expect to be methods of a state."""


@frozen(slots=False)
class State(Pictured):
    """A complete position; two states are equal if all their parts are.

    - ``setup``: The options chosen for the table.
    - ``players``: Each seat's possessions.
    - ``yard``: The four spaces of the yard, each with a tile or None for each lane.
    - ``bags``: The tiles left in the bag of each lane, in notation order and with the even face up.
    - ``display``: The money that can be taken.
    - ``deck``: The money and the scoring cards that can still be drawn.
    - ``discard``: The discarded money.
    - ``dirk``: Dirk, in a game for two players.
    - ``marker``: The face, even or odd, that the next tiles will show; None if all tiles have only one face.
    - ``mover``: The seat whose turn it is; None during the set-up.
    - ``todo``: The agenda, which is empty when the game is over.
    - ``extras``: Each module's data, in the order of the modules.
    """

    setup: Setup
    players: tuple[Player, ...]
    yard: Yard
    bags: tuple[tuple[Tile, ...], ...]
    display: Purse
    deck: Deck
    discard: Purse
    dirk: Dirk | None
    marker: Marker | None
    mover: int | None
    todo: tuple[Step, ...]
    extras: tuple[object, ...] = ()

    if not TYPE_CHECKING:  # type checkers know the attributes of a state

        def __getattr__(self, name: str) -> NoReturn:
            """Raise an error for an unknown attribute, with a hint if it is a function in the package."""
            hint = f"; granada.{name}(state, ...) is a function" if name in FUNCTIONS else ""
            message = f"{type(self).__name__!r} object has no attribute {name!r}{hint}"
            raise AttributeError(message, name=name, obj=self)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.todo

    @property
    def actor(self) -> int | None:
        """The seat that must decide; None before a draw and at the end."""
        step = self.todo[0] if self.todo else None
        return step.seat if isinstance(step, Decision) else None

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(player.points for player in self.players)

    @property
    def rulings(self) -> Rulings:
        """The readings that the table chose."""
        return self.setup.rulings

    @property
    def slots(self) -> dict[Slot, Tile | None]:
        """The tile in each yard slot, space by space, or None."""
        return {
            Slot(space, lane): tile for space, tiles in enumerate(self.yard, start=1) for lane, tile in enumerate(tiles)
        }

    def with_tile(self, slot: Slot, tile: Tile | None) -> State:
        """The same state with another tile in a yard slot, or with none."""
        place = slot.space - 1
        return evolve(self, yard=replaced(self.yard, place, replaced(self.yard[place], slot.lane, tile)))

    def extra(self, module: Module[T]) -> T:
        """A module's data."""
        return cast(T, self.extras[self.setup.modules.index(module)])

    def with_extra(self, module: Module[T], extra: T) -> State:
        """The same state with other data for a module."""
        return evolve(self, extras=replaced(self.extras, self.setup.modules.index(module), extra))

    def with_player(self, seat: int, player: Player) -> State:
        """The same state with another player in a seat."""
        return evolve(self, players=replaced(self.players, seat, player))

    def then(self, *steps: Step) -> State:
        """The same state with the first step of the agenda replaced by others, or removed."""
        todo = (*steps, *self.todo[1:])
        return type(self)(**{**vars(self), "todo": todo})  # faster than evolve; called five times per decision

    def __str__(self) -> str:
        """The table as readable text."""
        return drawn(self)


@frozen(slots=False)
class SeenState(State):
    """A state from which hidden cards were removed; ``broken`` accepts it, but ``apply`` does not."""


def a_whole_state(state: object) -> State:
    """Return the state itself, or raise an error if it hides cards."""
    if isinstance(state, SeenState):
        raise InvalidState("this is the table of a view, which hides cards; view.sample(rng) returns a state")
    return a_state(state)


def a_state(state: object) -> State:
    """Return the state itself, or raise TypeError if the value is not a state."""
    if isinstance(state, State):
        return state
    sampled = "; view.sample(rng) returns one" if hasattr(state, "sample") and hasattr(state, "seat") else ""
    raise TypeError(f"state must be a State such as new_game(3) returns, not {quoted(state)}{sampled}")


def a_seat(seat: int, setup: Setup) -> int:
    """Return a seat, counted from 0, or raise an error if it does not exist."""
    return in_range(seat, "a seat", 0, setup.players - 1)


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The items with the item at an index replaced."""
    return (*items[:place], item, *items[place + 1 :])


def more(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """The items with one more, in notation order."""
    return tuple(sorted((*items, item), key=str))


def less(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """The items without one copy of an item."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def in_spaces(game: Game, tiles: Sequence[Tile | None]) -> Yard:
    """The yard, given the tile in each slot, or None for an empty slot."""
    lanes = len(game.lanes)
    return tuple(tuple(tiles[slot : slot + lanes]) for slot in range(0, len(tiles), lanes))


# Modules are values


@frozen(eq=False, repr=False, kw_only=True)
class Module(Named, Generic[Kept_co]):
    """A module: its name, its cards, its data, and its rules as optional functions.

    - ``name``: ``vizier``, ``exchange``, ``huts`` or ``bonus``.
    - ``refuses``: The reason why the module cannot join a game; None if it can.
    - ``cards``: The module's cards for the deck, and the number of them that go into each pile.
    - ``begins``: The module's data in the first state.
    - ``before``: The steps that the module inserts before a step of the set-up or of a turn.
    - ``runs``: The state after an automatic step; None if the step waits or does not belong to the module.
    - ``bag``: The possible draws at a step that belongs to the module, all equally likely.
    - ``options``: The module's legal actions at a decision.
    - ``broken``: The rules that an action breaks; None if the action does not belong to the module at this step.
    - ``performs``: The state after one of the module's actions or draws, or after its effects on another action.
    - ``counts``: The number of buildings of a kind that a seat has in addition to its tiles.
    """

    name: str
    refuses: Callable[[Game], str | None] = lambda _: None
    cards: tuple[Purse, tuple[tuple[int, int], ...]] | None = None
    begins: Callable[[Setup], Kept_co]
    before: Callable[[Setup, Step], tuple[Step, ...]] = lambda *_: ()
    runs: Callable[[State, Step], State | None] = lambda *_: None
    bag: Callable[[State, Step], tuple[Tile, ...]] = lambda *_: ()
    options: Callable[[State, Decision], Sequence[Action]] = lambda *_: ()
    broken: Callable[[State, Step, Action], Iterable[Rule] | None] = lambda *_: None
    performs: Callable[[State, Step, Action], State] = lambda state, *_: state
    counts: Callable[[State, int, Building], int] = lambda *_: 0

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle a module by its name."""
        return module_named, (self.name,)


MODULES: dict[str, Module[object]] = {}
"""A mapping from names to modules, in set-up order; the package ``modules`` fills it."""


def module_named(name: str) -> Module[object]:
    """The module with the given name."""
    return known(name, MODULES, Reason("module"))
