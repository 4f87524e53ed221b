"""Games in processes: whatever a bot does it forfeits its game alone, and whatever ends the tournament ends them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

import pytest

import granada
from granada import tournament
from granada.arena.games_file import NAME
from tests.waiting import alive, wait_for

PROGRAMS = Path(__file__).parent / "programs"
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and sessions are those of POSIX")


@pytest.fixture
def odd_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PROGRAMS))


def command(*words: str) -> list[str]:
    return [sys.executable, "-W", "error", "-m", "granada", "tournament", *words]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(PROGRAMS)}


# Forfeits


MISBEHAVIOUR = {
    "Leaves": ("SystemExit: 5", "choose"),
    "Recurses": ("RecursionError: maximum recursion depth exceeded", "choose"),
    "Dies": ("its process ended with status 3", "choose"),
    "Crashes": ("its process was killed by SIGSEGV", "choose"),
    "Floods": ("it printed more than 1,000,000 bytes", ""),
    "Speaks": ("its process sent an invalid answer", ""),
    "Hangs": ("it took longer than 3 seconds for a decision", "choose"),
    "HangsAtBirth": ("it took longer than 3 seconds for a decision", "__init__"),
    "HangsWhenTold": ("it took longer than 3 seconds for a decision", "notice"),
}


@pytest.mark.long
@POSIX
@pytest.mark.parametrize(
    ("bot", "workers"), [*((bot, "2") for bot in MISBEHAVIOUR), *((bot, "1") for bot in ("Dies", "Leaves"))]
)
def test_a_bot_forfeits_its_game_and_the_tournament_goes_on(bot: str, workers: str, tmp_path: Path) -> None:
    why, where = MISBEHAVIOUR[bot]
    words = ["--bots", "random", f"odd_bots:{bot}", "builder", "--games", "3", "--seed", "1", "--workers", workers]
    words += ["--move-limit", "3", "--records", str(tmp_path)]
    done = subprocess.run(command(*words), capture_output=True, text=True, check=False, env=environment())
    assert done.returncode == 1, done.stderr
    assert "Warning" not in done.stderr
    assert "a bug in granada" not in done.stderr
    heads = [
        json.loads(line) for line in (tmp_path / NAME).read_text(encoding="utf-8").splitlines() if '"game"' in line
    ]
    assert len(heads) == 3
    for head in heads:
        seats = [str(seat) for seat, name in enumerate(head["about"]["bots"]) if name == f"odd_bots:{bot}"]
        forfeits = head["about"].get("forfeits", {})
        assert list(forfeits) == seats
        for told in forfeits.values():
            assert told.startswith(why)
            assert told in done.stdout
            assert not where or f"odd_bots.py:{line_of(bot, where)} in {where}" in told


def line_of(bot: str, function: str) -> int:
    """The last line of what a bot does, or that at which it recurses or waits."""
    lines = (PROGRAMS / "odd_bots.py").read_text(encoding="utf-8").splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith(f"class {bot}("))
    begin = next(number for number in range(begin, len(lines)) if f"def {function}(" in lines[number])
    acts = ("sys.exit", "self.choose", "os._exit", "string_at", "time.sleep")
    return 1 + next(number for number in range(begin, len(lines)) if any(act in lines[number] for act in acts))


@pytest.mark.long
@pytest.mark.usefixtures("odd_bots")
def test_with_an_executor_of_processes_a_bot_that_ends_its_process_forfeits() -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        found = tournament(["odd_bots:Dies", "random"], 2, 2, seed=1, executor=pool)
    assert [sorted(result.forfeits) for result in found.results] == [[0], [1]]
    assert found.forfeits[0][3].startswith("its process ended with status 3, ")


@pytest.mark.long
def test_bots_of_a_script_play_in_processes_too() -> None:
    words = [sys.executable, "-W", "error", str(PROGRAMS / "own_bots_script.py")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert "dies forfeited game 1 in seat 1: its process ended with status 3, " in done.stdout, done.stderr
    assert "dies forfeited game 2 in seat 2: " in done.stdout


def test_a_module_that_leaves_when_a_process_imports_it_is_no_forfeit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [f"import os\nif os.getpid() != {os.getpid()}:\n    raise SystemExit('away')"]
    lines += ["class Bot:\n    def choose(self, view, legal): return legal[0]\n"]
    (tmp_path / "at_home_alone.py").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    own = import_module("at_home_alone").Bot
    with pytest.raises(granada.InvalidState, match="this match cannot be played in another process: SystemExit: away"):
        tournament({"own": own, "random": "random"}, 2, 2, seed=1, move_limit=60)


@pytest.mark.long
def test_a_process_plays_many_games_as_they_would_be_played_here() -> None:
    usual = tournament(["random", "builder", "search:2"], 2, 3, seed=5)
    assert tournament(["random", "builder", "search:2"], 2, 3, seed=5, move_limit=100).results == usual.results
    assert usual.results == tournament(["random", "builder", "search:2"], 2, 3, seed=5, limit=100).results


# Ends


def children(number: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rpartition(")")[2].split()[1]) == number:
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found as Linux tells them")
@pytest.mark.parametrize(
    ("name", "bot"),
    [
        pytest.param(name, bot, marks=[pytest.mark.long] * ((name, bot) != ("KILL", "Holds")))
        for name in ("INT", "TERM", "HUP", "KILL")
        for bot in ("Hangs", "Holds")
    ],
)
def test_whatever_ends_a_tournament_ends_its_processes(name: str, bot: str) -> None:
    words = ["--bots", f"odd_bots:{bot}", "random", "--games", "20", "--workers", "2"]
    with subprocess.Popen(command(*words), env=environment(), stderr=subprocess.PIPE) as game:
        assert game.stderr is not None
        hanging = 0
        while hanging < 2:  # so that both are in the midst of it
            hanging += game.stderr.readline().count(b"hanging")  # both may have written into one line
        found = children(game.pid)
        if len(found) != 2:
            game.kill()  # so that nobody waits for it
        assert len(found) == 2
        game.send_signal(signal.Signals[f"SIG{name}"])
        _, said = game.communicate(timeout=60)
    wait_for(lambda: not any(map(alive, found)))
    assert b"Traceback" not in said
    assert b"Warning" not in said
    if name != "KILL":
        assert game.returncode == 128 + signal.Signals[f"SIG{name}"]


@POSIX
@pytest.mark.parametrize(
    ("name", "workers"),
    [
        pytest.param(name, workers, marks=[pytest.mark.long] * ((name, workers) != ("INT", "2")))
        for name in ("INT", "TERM", "HUP")
        for workers in ("1", "2")
    ],
)
def test_what_was_played_is_kept_and_told(name: str, workers: str, tmp_path: Path) -> None:
    words = ["--bots", "random", "builder", "--games", "100000", "--workers", workers, "--records", str(tmp_path)]
    file = tmp_path / NAME
    with subprocess.Popen(command(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as game:
        wait_for(lambda: file.exists() and file.read_bytes().count(b'{"points":') > 1)  # the last may be taken back
        game.send_signal(signal.Signals[f"SIG{name}"])
        try:
            told, said = game.communicate(timeout=60)
        finally:
            game.kill()  # else a game that does not end is waited for
    assert game.returncode == 128 + signal.Signals[f"SIG{name}"]
    assert said == ""
    number = len(list(granada.read_records(file.read_text(encoding="utf-8").splitlines())))
    assert f"{number} of 100000 games were played." in told
