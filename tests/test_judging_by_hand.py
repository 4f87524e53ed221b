"""Questions as people type them: what is left out is guessed, plain words are sent on, errors speak the language."""

from __future__ import annotations

import io
from typing import Any

import pytest
from attrs import evolve

from granada.__main__ import main
from granada.errors import InvalidState
from granada.judging import judge
from granada.languages import Language, codes
from granada.questions import guessed, read_written
from granada.rulebook import Rule

Output = pytest.CaptureFixture[str]
HOLED = "park6 park8 park4\narena6 . arena8\n@ school4 school6\n"


def judged(text: str, monkeypatch: pytest.MonkeyPatch, capsys: Output, *options: str) -> tuple[int, str, str]:
    """The exit status of the judge on a text, what it prints, and its complaint."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    status = main(["judge", *options, "-"])
    return status, *capsys.readouterr()


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ({"display": "b1 g4 o7 y8", "do": "take b1 g4"}, {"kind": "take"}),
        ({"hand": "b8", "tile": "school8|hospital9", "do": "buy 1 with b8"}, {"kind": "buy"}),
        ({"city": "@ park6", "do": "remove 1,0"}, {"kind": "remove"}),
        ({"city": "@ tower8", "do": "place garden6 at 2,0"}, {"kind": "place", "game": "alhambra"}),
        ({"kind": "moat", "city": "@ garden6/e *arena4/w"}, {"game": "combined"}),
        ({"round": "A", "cities": ["@ tower8", "@"]}, {"kind": "score", "game": "alhambra"}),
        ({"state": {"game": "alhambra", "yard": ["tower8", "", "", ""]}, "do": "pass"}, {"kind": "apply"}),
        ({"kind": "notation", "of": "tile", "text": "tower8"}, {}),
        ({"city": "@ park6"}, {}),
        ({"do": ["take b1", "draw b2"]}, {}),
        ({"display": "b1 g4", "do": ["take b1"]}, {"kind": "take", "do": "take b1"}),
        ({"state": {"display": "b1"}, "do": ["take b1"]}, {"kind": "apply"}),
        ({"kind": "take", "display": "b/y b1", "do": "take b/y"}, {"modules": ["exchange"]}),
        ({"kind": "take", "display": "b/y b1", "do": "take b/y", "modules": []}, {}),
        ({"round": "A", "cities": ["@ tower-hut/s"]}, {"kind": "score", "game": "alhambra", "modules": ["huts"]}),
        ({"kind": ["take"], "do": "take b/y"}, {}),
        ({"kind": "place", "given": {"city": {"1,0": "tower8"}}}, {}),
    ],
)
def test_kind_and_game_are_guessed_where_nothing_else_fits(written: dict[str, Any], found: dict[str, Any]) -> None:
    assert guessed(written) == found


def test_what_was_guessed_is_said(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    status, told, _ = judged('city = "@ tower8"\ndo = "place garden6 at 2,0"', monkeypatch, capsys)
    assert status == 0
    assert told.startswith('Taken as kind = "place", game = "alhambra".\nplace garden6 at 2,0: legal\n')


def test_one_action_in_a_list_and_a_bureau_without_its_module_are_judged(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    status, told, _ = judged('display = "b/y b1"\ndo = ["take b/y"]', monkeypatch, capsys)
    assert status == 0
    assert told.startswith('Taken as do = "take b/y", kind = "take", modules = ["exchange"].\ntake b/y: legal\n')


def test_python_guesses_the_same_parts_as_the_command() -> None:
    text = 'display = "b/y b1"\ndo = ["take b/y"]'
    whole = 'kind = "take"\nmodules = ["exchange"]\ndisplay = "b/y b1"\ndo = "take b/y"'
    for question in (text, {"display": "b/y b1", "do": ["take b/y"]}):
        verdict = judge(question)
        assert verdict.guessed == {"do": "take b/y", "kind": "take", "modules": ["exchange"]}
        assert evolve(verdict, guessed={}) == judge(whole)
    assert not judge({"display": "b2 g4", "do": "take b2 g4"}, "it").legal
    with pytest.raises(InvalidState, match="kind is missing; it is one of layout, place"):
        judge({"city": "@ park6"})


def test_without_anything_to_guess_by_the_kinds_are_named() -> None:
    with pytest.raises(InvalidState, match="kind is missing; it is one of layout, place"):
        read_written({"city": "@ park6"})


def test_a_city_that_is_illegal_already_is_the_answer(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    text = f'kind = "place"\ncity = """\n{HOLED}"""\ndo = "place school8 at 3,0"'
    status, told, _ = judged(text, monkeypatch, capsys)
    assert status == 1
    assert told.startswith("The city is already illegal before the action:\nillegal, breaks no-holes\n")


THREE = "@ garden-hut garden-hut tower-hut"
TWO = "@ garden-hut tower-hut garden8"


@pytest.mark.parametrize(
    ("three", "four"),
    [
        (f'layout = "{THREE}"', f'layout = "{THREE} tower-hut"'),
        (f'city = "{TWO}"\ndo = "place tower-hut at 4,0"', f'city = "{THREE}"\ndo = "place tower-hut at 4,0"'),
        (f'city = "{THREE}"\ndo = "place tower8 at 4,0"', f'city = "{THREE} tower-hut"\ndo = "place tower8 at 5,0"'),
        (
            f'city = "{TWO}"\nreserve = ["tower-hut"]\ndo = "add tower-hut at 4,0"',
            f'city = "{THREE}"\nreserve = ["tower-hut"]\ndo = "add tower-hut at 4,0"',
        ),
        (
            f'city = "{TWO}"\nreserve = ["tower-hut"]\ndo = "swap 3,0 for tower-hut"',
            f'city = "{THREE}"\nreserve = ["tower-hut"]\ndo = "swap 3,0 for tower-hut"',
        ),
        (f'city = "{THREE}"\ndo = "remove 3,0"', f'city = "{THREE} tower-hut"\ndo = "remove 4,0"'),
        (f'kind = "moat"\ncity = "{THREE}"', f'kind = "moat"\ncity = "{THREE} tower-hut"'),
        (f'round = "A"\ncities = ["@", "{THREE}"]', f'round = "A"\ncities = ["@", "{THREE} tower-hut"]'),
    ],
    ids=("layout", "place", "before", "add", "swap", "remove", "moat", "score"),
)
def test_three_huts_are_legal_and_four_break_their_rule(
    three: str, four: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    status, told, _ = judged(three, monkeypatch, capsys)
    assert status == 0
    assert "illegal" not in told
    status, told, _ = judged(four, monkeypatch, capsys)
    assert status == 1
    assert "illegal, breaks three-huts-at-most\n" in told
    assert told.count(Rule.THREE_HUTS_AT_MOST.sentence) == 1


@pytest.mark.parametrize("language", codes())
def test_the_rule_of_three_huts_is_told_once_in_every_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    status, told, _ = judged(f'layout = "{THREE} tower-hut"', monkeypatch, capsys, "--language", language)
    sentence = Language(language).in_game("alhambra")(Rule.THREE_HUTS_AT_MOST.sentence)
    assert status == 1
    assert " ".join(told.split()).count(sentence) == 1


def test_plain_words_are_sent_to_the_rules(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    assert main(["judge", "can", "I", "take", "b1"]) == 2
    assert "try granada rule can I take b1\n" in capsys.readouterr().err
    status, _, complaint = judged("may I take two cards?", monkeypatch, capsys)
    assert status == 2
    assert complaint.splitlines()[1:] == ['kind = "take"', 'display = "b1 g4 o7 y8"', 'do = "take b1 g4"']
    example = "\n".join(complaint.splitlines()[1:])
    assert judged(example, monkeypatch, capsys)[0] == 0


@pytest.mark.parametrize(
    ("text", "language", "complaint"),
    [
        ('kind = "place"\nfoo = 1', "hu", "Place fajtájú esetben nincs foo"),
        ("a = b", "it", "Questo non è TOML: "),
        ('city = "@ park6"', "nl", "Kind ontbreekt; het is een van layout, "),
        ('kind = "remove"\ngame = "combined"\ncity = "@ garden6/e arena4/w"\ndo = "remove 1,0"', "fr",
         "city: La première tuile de Granada doit être marquée"),
        ('[[case]]\nname = "A"\nkind = "moat"\ncity = "@"\n[[case]]\nname = "B"\nkind = "add"\ncity = "@"', "nl",
         "B: Kind: add vraag je in een geval van het soort apply"),
        ('kind = "apply"\ndo = "pass"\n[state]\nphase = "acts"', "it", "state.phase: Qui ci vuole 'act' o 'place'"),
    ],
)  # fmt: skip  # a question stays in a line
def test_errors_about_what_was_typed_are_in_the_chosen_language(
    text: str, language: str, complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    status, _, told = judged(text, monkeypatch, capsys, "--language", language)
    assert status == 2
    assert told.startswith(f"granada judge: {complaint}")


def test_a_french_complaint_shows_no_escapes(capsys: Output) -> None:
    assert main(["rule", "--language", "fr", "xyzzy"]) == 2
    assert "n'existe pas ; granada rule les énumère toutes" in capsys.readouterr().err


PAID = 'kind = "buy"\ntile = "park{price}"\nspace = 1\nhand = "b8"\ndo = "buy 1 with b8"\n'


@pytest.mark.parametrize(
    ("price", "rules"),
    [(6, ["no-change"]), (8, [])],
)
def test_the_answer_names_no_change_only_if_too_much_is_paid(price: int, rules: list[str]) -> None:
    assert list(map(str, judge(PAID.format(price=price)).deciding)) == rules
