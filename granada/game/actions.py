"""Actions: everything that can happen in a game, one frozen class each, and their notation."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from types import NoneType
from typing import ClassVar

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
from granada.errors import InvalidState, instance, meant, quoted, whole
from granada.notation import BadNotation, Word, words

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

    form: ClassVar[str] = ""
    """The notation: the verb, and the fields between other words."""

    verb: ClassVar[str] = ""
    """The first word of it."""

    def __init_subclass__(cls) -> None:
        """Every kind of action has its verb."""
        cls.verb = cls.form.partition(" ")[0]

    def __str__(self) -> str:
        """In notation."""
        return self.form.format(self).rstrip()

    @staticmethod
    def parse(text: str) -> Action:
        """Read an action."""
        return _read_action(list(islice(words(text), MOST_WORDS)))


def _space(space: int) -> int:
    number = whole(space, "a space")
    if number not in SPACES:
        raise InvalidState(f"a space is 1 to 4, not {quoted(space)}")
    return number


_a_purse = instance(Purse, "a Purse such as Purse.parse('b5')")
_a_face = instance(Face, "a Face such as Face.parse('park6')")
_a_family = instance((Family, NoneType), "a Family or None")
_a_draw = instance((Card, Bureau, Round, Tile), "a card, a Round or a Tile")


@frozen
class Take(Action):
    """Take cards from the display."""

    form: ClassVar[str] = "take {0.cards}"
    cards: Purse = field(validator=_a_purse)


@frozen
class Buy(Action):
    """Buy the tile on a space; where a space holds two tiles, the one of a family."""

    form: ClassVar[str] = "buy {0.where} with {0.cards}"
    space: int = field(converter=_space)
    cards: Purse = field(validator=_a_purse)
    family: Family | None = field(default=None, validator=_a_family)

    @property
    def where(self) -> str:
        """The space in notation, with a or g for its half in the combined game."""
        return f"{self.space}{LANES[self.family] if self.family else ''}"


@frozen
class Flip(Action):
    """Pay to turn a bought tile over; named by the face that lies up now."""

    form: ClassVar[str] = "flip {0.face} paying {0.cards}"
    face: Face = field(validator=_a_face)
    cards: Purse = field(validator=_a_purse)


@frozen
class Place(Action):
    """Build a tile that was bought, awarded or taken (a hut) into the city."""

    form: ClassVar[str] = "place {0.face} at {0.cell}"
    face: Face = field(validator=_a_face)
    cell: Cell = field(converter=a_cell)


@frozen
class Store(Action):
    """Put a tile that was bought, awarded or taken into the reserve; named by the face that will lie up."""

    form: ClassVar[str] = "store {0.face}"
    face: Face = field(validator=_a_face)


@frozen
class Give(Action):
    """Give a bought tile to Dirk."""

    form: ClassVar[str] = "give {0.face}"
    face: Face = field(validator=_a_face)


@frozen
class Add(Action):
    """Redesign: build a tile from the reserve."""

    form: ClassVar[str] = "add {0.face} at {0.cell}"
    face: Face = field(validator=_a_face)
    cell: Cell = field(converter=a_cell)


@frozen
class Remove(Action):
    """Redesign: move a tile from the city to the reserve."""

    form: ClassVar[str] = "remove {0.cell}"
    cell: Cell = field(converter=a_cell)


@frozen
class Swap(Action):
    """Redesign: exchange a tile of the city for one of the reserve."""

    form: ClassVar[str] = "swap {0.cell} for {0.face}"
    cell: Cell = field(converter=a_cell)
    face: Face = field(validator=_a_face)


@frozen
class TakeHut(Action):
    """Take a builders' hut from the top of its pile."""

    form: ClassVar[str] = "hut {0.colour}"
    face: Face = field(validator=_a_face)

    @property
    def colour(self) -> str:
        """The hut in notation, without ``-hut``: garden/s."""
        return str(self.face).replace("-hut", "")


@frozen
class Reveal(Action):
    """Show a bonus card, named by its tile."""

    form: ClassVar[str] = "reveal {0.face}"
    face: Face = field(validator=_a_face)


@frozen
class Reactivate(Action):
    """Turn the vizier's piece up again."""

    form: ClassVar[str] = "reactivate"


@frozen
class Decline(Action):
    """Do not use the vizier, or show no further bonus card."""

    form: ClassVar[str] = "decline"


