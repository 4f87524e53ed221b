"""Tables of the server of the documentation, and clients who talk to them, politely or not."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import subprocess
import sys
from contextlib import asynccontextmanager
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import granada

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine
    from types import ModuleType

DOCS = Path(granada.__file__).parent.parent / "docs"
PLENTY = 120
"""Whatever takes longer than so many seconds hangs."""


def loaded(name: str) -> ModuleType:
    """A program of the documentation, as a module."""
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


server, player = loaded("server"), loaded("player")


def run(going_on: Coroutine[Any, Any, None]) -> None:
    """Let something happen, but not for ever."""
    asyncio.run(asyncio.wait_for(going_on, PLENTY))


class Client:
    """Somebody who talks to a server, politely or not."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def say(self, **message: object) -> None:
        self.writer.write(json.dumps(message).encode() + b"\n")

    async def hear(self) -> dict[str, Any]:
        """The next message; an EOFError at the end."""
        line = await self.reader.readline()
        if not line:
            raise EOFError
        message: dict[str, Any] = json.loads(line)
        return message

    async def hear_of(self, key: str) -> dict[str, Any]:
        """The next message with a key."""
        while key not in (message := await self.hear()):
            pass
        return message

    async def last_words(self) -> list[dict[str, Any]]:
        """All that is still said until the connection ends."""
        words = []
        try:
            while True:
                words.append(await self.hear())
        except (EOFError, ConnectionError):
            self.writer.close()
            return words


CLIENTS: list[Client] = []
"""Who is connected, or was; all are closed with the table."""


async def connected(port: int) -> Client:
    CLIENTS.append(Client(*await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)))
    return CLIENTS[-1]


async def joined(port: int, token: str | None, **more: object) -> Client:
    """Somebody who has joined, and has been shown the table."""
    client = await connected(port)
    client.say(join=token, **more)
    await client.hear_of("view")
    return client


def new_record(players: int = 3, game: str = "granada", modules: tuple[str, ...] = ()) -> granada.Record:
    return granada.Record(granada.new_game(players, game, modules=modules).setup)


@asynccontextmanager
async def opened(path: Path, record: granada.Record) -> AsyncIterator[tuple[Any, int]]:
    """A table and its port."""
    table = server.Table(path, record, Random(1))
    door = await asyncio.start_server(table.welcome, "127.0.0.1", 0, limit=server.LONGEST_LINE)
    try:
        yield table, door.sockets[0].getsockname()[1]
    finally:
        door.close()
        for client in CLIENTS:
            client.writer.transport.abort()
        CLIENTS.clear()
        await asyncio.wait_for(everybody_gone(table), PLENTY)
        table.recorder.close()


def at_a_table(*agreed: Any) -> Callable[[Callable[..., Coroutine[Any, Any, None]]], Callable[..., None]]:
    """Let a test go on at an open table: of the table, its port and its fixtures it gets what it names."""

    def made(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
        named = signature(test).parameters

        @wraps(test)
        def tested(tmp_path: Path, **fixtures: Any) -> None:
            async def playing() -> None:
                async with opened(tmp_path / "game.jsonl", new_record(*agreed)) as (table, port):
                    there = {"table": table, "port": port, **fixtures}
                    await test(**{name: there[name] for name in named})

            run(playing())

        wanted = [each for name, each in named.items() if name not in {"table", "port"}]
        tested.__signature__ = Signature(  # type: ignore[attr-defined]  # what pytest asks for
            [Parameter("tmp_path", Parameter.POSITIONAL_OR_KEYWORD), *wanted]
        )
        return tested

    return made


async def everybody_gone(table: Any) -> None:
    """Wait until the server has no connection left."""
    await until(lambda: not table.connections)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    while True:
        if holds():
            return
        await asyncio.sleep(0.001)


def act(table: Any, action: granada.Action | None = None) -> granada.Action:
    """Let the seat that is to act do something, or what a builder likes."""
    seat = table.state.actor
    legal = granada.legal_actions(table.state)
    chosen = action or granada.BuilderBot(Random(1)).choose(granada.observe(table.state, seat), legal)
    table.hear(seat, {"do": str(chosen)})
    return chosen


def act_until(table: Any, kind: type[granada.Action]) -> None:
    """Play until somebody can do such a thing, and let them do it."""
    while not (possible := [each for each in granada.legal_actions(table.state) if isinstance(each, kind)]):
        act(table)
    act(table, possible[0])


def started(*words: str) -> subprocess.Popen[str]:
    """A program of ours."""
    return subprocess.Popen([sys.executable, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def port_of(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    return int(process.stdout.readline())
