"""Lines of play, which print as code that can be pasted: an opening, followed by actions and draws."""

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from granada.errors import InvalidState, quoted, whole
from granada.game import GRANADA, NORMAL, Action, Draw, State, apply
from granada.notation import Printer
from granada.steps import DealHand, Decision, Step
from granada.table import Record, winners

Steps = tuple[tuple[int | None, Action], ...]
"""Steps, each as a pair of the seat (None for a draw) and the action."""


@frozen(repr=False)
class Line:
    """A line of play from an opening, and the state to which it leads.

    A line prints as the arguments of ``state_after`` and ``record_of``; both also accept the line itself.
    """

    opening: State
    steps: Steps
    state: State

    def parts(self) -> list[str]:
        """The opening and the moves as Python code."""
        return [opening_text(self.opening), *map(repr, moves_of(self.opening, (action for _, action in self.steps)))]

    def __repr__(self) -> str:
        """The line of play on one line."""
        return ", ".join(self.parts())

    def _repr_pretty_(self, printer: Printer, _: object) -> None:
        """Print the line of play with a separate line for each decision and the draws that follow it."""
        first, *others = self.parts()
        printer.text(first)
        for part in others:
            printer.text(",")
            printer.breakable()
            printer.text(part)


def state_after(opening: State | Line, *moves: str) -> State:
    """The state after actions and draws in notation; a text may contain several moves, separated by ``;``.

    >>> from granada import new_game
    >>> state_after(new_game(3), "draw arena10|market11/n; draw bathhouse12|arena13/e").yard[1]
    (Tile.parse('bathhouse12|arena13/e'),)
    """
    return line_of(opening, *moves).state


def record_of(opening: State | Line, *moves: str) -> Record:
    """The record of a game with the given moves, which are written as in ``state_after``."""
    line = line_of(opening, *moves)
    if line.opening.setup.tiles is None:
        raise InvalidState("a record begins with all tiles, but this game has a small box")
    ending = (line.state.points, winners(line.state)) if line.state.over else ()
    return Record(line.opening.setup, line.steps, *ending)


def small_box(opening: State, tiles: int) -> State:
    """The opening of a game with only a few tiles in each bag, so that a bag is soon empty.

    The tiles are chosen evenly from the whole bag. A game with a small box has states and events, but no record.
    """
    if whole(tiles, "tiles") < 1:
        raise InvalidState(f"a small box has at least one tile for each bag, not {quoted(tiles)}")
    bags = tuple(tuple(bag[place * len(bag) // tiles] for place in range(min(tiles, len(bag)))) for bag in opening.bags)
    return evolve(opening, setup=evolve(opening.setup, tiles=None), bags=bags)


def line_of(opening: State | Line, *moves: str) -> Line:
    """Return a given line of play, or make one from an opening and moves."""
    if isinstance(opening, Line):
        return opening
    state, steps = opening, []
    for text in moves:
        for move in text.split(";"):
            action = Action.parse(move)
            steps.append((state.actor, action))
            state = apply(state, action)
    return Line(opening, tuple(steps), state)


def opening_text(opening: State) -> str:
    """The Python code that makes an opening, without default arguments."""
    setup = opening.setup
    names = tuple(module.name for module in setup.modules)
    given = [
        str(setup.players),
        *([] if setup.game is GRANADA else [repr(setup.game)]),
        *([f"modules={names}"] if names else []),
        *([] if setup.scoring == NORMAL else [f"scoring={str(setup.scoring)!r}"]),
    ]
    text = f"new_game({', '.join(given)})"
    return text if setup.tiles is not None else f"small_box({text}, {len(opening.bags[0])})"


def moves_of(opening: State, actions: Iterable[Action]) -> Iterator[str]:
    """The moves of a game as texts: one for each part of the set-up, and one for each decision with the next draws."""
    state, gathered, last = opening, list[str](), None
    for action in actions:
        part = _part(state.todo[0]) if state.mover is None else None
        if gathered and (part != last or not isinstance(action, Draw)):
            yield "; ".join(gathered)
            gathered = []
        gathered.append(str(action))
        state, last = apply(state, action), part
    if gathered:
        yield "; ".join(gathered)


def _part(step: Step) -> object:
    """The key by which the draws of the set-up are grouped: the kind of step, and the seat whose hand is dealt."""
    return (type(step), step.seat) if isinstance(step, DealHand | Decision) else type(step)
