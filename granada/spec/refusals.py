"""Find the rules that explain a refusal whose broken rules say only that the moment is wrong or a tile is missing."""

from collections.abc import Iterable, Iterator

from granada.board import Bureau, Face, Family, Round, Tile
from granada.game import (
    Action,
    Add,
    Buy,
    Deck,
    Decline,
    Draw,
    Flip,
    Give,
    Place,
    Reactivate,
    Remove,
    Reveal,
    State,
    Stop,
    Store,
    Swap,
    TakeHut,
    supply,
)
from granada.questions import Question
from granada.rulebook import Rule
from granada.spec.relevant_rules import (
    BUILDING,
    OF_TWO_FACES,
    RULES_OF_DRAWS,
    WINDOWS,
    due,
    is_set_up,
    of_both_cities,
    phase_of,
    tried,
    with_vizier,
)
from granada.steps import Act, PlaceTiles, ScoreDue

BEHIND_A_PHASE: dict[str, Rule] = {
    "place": Rule.EXACT_PAYMENT_EARNS_AN_ACTION,
    "award": Rule.AWARDS_ARE_BUILT_AT_ONCE,
    "favour": WINDOWS["vizier"],
    "show": WINDOWS["bonus"],
    **dict.fromkeys(RULES_OF_DRAWS, Rule.EXACT_PAYMENT_EARNS_AN_ACTION),
}
"""For each phase in which a player tries another action, the rule that ended the player's actions."""
OF_WHICH_TILE: dict[str, Rule] = {
    "buy": Rule.ONE_TILE_A_PURCHASE,
    "hut": Rule.HUT_IS_AN_ACTION,
    "flip": Rule.FLIP_COSTS_THREE,
    "give": Rule.GIFTS_TO_DIRK,
    "add": Rule.ADD_FROM_THE_RESERVE,
    "remove": Rule.REMOVE_TO_THE_RESERVE,
    "swap": Rule.SWAP_IN_PLACE,
    **dict.fromkeys(("place", "store"), Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE),
}
"""A mapping from verbs to the rule that says which tile an action uses."""
OF_MODULES = {
    "dealbonus": (Rule.TEN_BONUS_CARDS, Rule.BONUS_CARDS_ARE_DEALT),
    "turnuphuts": (Rule.TWENTY_FOUR_HUTS, Rule.NEXT_HUT_IS_TURNED_UP),
}
"""A mapping from a module's steps to the rules for their draws."""
OF_RESERVE_TILES = {"flip": Rule.NEVER_TURNED_AGAIN, "place": Rule.ADD_FROM_THE_RESERVE}
"""A mapping from verbs to the rule against using a tile from the reserve as if it had just been bought."""

OF_CITIES = frozenset({*BUILDING, Rule.CITIES_STAY_TOGETHER})
"""The building rules that a city can break after a redesign."""


