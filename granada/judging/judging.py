"""Judge a question: find its answer, the books and readings that answer differently, and a wrong answer in its case."""

from collections.abc import Iterator
from math import inf
from typing import Any

from attrs import evolve

from granada import questions
from granada.board import Face
from granada.errors import InvalidState, Reason, at
from granada.game import Flip, Give, Place, Stop, Store
from granada.judging.reading import OURS, Reading
from granada.judging.sayings import Manner, saying
from granada.judging.verdict import Verdict, contradiction_in_words
from granada.questions import Answer, ApplyQuestion, GameQuestion, Question, StateQuestion, Written, grading
from granada.rulebook import BOOKS, READINGS, Book, Difference, Rule, Rulings, book_of, differences
from granada.spec import laid_out, slug, surplus_huts
from granada.steps import Act, PlaceTiles
from granada.words import Words


def judge(question: dict[str, Any] | str, edition: str | None = None) -> Verdict:
    r"""Judge a question, which is written like a case in the specification, as TOML or as a dictionary.

    A missing ``kind`` or ``game`` and missing ``modules`` are guessed from the action, the tiles and the cards.
    If an edition (hu, nl, it, fr) is given, its book's answer comes first, followed by our ruling if that differs.

    Raise InvalidState or BadNotation if the question is invalid.

    >>> verdict = judge({"kind": "take", "display": "b1 b2 g3 y9", "do": "take b2 y9"})
    >>> verdict.legal, verdict.rules
    (False, (Rule.TAKE_SEVERAL_UP_TO_FIVE,))
    >>> judge('city = "@ tower8"\ndo = "place garden6 at 2,0"').guessed
    {'kind': 'place', 'game': 'alhambra'}
    """
    written = questions.only_question(question) if isinstance(question, str) else question
    if not isinstance(written, dict):
        raise TypeError(f"a question must be a dict or a text in TOML, not {type(written).__name__}")
    filled = questions.guessed(written)
    return evolve(judge_as_written({**written, **filled}, edition), guessed=filled)


def judge_as_written(written: Written, edition: str | None = None) -> Verdict:
    """Judge a question without guessing its missing parts."""
    asked, first = questions.read_either(written), None
    aside: list[str] = []
    if edition is not None:
        rulings = Rulings.edition(edition, _game(asked))
        own = asked.setup.rulings.chosen if asked.setup else {}
        aside = [name for name, value in own.items() if getattr(rulings, name) != value]
        asked = _under(rulings, asked, written)
    answers = Answers(asked, written)
    if edition is not None:
        book = book_of(edition, _game(asked))
        first = Reading(book.name, tuple(aside), _answer(asked), answers.printed(book, _game(asked)))
    full = _answer(asked.in_full())
    books = _books(asked)
    return Verdict(
        asked,
        _answer(asked),
        tuple(each.name for each in books),
        first,
        tuple(_readings(asked, full, answers)),
        tuple(each.name for each in books if answers.of(each) == full),
        _ended(full),
        _contradiction(asked, written, full),
        slug(str(written.get("name", "question"))),
    )


def _answer(question: Question) -> Answer:
    """The answer to a question; raise InvalidState if parts of the question contradict each other.

    A single city with a fourth hut is always illegal; the protocol applies this rule only to a whole table.
    """
    with questions.complaining():
        answer = question.answer()
    beside: tuple[Face, ...] = ()
    if isinstance(question, questions.CityQuestion):
        beside = (*question.reserve, *([question.do.face] if isinstance(question.do, Place) else []))
    for _, layout in laid_out(question):
        for flaw in surplus_huts(layout, beside):
            if surplus_huts(layout) and not isinstance(question, questions.LayoutQuestion):
                raise InvalidState(Reason("the city breaks {flaw}", flaw=flaw))
            return {"legal": False, "broken": [*answer["broken"], str(flaw.rule)]}
    return answer


def _game(question: Question) -> str:
    """The name of a question's game; raise InvalidState if an edition's book cannot answer the question."""
    if question.setup is None or isinstance(question, GameQuestion):
        raise InvalidState(
            at(f"{question.kind}: ", Reason("an edition's rulebook cannot answer this kind of question"))
        )
    return question.setup.game.name


def _ended(full: Answer) -> Answer:
    """The points and winners if an action has ended the game; otherwise empty."""
    then = full.get("then", {})
    return {name: then[name] for name in ("points", "winners")} if then.get("over") else {}


def _contradiction(question: Question, written: Written, full: Answer) -> Answer:
    """The wrong part of the answer that a case gives; raise InvalidState if that answer is unreadable."""
    with questions.complaining("the answer in the case cannot be read: "):
        if "expect" in written:
            brought = questions.expected(written["expect"])
        elif "given" not in written and any(key in written for key in questions.ANSWERS):
            brought = questions.read_answer(question, written)
        else:
            return {}
        wrong = _wrong_part(question, brought, full)
        contradiction_in_words(wrong, Words())
        return wrong


def _wrong_part(question: Question, brought: Answer, full: Answer) -> Answer:
    """The part of an answer that differs from ours."""
    wrong = list(grading.differences(question, brought, full))
    if not wrong:
        return {}
    if "actions" in brought:
        missing, added = grading.misjudged(question, set(brought["actions"]), full["actions"])
        return {"missing": missing, "added": added}
    if brought.get("error") is True:
        return {**brought, "result": full.get("result")}
    named = {flaw.partition(":")[0] for flaw in wrong}
    then = {name: value for name, value in brought.get("then", {}).items() if name in named}
    return {**brought, "then": then}


# Under other readings


