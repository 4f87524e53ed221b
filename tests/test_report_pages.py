"""What a report says on a page, in JSON and beside others: pictures, facts, several programs side by side."""

from __future__ import annotations

import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from granada.__main__ import main
from granada.checking.checker import check, write_report
from granada.checking.fuzz import fuzz
from granada.checking.pages import as_badge, as_page
from granada.checking.report import Report
from granada.checking.reports import as_data, as_junit
from granada.checking.saved_reports import compared, read_report, report_from, saved
from granada.examining.examiner import meet
from granada.examining.results import FAILED, PASSED, SKIPPED
from granada.fuzzing.random_scores import MEASURING
from granada.judging.question_pictures import pictures
from granada.questions.kinds import KINDS
from granada.questions.protocol import answer
from granada.spec.cases import read_case
from granada.spec.suite import cases
from tests.test_causes import checked, of, right, walls_inside
from tests.test_reports import SCORES, Reply, engine, longer_walls

if TYPE_CHECKING:
    pass

# Pages


class Page(HTMLParser):
    """What a page holds; every element is closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in {"meta", "br", "input"} and not (self.open and self.get_starttag_text().endswith("/>")):  # type: ignore[union-attr]  # there is one
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def named(self, name: str) -> list[dict[str, str | None]]:
        return [attrs for tag, attrs in self.tags if tag == name]


EVIL = "<script>alert(1)</script>\u202e\x07"


def spoilt(kind: str, _: Reply, said: Reply) -> Reply | None:
    """Wrong about everything, with foul words."""
    del kind
    return {"legal": not said["legal"], "note": EVIL} if "legal" in said else {"error": EVIL, "points": EVIL}


@pytest.fixture(scope="module")
def foul() -> Report:
    examiner = meet(engine(spoilt, name=EVIL))
    some = [next(case for case in cases() if case.kind == kind) for kind in KINDS]
    return Report(tuple(map(examiner.ask, some)), examiner.name)


def test_a_page_needs_nothing_else_and_has_a_picture_of_every_failure(foul: Report) -> None:
    text = as_page([report_from(as_data(foul))])
    page = Page(text)
    failures = [attrs for attrs in page.named("article") if attrs["class"] == "failure"]
    assert len(failures) == foul.count(FAILED) == len(KINDS)
    assert text.count('<div class="pictures">') >= len(KINDS) - 1  # a text has no picture
    outside = re.findall(r"https?://[^\"'\s<)]*", text)
    assert set(outside) == {"http://www.w3.org/2000/svg"}
    assert not {"link", "img", "iframe"} & {tag for tag, _ in page.tags}
    assert 'name="viewport"' in text


def test_foreign_words_stay_words(foul: Report) -> None:
    text = as_page([report_from(as_data(foul))])
    assert len(Page(text).named("script")) == 1
    assert "\u202e" not in text
    assert "\x07" not in text
    assert "&lt;script&gt;alert(1)" in text
    badge = as_badge(report_from(as_data(foul)))
    assert ET.fromstring(badge).tag.endswith("svg")


def test_a_page_has_the_sentence_of_the_reading_that_was_asked() -> None:
    name = "take-several-up-to-five/five-in-two-cards-by-the-italian-text"
    report = check(engine(lambda *_: {"legal": True}), only=[name])
    page = as_page([report_from(as_data(report))])
    assert "worth at most 4" in page
    assert "worth at most 5" not in page


def test_a_page_can_be_filtered_by_every_rule_that_failed(foul: Report) -> None:
    page = Page(as_page([report_from(as_data(foul))]))
    options = {attrs["value"] for attrs in page.named("option")}
    rules = {rule for attrs in page.named("article") for rule in (attrs["data-rules"] or "").split()}
    assert rules == options - {""} == {result.case.rule for result in foul.failed}


def test_the_causes_on_top_lead_to_their_cards_and_long_lists_of_cases_are_folded() -> None:
    report = check(engine(lambda *_: {"legal": True}), only=["no-holes", "moats-match"])
    text = as_page([report_from(as_data(report))])
    page = Page(text)
    links = [attrs["href"] for attrs in page.named("a") if (attrs["href"] or "").startswith("#cause-")]
    assert links == [f"#{attrs['id']}" for attrs in page.named("article")]
    assert len(links) == len(report.causes) > 1
    assert text.index(str(links[0])) < text.index("<article")
    likes = re.findall(r"<details><summary>(\d+) more like it</summary><p>([^<]*)</p></details>", text)
    assert [int(number) for number, _ in likes] == [len(cause.failures) - 1 for cause in report.causes]
    assert all(names.count(", ") == int(number) - 1 for number, names in likes)


def test_a_page_without_failures_says_so() -> None:
    text = as_page([report_from(as_data(check(answer, only=["no-holes"])))])
    assert "There are none." in text
    assert not Page(text).named("script")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "notation"])
def test_every_kind_of_question_has_a_picture(kind: str) -> None:
    some = [case for case in cases() if case.kind == kind][::20][:5]
    for case in some:
        found = [svg for _, svg in pictures(case.asked)]
        assert found
        for svg in found:
            assert ET.fromstring(svg).tag.endswith("svg")
            assert "<style>" in svg


# Comparing


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The reports on two versions of a program, as files."""
    folder = tmp_path_factory.mktemp("reports")
    reports = [
        check(engine(lambda *_: None, name="mine", version="2"), only=["no-holes", "walkable"]),
        check(engine(lambda k, _, said: {"legal": True} if k == "place" else said, name="mine"), only=["no-holes"]),
    ]
    paths = [folder / f"{number}.json" for number in range(2)]
    for path, report in zip(paths, reports, strict=True):
        path.write_text(json.dumps(as_data(report)), encoding="utf-8")
    return [str(path) for path in paths]


