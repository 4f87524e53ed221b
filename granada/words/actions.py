"""Actions in words."""

from collections.abc import Callable
from typing import Any

from attrs import fields

from granada.board import Bureau, Card, Cell, Round, Tile
from granada.game import actions
from granada.game.actions import Action
from granada.languages import Text, text
from granada.words.names import Words

SAID: dict[type[Action], Text] = {
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
}
"""What each kind of action is called."""
WHICH = {
    "alhambra": text("an action", "buy the tile of the Alhambra on space {space} with {cards}"),
    "granada": text("an action", "buy the tile of Granada on space {space} with {cards}"),
}
"""A purchase of one of two tiles on a space."""


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
"""What each kind of action is, for somebody who is to choose one."""


def action_in_words(action: Action, words: Words) -> str:
    """What somebody does, or wants to do.

    >>> action_in_words(Action.parse("place arena2/es at 0,1"), Words())
    'build an arena for 2, moat in the east and in the south, north of the start tile'
    """
    if words.brief:
        return str(action)
    values = {each.name: getattr(action, each.name) for each in fields(type(action))}
    parts = {name: _FIELDS[name](words, value) for name, value in values.items() if value is not None}
    if "cell" in values:
        parts["old"] = _tile_at(words, values["cell"])
    said = WHICH[str(action.family)] if isinstance(action, actions.Buy) and action.family else SAID[type(action)]
    return words.language.of(said, **parts, dirk=words.dirk)


def _tile_at(words: Words, cell: Cell) -> str:
    """The tile of the city that is meant, or where it lies."""
    face = words.city.tiles.get(cell) if words.city is not None else None
    tile = words.language("the tile") if face is None else words.face(face)
    return words.language("{tile}, {place}", tile=tile, place=words.cell(cell))


def draw_in_words(what: Card | Bureau | Round | Tile, words: Words) -> str:
    """What is drawn."""
    match what:
        case Round():
            return words.language("scoring card {round}", round=what)
        case Tile():
            return words.tile(what)
    return words.card(what)


_FIELDS: dict[str, Callable[[Words, Any], object]] = {
    "cards": Words.cards,
    "face": Words.face,
    "cell": Words.cell,
    "what": lambda words, what: draw_in_words(what, words),
    **dict.fromkeys(("space", "family"), lambda _, value: value),
}
"""How each field of an action is told."""
