"""JSON and TOML are read in work and memory that grow with the text and no faster, whatever it holds."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tracemalloc
from typing import TYPE_CHECKING, Any

import pytest

from granada import BadNotation, InvalidState
from granada.questions.reading import LONGEST_TOML, read_toml
from granada.text import LONGEST_TEXT
from granada.wire import read_json
from granada.wire.reader import MOST_SIGNS

if TYPE_CHECKING:
    from collections.abc import Callable

    Shape = tuple[str, str, str]
    """What a text begins with, what is repeated, with a number where it has a place for one, and how it ends."""

DEEP = "[" * 101
JSON: dict[str, Shape] = {
    "nothing but brackets": ("", "[", ""),
    "brackets in a string": ('"', "[", '"'),
    "brackets in strings": (DEEP[1:] + '"', '","[', '"' + "]" * 100),
    "a string that never ends": ('{"a":"', "[", ""),
    "quotes behind backslashes": ('{"a":"', '\\"', DEEP + "\\"),
    "backslashes": ('{"a":"', "\\\\", DEEP + '\\"'),
    "strings that end in a backslash": ("[", '"\\\\",', DEEP + "\\"),
    "every other string is open": ("[" + DEEP, '"\\",', "\\"),
    "short lists": ("[", "[],", "0]"),
    "short objects": ("[", "{},", "0]"),
    "deep lists": ("[" * 99, "[],", "0" + "]" * 99),
    "up and down": ("[", "[" * 98 + "]" * 98 + ",", "0]"),
    "many keys": ("{", '"{}":0,', '"z":0}'),
    "the same key": ("{", '"a":0,', '"a":0}'),
    "a long key": ('{"', "k", '":0}'),
    "a long number": ("", "1", ""),
    "a long fraction": ("1.", "1", ""),
    "a long exponent": ("1e", "9", ""),
    "many numbers": ("[", "1.5,", "0]"),
    "blanks": ("[", " ", "]"),
    "many short lines": ("[", "\n0,", "0]"),
    "escapes": ('["', "\\u0041", '"]'),
    "halves of signs": ('["', "\\ud83d", '"]'),
    "large signs": ('["', "\N{SLIGHTLY SMILING FACE}", '"]'),
}
MOST_MEMORY = 2 << 30
"""A reader that wants more bytes than this is stopped."""
TOML: dict[str, Shape] = {
    "nothing but brackets": ("a=", "[", ""),
    "brackets in a string": ('a="', "[", '"'),
    "a string that never ends": ('a="', "[", ""),
    "quotes behind backslashes": ('a="""', '\n\\"""', "\\"),
    "three quotes that never end": ("", 'a="""\\\\\n', "\\"),
    "backslashes": ('a="', "\\\\", '"'),
    "literal quotes": ("a='''", "''x", "'''"),
    "broken lines": ('a="""', "\\\n", '"""'),
    "a long number": ("a=", "1", ""),
    "a long number in base 16": ("a=0x", "f", ""),
    "a long fraction": ("a=1.", "0", ""),
    "underscores": ("a=", "1_", "1"),
    "short lists": ("a=[", "[],", "]"),
    "deep lists": ("a=" + "[" * 99, "[],", "]" * 99),
    "short tables in a row": ("a=[", "{b={c=1}},", "]"),
    "one key with many dots": ("a", ".a", "=1"),
    "one heading with many dots": ("[a", ".a", "]"),
    "keys with many dots": ("", "k{}" + ".a" * 98 + "=1\n", ""),
    "keys with many dots below a heading with many": ("[" + "a." * 48 + "a]\n", "k{}" + ".a" * 48 + "=1\n", ""),
    "keys below a heading with many dots": ("[" + "a." * 97 + "a]\n", "k{}=1\n", ""),
    "many headings with many dots": ("", "[" + "a." * 97 + "k{}]\n", ""),
    "many headings": ("", "[k{}]\n", ""),
    "many lists of tables": ("", "[[a]]\n[[a.b]]\n", ""),
    "many keys": ("", "k{}=1\n", ""),
    "the same key": ("", "a=1\n", ""),
    "many keys in a row": ("a={", "k{}=1,", "b=1}"),
    "many dates": ("a=[", "1979-05-27T07:32:00Z,", "]"),
    "many short lines": ("", "\n", ""),
    "comments": ("a=[", "#[\n", "]"),
    "blanks": ("a=", " ", "1"),
}
QUICK = ("nothing but brackets", "literal quotes", "the same key")
"""Those in TOML that are read in every run."""


