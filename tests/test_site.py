"""The documentation site: it builds without a warning, its links lead somewhere, and all that it shows was run."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable
from doctest import ELLIPSIS, OutputChecker
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from attrs import Factory, define

import granada
from granada import Rule
from granada.__main__ import main
from granada.checking.checker import check_program
from granada.commands.command_line import COMMANDS
from granada.languages import Language, codes
from granada.questions.protocol import answer
from granada.rulebook import BOOKS, READINGS, Book, Rulings, differences
from granada.spec.book_sentences import sentences_of
from granada.spec.cases import read_case, slug
from granada.spec.chapters import ORDER, read_chapters
from granada.spec.suite import cases, chapter_of

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(granada.__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)
FENCES = re.compile(r"^(`{3,})([^\n]*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


TAG = re.compile(r"<([a-z][a-z0-9]*)((?:\s+[\w:.-]+(?:=\"[^\"]*\")?)*)\s*/?>")
ATTRIBUTE = re.compile(r"([\w:.-]+)=\"([^\"]*)\"")


@define
class Page:
    """What a page holds: where one can jump to, where its links lead, and what it fetches."""

    ids: set[str] = Factory(set)
    links: list[str] = Factory(list)
    fetched: list[str] = Factory(list)
    images: list[dict[str, str]] = Factory(list)

    def note(self, tag: str, attributes: str) -> None:
        """Note what a tag refers to."""
        given = {name: unescape(value) for name, value in ATTRIBUTE.findall(attributes)}
        if "id" in given:
            self.ids.add(given["id"])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "link" and given.get("rel") not in {"index", "search", "next", "prev", "canonical"}:
            self.fetched.append(given.get("href", ""))
        if tag in {"script", "img", "iframe", "source", "video", "audio", "embed"} and "src" in given:
            self.fetched.append(given["src"])
        if tag == "img":
            self.images.append(given)


@cache
def pages(site: Path) -> dict[str, Page]:
    """All pages by their address."""
    found = {}
    for path in sorted(site.rglob("*.html")):
        page = found[path.relative_to(site).as_posix()] = Page()
        for tag, attributes in TAG.findall(path.read_text(encoding="utf-8")):
            page.note(tag, attributes)
    return found


# What the pages hold


def test_every_link_inside_the_site_leads_somewhere(site: Path) -> None:
    lost, asked = [], set()
    for address, page in pages(site).items():
        for link in page.links:
            parts = urlsplit(urljoin(f"http://site/{address}", link))
            if parts.netloc != "site":
                continue
            target, anchor = unquote(parts.path).lstrip("/"), unquote(parts.fragment)
            if target == "ask.html" and anchor.startswith(("case=", "q=")):
                asked.add(anchor.partition("=")[2])
                continue
            if (target, anchor) == ("play.html", "learn"):  # the page begins the first game
                continue
            if not (site / target).is_file() or (anchor and anchor not in pages(site)[target].ids):
                lost.append(f"{address}: {link}")
    assert lost == []
    assert {case.twin_of or case.id for case in cases()} <= asked


def test_every_chapter_has_its_page() -> None:
    assert {path.stem for path in (DOCS / "rulebook").glob("*.md")} == {*ORDER, *codes(), "index"} - {"en"}


def test_every_rule_and_every_case_has_its_anchor(site: Path) -> None:
    for rule in Rule:
        assert str(rule) in pages(site)[f"rulebook/{rule.chapter}.html"].ids
    for case in cases():
        assert (case.twin_of or case.id) in pages(site)[f"rulebook/{chapter_of()[case.rule]}.html"].ids


def letters(text: str) -> str:
    """A text without its punctuation, which Markdown and typography change."""
    return re.sub(r"\W+", "", re.sub(r"\]\([^)]*\)", "", text))


def _parts(sources: tuple[str, ...]) -> list[str]:
    """What the sources say, piece by piece: on the page the English stands before the words of the book."""
    return [part for source in sources for part in re.split(r'["()]', source)]


@pytest.mark.long
def test_all_that_a_chapter_says_is_on_its_page(site: Path) -> None:
    for chapter in read_chapters():
        shown = shown_on(site, f"rulebook/{chapter.name}.html")
        for rule in chapter.rules:
            said = [rule.text, *_parts(rule.sources), *rule.ruling.split("\n\n"), *(case.name for case in rule.cases)]
            assert [text for text in said if letters(text) not in shown] == []


def test_every_ruling_is_on_the_page_of_rulings(site: Path) -> None:
    ruled = {rule.rule for chapter in read_chapters() for rule in chapter.rules if rule.ruling}
    assert ruled <= pages(site)["rulings.html"].ids


def shown_on(site: Path, address: str) -> str:
    """The letters that a page shows."""
    return letters(unescape(re.sub(r"<[^>]+>", "", (site / address).read_text(encoding="utf-8"))))


@pytest.mark.long
def test_every_difference_is_on_the_page_of_its_chapter_and_of_its_book(site: Path) -> None:
    for difference in differences():
        parts = (difference.words, difference.english, difference.consequence, difference.reason)
        chapter = shown_on(site, f"rulebook/{chapter_of()[difference.rule]}.html")
        book = shown_on(site, f"books/{slug(difference.book)}.html")
        assert [part for part in parts if letters(part) not in chapter] == []
        assert [part for part in parts if letters(part) not in book] == []


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_a_page_sets_a_book_beside_the_others_and_can_be_filtered(site: Path, book: Book) -> None:
    page = (site / "books" / f"{slug(book.name)}.html").read_text(encoding="utf-8")
    rows = re.findall(r'<tr id="([a-z0-9-]+)" data-chapter="([^"]+)" data-status="([^"]+)" data-game="([^"]+)"', page)
    mine = {each.rule for each in differences() if each.book == book.name}
    assert mine <= {rule for rule, *_ in rows}
    statuses = {status for each in rows for status in each[2].split("|")}
    assert "differs, but nobody plays the difference" in statuses
    editions = {Rulings.edition(book.language, game) for game in book.games}
    assert ("differs, and its edition plays the difference" in statuses) == (editions != {Rulings()})
    for game in book.games:
        assert repr(Rulings.edition(book.language, game)) in unescape(re.sub(r"<[^>]+>", "", page))


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_a_page_goes_along_its_book_sentence_by_sentence(site: Path, book: Book) -> None:
    page = (site / "books" / f"{slug(book.name)}.html").read_text(encoding="utf-8")
    cells = r'<td data-head="place">(.*?)</td><td data-head="first words">(.*?)</td>(.*?)</tr>'
    rows = re.findall(cells, page, re.DOTALL)
    found = sentences_of(book.name)
    assert [(place, unescape(begins).removesuffix(" …")) for place, begins, _ in rows] == [
        (f"{each.paragraph}.{each.number}", each.begins) for each in found
    ]
    for (_, _, behind), sentence in zip(rows, found, strict=True):
        assert re.findall(r'href="[^"]*#([a-z0-9-]+)"', behind) == [*sentence.rules]
        assert behind.count("<q>") == len(sentence.quoted)


def test_the_rulings_are_a_table_with_a_filter_for_chapter_book_and_reading(site: Path) -> None:
    page = (site / "rulings.html").read_text(encoding="utf-8")
    assert 'data-for="table-of-rulings" data-keys="chapter book reading"' in page
    rows = re.findall(r'<tr id="([a-z0-9-]+)" data-chapter="([^"]+)" data-book="([^"]*)" data-reading="([^"]*)"', page)
    ruled = [rule.rule for chapter in read_chapters() for rule in chapter.rules if rule.ruling]
    assert [rule for rule, *_ in rows] == ruled
    assert {name for *_, readings in rows for name in readings.split("|") if name} == set(READINGS)
    assert {name for _, _, books, _ in rows for name in books.split("|") if name} == {book.name for book in BOOKS}


def test_every_public_name_is_on_the_page_of_the_api(site: Path) -> None:
    games = {"GRANADA", "ALHAMBRA", "COMBINED", "Event"}  # the games are named in a sentence, events have their room
    ids = {name.lower().replace("_", "-") for name in {*granada.__all__} - games}
    assert ids <= pages(site)["api.html"].ids


def test_every_picture_is_there_tells_its_size_and_can_be_heard(site: Path) -> None:
    for address, page in pages(site).items():
        for image in page.images:
            path = site / urlsplit(urljoin(f"http://site/{address}", image["src"])).path.lstrip("/")
            assert path.is_file(), image
            assert int(image["width"]) > 0
            assert int(image["height"]) > 0
            assert image["alt"]


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for address, page in pages(site).items():
        assert [each for each in page.fetched if urlsplit(each).netloc or urlsplit(each).scheme] == [], address
    for path in [*site.rglob("*.css"), *site.rglob("*.svg")]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"@import|url\(\s*['\"]?(?:https?:)?//|href=['\"](?:https?:)?//", text), path


# What the pages say was run: doctests run by themselves, the rest here


def fences(path: Path, kind: str) -> list[str]:
    """The blocks of a kind on a page."""
    return [body for _, name, body in FENCES.findall(path.read_text(encoding="utf-8")) if name == kind]


def named(path: Path) -> str:
    return path.relative_to(DOCS).as_posix()


def test_every_block_of_code_is_of_a_kind_that_is_checked() -> None:
    for path in PAGES:
        for _, kind, body in FENCES.findall(path.read_text(encoding="utf-8")):
            assert kind in {"python", "py", "console", "sh", "json", "toml", "", "text"} or kind.startswith("{"), named(
                path
            )
            assert kind != "python" or body.startswith(">>> "), named(path)
            assert kind not in {"", "text"} or ">>> " not in body, named(path)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.long] * (path.stem == "tournaments"))
        for path in PAGES
        if fences(path, "console")
    ],
    ids=named,
)
def test_what_the_terminal_shows_is_what_it_said(path: Path, tmp_path: Path, terminal: Terminal) -> None:
    for body in fences(path, "console"):
        for command, expected in told(body):
            if command.startswith("cat "):
                (tmp_path / command.removeprefix("cat ")).write_text(expected, encoding="utf-8")
            else:
                said = terminal(command)
                assert OutputChecker().check_output(expected, said, ELLIPSIS), f"{command}\n{said}"


def told(body: str) -> Iterator[tuple[str, str]]:
    """The commands of a transcript, each with what it printed."""
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected


Terminal = Callable[[str], str]


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    """What a command prints that is typed in an empty folder; ``granada`` is the one that is being tested."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")

    def typed(command: str) -> str:
        command, _, source = command.partition(" < ")
        own = [sys.executable, "-m", "granada"]
        first, *words = shlex.split(command)
        assert first == "granada"
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(source).read_bytes() if source else b"")))
        main([part for word in words for part in (own if word == "granada" else [word])])
        return "".join(capsys.readouterr())

    return typed


