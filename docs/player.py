"""A player for docs/server.py: joins a seat and lets a builder decide; when the server is gone, it comes back."""

import asyncio
import json
import sys
from random import Random

import granada


async def play(port: int, seat: int) -> list[granada.Event]:
    """Play to the end; all that the seat was told."""
    bot, heard = granada.BuilderBot(Random(seat)), []
    while not heard or not isinstance(heard[-1], granada.events.GameOver):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
            writer.write(json.dumps({"join": seat}).encode() + b"\n")
            while line := await reader.readline():
                message = json.loads(line)
                if "event" in message:
                    heard.append(granada.from_json(json.dumps(message["event"]), granada.Event))
                elif "view" in message:
                    view = granada.from_json(json.dumps(message["view"]), granada.View)
                    choice = bot.choose(view, [granada.Action.parse(text) for text in message["legal"]])
                    writer.write(json.dumps({"do": str(choice)}).encode() + b"\n")
        except OSError:
            await asyncio.sleep(0.05)
    return heard


if __name__ == "__main__":
    print(asyncio.run(play(int(sys.argv[1]), int(sys.argv[2])))[-1])
