"""Every rule, with its name and its sentence."""

from __future__ import annotations

from difflib import get_close_matches
from enum import Enum

from granada.errors import InvalidState
from granada.rulebook.books import Difference, Quote, differences
from granada.rulebook.ruling import Ruling
from granada.rulebook.specification import rule_data

MOST_SUGGESTED = 12
"""The maximum number of names that an error suggests for an unknown rule."""


class Rule(Enum):
    """A rule of the game; its value is its sentence, and ``str`` gives its name in the specification.

    >>> print(Rule.MOATS_MATCH.sentence)
    If two edges touch, either both have a moat or neither does.
    """

    __hash__ = object.__hash__

    # Set-up
    TWO_TO_SIX_PLAYERS = "Two to six players take part."
    MONEY_CARDS = "There are 108 money cards: three copies of each value from 1 to 9 in each of four currencies."
    TWO_FACED_TILES = (
        "On the faces of the 54 two-faced tiles, each of nine buildings appears once at every price from 2 to 13."
    )
    FACES_DIFFER = (
        "The two faces of a tile show different buildings, and a coloured mark shows which one is on the back."
    )
    EVEN_BACKED_BY_ODD = "A tile with an even price on one face has the next higher odd price on the other."
    AT_MOST_THREE_MOATS = "A tile has moats on at most three of its edges."
    MOATS_ON_BOTH_FACES = "Both faces of a tile have their moats on the same edges."
    SPACES_AND_CURRENCIES = (
        "The building yard has four numbered spaces, each with its own currency; at the start a tile is drawn for each."
    )
    START_TILE_HAS_NO_MOATS = "The start tile is treated as a tile without moats."
    FIRST_TILES_SHOW_EVEN = (
        "Four tiles are drawn onto spaces 1 to 4 with their even face up, and then the marker is put on odd."
    )
    STARTING_CAPITAL = "Each player in turn is dealt cards, one at a time, until they are worth 20 or more in total."
    HANDS_ARE_SECRET = "Once all hands are dealt, they are secret; everything else is open."
    START_PLAYER = "The player with the fewest cards begins; a tie goes to the lowest total, and then to the youngest."
    MONEY_DISPLAY = "After the hands are dealt, four money cards are turned face up to form the display."
    SCORING_CARDS_IN_THE_DECK = (
        "The rest of the deck is split into five piles; A is shuffled into the second pile and B into the fourth."
    )
    SCORE_STARTS_AT_ZERO = "Everybody starts with no points, and there is no upper limit."

    # The turn, and taking money
    TURN_ORDER = "Players take their turns clockwise, beginning with the start player."
    ACT_ON_YOUR_TURN = (
        "On your turn you must take money, buy a tile or redesign; you pass only when none of these is possible."
    )
    IN_ITS_PHASE = (
        "An action may be taken only at its proper time in the turn, and only by the player who is due to act."
    )
    CARDS_ARE_HELD = "You can pay only with cards in your hand, and take only cards in the display."
    TAKE_AT_LEAST_ONE = "A player who takes money takes at least one card."
    TAKE_SEVERAL_UP_TO_FIVE = "You take one money card of any value, or several if together they are worth at most 5."

    # Buying
    ONE_TILE_A_PURCHASE = "Each purchase takes exactly one tile from the building yard."
    TILE_IS_THERE = "An action can use a tile only if the tile is where the action takes it from."
    PAY_IN_THE_SPACE_CURRENCY = "A tile is paid for in the currency of its space, and in no other."
    PAY_AT_LEAST_THE_PRICE = "You pay at least the price on the upper face."
    NO_CHANGE = "A player who pays too much gets no change."
    PAID_CARDS_ARE_DISCARDED = "Cards used as payment go to the discard pile."
    EXACT_PAYMENT_EARNS_AN_ACTION = (
        "If you pay exactly for a tile, you may take another action; any other action ends the action part of the turn."
    )
    BOUGHT_TILES_WAIT = (
        "Bought tiles lie beside the city until the end of the turn, and the yard is not refilled before then."
    )

    # Building
    CELL_IS_FREE = "A tile is built only on an empty cell."
    SAME_ORIENTATION = "All tiles lie the same way round as the start tile, roofs up."
    MOATS_MATCH = "If two edges touch, either both have a moat or neither does."
    WALKABLE = "Every tile can be reached on foot from the start tile without crossing a moat or leaving the tiles."
    EDGE_CONTACT = "Every tile shares at least one whole edge with another tile."
    NO_HOLES = "No empty area may be enclosed by tiles."

    # Redesigning
    ADD_FROM_THE_RESERVE = "You may add one tile from your reserve to your city."
    REMOVE_TO_THE_RESERVE = "You may move one tile from your city to your reserve."
    SWAP_IN_PLACE = "You may exchange a tile in your city for one in your reserve, which takes exactly the same place."
    REDESIGNED_CITY_STAYS_LEGAL = "After redesigning, the whole city must still follow the building rules."
    START_TILE_STAYS = "A city begins with the start tile, which is never moved, removed or exchanged."
    REDESIGNING_TURNS_NO_TILE = "No tile is turned over during a redesign."

    # Placing and flipping
    EVERY_BOUGHT_TILE_FINDS_A_PLACE = (
        "At the end of the turn every bought tile is built into its buyer's city or put into the reserve."
    )
    RESERVE_HAS_NO_LIMIT = "A reserve holds any number of tiles."
    PLACE_IN_ANY_ORDER = (
        "Several bought tiles are placed one by one in any order, and the city must be legal after each of them."
    )
    FACE_AS_BOUGHT = "A tile is built with the same face up as when it was bought."
    FLIP_COSTS_THREE = "To turn a bought tile over before it is built you pay at least 3."
    FLIP_IN_ONE_CURRENCY = "A flip is paid in one currency of your choice."
    FLIP_ONCE = "A bought tile is turned over at most once."
    FLIPS_ARE_PAID_ONE_BY_ONE = "Each flip is paid for separately."
    FLIP_EARNS_NO_ACTION = "Paying exactly 3 for a flip earns no further action."
    NEW_MONEY_PAYS_FOR_FLIPS = "Money taken earlier in the same turn may pay for a flip."
    STORE_EITHER_FACE = "A bought tile goes into the reserve with either face up, free of charge."
    NEVER_TURNED_AGAIN = "Once in a city or a reserve, a tile is never turned over again."

    # Refilling
    MONEY_BEFORE_TILES = "At the end of a turn the money is refilled first, then the tiles."
    MONEY_TO_FOUR = "The display is refilled to four money cards."
    RESHUFFLE = "When a card is needed and the deck is empty, the discards become the new deck."
    DRAW_CAN_COME = "Only a card in the deck or a tile in the bag can be drawn, and only when a draw is due."
    TILES_IN_SPACE_ORDER = "Empty spaces in the yard are refilled one by one in ascending order."
    TILES_SHOW_THE_MARKER = "All tiles added in one refill show the face, even or odd, that the marker shows."
    MARKER_MOVES_AFTER_A_REFILL = (
        "After a refill that added one or more tiles, the marker moves once to the other field."
    )

    # Scoring
    THREE_SCORINGS = "There are three scorings: A and B when their cards are drawn, and C at the end."
    SCORING_CARD_IS_REPLACED = "A scoring card that is drawn leaves the game, and a money card is drawn in its place."
    SCORE_BEFORE_THE_NEXT_TURN = (
        "The scoring takes place before the next player's turn, and by our ruling after both refills."
    )
    SCORING_ORDER = "Moats are scored first, then the nine buildings in their printed order."
    LONGEST_MOAT = "Each player scores one point for every edge of the longest unbroken moat."
    INNER_MOATS_COUNT_NOTHING = "Two moats that face each other score nothing."
    VALUE_OF_A_BUILDING = (
        "A building is worth one point for each of its tiles in all cities; by our ruling Dirk's tiles count too."
    )
    FIRST_SECOND_THIRD = (
        "In A, first place scores the value; in B, two places score it twice and once; "
        "in C, three places score it three times, twice and once."
    )
    OWN_ONE_TO_SCORE = "To score for a building you must have built at least one."
    RESERVE_COUNTS_NOTHING = "Tiles in a reserve count for nothing."
    TIES_GO_TO_THE_HIGHEST_PRICE = (
        "Among players who have equally many tiles of a building, the one with the dearest tile ranks first."
    )
    PRICE_ONLY_BREAKS_TIES = "Apart from ties, prices do not matter in a scoring."

    # Simplified scoring
    SIMPLIFIED_POINTS = "In the simplified scoring the places are worth 3 in A, 10 and 3 in B, and 18, 10 and 3 in C."
    SIMPLIFIED_TIES = "Ties in the simplified scoring are broken by price as well."
    SIMPLIFIED_MOATS = "The simplified scoring leaves the points for moats as they are."

    # The end
    END_WHEN_A_SPACE_STAYS_EMPTY = "The game ends after a turn when the yard can no longer be filled completely."
    FILL_AS_FAR_AS_POSSIBLE = "The last refill fills the empty spaces with the lowest numbers first."
    AWARD_TO_THE_RICHEST = (
        "Each tile left in the yard goes to the player with the most money in its currency, regardless of its price."
    )
    TIED_AWARDS_STAY = "A tile stays in the yard if the richest players in its currency are tied."
    AWARD_IN_SPACE_ORDER = "The remaining tiles are awarded from space 1 to space 4."
    AWARDS_ARE_BUILT_AT_ONCE = (
        "An awarded tile is built at once, by the building rules, or put into the reserve, "
        "before the next one is awarded."
    )
    AWARDS_MAY_BE_DECLINED = "An awarded tile may go to the reserve instead of the city."
    AWARDS_ARE_NOT_FLIPPED = "An awarded tile keeps its upper face."
    LAST_SCORING = "After the awards the third scoring takes place, whether or not A and B did."
    MOST_POINTS_WIN = "The player with the most points wins, and players with equal points share the victory."
    GAME_IS_OVER = "After the last scoring, nobody may act any more."

    # Two players
    SEVENTY_TWO_CARDS = "Two players use two of the three copies of each money card."
    DIRK_COLLECTS_TILES = "An imaginary third player, Dirk, collects tiles but takes no turns and builds no city."
    DIRK_STARTS_WITH_SIX = "Dirk starts with six random tiles, even face up."
    DIRK_SCORES_BUILDINGS_ONLY = "Dirk takes part in every scoring of buildings, but never scores for moats."
    DIRK_GETS_SIX_AFTER_A = "Right after scoring A, Dirk gets six more random tiles."
    DIRK_GETS_A_THIRD_AFTER_B = "Right after scoring B, Dirk gets a third of the tiles in the bag, rounded down."
    DIRK_FOLLOWS_THE_MARKER = (
        "Dirk's later tiles show the face that the marker shows at that moment, and do not move the marker."
    )
    GIFTS_TO_DIRK = "In a game for two, a tile bought in this turn may be given to Dirk."
    GIFTS_KEEP_THEIR_FACE = "A gift keeps the face it was bought with, unless its flip is paid for."
    DIRK_WINS_NOTHING = "Dirk's points are counted, but only a player can win."

    # The Palace of Alhambra
    ALHAMBRA_TILES = (
        "Each of the 54 tiles has only one face; "
        "there are 7 pavilions, 7 seraglios, 9 arcades, 9 chambers, 11 gardens and 11 towers."
    )
    ONE_FACE_IS_NEVER_FLIPPED = "Tiles of the Alhambra have only one face, so there is no marker and nothing to flip."
    WALLS_ARE_BUILT_LIKE_MOATS = "Walls follow the same building rules as moats."
    ALHAMBRA_POINTS = "The places of each scoring are worth fixed points, which rise from the pavilion to the tower."
    TIES_SHARE_THEIR_PLACES = "Players who tie share the points of the places that they hold together, rounded down."
    LONGEST_WALL = "Each player scores one point for every edge of the longest unbroken outer wall."
    BUILDINGS_BEFORE_WALLS = (
        "In the Alhambra the buildings are scored first, from pavilion to tower, and the walls last."
    )
    MODULES_COMBINE = "Modules may be added separately or together to the games they are made for."

    # The vizier's favour
    VIZIER_STARTS_ACTIVE = "Each player starts with an active vizier."
    VIZIER_WINDOW = (
        "After each turn, whoever has an active vizier may buy one tile, place it, and turn the vizier over."
    )
    VIZIER_ORDER = (
        "The next player is asked first, and whoever has just moved is asked last; after each use all are asked again."
    )
    VIZIER_PAYS_EXACTLY = "A tile bought with the vizier must be paid for exactly."
    VIZIER_EARNS_NO_ACTION = "An exact payment with the vizier earns no further action."
    VIZIER_REFILLS_THE_YARD = (
        "After each use of a vizier the yard is refilled, and the game ends if it cannot be filled."
    )
    VIZIER_IS_REACTIVATED = "Reactivating a used vizier is an action of its own."
    VIZIER_RESTS_AT_THE_END = "Once the yard cannot be filled, no vizier may be used any more."

    # Exchange bureaus
    SIX_BUREAUS = "Six cards each show a different pair of currencies."
    BUREAUS_IN_THE_DECK = "Two bureaus are shuffled into each of the piles 2, 3 and 4."
    BUREAU_IS_TAKEN_ALONE = "A bureau is taken alone, instead of money."
    BUREAU_FITS_THE_SPACE = "A bureau helps to pay for a tile if it shows the currency of the space."
    ONE_BUREAU_A_PURCHASE = "Each purchase uses at most one bureau, and each bureau serves only one purchase."
    BUREAU_IS_NEEDED = "A purchase with a bureau uses at least one card in its other currency."
    BUREAU_PAYS_EXACTLY = "A purchase with a bureau must be paid for exactly."
    BUREAUS_COME_BACK = "A used bureau is discarded, and later it is reshuffled with the money."
    BUREAUS_ARE_WORTH_NOTHING = "A bureau is worth nothing when left-over tiles are awarded, and pays for no flip."

    # Bonus cards
    TEN_BONUS_CARDS = "Ten cards show the ten tiles of the Alhambra that have no wall."
    BONUS_CARDS_ARE_DEALT = (
        "Each player gets three bonus cards in a game for two or three, "
        "two in a game for four or five, and one in a game for six; the rest stay unseen."
    )
    REVEAL_WITH_THE_TILE_BUILT = "A bonus card may be shown when the very tile that it shows is in its owner's city."
    REVEAL_WINDOW = (
        "A bonus card may be shown whenever its owner has a decision to make, and before its building is scored."
    )
    BONUS_COUNTS_ONE_MORE = "A shown bonus card counts as one more building of its kind."
    BONUS_RETURNS_TO_HAND = "When the tile leaves the city, its shown card returns to its owner's hand."
    BONUS_CARDS_ARE_SECRET = "A bonus card that is not shown is known only to its owner."

    # Builders' huts
    TWENTY_FOUR_HUTS = (
        "There are 24 huts in six piles: 3 each for pavilion and seraglio, 4 for arcades and chambers, 5 for the rest."
    )
    HUT_IS_AN_ACTION = "Taking the open hut on a pile is an action; it costs nothing and earns no further action."
    NEXT_HUT_IS_TURNED_UP = "When a hut is taken, the next hut of its pile is turned up at once."
    THREE_HUTS_AT_MOST = "Nobody may have more than three huts, including those in the reserve."
    HUT_IS_PLACED_LIKE_A_TILE = (
        "At the end of the turn a hut is built by the building rules or stored, and it can be redesigned like a tile."
    )
    HUT_COUNTS_ITS_NEIGHBOURS = (
        "A hut counts as one for each neighbouring building of its colour, up to three, with no wall in between."
    )
    HUT_WALLS_COUNT = "The walls of a hut are part of the city wall."

    # Alhambra and Granada combined
    TWO_SUPPLIES = "Each space in the yard holds one tile for each city, drawn from two separate supplies."
    FIRST_GRANADA_TILES_HAVE_MOATS = (
        "Each of the first Granada tiles in the yard has a moat; tiles without one go back into the bag."
    )
    COMBINED_DECK = (
        "Card A is mixed into the third pile; B waits for the first reshuffle and then enters the second of five piles."
    )
    EITHER_TILE_OF_A_SPACE = "Either tile on a space may be bought, and both may be bought in one turn."
    MARKER_FOLLOWS_GRANADA = "The marker moves only after a refill that added a Granada tile."
    WALL_MEETS_MOAT = "Where the two cities touch, a wall lies against a moat."
    GRANADA_IS_FOUNDED_AT_A_WALL = (
        "The first Granada tile shares an edge with the Alhambra and becomes the start of Granada."
    )
    FOUNDING_TILE_STAYS = "The first Granada tile of a city is never moved, removed or exchanged."
    EACH_CITY_IS_WALKED_BY_ITSELF = (
        "Every tile must be reachable on foot from the start of its own city; "
        "nobody can walk from one city to the other."
    )
    CITIES_STAY_TOGETHER = "Holes and contact are judged for both cities together, and the cities may not be separated."
    DEAD_CELLS_ARE_NO_HOLES = "A cell that no tile could fill is unusable, but it is a hole only if tiles enclose it."
    BOTH_CITIES_SCORE = "Each city is scored by its own rules, and walls and moats count along the border too."
    BORDER_SCORES_TWO = "Each edge where a wall lies against a moat scores two extra points."
    COMBINED_END = "The combined game ends when both halves of a space stay empty."
    COMBINED_AWARDS = "Left-over tiles are awarded space by space, the Alhambra's before Granada's."
    COMBINED_DIRK = "With two players, Dirk draws from each supply as he does in its own game."

    # Notation and protocol
    NOTATION_OF_CARDS = "A card is written as the letter for its currency followed by its value."
    NOTATION_OF_TILES = "A face is written as its building, its price and its edges with a moat, in the order n e s w."
    NOTATION_OF_LAYOUTS = (
        "A layout is written in rows from north to south, with @ for the start tile and a dot for an empty cell."
    )
    NOTATION_OF_ACTIONS = "An action is written as its verb followed by any details."
    RECORD_OF_A_GAME = "A record names every draw and every decision, so that anybody can replay the game."

    @classmethod
    def _missing_(cls, value: object) -> Rule | None:
        """Find ``Rule("moats-match")`` by its name."""
        rule = cls.__members__.get(str(value).replace("-", "_").upper())
        return rule if rule is not None and str(rule) == value else None

    @classmethod
    def named(cls, name: str) -> Rule:
        """Find a rule by its name in any spelling; the InvalidState for an unknown name suggests similar names.

        >>> Rule.named("moats-match"), Rule.named("Moats Match")
        (Rule.MOATS_MATCH, Rule.MOATS_MATCH)
        """
        found = cls._missing_(_slug(name))
        if found is not None:
            return found
        near = cls.near(name)
        suggestion = f"did you mean {' or '.join(near)}?" if near else "granada rule lists them all"
        raise InvalidState(f"there is no rule {name[:60]!r}; {suggestion}")

    @classmethod
    def near(cls, name: str) -> list[str]:
        """The names of rules that contain an unknown name, or else the most similar ones."""
        names, slug = [str(rule) for rule in cls], _slug(name)
        containing = [each for each in names if slug and slug in each]
        return containing[:MOST_SUGGESTED] or get_close_matches(slug, names, n=3, cutoff=0.4)

    def __repr__(self) -> str:
        """The rule as Python code."""
        return f"Rule.{self.name}"

    def __str__(self) -> str:
        """The name in the specification: MOATS_MATCH becomes moats-match."""
        return self.name.lower().replace("_", "-")

    @property
    def sentence(self) -> str:
        """The rule in one sentence."""
        return str(self.value)

    @property
    def chapter(self) -> str:
        """The chapter of the specification that contains the rule."""
        return str(rule_data(str(self))["chapter"])

    @property
    def games(self) -> tuple[str, ...]:
        """The games in which the rule holds."""
        return tuple(rule_data(str(self))["games"])

    @property
    def sources(self) -> tuple[str, ...]:
        """The quotes from rulebooks that state the rule, each with its edition, or the rule's derivation."""
        return tuple(rule_data(str(self))["sources"])

    @property
    def quotes(self) -> tuple[Quote, ...]:
        """The quotes from books among the sources of the rule."""
        return tuple(quote for source in self.sources if (quote := Quote.read(source)))

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings on the rule, made where the editions differ or are silent."""
        return tuple(map(Ruling.from_data, rule_data(str(self)).get("rulings", ())))

    @property
    def ruling(self) -> str:
        """All rulings on the rule as text, one paragraph each; empty if there are none."""
        return "\n\n".join(map(str, self.rulings))

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The differences between the rule and the text of each book that contradicts it."""
        return differences(str(self))


IMPOSSIBLE = frozenset(
    {
        Rule.IN_ITS_PHASE,
        Rule.GAME_IS_OVER,
        Rule.CARDS_ARE_HELD,
        Rule.TILE_IS_THERE,
        Rule.CELL_IS_FREE,
        Rule.ONE_FACE_IS_NEVER_FLIPPED,
        Rule.DRAW_CAN_COME,
    }
)
"""The rules that make an action impossible, not just forbidden; if one is broken, no other rule is reported."""


def _slug(name: str) -> str:
    """Convert a name to the spelling used in the specification."""
    return "-".join(name.lower().replace("_", " ").replace("-", " ").split())
