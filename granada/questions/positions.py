"""Read and write positions in the short form of chapters, which gives only the parts that matter."""

from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve

from granada import steps
from granada.board import Bureau, Card, Family, Purse, Round, Tile, empty_city
from granada.errors import Flaws, InvalidState, Reason, at, meant, refuse
from granada.game import (
    GRANADA,
    HUTS,
    NORMAL,
    VIZIER,
    Deck,
    Dirk,
    Game,
    Module,
    Pile,
    Player,
    Setup,
    State,
    game_named,
    in_spaces,
    preparation,
    seats_to_ask,
    settle,
    turn_end,
)
from granada.notation import words
from granada.questions.parts import FEW, SEATS, complaining, in_order, read_parts, short
from granada.table import MOST_YEARS
from granada.text import visible
from granada.wire import Reader, extra_data, flaws_of, read_extra, texts

Table = dict[str, Any]
"""A position, or a part of it, as a TOML table."""

DEFAULTS = {"players": SEATS, "game": GRANADA.name, "scoring": NORMAL, "marker": steps.ODD, "phase": "act", "turn": 0}
"""The default values of keys; all other keys are empty by default."""
PHASES = ("act", "place", "refill-money", "refill-tiles", "favour", "deal-hands", "first-yard")
"""The phases that the short form can express."""
NEEDED = {"place": "place", "favour": "asked"}
"""A mapping from phases to the key that each needs."""
SEAT_KEYS = {"hand", "city", "reserve", "points"}
"""The keys of a seat."""
_PARTS = ("modules", "scoring", "rulings", "display", "discard", "yard", "dirk")
"""The keys that are read in the same way as in a question."""
_WORDS: dict[str, Callable[[Reader, int, Game], Any]] = {
    "turn": lambda part, players, _: part.number(0, players - 1),
    "phase": lambda part, *_: part.choice(*PHASES),
    "marker": lambda part, *_: part.choice(steps.EVEN, steps.ODD),
    "dirk_points": lambda part, *_: part.number(),
    "ages": lambda part, *_: tuple(item.number(-MOST_YEARS, MOST_YEARS) for item in part.items(6)),
    "due": lambda part, *_: part.rounds(),
    "asked": lambda part, players, _: tuple(item.number(0, players - 1) for item in part.items(6)),
    "bought": lambda part, *_: part.tiles(),
    "place": lambda part, *_: part.tiles(),
    "bag": lambda part, *_: part.tiles(),
    "bags": lambda part, _, game: _bags(part, game),
    "deck": lambda part, *_: [part.text()] if isinstance(part.value, str) else [each.text() for each in part.items(10)],
}
"""Functions that read the other keys, given the number of players and the game."""
_EMPTY: dict[str, Callable[[Setup], Table]] = {
    "huts": lambda _: {"tops": [""] * 6, "piles": [[]] * 6},
    "bonus": lambda setup: {"left": [], **dict.fromkeys(("hidden", "shown"), [[]] * setup.players)},
}
"""The default values of the keys for modules."""
STATE_KEYS = {"players", "game", "seats", *_PARTS, *_WORDS, "vizier", *_EMPTY}
"""The keys of a position."""


# Reading


def read_position(written: object, game: Game = GRANADA, rulings: Mapping[str, object] | None = None) -> State:
    """Read a written position into a state; raise InvalidState if it is invalid.

    ``game`` and ``rulings`` are defaults for the position. In the resulting state, the automatic steps have been run.
    """
    seats = written.get("seats", []) if isinstance(written, dict) else []
    if (
        not isinstance(written, dict)
        or not isinstance(seats, list)
        or not all(isinstance(seat, dict) for seat in seats)
    ):
        raise InvalidState("state: expected a table, and in it a table for each of the seats")
    _inspect(written, STATE_KEYS, Reason("a state"))
    for seat in seats:
        _inspect(seat, SEAT_KEYS, Reason("a seat"))
    with complaining("state: "):
        state = settle(_built(written, game_named(written.get("game", game.name)), seats, dict(rulings or {})))
    refuse(flaws_of(state))
    return state


