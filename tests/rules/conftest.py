"""The order in which the rules are tested."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

ORDER = (
    *("orientation", "matching_moats", "no_holes", "edge_contact", "walkability", "moats_and_walls"),
    *("building", "turn", "taking_money", "redesign", "payment", "flipping", "setting_up", "refilling"),
    *("rows", "scoring", "ties", "simplified_scoring", "dirk", "the_end"),
    *("alhambra", "vizier", "exchange", "bonus", "huts", "combined"),
    *("moving_a_city", "every_small_city", "legal_actions", "applying", "whole_games", "tables", "kernel"),
)
"""Single rules come first, and each before those that build on it: so the first test that fails names the rule."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests of this folder into that order, where they stand among the others."""
    places = [place for place, item in enumerate(items) if item.path.parent == Path(__file__).parent]
    ordered = sorted((items[place] for place in places), key=lambda item: ORDER.index(item.path.stem[len("test_") :]))
    for place, item in zip(places, ordered, strict=True):
        items[place] = item
