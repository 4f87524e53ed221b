"""Draw values as self-contained SVG pictures, and make a page that shows a recorded game.

``picture`` draws any value that can be drawn, and ``sheet`` combines several pictures. The page for a recorded game
responds to keys and buttons, and needs no other file and no network.
"""

import json
import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import get_args

from granada.arena import Standings
from granada.board import Building, Bureau, Card, Cell, City, Face, Layout, Purse, Tile, Violation
from granada.game import COMBINED, Game, Row, Scoring, State
from granada.languages import ENGLISH, Language, a_language
from granada.pictures import pieces
from granada.pictures.pieces import BOLD, END, Piece, cut, document, face_words, text_at, tile_piece
from granada.pictures.shared import COLOURS, STYLE, last_state
from granada.pictures.tables import city_picture, layout_picture, table_picture, table_pieces, view_picture
from granada.table import Record, View, replay
from granada.words import Words
from granada.words.names import GAMES


def scoring_picture(scoring: Scoring, words: Words, *, names: Sequence[str] = ()) -> str:
    """Draw a scoring as a table with each seat's count, the price that broke a tie, and the points."""
    seats, say = [*scoring.totals], words.language
    title = say("Scoring {round}", round=words.round(scoring.round))
    left, wide = max(180, len(title) * 17), max([108, *(len(words.seat(seat)) * 11 for seat in seats)])
    width = left + wide * len(seats)
    named: dict[int | None, str] = dict(enumerate(map(str, names)))
    called = [named.get(seat) or words.seat(seat) for seat in seats]
    parts = [text_at(0, 30, title, size=28, more=BOLD)]
    for place, name in enumerate(called):
        parts.append(text_at(left + (place + 1) * wide, 30, cut(name, int(wide / 11)), size=19, kind="soft", more=END))
    y = 44.0
    for row in scoring.rows:
        parts.append(f'<path class="gr-rule" d="M0 {y:g}H{width:g}"/>')
        parts.append(_row_markup(row, seats, y, (left, wide), words))
        y += 40
    parts.append(f'<path class="gr-rule" d="M0 {y:g}H{width:g}" stroke-width="4"/>')
    parts.append(text_at(48, y + 30, say("together"), size=22, more=BOLD))
    for place, total in enumerate(scoring.totals.values()):
        parts.append(text_at(left + (place + 1) * wide, y + 30, total, size=24, more=BOLD + END))
    reached = ", ".join(f"{cut(name)} {total}" for name, total in zip(called, scoring.totals.values(), strict=True))
    return document(Piece(width, y + 40, "".join(parts)), title, say("Points: {points}.", points=reached))


_BUILDINGS = {str(building): building for building in Building}


def _row_markup(row: Row, seats: Sequence[int | None], y: float, columns: tuple[float, float], words: Words) -> str:
    building, (left, wide) = _BUILDINGS.get(row.name), columns
    if building is not None:
        chip = f'<rect class="gr-tile" x="-24" y="-24" width="48" height="48" rx="6" fill="{COLOURS[building]}"/>'
        mark = f'<g transform="translate(20 {y + 20:g}) scale(.68)">{chip}{pieces.use(row.name, 0, 0, 0.66)}</g>'
    else:
        barrier = "wall" if row.name == "walls" else "moat"
        mark = f'<g transform="translate(20 {y + 39:g}) scale(.4)">{pieces.use(barrier)}</g>'
    parts = [mark, text_at(48, y + 27, words.row(row.name), size=21)]
    for place, seat in enumerate(seats):
        x = left + (place + 1) * wide
        standing = next((each for each in row.standings if each.seat == seat), None)
        if standing is None:
            parts.append(text_at(x, y + 27, "\N{EN DASH}", size=20, kind="soft", more=END))
            continue
        price = f" ({standing.price})" if standing.price else ""
        parts.append(text_at(x, y + 27, standing.points, size=22, more=BOLD + END))
        parts.append(text_at(x - 34, y + 26, f"{standing.count}{price}", size=18, kind="soft", more=END))
    return "".join(parts)


LEFT, WIDE, RIGHT, HIGH = 230, 500, 190, 54
"""The widths of the columns for names, scale and numbers, and the height of a row."""


def standings_picture(standings: Standings) -> str:
    """Draw each bot's share of wins, with its 95% confidence interval."""
    rows = standings.rows
    bottom = 60 + HIGH * len(rows)
    parts = [text_at(0, 30, f"{len(standings.results)} games: wins", size=26, more=BOLD)]
    parts.append(text_at(LEFT + WIDE + RIGHT, 30, "points · rating", size=18, kind="soft", more=END))
    for percent in range(0, 101, 20):
        x = LEFT + WIDE * percent / 100
        parts.append(f'<path class="gr-rule" d="M{x:g} 50V{bottom:g}"/>')
        parts.append(text_at(x, bottom + 24, f"{percent}%", size=17, kind="soft", more=pieces.MIDDLE))
    for number, row in enumerate(rows):
        y = 60 + HIGH * (number + 0.5)
        low, middle, high = (LEFT + WIDE * part for part in (row.low, row.share, row.high))
        points = "\N{EN DASH}" if row.points is None else f"{row.points:.1f}"
        parts += [
            text_at(LEFT - 16, y + 7, cut(row.bot, 22), size=20, more=END),
            f'<path class="gr-run" d="M{low:.1f} {y:g}H{high:.1f}"/>',
            f'<circle class="gr-badge" cx="{middle:.1f}" cy="{y:g}" r="10"/>',
            text_at(LEFT + WIDE + 16, y + 7, f"{100 * row.share:.1f}%", size=20, more=BOLD),
            text_at(LEFT + WIDE + RIGHT, y + 7, f"{points} · {row.rating}", size=18, kind="soft", more=END),
        ]
    wins = ", ".join(f"{cut(row.bot)} {100 * row.share:.1f}%" for row in rows)
    return document(Piece(LEFT + WIDE + RIGHT, bottom + 34, "".join(parts)), "Wins of each bot", f"Wins: {wins}.")


