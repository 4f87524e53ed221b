"""An illegal case is wrong in one thing: with one word changed it is legal, so no engine refuses it for another reason.

``tests/data/one-word.json`` says which word; ``python -m tests.one_word`` looks for those that are new.
"""

from __future__ import annotations

import json

import pytest

from tests.one_word import KEPT, Place, Written, changed, illegal_cases, is_legal

ILLEGAL = illegal_cases()
WORDS: dict[str, tuple[list[str | int], object] | None] = json.loads(KEPT.read_text(encoding="utf-8"))
LISTED = KEPT.with_name("more-than-one-word.txt").read_text(encoding="utf-8").splitlines()
EXCEPTED = {line.strip() for line in LISTED if line.startswith("  ")}
"""Cases that no single word makes legal."""


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
