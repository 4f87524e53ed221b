"""Correct the theme's pages for people who use a screen reader or only the keyboard."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

MENDED = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="This page">',
    '<form class="sidebar-search-container"': '<form aria-label="All pages" class="sidebar-search-container"',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
    '<div id="search-results">': '<h1>Search</h1>\n<div id="search-results">',
}
"""Headings have a level, regions a name of their own, what is scrolled can be reached, and every page has a title."""
HEADLESS = re.compile(r'<th class="head[^"]*">(<p></p>)?</th>')
"""The cell above the names of rows, which heads nothing."""
LINES = re.compile(r"<dl>\n(?=<dd><em).*?</dl>", re.DOTALL)
"""The parameters of a long signature, which stand in lines, but define nothing."""


def mended(html: str) -> str:
    """The page with these corrections."""
    for found, instead in MENDED.items():
        if instead not in html:
            html = html.replace(found, instead)
    html = HEADLESS.sub("<td></td>", html)
    return LINES.sub(lambda lines: re.sub(r"<(/?)d[ld]>", _line, lines[0]), html)


def _line(tag: re.Match[str]) -> str:
    return "</div>" if tag[1] else '<div class="sig-line">'


def mend(app: Sphinx, flaw: Exception | None) -> None:
    """Correct all pages after Sphinx has written them."""
    if flaw or app.builder.name != "html":
        return
    for path in sorted(Path(app.outdir).rglob("*.html")):
        html = path.read_text(encoding="utf-8")
        if (better := mended(html)) != html:
            path.write_text(better, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Correct the pages before the engine lists the files of the build."""
    app.connect("build-finished", mend)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
