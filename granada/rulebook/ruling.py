"""Rulings: decisions on a rule where the books differ or are silent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from attrs import frozen

from granada.errors import InvalidState, quoted

_WRITTEN = re.compile(
    r"(?P<question>.+?\?) (?P<answer>.+?)(?: \*Unless\* (?P<unless>[^*]+)\.)?(?: \*Shown by\* (?P<cases>[^*]+)\.)?"
)


@frozen
class Ruling:
    """A question about a rule, and our answer.

    - ``question``: The question, which ends with a question mark.
    - ``answer``: The answer, with its reasons.
    - ``ours``: Whether the ruling is ours alone; otherwise the books lead to it.
    - ``unless``: The readings under which the ruling does not hold, each such as ``flip_by_one_card=true``.
    - ``cases``: The ids of the cases that demonstrate the ruling; empty if no answer depends on it.

    >>> Ruling.read("flip-once", "May it be turned back? No. *Shown by* `over-and-back`.", ours=True).cases
    ('flip-once/over-and-back',)
    """

    question: str
    answer: str
    ours: bool
    unless: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()

    @staticmethod
    def read(rule: str, written: str, *, ours: bool) -> Ruling:
        """Read a ruling from its paragraph in a chapter; raise InvalidState unless it is a question and an answer."""
        found = _WRITTEN.fullmatch(written)
        if found is None:
            raise InvalidState(f"{rule}: a ruling must be a question and its answer, not {quoted(written[:60])}")
        unless, cases = (re.findall(r"`([^`]+)`", found[name] or "") for name in ("unless", "cases"))
        return Ruling(
            found["question"],
            found["answer"],
            ours,
            tuple(each.replace(" ", "") for each in unless),
            tuple(each if "/" in each else f"{rule}/{each}" for each in cases),
        )

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Ruling:
        """Read a ruling from the suite's JSON data."""
        more = {name: tuple(data[name]) for name in ("unless", "cases") if name in data}
        return Ruling(data["question"], data["answer"], data["ours"], **more)

    @property
    def data(self) -> dict[str, Any]:
        """The ruling as JSON data for the suite."""
        more = {"unless": list(self.unless), "cases": list(self.cases)}
        found = {name: value for name, value in more.items() if value}
        return {"question": self.question, "answer": self.answer, "ours": self.ours, **found}

    @property
    def readings(self) -> frozenset[str]:
        """The names of the readings under which the ruling does not hold."""
        return frozenset(each.partition("=")[0] for each in self.unless)

    def holds(self, choices: frozenset[str]) -> bool:
        """Whether the ruling holds under the given readings, each such as ``flip_by_one_card=true``."""
        return choices.isdisjoint(self.unless)

    def __str__(self) -> str:
        """The question and the answer."""
        return f"{self.question} {self.answer}"
