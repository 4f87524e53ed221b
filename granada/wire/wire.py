"""JSON both ways, for states, views, scorings, layouts, cities and recorded games; its leaves are notation."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import fields

from granada.board.city import City
from granada.board.layout import Layout
from granada.board.money import NO_CARDS, Purse, Round
from granada.board.tile_sets import TileSet
from granada.board.tiles import Building, Face, Family, InvalidState, Tile
from granada.game import steps as states
from granada.game.actions import Action, Draw
from granada.game.games import GAMES
from granada.game.modules import MODULES
from granada.game.scoring import Scoring
from granada.game.state import Deck, Dirk, Layer, Player, Setup, State
from granada.game.steps import EVEN, ODD, Pending, Step
from granada.notation import BadNotation
from granada.rulebook import FORMAT, Rulings
from granada.table.table import MOST_YEARS, Record, agreed
from granada.table.view import View
from granada.wire.validity import all_cards, flaws_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOST_POINTS = 10_000
"""More points than any game can give."""
DEEPEST = 60
"""How deep the JSON of a game may be nested."""


# Reading JSON text


def read_json(text: str) -> Any:
    """The value of a JSON text; a BadNotation when it is none, repeats a key or is nested too deeply."""
    if not isinstance(text, str):
        message = f"JSON is read from a str, not {type(text).__name__}"
        raise TypeError(message)
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as flaw:
        found = text[flaw.pos : flaw.pos + 40].split("\n", maxsplit=1)[0]
        raise BadNotation(f"JSON ({flaw.msg})", found, flaw.lineno, flaw.colno) from None
    except RecursionError:
        expected = "JSON that is not nested so deeply"
        raise BadNotation(expected) from None
    except BadNotation:
        raise
    except ValueError:
        expected = "a number of reasonable size"
        raise BadNotation(expected) from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise BadNotation(f"the key {twice[:40]!r} only once")
    return found


def _no_constant(name: str) -> Any:
    raise BadNotation("a number", name)


class _Reader:
    """A JSON value and the path to it, so that every complaint names its place."""

    def __init__(self, value: Any, path: str, flaws: list[str]) -> None:
        self.value, self.path, self.flaws = value, path, flaws

    def bad(self, expected: str) -> None:
        shown = json.dumps(self.value)[:60] if not isinstance(self.value, dict | list) else type(self.value).__name__
        self.flaws.append(f"{self.path}: expected {expected}, not {shown}")

    def object(self, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, _Reader]:
        """The members of an object; missing ones read as null."""
        if not isinstance(self.value, dict):
            self.bad("an object")
            value = {}
        else:
            value = self.value
            for key in required:
                if key not in value:
                    self.flaws.append(f"{self.path}: {key!r} is missing")
            for key in list(value)[:100]:
                if key not in required and key not in optional:
                    self.flaws.append(f"{self.path}: {key[:40]!r} is unknown")
        return {key: _Reader(value.get(key), f"{self.path}.{key}", self.flaws) for key in (*required, *optional)}

    def list(self, most: int = 500) -> list[_Reader]:
        """The items of a list."""
        if not isinstance(self.value, list) or len(self.value) > most:
            self.bad(f"a list of at most {most}")
            return []
        return [_Reader(item, f"{self.path}[{n}]", self.flaws) for n, item in enumerate(self.value)]

    def int(self, least: int = 0, most: int = MOST_POINTS) -> int:
        """A whole number in a range."""
        if type(self.value) is not int or not least <= self.value <= most:
            self.bad(f"a whole number from {least} to {most}")
            return least
        return self.value

    def bool(self) -> bool:
        """True or false."""
        if type(self.value) is not bool:
            self.bad("true or false")
        return bool(self.value)

    def choice(self, *choices: str | None) -> str | None:
        """One of a few words."""
        if not isinstance(self.value, str | None) or self.value not in choices:
            self.bad(" or ".join("null" if each is None else repr(each) for each in choices))
            return choices[0]
        return self.value

    def notation(self, read: Callable[[str], Any], default: Any) -> Any:
        """A text in notation."""
        if not isinstance(self.value, str):
            self.bad("text in notation")
            return default
        try:
            return read(self.value)
        except (BadNotation, InvalidState) as flaw:
            self.flaws.append(f"{self.path}: {flaw}")
            return default

    def purse(self) -> Purse:
        """Some cards."""
        found: Purse = self.notation(Purse.parse, NO_CARDS)
        return found

    def faces(self) -> tuple[Face, ...]:
        """Some faces, by notation."""
        found = [item.notation(Face.parse, None) for item in self.list()]
        return tuple(sorted(face for face in found if face is not None))

    def tiles(self) -> tuple[Tile, ...]:
        """Some tiles, by notation."""
        found = [item.notation(Tile.parse, None) for item in self.list()]
        return tuple(sorted(tile for tile in found if tile is not None))

    def rounds(self) -> tuple[Round, ...]:
        """Some scorings."""
        return tuple(Round(item.choice("A", "B", "C")) for item in self.list(3))

    def round(self) -> Round:
        """A scoring."""
        return Round(self.choice("A", "B", "C"))

    def ints(self) -> tuple[Any, ...]:
        """Some whole numbers."""
        return tuple(item.int() for item in self.list())


# The agenda


def _read_pending(reader: _Reader) -> tuple[Pending, ...]:
    found = []
    for item in reader.list():
        parts = item.object(("tile", "bought", "flipped"))
        tile = parts["tile"].notation(Tile.parse, None)
        if tile is not None:
            found.append(Pending(tile, parts["bought"].bool(), parts["flipped"].bool()))
    return tuple(sorted(found, key=lambda pending: str(pending.tile)))


def _write_pending(tiles: tuple[Pending, ...]) -> list[dict[str, Any]]:
    return [{"tile": str(p.tile), "bought": p.bought, "flipped": p.flipped} for p in tiles]


def _texts(values: tuple[Any, ...]) -> list[str]:
    return [str(value) for value in values]


_Codec = tuple["Callable[[Any], Any]", "Callable[[_Reader], Any]"]
_FIELDS: dict[str, _Codec] = {
    "seat": (int, lambda reader: reader.int(0, 5)),
    "seats": (list, _Reader.ints),
    "bought": (_texts, _Reader.tiles),
    "tiles": (_write_pending, _read_pending),
    "moves_marker": (bool, _Reader.bool),
    "first": (bool, _Reader.bool),
    "rounds": (_texts, _Reader.rounds),
    "round": (str, _Reader.round),
    "row": (int, lambda reader: reader.int(0, 30)),
    "asked": (bool, _Reader.bool),
    "left": (list, _Reader.ints),
    "face": (lambda face: face, lambda reader: reader.choice(None, EVEN, ODD)),
    "slot": (int, lambda reader: reader.int(0, 7)),
    "building": (str, lambda reader: reader.choice(*(b.value for b in Building))),
}
"""How the fields of steps are written and read."""


def _step_types(setup: Setup) -> dict[str, type[Step]]:
    core = (
        *(states.Act, states.PlaceTiles, states.RefillMoney, states.RefillTiles, states.ScoreDue, states.ScoreRow),
        *(states.DirkDraws, states.DirkShare, states.EndTest, states.NextTurn, states.Award),
        *(states.DealHand, states.Begin),
    )
    own = (kind for module in setup.modules for kind in module.step_types)
    kinds: tuple[type[Step], ...] = (*core, *own)
    return {kind.name: kind for kind in kinds}


def step_data(step: Step) -> dict[str, Any]:
    """A step of the agenda as JSON."""
    parts = {each.name: _FIELDS[each.name][0](getattr(step, each.name)) for each in fields(type(step))}
    return {"step": step.name, **parts}


def _read_step(reader: _Reader, setup: Setup) -> Step | None:
    kinds = _step_types(setup)
    name = reader.value.get("step") if isinstance(reader.value, dict) else None
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        reader.flaws.append(f"{reader.path}: expected an object whose step is one of {', '.join(kinds)}")
        return None
    names = tuple(each.name for each in fields(kind))
    parts = reader.object(("step", *names))
    return kind(**{each: _FIELDS[each][1](parts[each]) for each in names})


# Set-up


def setup_data(setup: Setup) -> dict[str, Any]:
    """What a table agreed on, as JSON."""
    tiles: Any = "shown"
    if setup.tiles is not None:
        own = {each.family.value: _texts(each.tiles) for each in setup.tiles if not each.is_default}
        tiles = own or "default"
    return {
        "format": FORMAT,
        "game": setup.game.name,
        "players": setup.players,
        "modules": [module.name for module in setup.modules],
        "scoring": setup.scoring,
        "rulings": setup.rulings.chosen,
        "tiles": tiles,
        **({"ages": list(setup.ages)} if setup.ages is not None else {}),
    }


_SETUP = ("format", "game", "players", "modules", "scoring", "rulings", "tiles")


def _read_setup(parts: dict[str, _Reader], flaws: list[str]) -> Setup | None:
    parts["format"].int(FORMAT, FORMAT)
    game = parts["game"].choice(*GAMES)
    players = parts["players"].int(2, 6)
    names = [item.choice(*MODULES) for item in parts["modules"].list(10)]
    scoring = parts["scoring"].choice("normal", "simplified")
    rulings = _read_rulings(parts["rulings"])
    ages = parts["ages"]
    years = None if ages.value is None else tuple(item.int(-MOST_YEARS, MOST_YEARS) for item in ages.list(6))
    shown = parts["tiles"].value == "shown"
    sets = () if shown else _read_sets(parts["tiles"])
    if flaws:
        return None
    try:
        setup = agreed(players, str(game), [str(name) for name in names], str(scoring), rulings, sets, years)
    except InvalidState as flaw:
        flaws.extend(flaw.reasons)
        return None
    if shown:
        return Setup(setup.game, players, setup.modules, setup.scoring, setup.rulings, None, years)
    return setup


def _read_rulings(reader: _Reader) -> Rulings:
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
    except ValueError as flaw:
        reader.flaws.append(f"{reader.path}: {flaw}")
        return Rulings()


def _read_sets(reader: _Reader) -> tuple[TileSet, ...]:
    if reader.value == "default":
        return ()
    sets = []
    for name, part in reader.object((), ("granada", "alhambra")).items():
        if part.value is not None:
            tiles = part.tiles()
            try:
                sets.append(TileSet(Family(name), tiles))
            except InvalidState as flaw:
                reader.flaws.extend(f"{part.path}: {reason}" for reason in flaw.reasons)
    return tuple(sets)


# States


def state_data(state: State) -> dict[str, Any]:
    """A state as JSON."""
    lanes = state.setup.game.lanes
    return {
        "kind": "state",
        **setup_data(state.setup),
        "seats": [
            {"hand": str(p.hand), "city": p.city.cells, "reserve": _texts(p.reserve), "points": p.points}
            for p in state.players
        ],
        "yard": [None if tile is None else str(tile) for tile in state.yard],
        "bags": {lane.value: _texts(bag) for lane, bag in zip(lanes, state.bags, strict=True)},
        "display": str(state.display),
        "deck": {
            "pools": _texts(state.deck.pools),
            "layers": [{"slots": list(each.slots), "cards": _texts(each.cards)} for each in state.deck.layers],
            "later": [[str(card), pile] for card, pile in state.deck.later],
        },
        "discard": str(state.discard),
        "dirk": None if state.dirk is None else {"faces": _texts(state.dirk.faces), "points": state.dirk.points},
        "marker": state.marker,
        "mover": state.mover,
        "todo": [step_data(step) for step in state.todo],
        "extras": {
            module.name: module.writes(extra) for module, extra in zip(state.setup.modules, state.extras, strict=True)
        },
    }


_STATE = (*("seats", "yard", "bags", "display", "deck", "discard", "dirk", "marker", "mover", "todo", "extras"),)


def read_state(data: Any, *, partial: bool = False) -> State:
    """A state from JSON; an InvalidState gives every reason why it is none.

    A partial one, as in a view, need not account for every card.
    """
    flaws: list[str] = []
    parts = _Reader(data, "state", flaws).object((*_SETUP, *_STATE), ("kind", "ages"))
    setup = _read_setup(parts, flaws)
    if setup is None:
        raise InvalidState(flaws)
    state = _read_parts(parts, setup, flaws)
    if state is None or flaws:
        raise InvalidState(flaws)
    if found := list(flaws_of(state, partial=partial)):
        raise InvalidState(found)
    return state


def _read_parts(parts: dict[str, _Reader], setup: Setup, flaws: list[str]) -> State | None:
    players = tuple(_read_player(item, setup) for item in parts["seats"].list(6))
    yard = tuple(None if item.value is None else item.notation(Tile.parse, None) for item in parts["yard"].list(8))
    lanes = [lane.value for lane in setup.game.lanes]
    bags = parts["bags"].object(tuple(lanes))
    steps = [_read_step(item, setup) for item in parts["todo"].list(100)]
    extras = parts["extras"].object(tuple(module.name for module in setup.modules))
    kept = []
    for module in setup.modules:
        try:
            kept.append(module.reads(extras[module.name].value))
        except (ValueError, TypeError, KeyError, AttributeError, IndexError) as flaw:
            flaws.append(f"extras.{module.name}: {flaw}")
    state = State(
        setup=setup,
        players=tuple(player for player in players if player is not None),
        yard=yard,
        bags=tuple(bags[lane].tiles() for lane in lanes),
        display=parts["display"].purse(),
        deck=_read_deck(parts["deck"]),
        discard=parts["discard"].purse(),
        dirk=_read_dirk(parts["dirk"]),
        marker=parts["marker"].choice(None, EVEN, ODD),
        mover=None if parts["mover"].value is None else parts["mover"].int(0, setup.players - 1),
        todo=tuple(step for step in steps if step is not None),
        extras=tuple(kept),
    )
    return None if flaws else state


def _read_player(reader: _Reader, setup: Setup) -> Player | None:
    parts = reader.object(("hand", "city", "reserve", "points"))
    city = read_city(parts["city"], setup)
    hand, reserve, points = parts["hand"].purse(), parts["reserve"].faces(), parts["points"].int()
    return None if city is None else Player(hand, city, reserve, points)


def read_city(reader: _Reader, setup: Setup) -> City | None:
    """A city from JSON: cells to tiles."""
    if not isinstance(reader.value, dict):
        reader.bad("an object of cells and tiles")
        return None
    try:
        return City.of(Layout.from_cells(reader.value, setup.game.start))
    except TypeError:
        reader.bad("tiles in notation")
    except InvalidState as flaw:
        reader.flaws.extend(f"{reader.path}: {reason}" for reason in flaw.reasons)
    except BadNotation as flaw:
        reader.flaws.append(f"{reader.path}: {flaw}")
    return None


def _read_deck(reader: _Reader) -> Deck:
    parts = reader.object(("pools", "layers", "later"))
    layers = []
    for item in parts["layers"].list(10):
        layer = item.object(("slots", "cards"))
        layers.append(Layer(layer["slots"].ints(), tuple(sorted(layer["cards"].rounds(), key=str))))
    later = []
    for item in parts["later"].list(2):
        pair = item.list(2)
        if len(pair) == 2:
            later.append((pair[0].round(), pair[1].int(1, 5)))
    return Deck(tuple(item.purse() for item in parts["pools"].list(2)), tuple(layers), tuple(later))


def _read_dirk(reader: _Reader) -> Dirk | None:
    if reader.value is None:
        return None
    parts = reader.object(("faces", "points"))
    return Dirk(parts["faces"].faces(), parts["points"].int())


# Other values


def _layout_data(layout: Layout | City) -> dict[str, Any]:
    kind = "city" if isinstance(layout, City) else "layout"
    return {"kind": kind, "format": FORMAT, "start": layout.start.value, "tiles": layout.cells}


def _scoring_data(scoring: Scoring) -> dict[str, Any]:
    rows = []
    for row in scoring.rows:
        standings = [
            {
                "seat": s.seat,
                "count": s.count,
                "points": s.points,
                "place": s.place,
                "price": s.price,
                "edges": [f"{cell} {'nesw'[side]}" for cell, side in s.edges],
            }
            for s in row.standings
        ]
        rows.append({"name": row.name, "value": row.value, "standings": standings})
    return {
        "kind": "scoring",
        "format": FORMAT,
        "round": str(scoring.round),
        "points": list(scoring.points),
        "dirk": scoring.dirk,
        "rows": rows,
    }


def _view_data(view: View) -> dict[str, Any]:
    return {
        "kind": "view",
        "format": FORMAT,
        "seat": view.seat,
        "hand_sizes": list(view.hand_sizes),
        "unseen": str(view.unseen),
        "table": state_data(view.table),
    }


def _read_view(data: Any) -> View:
    flaws: list[str] = []
    parts = _Reader(data, "view", flaws).object(("kind", "format", "seat", "hand_sizes", "unseen", "table"))
    parts["format"].int(FORMAT, FORMAT)
    sizes, unseen = parts["hand_sizes"].ints(), parts["unseen"].purse()
    if flaws:
        raise InvalidState(flaws)
    table = read_state(parts["table"].value, partial=True)
    seat = parts["seat"].int(0, len(table.players) - 1)
    if not flaws:
        view = View(seat, sizes, unseen, table)
        flaws += _view_flaws(view)
    if flaws:
        raise InvalidState(flaws)
    return view


def _view_flaws(view: View) -> Iterator[str]:
    """A view must be what its seat sees of some state."""
    players = view.table.players
    if len(view.hand_sizes) != len(players):
        yield "view.hand_sizes: one for each seat"
    elif view.hand_sizes[view.seat] != len(view.hand):
        yield "view.hand_sizes: not the size of the seat's own hand"
    else:
        hidden = sum(view.hand_sizes) - sum(len(player.hand) for player in players)
        slots = sum(size for layer in view.table.deck.layers for size in layer.slots)
        if hidden + slots != len(view.unseen):
            yield "view.unseen: not as many cards as are hidden"
    dealing = any(isinstance(step, states.DealHand) for step in view.table.todo)
    if not dealing and any(player.hand.code for seat, player in enumerate(players) if seat != view.seat):
        yield "view.table: the hands of the others are hidden"
    if any(pool.code for pool in view.table.deck.pools):
        yield "view.table: the cards of the deck are hidden"
    everything = Counter([*view.unseen, *view.table.display, *view.table.discard])
    everything.update(card for player in players for card in player.hand)
    if view.table.setup.tiles is not None and everything != all_cards(view.table):
        yield "view.unseen: not the cards that are hidden"


_WRITERS: dict[type, Callable[[Any], dict[str, Any]]] = {
    State: state_data,
    View: _view_data,
    Scoring: _scoring_data,
    Layout: _layout_data,
    City: _layout_data,
}


def canonical_json(data: Any) -> str:
    """JSON in one canonical line."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def to_json(value: Any) -> str:
    """A state, view, scoring, layout, city or record as JSON; a record takes a line for each event."""
    if isinstance(value, Record):
        return "\n".join(canonical_json(line) for line in record_lines(value)) + "\n"
    writer = _WRITERS.get(type(value))
    if writer is None:
        message = f"there is no JSON for {type(value).__name__}"
        raise TypeError(message)
    return canonical_json(writer(value))