def _inspect(table: Table, known: set[str], what: str) -> None:
    if unknown := [visible(key) for key in table if key not in known]:
        hint = meant(unknown[0], known)
        raise InvalidState(Reason("{what} has no {parts}{hint}", what=what, parts=", ".join(unknown[:FEW]), hint=hint))


def _built(written: Table, game: Game, seats: list[Table], rulings: Table) -> State:
    """The state before the automatic steps are run."""
    flaws = Flaws()
    plain = _plain({key: Reader(value, f"state.{key}", flaws) for key, value in written.items()}, game)
    if len(seats) > plain["players"]:
        flaws.append(f"state.seats: there must be {plain['players']} players, not {len(seats)}")
    refuse(flaws)
    own = written.get("rulings", {})
    rulings = {**rulings, **own} if isinstance(own, dict) else own
    parts = read_parts({**written, "rulings": rulings}, _PARTS, game, "state.")
    modules = in_order(parts.get("modules", ()))
    setup = Setup(
        game, plain["players"], modules, parts.get("scoring", NORMAL), parts["rulings"], None, plain.get("ages")
    )
    seats = [*seats, *({} for _ in range(setup.players - len(seats)))]
    bags = plain.get("bags", {game.lanes[0]: plain.get("bag", ())})
    dirk = Dirk(tuple(sorted(parts.get("dirk", ()))), plain.get("dirk_points", 0))
    state = State(
        setup=setup,
        players=tuple(_player(seat, game, number) for number, seat in enumerate(seats, start=1)),
        yard=in_spaces(game, parts.get("yard", (None,) * len(game.slots))),
        bags=tuple(bags.get(lane, ()) for lane in game.lanes),
        display=Purse(parts.get("display", ())),
        deck=_deck(plain.get("deck", [])),
        discard=Purse(parts.get("discard", ())),
        dirk=dirk if setup.players == 2 else None,
        marker=plain["marker"] if game.two_faced else None,
        mover=None if plain["phase"] in {"deal-hands", "first-yard"} else plain["turn"],
        todo=_agenda(plain, setup),
        extras=tuple(_extra(module, written, setup) for module in modules),
    )
    return _with_all_asked(state) if VIZIER in modules else state


def _with_all_asked(state: State) -> State:
    """If a position names only the seat that decides about the vizier, add the seats that decide after it."""
    step, order = state.todo[0], seats_to_ask(state)
    if not isinstance(step, steps.Favour) or step.seats or step.seat not in order:
        return state
    return evolve(state, todo=(steps.Favour(step.seat, order[order.index(step.seat) + 1 :]), *state.todo[1:]))


def _plain(parts: dict[str, Reader], game: Game) -> Table:
    """Read the numbers, words, tiles and scorings of a position; the readers collect the errors."""
    players = parts["players"].number(2, 6) if "players" in parts else SEATS
    found = {name: read(parts[name], players, game) for name, read in _WORDS.items() if name in parts}
    found = {**DEFAULTS, **found, "players": players}
    if "ages" in parts and len(found["ages"]) != players:
        parts["ages"].bad(Reason("the ages of {players} players", players=players))
    if found["phase"] in NEEDED and not found.get(needed := NEEDED[found["phase"]]):
        reason = {"place": Reason("there is no tile to place"), "asked": Reason("nobody is asked")}[needed]
        missing = Reason("expected {part} beside the phase {phase}", part=needed, phase=found["phase"])
        parts["phase"].flaws.append(at("state.phase: ", Reason("{told}: {reason}", told=missing, reason=reason)))
    return found


