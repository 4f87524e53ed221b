"""The action of a turn: taking money, buying, redesigning the city, stopping and passing."""

from collections.abc import Iterable, Iterator

from attrs import evolve

from granada.board import handfuls
from granada.game.actions import Action, Add, Buy, Pass, Remove, Reveal, Stop, Swap, Take, canonical
from granada.game.buying import broken_by_buying, earns_an_action, purchases, tile_bought, with_purchase
from granada.game.state import State, less
from granada.rulebook import Rule
from granada.steps import Act, Decision, Pending, PlaceTiles


def acts(state: State, step: Act) -> tuple[Action, ...]:
    """The legal actions of a turn, in canonical order."""
    return (*_acts(state, step), *acts_of_modules(state, step), *_ends(state, step))


def _acts(state: State, step: Act) -> list[Action]:
    """Taking money, buying, and redesigning the city."""
    player, rulings = state.players[step.seat], state.rulings
    city, reserve = player.city, tuple(dict.fromkeys(player.reserve))  # each once
    takes = handfuls(state.display, rulings.several_cards_limit, bureaus_too=rulings.bureaus_with_money)
    return [
        *(Take(cards) for cards in takes),
        *purchases(state, step.seat),
        *(Add(face, cell) for face in reserve for cell in city.sites(face)),
        *(Remove(cell) for cell in city.removable),
        *(Swap(cell, face) for cell, face in city.swaps(reserve)),
    ]


def acts_of_modules(state: State, step: Decision) -> tuple[Action, ...]:
    """What the modules offer at a decision, in canonical order."""
    own = [action for module in state.setup.modules for action in module.options(state, step)]
    return tuple(sorted(own, key=canonical))


def _ends(state: State, step: Act) -> Iterator[Action]:
    """Stopping after a purchase, or passing before one, where nothing forbids it."""
    end = Stop() if step.bought else Pass()
    if not any(broken_by_acting(state, step, end)):
        yield end


def can_act(state: State, step: Act) -> bool:
    """Whether any action is possible; to show a bonus card does not count."""
    if len(state.display):
        return True
    own = (action for action in acts_of_modules(state, step) if not isinstance(action, Reveal))
    return any(own) or bool(_acts(state, step))


def broken_by_acting(state: State, step: Act, action: Action) -> Iterator[Rule]:
    """The rules that the action of a turn breaks."""
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
        case Pass() if step.bought:  # one passes before any purchase
            yield Rule.IN_ITS_PHASE
        case Pass() if not rulings.may_pass and can_act(state, step):
            yield Rule.ACT_ON_YOUR_TURN
        case Stop() if not step.bought:  # one stops after a purchase that earned a further action
            yield Rule.ACT_ON_YOUR_TURN
        case Stop() if rulings.must_act_again and can_act(state, step):
            yield Rule.EXACT_PAYMENT_EARNS_AN_ACTION


def acted(state: State, step: Act, action: Action) -> State:
    """The state after the action of a turn; who stops or passes changes nothing else."""
    seat, player = step.seat, state.players[step.seat]
    match action:
        case Buy():  # who paid exactly acts once more before the tile is placed
            tiles = tuple(sorted((*step.bought, tile_bought(state, action))))
            if earns_an_action(state, seat, action):
                return with_purchase(state, seat, action, Act(seat, tiles))
            return with_purchase(state, seat, action, PlaceTiles(seat, tuple(map(Pending, tiles))))
        case Take(cards):
            state = evolve(state, display=state.display - cards)
            player = evolve(player, hand=player.hand + cards)
        case Add(face, cell):
            player = evolve(player, city=player.city.added(face, cell), reserve=less(player.reserve, face))
        case Remove(cell):
            reserve = sorted((*player.reserve, player.city[cell]))
            player = evolve(player, city=player.city.removed(cell), reserve=tuple(reserve))
        case Swap(cell, face):
            reserve = sorted((*less(player.reserve, face), player.city[cell]))
            player = evolve(player, city=player.city.swapped(cell, face), reserve=tuple(reserve))
    return after_acting(state.with_player(seat, player), step)


def after_acting(state: State, step: Act, *got: Pending) -> State:
    """The state once a seat has no further action: what it bought, or took, is placed next."""
    tiles = in_order((*map(Pending, step.bought), *got))
    return state.then(PlaceTiles(step.seat, tiles)) if tiles else state.then()


def in_order(tiles: Iterable[Pending]) -> tuple[Pending, ...]:
    """Tiles that wait to be placed, in the order of their notation."""
    return tuple(sorted(tiles, key=lambda pending: str(pending.tile)))
