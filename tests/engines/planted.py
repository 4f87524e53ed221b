"""Five engines with five bugs each: one in Perl and one in JavaScript, with lines changed, and three of our own rules.

``python -m tests.engines.planted NAME`` is the engine with that name as a program that answers JSON lines.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from tests.mutants.every_mutant import named
from tests.mutants.mutant import Mutant, together

if TYPE_CHECKING:
    from collections.abc import Callable

STARTED_WITH = {".mjs": ["node"], ".pl": ["env", "PERL_HASH_SEED=0", "PERL_PERTURB_KEYS=0", "perl"]}
"""What a source is started with; Perl walks through its tables always in the same order."""
DOCS = Path(__file__).parents[2] / "docs"


@frozen
class Bug:
    """A bug, the rules under which it may be filed, and what is changed for it: a line, or a mutant by its name."""

    rules: str
    old: str
    new: str = ""


@frozen
class Engine:
    """An engine that is sound but for its bugs."""

    name: str
    bugs: tuple[Bug, ...]
    source: str = ""
    hello: dict[str, Any] = field(factory=dict)

    def command(self, folder: Path) -> list[str]:
        """The command that starts it; a changed source is written into a folder."""
        if not self.source:
            return [sys.executable, "-m", "tests.engines.planted", self.name]
        text = (DOCS / self.source).read_text(encoding="utf-8")
        for bug in self.bugs:
            assert text.count(bug.old) == 1, bug.old
            text = text.replace(bug.old, bug.new)
        path = folder / self.source
        path.write_text(text, encoding="utf-8")
        return [*STARTED_WITH[path.suffix], str(path)]

    @property
    def answer(self) -> Callable[[dict[str, Any]], dict[str, Any]]:
        """An engine with our rules, all bugs at once; it says no more than whether something is legal."""
        mutants = [named(bug.old) for bug in self.bugs]
        engine = Mutant(self.name, "", together(*(mutant.spoil for mutant in mutants)))

        def answering(question: dict[str, Any]) -> dict[str, Any]:
            said = engine(question)
            if question["kind"] == "hello":
                return {**said, "name": self.name, **self.hello}
            return {key: value for key, value in said.items() if key != "broken"}

        return answering


PERL = Engine(
    "in Perl",
    (
        Bug("take-several-up-to-five", "worth(@wanted) <= 5", "worth(@wanted) < 5"),
        Bug("pay-in-the-space-currency spaces-and-currencies", "3 => 'o', 4 => 'y'", "3 => 'y', 4 => 'o'"),
        Bug("ties-share-their-places", "- 1) / $tied)", "- 1) / $tied + 0.5)"),
        Bug("tile-is-there add-from-the-reserve", "return 0 if $verb eq 'add' && !", "return 0 if $verb eq 'ad' && !"),
        Bug(
            "longest-wall longest-moat",
            "return ($x + $dx + $ex, $y + $dy + $ey, ($side + 3) % 4) if exists $cells->{$nook};",
            "return ($x, $y, ($side + 1) % 4) if exists $cells->{$nook};",
        ),
    ),
    "adapter.pl",
)
JAVASCRIPT = Engine(
    "in JavaScript",
    (
        Bug(
            "notation-of-layouts",
            'const START = "0,0";',
            'const START = "0,0"; for (const step of STEPS) step[1] *= -1;',
        ),
        Bug("cards-are-held", "    left.splice(left.indexOf(card), 1);\n"),
        Bug(
            "tile-is-there remove-to-the-reserve",
            "cells.delete(cell) && isLegal",
            "(cells.delete(cell) || 1) && isLegal",
        ),
        Bug("no-holes", "(east - west + 1) * (north - south + 1);", "(east - west + 1) * (north - south + 1) - 1;"),
        Bug("take-at-least-one", "wanted.length === 1 ||", "wanted.length <= 1 ||"),
    ),
    "adapter.mjs",
)
GRANADAN = Engine(
    "of Granada",
    (
        Bug("take-several-up-to-five", "several cards up to four"),
        Bug("flip-costs-three", "a flip costs four"),
        Bug("marker-moves-after-a-refill", "the marker stays"),
        Bug("inner-moats-count-nothing", "inner moats count"),
        Bug("ties-go-to-the-highest-price", "ties are shared"),
    ),
    hello={"games": ["granada"], "modules": []},
)
ALHAMBRAN = Engine(
    "of the Alhambra",
    (
        Bug("bureau-pays-exactly", "a bureau may overpay"),
        Bug("tied-awards-stay", "a tied tile goes to the lowest seat"),
        Bug("money-to-four", "the display is refilled to three"),
        Bug("longest-wall longest-moat", "walls on opposite sides of a tile are one"),
        Bug("dirk-gets-six-after-a", "Dirk gets five tiles after A"),
    ),
    hello={"games": ["alhambra"], "modules": ["exchange"]},
)
COMBINED = Engine(
    "of both",
    (
        Bug("border-scores-two", "the border counts once"),
        Bug("marker-follows-granada", "a tile of the Alhambra moves the marker"),
        Bug("no-change", "change is given"),
        Bug("redesigned-city-stays-legal", "a removal may leave a hole"),
        Bug("most-points-win", "one player wins"),
    ),
    hello={"games": ["combined"], "modules": []},
)
ENGINES = (PERL, JAVASCRIPT, GRANADAN, ALHAMBRAN, COMBINED)


def main(name: str) -> None:
    """Answer JSON lines; a question that cannot be read is answered with an error."""
    answer = next(engine for engine in ENGINES if engine.name == name).answer
    for line in sys.stdin:
        question = json.loads(line)
        try:
            said = answer(question)
        except ValueError as flaw:
            said = {"error": str(flaw)}
        print(json.dumps({**said, "id": question["id"]}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
