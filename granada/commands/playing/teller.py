"""Telling a game turn by turn while it is played, from its events alone."""

import sys
from collections.abc import Iterable

from attrs import define, field

from granada import events as happened
from granada.commands.playing.person import hint
from granada.events import Event
from granada.game import Row, Scoring, Setup, State
from granada.languages import ENGLISH, Language
from granada.pictures import beside, city_of, points, scoring_table, table, terminal_width, wrapped
from granada.words import Words, event_in_words, setup_in_words

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
    language: Language = ENGLISH
    ended: str = field(init=False)
    """Who has won, or that the game was left."""

    def __attrs_post_init__(self) -> None:
        """So it ends unless it is played to its end."""
        self.ended = "\n" + self.language("The game was left before its end.")

    def say(self, text: str) -> None:
        """Print a text."""
        sys.stdout.write(f"{text}\n")

    def head(self, setup: Setup, seed: int, names: list[str]) -> None:
        """What is played."""
        say = self.language
        game, players, *more = setup_in_words(setup, say)
        parts = [game, players, say("seed {seed}", seed=seed), *more]
        if not self.quiet:
            self.say(wrapped(", ".join(parts), terminal_width()))
            named = ", ".join(f"{Words(say).seat(seat)}: {name}" for seat, name in enumerate(names))
            self.say(wrapped(named, terminal_width()))
        if self.private:
            self.say(wrapped(hint(say), terminal_width()))

    def resume(self, state: State, steps: int) -> None:
        """Where a game goes on that was broken off; the turns are counted from there."""
        self.turn = 0 if state.mover is None else 1
        if not self.quiet:
            self.say(self.language("The game goes on after {steps} steps.", steps=steps))
            if self.turn:
                self.say_turn(self.turn, state.mover or 0)

    def tell(self, events: Iterable[Event], state: State) -> None:
        """What happened; the state it has led to is there to be drawn."""
        for event in events:
            if isinstance(event, happened.GameOver):
                self.ended = _ended(event, state, Words(self.language, state.setup.game))
            elif isinstance(event, happened.TurnBegun):
                self._begin(event, state)
            elif self.turn and not self.quiet:
                self._tell(event, state)

    def _begin(self, event: happened.TurnBegun, state: State) -> None:
        """A turn, and before the first one what was laid out."""
        self.flush()
        if not self.turn and not self.private and not self.quiet:
            self.say(f"\n{table(state, cities=(), width=terminal_width(), language=self.language)}")
        self.turn += 1
        if not self.quiet:
            self.say_turn(self.turn, event.seat)

    def say_turn(self, number: int, seat: int) -> None:
        """Which turn it is, and whose."""
        say = self.language
        turn = say("turn {number}, {seat}", number=number, seat=Words(say).seat(seat))
        self.say(f"\n{turn}")

    def _tell(self, event: Event, state: State) -> None:
        match event:
            case happened.ScoringBegun():
                self.rows = ()
            case happened.RowScored(_, row):
                self.rows += (row,)
            case happened.ScoringEnded(which):
                self.flush()
                seats = range(len(state.players))
                scoring = Scoring.of(which, self.rows, len(seats))
                self.say(f"\n{scoring_table(scoring, language=self.language, game=state.setup.game)}")
                width = terminal_width()
                cities = [
                    city_of(state, seat, colour=self.colour, width=width, language=self.language) for seat in seats
                ]
                self.say(f"\n{beside(cities, width)}")
            case event if isinstance(event, DRAWN):
                self.drawn.append(event_in_words(event, Words(self.language, state.setup.game, brief=True)))
            case event if not isinstance(event, SILENT):
                self.flush()
                told = event_in_words(event, Words(self.language, state.setup.game, brief=True))
                self.say(wrapped(told, terminal_width(), first="  ", later="    "))

    def cut_off(self, state: State, decisions: int) -> None:
        """The game was cut off after so many decisions."""
        say = self.language
        told = say("The game was cut off after {number} decisions: nobody wins.", number=decisions)
        self.ended = f"\n{_together(state, Words(say, state.setup.game))}\n{told}"

    def flush(self) -> None:
        """Tell what was drawn."""
        if self.drawn:
            self.say(wrapped(" · ".join(self.drawn), terminal_width(), first="  ", later="  "))
            self.drawn.clear()


def _together(state: State, words: Words) -> str:
    """The points of all seats, the most first."""
    order, say = sorted(enumerate(state.points), key=lambda pair: -pair[1]), words.language
    dirk = f"; {words.dirk} {points(state.dirk.points, say)}" if state.dirk is not None else ""
    return ", ".join(f"{words.seat(seat)} {points(number, say)}" for seat, number in order) + dirk


def _ended(event: happened.GameOver, state: State, words: Words) -> str:
    """Who has won."""
    say, together = words.language, _together(state, words)
    best = say.listed(map(words.seat, event.winners))
    if not best:
        ended = say("{dirk} has more than everybody: nobody wins.", dirk=words.dirk)
    else:
        ended = say("{seat} wins.", seat=best) if len(event.winners) == 1 else say("{seats} share the win.", seats=best)
    return f"\n{together}\n{ended}"
