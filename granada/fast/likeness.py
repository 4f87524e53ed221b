"""What both kinds of positions say about themselves in the same way."""

from random import Random
from typing import Protocol, Self, TypeVar

from granada.errors import quoted
from granada.fast.generators import Mixer, dream_seed
from granada.game import Setup, State
from granada.generators import Generator
from granada.table import View


class Position(Protocol):
    """A position of either engine."""

    def __init__(self, state: State, rng: Generator) -> None:
        """Go on from a state."""
        ...

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

    def copy(self) -> Self:
        """The same position once more."""
        ...


Kind = TypeVar("Kind", bound=Position)


def imagined(kind: type[Kind], view: View, rng: Generator) -> Kind:
    """A position of a kind that looks like a view; one number of the generator decides about all that is hidden."""
    if not isinstance(view, View):
        raise TypeError(f"view is a View such as granada.observe gives, not {quoted(view)}")
    seed = dream_seed(rng)
    return kind(view.sample(Mixer(seed)), Random(seed))


# What Python asks of every value, in the words of both classes.


def described(position: Position) -> str:
    """What it is, in one line."""
    who = "over" if position.actor is None else f"seat {position.actor + 1} decides"
    points = " ".join(map(str, position.points))
    return f"<Position: {position.setup.game}, {position.setup.players} players, {who}, points {points}>"


def same(position: Position, other: object) -> bool:
    """Whether it is the same state, and chance will bring the same."""
    return (
        (position.state(), position.generator().getstate()) == (other.state(), other.generator().getstate())
        if isinstance(other, type(position))
        else NotImplemented
    )


def pickled(position: Position) -> tuple[object, ...]:
    """Pickle the state and the generator."""
    return type(position), (position.state(), position.generator())


def copied_deeply(position: Kind, _: object) -> Kind:
    """The same as ``copy``."""
    return position.copy()
