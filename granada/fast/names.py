"""What the kernel numbers, in its order: a kernel that does not know just our steps, verbs and so on is refused."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from attrs import fields

from granada import game, numbering
from granada.board import Building, Marker, Round
from granada.fast import _kernel
from granada.rulebook import Rulings

Named = TypeVar("Named")


def in_kernel_order(what: str, kernel: Sequence[str], ours: Mapping[str, Named]) -> tuple[Named, ...]:
    """Our things of a kind in the order in which the kernel numbers them; both must have the same names.

    >>> in_kernel_order("rounds", ["B", "A"], {"A": 1, "B": 2})
    (2, 1)
    """
    if set(kernel) != set(ours):
        lacking, strange = sorted(set(ours) - set(kernel)), sorted(set(kernel) - set(ours))
        message = (
            f"the compiled kernel is of another make, build it again: its {what} lack {lacking} and have {strange}"
        )
        raise RuntimeError(message)
    return tuple(ours[name] for name in kernel)


_ACTIONS = {verb: kind for verb, kind in game.VERBS.items() if kind is not game.Draw}
_READINGS = [field.name for field in fields(Rulings) if field.name != "dirk_may_win"]  # it says who has won, not how


def _numbered(what: str, ours: Mapping[str, Named]) -> tuple[Named, ...]:
    return in_kernel_order(what, getattr(_kernel, what.upper(), ()), ours)


STEPS: tuple[Any, ...] = _numbered("steps", {kind.name: kind for kind in numbering.STEPS})
VERBS: tuple[Any, ...] = _numbered("verbs", _ACTIONS)
ROUNDS = _numbered("rounds", {each.value: each for each in Round})
SIDES = _numbered("sides", {"none": None, **{each.value: each for each in Marker}})
BUILDINGS = _numbered("buildings", {each.value: each.value for each in Building})
NUMBERING = numbering.Numbering(ROUNDS, SIDES, BUILDINGS)
MODULES = _numbered("modules", {name: name for name in game.MODULES})
RULINGS = _numbered("rulings", {name: name for name in _READINGS})
"""The readings that change how a game is played."""
