"""Random questions of every kind, each told by its seed and number alone."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from granada.board import BUREAUS, MONEY, Cell
from granada.checking import random_cities, random_games, random_money
from granada.checking.random_cities import grown, supply
from granada.checking.random_games import attempt, chosen
from granada.checking.random_money import cards
from granada.game import GAMES, MODULES, apply, choose_draw, game_named
from granada.rulebook import Rulings
from granada.spec import KINDS, READINGS, SEATS, USUAL, NotationQuestion
from granada.table import PLAYERS, new_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada.checking.random_games import Events
    from granada.game import Action, Game, Module, State
    from granada.spec import Question, TableQuestion

EVENTS = 4_000
"""No random game is played longer than this."""
POSITIONS = 60
"""So many neighbouring questions may be about the same random game."""
_OF_TABLES: dict[str, Callable[[Random, Game, tuple[Module, ...]], TableQuestion | None]] = {
    "layout": random_cities.layout_question,
    "place": random_cities.place_question,
    "remove": random_cities.remove_question,
    "swap": random_cities.swap_question,
    "moat": random_cities.moat_question,
    "take": random_money.take_question,
    "buy": random_money.buy_question,
    "flip": random_money.flip_question,
    "score": random_cities.score_question,
    "award": random_money.award_question,
}
_OF_GAMES: dict[str, Callable[[Random, Events], Question | None]] = {
    "legal": random_games.legal_question,
    "draw": random_games.draw_question,
    "apply": random_games.apply_question,
    "game": random_games.game_question,
}
"""How the questions of each kind are drawn, those about few things and those about whole games."""


@frozen
class Scope:
    """What an engine can be asked about, and under which readings; None when it follows whatever a question says."""

    kinds: tuple[str, ...] = tuple(KINDS)
    games: tuple[str, ...] = tuple(GAMES)
    modules: tuple[str, ...] = tuple(MODULES)
    readings: Callable[[Game], Rulings | None] = lambda _: USUAL


@define
class Questionnaire:
    """Draws random questions; each depends on the seed, the scope and its own number alone."""

    seed: int = 0
    scope: Scope = Scope()
    _played: tuple[int, Events] = field(init=False, default=(-1, []), repr=False)
    """The random game that was asked about last, and its number."""

    def _chance(self, *what: object) -> Random:
        return Random("/".join(map(str, (self.seed, *what))))  # noqa: S311  chance, not secrecy

    def kind(self, number: int) -> str:
        """Of which kind a question is."""
        return self._chance(number, "kind").choice(self.scope.kinds)

    def question(self, number: int, tries: int = 0) -> Question | None:
        """A question; None when this try came to nothing."""
        rng, kind = self._chance(number, tries), self.kind(number)
        if kind in _OF_GAMES:
            return _OF_GAMES[kind](rng, self.game(number))
        game = game_named(rng.choice(self.scope.games))
        if kind == "notation":
            return _notation(rng, game)
        made = _OF_TABLES[kind](rng, game, self._modules(rng, game))
        return None if made is None else made.under(self._readings(rng, game))

    def _modules(self, rng: Random, game: Game, players: int = SEATS) -> tuple[Module, ...]:
        """Some modules that can join a game."""
        named = (MODULES[name] for name in self.scope.modules if name in MODULES)
        willing = [module for module in named if module.refuses(game, players) is None]
        return tuple(module for module in willing if rng.random() < 0.4)

    def _readings(self, rng: Random, game: Game) -> Rulings:
        readings = self.scope.readings(game)
        if readings is not None:
            return readings
        chosen = rng.choice(list(READINGS)) if rng.random() < 0.2 else None
        return Rulings(**{chosen: READINGS[chosen][1][1]}) if chosen else USUAL

    # Games

    def game(self, number: int) -> Events:
        """The states of a random game, each with what happened next; neighbouring questions share one."""
        which = number // POSITIONS
        if self._played[0] != which:
            self._played = which, list(self._play(self._chance("game", which)))
        return self._played[1]

    def _play(self, rng: Random) -> Iterator[tuple[State, Action]]:
        game, players = game_named(rng.choice(self.scope.games)), rng.choice(PLAYERS)
        rulings = self._readings(rng, game)
        scoring = rng.choice(game.scorings)
        modules = [module.name for module in self._modules(rng, game, players)]
        state = new_game(players, game, modules=modules, scoring=scoring, rulings=rulings)
        eagerness = rng.choice((0.2, 0.6, 0.9))
        for _ in range(EVENTS):
            if state.over:
                return
            action = choose_draw(state, rng) if state.actor is None else chosen(state, rng, eagerness)
            yield state, action
            state = apply(state, action)


def _notation(rng: Random, game: Game) -> NotationQuestion:
    """Something in notation, mostly with a slip."""
    tiles = supply(game, rng)
    texts: dict[str, str] = {
        "card": str(rng.choice((*MONEY, *BUREAUS))),
        "cards": " ".join(rng.sample(str(cards(rng, 6)).split() or ["b1"], 1)) + " " + str(cards(rng, 4)),
        "face": str(tiles[0].up),
        "tile": str(tiles[0]),
        "cell": str(Cell(rng.randrange(-12, 13), rng.randrange(-12, 13))),
        "layout": str(grown(game, rng, tiles, 5)),
        "action": str(attempt(new_game(3, game), rng)),
    }
    of = rng.choice(list(texts))
    text = texts[of]
    if rng.random() < 0.6 and text:
        at, sign = rng.randrange(len(text)), rng.choice(" 0123456789abgoyABnesw/|*~@.,-\n")
        text = rng.choice((text[:at] + sign + text[at:], text[:at] + text[at + 1 :], text[:at] + sign + text[at + 1 :]))
    return NotationQuestion(of=of, text=text)
