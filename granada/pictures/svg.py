"""Pictures: pure functions from values to SVG, with nothing outside the text itself."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from granada.board.building import Violation, violations
from granada.board.cells import START, Cell
from granada.board.city import City
from granada.board.layout import Layout
from granada.board.money import CURRENCIES, Bureau, Card, Purse
from granada.board.tiles import SIDES, Building, Face, Family, Tile
from granada.game.modules.huts import HUTS
from granada.game.scoring import Row, Scoring
from granada.game.state import State
from granada.game.steps import PlaceTiles
from granada.pictures.drawing import belongings, kept, points
from granada.pictures.glyphs import COLOURS, MONEY_COLOURS
from granada.pictures.pieces import (
    BOLD,
    END,
    MIDDLE,
    Piece,
    at,
    beside,
    document,
    escaped,
    fitted,
    flowing,
    line_of,
    scaled,
    short,
    stacked,
    text_at,
    use,
)
from granada.rulebook import Rule
from granada.table.table import Record, replay
from granada.table.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

CELL = 100
"""The size of a tile; pictures are scaled as a whole."""
PANEL = 600
"""The width of what belongs to a seat in the picture of a table."""
LEFT, BELOW = 46, 54
"""The room beside and below a city, for the numbers and for the length of a moat that lies in front of them."""
COMPASS = {"n": "north", "e": "east", "s": "south", "w": "west"}


# Tiles


def told(face: Face) -> str:
    """A face in words.

    >>> told(Face.parse("school8/ne"))
    'school 8, moat north and east'
    """
    what = "hut" if face.is_hut else str(face.price)
    sides = " and ".join(COMPASS[side] for bit, side in enumerate(SIDES) if face.edges >> bit & 1)
    barrier = "moat" if face.family is Family.GRANADA else "wall"
    return f"{face.building} {what}" + (f", {barrier} {sides}" if sides else "")


@lru_cache(maxsize=1 << 10)
def _tile_markup(face: Face) -> str:
    """A tile round its middle."""
    barrier = "moat" if face.family is Family.GRANADA else "wall"
    turns = ((side, f' transform="rotate({90 * side})"' if side else "") for side in range(4))
    edges = "".join(f'<use href="#gr-{barrier}"{turn}/>' for side, turn in turns if face.edges >> side & 1)
    dashed = ' stroke-dasharray="7 4"' if face.is_hut else ""
    body = (
        f'<rect class="gr-tile" x="-48" y="-48" width="96" height="96" rx="5" fill="{COLOURS[face.building]}"{dashed}/>'
    )
    if face.is_hut:
        return f"{body}{edges}{use('hut', 7, 9, 0.85)}{use(str(face.building), -19, -19, 0.42)}"
    width = 35 if face.price > 9 else 26
    price = (
        f'<rect class="gr-badge" x="-35" y="-35" width="{width}" height="25" rx="7"/>'
        f'<text class="gr-price" x="{-35 + width / 2:g}" y="-14" font-size="24">{face.price}</text>'
    )
    return f"{body}{edges}{use(str(face.building), 3, 13, 0.7)}{price}"


def _tile(face: Face) -> Piece:
    titled = f"<title>{escaped(told(face))}</title>{_tile_markup(face)}"
    return Piece(CELL, CELL, f'<g transform="translate(50 50)">{titled}</g>')


_START = f'<rect class="gr-tile gr-stone" x="-48" y="-48" width="96" height="96" rx="5"/>{use("start")}'


# Cities and layouts


def _city(
    layout: Layout,
    *,
    runs: Iterable[tuple[tuple[Cell, int], ...]] = (),
    sites: Iterable[Cell] = (),
    broken: Iterable[Violation] = (),
) -> Piece:
    """A city or layout with the numbers of its columns and rows."""
    sites, broken = tuple(sites), tuple(broken)
    cells = {START, *layout.by_cell, *sites, *(cell for violation in broken for cell in violation.cells)}
    west, east = min(x for x, _ in cells), max(x for x, _ in cells)
    south, north = min(y for _, y in cells), max(y for _, y in cells)

    def middle(cell: Cell) -> tuple[int, int]:
        return (cell[0] - west) * CELL + LEFT + 50, (north - cell[1]) * CELL + 56

    turned = dict(layout.rotations)
    parts = [_placed("start tile", START, middle(START), _START)]
    for cell, face in layout.tiles:
        words = ("founding tile, " if cell == layout.founding else "") + told(face)
        markup = _tile_markup(face) + (_FOUNDING if cell == layout.founding else "")
        parts.append(_placed(words, cell, middle(cell), markup, turned.get(cell, 0)))
    parts += [_placed("a tile fits here", cell, middle(cell), _SITE) for cell in sites]
    parts += [_run(run, middle) for run in runs if run]
    parts += [_marks(violation, layout, middle) for violation in sorted(broken, key=_on_an_edge)]
    width, height = (east - west + 1) * CELL + LEFT + 6, (north - south + 1) * CELL + BELOW
    return Piece(width, height, "".join(parts) + _numbers(range(west, east + 1), range(south, north + 1), height))


_FOUNDING = (
    '<circle class="gr-badge" cx="24" cy="-22" r="12"/><path class="gr-star" d="M24-30v16M17-26l14 8M31-26l-14 8"/>'
)
_SITE = (
    '<rect class="gr-site" x="-42" y="-42" width="84" height="84" rx="8"/><path class="gr-plus" d="M-11 0h22M0-11v22"/>'
)


def _placed(words: str, cell: Cell, middle: tuple[int, int], markup: str, rotation: int = 0) -> str:
    turn = f" rotate({rotation})" if rotation else ""
    lying = f", turned by {rotation} degrees" if rotation else ""
    title = f"<title>{words}{lying}, at {cell}</title>"
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
    return violation.rule in (Rule.MOATS_MATCH, Rule.WALL_MEETS_MOAT) and len(violation.cells) == 2


def _marks(violation: Violation, layout: Layout, middle: Callable[[Cell], tuple[int, int]]) -> str:
    """What is wrong: a cross on an edge that does not match, a frame and an alarm on a tile, a cross in a hole."""
    title = f"<title>{violation}</title>"
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


def _runs(city: City) -> list[tuple[tuple[Cell, int], ...]]:
    families = (city.start,) if city.founding is None else (city.start, Family.GRANADA)
    return [city.longest(family) for family in families]


def layout_picture(layout: Layout, *, sites: Iterable[Cell] = (), broken: Iterable[Violation] | None = None) -> str:
    """A layout with everything that is wrong in it; a legal one with its longest moat or wall."""
    wrong = violations(layout) if broken is None else tuple(broken)
    runs = [] if wrong or violations(layout) else _runs(City.of(layout))
    piece = _city(layout, runs=runs, sites=sites, broken=wrong)
    rules = list(dict.fromkeys(violation.rule for violation in wrong))
    if rules:
        piece = stacked([piece, *(line_of(f"✗ {rule}", 24, more=BOLD) for rule in rules)], 6)
    breaks = f"It breaks {', '.join(map(str, rules))}. " if rules else ""
    return document(piece, f"A layout of {_tiles(len(layout.tiles))}", breaks + _rows(layout), pixels=0.64)


def city_picture(city: City, *, sites: Iterable[Cell] = ()) -> str:
    """A city with its longest moat or wall, and the cells on which a tile fits, if they are given."""
    longest = "".join(f"The longest {_barrier(run, city)} has {len(run)} edges. " for run in _runs(city) if run)
    piece = _city(city.layout, runs=_runs(city), sites=sites)
    return document(piece, f"A city of {_tiles(len(city))}", longest + _rows(city.layout), pixels=0.64)


def _barrier(run: tuple[tuple[Cell, int], ...], city: City) -> str:
    return "moat" if city[run[0][0]].family is Family.GRANADA else "wall"


def _tiles(number: int) -> str:
    return f"{number} tile{'' if number == 1 else 's'}"


def _rows(layout: Layout) -> str:
    """The tiles in words, for those who listen."""
    return "; ".join(["start tile at 0,0", *(f"{told(face)}, at {cell}" for cell, face in layout.tiles)]) + "."


# Money


@lru_cache(maxsize=64)
def _card(card: Card | Bureau) -> Piece:
    frame = 'x="1" y="1" width="46" height="66" rx="7"'
    if isinstance(card, Bureau):
        first, second = card.first, card.second
        body = (
            f'<rect class="gr-tile" {frame} fill="{MONEY_COLOURS[first]}"/>'
            f'<path d="M46 8v52q0 6-6 6h-32z" fill="{MONEY_COLOURS[second]}"/>'
            f"{use(first.name.lower(), 14, 16)}{use(second.name.lower(), 34, 54)}"
        )
        return Piece(48, 68, f"<g><title>bureau {card}</title>{body}{_price(24, 42, card, 19)}</g>")
    word = card.currency.name.lower()
    body = f'<rect class="gr-tile" {frame} fill="{MONEY_COLOURS[card.currency]}"/>{use(word, 13, 15, 0.9)}'
    texts = _price(36, 21, card.currency.value, 17) + _price(24, 57, card.value, 34)
    return Piece(48, 68, f"<g><title>{word} {card.value}</title>{body}{texts}</g>")


def _price(x: float, y: float, text: object, size: float) -> str:
    return f'<text class="gr-price" x="{x:g}" y="{y:g}" font-size="{size:g}">{text}</text>'


def _hand(cards: Purse, hidden: int, width: float) -> Piece:
    """The cards of a hand; of a hidden one, how many there are."""
    if hidden:
        back = Piece(48, 68, '<rect class="gr-back" x="1" y="1" width="46" height="66" rx="7"/>')
        return beside([back, line_of(f"{hidden} hidden card{'' if hidden == 1 else 's'}", 22, "soft")])
    return flowing([_card(card) for card in cards], width, 5) if len(cards) else line_of("no cards", 22, "soft")


def purse_picture(purse: Purse) -> str:
    """Some cards."""
    return document(_hand(purse, 0, 560), f"{len(purse)} cards", str(purse) or "no cards", 10)


# The yard


def _yard(yard: Sequence[Tile | None]) -> Piece:
    lanes = len(yard) // 4
    spaces = []
    for number, currency in enumerate(CURRENCIES):
        tiles = [_offer(tile) for tile in yard[number * lanes : (number + 1) * lanes]]
        word = currency.name.lower()
        head = (
            f'<rect class="gr-tile" x="2" y="2" width="116" height="32" rx="7" fill="{MONEY_COLOURS[currency]}"/>'
            f"{use(word, 103, 18)}{_price(16, 26, number + 1, 21)}{_price(58, 23, word, 14)}"
        )
        spaces.append(stacked([Piece(120, 36, head), *tiles], 8))
    return beside(spaces, 26)


def _offer(tile: Tile | None) -> Piece:
    """A tile in the yard, with the other face in small below it."""
    if tile is None:
        return Piece(120, 100, '<rect class="gr-empty" x="14" y="4" width="92" height="92" rx="6"/>')
    up = at(_tile(tile.up), 10, 0)
    if tile.down is None:
        return Piece(120, 104, up)
    return Piece(120, 164, f"{up}{at(_tile(tile.down), 31, 104, 0.58)}")


# The table


def _panel(state: State, seat: int, name: str, hidden: int) -> Piece:
    """All that belongs to a seat."""
    player, inside = state.players[seat], PANEL - 32
    acts = "▶ " if state.actor == seat else ("★ " if state.over and player.points == max(state.points) else "")
    head = Piece(
        inside,
        40,
        text_at(0, 30, acts + short(name), size=30, more=BOLD)
        + text_at(inside, 30, points(player.points), size=30, more=BOLD + END),
    )
    owned = [line_of(each, 20, "soft") for each in belongings(state, seat)]
    pieces = [head, _hand(player.hand, hidden, inside), *owned]
    step = state.todo[0] if state.todo else None
    waiting = [p.tile.up for p in step.tiles] if isinstance(step, PlaceTiles) and step.seat == seat else []
    waiting += [tile.up for tile in getattr(step, "bought", ())] if getattr(step, "seat", None) == seat else []
    for label, faces in (("to be placed", waiting), ("reserve", list(player.reserve))):
        if faces:
            row = flowing([scaled(_tile(face), 0.62) for face in faces], inside - 130, 6)
            pieces.append(beside([Piece(118, 40, text_at(0, 38, label, size=20, kind="soft")), row]))
    city = _city(player.city.layout, runs=_runs(player.city))
    drawn = fitted(city, inside, PANEL, 0.85)
    pieces.append(Piece(inside, drawn.height, at(drawn, (inside - drawn.width) / 2, 0)))
    body = stacked(pieces, 14)
    frame = f'<rect class="gr-panel" width="{PANEL}" height="{body.height + 32:g}" rx="12"/>'
    return Piece(PANEL, body.height + 32, frame + at(body, 16, 16))


def _dirk(state: State) -> list[Piece]:
    if state.dirk is None:
        return []
    tiles = flowing([scaled(_tile(face), 0.55) for face in state.dirk.faces], PANEL - 32, 5)
    head = text_at(0, 30, "Dirk", size=30, more=BOLD)
    head += text_at(PANEL - 32, 30, points(state.dirk.points), size=30, more=BOLD + END)
    body = stacked([Piece(PANEL - 32, 40, head), tiles], 10)
    frame = f'<rect class="gr-panel" width="{PANEL}" height="{body.height + 32:g}" rx="12"/>'
    return [Piece(PANEL, body.height + 32, frame + at(body, 16, 16))]


def _huts(state: State) -> list[Piece]:
    """The open builders' huts, where they take part."""
    tops = [face for face in getattr(kept(state, HUTS), "tops", ()) if face is not None]
    if not tops:
        return []
    label = Piece(92, 40, text_at(0, 42, "huts", size=22, kind="soft"))
    return [beside([label, *(scaled(_tile(face), 0.66) for face in tops)])]


