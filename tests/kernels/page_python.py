"""Python in a page of the site, in Chromium, with or without the kernel."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, sync_playwright

from tests.conftest import Quiet
from tests.pages.visitor import OPTIONS, chromium

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

IMPORTED = """
import json
from random import Random
from time import perf_counter
from typing import Any
import granada
from granada.fast import Position
"""
"""What a function needs whose text is run there."""
IN_PYTHON = """async ([code, hasKernel]) => {
  const engine = new URL("_engine/", location.href).href;
  const unpacked = async (name, type) => {
    const whole = (await fetch(`${engine}${name}.packed`)).body.pipeThrough(new DecompressionStream("gzip"));
    return new Response(whole, { headers: { "Content-Type": type } }).blob();
  };
  const address = async (name, type) => URL.createObjectURL(await unpacked(name, type));
  const { loadPyodide } = await import(`${engine}pyodide.mjs`);
  const { default: createPyodideModule } = await import(await address("pyodide.asm.mjs", "text/javascript"));
  const { lock } = await (await fetch(`${engine}contents.json`)).json();
  const program = await unpacked("pyodide.asm.wasm", "application/wasm");
  const plain = window.fetch.bind(window);
  window.fetch = async (asked, ...more) => (String(asked).endsWith("pyodide.asm.wasm")
    ? new Response(program, { headers: { "Content-Type": program.type } }) : plain(asked, ...more));
  const python = await loadPyodide({ indexURL: engine, lockFileContents: lock, createPyodideModule,
    packageBaseUrl: engine, stdLibURL: await address("python.zip", "application/zip") });
  if (hasKernel) {
    const { kernelOf } = await import(new URL("_static/shared/kernel.js", location.href).href);
    const kernel = await unpacked("kernel.wasm", "application/wasm");
    python.registerJsModule("_granada_wasm", kernelOf(await WebAssembly.compile(await kernel.arrayBuffer())));
  }
  return JSON.parse(python.runPython(code));
}"""


@contextmanager
def opened(site: Path) -> Iterator[Page]:
    """A page of a site, which is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=OPTIONS)
        page = browser.new_page(bypass_csp=True)  # it imports from memory, which no page of the site may
        page.goto(f"http://127.0.0.1:{server.server_port}/ask.html")
        yield page
        browser.close()
    server.shutdown()
    server.server_close()


def in_page(page: Page, code: str, *, kernel: bool) -> Any:
    """What some Python gives in a page, as JSON."""
    return page.evaluate(IN_PYTHON, [code, kernel])
