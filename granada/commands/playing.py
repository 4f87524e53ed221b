"""The command ``granada play``: a whole game in the terminal, between built-in players and persons."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from granada.board.money import Round
from granada.board.tile_sets import TileSet
from granada.commands.person import HINT, Leave, Person, Undo
from granada.game.actions import Draw
from granada.game.chance import choose_draw
from granada.game.games import GAMES, NORMAL, SIMPLIFIED
from granada.game.modules import MODULES
from granada.game.options import legal_actions
from granada.game.rules import apply
from granada.game.scoring import Scoring, plans, score_row
from granada.game.steps import ScoreDue, ScoreRow
from granada.pictures.drawing import city_of, points, table, terminal_width, wants_colour, wrapped
from granada.rulebook import EDITIONS, Rulings
from granada.table.bots import BOTS
from granada.table.table import Record, new_game, winners
from granada.table.view import observe
from granada.wire import to_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from granada.game.actions import Action
    from granada.game.scoring import Row
    from granada.game.state import State
    from granada.table.bots import Bot

Event = tuple["int | None", "Action"]


def add_arguments(parser: ArgumentParser) -> None:
    """What can be said about the game."""
    parser.epilog = "Exit status: 0 when the game was played or left, 2 when it cannot be played as asked."
    parser.add_argument("--players", type=int, default=3, metavar="N", help="how many play, 2 to 6 (3)")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed gives the same game (a random one)")
    parser.add_argument("--game", choices=list(GAMES), default="granada", help="which game (granada)")
    parser.add_argument("--modules", default="", metavar="A,B", help=f"of {', '.join(MODULES)}")
    parser.add_argument("--scoring", choices=[NORMAL, SIMPLIFIED], default=NORMAL, help="how to score (normal)")
    parser.add_argument(
        "--rulings", choices=list(dict.fromkeys(name for name, _ in EDITIONS)), help="what an edition prints"
    )
    parser.add_argument(
        "--bots", default="builder", metavar="NAMES", help=f"{' or '.join(BOTS)}, one for all or one for each (builder)"
    )
    parser.add_argument(
        "--seat", type=int, action="append", default=[], metavar="N", help="a person plays this seat (several times)"
    )
    parser.add_argument("--tiles", action="append", default=[], metavar="FILE", help="your own tiles as CSV")
    parser.add_argument("--record", metavar="FILE", help="write the game down; - for the standard output")
    parser.add_argument("--svg", metavar="OUT", help="write a picture of the table at the end, - as above")
    parser.add_argument("--quiet", action="store_true", help="tell only how it ended")


def run(args: Namespace) -> int:
    """Play."""
    seed = args.seed if args.seed is not None else SystemRandom().randrange(1_000_000)
    seats = _persons(args)
    state = new_game(
        args.players,
        args.game,
        modules=[name.strip() for name in args.modules.split(",") if name.strip()],
        scoring=args.scoring,
        rulings=Rulings.edition(args.rulings, args.game) if args.rulings else None,
        tiles=[TileSet.load(path) for path in args.tiles],
    )
    rngs = [Random(seed), *(Random(f"{seed} seat {seat + 1}") for seat in range(args.players))]  # noqa: S311  a game
    names = _names(args, seats)
    for path in (args.record, args.svg):
        try_to_write(path)
    colour = wants_colour(sys.stdout)
    teller = Teller(quiet=args.quiet, colour=colour, private=bool(seats))
    if seats:
        with suppress(ImportError):
            import_module("readline")  # the entries can then be edited and called back
    person = Person(input, teller.say, colour, shares=len(seats) > 1)
    bots: list[Bot] = [
        person if seat in seats else BOTS[name](rng)
        for seat, (name, rng) in enumerate(zip(names, rngs[1:], strict=True))
    ]
    teller.head(state, seed, names)
    state, events = _played(state, bots, rngs, teller)
    result = _result(state)
    teller.say(result if seats or not args.quiet else result.lstrip())
    if args.record:
        ended = (state.points, winners(state)) if state.over else (None, None)
        write(args.record, to_json(Record(state.setup, tuple(events), *ended)))
    if args.svg:
        from granada.pictures.svg import picture  # noqa: PLC0415  only who wants a picture waits for it

        shown = observe(state, min(seats)) if seats and not state.over else state
        write(args.svg, picture(shown))
    return 0


def try_to_write(path: str | None) -> None:
    """Complain at once about a file that cannot be written, and not when it is too late; nothing is changed."""
    if path is None or path == "-":
        return
    there = os.path.lexists(path)
    with open(path, "a", encoding="utf-8"):  # noqa: PTH123  what a shell calls a file
        pass
    if not there:
        os.unlink(path)  # noqa: PTH108  as above


def write(path: str, text: str) -> None:
    """Write a text into a file, or to the standard output where it is called ``-``."""
    if path == "-":
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        return
    with open(path, "w", encoding="utf-8", newline="\n") as file:  # noqa: PTH123  what a shell calls a file
        file.write(text if text.endswith("\n") else text + "\n")


def _persons(args: Namespace) -> set[int]:
    """The seats, counted from 0, that persons play."""
    wrong = [seat for seat in args.seat if not 1 <= seat <= args.players]
    if wrong:
        message = f"there is no seat {wrong[0]}; {args.players} play"
        raise ValueError(message)
    return {seat - 1 for seat in args.seat}


def _names(args: Namespace, persons: set[int]) -> list[str]:
    """Who plays each seat."""
    names = [name.strip() for name in args.bots.split(",")]
    for name in names:
        if name not in BOTS:
            message = f"there is no player {name!r}; there is {', '.join(BOTS)}"
            raise ValueError(message)
    needed = args.players - len(persons)
    if len(names) == 1:
        names *= needed
    if len(names) != needed:
        message = f"--bots names {len(names)} players, but {needed} are needed"
        raise ValueError(message)
    given = iter(names)
    return ["person" if seat in persons else next(given) for seat in range(args.players)]


# Telling


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


def _result(state: State) -> str:
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


# Playing


@frozen
class Moment:
    """A decision of a person, so that it can be taken back."""

    seat: int
    state: State
    events: int
    turn: int
    mover: int | None
    rows: tuple[Row, ...]
    chance: tuple[Any, ...]
    """How the random generators stood: the same draws come again."""


def _played(state: State, bots: list[Bot], rngs: list[Random], teller: Teller) -> tuple[State, list[Event]]:
    """The state when the game was over or somebody left, and everything that happened."""
    events: list[Event] = []
    past: list[Moment] = []
    while not state.over:
        seat = state.actor
        try:
            action = _chosen(state, bots, rngs, teller, past, events)
        except Undo:
            moment = _previous(past, seat)
            if moment is None:
                teller.say("There is no earlier decision of yours.")
                past.pop()
                continue
            state = moment.state
            del events[moment.events :]
            teller.turn, teller.mover, teller.rows = moment.turn, moment.mover, moment.rows
            for rng, stood in zip(rngs, moment.chance, strict=True):
                rng.setstate(stood)
            continue
        except (Leave, KeyboardInterrupt):
            break
        after = apply(state, action)
        events.append((seat, action))
        teller.tell(state, (seat, action), after)
        state = after
    return state, events


def _chosen(
    state: State, bots: list[Bot], rngs: list[Random], teller: Teller, past: list[Moment], events: list[Event]
) -> Action:
    """The next action, drawn or decided; a person's decision is remembered first, unless there is one choice."""
    seat = state.actor
    if seat is None:
        return choose_draw(state, rngs[0])
    legal = legal_actions(state)
    if isinstance(bots[seat], Person):
        teller.flush()
        if len(legal) > 1:
            stood = tuple(rng.getstate() for rng in rngs)
            past.append(Moment(seat, state, len(events), teller.turn, teller.mover, teller.rows, stood))
    return bots[seat].choose(observe(state, seat), legal)


def _previous(past: list[Moment], seat: int | None) -> Moment | None:
    """The decision of a seat before the one that it is asked for; it is forgotten with all that came after."""
    earlier = [place for place, moment in enumerate(past[:-1]) if moment.seat == seat]
    if not earlier:
        return None
    moment = past[earlier[-1]]
    del past[earlier[-1] :]
    return moment
