"""The readings of the rules that a table can choose, and the readings that each edition prints."""

from __future__ import annotations

from typing import Any

from attrs import Attribute, evolve, field, fields, frozen

from granada.errors import InvalidState, quoted, whole
from granada.rulebook.books import Difference, book_of, differences
from granada.rulebook.rule import Rule


def _number(number: int) -> int:
    """Convert an integer of any type to int, and leave other values for the validator to refuse."""
    try:
        return whole(number, "a reading")
    except TypeError:
        return number


def _reading(rule: Rule, *choices: bool | int) -> Any:  # noqa: ANN401  the attribute has the type of its choices
    """A field for a reading of a rule, which accepts only the given values; the first is our default."""

    def check(_: object, attribute: Attribute[Any], value: object) -> None:
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            expected = " or ".join(map(repr, choices))
            message = f"{attribute.name} must be {expected}, not {quoted(value)}"
            raise InvalidState(message) if type(value) is type(choices[0]) else TypeError(message)

    number = None if isinstance(choices[0], bool) else _number
    return field(default=choices[0], converter=number, validator=check, metadata={"reads": (rule, choices)})


@frozen(kw_only=True)
class Rulings:
    """The readings that a table can choose where the rulebooks differ; the defaults are ours.

    - ``several_cards_limit``: The highest total of several money cards taken together: 5, or 4 as the Italian text
      says.
    - ``flip_by_one_card``: Whether a flip costs a single card worth 3 or more, as the French text says.
    - ``score_before_tiles``: Whether a scoring takes place before the tiles are refilled rather than afterwards, as
      Alhambra (Hungarian) says.
    - ``simplified_second``: The points for the last place in the simplified scorings B and C: 3, or 5 as in an Italian
      table.
    - ``bureau_exact``: Whether a purchase with an exchange bureau must be paid exactly.
    - ``hut_cap``: The maximum number of neighbours that a builders' hut counts.
    - ``dirk_may_win``: Whether nobody wins if Dirk has more points than every player.
    - ``half_empty_ends``: Whether the combined game ends when one half of a space stays empty.
    - ``exhausted_ends``: Whether the combined game ends when both supplies are exhausted and one half of a space
      stays empty.
    - ``may_pass``: Whether a player may pass although another action is legal (a possible reading of the Hungarian text
      of Alhambra).
    - ``exact_by_ability``: Whether a player who could have paid exactly gets a further action, as
      Alhambra (Hungarian) says.
    - ``overpay_by_need``: Whether only players who cannot pay exactly may pay too much, as Alhambra
      (Hungarian) says.
    - ``empty_bag_ends``: Whether the game ends as soon as no tile is left to draw (a possible reading of the French
      text of Alhambra).
    - ``dirk_third_nearest``: Whether Dirk's third of the bag is rounded to the nearest whole number. This is our
      reading of the Italian text, which says only that the number is rounded.
    - ``gifts_follow_marker``: Whether a tile given to Dirk shows the marker's face (a possible reading of the French
      text of Granada).
    - ``gift_flip_exact``: Whether a gift to Dirk may be turned over only for exactly 3, as Granada (Hungarian)
      says about gifts.
    - ``vizier_for_others``: Whether only the other players may use the vizier, and not the player who has just moved.
    - ``reshuffle_at_once``: Whether the discards are shuffled as soon as the deck runs out, as the French text of the
      combined game says, rather than when a card is needed.
    - ``must_act_again``: Whether a player who paid exactly must act again (a possible reading of the Dutch and Italian
      texts).
    - ``value_in_cities``: Whether only tiles in cities, and not Dirk's tiles, count for the value of a building, as all
      texts of Granada literally say.
    - ``vizier_until_awards``: Whether the vizier may still be used before left-over tiles are awarded, as the French
      text says.
    - ``bureaus_with_money``: Whether a player may take bureaus like money, even together with other cards, as the
      French text says.
    - ``bureau_in_any_mix``: Whether a bureau may be part of a payment that is entirely in the currency of the space, as
      the French text says.

    >>> Rulings(several_cards_limit=4)
    Rulings(several_cards_limit=4)
    """

    several_cards_limit: int = _reading(Rule.TAKE_SEVERAL_UP_TO_FIVE, 5, 4)
    flip_by_one_card: bool = _reading(Rule.FLIP_COSTS_THREE, False, True)
    score_before_tiles: bool = _reading(Rule.SCORE_BEFORE_THE_NEXT_TURN, False, True)
    simplified_second: int = _reading(Rule.SIMPLIFIED_POINTS, 3, 5)
    bureau_exact: bool = _reading(Rule.BUREAU_PAYS_EXACTLY, True, False)
    hut_cap: int = _reading(Rule.HUT_COUNTS_ITS_NEIGHBOURS, 3, 4)
    dirk_may_win: bool = _reading(Rule.DIRK_WINS_NOTHING, False, True)
    half_empty_ends: bool = _reading(Rule.COMBINED_END, False, True)
    exhausted_ends: bool = _reading(Rule.COMBINED_END, False, True)
    may_pass: bool = _reading(Rule.ACT_ON_YOUR_TURN, False, True)
    exact_by_ability: bool = _reading(Rule.EXACT_PAYMENT_EARNS_AN_ACTION, False, True)
    overpay_by_need: bool = _reading(Rule.PAY_AT_LEAST_THE_PRICE, False, True)
    empty_bag_ends: bool = _reading(Rule.END_WHEN_A_SPACE_STAYS_EMPTY, False, True)
    dirk_third_nearest: bool = _reading(Rule.DIRK_GETS_A_THIRD_AFTER_B, False, True)
    gifts_follow_marker: bool = _reading(Rule.GIFTS_KEEP_THEIR_FACE, False, True)
    gift_flip_exact: bool = _reading(Rule.GIFTS_KEEP_THEIR_FACE, False, True)
    vizier_for_others: bool = _reading(Rule.VIZIER_ORDER, False, True)
    reshuffle_at_once: bool = _reading(Rule.RESHUFFLE, False, True)
    must_act_again: bool = _reading(Rule.EXACT_PAYMENT_EARNS_AN_ACTION, False, True)
    value_in_cities: bool = _reading(Rule.VALUE_OF_A_BUILDING, False, True)
    vizier_until_awards: bool = _reading(Rule.VIZIER_RESTS_AT_THE_END, False, True)
    bureaus_with_money: bool = _reading(Rule.BUREAU_IS_TAKEN_ALONE, False, True)
    bureau_in_any_mix: bool = _reading(Rule.BUREAU_IS_NEEDED, False, True)

    @property
    def chosen(self) -> dict[str, bool | int]:
        """The readings that differ from the defaults."""
        return {
            each.name: getattr(self, each.name) for each in fields(Rulings) if getattr(self, each.name) != each.default
        }

    @property
    def choices(self) -> frozenset[str]:
        """The readings that differ from the defaults, in the notation of the specification.

        >>> sorted(Rulings(several_cards_limit=4, may_pass=True).choices)
        ['may_pass=true', 'several_cards_limit=4']
        """
        return frozenset(f"{name}={str(value).lower()}" for name, value in self.chosen.items())

    def __repr__(self) -> str:
        """A Python expression with only the readings that differ from the defaults."""
        return f"Rulings({', '.join(f'{name}={value!r}' for name, value in self.chosen.items())})"

    @staticmethod
    def edition(name: str, game: object) -> Rulings:
        """An edition's readings for a game; the editions are hu, nl, it and fr.

        >>> Rulings.edition("it", "granada")
        Rulings(several_cards_limit=4, dirk_third_nearest=True)
        """
        return EDITIONS[book_of(name, game).language, str(game)]

    @staticmethod
    def unplayable(name: str, game: object) -> tuple[Difference, ...]:
        """The differences that an edition does not adopt in a game, with the reasons.

        >>> for each in Rulings.unplayable("it", "granada")[:1]:
        ...     print(each.rule, each.words, sep=": ")
        at-most-three-moats: su due o tre spigoli
        """
        book = book_of(name, game)
        mine = (each for each in differences() if each.book == book.name and str(game) in each.games)
        return tuple(each for each in mine if each.changes_play and each.reason)


READINGS: dict[str, tuple[Rule, tuple[Any, ...]]] = {each.name: each.metadata["reads"] for each in fields(Rulings)}
"""A mapping from each reading to its rule and the values that a table can choose, our value first."""
_FRENCH_MODULES = Rulings(vizier_until_awards=True, bureaus_with_money=True, bureau_in_any_mix=True)
EDITIONS: dict[tuple[str, str], Rulings] = {
    ("hu", "granada"): Rulings(),
    ("nl", "granada"): Rulings(),
    ("it", "granada"): Rulings(several_cards_limit=4, dirk_third_nearest=True),
    ("fr", "granada"): evolve(_FRENCH_MODULES, flip_by_one_card=True),
    ("hu", "alhambra"): Rulings(score_before_tiles=True, exact_by_ability=True, overpay_by_need=True),
    ("fr", "alhambra"): _FRENCH_MODULES,
    ("fr", "combined"): evolve(_FRENCH_MODULES, flip_by_one_card=True, reshuffle_at_once=True),
}
"""The playable readings in which each book differs from ours; the chapters quote the books."""
