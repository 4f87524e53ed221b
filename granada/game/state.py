"""The state of a game, and what a module is: data only, no decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any, TypeVar

from attrs import evolve, field, frozen

from granada.board import Building, City, Face, Purse, Round, Tile, TileSet
from granada.errors import shown
from granada.game.actions import Action
from granada.game.games import Game
from granada.game.steps import Decision, Step
from granada.notation import Pictured, drawn
from granada.rulebook import Rule, Rulings

T = TypeVar("T")


@frozen
class Layer:
    """A pile of the deck: what is known of its cards, but not their order."""

    slots: tuple[int, ...]
    """How many of its cards come from each pool of the deck."""
    cards: tuple[Round, ...] = ()
    """The scoring cards mixed in."""

    def __len__(self) -> int:
        """How many cards the pile has."""
        return sum(self.slots) + len(self.cards)


@frozen
class Deck:
    """What can still come, and in which pile."""

    pools: tuple[Purse, ...] = ()
    """All money that is left, and where bureaus are kept apart, those."""
    layers: tuple[Layer, ...] = ()
    """The piles from the top."""
    later: tuple[tuple[Round, int], ...] = ()
    """Scoring cards that wait for the first reshuffle, and the pile they will enter."""

    def __len__(self) -> int:
        """How many cards are left."""
        return sum(map(len, self.layers))


@frozen(slots=False)
class Player:
    """What a seat has."""

    hand: Purse
    """Its money."""
    city: City
    """What it has built."""
    reserve: tuple[Face, ...] = ()
    """The tiles beside its city, each with the face that lies up, by notation."""
    points: int = 0
    """What it has scored so far."""


@frozen
class Dirk:
    """The imagined third player of a game for two."""

    faces: tuple[Face, ...] = ()
    """The tiles he has, each with the face that lies up, by notation."""
    points: int = 0
    """What he has scored so far."""


@frozen
class Setup:
    """What a table agreed on before the game; it stays the same all game long."""

    game: Game
    """Granada, the Alhambra, or both combined."""
    players: int
    """How many take part, two to six; Dirk is not counted."""
    modules: tuple[Module, ...] = ()
    """The modules that are played, in the order in which they are set up."""
    scoring: str = "normal"
    """Normal or simplified."""
    rulings: Rulings = field(factory=Rulings)
    """How the table reads the rules where the books differ."""
    tiles: tuple[TileSet, ...] | None = None
    """A set for each lane of the yard, or none where a position holds just what it shows."""
    ages: tuple[int, ...] | None = None
    """What breaks a tie for the start player, lower is younger."""


@frozen(slots=False)
class State(Pictured):
    """A position: two are equal exactly when they are the same position."""

    setup: Setup
    """What the table agreed on."""
    players: tuple[Player, ...]
    """What each seat has."""
    yard: tuple[Tile | None, ...]
    """The slots of the yard: for each space a tile, or none, of each lane."""
    bags: tuple[tuple[Tile, ...], ...]
    """What is left of each lane's supply, even face up, by notation."""
    display: Purse
    """The money that can be taken."""
    deck: Deck
    """The money and the scoring cards that can still come."""
    discard: Purse
    """The money that was paid."""
    dirk: Dirk | None
    """Dirk, where two play."""
    marker: str | None
    """The face, even or odd, that the next tiles show; None where tiles have one face."""
    mover: int | None
    """Whose turn it is; None during the set-up."""
    todo: tuple[Step, ...]
    """The agenda; it is empty when the game is over."""
    extras: tuple[Any, ...] = ()
    """What each module keeps, in the order of the modules."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.todo

    @property
    def actor(self) -> int | None:
        """The seat that must decide; None when something is to be drawn and at the end."""
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

    def extra(self, module: Module) -> Any:  # noqa: ANN401  each module keeps a value of its own type
        """What a module keeps."""
        return self.extras[self.setup.modules.index(module)]

    def with_extra(self, module: Module, extra: object) -> State:
        """The same state with another value for a module."""
        return evolve(self, extras=replaced(self.extras, self.setup.modules.index(module), extra))

    def todo_with(self, *steps: Step) -> tuple[Step, ...]:
        """The agenda with other steps in the place of the topmost one."""
        return (*steps, *self.todo[1:])

    def players_with(self, seat: int, player: Player) -> tuple[Player, ...]:
        """The players, one of them changed."""
        return replaced(self.players, seat, player)

    def __str__(self) -> str:
        """The table as a person can read it."""
        return drawn(self)


def a_state(state: object) -> State:
    """The state itself, or a TypeError."""
    if isinstance(state, State):
        return state
    sampled = "; view.sample(rng) gives one" if hasattr(state, "sample") and hasattr(state, "seat") else ""
    raise TypeError(f"state is a State such as new_game(3) gives, not {shown(state)}{sampled}")


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Some items with another one in a place."""
    return (*items[:place], item, *items[place + 1 :])


def less(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Some items without one of them."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def slot_space(setup: Setup, slot: int) -> int:
    """The space of the yard, 1 to 4, that a slot belongs to."""
    return slot // len(setup.game.lanes) + 1


# Modules are values


class Idle(Enum):
    """What is said of a step that changes nothing."""

    DONE = "there is nothing to do"
    WAITS = "it waits for a decision or a draw"


Outcome = State | Idle
"""What becomes of a step: the state that it leads to, or why it leads to none."""


@frozen(eq=False, repr=False, kw_only=True)
class Module:
    """A module: its rules, as plain functions, each of which is optional."""

    name: str
    refuses: Callable[[Game], str | None] = lambda _: None
    """Why the module cannot join a game, or None."""
    cards: tuple[Purse, tuple[tuple[int, int], ...]] | None = None
    """Cards for the deck, and how many of them go into which pile."""
    begins: Callable[[Setup], object] = lambda _: ()
    """The module's own part of the state."""
    before: Callable[[Setup, Step], tuple[Step, ...]] = lambda *_: ()
    """The steps that it puts before one of the set-up or of a turn."""
    runs: Callable[[State, Step, tuple[Step, ...]], Outcome] = lambda *_: Idle.WAITS
    """What happens by itself at a step, given those that follow it."""
    bag: Callable[[State, Step], tuple[Tile, ...]] = lambda *_: ()
    """What can be drawn at one of its steps, each as likely as any other."""
    options: Callable[[State, Decision], Sequence[Action]] = lambda *_: ()
    """The legal ones among its actions at a decision."""
    broken: Callable[[State, Step, Action], Iterable[Rule] | None] = lambda *_: None
    """The rules that an action breaks; None where the action is nothing to it at this step."""
    performs: Callable[[State, Step, Action], State] = lambda state, *_: state
    """What else an action does, or a draw: all of it where it is the module's own."""
    counts: Callable[[State, int, Building], int] = lambda *_: 0
    """What a seat has of a building beyond its tiles."""

    def __str__(self) -> str:
        """The name."""
        return self.name

    def __repr__(self) -> str:
        """The public name of the value."""
        return self.name.upper()
