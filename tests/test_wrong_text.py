"""Text from outside, and commands in hostile surroundings: limits, three errors, streams, and nothing forged."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ET
from contextlib import suppress
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, strategies as st

import granada
from granada import Action, BadNotation, City, Face, InvalidState, Layout, Rulings
from granada.__main__ import main
from granada.checking import as_json, as_junit
from granada.checking.checker import check
from granada.checking.serve import reply
from granada.questions.reading import LONGEST_TOML, read_toml
from granada.strategies import states
from granada.text import DEEPEST, LONGEST_TEXT, decoded, visible, visible_lines
from granada.wire import canonical_json, read_json
from tests.fuzz.making import changed_json
from tests.rules.tables import a_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada import State

    Table = Callable[..., State]
    from pathlib import Path

# Hostile text


HOSTILE = (
    *("", " ", "\x00", "{", "[", "null", "true", "5", "[]", '"state"', "\n\n\n", "{}\n{}\n", "NaN", "Infinity"),
    *("[" * 100_000, "{" * 100_000, '{"a":' * 100_000, "[" * 5_000 + "]" * 5_000, "1" * 10_000, "-" * 10_000),
    *('"' + "x" * 1_000_000 + '"', "x" * 1_000_000, "b7 " * 300_000, "\ud800", '"\\ud800"', "\u2028{}\u2028"),
    '{"kind": "state"' + ', "x": 1' * 10_000 + "}",
    *('{"kind": "state", "kind": "state"}', '{"kind": "state"}', '{"kind": "view"}', '{"kind": "layout"}'),
    *('{"kind": ["state"]}', '{"kind": {"state": 1}}', '{"kind": 1e999}', '{"kind": NaN}'),
    '{"kind": "city", "format": 1, "start": "granada", "tiles": {"1,0": 5}}',
    '{"kind": "city", "format": 1, "start": "granada", "tiles": {"1,0": "park6/w"}}',
    '{"kind": "layout", "format": 3, "start": "granada", "tiles": {}}',
    '{"kind": "layout", "format": 1, "start": "granada", "tiles": {"1,0": "*park6"}}',
    '{"kind": "layout", "format": 1, "start": "alhambra", "tiles": {"1,0": "park6"}}',
    '{"kind": "state", "players": -Infinity}',
    '{"format": 1, "game": "granada"}',
    '{"format": 1, "game": "granada", "players": 3, "modules": [], "scoring": "normal", "rulings": {}, "tiles": 5}',
    '{"format": 1, "game": "granada", "players": 1' + "0" * 5_000 + "}",
)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_refused_with_one_of_our_errors(text: str) -> None:
    kinds = (Action, Face, granada.Tile, granada.Card, granada.Cell, Layout, City)
    for read in (granada.from_json, *(kind.parse for kind in kinds)):
        with pytest.raises((BadNotation, InvalidState)) as refusal:
            read(text)
        assert len(str(refusal.value)) < 20_000


def test_truncated_json_is_refused_everywhere() -> None:
    text = granada.to_json(a_game(2))
    for end in range(0, len(text), 37):
        with pytest.raises((BadNotation, InvalidState)):
            granada.from_json(text[:end])


RECORD_LINES = (
    *('{"draw": 5}', '{"draw": "x"}', '{"draw": "b7", "seat": 0}', '{"seat": 9, "do": "take b7"}'),
    *('{"seat": "0", "do": "take b7"}', '{"seat": 0, "do": "draw b7"}', '{"seat": 0, "do": null}'),
    *('{"seat": true, "do": "stop"}', '{"points": 5, "winners": []}', '{"points": ["x"], "winners": [0]}'),
    *("[]", "null", "5", '"x"', "{}"),
)


@pytest.mark.parametrize("line", RECORD_LINES)
def test_a_line_of_a_record_that_says_nothing_is_refused(line: str) -> None:
    head = granada.to_json(granada.Record(granada.new_game(3).setup)).strip()
    with pytest.raises((BadNotation, InvalidState)):
        granada.from_json(f"{head}\n{line}\n")


def test_nothing_follows_the_result_of_a_record() -> None:
    head = granada.to_json(granada.Record(granada.new_game(3).setup)).strip()
    with pytest.raises(InvalidState):
        granada.from_json(f'{head}\n{{"points": [1, 2, 3], "winners": [2]}}\n{{"draw": "b7"}}\n')


# The JSON of a state, changed


@pytest.mark.long  # of states, views and records tests/fuzz asks this in every run
@given(states(), st.integers(0, 1 << 32))
def test_changed_json_of_a_scoring_is_refused_or_written_the_same(state: State, seed: int) -> None:
    rng, written = Random(seed), granada.to_json(granada.score(state, "C"))
    for _ in range(4):
        changed = changed_json(rng, written)
        with suppress(BadNotation, InvalidState):
            read = granada.from_json(changed)
            assert json.loads(granada.to_json(read)) == json.loads(changed)
            assert str(read)


def flaws(state: State, **changed: Any) -> str:
    """Why the JSON of a state is none when some of its members are changed."""
    data = json.loads(granada.to_json(state)) | changed
    with pytest.raises(InvalidState) as refusal:
        granada.from_json(json.dumps(data))
    return "\n".join(refusal.value.reasons)


def test_every_reason_is_given_with_its_place() -> None:
    state = a_game(3)
    assert flaws(state, x=1)
    for place, value in {"format": 3, "mover": None, "todo": [{"step": "dance"}]}.items():
        assert place in flaws(state, **{place: value})
    assert len(flaws(state, marker="up", mover=77, display="q").splitlines()) >= 3


def test_a_seat_that_is_missing_while_hands_are_dealt_is_told() -> None:
    state, rng = granada.new_game(3), Random(0)
    while not len(state.players[2].hand):
        draws = granada.outcomes(state)
        state = granada.apply(state, draws[rng.randrange(len(draws))][0])
    data = json.loads(granada.to_json(state))
    assert flaws(state, seats=data["seats"][:2]).startswith("seats: ")


@pytest.mark.parametrize("step", [{"step": "deal-hand", "seat": 1}, {"step": "begin"}])
def test_a_step_of_the_set_up_has_no_place_in_a_turn(step: dict[str, object]) -> None:
    state = a_game(3)
    todo = json.loads(granada.to_json(state))["todo"]
    assert flaws(state, todo=[*todo[:3], step, *todo[3:]], tiles="shown")


@pytest.mark.parametrize("number", [0, 3, "1", None, True])
def test_another_format_is_refused(number: object) -> None:
    state = a_game(3)
    city, scoring = state.players[0].city, granada.score(state, "A")
    for value in (state, granada.observe(state, 0), scoring, city, city.layout):
        data = json.loads(granada.to_json(value)) | {"format": number}
        with pytest.raises(InvalidState) as refusal:
            granada.from_json(json.dumps(data))
        assert all("format" in reason.partition(": ")[0] for reason in refusal.value.reasons)


@pytest.mark.parametrize(
    "read", [granada.from_json, granada.judge, granada.referee, Layout.parse, granada.Action.parse]
)
def test_a_text_that_is_too_long_is_refused_with_the_limit(read: Callable[[str], object]) -> None:
    with pytest.raises(BadNotation):
        read("@" * (LONGEST_TEXT + 1))


@pytest.mark.parametrize("opens", ["[", '{"a":', '[{"a":'])
def test_json_may_be_a_hundred_deep_and_no_deeper(opens: str) -> None:
    closes = opens[::-1].translate(str.maketrans("[{", "]}", '":a'))
    times = DEEPEST // len(closes)
    assert read_json(f"{opens * times}0{closes * times}") != 0
    with pytest.raises(BadNotation):
        read_json(f"{opens * (times + 1)}0{closes * (times + 1)}")
    assert read_json(json.dumps(opens * 1000)) == opens * 1000


BOTH = f"[a{'.a' * 60}]\nb{'.b' * 60} = 1"
"""A heading and a key that are too deep together."""


def test_toml_may_be_a_hundred_deep_in_all() -> None:
    assert read_toml(f"a{'.a' * 99} = 1")
    for text in (f"a{'.a' * 101} = 1", f"x = {'[' * 101}", f"x = {'{a.b.c = ' * 40}", f"[a{'.a' * 101}]", BOTH):
        with pytest.raises(BadNotation, match="100 deep"):
            read_toml(text)
    dots = ". " * 300
    assert read_toml(f"a = '''\n{dots}'''\nb = \"{dots}\" # {dots}\nc = [\n{'1.5,' * 300}\n]")["b"] == dots


@pytest.mark.parametrize("text", ["1e999", "-1e999", "NaN", "Infinity", "[1, NaN]", "1" * 4_301])
def test_json_has_no_number_beyond_all_others(text: str) -> None:
    with pytest.raises(BadNotation):
        read_json(text)


def test_what_is_written_has_none_either() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical_json(float("inf"))


def test_a_byte_order_mark_is_skipped() -> None:
    city = City.parse("@ park6")
    assert granada.from_json("\ufeff" + granada.to_json(city)) == city
    assert City.parse("\ufeff@ park6") == city
    assert granada.judge('\ufeffkind = "take"\ndisplay = "b1"\ndo = "take b1"').legal
    assert decoded(b"\xef\xbb\xbfx", "a file") == "x"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Rulings.edition("xx", "granada"),
        lambda: Rulings(several_cards_limit=3),
        lambda: granada.picture(City.parse("@"), sites=[granada.Cell(10**6, 10**6)]),
        lambda: granada.sketch(City.parse("@"), sites=[granada.Cell(0, 201)]),
        lambda: granada.check(lambda _: {}, rulings="xx"),
        *(partial(granada.score, a_game(), which) for which in ("D", "", "a")),
    ],
)
def test_what_makes_no_sense_is_an_error_of_ours(wrong: Callable[[], object]) -> None:
    with pytest.raises(InvalidState):
        wrong()


@pytest.mark.parametrize(
    "value", [{"hut_cap": "3"}, {"hut_cap": []}, {"flip_by_one_card": 1}, {"hut_cap": None}, 3, []]
)
def test_rulings_of_a_wrong_type_are_refused_with_their_place(value: object) -> None:
    state = json.loads(granada.to_json(granada.new_game(3))) | {"rulings": value}
    with pytest.raises(InvalidState) as refusal:
        granada.from_json(json.dumps(state))
    assert {reason.partition(":")[0] for reason in refusal.value.reasons} == {"state.rulings"}


# The protocol


@pytest.mark.parametrize("number", ["hello", "other", 7, None, [1]])
def test_hello_is_answered_under_the_id_that_was_asked(number: object) -> None:
    said = reply(json.dumps({"id": number, "kind": "hello"}).encode())
    assert said["id"] == number
    assert said["name"] == "granada"


def test_serve_skips_a_byte_order_mark_and_knows_no_infinity() -> None:
    assert reply(b'\xef\xbb\xbf{"kind": "hello"}')["name"] == "granada"
    assert "a finite number" in reply(b'{"id": 1e999}')["error"]


@pytest.mark.parametrize(
    "given",
    [
        {"round": "A", "cities": []},
        {"round": "A", "cities": [{}] * 7},
        {"round": "A", "cities": [{}], "shown": [[]]},
        {"round": "A", "cities": [{}, {}], "game": "alhambra", "modules": ["bonus"], "shown": [[]]},
        {"round": "A", "cities": [{}], "game": "alhambra", "scoring": "simplified"},
    ],
)
def test_what_no_table_scores_is_refused_in_words_of_ours(given: dict[str, Any]) -> None:
    error = reply(json.dumps({"id": "x", "kind": "score", "given": given}).encode())["error"]
    assert "tuple" not in error
    assert error.partition(":")[0] in {"cities", "shown", "scoring"}


# Out


def test_all_that_cannot_be_seen_is_shown() -> None:
    for number in range(0x110000):
        sign = chr(number)
        if unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and number not in UNLISTED:
            assert visible(sign).isascii(), hex(number)
    assert visible("Ä ß € 🙂 مرحبا") == "Ä ß € 🙂 مرحبا"
    assert visible("x" * 1000) == "x" * 300 + "…"
    assert visible_lines("a\x1b\nb\r") == "a\\x1b\nb\\r"


UNLISTED = {
    *(*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD),
    *(*range(0x13430, 0x13440), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B)),
}
"""Signs of scripts and of music that are called formats and are seen, or harm nobody."""


def test_a_program_cannot_forge_a_report() -> None:
    hostile = "\x1b[2J\n\n9 passed, 0 failed\x00\ud800\u202e]]><&"

    def answer(question: dict[str, Any]) -> dict[str, Any]:
        if question["kind"] == "hello":
            return {"id": "hello", "name": hostile, "version": hostile, "format": 1, "kinds": ["take", "buy"]}
        if question["kind"] == "take":
            return {"id": question["id"], "error": hostile}
        return {"id": question["id"], "skip": hostile}

    report = check(answer, only=["take-several-up-to-five", "pay-at-least-the-price"])
    assert report.count("failed")
    assert report.count("skipped")
    assert "\n" not in report.name
    for text in (report.name, *(result.why for result in report.results)):
        assert visible(text, 10_000) == text
    assert read_json(as_json(report))
    assert ET.fromstring(as_junit(report)).tag == "testsuites"


def test_an_infinite_answer_is_kept_as_no_json() -> None:
    report = check(
        lambda question: {"id": question["id"], "name": "x", "actions": float("inf")}, only=["pay-at-least-the-price"]
    )
    assert "Infinity" not in as_json(report)


class Odd(str):
    """A text of somebody's own, which answers to nothing."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> object:
        raise AttributeError(name)

    def __len__(self) -> int:
        raise AttributeError

    __hash__ = None  # type: ignore[assignment]  # what is tested


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (granada.Face.parse, "park6"),
        (granada.Tile.parse, "garden10/n"),
        (granada.Card.parse, "b7"),
        (granada.Purse.parse, "b7 b8"),
        (granada.Cell.parse, "1,0"),
        (granada.City.parse, "@ park6"),
        (granada.Action.parse, "take b3"),
        (granada.from_json, granada.to_json(granada.City.parse("@ park6"))),
    ],
)
def test_a_text_of_any_class_is_read_as_the_text_it_is(read: Callable[[str], object], text: str) -> None:
    assert read(Odd(text)) == read(text)


