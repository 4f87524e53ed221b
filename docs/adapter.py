"""An adapter in Python for an engine that draws by itself; this package plays the part of the engine.

The engine makes each draw at once with its own generator, and nobody can tell it what to draw. The adapter therefore
declares that its engine makes its own draws, and gets no draws among the actions. Its answers describe the position in
which a seat must decide again. The adapter skips questions about facts that it does not know.
Try it with:  granada check -- python docs/adapter.py
"""

import json
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import granada

RNG = Random(7)


class Engine:
    """A game that is played through calls; it never waits for a draw."""

    def __init__(self, position: dict[str, Any]) -> None:
        """Set up a position."""
        self.state = granada.deal(granada.from_data(position, granada.State), RNG)

    def act(self, text: str) -> None:
        """Do the action of the seat that must decide, and then draw."""
        self.state = granada.deal(granada.apply(self.state, granada.Action.parse(text)), RNG)


FACTS: dict[str, Callable[[granada.State], object]] = {
    "actor": lambda state: state.actor,
    "mover": lambda state: state.mover,
    "over": lambda state: state.over,
    "winners": lambda state: list(granada.winners(state)),
    "points": lambda state: list(state.points),
    "display": lambda state: str(state.display),
    "discard": lambda state: str(state.discard),
    "deck_size": lambda state: len(state.deck),
    "bag_size": lambda state: sum(map(len, state.bags)),
    "yard": lambda state: [tile and str(tile) for space in state.yard for tile in space],
    "hands": lambda state: [str(player.hand) for player in state.players],
    "cities": lambda state: [player.city.notation for player in state.players],
    "reserves": lambda state: [list(map(str, player.reserve)) for player in state.players],
}


def applied(given: dict[str, Any]) -> dict[str, Any]:
    """The result of one action, or of several in a row."""
    if unknown := [name for name in given["ask"] if name not in FACTS]:
        return {"skip": f"I do not know {unknown[0]}"}
    engine = Engine(given["state"])
    try:
        for text in [given["do"]] if isinstance(given["do"], str) else given["do"]:
            engine.act(text)
    except granada.IllegalAction:
        return {"legal": False}
    return {"legal": True, "then": {name: FACTS[name](engine.state) for name in given["ask"]}}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question of the protocol."""
    if question["kind"] == "hello":
        return {"name": "refiller", "kinds": ["apply"], "rulings": "any", "draws": "own"}
    return applied(question["given"])


if __name__ == "__main__":
    for line in sys.stdin:
        question = json.loads(line)
        sys.stdout.write(json.dumps({**answer(question), "id": question["id"]}) + "\n")
        sys.stdout.flush()
