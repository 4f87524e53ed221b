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
from typing import TYPE_CHECKING, Any

from granada.actions import (
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
from granada.bots import Bot, BuilderBot, RandomBot
from granada.chance import deal, outcomes
from granada.city import City
from granada.games import ALHAMBRA, COMBINED, GRANADA
from granada.layout import Cell, Layout, Violation, violations
from granada.money import Bureau, Card, Currency, Purse, Round
from granada.notation import BadNotation
from granada.options import legal_actions
from granada.rulebook import Rule, Rulings
from granada.rules import IllegalAction, apply, broken, is_legal
from granada.scoring import Row, Scoring, Standing, score
from granada.state import (
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
from granada.table import Record, new_game, play, replay, winners
from granada.tiles import Building, Face, Family, InvalidState, Tile, TileSet
from granada.view import View, observe
from granada.wire import from_json, to_json

if TYPE_CHECKING:
    from granada.judging import Verdict, judge
    from granada.refereeing import referee
    from granada.suite import Report, check

__version__ = "0.1.0"

_LATER = {"Report": "suite", "Verdict": "judging", "check": "suite", "judge": "judging", "referee": "refereeing"}
"""Names that are imported when they are first asked for, and the files they are in."""


def __getattr__(name: str) -> Any:  # noqa: ANN401  whatever the name stands for
    """Import what most users never need only when it is asked for."""
    if name in _LATER:
        return getattr(import_module(f"granada.{_LATER[name]}"), name)
    message = f"module 'granada' has no attribute {name!r}"
    raise AttributeError(message)


__all__ = [
    "ALHAMBRA",
    "COMBINED",
    "GRANADA",
    "Act",
    "Action",
    "Add",
    "Award",
    "BadNotation",
    "Begin",
    "Bot",
    "BuilderBot",
    "Building",
    "Bureau",
    "Buy",
    "Card",
    "Cell",
    "City",
    "Currency",
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
    "Flip",
    "Game",
    "Give",
    "IllegalAction",
    "InvalidState",
    "Layer",
    "Layout",
    "Module",
    "NextTurn",
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
    "Standing",
    "State",
    "Stop",
    "Store",
    "Swap",
    "Take",
    "TakeHut",
    "Tile",
    "TileSet",
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
