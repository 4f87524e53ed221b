"""Positions that imagine: what a seat cannot know is dealt anew, and nothing else."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

import granada
import granada.fast
from granada import Card, Deck, InvalidState, Purse
from granada.fast import plain
from granada.fast.likeness import Mixer, dream_seed
from granada.game import Pile
from granada.strategies import states
from tests.exact_odds import exact_odds
from tests.refusing import refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from granada import Action, Bot, State, View

ENGINES = [
    pytest.param(plain, id="rules"),
    *([pytest.param(granada.fast, id="kernel")] if granada.fast.COMPILED else []),
]


def midway(players: int = 3, game: str = "granada", decisions: int = 60, seed: int = 7, **options: Any) -> State:
    """A state in the middle of a game."""
    position = plain.Position(granada.new_game(players, game, **options), Random(seed))
    position.finish(decisions=decisions)
    return position.state()


@pytest.mark.parametrize("engine", ENGINES)
@given(state=states(at="a decision"), seed=st.integers(0, 1 << 32), data=st.data())
def test_redealing_is_sampling_the_view(engine: Any, state: State, seed: int, data: st.DataObject) -> None:
    seat = data.draw(st.none() | st.integers(0, state.setup.players - 1))
    recall = data.draw(st.booleans())
    position = engine.Position(state, Random(3))
    view = granada.observe(state, seat, recall=recall)
    given, twin = Random(seed), Random(seed)
    dream = position.redeal(seat, given, recall=recall)
    own = dream_seed(twin)
    assert given.getstate() == twin.getstate()
    assert dream.state() == view.sample(Mixer(own))
    assert granada.observe(dream.state(), seat, recall=recall) == view
    assert dream.generator().getstate() == Random(own).getstate()
    assert position == engine.Position(state, Random(3))
    assert engine.Position.of(view, Random(seed)) == dream


def small(bureaus: bool) -> State:
    """Three seats of which two have hidden hands, and few unseen cards."""
    state = midway(modules=["exchange"])
    hands = [Purse.parse("b1"), Purse.parse("g2"), Purse.parse("g2 b/y" if bureaus else "o3 g2")]
    players = tuple(evolve(player, hand=hand) for player, hand in zip(state.players, hands, strict=True))
    pools = (Purse.parse("y4 b9"), Purse.parse("g/o")) if bureaus else (Purse.parse("y4 b9"),)
    layers = (Pile((1, 1) if bureaus else (1,)), Pile((1, 0) if bureaus else (1,)))
    return evolve(state, players=players, deck=Deck(pools, layers))


def expected_odds(view: View, state: State) -> Counter[tuple[Purse, ...]]:
    """The hands that a seat must think of, by counting every way to deal real, different cards."""
    money = [card for card in view.unseen if isinstance(card, Card)]
    bureaus = [card for card in view.unseen if not isinstance(card, Card)]
    sizes = [len(player.hand) for player in state.players[1:]]
    apart = len(state.deck.pools) > 1
    kinds: list[list[Any]] = [money, bureaus] if apart else [[*bureaus, *money]]
    places = [sum(layer.slots[pool] for layer in state.deck.piles) for pool in range(len(kinds))]
    ways: Counter[tuple[Purse, ...]] = Counter()
    for held in chosen(kinds, places):
        for first in combinations(range(len(held)), sizes[0]):
            second = [card for place, card in enumerate(held) if place not in first]
            ways[Purse([held[place] for place in first]), Purse(second)] += 1
    return ways


def chosen(kinds: list[list[Any]], places: list[int]) -> Iterator[list[Any]]:
    """Every choice of the cards that are not in the deck."""
    if not kinds:
        yield []
        return
    for left in combinations(range(len(kinds[0])), len(kinds[0]) - places[0]):
        for rest in chosen(kinds[1:], places[1:]):
            yield [*(kinds[0][place] for place in left), *rest]


@pytest.mark.parametrize("bureaus", [False, True])
def test_every_deal_is_as_likely_as_cards_make_it(bureaus: bool) -> None:
    state = small(bureaus)
    view = granada.observe(state, 0)
    odds = exact_odds(lambda rng: tuple(player.hand for player in view.sample(rng).players[1:]))
    ways = expected_odds(view, state)
    assert odds == {hands: Fraction(number, ways.total()) for hands, number in ways.items()}
    assert len(odds) > 5


@pytest.mark.long
@pytest.mark.parametrize("recall", [False, True])
def test_bonus_cards_are_dealt_as_likely_as_they_are(recall: bool) -> None:
    state = midway(2, "alhambra", modules=["bonus"], decisions=1)
    bonus = granada.modules.BONUS
    dealt: Counter[granada.Face | None] = Counter()
    position = granada.fast.Position(state, Random(1))
    rng = Random(5)
    number = 2500
    for _ in range(number):
        dealt.update(position.redeal(0, rng, recall=recall).state().extra(bonus).hidden[1])
    own = state.extra(bonus).hidden[0]
    assert set(dealt) == set(granada.game.bonus_cards(state.setup)) - set(own)
    share = 3 * number / len(dealt)
    assert sum((found - share) ** 2 / share for found in dealt.values()) < 30  # six degrees: one in 25,000


@pytest.mark.parametrize("engine", ENGINES)
def test_large_deals_pass_a_chi_square_test(engine: Any) -> None:
    state = midway(4, modules=["exchange"], decisions=40)
    position, rng = engine.Position(state, Random(1)), Random(2)
    number = 2000 if engine is granada.fast else 150
    unseen = [card for card in granada.observe(state, 0).unseen if isinstance(card, Card)]
    held: Counter[Card] = Counter()
    for _ in range(number):
        for player in position.redeal(0, rng).state().players[1:]:
            held.update(card for card in player.hand if isinstance(card, Card))
    share = Fraction(held.total(), len(unseen))
    kinds = Counter(unseen)
    square = sum((held[card] - copies * share) ** 2 / (copies * share) for card, copies in kinds.items())
    assert square < 2.2 * len(kinds)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_dream_knows_nothing_of_what_will_be_drawn(engine: Any) -> None:
    position, rng = engine.Position(midway(), Random(4)), Random(5)
    before = position.generator().getstate()
    dreams = [position.redeal(0, rng) for _ in range(12)]
    assert position.generator().getstate() == before
    assert len({dream.generator().getstate() for dream in dreams}) == 12
    assert before not in {dream.generator().getstate() for dream in dreams}
    assert len({tuple(player.hand for player in dream.state().players) for dream in dreams}) == 12
    remembered = [position.redeal(0, rng, recall=True) for _ in range(3)]
    assert {each.state() for each in remembered} == {position.state()}


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES)
def test_copies_dream_the_same_dream_unless_they_get_a_generator(engine: Any) -> None:
    position, rng = engine.Position(midway(), Random(4)), Random(5)
    assert len({position.copy().finish() for _ in range(2)}) == 1
    copies = [position.copy(rng) for _ in range(3)]
    assert {each.state() for each in copies} == {position.state()}
    assert len({each.finish() for each in copies}) > 1


def test_both_engines_dream_alike() -> None:
    if granada.fast.COMPILED:
        for modules in ([], ["vizier", "exchange"]):
            state = midway(modules=modules)
            ends = []
            for engine in (plain, granada.fast):
                rng = Random(9)
                dream = engine.Position(state, Random(1)).redeal(1, rng)
                ends.append((dream.copy(rng).finish("builder"), dream.finish(), rng.random()))
            assert ends[0] == ends[1]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("policy", ["random", "builder"])
def test_a_policy_plays_step_by_step_what_it_plays_at_once(engine: Any, policy: str) -> None:
    position = engine.Position(midway(), Random(4))
    stepped, limited, whole = position.copy(), position.copy(), position.copy()
    for _ in range(10):
        stepped.step(policy)
    assert limited.finish(policy, decisions=10) == limited.points
    assert stepped == limited
    assert not limited.over
    limited.finish(policy)
    whole.finish(policy)
    assert limited == whole
    assert whole.winners() == granada.winners(whole.state())
    whole.step(policy)
    assert limited == whole
    refused(InvalidState, position.winners, lambda: position.step("clever"), lambda: position.finish(decisions=-1))


@pytest.mark.parametrize("engine", ENGINES)
def test_positions_are_told_compared_copied_and_pickled(engine: Any) -> None:
    position = engine.Position(midway(), Random(4))
    assert repr(position).startswith("<Position: granada, 3 players, seat ")
    assert position.setup == position.state().setup
    for twin in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert twin == position
        twin.apply(0)
        assert twin != position
    assert position != position.copy(Random(1))
    assert position != position.state()
    refused(TypeError, lambda: hash(position))


@pytest.mark.parametrize("engine", ENGINES)
def test_careless_imagining_is_refused(engine: Any) -> None:
    state = midway()
    position, rng = engine.Position(state, Random(4)), Random(1)
    refused(InvalidState, lambda: position.redeal(3, rng))
    refused(
        TypeError,
        lambda: position.redeal("1", rng),
        lambda: position.redeal(1, 7),
        lambda: position.copy(7),
        lambda: engine.Position.of(state, rng),
        *(partial(position.apply, number) for number in (True, False)),
    )


class Watching:
    """A bot that notes whether its views have recall."""

    def __init__(self, rng: Random, remembers: Any) -> None:
        self.rng, self.seen = rng, set[bool]()
        if remembers is not None:
            self.remembers = remembers

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        self.seen.add(view.recall)
        return legal[self.rng.randrange(len(legal))]


def test_a_bot_that_says_that_it_remembers_gets_views_with_recall() -> None:
    bots: list[Watching] = [Watching(Random(seat), remembers) for seat, remembers in enumerate((True, False, None))]
    granada.play(bots, rng=Random(1))
    assert [bot.seen for bot in bots] == [{True}, {False}, {False}]


def test_a_search_that_remembers_plays() -> None:
    bots: list[Bot] = [granada.SearchBot(Random(1), playouts=2, remembers=True), granada.RandomBot(Random(2))]
    assert granada.play(bots, rng=Random(3)).points
