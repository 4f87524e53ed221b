"""Read and write the parts of questions, list the facts about a state, and describe errors.

Error messages are short and suggest what the user may have meant.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

from attrs import fields, frozen

from granada.board import Bureau, Card, Cell, City, Face, Family, Layout, Purse, Round, Tile, parse_card, read_card
from granada.errors import LONGEST_NAME, InvalidState, Reason, at, meant, refuse
from granada.game import (
    BONUS,
    HUTS,
    MODULES,
    VIZIER,
    Action,
    Game,
    HiddenDraw,
    IllegalAction,
    Module,
    ScoringKind,
    State,
    game_named,
    module_named,
)
from granada.notation import BadNotation, words
from granada.rulebook import FORMAT, Rulings
from granada.steps import Act, Decision, PlaceTiles
from granada.table import Record, winners
from granada.text import LONGEST_SHOWN, shortened, visible
from granada.wire import canonical_json, extra_data, read_record, read_state, record_lines, state_data, texts

FEW = 20
"""If fewer names than this are known, an error lists all of them."""


def short(value: object) -> str:
    """Shorten a value for an error message."""
    try:
        return shortened(repr(value), LONGEST_SHOWN)
    except RecursionError:
        return "something nested too deeply"


def no_such(what: str, name: str, known: Iterable[str], most: int = 3) -> str:
    """An error message about an unknown name; it suggests similar names or, if there are few names, lists them all."""
    names, complaint = list(known), f"there is no {what} {name[:LONGEST_NAME]!r}"
    near = get_close_matches(name[:LONGEST_NAME], names, n=most, cutoff=0.55)
    if near:
        return f"{complaint}; did you mean {' or '.join(near)}?"
    return f"{complaint}; choose from {', '.join(names)}" if len(names) < FEW else complaint


@contextmanager
def complaining(about: str = "") -> Iterator[None]:
    """Convert errors in the ``with`` block to an InvalidState about the input."""
    try:
        yield
    except InvalidState:
        raise
    except KeyError as missing:
        raise InvalidState(at(about, Reason("{name} is needed", name=visible(missing.args[0])))) from None
    except BadNotation as flaw:
        raise InvalidState(at(about, flaw.reason)) from None
    except IllegalAction as flaw:
        raise InvalidState(f"{about}{flaw}") from None
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError):
        reason = Reason("a part of it does not have the expected form")
        raise InvalidState(at(about, reason)) from None


FACTS = (
    *("actor", "waiting", "mover", "over", "points", "marker", "display", "discard", "deck_size", "bag_size"),
    *("yard", "hands", "cities", "reserves", "placing", "bought", "dirk", "dirk_points", "winners"),
    *("vizier", "hut_tops", "bonus_hidden", "bonus_shown"),
)
"""The facts that a question can ask for about the state after an action."""
UNCHANGED = ("actor", "cities", "hands", "reserves")
"""The facts that a question asks for if its last action is illegal; after a refusal they must be as before."""


def waiting(state: State) -> str:
    """The kind of decision that a position waits for, or ``draw``, or ``over`` if the game is over."""
    if not state.todo:
        return "over"
    name = state.todo[0].name
    return {"place-tiles": "place"}.get(name, name) if isinstance(state.todo[0], Decision) else "draw"


def summary(state: State) -> dict[str, Any]:
    """A mapping from the names of all facts about a state to their values."""
    step = state.todo[0] if state.todo else None
    facts: dict[str, Any] = {
        "actor": state.actor,
        "waiting": waiting(state),
        "mover": state.mover,
        "over": state.over,
        "points": list(state.points),
        "marker": state.marker and str(state.marker),
        "display": str(state.display),
        "discard": str(state.discard),
        "deck_size": len(state.deck),
        "bag_size": sum(map(len, state.bags)),
        "yard": [None if tile is None else str(tile) for tile in state.slots.values()],
        "hands": [str(player.hand) for player in state.players],
        "cities": [player.city.notation for player in state.players],
        "reserves": [sorted(map(str, player.reserve)) for player in state.players],
        "placing": sorted(str(p.tile) for p in step.tiles) if isinstance(step, PlaceTiles) else [],
        "bought": sorted(map(str, step.bought)) if isinstance(step, Act) else [],
    }
    if state.dirk is not None:
        facts |= {"dirk": sorted(map(str, state.dirk.faces)), "dirk_points": state.dirk.points}
    if state.over:
        facts["winners"] = list(winners(state))
    if VIZIER in state.setup.modules:
        facts["vizier"] = list(state.extra(VIZIER))
    if HUTS in state.setup.modules:
        facts["hut_tops"] = extra_data(HUTS, state.extra(HUTS))["tops"]
    if BONUS in state.setup.modules:
        bonus = extra_data(BONUS, state.extra(BONUS))
        facts |= {"bonus_hidden": bonus["hidden"], "bonus_shown": bonus["shown"]}
    return facts


Cards = tuple[Card | Bureau, ...]
"""Cards in the order in which they were written."""
ReadPart = Callable[[Any, Game], Any]

SEATS = 3
"""The default number of seats."""
NOTATIONS: dict[str, Callable[[str], object]] = {
    "card": parse_card,
    "cards": Purse.parse,
    "face": Face.parse,
    "tile": Tile.parse,
    "cell": Cell.parse,
    "layout": Layout.parse,
    "action": Action.parse,
}
"""A mapping from sorts of text to the functions that read them."""


@frozen
class Part:
    """The functions that read and write a part of a question; reading depends on the game.

    - ``write``: Write the part as JSON.
    - ``by_hand``: Write the part as TOML, if that differs.
    """

    read: ReadPart
    write: Callable[[Any], object] = str
    by_hand: Callable[[Any], object] | None = None


def read_parts(parts: Mapping[str, object], names: Iterable[str], game: Game, where: str = "") -> dict[str, Any]:
    """The values of the named parts; if any part is wrong, raise an InvalidState that names each wrong part."""
    found, flaws = {}, []
    for name in names:
        if name in parts:
            try:
                found[name] = PARTS[name].read(parts[name], game)
            except InvalidState as flaw:
                reasons = flaw.reasons
                flaws += [reason if reason.startswith(name) else at(f"{where}{name}: ", reason) for reason in reasons]
            except BadNotation as flaw:
                flaws.append(at(f"{where}{name}: ", flaw.reason))
            except (ValueError, TypeError, AttributeError) as flaw:
                flaws.append(f"{where}{name}: {flaw}")
    refuse(flaws)
    return found


def in_order(modules: Iterable[Module[object]]) -> tuple[Module[object], ...]:
    """Sort modules into canonical order."""
    named = set(map(str, modules))
    return tuple(module for module in MODULES.values() if module.name in named)


# Reading


def _other(expected: str, found: object, hint: str = "") -> InvalidState:
    """An error which says what was expected and what was found."""
    parts = {"expected": expected, "found": short(found), "hint": hint}
    return InvalidState(Reason("expected {expected}, not {found}{hint}", **parts))


def _a_text(text: object) -> str:
    if not isinstance(text, str):
        raise _other(Reason("a text"), text)
    return text


def _a_list(items: object) -> list[Any]:
    if not isinstance(items, list | tuple):
        raise _other(Reason("a list"), items)
    return list(items)


def _one(read: Callable[[str], object]) -> ReadPart:
    """A function that reads one text."""
    return lambda text, _: read(_a_text(text))


def _each(read: ReadPart) -> ReadPart:
    """A function that reads a list of texts."""
    return lambda items, game: tuple(read(item, game) for item in _a_list(items))


def _choice(*choices: str) -> ReadPart:
    """A function that reads one of the given words."""

    def chosen(name: object, _: Game) -> object:
        if name not in choices:
            expected = Reason("{others} or {last}", others=", ".join(choices[:-1]), last=choices[-1])
            raise _other(expected, name, meant(name, choices))
        return name

    return chosen


def _cards(text: str) -> Cards:
    try:
        cards = tuple(map(read_card, words(text)))
    except BadNotation:
        Purse.parse(text)  # raises an error that says where in the text the mistake is
        raise
    Purse(cards)  # raises an error if a card occurs too often
    return cards


def _layout(tiles: object, game: Game) -> Layout:
    """Read a layout from a mapping of cells to tiles, or from rows of text."""
    return Layout.from_cells(tiles, game.start) if isinstance(tiles, dict) else Layout.parse(_a_text(tiles), game.start)


def _city(tiles: object, game: Game) -> City:
    return City.of(_layout(tiles, game))


def _slot(tile: object, _: Game) -> Tile | None:
    """Read a tile in the yard; an empty slot is null in JSON and an empty text in TOML."""
    return None if tile is None or tile == "" else Tile.parse(_a_text(tile))


def _faces(faces: object, _: Game) -> tuple[Face, ...]:
    """Read faces from a list, or from a text in which spaces separate them."""
    listed = [word.text for word in words(faces)] if isinstance(faces, str) else _a_list(faces)
    return tuple(Face.parse(_a_text(text)) for text in listed)


def _do(done: object, _: Game) -> Action | tuple[Action, ...]:
    """Read one action, or several in a row."""
    if isinstance(done, list | tuple) and done:
        return tuple(Action.parse(_a_text(text)) for text in done)
    if isinstance(done, str) and ";" in done:
        raise InvalidState(Reason("write several actions as a list such as {example}", example='["stop", "pass"]'))
    return Action.parse(_a_text(done))


def _space(space: object, _: Game) -> int:
    if type(space) is not int or not 1 <= space <= 4:
        raise _other(Reason("a space, 1 to 4"), space)
    return space


def _modules(names: object, game: Game) -> tuple[Module[object], ...]:
    named = [module_named(name) for name in _a_list(names)]
    refuse([reason for module in named if (reason := module.refuses(game))])
    return tuple(dict.fromkeys(named))


def _rulings(named: object, game: Game) -> Rulings:
    """Read a table's readings from their names, or from the name of an edition."""
    if isinstance(named, str):
        return Rulings.edition(named, game)
    if not isinstance(named, dict):
        raise _other(Reason("readings with their values"), named)
    known = [each.name for each in fields(Rulings)]
    if unknown := [name for name in named if name not in known]:
        hint = meant(unknown[0], known, 0.4) or Reason("; choose from {names}", names=", ".join(known))
        raise InvalidState(Reason("there is no {name}{hint}", name=short(unknown[0]), hint=hint))
    return Rulings(**named)


