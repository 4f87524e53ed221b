"""Notes on a question that can be answered though nobody can have laid it so."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from granada.board import Building, Face, Family, Tile, TileSet
from granada.questions import kinds
from granada.questions.question import Question, StateQuestion
from granada.steps import Act, PlaceTiles
from granada.words import Words

NOTATION = Words(brief=True)
"""English, in which tiles are written as in the question."""


def notes_on(question: Question, words: Words = NOTATION) -> list[str]:
    """What cannot be on a table: tiles more often than the box has them, and huts that no module was named for."""
    faces = list(_faces(question))
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
    if hut is not None and isinstance(question, kinds.LayoutQuestion | kinds.CityQuestion | kinds.MoatQuestion):
        yield words.language("{hut} is a builders' hut, so the module huts is played with.", hut=words.face(hut))


def _faces(question: Question) -> Iterator[Face]:
    """The faces of all tiles on the table; of a tile with two both."""
    match question:
        case kinds.LayoutQuestion():
            yield from dict(question.layout.tiles).values()
        case kinds.MoatQuestion():
            yield from question.city.faces
        case kinds.CityQuestion():
            yield from (*question.city.faces, *question.reserve)
            if isinstance(question, kinds.PlaceQuestion) and question.do.verb == "place":
                yield question.do.face
        case kinds.BuyQuestion() | kinds.FlipQuestion():
            yield from question.tile.faces
        case kinds.ScoreQuestion():
            yield from (face for city in question.cities for face in city.faces)
            yield from question.dirk or ()
        case kinds.AwardQuestion():
            yield from _both(question.yard)
        case StateQuestion():
            yield from _on_a_table(question)


def _on_a_table(question: StateQuestion) -> Iterator[Face]:
    """The faces of the tiles of a position, unless it has tiles of its own."""
    state = question.state
    if state.setup.tiles is not None:
        return
    for player in state.players:
        yield from (*player.city.faces, *player.reserve)
    yield from _both((*state.slots.values(), *(tile for bag in state.bags for tile in bag)))
    yield from state.dirk.faces if state.dirk else ()
    for step in state.todo:
        match step:
            case PlaceTiles(tiles=pending):
                yield from _both(tuple(each.tile for each in pending))
            case Act(bought=bought):
                yield from _both(bought)


def _both(tiles: tuple[Tile | None, ...]) -> Iterator[Face]:
    return (face for tile in tiles if tile is not None for face in tile.faces)
