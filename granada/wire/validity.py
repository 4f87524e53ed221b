"""Validate a state: its pieces, its numbers and its agenda.

The rules create four agendas: for the set-up, for a turn, for a purchase with the vizier, and for the end. The agenda
of a valid state consists of the last steps of one of these agendas; the first of these steps may have begun.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import TypeVar

from granada import game, steps
from granada.board import COPIES, Bureau, Card, Face, Round, Tile, TileSet, all_money, huts
from granada.board.tile_sets import face_flaws, tile_flaws
from granada.errors import Reason, at
from granada.game.agenda import DIRKS_TILES
from granada.modules import HUTS, VIZIER
from granada.numbering import lying
from granada.wire.modules import huts_kept, module_flaws
from granada.wire.reader import MOST_POINTS

Kinds = tuple[type[steps.Step], ...]
"""A sequence of kinds of steps."""
_BEGUN: dict[type[steps.Step], tuple[Kinds, ...]] = {
    steps.Act: ((steps.PlaceTiles,), (steps.TurnUpHuts, steps.PlaceTiles)),
    steps.ScoreDue: (
        (steps.Show, steps.ScoreRow, steps.DirkShare, steps.ScoreDue),
        (steps.Show, steps.ScoreRow, steps.ScoreDue),
        (steps.DirkDraws, steps.ScoreDue),
    ),
    steps.OpenFavour: ((steps.Favour,),),
    steps.Award: ((steps.PlaceTiles,),),
    steps.ScoreRow: ((steps.Show, steps.ScoreRow),),
}
"""A mapping from a kind of step to the sequences of kinds that can replace it once it has begun."""


def agenda_flaws(state: game.State) -> Iterator[str]:
    """Report an agenda that the rules cannot produce, and steps that do not fit the table."""
    if state.todo and not any(_is_left_of(state, agenda) for agenda in _agendas(state)):
        yield at("todo: ", Reason("no game has such an agenda"))
        return
    if is_set_up(state) != (state.mover is None):
        yield "mover: null during the set-up, and a seat afterwards"
    for number, step in enumerate(state.todo):
        yield from (at(f"todo[{number}]: ", flaw) for flaw in _step_flaws(state, step))
    rounds = [*rounds_to_come(state), *(step.round for step in state.todo if isinstance(step, steps.ScoreRow))]
    if len(set(rounds)) < len(rounds):
        yield at("deck: ", Reason("the scoring cards are A and B, once each"))


def waiting_flaws(state: game.State) -> Iterator[str]:
    """Report an agenda whose first step does not wait for a decision or a draw."""
    if game.settle(state) is not state:
        yield "todo: the first step is automatic"
    elif state.todo and state.actor is None and not game.waits_for_draw(state):
        yield "todo: the first step waits neither for a draw nor for a seat"


def is_set_up(state: game.State) -> bool:
    """Whether the game is still being set up."""
    return any(isinstance(step, steps.Begin) for step in state.todo)


def rounds_to_come(state: game.State) -> list[Round]:
    """The scorings that have not begun: those in the deck, those that are due, and C until the game ends."""
    if is_set_up(state):
        return list(Round)
    found = [card for layer in state.deck.piles for card in layer.cards] + [card for card, _ in state.deck.later]
    found += [which for step in state.todo if isinstance(step, steps.ScoreDue) for which in step.rounds]
    ends = not state.todo or isinstance(state.todo[-1], steps.ScoreRow)
    return found if ends else [*found, Round.C]


def _agendas(state: game.State) -> Iterator[tuple[steps.Step, ...]]:
    """The complete agendas that the rules create."""
    yield game.preparation(state.setup)
    of_a_turn = game.turn(state.setup, state.mover or 0)
    yield of_a_turn
    if VIZIER in state.setup.modules:
        asked = of_a_turn.index(steps.OpenFavour())
        yield steps.PlaceTiles(0, ()), *game.after_favour(state.setup), *of_a_turn[asked + 1 :]
    yield (*map(steps.Award, range(len(state.slots))), steps.ScoreRow(Round.C))


def _is_left_of(state: game.State, agenda: tuple[steps.Step, ...]) -> bool:
    """Whether a state's agenda consists of the last steps of a given agenda, the first of which may have begun."""
    todo = tuple(steps.ScoreDue() if isinstance(step, steps.ScoreDue) else step for step in state.todo)
    for place, first in enumerate(agenda):
        rest = len(agenda) - place - 1
        if rest < len(todo) and todo[len(todo) - rest :] == agenda[place + 1 :]:
            kinds = _kinds(todo[: len(todo) - rest])
            if kinds in ((type(first),), *_BEGUN.get(type(first), ())):
                return True
    return False


