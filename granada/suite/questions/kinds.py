"""The kinds of question: what each needs and may have, and how it is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from attrs import evolve, frozen

from granada.board import NO_CARDS, InvalidState, Purse, Tile, empty_city, violations
from granada.game import (
    BONUS,
    NORMAL,
    Add,
    Bonus,
    Buy,
    Dirk,
    Flip,
    IllegalAction,
    Place,
    Player,
    Remove,
    Swap,
    Take,
    apply,
    earns_an_action,
    legal_actions,
    outcomes,
    richest,
    score,
    slot_space,
)
from granada.notation import BadNotation
from granada.rulebook import Rule
from granada.steps import Act, Pending, PlaceTiles
from granada.suite.questions.facts import FACTS, summary
from granada.suite.questions.parts import NOTATIONS, in_order
from granada.suite.questions.question import ActionQuestion, Question, StateQuestion, TableQuestion, legality
from granada.table import PLAYERS, replay, winners

if TYPE_CHECKING:
    from typing import Self

    from granada.board import City, Face, Family, Layout, Round
    from granada.game import Action, Module, Scoring, Setup, State
    from granada.rulebook import Rulings
    from granada.suite.questions.parts import Cards
    from granada.suite.questions.question import Answer
    from granada.table import Record

# Cities


@frozen(kw_only=True)
class LayoutQuestion(TableQuestion):
    """Which building rules does this arrangement break?"""

    kind: ClassVar[str] = "layout"
    layout: Layout

    def answer(self) -> Answer:
        """Whether it is legal."""
        found = {violation.rule for violation in violations(self.layout)}
        return legality(rule for rule in Rule if rule in found)


@frozen(kw_only=True)
class CityQuestion(ActionQuestion):
    """May this city be changed like that?"""

    city: City

    @property
    def reserve(self) -> tuple[Face, ...]:
        """The reserve, where it matters."""
        return ()

    @property
    def state(self) -> State:
        """The position in which it is changed; a tile that is placed has been bought."""
        step = PlaceTiles(0, (Pending(Tile(self.do.face)),)) if isinstance(self.do, Place) else Act(0)
        return self.position(step, Player(NO_CARDS, self.city, tuple(sorted(self.reserve))))


@frozen(kw_only=True)
class RemoveQuestion(CityQuestion):
    """May this tile be taken out?"""

    kind: ClassVar[str] = "remove"
    does: ClassVar[tuple[type[Action], ...]] = (Remove,)
    do: Remove


@frozen(kw_only=True)
class PlaceQuestion(CityQuestion):
    """May this tile be built here?"""

    kind: ClassVar[str] = "place"
    does: ClassVar[tuple[type[Action], ...]] = (Place, Add)
    do: Place | Add
    reserve: tuple[Face, ...] = ()


@frozen(kw_only=True)
class SwapQuestion(CityQuestion):
    """May this tile take the place of that?"""

    kind: ClassVar[str] = "swap"
    does: ClassVar[tuple[type[Action], ...]] = (Swap,)
    do: Swap
    reserve: tuple[Face, ...]

    @classmethod
    def completed(cls, told: dict[str, Any]) -> dict[str, Any]:
        """The reserve is empty where it is not told."""
        return {"reserve": (), **told}


@frozen(kw_only=True)
class MoatQuestion(TableQuestion):
    """How long is the longest moat or wall?"""

    kind: ClassVar[str] = "moat"
    city: City
    family: Family | None = None

    def answer(self) -> Answer:
        """So many edges."""
        return {"result": len(self.city.longest(self.family))}


# Money


@frozen(kw_only=True)
class MoneyQuestion(ActionQuestion):
    """May these cards be used like that?"""

    modules: tuple[Module, ...] = ()

    @property
    def setup(self) -> Setup:
        """What the table agreed on."""
        return evolve(super().setup, modules=in_order(self.modules))


@frozen(kw_only=True)
class TakeQuestion(MoneyQuestion):
    """May this money be taken?"""

    kind: ClassVar[str] = "take"
    does: ClassVar[tuple[type[Action], ...]] = (Take,)
    display: Cards
    do: Take

    @property
    def state(self) -> State:
        """The position in which it is taken."""
        return evolve(self.position(), display=Purse.of(self.display))


@frozen(kw_only=True)
class BuyQuestion(MoneyQuestion):
    """May this tile be bought with these cards?"""

    kind: ClassVar[str] = "buy"
    does: ClassVar[tuple[type[Action], ...]] = (Buy,)
    hand: Cards
    space: int
    tile: Tile
    do: Buy

    @classmethod
    def completed(cls, told: dict[str, Any]) -> dict[str, Any]:
        """The space is that of the purchase where it is not told."""
        return {"space": told["do"].space, **told} if "do" in told else told

    @property
    def state(self) -> State:
        """The position in which it is bought."""
        lanes, family = self.game.lanes, self.tile.up.family
        if family not in lanes:
            raise InvalidState([f"tile: {self.tile} does not belong to {self.game}"])
        state = self.position(first=_holding(self.hand, self.setup))
        slot = (self.space - 1) * len(lanes) + lanes.index(family)
        return evolve(state, yard=(*state.yard[:slot], self.tile, *state.yard[slot + 1 :]))

    def answer(self) -> Answer:
        """Whether it is legal, and then whether it was paid exactly, or counts so by another reading."""
        said = super().answer()
        return {**said, "exact": earns_an_action(self.state, 0, self.do)} if said["legal"] else said


@frozen(kw_only=True)
class FlipQuestion(MoneyQuestion):
    """May this tile be turned over for these cards?"""

    kind: ClassVar[str] = "flip"
    does: ClassVar[tuple[type[Action], ...]] = (Flip,)
    hand: Cards
    tile: Tile
    do: Flip

    @property
    def state(self) -> State:
        """The position in which it is turned over."""
        return self.position(PlaceTiles(0, (Pending(self.tile),)), _holding(self.hand, self.setup))


# Scoring and the end


@frozen(kw_only=True)
class ScoreQuestion(TableQuestion):
    """What does this scoring give?"""

    kind: ClassVar[str] = "score"
    round: Round
    cities: tuple[City, ...]
    scoring: str = NORMAL
    dirk: tuple[Face, ...] | None = None
    shown: tuple[tuple[Face, ...], ...] | None = None
    """The bonus cards that each seat has shown."""
    modules: tuple[Module, ...] = ()

    def _flaws(self) -> list[str]:
        """Why no table scores that."""
        flaws = [reason for module in self.modules if (reason := module.refuses(self.game))]
        if not 1 <= len(self.cities) <= max(PLAYERS):
            flaws.append(f"cities: there are 1 to {max(PLAYERS)}, not {len(self.cities)}")
        if self.shown is not None and BONUS not in self.modules:
            flaws.append("shown: there are no bonus cards without their module")
        if self.shown is not None and len(self.shown) != len(self.cities):
            flaws.append(f"shown: expected a list for each of {len(self.cities)} cities, not {len(self.shown)}")
        if self.scoring not in self.game.scorings:
            flaws.append(f"scoring: {self.game} has none that is {self.scoring}")
        return flaws

    @property
    def setup(self) -> Setup:
        """What the table agreed on."""
        return evolve(super().setup, players=len(self.cities), modules=in_order(self.modules), scoring=self.scoring)

    @property
    def state(self) -> State:
        """The position in which it is scored."""
        players = tuple(Player(NO_CARDS, city) for city in self.cities)
        dirk = None if self.dirk is None else Dirk(tuple(sorted(self.dirk)))
        state = evolve(self.position(), players=players, dirk=dirk)
        if self.shown is not None:
            state = state.with_extra(BONUS, Bonus((), ((),) * len(players), self.shown))
        return state

    @property
    def scored(self) -> Scoring:
        """The scoring, row by row."""
        if flaws := self._flaws():
            raise InvalidState(flaws)
        return score(self.state, self.round)

    def answer(self) -> Answer:
        """The points of each seat, and Dirk's where he takes part."""
        scored = self.scored
        points: Answer = {"points": list(scored.points)}
        return points if self.dirk is None else {**points, "dirk": scored.dirk}


