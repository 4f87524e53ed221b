"""A person at the table: what the seat sees, the legal actions by number, and words for what is not legal."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from attrs import field, frozen

from granada.actions import VERBS, Action, Add, Place
from granada.drawing import city_of, draw, table
from granada.layout import Layout, violations
from granada.notation import BadNotation
from granada.rulebook import Rule
from granada.rules import IMPOSSIBLE, broken
from granada.state import Act, PlaceTiles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from granada.layout import Cell
    from granada.view import View

LINE = 100
"""How long a line of text becomes."""
HINT = "a number or an action; ? explains, table shows everything, undo goes back, Ctrl-D leaves"
FARTHEST = 12
"""A city with a tile further away than this is not drawn to show what is wrong."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"

_BUILDING = (Rule.MOATS_MATCH, Rule.WALKABLE, Rule.EDGE_CONTACT, Rule.NO_HOLES)
_REDESIGN = (Rule.REDESIGNED_CITY_STAYS_LEGAL, Rule.START_TILE_STAYS, Rule.REDESIGNING_TURNS_NO_TILE)
EXPLAINED: dict[str, tuple[Rule, ...]] = {
    "take": (Rule.TAKE_SEVERAL_UP_TO_FIVE,),
    "buy": (
        Rule.PAY_IN_THE_SPACE_CURRENCY,
        Rule.PAY_AT_LEAST_THE_PRICE,
        Rule.NO_CHANGE,
        Rule.EXACT_PAYMENT_EARNS_AN_ACTION,
    ),
    "flip": (Rule.FLIP_COSTS_THREE, Rule.FLIP_IN_ONE_CURRENCY, Rule.FLIP_ONCE),
    "place": (Rule.FACE_AS_BOUGHT, *_BUILDING),
    "store": (Rule.STORE_EITHER_FACE, Rule.RESERVE_COUNTS_NOTHING),
    "give": (Rule.GIFTS_TO_DIRK, Rule.GIFTS_KEEP_THEIR_FACE),
    "add": (Rule.ADD_FROM_THE_RESERVE, *_BUILDING),
    "remove": (Rule.REMOVE_TO_THE_RESERVE, *_REDESIGN),
    "swap": (Rule.SWAP_IN_PLACE, *_REDESIGN),
    "hut": (Rule.HUT_IS_AN_ACTION, Rule.THREE_HUTS_AT_MOST, Rule.HUT_COUNTS_ITS_NEIGHBOURS),
    "reveal": (Rule.REVEAL_WITH_THE_TILE_BUILT, Rule.BONUS_COUNTS_ONE_MORE),
    "reactivate": (Rule.VIZIER_IS_REACTIVATED,),
    "decline": (),
    "stop": (Rule.EXACT_PAYMENT_EARNS_AN_ACTION, Rule.BOUGHT_TILES_WAIT),
    "pass": (Rule.ACT_ON_YOUR_TURN,),
}
"""The rules that a person wants to know when an action of this kind is possible."""
MODULE_RULES: dict[tuple[str, str], tuple[Rule, ...]] = {
    ("take", "exchange"): (Rule.BUREAU_IS_TAKEN_ALONE,),
    ("buy", "exchange"): (Rule.BUREAU_FITS_THE_SPACE, Rule.ONE_BUREAU_A_PURCHASE, Rule.BUREAU_PAYS_EXACTLY),
    ("buy", "vizier"): (Rule.VIZIER_PAYS_EXACTLY,),
    ("decline", "vizier"): (Rule.VIZIER_WINDOW,),
    ("decline", "bonus"): (Rule.REVEAL_WINDOW,),
}
"""What a module adds to that."""


class Undo(Exception):  # noqa: N818  it is a wish, no error
    """The person wants the last decision back."""


class Leave(Exception):  # noqa: N818  it is a wish, no error
    """The person leaves the table."""


