"""Bots by their names: built-in players, a search with so many playouts or seconds, and anybody's own class."""

import inspect
import re
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from granada.arena.search import SearchBot
from granada.arena.tracebacks import traceback_line
from granada.errors import InvalidState, quoted
from granada.table import BOTS, Bot

KNOWN = f"{', '.join(BOTS)}, search, search:400 (playouts), search:0.2s, or your own as my.module:Class"
MOST_PLAYOUTS, LONGEST = 10_000_000, 3600.0
"""The most that anybody may ask of a search, in playouts and in seconds."""
RECORDED_PLAYOUTS, RECORDED_SECONDS = 1_000, 1.0
"""The most that a record may ask of it, since whoever reads one wants to see the next move."""


def bot_named(name: str) -> Callable[[Random], Bot]:
    """How a bot with a name is made, given a generator; a ValueError says which names there are.

    A name such as ``my.module:Class`` is imported, so it must come from whoever runs the program, never from a file.

    >>> from random import Random
    >>> bot_named("search:0.2s")(Random(1))
    SearchBot(playouts=400, seconds=0.2, remembers=False)
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
    """How a bot is made that is given by its name, or by a class or a function that makes it."""
    return bot_named(bot) if isinstance(bot, str) else lambda rng: _made(quoted(bot), bot, rng)


def bot_of_record(name: object) -> Callable[[Random], Bot]:
    """How a bot is made that a record names: only a built-in player, which decides soon; nothing is imported."""
    found = _built_in(name, RECORDED_PLAYOUTS, RECORDED_SECONDS) if isinstance(name, str) else None
    if found is None:
        most = f"search:{RECORDED_PLAYOUTS} or search:{RECORDED_SECONDS:g}s"
        raise InvalidState(f"a record names {', '.join(BOTS)} or a search up to {most}, not {quoted(name)}")
    return found


def _built_in(name: str, playouts: int, seconds: float) -> Callable[[Random], Bot] | None:
    """A built-in player, or a search with no more than so many playouts or seconds; None where there is none."""
    if name in BOTS:
        return BOTS[name]
    if name == "search":
        return SearchBot
    kind, _, limit = name.partition(":")
    if kind != "search":
        return None
    if re.fullmatch(r"[0-9]{1,9}", limit) and 1 <= int(limit) <= playouts:
        return lambda rng: SearchBot(rng, int(limit))
    if (
        re.fullmatch(r"[0-9]{0,5}(\.[0-9]{0,6})?s", limit)
        and re.search(r"[1-9]", limit)
        and float(limit[:-1]) <= seconds
    ):
        return lambda rng: SearchBot(rng, seconds=float(limit[:-1]))
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
