"""The documentation site: ``sphinx-build -W -b html docs OUT``."""

import gc
import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent)]

gc.disable()  # a build ends before the memory does, and looking for what could be freed takes an eighth of its time

project = "granada"
version = release = import_module("granada").__version__  # of the checkout beside this folder
extensions = ["myst_parser", "site_pages", "sidebar", "reachable", "engine", "content_policy"]
exclude_patterns = ["_build", "_ext", "_root", "_static"]
highlight_language = "none"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_domain_indices = False  # the API is one page, and needs no index of modules
html_theme = "furo"
html_title = "granada"
html_static_path = ["_static"]
html_extra_path = ["_root"]  # a service worker serves the folder in which it lies
html_css_files = ["site.css"]
html_js_files = [
    ("rulebook.js", {"defer": "defer"}),
    ("table.js", {"defer": "defer"}),
    ("rules_found.js", {"type": "module"}),
]
html_favicon = "_static/tile.svg"
html_search_scorer = str(HERE / "_ext" / "scorer.js")
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1c5f9e", "color-brand-content": "#1c5f9e"},
    "dark_css_variables": {"color-brand-primary": "#7db8ee", "color-brand-content": "#7db8ee"},
}
