"""The sentence of a rule under the readings that a table has chosen."""

from granada.rulebook.books import book_of
from granada.rulebook.rule import Rule
from granada.rulebook.ruling import Ruling
from granada.rulebook.rulings import EDITIONS, Rulings

UNDER_READINGS: dict[Rule, dict[str, str]] = {
    Rule.ACT_ON_YOUR_TURN: {
        "may_pass=true": "On your turn you may take money, buy a tile, redesign or pass.",
    },
    Rule.TAKE_SEVERAL_UP_TO_FIVE: {
        "several_cards_limit=4": (
            "You take one money card of any value, or several if together they are worth at most 4."
        ),
    },
    Rule.PAY_AT_LEAST_THE_PRICE: {
        "overpay_by_need=true": ("You pay the price on the upper face, and more only if you do not hold it exactly."),
    },
    Rule.EXACT_PAYMENT_EARNS_AN_ACTION: {
        "exact_by_ability=true": (
            "If you could have paid exactly for a tile, you may take another action, even after paying more; "
            "any other action ends the action part of the turn."
        ),
        "must_act_again=true": (
            "If you pay exactly for a tile, you must take another action, if one is possible; "
            "any other action ends the action part of the turn."
        ),
        "exact_by_ability=true overpay_by_need=true": (
            "If you can pay exactly for a tile, you pay no more, and may take another action; "
            "any other action ends the action part of the turn."
        ),
        "exact_by_ability=true overpay_by_need=true must_act_again=true": (
            "If you can pay exactly for a tile, you pay no more, and must take another action, if one is possible; "
            "any other action ends the action part of the turn."
        ),
        "exact_by_ability=true must_act_again=true": (
            "If you could have paid exactly for a tile, you must take another action, if one is possible; "
            "any other action ends the action part of the turn."
        ),
    },
    Rule.FLIP_COSTS_THREE: {
        "flip_by_one_card=true": (
            "To turn a bought tile over before it is built you pay with one card, worth at least 3."
        ),
    },
    Rule.RESHUFFLE: {
        "reshuffle_at_once=true": "When a refill leaves the deck empty, the discards become the new deck at once.",
    },
    Rule.SCORE_BEFORE_THE_NEXT_TURN: {
        "score_before_tiles=true": "The scoring takes place after the money is refilled and before the tiles are.",
    },
    Rule.VALUE_OF_A_BUILDING: {
        "value_in_cities=true": (
            "A building is worth one point for each of its tiles in all cities; Dirk's tiles do not count."
        ),
    },
    Rule.SIMPLIFIED_POINTS: {
        "simplified_second=5": (
            "In the simplified scoring the places are worth 3 in A, 10 and 5 in B, and 18, 10 and 5 in C."
        ),
    },
    Rule.END_WHEN_A_SPACE_STAYS_EMPTY: {
        "empty_bag_ends=true": "The game ends after a turn when the bag is empty, even if the yard is full.",
    },
    Rule.MOST_POINTS_WIN: {
        "dirk_may_win=true": (
            "The player with the most points wins, and players with equal points share the victory; "
            "if Dirk has more, nobody wins."
        ),
    },
    Rule.DIRK_GETS_A_THIRD_AFTER_B: {
        "dirk_third_nearest=true": (
            "Right after scoring B, Dirk gets a third of the tiles in the bag, rounded to the nearest whole number."
        ),
    },
    Rule.GIFTS_KEEP_THEIR_FACE: {
        "gifts_follow_marker=true": "A gift shows the face that the marker shows, without any payment.",
        "gift_flip_exact=true": "A gift keeps the face it was bought with, unless exactly 3 is paid for its flip.",
        "gifts_follow_marker=true gift_flip_exact=true": (
            "A gift shows the face that the marker shows; "
            "a tile is no longer a gift if more than 3 was paid for its flip."
        ),
    },
    Rule.DIRK_WINS_NOTHING: {
        "dirk_may_win=true": "Dirk wins nothing, but no player with fewer points than Dirk wins.",
    },
    Rule.VIZIER_WINDOW: {
        "vizier_for_others=true": (
            "After each turn, every other player with an active vizier may buy one tile, "
            "place it, and turn the vizier over."
        ),
    },
    Rule.VIZIER_ORDER: {
        "vizier_for_others=true": (
            "The next player is asked first, and whoever has just moved is not asked; "
            "after each use the others are asked again."
        ),
    },
    Rule.BUREAU_PAYS_EXACTLY: {
        "bureau_exact=false": "A purchase with a bureau is paid with at least the price, like any other.",
    },
    Rule.VIZIER_REFILLS_THE_YARD: {
        "vizier_until_awards=true": (
            "After each use of a vizier the yard is refilled; "
            "whether the game ends is decided when nobody uses one any more."
        ),
    },
    Rule.VIZIER_RESTS_AT_THE_END: {
        "vizier_until_awards=true": "The vizier can be used until the last tiles are awarded.",
    },
    Rule.BUREAU_IS_TAKEN_ALONE: {
        "bureaus_with_money=true": (
            "A bureau is taken like money, alone or together with other cards, and adds nothing to their sum."
        ),
    },
    Rule.BUREAU_IS_NEEDED: {
        "bureau_in_any_mix=true": (
            "A purchase with a bureau is paid in any combination of its two currencies, even in one of them alone."
        ),
    },
    Rule.HUT_COUNTS_ITS_NEIGHBOURS: {
        "hut_cap=4": "A hut counts as one for each neighbouring building of its colour with no wall in between.",
    },
    Rule.COMBINED_END: {
        "half_empty_ends=true": "The combined game ends when one half of a space stays empty.",
        "exhausted_ends=true": (
            "The combined game ends when both halves of a space stay empty, "
            "or when one half stays empty and both supplies are exhausted."
        ),
        "half_empty_ends=true exhausted_ends=true": "The combined game ends when one half of a space stays empty.",
        "empty_bag_ends=true": (
            "The combined game ends when both halves of a space stay empty, or when both supplies are exhausted."
        ),
        "half_empty_ends=true empty_bag_ends=true": (
            "The combined game ends when one half of a space stays empty, or when both supplies are exhausted."
        ),
        "exhausted_ends=true empty_bag_ends=true": (
            "The combined game ends when both halves of a space stay empty, or when both supplies are exhausted."
        ),
        "half_empty_ends=true exhausted_ends=true empty_bag_ends=true": (
            "The combined game ends when one half of a space stays empty, or when both supplies are exhausted."
        ),
    },
}
"""The sentences of rules under other readings, for a single reading or for several together."""
IN_THE_ALHAMBRA = {
    Rule.AT_MOST_THREE_MOATS.sentence: "A tile has walls on at most three of its edges.",
    Rule.START_TILE_HAS_NO_MOATS.sentence: "The start tile is treated as a tile without walls.",
    Rule.MOATS_MATCH.sentence: "If two edges touch, either both have a wall or neither does.",
    Rule.WALKABLE.sentence: (
        "Every tile can be reached on foot from the start tile without crossing a wall or leaving the tiles."
    ),
    Rule.LONGEST_MOAT.sentence: "Each player scores one point for every edge of the longest unbroken wall.",
    Rule.INNER_MOATS_COUNT_NOTHING.sentence: "Two walls that face each other score nothing.",
    Rule.DIRK_STARTS_WITH_SIX.sentence: "Dirk starts with six random tiles.",
    Rule.DIRK_SCORES_BUILDINGS_ONLY.sentence: (
        "Dirk takes part in every scoring of buildings, but never scores for walls."
    ),
    Rule.PAY_AT_LEAST_THE_PRICE.sentence: "You pay at least the price of the tile.",
    UNDER_READINGS[Rule.PAY_AT_LEAST_THE_PRICE]["overpay_by_need=true"]: (
        "You pay the price of the tile, and more only if you do not hold it exactly."
    ),
}
"""The sentences of Granada's rules as worded for the Alhambra, whose tiles have walls and one face."""
IN_THE_COMBINED_GAME = {
    Rule.MOATS_MATCH.sentence: "If two edges inside a city touch, either both have a wall or a moat, or neither does.",
    Rule.WALKABLE.sentence: (
        "Every tile can be reached on foot from the start tile of its city "
        "without crossing a wall or a moat or leaving that city."
    ),
    Rule.EDGE_CONTACT.sentence: (
        "Every tile shares at least one whole edge with another tile, and the two cities touch each other."
    ),
    Rule.LONGEST_WALL.sentence: (
        "Each player scores one point for every edge of the longest unbroken outer wall, along a moat too."
    ),
    Rule.ONE_FACE_IS_NEVER_FLIPPED.sentence: (
        "The tiles of the Alhambra have only one face, so they are not flipped; the marker is for those of Granada."
    ),
    Rule.LONGEST_MOAT.sentence: (
        "Each player scores one point for every edge of the longest unbroken moat, along a wall too."
    ),
}
"""The sentences of Granada's rules as worded for the combined game, in which two cities lie side by side."""
IN_GAMES = {"alhambra": IN_THE_ALHAMBRA, "combined": IN_THE_COMBINED_GAME}
"""A mapping from games to the sentences that they word differently from Granada."""
WITHOUT_DIRK = {
    **dict.fromkeys(
        (Rule.VALUE_OF_A_BUILDING.sentence, *UNDER_READINGS[Rule.VALUE_OF_A_BUILDING].values()),
        "A building is worth one point for each of its tiles in all cities.",
    ),
    UNDER_READINGS[Rule.MOST_POINTS_WIN]["dirk_may_win=true"]: Rule.MOST_POINTS_WIN.sentence,
}
"""The sentences that mention Dirk, as worded for tables without him."""
DEMANDS = {
    Rule.SAME_ORIENTATION.sentence: "All tiles must lie the same way round as the start tile, roofs up.",
    Rule.MOATS_MATCH.sentence: "If two edges touch, both must have a moat, or neither may have one.",
    IN_THE_ALHAMBRA[Rule.MOATS_MATCH.sentence]: "If two edges touch, both must have a wall, or neither may have one.",
    Rule.WALKABLE.sentence: (
        "It must be possible to reach every tile on foot from the start tile "
        "without crossing a moat or leaving the tiles."
    ),
    IN_THE_ALHAMBRA[Rule.WALKABLE.sentence]: (
        "It must be possible to reach every tile on foot from the start tile "
        "without crossing a wall or leaving the tiles."
    ),
    Rule.EDGE_CONTACT.sentence: "Every tile must share at least one whole edge with another tile.",
    IN_THE_COMBINED_GAME[Rule.MOATS_MATCH.sentence]: (
        "If two edges inside a city touch, both must have a wall or a moat, or neither may have one."
    ),
    IN_THE_COMBINED_GAME[Rule.WALKABLE.sentence]: (
        "It must be possible to reach every tile on foot from the start tile of its city "
        "without crossing a wall or a moat or leaving that city."
    ),
    IN_THE_COMBINED_GAME[Rule.EDGE_CONTACT.sentence]: (
        "Every tile must share at least one whole edge with another tile, and the two cities must touch each other."
    ),
    Rule.WALL_MEETS_MOAT.sentence: "Where the two cities touch, a wall must lie against a moat.",
    Rule.GRANADA_IS_FOUNDED_AT_A_WALL.sentence: (
        "The first Granada tile must share an edge with the Alhambra, and becomes the start of Granada."
    ),
}
"""For sentences that only describe, the demand that is shown to a player who breaks the rule."""


