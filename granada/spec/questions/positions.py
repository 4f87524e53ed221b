"""Positions in the words of a chapter: only what matters is told, and what is not told is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from granada.board import Bureau, InvalidState, Purse, Round, Tile, empty_city
from granada.game import (
    GRANADA,
    NORMAL,
    Act,
    Begin,
    DealHand,
    Deck,
    Dirk,
    Favour,
    Layer,
    NextTurn,
    Pending,
    PlaceTiles,
    Player,
    RefillMoney,
    RefillTiles,
    ScoreDue,
    Setup,
    State,
    game_named,
    preparation,
    settle,
    turn_end,
)
from granada.notation import words
from granada.spec.complaints import complaining, meant, short
from granada.spec.questions.parts import SEATS, in_order, read_parts, texts
from granada.table import PLAYERS
from granada.wire import flaws_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from granada.game import Game, Module, Step

    Shown = dict[str, Any]
    """A position as it stands in TOML."""

STATE_KEYS = {
    *("players", "game", "modules", "scoring", "rulings", "seats", "yard", "marker", "display", "deck", "discard"),
    *("bag", "bags", "dirk", "dirk_points", "ages", "turn", "phase", "bought", "place", "due", "asked"),
    *("vizier", "huts", "bonus"),
}
"""What can be told of a position."""
USUAL = {"players": SEATS, "game": GRANADA.name, "scoring": NORMAL, "marker": "odd", "phase": "act", "turn": 0}
"""What holds where nothing is told; everything else is empty."""
SEAT_KEYS = {"hand", "city", "reserve", "points"}
"""What can be told of a seat."""


# Reading


def read_position(shown: Any, game: Game = GRANADA, rulings: Mapping[str, Any] | None = None) -> State:  # noqa: ANN401  whatever was written
    """The state that is told; an InvalidState says what is wrong with it.

    Game and rulings hold unless the position tells others. Steps that run by themselves have run.
    """
    seats = shown.get("seats", []) if isinstance(shown, dict) else []
    if not isinstance(shown, dict) or not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        raise InvalidState(["state: expected a table, and in it a table for each of the seats"])
    _inspect(shown, STATE_KEYS, "a state")
    for seat in seats:
        _inspect(seat, SEAT_KEYS, "a seat")
    with complaining("state: "):
        state = settle(_built(shown, game_named(shown.get("game", game.name)), seats, dict(rulings or {})))
        if flaws := list(flaws_of(state)):
            raise InvalidState(flaws)
    return state


def _inspect(told: Shown, known: set[str], what: str) -> None:
    if unknown := [key for key in told if key not in known]:
        raise InvalidState([f"{what} has no {', '.join(unknown)}{meant(unknown[0], known)}"])


def _built(shown: Shown, game: Game, seats: list[Shown], rulings: Shown) -> State:
    """The state before steps that run by themselves."""
    names = ("modules", "scoring", "rulings", "display", "discard", "yard", "dirk")
    own, players = shown.get("rulings", {}), shown.get("players", SEATS)
    told = read_parts({**shown, "rulings": {**rulings, **own} if isinstance(own, dict) else own}, names, game, "state.")
    if players not in PLAYERS:
        raise InvalidState([f"state.players: expected 2 to 6, not {short(players)}"])
    ages = tuple(shown["ages"]) if "ages" in shown else None
    modules = in_order(told.get("modules", ()))
    setup = Setup(game, players, modules, told.get("scoring", NORMAL), told["rulings"], None, ages)
    seats = [*seats, *({} for _ in range(players - len(seats)))]
    bags = shown.get("bags", {game.lanes[0].value: shown.get("bag", [])})
    phase, turn = shown.get("phase", "act"), shown.get("turn", 0)
    dirk = Dirk(tuple(sorted(told.get("dirk", ()))), shown.get("dirk_points", 0))
    return State(
        setup=setup,
        players=tuple(_player(seat, game, number) for number, seat in enumerate(seats, start=1)),
        yard=told.get("yard", (None,) * (4 * len(game.lanes))),
        bags=tuple(_tiles(bags.get(lane.value, ())) for lane in game.lanes),
        display=Purse.of(told.get("display", ())),
        deck=_deck(shown.get("deck", "")),
        discard=Purse.of(told.get("discard", ())),
        dirk=dirk if players == 2 else None,
        marker=shown.get("marker", "odd") if game.two_faced else None,
        mover=None if phase in {"deal-hands", "first-yard"} else turn,
        todo=_agenda(shown, setup, phase, turn),
        extras=tuple(_extra(module, shown, setup) for module in modules),
    )


def _player(seat: Shown, game: Game, number: int) -> Player:
    told = read_parts(seat, ("hand", "city", "reserve"), game, f"state, seat {number}, ")
    hand, reserve = Purse.of(told.get("hand", ())), tuple(sorted(told.get("reserve", ())))
    return Player(hand, told.get("city", empty_city(game.start)), reserve, seat.get("points", 0))


def _tiles(told: Sequence[str]) -> tuple[Tile, ...]:
    return tuple(sorted(map(Tile.parse, told)))


def _deck(shown: str | list[str]) -> Deck:
    """Piles from the top; all money is one pool, and where there are several piles all bureaus are another."""
    piles = [[word.text for word in words(pile)] for pile in ([shown] if isinstance(shown, str) else shown)]
    piles = [pile for pile in piles if pile]
    if not piles:
        return Deck()
    cards = [Purse.parse(" ".join(text for text in pile if text not in {"A", "B"})) for pile in piles]
    mixed = [tuple(Round(text) for text in pile if text in {"A", "B"}) for pile in piles]
    together = Purse.of(card for purse in cards for card in purse)
    if len(piles) == 1 or not len(together.bureaus):
        layers = (Layer((len(purse),), rounds) for purse, rounds in zip(cards, mixed, strict=True))
        return Deck((together,), tuple(layers))
    money = Purse.of(card for card in together if not isinstance(card, Bureau))
    layers = (
        Layer((len(purse) - len(purse.bureaus), len(purse.bureaus)), rounds)
        for purse, rounds in zip(cards, mixed, strict=True)
    )
    return Deck((money, together.bureaus), tuple(layers))


def _agenda(shown: Shown, setup: Setup, phase: str, turn: int) -> tuple[Step, ...]:
    end = end_of_turn(setup, tuple(Round(text) for text in shown.get("due", ())))
    match phase:
        case "act":
            return (Act(turn, _tiles(shown.get("bought", ()))), *end)
        case "place":
            tiles = tuple(Pending(tile, bought=not tile.up.is_hut) for tile in _tiles(shown["place"]))
            return (PlaceTiles(turn, tiles), *end)
        case "refill-money":
            return end
        case "refill-tiles":
            rest = end[next(n for n, step in enumerate(end) if isinstance(step, RefillTiles)) :]
            if shown.get("due") and not any(isinstance(step, ScoreDue) for step in rest):
                raise InvalidState(["state: by this reading what is due is scored before the tiles are refilled"])
            return rest
        case "favour":
            return (Favour(shown["asked"][0], tuple(shown["asked"][1:])), NextTurn())
        case "deal-hands":
            return (DealHand(0), RefillMoney(), Begin())
        case "first-yard":
            return preparation(setup)
    raise InvalidState([f"state: there is no phase {phase!r}"])


def end_of_turn(setup: Setup, due: tuple[Round, ...] = ()) -> tuple[Step, ...]:
    """What follows when a player has acted, with the scorings that are due."""
    return tuple(ScoreDue(due) if isinstance(step, ScoreDue) else step for step in turn_end(setup))


def _extra(module: Module, shown: Shown, setup: Setup) -> Any:  # noqa: ANN401  each module keeps its own type
    if module.name == "huts":
        huts = {"tops": [""] * 6, "piles": [[]] * 6, **shown.get("huts", {})}
        return module.reads({"tops": [top or None for top in huts["tops"]], "piles": huts["piles"]})
    if module.name == "bonus":
        empty: list[list[str]] = [[] for _ in range(setup.players)]
        return module.reads({"left": [], "hidden": empty, "shown": empty, **shown.get("bonus", {})})
    return module.reads(shown[module.name]) if module.name in shown else module.begins(setup)


def idle(module: Module, setup: Setup) -> Any:  # noqa: ANN401  each module keeps its own type
    """A module's part of a position of which nothing is told."""
    return _extra(module, {}, setup)


