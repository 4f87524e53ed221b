"""Use a question's kind, its action and phase, and the pieces that count in a scoring to find the relevant rules."""

from collections.abc import Iterable, Iterator

from granada.board import Building, Bureau, Card, Face, Family, Round, Tile, neighbours
from granada.game import (
    BONUS,
    Action,
    Add,
    Buy,
    Draw,
    Flip,
    Place,
    Remove,
    Row,
    Setup,
    Slot,
    State,
    Stop,
    Store,
    Swap,
    Take,
)
from granada.questions import ActionQuestion, ApplyQuestion, AwardQuestion, MoatQuestion, Question, ScoreQuestion
from granada.rulebook import Rule
from granada.steps import Act, Begin, OpenFavour, PlaceTiles, RefillTiles, ScoreDue

BUILDING = (Rule.MOATS_MATCH, Rule.WALL_MEETS_MOAT, Rule.WALKABLE, Rule.EDGE_CONTACT, Rule.NO_HOLES)
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
    "place": {"place": (Rule.FACE_AS_BOUGHT, *BUILDING), "award": (*BUILDING, Rule.AWARDS_ARE_NOT_FLIPPED)},
    "store": {"place": (), "award": (Rule.AWARDS_ARE_NOT_FLIPPED,)},
    "give": {
        "place": (Rule.GIFTS_TO_DIRK, Rule.GIFTS_KEEP_THEIR_FACE),
        "award": (Rule.GIFTS_TO_DIRK, Rule.AWARDS_ARE_NOT_FLIPPED),
    },
    "add": {"act": BUILDING},
    "remove": {"act": (*_STAYING, Rule.WALKABLE, Rule.EDGE_CONTACT, Rule.NO_HOLES)},
    "swap": {"act": (*_STAYING, Rule.MOATS_MATCH, Rule.WALL_MEETS_MOAT, Rule.WALKABLE)},
    "hut": {"act": (Rule.THREE_HUTS_AT_MOST,)},
    "reveal": dict.fromkeys(("act", "place", "show"), (Rule.REVEAL_WITH_THE_TILE_BUILT,)),
    "reactivate": {"act": (Rule.VIZIER_IS_REACTIVATED,)},
    "decline": {"favour": (), "show": ()},
    "stop": {"act": (Rule.ACT_ON_YOUR_TURN, Rule.EXACT_PAYMENT_EARNS_AN_ACTION)},
    "pass": {"act": (Rule.ACT_ON_YOUR_TURN,)},
}
"""A mapping from pairs of verb and phase to the rules that an action can break."""
WHAT_IT_EARNS: dict[str, dict[str, tuple[Rule, ...]]] = {
    "buy": {
        "act": (Rule.NO_CHANGE, Rule.EXACT_PAYMENT_EARNS_AN_ACTION),
        "favour": (Rule.VIZIER_WINDOW, Rule.VIZIER_EARNS_NO_ACTION),
    },
    "flip": {"place": (Rule.FLIP_EARNS_NO_ACTION,)},
    "store": {
        "place": (Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE, Rule.STORE_EITHER_FACE),
        "award": (Rule.AWARD_TO_THE_RICHEST, Rule.AWARDS_MAY_BE_DECLINED, Rule.RESERVE_COUNTS_NOTHING),
    },
    "place": {"award": (Rule.AWARD_TO_THE_RICHEST, Rule.AWARDS_ARE_BUILT_AT_ONCE, Rule.AWARDS_MAY_BE_DECLINED)},
    "add": {"act": (Rule.ADD_FROM_THE_RESERVE,)},
    "remove": {"act": (Rule.REMOVE_TO_THE_RESERVE,)},
    "swap": {"act": (Rule.SWAP_IN_PLACE,)},
    "hut": {"act": (Rule.HUT_IS_AN_ACTION, Rule.HUT_IS_PLACED_LIKE_A_TILE)},
    "reveal": dict.fromkeys(("act", "place", "favour", "show"), (Rule.BONUS_COUNTS_ONE_MORE, Rule.REVEAL_WINDOW)),
    "decline": {"favour": (Rule.VIZIER_WINDOW, Rule.VIZIER_ORDER), "show": (Rule.REVEAL_WINDOW,)},
    "stop": {"act": (Rule.BOUGHT_TILES_WAIT,)},
}
"""For each kind of action, the rules that say what happens after it."""
RULES_OF_DRAWS: dict[str, tuple[Rule, ...]] = {
    "refillmoney": (Rule.MONEY_TO_FOUR,),
    "refilltiles": (Rule.TILES_IN_SPACE_ORDER, Rule.TILES_SHOW_THE_MARKER),
    "dirkdraws": (Rule.DIRK_COLLECTS_TILES, Rule.DIRK_FOLLOWS_THE_MARKER),
    "turnuphuts": (Rule.NEXT_HUT_IS_TURNED_UP,),
}
"""A mapping from steps to the rules that require a draw at that step."""
RULES_OF_THE_SET_UP: dict[str, tuple[Rule, ...]] = {
    "refilltiles": (Rule.SPACES_AND_CURRENCIES, Rule.FIRST_TILES_SHOW_EVEN),
    "dirkdraws": (Rule.DIRK_STARTS_WITH_SIX, Rule.COMBINED_DIRK),
    "dealhand": (Rule.STARTING_CAPITAL,),
    "refillmoney": (Rule.MONEY_DISPLAY,),
}
"""A mapping from steps to the rules for the draws that are made before the start player begins."""
OF_TWO_FACES = {Rule.FIRST_TILES_SHOW_EVEN, Rule.TILES_SHOW_THE_MARKER, Rule.DIRK_FOLLOWS_THE_MARKER}
"""The rules on draws that apply only to tiles with two faces."""
AFTER_A_ROUND = {Round.A: Rule.DIRK_GETS_SIX_AFTER_A, Round.B: Rule.DIRK_GETS_A_THIRD_AFTER_B}
"""A mapping from rounds to the rules for the tiles that Dirk gets after their scorings."""
OF_THE_VIZIER = {
    "place": (Rule.VIZIER_WINDOW, Rule.VIZIER_PAYS_EXACTLY, Rule.VIZIER_EARNS_NO_ACTION),
    "refilltiles": (Rule.VIZIER_REFILLS_THE_YARD, Rule.VIZIER_ORDER),
}
"""A mapping from phases to the rules for what follows a purchase with the vizier."""
WINDOWS = {"vizier": Rule.VIZIER_WINDOW, "bonus": Rule.REVEAL_WINDOW}
"""A mapping from modules to the rule that says when the module requires a decision."""
OF_BOTH_CITIES = {
    Rule.WALKABLE: Rule.EACH_CITY_IS_WALKED_BY_ITSELF,
    Rule.EDGE_CONTACT: Rule.CITIES_STAY_TOGETHER,
    Rule.NO_HOLES: Rule.CITIES_STAY_TOGETHER,
}
"""The rule that explains how a building rule applies in the combined game."""
MODULES = ("vizier", "exchange", "bonus", "huts")
"""The chapters whose rules belong to the module of the same name."""
RULES_OF_QUESTIONS: dict[str, tuple[Rule, ...]] = {"layout": (Rule.SAME_ORIENTATION, *BUILDING)}
"""The rules relevant to questions without an action."""
RULES_OF_ROWS: dict[str, tuple[tuple[Rule, ...], tuple[Rule, ...]]] = {
    "granada normal": ((Rule.VALUE_OF_A_BUILDING, Rule.FIRST_SECOND_THIRD), (Rule.TIES_GO_TO_THE_HIGHEST_PRICE,)),
    "granada simplified": ((Rule.SIMPLIFIED_POINTS,), (Rule.SIMPLIFIED_TIES,)),
    "alhambra": ((Rule.ALHAMBRA_POINTS,), (Rule.TIES_SHARE_THEIR_PLACES,)),
    "moats": ((Rule.LONGEST_MOAT,), ()),
    "walls": ((Rule.LONGEST_WALL,), ()),
    "border": ((Rule.BORDER_SCORES_TWO,), ()),
}
"""For each scoring row, the rules that apply if a player has anything to count, and the rules for a tie that scores."""


