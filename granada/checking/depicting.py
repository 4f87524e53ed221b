"""Pictures of what a question is about, for a page: they share one style."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from granada.suite import pictures

if TYPE_CHECKING:
    from granada.suite import Question

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def depicted(asked: Question) -> tuple[list[tuple[str, str]], str]:
    """The pictures of a question, each with a caption that may be empty, and the style that all of them share."""
    try:
        found = list(pictures(asked))
    except (ValueError, LookupError, TypeError):  # a position that cannot be drawn is told in words
        return [], ""
    styles = [style for _, svg in found for style in _STYLE.findall(svg)]
    return [(caption, _STYLE.sub("", svg)) for caption, svg in found], styles[0] if styles else ""
