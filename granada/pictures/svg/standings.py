"""A plot of a tournament: the part of the games that each bot won, with its bounds."""

from granada.arena import Standings
from granada.pictures.svg.pieces import BOLD, END, MIDDLE, Piece, cut, document, text_at

LEFT, WIDE, RIGHT, HIGH = 230, 500, 190, 54
"""How wide names, the scale and numbers are, and how high a row."""


def standings_picture(standings: Standings) -> str:
    """For each bot how often it wins: a point between the bounds that hold with a confidence of 95 %."""
    rows = standings.rows
    bottom = 60 + HIGH * len(rows)
    parts = [text_at(0, 30, f"{len(standings.results)} games: wins", size=26, more=BOLD)]
    parts.append(text_at(LEFT + WIDE + RIGHT, 30, "points · rating", size=18, kind="soft", more=END))
    for percent in range(0, 101, 20):
        x = LEFT + WIDE * percent / 100
        parts.append(f'<path class="gr-rule" d="M{x:g} 50V{bottom:g}"/>')
        parts.append(text_at(x, bottom + 24, f"{percent} %", size=17, kind="soft", more=MIDDLE))
    for number, row in enumerate(rows):
        y = 60 + HIGH * (number + 0.5)
        low, middle, high = (LEFT + WIDE * part for part in (row.low, row.share, row.high))
        points = "\N{EN DASH}" if row.points is None else f"{row.points:.1f}"
        parts += [
            text_at(LEFT - 16, y + 7, cut(row.bot, 22), size=20, more=END),
            f'<path class="gr-run" d="M{low:.1f} {y:g}H{high:.1f}"/>',
            f'<circle class="gr-badge" cx="{middle:.1f}" cy="{y:g}" r="10"/>',
            text_at(LEFT + WIDE + 16, y + 7, f"{100 * row.share:.1f} %", size=20, more=BOLD),
            text_at(LEFT + WIDE + RIGHT, y + 7, f"{points} · {row.rating}", size=18, kind="soft", more=END),
        ]
    wins = ", ".join(f"{cut(row.bot)} {100 * row.share:.1f} %" for row in rows)
    return document(Piece(LEFT + WIDE + RIGHT, bottom + 34, "".join(parts)), "Wins of each bot", f"Wins: {wins}.")
