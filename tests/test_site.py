"""The documentation site: it builds without a warning, its links lead somewhere, and all that it shows was run."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from doctest import ELLIPSIS, OutputChecker
from functools import cache, partial
from html import unescape
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from attrs import Factory, define

import granada
from granada import Rule
from granada.__main__ import COMMANDS
from granada.checking.checker import check_program
from granada.rulebook import BOOKS, Book, Rulings, differences
from granada.spec.bearing import READINGS
from granada.spec.cases import slug
from granada.spec.chapters import ORDER, read_chapters
from granada.spec.suite import cases, chapter_of

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(granada.__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)
FENCES = re.compile(r"^(`{3,})([^\n]*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}


# The site, built once


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; when several workers run the tests, the first one builds it for all."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return build(tmp_path_factory.mktemp("site"))
    shared = tmp_path_factory.getbasetemp().parent / "site"
    try:
        shared.mkdir()
    except FileExistsError:
        return awaited(shared)
    try:
        build(shared / "html")
    finally:
        (shared / "done").touch()
    return shared / "html"


def build(out: Path) -> Path:
    """Build the site; a warning is an error."""
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", str(DOCS), str(out)]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)  # noqa: S603  Sphinx
    assert run.returncode == 0, run.stderr
    return out


def awaited(shared: Path) -> Path:
    """The site, as soon as another worker has built it."""
    while not (shared / "done").exists():
        sleep(0.2)
    assert (shared / "html" / "search.html").exists(), "the other worker tells why"
    return shared / "html"


@define
class Page(HTMLParser):
    """What a page holds: where one can jump to, where its links lead, and what it fetches."""

    ids: set[str] = Factory(set)
    links: list[str] = Factory(list)
    fetched: list[str] = Factory(list)
    images: list[dict[str, str]] = Factory(list)

    def __attrs_pre_init__(self) -> None:
        """Begin as every parser does."""
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag refers to."""
        given = {name: value or "" for name, value in attrs}
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
        page.feed(path.read_text(encoding="utf-8"))
    return found


# What the pages hold


def test_every_link_inside_the_site_leads_somewhere(site: Path) -> None:
    lost = []
    for address, page in pages(site).items():
        for link in page.links:
            parts = urlsplit(urljoin(f"http://site/{address}", link))
            if parts.netloc != "site":
                continue
            target, anchor = unquote(parts.path).lstrip("/"), unquote(parts.fragment)
            if not (site / target).is_file() or (anchor and anchor not in pages(site)[target].ids):
                lost.append(f"{address}: {link}")
    assert lost == []


def test_every_chapter_has_its_page() -> None:
    assert {path.stem for path in (DOCS / "rulebook").glob("*.md")} == {*ORDER, "index"}


def test_every_rule_and_every_case_has_its_anchor(site: Path) -> None:
    for rule in Rule:
        assert str(rule) in pages(site)[f"rulebook/{rule.chapter}.html"].ids
    for case in cases():
        assert case.written_as in pages(site)[f"rulebook/{chapter_of()[case.rule]}.html"].ids


def letters(text: str) -> str:
    """A text without its punctuation, which Markdown and typography change."""
    return re.sub(r"\W+", "", re.sub(r"\]\([^)]*\)", "", text))


def test_all_that_a_chapter_says_is_on_its_page(site: Path) -> None:
    for chapter in read_chapters():
        page = (site / "rulebook" / f"{chapter.name}.html").read_text(encoding="utf-8")
        shown = letters(unescape(re.sub(r"<[^>]+>", "", page)))
        for rule in chapter.rules:
            said = [rule.text, *rule.sources, *rule.ruling.split("\n\n"), *(case.name for case in rule.cases)]
            assert [text for text in said if letters(text) not in shown] == []


def test_every_ruling_is_on_the_page_of_rulings(site: Path) -> None:
    ruled = {rule.rule for chapter in read_chapters() for rule in chapter.rules if rule.ruling}
    assert ruled <= pages(site)["rulings.html"].ids


def shown_on(site: Path, address: str) -> str:
    """The letters that a page shows."""
    return letters(unescape(re.sub(r"<[^>]+>", "", (site / address).read_text(encoding="utf-8"))))


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
    assert {"differs, and its edition is played so", "differs, and is not played so"} <= {each[2] for each in rows} | {
        status for each in rows for status in each[2].split("|")
    }
    for game in book.games:
        assert repr(Rulings.edition(book.language, game)) in unescape(re.sub(r"<[^>]+>", "", page))


