"""Verdicts, rules and pictures in five languages: nothing lacks a translation, and nothing bypasses the catalogues."""

import json
import re
from collections.abc import Iterator
from functools import cache, partial
from gettext import NullTranslations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import granada
from granada import languages
from granada.__main__ import main
from granada.board import Building
from granada.browser import reply
from granada.commands.playing.person import Person, asked, refused
from granada.game import GAMES, MODULES, VERBS, Action, State, legal_actions
from granada.judging import judge, looked_up, on_a_page, on_a_sheet, pictures
from granada.judging.answer_words import fact_in_words
from granada.judging.rule_text import described, listed_rules
from granada.judging.verdict import Verdict
from granada.languages import Language, codes
from granada.pictures import picture, stepping_page
from granada.questions import KINDS, GameQuestion, NotationQuestion
from granada.rulebook import BOOKS, Book, Rule, Rulings, differences, sentence_of, specs_folder
from granada.spec import cases
from granada.spec.chapters import RuleText
from granada.table import ask, game_loop, observe
from granada.words import Words, no_such_rule
from tests.pseudo_translation import bypassing, without_quotes

PATHS = sorted((Path(__file__).parent / "data" / "quarrels").glob("*.toml"))
"""The quarrels, each named after the language of its book."""
OTHERS = codes()[1:]
FEW = 61
"""One of so many cases is told in the short run."""


class Gaps(NullTranslations):
    """What is asked for a text that a catalogue does not have."""

    def gettext(self, message: str) -> str:
        """There is no such text."""
        raise AssertionError(f"not translated: {message}")

    def pgettext(self, context: str, message: str) -> str:
        """There is no such text."""
        raise AssertionError(f"not translated: {message} ({context})")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """There is no such text."""
        raise AssertionError(f"not translated: {msgid1} ({msgid2}, {n})")


@pytest.fixture
def without_gaps() -> Iterator[None]:
    """Meanwhile a text without a translation is an error."""
    found = [languages._catalogue(code) for code in OTHERS]
    for each in found:
        each.add_fallback(Gaps())
    yield
    languages._catalogue.cache_clear()


def _verdicts(step: int, first: int = 0) -> Iterator[Verdict]:
    return (judge({"kind": case.kind, "given": case.given}) for case in cases()[first::step])


def _tell_all(verdict: Verdict) -> None:
    for code in OTHERS:
        assert verdict.told(80, Language(code))


@pytest.fixture(scope="module")
def few() -> list[Verdict]:
    """The verdicts on a few cases and on the quarrels."""
    return [*_verdicts(FEW), *(judge(path.read_text(encoding="utf-8"), path.name[:2]) for path in PATHS)]


@pytest.mark.long
@pytest.mark.usefixtures("without_gaps")
def test_verdicts_are_told_in_each_language_without_a_gap(few: list[Verdict]) -> None:
    for verdict in few:
        _tell_all(verdict)


@pytest.mark.in_turn
@pytest.mark.long
@pytest.mark.usefixtures("without_gaps")
@pytest.mark.parametrize("first", range(10))
def test_every_case_of_the_suite_is_told_in_each_language_without_a_gap(first: int) -> None:
    for verdict in _verdicts(10, first):
        _tell_all(verdict)


