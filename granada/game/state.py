"""The state of a game, and the types of games and modules: data only, no decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from attrs import field, fields, frozen

from granada.board.tiles import Tile
from granada.notation import Pictured, drawn
from granada.rulebook import Rulings
from granada.value import Kept, quick, value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from granada.board.city import City
    from granada.board.money import Purse, Round
    from granada.board.tiles import Building, Face, Family, TileSet
    from granada.game.actions import Action
    from granada.rulebook import Rule

EVEN, ODD = "even", "odd"
"""The two fields of the marker."""


# The agenda: what happens next, one frozen step after the other


@frozen
class Step:
    """A step of the agenda."""

    name: ClassVar[str]
    decides: ClassVar[bool] = False
    """Whether the seat of the step must choose an action."""


@frozen
class Act(Step):
    """A seat chooses an action; the tiles that it bought exactly lie beside its city."""

    name: ClassVar[str] = "act"
    decides: ClassVar[bool] = True
    seat: int
    bought: tuple[Tile, ...] = ()


@frozen
class Pending:
    """A tile waiting to be placed: bought (then it may be flipped once, or given) or awarded."""

    tile: Tile
    bought: bool = True
    flipped: bool = False


@frozen
class PlaceTiles(Step):
    """A seat builds, stores or gives away the tiles that it got."""

    name: ClassVar[str] = "place-tiles"
    decides: ClassVar[bool] = True
    seat: int
    tiles: tuple[Pending, ...]


@frozen
class RefillMoney(Step):
    """The display is refilled to four cards."""

    name: ClassVar[str] = "refill-money"


@frozen
class RefillTiles(Step):
    """The yard is refilled; whether a tile with two faces came, and whether this is the first fill."""

    name: ClassVar[str] = "refill-tiles"
    moves_marker: bool = False
    first: bool = False


@frozen
class ScoreDue(Step):
    """The scoring cards that were drawn are scored."""

    name: ClassVar[str] = "score-due"
    rounds: tuple[Round, ...] = ()


@frozen
class ScoreRow(Step):
    """One row of a scoring; whether the windows before it have been opened."""

    name: ClassVar[str] = "score-row"
    round: Round
    row: int = 0
    asked: bool = False


@frozen
class DirkDraws(Step):
    """Dirk draws so many tiles from each supply, with this face up or as the marker shows."""

    name: ClassVar[str] = "dirk-draws"
    left: tuple[int, ...]
    face: str | None = None


@frozen
class DirkShare(Step):
    """Dirk's tiles after a scoring are counted out."""

    name: ClassVar[str] = "dirk-share"
    round: Round


@frozen
class EndTest(Step):
    """The game ends when the yard could not be filled."""

    name: ClassVar[str] = "end-test"


@frozen
class NextTurn(Step):
    """The next player's turn begins."""

    name: ClassVar[str] = "next-turn"


@frozen
class Award(Step):
    """The left-over tile of a slot of the yard is awarded."""

    name: ClassVar[str] = "award"
    slot: int


@frozen
class DealHand(Step):
    """A seat is dealt its starting capital."""

    name: ClassVar[str] = "deal-hand"
    seat: int


@frozen
class Begin(Step):
    """The deck is cut into piles and the start player begins."""

    name: ClassVar[str] = "begin"


# Cards, players


@value
class Layer:
    """A pile of the deck: how many cards of each pool it holds, and the scoring cards mixed in."""

    slots: tuple[int, ...]
    cards: tuple[Round, ...] = ()

    def __len__(self) -> int:
        """How many cards the pile has."""
        return sum(self.slots) + len(self.cards)


@value
class Deck:
    """What can still come, and in which pile: pools of cards, piles from the top, scoring cards for later."""

    pools: tuple[Purse, ...] = ()
    layers: tuple[Layer, ...] = ()
    later: tuple[tuple[Round, int], ...] = ()
    """Scoring cards that wait for the first reshuffle, and the pile they will enter."""

    def __len__(self) -> int:
        """How many cards are left."""
        return sum(map(len, self.layers))


@value
class Player:
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


# Games and modules are values


@frozen
class Longest:
    """A row of a scoring: the longest moat or wall of a family."""

    name: str
    family: Family


@frozen
class Majority:
    """A row of a scoring: who has built most of a building."""

    building: Building
    places: Mapping[Round, tuple[int, ...]] = field(hash=False)
    """The points of the first places in each round."""
    by_value: bool = False
    """Whether they are multiplied by the number of such buildings in all cities."""
    ties_by_price: bool = False
    """Whether the dearest building breaks a tie; otherwise the tied share the places they hold."""
    name: str = field(init=False, eq=False, repr=False)
    """The building."""

    @name.default
    def _name(self) -> str:
        return str(self.building)


@frozen
class Border:
    """A row of a scoring: points for every edge where wall and moat meet."""

    name: str
    points: int


RowPlan = Longest | Majority | Border


@frozen
class Payment:
    """How a tile may be paid: the rules that a payment breaks, and the ones that need no further card."""

    broken: Callable[[Rulings, int, int, Purse], Iterable[Rule]]
    """Of the rulings, the space, the price and the cards."""
    options: Callable[[Rulings, int, int, Purse], tuple[int, ...]]
    """Of the rulings, the space, the price and the hand: purse codes by notation."""


