"""Scorings as a page gets them."""

from typing import Any

from granada.board import Cell
from granada.game import Scoring, Standing


def scoring_data(scored: Scoring) -> dict[str, Any]:
    """A scoring row by row."""
    rows = [
        {"name": row.name, "value": row.value, "standings": list(map(_standing, row.standings))} for row in scored.rows
    ]
    return {"rows": rows, "points": list(scored.points), "dirk": scored.dirk}


def _standing(each: Standing) -> dict[str, Any]:
    numbers = {name: getattr(each, name) for name in ("seat", "count", "points", "place", "price")}
    return {**numbers, "edges": list(map(edge_data, each.edges))}


def edge_data(edge: tuple[Cell, int]) -> list[int]:
    """An edge of a cell: where it lies, and the number of its side, clockwise from the north."""
    return [*edge[0], edge[1]]
