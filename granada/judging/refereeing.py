"""Referee a recorded game: replay it up to the first illegal step."""

from collections.abc import Iterable

from attrs import frozen

from granada.errors import InvalidState, quoted
from granada.game import Action, HiddenDraw, IllegalAction, State, apply
from granada.pictures import LONGEST_LINE, sentence
from granada.rulebook import Rule, Rulings
from granada.table import Record, opened, winners
from granada.text import lines_of
from granada.wire import Numbered, RecordReading, numbered_lines


@frozen
class Finding:
    """The result of refereeing a recorded game.

    - ``line``: The line of the first illegal step, or of a wrong result.
    - ``rulings``: The readings under which the game was played.
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
        """The finding in words, wrapped to a given width."""
        return "\n".join([self.message, *(sentence(rule, width, rulings=self.rulings) for rule in self.rules)])


def referee(game: Record | str) -> Finding:
    """Replay a recorded game and report the first illegal step, a wrong result, or that the game is correct."""
    if isinstance(game, str):
        return referee_lines(numbered_lines(lines_of(game)))
    if not isinstance(game, Record):
        raise TypeError(f"game must be a Record or the text of a record, not {quoted(game)}")
    return _refereed(game, enumerate(game.steps, start=2))


def referee_lines(lines: Iterable[Numbered]) -> Finding:
    """Replay the lines of a recorded game as ``referee`` does; read no line after the first illegal step."""
    try:
        reading = RecordReading(lines)
        steps = ((reading.line, step) for step in reading.entries() if step is not None and not reading.flaws)
        return _refereed(reading, steps)  # an error reports all unreadable lines
    except InvalidState as flaw:
        reasons = (f"{each} (a record counts seats from 0)" if ".seat: " in each else each for each in flaw.reasons)
        raise InvalidState(*reasons) from None


def _refereed(game: Record | RecordReading, steps: Iterable[tuple[int, tuple[int | None, Action]]]) -> Finding:
    """The finding on a game, given its steps and their line numbers."""
    state, number, decisions = opened(game.setup), 0, 0
    for line, (seat, action) in steps:
        after = _after(state, seat, action)
        if isinstance(after, tuple):
            return _illegal(state, seat, action, after, line)
        state, number, decisions = after, number + 1, decisions + (seat is not None)
    if isinstance(game, RecordReading):
        game.check()
    return _result(state, game, number, decisions, game.line if isinstance(game, RecordReading) else number + 2)


def _illegal(state: State, seat: int | None, action: Action, rules: tuple[Rule, ...], line: int) -> Finding:
    """The finding on a step that breaks the given rules."""
    who = "" if seat is None else f"{_seat(seat)}: "
    due = f" (it was for {_seat(state.actor)})" if seat != state.actor and not state.over else ""
    told = f"line {line}: {who}{action}{due}"
    return Finding(told, line=line, seat=seat, action=action, rules=rules, rulings=state.rulings)


def _after(state: State, seat: int | None, action: Action) -> State | tuple[Rule, ...]:
    """The state after a step, or the rules that it breaks."""
    if isinstance(action, HiddenDraw):
        raise InvalidState("a draw is hidden: this is a game as one seat saw it, with hidden draws")
    if seat != state.actor and not state.over:
        return (Rule.IN_ITS_PHASE,)
    try:
        return apply(state, action)
    except IllegalAction as refused:
        return refused.rules


def _result(state: State, game: Record | RecordReading, steps: int, decisions: int, last: int) -> Finding:
    """The finding on a game's recorded result, given the number of its steps and decisions."""
    points, winning = game.points, game.winners
    if game.cut_off is not None:
        return _cut_off(state, game, steps, decisions, last)
    if not state.over:
        if points is None:
            return Finding(f"{steps} steps, all legal; the game is not over", ok=True)
        return Finding(f"line {last}: a result is given, but the game is not over", line=last)
    won = winners(state)
    result = f"points {_listed(state.points)}, {_won(won)}"
    if points is None:
        return Finding(f"{steps} steps, all legal: {result}; no result was recorded", ok=True)
    if (points, winning) != (state.points, won):
        claimed = f"points {_listed(points)}, {_won(winning or ())}"
        return Finding(f"line {last}: the result is {result}, not {claimed}", line=last)
    return Finding(f"{steps} steps, all legal: {result}", ok=True)


def _cut_off(state: State, game: Record | RecordReading, steps: int, decisions: int, last: int) -> Finding:
    """The finding on a game that was recorded as cut off after a number of decisions."""
    told = f"cut off after {decisions} decisions: points {_listed(state.points)}, {_won(())}"
    if state.over:
        return Finding(f"line {last}: the game is over, and was not cut off", line=last)
    if (game.cut_off, game.points, game.winners) != (decisions, state.points, ()):
        claimed = f"points {_listed(game.points or ())}, {_won(game.winners or ())}"
        wrong = f"line {last}: the game was {told}, not after {game.cut_off} decisions: {claimed}"
        return Finding(wrong, line=last)
    return Finding(f"{steps} steps, all legal; {told}", ok=True)


def _seat(seat: int | None) -> str:
    return "a draw" if seat is None else f"seat {seat + 1}"


def _listed(points: tuple[int, ...]) -> str:
    return " ".join(map(str, points))


def _won(seats: tuple[int, ...]) -> str:
    if not seats:
        return "nobody wins"
    return f"{_seat(seats[0])} wins" if len(seats) == 1 else f"seats {_listed(tuple(s + 1 for s in seats))} win"
