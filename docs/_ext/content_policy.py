"""Write a Content-Security-Policy into each page, which allows only the site's own scripts."""

import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

from sphinx.application import Sphinx

THEMES = '\n      document.body.dataset.theme = localStorage.getItem("theme") || "auto";\n    '
"""The script that the theme writes into each page."""
INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
POLICY = (
    "default-src 'none'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'"
)
"""Nothing comes from elsewhere; the worker with the engine is a file, and no page compiles or evaluates anything."""
BEHIND_ALL_OTHERS = 900


def with_policy(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Put the policy, which lists the page's inline scripts, at the start of the page's head."""
    scripts = [THEMES, *INLINE.findall(context.get("body", ""))]
    hashes = [f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts]
    policy = POLICY.format(scripts=" ".join(hashes))
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    context["metatags"] = tag + context.get("metatags", "")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.connect("html-page-context", with_policy, priority=BEHIND_ALL_OTHERS)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