def test_the_rulings_are_a_table_with_a_filter_for_chapter_book_and_reading(site: Path) -> None:
    page = (site / "rulings.html").read_text(encoding="utf-8")
    assert 'data-for="table-of-rulings" data-keys="chapter book reading"' in page
    rows = re.findall(r'<tr id="([a-z0-9-]+)" data-chapter="([^"]+)" data-book="([^"]*)" data-reading="([^"]*)"', page)
    ruled = [rule.rule for chapter in read_chapters() for rule in chapter.rules if rule.ruling]
    assert [rule for rule, *_ in rows] == ruled
    assert {name for *_, readings in rows for name in readings.split("|") if name} == set(READINGS)
    assert {name for _, _, books, _ in rows for name in books.split("|") if name} == {book.name for book in BOOKS}


def test_every_public_name_is_on_the_page_of_the_api(site: Path) -> None:
    assert {f"granada.{name}" for name in granada.__all__} <= pages(site)["api.html"].ids


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
            assert kind in {"python", "py", "console", "sh", "json", "", "text"} or kind.startswith("{"), named(path)
            assert kind != "python" or body.startswith(">>> "), named(path)
            assert kind not in {"", "text"} or ">>> " not in body, named(path)


@pytest.mark.parametrize("path", [path for path in PAGES if fences(path, "console")], ids=named)
def test_what_the_terminal_shows_is_what_it_said(path: Path, tmp_path: Path) -> None:
    for body in fences(path, "console"):
        for command, expected in told(body):
            if command.startswith("cat "):
                (tmp_path / command.removeprefix("cat ")).write_text(expected, encoding="utf-8")
            else:
                said = terminal(command, tmp_path)
                assert OutputChecker().check_output(expected, said, ELLIPSIS), f"{command}\n{said}"


def told(body: str) -> Iterator[tuple[str, str]]:
    """The commands of a transcript, each with what it printed."""
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected


def terminal(command: str, folder: Path) -> str:
    """What a command prints; ``granada`` is the one that is being tested."""
    command, _, source = command.partition(" < ")
    own = [sys.executable, "-m", "granada"]
    words = [part for word in shlex.split(command) for part in (own if word == "granada" else [word])]
    assert words[:3] == own
    text = (folder / source).read_text(encoding="utf-8") if source else ""
    run = subprocess.run(  # noqa: S603  a command of our own
        words, cwd=folder, env=ENVIRONMENT, input=text, capture_output=True, text=True, encoding="utf-8", check=False
    )
    return run.stdout + run.stderr


def test_commands_that_are_only_named_have_the_options_that_they_are_given() -> None:
    lines = [line for path in PAGES for body in fences(path, "sh") for line in body.splitlines()]
    for line in lines:
        words = shlex.split(line.partition(" -- ")[0])
        if words[0] == "granada":
            assert words[1] in COMMANDS
            helped = terminal(f"granada {words[1]} --help", ROOT)
            assert all(word in helped for word in words if word.startswith("--"))
        else:
            assert words == ["python", "-m", "pip", "install", "."]


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


# In a browser