WIDEST = 1200
"""The minimum width of a sheet, which grows to fit a wider picture."""
_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')


def sheet(pictures: Iterable[tuple[str, str]], title: str, say: Language = ENGLISH) -> str:
    """Combine pictures and their captions into one document, side by side if there is room.

    >>> '>a park</text>' in sheet([("a park", '<svg width="100" height="100"/>')], "Parks")
    True
    """
    captioned = [_captioned(caption, svg) for caption, svg in pictures]
    return document(Piece.flowing(captioned, WIDEST, 18), title, say("Pictures: {number}.", number=len(captioned)))


def _captioned(caption: str, svg: str) -> Piece:
    """A piece that contains a picture with its caption below."""
    size = _SIZE.search(svg)
    width, height = (float(size[1]), float(size[2])) if size else (1.0, 1.0)
    if not caption:
        return Piece(width, height, svg)
    wide = max(width, len(caption) * 10.5)
    below = text_at(wide / 2, height + 24, caption, size=18, kind="soft", more=pieces.MIDDLE)
    return Piece(wide, height + 34, f'<g transform="translate({(wide - width) / 2:g} 0)">{svg}</g>{below}')


Picturable = City | Layout | State | View | Record | Scoring | Standings | Purse | Card | Bureau | Face | Tile
"""The types of values that can be drawn."""


def picture(
    value: Picturable,
    *,
    sites: Iterable[Cell] = (),
    broken: Iterable[Violation] | None = None,
    names: Sequence[str] = (),
    columns: int = 1,
    language: Language | str = ENGLISH,
    game: Game = COMBINED,
) -> str:
    """Draw a value as SVG.

    ``sites`` are the empty cells to mark as possible, and ``broken`` are the violations to mark in a layout (default:
    all). In the picture of a table, ``names`` are the names of the seats, and ``columns`` is the number of seats side
    by side. ``language`` is the language of the words. ``game`` is the game of a scoring; it determines Dirk's name.

    >>> picture(City.parse("@ park6"))[:60]
    '<svg xmlns="http://www.w3.org/2000/svg" class="gr-picture" r'
    """
    language = a_language(language)
    match value:
        case City():
            return city_picture(value, sites=sites, say=language)
        case Layout():
            return layout_picture(value, sites=sites, broken=broken, say=language)
        case State():
            return table_picture(value, names=names, columns=columns, say=language)
        case View():
            return view_picture(value, names=names, columns=columns, say=language)
        case Record():
            return table_picture(last_state(value), names=names, columns=columns, say=language)
        case Scoring():
            return scoring_picture(value, Words(language, game), names=names)
        case Standings():
            return standings_picture(value)
        case Purse():
            return pieces.purse_picture(value, language)
        case Card() | Bureau():
            return document(pieces.card_piece(value, language), str(value), language("A card."), 4)
        case Face():
            return document(tile_piece(value, language), face_words(value, language), str(value), 4)
        case Tile():
            faces = [tile_piece(face, language) for face in value.faces]
            return document(Piece.beside(faces, 8), str(value), language("A tile."), 4)
    drawn = ", ".join(kind.__name__ for kind in get_args(Picturable))
    raise TypeError(f"there is no picture of {type(value).__name__}; there is one of {drawn}")


def stepping_page(record: Record, say: Language = ENGLISH) -> str:
    """A recorded game as an HTML page that shows the table at every decision and the steps since the previous one."""
    drawings: dict[str, int] = {}
    frames: list[dict[str, object]] = []
    said: list[str] = []
    states = list(replay(record))
    for number, state in enumerate(states):
        if number:
            seat, action = record.steps[number - 1]
            said.append(str(action) if seat is None else say.named(Words(say).seat(seat), str(action)))
        if state.actor is None and not state.over and number < len(states) - 1:
            continue  # draws are shown with the next decision
        middle, panels = table_pieces(state, say=say)
        drawn = [drawings.setdefault(_standing(piece), len(drawings)) for piece in (middle, *panels)]
        frames.append({"at": number, "said": said, "shown": drawn})
        said = []
    used = sorted({name for markup in drawings for name in re.findall(r'href="#gr-([a-z]+)"', markup)})
    steps = say("step {at} of {last}", at="{at}", last="{last}")
    data = {"pieces": list(drawings), "frames": frames, "steps": steps}
    game = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    name = say.of(GAMES[record.setup.game.name])
    filled = {
        "TITLE": escape(say("{game}, {number} players", game=name, number=record.setup.players)),
        "LANGUAGE": say.code,
        "HOME": escape(say("Home")),
        "LEFT": escape(say("left arrow")),
        "RIGHT": escape(say("right arrow")),
        "END": escape(say("End")),
        "STEP": escape(say("step")),
        "STYLE": STYLE,
        "DEFINED": pieces.definitions(used),
        "GAME": game.replace("<", "\\u003c"),
    }
    page = files(__package__).joinpath("game_page.html").read_text(encoding="utf-8")
    return re.sub("@([A-Z]+)@", lambda found: filled[found[1]], page)


def _standing(piece: Piece) -> str:
    """A piece as a separate SVG element for a page that already contains the style and the shapes."""
    size = f'viewBox="0 0 {piece.width:g} {piece.height:g}" width="{piece.width * 0.8:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{piece.markup}</svg>'
