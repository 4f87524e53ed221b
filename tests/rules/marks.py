"""Which rules a test is about: ``pytest --rule no-holes`` runs those of a rule."""

from __future__ import annotations

import pytest

from granada import Rule


def rule(*names: str) -> pytest.MarkDecorator:
    """The mark of a test that is about these rules; an error where there is none of a name."""
    return pytest.mark.rule(*[str(Rule.named(name)) for name in names])
