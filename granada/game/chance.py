"""The possible draws with their probabilities, and the effects of draws."""

from collections import Counter
from fractions import Fraction

from attrs import evolve

from granada.board import Bureau, Card, Marker, Round, Tile
from granada.errors import InvalidState
from granada.game import agenda
from granada.game.actions import Draw
from granada.game.state import Deck, State, a_whole_state, less, replaced
from granada.generators import Generator, HasRandrange, a_generator
from granada.steps import DealHand, Decision, DirkDraws, RefillMoney, RefillTiles


def supply(state: State) -> Deck | tuple[Tile, ...] | None:
    """The source of the next draw: the deck, or equally likely tiles; None if no draw is due."""
    match state.todo[0] if state.todo else None:
        case None | Decision():
            return None
        case RefillMoney() | DealHand():
            return state.deck
        case RefillTiles() as step:
            return agenda.tiles_for_the_yard(state, step)
        case DirkDraws() as step:
            return agenda.tiles_for_dirk(state, step)
        case step:
            bags = (module.bag(state, step) for module in state.setup.modules)
            return next(filter(None, bags), None)


def waits_for_draw(state: State) -> bool:
    """Whether a draw is due."""
    return bool(supply(state))


def weights(state: State) -> list[tuple[Draw, int]]:
    """Every possible draw with its weight, in canonical order; empty if no draw is due."""
    source = supply(a_whole_state(state))
    if not source:
        return []
    found: Counter[Draw] = Counter()
    for what, weight in agenda.card_weights(source) if isinstance(source, Deck) else [(tile, 1) for tile in source]:
        found[Draw(what)] += weight
    return sorted(found.items(), key=lambda pair: str(pair[0]))


def outcomes(state: State) -> tuple[tuple[Draw, Fraction], ...]:
    """Every possible draw with its exact probability; empty if no draw is due."""
    found = weights(state)
    whole = sum(weight for _, weight in found)
    return tuple((draw, Fraction(weight, whole)) for draw, weight in found)


def choose_draw(state: State, rng: HasRandrange) -> Draw:
    """Choose the next draw with a random generator, as ``deal`` does."""
    source = supply(a_whole_state(state))
    if not source:
        raise InvalidState("no draw is due now")
    return _drawn_from(source, rng)


def _drawn_from(source: Deck | tuple[Tile, ...], rng: HasRandrange) -> Draw:
    return Draw(agenda.pick_card(source, rng) if isinstance(source, Deck) else source[rng.randrange(len(source))])


def deal(state: State, rng: Generator) -> State:
    """Use a random generator to make draws until a player must decide or the game is over.

    Each draw calls only ``rng.randrange``, or ``rng.integers`` if there is no such method. For a card, one number
    selects from all the money that is left. If bureaus are left in the deck, or scoring cards in the top pile, a
    preceding number below the size of the top pile selects the kind of card: money, then bureaus, then scoring cards. A
    tile, a hut or a bonus card is chosen by a number below the count of candidates, which are sorted by notation; for
    the first yard of the combined game, the candidates are the tiles with a moat.
    """
    numbers = a_generator(rng)
    a_whole_state(state)
    while source := supply(state):
        state = agenda.settle(drawn(state, _drawn_from(source, numbers)))
    return state


def drawn(state: State, draw: Draw) -> State:
    """The state after a draw, which must be possible."""
    match state.todo[0], draw.what:
        case RefillMoney(), Round() as card:
            return evolve(state, deck=agenda.without(state.deck, card), todo=agenda.with_scoring_due(state.todo, card))
        case RefillMoney(), (Card() | Bureau()) as card:
            return evolve(state, deck=agenda.without(state.deck, card), display=state.display.plus(card))
        case DealHand(seat), (Card() | Bureau()) as card:
            player = state.players[seat]
            dealt = state.with_player(seat, evolve(player, hand=player.hand.plus(card)))
            return evolve(dealt, deck=agenda.without(state.deck, card))
        case RefillTiles() as step, Tile() as tile:
            slot = agenda.empty_slots(state)[0]
            two_faced = state.setup.game.lanes[slot.lane] is state.setup.game.two_faced
            filled = evolve(state.with_tile(slot, tile), bags=_bags_without(state, slot.lane, tile))
            return filled.then(RefillTiles(step.moves_marker or two_faced, step.first))
        case DirkDraws(left, face) as step, Tile() as tile:
            lane = agenda.dirks_lanes(state, step)[0]
            given = evolve(state, dirk=agenda.dirk_with(state.dirk, tile), bags=_bags_without(state, lane, tile))
            return given.then(DirkDraws(replaced(left, lane, left[lane] - 1), face))
        case step, _:
            for module in state.setup.modules:
                state = module.performs(state, step, draw)
            return state


def _bags_without(state: State, lane: int, tile: Tile) -> tuple[tuple[Tile, ...], ...]:
    """The bags after a tile has been drawn; in a bag, tiles with two faces lie with the even face up."""
    return replaced(state.bags, lane, less(state.bags[lane], tile.showing(Marker.EVEN)))
