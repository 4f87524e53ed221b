"""What a verdict says of the books: nobody is quoted who did not speak, and no verdict contradicts itself."""

from __future__ import annotations

import re
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from granada import InvalidState, Rule, Rulings
from granada.judging.judging import judge
from granada.judging.question_sorts import SORTS
from granada.judging.rule_text import looked_up
from granada.judging.sayings import Manner, saying
from granada.languages import Language
from granada.pictures import differing
from granada.rulebook import BOOKS, EDITIONS, UNDER_READINGS, book_of, differences, sentence_of
from granada.spec import MODULES, relevant_rules
from granada.spec.suite import case_named, cases
from granada.words import book_in_words, quote_in_words

if TYPE_CHECKING:
    from granada.judging.verdict import Verdict
    from granada.spec.cases import Case

QUARRELS = Path(__file__).parent / "data" / "quarrels"
BOOK = {book.name: book for book in BOOKS}


def told(question: dict[str, Any], edition: str | None = None) -> str:
    """A verdict in words, without regard to its lines."""
    return " ".join(str(judge(question, edition)).split())


MISMATCH = {"kind": "place", "city": "park6 .\n@ arena6/n", "do": "place school8 at 1,1"}
FIVE = {"kind": "take", "display": "b2 g3 y9", "do": "take b2 g3"}
NINE = {**FIVE, "do": "take y9"}
SIX = {**FIVE, "do": "take b2 y9"}
TIED = {"kind": "award", "yard": ["arena2|park3", "", "", ""], "hands": ["b3", "b3"]}


BOUGHT = {"phase": "place", "place": ["park8|arena9"]}
AWARDED: dict[str, Any] = {
    "phase": "refill-tiles",
    "yard": ["park8|arena9", "", "", ""],
    "seats": [{"hand": "b3"}],
    "bag": [],
}


# What a book says


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_a_book_says_a_rule_only_by_words_of_its_own_for_that_game(book: Any) -> None:
    for game in book.games:
        for rule in Rule:
            found = saying(book, rule, game, Rulings())
            words = {quote.words for quote in rule.quotes if quote.book == book.name and quote.of_game(game)}
            words |= {each.words for each in rule.differences if each.book == book.name and game in each.games}
            assert {quote.words for quote in found.quotes} <= words
            assert bool(found.quotes) or found.manner.wordless
            if found.manner is Manner.SAYS:
                assert not any(quote.near for quote in found.quotes)


@pytest.mark.parametrize(
    ("book", "rule", "game", "manner"),
    [
        ("Granada (Dutch)", Rule.MOATS_MATCH, "granada", Manner.SAYS),
        ("Granada (Dutch)", Rule.DIRK_WINS_NOTHING, "granada", Manner.SILENT),
        ("Granada (Hungarian)", Rule.TIED_AWARDS_STAY, "granada", Manner.OPEN),
        ("Granada (Italian)", Rule.TAKE_SEVERAL_UP_TO_FIVE, "granada", Manner.OTHERWISE),
        ("Granada (Dutch)", Rule.BUREAU_PAYS_EXACTLY, "granada", Manner.ABSENT),
        ("Alhambra (Hungarian)", Rule.VIZIER_WINDOW, "alhambra", Manner.ABSENT),
        ("French box", Rule.VIZIER_WINDOW, "granada", Manner.SAYS),
        ("French box", Rule.BUREAU_PAYS_EXACTLY, "granada", Manner.ELSEWHERE),
        ("French box", Rule.BUREAU_PAYS_EXACTLY, "alhambra", Manner.SAYS),
        ("French box", Rule.AWARDS_ARE_BUILT_AT_ONCE, "alhambra", Manner.NEAR),
        ("French box", Rule.AWARDS_ARE_BUILT_AT_ONCE, "granada", Manner.SAYS),
        ("French box", Rule.COMBINED_DIRK, "combined", Manner.OPEN),
        ("Granada (Dutch)", Rule.SIMPLIFIED_TIES, "granada", Manner.NEAR),
        ("Granada (Dutch)", Rule.CARDS_ARE_HELD, "granada", Manner.NEAR),
        ("Granada (Dutch)", Rule.AWARDS_MAY_BE_DECLINED, "granada", Manner.NEAR),
        ("French box", Rule.ONE_BUREAU_A_PURCHASE, "alhambra", Manner.NEAR),
    ],
)
def test_what_a_book_says_of_a_rule(book: str, rule: Rule, game: str, manner: Manner) -> None:
    assert saying(BOOK[book], rule, game, Rulings()).manner is manner


