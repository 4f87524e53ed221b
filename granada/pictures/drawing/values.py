"""A drawing of any value that has one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board import City, Layout
from granada.game import Scoring, State
from granada.pictures.drawing.cities import draw_city
from granada.pictures.drawing.scorings import scoring_table
from granada.pictures.drawing.tables import table
from granada.pictures.telling import last_state
from granada.table import Record, View

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from granada.board import Cell


def sketch(
    value: City | Layout | State | View | Record | Scoring,
    *,
    marked: Iterable[Cell] = (),
    sites: Iterable[Cell] = (),
    run: Sequence[tuple[Cell, int]] = (),
    colour: bool = False,
    width: int | None = None,
) -> str:
    """A value in box characters and words: a city or layout, a table or what a seat sees of it, a scoring.

    In a city, ``marked`` cells are shown as against the rules and ``sites`` as cells on which a tile fits,
    and the edges of ``run``, such as ``city.longest()``, are numbered; of a record the end is drawn.
    What would be wider than ``width`` is drawn with narrower tiles, and in parts if that is not enough.

    >>> print(sketch(City.parse("@ park6/n")))
    0 ┌─────────┐╒═════════╕
      │  start  ││  park   │
      │    @    ││    6    │
      └─────────┘└─────────┘
           0          1
    ═ moat
    """
    match value:
        case City() | Layout():
            return draw_city(value, marked=marked, sites=sites, run=run, colour=colour, width=width)
        case State() | View():
            return table(value, colour=colour, width=width)
        case Record():
            return table(last_state(value), colour=colour, width=width)
        case Scoring():
            return scoring_table(value, width)
    message = f"there is no drawing of {type(value).__name__}"
    raise TypeError(message)
