"""Many independent tasks on any executor: threads, processes, or a cluster."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from itertools import islice
from queue import SimpleQueue
from time import perf_counter
from typing import TypeVar

Item = TypeVar("Item")
Returned = TypeVar("Returned")

SECONDS = 0.5
"""So long a share of the work should take: long enough that handing it out costs nothing beside it."""
LARGEST = 256
"""So many items a share has at the most."""
WAITING = 64
"""So many shares are handed out before the first one must come back."""


def spread(
    task: Callable[[Item], Returned], items: Iterable[Item], executor: Executor | None = None
) -> Iterator[tuple[Item, Returned]]:
    """Each item with what the task makes of it, in whatever order they are done; without an executor one by one.

    Items are handed out in shares, which grow until each takes about half a second. So the task, the items and the
    results travel (a process or a cluster pickles them), and what a task gives must depend on its item alone.
    Whoever stops listening takes back what has not begun.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     sorted(spread(abs, [-3, 2, -1], executor))
    [(-3, 3), (-1, 1), (2, 2)]
    """
    if executor is None:
        yield from ((item, task(item)) for item in items)
        return
    rest = iter(items)
    size = 1
    pending: set[Future[tuple[float, list[tuple[Item, Returned]]]]] = set()
    done: SimpleQueue[Future[tuple[float, list[tuple[Item, Returned]]]]] = SimpleQueue()
    try:
        while True:
            while len(pending) < WAITING and (share := tuple(islice(rest, size))):
                future = executor.submit(_run, task, share)
                pending.add(future)
                future.add_done_callback(done.put)
            if not pending:
                return
            future = done.get()  # who is interrupted here holds no lock that a worker waits for
            pending.remove(future)
            took, results = future.result()
            size = max(1, min(2 * size, LARGEST, round(SECONDS / max(took / len(results), 1e-6))))
            yield from results
    finally:
        for future in pending:
            future.cancel()


def _run(task: Callable[[Item], Returned], share: tuple[Item, ...]) -> tuple[float, list[tuple[Item, Returned]]]:
    """What a task makes of a share, and how long it took."""
    began = perf_counter()
    results = [(item, task(item)) for item in share]
    return perf_counter() - began, results