def test_reports_are_compared_rule_by_rule(two: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page, badge = tmp_path / "page.html", tmp_path / "badge.svg"
    assert main(["report", *two, "--html", str(page), "--badge", str(badge)]) == 0
    out = capsys.readouterr().out
    row = next(line for line in out.splitlines() if " no-holes " in line)
    assert row.endswith("<-")
    passed, asked = row.split()[2].split("/")
    assert passed == asked
    assert " - " not in row
    assert re.search(r"walkable +[0-9]+/[0-9]+ +-$", out, re.MULTILINE)
    text = page.read_text(encoding="utf-8")
    found = Page(text)
    assert "as expected" in text
    assert {attrs.get("data-programs") for attrs in found.named("article")} == {"1"}
    assert "all " in badge.read_text(encoding="utf-8")


def test_one_of_the_files_of_a_report_may_go_to_standard_output(
    two: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", two[0], "--html", "-"]) == 0
    told_ = capsys.readouterr()
    assert Page(told_.out).named("article") == []
    assert "no-holes" in told_.err
    assert main(["report", two[0], "--html", "-", "--badge", "-"]) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "JSON"),
        ("[]", "this is not a report"),
        ('{"format": 1}', "this is not a report"),
        ('{"format": 9, "results": []}', "the format must be 1, not 9"),
        ('{"format": 1, "name": 7, "results": []}', "the name of a program must be a text"),
        ('{"format": 1, "results": [7]}', "result 1 must be an object"),
        ('{"format": 1, "results": [{"id": 7}]}', "result 1: id must be a text, not 7"),
        (
            '{"format": 1, "results": [{"id": "a", "chapter": "", "rule": "", "kind": "", "status": "fine"}]}',
            "result 1: status must be one of",
        ),
        ('{"format": 1, "results": [], "causes": [7]}', "cause 1 must be an object"),
        ('{"format": 1, "results": [], "causes": [{}]}', "the example of cause 1 must be an object"),
    ],
)
def test_what_is_no_report_is_refused(text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "report.json"
    path.write_text(text, encoding="utf-8")
    assert main(["report", str(path)]) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert "report.json" in complaint
    assert complaint.count("\n") == 1


def test_a_report_that_somebody_changed_still_makes_a_page() -> None:
    line = {"id": "x", "chapter": "c", "rule": "r", "kind": "k", "status": FAILED, "rows": [7, {"came": {}}]}
    odd = {
        **line,
        "question": {"given": {"city": 7}},
        "expected": {"broken": 7},
        "answer": [EVIL],
        "why": [],
    }
    some = [line, odd, {**line, "question": {"kind": []}}]
    causes = [{"example": each, "toml": 7, "failures": 7} for each in some]
    text = as_page([report_from({"format": 1, "results": some, "causes": causes})])
    assert len([a for a in Page(text).named("article") if a["class"] == "failure"]) == 3


def test_a_report_that_is_read_again_is_the_same(foul: Report) -> None:
    again = read_report(json.dumps(as_data(foul)))
    assert {status: again.count(status) for status in (PASSED, FAILED, SKIPPED)} == {
        status: foul.count(status) for status in (PASSED, FAILED, SKIPPED)
    }
    assert dict(again.by_rule) == foul.by_rule
    assert saved(foul) == evolve(again, results=tuple(evolve(each, asks="") for each in again.results))
    assert compared([again, again]).count("<-") == 0


def test_random_questions_are_told_by_what_they_were_drawn_for() -> None:
    report = fuzz(engine(lambda *_: None, kinds=["moat"], games=["alhambra"]), 2 * len(MEASURING))
    lines = str(report).splitlines()
    at = lines.index("random questions, by the situation that they test")
    assert lines[at + 1].startswith(f"moat        {2 * len(MEASURING)}  ")
    assert "into a nook 2" in " ".join(line.strip() for line in lines[at:])
    assert {line["stratum"] for line in as_data(report)["results"]} == {name for _, name in report.strata}
    page = as_page([report_from(as_data(report))])
    assert '<td>moat</td><td>into a nook</td><td class="number good">2' in page


def test_a_shrunk_disagreement_is_a_case_that_can_be_pasted() -> None:
    report = fuzz(engine(longer_walls, kinds=["moat"], games=["alhambra"]), 5)
    (cause,) = [each for each in report.causes if each.toml]
    assert read_case("longest-wall", cause.example.case.written).expect == {"result": 0}


def test_terminal_page_json_and_junit_say_the_same() -> None:
    report = checked(walls_inside, of("moat", "score"))
    out = io.StringIO()
    write_report(report, out)
    data = as_data(report)
    page = as_page([report_from(data)])
    (cause,) = report.causes
    for text in (out.getvalue(), page, json.dumps(data), as_junit(report)):
        assert cause.sentence in text
    assert report.headline in out.getvalue()
    assert report.headline in page
    assert data["headline"] == report.headline
    assert data["summary"][0].startswith(f"1. {cause.sentence} [{cause.rule}; ")
    assert data["causes"][0]["failures"] == list(cause.failures)
    tree = ET.fromstring(as_junit(report))
    assert int(tree.attrib["tests"]) == len(report.results)
    failures = [failure.attrib["message"] for failure in tree.iter("failure")]
    assert failures == [result.why.partition("\n")[0] for result in report.failed]
    assert all(f"cause: {cause.sentence}" in (failure.text or "") for failure in tree.iter("failure"))


def test_reports_are_compared_by_what_is_asked_and_not_by_its_name() -> None:
    some = of("moat")
    old = as_data(checked(walls_inside, some))
    for result in old["results"]:
        result["id"] = f"formerly/{result['id'].partition('/')[2]}"
    new = as_data(checked(right, some))
    text = compared([report_from(old), report_from(new)])
    wrong = [result for result in old["results"] if result["status"] == FAILED]
    assert f"{len(wrong)} became right from report 1 to report 2: " in text


# Facts before explanations


def test_every_case_is_counted_under_its_own_rule_whatever_explains_it() -> None:
    def second_gets_nothing(kind: str, given: Reply, said: Reply) -> Reply | None:
        """Only who has the most of everything gets points: ties, Dirk and second places go wrong with it."""
        most = max(said["points"]) if kind == "score" else 0
        return {**said, "points": [p if p == most else 0 for p in said["points"]]} if given["game"] else None

    some = [case for case in SCORES if case.given["game"] == "alhambra" and not case.given.get("modules")]
    report = check(engine(second_gets_nothing, games=["alhambra"], modules=[]), cases=some)
    wrong = [result.case for result in report.failed]
    assert len({case.rule for case in wrong}) > 2
    for (_, rule), counts in report.by_rule.items():
        assert counts[FAILED] == sum(case.rule == rule for case in wrong)
    data, tree = as_data(report), ET.fromstring(as_junit(report))
    assert {(each["id"], each["rule"]) for each in data["results"]} == {(case.id, case.rule) for case in some}
    rows = {
        line.split()[1]: line.split()[2:] for line in compared([report_from(data), report_from(data)]).splitlines()[:-3]
    }
    for (_, rule), counts in report.by_rule.items():
        right = f"{counts[PASSED]}/{counts[PASSED] + counts[FAILED]}"
        assert counts[PASSED] + counts[FAILED] == 0 or rows[rule] == [right, right]
    names = {(each.attrib["name"], each.attrib["classname"].partition(".")[2]) for each in tree.iter("testcase")}
    assert names == {(case.id, case.rule) for case in some}
    explained = [name for cause in data["causes"] for name in cause["failures"]]
    assert sorted(explained) == sorted(case.id for case in wrong)
    page = Page(as_page([report_from(data)]))
    shown = {rule for attrs in page.named("article") for rule in (attrs["data-rules"] or "").split()}
    assert shown >= {case.rule for case in wrong}


def test_a_name_that_nothing_has_is_refused_in_python_too() -> None:
    with pytest.raises(ValueError, match="there is no chapter, rule or case 'walkabel'"):
        check(answer, only=["walkabel"])
