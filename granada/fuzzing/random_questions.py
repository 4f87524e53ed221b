"""Random questions, drawn evenly from all strata; each one is determined by the seed and its number."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from attrs import define, field, frozen

from granada.fuzzing.random_actions import READING, picked
from granada.fuzzing.random_building import EXCHANGING, LAYING, PLACING, REMOVING
from granada.fuzzing.random_games import LISTING, STEPPING
from granada.fuzzing.random_money import AWARDING, BUYING, FLIPPING, TAKING
from granada.fuzzing.random_scores import MEASURING, SCORING
from granada.fuzzing.random_strata import GameStratum, Moves, Stratum
from granada.game import GAMES, MODULES, Action, Game, Module, Setup, State, game_named, legal_actions
from granada.questions import KINDS, SEATS, USUAL, Question, TableQuestion, is_boxed
from granada.rulebook import READINGS, Rulings
from granada.spec import Case, answered
from granada.table import PLAYERS, game_loop, new_game

STRATA: tuple[Stratum[Setup] | GameStratum, ...] = (
    *(*LAYING, *PLACING, *REMOVING, *EXCHANGING, *MEASURING, *TAKING, *BUYING, *FLIPPING, *SCORING, *AWARDING),
    *(*LISTING, *STEPPING),
    *READING,
)
"""All strata of random questions."""
LONGEST_GAME = 4_000
"""The maximum number of actions and draws in a random game."""
SHARED = 600
"""The number of consecutive questions that may share a random game."""
TRIES = 80
"""The number of attempts to draw a question that belongs to its stratum."""


@frozen
class Scope:
    """The questions and readings that an engine says it supports; None means no limit.

    - ``boxed``: Whether the engine supports only the tiles in the boxes.
    """

    kinds: tuple[str, ...] = tuple(KINDS)
    games: tuple[str, ...] = tuple(GAMES)
    modules: tuple[str, ...] = tuple(MODULES)
    readings: Callable[[Game], Rulings | None] = lambda _: USUAL
    boxed: bool = False

    @property
    def strata(self) -> tuple[Stratum[Setup] | GameStratum, ...]:
        """The strata whose questions an engine can answer."""
        return tuple(
            each
            for each in STRATA
            if each.kind in self.kinds
            and set(each.games) & set(self.games)
            and (not each.module or each.module in self.modules)
        )


@define
class RandomQuestions:
    """A source of random questions; each depends only on the seed, the scope and its number."""

    seed: int | str = 0
    scope: Scope = Scope()
    _strata: tuple[Stratum[Setup] | GameStratum, ...] = field(init=False, repr=False)
    _games: dict[tuple[int, str, int, str], Moves] = field(init=False, factory=dict, repr=False)
    """The random games used for the most recent questions."""

    def __attrs_post_init__(self) -> None:
        """Cache the strata, which every question looks up."""
        self._strata = self.scope.strata

    def _generator(self, *what: object) -> Random:
        return Random("/".join(map(str, (self.seed, *what))))

    def stratum(self, number: int) -> Stratum[Setup] | GameStratum:
        """The stratum of a question; each round goes through all strata in a new order."""
        turn, at = divmod(number, len(self._strata))
        order = list(range(len(self._strata)))
        self._generator("order", turn).shuffle(order)
        return self._strata[order[at]]

    def case(self, number: int, name: str = "", rule: str = "") -> Case | None:
        """The question with a given number and its answer; None if all attempts failed."""
        stratum = self.stratum(number)
        for tries in range(TRIES):
            question = self._drawn(stratum, number, tries)
            case = question and answered(question, name, rule)
            if case and stratum.holds(case) and (not self.scope.boxed or is_boxed(case.asked)):
                return case
            if case is None and isinstance(stratum, GameStratum) and tries > TRIES // 10:
                return None
        return None

    def _drawn(self, stratum: Stratum[Setup] | GameStratum, number: int, tries: int) -> Question | None:
        """A question for a stratum; None if this attempt failed."""
        rng = self._generator(number, tries)
        game = game_named(rng.choice([name for name in self.scope.games if name in stratum.games]))
        if isinstance(stratum, GameStratum):
            return stratum.draw(rng, self._moves(number // SHARED, game, stratum.players, stratum.module))
        question = stratum.draw(rng, Setup(game, SEATS, self._modules(rng, game, stratum.module)))
        return question.under(self._readings(rng, game)) if isinstance(question, TableQuestion) else question

    def _modules(self, rng: Random, game: Game, needed: str = "") -> tuple[Module[object], ...]:
        """Some modules that can join a game, including the required one."""
        named = (MODULES[name] for name in self.scope.modules if name in MODULES)
        willing = [module for module in named if module.refuses(game) is None]
        return tuple(module for module in willing if module.name == needed or rng.random() < 0.3)

    def _readings(self, rng: Random, game: Game) -> Rulings:
        """The readings that an engine follows; for an engine that can follow any readings, sometimes an unusual one."""
        readings = self.scope.readings(game)
        if readings is not None:
            return readings
        other = rng.choice(list(READINGS)) if rng.random() < 0.2 else None
        return Rulings(**{other: READINGS[other][1][1]}) if other else USUAL

    def _moves(self, which: int, game: Game, players: int, module: str) -> Moves:
        """The moves of a random game, which consecutive questions share."""
        key = which, game.name, players, module
        if key not in self._games:
            self._games = {known: moves for known, moves in self._games.items() if known[0] == which}
            self._games[key] = list(self._play(self._generator("game", *key), game, players, module))
        return self._games[key]

    def _play(self, rng: Random, game: Game, seats: int, module: str) -> Iterator[tuple[State, Action]]:
        """Play a random game and yield each state with the next action or draw."""
        players = seats or rng.choice(PLAYERS)
        rulings, scoring = self._readings(rng, game), rng.choice(game.scorings)
        modules = [each.name for each in self._modules(rng, game, module)]
        state = new_game(players, game, modules=modules, scoring=scoring, rulings=rulings)
        eagerness = rng.choice((0.2, 0.6, 0.9))
        steps = game_loop(state, lambda state, _: picked(legal_actions(state), eagerness, rng), rng, unfolding=False)
        for _, action, after, _ in islice(steps, LONGEST_GAME):
            yield state, action
            state = after
