"""A table on the network: players join with their seats' tokens, anybody may watch, and the game is recorded."""

import argparse
import asyncio
import json
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random, SystemRandom

import granada

LONGEST_LINE = 1_000  # bytes; a longer line ends the connection
MOST_BRACKETS = 10  # the number of brackets that a message may contain
PAUSE = 0.005  # seconds for which a connection is not read after each of its lines
MOST_WAITING = 200  # connections that have not joined, or leave; then the oldest has to go, first of those who leave
MOST_WATCHING = 50  # spectators, likewise; with those who wait and the seats, these are all connections
MOST_UNREAD = 1_000_000  # bytes; a client that leaves more output unread is dropped
JOIN_WITHIN = 10.0  # seconds; a client that has not joined by then is dropped
LINGER = 2.0  # seconds for which a connection stays open after its last line, so that the client can read it


def line(**message: object) -> bytes:
    """A message as a line of JSON, in which seats count from 0; the page on running games lists the messages."""
    return json.dumps(message).encode() + b"\n"


class Guest:
    """A client at the other end of a connection; a client without a seat only watches."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer, self.leaves = reader, writer, False
        self.seat: int | None = None

    def send(self, data: bytes, *, last: bool = False) -> None:
        """Send data; then drop the guest if this was the last message, or if the guest does not read."""
        if not (self.leaves or self.writer.is_closing()):
            self.writer.write(data)
        if last or self.writer.transport.get_write_buffer_size() > MOST_UNREAD:
            self.writer.transport.abort()

    async def message(self) -> dict[str, object]:
        """The next message; a ValueError means that it is refused, and an EOFError ends the connection."""
        try:
            data = await self.reader.readuntil(b"\n")
        except (asyncio.LimitOverrunError, asyncio.IncompleteReadError, OSError):
            raise EOFError(f"a line has an end, and at most {LONGEST_LINE:,} bytes") from None
        with suppress(ValueError):
            message = json.loads(data.decode()) if data.count(b"[") + data.count(b"{") <= MOST_BRACKETS else None
            if isinstance(message, dict):
                return message
        raise ValueError(f"a line is an object of JSON, in UTF-8 and with at most {MOST_BRACKETS} brackets")

    async def leave(self) -> None:
        """Stop sending, but keep reading for a moment; a client cut off while it sends would miss the last line."""
        self.leaves = True
        with suppress(OSError):
            async with asyncio.timeout(LINGER):
                self.writer.write_eof()
                while await self.reader.read(LONGEST_LINE):
                    pass
        self.writer.transport.abort()


class Table(granada.Table):
    """A running game, which sends each guest the events that this guest may see."""

    def __init__(self, path: Path, record: granada.Record, rng: Random, decisions: int = 1_000) -> None:
        self.connections, self.guests, self.agreed = list[Guest](), list[Guest](), set[int]()
        self.log: list[dict[int | None, bytes]] = []  # each event, as each seat and a spectator (None) are told
        self.fixed = 0  # the number of steps that cannot be undone, after a draw, a shown card or a refusal
        self.asked: int | None = None  # the number of steps that would remain
        self.file, self.undone = path.with_name(f"{path.name}.tokens"), 0
        self.tokens = [secrets.token_urlsafe() for _ in range(record.setup.players)]
        if record.steps and self.file.exists():
            self.undone, *self.tokens = json.loads(self.file.read_text(encoding="utf-8"))
        self.keep()
        self.ended, self.kept = asyncio.get_running_loop().create_future(), granada.Recorder(path, record)
        super().__init__(record, rng, decisions=decisions, recorder=self.kept)

    def keep(self) -> None:
        """Write the number of undos and the tokens to a file that only its owner can read."""
        with tempfile.NamedTemporaryFile("w", dir=self.file.parent, encoding="utf-8", delete=False) as file:
            json.dump([self.undone, *self.tokens], file)
        Path(file.name).replace(self.file)

    def take(self, seat: int | None, action: granada.Action) -> None:
        """Do a seat's action or a draw, if it is legal; the step is recorded before anybody is told about it."""
        steps = len(self.steps)
        super().take(seat, action)
        if self.asked is not None:
            self.refuse_undo(seat, steps)
        if seat is None or self.state.over or isinstance(action, granada.Reveal):
            self.fixed = steps + 1
        for number, event in enumerate(self.events[-1], len(self.log) + 1):
            seen = {who: granada.to_data(event.seen_by(who)) for who in (None, *range(self.setup.players))}
            self.log.append({who: line(number=number, event=data) for who, data in seen.items()})
            for guest in self.guests:
                guest.send(self.log[-1][guest.seat])

    def deal(self) -> None:
        """Make the draws that are due; then show the deciding seat its legal actions, or close the record."""
        super().deal()
        if self.cut_off:
            self.tell(cut_off=self.cut_off, points=self.state.points)
        if self.over:
            self.kept.close()
            self.ended.set_result(None)
        for guest in (each for each in self.guests if each.seat == self.state.actor):
            self.show(guest)

    def number_after(self, steps: int) -> int:
        """The number of the last event after the given number of steps."""
        return sum(map(len, self.events[:steps]))

    def show(self, guest: Guest) -> None:
        """Show a guest the table and its legal actions."""
        view = self.view(guest.seat, recall=guest.seat is not None)
        guest.send(line(view=granada.to_data(view), legal=[str(action) for action in view.legal_actions()]))

    def tell(self, **message: object) -> None:
        """Send every guest a message that is not an event."""
        for guest in self.guests:
            guest.send(line(**message))

    def join(self, guest: Guest, message: dict[str, object]) -> None:
        """Let a guest play or watch, and send it the events so far; if there is no room, drop the oldest guest."""
        token, undone = message.get("join", 0), message.get("undone", 0)
        after = message.get("after", 0) if undone == self.undone else 0
        seats = [seat for seat, own in enumerate(self.tokens) if secrets.compare_digest(ascii(own), ascii(token))]
        if token is not None and not seats:
            raise ValueError('expected {"join": "TOKEN"} with the token of a seat, or {"join": null} to watch')
        if type(after) is not int or not 0 <= after <= len(self.log):
            raise ValueError(f"after is the number of the last event that you have, 0 to {len(self.log)}")
        guest.seat = seats[0] if seats else None
        there = [other for other in self.guests if other.seat == guest.seat and not other.writer.is_closing()]
        if len(there) >= (MOST_WATCHING if token is None else 1):
            there[0].send(line(dropped="somebody else has come in your place"), last=True)
        asked = None if self.asked is None else self.number_after(self.asked)
        guest.send(line(joined=guest.seat, after=after, undone=self.undone, asked=asked))
        guest.send(b"".join(told[guest.seat] for told in self.log[after:]))
        self.show(guest)
        self.guests.append(guest)

    def hear(self, seat: int | None, message: dict[str, object]) -> None:
        """Carry out a guest's request."""
        asked = None if self.asked is None else self.number_after(self.asked)
        match message:
            case _ if seat is None or self.over:
                raise ValueError("who watches cannot do anything, and nobody can after the end")
            case {"do": str(text)}:
                self.do(granada.Action.parse(text), seat)
            case {"undo": True}:
                steps = self.last_decision(seat)
                if asked is not None or steps is None or steps < self.fixed:
                    raise ValueError("you have decided nothing since something was drawn, shown, or asked to be undone")
                self.asked, self.agreed = steps, {seat}
                self.tell(undo="asked", seat=seat, after=self.number_after(steps))
            case {"agree": int(events)} if asked == events:
                self.agreed.add(seat)
                if len(self.agreed) == len(self.tokens):
                    self.go_back()
            case {"disagree": int(events)} if asked == events:
                self.refuse_undo(seat, len(self.steps))
            case _:
                raise ValueError('expected {"do": "take b3"}, {"undo": true}, or {"agree": 17} where that was asked')

    def refuse_undo(self, seat: int | None, steps: int) -> None:
        """Refuse an undo because a seat disagrees or has played on; the request cannot be repeated."""
        self.asked, self.fixed = None, steps
        self.tell(undo="refused", seat=seat)

    def go_back(self) -> None:
        """Go back; if the server ends before the steps are removed, they remain, and everybody is told again."""
        steps, self.asked = self.asked or 0, None
        after = self.number_after(steps)
        self.undone += 1
        self.keep()
        self.forget(steps)
        del self.log[after:]
        self.tell(undo="done", after=after, undone=self.undone)
        self.deal()

    async def welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Look after a connection from its first line to its last."""
        guest = Guest(reader, writer)
        strangers = [each for each in self.connections if each not in self.guests and not each.writer.is_closing()]
        if len(strangers) >= MOST_WAITING:
            min(strangers, key=lambda each: not each.leaves).send(line(dropped="too many wait; come again"), last=True)
        self.connections.append(guest)
        try:
            async with asyncio.timeout(JOIN_WITHIN):
                self.join(guest, await guest.message())
            while True:
                try:
                    self.hear(guest.seat, await guest.message())
                except ValueError as refused:
                    guest.send(line(refused=str(refused)))
                await asyncio.sleep(PAUSE)
        except (EOFError, TimeoutError, ValueError, asyncio.CancelledError) as end:
            guest.send(line(dropped=str(end) or "the time to join is over, or the game is"))
        except OSError as unwritten:
            self.ended.set_exception(unwritten)
        finally:
            self.guests = [other for other in self.guests if other is not guest]
            await guest.leave()
            self.connections.remove(guest)


async def main() -> None:
    """Open a table, or go on with the game of a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="the record; FILE.tokens has the tokens, in the order of the seats")
    parser.add_argument("--modules", nargs="*", default=[])
    for name, usual in (("players", 3), ("game", "granada"), ("decisions", 1_000), ("host", "127.0.0.1"), ("port", 0)):
        parser.add_argument(f"--{name}", type=type(usual), default=usual)
    parser.add_argument("--seed", type=int, help="the seed for the draws, which are unpredictable without it")
    args = parser.parse_args()
    record = granada.Record(granada.new_game(args.players, args.game, modules=args.modules).setup)
    if args.file.exists() and (text := args.file.read_text(encoding="utf-8")):
        record = granada.from_json(text.rpartition("\n")[0] or text, granada.Record)  # a torn line is left out
    rng = SystemRandom() if args.seed is None else Random(f"{args.seed} after {len(record.steps)} steps")
    table = Table(args.file, record, rng, args.decisions)
    server = await asyncio.start_server(table.welcome, args.host, args.port, limit=LONGEST_LINE)
    print(server.sockets[0].getsockname()[1], flush=True)
    await table.ended
    server.close()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except (KeyboardInterrupt, OSError, OverflowError, ValueError) as end:
        raise SystemExit(f"{end}" or "The table is closed; started again with its file, the game goes on.") from None
