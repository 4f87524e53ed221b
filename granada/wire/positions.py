"""States as JSON, both ways; what is read is a position of its game or an error with every reason why not."""

from typing import Any

from granada.board import City, Family, InvalidState, Layout, Tile
from granada.errors import Flaws, at
from granada.game import Deck, Dirk, Pile, Player, Setup, State, in_spaces
from granada.notation import BadNotation
from granada.steps import EVEN, ODD
from granada.wire.modules import extra_data, read_extra
from granada.wire.reader import Reader, texts
from granada.wire.setups import AGREED, read_setup, setup_data
from granada.wire.steps import read_step, step_data
from granada.wire.validity import flaws_of


def state_data(state: State, number: int | None = None) -> dict[str, Any]:
    """A state as JSON: in a format, or in the first that can tell it."""
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