def sentence_of(rule: Rule, rulings: Rulings | None = None, game: str = "", *, dirk: bool = True) -> str:
    """The sentence of a rule under the given readings, as worded for a game, with or without Dirk.

    >>> sentence_of(Rule.COMBINED_END, Rulings(half_empty_ends=True))
    'The combined game ends when one half of a space stays empty.'
    >>> sentence_of(Rule.MOATS_MATCH, game="alhambra")
    'If two edges touch, either both have a wall or neither does.'
    """
    chosen = (rulings or Rulings()).choices
    found = [key for key in UNDER_READINGS.get(rule, ()) if chosen.issuperset(key.split())]
    said = UNDER_READINGS[rule][max(found, key=lambda key: len(key.split()))] if found else rule.sentence
    said = IN_GAMES.get(game, {}).get(said, said)
    return said if dirk else WITHOUT_DIRK.get(said, said)


def demand_of(rule: Rule, rulings: Rulings | None = None, game: str = "") -> str:
    """The sentence of a broken rule, worded as a demand.

    >>> demand_of(Rule.EDGE_CONTACT)
    'Every tile must share at least one whole edge with another tile.'
    """
    said = sentence_of(rule, rulings, game)
    return DEMANDS.get(said, said)


def ruling_of(rule: Rule, rulings: Rulings | None = None) -> tuple[list[Ruling], list[Ruling]]:
    """The rulings on a rule that hold at a table, and the rulings that the table's readings replace.

    >>> [len(each) for each in ruling_of(Rule.FLIP_COSTS_THREE, Rulings(flip_by_one_card=True))]
    [1, 2]
    """
    choices = (rulings or Rulings()).choices
    followed = [each for each in rule.rulings if each.holds(choices)]
    return followed, [each for each in rule.rulings if each not in followed]


def books_that_choose(readings: str) -> tuple[str, ...]:
    """The books whose editions adopt the given readings, written as a key of ``UNDER_READINGS``.

    >>> books_that_choose("several_cards_limit=4")
    ('Granada (Italian)',)
    """
    choosing = (key for key, rulings in EDITIONS.items() if rulings.choices.issuperset(readings.split()))
    return tuple(dict.fromkeys(str(book_of(*key)) for key in choosing))