# Writing


def as_told(state: State) -> State | None:
    """The same position with just the tiles and cards that it shows; None where the words of a chapter do not reach."""
    shown = written_position(state)
    if shown is None:
        return None
    try:
        again = read_position(shown)
    except ValueError:
        return None
    return again if again.todo == state.todo and again.mover == state.mover else None


def written_position(state: State) -> Shown | None:
    """A state in the words of a chapter; None at a moment for which there is none."""
    moment = _moment(state)
    if moment is None:
        return None
    setup = state.setup
    lanes = [lane.value for lane in setup.game.lanes]
    bags = {lane: texts(bag) for lane, bag in zip(lanes, state.bags, strict=True) if bag}
    shown: Shown = {
        "players": setup.players,
        "game": setup.game.name,
        "modules": texts(setup.modules),
        "scoring": setup.scoring,
        "rulings": setup.rulings.chosen,
        **moment,
        "display": str(state.display),
        "yard": [str(tile or "") for tile in state.yard] if any(state.yard) else [],
        "marker": state.marker,
        "seats": _seats(state),
        "deck": _piles(state.deck),
        "discard": str(state.discard),
        **({"bag": bags.get(lanes[0])} if len(lanes) == 1 else {"bags": bags}),
        **_extras(state),
    }
    if state.dirk is not None:
        shown |= {"dirk": texts(state.dirk.faces), "dirk_points": state.dirk.points}
    return {key: value for key, value in shown.items() if value and value != USUAL.get(key)}


