"""A case is written once and asked in each game in which its rule holds; nobody is asked what he cannot know."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from granada.board import Building, Family, InvalidState
from granada.checking.checker import check
from granada.examining.results import SKIPPED
from granada.game import GAMES
from granada.questions.kinds import KINDS
from granada.questions.protocol import answer, games_of, is_boxed
from granada.rulebook import shipped_suite, specs_folder
from granada.spec.cases import Case, read_case
from granada.spec.chapters import read_chapter, read_chapters
from granada.spec.suite import case_named, cases, cases_of, renamed
from tests.authoring.twins import game_of, reasons_for_no_twin, twins_of, with_twins

TEXTS = [text for chapter in read_chapters() for text in chapter.rules]
HOLDS = {text.rule: text.games for text in TEXTS}
SUITE = json.loads((specs_folder() / "suite.json").read_text(encoding="utf-8"))
NEVER = {
    "alhambra": {"flip": "its tiles have one face"},
    "granada": {"hut": "the huts belong to the Alhambra", "reveal": "the bonus cards belong to the Alhambra"},
    "combined": {},
}
"""What is never done in a game, and why."""


def broken_by(case: Case) -> list[str]:
    found: list[str] = case.expect.get("broken") or case.expect.get("illegal", {}).get("broken", [])
    return found


def verb(case: Case) -> str:
    """What is done last in a case."""
    deeds = case.asked.deeds
    return deeds[-1].verb if deeds else ""


# Every case in every game


def test_every_case_has_its_twin_in_each_game_in_which_its_rule_holds_or_a_reason() -> None:
    for text in TEXTS:
        for family in with_twins(text):
            case, *twins = family
            asked_in = {game for twin in family for game in games_of(twin.asked)}
            reasons = {game: reasons_for_no_twin(text).get((case.id, game), "") for game in text.games}
            assert asked_in <= set(GAMES)
            if case.asked.setup is not None:
                assert game_of(case) in text.games, case.id
                assert set(text.games) - asked_in == {game for game in reasons if reasons[game]}, case.id
            assert [twin.twin_of for twin in twins] == [case.id for _ in twins]
            assert [twin.id.partition("@")[2] for twin in twins] == [games_of(twin.asked)[0] for twin in twins]


def test_a_rule_that_does_not_hold_in_a_game_says_why() -> None:
    assert {text.rule for text in TEXTS if len(text.games) < len(GAMES) and not text.elsewhere} == set()


def test_a_twin_asks_the_same_and_keeps_the_answer_that_was_written() -> None:
    told = 0
    for text in TEXTS:
        for family, written in zip(with_twins(text), text.written, strict=True):
            for twin in family[1:]:
                said = [written.get(game) for game in ("alhambra", twin.id.partition("@")[2])]
                assert (twin.kind, twin.rule) == (family[0].kind, family[0].rule)
                assert verb(twin) == verb(family[0])
                if not any(isinstance(each, dict) for each in said) and "broken" in family[0].expect:
                    assert twin.expect == family[0].expect
                    told += 1
    assert told > 600


def test_each_rule_is_kept_and_broken_in_every_way_it_is_asked() -> None:
    """A way to ask is a kind of question and what is done last; what is asked in one game is asked in all."""
    breaks = Counter(
        (rule, case.kind, verb(case), game)
        for case in cases()
        for rule in broken_by(case)
        for game in games_of(case.asked)
    )
    keeps = Counter(
        (case.kind, verb(case), game) for case in cases() if not broken_by(case) for game in games_of(case.asked)
    )
    ways = sorted({key[:3] for key in breaks})
    missing = []
    print()  # the table is there to be read: pytest -s
    for rule, kind, done in ways:
        counts = [(breaks[rule, kind, done, game], keeps[kind, done, game]) for game in GAMES]
        shown = "".join(f"{f'{broken} / {kept}':>12}" for broken, kept in counts)
        print(f"{rule:<34}{kind:<8}{done:<12}{shown}")
        missing += [
            f"{rule}: {kind} {done} in {game}"
            for game, both in zip(GAMES, counts, strict=True)
            if game in HOLDS[rule] and done not in NEVER[game] and not all(both)
        ]
    assert len(ways) > 90
    assert missing == []


def test_every_game_is_asked_about_nearly_as_much_as_granada() -> None:
    number = Counter((game, case["kind"]) for case in SUITE["cases"] for game in case["games"])
    for kind in KINDS:
        if kind not in {"flip", "notation"}:
            assert number["alhambra", kind] >= 0.75 * number["granada", kind], kind
            assert number["combined", kind] >= 0.75 * number["granada", kind], kind


# Tiles of the box


def test_what_is_built_in_an_alhambra_twin_comes_out_of_the_box_wherever_edges_allow() -> None:
    own = [
        case
        for case in SUITE["cases"]
        if case["id"].endswith("@alhambra")
        and case["tiles"] == "own"
        and case["kind"] in {"layout", "place", "remove", "swap", "moat", "buy", "take", "award"}
    ]
    for case in own:
        faces = re.findall(r"[a-z]+\d+(?:/[nesw]+)?", json.dumps(case["given"]))
        opposite = any(face.endswith(("/ns", "/ew")) for face in faces)
        bare = sum("/" not in face for face in faces)
        assert opposite or bare > 10, case["id"]
    assert len(own) <= 10


# Words of the game


WORDS_OF = {"granada": re.compile(r"\b(moats?|markers?|odd|faces?)\b(?! up)"), "alhambra": re.compile(r"\bwalls?\b")}
"""What only one of the two games has, beside its buildings."""


def buildings_in(text: str) -> set[Building]:
    """The buildings that a text names, in the singular or plural."""
    return {each for each in Building if re.search(rf"(?<![a-z]){each}(s|es)?(?![a-z])", text.lower())}


def strange_words(case: Case) -> set[str]:
    """The words of a name and a note that mean nothing to those who are asked."""
    words, tiles = f"{case.name} {case.note}", buildings_in(json.dumps([case.given, case.expect]))
    families = {each.family for each in tiles} if game_of(case) == "combined" else {Family(game_of(case))}
    others = [each for each in Family if each not in families] if families else []
    found = {match.group() for family in others for match in WORDS_OF[str(family)].finditer(words)}
    found -= {"face"} if game_of(case) == "combined" else set()  # there tiles with two lie beside those with one
    return found | {str(building) for building in buildings_in(words) - tiles}


def test_the_name_and_the_note_of_a_twin_have_the_words_of_its_own_game() -> None:
    twins = [case for case in cases() if case.twin_of]
    assert {case.id: strange_words(case) for case in twins if strange_words(case)} == {}
    assert sum(case.id.partition("@")[0] != case.twin_of for case in twins) > 200


def test_words_are_changed_where_one_tile_takes_the_place_of_another() -> None:
    street = STREET.replace('"a street"', '"an arena beside a moat"').replace("park6", "arena6")
    _, twin, _ = with_twins(a_rule(street.format('note = "Arenas and schools. The moats lie outside."')))[0]
    asked: Any = twin.asked
    first, last = asked.city.faces[0].building, asked.do.face.building
    assert twin.name == f"{'an' if str(first)[0] in 'aeiou' else 'a'} {first} beside a wall"
    plurals = [str(each) if str(each).endswith("s") else f"{each}s" for each in (first, last)]
    assert twin.note == f"{plurals[0].capitalize()} and {plurals[1]}. The walls lie outside."


def test_a_renamed_case_is_still_found_by_its_old_id(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = {case.id for case in cases()}
    assert set(renamed().values()) <= ids
    assert not ids & set(renamed())
    new = "no-holes/the-pavilion-closes-a-ring@alhambra"
    monkeypatch.setitem(shipped_suite(), "renamed", {"no-holes/once": new})
    assert case_named("no-holes/once").id == new
    assert [case.id for case in cases_of(["no-holes/once"])] == [new]


# Overrides


def a_rule(text: str) -> Any:
    return read_chapter("x", f"# X\n\n## no-holes\n\nA sentence.\n\n{text}").rules[0]


STREET = """```toml
[[case]]
name = "a street"
kind = "place"
{}
city = "@ park6"
do = "place school8/n at 2,0"
breaks = []
```
"""


def test_a_case_that_says_nothing_has_a_twin_in_every_other_game() -> None:
    ((case, alhambra, combined),) = with_twins(a_rule(STREET.format("")))
    assert alhambra.id == f"{case.id}@alhambra"
    assert (game_of(alhambra), game_of(combined)) == ("alhambra", "combined")
    assert alhambra.expect == combined.expect == case.expect
    assert alhambra.data["tiles"] == "box"


def test_a_case_can_say_why_it_has_no_twin() -> None:
    text = a_rule(STREET.format('alhambra = "there is no such street"'))
    assert [case.id.partition("@")[2] for case in with_twins(text)[0]] == ["", "combined"]
    assert reasons_for_no_twin(text) == {("no-holes/a-street", "alhambra"): "there is no such street"}


def test_a_case_can_say_what_is_different() -> None:
    text = a_rule(STREET.format('alhambra = { do = "place garden10/n at 1,0", breaks = ["cell-is-free"] }'))
    twins = {case.id.partition("@")[2]: case for case in with_twins(text)[0]}
    assert str(twins["alhambra"].asked.deeds[0]) == "place garden10/n at 1,0"
    assert twins["alhambra"].expect["broken"] == twins["combined"].expect["broken"] == ["cell-is-free"]


def test_a_rule_can_say_in_which_games_it_holds() -> None:
    text = a_rule("*Holds in* granada and combined: it is so.\n\n" + STREET.format(""))
    assert (text.games, text.elsewhere) == (("granada", "combined"), "it is so.")
    assert "Holds" not in text.text
    with pytest.raises(InvalidState):
        _ = a_rule("*Holds in* carcassonne.\n\n" + STREET.format("")).games


def test_a_twin_that_cannot_be_told_is_complained_of_by_its_id() -> None:
    written = {
        "name": "x",
        "kind": "place",
        "city": "@ park6",
        "do": "place school8 at 2,0",
        "breaks": [],
        "alhambra": {"city": "@ nonsense"},
    }
    with pytest.raises(InvalidState) as refusal:
        list(twins_of(read_case("no-holes", written), written, ("granada", "alhambra")))
    assert str(refusal.value).startswith("@alhambra: no-holes/x: city")


# What a program is asked


@cache
def asked_of_an_alhambra(tiles: str = "any") -> list[Case]:
    """What a program is asked that plays the Alhambra as printed, and nothing else."""
    hello = {"id": "hello", "games": ["alhambra"], "modules": [], "rulings": {}, "tiles": tiles}
    report = check(lambda question: hello if question["kind"] == "hello" else answer(question))
    assert report.ok
    return [result.case for result in report.results if result.status != SKIPPED]


@pytest.mark.long
def test_a_program_with_one_game_and_no_modules_is_asked_only_what_it_can_know() -> None:
    asked = asked_of_an_alhambra()
    strange = re.compile(r"-hut|\bhut |reveal|reactivate|\b[bgoy]/[bgoy]\b|school|park\d|\|")
    for case in asked:
        texts = json.dumps([case.given, case.expect])
        assert "alhambra" in games_of(case.asked), case.id
        assert not strange.search(texts), case.id
        assert case.asked.setup is None or not case.asked.setup.rulings.chosen, case.id
    assert {case.kind for case in asked} == set(KINDS) - {"flip"}
    assert len(asked) > 450


@pytest.mark.long
def test_a_program_that_knows_only_the_tiles_of_the_box_is_asked_about_no_others() -> None:
    asked = asked_of_an_alhambra("box")
    assert {case.id for case in asked} == {case.id for case in asked_of_an_alhambra() if is_boxed(case.asked)}
    assert len(asked) > 400
    (flaw,) = check(lambda _: {"tiles": "wooden", "kinds": []}).failed
    assert flaw.why == 'tiles: expected "any" or "box", not \'wooden\''


def test_what_a_case_needs_stands_in_the_suite() -> None:
    """So a runner of its own can choose by games, modules and the readings that are given."""
    by_hand = {
        case["id"]
        for case in SUITE["cases"]
        if "alhambra" in case["games"] and not case["modules"] and "rulings" not in case["given"]
        and not case["given"].get("state", {}).get("rulings")
    }  # fmt: skip  # one condition stays one
    assert by_hand == {case.id for case in asked_of_an_alhambra()}


def test_the_readme_tells_how_many_cases_of_each_kind_there_are_for_each_game() -> None:
    readme = (specs_folder() / "README.md").read_text(encoding="utf-8")
    number = Counter((case["kind"], game) for case in SUITE["cases"] for game in case["games"])
    for kind in KINDS:
        row = " | ".join(str(number[kind, game]) for game in GAMES)
        assert f"| `{kind}` | {row} |" in readme
