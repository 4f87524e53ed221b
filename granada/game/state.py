"""The state of a game, and the type of its modules: data only, no decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import field, frozen

from granada.errors import shown
from granada.notation import Pictured, drawn
from granada.rulebook import Rulings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from granada.board import Building, City, Face, Purse, Round, Tile, TileSet
    from granada.game.actions import Action
    from granada.game.games import Game, Payment, RowPlan
    from granada.game.steps import Step
    from granada.generators import HasRandrange
    from granada.rulebook import Rule

T = TypeVar("T")


@frozen
class Layer:
    """A pile of the deck: how many cards of each pool it holds, and the scoring cards mixed in."""

    slots: tuple[int, ...]
    cards: tuple[Round, ...] = ()

    def __len__(self) -> int:
        """How many cards the pile has."""
        return sum(self.slots) + len(self.cards)


@frozen
class Deck:
    """What can still come, and in which pile: pools of cards, piles from the top, scoring cards for later."""

    pools: tuple[Purse, ...] = ()
    layers: tuple[Layer, ...] = ()
    later: tuple[tuple[Round, int], ...] = ()
    """Scoring cards that wait for the first reshuffle, and the pile they will enter."""

    def __len__(self) -> int:
        """How many cards are left."""
        return sum(map(len, self.layers))


_blank, _fill = object.__new__, object.__setattr__


class Changeable:
    """A value of which one can have another with some fields changed; nothing else is kept in it."""

    __slots__ = ()

    def but(self, **changes: Any) -> Self:  # noqa: ANN401  the fields have various types
        """The same with some fields changed: what ``attrs.evolve`` does, in a fraction of the time."""
        old = self.__dict__
        parts = old | changes
        if len(parts) > len(old):
            message = f"there is no {', '.join(sorted(changes.keys() - old.keys()))} to change"
            raise TypeError(message)
        new = _blank(type(self))
        _fill(new, "__dict__", parts)
        return new


@frozen(slots=False)
class Player(Changeable):
    """What a seat has."""

    hand: Purse
    city: City
    reserve: tuple[Face, ...] = ()
    points: int = 0


@frozen
class Dirk:
    """The imagined third player of a game for two."""

    faces: tuple[Face, ...] = ()
    points: int = 0


@frozen
class Setup:
    """What a table agreed on before the game; it stays the same all game long."""

    game: Game
    players: int
    modules: tuple[Module, ...] = ()
    scoring: str = "normal"
    rulings: Rulings = field(factory=Rulings)
    tiles: tuple[TileSet, ...] | None = None
    """A set for each lane of the yard, or none where a position holds just what it shows."""
    ages: tuple[int, ...] | None = None


@frozen(slots=False)
class State(Changeable, Pictured):
    """A position: two are equal exactly when they are the same position."""

    setup: Setup
    players: tuple[Player, ...]
    yard: tuple[Tile | None, ...]
    """The slots of the yard: for each space a tile, or none, of each lane."""
    bags: tuple[tuple[Tile, ...], ...]
    """What is left of each lane's supply, even face up, by notation."""
    display: Purse
    deck: Deck
    discard: Purse
    dirk: Dirk | None
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
        if not self.todo:
            return None
        step: Any = self.todo[0]
        return step.seat if step.decides else None

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

    def players_with(self, seat: int, **changes: Any) -> tuple[Player, ...]:  # noqa: ANN401  as above
        """The players, one of them with another hand, city or reserve, or with other points."""
        players = self.players
        return (*players[:seat], players[seat].but(**changes), *players[seat + 1 :])

    def todo_with(self, *steps: Step) -> tuple[Step, ...]:
        """The agenda with other steps in the place of the topmost one."""
        return (*steps, *self.todo[1:])

    def with_extra(self, module: Module, extra: object) -> State:
        """The same state with another value for a module."""
        return self.but(extras=replaced(self.extras, self.setup.modules.index(module), extra))

    def __str__(self) -> str:
        """The table as a person can read it."""
        return drawn(self)


def no_state(state: object) -> TypeError:
    """What is said of something else than a state."""
    sampled = "; view.sample(rng) gives one" if hasattr(state, "sample") and hasattr(state, "seat") else ""
    return TypeError(f"state is a State such as new_game(3) gives, not {shown(state)}{sampled}")