@frozen
class Stop(Action):
    """Take no further action after an exact purchase."""

    form: ClassVar[str] = "stop"


@frozen
class Pass(Action):
    """Do nothing in a turn."""

    form: ClassVar[str] = "pass"


@frozen
class Draw(Action):
    """Chance: a card from the deck, a tile from the bag, or a hut or bonus card from its pile."""

    form: ClassVar[str] = "draw {0.what}"
    what: Card | Bureau | Round | Tile = field(validator=_a_draw)


@frozen
class HiddenDraw(Action):
    """Chance: a draw of which somebody saw nothing; it stands in records alone, and nobody can do it."""

    form: ClassVar[str] = "draw ?"


VERBS: dict[str, type[Action]] = {
    kind.verb: kind
    for kind in (
        *(Take, Buy, Flip, Place, Store, Give, Add, Remove, Swap),
        *(TakeHut, Reveal, Reactivate, Decline, Stop, Pass, Draw),
    )
}
"""Every action by its verb, in canonical order."""
OTHER_VERBS = {
    **dict.fromkeys(("build", "lay", "put", "construct"), "place"),
    **dict.fromkeys(("keep", "reserve"), "store"),
    **dict.fromkeys(("exchange", "replace", "switch"), "swap"),
    **dict.fromkeys(("purchase", "pay"), "buy"),
    **dict.fromkeys(("pick", "get"), "take"),
    **dict.fromkeys(("show",), "reveal"),
    **dict.fromkeys(("turn",), "flip"),
    **dict.fromkeys(("end", "finish"), "stop"),
    **dict.fromkeys(("skip",), "pass"),
}
"""What others call some verbs, so that the complaint can name ours."""
_RANK = {kind: rank for rank, kind in enumerate(VERBS.values())}


def canonical(action: Action) -> tuple[int, str]:
    """The key that puts actions into canonical order."""
    return _RANK[type(action)], str(action)


def _read_action(found: list[Word]) -> Action:
    """The action that some words name: each word of the form is one, and cards are all that are left."""
    if not found:
        raise BadNotation("an action such as take b3")
    verb, *rest = found
    if verb.text not in VERBS:
        raise verb.bad(f"one of the verbs {', '.join(VERBS)}", meant(verb.text, VERBS, others=OTHER_VERBS))
    kind = VERBS[verb.text]
    fields: dict[str, object] = {}
    for part in kind.form.split()[1:]:
        name = part[3:-1]
        if name == "cards":
            fields["cards"], rest = Purse.read(rest), []
            continue
        expected, read = _PARTS.get(name, (repr(part), None))
        if not rest:
            raise BadNotation(expected, "", found[-1].line, found[-1].column + len(found[-1].text))
        word, *rest = rest
        if read is not None:
            fields |= read(word)
        elif word.text != part:
            raise word.bad(expected)
    if rest:
        raise rest[0].bad("nothing further")
    return kind(**fields)


def _read_slot(word: Word) -> dict[str, object]:
    families = {"": None, **{lane: family for family, lane in LANES.items()}}
    if word.text[:1] not in {"1", "2", "3", "4"} or word.text[1:] not in families:
        raise word.bad("a space, 1 to 4, or a half of one such as 2a")
    return {"space": int(word.text[0]), "family": families[word.text[1:]]}


def _read_hut(word: Word) -> dict[str, object]:
    building, slash, edges = word.text.partition("/")
    try:
        return {"face": read_face(Word(f"{building}-hut{slash}{edges}", word.line, word.column))}
    except BadNotation:
        raise word.bad("a hut such as garden/s") from None


def _read_draw(word: Word) -> dict[str, object]:
    if word.text in {"A", "B"}:
        return {"what": Round(word.text)}
    for read in (read_card, read_tile):
        try:
            return {"what": read(word)}
        except BadNotation:
            pass
    raise word.bad("a card, A, B or a tile")


_PARTS: dict[str, tuple[str, Callable[[Word], dict[str, object]]]] = {
    "face": ("a face such as school8/ne", lambda word: {"face": read_face(word)}),
    "cell": ("a cell such as 1,0", lambda word: {"cell": read_cell(word)}),
    "where": ("a space, 1 to 4", _read_slot),
    "colour": ("a hut such as garden/s", _read_hut),
    "what": ("what is drawn", _read_draw),
}
"""The parts of a form that are a word each: what was expected where they are missing, and the fields that they give."""
