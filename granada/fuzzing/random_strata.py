"""Strata: sorts of random question, such as those about placements that enclose a hole of two cells.

Each stratum draws questions of its sort deliberately, and tests whether a question and its answer belong to it.
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
"""A test of whether a question and its answer belong to a stratum."""
Source = TypeVar("Source")
Kind = TypeVar("Kind", bound=Question)
Options = ParamSpec("Options")
Draws = Callable[[Random, Source], Question | None]
"""A function that draws a question, or returns None if it fails."""


def always(_: object) -> bool:
    """Accept any question."""
    return True


def breaks(*rules: str) -> Holds:
    """A test of whether the answer reports exactly these broken rules."""
    return lambda case: set(case.expect.get("broken", "?")) == set(rules)


def legal(case: Case) -> bool:
    """Whether the answer reports no broken rule."""
    return case.expect.get("legal") is True


def about(kind: type[Kind], holds: Callable[[Kind], bool], also: Holds = always) -> Holds:
    """A test of whether a question has a given type, and whether it and its answer each meet a condition."""
    return lambda case: isinstance(case.asked, kind) and holds(case.asked) and also(case)


def drawing(
    function: Callable[Concatenate[Random, Source, Options], Question | None],
) -> Callable[Options, Draws[Source]]:
    """Turn a function that draws a question into one that takes only the options and returns a drawing function."""

    def with_options(*options: Options.args, **named: Options.kwargs) -> Draws[Source]:
        return lambda rng, source: function(rng, source, *options, **named)

    return with_options


@frozen
class Stratum(Generic[Source]):
    """Random questions of one kind with something in common, such as the broken rule.

    - ``draw``: A function that draws a question for the stratum.
    - ``games``: The names of the games to which the questions may belong.
    - ``module``: The module that must take part.

    ``draw`` needs only the set-up of a table; in a ``GameStratum``, it needs the moves of a game.
    """

    kind: str
    name: str
    draw: Draws[Source]
    holds: Holds = always
    games: tuple[str, ...] = tuple(GAMES)
    module: str = ""


@frozen
class GameStratum(Stratum[Moves]):
    """Random questions about a position in a random game, or about the whole game.

    - ``players``: The required number of players; 0 for any number.
    """

    players: int = 0


Games = tuple[str, ...]
EVERY: Games = tuple(GAMES)
Sort = tuple[Draws[Source], Holds] | tuple[Draws[Source], Holds, Games] | tuple[Draws[Source], Holds, Games, str]
"""A function that draws questions, a test of membership in the stratum, and optionally the games and the module."""


def strata(kind: str, sorts: Mapping[str, Sort[Setup]]) -> list[Stratum[Setup]]:
    """The strata for a kind of question, given a mapping from their names to their sorts."""
    return [Stratum(kind, name, *sort) for name, sort in sorts.items()]
