"""Random questions: cities that grow, positions of random games, and attempts at all kinds of actions."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from granada.board.cells import START, STEPS, Cell
from granada.board.city import City, empty_city
from granada.board.layout import Layout, rows_of
from granada.board.money import BUREAUS, COPIES, CURRENCIES, MONEY, Card, Purse
from granada.board.tile_sets import ALHAMBRA_TILES, huts
from granada.board.tiles import Building, Face, Family, Tile
from granada.game.actions import (
    Action,
    Add,
    Buy,
    Decline,
    Draw,
    Flip,
    Give,
    Pass,
    Place,
    Reactivate,
    Remove,
    Reveal,
    Stop,
    Store,
    Swap,
    Take,
)
from granada.game.chance import choose_draw
from granada.game.games import GAMES, game_named
from granada.game.modules import MODULES
from granada.game.options import legal_actions
from granada.game.placing import FLIP_PRICE
from granada.game.rules import apply
from granada.game.state import slot_space
from granada.game.steps import Act, PlaceTiles
from granada.rulebook import Rulings
from granada.spec.handwritten import written_state
from granada.spec.questions import KINDS
from granada.table.table import PLAYERS, Record, new_game
from granada.wire import canonical_json, record_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from granada.board.money import Bureau, Currency
    from granada.game.games import Game
    from granada.game.state import State
    from granada.spec.handwritten import Written

EVENTS = 4_000
"""No random game is played longer than this."""
POSITIONS = 60
"""So many neighbouring questions may be about the same random game."""
NINE = 9
"""What the dearest money card is worth."""
EDGES = (0, 0, 0, 1, 2, 4, 8, 1, 2, 4, 8, 3, 6, 9, 12, 5, 10, 7, 11, 13, 14)
"""The edges with a moat or wall; few are likelier than many."""
RING = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The way to the eight cells round a cell, clockwise."""
READINGS = {
    "several_cards_limit": 4,
    "flip_by_one_card": True,
    "score_before_tiles": True,
    "simplified_second": 5,
    "bureau_exact": False,
    "hut_cap": 4,
    "dirk_may_win": True,
    "half_empty_ends": True,
}
"""Every reading other than the default."""


Events = list[tuple["State", Action]]
"""The states of a game, each with what happened next."""


@frozen
class Scope:
    """What an engine can be asked about, and under which readings; None when it follows whatever a question says."""

    kinds: tuple[str, ...] = tuple(KINDS)
    games: tuple[str, ...] = tuple(GAMES)
    modules: tuple[str, ...] = tuple(MODULES)
    readings: Callable[[str], dict[str, Any] | None] = lambda _: {}


@frozen
class Questionnaire:
    """Draws random questions; each depends on the seed, the scope and its own number alone."""

    seed: int = 0
    scope: Scope = Scope()
    _played: dict[int, Events] = field(init=False, factory=dict, repr=False)

    def _chance(self, *what: object) -> Random:
        return Random("/".join(map(str, (self.seed, *what))))  # noqa: S311  chance, not secrecy

    def kind(self, number: int) -> str:
        """Of which kind a question is."""
        return self._chance(number, "kind").choice(self.scope.kinds)

    def question(self, number: int, tries: int = 0) -> Written | None:
        """A question as a case is written, without its answers; None when this try came to nothing."""
        rng, kind = self._chance(number, tries), self.kind(number)
        if kind in _OF_GAMES:
            return _OF_GAMES[kind](rng, self.game(number))
        game = game_named(rng.choice(self.scope.games))
        if kind == "notation":
            return _notation(rng, game)
        made = _OF_TABLES[kind](rng, game, self._modules(rng, game))
        if made is None:
            return None
        return {"kind": kind, "game": game.name, **self._readings(rng, game), **made}

    def _modules(self, rng: Random, game: Game, players: int = 3) -> list[str]:
        """Some modules that can join a game."""
        willing = [
            name for name in self.scope.modules if name in MODULES and MODULES[name].refuses(game, players) is None
        ]
        return [name for name in willing if rng.random() < 0.4]

    def _readings(self, rng: Random, game: Game) -> Written:
        readings = self.scope.readings(game.name)
        if readings is None:
            chosen = rng.choice(list(READINGS)) if rng.random() < 0.2 else None
            readings = {chosen: READINGS[chosen]} if chosen else {}
        return {"rulings": readings} if readings else {}

    # Games

    def game(self, number: int) -> Events:
        """The states of a random game, each with what happened next; neighbouring questions share one."""
        which = number // POSITIONS
        if which not in self._played:
            self._played.clear()
            self._played[which] = list(self._play(self._chance("game", which)))
        return self._played[which]

    def _play(self, rng: Random) -> Iterator[tuple[State, Action]]:
        game, players = game_named(rng.choice(self.scope.games)), rng.choice(PLAYERS)
        rulings = Rulings(**self._readings(rng, game).get("rulings", {}))
        scoring = rng.choice(game.scorings)
        state = new_game(players, game, modules=self._modules(rng, game, players), scoring=scoring, rulings=rulings)
        eagerness = rng.choice((0.2, 0.6, 0.9))
        for _ in range(EVENTS):
            if state.over:
                return
            action = choose_draw(state, rng) if state.actor is None else _chosen(state, rng, eagerness)
            yield state, action
            state = apply(state, action)


