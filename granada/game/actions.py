"""Actions and draws: a frozen class for each kind, with its notation."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from types import NoneType
from typing import ClassVar

from attrs import field, frozen

from granada import board
from granada.board import Bureau, Card, Cell, Face, Family, Purse, Round, Tile
from granada.errors import Reason, in_range, instance, meant
from granada.notation import BadNotation, Word, words

MOST_WORDS = 200
"""A limit above the number of words in any action; the parser ignores further words."""
LANES = {Family.ALHAMBRA: "a", Family.GRANADA: "g"}
"""The letters for the two halves of a space in the combined game."""


@frozen
class Action:
    """An action by a player, or a draw.

    >>> Action.parse("take b3 g2")
    Take(cards=Purse.parse('b3 g2'))
    """

    form: ClassVar[str] = ""
    """The template of the notation: the verb, other fixed words, and placeholders for the fields."""

    verb: ClassVar[str] = ""
    """The verb, which is the first word of the template."""

    def __init_subclass__(cls, form: str = "") -> None:
        """Set the template and the verb of a kind of action."""
        if form:  # attrs creates each class a second time, with its form already set
            cls.form, cls.verb = form, form.partition(" ")[0]

    def __str__(self) -> str:
        """The action in notation."""
        return self.form.format(self).rstrip()

    @staticmethod
    def parse(text: str) -> Action:
        """Read an action from its notation."""
        found = list(islice(words(text), MOST_WORDS))
        if not found:
            raise BadNotation(Reason("an action such as take b3"))
        verb, *rest = found
        if verb.text not in VERBS:
            raise verb.bad(
                Reason("one of the verbs {verbs}", verbs=", ".join(VERBS)), meant(verb.text, VERBS, others=OTHER_VERBS)
            )
        kind = VERBS[verb.text]
        fields: dict[str, object] = {}
        for part in kind.form.split()[1:]:  # each part is one word, but cards take all remaining words
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
            raise rest[0].bad(Reason("nothing further"))
        return kind(**fields)


def _space(space: int) -> int:
    return in_range(space, "a space", 1, 4)


_a_purse = instance(Purse, "a Purse such as Purse.parse('b5')")
_a_face = instance(Face, "a Face such as Face.parse('park6')")
_a_draw = instance((Card, Bureau, Round, Tile), "a card, a Round or a Tile")


@frozen
class Take(Action, form="take {0.cards}"):
    """Take cards from the display."""

    cards: Purse = field(validator=_a_purse)


@frozen
class Buy(Action, form="buy {0.where} with {0.cards}"):
    """Buy the tile on a space; if the space has two tiles, buy the one from the given family."""

    space: int = field(converter=_space)
    cards: Purse = field(validator=_a_purse)
    family: Family | None = field(default=None, validator=instance((Family, NoneType), "a Family or None"))

    @property
    def where(self) -> str:
        """The space in notation, with a or g for its half in the combined game."""
        return f"{self.space}{LANES[self.family] if self.family else ''}"


@frozen
class Flip(Action, form="flip {0.face} paying {0.cards}"):
    """Pay to turn over a bought tile, which is identified by its current upper face."""

    face: Face = field(validator=_a_face)
    cards: Purse = field(validator=_a_purse)


@frozen
class Place(Action, form="place {0.face} at {0.cell}"):
    """Build a bought or awarded tile, or a hut, in the city."""

    face: Face = field(validator=_a_face)
    cell: Cell = field(converter=board.a_cell)


@frozen
class Store(Action, form="store {0.face}"):
    """Put a bought, awarded or taken tile into the reserve; the action names the face that is up in the reserve."""

    face: Face = field(validator=_a_face)


@frozen
class Give(Action, form="give {0.face}"):
    """Give a bought tile to Dirk."""

    face: Face = field(validator=_a_face)


@frozen
class Add(Action, form="add {0.face} at {0.cell}"):
    """Redesign: build a tile from the reserve."""

    face: Face = field(validator=_a_face)
    cell: Cell = field(converter=board.a_cell)


@frozen
class Remove(Action, form="remove {0.cell}"):
    """Redesign: move a tile from the city to the reserve."""

    cell: Cell = field(converter=board.a_cell)


@frozen
class Swap(Action, form="swap {0.cell} for {0.face}"):
    """Redesign: swap a tile in the city for one in the reserve."""

    cell: Cell = field(converter=board.a_cell)
    face: Face = field(validator=_a_face)


@frozen
class TakeHut(Action, form="hut {0.colour}"):
    """Take a builders' hut from the top of its pile."""

    face: Face = field(validator=_a_face)

    @property
    def colour(self) -> str:
        """The hut in notation, without ``-hut``, such as ``garden/s``."""
        return str(self.face).replace("-hut", "")


