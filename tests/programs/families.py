"""A program that answers nothing and starts others: a child, one in a session of its own, and an orphan of such a one.

The file that it is told gets their numbers, its own first.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path


def sleeping(*, session: bool, orphan: bool) -> None:
    """A process that sleeps, whose number is written down."""
    if os.fork():
        return
    if session:
        os.setsid()
    if orphan and os.fork():
        os._exit(0)
    with Path(sys.argv[1]).open("a") as file:
        file.write(f"{os.getpid()}\n")
    time.sleep(600)
    os._exit(0)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(f"{os.getpid()}\n")
    for session, orphan in ((False, False), (True, False), (True, True)):
        sleeping(session=session, orphan=orphan)
    while sys.argv[2:] == ["ends"]:
        if len(Path(sys.argv[1]).read_text().split()) == 4:
            sys.exit(3)
        time.sleep(0.01)
    time.sleep(600)
