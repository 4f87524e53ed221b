"""Set-ups, actions, draws, events and scorings in words."""

from collections.abc import Callable, Iterable
from typing import Any

from attrs import fields

from granada import events
from granada.board import START, Building, Bureau, Card, Cell, City, Round, Tile
from granada.errors import listed, quoted
from granada.events import Event
from granada.game import COMBINED, NORMAL, Game, Row, Scoring, Setup, Standing, actions, game_named
from granada.game.actions import Action
from granada.languages import ENGLISH, Language, Text, a_language, text
from granada.rulebook import EDITIONS, book_of
from granada.text import aligned
from granada.words.books import book_in_words
from granada.words.names import GAMES, MARKERS, MODULES, MODULES_IN_SHORT, Words

SAID: dict[type[Action] | type[Event], Text] = {
    actions.Take: text("an action", "take {cards}"),
    actions.Buy: text("an action", "buy the tile on space {space} with {cards}"),
    actions.Flip: text("an action", "turn over {face} for {cards}"),
    actions.Place: text("an action", "build {face}, {cell}"),
    actions.Store: text("an action", "put {face} into the reserve"),
    actions.Give: text("an action", "give {face} to {dirk}"),
    actions.Add: text("an action", "build {face} from the reserve, {cell}"),
    actions.Remove: text("an action", "move {old} to the reserve"),
    actions.Swap: text("an action", "exchange {old} for {face}"),
    actions.TakeHut: text("an action", "take {face}"),
    actions.Reveal: text("an action", "show the bonus card for {face}"),
    actions.Reactivate: text("an action", "turn the vizier up again"),
    actions.Decline: text("an action", "decline"),
    actions.Stop: text("an action", "take no further action"),
    actions.Pass: text("an action", "pass"),
    actions.Draw: text("an action", "draw {what}"),
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
"""A mapping from kinds of actions and events to their sentences."""
WHICH = {
    "alhambra": text("an action", "buy the tile of the Alhambra on space {space} with {cards}"),
    "granada": text("an action", "buy the tile of Granada on space {space} with {cards}"),
}
"""The sentences for buying one of the two tiles on a space."""
EXACTLY = text("an event", "{seat} buys {tile} on space {space} with {cards} exactly")
SOME_BONUS = text("an event", "{seat} is dealt a bonus card")
NO_AWARD = text("an event", "nobody is awarded {tile} on space {space}")
MOVED_START_TILE = text("somebody wants to move it", "the start tile")
BEFORE_A_ROW = text("an event", "{seat} may use {module} before this is scored: {building}")
MEANINGS: dict[type[Action], Text] = {
    actions.Take: text("what an action is", "Take cards from the display."),
    actions.Buy: text(
        "what an action is", "Buy the tile on a space; where a space holds two tiles, the one of a family."
    ),
    actions.Flip: text("what an action is", "Pay to turn a bought tile over; named by the face that lies up now."),
    actions.Place: text("what an action is", "Build a tile that was bought, awarded or taken (a hut) into the city."),
    actions.Store: text(
        "what an action is",
        "Put a tile that was bought, awarded or taken into the reserve; named by the face that will lie up.",
    ),
    actions.Give: text("what an action is", "Give a bought tile to {dirk}."),
    actions.Add: text("what an action is", "Redesign: build a tile from the reserve."),
    actions.Remove: text("what an action is", "Redesign: move a tile from the city to the reserve."),
    actions.Swap: text("what an action is", "Redesign: exchange a tile of the city for one of the reserve."),
    actions.TakeHut: text("what an action is", "Take a builders' hut from the top of its pile."),
    actions.Reveal: text("what an action is", "Show a bonus card, named by its tile."),
    actions.Reactivate: text("what an action is", "Turn the vizier's piece up again."),
    actions.Decline: text("what an action is", "Do not use the vizier, or show no further bonus card."),
    actions.Stop: text("what an action is", "Take no further action after an exact purchase."),
    actions.Pass: text("what an action is", "Do nothing in a turn."),
}
"""A description of each kind of action, for a player who chooses one."""


def action_in_words(action: Action, words: Words) -> str:
    """An action in words.

    >>> action_in_words(Action.parse("place arena2/es at 0,1"), Words())
    'build an arena for 2, moat in the east and in the south, north of the start tile'
    """
    if words.brief:
        return str(action)
    parts = _parts(action, words)
    if isinstance(action, actions.Remove | actions.Swap):
        parts["old"] = _tile_at(words, action.cell)
    said = WHICH[str(action.family)] if isinstance(action, actions.Buy) and action.family else SAID[type(action)]
    return words.language.of(said, **parts, dirk=words.dirk)


def _tile_at(words: Words, cell: Cell) -> str:
    """The tile on a cell, in words, with the cell's place."""
    if cell == START:
        return words.language.of(MOVED_START_TILE)
    face = words.city.tiles.get(cell) if words.city is not None else None
    tile = words.language("the tile") if face is None else words.face(face)
    return words.language("{tile}, {place}", tile=tile, place=words.cell(cell))


def draw_in_words(what: Card | Bureau | Round | Tile, words: Words) -> str:
    """A drawn card or tile in words."""
    match what:
        case Round():
            return words.language("scoring card {round}", round=words.round(what))
        case Tile():
            return words.tile(what)
    return words.card(what)


def standing_in_words(standing: Standing, words: Words) -> str:
    """A player's standing in a row: the count, the price that broke a tie, and the points."""
    say = words.language
    parts = {"seat": words.seat(standing.seat), "count": standing.count}
    points = say.counted("{number} point", "{number} points", standing.points)
    if standing.price is None:
        return say("{seat} has {count}, {points}", **parts, points=points)
    return say("{seat} has {count} (dearest: {price}), {points}", **parts, price=standing.price, points=points)


def scoring_in_words(scoring: Scoring, words: Words) -> str:
    """The rows of a scoring as a table in text, followed by an explanation of its cells."""
    say = words.language
    lines = aligned(
        [
            [say("scoring {round}", round=words.round(scoring.round)), *map(words.seat, scoring.totals)],
            *([words.row(row.name), *map(row.standing, scoring.totals)] for row in scoring.rows),
            [say("together"), *map(str, scoring.totals.values())],
        ],
        left=1,
    )
    standings = [standing for row in scoring.rows for standing in row.standings]
    if not standings:
        return "\n".join(lines)
    if any(standing.price for standing in standings):
        return "\n".join([*lines, say("number (price that broke a tie) → points")])
    return "\n".join([*lines, say("number → points")])


def in_words(
    value: Event | Action | Scoring,
    language: Language | str = ENGLISH,
    *,
    names: Iterable[str] = (),
    game: Game | str = COMBINED,
    city: City | None = None,
    brief: bool = False,
) -> str:
    """An event, an action or a scoring in the words of a language: ``en``, ``fr``, ``hu``, ``it`` or ``nl``.

    ``names`` are the names of the seats, ``game`` determines Dirk's name, and ``city`` names cells by tiles.
    If ``brief`` is true, pieces and cells are in notation.

    >>> from granada.board import Purse
    >>> in_words(events.Taken(1, Purse.parse("b2 b3")), "fr", names=["Rouge", "Bleu"], brief=True)
    'Bleu prend b2 b3'
    """
    say = a_language(language)
    called = listed(names, "names must be a list of texts, one for each seat")
    words = Words(say, game_named(game) if isinstance(game, str) else game, city, brief, called)
    match value:
        case Event():
            return event_in_words(value, words)
        case Action():
            return action_in_words(value, words)
        case Scoring():
            return scoring_in_words(value, words)
    raise TypeError(f"in_words expects an Event, an Action or a Scoring, not {quoted(value)}")


def event_in_words(event: Event, words: Words) -> str:
    """An event in words.

    >>> from granada.board import Purse
    >>> event_in_words(events.Taken(0, Purse.parse("b2 b3")), Words())
    'seat 1 takes blue 2 and blue 3'
    """
    return words.language.of(_said(event), **_parts(event, words), dirk=words.dirk)


def _said(event: Event) -> Text:
    """The sentence for an event, before its parts are filled in."""
    match event:
        case events.Bought(exact=True):
            return EXACTLY
        case events.BonusDealt(hidden=None):
            return SOME_BONUS
        case events.Awarded(winner=None):
            return NO_AWARD
        case events.WindowOpened(building=Building()):
            return BEFORE_A_ROW
    return SAID[type(event)]


def _row(words: Words, row: Row) -> str:
    say = words.language
    standings = say.joined(standing_in_words(each, words) for each in row.standings) or say("nobody")
    name = words.row(row.name)
    if row.value is None:
        return say("{row}: {standings}", row=name, standings=standings)
    return say("{row}, worth {value}: {standings}", row=name, value=row.value, standings=standings)


def _winners(words: Words, winners: tuple[int, ...]) -> str:
    """The winners of the game, as a clause."""
    say = words.language
    if not winners:
        return say("nobody wins")
    seats = say.listed(map(words.seat, winners))
    return say("{seat} wins", seat=seats) if len(winners) == 1 else say("{seats} share the win", seats=seats)


_FIELDS: dict[str, Callable[[Words, Any], object]] = {
    **dict.fromkeys(("seat", "winner"), Words.seat),
    "cards": Words.cards,
    "card": Words.card,
    **dict.fromkeys(("face", "old", "hidden"), Words.face),
    "tile": Words.tile,
    "cell": Words.cell,
    "building": Words.building,
    "row": _row,
    "winners": _winners,
    "marker": lambda words, marker: words.language.of(MARKERS[marker]),
    "module": lambda words, module: words.language.of(MODULES[module]),
    "points": lambda words, points: ", ".join(f"{words.seat(seat)}: {each}" for seat, each in enumerate(points)),
    "counts": lambda words, counts: words.language.listed(map(str, counts)),
    "what": lambda words, what: draw_in_words(what, words),
    "round": Words.round,
    **dict.fromkeys(("space", "family", "exact", "number"), lambda _, value: value),
}
"""A mapping from fields of actions and events to the functions that describe them."""


def _parts(told: Action | Event, words: Words) -> dict[str, object]:
    """The fields of an action or an event, each in words."""
    values = {each.name: getattr(told, each.name) for each in fields(type(told))}
    return {name: _FIELDS[name](words, value) for name, value in values.items() if value is not None}


def setup_in_words(setup: Setup, say: Language) -> list[str]:
    """The game, the number of players, and each other option chosen for the table.

    >>> import granada
    >>> setup_in_words(granada.new_game(3, scoring="simplified").setup, Language())
    ['granada', '3 players', 'simplified scoring']
    """
    parts = [say.of(GAMES[setup.game.name]), say.counted("{number} player", "{number} players", setup.players)]
    parts += [say.of(MODULES_IN_SHORT[module.name]) for module in setup.modules]
    parts += [say("simplified scoring")] if setup.scoring != NORMAL else []
    editions = {code: read.chosen for (code, of), read in EDITIONS.items() if of == setup.game.name}
    books = [str(book_of(code, setup.game.name)) for code, chosen in editions.items() if chosen == setup.rulings.chosen]
    chosen = [f"{name} {value}" for name, value in setup.rulings.chosen.items()]
    return [*parts, *([book_in_words(books[0], say)] if chosen and books else chosen)]
