"""Read and write set-ups, agendas and states as JSON; reading validates the position and lists every error."""

from functools import cache
from typing import Any

from attrs import evolve, fields

from granada import game, steps
from granada.board import HUT_SET, Building, City, Family, Layout, TileSet
from granada.errors import Flaws, InvalidState, at, refuse
from granada.game import GAMES, MODULES, Deck, Dirk, Pile, Player, Setup, State, game_named, in_spaces
from granada.notation import BadNotation
from granada.numbering import STEPS
from granada.rulebook import Rulings
from granada.steps import EVEN, ODD
from granada.table import MOST_YEARS, new_game
from granada.wire import forms
from granada.wire.forms import Form, fields_of
from granada.wire.modules import EXTRAS, extra_data
from granada.wire.reader import NEWEST, Reader, texts
from granada.wire.validity import flaws_of

AGREED = ("format", "game", "players", "modules", "scoring", "rulings", "tiles")
"""The required members of a set-up; ``ages`` is optional."""


FIRST = {Family.ALHAMBRA: "alhambra", Family.GRANADA: "granada-1"}
"""The sets of tiles that ``default`` means in format 1, which never change; the huts are always ``huts-1``."""


def setup_data(setup: Setup, number: int | None = None) -> dict[str, Any]:
    """A set-up as JSON, in a given format or in the oldest one that can express it."""
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
    """The sets of tiles as JSON: by name if they are shipped, and otherwise in full."""
    if setup.tiles is None:
        return "shown"
    if number == 1:
        return {
            each.family.value: texts(each.tiles) for each in setup.tiles if each.name != FIRST[each.family]
        } or "default"
    named = {each.family.value: each.name or texts(each.tiles) for each in setup.tiles}
    return named | ({"huts": HUT_SET} if game.HUTS in setup.modules else {})


def read_setup(parts: dict[str, Reader], flaws: Flaws) -> Setup | None:
    """Read a set-up from the members of an object; if it is invalid, return None and add the reasons to ``flaws``."""
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
        setup = new_game(
            players, str(name), modules=map(str, names), scoring=scoring, rulings=rulings, tiles=sets, ages=years
        ).setup
    except InvalidState as flaw:
        flaws.extend(flaw.reasons)
        return None
    return evolve(setup, tiles=None) if shown else setup


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
    """Read the set of tiles for each lane of the yard, by name or in full; format 1 has default sets."""
    families = tuple(lane.value for lane in lanes)
    if number == 1:
        told = Reader({}, reader.path, reader.flaws) if reader.value == "default" else reader
        parts = told.members((), tuple(family.value for family in Family))
        unused = [part for name, part in parts.items() if part.value is not None and name not in families]
        found = [_read_set(parts[family], first=True) for family in families] + [_read_set(part) for part in unused]
    else:
        parts = reader.members((*families, *(("huts",) if huts else ())))
        found = [_read_set(parts[family]) for family in families]
        if huts:
            parts["huts"].choice(HUT_SET)
    return tuple(filter(None, found))


def _read_set(reader: Reader, *, first: bool = False) -> TileSet | None:
    """Read a set of tiles, by its name or in full."""
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
    if found.family is not family:
        reader.bad(f"a set of {family.value}")
    return found


_MARKER = Form(lambda marker: marker and str(marker), lambda reader: reader.choice(None, EVEN, ODD))
_PENDING = fields_of(
    steps.Pending,
    {"tile": forms.TILE, **dict.fromkeys(("bought", "flipped", "overpaid"), forms.FLAG)},
    optional=("overpaid",),
)
_FIELDS: dict[str, Form] = {
    "seat": forms.SEAT,
    "seats": forms.COUNTS,
    "bought": Form(texts, Reader.tiles),
    "tiles": _PENDING.sorted(),
    "moves_marker": forms.FLAG,
    "first": forms.FLAG,
    "rounds": Form(texts, Reader.rounds),
    "round": forms.ROUND,
    "row": forms.number(0, 30),
    "asked": forms.FLAG,
    "left": forms.COUNTS,
    "face": _MARKER,
    "slot": forms.number(0, 7),
    "building": forms.member(Building),
}
"""The forms for the fields of steps."""
_STEPS = {kind: fields_of(kind, _FIELDS, head=("step",)) for kind in STEPS}
_OF_MODULES: dict[str, tuple[type[steps.Step], ...]] = {
    "vizier": (steps.OpenFavour, steps.Favour),
    "exchange": (),
    "huts": (steps.TurnUpHuts,),
    "bonus": (steps.DealBonus, steps.Show),
}
_OF_EVERY_GAME = [kind for kind in STEPS if not any(kind in own for own in _OF_MODULES.values())]


def read_step(reader: Reader, setup: Setup) -> steps.Step | None:
    """Read a step of the agenda from JSON; only kinds of steps that can occur in the game are accepted."""
    own = (kind for module in setup.modules for kind in _OF_MODULES[module.name])
    kinds = {kind.name: kind for kind in (*_OF_EVERY_GAME, *own)}
    name = reader.value.get("step") if isinstance(reader.value, dict) else None
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        reader.flaws.append(f"{reader.path}: expected an object whose step is one of {', '.join(kinds)}")
        return None
    step: steps.Step | None = _STEPS[kind].read(reader)
    return step


