"""Records that last: named tiles, older formats, notes, streams, growing files, and what others may see."""

from __future__ import annotations

import gzip
import io
import json
import pickle
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import granada
from granada import BuilderBot, InvalidState, Record, Recorder, TileSet
from granada.__main__ import main
from granada.board import SHIPPED, tile_sets
from granada.game import HiddenDraw
from granada.wire import RecordReader, resumed
from tests.refusing import refused

DATA = Path(__file__).parent / "data" / "records"
ALL = ("vizier", "exchange", "huts", "bonus")


def game(players: int = 2, **options: object) -> Record:
    return granada.play([BuilderBot(Random(seat)) for seat in range(players)], rng=Random(1), **options)  # type: ignore[arg-type]  # options of new_game


# Every format is read for ever


@pytest.mark.parametrize("path", sorted(DATA.glob("*/*.jsonl")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_record_of_any_format_is_read_and_replayed(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = granada.from_json(text, Record)
    if path.name == "hidden.jsonl":
        assert sum(isinstance(action, HiddenDraw) for _, action in record.steps) == 3
    else:
        assert granada.referee(text).ok
        *_, state = granada.replay(record)
        assert (state.points if state.over else None) == record.points
    assert granada.from_json(granada.to_json(record)) == record


@pytest.mark.parametrize("path", sorted(DATA.glob("*/*.json")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_value_of_any_format_is_read(path: Path) -> None:
    value = granada.from_json(path.read_text(encoding="utf-8"))
    assert type(value).__name__.lower() == path.stem.replace("spectator", "view")
    assert granada.from_json(granada.to_json(value)) == value


def test_the_formats_hold_the_same_games() -> None:
    for name in ("granada.jsonl", "alhambra-all-modules.jsonl", "combined-own-tiles.jsonl", "unfinished.jsonl"):
        first, second = (
            granada.from_json((DATA / f"format-{number}" / name).read_text(encoding="utf-8"), Record)
            for number in (1, 2)
        )
        assert (first.setup, first.steps, first.points) == (second.setup, second.steps, second.points)


def test_what_the_first_format_calls_default_never_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    old = TileSet.named("granada-1")
    one, two = (tile for tile in old.tiles if tile.up.building is granada.Building.PARK and tile.up.price in (6, 8))
    assert one.down is not None
    assert two.down is not None
    rest = [tile for tile in old.tiles if tile not in (one, two)]

    def with_edges(tile: granada.Tile, edges: str) -> granada.Tile:
        return granada.Tile(*(granada.Face(face.building, face.price, edges) for face in tile.faces))

    letters = ["".join(s for n, s in enumerate("nesw") if tile.up.edges >> n & 1) for tile in (one, two)]
    corrected = TileSet(granada.Family.GRANADA, [*rest, with_edges(one, letters[1]), with_edges(two, letters[0])])
    assert corrected != old
    named = tile_sets._named
    monkeypatch.setitem(SHIPPED, "granada-2", granada.Family.GRANADA)
    monkeypatch.setattr(tile_sets, "_named", lambda name: corrected if name == "granada-2" else named(name))
    assert granada.new_game(3).setup.tiles == (corrected,)
    assert json.loads(granada.to_json(granada.new_game(3)))["tiles"] == {"granada": "granada-2"}
    for number in (1, 2):
        text = (DATA / f"format-{number}" / "granada.jsonl").read_text(encoding="utf-8")
        assert granada.referee(text).ok
        assert granada.from_json(text, Record).setup.tiles == (old,)


def test_shipped_sets_have_names_and_own_ones_are_written_out() -> None:
    for name, family in SHIPPED.items():
        found = TileSet.named(name)
        assert (found.family, found.name) == (family, name)
        assert pickle.loads(pickle.dumps(found)) is found
        again = TileSet(family, found.tiles[::-1])
        assert (again.name, again.is_default) == (name, found.is_default)
    refused(InvalidState, lambda: TileSet.named("granada-9"))
    header = json.loads((DATA / "format-2" / "combined-own-tiles.jsonl").read_text(encoding="utf-8").split("\n")[0])
    assert header["tiles"]["alhambra"] == "alhambra"
    assert len(header["tiles"]["granada"]) == 54


@pytest.mark.parametrize(
    ("tiles", "complaint"),
    [
        ({"granada": "granada-9"}, "line 1.tiles.granada: there is no set of tiles 'granada-9'"),
        ({"granada": "alhambra"}, "line 1.tiles.granada: expected a set of granada"),
        ({}, "line 1.tiles: 'granada' is missing"),
        ("default", "line 1.tiles: expected an object"),
        ({"granada": "granada-1", "huts": "huts-1"}, "line 1.tiles: 'huts' is unknown"),
        ({"granada": []}, "a set must have 54 tiles, not 0"),
    ],
)
def test_a_set_that_is_not_known_is_refused_by_its_name(tiles: object, complaint: str) -> None:
    header = json.loads(granada.to_json(Record(granada.new_game(2).setup))) | {"tiles": tiles}
    with pytest.raises(InvalidState) as refused:
        granada.from_json(json.dumps(header), Record)
    assert complaint in str(refused.value)


def test_a_newer_record_is_refused_with_a_sentence_that_says_so() -> None:
    header = json.loads(granada.to_json(Record(granada.new_game(2).setup))) | {"format": 3}
    with pytest.raises(
        InvalidState, match="format 3 is newer than this version of granada, which reads formats 1 to 2"
    ):
        granada.from_json(json.dumps(header), Record)


# Notes


def test_anything_can_be_noted_about_a_game() -> None:
    about = {"names": ["red", "blue"], "date": "2026-11-15", "place": {"table": 3}, "rated": True}
    record = game(about=about)
    about["names"] = []
    assert record.about["names"] == ["red", "blue"]
    assert granada.from_json(granada.to_json(record)) == record
    assert hash(record) == hash(granada.from_json(granada.to_json(record)))
    assert record != game()


@pytest.mark.parametrize("about", [{"x": object()}, {"x": float("nan")}, [], "names", None, 5])
def test_what_json_cannot_hold_is_not_noted(about: Any) -> None:
    refused(TypeError, lambda: Record(granada.new_game(2).setup, about=about))


# Streams and files


def test_many_records_are_read_one_by_one_as_their_lines_come() -> None:
    games = [game(), game(3), game(2, game="alhambra", modules=ALL)]
    text = "\n".join(granada.to_json(each) for each in games)
    assert list(granada.read_records(io.StringIO(text))) == games

    def endless() -> object:
        while True:
            yield from granada.to_json(games[0]).splitlines()

    stream = granada.read_records(endless())  # type: ignore[arg-type]  # an iterator of lines
    assert [next(stream) for _ in range(3)] == [games[0]] * 3


def test_a_record_is_read_step_by_step() -> None:
    record = game(3, about={"n": 1})
    lines = iter(granada.to_json(record).splitlines())
    reader = RecordReader(lines)
    assert (reader.setup, reader.about, reader.points) == (record.setup, {"n": 1}, None)
    steps = iter(reader)
    assert next(steps) == record.steps[0]
    assert len(list(lines)) == len(record.steps)  # nothing was read ahead
    reader = RecordReader(granada.to_json(record).splitlines())
    assert tuple(reader) == record.steps
    assert (reader.points, reader.winners) == (record.points, record.winners)
    with pytest.raises(InvalidState) as refusal:
        list(RecordReader([granada.to_json(Record(record.setup)), '{"fly": 1}']))
    assert str(refusal.value).startswith("line 2: ")


def test_whatever_is_torn_off_the_last_line_is_all_that_is_lost(tmp_path: Path) -> None:
    record, path = game(about={"place": "here"}), tmp_path / "game.jsonl"
    with Recorder(path, Record(record.setup, about=record.about)) as recorder:
        for number, (seat, action) in enumerate(record.steps[:90]):
            recorder.add(seat, action)
            if number % 30 == 0:  # what is on the disk at this moment
                assert granada.from_json(path.read_text(encoding="utf-8"), Record).steps == record.steps[: number + 1]
    whole = path.read_bytes()
    for cut in range(1, 40):
        found, state = resumed(whole[:-cut].decode())
        assert found.steps in (record.steps[:90], record.steps[:89], record.steps[:88])
        assert state == list(granada.replay(found))[-1]
    found, state = resumed(whole[:-4].decode())
    assert found.steps == record.steps[:89]
    with Recorder(path, found) as recorder:
        for seat, action in record.steps[89:]:
            recorder.add(seat, action)
        assert record.points is not None
        recorder.end(record.points, record.winners or ())
    assert granada.from_json(path.read_text(encoding="utf-8")) == record
    assert [each.name for each in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_device_stays_a_device_and_a_link_a_link(tmp_path: Path) -> None:
    record = game()
    with Recorder("/dev/null", record) as recorder:
        recorder.add(*record.steps[0])
        recorder.back_to(0)
    assert Path("/dev/null").is_char_device()
    link, file = tmp_path / "link", tmp_path / "file"
    file.write_text("", encoding="utf-8")
    link.symlink_to(file)
    with Recorder(link, Record(record.setup)) as recorder:
        recorder.add(*record.steps[0])
    assert link.is_symlink()
    assert granada.from_json(file.read_text(encoding="utf-8"), Record).steps == record.steps[:1]


def test_steps_can_be_struck_out(tmp_path: Path) -> None:
    record, path = game(), tmp_path / "game.jsonl"
    with Recorder(path, Record(record.setup, record.steps[:10])) as recorder:
        for seat, action in record.steps[10:20]:
            recorder.add(seat, action)
        recorder.back_to(15)
        recorder.back_to(99)
        recorder.add(*record.steps[15])
    assert granada.from_json(path.read_text(encoding="utf-8"), Record).steps == record.steps[:16]


def test_the_referee_takes_many_files_many_games_and_packed_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, wrong = granada.to_json(game()), granada.to_json(game()).replace('"winners":[', '"winners":[0,1][')
    lines = good.split("\n")
    wrong = "\n".join([*lines[:-2], lines[-2].replace('"points":[', '"points":[9').replace("9", "8", 1), ""])
    (tmp_path / "one.jsonl").write_text(good * 2, encoding="utf-8")
    (tmp_path / "two.jsonl.gz").write_bytes(gzip.compress(wrong.encode()))
    (tmp_path / "torn.jsonl.gz").write_bytes(gzip.compress(good.encode())[:-20])
    paths = [str(tmp_path / name) for name in ("one.jsonl", "two.jsonl.gz", "torn.jsonl.gz", "missing.jsonl")]
    assert main(["referee", paths[0]]) == 0
    told = capsys.readouterr().out
    assert told.startswith("game from line 1: ")
    assert f"game from line {len(lines)}: " in told
    assert main(["referee", *paths[:2]]) == 1
    told = capsys.readouterr().out
    assert f"{paths[1]}: line {len(lines) - 1}: the result is " in told
    assert main(["referee", *paths]) == 2
    printed = capsys.readouterr()
    assert f"{paths[0]}: game from line 1: " in printed.out
    assert printed.err.count("\n") == 2
    assert "not a complete gzip file" in printed.err
    assert "missing.jsonl" in printed.err
    assert main(["referee", paths[2]]) == 2


# What others may see


@pytest.mark.parametrize("seat", [0, 2, None])
def test_a_record_hides_the_bonus_cards_of_others_and_nothing_else(seat: int | None) -> None:
    record = game(3, game="alhambra", modules=ALL)
    seen = record.seen_by(seat)
    hidden = [n for n, (one, other) in enumerate(zip(record.steps, seen.steps, strict=True)) if one != other]
    assert all(seen.steps[number] == (None, HiddenDraw()) for number in hidden)
    expected = [
        number
        for number, (before, (_, action)) in enumerate(zip(granada.replay(record), record.steps, strict=False))
        for event in granada.unfold(before, action)[1]
        if event.seen_by(seat) != event
    ]
    assert hidden == expected
    assert len(hidden) == (9 if seat is None else 6)
    assert seen.seen_by(seat) == seen
    assert granada.from_json(granada.to_json(seen)) == seen
    assert seen.seen_by(None) == record.seen_by(None)
    for whole, partly in zip(granada.replay(record), granada.replay(seen), strict=True):
        assert (partly.points, partly.todo) == (whole.points, whole.todo)
        table = granada.observe(whole, seat, recall=True).table
        if partly.mover is not None:
            assert partly.extras == table.extras
    refused(InvalidState, lambda: granada.apply(partly, granada.Pass()), lambda: granada.referee(seen))


def test_a_record_that_hides_or_does_what_it_cannot_shows_nobody_the_cards_of_others() -> None:
    record = game(3, game="alhambra", modules=("bonus",))
    state = granada.new_game(3, "alhambra", modules=("bonus",))
    dealt = 0
    while not isinstance(state.todo[0], granada.steps.DealBonus):
        state = granada.apply(state, record.steps[dealt][1])
        dealt += 1
    steps = record.steps
    money = next(step for step in steps if isinstance(step[1], granada.Draw) and isinstance(step[1].what, granada.Card))
    others = ((0, granada.Pass()), money, (1, HiddenDraw()))
    for wrong in (
        ((None, HiddenDraw()), *steps[1:]),
        *((*steps[: dealt + 1], each, *steps[dealt + 1 :]) for each in others),
    ):
        refused(InvalidState, *(partial(Record(record.setup, wrong).seen_by, seat) for seat in (None, 0, 1, 2)))


@pytest.mark.parametrize("name", ["games.jsonl", "my games/last.json", "old.jsonl.gz\n"])
def test_the_name_of_a_file_is_no_record(name: str) -> None:
    refused(granada.BadNotation, lambda: granada.referee(name), lambda: resumed(name))
    refused(TypeError, lambda: granada.read_records(name))


def test_without_bonus_cards_nothing_is_hidden() -> None:
    record = game(3)
    assert record.seen_by(None) == record
    refused(InvalidState, lambda: record.seen_by(3), lambda: record.seen_by(-1))


def test_the_schema_has_an_id_and_a_place() -> None:
    schema = granada.schema()
    assert schema["$id"] == "urn:granada:schema"
    assert {"state", "view", "event", "record_line"} <= set(schema["$defs"])


def test_a_recorder_writes_to_a_stream_or_a_function_as_to_a_file(tmp_path: Path) -> None:
    record = granada.play([granada.RandomBot(Random(seat)) for seat in range(2)], rng=Random(1))
    lines: list[str] = []
    stream = io.StringIO()
    begun = granada.Record(record.setup)
    places = (tmp_path / "game.jsonl", stream, lines.append)
    for place in places:
        with granada.Recorder(place, begun) as recorder:
            for seat, action in record.steps:
                recorder.add(seat, action)
            recorder.end(record.points or (), record.winners or ())
    assert granada.to_json(record) == stream.getvalue() == "".join(lines) == places[0].read_text(encoding="utf-8")
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)
    assert granada.Recorder.line(*record.steps[0]) + "\n" == lines[1]
    with granada.Recorder(stream, record) as recorder:
        refused(InvalidState, partial(recorder.back_to, 1))
    nowhere: Any = 5
    refused(TypeError, lambda: granada.Recorder(nowhere, begun))


@pytest.mark.parametrize("game", [granada.GRANADA, granada.new_game(2), granada.new_game(2).setup, "game.jsonl"])
def test_a_recorder_without_a_record_says_how_to_make_one(tmp_path: Path, game: Any) -> None:
    with pytest.raises(TypeError) as told:
        Recorder(tmp_path / "game.jsonl", game)
    assert "game must be a Record such as Record(state.setup, about={'names': ['red', 'blue']})" in str(told.value)
    assert not (tmp_path / "game.jsonl").exists()
