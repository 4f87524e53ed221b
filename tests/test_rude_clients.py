"""Clients of every rudeness: the server of the documentation keeps its promises beside them."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import granada
from tests.serving import (
    DOCS,
    PLENTY,
    Client,
    act,
    at_a_table,
    connected,
    everybody_gone,
    joined,
    player,
    port_of,
    run,
    server,
    started,
    until,
)

if TYPE_CHECKING:
    from collections.abc import Coroutine


# Rudeness

RUDE = (
    b'{"join": 7}\n',
    b'{"join": "0"}\n',
    b'{"join": 0}\n',
    b"null\n",
    b"[]\n",
    b"{}\n",
    b"\n",
    b'{"join": null, "after": -1}\n',
    b'{"join": null, "after": 99999}\n',
    b'{"join": null, "after": "1"}\n',
    b'{"join": null, "after": true}\n',
    b'{"join": null, "after": NaN}\n',
    b'{"join": ' + b"9" * 900 + b"}\n",
    b'{"a":' * 150 + b"1" + b"}" * 150 + b"\n",
    b"[" * 999 + b"\n",
    b"[" * 100_000 + b"\n",
    b'{"join": "' + b"x" * 2_000_000 + b'"}\n',
    b"x" * 2_000_000,
    b"\xff\xfe{}\n",
    b"GET / HTTP/1.1\r\n\r\n",
)


@pytest.mark.parametrize("said", RUDE, ids=lambda said: said[:24].decode(errors="replace").strip())
@at_a_table()
async def test_who_does_not_join_properly_is_told_why_and_has_to_go(table: Any, port: int, said: bytes) -> None:
    client = await connected(port)
    client.writer.write(said)
    (told,) = await client.last_words()
    assert list(told) == ["dropped"]
    assert len(told["dropped"]) > 20
    await everybody_gone(table)
    await joined(port, table.tokens[0])


@pytest.mark.parametrize("said", RUDE[3:7] + RUDE[12:15] + RUDE[18:], ids=repr)
@at_a_table()
async def test_who_sits_and_talks_nonsense_stays(table: Any, port: int, said: bytes) -> None:
    client = await joined(port, table.tokens[0])
    client.writer.write(said)
    assert list(await client.hear()) == ["refused"]
    client.say(undo=True)
    assert list(await client.hear()) == ["refused"]


@at_a_table()
async def test_a_line_that_is_too_long_is_not_read_whatever_it_says(port: int) -> None:
    await joined(port, None, more="x" * (server.LONGEST_LINE - 100))
    wordy = await connected(port)
    wordy.say(join=None, more="x" * server.LONGEST_LINE)
    assert await wordy.hear() == {"dropped": "a line has an end, and at most 1,000 bytes"}


@at_a_table()
async def test_who_sends_too_much_can_read_why_afterwards(port: int) -> None:
    def talked(port: int) -> bytes:
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(b"x" * 2_000_000)
            client.shutdown(socket.SHUT_WR)
            return client.makefile("rb").read()

    assert b"dropped" in await asyncio.to_thread(talked, port)


@at_a_table()
async def test_300_junk_joins_leave_nothing_behind(table: Any, port: int) -> None:
    clients = [await connected(port) for _ in range(300)]
    for client in clients:
        client.say(join=7)
    told = [await client.last_words() for client in clients]
    assert all([list(each) for each in words] == [["dropped"]] for words in told)
    await everybody_gone(table)


@at_a_table()
async def test_when_too_many_wait_the_oldest_has_to_go(table: Any, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_WAITING", 3)
    monkeypatch.setattr(server, "MOST_WATCHING", 2)
    watching = [await joined(port, None) for _ in range(3)]
    assert "dropped" in (await watching[0].last_words())[-1]
    waiting = []
    for most in (3, 4, 5, 5, 5, 5):  # two of them watch
        waiting.append(await connected(port))
        await until(lambda most=most: len(table.connections) == most)  # type: ignore[misc]  # it is a number
    for client in waiting[:3]:
        assert await client.last_words() == [{"dropped": "too many wait; come again"}]
    waiting[3].say(join=table.tokens[0])
    assert await waiting[3].hear_of("view")


@at_a_table()
async def test_who_does_not_join_in_time_has_to_go(table: Any, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "JOIN_WITHIN", 0.05)
    silent, torn = await connected(port), await connected(port)
    torn.writer.write(b'{"join"')
    for client in (silent, torn):
        assert "the time to join is over" in (await client.last_words())[0]["dropped"]
    client = await joined(port, table.tokens[0])
    client.say(undo=True)  # who has joined may take its time
    assert "refused" in await client.hear()


@at_a_table()
async def test_a_flood_is_read_with_a_pause_after_every_line(
    table: Any, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses, sleep = list[float](), asyncio.sleep

    def counted(seconds: float) -> Coroutine[Any, Any, None]:
        pauses.append(seconds)
        return sleep(0)

    assert server.PAUSE > 0
    flooding = await joined(port, table.tokens[0])
    monkeypatch.setattr(asyncio, "sleep", counted)
    flooding.writer.write(b"{}\n" * 1_000)
    for heard in range(1_000):
        assert "refused" in await flooding.hear()
        assert pauses.count(server.PAUSE) >= heard


@at_a_table(4)
async def test_who_does_not_read_is_dropped(table: Any, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_UNREAD", 5_000)
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
    deaf.connect(("127.0.0.1", port))
    await until(lambda: bool(table.connections))
    there = table.connections[0].writer
    there.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2_048)
    deaf.sendall(b'{"join": null}\n')
    while not table.state.over:
        await asyncio.sleep(0)
        act(table)
    assert there.transport.get_write_buffer_size() < 50_000
    await everybody_gone(table)
    deaf.close()


# All at once


class Rude:
    """A connection that says nothing, a byte now and then, or nonsense without end; it keeps what it was told."""

    def __init__(self, kind: int) -> None:
        self.kind, self.told = kind, b""

    async def bother(self, port: int) -> None:
        """Come, behave badly, and stay until the server has had enough."""
        rng = Random(self.kind)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            hearing = asyncio.create_task(reader.read())
            while not hearing.done() and self.kind % 3:
                if self.kind % 3 == 1:
                    writer.write(b"{")
                    await asyncio.sleep(1)
                else:
                    writer.write(rng.randbytes(rng.randrange(3_000)) + b"\n")
                    await asyncio.sleep(0.01)
            self.told = await hearing
        except ConnectionError:
            pass
        finally:
            writer.close()


@pytest.mark.long
def test_a_game_goes_on_beside_a_thousand_rude_connections(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    game = tmp_path / "game.jsonl"
    resource.setrlimit(resource.RLIMIT_NOFILE, (500, hard))  # the server has to do with fewer than come
    serving = started(str(DOCS / "server.py"), str(game), "--players", "4", "--seed", "3")
    port = port_of(serving)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if 0 <= hard < 4_096 else 4_096, hard))
    tokens = json.loads((tmp_path / "game.jsonl.tokens").read_text(encoding="utf-8"))[1:]
    players = [player.Player(token) for token in (*tokens, None)]
    rude = [Rude(kind) for kind in range(1_000)]

    async def playing() -> None:
        bothering = [asyncio.create_task(each.bother(port)) for each in rude]
        await asyncio.gather(*(each.play(port) for each in players))
        assert await asyncio.to_thread(serving.wait) == 0
        await asyncio.wait(bothering, timeout=1)  # one that was never let in may not notice that all is over

    try:
        run(playing())
    finally:
        serving.kill()
        serving.communicate()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert granada.referee(game.read_text(encoding="utf-8")).ok
    assert all(each.heard == players[0].heard for each in players)
    told = [json.loads(line) for each in rude for line in each.told.splitlines()]
    assert len(told) > 500
    assert {key for message in told for key in message} == {"dropped"}
    reasons = {message["dropped"] for message in told}
    assert "too many wait; come again" in reasons
    assert f"a line has an end, and at most {server.LONGEST_LINE:,} bytes" in reasons


# Those who leave, dawdle, guess, or come from elsewhere


@at_a_table()
async def test_those_who_leave_make_room_for_players(table: Any, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_WAITING", 5)
    monkeypatch.setattr(server, "LINGER", 1_000)
    waiting = await connected(port)
    for _ in range(10):
        junk = await connected(port)
        junk.writer.write(b"junk\n")
        assert "dropped" in await junk.hear()
    assert len(table.connections) == 5
    await joined(port, table.tokens[0])
    waiting.say(join=table.tokens[1])  # who waits is not sent away while others leave anyway
    assert (await waiting.hear())["joined"] == 1


@pytest.mark.long
def test_a_player_gets_in_beside_a_flood_of_junk(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, str(DOCS / "server.py"), str(tmp_path / "game.jsonl"), "--players", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as serving:
        try:
            port = port_of(serving)
            token = json.loads((tmp_path / "game.jsonl.tokens").read_text(encoding="utf-8"))[1]

            async def junk() -> None:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                try:
                    writer.write(b"junk\n")
                    await reader.readline()
                    await asyncio.sleep(PLENTY)
                except ConnectionError:
                    pass
                finally:
                    writer.transport.abort()

            async def playing() -> None:
                flood = list[asyncio.Task[None]]()
                for _ in range(20):
                    flood += [asyncio.create_task(junk()) for _ in range(30)]
                    client = Client(*await asyncio.open_connection("127.0.0.1", port, limit=1 << 20))
                    client.say(join=token)
                    assert (await client.hear())["joined"] == 0
                    client.writer.transport.abort()
                for task in flood:
                    task.cancel()
                await asyncio.gather(*flood, return_exceptions=True)

            run(playing())
        finally:
            serving.kill()
        assert serving.stderr is not None
        assert serving.stderr.read() == ""


@at_a_table()
async def test_who_joins_letter_by_letter_has_no_longer_than_others(
    table: Any, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "JOIN_WITHIN", 0.2)
    slow = await connected(port)
    words = asyncio.create_task(slow.last_words())
    while not words.done():
        slow.writer.write(b" ")
        await asyncio.sleep(0.01)
    assert words.result() in ([{"dropped": "the time to join is over, or the game is"}], [])
    await everybody_gone(table)


@at_a_table()
async def test_no_spectator_takes_the_place_of_a_player(table: Any, port: int) -> None:
    seated = [await joined(port, token) for token in table.tokens]
    watching = [await joined(port, None) for _ in range(server.MOST_WATCHING + 10)]
    for client in watching[:10]:
        assert "dropped" in (await client.last_words())[-1]
    await until(lambda: len(table.guests) == server.MOST_WATCHING + len(seated))
    act(table)
    for client in (*seated, *watching[10:]):
        assert "event" in await client.hear_of("event")


@at_a_table()
async def test_no_guess_is_a_token_and_none_is_told_from_another(
    table: Any, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared, plain = list[str](), server.secrets.compare_digest

    def compare(one: str, other: str) -> bool:
        compared.append(one)
        return bool(plain(one, other))

    monkeypatch.setattr(server.secrets, "compare_digest", compare)
    token = table.tokens[1]
    assert all(len(each) >= 43 for each in table.tokens)
    guesses: list[Any] = [token[:-1], token + "=", token.swapcase(), f" {token}", token + "\0", "", "'", [token]]
    guesses += [{token: 1}, 0, 1, True, False, 1.5, *(token[:size] + "!" * (43 - size) for size in (0, 20, 42))]
    told = []
    for guess in guesses:
        compared.clear()
        client = await connected(port)
        client.say(join=guess)
        told.append(await client.last_words())
        assert compared == [ascii(each) for each in table.tokens]
    assert all(words == told[0] for words in told)
    assert list(told[0][0]) == ["dropped"]


@pytest.mark.parametrize("kind", ["POST", "websocket"])
@at_a_table()
async def test_a_page_in_a_browser_cannot_join(table: Any, port: int, kind: str) -> None:
    body = json.dumps({"join": table.tokens[0]}).encode() + b"\n"
    asks = b"Upgrade: websocket\r\n" if kind == "websocket" else b""
    client = await connected(port)
    client.writer.write(
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://elsewhere.example\r\n" + asks + b"\r\n" + body
    )
    words = await client.last_words()
    assert [list(each) for each in words] == [["dropped"]]
    assert not table.guests