def _bags(part: Reader, game: Game) -> dict[Family, tuple[Tile, ...]]:
    """A mapping from families to the tiles in their bags."""
    bags = part.members((), tuple(each.value for each in game.lanes))
    return {Family(lane): bag.tiles() for lane, bag in bags.items() if bag.value is not None}


def _player(seat: Table, game: Game, number: int) -> Player:
    where, flaws = f"state, seat {number}, ", Flaws()
    parts = read_parts(seat, ("hand", "city", "reserve"), game, where)
    points = Reader(seat.get("points", 0), f"{where}points", flaws).number()
    refuse(flaws)
    hand, reserve = Purse(parts.get("hand", ())), tuple(sorted(parts.get("reserve", ())))
    return Player(hand, parts.get("city", empty_city(game.start)), reserve, points)


def _deck(texts: list[str]) -> Deck:
    """The deck, given its piles from the top; if there are several piles, the bureaus form a separate pool."""
    piles = [[word.text for word in words(pile)] for pile in texts]
    piles = [pile for pile in piles if pile]
    if not piles:
        return Deck()
    cards = [Purse.parse(" ".join(text for text in pile if text not in {"A", "B"})) for pile in piles]
    together = Purse(card for purse in cards for card in purse)
    sorts: tuple[tuple[type, ...], ...] = ((Card, Bureau),)
    if len(piles) > 1 and len(together.bureaus):
        sorts = ((Card,), (Bureau,))
    slots = [tuple(sum(isinstance(card, sort) for card in purse) for sort in sorts) for purse in cards]
    rounds = [tuple(Round(text) for text in pile if text in {"A", "B"}) for pile in piles]
    pools = tuple(Purse(card for card in together if isinstance(card, sort)) for sort in sorts)
    return Deck(pools, tuple(map(Pile, slots, rounds)))


def _agenda(plain: Table, setup: Setup) -> tuple[steps.Step, ...]:
    """The agenda of a position; the steps that end its turn include the scorings that are due."""
    due = steps.ScoreDue(plain.get("due", ()))
    end = tuple(due if isinstance(step, steps.ScoreDue) else step for step in turn_end(setup))
    match plain["phase"]:
        case "act":
            return (steps.Act(plain["turn"], plain.get("bought", ())), *end)
        case "place":
            tiles = tuple(steps.Pending(tile, bought=not tile.up.is_hut) for tile in plain["place"])
            turned = HUTS in setup.modules and any(tile.up.is_hut for tile in plain["place"])
            return (*((steps.TurnUpHuts(),) if turned else ()), steps.PlaceTiles(plain["turn"], tiles), *end)
        case "refill-money":
            return end
        case "refill-tiles":
            rest = end[next(n for n, step in enumerate(end) if isinstance(step, steps.RefillTiles)) :]
            if plain.get("due") and not any(isinstance(step, steps.ScoreDue) for step in rest):
                raise InvalidState("state: under this reading, the scorings take place before the tiles are refilled")
            return rest
        case "favour":
            end = turn_end(setup)
            rest = end[end.index(steps.OpenFavour()) + 1 :] if steps.OpenFavour() in end else (steps.NextTurn(),)
            return (steps.Favour(plain["asked"][0], plain["asked"][1:]), *rest)
        case "deal-hands":
            return (steps.DealHand(0), steps.RefillMoney(), steps.Begin())
    return preparation(setup)


def _extra(module: Module[object], written: Table, setup: Setup) -> object:
    """A module's data in a position."""
    own = written.get(module.name, {})
    if module.name not in _EMPTY:
        return read_extra(module, own) if module.name in written else module.begins(setup)
    if not isinstance(own, dict):
        raise InvalidState(f"state.{module.name}: expected a table, not {short(own)}")
    data = {**_EMPTY[module.name](setup), **own}
    if isinstance(data.get("tops"), list):
        data["tops"] = [top or None for top in data["tops"]]
    return read_extra(module, data)


def idle(module: Module[object], setup: Setup) -> object:
    """A module's default data in a position."""
    return _extra(module, {}, setup)