@cache
def _player(start: Family) -> Form:
    """The form for a seat's possessions, given the family of the start tile."""
    city = Form(lambda city: city.notation, lambda reader: read_city(reader, start))
    return fields_of(Player, {"hand": forms.PURSE, "city": city, "reserve": forms.FACE.sorted(), "points": forms.COUNT})


_DIRK = fields_of(Dirk, {"faces": forms.FACE.sorted(), "points": forms.COUNT}).or_none()
_PILE = fields_of(Pile, {"slots": forms.COUNTS, "cards": forms.ROUND.sorted(3)})
_YARD = forms.TILE.or_none().each(8)


def state_data(state: State, number: int | None = None) -> dict[str, Any]:
    """A state as JSON, in a given format or in the oldest one that can express it."""
    lanes = state.setup.game.lanes
    return {
        "kind": "state",
        **setup_data(state.setup, number),
        "seats": _player(state.setup.game.start).each().write(state.players),
        "yard": _YARD.write(state.slots.values()),
        "bags": {lane.value: texts(bag) for lane, bag in zip(lanes, state.bags, strict=True)},
        "display": str(state.display),
        "deck": {
            "pools": texts(state.deck.pools),
            "layers": list(map(_PILE.write, state.deck.piles)),
            "later": [[str(card), pile] for card, pile in state.deck.later],
        },
        "discard": str(state.discard),
        "dirk": _DIRK.write(state.dirk),
        "marker": _MARKER.write(state.marker),
        "mover": state.mover,
        "todo": [{"step": step.name, **_STEPS[type(step)].write(step)} for step in state.todo],
        "extras": {
            module.name: extra_data(module, extra)
            for module, extra in zip(state.setup.modules, state.extras, strict=True)
        },
    }


_STATE = (*("seats", "yard", "bags", "display", "deck", "discard", "dirk", "marker", "mover", "todo", "extras"),)


def read_state(data: Any, *, partial: bool = False) -> State:
    """Read a state from JSON; raise an InvalidState with every reason if it is invalid.

    A partial state, as in a view, need not account for every card.
    """
    flaws = Flaws()
    parts = Reader(data, "state", flaws).members((*AGREED, *_STATE), ("kind", "ages"))
    setup = read_setup(parts, flaws)
    state = None if setup is None else _read_parts(parts, setup)
    if state is None or flaws:
        raise InvalidState(*flaws)
    refuse(flaws_of(state, partial=partial))
    return state


def _read_parts(parts: dict[str, Reader], setup: Setup) -> State:
    lanes = [lane.value for lane in setup.game.lanes]
    bags = parts["bags"].members(tuple(lanes))
    extras = parts["extras"].members(tuple(module.name for module in setup.modules))
    return State(
        setup=setup,
        players=_player(setup.game.start).each(6).read(parts["seats"]),
        yard=in_spaces(setup.game, _YARD.read(parts["yard"])),
        bags=tuple(bags[lane].tiles() for lane in lanes),
        display=parts["display"].purse(),
        deck=_read_deck(parts["deck"]),
        discard=parts["discard"].purse(),
        dirk=_DIRK.read(parts["dirk"]),
        marker=_MARKER.read(parts["marker"]),
        mover=forms.number(0, setup.players - 1).or_none().read(parts["mover"]),
        todo=tuple(filter(None, (read_step(item, setup) for item in parts["todo"].items(100)))),
        extras=tuple(EXTRAS[module.name].read(extras[module.name]) for module in setup.modules),
    )


def _read_deck(reader: Reader) -> Deck:
    parts = reader.members(("pools", "layers", "later"))
    later = []
    for item in parts["later"].items(2):
        pair = item.items(2)
        if len(pair) == 2:
            later.append((pair[0].round(), pair[1].number(1, 5)))
        else:
            item.bad("a scoring card and its pile")
    return Deck(forms.PURSE.each(2).read(parts["pools"]), _PILE.each(10).read(parts["layers"]), tuple(later))


def layout_data(layout: Layout | City) -> dict[str, Any]:
    """A layout or a city as JSON."""
    kind = "city" if isinstance(layout, City) else "layout"
    return {"kind": kind, "format": 1, "start": layout.start.value, "tiles": layout.notation}


def read_layout(data: Any) -> Layout:
    """Read a layout, or a city as a layout, from JSON."""
    flaws = Flaws()
    parts = Reader(data, data["kind"], flaws).members(("kind", "format", "start", "tiles"))
    parts["format"].format()
    start, tiles = parts["start"].choice("granada", "alhambra"), parts["tiles"]
    if not isinstance(tiles.value, dict) or not all(isinstance(tile, str) for tile in tiles.value.values()):
        tiles.bad("an object of cells and tiles")
    refuse(flaws)
    return Layout.from_cells(tiles.value, Family(start))


def read_city(reader: Reader, start: Family) -> City | None:
    """Read a city from JSON that maps cells to tiles."""
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
        reader.flaws.append(at(f"{reader.path}: ", flaw.reason))
    return None