@frozen(kw_only=True)
class AwardQuestion(TableQuestion):
    """Who gets the tiles that are left?"""

    kind: ClassVar[str] = "award"
    yard: tuple[Tile | None, ...]
    hands: tuple[Cards, ...]

    def _flaws(self) -> list[str]:
        """Why that is no yard, or not all hands."""
        flaws = []
        if len(self.yard) > 4 * len(self.game.lanes):
            flaws.append(f"yard: there are {4 * len(self.game.lanes)} slots, not {len(self.yard)}")
        if not 1 <= len(self.hands) <= max(PLAYERS):
            flaws.append(f"hands: there are 1 to {max(PLAYERS)}, not {len(self.hands)}")
        return flaws

    @property
    def setup(self) -> Setup:
        """What the table agreed on."""
        return evolve(super().setup, players=len(self.hands))

    def answer(self) -> Answer:
        """A seat, or none, for each tile."""
        if flaws := self._flaws():
            raise InvalidState(flaws)
        hands = tuple(map(Purse.of, self.hands))
        spaces = [slot_space(self.setup, slot) for slot, tile in enumerate(self.yard) if tile is not None]
        return {"result": [richest(hands, space) for space in spaces]}


# Whole positions


@frozen(kw_only=True)
class LegalQuestion(StateQuestion):
    """What may be done?"""

    kind: ClassVar[str] = "legal"

    def answer(self) -> Answer:
        """All legal actions."""
        return {"actions": [str(action) for action in legal_actions(self.state)]}


