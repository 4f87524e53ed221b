"""Refereeing: a recorded game replayed to the first step against the rules."""

from attrs import frozen

from granada.board import InvalidState
from granada.errors import quoted
from granada.game import Action, IllegalAction, State, apply
from granada.pictures import LONGEST_LINE, sentence
from granada.rulebook import Rule, Rulings
from granada.table import Record, decisions_in, opened, winners
from granada.wire import read_record


@frozen
class Finding:
    """What a referee finds in a recorded game.

    - ``line``: The line of the first illegal step, or of a wrong result.
    - ``rulings``: The readings by which the game was played.
    """

    message: str
    ok: bool = False
    line: int | None = None
    seat: int | None = None
    action: Action | None = None
    rules: tuple[Rule, ...] = ()
    rulings: Rulings | None = None

    def __str__(self) -> str:
        """The finding in words."""
        return self.told()

    def told(self, width: int = LONGEST_LINE) -> str:
        """The finding in words, set as wide as that."""
        return "\n".join([self.message, *(sentence(rule, width, rulings=self.rulings) for rule in self.rules)])


def referee(game: Record | str) -> Finding:
    """Replay a recorded game: the first illegal step, a wrong result, or that all is well."""
    if isinstance(game, str):
        record = _read(game)
        numbers = [number for number, line in enumerate(game.split("\n"), start=1) if line.strip()]
    elif not isinstance(game, Record):
        raise TypeError(f"game is a Record or the text of one, not {quoted(game)}")
    else:
        record = game
        numbers = list(range(1, len(game.steps) + 3))
    state = opened(record.setup)
    for number, (seat, action) in zip(numbers[1:], record.steps, strict=False):
        after = _after(state, seat, action)
        if isinstance(after, tuple):
            who = "" if seat is None else f"{_seat(seat)}: "
            due = f" (it was for {_seat(state.actor)})" if seat != state.actor and not state.over else ""
            told = f"line {number}: {who}{action}{due}"
            return Finding(told, line=number, seat=seat, action=action, rules=after, rulings=state.rulings)
        state = after
    return _result(state, record, numbers[-1])


def _read(game: str) -> Record:
    """A recorded game; a complaint about a seat adds that the file counts seats from 0."""
    try:
        return read_record(game)
    except InvalidState as flaw:
        reasons = (f"{each} (a record counts seats from 0)" if ".seat: " in each else each for each in flaw.reasons)
        raise InvalidState(reasons) from None


def _after(state: State, seat: int | None, action: Action | None) -> State | tuple[Rule, ...]:
    """The state after a step, or the rules that it breaks."""
    if action is None:
        raise InvalidState(["a draw is hidden: this is what somebody saw of a game, which is not all of it"])
    if seat != state.actor and not state.over:
        return (Rule.IN_ITS_PHASE,)
    try:
        return apply(state, action)
    except IllegalAction as refused:
        return refused.rules


def _result(state: State, record: Record, last: int) -> Finding:
    """Whether the result of a game is the one that was recorded."""
    if record.cut_off is not None:
        return _cut_off(state, record, last)
    if not state.over:
        if record.points is None:
            return Finding(f"{len(record.steps)} steps, all legal; the game is not over", ok=True)
        return Finding(f"line {last}: a result is given, but the game is not over", line=last)
    won = winners(state)
    result = f"points {_listed(state.points)}, {_won(won)}"
    if record.points is None:
        return Finding(f"{len(record.steps)} steps, all legal: {result}; no result was recorded", ok=True)
    if (record.points, record.winners) != (state.points, won):
        claimed = f"points {_listed(record.points)}, {_won(record.winners or ())}"
        return Finding(f"line {last}: the result is {result}, not {claimed}", line=last)
    return Finding(f"{len(record.steps)} steps, all legal: {result}", ok=True)


def _cut_off(state: State, record: Record, last: int) -> Finding:
    """Whether a game was cut off as it was recorded: before its end, after so many decisions, without winners."""
    made = decisions_in(record.steps)
    told = f"cut off after {made} decisions: points {_listed(state.points)}, {_won(())}"
    if state.over:
        return Finding(f"line {last}: the game is over, and was not cut off", line=last)
    if (record.cut_off, record.points, record.winners) != (made, state.points, ()):
        claimed = f"points {_listed(record.points or ())}, {_won(record.winners or ())}"
        wrong = f"line {last}: the game was {told}, not after {record.cut_off} decisions: {claimed}"
        return Finding(wrong, line=last)
    return Finding(f"{len(record.steps)} steps, all legal; {told}", ok=True)


def _seat(seat: int | None) -> str:
    return "a draw" if seat is None else f"seat {seat + 1}"


def _listed(points: tuple[int, ...]) -> str:
    return " ".join(map(str, points))


def _won(seats: tuple[int, ...]) -> str:
    if not seats:
        return "nobody wins"
    return f"{_seat(seats[0])} wins" if len(seats) == 1 else f"seats {_listed(tuple(s + 1 for s in seats))} win"
