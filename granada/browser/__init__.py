"""What the pages of the site ask of the package: a JSON text in, a JSON text out, and no message breaks anything.

``judge`` answers *May I do that?*, and ``play`` keeps the table at which one plays. ``messages`` reads what a page
says. A game under way is a ``Session``: the record, who looks, and what can be taken back; ``table_data`` is what
whoever looks is shown of it, and ``reasons`` says why something is forbidden.
"""

from granada.browser.judge import reply
from granada.browser.messages import LONGEST_MESSAGE
from granada.browser.play import dream_with, play

__all__ = ["LONGEST_MESSAGE", "dream_with", "play", "reply"]