def table_picture(state: State, *, names: Sequence[str] = (), columns: int = 1, hidden: Sequence[int] = ()) -> str:
    """The whole table; ``hidden`` says how many cards of each hand must not be seen."""
    seats = range(len(state.players))
    called = [str(names[seat]) if seat < len(names) else f"seat {seat + 1}" for seat in seats]
    covered = [hidden[seat] if seat < len(hidden) else 0 for seat in seats]
    display = beside([Piece(92, 40, text_at(0, 42, "display", size=22, kind="soft")), _hand(state.display, 0, 300)])
    facts = [f"{len(state.deck)} cards in the deck", f"{sum(map(len, state.bags))} tiles in the bag"]
    facts += [f"next tiles show {state.marker}"] if state.marker else []
    about = Piece(PANEL, 24, text_at(0, 18, " · ".join(facts), size=18, kind="soft"))
    middle = stacked([_yard(state.yard), *_huts(state), display, about], 16)
    panels = [_panel(state, seat, called[seat], covered[seat]) for seat in seats] + _dirk(state)
    columns = max(1, min(columns, len(panels)))
    stacks = [stacked(panels[column::columns], 16) for column in range(columns)]
    piece = stacked([middle, beside(stacks, 16)], 22)
    reached = ", ".join(f"{name} {each}" for name, each in zip(map(short, called), state.points, strict=True))
    title = f"{state.setup.game}, {len(state.players)} players" + (", the end" if state.over else "")
    offers = ", ".join("empty" if tile is None else told(tile.up) for tile in state.yard)
    return document(
        piece, title, f"Points: {reached}. Yard: {offers}. Display: {state.display or 'empty'}.", pixels=0.9
    )


