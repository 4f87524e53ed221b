"""What is refused: with which kind of error, whatever its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


def refused(error: type[Exception], *asked: Callable[[], object]) -> None:
    """Whatever is asked is refused with an error of a kind."""
    for ask in asked:
        with pytest.raises(error):
            ask()
