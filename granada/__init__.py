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

from granada.notation import ARTISTS

__version__ = "0.1.0"

# fmt: off
if TYPE_CHECKING:
    from granada import strategies as strategies  # not in __all__, as it needs the extra hypothesis
    from granada.notation import BadNotation
    from granada.rulebook import Rule, Rulings
    from granada.board.money import Bureau, Card, Currency, Purse, Round
    from granada.board.tiles import Building, Face, Family, InvalidState, Tile
    from granada.board.tile_sets import TileSet
    from granada.board.cells import Cell
    from granada.board.layout import Layout
    from granada.board.building import Violation, violations
    from granada.board.city import City
    from granada.game.actions import Action, Add, Buy, Decline, Draw, Flip, Give, Pass, Place, Reactivate, Remove, Reveal, Stop, Store, Swap, Take, TakeHut
    from granada.game.steps import Act, Award, Begin, DealHand, DirkDraws, DirkShare, EndTest, NextTurn, Pending, PlaceTiles, RefillMoney, RefillTiles, ScoreDue, ScoreRow
    from granada.game.games import ALHAMBRA, COMBINED, GRANADA, Game
    from granada.game.state import Deck, Dirk, Layer, Module, Player, Setup, State
    from granada.game.scoring import Row, Scoring, Standing, score
    from granada.game.modules.bonus import BONUS, Bonus, DealBonus, Show
    from granada.game.modules.exchange import EXCHANGE
    from granada.game.modules.huts import HUTS, Huts, TurnUpHuts
    from granada.game.modules.vizier import VIZIER, Favour, OpenFavour
    from granada.game.chance import deal, outcomes
    from granada.game.rules import IllegalAction, apply, broken, is_legal
    from granada.game.options import legal_actions
    from granada.table.view import View, observe
    from granada.table.bots import Bot, BuilderBot, RandomBot
    from granada.table.table import Record, new_game, play, replay, winners
    from granada.wire import digest, from_json, to_json
    from granada.pictures.drawing import draw
    from granada.pictures.svg import picture
    from granada.spec.suite import Report, check
    from granada.spec.judging import Verdict, judge
    from granada.commands.refereeing import referee

__all__ = [
    "ALHAMBRA", "BONUS", "COMBINED", "EXCHANGE", "GRANADA", "HUTS", "VIZIER", "Act", "Action", "Add", "Award",
    "BadNotation", "Begin", "Bonus", "Bot", "BuilderBot", "Building", "Bureau", "Buy", "Card", "Cell", "City",
    "Currency", "DealBonus", "DealHand", "Deck", "Decline", "Dirk", "DirkDraws", "DirkShare", "Draw", "EndTest", "Face",
    "Family", "Favour", "Flip", "Game", "Give", "Huts", "IllegalAction", "InvalidState", "Layer", "Layout", "Module",
    "NextTurn", "OpenFavour", "Pass", "Pending", "Place", "PlaceTiles", "Player", "Purse", "RandomBot", "Reactivate",
    "Record", "RefillMoney", "RefillTiles", "Remove", "Report", "Reveal", "Round", "Row", "Rule", "Rulings", "ScoreDue",
    "ScoreRow", "Scoring", "Setup", "Show", "Standing", "State", "Stop", "Store", "Swap", "Take", "TakeHut", "Tile",
    "TileSet", "TurnUpHuts", "Verdict", "View", "Violation", "apply", "broken", "check", "deal", "digest", "draw",
    "from_json", "is_legal", "judge", "legal_actions", "new_game", "observe", "outcomes", "picture", "play", "referee",
    "replay", "score", "to_json", "violations", "winners",
]
# fmt: on

_FILES = """
notation rulebook board.money board.tiles board.tile_sets
board.cells board.layout board.building board.city game.actions game.steps game.games game.state game.scoring
game.modules.bonus game.modules.exchange game.modules.huts game.modules.vizier game.chance game.rules game.options
table.view table.bots table.table wire pictures.drawing pictures.svg spec.suite spec.judging commands.refereeing
"""
"""Where the names are found, from the ground up; a name is loaded when it is first used, as all would take 0.2 s."""

if not TYPE_CHECKING:  # a type checker knows the names from above, and must not take others for public

    def __getattr__(name: str) -> object:
        """A public name, from the first file that knows it: what lies below that file is needed by it anyway."""
        if name == "strategies":
            return import_module("granada.strategies")
        files = map(import_module, (f"granada.{file}" for file in _FILES.split())) if name in __all__ else ()
        for file in files:
            if hasattr(file, name):
                return globals().setdefault(name, getattr(file, name))
        message = f"module 'granada' has no attribute {name!r}"
        raise AttributeError(message)


def __dir__() -> list[str]:
    """The public names."""
    return [*__all__, "strategies"]


ARTISTS["svg"] = lambda value: import_module("granada.pictures.svg").picture(value)
ARTISTS["text"] = lambda value: import_module("granada.pictures.drawing").draw(value, width=80)
