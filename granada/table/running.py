"""A running game for servers and pages, with its state, its steps and undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Protocol

from granada.errors import InvalidState, quoted, whole
from granada.events import Event
from granada.game import Action, HiddenDraw, Setup, State, a_whole_state, choose_draw, legal_actions
from granada.generators import Generator, a_generator
from granada.table.playing import DECISIONS, Record, decisions_in, is_spent, most_decisions
from granada.table.table import opened, winners
from granada.table.unfolding import unfold
from granada.table.view import View, observe


class Writer(Protocol):
    """An object that writes a game while it is being played, such as a ``Recorder``."""

    def add(self, seat: int | None, action: Action, /) -> None:
        """Append a step."""

    def back_to(self, steps: int, /) -> None:
        """Keep only the first ``steps`` steps."""

    def end(self, points: tuple[int, ...], winners: tuple[int, ...], cut_off: int | None, /) -> None:
        """Append the result."""


class Table:
    """A running game, which makes all draws, stores every step with its events, and can undo steps.

    Between calls, either a seat must decide or the game is over.

    - ``setup``: The game, the number of players, and the table's other options.
    - ``about``: Notes about the game, such as names.
    - ``states``: The first state, and the state after each step.
    - ``steps``: Pairs: a seat and its action, or None and a draw.
    - ``events``: The events of each step.

    >>> import granada
    >>> rng = Random(7)
    >>> table = Table(granada.new_game(3), rng)
    >>> while not table.over:
    ...     happened = table.do(rng.choice(table.legal_actions()))
    >>> table.record.points, table.record.winners
    ((107, 116, 112), (1,))
    """

    def __init__(
        self,
        game: State | Setup | Record,
        rng: Generator | Callable[[int], Generator] | None = None,
        *,
        about: Mapping[str, Any] | None = None,
        decisions: int = DECISIONS,
        recorder: Writer | None = None,
    ) -> None:
        """Start a game, or continue a recorded one, and make draws until a decision is due.

        ``rng`` makes the draws; None means a new ``Random()``. ``rng`` may also be a function that takes the number of
        steps so far and returns a generator for the next draw; the draws are then the same again after an undo and in a
        resumed game. After ``decisions`` decisions for each seat, the game is cut off. A ``recorder`` writes each step
        before the table applies it; for a recorded game, it must already contain the recorded steps.
        """
        if not isinstance(game, State | Setup | Record):
            raise TypeError(f"game must be a State such as new_game(3), a Setup or a Record, not {quoted(game)}")
        begun = game if isinstance(game, Record) else Record(game if isinstance(game, Setup) else game.setup)
        self.setup = begun.setup
        self.about = Record(self.setup, about=begun.about if about is None else about).about
        self.states = [a_whole_state(game) if isinstance(game, State) else opened(self.setup)]
        self.steps: list[tuple[int | None, Action]] = []
        self.events: list[tuple[Event, ...]] = []
        self.limit = most_decisions(decisions, self.setup.players)
        self.rng = Random() if rng is None else rng
        self.recorder: Writer | None = None
        for seat, action in begun.steps:
            if isinstance(action, HiddenDraw):
                raise InvalidState("this is a game as one seat saw it, with hidden draws")
            self.take(seat, action)
        self.recorder = recorder
        self.deal()

    @property
    def state(self) -> State:
        """The current state."""
        return self.states[-1]

    @property
    def actor(self) -> int | None:
        """The seat that must decide; None if the game is over or cut off."""
        return None if self.over else self.state.actor

    @property
    def cut_off(self) -> int | None:
        """The number of decisions after which the game was cut off, or None."""
        cut = self.state.actor is not None and is_spent(self.steps, self.limit)
        return decisions_in(self.steps) if cut else None

    @property
    def over(self) -> bool:
        """Whether the game has ended or was cut off."""
        return self.state.over or self.cut_off is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty before the end and in a game that was cut off."""
        return winners(self.state) if self.state.over else ()

    @property
    def record(self) -> Record:
        """The record of the game so far; raise InvalidState if the game did not begin before the first draw."""
        if self.states[0] != opened(self.setup):
            raise InvalidState("a record starts before the first draw, but this game did not")
        points, won = (self.state.points, self.winners) if self.over else (None, None)
        return Record(self.setup, tuple(self.steps), points, won, self.about, cut_off=self.cut_off)

    def legal_actions(self) -> tuple[Action, ...]:
        """The legal actions for the seat that must decide; none if the game is over or cut off."""
        return () if self.over else legal_actions(self.state)

    def view(self, seat: int | None, *, recall: bool = False) -> View:
        """A seat's view, or a spectator's (None)."""
        return observe(self.state, seat, recall=recall)

    def do(self, action: Action, seat: int | None = None) -> tuple[Event, ...]:
        """Apply an action, make draws until the next decision, and return all events.

        If a seat, counted from 0, is given, raise an error unless that seat must decide.
        """
        if self.cut_off is not None:
            raise InvalidState(f"the game was cut off after {self.cut_off} decisions")
        before = len(self.events)
        self.take(self.state.actor if seat is None else seat, action)
        self.deal()
        return tuple(event for events in self.events[before:] for event in events)

    def take(self, seat: int | None, action: Action) -> None:
        """Take one step, without the draws that follow: a seat and its action, or None and a draw."""
        if seat is None and self.state.actor is not None:
            raise InvalidState(f"seat {self.state.actor + 1} must act, and nothing is drawn")
        after, happened = unfold(self.state, action, seat)
        if self.recorder is not None:
            self.recorder.add(seat, action)
        self.states.append(after)
        self.steps.append((seat, action))
        self.events.append(happened)

    def deal(self) -> None:
        """Make draws until a decision is due; at the end of the game, the recorder writes the result."""
        while not self.state.over and self.state.actor is None:
            self.take(None, self.next_draw())
        if self.over and self.recorder is not None:
            self.recorder.end(self.state.points, self.winners, self.cut_off)

    def next_draw(self) -> Action:
        """Choose the next draw at random."""
        numbers = self.rng(len(self.steps)) if callable(self.rng) else self.rng
        return choose_draw(self.state, a_generator(numbers))

    def last_decision(self, seat: int | None = None) -> int | None:
        """The number of steps before the last decision, or before a seat's last decision; None if there is none."""
        wanted = range(self.setup.players) if seat is None else (seat,)
        places = reversed(range(len(self.steps)))
        return next((place for place in places if self.steps[place][0] in wanted), None)

    def undo(self, seat: int | None = None) -> Action:
        """Undo the last decision, or a seat's last decision, and everything after it; return that decision.

        If there is no decision to undo, raise an InvalidState.
        """
        place = self.last_decision(seat)
        if place is None:
            raise InvalidState("there is no decision to undo")
        _, action = self.steps[place]
        self.back_to(place)
        return action

    def back_to(self, steps: int) -> None:
        """Return to the position after the first ``steps`` steps, and make draws until the next decision."""
        self.forget(steps)
        self.deal()

    def forget(self, steps: int) -> None:
        """Keep only the first ``steps`` steps; unlike ``back_to``, do not make the draws that may then be due."""
        number = whole(steps, "steps")
        if not 0 <= number <= len(self.steps):
            raise InvalidState(f"there are {len(self.steps)} steps, not {quoted(steps)}")
        if self.recorder is not None:
            self.recorder.back_to(number)
        del self.steps[number:], self.events[number:], self.states[number + 1 :]
