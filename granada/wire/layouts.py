"""Layouts and cities as JSON, both ways: cells to tiles."""

from typing import Any

from granada.board import City, Family, InvalidState, Layout
from granada.errors import Flaws, at
from granada.notation import BadNotation
from granada.wire.reader import Reader


def layout_data(layout: Layout | City) -> dict[str, Any]:
    """A layout or a city as JSON."""
    kind = "city" if isinstance(layout, City) else "layout"
    return {"kind": kind, "format": 1, "start": layout.start.value, "tiles": layout.cells}


def read_layout(data: Any) -> Layout:
    """A layout from JSON; that of a city is no different."""
    flaws = Flaws()
    parts = Reader(data, data["kind"], flaws).members(("kind", "format", "start", "tiles"))
    parts["format"].format()
    start, tiles = parts["start"].choice("granada", "alhambra"), parts["tiles"]
    if not isinstance(tiles.value, dict) or not all(isinstance(tile, str) for tile in tiles.value.values()):
        tiles.bad("an object of cells and tiles")
    if flaws:
        raise InvalidState(flaws)
    return Layout.from_cells(tiles.value, Family(start))


def read_city(reader: Reader, start: Family) -> City | None:
    """A city from JSON: cells to tiles."""
    if not isinstance(reader.value, dict):
        reader.bad("an object of cells and tiles")
        return None
    try:
        return City.of(Layout.from_cells(reader.value, start))
    except TypeError:
        reader.bad("tiles in notation")
    except InvalidState as flaw:
        reader.flaws.extend(at(f"{reader.path}: ", reason) for reason in flaw.reasons)
    except BadNotation as flaw:
        reader.flaws.append(f"{reader.path}: {flaw}")
    return None
