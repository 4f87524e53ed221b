"""A game on a page: its record, the viewer at the screen, and undo."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Any

from attrs import evolve

from granada.arena import LEVELS
from granada.browser.lesson import laid
from granada.errors import InvalidState
from granada.events import TurnBegun
from granada.game import Action, Decline, State, legal_actions
from granada.languages import Text, text
from granada.table import DECISIONS, Record, Table, View
from granada.wire import Recorder, to_json

PERSONS = ("you", "person")
"""The names that a record uses for a person alone at the screen, and for one of several people."""
BOTS = ("builder", *LEVELS, "search")
"""The bots, weakest first; ``search`` uses all of its thinking time."""
KINDS = (*PERSONS, *BOTS)
"""The kinds of players."""
FAIR, FREE = "fair", "free"
"""Fair undo is possible until something is drawn or another player acts or looks; free undo is always possible."""
SECONDS = 3.0
"""The default maximum time for which a search thinks in a turn."""
LONGEST_SECONDS = 60.0
LONGEST_SEED = 200
LONGEST_NAME = 16
MOST_DECISIONS = 1_000_000

NO_DECISION = text("why nothing can be taken back", "You have no earlier decision to undo.")
DRAWN = text("why nothing can be taken back", "Cards or tiles were drawn after your decision, so it stands.")
ACTED = text("why nothing can be taken back", "Somebody else has acted since your decision, so it stands.")
LOOKED = text("why nothing can be taken back", "Somebody else has seen the table since your decision, so it stands.")
OVER = text("why nothing can be taken back", "The game is over, and all cards are open.")


class Lines(list[str]):
    """The lines of a record; a step adds lines, and an undo removes them."""

    def add(self, seat: int | None, action: Action) -> None:
        """Append a step."""
        self.append(f"{Recorder.line(seat, action)}\n")

    def back_to(self, steps: int) -> None:
        """Remove all steps except the first ``steps``."""
        del self[steps:]

    def end(self, *_: object) -> None:
        """Do nothing, because ``Session.text`` writes the result."""


class Session(Table):
    """A game on a page.

    - ``name``: The name of the game in the page's storage.
    - ``kinds``: The kind of player in each seat.
    - ``seed``: The seed of all draws and of the builders' choices.
    - ``fairness``: The kind of undo: fair or free.
    - ``seconds``: The maximum time in seconds that a search may think in one turn.
    - ``lines``: The steps as lines of the record.
    - ``viewer``: The seat whose player is looking at the screen.
    - ``closed``: Whether the session only shows a position, with all cards face up.
    - ``looked``: The number of steps at the time when someone other than the last actor last looked at the screen.
    """

    def __init__(
        self,
        name: str,
        game: Record | State,
        kinds: tuple[str, ...],
        seed: str = "",
        fairness: str = FAIR,
        seconds: float = SECONDS,
        decisions: int = DECISIONS,
    ) -> None:
        """Continue a record or show a position; if only one person plays, that person is the viewer from the start."""
        self.name, self.kinds, self.seed, self.fairness, self.seconds = name, kinds, seed, fairness, seconds
        self.viewer = self.persons[0] if len(self.persons) == 1 else None
        self.looked, self.closed = 0, isinstance(game, State)
        self.lines = Lines()
        for step in () if isinstance(game, State) else game.steps:
            self.lines.add(*step)
        super().__init__(game, lambda _: self.generator("draw"), decisions=decisions, recorder=self.lines)

    @property
    def persons(self) -> list[int]:
        """The seats in which people play."""
        return [seat for seat, kind in enumerate(self.kinds) if kind in PERSONS]

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the player in each seat; empty if nobody has a name."""
        return tuple(self.about.get("names", ()))

    @property
    def turns(self) -> list[int]:
        """The number of steps before each turn."""
        begun = (any(isinstance(event, TurnBegun) for event in events) for events in self.events)
        return [number for number, begins in enumerate(begun, start=1) if begins]

    @property
    def shows_all(self) -> bool:
        """Whether all cards are face up."""
        return self.closed or self.over

    @property
    def seen(self) -> View:
        """What the viewer sees."""
        return self.view(self.viewer)

    @property
    def text(self) -> str:
        """The record of the game so far, as text."""
        begun, end = Record(self.setup, about=self.about), ""
        if self.over:
            ended = evolve(begun, points=self.state.points, winners=self.winners, cut_off=self.cut_off)
            end = to_json(ended).removeprefix(to_json(begun))
        return "".join([to_json(begun), *self.lines, end])

    @property
    def cover(self) -> int | None:
        """The seat whose player must confirm that they are at the screen before the page shows their cards."""
        if self.viewer is None and len(self.persons) == 1:
            return self.persons[0]
        actor = self.state.actor
        return actor if actor in self.persons and actor != self.viewer and not self.shows_all else None

    def generator(self, what: str) -> Random:
        """The random generator for the next step; it depends only on the seed, the purpose and the number of steps."""
        return Random(f"{self.seed} {what} {len(self.steps)}")

    # Going on

    def deal(self) -> None:
        """Draw until the next decision; if a lone person at the screen can only decline, decline for that person."""
        if self.closed:
            return
        super().deal()
        while self.actor in self.persons and len(self.persons) == 1 and self.legal_actions() == (Decline(),):
            self.take(self.actor, Decline())
            super().deal()
        if self.cover is not None and self.viewer in self.persons:
            self.viewer = None

    def next_draw(self) -> Action:
        """The next draw: a fixed one in the tutorial game, otherwise a random one."""
        return laid(self) or super().next_draw()

    def come(self, seat: int | None) -> None:
        """Set the seat whose player is at the screen; None means nobody."""
        if seat is not None and seat not in self.persons:
            raise InvalidState(f"nobody at the screen plays seat {seat + 1}")
        last = next((actor for actor, _ in reversed(self.steps) if actor is not None), None)
        if seat not in {None, last}:
            self.looked = len(self.steps)
        self.viewer = seat

    # Taking back

    def way_back(self) -> int | Text:
        """The number of steps left after undoing the viewer's last decision, or why the undo is impossible."""
        last = next((seat for seat, _ in reversed(self.steps) if seat is not None), None)
        seat = last if self.viewer is None else self.viewer
        own = next((place for place in reversed(range(len(self.steps))) if self._chose(seat, place)), None)
        if own is None:
            return NO_DECISION
        if self.fairness == FREE and len(self.persons) == 1:
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
        """Whether, at a step, the person in a seat had to choose between several legal actions."""
        actor, _ = self.steps[place]
        return actor == seat and seat in self.persons and len(legal_actions(self.states[place])) > 1

    def forget(self, steps: int) -> None:
        """Remove all steps except the first ``steps``."""
        super().forget(steps)
        self.looked = min(self.looked, steps)


