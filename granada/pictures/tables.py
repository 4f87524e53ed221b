"""Pictures of cities, layouts, tables and views."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from granada.board import CURRENCIES, START, Cell, City, Family, Layout, Tile, Violation, violations
from granada.game import HUTS, State
from granada.languages import ENGLISH, Language
from granada.numbering import lying
from granada.pictures import pieces
from granada.pictures.pieces import BOLD, CELL, END, Piece, cut, document, escaped, face_words, text_at, tile_piece
from granada.pictures.shared import MONEY_COLOURS, belongings, extra_of, left, near_cells, points
from granada.rulebook import Rule
from granada.table import View
from granada.words import Words
from granada.words.names import GAMES

LEFT, BELOW = 46, 54
"""The margin to the left of a city, with room for the coordinates and the length of a moat."""


def city_piece(
    layout: Layout,
    *,
    runs: Iterable[tuple[tuple[Cell, int], ...]] = (),
    sites: Iterable[Cell] = (),
    broken: Iterable[Violation] = (),
    say: Language = ENGLISH,
) -> Piece:
    """A piece that shows a city or layout with its coordinates."""
    sites, broken = near_cells(sites, "sites"), tuple(broken)
    cells = {START, *layout.by_cell, *sites, *(cell for violation in broken for cell in violation.cells)}
    west, east = min(x for x, _ in cells), max(x for x, _ in cells)
    south, north = min(y for _, y in cells), max(y for _, y in cells)

    def middle(cell: Cell) -> tuple[int, int]:
        return (cell[0] - west) * CELL + LEFT + 50, (north - cell[1]) * CELL + 56

    turned = dict(layout.rotations)

    def placed(words: str, cell: Cell, markup: str, rotation: int = 0) -> str:
        return _placed(_lying(words, cell, rotation, say), middle(cell), markup, rotation)

    parts = [placed(say("start tile"), START, pieces.START_MARKUP)]
    for cell, face in layout.tiles:
        words = face_words(face, say)
        words = say("founding tile, {tile}", tile=words) if cell == layout.founding else words
        markup = pieces.tile_markup(face) + (_FOUNDING if cell == layout.founding else "")
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
    """A tile on a cell, in words, with its rotation."""
    if rotation:
        return say("{tile}, turned by {degrees} degrees, at {cell}", tile=words, degrees=rotation, cell=cell)
    return say("{tile}, at {cell}", tile=words, cell=cell)


def _placed(words: str, middle: tuple[int, int], markup: str, rotation: int) -> str:
    turn = f" rotate({rotation})" if rotation else ""
    title = f"<title>{escaped(words)}</title>"
    return f'<g transform="translate({middle[0]} {middle[1]}){turn}">{title}{markup}</g>'


def _numbers(columns: range, rows: range, height: float) -> str:
    """The coordinates along the edges; in a very large picture, only every tenth one."""
    step = 1 if max(len(columns), len(rows)) <= 30 else 10
    across = (
        text_at((x - columns.start) * CELL + LEFT + 50, height - 6, x, size=18, kind="soft", more=pieces.MIDDLE)
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
    layout: Layout, *, sites: Iterable[Cell] = (), broken: Iterable[Violation] | None = None, say: Language = ENGLISH
) -> str:
    """Draw a layout with all its violations or, if it is legal, with its longest moat or wall."""
    wrong = violations(layout) if broken is None else tuple(broken)
    runs = [] if wrong or violations(layout) else runs_of(City.of(layout))
    piece = city_piece(layout, runs=runs, sites=sites, broken=wrong, say=say)
    rules = list(dict.fromkeys(violation.rule for violation in wrong))
    if rules:
        piece = Piece.stacked([piece, *(Piece.line(f"✗ {rule}", 24, more=BOLD) for rule in rules)], 6)
    breaks = [say("It breaks {rules}.", rules=", ".join(map(str, rules)))] if rules else []
    title = say.counted("A layout of {number} tile", "A layout of {number} tiles", len(layout.tiles))
    return document(piece, title, " ".join([*breaks, _rows(layout, say)]), pixels=0.64)


def city_picture(city: City, *, sites: Iterable[Cell] = (), say: Language = ENGLISH) -> str:
    """Draw a city with its longest moat or wall and, if given, the cells on which a tile fits."""
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
    """The tiles in words, for screen readers."""
    tiles = (_lying(face_words(face, say), cell, 0, say) for cell, face in layout.tiles)
    return say.joined([say("start tile at 0,0"), *tiles]) + "."


# Marks


_CORNERS = ((-50, -50), (50, -50), (50, 50), (-50, 50))
"""The corners of a tile, clockwise; side *i* leads from corner *i* to the next."""


def _run(run: tuple[tuple[Cell, int], ...], middle: Callable[[Cell], tuple[int, int]]) -> str:
    """The markup for a line along a moat or wall, with its length."""

    def ends(cell: Cell, side: int) -> list[tuple[int, int]]:
        x, y = middle(cell)
        return [(x + dx, y + dy) for dx, dy in (_CORNERS[side], _CORNERS[(side + 1) % 4])]

    corners = (f"{x} {y}" for cell, side in run for x, y in ends(cell, side))
    path = "M" + "L".join(corner for corner, _ in groupby(corners))
    x, y = (sum(pair) // 2 for pair in zip(*ends(*run[len(run) // 2]), strict=True))
    return (
        f'<path class="gr-run-under" d="{path}"/><path class="gr-run" d="{path}"/>'
        f'<circle class="gr-badge" cx="{x}" cy="{y}" r="17"/>'
        f'<text class="gr-price" x="{x}" y="{y + 8}" font-size="22">{len(run)}</text>'
    )


def _on_an_edge(violation: Violation) -> bool:
    """Whether a violation concerns an edge between two tiles."""
    return violation.rule in (Rule.MOATS_MATCH, Rule.WALL_MEETS_MOAT) and len(violation.cells) == 2


def _marks(violation: Violation, layout: Layout, middle: Callable[[Cell], tuple[int, int]], say: Language) -> str:
    """The marks for a violation: a cross on a mismatched edge or in a hole, or a frame and a warning on a tile."""
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


PANEL = 600
"""The width of a seat's panel in the picture of a table."""


