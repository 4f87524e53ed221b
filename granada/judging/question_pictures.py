"""Draw the cities, cards, tiles and scorings in a question as text and as SVG."""

from collections.abc import Iterable, Iterator
from functools import partial

from granada import questions
from granada.board import Bureau, Card, Face, Layout, Purse, Tile
from granada.errors import InvalidState
from granada.languages import ENGLISH, Language
from granada.pictures import picture, scoring_table, sheet, sketch
from granada.questions import Question
from granada.rulebook import Rule
from granada.spec import case_named, changed, rule_text, scene, slug
from granada.words import Words

Captioned = tuple[str, str]
"""A pair of a caption, which may be empty, and an SVG picture."""


def drawn(question: Question, width: int | None = None, language: Language = ENGLISH) -> str:
    """The city or the scoring in a question, drawn as text; empty if the question has neither."""
    if isinstance(question, questions.ScoreQuestion):
        return scoring_table(question.scored, width, language, question.game)
    found = scene(question)
    if found is None:
        return ""
    return sketch(found.layout, marked=found.marked, run=found.run, width=width, language=language)


def on_a_sheet(named: Iterable[tuple[str, Question]], title: str, language: Language = ENGLISH) -> str:
    """Draw the named pictures of the given questions on one sheet; raise InvalidState if there is nothing to draw."""
    captioned = ((name, *each) for name, question in named for each in pictures(question, language))
    found = [(": ".join(filter(None, (name, caption))), svg) for name, caption, svg in captioned]
    if not found:
        raise InvalidState("there is nothing to see in it")
    return found[0][1] if len(found) == 1 and not found[0][0] else sheet(found, title, language)


def pictures_of(name: str, language: Language = ENGLISH) -> str:
    """A sheet with the pictures for all cases of a rule, or for the case whose id is given."""
    rule, _, case = name.partition("/")
    if "@" in case:
        return on_a_sheet([("", case_named(name).asked)], name, language)
    text = rule_text(Rule.named(rule))
    known = text.cases if text else ()
    found = [each for each in known if not case or each.id == f"{each.rule}/{slug(case)}"]
    if not found:
        raise InvalidState(questions.no_such("case", name, [each.id for each in known]))
    return on_a_sheet([("" if case else each.name, each.asked) for each in found], name, language)


def pictures(question: Question, language: Language = ENGLISH) -> Iterator[Captioned]:
    """The pictures for a question; none if there is nothing to draw."""
    say, drawn_as = language, partial(picture, language=language)
    match question:
        case questions.LayoutQuestion():
            yield "", drawn_as(question.layout)
        case questions.CityQuestion():
            after = changed(question.city, question.do)
            yield (say("before") if after else ""), drawn_as(question.city)
            if after:
                yield say("after"), drawn_as(after)
        case questions.MoatQuestion():
            yield "", drawn_as(question.city)
        case questions.TakeQuestion():
            yield say("display"), drawn_as(Purse(question.display))
            yield say("taken"), drawn_as(question.do.cards)
        case questions.BuyQuestion() | questions.FlipQuestion():
            space = question.space if isinstance(question, questions.BuyQuestion) else None
            yield (say("space {space}", space=space) if space else say("bought")), drawn_as(question.tile)
            yield say("hand"), drawn_as(Purse(question.hand))
            yield say("paid"), drawn_as(question.do.cards)
        case questions.ScoreQuestion():
            yield from ((Words(say).seat(seat), drawn_as(city)) for seat, city in enumerate(question.cities))
            yield "", drawn_as(question.scored, game=question.game)
        case questions.AwardQuestion():
            tiles = zip(question.spaces, filter(None, question.yard), strict=True)
            yield from ((say("space {space}", space=space), drawn_as(tile)) for space, tile in tiles)
            yield from ((Words(say).seat(seat), drawn_as(hand)) for seat, hand in enumerate(question.purses))
        case questions.StateQuestion():
            yield "", drawn_as(question.state, columns=2)
        case questions.GameQuestion():
            if (reached := question.course[1]) is not None:
                yield "", drawn_as(reached, columns=2)
        case questions.NotationQuestion():
            yield from _notation(question, say)


def _notation(question: questions.NotationQuestion, say: Language) -> Iterator[Captioned]:
    try:
        value = question.value
    except ValueError:
        return  # the text cannot be read
    if isinstance(value, Bureau | Card | Face | Layout | Purse | Tile):
        yield "", picture(value, language=say)