def from_json(text: str) -> Any:
    """The state, view, layout, city or record that a JSON text holds."""
    try:
        data = read_json(text)
    except BadNotation:
        if "\n" not in text.strip():
            raise
        return read_record(text)
    kind = data.get("kind") if isinstance(data, dict) else None
    if kind == "state":
        return read_state(data)
    if kind == "view":
        return _read_view(data)
    if kind in ("layout", "city"):
        flaws: list[str] = []
        parts = _Reader(data, kind, flaws).object(("kind", "format", "start", "tiles"))
        parts["format"].int(FORMAT, FORMAT)
        start = parts["start"].choice("granada", "alhambra")
        if not isinstance(parts["tiles"].value, dict) or not all(
            isinstance(tile, str) for tile in parts["tiles"].value.values()
        ):
            parts["tiles"].bad("an object of cells and tiles")
        if flaws:
            raise InvalidState(flaws)
        layout = Layout.from_cells(parts["tiles"].value, Family(start))
        return layout if kind == "layout" else City.of(layout)
    if kind == "record" or (isinstance(data, dict) and "game" in data):
        return read_record(text)
    raise InvalidState(["expected an object whose kind is state, view, layout or city, or a record"])


def digest(state: State) -> str:
    """SHA-256 of the canonical JSON."""
    return hashlib.sha256(to_json(state).encode()).hexdigest()


