"""What the books print: every quote and every difference is complete, and every edition can be played."""

from __future__ import annotations

import json
import pickle
import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

import granada
from granada.__main__ import main
from granada.errors import InvalidState
from granada.fast import Position
from granada.judging.rule_text import described, listed_differences
from granada.judging.sayings import Manner, saying
from granada.languages import Language, codes
from granada.pictures import differing
from granada.rulebook import (
    BOOKS,
    EDITIONS,
    READINGS,
    UNDER_READINGS,
    Difference,
    Quote,
    Rule,
    Rulings,
    book_of,
    demand_of,
    differences,
    sentence_of,
    specs_folder,
)
from granada.rulebook.books import LONGEST_QUOTE, REASONS
from granada.rulebook.sentences import SENTENCES
from granada.spec.chapters import read_chapter, read_chapters
from granada.spec.suite import cases
from granada.words.books import MEANING

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada import State

    Table = Callable[..., State]

NAMES = {book.name for book in BOOKS}
SOURCES = [(str(rule), source) for rule in Rule for source in rule.sources]
DEEDS = ("Derived: ", "None: ")
"""How a source begins that quotes no book."""
QUOTED = ("book", "words", "english", "games", "quotes")
"""The parts of a difference that belong to one book."""
MOST_DECISIONS = 5000
"""No edition leads to a game that is longer."""


def words(quote: str) -> int:
    return len([word for word in quote.split() if any(letter.isalnum() for letter in word)])


def assert_quoted(source: str) -> None:
    """A quote names its book, has few words, and says in English what they mean."""
    quote = Quote.read(source)
    assert quote, source
    assert quote.book in NAMES, source
    assert set(quote.games) <= {game for book in BOOKS if book.name == quote.book for game in book.games}, source
    assert 0 < words(quote.words) <= LONGEST_QUOTE, source
    assert words(quote.english), source


@pytest.mark.parametrize("rule", Rule, ids=str)
def test_every_quote_names_its_book_and_has_few_words_and_a_gloss(rule: Rule) -> None:
    assert rule.sources
    for source in rule.sources:
        if not source.startswith(DEEDS):
            assert_quoted(source)


def test_every_quote_of_a_worked_example_does_so_too() -> None:
    lines = (Path(__file__).parents[1] / "docs" / "worked-examples.md").read_text().splitlines()
    told = [line.removeprefix("- ") for line in lines if line.startswith("- ")]
    assert {quote.book for source in told if (quote := Quote.read(source))} == NAMES
    for source in told:
        assert_quoted(source)


@pytest.mark.parametrize("code", codes())
def test_what_words_mean_keeps_the_names_that_a_book_has(code: str) -> None:
    say = Language(code)
    quotes = [quote for rule in Rule for quote in (*rule.quotes, *(each.quote for each in rule.differences))]
    foreign = [quote for quote in quotes if next(book for book in BOOKS if book.name == quote.book).language != code]
    for quote in foreign:
        meaning = say.of((MEANING, quote.english))
        named = {name for name in ("Dirk", "Sanyi", "Géz") if name in quote.words}
        assert {name for name in ("Dirk", "Sanyi", "Géz") if name in meaning} == named, quote
        if quote.book == "Granada (Italian)":  # whose denari are money of any currency
            assert not re.search(r"\b(denar|dénár|denier)", meaning), quote


def test_the_books_are_quoted_some_hundred_times() -> None:
    quoted = Counter(quote.book for _, source in SOURCES if (quote := Quote.read(source)))
    assert set(quoted) == NAMES
    assert min(quoted.values()) >= 50


@pytest.mark.parametrize("difference", differences(), ids=lambda each: f"{each.rule}, {each.book}")
def test_every_difference_is_complete(difference: Difference) -> None:
    book = next(book for book in BOOKS if book.name == difference.book)
    assert 0 < words(difference.words) <= LONGEST_QUOTE
    assert words(difference.english)
    assert difference.consequence.endswith(".")
    assert difference.games
    assert set(difference.games) <= set(book.games)
    assert bool(difference.reason) or bool(difference.reading)
    assert sum(bool(getattr(difference, each)) for each in REASONS) <= 1
    assert not difference.reason or difference.reason.endswith(".")
    if difference.reading:
        (name,) = difference.chosen
        assert Rulings(**difference.chosen) != Rulings()
        assert str(READINGS[name][0]) == difference.rule
        assert not difference.same


