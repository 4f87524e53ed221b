"""A player that taught itself: policy gradients on a batch of games of two, with nothing but NumPy.

Learn, in some minutes:  python docs/learner.py
Compete:                 PYTHONPATH=docs granada tournament --bots learner:Learner builder --games 200 --seed 2026
"""

import json
import os
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import TypeAlias

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small: more threads only wait for each other
import numpy as np
from numpy.typing import ArrayLike, NDArray

import granada
from granada.fast import Batch
from granada.learning import Encoding

Bytes: TypeAlias = NDArray[np.int8]
Reals: TypeAlias = NDArray[np.float32]
Places: TypeAlias = NDArray[np.intp]
WEIGHTS = Path(__file__).with_suffix(".json")
START = granada.new_game(2)
ENCODING = Encoding(START)
COLUMN = {name: place for place, name in enumerate(ENCODING.columns)}
LARGE = {"price": 10, "cards": 3, "total": 10, "over": 4, "sites": 4, "open": 3, "barred": 3}
"""What is read off the row of an action, and how large it may well be."""
CURRENCIES = np.kron(np.eye(4), np.arange(1, 10)[:, None])
"""What each card is worth in each currency."""
VERBS, BUILDINGS, OWNERS = 16, 10, 6
GAMES, STEPS, HIDDEN = 256, 32, 64
"""Games at once, decisions of each in a round, and how large the hidden layers are."""


def described(rows: Bytes, actions: Bytes, game: Places) -> tuple[Reals, Reals]:
    """Features of each game and of each action; ``game`` gives the game to which each action belongs."""
    seen, number = ENCODING.parts(rows), len(rows)
    place = (np.arange(number)[:, None] * OWNERS + seen["tiles"][:, :, 0]) * BUILDINGS + seen["tiles"][:, :, 3]
    owned = np.bincount(place.ravel(), minlength=number * OWNERS * BUILDINGS).reshape(number, OWNERS, BUILDINGS) / 3
    scorings = (seen["later"] > 0) | seen["piles"][:, :, 2:].any(1)
    deck = seen["piles"][:, :, :2].sum((1, 2))[:, None] / 50
    lead = (seen["points"][:, 0] - seen["points"][:, 1]) @ [[2], [0.02]]
    common = np.concatenate([scorings, deck, seen["hand_sizes"] / 10, seen["mover"] == 1, lead], 1)
    table = np.concatenate([common, owned[:, 1:].reshape(number, -1), seen["hand"] @ CURRENCIES / 10], 1)

    verb, slot, building = actions[:, :3].T
    taken = (verb == 1).astype(np.int8) - (verb == 2)
    hand = seen["hand"][game] + taken[:, None] * actions[:, COLUMN["b1"] :]
    sums = np.ones((len(actions), 4), np.uint16)  # a bit for each sum that the hand then holds exactly
    for value, held in enumerate(hand.reshape(-1, 4, 9).transpose(2, 0, 1).copy(), start=1):
        for copies in range(held.max(initial=0)):
            sums |= (sums << value) * (held > copies)
    price = seen["yard"][:, :, 1][game]
    price[np.arange(len(actions)), slot - 1] *= slot == 0  # what is bought is no longer for sale
    money, sold = hand @ CURRENCIES, price > 0
    exact = (sums >> price.astype(np.uint16) & 1) * sold
    then = [exact.sum(1), (exact * price).sum(1) / 10, (exact * price).max(1) / 10, ((money >= price) & sold).sum(1)]
    then += [money.sum(1) / 10, hand.sum(1) / 5, actions[:, COLUMN["over"]] == 0]
    told = actions[:, [COLUMN[name] for name in LARGE]] / [*LARGE.values()]
    about = [np.eye(VERBS)[verb], np.eye(BUILDINGS)[building], owned[game, 1:, building], told, np.stack(then, 1)]
    return table.astype(np.float32), np.concatenate([*about, common[game]], 1, dtype=np.float32)