@frozen
class Person:
    """Somebody who is shown what a seat sees, and asked; chooses like a bot."""

    ask: Callable[[str], str]
    tell: Callable[[str], None]
    colour: bool = False
    shares: bool = False
    """Whether other persons look at the same screen, so that each is called before the cards are shown."""
    looked: list[int] = field(factory=list, init=False, repr=False)
    """The seat that looked last."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions, or any other that breaks no rule."""
        self._call(view.seat)
        self._show(view)
        numbered = tuple(legal)
        self.tell(listed(numbered))
        action = self._decided(view, numbered)
        if self.shares and self.colour:
            self.tell(CLEAR)
        return action

    def _decided(self, view: View, numbered: tuple[Action, ...]) -> Action:
        """The first entry that is an action without fault; all others are answered."""
        while True:
            entry = self._asked(f"seat {view.seat + 1}> ").strip()
            if entry in ("?", "help"):
                self.tell(f"{explained(view, numbered)}\n{HINT}")
            elif entry == "undo":
                raise Undo
            elif entry in ("quit", "exit"):
                raise Leave
            elif entry == "table":
                self.tell(f"{table(view, colour=self.colour)}\n{listed(numbered)}")
            elif entry and (action := self._action(entry, view, numbered)) is not None:
                return action

    def _asked(self, prompt: str) -> str:
        try:
            return self.ask(prompt)
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    def _call(self, seat: int) -> None:
        """Call a person before the cards are shown, unless it is the one who looked last."""
        if self.shares and self.looked != [seat]:
            self._asked(f"\nseat {seat + 1}, press Enter when nobody else is looking ")
        self.looked[:] = [seat]

    def _show(self, view: View) -> None:
        """The table: all of it when a turn begins, the seat's own city at its further decisions."""
        step = view.table.todo[0]
        begins = isinstance(step, Act) and not step.bought
        others = [seat for seat in range(len(view.points)) if seat != view.seat] if begins else []
        self.tell("\n" + table(view, cities=others, colour=self.colour))
        self.tell(city_of(view.table, view.seat, sites=_sites(view), colour=self.colour))

    def _action(self, entry: str, view: View, legal: tuple[Action, ...]) -> Action | None:
        """The action that was meant, if it is legal; otherwise the person is told why not."""
        if entry.isascii() and entry.isdigit():
            if len(entry) < 6 and 1 <= int(entry) <= len(legal):
                return legal[int(entry) - 1]
            self.tell(f"There are {len(legal)} actions in the list.")
            return None
        try:
            action = Action.parse(entry)
        except BadNotation as flaw:
            self.tell(f"This cannot be read: {flaw}")
            return None
        rules = tuple(broken(view.table, action))
        if rules:
            self.tell(refused(view, action, rules, colour=self.colour))
            return None
        return action


def _sites(view: View) -> set[Cell]:
    """The cells on which one of the tiles to be placed fits."""
    step = view.table.todo[0]
    if not isinstance(step, PlaceTiles):
        return set()
    city = view.cities[view.seat]
    return {cell for pending in step.tiles for cell in city.sites(pending.tile.up)}


def listed(legal: Sequence[Action]) -> str:
    """The legal actions, numbered and grouped by their verb.

    >>> print(listed([Action.parse("take b3"), Action.parse("take g2"), Action.parse("buy 2 with g7")]))
    take        1) b3   2) g2
    buy         3) 2 with g7
    """
    groups: dict[str, list[str]] = {}
    for number, action in enumerate(legal, start=1):
        rest = str(action).removeprefix(action.verb).strip()
        groups.setdefault(action.verb, []).append(f"{number}) {rest}".strip().replace(" ", "\N{NO-BREAK SPACE}"))
    lines = []
    for verb, entries in groups.items():
        text = textwrap.fill(
            "   ".join(entries),
            LINE,
            initial_indent=f"{verb:12}",
            subsequent_indent=" " * 12,
            break_long_words=False,
            break_on_hyphens=False,
        )
        lines.append(text.replace("\N{NO-BREAK SPACE}", " "))
    return "\n".join(lines)


def _sentences(rules: Iterable[Rule]) -> list[str]:
    return [
        textwrap.fill(f"{rule}: {rule.sentence}", LINE, initial_indent="    ", subsequent_indent="      ")
        for rule in rules
    ]


def explained(view: View, legal: Sequence[Action]) -> str:
    """What is possible now, with the rules for it."""
    modules = [module.name for module in view.table.setup.modules]
    lines = []
    for verb in dict.fromkeys(action.verb for action in legal):
        meaning = (VERBS[verb].__doc__ or verb).split("\n")[0]
        rules = [*EXPLAINED.get(verb, ()), *(rule for name in modules for rule in MODULE_RULES.get((verb, name), ()))]
        lines += [f"{verb:12}{meaning}", *_sentences(rules)]
    return "\n".join(lines)


def refused(view: View, action: Action, rules: Sequence[Rule], *, colour: bool = False) -> str:
    """Why an action is illegal: the rules, and where the building rules are broken, the city as it would be."""
    lines = [f"{action} is not legal:", *_sentences(rules)]
    if isinstance(action, Place | Add) and rules[0] not in IMPOSSIBLE and max(map(abs, action.cell)) <= FARTHEST:
        city = view.cities[view.seat]
        founds = city.founding is None and action.face.family is not city.start
        tiles = {**dict(city.layout.tiles), action.cell: action.face}
        layout = Layout.of(tiles, start=city.start, founding=action.cell if founds else city.founding)
        wrong = {cell for violation in violations(layout) for cell in violation.cells}
        if wrong:
            lines.append(draw(layout, marked=wrong, colour=colour))
    return "\n".join(lines)
