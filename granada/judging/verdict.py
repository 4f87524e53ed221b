"""Verdicts: the answer to a question with its reasons, in words."""

from collections.abc import Iterator
from typing import Any

from attrs import field, frozen

from granada.board import City
from granada.game import COMBINED, Remove
from granada.judging.answer_words import (
    answer_in_words,
    award_in_words,
    fact_in_words,
    moment_in_words,
    written_action_in_words,
)
from granada.judging.question_pictures import drawn
from granada.judging.question_sorts import SORTS
from granada.judging.reading import OURS, Reading
from granada.judging.sayings import OF_ACTIONS, Manner, Saying, Told, in_short, saying
from granada.languages import ENGLISH, Language, a_language, text
from granada.pictures import LONGEST_LINE, decided, differing, wrapped
from granada.questions import Answer, AwardQuestion, CityQuestion, Question, StateQuestion, as_words, notes_on
from granada.rulebook import (
    BOOKS,
    IMPOSSIBLE,
    READINGS,
    Difference,
    Rule,
    Ruling,
    Rulings,
    differences,
    ruling_of,
    sentence_of,
)
from granada.spec import MODULES, OF_BOTH_CITIES, at_the_border, concerns, has_dirk, relevant_rules, rules_behind
from granada.text import visible
from granada.words import Words, action_in_words, book_in_words, source_in_words

CHOICES = text("a part of a verdict", "Where a table chooses another reading:")
NOT_PLAYED = text("a part of a verdict", "Printed, but not played that way:")
IN_BOTH_CITIES = {Rule.DIRK_GETS_A_THIRD_AFTER_B: Rule.COMBINED_DIRK, Rule.RESHUFFLE: Rule.COMBINED_DECK}
"""A mapping from rules that a reading changes to the rule that takes them up in the combined game."""
TIES = (Rule.TIES_GO_TO_THE_HIGHEST_PRICE, Rule.SIMPLIFIED_TIES, Rule.TIES_SHARE_THEIR_PLACES)


