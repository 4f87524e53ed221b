"""A verdict: the answer to one question with its reasons, in words."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING, Any

from attrs import frozen

from granada.pictures import LONGEST_LINE, printed, sentence, wrapped
from granada.rulebook import Rule
from granada.spec.bearing import READINGS, bearing_on
from granada.spec.illustrating import drawn

if TYPE_CHECKING:
    from granada.spec.questions.question import Answer, Question

_SEATS = ("points", "hands", "cities", "reserves", "vizier", "bonus_hidden", "bonus_shown")
"""The facts that have a value for each seat."""


@frozen
class Reading:
    """A reading of the rules under which a question is answered otherwise."""

    name: str
    """An edition such as ``it``, or the choice itself, such as ``several_cards_limit=4``."""
    chosen: tuple[str, ...]
    """The readings in which it differs from the question's own."""
    answer: dict[str, Any]
    """The answer as far as it differs."""

    def __str__(self) -> str:
        """The reading and its answer."""
        return f"{self.name}: {in_words(self.answer)}"


@frozen
class Verdict:
    """The answer to one question, with its reasons."""

    asked: Question
    answer: dict[str, Any]
    """The answer as the protocol gives it."""
    editions: tuple[str, ...] = ()
    """The editions of this game."""
    otherwise: tuple[Reading, ...] = ()
    """The editions, and the single readings, that answer otherwise."""
    ended: str = ""
    """How the game has ended, where an action ends it."""
    contradiction: str = ""
    """The answer that the case itself brings, as far as it is wrong."""
    id: str = "question"
    """The id under which the protocol asks it."""

    @property
    def question(self) -> dict[str, Any]:
        """The question as the protocol asks it."""
        return {"id": self.id, "kind": self.asked.kind, "given": self.asked.given}

    @property
    def legal(self) -> bool | None:
        """Whether what is asked about is legal; None where the question is not about that."""
        return self.answer.get("legal")

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that are broken."""
        return _broken(self.answer)

    @property
    def drawing(self) -> str:
        """The city or layout, with the cells that are wrong marked, or the table of a scoring."""
        return drawn(self.asked)

    @property
    def bearing(self) -> tuple[Rule, ...]:
        """The rules that bear on a question to which nothing is wrong."""
        return () if self.legal is False else bearing_on(self.asked)

    @property
    def involved(self) -> tuple[Rule, ...]:
        """The rules that decide the question: those that are broken, and those that others read otherwise."""
        read = {READINGS[name][0] for other in self.otherwise for name in other.chosen if "=" in other.name}
        found = {*self.rules, *read, *(rule for other in self.otherwise for rule in _broken(other.answer))}
        return tuple(rule for rule in Rule if rule in found)

    @property
    def status(self) -> int:
        """What the command exits with: 1 when something is illegal or the case is wrong about its answer."""
        return 1 if self.legal is False or self.contradiction else 0

    def __str__(self) -> str:
        """The verdict in words."""
        return self.told()

    def told(self, room: int | None = None) -> str:
        """The verdict in words, set as wide as there is room."""
        width = room or LONGEST_LINE
        parts = [_fitted(line, width) for line in self.head]
        parts += ["\n".join(sentence(rule, width) for rule in self.rules)] if self.rules else []
        parts += [drawing] if (drawing := drawn(self.asked, room)) else []
        return "\n\n".join([*parts, *self.reasons(width)])

    @property
    def head(self) -> list[str]:
        """The answer in words, and what else must be said first."""
        subject = "; ".join(map(str, self.asked.deeds))
        parts = [f"{subject}: {in_words(self.answer)}" if subject else in_words(self.answer)]
        parts += [self.ended] if self.ended else []
        return parts + ([f"The case itself says otherwise: {self.contradiction}"] if self.contradiction else [])

    def reasons(self, width: int = LONGEST_LINE) -> list[str]:
        """What stands behind the answer: other readings, what the editions print, the rules that bear on it."""
        parts = [self._readings(width), *(printed(rule, width) for rule in self.involved)]
        if bearing := [rule for rule in self.bearing if rule not in self.involved]:
            told = (sentence(rule, width, "  ") for rule in bearing)
            heading = wrapped("The rules for it (granada rule NAME prints what the editions say):", width)
            parts.append("\n".join([heading, *told]))
        return parts

    def _readings(self, width: int) -> str:
        differ = {other.name for other in self.otherwise}
        agree = ", ".join(edition for edition in self.editions if edition not in differ)
        if not differ:
            return wrapped(f"All readings agree (editions: {agree})." if agree else "All readings agree.", width)
        others = (indent(_fitted(str(other), width - 2), "  ") for other in self.otherwise)
        lines = ["Other readings answer otherwise:", *others]
        return "\n".join([*lines, *([wrapped(f"As here: the editions {agree}.", width)] if agree else ())])


def _fitted(text: str, width: int) -> str:
    """Lines, each wrapped where it is too long, further in than it begins."""
    lines = ((line, len(line) - len(line.lstrip())) for line in text.split("\n"))
    return "\n".join(wrapped(line.strip(), width, first=" " * by, later=" " * (by + 2)) for line, by in lines)


def _broken(said: Answer) -> tuple[Rule, ...]:
    return tuple(Rule(name) for name in said.get("broken", ()))  # type: ignore[call-arg]  # by its slug


def in_words(said: Answer) -> str:
    """An answer in a few words."""
    if said.get("legal") is False:
        step = f" at step {said['step']}" if "step" in said else ""
        return f"illegal{step}, breaks {', '.join(said['broken'])}"
    if "error" in said:
        return f"no notation: {said['error']}"
    if "actions" in said:
        return "\n".join([f"{len(said['actions'])} legal actions", *(f"  {action}" for action in said["actions"])])
    words = ["legal" if said["legal"] else "illegal"] if "legal" in said else []
    words += ["paid exactly" if said["exact"] else "overpaid"] if "exact" in said else []
    facts = {name: value for name, value in said.items() if name not in {"legal", "broken", "exact", "then"}}
    facts |= said.get("then", {})
    return "\n  ".join(
        [*([", ".join(words)] if words else ()), *(f"{name}: {fact(name, facts[name])}" for name in facts)]
    )


def fact(name: str, value: object) -> str:
    """A fact as people say it, with seats counted from 1.

    >>> fact("points", [3, 0]), fact("mover", 1), fact("yard", ["park2|arena3", None])
    ('seat 1: 3, seat 2: 0', 'seat 2', 'park2|arena3, empty')
    """
    if isinstance(value, list):
        if name in _SEATS:
            return ", ".join(f"seat {seat}: {fact('', each)}" for seat, each in enumerate(value, start=1))
        if name in {"result", "winners"}:
            return ", ".join(fact("actor", seat) for seat in value) or "nobody"
        if name in {"yard", "hut_tops"}:
            return ", ".join(each or "empty" for each in value)
        return " ".join(map(str, value)) or "none"
    if name in {"actor", "mover"}:
        return f"seat {value + 1}" if isinstance(value, int) else "nobody"
    if isinstance(value, dict):
        return ", ".join(f"{key} {fact(key, each)}" for key, each in value.items()) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, "") else str(value)
