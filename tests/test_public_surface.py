"""What an importer finds: the promised names, nothing that changes, one kind of error for each kind of mistake."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from random import Random

import attrs
import pytest

import granada
from granada import Face, Purse

NAMES = """
new_game legal_actions broken is_legal apply outcomes deal score observe violations winners replay play
GRANADA ALHAMBRA COMBINED State View Layout City Cell Card Bureau Currency Purse Round Face Tile TileSet Building Family
Rule Rulings Action Take Buy Flip Place Store Give Add Remove Swap TakeHut Reveal Reactivate Decline Stop Pass Draw
BadNotation InvalidState IllegalAction Violation Scoring Row Standing Record Bot RandomBot BuilderBot from_json to_json
Player Dirk Deck Layer Setup Game Module
"""
PROMISED = NAMES.split()


@pytest.mark.parametrize("name", PROMISED)
def test_the_promised_name_is_there_and_says_what_it_is(name: str) -> None:
    value = getattr(granada, name)
    assert inspect.getdoc(value) or isinstance(value, granada.Game)


def test_the_public_names_are_exported_explicitly() -> None:
    assert set(PROMISED) <= set(granada.__all__)
    assert all(hasattr(granada, name) for name in granada.__all__)


def test_the_package_is_typed_and_has_a_version() -> None:
    assert (Path(granada.__file__).parent / "py.typed").is_file()
    assert granada.__version__


def test_every_error_of_ours_is_a_value_error() -> None:
    for error in (granada.BadNotation, granada.InvalidState, granada.IllegalAction):
        assert issubclass(error, ValueError)


def test_nothing_but_the_strategies_needs_hypothesis() -> None:
    script = "import sys, granada; sys.exit('hypothesis' in sys.modules or 'pytest' in sys.modules)"
    subprocess.run(  # noqa: S603  the script above
        [sys.executable, "-c", script], check=True, cwd=Path(granada.__file__).parent.parent
    )


def test_values_never_change() -> None:
    state = granada.deal(granada.new_game(2), Random(0))
    action = granada.legal_actions(state)[0]
    for value in (
        state,
        state.setup,
        state.players[0],
        state.players[0].city,
        state.deck,
        state.dirk,
        state.display,
        state.yard[0],
        action,
        granada.observe(state, 0),
        granada.score(state, "A"),
        granada.GRANADA,
        Face.parse("school8"),
        granada.Rulings(),
    ):
        assert value is not None
        field = attrs.fields(type(value))[0].name
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(value, field, None)


def test_legal_actions_are_an_immutable_sequence() -> None:
    state = granada.deal(granada.new_game(3), Random(0))
    legal = granada.legal_actions(state)
    assert legal[0] in legal
    assert legal[-1] == legal[len(legal) - 1]
    assert list(legal[1:3]) == [legal[1], legal[2]]
    assert next(reversed(legal)) == legal[-1]
    assert legal == granada.legal_actions(state)
    assert hash(legal) == hash(granada.legal_actions(state))
    assert Random(1).choice(legal) in legal
    for outside in (len(legal), -len(legal) - 1):
        with pytest.raises(IndexError):
            legal[outside]
    with pytest.raises(TypeError):
        legal[0] = legal[1]  # type: ignore[index]  # what is tested


def test_the_first_example_of_the_design_runs() -> None:
    rng = Random(7)
    state = granada.deal(granada.new_game(players=3), rng)
    while not state.over:
        action = rng.choice(granada.legal_actions(state))
        state = granada.deal(granada.apply(state, action), rng)
    assert len(state.points) == 3
    assert granada.winners(state)


def test_bots_play_a_whole_game_that_can_be_replayed() -> None:
    for game in ("granada", "alhambra", "combined"):
        bots: list[granada.Bot] = [
            granada.BuilderBot(Random(1)),
            granada.RandomBot(Random(2)),
            granada.BuilderBot(Random(3)),
        ]
        record = granada.play(bots, game, rng=Random(4))
        *_, last = granada.replay(record)
        assert last.over
        assert last.points == record.points
        assert record.winners == granada.winners(last)


def test_an_illegal_action_explains_itself() -> None:
    state = granada.deal(granada.new_game(3), Random(0))
    action = granada.Action.parse("buy 1 with")
    with pytest.raises(granada.IllegalAction) as refusal:
        granada.apply(state, action)
    for rule in refusal.value.rules:
        assert str(rule) in str(refusal.value)
        assert rule.sentence in str(refusal.value)


def test_rules_have_slugs_and_sentences() -> None:
    for rule in granada.Rule:
        assert rule.value == rule.name.lower().replace("_", "-")
        assert granada.Rule(str(rule)) is rule  # type: ignore[call-arg]  # a member is found by its slug alone
        assert rule.sentence.endswith(".")


def test_purses_are_multisets() -> None:
    purse = Purse.parse("b3 b3 g1")
    assert len(purse) == 3
    assert purse.total() == 7
    assert purse.holds(Purse.parse("b3 g1"))
    assert not purse.holds(Purse.parse("b3 b3 b3"))
    assert purse - Purse.parse("b3") + Purse.parse("y9") == Purse.parse("b3 g1 y9")
    with pytest.raises(ValueError, match="not all among"):
        purse - Purse.parse("y9")
