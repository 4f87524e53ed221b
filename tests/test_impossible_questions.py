"""Questions about what no table can hold: refused with the rule, or answered with a note, in all places alike."""

from __future__ import annotations

import json
from typing import Any

import pytest

from granada import InvalidState, Rule
from granada.browser import reply
from granada.checking.kernel import answer as kernel_answer
from granada.judging.judging import judge
from granada.languages import ENGLISH, Language, codes
from granada.questions.protocol import answer as rules_answer, notes_on

BONUS = {"game": "alhambra", "round": "A", "scoring": "normal", "modules": ["bonus"]}
BUILT = {"1,0": "garden10"}


def asked_everywhere(kind: str, given: dict[str, Any]) -> list[dict[str, Any]]:
    """What the protocol answers, by the rules and by the kernel, and what the page is told."""
    question = {"id": "x", "kind": kind, "given": given}
    page = json.loads(reply(json.dumps({"ask": "judge", **question})))
    return [rules_answer(question), kernel_answer(question), page]


UNBUILT = "shown: garden10 breaks reveal-with-the-tile-built: A bonus card may be shown when the very tile"
WALLED = "shown: tower13/e breaks ten-bonus-cards: Ten cards show the ten tiles of the Alhambra that have no wall."
NO_HUTS = "cities: tower-hut: there are no builders' huts without their module, huts"


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({**BONUS, "cities": [{}, {}], "shown": [["garden10"], []]}, UNBUILT),
        ({**BONUS, "cities": [{}, BUILT], "shown": [["garden10"], []]}, UNBUILT),
        ({**BONUS, "cities": [BUILT, {}], "shown": [["garden10", "garden10"], []]}, UNBUILT),
        ({**BONUS, "cities": [{"1,0": "tower13/e"}, {}], "shown": [["tower13/e"], []]}, WALLED),
        ({"game": "alhambra", "round": "A", "scoring": "normal", "cities": [{"1,0": "tower-hut"}]}, NO_HUTS),
    ],
)
def test_a_scoring_that_cannot_be_is_refused_with_its_rule(given: dict[str, Any], complaint: str) -> None:
    rules, kernel, page = asked_everywhere("score", given)
    assert rules["error"] == kernel["error"] == "\n".join(page["flaws"])
    assert complaint in rules["error"]
    with pytest.raises(InvalidState) as refusal:
        judge({"kind": "score", "given": given})
    assert str(refusal.value).startswith(f"{complaint.partition(':')[0]}: ")


@pytest.mark.parametrize("language", codes())
@pytest.mark.parametrize(
    ("card", "rule"), [("garden10", Rule.REVEAL_WITH_THE_TILE_BUILT), ("tower13/e", Rule.TEN_BONUS_CARDS)]
)
def test_a_card_that_may_not_be_shown_breaks_a_rule_in_every_language(language: str, card: str, rule: Rule) -> None:
    given = {**BONUS, "cities": [{}, {}], "shown": [[card], []]}
    page = json.loads(reply(json.dumps({"ask": "judge", "kind": "score", "given": given, "language": language})))
    (broken,) = page["broken"]
    assert broken["rule"] == str(rule)
    assert broken["sentence"].endswith(Language(language)(rule.sentence))
    assert str(rule) not in broken["sentence"]


def test_a_shown_card_whose_tile_is_built_counts() -> None:
    given = {**BONUS, "cities": [BUILT, {}], "shown": [["garden10"], []]}
    rules, kernel, page = asked_everywhere("score", given)
    assert rules == kernel == {"id": "x", "points": [5, 0]}
    assert page["answer"] == {"points": [5, 0]}


PARK = {"1,0": "park8", "2,0": "park8", "3,0": "park8"}
GARDEN = {"1,0": "garden10", "2,0": "garden10", "3,0": "garden10", "4,0": "garden10"}
GARDENS = "Our list of tiles has 3 of garden10, but 4 of them lie here."
HUT = "A builders' hut lies here, so the module huts takes part."


@pytest.mark.parametrize(
    ("kind", "given", "notes"),
    [
        ("moat", {"game": "granada", "city": {"1,0": "park8"}}, []),
        ("moat", {"game": "granada", "city": PARK}, ["There is one park8 in the box, but 3 of them lie here."]),
        (
            "place",
            {"game": "granada", "city": {"1,0": "park8"}, "do": "place park8/n at 2,0"},
            ["There is one park8 in the box, but 2 of them lie here."],
        ),
        ("place", {"game": "granada", "city": {}, "reserve": ["park8"], "do": "add park8 at 1,0"}, []),
        (
            "moat",
            {"game": "alhambra", "city": GARDEN},
            [GARDENS],
        ),
        ("moat", {"game": "alhambra", "city": {"1,0": "tower2"}}, ["There is no tower2 in the box."]),
        ("moat", {"game": "alhambra", "city": {"1,0": "tower-hut"}}, [HUT]),
        ("moat", {"game": "alhambra", "city": {f"{x},0": "tower-hut" for x in range(1, 4)}}, [HUT]),
        (
            "score",
            {"game": "granada", "round": "A", "scoring": "normal", "cities": [{"1,0": "park8"}], "dirk": ["park8"]},
            ["There is one park8 in the box, but 2 of them lie here."],
        ),
        (
            "award",
            {"game": "granada", "yard": ["park8|arena9", "park8|hostel9", None, None], "hands": ["b1", "b2"]},
            ["There is one park8 in the box, but 2 of them lie here."],
        ),
    ],
)
def test_what_no_box_holds_is_answered_with_a_note(kind: str, given: dict[str, Any], notes: list[str]) -> None:
    rules, kernel, page = asked_everywhere(kind, given)
    assert rules.get("notes", []) == kernel.get("notes", []) == notes
    verdict = judge({"kind": kind, "given": given})
    assert verdict.notes() == notes
    in_words = notes_on(verdict.asked, verdict.words(ENGLISH, brief=False))
    assert page["notes"] == in_words
    assert len(in_words) == len(notes)
    assert all(note in str(verdict) for note in notes)


