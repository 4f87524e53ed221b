"""Strata: the sorts of random questions, such as placements that close in a hole of two cells.

Each stratum draws questions of its sort on purpose, and says of a question with its answer whether it is one.
"""

from collections.abc import Callable
from random import Random
from typing import Concatenate, Generic, ParamSpec, TypeVar

from attrs import frozen

from granada.game import GAMES, Action, State
from granada.questions import Question
from granada.spec import Case

Moves = list[tuple[State, Action]]
"""The states of a game, each with the action or the draw that came next."""
Holds = Callable[[Case], bool]
"""Whether a question with its answer belongs to a stratum."""
Source = TypeVar("Source")
Kind = TypeVar("Kind", bound=Question)
Drawn = TypeVar("Drawn")
Options = ParamSpec("Options")


def always(_: Case) -> bool:
    """Any question belongs to it."""
    return True


def breaks(*rules: str) -> Holds:
    """Whether just these rules are broken."""
    return lambda case: set(case.expect.get("broken", "?")) == set(rules)


def legal(case: Case) -> bool:
    """Whether no rule is broken."""
    return case.expect.get("legal") is True


def about(kind: type[Kind], holds: Callable[[Kind], bool], also: Holds = always) -> Holds:
    """Whether something holds of a question of this type, and something else of it with its answer."""
    return lambda case: isinstance(case.asked, kind) and holds(case.asked) and also(case)


def drawing(
    function: Callable[Concatenate[Random, Source, Options], Drawn],
) -> Callable[Options, Callable[[Random, Source], Drawn]]:
    """A function that draws a question, to be called with its options alone: what that gives is ``Stratum.draw``."""

    def with_options(*options: Options.args, **named: Options.kwargs) -> Callable[[Random, Source], Drawn]:
        return lambda rng, source: function(rng, source, *options, **named)

    return with_options


@frozen
class Stratum(Generic[Source]):
    """Random questions of one kind that have something in common, such as the rule that is broken.

    - ``draw``: Draws a question that should belong to it; None where it came to nothing.
    - ``games``: The games in which there are such questions.
    - ``module``: The module that must take part.

    They are drawn from the set-up of a table, or those of a ``GameStratum`` from the moves of a game.
    """

    kind: str
    name: str
    draw: Callable[[Random, Source], Question | None]
    holds: Holds = always
    games: tuple[str, ...] = tuple(GAMES)
    module: str = ""


@frozen
class GameStratum(Stratum[Moves]):
    """Random questions about a position of a random game, or about the whole game.

    - ``players``: How many must play; any number if it is none.
    """

    players: int = 0
