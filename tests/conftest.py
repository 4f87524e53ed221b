"""How deep the laws are searched, and what was counted."""

from __future__ import annotations

import gc
import io
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import SystemRandom
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, seed, settings

from granada import (
    GRANADA,
    City,
    Deck,
    Dirk,
    Face,
    InvalidState,
    Player,
    Purse,
    Round,
    Rule,
    Rulings,
    Setup,
    State,
    Tile,
    languages,
)
from granada.game import Pile, in_spaces
from granada.game.agenda import turn
from granada.languages import Language
from granada.steps import EVEN, ODD
from tests.pseudo_translation import Pseudo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from granada import Game

COUNTED, MEASURED = "counted: ", "measured: "
"""Properties that tests record under such a name are summed up, or told, at the end of the run."""
THIRD = int(os.environ["GRANADA_THIRD"]) if "GRANADA_THIRD" in os.environ else None
"""A number: of what is too much for one run only every third is done, and which third it is goes by the number."""
DOCS = Path(__file__).parent.parent / "docs"

# Commands speak English here, whatever the machine speaks.
os.environ["LANGUAGE"] = "en"

# What hypothesis notes down about the sources is not kept in the checkout.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(Path(tempfile.gettempdir()) / "granada-hypothesis"))

# Where no bytecode may lie beside the sources, the many processes that the tests start share it elsewhere.
# It is kept: to compile all tests takes each worker ten seconds.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    kept = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "granada-bytecode"
    os.environ["PYTHONPYCACHEPREFIX"] = str(kept)

for name, examples in (("usual", 50), ("long", 500), ("deep", 5_000)):
    settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
settings.load_profile("usual")

# Every run tries other examples, unless it is given the seed of another run; the workers are given that of their run.
SEED = os.environ.setdefault("GRANADA_SEED", f"{SystemRandom().getrandbits(64):016x}")

# Values that never change make hardly any garbage in circles: to look for it seldom saves a tenth of the time.
gc.set_threshold(200_000, 20, 100)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", action="append", default=[], metavar="NAME", help="run the tests of a rule alone")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse what is no rule, and hear Ctrl-C again: a shell lets what runs in the background ignore it."""
    for name in config.getoption("--rule"):
        try:
            Rule.named(name)
        except InvalidState as flaw:
            raise pytest.UsageError(str(flaw)) from None
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_report_header() -> list[str]:
    """Say what a run takes by chance and in turn, to repeat it: its seed, and a third of the long tests."""
    third = "all of them" if THIRD is None else f"third {THIRD % 3 + 1} of 3 (GRANADA_THIRD={THIRD})"
    return [f"examples: GRANADA_SEED={SEED}", f"long tests in turn: {third}"]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Draw the examples of each law by the seed of the run and the name of the test, whatever else runs."""
    law: Any = getattr(item, "obj", None)
    if is_hypothesis_test(law) and item.config.getoption("--hypothesis-seed") is None:
        seed(seed_of(item.nodeid))(law)


def seed_of(name: str) -> str:
    """The seed by which something draws its examples in this run."""
    return f"{SEED}/{name}"


class Table(Protocol):
    """Lays out a position in which a seat is to act."""

    def __call__(
        self,
        *,
        hands: Sequence[str] = ...,
        cities: Sequence[str] = ...,
        reserves: Sequence[Sequence[str]] = ...,
        yard: Sequence[str | None] = ...,
        bags: Sequence[Sequence[str]] = ...,
        display: str = ...,
        deck: str = ...,
        coming: Sequence[Round] = ...,
        discard: str = ...,
        dirk: Sequence[str] = ...,
        marker: str | None = ...,
        seat: int = ...,
        game: Game = ...,
        scoring: str = ...,
        rulings: Rulings | None = ...,
    ) -> State: ...


@pytest.fixture
def table() -> Table:
    """Lay out a position from notation; a hand for each player tells how many there are."""

    def laid(
        *,
        hands: Sequence[str] = ("", "", ""),
        cities: Sequence[str] = (),
        reserves: Sequence[Sequence[str]] = (),
        yard: Sequence[str | None] = (),
        bags: Sequence[Sequence[str]] = (),
        display: str = "",
        deck: str = "",
        coming: Sequence[Round] = (),
        discard: str = "",
        dirk: Sequence[str] = (),
        marker: str | None = "odd",
        seat: int = 0,
        game: Game = GRANADA,
        scoring: str = "normal",
        rulings: Rulings | None = None,
    ) -> State:
        setup = Setup(game, len(hands), (), scoring, rulings or Rulings())
        built = [*cities, *["@"] * (len(hands) - len(cities))]
        kept = [*reserves, *[()] * (len(hands) - len(reserves))]
        lying = [*yard, *[None] * (len(game.slots) - len(yard))]
        supplies = [*bags, *[()] * (len(game.lanes) - len(bags))]
        pool = Purse.parse(deck)
        piles = (Pile((len(pool),), tuple(coming)),) if len(pool) or coming else ()
        return State(
            setup=setup,
            players=tuple(
                Player(Purse.parse(hand), City.parse(city, game.start), tuple(sorted(map(Face.parse, reserve))))
                for hand, city, reserve in zip(hands, built, kept, strict=True)
            ),
            yard=in_spaces(game, [None if tile is None else Tile.parse(tile) for tile in lying]),
            bags=tuple(tuple(sorted(map(Tile.parse, supply))) for supply in supplies),
            display=Purse.parse(display),
            deck=Deck((pool,) if piles else (), piles),
            discard=Purse.parse(discard),
            dirk=Dirk(tuple(sorted(map(Face.parse, dirk)))) if len(hands) == 2 else None,
            marker=(EVEN if marker == EVEN else ODD) if game.two_faced else None,
            mover=seat,
            todo=turn(setup, seat),
        )

    return laid


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """It is."""
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], io.StringIO]:
    """Let what is printed go to a terminal of so many columns, without colours."""

    def opened(columns: int) -> io.StringIO:
        screen = Terminal()
        monkeypatch.setattr("sys.stdout", screen)
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("NO_COLOR", "1")
        return screen

    return opened


@pytest.fixture(scope="session")
def questions() -> dict[str, str]:
    """Questions in plain words, and the rule that they must lead to."""
    lines = (Path(__file__).parent / "data" / "questions.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split(": ") for line in lines if line and not line.startswith("#"))
    return {question: rule for rule, question in pairs}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes longest, building kernels and the site; the other workers have other work meanwhile.

    Each is given its part of the list, and takes from another's when its own is done.
    Tests of the site are long, unless a built one is named: to build it takes a sixth of the time of all others.
    Where a number is given, of what runs in turn only every third is left; where rules are, only their tests.
    """
    if "GRANADA_BUILT_SITE" not in os.environ:
        for item in items:
            if "site" in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.long)
    if rules := {*config.getoption("--rule")}:
        other = [item for item in items if not rules & rules_of(item)]
        config.hook.pytest_deselected(items=other)
        items[:] = [item for item in items if item not in other]
    if THIRD is not None:
        in_turn = [item for item in items if item.get_closest_marker("in_turn") and item.get_closest_marker("long")]
        chosen = in_turn[THIRD % 3 :: 3]
        out = [item for item in in_turn if item not in chosen]
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]
    rest = [item for item in items if "site" not in getattr(item, "fixturenames", ())]
    site = [item for item in items if "site" in getattr(item, "fixturenames", ())]
    site.sort(key=lambda item: "browser" not in getattr(item, "fixturenames", ()))
    rest.sort(key=lambda item: "kernels/" not in item.nodeid)
    half = len(items) // 2
    items[:] = [*site[:half], *rest, *site[half:]]