@pytest.mark.parametrize(("edition", "game"), list(EDITIONS))
def test_what_a_book_prints_otherwise_is_listed(edition: str, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "--edition", edition, "--game", game]) == 0
    known = [each for rule in Rule if game in rule.games for each in rule.differences]
    own = [each for each in known if each.book == str(book_of(edition, game)) and game in each.games]
    told = " ".join(f"{each.rule} {differing(each)}" for each in own)
    listed = capsys.readouterr().out.split()
    assert listed[: len(told.split())] == told.split() != []
    assert main(["rule", "--edition", edition, "--game", game, "no-holes-at-all"]) == 2


def test_a_question_in_plain_words_is_answered_for_an_edition(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["may", "I", "turn", "a", "tile", "over"], ["may I turn a tile over"]):
        assert main(["rule", "--edition", "fr", *words]) == 0
        listed, *differing = capsys.readouterr().out.split("\n\n")
        assert "flip-costs-three: To turn a bought tile over" in listed
        assert any(each.startswith("flip-costs-three\n  French box prints otherwise: ") for each in differing)
    assert main(["rule", "--edition", "fr", "may I trade cards"]) == 0
    assert "French box" not in capsys.readouterr().out
    assert main(["rule", "--edition", "fr", "zzqq xxyy"]) == 2


def test_every_book_differs_somewhere_and_can_be_followed_somewhere() -> None:
    found = Counter(each.book for each in differences())
    assert set(found) == NAMES == {each.book for each in differences() if each.reading}
    assert sum(found.values()) >= 110


def test_what_several_books_print_otherwise_is_written_once_with_the_words_of_each() -> None:
    several = 0
    for chapter in read_chapters():
        for text in chapter.rules:
            told = [{key: each[key] for key in each if key not in QUOTED} for each in text.written_differences]
            assert [each for each in told if told.count(each) > 1] == [], text.rule
            several += sum(len(each.get("quotes", ())) for each in text.written_differences)
    assert several > 40
    fence = '[[difference]]\nquotes = ["the Dutch book says so"]\nconsequence = "Nothing."\nsame = "It is."'
    chapter = read_chapter("set-up", f"# A chapter\n\n## two-to-six-players\n\n```toml\n{fence}\n```\n")
    with pytest.raises(granada.InvalidState, match=r"^two-to-six-players: "):
        _ = chapter.rules[0].differences


@pytest.mark.parametrize("missing", ["book", "words", "english", "consequence", "reading"])
def test_a_difference_that_lacks_something_is_refused(missing: str) -> None:
    told = {
        "book": "Granada (Dutch)",
        "words": "voor 2-6 spelers",
        "english": "for 2-6 players",
        "consequence": "Nothing.",
        "reading": "may_pass=true",
    }
    fence = "\n".join(f'{key} = "{value}"' for key, value in told.items() if key != missing)
    chapter = f"# A chapter\n\n## two-to-six-players\n\n```toml\n[[difference]]\n{fence}\n```\n"
    with pytest.raises(granada.InvalidState, match=r"^two-to-six-players\b"):
        _ = read_chapter("set-up", chapter).rules[0].differences


def test_a_difference_has_one_reason_and_no_part_that_is_unknown() -> None:
    told = {"book": "French box", "words": "a", "english": "b", "consequence": "c.", "same": "d."}
    assert Difference.read("no-change", told).games == ("granada", "alhambra", "combined")
    for more in ({"slip": "e."}, {"why": "e."}):
        with pytest.raises(granada.InvalidState, match=r"^no-change, French box\b"):
            Difference.read("no-change", {**told, **more})


def test_the_suite_carries_the_differences_as_the_chapters_have_them() -> None:
    data = json.loads((specs_folder() / "suite.json").read_text(encoding="utf-8"))
    told = [(rule["rule"], each) for rule in data["rules"] for each in rule.get("differences", ())]
    assert [Difference.read(*each) for each in told] == list(differences())


