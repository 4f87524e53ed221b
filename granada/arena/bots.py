"""Bots: one that searches, bots by name, and the description of a crash.

The search samples what it cannot see, tries its actions, and lets builders finish the games. A name is a built-in
player, a search with its playouts or seconds, or a class of the user.
"""

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from time import perf_counter
from traceback import extract_tb
from typing import Any

from attrs import define, field, validators

from granada.errors import InvalidState, quoted
from granada.fast import Position
from granada.game import Action, Buy, Flip, Remove, Swap
from granada.table import BOTS, Bot, View, liking
from granada.text import visible

FRAMES = 3
"""So many places of a traceback are told, the innermost first."""
_PACKAGE = str(Path(__file__).parents[1])


class Forfeit(Exception):
    """A bot has forfeited its game, and the reason has been reported."""


def traceback_line(flaw: BaseException) -> str:
    """An error on one line, with the places in the files that raised it.

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
    except BaseException:  # noqa: BLE001  whatever an error does instead of telling its message
        said = "an error that cannot be printed"
    return with_places(" ".join(said.split()), frames[::-1])


def with_places(said: str, frames: list[tuple[str, int, str]]) -> str:
    """What is said, with the first places that are not in this package: each a file, a line and a function."""
    own = [f"{file}:{line} in {name}" for file, line, name in frames if not file.startswith((_PACKAGE, "<"))]
    return ", ".join([visible(said), *(visible(each) for each in own[:FRAMES])])


PLAYOUTS = 400
"""So many games it plays in its head for a decision, unless it is told otherwise."""
TEMPTING = 20
"""So many actions it tries at the most: those that a builder likes best."""
EACH = 10
"""So many playouts it has for each of them at least; with fewer it would follow chance rather than the builder."""
PAYMENTS = 2
"""So many ways to pay for the same thing it tries."""
WIN = 15
"""What winning is worth beside the lead, in points."""
TICK = 0.001
"""So many seconds have passed at least when a playout is over, whatever a clock says that ticks slowly."""


@define
class Search:
    """A decision that is thought about, at a stretch or in slices: it can be stopped, and knows its best at any time.

    - ``view``: What the seat sees.
    - ``legal``: What it may do.
    - ``rng``: Where the cards come from that are dealt in its head.
    - ``playouts``: How many games it plays in its head.
    - ``seconds``: How long it thinks instead; only the time counts in which it does.
    - ``played``: How many have been played so far.
    - ``thought``: How many seconds it has thought.
    """

    view: View
    legal: Sequence[Action]
    rng: Random
    playouts: int = PLAYOUTS
    seconds: float | None = None
    played: int = field(default=0, init=False)
    thought: float = field(default=0.0, init=False)
    _tried: list[int] = field(init=False)
    """The numbers of the actions that are still tried; at first the one that is liked best is the first."""
    _worth: dict[int, float] = field(init=False)
    _times: dict[int, int] = field(init=False)
    _games: Iterator[None] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Look for the actions worth trying."""
        self._tried = tempting(self.view, self.legal)
        if self.seconds is None:
            self._tried = self._tried[: max(1, self.playouts // EACH)]
        self._worth, self._times = dict.fromkeys(self._tried, 0.0), dict.fromkeys(self._tried, 0)
        self._games = self._play()

    def think(self, seconds: float | None = None) -> bool:
        """Think for a number of seconds, or to the end; return whether it is done."""
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
        """Play one game after the other, until a single action is left."""
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
            if not halvings:  # now it is known how many playouts there will be
                enough = max(1, int(self.played / spent / EACH))
                self._tried = [number for number in self._tried if self._times[number]][:enough]
                halvings = (len(self._tried) - 1).bit_length()
            while spent * halvings >= stage and len(self._tried) > 1:
                self._tried = sorted(self._tried, key=lambda number: -self._average(number))
                self._tried = self._tried[: (len(self._tried) + 1) // 2]
                stage += 1


@define
class SearchBot:
    """Chooses the action with the best results in simulated games, which builders play to the end.

    Its budget is a number of ``playouts``, and then its choice depends on the generator alone, or ``seconds``.
    Each simulated game resamples what the bot cannot see: the hands of the others and future draws.
    It uses sequential halving: after each share of the budget the worse half of the actions drops out.

    - ``rng``: The generator of the simulated games.
    - ``playouts``: The number of simulated games.
    - ``seconds``: The time to think, instead of playouts.
    - ``remembers``: Whether it remembers the hands of the others; then ``play`` and tournaments show them.
    """

    rng: Random = field(factory=Random, repr=False)
    playouts: int = field(default=PLAYOUTS, validator=validators.ge(1))
    seconds: float | None = field(default=None, validator=validators.optional(validators.gt(0)))
    remembers: bool = field(default=False, validator=validators.instance_of(bool))

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The action that did best."""
        search = Search(view, legal, self.rng, self.playouts, self.seconds)
        search.think()
        return search.best


def outcome(points: tuple[int, ...], seat: int | None) -> float:
    """What the end of a game is worth to a seat: its lead, and something for the win."""
    seat = seat or 0
    lead = points[seat] - max(each for other, each in enumerate(points) if other != seat)
    return lead + (WIN if lead > 0 else -WIN if lead < 0 else 0)


def tempting(view: View, legal: Sequence[Action]) -> list[int]:
    """The numbers of the actions worth trying: those that a builder likes best, with few payments for each thing."""
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
    """The indices of the actions that make progress: all but removing and swapping tiles, unless there are no others.

    If all players make progress, every game ends: adding a tile shrinks a reserve, taking cards shrinks the supply, and
    only buying a tile can make either of them larger.
    """
    found = [number for number, action in enumerate(legal) if not isinstance(action, Remove | Swap)]
    return found or list(range(len(legal)))


RECALL = ":recall"
"""The end of the name of a search that remembers which cards the others hold."""
KNOWN = (
    f"{', '.join(BOTS)}, search, search:400 (playouts), search:0.2s, search:400{RECALL}, or your own as my.module:Class"
)
MOST_PLAYOUTS, LONGEST = 10_000_000, 3600.0
"""The most that anybody may ask of a search, in playouts and in seconds."""
RECORDED_PLAYOUTS, RECORDED_SECONDS = 1_000, 1.0
"""The most that a record may ask of it, since whoever reads one wants to see the next move."""


def bot_named(name: str) -> Callable[[Random], Bot]:
    """A function that makes the bot with a name from a generator; a ValueError lists the names.

    A name such as ``my.module:Class`` is imported, so take it only from the user who runs the program, never from a
    file.

    >>> from random import Random
    >>> bot_named("search:0.2s")(Random(1))
    SearchBot(playouts=400, seconds=0.2, remembers=False)
    >>> bot_named("search:800:recall")(Random(1))
    SearchBot(playouts=800, seconds=None, remembers=True)
    """
    if not isinstance(name, str):
        message = f"the name of a bot is a str such as 'search:400', not {quoted(name)}"
        raise TypeError(message)
    if not is_built_in(name):
        return _own(name)
    found = _built_in(name, MOST_PLAYOUTS, LONGEST)
    if found is None:
        message = f"there is no player {quoted(name)}; there is {KNOWN}"
        raise InvalidState(message)
    return found


def is_built_in(name: str) -> bool:
    """Whether a name, if it is one, is that of a built-in player, and not of somebody's own class."""
    return name.startswith("search:") or not re.fullmatch(r"[\w.]+:[\w.]+", name)


def maker_of(bot: str | Callable[..., Bot]) -> Callable[[Random], Bot]:
    """The maker of a bot, given its name, its class, or a function."""
    return bot_named(bot) if isinstance(bot, str) else lambda rng: _made(quoted(bot), bot, rng)


def bot_of_record(name: object) -> Callable[[Random], Bot]:
    """The maker of a bot that a record names: only quick built-in players; nothing is imported."""
    found = _built_in(name, RECORDED_PLAYOUTS, RECORDED_SECONDS) if isinstance(name, str) else None
    if found is None:
        most = f"search:{RECORDED_PLAYOUTS} or search:{RECORDED_SECONDS:g}s"
        raise InvalidState(f"a record names {', '.join(BOTS)} or a search up to {most}, not {quoted(name)}")
    return found


def _built_in(name: str, playouts: int, seconds: float) -> Callable[[Random], Bot] | None:
    """A built-in player, or a search within a limit of playouts or seconds; None for other names."""
    if name in BOTS:
        return BOTS[name]
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


def _own(name: str) -> Callable[[Random], Bot]:
    """Somebody's own class, or function, that makes a bot."""
    module, _, path = name.partition(":")
    try:
        found: Any = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (Exception, SystemExit) as flaw:  # noqa: BLE001  whatever a module does when it is imported
        why = flaw if isinstance(flaw, ImportError | AttributeError | ValueError) else traceback_line(flaw)
        message = f"the player {name} cannot be found: {why}"
        raise InvalidState(message) from None
    if not callable(found):
        raise InvalidState(f"the player {name} is no class: {quoted(found)}")
    return lambda rng: _made(name, found, rng)


def _made(name: str, maker: Callable[..., Bot], rng: Random) -> Bot:
    """A bot; it gets the generator if its maker has a parameter ``rng``, or one that must be given."""
    try:
        parameters = dict(inspect.signature(maker).parameters)
    except (TypeError, ValueError):  # something that is not written in Python
        parameters = {}
    needed = any(
        each.default is each.empty and each.kind in {each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD}
        for each in parameters.values()
    )
    bot = maker(rng=rng) if "rng" in parameters else maker(rng) if needed else maker()
    if not callable(getattr(bot, "choose", None)):
        raise InvalidState(f"the player {name} has no method choose: {quoted(bot)}")
    return bot