def test_where_all_books_say_a_broken_rule_each_is_quoted() -> None:
    said = told(MISMATCH)
    for book in ("Granada (Hungarian)", "Granada (Dutch)", "Granada (Italian)", "French box"):
        words = [str(quote) for quote in Rule.MOATS_MATCH.quotes if quote.book == book]
        assert f"{book} says: {'; '.join(words)}" in said
    assert "Alhambra (Hungarian)" not in said


def test_a_book_that_leaves_it_open_is_told_with_its_words() -> None:
    said = told(TIED, "hu")
    assert "Granada (Hungarian) leaves it open: " in said
    assert 'akinek az adott pénznemből a legtöbb van" (must be given to the player' in said
    assert "Leaves it open: Granada (Hungarian)." in told(TIED)


def test_a_book_without_the_module_does_not_have_it() -> None:
    said = told({"kind": "take", "modules": ["exchange"], "display": "b/g b1 g4", "do": "take b/g b1"}, "it")
    assert "Granada (Italian) does not have it." in said
    assert "Granada (Italian) says:" not in said


def test_a_book_with_another_answer_is_still_told_to_print_the_rules_on_which_it_agrees() -> None:
    said = told({"kind": "flip", "hand": "b1 b2", "tile": "arena4|hospital5", "do": "flip arena4 paying b1 b2"})
    assert "French box: illegal, breaks flip-costs-three" in said
    assert "French box says:" not in said
    everybody = "Granada (Hungarian), Granada (Dutch), Granada (Italian), French box"
    assert f"flip-in-one-currency: {Rule.FLIP_IN_ONE_CURRENCY.sentence} Printed in: {everybody}." in said


def test_a_module_that_the_book_has_for_another_game_is_used_by_our_ruling() -> None:
    bureau = {"kind": "buy", "modules": ["exchange"], "hand": "b/g b4 g4", "tile": "park8|arena9"}
    said = told({**bureau, "do": "buy 1 with b/g b4 g4"}, "fr")
    assert "French box has it only in another game; it is used here by our ruling (modules-combine)." in said
    assert "Our ruling" not in told(
        {**bureau, "game": "alhambra", "tile": "tower8", "do": "buy 1 with b/g b4 g4"}, "fr"
    )


def test_in_the_combined_game_the_box_is_quoted_on_nine_actions_and_elsewhere_on_five() -> None:
    for game, tile, space in (
        ("granada", "park8|arena9", "1"),
        ("alhambra", "tower8", "1"),
        ("combined", "tower8", "1a"),
    ):
        said = told({"kind": "buy", "game": game, "hand": "b8", "tile": tile, "do": f"buy {space} with b8"}, "fr")
        assert ("9 fois en un tour" in said, "cinq fois" in said) == (game == "combined", game != "combined")


OVERPAID: dict[str, Any] = {
    "kind": "apply",
    "state": {"seats": [{"hand": "g4 g6 g7"}], "yard": ["", "school10|market11/n", "", ""], "display": "b1 g4 o7 y8"},
    "do": ["buy 2 with g4 g7", "place school10/n at 1,0"],
}


@pytest.mark.parametrize("edition", ["hu", "nl", "it", "fr"])
def test_a_book_answers_without_the_readings_that_a_question_sets(edition: str) -> None:
    own = {"rulings": {"exact_by_ability": True}}
    inside = {**OVERPAID, "state": {**OVERPAID["state"], **own}}
    assert judge(inside).legal is False
    for question in (inside, {**OVERPAID, **own}):
        assert judge(question, edition).legal
        assert "the question itself sets: exact_by_ability." in told(question, edition)
    assert "itself sets" not in told(OVERPAID, edition)


