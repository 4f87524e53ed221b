"""What a question is about: its city with what is wrong or counted marked, or the table of a scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from granada.board import Cell, InvalidState, Layout, violations
from granada.game import IMPOSSIBLE, Add, Place, Remove, Swap, broken
from granada.pictures import sketch
from granada.suite.questions.kinds import ApplyQuestion, CityQuestion, LayoutQuestion, MoatQuestion, ScoreQuestion
from granada.suite.questions.question import StateQuestion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.board import City, Violation
    from granada.game import Action
    from granada.rulebook import Rule
    from granada.suite.questions.question import Question


@frozen
class Scene:
    """A city as a question leaves it, with what is to be looked at."""

    layout: Layout
    wrong: tuple[Violation, ...] = ()
    """The building rules that it breaks, and where."""
    marked: tuple[Cell, ...] = ()
    """The cells that are against the rules."""
    run: tuple[tuple[Cell, int], ...] = ()
    """The edges that are counted."""


def scene(asked: Question) -> Scene | None:
    """The city that is judged, as it lies after what is done; none where there is no single city to look at."""
    match asked:
        case LayoutQuestion():
            return _judged(asked.layout)
        case MoatQuestion():
            return Scene(asked.city.layout, run=asked.city.longest(asked.family))
        case CityQuestion():
            return _changed(asked.city, asked.do, tuple(broken(asked.state, asked.do)))
        case ApplyQuestion():
            course = asked.course
            actor = course.before.actor
            if actor is not None and (course.after is None or course.number == len(asked.deeds)):
                return _changed(course.before.players[actor].city, course.action, course.rules)
    return None


def drawn(asked: Question, width: int | None = None) -> str:
    """What lies on the table, as it is judged; empty where there is no city to look at."""
    if isinstance(asked, ScoreQuestion):
        return sketch(asked.scored, width=width)
    found = scene(asked)
    return sketch(found.layout, marked=found.marked, run=found.run, width=width) if found else ""


def laid_out(asked: Question) -> Iterator[tuple[str, Layout]]:
    """The cities that a question is about, as they lie, each with the seat it belongs to where there are several."""
    match asked:
        case LayoutQuestion():
            yield "", asked.layout
        case CityQuestion() | MoatQuestion():
            yield "", asked.city.layout
        case ScoreQuestion():
            yield from ((f"seat {seat}", city.layout) for seat, city in enumerate(asked.cities, start=1))
        case StateQuestion():
            for seat, player in enumerate(asked.state.players, start=1):
                if len(player.city):
                    yield f"seat {seat}", player.city.layout


def wrong_cells(layout: Layout) -> tuple[Cell, ...]:
    """The cells at which a building rule is broken."""
    return _judged(layout).marked


def _judged(layout: Layout) -> Scene:
    """A layout with all that is wrong in it."""
    wrong = violations(layout)
    return Scene(layout, wrong, tuple(sorted({cell for violation in wrong for cell in violation.cells})))


def changed(city: City, action: Action) -> Layout | None:
    """A city after a change, legal or not; None where nothing like that can be laid."""
    tiles = dict(city.layout.tiles)
    match action:
        case Place(face, cell) | Add(face, cell) if cell not in city:
            tiles[cell] = face
        case Remove(cell) if cell in tiles:
            del tiles[cell]
        case Swap(cell, face) if cell in tiles:
            tiles[cell] = face
        case _:
            return None
    founds = city.founding is None and any(face.family is not city.start for face in tiles.values())
    try:
        return Layout(tuple(tiles.items()), (), city.start, cell if founds else city.founding)
    except InvalidState:
        return None


def _changed(city: City, action: Action, rules: tuple[Rule, ...]) -> Scene | None:
    """A city after a change, legal or not; as it is where the change is impossible."""
    if not isinstance(action, Place | Add | Remove | Swap):
        return None
    layout, cell = city.layout, action.cell
    taken = cell in city if isinstance(action, Place | Add) else cell not in dict(layout.tiles) or cell == city.founding
    if not taken and IMPOSSIBLE.intersection(rules):
        return Scene(layout)
    after = None if taken else changed(city, action)
    return Scene(layout, marked=(cell,)) if after is None else _judged(after)
