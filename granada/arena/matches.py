"""One game of a tournament: its seats, its result, and forfeits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from attrs import define, field, frozen

from granada.arena.bots import maker_of, traceback_line
from granada.events import Event
from granada.game import Action, Setup, State
from granada.table import DECISIONS, Bot, BuilderBot, Record, ask, game_loop, is_spent, most_decisions, opened, winners
from granada.wire.records import step_line


@frozen
class Match:
    """The description of a game to play: the set-up, the seats and the seeds.

    - ``deal``: The seed of the draws; all line-ups that play the same deal share it.
    - ``seed``: The seed of the bots' random generators.
    - ``names``: The name of the bot in each seat.
    - ``makers``: The maker of each bot: a name, or a function that takes a generator.
    """

    number: int
    setup: Setup
    deal: str
    seed: str
    names: tuple[str, ...]
    makers: tuple[Any, ...]
    limit: float | None = None
    """The time limit for the game, in seconds; after that time, the game's process ends as well."""
    move_limit: float | None = None
    """The time limit for a decision, in seconds."""
    home: tuple[str, int] = ("", 0)
    """The identity of the process that started the tournament."""
    apart: bool = False
    """Whether even the process that started the tournament starts a new process for this game."""
    trial: bool = False
    """Whether the match only makes its bots and plays no game."""
    decisions: int = DECISIONS
    """The maximum number of decisions for each seat; after that, the game is cut off."""

    @property
    def most_decisions(self) -> int:
        """The maximum number of decisions in the game."""
        return most_decisions(self.decisions, self.setup.players)


@frozen
class MatchResult:
    """The result of a game.

    - ``forfeits``: The seats that forfeited the game, with reasons.
    - ``late``: Whether the game reached its time limit.
    - ``cut_off``: Whether the game was cut off at its maximum number of decisions; the points are those reached by
      then.
    """

    number: int
    names: tuple[str, ...]
    points: tuple[int, ...]
    forfeits: dict[int, str] = field(factory=dict, hash=False)
    late: bool = False
    cut_off: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points among those that did not forfeit; empty if the game was cut off."""
        kept = [seat for seat in range(len(self.points)) if seat not in self.forfeits and not self.cut_off]
        most = max((self.points[seat] for seat in kept), default=0)
        return tuple(seat for seat in kept if self.points[seat] == most)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, counted from 1; tied seats share a place, and seats that forfeited come last."""
        worth = [(seat not in self.forfeits, points) for seat, points in enumerate(self.points)]
        worth = [(kept, points if kept else 0) for kept, points in worth]
        return tuple(1 + sum(other > own for other in worth) for own in worth)


@define
class Contest:
    """A running game of a tournament; a builder takes the seat of a bot that forfeits.

    - ``asks``: Called with the seat that decides next.
    - ``does``: Called with each step of the game.
    """

    match: Match
    state: State
    bots: list[Bot]
    forfeits: dict[int, str] = field(factory=dict)
    steps: list[tuple[int | None, Action]] = field(factory=list)
    listening: dict[int, Callable[[Event], None]] = field(factory=dict)
    """For each seat whose bot accepts events, a function that sends an event to the bot."""
    tell: Callable[[dict[str, Any]], None] | None = None
    """A function that receives, as JSON, the bot that acts next, each step, and each forfeit."""
    late: bool = False

    @classmethod
    def begun(cls, match: Match, tell: Callable[[dict[str, Any]], None] | None = None) -> Contest:
        """Return a new game before its first draw."""
        contest = cls(match, opened(match.setup), [], tell=tell)
        for seat, maker in enumerate(match.makers):
            rng = Random(f"{match.seed} seat {seat + 1}")
            contest.bots.append(BuilderBot(rng))
            with contest._asking(seat):
                contest.bots[seat] = maker_of(maker)(rng)
                notice = getattr(contest.bots[seat], "notice", None)
                if callable(notice):
                    contest.listening[seat] = notice
        return contest

    def forfeit(self, seat: int, why: str) -> None:
        """Record a bot's forfeit and give its seat to a builder."""
        self.forfeits[seat] = why
        self.bots[seat] = BuilderBot(Random(f"{self.match.seed} in place of seat {seat + 1}"))
        self.listening.pop(seat, None)
        if self.tell is not None:
            self.tell({"forfeits": seat, "why": why})

    @contextmanager
    def _asking(self, seat: int) -> Iterator[None]:
        """Treat any exception from a seat's bot as a forfeit, except for the user's KeyboardInterrupt."""
        if self.tell is not None:
            self.tell({"asks": seat})
        try:
            yield
        except KeyboardInterrupt:
            raise
        except BaseException as flaw:  # noqa: BLE001  SystemExit too
            self.forfeit(seat, traceback_line(flaw))

    def finish(self) -> tuple[MatchResult, Record]:
        """Play the game to its end."""
        if self.match.trial:
            return self._ended()
        numbers = Random(f"{self.match.deal} after {len(self.steps)} steps" if self.steps else self.match.deal)
        for seat, action, after, happened in game_loop(self.state, self._decided, numbers):
            if self.tell is not None:
                self.tell(step_line(seat, action))
            self.steps.append((seat, action))
            self.state = after
            self._notify(happened)
        return self._ended()

    def _decided(self, state: State, seat: int) -> Action | State | None:
        """The decision made in a seat, or the state if the bot there has just forfeited and a builder must decide."""
        if is_spent(self.steps, self.match.most_decisions):
            return None
        with self._asking(seat):
            return ask(self.bots[seat], state, seat)
        return state

    def _notify(self, happened: tuple[Event, ...]) -> None:
        """Send events, as each seat sees them, to the bots that accept events."""
        for seat, notice in [*self.listening.items()]:
            with self._asking(seat):
                for event in happened:
                    notice(event.seen_by(seat))

    def _ended(self) -> tuple[MatchResult, Record]:
        match, points, over = self.match, self.state.points, self.state.over
        cut_off = None if over or match.trial else match.most_decisions
        result = MatchResult(match.number, match.names, points, dict(self.forfeits), self.late, cut_off is not None)
        won = winners(self.state) if over else ()
        return result, Record(match.setup, tuple(self.steps), points, won, cut_off=cut_off)
