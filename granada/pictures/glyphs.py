"""The look of things in a picture: a colour and a glyph for each, as colour alone would not tell them apart."""

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

INK = "#26221b"
_SOLID = f'fill="{INK}" stroke="none"'

GLYPHS: Final = {
    "arena": '<ellipse cy="-6" rx="28" ry="15"/><ellipse cy="-6" rx="13" ry="5"/>'
    '<path d="M-28-6v13c0 9 13 16 28 16s28-7 28-16v-13M-14 8v13M0 10v13M14 8v13"/>',
    "bathhouse": '<path d="M-28 4h56c-1 14-11 22-28 22s-27-8-28-22zM-13-7c-6-7 6-11 0-19M0-7c-6-7 6-11 0-19'
    'M13-7c-6-7 6-11 0-19"/>',
    "library": '<path d="M0-13c-8-7-18-9-28-8v37c10-1 20 1 28 8c8-7 18-9 28-8v-37c-10-1-20 1-28 8zM0-13v37'
    'M-19-8q6 0 11 3M-19 3q6 0 11 3M19-8q-6 0-11 3M19 3q-6 0-11 3"/>',
    "hostel": '<path d="M-28-20v44M-28 12h56M28 24v-20c0-6-4-10-10-10h-21v18"/><circle cx="-16" cy="1" r="6"/>',
    "hospital": f'<path {_SOLID} d="M-8-27h16v19h19v16h-19v19h-16v-19h-19v-16h19z"/>',
    "market": '<path d="M-21-24h42l8 17h-58zM-24-7v32h48v-32M-8-24l-3 17M8-24l3 17M-7 25v-17h14v17"/>',
    "park": '<path d="M0 27v-23M0 16l10-9M-20 27h40M0 7a17 17 0 1 1 0-35a17 17 0 1 1 0 35"/>',
    "school": '<path d="M0-21l30 13-30 13-30-13zM-18 0v14c8 9 28 9 36 0v-14M30-8v22"/>',
    "district": '<path d="M-28 26v-24l13-12 12 12M-3 26v-34l15-15 16 15v34zM-28 26h56M12 26v-12M7-2h10M-17 12h3"/>',
    "pavilion": '<path d="M0-28l28 19h-56zM-21-9v32M0-9v32M21-9v32M-28 24h56"/>',
    "seraglio": '<path d="M-12 27v-17a20 20 0 1 1 24 0v17zM-27 27h54"/><circle cy="-7" r="5"/>',
    "arcades": '<path d="M-29 26v-22a9.7 9.7 0 0 1 19.3 0v22M-9.7 4a9.7 9.7 0 0 1 19.4 0v22'
    'M9.7 4a9.7 9.7 0 0 1 19.3 0v22M-29-18h58M-29-18v20M29-18v20"/>',
    "chambers": '<circle cx="-12" cy="-12" r="13"/><path d="M-3-3l28 28M17 17l8-8M8 8l7-7"/>',
    "garden": '<path d="M-6-6a11 11 0 1 1 12 0a11 11 0 1 1 0 12a11 11 0 1 1-12 0a11 11 0 1 1 0-12"/>'
    f'<circle {_SOLID} r="5"/>',
    "tower": '<path d="M-15 27v-36h-7v-19h10v8h7v-8h10v8h7v-8h10v19h-7v36zM-5 27v-11a5 5 0 0 1 10 0v11"/>',
    "hut": '<path d="M-28 4l28-27 28 27M-20-2v27h40v-27M-6 25v-13h12v13"/>',
    "start": '<path d="M-24-24h48v48h-48zM0-34l34 34-34 34-34-34z"/>' + f'<circle {_SOLID} r="8"/>',
    "blue": f'<circle {_SOLID} r="8"/>',
    "green": f'<path {_SOLID} d="M-7-7h14v14h-14z"/>',
    "orange": f'<path {_SOLID} d="M0-9l9 16h-18z"/>',
    "yellow": f'<path {_SOLID} d="M0-10l9 10-9 10-9-10z"/>',
}
"""Shapes round the middle of a tile, drawn with a line unless they say otherwise."""

BARRIERS: Final = {
    Family.GRANADA: '<path class="gr-moat" d="M-48-48h96v13h-96z"/><path class="gr-wave" '
    'd="M-48-41.5q6-6 12 0t12 0 12 0 12 0 12 0 12 0 12 0 12 0"/>',
    Family.ALHAMBRA: '<path class="gr-wall" d="M-48-48h96v13h-96z"/><path class="gr-brick" '
    'd="M-48-41.5h96M-32-48v6.5M0-48v6.5M32-48v6.5M-16-41.5v6.5M16-41.5v6.5M-48-35h96"/>',
}
"""Water for the moats of Granada and stone for the walls of the Alhambra, on the north edge of a tile."""

STYLE: Final = "".join(files(__package__).joinpath("style.css").read_text(encoding="utf-8").splitlines())
"""The style of every picture, for light and for dark."""
