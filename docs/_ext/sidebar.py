"""The list of all pages that stands beside each of them: their titles alone, taken from all headings once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.addnodes import toctree

if TYPE_CHECKING:
    from docutils.nodes import bullet_list
    from sphinx.application import Sphinx

BEFORE_THE_THEME = 400


def shorten(app: Sphinx, _env: object) -> None:
    """Note the titles of all pages."""
    app.env.titled = {page: _titles(headings.deepcopy()) for page, headings in app.env.tocs.items()}


def _titles(headings: bullet_list) -> bullet_list:
    """What is left of the headings of a page when only titles, and lists of other pages, are wanted."""
    for item in headings.children:
        if len(item) > 1 and (lists := list(item.findall(toctree))):
            item[1][:] = lists
        else:
            del item[1:]
    return headings


def list_titles(app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Let the theme look at titles where it asks for the list; it would sort out all other headings on every page."""
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
    """Tell Sphinx."""
    app.connect("env-updated", shorten)
    app.connect("html-page-context", list_titles, priority=BEFORE_THE_THEME)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
