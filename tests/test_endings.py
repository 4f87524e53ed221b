"""Every game ends: built-in players come to the end of it, and one that nobody ends is cut off and told so."""

from __future__ import annotations

import asyncio
import json
import runpy
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import define, evolve

import granada
from granada import SearchBot
from granada.arena.bots import advancing
from granada.browser.host import Host
from granada.game import Action, Add, Remove, Swap, Take
from granada.judging import referee
from granada.table import decisions_in
from granada.wire import resumed
from tests.test_command_line import output

if TYPE_CHECKING:
    from collections.abc import Sequence

SERVER = Path(__file__).parent.parent / "docs" / "server.py"


@define
class Staller:
    """Redesigns its city whenever it can."""

    def choose(self, _: granada.View, legal: Sequence[Action]) -> Action:
        """A redesign, or what comes first."""
        return next((each for each in legal if isinstance(each, Remove | Add | Swap)), legal[0])


def _stalled(players: int = 2, decisions: int = 30) -> granada.Record:
    return granada.play([Staller() for _ in range(players)], rng=Random(1), decisions=decisions)


def test_a_game_is_cut_off_after_so_many_decisions_for_each_seat_and_nobody_wins() -> None:
    for players in (2, 3):
        record = _stalled(players)
        *_, last = granada.replay(record)
        assert record.cut_off == decisions_in(record.steps) == 30 * players
        assert (record.points, record.winners, last.over) == (last.points, (), False)
    assert _stalled(decisions=31).steps[: len(_stalled().steps)] == _stalled().steps


