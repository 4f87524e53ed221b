"""The actions of a turn: take money, buy, redesign the city, stop or pass, and then place tiles.

A player who places a tile may turn it over, and then builds it, stores it or gives it to Dirk.
"""

from collections.abc import Iterator

from attrs import evolve

from granada.board import CURRENCIES, Card, Face, Purse, handfuls, payments
from granada.game import actions
from granada.game.actions import Action, Add, Buy, Flip, Give, Pass, Place, Remove, Reveal, Stop, Store, Swap, Take
from granada.game.agenda import dirk_with
from granada.game.buying import broken_by_buying, earns_an_action, paid, purchases, tile_bought, with_purchase
from granada.game.state import State, less, more
from granada.rulebook import Rule, Rulings
from granada.steps import Act, Decision, Pending, PlaceTiles


def acts(state: State, step: Act) -> tuple[Action, ...]:
    """The legal actions in a turn, in canonical order, including stopping after a purchase or passing before one."""
    end = Stop() if step.bought else Pass()
    ends = () if any(broken_by_acting(state, step, end)) else (end,)
    return (*_acts(state, step), *acts_of_modules(state, step), *ends)


def _acts(state: State, step: Act) -> list[Action]:
    """The legal actions that take money, buy a tile or redesign the city."""
    player, rulings = state.players[step.seat], state.rulings
    city, reserve = player.city, tuple(dict.fromkeys(player.reserve))  # without duplicates
    takes = handfuls(state.display, rulings.several_cards_limit, bureaus_too=rulings.bureaus_with_money)
    return [
        *(Take(cards) for cards in takes),
        *purchases(state, step.seat),
        *(Add(face, cell) for face in reserve for cell in city.sites(face)),
        *(Remove(cell) for cell in city.removable),
        *(Swap(cell, face) for cell, face in city.swaps(reserve)),
    ]


def acts_of_modules(state: State, step: Decision) -> tuple[Action, ...]:
    """The legal actions that modules add, in canonical order."""
    own = [action for module in state.setup.modules for action in module.options(state, step)]
    return tuple(sorted(own, key=actions.canonical))


def can_act(state: State, step: Act) -> bool:
    """Whether a seat has any legal action other than showing a bonus card."""
    if len(state.display):
        return True
    own = (action for action in acts_of_modules(state, step) if not isinstance(action, Reveal))
    return any(own) or bool(_acts(state, step))


def broken_by_acting(state: State, step: Act, action: Action) -> Iterator[Rule]:
    """The rules broken by an action in a turn."""
    player, rulings = state.players[step.seat], state.rulings
    match action:
        case Take(cards) if not state.display.holds(cards):
            yield Rule.CARDS_ARE_HELD
        case Take(cards):
            if not len(cards):
                yield Rule.TAKE_AT_LEAST_ONE
            if len(cards) > 1 and cards.total() > rulings.several_cards_limit:
                yield Rule.TAKE_SEVERAL_UP_TO_FIVE
            if len(cards) > 1 and cards.bureaus and not rulings.bureaus_with_money:
                yield Rule.BUREAU_IS_TAKEN_ALONE
        case Buy():
            yield from broken_by_buying(state, step.seat, action)
        case Add(face) | Swap(face=face) if face not in player.reserve:
            yield Rule.TILE_IS_THERE
        case Add(face, cell):
            yield from player.city.broken_by_adding(face, cell)
        case Remove(cell):
            yield from player.city.broken_by_removing(cell)
        case Swap(cell, face):
            yield from player.city.broken_by_swapping(cell, face)
        case Pass() if step.bought:  # passing is only possible before a purchase
            yield Rule.IN_ITS_PHASE
        case Pass() if not rulings.may_pass and can_act(state, step):
            yield Rule.ACT_ON_YOUR_TURN
        case Stop() if not step.bought:  # stopping is possible only after a purchase that earned a further action
            yield Rule.ACT_ON_YOUR_TURN
        case Stop() if rulings.must_act_again and can_act(state, step):
            yield Rule.EXACT_PAYMENT_EARNS_AN_ACTION


def acted(state: State, step: Act, action: Action) -> State:
    """The state after an action in a turn; stopping and passing change only the agenda."""
    seat, player = step.seat, state.players[step.seat]
    match action:
        case Buy():  # after an exact payment, the player acts again before placing the tile
            again = Act(seat, more(step.bought, tile_bought(state, action)))
            after = with_purchase(state, seat, action, again)
            return after if earns_an_action(state, seat, action) else after_acting(after, again)
        case Take(cards):
            state = evolve(state, display=state.display - cards)
            player = evolve(player, hand=player.hand + cards)
        case Add(face, cell):
            player = evolve(player, city=player.city.added(face, cell), reserve=less(player.reserve, face))
        case Remove(cell):
            player = evolve(player, city=player.city.removed(cell), reserve=more(player.reserve, player.city[cell]))
        case Swap(cell, face):
            reserve = more(less(player.reserve, face), player.city[cell])
            player = evolve(player, city=player.city.swapped(cell, face), reserve=reserve)
    return after_acting(state.with_player(seat, player), step)


def after_acting(state: State, step: Act, *got: Pending) -> State:
    """The state after a seat's last action; the seat then places the tiles that it bought or took."""
    return _placing(state, step.seat, *map(Pending, step.bought), *got)