@frozen(kw_only=True)
class DrawQuestion(StateQuestion):
    """What can be drawn, and how likely is it?"""

    kind: ClassVar[str] = "draw"

    def answer(self) -> Answer:
        """Every draw with its chance."""
        found = outcomes(self.state)
        return {"draws": {str(draw.what): f"{chance.numerator}/{chance.denominator}" for draw, chance in found}}


@frozen
class Course:
    """How far some actions in a row came: the last that was tried, and what it led to."""

    number: int
    before: State
    action: Action
    after: State | None
    """None where it was illegal."""
    rules: tuple[Rule, ...] = ()


@frozen(kw_only=True)
class ApplyQuestion(StateQuestion):
    """What happens if this is done?"""

    kind: ClassVar[str] = "apply"
    do: Action | tuple[Action, ...]
    ask: tuple[str, ...]

    @classmethod
    def completed(cls, told: dict[str, Any]) -> dict[str, Any]:
        """Nothing is asked where nothing is told of it."""
        return {"ask": (), **told}

    @property
    def deeds(self) -> tuple[Action, ...]:
        """The actions, in a row."""
        return self.do if isinstance(self.do, tuple) else (self.do,)

    def in_full(self) -> Self:
        """The same question about every fact."""
        return evolve(self, ask=FACTS)

    @property
    def course(self) -> Course:
        """How far the actions come."""
        state = self.state
        for number, action in enumerate(self.deeds, start=1):
            before = state
            try:
                state = apply(before, action)
            except IllegalAction as refused:
                return Course(number, before, action, None, refused.rules)
        return Course(number, before, action, state)

    def answer(self) -> Answer:
        """The facts that are asked for, as far as there are such; or the rules that are broken, and where."""
        course = self.course
        said = legality(course.rules)
        if course.after is None:
            return said if course.number == len(self.deeds) else {**said, "step": course.number}
        facts = summary(course.after)
        return {**said, "then": {name: facts[name] for name in self.ask if name in facts}}


@frozen(kw_only=True)
class GameQuestion(Question):
    """How does this game end?"""

    kind: ClassVar[str] = "game"
    record: Record

    @property
    def setup(self) -> Setup:
        """What the table agreed on."""
        return self.record.setup

    def under(self, rulings: Rulings) -> Self:
        """The same steps under other readings."""
        return evolve(self, record=evolve(self.record, setup=evolve(self.setup, rulings=rulings)))

    def answer(self) -> Answer:
        """The result, the first illegal event, or that the game is not over."""
        number, state = 0, None
        try:
            for number, state in enumerate(replay(self.record), start=1):  # noqa: B007  the last ones are told
                pass
        except IllegalAction as refused:
            return {"illegal": {"event": number, "broken": [str(rule) for rule in refused.rules]}}
        except InvalidState:
            return {"illegal": {"event": number, "broken": [str(Rule.IN_ITS_PHASE)]}}
        if state is None or not state.over:
            return {"unfinished": True}
        return {"points": list(state.points), "winners": list(winners(state))}


@frozen(kw_only=True)
class NotationQuestion(Question):
    """What does this text say? It may be unreadable; that is the question."""

    kind: ClassVar[str] = "notation"
    of: str
    text: str

    @property
    def value(self) -> object:
        """What the text says; a BadNotation or an InvalidState where it says nothing."""
        return NOTATIONS[self.of](self.text)

    def answer(self) -> Answer:
        """The canonical text, or an error."""
        try:
            return {"result": str(self.value)}
        except (BadNotation, InvalidState) as flaw:
            return {"error": str(flaw)}


def _holding(cards: Cards, setup: Setup) -> Player:
    """A player who has nothing but some cards."""
    return Player(Purse.of(cards), empty_city(setup.game.start))


KINDS: dict[str, type[Question]] = {
    each.kind: each
    for each in (
        *(LayoutQuestion, PlaceQuestion, RemoveQuestion, SwapQuestion, MoatQuestion),
        *(TakeQuestion, BuyQuestion, FlipQuestion, ScoreQuestion, AwardQuestion),
        *(LegalQuestion, ApplyQuestion, DrawQuestion, GameQuestion, NotationQuestion),
    )
}
"""The kinds of question by name."""
