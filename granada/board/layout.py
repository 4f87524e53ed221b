"""Layouts: any arrangement of tiles, however wrong, and the building rules judged on it.

This is the plain definition of the building rules.
The faster tests of a city are proven equal to it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from attrs import field, frozen

from granada.board.tiles import Face, Family, InvalidState, read_face
from granada.notation import BadNotation, Pictured, Word, a_text, only_word, words
from granada.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

REACH = 200
"""No tile lies further than this from the start: all tiles of all boxes in one row do not."""
MOST_TILES = 200
"""More tiles than all boxes hold together."""
A_CELL = "a cell such as 1,0"


class Cell(NamedTuple):
    """A place in a city: steps to the east and to the north of the start tile."""

    x: int
    y: int

    @staticmethod
    def parse(text: str) -> Cell:
        """Read a cell.

        >>> Cell.parse("1,-2")
        Cell(x=1, y=-2)
        """
        return read_cell(only_word(text, A_CELL))

    def __str__(self) -> str:
        """In notation."""
        return NAMES[self]


class _Names(dict[Cell, str]):
    """The notation of each cell, kept once it has been asked for."""

    def __missing__(self, cell: Cell) -> str:
        if len(self) > 1 << 16:
            self.clear()
        name = self[cell] = f"{int(cell[0])},{int(cell[1])}"
        return name


NAMES = _Names()
START = Cell(0, 0)
_CELL = re.compile(r"(0|-?[1-9][0-9]{0,2}),(0|-?[1-9][0-9]{0,2})")


@lru_cache(maxsize=1 << 12)
def _cell(text: str) -> Cell | None:
    match = _CELL.fullmatch(text)
    cell = Cell(int(match[1]), int(match[2])) if match else None
    return cell if cell and max(map(abs, cell)) <= REACH else None


def read_cell(word: Word) -> Cell:
    """The cell that a word names."""
    cell = _cell(word.text) if len(word.text) <= 10 else None
    if cell is None:
        raise word.bad(A_CELL)
    return cell


def a_cell(cell: object) -> Cell:
    """A pair of whole numbers as a cell, or a TypeError."""
    if isinstance(cell, tuple) and len(cell) == 2 and type(cell[0]) is type(cell[1]) is int:
        return cell if isinstance(cell, Cell) else Cell(*cell)
    message = f"a cell is a pair of whole numbers, not {cell!r}"
    raise TypeError(message)


def a_face(face: object) -> Face:
    """The face itself, or a TypeError."""
    if not isinstance(face, Face):
        message = f"a Face lies on a cell, not {face!r}"
        raise TypeError(message)
    return face


STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The way to the neighbour beyond each side, in the order of ``SIDES``."""


def beyond(cell: Cell, side: int) -> Cell:
    """The neighbour beyond a side."""
    dx, dy = STEPS[side]
    return Cell(cell[0] + dx, cell[1] + dy)


_AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


class _Ring(dict[Cell, tuple[Cell, ...]]):
    """The eight neighbours of each cell, kept once they have been asked for."""

    def __missing__(self, cell: Cell) -> tuple[Cell, ...]:
        if len(self) > 1 << 16:
            self.clear()
        x, y = map(int, cell)
        ring = self[cell] = tuple(Cell(x + dx, y + dy) for dx, dy in _AROUND)
        return ring


RING = _Ring()


def rotated(edges: int, rotation: int) -> int:
    """The edges of a tile after a clockwise turn, in degrees."""
    turns = rotation // 90
    return (edges << turns | edges >> (4 - turns)) & 15


A_PLACED_TILE = "a tile such as school8/ne, @ for the start, or . for an empty cell"
_PLACED = re.compile(r"(\*?)([^~*]*)(?:~(90|180|270))?")


def _placed(word: Word) -> tuple[Face, int, bool]:
    """The face, rotation and founding mark of a tile in a layout."""
    match = _PLACED.fullmatch(word.text) if len(word.text) <= 40 else None
    if match is None:
        raise word.bad(A_PLACED_TILE)
    try:
        face = read_face(Word(match[2], word.line, word.column))
    except BadNotation:
        raise word.bad(A_PLACED_TILE) from None
    return face, int(match[3] or 0), bool(match[1])


