"""Granada, The Palace of Alhambra, and the two combined: rules as pure functions on immutable states.

>>> from random import Random
>>> import granada
>>> rng = Random(7)
>>> state = granada.deal(granada.new_game(players=3), rng)
>>> while not state.over:
...     action = rng.choice(granada.legal_actions(state))
...     state = granada.deal(granada.apply(state, action), rng)
>>> len(state.points), granada.winners(state) != ()
(3, True)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from granada.board.city import City
    from granada.board.layout import Cell, Layout, Violation, violations
    from granada.board.money import Bureau, Card, Currency, Purse, Round
    from granada.board.tiles import Building, Face, Family, InvalidState, Tile, TileSet
    from granada.game.actions import (
        Action,
        Add,
        Buy,
        Decline,
        Draw,
        Flip,
        Give,
        Pass,
        Place,
        Reactivate,
        Remove,
        Reveal,
        Stop,
        Store,
        Swap,
        Take,
        TakeHut,
    )
    from granada.game.chance import deal, outcomes
    from granada.game.games import ALHAMBRA, COMBINED, GRANADA
    from granada.game.modules.bonus import BONUS, Bonus, DealBonus, Show
    from granada.game.modules.exchange import EXCHANGE
    from granada.game.modules.huts import HUTS, Huts, TurnUpHuts
    from granada.game.modules.vizier import VIZIER, Favour, OpenFavour
    from granada.game.options import legal_actions
    from granada.game.rules import IllegalAction, apply, broken, is_legal
    from granada.game.scoring import Row, Scoring, Standing, score
    from granada.game.state import (
        Act,
        Award,
        Begin,
        DealHand,
        Deck,
        Dirk,
        DirkDraws,
        DirkShare,
        EndTest,
        Game,
        Layer,
        Module,
        NextTurn,
        Pending,
        PlaceTiles,
        Player,
        RefillMoney,
        RefillTiles,
        ScoreDue,
        ScoreRow,
        Setup,
        State,
    )
    from granada.notation import BadNotation
    from granada.rulebook import Rule, Rulings
    from granada.spec.examining import check
    from granada.spec.judging import judge
    from granada.spec.refereeing import referee
    from granada.spec.report import Report
    from granada.spec.verdict import Verdict
    from granada.table.bots import Bot, BuilderBot, RandomBot
    from granada.table.table import Record, new_game, play, replay, winners
    from granada.table.view import View, observe
    from granada.wire.wire import from_json, to_json

__version__ = "0.1.0"

_HOMES = {
    "game.actions": (
        "Action Add Buy Decline Draw Flip Give Pass Place Reactivate Remove Reveal Stop Store Swap Take TakeHut"
    ),
    "table.bots": "Bot BuilderBot RandomBot",
    "game.chance": "deal outcomes",
    "board.city": "City",
    "game.games": "ALHAMBRA COMBINED GRANADA",
    "spec.judging": "judge",
    "board.layout": "Cell Layout Violation violations",
    "game.modules.bonus": "BONUS Bonus DealBonus Show",
    "game.modules.exchange": "EXCHANGE",
    "game.modules.huts": "HUTS Huts TurnUpHuts",
    "game.modules.vizier": "Favour OpenFavour VIZIER",
    "board.money": "Bureau Card Currency Purse Round",
    "notation": "BadNotation",
    "game.options": "legal_actions",
    "spec.refereeing": "referee",
    "rulebook": "Rule Rulings",
    "game.rules": "IllegalAction apply broken is_legal",
    "game.scoring": "Row Scoring Standing score",
    "game.state": (
        "Act Award Begin DealHand Deck Dirk DirkDraws DirkShare EndTest Game Layer Module NextTurn Pending "
        "PlaceTiles Player RefillMoney RefillTiles ScoreDue ScoreRow Setup State"
    ),
    "spec.examining": "check",
    "spec.report": "Report",
    "spec.verdict": "Verdict",
    "table.table": "Record new_game play replay winners",
    "board.tiles": "Building Face Family InvalidState Tile TileSet",
    "table.view": "View observe",
    "wire.wire": "from_json to_json",
}
"""The public names, by the file that they are imported from when they are first asked for."""
_HOME = {name: file for file, names in _HOMES.items() for name in names.split()}


if not TYPE_CHECKING:  # a type checker knows the names from above, and must not take others for public

    def __getattr__(name: str) -> object:
        """Import a public name when it is first asked for, so that the package itself is there at once."""
        if name not in _HOME:
            message = f"module 'granada' has no attribute {name!r}"
            raise AttributeError(message)
        found = globals()[name] = getattr(import_module(f"granada.{_HOME[name]}"), name)
        return found


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)


__all__ = [
    "ALHAMBRA",
    "BONUS",
    "COMBINED",
    "EXCHANGE",
    "GRANADA",
    "HUTS",
    "VIZIER",
    "Act",
    "Action",
    "Add",
    "Award",
    "BadNotation",
    "Begin",
    "Bonus",
    "Bot",
    "BuilderBot",
    "Building",
    "Bureau",
    "Buy",
    "Card",
    "Cell",
    "City",
    "Currency",
    "DealBonus",
    "DealHand",
    "Deck",
    "Decline",
    "Dirk",
    "DirkDraws",
    "DirkShare",
    "Draw",
    "EndTest",
    "Face",
    "Family",
    "Favour",
    "Flip",
    "Game",
    "Give",
    "Huts",
    "IllegalAction",
    "InvalidState",
    "Layer",
    "Layout",
    "Module",
    "NextTurn",
    "OpenFavour",
    "Pass",
    "Pending",
    "Place",
    "PlaceTiles",
    "Player",
    "Purse",
    "RandomBot",
    "Reactivate",
    "Record",
    "RefillMoney",
    "RefillTiles",
    "Remove",
    "Report",
    "Reveal",
    "Round",
    "Row",
    "Rule",
    "Rulings",
    "ScoreDue",
    "ScoreRow",
    "Scoring",
    "Setup",
    "Show",
    "Standing",
    "State",
    "Stop",
    "Store",
    "Swap",
    "Take",
    "TakeHut",
    "Tile",
    "TileSet",
    "TurnUpHuts",
    "Verdict",
    "View",
    "Violation",
    "apply",
    "broken",
    "check",
    "deal",
    "from_json",
    "is_legal",
    "judge",
    "legal_actions",
    "new_game",
    "observe",
    "outcomes",
    "play",
    "referee",
    "replay",
    "score",
    "to_json",
    "violations",
    "winners",
]