def position(rng: Random, events: Events, wanted: Callable[[State], bool]) -> tuple[int, Written] | None:
    """Where in a game a position is, and the position, if chapters have words for it."""
    for _ in range(30):
        at = rng.randrange(len(events))
        state = events[at][0]
        if wanted(state) and (shown := written_state(state)) is not None:
            rulings = state.rulings.chosen
            return at, {**({"rulings": rulings} if rulings else {}), "state": shown}
    return None


def _chosen(state: State, rng: Random, eagerness: float) -> Action:
    """Any legal action, with a liking for buying and building."""
    legal = legal_actions(state)
    if rng.random() < eagerness:
        liked = [action for action in legal if isinstance(action, Buy | Place | Reveal | Add)]
        if liked:
            return rng.choice(liked)
    return legal[rng.randrange(len(legal))]


def _legal(rng: Random, events: Events) -> Written | None:
    found = position(rng, events, lambda state: state.actor is not None)
    return found and {"kind": "legal", **found[1]}


def _draw(rng: Random, events: Events) -> Written | None:
    found = position(rng, events, lambda state: state.actor is None)
    return found and {"kind": "draw", **found[1]}


def _apply(rng: Random, events: Events) -> Written | None:
    """Some steps of a game; the last of them may be against the rules."""
    found = position(rng, events, lambda _: True)
    if found is None:
        return None
    at, shown = found
    last = min(at + rng.choice((1, 1, 2, 3, 5, 8, 12, 20)), len(events))
    steps = [str(action) for _, action in events[at:last]]
    if rng.random() < 0.5:
        steps[-1] = str(attempt(events[last - 1][0], rng))
    return {"kind": "apply", **shown, "do": steps if len(steps) > 1 else steps[0]}


def _game(rng: Random, events: Events) -> Written | None:
    """A recorded game, mostly its beginning; now and then one step is another."""
    end = rng.choice((len(events), rng.randrange(1, len(events) + 1), min(40, len(events))))
    steps: list[tuple[int | None, Action]] = [(state.actor, action) for state, action in events[:end]]
    setup = events[0][0].setup
    if rng.random() < 0.5:
        wrong = rng.randrange(len(steps))
        seat, _ = steps[wrong]
        other = attempt(events[wrong][0], rng)
        if isinstance(other, Draw) is (seat is None):
            steps[wrong] = (seat, other)
    header, *lines = record_lines(Record(setup, tuple(steps)))
    header["tiles"] = {each.family.value: [str(tile) for tile in each.tiles] for each in setup.tiles or ()}
    return {"kind": "game", "record": [canonical_json(line) for line in (header, *lines)]}


_OF_GAMES: dict[str, Callable[[Random, Events], Written | None]] = {
    "legal": _legal,
    "draw": _draw,
    "apply": _apply,
    "game": _game,
}


# Attempts


