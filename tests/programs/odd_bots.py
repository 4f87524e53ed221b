"""Bots that misbehave, for tournaments."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random


class First:
    """Takes the first action."""

    def choose(self, view: Any, legal: Any) -> Any:  # noqa: ANN401, ARG002  as short as a bot can be
        return legal[0]


class Raises(First):
    """Falls over when it has a city."""

    def choose(self, view: Any, legal: Any) -> Any:  # noqa: ANN401  as above
        if len(view.city) > 0:
            message = "out of tea"
            raise RuntimeError(message)
        return legal[0]


class Nonsense(First):
    """Gives a number."""

    def choose(self, view: Any, legal: Any) -> Any:  # noqa: ANN401, ARG002  as above
        return 7


class Unborn(First):
    """Cannot even sit down."""

    def __init__(self, rng: Random) -> None:
        message = f"no seat for {rng}"
        raise OSError(message)


class Deaf(First):
    """Falls over when it is told something."""

    def notice(self, event: Any) -> None:  # noqa: ANN401  as above
        message = f"too loud: {event}"
        raise ValueError(message)


class Hangs(First):
    """Thinks for ever once it has a city; what it prints must not disturb anybody."""

    def choose(self, view: Any, legal: Any) -> Any:  # noqa: ANN401  as above
        print("thinking")
        while len(view.city) > 0:
            time.sleep(1)
        return legal[0]


class Dies(First):
    """Ends its process once it has a city."""

    def choose(self, view: Any, legal: Any) -> Any:  # noqa: ANN401  as above
        if len(view.city) > 0:
            os._exit(3)
        return legal[0]