def _kinds(begun: tuple[steps.Step, ...]) -> Kinds:
    """The kinds of the given steps; consecutive decisions about showing cards count as one step."""
    groups = groupby(map(type, begun))
    return tuple(kind for kind, same in groups for _ in ((kind,) if kind is steps.Show else same))


def _step_flaws(state: game.State, step: steps.Step) -> Iterator[str]:
    """The errors in one step of the agenda."""
    if isinstance(step, steps.Decision | steps.DealHand) and step.seat >= state.setup.players:
        yield f"there is no seat {step.seat}"
    in_turn = any(isinstance(each, steps.RefillMoney) for each in state.todo)
    match step:
        case steps.Act(seat, bought):
            if seat != state.mover:
                yield f"seat {seat} acts in another's turn"
            yield from _waiting_flaws(state, tuple(map(steps.Pending, bought)))
        case steps.PlaceTiles(seat, tiles):
            if not tiles:
                yield Reason("there is no tile to place")
            if in_turn and seat != state.mover:
                yield f"seat {seat} places tiles in another's turn"
            yield from _waiting_flaws(state, tiles)
        case steps.RefillTiles(moves_marker=True) if state.marker is None:
            yield "there is no marker to move"
        case steps.ScoreRow():
            yield from _row_flaws(state, step)
        case steps.DirkShare() | steps.DirkDraws() if state.dirk is None:
            yield "Dirk does not take part"
        case steps.DirkDraws(left):
            yield from _dirk_flaws(state, left)
        case steps.Award(slot) if slot >= len(state.slots):
            yield f"there is no slot {slot}"
        case steps.Favour(seat, seats) if game.seats_to_ask(state)[-1 - len(seats) :] != (seat, *seats):
            yield Reason("only seats with an active vizier are asked, each once, from the next player on")


def _waiting_flaws(state: game.State, tiles: tuple[steps.Pending, ...]) -> Iterator[str]:
    """Report waiting tiles that the yard cannot supply, huts that were bought, and impossible overpaid flips."""
    number = sum(not pending.tile.up.is_hut for pending in tiles)
    slots = len(state.slots)
    if number > slots:
        yield Reason("{number} tiles cannot come from a yard with {slots} slots", number=number, slots=slots)
    if any(pending.bought and pending.tile.up.is_hut for pending in tiles):
        yield "a hut was bought"
    if any(pending.overpaid and not (pending.flipped and state.rulings.gift_flip_exact) for pending in tiles):
        yield "a flip counts as overpaid only by the reading gift_flip_exact"


def _dirk_flaws(state: game.State, left: tuple[int, ...]) -> Iterator[str]:
    if len(left) != len(state.bags):
        yield "there must be one number for each supply"
        return
    for number, bag in zip(left, state.bags, strict=True):
        if number > max(DIRKS_TILES, len(bag)):
            yield f"Dirk does not draw {number} tiles"


def _row_flaws(state: game.State, step: steps.ScoreRow) -> Iterator[str]:
    """Report a row that does not exist or cannot come next, and wrong seats that decide before it."""
    windows = tuple(each for each in state.todo if isinstance(each, steps.Show))
    if step.row >= len(game.plans(state.setup)) or (step.row and not step.asked):
        yield f"there is no row {step.row} that could be scored next"
    elif (step.round is Round.C) != (step is state.todo[-1]):
        yield "C must be the last scoring, and A and B must not"
    elif windows and game.windows_before(state, step.row)[-len(windows) :] != windows:
        yield "these seats do not decide before a row is scored"


T = TypeVar("T")
MOST_IN_A_SCORING = 3_000
"""More points than any seat can get in a scoring."""


def flaws_of(state: game.State, *, partial: bool = False) -> Iterator[str]:
    """All reasons why a state is not a valid position in its game.

    A partial state, as in a view, need not account for every card.
    """
    if flaws := list(_table_flaws(state)):  # the later checks need valid seats and slots
        yield from flaws
        return
    found = list(module_flaws(state, partial=partial))
    if not found:  # the seats that decide depend on the data of modules
        found += agenda_flaws(state)
    found += [*_point_flaws(state), *_tile_flaws(state), *_pile_flaws(state)]
    found += () if partial else _card_flaws(state)
    yield from found
    if not found and not partial:  # the draw that a view waits for may be hidden
        yield from waiting_flaws(state)


