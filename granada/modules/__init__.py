"""The modules by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from granada.state import Module

MODULES: dict[str, Module] = {}
"""Every module, in the order in which they are set up."""


def module_named(name: str) -> Module:
    """The module with a name."""
    try:
        return MODULES[name]
    except (KeyError, TypeError):
        message = f"there is no module {name!r}; there is {', '.join(MODULES) or 'none'}"
        raise ValueError(message) from None
