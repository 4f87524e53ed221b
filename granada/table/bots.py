"""Players: the shape of a bot, and two that come with the package."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from attrs import field, frozen

from granada.board import beyond
from granada.events import Event
from granada.game import Action, Add, Buy, Decline, Place, Reactivate, Reveal, Stop, Store, Take, TakeHut
from granada.game.buying import wanted_tile
from granada.generators import HasRandrange, a_generator
from granada.table.view import View


class Bot(Protocol):
    """Whoever can choose an action; one with an attribute ``remembers`` that is true gets views with recall."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions, by what the seat sees."""
        ...


class Watcher(Bot, Protocol):
    """A bot that wants to know what happens."""

    def notice(self, event: Event) -> None:
        """Take note of an event, as far as the seat can see it; in ``play`` each is told before the next decision."""
        ...


@frozen
class RandomBot:
    """Chooses any legal action, each as likely as the other.

    - ``rng``: Where its choices come from.
    """

    rng: HasRandrange = field(factory=Random, converter=a_generator, repr=False)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions."""
        return legal[self.rng.randrange(len(legal))]


@frozen
class BuilderBot:
    """A simple sensible player: buys exactly when it can, builds where the city stays open, saves otherwise.

    - ``rng``: What breaks its ties.
    """

    rng: HasRandrange = field(factory=Random, converter=a_generator, repr=False)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The action that it likes best; a tie is broken by chance."""
        worth = [liking(view, action) for action in legal]
        best = max(worth)
        liked = [action for action, each in zip(legal, worth, strict=True) if each == best]
        return liked[self.rng.randrange(len(liked))]


LIKED: dict[type[Action], float] = {Reveal: 500, TakeHut: 45, Reactivate: 25, Store: 20, Stop: 10, Decline: 10}
"""How much a builder likes actions that it does not look at closely; all others are worth nothing to it."""


def liking(view: View, action: Action) -> float:
    """How much a builder likes an action."""
    match action:
        case Buy(cards=cards):
            tile = wanted_tile(view.table, action)
            over = cards.total() - tile.up.price if tile else 0
            fits = bool(tile and view.city.sites(tile.up))
            return 100 - 12 * over + 10 * fits + (tile.up.price if tile else 0) / 2
        case Place(face, cell) | Add(face, cell):
            city = view.city
            open_sides = sum(not face.barred(side) and not city.is_taken(beyond(cell, side)) for side in range(4))
            base = 80 if isinstance(action, Place) else 60
            return base + open_sides + len(city.added(face, cell).longest(face.family))
        case Take(cards):
            return 30 + cards.total() + len(cards) / 2
    return LIKED.get(type(action), 0)


BOTS: dict[str, Callable[[Random], Bot]] = {"random": RandomBot, "builder": BuilderBot}
"""The built-in players by name."""