@pytest.mark.parametrize("name", READINGS)
def test_a_reading_has_cases_under_each_of_its_values(name: str) -> None:
    rule, values = READINGS[name]
    found = {getattr(each.asked.setup.rulings, name) for each in cases() if each.rule == str(rule) and each.asked.setup}
    assert found == set(values)


def test_every_reading_is_named_in_its_chapter() -> None:
    for chapter in read_chapters():
        for text in chapter.rules:
            for name, (rule, _) in READINGS.items():
                if str(rule) == text.rule:
                    assert name in text.ruling, (text.rule, name)


def test_no_chapter_calls_a_book_by_a_name_that_two_share() -> None:
    for chapter in read_chapters():
        for text in chapter.rules:
            for ambiguous in ("the Hungarian text", "The Hungarian text", "Hungarian one", "the own "):
                assert ambiguous not in f"{text.text} {text.ruling}", text.rule


@pytest.mark.parametrize("name", READINGS)
def test_a_reading_changes_the_sentence_of_its_rule(name: str) -> None:
    rule, (ours, *others) = READINGS[name]
    assert sentence_of(rule, Rulings(**{name: ours})) == rule.sentence
    said = [sentence_of(rule, Rulings(**{name: value})) for value in others]
    assert len({rule.sentence, *said}) == len(others) + 1


def test_readings_that_change_one_rule_have_a_sentence_together() -> None:
    for sentences in UNDER_READINGS.values():
        known = [set(readings.split()) for readings in sentences]
        for one, other in combinations(known, 2):
            assert one | other in known


def test_a_book_that_speaks_of_who_can_pay_exactly_is_not_told_to_speak_of_who_does() -> None:
    rule, game = Rule.EXACT_PAYMENT_EARNS_AN_ACTION, "alhambra"
    assert sentence_of(rule, Rulings.edition("hu", game)).startswith("If you can pay exactly for a tile, you pay no")
    book = book_of("hu", game)
    assert saying(book, rule, game, Rulings()).manner is Manner.OTHERWISE
    assert saying(book, rule, game, Rulings.edition("hu", game)).manner is Manner.SAYS


def test_a_sentence_under_readings_is_one_that_somebody_can_come_to() -> None:
    for rule, sentences in UNDER_READINGS.items():
        for readings, sentence in sentences.items():
            chosen = {name: value for name, _, value in (each.partition("=") for each in readings.split())}
            rulings = Rulings(**{name: json.loads(value) for name, value in chosen.items()})
            assert list(chosen) == [each for each in READINGS if each in rulings.chosen]
            assert sentence_of(rule, rulings) == sentence
            assert sentence.endswith(".")


def test_every_other_sentence_of_a_rule_is_told_at_some_table() -> None:
    for rule, sentences in SENTENCES.items():
        for key, sentence in sentences.items():
            words = key.split()
            chosen = dict(each.split("=") for each in words if "=" in each)
            rulings = Rulings(**{name: json.loads(value) for name, value in chosen.items()})
            (game,) = [each for each in words if each in granada.game.GAMES] or [""]
            told = sentence_of(rule, rulings, game, dirk="without-dirk" not in words)
            assert sentence == (demand_of(rule, rulings, game) if "broken" in words else told)


def test_errors_and_the_text_on_a_rule_have_the_sentence_of_the_edition(table: Table) -> None:
    state = table(display="b1 g4", rulings=Rulings.edition("it", "granada"))
    with pytest.raises(granada.IllegalAction) as refusal:
        granada.apply(state, granada.Action.parse("take b1 g4"))
    assert sentence_of(Rule.TAKE_SEVERAL_UP_TO_FIVE, state.rulings) in str(refusal.value)
    assert str(pickle.loads(pickle.dumps(refusal.value))) == str(refusal.value)
    assert "Under several_cards_limit=4 (Granada (Italian)): You take" in described(Rule.TAKE_SEVERAL_UP_TO_FIVE)
    assert "Under" not in described(Rule.MOATS_MATCH)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(("edition", "game"), EDITIONS)