# Records


def record_lines(record: Record) -> Iterator[dict[str, Any]]:
    """The lines of a recorded game."""
    yield setup_data(record.setup)
    for seat, action in record.events:
        if seat is None:
            yield {"draw": str(action).removeprefix("draw ")}
        else:
            yield {"seat": seat, "do": str(action)}
    if record.points is not None:
        yield {"points": list(record.points), "winners": list(record.winners or ())}


def read_record(text: str) -> Record:
    """A recorded game from JSON lines; it is not replayed, so it may still break rules."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        expected = "a line that says which game was played"
        raise BadNotation(expected)
    flaws: list[str] = []
    first = _Reader(_line(*lines[0]), "line 1", flaws)
    setup = _read_setup(first.object(_SETUP, ("ages",)), flaws)
    if setup is None or setup.tiles is None:
        raise InvalidState(flaws or ["line 1: a record starts from a whole set of tiles"])
    events: list[tuple[int | None, Action]] = []
    ended: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    for number, line in lines[1:]:
        reader = _Reader(_line(number, line), f"line {number}", flaws)
        keys = set(reader.value) if isinstance(reader.value, dict) else set()
        if ended is not None:
            flaws.append(f"line {number}: nothing follows the result")
        elif keys == {"draw"}:
            drawn = reader.object(("draw",))["draw"].notation(lambda each: Action.parse(f"draw {each}"), None)
            events.append((None, drawn))
        elif keys == {"seat", "do"}:
            parts = reader.object(("seat", "do"))
            action = parts["do"].notation(Action.parse, None)
            if isinstance(action, Draw):
                flaws.append(f"line {number}: no seat draws")
            events.append((parts["seat"].int(0, setup.players - 1), action))
        elif keys == {"points", "winners"}:
            parts = reader.object(("points", "winners"))
            ended = parts["points"].ints(), parts["winners"].ints()
        else:
            flaws.append(f"line {number}: expected a draw, a seat and what it does, or the result")
    if flaws:
        raise InvalidState(flaws)
    if ended is not None and (len(ended[0]) != setup.players or not set(ended[1]) <= set(range(setup.players))):
        raise InvalidState(
            [f"line {lines[-1][0]}: expected the points of {setup.players} seats, and winners among them"]
        )
    return Record(setup, tuple(events), *(ended or (None, None)))


def _line(number: int, line: str) -> Any:
    try:
        return read_json(line)
    except BadNotation as flaw:
        raise BadNotation(flaw.expected, flaw.found, number, flaw.column) from None
