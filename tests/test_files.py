"""Nothing is lost that we did not write, and what we write is there as a whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

import granada
from granada import Record, Recorder, files, tournament
from granada.__main__ import main
from granada.arena.games_file import NAME, GamesFile
from tests.refusing import refused

if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAMS = Path(__file__).parent / "programs"


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


# Files that are written whole


def test_a_file_is_put_in_its_place_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "report"
    files.write_file(file, b"first")
    assert file.read_bytes() == b"first"
    assert file.stat().st_mode & 0o777 == 0o666 & ~_mask()
    file.chmod(0o600)
    seen = []
    monkeypatch.setattr(os, "fsync", lambda _: seen.append(file.read_bytes()))
    files.write_file(file, b"second")
    assert seen == [b"first"]  # the new one is on the disk while the old one is still there
    assert file.read_bytes() == b"second"
    assert file.stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == {"report"}


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_file_that_cannot_be_written_whole_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "report"
    file.write_bytes(b"before")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"\[Errno 28\]") as refusal:
        files.write_file(file, b"after")
    assert refusal.value.filename == str(file)
    assert file.read_bytes() == b"before"
    assert names(tmp_path) == {"report"}


def test_no_name_beside_a_file_can_be_known_or_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, other = tmp_path / "report", tmp_path / "other"
    other.write_bytes(b"kept")
    monkeypatch.setattr(os, "urandom", lambda size: b"\0" * size)  # as if somebody could guess it
    (tmp_path / f".report.{'00' * 8}").symlink_to(other)
    with pytest.raises(FileExistsError):
        files.write_file(file, b"new")
    assert other.read_bytes() == b"kept"
    assert not file.exists()


@pytest.mark.parametrize("name", ["game.jsonl.new", ".game.jsonl.new", "game.jsonl~", "game.jsonl.tmp"])
def test_a_recorder_touches_nothing_but_its_file(name: str, tmp_path: Path) -> None:
    game = granada.play([granada.RandomBot(Random(seat)) for seat in range(2)], rng=Random(1))
    file, other, link = tmp_path / "game.jsonl", tmp_path / "other", tmp_path / name
    for _ in range(2):  # a file that begins, and one that is there
        other.write_bytes(b"kept")
        link.symlink_to(other)
        with Recorder(file, Record(game.setup)) as recorder:
            recorder.add(*game.steps[0])
        assert other.read_bytes() == b"kept"
        assert link.readlink() == other
        assert not file.is_symlink()
        assert granada.from_json(file.read_text(encoding="utf-8"), Record).steps == game.steps[:1]
        link.unlink()


def test_a_link_of_ones_own_is_followed_and_that_of_somebody_else_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, file, round_about = tmp_path / "link", tmp_path / "file", tmp_path / "round"
    link.symlink_to("file")
    files.write_file(link, b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"
    round_about.symlink_to("round")
    with pytest.raises(OSError, match="Too many levels"):
        files.write_file(round_about, b"newer")
    if os.name == "posix":
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
        refused(PermissionError, lambda: files.write_file(link, b"newer"), lambda: files.try_to_write(link))
    assert file.read_bytes() == b"new"


def test_trying_whether_a_file_can_be_written_changes_nothing(tmp_path: Path) -> None:
    link, missing = tmp_path / "link", tmp_path / "missing"
    link.symlink_to(missing)
    for path in (link, missing):
        files.try_to_write(path)
    assert names(tmp_path) == {"link"}
    with pytest.raises(FileNotFoundError):
        files.try_to_write(tmp_path / "no folder" / "file")


@pytest.mark.skipif(os.name != "posix", reason="devices and limits are those of POSIX")
@pytest.mark.long
@pytest.mark.parametrize("what", ["recorder", "tournament"])
def test_whoever_is_killed_at_a_write_or_has_no_room_loses_nothing_that_was_whole(what: str, tmp_path: Path) -> None:
    command = [sys.executable, str(PROGRAMS / "broken_writes.py"), what, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "well\n", done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_device_that_is_full_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--quiet", "--seed", "1", "--record", "/dev/full"]) == 2
    assert "No space left on device" in capsys.readouterr().err


# The games of a tournament

TOURNAMENT = ["tournament", "--bots", "random", "builder", "--games", "3", "--seed", "4", "--workers", "1"]


def play(folder: Path, seed: int = 4, games: int = 3) -> granada.Standings:
    return tournament(["random", "builder"], 2, games, seed=seed, records=folder)


@cache
def expected() -> granada.Standings:
    """The standings of the same tournament without a file."""
    return tournament(["random", "builder"], 2, 3, seed=4)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("games")
    play(folder)
    return (folder / NAME).read_bytes()


def _line(data: bytes, number: int, change: Callable[[bytes], bytes]) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join([*lines[: number - 1], change(lines[number - 1]), *lines[number:]])


def _second(data: bytes) -> int:
    """The line at which the second game begins."""
    return 1 + data[: data.index(b'{"about"', 1)].count(b"\n")


FOREIGN: dict[str, Callable[[bytes], bytes]] = {
    "text": lambda _: b"Dear diary,\n",
    "text without an end": lambda _: b"Dear diary",
    "text that begins like a game": lambda _: b'{"about":{"bots":["my own notes',
    "text that begins like a game with these bots": lambda _: b'{"about":{"bots":["random","builder"],"mine',
    "the beginning of a game with another seed": lambda data: data[: data.index(b"\n")].replace(
        b'"seed":4', b'"seed":40'
    ),
    "JSON": lambda _: b'{"game":"granada"}\n',
    "a game of somebody else": lambda _: granada.to_json(Record(granada.new_game(2).setup)).encode(),
    "other ends of lines": lambda data: b"\r\n" + data.replace(b"\n", b"\r\n"),
    "something before the first game": lambda data: b"# my notes\n" + data,
    "a long line": lambda _: b"x" * 10_000_001,
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_that_no_tournament_has_begun_is_refused_and_stays(
    kind: str, written: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = FOREIGN[kind](written)
    (tmp_path / NAME).write_bytes(data)
    assert main([*TOURNAMENT, "--records", str(tmp_path)]) == 2
    assert f"{NAME}, line 1: no tournament wrote this; the file is left unchanged" in capsys.readouterr().err
    assert (tmp_path / NAME).read_bytes() == data


DAMAGED: dict[str, dict[str, Callable[[bytes], bytes]]] = {
    "no tournament wrote this": {
        "a blank line at the end": lambda data: data + b"\n",
        "something behind the last game": lambda data: data + b"# my notes\n",
        "something behind it without an end": lambda data: data + b"my notes",
        "a long line": lambda data: data + b"x" * 10_000_001,
    },
    "was not played like this": {
        "a blank line in the middle": lambda data: _line(data, 9, lambda line: line + b"\n"),
        "blanks": lambda data: _line(data, 5, lambda line: line.replace(b":", b": ", 1)),
        "bytes that are no text": lambda data: _line(data, 7, lambda _: b"\xff\xfe\n"),
        "a step that is none": lambda data: _line(data, 8, lambda _: b'{"draw":5}\n'),
        "a step that is missing": lambda data: _line(data, 30, lambda _: b""),
        "a step that breaks a rule": lambda data: _line(data, 60, lambda _: b'{"do":"take b9","seat":0}\n'),
        "half a line in the middle": lambda data: _line(data, 6, lambda line: line[:9] + b"\n"),
        "points that are none": lambda data: _points(data, b'[1,"2"],"winners":[]'),
        "points that were not made": lambda data: _points(data, b'[900,0],"winners":[0]'),
        "more points than there are": lambda data: _points(data, b'[%s,0],"winners":[0]' % (b"9" * 4000)),
    },
    "game 1 has no end": {
        "a game without an end in the middle": lambda data: _line(data, _second(data) - 1, lambda _: b""),
    },
    "game 1 is recorded twice": {"a game twice": lambda data: data + data},
    "a game lacks a tournament's notes": {
        "bots that are others": lambda data: data.replace(b'builder"],"number"', b'search"],"number"', 1),
        "a number that is none": lambda data: data.replace(b'"number":1,', b'"number":true,'),
        "forfeits that are none": lambda data: data.replace(b'"number":1,', b'"forfeits":5,"number":1,'),
    },
}
"""Why some games are played again, and how their file is damaged."""


def _points(data: bytes, points: bytes) -> bytes:
    """The same, but for the result of the first game."""
    return _line(data, _second(data) - 1, lambda _: b'{"points":%s}\n' % points)


@pytest.mark.parametrize(
    ("why", "kind"),
    [
        pytest.param(why, kind, marks=[pytest.mark.long] * bool(place))
        for why, kinds in DAMAGED.items()
        for place, kind in enumerate(kinds)
    ],
)
def test_a_game_that_was_not_played_is_named_and_played_again(
    why: str, kind: str, written: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = DAMAGED[why][kind](written)
    assert data != written
    line = written.count(b"\n") + 1 if data.startswith(written) else 1
    (tmp_path / NAME).write_bytes(data)
    for _ in range(2):  # what is passed over does not spoil what comes behind it
        assert main([*TOURNAMENT, "--records", str(tmp_path)]) == 0
        told = capsys.readouterr().out
        assert f"{NAME}, line {line}: " in told
        assert why in told
        assert told.startswith(str(expected()))
        assert (tmp_path / NAME).read_bytes().startswith(data)
    again = (tmp_path / NAME).read_bytes().removeprefix(data).removeprefix(b"\n")
    assert again == b"" or again == written[: written.index(b'{"about"', 1)]


def test_not_all_is_named_that_is_passed_over(written: bytes, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(written + written * 5)
    assert len(play(tmp_path).flaws) == 11
    assert "5 more lines were skipped" in str(play(tmp_path))


def test_the_games_of_another_tournament_stay(written: bytes, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(written[:-20])
    refused(granada.InvalidState, lambda: play(tmp_path, seed=5))
    assert (tmp_path / NAME).read_bytes() == written[:-20]


def test_only_a_last_game_that_was_torn_off_is_struck_out_and_played_again(written: bytes, tmp_path: Path) -> None:
    last = written.rindex(b'{"about"')
    names = [result.names for result in expected().results]
    for size in (last + 1, last + 9, last + 30, last + 2_000, len(written) - 1):
        (tmp_path / NAME).write_bytes(written[:size])
        with closing(GamesFile(tmp_path, expected().settings, lambda number: names[number - 1])) as file:
            assert set(file.there) == {1, 2}
        assert (tmp_path / NAME).read_bytes() == written[:last]
        assert play(tmp_path) == expected()
        assert (tmp_path / NAME).read_bytes() == written


def test_a_folder_is_written_by_one_tournament_at_a_time(written: bytes, tmp_path: Path) -> None:
    pytest.importorskip("fcntl", reason="locks are those of POSIX")
    (tmp_path / NAME).write_bytes(written)
    names = [result.names for result in expected().results]
    with closing(GamesFile(tmp_path, expected().settings, lambda number: names[number - 1])):
        refused(granada.InvalidState, lambda: play(tmp_path))
    assert play(tmp_path) == expected()


def test_the_games_go_into_a_file_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    refused(granada.InvalidState, lambda: play(tmp_path))


def test_what_is_noted_in_a_file_of_games_reaches_no_terminal_raw(written: bytes, tmp_path: Path) -> None:
    noted = written.replace(
        b'{"about":{"bots":["random","builder"],"number":1',
        b'{"about":{"bots":["random","builder"],"forfeits":{"0":"\\u001b[31mred"},"number":1',
    )
    assert noted != written
    (tmp_path / NAME).write_bytes(noted)
    assert "random forfeited game 1 in seat 1: \\x1b[31mred" in str(play(tmp_path))
