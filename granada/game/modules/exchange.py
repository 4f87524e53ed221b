"""Exchange bureaus, which are cards in the deck that allow a payment in two currencies.

``acting`` checks that a bureau is taken alone; ``buying`` and ``board.money`` handle the payments. Without
this module there are no bureaus, so these rules have no effect.
"""

from granada.board import BUREAUS, Purse
from granada.game.state import Module

BUREAUS_IN_PILES = ((2, 2), (3, 2), (4, 2))
"""The number of bureaus in each of the piles 2, 3 and 4."""

EXCHANGE = Module(name="exchange", cards=(Purse(BUREAUS), BUREAUS_IN_PILES), begins=lambda _: ())
