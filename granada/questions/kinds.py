"""The kinds of questions, and the classes for questions about a city, money, a scoring or a text."""

from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from granada import game
from granada.board import NO_CARDS, Bureau, City, Face, Family, Layout, Purse, Round, Tile, empty_city, violations
from granada.errors import InvalidState, Reason, at, refuse
from granada.notation import BadNotation
from granada.questions.parts import NOTATIONS, Cards, in_order
from granada.questions.position_kinds import ApplyQuestion, DrawQuestion, GameQuestion, LegalQuestion
from granada.questions.question import ActionQuestion, Answer, Question, TableQuestion, legality
from granada.rulebook import Rule
from granada.steps import Act, Pending, PlaceTiles
from granada.table import PLAYERS

# Cities


@frozen(kw_only=True)
class LayoutQuestion(TableQuestion):
    """Which building rules does this layout break?"""

    layout: Layout

    def answer(self) -> Answer:
        """Whether the layout is legal, and the rules that it breaks."""
        found = {violation.rule for violation in violations(self.layout)}
        return legality(rule for rule in Rule if rule in found)


@frozen(kw_only=True)
class CityQuestion(ActionQuestion):
    """May this city be changed in this way?"""

    city: City

    @property
    def reserve(self) -> tuple[Face, ...]:
        """The reserve, which is empty unless a question has one."""
        return ()

    @property
    def state(self) -> game.State:
        """The position before the change; a tile to be placed has already been bought."""
        step = PlaceTiles(0, (Pending(Tile(self.do.face)),)) if isinstance(self.do, game.Place) else Act(0)
        return self.position(step, game.Player(NO_CARDS, self.city, tuple(sorted(self.reserve))))

    def flaws(self) -> list[str]:
        """An error for each tile that does not belong to the city's game."""
        built = (self.do.face,) if isinstance(self.do, game.Place) else self.reserve
        strange = [face for face in built if self.city.start is Family.GRANADA and face.family is not self.city.start]
        return [Reason("{face} does not belong to a city of Granada alone", face=face) for face in strange]


@frozen(kw_only=True)
class RemoveQuestion(CityQuestion):
    """May this tile be removed from the city?"""

    do: game.Remove


@frozen(kw_only=True)
class PlaceQuestion(CityQuestion):
    """May this tile be built here?"""

    do: game.Place | game.Add
    reserve: tuple[Face, ...] = ()


@frozen(kw_only=True)
class SwapQuestion(CityQuestion):
    """May this tile replace the one on that cell?"""

    do: game.Swap
    reserve: tuple[Face, ...]

    @classmethod
    def completed(cls, parts: dict[str, Any]) -> dict[str, Any]:
        """Add the default reserve, which is empty."""
        return {"reserve": (), **parts}


@frozen(kw_only=True)
class MoatQuestion(TableQuestion):
    """How long is the longest moat or wall?"""

    city: City
    family: Family | None = None

    def answer(self) -> Answer:
        """The number of edges in the longest moat or wall."""
        return {"result": len(self.city.longest(self.family))}


# Money


@frozen(kw_only=True)
class MoneyQuestion(ActionQuestion):
    """May these cards be used in this way?"""

    modules: tuple[game.Module[object], ...] = ()

    @property
    def setup(self) -> game.Setup:
        """The table's options, such as the game and the modules."""
        return evolve(super().setup, modules=in_order(self.modules))

    def flaws(self) -> list[str]:
        """An error for each bureau if the module for bureaus does not take part."""
        cards = (*getattr(self, "display", ()), *getattr(self, "hand", ()), *getattr(self.do, "cards", ()))
        bureau = next((card for card in cards if isinstance(card, Bureau)), None)
        known = bureau is None or game.EXCHANGE in self.modules
        reason = Reason("{card}: there are no exchange bureaus without their module, exchange", card=bureau)
        return [] if known else [reason]


