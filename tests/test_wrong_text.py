"""Text from outside, and commands in hostile surroundings: limits, three errors, streams, and nothing forged."""

from __future__ import annotations

import io
import json
import os
import pickle
import re
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ET
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import granada
from granada import (
    Action,
    BadNotation,
    City,
    Face,
    IllegalAction,
    InvalidState,
    Layout,
    Purse,
    Rulings,
)
from granada.__main__ import main
from granada.checking import as_json, as_junit
from granada.checking.checker import check
from granada.checking.serve import reply
from granada.commands.command_line import COMMANDS
from granada.questions.toml import LONGEST_TOML, read_toml
from granada.strategies import states
from granada.text import DEEPEST, LONGEST_TEXT, decoded, visible, visible_lines
from granada.wire import canonical_json, read_json
from tests.rules.tables import a_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada import State

    Table = Callable[..., State]
    from pathlib import Path

# Hostile text


HOSTILE = [
    "",
    " ",
    "\x00",
    "{",
    "[",
    "[" * 100_000,
    "{" * 100_000,
    '{"a":' * 100_000,
    "[" * 5_000 + "]" * 5_000,
    '{"kind": "state"' + ', "x": 1' * 10_000 + "}",
    '{"kind": "state", "kind": "state"}',
    '{"kind": "state"}',
    '{"kind": "view"}',
    '{"kind": "layout"}',
    '{"kind": "city", "format": 1, "start": "granada", "tiles": {"1,0": 5}}',
    '{"kind": "city", "format": 1, "start": "granada", "tiles": {"1,0": "park6/w"}}',
    '{"kind": "layout", "format": 3, "start": "granada", "tiles": {}}',
    '{"kind": "layout", "format": 1, "start": "granada", "tiles": {"1,0": "*park6"}}',
    '{"kind": "layout", "format": 1, "start": "alhambra", "tiles": {"1,0": "park6"}}',
    '{"kind": ["state"]}',
    '{"kind": {"state": 1}}',
    '{"kind": 1e999}',
    "NaN",
    "Infinity",
    '{"kind": NaN}',
    '{"kind": "state", "players": -Infinity}',
    "1" * 10_000,
    "-" * 10_000,
    '"' + "x" * 1_000_000 + '"',
    "x" * 1_000_000,
    "b7 " * 300_000,
    "null",
    "true",
    "5",
    "[]",
    '"state"',
    "\n\n\n",
    "{}\n{}\n",
    '{"format": 1, "game": "granada"}',
    '{"format": 1, "game": "granada", "players": 3, "modules": [], "scoring": "normal", "rulings": {}, "tiles": 5}',
    '{"format": 1, "game": "granada", "players": 1' + "0" * 5_000 + "}",
    "\ud800",
    '"\\ud800"',
    "\u2028{}\u2028",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_refused_with_one_of_our_errors(text: str) -> None:
    readers: tuple[Callable[[str], object], ...] = (
        granada.from_json,
        Action.parse,
        Face.parse,
        granada.Tile.parse,
        granada.Card.parse,
        granada.Cell.parse,
        granada.Layout.parse,
        granada.City.parse,
    )
    for read in readers:
        with pytest.raises((BadNotation, InvalidState)) as refusal:
            read(text)
        assert len(str(refusal.value)) < 20_000


@pytest.mark.parametrize("value", [None, 5, b"{}", [], {}])
def test_json_is_read_from_text_alone(value: Any) -> None:
    with pytest.raises(TypeError):
        granada.from_json(value)


def test_truncated_json_is_refused_everywhere() -> None:
    text = granada.to_json(a_game(2))
    for end in range(0, len(text), 37):
        with pytest.raises((BadNotation, InvalidState)):
            granada.from_json(text[:end])


def test_a_truncated_record_is_refused_or_ends_early() -> None:
    bots = [granada.RandomBot(Random(seat)) for seat in range(2)]
    record = granada.play(bots, rng=Random(0))
    text = granada.to_json(record)
    for end in range(0, len(text), 997):
        try:
            part = granada.from_json(text[:end], granada.Record)
        except (BadNotation, InvalidState):
            continue
        assert part.steps == record.steps[: len(part.steps)]


RECORD_LINES = [
    '{"draw": 5}',
    '{"draw": "x"}',
    '{"draw": "b7", "seat": 0}',
    '{"seat": 9, "do": "take b7"}',
    '{"seat": "0", "do": "take b7"}',
    '{"seat": 0, "do": "draw b7"}',
    '{"seat": 0, "do": null}',
    '{"seat": true, "do": "stop"}',
    '{"points": 5, "winners": []}',
    '{"points": ["x"], "winners": [0]}',
    "[]",
    "null",
    "5",
    '"x"',
    "{}",
]


@pytest.mark.parametrize("line", RECORD_LINES)
def test_a_line_of_a_record_that_says_nothing_is_refused(line: str) -> None:
    head = granada.to_json(granada.Record(granada.new_game(3).setup)).strip()
    with pytest.raises((BadNotation, InvalidState)):
        granada.from_json(f"{head}\n{line}\n")


def test_nothing_follows_the_result_of_a_record() -> None:
    head = granada.to_json(granada.Record(granada.new_game(3).setup)).strip()
    with pytest.raises(InvalidState, match="nothing follows"):
        granada.from_json(f'{head}\n{{"points": [1, 2, 3], "winners": [2]}}\n{{"draw": "b7"}}\n')


# The JSON of a state, changed anywhere


Place = tuple[Any, ...]


def paths(value: Any, path: Place = ()) -> list[Place]:
    """The way to every value inside some JSON."""
    found = [path]
    if isinstance(value, dict):
        for key, inner in value.items():
            found += paths(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            found += paths(inner, (*path, place))
    return found


def at(value: Any, path: Place) -> Any:
    for key in path:
        value = value[key]
    return value


JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [
        *(None, True, False, 0, 1, -1, 2, 5, 6, 7, 8, 30, 10_000, 10**30, -(10**30), 1.5, 1e300),
        *("", " ", "x", "b7", "b1 b1 b1", "b7 b7 b7 b7", "b/y", "A", "B", "C", "even", "odd", "park6", "*park6/w"),
        *("school8|hospital9/s", "garden-hut/s", "tower13/nes", "0,0", "1,0", "999,0", "granada", "alhambra", "shown"),
        *("default", "state", "act", "place-tiles", "score-row", "award", "over", "x" * 10_000, "\ud800", "é"),
        *([], [[]], {}, {"x": 1}, [None], [0], ["A"], [1, 2, 3], {"0,0": "park6"}, {"1,0": "park6"}),
        *(
            {"step": "next-turn"},
            {"step": "end-test"},
            {"step": "begin"},
            {"step": "score-row", "round": "C", "row": 99},
        ),
        *({"step": "act", "seat": 9, "bought": []}, {"step": "award", "slot": 7}, {"step": "deal-hand", "seat": 5}),
        *({"step": "place-tiles", "seat": 0, "tiles": []}, {"step": "dirk-draws", "left": [9], "face": None}),
        *({"step": "score-due", "rounds": ["A", "B"]}, {"step": "act", "seat": 0, "bought": []}),
        *({"step": "refill-money"}, {"step": "refill-tiles", "moves_marker": True, "first": False}),
    ]
)


@st.composite
def changes(draw: st.DrawFn, data: Any) -> Any:
    """The same JSON with a few values replaced, taken out, added, doubled or exchanged."""
    data = json.loads(json.dumps(data))
    for _ in range(draw(st.integers(1, 3))):
        every = paths(data)
        path = draw(st.sampled_from(every))
        if not path:
            continue
        inside = at(data, path[:-1])
        match draw(st.sampled_from(("replace", "remove", "add", "copy", "exchange", "drop"))):
            case "replace":
                inside[path[-1]] = json.loads(json.dumps(draw(JUNK)))
            case "remove" | "drop":
                del inside[path[-1]]
            case "add" if isinstance(inside, list):
                inside.insert(draw(st.integers(0, len(inside))), json.loads(json.dumps(draw(JUNK))))
            case "add":
                inside[draw(st.sampled_from(("x", "1,0", "0,1", "-1,0", "step", "ages", "extra")))] = draw(JUNK)
            case "copy":
                inside[path[-1]] = json.loads(json.dumps(at(data, draw(st.sampled_from(every)))))
            case "exchange":
                kin = [other for other in every if other and type(at(data, other)) is type(at(data, path))]
                other = draw(st.sampled_from(kin))
                if path[: len(other)] != other and other[: len(path)] != path:
                    mine, theirs = at(data, path), at(data, other)
                    inside[path[-1]] = theirs
                    at(data, other[:-1])[other[-1]] = mine
    return data


def play_on(state: State, rng: Random, decisions: int = 30) -> None:
    """Play some decisions and draws at random."""
    for _ in range(decisions):
        state = granada.deal(state, rng)
        legal = granada.legal_actions(state)
        if not legal:
            assert state.over
            return
        state = granada.apply(state, legal[rng.randrange(len(legal))])
        for which in "ABC":
            granada.score(state, which)


def changed_and_read(data: st.DataObject, written: Any) -> Iterator[tuple[Any, object]]:
    """JSON that was changed, and what it is read as, as far as it is not refused."""
    for _ in range(4):
        changed = data.draw(changes(written))
        try:
            read = granada.from_json(json.dumps(changed))
        except (BadNotation, InvalidState):
            continue
        yield changed, read


@pytest.mark.long  # tests/fuzz asks the same of other inputs in every run
@given(st.data(), states(), st.integers(0, 1 << 32))
def test_changed_json_of_a_state_is_refused_or_can_be_played_on(data: st.DataObject, state: State, seed: int) -> None:
    written = json.loads(granada.to_json(state))
    if data.draw(st.booleans()):
        written["tiles"] = "shown"
    for _, read in changed_and_read(data, written):
        if isinstance(read, granada.State):
            assert granada.from_json(granada.to_json(read)) == read
            play_on(read, Random(seed))


@pytest.mark.long
@given(st.data(), states())
def test_changed_json_of_a_view_is_refused_or_can_be_sampled(data: st.DataObject, state: State) -> None:
    written = json.loads(granada.to_json(granada.observe(state, 0)))
    for _, read in changed_and_read(data, written):
        if isinstance(read, granada.View):
            sampled = read.sample(Random(0))
            granada.legal_actions(sampled)
            assert len(sampled.players) == len(read.hand_sizes)


@pytest.mark.long
@given(st.data(), states())
def test_changed_json_of_a_scoring_is_refused_or_written_the_same(data: st.DataObject, state: State) -> None:
    written = json.loads(granada.to_json(granada.score(state, "C")))
    for changed, read in changed_and_read(data, written):
        if isinstance(read, granada.Scoring):
            assert json.loads(granada.to_json(read)) == changed
            assert str(read)


@cache
def record_lines(seed: int) -> list[str]:
    """The lines of the record of a game."""
    bots = [granada.RandomBot(Random(seat)) for seat in range(2)]
    return granada.to_json(granada.play(bots, rng=Random(seed))).splitlines()


@pytest.mark.long  # tests/fuzz asks the same of other inputs in every run
@given(st.data(), st.integers(0, 4))
def test_changed_lines_of_a_record_are_refused_or_replayed_to_the_first_mistake(data: st.DataObject, seed: int) -> None:
    lines = record_lines(seed)
    place = data.draw(st.sampled_from([0, 1, 5, 50, len(lines) - 2, len(lines) - 1]))
    changed = data.draw(changes(json.loads(lines[place])))
    try:
        record = granada.from_json("\n".join([*lines[:place], json.dumps(changed), *lines[place + 1 :]]))
        if isinstance(record, granada.Record):
            for _ in granada.replay(record):
                pass
    except (BadNotation, InvalidState, IllegalAction):
        pass


def flaws(state: State, **changed: Any) -> str:
    """Why the JSON of a state is none when some of its members are changed."""
    data = json.loads(granada.to_json(state)) | changed
    with pytest.raises(InvalidState) as refusal:
        granada.from_json(json.dumps(data))
    return "\n".join(refusal.value.reasons)


def test_a_state_that_is_no_position_of_its_game_gives_every_reason() -> None:
    state = a_game(3)
    data = json.loads(granada.to_json(state))
    assert "there are 3 players, not 2" in flaws(state, seats=data["seats"][:2])
    assert "4 slots" in flaws(state, yard=data["yard"][:3])
    assert "is there" in flaws(state, yard=[data["yard"][0]] * 4)
    assert "at most four cards" in flaws(state, display="b1 b2 b3 b4 b5")
    assert "Dirk takes part exactly when two play" in flaws(state, dirk={"faces": [], "points": 0})
    assert "there is one exactly when tiles have two faces" in flaws(state, marker=None)
    assert "'x' is unknown" in flaws(state, x=1)
    assert "format" in flaws(state, format=3)
    assert "mover" in flaws(state, mover=None)
    assert "todo" in flaws(state, todo=[{"step": "dance"}])
    assert "todo" in flaws(state, todo=[{"step": "end-test"}])
    assert "scoring cards" in flaws(state, deck=data["deck"] | {"later": [["A", 2]]})
    both = flaws(state, marker="up", mover=77, display="q")
    assert len(both.splitlines()) >= 3


def test_a_seat_that_is_missing_while_hands_are_dealt_is_told() -> None:
    state, rng = granada.new_game(3), Random(0)
    while not len(state.players[2].hand):
        draws = granada.outcomes(state)
        state = granada.apply(state, draws[rng.randrange(len(draws))][0])
    data = json.loads(granada.to_json(state))
    assert "there are 3 players, not 2" in flaws(state, seats=data["seats"][:2])


@pytest.mark.parametrize("step", [{"step": "deal-hand", "seat": 1}, {"step": "begin"}])
def test_a_step_of_the_set_up_has_no_place_in_a_turn(step: dict[str, object]) -> None:
    state = a_game(3)
    todo = json.loads(granada.to_json(state))["todo"]
    assert flaws(state, todo=[*todo[:3], step, *todo[3:]], tiles="shown")


@pytest.mark.parametrize("number", [0, 3, "1", None, True])
def test_another_format_is_refused(number: object) -> None:
    state = a_game(3)
    for value in (state, granada.observe(state, 0), state.players[0].city, state.players[0].city.layout):
        data = json.loads(granada.to_json(value)) | {"format": number}
        with pytest.raises(InvalidState, match="format"):
            granada.from_json(json.dumps(data))


def test_reading_deep_json_needs_no_deep_stack() -> None:
    limit = sys.getrecursionlimit()
    for depth in (50, 500, limit - 50, limit, 10 * limit):
        deep = '{"kind": "state", "seats": ' + "[" * depth + "]" * depth + "}"
        with pytest.raises((BadNotation, InvalidState)):
            granada.from_json(deep)


def test_a_purse_of_too_many_cards_is_refused_in_time() -> None:
    with pytest.raises(BadNotation):
        Purse.parse("b7 " * 1_000_000)


def test_a_city_of_too_many_tiles_is_refused_in_time() -> None:
    row = " ".join(["@"] + ["park6"] * 100_000)
    with pytest.raises((BadNotation, InvalidState)):
        granada.City.parse(row)


@pytest.mark.parametrize(
    "read", [granada.from_json, granada.judge, granada.referee, Layout.parse, granada.Action.parse]
)
def test_a_text_that_is_too_long_is_refused_with_the_limit(read: Callable[[str], object]) -> None:
    with pytest.raises(BadNotation, match=r"at most 10,000,000 characters, not '10,000,001 characters'"):
        read("@" * (LONGEST_TEXT + 1))


@pytest.mark.parametrize("opens", ["[", '{"a":', '[{"a":'])
def test_json_may_be_a_hundred_deep_and_no_deeper(opens: str) -> None:
    closes = opens[::-1].translate(str.maketrans("[{", "]}", '":a'))
    times = DEEPEST // len(closes)
    assert read_json(f"{opens * times}0{closes * times}") != 0
    with pytest.raises(BadNotation, match="nested at most 100 deep"):
        read_json(f"{opens * (times + 1)}0{closes * (times + 1)}")
    assert read_json(json.dumps(opens * 1000)) == opens * 1000


BOTH = f"[a{'.a' * 60}]\nb{'.b' * 60} = 1"
"""A heading and a key that are too deep together."""


def test_toml_may_be_a_hundred_deep_in_all() -> None:
    assert read_toml(f"a{'.a' * 99} = 1")
    for text in (f"a{'.a' * 101} = 1", f"x = {'[' * 101}", f"x = {'{a.b.c = ' * 40}", f"[a{'.a' * 101}]", BOTH):
        with pytest.raises(BadNotation, match="nested at most 100 deep"):
            read_toml(text)
    dots = ". " * 300
    assert read_toml(f"a = '''\n{dots}'''\nb = \"{dots}\" # {dots}\nc = [\n{'1.5,' * 300}\n]")["b"] == dots


@pytest.mark.parametrize("text", ["1e999", "-1e999", "NaN", "Infinity", "[1, NaN]", "1" * 4_301])
def test_json_has_no_number_beyond_all_others(text: str) -> None:
    with pytest.raises(BadNotation, match=r"a finite number|at most 4,300 digits"):
        read_json(text)


def test_what_is_written_has_none_either() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical_json(float("inf"))


def test_a_byte_order_mark_is_skipped() -> None:
    city = City.parse("@ park6")
    assert granada.from_json("\ufeff" + granada.to_json(city)) == city
    assert City.parse("\ufeff@ park6") == city
    assert granada.judge('\ufeffkind = "take"\ndisplay = "b1"\ndo = "take b1"').legal
    assert decoded(b"\xef\xbb\xbfx", "a file") == "x"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Rulings.edition("xx", "granada"),
        lambda: Rulings(several_cards_limit=3),
        lambda: granada.new_game(3, "chess"),
        lambda: granada.picture(City.parse("@"), sites=[granada.Cell(10**6, 10**6)]),
        lambda: granada.sketch(City.parse("@"), sites=[granada.Cell(0, 201)]),
        lambda: granada.Card.parse("b5") and granada.Buy(5, granada.Purse.parse("b1")),
        lambda: Face(granada.Building.PARK, 99),
        lambda: granada.check(lambda _: {}, rulings="xx"),
    ],
)
def test_what_makes_no_sense_is_an_error_of_ours(wrong: Callable[[], object]) -> None:
    with pytest.raises(InvalidState):
        wrong()


