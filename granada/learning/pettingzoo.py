"""An AEC environment for PettingZoo, with action masks.

>>> from granada.learning.pettingzoo import env
>>> table = env(players=3)
>>> table.reset(seed=7)
>>> table.agent_selection, sorted(table.observe(table.agent_selection))
('seat_1', ['action_mask', 'features', 'observation'])
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from random import Random
from typing import Any, ClassVar

if find_spec("pettingzoo") is None:
    raise ImportError("PettingZoo is not installed; in a checkout: python -m pip install '.[pettingzoo]'")

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from granada.encoding import DECISIONS, WIDTH, Encoding, Numbers, standing
from granada.errors import InvalidState, quoted, whole
from granada.fast import Position
from granada.learning.tree import shares
from granada.pictures import picture, sketch
from granada.table import new_game

MODES = ("ansi", "svg", "rgb_array")
"""The render modes: text, SVG, or an array of pixels."""
REWARDS = ("points", "lead", "win")
"""The kinds of rewards: points gained, their lead over the other seats' average, or only the win at the end."""


class Environment(AECEnv[str, dict[str, Numbers], int]):
    """A table with the agents ``seat_1`` and so on; an action is an index into the list of legal actions.

    Rewards are the points that a seat gains, or another kind in ``REWARDS``. At the end, ``infos`` has each seat's
    place as ``standing``; a game that reaches the limit on decisions is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "granada_v1", "render_modes": MODES, "is_parallelizable": False}

    def __init__(
        self,
        players: int = 2,
        game: str = "granada",
        *,
        recall: bool = False,
        width: int = WIDTH,
        decisions: int = DECISIONS,
        reward: str = "points",
        render_mode: str | None = None,
        **agreed: Any,
    ) -> None:
        """Set up a game with the arguments of ``new_game``; the other arguments are those of ``Batch``."""
        if render_mode not in (None, *MODES):
            raise InvalidState(f"render_mode must be {', '.join(MODES)} or None, not {quoted(render_mode)}")
        if reward not in REWARDS:
            raise InvalidState(f"reward must be {', '.join(REWARDS)}, not {quoted(reward)}")
        if min(whole(width, "width"), whole(decisions, "decisions")) < 1:
            raise InvalidState("width and decisions must be 1 or more")
        self.start = new_game(players, game, **agreed)
        self.encoding = Encoding(self.start, recall)
        self.width, self.decisions, self.reward, self.render_mode = width, decisions, reward, render_mode
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        shapes = {"observation": (self.encoding.size,), "features": (width, len(self.encoding.columns))}
        seen: dict[str, Any] = {name: spaces.Box(-128, 127, shape, np.int8) for name, shape in shapes.items()}
        seen["action_mask"] = spaces.Box(0, 1, (width,), np.int8)
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(width) for agent in self.possible_agents}
        self._rng, self._warned = Random(), False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of observations: the encoded view, the action mask, and a row of features for each action."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of actions: indices into the list of legal actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; a seed determines this game and all later ones. There are no options."""
        del options
        if seed is not None:
            self._rng = Random(seed)
        self.position, self._left = Position(self.start, Random(self._rng.getrandbits(64))), self.decisions
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.actor or 0]

    def step(self, action: Any) -> None:
        """Apply the action at a given index; an index out of range raises IndexError and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self.position.points
        self.position.apply(action)
        points = self.position.points
        self._left -= 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self._earned(before, points), strict=True))
        self._accumulate_rewards()
        self.agent_selection = self.possible_agents[self.position.actor or 0]
        if self.position.over or not self._left:
            ended = self.terminations if self.position.over else self.truncations
            ended.update(dict.fromkeys(self.agents, True))
            self.infos = {each: {"standing": place} for each, place in zip(self.agents, standing(points), strict=True)}

    def _earned(self, before: Sequence[int], points: Sequence[int]) -> list[float]:
        """The reward of each seat for a step from some points to others."""
        gains, seats = [float(after - earlier) for after, earlier in zip(points, before, strict=True)], len(points)
        if self.reward == "lead":
            return [gain - (sum(gains) - gain) / (seats - 1) for gain in gains]
        if self.reward == "win":
            return shares(self.position.winners(), seats) if self.position.over else [0.0] * seats
        return gains

    def observe(self, agent: str) -> dict[str, Numbers]:
        """An agent's observation; only the acting agent has legal actions."""
        seat = self._seats[agent]
        rows, mask = np.zeros((self.width, len(self.encoding.columns)), np.int8), np.zeros(self.width, np.int8)
        if seat == self.position.actor and self._left:
            found = self.position.features()
            rows[: len(found)], mask[: len(found)] = found[: self.width], 1
            if len(found) > self.width and not self._warned:
                self._warned = True
                warnings.warn(f"a seat has {len(found)} legal actions, but only {self.width} have rows", stacklevel=2)
        numbers = self.position.numbers(seat, recall=self.encoding.recall)
        return {"observation": numbers, "action_mask": mask, "features": rows}

    def state(self) -> Numbers:
        """The observation by a spectator with perfect recall."""
        return self.position.numbers(None, recall=True)

    def render(self) -> Any:
        """Render the table as text, SVG or pixels (``render_mode``); pixels need CairoSVG, from the same extra."""
        if self.render_mode in (None, "ansi"):
            return sketch(self.position.state()) if self.render_mode else None
        drawn = picture(self.position.state())
        return drawn if self.render_mode == "svg" else _dots(drawn)

    def close(self) -> None:
        """Do nothing, because there is nothing to close."""


def _dots(drawn: str) -> Any:
    """The pixels of a picture, as an array indexed by row, column and colour."""
    from cairosvg import svg2png
    from PIL import Image

    return np.asarray(Image.open(BytesIO(svg2png(drawn.encode(), background_color="white"))).convert("RGB"))


raw_env = Environment
"""The environment without the wrapper, under the name that PettingZoo's own games use."""


def env(players: int = 2, game: str = "granada", **options: Any) -> OrderEnforcingWrapper[str, dict[str, Numbers], int]:
    """An ``Environment`` that raises an error when used before ``reset``."""
    return OrderEnforcingWrapper(Environment(players, game, **options))
