"""The recipes of the documentation run: a web API, and a bot in another language."""

from __future__ import annotations

import json
import shutil
import subprocess
import urllib.request
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError

import pytest

import granada
from tests.serving import DOCS, PLENTY, loaded, port_of, started

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from random import Random as Generator

from random import Random

NAMES = ["Red", "Blue", "Green"]


class Site:
    """A web API that is asked."""

    def __init__(self, rng: Generator) -> None:
        self.api: Any = loaded("web_api").Api(0, NAMES, rng)

    def ask(self, path: str, data: object = None) -> Any:
        """What it answers; what it refuses is told too."""
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.api.server_port}{path}", body)
        try:
            with urllib.request.urlopen(request, timeout=PLENTY) as answer:  # noqa: S310  as above
                return json.load(answer)
        except HTTPError as refused:
            return json.load(refused) if refused.code == 400 else refused.code


@pytest.fixture
def site() -> Iterator[Site]:
    found = Site(Random(7))
    serving = Thread(target=found.api.serve_forever, args=(0.01,))
    serving.start()
    yield found
    found.api.shutdown()
    serving.join()
    found.api.server_close()


def test_the_web_api_plays_with_names_in_languages(site: Site) -> None:
    first = site.ask("/seats/1")
    assert site.ask("/seats/0")["legal"] == []
    button = first["legal"][0]
    assert granada.from_data(button["action"], granada.Action) in granada.legal_actions(site.api.table.state)
    assert button["text"] == "take blue 5"
    happened = site.ask("/seats/1", button["action"])
    assert happened[0]["text"] == "Blue takes blue 5"
    number = happened[0]["number"]
    french = site.ask(f"/events?seat=0&after={number - 1}&language=fr")
    assert [each["event"] for each in french] == [each["event"] for each in happened]
    assert french[0]["text"].startswith("Blue prend")
    for _ in range(30):
        seat = site.api.table.actor
        legal = site.ask(f"/seats/{seat}")["legal"]
        assert "refused" not in site.ask(f"/seats/{seat}", legal[-1]["action"])
    assert granada.referee(site.api.table.record).ok


def test_the_web_api_refuses_with_a_sentence(site: Site) -> None:
    actor = site.api.table.actor
    action = site.ask(f"/seats/{actor}")["legal"][0]["action"]
    wrong = {**action, "cards": "y9 y9"}
    assert "breaks cards-are-held" in site.ask(f"/seats/{actor}", wrong)["refused"]
    assert "breaks act-on-your-turn" in site.ask(f"/seats/{(actor + 1) % 3}", action)["refused"]
    assert "action.verb" in site.ask(f"/seats/{actor}", {"kind": "action", "verb": "dance"})["refused"]
    assert site.ask("/seats/7") == {"refused": "there is no seat 7"}
    assert site.ask("/seats/x") == {"refused": "there is no seat x"}
    assert site.ask("/events?seat=0&language=xx")["refused"].startswith("there is no language 'xx'")
    assert "refused" in site.ask("/events?seat=0&after=abc")
    assert site.ask("/events?seat=0&after=-3")[0]["number"] == 1
    assert "refused" in site.ask(f"/seats/{actor}", json.loads("[" * 400 + "]" * 400))
    assert site.ask("/nowhere") == site.ask("/events") == site.ask("/seats/0", "x" * 2_000) == 404


def test_a_bot_in_another_language_plays_to_the_end(tmp_path: Path) -> None:
    node, game = shutil.which("node"), tmp_path / "game.jsonl"
    assert node is not None
    serving = started(str(DOCS / "server.py"), str(game), "--players", "2", "--seed", "5", "--decisions", "300")
    bots = list[subprocess.Popen[str]]()
    try:
        port = port_of(serving)
        _, *tokens = json.loads((tmp_path / "game.jsonl.tokens").read_text(encoding="utf-8"))
        for token in tokens:
            bot = subprocess.Popen(
                [node, str(DOCS / "bot.mjs"), str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            bots.append(bot)
            assert bot.stdin is not None
            bot.stdin.write(f"{token}\n")
            bot.stdin.flush()
        told = [bot.communicate(timeout=PLENTY)[0] for bot in bots]
        assert serving.wait(PLENTY) == 0
    finally:
        for process in (serving, *bots):
            process.kill()
            process.communicate()
    record = granada.from_json(game.read_text(encoding="utf-8"), granada.Record)
    assert granada.referee(record).ok
    assert record.points is not None
    assert told == [f"points {' '.join(map(str, record.points))}\n"] * 2