def test_what_a_question_sets_in_its_position_does_not_change_the_answer_of_a_book() -> None:
    said = judge({**OVERPAID, "state": {**OVERPAID["state"], "rulings": {"exact_by_ability": True}}})
    assert {each.name for each in said.otherwise} >= {"our ruling", *said.books}
    assert "with the same answer here" not in " ".join(str(said).split()).partition("The books on exact-payment")[2]
    assert "The purchase has earned a further action." in str(said)


# What is printed but not played


def test_what_is_not_played_is_told_where_it_would_matter() -> None:
    said = told(NINE, "hu")
    told_so = "This is the answer for Granada (Hungarian), although it prints something else"
    assert f"{told_so} (see below: Printed, but not played that way)." in said
    assert "Printed, but not played that way: Granada (Hungarian) prints otherwise: " in said
    assert 'says: "több pénzkártyát' in said
    assert "Printed, but" not in told(FIVE, "hu")
    assert "Printed, but" not in told(NINE, "nl")


SORTED: list[tuple[dict[str, Any], set[str]]] = [
    (NINE, {"Granada (Hungarian)"}),
    (FIVE, set()),
    ({"kind": "moat", "city": "@ park8/n"}, set()),
    ({"kind": "moat", "city": "library8/s @ park8/n"}, set()),
    ({"kind": "moat", "city": "park8/e library8/w\n@ market6"}, set()),
    ({"kind": "moat", "game": "alhambra", "city": "tower8/s @ tower9/n"}, set()),
    (TIED, set()),
    ({**TIED, "hands": ["b3", "b4"]}, {"Granada (Hungarian)"}),
    ({"kind": "award", "game": "alhambra", "yard": ["tower7", "", "", ""], "hands": ["b3", "b3"]},
     {"Alhambra (Hungarian)", "French box"}),
    ({"kind": "score", "round": "A", "cities": ["@ school8", "@ school6"]}, {"Granada (Hungarian)"}),
    ({"kind": "score", "round": "B", "cities": ["@ school8", "@ school6"]},
     {"Granada (Hungarian)", "Granada (Dutch)", "French box"}),
    ({"kind": "score", "round": "A", "cities": ["@ school8", "@ park6"]}, set()),
    ({"kind": "score", "round": "A", "dirk": ["school12"], "cities": ["@", "@"]}, {"Granada (Hungarian)"}),
    ({"kind": "score", "round": "B", "scoring": "simplified", "cities": ["@ school8", "@ school6"]}, set()),
    ({"kind": "score", "game": "alhambra", "round": "B", "cities": ["@ tower8", "@ tower9"]},
     {"Alhambra (Hungarian)"}),
    ({"kind": "place", "city": "park6\n@", "do": "place school8 at 1,1"}, set()),
    ({"kind": "place", "city": "park6 school8 .\n@ . .", "do": "place arena8 at 2,1"}, set()),
    ({"kind": "place", "city": "park6 school8 arena2\n@ . .", "do": "place arena8 at 2,0"}, {"French box"}),
    ({"kind": "buy", "hand": "b9", "tile": "park8|arena9", "do": "buy 1 with b9"}, set()),
    ({"kind": "apply", "state": BOUGHT, "do": "store park8"}, {"Granada (Dutch)", "Granada (Italian)"}),
    ({"kind": "apply", "state": AWARDED, "do": "store park8"},
     {"Granada (Dutch)", "Granada (Italian)", "French box"}),
    ({"kind": "apply", "state": BOUGHT, "do": "place park8 at 1,0"}, set()),
    ({"kind": "apply", "state": {"game": "alhambra"}, "do": "place tower8 at 1,0"},
     {"Alhambra (Hungarian)", "French box"}),
    ({"kind": "score", "game": "alhambra", "modules": ["huts"], "round": "A", "cities": ["@ tower8 tower-hut", "@"]},
     {"French box"}),
    ({"kind": "place", "game": "combined", "city": "@ tower8/e *arena8/w", "do": "place park8 at 3,0"},
     {"French box"}),
    ({"kind": "place", "game": "combined", "city": "@ tower8/e", "do": "place park8/w at 2,0"}, {"French box"}),
]  # fmt: skip  # a question stays in a line


@pytest.mark.parametrize(("question", "books"), SORTED)
def test_the_sort_of_question_decides_what_is_told(question: dict[str, Any], books: set[str]) -> None:
    assert {each.book for each in judge(question).not_played} == books


