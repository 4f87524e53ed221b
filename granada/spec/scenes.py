"""The cities in a question, and the city after the question's actions, with violations and counted edges to mark."""

from collections.abc import Iterable, Iterator

from attrs import frozen

from granada import questions
from granada.board import Cell, City, Face, Layout, Violation, violations
from granada.errors import InvalidState
from granada.game import MOST_HUTS, Action, Add, Place, Remove, Swap, broken
from granada.rulebook import IMPOSSIBLE, Rule


@frozen
class Scene:
    """A city after the actions of a question, with the cells and edges to mark.

    - ``wrong``: The building rules that the city breaks, and the cells where it breaks them.
    - ``marked``: The cells that break the rules.
    - ``run``: The edges that the answer counts.
    """

    layout: Layout
    wrong: tuple[Violation, ...] = ()
    marked: tuple[Cell, ...] = ()
    run: tuple[tuple[Cell, int], ...] = ()


def scene(question: questions.Question) -> Scene | None:
    """The city in a question after its actions; None unless the question has exactly one city."""
    match question:
        case questions.LayoutQuestion():
            return _judged(question.layout)
        case questions.MoatQuestion():
            return Scene(question.city.layout, run=question.city.longest(question.family))
        case questions.CityQuestion():
            return city_scene(question.city, question.do, tuple(broken(question.state, question.do)))
        case questions.ApplyQuestion():
            course = question.course
            actor = course.before.actor
            if actor is not None and (course.after is None or course.number == len(question.deeds)):
                return city_scene(course.before.players[actor].city, course.action, course.rules)
    return None


def laid_out(question: questions.Question) -> Iterator[tuple[str, Layout]]:
    """The cities in a question, each with its seat if there is more than one city."""
    match question:
        case questions.LayoutQuestion():
            yield "", question.layout
        case questions.CityQuestion() | questions.MoatQuestion():
            yield "", question.city.layout
        case questions.ScoreQuestion():
            yield from ((f"seat {seat}", city.layout) for seat, city in enumerate(question.cities, start=1))
        case questions.StateQuestion():
            for seat, player in enumerate(question.state.players, start=1):
                if len(player.city):
                    yield f"seat {seat}", player.city.layout


def wrong_cells(layout: Layout) -> tuple[Cell, ...]:
    """The cells where a layout breaks a building rule."""
    return _judged(layout).marked


def _judged(layout: Layout) -> Scene:
    """The scene of a layout with all its violations."""
    wrong = (*violations(layout), *surplus_huts(layout))
    return Scene(layout, wrong, tuple(sorted({cell for violation in wrong for cell in violation.cells})))


def surplus_huts(layout: Layout, beside: Iterable[Face] = ()) -> tuple[Violation, ...]:
    """The violation if a city, together with the huts that lie beside it, has more than three huts."""
    cells = tuple(cell for cell, face in layout.tiles if face.is_hut)
    number = len(cells) + sum(face.is_hut for face in beside)
    return (Violation(Rule.THREE_HUTS_AT_MOST, cells),) if number > MOST_HUTS else ()


def changed(city: City, action: Action) -> Layout | None:
    """A city after a change, legal or not; None if the change is impossible."""
    tiles = dict(city.layout.tiles)
    match action:
        case Place(face, cell) | Add(face, cell) if not city.is_taken(cell):
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


def city_scene(city: City, action: Action, rules: tuple[Rule, ...]) -> Scene | None:
    """The city after a change or, with the cell marked, before an impossible change; None for other actions."""
    if not isinstance(action, Place | Add | Remove | Swap):
        return None
    layout, cell = city.layout, action.cell
    adds = isinstance(action, Place | Add)
    taken = city.is_taken(cell) if adds else cell not in city or cell == city.founding
    after = None if taken or IMPOSSIBLE.intersection(rules) else changed(city, action)
    return Scene(layout, marked=(cell,)) if after is None else _judged(after)
