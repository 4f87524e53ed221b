"""Policy gradients with torch on a batch of games: a network scores the row of each legal action.

python docs/torch_learner.py --rounds 40
"""

from argparse import ArgumentParser

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import granada
from granada.fast import Batch

GAMES, STEPS, HIDDEN = 64, 128, 64
"""Games at once, decisions of each in a round, and units of the hidden layer."""


def distribution(network: nn.Module, batch: Batch) -> Categorical:
    """The policy: for each game, the probabilities of its legal actions."""
    assert batch.features is not None
    mask = torch.from_numpy(batch.mask.copy())  # a step overwrites the arrays of a batch, so copy what autograd keeps
    actions = torch.from_numpy(batch.features[batch.mask])  # indexing by a mask copies
    tables = torch.from_numpy(batch.observation)[mask.nonzero()[:, 0]]
    rows = torch.cat([actions, tables], 1).float() / 8
    scores = torch.full(mask.shape, -torch.inf)
    scores[mask] = network(rows).squeeze(1)
    return Categorical(logits=scores)


def update(network: nn.Module, optimizer: torch.optim.Optimizer, batch: Batch) -> list[int]:
    """Learn from a round in which seat 1 moves at random; return seat 0's leads in the games that ended."""
    chances, gains, continues, leads = list[Tensor](), list[Tensor](), list[Tensor](), list[int]()
    for _ in range(STEPS):
        policy, ours = distribution(network, batch), torch.from_numpy(batch.actors == 0)
        anything = (torch.rand(GAMES) * torch.from_numpy(batch.mask.sum(1))).long()
        chosen = torch.where(ours, policy.sample(), anything)
        chances.append(policy.log_prob(chosen) * ours)
        batch.step(chosen.numpy())
        gains.append(torch.from_numpy(batch.gains[:, 0] - batch.gains[:, 1]).float())
        continues.append(torch.from_numpy(batch.ends == 0))
        leads += (batch.points[:, 0] - batch.points[:, 1])[batch.ends > 0].tolist()
    future, returns = torch.zeros(GAMES), list[Tensor]()
    for gain, goes_on in zip(reversed(gains), reversed(continues), strict=True):
        future = gain + 0.98 * goes_on * future
        returns.append(future)
    wanted = torch.stack(returns[::-1])
    advantage = (wanted - wanted.mean()) / (wanted.std() + 1e-6)
    loss = -(torch.stack(chances) * advantage).mean()
    optimizer.zero_grad()
    torch.autograd.backward(loss)
    optimizer.step()
    return leads


def main(rounds: int) -> None:
    """Learn, and print the mean lead over random moves in each round."""
    torch.manual_seed(7)
    batch = Batch(granada.new_game(2), GAMES, seed=7, decisions=400)
    inputs = len(batch.encoding.columns) + batch.encoding.size
    network = nn.Sequential(nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1))
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    for number in range(1, rounds + 1):
        leads = update(network, optimizer, batch)
        print(f"round {number}: {len(leads)} games, lead {np.mean(leads) if leads else 0:+.1f}", flush=True)


if __name__ == "__main__":
    parser = ArgumentParser(description="Learn two-player Granada with torch.")
    parser.add_argument("--rounds", type=int, default=40)
    main(parser.parse_args().rounds)
