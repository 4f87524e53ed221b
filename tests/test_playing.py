"""Bots at the table: they are told what their seats can see, and named when they give nonsense."""

from __future__ import annotations

import pickle
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import granada
from granada import BuilderBot, FaultyBot, Purse, RandomBot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from granada import Action, Event, View


class Rememberer:
    """Follows all hands by what it is told, and plays like a builder."""

    def __init__(self, players: int, rng: Random) -> None:
        self.hands = [Purse() for _ in range(players)]
        self.bonus: list[tuple[int, object]] = []
        self.builder = BuilderBot(rng)
        self.heard: list[Event] = []

    def notice(self, event: Event) -> None:
        self.heard.append(event)
        match event:
            case granada.events.CardDealt(seat, card):
                self.hands[seat] += Purse([card])
            case granada.events.Taken(seat, cards):
                self.hands[seat] += cards
            case granada.events.Bought(seat, cards=cards) | granada.events.Flipped(seat, cards=cards):
                self.hands[seat] -= cards
            case granada.events.BonusDealt(seat, hidden):
                self.bonus.append((seat, hidden))

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        assert view.seat is not None
        assert self.hands[view.seat] == view.hand
        assert tuple(map(len, self.hands)) == view.hand_sizes
        self.known = self.hands[:]
        return self.builder.choose(view, legal)


@pytest.mark.parametrize(("name", "modules"), [("granada", ()), ("alhambra", ("vizier", "exchange", "huts", "bonus"))])
def test_a_bot_that_listens_knows_what_a_view_with_recall_shows(name: str, modules: tuple[str, ...]) -> None:
    bots: list[granada.Bot] = [Rememberer(3, Random(1)), RandomBot(Random(2)), Rememberer(3, Random(3))]
    record = granada.play(bots, name, rng=Random(4), modules=modules)
    *_, state = granada.replay(record)
    assert isinstance(bots[0], Rememberer)
    assert isinstance(bots[2], Rememberer)
    assert tuple(bots[0].hands) == tuple(player.hand for player in state.players)
    assert bots[0].heard[-1] == granada.events.GameOver(state.points, granada.winners(state))
    told = [
        event.seen_by(0)
        for before, (_, action) in zip(granada.replay(record), record.steps, strict=False)
        if action is not None
        for event in granada.unfold(before, action)[1]
    ]
    assert bots[0].heard == told
    for seat in (0, 2):
        listener: Any = bots[seat]
        assert all((face is not None) == (owner == seat) for owner, face in listener.bonus)
        assert len(listener.bonus) == (9 if modules else 0)


def test_listening_changes_no_game() -> None:
    listening = granada.play([Rememberer(2, Random(1)), BuilderBot(Random(2))], rng=Random(3))
    deaf = granada.play([BuilderBot(Random(1)), BuilderBot(Random(2))], rng=Random(3))
    assert listening == deaf


class Gives:
    """Gives the same, whatever it sees."""

    def __init__(self, gave: object) -> None:
        self.gave = gave

    def __repr__(self) -> str:
        return "Gives()"

    def choose(self, view: View, legal: Sequence[Action]) -> Any:  # noqa: ARG002  what is tested
        return self.gave


@pytest.mark.parametrize("gave", [None, 5, "take b3", [], granada.Pass, RandomBot()])
def test_a_bot_that_gives_no_action_is_named(gave: object) -> None:
    with pytest.raises(FaultyBot) as fault:
        granada.play([RandomBot(Random(1)), Gives(gave)], rng=Random(1))
    assert (fault.value.seat, fault.value.gave, fault.value.rules) == (1, gave, ())


def test_a_bot_that_gives_an_illegal_action_is_named_with_the_rules() -> None:
    with pytest.raises(FaultyBot) as fault:
        granada.play([Gives(granada.Pass()), RandomBot(Random(1))], rng=Random(1))
    assert fault.value.rules == (granada.Rule.ACT_ON_YOUR_TURN,)
    again = pickle.loads(pickle.dumps(fault.value))
    assert (str(again), again.rules) == (str(fault.value).replace("Gives()", "'Gives()'"), fault.value.rules)


def test_what_a_bot_raises_is_its_own() -> None:
    class Falls:
        def choose(self, view: View, legal: Sequence[Action]) -> Action:  # noqa: ARG002  it falls
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        granada.play([Falls(), Falls()], rng=Random(1))