ILLEGAL = 'kind = "take"\ndisplay = "b1 b9 g9"\ndo = "take b9 g9"\n'
LEGAL = 'kind = "take"\ndisplay = "b1"\ndo = "take b1"\n'
ESCAPE = "\x1b[31m\x9b\x7f\u202e\u2066"
"""What a terminal would obey."""
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def shell(line: str) -> subprocess.CompletedProcess[bytes]:
    """What a shell says to a line in which ``granada`` stands for this program."""
    command = f'granada() {{ "{sys.executable}" -m granada "$@"; }}; {line}'
    return subprocess.run(["/bin/bash", "-c", command], capture_output=True, check=False)


@pytest.fixture
def illegal(tmp_path: Path) -> Path:
    """A file with an illegal move."""
    (tmp_path / "illegal.toml").write_text(ILLEGAL, encoding="utf-8")
    return tmp_path / "illegal.toml"


# Streams


STREAMS = {
    "granada judge FILE | true; exit ${PIPESTATUS[0]}": 1,
    "granada judge FILE >&-": 1,
    "granada judge FILE > /dev/full": 2,
    "granada judge - <&-": 2,
    "granada judge no-such-file 2>&-": 2,
    "granada judge FILE >&- 2>&- <&-": 1,
    "granada --help >&-": 0,
    "granada nonsense 2>&-": 2,
    "granada serve <&- >&-": 0,
    'yes \'{"kind": "hello"}\' | granada serve | head -n 1 > /dev/null; exit ${PIPESTATUS[1]}': 0,
    "granada check --only no-holes -- false | true; exit ${PIPESTATUS[0]}": 2,
}


