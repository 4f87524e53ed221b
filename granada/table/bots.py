"""The protocol for bots, the two simple bots in the package, and helpers for random games."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from attrs import field, frozen

from granada.board import City, Face, beyond
from granada.events import Event
from granada.game import Action, Add, Buy, Decline, Place, Reactivate, Reveal, State, Stop, Store, Take, TakeHut
from granada.game.buying import wanted_tile
from granada.generators import HasRandrange, a_generator
from granada.steps import Act, PlaceTiles
from granada.table.view import View


class Bot(Protocol):
    """A player that chooses actions; if its attribute ``remembers`` is true, it gets views with recall."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Choose one of the legal actions, given the seat's view."""
        ...


class Watcher(Bot, Protocol):
    """A bot that is told about events."""

    def notice(self, event: Event) -> None:
        """Receive an event as the seat sees it; ``play`` sends all events before the next decision."""
        ...


@frozen
class RandomBot:
    """A bot that chooses uniformly among the legal actions.

    - ``rng``: The random generator for the bot's choices.
    """

    rng: HasRandrange = field(factory=Random, converter=a_generator, repr=False)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions."""
        return legal[self.rng.randrange(len(legal))]


@frozen
class BuilderBot:
    """A simple, sensible bot: it pays exactly if it can, builds where the city stays open, and otherwise takes money.

    - ``rng``: The random generator that breaks ties.
    """

    rng: HasRandrange = field(factory=Random, converter=a_generator, repr=False)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Choose the action with the highest value, breaking ties at random."""
        worth = [liking(view, action) for action in legal]
        best = max(worth)
        liked = [action for action, each in zip(legal, worth, strict=True) if each == best]
        return liked[self.rng.randrange(len(liked))]


LIKED: dict[type[Action], float] = {Reveal: 500, TakeHut: 45, Reactivate: 25, Store: 20, Stop: 10, Decline: 10}
"""The fixed values of some kinds of actions for a builder; kinds that are not listed have the value 0."""


def liking(view: View, action: Action) -> float:
    """The value that a builder gives to an action."""
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
"""A mapping from names to the built-in bots."""


def usable_faces(state: State) -> list[Face]:
    """The faces that the acting seat might try to use: on bought tiles, on tiles in the yard, and in the reserve."""
    tiles = [tile for tile in state.slots.values() if tile is not None]
    step = state.todo[0] if state.todo else None
    if isinstance(step, Act):
        tiles += step.bought
    elif isinstance(step, PlaceTiles):
        tiles = [pending.tile for pending in step.tiles]
    seat = state.actor if state.actor is not None else state.mover or 0
    return [*(face for tile in tiles for face in tile.faces), *state.players[seat].reserve]


def with_tile(city: City, face: Face, number: int) -> City:
    """The city after a tile is built on the site that a number selects; unchanged if the tile fits nowhere."""
    sites = city.sites(face)
    return city.added(face, sites[number % len(sites)]) if sites else city