@pytest.mark.parametrize(
    ("question", "edition"),
    [
        ({"game": "alhambra", "round": "A", "cities": ["@ tower11/n", "@ garden8"], "dirk": ["tower9"]}, "hu"),
        ({"game": "alhambra", "round": "B", "cities": ["@ tower7 tower8/n", "@ tower9", "@ tower10"]}, "hu"),
        ({"round": "B", "cities": ["@ park2 park4 park6", "@ park8 park3", "@ park5 park7"]}, "nl"),
    ],
)
def test_words_that_give_the_same_points_are_not_told_as_something_else(question: dict[str, Any], edition: str) -> None:
    assert judge({"kind": "score", **question}, edition).not_played == ()


def test_a_majority_of_dirk_is_not_explained_by_the_words_that_deny_him_one() -> None:
    question = {"kind": "score", "round": "A", "dirk": ["school12"], "cities": ["@ park4", "@ arena2"]}
    verdict = judge(question, "hu")
    assert [each.rule for each in verdict.not_played] == ["dirk-scores-buildings-only"]
    words = "több van beépítve a városába, mint bármelyik másik játékosnak"
    assert " ".join(verdict.told().split()).count(words) == 1


def test_no_words_are_both_a_source_of_a_rule_and_what_a_book_prints_otherwise() -> None:
    both = []
    for rule in Rule:
        for quote in rule.quotes:
            said = words_of(quote.words)
            others = [words_of(each.words) for each in rule.differences if each.book == quote.book]
            both += [(str(rule), quote) for other in others if other in said or said in other]
    assert both == []


def words_of(quote: str) -> str:
    """The words of a quote without regard to case, marks and omissions."""
    return " ".join(["", *re.findall(r"[^\W_]+", quote.lower()), ""])


@pytest.mark.parametrize("code", ["en", "fr", "hu", "it", "nl"])
def test_a_difference_is_headed_by_what_the_book_does(code: str) -> None:
    say = Language(code)
    for each in differences():
        text = "{book} leaves it open: {words}" if each.silent else "{book} prints otherwise: {words}"
        words = quote_in_words(each.quote, say)
        assert differing(each, 10**6, language=say).startswith(
            say(text, book=book_in_words(each.book, say), words=words)
        )


def test_the_first_book_does_not_deny_what_it_says_in_the_next_line() -> None:
    state = {"phase": "act", "seats": [{"reserve": ["school8"]}]}
    verdict = judge({"kind": "apply", "state": state, "do": "add hospital9 at 1,0"}, "it")
    assert len({each.manner for each in verdict.first_sayings}) == 1
    shown = [quote.words for each in verdict.first_sayings for quote in each.quotes]
    assert len(shown) == len(set(shown)) > 0


def test_other_words_give_the_same_answer_only_if_they_refuse_by_the_same_rule() -> None:
    favour = {
        "game": "alhambra",
        "modules": ["vizier"],
        "phase": "favour",
        "asked": [1, 2, 0],
        "display": "b3 g1 o1 y1",
    }
    seats = [{}, {"hand": "g1 g4 g6 g7"}]
    state = {**favour, "seats": seats, "yard": ["tower9/es", "tower10/w", "tower11", "tower12"]}
    for payment, alike in (("g4 g7", False), ("g1 g6", True)):
        verdict = judge({"kind": "apply", "state": state, "do": f"buy 2 with {payment}"}, "hu")
        assert Rule.PAY_AT_LEAST_THE_PRICE in verdict.rules
        said = [each.manner for each in verdict.sayings(Rule.PAY_AT_LEAST_THE_PRICE)]
        assert (Manner.OTHERWISE in said) == alike


def test_other_words_give_the_same_answer_only_if_the_position_after_it_is_the_same() -> None:
    state = {"phase": "refill-money", "display": "b1 g1 o1", "deck": "A b5", "bag": ["tower8", "garden7", "garden8"]}
    yard = ["pavilion2", "", "garden6", "arcades5"]
    for players, alike in ((2, False), (3, True)):
        asked: dict[str, Any] = {"kind": "apply", "game": "alhambra", "do": ["draw A", "draw b5", "draw tower8"]}
        asked["state"] = {**state, "yard": yard, "players": players}
        verdict, french = judge(asked, "hu"), judge(asked, "fr")
        said = {each.book: each.manner for each in verdict.sayings(Rule.SCORE_BEFORE_THE_NEXT_TURN)}
        assert (said.get("French box") is Manner.OTHERWISE) == alike
        assert (verdict.asked.in_full().answer() == french.asked.in_full().answer()) == alike
        assert "azonnal értékelés" in told(asked, "hu")


