"""A player that thinks: it imagines what it cannot see, tries its actions, and lets builders play on."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from time import perf_counter

from attrs import define, field, validators

from granada.fast import Position
from granada.game import Action, Buy, Flip
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
        tried = tempting(view, legal)
        if self.seconds is None:
            tried = tried[: max(1, self.playouts // EACH)]
        return legal[tried[0] if len(tried) == 1 else self._best(view, tried)]

    def _best(self, view: View, tried: list[int]) -> int:
        """The number of the action that did best among some, of which the first is liked best."""
        began, played, stage, halvings = perf_counter(), 0, 1, 0
        worth, times = dict.fromkeys(tried, 0.0), dict.fromkeys(tried, 0)
        root = Position.of(view, self.rng)
        while len(tried) > 1:
            imagined = root.redeal(view.seat, self.rng, recall=view.recall)
            for number in tried:
                after = imagined.copy()
                after.apply(number)
                worth[number] += outcome(after.finish("builder"), view.seat)
                times[number] += 1
                played += 1
                if self.seconds is not None and perf_counter() - began >= self.seconds:
                    break
            spent = played / self.playouts if self.seconds is None else (perf_counter() - began) / self.seconds
            if not halvings:  # now it is known how many playouts there will be
                tried = [number for number in tried if times[number]][: max(1, int(played / spent / EACH))]
                halvings = (len(tried) - 1).bit_length()
            while spent * halvings >= stage and len(tried) > 1:
                tried = sorted(tried, key=lambda number: -worth[number] / times[number])[: (len(tried) + 1) // 2]
                stage += 1
        return tried[0]


def outcome(points: tuple[int, ...], seat: int | None) -> float:
    """What the end of a game is worth to a seat: its lead, and something for the win."""
    seat = seat or 0
    lead = points[seat] - max(each for other, each in enumerate(points) if other != seat)
    return lead + (WIN if lead > 0 else -WIN if lead < 0 else 0)


def tempting(view: View, legal: Sequence[Action]) -> list[int]:
    """The numbers of the actions worth trying: those that a builder likes best, with few payments for each thing."""
    liked = sorted(range(len(legal)), key=lambda number: -liking(view, legal[number]))
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
