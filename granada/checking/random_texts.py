"""Random questions about notation: texts of each sort, as they should be or with a slip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board import BUREAUS, MONEY, Cell
from granada.checking.random_cities import grown, supply
from granada.checking.random_games import attempt
from granada.checking.random_money import cards
from granada.checking.stratum import Stratum
from granada.suite import NotationQuestion
from granada.table import new_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from granada.checking.stratum import Table
    from granada.suite import Question

SORTS = ("card", "cards", "face", "tile", "cell", "layout", "action")
SIGNS = " 0123456789abgoyABnesw/|*~@.,-\n"
"""What slips in."""


def _text(of: str, rng: Random, table: Table) -> str:
    """A text of a sort."""
    tiles = supply(table.game, rng)
    match of:
        case "card":
            return str(rng.choice((*MONEY, *BUREAUS)))
        case "cards":
            return " ".join(rng.sample(str(cards(rng, 6)).split() or ["b1"], 1)) + " " + str(cards(rng, 4))
        case "face":
            return str(tiles[0].up)
        case "tile":
            return str(tiles[0])
        case "cell":
            return str(Cell(rng.randrange(-12, 13), rng.randrange(-12, 13)))
        case "layout":
            return str(grown(table.game, rng, tiles, 0, 5))
    return str(attempt(new_game(3, table.game), rng) or "pass")


def _notation(of: str, *, slip: bool) -> Callable[[Random, Table], Question]:
    def drawn(rng: Random, table: Table) -> Question:
        text = _text(of, rng, table)
        if slip and text:
            at, sign = rng.randrange(len(text)), rng.choice(SIGNS)
            after = text[at + 1 :]
            text = rng.choice((text[:at] + sign + text[at:], text[:at] + after, text[:at] + sign + after))
        return NotationQuestion(of=of, text=text)

    return drawn


READING = (
    *(Stratum("notation", of, _notation(of, slip=False)) for of in SORTS),
    *(Stratum("notation", f"{of} with a slip", _notation(of, slip=True)) for of in SORTS),
)
