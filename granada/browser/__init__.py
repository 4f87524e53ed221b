"""The package behind the pages of the site: JSON text in, JSON text out; a bad message gets an error reply.

``judge`` answers *May I do that?*, and ``host`` runs the table of *Play Granada*; ``messages`` reads the messages of a
page, and makes the parts that both pages get. A running game is a ``Session``: the record, the viewer, and undo.
``table_data`` has the parts of it that the viewer sees, ``pointing`` finds the action that a player means by pointing
at things, and ``lesson`` is the tutorial game.
"""

from granada.browser.host import play
from granada.browser.judge import reply
from granada.browser.messages import LONGEST_MESSAGE

__all__ = ["LONGEST_MESSAGE", "play", "reply"]
