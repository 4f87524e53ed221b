"""Telling a game turn by turn while it is played, from its events alone."""

import sys
from collections.abc import Iterable

from attrs import define, field

from granada import events as happened
from granada.commands.person import HINT
from granada.events import Event
from granada.game import NORMAL, Row, Scoring, Setup, State
from granada.pictures import beside, city_of, points, table, terminal_width, wrapped

DRAWN = (
    *(happened.CardDrawn, happened.ScoringCardDrawn, happened.TileDrawn, happened.DirkDrew, happened.HutTurnedUp),
    *(happened.Reshuffled, happened.MarkerMoved),
)
"""What is told together on a line."""
SILENT = (happened.DisplayRefilled, happened.YardRefilled, happened.DirkDue, happened.WindowOpened)
"""What goes without saying."""


@define
class Teller:
    """Tells the game turn by turn."""

    quiet: bool
    colour: bool
    private: bool
    """Whether a person plays, who must not be told what the others were dealt at the start."""
    turn: int = 0
    rows: tuple[Row, ...] = ()
    """What has been scored of a scoring that is under way."""
    drawn: list[str] = field(factory=list)
    ended: str = "\nThe game was left before its end."

    def say(self, text: str) -> None:
        """Print a text."""
        sys.stdout.write(f"{text}\n")

    def head(self, setup: Setup, seed: int, names: list[str]) -> None:
        """What is played."""
        parts = [f"{setup.game}, {setup.players} players", f"seed {seed}", *(module.name for module in setup.modules)]
        parts += [f"{setup.scoring} scoring"] if setup.scoring != NORMAL else []
        parts += [f"{name} {value}" for name, value in setup.rulings.chosen.items()]
        if not self.quiet:
            self.say(wrapped(", ".join(parts), terminal_width()))
            named = ", ".join(f"seat {seat}: {name}" for seat, name in enumerate(names, start=1))
            self.say(wrapped(named, terminal_width()))
        if self.private:
            self.say(wrapped(HINT, terminal_width()))

    def resume(self, state: State, steps: int) -> None:
        """Where a game goes on that was broken off; the turns are counted from there."""
        self.turn = 0 if state.mover is None else 1
        if not self.quiet:
            self.say(f"The game goes on after {steps} steps.")
            if self.turn:
                self.say(f"\nturn {self.turn}, seat {(state.mover or 0) + 1}")

    def tell(self, events: Iterable[Event], state: State) -> None:
        """What happened; the state it has led to is there to be drawn."""
        for event in events:
            if isinstance(event, happened.GameOver):
                self.ended = _ended(event, state)
            elif isinstance(event, happened.TurnBegun):
                self._begin(event, state)
            elif self.turn and not self.quiet:
                self._tell(event, state)

    def _begin(self, event: happened.TurnBegun, state: State) -> None:
        """A turn, and before the first one what was laid out."""
        self.flush()
        if not self.turn and not self.private and not self.quiet:
            self.say(f"\n{table(state, cities=(), width=terminal_width())}")
        self.turn += 1
        if not self.quiet:
            self.say(f"\nturn {self.turn}, seat {event.seat + 1}")

    def _tell(self, event: Event, state: State) -> None:
        match event:
            case happened.ScoringBegun():
                self.rows = ()
            case happened.RowScored(_, row):
                self.rows += (row,)
            case happened.ScoringEnded(which):
                self.flush()
                seats = range(len(state.players))
                together = tuple(sum(row.of(seat) for row in self.rows) for seat in seats)
                self.say(f"\n{Scoring(which, self.rows, together, sum(row.of(None) for row in self.rows))}")
                width = terminal_width()
                cities = [city_of(state, seat, colour=self.colour, width=width) for seat in seats]
                self.say(f"\n{beside(cities, width)}")
            case event if isinstance(event, DRAWN):
                self.drawn.append(str(event))
            case event if not isinstance(event, SILENT):
                self.flush()
                self.say(wrapped(str(event), terminal_width(), first="  ", later="    "))

    def flush(self) -> None:
        """Tell what was drawn."""
        if self.drawn:
            self.say(wrapped(" · ".join(self.drawn), terminal_width(), first="  ", later="  "))
            self.drawn.clear()


def _ended(event: happened.GameOver, state: State) -> str:
    """Who has won."""
    order = sorted(enumerate(event.points), key=lambda pair: -pair[1])
    dirk = f"; Dirk {points(state.dirk.points)}" if state.dirk is not None else ""
    together = ", ".join(f"seat {seat + 1} {points(number)}" for seat, number in order) + dirk
    best = [f"seat {seat + 1}" for seat in event.winners]
    if not best:
        ended = "Dirk has more than everybody: nobody wins."
    else:
        ended = f"{best[0]} wins." if len(best) == 1 else f"{' and '.join(best)} share the win."
    return f"\n{together}\n{ended}"
