"""Judging one question: the answer, what other readings say, and whether the case is right about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from granada.board import InvalidState
from granada.notation import a_text
from granada.rulebook import Rulings, book_of
from granada.suite.cases import slug
from granada.suite.complaints import complaining
from granada.suite.editions import Answers, answered, books_of, readings_of
from granada.suite.grading import differences
from granada.suite.questions.answers import expected, read_answer
from granada.suite.questions.kinds import GameQuestion
from granada.suite.questions.reading import ANSWERS, read_question, read_written
from granada.suite.toml import read_toml
from granada.suite.verdict import Reading, Verdict, fact, in_words
from granada.text import visible
from granada.wire import read_json

if TYPE_CHECKING:
    from granada.suite.questions.question import Answer, Question


def read_questions(text: str) -> list[dict[str, Any]]:
    """The questions of a text: one as it is written by hand, several as [[case]], or one of the protocol in JSON."""
    found = read_json(text) if a_text(text, "a question").lstrip().startswith("{") else read_toml(text)
    listed = [found]
    if "case" in found:
        if other := [key for key in found if key != "case"]:
            raise InvalidState([f"beside [[case]] nothing stands for itself, but here {visible(', '.join(other))}"])
        listed = found["case"] if isinstance(found["case"], list) else [found["case"]]
    if not listed or not all(isinstance(each, dict) for each in listed):
        raise InvalidState(["a question is a table with a kind"])
    return listed


def _only(text: str) -> dict[str, Any]:
    """The one question of a text."""
    found = read_questions(text)
    if len(found) > 1:
        raise InvalidState([f"one [[case]] is judged at a time, but here are {len(found)}"])
    return found[0]


def read_only(text: str) -> tuple[Question, str]:
    """The one question of a text as a value, and its name, if it has one."""
    written = _only(text)
    return (read_question if "given" in written else read_written)(written), str(written.get("name", ""))


def tells(text: str, asked: Question) -> bool:
    """Whether a text, read again, asks just that; the words of a chapter do not reach every position."""
    again = read_only(text)[0]
    return _but_asked(again) == _but_asked(asked)


def _but_asked(question: Question) -> dict[str, Any]:
    """What is told of a question, but for what is asked of the state after it."""
    return {name: value for name, value in question.given.items() if name != "ask"}


def judge(question: dict[str, Any] | str, edition: str | None = None) -> Verdict:
    """Judge one question: a case of the specification without its answer, as TOML or as a dictionary.

    With an edition (hu, nl, it, fr) its book answers first, and our ruling is told where it differs.

    An InvalidState or a BadNotation says what is wrong with the question.

    >>> verdict = judge({"kind": "take", "display": "b1 b2 g3 y9", "do": "take b2 y9"})
    >>> verdict.legal, verdict.rules
    (False, (Rule.TAKE_SEVERAL_UP_TO_FIVE,))
    """
    written = _only(question) if isinstance(question, str) else question
    if not isinstance(written, dict):
        message = f"a question is a dict or a text in TOML, not {type(written).__name__}"
        raise TypeError(message)
    asked = read_question(written) if "given" in written else read_written(written)
    answers, book = Answers(lambda rulings: _under(rulings, asked, written)), None
    if edition is not None:
        game = _game(asked)
        asked = _under(Rulings.edition(edition, game), asked, written)
        found = book_of(edition, game)
        book = Reading(found.name, (), answered(asked), answers.printed(found, game))
    here = answered(asked.in_full())
    return Verdict(
        asked,
        answered(asked),
        tuple(each.name for each in books_of(asked)),
        book,
        tuple(readings_of(asked, answers)),
        _ended(here),
        _brought(asked, written, here),
        slug(str(written.get("name", "question"))),
    )


def _game(asked: Question) -> str:
    """The game of which a book is asked; a recorded game says itself by which readings it was played."""
    if asked.setup is None or isinstance(asked, GameQuestion):
        raise InvalidState([f"{asked.kind}: this is not asked of the book of an edition"])
    return asked.setup.game.name


def _ended(here: Answer) -> str:
    """How the game has ended, if an action has ended it."""
    then = here.get("then", {})
    if not then.get("over"):
        return ""
    return f"The game is over: {fact('points', then['points'])}. Winner: {fact('winners', then['winners'])}."


def _brought(asked: Question, written: dict[str, Any], here: Answer) -> str:
    """The answer that a case brings with it, as far as it is wrong."""
    with complaining("the answer that the case brings cannot be read: "):
        if "expect" in written:
            return _contradiction(asked, expected(written["expect"]), here)
        if "given" not in written and any(key in written for key in ANSWERS):
            return _contradiction(asked, read_answer(asked, written), here)
    return ""


def _contradiction(asked: Question, expect: Answer, here: Answer) -> str:
    wrong = list(differences(asked, expect, here))
    if not wrong or "actions" in expect or expect.get("error") is True:
        return "; ".join(wrong)
    named = {flaw.partition(":")[0] for flaw in wrong}
    then = {name: value for name, value in expect.get("then", {}).items() if name in named}
    return in_words({**expect, "then": then})


def _under(rulings: Rulings, asked: Question, written: dict[str, Any]) -> Question:
    """A question under other readings; one that was written by hand is read again, since they may begin otherwise."""
    return asked.under(rulings) if "given" in written else read_written({**written, "rulings": rulings.chosen})
