"""A verdict: the answer to one question with its reasons, in words."""

from textwrap import indent
from typing import Any

from attrs import frozen

from granada.pictures import LONGEST_LINE, differing, printed, sentence, wrapped
from granada.rulebook import Difference, Rule, Rulings
from granada.suite.question_pictures import drawn
from granada.suite.questions.question import Answer, Question
from granada.suite.relevant_rules import READINGS, relevant_rules
from granada.text import visible

_SEATS = ("points", "hands", "cities", "reserves", "vizier", "bonus_hidden", "bonus_shown")
"""The facts that have a value for each seat."""

MOST_PARTS = 200
"""How many parts of a fact are printed."""
LONGEST_PART = 10_000
"""How many characters of a fact are printed: of a hand, a city, a purse."""
OURS = "our ruling"
"""The name of the readings that are played where nothing is chosen."""


@frozen
class Reading:
    """A reading of the rules under which a question is answered otherwise.

    - ``name``: A book such as ``Granada (Italian)``, our ruling, or the choice itself, such as
      ``several_cards_limit=4``.
    - ``chosen``: The readings in which it differs from the question's own.
    - ``answer``: The answer as far as it differs.
    - ``differences``: What a book prints that leads to this answer.
    """

    name: str
    chosen: tuple[str, ...]
    answer: dict[str, Any]
    differences: tuple[Difference, ...] = ()

    def __str__(self) -> str:
        """The reading and its answer."""
        return f"{self.name}: {in_words(self.answer)}"


