"""The compiled kernel at the other end of the protocol, graded like any other engine."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import granada
import granada.fast
from granada.__main__ import main
from granada.checking.fuzz import fuzz
from granada.questions import KINDS, answer as answer_by_rules
from granada.spec import Case, cases

kernel = pytest.mark.skipif(not granada.fast.COMPILED, reason="there is no compiled kernel")


def answer(question: Any) -> dict[str, Any]:
    from granada.checking.kernel import answer as answer_by_kernel

    return answer_by_kernel(question)


def is_long(case: Case) -> bool:
    """Whether a case is a long game: to follow one the kernel tries out every draw."""
    return case.kind == "game" and len(case.given["record"]) > 300


@kernel
@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.long)])
def test_the_kernel_passes_the_suite(step: int) -> None:
    asked = [case for case in cases()[::step] if step == 1 or not is_long(case)]
    assert granada.check(answer, cases=asked).totals == f"{len(asked)} passed, 0 failed, 0 skipped"


@kernel
@pytest.mark.parametrize(("seed", "number"), [(1, 30), pytest.param(2, 600, marks=pytest.mark.long)])
def test_the_kernel_answers_random_questions_as_the_rules_do(seed: int, number: int) -> None:
    assert fuzz(answer, number, seed).totals == f"{number} passed, 0 failed, 0 skipped"


@kernel
def test_the_kernel_says_what_the_rules_answer_for_it() -> None:
    said = answer({"kind": "hello", "id": "hello"})
    assert (said["name"], said["python"], said["kinds"]) == ("granada kernel", ["layout", "notation"], list(KINDS))


@kernel
def test_a_question_that_makes_no_sense_is_an_error_as_ever() -> None:
    for wrong in (None, {"id": 7}, {"id": 7, "kind": "riddle"}, {"id": 7, "kind": "legal", "state": {}}):
        assert answer(wrong).keys() == {"id", "error"}


@kernel
@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("score", {"game": "granada", "round": "A", "cities": [{"1,0": "park6"}]}),
        ("score", {"game": "alhambra", "scoring": "simplified", "round": "A", "cities": [{"1,0": "pavilion8"}, {}]}),
        ("award", {"game": "granada", "hands": ["g9"], "yard": [None, "school12|park13/s", None, None]}),
        ("award", {"game": "granada", "hands": ["g9", "g7"], "yard": [None, "school12|park13/s", *[None] * 6]}),
        ("award", {"game": "granada", "hands": ["g9", "g7"], "yard": [None, "school12|park13/s", *[None] * 10]}),
    ],
    ids=["one-city", "simplified-alhambra", "one-hand", "eight-slots", "twelve-slots"],
)
def test_the_kernel_answers_and_refuses_as_the_rules_do_in_the_same_words(kind: str, given: dict[str, Any]) -> None:
    question = {"id": "odd", "kind": kind, "given": given}
    assert answer(question) == answer_by_rules(question)


@kernel
@pytest.mark.parametrize("game", [granada.GRANADA, granada.ALHAMBRA, granada.COMBINED])
def test_every_draw_of_a_game_has_the_chance_and_the_effect_that_the_rules_say(game: granada.Game) -> None:
    from granada.fast.compiled import WaitingPosition

    rng = Random(5)
    modules = [] if game is granada.GRANADA else ["vizier", "exchange", "huts", "bonus"]
    state = granada.new_game(2, game, modules=modules)
    for _ in range(50):
        position = WaitingPosition(state)
        assert position.state() == state
        chances: dict[str, Fraction] = {}
        for what, chance, after in position.draws():
            if what not in chances:
                draw = granada.Action.parse(f"draw {what}")
                assert after.state() == granada.apply(state, draw)
            chances[what] = chances.get(what, Fraction()) + chance
        outcomes = granada.outcomes(state)
        assert chances == {str(draw.what): chance for draw, chance in outcomes}
        able: list[granada.Action] = [draw for draw, _ in outcomes]
        able = able or list(granada.legal_actions(state))
        state = granada.apply(state, rng.choice(able))


@kernel
def test_a_script_asks_for_numbers_below_its_limits() -> None:
    from granada.fast import _kernel
    from granada.fast.translating import read

    translator, record = read(granada.new_game(3))
    waiting = _kernel.Waiting(translator.table, record)
    assert (waiting.waits, waiting.actor, waiting.over, waiting.actions()) == (True, None, False, [])
    assert waiting.draw([]) == (True, [54])
    for wrong in (-1, 54):
        with pytest.raises(ValueError, match="limit"):
            waiting.draw([wrong])
    with pytest.raises(TypeError):
        waiting.draw([1 << 40])
    assert waiting.record() == _kernel.Waiting(translator.table, record).record()
    assert waiting.draw([53]) == (True, [54, 53])
    assert not waiting.do((14, -1, -1, 0, 0, b""))


def test_the_service_is_refused_where_there_is_no_kernel(monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr("granada.fast.COMPILED", False)
    monkeypatch.delitem(sys.modules, "granada.commands.serve", raising=False)
    assert main(["serve", "--engine", "kernel"]) == 2
    assert capsys.readouterr().err == "granada serve: the compiled kernel is not installed\n"
    monkeypatch.delitem(sys.modules, "granada.commands.serve", raising=False)


@kernel
def test_the_service_answers_through_a_pipe() -> None:
    questions = [
        {"id": "hello", "kind": "hello"},
        {"id": "1", "kind": "place", "given": {"city": "@", "do": "place park6 at 0,1"}},
    ]
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run(
        [sys.executable, "-m", "granada", "serve", "--engine", "kernel"],
        input=lines,
        capture_output=True,
        text=True,
        check=True,
    )
    hello, placed = map(json.loads, done.stdout.splitlines())
    assert hello["name"] == "granada kernel"
    assert placed == {"id": "1", "legal": True}
