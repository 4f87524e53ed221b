"""Recorded games as JSON lines, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from granada.board import InvalidState
from granada.game import Action, Draw
from granada.notation import BadNotation
from granada.table import Record
from granada.wire.reader import Reader
from granada.wire.setups import AGREED, read_setup, setup_data
from granada.wire.text import read_json

if TYPE_CHECKING:
    from collections.abc import Iterator


def record_lines(record: Record) -> Iterator[dict[str, Any]]:
    """The lines of a recorded game."""
    yield setup_data(record.setup)
    for seat, action in record.events:
        if seat is None:
            yield {"draw": str(action).removeprefix("draw ")}
        else:
            yield {"seat": seat, "do": str(action)}
    if record.points is not None:
        yield {"points": list(record.points), "winners": list(record.winners or ())}


def read_record(text: str) -> Record:
    """A recorded game from JSON lines; it is not replayed, so it may still break rules."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        expected = "a line that says which game was played"
        raise BadNotation(expected)
    flaws: list[str] = []
    first = Reader(_line(*lines[0]), "line 1", flaws)
    setup = read_setup(first.members(AGREED, ("ages",)), flaws)
    if setup is None or setup.tiles is None:
        raise InvalidState(flaws or ["line 1: a record starts from a whole set of tiles"])
    events: list[tuple[int | None, Action]] = []
    ended: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    for number, line in lines[1:]:
        reader = Reader(_line(number, line), f"line {number}", flaws)
        if ended is not None:
            flaws.append(f"line {number}: nothing follows the result")
        elif isinstance(reader.value, dict) and set(reader.value) == {"points", "winners"}:
            parts = reader.members(("points", "winners"))
            ended = parts["points"].numbers(), parts["winners"].numbers()
        elif (event := _read_event(reader, setup.players)) is not None:
            events.append(event)
    if flaws:
        raise InvalidState(flaws)
    if ended is not None and (len(ended[0]) != setup.players or not set(ended[1]) <= set(range(setup.players))):
        raise InvalidState(
            [f"line {lines[-1][0]}: expected the points of {setup.players} seats, and winners among them"]
        )
    return Record(setup, tuple(events), *(ended or (None, None)))


def _read_event(reader: Reader, players: int) -> tuple[int | None, Action] | None:
    """What was drawn, or what a seat did."""
    keys = set(reader.value) if isinstance(reader.value, dict) else set()
    seat, action = None, None
    if keys == {"draw"}:
        action = reader.members(("draw",))["draw"].notation(lambda each: Action.parse(f"draw {each}"))
    elif keys == {"seat", "do"}:
        parts = reader.members(("seat", "do"))
        seat, action = parts["seat"].number(0, players - 1), parts["do"].notation(Action.parse)
        if isinstance(action, Draw):
            reader.flaws.append(f"{reader.path}: no seat draws")
    else:
        reader.flaws.append(f"{reader.path}: expected a draw, a seat and what it does, or the result")
    return None if action is None else (seat, action)


def _line(number: int, line: str) -> Any:
    try:
        return read_json(line)
    except BadNotation as flaw:
        raise BadNotation(flaw.expected, flaw.found, number, flaw.column) from None