def rules_of(item: pytest.Item) -> set[str]:
    """The rules that a test is about, as the closest mark says: of its case, its function or its file."""
    mark = item.get_closest_marker("rule")
    return set(mark.args) if mark else set()


# The site, built once and served


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site: the one that is named, or else one that is built, by the first of several workers for all of them."""
    if built := os.environ.get("GRANADA_BUILT_SITE"):
        return Path(built)
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
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-j2", "-b", "html", str(DOCS), str(out)]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stderr
    return out


def awaited(shared: Path) -> Path:
    """The site, as soon as another worker has built it."""
    while not (shared / "done").exists():
        sleep(0.2)
    assert (shared / "html" / "_engine" / "contents.json").exists(), "the other worker tells why"
    return shared / "html"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing."""

    extensions_map = {  # noqa: RUF012  as the class above has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving(folder: Path, handler: type[Quiet]) -> Iterator[str]:
    """The address at which this machine serves a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The address at which this machine serves the site."""
    with serving(site, Quiet) as address:
        yield address


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    sums: Counter[str] = Counter()
    measured = []
    for report in terminalreporter.stats.get("passed", ()):
        for name, number in report.user_properties:
            if name.startswith(COUNTED):
                sums[name.removeprefix(COUNTED)] += number
            if name.startswith(MEASURED):
                measured.append(f"{name.removeprefix(MEASURED)}: {number}")
    if sums:
        terminalreporter.section("judged exhaustively")
        for name, number in sorted(sums.items()):
            terminalreporter.write_line(f"{number:>9,} {name}")
    if terminalreporter.stats.get("failed") or terminalreporter.stats.get("error"):
        terminalreporter.section("to try the same examples again")
        terminalreporter.write_line(f"GRANADA_SEED={SEED} pytest ...")
    if measured:
        terminalreporter.section("measured")
        for line in sorted(measured):
            terminalreporter.write_line(line)


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> Language:
    """A language all of whose texts are in other letters; by its code it is French, whose book needs no translation."""
    monkeypatch.setattr(languages, "_catalogue", lambda *_: Pseudo())
    return Language("fr")
