"""The protocol for questions and answers: this engine's greeting and answers.

This module also writes notes on impossible positions, and lists the games, the modules and the tiles that a program
must know to answer a question.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

from attrs import fields

from granada.board import BUILDINGS, Building, City, Face, Family, Layout, Tile, TileSet
from granada.errors import InvalidState
from granada.game import (
    ALHAMBRA,
    COMBINED,
    GAMES,
    GRANADA,
    MODULES,
    MOST_HUTS,
    VIZIER,
    Dirk,
    IllegalAction,
    Place,
    Player,
    Setup,
    State,
)
from granada.notation import BadNotation
from granada.questions.kinds import (
    KINDS,
    BuyQuestion,
    CityQuestion,
    LayoutQuestion,
    MoatQuestion,
    NotationQuestion,
    PlaceQuestion,
)
from granada.questions.question import Answer, Question
from granada.questions.reading import modules_named, read_question, texts_in
from granada.rulebook import FORMAT, Rule
from granada.steps import Pending, Step
from granada.words import Words

NOTATION = Words(brief=True)
"""The vocabulary for notes: English, with tiles in notation, as in questions."""
_NOT_ON_THE_TABLE = {"do", "shown", "extras", "record"}
"""The keys whose tiles are not on the table or are already counted elsewhere."""


def notes_on(question: Question, words: Words = NOTATION) -> list[str]:
    """Notes on impossible things, such as too many copies of a tile, and on the module that a question implies."""
    return list(_notes(question, list(faces_of(question)), words))


def _notes(question: Question, faces: list[Face], words: Words) -> Iterator[str]:
    """The notes, given the faces of all tiles on the table; a question about a city cannot name the module for huts."""
    yield from _too_many(faces, words)
    number = sum(face.is_hut for face in faces)
    if number and isinstance(question, LayoutQuestion | CityQuestion | MoatQuestion):
        yield words.language("A builders' hut lies here, so the module huts takes part.")
        if number > MOST_HUTS:
            yield words.language(Rule.THREE_HUTS_AT_MOST.sentence)
    if isinstance(question, BuyQuestion) and VIZIER in question.setup.modules:
        yield words.language(
            "This is a purchase in the player's own turn; a purchase with the vizier is a question of kind apply."
        )


def _too_many(faces: list[Face], words: Words) -> Iterator[str]:
    """Notes on tiles with more copies than in the box; a tile is identified by its building and price."""
    found, say = Counter((face.building, face.price) for face in faces if not face.is_hut), words.language
    box = _box()
    for kind, number in found.items():
        tile = f"{kind[0]}{kind[1]}" if words.brief else f"{words.building(kind[0])} {kind[1]}"
        if not box[kind]:
            yield say("There is no {tile} in the box.", tile=tile)
        elif kind[0].family is Family.GRANADA and number > 1:  # books give the number of copies only for Granada
            yield say("There is one {tile} in the box, but {number} of them lie here.", tile=tile, number=number)
        elif number > box[kind]:
            yield say(
                "Our list of tiles has {there} of {tile}, but {number} of them lie here.",
                there=box[kind],
                tile=tile,
                number=number,
            )


@cache
def _box() -> Counter[tuple[Building, int]]:
    """The number of tiles in the box for each building and price."""
    tiles = (tile for family in Family for tile in TileSet.default(family).tiles)
    return Counter((face.building, face.price) for tile in tiles for face in tile.faces)


def faces_of(value: object) -> Iterator[Face]:
    """Both faces of all tiles on the table; none for a position that states its own tile sets."""
    match value:
        case Face():
            yield value
        case Tile() | City():
            yield from value.faces
        case Layout():
            yield from value.by_cell.values()
        case tuple():
            for each in value:
                yield from faces_of(each)
        case Question() | State(setup=Setup(tiles=None)) | Player() | Dirk() | Step() | Pending():
            for each in fields(type(value)):
                if each.name not in _NOT_ON_THE_TABLE:
                    yield from faces_of(getattr(value, each.name))
    if isinstance(value, PlaceQuestion) and isinstance(value.do, Place):
        yield value.do.face


TILE_IN_TEXT = {
    family: re.compile(
        rf"(?<![a-z])(?P<up>(?:{'|'.join(map(str, BUILDINGS[family]))})(?:1[0-3]|[2-9]))"
        r"(?:\|(?P<down>[a-z]+\d+))?(?P<edges>/[nesw]+)?(?![a-z0-9-])"
    )
    for family in Family
}
"""For each family, a pattern that finds tiles with one face or two in any text."""


def games_of(question: Question) -> tuple[str, ...]:
    """The games to which a question may belong; a program needs to support only one of them."""
    if question.setup is not None:
        return (question.setup.game.name,)
    text = question.text if isinstance(question, NotationQuestion) else ""
    named = {each.family for each in Building if re.search(rf"(?<![a-z]){each}(?![a-z])", text)}
    named |= {Family.GRANADA} if "|" in text else set()
    if "*" in text or len(named) > 1 or re.search(r"buy \d[ag]", text):
        return (COMBINED.name,)
    fitting = {Family.GRANADA: (GRANADA.name, COMBINED.name), Family.ALHAMBRA: (ALHAMBRA.name, COMBINED.name)}
    return fitting[named.pop()] if named else tuple(GAMES)


def modules_needed(question: Question) -> tuple[str, ...]:
    """The modules that a program must support: those at the table, and those to which texts in the question belong."""
    agreed = () if question.setup is None else question.setup.modules
    if "state" in question.parts() or "record" in question.parts():
        return tuple(str(module) for module in agreed)
    named = {*map(str, agreed), *modules_named(question.given)}
    return tuple(name for name in MODULES if name in named)


def is_boxed(question: Question) -> bool:
    """Whether the boxes contain all tiles in a question; a question about notation may name any tile."""
    return isinstance(question, NotationQuestion) or all(map(in_the_box, texts_in(question.given)))


def faces_in(match: re.Match[str]) -> tuple[Face, ...]:
    """The faces of a tile found in a text, upper face first."""
    edges = match["edges"] or ""
    return tuple(Face.parse(name + edges) for name in (match["up"], match["down"]) if name)


@cache
def _in_a_box(*faces: Face) -> bool:
    tiles = TileSet.default(faces[0].family).tiles
    return any(set(faces) <= set(tile.faces) for tile in tiles)


@lru_cache(maxsize=1 << 14)
def in_the_box(text: str) -> bool:
    """Whether the boxes contain all tiles that a text names."""
    return all(_in_a_box(*faces_in(match)) for family in Family for match in TILE_IN_TEXT[family].finditer(text))


HELLO: dict[str, object] = {"id": "hello", "kind": "hello", "format": FORMAT}
"""The greeting that is sent to an engine."""


def hello(version: str = "") -> Answer:
    """This engine's greeting, which lists the kinds of questions that the engine can answer."""
    return {
        "id": "hello",
        "name": "granada",
        **({"version": version} if version else {}),
        "format": FORMAT,
        "kinds": list(KINDS),
        "games": list(GAMES),
        "modules": list(MODULES),
        "rulings": "any",
    }


def answer(message: object, version: str = "") -> Answer:
    """Answer a protocol message; the answer to a bad message contains an error."""
    return answer_with(lambda question: question.answer(), message, version)


def answer_with(engine: Callable[[Question], Answer], message: object, version: str = "") -> Answer:
    """Answer a message by calling one of our engines with the question as a value."""
    if not isinstance(message, dict):
        return {"id": None, "error": "a question is a JSON object"}
    if message.get("kind") == "hello":
        return {**hello(version), "id": message.get("id", "hello")}
    number = message.get("id")
    try:
        question = read_question(message)
        notes = notes_on(question)
        return {"id": number, **engine(question), **({"notes": notes} if notes else {})}
    except (InvalidState, BadNotation, IllegalAction, TypeError) as flaw:
        return {"id": number, "error": str(flaw)}
