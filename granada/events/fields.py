"""How the fields of events are written."""

from collections.abc import Callable
from typing import Any

from attrs import AttrsInstance, fields

from granada.board import SIDES
from granada.game import Row, Standing


def filled(form: str, value: AttrsInstance) -> str:
    """A form with the fields of a value filled in."""
    texts = {each.name: getattr(value, each.name) for each in fields(type(value))}
    return form.format(**{name: _WRITTEN.get(name, str)(field) for name, field in texts.items()})


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _seats(seats: tuple[int, ...]) -> str:
    return "seat " + " and ".join(str(seat + 1) for seat in seats) if seats else "nobody"


def _row(row: Row) -> str:
    value = "" if row.value is None else f" worth {row.value}"
    return f"{row.name}{value}, {'; '.join(map(_standing, row.standings)) or 'nobody'}"


def _standing(standing: Standing) -> str:
    parts = [
        "Dirk" if standing.seat is None else f"seat {standing.seat + 1}",
        f"with {standing.count}",
        *([f"({standing.price})"] if standing.price is not None else []),
        *([f"as {standing.place}"] if standing.place is not None else []),
        f"scores {standing.points}",
        *(["along", *(f"{cell} {SIDES[side]}" for cell, side in standing.edges)] if standing.edges else []),
    ]
    return " ".join(parts)


_WRITTEN: dict[str, Callable[[Any], str]] = {
    "seat": lambda seat: str(seat + 1),
    "winner": lambda seat: "nobody" if seat is None else f"seat {seat + 1}",
    "counts": _numbers,
    "points": _numbers,
    "winners": _seats,
    "hidden": lambda face: "?" if face is None else str(face),
    "exact": lambda exact: "exactly" if exact else "for more",
    "building": lambda building: "" if building is None else f" for {building}",
    "row": _row,
}
"""How those fields are written of which notation alone would not be enough."""