@pytest.mark.parametrize(
    ("line", "status"),
    [pytest.param(*each, marks=[pytest.mark.long] * bool(n)) for n, each in enumerate(STREAMS.items())],
)
def test_a_stream_that_is_closed_or_full_changes_no_verdict(line: str, status: int, illegal: Path) -> None:
    done = shell(line.replace("FILE", str(illegal)))
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert done.returncode == status


# What is read


@pytest.mark.parametrize("way", ["file", "-"])
@pytest.mark.parametrize(
    ("data", "status", "told"),
    [
        (b"\xef\xbb\xbf" + LEGAL.encode(), 0, ""),
        (b"\xef\xbb\xbf" + ILLEGAL.encode(), 1, ""),
        (LEGAL.encode("utf-16"), 2, "this is UTF-16"),
        (LEGAL.encode("utf-32"), 2, "this is UTF-32"),
        (f'name = "Ã©"\n{LEGAL}'.encode("latin-1"), 0, ""),
        ('name = "é"\n'.encode("latin-1"), 2, "Latin-1 or Windows-1252 (byte 0xe9 in line 1)"),
        (b"\x00\xff\xfe\x00", 2, "a binary file"),
        (b"#" * (LONGEST_TEXT + 1), 2, "at most 10,000,000 bytes"),
        (b"#" * (LONGEST_TOML + 1), 2, "at most 100,000 characters"),
        (b"a" + b".a" * 16_000 + b" = 1", 2, "nested at most 100 deep"),
        (b"a = " + b"[" * 5_000, 2, "nested at most 100 deep"),
        (b"a = 1" + b"0" * 5_000, 2, "at most 4,300 digits"),
        (b'{"kind": "take", "given": ' + b"[" * 5_000, 2, "nested at most 100 deep"),
    ],
)
def test_what_is_no_text_of_reasonable_size_is_named(
    way: str,
    data: bytes,
    status: int,
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "some file").write_bytes(data)
    path = tmp_path / "some file"
    if way == "-":
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    found, said = main(["judge", "-" if way == "-" else str(path)]), capsys.readouterr().err
    assert found == status, said
    assert told in said
    assert said.count("\n") == (status == 2)
    if "expected a text in UTF-8" in said:
        assert ("the standard input" if way == "-" else "some file") in said


