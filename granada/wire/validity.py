"""What makes a state a position of its game."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeVar

from granada.board import COPIES, Bureau, Card, Face, Tile, TileSet, all_money, face_flaws, tile_flaws
from granada.errors import Reason, at
from granada.game import PILES, State
from granada.numbering import lying
from granada.wire.agendas import agenda_flaws, is_set_up, rounds_to_come, waiting_flaws
from granada.wire.modules import all_huts, huts_kept, module_flaws
from granada.wire.reader import MOST_POINTS

T = TypeVar("T")
MOST_IN_A_SCORING = 3_000
"""More points than a scoring gives anybody."""


def flaws_of(state: State, *, partial: bool = False) -> Iterator[str]:
    """Everything that keeps a state from being a position of its game.

    A partial state, as in a view, need not account for every card.
    """
    if flaws := list(_table_flaws(state)):  # what follows counts seats and slots
        yield from flaws
        return
    found = list(module_flaws(state, partial=partial))
    if not found:  # who is asked depends on what modules keep
        found += agenda_flaws(state)
    found += [*_point_flaws(state), *_tile_flaws(state), *_pile_flaws(state)]
    found += () if partial else _card_flaws(state)
    yield from found
    if not found and not partial:  # what a view waits for may be hidden
        yield from waiting_flaws(state)


def _table_flaws(state: State) -> Iterator[str]:
    setup = state.setup
    if len(state.players) != setup.players:
        yield f"seats: there are {setup.players} players, not {len(state.players)}"
    slots, tiles, lanes = setup.game.slots, state.slots, setup.game.lanes
    if len(tiles) != len(slots):
        yield f"yard: there are {len(slots)} slots, not {len(tiles)}"
    elif tuple(tiles) != slots:
        yield f"yard: there are {len(lanes)} slots in each space"
    for number, tile in enumerate(tiles.values()):
        if tile is not None and (tile.up.is_hut or tile.up.family is not lanes[number % len(lanes)]):
            yield at(f"yard[{number}]: ", Reason("{tile} does not belong there", tile=tile))
    if (state.dirk is not None) != (setup.players == 2):
        yield "dirk: Dirk takes part exactly when two play"
    if state.dirk is not None and any(face.is_hut for face in state.dirk.faces):
        yield at("dirk: ", Reason("Dirk has no huts"))
    if (state.marker is not None) != (setup.game.two_faced is not None):
        yield "marker: there is one exactly when tiles have two faces"
    if len(state.display) > 4:
        yield at("display: ", Reason("at most four cards, not {number}", number=len(state.display)))


def _point_flaws(state: State) -> Iterator[str]:
    """The scorings to come must not lead to more points than can be written down."""
    most = MOST_POINTS - MOST_IN_A_SCORING * len(set(rounds_to_come(state)))
    for seat, points in enumerate(state.points):
        if points > most:
            yield f"seats[{seat}]: {points} points are more than the scorings so far can give"
    if state.dirk is not None and state.dirk.points > most:
        yield f"dirk: {state.dirk.points} points are more than the scorings so far can give"


def _tile_flaws(state: State) -> Iterator[str]:
    """Every tile exists as often as the sets have it, or once where a position holds what it shows."""
    whole = [tile for tile in state.slots.values() if tile is not None]
    whole += [pending.tile for pending in lying(state.todo)]
    single = [face for player in state.players for face in (*player.city.faces, *player.reserve)]
    single += state.dirk.faces if state.dirk else ()
    for face in (*single, *(face for tile in whole for face in tile.faces)):
        if face.family not in state.setup.game.lanes:
            yield Reason("{face} does not belong to {game}", face=face, game=state.setup.game)
    for lane, bag in zip(state.setup.game.lanes, state.bags, strict=True):
        for tile in bag:
            two_faced = lane is state.setup.game.two_faced
            if tile.up.family is not lane or (tile.down is not None) != two_faced or (two_faced and tile.up.price % 2):
                yield at(f"bags.{lane.value}: ", Reason("{tile} does not lie in it like that", tile=tile))
    yield from _module_tile_flaws(state, [*single, *(tile.up for tile in whole)])
    if state.setup.tiles is not None:
        yield from _set_flaws(state, whole, single)
        return
    for tile in whole:
        yield from tile_flaws(tile if tile.down is None or tile.up.price % 2 == 0 else tile.turned, tile.up.family)
    for bag in state.bags:
        for tile in bag:
            yield from tile_flaws(tile, tile.up.family)
    for face in single:
        yield from face_flaws(face)
    seen = Counter(face for face in single if not face.is_hut)
    seen.update(face for tile in whole for face in tile.faces if not face.is_hut)
    seen.update(face for bag in state.bags for tile in bag for face in tile.faces)
    for face, times in seen.items():
        if times > 1:
            yield Reason("{piece} is there {times} times; there is one", piece=face, times=times)


def _module_tile_flaws(state: State, faces: list[Face]) -> Iterator[str]:
    """The tiles that modules add are all there; where a position holds just what it shows, any of them may be."""
    expected = Counter(all_huts(state))
    found = Counter([*(face for face in faces if face.is_hut), *huts_kept(state)])
    for face in sorted(set(found) | set(expected)):
        if state.setup.tiles is not None and found[face] != expected[face]:
            yield f"{face} is there {found[face]} times, not {expected[face]}"
        elif not expected:
            game = state.setup.game
            yield Reason("{face} does not belong to {game} without builders' huts", face=face, game=game)
        elif found[face] > expected[face]:
            yield _more(face, found[face], expected[face])


def _more(piece: Face | Card | Bureau, times: int, most: int) -> Reason:
    """That something is there more often than it exists."""
    return Reason("{piece} is there {times} times; there are {most}", piece=piece, times=times, most=most)


def _miscounted(found: Counter[T], expected: Counter[T]) -> Iterator[str]:
    """What is there more often, or less often, than it should be."""
    for each in sorted(set(found) | set(expected), key=str):
        if found[each] != expected[each]:
            yield f"{each} is there {found[each]} times, not {expected[each]}"


@lru_cache(maxsize=16)
def _boxes(sets: tuple[TileSet, ...]) -> tuple[dict[str, Tile], Counter[str]]:
    """The tile of every face in some sets, and how often each tile is there, by their notation."""
    tiles = [tile for each in sets for tile in each.tiles]
    return {face.text: tile for tile in tiles for face in tile.faces}, Counter(tile.text for tile in tiles)


def _set_flaws(state: State, whole: list[Tile], single: list[Face]) -> Iterator[str]:
    """The tiles of the sets that are missing or too many; a face stands for the tile it is on."""
    by_face, expected = _boxes(state.setup.tiles or ())
    found = [tile.text for bag in state.bags for tile in bag]
    for face in [*single, *(tile.up for tile in whole)]:
        if face.text in by_face:
            found.append(by_face[face.text].text)
        elif not face.is_hut:
            yield f"{face} is in no set of this game"
    for tile in whole:
        if not tile.up.is_hut and by_face.get(tile.up.text) not in {tile, tile.turned}:
            yield f"{tile} is no tile of this game"
    yield from _miscounted(Counter(found), expected)


def _pile_flaws(state: State) -> Iterator[str]:
    """The piles of the deck: each counts the cards of every pool, and none is empty."""
    deck = state.deck
    most = 1 + sum(module.cards is not None for module in state.setup.modules)
    if len(deck.piles) > PILES:
        yield f"deck: there are {PILES} piles at the most"
    mixed = len(deck.pools) > 1 and (deck.pools[0].bureaus or deck.pools[1].currencies)
    if len(deck.pools) > most or bool(deck.pools) != bool(deck.piles) or mixed:
        yield "deck: there is one pool of money, and one for the cards of each module"
    for layer in deck.piles:
        if len(layer.slots) != len(deck.pools):
            yield "deck: every pile counts its cards of each pool"
        if not len(layer):
            yield "deck: a pile is empty"
    for number in range(len(deck.pools)):
        if len(deck.pools) > 1 and not sum(layer.slots[number] for layer in deck.piles if number < len(layer.slots)):
            yield "deck: a pool has no place in the piles"
    if is_set_up(state) and (len(deck.piles) > 1 or any(layer.cards for layer in deck.piles)):
        yield at("deck: ", Reason("it has not been cut yet"))
    if set(deck.later) - set(state.setup.game.later):
        yield f"deck: no such card waits for a reshuffle in {state.setup.game}"


def all_cards(state: State) -> Counter[Card | Bureau]:
    """Every card that takes part, as often as it does; those of modules join when the deck is cut."""
    money = all_money(COPIES if state.setup.players > 2 else COPIES - 1)
    others = [module.cards[0] for module in state.setup.modules if module.cards and not is_set_up(state)]
    return Counter(card for purse in (money, *others) for card in purse)


def _card_flaws(state: State) -> Iterator[str]:
    deck = state.deck
    for number, pool in enumerate(deck.pools):
        slots = sum(layer.slots[number] for layer in deck.piles if number < len(layer.slots))
        if slots != len(pool):
            yield f"deck: pool {number} has {len(pool)} cards for {slots} places in the piles"
    purses = [player.hand for player in state.players] + [state.display, state.discard, *deck.pools]
    cards = Counter(card for purse in purses for card in purse)
    if state.setup.tiles is None:
        extra = [card for module in state.setup.modules if module.cards for card in module.cards[0]]
        for card, times in cards.items():
            most = COPIES if isinstance(card, Card) else int(card in extra)
            if times > most:
                yield _more(card, times, most)
        return
    yield from _miscounted(cards, all_cards(state))
