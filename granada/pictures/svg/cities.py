"""Pictures of cities and layouts: the tiles, the longest moat, and what is wrong."""

from collections.abc import Callable, Iterable

from granada.board import START, Cell, City, Family, Layout, Violation, violations
from granada.languages import ENGLISH, Language
from granada.pictures.shared import near_cells
from granada.pictures.svg.pieces import BOLD, END, MIDDLE, Piece, document, escaped, line_of, stacked, text_at
from granada.pictures.svg.tiles import CELL, START_MARKUP, face_words, tile_markup
from granada.rulebook import Rule

LEFT, BELOW = 46, 54
"""The room beside and below a city, for the numbers and for the length of a moat that lies in front of them."""


def city_piece(
    layout: Layout,
    *,
    runs: Iterable[tuple[tuple[Cell, int], ...]] = (),
    sites: Iterable[Cell] = (),
    broken: Iterable[Violation] = (),
    say: Language = ENGLISH,
) -> Piece:
    """A city or layout with the numbers of its columns and rows."""
    sites, broken = near_cells(sites, "sites"), tuple(broken)
    cells = {START, *layout.by_cell, *sites, *(cell for violation in broken for cell in violation.cells)}
    west, east = min(x for x, _ in cells), max(x for x, _ in cells)
    south, north = min(y for _, y in cells), max(y for _, y in cells)

    def middle(cell: Cell) -> tuple[int, int]:
        return (cell[0] - west) * CELL + LEFT + 50, (north - cell[1]) * CELL + 56

    turned = dict(layout.rotations)

    def placed(words: str, cell: Cell, markup: str, rotation: int = 0) -> str:
        return _placed(_lying(words, cell, rotation, say), middle(cell), markup, rotation)

    parts = [placed(say("start tile"), START, START_MARKUP)]
    for cell, face in layout.tiles:
        words = face_words(face, say)
        words = say("founding tile, {tile}", tile=words) if cell == layout.founding else words
        markup = tile_markup(face) + (_FOUNDING if cell == layout.founding else "")
        parts.append(placed(words, cell, markup, turned.get(cell, 0)))
    parts += [placed(say("a tile fits here"), cell, _SITE) for cell in sites]
    parts += [_run(run, middle) for run in runs if run]
    parts += [_marks(violation, layout, middle, say) for violation in sorted(broken, key=_on_an_edge)]
    width, height = (east - west + 1) * CELL + LEFT + 6, (north - south + 1) * CELL + BELOW
    return Piece(width, height, "".join(parts) + _numbers(range(west, east + 1), range(south, north + 1), height))


_FOUNDING = (
    '<circle class="gr-badge" cx="24" cy="-22" r="12"/><path class="gr-star" d="M24-30v16M17-26l14 8M31-26l-14 8"/>'
)
_SITE = (
    '<rect class="gr-site" x="-42" y="-42" width="84" height="84" rx="8"/><path class="gr-plus" d="M-11 0h22M0-11v22"/>'
)


def _lying(words: str, cell: Cell, rotation: int, say: Language) -> str:
    """What lies on a cell."""
    if rotation:
        return say("{tile}, turned by {degrees} degrees, at {cell}", tile=words, degrees=rotation, cell=cell)
    return say("{tile}, at {cell}", tile=words, cell=cell)


def _placed(words: str, middle: tuple[int, int], markup: str, rotation: int) -> str:
    turn = f" rotate({rotation})" if rotation else ""
    title = f"<title>{escaped(words)}</title>"
    return f'<g transform="translate({middle[0]} {middle[1]}){turn}">{title}{markup}</g>'


def _numbers(columns: range, rows: range, height: float) -> str:
    """The coordinates along the edge; in a very large picture every tenth."""
    step = 1 if max(len(columns), len(rows)) <= 30 else 10
    across = (
        text_at((x - columns.start) * CELL + LEFT + 50, height - 6, x, size=18, kind="soft", more=MIDDLE)
        for x in columns
        if x % step == 0
    )
    up = (
        text_at(24, (rows.stop - 1 - y) * CELL + 62, y, size=18, kind="soft", more=END) for y in rows if y % step == 0
    )
    return "".join((*across, *up))


def runs_of(city: City) -> list[tuple[tuple[Cell, int], ...]]:
    """The longest moat or wall of each family in a city."""
    families = (city.start,) if city.founding is None else (city.start, Family.GRANADA)
    return [city.longest(family) for family in families]


