"""Reports as pages: one file that needs nothing else, with a picture of every failure; and a badge.

``page`` puts it together from saved reports, ``failures`` makes the part for each failure, ``assets`` has the style and
the script, and ``escaping`` makes foreign text safe.
"""

from granada.checking.pages.badge import as_badge
from granada.checking.pages.page import as_page

__all__ = ["as_badge", "as_page"]
