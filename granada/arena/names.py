"""Bots by their names: built-in players, a search with so many playouts or seconds, and anybody's own class."""

from __future__ import annotations

import inspect
import re
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from granada.arena.search import SearchBot
from granada.errors import InvalidState, shown
from granada.table import BOTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from granada.table import Bot

KNOWN = f"{', '.join(BOTS)}, search, search:400 (playouts), search:0.2s, or your own as my.module:Class"
MOST_PLAYOUTS = 10_000_000
LONGEST = 3600.0


def bot_named(name: str) -> Callable[[Random], Bot]:
    """How a bot with a name is made, given a generator; a ValueError says which names there are.

    >>> from random import Random
    >>> bot_named("search:0.2s")(Random(1))
    SearchBot(playouts=400, seconds=0.2)
    """
    if name in BOTS:
        return BOTS[name]
    if name == "search" or name.startswith("search:"):
        return _search(name)
    if re.fullmatch(r"[\w.]+:[\w.]+", name):
        return _own(name)
    raise InvalidState([f"there is no player {shown(name)}; there is {KNOWN}"])


def split_names(words: Iterable[str]) -> list[str]:
    """The names of bots, which a shell may have separated by blanks or somebody by commas."""
    return [name.strip() for word in words for name in word.split(",") if name.strip()]


def _search(name: str) -> Callable[[Random], Bot]:
    """A search, with the playouts or the seconds that its name tells."""
    if name == "search":
        return SearchBot
    limit = name.removeprefix("search:")
    if re.fullmatch(r"\d{1,9}", limit) and 1 <= int(limit) <= MOST_PLAYOUTS:
        return lambda rng: SearchBot(rng, int(limit))
    if re.fullmatch(r"\d{0,5}(\.\d{0,6})?s", limit) and re.search(r"[1-9]", limit) and float(limit[:-1]) <= LONGEST:
        return lambda rng: SearchBot(rng, seconds=float(limit[:-1]))
    raise InvalidState([f"a search has playouts, as in search:400, or seconds, as in search:0.2s, not {shown(limit)}"])


def _own(name: str) -> Callable[[Random], Bot]:
    """Somebody's own class, or function, that makes a bot; modules of the working folder are found too."""
    module, _, path = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found: Any = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as flaw:
        raise InvalidState([f"the player {name} cannot be found: {flaw}"]) from None
    if not callable(found):
        raise InvalidState([f"the player {name} is no class: {shown(found)}"])
    return lambda rng: _made(name, found, rng)


def _made(name: str, maker: Callable[..., Bot], rng: Random) -> Bot:
    """A bot; it gets the generator if its maker has a parameter ``rng``, or one that must be given."""
    parameters = inspect.signature(maker).parameters
    needed = any(
        each.default is each.empty and each.kind in {each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD}
        for each in parameters.values()
    )
    bot = maker(rng=rng) if "rng" in parameters else maker(rng) if needed else maker()
    if not callable(getattr(bot, "choose", None)):
        raise InvalidState([f"the player {name} has no method choose: {shown(bot)}"])
    return bot