def _yard(yard: Sequence[Sequence[Tile | None]], say: Language) -> Piece:
    spaces = []
    for number, (currency, space) in enumerate(zip(CURRENCIES, yard, strict=True)):
        tiles = [_offer(tile, say) for tile in space]
        word, name = currency.name.lower(), escaped(Words(say).currency(currency))
        head = (
            f'<rect class="gr-tile" x="2" y="2" width="116" height="32" rx="7" fill="{MONEY_COLOURS[currency]}"/>'
            f"{pieces.use(word, 103, 18)}{pieces.price_at(16, 26, number + 1, 21)}{pieces.price_at(58, 23, name, 14)}"
        )
        spaces.append(Piece.stacked([Piece(120, 36, head), *tiles], 8))
    return Piece.beside(spaces, 26)


def _offer(tile: Tile | None, say: Language) -> Piece:
    """A tile in the yard, with a small picture of its other face below it."""
    if tile is None:
        return Piece(120, 100, '<rect class="gr-empty" x="14" y="4" width="92" height="92" rx="6"/>')
    up = tile_piece(tile.up, say).at(10, 0)
    if tile.down is None:
        return Piece(120, 104, up)
    return Piece(120, 164, f"{up}{tile_piece(tile.down, say).at(31, 104, 0.58)}")


def _panel(state: State, seat: int, name: str, hidden: int, say: Language) -> Piece:
    """A panel that shows everything that belongs to a seat."""
    player, inside = state.players[seat], PANEL - 32
    acts = "▶ " if state.actor == seat else ("★ " if state.over and player.points == max(state.points) else "")
    owned = [Piece.line(each, 20, "soft") for each in belongings(state, seat, say)]
    rows = [_head(acts + cut(name), player.points, say), pieces.hand_piece(player.hand, hidden, inside, say), *owned]
    waiting = [each.tile.up for each in lying(state.todo[:1])] if state.actor == seat else []
    for label, faces in ((say("to be placed"), waiting), (say("reserve"), list(player.reserve))):
        if faces:
            row = Piece.flowing([tile_piece(face, say).scaled(0.62) for face in faces], inside - 130, 6)
            rows.append(Piece.beside([_label(label, 118, 38, 20), row]))
    city = city_piece(player.city.layout, runs=runs_of(player.city), say=say)
    drawn = city.fitted(inside, PANEL, 0.85)
    rows.append(Piece(inside, drawn.height, drawn.at((inside - drawn.width) / 2, 0)))
    return _framed(Piece.stacked(rows, 14))


