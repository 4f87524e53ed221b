"""A verdict: the answer to one question with its reasons, in words."""

from textwrap import indent
from typing import Any

from attrs import frozen

from granada.pictures import LONGEST_LINE, decided, differing, sentence, wrapped
from granada.rulebook import BOOKS, Difference, Quote, Rule, Rulings, differences
from granada.suite.notes import notes_on
from granada.suite.question_pictures import drawn
from granada.suite.question_sorts import SORTS
from granada.suite.questions.question import Answer, Question
from granada.suite.relevant_rules import relevant_rules
from granada.suite.sayings import Manner, Saying, in_short, saying
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
    - ``differences``: What a book prints that leads to this answer, where that is not our ruling.
    - ``quotes``: What a book prints that leads to this answer, where that is our ruling.
    - ``rules``: The rules that it reads otherwise, as far as they decide the question.
    """

    name: str
    chosen: tuple[str, ...]
    answer: dict[str, Any]
    differences: tuple[Difference, ...] = ()
    quotes: tuple[Quote, ...] = ()
    rules: tuple[Rule, ...] = ()

    def __str__(self) -> str:
        """The reading and its answer."""
        return f"{self.name}: {in_words(self.answer)}"

    @property
    def words(self) -> list[str]:
        """The words that lead to its answer, each in a sentence that names the book."""
        printed = [
            f"{each.book} prints {each.quote}.{f' {each.verdict}' if each.reason else ''}" for each in self.differences
        ]
        return [*printed, *(f"{each.book} prints {each}." for each in self.quotes)]


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
        found = () if self.legal is False else relevant_rules(self.asked)
        return tuple(rule for rule in found if self._holds(rule))

    @property
    def involved(self) -> tuple[Rule, ...]:
        """The rules that decide the question: those that are broken, and those that others read otherwise."""
        broken, read = self.rules, {rule for each in self.otherwise for rule in each.rules or _broken(each.answer)}
        return tuple(rule for rule in Rule if rule in broken or (rule in read and self._holds(rule)))

    def _holds(self, rule: Rule) -> bool:
        """Whether a rule holds in the game of the question."""
        return self.asked.setup is None or self.asked.setup.game.name in rule.games

    @property
    def not_played(self) -> tuple[Difference, ...]:
        """What the book that answers first prints, or any, that would answer this very question otherwise."""
        setup, books = self.asked.setup, [self.edition.name] if self.edition else self.books
        found = (each for each in differences() if setup and each.bears_on and setup.game.name in each.games)
        return tuple(each for each in found if each.book in books and SORTS[each.bears_on](self.asked, self.answer))

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
    def notes(self) -> list[str]:
        """What cannot be on a table, though it can be asked."""
        return notes_on(self.asked)

    @property
    def head(self) -> list[str]:
        """The answer in words, and what else must be said first."""
        subject = "; ".join(map(str, self.asked.deeds))
        parts = [f"{subject}: {in_words(self.answer)}" if subject else in_words(self.answer)]
        parts += [*([self.ended] if self.ended else []), *self.notes]
        return parts + ([f"The case itself says otherwise: {self.contradiction}"] if self.contradiction else [])

    @property
    def said(self) -> list[str]:
        """Whose answer it is, where a book answers first: what it says on it, or that it does not say."""
        if self.edition is None:
            return []
        book = self.edition.name
        otherwise = any(each.book == book for each in (*self.not_played, *self._unchosen))
        first = f"So {book} is played, though it prints otherwise (below)." if otherwise else f"So {book} is played."
        if words := tuple(each.quote for each in self.edition.differences):
            return [first, str(Saying(book, Manner.SAYS, words))]
        return [first, *(str(each) for rule in self.rules for each in self._sayings(rule) if each.book == book)]

    def reasons(self, width: int = LONGEST_LINE) -> list[str]:
        """What stands behind the answer: other readings, what the books say, and the relevant rules."""
        if not self.books:
            return ["No book speaks of it."]
        parts = ["\n".join(wrapped(each, width, later="  ") for each in self.said)] if self.edition else []
        parts += [*self._readings(width), *(self._books_on(rule, width) for rule in self.involved)]
        rules = [rule for rule in self.bearing if rule not in self.involved]
        return [*parts, self._rules_for_it(rules, width)] if rules else parts

    def _readings(self, width: int) -> list[str]:
        """The books and readings that answer otherwise, and what is printed but not played."""
        printed, parts = {OURS, *self.books}, []
        for head, others in (
            ("Others answer otherwise:" if self.edition else "Books answer otherwise:", printed),
            ("Where a table chooses another reading:", {other.name for other in self.otherwise} - printed),
        ):
            lines = [_reading(other, width) for other in self.otherwise if other.name in others]
            parts += ["\n".join([wrapped(head, width), *lines])] if lines else []
        if left := [differing(each, width, "  ") for each in self.not_played]:
            parts.append("\n".join([wrapped("Printed, but not played so:", width), *left]))
        return parts

    @property
    def _unchosen(self) -> tuple[Difference, ...]:
        """What books print that a reading chooses which their editions do not, and that would change the answer."""
        return tuple(each for other in self.otherwise for each in other.differences if other.name not in self.books)

    def _sayings(self, rule: Rule) -> list[Saying]:
        """What the books say on a rule, except those that answer otherwise, or whose words would."""
        setup, others = self.asked.setup, {other.name for other in self.otherwise}
        books = (book for book in BOOKS if book.name in self.books and book.name not in others)
        found = [saying(book, rule, setup.game.name, setup.rulings) for book in books] if setup else []
        denied = [each.words for each in (*self.not_played, *self._unchosen)]
        return [each for each in (one.without(denied) for one in found) if each.quotes or each.manner.wordless]

    def _books_on(self, rule: Rule, width: int) -> str:
        """What the books say on a rule that decides the question, and what was decided where they differ."""
        lines = [each for each in map(str, self._sayings(rule)) if each not in self.said]
        lines += [source for source in rule.sources if source.startswith(("Derived: ", "None: "))]
        listed = (wrapped(each, width, first="  ", later="    ") for each in lines)
        told = "\n".join([wrapped(f"The books on {rule}:", width), *listed] if lines else [])
        itself = "" if rule in self.rules else sentence(rule, width, rulings=self.rulings)
        return "\n\n".join(filter(None, [itself, told, "\n".join(decided(rule, width, self.rulings))]))

    def _rules_for_it(self, rules: list[Rule], width: int) -> str:
        """The other rules for it, with the words of the book that answers first, or with the books that print them."""
        heading = "The rules for it, and the books that print them (granada rule NAME shows their words):"
        if self.edition:
            heading = f"The rules for it, in the words of {self.edition.name}:"
        lines = [wrapped(heading, width)]
        for rule in rules:
            sayings = self._sayings(rule)
            own = [str(each) for each in sayings if self.edition and each.book == self.edition.name]
            lines.append(sentence(rule, width, "  ", self.rulings))
            lines += [
                wrapped(each, width, first="    ", later="      ")
                for each in (own if self.edition else [in_short(sayings)])
            ]
        return "\n".join(lines)


def _reading(other: Reading, width: int) -> str:
    """A reading with its answer, and the words that lead to it."""
    words = (wrapped(each, width, first="    ", later="      ") for each in other.words)
    return "\n".join([indent(_fitted(str(other), width - 2), "  "), *words])


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
