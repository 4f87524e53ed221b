from __future__ import annotations

import fcntl
import io
import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from granada import __version__
from granada.__main__ import main
from granada.checking.checker import check_program
from granada.checking.program import Program
from granada.checking.serve import reply, serve
from granada.commands.common import Progress
from granada.examining.examiner import selected
from granada.examining.results import FAILED, PASSED, SKIPPED, grade
from granada.questions.protocol import HELLO, answer
from granada.spec.cases import read_case
from granada.spec.suite import cases
from tests.conftest import Terminal

TAKER = str(Path(__file__).parent / "programs" / "taker.py")
RULE = "take-several-up-to-five"
TAKES = [case for case in cases() if case.rule == RULE and case.kind == "take" and case.given["game"] == "granada"]
ONES = [case for case in TAKES if not case.given.get("rulings")]


def taker(manner: str) -> list[str]:
    return [sys.executable, TAKER, manner]


def checked(manner: str, *options: str, capsys: pytest.CaptureFixture[str], status: int = 1) -> str:
    """What the command prints about a program; its last line is the totals."""
    assert main(["check", "--only", RULE, *options, "--", *taker(manner)]) == status
    return capsys.readouterr().out


def totals(out: str) -> dict[str, int]:
    numbers = dict(part.split()[::-1] for part in out.splitlines()[-1].split(", "))
    return {status: int(number) for status, number in numbers.items()}


@pytest.mark.parametrize("only", [["--only", "building"], pytest.param([], marks=pytest.mark.long)], ids=len)
def test_our_own_engine_passes_everything(only: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *only, "--fuzz", "20", "--", sys.executable, "-m", "granada", "serve"]) == 0
    found = totals(capsys.readouterr().out)
    assert found == {PASSED: len(selected(cases(), only[1:])) + 20, FAILED: 0, SKIPPED: 0}


def test_a_program_that_answers_one_kind_of_one_game_can_take_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--fuzz", "20", "--", *taker("good")]) == 0
    out = capsys.readouterr().out
    found = totals(out)
    wanted = [case for case in cases() if case.kind == "take" and case.given["game"] == "granada"]
    plain = [case for case in wanted if not case.given.get("rulings") and not case.given.get("modules")]
    assert len(plain) + 20 <= found[PASSED] <= len(wanted) + 20
    assert found[FAILED] == 0
    assert sum(found.values()) == len(cases()) + 20
    assert "taker 1" in out


def test_the_table_has_a_row_for_each_rule_and_ends_with_the_totals(capsys: pytest.CaptureFixture[str]) -> None:
    lines = checked("good", capsys=capsys, status=0).splitlines()
    assert lines[-3].split() == ["chapter", "rule", PASSED, FAILED, SKIPPED]
    assert lines[-2].split()[:2] == ["money", RULE]
    assert lines[-1] == ", ".join(f"{number} {status}" for status, number in totals(lines[-1]).items())


def test_a_failure_shows_question_expectation_answer_and_rule(capsys: pytest.CaptureFixture[str]) -> None:
    out = checked("is always wrong", capsys=capsys)
    assert totals(out)[FAILED] == len(ONES)
    for part in (
        "display ",
        "do        take",
        "expected  {",
        "came      {",
        "rule      take-several-up-to-five: You take",
    ):
        assert part in out


