"""Commands and hostile surroundings: closed and full streams, other encodings, texts that try to forge the output."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from granada.__main__ import COMMANDS, main
from granada.suite.toml import LONGEST_TOML
from granada.text import LONGEST_TEXT, visible

if TYPE_CHECKING:
    from pathlib import Path

ILLEGAL = 'kind = "take"\ndisplay = "b1 b9 g9"\ndo = "take b9 g9"\n'
LEGAL = 'kind = "take"\ndisplay = "b1"\ndo = "take b1"\n'
ESCAPE = "\x1b[31m\x9b\x7f\u202e\u2066"
"""What a terminal would obey."""
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def shell(line: str, **given: bytes | None) -> subprocess.CompletedProcess[bytes]:
    """What a shell says to a line in which ``granada`` stands for this program."""
    command = f'granada() {{ "{sys.executable}" -m granada "$@"; }}; {line}'
    return subprocess.run(["/bin/bash", "-c", command], capture_output=True, check=False, input=given.get("input"))


@pytest.fixture
def illegal(tmp_path: Path) -> Path:
    """A file with an illegal move."""
    (tmp_path / "illegal.toml").write_text(ILLEGAL, encoding="utf-8")
    return tmp_path / "illegal.toml"


# Streams


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("granada judge FILE | true; exit ${PIPESTATUS[0]}", 1),
        ("granada judge FILE >&-", 1),
        ("granada judge FILE > /dev/full", 2),
        ("granada judge - <&-", 2),
        ("granada judge no-such-file 2>&-", 2),
        ("granada judge FILE >&- 2>&- <&-", 1),
        ("granada --help >&-", 0),
        ("granada nonsense 2>&-", 2),
        ("granada serve <&- >&-", 0),
        ('yes \'{"kind": "hello"}\' | granada serve | head -n 1 > /dev/null; exit ${PIPESTATUS[1]}', 0),
        ("granada check -- false | true; exit ${PIPESTATUS[0]}", 2),
    ],
)
def test_a_stream_that_is_closed_or_full_changes_no_verdict(line: str, status: int, illegal: Path) -> None:
    done = shell(line.replace("FILE", str(illegal)))
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert done.returncode == status


@pytest.mark.parametrize("command", list(COMMANDS))
def test_help_says_what_an_exit_status_means(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert "Exit status: 0 " in " ".join(capsys.readouterr().out.split())


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
        (
            'name = "é"\n'.encode("latin-1"),
            2,
            "another encoding, such as Latin-1 or Windows-1252 (byte 0xe9 in line 1)",
        ),
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
    way: str, data: bytes, status: int, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "some file").write_bytes(data)
    path = tmp_path / "some file"
    if way == "-":
        done = shell("granada judge -", input=data)
        found, said = done.returncode, done.stderr.decode()
    else:
        found, said = main(["judge", str(path)]), capsys.readouterr().err
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
