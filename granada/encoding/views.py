"""Encode and decode views field by field."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from granada import game
from granada.board import Cell, City, Face, Purse, Round, Tile
from granada.encoding.fields import BUILDINGS, HUNDRED, MARKERS, NUMBERING, STEP_NUMBERS, Field, Things
from granada.errors import InvalidState, refuse
from granada.numbering import STEPS, lying
from granada.steps import Pending, Step
from granada.table import View

T = TypeVar("T")
NUMBER = {building: number for number, building in enumerate(BUILDINGS, start=1)}
_KIND = {kind: number for number, kind in enumerate(STEPS, start=1)}
NO_TILE = (0,) * 5


class Writer:
    """A writer that fills in the fields of a row; if a value does not fit, it raises an error that names the field."""

    def __init__(self, fields: Sequence[Field]) -> None:
        """Begin with a row of zeros."""
        self._fields = {field.name: field for field in fields}
        self.row = [0] * fields[-1].stop

    def __contains__(self, name: str) -> bool:
        """Whether there is a field with this name."""
        return name in self._fields

    def put(self, name: str, numbers: Iterable[int]) -> None:
        """Write the numbers in a field; missing numbers are 0."""
        field, found = self._fields[name], list(numbers)
        if len(found) > field.size:
            raise InvalidState(f"{name}: the encoding has room for {field.size} numbers here, not for {len(found)}")
        for number in found:
            if not field.least <= number <= field.most:
                message = f"{name}: the encoding has numbers from {field.least} to {field.most} here, not {number}"
                raise InvalidState(message)
        self.row[field.start : field.start + len(found)] = found


def observation(view: View, fields: Sequence[Field], things: Things, *, recall: bool) -> list[int]:
    """The numbers that encode a view."""
    writer, table = Writer(fields), view.table
    seats = seats_from(view.seat, table.setup.players)
    turn = {seat: place for place, seat in enumerate(seats)}
    players = [table.players[seat] for seat in seats]
    writer.put("version", [fields[0].most])
    writer.put("seat", [0 if view.seat is None else view.seat + 1])
    writer.put("mover", [0 if table.mover is None else turn[table.mover] + 1])
    writer.put("marker", [MARKERS.index(table.marker)])
    writer.put("agenda", _flat(_step(step, turn) for step in table.todo))
    _put_money(writer, view, things, [player.hand for player in players], recall=recall)
    writer.put("yard", _flat(_tile(tile) if tile else NO_TILE for tile in table.slots.values()))
    writer.put("pending", _flat(map(_pending, lying(table.todo))))
    writer.put("tiles", _flat(_owned(view, seats)))
    writer.put("bags", _counts("bags", (tile for bag in table.bags for tile in bag), things.tiles))
    writer.put("points", _flat(divmod(player.points, HUNDRED) for player in players))
    writer.put("hand_sizes", (view.hand_sizes[seat] for seat in seats))
    if "founding" in writer:
        cells = (player.city.founding for player in players)
        writer.put("founding", _flat((1, *cell) if cell else (0, 0, 0) for cell in cells))
    if "dirk" in writer and table.dirk is not None:
        writer.put("dirk", (1, *divmod(table.dirk.points, HUNDRED)))
    _put_modules(writer, view, things, seats)
    return writer.row


def seats_from(seat: int | None, players: int) -> list[int]:
    """The seats in order, starting with the observer or, for a spectator, with the first seat."""
    return [((seat or 0) + place) % players for place in range(players)]


def _flat(rows: Iterable[Iterable[int]]) -> Iterator[int]:
    return (number for row in rows for number in row)


def _counts(name: str, found: Iterable[T], kinds: Sequence[T]) -> list[int]:
    """The number of things of each kind; raise an error for an unknown thing."""
    counts = Counter(found)
    numbers = [counts.pop(kind, 0) for kind in kinds]
    refuse(f"{name}: the encoding of this table has no {each}" for each in counts)
    return numbers


# Money


def _put_money(writer: Writer, view: View, things: Things, hands: Sequence[Purse], *, recall: bool) -> None:
    """Write all money; without recall, omit the other players' hands, even while they lie face up during the deal."""
    table = view.table
    known = len(hands) if recall else int(view.seat is not None)
    unseen = [card for purse in (view.unseen, *hands[known:]) for card in purse]
    writer.put("hand", _counts("hand", hands[0] if known else (), things.cards))
    writer.put("display", _counts("display", table.display, things.cards))
    writer.put("discard", _counts("discard", table.discard, things.cards))
    writer.put("unseen", _counts("unseen", unseen, things.cards))
    if recall:
        writer.put("hands", _flat(_counts("hands", hand, things.cards) for hand in hands[1:]))
    writer.put("pools", [len(table.deck.pools)])
    writer.put("piles", _flat(map(_pile, table.deck.piles)))
    writer.put("later", _later(table.deck.later))


