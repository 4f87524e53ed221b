"""Set-ups, agendas and states as JSON, both ways; reading validates the position and lists every error."""

from collections.abc import Callable
from typing import Any

from attrs import fields

from granada import game, steps
from granada.board import HUT_SET, Building, City, Family, Layout, Tile, TileSet
from granada.errors import Flaws, InvalidState, at
from granada.game import GAMES, MODULES, Deck, Dirk, Pile, Player, Setup, State, game_named, in_spaces
from granada.notation import BadNotation
from granada.numbering import STEPS
from granada.rulebook import Rulings
from granada.steps import EVEN, ODD
from granada.table import MOST_YEARS, agreed
from granada.wire.modules import extra_data, read_extra
from granada.wire.reader import NEWEST, Reader, texts
from granada.wire.validity import flaws_of

AGREED = ("format", "game", "players", "modules", "scoring", "rulings", "tiles")
"""The members that tell what was agreed; ``ages`` may stand beside them."""


FIRST = {Family.ALHAMBRA: "alhambra", Family.GRANADA: "granada-1"}
"""What format 1 means by ``default``, for ever; its huts are ``huts-1``."""


def setup_data(setup: Setup, number: int | None = None) -> dict[str, Any]:
    """A set-up as JSON, in a given format or in the first that can express it."""
    number = number or (1 if setup.tiles is None else NEWEST)
    return {
        "format": number,
        "game": setup.game.name,
        "players": setup.players,
        "modules": [module.name for module in setup.modules],
        "scoring": str(setup.scoring),
        "rulings": setup.rulings.chosen,
        "tiles": _tiles_data(setup, number),
        **({"ages": list(setup.ages)} if setup.ages is not None else {}),
    }


def _tiles_data(setup: Setup, number: int) -> str | dict[str, Any]:
    """The sets of tiles: by name where they are shipped, otherwise in full; the first format names them together."""
    if setup.tiles is None:
        return "shown"
    if number == 1:
        return {
            each.family.value: texts(each.tiles) for each in setup.tiles if each.name != FIRST[each.family]
        } or "default"
    named = {each.family.value: each.name or texts(each.tiles) for each in setup.tiles}
    return named | ({"huts": HUT_SET} if game.HUTS in setup.modules else {})


def read_setup(parts: dict[str, Reader], flaws: Flaws) -> Setup | None:
    """A set-up, read from the members of an object; None if it is invalid, with the reasons in ``flaws``."""
    number = parts["format"].format()
    name = parts["game"].choice(*GAMES)
    players = parts["players"].number(2, 6)
    names = [item.choice(*MODULES) for item in parts["modules"].items(10)]
    scoring = parts["scoring"].choice("normal", "simplified")
    rulings = _read_rulings(parts["rulings"])
    ages = parts["ages"]
    years = None if ages.value is None else tuple(item.number(-MOST_YEARS, MOST_YEARS) for item in ages.items(6))
    shown = parts["tiles"].value == "shown"
    lanes = game_named(str(name)).lanes
    sets = () if shown else _read_sets(parts["tiles"], number, lanes, huts="huts" in names)
    if flaws:
        return None
    try:
        setup = agreed(players, str(name), [str(each) for each in names], str(scoring), rulings, sets, years)
    except InvalidState as flaw:
        flaws.extend(flaw.reasons)
        return None
    if shown:
        return Setup(setup.game, players, setup.modules, setup.scoring, setup.rulings, None, years)
    return setup


def _read_rulings(reader: Reader) -> Rulings:
    if not isinstance(reader.value, dict):
        reader.bad("an object")
        return Rulings()
    known = {each.name for each in fields(Rulings)}
    for name in list(reader.value)[:100]:
        if name not in known:
            reader.flaws.append(f"{reader.path}: there is no ruling {name[:40]!r}, only {', '.join(sorted(known))}")
            return Rulings()
    try:
        return Rulings(**reader.value)
    except (InvalidState, TypeError) as flaw:
        reader.flaws.append(f"{reader.path}: {flaw}")
        return Rulings()


def _read_sets(reader: Reader, number: int, lanes: tuple[Family, ...], *, huts: bool) -> tuple[TileSet, ...]:
    """A set for each lane of the yard, by name or in full; the first format defaults to the first set."""
    families = tuple(lane.value for lane in lanes)
    if number == 1:
        told = Reader({}, reader.path, reader.flaws) if reader.value == "default" else reader
        parts = told.members((), tuple(family.value for family in Family))
        unused = [part for name, part in parts.items() if part.value is not None and name not in families]
        return tuple(filter(None, (_read_set(parts[family], first=True) for family in families))) + tuple(
            filter(None, (_read_set(part) for part in unused))
        )
    parts = reader.members((*families, *(("huts",) if huts else ())))
    if huts:
        parts["huts"].choice(HUT_SET)
    return tuple(filter(None, (_read_set(parts[family]) for family in families)))


