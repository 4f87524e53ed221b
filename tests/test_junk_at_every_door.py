"""Whatever a reader is given, it ends early and takes little memory: ten times the input and 50 MB at the most."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import granada
from granada.__main__ import main
from granada.arena.games_file import GamesFile
from granada.board import InvalidState, Layout, TileSet
from granada.checking.serve import serve
from granada.errors import ENDED, MOST_FLAWS
from granada.judging.refereeing import referee_lines
from granada.notation import BadNotation, words

HEAD = granada.to_json(granada.Record(granada.new_game(2).setup))
JUNK: dict[str, tuple[str, str]] = {
    "newlines": ("", "\n"),
    "blanks": ("", " "),
    "numbers": ("", "1\n"),
    "words": ("", "b5 "),
    "short lines": ("", "12\n"),
    "brackets": ("", "["),
    "a long string": ('{"a":"', "é"),
    "a record of numbers": (HEAD, "1\n"),
    "a record of lists": (HEAD, "[0]\n"),
    "a record of draws": (HEAD, '{"draw":"b1"}\n'),
    "a record of hidden draws": (HEAD, '{"draw":null}\n'),
    "a record of seats": (HEAD, '{"seat":9,"do":"fly"}\n'),
    "many heads": ("", HEAD),
    "short lists": ("[", "[],"),
    "short objects": ("[", "{},"),
    "cells": ("{", '"0,0":"park6",'),
    "TOML": ("[[case]]\n", "a=1\n"),
    "rows of tiles": ("building,price,edges,building,price,edges\n", "park,6,,park,7,\n"),
}
"""What a text begins with, and what is then repeated."""
MOST = 9_900_000
TIMES, MORE = 10, 50_000_000


def _command(*given: str) -> Callable[[Path], object]:
    return lambda path: main([str(path) if word == "FILE" else word for word in given])


def _serve(path: Path) -> None:
    with path.open("rb") as questions, Path(os.devnull).open("wb") as answers:
        serve(questions, answers)


def _games(path: Path) -> None:
    folder = path.with_suffix(".folder")
    folder.mkdir(exist_ok=True)
    path.rename(folder / "games.jsonl")
    GamesFile(folder, {}, lambda _: ("random", "random"))


DOORS: dict[str, Callable[[Path], object]] = {
    "show": _command("show", "FILE"),
    "referee": _command("referee", "FILE"),
    "resume": _command("play", "--resume", "FILE", "--quiet"),
    "judge": _command("judge", "FILE"),
    "report": _command("report", "FILE"),
    "from_json": lambda path: granada.from_json(path.read_text(encoding="utf-8")),
    "a layout": lambda path: Layout.parse(path.read_text(encoding="utf-8")),
    "tiles": TileSet.load,
    "games.jsonl": _games,
    "serve": _serve,
}
SLOW = {("serve", name): 500_000 for name in JUNK} | {("referee", "many heads"): 200_000}
"""Where every line of many is answered, they are fewer."""


def grown(door: Callable[[Path], object], path: Path) -> int:
    """By how many bytes a process grows at the most while it reads a file."""
    get, give = os.pipe()
    child = os.fork()
    if child == 0:
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        sys.stdin, sys.stdout, sys.stderr = (os.fdopen(stream, mode) for stream, mode in ((0, "r"), (1, "w"), (2, "w")))
        try:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            with suppress(BadNotation, InvalidState, SystemExit):
                door(path)
            after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            os.write(give, b"%d" % ((after - before) * (1 if sys.platform == "darwin" else 1024)))
        finally:
            os._exit(0)
    os.close(give)
    with os.fdopen(get) as told:
        found = told.read()
    os.waitpid(child, 0)
    assert found, "it died, or raised what no reader raises"
    return int(found)


def wasteful(door: str, folder: Path, most: int) -> dict[str, tuple[int, int]]:
    """The junk for which a door takes too much, with its size and what it took."""
    found = {}
    for name, (head, part) in JUNK.items():
        path, size = folder / "junk.jsonl", min(most, SLOW.get((door, name), MOST))
        text = (head + part * ((size - len(head)) // len(part.encode()))).encode()
        path.write_bytes(text)
        took = grown(DOORS[door], path)
        if took > TIMES * len(text) + MORE:
            found[name] = len(text), took
    return found


@pytest.mark.parametrize(
    "door", [pytest.param(door, marks=[pytest.mark.long] * bool(place % 6)) for place, door in enumerate(DOORS)]
)
def test_some_junk_takes_little_memory(door: str, tmp_path: Path) -> None:
    assert not wasteful(door, tmp_path, 20_000)


@pytest.mark.long
@pytest.mark.parametrize("door", DOORS)
def test_much_junk_takes_little_memory(door: str, tmp_path: Path) -> None:
    assert not wasteful(door, tmp_path, MOST)


@pytest.mark.parametrize("line", ["1", "[0]", '{"seat":9,"do":"fly"}', '{"draw":7}'])
@pytest.mark.parametrize("read", [granada.from_json, granada.referee, granada.resumed])
def test_reading_ends_after_a_hundred_flaws_and_says_so(line: str, read: Callable[[str], object]) -> None:
    with pytest.raises(InvalidState) as refused:
        read(HEAD + f"{line}\n" * 1_000)
    assert len(refused.value.reasons) == MOST_FLAWS + 1
    assert refused.value.reasons[-1] == ENDED
    with pytest.raises(InvalidState) as refused:
        read(HEAD + f"{line}\n" * 3)
    assert ENDED not in refused.value.reasons


def test_no_line_is_read_behind_the_hundredth_flaw() -> None:
    taken = 0

    def lines() -> Iterator[tuple[int, str]]:
        nonlocal taken
        yield 1, HEAD
        while True:
            taken += 1
            yield taken + 1, "1"

    with pytest.raises(InvalidState, match="expected a draw"):
        referee_lines(lines())
    assert taken == MOST_FLAWS + 1


def test_the_referee_reads_no_line_behind_an_illegal_step() -> None:
    def lines() -> Iterator[tuple[int, str]]:
        yield 1, HEAD
        yield 2, '{"seat":0,"do":"pass"}'
        pytest.fail("it reads on")

    assert referee_lines(lines()).line == 2


@pytest.mark.parametrize("text", ["a\n\n b\tc\r\n\nd", "\n" * 9 + "x", " ", "", "\ufeffa\n\ta"])
def test_words_stand_in_their_lines_and_columns(text: str) -> None:
    lines = text.removeprefix("\ufeff").split("\n")
    for word in words(text):
        assert lines[word.line - 1][word.column - 1 :].startswith(word.text)
    assert [word.text for word in words(text)] == [each for line in lines for each in line.split()]