def attempt(state: State, rng: Random) -> Action:
    """What somebody might try in a position, right or wrong."""
    player = state.players[state.actor if state.actor is not None else state.mover or 0]
    faces = _faces_about(state) or [Face(Building.PARK, 6)]
    face, cell = rng.choice(faces), near(player.city, rng)
    paid, limit = _some(player.hand, rng), state.rulings.several_cards_limit
    drawn: list[Any] = [*MONEY[:9], *BUREAUS[:2], *(tile for bag in state.bags for tile in bag[:5])]
    tries: list[Action] = [
        Take(_some(state.display, rng, about=limit)),
        Take(paid),
        _purchase(state, player.hand, rng),
        Flip(face, _some(player.hand, rng, about=FLIP_PRICE)),
        Place(face, cell),
        Store(face),
        Give(face),
        Add(face, cell),
        Remove(cell),
        Swap(cell, face),
        Reveal(face),
        Draw(rng.choice(drawn)),
        rng.choice((Stop(), Pass(), Decline(), Reactivate())),
    ]
    return rng.choice(tries)


def _purchase(state: State, hand: Purse, rng: Random) -> Buy:
    """An attempt at a purchase, mostly of a tile that lies there and for about its price."""
    lanes = state.setup.game.lanes
    slot = rng.choice([slot for slot, tile in enumerate(state.yard) if tile] or [0])
    tile, space = state.yard[slot], slot_space(state.setup, slot)
    mine = [card for card in hand if getattr(card, "currency", None) is CURRENCIES[space - 1]]
    purse = Purse.of(mine) if mine and rng.random() < 0.7 else hand
    if rng.random() < 0.1:
        space = rng.randrange(1, 5)
    lane = lanes[slot % len(lanes)] if len(lanes) > 1 else None
    return Buy(space, _some(purse, rng, about=tile.up.price if tile else None), lane)


def _some(purse: Purse, rng: Random, *, about: int | None = None) -> Purse:
    """Some of the cards, at least one if there is any; if possible worth so much, or one more or less."""
    held = list(purse)
    if not held:
        return Purse()
    for _ in range(1 if about is None else 12):
        found = Purse.of(rng.sample(held, rng.randrange(1, min(5, len(held)) + 1)))
        if about is not None and abs(found.total() - about) <= 1:
            break
    return found


def _faces_about(state: State) -> list[Face]:
    """The faces that the one to act could try to use."""
    whole = [tile for tile in state.yard if tile is not None]
    step = state.todo[0] if state.todo else None
    if isinstance(step, Act):
        whole += step.bought
    elif isinstance(step, PlaceTiles):
        whole = [pending.tile for pending in step.tiles]
    seat = state.actor if state.actor is not None else state.mover or 0
    return [*(face for tile in whole for face in tile.faces), *state.players[seat].reserve]


def near(city: City, rng: Random) -> Cell:
    """A cell in a city or beside it."""
    x, y = rng.choice((START, *city))
    return Cell(x + rng.randrange(-1, 2), y + rng.randrange(-1, 2))


# Cities that grow


def supply(game: Game, rng: Random) -> list[Tile]:
    """Tiles of a game in random order, each face once."""
    found: list[Tile] = []
    if Family.GRANADA in game.lanes:
        buildings = [building for building in Building if building.family is Family.GRANADA]
        for price in range(2, 14, 2):
            shift = rng.randrange(1, len(buildings))
            for number, building in enumerate(buildings):
                edges, other = rng.choice(EDGES), buildings[(number + shift) % len(buildings)]
                found.append(Tile(Face(building, price, edges), Face(other, price + 1, edges)))
    if Family.ALHAMBRA in game.lanes:
        for building, (_, prices) in ALHAMBRA_TILES.items():
            found += [Tile(Face(building, price, rng.choice(EDGES))) for price in prices]
    rng.shuffle(found)
    return found


def grown(game: Game, rng: Random, tiles: list[Tile], most: int = 14) -> City:
    """A city that keeps the building rules; it takes its tiles from a supply."""
    city = empty_city(game.start)
    for _ in range(rng.randrange(most + 1)):
        if not tiles:
            break
        face = rng.choice(tiles.pop().faces)
        if sites := city.sites(face):
            city = city.added(face, rng.choice(sites))
    return city


