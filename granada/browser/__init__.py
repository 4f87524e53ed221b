"""The functions that the site's pages call: JSON text in, JSON text out, and an error reply to a bad message.

``judge`` answers *May I do that?*, and ``host`` runs the table of *Play Granada*. ``messages`` reads the messages of a
page and makes the parts that both pages receive. A running game is a ``Session``: the record, the viewer, and undo.
``table_data`` describes what the viewer sees, ``pointing`` finds the action that a player means by pointing at things,
and ``lesson`` is the tutorial game.
"""

from granada.browser.host import play
from granada.browser.judge import reply
from granada.browser.messages import LONGEST_MESSAGE

__all__ = ["LONGEST_MESSAGE", "play", "reply"]
