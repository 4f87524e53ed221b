"""The parts that text and SVG share: colours, glyphs, texts about seats and supplies, and checks of cells.

Each thing has both a colour and a glyph, because colour alone is not accessible.
"""

import re
from collections.abc import Iterable
from importlib.resources import files
from typing import Final, TypeVar

from granada.board import Building, Cell, Currency, Family, a_cell, in_reach
from granada.errors import InvalidState, listed, quoted
from granada.game import BONUS, VIZIER, Module, State
from granada.languages import ENGLISH, Language
from granada.table import Record, replay
from granada.words.names import MARKERS

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
"""The colour of each building, light enough for dark text; buildings of the Alhambra have their printed colours."""
MONEY_COLOURS: Final = {
    Currency.BLUE: "#8db9ee",
    Currency.GREEN: "#98cf8f",
    Currency.ORANGE: "#f4a866",
    Currency.YELLOW: "#f3db6a",
}


def _file(name: str) -> str:
    """The text of a file in this folder."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


GLYPHS: Final = dict(re.findall(r'<g id="(\w+)">(.*)</g>', _file("shapes.svg")))
"""The glyphs, centred on the middle of a tile; a glyph is an outline unless it has its own style."""
BARRIERS: Final = {Family.GRANADA: GLYPHS.pop("moat"), Family.ALHAMBRA: GLYPHS.pop("wall")}
"""The markup for Granada's moats and the Alhambra's walls, on the north edge of a tile."""
STYLE: Final = "".join(_file("style.css").splitlines())
"""The style of every picture, for light and dark mode."""


T = TypeVar("T")


def points(number: int, language: Language = ENGLISH) -> str:
    """A number of points in words."""
    return language.counted("{number} point", "{number} points", number)


def extra_of(state: State, module: Module[T]) -> T | None:
    """A module's data; None if the module does not take part."""
    return state.extra(module) if module in state.setup.modules else None


def belongings(state: State, seat: int, say: Language = ENGLISH) -> list[str]:
    """The state of a seat's vizier and bonus cards, as texts."""
    found = []
    if (viziers := extra_of(state, VIZIER)) is not None:
        found.append(say("vizier ready") if viziers[seat] else say("vizier used"))
    if (bonus := extra_of(state, BONUS)) is not None:
        hidden, open_cards = bonus.hidden[seat], bonus.shown[seat]
        known = [str(face) for face in hidden if face is not None]
        if open_cards:
            found.append(say("bonus shown {cards}", cards=" ".join(map(str, open_cards))))
        if hidden:
            cards = say("bonus {cards}", cards=" ".join(known))
            found.append(
                cards if known else say.counted("bonus of {number} hidden", "bonus of {number} hidden", len(hidden))
            )
    return found


def left(state: State, say: Language) -> list[str]:
    """The sizes of the deck and the bag, and the face that the next tiles will show, as texts."""
    cards = say.counted("{number} card in the deck", "{number} cards in the deck", len(state.deck))
    tiles = say.counted("{number} tile in the bag", "{number} tiles in the bag", sum(map(len, state.bags)))
    marker = [say("next tiles show {field}", field=say.of(MARKERS[state.marker]))] if state.marker else []
    return [cards, tiles, *marker]


def near_cells(cells: Iterable[tuple[int, int]], what: str) -> tuple[Cell, ...]:
    """Validate cells; raise TypeError for other values, and InvalidState for cells that are too far away."""
    found = tuple(map(a_cell, listed(cells, f"{what} must be a list of cells")))
    if far := [cell for cell in found if not in_reach(cell)]:
        raise InvalidState(f"{what}: {quoted(far[0])} is too far from the start for a tile")
    return found


def last_state(record: Record) -> State:
    """The last state in a recorded game."""
    *_, state = replay(record)
    return state