def rules_behind(question: Question, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """The rules that explain broken rules which say only that the moment is wrong, or which describe a single city."""
    asked = tried(question)
    found = (*of_both_cities(question, rules), *(_behind(*asked, set(rules)) if asked else ()))
    return tuple(rule for rule in found if question.setup is None or question.setup.game.name in rule.games)


def _behind(state: State, action: Action, broken: set[Rule]) -> Iterator[Rule]:
    """The rules that explain why a position refuses an action."""
    if isinstance(action, Remove | Swap) and not broken.isdisjoint(OF_CITIES):
        yield Rule.REDESIGNED_CITY_STAYS_LEGAL
    if isinstance(action, Give) and action.face.is_hut and Rule.GIFTS_TO_DIRK in broken:
        yield Rule.HUT_IS_PLACED_LIKE_A_TILE
    if Rule.IN_ITS_PHASE in broken:
        yield from _not_now(state, action)
    if Rule.ACT_ON_YOUR_TURN in broken and isinstance(action, Stop):
        yield Rule.EXACT_PAYMENT_EARNS_AN_ACTION
    if Rule.DRAW_CAN_COME in broken:
        yield from _not_drawn(state, action)
    if Rule.TILE_IS_THERE in broken:
        yield from _not_there(state, action)
    if Rule.CARDS_ARE_HELD in broken and isinstance(action, Reveal):
        yield Rule.REVEAL_WINDOW
    if Rule.CARDS_ARE_HELD in broken and phase_of(state) == "favour":
        yield Rule.VIZIER_ORDER
    if isinstance(action, Flip) and action.cards.bureaus:
        yield Rule.BUREAUS_ARE_WORTH_NOTHING
    if Rule.GAME_IS_OVER in broken and any(state.slots.values()):
        yield Rule.TIED_AWARDS_STAY


def _not_now(state: State, action: Action) -> Iterator[Rule]:
    """The rules that explain why an action comes too early or too late."""
    phase, step = phase_of(state), state.todo[0]
    exact = isinstance(step, Act) and bool(step.bought)
    modules = {module.name for module in state.setup.modules}
    match action:
        case Reveal():
            yield from {Rule.REVEAL_WINDOW} if "bonus" in modules else ()
        case Decline():
            yield from (rule for module, rule in WINDOWS.items() if module in modules)
        case Draw(what):
            yield Rule.MONEY_BEFORE_TILES if isinstance(what, Tile) else Rule.MONEY_TO_FOUR
        case Flip(face) if face.family is Family.ALHAMBRA:
            yield Rule.ONE_FACE_IS_NEVER_FLIPPED
        case Flip(face) if face in {*_owned(state), *_built(state)}:
            yield Rule.NEVER_TURNED_AGAIN
        case Place(face) if face in _owned(state):
            yield Rule.ADD_FROM_THE_RESERVE
        case Flip() | Place() | Store() | Give():
            yield Rule.BOUGHT_TILES_WAIT if exact else Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE
        case Reactivate() if "vizier" in modules:
            yield from (Rule.VIZIER_IS_REACTIVATED, BEHIND_A_PHASE.get(phase, Rule.VIZIER_IS_REACTIVATED))
        case Buy() if phase == "award" and "vizier" in modules:
            yield from (Rule.VIZIER_RESTS_AT_THE_END, BEHIND_A_PHASE[phase])
        case _ if with_vizier(state):
            yield Rule.VIZIER_EARNS_NO_ACTION
        case _ if isinstance(step, PlaceTiles) and any(pending.tile.up.is_hut for pending in step.tiles):
            yield Rule.HUT_IS_AN_ACTION
        case _ if phase in BEHIND_A_PHASE and not is_set_up(state):
            yield BEHIND_A_PHASE[phase]
    if isinstance(step, PlaceTiles) and any(pending.flipped for pending in step.tiles):
        yield Rule.FLIP_EARNS_NO_ACTION
    if exact:
        yield Rule.EXACT_PAYMENT_EARNS_AN_ACTION


def _owned(state: State) -> frozenset[Face]:
    """The upper faces in the reserve of the seat that decides or, if none decides, of the seat to move."""
    seat = state.mover if state.actor is None else state.actor
    return frozenset() if seat is None else frozenset(state.players[seat].reserve)


def _built(state: State) -> frozenset[Face]:
    """The faces that are showing in the city of the seat that decides or, if none decides, of the seat to move."""
    seat = state.mover if state.actor is None else state.actor
    return frozenset() if seat is None else frozenset(state.players[seat].city.faces)


def _not_there(state: State, action: Action) -> Iterator[Rule]:
    """The rules that say which tile an action uses, if the action names another tile."""
    step = state.todo[0]
    match action:
        case Buy() if isinstance(step, Act) and step.bought:  # only a purchase in this turn can have emptied a space
            yield Rule.BOUGHT_TILES_WAIT
        case Buy(family=None) if len(state.setup.game.lanes) > 1:
            yield Rule.EITHER_TILE_OF_A_SPACE
        case Buy() | Remove() | TakeHut():
            yield OF_WHICH_TILE[action.verb]
        case Flip(face) if face.family is Family.ALHAMBRA:
            yield Rule.ONE_FACE_IS_NEVER_FLIPPED
        case Flip(face) if face in _built(state):
            yield Rule.NEVER_TURNED_AGAIN
        case Flip(face) | Place(face) | Store(face) | Give(face) if isinstance(step, PlaceTiles):
            yield from _not_waiting(state, step, action, face)
        case Add(face) | Swap(_, face) if not _is_like(face, _owned(state)):
            yield OF_WHICH_TILE[action.verb]
            if isinstance(step, Act) and face in _faces(step.bought):
                yield Rule.BOUGHT_TILES_WAIT
            if any(
                (each.price, each.edges) == (face.price ^ 1, face.edges) for each in _owned(state)
            ):  # the other face
                yield from (Rule.REDESIGNING_TURNS_NO_TILE, Rule.NEVER_TURNED_AGAIN)
        case Swap(_, face) if face in _owned(state):  # the cell is empty
            yield Rule.SWAP_IN_PLACE


def _not_waiting(state: State, step: PlaceTiles, action: Action, face: Face) -> Iterator[Rule]:
    """The rules that explain why a tile that is not waiting to be placed cannot be placed."""
    named = [pending for pending in step.tiles if _is_like(face, _faces([pending.tile]))]
    if named:  # the same tile, but with different moats
        turned = named[0].flipped or not (isinstance(action, Flip) or _is_like(face, [named[0].tile.up]))
        yield from {Rule.MOATS_ON_BOTH_FACES} if turned else ()
        return
    if face in _owned(state):
        yield OF_RESERVE_TILES.get(action.verb, OF_WHICH_TILE[action.verb])
    elif phase_of(state) == "award":
        yield Rule.AWARDS_ARE_BUILT_AT_ONCE
        if face in _faces(state.slots.values()):
            yield Rule.AWARD_IN_SPACE_ORDER if len(state.setup.game.lanes) == 1 else Rule.COMBINED_AWARDS
    else:
        yield OF_WHICH_TILE[action.verb]


def _faces(tiles: Iterable[Tile | None]) -> list[Face]:
    """All faces of the given tiles, upper and lower."""
    return [face for tile in tiles if tile is not None for face in tile.faces]


def _is_like(face: Face, faces: Iterable[Face]) -> bool:
    """Whether one of the given faces shows the same building at the same price."""
    return any((each.building, each.price) == (face.building, face.price) for each in faces)


def _not_drawn(state: State, action: Action) -> Iterator[Rule]:
    """The rules that require another draw, such as a card instead of a tile, or a tile with its other face up."""
    match supply(state), action:
        case _, Draw(what) if phase_of(state) in OF_MODULES:
            yield from OF_MODULES[phase_of(state)]
        case tuple(tiles), Draw(Tile() as tile) if tile.turned in tiles:
            yield from OF_TWO_FACES.intersection(due(state)) or due(state)
        case tuple(tiles), Draw(Tile() as tile) if tile.up.family not in {each.up.family for each in tiles}:
            yield Rule.TWO_SUPPLIES
        case tuple(tiles), Draw(Tile(up=face)) if (
            is_set_up(state) and not face.edges and all(t.up.edges for t in tiles)
        ):
            yield Rule.FIRST_GRANADA_TILES_HAVE_MOATS
        case Deck(), Draw(Bureau()):
            yield Rule.BUREAUS_IN_THE_DECK
        case Deck(), Draw(Tile()) if is_set_up(state):
            yield from due(state)
        case Deck(), Draw(Tile()):
            if any(isinstance(step, ScoreDue) and step.rounds for step in state.todo):
                yield Rule.SCORING_CARD_IS_REPLACED
            yield Rule.MONEY_BEFORE_TILES
        case Deck(piles=piles, later=later), Draw(Round() as card):
            waits = card in {*dict(later), *(each for pile in piles for each in pile.cards)}
            lies = (Rule.SCORING_CARDS_IN_THE_DECK, Rule.COMBINED_DECK)
            yield from lies if waits or is_set_up(state) else (Rule.SCORING_CARD_IS_REPLACED,)
        case tuple(), Draw(what) if not isinstance(what, Tile):
            yield Rule.MONEY_TO_FOUR
