"""The command line: games told and played, things shown, and complaints in one line."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

import granada
from granada.__main__ import main
from granada.commands.command_line import COMMANDS
from granada.commands.playing.person import listed
from granada.game.actions import VERBS
from granada.pictures.as_svg import picture as drawn
from granada.rulebook import Rule
from granada.spec.relevant_rules import RULES_OF_ACTIONS
from granada.table.bots import BuilderBot, RandomBot
from granada.words import Words, event_in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Output = pytest.CaptureFixture[str]
CHECKOUT = Path(granada.__file__).parent.parent
ALL_MODULES = "vizier,exchange,huts,bonus"


def output(capsys: Output, *words: str) -> str:
    """What a command prints when all is well."""
    assert main(words) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def typed(capsys: Output, monkeypatch: pytest.MonkeyPatch, entries: list[str], *words: str) -> str:
    """What is printed when a person types this."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{entry}\n" for entry in entries)))
    return output(capsys, "play", *words)


@pytest.mark.parametrize("game", ["granada", "alhambra", "combined"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_game_is_told_with_three_scorings_that_add_up_to_the_points(capsys: Output, game: str, players: int) -> None:
    modules = [] if game == "granada" else ["--modules", ALL_MODULES]
    told = output(capsys, "play", "--game", game, "--players", str(players), "--seed", "3", *modules)
    assert re.findall(r"^scoring ([ABC])", told, re.MULTILINE) == ["A", "B", "C"]
    tables = [list(map(int, line.split()[1:])) for line in told.split("\n") if line.startswith("together")]
    together = [sum(column) for column in zip(*tables, strict=True)]
    last = told.strip().split("\n")[-2]
    for seat in range(players):
        assert f"seat {seat + 1} {together[seat]} points" in last
    if players == 2:
        assert f"Dirk {together[2]} points" in last


@pytest.mark.long
def test_without_a_seed_one_is_chosen_and_told(capsys: Output) -> None:
    told = output(capsys, "play", "--bots", "random")
    seed = re.search(r"seed (\d+)", told)
    assert seed is not None
    assert output(capsys, "play", "--bots", "random", "--seed", seed[1]) == told


def test_a_quiet_game_tells_how_it_ended(capsys: Output) -> None:
    lines = output(capsys, "play", "--seed", "7", "--quiet").splitlines()
    assert len(lines) == 2
    assert re.fullmatch(r"seat \d wins\.|.* share the win\.", lines[1])


def test_a_told_game_is_recorded_and_can_be_shown(capsys: Output, tmp_path: Path) -> None:
    record, picture = tmp_path / "game.jsonl", tmp_path / "table.svg"
    told = output(capsys, "play", "--seed", "7", "--record", str(record), "--svg", str(picture))
    recorded = granada.from_json(record.read_text(encoding="utf-8"), granada.Record)
    *_, state = granada.replay(recorded)
    assert state.over
    assert state.points == recorded.points
    said = " ".join(told.split())
    for before, (seat, action) in zip(granada.replay(recorded), recorded.steps, strict=False):
        assert action is not None
        told = event_in_words(granada.unfold(before, action)[1][0], Words(brief=True))
        assert seat is None or " ".join(told.split()) in said
    assert picture.read_text(encoding="utf-8") == drawn(state) + "\n"
    assert f"seat 1, {state.points[0]} points" in output(capsys, "show", str(record))


def test_an_edition_and_the_owner_s_tiles_can_be_chosen(capsys: Output) -> None:
    tiles = Path(granada.__file__).parent / "data" / "granada-1.csv"
    told = output(capsys, "play", "--seed", "1", "--edition", "it", "--scoring", "simplified", "--tiles", str(tiles))
    head = "granada, 3 players, seed 1, simplified scoring, Granada (Italian) seat 1: builder"
    assert " ".join(told.split()).startswith(head)


COMPLAINTS = {
    "play --record no-such-folder/game": "granada play: no-such-folder/game: No such file or directory",
    "play --svg no-such-folder/picture": "granada play: no-such-folder/picture: No such file or directory",
    "show no-such-file --svg no-such-folder/x": "granada show: no-such-folder/x: No such file or directory",
    "play --players 9": "granada play: two to six players take part, not 9",
    "play --players x": "granada play: argument --players: invalid int value: 'x' (see granada play --help)",
    "play --bots clever": "granada play: there is no player 'clever'; choose from random, builder, mason, "
    "master, search, search:400 (playouts), search:0.2s, search:400:recall, or your own as my.module:Class",
    "play --bots builder,random": "granada play: --bots names 2 players, but 3 are needed",
    "play --seat 4": "granada play: there is no seat 4; the game has 3 players",
    "play --seat 0": "granada play: there is no seat 0; the game has 3 players",
    "play --modules huts": "granada play: builders' huts belong to the Alhambra; Granada has none",
    "play --tiles no-such-file": "granada play: no-such-file: No such file or directory",
    "play --game alhambra --scoring simplified": "granada play: alhambra has no 'simplified' scoring, only normal",
    "play --game alhambra --edition it": "granada play: no 'it' edition of alhambra is known; choose from fr, hu",
    "show": "granada show: the following arguments are required: FILE (see granada show --help)",
    "show no-such-file": "granada show: no-such-file: No such file or directory",
}


@pytest.mark.parametrize("words", COMPLAINTS)
def test_a_complaint_takes_one_line(words: str, capsys: Output) -> None:
    assert main(words.split()) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", COMPLAINTS[words] + "\n")


@pytest.mark.parametrize(
    "text", ["{", "[]", "{}", "", "@ @", "park6", '{"kind": "state"}', "@ castle3", "\x00", '{"1,0": 5}']
)
def test_what_cannot_be_shown_is_complained_about_in_one_line(text: str, capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(text, encoding="utf-8")
    assert main(["show", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_scoring_is_shown_and_an_event_is_not(capsys: Output, tmp_path: Path) -> None:
    before = granada.new_game(2)
    after, events = granada.unfold(before, granada.choose_draw(before, Random(1)))
    scoring, event = tmp_path / "scoring.json", tmp_path / "event.json"
    scoring.write_text(granada.to_json(granada.score(granada.deal(after, Random(1)), "A")), encoding="utf-8")
    event.write_text(granada.to_json(events[0]), encoding="utf-8")
    assert output(capsys, "show", str(scoring)).startswith("scoring A  seat 1  seat 2")
    assert main(["show", str(event)]) == 2
    told = "granada show: this is TileDrawn, which is neither a table nor a city nor a scoring\n"
    assert capsys.readouterr().err == told


def test_a_recorded_game_that_breaks_a_rule_is_not_shown(capsys: Output, tmp_path: Path) -> None:
    record = granada.play([RandomBot(Random(seat)) for seat in range(2)], rng=Random(1))
    lines = granada.to_json(record).split("\n")
    place = next(number for number, line in enumerate(lines) if '"do"' in line)
    lines[place] = '{"do":"stop","seat":' + lines[place].split('"seat":')[1]
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert main(["show", str(file)]) == 2
    assert "act-on-your-turn" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["play", "--players", "2", "--bots", "random", "random", "--decisions", "1", "--record", ""],
        ["suite", "--export", ""],
    ],
    ids=lambda words: words[0],
)
def test_a_file_without_a_name_is_complained_about(words: list[str], capsys: Output) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err == f"granada {words[0]}: .: Is a directory\n"


def test_a_resumed_game_that_is_longer_than_the_limit_is_cut_off_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    words = ["play", "--quiet", "--bots", "random", "random", "--seed", "1"]
    assert main([*words, "--players", "2", "--decisions", "4", "--record", str(path)]) == 0
    assert main([*words, "--decisions", "2", "--resume", str(path)]) == 0
    record = granada.from_json(path.read_text(encoding="utf-8"), granada.Record)
    assert record.cut_off == 8
    assert granada.referee(record).ok


def test_a_file_is_left_alone_until_there_is_something_to_write(tmp_path: Path) -> None:
    record, other = tmp_path / "game.jsonl", tmp_path / "kept"
    other.write_text("kept", encoding="utf-8")
    assert main(["show", str(tmp_path / "nothing"), "--svg", str(record)]) == 2
    assert main(["show", str(tmp_path / "nothing"), "--svg", str(other)]) == 2
    assert not record.exists()
    assert other.read_text(encoding="utf-8") == "kept"


def things() -> Iterator[tuple[str, str]]:
    state = granada.deal(granada.new_game(2, "combined", modules=ALL_MODULES.split(",")), Random(1))
    yield "state", granada.to_json(state)
    yield "view", granada.to_json(granada.observe(state, 0))
    yield "layout", granada.to_json(granada.Layout.parse("@ park6/w"))
    yield "city", granada.to_json(granada.City.parse("@ park6/e"))
    yield "cells", '{"1,0": "park6", "1,1": "school8/n"}'
    yield "notation", "park6 .\n@ school8/ne~90\n"


@pytest.mark.parametrize(("kind", "text"), list(things()))
def test_whatever_is_written_can_be_shown(
    kind: str, text: str, capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, out = tmp_path / kind, tmp_path / "out.svg"
    file.write_text(text, encoding="utf-8")
    shown = output(capsys, "show", str(file))
    assert "start" in shown
    assert ("same-orientation at 1,0: All tiles lie" in shown) == (kind == "notation")
    assert output(capsys, "show", str(file), "--svg", str(out)) == ""
    ET.fromstring(out.read_text(encoding="utf-8"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert output(capsys, "show", "-") == shown
    assert output(capsys, "show", str(file), "--svg", "-") == out.read_text(encoding="utf-8")


def test_the_version_says_whether_the_kernel_is_there(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    for compiled, words in ((True, "with the compiled kernel\n"), (False, "without the compiled kernel: GRANADA")):
        monkeypatch.setattr("granada.fast.COMPILED", compiled)
        assert output(capsys, "--version").startswith(f"granada {granada.__version__}, {words}")


def test_help_names_every_command(capsys: Output) -> None:
    told = output(capsys)
    assert output(capsys, "--help") == told
    for name, (_, what) in COMMANDS.items():
        assert name in told
        assert what in " ".join(told.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_tells_its_exit_status(name: str, capsys: Output) -> None:
    told = " ".join(output(capsys, name, "--help").split())
    assert told.startswith(f"usage: granada {name}")
    assert re.search(r"Exit status: 0 .*\b2 if", told)
    assert "Exit status: 0 " in told


@pytest.mark.parametrize("module", ["argparse", "attr", "granada.errors", "granada.commands.rule", "granada.judging"])
def test_whoever_interrupts_a_command_while_it_is_loaded_sees_no_traceback(module: str) -> None:
    code = f"""
import sys
class CtrlC:
    def find_spec(self, name, *_):
        if name == {module!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, CtrlC())
from granada.__main__ import main
sys.exit(main(["rule", "no-holes"]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_whoever_stops_reading_is_not_bothered() -> None:
    command = [sys.executable, "-m", "granada", "play", "--seed", "7"]
    with subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as game:
        assert game.stdout is not None
        assert game.stderr is not None
        game.stdout.readline()
        game.stdout.close()
        assert game.stderr.read() == b""
    assert game.returncode == 0


@pytest.mark.long
def test_the_output_is_the_same_under_any_hash_seed_and_encoding() -> None:
    command = [sys.executable, "-m", "granada", "play", "--seed", "7", "--players", "2"]
    told = set()
    for seed, encoding in (("1", "utf-8"), ("2", "latin-1")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": encoding}
        told.add(subprocess.run(command, cwd=CHECKOUT, env=environment, check=True, capture_output=True).stdout)
    assert len(told) == 1


def test_every_action_is_told_with_its_seat(capsys: Output) -> None:
    told = output(capsys, "play", "--seed", "3", "--game", "alhambra", "--modules", "vizier")
    lines = [line for line in told.split("\n") if re.match(r"  seat \d (takes|buys|declines|places|stores)", line)]
    assert "  seat 3 declines" in lines
    assert len(lines) > 100
    assert not re.search("may use|is refilled", told)


# A person plays


@pytest.mark.long
def test_a_person_can_play_to_the_end_by_numbers(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    told = typed(capsys, monkeypatch, ["1"] * 400, "--players", "2", "--seat", "1", "--seed", "7")
    assert re.search(r"seat \d wins\.|share the win", told)


def test_a_person_sees_no_card_of_the_others(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--seat", "1", "--seed", "7", "--game", "alhambra", "--modules", ALL_MODULES)
    told = typed(capsys, monkeypatch, ["1", "1", "table"], *words)
    lines = [line for line in told.split("\n") if re.match(r".seat [23] ", line)]
    assert lines
    for line in lines:
        assert re.search(r"hand of \d+ hidden card", line)
    assert "bonus of 3 hidden" in told


def test_a_person_can_type_actions_and_take_them_back(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    told = typed(capsys, monkeypatch, ["undo", "take  b5", "undo", "take g4"], "--seat", "2", "--seed", "7")
    assert "You have no earlier decision to undo." in told
    assert told.index("  seat 2 takes b5") < told.index("  seat 2 takes g4")
    assert told.count("turn 1, seat 2") == 2


def test_what_was_taken_back_is_not_recorded(capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    direct, detour = tmp_path / "direct", tmp_path / "detour"
    words = ("--seat", "2", "--seed", "7", "--record")
    typed(capsys, monkeypatch, ["take b5"], *words, str(direct))
    typed(capsys, monkeypatch, ["take g4", "undo", "buy 1 with b5", "undo", "take b5"], *words, str(detour))
    assert direct.read_text(encoding="utf-8") == detour.read_text(encoding="utf-8")


def test_what_is_illegal_is_explained_by_its_rules(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = ["take b5 b7", "buy 1 with g8", "place park6 at 1,1", "fly", "999", "0", "", "buy 1 with b5"]
    entries += ["place hospital2/nw at 1,0", "place hospital2/nw at 200,200"]
    told = " ".join(typed(capsys, monkeypatch, entries, "--seat", "2", "--seed", "7").split())
    for rule in (Rule.TAKE_SEVERAL_UP_TO_FIVE, Rule.PAY_IN_THE_SPACE_CURRENCY, Rule.IN_ITS_PHASE, Rule.MOATS_MATCH):
        assert f"{rule}: {rule.sentence}" in told
    assert "This cannot be read: an action begins with one of take, buy. A number or an action;" in told
    assert told.count("There are 7 actions in the list.") == 2
    assert "! against the rules" in told


def test_a_question_mark_explains_what_is_possible(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--seat", "1", "--seed", "7", "--game", "combined", "--modules", ALL_MODULES)
    told = " ".join(typed(capsys, monkeypatch, ["decline", "decline", "?"], *words).split())
    for rule in (Rule.TAKE_SEVERAL_UP_TO_FIVE, Rule.HUT_IS_AN_ACTION):
        assert f"{rule}: {rule.sentence}" in told


def test_a_single_choice_is_made_and_told(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--seat", "1", "--seed", "7", "--game", "alhambra", "--modules", "vizier")
    told = typed(capsys, monkeypatch, ["1"] * 60, *words)
    assert "seat 1, the vizier's favour has one choice: decline\n  seat 1 declines\n" in told
    assert not re.search(r"\ndecline +1\)\n", told)


def test_a_single_choice_is_not_what_undo_goes_back_to(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--seat", "1", "--seed", "7", "--game", "alhambra", "--modules", "vizier")
    once = typed(capsys, monkeypatch, ["1"] * 6, *words)
    again = typed(capsys, monkeypatch, [*["1"] * 6, *["undo"] * 7], *words)
    assert "has one choice: decline" in once
    assert again.count("You have no earlier decision to undo.") == 1
    assert again.startswith(once.removesuffix("\nThe game was left before its end.\n"))


def test_a_rule_can_be_looked_up_while_playing(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = ["rule moats-match", "rule moats"]
    told = " ".join(typed(capsys, monkeypatch, entries, "--seat", "2", "--seed", "7").split())
    assert f"moats-match: {Rule.MOATS_MATCH.sentence} The editions on moats-match" in told
    assert "there is no rule 'moats'; did you mean" in told


def test_what_is_wrong_in_an_action_is_told_without_line_and_column(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = typed(capsys, monkeypatch, ["take b77"], "--seat", "2", "--seed", "7")
    assert "This cannot be read: expected " in told
    assert "column" not in told


def test_payments_are_listed_by_tile_with_the_exact_ones_first() -> None:
    state = granada.deal(granada.new_game(2), Random(3))
    while not [action for action in granada.legal_actions(state) if action.verb == "buy"]:
        state = granada.deal(granada.apply(state, granada.legal_actions(state)[0]), Random(3))
    assert state.actor is not None
    legal = granada.legal_actions(state)
    menu = listed(legal, granada.observe(state, state.actor))
    numbers = [int(number) for number in re.findall(r"(\d+)\)", menu)]
    assert sorted(numbers) == list(range(1, len(legal) + 1))
    for action in legal:
        if isinstance(action, granada.Buy):
            tile = state.yard[action.space - 1][0]
            assert tile is not None
            assert f"{action.space} {tile}: " in menu
            paid = f"{legal.index(action) + 1}) with {action.cards}"
            assert (f"{paid} (exact)" in menu) == (action.cards.total() == tile.up.price)


@pytest.mark.parametrize("columns", [60, 80])
def test_nothing_but_a_scoring_is_wider_than_the_terminal(
    columns: int, terminal: Callable[[int], io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = terminal(columns)
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\nfly\nrule no-holes\n" + "1\n" * 400))
    assert main(["play", "--seat", "1", "--players", "2", "--seed", "7"]) == 0
    assert "  seat 2 thinks …\r" in screen.getvalue()
    assert main(["rule"]) == 0
    table = re.compile(r"→|^scoring|^together|  - ")
    for line in screen.getvalue().replace("seat 1> ", "").replace("\x1b[K", "").splitlines():
        assert len(line) <= columns or table.search(line), line


@pytest.mark.parametrize("game", ["granada", "alhambra", pytest.param("combined", marks=pytest.mark.long)])
def test_yard_and_hand_are_in_sight_at_prompts(
    game: str, terminal: Callable[[int], io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = terminal(80)
    monkeypatch.setattr(sys, "stdin", io.StringIO("2\n" * (60 if game == "combined" else 30)))
    modules = [] if game == "granada" else ["--modules", ALL_MODULES]
    assert main(["play", "--seat", "1", "--players", "4", "--seed", "7", "--game", game, *modules]) == 0
    prompts = screen.getvalue().replace("\r", "").split("> ")[:-1]
    assert len(prompts) > 20
    for shown in prompts:
        sight = shown.split("\n")[-24:]
        assert len([line for line in sight if re.match(r"(yard|    )     \d (blue|green|orange|yellow)", line)]) == 4
        assert [line for line in sight if line.startswith("display  ")]
        assert [line for line in sight if re.match("▶seat 1  .*hand ", line)]
    assert (game == "granada") != any(shown.endswith("seat 1, the vizier's favour") for shown in prompts)
    assert (game == "combined") == any(re.search("seat 1, bonus cards for [a-z]+$", shown) for shown in prompts)


def test_cities_stand_side_by_side_where_there_is_width(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    told = typed(capsys, monkeypatch, ["1"], "--seat", "1", "--seed", "7")
    assert re.search(r"seat 2, 0 points +seat 3, 0 points +seat 1, 0 points", told)


@pytest.mark.long
def test_a_game_that_was_left_can_be_resumed(capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    typed(capsys, monkeypatch, ["1"] * 5, "--seat", "1", "--seed", "7", "--record", str(record))
    left = granada.from_json(record.read_text(encoding="utf-8"), granada.Record)
    assert left.points is None
    assert left.about == {"bots": ["person", "builder", "builder"], "seed": 7}
    torn = record.read_text(encoding="utf-8") + '{"do":"take b'
    record.write_text(torn, encoding="utf-8")
    told = typed(capsys, monkeypatch, ["1"] * 400, "--seat", "1", "--resume", str(record))
    assert f"The game goes on after {len(left.steps)} steps." in told
    whole = granada.from_json(record.read_text(encoding="utf-8"), granada.Record)
    assert whole.steps[: len(left.steps)] == left.steps
    assert whole.points is not None
    assert granada.referee(whole).ok
    assert main(["play", "--resume", str(record)]) == 2
    assert capsys.readouterr().err == "granada play: this game is over\n"


def test_own_bots_and_searches_play_by_their_names(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "own_bots.py").write_text(
        "class First:\n    def choose(self, view, legal):\n        return legal[0]\n"
        "class Nonsense(First):\n    def choose(self, view, legal):\n        return 5\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    told = output(capsys, "play", "--seed", "1", "--bots", "own_bots:First", "search:2", "builder")
    assert "seat 1: own_bots:First, seat 2: search:2, seat 3: builder" in told
    assert main(["play", "--seed", "1", "--quiet", "--bots", "own_bots:Nonsense,builder,builder"]) == 2
    assert "seat 1, <own_bots.Nonsense object>, gave 5, which is not an action" in capsys.readouterr().err
    for name in ("search:0", "search:fast", "search:0s", "own_bots:Missing", "no_such_module:Bot"):
        assert main(["play", "--bots", name]) == 2
        assert capsys.readouterr().err.startswith("granada play: ")


def test_every_verb_of_a_player_is_explained() -> None:
    assert set(RULES_OF_ACTIONS) == set(VERBS) - {"draw"}


def test_whoever_leaves_is_let_go(capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    picture = tmp_path / "table.svg"
    for entries in ([], ["quit"], ["exit"], ["q"]):
        told = typed(capsys, monkeypatch, entries, "--seat", "1", "--seed", "7", "--svg", str(picture))
        assert told.endswith("The game was left before its end.\n")
    assert "hidden cards" in picture.read_text(encoding="utf-8")


def test_whoever_breaks_off_is_let_go(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert output(capsys, "play", "--seat", "1", "--seed", "7").endswith("The game was left before its end.\n")


def test_several_persons_are_called_before_their_cards_are_shown(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = typed(capsys, monkeypatch, ["", "take b5", ""], "--seat", "2", "--seat", "3", "--seed", "7")
    before, after = told.split("seat 3, press Enter when nobody else is looking ")
    assert "▶seat 2" in before
    assert "▶seat 3" in after
    assert "▶seat 2" not in after


@pytest.mark.long
@pytest.mark.parametrize("game", ["granada", "alhambra"])
def test_a_builder_clearly_beats_players_by_chance(game: str) -> None:
    won = 0
    for seed in range(10):
        bots = [BuilderBot(Random(seed)) if seat == seed % 3 else RandomBot(Random(seat)) for seat in range(3)]
        won += granada.play(bots, game, rng=Random(seed)).winners == (seed % 3,)
    assert won >= 9