def _state(data: object, game: Game) -> State:
    if isinstance(data, dict) and isinstance(data.get("rulings"), str):
        data = {**data, "rulings": Rulings.edition(data["rulings"], data.get("game", game)).chosen}
    return read_state(data)


def _record(lines: object, _: Game) -> Record:
    record = read_record("\n".join(map(_a_text, _a_list(lines))))
    if any(isinstance(action, HiddenDraw) for _, action in record.steps):
        raise InvalidState("a question about a recorded game must not have hidden draws")
    return record


# Writing


def cards_text(cards: Cards) -> str:
    """Cards in notation, in the given order."""
    return " ".join(map(str, cards))


def _record_lines(record: Record) -> list[str]:
    """The lines of a recorded game, with its tile sets in full, so that they do not depend on the shipped sets."""
    header, *lines = record_lines(record, FORMAT)
    header["tiles"] = {each.family.value: texts(each.tiles) for each in record.setup.tiles or ()}
    return [canonical_json(line) for line in (header, *lines)]


_FACES = Part(_faces, texts)
_CARDS = Part(_one(_cards), cards_text)
PARTS: dict[str, Part] = {
    "game": Part(lambda name, _: game_named(name)),
    "rulings": Part(_rulings, lambda rulings: rulings.chosen),
    "modules": Part(_modules, texts),
    "scoring": Part(_choice(*map(str, ScoringKind))),
    "layout": Part(_layout, lambda layout: layout.notation, str),
    "city": Part(_city, lambda city: city.notation, str),
    "cities": Part(_each(_city), lambda cities: [city.notation for city in cities], texts),
    "family": Part(lambda name, game: Family(_choice("granada", "alhambra")(name, game)), lambda family: family.value),
    "reserve": _FACES,
    "dirk": _FACES,
    "shown": Part(_each(_FACES.read), lambda seats: [texts(faces) for faces in seats]),
    "display": _CARDS,
    "discard": _CARDS,
    "hand": _CARDS,
    "hands": Part(_each(_CARDS.read), lambda hands: [cards_text(hand) for hand in hands]),
    "tile": Part(_one(Tile.parse)),
    "yard": Part(
        _each(_slot),
        lambda yard: [None if tile is None else str(tile) for tile in yard],
        lambda yard: [str(tile or "") for tile in yard],
    ),
    "space": Part(_space, int),
    "round": Part(lambda name, game: Round(_choice(*(each.value for each in Round))(name, game))),
    "do": Part(_do, lambda done: texts(done) if isinstance(done, tuple) else str(done)),
    "ask": Part(_each(_choice(*FACTS)), list),
    "state": Part(_state, lambda state: state_data(state, FORMAT)),
    "record": Part(_record, _record_lines),
    "of": Part(_choice(*NOTATIONS)),
    "text": Part(_one(str)),
}
"""A mapping from names to parts; a name means the same in every kind of question."""