def test_a_device_without_end_is_not_read_to_it() -> None:
    done = shell("granada show /dev/zero")
    assert done.returncode == 2
    assert b"at most 10,000,000 bytes" in done.stderr


# What is shown


@pytest.mark.parametrize(
    "text",
    [
        f'"{visible(ESCAPE)}" = 1\nkind = "take"',
        f'{LEGAL}name = "{visible(ESCAPE)}\\nlegal"\n',
        f'{LEGAL}breaks = ["{visible(ESCAPE)}"]\n',
        f'kind = "score"\nround = "A"\ncities = ["@", "@"]\npoints = ["{visible(ESCAPE)}"]\n',
        f'kind = "notation"\nof = "action"\ntext = "take b1"\ncanonical = "{visible(ESCAPE)}"\n',
        f'kind = "notation"\nof = "action"\ntext = "{visible(ESCAPE)}"\n',
        'kind = "take"\ndisplay = "b1"\ndo = "take\\rb1"\n',
        f'kind = "game"\nrecord = ["{visible(ESCAPE)}"]\n',
        f'kind = "legal"\nstate = {{ "{visible(ESCAPE)}" = 1 }}\n',
        f'[[case]]\n{LEGAL}name = "{visible(ESCAPE)}"\n[[case]]\nkind = "{visible(ESCAPE)}"\n',
    ],
)
def test_foreign_text_reaches_no_terminal_raw(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = text.replace("\\x1b", "\\u001b").replace("\\x9b", "\\u009b").replace("\\x7f", "\\u007f")
    (tmp_path / "question.toml").write_text(written, encoding="utf-8")
    assert main(["judge", str(tmp_path / "question.toml")]) in {0, 1, 2}
    said = capsys.readouterr()
    assert not RAW.search(said.out + said.err), said


@pytest.mark.parametrize("command", ["judge", "show", "referee", "check"])
def test_the_name_of_a_file_reaches_no_terminal_raw(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    name = f"no {ESCAPE}\nsuch file"
    assert main([command, name]) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert not RAW.search(said.out + said.err), said


def test_a_report_of_somebody_else_reaches_no_terminal_raw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = dict.fromkeys(("id", "chapter", "rule", "kind", "why"), f"{ESCAPE}\n9 passed") | {"status": "failed"}
    told = {"format": 1, "name": f"{ESCAPE}\n9 passed", "results": [line]}
    (tmp_path / "report.json").write_text(json.dumps(told), encoding="utf-8")
    assert main(["report", str(tmp_path / "report.json"), "--html", str(tmp_path / "report.html")]) == 0
    said = capsys.readouterr()
    assert not RAW.search(said.out + said.err + (tmp_path / "report.html").read_text(encoding="utf-8"))
    assert "\n9 passed" not in said.out


def test_complaints_are_not_longer_than_is_good_to_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "long.toml").write_text(f'kind = "{"x" * 100_000}"', encoding="utf-8")
    (tmp_path / "many.json").write_text(json.dumps({"kind": "state", **{f"key {n}": n for n in range(9_999)}}))
    for words in (["judge", "long.toml"], ["show", "many.json"], ["x" * 100_000], ["rule", "x" * 100_000]):
        assert main([*words[:-1], str(tmp_path / words[-1]) if "." in words[-1] else words[-1]]) == 2
        assert len(capsys.readouterr().err) < 2_500


# Files that are written


@pytest.mark.long
def test_a_report_is_never_half_written(tmp_path: Path) -> None:
    target = tmp_path / "report.svg"
    target.write_text("before", encoding="utf-8")
    target.chmod(0o640)
    done = shell(f"printf '@ park6' | granada show - --svg '{target}'")
    assert done.returncode == 0, done.stderr
    assert target.read_text(encoding="utf-8").startswith("<svg")
    assert target.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["report.svg"]
    assert shell("printf '@ park6' | granada show - --svg /dev/null").returncode == 0
    assert shell("printf '@ park6' | granada show - --svg /dev/full").returncode == 2