@pytest.mark.parametrize(
    "value", [{"hut_cap": "3"}, {"hut_cap": []}, {"flip_by_one_card": 1}, {"hut_cap": None}, 3, []]
)
def test_rulings_of_a_wrong_type_are_refused_with_their_place(value: object) -> None:
    state = json.loads(granada.to_json(granada.new_game(3))) | {"rulings": value}
    with pytest.raises(InvalidState, match=r"state\.rulings: "):
        granada.from_json(json.dumps(state))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_legal_actions_are_pickled_by_every_protocol(protocol: int) -> None:
    legal = granada.legal_actions(granada.deal(granada.new_game(3), Random(1)))
    assert list(pickle.loads(pickle.dumps(legal, protocol))) == list(legal)


# The protocol


@pytest.mark.parametrize("number", ["hello", "other", 7, None, [1]])
def test_hello_is_answered_under_the_id_that_was_asked(number: object) -> None:
    said = reply(json.dumps({"id": number, "kind": "hello"}).encode())
    assert said["id"] == number
    assert said["name"] == "granada"


def test_serve_skips_a_byte_order_mark_and_knows_no_infinity() -> None:
    assert reply(b'\xef\xbb\xbf{"kind": "hello"}')["name"] == "granada"
    assert "a finite number" in reply(b'{"id": 1e999}')["error"]


