"""A game as a tree with chance nodes, for libraries that need one."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from hashlib import blake2b

from attrs import frozen

from granada.game import Action, State, apply, legal_actions, outcomes
from granada.steps import DealBonus


def shares(won: Collection[int], seats: int) -> list[float]:
    """The winnings of each seat if all pay 1 and the seats that won share the pot; they sum to 0."""
    return [seats / len(won) - 1.0 if seat in won else -1.0 for seat in range(seats)]


@frozen(slots=False)
class Node:
    """A node of the game tree: the state, the remaining decisions, and a digest of the public history."""

    state: State
    left: int
    past: str = ""

    @cached_property
    def choices(self) -> tuple[tuple[Action, float], ...]:
        """The possible draws with their probabilities, or the legal actions; empty if the game is over or cut off."""
        if not self.left:
            return ()
        drawn = tuple((draw, float(chance)) for draw, chance in outcomes(self.state))
        return drawn or tuple((action, 1.0) for action in legal_actions(self.state))

    def after(self, number: int) -> Node:
        """The node after the choice with the given index; its public history does not contain dealt bonus cards.

        An index out of range raises IndexError.
        """
        if not 0 <= number < len(self.choices):
            raise IndexError(f"there are {len(self.choices)} choices, and none with number {number}")
        action, decided = self.choices[number][0], self.state.actor is not None
        seen = "bonus" if isinstance(self.state.todo[0], DealBonus) else action
        past = blake2b(f"{self.past} {seen}".encode(), digest_size=12).hexdigest()
        return Node(apply(self.state, action), self.left - decided, past)

    def __deepcopy__(self, _: object) -> Node:
        """Return the node itself, which never changes."""
        return self
