"""Facts: what a question may want to know of a state, by name."""

from typing import Any

from granada.game import BONUS, HUTS, VIZIER, State
from granada.steps import Act, Decision, PlaceTiles
from granada.table import winners
from granada.wire import extra_data

FACTS = (
    *("actor", "waiting", "mover", "over", "points", "marker", "display", "discard", "deck_size", "bag_size"),
    *("yard", "hands", "cities", "reserves", "placing", "bought", "dirk", "dirk_points", "winners"),
    *("vizier", "hut_tops", "bonus_hidden", "bonus_shown"),
)
"""What a question may want to know of the state after an action."""


def waiting(state: State) -> str:
    """For what a position waits: for a decision, for a draw, or for nothing where the game is over."""
    if not state.todo:
        return "over"
    name = state.todo[0].name
    return {"place-tiles": "place"}.get(name, name) if isinstance(state.todo[0], Decision) else "draw"


def summary(state: State) -> dict[str, Any]:
    """All facts of a state, by name."""
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
