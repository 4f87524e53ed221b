"""Make the list of pages in the sidebar from their titles alone, only once for the whole site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.addnodes import toctree

if TYPE_CHECKING:
    from docutils.nodes import bullet_list
    from sphinx.application import Sphinx

BEFORE_THE_THEME = 400


def shorten(app: Sphinx, _env: object) -> None:
    """Store the titles of all pages."""
    app.env.titled = {page: _titles(headings.deepcopy()) for page, headings in app.env.tocs.items()}


def _titles(headings: bullet_list) -> bullet_list:
    """The headings of a page, reduced to titles and lists of other pages."""
    for item in headings.children:
        if len(item) > 1 and (lists := list(item.findall(toctree))):
            item[1][:] = lists
        else:
            del item[1:]
    return headings


def list_titles(app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Give the theme only titles for its list, because it would remove all other headings again on every page."""
    listed, env = context.get("toctree"), app.env

    def titles(**options: Any) -> str:
        env.tocs, headings = env.titled, env.tocs
        try:
            return listed(**options)
        finally:
            env.tocs = headings

    if listed:
        context["toctree"] = titles


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.connect("env-updated", shorten)
    app.connect("html-page-context", list_titles, priority=BEFORE_THE_THEME)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
