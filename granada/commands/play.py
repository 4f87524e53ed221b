"""The command ``granada play``: a whole game in the terminal, between built-in players and persons."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from granada.board import TileSet
from granada.commands.files import try_to_write, write
from granada.commands.person import Person
from granada.commands.sitting import played
from granada.commands.teller import Teller, result_of
from granada.game import GAMES, MODULES, NORMAL, SIMPLIFIED
from granada.pictures import wants_colour
from granada.rulebook import EDITIONS, Rulings
from granada.table import BOTS, Record, new_game, observe, winners
from granada.wire import to_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from granada.table import Bot


def add_arguments(parser: ArgumentParser) -> None:
    """What can be said about the game."""
    parser.epilog = "Exit status: 0 when the game was played or left, 2 when it cannot be played as asked."
    parser.add_argument("--players", type=int, default=3, metavar="N", help="how many play, 2 to 6 (3)")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed gives the same game (a random one)")
    parser.add_argument("--game", choices=list(GAMES), default="granada", help="which game (granada)")
    parser.add_argument("--modules", default="", metavar="A,B", help=f"of {', '.join(MODULES)}")
    parser.add_argument("--scoring", choices=[NORMAL, SIMPLIFIED], default=NORMAL, help="how to score (normal)")
    parser.add_argument(
        "--edition", choices=list(dict.fromkeys(name for name, _ in EDITIONS)), help="what an edition prints"
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
        rulings=Rulings.edition(args.edition, args.game) if args.edition else None,
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
    state, events = played(state, bots, rngs, teller)
    result = result_of(state)
    teller.say(result if seats or not args.quiet else result.lstrip())
    if args.record:
        ended = (state.points, winners(state)) if state.over else (None, None)
        write(args.record, to_json(Record(state.setup, tuple(events), *ended)))
    if args.svg:
        from granada.pictures import picture  # noqa: PLC0415  only who wants a picture waits for it

        shown = observe(state, min(seats)) if seats and not state.over else state
        write(args.svg, picture(shown))
    return 0


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
