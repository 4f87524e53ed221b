"""Shrinking: ever simpler versions of a question, as long as the disagreement stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, fields_dict

from granada.board import Purse
from granada.checking.shrink_positions import simpler_positions
from granada.checking.smaller import blanked, cities, faces, fewer, layouts, one_simpler
from granada.game import apply
from granada.spec import (
    ApplyQuestion,
    BuyQuestion,
    FlipQuestion,
    PlaceQuestion,
    SwapQuestion,
    TakeQuestion,
    answered,
    as_told,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada.game import Action
    from granada.spec import Case, Question
    from granada.table import Record

MOST_TRIES = 3_000
"""How many simpler versions are looked at for one disagreement."""
OPTIONAL = ("rulings", "scoring", "modules", "family", "shown", "game")
"""The parts that a question may do without."""


def shrunk(case: Case, fails: Callable[[Case], bool], tries: int = MOST_TRIES) -> Case:
    """The simplest version of a case that still fails."""
    left, progress = tries, True
    while progress and left > 0:
        progress = False
        for candidate in simpler(case.asked):
            left -= 1
            if left <= 0:
                break
            found = answered(candidate, case.name, case.rule)
            if found is not None and fails(found):
                case, progress = found, True
                break
    return case


def simpler(asked: Question) -> Iterator[Question]:
    """Versions of a question with one thing less, the boldest first."""
    if isinstance(asked, ApplyQuestion):
        yield from _advanced(asked)
    parts = fields_dict(type(asked))
    for name in OPTIONAL:
        about_cities = name == "game" and parts.keys() & {"layout", "city", "cities"}
        if name in parts and not about_cities and getattr(asked, name) != parts[name].default:
            yield evolve(asked, **{name: parts[name].default})
    for name, simplify in SIMPLER.items():
        if name in parts and (value := getattr(asked, name)) is not None:
            yield from (evolve(asked, **{name: other}) for other in simplify(value))
    if isinstance(asked, TakeQuestion | BuyQuestion | FlipQuestion):
        yield from _fewer_cards_paid(asked)
    if isinstance(asked, PlaceQuestion | SwapQuestion):
        yield from _plainer_faces(asked)


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


def _texts(text: str) -> Iterator[str]:
    """A text without one of its signs."""
    return (text[:at] + text[at + 1 :] for at in range(len(text)))


SIMPLER: dict[str, Callable[[Any], Iterator[Any]]] = {
    "state": simpler_positions,
    "modules": fewer,
    "layout": layouts,
    "city": cities,
    "cities": _seats(cities),
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


def _plainer_faces(asked: PlaceQuestion | SwapQuestion) -> Iterator[Question]:
    """A moat or wall less on the tile that is placed or swapped."""
    old = asked.do.face
    for face in faces(old):
        reserve = tuple(face if each == old else each for each in asked.reserve)
        yield evolve(asked, do=_other(asked.do, face=face), reserve=reserve)


def _other(action: Action, **changes: Any) -> Any:  # noqa: ANN401  an action of the same type
    return evolve(action, **changes)
