"""Builders' huts: free tiles without a price, which count the buildings of their colour beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from attrs import frozen

from granada.board import STEPS, Building, Cell, Face, Family, Tile, huts
from granada.errors import InvalidState, all_lists
from granada.game.acting import acted, less
from granada.game.actions import Action, TakeHut
from granada.game.agenda import DONE, WAITS, drawn_from
from granada.game.state import Module, Setup, State, Verb, replaced
from granada.game.steps import Act, Pending, PlaceTiles, Step
from granada.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.game.agenda import Bag
    from granada.game.games import Game

HUTS_EACH = 3
"""Nobody has more than three huts."""
COLOURS = tuple(building for building in Building if building.family is Family.ALHAMBRA)


@frozen
class Huts:
    """The six piles, from pavilion to tower: the open hut of each, and those below it in no order."""

    tops: tuple[Face | None, ...]
    piles: tuple[tuple[Face, ...], ...]


@frozen
class TurnUpHuts(Step):
    """The next hut of each pile without an open one is turned up."""

    name: ClassVar[str] = "turn-up-huts"


def _begins(_: Setup) -> Huts:
    piles = (sorted(hut for hut in huts() if hut.building is colour) for colour in COLOURS)
    return Huts((None,) * len(COLOURS), tuple(map(tuple, piles)))


def _closed(state: State) -> list[int]:
    """The piles whose next hut must be turned up."""
    extra = state.extra(HUTS)
    piles = enumerate(zip(extra.tops, extra.piles, strict=True))
    return [number for number, (top, pile) in piles if top is None and pile]


def _turn_up(state: State, _: TurnUpHuts, __: tuple[Step, ...]) -> object:
    return WAITS if _closed(state) else DONE


def _pile(state: State, _: TurnUpHuts) -> Bag:
    return [Tile(face) for face in state.extra(HUTS).piles[_closed(state)[0]]], None


def _drawn(state: State, _: TurnUpHuts, what: Tile) -> State:
    extra, number = state.extra(HUTS), _closed(state)[0]
    piles = replaced(extra.piles, number, less(extra.piles[number], what.up))
    return state.with_extra(HUTS, Huts(replaced(extra.tops, number, what.up), piles))


def _owned(state: State, seat: int) -> int:
    player = state.players[seat]
    return sum(face.is_hut for face in (*player.city.faces, *player.reserve))


def _take_broken(state: State, step: Act, action: TakeHut) -> Iterator[Rule]:
    if action.face not in state.extra(HUTS).tops:
        yield Rule.TILE_IS_THERE
    elif _owned(state, step.seat) >= HUTS_EACH:
        yield Rule.THREE_HUTS_AT_MOST


def _take(state: State, step: Act, action: TakeHut) -> State:
    extra = state.extra(HUTS)
    number = extra.tops.index(action.face)
    taken = state.with_extra(HUTS, Huts(replaced(extra.tops, number, None), extra.piles))
    return taken.but(todo=(TurnUpHuts(), *acted(state, step, Pending(Tile(action.face), bought=False))))


def _options(state: State, step: Step) -> list[Action]:
    if not isinstance(step, Act) or _owned(state, step.seat) >= HUTS_EACH:
        return []
    return [TakeHut(face) for face in state.extra(HUTS).tops if face is not None]


def _counts(state: State, seat: int, building: Building) -> int:
    """Each hut counts the buildings of its colour to which one can walk from it, as many as the ruling allows."""
    city, total = state.players[seat].city, 0
    for cell in city:
        hut = city[cell]
        if hut.is_hut and hut.building is building:
            near = (
                city.get(Cell(cell.x + dx, cell.y + dy))
                for side, (dx, dy) in enumerate(STEPS)
                if not hut.edges >> side & 1
            )
            counted = sum(face is not None and face.building is building and not face.is_hut for face in near)
            total += min(counted, state.rulings.hut_cap)
    return total


def _writes(extra: Huts) -> dict[str, Any]:
    return {
        "tops": [None if face is None else str(face) for face in extra.tops],
        "piles": [[str(face) for face in pile] for pile in extra.piles],
    }


def _reads(data: Any) -> Huts:  # noqa: ANN401  JSON has no narrower type
    if not isinstance(data, dict) or set(data) != {"tops", "piles"}:
        message = "expected an object with tops and piles"
        raise InvalidState([message])
    if not (all_lists(data["tops"], data["piles"]) and all_lists(*data["piles"])):
        message = "expected lists of huts"
        raise InvalidState([message])
    tops = tuple(None if text is None else Face.parse(text) for text in data["tops"][:7])
    piles = tuple(tuple(sorted(Face.parse(text) for text in pile[:6])) for pile in data["piles"][:7])
    return Huts(tops, piles)


def _flaws(state: State, extra: Huts, _: bool) -> Iterator[str]:  # noqa: FBT001  as the type says
    if len(extra.tops) != len(COLOURS) or len(extra.piles) != len(COLOURS):
        yield f"extras.huts: there are {len(COLOURS)} piles"
        return
    for colour, top, pile in zip(COLOURS, extra.tops, extra.piles, strict=True):
        for face in (*([top] if top else ()), *pile):
            if not face.is_hut or face.building is not colour:
                yield f"extras.huts: {face} does not belong on the pile of {colour}"
    for seat in range(len(state.players)):
        if _owned(state, seat) + _taken(state, seat) > HUTS_EACH:
            yield f"seats[{seat}]: at most {HUTS_EACH} huts"
    yield from _top_flaws(state, extra)


def _taken(state: State, seat: int) -> int:
    """How many huts a seat has taken and not placed yet."""
    placing = [step for step in state.todo if isinstance(step, PlaceTiles) and step.seat == seat]
    return sum(pending.tile.up.is_hut for step in placing for pending in step.tiles)


def _top_flaws(state: State, extra: Huts) -> Iterator[str]:
    """A pile shows its top, but while huts are turned up: all of them in the set-up, or the one that was taken."""
    closed = [number for number, top in enumerate(extra.tops) if top is None and extra.piles[number]]
    turning = [place for place, step in enumerate(state.todo) if isinstance(step, TurnUpHuts)]
    if not turning:
        if closed:
            yield "extras.huts: every pile shows its top"
    elif state.mover is None:
        shown = [number for number, top in enumerate(extra.tops) if top is not None]
        if state.setup.tiles is not None and (shown != list(range(len(shown))) or (turning[0] and shown)):
            yield "extras.huts: in the set-up the piles are turned up one by one"
    elif len(closed) != 1 or not _taken(state, state.mover):
        yield "extras.huts: the next hut of one pile is turned up, from which one was taken"


def _kept(extra: Huts) -> tuple[Face, ...]:
    return tuple(face for face in (*extra.tops, *(hut for pile in extra.piles for hut in pile)) if face is not None)


def _refuses(game: Game, _: int) -> str | None:
    return None if Family.ALHAMBRA in game.lanes else "builders' huts belong to the Alhambra; Granada has none"


HUTS = Module(
    name="huts",
    refuses=_refuses,
    begins=_begins,
    prepares=lambda _: (TurnUpHuts(),),
    step_types=(TurnUpHuts,),
    agendas=("turn-up-huts place-tiles {end}",),
    steps={TurnUpHuts: _turn_up},
    sources={TurnUpHuts: drawn_from(_pile, _drawn)},
    verbs={(Act, TakeHut): Verb(_take_broken, _take)},
    options=_options,
    forces=(TakeHut,),
    counts=_counts,
    writes=_writes,
    reads=_reads,
    tells=lambda extra: {"hut_tops": [None if face is None else str(face) for face in extra.tops]},
    flaws=_flaws,
    adds=huts,
    keeps=_kept,
)
