"""The readings of the rules that a table can choose, and what each edition prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, fields, frozen

from granada.given import InvalidState, shown, whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from attrs import Attribute


def _one_of(*choices: object) -> Callable[[object, Attribute[Any], object], None]:
    """Validate that an attribute has one of a few values, of exactly that type."""

    def check(_: object, attribute: Attribute[Any], value: object) -> None:
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            expected = " or ".join(map(repr, choices))
            message = f"{attribute.name} is {expected}, not {shown(value)}"
            raise InvalidState([message]) if type(value) is type(choices[0]) else TypeError(message)

    return check


def _number(number: int) -> int:
    """A whole number of any make as an int; of anything else the validator says what it should have been."""
    try:
        return whole(number, "a reading")
    except TypeError:
        return number


@frozen(kw_only=True)
class Rulings:
    """The readings that a table can choose where the rulebooks differ; the defaults are ours.

    >>> Rulings(several_cards_limit=4)
    Rulings(several_cards_limit=4)
    """

    several_cards_limit: int = field(default=5, converter=_number, validator=_one_of(5, 4))
    """What several money cards taken together may be worth: 5, or 4 as the Italian text says."""
    flip_by_one_card: bool = field(default=False, validator=_one_of(False, True))
    """Whether a flip needs a single card worth 3 or more, as the French text says."""
    score_before_tiles: bool = field(default=False, validator=_one_of(False, True))
    """Whether a scoring card is scored before the tiles are refilled instead of after."""
    simplified_second: int = field(default=3, converter=_number, validator=_one_of(3, 5))
    """The last place of the simplified scorings B and C: 3, or 5 as an Italian table prints."""
    bureau_exact: bool = field(default=True, validator=_one_of(True, False))
    """Whether a purchase with an exchange bureau must be paid exactly."""
    hut_cap: int = field(default=3, converter=_number, validator=_one_of(3, 4))
    """How many neighbours of a builders' hut count at the most."""
    dirk_may_win: bool = field(default=False, validator=_one_of(False, True))
    """Whether Dirk keeps the players from winning when he has more points than they."""
    half_empty_ends: bool = field(default=False, validator=_one_of(False, True))
    """Whether the combined game ends when one half of a space stays empty."""

    @property
    def chosen(self) -> dict[str, bool | int]:
        """The readings that differ from the defaults."""
        return {
            each.name: getattr(self, each.name) for each in fields(Rulings) if getattr(self, each.name) != each.default
        }

    def __repr__(self) -> str:
        """Only what was chosen against the defaults."""
        return f"Rulings({', '.join(f'{name}={value!r}' for name, value in self.chosen.items())})"

    @staticmethod
    def edition(name: str, game: object) -> Rulings:
        """The readings that the book of an edition (hu, nl, it, fr) prints for a game.

        >>> Rulings.edition("it", "granada")
        Rulings(several_cards_limit=4)
        """
        if not isinstance(name, str):
            message = f"name is an edition such as 'it', not {shown(name)}"
            raise TypeError(message)
        try:
            return EDITIONS[name, str(game)]
        except KeyError:
            known = ", ".join(sorted({edition for edition, of in EDITIONS if of == str(game)}))
            message = f"no {shown(name)} edition of {game} is known; there is {known or 'none'}"
            raise InvalidState([message]) from None


EDITIONS: dict[tuple[str, str], Rulings] = {
    ("hu", "granada"): Rulings(),
    ("nl", "granada"): Rulings(),
    ("it", "granada"): Rulings(several_cards_limit=4),
    ("fr", "granada"): Rulings(flip_by_one_card=True),
    ("hu", "alhambra"): Rulings(),
    ("fr", "alhambra"): Rulings(),
    ("fr", "combined"): Rulings(flip_by_one_card=True),
}
"""What each book prints, as far as it differs from our reading."""
