"""Scorings as JSON, both ways; the rows of what is read add up to its points."""

from collections.abc import Iterator
from typing import Any

from granada.board import SIDES, Building, Cell, InvalidState
from granada.errors import Flaws
from granada.game import Row, Scoring, Standing
from granada.notation import BadNotation
from granada.wire.reader import Reader

ROWS = ("moats", "walls", "border", *(building.value for building in Building))
"""What a row can be called."""
MOST_EDGES = 2_000
"""More edges than any moat can have."""
DEAREST = 13
"""No building has a higher price."""


def scoring_data(scoring: Scoring) -> dict[str, Any]:
    """A scoring as JSON."""
    return {
        "kind": "scoring",
        "format": 1,
        "round": str(scoring.round),
        "points": list(scoring.points),
        "dirk": scoring.dirk,
        "rows": [row_data(row) for row in scoring.rows],
    }


def row_data(row: Row) -> dict[str, Any]:
    """A row of a scoring as JSON."""
    return {"name": row.name, "value": row.value, "standings": [_standing_data(each) for each in row.standings]}


def _standing_data(standing: Standing) -> dict[str, Any]:
    return {
        "seat": standing.seat,
        "count": standing.count,
        "points": standing.points,
        "place": standing.place,
        "price": standing.price,
        "edges": [f"{cell} {SIDES[side]}" for cell, side in standing.edges],
    }


def read_scoring(data: Any) -> Scoring:
    """A scoring from JSON; an InvalidState gives the reasons why it is none."""
    flaws = Flaws()
    parts = Reader(data, "scoring", flaws).members(("kind", "format", "round", "points", "dirk", "rows"))
    parts["format"].format()
    which, dirk = parts["round"].round(), parts["dirk"].number()
    points = tuple(item.number() for item in parts["points"].items(6))
    if len(points) < 2:
        parts["points"].bad("the points of two to six seats")
    rows = tuple(read_row(item, len(points)) for item in parts["rows"].items(len(ROWS)))
    scoring = Scoring(which, rows, points, dirk)
    if reasons := flaws or list(_scoring_flaws(scoring)):
        raise InvalidState(*reasons)
    return scoring


def read_row(reader: Reader, seats: int) -> Row:
    """A row of a scoring of so many seats, from JSON."""
    parts = reader.members(("name", "standings", "value"))
    name, value = parts["name"].choice(*ROWS), parts["value"].number_or_none()
    return Row(str(name), tuple(_read_standing(item, seats) for item in parts["standings"].items(7)), value)


def _read_standing(reader: Reader, seats: int) -> Standing:
    parts = reader.members(("seat", "count", "points", "place", "price", "edges"))
    edges = [item.notation(_read_edge) for item in parts["edges"].items(MOST_EDGES)]
    return Standing(
        seat=parts["seat"].number_or_none(0, max(seats - 1, 0)),
        count=parts["count"].number(),
        points=parts["points"].number(),
        place=parts["place"].number_or_none(1, 7),
        price=parts["price"].number_or_none(0, DEAREST),
        edges=tuple(edge for edge in edges if edge is not None),
    )


def _read_edge(text: str) -> tuple[Cell, int]:
    """An edge of a cell: where it is, and the letter of its side."""
    cell, _, side = text.partition(" ")
    if len(side) != 1 or side not in SIDES:
        raise BadNotation("a cell and a side, such as 1,0 n", text)
    return Cell.parse(cell), SIDES.index(side)


def _scoring_flaws(scoring: Scoring) -> Iterator[str]:
    """A scoring is the sum of its rows, and nobody stands twice in one."""
    names = [row.name for row in scoring.rows]
    if len(set(names)) < len(names):
        yield "scoring.rows: each row is there once"
    for row in scoring.rows:
        seats = [standing.seat for standing in row.standings]
        if len(set(seats)) < len(seats):
            yield f"scoring.rows: somebody stands twice in {row.name}"
    for seat, points in (*enumerate(scoring.points), (None, scoring.dirk)):
        found = sum(row.of(seat) for row in scoring.rows)
        if found != points:
            who = "Dirk" if seat is None else f"seat {seat}"
            yield f"scoring.points: {who} has {points}, but the rows give {found}"
