"""Exchange bureaus: cards of the deck, each of which lets a tile be paid in two currencies.

That a bureau is taken alone stands in ``acting``, how one pays with it in ``buying`` and ``board.money``:
where nobody plays with bureaus there are none, and those rules have nothing to say.
"""

from granada.board import BUREAUS, Purse
from granada.game.state import Module

BUREAUS_IN_PILES = ((2, 2), (3, 2), (4, 2))
"""Two bureaus go into each of the piles 2, 3 and 4."""

EXCHANGE = Module(name="exchange", cards=(Purse(BUREAUS), BUREAUS_IN_PILES), begins=lambda _: ())
