"""The schema describes the suite and everything else that is written as JSON, and nothing more."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve
from jsonschema import Draft202012Validator

import granada
from granada import RandomBot, Rulings, to_json
from granada.game.chance import choose_draw
from granada.questions.kinds import KINDS
from granada.questions.parts import FACTS, NOTATIONS, summary
from granada.questions.protocol import HELLO, answer, hello
from granada.questions.question import StateQuestion
from granada.questions.reading import read_question, read_written
from granada.rulebook import specs_folder
from granada.spec.suite import cases
from granada.table import Record
from tests.test_json import PIECES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada import State

SCHEMA = json.loads((specs_folder() / "schema.json").read_text(encoding="utf-8"))
ALL = ("vizier", "exchange", "bonus", "huts")
TABLES = [
    (3, "granada", (), "normal"),
    (2, "combined", ALL, "simplified"),
    pytest.param(2, "granada", ("vizier", "exchange"), "simplified", marks=pytest.mark.long),
    pytest.param(4, "alhambra", (), "normal", marks=pytest.mark.long),
    pytest.param(5, "alhambra", ALL, "normal", marks=pytest.mark.long),
    *(pytest.param(players, "granada", (), "normal", marks=pytest.mark.long) for players in (2, 6)),
    pytest.param(2, "alhambra", (), "normal", marks=pytest.mark.long),
    *(pytest.param(3, "alhambra", (module,), "normal", marks=pytest.mark.long) for module in ALL),
    pytest.param(3, "combined", ALL, "simplified", marks=pytest.mark.long),
    pytest.param(4, "combined", (), "normal", marks=pytest.mark.long),
]
"""Tables of every game and every module."""
FREE = {"text", "name", "note", "sources", "ruling", "sentence", "record", "version"}
"""Members that hold free text."""


@cache
def validator(part: str) -> Draft202012Validator:
    """A validator for one part of the schema."""
    return Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{part}"})


def flaws(part: str, document: object) -> list[str]:
    """What is wrong with a document."""
    return [f"{error.json_path}: {error.message[:200]}" for error in validator(part).iter_errors(document)]


def visited(players: int, game: str, modules: tuple[str, ...], scoring: str) -> Iterator[State]:
    """Some states of a game played at random: the first ones, and then now and then one."""
    rng = Random(players)
    state = granada.new_game(players, game, modules=modules, scoring=scoring, ages=range(players))
    seen: set[str] = set()
    number = 0
    while not state.over:
        name = state.todo[0].name
        if name not in seen or number % 250 == 0:
            seen.add(name)
            yield state
        number += 1
        actions = granada.legal_actions(state)
        chosen = choose_draw(state, rng) if state.actor is None else actions[rng.randrange(len(actions))]
        state = granada.apply(state, chosen)
    yield state


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, 24))])
def test_the_suite_keeps_the_schema(part: int) -> None:
    suite = json.loads((specs_folder() / "suite.json").read_text(encoding="utf-8"))
    suite["cases"] = suite["cases"][part::24]
    assert [f"{e.json_path}: {e.message[:200]}" for e in Draft202012Validator(SCHEMA).iter_errors(suite)] == []


def test_every_question_and_every_answer_of_ours_keeps_the_schema() -> None:
    for case in {case.kind: case for case in cases()[::50]}.values():
        assert flaws("question", case.question) == [], case.id
        assert flaws(f"answer_{case.kind}", answer(case.question)) == [], case.id
    assert flaws("question", HELLO) == []
    assert flaws("hello", hello()) == []


def test_the_schema_knows_every_kind_of_question() -> None:
    for kind in KINDS:
        for part in ("given", "expect", "answer"):
            assert f"{part}_{kind}" in SCHEMA["$defs"]
    assert SCHEMA["$defs"]["question"]["properties"]["kind"]["enum"] == ["hello", *KINDS]


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_of_a_question_has_the_parts_that_its_type_has(kind: str) -> None:
    given = SCHEMA["$defs"][f"given_{kind}"]
    assert sorted(given["properties"]) == sorted(KINDS[kind].parts())
    assert sorted(given["required"]) == sorted(KINDS[kind].needed())


def test_the_schema_knows_every_fact_and_every_notation() -> None:
    assert sorted(SCHEMA["$defs"]["fact_name"]["enum"]) == sorted(FACTS)
    assert sorted(SCHEMA["$defs"]["given_notation"]["properties"]["of"]["enum"]) == sorted(NOTATIONS)


def test_a_question_is_the_same_whichever_way_it_was_written() -> None:
    for case in cases()[::11]:
        assert read_question(json.loads(json.dumps(case.question))) == case.asked
        if not isinstance(case.asked, StateQuestion):
            assert read_written(case.asked.written) == case.asked


@pytest.mark.parametrize(("players", "game", "modules", "scoring"), TABLES)
def test_states_views_and_scorings_keep_the_schema(
    players: int, game: str, modules: tuple[str, ...], scoring: str
) -> None:
    facts: dict[str, Any] = {}
    for number, state in enumerate(visited(players, game, modules, scoring)):
        assert flaws("state", json.loads(to_json(state))) == []
        facts |= summary(state)
        if number % 4 == 0:
            assert flaws("view", json.loads(to_json(granada.observe(state, number % players)))) == []
            assert flaws("scoring", json.loads(to_json(granada.score(state, "ABC"[number % 3])))) == []
            city = state.players[number % players].city
            assert flaws("city", json.loads(to_json(city))) == []
            assert flaws("layout", json.loads(to_json(city.layout))) == []
    assert flaws("facts", facts) == []
    assert set(facts) <= set(SCHEMA["$defs"]["fact_name"]["enum"])


@pytest.mark.parametrize(("players", "game", "modules", "scoring"), TABLES)
def test_records_keep_the_schema(players: int, game: str, modules: tuple[str, ...], scoring: str) -> None:
    bots = [RandomBot(Random(seat)) for seat in range(players)]
    readings = Rulings(several_cards_limit=4, flip_by_one_card=True, dirk_may_win=True)
    record = granada.play(bots, game, rng=Random(3), modules=modules, scoring=scoring, rulings=readings)
    first, *events, last = [json.loads(line) for line in to_json(record).splitlines()]
    assert flaws("record_start", first) == []
    assert flaws("record_result", last) == []
    for event in events[::5]:
        assert flaws("record_draw" if "draw" in event else "record_decision", event) == []
        assert flaws("record_line", event) == []


def test_a_record_with_its_own_tiles_and_ages_keeps_the_schema() -> None:
    usual = granada.TileSet.default(granada.Family.ALHAMBRA).tiles
    walled = next(tile for tile in usual if tile.up.edges not in (0, 1))
    moved = granada.Tile(granada.Face(walled.up.building, walled.up.price, "n"))
    tiles = granada.TileSet(granada.Family.ALHAMBRA, (moved, *(tile for tile in usual if tile is not walled)))
    setup = granada.new_game(3, "alhambra", tiles=tiles, ages=(9, 8, 7)).setup
    assert flaws("record_start", json.loads(to_json(Record(setup)))) == []


@pytest.mark.parametrize("piece", PIECES, ids=str)
def test_actions_tiles_and_cards_keep_the_schema(piece: granada.Action | granada.Tile | granada.Card) -> None:
    document = granada.to_data(piece)
    part = f"{document['kind']}_value"
    assert flaws(part, document) == []
    for place, wrong in spoiled(document):
        assert not validator(part).is_valid(wrong), place
    assert not validator(part).is_valid({**document, "format": 2})


# The schema refuses what is wrong


def spoiled(document: Any) -> Iterator[tuple[str, Any]]:
    """Documents that differ from one in a single place, which is now wrong, with the name of the place."""
    if isinstance(document, dict):
        yield "an unknown member", {**document, "no such member": 1}
        for key, value in document.items():
            if key in FREE:
                continue
            for place, wrong in spoiled(value):
                yield f"{key}.{place}", {**document, key: wrong}
    elif isinstance(document, list):
        yield "a number instead of a list", 5
        for number, value in enumerate(document[:3]):
            for place, wrong in spoiled(value):
                yield f"{number}.{place}", [*document[:number], wrong, *document[number + 1 :]]
    elif isinstance(document, bool) or document is None:
        yield "a text instead of a mark", "no such thing"
    elif isinstance(document, int):
        yield "a number below all", -1
        yield "a text instead of a number", str(document)
    else:
        yield "no notation", f"{document} ?"
        yield "a number instead of a text", 5


def test_a_state_that_is_wrong_in_one_place_is_refused() -> None:
    for table in ((2, "combined", ALL, "normal"), (3, "granada", (), "normal")):
        states = list(visited(*table))
        for state in states[len(states) // 2 :][:1]:
            document = json.loads(to_json(state))
            for place, wrong in spoiled(document):
                assert not validator("state").is_valid(wrong), place


def test_a_state_without_one_of_its_members_is_refused() -> None:
    document = json.loads(to_json(next(visited(3, "granada", (), "normal"))))
    for key in document.keys() - {"kind", "ages"}:
        assert not validator("state").is_valid({k: v for k, v in document.items() if k != key}), key


def test_views_scorings_layouts_and_records_that_are_wrong_in_one_place_are_refused() -> None:
    state = next(visited(3, "granada", (), "normal"))
    city = granada.City.parse("park6/n   .\n@         school8/e")
    scored = evolve(state, players=tuple(granada.Player(p.hand, city, (), 0) for p in state.players))
    documents = {
        "scoring": json.loads(to_json(granada.score(scored, "C"))),
        "city": json.loads(to_json(city)),
        "layout": json.loads(to_json(granada.Layout.parse("@ park6~90"))),
        "action_value": granada.to_data(granada.Action.parse("buy 2a with g4 g6")),
        "tile_value": granada.to_data(granada.Tile.parse("arena10|market11/n")),
        "card_value": granada.to_data(granada.Card.parse("b7")),
        "bureau_value": granada.to_data(granada.Bureau.parse("b/y")),
        "record_draw": {"draw": "b7"},
        "record_decision": {"seat": 0, "do": "buy 2 with g4 g6"},
        "record_result": {"points": [1, 2], "winners": [1]},
        "record_start": {"format": 1, "game": "granada", "players": 3, "modules": ["vizier"], "scoring": "normal",
                         "rulings": {"hut_cap": 4}, "tiles": "default"},
    }  # fmt: skip  # a document stays in a line or two
    for part, document in documents.items():
        assert flaws(part, document) == []
        for place, wrong in spoiled(document):
            assert not validator(part).is_valid(wrong), f"{part}: {place}"
        for key in document:
            assert not validator(part).is_valid({k: v for k, v in document.items() if k != key}), f"{part}: {key}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_case_that_is_wrong_in_one_place_is_refused(kind: str) -> None:
    case = next((case for case in cases() if case.kind == kind), None)
    if case is None:
        assert kind == "game"
        return
    document = {"chapter": "x", **{key: value for key, value in case.data.items() if key != "note"}}
    assert flaws("case", document) == []
    for place, wrong in spoiled(document):
        free = kind == "notation" and place == "expect.result.no notation"
        assert validator("case").is_valid(wrong) is free, place
    for key in document:
        assert not validator("case").is_valid({k: v for k, v in document.items() if k != key}), key


@pytest.mark.parametrize(
    ("part", "document"),
    [
        ("answer_take", {}),
        ("answer_take", {"legal": "yes"}),
        ("answer_moat", {"result": "7"}),
        ("answer_award", {"result": [6]}),
        ("answer_draw", {"draws": {"b7": 0.5}}),
        ("answer_legal", {"actions": ["jump"]}),
        ("answer_apply", {"legal": True, "then": {"mood": "good"}}),
        ("answer_score", {"dirk": 3}),
        ("answer_game", {"points": [3, 4]}),
        ("answer_notation", {}),
        ("hello", {"id": "hello"}),
        ("hello", {"id": "hello", "name": "x", "kinds": ["guess"]}),
        ("hello", {"id": "hello", "name": "x", "rulings": "some"}),
        ("question", {"id": "x", "kind": "guess", "given": {}}),
        ("question", {"id": "x", "kind": "take", "given": {"display": "b1", "do": "take b1", "expect": True}}),
    ],
)
def test_a_wrong_answer_hello_or_question_is_refused(part: str, document: object) -> None:
    assert flaws(part, document) != []


def test_skipping_and_reporting_an_error_are_answers_to_everything() -> None:
    for kind in KINDS:
        assert flaws(f"answer_{kind}", {"id": "x", "skip": "not yet"}) == []
        assert flaws(f"answer_{kind}", {"id": "x", "error": "out of tea"}) == []
