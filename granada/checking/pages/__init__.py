"""Reports as pages: one file that needs nothing else, with a picture of every failure; and a badge.

``page`` puts it together from saved reports, with the style of ``page.css`` and the script of ``page.js``; ``failures``
makes the part for each failure, and escapes foreign text.
"""

from granada.checking.pages.page import as_badge, as_page

__all__ = ["as_badge", "as_page"]