def _read_set(reader: Reader, *, first: bool = False) -> TileSet | None:
    """A set of tiles, by its name or in full."""
    family = Family(reader.path.rpartition(".")[2])
    try:
        if first and reader.value is None:
            return TileSet.named(FIRST[family])
        if not isinstance(reader.value, str):
            return TileSet(family, reader.tiles())
        found = TileSet.named(reader.value)
    except InvalidState as flaw:
        reader.flaws.extend(f"{reader.path}: {reason}" for reason in flaw.reasons)
        return None
    except ValueError as flaw:
        reader.flaws.append(f"{reader.path}: {flaw}")
        return None
    if found.family is not family:
        reader.bad(f"a set of {family.value}")
    return found


def _write_pending(tiles: tuple[steps.Pending, ...]) -> list[dict[str, Any]]:
    return [
        {"tile": str(p.tile), "bought": p.bought, "flipped": p.flipped, **({"overpaid": True} if p.overpaid else {})}
        for p in tiles
    ]


def _read_pending(reader: Reader) -> tuple[steps.Pending, ...]:
    found = []
    for item in reader.items():
        parts = item.members(("tile", "bought", "flipped"), ("overpaid",))
        tile = parts["tile"].notation(Tile.parse)
        if tile is not None:
            overpaid = parts["overpaid"].value is not None and parts["overpaid"].flag()
            found.append(steps.Pending(tile, parts["bought"].flag(), parts["flipped"].flag(), overpaid))
    return tuple(sorted(found, key=lambda pending: str(pending.tile)))


_BothWays = tuple["Callable[[Any], Any]", "Callable[[Reader], Any]"]
_FIELDS: dict[str, _BothWays] = {
    "seat": (int, lambda reader: reader.number(0, 5)),
    "seats": (list, Reader.numbers),
    "bought": (texts, Reader.tiles),
    "tiles": (_write_pending, _read_pending),
    "moves_marker": (bool, Reader.flag),
    "first": (bool, Reader.flag),
    "rounds": (texts, Reader.rounds),
    "round": (str, Reader.round),
    "row": (int, lambda reader: reader.number(0, 30)),
    "asked": (bool, Reader.flag),
    "left": (list, Reader.numbers),
    "face": (lambda face: face and str(face), lambda reader: reader.choice(None, steps.EVEN, steps.ODD)),
    "slot": (int, lambda reader: reader.number(0, 7)),
    "building": (str, lambda reader: reader.choice(*(b.value for b in Building))),
}
"""How the fields of steps are written and read."""


_OF_MODULES: dict[str, tuple[type[steps.Step], ...]] = {
    "vizier": (steps.OpenFavour, steps.Favour),
    "exchange": (),
    "huts": (steps.TurnUpHuts,),
    "bonus": (steps.DealBonus, steps.Show),
}
_OF_EVERY_GAME = [kind for kind in STEPS if not any(kind in own for own in _OF_MODULES.values())]


def step_data(step: steps.Step) -> dict[str, Any]:
    """A step of the agenda as JSON."""
    parts = {each.name: _FIELDS[each.name][0](getattr(step, each.name)) for each in fields(type(step))}
    return {"step": step.name, **parts}


def read_step(reader: Reader, setup: Setup) -> steps.Step | None:
    """A step of the agenda from JSON, of a kind that the game has."""
    own = (kind for module in setup.modules for kind in _OF_MODULES[module.name])
    kinds = {kind.name: kind for kind in (*_OF_EVERY_GAME, *own)}
    name = reader.value.get("step") if isinstance(reader.value, dict) else None
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        reader.flaws.append(f"{reader.path}: expected an object whose step is one of {', '.join(kinds)}")
        return None
    names = tuple(each.name for each in fields(kind))
    parts = reader.members(("step", *names))
    return kind(**{each: _FIELDS[each][1](parts[each]) for each in names})


def state_data(state: State, number: int | None = None) -> dict[str, Any]:
    """A state as JSON, in a given format or in the first that can express it."""
    lanes = state.setup.game.lanes
    return {
        "kind": "state",
        **setup_data(state.setup, number),
        "seats": [
            {"hand": str(p.hand), "city": p.city.notation, "reserve": texts(p.reserve), "points": p.points}
            for p in state.players
        ],
        "yard": [None if tile is None else str(tile) for tile in state.slots.values()],
        "bags": {lane.value: texts(bag) for lane, bag in zip(lanes, state.bags, strict=True)},
        "display": str(state.display),
        "deck": {
            "pools": texts(state.deck.pools),
            "layers": [{"slots": list(each.slots), "cards": texts(each.cards)} for each in state.deck.piles],
            "later": [[str(card), pile] for card, pile in state.deck.later],
        },
        "discard": str(state.discard),
        "dirk": None if state.dirk is None else {"faces": texts(state.dirk.faces), "points": state.dirk.points},
        "marker": state.marker and str(state.marker),
        "mover": state.mover,
        "todo": [step_data(step) for step in state.todo],
        "extras": {
            module.name: extra_data(module, extra)
            for module, extra in zip(state.setup.modules, state.extras, strict=True)
        },
    }