def phase_of(state: State) -> str:
    """The phase of a position: act, place, award, favour, show or over; placing a hut belongs to the phase place."""
    match state.todo:
        case ():
            return "over"
        case (PlaceTiles(_, tiles), *_) if not any(pending.bought or pending.tile.up.is_hut for pending in tiles):
            return "award"
        case (PlaceTiles(), *_):
            return "place"
        case todo:
            return type(todo[0]).__name__.lower()


def with_vizier(state: State) -> bool:
    """Whether a tile bought with the vizier is being placed, or the yard is being refilled after its purchase."""
    comes = (step for step in state.todo if isinstance(step, ScoreDue | OpenFavour))
    placed = bool(state.todo) and isinstance(state.todo[0], PlaceTiles | RefillTiles)
    return placed and isinstance(next(comes, None), OpenFavour)


def rules_for(verb: str, setup: Setup | None = None, phase: str = "") -> tuple[Rule, ...]:
    """The rules for an action with a given set-up and in a given phase; by default, for all set-ups and phases.

    If no table is given, the result omits rules of modules unless the action belongs to a module.
    """
    by_phase = (table.get(verb, {}).items() for table in (RULES_OF_ACTIONS, WHAT_IT_EARNS))
    found = dict.fromkeys(rule for each in by_phase for name, rules in each if phase in {"", name} for rule in rules)
    usual = tuple(rule for rule in found if rule.chapter not in MODULES)
    if setup is None:
        return usual or tuple(found)
    modules = {module.name for module in setup.modules}
    return tuple(rule for rule in found if setup.game.name in rule.games and (rule in usual or rule.chapter in modules))