def test_a_ruling_that_the_sentence_as_played_repeats_is_not_told_as_set_aside() -> None:
    exact = {"kind": "buy", "game": "alhambra", "tile": "tower9", "hand": "b9", "do": "buy 1 with b9"}
    assert judge(exact, "hu").ruled(Rule.EXACT_PAYMENT_EARNS_AN_ACTION)[1] == []
    more = {**exact, "hand": "b1 b9", "do": "buy 1 with b1 b9"}
    able = judge({**more, "rulings": {"exact_by_ability": True}})
    assert len(able.ruled(Rule.EXACT_PAYMENT_EARNS_AN_ACTION)[1]) == 1


def test_every_sort_of_question_is_one_that_something_printed_bears_on() -> None:
    named = [each for each in differences() if each.bears_on]
    assert {each.bears_on for each in named} == set(SORTS)
    for each in named:
        assert each.changes_play
        assert not each.reading


def test_every_sort_of_question_is_met_and_missed() -> None:
    verdicts = [judge(question) for question, _ in SORTED]
    for name, holds in SORTS.items():
        assert {holds(verdict.asked, verdict.answer) for verdict in verdicts} == {True, False}, name


# Quarrels: the question as the judge takes it, named after the edition that is asked, and the verdict on it


@pytest.mark.parametrize("path", sorted(QUARRELS.glob("*.toml")), ids=lambda path: path.stem)
def test_a_quarrel_gets_the_verdict_that_was_written_out_in_english_and_the_language_of_its_book(path: Path) -> None:
    own = path.name[:2]
    verdict = judge(path.read_text(encoding="utf-8"), own)
    for code, told in (("en", str(verdict)), (own, verdict.told(None, Language(own)))):
        assert f"{told}\n" == path.with_suffix(f".{code}.txt").read_text(encoding="utf-8")
    assert_no_contradiction(verdict)


def test_the_quarrels_are_about_every_book_every_game_and_every_module() -> None:
    found = [judge(path.read_text(encoding="utf-8"), path.name[:2]) for path in QUARRELS.glob("*.toml")]
    assert len(found) == 25
    assert {verdict.edition.name for verdict in found if verdict.edition} == set(BOOK)
    setups = [verdict.asked.setup for verdict in found if verdict.asked.setup]
    assert {setup.game.name for setup in setups} == {game for book in BOOKS for game in book.games}
    assert {module.name for setup in setups for module in setup.modules} == set(MODULES)


# What is told in one place and not in another


SCHOOLS: list[dict[str, Any]] = [{"city": "@ school2 school4"}, {"city": "@ school6 school8"}]
LATER: dict[str, Any] = {
    "deck": "B b5",
    "display": "b1 g1 o1 y1",
    "yard": ["park6|arena7", "park10|arena11", "park8|arena9", ""],
}
SCORED_LATER: dict[str, Any] = {"kind": "apply", "state": {**LATER, "seats": SCHOOLS, "bag": ["hospital2|market3"]}}
LEFT: dict[str, Any] = {"yard": ["park6|arena7", "", "", ""], "display": "b2 g1 o1 y1", "deck": "g2", "bag": []}
GIVEN_OUT: dict[str, Any] = {
    "kind": "apply",
    "do": ["take y1", "draw g2"],
    "state": {**LEFT, "seats": [{"hand": "b1"}]},
}


