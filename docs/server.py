"""A table on the loopback address: players join over sockets, see what their seats may see, and the game is kept.

Everybody sends and gets JSON lines: ``{"join": 0}`` once, then events, and now and then a view with the legal actions,
which is answered by ``{"do": "take b3"}``. Whoever starts it again with the same file goes on where it was ended.
"""

import argparse
import asyncio
import json
import os
import signal
from contextlib import suppress
from pathlib import Path
from random import Random

import granada


class Table:
    """A game under way, and who sits round it."""

    def __init__(self, path: Path, players: int, seed: int) -> None:
        self.record, self.state = granada.Record(granada.new_game(players).setup), granada.new_game(players)
        if path.exists():
            self.record, self.state = granada.resumed(path.read_text())
        self.recorder = granada.Recorder(path, self.record)
        self.rng = Random(f"{seed} after {len(self.record.steps)} steps")
        self.seats: dict[int, tuple[asyncio.StreamReader, asyncio.StreamWriter]] = {}
        self.full = asyncio.Event()

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.seats[json.loads(await reader.readline())["join"]] = reader, writer
        if len(self.seats) == self.state.setup.players:
            self.full.set()

    async def send(self, seat: int, **message: object) -> None:
        with suppress(OSError, KeyError):  # whoever is gone is waited for when it is asked
            self.seats[seat][1].write(json.dumps(message).encode() + b"\n")
            await self.seats[seat][1].drain()

    async def ask(self, seat: int) -> granada.Action:
        view, legal = granada.observe(self.state, seat, recall=True), granada.legal_actions(self.state)
        while True:
            await self.full.wait()
            reader, _ = self.seats[seat]
            await self.send(seat, view=json.loads(granada.to_json(view)), legal=[str(action) for action in legal])
            line = b""
            with suppress(OSError):  # who has torn the line says nothing
                line = await reader.readline()
            if not line and self.seats[seat][0] is reader:
                del self.seats[seat]
                self.full.clear()
            try:
                action = granada.Action.parse(json.loads(line)["do"])
                granada.apply(self.state, action)
            except (ValueError, KeyError, TypeError) as refused:
                await self.send(seat, refused=str(refused))
            else:
                return action

    async def play(self, die_after: int | None) -> None:
        await self.full.wait()
        while not self.state.over:
            seat = self.state.actor
            action = granada.choose_draw(self.state, self.rng) if seat is None else await self.ask(seat)
            self.state, events = granada.unfold(self.state, action)
            self.recorder.add(seat, action)
            for event in events:
                for other in tuple(self.seats):
                    await self.send(other, event=json.loads(granada.to_json(event.seen_by(other))))
            die_after = None if die_after is None else die_after - 1
            if die_after == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        self.recorder.end(self.state.points, granada.winners(self.state))


async def main() -> None:
    """Open a table, and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--die-after", type=int, help="end as if the power had failed, after so many steps")
    args = parser.parse_args()
    table = Table(args.file, args.players, args.seed)
    async with await asyncio.start_server(table.join, "127.0.0.1", args.port, limit=1 << 20) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await table.play(args.die_after)


if __name__ == "__main__":
    asyncio.run(main())