@frozen(repr=False)
class Layout(Pictured):
    """An arrangement of tiles round the start tile; it may break every rule there is.

    >>> layout = Layout.parse('''
    ...     park6   .
    ...     @       school8/w~90
    ... ''')
    >>> [str(violation) for violation in violations(layout)]
    ['same-orientation at 1,0']
    """

    tiles: tuple[tuple[Cell, Face], ...]
    rotations: tuple[tuple[Cell, int], ...] = ()
    start: Family = Family.GRANADA
    founding: Cell | None = None
    by_cell: dict[Cell, Face] = field(init=False, eq=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        """Put the tiles in order, and refuse what cannot lie on a table."""
        for cell, face in self.tiles:
            a_cell(cell)
            a_face(face)
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles, key=lambda pair: pair[0])))
        object.__setattr__(self, "rotations", tuple(sorted(pair for pair in self.rotations if pair[1])))
        self.by_cell.update(self.tiles)
        if flaws := list(self._flaws()):
            raise InvalidState(flaws)

    def _flaws(self) -> Iterator[str]:
        if len(self.tiles) > MOST_TILES:
            yield f"a layout has at most {MOST_TILES} tiles"
        if any(not -REACH <= part <= REACH for cell in self.by_cell for part in cell):
            yield f"no tile lies further than {REACH} from the start"
        if any(rotation not in (90, 180, 270) for _, rotation in self.rotations):
            yield "a tile is rotated by 90, 180 or 270 degrees"
        if START in self.by_cell:
            yield "the start tile lies at 0,0"
        if len(self.by_cell) < len(self.tiles):
            yield "two tiles lie on one cell"
        if any(cell not in self.by_cell for cell, _ in self.rotations):
            yield "only a tile can be rotated"
        families = {face.family for _, face in self.tiles}
        if self.start is Family.GRANADA and Family.ALHAMBRA in families:
            yield "tiles of the Alhambra lie round a start tile of Granada"
        founded = self.founding is not None and self.by_cell.get(self.founding)
        if founded is None or (founded and founded.family is not Family.GRANADA):
            yield "only a tile of Granada can be the founding tile"
        if self.start is Family.ALHAMBRA and Family.GRANADA in families and self.founding is None:
            yield "the founding tile of Granada is marked with *"
        if self.start is Family.GRANADA and self.founding is not None:
            yield "a founding tile needs a start tile of the Alhambra"

    @staticmethod
    def of(
        tiles: Mapping[Cell, Face] | Iterable[tuple[Cell, Face]],
        *,
        rotations: Mapping[Cell, int] | None = None,
        start: Family | None = None,
        founding: Cell | None = None,
    ) -> Layout:
        """The layout of these tiles; the family of the start tile is told by theirs."""
        listed = tiles.items() if hasattr(tiles, "items") else tiles
        pairs = tuple((a_cell(cell), a_face(face)) for cell, face in listed)
        if start is None:
            mixed = founding is not None or any(face.family is Family.ALHAMBRA for _, face in pairs)
            start = Family.ALHAMBRA if mixed else Family.GRANADA
        return Layout(pairs, tuple((rotations or {}).items()), start, founding)

    @staticmethod
    def parse(text: str, start: Family | None = None) -> Layout:
        """Read a layout from rows of tiles, north to south."""
        rows = list(_lines(a_text(text)))
        starts = [(r, c) for r, row in enumerate(rows) for c, word in enumerate(row) if word.text == "@"]
        if len(starts) != 1:
            expected = f"exactly one start tile @, not {len(starts)}"
            if starts:
                raise rows[starts[1][0]][starts[1][1]].bad(expected)
            raise BadNotation(expected)
        (north, west), width = starts[0], len(rows[0])
        found: dict[str, str] = {}
        places: dict[str, Word] = {}
        for r, row in enumerate(rows):
            if len(row) != width:
                raise row[-1].bad(f"{width} cells in every row")
            for c, word in enumerate(row):
                if word.text not in {"@", "."}:
                    name = f"{c - west},{north - r}"
                    found[name], places[name] = word.text, word
        return Layout._from(found, places, start)

    @staticmethod
    def from_cells(cells: Mapping[str, str], start: Family | None = None) -> Layout:
        """Read a layout from a mapping of cells to tiles, both in notation."""
        places = {name: Word(a_text(text), 1, 1) for name, text in cells.items()}
        return Layout._from(cells, places, start)

    @staticmethod
    def _from(cells: Mapping[str, str], places: Mapping[str, Word], start: Family | None) -> Layout:
        if len(cells) > MOST_TILES:
            raise InvalidState([f"a layout has at most {MOST_TILES} tiles"])
        tiles, rotations, founding = [], {}, []
        for name in cells:
            word = places[name]
            cell = read_cell(Word(name, word.line, word.column))
            face, rotation, founds = _placed(word)
            tiles.append((cell, face))
            rotations[cell] = rotation
            if founds:
                founding.append(cell)
        if len(founding) > 1:
            raise InvalidState(["there is one founding tile at the most"])
        return Layout.of(tiles, rotations=rotations, start=start, founding=founding[0] if founding else None)

    def edges(self, cell: Cell) -> int:
        """The edges of a tile with a moat or wall, as it lies."""
        face = self.by_cell.get(cell)
        if face is None:
            return 0
        return rotated(face.edges, dict(self.rotations).get(cell, 0)) if self.rotations else face.edges

    def family(self, cell: Cell) -> Family:
        """The family of the tile on a cell."""
        return self.start if cell == START else self.by_cell[cell].family

    @property
    def cells(self) -> dict[str, str]:
        """The tiles in notation, by their cells in notation."""
        turned = dict(self.rotations)
        return {
            str(cell): f"{'*' if cell == self.founding else ''}{face}" + (f"~{turned[cell]}" if cell in turned else "")
            for cell, face in self.tiles
        }

    def __str__(self) -> str:
        """In notation: rows from north to south."""
        return rows_of(self.cells)

    def __repr__(self) -> str:
        """As it can be built again."""
        start = "" if self.start is Layout.of(self.tiles, founding=self.founding).start else f", {self.start!r}"
        return f"Layout.parse({str(self)!r}{start})"


