"""Whatever ends the checker, the checked program and all that it has started end too."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from granada.checking import check_program
from granada.checking.program import Program, _Process
from granada.examining import Fault
from granada.supervising import WATCHED
from tests.waiting import alive, wait_for

FAMILIES = Path(__file__).parent / "programs" / "families.py"
pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and sessions are those of POSIX")


def numbers(path: Path) -> list[int]:
    """The program, and the three processes that it has started, once they are all there."""
    wait_for(lambda: path.exists() and len(path.read_text().split()) == 4)
    return list(map(int, path.read_text().split()))


def wait_for_the_end_of(found: list[int]) -> None:
    """Wait until processes have ended."""
    wait_for(lambda: not any(map(alive, found)))


def ended(checker: subprocess.Popen[bytes]) -> bytes:
    """What a checker has said when it has ended; one that goes on is ended by force, so that the tests do not wait."""
    try:
        return checker.communicate(timeout=60)[1]
    except subprocess.TimeoutExpired:
        checker.kill()
        raise


@pytest.mark.skipif(not WATCHED, reason="only Linux gives a process the orphans among its descendants")
@pytest.mark.parametrize(
    "signals",
    [
        ("KILL",),
        *(pytest.param(each, marks=pytest.mark.long) for each in (("INT",), ("INT", "INT"), ("TERM",), ("HUP",))),
    ],
    ids="-".join,
)
def test_nothing_is_left_of_a_checked_program_when_the_checker_is_ended(
    signals: tuple[str, ...], tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "granada", "check", "--only", "no-holes", "--timeout", "600"]
    report = tmp_path / "report.json"
    command += ["--json", str(report), "--", sys.executable, str(FAMILIES), str(tmp_path / "numbers")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as checker:
        found = numbers(tmp_path / "numbers")
        assert all(map(alive, found))
        for name in signals:
            checker.send_signal(signal.Signals[f"SIG{name}"])
            time.sleep(0.05)
        said = ended(checker)
    wait_for_the_end_of(found)
    assert b"Traceback" not in said
    assert not report.exists()
    if signals[0] == "INT":
        assert checker.returncode == 130


@pytest.mark.long
@pytest.mark.parametrize("name", ["TERM", "INT", "HUP"])
def test_without_a_supervisor_the_program_itself_ends(name: str, tmp_path: Path) -> None:
    code = "import sys; import granada.supervising as s; s.WATCHED = False; from granada.__main__ import main; "
    code += "sys.exit(main(sys.argv[1:]))"
    checked = ["check", "--only", "no-holes", "--timeout", "600"]
    checked += ["--", sys.executable, str(FAMILIES), str(tmp_path / "numbers")]
    with subprocess.Popen([sys.executable, "-c", code, *checked], stderr=subprocess.PIPE) as checker:
        found = numbers(tmp_path / "numbers")
        checker.send_signal(signal.Signals[f"SIG{name}"])
        ended(checker)
    wait_for(lambda: not alive(found[0]))
    session = [number for number in found if alive(number)]
    for number in session:  # those who left the session, which is not promised to end elsewhere
        os.kill(number, signal.SIGKILL)
    assert checker.returncode == 128 + signal.Signals[f"SIG{name}"]


@pytest.mark.skipif(not WATCHED, reason="as above")
def test_nothing_is_left_of_a_program_that_ends_by_itself(tmp_path: Path) -> None:
    report = check_program([sys.executable, str(FAMILIES), str(tmp_path / "numbers"), "ends"], seconds=60, cases=())
    assert "it ended with status 3" in str(report)
    wait_for_the_end_of(list(map(int, (tmp_path / "numbers").read_text().split())))


def test_nothing_is_left_of_a_program_when_something_else_goes_wrong(tmp_path: Path) -> None:
    found: list[int] = []

    def wrong() -> None:
        with Program([sys.executable, str(FAMILIES), str(tmp_path / "numbers")], 60):
            found.extend(numbers(tmp_path / "numbers"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        wrong()
    wait_for_the_end_of(found if WATCHED else found[:1])


def test_an_interrupt_while_a_program_starts_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[int] = []

    def interrupted(_: Thread) -> None:
        found.extend(numbers(tmp_path / "numbers"))
        raise KeyboardInterrupt

    monkeypatch.setattr("granada.checking.program.Thread.start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Program([sys.executable, str(FAMILIES), str(tmp_path / "numbers")])
    wait_for_the_end_of(found if WATCHED else found[:1])


@pytest.mark.parametrize("command", ["no such program", str(FAMILIES.parent), str(FAMILIES)])
def test_a_program_that_cannot_be_started_is_an_os_error_with_its_name(command: str) -> None:
    with pytest.raises((FileNotFoundError, PermissionError)) as refusal:
        Program([command])
    assert refusal.value.filename == command


def test_a_program_that_dies_of_a_signal_is_said_to() -> None:
    report = check_program([sys.executable, "-c", "import os; os.kill(os.getpid(), 11)"], cases=())
    assert "it was killed by SIGSEGV" in str(report)


def test_a_program_that_prints_without_end_gains_no_time_by_it() -> None:
    process = _Process([sys.executable, "-c", "while True: print('{}')"])
    try:
        assert process.line(time.monotonic() + 60) == b"{}"  # and further lines are waiting
        with pytest.raises(Fault):
            process.line(time.monotonic() - 1)
    finally:
        process.kill()
