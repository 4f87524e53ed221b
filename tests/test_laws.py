"""What holds in every position and in every game, whatever is played."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import Counter
from itertools import pairwise, permutations, product
from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import granada
from granada import ALHAMBRA, COMBINED, GRANADA, Buy, Draw, Face, Flip, Round, Rule, Take
from granada.board.cells import START
from granada.board.money import CURRENCIES, Card, Purse
from granada.game import rules
from granada.game.actions import canonical
from granada.game.agenda import settle
from granada.game.games import Majority
from granada.game.rules import IMPOSSIBLE
from granada.game.scoring import plans
from granada.steps import EVEN, Act, Begin, PlaceTiles, RefillTiles, ScoreDue, ScoreRow
from granada.strategies import attempts, records, states
from granada.wire.validity import flaws_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada import Action, Record, State, Tile
    from granada.steps import Step

pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
"""The record of a whole game that breaks a law is long."""

FEW = settings(max_examples=settings().max_examples // 3)
"""Where an example takes long."""
WHOLE_GAMES = settings(max_examples=settings().max_examples // 4)
"""A whole game has some thousand positions, so fewer of them are played."""


def covers(listed: Action, action: Action) -> bool:
    """Whether a listed action is the same one, or pays with some of its cards."""
    match listed, action:
        case Buy(space, cards, family), Buy(other, paid, lane):
            return (space, family) == (other, lane) and paid.holds(cards)
        case Flip(face, cards), Flip(other_face, paid):
            return face == other_face and paid.holds(cards)
    return listed == action


# Actions


@given(states(at="a decision"))
def test_legal_actions_are_legal_and_in_canonical_order(state: State) -> None:
    legal = granada.legal_actions(state)
    assert legal
    assert len(legal) == len(set(legal)) == len(tuple(legal))
    assert list(legal) == sorted(legal, key=canonical)
    assert [legal[place] for place in range(len(legal))] == list(legal)
    for action in legal:
        assert granada.is_legal(state, action)
        assert not list(granada.broken(state, action))


@FEW
@given(states(at="a decision"))
def test_every_legal_action_can_be_applied(state: State) -> None:
    for action in granada.legal_actions(state):
        assert granada.apply(state, action) != state


@given(states(at="a draw"))
def test_at_a_draw_the_legal_actions_are_the_possible_draws(state: State) -> None:
    assert tuple(granada.legal_actions(state)) == tuple(draw for draw, _ in granada.outcomes(state))
    assert all(granada.is_legal(state, draw) for draw in granada.legal_actions(state))


@given(st.data(), states())
def test_an_action_is_listed_or_pays_needless_cards_or_is_refused_with_its_rules(
    data: st.DataObject, state: State
) -> None:
    listed = granada.legal_actions(state)
    before = granada.digest(state)
    tries = attempts(state)
    for _ in range(10):
        action = data.draw(tries)
        rules = tuple(granada.broken(state, action))
        assert granada.is_legal(state, action) == (not rules)
        if not rules:
            assert any(covers(each, action) for each in listed)
            granada.apply(state, action)
        else:
            assert not any(each == action for each in listed)
            assert len(set(rules)) == len(rules)
            assert list(rules) == sorted(rules, key=list(Rule).index)
            assert len(rules) == 1 or not IMPOSSIBLE & set(rules)
            with pytest.raises(granada.IllegalAction) as refusal:
                granada.apply(state, action)
            assert refusal.value.rules == rules
            assert refusal.value.action == action
    assert granada.digest(state) == before


def some_of(purse: Purse) -> Iterator[Purse]:
    """Every choice of cards from a purse."""
    kinds = purse.kinds
    for numbers in product(*(range(purse.count(kind) + 1) for kind in kinds)):
        yield Purse.of(kind for kind, number in zip(kinds, numbers, strict=True) for _ in range(number))


def money_of(hand: Purse, space: int) -> Purse:
    """The cards of a hand in the currency of a space, as many as can be tried one by one."""
    return Purse.of([card for card in hand if isinstance(card, Card) and card.currency.space == space][:9])


def everything_one_could_do(state: State) -> Iterator[Action]:
    """Every redesign, purchase, take, flip and placement in reach, legal or not."""
    step = state.todo[0]
    player = state.players[state.actor or 0]
    xs, ys = zip(*(START, *player.city), strict=True)
    near = [granada.Cell(x, y) for x in range(min(xs) - 2, max(xs) + 3) for y in range(min(ys) - 2, max(ys) + 3)]
    if isinstance(step, Act):
        yield from (Take(cards) for cards in some_of(state.display))
        for face, cell in product(set(player.reserve), near):
            yield granada.Add(face, cell)
            yield granada.Swap(cell, face)
        yield from (granada.Remove(cell) for cell in near)
        lanes = state.setup.game.lanes
        for space, lane in product(range(1, 5), lanes if len(lanes) > 1 else (None,)):
            yield from (Buy(space, cards, lane) for cards in some_of(money_of(player.hand, space)))
    elif isinstance(step, PlaceTiles):
        for face in {face for pending in step.tiles for face in pending.tile.faces}:
            yield from (granada.Place(face, cell) for cell in near)
            yield from (granada.Store(face), granada.Give(face))
            for currency in CURRENCIES:
                yield from (Flip(face, cards) for cards in some_of(money_of(player.hand, currency.space)))


@FEW
@given(states(at="a decision", modules=()))
def test_whatever_one_could_do_is_legal_exactly_when_it_is_listed_up_to_needless_cards(state: State) -> None:
    listed = granada.legal_actions(state)
    exact = {action for action in listed if not isinstance(action, Buy | Flip)}
    paid = [action for action in listed if isinstance(action, Buy | Flip)]
    for action in everything_one_could_do(state):
        expected = action in exact or any(covers(each, action) for each in paid)
        assert granada.is_legal(state, action) == expected, str(action)


@given(states(at="a decision"))
def test_no_card_of_a_listed_payment_can_be_withheld(state: State) -> None:
    for action in granada.legal_actions(state):
        if isinstance(action, Buy):
            less = [Buy(action.space, action.cards - Purse.of([card]), action.family) for card in action.cards.kinds]
            assert not any(granada.is_legal(state, each) for each in less)
        elif isinstance(action, Flip):
            flips = [Flip(action.face, action.cards - Purse.of([card])) for card in action.cards.kinds]
            assert not any(granada.is_legal(state, each) for each in flips)


@FEW
@given(states(at="the end"), st.data())
def test_a_finished_game_has_no_actions(state: State, data: st.DataObject) -> None:
    assert state.over
    assert state.actor is None
    assert not granada.legal_actions(state)
    assert not granada.outcomes(state)
    action = data.draw(attempts(state))
    assert list(granada.broken(state, action)) == [Rule.GAME_IS_OVER]
    with pytest.raises(granada.IllegalAction):
        granada.apply(state, action)


# Applying


@given(states(), st.integers(0, 1000))
def test_apply_leaves_its_argument_alone_and_always_gives_the_same(state: State, choice: int) -> None:
    before, text = granada.digest(state), repr(state)
    legal = granada.legal_actions(state)
    if legal:
        action = legal[choice % len(legal)]
        after = granada.apply(state, action)
        assert after == granada.apply(state, action)
        again = granada.from_json(granada.to_json(state), granada.State)
        assert granada.digest(after) == granada.digest(granada.apply(again, action))
    assert granada.digest(state) == before
    assert repr(state) == text


SCRIPT = """
import hashlib, sys
from random import Random
import granada
for game in ("granada", "alhambra", "combined"):
    for players in (2, 5):
        rng = Random(players)
        state = granada.deal(granada.new_game(players, game), rng)
        digest = hashlib.sha256()
        while not state.over:
            legal = granada.legal_actions(state)
            digest.update(" ".join(map(str, legal)).encode())
            state = granada.deal(granada.apply(state, legal[rng.randrange(len(legal))]), rng)
        digest.update(granada.to_json(granada.score(state, "C")).encode())
        print(game, players, granada.digest(state), digest.hexdigest())
