"""Telling a game turn by turn, while it is played."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from attrs import define, field

from granada.board import Round
from granada.commands.person import HINT
from granada.game import NORMAL, Draw, ScoreDue, ScoreRow, Scoring, plans, score_row
from granada.pictures import city_of, points, table, terminal_width, wrapped
from granada.table import winners

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.game import Action, Row, State

    Event = tuple[int | None, Action]


@define
class Teller:
    """Tells the game turn by turn."""

    quiet: bool
    colour: bool
    private: bool
    """Whether a person plays, who must not be told what the others were dealt at the start."""
    turn: int = 0
    mover: int | None = None
    rows: tuple[Row, ...] = ()
    """What has been scored of a scoring that is under way."""
    drawn: list[str] = field(factory=list)

    def say(self, text: str) -> None:
        """Print a text."""
        sys.stdout.write(f"{text}\n")

    def head(self, state: State, seed: int, names: list[str]) -> None:
        """What is played."""
        setup = state.setup
        parts = [f"{setup.game}, {setup.players} players", f"seed {seed}", *(module.name for module in setup.modules)]
        parts += [f"{setup.scoring} scoring"] if setup.scoring != NORMAL else []
        parts += [f"{name} {value}" for name, value in setup.rulings.chosen.items()]
        if not self.quiet:
            self.say(wrapped(", ".join(parts), terminal_width()))
            named = ", ".join(f"seat {seat}: {name}" for seat, name in enumerate(names, start=1))
            self.say(wrapped(named, terminal_width()))
        if self.private:
            self.say(wrapped(HINT, terminal_width()))

    def tell(self, before: State, event: Event, after: State) -> None:
        """What happened, and what came of it."""
        if self.quiet:
            return
        seat, action = event
        if seat is None:
            self.drawn += [str(action)] if before.mover is not None else []
        else:
            self.flush()
            self._begin(before)
            self.say(wrapped(f"seat {seat + 1}: {action}", terminal_width(), first="  ", later="    "))
        if before.mover is None and after.mover is not None:
            self._set_up(after)
        for which, rows, last in _rows(before, action, after):
            self.rows += rows
            if last:
                self._score(which, after)

    def _score(self, which: Round, state: State) -> None:
        """A whole scoring, and the cities on which it was made."""
        rows, self.rows = self.rows, ()
        seats = range(len(state.players))
        together = tuple(sum(row.of(seat) for row in rows) for seat in seats)
        self.flush()
        self.say(f"\n{Scoring(which, rows, together, sum(row.of(None) for row in rows))}")
        for seat in seats:
            self.say(city_of(state, seat, colour=self.colour, width=terminal_width()))

    def _set_up(self, state: State) -> None:
        if not self.private:
            self.say(f"\n{table(state, cities=(), width=terminal_width())}")

    def _begin(self, state: State) -> None:
        if state.mover != self.mover:
            self.turn += 1
            self.mover = state.mover
            self.say(f"\nturn {self.turn}, seat {(state.mover or 0) + 1}")

    def flush(self) -> None:
        """Tell what was drawn."""
        if self.drawn:
            self.say(wrapped(" · ".join(self.drawn), terminal_width(), first="  ", later="  "))
            self.drawn.clear()


def _reached(state: State, which: Round) -> int | None:
    """How many rows of a scoring have been scored, while it is due or under way."""
    for step in state.todo:
        if isinstance(step, ScoreRow) and step.round is which:
            return step.row
        if isinstance(step, ScoreDue) and which in step.rounds:
            return 0
    return None


def _rows(before: State, action: Action, after: State) -> Iterator[tuple[Round, tuple[Row, ...], bool]]:
    """The scorings that went on between two states: the rows that were scored, and whether these were the last."""
    rows = plans(after.setup)
    for which in Round:
        begun, ended = _reached(before, which), _reached(after, which)
        if which is Round.C or action == Draw(which):
            begun = begun or 0
        if begun is None or (ended is None and which is Round.C and not after.over):
            continue
        done = rows[begun:ended]
        yield which, tuple(score_row(after, which, plan) for plan in done), ended is None


def result_of(state: State) -> str:
    """Who has won."""
    if not state.over:
        return "\nThe game was left before its end."
    order = sorted(enumerate(state.points), key=lambda pair: -pair[1])
    dirk = f"; Dirk {points(state.dirk.points)}" if state.dirk is not None else ""
    together = ", ".join(f"seat {seat + 1} {points(number)}" for seat, number in order) + dirk
    best = [f"seat {seat + 1}" for seat in winners(state)]
    if not best:
        ended = "Dirk has more than everybody: nobody wins."
    else:
        ended = f"{best[0]} wins." if len(best) == 1 else f"{' and '.join(best)} share the win."
    return f"\n{together}\n{ended}"