def test_what_is_not_played_in_a_scoring_or_an_award_is_told_in_a_course_too() -> None:
    drawn = judge({**SCORED_LATER, "do": ["take b1", "draw B", "draw b5", "draw market3|hospital2"]})
    cities = [*(each["city"] for each in SCHOOLS), "@"]
    alone = judge({"kind": "score", "round": "B", "cities": cities})
    assert set(alone.not_played) == set(drawn.not_played) != set()
    awarded = judge({"kind": "award", "yard": LEFT["yard"], "hands": ["b1", "", ""]})
    assert set(judge(GIVEN_OUT).not_played) == set(awarded.not_played) != set()
    tied = [{"hand": "b1"}, {"hand": "b1"}]
    alhambra = {**LEFT, "game": "alhambra", "yard": ["garden6", "", "", ""], "seats": tied}
    assert [each.bears_on for each in judge({**GIVEN_OUT, "state": alhambra}, "hu").not_played] == ["a tied award"]


def test_dirk_is_not_spoken_of_at_tables_without_him() -> None:
    question = {"kind": "score", "round": "A", "cities": ["@ school2", "@ school4 school6", "@"]}
    assert "Dirk" not in told(question)
    assert "by our ruling Dirk's tiles count too" in told(
        {**question, "cities": question["cities"][:2], "dirk": "school8"}
    )


def test_a_ruling_is_shown_only_at_tables_that_it_is_about() -> None:
    state = {"players": 2, "phase": "place", "place": ["park4|market5"], "seats": [{"reserve": ["park6"]}]}
    given = {"kind": "apply", "do": "give park6", "state": state}
    assert judge(given).behind == (Rule.GIFTS_TO_DIRK,)
    assert "awarded at the end be given to Dirk" not in told(given)
    award = case_named("gifts-to-dirk/an-awarded-tile-is-no-gift")
    assert "awarded at the end be given to Dirk" in told({"kind": award.kind, "given": award.given})


def test_a_ruling_is_shown_only_where_it_decides() -> None:
    for question, several, single in ((FIVE, True, False), (NINE, False, False), (SIX, False, False)):
        said = told(question)
        assert ("May several cards be worth exactly 5?" in said) == several
        assert ("May a single card be worth more than 5?" in said) == single
    new_tile = "Does the rule hold for every tile, or only for the new tile?"
    assert new_tile not in told({"kind": "place", "city": "@", "do": "place park8/w at 1,0"})
    assert new_tile in told({"kind": "remove", "city": "@ park6 school8", "do": "remove 1,0"})


def test_only_the_words_that_have_a_say_are_quoted() -> None:
    unheld = judge({"kind": "buy", "hand": "b4", "tile": "park8|arena9", "do": "buy 1 with b8"}, "nl")
    assert unheld.rules == (Rule.CARDS_ARE_HELD,)
    assert "nemen" not in str(unheld)


def test_a_sentence_as_a_book_changes_it_stands_with_the_words_that_change_it() -> None:
    for (language, game), rulings in EDITIONS.items():
        book = book_of(language, game)
        verdict = judge({"kind": "take", "game": game, "display": "b1 b2 g3 y9", "do": "take y9"}, language)
        for each in (each for each in differences() if each.book == book.name and game in each.games):
            rule = Rule(each.rule)
            here = rule.chapter not in MODULES or (rule.chapter, game) in book.modules
            if here and not each.reason and sentence_of(rule, rulings) != rule.sentence:
                assert each.words in {quote.words for said in verdict.own_sayings(rule) for quote in said.quotes}


def test_a_refused_removal_is_explained_by_the_rule_on_redesigning() -> None:
    said = told({"kind": "remove", "city": "@ park6 school8", "do": "remove 1,0"}, "nl")
    assert "Ook na het verbouwen moet de stad volgens de bouwregels zijn gebouwd" in said
    assert "elke nieuwe" not in said


def test_a_tie_that_pays_nothing_is_explained_by_the_rule_on_ties() -> None:
    tied = {"kind": "score", "game": "alhambra", "round": "A", "cities": ["@ pavilion2", "@ pavilion3"]}
    assert Rule.TIES_SHARE_THEIR_PLACES in judge(tied).bearing
    assert Rule.TIES_SHARE_THEIR_PLACES not in judge({**tied, "cities": ["@ pavilion2", "@"]}).bearing


