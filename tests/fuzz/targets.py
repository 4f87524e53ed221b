"""The fuzz targets, one for each property, with its name: each makes inputs, and can be asked of any.

An input is a text, so that what once failed can be kept as a file and asked again.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import re
import sys
import tempfile
import xml.etree.ElementTree as ET
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from unittest import mock

from attrs import evolve, frozen

import granada
from granada import BadNotation, IllegalAction, InvalidState
from granada.__main__ import main
from granada.arena.games_file import NAME, GamesFile
from granada.checking import (
    as_data,
    as_json,
    as_junit,
    as_page,
    check_program,
    kernel,
    program,
    report_from,
    write_report,
)
from granada.checking.serve import reply
from granada.commands import command_line
from granada.errors import Flaws
from granada.examining import Fault
from granada.questions import Question, answer, as_told, read_questions, toml_text
from granada.spec import cases
from granada.spec.cases import read_case
from granada.wire import Reader, read_json
from granada.wire.positions import _STATE, AGREED, _read_parts, read_setup
from tests.fuzz.making import changed_json, changed_text, invented_text, notations, one, questions, states, tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada import State

REFUSALS = (BadNotation, InvalidState, IllegalAction, TypeError)
"""What comes out of the library where something makes no sense."""
TRAP = "this_is_never_imported"
UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What must not reach a terminal, but for the end of a line."""


@frozen
class Target:
    """A property: how an input for it is made, and what must hold of it."""

    name: str
    make: Callable[[Random], str]
    holds: Callable[[str], None]
    cheap: bool = False
    plain: Callable[[str], str] | None = None
    """A plain input that is at least as long as another; without it any input is as plain as the others."""


# Text is read or refused

READERS: dict[str, Callable[[str], object]] = {
    "card": granada.Card.parse,
    "cards": granada.Purse.parse,
    "face": granada.Face.parse,
    "tile": granada.Tile.parse,
    "cell": granada.Cell.parse,
    "layout": granada.Layout.parse,
    "city": granada.City.parse,
    "action": granada.Action.parse,
    "json": granada.from_json,
    "judge": lambda text: [granada.judge(question) for question in read_questions(text)],
    "referee": granada.referee,
    "reply": lambda text: reply(text.encode(errors="surrogatepass")),
}
"""Who reads texts."""


NOTATIONS = tuple(READERS)[:8]
"""Those who read notation."""
LONG_READERS = ("json", "judge", "referee", "reply")
"""Those who read long texts."""
SIGNS = (
    *("[", "]", "{", "}", '"', "'", '"""', "'''", "\\", '\\"', "\\\\", ":", ",", "=", ".", "#", "\n", " ", "a", "1"),
    *("0x", "e", '{"a":', '{"a":"', "a=", "[a]\n", "[[a]]\n", "a.a", "\\u0041", "\\ud800", "-", "_", "\r", "é"),
    *('"",', "[],", "null", "[" * 101),
)
"""What shapes of long texts are made of."""


@cache
def _readable(reader: str) -> tuple[str, ...]:
    """The texts of the chapters that a reader can read."""
    return tuple(text for text in notations() if _reads(reader, text))


def _reads(reader: str, text: str) -> bool:
    try:
        READERS[reader](text)
    except REFUSALS:
        return False
    return True


def _nearly(rng: Random) -> str:
    """A text that a reader can read, or nearly."""
    reader = one(rng, NOTATIONS)
    text = one(rng, _readable(reader))
    return json.dumps([reader, changed_text(rng, text) if rng.randrange(5) else text])


