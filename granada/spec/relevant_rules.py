"""Which rules are relevant to a question: by its action and phase, by its kind, by what counts in it."""

from collections.abc import Iterable, Iterator

from granada.board import Building, Family
from granada.game import Action, Add, Place, Row, Setup, State
from granada.questions import ActionQuestion, ApplyQuestion, AwardQuestion, MoatQuestion, Question, ScoreQuestion
from granada.rulebook import Rule
from granada.steps import PlaceTiles

_BUILDING = (Rule.MOATS_MATCH, Rule.WALL_MEETS_MOAT, Rule.WALKABLE, Rule.EDGE_CONTACT, Rule.NO_HOLES)
_PAYING = (Rule.PAY_IN_THE_SPACE_CURRENCY, Rule.PAY_AT_LEAST_THE_PRICE)
_BUREAUS = (Rule.BUREAU_FITS_THE_SPACE, Rule.ONE_BUREAU_A_PURCHASE, Rule.BUREAU_IS_NEEDED, Rule.BUREAU_PAYS_EXACTLY)
_STAYING = (Rule.START_TILE_STAYS, Rule.FOUNDING_TILE_STAYS)
RULES_OF_ACTIONS: dict[str, dict[str, tuple[Rule, ...]]] = {
    "take": {"act": (Rule.TAKE_AT_LEAST_ONE, Rule.TAKE_SEVERAL_UP_TO_FIVE, Rule.BUREAU_IS_TAKEN_ALONE)},
    "buy": {"act": (*_PAYING, *_BUREAUS), "favour": (*_PAYING, *_BUREAUS, Rule.VIZIER_PAYS_EXACTLY)},
    "flip": {
        "place": (Rule.FLIP_COSTS_THREE, Rule.FLIP_IN_ONE_CURRENCY, Rule.FLIP_ONCE),
        "award": (Rule.AWARDS_ARE_NOT_FLIPPED,),
    },
    "place": {"place": (Rule.FACE_AS_BOUGHT, *_BUILDING), "award": (*_BUILDING, Rule.AWARDS_ARE_NOT_FLIPPED)},
    "store": {"place": (), "award": (Rule.AWARDS_ARE_NOT_FLIPPED,)},
    "give": {
        "place": (Rule.GIFTS_TO_DIRK, Rule.GIFTS_KEEP_THEIR_FACE),
        "award": (Rule.GIFTS_TO_DIRK, Rule.AWARDS_ARE_NOT_FLIPPED),
    },
    "add": {"act": _BUILDING},
    "remove": {"act": (*_STAYING, Rule.WALKABLE, Rule.EDGE_CONTACT, Rule.NO_HOLES)},
    "swap": {"act": (*_STAYING, Rule.MOATS_MATCH, Rule.WALL_MEETS_MOAT, Rule.WALKABLE)},
    "hut": {"act": (Rule.THREE_HUTS_AT_MOST,)},
    "reveal": dict.fromkeys(("act", "place", "show"), (Rule.REVEAL_WITH_THE_TILE_BUILT,)),
    "reactivate": {"act": (Rule.VIZIER_IS_REACTIVATED,)},
    "decline": {"favour": (), "show": ()},
    "stop": {"act": (Rule.ACT_ON_YOUR_TURN, Rule.EXACT_PAYMENT_EARNS_AN_ACTION)},
    "pass": {"act": (Rule.ACT_ON_YOUR_TURN,)},
}
"""The rules that an action can break, by its verb and by the phase in which it is done."""
WHAT_IT_EARNS: dict[str, dict[str, tuple[Rule, ...]]] = {
    "buy": {"act": (Rule.NO_CHANGE, Rule.EXACT_PAYMENT_EARNS_AN_ACTION), "favour": (Rule.VIZIER_EARNS_NO_ACTION,)},
    "flip": {"place": (Rule.FLIP_EARNS_NO_ACTION,)},
    "store": {
        "place": (Rule.STORE_EITHER_FACE, Rule.RESERVE_COUNTS_NOTHING),
        "award": (Rule.AWARDS_MAY_BE_DECLINED, Rule.RESERVE_COUNTS_NOTHING),
    },
    "place": {"award": (Rule.AWARDS_ARE_BUILT_AT_ONCE,)},
    "add": {"act": (Rule.ADD_FROM_THE_RESERVE,)},
    "remove": {"act": (Rule.REMOVE_TO_THE_RESERVE,)},
    "swap": {"act": (Rule.SWAP_IN_PLACE,)},
    "hut": {"act": (Rule.HUT_IS_AN_ACTION, Rule.HUT_COUNTS_ITS_NEIGHBOURS)},
    "reveal": dict.fromkeys(("act", "place", "favour", "show"), (Rule.BONUS_COUNTS_ONE_MORE,)),
    "decline": {"favour": (Rule.VIZIER_WINDOW,), "show": (Rule.REVEAL_WINDOW,)},
    "stop": {"act": (Rule.BOUGHT_TILES_WAIT,)},
}
"""The rules that say what an action leads to."""
OF_BOTH_CITIES = {
    Rule.WALKABLE: Rule.EACH_CITY_IS_WALKED_BY_ITSELF,
    Rule.EDGE_CONTACT: Rule.CITIES_STAY_TOGETHER,
    Rule.NO_HOLES: Rule.CITIES_STAY_TOGETHER,
}
"""How rules of building are meant where one city is built beside the other."""
MODULES = ("vizier", "exchange", "bonus", "huts")
"""The chapters whose rules belong to a module of that name."""
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


