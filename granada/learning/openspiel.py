"""The games for OpenSpiel 2, with every draw as a chance node; importing this module registers ``granada``."""

from __future__ import annotations

from importlib.util import find_spec
from random import Random
from typing import Any

if find_spec("pyspiel") is None:
    raise ImportError("OpenSpiel is not installed; in a checkout: python -m pip install '.[openspiel]'")

import numpy as np
import pyspiel
from attrs import evolve

from granada.encoding import DECISIONS, Encoding
from granada.errors import InvalidState
from granada.game import BONUS
from granada.learning.tree import Node, shares
from granada.table import new_game, observe, winners
from granada.wire import to_json

TABLE: dict[str, Any] = {"players": 2, "game": "granada", "modules": "", "scoring": "normal"}
"""The parameters of a table and their defaults; the names of modules are joined with +."""
LIMITS = {"decisions": DECISIONS, "actions": 1024}
"""The number of decisions after which a game is cut off, and the maximum number of legal actions."""
TYPE = pyspiel.GameType(
    short_name="granada",
    long_name="Granada, the Alhambra, and both combined",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=TABLE | LIMITS,
)


class GranadaGame(pyspiel.Game):
    """A table that ``pyspiel.load_game`` makes from a text such as ``granada(players=3,modules=vizier+huts)``."""

    def __init__(self, params: dict[str, Any]) -> None:
        """Set up a table from the parameters."""
        players, game, modules, scoring, self.decisions, actions = (TABLE | LIMITS | params).values()
        if self.decisions < 1:
            raise InvalidState(f"decisions must be 1 or more, not {self.decisions}")
        self.start = new_game(players, game, modules=filter(None, modules.split("+")), scoring=scoring)
        things = Encoding(self.start).things
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=max(len(things.cards) + 2, len(things.tiles)),
            num_players=players,
            min_utility=-1.0,
            max_utility=players - 1.0,
            utility_sum=0.0,
            max_game_length=self.decisions,
        )
        super().__init__(TYPE, info, params)

    def new_initial_state(self) -> GranadaState:
        """The state before the first draw."""
        return GranadaState(self, Node(self.start, self.decisions))

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound on the number of draws: 128 at the start, and 64 after each decision."""
        return int(128 + 64 * self.decisions)

    def make_py_observer(self, kind: Any = None, _: Any = None) -> Observer:
        """An observer, with perfect recall for information states and without it for observations."""
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


class GranadaState(pyspiel.State):
    """A state for OpenSpiel; its ``node`` contains the state of the game."""

    def __init__(self, game: GranadaGame, node: Node) -> None:
        """Start at a given node or, by default, at the first."""
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        """The seat that decides, or chance."""
        actor = pyspiel.PlayerId.CHANCE if self.node.state.actor is None else self.node.state.actor
        return int(pyspiel.PlayerId.TERMINAL if self.is_terminal() else actor)

    def is_terminal(self) -> bool:
        """Whether the game is over, or was cut off."""
        return self.node.state.over or not self.node.left

    def returns(self) -> list[float]:
        """The return of each seat: all pay 1, and the winners share the pot; if the game is cut off, all get 0."""
        seats, state = self.num_players(), self.node.state
        won = winners(state) if state.over else tuple(range(seats))
        return shares(won, seats)

    def _legal_actions(self, _: int) -> list[int]:
        found = len(self.node.choices)
        if found > self.num_distinct_actions():
            raise InvalidState(f"a seat has {found} actions; load the game with actions={found} or more")
        return list(range(found))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each possible draw with its probability."""
        return [(number, chance) for number, (_, chance) in enumerate(self.node.choices)]

    def _apply_action(self, number: int) -> None:
        self.node = self.node.after(number)

    def _action_to_string(self, _: int, number: int) -> str:
        return str(self.node.choices[number][0])

    def resample_from_infostate(self, player: int, probability: Any) -> GranadaState:
        """A state that looks the same to a player with perfect recall; ``probability`` returns numbers from 0 to 1."""
        dealt = observe(self.node.state, player, recall=True).sample(Random(probability()))
        return GranadaState(self.get_game(), evolve(self.node, state=dealt))

    def __str__(self) -> str:
        """The position in JSON."""
        return to_json(self.node.state)


class Observer:
    """An observer that writes a player's observation as numbers, in one row (``tensor``) and by field (``dict``)."""

    def __init__(self, game: GranadaGame, kind: Any) -> None:
        """Set up the observer; without private information, it sees what a spectator sees."""
        self.recall, self.spectator = kind.perfect_recall, kind.private_info == pyspiel.PrivateInfoType.NONE
        self.encoding = Encoding(game.start, self.recall)
        self.tensor = np.zeros(self.encoding.size, np.float32)
        self.dict = {one.name: self.tensor[one.start : one.stop].reshape(one.shape) for one in self.encoding.fields}

    def set_from(self, state: GranadaState, player: int) -> None:
        """Write a player's observation into the arrays."""
        seat = None if self.spectator else player
        self.tensor[:] = self.encoding.observe(observe(state.node.state, seat, recall=self.recall))

    def string_from(self, state: GranadaState, player: int) -> str:
        """A player's observation as text, or a digest of everything that the player has seen."""
        there = state.node.state
        if not self.recall:
            return to_json(observe(there, None if self.spectator else player))
        own = there.extra(BONUS).hidden[player] if BONUS in there.setup.modules else ()
        return f"seat {player + 1} {state.node.past} {' '.join(map(str, own))}"


pyspiel.register_game(TYPE, GranadaGame)
