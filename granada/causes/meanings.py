"""The meaning of each fact about a wrong answer: its rules, starting with the most likely, and its sentence.

Other modules find the facts and look up their meanings in this table.
"""

from attrs import frozen

from granada.rulebook import Rule

Rules = tuple[Rule, ...]


@frozen
class Meaning:
    """The rules for a fact, and a sentence for the engine's author."""

    rules: Rules = ()
    sentence: str = ""


def _about(*rules: Rule) -> Meaning:
    return Meaning(rules)


def _meaning(sentence: str, *rules: Rule) -> Meaning:
    return Meaning(rules, sentence)


def _accepted(**sentences: str) -> dict[str, Meaning]:
    """The meanings of missed rules: each consists of the rule itself and a sentence."""
    named = ((Rule[name], sentence) for name, sentence in sentences.items())
    return {f"misses {rule}": Meaning((rule,), f"{{verbs}}: {sentence}") for rule, sentence in named}


_AWARDS = _about(Rule.AWARD_TO_THE_RICHEST, Rule.TIED_AWARDS_STAY, Rule.AWARD_IN_SPACE_ORDER, Rule.COMBINED_AWARDS)
_DIRKS = (Rule.DIRK_GETS_SIX_AFTER_A, Rule.DIRK_GETS_A_THIRD_AFTER_B, Rule.DIRK_STARTS_WITH_SIX)
_POINTS = "a scoring: {points} in {row}"
MEANINGS: dict[str, Meaning] = {
    # only the kind of question is known
    **dict.fromkeys(("kind layout", "refuses place"), _about(Rule.MOATS_MATCH)),
    "kind moat": _about(Rule.LONGEST_MOAT),
    "kind score": _about(Rule.FIRST_SECOND_THIRD),
    **dict.fromkeys(("kind award", "wrong hands while tiles are awarded"), _about(Rule.AWARD_TO_THE_RICHEST)),
    "kind legal": _about(Rule.ACT_ON_YOUR_TURN),
    "kind apply": _about(Rule.TURN_ORDER),
    "kind game": _about(Rule.RECORD_OF_A_GAME),
    "kind notation": _about(Rule.NOTATION_OF_ACTIONS),
    **dict.fromkeys(("text card", "text cards"), _about(Rule.NOTATION_OF_CARDS)),
    **dict.fromkeys(("text face", "text tile"), _about(Rule.NOTATION_OF_TILES)),
    "text layout": _about(Rule.NOTATION_OF_LAYOUTS),
    # something legal is refused
    "refuses take": _about(Rule.TAKE_SEVERAL_UP_TO_FIVE),
    "refuses buy": _about(Rule.PAY_AT_LEAST_THE_PRICE),
    "refuses buy, too much": _meaning("{what}: paying too much is refused, such as {legal}"),
    "refuses flip": _about(Rule.FLIP_COSTS_THREE),
    "refuses place of a bought tile": _about(Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE, Rule.BOUGHT_TILES_WAIT),
    "refuses place of an award": _about(Rule.AWARDS_ARE_BUILT_AT_ONCE, Rule.AWARD_TO_THE_RICHEST),
    "refuses store": _about(Rule.STORE_EITHER_FACE, Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE, Rule.AWARDS_MAY_BE_DECLINED),
    "refuses store of the other face": _about(Rule.STORE_EITHER_FACE),
    "refuses store of a bought tile": _about(Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE, Rule.AWARDS_MAY_BE_DECLINED),
    "refuses store of an award": _about(Rule.AWARDS_MAY_BE_DECLINED, Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE),
    "refuses give": _about(Rule.GIFTS_TO_DIRK),
    **dict.fromkeys(("refuses add", "turn after add"), _about(Rule.ADD_FROM_THE_RESERVE)),
    **dict.fromkeys(("refuses remove", "turn after remove"), _about(Rule.REMOVE_TO_THE_RESERVE)),
    **dict.fromkeys(("refuses swap", "turn after swap"), _about(Rule.SWAP_IN_PLACE)),
    "refuses hut": _about(Rule.HUT_IS_AN_ACTION),
    "refuses reveal": _about(Rule.REVEAL_WITH_THE_TILE_BUILT),
    **dict.fromkeys(("refuses reactivate", "turn after reactivate"), _about(Rule.VIZIER_IS_REACTIVATED)),
    **dict.fromkeys(("refuses decline", "wrong vizier"), _about(Rule.VIZIER_WINDOW)),
    **dict.fromkeys(("refuses stop", "refuses an action after a purchase"), _about(Rule.EXACT_PAYMENT_EARNS_AN_ACTION)),
    "refuses draw": _about(Rule.DRAW_CAN_COME),
    # the turn continues wrongly after an action
    "turn after buy": _about(Rule.EXACT_PAYMENT_EARNS_AN_ACTION, Rule.BOUGHT_TILES_WAIT),
    "turn after flip": _about(Rule.FLIP_EARNS_NO_ACTION, Rule.FLIPS_ARE_PAID_ONE_BY_ONE),
    "turn after place": _about(Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE, Rule.AWARDS_ARE_BUILT_AT_ONCE),
    "turn after hut": _about(Rule.HUT_IS_AN_ACTION, Rule.HUT_IS_PLACED_LIKE_A_TILE),
    "turn after reveal": _about(Rule.REVEAL_WINDOW),
    "turn by the vizier": _about(Rule.VIZIER_ORDER),
    "waits for act by the vizier": _about(Rule.VIZIER_EARNS_NO_ACTION),
    **dict.fromkeys(("favour for favour", "turn at favour after a use of the vizier"), _about(Rule.VIZIER_ORDER)),
    "turn at favour": _about(Rule.VIZIER_WINDOW, Rule.VIZIER_ORDER, Rule.VIZIER_RESTS_AT_THE_END),
    "turn at show": _about(Rule.REVEAL_WINDOW, Rule.BONUS_CARDS_ARE_SECRET),
    **{f"{waits} for {comes}": _AWARDS for waits in ("award", "place", "over") for comes in ("award", "over")},
    **dict.fromkeys(("turn at award", "turn at over"), _about(Rule.COMBINED_END, Rule.END_WHEN_A_SPACE_STAYS_EMPTY)),
    "seat at the beginning": _about(Rule.START_PLAYER),
    **dict.fromkeys(("seat", "turn after take"), _about(Rule.TURN_ORDER)),
    # the wrong tiles wait, but the turn continues correctly; the price of a tile matters only in ties
    "tiles after buy": _about(Rule.BOUGHT_TILES_WAIT, Rule.TIES_GO_TO_THE_HIGHEST_PRICE),
    "number of tiles after buy": _about(Rule.BOUGHT_TILES_WAIT, Rule.EXACT_PAYMENT_EARNS_AN_ACTION),
    # a draw is made, refused or missing
    "draw for refill-money": _about(
        Rule.MONEY_TO_FOUR, Rule.RESHUFFLE, Rule.SCORING_CARD_IS_REPLACED, Rule.MONEY_BEFORE_TILES
    ),
    "draw for refill-tiles": _about(
        Rule.TILES_SHOW_THE_MARKER, Rule.TILES_IN_SPACE_ORDER, Rule.FILL_AS_FAR_AS_POSSIBLE
    ),
    **dict.fromkeys(("draw for dirk-draws", "wrong dirk"), _about(*_DIRKS, Rule.DIRK_FOLLOWS_THE_MARKER)),
    "draw for deal-hand": _about(Rule.STARTING_CAPITAL),
    "draw for deal-bonus": _about(Rule.BONUS_CARDS_ARE_DEALT),
    **dict.fromkeys(("draw for turn-up-huts", "wrong hut_tops"), _about(Rule.NEXT_HUT_IS_TURNED_UP)),
    **dict.fromkeys(("draw with other moats", "tiles after flip"), _about(Rule.MOATS_ON_BOTH_FACES)),
    "refuses draw for refill-tiles at the beginning": _about(
        Rule.FIRST_TILES_SHOW_EVEN, Rule.FIRST_GRANADA_TILES_HAVE_MOATS
    ),
    "refuses draw for refill-money before tiles": _about(Rule.MONEY_BEFORE_TILES),
    "refuses draw for dirk-draws at the beginning": _about(Rule.DIRK_STARTS_WITH_SIX),
    "refuses draw for dirk-draws": _about(Rule.DIRK_FOLLOWS_THE_MARKER),
    "wrong marker at dirk-draws": _about(Rule.DIRK_FOLLOWS_THE_MARKER),
    **dict.fromkeys(("no draw with points", "wrong points before a scoring"), _about(Rule.SCORE_BEFORE_THE_NEXT_TURN)),
    "no draw for refill-money after a scoring card": _about(Rule.SCORING_CARD_IS_REPLACED),
    "no draw for refill-money from an empty deck": _about(Rule.RESHUFFLE),
    "no draw for refill-tiles by the vizier": _about(Rule.VIZIER_REFILLS_THE_YARD),
    "no draw for dirk-draws": _about(*_DIRKS, Rule.COMBINED_DIRK),
    "draw after buy": _about(Rule.BOUGHT_TILES_WAIT),
    "draw after flip": _about(Rule.FLIPS_ARE_PAID_ONE_BY_ONE),
    "draw after place": _about(Rule.AWARDS_ARE_BUILT_AT_ONCE),
    # a fact is wrong, but the turn continues correctly
    "wrong marker": _about(Rule.MARKER_MOVES_AFTER_A_REFILL, Rule.MARKER_FOLLOWS_GRANADA),
    "wrong marker at the beginning": _about(Rule.FIRST_TILES_SHOW_EVEN),
    "wrong display": _about(Rule.MONEY_TO_FOUR, Rule.SCORING_CARD_IS_REPLACED),
    **dict.fromkeys(
        ("wrong deck_size", "wrong discard after draw"), _about(Rule.RESHUFFLE, Rule.SCORING_CARDS_IN_THE_DECK)
    ),
    "wrong discard after buy": _about(Rule.PAID_CARDS_ARE_DISCARDED, Rule.BUREAUS_COME_BACK),
    "wrong discard after flip": _about(Rule.PAID_CARDS_ARE_DISCARDED),
    "wrong hands after buy": _about(Rule.NO_CHANGE, Rule.PAID_CARDS_ARE_DISCARDED, Rule.BUREAUS_COME_BACK),
    "wrong hands after flip": _about(Rule.FLIP_COSTS_THREE, Rule.PAID_CARDS_ARE_DISCARDED),
    "wrong points of two rounds": _about(Rule.THREE_SCORINGS),
    "wrong points while bonus cards are shown": _about(Rule.BUILDINGS_BEFORE_WALLS, Rule.SCORING_ORDER),
    "wrong points while tiles are awarded": _about(Rule.LAST_SCORING),
    "wrong points with bonus": _about(Rule.BONUS_COUNTS_ONE_MORE),
    "wrong points with huts": _about(Rule.HUT_COUNTS_ITS_NEIGHBOURS),
    "wrong points with a reserve": _about(Rule.RESERVE_COUNTS_NOTHING),
    "wrong dirk_points": _about(Rule.DIRK_SCORES_BUILDINGS_ONLY),
    "wrong yard": _about(Rule.TILES_SHOW_THE_MARKER, Rule.TILES_IN_SPACE_ORDER),
    "wrong bag_size": _about(Rule.TILES_IN_SPACE_ORDER),
    "wrong winners": _about(Rule.MOST_POINTS_WIN),
    "wrong winners with Dirk": _about(Rule.DIRK_WINS_NOTHING, Rule.MOST_POINTS_WIN),
    "wrong vizier after reactivate": _about(Rule.VIZIER_IS_REACTIVATED),
    **dict.fromkeys(
        ("wrong bonus_hidden", "wrong bonus_shown"), _about(Rule.BONUS_RETURNS_TO_HAND, Rule.REVEAL_WINDOW)
    ),
    "wrong dirk after give": _about(Rule.GIFTS_TO_DIRK, Rule.GIFTS_KEEP_THEIR_FACE),
    # in a row of a scoring
    "row own-one": _meaning("a scoring: a seat without a building gets points", Rule.OWN_ONE_TO_SCORE),
    "row dirk": _meaning("a scoring: {points} for Dirk alone in {row}", Rule.DIRK_SCORES_BUILDINGS_ONLY),
    "row value": _meaning(f"{_POINTS}, which has a different value", Rule.VALUE_OF_A_BUILDING),
    "row another place": _meaning(_POINTS, Rule.FIRST_SECOND_THIRD),
    "row tie alhambra": _meaning(f"{_POINTS} where some are tied", Rule.TIES_SHARE_THEIR_PLACES),
    "row tie granada": _meaning(
        f"{_POINTS} where some are tied", Rule.TIES_GO_TO_THE_HIGHEST_PRICE, Rule.SIMPLIFIED_TIES
    ),
    "row place alhambra": _meaning(_POINTS, Rule.ALHAMBRA_POINTS),
    "row place granada": _meaning(_POINTS, Rule.FIRST_SECOND_THIRD, Rule.SIMPLIFIED_POINTS),
    "row": _meaning(_POINTS),
    "total": _meaning("a scoring: the total is wrong{rows}"),
    # which seat gets a tile at the end
    f"award {Rule.TIED_AWARDS_STAY}": _meaning("a tile for which the richest are tied is given to a seat"),
    f"award {Rule.AWARD_TO_THE_RICHEST}": _meaning("a tile that is left at the end does not go to the richest"),
    # something illegal is accepted
    **_accepted(
        NO_HOLES="a hole is accepted",
        EDGE_CONTACT="a tile that touches no other with a whole edge is accepted",
        WALKABLE="a tile that cannot be reached on foot is accepted",
        MOATS_MATCH="edges that do not match are accepted",
        SAME_ORIENTATION="a rotated tile is accepted",
        CELL_IS_FREE="a cell that is taken is accepted",
        TILE_IS_THERE="a tile that is not there is accepted",
        START_TILE_STAYS="removing the start tile is accepted",
        CARDS_ARE_HELD="{held} can be used",
        TAKE_AT_LEAST_ONE="taking no card is accepted",
        TAKE_SEVERAL_UP_TO_FIVE="several cards that are worth too much are accepted",
        PAY_AT_LEAST_THE_PRICE="too little money is accepted",
        PAY_IN_THE_SPACE_CURRENCY="money in another currency is accepted",
        BUREAU_PAYS_EXACTLY="too much money with a bureau is accepted",
        IN_ITS_PHASE="an action at the wrong moment is accepted",
        GAME_IS_OVER="an action after the end of the game is accepted",
        DRAW_CAN_COME="an impossible draw is accepted",
    ),
    "misses pay-at-least-the-price by buy, too much": _meaning("{verbs}: too much is accepted if one can pay exactly"),
    # other signs, by their first words
    "misses": _meaning("{verbs}: an action that breaks {first} is accepted"),
    "unnamed": _meaning("{verbs}: {first} is not named where it is broken{others}"),
    "unknown": _meaning("{unknown}"),
    "claims": _meaning("{what}: {rest} is said to be broken, but it is not"),
    "refuses": _meaning("{rest}: something legal is refused, such as {legal}"),
    "changes": _meaning("{rest}: it is refused, but these facts change: {facts}"),
    "moat": _meaning("the longest {moat} is measured {rest}{where}"),
    "fact": _meaning("after {what} this is wrong: {facts}"),
    "paid": _meaning("a purchase is wrongly said to be paid {rest}"),
    "error": _meaning("{kind}: it reports an error{far}: {error}{refusing}"),
    "silent": _meaning("{kind}: {why}"),
    "unreadable": _meaning("{why}"),
    "unreadable legal": _meaning("legal: {why}"),
    "accepts": _meaning("a text that is not a valid {rest} is read as one"),
    "reads": _meaning("the notation of {rest} is not read or written as it should be"),
    "game": _meaning("a recorded game gets a wrong result"),
}
"""The meaning of each fact."""


def rules_meant(*facts: str) -> Rules:
    """The rules for the given facts, starting with those for the first fact; none for an unknown fact."""
    return tuple(dict.fromkeys(rule for fact in facts for rule in MEANINGS.get(fact, Meaning()).rules))


def rule_of_kind(kind: str) -> Rule:
    """The default rule for a kind of question."""
    return rules_meant(f"kind {kind}", f"refuses {kind}")[0]


def told(sign: str) -> str:
    """The sentence for a sign, for its first two words, or for its first word; empty if there is none."""
    words = sign.split()
    known = (MEANINGS[fact] for fact in (sign, " ".join(words[:2]), words[0]) if fact in MEANINGS)
    return next((meaning.sentence for meaning in known if meaning.sentence), "")