"""


def test_a_game_is_the_same_in_every_process_and_with_every_hash_seed() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(told) == 1
    assert len(told.pop().splitlines()) == 6


@given(states())
def test_states_and_their_actions_survive_json_pickling_and_repr(state: State) -> None:
    names = {
        **{name: getattr(granada, name) for name in granada.__all__},
        **vars(granada.steps),
        **vars(granada.modules),
    }
    for module in state.setup.modules:
        names |= vars(sys.modules[f"granada.game.modules.{module.name}"])
        names[repr(module)] = module
    for again in (
        granada.from_json(granada.to_json(state)),
        pickle.loads(pickle.dumps(state)),
        eval(repr(state), names),
    ):
        assert again == state
        assert hash(again) == hash(state)
        assert granada.digest(again) == granada.digest(state)
        assert again.points == state.points
        assert again.actor == state.actor
    for action in granada.legal_actions(state)[:50]:
        assert granada.Action.parse(str(action)) == action
        assert eval(repr(action), names) == action


@given(states())
def test_a_reached_state_has_no_flaws(state: State) -> None:
    assert not list(flaws_of(state))


# Whole games


def of_the_family(faces: Iterable[Face], family: granada.Family) -> list[Face]:
    return [face for face in faces if face.family is family and not face.is_hut]


def tiles_beside_the_city(state: State) -> Iterator[Tile]:
    for step in state.todo:
        if isinstance(step, Act):
            yield from step.bought
        elif isinstance(step, PlaceTiles):
            yield from (pending.tile for pending in step.tiles)


def count_tiles(state: State) -> list[Counter[Tile]]:
    """How often each tile is in the game, whichever face it shows, family by family."""
    counts = []
    seen = [tile.up for tile in (*state.yard, *tiles_beside_the_city(state)) if tile is not None]
    seen += [face for player in state.players for face in (*player.reserve, *player.city.faces)]
    seen += state.dirk.faces if state.dirk else ()
    for tile_set, bag in zip(state.setup.tiles or (), state.bags, strict=True):
        by_face = {face: tile for tile in tile_set.tiles for face in tile.faces}
        counts.append(Counter([*bag, *(by_face[face] for face in of_the_family(seen, tile_set.family))]))
    return counts


def count_cards(state: State) -> Counter[object]:
    purses = [player.hand for player in state.players]
    purses += [state.display, state.discard, *state.deck.pools]
    return Counter(card for purse in purses for card in purse)


@WHOLE_GAMES
@given(records())
def test_cards_and_tiles_are_conserved(record: Record) -> None:
    copies = 2 if record.setup.players == 2 else 3
    bureaus = sum(len(module.cards[0]) for module in record.setup.modules if module.cards)
    expected = [Counter(tile_set.tiles) for tile_set in record.setup.tiles or ()]
    for state in granada.replay(record):
        cards = count_cards(state)
        money = [number for card, number in cards.items() if isinstance(card, Card)]
        assert money == [copies] * 36
        begun = not any(isinstance(step, Begin) for step in state.todo)
        assert sum(cards.values()) - sum(money) == (bureaus if begun else 0)
        assert sum(layer_size for layer in state.deck.layers for layer_size in layer.slots) == sum(
            map(len, state.deck.pools)
        )
        assert count_tiles(state) == expected
        for player in state.players:
            for purse in (player.hand, state.display):
                assert all(purse.count(card) <= 3 for card in purse.kinds)


@WHOLE_GAMES
@given(records())
def test_every_city_is_legal_after_every_step_and_its_outline_is_one_loop(record: Record) -> None:
    judged: set[int] = set()
    kept = []
    for state in granada.replay(record):
        for player in state.players:
            city = player.city
            if id(city) not in judged:
                judged.add(id(city))
                kept.append(city)
                assert not granada.violations(city.layout)
                assert granada.City.of(city.layout) == city
                if city.founding is None:
                    (loop,) = city.outline()
                    assert len(loop) == len({(cell, side) for cell, side, _ in loop})


def rows_to_come(state: State) -> set[tuple[Round, int]]:
    """The rows of all scorings that have not been scored yet; those of C are to come until the end."""
    rows = range(len(plans(state.setup)))
    whole = {card for layer in state.deck.layers for card in layer.cards} | {card for card, _ in state.deck.later}
    started = {step.round: step.row for step in state.todo if isinstance(step, ScoreRow)}
    whole |= {which for step in state.todo if isinstance(step, ScoreDue) for which in step.rounds}
    if state.mover is None:
        whole |= {Round.A, Round.B}
    if not state.over and Round.C not in started:
        whole.add(Round.C)
    found = {(which, row) for which in whole for row in rows}
    return found | {(which, row) for which, first in started.items() for row in rows if row >= first}


@WHOLE_GAMES
@given(records())
def test_scores_never_fall_and_a_scoring_is_the_sum_of_the_rows_that_were_performed(record: Record) -> None:
    before, to_come = None, set[tuple[Round, int]]()
    performed: list[tuple[Round, int]] = []
    for state in granada.replay(record):
        left = rows_to_come(state)
        if before is not None:
            done = sorted(to_come - left, key=lambda each: (each[0].value, each[1]))
            performed += done
            scorings = {which: granada.score(state, which) for which, _ in done}
            rows = [scorings[which].rows[row] for which, row in done]
            for seat, points in enumerate(before.points):
                assert state.points[seat] - points == sum(row.of(seat) for row in rows) >= 0
            if state.dirk and before.dirk:
                assert state.dirk.points - before.dirk.points == sum(row.of(None) for row in rows) >= 0
        before, to_come = state, left
    assert len(performed) == len(set(performed))
    drawn = [action.what for _, action in record.steps if isinstance(action, Draw) and isinstance(action.what, Round)]
    assert [which for which, row in performed if row == 0] == [*drawn, Round.C]
    assert drawn in ([], [Round.A], [Round.A, Round.B])


@given(states(), st.sampled_from(Round))
def test_a_scoring_is_the_sum_of_its_rows(state: State, which: Round) -> None:
    scoring = granada.score(state, which)
    assert [row.name for row in scoring.rows] == [plan.name for plan in plans(state.setup)]
    for seat in range(state.setup.players):
        assert scoring.points[seat] == sum(row.of(seat) for row in scoring.rows)
    assert scoring.dirk == sum(row.of(None) for row in scoring.rows)


@WHOLE_GAMES
@given(records(games=(GRANADA, COMBINED)))
def test_the_marker_moves_exactly_when_a_refill_put_a_tile_and_all_of_them_show_it(record: Record) -> None:
    put, before = 0, None
    for state, (_, action) in zip(list(granada.replay(record))[1:], record.steps, strict=True):
        if before is None:
            before = granada.new_game(
                record.setup.players, record.setup.game, modules=[module.name for module in record.setup.modules]
            )
        refilling = isinstance(before.todo[0], RefillTiles)
        if refilling and isinstance(action, Draw) and isinstance(action.what, granada.Tile):
            two_faced = action.what.down is not None
            put += two_faced
            if two_faced:
                assert (action.what.up.price % 2 == 0) == (before.marker == EVEN)
        goes_on = refilling and bool(state.todo) and isinstance(state.todo[0], RefillTiles)
        if goes_on:
            assert state.marker == before.marker
        else:
            assert (state.marker != before.marker) == bool(put)
            put = 0
        before = state


@WHOLE_GAMES
@given(records())
def test_when_a_turn_begins_the_yard_is_full_or_the_game_is_over(record: Record) -> None:
    lanes = len(record.setup.game.lanes)
    turns = 0
    for state in granada.replay(record):
        if state.todo and isinstance(state.todo[0], Act) and not state.todo[0].bought:
            turns += 1
            spaces = [state.yard[space : space + lanes] for space in range(0, len(state.yard), lanes)]
            assert all(any(space) for space in spaces)
            for lane, bag in enumerate(state.bags):
                assert not bag or all(space[lane] for space in spaces)
            assert len(state.display) == 4 or not (len(state.deck) or len(state.discard))
    assert turns
    assert state.over


@WHOLE_GAMES
@given(records())
def test_turns_go_round_the_table(record: Record) -> None:
    movers: list[int] = []
    for state in granada.replay(record):
        if state.todo and isinstance(state.todo[0], Act):
            assert state.actor == state.mover
        if state.mover is not None and movers[-1:] != [state.mover]:
            movers.append(state.mover)
    seats = record.setup.players
    assert all(later == (earlier + 1) % seats for earlier, later in pairwise(movers))


@WHOLE_GAMES
@given(records())
def test_replaying_a_record_gives_the_same_states(record: Record) -> None:
    again = granada.from_json(granada.to_json(record))
    assert again == record
    first, second = list(granada.replay(record)), list(granada.replay(again))
    assert first == second
    assert len(first) == len(record.steps) + 1
    assert first[-1].over
    assert first[-1].points == record.points
    assert granada.winners(first[-1]) == record.winners


@WHOLE_GAMES
@given(records(games=(GRANADA, COMBINED)))
def test_a_tile_is_never_turned_once_it_lies_in_a_city_or_a_reserve(record: Record) -> None:
    before: set[Face] = set()
    for state in granada.replay(record):
        placed = {face for player in state.players for face in (*player.city.faces, *player.reserve) if not face.is_hut}
        placed |= set(state.dirk.faces) if state.dirk else set()
        assert before <= placed
        before = placed


@given(states(at="a decision"), st.integers(0, 1 << 32))
def test_play_ends(state: State, seed: int) -> None:
    rng = Random(seed)
    for _ in range(40):
        if state.over:
            assert granada.winners(state)
            return
        legal = granada.legal_actions(state)
        state = granada.deal(granada.apply(state, legal[rng.randrange(len(legal))]), rng)


# Scoring


@FEW
@given(states(games=(GRANADA,), at="the end"), st.sampled_from(Round))
def test_the_points_for_a_building_of_granada_add_up(state: State, which: Round) -> None:
    if state.setup.scoring != "normal":
        return
    for row, plan in zip(granada.score(state, which).rows, plans(state.setup), strict=True):
        if isinstance(plan, Majority):
            owners, value = len(row.standings), row.value or 0
            assert value == sum(standing.count for standing in row.standings)
            times = {Round.A: (0, 1, 1, 1), Round.B: (0, 2, 3, 3), Round.C: (0, 3, 5, 6)}[which][min(owners, 3)]
            assert sum(standing.points for standing in row.standings) == times * value


@FEW
@given(states(games=(GRANADA,), at="the end"), st.sampled_from(Round))
def test_the_simplified_points_add_up(state: State, which: Round) -> None:
    if state.setup.scoring != "simplified":
        return
    places = {Round.A: (3,), Round.B: (10, 3), Round.C: (18, 10, 3)}[which]
    for row, plan in zip(granada.score(state, which).rows, plans(state.setup), strict=True):
        if isinstance(plan, Majority):
            owners = len(row.standings)
            assert [standing.points for standing in row.standings][:3] == [*places, 0, 0, 0][: min(owners, 3)]


@FEW
@given(states(games=(GRANADA, COMBINED), at="the end"), st.sampled_from(Round))
def test_whoever_has_more_or_dearer_buildings_ranks_before_the_others(state: State, which: Round) -> None:
    for row, plan in zip(granada.score(state, which).rows, plans(state.setup), strict=True):
        if isinstance(plan, Majority) and plan.ties_by_price:
            everybody = {seat: player.city.faces for seat, player in enumerate(state.players)}
            prices = {
                standing.seat: sorted(
                    face.price
                    for face in (
                        state.dirk.faces if standing.seat is None and state.dirk else everybody[standing.seat or 0]
                    )
                    if face.building is plan.building
                )
                for standing in row.standings
            }
            strength = [(len(prices[standing.seat]), prices[standing.seat][-1]) for standing in row.standings]
            assert strength == sorted(strength, reverse=True)
            assert len(set(strength)) == len(strength)
            assert [standing.place for standing in row.standings] == list(range(1, len(strength) + 1))


@FEW
@given(states(games=(ALHAMBRA, COMBINED), at="the end"), st.sampled_from(Round))
def test_those_who_tie_in_the_alhambra_share_the_places_they_hold_rounded_down(state: State, which: Round) -> None:
    for row, plan in zip(granada.score(state, which).rows, plans(state.setup), strict=True):
        if isinstance(plan, Majority) and not plan.ties_by_price:
            place = 0
            points = [*plan.places[tuple(Round).index(which)], *([0] * 10)]
            groups = Counter(standing.count for standing in row.standings)
            for count, size in sorted(groups.items(), reverse=True):
                given_out = [standing.points for standing in row.standings if standing.count == count]
                worth = sum(points[place : place + size])
                assert worth - size < sum(given_out) <= worth
                assert len(set(given_out)) == 1
                place += size


@FEW
@given(states(at="the end", modules=()), st.sampled_from(Round), st.data())
def test_renaming_the_seats_renames_the_result(state: State, which: Round, data: st.DataObject) -> None:
    seats = range(state.setup.players)
    order = data.draw(st.sampled_from(list(permutations(seats))[:200]))
    renamed = evolve(state, players=tuple(state.players[seat] for seat in order))
    plain, other = granada.score(state, which), granada.score(renamed, which)
    assert other.points == tuple(plain.points[seat] for seat in order)
    assert other.dirk == plain.dirk
    for row, again in zip(plain.rows, other.rows, strict=True):
        assert again.value == row.value
        assert {
            (order[s.seat] if s.seat is not None else None, s.count, s.points, s.place) for s in again.standings
        } == {(s.seat, s.count, s.points, s.place) for s in row.standings}


@given(states(at="a decision"), st.integers(0, 1 << 16))
def test_the_agenda_tells_every_step_that_changes_something(state: State, chosen: int) -> None:
    legal = granada.legal_actions(state)
    action = legal[chosen % len(legal)]
    ran: list[tuple[Step, State | None]] = []
    after = rules.apply_telling(state, action, lambda *each: ran.append(each))
    assert after == granada.apply(state, action)
    step, done = ran.pop(0)  # what the action does before anything runs by itself
    assert step == state.todo[0]
    assert done is not None
    again: list[tuple[Step, State | None]] = []
    assert settle(done, lambda *each: again.append(each)) == after
    assert again == ran
    told = [(kind, later) for kind, later in ran if later is not None]
    states_told = [done, *(each for _, each in told)]
    assert all(before != later for before, later in pairwise(states_told))
    assert after in {states_told[-1], evolve(states_told[-1], todo=after.todo)}
    for (kind, later), before in zip(told, states_told, strict=False):
        assert kind in before.todo
        assert settle(later) == after