def a_state(state: object) -> State:
    """The state itself, or a TypeError."""
    if not isinstance(state, State):
        raise no_state(state)
    return state


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Some items with another one in a place."""
    return (*items[:place], item, *items[place + 1 :])


def slot_space(setup: Setup, slot: int) -> int:
    """The space of the yard, 1 to 4, that a slot belongs to."""
    return slot // len(setup.game.lanes) + 1


# Modules are values


def _nothing(*_: object) -> tuple[()]:
    return ()


def _untouched(_: State, extra: object, *__: object) -> object:
    return extra


def _same(extra: object, *_: object) -> object:
    return extra


def _no_facts(_: object) -> dict[str, Any]:
    return {}


def _zero(*_: object) -> int:
    return 0


def always_legal(*_: object) -> tuple[()]:
    """What an action breaks that nobody can take in a wrong way."""
    return ()


@frozen
class Verb:
    """What an action means at a step: the rules it would break, and what it does."""

    broken: Callable[[State, Any, Any], Iterable[Rule]]
    perform: Callable[[State, Any, Any], State]


@frozen
class Source:
    """What can be drawn at a step, and what drawing it does."""

    weights: Callable[[State, Any], list[tuple[Any, int]]]
    """Each thing that can come, with its weight."""
    can_come: Callable[[State, Any, Any], bool]
    """Whether a thing is among them."""
    pick: Callable[[State, Any, HasRandrange], Any]
    """Choose by the weights with a random generator."""
    drawn: Callable[[State, Any, Any], State]


@frozen(eq=False, repr=False, kw_only=True)
class Module:
    """A module: all that it changes, as plain functions; but for its name and whom it refuses, each is optional."""

    name: str
    refuses: Callable[[Game, int], str | None]
    """Why the module cannot join a game, or None."""
    begins: Callable[[Setup], Any] = _nothing
    """The module's own part of the state."""
    prepares: Callable[[Setup], tuple[Step, ...]] = _nothing
    """Steps of the set-up, before the hands are dealt."""
    cards: tuple[Purse, tuple[tuple[int, int], ...]] | None = None
    """Cards for the deck, and how many of them go into which pile."""
    after_turn: tuple[Step, ...] = ()
    """Steps between the end test and the next turn."""
    before_row: Callable[[State, RowPlan], tuple[Step, ...]] = _nothing
    """Windows before a row is scored."""
    step_types: tuple[type[Step], ...] = ()
    """The kinds of step that it adds."""
    agendas: tuple[str, ...] = ()
    """The agendas that only it brings, as patterns over the names of steps; ``{end}`` is what follows the action."""
    steps: Mapping[type[Step], Callable[[State, Any, tuple[Step, ...]], Any]] = field(factory=dict)
    """Its automatic steps."""
    sources: Mapping[type[Step], Source] = field(factory=dict)
    """Its draws."""
    verbs: Mapping[tuple[type[Step], type[Action]], Verb] = field(factory=dict)
    """Its actions, by the step at which they may be taken."""
    options: Callable[[State, Step], Sequence[Action]] = _nothing
    """The legal ones among its actions at a decision."""
    forces: tuple[type[Action], ...] = ()
    """Those of its actions that keep a player from passing."""
    judges: Callable[[State, Action], Iterator[Rule] | tuple[()]] = _nothing
    """Further rules that actions of the core can break."""
    pays: Callable[[Payment], Payment] | None = None
    """A wrapper round the payment."""
    counts: Callable[[State, int, Building], int] = _zero
    """What a seat has of a building beyond its tiles."""
    leaves: Callable[[State, Any, int, Face], Any] = _untouched
    """The module's part after a tile has left a city."""
    hides: Callable[[Any, int | None], Any] = _same
    """The module's part as a seat sees it, or a spectator (None)."""
    fills: Callable[[State, Any, Any], Any] = _untouched
    """A full part, drawn by a generator, that looks the same to a seat."""
    writes: Callable[[Any], Any] = _same
    reads: Callable[[Any], Any] = _same
    """The module's part as JSON, and back."""
    tells: Callable[[Any], dict[str, Any]] = _no_facts
    """What can be asked about its part, by name."""
    flaws: Callable[[State, Any, bool], Iterator[str] | tuple[()]] = _nothing
    """What is wrong with the module's part, in a full state or in the partial one of a view."""
    adds: Callable[[], tuple[Face, ...]] = _nothing
    """The tiles that it adds to the game."""
    keeps: Callable[[Any], tuple[Face, ...]] = _nothing
    """Those of them that are in its own part."""

    def __str__(self) -> str:
        """The name."""
        return self.name

    def __repr__(self) -> str:
        """The public name of the value."""
        return self.name.upper()