def test_a_game_of_every_edition_comes_to_its_end(edition: str, game: str, players: int) -> None:
    rng = Random(f"{edition} {game} {players}")
    position = Position(granada.new_game(players, game, rulings=Rulings.edition(edition, game)), rng)
    for _ in range(MOST_DECISIONS):
        if position.over:
            break
        position.apply(rng.randrange(position.count()))
    assert position.over


def test_an_edition_is_played_by_the_kernel_as_by_the_rules() -> None:
    for edition, game in EDITIONS:
        state = granada.new_game(2, game, rulings=Rulings.edition(edition, game))
        position, rng = Position(state, Random(3)), Random(3)
        state = granada.deal(state, rng)
        for _ in range(60):
            legal = granada.legal_actions(state)
            assert position.actions() == tuple(legal)
            position.apply(len(legal) // 2)
            state = granada.deal(granada.apply(state, legal[len(legal) // 2]), rng)
        assert position.state() == state


def test_what_a_reading_keeps_in_a_state_is_seen_by_all_and_only_where_it_is_chosen(table: Table) -> None:
    for chosen in (False, True):
        state = table(
            hands=("b8 o5", ""),
            yard=("school8|hospital9/s", "arena10|market11", "library4|district5", "park6|arena7"),
            rulings=Rulings(gift_flip_exact=chosen),
        )
        for text in ("buy 1 with b8", "stop", "flip school8/s paying o5"):
            state = granada.apply(state, granada.Action.parse(text))
        (step, *_) = state.todo
        assert isinstance(step, granada.steps.PlaceTiles)
        assert [each.overpaid for each in step.tiles] == [chosen]
        assert granada.observe(state, 1).table.todo == state.todo
        assert ("overpaid" in granada.to_json(state)) == chosen
        assert granada.from_json(granada.to_json(state), granada.State) == state


@pytest.mark.parametrize(
    ("rule", "edition", "told"),
    [
        ("moats-match", "it", "Granada (Italian) prints no rule differently."),
        ("flip-once", "nl", "flip-once: Granada (Dutch) does not say."),
        (
            "money-before-tiles",
            "nl",
            'money-before-tiles: Granada (Dutch) does not say it in so many words: "Het aantal',
        ),
        ("vizier-window", "hu", "vizier-window: Granada (Hungarian) does not have it."),
        ("simplified-ties", "nl", "simplified-ties: Granada (Dutch) does not say it in so many words: "),
        ("awards-may-be-declined", "nl", "awards-may-be-declined Granada (Dutch) prints otherwise: "),
        ("border-scores-two", "fr", "border-scores-two French box prints otherwise: "),
        (
            "awards-are-built-at-once",
            "fr",
            "awards-are-built-at-once (alhambra): French box does not say it in so many words: ",
        ),
        ("tied-awards-stay", "fr", "tied-awards-stay (alhambra) French box prints otherwise: "),
        ("ties-share-their-places", "hu", "ties-share-their-places Alhambra (Hungarian) leaves it open: "),
    ],
)
def test_the_list_of_an_edition_tells_where_its_book_differs_or_is_silent(rule: str, edition: str, told: str) -> None:
    assert " ".join(listed_differences(edition, "", rule).split()).startswith(told)


@pytest.mark.parametrize(("edition", "game"), EDITIONS)
def test_the_list_of_an_edition_names_every_rule_that_its_book_does_not_say(edition: str, game: str) -> None:
    book, listed = book_of(edition, game), listed_differences(edition, game, width=10**6).splitlines()
    for rule in (each for each in Rule if game in each.games):
        found = saying(book, rule, game, Rulings())
        assert (f"{rule}: {found.line()[0]}" in listed) >= found.manner.wordless


def test_a_rule_of_another_game_is_answered_by_the_book_of_that_game_or_by_none() -> None:
    for rule in (each for each in Rule if "granada" not in each.games and "alhambra" in each.games):
        assert "Granada (Hungarian)" not in listed_differences("hu", "granada", str(rule))
        with pytest.raises(InvalidState, match="no 'it' edition of alhambra is known"):
            listed_differences("it", "granada", str(rule))
