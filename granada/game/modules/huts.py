"""Builders' huts, which are free tiles that count the neighbouring buildings of their colour."""

from collections.abc import Iterable

from attrs import evolve, frozen

from granada.board import BUILDINGS, Building, Cell, City, Face, Family, Tile, beyond, huts
from granada.errors import Reason
from granada.game.acting import after_acting
from granada.game.actions import Action, Draw, TakeHut
from granada.game.games import Game
from granada.game.state import Module, Setup, State, less, replaced
from granada.rulebook import Rule
from granada.steps import Act, DealHand, Decision, Pending, Step, TurnUpHuts

MOST_HUTS = 3
"""The maximum number of huts that a seat may have."""
COLOURS = BUILDINGS[Family.ALHAMBRA]


@frozen
class Huts:
    """The six piles of huts, from pavilion to tower.

    - ``tops``: The open hut on each pile.
    - ``piles``: The huts below the open hut on each pile, in no particular order.
    """

    tops: tuple[Face | None, ...]
    piles: tuple[tuple[Face, ...], ...]


def _refuses(game: Game) -> str | None:
    return None if Family.ALHAMBRA in game.lanes else Reason("builders' huts belong to the Alhambra; Granada has none")


def _begins(_: Setup) -> Huts:
    piles = (sorted(hut for hut in huts() if hut.building is colour) for colour in COLOURS)
    return Huts((None,) * len(COLOURS), tuple(map(tuple, piles)))


def _before(_: Setup, step: Step) -> tuple[Step, ...]:
    return (TurnUpHuts(),) if isinstance(step, DealHand) else ()


def _bag(state: State, step: Step) -> tuple[Tile, ...]:
    """The huts in the first pile whose next hut must be turned up."""
    piles = zip(state.extra(HUTS).tops, state.extra(HUTS).piles, strict=True)
    closed = next((pile for top, pile in piles if top is None and pile), ())
    return tuple(map(Tile, closed)) if isinstance(step, TurnUpHuts) else ()


def _runs(state: State, step: Step) -> State | None:
    return state.then() if isinstance(step, TurnUpHuts) and not _bag(state, step) else None


def huts_of(state: State, seat: int) -> int:
    """The number of huts that a seat has."""
    player = state.players[seat]
    return sum(face.is_hut for face in (*player.city.faces, *player.reserve))


def _options(state: State, step: Decision) -> list[Action]:
    if not isinstance(step, Act) or huts_of(state, step.seat) >= MOST_HUTS:
        return []
    return [TakeHut(face) for face in state.extra(HUTS).tops if face is not None]


def _broken(state: State, step: Step, action: Action) -> Iterable[Rule] | None:
    match step, action:
        case Act(), TakeHut(face) if face not in state.extra(HUTS).tops:
            return (Rule.TILE_IS_THERE,)
        case Act(seat), TakeHut() if huts_of(state, seat) >= MOST_HUTS:
            return (Rule.THREE_HUTS_AT_MOST,)
        case Act(), TakeHut():
            return ()
    return None


def _performs(state: State, step: Step, action: Action) -> State:
    extra = state.extra(HUTS)
    match step, action:
        case Act(), TakeHut(face):
            taken = evolve(extra, tops=replaced(extra.tops, extra.tops.index(face), None))
            after = after_acting(state.with_extra(HUTS, taken), step, Pending(Tile(face), bought=False))
            return evolve(after, todo=(TurnUpHuts(), *after.todo))
        case TurnUpHuts(), Draw(Tile(face)):
            number = COLOURS.index(face.building)
            piles = replaced(extra.piles, number, less(extra.piles[number], face))
            return state.with_extra(HUTS, Huts(replaced(extra.tops, number, face), piles))
    return state


def _counts(state: State, seat: int, building: Building) -> int:
    """Count the neighbouring buildings of each hut's colour, at most three for a hut, or four under another reading."""
    city = state.players[seat].city
    own = (cell for cell in city if city[cell].is_hut and city[cell].building is building)
    return sum(min(_matching_neighbours(city, cell), state.rulings.hut_cap) for cell in own)


def _matching_neighbours(city: City, cell: Cell) -> int:
    """The number of buildings of a hut's colour next to the hut, not counting huts and buildings behind a wall."""
    hut = city[cell]
    near = [city.get(beyond(cell, side)) for side in range(4) if not hut.barred(side)]
    return sum(face is not None and face.building is hut.building and not face.is_hut for face in near)


HUTS = Module(
    name="huts",
    refuses=_refuses,
    begins=_begins,
    before=_before,
    runs=_runs,
    bag=_bag,
    options=_options,
    broken=_broken,
    performs=_performs,
    counts=_counts,
)
