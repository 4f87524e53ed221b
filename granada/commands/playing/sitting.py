"""Persons and bots at one table, from the first draw to the end; a person may take a decision back."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from random import Random
from typing import Any, TypeVar

from attrs import define, field, frozen

from granada.arena import traceback_line
from granada.commands.playing.person import Leave, Person, Undo
from granada.commands.playing.teller import Teller
from granada.errors import InvalidState
from granada.game import Action, Row, State, legal_actions
from granada.table import Bot, FaultyBot, ask, game_loop, is_spent, listeners, observe
from granada.wire import Recorder

T = TypeVar("T")


@frozen
class Moment:
    """A decision of a person, so that it can be taken back."""

    seat: int
    state: State
    steps: int
    turn: int
    rows: tuple[Row, ...]
    chance: tuple[Any, ...]
    """How the random generators stood: the same draws come again."""


@define
class Sitting:
    """A game under way: who plays, with which generators, and who tells it and writes it down."""

    state: State
    bots: list[Bot]
    rngs: list[Random]
    """That of the draws, and one for each seat."""
    teller: Teller
    recorder: Recorder | None = None
    steps: list[tuple[int | None, Action | None]] = field(factory=list)
    past: list[Moment] = field(factory=list)
    limit: int = field(kw_only=True)
    """After so many decisions the game is cut off."""

    def play(self) -> None:
        """Play until the game is over or cut off, or somebody leaves."""
        notify = listeners(self.bots)
        with suppress(Leave):
            for seat, action, after, events in game_loop(self.state, self._decided, self.rngs[0]):
                self.state = after
                self.steps.append((seat, action))
                if self.recorder is not None:
                    self.recorder.add(seat, action)
                if notify is not None:
                    _asked(partial(notify, events), "a player")
                self.teller.tell(events, self.state)
        if self.cut_off is not None:
            self.teller.cut_off(self.state, self.cut_off)

    @property
    def cut_off(self) -> int | None:
        """After how many decisions the game was cut off, if it was."""
        return self.limit if not self.state.over and is_spent(self.steps, self.limit) else None

    def _decided(self, _: State, seat: int) -> Action | State | None:
        """What a seat decides, or where the game goes on after something was taken back."""
        if self.cut_off is not None:
            return None
        try:
            return self._chosen(seat)
        except Undo:
            self._take_back(seat)
            return self.state
        except KeyboardInterrupt:
            raise Leave from None

    def _chosen(self, seat: int) -> Action:
        """What a seat decides; a person's decision is remembered first, unless there is one choice."""
        bot = self.bots[seat]
        if not isinstance(bot, Person):
            with _thinking(seat):
                return _asked(partial(ask, bot, self.state, seat), f"the player on seat {seat + 1}")
        self.teller.flush()
        legal = legal_actions(self.state)
        if len(legal) > 1:
            stood = tuple(rng.getstate() for rng in self.rngs)
            moment = Moment(seat, self.state, len(self.steps), self.teller.turn, self.teller.rows, stood)
            self.past.append(moment)
        return bot.choose(observe(self.state, seat), legal)

    def _take_back(self, seat: int | None) -> None:
        """Go back to the decision of a seat before the one that it is asked for; all that came after is forgotten."""
        earlier = [place for place, moment in enumerate(self.past[:-1]) if moment.seat == seat]
        if not earlier:
            language = self.teller.language
            self.teller.say(language("There is no earlier decision of yours."))
            self.past.pop()
            return
        moment = self.past[earlier[-1]]
        del self.past[earlier[-1] :], self.steps[moment.steps :]
        self.state, self.teller.turn, self.teller.rows = moment.state, moment.turn, moment.rows
        if self.recorder is not None:
            self.recorder.back_to(moment.steps)
        for rng, stood in zip(self.rngs, moment.chance, strict=True):
            rng.setstate(stood)
        self.teller.say_turn(moment.turn, self.state.mover or 0)


def _asked(work: Callable[[], T], who: str) -> T:
    """What a bot gives; one that falls over is named, with the place in its file."""
    try:
        return work()
    except FaultyBot:
        raise
    except (Exception, SystemExit) as flaw:  # noqa: BLE001  whatever somebody's own class does
        raise InvalidState(f"{who} has fallen over: {traceback_line(flaw)}") from None


@contextmanager
def _thinking(seat: int) -> Iterator[None]:
    """Show on a terminal that a seat thinks, as long as it does."""
    if not sys.stdout.isatty():
        yield
        return
    sys.stdout.write(f"  seat {seat + 1} thinks …")
    sys.stdout.flush()
    try:
        yield
    finally:
        sys.stdout.write("\r\x1b[K")
