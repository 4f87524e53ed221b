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
    """A game to be played: the set-up, the seats, and the seeds.

    - ``deal``: The seed of the draws; all line-ups of a deal get the same.
    - ``seed``: The seed of the bots' generators.
    - ``names``: The bot on each seat.
    - ``makers``: How to make each bot: a name, or a function of a generator.
    """

    number: int
    setup: Setup
    deal: str
    seed: str
    names: tuple[str, ...]
    makers: tuple[Any, ...]
    limit: float | None = None
    """The number of seconds after which the game and its process are ended."""
    move_limit: float | None = None
    """The number of seconds after which a decision is ended."""
    home: tuple[str, int] = ("", 0)
    """The process that started the tournament."""
    apart: bool = False
    """Whether the game gets its own process even in the process that started the tournament."""
    trial: bool = False
    """Whether the bots are only made, and do not play."""
    decisions: int = DECISIONS
    """The number of decisions for each seat after which the game is cut off."""

    @property
    def most_decisions(self) -> int:
        """The most decisions of the game."""
        return most_decisions(self.decisions, self.setup.players)


@frozen
class MatchResult:
    """The result of a game.

    - ``forfeits``: The seats that forfeited the game, with reasons.
    - ``late``: Whether the game reached its time limit.
    - ``cut_off``: Whether the game reached its limit of decisions; the points are those at that time.
    """

    number: int
    names: tuple[str, ...]
    points: tuple[int, ...]
    forfeits: dict[int, str] = field(factory=dict, hash=False)
    late: bool = False
    cut_off: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points among those that did not forfeit; nobody if the game was cut off."""
        kept = [seat for seat in range(len(self.points)) if seat not in self.forfeits and not self.cut_off]
        most = max((self.points[seat] for seat in kept), default=0)
        return tuple(seat for seat in kept if self.points[seat] == most)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, counted from 1; tied seats share one, and seats that forfeited are last."""
        worth = [(seat not in self.forfeits, points) for seat, points in enumerate(self.points)]
        worth = [(kept, points if kept else 0) for kept, points in worth]
        return tuple(1 + sum(other > own for other in worth) for own in worth)


@define
class Contest:
    """A game of a tournament under way; a builder takes the seat of a bot that forfeits.

    - ``asks``: Called with the seat that decides next.
    - ``does``: Called with each step of the game.
    """

    match: Match
    state: State
    bots: list[Bot]
    forfeits: dict[int, str] = field(factory=dict)
    steps: list[tuple[int | None, Action]] = field(factory=list)
    listening: dict[int, Callable[[Event], None]] = field(factory=dict)
    """Sends events to the bots that want them."""
    tell: Callable[[dict[str, Any]], None] | None = None
    """Receives, as JSON, which bot acts next, each step, and forfeits."""
    late: bool = False

    @classmethod
    def begun(cls, match: Match, tell: Callable[[dict[str, Any]], None] | None = None) -> Contest:
        """A game before its first draw."""
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
        """A bot forfeits the game, and a builder takes its seat."""
        self.forfeits[seat] = why
        self.bots[seat] = BuilderBot(Random(f"{self.match.seed} in place of seat {seat + 1}"))
        self.listening.pop(seat, None)
        if self.tell is not None:
            self.tell({"forfeits": seat, "why": why})

    @contextmanager
    def _asking(self, seat: int) -> Iterator[None]:
        """Let the bot of a seat do something; any exception is a forfeit, except Ctrl-C, which may be the user's."""
        if self.tell is not None:
            self.tell({"asks": seat})
        try:
            yield
        except KeyboardInterrupt:
            raise
        except BaseException as flaw:  # noqa: BLE001  SystemExit too
            self.forfeit(seat, traceback_line(flaw))

    def finish(self) -> tuple[MatchResult, Record]:
        """Play to the end."""
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
        """The decision of a seat; or the state, if its bot has just forfeited and another must decide."""
        if is_spent(self.steps, self.match.most_decisions):
            return None
        with self._asking(seat):
            return ask(self.bots[seat], state, seat)
        return state

    def _notify(self, happened: tuple[Event, ...]) -> None:
        """Send events to the bots that want them, as their seats see them."""
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