def is_numbered(shape: Shape) -> bool:
    """Whether what is repeated has a place for its number."""
    return "{}" in shape[1] and shape != JSON["short objects"]


def text_of(shape: Shape, size: int) -> str:
    """A text of some shape with at most so many characters, and hardly fewer."""
    begin, repeated, end = shape
    room = size - len(begin) - len(end)
    if not is_numbered(shape):
        return begin + repeated * (room // len(repeated)) + end
    parts: list[str] = []
    length = 0
    while length + len(part := repeated.replace("{}", str(len(parts)))) <= room:
        parts.append(part)
        length += len(part)
    return begin + "".join(parts) + end


def read(reader: Callable[[str], Any], text: str) -> str:
    """What becomes of a text: it is read, or refused with an error of ours."""
    try:
        reader(text)
    except (BadNotation, InvalidState) as flaw:
        return str(flaw)
    return ""


def longest(shape: Shape) -> int:
    """How long a text in JSON of some shape may be; what counts its parts has room for longer ones."""
    signs = 0 if is_numbered(shape) else sum(map(shape[1].count, "[{,"))
    return min(LONGEST_TEXT, len(shape[1]) * (MOST_SIGNS - 300) // signs) if signs else LONGEST_TEXT


def peak_apart(text: str) -> int:
    """By how many bytes a process grows at the most while it reads a text in JSON; it is counted by the system."""
    get, give = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            read(read_json, text)
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            os.write(give, b"%d" % (grown * (1 if sys.platform == "darwin" else 1024)))
        finally:
            os._exit(0)
    os.close(give)
    with os.fdopen(get) as told:
        grown_by = told.read()
    os.waitpid(child, 0)
    return int(grown_by or MOST_MEMORY)


def peak(reader: Callable[[str], Any], text: str) -> int:
    """How much memory reading a text takes at the most."""
    tracemalloc.start()
    try:
        read(reader, text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def steps(reader: Callable[[str], Any], text: str) -> int:
    """How many lines of Python are gone through to read a text."""
    count = 0

    def count_line(_: object, event: str, __: object) -> Any:
        nonlocal count
        count += event == "line"
        return count_line

    before = sys.gettrace()
    sys.settrace(count_line)
    try:
        read(reader, text)
    finally:
        sys.settrace(before)
    return count


def owners_called(reader: Callable[[str], Any], text: str) -> list[tuple[str, object]]:
    """The modules of this package that call a method in C while a text is read, each time with whose method it is."""
    found: list[tuple[str, object]] = []

    def note(frame: Any, event: str, called: Any) -> None:
        if event == "c_call" and (name := frame.f_globals["__name__"]).startswith("granada."):
            found.append((name, getattr(called, "__self__", None)))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        read(reader, text)
    finally:
        sys.setprofile(before)
    return found


def patterns_used(reader: Callable[[str], Any], text: str) -> set[str]:
    """The modules of this package that look for a pattern while a text is read."""
    return {name for name, owner in owners_called(reader, text) if isinstance(owner, re.Pattern)}


def passes(text: str) -> int:
    """How many calls of this package look at a text in JSON, or at a copy of it, as a whole."""
    owners = [owner for _, owner in owners_called(read_json, text) if isinstance(owner, str | bytes)]
    return sum(len(owner) > len(text) // 20 for owner in owners)


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, 16))])
def test_json_takes_memory_by_its_length(part: int) -> None:
    names = list(JSON)[part::16]
    done = subprocess.run([sys.executable, __file__, *names], check=True, capture_output=True)
    peaks = json.loads(done.stdout)
    assert list(peaks) == names
    wasteful = {
        name: (small, large)
        for name, (small, large) in peaks.items()
        if large >= 12 * small + 5 * longest(JSON[name]) or large >= 60 * longest(JSON[name])
    }
    assert not wasteful


@pytest.mark.parametrize("name", JSON)
def test_json_takes_steps_by_its_length(name: str) -> None:
    small, large = (text_of(JSON[name], size) for size in (10_000, 100_000))
    took = steps(read_json, large)
    assert took < 12 * steps(read_json, small) + 1_000
    assert took < 20 * len(large)
    assert passes(large) < 20
    assert not patterns_used(read_json, small)