def _layout(rng: Random, game: Game, _: list[str]) -> Written | None:
    """A legal city with up to three things changed."""
    tiles = supply(game, rng)
    cells = dict(grown(game, rng, tiles).cells)
    for _change in range(rng.randrange(4)):
        name = rng.choice(list(cells)) if cells else None
        where = str(Cell(rng.randrange(-2, 3), rng.randrange(-2, 3)))
        what = rng.randrange(5)
        if what == 0 and name:
            cells[name] = f"{cells[name].partition('~')[0]}~{rng.choice((90, 180, 270))}"
        elif what == 1 and name:
            star = "*" if cells[name].startswith("*") else ""
            cells[name] = f"{star}{tiles.pop().up}"
        elif what == 2 and name and where not in cells:
            cells[where] = cells.pop(name)
        elif what == 3 and name and not cells[name].startswith("*"):
            del cells[name]
        elif where not in cells:
            cells[where] = str(tiles.pop().up)
    return None if str(START) in cells else {"layout": rows_of(cells)}


def _place(rng: Random, game: Game, _: list[str]) -> Written:
    tiles = supply(game, rng)
    city, face = grown(game, rng, tiles), rng.choice(tiles.pop().faces)
    chance, sites = rng.random(), city.sites(face)
    if sites and chance < 0.4:
        cell = rng.choice(sites)
    elif chance < 0.9:
        cell = _gap(city, rng)
        face = _fitting(face, city, cell) if rng.random() < 0.7 else face
    else:
        cell = near(city, rng)
    return {"city": str(city), "do": str(Place(face, cell))}


def _gap(city: City, rng: Random) -> Cell:
    """An empty cell beside a city, mostly one that parts the empty cells round it."""
    taken = {START, *city}
    beside = dict.fromkeys(Cell(x + i, y + j) for x, y in taken for i, j in STEPS)
    free = [cell for cell in beside if cell not in taken]
    rings = [[Cell(x + i, y + j) in taken for i, j in RING] for x, y in free]
    gaps = [sum(ring[at] and not ring[at - 1] for at in range(8)) for ring in rings]
    return rng.choices(free, [1 + 9 * (number > 1) for number in gaps])[0]


def _fitting(face: Face, city: City, cell: Cell) -> Face:
    """A face with a moat or wall just where its neighbours at a cell have one."""
    edges = 0
    for side, (i, j) in enumerate(STEPS):
        beside = city.get(Cell(cell.x + i, cell.y + j))
        if beside is not None and beside.edges >> (side + 2) % 4 & 1:
            edges |= 1 << side
    return Face(face.building, face.price, edges)


def _remove(rng: Random, game: Game, _: list[str]) -> Written:
    city = grown(game, rng, supply(game, rng))
    cell = rng.choice((START, *city)) if rng.random() < 0.9 else near(city, rng)
    return {"city": str(city), "do": str(Remove(cell))}


def _swap(rng: Random, game: Game, _: list[str]) -> Written:
    tiles = supply(game, rng)
    city, face = grown(game, rng, tiles), rng.choice(tiles.pop().faces)
    cell = rng.choice((START, *city)) if rng.random() < 0.9 else near(city, rng)
    old = city.get(cell)
    if old is not None and rng.random() < 0.6:
        face = Face(face.building, face.price, old.edges)
    return {"city": str(city), "reserve": [str(face)], "do": str(Swap(cell, face))}


def _moat(rng: Random, game: Game, _: list[str]) -> Written:
    city = grown(game, rng, supply(game, rng), 20)
    family = {"family": rng.choice(game.lanes).value} if len(game.lanes) > 1 else {}
    return {"city": str(city), **family}


# Money


def cards(rng: Random, most: int, *, bureaus: bool = False) -> Purse:
    """Some cards, none more often than there are."""
    every: list[Card | Bureau] = [*MONEY, *MONEY, *(BUREAUS if bureaus else ())]
    return Purse.of(rng.sample(every, rng.randrange(most + 1)))


def _of_exchange(modules: Sequence[str]) -> Written:
    return {"modules": ["exchange"]} if "exchange" in modules else {}


