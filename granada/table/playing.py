"""Whole games between bots: each is asked in its turn, and told what happens if it wants to know."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from granada.board import TileSet
from granada.errors import InvalidState, quoted, whole
from granada.events import Event
from granada.game import GRANADA, NORMAL, Action, Game, State, apply, broken, choose_draw, legal_actions
from granada.generators import Generator, HasRandrange, a_generator
from granada.rulebook import Rule, Rulings, sentence_of
from granada.table.bots import Bot
from granada.table.records import Record, is_spent
from granada.table.table import new_game, winners
from granada.table.unfolding import unfold
from granada.table.view import observe

_BOTS = "bots is a list of players with a method choose, such as RandomBot(), one for each seat"


DECISIONS = 1_000
"""After so many decisions for each seat a game is cut off, unless it is told otherwise; no sensible one comes near."""


def most_decisions(for_each: int, players: int) -> int:
    """How many decisions a game has at the most, given how many for each seat."""
    if whole(for_each, "decisions") < 1:
        raise InvalidState(f"decisions is 1 or more for each seat, not {for_each}")
    return for_each * players


class FaultyBot(ValueError):
    """A bot gave something that is no legal action: its seat, the bot, what it gave, and the rules that breaks."""

    def __init__(
        self, seat: int, bot: object, gave: object, rules: Iterable[Rule] = (), rulings: Rulings | None = None
    ) -> None:
        """Keep what is known; the message tells it, with the seat counted from 1."""
        self.seat, self.bot, self.gave, self.rules, self.rulings = seat, bot, gave, tuple(rules), rulings
        broken = "; ".join(f"{rule}: {sentence_of(rule, rulings)}" for rule in self.rules)
        what = f"{gave}, which breaks {broken}" if self.rules else f"{quoted(gave)}, which is no action"
        super().__init__(f"seat {seat + 1}, {quoted(bot)}, gave {what}")

    def __reduce__(self) -> tuple[object, ...]:
        """Rebuild from the parts when unpickled; bot and what it gave are then told, not kept."""
        gave = self.gave if isinstance(self.gave, Action) else quoted(self.gave)
        return FaultyBot, (self.seat, quoted(self.bot), gave, self.rules, self.rulings)


def ask(bot: Bot, state: State, seat: int) -> Action:
    """What a bot chooses for its seat; a FaultyBot names it where that is no legal action."""
    view = observe(state, seat, recall=getattr(bot, "remembers", False) is True)
    action: Any = bot.choose(view, legal_actions(state))
    rules = broken(state, action) if isinstance(action, Action) else ()
    if rules or not isinstance(action, Action):
        raise FaultyBot(seat, bot, action, rules, state.rulings)
    return action


def listeners(bots: Sequence[Bot]) -> Callable[[Iterable[Event]], None] | None:
    """What tells events to each bot that has a method ``notice``, as far as its seat can see them; None if none has."""
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
    """A whole game between bots, one for each seat, recorded; ``about`` is noted in the record.

    A bot that has a method ``notice`` is told each event that its seat can see.
    One that chooses no legal action is named by a FaultyBot.
    After so many ``decisions`` for each seat the game is cut off: the record says so, and nobody wins.
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
    if not state.over:
        return Record(state.setup, tuple(steps), state.points, (), about or {}, cut_off=limit)
    return Record(state.setup, tuple(steps), state.points, winners(state), about or {})


def played(
    state: State, bots: Sequence[Bot], numbers: HasRandrange, spent: Callable[[], bool] = lambda: False
) -> Iterator[tuple[int | None, Action, State]]:
    """The steps of a game between bots, to its end or until its decisions are spent.

    Each is the seat, what it did or what was drawn, and the state after it.
    """
    notify = listeners(bots)

    def decide(state: State, seat: int) -> Action | None:
        return None if spent() else ask(bots[seat], state, seat)

    for seat, action, after, happened in game_loop(state, decide, numbers, unfolding=notify is not None):
        if notify is not None:
            notify(happened)
        yield seat, action, after


Decide = Callable[[State, int], Action | State | None]
"""What a seat does in a state; or a state to go on from, where something was taken back or somebody else is asked.

None cuts the game off.
"""


def game_loop(
    state: State, decide: Decide, numbers: HasRandrange, *, unfolding: bool = True
) -> Iterator[tuple[int | None, Action, State, tuple[Event, ...]]]:
    """The one loop that plays a game: seats decide, draws come from a generator, until it is over or cut off.

    After each step come the seat (None for a draw), what it did, the state after it, and what happened on the way.
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