def test_a_book_that_leaves_an_order_open_is_no_ground_for_an_answer() -> None:
    state = {"game": "alhambra", "phase": "refill-money", "deck": "A b5", "display": "b1 g1 o1", "bag": ["tower8"]}
    yard = ["", "garden6", "garden7", "garden8"]
    seats = [{"city": "@ tower9"}, {"city": "@ garden9"}]
    course = {"kind": "apply", "do": ["draw A", "draw b5"], "state": {**state, "yard": yard, "seats": seats}}
    others = [other.name for other in judge(course, "hu").otherwise]
    assert "our ruling" in others
    assert "French box" not in others


def test_who_asks_to_buy_with_the_vizier_hears_that_it_is_another_question() -> None:
    exact = {"kind": "buy", "hand": "b8", "tile": "park8|arena9", "do": "buy 1 with b8"}
    assert ["kind apply" in each for each in judge({**exact, "modules": ["vizier"]}).notes()] == [True]
    assert judge(exact).notes() == []


def test_books_are_not_said_to_be_silent_where_another_rule_decides() -> None:
    flipped = case_named("never-turned-again/money-does-not-turn-a-tile-of-the-reserve")
    said = told({"kind": flipped.kind, "given": flipped.given}, "hu")
    assert 'Granada (Hungarian) says: "a játék során nem fordíthatja meg többé"' in said
    assert "does not say" not in said


NO_BOOK = re.compile(
    r"\b(?:no|any|neither) (?:text|book)s?\b|texts? (?:is|are|[^.]* are) silent|says? nothing|texts do not mention",
    re.IGNORECASE,
)
DATA = ("two-faced-tiles", "alhambra-tiles", "twenty-four-huts")
"""Rules whose rulings name what is printed on the tiles alone."""
FOLLOWS = {
    "Is there a limit to the size of a city?",
    "How often may players redesign if nobody takes money or buys a tile?",
    "Are ties broken or shared when the points are fixed?",
    "What if nobody buys tiles any more?",
    (
        'Can Dirk get the tiles later, since four books say "after the second scoring" and only Granada (Hungarian) '
        'says "right after" it?'
    ),
}
"""Questions on which no book speaks, but which its rules answer."""


def test_what_no_book_says_is_told_as_ours() -> None:
    ruled = [(rule, each) for rule in Rule for each in rule.rulings if str(rule) not in DATA]
    silent = [each for _, each in ruled if NO_BOOK.search(each.answer) and each.question not in FOLLOWS]
    assert len(silent) > 9
    assert [each.question for each in silent if not each.ours] == []


@pytest.mark.long
@pytest.mark.parametrize("game", ["alhambra", "combined"])
def test_a_rule_is_looked_up_in_the_words_of_its_game(game: str) -> None:
    own = {rule: sentence_of(rule, game=game) for rule in Rule if game in rule.games}
    for rule in (rule for rule, said in own.items() if said != rule.sentence):
        assert own[rule] in " ".join(looked_up(str(rule), game=game).split())


def test_what_a_book_only_implies_is_told_so() -> None:
    for rule in (Rule.REDESIGNING_TURNS_NO_TILE, Rule.BUILDINGS_BEFORE_WALLS):
        assert {quote.near for quote in rule.quotes if quote.book != "French box"} == {True}


def test_a_difference_that_is_said_to_make_none_changes_no_score() -> None:
    would = [each for each in differences() if each.same and "score nothing" in each.consequence]
    assert would == []


# No verdict contradicts itself


def assert_no_contradiction(verdict: Verdict) -> None:
    """What a verdict says in one place is not denied in another."""
    text = " ".join(str(verdict).split())
    rulings = verdict.rulings
    others = {other.name: other.rules for other in verdict.otherwise}
    assert rulings is not None
    for rule in (*verdict.rules, *verdict.bearing):
        if rule in UNDER_READINGS:
            wrong = {rule.sentence, *UNDER_READINGS[rule].values()} - {sentence_of(rule, rulings)}
            assert not [each for each in wrong if f"{rule}: {each}" in text]
    for book in verdict.books:
        if book in others:
            assert others[book]
            assert not [rule for rule in others[book] for each in verdict.sayings(rule) if each.book == book]
            assert f"{book} has other words" not in text
    if verdict.edition:
        assert verdict.edition.name not in others
        assert f"{verdict.edition.name} has other words" not in text
        assert verdict.asked.setup
        assert rulings == Rulings.edition(BOOK[verdict.edition.name].language, verdict.asked.setup.game)
    for other in verdict.otherwise:
        if other.name in BOOK:
            assert other.printed()
    for each in verdict.not_played:
        assert not [line for line in text.split(" says: ")[1:] if f'"{each.words}"' in line.partition(") ")[0]]


