"""Bots that misbehave, for tournaments."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import sys
import time
from typing import TYPE_CHECKING, Any

from attrs import astuple

if TYPE_CHECKING:
    from random import Random


class First:
    """Takes the first action."""

    def choose(self, view: Any, legal: Any) -> Any:
        return legal[0]


class Raises(First):
    """Falls over when it has a city."""

    def choose(self, view: Any, legal: Any) -> Any:
        if len(view.city) > 0:
            message = "out of tea"
            raise RuntimeError(message)
        return legal[0]


class Nonsense(First):
    """Gives a number."""

    def choose(self, view: Any, legal: Any) -> Any:
        return 7


class Unspeakable(First):
    """Falls over by an error that cannot even be printed."""

    def choose(self, view: Any, legal: Any) -> Any:
        class Mute(Exception):
            def __str__(self) -> str:
                raise SystemExit

        raise Mute


class Disguised(First):
    """Takes what is legal, and has it told as something else."""

    def choose(self, view: Any, legal: Any) -> Any:
        class Other(type(legal[0])):  # type: ignore[misc]  # whatever it is
            def __str__(self) -> str:
                return "take b9"

        return Other(*astuple(legal[0], recurse=False))


class Unborn(First):
    """Cannot even sit down."""

    def __init__(self, rng: Random) -> None:
        message = f"no seat for {rng}"
        raise OSError(message)


class Deaf(First):
    """Falls over when it is told something."""

    def notice(self, event: Any) -> None:
        message = f"too loud: {event}"
        raise ValueError(message)


class Hangs(First):
    """Thinks for ever once it has a city; what it prints must not disturb anybody."""

    def choose(self, view: Any, legal: Any) -> Any:
        print("thinking")
        while len(view.city) > 0:
            print("hanging", flush=True)
            time.sleep(1_000)
        return legal[0]


class Dies(First):
    """Ends its process once it has a city."""

    def choose(self, view: Any, legal: Any) -> Any:
        if len(view.city) > 0:
            os._exit(3)
        return legal[0]


class Leaves(First):
    """Wants to leave the program once it has a city."""

    def choose(self, view: Any, legal: Any) -> Any:
        if len(view.city) > 0:
            sys.exit(5)
        return legal[0]


class Recurses(First):
    """Thinks about thinking."""

    def choose(self, view: Any, legal: Any) -> Any:
        return self.choose(view, legal)


class Crashes(First):
    """Reads where nothing is, which ends the process."""

    def choose(self, view: Any, legal: Any) -> Any:
        if len(view.city) > 0:
            ctypes.string_at(0)
        return legal[0]


class Floods(First):
    """Prints without end."""

    def choose(self, view: Any, legal: Any) -> Any:
        while True:
            print("so much to say " * 100)


class Speaks(First):
    """Tries to speak in place of its process."""

    def choose(self, view: Any, legal: Any) -> Any:
        for descriptor in range(3, 20):
            with contextlib.suppress(OSError):
                os.write(descriptor, b"cos\nabort\n.\n")
        time.sleep(60)
        return legal[0]


class HangsAtBirth(First):
    """Never sits down."""

    def __init__(self) -> None:
        time.sleep(1_000)


class HangsWhenTold(First):
    """Never comes back from what it is told."""

    def notice(self, event: Any) -> None:
        time.sleep(1_000)


class Holds(First):
    """Thinks without ever letting another thread of Python run."""

    def choose(self, view: Any, legal: Any) -> Any:
        print("hanging", flush=True)
        return re.match("(a|a)*$", "a" * 60 + "b")


class Remembers(First):
    """Says that it remembers, and falls over when it is shown less."""

    remembers = True

    def choose(self, view: Any, legal: Any) -> Any:
        if view.recall is not self.remembers:
            message = f"recall is {view.recall}"
            raise RuntimeError(message)
        return legal[-1]


class Forgets(Remembers):
    """Says nothing of the kind, and falls over when it is shown more."""

    remembers = False
