"""People and bots at one table: play the game, and print it turn by turn from its events.

A person may undo a decision.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

from attrs import define, field, frozen

from granada import events as happened
from granada.arena import blaming
from granada.commands.playing.person import Leave, Person, Undo, hint
from granada.events import Event
from granada.game import Action, Row, Scoring, Setup, State
from granada.languages import ENGLISH, Language
from granada.pictures import beside, city_of, points, scoring_table, table, terminal_width, wrapped
from granada.table import Bot, FaultyBot, Table, ask, listeners
from granada.words import Words, event_in_words, setup_in_words

DRAWN = (
    *(happened.CardDrawn, happened.ScoringCardDrawn, happened.TileDrawn, happened.DirkDrew, happened.HutTurnedUp),
    *(happened.Reshuffled, happened.MarkerMoved),
)
"""The draws, which are printed together on one line."""
SILENT = (happened.DisplayRefilled, happened.YardRefilled, happened.DirkDue, happened.WindowOpened)
"""The events that are not printed."""


@define
class Teller:
    """A printer of the game, turn by turn."""

    quiet: bool
    colour: bool
    private: bool
    """Whether a person plays; a person must not see the starting hands of the other players."""
    turn: int = 0
    rows: tuple[Row, ...] = ()
    """The rows scored so far in the current scoring."""
    drawn: list[str] = field(factory=list)
    language: Language = ENGLISH
    ended: str = field(init=False)
    """The winners, or a note that the game was left early."""

    def __attrs_post_init__(self) -> None:
        """Set the closing text for a game that is left early."""
        self.ended = "\n" + self.language("The game was left before its end.")

    def say(self, text: str) -> None:
        """Print a text."""
        sys.stdout.write(f"{text}\n")

    def head(self, setup: Setup, seed: int, names: list[str]) -> None:
        """Print the game, the players and the seed."""
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
        """Print the point at which a resumed game continues; turns are counted from there."""
        self.turn = 0 if state.mover is None else 1
        if not self.quiet:
            self.say(self.language("The game goes on after {steps} steps.", steps=steps))
            if self.turn:
                self.say_turn(self.turn, state.mover or 0)

    def tell(self, events: Iterable[Event], state: State) -> None:
        """Print events; ``state`` is the state after them."""
        for event in events:
            if isinstance(event, happened.GameOver):
                self.ended = _ended(event, state, Words(self.language, state.setup.game))
            elif isinstance(event, happened.TurnBegun):
                self._begin(event, state)
            elif self.turn and not self.quiet:
                self._tell(event, state)

    def _begin(self, event: happened.TurnBegun, state: State) -> None:
        """Print the start of a turn and, before the first turn, the table."""
        self.flush()
        if not self.turn and not self.private and not self.quiet:
            self.say(f"\n{table(state, cities=(), width=terminal_width(), language=self.language)}")
        self.turn += 1
        if not self.quiet:
            self.say_turn(self.turn, event.seat)

    def say_turn(self, number: int, seat: int) -> None:
        """Print the number and the seat of a turn."""
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
        """Note that the game was cut off."""
        say = self.language
        told = say("The game was cut off after {number} decisions: nobody wins.", number=decisions)
        self.ended = f"\n{_together(state, Words(say, state.setup.game))}\n{told}"

    def flush(self) -> None:
        """Print the draws collected so far."""
        if self.drawn:
            self.say(wrapped(" · ".join(self.drawn), terminal_width(), first="  ", later="  "))
            self.drawn.clear()


def _together(state: State, words: Words) -> str:
    """The points of all seats, in descending order."""
    order, say = sorted(enumerate(state.points), key=lambda pair: -pair[1]), words.language
    dirk = [f"{words.dirk} {points(state.dirk.points, say)}"] if state.dirk is not None else []
    return say.joined([", ".join(f"{words.seat(seat)} {points(number, say)}" for seat, number in order), *dirk])


def _ended(event: happened.GameOver, state: State, words: Words) -> str:
    """The winners in words."""
    say, together = words.language, _together(state, words)
    best = say.listed(map(words.seat, event.winners))
    if not best:
        ended = say("{dirk} has more points than everybody: nobody wins.", dirk=words.dirk)
    else:
        ended = say("{seat} wins.", seat=best) if len(event.winners) == 1 else say("{seats} share the win.", seats=best)
    return f"\n{together}\n{ended}"


@frozen
class Moment:
    """The situation before a person's decision, to which undo returns."""

    seat: int
    steps: int
    turn: int
    rows: tuple[Row, ...]
    chance: tuple[Any, ...]
    """The states of the random generators, which reproduce the same draws after an undo."""