def _placing(state: State, seat: int, *tiles: Pending) -> State:
    """The state in which a seat must place the given tiles; if there are none, the agenda continues."""
    ordered = tuple(sorted(tiles, key=lambda pending: str(pending.tile)))
    return state.then(PlaceTiles(seat, ordered)) if ordered else state.then()


FLIP_PRICE = 3
"""The minimum payment for turning over a bought tile."""


def places(state: State, step: PlaceTiles) -> list[Action]:
    """The legal actions for waiting tiles: flip, build, store (a bought tile with either face up), or give to Dirk."""
    player = state.players[step.seat]
    lying = {pending.tile.up for pending in step.tiles}
    bought = [pending for pending in step.tiles if pending.bought]
    unturned = {each.tile.up for each in bought if each.tile.down is not None and not each.flipped}
    below = {pending.tile.down for pending in bought if pending.tile.down is not None}
    gifts = {pending.tile.up for pending in bought if not pending.overpaid and state.dirk is not None}
    return [
        *(Flip(face, cards) for face in sorted(unturned) for cards in _flip_payments(state.rulings, player.hand)),
        *(Place(face, cell) for face in sorted(lying) for cell in player.city.sites(face)),
        *(Store(face) for face in sorted(lying | below)),
        *(Give(face) for face in sorted(gifts)),
    ]


def _flip_payments(rulings: Rulings, hand: Purse) -> list[Purse]:
    """The possible payments for a flip, without unneeded cards."""
    if not rulings.flip_by_one_card:
        return [cards for currency in CURRENCIES for cards in payments(hand, currency, FLIP_PRICE)]
    return [Purse([card]) for card in hand.kinds if isinstance(card, Card) and card.value >= FLIP_PRICE]


def _named(step: PlaceTiles, face: Face) -> list[Pending]:
    """The waiting tiles that a face can mean: first those that show it, least restricted first, then the others."""
    up = [pending for pending in step.tiles if pending.tile.up == face]
    up.sort(key=lambda pending: (not pending.bought, pending.flipped, pending.overpaid))
    return [*up, *(pending for pending in step.tiles if pending.tile.down == face)]


def broken_by_placing(state: State, step: PlaceTiles, action: Flip | Place | Store | Give) -> Iterator[Rule]:
    """The rules broken by turning a tile over, building it, storing it or giving it away."""
    player = state.players[step.seat]
    meant = next(iter(_named(step, action.face)), None)
    up = meant is not None and meant.tile.up == action.face
    match action:
        case _ if meant is None:
            yield Rule.TILE_IS_THERE
        case Flip() if not up or meant.tile.down is None:
            yield Rule.ONE_FACE_IS_NEVER_FLIPPED if up else Rule.TILE_IS_THERE
        case Flip(_, cards) if not player.hand.holds(cards):
            yield Rule.CARDS_ARE_HELD
        case Flip(_, cards):
            if not meant.bought:
                yield Rule.AWARDS_ARE_NOT_FLIPPED
            if meant.flipped:
                yield Rule.FLIP_ONCE
            yield from _broken_by_flip_payment(state.rulings, cards)
        case Place(face, cell):
            found = player.city.broken_by_adding(face, cell)
            yield from found
            if not up and Rule.CELL_IS_FREE not in found:
                yield Rule.FACE_AS_BOUGHT if meant.bought else Rule.AWARDS_ARE_NOT_FLIPPED
        case Store():  # a bought tile may lie in the reserve either face up
            if not up and not meant.bought:
                yield Rule.AWARDS_ARE_NOT_FLIPPED
        case Give():
            if not up and not meant.bought:
                yield Rule.AWARDS_ARE_NOT_FLIPPED
            if state.dirk is None or not meant.bought:
                yield Rule.GIFTS_TO_DIRK
            if meant.bought and (not up or meant.overpaid):
                yield Rule.GIFTS_KEEP_THEIR_FACE


def _broken_by_flip_payment(rulings: Rulings, cards: Purse) -> Iterator[Rule]:
    """The rules broken by the payment for a flip."""
    if cards.total() < FLIP_PRICE or (rulings.flip_by_one_card and len(cards) > 1):
        yield Rule.FLIP_COSTS_THREE
    if len(cards.currencies) > 1 or cards.bureaus:
        yield Rule.FLIP_IN_ONE_CURRENCY


def placed(state: State, step: PlaceTiles, action: Flip | Place | Store | Give) -> State:
    """The state after a tile has been turned over, built, stored or given away."""
    seat, player = step.seat, state.players[step.seat]
    meant = _named(step, action.face)[0]
    left = less(step.tiles, meant)
    match action:
        case Flip(_, cards):
            overpaid = state.rulings.gift_flip_exact and cards.total() != FLIP_PRICE
            turned = evolve(meant, tile=meant.tile.turned, flipped=True, overpaid=overpaid)
            state, left = paid(state, seat, cards), (*left, turned)
        case Place(face, cell):
            state = state.with_player(seat, evolve(player, city=player.city.added(face, cell)))
        case Store(face):
            state = state.with_player(seat, evolve(player, reserve=more(player.reserve, face)))
        case Give():  # with its current face up or, under another reading, the face that the marker shows
            gift = meant.tile.showing(state.marker) if state.rulings.gifts_follow_marker else meant.tile
            state = evolve(state, dirk=dirk_with(state.dirk, gift))
    return _placing(state, seat, *left)