def _lines(text: str) -> Iterator[list[Word]]:
    row: list[Word] = []
    for word in words(text):
        if row and word.line != row[0].line:
            yield row
            row = []
        row.append(word)
    if row:
        yield row


def rows_of(cells: Mapping[str, str], start: str = "@", empty: str = ".") -> str:
    """Rows from north to south, the columns aligned."""
    at: dict[tuple[int, ...], str] = {tuple(map(int, name.split(","))): text for name, text in cells.items()}
    at[START] = start
    east_west = range(min(x for x, _ in at), max(x for x, _ in at) + 1)
    south_north = range(min(y for _, y in at), max(y for _, y in at) + 1)
    grid = [[at.get((x, y), empty) for x in east_west] for y in reversed(south_north)]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    return "\n".join(
        "   ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in grid
    )


@frozen
class Violation:
    """A building rule that a layout breaks, and the cells that show it."""

    rule: Rule
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        """The rule and the cells."""
        return f"{self.rule} at {' '.join(map(str, self.cells))}"


def violations(layout: Layout) -> tuple[Violation, ...]:
    """Every building rule that a layout breaks, once for each place where it does."""
    if not isinstance(layout, Layout):
        layout = getattr(layout, "layout", layout)
    if not isinstance(layout, Layout):
        message = f"violations are asked of a Layout or a City, not {type(layout).__name__}"
        raise TypeError(message)
    borders = list(_borders(layout))
    return (
        *(Violation(Rule.SAME_ORIENTATION, (cell,)) for cell, _ in layout.rotations),
        *_mismatches(borders),
        *(Violation(Rule.WALKABLE, group) for group in _unreachable(layout, borders)),
        *(Violation(Rule.EDGE_CONTACT, (cell,)) for cell in _without_contact(layout, borders)),
        *(Violation(Rule.NO_HOLES, hole) for hole in holes((START, *layout.by_cell))),
    )


