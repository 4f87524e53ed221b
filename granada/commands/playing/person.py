"""A person at the table, who sees the seat's view, the legal actions, and the reasons why other actions are illegal."""

import textwrap
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from attrs import define, field

from granada import pictures
from granada.board import Cell, Layout, Tile, violations
from granada.game import VERBS, Action, Add, Buy, Flip, Place, Swap, broken, tile_bought
from granada.languages import ENGLISH, Language
from granada.notation import BadNotation
from granada.pictures import LONGEST_LINE, city_of, sentence, terminal_width, wrapped
from granada.rulebook import IMPOSSIBLE, Rule
from granada.spec import phase_of, rules_for
from granada.steps import Act, Favour, PlaceTiles, Show
from granada.table import View
from granada.words import MEANINGS, Words, bad_notation_in_words, no_such_rule

LEAVING = ("quit", "exit", "q")
FARTHEST = 12
"""The maximum distance from the start tile in a drawn city; no larger city is drawn to explain a refusal."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


def hint(say: Language) -> str:
    """A line that lists the possible entries."""
    return say(
        "a number or an action; ? explains, table shows everything, rule NAME prints a rule, "
        "undo goes back, quit or Ctrl-D leaves"
    )


class Undo(Exception):
    """Raised when the person undoes the last decision."""


class Leave(Exception):
    """Raised when the person leaves the table."""


@define
class Person:
    """A person who sees a seat's view and chooses an action; the class has a bot's interface."""

    ask: Callable[[str], str]
    tell: Callable[[str], None]
    colour: bool = False
    shares: bool = False
    """Whether several people share the screen, so that the game calls each of them before it shows cards."""
    language: Language = ENGLISH
    looked: int | None = field(default=None, init=False, repr=False)
    """The seat that last looked at the screen."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Ask for a legal action, listed or not; if there is only one, choose it without asking."""
        numbered = tuple(legal)
        if len(numbered) == 1:
            who = asked(view, self.language)
            self.tell(self.language("{seat} has one choice: {action}", seat=who, action=numbered[0]))
            return numbered[0]
        self._call(view.seat or 0)
        self._show(view, numbered)
        action = self._decided(view, numbered)
        if self.shares and self.colour:
            self.tell(CLEAR)
        return action

    def _decided(self, view: View, numbered: tuple[Action, ...]) -> Action:
        """Read entries and answer them until one is a legal action."""
        while True:
            entry = self._asked(f"{asked(view, self.language)}> ").strip()
            width, language = terminal_width(), self.language
            if entry in ("?", "help"):
                self.tell(f"{explained(view, numbered, width, language)}\n{wrapped(hint(language), width)}")
            elif entry == "undo":
                raise Undo
            elif entry in LEAVING:
                raise Leave
            elif entry == "table":
                shown = pictures.table(view, colour=self.colour, width=width, language=language)
                offered = pictures.offer(view, width=width, language=language)
                self.tell(f"{shown}\n{listed(numbered, view, width, language)}\n{offered}")
            elif entry.split()[:1] == ["rule"]:
                self.tell(_looked_up(entry.partition("rule")[2].strip(), view, width, language))
            elif entry and (action := self._action(entry, view, numbered)) is not None:
                return action

    def _asked(self, prompt: str) -> str:
        try:
            return self.ask(prompt)
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    def _call(self, seat: int) -> None:
        """Call a person to the screen before showing their cards, unless they were the last to look."""
        if self.shares and self.looked != seat:
            say = self.language
            called = say("{seat}, press Enter when nobody else is looking", seat=Words(say).seat(seat))
            self._asked(f"\n{called} ")
        self.looked = seat

    def _show(self, view: View, numbered: tuple[Action, ...]) -> None:
        """Show the other seats at the start of a turn, then the person's city, the possible actions, and the prompt."""
        step, width, language = view.table.todo[0], terminal_width(), self.language
        begins = isinstance(step, Act) and not step.bought
        seats = [seat for seat in range(len(view.points)) if seat != view.seat] if begins else []
        cities = [
            *(city_of(view.table, seat, colour=self.colour, width=width, language=language) for seat in seats),
            city_of(view.table, view.seat or 0, sites=_sites(view), colour=self.colour, width=width, language=language),
        ]
        self.tell(f"\n{pictures.company(view, width=width, language=language)}\n\n{pictures.beside(cities, width)}")
        offered = pictures.offer(view, width=width, language=language)
        self.tell(f"{listed(numbered, view, width, language)}\n\n{offered}")

    def _action(self, entry: str, view: View, legal: tuple[Action, ...]) -> Action | None:
        """Return the entered action if it is legal; otherwise explain why it is illegal."""
        if entry.isascii() and entry.isdigit():
            if len(entry) < 6 and 1 <= int(entry) <= len(legal):
                return legal[int(entry) - 1]
            self.tell(self.language("There are {number} actions in the list.", number=len(legal)))
            return None
        try:
            action = Action.parse(entry)
        except BadNotation as flaw:
            self.tell(wrapped(_unread(entry, flaw, legal, self.language), terminal_width()))
            return None
        rules = tuple(broken(view.table, action))
        if rules:
            width, language = terminal_width(), self.language
            self.tell(refused(view, action, rules, colour=self.colour, width=width, language=language))
            return None
        return action


def asked(view: View, language: Language = ENGLISH) -> str:
    """The prompt: the seat that decides and, if the decision comes from a module, that module.

    >>> import granada
    >>> asked(granada.observe(granada.new_game(2), 1))
    'seat 2'
    """
    step = view.table.todo[0]
    words = Words(language)
    seat = words.seat(view.seat or 0)
    if isinstance(step, Favour):
        return language("{seat}, the vizier's favour", seat=seat)
    if isinstance(step, Show):
        return language("{seat}, bonus cards for {row}", seat=seat, row=words.building(step.building))
    return seat


