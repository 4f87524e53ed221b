"""Write reports as self-contained HTML pages with a picture of every failure, and make badges.

``page`` builds a page from saved reports, the style in ``page.css`` and the script in ``page.js``; ``failures`` makes
the section for each failure and escapes untrusted text.
"""

from granada.checking.pages.page import as_badge, as_page

__all__ = ["as_badge", "as_page"]