@frozen
class Reveal(Action, form="reveal {0.face}"):
    """Show a bonus card, which is identified by its tile."""

    face: Face = field(validator=_a_face)


@frozen
class Reactivate(Action, form="reactivate"):
    """Turn the vizier's piece face up again."""


@frozen
class Decline(Action, form="decline"):
    """Do not use the vizier, or show no further bonus card."""


@frozen
class Stop(Action, form="stop"):
    """Take no further action after an exact purchase."""


@frozen
class Pass(Action, form="pass"):
    """Do nothing in a turn."""


@frozen
class Draw(Action, form="draw {0.what}"):
    """A random draw: a card from the deck, a tile from the bag, or a hut or bonus card from its pile."""

    what: Card | Bureau | Round | Tile = field(validator=_a_draw)


@frozen
class HiddenDraw(Action, form="draw ?"):
    """A draw that a record hides; it cannot be applied to a state."""


VERBS: dict[str, type[Action]] = {
    kind.verb: kind
    for kind in (
        *(Take, Buy, Flip, Place, Store, Give, Add, Remove, Swap),
        *(TakeHut, Reveal, Reactivate, Decline, Stop, Pass, Draw),
    )
}
"""A mapping from verbs to kinds of action, in canonical order."""
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
"""A mapping from common synonyms to verbs, which error messages suggest."""
_RANK = {kind: rank for rank, kind in enumerate(VERBS.values())}


def canonical(action: Action) -> tuple[int, str]:
    """The sort key for the canonical order of actions."""
    return _RANK[type(action)], str(action)


def _read_slot(word: Word) -> dict[str, object]:
    families = {"": None, **{lane: family for family, lane in LANES.items()}}
    if word.text[:1] not in {"1", "2", "3", "4"} or word.text[1:] not in families:
        raise word.bad(Reason("a space, 1 to 4, or a half of one such as 2a"))
    return {"space": int(word.text[0]), "family": families[word.text[1:]]}


def _read_hut(word: Word) -> dict[str, object]:
    building, slash, edges = word.text.partition("/")
    try:
        return {"face": board.read_face(Word(f"{building}-hut{slash}{edges}", word.line, word.column))}
    except BadNotation:
        raise word.bad(Reason("a hut such as garden/s")) from None


def _read_draw(word: Word) -> dict[str, object]:
    if word.text in {"A", "B"}:
        return {"what": Round(word.text)}
    for read in (board.read_card, board.read_tile):
        try:
            return {"what": read(word)}
        except BadNotation:
            pass
    raise word.bad(Reason("a card, A, B or a tile"))


_PARTS: dict[str, tuple[str, Callable[[Word], dict[str, object]]]] = {
    "face": (Reason("a face such as school8/ne"), lambda word: {"face": board.read_face(word)}),
    "cell": (Reason("a cell such as 1,0"), lambda word: {"cell": board.read_cell(word)}),
    "where": (Reason("a space, 1 to 4"), _read_slot),
    "colour": (Reason("a hut such as garden/s"), _read_hut),
    "what": (Reason("what is drawn"), _read_draw),
}
"""For each one-word part of a template, a description for errors and a function that reads the word into fields."""
