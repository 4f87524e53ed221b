"""What pieces, places and people are called, in words or in notation."""

from __future__ import annotations

from attrs import frozen

from granada.board import SIDES, START, STEPS, Building, Bureau, Card, Cell, City, Currency, Face, Family, Purse, Tile
from granada.game import COMBINED, Game
from granada.languages import ENGLISH, Language, Text, plural, text

CURRENCIES: dict[Currency, Text] = {
    Currency.BLUE: text("a currency", "blue"),
    Currency.GREEN: text("a currency", "green"),
    Currency.ORANGE: text("a currency", "orange"),
    Currency.YELLOW: text("a currency", "yellow"),
}
BUILDINGS: dict[Building, Text] = {
    Building.ARENA: text("a building", "arena"),
    Building.BATHHOUSE: text("a building", "bathhouse"),
    Building.LIBRARY: text("a building", "library"),
    Building.HOSTEL: text("a building", "hostel"),
    Building.HOSPITAL: text("a building", "hospital"),
    Building.MARKET: text("a building", "market"),
    Building.PARK: text("a building", "park"),
    Building.SCHOOL: text("a building", "school"),
    Building.DISTRICT: text("a building", "district"),
    Building.PAVILION: text("a building", "pavilion"),
    Building.SERAGLIO: text("a building", "seraglio"),
    Building.ARCADES: text("a building", "arcades"),
    Building.CHAMBERS: text("a building", "chambers"),
    Building.GARDEN: text("a building", "garden"),
    Building.TOWER: text("a building", "tower"),
}
LABELS: dict[Building, Text] = {
    Building.ARENA: text("on a tile: at most nine letters, the first five unlike all others", "arena"),
    Building.BATHHOUSE: text("on a tile: at most nine letters, the first five unlike all others", "bathhouse"),
    Building.LIBRARY: text("on a tile: at most nine letters, the first five unlike all others", "library"),
    Building.HOSTEL: text("on a tile: at most nine letters, the first five unlike all others", "hostel"),
    Building.HOSPITAL: text("on a tile: at most nine letters, the first five unlike all others", "hospital"),
    Building.MARKET: text("on a tile: at most nine letters, the first five unlike all others", "market"),
    Building.PARK: text("on a tile: at most nine letters, the first five unlike all others", "park"),
    Building.SCHOOL: text("on a tile: at most nine letters, the first five unlike all others", "school"),
    Building.DISTRICT: text("on a tile: at most nine letters, the first five unlike all others", "district"),
    Building.PAVILION: text("on a tile: at most nine letters, the first five unlike all others", "pavilion"),
    Building.SERAGLIO: text("on a tile: at most nine letters, the first five unlike all others", "seraglio"),
    Building.ARCADES: text("on a tile: at most nine letters, the first five unlike all others", "arcades"),
    Building.CHAMBERS: text("on a tile: at most nine letters, the first five unlike all others", "chambers"),
    Building.GARDEN: text("on a tile: at most nine letters, the first five unlike all others", "garden"),
    Building.TOWER: text("on a tile: at most nine letters, the first five unlike all others", "tower"),
}
TILES: dict[Building, Text] = {
    Building.ARENA: text("a tile of a building", "an arena for {price}"),
    Building.BATHHOUSE: text("a tile of a building", "a bathhouse for {price}"),
    Building.LIBRARY: text("a tile of a building", "a library for {price}"),
    Building.HOSTEL: text("a tile of a building", "a hostel for {price}"),
    Building.HOSPITAL: text("a tile of a building", "a hospital for {price}"),
    Building.MARKET: text("a tile of a building", "a market for {price}"),
    Building.PARK: text("a tile of a building", "a park for {price}"),
    Building.SCHOOL: text("a tile of a building", "a school for {price}"),
    Building.DISTRICT: text("a tile of a building", "a district for {price}"),
    Building.PAVILION: text("a tile of a building", "a pavilion for {price}"),
    Building.SERAGLIO: text("a tile of a building", "a seraglio for {price}"),
    Building.ARCADES: text("a tile of a building", "some arcades for {price}"),
    Building.CHAMBERS: text("a tile of a building", "some chambers for {price}"),
    Building.GARDEN: text("a tile of a building", "a garden for {price}"),
    Building.TOWER: text("a tile of a building", "a tower for {price}"),
}
HUTS: dict[Building, Text] = {
    Building.PAVILION: text("a tile without a price", "a builders' hut of the pavilions"),
    Building.SERAGLIO: text("a tile without a price", "a builders' hut of the seraglios"),
    Building.ARCADES: text("a tile without a price", "a builders' hut of the arcades"),
    Building.CHAMBERS: text("a tile without a price", "a builders' hut of the chambers"),
    Building.GARDEN: text("a tile without a price", "a builders' hut of the gardens"),
    Building.TOWER: text("a tile without a price", "a builders' hut of the towers"),
}
NEIGHBOURS: dict[Building, Text] = {
    Building.ARENA: text("something lies north, east, south or west of it", "the arena"),
    Building.BATHHOUSE: text("something lies north, east, south or west of it", "the bathhouse"),
    Building.LIBRARY: text("something lies north, east, south or west of it", "the library"),
    Building.HOSTEL: text("something lies north, east, south or west of it", "the hostel"),
    Building.HOSPITAL: text("something lies north, east, south or west of it", "the hospital"),
    Building.MARKET: text("something lies north, east, south or west of it", "the market"),
    Building.PARK: text("something lies north, east, south or west of it", "the park"),
    Building.SCHOOL: text("something lies north, east, south or west of it", "the school"),
    Building.DISTRICT: text("something lies north, east, south or west of it", "the district"),
    Building.PAVILION: text("something lies north, east, south or west of it", "the pavilion"),
    Building.SERAGLIO: text("something lies north, east, south or west of it", "the seraglio"),
    Building.ARCADES: text("something lies north, east, south or west of it", "the arcades"),
    Building.CHAMBERS: text("something lies north, east, south or west of it", "the chambers"),
    Building.GARDEN: text("something lies north, east, south or west of it", "the garden"),
    Building.TOWER: text("something lies north, east, south or west of it", "the tower"),
}
START_TILE = text("something lies north, east, south or west of it", "the start tile")
ROWS: dict[str, Text] = {
    "moats": text("a row of a scoring", "moats"),
    "walls": text("a row of a scoring", "walls"),
    "border": text("a row of a scoring", "border"),
}
GAMES: dict[str, Text] = {
    "granada": text("a game", "granada"),
    "alhambra": text("a game", "alhambra"),
    "combined": text("a game", "combined"),
}
MODULES_IN_SHORT: dict[str, Text] = {
    "vizier": text("a module in a list", "vizier"),
    "exchange": text("a module in a list", "exchange"),
    "bonus": text("a module in a list", "bonus"),
    "huts": text("a module in a list", "huts"),
}
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
MARKERS: dict[str, Text] = {
    "even": text("a field of the marker", "even"),
    "odd": text("a field of the marker", "odd"),
}
WHERE: dict[str, Text] = {
    "n": text("a moat or wall stands there", "in the north"),
    "e": text("a moat or wall stands there", "in the east"),
    "s": text("a moat or wall stands there", "in the south"),
    "w": text("a moat or wall stands there", "in the west"),
}
BESIDE: dict[str, Text] = {
    "n": text("where a cell lies", "north of {tile}"),
    "e": text("where a cell lies", "east of {tile}"),
    "s": text("where a cell lies", "south of {tile}"),
    "w": text("where a cell lies", "west of {tile}"),
}
AWAY: dict[str, Text] = {
    "n": plural("{number} step north", "{number} steps north"),
    "e": plural("{number} step east", "{number} steps east"),
    "s": plural("{number} step south", "{number} steps south"),
    "w": plural("{number} step west", "{number} steps west"),
}


