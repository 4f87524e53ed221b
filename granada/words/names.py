"""The names of pieces, places and players, in words or in notation."""

from __future__ import annotations

from attrs import frozen

from granada import game as games
from granada.board import START, Building, Bureau, Card, Cell, City, Currency, Face, Family, Purse, Round, Tile, beyond
from granada.game import COMBINED, Game
from granada.languages import ENGLISH, Language, Text, plural, text
from granada.rulebook import BOOKS

CURRENCIES = {currency: text("a currency", currency.name.lower()) for currency in Currency}
BUILDINGS = {building: text("a building", str(building)) for building in Building}
LABELS = {
    building: text("on a tile: at most nine letters, the first five unlike all others", str(building))
    for building in Building
}
ARTICLES = {Building.ARENA: "an", Building.ARCADES: "some", Building.CHAMBERS: "some"}
"""The English articles of buildings whose article is not ``a``."""
TILES = {
    building: text("a tile of a building", f"{ARTICLES.get(building, 'a')} {building} for {{price}}")
    for building in Building
}
NEIGHBOURS = {
    building: text("something lies north, east, south or west of it", f"the {building}") for building in Building
}
HUTS = {
    building: text("a tile without a price", f"a builders' hut of the {str(building).removesuffix('s')}s")
    for building in games.COLOURS
}
START_TILE = text("something lies north, east, south or west of it", "the start tile")
ROWS = {name: text("a row of a scoring", name) for name in ("moats", "walls", "border")}
ROUNDS = {each: text("the name of a scoring", str(each)) for each in Round}
GAMES = {name: text("a game", name) for name in games.GAMES}
MODULES_IN_SHORT = {name: text("a module in a list", name) for name in games.MODULES}
MODULES: dict[str, Text] = {
    "vizier": text("a module", "the vizier's favour"),
    "exchange": text("a module", "the exchange bureaus"),
    "bonus": text("a module", "the bonus cards"),
    "huts": text("a module", "the builders' huts"),
}
DIRKS: dict[str, Text] = {
    "granada": text("the imaginary player of Granada", "Dirk"),
    "alhambra": text("the imaginary player of the Alhambra", "Dirk"),
    "combined": text("the imaginary player of both together", "Dirk"),
}
MARKERS = {name: text("a field of the marker", name) for name in ("even", "odd")}
WAYS = {"n": "north", "e": "east", "s": "south", "w": "west"}
WHERE = {side: text("a moat or wall stands there", f"in the {way}") for side, way in WAYS.items()}
BESIDE = {side: text("where a cell lies", f"{way} of {{tile}}") for side, way in WAYS.items()}
COMPASS = {side: text("the edge of a tile that has a moat or wall", way) for side, way in WAYS.items()}
TITLES = {book.name: text("a rulebook", book.name) for book in BOOKS}
MADE = (
    *(CURRENCIES, BUILDINGS, LABELS, TILES, NEIGHBOURS, HUTS, ROWS, ROUNDS, GAMES, MODULES_IN_SHORT, MARKERS),
    *(WHERE, BESIDE, COMPASS, TITLES),
)
"""The texts that are put together from parts; the tool that collects texts does not find them in this file."""
AWAY: dict[str, Text] = {
    "n": plural("{number} step north", "{number} steps north"),
    "e": plural("{number} step east", "{number} steps east"),
    "s": plural("{number} step south", "{number} steps south"),
    "w": plural("{number} step west", "{number} steps west"),
}


