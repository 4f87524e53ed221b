"""Judging one question: the answer, what other readings say, and whether the case is right about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from granada.board import InvalidState
from granada.given import visible
from granada.notation import a_text
from granada.rulebook import EDITIONS, Rulings
from granada.spec.bearing import READINGS
from granada.spec.cases import slug
from granada.spec.complaints import complaining
from granada.spec.grading import differences
from granada.spec.questions.answers import expected, read_answer
from granada.spec.questions.kinds import GameQuestion
from granada.spec.questions.reading import ANSWERS, read_question, read_written
from granada.spec.toml import read_toml
from granada.spec.verdict import Reading, Verdict, fact, in_words
from granada.wire import read_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada.spec.questions.question import Answer, Question


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


def judge(question: dict[str, Any] | str) -> Verdict:
    """Judge one question: a case of the specification without its answer, as TOML or as a dictionary.

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
    here = _answered(asked.in_full())
    game = "granada" if asked.setup is None else asked.setup.game.name
    editions = tuple(sorted(edition for edition, of in EDITIONS if of == game))
    return Verdict(
        asked,
        _answered(asked),
        editions,
        tuple(_otherwise(asked, written, here, editions)),
        _ended(here),
        _brought(asked, written, here),
        slug(str(written.get("name", "question"))),
    )


def _answered(asked: Question) -> Answer:
    """The answer to a question; one whose parts do not go together is refused."""
    with complaining():
        return asked.answer()


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


def _otherwise(asked: Question, written: dict[str, Any], here: Answer, editions: tuple[str, ...]) -> Iterator[Reading]:
    """The editions and the single readings that answer otherwise."""
    if asked.setup is None or isinstance(asked, GameQuestion):
        return
    own = asked.setup.rulings
    readings = [(edition, Rulings.edition(edition, asked.setup.game)) for edition in editions]
    for name, (_, values) in READINGS.items():
        others = [each for each in values if each != getattr(own, name)]
        readings += [(f"{name}={str(each).lower()}", evolve(own, **{name: each})) for each in others]
    for name, rulings in readings:
        try:
            there = _answered(_under(rulings, asked, written).in_full())
        except InvalidState:
            continue  # under that reading there is no such position
        if there != here:
            chosen = tuple(each for each in READINGS if getattr(rulings, each) != getattr(own, each))
            yield Reading(name, chosen, _apart(there, here))


def _apart(there: Answer, here: Answer) -> Answer:
    """An answer as far as it differs from another one."""
    then = {name: value for name, value in there.get("then", {}).items() if here.get("then", {}).get(name) != value}
    return {**there, "then": then} if then and "then" in here else {k: v for k, v in there.items() if k != "then"}
