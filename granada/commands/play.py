"""The command ``granada play``, which plays a whole game between bots and people in the terminal."""

import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from importlib import import_module
from random import Random, SystemRandom

from granada.arena import KNOWN, blaming, bot_named, bot_of_record
from granada.commands import common
from granada.commands.command_line import add_language, language_of
from granada.commands.common import read_text, table_of, try_to_write, write
from granada.commands.playing.person import Person
from granada.commands.playing.sitting import Sitting, Teller
from granada.errors import InvalidState, quoted
from granada.game import State
from granada.pictures import wants_colour
from granada.table import Bot, Record, Table, new_game
from granada.wire import Recorder, resumed, to_json


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options: the game, the players, and the output."""
    parser.epilog = "Exit status: 0 if the game was played or left early, 2 if the options are invalid."
    parser.add_argument("--players", type=int, default=3, metavar="N", help="the number of players, 2 to 6 (3)")
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="the seed; equal seeds give equal games (random, or the seed of the resumed game)",
    )
    common.add_table(parser)
    parser.add_argument("--bots", nargs="+", metavar="NAME", help=f"one bot for all or one for each (builder): {KNOWN}")
    parser.add_argument(
        "--seat", type=int, action="append", default=[], metavar="N", help="a person plays this seat (may be repeated)"
    )
    parser.add_argument("--tiles", action="append", default=[], metavar="FILE", help="your own tiles as CSV")
    parser.add_argument(
        "--record", metavar="FILE", help="record the game while it is played; - writes it to standard output at the end"
    )
    parser.add_argument("--resume", metavar="RECORD", help="continue a recorded game, by default in its own file")
    common.add_outputs(parser, "OUT", svg="a picture of the table at the end")
    parser.add_argument("--quiet", action="store_true", help="print only the result")
    common.add_decisions(parser)
    add_language(parser)


def run(args: Namespace) -> int:
    """Play a game."""
    begun, state = _begun(args)
    players = state.setup.players
    noted = begun.about if begun is not None else {}
    seed = args.seed if args.seed is not None else _seed(noted.get("seed"))
    seats = _persons(args.seat, players)
    names = _names(common.names_of_bots(args.bots) if args.bots else _recorded(noted.get("bots")), seats, players)
    start = f"{seed} from step {len(begun.steps)}" if begun is not None else seed
    rngs = [Random(start), *(Random(f"{start} seat {seat + 1}") for seat in range(players))]
    colour, language = wants_colour(sys.stdout), language_of(args).in_game(state.setup.game.name)
    teller = Teller(quiet=args.quiet, colour=colour, private=bool(seats), language=language)
    if seats:
        with suppress(ImportError):
            import_module("readline")  # the entries can then be edited and called back
    person = Person(input, teller.say, colour, shares=len(seats) > 1, language=language)
    bots: list[Bot] = []
    for seat, (name, rng) in enumerate(zip(names, rngs[1:], strict=True)):
        with blaming(f"the bot {name} cannot be made", InvalidState):
            bots.append(person if seat in seats else bot_named(name)(rng))
    record = args.resume if args.record is None else args.record
    for path in (record, args.svg):
        try_to_write(path)
    about = {**noted, "bots": names, "seed": seed}
    game = begun or Record(state.setup, about=about)
    recorder = Recorder(record, game) if record and record != "-" else None
    teller.head(state.setup, seed, names)
    if begun is not None:
        teller.resume(state, len(begun.steps))
    table = Table(game, rngs[0], decisions=args.decisions, recorder=recorder)
    Sitting(table, bots, rngs, teller, told=len(game.steps)).play()
    teller.say(teller.ended if seats or not args.quiet else teller.ended.lstrip())
    if recorder is not None:
        recorder.close()
    _written_down(table, args, seats)
    return 0


def _written_down(table: Table, args: Namespace, seats: set[int]) -> None:
    """Write the record to standard output and the picture to its file, if these were requested."""
    if args.record == "-":
        write("-", to_json(table.record))
    if args.svg:
        from granada.pictures import picture

        seen = table.view(min(seats)) if seats and not table.state.over else table.state
        write(args.svg, picture(seen, language=language_of(args)))


def _begun(args: Namespace) -> tuple[Record | None, State]:
    """The record to resume (or None), and the state from which the game continues."""
    if args.resume:
        return resumed(read_text(args.resume))
    return None, new_game(args.players, args.game, **table_of(args))


def _seed(noted: object) -> int:
    """The seed that a record notes, or a random one."""
    return noted if isinstance(noted, int) and not isinstance(noted, bool) else SystemRandom().randrange(1_000_000)


def _persons(wanted: list[int], players: int) -> set[int]:
    """The seats, counted from 0, in which people play."""
    wrong = [seat for seat in wanted if not 1 <= seat <= players]
    if wrong:
        raise InvalidState(f"there is no seat {wrong[0]}; the game has {players} players")
    return {seat - 1 for seat in wanted}


def _recorded(names: object) -> list[str]:
    """The players in a resumed game, by default builders; a record may name only built-in players."""
    if not isinstance(names, list | None):
        raise InvalidState(f"the bots of this record are not a list of names: {quoted(names)}; name them with --bots")
    for name in names or ():
        if name != "person":
            try:
                bot_of_record(name)
            except InvalidState as flaw:
                raise InvalidState(f"{flaw}; name the bots with --bots") from None
    return [*names] if names else ["builder"]


def _names(names: list[str], persons: set[int], players: int) -> list[str]:
    """The name of the player in each seat; builders replace people who do not return to a resumed game."""
    if len(names) == players and "person" in names:
        names = ["builder" if name == "person" else name for name in names]
        return ["person" if seat in persons else name for seat, name in enumerate(names)]
    for name in names:
        bot_named(name)
    needed = players - len(persons)
    if len(names) == 1:
        names *= needed
    if len(names) != needed:
        raise InvalidState(f"--bots names {len(names)} players, but {needed} are needed")
    given = iter(names)
    return ["person" if seat in persons else next(given) for seat in range(players)]
