"""Shrinking positions: one thing less on the table, the boldest first."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from attrs import evolve

from granada.board import NO_CARDS, Purse, empty_city
from granada.checking.smaller import blanked, cities, fewer, one_simpler, purses
from granada.game import GRANADA, NORMAL, Deck, Layer, Player
from granada.steps import Act, Favour, PlaceTiles, ScoreDue
from granada.suite import SEATS, USUAL, idle, read_position, written_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada.game import Dirk, State
    from granada.steps import Step

    Changes = dict[str, Any]
    """The fields of a state that are others."""


def simpler_positions(state: State) -> Iterator[State]:
    """Positions with one thing less, each as a chapter tells it."""
    for changes in chain(_tables(state), _seatings(state), _things(state)):
        try:
            shown = written_position(evolve(state, **changes))
            told = None if shown is None else read_position(shown)
        except (ValueError, LookupError, TypeError):
            continue  # there is no such position
        if told is not None and told != state:
            yield told


def _things(state: State) -> Iterator[Changes]:
    """Fewer things on the table."""
    yield {"todo": (Act(state.mover or 0),)}
    for name, simplify in SIMPLER.items():
        if (value := getattr(state, name)) is not None:
            yield from ({name: other} for other in simplify(value))


def _tables(state: State) -> Iterator[Changes]:
    """A plainer table."""
    setup = state.setup
    for at, module in enumerate(setup.modules):
        yield {"extras": (*state.extras[:at], idle(module, setup), *state.extras[at + 1 :])}
    yield {"setup": evolve(setup, rulings=USUAL)}
    yield {"setup": evolve(setup, scoring=NORMAL)}
    for some in fewer(tuple(zip(setup.modules, state.extras, strict=True))):
        modules, extras = tuple(module for module, _ in some), tuple(extra for _, extra in some)
        yield {"setup": evolve(setup, modules=modules), "extras": extras}
    yield {"marker": state.marker and "odd"}
    yield {"mover": state.mover and 0}
    plain = state.yard if len(state.yard) == 4 else (None,) * 4
    yield {"setup": evolve(setup, game=GRANADA), "yard": plain, "bags": state.bags[:1]}


def _seatings(state: State) -> Iterator[Changes]:
    """The usual number of players, or one less unless Dirk would come."""
    setup, players = state.setup, state.players
    nobody = Player(NO_CARDS, empty_city(setup.game.start))
    if len(players) != SEATS:
        yield {"setup": evolve(setup, players=SEATS), "players": (*players, nobody)[:SEATS], "dirk": None}
    if len(players) > SEATS:
        left = len(players) - 1
        pairs = zip(setup.modules, state.extras, strict=True)
        extras = tuple(extra[:left] if module.name == "vizier" else extra for module, extra in pairs)
        yield {"setup": evolve(setup, players=left), "players": players[:left], "extras": extras}


def _agendas(todo: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    """The same moment with fewer tiles, seats or scorings."""
    for at, step in enumerate(todo):
        match step:
            case Act():
                simpler: Iterator[Step] = (evolve(step, bought=some) for some in fewer(step.bought))
            case PlaceTiles():
                simpler = (evolve(step, tiles=some) for some in fewer(step.tiles) if some)
            case Favour():
                simpler = (evolve(step, seats=some) for some in fewer(step.seats))
            case ScoreDue():
                simpler = (evolve(step, rounds=some) for some in fewer(step.rounds))
            case _:
                continue
        yield from ((*todo[:at], other, *todo[at + 1 :]) for other in simpler)


def _decks(deck: Deck) -> Iterator[Deck]:
    """A deck with fewer piles or cards."""
    for layers in fewer(deck.layers):
        yield evolve(deck, layers=layers)
    for layers in one_simpler(deck.layers, lambda layer: (evolve(layer, cards=some) for some in fewer(layer.cards))):
        yield evolve(deck, layers=layers)
    if len(deck.layers) == 1:
        for at, pool in enumerate(deck.pools):
            for cards in fewer(tuple(pool)):
                sizes = tuple(len(cards) if other == at else size for other, size in enumerate(deck.layers[0].slots))
                pools = (*deck.pools[:at], Purse.of(cards), *deck.pools[at + 1 :])
                yield Deck(pools, (Layer(sizes, deck.layers[0].cards),))


def _players(player: Player) -> Iterator[Player]:
    """A player with less."""
    yield Player(NO_CARDS, empty_city(player.city.start))
    yield evolve(player, city=empty_city(player.city.start))
    yield evolve(player, points=0)
    yield from (evolve(player, hand=hand) for hand in purses(player.hand))
    yield from (evolve(player, reserve=faces) for faces in fewer(player.reserve))
    yield from (evolve(player, city=city) for city in cities(player.city))


def _dirks(dirk: Dirk) -> Iterator[Dirk]:
    """Dirk with less."""
    yield evolve(dirk, points=0)
    yield from (evolve(dirk, faces=faces) for faces in fewer(dirk.faces))


SIMPLER: dict[str, Callable[[Any], Iterator[Any]]] = {
    "deck": _decks,
    "discard": purses,
    "bags": lambda bags: one_simpler(bags, fewer),
    "players": lambda players: one_simpler(players, _players),
    "display": purses,
    "yard": blanked,
    "todo": _agendas,
    "dirk": _dirks,
}
"""How each part of a state is made simpler."""
