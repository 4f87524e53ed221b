"""Events in words."""

from collections.abc import Callable
from typing import Any

from attrs import fields

from granada import events
from granada.events import Event
from granada.game import Row
from granada.languages import Text, text
from granada.words.names import MARKERS, MODULES, Words
from granada.words.scorings import standing_in_words

SAID: dict[type[Event], Text] = {
    events.Taken: text("an event", "{seat} takes {cards}"),
    events.Bought: text("an event", "{seat} buys {tile} on space {space} with {cards}"),
    events.Flipped: text("an event", "{seat} turns up {tile} for {cards}"),
    events.Placed: text("an event", "{seat} builds {face}, {cell}"),
    events.Stored: text("an event", "{seat} puts {face} into the reserve"),
    events.Given: text("an event", "{seat} gives {face} to {dirk}"),
    events.Added: text("an event", "{seat} builds {face} from the reserve, {cell}"),
    events.Removed: text("an event", "{seat} moves {face} to the reserve"),
    events.Swapped: text("an event", "{seat} exchanges {old} for {face}"),
    events.HutTaken: text("an event", "{seat} takes {face}"),
    events.Revealed: text("an event", "{seat} shows the bonus card for {face}"),
    events.Covered: text("an event", "{seat} takes back the bonus card for {face}"),
    events.FavourUsed: text("an event", "{seat} uses the vizier"),
    events.Reactivated: text("an event", "{seat} turns the vizier up again"),
    events.Declined: text("an event", "{seat} declines"),
    events.Stopped: text("an event", "{seat} takes no further action"),
    events.Passed: text("an event", "{seat} passes"),
    events.CardDealt: text("an event", "{seat} is dealt {card}"),
    events.BonusDealt: text("an event", "{seat} is dealt the bonus card for {hidden}"),
    events.CardDrawn: text("an event", "the display gets {card}"),
    events.ScoringCardDrawn: text("an event", "scoring card {round} is drawn"),
    events.TileDrawn: text("an event", "space {space} gets {tile}"),
    events.DirkDrew: text("an event", "{dirk} gets {tile}"),
    events.HutTurnedUp: text("an event", "turned up: {face}"),
    events.Reshuffled: text("an event", "shuffled into a new deck: {number}"),
    events.DisplayRefilled: text("an event", "the display is refilled"),
    events.YardRefilled: text("an event", "the yard is refilled"),
    events.MarkerMoved: text("an event", "the marker moves to {marker}"),
    events.TurnBegun: text("an event", "the turn of {seat} begins"),
    events.WindowOpened: text("an event", "{seat} may use {module}"),
    events.ScoringBegun: text("an event", "scoring {round} begins"),
    events.RowScored: text("an event", "scoring {round}: {row}"),
    events.ScoringEnded: text("an event", "scoring {round} ends"),
    events.DirkDue: text("an event", "{dirk} is to draw tiles: {counts}"),
    events.EndBegun: text("an event", "the end begins"),
    events.Awarded: text("an event", "{winner} is awarded {tile} on space {space}"),
    events.GameOver: text("an event", "the game is over ({points}); {winners}"),
}
"""What is said of each kind of event."""
EXACTLY = text("an event", "{seat} buys {tile} on space {space} with {cards} exactly")
SOME_BONUS = text("an event", "{seat} is dealt a bonus card")
NO_AWARD = text("an event", "nobody is awarded {tile} on space {space}")
BEFORE_A_ROW = text("an event", "{seat} may use {module} before this is scored: {building}")


def event_in_words(event: Event, words: Words) -> str:
    """What has happened.

    >>> from granada.board import Purse
    >>> event_in_words(events.Taken(0, Purse.parse("b2 b3")), Words())
    'seat 1 takes blue 2 and blue 3'
    """
    values = {each.name: getattr(event, each.name) for each in fields(type(event))}
    parts = {name: _FIELDS[name](words, value) for name, value in values.items() if value is not None}
    return words.language.of(_said(event), **parts, dirk=words.dirk)


def _said(event: Event) -> Text:
    """What is said of an event."""
    match event:
        case events.Bought(exact=True):
            return EXACTLY
        case events.BonusDealt(hidden=None):
            return SOME_BONUS
        case events.Awarded(winner=None):
            return NO_AWARD
        case events.WindowOpened(building=str()):
            return BEFORE_A_ROW
    return SAID[type(event)]


def _row(words: Words, row: Row) -> str:
    say = words.language
    standings = "; ".join(standing_in_words(each, words) for each in row.standings) or say("nobody")
    name = words.row(row.name)
    if row.value is None:
        return say("{row}: {standings}", row=name, standings=standings)
    return say("{row}, worth {value}: {standings}", row=name, value=row.value, standings=standings)


def _winners(words: Words, winners: tuple[int, ...]) -> str:
    """Who has won."""
    say = words.language
    if not winners:
        return say("nobody wins")
    seats = say.listed(map(words.seat, winners))
    return say("{seat} wins", seat=seats) if len(winners) == 1 else say("{seats} share the win", seats=seats)


_FIELDS: dict[str, Callable[[Words, Any], object]] = {
    "seat": Words.seat,
    "winner": Words.seat,
    "cards": Words.cards,
    "card": Words.card,
    "face": Words.face,
    "old": Words.face,
    "hidden": Words.face,
    "tile": Words.tile,
    "cell": Words.cell,
    "building": Words.row,
    "row": _row,
    "winners": _winners,
    "marker": lambda words, marker: words.language.of(MARKERS[marker]),
    "module": lambda words, module: words.language.of(MODULES[module]),
    "points": lambda words, points: ", ".join(f"{words.seat(seat)}: {each}" for seat, each in enumerate(points)),
    "counts": lambda words, counts: words.language.listed(map(str, counts)),
    **dict.fromkeys(("space", "exact", "round", "number"), lambda _, value: value),
}
"""How each field of an event is told."""