def _table_flaws(state: game.State) -> Iterator[str]:
    setup = state.setup
    if len(state.players) != setup.players:
        yield f"seats: there must be {setup.players} players, not {len(state.players)}"
    slots, tiles, lanes = setup.game.slots, state.slots, setup.game.lanes
    if len(tiles) != len(slots):
        yield f"yard: there must be {len(slots)} slots, not {len(tiles)}"
    elif tuple(tiles) != slots:
        yield f"yard: there must be {len(lanes)} slots in each space"
    for number, tile in enumerate(tiles.values()):
        if tile is not None and (tile.up.is_hut or tile.up.family is not lanes[number % len(lanes)]):
            yield at(f"yard[{number}]: ", Reason("{tile} does not belong there", tile=tile))
    if (state.dirk is not None) != (setup.players == 2):
        yield "dirk: Dirk takes part in games for two, and in no others"
    if state.dirk is not None and any(face.is_hut for face in state.dirk.faces):
        yield at("dirk: ", Reason("Dirk has no huts"))
    if (state.marker is not None) != (setup.game.two_faced is not None):
        yield "marker: null if tiles have one face, and otherwise even or odd"
    if len(state.display) > 4:
        yield at("display: ", Reason("at most four cards, not {number}", number=len(state.display)))


def _point_flaws(state: game.State) -> Iterator[str]:
    """Report points that are more than the scorings so far can give."""
    most = MOST_POINTS - MOST_IN_A_SCORING * len(set(rounds_to_come(state)))
    for seat, points in enumerate(state.points):
        if points > most:
            yield f"seats[{seat}]: {points} points are more than the scorings so far can give"
    if state.dirk is not None and state.dirk.points > most:
        yield f"dirk: {state.dirk.points} points are more than the scorings so far can give"


def _tile_flaws(state: game.State) -> Iterator[str]:
    """Report tiles that do not belong to the game, and tiles with too many or too few copies."""
    whole = [tile for tile in state.slots.values() if tile is not None]
    whole += [pending.tile for pending in lying(state.todo)]
    single = [face for player in state.players for face in (*player.city.faces, *player.reserve)]
    single += state.dirk.faces if state.dirk else ()
    for face in (*single, *(face for tile in whole for face in tile.faces)):
        if face.family not in state.setup.game.lanes:
            yield Reason("{face} does not belong to {game}", face=face, game=state.setup.game)
    for lane, bag in zip(state.setup.game.lanes, state.bags, strict=True):
        for tile in bag:
            two_faced = lane is state.setup.game.two_faced
            if tile.up.family is not lane or (tile.down is not None) != two_faced or (two_faced and tile.up.price % 2):
                yield at(f"bags.{lane.value}: ", Reason("{tile} does not lie in the bag like that", tile=tile))
    yield from _module_tile_flaws(state, [*single, *(tile.up for tile in whole)])
    if state.setup.tiles is not None:
        yield from _set_flaws(state, whole, single)
        return
    for tile in whole:
        yield from tile_flaws(tile if tile.down is None or tile.up.price % 2 == 0 else tile.turned, tile.up.family)
    for bag in state.bags:
        for tile in bag:
            yield from tile_flaws(tile, tile.up.family)
    for face in single:
        yield from face_flaws(face)
    seen = Counter(face for face in single if not face.is_hut)
    seen.update(face for tile in whole for face in tile.faces if not face.is_hut)
    seen.update(face for bag in state.bags for tile in bag for face in tile.faces)
    for face, times in seen.items():
        if times > 1:
            yield Reason("{piece} occurs {times} times; there is only one", piece=face, times=times)


def _module_tile_flaws(state: game.State, faces: list[Face]) -> Iterator[str]:
    """Report a wrong number of huts: all must be present, but in a made-up position some may be missing."""
    expected = Counter(huts() if HUTS in state.setup.modules else ())
    found = Counter([*(face for face in faces if face.is_hut), *huts_kept(state)])
    for face in sorted(set(found) | set(expected)):
        if state.setup.tiles is not None and found[face] != expected[face]:
            yield f"{face} occurs {found[face]} times, not {expected[face]}"
        elif not expected:
            there = state.setup.game
            yield Reason("{face} does not belong to {game} without builders' huts", face=face, game=there)
        elif found[face] > expected[face]:
            yield _more(face, found[face], expected[face])