OPENED = ("index.html", "rulebook/building.html", "rulebook/index.html", "rulings.html", "worked-examples.html")
PROBE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="/_static/tile.svg"><pre id="found"></pre>
<iframe id="frame" width="1280" height="900"></iframe><script>
const frame = document.getElementById("frame"), found = {};
const pause = () => new Promise((done) => setTimeout(done, 50));
const shown = (element) => element.getClientRects().length > 0;
const opened = (address) => new Promise((done) => {
  frame.onload = () => done(frame.contentDocument);
  frame.src = address;
});
async function until(holds) {
  for (let tries = 0; tries < 200 && !holds(); tries++) await pause();
}
async function pictures(page) {
  for (const each of page.querySelectorAll("details")) each.open = true;
  const images = [...page.querySelectorAll("article img")];
  for (const image of images) image.loading = "eager";
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
  return images.filter((image) => !image.naturalWidth || !shown(image)).map((image) => image.src);
}
function filtered(page, value) {
  const select = page.querySelector(".rule-filter select");
  if (!select) return null;
  select.value = value;
  select.dispatchEvent(new Event("change"));
  const rules = [...page.querySelectorAll(".rule-tags, .rule-list > li")];
  return rules.filter((each) => shown(each.closest("section, li"))).length;
}
function sifted(page) {
  const select = page.querySelectorAll(".table-filter select")[1];
  if (!select) return null;
  const left = () => [...page.querySelectorAll("table.sifted tbody tr")].filter(shown).length;
  const all = left();
  select.value = "Granada (Italian)";
  select.dispatchEvent(new Event("change"));
  return [all, left()];
}
async function searched(word) {
  const page = await opened("/search.html?q=" + word);
  await until(() => /found|did not/.test(page.querySelector(".search-summary")?.textContent));
  await until(() => page.querySelector("#search-results li a"));
  const links = [...page.querySelectorAll("#search-results li a")].map((link) => new URL(link.href));
  return links.map((link) => link.pathname + link.hash);
}
(async () => {
  for (const address of PAGES) {
    const page = await opened("/" + address);
    const broken = await pictures(page);
    found[address] = { broken, ruled: filtered(page, "ruling"), chosen: filtered(page, "choice"), rows: sifted(page) };
  }
  const name = "no-holes/the-corner-instead";
  const page = await opened("/rulebook/building.html#" + name);
  await until(() => page.getElementById(name).open);
  found.target = page.getElementById(name).open;
  found.search = await searched("hole");
  document.getElementById("found").textContent = JSON.stringify(found);
})();
</script>"""


class Handler(SimpleHTTPRequestHandler):
    """Serves the site, and the page that looks at it."""

    def do_GET(self) -> None:
        """A file, or the probe."""
        if self.path != "/probe":
            super().do_GET()
            return
        body = PROBE.replace("PAGES", json.dumps(OPENED)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def looked_at(browser: str, site: Path) -> tuple[dict[str, Any], list[str]]:
    """What the probe found out, and what the browser complained about."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    options = (
        "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
        "--disable-component-update --disable-sync --disable-dev-shm-usage --enable-logging=stderr --log-level=0 "
        "--virtual-time-budget=120000 --dump-dom"
    )
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            address = f"http://127.0.0.1:{server.server_port}/probe"
            run = subprocess.run(  # noqa: S603  the browser that was found
                [browser, *options.split(), f"--user-data-dir={profile}", address],
                capture_output=True,
                text=True,
                encoding="utf-8",
                timeout=300,
                check=False,
            )
    finally:
        server.shutdown()
        server.server_close()
    told = re.search(r'<pre id="found">(.*?)</pre>', run.stdout, re.DOTALL)
    assert told, run.stderr
    assert told[1], run.stderr
    complaints = [line for line in run.stderr.splitlines() if ":CONSOLE" in line]
    return json.loads(unescape(told[1])), complaints


def indexed(site: Path, word: str) -> set[str]:
    """The pages on which the search finds a word, by its index."""
    text = (site / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(text[text.index("{") : text.rindex("}") + 1])
    found: list[int] = []
    for part in ("terms", "titleterms"):
        numbers = index[part].get(word, [])
        found += numbers if isinstance(numbers, list) else [numbers]
    return {index["docnames"][number] for number in found}


def test_pages_open_without_complaint_and_a_search_for_a_hole_finds_the_rule(site: Path) -> None:
    assert "rulebook/building" in indexed(site, "hole")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        return
    found, complaints = looked_at(browser, site)
    assert complaints == []
    assert found["search"][0] == "/rulebook/building.html#no-holes"
    assert found["target"] is True
    assert [found[address]["broken"] for address in OPENED] == [[]] * len(OPENED)
    ruled = [rule for chapter in read_chapters() for rule in chapter.rules if rule.ruling]
    taken = {each.rule for each in differences() if each.book == "Granada (Italian)" and each.changes_play}
    assert found["rulebook/index.html"]["ruled"] == len(ruled)
    assert found["rulebook/building.html"]["ruled"] == sum(chapter_of()[rule.rule] == "building" for rule in ruled)
    assert 0 < found["rulebook/index.html"]["chosen"] < len(ruled)
    assert found["rulings.html"]["rows"] == [len(ruled), sum(rule.rule in taken for rule in ruled)]
