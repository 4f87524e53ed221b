"""The look of things in a picture: a colour and a glyph for each, as colour alone would not tell them apart."""

import re
from importlib.resources import files
from typing import Final

from granada.board import Building, Currency, Family

COLOURS: Final = {
    Building.ARENA: "#e3ab45",
    Building.BATHHOUSE: "#9ad4e6",
    Building.LIBRARY: "#c9a9de",
    Building.HOSTEL: "#f4dc7c",
    Building.HOSPITAL: "#f3efe4",
    Building.MARKET: "#f09468",
    Building.PARK: "#9ccb70",
    Building.SCHOOL: "#eba3ba",
    Building.DISTRICT: "#c9a781",
    Building.PAVILION: "#77aee3",
    Building.SERAGLIO: "#e67d70",
    Building.ARCADES: "#bd9468",
    Building.CHAMBERS: "#e4e1d8",
    Building.GARDEN: "#74c495",
    Building.TOWER: "#b39bd8",
}
"""The colour of each building, light enough for dark ink; those of the Alhambra are the printed ones."""
MONEY_COLOURS: Final = {
    Currency.BLUE: "#8db9ee",
    Currency.GREEN: "#98cf8f",
    Currency.ORANGE: "#f4a866",
    Currency.YELLOW: "#f3db6a",
}


def _file(name: str) -> str:
    """A file that stands beside this one."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


GLYPHS: Final = dict(re.findall(r'<g id="(\w+)">(.*)</g>', _file("shapes.svg")))
"""Shapes round the middle of a tile, drawn with a line unless they say otherwise."""
BARRIERS: Final = {Family.GRANADA: GLYPHS.pop("moat"), Family.ALHAMBRA: GLYPHS.pop("wall")}
"""Water for the moats of Granada and stone for the walls of the Alhambra, on the north edge of a tile."""
STYLE: Final = "".join(_file("style.css").splitlines())
"""The style of every picture, for light and for dark."""