@pytest.mark.parametrize(
    "given",
    [
        {"round": "A", "cities": []},
        {"round": "A", "cities": [{}] * 7},
        {"round": "A", "cities": [{}], "shown": [[]]},
        {"round": "A", "cities": [{}, {}], "game": "alhambra", "modules": ["bonus"], "shown": [[]]},
        {"round": "A", "cities": [{}], "game": "alhambra", "scoring": "simplified"},
    ],
)
def test_what_no_table_scores_is_refused_in_words_of_ours(given: dict[str, Any]) -> None:
    error = reply(json.dumps({"id": "x", "kind": "score", "given": given}).encode())["error"]
    assert "tuple" not in error
    assert error.partition(":")[0] in {"cities", "shown", "scoring"}


# Out


def test_all_that_cannot_be_seen_is_shown() -> None:
    for number in range(0x110000):
        sign = chr(number)
        if unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and number not in UNLISTED:
            assert visible(sign).isascii(), hex(number)
    assert visible("Ä ß € 🙂 مرحبا") == "Ä ß € 🙂 مرحبا"
    assert visible("x" * 1000) == "x" * 300 + "…"
    assert visible_lines("a\x1b\nb\r") == "a\\x1b\nb\\r"


UNLISTED = {
    *(*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD),
    *(*range(0x13430, 0x13440), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B)),
}
"""Signs of scripts and of music that are called formats and are seen, or harm nobody."""


