"""Cities and layouts in box characters."""

from collections.abc import Iterable, Mapping, Sequence

from granada.board import START, Cell, City, Family, Layout
from granada.languages import ENGLISH, Language
from granada.pictures.glyphs import COLOURS
from granada.pictures.shared import near_cells
from granada.words import Words

INSIDE = 9
"""The longest name of a building has nine letters."""
NARROW = 5
"""Where a city would not fit, five letters tell any two buildings apart."""
OPEN, MOAT, WALL = range(3)
_ACROSS, _DOWN = "─═━", "│║┃"
_CORNERS = {
    (OPEN, OPEN): "┌┐└┘",
    (MOAT, OPEN): "╒╕╘╛",
    (OPEN, MOAT): "╓╖╙╜",
    (MOAT, MOAT): "╔╗╚╝",
    (WALL, OPEN): "┍┑┕┙",
    (OPEN, WALL): "┎┒┖┚",
    (WALL, WALL): "┏┓┗┛",
}
"""The corners of a tile, by its edge above or below and its edge at the side."""
_BLUE, _GREY, _RED, _PLAIN = "\x1b[38;5;33m", "\x1b[38;5;245m", "\x1b[1;38;5;196m", "\x1b[0m"


def draw_city(
    city: Layout | City,
    *,
    marked: Iterable[Cell] = (),
    sites: Iterable[Cell] = (),
    run: Sequence[tuple[Cell, int]] = (),
    colour: bool = False,
    width: int | None = None,
    language: Language = ENGLISH,
) -> str:
    """A city or layout in box characters, with marked cells, cells on which a tile fits, and a short legend.

    The edges of ``run``, a moat or wall, are numbered.
    Where it would be wider than ``width`` it is drawn with narrower tiles, and in parts if that is not enough.
    """
    layout = city.layout if isinstance(city, City) else city
    wrong, free = set(near_cells(marked, "marked")), set(near_cells(sites, "sites"))
    counted = {edge: number for number, edge in enumerate(run, start=1)}
    cells = {START, *layout.by_cell, *wrong, *free}
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    rows = range(max(y for _, y in cells), min(y for _, y in cells) - 1, -1)
    margin = max(len(str(y)) for y in rows) + 1
    inside, most = _fitting(len(columns), margin, width)
    parts = []
    for begin in range(0, len(columns), most):
        lines = []
        some = columns[begin : begin + most]
        for y in rows:
            boxes = [_box(layout, Cell(x, y), wrong, free, counted, inside, language, colour=colour) for x in some]
            for number, pieces in enumerate(zip(*boxes, strict=True)):
                label = str(y) if number == 0 else ""
                lines.append((label.ljust(margin) + "".join(pieces)).rstrip())
        lines.append((" " * margin + "".join(str(x).center(inside + 2) for x in some)).rstrip())
        parts.append("\n".join(lines))
    return "\n".join(["\n\n".join(parts), *_legend(layout, wrong, free, counted, width, language)])


