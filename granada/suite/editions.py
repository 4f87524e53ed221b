"""How the books and the single readings answer a question: which of them otherwise, and by which words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from granada.board import InvalidState
from granada.rulebook import BOOKS, Rulings, differences
from granada.suite.bearing import READINGS
from granada.suite.complaints import complaining
from granada.suite.questions.kinds import GameQuestion
from granada.suite.verdict import OURS, Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada.rulebook import Book, Difference
    from granada.suite.questions.question import Answer, Question

    Under = Callable[[Rulings], Question]


def books_of(asked: Question) -> tuple[Book, ...]:
    """The books that tell the game of a question."""
    game = getattr(asked, "game", None) if asked.setup is None else asked.setup.game
    return tuple(book for book in BOOKS if game is not None and game.name in book.games)


def answered(asked: Question) -> Answer:
    """The answer to a question; one whose parts do not go together is refused."""
    with complaining():
        return asked.answer()


class Answers:
    """What a question is answered under any readings; each is worked out once."""

    def __init__(self, under: Under) -> None:
        """Begin with how the question is asked under other readings."""
        self._under = under
        self._known: dict[Rulings, Answer | None] = {}

    def __getitem__(self, rulings: Rulings) -> Answer | None:
        """The answer under some readings; None where there is no such position."""
        if rulings not in self._known:
            try:
                self._known[rulings] = answered(self._under(rulings).in_full())
            except InvalidState:
                self._known[rulings] = None
        return self._known[rulings]

    def printed(self, book: Book, game: str) -> tuple[Difference, ...]:
        """What a book prints that makes its answer another one than ours: without it, it would answer otherwise."""
        edition, mine = Rulings.edition(book.language, game), _played(book, game)
        if self[edition] == self[Rulings()]:
            return ()
        return tuple(each for each in mine if self[_without(edition, each)] != self[edition]) or mine


def readings_of(asked: Question, answers: Answers) -> Iterator[Reading]:
    """The books, our ruling and the single readings that answer otherwise than the question's own readings."""
    if asked.setup is None or isinstance(asked, GameQuestion):
        return
    own, game, ours = asked.setup.rulings, asked.setup.game.name, Rulings()
    here = answered(asked.in_full())
    named = {OURS: ours, **{book.name: Rulings.edition(book.language, game) for book in books_of(asked)}}
    words = {book.name: answers.printed(book, game) for book in books_of(asked)}
    for name, rulings in named.items():
        there = answers[rulings]
        if rulings != own and there is not None and there != here:
            yield Reading(name, _changed(own, rulings), _apart(there, here), words.get(name, ()))
    told = {each.reading for printed in words.values() for each in printed}
    for name, (rule, values) in READINGS.items():
        for value in values:
            choice, rulings = f"{name}={str(value).lower()}", evolve(own, **{name: value})
            there = answers[rulings]
            if own != ours and value == getattr(ours, name):
                continue  # our ruling has been told
            if rulings in {own, ours} or choice in told or there is None or there == here:
                continue
            mine = tuple(each for each in differences(str(rule)) if each.reading == choice and game in each.games)
            yield Reading(choice, (name,), _apart(there, here), mine)


def _without(edition: Rulings, difference: Difference) -> Rulings:
    """The readings of an edition but for what one difference chooses."""
    return evolve(edition, **{name: getattr(Rulings(), name) for name in difference.chosen})


def _changed(own: Rulings, other: Rulings) -> tuple[str, ...]:
    return tuple(name for name in READINGS if getattr(own, name) != getattr(other, name))


def _played(book: Book, game: str) -> tuple[Difference, ...]:
    """What a book prints otherwise on a game, as far as its edition plays it."""
    return tuple(each for each in differences() if each.book == book.name and game in each.games and not each.reason)


def _apart(there: Answer, here: Answer) -> Answer:
    """An answer as far as it differs from another one."""
    then = {name: value for name, value in there.get("then", {}).items() if here.get("then", {}).get(name) != value}
    return {**there, "then": then} if then and "then" in here else {k: v for k, v in there.items() if k != "then"}