def view_picture(view: View, *, names: Sequence[str] = (), columns: int = 1) -> str:
    """The table as a seat sees it."""
    sizes = zip(view.hand_sizes, view.table.players, strict=True)
    hidden = [size - len(player.hand) for size, player in sizes]
    return table_picture(view.table, names=names, columns=columns, hidden=hidden)


# Scorings


def scoring_picture(scoring: Scoring, *, names: Sequence[str] = ()) -> str:
    """A scoring as a table: what each seat counts, the price that broke a tie, and the points."""
    seats: list[int | None] = [*range(len(scoring.points))]
    seats += [None] if scoring.dirk or any(row.of(None) for row in scoring.rows) else []
    wide = 108
    width = 180 + wide * len(seats)
    given = [str(names[seat]) if seat is not None and seat < len(names) else None for seat in seats]
    called = ["Dirk" if s is None else n or f"seat {s + 1}" for s, n in zip(seats, given, strict=True)]
    parts = [text_at(0, 30, f"Scoring {scoring.round}", size=28, more=BOLD)]
    for place, name in enumerate(called):
        parts.append(text_at(180 + (place + 1) * wide, 30, short(name, int(wide / 11)), size=19, kind="soft", more=END))
    y = 44.0
    for row in scoring.rows:
        parts.append(f'<path class="gr-rule" d="M0 {y:g}H{width:g}"/>')
        parts.append(_row_markup(row, seats, y, wide))
        y += 40
    parts.append(f'<path class="gr-rule" d="M0 {y:g}H{width:g}" stroke-width="4"/>')
    parts.append(text_at(48, y + 30, "together", size=22, more=BOLD))
    totals = [scoring.dirk if seat is None else scoring.points[seat] for seat in seats]
    for place, total in enumerate(totals):
        parts.append(text_at(180 + (place + 1) * wide, y + 30, total, size=24, more=BOLD + END))
    reached = ", ".join(f"{short(name)} {total}" for name, total in zip(called, totals, strict=True))
    return document(Piece(width, y + 40, "".join(parts)), f"Scoring {scoring.round}", f"Points: {reached}.")


