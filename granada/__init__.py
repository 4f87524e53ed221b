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

__version__ = "0.1.0"

# fmt: off
if TYPE_CHECKING:
    from granada import fast as fast  # not in __all__, nor is the next, which needs the extra hypothesis
    from granada import strategies as strategies
    from granada.notation import BadNotation
    from granada.rulebook import Difference, Rule, Rulings, schema
    from granada.board import (
        Building, Bureau, Card, Cell, City, Currency, Face, Family, InvalidState, Layout, Purse, Round, Tile,
        TileSet, Violation, violations,
    )
    from granada.game import (
        Act, Action, Add, ALHAMBRA, apply, Award, Begin, Bonus, BONUS, broken, Buy, choose_draw, COMBINED,
        deal, DealBonus, DealHand, Deck, Decline, Dirk, DirkDraws, DirkShare, Draw, EndTest, EXCHANGE, Favour,
        Flip, Game, Give, GRANADA, HUTS, Huts, IllegalAction, is_legal, Layer, legal_actions, Module, NextTurn,
        OpenFavour, outcomes, Pass, Pending, Place, PlaceTiles, Player, Reactivate, RefillMoney, RefillTiles,
        Remove, Reveal, Row, score, ScoreDue, ScoreRow, Scoring, Setup, Show, Standing, State, Stop, Store,
        Swap, Take, TakeHut, TurnUpHuts, VIZIER,
    )
    from granada.table import (
        Added, Awarded, BonusDealt, Bot, Bought, BuilderBot, CardDealt, CardDrawn, Covered, Declined, DirkDrew,
        DirkDue, DisplayRefilled, EndBegun, Event, FaultyBot, FavourUsed, Flipped, GameOver, Given, HutTaken,
        HutTurnedUp, MarkerMoved, new_game, observe, Passed, Placed, play, RandomBot, Reactivated, Record,
        Removed, replay, Reshuffled, Revealed, RowScored, ScoringBegun, ScoringCardDrawn, ScoringEnded,
        Stopped, Stored, Swapped, Taken, TileDrawn, TurnBegun, unfold, View, Watcher, WindowOpened, winners,
        YardRefilled,
    )
    from granada.wire import digest, from_json, read_records, Recorder, RecordReader, resumed, to_json
    from granada.arena import bot_named, SearchBot, spread, Standings, tournament
    from granada.pictures import draw, picture
    from granada.suite import check, judge, referee, Report, Verdict

__all__ = [
    "ALHAMBRA", "BONUS", "COMBINED", "EXCHANGE", "GRANADA", "HUTS", "VIZIER", "Act", "Action", "Add", "Added", "Award",
    "Awarded", "BadNotation", "Begin", "Bonus", "BonusDealt", "Bot", "Bought", "BuilderBot", "Building", "Bureau",
    "Buy", "Card", "CardDealt", "CardDrawn", "Cell", "City", "Covered", "Currency", "DealBonus", "DealHand", "Deck",
    "Decline", "Declined", "Difference", "Dirk", "DirkDraws", "DirkDrew", "DirkDue", "DirkShare", "DisplayRefilled",
    "Draw", "EndBegun", "EndTest", "Event", "Face", "Family", "FaultyBot", "Favour", "FavourUsed", "Flip", "Flipped",
    "Game", "GameOver", "Give", "Given", "HutTaken", "HutTurnedUp", "Huts", "IllegalAction", "InvalidState", "Layer",
    "Layout", "MarkerMoved", "Module", "NextTurn", "OpenFavour", "Pass", "Passed", "Pending", "Place", "PlaceTiles",
    "Placed", "Player", "Purse", "RandomBot", "Reactivate", "Reactivated", "Record", "RecordReader", "Recorder",
    "RefillMoney", "RefillTiles", "Remove", "Removed", "Report", "Reshuffled", "Reveal", "Revealed", "Round", "Row",
    "RowScored", "Rule", "Rulings", "ScoreDue", "ScoreRow", "Scoring", "ScoringBegun", "ScoringCardDrawn",
    "ScoringEnded", "SearchBot", "Setup", "Show", "Standing", "Standings", "State", "Stop", "Stopped", "Store",
    "Stored", "Swap", "Swapped", "Take", "TakeHut", "Taken", "Tile", "TileDrawn", "TileSet", "TurnBegun", "TurnUpHuts",
    "Verdict", "View", "Violation", "Watcher", "WindowOpened", "YardRefilled", "apply", "bot_named", "broken", "check",
    "choose_draw", "deal", "digest", "draw", "from_json", "is_legal", "judge", "legal_actions", "new_game", "observe",
    "outcomes", "picture", "play", "read_records", "referee", "replay", "resumed", "schema", "score", "spread",
    "to_json", "tournament", "unfold", "violations", "winners",
]
# fmt: on

_ROOMS = ("notation", "rulebook", "board", "game", "table", "wire", "arena", "pictures", "suite")
"""Where the names are found, from the ground up; a room is loaded when it is first asked, as all would take 0.2 s."""
_FOLDERS = ("fast", "strategies")
"""What is found here by its own name, and is loaded when it is first asked."""

if not TYPE_CHECKING:  # a type checker knows the names from above, and must not take others for public

    def __getattr__(name: str) -> object:
        """A public name, from the first room that has it: what lies below that room is needed by it anyway."""
        if name in _FOLDERS:
            return import_module(f"granada.{name}")
        for room in _ROOMS if name in __all__ else ():
            if (found := vars(import_module(f"granada.{room}")).get(name)) is not None:
                return globals().setdefault(name, found)
        message = f"module 'granada' has no attribute {name!r}"
        raise AttributeError(message)


def __dir__() -> list[str]:
    """The public names."""
    return [*__all__, *_FOLDERS]
