"""The modules, and the classes of the data that two of them store in a state."""

from granada.game.modules.bonus import BONUS, Bonus
from granada.game.modules.exchange import EXCHANGE
from granada.game.modules.huts import HUTS, Huts
from granada.game.modules.vizier import VIZIER

__all__ = ["BONUS", "EXCHANGE", "HUTS", "VIZIER", "Bonus", "Huts"]