def tried(question: Question) -> tuple[State, Action] | None:
    """The position and the last action in a question, if it has an action."""
    if isinstance(question, ApplyQuestion):
        return question.course.before, question.course.action
    return (question.state, question.do) if isinstance(question, ActionQuestion) else None


def of_both_cities(question: Question, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """The rules of the combined game that explain the given building rules, if the action concerns Granada."""
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


def at_the_border(question: Question) -> bool:
    """Whether a question is about a tile that lies next to a tile from the other family."""
    match tried(question):
        case state, Place(face, cell) | Add(face, cell):
            beside = map(state.players[state.actor or 0].city.get, neighbours(cell))
            return any(each is not None and each.family is not face.family for each in beside)
    return False


def relevant_rules(question: Question) -> tuple[Rule, ...]:
    """The rules that are relevant to a question, found from its kind or its last action."""
    if isinstance(question, ScoreQuestion):
        return tuple(_scored(question))
    if isinstance(question, AwardQuestion):
        got = question.answer()["result"]
        tied = (Rule.TIED_AWARDS_STAY,) if None in got else ()
        both = (Rule.COMBINED_AWARDS,) if len(set(question.spaces)) < len(question.spaces) else ()
        return (Rule.AWARD_TO_THE_RICHEST, *tied, *both)
    if isinstance(question, MoatQuestion):
        return tuple(_measured(question))
    if not question.deeds:
        return RULES_OF_QUESTIONS.get(question.kind, ())
    asked = tried(question)
    if asked is None:
        return rules_for(question.deeds[-1].verb, question.setup)
    state, action = asked
    rules = rules_for(action.verb, state.setup, phase_of(state))
    silent = _without_a_say(state, action)
    rules = (*(rule for rule in rules if rule not in silent), *_with_a_say(state, action))
    ended = _ended(question) if isinstance(question, ApplyQuestion) else ()
    fresh = (Rule.NEW_MONEY_PAYS_FOR_FLIPS,) if _flips_with_new_money(question.deeds) else ()
    return (*rules, *fresh, *_drawn(question, state), *of_both_cities(question, rules), *ended)


def _flips_with_new_money(deeds: Iterable[Action]) -> bool:
    """Whether a card that one action takes pays for the flip of a later action."""
    taken: set[Card | Bureau] = set()
    for deed in deeds:
        if isinstance(deed, Take):
            taken |= {*deed.cards}
        elif isinstance(deed, Flip) and not taken.isdisjoint(deed.cards):
            return True
    return False


def _measured(question: MoatQuestion) -> Iterator[Rule]:
    """The rules for the length of a moat or a wall."""
    family = question.family or question.city.start
    yield Rule.LONGEST_MOAT if family is Family.GRANADA else Rule.LONGEST_WALL
    outer = sum(barred for loop in question.city.outline(family) for *_, barred in loop)
    faces = (face for face in question.city.faces if face.family is family)
    if family is Family.GRANADA and outer < sum(face.edges.bit_count() for face in faces):
        yield Rule.INNER_MOATS_COUNT_NOTHING
    if len(question.game.lanes) > 1:
        yield Rule.BOTH_CITIES_SCORE


def _without_a_say(state: State, action: Action) -> set[Rule]:
    """The rules to which a legal action is an exception, and the rules on things that the action does not concern."""
    match action:
        case Take(cards):
            money = len(cards) > len(cards.bureaus)
            alone = set() if cards.bureaus else {Rule.BUREAU_IS_TAKEN_ALONE}
            return {Rule.TAKE_AT_LEAST_ONE, *alone, *(() if money else {Rule.TAKE_SEVERAL_UP_TO_FIVE})}
        case Buy():
            return _unpaid(state, action)
        case Place(face) | Store(face) if face.is_hut:
            return {Rule.FACE_AS_BOUGHT, Rule.STORE_EITHER_FACE, Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE}
        case Store(face) if face.family is Family.ALHAMBRA:
            return {Rule.STORE_EITHER_FACE}
        case Place(face) if _flipped(state, face):
            return {Rule.FACE_AS_BOUGHT}
        case Remove() | Swap():
            return {*_STAYING}
        case Stop():
            return {Rule.ACT_ON_YOUR_TURN}
    return set()


def _with_a_say(state: State, action: Action) -> Iterator[Rule]:
    """The rules for a further action, a choice between two tiles, and tiles that are special in some way.

    Such a tile is bought with the vizier, is a hut, is flipped, or has a bonus card that is shown.
    """
    if with_vizier(state):
        yield from OF_THE_VIZIER.get(phase_of(state), ())
    step = state.todo[0] if state.todo else None
    if isinstance(step, Act) and step.bought and isinstance(action, Take | Add | Remove | Swap):
        yield Rule.EXACT_PAYMENT_EARNS_AN_ACTION
    match action:
        case Buy() if len(state.setup.game.lanes) > 1:
            yield Rule.EITHER_TILE_OF_A_SPACE
        case Buy() if phase_of(state) == "favour" and state.actor == state.mover:
            yield Rule.VIZIER_ORDER
        case Place(face) | Store(face) if face.is_hut:
            yield Rule.HUT_IS_PLACED_LIKE_A_TILE
        case Place(face) if _flipped(state, face):
            yield Rule.FLIP_COSTS_THREE
        case Remove(cell) | Swap(cell) if BONUS in state.setup.modules and (seat := state.actor) is not None:
            if state.players[seat].city.get(cell) in state.extra(BONUS).shown[seat]:
                yield Rule.BONUS_RETURNS_TO_HAND


def _flipped(state: State, face: Face) -> bool:
    """Whether the player flipped the tile that is waiting to be placed with this face up."""
    step = state.todo[0]
    return isinstance(step, PlaceTiles) and any(each.flipped and each.tile.up == face for each in step.tiles)


def _unpaid(state: State, action: Buy) -> set[Rule]:
    """The rules to which a purchase is an exception, and the rules that do not apply to its payment."""
    found = {*_PAYING} if action.cards.bureaus else {*_BUREAUS}
    if phase_of(state) == "favour":
        found.add(Rule.PAY_AT_LEAST_THE_PRICE)
    lanes = state.setup.game.lanes
    tile = state.slots.get(Slot(action.space, lanes.index(action.family) if action.family else 0))
    if tile is not None and action.cards.total() == tile.up.price:
        found.add(Rule.NO_CHANGE)
    return found


def is_set_up(state: State) -> bool:
    """Whether the game is still being set up."""
    return any(isinstance(step, Begin) for step in state.todo)


def due(state: State) -> list[Rule]:
    """The rules that require the next draw."""
    table = RULES_OF_THE_SET_UP if is_set_up(state) else RULES_OF_DRAWS
    return [rule for rule in table.get(phase_of(state), ()) if state.setup.game.name in rule.games]


def _drawn(question: Question, state: State) -> Iterator[Rule]:
    """The rules for draws: those for the step that needs them, and the rules that apply after a scoring card."""
    if not isinstance(question.deeds[-1], Draw):
        return
    what = question.deeds[-1].what
    turns = not isinstance(what, Tile) or what.down is not None
    yield from (rule for rule in due(state) if turns or rule not in OF_TWO_FACES)
    rounds = [each.what for each in question.deeds if isinstance(each, Draw) and isinstance(each.what, Round)]
    if rounds:
        yield from (Rule.THREE_SCORINGS, Rule.SCORE_BEFORE_THE_NEXT_TURN)
    if state.dirk is not None:
        yield from (AFTER_A_ROUND[each] for each in rounds)


def _ended(question: ApplyQuestion) -> Iterator[Rule]:
    """The rules for the end of the game, if the bags are empty when a turn or the game ends."""
    before, after = question.course.before, question.course.after
    if after is None or any(after.bags):
        return
    ends = after.over or after.mover != before.mover or phase_of(after) == "award"
    if not ends:
        return
    whole = len(after.setup.game.lanes) == 1
    yield Rule.END_WHEN_A_SPACE_STAYS_EMPTY if whole else Rule.COMBINED_END
    if after.over:
        yield Rule.MOST_POINTS_WIN


def has_a_tie(row: Row, places: int = 0) -> bool:
    """Whether a tie scores points for any player, or is for one of the places that score."""
    counts = [each.count for each in row.standings]
    scoring = (each.count for each in row.standings if each.points or counts.index(each.count) < places)
    return any(counts.count(each) > 1 for each in scoring)


def rules_of_row(scoring: str, row: str) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """The rules for a row of a scoring, including the rules for a tie in that row."""
    family = next((building.family for building in Building if str(building) == row), None)
    granada = f"granada {scoring}"
    return RULES_OF_ROWS[granada if family is Family.GRANADA else "alhambra" if family else row]


def _scored(question: ScoreQuestion) -> Iterator[Rule]:
    """The rules on the pieces that count in a scoring."""
    found: dict[Rule, None] = {}
    places = list(Round).index(question.round) + 1
    for row in question.scored.rows:
        rules, for_ties = rules_of_row(question.scoring, row.name)
        found |= dict.fromkeys((*rules, *(for_ties if has_a_tie(row, places) else ())) if row.standings else ())
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
