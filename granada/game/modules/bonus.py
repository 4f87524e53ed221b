"""Bonus cards: hidden cards of the wall-less tiles, which count one more when their tile is built."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import frozen

from granada.board import WALL_LESS_TILES, Building, Face, Family, Tile, TileSet
from granada.errors import InvalidState, all_lists
from granada.game.acting import less
from granada.game.actions import Action, Decline, Reveal
from granada.game.agenda import DONE, WAITS, drawn_from
from granada.game.games import Game, Majority, RowPlan
from granada.game.state import Module, Setup, State, Verb, always_legal, replaced
from granada.game.steps import Step
from granada.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.game.agenda import Bag
    from granada.generators import HasRandrange

CARDS_EACH = {2: 3, 3: 3, 4: 2, 5: 2, 6: 1}
"""How many bonus cards each player is dealt."""


@frozen
class Bonus:
    """The bonus cards: those left in the box, and each seat's hidden and shown ones; None is an unseen card."""

    left: tuple[Face | None, ...]
    hidden: tuple[tuple[Face | None, ...], ...]
    shown: tuple[tuple[Face, ...], ...]


@frozen
class DealBonus(Step):
    """Each seat is dealt so many bonus cards."""

    name: ClassVar[str] = "deal-bonus"
    left: tuple[int, ...]


@frozen
class Show(Step):
    """A seat may show bonus cards before a building is scored."""

    name: ClassVar[str] = "show"
    decides: ClassVar[bool] = True
    seat: int
    building: str


def cards(setup: Setup) -> tuple[Face, ...]:
    """The ten cards: the tiles of the Alhambra without a wall."""
    own = next((each for each in setup.tiles or () if each.family is Family.ALHAMBRA), None)
    tiles = (own or TileSet.default(Family.ALHAMBRA)).tiles
    return tuple(tile.up for tile in tiles if not tile.up.edges)


def _begins(setup: Setup) -> Bonus:
    return Bonus(cards(setup), ((),) * setup.players, ((),) * setup.players)


def _prepares(setup: Setup) -> tuple[Step, ...]:
    return (DealBonus((CARDS_EACH[setup.players],) * setup.players),)


def _waiting(step: DealBonus) -> list[int]:
    """The seats that still get cards."""
    return [seat for seat, left in enumerate(step.left) if left]


def _deal(_: State, step: DealBonus, __: tuple[Step, ...]) -> object:
    return WAITS if _waiting(step) else DONE


def _box(state: State, _: DealBonus) -> Bag:
    return [Tile(face) for face in state.extra(BONUS).left], None


def _drawn(state: State, step: DealBonus, what: Tile) -> State:
    bonus, seat = state.extra(BONUS), _waiting(step)[0]
    dealt = Bonus(less(bonus.left, what.up), _changed(bonus.hidden, seat, (*bonus.hidden[seat], what.up)), bonus.shown)
    counts = replaced(step.left, seat, step.left[seat] - 1)
    return state.with_extra(BONUS, dealt).but(todo=state.todo_with(DealBonus(counts)))


def _changed(seats: tuple[Any, ...], seat: int, faces: tuple[Any, ...]) -> tuple[Any, ...]:
    """The cards of all seats, with others for one of them."""
    return replaced(seats, seat, tuple(sorted(faces, key=str)))


def _unshown(state: State, seat: int, building: str) -> bool:
    """Whether a seat holds hidden cards and has built a wall-less tile of a building that it has not shown."""
    bonus = state.extra(BONUS)
    if not bonus.hidden[seat]:
        return False
    tiles = state.players[seat].city.of_building(Building(building))
    return any(not face.edges and tiles.count(face) > bonus.shown[seat].count(face) for face in tiles)


def _before_row(state: State, plan: RowPlan) -> tuple[Step, ...]:
    if not isinstance(plan, Majority) or plan.building.family is not Family.ALHAMBRA:
        return ()
    count, first = len(state.players), state.mover or 0
    order = [(first + turn) % count for turn in range(count)]
    return tuple(Show(seat, plan.name) for seat in order if _unshown(state, seat, plan.name))


def _revealable(state: State, seat: int) -> list[Face]:
    hidden = state.extra(BONUS).hidden[seat]
    return [face for face in dict.fromkeys(hidden) if face is not None and _stands_unshown(state, seat, face)]


def _stands_unshown(state: State, seat: int, face: Face) -> bool:
    """Whether more of a tile are built than its shown cards account for; there is one of each in the box."""
    shown: tuple[Face, ...] = state.extra(BONUS).shown[seat]
    return state.players[seat].city.faces.count(face) > shown.count(face)


def _reveal_broken(state: State, step: Any, action: Reveal) -> Iterator[Rule]:  # noqa: ANN401  any decision
    if action.face not in state.extra(BONUS).hidden[step.seat]:
        yield Rule.CARDS_ARE_HELD
    elif not _stands_unshown(state, step.seat, action.face):
        yield Rule.REVEAL_WITH_THE_TILE_BUILT


def _reveal(state: State, step: Any, action: Reveal) -> State:  # noqa: ANN401  any decision
    bonus, seat = state.extra(BONUS), step.seat
    hidden = _changed(bonus.hidden, seat, less(bonus.hidden[seat], action.face))
    shown = _changed(bonus.shown, seat, (*bonus.shown[seat], action.face))
    after = state.with_extra(BONUS, Bonus(bonus.left, hidden, shown))
    if isinstance(step, Show) and not _unshown(after, seat, step.building):
        return after.but(todo=after.todo[1:])
    return after


def _decline(state: State, _: Show, __: Decline) -> State:
    return state.but(todo=state.todo[1:])