def test_a_failure_about_a_city_draws_it(capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-c", _LIAR]
    assert main(["check", "--only", "no-holes", "--", *command]) == 1
    out = capsys.readouterr().out
    assert "start" in out
    assert "┌" in out
    assert "rule      no-holes: No empty area may be enclosed by tiles." in out


def test_a_failure_about_a_scoring_counts_the_seats_from_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--only", "first-second-third", "--", sys.executable, "-c", _LIAR]) == 1
    out = capsys.readouterr().out
    assert "  seat 1\n" in out
    assert "  seat 0\n" not in out


def test_a_disagreement_with_the_fuzzer_is_printed_as_a_case(capsys: pytest.CaptureFixture[str]) -> None:
    out = checked("is always wrong", "--fuzz", "6", "--seed", "2", capsys=capsys)
    assert totals(out)[FAILED] == len(ONES) + 6
    block = out.partition("As a case:\n\n")[2].partition("\n\n")[0]
    case = read_case(RULE, tomllib.loads(block)["case"][0])
    assert case.kind == "take"
    assert grade(case, answer(case.question)).status == PASSED
    assert len(case.given["display"].split()) <= 2


def test_a_disagreement_is_printed_once_with_the_ids_of_those_like_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["check", "--only", "act-on-your-turn", "--only", ONES[0].id, "--fuzz", "40"]
    assert main([*words, "--", *taker("takes less than five")]) == 1
    out = capsys.readouterr().out
    assert out.count("FAILED ") == 1
    more = re.search(r"and (\d+) more like it: (.*fuzz/0/.*)", out)
    assert more
    assert int(more[1]) == len(more[2].split(", ")) == totals(out)[FAILED] - 1
    assert re.search(
        r"1\. take: something legal is refused, such as take \S+ \S+ \[take-several-up-to-five; take ", out
    )


@pytest.mark.long
def test_random_questions_are_of_the_kinds_that_were_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    serve_ = ["--", sys.executable, "-m", "granada", "serve"]
    assert main(["check", "--only", "longest-wall", "--fuzz", "12", "--json", "-", *serve_]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    random = [result["kind"] for result in results if result["id"].startswith("fuzz/")]
    assert len(random) == 12
    assert set(random) <= {result["kind"] for result in results if result["rule"] == "longest-wall"}


def test_random_questions_are_asked_without_any_case() -> None:
    assert check_program(taker("good"), cases=[], fuzz=3).count(PASSED) == 3


@pytest.mark.long
def test_a_random_question_can_be_repeated_by_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--fuzz", "30", "--seed", "4", "--json", "-", "--", *taker("takes less than five")]) == 1
    results = json.loads(capsys.readouterr().out)["results"]
    name = next(each["id"] for each in results if each["status"] == FAILED and each["id"].startswith("fuzz/"))
    assert main(["check", "--only", name, "--json", "-", "--", *taker("takes less than five")]) == 1
    again = json.loads(capsys.readouterr().out)
    assert [each["id"] for each in again["results"]] == [name]
    assert f"question {name.split('/')[2]} of seed 4" in again["causes"][0]["toml"]
    assert main(["check", "--only", name, "--", *taker("good")]) == 0
    assert totals(capsys.readouterr().out) == {PASSED: 1, FAILED: 0, SKIPPED: 0}


_LIAR = """
import json, sys
for line in sys.stdin:
    q = json.loads(line)
    a = {"id": q["id"], "rulings": "any"}
    print(json.dumps(a if q["id"] == "hello" else {**a, "legal": None, "broken": ["walkable"]}), flush=True)
"""


@pytest.mark.parametrize(
    ("manner", "said"),
    [
        ("dies", "out of money"),
        ("dies", "the check gave up, because the program failed 3 times in a row"),
        ("prints an endless line", "it prints too much: a line of more than"),
        ("prints endless lines", "it prints too much: more than 100 lines"),
        ("prints garbage", "not JSON: 'I think it is legal'"),
        ("prints a number", "no JSON object: 42"),
        ("prints bytes", "not JSON"),
        ("nests deeply", "not JSON"),
        ("answers another question", "'somebody-elses/question', which was not asked"),
        ("answers without an id", "without the id of the question"),
        ("answers twice", "it answered twice"),
        ("answers nonsense", "the answer cannot be read"),
        ("reports an error", "the engine reports an error: <none> &"),
        ("answers in words", 'legal must be true or false, not "yes"'),
    ],
)
def test_a_program_that_misbehaves_at_every_question_fails_every_case(
    manner: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = checked(manner, "--timeout", "20", capsys=capsys)
    found = totals(out)
    assert said in out
    assert found[PASSED] == 0
    assert found[FAILED] >= len(ONES)


@pytest.mark.parametrize("manner", ["dies slowly", "dies after a speech"])
def test_the_last_words_of_a_program_are_kept_line_by_line(manner: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = checked(manner, capsys=capsys)
    words = ['File "engine.py", line 7, in judge', "  return hand[9]", "         ^^^^^^^", "IndexError: no such card"]
    assert "\n".join(f"    {line}" for line in words[:-1]) + f"\n  {words[-1]}\n" in out
    assert out.count("so much to say") < 1_000


@pytest.mark.parametrize(
    ("manner", "said"),
    [
        ("prints a banner", "before hello it printed something that is not JSON: 'Welcome!'"),
        ("says hello twice", "it said hello twice"),
        ("talks on", "not JSON: 'That is all.'"),
        ("dies now and then", "it ended with status 3"),
        ("hangs once", "it hangs (no answer within 1 s)"),
    ],
)
def test_a_single_slip_is_reported_and_the_rest_still_graded(
    manner: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seconds = "1" if "hangs" in manner else "20"
    out = checked(manner, "--timeout", seconds, capsys=capsys)
    found = totals(out)
    assert said in out
    assert 0 < found[FAILED] < len(ONES)
    assert found[PASSED] >= 1
    assert sum(found.values()) >= len(ONES)


@pytest.mark.parametrize(
    ("manner", "said"),
    [
        ("dies at once", "it never said hello: it ended with status 1: nothing works here"),
        ("never says hello", "it never said hello: it hangs; perhaps its answer is still in a buffer"),
        ("says something else", "it never said hello: it hangs, after it said {'id': 'goodbye'}"),
        ("says hello without an id", "it never said hello: it answered without the id of the question: {"),
        ("skips", "the engine skipped every question: not today ("),
        ("answers nothing", "no question was asked: the engine does not answer take ("),
        ("misspells its kind", "there is no kind 'tkae'; did you mean take?; games: there is no game 'granda'"),
    ],
)
def test_where_nothing_can_be_checked_one_line_says_so(
    manner: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.json"
    words = ["check", "--only", RULE, "--timeout", "0.7", "--fuzz", "3", "--json", str(path)]
    assert main([*words, "--", *taker(manner)]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert "Nothing was checked: " in told.err
    assert said in told.err
    assert told.err.count("\n") == 1
    assert json.loads(path.read_text(encoding="utf-8"))["nothing_checked"].startswith("Nothing was checked: ")


def test_a_flaw_beside_right_answers_is_not_counted_among_the_answers(capsys: pytest.CaptureFixture[str]) -> None:
    out = checked("prints a banner", capsys=capsys)
    answers = totals(out)[PASSED]
    assert f": all {answers} answers are right; the program violates the protocol once; " in out
    assert "\n1. before hello it printed something that is not JSON: 'Welcome!' [protocol]\n" in out


def test_a_program_that_hangs_is_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    out = checked("hangs", "--timeout", "0.7", capsys=capsys)
    assert "it hangs (no answer within 0.7 s)" in out
    assert re.search(r"\n2\. the check gave up, because .*; [0-9]+ questions were not asked \[protocol\]\n", out)
    assert totals(out)[PASSED] == 0


@pytest.mark.parametrize("manner", ["complains at length", "does not end"])
def test_what_does_no_harm_is_forgiven(manner: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert totals(checked(manner, capsys=capsys, status=0))[FAILED] == 0


@pytest.mark.parametrize(
    ("manner", "said"),
    [
        ("names an edition", "such as {\"several_cards_limit\": 4}, not 'it'"),
        ("misspells a reading", "there is no reading 'several_card_limit'; did you mean several_cards_limit?"),
        ("declares nonsense", "hut_cap must be 3 or 4, not 77"),
    ],
)
def test_a_wrong_reading_in_hello_is_explained(manner: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = checked(manner, capsys=capsys)
    assert said in out
    assert "argument" not in out
    assert totals(out)[PASSED] >= len(ONES)


def test_nonsense_in_hello_is_reported_and_ignored(capsys: pytest.CaptureFixture[str]) -> None:
    out = checked("declares nonsense", capsys=capsys)
    assert "kinds: expected a list of names, not 5" in out
    assert 'rulings: expected "any" or the readings' in out
    assert totals(out)[PASSED] >= len(ONES)


def test_an_edition_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    italian = totals(checked("follows the Italian text", "--edition", "it", capsys=capsys, status=0))
    assert italian[PASSED] >= len(ONES)
    assert totals(checked("follows the Italian text", capsys=capsys, status=0)) == italian
    assert totals(checked("good", "--edition", "it", capsys=capsys))[FAILED] >= 1
    assert totals(checked("follows the Italian text", "--edition", "nl", capsys=capsys))[FAILED] >= 1


@pytest.mark.long
def test_an_edition_is_asked_only_about_the_games_that_it_has(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--only", "money", "--edition", "it"]
    assert main(["check", *words, "--", sys.executable, "-m", "granada", "serve"]) == 0
    found = totals(capsys.readouterr().out)
    assert found[FAILED] == 0
    assert found[PASSED] > 0
    assert found[SKIPPED] >= sum(case.given.get("game") == "alhambra" for case in selected(cases(), ["money"]))


def test_chapters_rules_and_cases_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    counts = []
    for name in ("money", RULE, ONES[0].id):
        assert main(["check", "--only", name, "--", *taker("good")]) == 0
        counts.append(sum(totals(capsys.readouterr().out).values()))
    assert counts[0] > counts[1] > counts[2] == 1


def test_an_unknown_name_is_refused_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--only", "moat-match", "--", *taker("good")]) == 2
    assert "did you mean moats-match" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--", "./no-such-program"], "No such file"),
        (["--", str(Path(__file__).parent)], "denied"),
        ([], "no program given"),
        (["--timeout", "-1", "--", "x"], "--timeout"),
        (["--fuzz", "many", "--", "x"], "--fuzz"),
        (["--edition", "tlh", "--", "x"], "--edition"),
        (["--json", "/no/such/folder/report.json", "--", "x"], "report.json"),
    ],
)
def test_what_cannot_be_done_is_refused_with_status_two(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *words]) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert complaint.count("\n") == 1


def test_a_report_is_written_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "report.json"
    found = totals(checked("reports an error", "--json", str(path), capsys=capsys))
    data = json.loads(path.read_text(encoding="utf-8"))
    assert {status: data[status] for status in found} == found
    assert data["name"] == "taker 1"
    failed = [result for result in data["results"] if result["status"] == FAILED]
    assert {result["rule"] for result in failed} == {RULE}
    assert failed[0]["answer"]["error"].startswith("<none>")
    assert failed[0]["question"]["id"] == failed[0]["id"]


@pytest.mark.parametrize("option", ["--json", "--junit"])
def test_a_dash_is_standard_output_and_the_rest_goes_elsewhere(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check", "--only", RULE, option, "-", "--", *taker("good")]) == 0
    told = capsys.readouterr()
    found = totals(told.err)
    if option == "--json":
        assert json.loads(told.out)[PASSED] == found[PASSED]
    else:
        assert ET.fromstring(told.out).attrib["skipped"] == str(found[SKIPPED])
    assert not list(tmp_path.iterdir())


def test_two_reports_do_not_fit_into_one_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--json", "-", "--junit", "-", "--", *taker("good")]) == 2
    assert "only one of --json, --junit, --html and --badge" in capsys.readouterr().err


def test_where_reports_go_is_tried_out_first_and_an_old_report_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, started = tmp_path / "old.json", tmp_path / "started"
    old.write_text("old", encoding="utf-8")
    program = [sys.executable, "-c", f"open({str(started)!r}, 'w').close()"]
    assert main(["check", "--json", str(old), "--junit", str(tmp_path), "--", *program]) == 2
    assert main(["check", "--json", str(old), "--", "./no-such-program"]) == 2
    assert capsys.readouterr().err.count("\n") == 2
    assert old.read_text(encoding="utf-8") == "old"
    assert not started.exists()


def test_a_report_is_written_as_junit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "report.xml"
    found = totals(checked("reports an error", "--junit", str(path), capsys=capsys))
    root = ET.parse(path).getroot()
    assert root.attrib["failures"] == str(found[FAILED])
    assert root.attrib["tests"] == str(sum(found.values()))
    assert len(root.findall("testsuite/testcase")) == sum(found.values())
    assert len(root.findall("testsuite/testcase/failure")) == found[FAILED]
    assert len(root.findall("testsuite/testcase/skipped")) == found[SKIPPED]


def test_a_bar_is_shown_on_a_terminal_and_nowhere_else() -> None:
    terminal, file = Terminal(), io.StringIO()
    for stream in (terminal, file):
        bar = Progress(stream, "questions")
        assert check_program(taker("good"), only=[RULE], progress=bar.show).ok
        bar.clear()
    assert f"{len(ONES)} of " in terminal.getvalue()
    assert terminal.getvalue().endswith("\x1b[K")
    assert not file.getvalue()


def test_a_program_is_ended_with_whatever_it_has_started(tmp_path: Path) -> None:
    lock, witness = tmp_path / "lock", tmp_path / "alive"
    child = f"""
import fcntl, time
with open({str(lock)!r}, "w") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    print("ready", flush=True)
    time.sleep(30)
    open({str(witness)!r}, "w").close()
"""
    parent = f"""
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {child!r}], stdout=subprocess.PIPE)
child.stdout.readline()
sys.stdin.readline()
print('{{"id": "hello"}}', flush=True)
sys.stdin.readline()
"""
    with Program([sys.executable, "-c", parent]) as program:
        assert program(HELLO) == {"id": "hello"}
    with lock.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # waits for the child to end
    assert not witness.exists()


# Serving


def served(*lines: bytes, version: str = "") -> list[dict[str, Any]]:
    answers = io.BytesIO()
    serve(io.BytesIO(b"\n".join(lines) + b"\n"), answers, version)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_serving_tells_the_version_that_it_was_given() -> None:
    assert [said["version"] for said in served(json.dumps(HELLO).encode(), version="7.0")] == ["7.0"]
    program = [sys.executable, "-m", "granada", "serve"]
    assert check_program(program, only=[ONES[0].id]).name == f"granada {__version__}"


def test_serving_says_hello_and_answers_line_by_line() -> None:
    hello, said = served(json.dumps(HELLO).encode(), json.dumps(ONES[0].question).encode())
    assert hello["id"] == "hello"
    assert hello["rulings"] == "any"
    assert said == json.loads(json.dumps(answer(ONES[0].question)))


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"[" * 100_000,
        b"\xff\xfe",
        b'{"id": NaN}',
        b'{"id": 1, "id": 2}',
        b"9" * 10_000,
        b"null",
        b'"a"',
        b"[]",
        b"{}",
        b'{"id": {"a": [1]}, "kind": ["take"]}',
        b'{"id": "x", "kind": "take"}',
        b'{"id": "x", "kind": "take", "given": []}',
        b'{"id": "x", "kind": "take", "given": {"display": 7, "do": {}}}',
        b'{"id": "x", "kind": "game", "given": {"record": 7}}',
        b'{"id": "x", "kind": "game", "given": {"record": [7]}}',
        b'{"id": "x", "kind": "score", "given": {"cities": [{"0,1": 5}], "round": "Z"}}',
        b'{"id": "x", "kind": "score", "given": {"cities": [], "round": "A", "rulings": {"hut_cap": 99}}}',
        b'{"id": "x", "kind": "award", "given": {"yard": {}, "hands": "b1"}}',
        b'{"id": "x", "kind": "buy", "given": {"hand": "b1", "space": 1e99, "tile": "park6", "do": "pass"}}',
        b'{"id": "\\ud800", "kind": "\\ud800"}',
        b'{"id": "x", "kind": "notation", "given": {"of": "card", "text": "\\ud800"}}',
        b'{"id": "x", "kind": "' + b"y" * 100_000 + b'"}',
    ],
)
def test_serving_answers_a_hostile_line_with_an_error_and_goes_on(line: bytes) -> None:
    said, after = served(line, json.dumps(ONES[0].question).encode())
    assert "error" in said
    assert len(str(said["error"])) < 3_000
    assert after["id"] == ONES[0].id


def test_a_line_that_is_too_long_is_skipped() -> None:
    said, after = served(b'"' + b"x" * 10_000_001 + b'"', json.dumps(HELLO).encode())
    assert said == {"id": None, "error": "a question has at most 10,000,000 bytes"}
    assert after["id"] == "hello"


def test_a_line_that_cannot_be_read_has_no_id() -> None:
    assert reply(b"{")["id"] is None
