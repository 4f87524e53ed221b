"""Read and write the modules' parts of a state as JSON, and validate them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from granada.board import WALL_LESS_TILES, Face
from granada.errors import Reason, at
from granada.game import CARDS_EACH, COLOURS, MOST_HUTS, Module, State, bonus_cards, huts_of
from granada.modules import BONUS, EXCHANGE, HUTS, VIZIER, Bonus, Huts
from granada.steps import DealBonus, PlaceTiles, TurnUpHuts
from granada.wire.forms import FACE, FLAG, Form, fields_of

_CARDS = FACE.or_none().sorted()
EXTRAS = {
    VIZIER.name: FLAG.each(),
    EXCHANGE.name: Form(lambda _: None, lambda _: ()),
    HUTS.name: fields_of(Huts, {"tops": FACE.or_none().each(), "piles": FACE.sorted().each()}),
    BONUS.name: fields_of(Bonus, {"left": _CARDS, "hidden": _CARDS.each(), "shown": _CARDS.each()}),
}
"""A mapping from the names of modules to the forms for their data."""


def extra_data(module: Module[object], extra: Any) -> Any:
    """A module's data as JSON."""
    return EXTRAS[module.name].write(extra)


def read_extra(module: Module[object], data: Any) -> Any:
    """Read a module's data from JSON; raise InvalidState if it is invalid."""
    return EXTRAS[module.name].whole(data, f"extras.{module.name}")


def module_flaws(state: State, *, partial: bool) -> Iterator[str]:
    """The flaws in modules' data, in a full state or in the partial state of a view."""
    modules, seats = state.setup.modules, len(state.players)
    if VIZIER in modules and len(state.extra(VIZIER)) != seats:
        yield f"extras.vizier: there must be {seats} viziers, not {len(state.extra(VIZIER))}"
    if HUTS in modules:
        yield from _hut_flaws(state, state.extra(HUTS))
    if BONUS in modules:
        yield from _bonus_flaws(state, state.extra(BONUS), partial=partial)


def huts_kept(state: State) -> list[Face]:
    """The huts that are still on their piles."""
    if HUTS not in state.setup.modules:
        return []
    extra = state.extra(HUTS)
    return [face for pile in (extra.tops, *extra.piles) for face in pile if face is not None]


def _hut_flaws(state: State, extra: Huts) -> Iterator[str]:
    if len(extra.tops) != len(COLOURS) or len(extra.piles) != len(COLOURS):
        yield f"extras.huts: there must be {len(COLOURS)} piles"
        return
    for colour, top, pile in zip(COLOURS, extra.tops, extra.piles, strict=True):
        for face in (*([top] if top else ()), *pile):
            if not face.is_hut or face.building is not colour:
                yield f"extras.huts: {face} does not belong on the pile of {colour}"
    for seat in range(len(state.players)):
        placing = [step for step in state.todo if isinstance(step, PlaceTiles) and step.seat == seat]
        taken = sum(pending.tile.up.is_hut for step in placing for pending in step.tiles)
        if huts_of(state, seat) + taken > MOST_HUTS:
            yield at(f"seats[{seat}]: ", Reason("at most {number} huts", number=MOST_HUTS))
    turning = any(isinstance(step, TurnUpHuts) for step in state.todo)
    if not turning and any(pile and not top for top, pile in zip(extra.tops, extra.piles, strict=True)):
        yield "extras.huts: every pile shows its top"


def _bonus_flaws(state: State, bonus: Bonus, *, partial: bool) -> Iterator[str]:
    if len(bonus.hidden) != len(state.players) or len(bonus.shown) != len(state.players):
        yield "extras.bonus: one list of cards for each seat"
        return
    everything = [*bonus.left, *(face for faces in (*bonus.hidden, *bonus.shown) for face in faces)]
    known = [face for face in everything if face is not None]
    if Counter(known) - Counter(bonus_cards(state.setup)):
        yield "extras.bonus: the cards must be the ten tiles without walls, once each"
    if len(known) < len(everything) and not partial:
        yield "extras.bonus: only a view has cards that are not known"
    if len(everything) > WALL_LESS_TILES or (state.setup.tiles is not None and len(everything) < WALL_LESS_TILES):
        yield f"extras.bonus: there must be {WALL_LESS_TILES} cards, not {len(everything)}"
    for seat, faces in enumerate(bonus.shown):
        if Counter(faces) - Counter(state.players[seat].city.faces):
            yield f"extras.bonus: seat {seat} shows a card whose tile is not in its city"
    for step in state.todo:
        if isinstance(step, DealBonus):
            yield from _deal_flaws(state, bonus, step)


def _deal_flaws(state: State, bonus: Bonus, step: DealBonus) -> Iterator[str]:
    """Check that the cards are dealt seat by seat, and that there are enough."""
    each, left = CARDS_EACH[len(state.players)], step.left
    if len(left) != len(state.players) or sum(left) > len(bonus.left):
        yield "todo: there are too few bonus cards to deal"
    elif max(left) > each or list(left) != sorted(left) or sum(0 < number < each for number in left) > 1:
        yield f"todo: each seat must be dealt {each} bonus cards, one after the other"