def _label(word: str, width: float, y: float, size: float) -> Piece:
    """A label to the left of a row of pieces; it is wider if its text is long."""
    return Piece(max(width, len(word) * size * 0.49), 40, text_at(0, y, word, size=size, kind="soft"))


def _head(name: str, number: int, say: Language) -> Piece:
    """A piece with a name and points, which heads a panel."""
    left = text_at(0, 30, name, size=30, more=BOLD)
    return Piece(PANEL - 32, 40, left + text_at(PANEL - 32, 30, points(number, say), size=30, more=BOLD + END))


def _framed(body: Piece) -> Piece:
    """A piece inside the frame of a panel."""
    frame = f'<rect class="gr-panel" width="{PANEL}" height="{body.height + 32:g}" rx="12"/>'
    return Piece(PANEL, body.height + 32, frame + body.at(16, 16))


def _dirk(state: State, say: Language) -> list[Piece]:
    if state.dirk is None:
        return []
    tiles = Piece.flowing([tile_piece(face, say).scaled(0.55) for face in state.dirk.faces], PANEL - 32, 5)
    return [_framed(Piece.stacked([_head(Words(say, state.setup.game).dirk, state.dirk.points, say), tiles], 10))]


def _huts(state: State, say: Language) -> list[Piece]:
    """The builders' huts that lie face up, if their module takes part."""
    tops = [face for face in getattr(extra_of(state, HUTS), "tops", ()) if face is not None]
    if not tops:
        return []
    return [Piece.beside([_label(say("huts"), 92, 42, 22), *(tile_piece(face, say).scaled(0.66) for face in tops)])]


def _called(state: State, names: Sequence[str], say: Language) -> list[str]:
    return [str(names[seat]) if seat < len(names) else Words(say).seat(seat) for seat in range(len(state.players))]


def table_pieces(
    state: State, names: Sequence[str] = (), hidden: Sequence[int] = (), say: Language = ENGLISH
) -> tuple[Piece, list[Piece]]:
    """The middle of the table as a piece, and a panel for each seat and for Dirk."""
    seats, called = range(len(state.players)), _called(state, names, say)
    covered = [hidden[seat] if seat < len(hidden) else 0 for seat in seats]
    display = Piece.beside([_label(say("display"), 92, 42, 22), pieces.hand_piece(state.display, 0, 300, say)])
    about = Piece(PANEL, 24, text_at(0, 18, " · ".join(left(state, say)), size=18, kind="soft"))
    middle = Piece.stacked([_yard(state.yard, say), *_huts(state, say), display, about], 16)
    return middle, [_panel(state, seat, called[seat], covered[seat], say) for seat in seats] + _dirk(state, say)


def table_picture(
    state: State, *, names: Sequence[str] = (), columns: int = 1, hidden: Sequence[int] = (), say: Language = ENGLISH
) -> str:
    """Draw the whole table; ``hidden`` is the number of hidden cards in each hand."""
    (middle, panels), called = table_pieces(state, names, hidden, say), _called(state, names, say)
    columns = max(1, min(columns, len(panels)))
    stacks = [Piece.stacked(panels[column::columns], 16) for column in range(columns)]
    piece = Piece.stacked([middle, Piece.beside(stacks, 16)], 22)
    reached = ", ".join(f"{name} {each}" for name, each in zip(map(cut, called), state.points, strict=True))
    game, players = say.of(GAMES[state.setup.game.name]), len(state.players)
    title = say("{game}, {number} players", game=game, number=players)
    title = say("{title}, the end", title=title) if state.over else title
    offers = ", ".join(say("empty") if tile is None else face_words(tile.up, say) for tile in state.slots.values())
    cards = str(state.display) or say("empty")
    told = say("Points: {points}. Yard: {tiles}. Display: {cards}.", points=reached, tiles=offers, cards=cards)
    return document(piece, title, told, pixels=0.9)


def view_picture(view: View, *, names: Sequence[str] = (), columns: int = 1, say: Language = ENGLISH) -> str:
    """Draw the table as a seat sees it."""
    sizes = zip(view.hand_sizes, view.table.players, strict=True)
    hidden = [size - len(player.hand) for size, player in sizes]
    return table_picture(view.table, names=names, columns=columns, hidden=hidden, say=say)
