"""The search bot, the lookup of bots by name, and the description of a bot's crash.

The search deals the hidden cards and tiles at random, tries the bot's actions, and lets builder bots finish the games.
A name selects a built-in bot, a search limited to a number of playouts or seconds, or a user's own class.
"""

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from time import perf_counter
from traceback import extract_tb
from typing import Any

from attrs import define, field, validators

from granada.errors import InvalidState, meant, quoted
from granada.fast import Position
from granada.game import Action, Buy, Flip, Remove, Swap
from granada.table import BOTS, Bot, View, liking
from granada.text import visible

FRAMES = 3
"""The maximum number of traceback frames to show, starting with the innermost."""
_PACKAGE = str(Path(__file__).parents[1])


class Forfeit(Exception):
    """Raised when a bot forfeits its game; the message states the reason."""


def traceback_line(flaw: BaseException) -> str:
    """Describe an error in one line, including the source lines that raised it.

    >>> traceback_line(RuntimeError("out of tea"))
    'RuntimeError: out of tea'
    """
    if isinstance(flaw, Forfeit):
        return str(flaw)
    frames = [(each.filename, each.lineno or 0, each.name) for each in extract_tb(flaw.__traceback__)]
    try:
        said = f"{type(flaw).__name__}: {flaw}"
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001  converting an error to text may raise anything
        said = "an error that cannot be printed"
    return with_places(" ".join(said.split()), frames[::-1])


def with_places(said: str, frames: list[tuple[str, int, str]]) -> str:
    """Append to a message the file, line and function of the first stack frames outside this package."""
    own = [f"{file}:{line} in {name}" for file, line, name in frames if not file.startswith((_PACKAGE, "<"))]
    return ", ".join([visible(said), *(visible(each) for each in own[:FRAMES])])


@contextmanager
def blaming(what: str, passed_on: type[Exception]) -> Iterator[None]:
    """Turn whatever a user's own class raises into an error that says what failed and where; one kind is passed on."""
    try:
        yield
    except passed_on:
        raise
    except (Exception, SystemExit) as flaw:  # noqa: BLE001  a user's own class may raise anything
        raise InvalidState(f"{what}: {traceback_line(flaw)}") from None


PLAYOUTS = 400
"""The default number of simulated games per decision."""
TEMPTING = 20
"""The maximum number of actions that a search tries; it tries the actions that a builder bot prefers."""
EACH = 10
"""The minimum number of playouts for each action; with fewer, luck would outweigh the builder's preference."""
PAYMENTS = 2
"""The maximum number of payments that a search tries for the same purchase or flip."""
WIN = 15
"""The number of points that a win adds to the lead."""
TICK = 0.001
"""The minimum time, in seconds, to assume for a playout, because some clocks have a low resolution."""


