"""Tournaments: many games between bots, on any executor; without time limits, the results depend only on the seed.

``spread`` distributes any other independent tasks over threads, processes or a cluster in the same way.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from itertools import combinations, combinations_with_replacement, islice
from pathlib import Path
from queue import SimpleQueue
from random import Random
from time import perf_counter
from typing import Any, TypeVar

from attrs import evolve, field, frozen

from granada.arena.bots import bot_named, is_built_in
from granada.arena.game_processes import GameProcesses, end_own_process, home, play_match
from granada.arena.games_file import GamesFile
from granada.arena.matches import Match
from granada.arena.standings import Standings
from granada.board import TileSet
from granada.errors import InvalidState, listed, quoted, whole
from granada.game import GRANADA, NORMAL, Game
from granada.rulebook import Rulings
from granada.table import DECISIONS, Bot, most_decisions, new_game
from granada.wire import setup_data

Item = TypeVar("Item")
Returned = TypeVar("Returned")

SECONDS = 0.5
"""The time, in seconds, that each share of items should take, so that the overhead is negligible."""
LARGEST = 256
"""The maximum number of items in a share."""
WAITING = 64
"""The number of shares to hand out before waiting for the first result."""


def spread(
    task: Callable[[Item], Returned], items: Iterable[Item], executor: Executor | None = None
) -> Iterator[tuple[Item, Returned]]:
    """Yield each item with its result, in the order of arrival or, without an executor, in the order of the items.

    Each worker receives several items at a time; their number grows until they take about half a second. Processes and
    clusters pickle the task, the items and the results; each result must depend only on its item. If the caller stops
    iterating, work that has not begun is cancelled.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     sorted(spread(abs, [-3, 2, -1], executor))
    [(-3, 3), (-1, 1), (2, 2)]
    """
    if executor is None:
        yield from ((item, task(item)) for item in items)
        return
    rest = iter(items)
    size = 1
    pending: set[Future[tuple[float, list[tuple[Item, Returned]]]]] = set()
    done: SimpleQueue[Future[tuple[float, list[tuple[Item, Returned]]]]] = SimpleQueue()
    try:
        while True:
            while len(pending) < WAITING and (share := tuple(islice(rest, size))):
                future = executor.submit(_run, task, share)
                pending.add(future)
                future.add_done_callback(done.put)
            if not pending:
                return
            future = done.get()  # an interrupt here leaves no lock held
            pending.remove(future)
            took, results = future.result()
            size = max(1, min(2 * size, LARGEST, round(SECONDS / max(took / len(results), 1e-6))))
            yield from results
    finally:
        for future in pending:
            future.cancel()


def _run(task: Callable[[Item], Returned], share: tuple[Item, ...]) -> tuple[float, list[tuple[Item, Returned]]]:
    """Return the results for several items and the time that they took."""
    began = perf_counter()
    results = [(item, task(item)) for item in share]
    return perf_counter() - began, results


_BOTS = "bots must be a list of names such as ['builder', 'search:400'], or a dict of functions that make bots"


def tournament(
    bots: Iterable[str] | Mapping[str, Callable[[Random], Bot]],
    players: int = 2,
    games: int = 100,
    game: Game | str = GRANADA,
    *,
    seed: int = 0,
    executor: Executor | None = None,
    records: str | os.PathLike[str] | None = None,
    limit: float | None = None,
    move_limit: float | None = None,
    decisions: int = DECISIONS,
    progress: Callable[[int, int], None] | None = None,
    modules: Iterable[str] = (),
    scoring: str = NORMAL,
    rulings: Rulings | None = None,
    tiles: TileSet | Iterable[TileSet] | None = None,
) -> Standings:
    """Play many games between bots, using any executor, and return the standings.

    Every combination of ``players`` bots plays each deal, with the seats rotated; ``bots`` may name a bot several
    times. Without a time limit, the result depends only on the seed. The tournament writes all games to the folder
    ``records`` and does not play recorded games again. Ctrl-C ends the tournament early; the standings then count the
    finished games. ``progress`` is called with the numbers of finished and requested games. ``limit`` and
    ``move_limit`` are time limits, in seconds, for a game and for a decision; with either, games run in their own
    processes, and the results depend on time. After ``decisions`` decisions in each seat, a game is cut off and has no
    winner.

    >>> print(tournament(["random", "builder"], 2, 4, seed=1).rows[0].bot)
    builder
    """
    limits = {"limit": limit, "move_limit": move_limit}
    apart = isinstance(executor, GameProcesses) or any(seconds is not None for seconds in limits.values())
    makers = _makers(bots, apart=apart)
    setup = new_game(
        whole(players, "players"), game, modules=modules, scoring=scoring, rulings=rulings, tiles=tiles
    ).setup
    wanted = whole(games, "games")
    if wanted < 1:
        raise InvalidState(f"games must be 1 or more, not {wanted}")
    settings = {"bots": [name for name, _ in makers], "seed": whole(seed, "seed"), "setup": setup_data(setup)}
    settings |= {name: seconds for name, seconds in limits.items() if seconds is not None}
    most_decisions(decisions, setup.players)
    if decisions != DECISIONS:
        settings["decisions"] = decisions
    alike = Match(0, setup, "", "", (), (), limit, move_limit, home(), apart, decisions=decisions)
    plan = Plan(makers, seed, alike)
    with ExitStack() as stack:
        stack.callback(end_own_process)
        file = None
        if records is not None:
            file = GamesFile(Path(records), settings, lambda number: plan.match(number).names)
            stack.callback(file.close)
        done = {number: result for number, result in (file.there if file else {}).items() if number <= wanted}
        matches = (plan.match(number) for number in range(1, wanted + 1) if number not in done)
        if any(number not in done for number in range(1, wanted + 1)):
            _try_to_make(plan)
            if executor is not None:
                end_own_process()  # the executor's processes play the games
        try:
            for match, (result, record) in spread(play_match, matches, executor):
                if file is not None:
                    file.add(result, record)
                done[match.number] = result
                if progress is not None:
                    progress(len(done), wanted)
        except KeyboardInterrupt:
            if file is not None:  # the last game may or may not have been written
                done = {number: result for number, result in file.there.items() if number <= wanted}
            if not done:
                raise
    flaws = file.flaws if file is not None else ()
    return Standings(settings, tuple(done[number] for number in sorted(done)), wanted, flaws)


def _makers(bots: Iterable[str] | Mapping[str, Any], *, apart: bool) -> list[tuple[str, Any]]:
    """The name of each bot and its maker, which is the name itself or the value in ``bots``.

    A bot is imported only by the process in which it plays.
    """
    makers = list(bots.items()) if isinstance(bots, Mapping) else [(name, name) for name in listed(bots, _BOTS)]
    for name, maker in makers:
        if not isinstance(name, str) or not (isinstance(maker, str) or callable(maker)):
            raise TypeError(f"{_BOTS}, not {quoted(bots)}")
        if isinstance(maker, str) and (is_built_in(maker) or not apart):
            bot_named(maker)
    if len(makers) < 2:
        raise InvalidState("a tournament needs two bots; one may be named twice")
    return makers


def line_ups(number: int, players: int) -> list[tuple[int, ...]]:
    """Every selection of bots for the seats or, if there are too few bots, every line-up that contains all of them.

    >>> line_ups(3, 2), line_ups(2, 3)
    ([(0, 1), (0, 2), (1, 2)], [(0, 0, 1), (0, 1, 1)])
    """
    if number >= players:
        return list(combinations(range(number), players))
    return [each for each in combinations_with_replacement(range(number), players) if len(set(each)) == number]


@frozen
class Plan:
    """The games of a tournament: all line-ups play each deal, once for every rotation of the seats."""

    makers: list[tuple[str, Any]]
    seed: int
    alike: Match
    """The settings that all games share."""
    tables: list[tuple[int, ...]] = field(init=False)
    """For each game of a deal, the bot in each seat."""

    @tables.default
    def _tables(self) -> list[tuple[int, ...]]:
        players = self.alike.setup.players
        return [each[turn:] + each[:turn] for each in line_ups(len(self.makers), players) for turn in range(players)]

    def match(self, number: int) -> Match:
        """Return the match with a given number, counted from 1."""
        deal, table = divmod(number - 1, len(self.tables))
        return self._match(number, f"deal {deal + 1}", [self.makers[bot] for bot in self.tables[table]])

    def trial(self, seated: list[tuple[str, Any]]) -> Match:
        """Return a match that makes bots but plays no game."""
        return evolve(self._match(0, "trial", seated), trial=True)

    def _match(self, number: int, deal: str, seated: list[tuple[str, Any]]) -> Match:
        return evolve(
            self.alike,
            number=number,
            deal=f"{self.seed} {deal}",
            seed=f"{self.seed} game {number}",
            names=tuple(name for name, _ in seated),
            makers=tuple(maker for _, maker in seated),
        )


def _try_to_make(plan: Plan) -> None:
    """Raise ValueError if a user's own bot cannot be made; a bot that merely takes too long is accepted."""
    own = [(name, maker) for name, maker in plan.makers if not (isinstance(maker, str) and is_built_in(maker))]
    players = plan.alike.setup.players
    for first in range(0, len(own), players):
        tried = [own[(first + seat) % len(own)] for seat in range(players)]
        result, _ = play_match(plan.trial(tried))
        if result.forfeits and not result.late:
            seat, why = min(result.forfeits.items())
            raise InvalidState(f"the bot {result.names[seat]} cannot be made: {why}")
