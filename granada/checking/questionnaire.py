"""Random questions, drawn evenly over strata; each is told by its seed and number alone."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from granada.checking.random_building import PLACING, REMOVING
from granada.checking.random_games import LISTING, STEPPING, chosen
from granada.checking.random_layouts import LAYING
from granada.checking.random_money import AWARDING, BUYING, FLIPPING, TAKING
from granada.checking.random_scores import MEASURING, SCORING
from granada.checking.random_texts import READING
from granada.checking.stratum import GameStratum, Stratum, Table
from granada.game import GAMES, MODULES, apply, choose_draw, game_named
from granada.rulebook import Rulings
from granada.suite import KINDS, READINGS, SEATS, USUAL, TableQuestion, answered, is_boxed
from granada.table import PLAYERS, new_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada.checking.stratum import Events
    from granada.game import Action, Game, Module, State
    from granada.suite import Case, Question

STRATA: tuple[Stratum | GameStratum, ...] = (
    *(*LAYING, *PLACING, *REMOVING, *MEASURING, *TAKING, *BUYING, *FLIPPING, *SCORING, *AWARDING),
    *(*LISTING, *STEPPING),
    *READING,
)
"""All there is to be asked about."""
EVENTS = 4_000
"""No random game is played longer than this."""
SHARED = 400
"""So many neighbouring numbers may ask about the same random game."""
TRIES = 80
"""How often a question is drawn anew until it belongs to its stratum."""


@frozen
class Scope:
    """What an engine can be asked about, and under which readings; None when it follows whatever a question says."""

    kinds: tuple[str, ...] = tuple(KINDS)
    games: tuple[str, ...] = tuple(GAMES)
    modules: tuple[str, ...] = tuple(MODULES)
    readings: Callable[[Game], Rulings | None] = lambda _: USUAL
    boxed: bool = False
    """Whether it knows only the tiles that are in the boxes."""

    @property
    def strata(self) -> tuple[Stratum | GameStratum, ...]:
        """What such an engine can be asked about."""
        return tuple(
            each
            for each in STRATA
            if each.kind in self.kinds
            and set(each.games) & set(self.games)
            and (not each.module or each.module in self.modules)
        )


@define
class Questionnaire:
    """Draws random questions; each depends on the seed, the scope and its own number alone."""

    seed: int = 0
    scope: Scope = Scope()
    _strata: tuple[Stratum | GameStratum, ...] = field(init=False, repr=False)
    _played: dict[tuple[int, str, int, str], Events] = field(init=False, factory=dict, repr=False)
    """The random games that were asked about last."""

    def __attrs_post_init__(self) -> None:
        """Know what can be asked."""
        self._strata = self.scope.strata

    def _chance(self, *what: object) -> Random:
        return Random("/".join(map(str, (self.seed, *what))))  # noqa: S311  chance, not secrecy

    def stratum(self, number: int) -> Stratum | GameStratum:
        """The stratum of a question: all come in turn, each time in another order."""
        turn, at = divmod(number, len(self._strata))
        order = list(range(len(self._strata)))
        self._chance("order", turn).shuffle(order)
        return self._strata[order[at]]

    def case(self, number: int, name: str = "", rule: str = "") -> Case | None:
        """A question of its stratum with its answer; None when there is none in all tries."""
        stratum = self.stratum(number)
        for tries in range(TRIES):
            asked = self._drawn(stratum, number, tries)
            case = asked and answered(asked, name, rule)
            if case and stratum.holds(case) and (not self.scope.boxed or is_boxed(case.asked)):
                return case
            if case is None and isinstance(stratum, GameStratum) and tries > TRIES // 10:
                return None
        return None

    def _drawn(self, stratum: Stratum | GameStratum, number: int, tries: int) -> Question | None:
        """A question that was drawn for a stratum; None when this try came to nothing."""
        rng = self._chance(number, tries)
        game = game_named(rng.choice([name for name in self.scope.games if name in stratum.games]))
        if isinstance(stratum, GameStratum):
            return stratum.draw(rng, self._game(number // SHARED, game, stratum.players, stratum.module))
        made = stratum.draw(rng, Table(game, self._modules(rng, game, SEATS, stratum.module)))
        return made.under(self._readings(rng, game)) if isinstance(made, TableQuestion) else made

    def _modules(self, rng: Random, game: Game, players: int, needed: str = "") -> tuple[Module, ...]:
        """Some modules that can join a game, and the one that must."""
        named = (MODULES[name] for name in self.scope.modules if name in MODULES)
        willing = [module for module in named if module.refuses(game) is None]
        return tuple(module for module in willing if module.name == needed or rng.random() < 0.3)

    def _readings(self, rng: Random, game: Game) -> Rulings:
        readings = self.scope.readings(game)
        if readings is not None:
            return readings
        other = rng.choice(list(READINGS)) if rng.random() < 0.2 else None
        return Rulings(**{other: READINGS[other][1][1]}) if other else USUAL

    # Games

    def _game(self, which: int, game: Game, players: int, module: str) -> Events:
        """The states of a random game, each with what happened next; neighbouring questions share it."""
        key = which, game.name, players, module
        if key not in self._played:
            self._played = {known: events for known, events in self._played.items() if known[0] == which}
            self._played[key] = list(self._play(self._chance("game", *key), game, players, module))
        return self._played[key]

    def _play(self, rng: Random, game: Game, seats: int, module: str) -> Iterator[tuple[State, Action]]:
        players = seats or rng.choice(PLAYERS)
        rulings, scoring = self._readings(rng, game), rng.choice(game.scorings)
        modules = [each.name for each in self._modules(rng, game, players, module)]
        state = new_game(players, game, modules=modules, scoring=scoring, rulings=rulings)
        eagerness = rng.choice((0.2, 0.6, 0.9))
        for _ in range(EVENTS):
            if state.over:
                return
            action = choose_draw(state, rng) if state.actor is None else chosen(state, rng, eagerness)
            yield state, action
            state = apply(state, action)
