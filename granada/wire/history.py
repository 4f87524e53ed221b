"""Whether a position can have come about: the piles, the scorings, the yard, the display, and the set-up.

What is asked of a whole game, of which every tile and card is known, is more than of a position that holds just what
it shows. Where a view hides something, it is not asked.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from granada.board import COPIES, NO_CARDS, Family, Purse, Round, TileSet, all_money
from granada.game import (
    CAPITAL,
    CARDS_IN_DISPLAY,
    DIRKS_TILES,
    EVEN,
    ODD,
    Act,
    Award,
    DealHand,
    Deck,
    DirkDraws,
    Longest,
    Majority,
    PlaceTiles,
    RefillMoney,
    RefillTiles,
    ScoreDue,
    cut,
    plans,
    reshuffled,
    yard_has_ended,
)
from granada.wire.agendas import is_ending, is_set_up, rounds_to_come

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.board import Bureau, Card, Tile
    from granada.game import Layer, Setup, State


def history_flaws(state: State) -> Iterator[str]:
    """Why no game can have come to a position whose parts are all in order."""
    yield from _point_flaws(state)
    yield from _bought_flaws(state)
    if state.setup.tiles is None:
        return
    if is_set_up(state):
        yield from _set_up_flaws(state)
        return
    yield from _deck_flaws(state)
    yield from _display_flaws(state)
    yield from _yard_flaws(state)
    yield from _dirk_flaws(state)


# Points


@lru_cache(maxsize=64)
def _most_points(setup: Setup, which: Round) -> int:
    """More points than a scoring gives anybody."""
    sets = setup.tiles or tuple(map(TileSet.default, setup.game.lanes))
    faces = [face for each in sets for tile in each.tiles for face in tile.faces]
    most = 0
    for plan in plans(setup):
        if isinstance(plan, Majority):
            value = sum(face.building is plan.building for face in faces) if plan.by_value else 1
            most += plan.places[which][0] * value
        elif isinstance(plan, Longest):
            most += 2 * sum(len(each.tiles) for each in sets) + 2
        else:
            most += plan.points * 4 * sum(len(each.tiles) for each in sets)
    return most


def _point_flaws(state: State) -> Iterator[str]:
    """Nobody has points before a scoring, or more than the scorings give."""
    coming = () if state.setup.tiles is None else rounds_to_come(state)
    scored = [] if is_set_up(state) else [which for which in (Round.A, Round.B) if which not in coming]
    scored += [Round.C] if is_ending(state) else []
    most = sum(_most_points(state.setup, which) for which in scored)
    for number, player in enumerate(state.players):
        if player.points > most:
            yield f"seats[{number}]: {player.points} points are more than the scorings so far can give, {most}"
    if state.dirk is not None and state.dirk.points > most:
        yield f"dirk: {state.dirk.points} points are more than the scorings so far can give, {most}"


# The deck


def _money(setup: Setup) -> list[Card | Bureau]:
    """All money cards that take part."""
    return list(all_money(COPIES if setup.players > 2 else COPIES - 1))


def _cards_dealt(setup: Setup) -> tuple[int, int]:
    """How many cards are dealt to all players together, at the least and at the most."""
    worth = sorted(getattr(card, "value", 0) for card in _money(setup))
    fewest = sum(total < CAPITAL for total in accumulate([0, *worth[::-1]]))
    return fewest * setup.players, setup.players + sum(total < CAPITAL * setup.players for total in accumulate(worth))


@lru_cache(maxsize=64)
def _decks(setup: Setup) -> tuple[tuple[tuple[Layer, ...], ...], tuple[tuple[Layer, ...], ...]]:
    """The piles that the first deck can have, and those after the reshuffle that brings further scoring cards."""
    money, (fewest, dealt) = _money(setup), _cards_dealt(setup)
    others = [card for module in setup.modules if module.cards for card in module.cards[0]]
    whole = [*money, *others]
    most, least = len(money) - CARDS_IN_DISPLAY - fewest, max(0, len(money) - CARDS_IN_DISPLAY - dealt)
    first = tuple(cut(Deck((Purse.of(money[:size]),)), setup).layers for size in range(least, most + 1))
    if not setup.game.later:
        return first, ()
    later = (reshuffled(Purse.of(whole[:size]), setup.game.later).layers for size in range(len(whole) + 1))
    return first, tuple(later)


def _is_rest(layers: tuple[Layer, ...], piles: tuple[Layer, ...]) -> bool:
    """Whether some piles are what is left of others: all but the topmost are as they were."""
    if not layers or len(layers) > len(piles):
        return not layers
    top, *below = piles[len(piles) - len(layers) :]
    kept = len(layers[0].slots)
    if any(
        any(pile.slots[kept:]) or pile.slots[:kept] != each.slots for pile, each in zip(below, layers[1:], strict=True)
    ):
        return False
    if any(pile.cards != each.cards for pile, each in zip(below, layers[1:], strict=True)):
        return False
    fits = all(size <= most for size, most in zip(layers[0].slots, top.slots, strict=False))
    return fits and set(layers[0].cards) <= set(top.cards)


def _deck_flaws(state: State) -> Iterator[str]:
    """The piles are what is left of a deck that was cut, or reshuffled."""
    deck, game = state.deck, state.setup.game
    first, later = _decks(state.setup)
    coming = rounds_to_come(state)
    cut_anew = len(deck.layers) <= 1 and not any(layer.cards for layer in deck.layers) and len(deck.pools) <= 1
    fresh = deck.later == game.later and any(_is_rest(deck.layers, piles) for piles in first)
    mixed = not deck.later and len(deck.pools) <= 1 and any(_is_rest(deck.layers, piles) for piles in later)
    if not (fresh or mixed or (cut_anew and not deck.later)):
        yield "deck: no game has such piles"
    if Round.A in coming and Round.B not in coming:
        yield "deck: B comes after A"


def _display_flaws(state: State) -> Iterator[str]:
    """The display has been refilled before anybody acts, as long as there was money."""
    refilling = any(isinstance(step, RefillMoney) for step in state.todo)
    if refilling and not (state.todo and isinstance(state.todo[0], Act)):
        return
    if len(state.display) < CARDS_IN_DISPLAY and (state.deck.layers or state.deck.later):
        yield f"display: there is money for {CARDS_IN_DISPLAY} cards"


# The yard


def _by_lane(state: State, tiles: list[Tile]) -> list[int]:
    """How many of some tiles belong to each lane; huts belong to none."""
    return [sum(tile.up.family is lane and not tile.up.is_hut for tile in tiles) for lane in state.setup.game.lanes]


def _gaps(state: State) -> list[int]:
    """How many slots of each lane are empty."""
    lanes = len(state.setup.game.lanes)
    return [sum(tile is None for tile in state.yard[lane::lanes]) for lane in range(lanes)]


def _waiting(state: State) -> list[Tile]:
    """The tiles that were bought and have found no place yet."""
    found: list[Tile] = []
    for step in state.todo:
        if isinstance(step, Act):
            found += step.bought
        elif isinstance(step, PlaceTiles) and state.setup.tiles is not None:  # a chapter may show a yard all the same
            found += [pending.tile for pending in step.tiles]
    return found


def _bought_flaws(state: State) -> Iterator[str]:
    """What waits to be placed was in the yard, and its slot is empty."""
    for lane, waiting, gaps in zip(state.setup.game.lanes, _by_lane(state, _waiting(state)), _gaps(state), strict=True):
        if waiting > gaps:
            yield f"yard: {waiting} tiles of {lane.value} wait to be placed, but {gaps} are missing"


def _spaces_emptied(setup: Setup, yard: tuple[Tile | None, ...]) -> int:
    """How many spaces are so empty that the game would end."""
    lanes = 1 if setup.rulings.half_empty_ends else len(setup.game.lanes)
    return sum(not any(yard[place : place + lanes]) for place in range(0, len(yard), lanes))


def _yard_flaws(state: State) -> Iterator[str]:
    """A slot is empty because its tile was bought since the last refill, or because the bag is empty."""
    if is_ending(state):
        yield from _ended_flaws(state)
        return
    waiting, gaps, first = _waiting(state), _gaps(state), state.todo[0]
    acting = isinstance(first, Act)
    refilling = any(isinstance(step, RefillTiles) for step in state.todo)
    scoring = any(isinstance(step, ScoreDue) for step in state.todo)
    favour = refilling and not scoring and not (state.rulings.score_before_tiles and isinstance(first, RefillTiles))
    for lane, (gap, bought, bag) in enumerate(zip(gaps, _by_lane(state, waiting), state.bags, strict=True)):
        name = state.setup.game.lanes[lane].value
        if bag and not refilling and gap:
            yield f"yard: the tiles of {name} have been refilled"
        if bag and acting and gap != bought:
            yield f"yard: {gap} tiles of {name} are missing, but {bought} were bought"
        if favour and bag and gap > max(bought, isinstance(first, RefillTiles)):
            yield f"yard: the vizier gave one tile, but of {name} {gap} are missing"
    sold = len(waiting) if acting else 1 if favour else len(state.yard) if refilling or scoring else 0
    if _spaces_emptied(state.setup, state.yard) > sold:
        yield "yard: the game would be over"
    if refilling and scoring and not acting:
        placed = _owned(state) + sum(not tile.up.is_hut for tile in waiting)
        missing = sum(gap for gap, bag in zip(gaps, state.bags, strict=True) if bag)
        if missing > placed:
            yield f"yard: {missing} tiles are missing, but whose turn it is has {placed}"
    if isinstance(first, RefillTiles) and first.moves_marker and not _has_come(state):
        yield "yard: no tile has come that moves the marker"


def _owned(state: State) -> int:
    """How many tiles the seat whose turn it is, and Dirk, have got."""
    player = state.players[state.mover or 0]
    own = sum(not face.is_hut for face in (*player.city.faces, *player.reserve))
    return own + (0 if state.dirk is None else len(state.dirk.faces))


def _has_come(state: State) -> bool:
    """Whether a tile with two faces, as the marker shows them, lies before the first slot that is still refilled."""
    lanes = len(state.bags)
    for slot, tile in enumerate(state.yard):
        if tile is None and state.bags[slot % lanes]:
            return False
        if tile is not None and tile.down is not None and tile.up.price % 2 == (state.marker == ODD):
            return True
    return False


def _ended_flaws(state: State) -> Iterator[str]:
    """The game ends when a space stays empty because its bags are; then tiles are awarded slot by slot."""
    yard, lanes = list(state.yard), len(state.bags)
    awards = [step.slot for step in state.todo if isinstance(step, Award)]
    after = awards[0] if awards else len(yard)
    first = state.todo[0] if state.todo else None
    if isinstance(first, PlaceTiles):
        tile = first.tiles[0].tile
        if yard[after - 1] is not None or tile.up.family is not state.setup.game.lanes[(after - 1) % lanes]:
            yield f"todo: the tile of slot {after - 1} was awarded"
        yard[after - 1] = tile
    for slot, tile_there in enumerate(state.yard):
        if tile_there is None and state.bags[slot % lanes]:
            if slot >= after:
                yield f"yard: slot {slot} would have been refilled"
            elif yard[slot] is None:
                yard[slot] = _anything(state, slot)
    if not yard_has_ended(state.setup, tuple(yard), state.bags):
        yield "todo: the game is not over while the yard can be filled"


def _anything(state: State, slot: int) -> Tile:
    """Some tile that may have lain in a slot and was awarded."""
    return state.bags[slot % len(state.bags)][0]


# Dirk


def _dirk_flaws(state: State) -> Iterator[str]:
    """Dirk keeps what he has got: six tiles of each supply at the start, even faces up."""
    if state.dirk is None:
        return
    for lane in state.setup.game.lanes:
        own = [face for face in state.dirk.faces if face.family is lane]
        if sum(lane is not Family.GRANADA or face.price % 2 == 0 for face in own) < DIRKS_TILES:
            yield f"dirk: he got {DIRKS_TILES} tiles of {lane.value} at the start"


# The set-up


def _set_up_flaws(state: State) -> Iterator[str]:
    """During the set-up nothing is on the table but what has been dealt so far."""
    first = state.todo[0]
    for number, player in enumerate(state.players):
        if len(player.city) or player.reserve:
            yield f"seats[{number}]: nobody has tiles before the game begins"
    if len(state.discard) or (len(state.display) and not isinstance(first, RefillMoney)):
        yield "display: no cards are on the table yet"
    if len(state.deck.layers) != 1 or len(state.deck.pools) != 1 or rounds_to_come(state):
        yield "deck: it has not been cut yet"
    yield from _dealt_flaws(state)
    yield from _first_yard_flaws(state)
    if state.dirk is not None:
        left = next((step.left for step in state.todo if isinstance(step, DirkDraws)), (0,) * len(state.bags))
        for lane, rest in zip(state.setup.game.lanes, left, strict=True):
            faces = [face for face in state.dirk.faces if face.family is lane]
            if len(faces) + rest != DIRKS_TILES or (
                lane is state.setup.game.two_faced and any(f.price % 2 for f in faces)
            ):
                yield f"dirk: he gets {DIRKS_TILES} tiles of {lane.value}, even faces up"


def _dealt_flaws(state: State) -> Iterator[str]:
    """Hands are dealt seat by seat, up to the card with which they are worth 20."""
    dealing = next((step.seat for step in state.todo if isinstance(step, DealHand)), None)
    if dealing is None:  # the hands are hidden by then, and who samples a view deals others
        fewest, most = _cards_dealt(state.setup)
        if not fewest <= len(_money(state.setup)) - len(state.deck) - len(state.display) <= most:
            yield f"seats: everybody is dealt cards until they are worth {CAPITAL}"
        return
    for number, player in enumerate(state.players):
        hand = player.hand
        dearest = max((getattr(card, "value", 0) for card in hand), default=0)
        dealt = hand.total() - dearest < CAPITAL <= hand.total()
        if not (dealt if number < dealing else hand.total() < CAPITAL if number == dealing else hand == NO_CARDS):
            yield f"seats[{number}]: cards are dealt in turn until they are worth {CAPITAL}"
    if not isinstance(state.todo[0], DealHand | RefillMoney) and any(player.hand.code for player in state.players):
        yield "seats: no cards have been dealt yet"


def _first_yard_flaws(state: State) -> Iterator[str]:
    """The first yard is filled slot by slot, even faces up; then the marker moves."""
    first, game = state.todo[0], state.setup.game
    filling = isinstance(first, RefillTiles)
    full = next((slot for slot, tile in enumerate(state.yard) if tile is None), len(state.yard))
    if any(state.yard[full:]) or (full < len(state.yard)) != filling:
        yield "yard: it is filled slot by slot before anything else"
    two_faced = [tile for tile in state.yard if tile is not None and tile.down is not None]
    if any(tile.up.price % 2 for tile in two_faced):
        yield "yard: the first tiles show their even faces"
    if isinstance(first, RefillTiles) and first.moves_marker != bool(two_faced):
        yield "todo: the marker moves when a tile with two faces has come"
    if game.two_faced and state.marker != (EVEN if filling else ODD):
        yield "marker: it lies on the even field for the first yard, and on the odd one after it"