class Network:
    """A network with one hidden layer and one output for each row, which learns with Adam."""

    def __init__(self, arrays: Sequence[ArrayLike]) -> None:
        """Start with some weights."""
        self.arrays, self.steps = [np.array(each, np.float32) for each in arrays], 0
        self.means, self.squares = ([np.zeros_like(each) for each in self.arrays] for _ in range(2))

    def __call__(self, rows: Reals) -> Reals:
        """The outputs for some rows."""
        first, bias, last = self.arrays
        scores: Reals = np.maximum(rows @ first + bias, 0) @ last
        return scores

    def learn(self, rows: Reals, wish: Reals, rate: float) -> None:
        """Take a step that changes the outputs for some rows in the given direction."""
        first, bias, last = self.arrays
        hidden = np.maximum(rows @ first + bias, 0)
        back = np.outer(wish, last) * (hidden > 0)
        self.steps += 1
        for place, slope in enumerate((rows.T @ back, back.sum(0), hidden.T @ wish)):
            self.means[place] += 0.1 * (slope - self.means[place])
            self.squares[place] += 0.001 * (slope**2 - self.squares[place])
            spread = np.sqrt(self.squares[place] / (1 - 0.999**self.steps)) + 1e-6
            self.arrays[place] += rate * self.means[place] / (1 - 0.9**self.steps) / spread


def look(batch: Batch) -> SimpleNamespace:
    """The data of a batch before a step: tables, actions, their games, and the sign of the deciding seat."""
    assert batch.features is not None
    counts, sign = batch.mask.sum(1), np.where(batch.actors == 0, 1, -1)
    game = np.repeat(np.arange(GAMES), counts)
    table, actions = described(batch.observation, batch.features[batch.mask], game)
    return SimpleNamespace(table=table, actions=actions, game=game, starts=np.cumsum(counts) - counts, sign=sign)


def learned(rounds: int, seed: int, threads: int = 2) -> Network:
    """The policy after the given number of rounds of self-play; a lead of 20 points is a reward of 1."""
    rng, batch = np.random.default_rng(seed), Batch(START, GAMES, seed, threads, decisions=400)
    now = look(batch)
    policy, value = (
        Network([rng.normal(0, width**-0.5, (width, HIDDEN)), np.zeros(HIDDEN), np.zeros(HIDDEN)])
        for width in (now.actions.shape[1], now.table.shape[1])
    )
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", end="\r", flush=True)
        played, left = [], 1 - number / rounds
        for _ in range(STEPS):
            tried = policy(now.actions) + rng.gumbel(size=len(now.actions))  # chooses by softmax
            now.chosen = np.flatnonzero(tried == np.maximum.reduceat(tried, now.starts)[now.game])
            now.worth = now.sign * value(now.table)  # to the first seat; what it gains the other loses
            batch.step(now.chosen - now.starts)
            now.reward, now.goes_on = (batch.gains[:, 0] - batch.gains[:, 1]) / 20, batch.ends == 0
            played.append(now)
            now = look(batch)
        coming, better = now.sign * value(now.table), np.zeros(GAMES)
        for each in reversed(played):  # how much better it went than was thought
            better = each.reward + each.goes_on * (coming + 0.95 * better) - each.worth
            coming, each.better = each.worth, better * each.sign
        usual = np.std([each.better for each in played])
        for place in rng.permutation(STEPS):
            each = played[place]
            likings, push = policy(each.actions), each.better / usual
            grown = np.exp(likings - np.maximum.reduceat(likings, each.starts)[each.game])
            wish = -grown * (push / np.add.reduceat(grown, each.starts))[each.game]
            wish[each.chosen] += push
            policy.learn(each.actions, wish / GAMES, 1e-3 * left)
            error = each.better + each.sign * each.worth - value(each.table)
            value.learn(each.table, error / GAMES, 1e-3 * left)
    return policy


class Learner:
    """A bot that does the action with the highest score."""

    def __init__(self) -> None:
        """Read the weights, which must belong to this encoding."""
        try:
            kept = json.loads(WEIGHTS.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise granada.InvalidState(f"{WEIGHTS} is missing; train the learner first: python {__file__}") from None
        ENCODING.check(kept["encoding"])
        self.policy = Network(kept["policy"])

    def choose(self, view: granada.View, legal: Sequence[granada.Action]) -> granada.Action:
        """The action with the highest score."""
        rows = ENCODING.features(view, legal)
        _, actions = described(ENCODING.observe(view)[None], rows, np.zeros(len(rows), np.intp))
        return legal[int(self.policy(actions).argmax())]


if __name__ == "__main__":
    parser = ArgumentParser(description="Learns to play Granada with two, in some minutes.")
    parser.add_argument("--rounds", type=int, default=400, help="the number of rounds of games (400)")
    policy = learned(parser.parse_args().rounds, seed=1)
    kept = {"encoding": ENCODING.name, "policy": [each.tolist() for each in policy.arrays]}
    WEIGHTS.write_text(json.dumps(kept), encoding="utf-8")
