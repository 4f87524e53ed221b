"""What a question requires of a program: the games, the modules and the tiles that it must know to answer."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from granada.board import Building, Face, Family, TileSet
from granada.game import ALHAMBRA, COMBINED, GAMES, GRANADA, MODULES
from granada.questions.kinds import NotationQuestion
from granada.questions.question import Question

_SIGNS = {
    "vizier": r"^\s*reactivate\b",
    "exchange": r"\b[bgoy]/[bgoy]\b",
    "bonus": r"^\s*reveal\b",
    "huts": r"-hut\b|^\s*hut\b",
}
"""The words by which a text belongs to a module, where no table says so."""

TILE_IN_TEXT = {
    family: re.compile(
        rf"(?<![a-z])(?P<up>(?:{'|'.join(str(each) for each in Building if each.family is family)})(?:1[0-3]|[2-9]))"
        r"(?:\|(?P<down>[a-z]+\d+))?(?P<edges>/[nesw]+)?(?![a-z0-9-])"
    )
    for family in Family
}
"""How a tile of each family stands in any text, with one face or two."""


def games_of(question: Question) -> tuple[str, ...]:
    """The games of which a program must know one; a text can belong to several."""
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
    """The modules that a program must know: those of the table, and those that the texts of the question name."""
    agreed = () if question.setup is None else question.setup.modules
    if "state" in question.parts() or "record" in question.parts():
        return tuple(str(module) for module in agreed)
    texts = list(_texts(question.given))
    found = (name for name, sign in _SIGNS.items() if any(re.search(sign, text) for text in texts))
    named = {*map(str, agreed), *found}
    return tuple(name for name in MODULES if name in named)


def is_boxed(question: Question) -> bool:
    """Whether all tiles of a question are in the boxes; in a question about notation they need not be."""
    return isinstance(question, NotationQuestion) or all(map(in_the_box, _texts(question.given)))


def faces_in(match: re.Match[str]) -> tuple[Face, ...]:
    """The faces of a tile that stands in a text, the one that lies up first."""
    edges = match["edges"] or ""
    return tuple(Face.parse(name + edges) for name in (match["up"], match["down"]) if name)


@cache
def _in_a_box(*faces: Face) -> bool:
    tiles = TileSet.default(faces[0].family).tiles
    return any(set(faces) <= set(tile.faces) for tile in tiles)


@lru_cache(maxsize=1 << 14)
def in_the_box(text: str) -> bool:
    """Whether all tiles that a text names are in the box of their family."""
    return all(_in_a_box(*faces_in(match)) for family in Family for match in TILE_IN_TEXT[family].finditer(text))


def _texts(value: object) -> Iterator[str]:
    """All texts of a part of a question, with the names of its parts."""
    match value:
        case str():
            yield value
        case list():
            for each in value:
                yield from _texts(each)
        case dict():
            for key, inner in value.items():
                yield key
                yield from _texts(inner)