def test_the_protocol_notes_a_fourth_hut_and_the_judge_refuses_its_city() -> None:
    given = {"game": "alhambra", "city": {f"{x},0": "tower-hut" for x in range(1, 5)}}
    rules, kernel, page = asked_everywhere("moat", given)
    assert rules["notes"] == kernel["notes"] == [HUT, Rule.THREE_HUTS_AT_MOST.sentence]
    assert page["flaws"] == ["the city breaks three-huts-at-most at 1,0 2,0 3,0 4,0"]


@pytest.mark.parametrize("verb", ["place", "swap"])
def test_no_cell_is_lit_for_a_fourth_hut(verb: str) -> None:
    def lit(huts: int, face: str) -> dict[str, Any]:
        city = {"1,0": "garden8", **{f"{x},0": "tower-hut" for x in range(2, 2 + huts)}}
        asked = {"ask": "where", "verb": verb, "game": "alhambra", "city": city, "face": face}
        found: dict[str, Any] = json.loads(reply(json.dumps(asked)))
        return found

    assert lit(2, "garden-hut")["cells"]
    assert lit(3, "garden-hut")["cells"] == []
    assert lit(3, "garden9")["cells"]
    assert lit(4, "garden9")["flaws"] == ["the city breaks three-huts-at-most at 2,0 3,0 4,0 5,0"]


@pytest.mark.parametrize("language", codes())
def test_the_page_says_no_to_a_fourth_hut_and_marks_the_huts(language: str) -> None:
    huts = {f"{x},0": "tower-hut" for x in range(1, 4)}
    fourth = {"kind": "place", "given": {"game": "alhambra", "city": huts, "do": "place garden-hut at 4,0"}}
    laid = {"kind": "layout", "given": {"game": "alhambra", "layout": {**huts, "4,0": "garden-hut"}}}
    assert judge({"kind": "layout", "given": {"game": "alhambra", "layout": huts}}).legal
    for question in (fourth, laid):
        page = json.loads(reply(json.dumps({"ask": "judge", **question, "language": language})))
        sentence = Language(language).in_game("alhambra")(Rule.THREE_HUTS_AT_MOST.sentence)
        assert page["broken"] == [{"rule": "three-huts-at-most", "sentence": sentence}]
        assert page["legal"] is False
        assert page["scene"]["marked"] == [[1, 0], [2, 0], [3, 0], [4, 0]]
        assert sentence not in page["notes"]
        assert judge(page["toml"]).contradiction == {}


def test_a_scoring_tells_what_huts_and_cards_count_beyond_the_buildings() -> None:
    city = {"0,1": "garden-hut", "0,2": "garden10", "1,1": "garden8", "-1,1": "garden11"}
    given = {**BONUS, "modules": ["bonus", "huts"], "cities": [city, BUILT], "shown": [["garden10"], []]}
    *_, page = asked_everywhere("score", given)
    (row,) = (each for each in page["scoring"]["rows"] if each["name"] == "garden")
    assert [(each["count"], each["beyond"]) for each in row["standings"]] == [(7, {"bonus": 1, "huts": 3}), (1, {})]
    with_dirk = {**given, "modules": ["huts"], "shown": None, "dirk": ["garden9"]}
    asked = {"ask": "judge", "kind": "score", "given": {key: each for key, each in with_dirk.items() if each}}
    (row,) = (each for each in json.loads(reply(json.dumps(asked)))["scoring"]["rows"] if each["name"] == "garden")
    assert [each.get("beyond") for each in row["standings"]] == [{"huts": 3}, {}, None]


def test_a_whole_position_has_notes_too() -> None:
    state = {"game": "alhambra", "seats": [{"city": "@ tower4"}], "display": "b1"}
    assert judge({"kind": "apply", "state": state, "do": "take b1"}).notes() == ["There is no tower4 in the box."]
    with pytest.raises(InvalidState):
        judge({"kind": "legal", "state": {"seats": [{"city": "@ park8", "reserve": ["park8"]}]}})
