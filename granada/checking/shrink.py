"""Shrinking: ever simpler versions of a question, as long as the disagreement stays."""

from __future__ import annotations

from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any

from attrs import evolve, fields_dict, frozen

from granada.board import STEPS, City, Face, Layout, Purse, Tile, violations
from granada.checking.random_cells import moved as moved_by
from granada.checking.shrink_positions import simpler_positions
from granada.checking.smaller import blanked, cheaper, cities, faces, fewer, layouts, moved, moves, one_simpler
from granada.game import apply
from granada.suite import (
    ApplyQuestion,
    BuyQuestion,
    CityQuestion,
    FlipQuestion,
    PlaceQuestion,
    ScoreQuestion,
    SwapQuestion,
    TakeQuestion,
    answered,
    as_told,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada.game import Action
    from granada.suite import Case, Question
    from granada.table import Record

MOST_ASKED = 800
"""How many questions are asked to make one disagreement small."""
MOST_TRIES = 20_000
"""How many simpler versions are looked at, questions or not."""
MOST_SECONDS = 120.0
"""The last resort, for a program that thinks long about each question."""
OPTIONAL = ("rulings", "scoring", "modules", "family", "shown", "game")
"""The parts that a question may do without."""


@frozen
class Shrunk:
    """The simplest version that was found, and why it was not looked for a simpler one; empty where there is none."""

    case: Case
    stopped: str = ""


def shrunk(
    case: Case, fails: Callable[[Case], bool], most: int = MOST_ASKED, clock: Callable[[], float] = monotonic
) -> Shrunk:
    """The simplest version of a case that still fails, as far as that can be found by so many questions."""
    deadline, asked, tries, at, progress = clock() + MOST_SECONDS, 0, 0, 0, True
    while progress:
        progress = False
        for number, candidate in _from(at, simpler(case.asked)):
            tries += 1
            found = answered(candidate, case.name, case.rule)
            if found is None:
                continue
            if asked >= most or tries >= MOST_TRIES:
                return Shrunk(case, f"after {asked} questions")
            if clock() >= deadline:
                return Shrunk(case, f"after {MOST_SECONDS:g} s and {asked} questions: the program is slow")
            asked += 1
            if fails(found):
                case, at, progress = found, number, True
                break
    return Shrunk(case)


def _from(at: int, candidates: Iterator[Question]) -> Iterator[tuple[int, Question]]:
    """Candidates with their numbers, from a number on, and then those before, which have just been tried."""
    before = list(islice(candidates, at))
    yield from enumerate(candidates, start=at)
    yield from enumerate(before)


def simpler(asked: Question) -> Iterator[Question]:
    """Versions of a question with one thing less, the boldest first."""
    if isinstance(asked, ApplyQuestion):
        yield from _advanced(asked)
    parts = fields_dict(type(asked))
    for name in OPTIONAL:
        about_cities = name == "game" and parts.keys() & {"layout", "city", "cities"}
        if name in parts and not about_cities and getattr(asked, name) != parts[name].default:
            yield evolve(asked, **{name: parts[name].default})
    if isinstance(asked, CityQuestion):
        yield from _brought_closer(asked)
    for name, simplify in SIMPLER.items():
        if name in parts and (value := getattr(asked, name)) is not None:
            changed = (evolve(asked, **{name: other}) for other in simplify(value))
            yield from filter(_each_once, changed)
    if isinstance(asked, TakeQuestion | BuyQuestion | FlipQuestion):
        yield from _fewer_cards_paid(asked)
    if isinstance(asked, PlaceQuestion | SwapQuestion):
        yield from filter(_each_once, _plainer_faces(asked))


def _seats(simplify: Callable[[Any], Iterator[Any]]) -> Callable[[tuple[Any, ...]], Iterator[tuple[Any, ...]]]:
    """Fewer seats, but two at least, or one of them simpler."""

    def simplified(seats: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        yield from (some for some in fewer(seats) if len(some) > 1)
        yield from one_simpler(seats, simplify)

    return simplified


def _steps(done: Any) -> Iterator[Any]:  # noqa: ANN401  an action, or several
    """Fewer actions in a row."""
    if isinstance(done, tuple):
        yield from (some if len(some) > 1 else some[0] for some in fewer(done) if some)


def _records(record: Record) -> Iterator[Record]:
    """The same game with fewer steps."""
    return (evolve(record, steps=steps) for steps in fewer(record.steps))


def _tiles(tile: Tile) -> Iterator[Tile]:
    """A cheaper tile; one with two faces stays as it is, since they belong together."""
    return (Tile(face) for face in cheaper(tile.up) if tile.down is None)


def _texts(text: str) -> Iterator[str]:
    """A text without one of its signs."""
    return (text[:at] + text[at + 1 :] for at in range(len(text)))


SIMPLER: dict[str, Callable[[Any], Iterator[Any]]] = {
    "state": simpler_positions,
    "modules": fewer,
    "layout": layouts,
    "city": cities,
    "cities": _seats(cities),
    "tile": _tiles,
    "display": fewer,
    "hand": fewer,
    "hands": _seats(fewer),
    "reserve": fewer,
    "dirk": fewer,
    "yard": blanked,
    "record": _records,
    "text": _texts,
    "do": _steps,
}
"""How each part is made simpler."""


def _advanced(asked: ApplyQuestion) -> Iterator[Question]:
    """A later position, with fewer steps to go."""
    steps = asked.deeds
    for done in dict.fromkeys((len(steps) - 1, len(steps) // 2, 1)):
        if not 0 < done < len(steps):
            continue
        state = asked.state
        try:
            for action in steps[:done]:
                state = apply(state, action)
        except ValueError:
            continue
        rest = steps[done:]
        if (told := as_told(state)) is not None:
            yield evolve(asked, state=told, do=rest if len(rest) > 1 else rest[0])


def _fewer_cards_paid(asked: TakeQuestion | BuyQuestion | FlipQuestion) -> Iterator[Question]:
    """A card less in the hand or display and in the payment."""
    where = "display" if isinstance(asked, TakeQuestion) else "hand"
    held, paid = getattr(asked, where), asked.do.cards
    for at, card in enumerate(held):
        if card in tuple(paid) and card not in held[:at]:
            changes: dict[str, Any] = {where: held[:at] + held[at + 1 :]}
            yield evolve(asked, **changes, do=_other(asked.do, cards=paid - Purse.of([card])))


def _each_once(asked: Question) -> bool:
    """Whether no tile is there twice."""
    match asked:
        case ScoreQuestion():
            faces = [*(face for city in asked.cities for face in city.faces if not face.is_hut), *(asked.dirk or ())]
        case PlaceQuestion():
            faces = [*asked.city.faces, asked.do.face]
        case _:
            return True
    return len({(face.building, face.price) for face in faces}) == len(faces)


def _brought_closer(asked: CityQuestion) -> Iterator[Question]:
    """The city and the cell that it is about, closer to the start."""
    action: Any = asked.do
    for move in moves({**asked.city.layout.by_cell, action.cell: None}):
        for layout in moved(asked.city.layout, move):
            if layout != asked.city.layout and not violations(layout):
                changes: dict[str, Any] = {"city": City.of(layout), "do": _other(action, cell=move(action.cell))}
                yield evolve(asked, **changes)


def _plainer_faces(asked: PlaceQuestion | SwapQuestion) -> Iterator[Question]:
    """A moat or wall less on the tile that is placed or swapped, and on its neighbour; or a lower price."""
    old, cell = asked.do.face, asked.do.cell
    for face in (*faces(old), *cheaper(old)):
        reserve = tuple(face if each == old else each for each in asked.reserve)
        plainer = evolve(asked, do=_other(asked.do, face=face), reserve=reserve)
        yield plainer
        gone = old.edges & ~face.edges
        side = gone.bit_length() - 1
        near = moved_by(cell, STEPS[side]) if gone else cell
        other = asked.city.get(near)
        if other and other.edges >> (side + 2) % 4 & 1:
            bare = Face(other.building, other.price, other.edges & ~(1 << (side + 2) % 4))
            layout = Layout.of(
                {**asked.city.layout.by_cell, near: bare}, start=asked.city.start, founding=asked.city.founding
            )
            if not violations(layout):
                yield evolve(plainer, city=City.of(layout))


def _other(action: Action, **changes: Any) -> Any:  # noqa: ANN401  an action of the same type
    return evolve(action, **changes)