def _pile(layer: game.Pile) -> Iterator[int]:
    first, second = (*layer.slots, 0, 0)[:2]
    if not len(layer) or len(layer.slots) > 2:
        raise InvalidState("piles: the encoding allows only piles of one or two kinds of cards, and no empty ones")
    yield from (first, second, *_each_once("piles", layer.cards))


def _each_once(name: str, rounds: tuple[Round, ...]) -> tuple[int, int]:
    """Whether A and B are among the given scorings."""
    found = Round.A in rounds, Round.B in rounds
    if rounds != tuple(each for each, there in zip(Round, found, strict=False) if there):
        raise InvalidState(f"{name}: the encoding allows A and B only once each and in this order")
    return int(found[0]), int(found[1])


def _later(later: tuple[tuple[Round, int], ...]) -> list[int]:
    _each_once("later", tuple(card for card, _ in later))
    piles = dict(later)
    return [piles.get(Round.A, 0), piles.get(Round.B, 0)]


# Tiles


def face_numbers(face: Face) -> tuple[int, int, int]:
    """The numbers that encode a face: its building (counted from 1), its price, and its edges."""
    return NUMBER[face.building], face.price, face.edges


def _tile(tile: Tile) -> tuple[int, ...]:
    below = (0, 0) if tile.down is None else (NUMBER[tile.down.building], tile.down.price)
    return *face_numbers(tile.up), *below


def _pending(each: Pending) -> tuple[int, ...]:
    return *_tile(each.tile), int(each.bought), int(each.flipped), int(each.overpaid)