@define
class Search:
    """A search for one decision, run all at once or in time slices; ``best`` is the best action so far.

    - ``view``: The view of the seat that must decide.
    - ``legal``: The seat's legal actions.
    - ``rng``: The random generator for the simulated deals.
    - ``playouts``: The number of games to simulate.
    - ``seconds``: The thinking time in seconds, used instead of ``playouts``; pauses between slices do not count.
    - ``played``: The number of games simulated so far.
    - ``thought``: The number of seconds spent thinking so far.
    """

    view: View
    legal: Sequence[Action]
    rng: Random
    playouts: int = PLAYOUTS
    seconds: float | None = None
    played: int = field(default=0, init=False)
    thought: float = field(default=0.0, init=False)
    _tried: list[int] = field(init=False)
    """The indices of the remaining actions; at the start, the builder's favourite comes first."""
    _worth: dict[int, float] = field(init=False)
    _times: dict[int, int] = field(init=False)
    _games: Iterator[None] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Find the actions worth trying."""
        self._tried = tempting(self.view, self.legal)
        if self.seconds is None:
            self._tried = self._tried[: max(1, self.playouts // EACH)]
        self._worth, self._times = dict.fromkeys(self._tried, 0.0), dict.fromkeys(self._tried, 0)
        self._games = self._play()

    def think(self, seconds: float | None = None) -> bool:
        """Think for a number of seconds or until the search is complete; return whether it is complete."""
        began, before = perf_counter(), self.thought
        for _ in self._games:
            self.thought = before + perf_counter() - began
            if seconds is not None and self.thought - before >= seconds:
                return False
        return True

    @property
    def best(self) -> Action:
        """The best action so far, among those with enough playouts."""
        known = [number for number in self._tried[: max(1, self.played // EACH)] if self._times[number]]
        return self.legal[max(known, key=self._average, default=self._tried[0])]

    def _average(self, number: int) -> float:
        return self._worth[number] / self._times[number]

    def _play(self) -> Iterator[None]:
        """Simulate games one after another until a single action is left."""
        if len(self._tried) == 1:
            return
        stage, halvings = 1, 0
        root = Position.of(self.view, self.rng)
        while len(self._tried) > 1:
            imagined = root.redeal(self.view.seat, self.rng, recall=self.view.recall)
            for number in self._tried:
                after = imagined.copy()
                after.apply(number)
                self._worth[number] += outcome(after.finish("builder"), self.view.seat)
                self._times[number] += 1
                self.played += 1
                yield
                if self.seconds is not None and self.thought >= self.seconds:
                    break
            spent = self.played / self.playouts if self.seconds is None else max(self.thought, TICK) / self.seconds
            if not halvings:  # the total number of playouts is now known
                enough = max(1, int(self.played / spent / EACH))
                self._tried = [number for number in self._tried if self._times[number]][:enough]
                halvings = (len(self._tried) - 1).bit_length()
            while spent * halvings >= stage and len(self._tried) > 1:
                self._tried = sorted(self._tried, key=lambda number: -self._average(number))
                self._tried = self._tried[: (len(self._tried) + 1) // 2]
                stage += 1


@define
class SearchBot:
    """A bot that chooses the action with the best results in simulated games, which builder bots play to the end.

    The budget is a number of ``playouts`` or of ``seconds``; with ``playouts``, the bot's choice depends only on the
    view and the generator. Each simulated game draws at random whatever the bot cannot see: the other players' hands
    and future draws. The search uses sequential halving: after each share of the budget, the worse half of the actions
    is dropped.

    - ``rng``: The random generator for the simulated games.
    - ``playouts``: The number of simulated games.
    - ``seconds``: The thinking time in seconds, used instead of ``playouts``.
    - ``remembers``: Whether the bot remembers the other players' hands; if so, ``play`` and tournaments give it views
      with recall.
    """

    rng: Random = field(factory=Random, repr=False)
    playouts: int = field(default=PLAYOUTS, validator=validators.ge(1))
    seconds: float | None = field(default=None, validator=validators.optional(validators.gt(0)))
    remembers: bool = field(default=False, validator=validators.instance_of(bool))

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the action with the best results in simulated games."""
        search = Search(view, legal, self.rng, self.playouts, self.seconds)
        search.think()
        return search.best


def outcome(points: tuple[int, ...], seat: int | None) -> float:
    """The value of a finished game for a seat: its lead in points, plus a bonus for a win."""
    seat = seat or 0
    lead = points[seat] - max(each for other, each in enumerate(points) if other != seat)
    return lead + (WIN if lead > 0 else -WIN if lead < 0 else 0)


def tempting(view: View, legal: Sequence[Action]) -> list[int]:
    """The indices of the actions worth trying: the builder's favourites, with only a few payments for each purchase."""
    liked = sorted(advancing(legal), key=lambda number: -liking(view, legal[number]))
    ways: Counter[object] = Counter()
    found = []
    for number in liked:
        action = legal[number]
        if isinstance(action, Buy | Flip):
            about = (action.space, action.family) if isinstance(action, Buy) else action.face
            ways[about] += 1
            if ways[about] > PAYMENTS:
                continue
        found.append(number)
    return found[:TEMPTING]


def advancing(legal: Sequence[Action]) -> list[int]:
    """The indices of all actions except removals and swaps, or of all actions if there are no others.

    If all players take only these actions, every game ends: adding a tile shrinks a reserve, taking cards shrinks the
    supply, and only buying a tile can make either of them larger.
    """
    found = [number for number, action in enumerate(legal) if not isinstance(action, Remove | Swap)]
    return found or list(range(len(legal)))


RECALL = ":recall"
"""The suffix in the name of a search that remembers which cards the other players hold."""
LEVELS = {"mason": 24, "master": 150}
"""The number of playouts for each named level of search, weakest first; all are stronger than a builder."""
KNOWN = (
    f"{', '.join((*BOTS, *LEVELS))}, search, search:400 (playouts), search:0.2s, search:400{RECALL}, or your own as "
    "my.module:Class"
)
MOST_PLAYOUTS, LONGEST = 10_000_000, 3600.0
"""The maximum budget of a search, in playouts and in seconds."""
RECORDED_PLAYOUTS, RECORDED_SECONDS = 1_000, 1.0
"""The maximum budget of a search named in a record; it is small because the person who opens the record has to wait."""


