"""The server of the documentation: games over sockets, tokens, spectators and undo."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

import pytest

import granada
from tests.serving import (
    DOCS,
    PLENTY,
    Client,
    act,
    act_until,
    at_a_table,
    connected,
    joined,
    new_record,
    opened,
    player,
    port_of,
    run,
    server,
    started,
    until,
)

if TYPE_CHECKING:
    pass


# Playing


@pytest.mark.long
@pytest.mark.parametrize(("game", "modules"), [("granada", ()), ("alhambra", ("bonus", "vizier"))])
def test_everybody_hears_and_sees_what_they_may(tmp_path: Path, game: str, modules: tuple[str, ...]) -> None:
    async def playing() -> None:
        async with opened(tmp_path / "game.jsonl", new_record(3, game, modules)) as (table, port):
            spectator = await joined(port, None)
            act(table)
            at_once = granada.observe(table.state, None)
            await spectator.hear()
            late = await connected(port)
            late.say(join=None)
            shown = await late.hear_of("view")
            assert granada.from_data(shown["view"]) == at_once
            assert shown["legal"] == []
            seats = [player.Player(token) for token in (*table.tokens, None)]
            await asyncio.gather(*(each.play(port) for each in seats))
        record = granada.from_json((tmp_path / "game.jsonl").read_text(encoding="utf-8"), granada.Record)
        assert granada.referee(record).ok
        happened = list[granada.Event]()
        state = next(granada.replay(record))
        for _, action in record.steps:
            assert action is not None
            state, events = granada.unfold(state, action)
            happened += events
        for seat, each in zip((0, 1, 2, None), seats, strict=True):
            pairs = zip(each.heard, happened, strict=True)
            assert all(heard == event.seen_by(seat) for heard, event in pairs)
        dealt = [event for event in seats[3].heard if isinstance(event, granada.events.BonusDealt)]
        assert bool(dealt) == ("bonus" in modules)
        assert all(event.hidden is None for event in dealt)

    run(playing())


@at_a_table()
async def test_who_comes_back_hears_what_was_missed(table: Any, port: int) -> None:
    first = await joined(port, table.tokens[0])
    first.writer.close()
    known = len(table.log)
    for _ in range(5):
        act(table)
    again = await connected(port)
    again.say(join=table.tokens[0], after=known)
    assert await again.hear() == {"joined": 0, "after": known, "undone": 0, "asked": None}
    numbers = [(await again.hear())["number"] for _ in table.log[known:]]
    assert numbers == list(range(known + 1, len(table.log) + 1))
    assert "view" in await again.hear()


@at_a_table()
async def test_a_seat_is_for_whoever_has_its_token(table: Any, port: int) -> None:
    owner = await joined(port, table.tokens[0])
    own = table.tokens[0]
    wrong: tuple[object, ...] = (0, "0", "", own[:-1], own + "é", "\ud800", [own], {}, True)
    for token in wrong:
        thief = await connected(port)
        thief.say(join=token)
        told = await thief.last_words()
        assert [list(each) for each in told] == [["dropped"]]
    watching = await joined(port, None)
    watching.say(do="take b3")
    assert await watching.hear() == {"refused": "who watches cannot do anything, and nobody can after the end"}
    owner.say(undo=True)
    assert "refused" in await owner.hear()
    for _ in range(3):  # from elsewhere, with the token
        other = await joined(port, table.tokens[0])
        assert [list(each) for each in await owner.last_words()] == [["dropped"]]
        owner = other
    assert len(set(table.tokens)) == 3


@at_a_table()
async def test_a_seat_acts_in_its_turn_and_within_the_rules(table: Any, port: int) -> None:
    before = table.state
    for seat, said in (
        ((before.actor + 1) % 3, str(granada.legal_actions(before)[0])),
        (before.actor, "draw b3"),
        (before.actor, "place park6 at 0,1"),
        (before.actor, "dance"),
        (before.actor, "\ud800"),
    ):
        client = await joined(port, table.tokens[seat])
        client.say(do=said)
        assert list(await client.hear()) == ["refused"]
    assert table.state is before


# Undo


async def undo_asked(port: int, table: Any) -> list[Client]:
    """All seats at a table, the first of them being one that has just bought and wants to take it back."""
    act_until(table, granada.Buy)
    seat, _ = table.steps[table.last_decision()]
    clients = [await joined(port, table.tokens[(seat + step) % 3]) for step in range(3)]
    clients[0].say(undo=True)
    for client in clients:
        assert await client.hear_of("undo") == {"undo": "asked", "seat": seat, "after": table.number_after(table.asked)}
    return clients


def test_what_all_others_agree_to_is_undone(tmp_path: Path) -> None:
    async def playing() -> None:
        path = tmp_path / "game.jsonl"
        async with opened(path, new_record()) as (table, port):
            asking, *others = await undo_asked(port, table)
            steps, seen = table.asked, len(table.log)
            before, events, (seat, _) = table.states[steps], table.number_after(steps), table.steps[steps]
            others[0].say(agree=events)
            others[0].say(agree=events)  # which counts once
            others[0].say(do="dance")
            assert "refused" in await others[0].hear()
            assert table.state is not before
            others[1].say(agree=events)
            for client in (asking, *others):
                assert await client.hear() == {"undo": "done", "after": events, "undone": 1}
            assert granada.from_data((await asking.hear())["view"]) == granada.observe(before, seat, recall=True)
            assert table.state is before
            assert len(path.read_text(encoding="utf-8").splitlines()) == 1 + steps
            late = await connected(port)  # it has heard of events that never were
            late.say(join=None, after=seen, undone=0)
            assert await late.hear() == {"joined": None, "after": 0, "undone": 1, "asked": None}
            late = await connected(port)
            late.say(join=None, after=events, undone=1)
            assert await late.hear() == {"joined": None, "after": events, "undone": 1, "asked": None}
            assert "view" in await late.hear()
            record = granada.from_json(path.read_text(encoding="utf-8"), granada.Record)
            tokens = table.tokens
        async with opened(path, record) as (again, _):
            assert (again.undone, again.tokens, again.state) == (1, tokens, before)
        async with opened(path, new_record(4)) as (other, _):  # another game gets other tokens
            assert (other.undone, len({*other.tokens, *tokens})) == (0, 7)

    run(playing())


@at_a_table()
async def test_what_one_disagrees_with_is_not_undone_nor_asked_again(table: Any, port: int) -> None:
    asking, *others = await undo_asked(port, table)
    before, events = table.state, table.number_after(table.asked)
    asking.say(agree=events)  # it has done so by asking
    asking.say(undo=True)
    assert "refused" in await asking.hear()
    others[0].say(agree=events - 1)
    assert "refused" in await others[0].hear()
    others[0].say(agree=events)
    others[1].say(disagree=events)
    assert (await asking.hear())["undo"] == "refused"
    for client in (asking, *others):
        client.say(**{"undo": True} if client is asking else {"agree": events})
        assert "refused" in await client.hear_of("refused")
    assert table.state is before


@at_a_table()
async def test_who_plays_on_does_not_wait_for_an_undo(table: Any, port: int) -> None:
    _, *others = await undo_asked(port, table)
    events, seat = table.number_after(table.asked), table.state.actor
    late = await connected(port)
    late.say(join=None)
    assert (await late.hear())["asked"] == events
    act(table)
    for client in others:
        assert await client.hear() == {"undo": "refused", "seat": seat}
        client.say(agree=events)
        assert "refused" in await client.hear_of("refused")


@at_a_table(3, "alhambra", ("bonus",))
async def test_nothing_is_undone_after_a_draw_or_when_a_hidden_card_was_shown(table: Any) -> None:
    for kind in (granada.Take, granada.Reveal):
        act_until(table, kind)
        for seat in range(3):
            with pytest.raises(ValueError, match="you have decided nothing"):
                table.hear(seat, {"undo": True})


# What lasts


@pytest.mark.long
def test_a_server_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    game, tokens = tmp_path / "game.jsonl", tmp_path / "game.jsonl.tokens"
    serving = started(str(DOCS / "server.py"), str(game), "--players", "2")
    port = port_of(serving)
    assert tokens.stat().st_mode & 0o777 == 0o600
    kept = tokens.read_text(encoding="utf-8")
    players = [player.Player(token) for token in json.loads(kept)[1:]]
    halves = []

    async def playing() -> None:
        nonlocal serving
        going = [asyncio.create_task(each.play(port)) for each in players]
        await until(lambda: game.read_bytes().count(b"\n") >= 80)
        serving.kill()
        serving.communicate()
        assert serving.returncode == -signal.SIGKILL
        halves.append(game.read_text(encoding="utf-8"))
        with game.open("a", encoding="utf-8") as file:
            file.write('{"do":"take')  # what a crash may leave
        serving = started(str(DOCS / "server.py"), str(game), "--port", str(port))
        await asyncio.gather(*going)

    try:
        run(playing())
        assert serving.wait(PLENTY) == 0
    finally:
        serving.kill()
        serving.communicate()
    assert game.read_text(encoding="utf-8").startswith(halves[0])
    assert tokens.read_text(encoding="utf-8") == kept
    assert all(one == other for one, other in zip(players[0].heard, players[1].heard, strict=True))
    refereed = started("-m", "granada", "referee", str(game))
    refereed.communicate(timeout=PLENTY)
    assert refereed.returncode == 0


def test_a_game_that_was_killed_before_its_result_was_written_gets_it(tmp_path: Path) -> None:
    game = tmp_path / "game.jsonl"
    bots = [granada.BuilderBot(Random(seat)) for seat in range(2)]
    whole = granada.to_json(granada.play(bots, rng=Random(1)))
    game.write_text("".join(whole.splitlines(keepends=True)[:-1]), encoding="utf-8")
    serving = started(str(DOCS / "server.py"), str(game))
    serving.communicate(timeout=PLENTY)
    assert serving.returncode == 0
    assert game.read_text(encoding="utf-8") == whole


def test_a_file_that_is_no_record_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tmp_path / "diary.txt"
    monkeypatch.setattr(sys, "argv", ["server.py", str(game)])
    for text in ("dear diary", "dear diary\nit rained\n"):
        game.write_text(text, encoding="utf-8")
        with pytest.raises(granada.BadNotation):
            run(server.main())
        assert game.read_text(encoding="utf-8") == text
    assert list(tmp_path.iterdir()) == [game]


def test_nobody_can_foresee_the_draws_unless_a_seed_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened_with = []

    class Opened(server.Table):  # type: ignore[misc,name-defined]  # it is loaded as a program
        def __init__(self, path: Path, record: granada.Record, rng: Random, decisions: int) -> None:
            super().__init__(path, record, rng, decisions)
            opened_with.append((type(rng), self.state))
            self.recorder.close()
            self.ended.set_result(None)

    monkeypatch.setattr(server, "Table", Opened)
    for number, seed in enumerate(([], [], ["--seed", "7"], ["--seed", "7"])):
        monkeypatch.setattr(sys, "argv", ["server.py", str(tmp_path / f"{number}.jsonl"), *seed])
        run(server.main())
    assert [kind for kind, _ in opened_with] == [SystemRandom, SystemRandom, Random, Random]
    assert opened_with[0][1] != opened_with[1][1]
    assert opened_with[2][1] == opened_with[3][1]
    assert len(capsys.readouterr().out.splitlines()) == 4


@at_a_table()
async def test_a_server_that_cannot_write_ends(table: Any, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    before = table.state
    client = await joined(port, table.tokens[before.actor])
    monkeypatch.setattr(table.recorder, "add", full)
    client.say(do=str(granada.legal_actions(before)[0]))
    with pytest.raises(OSError, match=r"\[Errno 28\]"):
        await table.ended
    assert table.state is before
    assert not any("event" in told for told in await client.last_words())  # nobody has heard of it


# Beginning and end


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["server.py", "new.jsonl", "--players", "9"], 1, "two to six players take part, not 9"),
        (["server.py", "new.jsonl", "--port", "99999"], 1, "port must be 0-65535"),
        (["server.py", "."], 1, "Is a directory"),
        (["server.py"], 2, "the following arguments are required: file"),
        (["player.py"], 2, "the following arguments are required: port"),
    ],
)
def test_what_cannot_be_started_is_said_in_a_line(words: list[str], status: int, said: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(DOCS / words[0]), *words[1:]], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == status
    assert said in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_ctrl_c_closes_the_table_without_a_traceback(tmp_path: Path) -> None:
    code = (
        "import runpy, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "  # a shell may ignore it
        "del sys.argv[0]; runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    serving = subprocess.Popen(
        [sys.executable, "-c", code, str(DOCS / "server.py"), str(tmp_path / "game.jsonl")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    port_of(serving)
    serving.send_signal(signal.SIGINT)
    _, said = serving.communicate(timeout=PLENTY)
    assert said == "The table is closed; started again with its file, the game goes on.\n"


def test_the_server_is_short() -> None:
    assert len((DOCS / "server.py").read_text(encoding="utf-8").splitlines()) <= 240
