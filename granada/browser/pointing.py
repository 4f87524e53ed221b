"""Find the action that a player means by pointing at things and, if it is illegal, explain why."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from granada.board import CURRENCIES, Bureau, Card, Purse, Tile
from granada.browser.lesson import ANOTHER, Step
from granada.browser.messages import reasons, rules_data
from granada.browser.table_data import action_data
from granada.errors import InvalidState
from granada.game import Action, Buy, broken
from granada.languages import Language, text
from granada.rulebook import Rule
from granada.steps import PlaceTiles
from granada.table import View
from granada.words import Words

NOWHERE = text("why a tile of the reserve cannot be chosen", "this tile can be built nowhere in your city now")
LACKING = text("why a tile cannot be bought", "it costs {price}, and you have {money} in this currency")
EMPTY = text("why nothing is done on an empty cell", "first choose what you want to build here")
MOST_THINGS = 40


def why_not(view: View, things: object, say: Language, step: Step | None = None) -> dict[str, Any]:
    """The action that the viewer points at or, if it is illegal, the reasons why it is illegal.

    In the tutorial game, a ``step`` limits the actions that are allowed.
    """
    if not isinstance(things, list) or not 0 < len(things) <= MOST_THINGS or view.seat is None:
        raise InvalidState("things must be a list of the things that the viewer points at")
    pointed: dict[str, list[str]] = defaultdict(list)
    for thing in map(str, things):
        kind, _, name = thing.partition(" ")
        pointed[kind].append(name)
    if set(pointed) == {"reserve"}:
        return {"sentence": say.of(NOWHERE), "rules": rules_data(_always(view, pointed), view.table.setup, say)}
    action = meant(view, pointed)
    if action.verb == "remove" and pointed["cell"][0] not in {*view.city.notation, "0,0"}:
        return {"sentence": say.of(EMPTY), "rules": [], "allowed": True}
    found = reasons(view, action, say)
    if isinstance(action, Buy) and (price := _price(view, action)) > (money := action.cards.total()):
        found["sentence"] = say.of(LACKING, price=price, money=money)
    if step and not found["rules"] and not step.allows(action):
        return another(step, view, say)
    if found["rules"] or set(pointed) == {"hand"}:
        return found
    return {**found, "deed": action_data(action, view.table, Words(say, view.table.setup.game, view.city))}


def another(step: Step, view: View, say: Language) -> dict[str, Any]:
    """The refusal of a legal action that the current step of the tutorial game does not teach."""
    return {"sentence": say.of(ANOTHER), "rules": rules_data([step.rule], view.table.setup, say), "allowed": True}


def meant(view: View, pointed: dict[str, list[str]]) -> Action:
    """The action that best matches the things that the viewer points at, given as a mapping from kinds to names."""
    cards = " ".join(sorted(pointed.get("hand", ())))
    match pointed:
        case {"display": taken}:
            return Action.parse(f"take {' '.join(sorted(taken))}")
        case {"slot": [slot]}:
            return Action.parse(f"buy {slot} with {cards or _money(view, slot)}".strip())
        case {"placing": [tile], "do": ["flip"]}:
            return Action.parse(f"flip {Tile.parse(tile).up} paying {cards}".strip())
        case {"placing": [tile], "cell": [cell]}:
            return Action.parse(f"place {Tile.parse(tile).up} at {cell}")
        case {"placing": [tile]}:
            return Action.parse(f"store {Tile.parse(tile).up}")
        case {"reserve": [face], "cell": [cell]}:
            return Action.parse(f"swap {cell} for {face}" if cell in view.city.notation else f"add {face} at {cell}")
        case {"cell": [cell]}:
            return Action.parse(f"place {waiting[0]} at {cell}" if (waiting := _waiting(view)) else f"remove {cell}")
        case {"hut": [face]}:
            return Action.parse(f"hut {face.replace('-hut', '')}")
        case {"bonus": [face]}:
            return Action.parse(f"reveal {face}")
        case {"hand": [card, *_]}:
            return _purchase(view, next(iter(Purse.parse(card))))
    raise InvalidState("these things point to no action")


def _waiting(view: View) -> list[str]:
    """The faces of the tiles waiting to be placed."""
    step = view.table.todo[0] if view.table.todo else None
    return [str(each.tile.up) for each in step.tiles] if isinstance(step, PlaceTiles) else []


def _money(view: View, slot: str) -> Purse:
    """All the money in the viewer's hand that has the currency of a yard slot."""
    buy = Action.parse(f"buy {slot} with")
    return _of(view, {CURRENCIES[buy.space - 1]} if isinstance(buy, Buy) else set())


def _price(view: View, buy: Buy) -> int:
    """The price of the tile that a purchase names; zero for an empty space."""
    halves, slots = view.table.setup.game.halves, view.table.slots.items()
    return sum(
        tile.up.price for slot, tile in slots if tile and (slot.space, halves[slot.lane]) == (buy.space, buy.family)
    )


def _of(view: View, currencies: Iterable[object]) -> Purse:
    return Purse(card for card in view.hand if isinstance(card, Card) and card.currency in currencies)


def _purchase(view: View, card: Card | Bureau) -> Buy:
    """The purchase meant by pointing only at a card: the tile sold in that currency, for all such money in hand."""
    state = view.table
    currencies = card.currencies if isinstance(card, Bureau) else (card.currency,)
    slots = {slot: tile for slot, tile in state.slots.items() if CURRENCIES[slot.space - 1] in currencies}
    slot = next((slot for slot, tile in slots.items() if tile is not None), next(iter(slots)))
    cards = _of(view, currencies) + Purse([card] if isinstance(card, Bureau) else [])
    return Buy(slot.space, cards, state.setup.game.halves[slot.lane])


def _always(view: View, pointed: dict[str, list[str]]) -> list[Rule]:
    """The rules that a tile from the reserve breaks on every cell of the city."""
    taken = [(0, 0), *(tuple(map(int, cell.split(","))) for cell in view.city.notation)]
    xs, ys = (range(min(axis) - 1, max(axis) + 2) for axis in zip(*taken, strict=True))
    tried = [meant(view, {**pointed, "cell": [f"{x},{y}"]}) for x in xs for y in ys]
    first, *others = (broken(view.table, action, view.seat) for action in tried)
    return [rule for rule in first if all(rule in each for each in others)]
