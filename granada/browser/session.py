"""A game under way in a page: its record, who looks at the screen, and what can be taken back."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Any

from attrs import evolve

from granada.browser.lesson import laid
from granada.errors import InvalidState
from granada.events import TurnBegun
from granada.game import Action, Decline, State, legal_actions
from granada.languages import Text, text
from granada.table import DECISIONS, Record, Table, View
from granada.wire import Recorder, to_json

PERSONS = ("you", "person")
"""What a person is called who sits alone at the screen, and one of several."""
KINDS = (*PERSONS, "builder", "search")
"""Who can sit on a seat."""
FAIR, FREE = "fair", "free"
"""How decisions are taken back: as far as nothing was drawn and nobody else has acted or looked; or to one's last."""
SECONDS = 3.0
"""How long a search thinks in a turn, at most, unless it is told."""
LONGEST_SECONDS = 60.0
LONGEST_SEED = 200
LONGEST_NAME = 16
MOST_DECISIONS = 1_000_000

NO_DECISION = text("why nothing can be taken back", "There is no earlier decision of yours.")
DRAWN = text("why nothing can be taken back", "Something was drawn since.")
ACTED = text("why nothing can be taken back", "Somebody else has acted since.")
LOOKED = text("why nothing can be taken back", "Somebody else has looked since.")
OVER = text("why nothing can be taken back", "The game is over, and all cards are open.")


class Lines(list[str]):
    """The lines of a record, as they are added and struck out."""

    def add(self, seat: int | None, action: Action) -> None:
        """Write down a step."""
        self.append(f"{Recorder.line(seat, action)}\n")

    def back_to(self, steps: int) -> None:
        """Strike out all but so many steps."""
        del self[steps:]

    def end(self, *_: object) -> None:
        """The result is written where the record is asked for."""


class Session(Table):
    """A game under way in a page.

    - ``name``: By what it is kept.
    - ``kinds``: Who sits on each seat.
    - ``seed``: Where all draws and the choices of builders come from.
    - ``fairness``: Fair or free.
    - ``seconds``: How long a search thinks in a turn, at most.
    - ``lines``: The steps as they stand in the record.
    - ``viewer``: The seat that looks at the screen.
    - ``closed``: Whether it is a position that is only looked at, with all cards open.
    - ``looked``: How many steps there were when somebody looked who had not taken the last one.
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
        """Go on with a record, or show a position; a person who is alone looks at the screen from the beginning."""
        self.name, self.kinds, self.seed, self.fairness, self.seconds = name, kinds, seed, fairness, seconds
        self.viewer = self.persons[0] if len(self.persons) == 1 else None
        self.looked, self.closed = 0, isinstance(game, State)
        self.lines = Lines()
        for step in () if isinstance(game, State) else game.steps:
            self.lines.add(*step)
        super().__init__(game, lambda _: self.generator("draw"), decisions=decisions, recorder=self.lines)

    @property
    def persons(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, kind in enumerate(self.kinds) if kind in PERSONS]

    @property
    def names(self) -> tuple[str, ...]:
        """What each seat is called by itself; nothing where none has a name."""
        return tuple(self.about.get("names", ()))

    @property
    def turns(self) -> list[int]:
        """How many steps there were when each turn began."""
        begun = (any(isinstance(event, TurnBegun) for event in events) for events in self.events)
        return [number for number, begins in enumerate(begun, start=1) if begins]

    @property
    def shows_all(self) -> bool:
        """Whether all cards are open."""
        return self.closed or self.over

    @property
    def seen(self) -> View:
        """What the one who looks sees of it."""
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
        """The person who must say that they are there, before anything of theirs is shown."""
        if self.viewer is None and len(self.persons) == 1:
            return self.persons[0]
        actor = self.state.actor
        return actor if actor in self.persons and actor != self.viewer and not self.shows_all else None

    def generator(self, what: str) -> Random:
        """The generator for the next step: the same whenever the game comes to it."""
        return Random(f"{self.seed} {what} {len(self.steps)}")

    # Going on

    def deal(self) -> None:
        """Draw up to the next decision; a person who is alone is not asked where there is nothing but to decline."""
        if self.closed:
            return
        super().deal()
        while self.actor in self.persons and len(self.persons) == 1 and self.legal_actions() == (Decline(),):
            self.take(self.actor, Decline())
            super().deal()
        if self.cover is not None and self.viewer in self.persons:
            self.viewer = None

    def next_draw(self) -> Action:
        """What is drawn next: by chance, unless it was laid."""
        return laid(self) or super().next_draw()

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
        """Whether a step was a decision of a person on a seat, who had a choice."""
        actor, _ = self.steps[place]
        return actor == seat and seat in self.persons and len(legal_actions(self.states[place])) > 1

    def forget(self, steps: int) -> None:
        """Forget all but so many steps."""
        super().forget(steps)
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
    names = _names(about.get("names"), record.setup.players)
    noted = {key: value for key, value in noted.items() if key != "names"} | ({"names": list(names)} if names else {})
    session = Session(name, evolve(record, about=noted), kinds, seed, undo, float(seconds), decisions)
    steps = len(record.steps)
    session.looked = looked if type(looked) is int and 0 <= looked <= steps else steps
    return session


def shown_position(name: str, state: State) -> Session:
    """A position that is only looked at."""
    return Session(name, state, ("person",) * state.setup.players)


def _kinds(names: object, players: int) -> tuple[str, ...]:
    """Who sits on each seat, by the names in a record; whom it does not tell of is a person."""
    named = names if isinstance(names, list) and len(names) == players else ["person"] * players
    bots = ("builder", "search")
    kinds = [next((bot for bot in bots if str(name).partition(":")[0] == bot), "person") for name in named]
    return tuple("you" if kind == "person" and kinds.count("person") == 1 else kind for kind in kinds)


def _names(names: object, players: int) -> tuple[str, ...]:
    """What the seats are called by themselves, in short words that can be seen; nothing where none has a name."""
    if not isinstance(names, list) or len(names) != players:
        return ()
    texts = (" ".join(name.split()) if isinstance(name, str) else "" for name in names)
    found = tuple("".join(filter(str.isprintable, each))[:LONGEST_NAME].strip() for each in texts)
    return found if any(found) else ()


def new_name() -> str:
    """A name that no other game has, and nobody can guess."""
    return f"{SystemRandom().getrandbits(64):016x}"