@frozen
class Verdict:
    """The answer to one question, with its reasons.

    - ``asked``: The question.
    - ``answer``: The answer as the protocol gives it, except that a single city with a fourth hut is illegal.
    - ``books``: The books that describe this game.
    - ``edition``: The book that answers first, if one was chosen, with its words if they contradict our ruling.
    - ``otherwise``: The books and the single readings that answer differently.
    - ``alike``: The books with exactly this answer, including the position after an action.
    - ``ended``: The points and the winners, if an action ends the game.
    - ``contradiction``: The wrong part of the answer in the case; for lists of actions, the
      actions ``missing`` from our list and those ``added`` in it.
    - ``id``: The id of the question in the protocol.
    - ``guessed``: The parts that were missing from the question and were guessed, and an action that was alone
      in a list.
    """

    asked: Question
    answer: dict[str, Any]
    books: tuple[str, ...] = ()
    edition: Reading | None = None
    otherwise: tuple[Reading, ...] = ()
    alike: tuple[str, ...] = ()
    ended: dict[str, Any] = field(factory=dict)
    contradiction: dict[str, Any] = field(factory=dict)
    id: str = "question"
    guessed: dict[str, Any] = field(factory=dict)

    @property
    def question(self) -> dict[str, Any]:
        """The question as a protocol message."""
        return {"id": self.id, "kind": self.asked.kind, "given": self.asked.given}

    @property
    def legal(self) -> bool | None:
        """Whether the action or city is legal; None if the question is about something else."""
        return self.answer.get("legal")

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that the action or city breaks."""
        return _broken(self.answer)

    @property
    def rulings(self) -> Rulings | None:
        """The readings on which the verdict is based."""
        return self.asked.setup.rulings if self.asked.setup else None

    @property
    def game(self) -> str:
        """The question's game, if it has one."""
        return self.asked.setup.game.name if self.asked.setup else ""

    @property
    def bearing(self) -> tuple[Rule, ...]:
        """The rules that are relevant to a question whose answer reports no broken rule."""
        found = () if self.legal is False else relevant_rules(self.asked)
        return tuple(rule for rule in found if self._holds(rule))

    @property
    def deciding(self) -> tuple[Rule, ...]:
        """The relevant rules that the answer names: rules on when a module applies, and rules on special cases.

        Special cases are the border, ties in a scoring, and money beyond the price.
        """
        asks = (Rule.VIZIER_WINDOW, Rule.REVEAL_WINDOW)
        module = [each for each in self.bearing if each.chapter in MODULES and each not in asks]
        border = {Rule.WALL_MEETS_MOAT} if at_the_border(self.asked) else set()
        paid = {Rule.NO_CHANGE} if self.answer.get("exact") is False else set()
        return tuple(each for each in self.bearing if each in {*asks, *module[:1], *border, *paid, *TIES})

    @property
    def behind(self) -> tuple[Rule, ...]:
        """Further rules that explain a broken rule, if it says only that the moment is wrong or describes one city."""
        return tuple(rule for rule in rules_behind(self.asked, self.rules) if rule not in self.rules)

    @property
    def involved(self) -> tuple[Rule, ...]:
        """The rules that decide the question: the broken rules, and rules that some reading changes."""
        broken, read = self.rules, {rule for each in self.otherwise for rule in each.rules or _broken(each.answer)}
        read |= {*self.behind, *(IN_BOTH_CITIES[rule] for rule in read if rule in IN_BOTH_CITIES)}
        return tuple(rule for rule in Rule if rule in broken or (rule in read and self._holds(rule)))

    def _holds(self, rule: Rule) -> bool:
        """Whether a rule holds in the question's game."""
        return self.asked.setup is None or self.asked.setup.game.name in rule.games

    @property
    def not_played(self) -> tuple[Difference, ...]:
        """The differences in the first book, or in any book, that no table plays but that would change this answer."""
        setup, books = self.asked.setup, [self.edition.name] if self.edition else self.books
        found = (each for each in differences() if setup and each.bears_on and setup.game.name in each.games)
        return tuple(each for each in found if each.book in books and SORTS[each.bears_on](self.asked, self.answer))

    def sentence(self, rule: Rule) -> str:
        """The sentence of a rule, as worded for the game and the readings of this table."""
        return sentence_of(rule, self.rulings, self.game, dirk=has_dirk(self.asked))

    @property
    def _changing(self) -> frozenset[str]:
        """The names of the readings that change the answer."""
        names = ((each, other.rules) for other in self.otherwise for each in other.chosen)
        return frozenset(name for name, rules in names if READINGS[name][0] in rules)

    def ruled(self, rule: Rule) -> tuple[list[Ruling], list[Ruling]]:
        """The rulings that decide the question: the rulings that hold here, and the rulings that are set aside."""
        followed, left = ruling_of(rule, self.rulings)
        decides = {each for each in (*followed, *left) if not self._changing.isdisjoint(each.readings)}
        if rule in {*self.rules, *self.behind}:
            decides |= {each for each in followed if concerns(rule, each, self.asked, self.rules)}
        return [each for each in followed if each in decides], [each for each in left if each in decides]

    @property
    def status(self) -> int:
        """The exit status of the command: 1 if the action or city is illegal or the answer in the case is wrong."""
        return 1 if self.legal is False or self.contradiction else 0

    def drawing(self, room: int | None = None, language: Language = ENGLISH) -> str:
        """The city or layout with its wrong cells marked, or the table of a scoring."""
        return drawn(self.asked, room, language)

    def notes(self, language: Language = ENGLISH) -> list[str]:
        """Notes on things that cannot occur on a table."""
        return self._noted(self.words(language, brief=language == ENGLISH))

    def _noted(self, words: Words) -> list[str]:
        """The notes that do not repeat a broken rule."""
        broken = [words.language(rule.sentence) for rule in self.rules]
        return [note for note in notes_on(self.asked, words) if note not in broken]

    def subject(self, words: Words) -> str:
        """The action in the question, if any."""
        return words.language.joined(action_in_words(each, words) for each in self.asked.deeds)

    def answered(self, words: Words) -> str:
        """The answer in a few words, with the reason if no player gets a tile."""
        award = self.asked if isinstance(self.asked, AwardQuestion) else None
        return award_in_words(award, words) if award else answer_in_words(self.answer, words)

    def remarks(self, words: Words) -> list[str]:
        """Remarks on the end of the game, on impossible things, and on contradictions in the case."""
        say, parts = words.language, []
        if self.ended:
            points, winners = (fact_in_words(name, self.ended[name], words) for name in ("points", "winners"))
            parts.append(say("The game is over: {points}. Winner: {winners}.", points=points, winners=winners))
        parts += [*self._noted(words), *moment_in_words(self.asked, self.rules, words)]
        if self.contradiction:
            other = contradiction_in_words(self.contradiction, words)
            parts.append(say("The case expects another answer: {answer}", answer=other))
        return parts

    def words(self, language: Language, *, brief: bool) -> Words:
        """The vocabulary for the text, in a language; if ``brief``, English with pieces in notation."""
        setup, city = self.asked.setup, None
        if isinstance(self.asked, CityQuestion):
            city = self.asked.city
        elif isinstance(self.asked, StateQuestion) and len(self.asked.deeds) == 1:
            city = _city(self.asked)
        return Words(language, setup.game if setup else COMBINED, city, brief=brief)

    # The reasons for the answer

    @property
    def unchosen(self) -> tuple[Difference, ...]:
        """The differences that would change the answer and can be chosen as a reading, but that no edition adopts."""
        return tuple(each for other in self.otherwise for each in other.differences if other.name not in self.books)

    def sayings(self, rule: Rule) -> list[Saying]:
        """The quotes on a rule from each book, except books that give another answer because of the rule."""
        setup, others = self.asked.setup, {other.name: other.rules for other in self.otherwise}
        quoting = rule not in OF_ACTIONS or any(isinstance(each, OF_ACTIONS[rule]) for each in self.asked.deeds)
        books = (book for book in BOOKS if book.name in self.books and rule not in others.get(book.name, ()))
        found = [saying(book, rule, setup.game.name, setup.rulings) for book in books] if setup else []
        found = [each for each in found if each.manner is not Manner.OTHERWISE or each.book in self.alike]
        told = {each.book for each in self.unchosen if each.rule == str(rule)}
        found = [each for each in found if each.book not in told]
        denied = [each.words for each in (*self.not_played, *self.unchosen)]
        found = [each.without(denied) for each in found]
        return [each for each in found if (each.quotes and quoting) or each.manner.wordless]

    def own_sayings(self, *rules: Rule) -> list[Saying]:
        """What the first book says about the given rules."""
        first = self.edition.name if self.edition else ""
        return [each for rule in rules for each in self.sayings(rule) if each.book == first]

    @property
    def first_sayings(self) -> list[Saying]:
        """What the first book says: the quotes that lead to its answer, or those on the broken rules."""
        if self.edition and self.edition.differences:
            return [Saying(self.edition.name, Manner.SAYS, tuple(each.quote for each in self.edition.differences))]
        removing = any(isinstance(each, Remove) for each in self.asked.deeds)  # splitting cities is not about diagonals
        weak = self._weak | {rule for rule, told in OF_BOTH_CITIES.items() if removing and told in self.behind}
        told = self.own_sayings(*(rule for rule in self.rules if rule not in weak), *self.behind)
        return [each for each in told if each.manner is Manner.SAYS] or list(dict.fromkeys(told))

    @property
    def _weak(self) -> frozenset[Rule]:
        """The rules on impossible actions, if other rules explain the refusal."""
        return IMPOSSIBLE.intersection(self.rules) if self.behind else frozenset()

    def on(self, rule: Rule, say: Language) -> list[Told]:
        """What the books say about a deciding rule, unless that is already printed, and how the rule is derived."""
        if rule in self._weak:
            return []
        already = {each for one in self.first_sayings for each in one.quotes or (one,)}
        usual = self.rulings is None or sentence_of(rule, self.rulings) == sentence_of(rule, Rulings())
        derived = [each for each in rule.sources if usual and each.startswith(("Derived: ", "None: "))]
        said = [each.line(say) for each in self.sayings(rule) if already.isdisjoint(each.quotes or (each,))]
        return said + [(source_in_words(each, say), ()) for each in derived]

    def said(self, say: Language = ENGLISH) -> list[Told]:
        """What the chosen book says, or a note that it is silent; empty if no book was chosen."""
        if self.edition is None:
            return []
        name = self.edition.name
        first = say("This is the answer for {book}.", book=book_in_words(name, say))
        below = ((NOT_PLAYED, self.not_played), (CHOICES, [each for each in self.unchosen if not each.silent]))
        if part := next((title for title, found in below if any(each.book == name for each in found)), None):
            first = say(
                "This is the answer for {book}, although it prints something else (see below: {part}).",
                book=book_in_words(name, say),
                part=without_colon(say.of(part)),
            )
        if aside := ", ".join(self.edition.chosen):
            first += " " + say(
                "The answer ignores the readings that the question itself sets: {readings}.", readings=aside
            )
        return [(first, ()), *(each.line(say) for each in self.first_sayings)]

    def readings(self, say: Language) -> list[tuple[str, list[Reading]]]:
        """The answers that differ, in two lists with titles: books with our ruling, and single readings."""
        head = say("Other answers:") if self.edition else say("Some books answer differently:")
        books = [each for each in self.otherwise if each.name in {OURS, *self.books}]
        return [(head, books), (say.of(CHOICES), [each for each in self.otherwise if each not in books])]

    def further(self, say: Language) -> list[tuple[Rule, list[Told]]]:
        """The other relevant rules, with quotes from the first book, or with the books that print these rules."""
        rules = [rule for rule in self.bearing if rule not in self.involved]
        if self.edition:
            return [(rule, [each.line(say) for each in self.own_sayings(rule)]) for rule in rules]
        return [(rule, [(in_short(self.sayings(rule), say), ())]) for rule in rules]

    # As text

    def _named(self, rule: Rule, say: Language) -> str:
        return say.named(str(rule), say(self.sentence(rule)))

    def __str__(self) -> str:
        """The verdict in words."""
        return self.told()

    def told(self, room: int | None = None, language: Language | str = ENGLISH) -> str:
        """The verdict in words, wrapped to a given width."""
        width, language = room or LONGEST_LINE, a_language(language).in_game(self.game)
        parts = [_fitted(line, width) for line in self.head(language)]
        sentences = [wrapped(self._named(rule, language), width, later="  ") for rule in (*self.rules, *self.behind)]
        parts += ["\n".join(sentences)] if sentences else []
        parts += [drawing] if (drawing := self.drawing(room, language)) else []
        return "\n\n".join([*parts, *self.reasons(width, language)])

    def head(self, language: Language = ENGLISH) -> list[str]:
        """The answer in words, and the remarks before the reasons."""
        words = self.words(language, brief=language == ENGLISH)
        subject, told = self.subject(words), self.answered(words)
        return [language.named(subject, told) if subject else told, *self.remarks(words)]

    def reasons(self, width: int = LONGEST_LINE, language: Language = ENGLISH) -> list[str]:
        """The reasons for the answer: other readings, the books, and the relevant rules."""
        if not self.books:
            return [language("No book mentions it.")]
        said = "\n".join(wrapped(each, width, later="  ") for each, _ in self.said(language))
        return [*filter(None, [said, *self._parts(width, language)])]

    def _parts(self, width: int, say: Language) -> Iterator[str]:
        """The parts of the reasons, as text; a missing part is empty."""
        words = self.words(say, brief=say == ENGLISH)
        for title, readings in self.readings(say):
            yield _listed(title, [_reading(each, words) for each in readings], width)
        left = [differing(each, width, "  ", say) for each in self.not_played]
        yield "\n".join([wrapped(say.of(NOT_PLAYED), width), *left] if left else [])
        for rule in self.involved:
            if rule not in {*self.rules, *self.behind}:
                yield wrapped(self._named(rule, say), width, later="  ")
            yield _listed(say("The books on {rule}:", rule=rule), [(each, []) for each, _ in self.on(rule, say)], width)
            yield "\n".join(decided(rule, width, self.ruled(rule), say))
        title = say("The rules for it, and the books that print them (granada rule NAME shows their words):")
        if self.edition:
            title = say(
                "The rules for it, and what {book} says about them:", book=book_in_words(self.edition.name, say)
            )
        told = ((rule, [each for each, _ in sayings]) for rule, sayings in self.further(say))
        yield _listed(title, [(self._named(rule, say), words) for rule, words in told], width)


