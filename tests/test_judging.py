"""Single questions, rules looked up, and recorded games refereed."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import fields

from granada import Cell, City, InvalidState, RandomBot, Rule, Rulings, play, to_json
from granada.__main__ import main
from granada.board.layout import Layout
from granada.judging.judging import judge
from granada.judging.refereeing import referee
from granada.questions.kinds import KINDS
from granada.questions.positions import STATE_KEYS
from granada.questions.protocol import answer
from granada.questions.question import StateQuestion
from granada.questions.reading import ANSWERS, read_written
from granada.rulebook import READINGS, specs_folder
from granada.spec.suite import cases

MISMATCH = '''
kind = "place"
city = """
park6   .
@       arena6/n
"""
do = "place school8 at 1,1"
'''
FIVE = {"kind": "take", "display": "b2 g3 y9", "do": "take b2 g3"}


# Judging


def test_a_verdict_names_the_broken_rules_and_explains_them() -> None:
    verdict = judge(MISMATCH)
    assert verdict.legal is False
    assert verdict.rules == (Rule.MOATS_MATCH,)
    assert Rule.MOATS_MATCH.sentence in str(verdict)


def test_a_verdict_draws_the_city_with_the_wrong_cells_marked() -> None:
    drawing = judge(MISMATCH).drawing()
    assert drawing.count("! 8 !") == drawing.count("! 6 !") == 1


def test_a_legal_verdict_marks_nothing() -> None:
    verdict = judge({"kind": "place", "city": "@", "do": "place school8 at 1,0"})
    assert verdict.legal
    assert "school" in verdict.drawing()
    assert "!" not in verdict.drawing()


def test_a_removal_that_is_impossible_marks_the_cell() -> None:
    verdict = judge({"kind": "remove", "city": "@ park6", "do": "remove 0,0"})
    assert verdict.rules == (Rule.START_TILE_STAYS,)
    assert "! @ !" in verdict.drawing()


@pytest.mark.parametrize("written", [MISMATCH, f"[[case]]{MISMATCH}", f'name = "a corner"{MISMATCH}breaks = []'])
def test_a_case_may_bring_its_name_and_answer(written: str) -> None:
    assert judge(written).rules == (Rule.MOATS_MATCH,)


def test_a_verdict_tells_which_editions_and_readings_answer_otherwise() -> None:
    verdict = judge(FIVE)
    assert verdict.legal
    (italian,) = verdict.otherwise
    assert (italian.name, italian.chosen) == ("Granada (Italian)", tuple(Rulings.edition("it", "granada").chosen))
    assert [each.reading for each in italian.differences] == ["several_cards_limit=4"]
    assert 'Granada (Italian) prints "più carte se il loro totale è inferiore a 5"' in str(verdict)
    assert verdict.involved == (Rule.TAKE_SEVERAL_UP_TO_FIVE,)
    assert "Ruling on take-several-up-to-five" in str(verdict)


def test_a_question_under_another_reading_is_told_what_the_usual_one_says() -> None:
    verdict = judge({**FIVE, "rulings": {"several_cards_limit": 4}})
    assert not verdict.legal
    assert {other.name for other in verdict.otherwise} == {
        *("our ruling", "Granada (Hungarian)", "Granada (Dutch)", "French box")
    }


OVERPAID = {"kind": "buy", "game": "alhambra", "hand": "b4 b6 b7", "tile": "garden10", "do": "buy 1 with b4 b7"}


def test_a_book_can_be_asked_first() -> None:
    verdict = judge(FIVE, "it")
    assert not verdict.legal
    assert verdict.edition
    assert [each.words for each in verdict.edition.differences] == ["più carte se il loro totale è inferiore a 5"]
    assert next(other.name for other in verdict.otherwise) == "our ruling"
    assert judge(OVERPAID, "fr").answer == {"legal": True, "broken": [], "exact": False}
    with pytest.raises(InvalidState):
        judge(OVERPAID, "nl")
    with pytest.raises(InvalidState):
        judge({"kind": "notation", "of": "card", "text": "b1"}, "it")


def test_only_the_words_that_lead_to_an_answer_are_quoted() -> None:
    hungarian, able = judge(OVERPAID).otherwise
    assert [each.reading for each in hungarian.differences] == ["overpay_by_need=true"]
    assert {each.book for each in able.differences} == {"French box"}  # the other forbids to pay more
    assert str(able) == "exact_by_ability=true: legal, earns a further action"


def test_the_books_of_two_games_are_not_confounded() -> None:
    assert judge(OVERPAID).books == ("Alhambra (Hungarian)", "French box")
    assert "Granada (Hungarian)" not in {other.name for other in judge(OVERPAID).otherwise}


def test_a_scoring_is_shown_as_a_table_and_compared_between_readings() -> None:
    cities = ["@ school8 school4", "@ school6"]
    verdict = judge({"kind": "score", "scoring": "simplified", "round": "B", "cities": cities})
    assert verdict.legal is None
    assert verdict.answer["points"] == [10, 3]
    assert [other.answer["points"] for other in verdict.otherwise] == [[10, 5]]
    assert "together" in verdict.drawing()


def test_a_reading_that_changes_what_follows_is_found() -> None:
    state = {
        "game": "alhambra",
        "players": 2,
        "yard": ["", "tower7", "tower8", "tower10"],
        "display": "b1 g1 o1",
        "bag": ["garden6"],
        "deck": "A y1 y2 y3",
        "phase": "refill-money",
    }
    verdict = judge({"kind": "apply", "state": state, "do": "draw A"})
    assert verdict.legal
    assert not any(each.reading for other in verdict.otherwise for each in other.differences)
    later = judge({"kind": "apply", "state": {**state, "seats": [{"city": "@ tower9"}]}, "do": ["draw A", "draw y1"]})
    assert {other.name for other in later.otherwise} == {"Alhambra (Hungarian)"}
    assert {each.reading for other in later.otherwise for each in other.differences} == {"score_before_tiles=true"}
    assert Rule.SCORE_BEFORE_THE_NEXT_TURN in later.involved


def test_every_reading_that_a_table_can_choose_is_tried() -> None:
    assert set(READINGS) == {each.name for each in fields(Rulings)}
    for each in fields(Rulings):
        rule, values = READINGS[each.name]
        assert values[0] == each.default
        assert isinstance(rule, Rule)
        assert Rulings(**{each.name: values[1]}).chosen == {each.name: values[1]}


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("first", "every"), [(0, 41), *(pytest.param(part, 3, marks=pytest.mark.long) for part in range(3))]
)
def test_every_case_of_the_specification_can_be_judged(first: int, every: int) -> None:
    for case in cases()[first::every]:
        verdict = judge({"kind": case.kind, "given": case.given})
        said = answer(case.question)
        notes = {"notes": verdict.notes()} if verdict.notes() else {}
        assert {**verdict.answer, "id": case.id, **notes} == said
        assert str(verdict)


def test_a_question_in_json_is_judged_as_well() -> None:
    given = {"display": "b1", "do": "take b1"}
    assert judge(json.dumps({"id": "x", "kind": "take", "given": given})).legal


def test_the_drawing_of_a_layout_marks_every_place_that_is_wrong() -> None:
    layout = Layout.parse("@ park6~90 arena6/w")
    verdict = judge({"kind": "layout", "layout": str(layout)})
    assert set(verdict.rules) == {Rule.SAME_ORIENTATION, Rule.MOATS_MATCH, Rule.WALKABLE}
    assert verdict.drawing().count("!") == 2 * 2 + 1


def test_an_exchange_is_drawn_as_it_would_be() -> None:
    question = {"kind": "swap", "city": "@ park6 arena6", "reserve": ["school8/e"], "do": "swap 1,0 for school8/e"}
    verdict = judge(question)
    assert set(verdict.rules) == {Rule.MOATS_MATCH, Rule.WALKABLE}
    assert "school" in verdict.drawing()
    assert "park" not in verdict.drawing()


def test_the_city_in_an_applied_action_is_drawn_too() -> None:
    state = {"seats": [{"city": "@ park6 arena6"}]}
    assert "! 6 !" in judge({"kind": "apply", "state": state, "do": "remove 1,0"}).drawing()
    assert City.parse("@ park6")[Cell(1, 0)] is not None


BAD = (Path(__file__).parent / "data" / "bad-questions.txt").read_text(encoding="utf-8").split("\n\n> ")[1:]


@pytest.mark.parametrize(("complaint", "written"), [each.partition("\n")[::2] for each in BAD])
def test_a_bad_question_gets_one_message(
    complaint: str, written: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "question.toml").write_text(written, encoding="utf-8")
    assert main(["judge", str(tmp_path / "question.toml")]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("granada judge: ")
    assert complaint in shown.err
    assert "Traceback" not in shown.err


def test_everything_that_is_wrong_with_a_question_is_told_at_once() -> None:
    with pytest.raises(InvalidState) as refusal:
        judge({"kind": "buy", "hand": "z1", "tile": "shed4", "space": 9, "do": "buy 1 with b1"})
    assert [reason.partition(":")[0] for reason in refusal.value.reasons] == ["hand", "space", "tile"]
    with pytest.raises(InvalidState) as refusal:
        judge({"kind": "buy", "game": "granada", "hand": "b7", "tile": "tower7", "do": "buy 1 with b7"})
    assert [reason.partition(":")[0] for reason in refusal.value.reasons] == ["tile"]


@pytest.mark.parametrize("given", [{"kind": "take"}, {"state": 5}, {"state": {}}, {"display": ["b1"] * 10_000}])
def test_a_wrong_question_of_the_protocol_is_refused_in_few_words(given: dict[str, Any]) -> None:
    for kind in KINDS:
        said = answer({"id": "x", "kind": kind, "given": {"do": "take b1", **given}})
        assert set(said) == {"id", "error"}
        assert len(said["error"]) < 3_000


def test_a_position_under_another_reading_has_its_agenda_in_that_order() -> None:
    state = {
        "phase": "refill-tiles",
        "due": ["A"],
        "seats": [{"city": "@ school8"}],
        "bag": ["park2|arena3"],
        "yard": ["", "arena4|park5", "arena6|park7", "arena8|park9"],
        "display": "b1 g1 o1 y1",
    }
    asked = read_written({"kind": "draw", "state": state})
    assert isinstance(asked, StateQuestion)
    assert asked.state.points == (0, 0, 0)
    moved = asked.under(Rulings(score_before_tiles=True))
    assert moved.state.points == (1, 0, 0)
    assert moved.answer() == asked.answer() == {"draws": {"arena3|park2": "1/1"}}


def test_an_edition_may_be_named_for_its_rulings() -> None:
    verdict = judge({**FIVE, "rulings": "it"})
    assert verdict.question["given"]["rulings"] == Rulings.edition("it", "granada").chosen
    assert not verdict.legal


def test_the_space_of_a_purchase_is_taken_from_what_is_done() -> None:
    question = {"kind": "buy", "hand": "g6", "tile": "park6|arena7", "do": "buy 2 with g6"}
    assert judge(question).answer == {"legal": True, "broken": [], "exact": True}


@pytest.mark.parametrize(
    ("brought", "told"),
    [
        ({"breaks": []}, ""),
        ({"breaks": ["no-change"]}, "illegal, breaks no-change"),
        ({"expect": {"legal": False, "broken": ["no-change"]}}, "illegal, breaks no-change"),
    ],
)
def test_an_answer_that_a_case_brings_is_compared_with_the_right_one(brought: dict[str, Any], told: str) -> None:
    question = {"kind": "take", "given": FIVE} if "expect" in brought else FIVE
    verdict = judge({**question, **brought})
    said = [line for line in verdict.head() if "The case expects another answer" in line]
    assert said == ([f"The case expects another answer: {told}"] if told else [])
    assert verdict.status == bool(verdict.contradiction) == bool(told)


def test_of_the_facts_that_a_case_brings_only_the_wrong_ones_are_told() -> None:
    state = {"display": "b1 g4", "yard": ["arena2|park3", "arena4|park5", "arena6|park7", "arena8|park9"]}
    question = {"kind": "apply", "state": state, "do": "take b1", "then": {"hands": ["b1", "", ""], "mover": 2}}
    assert judge(question).head()[-1] == "The case expects another answer: legal\n  mover: seat 3"
    assert judge(question).contradiction == {"legal": True, "then": {"mover": 2}}


def test_of_a_list_of_actions_that_a_case_brings_the_wrong_ones_are_told() -> None:
    state = {"display": "b1 g4 o7 y8", "seats": [{"hand": ""}]}
    ours = judge({"kind": "legal", "state": state}).answer["actions"]
    verdict = judge({"kind": "legal", "state": state, "actions": ["take b9", *ours[1:]]})
    assert verdict.contradiction == {"missing": ["take b9"], "added": [ours[0]]}
    assert verdict.head()[-1] == f"The case expects another answer: missing: take b9; not legal: {ours[0]}"


def test_a_verdict_says_that_a_game_is_over() -> None:
    assert "The game is over: " in str(judge({"kind": "apply", "state": {"display": "b1"}, "do": "take b1"}))


@pytest.mark.parametrize("edition", [None, "hu", "nl", "it", "fr"])
@pytest.mark.parametrize("last", ["take b4", "place arena4 at 1,0", "store arena4", "give arena4", "pass"])
def test_any_action_after_the_end_breaks_game_is_over(last: str, edition: str | None) -> None:
    table = {"seats": [{"hand": "b4"}, {"hand": "b4"}], "yard": ["arena4|market5", "", "", ""], "display": "y1"}
    verdict = judge({"kind": "apply", "ask": ["over"], "state": table, "do": ["take y1", last]}, edition)
    assert Rule.GAME_IS_OVER in verdict.rules
    assert "game-is-over" in verdict.told()


@pytest.mark.parametrize(
    "question",
    [
        {"kind": "swap", "city": "@ park6", "reserve": ["arena2"], "do": "swap 1,0 for school8"},
        {"kind": "place", "city": "@ park6", "reserve": ["arena2"], "do": "add school8 at 2,0"},
    ],
)
def test_a_tile_that_is_not_there_is_not_drawn(question: dict[str, Any]) -> None:
    verdict = judge(question)
    assert verdict.rules == (Rule.TILE_IS_THERE,)
    assert "school" not in verdict.drawing()
    assert "park" in verdict.drawing()


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ({"kind": "place", "city": "@", "do": "place school8 at 1,0"}, Rule.MOATS_MATCH),
        ({"kind": "moat", "city": "@ park6/n"}, Rule.LONGEST_MOAT),
        ({"kind": "score", "round": "A", "cities": ["@ park6", "@"]}, Rule.VALUE_OF_A_BUILDING),
        ({"kind": "award", "yard": ["park2|arena3", "", "", ""], "hands": ["b1", "b1"]}, Rule.TIED_AWARDS_STAY),
    ],
)
def test_where_nothing_is_wrong_the_rules_for_it_are_named(question: dict[str, Any], rule: Rule) -> None:
    verdict = judge(question)
    assert rule in verdict.bearing
    assert f"{rule}: {verdict.sentence(rule)}" in " ".join(str(verdict).split())


def test_a_verdict_speaks_of_seats_from_1_and_shows_no_python() -> None:
    award = judge({"kind": "award", "yard": ["park2|arena3", "", "park4|arena5", ""], "hands": ["b1", "b1", "o3"]})
    assert str(award).startswith("result: nobody (the richest are tied, so the tile stays), seat 3\n")
    taken = judge(
        {"kind": "apply", "state": {"display": "b1"}, "do": "take b1", "ask": ["hands", "over", "actor", "yard"]}
    )
    assert "hands: seat 1: b1, seat 2: none, seat 3: none\n" in str(taken)
    for shown in (str(award), str(taken)):
        assert not [word for word in ("None", "True", "False", "['", "{'") if word in shown]


def test_every_case_of_a_file_is_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    several = f'[[case]]\nname = "a corner"{MISMATCH}\n[[case]]\nkind = "moat"\ncity = "@ park6/n"\n'
    (tmp_path / "several.toml").write_text(several, encoding="utf-8")
    assert main(["judge", str(tmp_path / "several.toml")]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("a corner\n--------\nplace school8")
    assert "\ncase 2\n------\nresult: 1\n" in shown
    with pytest.raises(InvalidState):
        judge(several)
    monkeypatch.setattr("sys.stdin", io.StringIO('[[case]]\nkind = "moat"\ncity = "@"\n[[case]]\nname = "a moat"'))
    assert main(["judge", "-"]) == 2
    assert "a moat: kind is missing" in capsys.readouterr().err


def test_a_position_is_judged_under_the_readings_that_know_it() -> None:
    case = next(case for case in cases() if case.id == "score-before-the-next-turn/the-yard-comes-before-dirk")
    assert judge({"kind": case.kind, "given": case.given}).answer["legal"]


def test_how_to_write_a_case_is_described_in_full() -> None:
    text = (specs_folder() / "README.md").read_text(encoding="utf-8").partition("## Writing cases")[2]
    head, _, states = text.partition("| key of `state` |")
    described = {row[0]: row[1] for row in re.findall(r"^\| `(\w+)` \| (.*?) \|", head, re.MULTILINE)}
    for kind, question in KINDS.items():
        assert set(re.findall(r"`(\w+)`", described[kind])) == set(question.parts()) - {"game", "rulings", "ask"}
    told = {key for row in re.findall(r"^\| (.*?) \|", states, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)}
    assert told | {"bags"} == STATE_KEYS
    assert all(f"`{answer}`" in head or f"`{answer} = " in head for answer in ANSWERS)
    example = re.findall(r"^```toml\n(.*?)^```", head, re.MULTILINE | re.DOTALL)
    assert [judge(case).status for case in example] == [0]


def test_a_question_of_another_type_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        judge(5)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(InvalidState):
        judge({})


def test_judge_tells_legal_from_illegal_by_its_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for written, code in ((MISMATCH, 1), (MISMATCH.replace("school8 at", "school8/s at"), 0)):
        monkeypatch.setattr("sys.stdin", io.StringIO(written))
        assert main(["judge", "-"]) == code
    assert "moats-match" in capsys.readouterr().out


# Rules


def test_a_rule_is_printed_with_all_that_is_said_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "take-several-up-to-five"]) == 0
    shown = capsys.readouterr().out
    for part in (Rule.TAKE_SEVERAL_UP_TO_FIVE.sentence, "Sources", "Ruling", "Cases", "five in two cards (take: "):
        assert part in " ".join(shown.split())


def test_a_misspelt_rule_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    for name, rule in {"moat-matches": "moats-match", "wakable": "walkable"}.items():
        assert main(["rule", name]) == 0
        assert capsys.readouterr().out.startswith(f"{rule}: ")
    assert main(["rule", "Q"]) == 2


def test_without_a_name_all_rules_are_listed_by_chapter(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule"]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 100
    for rule in Rule:
        assert f" {rule}: {rule.sentence}" in " ".join(shown.split())
    for title in ("Set-up", "Building", "Scoring", "The end", "Two players"):
        assert f"{title}\n" in shown


@pytest.mark.parametrize("name", ["Moats-Match", "MOATS_MATCH", "moats match"])
def test_a_rule_is_found_however_it_is_written(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", name]) == 0
    assert capsys.readouterr().out.startswith("moats-match\n")


def test_the_rules_that_have_a_word_in_their_name_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "--all", "dirk"]) == 0
    shown = capsys.readouterr().out
    assert all(str(rule) in shown for rule in Rule if "dirk" in str(rule))


def test_a_chapter_lists_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "Building"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Building\n")
    for rule in Rule:
        assert (f"  {rule}: " in shown) == (rule.chapter == "building")


def test_the_cases_of_a_rule_are_told_without_python(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "one-tile-a-purchase"]) == 0
    shown = capsys.readouterr().out
    assert not [word for word in ("None", "['") if word in shown]


# Referee


@pytest.fixture(scope="module")
def recorded() -> str:
    return to_json(play([RandomBot(Random(seat)) for seat in range(3)], rng=Random(1)))


def changed(text: str, line: int, **values: Any) -> str:
    """A record in which some values of a line are others."""
    lines = [json.loads(each) for each in text.splitlines()]
    lines[line] = {**lines[line], **values}
    return "".join(json.dumps(each) + "\n" for each in lines)


def first_decision(text: str) -> int:
    return next(n for n, line in enumerate(text.splitlines()) if "do" in json.loads(line))


def test_a_right_record_is_confirmed_with_its_result(recorded: str) -> None:
    finding = referee(recorded)
    assert finding.ok
    points = json.loads(recorded.splitlines()[-1])["points"]
    assert f"points {' '.join(map(str, points))}" in str(finding)


def test_an_illegal_step_is_named_with_line_seat_action_and_rules(recorded: str) -> None:
    line = first_decision(recorded)
    seat = json.loads(recorded.splitlines()[line])["seat"]
    finding = referee(changed(recorded, line, do="pass"))
    assert (finding.ok, finding.line, finding.seat, str(finding.action)) == (False, line + 1, seat, "pass")
    assert finding.rules == (Rule.ACT_ON_YOUR_TURN,)
    assert str(finding).startswith(f"line {line + 1}: seat {seat + 1}: pass\nact-on-your-turn: On your turn")


def test_blank_lines_are_counted_as_lines(recorded: str) -> None:
    line = first_decision(recorded)
    finding = referee("\n\n" + changed(recorded, line, do="pass").replace("\n", "\n\n", 2))
    assert finding.line == line + 1 + 4


def test_the_wrong_seat_breaks_the_order_of_the_turn(recorded: str) -> None:
    line = first_decision(recorded)
    seat = json.loads(recorded.splitlines()[line])["seat"]
    finding = referee(changed(recorded, line, seat=(seat + 1) % 3))
    assert finding.rules == (Rule.IN_ITS_PHASE,)
    assert f"it was for seat {seat + 1}" in str(finding)


def test_a_seat_that_is_not_there_is_told_as_the_file_counts(recorded: str) -> None:
    with pytest.raises(InvalidState):
        referee(changed(recorded, first_decision(recorded), seat=3))


def test_a_draw_that_cannot_come_is_an_illegal_step(recorded: str) -> None:
    finding = referee(changed(recorded, 1, draw="b7"))
    assert (finding.line, finding.seat, finding.rules) == (2, None, (Rule.DRAW_CAN_COME,))


def test_an_action_after_the_end_is_found(recorded: str) -> None:
    lines = recorded.splitlines()
    finding = referee("\n".join([*lines[:-1], json.dumps({"seat": 0, "do": "pass"})]))
    assert finding.rules == (Rule.GAME_IS_OVER,)


def test_a_wrong_result_is_found_in_the_last_line(recorded: str) -> None:
    last = len(recorded.splitlines())
    points = json.loads(recorded.splitlines()[-1])["points"]
    finding = referee(changed(recorded, -1, points=[each + 1 for each in points]))
    assert (finding.ok, finding.line) == (False, last)
    finding = referee(changed(recorded, -1, winners=[0, 1, 2]))
    assert (finding.ok, finding.line) == (False, last)


def test_an_unfinished_game_is_right_as_far_as_it_goes(recorded: str) -> None:
    lines = recorded.splitlines()
    assert referee("\n".join(lines[:40])).ok
    finding = referee("\n".join(lines[:-1]))
    assert finding.ok
    assert "no result was recorded" in str(finding)
    assert not referee("\n".join([*lines[:40], lines[-1]])).ok


def test_a_record_can_be_refereed_as_a_value() -> None:
    record = play([RandomBot(Random(seat)) for seat in range(2)], "alhambra", rng=Random(2), modules=["vizier"])
    assert referee(record).ok


def test_referee_exits_by_what_it_found(
    recorded: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for text, code in ((recorded, 0), (changed(recorded, -1, winners=[]), 1), ("nonsense", 2), ("", 2), ("{}", 2)):
        (tmp_path / "game.jsonl").write_text(text, encoding="utf-8")
        assert main(["referee", str(tmp_path / "game.jsonl")]) == code
    assert "Traceback" not in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO(recorded))
    assert main(["referee", "-"]) == 0