def phase_of(state: State) -> str:
    """What a position waits for, in a word: act, place, award, favour or show; tiles are bought or awarded."""
    match state.todo[0]:
        case PlaceTiles(_, tiles) if not any(pending.bought for pending in tiles):
            return "award"
        case PlaceTiles():
            return "place"
        case step:
            return type(step).__name__.lower()


def rules_for(verb: str, setup: Setup | None = None, phase: str = "") -> tuple[Rule, ...]:
    """The rules for an action, for a given table and phase or for all.

    Without a table, rules of modules are left out unless the action belongs to a module.
    """
    by_phase = (table.get(verb, {}).items() for table in (RULES_OF_ACTIONS, WHAT_IT_EARNS))
    found = dict.fromkeys(rule for each in by_phase for name, rules in each if phase in {"", name} for rule in rules)
    usual = tuple(rule for rule in found if rule.chapter not in MODULES)
    if setup is None:
        return usual or tuple(found)
    modules = {module.name for module in setup.modules}
    return tuple(rule for rule in found if setup.game.name in rule.games and (rule in usual or rule.chapter in modules))


def tried(question: Question) -> tuple[State, Action] | None:
    """The position and the action that a question comes to, if it is about one."""
    if isinstance(question, ApplyQuestion):
        return question.course.before, question.course.action
    return (question.state, question.do) if isinstance(question, ActionQuestion) else None


def of_both_cities(question: Question, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """What the combined game says of some rules where an action has to do with Granada."""
    asked = tried(question)
    if asked is None or len(asked[0].setup.game.lanes) == 1:
        return ()
    state, action = asked
    city = state.players[state.actor or 0].city
    has_granada = any(face.family is Family.GRANADA for face in city.faces)
    built = isinstance(action, Place | Add) and action.face.family is Family.GRANADA
    founding = (Rule.GRANADA_IS_FOUNDED_AT_A_WALL,) if built and not has_granada else ()
    told = dict.fromkeys(OF_BOTH_CITIES[rule] for rule in rules if rule in OF_BOTH_CITIES)
    return (*founding, *told) if has_granada or built else ()


def relevant_rules(question: Question) -> tuple[Rule, ...]:
    """The rules that are relevant to a question, by its kind or its last action."""
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
    asked = tried(question)
    if asked is None:
        return rules_for(question.deeds[-1].verb, question.setup)
    state, action = asked
    rules = rules_for(action.verb, state.setup, phase_of(state))
    ended = _ended(question) if isinstance(question, ApplyQuestion) else ()
    return (*rules, *of_both_cities(question, rules), *ended)


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
