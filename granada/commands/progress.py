"""The bar that tells on a terminal how far a long command has come."""

import time
from typing import TextIO

WIDTH = 30
"""How many marks a full bar has."""


class Progress:
    """A bar with how much is done, and how long the rest will take; nothing is written but to a terminal."""

    def __init__(self, stream: TextIO, things: str) -> None:
        """Begin to count the time; the things are what is done, such as games."""
        self.stream, self.things, self.began, self.first = stream, things, time.monotonic(), -1

    def show(self, done: int, wanted: int) -> None:
        """Draw how many are done of how many."""
        if not self.stream.isatty():
            return
        if self.first < 0:
            self.first = done - 1  # so many were there already
        rate = (done - self.first) / max(time.monotonic() - self.began, 1e-9)
        left = round((wanted - done) / rate)
        marks = "█" * (WIDTH * done // wanted)
        words = f"{done} of {wanted} {self.things}, {rate:.1f} a second, {left // 60}:{left % 60:02} left"
        self.stream.write(f"\r\x1b[K{marks:·<{WIDTH}} {words}")
        self.stream.flush()

    def clear(self) -> None:
        """Take the bar away."""
        if self.stream.isatty():
            self.stream.write("\r\x1b[K")