def _moment(state: State) -> Shown | None:
    """At what moment of the game a state is."""
    step: Any = state.todo[0] if state.todo else None
    due = [str(each) for later in state.todo if isinstance(later, ScoreDue) for each in later.rounds]
    common = {"turn": state.mover or 0, **({"due": due} if due else {})}
    match step:
        case Act():
            return {**common, "phase": "act", "bought": texts(step.bought)}
        case PlaceTiles():
            return {**common, "phase": "place", "place": [str(pending.tile) for pending in step.tiles]}
        case Favour():
            return {**common, "phase": "favour", "asked": [step.seat, *step.seats]}
        case RefillMoney():
            return {**common, "phase": "refill-money"}
        case RefillTiles():
            return {**common, "phase": "first-yard" if step.first else "refill-tiles"}
        case DealHand():
            return {**common, "phase": "deal-hands"}
    return None


def _seats(state: State) -> list[Shown]:
    """What each seat has, up to the last that has anything."""
    seats = [_seat(player) for player in state.players]
    while seats and not seats[-1]:
        seats.pop()
    return seats


def _seat(player: Player) -> Shown:
    told = {
        "hand": str(player.hand),
        "city": str(player.city) if len(player.city) else "",
        "reserve": texts(player.reserve),
        "points": player.points,
    }
    return {key: value for key, value in told.items() if value}


def _piles(deck: Deck) -> list[str]:
    """The piles of a deck; any of its cards can be in any of them."""
    pools = [texts(pool) for pool in deck.pools]
    piles = []
    for layer in deck.layers:
        cards = [pool.pop() for pool, size in zip(pools, layer.slots, strict=True) for _ in range(size)]
        piles.append(" ".join([*cards, *map(str, layer.cards)]))
    return piles


def _extras(state: State) -> Shown:
    found: Shown = {}
    for module, extra in zip(state.setup.modules, state.extras, strict=True):
        told = module.writes(extra)
        if module.name == "huts":
            told = {**told, "tops": [top or "" for top in told["tops"]]}
        if extra != idle(module, state.setup):
            found[module.name] = told
    return found