@frozen(eq=False, repr=False)
class Game:
    """A game of the family, as data."""

    name: str
    start: Family
    """The family of the start tile."""
    lanes: tuple[Family, ...]
    """The families whose tiles lie in each space of the yard."""
    two_faced: Family | None
    """The family whose tiles have two faces, which the marker chooses between."""
    first_with_edges: tuple[Family, ...]
    """The families whose first tiles in the yard must carry a moat."""
    piles: tuple[tuple[Round, int], ...]
    """The scoring cards in the first deck, with the pile they are mixed into."""
    later: tuple[tuple[Round, int], ...]
    """The scoring cards that wait for the first reshuffle, with their pile."""
    rows: Callable[[str, Rulings], tuple[RowPlan, ...]]
    """What is scored, in order, with normal or simplified scoring."""
    scorings: tuple[str, ...]
    """The kinds of scoring that the game knows."""
    payment: Payment

    def __str__(self) -> str:
        """The name."""
        return self.name

    def __repr__(self) -> str:
        """The public name of the value."""
        return self.name.upper()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a game by its name."""
        from granada.game.games import game_named  # noqa: PLC0415  the values live one layer up

        return game_named, (self.name,)


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


@frozen
class Verb:
    """What an action means at a step: the rules it would break, and what it does."""

    broken: Callable[[State, Any, Any], Iterable[Rule]]
    perform: Callable[[State, Any, Any], State]


@frozen
class Source:
    """What can be drawn at a step: each thing with its weight, and what drawing it does."""

    weights: Callable[[State, Any], list[tuple[Any, int]]]
    drawn: Callable[[State, Any, Any], State]
    pick: Callable[[State, Any, Any], Any]
    """Choose by the weights with a random generator."""
    deal: Callable[[State, Any, Any], State | None] | None = None
    """Make several draws at once where that is simple: the same as one by one, only faster."""


@frozen(eq=False, repr=False, kw_only=True)
class Module:
    """A module: all that it changes, as plain functions, each of them optional."""

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
    hides: Callable[[Any, int], Any] = _same
    """The module's part as a seat sees it."""
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

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a module by its name."""
        from granada.game.modules import module_named  # noqa: PLC0415  the values live some layers up

        return module_named, (self.name,)


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
    memo: dict[Any, Any] = field(init=False, eq=False, repr=False, factory=dict)
    """Answers that were worked out once, for the rules."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what was agreed, without the memo."""
        return Setup, (self.game, self.players, self.modules, self.scoring, self.rulings, self.tiles, self.ages)


@value
class State(Pictured):
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

    def but(self, **changes: Any) -> State:  # noqa: ANN401  the fields have various types
        """The same state with some fields changed."""
        if not changes.keys() <= _STATE_FIELDS:
            message = f"a state has no {', '.join(sorted(changes.keys() - _STATE_FIELDS))}"
            raise TypeError(message)
        new = changes.get
        return the_state(
            new("setup", self.setup),
            new("players", self.players),
            new("yard", self.yard),
            new("bags", self.bags),
            new("display", self.display),
            new("deck", self.deck),
            new("discard", self.discard),
            new("dirk", self.dirk),
            new("marker", self.marker),
            new("mover", self.mover),
            new("todo", self.todo),
            new("extras", self.extras),
        )

    def at(self, todo: tuple[Step, ...]) -> State:
        """The same state with another agenda."""
        return the_state(
            self.setup,
            self.players,
            self.yard,
            self.bags,
            self.display,
            self.deck,
            self.discard,
            self.dirk,
            self.marker,
            self.mover,
            todo,
            self.extras,
        )

    def with_extra(self, module: Module, extra: object) -> State:
        """The same state with another value for a module."""
        place = self.setup.modules.index(module)
        return self.but(extras=(*self.extras[:place], extra, *self.extras[place + 1 :]))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the bags in notation, which is shorter."""
        bags = tuple(" ".join([tile.text for tile in bag]) for bag in self.bags)
        before, after = (self.setup, self.players, self.yard), (self.display, self.deck, self.discard)
        return _rebuilt, (*before, bags, *after, self.dirk, self.marker, self.mover, self.todo, self.extras)

    def __str__(self) -> str:
        """The table as a person can read it."""
        return drawn(self)


a_deck, a_layer, the_player, the_state = quick(Deck), quick(Layer), quick(Player), quick(State)
PLAIN_LAYERS: Kept[int, Layer] = Kept(lambda size: Layer((size,)))
"""The piles of so many money cards and nothing else."""


def _rebuilt(*parts: Any) -> State:  # noqa: ANN401  the fields have various types
    """A state as it was before it was pickled."""
    setup, players, yard, bags, *rest = parts
    return State(setup, players, yard, tuple(tuple(map(Tile.parse, bag.split())) for bag in bags), *rest)


_STATE_FIELDS = {each.name for each in fields(State)}


def a_state(state: object) -> State:
    """The state itself, or a TypeError."""
    if not isinstance(state, State):
        message = f"a State is needed, not {type(state).__name__}"
        raise TypeError(message)
    return state


def replaced(players: tuple[Player, ...], seat: int, player: Player) -> tuple[Player, ...]:
    """The players with another one on a seat."""
    changed = list(players)
    changed[seat] = player
    return tuple(changed)


def slot_space(setup: Setup, slot: int) -> int:
    """The space of the yard, 1 to 4, that a slot belongs to."""
    return slot // len(setup.game.lanes) + 1
