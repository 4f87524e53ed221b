"""A game under way in a page: its record, who looks at the screen, and what can be taken back."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Any

from attrs import define, evolve, field

from granada.errors import InvalidState
from granada.events import Event, TurnBegun
from granada.game import Action, Decline, HiddenDraw, SeenState, State, choose_draw, legal_actions
from granada.languages import Text, text
from granada.table import DECISIONS, Record, View, is_spent, most_decisions, observe, opened, unfold, winners
from granada.wire import Recorder, to_json

PERSONS = ("you", "person")
"""What a person is called who sits alone at the screen, and one of several."""
KINDS = (*PERSONS, "builder", "search")
"""Who can sit on a seat."""
FAIR, FREE = "fair", "free"
"""How decisions are taken back: as far as nothing was drawn and nobody else has acted or looked; or to one's last."""
SECONDS = 3.0
"""How long a search thinks unless it is told."""
LONGEST_SECONDS = 60.0
LONGEST_SEED = 200
MOST_DECISIONS = 1_000_000

NO_DECISION = text("why nothing can be taken back", "There is no earlier decision of yours.")
DRAWN = text("why nothing can be taken back", "Something was drawn since.")
ACTED = text("why nothing can be taken back", "Somebody else has acted since.")
LOOKED = text("why nothing can be taken back", "Somebody else has looked since.")
OVER = text("why nothing can be taken back", "The game is over, and all cards are open.")


@define
class Session:
    """A game under way.

    - ``name``: By what it is kept.
    - ``begun``: Its record before the first step.
    - ``kinds``: Who sits on each seat.
    - ``seed``: Where all draws and the choices of builders come from.
    - ``undo``: Fair or free.
    - ``seconds``: How long a search thinks.
    - ``decisions``: After how many for each seat the game is cut off.
    - ``steps``: What was done and drawn.
    - ``states``: The state before the first step, and after each.
    - ``lines``: Those as they stand in the record.
    - ``events``: What each caused.
    - ``turns``: How many steps there were when each turn began.
    - ``viewer``: The seat that looks at the screen.
    - ``closed``: Whether it is a position that is only looked at, with all cards open.
    - ``looked``: How many steps there were when somebody looked who had not taken the last one.
    """

    name: str
    begun: Record
    kinds: tuple[str, ...]
    seed: str
    undo: str
    seconds: float
    decisions: int = DECISIONS
    states: list[State] = field(init=False)
    steps: list[tuple[int | None, Action]] = field(factory=list, init=False)
    lines: list[str] = field(factory=list, init=False)
    events: list[tuple[Event, ...]] = field(factory=list, init=False)
    turns: list[int] = field(factory=list, init=False)
    viewer: int | None = field(init=False)
    looked: int = field(default=0, init=False)
    closed: bool = field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        """Nothing is drawn yet; a person who is alone looks at the screen from the beginning."""
        self.states = [opened(self.begun.setup)]
        self.viewer = self.persons[0] if len(self.persons) == 1 else None

    @property
    def persons(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, kind in enumerate(self.kinds) if kind in PERSONS]

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.states[-1]

    @property
    def shows_all(self) -> bool:
        """Whether all cards are open."""
        return self.closed or self.over

    @property
    def cut_off(self) -> int | None:
        """After how many decisions the game was cut off, if it was: when there would be another one."""
        limit = most_decisions(self.decisions, len(self.kinds))
        return limit if self.state.actor is not None and is_spent(self.steps, limit) else None

    @property
    def over(self) -> bool:
        """Whether the game has ended or was cut off."""
        return self.state.over or self.cut_off is not None

    @property
    def view(self) -> View:
        """What the one who looks sees of it."""
        return observe(self.state, self.viewer)

    @property
    def record(self) -> str:
        """The record of the game so far, as text."""
        state = self.state
        begun, end = to_json(self.begun), ""
        if self.over:
            won = winners(state) if state.over else ()
            ended = evolve(self.begun, points=state.points, winners=won, cut_off=self.cut_off)
            end = to_json(ended).removeprefix(begun)
        return "".join([begun, *self.lines, end])

    @property
    def cover(self) -> int | None:
        """The person who must say that they are there, before anything of theirs is shown."""
        if self.viewer is None and len(self.persons) == 1:
            return self.persons[0]
        actor = self.state.actor
        return actor if actor in self.persons and actor != self.viewer and not self.shows_all else None

    def rng(self, what: str) -> Random:
        """The generator for the next step: the same whenever the game comes to it."""
        return Random(f"{self.seed} {what} {len(self.steps)}")

    # Going on

    def follow(self, seat: int | None, action: Action) -> None:
        """Take a step that somebody has decided on, or that was drawn."""
        after, events = unfold(self.state, action, seat)
        self.states.append(after)
        self.steps.append((seat, action))
        self.events.append(events)
        self.lines.append(f"{Recorder.line(seat, action)}\n")
        if any(isinstance(event, TurnBegun) for event in events):
            self.turns.append(len(self.steps))

    def decide(self, action: Action) -> None:
        """Let the seat that is to act do something, and draw what follows."""
        self.follow(self.state.actor, action)
        self.go_on()

    def go_on(self) -> None:
        """Draw up to the next decision; a person who is alone is not asked where there is nothing but to decline."""
        alone = self.persons if len(self.persons) == 1 else []
        while not self.over:
            actor = self.state.actor
            if actor is None:
                self.follow(None, choose_draw(self.state, self.rng("draw")))
            elif actor in alone and legal_actions(self.state) == (Decline(),):
                self.follow(actor, Decline())
            else:
                break
        if self.cover is not None and self.viewer in self.persons:
            self.viewer = None

    def come(self, seat: int | None) -> None:
        """Let a person look at the screen, or nobody."""
        if seat is not None and seat not in self.persons:
            raise InvalidState(f"nobody at the screen plays seat {seat + 1}")
        last = next((actor for actor, _ in reversed(self.steps) if actor is not None), None)
        if seat not in {None, last}:
            self.looked = len(self.steps)
        self.viewer = seat

    # Taking back

    def way_back(self) -> int | Text:
        """How many steps are left when the last decision of the one who looks is taken back; or why it cannot be."""
        last = next((seat for seat, _ in reversed(self.steps) if seat is not None), None)
        seat = last if self.viewer is None else self.viewer
        own = next((place for place in reversed(range(len(self.steps))) if self._chose(seat, place)), None)
        if own is None:
            return NO_DECISION
        if self.undo == FREE and len(self.persons) == 1:
            return own
        since = {actor for actor, _ in self.steps[own:]}
        if self.over:
            return OVER
        if None in since:
            return DRAWN
        if since != {seat}:
            return ACTED
        return LOOKED if len(self.persons) > 1 and self.looked > own else own

    def _chose(self, seat: int | None, place: int) -> bool:
        """Whether a step was a decision of a person on a seat, who had a choice."""
        actor, _ = self.steps[place]
        return actor == seat and seat in self.persons and len(legal_actions(self.states[place])) > 1

    def go_back(self, steps: int) -> None:
        """Forget all but so many steps."""
        del self.steps[steps:], self.lines[steps:], self.events[steps:], self.states[steps + 1 :]
        self.turns = [begun for begun in self.turns if begun <= steps]
        self.looked = min(self.looked, steps)


