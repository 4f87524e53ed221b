"""What the pages of the site ask of the package: a JSON text in, a JSON text out, and no message breaks anything.

``judge`` answers *May I do that?*, and ``host`` keeps the table at which one plays; ``messages`` reads what a page
says, and has what both pages get. A game under way is a ``Session``: the record, who looks, and what can be taken back.
``table_data`` is what whoever looks is shown of it, ``pointing`` finds what they mean by pointing at things, and
``lesson`` is the first game, which teaches.
"""

from granada.browser.host import play
from granada.browser.judge import reply
from granada.browser.messages import LONGEST_MESSAGE

__all__ = ["LONGEST_MESSAGE", "play", "reply"]
