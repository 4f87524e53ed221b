"""What a question is about, drawn: its cities with the cells that are wrong marked, or the table of a scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board import InvalidState, Layout, violations
from granada.game import IMPOSSIBLE, Add, Place, Remove, Swap, broken
from granada.pictures import draw
from granada.spec.questions.kinds import ApplyQuestion, CityQuestion, LayoutQuestion, MoatQuestion, ScoreQuestion
from granada.spec.questions.question import StateQuestion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.board import Cell, City
    from granada.game import Action
    from granada.rulebook import Rule
    from granada.spec.questions.question import Question


def drawn(asked: Question, width: int | None = None) -> str:
    """What lies on the table, as it is judged; empty where there is no city to look at."""
    match asked:
        case LayoutQuestion():
            return draw(asked.layout, marked=wrong_cells(asked.layout), width=width)
        case MoatQuestion():
            return draw(asked.city, width=width)
        case ScoreQuestion():
            return str(asked.scored)
        case CityQuestion():
            return _changed(asked.city, asked.do, tuple(broken(asked.state, asked.do)), width)
        case ApplyQuestion():
            course = asked.course
            actor = course.before.actor
            if actor is not None and (course.after is None or course.number == len(asked.deeds)):
                return _changed(course.before.players[actor].city, course.action, course.rules, width)
    return ""


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
    return tuple(sorted({cell for violation in violations(layout) for cell in violation.cells}))


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


def _changed(city: City, action: Action, rules: tuple[Rule, ...], width: int | None) -> str:
    """A city after a change, legal or not; as it is where the change is impossible."""
    if not isinstance(action, Place | Add | Remove | Swap):
        return ""
    layout, cell = city.layout, action.cell
    taken = cell in city if isinstance(action, Place | Add) else cell not in dict(layout.tiles) or cell == city.founding
    if not taken and IMPOSSIBLE.intersection(rules):
        return draw(layout, width=width)
    after = None if taken else changed(city, action)
    shown, marked = (layout, (cell,)) if after is None else (after, wrong_cells(after))
    return draw(shown, marked=marked, width=width)
