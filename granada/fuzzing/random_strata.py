"""Strata: the sorts of random questions, such as placements that close in a hole of two cells.

Each stratum draws questions of its sort on purpose, and says of a question with its answer whether it is one.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Concatenate, Generic, ParamSpec, TypeVar

from attrs import frozen

from granada.game import GAMES, Action, Setup, State
from granada.questions import Question
from granada.spec import Case

Moves = list[tuple[State, Action]]
"""The states of a game, each with the next action or draw."""
Holds = Callable[[Case], bool]
"""Whether a question with its answer belongs to a stratum."""
Source = TypeVar("Source")
Kind = TypeVar("Kind", bound=Question)
Options = ParamSpec("Options")
Draws = Callable[[Random, Source], Question | None]
"""Draws a question; None if it failed."""


def always(_: object) -> bool:
    """Accept any question."""
    return True


def breaks(*rules: str) -> Holds:
    """Whether exactly these rules are broken."""
    return lambda case: set(case.expect.get("broken", "?")) == set(rules)


def legal(case: Case) -> bool:
    """Whether no rule is broken."""
    return case.expect.get("legal") is True


def about(kind: type[Kind], holds: Callable[[Kind], bool], also: Holds = always) -> Holds:
    """Whether a condition holds for a question of a type, and another for it and its answer."""
    return lambda case: isinstance(case.asked, kind) and holds(case.asked) and also(case)


def drawing(
    function: Callable[Concatenate[Random, Source, Options], Question | None],
) -> Callable[Options, Draws[Source]]:
    """A function that draws a question, to be called with its options alone."""

    def with_options(*options: Options.args, **named: Options.kwargs) -> Draws[Source]:
        return lambda rng, source: function(rng, source, *options, **named)

    return with_options


@frozen
class Stratum(Generic[Source]):
    """Random questions of one kind with something in common, such as the broken rule.

    - ``draw``: Draws a question that should belong to it.
    - ``games``: The games with such questions.
    - ``module``: The module that must take part.

    They are drawn from the set-up of a table, or those of a ``GameStratum`` from the moves of a game.
    """

    kind: str
    name: str
    draw: Draws[Source]
    holds: Holds = always
    games: tuple[str, ...] = tuple(GAMES)
    module: str = ""


@frozen
class GameStratum(Stratum[Moves]):
    """Random questions about a position of a random game, or about the whole game.

    - ``players``: The required number of players; None for any.
    """

    players: int = 0


Games = tuple[str, ...]
EVERY: Games = tuple(GAMES)
Sort = tuple[Draws[Source], Holds] | tuple[Draws[Source], Holds, Games] | tuple[Draws[Source], Holds, Games, str]
"""A function that draws questions, a test for membership, and, if limited, the games and the module."""


def strata(kind: str, sorts: Mapping[str, Sort[Setup]]) -> list[Stratum[Setup]]:
    """The strata of a kind by their names."""
    return [Stratum(kind, name, *sort) for name, sort in sorts.items()]
