"""Clauses and engine agree on everything small about money, awards and buildings, many questions in one program.

Facts that differ only by a number are made by clingo; what the clauses say of them is compared with the engine.
``pytest -m long tests/clauses`` asks about all of it, and tells at the end how much that was; ``.ci/run`` asks a chunk
of each in turn.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, TypeVar

import pytest
from attrs import evolve

from granada import ALHAMBRA, Building, Cell, City, Dirk, Face, Purse, Rulings, Tile, broken, score
from granada.game import Buy, Slot, Take
from granada.game.agenda import richest
from granada.game.buying import earns_an_action
from tests.clauses.small import cards_held, displays, kinds, listed, parts, purses, told
from tests.conftest import THIRD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.conftest import Table

    Record = Callable[[str, object], None]

T = TypeVar("T")
LONG = pytest.mark.long


def halves(chunks: int) -> list[object]:
    """The small part, which is number 0, and the chunks of the rest, which take longer: all, or one in turn."""
    chosen = range(1, chunks + 1) if THIRD is None else (1 + THIRD % chunks,)
    return [0, *(pytest.param(chunk, marks=LONG) for chunk in chosen)]


def chunk_of(number: int, small: Sequence[T], rest: Sequence[T], chunks: int) -> Sequence[T]:
    """The small part, or a chunk of the rest."""
    return rest[number - 1 :: chunks] if number else small


# Taking money

LIMITS = (5, 4)
DISPLAY_CHUNKS = 4


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("chunk", halves(DISPLAY_CHUNKS))
def test_every_take_from_every_display(limit: int, chunk: int, table: Table, record_property: Record) -> None:
    some = chunk_of(chunk, displays()[::50], [each for i, each in enumerate(displays()) if i % 50], DISPLAY_CHUNKS)
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
HAND_CHUNKS = 48
READINGS = {
    "usual": Rulings(),
    "exact_by_ability": Rulings(exact_by_ability=True),
    "overpay_by_need": Rulings(overpay_by_need=True),
}


def hands(sizes: range) -> list[Purse]:
    """Every hand of so many cards of the currency of the first space and of one kind of another."""
    return list(purses([*kinds("b", range(1, 10)), *kinds("g", [5])], sizes))


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("chunk", halves(HAND_CHUNKS))
def test_every_payment_from_every_hand(reading: str, chunk: int, table: Table, record_property: Record) -> None:
    some = chunk_of(chunk, hands(range(3)), hands(range(3, 6)), HAND_CHUNKS)
    paid = {purse: number for number, purse in enumerate({part for hand in some for part in parts(hand)})}
    facts = [f"purse({number},{listed(purse)})." for purse, number in paid.items()]
    for number, hand in enumerate(some):
        facts.append(f"owner({number}). {cards_held(f'owns_cards({number}', hand)}")
        facts += [f"pays({number},{paid[part]})." for part in parts(hand)]
    facts += [
        f"asked({price}). up(t{price},f{price}). price(f{price},{price}). lies_there({price},t{price})."
        for price in PRICES
    ]
    facts.append("table((H,M)) :- owner(H), asked(M). game(Q,granada) :- table(Q). actor(Q,0) :- table(Q).")
    facts.append("phase(Q,act) :- table(Q). hand(Q,0,C,N) :- table(Q), Q = (H,_), owns_cards(H,C,N).")
    facts.append("yard(Q,(1,granada),T) :- table(Q), Q = (_,M), lies_there(M,T).")
    facts.append("does(Q,buy((1,granada),P)) :- table(Q), Q = (H,_), pays(H,I), purse(I,P).")
    if reading != "usual":
        facts.append(f"chosen(Q,{reading},true) :- table(Q).")
    said: dict[tuple[int, ...], set[str]] = defaultdict(set)
    for atom in told(
        "\n".join(facts),
        "broken(H,M,I,R) : breaks((H,M),buy(_,P),R), purse(I,P)",
        "broken(H,M,I,exact) : exact_payment_earns_an_action((H,M),buy(_,P)), purse(I,P)",
    ):
        *of, rule = atom.arguments
        said[tuple(part.number for part in of)].add(rule.name.replace("_", "-"))
    number = 0
    laid = table(rulings=READINGS[reading])
    for owner, hand in enumerate(some):
        holding = laid.with_player(0, evolve(laid.players[0], hand=hand))
        for price in PRICES:
            tile = Tile(Face(Building.PARK, price, 0))
            state = holding.with_tile(Slot(1, 0), tile)
            for part in parts(hand):
                action = Buy(1, part)
                rules = set(map(str, broken(state, action)))
                words = said.get((owner, price, paid[part]), set())
                assert words - {"exact"} == rules, (hand, price, part, reading)
                assert rules or ("exact" in words) is earns_an_action(state, 0, action), (hand, price, part, reading)
                number += 1
    record_property("counted: payments compared with the clauses", number)


def test_so_many_payments_are_compared() -> None:
    assert sum(len(parts(hand)) for hand in hands(range(6))) * len(PRICES) == 625_440


# Awards

AWARDED = Tile.parse("park6")
POOR = list(purses(kinds("bg", range(1, 4)), range(4)))
"""Every hand of up to three cards worth 1 to 3 in two currencies."""
AWARD_CHUNKS = 24


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
SHOWN = "points(I,R,W,T) : points((I,R),W,T)"
SCORED = "table((I,1..3)) :- share(I). scored(Q) :- table(Q). round(Q,R) :- table(Q), Q = (_,R)."


def points(facts: Sequence[str]) -> dict[tuple[int, int], dict[str, int]]:
    """What each seat scores, and Dirk, by share and round."""
    said: dict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    for atom in told("\n".join((*facts, SCORED)), SHOWN, without=WITHOUT_MOATS):
        share, which, who, total = atom.arguments
        said[share.number, which.number][str(who)] = total.number
    return said


@cache
def row_of(building: Building, prices: tuple[int, ...]) -> City:
    """A city of buildings in a row, without moats and walls."""
    faces = {Cell(x, 0): Face(building, price, 0) for x, price in enumerate(prices, start=1)}
    return City.of(faces, start=building.family)


PARKS = (2, 3, 4, 5, 6, 7)
"""The prices that are shared out."""
TABLES = {"two": (2, False), "two and Dirk": (2, True), "three": (3, False), "four": (4, False)}
SHARE_CHUNKS = 4


@cache
def shares(takers: int) -> tuple[tuple[int, ...], ...]:
    """To whom each of the six goes, or to nobody, which is the last number; nobody gets more than three."""
    every = product(range(takers + 1), repeat=len(PARKS))
    return tuple(share for share in every if all(share.count(taker) <= 3 for taker in range(takers)))


@pytest.mark.parametrize("who", TABLES)
@pytest.mark.parametrize("chunk", halves(SHARE_CHUNKS))
def test_every_share_of_a_building_of_granada(who: str, chunk: int, table: Table, record_property: Record) -> None:
    seats, with_dirk = TABLES[who]
    takers = seats + with_dirk
    every = shares(takers)
    some = chunk_of(chunk, every[::40], [share for i, share in enumerate(every) if i % 40], SHARE_CHUNKS)
    facts = [f"shows(f{price},park). price(f{price},{price})." for price in PARKS]
    for number, share in enumerate(some):
        gets = (f"gets({number},{price},{taker})." for price, taker in zip(PARKS, share, strict=True) if taker < takers)
        facts.append(f"share({number}). {' '.join(gets)}")
    facts += [f"face({price},f{price})." for price in PARKS]
    facts.append(f"game(Q,granada) :- table(Q). seat(Q,0..{seats - 1}) :- table(Q).")
    facts.append("lies(city(Q,S),(P,0),F,0) :- seat(Q,S), Q = (I,_), gets(I,P,S), face(P,F).")
    if with_dirk:
        facts.append(f"dirk(Q) :- table(Q). dirk_has(Q,P,F) :- dirk(Q), Q = (I,_), gets(I,P,{seats}), face(P,F).")
    said = points(facts)
    laid = table(hands=("",) * seats)
    for (number, share), (which, name) in product(enumerate(some), ROUNDS.items()):
        got = [tuple(price for price, who in zip(PARKS, share, strict=True) if who == taker) for taker in range(takers)]
        players = tuple(
            evolve(player, city=row_of(Building.PARK, prices))
            for player, prices in zip(laid.players, got, strict=False)
        )
        dirks = Dirk(tuple(Face(Building.PARK, price, 0) for price in got[-1])) if with_dirk else None
        scoring = score(evolve(laid, players=players, dirk=dirks), name)
        expected = {str(seat): total for seat, total in enumerate(scoring.points)}
        expected |= {"dirk": scoring.dirk} if with_dirk else {}
        assert said[number, which] == expected, (share, name)
    record_property("counted: shares of a building of Granada compared with the clauses", len(some) * len(ROUNDS))


def test_so_many_shares_are_compared() -> None:
    numbers = [len(shares(seats + with_dirk)) * len(ROUNDS) for seats, with_dirk in TABLES.values()]
    assert sum(numbers) == 67_248


PALACES = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")


@pytest.mark.parametrize(
    "seats", [2, 3, *(pytest.param(seats, marks=(LONG, pytest.mark.in_turn)) for seats in (4, 5, 6))]
)
@pytest.mark.parametrize("building", PALACES)
def test_every_count_of_a_building_of_the_alhambra(
    building: str, seats: int, table: Table, record_property: Record
) -> None:
    every = list(product(range(4), repeat=seats))
    facts = [f"shows(f{seat},{building}). price(f{seat},{4 + seat}). face({seat},f{seat})." for seat in range(seats)]
    for number, counts in enumerate(every):
        has = (f"has_so_many({number},{seat},{count})." for seat, count in enumerate(counts))
        facts.append(f"share({number}). {' '.join(has)}")
    facts.append(f"game(Q,alhambra) :- table(Q). seat(Q,0..{seats - 1}) :- table(Q).")
    facts.append("lies(city(Q,S),(1..N,0),F,0) :- seat(Q,S), Q = (I,_), has_so_many(I,S,N), face(S,F).")
    said = points(facts)
    laid = evolve(table(hands=("",) * seats, game=ALHAMBRA), dirk=None)
    for (number, counts), (which, name) in product(enumerate(every), ROUNDS.items()):
        players = tuple(
            evolve(player, city=row_of(Building(building), (4 + seat,) * count))
            for (seat, count), player in zip(enumerate(counts), laid.players, strict=True)
        )
        scoring = score(evolve(laid, players=players), name)
        assert said[number, which] == {str(seat): total for seat, total in enumerate(scoring.points)}, (counts, name)
    record_property("counted: shares of a building of the Alhambra compared with the clauses", len(every) * len(ROUNDS))


def test_so_many_counts_are_compared() -> None:
    assert sum(4**seats for seats in range(2, 7)) * len(PALACES) * len(ROUNDS) == 98_208
