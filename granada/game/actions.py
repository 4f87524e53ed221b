"""Actions: everything that can happen in a game, one frozen class each, and their notation."""

from __future__ import annotations

from itertools import islice
from types import NoneType
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from granada.board import (
    Bureau,
    Card,
    Cell,
    Face,
    Family,
    Purse,
    Round,
    Tile,
    a_cell,
    read_card,
    read_cell,
    read_face,
    read_tile,
)
from granada.errors import InvalidState, instance, shown, whole
from granada.notation import BadNotation, Word, words

if TYPE_CHECKING:
    from collections.abc import Callable

SPACES = (1, 2, 3, 4)
MOST_WORDS = 200
"""No action has so many words, since all cards together are fewer; further words are not looked at."""
LANES = {Family.ALHAMBRA: "a", Family.GRANADA: "g"}
"""How the two halves of a space are told apart in the combined game."""


@frozen
class Action:
    """What a player does, or what is drawn.

    >>> Action.parse("take b3 g2")
    Take(cards=Purse.parse('b3 g2'))
    """

    verb: ClassVar[str] = ""

    def __str__(self) -> str:
        """In notation: the verb, and what else there is to say."""
        return self.verb

    @staticmethod
    def parse(text: str) -> Action:
        """Read an action."""
        return read_action(list(islice(words(text), MOST_WORDS)))


def _space(space: int) -> int:
    number = whole(space, "a space")
    if number not in SPACES:
        message = f"a space is 1 to 4, not {shown(space)}"
        raise InvalidState([message])
    return number


_a_purse = instance(Purse, "a Purse such as Purse.parse('b5')")
_a_face = instance(Face, "a Face such as Face.parse('park6')")
_a_family = instance((Family, NoneType), "a Family or None")
_a_draw = instance((Card, Bureau, Round, Tile), "a card, a Round or a Tile")


@frozen
class Take(Action):
    """Take cards from the display."""

    verb: ClassVar[str] = "take"
    cards: Purse = field(validator=_a_purse)

    def __str__(self) -> str:
        """In notation."""
        return f"take {self.cards}".rstrip()


@frozen
class Buy(Action):
    """Buy the tile on a space; where a space holds two tiles, the one of a family."""

    verb: ClassVar[str] = "buy"
    space: int = field(converter=_space)
    cards: Purse = field(validator=_a_purse)
    family: Family | None = field(default=None, validator=_a_family)

    def __str__(self) -> str:
        """In notation."""
        lane = LANES[self.family] if self.family else ""
        return f"buy {self.space}{lane} with {self.cards}".rstrip()


@frozen
class Flip(Action):
    """Pay to turn a bought tile over; named by the face that lies up now."""

    verb: ClassVar[str] = "flip"
    face: Face = field(validator=_a_face)
    cards: Purse = field(validator=_a_purse)

    def __str__(self) -> str:
        """In notation."""
        return f"flip {self.face} paying {self.cards}".rstrip()


@frozen
class Place(Action):
    """Build a bought or awarded tile into the city."""

    verb: ClassVar[str] = "place"
    face: Face = field(validator=_a_face)
    cell: Cell = field(converter=a_cell)

    def __str__(self) -> str:
        """In notation."""
        return f"place {self.face} at {self.cell}"


@frozen
class Store(Action):
    """Put a bought or awarded tile into the reserve; named by the face that will lie up."""

    verb: ClassVar[str] = "store"
    face: Face = field(validator=_a_face)

    def __str__(self) -> str:
        """In notation."""
        return f"store {self.face}"


@frozen
class Give(Action):
    """Give a bought tile to Dirk."""

    verb: ClassVar[str] = "give"
    face: Face = field(validator=_a_face)

    def __str__(self) -> str:
        """In notation."""
        return f"give {self.face}"


@frozen
class Add(Action):
    """Redesign: build a tile from the reserve."""

    verb: ClassVar[str] = "add"
    face: Face = field(validator=_a_face)
    cell: Cell = field(converter=a_cell)

    def __str__(self) -> str:
        """In notation."""
        return f"add {self.face} at {self.cell}"


@frozen
class Remove(Action):
    """Redesign: move a tile from the city to the reserve."""

    verb: ClassVar[str] = "remove"
    cell: Cell = field(converter=a_cell)

    def __str__(self) -> str:
        """In notation."""
        return f"remove {self.cell}"


@frozen
class Swap(Action):
    """Redesign: exchange a tile of the city for one of the reserve."""

    verb: ClassVar[str] = "swap"
    cell: Cell = field(converter=a_cell)
    face: Face = field(validator=_a_face)

    def __str__(self) -> str:
        """In notation."""
        return f"swap {self.cell} for {self.face}"


@frozen
class TakeHut(Action):
    """Take a builders' hut from the top of its pile."""

    verb: ClassVar[str] = "hut"
    face: Face = field(validator=_a_face)

    def __str__(self) -> str:
        """In notation."""
        return f"hut {str(self.face).replace('-hut', '')}"


@frozen
class Reveal(Action):
    """Show a bonus card, named by its tile."""

    verb: ClassVar[str] = "reveal"
    face: Face = field(validator=_a_face)

    def __str__(self) -> str:
        """In notation."""
        return f"reveal {self.face}"


