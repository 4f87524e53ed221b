"""The server of the documentation: three bots play over sockets, it is killed and goes on, and nobody sees a secret."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import granada

DOCS = Path(granada.__file__).parent.parent / "docs"


def started(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)  # noqa: S603  our own programs


def test_three_bots_play_over_sockets_and_a_server_that_dies_goes_on(tmp_path: Path) -> None:
    game = tmp_path / "game.jsonl"
    server = started(str(DOCS / "server.py"), str(game), "--die-after", "60")
    assert server.stdout is not None
    port = server.stdout.readline().strip()
    with socket.create_connection(("127.0.0.1", int(port))) as stranger:  # sits down, talks nonsense, and leaves
        stranger.sendall(b'{"join": 1}\n{"do": 5}\nnonsense\n')
    players = [started(str(DOCS / "player.py"), port, str(seat)) for seat in range(3)]
    try:
        assert server.wait(180) == -signal.SIGKILL
        server.stdout.close()
        half = granada.from_json(game.read_text(encoding="utf-8"), granada.Record)
        assert len(half.steps) == 60
        with game.open("a", encoding="utf-8") as file:
            file.write('{"do":"take')  # what a crash may leave
        server = started(str(DOCS / "server.py"), str(game), "--port", port)
        told = {player.communicate(timeout=300)[0].strip() for player in players}
        assert server.wait(60) == 0
    finally:
        for process in (server, *players):
            process.kill()
            process.communicate()
    record = granada.from_json(game.read_text(encoding="utf-8"), granada.Record)
    assert record.steps[:60] == half.steps
    assert granada.referee(record).ok
    assert record.points is not None
    assert told == {str(granada.events.GameOver(record.points, record.winners or ()))}


def test_the_server_is_short() -> None:
    code = (DOCS / "server.py").read_text(encoding="utf-8").partition("class Table")[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 70
