"""An illegal case is wrong in one thing: with one word changed it is legal, so no engine refuses it for another reason.

``tests/data/one-word.json`` says which word; ``python -m tests.one_word`` looks for those that are new.
"""

from __future__ import annotations

import json

import pytest

from tests.one_word import KEPT, Place, Written, changed, illegal_cases, is_legal

ILLEGAL = illegal_cases()
WORDS: dict[str, tuple[list[str | int], object] | None] = json.loads(KEPT.read_text(encoding="utf-8"))
EXCEPTIONS = {
    "it is the wrong time for it, and another time is more than a word": """
        act-on-your-turn/stopping-before-anything-was-bought
        act-on-your-turn/passing-beside-money-in-the-alhambra
        in-its-phase/building-before-the-actions-are-over
        in-its-phase/flipping-before-the-actions-are-over
        in-its-phase/stopping-while-placing
        in-its-phase/drawing-while-a-player-decides
        redesigning-turns-no-tile/paying-does-not-help
        draw-can-come/a-card-when-a-tile-is-due
        awards-are-built-at-once/no-redesign-in-between
        gifts-to-dirk/a-gift-before-the-actions-are-over
        vizier-window/nothing-is-redesigned
        vizier-rests-at-the-end/an-awarded-tile-is-not-bought
    """,
    "nothing of that sort is legal in such a place": """
        take-at-least-one/taking-no-card-from-an-empty-display
        start-tile-stays/removing-it-from-an-empty-city
        awards-are-not-flipped/turning-it-for-money
        one-face-is-never-flipped/a-tile-of-the-alhambra-cannot-be-flipped
        hut-is-placed-like-a-tile/it-has-no-other-face
        founding-tile-stays/it-cannot-be-removed
        founding-tile-stays/it-cannot-be-exchanged
        founding-tile-stays/exchanged-for-a-tile-with-the-same-moat
        bureaus-are-worth-nothing/a-flip-for-a-bureau
        bureau-is-needed/the-bureau-alone
    """,
    "its tile or its card lies somewhere else, and has to leave that place too": """
        reveal-with-the-tile-built/in-the-reserve
        reveal-with-the-tile-built/bought-but-not-yet-built
        reveal-with-the-tile-built/a-card-of-somebody-else
        reveal-with-the-tile-built/a-card-that-is-shown-already
    """,
    "it is about several things that are wrong at once, or several cards or tiles": """
        pay-in-the-space-currency/all-in-one-other-currency
        pay-in-the-space-currency/another-currency-and-too-little
        pay-in-the-space-currency/a-card-of-every-currency
        same-orientation/two-turned-tiles-fit-each-other
        walkable/a-group-beyond-a-moat
        walkable/the-snake-is-cut
        edge-contact/far-away
        no-holes/a-large-hole-in-a-layout
        no-holes/everything-at-once
        flip-in-one-currency/two-currencies-and-too-little
        vizier-pays-exactly/the-right-sum-in-the-wrong-currency
        bureau-is-taken-alone/a-bureau-with-too-much-money
        bureau-fits-the-space/foreign-money-with-a-bureau-that-does-not-fit
        one-bureau-a-purchase/two-bureaus-for-three-currencies
        one-bureau-a-purchase/two-bureaus-and-too-little
        one-bureau-a-purchase/two-bureaus-and-too-much
        bureaus-are-worth-nothing/a-flip-in-two-currencies
        wall-meets-moat/exchanged-for-a-tile-of-the-other-city
        cities-stay-together/a-town-that-drifted-away
    """,
}
"""Cases that no single word makes legal, by the reason."""
EXCEPTED = {name for names in EXCEPTIONS.values() for name in names.split()}


def at(written: Written, place: Place) -> object:
    """What stands in a place of a case."""
    found: object = written
    for key in place:
        found = found[key]  # type: ignore[index]  # a table or a list
    return found


def words(value: object) -> list[str]:
    """A value of a case, word by word."""
    if isinstance(value, list):
        return [json.dumps(each) for each in value]
    return str(value).split() if isinstance(value, str) else [str(value)]


def are_one_word_apart(before: list[str], after: list[str]) -> bool:
    """Whether one word is another, or one of the two has one word more."""
    if len(before) == len(after):
        return sum(one != other for one, other in zip(before, after, strict=True)) == 1
    short, long = sorted((before, after), key=len)
    return any([*long[:at], *long[at + 1 :]] == short for at in range(len(long)))


def test_every_illegal_case_has_a_word_that_makes_it_legal_or_a_reason() -> None:
    assert set(WORDS) == set(ILLEGAL)
    assert {name for name, word in WORDS.items() if word is None} == EXCEPTED


@pytest.mark.parametrize("kind", sorted({written["kind"] for written in ILLEGAL.values()}))
def test_an_illegal_case_is_legal_but_for_one_word(kind: str) -> None:
    for name, found in WORDS.items():
        written = ILLEGAL[name]
        if found is None or written["kind"] != kind:
            continue
        place, value = tuple(found[0]), found[1]
        before, after = words(at(written, place)), words(value)
        assert are_one_word_apart(before, after), name
        assert is_legal(written) is False, name
        assert is_legal(changed(written, place, value)) is True, name