class _Touch(NamedTuple):
    """Two tiles that touch: their cells, the moat or wall on either edge, and whether they are of one family."""

    one: Cell
    other: Cell
    here: int
    there: int
    akin: bool


def _borders(layout: Layout) -> Iterator[_Touch]:
    """Each pair of touching tiles once."""
    faces = layout.by_cell
    edges = {cell: face.edges for cell, face in faces.items()}
    for cell, rotation in layout.rotations:
        edges[cell] = rotated(edges[cell], rotation)
    edges[START] = 0
    mixed = layout.founding is not None
    for cell, here in edges.items():
        for side in (0, 1):
            other = beyond(cell, side)
            there = edges.get(other)
            if there is not None:
                akin = not mixed or layout.family(cell) is layout.family(other)
                yield _Touch(cell, other, here >> side & 1, there >> (side + 2) & 1, akin)


def _mismatches(borders: list[_Touch]) -> Iterator[Violation]:
    for one, other, here, there, akin in borders:
        if akin and here != there:
            yield Violation(Rule.MOATS_MATCH, (one, other))
        if not akin and not (here and there):
            yield Violation(Rule.WALL_MEETS_MOAT, (one, other))


def _unreachable(layout: Layout, borders: list[_Touch]) -> Iterator[tuple[Cell, ...]]:
    """The groups of tiles that hang together but cannot be reached from the start of their family.

    One steps from a tile to another of its family where neither edge carries a moat or wall.
    """
    walks: dict[Cell, list[Cell]] = {cell: [] for cell in (START, *layout.by_cell)}
    for one, other, here, there, akin in borders:
        if akin and not here and not there:
            walks[one].append(other)
            walks[other].append(one)
    starts = {START, layout.founding}
    seen: set[Cell] = set()
    for root in (START, *([layout.founding] if layout.founding else ()), *layout.by_cell):
        if root not in seen:
            group = _reached(root, walks)
            seen |= group
            if root not in starts:
                yield tuple(sorted(group))


def _reached(root: Cell, walks: Mapping[Cell, Collection[Cell]]) -> set[Cell]:
    reached, waiting = {root}, [root]
    while waiting:
        for other in walks[waiting.pop()]:
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


def _without_contact(layout: Layout, borders: list[_Touch]) -> list[Cell]:
    """The tiles beside which no tile lies, and the founding tile when Granada lies apart from the Alhambra."""
    touching = {cell for touch in borders for cell in touch[:2]}
    lonely = {cell for cell in layout.by_cell if cell not in touching}
    if layout.founding and all(touch.akin for touch in borders):
        lonely.add(layout.founding)
    return sorted(lonely)


def holes(cells: Collection[Cell]) -> list[tuple[Cell, ...]]:
    """The enclosed empty areas between some cells: those without a way out, side by side, never across a corner.

    Rows and columns without tiles lead outside, so a run of them is walked through as one.
    """
    columns, rows = (_kept({cell[axis] for cell in cells}) for axis in (0, 1))
    column = {x: c for c, x in enumerate(columns)}
    row = {y: r for r, y in enumerate(rows)}
    taken = {(column[x], row[y]) for x, y in cells}
    east, north = len(columns) - 1, len(rows) - 1
    free = {(c, r) for c in range(len(columns)) for r in range(len(rows))} - taken
    found = []
    while free:
        waiting = [free.pop()]
        area, outside = [], False
        while waiting:
            c, r = waiting.pop()
            area.append((c, r))
            outside = outside or c in (0, east) or r in (0, north)
            for near in ((c, r + 1), (c + 1, r), (c, r - 1), (c - 1, r)):
                if near in free:
                    free.remove(near)
                    waiting.append(near)
        if not outside:
            found.append(tuple(sorted(Cell(columns[c], rows[r]) for c, r in area)))
    return sorted(found)


def _kept(taken: set[int]) -> list[int]:
    """The coordinates with tiles and their direct neighbours."""
    return sorted({near for at in taken for near in (at - 1, at, at + 1)})
