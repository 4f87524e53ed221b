"""A tournament of bots that stand in the script itself, in processes: one of them ends its process."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import granada


class Dies:
    """Ends its process."""

    def __init__(self, rng: Any) -> None:
        self.rng = rng

    def choose(self, view: Any, legal: Any) -> Any:
        if len(view.city) > 0:
            os._exit(3)
        return legal[0]


if __name__ == "__main__":
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        bots = {"dies": Dies, "random": granada.RandomBot}
        print(granada.tournament(bots, 2, 2, seed=1, executor=pool))
