"""What makes a state a position of its game."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve

from granada.board import COPIES, Bureau, Card, Round, all_money
from granada.game import (
    Act,
    Award,
    Begin,
    DirkDraws,
    DirkShare,
    PlaceTiles,
    RefillTiles,
    ScoreDue,
    ScoreRow,
    plans,
    preparation,
    settle,
    turn_end,
    waits_for_draw,
    yard_has_ended,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.board import Face, Purse, Tile, TileSet
    from granada.game import Setup, State, Step


def flaws_of(state: State, *, partial: bool = False) -> Iterator[str]:
    """Everything that keeps a state from being a position of its game.

    A partial state, as in a view, need not account for every card.
    """
    found = [*_table_flaws(state), *_tile_flaws(state), *_agenda_flaws(state), *_pile_flaws(state)]
    if not partial:
        found += _card_flaws(state)
    if len(state.players) == state.setup.players:
        for module, extra in zip(state.setup.modules, state.extras, strict=True):
            found += module.flaws(state, extra, partial)
    yield from found
    if not found:
        yield from _waiting_flaws(state)


def _waiting_flaws(state: State) -> Iterator[str]:
    """The first step of the agenda waits for somebody or something, and no game is over while its yard is full."""
    if not state.todo and not yard_has_ended(state.setup, state.yard, state.bags):
        yield "todo: the game is not over while the yard is full"
    if settle(state) is not state:
        yield "todo: the first step would run by itself"
    elif state.todo and state.actor is None and not waits_for_draw(state):
        yield "todo: the first step neither waits for a draw nor for a seat"


def _table_flaws(state: State) -> Iterator[str]:
    setup = state.setup
    if len(state.players) != setup.players:
        yield f"seats: there are {setup.players} players, not {len(state.players)}"
    if len(state.yard) != 4 * len(setup.game.lanes):
        yield f"yard: there are {4 * len(setup.game.lanes)} slots, not {len(state.yard)}"
    for slot, tile in enumerate(state.yard):
        if tile is not None and tile.up.family is not setup.game.lanes[slot % len(setup.game.lanes)]:
            yield f"yard[{slot}]: {tile} does not belong there"
    if (state.dirk is not None) != (setup.players == 2):
        yield "dirk: Dirk takes part exactly when two play"
    if (state.marker is not None) != (setup.game.two_faced is not None):
        yield "marker: there is one exactly when tiles have two faces"
    if len(state.display) > 4:
        yield f"display: at most four cards, not {len(state.display)}"


def loose_tiles(state: State) -> tuple[Tile, ...]:
    """The tiles that lie beside a city."""
    found: list[Tile] = []
    for step in state.todo:
        if isinstance(step, Act):
            found += step.bought
        elif isinstance(step, PlaceTiles):
            found += [pending.tile for pending in step.tiles]
    return tuple(found)


def _tile_flaws(state: State) -> Iterator[str]:
    """Every tile exists as often as the sets have it, or once where a position holds what it shows."""
    whole = [tile for tile in (*state.yard, *loose_tiles(state)) if tile is not None]
    single = [face for player in state.players for face in (*player.city.faces, *player.reserve)]
    single += state.dirk.faces if state.dirk else ()
    for face in (*single, *(face for tile in whole for face in tile.faces)):
        if face.family not in state.setup.game.lanes:
            yield f"{face} does not belong to {state.setup.game}"
    for lane, bag in zip(state.setup.game.lanes, state.bags, strict=True):
        for tile in bag:
            two_faced = lane is state.setup.game.two_faced
            if tile.up.family is not lane or (tile.down is not None) != two_faced or (two_faced and tile.up.price % 2):
                yield f"bags.{lane.value}: {tile} does not lie in it like that"
    yield from _module_tile_flaws(state, [*single, *(tile.up for tile in whole)])
    if state.setup.tiles is not None:
        yield from _set_flaws(state, whole, single)
        return
    seen = Counter(face for face in single if not face.is_hut)
    seen.update(face for tile in whole for face in tile.faces if not face.is_hut)
    seen.update(face for bag in state.bags for tile in bag for face in tile.faces)
    for face, times in seen.items():
        if times > 1:
            yield f"{face} is there {times} times"


def _module_tile_flaws(state: State, faces: list[Face]) -> Iterator[str]:
    """The tiles that modules add are all there; where a position holds just what it shows, any of them may be."""
    expected = Counter(face for module in state.setup.modules for face in module.adds())
    found = Counter(face for face in faces if face.is_hut)
    for module, extra in zip(state.setup.modules, state.extras, strict=True):
        found.update(module.keeps(extra))
    for face in sorted(set(found) | set(expected)):
        if state.setup.tiles is not None and found[face] != expected[face]:
            yield f"{face} is there {found[face]} times, not {expected[face]}"
        elif not expected:
            yield f"{face} does not belong to {state.setup.game} without builders' huts"


@lru_cache(maxsize=16)
def _boxes(sets: tuple[TileSet, ...]) -> tuple[dict[str, Tile], list[str]]:
    """The tile of every face in some sets, and all tiles, by their notation."""
    tiles = [tile for each in sets for tile in each.tiles]
    return {face.text: tile for tile in tiles for face in tile.faces}, sorted(tile.text for tile in tiles)


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
    if sorted(found) != expected:
        there, due = Counter(found), Counter(expected)
        for text in sorted(set(there) | set(due)):
            if there[text] != due[text]:
                yield f"{text} is there {there[text]} times, not {due[text]}"


def _pile_flaws(state: State) -> Iterator[str]:
    """The piles of the deck: each counts the cards of every pool, and none is empty."""
    deck = state.deck
    most = 1 + sum(module.cards is not None for module in state.setup.modules)
    if len(deck.pools) > most or bool(deck.pools) != bool(deck.layers):
        yield "deck: there is one pool of money, and one for the cards of each module"
    for layer in deck.layers:
        if len(layer.slots) != len(deck.pools):
            yield "deck: every pile counts its cards of each pool"
        if not len(layer):
            yield "deck: a pile is empty"
    for number in range(len(deck.pools)):
        if len(deck.pools) > 1 and not sum(layer.slots[number] for layer in deck.layers if number < len(layer.slots)):
            yield "deck: a pool has no place in the piles"
    if set(deck.later) - set(state.setup.game.later):
        yield f"deck: no such card waits for a reshuffle in {state.setup.game}"


def all_cards(state: State) -> Counter[Card | Bureau]:
    """Every card that takes part, as often as it does."""
    return Counter(card for purse in _everything(state) for card in purse)


def _everything(state: State) -> list[Purse]:
    """The cards that take part; those of modules join when the deck is cut."""
    money = all_money(COPIES if state.setup.players > 2 else COPIES - 1)
    joined = not any(isinstance(step, Begin) for step in state.todo)
    return [money, *(module.cards[0] for module in state.setup.modules if module.cards and joined)]


def _adds_up(state: State, purses: list[Purse]) -> bool:
    """Whether some purses are all cards together: then the sums of their codes are equal, and there are as many cards.

    Too many cards of one kind could look like one of the next in the sum of the codes, but then the numbers differ.
    """
    expected = _everything(state)
    together = sum(purse.code for purse in purses) == sum(purse.code for purse in expected)
    return together and sum(map(len, purses)) == sum(map(len, expected))


def _card_flaws(state: State) -> Iterator[str]:
    deck = state.deck
    for number, pool in enumerate(deck.pools):
        slots = sum(layer.slots[number] for layer in deck.layers if number < len(layer.slots))
        if slots != len(pool):
            yield f"deck: pool {number} has {len(pool)} cards for {slots} places in the piles"
    scoring = [card for layer in deck.layers for card in layer.cards] + [card for card, _ in deck.later]
    scoring += [each for step in state.todo if isinstance(step, ScoreDue) for each in step.rounds]
    if len(set(scoring)) < len(scoring) or Round.C in scoring:
        yield "deck: the scoring cards are A and B, once each"
    purses = [player.hand for player in state.players] + [state.display, state.discard, *deck.pools]
    if state.setup.tiles is not None and _adds_up(state, purses):
        return
    cards = Counter(card for purse in purses for card in purse)
    if state.setup.tiles is None:
        for card, times in cards.items():
            most = COPIES if isinstance(card, Card) else 1
            if times > most:
                yield f"{card} is there {times} times; there are {most}"
        return
    expected = all_cards(state)
    for card in sorted(set(cards) | set(expected), key=str):
        if cards[card] != expected[card]:
            yield f"{card} is there {cards[card]} times, not {expected[card]}"


@lru_cache(maxsize=64)
def _shapes(setup: Setup) -> tuple[str, ...]:
    """The agendas that a game can have, as patterns over the names of its steps; those of modules are left out."""
    return (*_shapes_of(setup), *_shapes_of(evolve(setup, rulings=evolve(setup.rulings, score_before_tiles=True))))


def _shapes_of(setup: Setup) -> tuple[str, ...]:
    """As above, for one order of refilling and scoring; the agenda itself says which is followed."""
    own = {kind.name for module in setup.modules for kind in module.step_types}
    end = [step.name for step in turn_end(setup) if step.name not in own]
    rest = [" ".join(end[place:]) for place in range(len(end))]
    due, tiles = rest[end.index("score-due")], rest[end.index("refill-tiles")]
    prepared = [step.name for step in preparation(setup) if step.name not in own]
    between = ("next-turn", "(place-tiles )?refill-tiles end-test next-turn") if setup.modules else ()
    return (
        *(" ".join(prepared[place:]) for place in range(len(prepared))),
        f"act {rest[0]}",
        f"(place-tiles )?{rest[0]}",
        tiles,
        f"score-row (dirk-share )?{due}",
        f"dirk-draws {due}",
        "(place-tiles )?(award )*score-row",
        *between,
        "",
    )


def _agenda_flaws(state: State) -> Iterator[str]:
    """The agenda has a shape that a game can have, and its steps fit the table."""
    own = {kind.name for module in state.setup.modules for kind in module.step_types}
    names = " ".join(step.name for step in state.todo if step.name not in own)
    if not any(re.fullmatch(shape, names) for shape in _shapes(state.setup)):
        yield "todo: no game has such an agenda"
    begins = any(isinstance(step, Begin) for step in state.todo)
    if state.todo and begins != (state.mover is None):
        yield "mover: there is one exactly when the set-up is over"
    rows = len(plans(state.setup))
    for number, step in enumerate(state.todo):
        for flaw in _step_flaws(state, step, rows, first=number == 0, begins=begins):
            yield f"todo[{number}]: {flaw}"
    awards = [step.slot for step in state.todo if isinstance(step, Award)]
    if awards and awards != list(range(awards[0], len(state.yard))):
        yield "todo: tiles are awarded slot by slot to the last"


def _step_flaws(state: State, step: Step, rows: int, *, first: bool, begins: bool) -> Iterator[str]:
    """What is wrong with one step of the agenda."""
    seat = getattr(step, "seat", 0)
    if seat >= state.setup.players:
        yield f"there is no seat {seat}"
    if isinstance(step, Act) and step.seat != state.mover:
        yield f"seat {seat} acts in another's turn"
    if isinstance(step, PlaceTiles) and not step.tiles:
        yield "there is no tile to place"
    if isinstance(step, ScoreRow) and step.row > rows:
        yield f"there is no row {step.row}"
    if isinstance(step, ScoreRow) and (step.round is Round.C) != (step is state.todo[-1]):
        yield "C is the last that is scored, A and B are not"
    if isinstance(step, RefillTiles) and (step.first != begins or (step.moves_marker and not first)):
        yield "the tiles cannot be refilled like that now"
    if isinstance(step, DirkDraws | DirkShare) and state.dirk is None:
        yield "Dirk does not take part"
    if isinstance(step, DirkDraws) and len(step.left) != len(state.bags):
        yield f"there are {len(state.bags)} supplies"