_BUILDINGS = {str(building): building for building in Building}


def _row_markup(row: Row, seats: Sequence[int | None], y: float, wide: float) -> str:
    building = _BUILDINGS.get(row.name)
    if building is not None:
        chip = f'<rect class="gr-tile" x="-24" y="-24" width="48" height="48" rx="6" fill="{COLOURS[building]}"/>'
        mark = f'<g transform="translate(20 {y + 20:g}) scale(.68)">{chip}{use(row.name, 0, 0, 0.66)}</g>'
    else:
        barrier = "wall" if row.name == "walls" else "moat"
        mark = f'<g transform="translate(20 {y + 39:g}) scale(.4)">{use(barrier)}</g>'
    parts = [mark, text_at(48, y + 27, row.name, size=21)]
    for place, seat in enumerate(seats):
        x = 180 + (place + 1) * wide
        standing = next((each for each in row.standings if each.seat == seat), None)
        if standing is None:
            parts.append(text_at(x, y + 27, "\N{EN DASH}", size=20, kind="soft", more=END))
            continue
        price = f" ({standing.price})" if standing.price else ""
        parts.append(text_at(x, y + 27, standing.points, size=22, more=BOLD + END))
        parts.append(text_at(x - 34, y + 26, f"{standing.count}{price}", size=18, kind="soft", more=END))
    return "".join(parts)


