"""What both kinds of positions say about themselves in the same way."""

from random import Random
from typing import Protocol

from granada.errors import quoted
from granada.game import Setup, State
from granada.table import View


class Described(Protocol):
    """A position of either engine."""

    @property
    def setup(self) -> Setup:
        """What the table agreed on."""
        ...

    @property
    def actor(self) -> int | None:
        """The seat that must decide."""
        ...

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat."""
        ...

    def state(self) -> State:
        """The position as a state."""
        ...

    def generator(self) -> Random:
        """A copy of the generator as it stands."""
        ...


def described(position: Described) -> str:
    """A position in one line."""
    who = "over" if position.actor is None else f"seat {position.actor + 1} decides"
    points = " ".join(map(str, position.points))
    return f"<Position: {position.setup.game}, {position.setup.players} players, {who}, points {points}>"


def same(one: Described, other: Described) -> bool:
    """Whether two positions are the same state, and chance will bring them the same."""
    return one.state() == other.state() and one.generator().getstate() == other.generator().getstate()


def a_view(view: View) -> View:
    """The view itself, or a TypeError."""
    if not isinstance(view, View):
        raise TypeError(f"view is a View such as granada.observe gives, not {quoted(view)}")
    return view
