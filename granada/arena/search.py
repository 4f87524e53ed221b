"""A player that thinks: it imagines what it cannot see, tries its actions, and lets builders play on."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from time import perf_counter

from attrs import define, field, validators

from granada.fast import Position
from granada.game import Action, Buy, Flip, Remove, Swap
from granada.table import View, liking

PLAYOUTS = 400
"""So many games it plays in its head for a decision, unless it is told otherwise."""
TEMPTING = 20
"""So many actions it tries at the most: those that a builder likes best."""
EACH = 10
"""So many playouts it has for each of them at least; with fewer it would follow chance rather than the builder."""
PAYMENTS = 2
"""So many ways to pay for the same thing it tries."""
WIN = 15
"""What winning is worth beside the lead, in points."""
TICK = 0.001
"""So many seconds have passed at least when a playout is over, whatever a clock says that ticks slowly."""


@define
class Search:
    """A decision that is thought about, at a stretch or in slices: it can be stopped, and knows its best at any time.

    - ``view``: What the seat sees.
    - ``legal``: What it may do.
    - ``rng``: Where the cards come from that are dealt in its head.
    - ``playouts``: How many games it plays in its head.
    - ``seconds``: How long it thinks instead; only the time counts in which it does.
    - ``played``: How many have been played so far.
    - ``thought``: How many seconds it has thought.
    """

    view: View
    legal: Sequence[Action]
    rng: Random
    playouts: int = PLAYOUTS
    seconds: float | None = None
    played: int = field(default=0, init=False)
    thought: float = field(default=0.0, init=False)
    _tried: list[int] = field(init=False)
    """The numbers of the actions that are still tried; at first the one that is liked best is the first."""
    _worth: dict[int, float] = field(init=False)
    _times: dict[int, int] = field(init=False)
    _games: Iterator[None] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Look for the actions worth trying."""
        self._tried = tempting(self.view, self.legal)
        if self.seconds is None:
            self._tried = self._tried[: max(1, self.playouts // EACH)]
        self._worth, self._times = dict.fromkeys(self._tried, 0.0), dict.fromkeys(self._tried, 0)
        self._games = self._play()

    def think(self, seconds: float | None = None) -> bool:
        """Think for so many seconds, or to the end; whether it has come to that."""
        began, before = perf_counter(), self.thought
        for _ in self._games:
            self.thought = before + perf_counter() - began
            if seconds is not None and self.thought - before >= seconds:
                return False
        return True

    @property
    def best(self) -> Action:
        """The action that did best so far, among as many as have had enough playouts to tell."""
        known = [number for number in self._tried[: max(1, self.played // EACH)] if self._times[number]]
        return self.legal[max(known, key=self._average, default=self._tried[0])]

    def _average(self, number: int) -> float:
        return self._worth[number] / self._times[number]

    def _play(self) -> Iterator[None]:
        """Play one game after the other, until a single action is left."""
        if len(self._tried) == 1:
            return
        stage, halvings = 1, 0
        root = Position.of(self.view, self.rng)
        while len(self._tried) > 1:
            imagined = root.redeal(self.view.seat, self.rng, recall=self.view.recall)
            for number in self._tried:
                after = imagined.copy()
                after.apply(number)
                self._worth[number] += outcome(after.finish("builder"), self.view.seat)
                self._times[number] += 1
                self.played += 1
                yield
                if self.seconds is not None and self.thought >= self.seconds:
                    break
            spent = self.played / self.playouts if self.seconds is None else max(self.thought, TICK) / self.seconds
            if not halvings:  # now it is known how many playouts there will be
                enough = max(1, int(self.played / spent / EACH))
                self._tried = [number for number in self._tried if self._times[number]][:enough]
                halvings = (len(self._tried) - 1).bit_length()
            while spent * halvings >= stage and len(self._tried) > 1:
                self._tried = sorted(self._tried, key=lambda number: -self._average(number))
                self._tried = self._tried[: (len(self._tried) + 1) // 2]
                stage += 1


@define
class SearchBot:
    """Chooses what leads to the best ends, in many games in its head in which builders play on.

    It thinks for so many ``playouts``, and then chooses the same with the same generator; or for so many ``seconds``.
    In each game what it cannot see, the hands of the others and what is yet to come, is dealt anew.
    Actions that do badly are not tried for long: whenever a share of the time is spent, the worse half drops out.

    - ``rng``: Where the cards come from that it deals in its head.
    - ``playouts``: How many games it plays in its head.
    - ``seconds``: How long it thinks instead.
    - ``remembers``: Whether it remembers which cards the others hold; then ``play`` and tournaments show it those.
    """

    rng: Random = field(factory=Random, repr=False)
    playouts: int = field(default=PLAYOUTS, validator=validators.ge(1))
    seconds: float | None = field(default=None, validator=validators.optional(validators.gt(0)))
    remembers: bool = field(default=False, validator=validators.instance_of(bool))

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The action that did best."""
        search = Search(view, legal, self.rng, self.playouts, self.seconds)
        search.think()
        return search.best


def outcome(points: tuple[int, ...], seat: int | None) -> float:
    """What the end of a game is worth to a seat: its lead, and something for the win."""
    seat = seat or 0
    lead = points[seat] - max(each for other, each in enumerate(points) if other != seat)
    return lead + (WIN if lead > 0 else -WIN if lead < 0 else 0)


def tempting(view: View, legal: Sequence[Action]) -> list[int]:
    """The numbers of the actions worth trying: those that a builder likes best, with few payments for each thing."""
    liked = sorted(advancing(legal), key=lambda number: -liking(view, legal[number]))
    ways: Counter[object] = Counter()
    found = []
    for number in liked:
        action = legal[number]
        if isinstance(action, Buy | Flip):
            about = (action.space, action.family) if isinstance(action, Buy) else action.face
            ways[about] += 1
            if ways[about] > PAYMENTS:
                continue
        found.append(number)
    return found[:TEMPTING]


def advancing(legal: Sequence[Action]) -> list[int]:
    """The numbers of the actions that bring the end nearer: all but removing and swapping tiles, unless these are all.

    Players who do nothing else come to the end of every game: each tile that is added makes a reserve smaller, each
    card that is taken makes the supply smaller, and only who buys a tile can make either of them larger again.
    """
    found = [number for number, action in enumerate(legal) if not isinstance(action, Remove | Swap)]
    return found or list(range(len(legal)))