@frozen
class Reactivate(Action):
    """Turn the vizier's piece up again."""

    verb: ClassVar[str] = "reactivate"


@frozen
class Decline(Action):
    """Let a chance to act go by."""

    verb: ClassVar[str] = "decline"


@frozen
class Stop(Action):
    """Take no further action after an exact purchase."""

    verb: ClassVar[str] = "stop"


@frozen
class Pass(Action):
    """Do nothing, because nothing can be done."""

    verb: ClassVar[str] = "pass"


@frozen
class Draw(Action):
    """Chance: a card from the deck, a tile from the bag, or a hut or bonus card from its pile."""

    verb: ClassVar[str] = "draw"
    what: Card | Bureau | Round | Tile = field(validator=_a_draw)

    def __str__(self) -> str:
        """In notation."""
        return f"draw {self.what}"


VERBS: dict[str, type[Action]] = {
    kind.verb: kind
    for kind in (
        *(Take, Buy, Flip, Place, Store, Give, Add, Remove, Swap),
        *(TakeHut, Reveal, Reactivate, Decline, Stop, Pass, Draw),
    )
}
"""Every action by its verb, in canonical order."""
_RANK = {kind: rank for rank, kind in enumerate(VERBS.values())}


def canonical(action: Action) -> tuple[int, str]:
    """The key that puts actions into canonical order."""
    return _RANK[type(action)], str(action)


class _Reader:
    """Takes the words of an action one by one."""

    def __init__(self, found: list[Word]) -> None:
        self.found = found
        self.at = 0

    def next(self, expected: str) -> Word:
        """The next word."""
        if self.at == len(self.found):
            last = self.found[-1]
            raise BadNotation(expected, "", last.line, last.column + len(last.text))
        self.at += 1
        return self.found[self.at - 1]

    def literal(self, text: str) -> None:
        """The next word must be this one."""
        word = self.next(repr(text))
        if word.text != text:
            raise word.bad(repr(text))

    def rest(self) -> list[Word]:
        """All words that are left."""
        rest, self.at = self.found[self.at :], len(self.found)
        return rest

    def face(self) -> Face:
        """A face."""
        return read_face(self.next("a face such as school8/ne"))

    def cell(self) -> Cell:
        """A cell."""
        return read_cell(self.next("a cell such as 1,0"))

    def done(self) -> None:
        """Nothing may follow."""
        if self.at < len(self.found):
            raise self.found[self.at].bad("nothing further")


def _read_buy(reader: _Reader) -> Buy:
    word = reader.next("a space, 1 to 4")
    families = {"": None, **{lane: family for family, lane in LANES.items()}}
    if word.text[:1] not in {"1", "2", "3", "4"} or word.text[1:] not in families:
        raise word.bad("a space, 1 to 4, or a half of one such as 2a")
    reader.literal("with")
    return Buy(int(word.text[0]), Purse.read(reader.rest()), families[word.text[1:]])


def _read_flip(reader: _Reader) -> Flip:
    face = reader.face()
    reader.literal("paying")
    return Flip(face, Purse.read(reader.rest()))


def _read_at(kind: Callable[[Face, Cell], Action]) -> Callable[[_Reader], Action]:
    def read(reader: _Reader) -> Action:
        face = reader.face()
        reader.literal("at")
        return kind(face, reader.cell())

    return read


def _read_swap(reader: _Reader) -> Swap:
    cell = reader.cell()
    reader.literal("for")
    return Swap(cell, reader.face())


def _read_hut(reader: _Reader) -> TakeHut:
    word = reader.next("a hut such as garden/s")
    building, slash, edges = word.text.partition("/")
    try:
        return TakeHut(read_face(Word(f"{building}-hut{slash}{edges}", word.line, word.column)))
    except BadNotation:
        raise word.bad("a hut such as garden/s") from None


def _read_draw(reader: _Reader) -> Draw:
    word = reader.next("what is drawn")
    if word.text in {"A", "B"}:
        return Draw(Round(word.text))
    try:
        return Draw(read_card(word))
    except BadNotation:
        pass
    try:
        return Draw(read_tile(word))
    except BadNotation:
        raise word.bad("a card, A, B or a tile") from None


_READERS: dict[str, Callable[[_Reader], Action]] = {
    "take": lambda reader: Take(Purse.read(reader.rest())),
    "buy": _read_buy,
    "flip": _read_flip,
    "place": _read_at(Place),
    "store": lambda reader: Store(reader.face()),
    "give": lambda reader: Give(reader.face()),
    "add": _read_at(Add),
    "remove": lambda reader: Remove(reader.cell()),
    "swap": _read_swap,
    "hut": _read_hut,
    "reveal": lambda reader: Reveal(reader.face()),
    "reactivate": lambda _: Reactivate(),
    "decline": lambda _: Decline(),
    "stop": lambda _: Stop(),
    "pass": lambda _: Pass(),
    "draw": _read_draw,
}


def read_action(found: list[Word]) -> Action:
    """The action that some words name."""
    if not found:
        expected = "an action such as take b3"
        raise BadNotation(expected)
    verb = found[0]
    if verb.text not in _READERS:
        raise verb.bad(f"one of the verbs {', '.join(VERBS)}")
    reader = _Reader(found)
    reader.next("a verb")
    action = _READERS[verb.text](reader)
    reader.done()
    return action