def _making(total: int, currencies: Sequence[Currency], rng: Random, fewest: int = 1) -> list[Card]:
    """Cards of some currencies that are together worth so much."""
    fewest = max(fewest, -(-total // NINE))
    count = min(total, fewest + rng.choice((0, 0, 1, 1, 2)))
    found: list[Card] = []
    for left in range(count - 1, -1, -1):
        value = rng.randint(max(1, total - NINE * left), min(NINE, total - left))
        total -= value
        fits = [c for c in currencies if found.count(Card(c, value)) < COPIES] or list(CURRENCIES)
        found.append(Card(rng.choice(fits), value))
    return found


def _with_others(chosen: Purse, most: int, rng: Random, *, bureaus: bool = False) -> Purse:
    """Cards together with some others, none more often than there are."""
    found = list(chosen)
    for card in cards(rng, most, bureaus=bureaus):
        if found.count(card) < (COPIES if isinstance(card, Card) else 1):
            found.append(card)
    return Purse.of(found)


def _one_less(purse: Purse, rng: Random) -> Purse:
    """Now and then a card is missing."""
    return purse - Purse.of([rng.choice(list(purse))]) if len(purse) and rng.random() < 0.06 else purse


def _take(rng: Random, _: Game, modules: list[str]) -> Written:
    """Mostly several cards worth about five; where there are bureaus, often one of them with something else."""
    chance, wanted = rng.random(), Purse()
    if "exchange" in modules and chance < 0.5:
        beside = rng.choice(((), (), rng.sample(MONEY[:NINE], 1), [rng.choice(MONEY)], [BUREAUS[-1]]))
        wanted = Purse.of([rng.choice(BUREAUS[:-1]), *beside])
    elif chance < 0.75:
        wanted = Purse.of(_making(rng.choice((3, 4, 4, 5, 5, 5, 6, 6, 6, 7)), CURRENCIES, rng, fewest=2))
    elif chance < 0.97:
        wanted = Purse.of(rng.sample(MONEY, rng.choice((1, 1, 2, 3))))
    room = max(0, 4 - len(wanted))
    display = _with_others(_one_less(wanted, rng), room, rng, bureaus="exchange" in modules)
    return {"display": str(display), "do": str(Take(wanted)), **_of_exchange(modules)}


def _buy(rng: Random, game: Game, modules: list[str]) -> Written:
    """A purchase for the price, or one or a few more or less."""
    tile, space = rng.choice(supply(game, rng)), rng.randrange(1, 5)
    tile = rng.choice((tile, tile.turned)) if tile.down else tile
    total = max(1, tile.up.price + rng.choice((-1, -1, 0, 0, 0, 1, 1, rng.randrange(-4, 8))))
    own, helpers = CURRENCIES[space - 1], []
    currencies = [own] if rng.random() < 0.85 else [own, rng.choice(CURRENCIES)]
    if "exchange" in modules and rng.random() < 0.7:
        fitting = [bureau for bureau in BUREAUS if own in (bureau.first, bureau.second)]
        bureau = rng.choice(fitting if rng.random() < 0.8 else BUREAUS)
        helpers = [bureau, *rng.sample(BUREAUS, 1)] if rng.random() < 0.15 else [bureau]
        currencies = [bureau.first, bureau.second] if rng.random() < 0.7 else currencies
    paid = Purse.of([*_making(total, currencies, rng), *dict.fromkeys(helpers)])
    hand = _with_others(_one_less(paid, rng), 3, rng, bureaus="exchange" in modules)
    family = tile.up.family if len(game.lanes) > 1 else None
    return {
        "hand": str(hand),
        "space": space,
        "tile": str(tile),
        "do": str(Buy(space, paid, family)),
        **_of_exchange(modules),
    }


def _flip(rng: Random, game: Game, modules: list[str]) -> Written | None:
    """A flip for three, or for one or a few more or less."""
    two_faced = [tile for tile in supply(game, rng) if tile.down]
    if not two_faced:
        return None
    tile, total = two_faced[0], rng.choice((1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 9))
    currencies = [rng.choice(CURRENCIES)] if rng.random() < 0.7 else CURRENCIES
    bureaus = [rng.choice(BUREAUS)] if "exchange" in modules and rng.random() < 0.3 else []
    paid = Purse.of([*_making(total, currencies, rng), *bureaus])
    hand = _with_others(_one_less(paid, rng), 3, rng, bureaus="exchange" in modules)
    return {"hand": str(hand), "tile": str(tile), "do": str(Flip(tile.up, paid)), **_of_exchange(modules)}


# Scoring


def _score(rng: Random, game: Game, modules: list[str]) -> Written:
    tiles, players = supply(game, rng), rng.choice(PLAYERS)
    if rng.random() < 0.5:
        cities = [grown(game, rng, tiles, 40 // players) for _ in range(players)]
    else:
        first = grown(game, rng, tiles, 6)
        others = [
            (_twin(first, tiles) if rng.random() < 0.7 else None) or grown(game, rng, tiles, 5)
            for _ in range(1, players)
        ]
        cities = rng.sample([first, *others], players)
    if "huts" in modules:
        cities = [_with_huts(city, rng, number) for number, city in enumerate(cities)]
    made: Written = {"round": rng.choice("ABC"), "cities": [str(city) for city in cities]}
    scoring = rng.choice(game.scorings)
    if scoring != "normal":
        made["scoring"] = scoring
    if players == 2:
        made["dirk"] = [str(rng.choice(tile.faces)) for tile in tiles[: rng.randrange(12)]]
    if "bonus" in modules:
        made["shown"] = [[str(face) for face in _bare(city) if rng.random() < 0.5] for city in cities]
    used = [name for name in modules if name in {"huts", "bonus"}]
    return {**made, **({"modules": used} if used else {})}


def _twin(city: City, tiles: list[Tile]) -> City | None:
    """A city that ties with another: the same buildings and edges at the same cells, at other prices."""
    cells = dict(city.cells)
    for name, text in cells.items():
        face = Face.parse(text.removeprefix("*"))
        other = next((tile for tile in tiles if face.building in {each.building for each in tile.faces}), None)
        if other is None:
            return None
        tiles.remove(other)
        price = next(each.price for each in other.faces if each.building is face.building)
        cells[name] = f"{text[: text.startswith('*')]}{Face(face.building, price, face.edges)}"
    return City.of(Layout.from_cells(cells, city.start))


def _with_huts(city: City, rng: Random, number: int) -> City:
    for face in rng.sample(huts(), 3) if number == 0 else ():
        if sites := city.sites(face):
            city = city.added(face, rng.choice(sites))
    return city


def _bare(city: City) -> list[Face]:
    """The tiles that a bonus card can show."""
    return [f for f in city.faces if f.family is Family.ALHAMBRA and not f.edges and not f.is_hut]


def _award(rng: Random, game: Game, _: list[str]) -> Written:
    """Tiles that are left, and hands of which several have about as much money as the richest."""
    tiles = supply(game, rng)
    lanes = game.lanes * 4
    yard = [str(next(tile for tile in tiles if tile.up.family is lane)) if rng.random() < 0.6 else "" for lane in lanes]
    hands: list[list[Card]] = [[] for _ in range(rng.choice(PLAYERS))]
    for currency in CURRENCIES:
        most = rng.randrange(14)
        for hand in hands:
            held = most - rng.choice((0, 1, 1, rng.randrange(1, 14)))
            hand.extend(_making(held, [currency], rng) if held > 0 else [])
    return {"yard": yard, "hands": [str(Purse.of(hand)) for hand in hands]}


_OF_TABLES: dict[str, Callable[[Random, Game, list[str]], Written | None]] = {
    "layout": _layout,
    "place": _place,
    "remove": _remove,
    "swap": _swap,
    "moat": _moat,
    "take": _take,
    "buy": _buy,
    "flip": _flip,
    "score": _score,
    "award": _award,
}


def _notation(rng: Random, game: Game) -> Written:
    """Something in notation, mostly with a slip."""
    tiles = supply(game, rng)
    texts: dict[str, str] = {
        "card": str(rng.choice((*MONEY, *BUREAUS))),
        "cards": " ".join(rng.sample(str(cards(rng, 6)).split() or ["b1"], 1)) + " " + str(cards(rng, 4)),
        "face": str(tiles[0].up),
        "tile": str(tiles[0]),
        "cell": str(Cell(rng.randrange(-12, 13), rng.randrange(-12, 13))),
        "layout": str(grown(game, rng, tiles, 5)),
        "action": str(attempt(new_game(3, game), rng)),
    }
    of = rng.choice(list(texts))
    text = texts[of]
    if rng.random() < 0.6 and text:
        at, sign = rng.randrange(len(text)), rng.choice(" 0123456789abgoyABnesw/|*~@.,-\n")
        text = rng.choice((text[:at] + sign + text[at:], text[:at] + text[at + 1 :], text[:at] + sign + text[at + 1 :]))
    return {"kind": "notation", "of": of, "text": text}
