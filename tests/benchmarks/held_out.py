"""How well reports name the bugs of an engine whose author knew neither them nor this package; printed.

``python -m tests.benchmarks.held_out`` checks ``tests/engines/held_out`` with each of its 40 bugs alone, and in eight
mixes of five. A bug alone is named if the first cause is filed under its rule, one of a mix if any cause is.
Nobody looks at what is printed while the causes are changed: it is a score, and no list of things to mend.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from granada.checking import check_program

if TYPE_CHECKING:
    from collections.abc import Sequence

    from granada.checking.report import Report

FOLDER = Path(__file__).parent.parent / "engines" / "held_out"


def listed() -> dict[str, Any]:
    """The bugs by their numbers, and the mixes."""
    found: dict[str, Any] = json.loads((FOLDER / "bugs.json").read_text(encoding="utf-8"))
    return found


def checked(bugs: Sequence[int]) -> Report:
    """The report on the engine with some bugs."""
    node = shutil.which("node") or "node"
    old = os.environ.get("BUGS")
    os.environ["BUGS"] = ",".join(map(str, bugs))
    try:
        return check_program([node, str(FOLDER / "engine.mjs")])
    finally:
        os.environ.pop("BUGS") if old is None else os.environ.update(BUGS=old)


def mixes() -> list[list[int]]:
    """Each bug alone, and the mixes of five."""
    data = listed()
    return [*([int(number)] for number in data["bugs"]), *data["mixes"]]


def named(mix: Sequence[int]) -> tuple[list[int], list[str]]:
    """The bugs of a mix that the report on it names, and the rules of all its causes."""
    bugs = listed()["bugs"]
    known = {number: {bugs[str(number)]["rule"], *bugs[str(number)].get("also", ())} for number in mix}
    rules = [result.rule for result in checked(mix).causes]
    return [number for number in mix if known[number] & set(rules[:1] if len(mix) == 1 else rules)], rules


def main() -> None:
    bugs = listed()["bugs"]
    right = cards = 0
    for mix in mixes():
        found, rules = named(mix)
        right, cards = right + len(found), cards + len(rules)
        lost = [f"{number} is missed ({bugs[str(number)]['rule']})" for number in mix if number not in found]
        missed = "".join(f", {each}" for each in lost)
        print(f"{mix}: {len(rules)} cards, {', '.join(rules)}{missed}", flush=True)
    print(f"{right} of {2 * len(bugs)} under their rule, {cards / 2 / len(bugs):.2f} cards a bug")


if __name__ == "__main__":
    main()
