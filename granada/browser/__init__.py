"""The functions that the site's pages call; they take and return JSON text, and answer a bad message with an error.

``judge`` answers *May I do that?*, and ``host`` runs the table of *Play Granada*. ``messages`` reads the messages from
a page and makes the parts of the answers that both pages receive. A ``Session`` is a running game, with its record, its
viewer and undo. ``table_data`` describes what the viewer sees, ``pointing`` finds the action that a player means by
pointing at things, and ``lesson`` contains the tutorial game.
"""

from granada.browser.host import play
from granada.browser.judge import reply
from granada.browser.messages import LONGEST_MESSAGE

__all__ = ["LONGEST_MESSAGE", "play", "reply"]
