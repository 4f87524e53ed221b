"""How deep the laws are searched, and what was counted."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest
from hypothesis import HealthCheck, settings

from granada import GRANADA, City, Deck, Dirk, Face, Layer, Player, Purse, Round, Rulings, Setup, State, Tile
from granada.game.agenda import turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from granada import Game

COUNTED = "counted: "
"""Properties that tests record under such a name are summed up at the end of the run."""

# What hypothesis notes down about the sources is not kept in the checkout.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(Path(tempfile.gettempdir()) / "granada-hypothesis"))

for name, examples in (("ci", 40), ("deep", 500), ("deepest", 5_000)):
    settings.register_profile(
        name,
        max_examples=examples,
        derandomize=name == "ci",
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
settings.load_profile("ci")


class Table(Protocol):
    """Lays out a position in which a seat is to act."""

    def __call__(
        self,
        *,
        hands: Sequence[str] = ...,
        cities: Sequence[str] = ...,
        reserves: Sequence[Sequence[str]] = ...,
        yard: Sequence[str | None] = ...,
        bags: Sequence[Sequence[str]] = ...,
        display: str = ...,
        deck: str = ...,
        coming: Sequence[Round] = ...,
        discard: str = ...,
        dirk: Sequence[str] = ...,
        marker: str | None = ...,
        seat: int = ...,
        game: Game = ...,
        scoring: str = ...,
        rulings: Rulings | None = ...,
    ) -> State: ...


@pytest.fixture
def table() -> Table:
    """Lay out a position from notation; a hand for each player tells how many there are."""

    def laid(
        *,
        hands: Sequence[str] = ("", "", ""),
        cities: Sequence[str] = (),
        reserves: Sequence[Sequence[str]] = (),
        yard: Sequence[str | None] = (),
        bags: Sequence[Sequence[str]] = (),
        display: str = "",
        deck: str = "",
        coming: Sequence[Round] = (),
        discard: str = "",
        dirk: Sequence[str] = (),
        marker: str | None = "odd",
        seat: int = 0,
        game: Game = GRANADA,
        scoring: str = "normal",
        rulings: Rulings | None = None,
    ) -> State:
        setup = Setup(game, len(hands), (), scoring, rulings or Rulings())
        built = [*cities, *["@"] * (len(hands) - len(cities))]
        kept = [*reserves, *[()] * (len(hands) - len(reserves))]
        slots = 4 * len(game.lanes)
        lying = [*yard, *[None] * (slots - len(yard))]
        supplies = [*bags, *[()] * (len(game.lanes) - len(bags))]
        pool = Purse.parse(deck)
        piles = (Layer((len(pool),), tuple(coming)),) if len(pool) or coming else ()
        return State(
            setup=setup,
            players=tuple(
                Player(Purse.parse(hand), City.parse(city, game.start), tuple(sorted(map(Face.parse, reserve))))
                for hand, city, reserve in zip(hands, built, kept, strict=True)
            ),
            yard=tuple(None if tile is None else Tile.parse(tile) for tile in lying),
            bags=tuple(tuple(sorted(map(Tile.parse, supply))) for supply in supplies),
            display=Purse.parse(display),
            deck=Deck((pool,) if piles else (), piles),
            discard=Purse.parse(discard),
            dirk=Dirk(tuple(sorted(map(Face.parse, dirk)))) if len(hands) == 2 else None,
            marker=marker if game.two_faced else None,
            mover=seat,
            todo=turn(setup, seat),
        )

    return laid


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    sums: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", ()):
        for name, number in report.user_properties:
            if name.startswith(COUNTED):
                sums[name.removeprefix(COUNTED)] += number
    if sums:
        terminalreporter.section("judged exhaustively")
        for name, number in sorted(sums.items()):
            terminalreporter.write_line(f"{number:>9,} {name}")
