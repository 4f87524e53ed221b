"""MaskablePPO of Stable-Baselines3 on the PettingZoo environment: seat 1 learns against random moves.

python docs/baselines_learner.py --steps 20000
"""

from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from granada.learning.pettingzoo import env

WIDTH, HIDDEN, ME = 64, 64, "seat_1"
"""Actions that have a row, units of the hidden layer, and the agent that learns."""


class Seat(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One agent of the table as a Gymnasium environment; the other agents play at random."""

    def __init__(self, seed: int) -> None:
        """Set up the table; the reward is the lead in points over the other seat."""
        self.table: Any = env(players=2, width=WIDTH, decisions=1000)
        self.rng = np.random.default_rng(seed)
        seen = self.table.observation_space(ME)
        size = WIDTH * seen["features"].shape[1] + seen["observation"].shape[0]
        self.observation_space = spaces.Box(-128, 127, (size,), np.float32)
        self.action_space = spaces.Discrete(WIDTH)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a game."""
        super().reset(seed=seed, options=options)
        self.table.reset(seed=seed)
        self._let_others_play()
        return self._observation(), {}

    def step(self, action: np.int64) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Do an action, and let the others play until it is our turn again."""
        before = self.lead()
        self.table.step(int(action))
        self._let_others_play()
        reward = (self.lead() - before) / 20
        return self._observation(), reward, self.table.terminations[ME], self.table.truncations[ME], {}

    def lead(self) -> int:
        """Our points minus the other seat's points."""
        mine, other = self.table.unwrapped.position.points
        return int(mine - other)

    def action_masks(self) -> NDArray[np.bool_]:
        """The action mask, which MaskablePPO reads through this method."""
        return np.asarray(self.table.observe(ME)["action_mask"], bool)

    def _observation(self) -> NDArray[np.float32]:
        seen = self.table.observe(ME)
        return np.concatenate([seen["features"].ravel(), seen["observation"]]).astype(np.float32)

    def _let_others_play(self) -> None:
        while self.table.agent_selection != ME and not (self.table.terminations[ME] or self.table.truncations[ME]):
            mask = self.table.observe(self.table.agent_selection)["action_mask"]
            self.table.step(int(self.rng.integers(mask.sum())))


class Rows(nn.Module):
    """Two networks: one scores the row of each action, the other values the table."""

    def __init__(self, inputs: int) -> None:
        """``inputs`` is the length of an observation of ``Seat``."""
        super().__init__()
        self.columns = Seat(0).table.observation_space(ME)["features"].shape[1]
        size = inputs - WIDTH * self.columns
        self.latent_dim_pi, self.latent_dim_vf = WIDTH, HIDDEN
        self.scores = nn.Sequential(nn.Linear(self.columns, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1))
        self.value = nn.Sequential(nn.Linear(size, HIDDEN), nn.ReLU())

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """The outputs of both networks."""
        return self.forward_actor(seen), self.forward_critic(seen)

    def forward_actor(self, seen: Tensor) -> Tensor:
        """The score of each row."""
        rows = seen[:, : WIDTH * self.columns].reshape(-1, WIDTH, self.columns)
        scores: Tensor = self.scores(rows / 8).squeeze(2)
        return scores

    def forward_critic(self, seen: Tensor) -> Tensor:
        """The features from which the value of the table is computed."""
        value: Tensor = self.value(seen[:, WIDTH * self.columns :] / 8)
        return value


class RowPolicy(MaskableActorCriticPolicy):
    """A policy whose logits are the scores of the rows, because a row has a fixed meaning and an index has none."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Rows(self.features_dim)  # type: ignore[assignment, unused-ignore]  # it has the same methods

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()


def mean_lead(model: MaskablePPO, games: int) -> float:
    """The mean lead at the end of some games."""
    seat, total = Seat(99), 0
    for game in range(games):
        seen, _ = seat.reset(seed=1000 + game)
        ended = False
        while not ended:
            action, _ = model.predict(seen, action_masks=seat.action_masks())
            seen, _, terminated, truncated, _ = seat.step(np.int64(action))
            ended = terminated or truncated
        total += seat.lead()
    return total / games


def main(steps: int) -> None:
    """Learn, and print the mean lead before and after."""
    model = MaskablePPO(RowPolicy, Seat(1), n_steps=1024, batch_size=256, learning_rate=1e-3, gamma=0.995, seed=7)
    print(f"before: {mean_lead(model, 20):+.1f} points")
    model.learn(steps)
    print(f"after {steps} steps: {mean_lead(model, 20):+.1f} points")


if __name__ == "__main__":
    parser = ArgumentParser(description="Learn two-player Granada with Stable-Baselines3.")
    parser.add_argument("--steps", type=int, default=20000)
    main(parser.parse_args().steps)