def _long_text(rng: Random) -> str:
    """A long text of one shape: what it begins with, something again and again, and how it ends."""
    begin = "".join(one(rng, SIGNS) for _ in range(rng.randrange(6)))
    repeated = "".join(one(rng, SIGNS) for _ in range(1 + rng.randrange(4)))
    end = "".join(one(rng, SIGNS) for _ in range(rng.randrange(4)))
    text = begin + repeated * (rng.randrange(5_000, 80_000) // len(repeated)) + end
    return json.dumps([one(rng, LONG_READERS), text])


def _plain_text(text: str) -> str:
    """A text without surprises that is at least as long."""
    reader, given = json.loads(text)
    size = 1 << len(given).bit_length()
    is_json = reader != "judge" or given.lstrip().startswith("{")
    return json.dumps([reader, f"[{'0,' * (size // 2)}0]" if is_json else "k = [\n" + "1,\n" * (size // 3) + "]"])


def _some_text(rng: Random) -> str:
    """A text for a reader, most often for one that could know it."""
    if rng.randrange(200) == 0:
        return _long_text(rng)
    match rng.randrange(40):
        case 0:
            return json.dumps([one(rng, tuple(READERS)), invented_text(rng)])
        case 1:
            return json.dumps(["judge", changed_text(rng, one(rng, tables()))])
        case 2:
            question = json.dumps(one(rng, questions()))
            return json.dumps([one(rng, ("reply", "judge")), changed_json(rng, question)])
        case 3:
            return json.dumps(["json", changed_text(rng, one(rng, states())[0])])
        case 4 | 5:
            return json.dumps([one(rng, NOTATIONS), changed_text(rng, one(rng, notations()))])
    return _nearly(rng)


def text_is_read_or_refused(text: str) -> None:
    """Whatever a text is, it is read, or an error of ours says why not, in words that can be seen."""
    reader, given = json.loads(text)
    try:
        said = READERS[reader](given)
    except (BadNotation, InvalidState, IllegalAction) as flaw:
        told = str(flaw)
    else:
        told = "\n".join(map(str, said)) if isinstance(said, list) else ""
        if isinstance(said, dict):  # a reply
            assert "Error:" not in str(said.get("error", "")), said
            read_json(json.dumps(said))
    assert not UNSEEN.search(told), repr(told)
    assert len(told) < 100_000


# What is read is written the same


def _some_written(rng: Random) -> str:
    match rng.randrange(40):
        case 0:
            return json.dumps(["json", changed_json(rng, one(rng, states())[0], 1)])
        case 1:
            return json.dumps(["case", changed_text(rng, one(rng, tables()))])
    return _nearly(rng)


def what_is_read_is_written_the_same(text: str) -> None:
    """What could be read is written, and read again it is equal, and written again the same."""
    reader, given = json.loads(text)
    value: Any
    try:
        value = _cases(given) if reader == "case" else READERS[reader](given)
    except REFUSALS:
        return
    again: Any
    if reader == "json":
        written = granada.to_json(value)
        again = granada.from_json(written)
        assert granada.to_json(again) == written
    elif reader == "case":
        value = [case for case in _cases(given) if _tellable(case.asked)]
        again = _cases("\n".join(toml_text(case.written) for case in value)) if value else []
    else:
        again = READERS[reader](str(value))
        assert str(again) == str(value)
    assert again == value


def _tellable(asked: Question) -> bool:
    """Whether the words of a chapter reach: not for a moment to which only steps lead that run by themselves."""
    state = getattr(asked, "state", None) if "state" in asked.parts() else None
    return state is None or as_told(state) == state


def _cases(text: str) -> list[Any]:
    return [read_case("some-rule", written) for written in read_questions(text)]


# Accepted states can be played


def _some_state(rng: Random) -> str:
    text = changed_json(rng, one(rng, states())[0], 2)
    return re.sub(r'"tiles": "default"', '"tiles": "shown"', text) if rng.randrange(4) == 0 else text


FIRST = 40
"""So many decisions are played by the rules, and the rest by the kernel, which plays the same games sooner."""


def _accepted(text: str) -> State | None:
    """The state of a JSON text, if it is one."""
    try:
        return granada.from_json(text, granada.State)
    except REFUSALS:
        return None


def accepted_states_can_be_played(text: str) -> None:
    """What is accepted as a state is drawn, observed and played to its end; what it comes to is accepted too."""
    state = _accepted(text)
    if state is None:
        return
    rng, steps = Random(len(text)), 0
    shown = state.setup.tiles is None
    assert granada.from_json(granada.to_json(state)) == state
    assert not UNSEEN.search(str(state))
    while not state.over and (steps < FIRST or not (shown or granada.fast.COMPILED)):
        state = granada.deal(state, rng)
        legal = granada.legal_actions(state)
        if state.over:
            break
        state = granada.apply(state, legal[rng.randrange(len(legal))])
        steps += 1
        if steps % 100 == 30:
            assert granada.from_json(granada.to_json(state)) == state
            assert all(str(granada.score(state, which)) for which in "ABC")
    if not shown:  # where money is lacking, somebody passes for ever
        position = granada.fast.Position(state, rng)
        position.finish()
        end = position.state()
        assert end.over
        assert granada.from_json(granada.to_json(end)) == end


def _some_view(rng: Random) -> str:
    text, state = one(rng, states())
    seat = rng.randrange(len(state.players))
    if rng.randrange(2):
        return json.dumps([seat, text])
    return json.dumps([None, changed_json(rng, granada.to_json(granada.observe(state, seat)), 2)])


def a_view_leads_to_no_secret(text: str) -> None:
    """Tables that look the same to a seat give it the same view, to the last byte; a view is seen of some table."""
    seat, given = json.loads(text)
    rng = Random(len(text))
    if seat is None:
        try:
            view = granada.from_json(given, granada.View)
        except REFUSALS:
            return
    else:
        state = _accepted(given)
        if state is None:
            return
        granada.legal_actions(state)
        str(state)
        view = granada.observe(state, seat)
    other = granada.observe(view.sample(rng), view.seat)
    assert other == view
    assert granada.to_json(other) == granada.to_json(view)
    assert pickle.dumps(granada.from_json(granada.to_json(other))) == pickle.dumps(
        granada.from_json(granada.to_json(view))
    )
    assert sorted(map(len, pickle.loads(pickle.dumps(view)).table.deck.pools)) == [0] * len(view.table.deck.pools)
    granada.legal_actions(view.sample(rng))


# The checker survives any program


class _Scripted(program._Process):
    """Stands in for a process: it answers as a script says, whatever it is asked."""

    script: tuple[bytes, ...] = ()

    def __init__(self, _: object) -> None:
        self.left = list(self.script)
        self._complaints = b"\n".join(self.script[:2])

    def send(self, question: dict[str, Any]) -> None:
        """Be asked; where the script has a hole, the id of the question comes in."""
        number = json.dumps(question["id"]).encode()
        self.left = [line.replace(b'"ID"', number) for line in self.left]

    def line(self, _: float) -> bytes:
        """The next line of the script."""
        if not self.left:
            raise Fault("it hangs")
        return self.left.pop(0)

    def end(self) -> list[bytes]:
        """End, with all that was still to be said."""
        return self.left[:100]

    def kill(self) -> None:
        """End at once."""


HELLO = '{"id": "hello", "name": "NAME", "version": "1", "format": 1, "games": ["granada"], "rulings": "any"}'


def _some_program(rng: Random) -> str:
    """What a program says: a greeting and answers, nearly right, or nonsense."""
    asked = [one(rng, questions()) for _ in range(3)]
    lines = [HELLO.replace("NAME", one(rng, ("engine", "\\u001b[31m\\n9 passed", "\\ud800")))]
    lines += [json.dumps({"id": "ID", **case["expect"]}) for case in asked]
    lines = [changed_json(rng, line, 2) if rng.randrange(2) else line for line in lines]
    lines = [changed_text(rng, line) if rng.randrange(4) == 0 else line for line in lines]
    if rng.randrange(6) == 0:
        rng.shuffle(lines)
    return json.dumps({"asked": [case["id"] for case in asked], "lines": lines})


def the_checker_survives_any_program(text: str) -> None:
    """Whatever a program says, there is a report, which can be read as text, as JSON and as XML, and forges nothing."""
    told = json.loads(text)
    wanted = [case for case in cases() if case.id in told["asked"]]
    script = tuple(line.encode(errors="surrogatepass") for line in told["lines"])
    with mock.patch.object(program, "_Process", type("Scripted", (_Scripted,), {"script": script})):
        report = check_program(["program"], cases=wanted)
    stream = io.StringIO()
    write_report(report, stream)
    assert not UNSEEN.search(stream.getvalue()), stream.getvalue()
    assert not UNSEEN.search(as_page([report_from(as_data(report))])), as_page([report_from(as_data(report))])
    read_json(as_json(report))
    ET.fromstring(as_junit(report))
    assert report.count("passed") <= len(wanted)


# The kernel survives any state


def _some_unjudged(rng: Random) -> str:
    return str(changed_json(rng, one(rng, states())[0], 3))


def _unjudged(text: str) -> State | None:
    """The state of a JSON text, whether any table can have it or not."""
    flaws = Flaws()
    try:
        parts = Reader(read_json(text), "state", flaws).members((*AGREED, *_STATE), ("kind", "ages"))
        setup = read_setup(parts, flaws)
        state = None if setup is None else _read_parts(parts, setup)
    except REFUSALS:
        return None
    return None if flaws else state


def the_kernel_survives_any_state(text: str) -> None:
    """The kernel plays any state of the right types to its end, or refuses it; on real ones both agree."""
    accepted = _accepted(text)
    state = accepted or _unjudged(text)
    if state is None:
        return
    try:
        position = granada.fast.Position(state, Random(1))
        if accepted is not None and not position.over:
            assert position.actions() == tuple(granada.legal_actions(granada.deal(accepted, Random(1))))
        position.copy().finish()
        position.state()
    except InvalidState:
        assert accepted is None or accepted.setup.tiles is None, "what is accepted can be played by both"


# Both engines answer alike


def _some_question(rng: Random) -> str:
    case = one(rng, questions())
    text = json.dumps({key: case[key] for key in ("id", "kind", "given")})
    return changed_json(rng, text) if rng.randrange(4) else text


def both_engines_answer_alike(text: str) -> None:
    """Whatever a line of the protocol holds, the kernel answers or refuses it as the rules do, in the same words."""
    if not granada.fast.COMPILED:
        return
    try:
        question = read_json(text)
    except REFUSALS:
        return
    ours, kernels = answer(question), kernel.answer(question)
    if "error" in ours or "error" in kernels:
        assert ours == kernels
    for key in set(ours) & set(kernels) - {"name", "actions"}:
        assert ours[key] == kernels[key], key


# A record is resumed or refused


@cache
def _records() -> tuple[str, ...]:
    """Records of games that were left."""
    found = []
    for number, (game, modules) in enumerate((("granada", ()), ("alhambra", ("bonus", "huts")), ("combined", ()))):
        bots = [granada.RandomBot(Random(seat)) for seat in range(2)]
        record = granada.play(bots, game, rng=Random(number), modules=modules)
        about = {"bots": ["random", "person"], "seed": number, "place": "by the window"}
        found += [granada.to_json(granada.Record(record.setup, record.steps[:many], about=about)) for many in (3, 12)]
    return tuple(found)


BOTS: tuple[Any, ...] = (
    *(5, None, True, [1], [None], [], {}, "builder", ["builder"], ["random", "random"], ["search:1000", "search:1s"]),
    *(["search:10000000", "builder"], ["os:abort", "builder"], ["builtins:exit", "random"], ["person", "person"]),
    *([f"{TRAP}:Bot", "builder"], ["builder"] * 7, [["builder"], "builder"], ["\ud800", "random"], ["b,b", "random"]),
)
"""What may be noted of the bots of a game."""


def _some_record(rng: Random) -> str:
    """A record that was left, nearly right."""
    text: str = one(rng, _records())
    match rng.randrange(5):
        case 0:
            text = _with_bots(text, one(rng, BOTS))
        case 1:
            text = _with_bots(text, json.loads(changed_json(rng, json.dumps([["random", "person"]])))[:1])
        case 2:
            text = text[: rng.randrange(len(text))]
        case 3:
            lines = text.split("\n")
            place = rng.randrange(len(lines) - 1)
            lines[place] = changed_json(rng, lines[place])
            text = "\n".join(lines)
        case _:
            text = changed_text(rng, text)
    return json.dumps(text)


def _with_bots(text: str, bots: Any) -> str:
    head, rest = text.split("\n", maxsplit=1)
    data = json.loads(head)
    data["about"]["bots"] = bots
    return json.dumps(data) + "\n" + rest


_PARSER = cache(command_line._parser)


def a_record_is_resumed_or_refused(text: str) -> None:
    """A game goes on, in a file that holds all of it, or is refused and stays as it is; no code is chosen by it."""
    given = json.loads(text)
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch("granada.commands.play.Sitting.play"),
        mock.patch("granada.commands.command_line._parser", _PARSER),
    ):
        file = Path(folder) / "game.jsonl"
        before = given.encode(errors="surrogatepass")
        file.write_bytes(before)
        output, complaints = io.StringIO(), io.StringIO()
        with redirect_stdout(output), redirect_stderr(complaints):
            status = main(["play", "--resume", str(file), "--seed", "1"])
        said = output.getvalue() + complaints.getvalue()
        assert status in {0, 2}, said
        assert "a bug in granada" not in said
        assert not UNSEEN.search(said), repr(said)
        assert TRAP not in sys.modules
        after = file.read_bytes()
        if status == 2:
            assert after == before
        else:
            record, _ = granada.resumed(given.removeprefix("\ufeff"))
            later = granada.resumed(after.decode())[0]
            drawn = later.steps[len(record.steps) :]  # what nobody decides happens before the first of them plays
            assert evolve(later, steps=record.steps) == record
            assert later.steps == (*record.steps, *drawn)
            assert all(seat is None for seat, _ in drawn)
        assert os.listdir(folder) == ["game.jsonl"]


# A file of games is read or left as it is


@cache
def _games() -> tuple[granada.Standings, str]:
    """A tournament, and the file of its games."""
    with tempfile.TemporaryDirectory() as folder:
        found = granada.tournament(["random", "builder"], 2, 2, seed=4, records=folder)
        games = (Path(folder) / NAME).read_text(encoding="utf-8").replace('{"about"', '\n{"about"').split("\n\n")
    lines = [game.strip().split("\n") for game in games]
    return found, "".join("\n".join([*each[:12], each[-1], ""]) for each in lines)  # nobody looks at their steps


def _some_games(rng: Random) -> str:
    """The games of a tournament, nearly right."""
    text = _games()[1]
    lines = text.splitlines(keepends=True)
    place = rng.randrange(len(lines)) if rng.randrange(3) else one(rng, (0, len(lines) - 1))
    match rng.randrange(6):
        case 0:
            lines = [text[: rng.randrange(len(text))]]
        case 1:
            lines[place] = changed_json(rng, lines[place]) + "\n"
        case 2:
            lines[place] = changed_text(rng, lines[place])
        case 3:
            lines.insert(place, one(rng, ("\n", " ", "x\n", lines[0], lines[-1], lines[1])))
        case 4:
            del lines[place]
        case _:
            lines.append(one(rng, (lines[0], lines[0][: rng.randrange(len(lines[0]))], "x", "{", "\n", "".join(lines))))
    return json.dumps("".join(lines))


def a_file_of_games_is_read_or_left(text: str) -> None:
    """The whole games of a file are read, and of the rest nothing is lost but a game of ours that was torn off."""
    found, _ = _games()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / NAME
        before = json.loads(text).encode(errors="surrogatepass")
        file.write_bytes(before)
        try:
            games = GamesFile(Path(folder), found.settings, lambda number: found.results[(number - 1) % 2].names)
            games.close()
            there, flaws = games.there, games.flaws
            told = ""
        except InvalidState as flaw:
            told, there, flaws = str(flaw), {}, ()
        after = file.read_bytes()
    if told:
        assert after == before
        assert not UNSEEN.search(told), repr(told)
        return
    assert not UNSEEN.search("".join(flaws)), repr(flaws)
    assert len(there) == after.count(b'{"points":') or flaws
    if after == before + b"\n":
        return
    assert before.startswith(after)
    lost = before[len(after) :]
    assert b'"points":' not in lost.rpartition(b"\n")[0]
    assert lost.startswith(b'{"about":{"bots":[') or b'{"about":{"bots":['.startswith(lost)


TARGETS = tuple(
    Target(holds.__name__, make, holds, cheap=cheap, plain=plain)
    for make, holds, cheap, plain in (
        (_some_text, text_is_read_or_refused, True, _plain_text),
        (_some_written, what_is_read_is_written_the_same, True, None),
        (_some_state, accepted_states_can_be_played, False, None),
        (_some_view, a_view_leads_to_no_secret, False, None),
        (_some_program, the_checker_survives_any_program, False, None),
        (_some_unjudged, the_kernel_survives_any_state, False, None),
        (_some_question, both_engines_answer_alike, False, None),
        (_some_record, a_record_is_resumed_or_refused, False, None),
        (_some_games, a_file_of_games_is_read_or_left, False, None),
    )
)


def inputs(target: Target, seed: int) -> Iterator[str]:
    """The inputs of a seed, one after the other without end, each by a generator of its own."""
    number = 0
    while True:
        yield target.make(Random(f"{seed} {number}"))
        number += 1