DEVELOPING = [["python", "-m", "pip", "install", "-e", ".[dev]"], ["pytest"]]
"""What whoever works on the package types first."""


def is_module(words: list[str]) -> bool:
    """Whether a command runs a program of the tests that is there."""
    return words[:2] == ["python", "-m"] and (ROOT / f"{words[2].replace('.', '/')}.py").exists()


def test_a_case_on_a_page_is_a_case() -> None:
    found = [body for path in PAGES for body in fences(path, "toml")]
    assert found
    for body in found:
        for case in tomllib.loads(body)["case"]:
            assert answer(read_case("cell-is-free", case).question)["legal"]


def test_commands_that_are_only_named_have_the_options_that_they_are_given(terminal: Terminal) -> None:
    lines = [line for path in PAGES for body in fences(path, "sh") for line in body.splitlines()]
    for line in lines:
        words = shlex.split(re.sub(r"^[A-Z]+=\S+ ", "", line).partition(" -- ")[0])
        if words[0] == "granada":
            assert words[1] in COMMANDS
            helped = terminal(f"granada {words[1]} --help")
            assert all(word in helped for word in words if word.startswith("--"))
        elif words[1:] and words[1].startswith(("tests/", "docs/")):
            helped = subprocess.run(
                [sys.executable, *words[1:2], "--help"], cwd=ROOT, capture_output=True, text=True, check=True
            ).stdout
            assert all(word in helped for word in words if word.startswith("--"))
        else:
            assert words in (["python", "-m", "pip", "install", "."], *DEVELOPING) or is_module(words)


