"""The policy of the pages: all that they do themselves goes on, and what somebody else has put there does not run."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

import granada
from tests.pages.visitor import OPTIONS, chromium

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
SCRIPT = re.compile(r"<script([^>]*)>(.*?)</script>", re.DOTALL)
WATCH = """
window.broken = [];
addEventListener("securitypolicyviolation", (e) => window.broken.push(`${e.violatedDirective} ${e.blockedURI}`));
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=chromium(), args=OPTIONS)
        yield started
        started.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context() as context:
        context.add_init_script(WATCH)
        yield context


def test_every_page_has_a_policy_before_its_first_script(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 40
    for path in pages:
        text = path.read_text(encoding="utf-8")
        (policy,) = POLICY.findall(text)
        assert text.index("Content-Security-Policy") < text.index("<script")
        assert "default-src 'none'" in policy
        assert "unsafe-eval" not in policy
        scripts = policy.partition("script-src")[2].partition(";")[0]
        assert "unsafe-inline" not in scripts
        for attributes, body in SCRIPT.findall(text):
            if "src=" not in attributes and "application/json" not in attributes:
                digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
                assert f"'sha256-{digest}'" in scripts, path


@pytest.mark.parametrize(
    "page",
    [
        "index.html",
        "search.html?q=moat",
        pytest.param("rulings.html", marks=pytest.mark.long),
        pytest.param("api.html", marks=pytest.mark.long),
        pytest.param("worked-examples.html", marks=pytest.mark.long),
        pytest.param("books/granada-hungarian.html", marks=pytest.mark.long),
        pytest.param("genindex.html", marks=pytest.mark.long),
    ],
)
def test_no_page_breaks_its_policy(page: str, visit: BrowserContext, served: str) -> None:
    opened = visit.new_page()
    opened.goto(f"{served}/{page}", wait_until="networkidle")
    assert opened.evaluate("document.body.dataset.theme") == "auto"
    assert opened.evaluate("window.broken") == []


@pytest.mark.long
def test_the_pages_with_the_engine_do_not_break_theirs(visit: BrowserContext, served: str) -> None:
    opened = visit.new_page()
    opened.goto(f"{served}/play.html")
    opened.click('[data-command="quick"]')
    opened.wait_for_selector(".play-table:not([hidden])", timeout=120_000)
    assert opened.evaluate("window.broken") == []
    opened.goto(f"{served}/ask.html", wait_until="networkidle")
    assert opened.evaluate("window.broken") == []


INJECTED = """
() => {
  window.ran = [];
  const script = document.createElement("script");
  script.textContent = "window.ran.push('script')";
  document.body.append(script);
  const image = document.createElement("div");
  image.innerHTML = `<img src="x" onerror="window.ran.push('handler')">
    <a href="javascript:window.ran.push('link')">x</a>`;
  document.body.append(image);
  image.querySelector("a").click();
  const elsewhere = document.createElement("script");
  elsewhere.src = "https://elsewhere.example/x.js";
  document.body.append(elsewhere);
  const base = document.createElement("base");
  base.href = "https://elsewhere.example/";
  document.head.append(base);
  const found = () => [window.ran, new Set(window.broken).size, document.baseURI];
  return new Promise((give) => setTimeout(() => give(found()), 500));
}
"""


@pytest.mark.parametrize("page", ["index.html", "play.html", "ask.html"])
def test_what_is_put_into_a_page_does_not_run(page: str, visit: BrowserContext, served: str) -> None:
    opened = visit.new_page()
    opened.goto(f"{served}/{page}")
    ran, broken, base = opened.evaluate(INJECTED)
    assert ran == []
    assert broken >= 3
    assert base.startswith(served)


MARKUP = "<img src=x onerror=\"window.ran='yes'\"><script>window.ran='yes'</script>"


@pytest.mark.long
def test_markup_in_a_record_of_somebody_else_stays_text(visit: BrowserContext, served: str) -> None:
    record = granada.play([granada.RandomBot(), granada.RandomBot()])
    lines = granada.to_json(record).splitlines()
    about = {"names": [MARKUP, MARKUP], "bots": [MARKUP, "builder"], "place": MARKUP, "__proto__": {"ran": "yes"}}
    head = {**json.loads(lines[0]), "about": about}
    opened = visit.new_page()
    flaws: list[str] = []
    opened.on("pageerror", lambda flaw: flaws.append(str(flaw)))
    opened.goto(f"{served}/play.html")
    file = opened.locator('input[type="file"]').first
    file.wait_for(state="attached", timeout=120_000)
    for text in (
        "\n".join([json.dumps(head), *lines[1:]]),
        "\n".join([json.dumps({**json.loads(lines[0]), "about": {"names": [MARKUP]}}), *lines[1:9]]),
        f'{{"game": "{html.escape(MARKUP)}"}}',
        MARKUP,
    ):
        file = opened.locator('input[type="file"]').first
        file.set_input_files({"name": f"{MARKUP}.jsonl", "mimeType": "text/plain", "buffer": text.encode()})
        opened.wait_for_timeout(1_500)
        assert opened.evaluate("[window.ran, {}.ran]") == [None, None]
        assert opened.evaluate("document.querySelectorAll('img[onerror]').length") == 0
        opened.goto("about:blank")
        opened.goto(f"{served}/play.html")
        opened.locator('input[type="file"]').first.wait_for(state="attached", timeout=120_000)
    assert flaws == []
