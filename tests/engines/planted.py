"""Five engines with five bugs each: one in Perl and one in JavaScript, with lines changed, and three of our own rules.

``python -m tests.engines.planted NAME`` is the engine with that name as a program that answers JSON lines.
"""

from __future__ import annotations

import json
import sys
import tomllib
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


LISTED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["engine"]
ENGINES = tuple(Engine(**{**each, "bugs": tuple(Bug(*bug) for bug in each["bugs"])}) for each in LISTED)


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