@frozen
class Words:
    """How pieces, places and people of a game are called in a language.

    - ``language``: The language.
    - ``game``: The game, which may have names of its own.
    - ``city``: The city that cells belong to, if it is known.
    - ``brief``: Whether pieces and cells are written in notation, as players type them.

    >>> words = Words(city=City.of({}, start=Family.GRANADA))
    >>> words.face(Face.parse("arena2/es")), words.cell(Cell(0, 1)), words.cards(Purse.parse("b2 g5"))
    ('an arena for 2, moat in the east and in the south', 'north of the start tile', 'blue 2 and green 5')
    """

    language: Language = ENGLISH
    game: Game = COMBINED
    city: City | None = None
    brief: bool = False

    def seat(self, seat: int | None) -> str:
        """A seat, counted from 0, or Dirk (None)."""
        return self.dirk if seat is None else self.language("seat {number}", number=seat + 1)

    @property
    def dirk(self) -> str:
        """What the book of the game calls him."""
        return self.language.of(DIRKS[self.game.name])

    def card(self, card: Card | Bureau) -> str:
        """A money card or an exchange bureau."""
        if self.brief:
            return str(card)
        if isinstance(card, Bureau):
            first, second = (self.language.of(CURRENCIES[each]) for each in card.currencies)
            return self.language("bureau for {first} and {second}", first=first, second=second)
        return self.language("{currency} {value}", currency=self.currency(card.currency), value=card.value)

    def currency(self, currency: Currency) -> str:
        """A currency."""
        return self.language.of(CURRENCIES[currency])

    def cards(self, cards: Purse) -> str:
        """Some cards."""
        if self.brief:
            return str(cards)
        return self.language.listed(map(self.card, cards.cards)) or self.language("no cards")

    def building(self, building: Building) -> str:
        """A building."""
        return self.language.of(BUILDINGS[building])

    def label(self, building: Building) -> str:
        """A building as it is written on a tile."""
        return self.language.of(LABELS[building])

    def row(self, name: str) -> str:
        """A row of a scoring."""
        return self.language.of(ROWS[name]) if name in ROWS else self.building(Building(name))

    def face(self, face: Face) -> str:
        """A face of a tile with its price and its moats or walls."""
        if self.brief:
            return str(face)
        name = self.short_face(face)
        if not face.edges:
            return name
        sides = self.language.listed(
            self.language.of(WHERE[side]) for bit, side in enumerate(SIDES) if face.barred(bit)
        )
        if face.family is Family.ALHAMBRA:
            return self.language("{tile}, wall {sides}", tile=name, sides=sides)
        return self.language("{tile}, moat {sides}", tile=name, sides=sides)

    def short_face(self, face: Face) -> str:
        """A face of a tile with its price alone."""
        if face.is_hut:
            return self.language.of(HUTS[face.building])
        return self.language.of(TILES[face.building], price=face.price)

    def tile(self, tile: Tile) -> str:
        """A tile as it lies."""
        return str(tile) if self.brief else self.face(tile.up)

    def cell(self, cell: Cell) -> str:
        """A cell, by the tile beside it, or by the way from the start tile where none is there."""
        if self.brief:
            return self.language("at {cell}", cell=cell)
        for side, (dx, dy) in zip("swne", STEPS, strict=True):  # the neighbour in the north lies north of the cell
            beside = Cell(cell.x + dx, cell.y + dy)
            if beside == START:
                return self.language.of(BESIDE[side], tile=self.language.of(START_TILE))
            if self.city is not None and beside in self.city.tiles:
                neighbour = NEIGHBOURS[self.city.tiles[beside].building]
                return self.language.of(BESIDE[side], tile=self.language.of(neighbour))
        ways = [("e" if cell.x > 0 else "w", abs(cell.x)), ("n" if cell.y > 0 else "s", abs(cell.y))]
        steps = [self.language.counted(*AWAY[side], number) for side, number in ways if number]
        return self.language("{steps} of the start tile", steps=self.language.listed(steps))
