"""Shrinking positions: one thing less on the table, the boldest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from granada.board.city import empty_city
from granada.board.money import NO_CARDS, Purse
from granada.checking.smaller import blanked, cities, fewer, one_simpler, purses
from granada.game.games import GRANADA, NORMAL
from granada.game.modules.vizier import Favour
from granada.game.state import Act, Deck, Layer, PlaceTiles, Player, ScoreDue
from granada.spec.questions.parts import SEATS
from granada.spec.questions.positions import idle, read_position, written_position
from granada.spec.questions.question import USUAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.game.state import State, Step


def simpler_positions(state: State) -> Iterator[State]:
    """Positions with one thing less, each as a chapter tells it."""
    for candidate in _candidates(state):
        try:
            shown = written_position(candidate)
            told = None if shown is None else read_position(shown)
        except (ValueError, LookupError, TypeError):
            continue
        if told is not None and told != state:
            yield told


def _candidates(state: State) -> Iterator[State]:
    """Positions with one thing less; not all of them can be."""
    yield from _tables(state)
    nobody = Player(NO_CARDS, empty_city(state.setup.game.start))
    yield state.but(deck=Deck())
    yield state.but(discard=NO_CARDS)
    yield state.but(bags=((),) * len(state.bags))
    yield state.but(players=(nobody,) * len(state.players))
    yield state.but(display=NO_CARDS)
    yield state.but(yard=(None,) * len(state.yard))
    yield from _seatings(state, nobody)
    yield state.but(todo=(Act(state.mover or 0),))
    for todo in _agendas(state.todo):
        yield state.but(todo=todo)
    for display in purses(state.display):
        yield state.but(display=display)
    for discard in purses(state.discard):
        yield state.but(discard=discard)
    for deck in _decks(state.deck):
        yield state.but(deck=deck)
    for bags in one_simpler(state.bags, fewer):
        yield state.but(bags=bags)
    for yard in blanked(state.yard):
        yield state.but(yard=yard)
    for players in one_simpler(state.players, _players):
        yield state.but(players=players)
    if state.dirk is not None:
        for faces in fewer(state.dirk.faces):
            yield state.but(dirk=evolve(state.dirk, faces=faces))


def _tables(state: State) -> Iterator[State]:
    """The same at a plainer table."""
    setup = state.setup
    for at, module in enumerate(setup.modules):
        yield state.but(extras=(*state.extras[:at], idle(module, setup), *state.extras[at + 1 :]))
    yield state.but(setup=evolve(setup, rulings=USUAL))
    yield state.but(setup=evolve(setup, scoring=NORMAL))
    for some in fewer(tuple(zip(setup.modules, state.extras, strict=True))):
        modules, extras = tuple(module for module, _ in some), tuple(extra for _, extra in some)
        yield state.but(setup=evolve(setup, modules=modules), extras=extras)
    if state.marker is not None:
        yield state.but(marker="odd")
    if state.dirk is not None:
        yield state.but(dirk=evolve(state.dirk, points=0))
    if state.mover:
        yield state.but(mover=0)
    plain = state.yard if len(state.yard) == 4 else (None,) * 4
    yield state.but(setup=evolve(setup, game=GRANADA), yard=plain, bags=state.bags[:1])


def _seatings(state: State, nobody: Player) -> Iterator[State]:
    """The same with the usual number of players, or with one less unless Dirk would come."""
    setup, players = state.setup, state.players
    if len(players) != SEATS:
        yield state.but(setup=evolve(setup, players=SEATS), players=(*players, nobody)[:SEATS], dirk=None)
    if len(players) > SEATS:
        left = len(players) - 1
        pairs = zip(setup.modules, state.extras, strict=True)
        extras = tuple(extra[:left] if module.name == "vizier" else extra for module, extra in pairs)
        yield state.but(setup=evolve(setup, players=left), players=players[:left], extras=extras)


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
    yield evolve(player, city=empty_city(player.city.start))
    yield evolve(player, hand=NO_CARDS)
    yield evolve(player, points=0)
    yield from (evolve(player, hand=hand) for hand in purses(player.hand))
    yield from (evolve(player, reserve=faces) for faces in fewer(player.reserve))
    yield from (evolve(player, city=city) for city in cities(player.city))