@frozen
class Verdict:
    """The answer to one question, with its reasons.

    - ``asked``: The question.
    - ``answer``: The answer as the protocol gives it.
    - ``books``: The books that describe this game.
    - ``edition``: The book that answers first, if one was chosen, with its words where it is not our ruling.
    - ``otherwise``: The books, and the single readings, that answer otherwise.
    - ``ended``: How the game has ended, where an action ends it.
    - ``contradiction``: The answer that the case itself brings, as far as it is wrong.
    - ``id``: The id of the question in the protocol.
    """

    asked: Question
    answer: dict[str, Any]
    books: tuple[str, ...] = ()
    edition: Reading | None = None
    otherwise: tuple[Reading, ...] = ()
    ended: str = ""
    contradiction: str = ""
    id: str = "question"

    @property
    def question(self) -> dict[str, Any]:
        """The question as a message of the protocol."""
        return {"id": self.id, "kind": self.asked.kind, "given": self.asked.given}

    @property
    def legal(self) -> bool | None:
        """Whether what the question is about is legal; None where that is not the question."""
        return self.answer.get("legal")

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that are broken."""
        return _broken(self.answer)

    @property
    def rulings(self) -> Rulings | None:
        """The readings by which the question is answered."""
        return self.asked.setup.rulings if self.asked.setup else None

    @property
    def drawing(self) -> str:
        """The city or layout, with the cells that are wrong marked, or the table of a scoring."""
        return drawn(self.asked)

    @property
    def bearing(self) -> tuple[Rule, ...]:
        """The rules that are relevant to a question in which nothing is wrong."""
        return () if self.legal is False else relevant_rules(self.asked)

    @property
    def involved(self) -> tuple[Rule, ...]:
        """The rules that decide the question: those that are broken, and those that others read otherwise."""
        single = {READINGS[name][0] for other in self.otherwise for name in other.chosen if "=" in other.name}
        printed = {each.rule for other in self.otherwise for each in other.differences}
        read = {*single, *(rule for rule in Rule if str(rule) in printed)}
        found = {*self.rules, *read, *(rule for other in self.otherwise for rule in _broken(other.answer))}
        return tuple(rule for rule in Rule if rule in found)

    @property
    def not_played(self) -> tuple[Difference, ...]:
        """What books print otherwise on the rules of the question, or leave open, and what is not played."""
        rules = {*self.rules, *self.involved, *self.bearing}
        game = self.asked.setup and self.asked.setup.game
        found = (each for rule in Rule if rule in rules for each in rule.differences)
        return tuple(each for each in found if str(game) in each.games and not each.same and not each.reading)

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
        parts += ["\n".join(sentence(rule, width, rulings=self.rulings) for rule in self.rules)] if self.rules else []
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
        """What stands behind the answer: other readings, what the editions print, and the relevant rules."""
        parts = [self._readings(width), *(printed(rule, width) for rule in self.involved)]
        if bearing := [rule for rule in self.bearing if rule not in self.involved]:
            sentences = (sentence(rule, width, "  ", self.rulings) for rule in bearing)
            heading = wrapped("The rules for it (granada rule NAME prints what the books say):", width)
            parts.append("\n".join([heading, *sentences]))
        return parts

    def _readings(self, width: int) -> str:
        """What the books say: each that answers otherwise, what is printed but not played, those that agree."""
        printed = {OURS, *self.books}
        parts = ["\n".join([self._first(self.edition), *self._words(self.edition, width)])] if self.edition else []
        for head, others in (
            ("Others answer otherwise:" if self.edition else "Books answer otherwise:", printed),
            ("Where a table chooses another reading:", {other.name for other in self.otherwise} - printed),
        ):
            lines = [self._reading(other, width) for other in self.otherwise if other.name in others]
            parts += ["\n".join([head, *lines])] if lines else []
        if left := [differing(each, width, "  ") for each in self.not_played]:
            parts.append(
                "\n".join([wrapped("On these rules books print otherwise, but are not played so:", width), *left])
            )
        if agreeing := ", ".join(book for book in self.books if book not in self._differing):
            parts.append(wrapped(f"{'As here' if self._differing else 'The books agree'}: {agreeing}.", width))
        return "\n\n".join(parts) or "No book speaks of it."

    @property
    def _differing(self) -> set[str]:
        """The books that answer or print otherwise, and if there are such the one that answers first."""
        readings = [*self.otherwise, *([self.edition] if self.edition else [])]
        words = (each for reading in readings for each in reading.differences)
        found = {each.book for each in (*self.not_played, *words)}
        found |= {other.name for other in self.otherwise if other.name in self.books}
        return found | ({self.edition.name} if found and self.edition else set())

    def _first(self, edition: Reading) -> str:
        """Whose answer it is, where a book answers first."""
        otherwise = any(each.book == edition.name and each.changes_play for each in self.not_played)
        if otherwise:
            return f"So {edition.name} is played, though it prints otherwise on these rules (below)."
        return f"So says {edition.name}."

    def _reading(self, other: Reading, width: int) -> str:
        """A reading with its answer, and the words that lead to it."""
        return "\n".join([indent(_fitted(str(other), width - 2), "  "), *self._words(other, width)])

    @staticmethod
    def _words(other: Reading, width: int) -> list[str]:
        """The words of a book that lead to an answer."""
        return [
            wrapped(
                f'{each.book} prints "{each.words}" ({each.english}).{f" {each.verdict}" if each.reason else ""}',
                width,
                first="    ",
                later="      ",
            )
            for each in other.differences
        ]


def _fitted(text: str, width: int) -> str:
    """Lines that are wrapped where they are too long; the rest of a line stands two columns further in."""
    lines = ((line, len(line) - len(line.lstrip())) for line in text.split("\n"))
    return "\n".join(wrapped(line.strip(), width, first=" " * by, later=" " * (by + 2)) for line, by in lines)


def _broken(answer: Answer) -> tuple[Rule, ...]:
    return tuple(Rule.named(name) for name in answer.get("broken", ()))


def in_words(answer: Answer) -> str:
    """An answer in a few words."""
    if answer.get("legal") is False:
        step = f" at step {answer['step']}" if "step" in answer else ""
        return f"illegal{step}, breaks {', '.join(map(visible, answer['broken']))}"
    if "error" in answer:
        return f"no notation: {visible(answer['error'])}"
    if "actions" in answer:
        return "\n".join([f"{len(answer['actions'])} legal actions", *(f"  {action}" for action in answer["actions"])])
    words = ["legal" if answer["legal"] else "illegal"] if "legal" in answer else []
    words += ["earns a further action" if answer["exact"] else "overpaid"] if "exact" in answer else []
    facts = {name: value for name, value in answer.items() if name not in {"legal", "broken", "exact", "then"}}
    facts |= answer.get("then", {})
    return "\n  ".join(
        [*([", ".join(words)] if words else ()), *(f"{visible(name)}: {fact(name, facts[name])}" for name in facts)]
    )


def fact(name: str, value: object) -> str:
    """A fact as people say it, with seats counted from 1.

    >>> fact("points", [3, 0]), fact("mover", 1), fact("yard", ["park2|arena3", None])
    ('seat 1: 3, seat 2: 0', 'seat 2', 'park2|arena3, empty')
    """
    if isinstance(value, list):
        value = value[:MOST_PARTS]
        if name in _SEATS:
            return ", ".join(f"seat {seat}: {fact('', each)}" for seat, each in enumerate(value, start=1))
        if name in {"result", "winners"}:
            return ", ".join(fact("actor", seat) for seat in value) or "nobody"
        if name in {"yard", "hut_tops"}:
            return ", ".join(visible(each or "empty") for each in value)
        return " ".join(map(visible, value)) or "none"
    if name in {"actor", "mover"}:
        return f"seat {value + 1}" if isinstance(value, int) else "nobody"
    if isinstance(value, dict):
        return ", ".join(f"{visible(key)} {fact(key, each)}" for key, each in value.items()) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, "") else visible(value, LONGEST_PART)