def editions_of(case: Case) -> list[str | None]:
    game = case.asked.setup.game.name if case.asked.setup else ""
    return [None, *(edition for edition, described in EDITIONS if described == game)]


def assert_consistent(chosen: list[Case]) -> None:
    for case in chosen:
        if case.asked.setup is None or case.kind == "game":
            continue
        for edition in editions_of(case):
            # a position need not be one under other readings
            with suppress(InvalidState) if edition else nullcontext():
                assert_no_contradiction(judge({"kind": case.kind, "given": case.given}, edition))


def test_no_verdict_contradicts_itself_under_any_edition() -> None:
    assert_consistent([case for case in cases() if "@" not in case.id][::223])


@pytest.mark.long
@pytest.mark.in_turn
@pytest.mark.parametrize("part", range(3))
def test_no_verdict_on_any_case_contradicts_itself_under_any_edition(part: int) -> None:
    assert_consistent(list(cases())[part::3])


def test_whoever_plays_the_alhambra_hears_of_walls_and_of_tiles_with_one_face() -> None:
    exempt = {Rule.WALLS_ARE_BUILT_LIKE_MOATS, Rule.MONEY_DISPLAY, Rule.NOTATION_OF_TILES}
    rules = [rule for rule in Rule if "alhambra" in rule.games and rule not in exempt]
    for rulings in (Rulings(), Rulings(overpay_by_need=True)):
        said = {rule: sentence_of(rule, rulings, "alhambra") for rule in rules}
        assert [rule for rule, text in said.items() if re.search(r"\bmoats?\b|\bface (that|up)\b", text)] == []
    assert sentence_of(Rule.MOATS_MATCH, game="granada") == Rule.MOATS_MATCH.sentence


def test_a_hut_is_refused_as_a_gift_by_the_ruling_on_huts_and_the_words_on_purchases() -> None:
    verdict = judge({"kind": "apply", "given": case_named("hut-is-placed-like-a-tile/not-to-dirk").given}, "fr")
    assert [each.question for each in verdict.ruled(Rule.HUT_IS_PLACED_LIKE_A_TILE)[0]] == [
        "May a hut be given to Dirk?"
    ]
    (said,) = verdict.first_sayings
    assert said.quotes[0].words == "chaque fois qu'ils achètent un édifice"


@pytest.mark.parametrize(("before", "told"), [("add park6 at 1,0", True), ("buy 1 with b9", False)])
def test_only_who_has_redesigned_hears_the_ruling_on_redesigning(before: str, *, told: bool) -> None:
    state = {"seats": [{"hand": "b9", "reserve": ["park6"]}], "yard": ["school8|park9", "", "", ""]}
    state |= {"display": "b1 g1 o1 y1", "bag": ["school4|market5/n"]}
    verdict = judge({"kind": "apply", "state": state, "do": [before, "take b1"]})
    assert verdict.rules == (Rule.IN_ITS_PHASE,)
    found = [each.question for each in verdict.ruled(Rule.IN_ITS_PHASE)[0]]
    assert ("May a player redesign and then take another action?" in found) == told


def test_a_reserve_is_said_to_count_nothing_only_where_a_scoring_follows() -> None:
    for case, told in (("awards-may-be-declined/", True), ("store-either-face/", False)):
        kept = [each for each in cases() if each.id.startswith(case) and each.asked.deeds and each.expect.get("legal")]
        stored = [each for each in kept if each.asked.deeds[-1].verb == "store"]
        assert stored
        assert {Rule.RESERVE_COUNTS_NOTHING in relevant_rules(each.asked) for each in stored} == {told}


@pytest.mark.parametrize("verb", ["hut", "give", "reactivate"])
def test_who_asks_of_an_action_without_a_kind_of_its_own_hears_that_it_needs_a_state(verb: str) -> None:
    with pytest.raises(InvalidState, match=f"{verb} is asked in a case of kind apply, which has a state"):
        judge({"kind": verb, "do": f"{verb} garden"})
