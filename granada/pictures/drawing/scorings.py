"""Scorings in text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from granada.game import Scoring


def scoring_table(scoring: Scoring, width: int | None = None) -> str:
    """A scoring as a table; where there is no room for one, row by row."""
    text = str(scoring)
    if width is None or max(map(len, text.splitlines())) <= width:
        return text
    lines = [f"scoring {scoring.round}"]
    for row in scoring.rows:
        for standing in row.standings:
            price = f" ({standing.price})" if standing.price else ""
            lines += [f"{row.name}, {_name(standing.seat)}", f"  {standing.count}{price} → {standing.points}"]
    totals = [*scoring.points, *([scoring.dirk] if any(row.of(None) for row in scoring.rows) else [])]
    seats = [*range(len(scoring.points)), None]
    return "\n".join(
        [*lines, "together", *(f"  {_name(seat)}: {each}" for seat, each in zip(seats, totals, strict=False))]
    )


def _name(seat: int | None) -> str:
    return "Dirk" if seat is None else f"seat {seat + 1}"
