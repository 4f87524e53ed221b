"""How deep the laws are searched, and what was counted."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    import pytest

COUNTED = "counted: "
"""Properties that tests record under such a name are summed up at the end of the run."""

# What hypothesis notes down about the sources is not kept in the checkout.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(Path(tempfile.gettempdir()) / "granada-hypothesis"))

for name, examples in (("ci", 40), ("deep", 500), ("deepest", 5_000)):
    settings.register_profile(
        name,
        max_examples=examples,
        derandomize=name == "ci",
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
settings.load_profile("ci")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    sums: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", ()):
        for name, number in report.user_properties:
            if name.startswith(COUNTED):
                sums[name.removeprefix(COUNTED)] += number
    if sums:
        terminalreporter.section("judged exhaustively")
        for name, number in sorted(sums.items()):
            terminalreporter.write_line(f"{number:>9,} {name}")
