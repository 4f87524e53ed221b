"""Plays a game for a while, looks at it from a seat, and walks to everything that can be reached from that view.

``python walking_to_secrets.py GAME MODULES PLANTED`` ends with 1 and says what it found when any of it tells a secret:
a hand of another seat or what is still in the deck, as a purse, as cards or as text, or a hidden bonus card.
A leak can be planted, so that one sees that the walk finds it.
"""

from __future__ import annotations

import copyreg
import gc
import pickle
import sys
from collections import deque
from functools import cache
from random import Random
from types import FrameType
from typing import TYPE_CHECKING, Any

import granada

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada import Purse, State, View


def seen_from(seat: int, game: str, modules: list[str], planted: str) -> tuple[View, list[Purse]]:
    """A view in the middle of a game in which everything was asked, and the purses that it must not tell."""
    rng = Random(7)
    state = granada.deal(granada.new_game(3, game, modules=modules), rng)
    turns = 0
    while turns < 60 or not all(len(player.hand.currencies) > 1 for player in state.players):
        turns += 1  # hands of several currencies, so that no part of one is the whole
        legal = granada.legal_actions(state)
        action = legal[rng.randrange(len(legal))]
        granada.broken(state, action)
        for viewer in range(3):
            granada.observe(state, viewer).sample(rng)
        state = granada.deal(granada.apply(state, action), rng)
    list(granada.legal_actions(state))
    granada.score(state, "B")
    granada.from_json(granada.to_json(state))
    PLANTS[planted](state)
    secrets = [player.hand for other, player in enumerate(state.players) if other != seat]
    secrets += [pool for pool in state.deck.pools if len(pool.currencies) > 1]
    return granada.observe(state, seat), secrets


def nothing(_: State) -> None:
    """Plant no leak."""


def beside_a_function(state: State) -> None:
    """As an attribute of a function that every state uses."""
    vars(granada.legal_actions)["last"] = state.players[1]


def in_a_closure(state: State) -> None:
    """In a function that remembers."""
    vars(granada.deal)["again"] = lambda: state.players[1].hand


def in_a_cache(state: State) -> None:
    """In a cache, keyed by the cards of a purse."""

    @cache
    def known(cards: tuple[object, ...]) -> int:
        return len(cards)

    known(state.players[1].hand.cards)
    vars(granada.observe)["known"] = known


def as_a_value(state: State) -> None:
    """As what a module keeps."""
    vars(sys.modules["granada.game.modules"])["noted"] = state.extras


def as_text(state: State) -> None:
    """As a text under a module's name."""
    vars(sys.modules["granada.board.money"])["noted"] = [str(state.players[1].hand)]


PLANTS: dict[str, Callable[[State], None]] = {
    plant.__name__: plant for plant in (nothing, beside_a_function, in_a_closure, in_a_cache, as_text, as_a_value)
}


def reachable(start: object, left_out: set[int]) -> Iterator[object]:
    """Everything to which a chain of references leads, through classes, functions, closures, modules and caches."""
    seen, waiting = {id(start), *left_out}, deque([start])
    while waiting:
        found = waiting.popleft()
        yield found
        for other in gc.get_referents(found):
            if id(other) not in seen and not isinstance(other, FrameType):
                seen.add(id(other))
                waiting.append(other)
        if type(found) in copyreg.dispatch_table:
            waiting.append(copyreg.dispatch_table[type(found)])


def tells(found: object, secrets: list[Any], cards: set[Any], texts: set[str]) -> bool:
    """Whether something is one of the secrets in any form."""
    if isinstance(found, tuple):
        return len(found) in map(len, cards) and any(found == each for each in cards)
    if isinstance(found, str):
        return found in texts
    if isinstance(found, granada.modules.Bonus):
        return any(face is not None for faces in (found.left, *found.hidden[1:]) for face in faces)
    return isinstance(found, granada.Purse) and found in secrets


def main(game: str, modules: str, planted: str) -> int:
    """Walk, and say what was found."""
    view, secrets = seen_from(0, game, modules.split(), planted)
    cards: set[tuple[object, ...]] = {purse.cards for purse in secrets}
    texts = {str(purse) for purse in secrets}
    gc.collect()
    own = {id(secrets), id(cards), id(texts)}
    told, count = [], 0
    again = pickle.loads(pickle.dumps(view))
    for found in reachable((view, again, granada), own):
        count += 1
        if tells(found, secrets, cards, texts):
            told.append(repr(found)[:200])
    pickled = pickle.dumps(view, protocol=0).decode("latin-1")
    told += [text for text in texts if text in pickled]
    print(f"{count} things can be reached; {len(told)} of them tell a secret", *told, sep="\n  ")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