@frozen(kw_only=True)
class TakeQuestion(MoneyQuestion):
    """May this money be taken?"""

    display: Cards
    do: game.Take

    @property
    def state(self) -> game.State:
        """The position before the money is taken."""
        return evolve(self.position(), display=Purse(self.display))


@frozen(kw_only=True)
class BuyQuestion(MoneyQuestion):
    """May this tile be bought with these cards?"""

    hand: Cards
    space: int
    tile: Tile
    do: game.Buy

    @classmethod
    def completed(cls, parts: dict[str, Any]) -> dict[str, Any]:
        """Add the default space of the purchase."""
        return {"space": parts["do"].space, **parts} if "do" in parts else parts

    def flaws(self) -> list[str]:
        """An error if the tile does not belong to the game."""
        known = self.tile.up.family in self.game.lanes
        reason = Reason("{face} does not belong to {game}", face=self.tile, game=self.game)
        return [*super().flaws(), *([] if known else [at("tile: ", reason)])]

    @property
    def state(self) -> game.State:
        """The position before the purchase."""
        lanes, family = self.game.lanes, self.tile.up.family
        state = self.position(first=_holding(self.hand, self.setup))
        return state.with_tile(game.Slot(self.space, lanes.index(family)), self.tile)

    def answer(self) -> Answer:
        """Whether the purchase is legal and, if so, whether it counts as paid exactly."""
        legal = super().answer()
        return {**legal, "exact": game.earns_an_action(self.state, 0, self.do)} if legal["legal"] else legal


@frozen(kw_only=True)
class FlipQuestion(MoneyQuestion):
    """May this tile be turned over by paying these cards?"""

    hand: Cards
    tile: Tile
    do: game.Flip

    @property
    def state(self) -> game.State:
        """The position before the flip."""
        return self.position(PlaceTiles(0, (Pending(self.tile),)), _holding(self.hand, self.setup))


# Scoring and the end


@frozen(kw_only=True)
class ScoreQuestion(TableQuestion):
    """What is the result of this scoring?

    - ``shown``: Each seat's open bonus cards.
    """

    round: Round
    cities: tuple[City, ...]
    scoring: str = game.NORMAL
    dirk: tuple[Face, ...] | None = None
    shown: tuple[tuple[Face, ...], ...] | None = None
    modules: tuple[game.Module[object], ...] = ()

    def flaws(self) -> list[str]:
        """The reasons why the scoring cannot occur."""
        flaws = [reason for module in self.modules if (reason := module.refuses(self.game))]
        if not 1 <= len(self.cities) <= max(PLAYERS):
            flaws.append(f"cities: there must be 1 to {max(PLAYERS)}, not {len(self.cities)}")
        if self.shown is not None and game.BONUS not in self.modules:
            flaws.append(at("shown: ", Reason("there are no bonus cards without their module")))
        if self.shown is not None and len(self.shown) != len(self.cities):
            numbers = {"cities": len(self.cities), "number": len(self.shown)}
            flaws.append(at("shown: ", Reason("expected a list for each of {cities} cities, not {number}", **numbers)))
        if self.dirk is not None and len(self.cities) > 2:
            flaws.append(at("dirk: ", Reason("Dirk takes part only in games for two")))
        if self.scoring not in self.game.scorings:
            flaws.append(f"scoring: {self.game} has no {self.scoring} scoring")
        return flaws or list(self._strange_pieces())

    def _strange_pieces(self) -> Iterator[str]:
        """An error about a hut without its module, and for each shown card that is no bonus card or lacks its tile."""
        hut = next((face for city in self.cities for face in city.faces if face.is_hut), None)
        if hut is not None and game.HUTS not in self.modules:
            reason = Reason("{hut}: there are no builders' huts without their module, huts", hut=hut)
            yield at("cities: ", reason)
        cards = game.bonus_cards(self.setup)
        for city, shown in zip(self.cities, self.shown or (), strict=False):
            for face in shown:
                if face not in cards:
                    yield _breaking(face, Rule.TEN_BONUS_CARDS)
                elif shown.count(face) > city.faces.count(face):
                    yield _breaking(face, Rule.REVEAL_WITH_THE_TILE_BUILT)

    @property
    def setup(self) -> game.Setup:
        """The table's options, such as the game and the modules."""
        return evolve(super().setup, players=len(self.cities), modules=in_order(self.modules), scoring=self.scoring)

    @property
    def state(self) -> game.State:
        """The position before the scoring."""
        players = tuple(game.Player(NO_CARDS, city) for city in self.cities)
        dirk = None if self.dirk is None else game.Dirk(tuple(sorted(self.dirk)))
        state = evolve(self.position(), players=players, dirk=dirk)
        if self.shown is not None:
            state = state.with_extra(game.BONUS, game.Bonus((), ((),) * len(players), self.shown))
        return state

    @property
    def scored(self) -> game.Scoring:
        """The scoring, row by row."""
        refuse(self.flaws())
        return game.score(self.state, self.round)

    def answer(self) -> Answer:
        """The points of each seat, and of Dirk if he takes part."""
        scored = self.scored
        points: Answer = {"points": list(scored.points)}
        return points if self.dirk is None else {**points, "dirk": scored.dirk}


