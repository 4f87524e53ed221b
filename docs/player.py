"""A player for docs/server.py: joins with a token, lets a builder decide, and reconnects if the connection breaks."""

import argparse
import asyncio
import json
import sys
from contextlib import suppress
from random import Random

import granada

TRIES = 300
"""So often it comes back without hearing anything new, every tenth of a second, before it gives up."""


class Player:
    """A client that plays, or watches if it has no token, and stores every event that it received."""

    def __init__(self, token: str | None) -> None:
        """Start to play; the token seeds the generator that breaks ties."""
        self.token, self.bot = token, granada.BuilderBot(Random(token))
        self.heard: list[granada.Event] = []
        self.undone = 0
        self.dropped = False

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.heard) and isinstance(self.heard[-1], granada.events.GameOver)

    def answer(self, message: dict[str, object]) -> dict[str, object] | None:
        """The reply to a message, if there is one."""
        match message:
            case {"event": event}:
                self.heard.append(granada.from_json(json.dumps(event), granada.Event))
            case {"view": view, "legal": [_, *_] as legal}:
                seen = granada.from_json(json.dumps(view), granada.View)
                return {"do": str(self.bot.choose(seen, [granada.Action.parse(str(text)) for text in legal]))}
            case {"undone": int(undone), "after": int(after)}:  # when it has joined, or something was taken back
                self.undone = undone
                del self.heard[after:]
                return {"agree": message["asked"]} if message.get("asked") is not None else None
            case {"undo": "asked", "after": after}:
                return {"agree": after}
            case {"refused": reason} | {"dropped": reason}:
                self.dropped = "dropped" in message
                print(reason, file=sys.stderr)
        return None

    async def sit(self, port: int) -> None:
        """Join, and go on for as long as the line holds."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        said: dict[str, object] | None = {"join": self.token, "after": len(self.heard), "undone": self.undone}
        while not self.over:
            if said is not None:
                writer.write(json.dumps(said).encode() + b"\n")
            line = await reader.readline()
            if not line:
                break
            said = self.answer(json.loads(line))
        writer.close()

    async def play(self, port: int) -> None:
        """Play to the end."""
        tries = 0
        while not self.over and not self.dropped and tries < TRIES:
            heard = len(self.heard)
            with suppress(OSError):
                await self.sit(port)
            tries = tries + 1 if len(self.heard) == heard else 0
            await asyncio.sleep(0.1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int, help="the port that the server prints; the token is read from standard input")
    port = parser.parse_args().port
    player = Player(sys.stdin.readline().strip() or None)
    with suppress(KeyboardInterrupt):
        asyncio.run(player.play(port))
        print(player.heard[-1] if player.over else "nobody answers any more")
