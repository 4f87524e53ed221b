"""Forms: how the fields of events stand in their notation."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from attrs import fields

from granada.board import SIDES, Card, Cell, Face, Purse, Round, Tile
from granada.game import Row, Standing
from granada.notation import BadNotation

if TYPE_CHECKING:
    from collections.abc import Callable

    from attrs import AttrsInstance


class _Code(NamedTuple):
    """How a field stands in a form: how it is written, what it looks like, and how it is read."""

    write: Callable[[Any], str]
    looks: str
    read: Callable[[str], Any]


def _seat(text: str) -> int:
    return int(text) - 1


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _write_numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _write_seats(seats: tuple[int, ...]) -> str:
    return "seat " + " and ".join(str(seat + 1) for seat in seats) if seats else "nobody"


def _read_seats(text: str) -> tuple[int, ...]:
    return tuple(map(_seat, re.findall(r"\d+", text)))


def _write_row(row: Row) -> str:
    value = "" if row.value is None else f" worth {row.value}"
    return f"{row.name}{value}, {'; '.join(map(_write_standing, row.standings)) or 'nobody'}"


def _write_standing(standing: Standing) -> str:
    parts = [
        "Dirk" if standing.seat is None else f"seat {standing.seat + 1}",
        f"with {standing.count}",
        *([f"({standing.price})"] if standing.price is not None else []),
        *([f"as {standing.place}"] if standing.place is not None else []),
        f"scores {standing.points}",
        *(["along", *(f"{cell} {SIDES[side]}" for cell, side in standing.edges)] if standing.edges else []),
    ]
    return " ".join(parts)


_ROW = re.compile(r"(?P<name>[a-z]+)(?: worth (?P<value>\d+))?, (?P<standings>.+)")
_STANDING = re.compile(
    r"(?:Dirk|seat (?P<seat>[1-6])) with (?P<count>\d+)(?: \((?P<price>\d+)\))?(?: as (?P<place>\d))?"
    r" scores (?P<points>\d+)(?: along (?P<edges>.+))?"
)


def _read_row(text: str) -> Row:
    found = _ROW.fullmatch(text)
    expected = "a row such as 'arena worth 2, seat 1 with 2 as 1 scores 6'"
    if found is None:
        raise BadNotation(expected, text[:60])
    standings = []
    for part in found["standings"].split("; ") if found["standings"] != "nobody" else ():
        each = _STANDING.fullmatch(part)
        if each is None:
            raise BadNotation(expected, part[:60])
        words = (each["edges"] or "").split()
        if len(words) % 2 or any(side not in SIDES for side in words[1::2]):
            raise BadNotation(expected, part[:60])
        edges = tuple((Cell.parse(c), SIDES.index(side)) for c, side in zip(words[::2], words[1::2], strict=True))
        seat, place, price = (None if each[key] is None else int(each[key]) for key in ("seat", "place", "price"))
        standings.append(
            Standing(
                None if seat is None else seat - 1, int(each["count"]), int(each["points"]), place, price, edges=edges
            )
        )
    return Row(found["name"], tuple(standings), None if found["value"] is None else int(found["value"]))


_CARDS = r"[bgoy]\S*(?: [bgoy]\S*)*"
_SOME = r"\d{1,5}(?: \d{1,5})*"
_CODES: dict[str, _Code] = {
    "seat": _Code(lambda seat: str(seat + 1), "[1-6]", _seat),
    "winner": _Code(
        lambda seat: "nobody" if seat is None else f"seat {seat + 1}",
        "nobody|seat [1-6]",
        lambda text: None if text == "nobody" else _seat(text[-1]),
    ),
    "space": _Code(str, "[1-4]", int),
    "number": _Code(str, r"\d{1,5}", int),
    "counts": _Code(_write_numbers, _SOME, _numbers),
    "points": _Code(_write_numbers, _SOME, _numbers),
    "winners": _Code(_write_seats, "nobody|seat [1-6](?: and [1-6])*", _read_seats),
    "cards": _Code(str, _CARDS, Purse.parse),
    "card": _Code(str, r"[bgoy]\S*", Card.parse),
    "tile": _Code(str, r"\S+", Tile.parse),
    "face": _Code(str, r"\S+", Face.parse),
    "old": _Code(str, r"\S+", Face.parse),
    "hidden": _Code(
        lambda face: "?" if face is None else str(face), r"\S+", lambda text: None if text == "?" else Face.parse(text)
    ),
    "cell": _Code(str, r"\S+", Cell.parse),
    "exact": _Code(
        lambda exact: "exactly" if exact else "for more", "exactly|for more", lambda text: text == "exactly"
    ),
    "round": _Code(str, "[ABC]", Round),
    "marker": _Code(str, "even|odd", str),
    "module": _Code(str, "[a-z]+", str),
    "building": _Code(
        lambda building: "" if building is None else f" for {building}",
        "(?: for [a-z]+)?",
        lambda text: text.removeprefix(" for ") or None,
    ),
    "row": _Code(_write_row, ".+", _read_row),
}


def filled(form: str, value: AttrsInstance) -> str:
    """A form with the fields of a value filled in."""
    return form.format(
        **{each.name: _CODES[each.name].write(getattr(value, each.name)) for each in fields(type(value))}
    )


def taken_out(form: str, kind: type[AttrsInstance], text: str) -> dict[str, Any] | None:
    """The fields of a value of a kind that a text holds; None where it has another form."""
    found = _pattern(form, kind).fullmatch(text)
    return None if found is None else {name: _CODES[name].read(part) for name, part in found.groupdict().items()}


@cache
def _pattern(form: str, kind: type[AttrsInstance]) -> re.Pattern[str]:
    """A form as a pattern, with a group for each field."""
    looks = {each.name: f"(?P<{each.name}>{_CODES[each.name].looks})" for each in fields(kind)}
    return re.compile(form.format(**looks))
