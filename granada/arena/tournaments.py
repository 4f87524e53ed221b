"""Tournaments: many games between bots, on any executor, that depend on nothing but their seed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from granada.arena.alone import play_match
from granada.arena.matches import Match, MatchResult, ended_with
from granada.arena.names import bot_named
from granada.arena.spreading import spread
from granada.arena.standings import Standings
from granada.errors import InvalidState, listed, shown, whole
from granada.game import GRANADA, NORMAL
from granada.table import new_game
from granada.wire import one_by_one, setup_data, to_json

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor
    from random import Random

    from granada.board import TileSet
    from granada.game import Game, Setup
    from granada.rulebook import Rulings
    from granada.table import Bot, Record

GAMES_FILE = "games.jsonl"
"""All games of a tournament, one after the other as they ended, in its folder."""
_BOTS = "bots is a list of names such as ['builder', 'search:400'], or a dict of names and what makes a bot of a Random"


def tournament(
    bots: Iterable[str] | Mapping[str, Callable[[Random], Bot]],
    players: int,
    games: int,
    game: Game | str = GRANADA,
    *,
    seed: int = 0,
    executor: Executor | None = None,
    records: str | os.PathLike[str] | None = None,
    limit: float | None = None,
    progress: Callable[[int, int], None] | None = None,
    modules: Iterable[str] = (),
    scoring: str = NORMAL,
    rulings: Rulings | None = None,
    tiles: TileSet | Iterable[TileSet] | None = None,
) -> Standings:
    """Let bots play many games against each other, on any executor, and see how they do.

    Every choice of ``players`` among the bots plays each deal, with the seats rotated; a bot may be named several
    times. The result depends on the seed alone. In the folder ``records`` all games are written down, and those that
    are there already are not played again. Ctrl-C ends it early, and what is done is then all that the standings tell.
    ``progress`` is told how many games are done and how many are wanted. A game may take ``limit`` seconds: it is
    played in a process of its own, and then times decide.

    >>> print(tournament(["random", "builder"], 2, 4, seed=1).rows[0].bot)
    builder
    """
    makers = _makers(bots)
    setup = new_game(
        whole(players, "players"), game, modules=modules, scoring=scoring, rulings=rulings, tiles=tiles
    ).setup
    wanted = whole(games, "games")
    if wanted < 1:
        raise InvalidState([f"games is 1 or more, not {wanted}"])
    settings = {"bots": [name for name, _ in makers], "seed": whole(seed, "seed"), "setup": setup_data(setup)}
    if limit is not None:
        settings["limit"] = limit
    folder = None if records is None else GameFolder(Path(records), settings)
    done = {result.number: result for result in (folder.read() if folder else ()) if result.number <= wanted}
    matches = (match for match in _matches(makers, setup, seed, wanted, limit) if match.number not in done)
    try:
        for match, (result, record) in spread(play_match, matches, executor):
            done[match.number] = result
            if folder is not None:
                folder.add(result, record)
            if progress is not None:
                progress(len(done), wanted)
    except KeyboardInterrupt:
        if not done:
            raise
    return Standings(settings, tuple(done[number] for number in sorted(done)), wanted)


def _makers(bots: Iterable[str] | Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Each bot's name, and what makes it: the name itself, or what was given with it."""
    makers = list(bots.items()) if isinstance(bots, Mapping) else [(name, name) for name in listed(bots, _BOTS)]
    for name, maker in makers:
        if not isinstance(name, str) or not (isinstance(maker, str) or callable(maker)):
            raise TypeError(f"{_BOTS}, not {shown(bots)}")
        if isinstance(maker, str):
            bot_named(maker)
    if len(makers) < 2:
        raise InvalidState(["a tournament needs two bots; one may be named twice"])
    return makers


def line_ups(number: int, players: int) -> list[tuple[int, ...]]:
    """Who plays with whom: every choice among so many bots, or where they are too few every one that has all of them.

    >>> line_ups(3, 2), line_ups(2, 3)
    ([(0, 1), (0, 2), (1, 2)], [(0, 0, 1), (0, 1, 1)])
    """
    if number >= players:
        return list(combinations(range(number), players))
    return [each for each in combinations_with_replacement(range(number), players) if len(set(each)) == number]


def _matches(
    makers: list[tuple[str, Any]], setup: Setup, seed: int, games: int, limit: float | None
) -> Iterator[Match]:
    """The games in their order: each deal is played by all line-ups, and by each of them once for every rotation."""
    chosen = line_ups(len(makers), setup.players)
    tables = [tuple(each[turn:] + each[:turn]) for each in chosen for turn in range(setup.players)]
    for number in range(1, games + 1):
        deal, table = divmod(number - 1, len(tables))
        seated = [makers[bot] for bot in tables[table]]
        yield Match(
            number=number,
            setup=setup,
            deal=f"{seed} deal {deal + 1}",
            seed=f"{seed} game {number}",
            names=tuple(name for name, _ in seated),
            makers=tuple(maker for _, maker in seated),
            limit=limit,
        )


@frozen
class GameFolder:
    """The folder in which the games of a tournament are written down, one after the other as they end."""

    folder: Path
    settings: dict[str, Any] = field(hash=False)

    @property
    def _file(self) -> Path:
        return self.folder / GAMES_FILE

    def add(self, result: MatchResult, record: Record) -> None:
        """Write down a game."""
        about: dict[str, Any] = {"tournament": self.settings, "number": result.number, "bots": list(result.names)}
        if result.forfeits:
            about["forfeits"] = {str(seat): why for seat, why in sorted(result.forfeits.items())}
        if result.late:
            about["late"] = True
        with self._file.open("a", encoding="utf-8", newline="\n") as file:
            file.write(to_json(evolve(record, about=about)))

    def read(self) -> list[MatchResult]:
        """The games that are there; one that was torn off while it was written is struck out."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self._file.exists():
            return []
        found, kept = [], 0
        with self._file.open("r+", encoding="utf-8", newline="\n") as file:
            for lines in one_by_one(file):
                whole_game = lines and lines[-1][1].startswith('{"points"') and lines[-1][1].endswith("\n")
                if whole_game:
                    found.append(self._result(lines))
                    kept += sum(len(line.encode()) for _, line in lines)
        with self._file.open("r+b") as file:
            file.truncate(kept)
        return found

    def _result(self, lines: list[tuple[int, str]]) -> MatchResult:
        """How a game ended that was written down."""
        about, ended = json.loads(lines[0][1]).get("about", {}), json.loads(lines[-1][1])
        if about.get("tournament") != json.loads(json.dumps(self.settings)):
            message = f"{self._file} holds the games of another tournament: its bots, seed or table are others"
            raise InvalidState([message])
        forfeits = {int(seat): why for seat, why in about.get("forfeits", {}).items()}
        points = tuple(ended["points"])
        return ended_with(about["number"], tuple(about["bots"]), points, forfeits, late=about.get("late", False))
