"""Random questions: cities that grow, positions of random games, and attempts at all kinds of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from granada.actions import (
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
from granada.chance import choose_draw
from granada.city import empty_city
from granada.games import GAMES, game_named
from granada.handwritten import written_state
from granada.layout import START, Cell, rows_of
from granada.modules import MODULES
from granada.money import BUREAUS, MONEY, Purse
from granada.options import legal_actions
from granada.questions import KINDS
from granada.rulebook import Rulings
from granada.rules import apply
from granada.state import Act, PlaceTiles
from granada.table import PLAYERS, Record, new_game
from granada.tiles import ALHAMBRA_TILES, Building, Face, Family, Tile, huts
from granada.wire import canonical_json, record_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

    from granada.city import City
    from granada.handwritten import Written
    from granada.money import Bureau, Card
    from granada.state import Game, State

EVENTS = 4_000
"""No random game is played longer than this."""
POSITIONS = 20
"""How many questions are asked about one random game."""
EDGES = (0, 0, 0, 1, 2, 4, 8, 1, 2, 4, 8, 3, 6, 9, 12, 5, 10, 7, 11, 13, 14)
"""The edges with a moat or wall; few are likelier than many."""
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


@frozen
class Scope:
    """What an engine can be asked about, and under which readings; None when it follows whatever a question says."""

    kinds: tuple[str, ...] = tuple(KINDS)
    games: tuple[str, ...] = tuple(GAMES)
    modules: tuple[str, ...] = tuple(MODULES)
    readings: Callable[[str], dict[str, Any] | None] = lambda _: {}


@frozen
class Questionnaire:
    """Draws random questions, one after the other."""

    rng: Random = field(repr=False)
    scope: Scope = Scope()
    _played: list[list[tuple[State, Action]]] = field(init=False, factory=list, repr=False)
    _asked: list[int] = field(init=False, factory=lambda: [0], repr=False)

    def next(self) -> Written | None:
        """A question as a case is written, without its answers; None when this one came to nothing."""
        kind = self.rng.choice(self.scope.kinds)
        if kind in {"legal", "apply", "draw", "game"}:
            return _OF_GAMES[kind](self)
        game = game_named(self.rng.choice(self.scope.games))
        if kind == "notation":
            return _notation(self.rng, game)
        made = _OF_TABLES[kind](self.rng, game, self._modules(game))
        if made is None:
            return None
        return {"kind": kind, "game": game.name, **self._readings(game), **made}

    def _modules(self, game: Game, players: int = 3) -> list[str]:
        """Some modules that can join a game."""
        willing = [
            name for name in self.scope.modules if name in MODULES and MODULES[name].refuses(game, players) is None
        ]
        return [name for name in willing if self.rng.random() < 0.4]

    def _readings(self, game: Game) -> Written:
        readings = self.scope.readings(game.name)
        if readings is None:
            chosen = self.rng.choice(list(READINGS)) if self.rng.random() < 0.2 else None
            readings = {chosen: READINGS[chosen]} if chosen else {}
        return {"rulings": readings} if readings else {}

    # Games

    def game(self) -> list[tuple[State, Action]]:
        """The states of a random game, each with what happened next; a new game now and then."""
        if self._asked[0] % POSITIONS == 0:
            self._played[:] = [list(self._play())]
        self._asked[0] += 1
        return self._played[0]

    def _play(self) -> Iterator[tuple[State, Action]]:
        rng = self.rng
        game, players = game_named(rng.choice(self.scope.games)), rng.choice(PLAYERS)
        rulings = Rulings(**self._readings(game).get("rulings", {}))
        scoring = rng.choice(game.scorings)
        state = new_game(players, game, modules=self._modules(game, players), scoring=scoring, rulings=rulings)
        eagerness = rng.choice((0.2, 0.6, 0.9))
        for _ in range(EVENTS):
            if state.over:
                return
            action = choose_draw(state, rng) if state.actor is None else _chosen(state, rng, eagerness)
            yield state, action
            state = apply(state, action)

    def position(
        self, events: list[tuple[State, Action]], wanted: Callable[[State], bool]
    ) -> tuple[int, Written] | None:
        """Where in a game a position is, and the position, if chapters have words for it."""
        for _ in range(30):
            at = self.rng.randrange(len(events))
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


def _legal(ask: Questionnaire) -> Written | None:
    found = ask.position(ask.game(), lambda state: state.actor is not None)
    return found and {"kind": "legal", **found[1]}


def _draw(ask: Questionnaire) -> Written | None:
    found = ask.position(ask.game(), lambda state: state.actor is None)
    return found and {"kind": "draw", **found[1]}


def _apply(ask: Questionnaire) -> Written | None:
    """Some steps of a game; the last of them may be against the rules."""
    rng, events = ask.rng, ask.game()
    found = ask.position(events, lambda _: True)
    if found is None:
        return None
    at, shown = found
    last = min(at + rng.choice((1, 1, 2, 3, 5, 8, 12, 20)), len(events))
    steps = [str(action) for _, action in events[at:last]]
    if rng.random() < 0.5:
        steps[-1] = str(attempt(events[last - 1][0], rng))
    return {"kind": "apply", **shown, "do": steps if len(steps) > 1 else steps[0]}


def _game(ask: Questionnaire) -> Written | None:
    """A recorded game, mostly its beginning; now and then one step is another."""
    rng, events = ask.rng, ask.game()
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


_OF_GAMES: dict[str, Callable[[Questionnaire], Written | None]] = {
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
    paid = _some(player.hand, rng)
    drawn: list[Any] = [*MONEY[:9], *BUREAUS[:2], *(tile for bag in state.bags for tile in bag[:5])]
    lane = rng.choice((None, *state.setup.game.lanes))
    tries: list[Action] = [
        Take(_some(state.display, rng)),
        Take(paid),
        Buy(rng.randrange(1, 5), paid, lane if len(state.setup.game.lanes) > 1 else None),
        Flip(face, paid),
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


def _some(purse: Purse, rng: Random) -> Purse:
    """Some of the cards, at least one if there is any."""
    held = list(purse)
    return Purse.of(rng.sample(held, rng.randrange(1, min(5, len(held)) + 1))) if held else Purse()


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
    sites = city.sites(face)
    cell = rng.choice(sites) if sites and rng.random() < 0.4 else near(city, rng)
    return {"city": str(city), "do": str(Place(face, cell))}


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


def _take(rng: Random, _: Game, modules: list[str]) -> Written:
    display = cards(rng, 4, bureaus="exchange" in modules)
    taken = _some(display, rng) if rng.random() < 0.9 else cards(rng, 2)
    return {"display": str(display), "do": str(Take(taken)), **_of_exchange(modules)}


def _buy(rng: Random, game: Game, modules: list[str]) -> Written:
    tile, space = rng.choice(supply(game, rng)), rng.randrange(1, 5)
    tile = rng.choice((tile, tile.turned)) if tile.down else tile
    own = [card for card in MONEY if card.currency.space == space]
    hand = Purse.of([*rng.sample(own, rng.randrange(1, 6)), *cards(rng, 3, bureaus="exchange" in modules)])
    mine = Purse.of(card for card in hand if card in own)
    paid = _some(mine if rng.random() < 0.6 else hand, rng)
    family = tile.up.family if len(game.lanes) > 1 else None
    return {
        "hand": str(hand),
        "space": space,
        "tile": str(tile),
        "do": str(Buy(space, paid, family)),
        **_of_exchange(modules),
    }


def _flip(rng: Random, game: Game, modules: list[str]) -> Written | None:
    two_faced = [tile for tile in supply(game, rng) if tile.down]
    if not two_faced:
        return None
    tile, hand = two_faced[0], cards(rng, 6, bureaus="exchange" in modules)
    return {
        "hand": str(hand),
        "tile": str(tile),
        "do": str(Flip(tile.up, _some(hand, rng) if hand.code else cards(rng, 1))),
        **_of_exchange(modules),
    }


# Scoring


def _score(rng: Random, game: Game, modules: list[str]) -> Written:
    tiles, players = supply(game, rng), rng.choice(PLAYERS)
    cities = [grown(game, rng, tiles, 40 // players) for _ in range(players)]
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


def _with_huts(city: City, rng: Random, number: int) -> City:
    for face in rng.sample(huts(), 3) if number == 0 else ():
        if sites := city.sites(face):
            city = city.added(face, rng.choice(sites))
    return city


def _bare(city: City) -> list[Face]:
    """The tiles that a bonus card can show."""
    return [f for f in city.faces if f.family is Family.ALHAMBRA and not f.edges and not f.is_hut]


def _award(rng: Random, game: Game, _: list[str]) -> Written:
    tiles = supply(game, rng)
    lanes = game.lanes * 4
    yard = [str(next(tile for tile in tiles if tile.up.family is lane)) if rng.random() < 0.6 else "" for lane in lanes]
    return {"yard": yard, "hands": [str(cards(rng, 6)) for _ in range(rng.choice(PLAYERS))]}


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
