"""What every question has in common: its parts, a table, and an answer."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, ClassVar, Self

from attrs import NOTHING, evolve, fields, frozen

from granada.board import NO_CARDS, empty_city
from granada.errors import InvalidState
from granada.game import GRANADA, Action, Deck, Dirk, Game, Player, Setup, State, broken, in_spaces, settle
from granada.questions.parts import PARTS, SEATS
from granada.questions.positions import written_position
from granada.rulebook import Rule, Rulings
from granada.steps import ODD, Act, EndTest, Favour, NextTurn, OpenFavour, RefillTiles, ScoreDue, Step
from granada.wire import flaws_of

Answer = dict[str, Any]
"""An answer as the protocol gives it."""
USUAL = Rulings()
"""The readings that hold where a question names none."""
ALWAYS = ("game", "scoring")
"""What the protocol says of a question even where it is the usual."""
ELSEWHERE = ("state", "ask")
"""What people write in another way: a position in few words, and the wanted facts together with their values."""


@frozen(kw_only=True)
class Question:
    """A question: the fields of a kind are its parts, and those without a default are needed."""

    kind: ClassVar[str]

    @property
    def setup(self) -> Setup | None:
        """What the table agreed on; None where that does not matter."""
        return None

    @property
    def deeds(self) -> tuple[Action, ...]:
        """What is done, in a row."""
        return ()

    def flaws(self) -> list[str]:
        """The reasons why the question has no answer, although it can be read."""
        return []

    def answer(self) -> Answer:
        """The answer of this engine; an error of ours where the parts do not go together."""
        raise NotImplementedError

    def under(self, rulings: Rulings) -> Self:
        """The same question under other readings; an InvalidState when there is no such position under them."""
        del rulings
        return self

    def in_full(self) -> Self:
        """The same question about all facts."""
        return self

    @classmethod
    def completed(cls, parts: dict[str, Any]) -> dict[str, Any]:
        """The parts, with those that follow from the others."""
        return parts

    @classmethod
    def needed(cls) -> tuple[str, ...]:
        """The parts that it cannot do without."""
        return tuple(each.name for each in fields(cls) if each.default is NOTHING)

    @classmethod
    def parts(cls) -> tuple[str, ...]:
        """The parts that it may have."""
        return tuple(each.name for each in fields(cls))

    def _stated(self, always: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
        """The parts that must be written: those that are needed or differ from the usual."""
        for each in fields(type(self)):
            value = getattr(self, each.name)
            if each.default is NOTHING or each.name in always or value != each.default:
                yield each.name, value

    @property
    def given(self) -> dict[str, Any]:
        """Its parts as the protocol has them."""
        return {name: PARTS[name].write(value) for name, value in self._stated(ALWAYS)}

    @property
    def written(self) -> dict[str, Any]:
        """Its kind and its parts as people write them."""
        parts = ((PARTS[name], name, value) for name, value in self._stated() if name not in ELSEWHERE)
        return {"kind": self.kind, **{name: (part.by_hand or part.write)(value) for part, name, value in parts}}


def legality(rules: Iterable[Rule]) -> Answer:
    """Whether something is legal, and the rules that it breaks."""
    named = [str(rule) for rule in rules]
    return {"legal": not named, "broken": named}


@frozen(kw_only=True)
class TableQuestion(Question):
    """A question about a few things on a table that is empty otherwise."""

    game: Game = GRANADA
    rulings: Rulings = USUAL

    @property
    def setup(self) -> Setup:
        """What the table agreed on."""
        return Setup(self.game, SEATS, rulings=self.rulings)

    def under(self, rulings: Rulings) -> Self:
        """The same question under other readings."""
        return evolve(self, rulings=rulings)

    def position(self, step: Step | None = None, first: Player | None = None) -> State:
        """A table on which nothing lies but what the first player has, and at which this step is due."""
        setup = self.setup
        nobody = Player(NO_CARDS, empty_city(setup.game.start))
        return State(
            setup=setup,
            players=(first or nobody, *(nobody,) * (setup.players - 1)),
            yard=in_spaces(setup.game, (None,) * len(setup.game.slots)),
            bags=((),) * len(setup.game.lanes),
            display=NO_CARDS,
            deck=Deck(),
            discard=NO_CARDS,
            dirk=Dirk() if setup.players == 2 else None,
            marker=ODD if setup.game.two_faced else None,
            mover=0,
            todo=(step or Act(0), NextTurn()),
            extras=tuple(module.begins(setup) for module in setup.modules),
        )


@frozen(kw_only=True)
class ActionQuestion(TableQuestion):
    """A question about one action on such a table."""

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
        """The position in which it is done."""
        raise NotImplementedError

    def answer(self) -> Answer:
        """Whether it is legal."""
        return legality(broken(self.state, self.do))


def _with_end_test(todo: list[Step], rulings: Rulings) -> tuple[Step, ...]:
    """An agenda with the end test before the vizier's decision, or after it under another reading."""
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
        """What the table agreed on."""
        return self.state.setup

    def under(self, rulings: Rulings) -> Self:
        """The same question under other readings, with the agenda in their order."""
        setup, todo = evolve(self.setup, rulings=rulings), list(self.state.todo)
        first, second = (ScoreDue, RefillTiles) if rulings.score_before_tiles else (RefillTiles, ScoreDue)
        for place, (one, other) in enumerate(pairwise(self.state.todo)):
            if isinstance(one, second) and isinstance(other, first):
                todo[place : place + 2] = other, one
        state = settle(evolve(self.state, setup=setup, todo=_with_end_test(todo, rulings)))
        if flaws := list(flaws_of(state)):
            raise InvalidState(*flaws)
        return evolve(self, state=state)

    @property
    def written(self) -> dict[str, Any]:
        """Its kind and its parts as people write them, the position in few words."""
        return {**super().written, "state": written_position(self.state)}


@frozen
class Nothing(Question):
    """No question of the game: a greeting, or a question that is no longer kept."""

    kind: str  # type: ignore[misc]  # here it belongs to the value, not to the type

    @property
    def given(self) -> dict[str, Any]:
        """Nothing."""
        return {}