@define
class Sitting:
    """People and bots at a table, the bots' random generators, and the printer of the game."""

    table: Table
    bots: list[Bot]
    rngs: list[Random]
    """The random generator for the draws, and one for each seat."""
    teller: Teller
    told: int
    """The number of steps already printed."""
    past: list[Moment] = field(factory=list)

    def play(self) -> None:
        """Play until the game is over or cut off, or a person leaves."""
        notify = listeners(self.bots)
        with suppress(Leave):
            self._tell(notify)
            while (seat := self.table.actor) is not None:
                action = self._decided(seat)
                if action is not None:
                    self.table.do(action, seat)
                self._tell(notify)
        if self.table.cut_off is not None:
            self.teller.cut_off(self.table.state, self.table.cut_off)

    def _tell(self, notify: Callable[[Iterable[Event]], None] | None) -> None:
        """Send each new step to the players and the terminal."""
        for place in range(self.told, len(self.table.steps)):
            events = self.table.events[place]
            if notify is not None:
                with blaming("a player has crashed", FaultyBot):
                    notify(events)
            self.teller.tell(events, self.table.states[place + 1])
        self.told = len(self.table.steps)

    def _decided(self, seat: int) -> Action | None:
        """The decision made in a seat; None after an undo."""
        try:
            return self._chosen(seat)
        except Undo:
            self._take_back(seat)
            return None
        except KeyboardInterrupt:
            raise Leave from None

    def _chosen(self, seat: int) -> Action:
        """The decision made in a seat; a person can undo it if there was a choice."""
        bot = self.bots[seat]
        if not isinstance(bot, Person):
            with _thinking(seat), blaming(f"the player in seat {seat + 1} has crashed", FaultyBot):
                return ask(bot, self.table.state, seat)
        self.teller.flush()
        legal = self.table.legal_actions()
        if len(legal) > 1:
            stood = tuple(rng.getstate() for rng in self.rngs)
            self.past.append(Moment(seat, len(self.table.steps), self.teller.turn, self.teller.rows, stood))
        return bot.choose(self.table.view(seat), legal)

    def _take_back(self, seat: int) -> None:
        """Return to a seat's previous decision, and discard everything after it."""
        earlier = [place for place, moment in enumerate(self.past[:-1]) if moment.seat == seat]
        if not earlier:
            language = self.teller.language
            self.teller.say(language("You have no earlier decision to undo."))
            self.past.pop()
            return
        moment = self.past[earlier[-1]]
        del self.past[earlier[-1] :]
        self.table.back_to(moment.steps)
        self.told, self.teller.turn, self.teller.rows = moment.steps, moment.turn, moment.rows
        for rng, stood in zip(self.rngs, moment.chance, strict=True):
            rng.setstate(stood)
        self.teller.say_turn(moment.turn, self.table.state.mover or 0)


@contextmanager
def _thinking(seat: int) -> Iterator[None]:
    """Show on a terminal that a seat is thinking."""
    if not sys.stdout.isatty():
        yield
        return
    sys.stdout.write(f"  seat {seat + 1} thinks …")
    sys.stdout.flush()
    try:
        yield
    finally:
        sys.stdout.write("\r\x1b[K")