def _fitting(columns: int, margin: int, width: int | None) -> tuple[int, int]:
    """How wide a tile is inside, and how many columns lie side by side."""
    if width is None or margin + columns * (INSIDE + 2) <= width:
        return INSIDE, columns
    return NARROW, max(1, min(columns, (width - margin) // (NARROW + 2)))


def _legend(
    layout: Layout,
    marked: set[Cell],
    sites: set[Cell],
    counted: Mapping[tuple[Cell, int], int],
    width: int | None,
    say: Language,
) -> list[str]:
    """What the signs mean, as far as they occur."""
    families = {face.family for face in layout.by_cell.values() if face.edges}
    signs = {
        say("═ moat"): Family.GRANADA in families,
        say("━ wall"): Family.ALHAMBRA in families,
        say("* founding tile"): layout.founding is not None,
        say("! against the rules"): bool(marked),
        say("┄ a tile fits"): bool(sites),
        say("1 2 3 … counted"): bool(counted),
    }
    lines: list[str] = []
    for sign in (sign for sign, occurs in signs.items() if occurs):
        if lines and (width is None or len(f"{lines[-1]}   {sign}") <= width):
            lines[-1] += f"   {sign}"
        else:
            lines.append(sign)
    return lines


def _box(
    layout: Layout,
    cell: Cell,
    marked: set[Cell],
    sites: set[Cell],
    counted: Mapping[tuple[Cell, int], int],
    inside: int,
    language: Language,
    *,
    colour: bool,
) -> list[str]:
    """The four lines of a cell; a side that is counted bears its number, which at the left and right reads down."""
    alarm = cell in marked
    if cell not in layout.by_cell and cell != START:
        return _empty_box(cell, inside, alarm=alarm, fits=cell in sites, colour=colour)
    name, price = _words(layout, cell, language)
    if inside < INSIDE:
        price = _squeezed(price, inside, alarm=alarm)
    elif alarm:
        price = f"! {price} !"
    words = tuple(f"{text[:inside]:^{inside}}" for text in (name, price))
    edges = layout.edges(cell)
    barrier = MOAT if layout.family(cell) is Family.GRANADA else WALL
    north, east, south, west = ((barrier if edges >> side & 1 else OPEN) for side in range(4))
    inks = ((_RED,) * 3 if alarm else ("", _BLUE, _GREY)) if colour else ("",) * 3
    ground = _ground(layout, cell) if colour else ""
    top, right, bottom, left = (str(counted.get((cell, side), "")) for side in range(4))
    above = _CORNERS[north, west][0] + top.center(inside, _ACROSS[north]) + _CORNERS[north, east][1]
    below = _CORNERS[south, west][2] + bottom.center(inside, _ACROSS[south]) + _CORNERS[south, east][3]
    sides = zip(left.ljust(2, _DOWN[west]), words, right.ljust(2, _DOWN[east]), strict=True)
    return [
        _inked(above, inks[north]),
        *(f"{_inked(a, inks[west])}{_inked(text, ground)}{_inked(b, inks[east])}" for a, text, b in sides),
        _inked(below, inks[south]),
    ]


def _squeezed(price: str, inside: int, *, alarm: bool) -> str:
    """What fits on a narrow tile: the price, or how it is turned where there is no room for both."""
    close, turned = price.replace(" ", ""), price[price.find("~") :] if "~" in price else price
    written = (f"!{close}!", f"!{close}", f"!{turned}") if alarm else (close, turned)
    return next((text for text in written if len(text) <= inside), written[-1])


def _inked(text: str, ink: str) -> str:
    return f"{ink}{text}{_PLAIN}" if ink else text


def _words(layout: Layout, cell: Cell, say: Language) -> tuple[str, str]:
    """What is written on a tile: the building, and its price with what is special about it."""
    face = layout.by_cell.get(cell)
    if face is None:
        return say("start"), "@"
    turned = dict(layout.rotations).get(cell)
    price = say("hut") if face.is_hut else str(face.price)
    founds = "*" if cell == layout.founding else ""
    return Words(say).label(face.building), founds + price + (f" ~{turned}" if turned else "")


def _ground(layout: Layout, cell: Cell) -> str:
    """The colour of a tile: the nearest of the 216 that most terminals have, with dark letters."""
    face = layout.by_cell.get(cell)
    wanted = COLOURS[face.building] if face else "#e8dcc0"
    red, green, blue = (round(int(wanted[place : place + 2], 16) / 51) for place in (1, 3, 5))
    return f"\x1b[38;5;16;48;5;{16 + 36 * red + 6 * green + blue}m"


def _empty_box(cell: Cell, inside: int, *, alarm: bool, fits: bool, colour: bool) -> list[str]:
    """The lines of an empty cell: a hole, a cell on which a tile fits, or nothing."""
    if not alarm and not fits:
        return [" " * (inside + 2)] * 4
    text, more = "!" if alarm else str(cell), ""
    if len(text) > inside:
        text, more = f"{cell[0]},", str(cell[1])
    ink = (_RED if alarm else _GREY) if colour else ""
    lines = [f"┌{'┄' * inside}┐", f"┊{text.center(inside)}┊", f"┊{more.center(inside)}┊", f"└{'┄' * inside}┘"]
    return [_inked(line, ink) for line in lines]
