"""What random games are made with: an eager bot, faces that somebody might try to use, and cities that grow."""

from collections.abc import Iterable, Sequence
from random import Random

from attrs import frozen

from granada.board import City, Face
from granada.game import Action, Add, Buy, Place, Reveal, State
from granada.steps import Act, PlaceTiles
from granada.table.view import View


@frozen
class EagerBot:
    """Chooses any legal action, but so often (0 to 1) one that buys or builds, so that cities grow."""

    rng: Random
    eagerness: float

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions."""
        if self.rng.random() < self.eagerness:
            liked = building_actions(legal)
            if liked:
                return self.rng.choice(liked)
        return self.rng.choice(legal)


def building_actions(legal: Iterable[Action]) -> list[Action]:
    """Those among some actions by which a city grows."""
    return [action for action in legal if isinstance(action, Buy | Place | Reveal | Add)]


def usable_faces(state: State) -> list[Face]:
    """The faces that the one to act might try to use: of bought tiles or those in the yard, and of the reserve."""
    tiles = [tile for tile in state.slots.values() if tile is not None]
    step = state.todo[0] if state.todo else None
    if isinstance(step, Act):
        tiles += step.bought
    elif isinstance(step, PlaceTiles):
        tiles = [pending.tile for pending in step.tiles]
    seat = state.actor if state.actor is not None else state.mover or 0
    return [*(face for tile in tiles for face in tile.faces), *state.players[seat].reserve]


def with_tile(city: City, face: Face, number: int) -> City:
    """The city with a tile on the site that a number chooses; the same city where the tile fits nowhere."""
    sites = city.sites(face)
    return city.added(face, sites[number % len(sites)]) if sites else city