@pytest.mark.parametrize("name", [name for name, shape in JSON.items() if longest(shape) < LONGEST_TEXT])
def test_json_of_many_values_is_refused_before_they_are_made(name: str) -> None:
    text = text_of(JSON[name], LONGEST_TEXT)
    assert f"at most {MOST_SIGNS:,} brackets and commas" in read(read_json, text)
    assert peak(read_json, text) < 100_000
    assert MOST_SIGNS - 600 < sum(map(text_of(JSON[name], longest(JSON[name])).count, "[{,")) <= MOST_SIGNS


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name not in QUICK)) for name in TOML])
def test_toml_takes_steps_and_memory_by_its_length(name: str) -> None:
    small, large = (text_of(TOML[name], size) for size in (LONGEST_TOML // 10, LONGEST_TOML))
    assert len(large) > 9 * len(small)
    took = steps(read_toml, large)
    assert took < 12 * steps(read_toml, small) + 1_000
    assert took < 250 * len(large)
    assert peak(read_toml, large) < 12 * peak(read_toml, small) + 100_000
    assert not patterns_used(read_toml, small) - {"granada.text"}  # what is shown of an error, which is cut short


def test_what_is_no_matter_of_nesting_is_read_however_long() -> None:
    """The shapes are not refused for a reason that has nothing to do with what they ask."""
    refused = {name for name, shape in JSON.items() if read(read_json, text_of(shape, 10_000))}
    assert refused == {
        *("nothing but brackets", "a string that never ends", "quotes behind backslashes", "backslashes"),
        *("strings that end in a backslash", "every other string is open", "the same key"),
        *("a long number", "a long exponent"),
    }
    refused = {name for name, shape in TOML.items() if read(read_toml, text_of(shape, 10_000))}
    assert refused == {
        *("nothing but brackets", "a string that never ends", "quotes behind backslashes"),
        *("three quotes that never end", "a long number", "a long number in base 16", "underscores"),
        *("one key with many dots", "one heading with many dots", "the same key"),
    }


@pytest.mark.parametrize("base", ["0x", "0o", "0b"])
def test_a_number_in_another_base_is_not_longer_than_others(base: str) -> None:
    assert "numbers of at most 4,300 digits" in read(read_toml, f"a = [{{b = {base}1{'0' * 20_000}}}]")
    assert read_toml(f"a = {base}1{'0' * 1_000}")["a"] > 2**999


def test_strings_hide_what_they_hold_and_nothing_else() -> None:
    for fence in ('"', "'", '"""', "'''"):
        assert read_toml(f"a = {fence}{DEEP}{fence}\nb = 1")["b"] == 1
        assert "nested at most 100 deep" in read(read_toml, f"a = {fence}x{fence}\nb = {DEEP}")
    for end in ('""""', '"""""', "''''", "'''''", '\\""""', '\\\\"""'):
        fence = end[-1] * 3
        assert read_toml(f"a = {fence}x{end}\nb = 1")["b"] == 1
        assert "line 2, column 105: expected TOML that is nested" in read(read_toml, f"a = {fence}x{end}\nb = {DEEP}")
    assert read_toml('a = \'C:\\\'\nb = "\\"" # [ \' "')["b"] == '"'


@pytest.mark.parametrize("before", ["", "[],", '"[\\"[\\\\",', "\n", '{"é": "[", "\\ud800": 0},\n  '])
def test_json_that_is_too_deep_is_refused_with_the_place(before: str) -> None:
    text = "[" + before + DEEP[1:]
    *lines, last = text.split("\n")
    where = f"line {len(lines) + 1}, column {len(last)}"
    for after in ("", "[[[", ']"["'):
        assert read(read_json, text + after) == f"{where}: expected JSON that is nested at most 100 deep"


if __name__ == "__main__":  # the first test starts a fresh process, whose memory is not yet in disorder
    shapes = {name: JSON[name] for name in sys.argv[1:]}
    sizes = {name: (longest(shape) // 10, longest(shape)) for name, shape in shapes.items()}
    told = {name: [peak_apart(text_of(shapes[name], size)) for size in both] for name, both in sizes.items()}
    sys.stdout.write(json.dumps(told))
