"""A stratum: questions of one kind with something in common, such as a hole of two cells; each is drawn on purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from granada.game import Action, Game, Module, State
    from granada.suite import Case, Question

    Events = list[tuple[State, Action]]
    """The states of a game, each with what happened next."""
    Holds = Callable[[Case], bool]
    """Whether a question with its answer belongs to a stratum."""


def always(_: Case) -> bool:
    """Whatever was drawn belongs to it."""
    return True


def breaks(*rules: str) -> Holds:
    """Whether just these rules are broken."""
    return lambda case: set(case.expect.get("broken", "?")) == set(rules)


def legal(case: Case) -> bool:
    """Whether no rule is broken."""
    return case.expect.get("legal") is True


@frozen
class Table:
    """What random questions are about: a game, with some modules."""

    game: Game
    modules: tuple[Module, ...] = ()

    def __contains__(self, name: str) -> bool:
        """Whether a module takes part."""
        return any(module.name == name for module in self.modules)


@frozen
class Stratum:
    """Questions about few things on a table."""

    kind: str
    name: str
    draw: Callable[[Random, Table], Question | None]
    """Draws a question that should belong to it; None where it came to nothing."""
    holds: Holds = always
    games: tuple[str, ...] = ("granada", "alhambra", "combined")
    """The games in which there are such questions."""
    module: str = ""
    """The module that must take part."""


@frozen
class GameStratum:
    """Questions about positions that a random game comes to."""

    kind: str
    name: str
    draw: Callable[[Random, Events], Question | None]
    holds: Holds = always
    games: tuple[str, ...] = ("granada", "alhambra", "combined")
    module: str = ""
    players: int = 0
    """How many must play; any number if it is none."""
