"""Granada, The Palace of Alhambra, and the two combined: rules as pure functions on immutable states.

>>> from random import Random
>>> import granada
>>> rng = Random(7)
>>> state = granada.deal(granada.new_game(players=3), rng)
>>> while not state.over:
...     action = rng.choice(granada.legal_actions(state))
...     state = granada.deal(granada.apply(state, action), rng)
>>> len(state.points), granada.winners(state) != ()
(3, True)
"""

import ast
from functools import cache
from importlib import import_module, resources
from importlib.util import find_spec

__version__ = "0.1.0"
_OTHER_NAMES = {
    **dict.fromkeys(("legal_moves", "moves", "actions", "get_legal_actions", "valid_moves"), "legal_actions"),
    **dict.fromkeys(("step", "do", "move", "push"), "apply"),
    **dict.fromkeys(("start", "setup", "reset"), "new_game"),
    **dict.fromkeys(("shuffle", "draw", "chance"), "deal"),
    **dict.fromkeys(("winner", "result"), "winners"),
    **dict.fromkeys(("load", "loads", "load_json", "read_json"), "from_json"),
    **dict.fromkeys(("save", "dumps", "dump"), "to_json"),
    "board": "City",
    "match": "play",
    "explain": "judge",
    **dict.fromkeys(("undo", "session", "gamestate"), "Table"),
    **{name.lower(): f"granada.fast.{name}" for name in ("Batch", "Position", "playouts")},
    "encoding": "granada.learning.Encoding",
    "env": "granada.learning.pettingzoo.env",
    "in_words": "granada.words.in_words",
    "language": "granada.languages.Language",
}
"""A mapping from lower-case names, from other packages or from our rooms, to our names for the same things."""


@cache
def _homes() -> dict[str, str]:
    """A mapping from each public name to its package, read from the stub next to this file (as type checkers do)."""
    listed = ast.parse(resources.files("granada").joinpath("__init__.pyi").read_text(encoding="utf-8"))
    return {
        name.name: line.module or "" for line in listed.body if isinstance(line, ast.ImportFrom) for name in line.names
    }


def _hint(name: str) -> str:
    """A hint on what to write instead of a name that is not public, or what to import before it."""
    if name.startswith("_"):
        return ""
    if find_spec(f"granada.{name}"):
        return f"; import granada.{name} first"
    return str(import_module("granada.errors").meant(name, _homes(), others=_OTHER_NAMES))


def __getattr__(name: str) -> object:
    """Load a public name from its package on first use, because loading all packages takes a while."""
    if name == "__all__":
        return [public for public, home in _homes().items() if home != "granada"]
    if name.startswith("_") or name not in _homes():
        raise AttributeError(f"module 'granada' has no attribute {name!r}{_hint(name)}")
    home = _homes()[name]
    found = import_module(f"granada.{name}") if home == "granada" else getattr(import_module(home), name)
    return globals().setdefault(name, found)


def __dir__() -> list[str]:
    """The public names except ``strategies`` and ``learning``, which need hypothesis and NumPy."""
    return [name for name in _homes() if name not in {"strategies", "learning"}]