def _under(rulings: Rulings, question: Question, written: Written) -> Question:
    """Read a question again under other readings, because a position in short form may differ under them."""
    if "given" not in written and isinstance(question, StateQuestion):
        state = {name: value for name, value in written.get("state", {}).items() if name != "rulings"}
        return questions.read_written({**written, "rulings": rulings.chosen, "state": state})
    return question.under(rulings)


def with_stops(question: Question) -> Question:
    """The question with ``stop`` added before placements if the table's readings require it, and removed otherwise."""
    if not isinstance(question, ApplyQuestion):
        return question
    course, deeds = question.course, question.deeds
    before, rest = deeds[: course.number - 1], deeds[course.number - 1 :]
    if course.after is not None or not course.before.todo:
        return question
    match course.before.todo[0], course.action:
        case Act(bought=(_, *_)), Flip() | Place() | Store() | Give():
            return with_stops(evolve(question, do=(*before, Stop(), *rest)))
        case PlaceTiles(), Stop() if len(rest) > 1:
            return with_stops(evolve(question, do=(*before, *rest[1:])))
    return question


class Answers:
    """A cache of the answers to a question under different readings."""

    def __init__(self, question: Question, written: Written) -> None:
        """Store a question and the data from which it was read."""
        self._question, self._written = question, written
        self._stops = with_stops(question) == question
        self._known: dict[Rulings, Answer | None] = {}

    def __getitem__(self, rulings: Rulings) -> Answer | None:
        """The whole answer under the given readings; None if the position cannot arise under them."""
        if rulings not in self._known:
            try:
                there = _under(rulings, self._question, self._written).in_full()
                self._known[rulings] = _answer(with_stops(there) if self._stops else there)
            except InvalidState:
                self._known[rulings] = None
        return self._known[rulings]

    def of(self, book: Book) -> Answer | None:
        """The whole answer by a book; None if the position cannot arise there or the question is about a record."""
        if isinstance(self._question, GameQuestion):
            return None
        return self[Rulings.edition(book.language, _game(self._question))]

    def printed(self, book: Book, game: str) -> tuple[Difference, ...]:
        """The differences in a book on which its answer depends."""
        edition, ours = Rulings.edition(book.language, game), Rulings()
        if self[edition] == self[ours]:
            return ()
        played = tuple(
            each for each in differences() if each.book == book.name and game in each.games and not each.reason
        )
        without = [evolve(edition, **{name: getattr(ours, name) for name in each.chosen}) for each in played]
        needed = (each for each, rest in zip(played, without, strict=True) if self[rest] != self[edition])
        return tuple(needed) or played


def _books(question: Question) -> tuple[Book, ...]:
    """The books that describe a question's game."""
    return tuple(book for book in BOOKS if question.setup is not None and question.setup.game.name in book.games)


def _readings(question: Question, full: Answer, answers: Answers) -> Iterator[Reading]:
    """The books, our ruling and the single readings that answer differently from the question's own readings."""
    if question.setup is None or isinstance(question, GameQuestion):
        return
    own, game, ours = question.setup.rulings, question.setup.game.name, Rulings()
    books = _books(question)
    words = {book.name: answers.printed(book, game) for book in books}
    for book in (None, *books):
        rulings = Rulings.edition(book.language, game) if book else ours
        there = answers[rulings]
        if rulings == own or there is None or not (_refusal(there) != _refusal(full) or _otherwise(there, full)):
            continue
        changed = tuple(each for each in READINGS if getattr(own, each) != getattr(rulings, each))
        alone = {name: answers[evolve(own, **{name: getattr(rulings, name)})] for name in changed}
        rules = tuple(dict.fromkeys(READINGS[name][0] for name in changed if alone[name] not in (None, full)))
        printed = words[book.name] if book else ()
        rules = tuple(rule for rule in Rule if rule in rules or str(rule) in {each.rule for each in printed})
        left = {each.rule for each in differences() if book and each.book == book.name and each.silent and each.reading}
        found = (
            [saying(book, rule, game, rulings) for rule in rules if str(rule) not in left]
            if book and not printed
            else []
        )
        quotes = tuple(quote for each in found if each.manner is Manner.SAYS for quote in each.quotes)
        if book is None or printed or quotes:  # a book that is silent gives no answer
            yield Reading(book.name if book else OURS, changed, _apart(there, full), printed, quotes, rules)
    named_by_books = {each.reading for printed in words.values() for each in printed}
    for name, (rule, values) in READINGS.items():
        for value in values:
            choice, rulings = f"{name}={str(value).lower()}", evolve(own, **{name: value})
            there = answers[rulings]
            if own != ours and value == getattr(ours, name):
                continue  # our ruling is already in the list
            if rulings in {own, ours} or choice in named_by_books or there is None or not _otherwise(there, full):
                continue
            mine = tuple(
                each for each in differences(str(rule)) if each.reading == choice and each.reason and game in each.games
            )
            yield Reading(choice, (name,), _apart(there, full), mine, rules=(rule,))


def _refusal(answer: Answer) -> tuple[bool, int | None]:
    """Whether an answer is a refusal, and the step that is refused."""
    return answer.get("legal") is False, answer.get("step")


def _otherwise(there: Answer, here: Answer) -> bool:
    """Whether one answer differs from another; of two refusals, one differs only if it allows more steps."""
    if there.get("legal") is False and here.get("legal") is False:
        return "step" in here and there.get("step", inf) > here["step"]
    return there != here


def _apart(there: Answer, here: Answer) -> Answer:
    """The part of an answer that differs from another one."""
    then = {name: value for name, value in there.get("then", {}).items() if here.get("then", {}).get(name) != value}
    return {**there, "then": then} if then and "then" in here else {k: v for k, v in there.items() if k != "then"}
