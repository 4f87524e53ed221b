"""Random questions about notation: texts of each sort, right or with a slip of the pen."""

from random import Random

from granada.board import BUREAUS, MONEY, Cell
from granada.fuzzing.random_actions import attempt
from granada.fuzzing.random_cities import grown, supply
from granada.fuzzing.random_money import cards
from granada.fuzzing.random_strata import Holds, Stratum, about, drawing
from granada.game import Setup
from granada.questions import NotationQuestion
from granada.table import new_game

SORTS = ("card", "cards", "face", "tile", "cell", "layout", "action")
SIGNS = " 0123456789abgoyABnesw/|*~@.,-\n"
"""The signs that slip in."""


def _text(of: str, rng: Random, setup: Setup) -> str:
    """A text of a sort."""
    tiles = supply(setup.game, rng)
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
            return str(grown(setup.game, rng, tiles, 0, 5))
    return str(attempt(new_game(3, setup.game), rng) or "pass")


@drawing
def _notation(rng: Random, setup: Setup, of: str, *, slip: bool) -> NotationQuestion:
    """A text to be read, with one sign more, less or another if it has a slip."""
    text = _text(of, rng, setup)
    if slip and text:
        at, sign = rng.randrange(len(text)), rng.choice(SIGNS)
        after = text[at + 1 :]
        text = rng.choice((text[:at] + sign + text[at:], text[:at] + after, text[:at] + sign + after))
    return NotationQuestion(of=of, text=text)


def _of(sort: str, *, legible: bool = False) -> Holds:
    """Whether a text of some sort is to be read, perhaps one that can be."""
    return about(NotationQuestion, lambda text: text.of == sort, lambda case: not legible or "result" in case.expect)


READING = (
    *(Stratum("notation", of, _notation(of, slip=False), _of(of, legible=True)) for of in SORTS),
    *(Stratum("notation", f"{of} with a slip", _notation(of, slip=True), _of(of)) for of in SORTS),
)
