"""The page on which Granada is played, and what makes it an app that a phone can install."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge_page import NEEDS, page_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def play_page(root: str) -> str:
    """The page as it is before its script runs."""
    return page_of("play", root, NEEDS)


def write_app(app: Sphinx, flaw: Exception | None) -> None:
    """Nothing yet."""
