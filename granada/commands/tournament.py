"""The command ``granada tournament``, which plays many games between bots, on this machine or a cluster."""

import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from threading import current_thread, main_thread

from granada.arena import KNOWN, GameProcesses, is_built_in, tournament
from granada.commands import common
from granada.commands.common import number, seconds, table_of, try_to_write, write
from granada.errors import InvalidState


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options: players, game, number of games, and output."""
    parser.epilog = (
        "Exit status: 0 if all games were played, 1 if one was forfeited, 2 if the options are invalid, 130 or another "
        "number above 128 after a signal; the command then prints the results so far, and --records keeps them."
    )
    parser.add_argument("--bots", nargs="+", required=True, metavar="NAME", help=f"the bots: {KNOWN}")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="the number of players, 2 to 6 (2)")
    parser.add_argument("--games", type=number, default=100, metavar="N", help="the number of games (100)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed, which fixes the results (0)")
    common.add_table(parser)
    parser.add_argument("--tiles", action="append", default=[], metavar="FILE", help="your own tiles as CSV")
    parser.add_argument(
        "--workers", type=number, default=os.cpu_count() or 1, metavar="N", help="the number of processes (all cores)"
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster (requires the 'cluster' extra)")
    parser.add_argument(
        "--records", metavar="DIR", help="write all games to this folder, and do not repeat the games in it"
    )
    parser.add_argument(
        "--limit", type=seconds, metavar="S", help="end a game after S seconds; the acting bot forfeits (no limit)"
    )
    parser.add_argument(
        "--move-limit", type=seconds, metavar="S", help="end a decision after S seconds; the bot forfeits (no limit)"
    )
    common.add_decisions(parser)
    common.add_outputs(parser, json="the table as JSON", csv="the table as CSV", svg="a plot of the wins")


def run(args: Namespace) -> int:
    """Play a tournament, and print the standings."""
    for path in (args.json, args.csv, args.svg):
        try_to_write(path)
    bar = common.Progress(sys.stderr, "games")
    bots = common.names_of_bots(args.bots)
    with breaking_off() as signals, _executor(args, bots) as executor:
        standings = tournament(
            bots,
            args.players,
            args.games,
            args.game,
            seed=args.seed,
            executor=executor,
            records=args.records,
            limit=args.limit,
            move_limit=args.move_limit,
            decisions=args.decisions,
            progress=bar.show,
            **table_of(args),
        )
        bar.clear()
    if "-" not in (args.json, args.csv, args.svg):
        sys.stdout.write(f"{standings}\n")
    if args.json:
        write(args.json, standings.json())
    if args.csv:
        write(args.csv, standings.csv())
    if args.svg:
        from granada.pictures import picture

        write(args.svg, picture(standings))
    if len(standings.results) < standings.wanted:
        return 128 + next(iter(signals), signal.SIGINT)
    return 1 if standings.forfeits else 0


@contextmanager
def breaking_off() -> Iterator[list[int]]:
    """Make the signals that would end this process interrupt it as Ctrl-C does, and note which of them arrived."""
    came: list[int] = []

    def break_off(sent: int, _: object) -> None:
        came.append(sent)
        raise KeyboardInterrupt

    names = ("SIGTERM", "SIGHUP") if current_thread() is main_thread() else ()  # only there can signals be handled
    before = {each: signal.getsignal(each) for name in names if (each := getattr(signal, name, None)) is not None}
    for each, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(each, break_off)
    try:
        yield came
    except KeyboardInterrupt:
        if came:
            raise SystemExit(128 + came[0]) from None
        raise
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@contextmanager
def _executor(args: Namespace, bots: list[str]) -> Iterator[Executor | None]:
    """The executor that runs the games: a cluster, several processes, or this process."""
    if args.cluster:
        with cluster_at(args.cluster) as executor:
            yield executor
    elif args.workers < 2 and all(map(is_built_in, bots)):
        yield None  # built-in players do no harm here
    else:
        pool = GameProcesses(args.workers)
        try:
            yield pool
        finally:
            pool.end()


@contextmanager
def cluster_at(address: str) -> Iterator[Executor]:
    """The executor for a Dask cluster."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise InvalidState("a cluster needs Dask: python -m pip install '.[cluster]' in a checkout") from None
    try:
        client = distributed.Client(address, timeout=10)
    except (OSError, ValueError) as flaw:
        raise InvalidState(f"no cluster answers at {address}: {flaw}") from None
    try:
        yield client.get_executor()
    finally:
        client.close()
