"""Pictures of scorings."""

from collections.abc import Sequence

from granada.board import Building
from granada.game import Row, Scoring
from granada.pictures.glyphs import COLOURS
from granada.pictures.svg.pieces import BOLD, END, Piece, cut, document, text_at, use
from granada.words import Words


def scoring_picture(scoring: Scoring, words: Words, *, names: Sequence[str] = ()) -> str:
    """A scoring as a table: what each seat counts, the price that broke a tie, and the points."""
    seats, say = [*scoring.totals], words.language
    title = say("Scoring {round}", round=scoring.round)
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
        mark = f'<g transform="translate(20 {y + 20:g}) scale(.68)">{chip}{use(row.name, 0, 0, 0.66)}</g>'
    else:
        barrier = "wall" if row.name == "walls" else "moat"
        mark = f'<g transform="translate(20 {y + 39:g}) scale(.4)">{use(barrier)}</g>'
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
