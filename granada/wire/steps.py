"""The steps of an agenda as JSON, both ways."""

from collections.abc import Callable
from typing import Any

from attrs import fields

from granada import steps
from granada.board import Building, Tile
from granada.game import Setup
from granada.numbering import STEPS
from granada.wire.reader import Reader, texts


def _write_pending(tiles: tuple[steps.Pending, ...]) -> list[dict[str, Any]]:
    return [
        {"tile": str(p.tile), "bought": p.bought, "flipped": p.flipped, **({"overpaid": True} if p.overpaid else {})}
        for p in tiles
    ]


def _read_pending(reader: Reader) -> tuple[steps.Pending, ...]:
    found = []
    for item in reader.items():
        parts = item.members(("tile", "bought", "flipped"), ("overpaid",))
        tile = parts["tile"].notation(Tile.parse)
        if tile is not None:
            overpaid = parts["overpaid"].value is not None and parts["overpaid"].flag()
            found.append(steps.Pending(tile, parts["bought"].flag(), parts["flipped"].flag(), overpaid))
    return tuple(sorted(found, key=lambda pending: str(pending.tile)))


_BothWays = tuple["Callable[[Any], Any]", "Callable[[Reader], Any]"]
_FIELDS: dict[str, _BothWays] = {
    "seat": (int, lambda reader: reader.number(0, 5)),
    "seats": (list, Reader.numbers),
    "bought": (texts, Reader.tiles),
    "tiles": (_write_pending, _read_pending),
    "moves_marker": (bool, Reader.flag),
    "first": (bool, Reader.flag),
    "rounds": (texts, Reader.rounds),
    "round": (str, Reader.round),
    "row": (int, lambda reader: reader.number(0, 30)),
    "asked": (bool, Reader.flag),
    "left": (list, Reader.numbers),
    "face": (lambda face: face and str(face), lambda reader: reader.choice(None, steps.EVEN, steps.ODD)),
    "slot": (int, lambda reader: reader.number(0, 7)),
    "building": (str, lambda reader: reader.choice(*(b.value for b in Building))),
}
"""How the fields of steps are written and read."""


_OF_MODULES: dict[str, tuple[type[steps.Step], ...]] = {
    "vizier": (steps.OpenFavour, steps.Favour),
    "exchange": (),
    "huts": (steps.TurnUpHuts,),
    "bonus": (steps.DealBonus, steps.Show),
}
_OF_EVERY_GAME = [kind for kind in STEPS if not any(kind in own for own in _OF_MODULES.values())]


def step_data(step: steps.Step) -> dict[str, Any]:
    """A step of the agenda as JSON."""
    parts = {each.name: _FIELDS[each.name][0](getattr(step, each.name)) for each in fields(type(step))}
    return {"step": step.name, **parts}


def read_step(reader: Reader, setup: Setup) -> steps.Step | None:
    """A step of the agenda from JSON, of a kind that the game has."""
    own = (kind for module in setup.modules for kind in _OF_MODULES[module.name])
    kinds = {kind.name: kind for kind in (*_OF_EVERY_GAME, *own)}
    name = reader.value.get("step") if isinstance(reader.value, dict) else None
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        reader.flaws.append(f"{reader.path}: expected an object whose step is one of {', '.join(kinds)}")
        return None
    names = tuple(each.name for each in fields(kind))
    parts = reader.members(("step", *names))
    return kind(**{each: _FIELDS[each][1](parts[each]) for each in names})
