"""Clauses and engine agree on everything small about money, awards and buildings, many questions in one program.

Facts that differ only by a number are made by clingo; what the clauses say of them is compared with the engine.
``pytest`` asks about a small part of it, ``pytest -m long tests/clauses`` about all of it, and tells how much that was.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, TypeVar

import pytest
from attrs import evolve

from granada import ALHAMBRA, GRANADA, Building, Cell, City, Dirk, Face, Purse, Rulings, Tile, broken, score
from granada.game import Buy, Slot, Take
from granada.game.agenda import richest
from granada.game.buying import earns_an_action
from tests.clauses.small import cards_held, displays, kinds, listed, parts, purses, told

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from granada import State
    from tests.conftest import Table

    Record = Callable[[str, object], None]

T = TypeVar("T")
LONG = pytest.mark.long


def halves(chunks: int) -> list[object]:
    """The small part, which is number 0, and the chunks of the rest, which take longer."""
    return [0, *(pytest.param(chunk, marks=LONG) for chunk in range(1, chunks + 1))]


def chunk_of(number: int, every: Sequence[T], step: int, chunks: int) -> Sequence[T]:
    """The small part, which is each of so many steps, or a chunk of the rest."""
    rest = [each for place, each in enumerate(every) if place % step]
    return rest[number - 1 :: chunks] if number else every[::step]


# Taking money

LIMITS = (5, 4)
DISPLAY_CHUNKS = 2


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("chunk", halves(DISPLAY_CHUNKS))
def test_every_take_from_every_display(limit: int, chunk: int, table: Table, record_property: Record) -> None:
    some = chunk_of(chunk, displays(), 50, DISPLAY_CHUNKS)
    taken = {purse: number for number, purse in enumerate({part for display in some for part in parts(display)})}
    facts = [f"purse({number},{listed(purse)})." for purse, number in taken.items()]
    for number, display in enumerate(some):
        facts.append(f"table({number}). {cards_held(f'display({number}', display)}")
        facts += [f"takes({number},{taken[part]})." for part in parts(display)]
    facts.append(f"game(Q,granada) :- table(Q). chosen(Q,several_cards_limit,{limit}) :- table(Q).")
    facts.append("actor(Q,0) :- table(Q). phase(Q,act) :- table(Q). does(Q,take(P)) :- takes(Q,I), purse(I,P).")
    said: dict[tuple[int, ...], set[str]] = defaultdict(set)
    for atom in told("\n".join(facts), "broken(Q,I,R) : breaks(Q,take(P),R), purse(I,P)"):
        *of, rule = atom.arguments
        said[tuple(part.number for part in of)].add(rule.name.replace("_", "-"))
    number = 0
    laid = table(rulings=Rulings(several_cards_limit=limit))
    for question, display in enumerate(some):
        state = evolve(laid, display=display)
        for part in parts(display):
            expected = set(map(str, broken(state, Take(part))))
            assert said.get((question, taken[part]), set()) == expected, (display, part, limit)
            number += 1
    record_property("counted: takes compared with the clauses", number)


def test_so_many_takes_are_compared() -> None:
    assert (len(displays()), sum(len(parts(display)) for display in displays())) == (5_526, 80_109)


# Paying

PRICES = range(2, 14)
HAND_CHUNKS = 12
READINGS = {
    "usual": Rulings(),
    "exact_by_ability": Rulings(exact_by_ability=True),
    "overpay_by_need": Rulings(overpay_by_need=True),
}


@cache
def hands() -> tuple[Purse, ...]:
    """Every hand of up to five cards of the currency of the first space and of one kind of another."""
    return tuple(purses([*kinds("b", range(1, 10)), *kinds("g", [5])], range(6)))


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("chunk", halves(HAND_CHUNKS))
def test_every_payment_from_every_hand(reading: str, chunk: int, table: Table, record_property: Record) -> None:
    """A hand is one question: the first space has a slot for a tile of each price, and every part of it buys each."""
    some = chunk_of(chunk, hands(), 50, HAND_CHUNKS)
    paid = {purse: number for number, purse in enumerate({part for hand in some for part in parts(hand)})}
    facts = [f"purse({number},{listed(purse)})." for purse, number in paid.items()]
    for number, hand in enumerate(some):
        facts.append(f"table({number}). {cards_held(f'hand({number},0', hand)}")
        facts += [f"pays({number},{paid[part]})." for part in parts(hand)]
    facts += [f"up(t{price},f{price}). price(f{price},{price}). lies_on({price},t{price})." for price in PRICES]
    facts.append("game(Q,granada) :- table(Q). actor(Q,0) :- table(Q). phase(Q,act) :- table(Q).")
    facts.append("yard(Q,(1,M),T) :- table(Q), lies_on(M,T).")
    facts.append("does(Q,buy((1,M),P)) :- pays(Q,I), purse(I,P), lies_on(M,_).")
    if reading != "usual":
        facts.append(f"chosen(Q,{reading},true) :- table(Q).")
    said: dict[tuple[int, ...], set[str]] = defaultdict(set)
    for atom in told(
        "\n".join(facts),
        "broken(Q,M,I,R) : breaks(Q,buy((_,M),P),R), purse(I,P)",
        "broken(Q,M,I,exact) : exact_payment_earns_an_action(Q,buy((_,M),P)), purse(I,P)",
    ):
        *of, rule = atom.arguments
        said[tuple(part.number for part in of)].add(rule.name.replace("_", "-"))
    number = 0
    laid = table(rulings=READINGS[reading])
    yards = [(price, laid.with_tile(Slot(1, 0), Tile(Face(Building.PARK, price, 0)))) for price in PRICES]
    for owner, hand in enumerate(some):
        player = evolve(laid.players[0], hand=hand)
        for price, yard in yards:
            state = yard.with_player(0, player)
            for part in parts(hand):
                action = Buy(1, part)
                rules = set(map(str, broken(state, action)))
                words = said.get((owner, price, paid[part]), set())
                assert words - {"exact"} == rules, (hand, price, part, reading)
                assert rules or ("exact" in words) is earns_an_action(state, 0, action), (hand, price, part, reading)
                number += 1
    record_property("counted: payments compared with the clauses", number)


def test_so_many_payments_are_compared() -> None:
    assert sum(len(parts(hand)) for hand in hands()) * len(PRICES) == 625_440


# Awards

AWARDED = Tile.parse("park6")
POOR = list(purses(kinds("bg", range(1, 4)), range(4)))
"""Every hand of up to three cards worth 1 to 3 in two currencies."""
AWARD_CHUNKS = 20


@pytest.mark.parametrize("chunk", halves(AWARD_CHUNKS))
def test_every_award_of_two_tiles(chunk: int, record_property: Record) -> None:
    numbers = range(1, len(POOR))[chunk - 1 :: AWARD_CHUNKS] if chunk else range(1)
    facts = [f"first({number})." for number in numbers]
    facts += [f"any({number}). {cards_held(f'held_by({number}', hand)}" for number, hand in enumerate(POOR)]
    facts.append("table((A,B,C)) :- first(A), any(B), any(C). awards(Q) :- table(Q).")
    facts.append("yard(Q,((1;2),granada),tile) :- table(Q). seat(Q,0..2) :- table(Q).")
    facts += [f"hand(Q,{seat},C,N) :- table(Q), Q = (H0,H1,H2), held_by(H{seat},C,N)." for seat in range(3)]
    shown = "to(A,B,C,I,S) : award_to_the_richest((A,B,C),(I,_),S), not tied_awards_stay((A,B,C),(I,_))"
    said = {}
    for atom in told("\n".join(facts), shown):
        *of, space, seat = (part.number for part in atom.arguments)
        said[*of, space] = seat
    every = list(product(numbers, range(len(POOR)), range(len(POOR))))
    for question in every:
        held = tuple(POOR[number] for number in question)
        for space in (1, 2):
            assert said.get((*question, space)) == richest(held, space), (held, space)
    record_property("counted: awards of two tiles compared with the clauses", len(every))


def test_so_many_awards_are_compared() -> None:
    assert len(POOR) ** 3 == 592_704


# Scoring

ROUNDS = {1: "A", 2: "B", 3: "C"}
WITHOUT_MOATS = ("building",)
"""The chapter that is left out where no city has moats and the buildings alone count."""
AT_ONCE = 200
"""So many scorings are put in one program."""
SHOWN = "scores(I,R,W,B,T) : scores((I,R),W,B,T), builds(_,B), T > 0"

Holdings = tuple[tuple[Face, ...], ...]
"""What each seat has built, and at last what Dirk has, if he takes part."""


def compare(laid: State, every: Sequence[Holdings]) -> None:
    """Compare what each seat and Dirk score for each building, in each round."""
    for start in range(0, len(every), AT_ONCE):
        some = every[start : start + AT_ONCE]
        said = rows(laid, some)
        for (number, holdings), (which, name) in product(enumerate(some), ROUNDS.items()):
            cities = zip(laid.players, map(row_of, holdings), strict=False)
            players = tuple(evolve(player, city=city) for player, city in cities)
            dirk = Dirk(tuple(sorted(holdings[-1]))) if laid.dirk else None
            expected = {
                (row.name, "dirk" if standing.seat is None else str(standing.seat)): standing.points
                for row in score(evolve(laid, players=players, dirk=dirk), name).rows
                for standing in row.standings
                if standing.points
            }
            assert said.get((number, which), {}) == expected, (holdings, name)


def rows(laid: State, every: Sequence[Holdings]) -> dict[tuple[int, int], dict[tuple[str, str], int]]:
    """What the clauses let each seat and Dirk score for each building, where it is not nothing, in each round."""
    seats = len(laid.players)
    faces = {face for holdings in every for faces in holdings for face in faces}
    facts = [f'shows("{face}",{face.building}). price("{face}",{face.price}).' for face in faces]
    for number, holdings in enumerate(every):
        facts.append(f"share({number}).")
        facts += [
            f'built({number},{taker},{x},"{face}").'
            for taker, faces in enumerate(holdings)
            for x, face in enumerate(faces, start=1)
        ]
    facts.append("table((I,1..3)) :- share(I). scored(Q) :- table(Q). round(Q,R) :- table(Q), Q = (_,R).")
    facts.append(f"game(Q,{laid.setup.game.name}) :- table(Q). seat(Q,0..{seats - 1}) :- table(Q).")
    facts.append("lies(city(Q,S),(X,0),F,0) :- seat(Q,S), Q = (I,_), built(I,S,X,F).")
    if laid.dirk:
        facts.append(f"dirk(Q) :- table(Q). dirk_has(Q,X,F) :- dirk(Q), Q = (I,_), built(I,{seats},X,F).")
    said: dict[tuple[int, int], dict[tuple[str, str], int]] = defaultdict(dict)
    for atom in told("\n".join(facts), SHOWN, without=WITHOUT_MOATS):
        share, which, who, building, points = atom.arguments
        said[share.number, which.number][building.name, str(who)] = points.number
    return said


@cache
def row_of(faces: tuple[Face, ...]) -> City:
    """A city of buildings in a row, without moats and walls."""
    start = faces[0].family if faces else GRANADA.start
    return City.of({Cell(x, 0): face for x, face in enumerate(faces, start=1)}, start=start)


PARTED = (2, 3, 4, 5, 6, 7)
"""The prices that are shared out."""
TABLES = {"two": (2, False), "two and Dirk": (2, True), "three": (3, False), "four": (4, False)}
NINE = [building for building in Building if building.family is GRANADA.start]
SIX = [building for building in Building if building.family is ALHAMBRA.start]


@cache
def shares(takers: int) -> tuple[tuple[int, ...], ...]:
    """To whom each of the six goes, or to nobody, which is the last number; nobody gets more than three."""
    every = product(range(takers + 1), repeat=len(PARTED))
    return tuple(share for share in every if all(share.count(taker) <= 3 for taker in range(takers)))


@pytest.mark.parametrize("who", TABLES)
@pytest.mark.parametrize("chunk", halves(1))
def test_every_share_of_a_building_of_granada(who: str, chunk: int, table: Table, record_property: Record) -> None:
    """A scoring has nine shares, one of each building, for each counts alone."""
    seats, with_dirk = TABLES[who]
    some = chunk_of(chunk, shares(seats + with_dirk), 40, 1)
    nines = [some[start : start + 9] for start in range(0, len(some), 9)]
    every = [tuple(built_of(nine, taker) for taker in range(seats + with_dirk)) for nine in nines]
    laid = table(hands=("",) * seats)
    compare(laid if with_dirk else evolve(laid, dirk=None), every)
    record_property("counted: shares of a building of Granada compared with the clauses", len(some) * len(ROUNDS))


def built_of(nine: Sequence[Sequence[int]], taker: int) -> tuple[Face, ...]:
    """What somebody gets by shares of the nine buildings."""
    shared = ((building, zip(PARTED, share, strict=True)) for building, share in zip(NINE, nine, strict=False))
    return tuple(Face(building, price, 0) for building, share in shared for price, who in share if who == taker)


def test_so_many_shares_are_compared() -> None:
    numbers = [len(shares(seats + with_dirk)) * len(ROUNDS) for seats, with_dirk in TABLES.values()]
    assert sum(numbers) == 67_248


@pytest.mark.parametrize("seats", [2, 3, *(pytest.param(seats, marks=LONG) for seats in (4, 5, 6))])
def test_every_count_of_a_building_of_the_alhambra(seats: int, table: Table, record_property: Record) -> None:
    """A scoring has six counts, one of each building, for each counts alone."""
    counts = list(product(range(4), repeat=seats))
    shifted = [[*counts[7 * place :], *counts[: 7 * place]] for place, _ in enumerate(SIX)]
    every = [
        tuple(
            tuple(
                Face(building, 4 + seat, 0)
                for building, count in zip(SIX, six, strict=True)
                for _ in range(count[seat])
            )
            for seat in range(seats)
        )
        for six in zip(*shifted, strict=True)
    ]
    compare(evolve(table(hands=("",) * seats, game=ALHAMBRA), dirk=None), every)
    number = len(counts) * len(SIX) * len(ROUNDS)
    record_property("counted: counts of a building of the Alhambra compared with the clauses", number)


def test_so_many_counts_are_compared() -> None:
    assert sum(4**seats for seats in range(2, 7)) * len(SIX) * len(ROUNDS) == 98_208
