"""The fuzz targets with a fixed number of inputs, everything that ever failed, and whether each target can fail."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

import granada
from granada.arena import bot_of_record
from granada.arena.games_file import GamesFile
from granada.errors import InvalidState
from granada.notation import Word
from tests.fuzz.limits import hold
from tests.fuzz.run import ALL as TARGETS, Guided, failed, run
from tests.fuzz.targets import Target, inputs

if TYPE_CHECKING:
    from collections.abc import Callable

CORPUS = Path(__file__).parent / "corpus"
KEPT = sorted(CORPUS.glob("*/*.txt"))
BY_NAME = {target.name: target for target in TARGETS}
ISSUED = (
    *("text_is_read_or_refused", "what_is_read_is_written_the_same", "accepted_states_can_be_played"),
    *("a_view_leads_to_no_secret", "the_checker_survives_any_program", "the_kernel_survives_any_state"),
    *("both_engines_answer_alike", "a_record_is_resumed_or_refused", "a_file_of_games_is_read_or_left"),
    "the_server_survives_any_client",
)


def test_there_is_a_target_for_each_property() -> None:
    assert tuple(BY_NAME) == ISSUED
    assert {path.parent.name for path in KEPT} <= set(BY_NAME)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_once_failed_holds(path: Path) -> None:
    BY_NAME[path.parent.name].holds(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_what_is_promised_holds_for_some_inputs(target: Target) -> None:
    for text in islice(inputs(target, 1), 20 if target.cheap else 10):
        target.holds(text)


@pytest.mark.long
@pytest.mark.in_turn
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_what_is_promised_holds_for_thousands_of_inputs(target: Target) -> None:
    for text in islice(inputs(target, 2), 10_000 if target.cheap else 1_500):
        target.holds(text)


# Each target can fail


def _a_bare_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that cannot be read raises an error of Python's own."""
    monkeypatch.setattr(Word, "bad", lambda *_: ZeroDivisionError())


def _another_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards are written as other cards."""
    monkeypatch.setattr(granada.Purse, "__str__", lambda _: "b1")


def _no_judgement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every state is accepted."""
    monkeypatch.setattr("granada.wire.positions.flaws_of", lambda *_, **__: ())


def _an_open_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat sees what is in the deck."""
    kept = granada.observe

    def leaking(state: granada.State, seat: int) -> granada.View:
        view = kept(state, seat)
        return granada.View(view.seat, view.hand_sizes, view.unseen, evolve(view.table, deck=state.deck))

    monkeypatch.setattr(granada, "observe", leaking)


def _raw_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a program calls itself is printed as it came."""
    monkeypatch.setattr("granada.examining.examiner.visible", lambda text, *_: str(text))


def _a_blind_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel refuses what it should play."""

    def refuse(*_: object) -> None:
        raise InvalidState("not that")

    monkeypatch.setattr("granada.fast.Position", refuse)


def _trusted_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a record names is taken for a text."""

    def trusting(name: Any) -> Any:
        return bot_of_record(name.strip())

    monkeypatch.setattr("granada.commands.play.bot_of_record", trusting)


def _a_sharp_knife(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be read is struck out."""
    kept = GamesFile._read

    def read(file: GamesFile) -> Any:
        try:
            return kept(file)
        except InvalidState:
            file._file.cut(0)
            return {}

    monkeypatch.setattr(GamesFile, "_read", read)


def _a_kernel_that_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the kernel everything is legal."""
    monkeypatch.setattr("granada.checking.kernel.WaitingPosition.do", lambda *_: True)


def _open_bonus_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody hears which bonus cards are dealt."""
    monkeypatch.setattr(granada.events.BonusDealt, "seen_by", lambda event, _: event)


MISTAKES = (
    *(_a_bare_error, _another_text, _no_judgement, _an_open_deck, _raw_names, _a_blind_kernel),
    *(_a_kernel_that_agrees, _trusted_names, _a_sharp_knife, _open_bonus_cards),
)
BROKEN: dict[str, Callable[[pytest.MonkeyPatch], None]] = dict(zip(ISSUED, MISTAKES, strict=True))


@pytest.mark.long
@pytest.mark.parametrize("name", ISSUED)
def test_a_target_notices_a_mistake(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.fuzz.run.CORPUS", tmp_path)
    texts = list(islice(inputs(BY_NAME[name], 5), 400 if BY_NAME[name].cheap else 100))
    for text in texts[:50]:  # what they are made from and asked with is kept: made before all breaks
        BY_NAME[name].holds(text)
    BROKEN[name](monkeypatch)
    assert any(failed(BY_NAME[name], text) for text in texts)
    assert f"FAILED {name}/" in capsys.readouterr().out
    kept: list[Any] = list(tmp_path.glob(f"{name}/*.txt"))
    monkeypatch.undo()
    assert kept
    for path in kept:
        BY_NAME[name].holds(path.read_text(encoding="utf-8"))


def test_inputs_that_fail_are_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.fuzz.run.CORPUS", tmp_path)
    asked = list(islice(inputs(TARGETS[0], 5), 12))

    def holds(text: str) -> None:
        assert text not in asked[3:5]

    assert run(evolve(TARGETS[0], holds=holds, plain=None), 12, 0, 5, tmp_path / "last") == 2
    assert f"{TARGETS[0].name}: 12 inputs of seed 5, 2 failed" in capsys.readouterr().out
    assert (tmp_path / "last").read_text(encoding="utf-8") == asked[-1]


def _slow(_: str) -> None:
    """Work that grows with the square of what was given."""
    end = process_time() + 0.4
    while process_time() < end:
        pass


def _hungry(text: str) -> None:
    """Something is kept for every character."""
    [object() for _ in range(30 * len(text))]


@pytest.mark.long
@pytest.mark.parametrize(
    ("holds", "moment", "told"), [(_slow, 0.2, "seconds, where a plain"), (_hungry, 60.0, "bytes, where a plain")]
)
def test_an_input_that_takes_more_than_a_plain_one_of_its_size_fails(
    holds: Callable[[str], None], moment: float, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.fuzz.limits.MOMENT", moment)
    target = TARGETS[0]
    text = "x" * 8_000
    odd = evolve(target, holds=lambda each: holds(each) if each == text else None, plain=lambda _: "plain")
    with pytest.raises(AssertionError, match=told):
        hold(odd, text)
    hold(odd, "another")


def test_the_same_seed_makes_the_same_inputs() -> None:
    for target in TARGETS:
        one, other = inputs(target, 3), inputs(target, 3)
        assert [next(one) for _ in range(3)] == [next(other) for _ in range(3)]


def test_the_bytes_of_a_fuzzer_make_inputs() -> None:
    for target in TARGETS:
        for data in (b"", b"\xff" * 8, bytes(range(256))):
            target.holds(target.make(Guided(data)))