def _more(piece: Face | Card | Bureau, times: int, most: int) -> Reason:
    """The error for a piece with more copies than in the box; huts with the same building differ by their walls."""
    numbers = {"piece": piece, "times": times, "most": most}
    if isinstance(piece, Face):
        return Reason("{piece}: {times} here, but {most} in the box with just these walls", **numbers)
    return Reason("{piece}: {times} here, but {most} in the box", **numbers)


def _miscounted(found: Counter[T], expected: Counter[T]) -> Iterator[str]:
    """An error for each piece that is missing or has too many copies."""
    for each in sorted(set(found) | set(expected), key=str):
        if found[each] != expected[each]:
            yield f"{each} occurs {found[each]} times, not {expected[each]}"


@lru_cache(maxsize=16)
def _boxes(sets: tuple[TileSet, ...]) -> tuple[dict[str, Tile], Counter[str]]:
    """Mappings from each face in the given sets to its tile and from each tile to its count, with keys in notation."""
    tiles = [tile for each in sets for tile in each.tiles]
    return {face.text: tile for tile in tiles for face in tile.faces}, Counter(tile.text for tile in tiles)


def _set_flaws(state: game.State, whole: list[Tile], single: list[Face]) -> Iterator[str]:
    """Report tiles that are not in the sets, and missing or surplus copies; a single face stands for its tile."""
    by_face, expected = _boxes(state.setup.tiles or ())
    found = [tile.text for bag in state.bags for tile in bag]
    for face in [*single, *(tile.up for tile in whole)]:
        if face.text in by_face:
            found.append(by_face[face.text].text)
        elif not face.is_hut:
            yield f"{face} is in no set of this game"
    for tile in whole:
        if not tile.up.is_hut and by_face.get(tile.up.text) not in {tile, tile.turned}:
            yield f"{tile} is no tile of this game"
    yield from _miscounted(Counter(found), expected)


def _pile_flaws(state: game.State) -> Iterator[str]:
    """Report inconsistent piles and pools of the deck, such as an empty pile."""
    deck = state.deck
    most = 1 + sum(module.cards is not None for module in state.setup.modules)
    if len(deck.piles) > game.PILES:
        yield f"deck: there can be at most {game.PILES} piles"
    mixed = len(deck.pools) > 1 and (deck.pools[0].bureaus or deck.pools[1].currencies)
    if len(deck.pools) > most or bool(deck.pools) != bool(deck.piles) or mixed:
        yield "deck: there must be one pool of money, and one for the cards of each module"
    for layer in deck.piles:
        if len(layer.slots) != len(deck.pools):
            yield "deck: every pile counts its cards of each pool"
        if not len(layer):
            yield "deck: a pile is empty"
    for number in range(len(deck.pools)):
        if len(deck.pools) > 1 and not sum(layer.slots[number] for layer in deck.piles if number < len(layer.slots)):
            yield "deck: a pool has no place in the piles"
    if is_set_up(state) and (len(deck.piles) > 1 or any(layer.cards for layer in deck.piles)):
        yield at("deck: ", Reason("it has not been cut yet"))
    if set(deck.later) - set(state.setup.game.later):
        yield f"deck: no such card waits for a reshuffle in {state.setup.game}"


def all_cards(state: game.State) -> Counter[Card | Bureau]:
    """The number of copies of every card in the game; the modules' cards are added when the deck is cut."""
    money = all_money(COPIES if state.setup.players > 2 else COPIES - 1)
    others = [module.cards[0] for module in state.setup.modules if module.cards and not is_set_up(state)]
    return Counter(card for purse in (money, *others) for card in purse)


def _card_flaws(state: game.State) -> Iterator[str]:
    deck = state.deck
    for number, pool in enumerate(deck.pools):
        slots = sum(layer.slots[number] for layer in deck.piles if number < len(layer.slots))
        if slots != len(pool):
            yield f"deck: pool {number} has {len(pool)} cards for {slots} places in the piles"
    purses = [player.hand for player in state.players] + [state.display, state.discard, *deck.pools]
    cards = Counter(card for purse in purses for card in purse)
    if state.setup.tiles is None:
        extra = [card for module in state.setup.modules if module.cards for card in module.cards[0]]
        for card, times in cards.items():
            most = COPIES if isinstance(card, Card) else int(card in extra)
            if times > most:
                yield _more(card, times, most)
        return
    yield from _miscounted(cards, all_cards(state))
