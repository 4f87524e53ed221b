"""What a table agreed on as JSON, both ways: the first line of a record, and a part of every state."""

from typing import Any

from attrs import fields

from granada import game
from granada.board import HUT_SET, Family, InvalidState, TileSet
from granada.errors import Flaws
from granada.game import GAMES, MODULES, Setup, game_named
from granada.rulebook import Rulings
from granada.table import MOST_YEARS, agreed
from granada.wire.reader import NEWEST, Reader, texts

AGREED = ("format", "game", "players", "modules", "scoring", "rulings", "tiles")
"""The members that tell what was agreed; ``ages`` may stand beside them."""


FIRST = {Family.ALHAMBRA: "alhambra", Family.GRANADA: "granada-1"}
"""What format 1 means by ``default``, for ever; its huts are ``huts-1``."""


def setup_data(setup: Setup, number: int | None = None) -> dict[str, Any]:
    """What a table agreed on, as JSON: in a format, or in the first that can tell it."""
    number = number or (1 if setup.tiles is None else NEWEST)
    return {
        "format": number,
        "game": setup.game.name,
        "players": setup.players,
        "modules": [module.name for module in setup.modules],
        "scoring": str(setup.scoring),
        "rulings": setup.rulings.chosen,
        "tiles": _tiles_data(setup, number),
        **({"ages": list(setup.ages)} if setup.ages is not None else {}),
    }


def _tiles_data(setup: Setup, number: int) -> str | dict[str, Any]:
    """The sets of tiles: by name where they are shipped, otherwise in full; the first format names them together."""
    if setup.tiles is None:
        return "shown"
    if number == 1:
        return {
            each.family.value: texts(each.tiles) for each in setup.tiles if each.name != FIRST[each.family]
        } or "default"
    named = {each.family.value: each.name or texts(each.tiles) for each in setup.tiles}
    return named | ({"huts": HUT_SET} if game.HUTS in setup.modules else {})


def read_setup(parts: dict[str, Reader], flaws: Flaws) -> Setup | None:
    """What a table agreed on, from the members of an object; None, with what is wrong in ``flaws``."""
    number = parts["format"].format()
    name = parts["game"].choice(*GAMES)
    players = parts["players"].number(2, 6)
    names = [item.choice(*MODULES) for item in parts["modules"].items(10)]
    scoring = parts["scoring"].choice("normal", "simplified")
    rulings = _read_rulings(parts["rulings"])
    ages = parts["ages"]
    years = None if ages.value is None else tuple(item.number(-MOST_YEARS, MOST_YEARS) for item in ages.items(6))
    shown = parts["tiles"].value == "shown"
    lanes = game_named(str(name)).lanes
    sets = () if shown else _read_sets(parts["tiles"], number, lanes, huts="huts" in names)
    if flaws:
        return None
    try:
        setup = agreed(players, str(name), [str(each) for each in names], str(scoring), rulings, sets, years)
    except InvalidState as flaw:
        flaws.extend(flaw.reasons)
        return None
    if shown:
        return Setup(setup.game, players, setup.modules, setup.scoring, setup.rulings, None, years)
    return setup


def _read_rulings(reader: Reader) -> Rulings:
    if not isinstance(reader.value, dict):
        reader.bad("an object")
        return Rulings()
    known = {each.name for each in fields(Rulings)}
    for name in list(reader.value)[:100]:
        if name not in known:
            reader.flaws.append(f"{reader.path}: there is no ruling {name[:40]!r}, only {', '.join(sorted(known))}")
            return Rulings()
    try:
        return Rulings(**reader.value)
    except (InvalidState, TypeError) as flaw:
        reader.flaws.append(f"{reader.path}: {flaw}")
        return Rulings()


def _read_sets(reader: Reader, number: int, lanes: tuple[Family, ...], *, huts: bool) -> tuple[TileSet, ...]:
    """A set for each lane of the yard: the one named or told; in the first format what is not told is the first set."""
    families = tuple(lane.value for lane in lanes)
    if number == 1:
        told = Reader({}, reader.path, reader.flaws) if reader.value == "default" else reader
        parts = told.members((), tuple(family.value for family in Family))
        unused = [part for name, part in parts.items() if part.value is not None and name not in families]
        return tuple(filter(None, (_read_set(parts[family], first=True) for family in families))) + tuple(
            filter(None, (_read_set(part) for part in unused))
        )
    parts = reader.members((*families, *(("huts",) if huts else ())))
    if huts:
        parts["huts"].choice(HUT_SET)
    return tuple(filter(None, (_read_set(parts[family]) for family in families)))


def _read_set(reader: Reader, *, first: bool = False) -> TileSet | None:
    """A set of tiles by its name, or told in full."""
    family = Family(reader.path.rpartition(".")[2])
    try:
        if first and reader.value is None:
            return TileSet.named(FIRST[family])
        if not isinstance(reader.value, str):
            return TileSet(family, reader.tiles())
        found = TileSet.named(reader.value)
    except InvalidState as flaw:
        reader.flaws.extend(f"{reader.path}: {reason}" for reason in flaw.reasons)
        return None
    except ValueError as flaw:
        reader.flaws.append(f"{reader.path}: {flaw}")
        return None
    if found.family is not family:
        reader.bad(f"a set of {family.value}")
    return found
