"""The fuzz target of the server in the documentation: whatever clients send, it goes on, and tells no secret."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import granada
from tests.fuzz.making import JUNK, changed_json, changed_text, invented_text, one
from tests.fuzz.targets import Target

SERVER = Path(__file__).parents[2] / "docs" / "server.py"
TOKENS = ("token-of-0", "token-of-1")
CLIENTS = 5
SAID = (
    *('{"join": "token-of-0"}', '{"join": "token-of-1"}', '{"join": null}', '{"join": 0}', '{"join": "0"}'),
    *('{"join": "token-of-0", "after": 3, "undone": 0}', '{"join": null, "after": 9, "undone": 1}'),
    *(
        '{"do": "LEGAL"}',
        '{"do": "LEGAL"}',
        '{"do": "BUY"}',
        '{"undo": true}',
        '{"agree": "ASKED"}',
        '{"agree": "ASKED"}',
    ),
    *('{"disagree": "ASKED"}', "[" * 900, "{" * 11, "x" * 3_000, "", "null", '{"do": "draw b3"}', '{"do": "take b3"}'),
)
"""What clients say; a word in capitals stands for what would be right at that moment."""
UNDO = ('{"do": "BUY"}', '{"undo": true}', '{"agree": "ASKED"}')
"""What both seats say when one of them buys something and takes it back."""
HEARD = {"joined", "number", "view", "undo", "refused", "dropped"}
"""What a line of the server can begin with."""


def _loaded() -> Any:
    spec = importlib.util.spec_from_file_location("server", SERVER)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.PAUSE = module.LINGER = 0.0
    return module


server = _loaded()


class Wire(asyncio.Transport):
    """The end of a connection that leads nowhere: what is sent is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.sent, self.closed = b"", False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += bytes(data)

    def get_write_buffer_size(self) -> int:
        return 0

    def write_eof(self) -> None:
        """Nobody is there who could notice."""

    def is_closing(self) -> bool:
        return self.closed

    def abort(self) -> None:
        self.closed = True


def _said(rng: Random) -> str:
    text: str = one(rng, SAID)
    match rng.randrange(12):
        case 0:
            text = changed_text(rng, text)
        case 1 if text.startswith("{") and text.endswith("}"):
            text = changed_json(rng, text)
        case 2:
            text = json.dumps({one(rng, ("join", "do", "undo", "agree", "after")): one(rng, JUNK)})
        case 3:
            text = invented_text(rng)
    return text + ("\n" if rng.randrange(20) else "")


def some_talk(rng: Random) -> str:
    """Which client says what, one after the other; most often two sit down first, and at times ask for an undo."""
    talk = [[0, SAID[0] + "\n"], [1, SAID[1] + "\n"]] if rng.randrange(4) else []
    for _ in range(rng.randrange(25)):
        if rng.randrange(8):
            talk.append([rng.randrange(CLIENTS), _said(rng)])
        else:
            talk += [[seat, text + "\n"] for text in UNDO for seat in (0, 1)]
    return json.dumps([rng.randrange(2), talk])


def _fitting(text: str, table: Any) -> bytes:
    """What a client says, with the words in capitals filled in."""
    legal = [str(action) for action in granada.legal_actions(table.state)]
    bought = [action for action in legal if action.startswith("buy")]
    asked = str(table.number_after(table.asked or 0))
    text = text.replace("LEGAL", legal[len(text) % len(legal)]).replace("BUY", (bought or legal)[0])
    return text.replace('"ASKED"', asked).encode(errors="surrogatepass")


async def _talked(folder: Path, record: granada.Record, talk: list[tuple[int, str]]) -> None:
    path = folder / "game.jsonl"
    table = server.Table(path, record, Random(1))
    table.tokens[:] = TOKENS
    readers, wires = (
        [asyncio.StreamReader(server.LONGEST_LINE) for _ in range(CLIENTS)],
        [Wire() for _ in range(CLIENTS)],
    )
    protocol, loop = asyncio.Protocol(), asyncio.get_running_loop()
    tasks = [
        asyncio.create_task(table.welcome(reader, asyncio.StreamWriter(wire, protocol, reader, loop)))
        for reader, wire in zip(readers, wires, strict=True)
    ]
    for who, text in talk:
        readers[who].feed_data(_fitting(text, table))
        for _ in range(6):
            await asyncio.sleep(0)
    for reader in readers:
        reader.feed_eof()
    await asyncio.gather(*tasks)
    assert not table.connections
    assert not table.guests
    table.hear(table.state.actor, {"do": str(granada.legal_actions(table.state)[0])})
    table.recorder.close()
    *_, kept = granada.replay(granada.from_json(path.read_text(encoding="utf-8"), granada.Record))
    assert kept == table.state
    for wire in wires:
        _tells_no_secret(wire.sent)


def _tells_no_secret(sent: bytes) -> None:
    """Everything is a line of JSON, nothing comes before one has joined, and what is hidden from the seat is null."""
    assert b"token-of" not in sent
    seat: object = "nobody"
    for line in sent.decode().splitlines():
        message = json.loads(line)
        assert next(iter(message)) in HEARD
        seat = message.get("joined", seat)
        assert seat != "nobody" or set(message) == {"dropped"}
        if message.get("event", {}).get("event") == "bonus-dealt":
            assert (message["event"]["hidden"] is None) == (message["event"]["seat"] != seat)


def the_server_survives_any_client(text: str) -> None:
    """Whatever clients send, each is answered or dropped with a sentence, and the game goes on and is kept."""
    bonus, talk = json.loads(text)
    setup = granada.new_game(2, "alhambra", modules=["bonus"] if bonus else []).setup
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_talked(Path(folder), granada.Record(setup), talk))


SERVER_TARGET = Target(the_server_survives_any_client.__name__, some_talk, the_server_survives_any_client)
