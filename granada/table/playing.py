"""Whole games between bots, and records of games.

A bot chooses when its seat must decide, and receives events if it has a method ``notice``. A record contains the set-up
and all steps; it can also be written as one seat sees it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from attrs import evolve, field, frozen

from granada.board import Tile, TileSet
from granada.errors import InvalidState, instance, quoted, whole
from granada.events import Event
from granada.game import GRANADA, NORMAL, Game, Setup, State, a_seat, apply, broken, choose_draw, legal_actions
from granada.game.actions import VERBS, Action, Draw, HiddenDraw, Reveal
from granada.generators import Generator, HasRandrange, a_generator
from granada.modules import BONUS
from granada.notation import Pictured
from granada.rulebook import Rule, Rulings, sentence_of
from granada.steps import DealBonus
from granada.table.bots import Bot
from granada.table.table import new_game, opened, winners
from granada.table.unfolding import unfold
from granada.table.view import bonus_known_to, observe, seen


def _noted(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of the notes about a game; raise an error if they cannot be written as JSON."""
    expected = "about must be a value that JSON can express, such as {'names': ['red', 'blue'], 'date': '2026-11-15'}"
    try:
        noted = json.loads(json.dumps(about, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        noted = None
    if not isinstance(noted, dict):
        raise TypeError(f"{expected}, not {quoted(about)}")
    return noted


@frozen
class Record(Pictured):
    """A recorded game: the set-up and all steps.

    - ``setup``: The options chosen for the table.
    - ``steps``: Pairs: a seat and its action, or None and a draw; a hidden draw is a ``HiddenDraw``.
    - ``points``: The points at the end; None if the game was not finished.
    - ``winners``: The seats that won; None if the game was not finished.
    - ``about``: Notes about the game, such as names, date and place.
    - ``cut_off``: The number of decisions after which the game was cut off, or None; ``points`` are those at that
      moment.
    """

    setup: Setup = field(validator=instance(Setup, "a Setup such as new_game(3).setup"))
    steps: tuple[tuple[int | None, Action], ...] = ()
    points: tuple[int, ...] | None = field(default=None)
    winners: tuple[int, ...] | None = field(default=None)
    about: dict[str, Any] = field(factory=dict, converter=_noted, hash=False)
    cut_off: int | None = field(default=None, kw_only=True)

    def seen_by(self, seat: int | None) -> Record:
        """The record as a seat, or a spectator (None), may see it; other players' bonus cards become hidden draws."""
        return evolve(self, steps=tuple(_seen(self, None if seat is None else a_seat(seat, self.setup))))


def decisions_in(steps: Iterable[tuple[int | None, object]]) -> int:
    """The number of decisions among the given steps, not counting draws."""
    return sum(seat is not None for seat, _ in steps)


def is_spent(steps: Sequence[tuple[int | None, object]], limit: int) -> bool:
    """Whether a game has reached its limit on the number of decisions."""
    return len(steps) >= limit and decisions_in(steps) >= limit


def _seen(record: Record, seat: int | None) -> Iterator[tuple[int | None, Action]]:
    """The steps of a record, in which draws that a seat must not see become hidden draws."""
    state = opened(record.setup)
    owners = [] if any(isinstance(step, DealBonus) for step in state.todo) else [seat]
    for number, (actor, action) in enumerate(record.steps, start=1):
        if not owners and isinstance(state.todo[0], DealBonus):  # from here on, the owners of the next cards are known
            owners = [seat, *reversed([owner for owner, left in enumerate(state.todo[0].left) for _ in range(left)])]
        if not owners and isinstance(action, HiddenDraw):
            raise InvalidState(f"step {number} is hidden, but only bonus cards are dealt in secret")
        if len(owners) > 1 and not (actor is None and _is_of_a_tile(action)):
            raise InvalidState(f"step {number} ({action}) comes while bonus cards are being dealt")
        yield actor, action if not owners or owners[-1] == seat else HiddenDraw()
        if len(owners) > 1:
            owners.pop()
        elif not owners:
            state = apply(state, action)


def _is_of_a_tile(action: Action) -> bool:
    return isinstance(action, HiddenDraw) or (isinstance(action, Draw) and isinstance(action.what, Tile))


def replay(record: Record) -> Iterator[State]:
    """Yield the states of a recorded game, beginning with the state before the first draw.

    In a record with hidden bonus cards, these cards are None in the states.
    """
    if not isinstance(record, Record):
        raise TypeError(f"record must be a Record such as play returns, not {quoted(record)}")
    return _states(record)


def _states(record: Record) -> Iterator[State]:
    state, owners = opened(record.setup), set[int]()
    yield state
    for number, (seat, known) in enumerate(record.steps, start=1):
        action = known
        if isinstance(action, HiddenDraw):
            owner, action = _dealt_unseen(record, state, number)
            owners.add(owner)
        if seat != state.actor and not state.over:
            made = "a draw" if seat is None else f"by seat {seat}"
            due = "a draw is due" if state.actor is None else f"seat {state.actor} must act"
            raise InvalidState(f"step {number} ({action}) is {made}, but {due}")
        state = apply(state, action)
        others = set(range(len(state.players))) - owners
        yield seen(state.with_extra(BONUS, bonus_known_to(others, state.extra(BONUS)))) if owners else state


def _dealt_unseen(record: Record, state: State, number: int) -> tuple[int, Draw]:
    """The seat that is dealt a hidden bonus card, and a possible card, preferably one that the seat shows later."""
    step = state.todo[0] if state.todo else None
    if not isinstance(step, DealBonus):
        raise InvalidState(f"step {number} is hidden, but only bonus cards are dealt in secret")
    owner = next(seat for seat, left in enumerate(step.left) if left)
    left = [face for face in state.extra(BONUS).left if face is not None]
    shown = [(seat, action.face) for seat, action in record.steps if isinstance(action, Reveal)]
    deals = record.steps[number - 1 : number - 1 + sum(step.left)]  # this deal and all later ones
    dealt = [action.what.up for _, action in deals if isinstance(action, Draw) and isinstance(action.what, Tile)]
    own = [face for seat, face in shown if seat == owner and face in left and face not in dealt]
    others = [face for face in left if face not in dealt and all(face != each for _, each in shown)]
    if not own and not others:
        raise InvalidState(f"step {number} is hidden, and no bonus card is left that it could be")
    return owner, Draw(Tile((own or others)[0]))


_BOTS = "bots must be a list of players with a method choose, such as RandomBot(), one for each seat"
_KINDS = frozenset(VERBS.values())
"""The classes of all actions."""


DECISIONS = 1_000
"""The default limit on the number of decisions for each seat; games usually stay far below it."""


def most_decisions(for_each: int, players: int) -> int:
    """The limit on the number of decisions in a game, given the limit for each seat."""
    if whole(for_each, "decisions") < 1:
        raise InvalidState(f"decisions must be 1 or more for each seat, not {for_each}")
    return for_each * players


class FaultyBot(ValueError):
    """Raised when a bot does not return a legal action; contains the seat, the bot, the value and the broken rules."""

    def __init__(
        self, seat: int, bot: object, gave: object, rules: Iterable[Rule] = (), rulings: Rulings | None = None
    ) -> None:
        """Store the details; the message counts seats from 1."""
        self.seat, self.bot, self.gave, self.rules, self.rulings = seat, bot, gave, tuple(rules), rulings
        broken = "; ".join(f"{rule}: {sentence_of(rule, rulings)}" for rule in self.rules)
        what = f"{gave}, which breaks {broken}" if self.rules else f"{quoted(gave)}, which is not an action"
        super().__init__(f"seat {seat + 1}, {quoted(bot)}, gave {what}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the error by its parts; the bot and the value that it returned become texts."""
        gave = self.gave if isinstance(self.gave, Action) else quoted(self.gave)
        return FaultyBot, (self.seat, quoted(self.bot), gave, self.rules, self.rulings)


def ask(bot: Bot, state: State, seat: int) -> Action:
    """The action that a bot chooses for its seat; raise FaultyBot if the action is not legal."""
    view = observe(state, seat, recall=getattr(bot, "remembers", False) is True)
    action = bot.choose(view, legal_actions(state))
    is_action = type(action) in _KINDS  # a class defined by the bot could misreport its action
    rules = broken(state, action) if is_action else ()
    if rules or not is_action:
        raise FaultyBot(seat, bot, action, rules, state.rulings)
    return action


def listeners(bots: Sequence[Bot]) -> Callable[[Iterable[Event]], None] | None:
    """A function that sends events, as each seat sees them, to bots with a method ``notice``; None if no bot has it."""
    listening = [(seat, notice) for seat, bot in enumerate(bots) if callable(notice := getattr(bot, "notice", None))]

    def notify(happened: Iterable[Event]) -> None:
        for event in happened:
            for seat, notice in listening:
                notice(event.seen_by(seat))

    return notify if listening else None


def play(
    bots: Sequence[Bot],
    game: Game | str = GRANADA,
    *,
    rng: Generator | None = None,
    modules: Iterable[str] = (),
    scoring: str = NORMAL,
    rulings: Rulings | None = None,
    tiles: TileSet | Iterable[TileSet] | None = None,
    ages: Iterable[int] | None = None,
    about: Mapping[str, Any] | None = None,
    decisions: int = DECISIONS,
) -> Record:
    """Play a whole game between bots, one for each seat, and return its record, which contains the notes ``about``.

    A bot with a method ``notice`` receives each event that its seat can see.
    If a bot does not choose a legal action, raise a FaultyBot that names the bot.
    After ``decisions`` decisions for each seat, the game is cut off without a winner, and the record says so.
    """
    are_bots = isinstance(bots, Sequence) and not any(isinstance(bot, type) for bot in bots)
    if not are_bots or not all(callable(getattr(bot, "choose", None)) for bot in bots):
        raise TypeError(f"{_BOTS}, not {quoted(bots)}")
    state = new_game(len(bots), game, modules=modules, scoring=scoring, rulings=rulings, tiles=tiles, ages=ages)
    numbers = Random() if rng is None else a_generator(rng)
    limit = most_decisions(decisions, len(bots))
    steps: list[tuple[int | None, Action]] = []
    for seat, action, after in played(state, bots, numbers, lambda: is_spent(steps, limit)):
        steps.append((seat, action))
        state = after
    won, cut_off = (winners(state), None) if state.over else ((), limit)
    return Record(state.setup, tuple(steps), state.points, won, about or {}, cut_off=cut_off)


def played(
    state: State, bots: Sequence[Bot], numbers: HasRandrange, spent: Callable[[], bool] = lambda: False
) -> Iterator[tuple[int | None, Action, State]]:
    """Yield the steps of a game between bots, up to its end or to the limit on the number of decisions.

    A step consists of the seat, its action or the draw, and the state after it.
    """
    notify = listeners(bots)

    def decide(state: State, seat: int) -> Action | None:
        return None if spent() else ask(bots[seat], state, seat)

    for seat, action, after, happened in game_loop(state, decide, numbers, unfolding=notify is not None):
        if notify is not None:
            notify(happened)
        yield seat, action, after


Decide = Callable[[State, int], Action | State | None]
"""A function that returns the acting seat's action, or another state from which to continue, as after an undo.

None cuts the game off.
"""


def game_loop(
    state: State, decide: Decide, numbers: HasRandrange, *, unfolding: bool = True
) -> Iterator[tuple[int | None, Action, State, tuple[Event, ...]]]:
    """Play a game until it is over or cut off: seats decide, and a generator makes the draws.

    For each step, yield the seat (None for a draw), its action, the state after it, and the events.
    """
    while not state.over:
        seat = state.actor
        chosen = choose_draw(state, numbers) if seat is None else decide(state, seat)
        if chosen is None:
            return
        if not isinstance(chosen, Action):
            state = chosen
            continue
        state, happened = unfold(state, chosen) if unfolding else (apply(state, chosen), ())
        yield seat, chosen, state, happened