def bot_named(name: str) -> Callable[[Random], Bot]:
    """Return a function that makes the named bot from a random generator; raise ValueError for an unknown name.

    A name such as ``my.module:Class`` causes an import, so accept it only from the user who runs the program, never
    from a file.

    >>> from random import Random
    >>> bot_named("search:0.2s")(Random(1))
    SearchBot(playouts=400, seconds=0.2, remembers=False)
    >>> bot_named("search:800:recall")(Random(1))
    SearchBot(playouts=800, seconds=None, remembers=True)
    >>> bot_named("master")(Random(1))
    SearchBot(playouts=150, seconds=None, remembers=False)
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a bot must be a str such as 'search:400', not {quoted(name)}")
    if not is_built_in(name):
        return _own(name)
    found = _built_in(name, MOST_PLAYOUTS, LONGEST)
    if found is None:
        raise InvalidState(f"there is no player {quoted(name)}; choose from {KNOWN}{_hint(name)}")
    return found


def is_built_in(name: str) -> bool:
    """Whether a name refers to a built-in bot rather than to a user's own class."""
    return name.startswith("search:") or not re.fullmatch(r"[\w.]+:[\w.]+", name)


def maker_of(bot: str | Callable[..., Bot]) -> Callable[[Random], Bot]:
    """Return a function that makes a bot, given the bot's name, its class, or the function itself."""
    return bot_named(bot) if isinstance(bot, str) else lambda rng: _made(quoted(bot), bot, rng)


def bot_of_record(name: object) -> Callable[[Random], Bot]:
    """Return a function that makes a bot named in a record; accept only fast built-in bots and import nothing."""
    found = _built_in(name, RECORDED_PLAYOUTS, RECORDED_SECONDS) if isinstance(name, str) else None
    if found is None:
        most = f"search:{RECORDED_PLAYOUTS} or search:{RECORDED_SECONDS:g}s"
        known = ", ".join((*BOTS, *LEVELS))
        raise InvalidState(f"a record names {known} or a search up to {most}, not {quoted(name)}")
    return found


def _built_in(name: str, playouts: int, seconds: float) -> Callable[[Random], Bot] | None:
    """Return a function that makes a built-in bot or a search within the limits; return None for any other name."""
    if name in BOTS:
        return BOTS[name]
    if name in LEVELS:
        return lambda rng: SearchBot(rng, LEVELS[name])
    kind, _, limit = name.removesuffix(RECALL).partition(":")
    remembers = name.endswith(RECALL)
    if kind != "search":
        return None
    if not limit and name in {"search", f"search{RECALL}"}:
        return lambda rng: SearchBot(rng, remembers=remembers)
    if re.fullmatch(r"[0-9]{1,9}", limit) and 1 <= int(limit) <= playouts:
        return lambda rng: SearchBot(rng, int(limit), remembers=remembers)
    if (
        re.fullmatch(r"[0-9]{0,5}(\.[0-9]{0,6})?s", limit)
        and re.search(r"[1-9]", limit)
        and float(limit[:-1]) <= seconds
    ):
        return lambda rng: SearchBot(rng, seconds=float(limit[:-1]), remembers=remembers)
    return None


def _hint(name: str) -> str:
    """A hint that suggests the built-in bot whose name is most similar to a mistyped name."""
    known = (*BOTS, *LEVELS, "search", *(("search:400", f"search:400{RECALL}") if ":" in name else ()))
    return meant(name, known, cutoff=0.7) or meant(name.partition(":")[0], known, cutoff=0.75)


def _own(name: str) -> Callable[[Random], Bot]:
    """Import a user's own class or function that makes a bot."""
    module, _, path = name.partition(":")
    try:
        found: Any = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (Exception, SystemExit) as flaw:  # noqa: BLE001  importing a module may raise anything
        why = flaw if isinstance(flaw, ImportError | AttributeError | ValueError) else traceback_line(flaw)
        raise InvalidState(f"the bot {name} cannot be found: {why}{_hint(name)}") from None
    if not callable(found):
        raise InvalidState(f"the bot {name} is not a class: {quoted(found)}")
    return lambda rng: _made(name, found, rng)


def _made(name: str, maker: Callable[..., Bot], rng: Random) -> Bot:
    """Make a bot; pass the generator if the maker has a parameter ``rng`` or a required parameter."""
    try:
        parameters = dict(inspect.signature(maker).parameters)
    except (TypeError, ValueError):  # not written in Python
        parameters = {}
    needed = any(
        each.default is each.empty and each.kind in {each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD}
        for each in parameters.values()
    )
    bot = maker(rng=rng) if "rng" in parameters else maker(rng) if needed else maker()
    if not callable(getattr(bot, "choose", None)):
        raise InvalidState(f"the bot {name} has no method choose: {quoted(bot)}")
    return bot
