"""Layouts: any arrangement of tiles, legal or not, and its notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby, islice
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from attrs import field, frozen

from granada.board.cells import REACH, START, Cell, a_cell, in_reach, read_cell
from granada.board.tiles import A_FAMILY, Face, Family, face_hint, face_named
from granada.errors import InvalidState, Reason, instance, quoted, refuse, whole
from granada.notation import BadNotation, Notated, Word, a_text, words

T = TypeVar("T")
ByCell: TypeAlias = Mapping[Cell, T] | Iterable[tuple[Cell, T]]

MOST_TILES = 200
"""The maximum number of tiles in a layout; all boxes together contain fewer."""
MOST_CELLS = (2 * REACH + 1) ** 2
"""The number of cells within reach."""


def rotated(edges: int, rotation: int) -> int:
    """The edges of a tile after a clockwise rotation by a number of degrees."""
    turns = rotation // 90
    return (edges << turns | edges >> (4 - turns)) & 15


A_PLACED_TILE = Reason("a tile such as school8/ne, @ for the start, or . for an empty cell")
_PLACED = re.compile(r"(\*?)([^~*]*)(?:~(90|180|270))?")


def _placed(word: Word) -> tuple[Face, int, bool]:
    """The face, the rotation and the founding mark of a tile in a layout, read from its notation."""
    match = _PLACED.fullmatch(word.text)
    face = face_named(match[2]) if match else None
    if match is None or face is None:
        raise word.bad(A_PLACED_TILE, face_hint(word.text))
    return face, int(match[3] or 0), bool(match[1])


def _pairs(given: ByCell[T], expected: str) -> list[tuple[Cell, T]]:
    """The pairs in a mapping or a list; raise TypeError for anything else."""
    try:
        found = [(cell, value) for cell, value in (given.items() if hasattr(given, "items") else given)]
    except (TypeError, ValueError):
        found = None
    if found is None or isinstance(given, str):
        raise TypeError(f"{expected}, not {quoted(given)}")
    return found


def _tiles(tiles: ByCell[Face]) -> tuple[tuple[Cell, Face], ...]:
    """Validate the tiles and sort them by cell."""
    pairs = _pairs(tiles, "tiles must be a dict such as {Cell(1, 0): Face.parse('park6')}, or a list of such pairs")
    for _, face in pairs:
        if not isinstance(face, Face):
            raise TypeError(f"a cell must contain a Face such as Face.parse('park6'), not {quoted(face)}")
    return tuple(sorted([(a_cell(cell), face) for cell, face in pairs], key=itemgetter(0)))


def _rotations(rotations: ByCell[int]) -> tuple[tuple[Cell, int], ...]:
    """Validate the rotations and sort them by cell."""
    pairs = _pairs(rotations, "rotations must be a dict such as {Cell(1, 0): 90}, or a list of such pairs")
    turned = [(a_cell(cell), whole(rotation, "a rotation")) for cell, rotation in pairs]
    return tuple(sorted([pair for pair in turned if pair[1]]))


def _founding(cell: tuple[int, int] | None) -> Cell | None:  # help() shows these types
    return None if cell is None else a_cell(cell)


@frozen(repr=False, slots=False)
class Layout(Notated):
    """An arrangement of tiles around the start tile; it may break any rule.

    - ``tiles``: Pairs of a cell and the face on it, in order of the cells.
    - ``rotations``: Pairs of a cell and the rotation of its tile in degrees, for rotated tiles only.
    - ``start``: The family of the start tile.
    - ``founding``: The cell of the first Granada tile in an Alhambra city.

    >>> import granada
    >>> layout = Layout.parse('''
    ...     park6   .
    ...     @       school8/w~90
    ... ''')
    >>> [str(violation) for violation in granada.violations(layout)]
    ['same-orientation at 1,0']
    """

    tiles: tuple[tuple[Cell, Face], ...] = field(converter=_tiles)
    rotations: tuple[tuple[Cell, int], ...] = field(default=(), converter=_rotations)
    start: Family = field(default=Family.GRANADA, validator=instance(Family, A_FAMILY))
    founding: Cell | None = field(default=None, converter=_founding)

    def __attrs_post_init__(self) -> None:
        """Refuse an impossible arrangement."""
        refuse(self._flaws())

    @cached_property
    def by_cell(self) -> Mapping[Cell, Face]:
        """A mapping from each cell except the start tile's to the face on it."""
        return MappingProxyType(dict(self.tiles))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle only the fields, from which the layout is rebuilt."""
        return Layout, (self.tiles, self.rotations, self.start, self.founding)

    def _flaws(self) -> Iterator[str]:
        if len(self.tiles) > MOST_TILES:
            yield Reason("a layout has at most {number} tiles", number=MOST_TILES)
        if not all(map(in_reach, self.by_cell)):
            yield Reason("no tile lies further than {number} from the start", number=REACH)
        if any(rotation not in (90, 180, 270) for _, rotation in self.rotations):
            yield "a tile must be rotated by 90, 180 or 270 degrees"
        if START in self.by_cell:
            yield "only the start tile can lie at 0,0"
        if len(self.by_cell) < len(self.tiles):
            yield "two tiles lie on one cell"
        if any(cell not in self.by_cell for cell, _ in self.rotations):
            yield "only a tile can be rotated"
        families = {face.family for _, face in self.tiles}
        if self.start is Family.GRANADA and Family.ALHAMBRA in families:
            yield Reason("tiles of the Alhambra lie round a start tile of Granada")
        founded = self.founding is not None and self.by_cell.get(self.founding)
        if founded is None or (founded and founded.family is not Family.GRANADA):
            yield Reason("only a tile of Granada can be the founding tile")
        if self.start is Family.ALHAMBRA and Family.GRANADA in families and self.founding is None:
            yield Reason("the founding tile of Granada is marked with *")
        if self.start is Family.GRANADA and self.founding is not None:
            yield Reason("a founding tile needs a start tile of the Alhambra")

    @staticmethod
    def of(
        tiles: ByCell[Face],
        *,
        rotations: ByCell[int] | None = None,
        start: Family | None = None,
        founding: Cell | None = None,
    ) -> Layout:
        """The layout with the given tiles; by default, the start tile is the Alhambra's if any tile requires that."""
        pairs = _tiles(tiles)
        if start is None:
            mixed = founding is not None or any(face.family is Family.ALHAMBRA for _, face in pairs)
            start = Family.ALHAMBRA if mixed else Family.GRANADA
        return Layout(pairs, () if rotations is None else rotations, start, founding)

    @staticmethod
    def parse(text: str, start: Family | None = None) -> Layout:
        """Read a layout from rows of tiles, north to south."""
        found_words = islice(words(text), MOST_CELLS + 1)
        rows = [list(row) for _, row in groupby(found_words, key=attrgetter("line"))]
        if sum(map(len, rows)) > MOST_CELLS:
            raise BadNotation(f"a layout of at most {MOST_CELLS:,} cells")
        starts = [(word, r, c) for r, row in enumerate(rows) for c, word in enumerate(row) if word.text == "@"]
        if len(starts) != 1:
            expected = Reason("exactly one start tile @, not {number}", number=len(starts))
            raise starts[1][0].bad(expected) if starts else BadNotation(expected)
        (_, north, west), width = starts[0], len(rows[0])
        found: list[tuple[Cell, Word]] = []
        for r, row in enumerate(rows):
            if len(row) != width:
                raise row[-1].bad(Reason("{number} cells in every row", number=width))
            found += [(Cell(c - west, north - r), word) for c, word in enumerate(row) if word.text not in {"@", "."}]
        if far := [word for cell, word in found if not in_reach(cell)]:
            raise far[0].bad(Reason("no tile further than {number} from the start", number=REACH))
        return Layout._from(found, start)

    @staticmethod
    def from_cells(cells: Mapping[str, str], start: Family | None = None) -> Layout:
        """Read a layout from a mapping from cells to tiles, both in notation."""
        if not isinstance(cells, Mapping) or not all(isinstance(name, str) for name in cells):
            raise TypeError(f"cells must be a dict of texts such as {{'1,0': 'park6'}}, not {quoted(cells)}")
        pairs = [(read_cell(Word(name, 1, 1)), Word(a_text(text), 1, 1)) for name, text in cells.items()]
        return Layout._from(pairs, start)

    @staticmethod
    def _from(pairs: list[tuple[Cell, Word]], start: Family | None) -> Layout:
        if len(pairs) > MOST_TILES:
            raise InvalidState(f"a layout has at most {MOST_TILES} tiles")
        placed = [(cell, *_placed(word)) for cell, word in pairs]
        tiles, rotations = [(cell, face) for cell, face, *_ in placed], [(cell, turn) for cell, _, turn, _ in placed]
        founding = [cell for cell, _, _, founds in placed if founds]
        if len(founding) > 1:
            raise InvalidState(Reason("there is at most one founding tile"))
        return Layout.of(tiles, rotations=rotations, start=start, founding=founding[0] if founding else None)

    def edges(self, cell: Cell) -> int:
        """The edges with a moat or wall on a cell's tile, after its rotation."""
        face = self.by_cell.get(cell)
        if face is None:
            return 0
        return rotated(face.edges, dict(self.rotations).get(cell, 0)) if self.rotations else face.edges

    def family(self, cell: Cell) -> Family:
        """The family of the tile on a cell."""
        return self.start if cell == START else self.by_cell[cell].family

    @property
    def notation(self) -> dict[str, str]:
        """A mapping from cells to tiles, both in notation."""
        return {str(cell): text for cell, text in self._texts.items()}

    @property
    def _texts(self) -> dict[Cell, str]:
        """A mapping from cells to tiles in notation."""
        turned = dict(self.rotations)
        return {
            cell: f"{'*' if cell == self.founding else ''}{face}" + (f"~{turned[cell]}" if cell in turned else "")
            for cell, face in self.tiles
        }

    def __str__(self) -> str:
        """The layout in notation: rows from north to south, with aligned columns."""
        at = {**self._texts, START: "@"}
        east_west = range(min(x for x, _ in at), max(x for x, _ in at) + 1)
        south_north = range(min(y for _, y in at), max(y for _, y in at) + 1)
        grid = [[at.get(Cell(x, y), ".") for x in east_west] for y in reversed(south_north)]
        widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
        rows = ("   ".join(map(str.ljust, row, widths)).rstrip() for row in grid)
        return "\n".join(rows)

    def __repr__(self) -> str:
        """A Python expression that makes this value."""
        start = "" if self.start is Layout.of(self.tiles, founding=self.founding).start else f", {self.start!r}"
        return f"Layout.parse({str(self)!r}{start})"
