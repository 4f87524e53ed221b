"""Positions in the kernel that wait for their draws, so that each draw can be tried."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from granada.errors import InvalidState
from granada.fast import _kernel
from granada.fast.translating import Translator, read
from granada.game import Action, State


class Position:
    """A position as a state is: before a draw it waits, and each draw can be tried."""

    def __init__(self, state: State) -> None:
        """Go on from a state, up to the next decision or draw."""
        self._translator, record = read(state)
        try:
            self._there = _kernel.Waiting(self._translator.table, record)
        except ValueError as flaw:
            raise InvalidState(str(flaw)) from None

    @classmethod
    def _at(cls, translator: Translator, there: _kernel.Waiting) -> Position:
        position = cls.__new__(cls)
        position._translator, position._there = translator, there
        return position

    @property
    def actor(self) -> int | None:
        """The seat that must decide; None before a draw and at the end."""
        return self._there.actor

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._there.over

    def state(self) -> State:
        """The position as a state."""
        return self._translator.state(self._there.record())

    def actions(self) -> tuple[Action, ...]:
        """The legal actions in canonical order; none before a draw."""
        return self._translator.actions(self._there.actions())

    def do(self, action: Action) -> bool:
        """Do an action, if it is legal."""
        record = self._translator.action_record(action)
        return record is not None and self._there.do(record)

    def draws(self) -> Iterator[tuple[str, Fraction, Position]]:
        """What can come next, with its chance, and the position after it; the same may come in several ways.

        The kernel says below which limit it wants a number, and each of them is tried.
        """
        if not self._there.waits:
            return
        before = self._there.record()
        waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
        while waiting:
            numbers, chance = waiting.pop()
            there = _kernel.Waiting(self._there)
            drawn, limits = there.draw(numbers)
            if numbers and drawn:
                what = self._translator.drawn_between(before, there.record())
                yield what, chance, self._at(self._translator, there)
            else:
                limit = limits[-1]
                waiting += [((*numbers, number), chance / limit) for number in reversed(range(limit))]
