"""An adapter for an engine that refills by itself, in Python; this package stands for the engine.

Whatever is to be drawn its engine draws at once, with a generator of its own, and nobody can tell it what comes.
So the adapter says that draws are the engine's own, gets no draw among the actions, and answers for the position in
which somebody must decide again; a fact that it does not know it leaves to others.
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
    """A game that is played by calls; it never stands still where something is to be drawn."""

    def __init__(self, position: dict[str, Any]) -> None:
        """Set up a position."""
        self.state = granada.deal(granada.from_data(position, granada.State), RNG)

    def act(self, text: str) -> None:
        """Do what whoever has the turn wants, and draw."""
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
    """What comes of one action, or of several in a row."""
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
