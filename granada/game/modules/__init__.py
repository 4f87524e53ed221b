"""The modules by name: each is one value in one file, and may use everything in this room.

A module keeps its own part of a state in ``extras`` and changes a state only in the functions of its value; it can
add to what an action does, but not replace it. ``docs/design.md`` lists where a new one is told.
"""

import copyreg
from collections.abc import Callable

from granada.errors import InvalidState, quoted
from granada.game.modules.bonus import BONUS
from granada.game.modules.exchange import EXCHANGE
from granada.game.modules.huts import HUTS
from granada.game.modules.vizier import VIZIER
from granada.game.state import Module

MODULES: dict[str, Module] = {module.name: module for module in (VIZIER, EXCHANGE, HUTS, BONUS)}
"""Every module, in the order in which they are set up."""


def module_named(name: str) -> Module:
    """The module with a name."""
    try:
        return MODULES[name]
    except (KeyError, TypeError):
        raise InvalidState([f"there is no module {quoted(name)}; there is {', '.join(MODULES)}"]) from None


def _by_name(module: Module[object]) -> tuple[Callable[[str], Module], tuple[str]]:
    return module_named, (module.name,)


copyreg.pickle(Module, _by_name)  # a module is made of functions, so it is pickled by its name
