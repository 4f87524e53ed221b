"""Which rules are relevant to a question: by its action, by its kind, by what counts in it."""

from collections.abc import Iterable, Iterator

from granada.board import Building, Family
from granada.game import Module, Row
from granada.questions import ApplyQuestion, AwardQuestion, MoatQuestion, Question, ScoreQuestion
from granada.rulebook import Rule

_BUILDING = (Rule.MOATS_MATCH, Rule.WALKABLE, Rule.EDGE_CONTACT, Rule.NO_HOLES)
_REDESIGN = (Rule.REDESIGNED_CITY_STAYS_LEGAL, Rule.START_TILE_STAYS, Rule.REDESIGNING_TURNS_NO_TILE)
RULES_OF_ACTIONS: dict[str, tuple[Rule, ...]] = {
    "take": (Rule.TAKE_SEVERAL_UP_TO_FIVE,),
    "buy": (
        Rule.PAY_IN_THE_SPACE_CURRENCY,
        Rule.PAY_AT_LEAST_THE_PRICE,
        Rule.NO_CHANGE,
        Rule.EXACT_PAYMENT_EARNS_AN_ACTION,
    ),
    "flip": (Rule.FLIP_COSTS_THREE, Rule.FLIP_IN_ONE_CURRENCY, Rule.FLIP_ONCE),
    "place": (Rule.FACE_AS_BOUGHT, *_BUILDING),
    "store": (Rule.STORE_EITHER_FACE, Rule.RESERVE_COUNTS_NOTHING),
    "give": (Rule.GIFTS_TO_DIRK, Rule.GIFTS_KEEP_THEIR_FACE),
    "add": (Rule.ADD_FROM_THE_RESERVE, *_BUILDING),
    "remove": (Rule.REMOVE_TO_THE_RESERVE, *_REDESIGN),
    "swap": (Rule.SWAP_IN_PLACE, *_REDESIGN),
    "hut": (Rule.HUT_IS_AN_ACTION, Rule.THREE_HUTS_AT_MOST, Rule.HUT_COUNTS_ITS_NEIGHBOURS),
    "reveal": (Rule.REVEAL_WITH_THE_TILE_BUILT, Rule.BONUS_COUNTS_ONE_MORE),
    "reactivate": (Rule.VIZIER_IS_REACTIVATED,),
    "decline": (),
    "stop": (Rule.EXACT_PAYMENT_EARNS_AN_ACTION, Rule.BOUGHT_TILES_WAIT),
    "pass": (Rule.ACT_ON_YOUR_TURN,),
}
"""The rules that a person wants to know when an action of this kind is possible."""
RULES_OF_MODULES: dict[tuple[str, str], tuple[Rule, ...]] = {
    ("take", "exchange"): (Rule.BUREAU_IS_TAKEN_ALONE,),
    ("buy", "exchange"): (Rule.BUREAU_FITS_THE_SPACE, Rule.ONE_BUREAU_A_PURCHASE, Rule.BUREAU_PAYS_EXACTLY),
    ("buy", "vizier"): (Rule.VIZIER_PAYS_EXACTLY,),
    ("decline", "vizier"): (Rule.VIZIER_WINDOW,),
    ("decline", "bonus"): (Rule.REVEAL_WINDOW,),
}
"""What a module adds for an action of a kind."""
RULES_OF_QUESTIONS: dict[str, tuple[Rule, ...]] = {
    "layout": (
        Rule.SAME_ORIENTATION,
        Rule.MOATS_MATCH,
        Rule.WALL_MEETS_MOAT,
        Rule.WALKABLE,
        Rule.EDGE_CONTACT,
        Rule.NO_HOLES,
    ),
    "moat": (Rule.LONGEST_MOAT, Rule.INNER_MOATS_COUNT_NOTHING),
}
"""The rules that are relevant where no single action is done."""
RULES_OF_ROWS: dict[str, tuple[tuple[Rule, ...], tuple[Rule, ...]]] = {
    "granada normal": ((Rule.VALUE_OF_A_BUILDING, Rule.FIRST_SECOND_THIRD), (Rule.TIES_GO_TO_THE_HIGHEST_PRICE,)),
    "granada simplified": ((Rule.SIMPLIFIED_POINTS,), (Rule.SIMPLIFIED_TIES,)),
    "alhambra": ((Rule.ALHAMBRA_POINTS,), (Rule.TIES_SHARE_THEIR_PLACES,)),
    "moats": ((Rule.LONGEST_MOAT,), ()),
    "walls": ((Rule.LONGEST_WALL,), ()),
    "border": ((Rule.BORDER_SCORES_TWO,), ()),
}
"""The rules for a row of a scoring in which somebody has something, and those for a tie that brings points."""


def rules_for(verb: str, modules: Iterable[Module[object]] = ()) -> tuple[Rule, ...]:
    """The rules for an action of some kind at a table with these modules."""
    added = (rule for module in modules for rule in RULES_OF_MODULES.get((verb, module.name), ()))
    return (*RULES_OF_ACTIONS.get(verb, ()), *added)


def relevant_rules(question: Question) -> tuple[Rule, ...]:
    """The rules that are relevant to a question, by its kind or by what is done last."""
    if isinstance(question, ScoreQuestion):
        return tuple(_scored(question))
    if isinstance(question, AwardQuestion):
        got = question.answer()["result"]
        tied = (Rule.TIED_AWARDS_STAY,) if None in got else ()
        return (Rule.AWARD_TO_THE_RICHEST, *tied)
    if isinstance(question, MoatQuestion) and Family.GRANADA not in {question.city.start, question.family}:
        return (Rule.LONGEST_WALL,)
    if not question.deeds:
        return RULES_OF_QUESTIONS.get(question.kind, ())
    ended = _ended(question) if isinstance(question, ApplyQuestion) else ()
    return (*rules_for(question.deeds[-1].verb, question.setup.modules if question.setup else ()), *ended)


def _ended(question: ApplyQuestion) -> Iterator[Rule]:
    """The rules for the end, where the game has ended or the bags are empty."""
    after = question.course.after
    if after is None or any(after.bags):
        return
    whole = len(after.setup.game.lanes) == 1
    yield Rule.END_WHEN_A_SPACE_STAYS_EMPTY if whole else Rule.COMBINED_END
    if after.over:
        yield Rule.MOST_POINTS_WIN


def has_a_tie(row: Row) -> bool:
    """Whether equally many buildings bring points to somebody."""
    counts = [each.count for each in row.standings]
    return any(each.points and counts.count(each.count) > 1 for each in row.standings)


def _scored(question: ScoreQuestion) -> Iterator[Rule]:
    """The rules for what counts in a scoring."""
    families = {str(building): building.family for building in Building}
    found: dict[Rule, None] = {}
    for row in question.scored.rows:
        family = families.get(row.name)
        name = f"granada {question.scoring}" if family is Family.GRANADA else "alhambra" if family else row.name
        rules, for_ties = RULES_OF_ROWS[name]
        found |= dict.fromkeys((*rules, *(for_ties if has_a_tie(row) else ())) if row.standings else ())
    faces = [face for city in question.cities for face in city.faces]
    if len(question.game.lanes) == len(Family):
        yield Rule.BOTH_CITIES_SCORE
    yield from found
    if any(question.shown or ()):
        yield Rule.BONUS_COUNTS_ONE_MORE
    if any(face.is_hut for face in faces):
        yield Rule.HUT_COUNTS_ITS_NEIGHBOURS
    if question.dirk is not None:
        yield from (Rule.DIRK_COLLECTS_TILES, Rule.DIRK_SCORES_BUILDINGS_ONLY)
