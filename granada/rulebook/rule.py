"""Every rule by its name, with its sentence."""

from __future__ import annotations

from difflib import get_close_matches
from enum import Enum
from typing import Self

from granada.errors import InvalidState
from granada.rulebook.books import Difference, differences
from granada.rulebook.specification import rule_data

MOST_SUGGESTED = 12
"""How many names are suggested at the most for one that no rule has."""


class Rule(Enum):
    """A rule of the game, by the name it has in the specification and everywhere else.

    >>> print(Rule.MOATS_MATCH.sentence)
    Edges that touch both carry a moat, or neither does.
    """

    sentence: str
    __hash__ = object.__hash__

    def __new__(cls, slug: str, sentence: str) -> Self:
        """Make the member known by its slug."""
        rule = object.__new__(cls)
        rule._value_ = slug
        rule.sentence = sentence
        return rule

    # Set-up
    TWO_TO_SIX_PLAYERS = "two-to-six-players", "Two to six players take part."
    MONEY_CARDS = "money-cards", "There are 108 money cards: the values 1 to 9 in four currencies, three of each."
    TWO_FACED_TILES = (
        "two-faced-tiles",
        "The 54 tiles have two faces, which together show each of nine buildings once at every price from 2 to 13.",
    )
    FACES_DIFFER = "faces-differ", "The two faces of a tile show different buildings, and everybody may look at both."
    EVEN_BACKED_BY_ODD = (
        "even-backed-by-odd",
        "A tile with an even price on one face has the next higher odd price on the other.",
    )
    AT_MOST_THREE_MOATS = "at-most-three-moats", "A tile carries a moat on at most three of its edges."
    MOATS_ON_BOTH_FACES = "moats-on-both-faces", "Both faces of a tile carry their moats on the same edges."
    SPACES_AND_CURRENCIES = (
        "spaces-and-currencies",
        "The building yard has four numbered spaces, and each belongs to one currency.",
    )
    START_TILE_HAS_NO_MOATS = "start-tile-has-no-moats", "The start tile counts as a tile without moats."
    FIRST_TILES_SHOW_EVEN = (
        "first-tiles-show-even",
        "Four tiles are drawn onto spaces 1 to 4 with their even face up, and then the marker is put on odd.",
    )
    STARTING_CAPITAL = (
        "starting-capital",
        "Each player in turn is dealt cards, one at a time, until they are worth 20 or more in total.",
    )
    HANDS_ARE_SECRET = "hands-are-secret", "Once everybody has been dealt, hands are secret; all else is open."
    START_PLAYER = (
        "start-player",
        "The player with the fewest cards begins; then the one with the lowest total; then the youngest.",
    )
    MONEY_DISPLAY = "money-display", "After the hands, four money cards are turned face up as the display."
    SCORING_CARDS_IN_THE_DECK = (
        "scoring-cards-in-the-deck",
        "The rest of the deck is split into five piles; A is shuffled into the second and B into the fourth.",
    )
    SCORE_STARTS_AT_ZERO = "score-starts-at-zero", "Everybody starts with no points, and there is no upper limit."

    # The turn, and taking money
    TURN_ORDER = "turn-order", "Players take their turns clockwise, beginning with the start player."
    ACT_ON_YOUR_TURN = (
        "act-on-your-turn",
        "On your turn you must take money, buy a tile or redesign; you pass only when none of these is possible.",
    )
    IN_ITS_PHASE = "in-its-phase", "An action is taken only at its moment in the turn, and only by the one to act."
    CARDS_ARE_HELD = (
        "cards-are-held",
        "You pay with cards that are in your hand and take cards that lie in the display.",
    )
    TAKE_AT_LEAST_ONE = "take-at-least-one", "Whoever takes money takes at least one card."
    TAKE_SEVERAL_UP_TO_FIVE = (
        "take-several-up-to-five",
        "You take one money card of any value, or several if together they are worth at most 5.",
    )

    # Buying
    ONE_TILE_A_PURCHASE = "one-tile-a-purchase", "Each purchase takes exactly one tile from the building yard."
    TILE_IS_THERE = "tile-is-there", "A tile can be used only where it lies."
    PAY_IN_THE_SPACE_CURRENCY = (
        "pay-in-the-space-currency",
        "A tile is paid for in the currency of its space, and in no other.",
    )
    PAY_AT_LEAST_THE_PRICE = "pay-at-least-the-price", "You pay at least the price on the face that lies up."
    NO_CHANGE = "no-change", "Whoever pays too much gets no change."
    PAID_CARDS_ARE_DISCARDED = "paid-cards-are-discarded", "Cards that were paid go to the discard pile."
    EXACT_PAYMENT_EARNS_AN_ACTION = (
        "exact-payment-earns-an-action",
        "Whoever pays a tile exactly may take another action; any other action ends the action part of the turn.",
    )
    BOUGHT_TILES_WAIT = (
        "bought-tiles-wait",
        "Bought tiles lie beside the city until the end of the turn, and the yard is not refilled before then.",
    )

    # Building
    CELL_IS_FREE = "cell-is-free", "A tile is built only on an empty cell."
    SAME_ORIENTATION = "same-orientation", "All tiles lie the same way round as the start tile, roofs up."
    MOATS_MATCH = "moats-match", "Edges that touch both carry a moat, or neither does."
    WALKABLE = (
        "walkable",
        "Every tile can be reached on foot from the start tile without crossing a moat or leaving the tiles.",
    )
    EDGE_CONTACT = "edge-contact", "Every tile touches another tile with at least one whole edge."
    NO_HOLES = "no-holes", "No empty area may be enclosed by tiles."

    # Redesigning
    ADD_FROM_THE_RESERVE = "add-from-the-reserve", "You may add one tile from your reserve to your city."
    REMOVE_TO_THE_RESERVE = "remove-to-the-reserve", "You may move one tile from your city to your reserve."
    SWAP_IN_PLACE = (
        "swap-in-place",
        "You may exchange a tile of your city for one of your reserve, which takes exactly its place.",
    )
    REDESIGNED_CITY_STAYS_LEGAL = (
        "redesigned-city-stays-legal",
        "After redesigning, the whole city must still keep the building rules.",
    )
    START_TILE_STAYS = "start-tile-stays", "The start tile is never moved, removed or exchanged."
    REDESIGNING_TURNS_NO_TILE = "redesigning-turns-no-tile", "No tile is turned over while redesigning."

    # Placing and flipping
    EVERY_BOUGHT_TILE_FINDS_A_PLACE = (
        "every-bought-tile-finds-a-place",
        "At the end of the turn every bought tile is built into its buyer's city or put into the reserve.",
    )
    RESERVE_HAS_NO_LIMIT = "reserve-has-no-limit", "A reserve holds any number of tiles."
    PLACE_IN_ANY_ORDER = (
        "place-in-any-order",
        "Several bought tiles are placed one after the other in any order, and the city is legal after each.",
    )
    FACE_AS_BOUGHT = "face-as-bought", "A tile is built with the face up that lay up when it was bought."
    FLIP_COSTS_THREE = "flip-costs-three", "To turn a bought tile over before it is built you pay at least 3."
    FLIP_IN_ONE_CURRENCY = "flip-in-one-currency", "A flip is paid in one currency, whichever you like."
    FLIP_ONCE = "flip-once", "A bought tile is turned over once at the most."
    FLIPS_ARE_PAID_ONE_BY_ONE = "flips-are-paid-one-by-one", "Each flip is paid for separately."
    FLIP_EARNS_NO_ACTION = "flip-earns-no-action", "Paying exactly 3 for a flip earns no further action."
    NEW_MONEY_PAYS_FOR_FLIPS = (
        "new-money-pays-for-flips",
        "Money taken earlier in the same turn may pay for a flip.",
    )
    STORE_EITHER_FACE = "store-either-face", "Into the reserve a bought tile goes with either face up, free of charge."
    NEVER_TURNED_AGAIN = "never-turned-again", "Once in a city or a reserve, a tile is never turned over again."

    # Refilling
    MONEY_BEFORE_TILES = "money-before-tiles", "At the end of a turn the money is refilled first, then the tiles."
    MONEY_TO_FOUR = "money-to-four", "The display is refilled to four money cards."
    RESHUFFLE = "reshuffle", "When a card is needed and the deck is empty, the discards become the new deck."
    DRAW_CAN_COME = "draw-can-come", "Only what is in the deck or the bag can be drawn, and only when a draw is due."
    TILES_IN_SPACE_ORDER = (
        "tiles-in-space-order",
        "Empty spaces of the yard are refilled one by one in ascending order.",
    )
    TILES_SHOW_THE_MARKER = (
        "tiles-show-the-marker",
        "All tiles of one refill lie with the face up, even or odd, that the marker shows.",
    )
    MARKER_MOVES_AFTER_A_REFILL = (
        "marker-moves-after-a-refill",
        "After a refill of one or more tiles the marker moves to the other field, once.",
    )

    # Scoring
    THREE_SCORINGS = "three-scorings", "There are three scorings: A and B when their cards are drawn, C at the end."
    SCORING_CARD_IS_REPLACED = (
        "scoring-card-is-replaced",
        "A scoring card that is drawn leaves the game, and a money card is drawn in its place.",
    )
    SCORE_BEFORE_THE_NEXT_TURN = (
        "score-before-the-next-turn",
        "The scoring takes place after both refills and before the next player's turn.",
    )
    SCORING_ORDER = "scoring-order", "Moats are scored first, then the nine buildings in their printed order."
    LONGEST_MOAT = "longest-moat", "Each player scores one point for every edge of the longest unbroken moat."
    INNER_MOATS_COUNT_NOTHING = "inner-moats-count-nothing", "Two moats that face each other score nothing."
    VALUE_OF_A_BUILDING = (
        "value-of-a-building",
        "A building is worth as many points as tiles showing it are in all cities together.",
    )
    FIRST_SECOND_THIRD = (
        "first-second-third",
        "In A the first scores the value; in B the first twice and the second once; in C three times, twice and once.",
    )
    OWN_ONE_TO_SCORE = "own-one-to-score", "To score for a building you must have built at least one."
    RESERVE_COUNTS_NOTHING = "reserve-counts-nothing", "Tiles in a reserve count for nothing."
    TIES_GO_TO_THE_HIGHEST_PRICE = (
        "ties-go-to-the-highest-price",
        "Among players with equally many of a building, the one whose dearest has the higher price ranks first.",
    )
    PRICE_ONLY_BREAKS_TIES = "price-only-breaks-ties", "Apart from ties, prices do not matter in a scoring."

    # Simplified scoring
    SIMPLIFIED_POINTS = (
        "simplified-points",
        "In the simplified scoring the places are worth 3 in A, 10 and 3 in B, and 18, 10 and 3 in C.",
    )
    SIMPLIFIED_TIES = "simplified-ties", "Ties in the simplified scoring are broken by price as well."
    SIMPLIFIED_MOATS = "simplified-moats", "The simplified scoring leaves the points for moats as they are."

    # The end
    END_WHEN_A_SPACE_STAYS_EMPTY = (
        "end-when-a-space-stays-empty",
        "The game ends after a turn when the yard can no longer be filled completely.",
    )
    FILL_AS_FAR_AS_POSSIBLE = (
        "fill-as-far-as-possible",
        "The last refill fills the empty spaces with the lowest numbers first.",
    )
    AWARD_TO_THE_RICHEST = (
        "award-to-the-richest",
        "Each tile left in the yard goes to whoever holds the most money in its currency, whatever its price.",
    )
    TIED_AWARDS_STAY = "tied-awards-stay", "A tile for which the richest are tied stays in the yard."
    AWARD_IN_SPACE_ORDER = "award-in-space-order", "The tiles left are awarded from space 1 to space 4."
    AWARDS_ARE_BUILT_AT_ONCE = (
        "awards-are-built-at-once",
        "An awarded tile is built at once, by the building rules, before the next one is awarded.",
    )
    AWARDS_MAY_BE_DECLINED = "awards-may-be-declined", "An awarded tile may go to the reserve instead."
    AWARDS_ARE_NOT_FLIPPED = "awards-are-not-flipped", "An awarded tile keeps the face that lies up."
    LAST_SCORING = "last-scoring", "After the awards the third scoring takes place, whether or not A and B did."
    MOST_POINTS_WIN = "most-points-win", "Whoever has the most points wins, and players with equally many share it."
    GAME_IS_OVER = "game-is-over", "After the last scoring nobody acts any more."

    # Two players
    SEVENTY_TWO_CARDS = "seventy-two-cards", "Two players use two of the three copies of each money card."
    DIRK_COLLECTS_TILES = (
        "dirk-collects-tiles",
        "A third player, Dirk, is imagined, who collects tiles but takes no turns and builds no city.",
    )
    DIRK_STARTS_WITH_SIX = "dirk-starts-with-six", "Dirk starts with six random tiles, even face up."
    DIRK_SCORES_BUILDINGS_ONLY = (
        "dirk-scores-buildings-only",
        "Dirk takes part in every scoring of buildings, but never scores for moats.",
    )
    DIRK_GETS_SIX_AFTER_A = "dirk-gets-six-after-a", "Right after scoring A Dirk gets six more random tiles."
    DIRK_GETS_A_THIRD_AFTER_B = (
        "dirk-gets-a-third-after-b",
        "Right after scoring B Dirk gets a third of the tiles in the bag, rounded down.",
    )
    DIRK_FOLLOWS_THE_MARKER = (
        "dirk-follows-the-marker",
        "Dirk's later tiles show the face that the marker shows at that moment, and do not move it.",
    )
    GIFTS_TO_DIRK = "gifts-to-dirk", "In a game of two, a tile bought in this turn may be given to Dirk."
    GIFTS_KEEP_THEIR_FACE = (
        "gifts-keep-their-face",
        "A gift keeps the face it was bought with, unless its flip is paid for.",
    )
    DIRK_WINS_NOTHING = "dirk-wins-nothing", "Dirk's points are kept, but only a player can win."

    # The Palace of Alhambra
    ALHAMBRA_TILES = (
        "alhambra-tiles",
        "The 54 tiles have one face: 7 pavilions and seraglios, 9 arcades and chambers, 11 gardens and towers.",
    )
    ONE_FACE_IS_NEVER_FLIPPED = (
        "one-face-is-never-flipped",
        "The tiles of the Alhambra have one face, so there is no marker and nothing to flip.",
    )
    WALLS_ARE_BUILT_LIKE_MOATS = (
        "walls-are-built-like-moats",
        "Walls are built by the very rules that hold for moats.",
    )
    ALHAMBRA_POINTS = (
        "alhambra-points",
        "The places of each scoring are worth fixed points, which rise from the pavilion to the tower.",
    )
    TIES_SHARE_THEIR_PLACES = (
        "ties-share-their-places",
        "Players who tie share the points of the places that they hold together, rounded down.",
    )
    LONGEST_WALL = "longest-wall", "Each player scores one point for every edge of the longest unbroken outer wall."
    BUILDINGS_BEFORE_WALLS = (
        "buildings-before-walls",
        "In the Alhambra the buildings are scored first, from pavilion to tower, and the walls last.",
    )
    MODULES_COMBINE = "modules-combine", "Modules may be added singly or together to the games they are made for."

    # The vizier's favour
    VIZIER_STARTS_ACTIVE = "vizier-starts-active", "Each player starts with an active vizier."
    VIZIER_WINDOW = (
        "vizier-window",
        "After each turn, whoever has an active vizier may buy one tile, place it, and turn the vizier over.",
    )
    VIZIER_ORDER = (
        "vizier-order",
        "The next player is asked first and the one who has just moved last; after each use all are asked again.",
    )
    VIZIER_PAYS_EXACTLY = "vizier-pays-exactly", "A tile bought with the vizier is paid exactly."
    VIZIER_EARNS_NO_ACTION = "vizier-earns-no-action", "The exact payment with the vizier earns no further action."
    VIZIER_REFILLS_THE_YARD = (
        "vizier-refills-the-yard",
        "After each use of a vizier the yard is refilled, and the game ends if it cannot be.",
    )
    VIZIER_IS_REACTIVATED = (
        "vizier-is-reactivated",
        "Turning a used vizier up again is an action of its own.",
    )
    VIZIER_RESTS_AT_THE_END = "vizier-rests-at-the-end", "Once the yard cannot be filled, no vizier is used any more."

    # Exchange bureaus
    SIX_BUREAUS = "six-bureaus", "Six cards each show two currencies, a different pair on every one."
    BUREAUS_IN_THE_DECK = "bureaus-in-the-deck", "Two bureaus are shuffled into each of the piles 2, 3 and 4."
    BUREAU_IS_TAKEN_ALONE = "bureau-is-taken-alone", "A bureau is taken alone, instead of money."
    BUREAU_FITS_THE_SPACE = (
        "bureau-fits-the-space",
        "A bureau helps to pay where the currency of the space is one of its two.",
    )
    ONE_BUREAU_A_PURCHASE = "one-bureau-a-purchase", "One bureau serves one purchase."
    BUREAU_IS_NEEDED = "bureau-is-needed", "A purchase with a bureau uses at least one card of its other currency."
    BUREAU_PAYS_EXACTLY = "bureau-pays-exactly", "A purchase with a bureau is paid exactly."
    BUREAUS_COME_BACK = "bureaus-come-back", "A used bureau is discarded and is reshuffled with the money."
    BUREAUS_ARE_WORTH_NOTHING = (
        "bureaus-are-worth-nothing",
        "A bureau is worth nothing when left-over tiles are awarded, and pays for no flip.",
    )

    # Bonus cards
    TEN_BONUS_CARDS = "ten-bonus-cards", "Ten cards show the ten tiles of the Alhambra that carry no wall."
    BONUS_CARDS_ARE_DEALT = (
        "bonus-cards-are-dealt",
        "Two or three players get three bonus cards each, four or five get two, six get one; the rest stay unseen.",
    )
    REVEAL_WITH_THE_TILE_BUILT = (
        "reveal-with-the-tile-built",
        "A bonus card may be shown when its very tile stands in the owner's city.",
    )
    REVEAL_WINDOW = (
        "reveal-window",
        "A bonus card may be shown at any decision of its owner, and before its building is scored.",
    )
    BONUS_COUNTS_ONE_MORE = "bonus-counts-one-more", "A shown bonus card counts as one more building of its kind."
    BONUS_RETURNS_TO_HAND = (
        "bonus-returns-to-hand",
        "When the tile leaves the city, its shown card returns to the hand.",
    )
    BONUS_CARDS_ARE_SECRET = "bonus-cards-are-secret", "A bonus card that is not shown is known to its owner alone."

    # Builders' huts
    TWENTY_FOUR_HUTS = (
        "twenty-four-huts",
        "There are 24 huts in six piles: 3 for pavilion and seraglio, 4 for arcades and chambers, 5 for the others.",
    )
    HUT_IS_AN_ACTION = (
        "hut-is-an-action",
        "Taking the open hut of a pile is an action, free, which earns no further one.",
    )
    NEXT_HUT_IS_TURNED_UP = "next-hut-is-turned-up", "The next hut of the pile is turned up at once."
    THREE_HUTS_AT_MOST = "three-huts-at-most", "Nobody has more than three huts, those in the reserve included."
    HUT_IS_PLACED_LIKE_A_TILE = (
        "hut-is-placed-like-a-tile",
        "At the end of the turn a hut is built by the building rules or stored, and it can be redesigned like a tile.",
    )
    HUT_COUNTS_ITS_NEIGHBOURS = (
        "hut-counts-its-neighbours",
        "A hut counts one for each neighbouring building of its colour without a wall between, three at most.",
    )
    HUT_WALLS_COUNT = "hut-walls-count", "The walls of a hut belong to the wall of the city."

    # Alhambra and Granada combined
    TWO_SUPPLIES = "two-supplies", "Each space of the yard holds a tile of either city, from two separate supplies."
    FIRST_GRANADA_TILES_HAVE_MOATS = (
        "first-granada-tiles-have-moats",
        "The first Granada tiles in the yard each carry a moat; others go back into the bag.",
    )
    COMBINED_DECK = (
        "combined-deck",
        "Card A is mixed into the third pile; B waits for the first reshuffle and then enters the second of five.",
    )
    EITHER_TILE_OF_A_SPACE = "either-tile-of-a-space", "Of each space either tile may be bought, and both in one turn."
    MARKER_FOLLOWS_GRANADA = "marker-follows-granada", "The marker moves only when a Granada tile was refilled."
    WALL_MEETS_MOAT = "wall-meets-moat", "Where the two cities touch, a wall lies against a moat."
    GRANADA_IS_FOUNDED_AT_A_WALL = (
        "granada-is-founded-at-a-wall",
        "The first Granada tile shares an edge with the Alhambra and becomes the start of Granada.",
    )
    FOUNDING_TILE_STAYS = (
        "founding-tile-stays",
        "The first Granada tile of a city is never moved, removed or exchanged.",
    )
    EACH_CITY_IS_WALKED_BY_ITSELF = (
        "each-city-is-walked-by-itself",
        "Each city is walked from its own start, and nobody walks from one into the other.",
    )
    CITIES_STAY_TOGETHER = (
        "cities-stay-together",
        "Holes and contact are judged on both cities together, and they may not be parted.",
    )
    DEAD_CELLS_ARE_NO_HOLES = "dead-cells-are-no-holes", "A cell that no tile could fill is unusable, but no hole."
    BOTH_CITIES_SCORE = (
        "both-cities-score",
        "Each city is scored by its own rules, and walls and moats count along the border too.",
    )
    BORDER_SCORES_TWO = "border-scores-two", "Each edge where a wall lies against a moat scores two more points."
    COMBINED_END = "combined-end", "The combined game ends when both halves of a space stay empty."
    COMBINED_AWARDS = "combined-awards", "Left-over tiles are awarded space by space, the Alhambra's before Granada's."
    COMBINED_DIRK = "combined-dirk", "With two players Dirk draws from each supply as he does from one."

    # Notation and protocol
    NOTATION_OF_CARDS = "notation-of-cards", "A card is written as the letter of its currency and its value."
    NOTATION_OF_TILES = (
        "notation-of-tiles",
        "A face is written as building, price and the edges with a moat in the order n e s w.",
    )
    NOTATION_OF_LAYOUTS = (
        "notation-of-layouts",
        "A layout is written in rows from north to south, with @ for the start tile and a dot for an empty cell.",
    )
    NOTATION_OF_ACTIONS = "notation-of-actions", "An action is written as its verb followed by what it concerns."
    RECORD_OF_A_GAME = (
        "record-of-a-game",
        "A record names every draw and every decision, so that anybody can play the game again.",
    )

    @classmethod
    def named(cls, name: str) -> Rule:
        """The rule with a name, in any spelling; an InvalidState suggests those that contain the name, or the nearest.

        >>> Rule.named("moats-match"), Rule.named("Moats Match")
        (Rule.MOATS_MATCH, Rule.MOATS_MATCH)
        """
        slugs = {str(rule): rule for rule in cls}
        slug = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
        if slug in slugs:
            return slugs[slug]
        containing = [each for each in slugs if slug and slug in each]
        near = containing[:MOST_SUGGESTED] or get_close_matches(slug, slugs, n=3, cutoff=0.4)
        suggestion = f"did you mean {' or '.join(near)}?" if near else "granada rule lists them all"
        raise InvalidState([f"there is no rule {name[:60]!r}; {suggestion}"])

    def __repr__(self) -> str:
        """The member as it is written in code."""
        return f"Rule.{self.name}"

    def __str__(self) -> str:
        """The slug."""
        return str(self.value)

    @property
    def chapter(self) -> str:
        """The chapter of the specification that holds the rule."""
        return str(rule_data(self.value)["chapter"])

    @property
    def sources(self) -> tuple[str, ...]:
        """Where the rulebooks print it, each with its edition."""
        return tuple(rule_data(self.value)["sources"])

    @property
    def ruling(self) -> str:
        """What was decided where the editions differ or are silent; empty where they do not."""
        return str(rule_data(self.value)["ruling"])

    @property
    def differences(self) -> tuple[Difference, ...]:
        """What books print otherwise, and what becomes of it."""
        return differences(self.value)