def _owned(view: View, seats: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The owner, cell and face of every tile that belongs to a player, in notation order; Dirk's come last."""
    table = view.table
    for place, seat in enumerate(seats):
        player = table.players[seat]
        for cell in sorted(player.city, key=str):
            yield 2 * place + 1, *cell, *face_numbers(player.city[cell])
        for face in player.reserve:
            yield 2 * place + 2, 0, 0, *face_numbers(face)
    for face in table.dirk.faces if table.dirk else ():
        yield 2 * len(seats) + 1, 0, 0, *face_numbers(face)


# The agenda and the modules


def _step(step: Step, turn: dict[int, int]) -> list[int]:
    """The numbers that encode a step: its kind (counted from 1), and each of its numbers plus 1."""
    numbers = [number + 1 for number in NUMBERING.numbers(step, turn)]
    return [_KIND[type(step)], *numbers, *[0] * (STEP_NUMBERS - len(numbers))]


def _put_modules(writer: Writer, view: View, things: Things, seats: Sequence[int]) -> None:
    table = view.table
    if game.VIZIER in table.setup.modules:
        writer.put("viziers", (int(table.extra(game.VIZIER)[seat]) for seat in seats))
    if game.HUTS in table.setup.modules:
        extra = table.extra(game.HUTS)
        writer.put("hut_tops", (0 if top is None else top.edges + 1 for top in extra.tops))
        writer.put("hut_piles", _counts("hut_piles", (hut for pile in extra.piles for hut in pile), things.huts))
    if game.BONUS in table.setup.modules:
        cards = table.extra(game.BONUS)
        writer.put("bonus_left", [len(cards.left)])
        writer.put("bonus_sizes", (len(cards.hidden[seat]) for seat in seats))
        if view.seat is not None:
            writer.put("bonus_hand", _counts("bonus_hand", cards.hidden[view.seat], things.bonus))
        writer.put("bonus_shown", _flat(_counts("bonus_shown", cards.shown[seat], things.bonus) for seat in seats))


Parts = Mapping[str, NDArray[np.int8]]
_AB = (Round.A, Round.B)


def view_of(parts: Parts, setup: game.Setup, things: Things, *, recall: bool) -> View:
    """The view whose fields contain these numbers."""
    looks = int(parts["seat"][0])
    seat = looks - 1 if looks else None
    seats = seats_from(seat, setup.players)
    mover = int(parts["mover"][0])
    lying = tuple(Pending(_tile_of(row), *map(bool, row[5:])) for row in _rows(parts["pending"]))
    table = game.SeenState(
        setup=setup,
        players=_players(parts, setup, things, seats, recall=recall),
        yard=game.in_spaces(setup.game, [_tile_of(row) if row[0] else None for row in parts["yard"].tolist()]),
        bags=_bags(parts["bags"], setup, things),
        display=_purse(parts["display"], things),
        deck=_deck(parts),
        discard=_purse(parts["discard"], things),
        dirk=_dirk(parts, setup),
        marker=MARKERS[parts["marker"][0]],
        mover=seats[mover - 1] if mover else None,
        todo=tuple(_step_of(row, seats, lying) for row in _rows(parts["agenda"])),
        extras=_extras(parts, setup, things, seats),
    )
    sizes = _by_seat(parts["hand_sizes"].tolist(), seats)
    return View(seat, sizes, _purse(parts["unseen"], things), table, recall)


def _rows(field: NDArray[np.int8]) -> Iterator[list[int]]:
    """The rows of a field that are not empty."""
    return (row for row in field.tolist() if row[0])


def _by_seat(items: Sequence[Any], seats: Sequence[int]) -> tuple[Any, ...]:
    """Convert items that start with the observer's to seat order."""
    return tuple(item for _, item in sorted(zip(seats, items, strict=True), key=lambda pair: pair[0]))


def _purse(counts: NDArray[np.int8], things: Things) -> Purse:
    return Purse(_counted(counts, things.cards))


def _counted(counts: NDArray[np.int8], kinds: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(kind for kind, number in zip(kinds, counts.tolist(), strict=True) for _ in range(number))


def face_of(building: int, price: int, edges: int) -> Face:
    """The face that these numbers encode."""
    return Face(BUILDINGS[building - 1], price, edges)


def _tile_of(row: Sequence[int]) -> Tile:
    up, (below, price) = face_of(*row[:3]), row[3:5]
    return Tile(up, face_of(below, price, row[2]) if below else None)


def _bags(counts: NDArray[np.int8], setup: game.Setup, things: Things) -> tuple[tuple[Tile, ...], ...]:
    left: tuple[Tile, ...] = _counted(counts, things.tiles)
    return tuple(tuple(tile for tile in left if tile.up.family is lane) for lane in setup.game.lanes)


def _deck(parts: Parts) -> game.Deck:
    pools = int(parts["pools"][0])
    layers = tuple(
        game.Pile(tuple(row[:pools]), tuple(each for each, there in zip(_AB, row[2:], strict=True) if there))
        for row in parts["piles"].tolist()
        if any(row)
    )
    later = tuple((each, pile) for each, pile in zip(_AB, parts["later"].tolist(), strict=True) if pile)
    return game.Deck((Purse(),) * pools, layers, later)


def _dirk(parts: Parts, setup: game.Setup) -> game.Dirk | None:
    there, hundreds, rest = parts["dirk"].tolist() if "dirk" in parts else (0, 0, 0)
    if not there:
        return None
    faces = (face_of(*row[3:]) for row in _rows(parts["tiles"]) if row[0] == 2 * setup.players + 1)
    return game.Dirk(tuple(faces), hundreds * HUNDRED + rest)


def _players(
    parts: Parts, setup: game.Setup, things: Things, seats: Sequence[int], *, recall: bool
) -> tuple[game.Player, ...]:
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
        found.append(game.Player(hand, city, reserve, hundreds * HUNDRED + rest))
    return _by_seat(found, seats)


# The agenda and the modules


def _step_of(row: Sequence[int], seats: Sequence[int], lying: tuple[Pending, ...]) -> Step:
    """The step of the agenda that these numbers encode."""
    numbers = [number - 1 for number in row[1:] if number]
    return NUMBERING.step(STEPS[row[0] - 1], numbers, lying, seats)


def _extras(parts: Parts, setup: game.Setup, things: Things, seats: Sequence[int]) -> tuple[Any, ...]:
    """The data of each module that these numbers encode."""
    extras: dict[game.Module[object], Callable[[], Any]] = {
        game.VIZIER: lambda: _by_seat([bool(active) for active in parts["viziers"].tolist()], seats),
        game.EXCHANGE: lambda: (),
        game.HUTS: lambda: _huts(parts, things),
        game.BONUS: lambda: _bonus(parts, things, seats),
    }
    return tuple(extras[module]() for module in setup.modules)


def _huts(parts: Parts, things: Things) -> game.Huts:
    tops = (
        Face(colour, 0, top - 1) if top else None
        for colour, top in zip(game.COLOURS, parts["hut_tops"].tolist(), strict=True)
    )
    below: tuple[Face, ...] = _counted(parts["hut_piles"], things.huts)
    return game.Huts(
        tuple(tops), tuple(tuple(hut for hut in below if hut.building is colour) for colour in game.COLOURS)
    )


def _bonus(parts: Parts, things: Things, seats: Sequence[int]) -> game.Bonus:
    hidden: list[tuple[Face | None, ...]] = [(None,) * size for size in parts["bonus_sizes"].tolist()]
    if parts["seat"][0]:
        hidden[0] = _counted(parts["bonus_hand"], things.bonus)
    shown = [_counted(counts, things.bonus) for counts in parts["bonus_shown"]]
    return game.Bonus((None,) * int(parts["bonus_left"][0]), _by_seat(hidden, seats), _by_seat(shown, seats))