def _options(state: State, step: Any) -> list[Action]:  # noqa: ANN401  any decision
    found: list[Action] = [Reveal(face) for face in _revealable(state, step.seat)]
    return [*found, Decline()] if isinstance(step, Show) else found


def _counts(state: State, seat: int, building: Building) -> int:
    return sum(face.building is building for face in state.extra(BONUS).shown[seat])


def _leaves(state: State, bonus: Bonus, seat: int, face: Face) -> Bonus:
    if state.players[seat].city.faces.count(face) >= bonus.shown[seat].count(face):
        return bonus
    shown = _changed(bonus.shown, seat, less(bonus.shown[seat], face))
    return Bonus(bonus.left, _changed(bonus.hidden, seat, (*bonus.hidden[seat], face)), shown)


def _hides(bonus: Bonus, seat: int | None) -> Bonus:
    hidden = tuple(faces if owner == seat else (None,) * len(faces) for owner, faces in enumerate(bonus.hidden))
    return Bonus((None,) * len(bonus.left), hidden, bonus.shown)


def _fills(state: State, bonus: Bonus, rng: HasRandrange) -> Bonus:
    known = Counter(face for faces in (*bonus.hidden, *bonus.shown) for face in faces if face is not None)
    unseen = sorted((Counter(cards(state.setup)) - known).elements())
    hidden = []
    for faces in bonus.hidden:
        drawn = [unseen.pop(rng.randrange(len(unseen))) if face is None else face for face in faces]
        hidden.append(tuple(sorted(drawn, key=str)))
    drawn = [unseen.pop(rng.randrange(len(unseen))) if face is None else face for face in bonus.left]
    left = tuple(sorted(drawn, key=str))
    return Bonus(left, tuple(hidden), bonus.shown)


def _writes(bonus: Bonus) -> dict[str, Any]:
    def texts(faces: tuple[Face | None, ...]) -> list[str | None]:
        return [None if face is None else str(face) for face in faces]

    return {
        "left": texts(bonus.left),
        "hidden": [texts(faces) for faces in bonus.hidden],
        "shown": [texts(faces) for faces in bonus.shown],
    }


def _reads(data: Any) -> Bonus:  # noqa: ANN401  JSON has no narrower type
    def faces(texts: list[str | None]) -> tuple[Any, ...]:
        found = [None if text is None else Face.parse(text) for text in texts[: WALL_LESS_TILES + 1]]
        return tuple(sorted(found, key=str))

    if not isinstance(data, dict) or set(data) != {"left", "hidden", "shown"}:
        message = "expected an object with left, hidden and shown"
        raise InvalidState([message])
    left, hidden, shown = data["left"], data["hidden"], data["shown"]
    if not (all_lists(left, hidden, shown) and all_lists(*hidden, *shown)):
        message = "expected lists of cards"
        raise InvalidState([message])
    return Bonus(faces(left), tuple(map(faces, hidden[:7])), tuple(map(faces, shown[:7])))


def _flaws(state: State, bonus: Bonus, partial: bool) -> Iterator[str]:  # noqa: FBT001  as the type says
    if len(bonus.hidden) != len(state.players) or len(bonus.shown) != len(state.players):
        yield "extras.bonus: one list of cards for each seat"
        return
    everything = [*bonus.left, *(f for faces in (*bonus.hidden, *bonus.shown) for f in faces)]
    known = [face for face in everything if face is not None]
    if Counter(known) - Counter(cards(state.setup)):
        yield "extras.bonus: the cards are the ten tiles without walls, once each"
    if len(known) < len(everything) and not partial:
        yield "extras.bonus: only a view has cards that are not known"
    if state.setup.tiles is not None and len(everything) != WALL_LESS_TILES:
        yield f"extras.bonus: there are {WALL_LESS_TILES} cards, not {len(everything)}"
    for seat, faces in enumerate(bonus.shown):
        if Counter(faces) - Counter(state.players[seat].city.faces):
            yield f"extras.bonus: seat {seat} shows a card whose tile is not in its city"
    each, count = CARDS_EACH[len(state.players)], len(state.players)
    rest = next((step.left for step in state.todo if isinstance(step, DealBonus)), (0,) * count)
    begun = [seat for seat, left in enumerate(rest) if 0 < left < each]
    if len(rest) != count or sum(rest) > len(bonus.left):
        yield "todo: there are not so many bonus cards to deal"
    elif max(rest) > each or len(begun) > 1 or list(rest) != sorted(rest):
        yield f"todo: each seat is dealt {each} bonus cards, one after the other"
    elif state.setup.tiles is not None:
        for seat, (hidden, shown) in enumerate(zip(bonus.hidden, bonus.shown, strict=True)):
            if len(hidden) + len(shown) + rest[seat] != each:
                yield f"extras.bonus: seat {seat} has {len(hidden) + len(shown)} cards, not {each - rest[seat]}"


def _refuses(game: Game, _: int) -> str | None:
    return None if Family.ALHAMBRA in game.lanes else "bonus cards show tiles of the Alhambra; Granada has none"


BONUS = Module(
    name="bonus",
    refuses=_refuses,
    begins=_begins,
    prepares=_prepares,
    before_row=_before_row,
    step_types=(DealBonus, Show),
    steps={DealBonus: _deal},
    sources={DealBonus: drawn_from(_box, _drawn)},
    verbs={(Step, Reveal): Verb(_reveal_broken, _reveal), (Show, Decline): Verb(always_legal, _decline)},
    options=_options,
    counts=_counts,
    leaves=_leaves,
    hides=_hides,
    fills=_fills,
    writes=_writes,
    reads=_reads,
    tells=lambda bonus: {
        "bonus_hidden": [[str(face) for face in faces] for faces in bonus.hidden],
        "bonus_shown": [[str(face) for face in faces] for faces in bonus.shown],
    },
    flaws=_flaws,
)