def new_session(name: str, record: Record, about: dict[str, Any], looked: object = None) -> Session:
    """Make a session for a game and its steps so far; the game's record stores the page's options.

    If ``looked`` is unknown, the session assumes that another player has seen everything so far.
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
    names = _names(about.get("names"), record.setup.players)
    noted = {key: value for key, value in noted.items() if key != "names"} | ({"names": list(names)} if names else {})
    session = Session(name, evolve(record, about=noted), kinds, seed, undo, float(seconds), decisions)
    steps = len(record.steps)
    session.looked = looked if type(looked) is int and 0 <= looked <= steps else steps
    return session


def shown_position(name: str, state: State) -> Session:
    """A session that only shows a position."""
    return Session(name, state, ("person",) * state.setup.players)


def _kinds(names: object, players: int) -> tuple[str, ...]:
    """The kind of player in each seat, from the names in a record; a seat without a name belongs to a person."""
    named = names if isinstance(names, list) and len(names) == players else ["person"] * players
    known = [str(name).partition(":")[0] for name in named]
    kinds = [name if name in BOTS else "person" for name in known]
    return tuple("you" if kind == "person" and kinds.count("person") == 1 else kind for kind in kinds)


def _names(names: object, players: int) -> tuple[str, ...]:
    """The names of the players in the seats, shortened and limited to visible characters; empty if there are none."""
    if not isinstance(names, list) or len(names) != players:
        return ()
    texts = (" ".join(name.split()) if isinstance(name, str) else "" for name in names)
    found = tuple("".join(filter(str.isprintable, each))[:LONGEST_NAME].strip() for each in texts)
    return found if any(found) else ()


def new_name() -> str:
    """A unique name that cannot be guessed."""
    return f"{SystemRandom().getrandbits(64):016x}"
