"""Whatever a bot writes, forks, kills or floods: it costs its own game, and neither its rivals nor the tournament."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import granada
from granada.arena.game_processes import Nonsense, _Told
from granada.arena.games_file import NAME
from granada.arena.matches import Match
from tests.waiting import alive, wait_for

PROGRAMS = Path(__file__).parent / "programs"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere orphans are not found")


def command(bots: list[str], *words: str) -> list[str]:
    names = [f"hostile_bots:{bot}" for bot in bots]
    return [sys.executable, "-W", "error", "-m", "granada", "tournament", "--bots", *names, *words]


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(PROGRAMS), "STRAYS": str(folder / "strays")}


def tournament(folder: Path, bots: list[str], *words: str) -> subprocess.CompletedProcess[str]:
    """Let bots play a tournament to its end, with a folder for what they leave behind."""
    return subprocess.run(
        command(bots, *words),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env=environment(folder),
    )


def strays(folder: Path) -> list[int]:
    file = folder / "strays"
    return [int(line) for line in file.read_text().split()] if file.exists() else []


TABLES = {
    "who speak for others": ["ForgesPoints", "ForgesSteps", "ForgesForfeits", "FloodsWithQuestions"],
    "who dawdle and flood": ["Dawdles", "FloodsWithSteps", "FloodsWithoutEnd"],
    "who leave something behind and die": ["LeavesAndDies"],
}
SLOW = {"who speak for others", "who dawdle and flood", "who leave something behind and die"}
"""The tables of the long tests."""


@pytest.mark.parametrize("table", [pytest.param(each, marks=[pytest.mark.long] * (each in SLOW)) for each in TABLES])
def test_those_forfeit_and_nobody_else(table: str, tmp_path: Path) -> None:
    hostile = TABLES[table]
    bots = [*hostile, "First"]
    words = ["--players", str(len(bots)), "--games", "1", "--seed", "1", "--workers", "1", "--records", str(tmp_path)]
    words += ["--move-limit", "5"] if "Dawdles" in hostile else []
    told = []
    for _ in range(2):  # the second time from the records
        done = tournament(tmp_path, bots, *words)
        assert done.returncode == 1, done.stderr
        told.append(done.stdout)
    assert told[0].endswith(told[1])  # before that a bot may have said something where it goes to the terminal
    lines = (tmp_path / NAME).read_text(encoding="utf-8").splitlines()
    assert sorted(json.loads(lines[0])["about"]["forfeits"]) == [str(seat) for seat in range(len(hostile))]
    assert granada.referee("\n".join(lines)).ok
    wait_for(lambda: not any(map(alive, strays(tmp_path))))


@pytest.mark.parametrize("bot", ["Leaves", pytest.param("LeavesMany", marks=pytest.mark.long)])
def test_what_a_bot_leaves_behind_ends_with_the_game_and_is_not_waited_for(bot: str, tmp_path: Path) -> None:
    words = ["--games", "1", "--seed", "1", "--workers", "1"]
    done = tournament(tmp_path, [bot, "First"], *words)
    assert done.returncode == 0, done.stderr
    assert strays(tmp_path)
    wait_for(lambda: not any(map(alive, strays(tmp_path))))


@pytest.mark.long
def test_a_daemon_that_a_bot_leaves_behind_ends_before_the_next_game(tmp_path: Path) -> None:
    done = tournament(tmp_path, ["LeavesADaemon", "First"], "--games", "3", "--seed", "1", "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "lives" not in done.stdout + done.stderr
    assert len(strays(tmp_path)) == 3
    wait_for(lambda: not any(map(alive, strays(tmp_path))))


@pytest.mark.long
def test_a_bot_that_ends_the_process_of_its_game_forfeits_it(tmp_path: Path) -> None:
    words = ["--games", "2", "--seed", "1", "--workers", "1", "--records", str(tmp_path)]
    done = tournament(tmp_path, ["KillsItsGame", "First"], *words)
    assert done.returncode == 1, done.stderr
    for number in (1, 2):
        why = "its game's process has ended"
        assert f"hostile_bots:KillsItsGame forfeited game {number} in seat {number}: {why}" in done.stdout
    assert "hostile_bots:First forfeited" not in done.stdout
    records = granada.read_records((tmp_path / NAME).read_text(encoding="utf-8").splitlines())
    assert all(granada.referee(record).ok for record in records)


@pytest.mark.parametrize(
    "bot",
    [
        "FloodsWithSteps",
        *(pytest.param(bot, marks=pytest.mark.long) for bot in ("FloodsWithQuestions", "FloodsWithoutEnd", "Dawdles")),
    ],
)
def test_a_signal_ends_a_tournament_of_bots_that_flood(bot: str, tmp_path: Path) -> None:
    words = ["--games", "20", "--workers", "2"]
    with subprocess.Popen(
        command([bot, "Dawdles"], *words),
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as game:
        try:
            assert game.stderr is not None
            hanging = 0
            while hanging < 2:
                hanging += game.stderr.readline().count(b"hanging")
            game.send_signal(signal.SIGTERM)
            _, said = game.communicate(timeout=60)
        finally:
            game.kill()
    assert game.returncode == 128 + signal.SIGTERM
    assert b"Traceback" not in said


# What the process of a game tells


def told() -> _Told:
    setup = granada.new_game(2).setup
    return _Told(Match(1, setup, "deal", "seed", ("one", "two"), ("random", "random")))


@pytest.mark.parametrize(
    "line",
    [
        {"points": [10**4000, 0], "winners": [0]},
        {"points": [10_001, 0], "winners": [0]},
        {"points": [1], "winners": []},
        {"points": [1, 2], "winners": [2]},
        {"forfeits": 2, "why": ""},
        {"asks": -1},
        {"do": "fly", "seat": 0},
    ],
)
def test_what_no_game_tells_is_not_believed(line: dict[str, object]) -> None:
    with pytest.raises(Nonsense):
        told().hear(line)


def test_steps_that_break_rules_are_not_played_on() -> None:
    game = told()
    game.hear({"do": "take b9", "seat": 0})
    result, record = game.broken_off("it is gone")
    assert result.forfeits == {0: "it is gone"}
    assert granada.referee(record).ok