def new_session(name: str, record: Record, about: dict[str, Any], looked: object = None) -> Session:
    """A session for a game, with its steps so far; what was agreed on in the page is noted in its record.

    Where it is not known when somebody ``looked``, they have seen all of it.
    """
    kinds = _kinds(about.get("bots"), record.setup.players)
    seed, undo, seconds = (about.get(name) for name in ("seed", "undo", "seconds"))
    seed = str(seed) if type(seed) in {int, str} and 0 < len(str(seed)) <= LONGEST_SEED else new_name()
    undo = FREE if undo == FREE else FAIR
    if not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST_SECONDS:
        seconds = SECONDS
    decisions = about.get("decisions")
    if type(decisions) is not int or not 0 < decisions <= MOST_DECISIONS:
        decisions = DECISIONS
    bots = ["person" if kind in PERSONS else kind for kind in kinds]
    noted = {**record.about, "bots": bots, "seed": seed, "undo": undo, "seconds": seconds}
    if decisions != DECISIONS:
        noted["decisions"] = decisions
    session = Session(name, Record(record.setup, about=noted), kinds, seed, undo, float(seconds), decisions)
    for seat, action in record.steps:
        if isinstance(action, HiddenDraw) or isinstance(session.state, SeenState):
            raise InvalidState("this is what somebody saw of a game, which is not all of it")
        session.follow(seat, action)
    steps = len(session.steps)
    session.looked = looked if type(looked) is int and 0 <= looked <= steps else steps
    session.go_on()
    return session


def shown_position(name: str, state: State) -> Session:
    """A position that is only looked at."""
    begun = Record(state.setup, about={})
    session = Session(name, begun, ("person",) * state.setup.players, "", FAIR, SECONDS)
    session.states, session.closed = [state], True
    return session


def _kinds(names: object, players: int) -> tuple[str, ...]:
    """Who sits on each seat, by the names in a record; whom it does not tell of is a person."""
    named = names if isinstance(names, list) and len(names) == players else ["person"] * players
    bots = ("builder", "search")
    kinds = [next((bot for bot in bots if str(name).partition(":")[0] == bot), "person") for name in named]
    return tuple("you" if kind == "person" and kinds.count("person") == 1 else kind for kind in kinds)


def new_name() -> str:
    """A name that no other game has, and nobody can guess."""
    return f"{SystemRandom().getrandbits(64):016x}"
