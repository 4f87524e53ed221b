"""What a table agreed on as JSON, both ways: the first line of a record, and a part of every state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import fields

from granada.board import Family, InvalidState, TileSet
from granada.game import GAMES, MODULES, Setup
from granada.rulebook import FORMAT, Rulings
from granada.table import MOST_YEARS, agreed
from granada.wire.reader import texts

if TYPE_CHECKING:
    from granada.wire.reader import Reader

AGREED = ("format", "game", "players", "modules", "scoring", "rulings", "tiles")
"""The members that tell what was agreed; ``ages`` may stand beside them."""


def setup_data(setup: Setup) -> dict[str, Any]:
    """What a table agreed on, as JSON."""
    tiles: Any = "shown"
    if setup.tiles is not None:
        own = {each.family.value: texts(each.tiles) for each in setup.tiles if not each.is_default}
        tiles = own or "default"
    return {
        "format": FORMAT,
        "game": setup.game.name,
        "players": setup.players,
        "modules": [module.name for module in setup.modules],
        "scoring": setup.scoring,
        "rulings": setup.rulings.chosen,
        "tiles": tiles,
        **({"ages": list(setup.ages)} if setup.ages is not None else {}),
    }


def read_setup(parts: dict[str, Reader], flaws: list[str]) -> Setup | None:
    """What a table agreed on, from the members of an object; None, with what is wrong in ``flaws``."""
    parts["format"].format()
    game = parts["game"].choice(*GAMES)
    players = parts["players"].number(2, 6)
    names = [item.choice(*MODULES) for item in parts["modules"].items(10)]
    scoring = parts["scoring"].choice("normal", "simplified")
    rulings = _read_rulings(parts["rulings"])
    ages = parts["ages"]
    years = None if ages.value is None else tuple(item.number(-MOST_YEARS, MOST_YEARS) for item in ages.items(6))
    shown = parts["tiles"].value == "shown"
    sets = () if shown else _read_sets(parts["tiles"])
    if flaws:
        return None
    try:
        setup = agreed(players, str(game), [str(name) for name in names], str(scoring), rulings, sets, years)
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


def _read_sets(reader: Reader) -> tuple[TileSet, ...]:
    if reader.value == "default":
        return ()
    sets = []
    for name, part in reader.members((), ("granada", "alhambra")).items():
        if part.value is not None:
            tiles = part.tiles()
            try:
                sets.append(TileSet(Family(name), tiles))
            except InvalidState as flaw:
                reader.flaws.extend(f"{part.path}: {reason}" for reason in flaw.reasons)
    return tuple(sets)