@frozen(kw_only=True)
class AwardQuestion(TableQuestion):
    """Who gets the left-over tiles?"""

    yard: tuple[Tile | None, ...]
    hands: tuple[Cards, ...]

    def flaws(self) -> list[str]:
        """The reasons why the yard or the number of hands is impossible."""
        flaws = []
        if len(self.yard) > 4 * len(self.game.lanes):
            flaws.append(f"yard: there must be {4 * len(self.game.lanes)} slots, not {len(self.yard)}")
        if not 1 <= len(self.hands) <= max(PLAYERS):
            flaws.append(f"hands: there must be 1 to {max(PLAYERS)}, not {len(self.hands)}")
        return flaws

    @property
    def setup(self) -> game.Setup:
        """The table's options, such as the game and the modules."""
        return evolve(super().setup, players=len(self.hands))

    def answer(self) -> Answer:
        """The seat that gets the tile in each slot, or None."""
        refuse(self.flaws())
        return {"result": [game.richest(self.purses, space) for space in self.spaces]}

    @property
    def purses(self) -> tuple[Purse, ...]:
        """Each seat's money."""
        return tuple(map(Purse, self.hands))

    @property
    def spaces(self) -> list[int]:
        """The yard space in which each tile lies."""
        return [slot.space for slot, tile in zip(self.game.slots, self.yard, strict=False) if tile is not None]


# Notation


@frozen(kw_only=True)
class NotationQuestion(Question):
    """What does this text mean, or why is it unreadable?"""

    of: str
    text: str

    @property
    def value(self) -> object:
        """The value that the text describes; raise BadNotation or InvalidState if it cannot be read."""
        return NOTATIONS[self.of](self.text)

    def answer(self) -> Answer:
        """The text in canonical form, or an error if it cannot be read."""
        try:
            return {"result": str(self.value)}
        except (BadNotation, InvalidState) as flaw:
            return {"error": str(flaw)}


def _breaking(face: Face, rule: Rule) -> str:
    """An error about a bonus card that would break a rule if it were shown."""
    reason = Reason("{face} breaks {rule}: {sentence}", face=face, rule=rule, sentence=Reason(rule.sentence))
    return at("shown: ", reason)


def _holding(cards: Cards, setup: game.Setup) -> game.Player:
    """A player who has only the given cards."""
    return game.Player(Purse(cards), empty_city(setup.game.start))


KINDS: dict[str, type[Question]] = {
    each.kind: each
    for each in (
        *(LayoutQuestion, PlaceQuestion, RemoveQuestion, SwapQuestion, MoatQuestion),
        *(TakeQuestion, BuyQuestion, FlipQuestion, ScoreQuestion, AwardQuestion),
        *(LegalQuestion, ApplyQuestion, DrawQuestion, GameQuestion, NotationQuestion),
    )
}
"""A mapping from names to the classes of questions."""