@frozen
class Words:
    """The names of a game's pieces, places and players in a language.

    - ``language``: The language.
    - ``game``: The game, which may have its own names.
    - ``city``: The city to which cells belong, if known.
    - ``brief``: Whether pieces and cells are in notation, as players type them.
    - ``names``: The names of the seats; a seat without a name has its number instead.

    >>> words = Words(city=City.of({}, start=Family.GRANADA))
    >>> words.face(Face.parse("arena2/es")), words.cell(Cell(0, 1)), words.cards(Purse.parse("b2 g5"))
    ('an arena for 2, moat in the east and in the south', 'north of the start tile', 'blue 2 and green 5')
    """

    language: Language = ENGLISH
    game: Game = COMBINED
    city: City | None = None
    brief: bool = False
    names: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        """Switch to the language with the game's own words, if there are any."""
        object.__setattr__(self, "language", self.language.in_game(self.game.name))

    def seat(self, seat: int | None) -> str:
        """The name of a seat (counted from 0) or of Dirk (None)."""
        if seat is not None and seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self.dirk if seat is None else self.language("seat {number}", number=seat + 1)

    @property
    def dirk(self) -> str:
        """Dirk's name in the game's rulebook."""
        return self.language.of(DIRKS[self.game.name])

    def card(self, card: Card | Bureau) -> str:
        """A money card or an exchange bureau in words."""
        if self.brief:
            return str(card)
        if isinstance(card, Bureau):
            first, second = (self.language.of(CURRENCIES[each]) for each in card.currencies)
            return self.language("bureau for {first} and {second}", first=first, second=second)
        return self.language("{currency} {value}", currency=self.currency(card.currency), value=card.value)

    def currency(self, currency: Currency) -> str:
        """The name of a currency."""
        return self.language.of(CURRENCIES[currency])

    def cards(self, cards: Purse) -> str:
        """Several cards in words."""
        if self.brief:
            return str(cards)
        return self.language.listed(map(self.card, cards.cards)) or self.language("no cards")

    def building(self, building: Building) -> str:
        """The name of a building."""
        return self.language.of(BUILDINGS[building])

    def label(self, building: Building) -> str:
        """The label for a building on a tile."""
        return self.language.of(LABELS[building])

    def row(self, name: str) -> str:
        """The name of a row of a scoring."""
        return self.language.of(ROWS[name]) if name in ROWS else self.building(Building(name))

    def round(self, scoring: Round) -> str:
        """The name of a scoring: its letter, or the number that the rulebook uses."""
        return self.language.of(ROUNDS[scoring])

    def face(self, face: Face) -> str:
        """A face of a tile in words, with its price and its moats or walls."""
        if self.brief:
            return str(face)
        name = self.short_face(face)
        if not face.edges:
            return name
        barred = (where for side, where in enumerate(WHERE.values()) if face.barred(side))
        sides = self.language.listed(map(self.language.of, barred))
        if face.family is Family.ALHAMBRA:
            return self.language("{tile}, wall {sides}", tile=name, sides=sides)
        return self.language("{tile}, moat {sides}", tile=name, sides=sides)

    def short_face(self, face: Face) -> str:
        """A face of a tile in words, with its price but without moats or walls."""
        if face.is_hut:
            return self.language.of(HUTS[face.building])
        return self.language.of(TILES[face.building], price=face.price)

    def tile(self, tile: Tile) -> str:
        """A tile in words, named by its upper face."""
        return str(tile) if self.brief else self.face(tile.up)

    def cell(self, cell: Cell) -> str:
        """The place of a cell in words: beside a tile or, if it has no neighbours, some steps from the start tile."""
        if self.brief:
            return self.language("at {cell}", cell=cell)
        for number, side in enumerate("swne"):  # the cell lies south of its northern neighbour
            beside = beyond(cell, number)
            if beside == START:
                return self.language.of(BESIDE[side], tile=self.language.of(START_TILE))
            if self.city is not None and beside in self.city.tiles:
                neighbour = NEIGHBOURS[self.city.tiles[beside].building]
                return self.language.of(BESIDE[side], tile=self.language.of(neighbour))
        ways = [("e" if cell.x > 0 else "w", abs(cell.x)), ("n" if cell.y > 0 else "s", abs(cell.y))]
        steps = [self.language.counted(*AWAY[side], number) for side, number in ways if number]
        return self.language("{steps} of the start tile", steps=self.language.listed(steps))
