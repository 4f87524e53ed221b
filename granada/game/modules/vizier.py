"""The vizier's favour: between two turns, a player may buy one tile exactly and place it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from attrs import frozen

from granada.errors import InvalidState
from granada.game.acting import acted, bought, buy_broken, purchases, tile_bought
from granada.game.actions import Action, Buy, Decline, Reactivate
from granada.game.agenda import DONE
from granada.game.options import Actions
from granada.game.rules import IMPOSSIBLE
from granada.game.state import Module, Setup, State, Verb, always_legal, replaced
from granada.game.steps import Act, EndTest, Pending, PlaceTiles, RefillTiles, Step
from granada.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator


@frozen
class OpenFavour(Step):
    """All seats with an active vizier are asked, from the next player on."""

    name: ClassVar[str] = "open-favour"


@frozen
class Favour(Step):
    """A seat may use its vizier; the others are asked after it."""

    name: ClassVar[str] = "favour"
    decides: ClassVar[bool] = True
    seat: int
    seats: tuple[int, ...] = ()


def _asked(state: State) -> tuple[int, ...]:
    """The seats with an active vizier, from the next player on."""
    count = len(state.players)
    asked_in_all = count - 1 if state.rulings.vizier_for_others else count
    order = [((state.mover or 0) + 1 + turn) % count for turn in range(asked_in_all)]
    return tuple(seat for seat in order if state.extra(VIZIER)[seat])


def _open(state: State, _: OpenFavour, rest: tuple[Step, ...]) -> Any:  # noqa: ANN401  a state, or nothing to do
    asked = _asked(state)
    return state.but(todo=(Favour(asked[0], asked[1:]), *rest)) if asked else DONE


def _turned(state: State, seat: int, *, active: bool) -> State:
    return state.with_extra(VIZIER, replaced(state.extra(VIZIER), seat, active))


def _favour_broken(state: State, step: Favour, action: Buy) -> Iterator[Rule]:
    found = list(buy_broken(state, step.seat, action))
    yield from found
    if (not found or found[0] not in IMPOSSIBLE) and not _is_exact(state, action):
        yield Rule.VIZIER_PAYS_EXACTLY


def _is_exact(state: State, action: Buy) -> bool:
    return action.cards.total() == tile_bought(state, action).up.price


def _favour(state: State, step: Favour, action: Buy) -> State:
    place = PlaceTiles(step.seat, (Pending(tile_bought(state, action)),))
    after = bought(state, step.seat, action, place, RefillTiles(), EndTest(), OpenFavour())
    return _turned(after, step.seat, active=False)


def _decline(state: State, step: Favour, _: Decline) -> State:
    others = (Favour(step.seats[0], step.seats[1:]),) if step.seats else ()
    return state.but(todo=state.todo_with(*others))


def _reactivate_broken(state: State, step: Act, _: Reactivate) -> Iterator[Rule]:
    if state.extra(VIZIER)[step.seat]:
        yield Rule.VIZIER_IS_REACTIVATED


def _reactivate(state: State, step: Act, _: Reactivate) -> State:
    return _turned(state, step.seat, active=True).but(todo=acted(state, step))


def _options(state: State, step: Step) -> list[Action]:
    if isinstance(step, Act):
        return [] if state.extra(VIZIER)[step.seat] else [Reactivate()]
    if not isinstance(step, Favour):
        return []
    every = Actions(purchases(state, state.players[step.seat].hand))
    return [Decline(), *(buy for buy in every if isinstance(buy, Buy) and _is_exact(state, buy))]


def _active(setup: Setup) -> tuple[bool, ...]:
    return (True,) * setup.players


def _reads(data: object) -> tuple[bool, ...]:
    if not isinstance(data, list) or not all(type(piece) is bool for piece in data):
        message = "expected a list that says of each seat whether its vizier is active"
        raise InvalidState([message])
    return tuple(data)


def _flaws(state: State, pieces: tuple[bool, ...], _: bool) -> Iterator[str]:  # noqa: FBT001  as the type says
    if len(pieces) != len(state.players):
        yield f"extras.vizier: there are {len(state.players)} viziers, not {len(pieces)}"
        return
    if state.mover is None and not all(pieces):
        yield "extras.vizier: every vizier is active before the game begins"
    for step in state.todo:
        if isinstance(step, Favour):
            asked = (step.seat, *step.seats)
            if _asked(state)[-len(asked) :] != asked:
                yield "todo: only seats with an active vizier are asked, each once, from the next player on"
    match state.todo:
        case (PlaceTiles(seat), RefillTiles(), *_) if seat < len(pieces) and pieces[seat]:
            yield "todo: who bought by a vizier has turned it over"


VIZIER = Module(
    name="vizier",
    refuses=lambda _game, _players: None,
    begins=_active,
    after_turn=(OpenFavour(),),
    step_types=(OpenFavour, Favour),
    agendas=("favour next-turn", "(place-tiles )?refill-tiles end-test open-favour next-turn"),
    steps={OpenFavour: _open},
    verbs={
        (Favour, Buy): Verb(_favour_broken, _favour),
        (Favour, Decline): Verb(always_legal, _decline),
        (Act, Reactivate): Verb(_reactivate_broken, _reactivate),
    },
    options=_options,
    forces=(Reactivate,),
    writes=list,
    reads=_reads,
    tells=lambda pieces: {"vizier": list(pieces)},
    flaws=_flaws,
)
