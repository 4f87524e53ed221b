"""The base classes for questions."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, ClassVar, Self

from attrs import NOTHING, evolve, fields, frozen

from granada.errors import refuse
from granada.game import GRANADA, Action, Game, Player, Setup, State, broken, settle
from granada.questions.parts import PARTS, SEATS
from granada.questions.positions import written_position
from granada.rulebook import Rule, Rulings
from granada.steps import ODD, Act, EndTest, Favour, NextTurn, OpenFavour, RefillTiles, ScoreDue, Step
from granada.table import empty_table
from granada.wire import flaws_of

Answer = dict[str, Any]
"""An answer in the protocol's form."""
USUAL = Rulings()
"""The default readings."""
ALWAYS = ("game", "scoring")
"""The parts that the protocol always writes, even if they have the default value."""
ELSEWHERE = ("state", "ask")
"""The parts that TOML writes differently: a position in short form, and the requested facts with their values."""


@frozen(kw_only=True)
class Question:
    """The base class of questions; a question's fields are its parts, and fields without a default are required."""

    kind: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """Name a kind of question after its class: MoatQuestion becomes moat."""
        if cls.__name__.endswith("Question"):
            cls.kind = cls.__name__.removesuffix("Question").lower()

    @property
    def setup(self) -> Setup | None:
        """The table's options, such as the game and the modules; None if they do not matter."""
        return None

    @property
    def deeds(self) -> tuple[Action, ...]:
        """The actions, in order."""
        return ()

    def flaws(self) -> list[str]:
        """The reasons why a readable question has no answer."""
        return []

    def answer(self) -> Answer:
        """This engine's answer; if the parts contradict each other, raise one of this package's errors."""
        raise NotImplementedError

    def under(self, rulings: Rulings) -> Self:
        """The same question under other readings; raise InvalidState if the position is impossible under them."""
        del rulings
        return self

    def in_full(self) -> Self:
        """The same question, but asking for all facts."""
        return self

    @classmethod
    def completed(cls, parts: dict[str, Any]) -> dict[str, Any]:
        """Add default values for missing parts."""
        return parts

    @classmethod
    def needed(cls) -> tuple[str, ...]:
        """The required parts."""
        return tuple(each.name for each in fields(cls) if each.default is NOTHING)

    @classmethod
    def parts(cls) -> tuple[str, ...]:
        """The parts that the question may have."""
        return tuple(each.name for each in fields(cls))

    def _stated(self, always: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
        """The parts that must be written: required parts, and parts that differ from the default."""
        for each in fields(type(self)):
            value = getattr(self, each.name)
            if each.default is NOTHING or each.name in always or value != each.default:
                yield each.name, value

    @property
    def given(self) -> dict[str, Any]:
        """The parts of the question, as the protocol writes them."""
        return {name: PARTS[name].write(value) for name, value in self._stated(ALWAYS)}

    @property
    def written(self) -> dict[str, Any]:
        """The kind and the parts of the question as TOML data."""
        parts = ((PARTS[name], name, value) for name, value in self._stated() if name not in ELSEWHERE)
        return {"kind": self.kind, **{name: (part.by_hand or part.write)(value) for part, name, value in parts}}


def legality(rules: Iterable[Rule]) -> Answer:
    """The answer to a question about legality: whether no rule is broken, and the list of broken rules."""
    named = [str(rule) for rule in rules]
    return {"legal": not named, "broken": named}


@frozen(kw_only=True)
class TableQuestion(Question):
    """A question about a few things on an otherwise empty table."""

    game: Game = GRANADA
    rulings: Rulings = USUAL

    @property
    def setup(self) -> Setup:
        """The table's options, such as the game and the modules."""
        return Setup(self.game, SEATS, rulings=self.rulings)

    def under(self, rulings: Rulings) -> Self:
        """The same question under other readings."""
        return evolve(self, rulings=rulings)

    def position(self, step: Step | None = None, first: Player | None = None) -> State:
        """A state with only the first player's possessions, in which the given step is due."""
        table = empty_table(self.setup)
        players = (first, *table.players[1:]) if first else table.players
        return evolve(table, players=players, marker=table.marker and ODD, mover=0, todo=(step or Act(0), NextTurn()))


@frozen(kw_only=True)
class ActionQuestion(TableQuestion):
    """A question about one action on an otherwise empty table."""

    @property
    def do(self) -> Action:
        """The action."""
        raise NotImplementedError

    @property
    def deeds(self) -> tuple[Action, ...]:
        """The action."""
        return (self.do,)

    @property
    def state(self) -> State:
        """The position before the action."""
        raise NotImplementedError

    def answer(self) -> Answer:
        """Whether the action is legal."""
        return legality(broken(self.state, self.do))


def _with_end_test(todo: list[Step], rulings: Rulings) -> tuple[Step, ...]:
    """Put the test for the end of the game before the vizier's decision or, under another reading, after it."""
    asked = [place for place, step in enumerate(todo) if isinstance(step, Favour | OpenFavour)]
    if not asked:
        return tuple(todo)
    before, after = ([step for step in part if step != EndTest()] for part in (todo[: asked[0]], todo[asked[0] + 1 :]))
    favour = (todo[asked[0]], EndTest()) if rulings.vizier_until_awards else (EndTest(), todo[asked[0]])
    return (*before, *favour, *after)


@frozen(kw_only=True)
class StateQuestion(Question):
    """A question about a whole position."""

    state: State

    @property
    def setup(self) -> Setup:
        """The table's options, such as the game and the modules."""
        return self.state.setup

    def under(self, rulings: Rulings) -> Self:
        """The same question under other readings, which may reorder the agenda."""
        setup, todo = evolve(self.setup, rulings=rulings), list(self.state.todo)
        first, second = (ScoreDue, RefillTiles) if rulings.score_before_tiles else (RefillTiles, ScoreDue)
        for place, (one, other) in enumerate(pairwise(self.state.todo)):
            if isinstance(one, second) and isinstance(other, first):
                todo[place : place + 2] = other, one
        state = settle(evolve(self.state, setup=setup, todo=_with_end_test(todo, rulings)))
        refuse(flaws_of(state))
        return evolve(self, state=state)

    @property
    def written(self) -> dict[str, Any]:
        """The kind and the parts of the question as TOML data, with the position in short form."""
        return {**super().written, "state": written_position(self.state)}


@frozen
class Nothing(Question):
    """A placeholder for a greeting, or for a question that is no longer stored."""

    kind: str  # type: ignore[misc]  # here it belongs to the value, not to the type

    @property
    def given(self) -> dict[str, Any]:
        """The parts; a placeholder has none."""
        return {}
