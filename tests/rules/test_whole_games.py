"""What holds in every step of every game."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import given

import granada
from granada import Card, Face
from granada.steps import Act, Begin, PlaceTiles
from granada.strategies import records
from tests.rules.tables import WHOLE_GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from granada import Record, State, Tile


def of_the_family(faces: Iterable[Face], family: granada.Family) -> list[Face]:
    return [face for face in faces if face.family is family and not face.is_hut]


def tiles_beside_the_city(state: State) -> Iterator[Tile]:
    for step in state.todo:
        if isinstance(step, Act):
            yield from step.bought
        elif isinstance(step, PlaceTiles):
            yield from (pending.tile for pending in step.tiles)


def count_tiles(state: State) -> list[Counter[Tile]]:
    """How often each tile is in the game, whichever face it shows, family by family."""
    counts = []
    seen = [tile.up for tile in (*state.slots.values(), *tiles_beside_the_city(state)) if tile is not None]
    seen += [face for player in state.players for face in (*player.reserve, *player.city.faces)]
    seen += state.dirk.faces if state.dirk else ()
    for tile_set, bag in zip(state.setup.tiles or (), state.bags, strict=True):
        by_face = {face: tile for tile in tile_set.tiles for face in tile.faces}
        counts.append(Counter([*bag, *(by_face[face] for face in of_the_family(seen, tile_set.family))]))
    return counts


def count_cards(state: State) -> Counter[object]:
    purses = [player.hand for player in state.players]
    purses += [state.display, state.discard, *state.deck.pools]
    return Counter(card for purse in purses for card in purse)


def cards_and_tiles_are_conserved(record: Record, states: Sequence[State]) -> None:
    copies = 2 if record.setup.players == 2 else 3
    bureaus = sum(len(module.cards[0]) for module in record.setup.modules if module.cards)
    expected = [Counter(tile_set.tiles) for tile_set in record.setup.tiles or ()]
    for state in states:
        cards = count_cards(state)
        money = [number for card, number in cards.items() if isinstance(card, Card)]
        assert money == [copies] * 36
        begun = not any(isinstance(step, Begin) for step in state.todo)
        assert sum(cards.values()) - sum(money) == (bureaus if begun else 0)
        assert sum(layer_size for layer in state.deck.piles for layer_size in layer.slots) == sum(
            map(len, state.deck.pools)
        )
        assert count_tiles(state) == expected
        for player in state.players:
            for purse in (player.hand, state.display):
                assert all(purse.count(card) <= 3 for card in purse.kinds)


def every_city_is_legal_after_every_step_and_its_outline_is_one_loop(_: Record, states: Sequence[State]) -> None:
    judged: set[int] = set()
    kept = []
    for state in states:
        for player in state.players:
            city = player.city
            if id(city) not in judged:
                judged.add(id(city))
                kept.append(city)
                assert not granada.violations(city.layout)
                assert granada.City.of(city.layout) == city
                if city.founding is None:
                    (loop,) = city.outline()
                    assert len(loop) == len({(cell, side) for cell, side, _ in loop})


def turns_go_round_the_table(record: Record, states: Sequence[State]) -> None:
    movers: list[int] = []
    for state in states:
        if state.todo and isinstance(state.todo[0], Act):
            assert state.actor == state.mover
        if state.mover is not None and movers[-1:] != [state.mover]:
            movers.append(state.mover)
    seats = record.setup.players
    assert all(later == (earlier + 1) % seats for earlier, later in pairwise(movers))


def replaying_a_record_gives_the_same_states(record: Record, states: Sequence[State]) -> None:
    again = granada.from_json(granada.to_json(record))
    assert again == record
    assert list(granada.replay(again)) == states
    assert len(states) == len(record.steps) + 1
    assert states[-1].over
    assert states[-1].points == record.points
    assert granada.winners(states[-1]) == record.winners


LAWS = (
    cards_and_tiles_are_conserved,
    every_city_is_legal_after_every_step_and_its_outline_is_one_loop,
    turns_go_round_the_table,
    replaying_a_record_gives_the_same_states,
)


@WHOLE_GAMES
@given(records())
def test_in_every_game_each_law_holds(record: Record) -> None:
    """All laws are asked of the same games, since to play and to replay them takes longest."""
    states = list(granada.replay(record))
    for law in LAWS:
        law(record, states)
