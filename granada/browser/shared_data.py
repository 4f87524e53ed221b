"""What both pages get: a city with its marks, and scorings."""

from typing import Any

from granada.board import Cell
from granada.game import Row, Scoring, Standing
from granada.spec import Scene


def scene_data(found: Scene | None) -> dict[str, Any] | None:
    """The city as it lies after what is done, with what is to be marked."""
    if found is None:
        return None
    return {
        "cells": found.layout.notation,
        "wrong": [{"rule": str(each.rule), "cells": list(map(list, each.cells))} for each in found.wrong],
        "marked": list(map(list, found.marked)),
        "run": list(map(edge_data, found.run)),
    }


def scoring_data(scored: Scoring) -> dict[str, Any]:
    """A scoring row by row."""
    return {"rows": list(map(row_data, scored.rows)), "points": list(scored.points), "dirk": scored.dirk}


def row_data(row: Row) -> dict[str, Any]:
    """A row of a scoring."""
    return {"name": row.name, "value": row.value, "standings": list(map(_standing, row.standings))}


def _standing(each: Standing) -> dict[str, Any]:
    numbers = {name: getattr(each, name) for name in ("seat", "count", "points", "place", "price")}
    return {**numbers, "edges": list(map(edge_data, each.edges))}


def edge_data(edge: tuple[Cell, int]) -> list[int]:
    """An edge of a cell: where it lies, and the number of its side, clockwise from the north."""
    return [*edge[0], edge[1]]
