"""The rules: what an action would break, and what it does."""

from collections.abc import Iterable, Iterator

from granada.errors import quoted
from granada.game import acting, placing
from granada.game.actions import Action, Add, Buy, Draw, Flip, Give, Pass, Place, Remove, Stop, Store, Swap, Take
from granada.game.agenda import Tell, settle
from granada.game.buying import broken_by_buying
from granada.game.chance import draw_can_come, drawn, waits_for_draw
from granada.game.options import can_act
from granada.game.state import State, a_seat, a_state, a_whole_state
from granada.rulebook import Rule, Rulings, sentence_of
from granada.steps import Act, PlaceTiles, Step

IMPOSSIBLE = frozenset(
    {
        Rule.IN_ITS_PHASE,
        Rule.GAME_IS_OVER,
        Rule.CARDS_ARE_HELD,
        Rule.TILE_IS_THERE,
        Rule.CELL_IS_FREE,
        Rule.DRAW_CAN_COME,
    }
)
"""The rules that say of an action that it is impossible, not just forbidden; where one is broken, no other is told."""
_ORDER = {rule: number for number, rule in enumerate(Rule)}


class IllegalAction(ValueError):
    """An action against the rules, with the rules that it breaks."""

    def __init__(self, action: Action, rules: Iterable[Rule], hint: str = "", rulings: Rulings | None = None) -> None:
        """Keep the action and the rules; the message explains them by the readings, and may say what to do instead."""
        self.action = action
        self.rules = tuple(rules)
        self.hint, self.rulings = hint, rulings
        reasons = "; ".join(f"{rule}: {sentence_of(rule, rulings)}" for rule in self.rules)
        super().__init__(f"{action} breaks {reasons}{f' ({hint})' if hint else ''}")

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the parts when unpickled."""
        return IllegalAction, (self.action, self.rules, self.hint, self.rulings)


def broken(state: State, action: Action, seat: int | None = None) -> tuple[Rule, ...]:
    """The rules that an action would break, in rulebook order; none when it is legal.

    This is what legality means.
    An action that is impossible rather than illegal breaks one rule that says so, and nothing further is judged.
    With a seat, counted from 0, it must be for that seat to act, or act-on-your-turn is broken; with None, which is no
    spectator here, whoever is to act is meant.
    """
    if not isinstance(action, Action):
        raise TypeError(f"action is an Action such as Action.parse('take b3'), not {quoted(action)}")
    if a_state(state).over:
        return (Rule.GAME_IS_OVER,)
    if seat is not None and a_seat(seat, state.setup) != state.actor:
        return (Rule.ACT_ON_YOUR_TURN,)
    return tuple(sorted(_broken(state, state.todo[0], action), key=_ORDER.__getitem__))


def _broken(state: State, step: Step, action: Action) -> Iterable[Rule]:
    """The rules that an action would break at a step."""
    match step, action:
        case Act(), Take():
            return acting.broken_by_taking(state, action)
        case Act(), Buy():
            return broken_by_buying(state, step.seat, action)
        case Act(), Add():
            return acting.broken_by_adding(state, step, action)
        case Act(), Remove():
            return acting.broken_by_removing(state, step, action)
        case Act(), Swap():
            return acting.broken_by_swapping(state, step, action)
        case Act(), Stop():
            return _broken_by_stopping(state, step)
        case Act(), Pass():
            return _broken_by_passing(state, step)
        case PlaceTiles(), Flip():
            return placing.broken_by_flipping(state, step, action)
        case PlaceTiles(), Place():
            return placing.broken_by_placing(state, step, action)
        case PlaceTiles(), Store():
            return placing.broken_by_storing(step, action)
        case PlaceTiles(), Give():
            return placing.broken_by_giving(state, step, action)
        case _, Draw() if waits_for_draw(state):
            return () if draw_can_come(state, action) else (Rule.DRAW_CAN_COME,)
        case _:
            return _broken_by_module(state, step, action)


def _broken_by_passing(state: State, step: Act) -> Iterator[Rule]:
    """Passing is for those who can do nothing, and comes before any purchase; by another reading anybody may pass."""
    if step.bought:
        yield Rule.IN_ITS_PHASE
    elif not state.rulings.may_pass and can_act(state, step):
        yield Rule.ACT_ON_YOUR_TURN


def _broken_by_stopping(state: State, step: Act) -> Iterator[Rule]:
    """Stopping is for those who have bought and earned a further action; by another reading they act if they can."""
    if not step.bought:
        yield Rule.ACT_ON_YOUR_TURN
    elif state.rulings.must_act_again and can_act(state, step):
        yield Rule.EXACT_PAYMENT_EARNS_AN_ACTION


def _broken_by_module(state: State, step: Step, action: Action) -> Iterable[Rule]:
    """The rules that an action of a module would break; it belongs to the first that knows it at this step."""
    for module in state.setup.modules:
        rules = module.broken(state, step, action)
        if rules is not None:
            return rules
    return (Rule.IN_ITS_PHASE,)


def _performed(state: State, step: Step, action: Action) -> State:
    """The state after a legal action of the core; those of modules change nothing here."""
    match step, action:
        case Act(), Take():
            return acting.take(state, step, action)
        case Act(), Buy():
            return acting.buy(state, step, action)
        case Act(), Add():
            return acting.add(state, step, action)
        case Act(), Remove():
            return acting.remove(state, step, action)
        case Act(), Swap():
            return acting.swap(state, step, action)
        case Act(), Stop() | Pass():
            return acting.stop(state, step)
        case PlaceTiles(), Flip():
            return placing.flip(state, step, action)
        case PlaceTiles(), Place():
            return placing.place(state, step, action)
        case PlaceTiles(), Store():
            return placing.store(state, step, action)
        case PlaceTiles(), Give():
            return placing.give(state, step, action)
        case _:
            return state


def _hint(state: State, action: Action, seat: int | None) -> str:
    """What is to be done instead of an action, where it is not for its seat, or for any, to act."""
    if waits_for_draw(state):
        return "" if isinstance(action, Draw) else "a draw is due: deal(state, rng) makes it"
    return "" if seat in (None, state.actor) or state.actor is None else f"it is for seat {state.actor + 1} to act"


def is_legal(state: State, action: Action) -> bool:
    """Whether an action breaks no rule."""
    return not broken(state, action)


def apply(state: State, action: Action, seat: int | None = None) -> State:
    """The state after an action, or an IllegalAction that names the rules it breaks.

    A server gives the seat, counted from 0, from which the action came: who is not to act is refused.
    """
    return apply_telling(state, action, None, seat)


def apply_telling(state: State, action: Action, tell: Tell | None, seat: int | None = None) -> State:
    """``apply``, which also tells what the action did, and what each step did that ran by itself."""
    if rules := broken(a_whole_state(state), action, seat):
        raise IllegalAction(action, rules, _hint(state, action, seat), state.rulings)
    step = state.todo[0]
    if isinstance(action, Draw):
        after = drawn(state, action)
    else:
        after = _performed(state, step, action)
        for module in state.setup.modules:
            after = module.performs(after, step, action)
    if tell is not None:
        tell(step, after)
    return settle(after, tell)
