"""Reading a view from its numbers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from granada.board import Cell, City, Face, Purse, Round, Tile
from granada.encoding.fields import BUILDINGS, HUNDRED, MARKERS, NUMBERING, Things
from granada.encoding.observing import seats_from
from granada.game import (
    BONUS,
    COLOURS,
    EXCHANGE,
    HUTS,
    VIZIER,
    Bonus,
    Deck,
    Dirk,
    Huts,
    Module,
    Pile,
    Player,
    SeenState,
    Setup,
    in_spaces,
)
from granada.numbering import STEPS
from granada.steps import Pending, Step
from granada.table import View

Parts = Mapping[str, NDArray[np.int8]]
_AB = (Round.A, Round.B)


def view_of(parts: Parts, setup: Setup, things: Things, *, recall: bool) -> View:
    """The view of the numbers of its fields."""
    looks = int(parts["seat"][0])
    seat = looks - 1 if looks else None
    seats = seats_from(seat, setup.players)
    mover = int(parts["mover"][0])
    lying = tuple(map(_pending, _rows(parts["pending"])))
    table = SeenState(
        setup=setup,
        players=_players(parts, setup, things, seats, recall=recall),
        yard=in_spaces(setup.game, [_tile(row) if row[0] else None for row in parts["yard"].tolist()]),
        bags=_bags(parts["bags"], setup, things),
        display=_purse(parts["display"], things),
        deck=_deck(parts),
        discard=_purse(parts["discard"], things),
        dirk=_dirk(parts, setup),
        marker=MARKERS[parts["marker"][0]],
        mover=seats[mover - 1] if mover else None,
        todo=tuple(_step(row, seats, lying) for row in _rows(parts["agenda"])),
        extras=_extras(parts, setup, things, seats),
    )
    sizes = _by_seat(parts["hand_sizes"].tolist(), seats)
    return View(seat, sizes, _purse(parts["unseen"], things), table, recall)


def _rows(field: NDArray[np.int8]) -> Iterator[list[int]]:
    """The rows of a field that tell something."""
    return (row for row in field.tolist() if row[0])


def _by_seat(items: Sequence[Any], seats: Sequence[int]) -> tuple[Any, ...]:
    """What each seat has, from the first seat on, of items from who looks on."""
    return tuple(item for _, item in sorted(zip(seats, items, strict=True), key=lambda pair: pair[0]))


def _purse(counts: NDArray[np.int8], things: Things) -> Purse:
    return Purse([card for card, number in zip(things.cards, counts.tolist(), strict=True) for _ in range(number)])


def _counted(counts: NDArray[np.int8], kinds: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(kind for kind, number in zip(kinds, counts.tolist(), strict=True) for _ in range(number))


def face_of(building: int, price: int, edges: int) -> Face:
    """The face of its numbers."""
    return Face(BUILDINGS[building - 1], price, edges)


def _tile(row: Sequence[int]) -> Tile:
    up, (below, price) = face_of(*row[:3]), row[3:5]
    return Tile(up, face_of(below, price, row[2]) if below else None)


def _pending(row: Sequence[int]) -> Pending:
    return Pending(_tile(row), *map(bool, row[5:]))


def _bags(counts: NDArray[np.int8], setup: Setup, things: Things) -> tuple[tuple[Tile, ...], ...]:
    left: tuple[Tile, ...] = _counted(counts, things.tiles)
    return tuple(tuple(tile for tile in left if tile.up.family is lane) for lane in setup.game.lanes)


def _deck(parts: Parts) -> Deck:
    pools = int(parts["pools"][0])
    layers = tuple(
        Pile(tuple(row[:pools]), tuple(each for each, there in zip(_AB, row[2:], strict=True) if there))
        for row in parts["piles"].tolist()
        if any(row)
    )
    later = tuple((each, pile) for each, pile in zip(_AB, parts["later"].tolist(), strict=True) if pile)
    return Deck((Purse(),) * pools, layers, later)


def _dirk(parts: Parts, setup: Setup) -> Dirk | None:
    there, hundreds, rest = parts["dirk"].tolist() if "dirk" in parts else (0, 0, 0)
    if not there:
        return None
    faces = (face_of(*row[3:]) for row in _rows(parts["tiles"]) if row[0] == 2 * setup.players + 1)
    return Dirk(tuple(faces), hundreds * HUNDRED + rest)


def _players(parts: Parts, setup: Setup, things: Things, seats: Sequence[int], *, recall: bool) -> tuple[Player, ...]:
    owned: list[list[list[int]]] = [[] for _ in range(2 * setup.players + 2)]
    for row in _rows(parts["tiles"]):
        owned[row[0]].append(row)
    hands = [_purse(parts["hand"], things)]
    hands += [_purse(counts, things) for counts in parts["hands"]] if recall else [Purse()] * (setup.players - 1)
    found = []
    for place, hand in enumerate(hands):
        founded, x, y = parts["founding"][place].tolist() if "founding" in parts else (0, 0, 0)
        tiles = {Cell(*row[1:3]): face_of(*row[3:]) for row in owned[2 * place + 1]}
        city = City.of(tiles, start=setup.game.start, founding=Cell(x, y) if founded else None)
        hundreds, rest = parts["points"][place].tolist()
        reserve = tuple(face_of(*row[3:]) for row in owned[2 * place + 2])
        found.append(Player(hand, city, reserve, hundreds * HUNDRED + rest))
    return _by_seat(found, seats)


# The agenda and the modules


def _step(row: Sequence[int], seats: Sequence[int], lying: tuple[Pending, ...]) -> Step:
    """A step of the agenda."""
    numbers = [number - 1 for number in row[1:] if number]
    return NUMBERING.step(STEPS[row[0] - 1], numbers, lying, seats)


def _extras(parts: Parts, setup: Setup, things: Things, seats: Sequence[int]) -> tuple[Any, ...]:
    """What each module keeps."""
    extras: dict[Module[object], Callable[[], Any]] = {
        VIZIER: lambda: _by_seat([bool(active) for active in parts["viziers"].tolist()], seats),
        EXCHANGE: lambda: (),
        HUTS: lambda: _huts(parts, things),
        BONUS: lambda: _bonus(parts, things, seats),
    }
    return tuple(extras[module]() for module in setup.modules)


def _huts(parts: Parts, things: Things) -> Huts:
    tops = (
        Face(colour, 0, top - 1) if top else None
        for colour, top in zip(COLOURS, parts["hut_tops"].tolist(), strict=True)
    )
    below: tuple[Face, ...] = _counted(parts["hut_piles"], things.huts)
    return Huts(tuple(tops), tuple(tuple(hut for hut in below if hut.building is colour) for colour in COLOURS))


def _bonus(parts: Parts, things: Things, seats: Sequence[int]) -> Bonus:
    hidden: list[tuple[Face | None, ...]] = [(None,) * size for size in parts["bonus_sizes"].tolist()]
    if parts["seat"][0]:
        hidden[0] = _counted(parts["bonus_hand"], things.bonus)
    shown = [_counted(counts, things.bonus) for counts in parts["bonus_shown"]]
    return Bonus((None,) * int(parts["bonus_left"][0]), _by_seat(hidden, seats), _by_seat(shown, seats))
