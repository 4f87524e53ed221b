"""The rules: the legal actions, the rules that an action breaks, and the effect of an action."""

from collections.abc import Iterable

from granada.errors import quoted
from granada.game.acting import acted, acts, acts_of_modules, broken_by_acting, broken_by_placing, placed, places
from granada.game.actions import Action, Add, Buy, Draw, Flip, Give, Pass, Place, Remove, Stop, Store, Swap, Take
from granada.game.agenda import Tell, card_can_come, settle
from granada.game.chance import drawn, supply, waits_for_draw, weights
from granada.game.state import Deck, State, a_seat, a_state, a_whole_state
from granada.rulebook import Rule, Rulings, sentence_of
from granada.steps import Act, Decision, PlaceTiles, Step

_ORDER = {rule: number for number, rule in enumerate(Rule)}


class IllegalAction(ValueError):
    """Raised for an illegal action, with the rules that it breaks."""

    def __init__(self, action: Action, rules: Iterable[Rule], hint: str = "", rulings: Rulings | None = None) -> None:
        """Store the action and the rules; the message quotes the rules, and may hint at another action."""
        self.action = action
        self.rules = tuple(rules)
        self.hint, self.rulings = hint, rulings
        reasons = "; ".join(f"{rule}: {sentence_of(rule, rulings)}" for rule in self.rules)
        super().__init__(f"{action} breaks {reasons}{f' ({hint})' if hint else ''}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the error by its parts."""
        return IllegalAction, (self.action, self.rules, self.hint, self.rulings)


def legal_actions(state: State) -> tuple[Action, ...]:
    """The legal actions in canonical order, without unneeded cards in payments; before a draw, the possible draws.

    The result is empty if the game is over. For a view, call ``view.legal_actions()``.
    """
    match state.todo[0] if a_state(state).todo else None:
        case None:
            return ()
        case Act() as step:
            return acts(state, step)
        case PlaceTiles() as step:
            return (*places(state, step), *acts_of_modules(state, step))
        case Decision() as step:
            return acts_of_modules(state, step)
    return tuple(draw for draw, _ in weights(state))


def broken(state: State, action: Action, seat: int | None = None) -> tuple[Rule, ...]:
    """The rules that an action would break, in rulebook order; none if it is legal.

    This function defines legality. For an impossible action, only the rule that makes it impossible is reported. If
    ``seat``, counted from 0, is not the acting seat, the action breaks act-on-your-turn; None skips this check.
    """
    if not isinstance(action, Action):
        raise TypeError(f"action must be an Action such as Action.parse('take b3'), not {quoted(action)}")
    if a_state(state).over:
        return (Rule.GAME_IS_OVER,)
    if seat is not None and a_seat(seat, state.setup) != state.actor:
        return (Rule.ACT_ON_YOUR_TURN,)
    return tuple(sorted(_broken(state, state.todo[0], action), key=_ORDER.__getitem__))


def _broken(state: State, step: Step, action: Action) -> Iterable[Rule]:
    """The rules that an action would break at a step."""
    match step, action:
        case Act(), Take() | Buy() | Add() | Remove() | Swap() | Stop() | Pass():
            return broken_by_acting(state, step, action)
        case PlaceTiles(), Flip() | Place() | Store() | Give():
            return broken_by_placing(state, step, action)
        case _, Draw(what) if source := supply(state):
            comes = card_can_come(source, what) if isinstance(source, Deck) else what in source
            return () if comes else (Rule.DRAW_CAN_COME,)
    for module in state.setup.modules:  # the action belongs to the first module that accepts it
        if (rules := module.broken(state, step, action)) is not None:
            return rules
    return (Rule.IN_ITS_PHASE,)


def _performed(state: State, step: Step, action: Action) -> State:
    """The state after a legal action, including the effects of modules; each module performs its own actions."""
    match step, action:
        case _, Draw():
            return drawn(state, action)
        case Act(), Take() | Buy() | Add() | Remove() | Swap() | Stop() | Pass():
            state = acted(state, step, action)
        case PlaceTiles(), Flip() | Place() | Store() | Give():
            state = placed(state, step, action)
    for module in state.setup.modules:
        state = module.performs(state, step, action)
    return state


def _hint(state: State, action: Action, seat: int | None) -> str:
    """The hint that a draw is due or that another seat must act; empty if neither applies."""
    if waits_for_draw(state):
        return "" if isinstance(action, Draw) else "a draw is due: deal(state, rng) makes it"
    return "" if seat in (None, state.actor) or state.actor is None else f"seat {state.actor + 1} must act"


def is_legal(state: State, action: Action) -> bool:
    """Whether an action breaks no rule."""
    return not broken(state, action)


def apply(state: State, action: Action, seat: int | None = None) -> State:
    """Return the state after an action; if it is illegal, raise an IllegalAction that names the broken rules.

    A server passes ``seat``, the sender of the action, counted from 0, so that only the acting seat can act.
    """
    return apply_telling(state, action, None, seat)


def apply_telling(state: State, action: Action, tell: Tell | None, seat: int | None = None) -> State:
    """Apply an action as ``apply`` does, and report the effects of the action and of each automatic step."""
    if rules := broken(a_whole_state(state), action, seat):
        raise IllegalAction(action, rules, _hint(state, action, seat), state.rulings)
    step = state.todo[0]
    after = _performed(state, step, action)
    if tell is not None:
        tell(step, after)
    return settle(after, tell)
