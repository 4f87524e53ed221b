"""Notes on a question that can be answered though nobody can have laid it so."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from attrs import fields

from granada.board import Building, City, Face, Family, Layout, Tile, TileSet
from granada.game import Dirk, Place, Player, Setup, State
from granada.questions.kinds import CityQuestion, LayoutQuestion, MoatQuestion, PlaceQuestion
from granada.questions.question import Question
from granada.steps import Pending, Step
from granada.words import Words

NOTATION = Words(brief=True)
"""English, in which tiles are written as in the question."""
_NOT_ON_THE_TABLE = {"do", "shown", "extras", "record"}
"""What names tiles that lie elsewhere, or that lie on the table already."""


def notes_on(question: Question, words: Words = NOTATION) -> list[str]:
    """What cannot be on a table: tiles more often than the box has them, and huts that no module was named for."""
    faces = list(faces_of(question))
    return [*_too_many(faces, words), *_huts(question, faces, words)]


def _too_many(faces: list[Face], words: Words) -> Iterator[str]:
    """The tiles that are there more often than the box has them, by building and price."""
    found, say = Counter((face.building, face.price) for face in faces if not face.is_hut), words.language
    box = _box()
    for kind, number in found.items():
        tile = f"{kind[0]}{kind[1]}" if words.brief else f"{words.building(kind[0])} {kind[1]}"
        if not box[kind]:
            yield say("There is no {tile} in the box.", tile=tile)
        elif box[kind] == 1 < number:
            yield say("There is one {tile} in the box, but {number} of them lie here.", tile=tile, number=number)
        elif number > box[kind]:
            yield say(
                "There are {there} of {tile} in the box, but {number} of them lie here.",
                there=box[kind],
                tile=tile,
                number=number,
            )


@cache
def _box() -> Counter[tuple[Building, int]]:
    """How many tiles of each building and price there are."""
    tiles = (tile for family in Family for tile in TileSet.default(family).tiles)
    return Counter((face.building, face.price) for tile in tiles for face in tile.faces)


def _huts(question: Question, faces: list[Face], words: Words) -> Iterator[str]:
    """The first hut of a question that names no modules."""
    hut = next((face for face in faces if face.is_hut), None)
    if hut is not None and isinstance(question, LayoutQuestion | CityQuestion | MoatQuestion):
        yield words.language("{hut} is a builders' hut, so the module huts is played with.", hut=words.face(hut))


def faces_of(value: object) -> Iterator[Face]:
    """The faces of all tiles on the table, of a tile with two both; none of a position that has tiles of its own."""
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
