"""A web API for one game: each seat's view, legal actions and events, with names and in five languages."""

import argparse
import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from random import Random, SystemRandom
from urllib.parse import parse_qsl, urlsplit

import granada
from granada.words import in_words

LONGEST_BODY = 1_000  # bytes; an action has fewer


class Api(HTTPServer):
    """A game, and the answers to requests about it."""

    def __init__(self, port: int, names: list[str], rng: Random) -> None:
        """Start a game between some people."""
        super().__init__(("127.0.0.1", port), Handler)
        self.table = granada.Table(granada.new_game(len(names)), rng, about={"names": names})

    def seat(self, seat: int) -> object:
        """A seat's view and its legal actions."""
        view = self.table.view(seat)
        legal = view.legal_actions() if self.table.actor == seat else ()
        buttons = [{"action": granada.to_data(each), "text": in_words(each, city=view.city)} for each in legal]
        return {"view": granada.to_data(view), "legal": buttons, "over": self.table.over}

    def events(self, seat: int, after: int = 0, language: str = "en") -> object:
        """The events after the one with the given number, as a seat sees them."""
        happened = [event.seen_by(seat) for events in self.table.events for event in events]
        names = self.table.about["names"]
        return [
            {"number": number, "event": granada.to_data(event), "text": in_words(event, language, names=names)}
            for number, event in enumerate(happened[after:], after + 1)
        ]

    def do(self, seat: int, text: str) -> object:
        """Do a seat's action, if it is legal."""
        before = sum(map(len, self.table.events))
        self.table.do(granada.from_json(text, granada.Action), seat)
        return self.events(seat, before)


class Handler(BaseHTTPRequestHandler):
    """A request."""

    server: Api

    def do_GET(self) -> None:
        """Answer a request for a view or for events."""
        address = urlsplit(self.path)
        asked = dict(parse_qsl(address.query))
        match address.path.split("/"):
            case ["", "seats", seat]:
                self.answer(lambda: self.server.seat(self.number(seat)))
            case ["", "events"] if "seat" in asked:
                seat, after, language = asked["seat"], asked.get("after", "0"), asked.get("language", "en")
                self.answer(lambda: self.server.events(self.number(seat), max(0, int(after)), language))
            case _:
                self.send_error(404)

    def do_POST(self) -> None:
        """Answer a request to do an action."""
        length = self.headers.get("Content-Length", "")
        match self.path.split("/"):
            case ["", "seats", seat] if length.isdecimal() and int(length) <= LONGEST_BODY:
                body = self.rfile.read(int(length)).decode()
                self.answer(lambda: self.server.do(self.number(seat), body))
            case _:
                self.send_error(404)

    def number(self, seat: str) -> int:
        """The number of a seat; raises a ValueError if there is no such seat."""
        if seat not in map(str, range(self.server.table.setup.players)):
            raise ValueError(f"there is no seat {seat}")
        return int(seat)

    def answer(self, found: Callable[[], object]) -> None:
        """Send the answer as JSON, or the reason why there is none."""
        try:
            status, data = 200, found()
        except ValueError as refused:  # all errors of the package are of this kind
            status, data = 400, {"refused": str(refused)}
        body = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+", help="the names of the players, in the order of the seats")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--seed", help="the seed for the draws, which are unpredictable without it")
    args = parser.parse_args()
    api = Api(args.port, args.names, SystemRandom() if args.seed is None else Random(args.seed))
    print(api.server_port, flush=True)
    api.serve_forever()
