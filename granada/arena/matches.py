"""One game of a tournament: who sits where, how it ends, and who has forfeited it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from granada.arena.names import bot_named
from granada.game import choose_draw
from granada.table import BuilderBot, Record, ask, opened, unfold, winners

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada.events import Event
    from granada.game import Action, Setup, State
    from granada.table import Bot


@frozen
class Match:
    """A game that is to be played: what is agreed, who sits where, and the seeds.

    - ``deal``: From which the draws come; line-ups meet the same ones.
    - ``seed``: From which the generators of the bots come.
    - ``names``: Who sits on each seat.
    - ``makers``: What makes each of them: a name, or a function of a generator.
    - ``limit``: After so many seconds the game is ended, with its process.
    """

    number: int
    setup: Setup
    deal: str
    seed: str
    names: tuple[str, ...]
    makers: tuple[Any, ...]
    limit: float | None = None


@frozen
class Result:
    """How a game ended.

    - ``winners``: The seats that win; whoever has forfeited does not.
    - ``forfeits``: The seats that have forfeited the game, and why.
    - ``late``: Whether the game was ended because it took too long.
    """

    number: int
    names: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    forfeits: dict[int, str] = field(factory=dict, hash=False)
    late: bool = False

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, counted from 1; equals share one, and whoever has forfeited is last."""
        worth = [(seat not in self.forfeits, points) for seat, points in enumerate(self.points)]
        worth = [(kept, points if kept else 0) for kept, points in worth]
        return tuple(1 + sum(other > own for other in worth) for own in worth)


@define
class Contest:
    """A game of a tournament under way; a builder takes the seat of whoever forfeits.

    - ``asks``: Who is told the seat that is asked next.
    - ``does``: Who is told each step.
    """

    match: Match
    state: State
    bots: list[Bot]
    forfeits: dict[int, str] = field(factory=dict)
    steps: list[tuple[int | None, Action | None]] = field(factory=list)
    asks: Callable[[int], None] | None = None
    does: Callable[[int | None, Action], None] | None = None
    late: bool = False

    @classmethod
    def begun(cls, match: Match) -> Contest:
        """A game before its first draw."""
        contest = cls(match, opened(match.setup), [])
        for seat, maker in enumerate(match.makers):
            rng = Random(f"{match.seed} seat {seat + 1}")  # noqa: S311  a game, not a secret
            contest.bots.append(BuilderBot(rng))
            try:
                contest.bots[seat] = (bot_named(maker) if isinstance(maker, str) else maker)(rng)
            except Exception as flaw:  # noqa: BLE001  whatever it is, the bot forfeits
                contest.forfeit(seat, flaw)
        return contest

    def forfeit(self, seat: int, why: Exception | str) -> None:
        """A bot forfeits the game, and a builder takes its seat."""
        told = why if isinstance(why, str) else f"{type(why).__name__}: {why}"
        self.forfeits[seat] = " ".join(told.split())[:300]
        self.bots[seat] = BuilderBot(Random(f"{self.match.seed} in place of seat {seat + 1}"))  # noqa: S311  as above

    def finish(self) -> tuple[Result, Record]:
        """Play to the end."""
        numbers = Random(f"{self.match.deal} after {len(self.steps)} steps" if self.steps else self.match.deal)  # noqa: S311  as above
        while not self.state.over:
            seat = self.state.actor
            action: Action | None = choose_draw(self.state, numbers) if seat is None else self._decided(seat)
            if action is not None:
                if self.does is not None:
                    self.does(seat, action)
                self.steps.append((seat, action))
                self.state, happened = unfold(self.state, action)
                self._notify(happened)
        return self._ended()

    def _decided(self, seat: int) -> Action | None:
        """What a seat decides; nothing yet where its bot has just forfeited."""
        if self.asks is not None:
            self.asks(seat)
        try:
            return ask(self.bots[seat], self.state, seat)
        except Exception as flaw:  # noqa: BLE001  whatever it is, the bot forfeits
            self.forfeit(seat, flaw)
            return None

    def _notify(self, happened: tuple[Event, ...]) -> None:
        """Tell the bots that listen what their seats can see."""
        for seat, bot in enumerate(self.bots):
            notice = getattr(bot, "notice", None)
            if callable(notice):
                try:
                    for event in happened:
                        notice(event.seen_by(seat))
                except Exception as flaw:  # noqa: BLE001  as above
                    self.forfeit(seat, flaw)

    def _ended(self) -> tuple[Result, Record]:
        match, points = self.match, self.state.points
        result = ended_with(match.number, match.names, points, dict(self.forfeits), late=self.late)
        return result, Record(match.setup, tuple(self.steps), points, winners(self.state))


def ended_with(
    number: int, names: tuple[str, ...], points: tuple[int, ...], forfeits: dict[int, str], *, late: bool
) -> Result:
    """How a game ended with these points: the most win, among those who have not forfeited."""
    kept = [seat for seat in range(len(points)) if seat not in forfeits]
    most = max((points[seat] for seat in kept), default=0)
    return Result(number, names, points, tuple(seat for seat in kept if points[seat] == most), forfeits, late)