def test_json_on_a_page_is_json() -> None:
    for path in PAGES:
        for body in fences(path, "json"):
            for line in body.splitlines():
                assert json.loads(line)["id"]


def test_the_adapter_on_the_page_takes_part(tmp_path: Path) -> None:
    page = DOCS / "checking.md"
    head = next(body for body in fences(page, "python") if "def answer" in body)
    source = "".join(f"{line[4:]}\n" for line in head.splitlines())
    program = tmp_path / "taker.py"
    program.write_text(source + "".join(fences(page, "py")), encoding="utf-8")
    report = check_program([sys.executable, str(program)], only=["take-several-up-to-five", "take-at-least-one"])
    assert report.ok
    assert report.count("passed") > 10


@pytest.mark.parametrize("code", [code for code in codes() if code != "en"])
def test_every_rule_is_on_the_page_of_each_language_and_in_the_sentences_of_the_search(site: Path, code: str) -> None:
    page, say = (site / "rulebook" / f"{code}.html").read_text(encoding="utf-8"), Language(code)
    sentences = json.loads((site / f"sentences-{code}.json").read_text(encoding="utf-8"))
    assert f'<div lang="{code}">' in page
    for rule in Rule:
        assert f'id="{rule}"><h3>{escape(say(rule.sentence))}</h3>' in page
        assert sentences[str(rule)] == say(rule.sentence) != rule.sentence


def _structure(text: str) -> list[str]:
    """The headings, lists, tables and pictures of a page, without words."""
    text = re.sub(r"```(python|\{toctree\}).*?```\n", "", text, flags=re.DOTALL)
    pictures = [f"picture {rows}" for rows in re.findall(r"```\{city\}.*?\n\n(.*?)```", text, flags=re.DOTALL)]
    return [*re.findall(r"^(?:#+|-|\|)(?= )", text, flags=re.MULTILINE), *pictures]


@pytest.mark.parametrize("code", [code for code in codes() if code != "en"])
def test_the_game_in_one_page_has_the_same_parts_in_every_language(code: str) -> None:
    page = (DOCS / "the-game" / f"{code}.md").read_text(encoding="utf-8")
    assert _structure(page) == _structure((DOCS / "the-game.md").read_text(encoding="utf-8"))
    assert page.count(f":language: {code}") == page.count("{city}")
