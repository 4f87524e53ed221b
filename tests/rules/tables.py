"""Positions laid out from notation, and actions tried in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from random import Random

from hypothesis import settings

import granada
from granada import ALHAMBRA, GRANADA, Action, Building, Cell, City, Face, Family, Game, Round, Rule, State
from granada.game import Row
from granada.questions import ScoreQuestion

Table = Callable[..., State]
"""Lays out a position in which a seat is to act."""

WHOLE_GAMES = settings(max_examples=settings().max_examples // 5)
"""A whole game has some thousand positions, so fewer of them are played."""


YARD = ("school8|hospital9/s", "arena10|market11", "library4|district5", "park6|arena7")


BAG = ("park2|school3", "market2|park3", "hostel4|park5", "school6|market7", "market12|arena13", "hostel2|arena3")


def a_game(players: int = 3, seed: int = 1) -> State:
    """A game of Granada that was dealt."""
    return granada.deal(granada.new_game(players), Random(seed))


def broken(state: State, text: str) -> set[Rule]:
    return set(granada.broken(state, Action.parse(text)))


def after(state: State, *texts: str) -> State:
    return reduce(granada.apply, map(Action.parse, texts), state)


def legal(state: State) -> set[str]:
    return {str(action) for action in granada.legal_actions(state)}


def some_draw(state: State, rng: Random) -> State:
    draws = granada.outcomes(state)
    return granada.apply(state, draws[rng.randrange(len(draws))][0])


def city_of(building: str, prices: list[int]) -> str:
    """A row of tiles that show a building."""
    return " ".join(["@", *(f"{building}{price}" for price in prices)])


def points_for(table: Table, building: str, which: str, *cities: list[int], **more: object) -> tuple[int, ...]:
    """The points of each seat for a building, when the cities show it at these prices."""
    game = GRANADA if Building(building).family is Family.GRANADA else ALHAMBRA
    state = table(
        game=game, hands=("",) * max(len(cities), 2), cities=[city_of(building, prices) for prices in cities], **more
    )
    row = next(row for row in granada.score(state, which).rows if row.name == building)
    return tuple(row.of(seat) for seat in range(len(cities)))


def the_last_purchase(table: Table, *hands: str, **more: object) -> State:
    """A seat buys the tile of space 1, and the bag is empty."""
    first, *others = hands
    state = table(hands=(f"b8 {first}", *others), yard=YARD, display="b1 b1 b1 b2", **more)
    return after(state, "buy 1 with b8", "stop", "store school8/s")


def in_a_row(building: Building, prices: Sequence[int]) -> City:
    """A city in which tiles with a building lie in a row."""
    faces = {Cell(x, 0): Face(building, price) for x, price in enumerate(prices, start=1)}
    return City.of(faces, start=building.family)


def row_of(game: Game, which: Round, building: Building, cities: Sequence[City], scoring: str = "normal") -> Row:
    """What a building brings to each city."""
    question = ScoreQuestion(game=game, round=which, cities=tuple(cities), scoring=scoring)
    return next(row for row in question.scored.rows if row.name == str(building))