def test_a_game_that_ends_with_its_last_decision_is_not_cut_off() -> None:
    def played(decisions: int) -> granada.Record:
        bots = [granada.BuilderBot(Random(seat)) for seat in range(2)]
        return granada.play(bots, rng=Random(1), decisions=decisions)

    needed = decisions_in(played(1_000).steps)
    assert played(-(-needed // 2)) == played(1_000)
    assert played(1_000).cut_off is None
    assert played(needed // 2 - 1).cut_off == 2 * (needed // 2 - 1)


def test_decisions_are_a_whole_number_of_one_or_more() -> None:
    with pytest.raises(granada.InvalidState):
        _stalled(decisions=0)
    with pytest.raises(TypeError):
        granada.tournament(["builder", "random"], 2, 1, decisions=1.5)  # type: ignore[arg-type]  # what is tested


def test_a_record_says_that_its_game_was_cut_off_and_the_referee_agrees() -> None:
    record = _stalled()
    text = granada.to_json(record)
    assert json.loads(text.splitlines()[-1]) == {"cut_off": 60, "points": list(record.points or ()), "winners": []}
    assert granada.from_json(text, granada.Record) == record
    finding = referee(text)
    assert finding.ok
    assert "cut off after 60 decisions" in str(finding)
    for wrong in (
        evolve(record, cut_off=61),
        evolve(record, winners=(0,)),
        evolve(record, points=(7, 0)),
        evolve(granada.play([granada.BuilderBot(Random(1))] * 2, rng=Random(1)), cut_off=99),
    ):
        assert not referee(wrong).ok
    assert not referee(evolve(record, cut_off=None)).ok


@pytest.mark.parametrize("cut_off", [0, -1, "60", None, 1.5, True, 10**10])
def test_a_record_that_was_cut_off_after_nonsense_is_refused(cut_off: object) -> None:
    *lines, last = granada.to_json(_stalled()).splitlines()
    with pytest.raises(granada.InvalidState, match="cut_off"):
        granada.from_json("\n".join([*lines, json.dumps({**json.loads(last), "cut_off": cut_off})]), granada.Record)


def test_a_game_that_was_cut_off_goes_on_when_it_is_resumed() -> None:
    record, state = resumed(granada.to_json(_stalled()))
    assert (record.points, record.cut_off, state.over) == (None, None, False)


def test_standings_count_a_game_that_was_cut_off_apart_and_nobody_wins_or_forfeits_it(tmp_path: Path) -> None:
    bots = {"one": Staller, "other": Staller}
    standings = granada.tournament(bots, 2, 2, seed=1, decisions=30, records=tmp_path)
    assert [(row.games, row.wins, row.forfeits, row.cut_off) for row in standings.rows] == [(2, 0, 0, 2)] * 2
    assert standings.forfeits == ()
    assert not standings.timed
    assert "2 games were cut off after too many decisions, without a winner." in str(standings)
    assert "cut off" in str(standings).splitlines()[0]
    assert json.loads(standings.json())["cut_off"] == 2
    assert granada.tournament(bots, 2, 2, seed=1, decisions=30, records=tmp_path) == standings
    for record in granada.read_records((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()):
        assert record.cut_off == 60
        assert referee(record).ok
    with pytest.raises(granada.InvalidState):
        granada.tournament(bots, 2, 2, seed=1, decisions=31, records=tmp_path)


def test_a_game_in_a_process_of_its_own_is_cut_off_alike() -> None:
    bots = {"one": Staller, "other": Staller}
    apart = granada.tournament(bots, 2, 2, seed=1, decisions=30, limit=100.0)
    assert apart.results == granada.tournament(bots, 2, 2, seed=1, decisions=30).results


def test_the_command_play_cuts_a_game_off_and_goes_on_with_it_when_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    told = output(capsys, "play", "--players", "2", "--seed", "1", "--quiet", "--decisions", "9", "--record", str(file))
    assert "The game was cut off after 18 decisions: nobody wins." in told
    assert referee(file.read_text(encoding="utf-8")).ok
    assert "cut off after 18 decisions" in output(capsys, "show", str(file)) + output(capsys, "referee", str(file))
    again = output(capsys, "play", "--resume", str(file), "--quiet", "--decisions", "9", "--seed", "1")
    assert "The game was cut off after 18 decisions" in again
    whole = output(capsys, "play", "--resume", str(file))
    assert whole.startswith("granada, 2 players, seed 1\n")
    assert "cut off" not in whole
    assert granada.from_json(file.read_text(encoding="utf-8"), granada.Record).cut_off is None


def test_a_search_removes_and_swaps_tiles_only_where_it_can_do_nothing_else() -> None:
    remove, take = Action.parse("remove 1,0"), Action.parse("take b3")
    swap, add = Action.parse("swap 1,0 for park6"), Action.parse("add park6 at 1,0")
    assert isinstance(take, Take)
    assert advancing([take, remove, add, swap]) == [0, 2]
    assert advancing([remove, swap]) == [0, 1]


def test_searchers_that_stalled_for_ever_come_to_an_end() -> None:
    bots = [SearchBot(Random("6 game 2 seat 1"), 40), SearchBot(Random("6 game 2 seat 2"), 80)]
    record = granada.play(bots, rng=Random("6 deal 1"))
    assert record.cut_off is None
    assert not any(isinstance(action, Remove | Swap) for _, action in record.steps)


def test_the_page_cuts_a_game_off_shows_it_and_decides_no_more() -> None:
    host = Host()

    def asked(**message: object) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(host.play(json.dumps(message)))
        return answer

    begun = asked(ask="begin", seats=["builder", "builder"], seed="1", decisions=6)["answer"]["table"]
    assert (begun["over"], begun["cut_off"]) == (False, None)
    for _ in range(12):
        said = asked(ask="think")
    table, kept = said["answer"]["table"], said["keep"]
    assert (table["over"], table["cut_off"], table["winners"], table["legal"]) == (True, 12, None, [])
    assert kept["about"]["over"]
    assert referee(kept["record"]).ok
    assert "flaws" in asked(ask="think")["answer"]
    again = Host()
    message = {"ask": "resume", "name": table["name"], "record": kept["record"]}
    assert json.loads(again.play(json.dumps(message)))["answer"]["table"]["cut_off"] == 12
    looked = asked(ask="look", at=3)["answer"]["table"]
    assert (looked["over"], looked["cut_off"]) == (False, None)


def test_a_person_at_the_page_is_asked_no_more_when_the_game_is_cut_off() -> None:
    host = Host()
    message: dict[str, object] = {"ask": "begin", "seats": ["you", "builder"], "seed": "1", "decisions": 1}
    table = json.loads(host.play(json.dumps(message)))["answer"]["table"]
    done = []
    while not table["over"]:
        message = {"ask": "think"} if table["actor"] == 1 else {"ask": "do", "action": table["legal"][0]["action"]}
        done.append(message)
        table = json.loads(host.play(json.dumps(message)))["answer"]["table"]
    assert len(done) == 2
    for refused in ({"ask": "hint"}, {"ask": "do", "action": "pass"}):
        assert "flaws" in json.loads(host.play(json.dumps(refused)))["answer"]


def test_the_server_cuts_a_game_off_and_writes_it_down(tmp_path: Path) -> None:
    server = runpy.run_path(str(SERVER))
    file = tmp_path / "game.jsonl"

    async def played() -> None:
        record = granada.Record(granada.new_game(2).setup)
        table = server["Table"](file, record, Random(1), 5)
        while not table.over:
            table.hear(table.state.actor, {"do": str(granada.legal_actions(table.state)[0])})
        with pytest.raises(ValueError, match="nobody can after the end"):
            table.hear(table.state.actor, {"do": str(granada.legal_actions(table.state)[0])})

    asyncio.run(played())
    text = file.read_text(encoding="utf-8")
    assert granada.from_json(text, granada.Record).cut_off == 10
    assert referee(text).ok


@pytest.mark.long
def test_the_tournament_that_never_ended_ends() -> None:
    command = [sys.executable, "-m", "granada", "tournament", "--bots", "search:100", "search:800", "--games", "10"]
    done = subprocess.run([*command, "--seed", "6"], capture_output=True, text=True, timeout=1_800, check=True)
    assert "cut off" not in done.stdout
