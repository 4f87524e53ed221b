"""What random questions ask, a case asks too: the suite alone must find what the fuzzer finds."""

from __future__ import annotations

from collections import defaultdict

from granada.fuzzing.random_questions import STRATA
from granada.fuzzing.random_strata import GameStratum, always
from granada.questions.protocol import games_of, modules_needed
from granada.spec.cases import Case
from granada.spec.suite import cases

DEALT = {"with a draw changed"}
"""Strata of which any question is one."""


def cases_by_kind_and_game() -> dict[tuple[str, str], list[Case]]:
    """The cases of the suite, those of a kind and a game together."""
    found = defaultdict(list)
    for case in cases():
        for game in games_of(case.asked):
            found[case.kind, game].append(case)
    return found


def test_every_stratum_says_which_questions_belong_to_it() -> None:
    assert {stratum.name for stratum in STRATA if stratum.holds is always} == DEALT


def test_every_stratum_has_a_written_case_in_every_game_in_which_it_is_asked() -> None:
    known = cases_by_kind_and_game()
    missing = [
        f"{stratum.kind}, {stratum.name}, in {game}"
        for stratum in STRATA
        for game in stratum.games
        if not any(
            stratum.holds(case)
            and (not stratum.module or stratum.module in modules_needed(case.asked))
            and (not isinstance(stratum, GameStratum) or not stratum.players or _players(case) == stratum.players)
            for case in known[stratum.kind, game]
        )
    ]
    assert missing == []


def _players(case: Case) -> int:
    setup = case.asked.setup
    return 0 if setup is None else setup.players
