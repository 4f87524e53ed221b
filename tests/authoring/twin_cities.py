"""Twins in the combined game: what is built in a Granada that stands alone, built in one beside an Alhambra."""

import re
from typing import Any

from granada.board import Building, Cell, Face, Family, InvalidState, Layout
from granada.questions.grading import Written
from granada.questions.parts import SEATS
from tests.authoring.twin_tiles import replaced, texts_in

ALHAMBRAS = ("pavilion7/e", "arcades8/e", "garden9/e", "tower13/e", "seraglio4/ne", "chambers7/ne")
"""The one tile of the Alhambra that each seat has, with a wall in the east; all buildings differ, so none compete."""
ALONE = {
    "A": (1, 3, 5, 6, 2, 4),
    "B": (8, 10, 12, 13, 9, 11),
    "C": (16, 18, 20, 21, 17, 19),
}
"""What each of these is worth to who has built it alone, by the overview of the Alhambra."""
BORDER = 2
"""The edge between the two cities is worth so much."""
BESIDES = "The tile of the Alhambra, its wall, one edge of the moat next to it, and the border score as well."
"""What the note of such a scoring adds."""
FOUNDING = tuple(building for building in Building if building.family is Family.GRANADA)
"""The tiles beside it, one for each seat, show buildings that a case does not have, as far as there are such."""
_PLACE = re.compile(r"(?<=at )(-?\d+,-?\d+)|(?<=^remove )(-?\d+,-?\d+)|(?<=^swap )(-?\d+,-?\d+)")
_EAST = 2
"""So far to the east lies the start of Granada."""


def founded(case: Written) -> Written:
    """A case of Granada in the combined game: the start tile of Granada is one that was founded at a wall."""
    if case["kind"] == "score":
        return _scored(case)
    state, then = case.get("state", {}), case.get("then", {})
    if "city" not in str(case) and not any(_PLACE.search(text) for _, text in texts_in(case)):
        return case
    founding = [f"{building}12/w" for building in sorted(FOUNDING, key=lambda each: str(each) in str(case))]
    case = replaced(case, lambda text: _PLACE.sub(lambda match: _moved(match.group()), text))
    if "city" in case:
        (case["city"],) = _with_alhambras([case["city"]], founding)
    if state:
        players = state.get("players", SEATS)
        seats = [*state.get("seats", ()), *({} for _ in range(players))][:players]
        cities = _with_alhambras([seat.get("city", "@") for seat in seats], founding)
        case["state"] = {**state, "seats": [{**seat, "city": city} for seat, city in zip(seats, cities, strict=True)]}
    if "cities" in then:
        case["then"] = {**then, "cities": _with_alhambras(then["cities"], founding)}
    return case


def _moved(cell: str) -> str:
    x, y = Cell.parse(cell)
    return str(Cell(x + _EAST, y))


def _with_alhambras(cities: list[Any], founding: list[str]) -> list[dict[str, str]]:
    """The cells of combined cities, of each of which a city of Granada is a part."""
    alone = [city if isinstance(city, dict) else Layout.parse(city, Family.GRANADA).notation for city in cities]
    return [
        {"1,0": ALHAMBRAS[seat], "2,0": f"*{founding[seat]}", **{_moved(cell): face for cell, face in city.items()}}
        for seat, city in enumerate(alone)
    ]


def _scored(case: Written) -> Written:
    """A scoring in which each seat with buildings also has a tile of the Alhambra.

    For that it scores the first place of its building, its wall, the edge of moat beside it, and the border.
    """
    cities: list[dict[str, str]] = []
    points = list(case["points"])
    for seat, city in enumerate(case["cities"]):
        faces = list(Layout.parse(city, Family.GRANADA).notation.values())
        if any("/" in face for face in faces):
            raise InvalidState("its moats do not fit to a wall in the west")
        if not faces:
            cities.append({})
            continue
        alone = Face.parse(ALHAMBRAS[seat])
        points[seat] += ALONE[case["round"]][seat] + alone.edges.bit_count() + 1 + BORDER
        first, *rest = faces
        street = {f"{x},0": face for x, face in enumerate(rest, start=3)}
        cities.append({"1,0": str(alone), "2,0": f"*{first}/w", **street})
    note = {"note": f"{case['note']} {BESIDES}"} if "note" in case else {}
    return {**case, "cities": cities, "points": points, **note}
