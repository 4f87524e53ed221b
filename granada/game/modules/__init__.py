"""The modules; each is one value in one file and may use everything in ``granada.game``.

A module keeps its own part of a state in ``extras`` and changes a state only in the functions of its value. A module
can add effects to an action, but cannot replace the game's effects. ``docs/design.md`` lists the places that a module
changes.
"""

from granada.game.modules.bonus import BONUS
from granada.game.modules.exchange import EXCHANGE
from granada.game.modules.huts import HUTS
from granada.game.modules.vizier import VIZIER
from granada.game.state import MODULES, Module

_ALL: tuple[Module[object], ...] = (VIZIER, EXCHANGE, HUTS, BONUS)
MODULES.update({module.name: module for module in _ALL})