@pytest.fixture
def without_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text on a rule meanwhile lists no cases, which are named in English and take long to be read."""
    monkeypatch.setattr(RuleText, "cases", ())


@pytest.mark.usefixtures("without_gaps", "without_cases")
@pytest.mark.parametrize("code", OTHERS)
def test_every_rule_is_told_in_each_language_without_a_gap(code: str) -> None:
    for rule in Rule:
        assert described(rule, language=Language(code))
    assert listed_rules(language=Language(code))


def _told(verdict: Verdict, language: Language) -> str:
    told = verdict.told(None, language)
    if isinstance(verdict.asked, NotationQuestion):  # errors of the library, and what is read, are no words of players
        return told.partition("\n\n")[2]
    return without_quotes(told)


def test_no_words_of_a_verdict_bypass_the_catalogues(few: list[Verdict], pseudo: Language) -> None:
    for verdict in few:
        assert bypassing(_told(verdict, pseudo)) == [], verdict.question


@pytest.mark.in_turn
@pytest.mark.long
@pytest.mark.parametrize("first", range(10))
def test_no_words_of_any_verdict_bypass_the_catalogues(first: int, pseudo: Language) -> None:
    for verdict in _verdicts(10, first):
        assert bypassing(_told(verdict, pseudo)) == [], verdict.question


def test_a_case_that_is_wrong_is_told_so_in_the_language(pseudo: Language) -> None:
    state = {"display": "b1 g4", "seats": [{"hand": ""}]}
    for question in (
        {"kind": "take", "display": "b2 g3", "do": "take b2", "breaks": ["no-change"]},
        {"kind": "legal", "state": state, "actions": ["take b9"]},
        {"kind": "notation", "of": "card", "text": "b1", "error": True},
        {"kind": "layout", "game": "alhambra", "layout": "@ garden8 garden8 tower4 garden-hut"},
    ):
        assert bypassing(without_quotes("\n".join(judge(question).head(pseudo)))) == [], question


@pytest.mark.usefixtures("without_cases")
def test_no_words_of_a_rule_bypass_the_catalogues(pseudo: Language) -> None:
    listed = listed_rules(language=pseudo)
    assert bypassing(listed) == []
    for rule in Rule:
        assert bypassing(without_quotes(described(rule, language=pseudo))) == [], rule


def _words_of(svg: str) -> str:
    return " ".join(re.findall(r"<(?:title|desc|text)[^>]*>([^<]*)<", svg))


@cache
def _played(game: str) -> list[State]:
    """The states of a game of two, with all modules where it has them."""
    bot = granada.RandomBot(Random(3))
    opening = granada.new_game(2, game, modules=[] if game == "granada" else list(MODULES))
    loop = game_loop(opening, lambda state, seat: ask(bot, state, seat), Random(4))
    return [state for _, _, state, _ in loop]


@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=[pytest.mark.long] * (name == "combined")) for name in GAMES]
)
def test_no_words_of_a_picture_bypass_the_catalogues(game: str, pseudo: Language) -> None:
    states = _played(game)
    for state in (*states[50::200], states[-1]):
        assert bypassing(_words_of(picture(state, language=pseudo))) == []
        assert bypassing(_words_of(picture(observe(state, 0), language=pseudo))) == []
        assert bypassing(_words_of(picture(state.players[0].city, language=pseudo))) == []


def test_no_caption_of_a_question_bypasses_the_catalogues(pseudo: Language) -> None:
    first = {case.kind: case for case in reversed(cases()) if case.kind != "game"}
    questions = [case.asked for case in (*first.values(), *cases()[::40])]
    assert {type(question) for question in questions} >= {*KINDS.values()} - {GameQuestion}
    for question in questions:
        if not isinstance(question, NotationQuestion):
            captioned = [*pictures(question, pseudo)]
            assert [word for caption, svg in captioned for word in bypassing(caption + _words_of(svg))] == []
    assert bypassing(_words_of(on_a_sheet([("", questions[0])], "", pseudo))) == []


def test_no_words_of_a_stepping_page_bypass_the_catalogues(pseudo: Language) -> None:
    lines = (specs_folder() / "games" / "alhambra-2-modules.jsonl").read_text(encoding="utf-8").splitlines()
    record = granada.from_json("\n".join(lines[:60]))
    assert isinstance(record, granada.Record)
    page = stepping_page(record, pseudo)
    assert '<html lang="fr">' in page
    shown = re.sub(r"<(script|style).*?</\1>", " ", page, flags=re.DOTALL)
    words = re.findall(r'(?:title|aria-label)="([^"]*)"|>([^<]*)<', shown)
    assert bypassing(" ".join(word for each in words for word in each)) == []
    told = json.loads(re.findall(r'id="game">(.*?)</script>', page)[0])
    assert bypassing(" ".join(map(_words_of, told["pieces"]))) == []
    assert bypassing(told["steps"].format(at=1, last=2)) == []


ENTRIES = """
rule moats
rule no-holes
?
table
99
dance
take
take x1
take b1 b1 b1 b1
buy 9 with b1
place
place park8
place park8 at 40,0
flip park6 for b1
hut x
draw x
1"""
"""What somebody enters, the last of which is an action."""


def _entered(entries: list[str], prompt: str) -> str:
    assert bypassing(prompt) == []
    return entries.pop()


@pytest.mark.parametrize("game", list(GAMES))
def test_no_words_for_a_person_bypass_the_catalogues(game: str, pseudo: Language) -> None:
    said: list[str] = []
    for state in _played(game)[40::90]:
        if state.actor is not None:
            view, entries = observe(state, state.actor), ENTRIES.strip().splitlines()[::-1]
            person = Person(partial(_entered, entries), said.append, language=pseudo)
            person.choose(view, legal_actions(state))
            said += [asked(view, pseudo), refused(view, Action.parse("pass"), (Rule.NO_HOLES,), language=pseudo)]
    typed = {*VERBS, *map(str, Building), *re.findall(r"[a-z]{2,}", ENTRIES)}
    commands = {"with", "paying", "undo", "quit", "Ctrl", "NAME"}
    found = {word for word in bypassing(without_quotes("\n".join(said))) if not set(word) <= set("nesw")}
    assert found - typed - commands == set()


# The quarrels in the language of their book


def test_a_quote_needs_no_translation_for_those_who_read_its_book() -> None:
    verdict = judge({"kind": "take", "display": "b1 g4", "do": "take b1 g4"}, "it")
    for code in OTHERS:
        told = " ".join(verdict.told(None, Language(code)).split())
        for book in BOOKS:
            shown = [words for words in _printed(verdict, book) if f'"{words}"' in told]
            assert all((f'"{words}" (' in told) == (book.language != code) for words in shown), book


def _printed(verdict: Verdict, book: Book) -> list[str]:
    quotes = [quote for rule in (*verdict.rules, *verdict.involved) for quote in rule.quotes if quote.book == book.name]
    return [quote.words for quote in quotes] + [each.words for each in differences() if each.book == book.name]


# How it is chosen


def test_the_judge_speaks_the_language_that_is_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "take.toml"
    path.write_text('kind = "take"\ndisplay = "b1 g4"\ndo = "take b1 g4"\n', encoding="utf-8")
    assert main(["judge", str(path), "--edition", "it", "--language", "it"]) == 1
    assert Language("it")(sentence_of(Rule.TAKE_SEVERAL_UP_TO_FIVE, Rulings.edition("it", "granada"))) in " ".join(
        capsys.readouterr().out.split()
    )


@pytest.mark.parametrize("code", codes())
def test_the_page_gets_the_verdict_in_its_language(code: str) -> None:
    question = {"ask": "judge", "kind": "take", "given": {"display": "b2 y9", "do": "take b2 y9"}, "language": code}
    told = json.loads(reply(json.dumps(question)))
    say = Language(code)
    assert told["broken"] == [
        {"rule": "take-several-up-to-five", "sentence": say(Rule.TAKE_SEVERAL_UP_TO_FIVE.sentence)}
    ]
    verdict = judge({"kind": "take", "given": question["given"]})
    assert told["subject"] == verdict.subject(Words(say))
    assert told["answer"] == {"legal": False, "broken": ["take-several-up-to-five"]}


@pytest.mark.parametrize("language", ["tlh", "", None, 7, ["fr"], {"code": "fr"}])
def test_a_language_that_is_not_there_is_answered_in_english(language: object) -> None:
    message = {"ask": "judge", "kind": "take", "given": {"display": "b2", "do": "take b2"}}
    assert reply(json.dumps({**message, "language": language})) == reply(json.dumps(message))


def _sentences(page: dict[str, Any]) -> Iterator[list[Any]]:
    """All sentences of a verdict on a page, each in its pieces."""
    yield from ([each] for each in (page["subject"], *page["facts"], *page["notes"]))
    yield from page["said"]
    for part in page["parts"]:
        yield [part["title"]]
        for line in part["lines"]:
            yield from (line["said"], *line["more"])


def test_no_words_on_the_page_bypass_the_catalogues(few: list[Verdict], pseudo: Language) -> None:
    for verdict in few:
        if isinstance(verdict.asked, NotationQuestion | GameQuestion):
            continue
        for pieces in _sentences(on_a_page(verdict, pseudo)):
            text = "".join(each for each in pieces if isinstance(each, str))
            assert bypassing(text) == [], verdict.question
            assert not any(f" {rule}" in text for rule in verdict.rules), text


def test_the_page_is_given_the_words_of_books_and_their_meaning(few: list[Verdict]) -> None:
    found = set()
    for verdict in few:
        for code in codes():
            for pieces in _sentences(on_a_page(verdict, Language(code))):
                texts = "".join(piece for piece in pieces if isinstance(piece, str))
                for quote in (piece for piece in pieces if isinstance(piece, dict)):
                    assert (quote["meaning"] is None) == (quote["lang"] == code)
                    assert quote["words"] not in texts
                    found.add(quote["lang"])
    assert found == set(OTHERS)


def test_what_the_book_prints_is_open_and_the_rest_is_folded() -> None:
    question = {"kind": "take", "display": "b1 g4", "do": "take b1 g4"}
    for edition, is_open in ((None, {"others"}), ("it", set())):
        page = on_a_page(judge(question, edition), Language("nl"))
        assert {part["what"] for part in page["parts"] if part["open"]} == is_open
        assert {"others", "ruling"} <= {part["what"] for part in page["parts"]}
        assert bool(page["said"]) == (edition is not None)
        printed = [piece["lang"] for said in page["said"] for piece in said if isinstance(piece, dict)]
        assert printed == ([] if edition is None else ["it"])


@pytest.mark.parametrize("code", codes())
def test_the_imaginary_player_is_called_as_in_the_book_of_the_game(code: str) -> None:
    for game in GAMES.values():
        name = Words(Language(code), game).dirk
        question = {"kind": "score", "game": game.name, "round": "A", "cities": ["@", "@"], "dirk": []}
        told = judge(question).told(None, Language(code))
        assert name in told
        if code != "en":
            assert not {Words(Language(code), other).dirk for other in GAMES.values()} - {name} & set(told.split())


def test_an_unknown_rule_is_refused_in_the_language() -> None:
    with pytest.raises(granada.InvalidState) as refusal:
        looked_up("xyzzyxyzzy", language=Language("nl"))
    assert refusal.value.reasons == (no_such_rule("xyzzyxyzzy", Language("nl")),)


LAID_WRONGLY: tuple[dict[str, Any], ...] = (
    {"kind": "take", "given": {"display": "b5 b5 b5 b5", "do": "take b5"}},
    {"kind": "take", "given": {"display": "b/g b5", "do": "take b/g"}},
    {"kind": "buy", "given": {"hand": "b5", "space": 1, "tile": "garden8", "do": "buy 1 with b5"}},
    {"kind": "score", "given": {"round": "A", "cities": [{"3,3": "park6"}, {}]}},
    {"kind": "score", "given": {"round": "A", "modules": ["huts"], "cities": [{}, {}]}},
    {"kind": "score", "given": {"round": "A", "cities": [{}, {}, {}], "dirk": []}},
    {"kind": "score", "given": {"game": "alhambra", "round": "A", "modules": ["bonus"], "cities": [{}], "shown": []}},
    {"kind": "place", "given": {"game": "combined", "city": {"1,0": "park6"}, "do": "place garden8 at 0,1"}},
    {"kind": "apply", "told": {"state": {"yard": ["tower9", "", "", ""]}, "do": "pass", "ask": []}},
    {"kind": "apply", "told": {"state": {"phase": "place"}, "do": "pass", "ask": []}},
    {"kind": "apply", "told": {"state": {"display": "b1 b2 b3 b4 b5"}, "do": "take b1", "ask": []}},
    {"kind": "legal", "told": {"game": "alhambra", "state": {"seats": [{"reserve": ["garden8", "garden8"]}]}}},
)
"""What somebody can lay by hand that is no question."""


@pytest.mark.parametrize("code", OTHERS)
def test_what_is_laid_wrongly_is_told_in_words_to_whoever_laid_it(code: str) -> None:
    untold = [(each, json.loads(reply(json.dumps({"ask": "judge", **each})))) for each in LAID_WRONGLY]
    assert [each for each, answer in untold if "flaws" not in answer] == []
    for each, english in untold:
        answer = json.loads(reply(json.dumps({"ask": "judge", "language": code, **each})))
        assert answer["flaws"] == english["flaws"]
        assert all(answer["told"]), answer["flaws"]
        plain = json.loads(reply(json.dumps({"ask": "judge", "language": "en", **each})))["told"]
        assert not {*answer["told"]} & {*plain, *answer["flaws"]}


@pytest.mark.parametrize("code", ["fr", "hu", "it", "nl"])
def test_cases_of_a_rule_name_fields_and_phases_in_the_language(code: str) -> None:
    told = described(Rule.MARKER_MOVES_AFTER_A_REFILL, 200, Language(code))
    words = Words(Language(code))
    odd, draw = fact_in_words("marker", "odd", words), fact_in_words("waiting", "draw", words)
    assert f" {odd}, " in told
    assert told.count(draw) == 1
    assert not re.search(r" odd\b", told)