def test_a_program_cannot_forge_a_report() -> None:
    hostile = "\x1b[2J\n\n9 passed, 0 failed\x00\ud800\u202e]]><&"

    def answer(question: dict[str, Any]) -> dict[str, Any]:
        if question["kind"] == "hello":
            return {"id": "hello", "name": hostile, "version": hostile, "format": 1, "kinds": ["take", "buy"]}
        if question["kind"] == "take":
            return {"id": question["id"], "error": hostile}
        return {"id": question["id"], "skip": hostile}

    report = check(answer, only=["take-several-up-to-five", "pay-at-least-the-price"])
    assert report.count("failed")
    assert report.count("skipped")
    assert "\n" not in report.name
    for text in (report.name, *(result.why for result in report.results)):
        assert visible(text, 10_000) == text
    assert read_json(as_json(report))
    assert ET.fromstring(as_junit(report)).tag == "testsuites"


def test_an_infinite_answer_is_kept_as_no_json() -> None:
    report = check(
        lambda question: {"id": question["id"], "name": "x", "actions": float("inf")}, only=["pay-at-least-the-price"]
    )
    assert "Infinity" not in as_json(report)


class Odd(str):
    """A text of somebody's own, which answers to nothing."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> object:
        raise AttributeError(name)

    def __len__(self) -> int:
        raise AttributeError

    __hash__ = None  # type: ignore[assignment]  # what is tested


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (granada.Face.parse, "park6"),
        (granada.Tile.parse, "garden10/n"),
        (granada.Card.parse, "b7"),
        (granada.Purse.parse, "b7 b8"),
        (granada.Cell.parse, "1,0"),
        (granada.City.parse, "@ park6"),
        (granada.Action.parse, "take b3"),
        (granada.from_json, granada.to_json(granada.City.parse("@ park6"))),
    ],
)
def test_a_text_of_any_class_is_read_as_the_text_it_is(read: Callable[[str], object], text: str) -> None:
    assert read(Odd(text)) == read(text)


ILLEGAL = 'kind = "take"\ndisplay = "b1 b9 g9"\ndo = "take b9 g9"\n'
LEGAL = 'kind = "take"\ndisplay = "b1"\ndo = "take b1"\n'
ESCAPE = "\x1b[31m\x9b\x7f\u202e\u2066"
"""What a terminal would obey."""
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def shell(line: str) -> subprocess.CompletedProcess[bytes]:
    """What a shell says to a line in which ``granada`` stands for this program."""
    command = f'granada() {{ "{sys.executable}" -m granada "$@"; }}; {line}'
    return subprocess.run(["/bin/bash", "-c", command], capture_output=True, check=False)


@pytest.fixture
def illegal(tmp_path: Path) -> Path:
    """A file with an illegal move."""
    (tmp_path / "illegal.toml").write_text(ILLEGAL, encoding="utf-8")
    return tmp_path / "illegal.toml"


# Streams


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("granada judge FILE | true; exit ${PIPESTATUS[0]}", 1),
        pytest.param("granada judge FILE >&-", 1, marks=pytest.mark.long),
        pytest.param("granada judge FILE > /dev/full", 2, marks=pytest.mark.long),
        pytest.param("granada judge - <&-", 2, marks=pytest.mark.long),
        pytest.param("granada judge no-such-file 2>&-", 2, marks=pytest.mark.long),
        pytest.param("granada judge FILE >&- 2>&- <&-", 1, marks=pytest.mark.long),
        pytest.param("granada --help >&-", 0, marks=pytest.mark.long),
        pytest.param("granada nonsense 2>&-", 2, marks=pytest.mark.long),
        pytest.param("granada serve <&- >&-", 0, marks=pytest.mark.long),
        pytest.param(
            'yes \'{"kind": "hello"}\' | granada serve | head -n 1 > /dev/null; exit ${PIPESTATUS[1]}',
            0,
            marks=pytest.mark.long,
        ),
        pytest.param("granada check --only no-holes -- false | true; exit ${PIPESTATUS[0]}", 2, marks=pytest.mark.long),
    ],
)
def test_a_stream_that_is_closed_or_full_changes_no_verdict(line: str, status: int, illegal: Path) -> None:
    done = shell(line.replace("FILE", str(illegal)))
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert done.returncode == status


@pytest.mark.parametrize("command", list(COMMANDS))
def test_help_says_what_an_exit_status_means(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert "Exit status: 0 " in " ".join(capsys.readouterr().out.split())


# What is read


@pytest.mark.parametrize("way", ["file", "-"])
@pytest.mark.parametrize(
    ("data", "status", "told"),
    [
        (b"\xef\xbb\xbf" + LEGAL.encode(), 0, ""),
        (b"\xef\xbb\xbf" + ILLEGAL.encode(), 1, ""),
        (LEGAL.encode("utf-16"), 2, "this is UTF-16"),
        (LEGAL.encode("utf-32"), 2, "this is UTF-32"),
        (f'name = "Ã©"\n{LEGAL}'.encode("latin-1"), 0, ""),
        (
            'name = "é"\n'.encode("latin-1"),
            2,
            "another encoding, such as Latin-1 or Windows-1252 (byte 0xe9 in line 1)",
        ),
        (b"\x00\xff\xfe\x00", 2, "a binary file"),
        (b"#" * (LONGEST_TEXT + 1), 2, "at most 10,000,000 bytes"),
        (b"#" * (LONGEST_TOML + 1), 2, "at most 100,000 characters"),
        (b"a" + b".a" * 16_000 + b" = 1", 2, "nested at most 100 deep"),
        (b"a = " + b"[" * 5_000, 2, "nested at most 100 deep"),
        (b"a = 1" + b"0" * 5_000, 2, "at most 4,300 digits"),
        (b'{"kind": "take", "given": ' + b"[" * 5_000, 2, "nested at most 100 deep"),
    ],
)
def test_what_is_no_text_of_reasonable_size_is_named(
    way: str,
    data: bytes,
    status: int,
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "some file").write_bytes(data)
    path = tmp_path / "some file"
    if way == "-":
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    found, said = main(["judge", "-" if way == "-" else str(path)]), capsys.readouterr().err
    assert found == status, said
    assert told in said
    assert said.count("\n") == (status == 2)
    if "expected a text in UTF-8" in said:
        assert ("the standard input" if way == "-" else "some file") in said


def test_a_device_without_end_is_not_read_to_it() -> None:
    done = shell("granada show /dev/zero")
    assert done.returncode == 2
    assert b"at most 10,000,000 bytes" in done.stderr


# What is shown


@pytest.mark.parametrize(
    "text",
    [
        f'"{visible(ESCAPE)}" = 1\nkind = "take"',
        f'{LEGAL}name = "{visible(ESCAPE)}\\nlegal"\n',
        f'{LEGAL}breaks = ["{visible(ESCAPE)}"]\n',
        f'kind = "score"\nround = "A"\ncities = ["@", "@"]\npoints = ["{visible(ESCAPE)}"]\n',
        f'kind = "notation"\nof = "action"\ntext = "take b1"\ncanonical = "{visible(ESCAPE)}"\n',
        f'kind = "notation"\nof = "action"\ntext = "{visible(ESCAPE)}"\n',
        'kind = "take"\ndisplay = "b1"\ndo = "take\\rb1"\n',
        f'kind = "game"\nrecord = ["{visible(ESCAPE)}"]\n',
        f'kind = "legal"\nstate = {{ "{visible(ESCAPE)}" = 1 }}\n',
        f'[[case]]\n{LEGAL}name = "{visible(ESCAPE)}"\n[[case]]\nkind = "{visible(ESCAPE)}"\n',
    ],
)
def test_foreign_text_reaches_no_terminal_raw(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = text.replace("\\x1b", "\\u001b").replace("\\x9b", "\\u009b").replace("\\x7f", "\\u007f")
    (tmp_path / "question.toml").write_text(written, encoding="utf-8")
    assert main(["judge", str(tmp_path / "question.toml")]) in {0, 1, 2}
    said = capsys.readouterr()
    assert not RAW.search(said.out + said.err), said


@pytest.mark.parametrize("command", ["judge", "show", "referee", "check"])
def test_the_name_of_a_file_reaches_no_terminal_raw(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    name = f"no {ESCAPE}\nsuch file"
    assert main([command, name]) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert not RAW.search(said.out + said.err), said


def test_a_report_of_somebody_else_reaches_no_terminal_raw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = dict.fromkeys(("id", "chapter", "rule", "kind", "why"), f"{ESCAPE}\n9 passed") | {"status": "failed"}
    told = {"format": 2, "name": f"{ESCAPE}\n9 passed", "results": [line]}
    (tmp_path / "report.json").write_text(json.dumps(told), encoding="utf-8")
    assert main(["report", str(tmp_path / "report.json"), "--html", str(tmp_path / "report.html")]) == 0
    said = capsys.readouterr()
    assert not RAW.search(said.out + said.err + (tmp_path / "report.html").read_text(encoding="utf-8"))
    assert "\n9 passed" not in said.out


def test_complaints_are_not_longer_than_is_good_to_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "long.toml").write_text(f'kind = "{"x" * 100_000}"', encoding="utf-8")
    (tmp_path / "many.json").write_text(json.dumps({"kind": "state", **{f"key {n}": n for n in range(9_999)}}))
    for words in (["judge", "long.toml"], ["show", "many.json"], ["x" * 100_000], ["rule", "x" * 100_000]):
        assert main([*words[:-1], str(tmp_path / words[-1]) if "." in words[-1] else words[-1]]) == 2
        assert len(capsys.readouterr().err) < 2_500


# Files that are written


@pytest.mark.long
def test_a_report_is_never_half_written(tmp_path: Path) -> None:
    target = tmp_path / "report.svg"
    target.write_text("before", encoding="utf-8")
    target.chmod(0o640)
    done = shell(f"printf '@ park6' | granada show - --svg '{target}'")
    assert done.returncode == 0, done.stderr
    assert target.read_text(encoding="utf-8").startswith("<svg")
    assert target.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["report.svg"]
    assert shell("printf '@ park6' | granada show - --svg /dev/null").returncode == 0
    assert shell("printf '@ park6' | granada show - --svg /dev/full").returncode == 2