def layout_picture(
    layout: Layout,
    *,
    sites: Iterable[Cell] = (),
    broken: Iterable[Violation] | None = None,
    say: Language = ENGLISH,
) -> str:
    """A layout with everything that is wrong in it; a legal one with its longest moat or wall."""
    wrong = violations(layout) if broken is None else tuple(broken)
    runs = [] if wrong or violations(layout) else runs_of(City.of(layout))
    piece = city_piece(layout, runs=runs, sites=sites, broken=wrong, say=say)
    rules = list(dict.fromkeys(violation.rule for violation in wrong))
    if rules:
        piece = stacked([piece, *(line_of(f"✗ {rule}", 24, more=BOLD) for rule in rules)], 6)
    breaks = [say("It breaks {rules}.", rules=", ".join(map(str, rules)))] if rules else []
    title = say.counted("A layout of {number} tile", "A layout of {number} tiles", len(layout.tiles))
    return document(piece, title, " ".join([*breaks, _rows(layout, say)]), pixels=0.64)


def city_picture(city: City, *, sites: Iterable[Cell] = (), say: Language = ENGLISH) -> str:
    """A city with its longest moat or wall, and the cells on which a tile fits, if they are given."""
    moats = [(city[run[0][0]].family is Family.GRANADA, len(run)) for run in runs_of(city) if run]
    longest = [_longest(edges, say, moat=moat) for moat, edges in moats]
    piece = city_piece(city.layout, runs=runs_of(city), sites=sites, say=say)
    title = say.counted("A city of {number} tile", "A city of {number} tiles", len(city))
    return document(piece, title, " ".join([*longest, _rows(city.layout, say)]), pixels=0.64)


def _longest(edges: int, say: Language, *, moat: bool) -> str:
    if moat:
        return say.counted("The longest moat has {number} edge.", "The longest moat has {number} edges.", edges)
    return say.counted("The longest wall has {number} edge.", "The longest wall has {number} edges.", edges)


def _rows(layout: Layout, say: Language) -> str:
    """The tiles in words, for those who listen."""
    tiles = (_lying(face_words(face, say), cell, 0, say) for cell, face in layout.tiles)
    return "; ".join([say("start tile at 0,0"), *tiles]) + "."


# Marks


_CORNERS = ((-50, -50), (50, -50), (50, 50), (-50, 50))
"""The corners of a tile, clockwise; side *i* leads from the *i*-th to the next."""


def _run(run: tuple[tuple[Cell, int], ...], middle: Callable[[Cell], tuple[int, int]]) -> str:
    """The line along a moat or wall, with its length."""
    points = []
    for cell, side in run:
        (x, y), (dx, dy), (ex, ey) = middle(cell), _CORNERS[side], _CORNERS[(side + 1) % 4]
        points += [(x + dx, y + dy), (x + ex, y + ey)]
    path = "M" + "L".join(f"{x} {y}" for place, (x, y) in enumerate(points) if not place or points[place - 1] != (x, y))
    cell, side = run[len(run) // 2]
    (x, y), (dx, dy), (ex, ey) = middle(cell), _CORNERS[side], _CORNERS[(side + 1) % 4]
    x, y = x + (dx + ex) // 2, y + (dy + ey) // 2
    return (
        f'<path class="gr-run-under" d="{path}"/><path class="gr-run" d="{path}"/>'
        f'<circle class="gr-badge" cx="{x}" cy="{y}" r="17"/>'
        f'<text class="gr-price" x="{x}" y="{y + 8}" font-size="22">{len(run)}</text>'
    )


def _on_an_edge(violation: Violation) -> bool:
    """Whether a violation is one of an edge between two tiles."""
    return violation.rule in (Rule.MOATS_MATCH, Rule.WALL_MEETS_MOAT) and len(violation.cells) == 2


def _marks(violation: Violation, layout: Layout, middle: Callable[[Cell], tuple[int, int]], say: Language) -> str:
    """What is wrong: a cross on an edge that does not match, a frame and an alarm on a tile, a cross in a hole."""
    cells = " ".join(map(str, violation.cells))
    where = say("{rule} at {cells}", rule=violation.rule, cells=cells)
    title = f"<title>{escaped(where)}</title>"
    if _on_an_edge(violation):
        (x, y), (u, v) = map(middle, violation.cells)
        along = f'<path class="gr-wrong" d="{"M0-44V44" if y == v else "M-44 0H44"}"/>'
        return f'<g transform="translate({(x + u) // 2} {(y + v) // 2})">{title}{along}{_EDGE}</g>'
    parts = []
    for cell in violation.cells:
        (x, y), taken = middle(cell), cell == START or cell in layout.by_cell
        parts.append(f'<g transform="translate({x} {y})">{title}{_ALARM if taken else _HOLE}</g>')
    return "".join(parts)


_ALARM = (
    '<rect class="gr-wrong" x="-45" y="-45" width="90" height="90" rx="6"/>'
    '<circle class="gr-alarm" cx="31" cy="31" r="16"/><text class="gr-alarm-text" x="31" y="40">!</text>'
)
_HOLE = (
    '<rect class="gr-hole" x="-48" y="-48" width="96" height="96" rx="5"/>'
    '<path class="gr-wrong" d="M-20-20l40 40M20-20l-40 40"/>'
)
_EDGE = '<circle class="gr-alarm" r="17"/><path class="gr-cross" d="M-7-7l14 14M7-7l-14 14"/>'