# Writing


def as_told(state: State) -> State | None:
    """The position as read back from its short form; None if the short form cannot express it."""
    written = written_position(state)
    if written is None:
        return None
    try:
        again = read_position(written)
    except ValueError:
        return None
    return again if again.todo == state.todo and again.mover == state.mover else None


def written_position(state: State) -> Table | None:
    """A state in the short form of chapters; None if its phase cannot be expressed in it."""
    moment = _moment(state)
    if moment is None:
        return None
    setup = state.setup
    lanes = [lane.value for lane in setup.game.lanes]
    bags = {lane: texts(bag) for lane, bag in zip(lanes, state.bags, strict=True) if bag}
    written: Table = {
        "players": setup.players,
        "game": setup.game.name,
        "modules": texts(setup.modules),
        "scoring": str(setup.scoring),
        "rulings": setup.rulings.chosen,
        **moment,
        "display": str(state.display),
        "yard": [str(tile or "") for tile in state.slots.values()] if any(state.slots.values()) else [],
        "marker": state.marker and str(state.marker),
        "seats": _seats(state),
        "deck": _piles(state.deck),
        "discard": str(state.discard),
        **({"bag": bags.get(lanes[0])} if len(lanes) == 1 else {"bags": bags}),
        **_extras(state),
    }
    if state.dirk is not None:
        written |= {"dirk": texts(state.dirk.faces), "dirk_points": state.dirk.points}
    return {key: value for key, value in written.items() if value and value != DEFAULTS.get(key)}


def _moment(state: State) -> Table | None:
    """The keys for the phase of a state; None if the short form has no such phase."""
    step = state.todo[0] if state.todo else None
    if isinstance(step, steps.TurnUpHuts) and isinstance(state.todo[1], steps.PlaceTiles):
        step = state.todo[1]
    due = [str(each) for later in state.todo if isinstance(later, steps.ScoreDue) for each in later.rounds]
    common = {"turn": state.mover or 0, **({"due": due} if due else {})}
    match step:
        case steps.Act():
            return {**common, "phase": "act", "bought": texts(step.bought)}
        case steps.PlaceTiles():
            return {**common, "phase": "place", "place": [str(pending.tile) for pending in step.tiles]}
        case steps.Favour():
            return {**common, "phase": "favour", "asked": [step.seat, *step.seats]}
        case steps.RefillMoney():
            return {**common, "phase": "refill-money"}
        case steps.RefillTiles():
            return {**common, "phase": "first-yard" if step.first else "refill-tiles"}
        case steps.DealHand():
            return {**common, "phase": "deal-hands"}
    return None


def _seats(state: State) -> list[Table]:
    """Each seat's possessions, up to the last seat that has any."""
    seats = [_seat(player) for player in state.players]
    while seats and not seats[-1]:
        seats.pop()
    return seats


def _seat(player: Player) -> Table:
    seat = {
        "hand": str(player.hand),
        "city": str(player.city) if len(player.city) else "",
        "reserve": texts(player.reserve),
        "points": player.points,
    }
    return {key: value for key, value in seat.items() if value}


def _piles(deck: Deck) -> list[str]:
    """The piles of a deck as texts; cards are assigned to piles arbitrarily, because their piles are unknown."""
    pools = [texts(pool) for pool in deck.pools]
    piles = []
    for layer in deck.piles:
        cards = [pool.pop() for pool, size in zip(pools, layer.slots, strict=True) for _ in range(size)]
        piles.append(" ".join([*cards, *map(str, layer.cards)]))
    return piles


def _extras(state: State) -> Table:
    found: Table = {}
    for module, extra in zip(state.setup.modules, state.extras, strict=True):
        written = extra_data(module, extra)
        if module.name == "huts":
            written = {**written, "tops": [top or "" for top in written["tops"]]}
        if extra != idle(module, state.setup):
            found[module.name] = written
    return found