# Anything


def _last(record: Record) -> State:
    """The state in which a recorded game ended, or as far as it went."""
    *_, state = replay(record)
    return state


def _small(value: object) -> str | None:
    """The picture of a card, some cards, a face or a tile."""
    match value:
        case Purse():
            return purse_picture(value)
        case Card() | Bureau():
            return document(_card(value), str(value), "A card.", 4)
        case Face():
            return document(_tile(value), told(value), str(value), 4)
        case Tile():
            return document(beside([_tile(face) for face in value.faces], 8), str(value), "A tile.", 4)
    return None


def picture(
    value: object,
    *,
    sites: Iterable[Cell] = (),
    broken: Iterable[Violation] | None = None,
    names: Sequence[str] = (),
    columns: int = 1,
) -> str:
    """The picture of a value as SVG.

    ``sites`` are empty cells to be shown as possible, ``broken`` the violations to be marked in a layout
    (all that it has, unless they are given), ``names`` what the seats are called,
    ``columns`` how many seats lie side by side in the picture of a table.

    >>> picture(City.parse("@ park6"))[:60]
    '<svg xmlns="http://www.w3.org/2000/svg" class="gr-picture" r'
    """
    match value:
        case City():
            return city_picture(value, sites=sites)
        case Layout():
            return layout_picture(value, sites=sites, broken=broken)
        case State():
            return table_picture(value, names=names, columns=columns)
        case View():
            return view_picture(value, names=names, columns=columns)
        case Record():
            return table_picture(_last(value), names=names, columns=columns)
        case Scoring():
            return scoring_picture(value, names=names)
    small = _small(value)
    if small is None:
        message = f"there is no picture of {type(value).__name__}"
        raise TypeError(message)
    return small
