"""Pictures of a table, and of what a seat sees of it."""

from collections.abc import Sequence

from granada.board import CURRENCIES, Tile
from granada.game import HUTS, State
from granada.languages import ENGLISH, Language
from granada.numbering import lying
from granada.pictures.glyphs import MONEY_COLOURS
from granada.pictures.shared import belongings, extra_of, left, points
from granada.pictures.svg.cards import hand_piece, price_at
from granada.pictures.svg.cities import city_piece, runs_of
from granada.pictures.svg.pieces import (
    BOLD,
    END,
    Piece,
    at,
    beside,
    cut,
    document,
    escaped,
    fitted,
    flowing,
    line_of,
    scaled,
    stacked,
    text_at,
    use,
)
from granada.pictures.svg.tiles import face_words, tile_piece
from granada.table import View
from granada.words import Words
from granada.words.names import GAMES

PANEL = 600
"""The width of what belongs to a seat in the picture of a table."""


def _yard(yard: Sequence[Sequence[Tile | None]], say: Language) -> Piece:
    spaces = []
    for number, (currency, space) in enumerate(zip(CURRENCIES, yard, strict=True)):
        tiles = [_offer(tile, say) for tile in space]
        word, name = currency.name.lower(), escaped(Words(say).currency(currency))
        head = (
            f'<rect class="gr-tile" x="2" y="2" width="116" height="32" rx="7" fill="{MONEY_COLOURS[currency]}"/>'
            f"{use(word, 103, 18)}{price_at(16, 26, number + 1, 21)}{price_at(58, 23, name, 14)}"
        )
        spaces.append(stacked([Piece(120, 36, head), *tiles], 8))
    return beside(spaces, 26)


def _offer(tile: Tile | None, say: Language) -> Piece:
    """A tile in the yard, with the other face in small below it."""
    if tile is None:
        return Piece(120, 100, '<rect class="gr-empty" x="14" y="4" width="92" height="92" rx="6"/>')
    up = at(tile_piece(tile.up, say), 10, 0)
    if tile.down is None:
        return Piece(120, 104, up)
    return Piece(120, 164, f"{up}{at(tile_piece(tile.down, say), 31, 104, 0.58)}")


def _panel(state: State, seat: int, name: str, hidden: int, say: Language) -> Piece:
    """All that belongs to a seat."""
    player, inside = state.players[seat], PANEL - 32
    acts = "▶ " if state.actor == seat else ("★ " if state.over and player.points == max(state.points) else "")
    owned = [line_of(each, 20, "soft") for each in belongings(state, seat, say)]
    pieces = [_head(acts + cut(name), player.points, say), hand_piece(player.hand, hidden, inside, say), *owned]
    waiting = [each.tile.up for each in lying(state.todo[:1])] if state.actor == seat else []
    for label, faces in ((say("to be placed"), waiting), (say("reserve"), list(player.reserve))):
        if faces:
            row = flowing([scaled(tile_piece(face, say), 0.62) for face in faces], inside - 130, 6)
            pieces.append(beside([_label(label, 118, 38, 20), row]))
    city = city_piece(player.city.layout, runs=runs_of(player.city), say=say)
    drawn = fitted(city, inside, PANEL, 0.85)
    pieces.append(Piece(inside, drawn.height, at(drawn, (inside - drawn.width) / 2, 0)))
    return _framed(stacked(pieces, 14))


def _label(word: str, width: float, y: float, size: float) -> Piece:
    """A word before a row of pieces, which has more room where a language needs it."""
    return Piece(max(width, len(word) * size * 0.49), 40, text_at(0, y, word, size=size, kind="soft"))


def _head(name: str, number: int, say: Language) -> Piece:
    """The name of a seat and its points."""
    left = text_at(0, 30, name, size=30, more=BOLD)
    return Piece(PANEL - 32, 40, left + text_at(PANEL - 32, 30, points(number, say), size=30, more=BOLD + END))


def _framed(body: Piece) -> Piece:
    """What belongs to a seat, on its panel."""
    frame = f'<rect class="gr-panel" width="{PANEL}" height="{body.height + 32:g}" rx="12"/>'
    return Piece(PANEL, body.height + 32, frame + at(body, 16, 16))


def _dirk(state: State, say: Language) -> list[Piece]:
    if state.dirk is None:
        return []
    tiles = flowing([scaled(tile_piece(face, say), 0.55) for face in state.dirk.faces], PANEL - 32, 5)
    return [_framed(stacked([_head(Words(say, state.setup.game).dirk, state.dirk.points, say), tiles], 10))]


def _huts(state: State, say: Language) -> list[Piece]:
    """The open builders' huts, where they take part."""
    tops = [face for face in getattr(extra_of(state, HUTS), "tops", ()) if face is not None]
    if not tops:
        return []
    return [beside([_label(say("huts"), 92, 42, 22), *(scaled(tile_piece(face, say), 0.66) for face in tops)])]


def _called(state: State, names: Sequence[str], say: Language) -> list[str]:
    return [str(names[seat]) if seat < len(names) else Words(say).seat(seat) for seat in range(len(state.players))]


def table_pieces(
    state: State, names: Sequence[str] = (), hidden: Sequence[int] = (), say: Language = ENGLISH
) -> tuple[Piece, list[Piece]]:
    """What lies in the middle of the table, and what belongs to each seat and to Dirk."""
    seats, called = range(len(state.players)), _called(state, names, say)
    covered = [hidden[seat] if seat < len(hidden) else 0 for seat in seats]
    display = beside([_label(say("display"), 92, 42, 22), hand_piece(state.display, 0, 300, say)])
    about = Piece(PANEL, 24, text_at(0, 18, " · ".join(left(state, say)), size=18, kind="soft"))
    middle = stacked([_yard(state.yard, say), *_huts(state, say), display, about], 16)
    return middle, [_panel(state, seat, called[seat], covered[seat], say) for seat in seats] + _dirk(state, say)


def table_picture(
    state: State,
    *,
    names: Sequence[str] = (),
    columns: int = 1,
    hidden: Sequence[int] = (),
    say: Language = ENGLISH,
) -> str:
    """The whole table; ``hidden`` says how many cards of each hand must not be seen."""
    (middle, panels), called = table_pieces(state, names, hidden, say), _called(state, names, say)
    columns = max(1, min(columns, len(panels)))
    stacks = [stacked(panels[column::columns], 16) for column in range(columns)]
    piece = stacked([middle, beside(stacks, 16)], 22)
    reached = ", ".join(f"{name} {each}" for name, each in zip(map(cut, called), state.points, strict=True))
    game, players = say.of(GAMES[state.setup.game.name]), len(state.players)
    title = say("{game}, {number} players", game=game, number=players)
    title = say("{title}, the end", title=title) if state.over else title
    offers = ", ".join(say("empty") if tile is None else face_words(tile.up, say) for tile in state.slots.values())
    cards = str(state.display) or say("empty")
    told = say("Points: {points}. Yard: {tiles}. Display: {cards}.", points=reached, tiles=offers, cards=cards)
    return document(piece, title, told, pixels=0.9)


def view_picture(view: View, *, names: Sequence[str] = (), columns: int = 1, say: Language = ENGLISH) -> str:
    """The table as a seat sees it."""
    sizes = zip(view.hand_sizes, view.table.players, strict=True)
    hidden = [size - len(player.hand) for size, player in sizes]
    return table_picture(view.table, names=names, columns=columns, hidden=hidden, say=say)
