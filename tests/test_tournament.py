"""Tournaments: the seed alone decides, whoever does the work, and nothing that was played is lost."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

import granada
from granada import BuilderBot, RandomBot, SearchBot, tournament
from granada.__main__ import main
from granada.arena import bot_named, spread
from granada.arena.bots import TEMPTING, tempting
from granada.arena.matches import MatchResult
from granada.arena.standings import rated, wilson
from granada.arena.tournaments import line_ups
from granada.commands.common import Progress
from tests.refusing import refused
from tests.waiting import dask_cluster, wait_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PROGRAMS = str(Path(__file__).parent / "programs")
ODD = "odd_bots"


@pytest.fixture
def odd_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(PROGRAMS)


class Lazy(Executor):
    """Runs nothing before it is waited for, and then the last task first."""

    def __init__(self) -> None:
        self.tasks: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.tasks.append((future, lambda: fn(*args, **kwargs)))
        if len(self.tasks) % 3 == 0:
            for waiting, task in self.tasks[::-1]:
                if not waiting.done():
                    waiting.set_result(task())
        return future


# One result, whoever does the work


@pytest.mark.long
def test_the_result_depends_on_the_seed_alone() -> None:
    def play(executor: Executor | None, seed: int = 7) -> granada.Standings:
        games = 3  # threes, since the lazy executor works at every third task
        return tournament(["random", "builder"], 2, games, seed=seed, executor=executor)

    alone = play(None)
    with ThreadPoolExecutor(3) as threads:
        assert play(threads) == alone
    assert play(Lazy()) == alone
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        again = play(processes)
    assert again == alone
    assert again.json() == alone.json()
    assert play(None, seed=8).results != alone.results


@pytest.mark.long
def test_seats_rotate_and_every_line_up_meets_the_same_deals() -> None:
    bots = {"a": RandomBot, "b": RandomBot, "c": RandomBot}
    found = tournament(bots, 2, 6, seed=1, records=None)
    tables = [result.names for result in found.results]
    assert tables == [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")]
    assert all(row.games == 4 for row in found.rows)


def test_a_deal_is_the_same_for_all(tmp_path: Path) -> None:
    tournament(["random", "builder"], 2, 4, seed=3, records=tmp_path)
    games = list(granada.read_records((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()))

    def first_draws(record: granada.Record) -> list[str]:
        decided = next(number for number, (seat, _) in enumerate(record.steps) if seat is not None)
        return [str(action) for _, action in record.steps[:decided]]

    assert first_draws(games[0]) == first_draws(games[1])
    assert first_draws(games[2]) == first_draws(games[3])
    assert first_draws(games[0]) != first_draws(games[2])


@pytest.mark.parametrize(("bots", "players", "number"), [(4, 2, 6), (4, 4, 1), (2, 4, 3), (3, 2, 3), (1, 2, 1)])
def test_line_ups_are_all_choices(bots: int, players: int, number: int) -> None:
    assert len(line_ups(bots, players)) == number


def test_the_same_bot_may_sit_on_several_seats() -> None:
    found = tournament(["builder", "random", "random"], 3, 3, seed=1, game="alhambra", modules=["vizier"])
    assert {row.bot: row.games for row in found.rows} == {"builder": 3, "random": 6}


# Spreading


def test_what_is_spread_comes_back_once_each() -> None:
    with ThreadPoolExecutor(4) as executor:
        assert Counter(spread(str, range(1000), executor)) == Counter((n, str(n)) for n in range(1000))
    assert list(spread(str, range(3))) == [(0, "0"), (1, "1"), (2, "2")]
    assert list(spread(str, [], Lazy())) == []


def test_whoever_stops_listening_takes_back_what_has_not_begun() -> None:
    executor = Lazy()
    work = spread(abs, range(-1000, 0), executor)
    next(work)
    work.close()  # type: ignore[attr-defined]  # a generator
    assert any(future.cancelled() for future, _ in executor.tasks)
    assert all(future.done() for future, _ in executor.tasks)


def test_what_a_task_raises_is_raised() -> None:
    with ThreadPoolExecutor(2) as executor, pytest.raises(ZeroDivisionError):
        list(spread(lambda number: 1 // number, [1, 0, 2], executor))


# Bots that cannot be made


class Plain:
    """A bot that wants no generator."""

    def choose(self, _: object, legal: Sequence[granada.Action]) -> granada.Action:
        return legal[0]


class Demanding(Plain):
    """A bot that wants more than a generator."""

    def __init__(self, rng: Random, strength: int) -> None:
        self.rng, self.strength = rng, strength


UNBORN = 1 + Path(__file__).with_name("programs").joinpath("odd_bots.py").read_text("utf-8").splitlines().index(
    "        raise OSError(message)"
)
"""The line on which ``Unborn`` falls over."""


@pytest.mark.parametrize(
    ("maker", "why"),
    [
        (f"{ODD}:Unborn", f"OSError: no seat for .*odd_bots.py:{UNBORN} in __init__"),
        (f"{ODD}:Dies.nobody", "has no attribute 'nobody'"),
        (Demanding, "TypeError: .*missing 1 required positional argument: 'strength'"),
        (lambda _: None, "has no method choose: None"),
        (int, "has no method choose: 0"),
    ],
)
@pytest.mark.usefixtures("odd_bots")
def test_a_bot_that_cannot_be_made_is_refused_before_a_game_is_played(maker: Any, why: str, tmp_path: Path) -> None:
    with pytest.raises(granada.InvalidState, match=f"the bot .*cannot be (made|found): .*{why}"):
        tournament({"builder": "builder", "random": "random", "own": maker}, 2, 9, records=tmp_path)
    assert [file.read_bytes() for file in tmp_path.iterdir()] in ([], [b""])


@pytest.mark.usefixtures("odd_bots")
def test_a_bot_that_cannot_be_made_in_a_process_is_refused_too() -> None:
    with pytest.raises(granada.InvalidState, match="the bot odd_bots:Unborn cannot be made: OSError: no seat for"):
        tournament([f"{ODD}:Unborn", "random"], 2, 2, limit=100)


@pytest.mark.parametrize("limit", [None, 100])
@pytest.mark.usefixtures("odd_bots")
def test_a_bot_is_shown_the_hands_of_the_others_if_it_remembers_them(limit: float | None) -> None:
    assert not tournament([f"{ODD}:Remembers", f"{ODD}:Forgets"], 2, 1, limit=limit).forfeits


@pytest.mark.usefixtures("odd_bots")
def test_a_bot_that_remembers_does_so_at_the_table_of_a_person_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 20))
    assert main(["play", "--seat", "1", "--players", "3", "--seed", "7", "--bots", f"{ODD}:Remembers"]) == 0


def test_a_bot_gets_a_generator_if_it_wants_one() -> None:
    found = tournament({"plain": Plain, "searches": partial(SearchBot, playouts=1), "random": RandomBot}, 3, 1)
    assert not found.forfeits


# Forfeits


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("Raises", "RuntimeError: out of tea"),
        ("Nonsense", "FaultyBot: seat 1, <odd_bots.Nonsense object"),
        ("Disguised", "FaultyBot: seat 1, <odd_bots.Disguised object"),
        ("Unspeakable", "an error that cannot be printed"),
        ("Deaf", "ValueError: too loud: space 1 gets"),
        ("Leaves", "SystemExit: 5"),
        ("Recurses", "RecursionError: maximum recursion depth exceeded"),
    ],
)
@pytest.mark.usefixtures("odd_bots")
def test_a_bot_that_misbehaves_forfeits_and_is_reported(bot: str, why: str) -> None:
    found = tournament([f"{ODD}:{bot}", "random"], 2, 2, seed=1)
    row = next(row for row in found.rows if row.bot == f"{ODD}:{bot}")
    assert (row.wins, row.points, row.forfeits, row.games) == (0, None, 2, 2)
    assert [forfeit[:3] for forfeit in found.forfeits] == [(1, 0, row.bot), (2, 1, row.bot)]
    assert found.forfeits[0][3].startswith(why)
    assert f"{row.bot} forfeited game 1 in seat 1: {why}" in str(found)
    assert [result.places for result in found.results] == [(2, 1), (1, 2)]
    other = next(row for row in found.rows if row.bot == "random")
    assert (other.wins, other.forfeits) == (2, 0)
    assert other.points is not None
    assert not found.timed


@pytest.mark.long
@pytest.mark.parametrize("bot", ["Hangs", "Dies"])
@pytest.mark.usefixtures("odd_bots")
def test_a_game_that_hangs_is_ended_with_its_process(bot: str, tmp_path: Path) -> None:
    found = tournament([f"{ODD}:{bot}", "random"], 2, 1, seed=1, limit=3, records=tmp_path)
    (result,) = found.results
    assert set(result.forfeits) == {0}
    assert result.winners == (1,)
    assert result.late == found.timed == (bot == "Hangs")
    assert ("Time limits ended games" in str(found)) == (bot == "Hangs")
    assert tournament([f"{ODD}:{bot}", "random"], 2, 1, seed=1, limit=3, records=tmp_path) == found
    assert main(["referee", str(tmp_path / "games.jsonl")]) == 0


@pytest.mark.long
@pytest.mark.usefixtures("odd_bots")
def test_who_has_forfeited_before_the_time_was_up_has_forfeited() -> None:
    (result,) = tournament([f"{ODD}:Nonsense", f"{ODD}:Hangs", "random"], 3, 1, seed=1, limit=3).results
    assert sorted(result.forfeits) == [0, 1]
    assert result.winners == (2,)


# Nothing is lost


def test_a_game_that_an_interruption_takes_back_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, written = os.write, Counter[int]()

    def write(descriptor: int, text: bytes) -> int:
        number = plain(descriptor, text)
        written[descriptor] += 1
        if written[descriptor] == 2:
            raise KeyboardInterrupt
        return number

    monkeypatch.setattr("granada.files.os.write", write)
    found = tournament(["random", "builder"], 2, 4, seed=3, records=tmp_path)
    kept = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(found.results) == len(list(granada.read_records(kept))) == 1


@pytest.mark.long
def test_a_tournament_that_was_broken_off_goes_on_from_its_records(tmp_path: Path) -> None:
    def play(progress: Callable[[int, int], None] | None = None, games: int = 8, seed: int = 2) -> granada.Standings:
        return tournament(["random", "builder"], 2, games, seed=seed, records=tmp_path, progress=progress)

    def interrupt(done: int, _: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    broken_off = play(interrupt)
    assert len(broken_off.results) == 3
    assert "3 of 8 games were played." in str(broken_off)
    file = tmp_path / "games.jsonl"
    torn = file.read_bytes()[:-30]  # as if the machine had crashed while it was written
    file.write_bytes(torn)
    counted: list[int] = []
    whole = play(lambda done, _: counted.append(done))
    assert counted == [3, 4, 5, 6, 7, 8]
    assert whole == tournament(["random", "builder"], 2, 8, seed=2)
    assert play(lambda *_: pytest.fail("all was played")) == whole
    assert len(play(games=5).results) == 5
    assert len(list(granada.read_records(file.read_text(encoding="utf-8").splitlines()))) == 8
    with pytest.raises(granada.InvalidState):
        play(seed=3)


# The table


@pytest.mark.long
def test_the_table_is_told_in_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {kind: tmp_path / f"table.{kind}" for kind in ("json", "csv", "svg")}
    words = ["tournament", "--bots", "random", "builder", "--games", "4", "--seed", "7", "--workers", "1"]
    assert main([*words, *(word for kind, path in files.items() for word in (f"--{kind}", str(path)))]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    found = tournament(["random", "builder"], 2, 4, seed=7)
    assert printed.out == f"{found}\n"
    data = json.loads(files["json"].read_text(encoding="utf-8"))
    assert [row["bot"] for row in data["bots"]] == ["builder", "random"]
    assert data["tournament"]["seed"] == 7
    rows = list(csv.DictReader(io.StringIO(files["csv"].read_text(encoding="utf-8"))))
    assert [row["wins"] for row in rows] == ["4.0", "0.0"]
    picture = ET.fromstring(files["svg"].read_text(encoding="utf-8"))
    assert "builder" in "".join(picture.itertext())
    assert main([*words, "--csv", "-"]) == 0
    assert capsys.readouterr().out == files["csv"].read_text(encoding="utf-8")


def test_a_bar_tells_on_a_terminal_how_far_it_is() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen, file = Terminal(), io.StringIO()
    for stream in (screen, file):
        bar = Progress(stream, "games")
        bar.show(3, 10)
        bar.show(10, 10)
        bar.clear()
    assert "█████████····················· 3 of 10 games, " in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")
    assert file.getvalue() == ""


def test_confidence_is_that_of_wilson() -> None:
    known = {(0, 10): (0.0, 0.2775), (10, 10): (0.7225, 1.0), (50, 100): (0.4038, 0.5962)}
    for (wins, games), bounds in known.items():
        assert [round(each, 4) for each in wilson(wins, games)] == [*bounds]


def test_ratings_follow_who_was_placed_before_whom() -> None:
    def games(*winners: str) -> list[Any]:
        points = {"a": (1, 0), "b": (0, 1), "=": (1, 1)}
        return [MatchResult(number, ("a", "b"), points[who]) for number, who in enumerate(winners)]

    assert rated(games("a", "b", "a", "b")) == {"a": 1500, "b": 1500}
    assert rated(games("=", "=")) == {"a": 1500, "b": 1500}
    odds = rated(games(*"a" * 9))  # with one more for each: ten to one
    assert odds["a"] - odds["b"] == 400
    assert rated([]) == {}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--bots builder", "a tournament needs two bots; one may be named twice"),
        ("--bots builder clever", "there is no player 'clever'"),
        ("--bots builder random --games 0", "games must be 1 or more, not 0"),
        ("--bots builder random --players 7", "two to six players take part, not 7"),
        ("--bots builder random --limit 0", "argument --limit: expected a number of seconds above 0"),
        ("--bots builder random --svg no-such-folder/x", "no-such-folder/x: No such file"),
        ("", "the following arguments are required: --bots"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    words: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", "--workers", "1", *words.split()]) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith(f"granada tournament: {complaint}")
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("bots", ["builder", 5, [5, 6], {"a": 5}, None])
def test_bots_are_names_or_makers(bots: object) -> None:
    with pytest.raises(TypeError):
        tournament(bots, 2, 1)  # type: ignore[arg-type]  # what is tested


# A cluster


@pytest.mark.long
def test_on_a_cluster_of_which_a_worker_is_killed_the_result_is_the_same(tmp_path: Path) -> None:
    records = tmp_path / "out"
    words = ["tournament", "--bots", "random", "builder", "--games", "48", "--seed", "7", "--json", "-"]
    with dask_cluster(tmp_path, 2, Path(PROGRAMS)) as (address, started):
        command = [sys.executable, "-m", "granada", *words, "--cluster", address, "--records", str(records)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONWARNINGS": "ignore"}) as game:
            wait_for((records / "games.jsonl").exists)
            started[1].send_signal(signal.SIGKILL)
            told, _ = game.communicate(timeout=300)
        assert started[1].wait(10) == -signal.SIGKILL
        assert game.returncode == 0
    assert told.decode() == tournament(["random", "builder"], 2, 48, seed=7).json()


# The search


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "modules"),
    [
        ("granada", ("vizier", "exchange")),
        ("alhambra", ("vizier", "exchange", "huts", "bonus")),
        ("combined", ("huts",)),
    ],
)
def test_a_search_plays_every_game_and_module_and_the_same_with_the_same_seed(
    game: str, modules: tuple[str, ...]
) -> None:
    record = granada.play([BuilderBot(Random(seat)) for seat in range(3)], game, rng=Random(4), modules=modules)
    decisions = [state for state in granada.replay(record) if state.actor is not None]
    kinds: dict[str, list[granada.State]] = {}
    for state in decisions:
        kinds.setdefault(state.todo[0].name, []).append(state)
    for states in kinds.values():
        for state in states[1 :: max(1, len(states) // 3)]:
            seat, legal = state.actor, granada.legal_actions(state)
            view = granada.observe(state, seat)
            first, again = (SearchBot(Random(5), playouts=30).choose(view, legal) for _ in range(2))
            assert first == again
            assert granada.is_legal(state, first)


@pytest.mark.long
def test_a_search_beats_builders() -> None:
    found = tournament(["search:40", "builder"], 2, 10, seed=11)
    assert [(row.bot, row.wins) for row in found.rows] == [("search:40", 7), ("builder", 3)]


def test_a_search_by_time_gives_a_legal_action() -> None:
    state = granada.deal(granada.new_game(3), Random(1))
    assert state.actor is not None
    view, legal = granada.observe(state, state.actor), granada.legal_actions(state)
    assert bot_named("search:0.01s")(Random(1)).choose(view, legal) in legal
    numbers = tempting(view, legal)
    assert 1 <= len(numbers) == len(set(numbers)) <= TEMPTING


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("search", SearchBot()),
        ("search:recall", SearchBot(remembers=True)),
        ("search:25:recall", SearchBot(playouts=25, remembers=True)),
        ("search:0.5s:recall", SearchBot(seconds=0.5, remembers=True)),
    ],
)
def test_a_search_is_made_by_its_name(name: str, made: SearchBot) -> None:
    assert repr(bot_named(name)(Random(1))) == repr(made)


def test_a_search_that_remembers_knows_hands_and_one_that_does_not_guesses() -> None:
    seen = list[bool]()

    class Spy(SearchBot):
        def choose(self, view: granada.View, legal: Sequence[granada.Action]) -> granada.Action:
            seen.append(view.recall)
            return legal[0]

    for remembers in (False, True):
        granada.play([Spy(remembers=remembers), granada.RandomBot(Random(1))], rng=Random(1), decisions=2)
    assert seen == [False, False, True, True]


@pytest.mark.parametrize(
    "name", ["search:", "search::recall", "search:recall:recall", "search:0:recall", "builder:recall"]
)
def test_there_is_no_other_recall(name: str) -> None:
    refused(granada.InvalidState, lambda: bot_named(name))


@pytest.mark.parametrize("options", [{"playouts": 0}, {"seconds": 0.0}, {"seconds": -1.0}])
def test_a_search_needs_time(options: dict[str, Any]) -> None:
    refused(ValueError, lambda: SearchBot(Random(1), **options))
