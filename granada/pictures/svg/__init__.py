"""Pictures as SVG: pure functions from values to a text that needs nothing else.

``picture`` takes any value that has one, and ``sheet`` puts several pictures together;
each kind of value has a file, and all are put together from ``pieces``.
"""

from granada.pictures.svg.sheets import sheet
from granada.pictures.svg.values import picture

__all__ = ["picture", "sheet"]
