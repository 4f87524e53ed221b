"""What lies on the table in a question: the city with what is wrong or counted marked, as text and as pictures."""

from collections.abc import Iterable, Iterator
from functools import partial

from attrs import frozen

from granada.board import Bureau, Card, Cell, City, Face, InvalidState, Layout, Purse, Tile, Violation, violations
from granada.game import Action, Add, IllegalAction, Place, Remove, State, Swap, broken
from granada.languages import ENGLISH, Language
from granada.pictures import picture, scoring_table, sheet, sketch
from granada.questions import (
    ApplyQuestion,
    AwardQuestion,
    BuyQuestion,
    CityQuestion,
    FlipQuestion,
    GameQuestion,
    LayoutQuestion,
    MoatQuestion,
    NotationQuestion,
    Question,
    ScoreQuestion,
    StateQuestion,
    TakeQuestion,
    no_such,
)
from granada.rulebook import IMPOSSIBLE, Rule
from granada.spec.cases import slug
from granada.spec.chapters import rule_text
from granada.spec.suite import case_named
from granada.table import Record, replay
from granada.words import Words

Captioned = tuple[str, str]
"""A caption, which may be empty, and the picture as SVG."""


@frozen
class Scene:
    """A city as a question leaves it, with what is to be looked at.

    - ``wrong``: The building rules that it breaks, and where.
    - ``marked``: The cells that are against the rules.
    - ``run``: The edges that are counted.
    """

    layout: Layout
    wrong: tuple[Violation, ...] = ()
    marked: tuple[Cell, ...] = ()
    run: tuple[tuple[Cell, int], ...] = ()


def scene(question: Question) -> Scene | None:
    """The city of a question as it lies after what is done; None where there is no single city to look at."""
    match question:
        case LayoutQuestion():
            return _judged(question.layout)
        case MoatQuestion():
            return Scene(question.city.layout, run=question.city.longest(question.family))
        case CityQuestion():
            return city_scene(question.city, question.do, tuple(broken(question.state, question.do)))
        case ApplyQuestion():
            course = question.course
            actor = course.before.actor
            if actor is not None and (course.after is None or course.number == len(question.deeds)):
                return city_scene(course.before.players[actor].city, course.action, course.rules)
    return None


def drawn(question: Question, width: int | None = None, language: Language = ENGLISH) -> str:
    """The city or the scoring of a question in text; empty where there is neither."""
    if isinstance(question, ScoreQuestion):
        return scoring_table(question.scored, width, language, question.game)
    found = scene(question)
    if found is None:
        return ""
    return sketch(found.layout, marked=found.marked, run=found.run, width=width, language=language)


def laid_out(question: Question) -> Iterator[tuple[str, Layout]]:
    """The cities of a question, each with its seat where there are several."""
    match question:
        case LayoutQuestion():
            yield "", question.layout
        case CityQuestion() | MoatQuestion():
            yield "", question.city.layout
        case ScoreQuestion():
            yield from ((f"seat {seat}", city.layout) for seat, city in enumerate(question.cities, start=1))
        case StateQuestion():
            for seat, player in enumerate(question.state.players, start=1):
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
    """A city after a change, legal or not; where that is impossible, as it is with the cell marked; else None."""
    if not isinstance(action, Place | Add | Remove | Swap):
        return None
    layout, cell = city.layout, action.cell
    adds = isinstance(action, Place | Add)
    taken = city.is_taken(cell) if adds else cell not in city or cell == city.founding
    after = None if taken or IMPOSSIBLE.intersection(rules) else changed(city, action)
    return Scene(layout, marked=(cell,)) if after is None else _judged(after)


# Pictures


def on_a_sheet(questions: Iterable[tuple[str, Question]], title: str, language: Language = ENGLISH) -> str:
    """The pictures of some questions with their names on one sheet; an InvalidState where there is nothing to see."""
    captioned = ((name, *each) for name, question in questions for each in pictures(question, language))
    found = [(": ".join(filter(None, (name, caption))), svg) for name, caption, svg in captioned]
    if not found:
        raise InvalidState("there is nothing to see in it")
    return found[0][1] if len(found) == 1 and not found[0][0] else sheet(found, title, language)


def pictures_of(name: str, language: Language = ENGLISH) -> str:
    """The pictures of the cases of a rule, or of one case, by its id."""
    rule, _, case = name.partition("/")
    if "@" in case:
        return on_a_sheet([("", case_named(name).asked)], name, language)
    text = rule_text(Rule.named(rule))
    known = text.cases if text else ()
    found = [each for each in known if not case or each.id == f"{each.rule}/{slug(case)}"]
    if not found:
        raise InvalidState(no_such("case", name, [each.id for each in known]))
    return on_a_sheet([("" if case else each.name, each.asked) for each in found], name, language)


def pictures(question: Question, language: Language = ENGLISH) -> Iterator[Captioned]:
    """The pictures of a question; none where there is nothing to see."""
    say, drawn_as = language, partial(picture, language=language)
    match question:
        case LayoutQuestion():
            yield "", drawn_as(question.layout)
        case CityQuestion():
            after = changed(question.city, question.do)
            yield (say("before") if after else ""), drawn_as(question.city)
            if after:
                yield say("after"), drawn_as(after)
        case MoatQuestion():
            yield "", drawn_as(question.city)
        case TakeQuestion():
            yield say("display"), drawn_as(Purse.of(question.display))
            yield say("taken"), drawn_as(question.do.cards)
        case BuyQuestion() | FlipQuestion():
            space = question.space if isinstance(question, BuyQuestion) else None
            yield (say("space {space}", space=space) if space else say("bought")), drawn_as(question.tile)
            yield say("hand"), drawn_as(Purse.of(question.hand))
            yield say("paid"), drawn_as(question.do.cards)
        case ScoreQuestion():
            yield from ((Words(say).seat(seat), drawn_as(city)) for seat, city in enumerate(question.cities))
            yield "", drawn_as(question.scored, game=question.game)
        case AwardQuestion():
            tiles = zip(question.spaces, filter(None, question.yard), strict=True)
            yield from ((say("space {space}", space=space), drawn_as(tile)) for space, tile in tiles)
            yield from ((Words(say).seat(seat), drawn_as(hand)) for seat, hand in enumerate(question.purses))
        case StateQuestion():
            yield "", drawn_as(question.state, columns=2)
        case GameQuestion():
            if (reached := _reached(question.record)) is not None:
                yield "", drawn_as(reached, columns=2)
        case NotationQuestion():
            yield from _notation(question, say)


def _reached(record: Record) -> State | None:
    """The table up to the first step that is illegal."""
    last = None
    try:
        for state in replay(record):
            last = state
    except (IllegalAction, InvalidState):
        pass  # what is drawn is the table up to that step
    return last


def _notation(question: NotationQuestion, say: Language) -> Iterator[Captioned]:
    try:
        value = question.value
    except ValueError:
        return  # it cannot be read
    if isinstance(value, Bureau | Card | Face | Layout | Purse | Tile):
        yield "", picture(value, language=say)