_STATE = (*("seats", "yard", "bags", "display", "deck", "discard", "dirk", "marker", "mover", "todo", "extras"),)


def read_state(data: Any, *, partial: bool = False) -> State:
    """A state from JSON; an InvalidState gives every reason why it is none.

    A partial one, as in a view, need not account for every card.
    """
    flaws = Flaws()
    parts = Reader(data, "state", flaws).members((*AGREED, *_STATE), ("kind", "ages"))
    setup = read_setup(parts, flaws)
    if setup is None:
        raise InvalidState(*flaws)
    state = _read_parts(parts, setup, flaws)
    if state is None or flaws:
        raise InvalidState(*flaws)
    if found := list(flaws_of(state, partial=partial)):
        raise InvalidState(*found)
    return state


def _read_parts(parts: dict[str, Reader], setup: Setup, flaws: Flaws) -> State | None:
    players = tuple(_read_player(item, setup) for item in parts["seats"].items(6))
    lying = [None if item.value is None else item.notation(Tile.parse) for item in parts["yard"].items(8)]
    lanes = [lane.value for lane in setup.game.lanes]
    bags = parts["bags"].members(tuple(lanes))
    steps = [read_step(item, setup) for item in parts["todo"].items(100)]
    extras = parts["extras"].members(tuple(module.name for module in setup.modules))
    kept = []
    for module in setup.modules:
        try:
            kept.append(read_extra(module, extras[module.name].value))
        except (ValueError, TypeError, KeyError, AttributeError, IndexError) as flaw:
            flaws.append(f"extras.{module.name}: {flaw}")
    state = State(
        setup=setup,
        players=tuple(player for player in players if player is not None),
        yard=in_spaces(setup.game, lying),
        bags=tuple(bags[lane].tiles() for lane in lanes),
        display=parts["display"].purse(),
        deck=_read_deck(parts["deck"]),
        discard=parts["discard"].purse(),
        dirk=_read_dirk(parts["dirk"]),
        marker=parts["marker"].choice(None, EVEN, ODD),
        mover=None if parts["mover"].value is None else parts["mover"].number(0, setup.players - 1),
        todo=tuple(step for step in steps if step is not None),
        extras=tuple(kept),
    )
    return None if flaws else state


def _read_player(reader: Reader, setup: Setup) -> Player | None:
    parts = reader.members(("hand", "city", "reserve", "points"))
    city = read_city(parts["city"], setup.game.start)
    hand, reserve, points = parts["hand"].purse(), parts["reserve"].faces(), parts["points"].number()
    return None if city is None else Player(hand, city, reserve, points)


def _read_deck(reader: Reader) -> Deck:
    parts = reader.members(("pools", "layers", "later"))
    layers = []
    for item in parts["layers"].items(10):
        layer = item.members(("slots", "cards"))
        layers.append(Pile(layer["slots"].numbers(), tuple(sorted(layer["cards"].rounds(), key=str))))
    later = []
    for item in parts["later"].items(2):
        pair = item.items(2)
        if len(pair) == 2:
            later.append((pair[0].round(), pair[1].number(1, 5)))
        else:
            item.bad("a scoring card and its pile")
    return Deck(tuple(item.purse() for item in parts["pools"].items(2)), tuple(layers), tuple(later))


def _read_dirk(reader: Reader) -> Dirk | None:
    if reader.value is None:
        return None
    parts = reader.members(("faces", "points"))
    return Dirk(parts["faces"].faces(), parts["points"].number())


def layout_data(layout: Layout | City) -> dict[str, Any]:
    """A layout or a city as JSON."""
    kind = "city" if isinstance(layout, City) else "layout"
    return {"kind": kind, "format": 1, "start": layout.start.value, "tiles": layout.notation}


def read_layout(data: Any) -> Layout:
    """A layout from JSON; that of a city is no different."""
    flaws = Flaws()
    parts = Reader(data, data["kind"], flaws).members(("kind", "format", "start", "tiles"))
    parts["format"].format()
    start, tiles = parts["start"].choice("granada", "alhambra"), parts["tiles"]
    if not isinstance(tiles.value, dict) or not all(isinstance(tile, str) for tile in tiles.value.values()):
        tiles.bad("an object of cells and tiles")
    if flaws:
        raise InvalidState(*flaws)
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