def without_colon(title: str) -> str:
    """A title without the colon at its end."""
    return title.rstrip(":\u00a0\u202f ")


def _city(question: StateQuestion) -> City | None:
    """The city of the seat that must decide; None if no seat must."""
    actor = question.state.actor
    return None if actor is None else question.state.players[actor].city


def contradiction_in_words(answer: Answer, words: Words) -> str:
    """The wrong part of the answer in a case, in words."""
    say = words.language
    if answer.get("error") is True:
        return say("expected an error, not {result}", result=as_words(answer.get("result")))
    missing, added = (
        ", ".join(written_action_in_words(each, words) for each in answer.get(name, ()))
        for name in ("missing", "added")
    )
    told = [say("missing: {actions}", actions=visible(missing))] if missing else []
    told += [say("not legal: {actions}", actions=added)] if added else []
    return say.joined(told) or answer_in_words(answer, words)


def _listed(title: str, lines: list[tuple[str, list[str]]], width: int) -> str:
    """Entries under a title, each with its details below it; empty if there are no entries."""
    told = [wrapped(title, width)] if lines else []
    for line, more in lines:
        told.append(wrapped(line, width, first="  ", later="    "))
        told += [wrapped(each, width, first="    ", later="      ") for each in more]
    return "\n".join(told)


def _reading(other: Reading, words: Words) -> tuple[str, list[str]]:
    """A reading with its answer, and the facts and quotes that lead to that answer."""
    first, *facts = other.told(words).split("\n")
    return first, [*map(str.strip, facts), *(each for each, _ in other.printed(words.language))]


def _fitted(told: str, width: int) -> str:
    """Lines wrapped to the width, with continuation lines indented by two columns."""
    lines = ((line, len(line) - len(line.lstrip())) for line in told.split("\n"))
    return "\n".join(wrapped(line.strip(), width, first=" " * by, later=" " * (by + 2)) for line, by in lines)


def _broken(answer: Answer) -> tuple[Rule, ...]:
    return tuple(Rule.named(name) for name in answer.get("broken", ()))