def _sites(view: View) -> set[Cell]:
    """The cells on which a waiting tile fits."""
    step = view.table.todo[0]
    if not isinstance(step, PlaceTiles):
        return set()
    city = view.city
    return {cell for pending in step.tiles for cell in city.sites(pending.tile.up)}


def _unread(entry: str, flaw: BadNotation, legal: Sequence[Action], say: Language) -> str:
    """The error in an entry that is not an action, with the verbs that are currently possible."""
    if entry.split(maxsplit=1)[0] not in VERBS:
        verbs = ", ".join(dict.fromkeys(action.verb for action in legal))
        said = say("This cannot be read: an action begins with one of {verbs}.", verbs=verbs)
        return f"{said} {hint(say)[0].upper()}{hint(say)[1:]}."
    return bad_notation_in_words(flaw, say)


def _looked_up(name: str, view: View, width: int, language: Language) -> str:
    """A rule with its text in each edition and its ruling, or the rules that an entry may refer to."""
    try:
        rule = Rule.named(name)
    except ValueError:
        return wrapped(no_such_rule(name, language), width)
    said = sentence(rule, width, "", view.table.rulings, language, view.table.setup.game.name)
    return f"{said}\n\n{pictures.printed(rule, width, language)}"


def listed(
    legal: Sequence[Action], view: View | None = None, width: int = LONGEST_LINE, language: Language = ENGLISH
) -> str:
    """The legal actions, numbered and grouped by verb and by the tile, space or cell that they concern.

    >>> print(listed([Action.parse("take b3"), Action.parse("take g2"), Action.parse("buy 2 with g7")]))
    take        1) b3   2) g2
    buy         2: 3) with g7
    """
    numbered = list(enumerate(legal, start=1))
    lines, before = [], ""
    for (verb, about), entries in groupby(numbered, key=lambda pair: (pair[1].verb, _about(pair[1], view))):
        exact_first = sorted(entries, key=lambda pair: not _exact(pair[1], view))
        told = (f"{number}) {_rest(action, view, language)}".rstrip() for number, action in exact_first)
        text = textwrap.fill(
            (f"{about}: " if about else "") + "   ".join(each.replace(" ", "\N{NO-BREAK SPACE}") for each in told),
            min(width, LONGEST_LINE),
            initial_indent=f"{'' if verb == before else verb:12}",
            subsequent_indent=" " * (14 if about else 12),
            break_long_words=False,
            break_on_hyphens=False,
        )
        lines.append(text.replace("\N{NO-BREAK SPACE}", " "))
        before = verb
    return "\n".join(lines)


def _offered(action: Buy, view: View | None) -> Tile | None:
    """The tile that a purchase would buy, if the table is known."""
    return None if view is None else tile_bought(view.table, action)


def _about(action: Action, view: View | None) -> str:
    """The tile, space or cell that an action concerns, by which actions are grouped."""
    match action:
        case Buy():
            tile = _offered(action, view)
            space = str(action).split()[1]
            return f"{space} {tile}" if tile else space
        case Flip(face) | Place(face) | Add(face):
            return str(face)
        case Swap(cell):
            return str(cell)
    return ""


def _exact(action: Action, view: View | None) -> bool:
    """Whether a purchase is paid exactly."""
    if not isinstance(action, Buy):
        return False
    tile = _offered(action, view)
    return tile is not None and action.cards.total() == tile.up.price


def _rest(action: Action, view: View | None, say: Language) -> str:
    """The part of an action that distinguishes it within its group."""
    words = str(action).split()
    rest = " ".join(words[2:] if _about(action, None) else words[1:])
    return say("{payment} (exact)", payment=rest) if _exact(action, view) else rest


def _sentences(rules: Iterable[Rule], view: View, width: int, language: Language) -> list[str]:
    return [sentence(rule, width, "    ", view.table.rulings, language, view.table.setup.game.name) for rule in rules]


def explained(view: View, legal: Sequence[Action], width: int = LONGEST_LINE, language: Language = ENGLISH) -> str:
    """The possible actions, with their rules."""
    lines = []
    for verb in dict.fromkeys(action.verb for action in legal):
        meaning = language.of(MEANINGS[VERBS[verb]], dirk=Words(language, view.table.setup.game).dirk)
        rules = rules_for(verb, view.table.setup, phase_of(view.table))
        lines += [wrapped(f"{verb:12}{meaning}", width, later=" " * 12), *_sentences(rules, view, width, language)]
    return "\n".join(lines)


def refused(
    view: View,
    action: Action,
    rules: Sequence[Rule],
    *,
    colour: bool = False,
    width: int = LONGEST_LINE,
    language: Language = ENGLISH,
) -> str:
    """The rules that an action breaks and, if they are building rules, a picture of the city after the action."""
    lines = [language("{action} is not legal:", action=action), *_sentences(rules, view, width, language)]
    if isinstance(action, Place | Add) and rules[0] not in IMPOSSIBLE and max(map(abs, action.cell)) <= FARTHEST:
        city = view.city
        founds = city.founding is None and action.face.family is not city.start
        tiles = {**dict(city.layout.tiles), action.cell: action.face}
        layout = Layout.of(tiles, start=city.start, founding=action.cell if founds else city.founding)
        wrong = {cell for violation in violations(layout) for cell in violation.cells}
        if wrong:
            lines.append(pictures.sketch(layout, marked=wrong, colour=colour, width=width, language=language))
    return "\n".join(lines)
