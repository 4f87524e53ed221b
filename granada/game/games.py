"""The three games of the family, as values."""

from collections.abc import Callable
from typing import NamedTuple

from attrs import frozen

from granada.board import BUILDINGS, CURRENCIES, Building, Family, Round
from granada.errors import Reason, known
from granada.notation import Choice
from granada.rulebook import Rulings


class ScoringKind(Choice):
    """The kinds of scoring for Granada buildings: by value, or simplified."""

    NORMAL = "normal"
    SIMPLIFIED = "simplified"


NORMAL, SIMPLIFIED = ScoringKind


@frozen
class Longest:
    """A row of a scoring that counts the edges of each player's longest moat or wall in a family."""

    name: str
    family: Family


@frozen
class Majority:
    """A row of a scoring that ranks players by their number of tiles with a building.

    - ``places``: The points for the first places in scorings A, B and C.
    - ``by_value``: Whether the points are multiplied by the number of these buildings in all cities.
    - ``ties_by_price``: Whether the highest price breaks a tie; otherwise tied players share their places.
    """

    building: Building
    places: tuple[tuple[int, ...], ...]
    by_value: bool = False
    ties_by_price: bool = False

    @property
    def name(self) -> str:
        """The name of the row, which is the building."""
        return str(self.building)


@frozen
class Border:
    """A row of a scoring that gives points for every edge where a wall meets a moat."""

    name: str
    points: int


RowPlan = Longest | Majority | Border


class Slot(NamedTuple):
    """A place for one tile in the yard: the space, 1 to 4, and the lane within the space, counted from 0."""

    space: int
    lane: int


class Named:
    """The base class of games and modules, which are values with a name."""

    name: str

    def __str__(self) -> str:
        """The name."""
        return self.name

    def __repr__(self) -> str:
        """The name under which the package exports the value."""
        return self.name.upper()


@frozen(eq=False, repr=False, kw_only=True)
class Game(Named):
    """One of the three games, as data.

    - ``name``: ``granada``, ``alhambra`` or ``combined``.
    - ``start``: The family of the start tile.
    - ``lanes``: The families from which each space of the yard has a tile.
    - ``two_faced``: The family whose tiles have two faces; the marker determines which face shows.
    - ``first_with_edges``: The families whose first tiles in the yard must have a moat.
    - ``piles``: The scoring cards in the first deck, each with the pile that contains it.
    - ``later``: The scoring cards that wait for the first reshuffle, each with its pile.
    - ``rows``: The rows of a normal or simplified scoring, in order.
    - ``scorings``: The kinds of scoring that the game allows.
    """

    name: str
    start: Family
    lanes: tuple[Family, ...]
    two_faced: Family | None = None
    first_with_edges: tuple[Family, ...] = ()
    piles: tuple[tuple[Round, int], ...]
    later: tuple[tuple[Round, int], ...] = ()
    rows: Callable[[ScoringKind, Rulings], tuple[RowPlan, ...]]
    scorings: tuple[ScoringKind, ...]

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The yard slots, space by space; JSON counts them from 0 in this order."""
        return tuple(Slot(space, lane) for space in range(1, len(CURRENCIES) + 1) for lane in range(len(self.lanes)))

    @property
    def halves(self) -> tuple[Family | None, ...]:
        """The family that a purchase names for each lane of a space; None if there is only one lane."""
        return self.lanes if len(self.lanes) > 1 else (None,)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle a game by its name."""
        return game_named, (self.name,)


TIMES_THE_VALUE = ((1,), (2, 1), (3, 2, 1))
"""The factor by which each place multiplies a building's value: 1 in A; 2 and 1 in B; 3, 2 and 1 in C."""
ALHAMBRA_FIRST = dict(zip(BUILDINGS[Family.ALHAMBRA], range(1, 7), strict=True))
"""The rank n (1 to 6) of each building; places score n in A, n + 7 and n in B, and n + 15, n + 7 and n in C."""
BORDER_POINTS = 2
"""The points for each edge where a wall meets a moat."""


def _granada_buildings(scoring: ScoringKind, rulings: Rulings) -> tuple[RowPlan, ...]:
    last = rulings.simplified_second
    fixed = ((3,), (10, last), (18, 10, last))
    simple = scoring == SIMPLIFIED
    places = fixed if simple else TIMES_THE_VALUE
    buildings = BUILDINGS[Family.GRANADA]
    return tuple(Majority(building, places, by_value=not simple, ties_by_price=True) for building in buildings)


def _granada_rows(scoring: ScoringKind, rulings: Rulings) -> tuple[RowPlan, ...]:
    return (Longest("moats", Family.GRANADA), *_granada_buildings(scoring, rulings))


def _alhambra_rows(_: ScoringKind, __: Rulings) -> tuple[RowPlan, ...]:
    places = {building: ((n,), (n + 7, n), (n + 15, n + 7, n)) for building, n in ALHAMBRA_FIRST.items()}
    return (*(Majority(*each) for each in places.items()), Longest("walls", Family.ALHAMBRA))


def _combined_rows(scoring: ScoringKind, rulings: Rulings) -> tuple[RowPlan, ...]:
    return (
        *_alhambra_rows(scoring, rulings),
        *_granada_buildings(scoring, rulings),
        Longest("moats", Family.GRANADA),
        Border("border", BORDER_POINTS),
    )


GRANADA = Game(
    name="granada",
    start=Family.GRANADA,
    lanes=(Family.GRANADA,),
    two_faced=Family.GRANADA,
    piles=((Round.A, 2), (Round.B, 4)),
    rows=_granada_rows,
    scorings=(NORMAL, SIMPLIFIED),
)
ALHAMBRA = Game(
    name="alhambra",
    start=Family.ALHAMBRA,
    lanes=(Family.ALHAMBRA,),
    piles=((Round.A, 2), (Round.B, 4)),
    rows=_alhambra_rows,
    scorings=(NORMAL,),
)
COMBINED = Game(
    name="combined",
    start=Family.ALHAMBRA,
    lanes=(Family.ALHAMBRA, Family.GRANADA),
    two_faced=Family.GRANADA,
    first_with_edges=(Family.GRANADA,),
    piles=((Round.A, 3),),
    later=((Round.B, 2),),
    rows=_combined_rows,
    scorings=(NORMAL, SIMPLIFIED),
)
GAMES = {game.name: game for game in (GRANADA, ALHAMBRA, COMBINED)}


def game_named(name: str) -> Game:
    """The game with the given name."""
    return known(name, GAMES, Reason("game"))
