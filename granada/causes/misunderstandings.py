"""What a scoring or a moat comes to if one thing about it is misunderstood."""

from collections import Counter
from collections.abc import Callable, Sequence

from granada.board import START, City, Face, Family
from granada.causes.wrong_rows import scored
from granada.game import HUTS, Longest, Majority, Row, plans
from granada.questions import Answer, MoatQuestion, Question, ScoreQuestion
from granada.rulebook import Rule

Comes = Callable[[Question, Answer], Answer | None]
"""What a question comes to, by its right answer; None where that is not known."""


def lengths(measure: Callable[[City, Family], int]) -> Comes:
    """What a moat and a scoring come to when moats are measured otherwise."""

    def answer(question: Question, right: Answer) -> Answer | None:
        if isinstance(question, MoatQuestion):
            family = question.family or question.city.start
            return {"result": measure(question.city, family)}
        if not isinstance(question, ScoreQuestion):
            return None
        points = list(right["points"])
        for plan in plans(question.setup):
            if isinstance(plan, Longest):
                for seat, city in enumerate(question.cities):
                    points[seat] += measure(city, plan.family) - len(city.longest(plan.family))
        return {**right, "points": points}

    return answer


def _edges(city: City, family: Family, *, inner: bool) -> int:
    """How many edges of a family have a moat or wall, those inside included or not."""
    if inner:
        return sum(face.edges.bit_count() for face in city.faces if face.family is family)
    return sum(barred for loop in city.outline(family) for _, _, barred in loop)


def _with_start(city: City, family: Family) -> int:
    """The longest moat or wall if the start tile had one all round."""
    return max(
        (_longest([(barred or cell == START, 0) for cell, _, barred in loop]) for loop in city.outline(family)),
        default=0,
    )


def _straight(city: City, family: Family) -> int:
    """The longest moat or wall if it ended at each corner."""
    return max((_longest([(barred, side) for _, side, barred in loop]) for loop in city.outline(family)), default=0)


def _longest(loop: list[tuple[bool, int]]) -> int:
    """The longest stretch of a loop that is barred and goes on in one direction."""
    longest = run = before = 0
    for barred, way in [*loop, *loop]:
        run = (run + 1 if run and way == before else 1) if barred else 0
        before = way
        longest = max(longest, min(run, len(loop)))
    return longest


Share = Callable[[tuple[int, ...], int, int, int], int]
"""The points of those who tie: by what the places are worth, how many are ahead, how many different ones, and tied."""


def ranked(share: Share) -> Comes:
    """What a scoring comes to when those who tie get something else."""

    def answer(question: Question, right: Answer) -> Answer | None:
        if not isinstance(question, ScoreQuestion) or HUTS in question.modules:
            return None
        if not question.shown and not _can_tie(question):
            return right
        found = scored(question)
        points: dict[int | None, int] = {**dict(enumerate(found.points)), None: found.dirk}
        for plan, row in zip(plans(question.setup), found.rows, strict=True):
            counts = [standing.count for standing in row.standings]
            if isinstance(plan, Majority) and len(set(counts)) < len(counts):
                worth = _places(question, plan, row)
                for standing in row.standings:
                    points[standing.seat] += _shared(worth, counts, standing.count, share) - standing.points
        dirk = points.pop(None)
        listed = {"points": list(points.values())}
        return listed if question.dirk is None else {**listed, "dirk": dirk}

    return answer


def _can_tie(question: ScoreQuestion) -> bool:
    """Whether two of those who have a building, Dirk included, have equally many, as far as no card is shown."""
    everybody = [city.faces for city in question.cities] + [question.dirk or ()]
    numbers = [Counter(face.building for face in faces) for faces in everybody]
    level = Counter(pair for each in numbers for pair in each.items())
    return any(number > 1 for number in level.values())


def _places(question: ScoreQuestion, plan: Majority, row: Row) -> tuple[int, ...]:
    """What the places of a row are worth."""
    value = (row.value or 0) if plan.by_value else 1
    return tuple(value * points for points in plan.places["ABC".index(question.round.value)])


def _shared(worth: tuple[int, ...], counts: list[int], mine: int, share: Share) -> int:
    """The points of somebody who has so many, if ties are handled in another way."""
    ahead = [count for count in counts if count > mine]
    return share(worth, len(ahead), len(set(ahead)), counts.count(mine))


def price_first(question: Question, right: Answer) -> Answer | None:
    """What a scoring comes to when prices are compared before numbers."""
    del right
    if not isinstance(question, ScoreQuestion) or HUTS in question.modules or question.shown:
        return None
    faces: dict[int | None, Sequence[Face]] = {seat: city.faces for seat, city in enumerate(question.cities)}
    points = dict.fromkeys([*faces, None], 0)
    faces[None] = question.dirk or ()
    for plan, row in zip(plans(question.setup), scored(question).rows, strict=True):
        if not isinstance(plan, Majority):
            for seat in points:
                points[seat] += row.of(seat)
            continue
        best = {seat: [f.price for f in some if f.building is plan.building] for seat, some in faces.items()}
        ranked = sorted((seat for seat in best if best[seat]), key=lambda seat: (-max(best[seat]), -len(best[seat])))
        value = (row.value or 0) if plan.by_value else 1
        for seat, worth in zip(ranked, plan.places["ABC".index(question.round.value)], strict=False):
            points[seat] += worth * value
    dirk = points.pop(None)
    listed = {"points": list(points.values())}
    return listed if question.dirk is None else {**listed, "dirk": dirk}


def _worth(worth: tuple[int, ...], place: int) -> int:
    return worth[place] if place < len(worth) else 0


TIES = {
    "those who tie share their places, whatever their tiles cost": lambda worth, ahead, _, tied: (
        sum(worth[ahead : ahead + tied]) // tied
    ),
    "all who tie get the whole place": lambda worth, ahead, _, __: _worth(worth, ahead),
    "those who tie share the first of their places only, not the next as well": lambda worth, ahead, _, tied: (
        _worth(worth, ahead) // tied
    ),
    "those who tie share their places, but it is rounded up": lambda worth, ahead, _, tied: (
        -(-sum(worth[ahead : ahead + tied]) // tied)
    ),
    "who comes after a tie gets the place right behind it": lambda worth, _, different, tied: (
        (sum(worth[different : different + tied]) // tied) if tied > 1 else _worth(worth, different)
    ),
    "those who tie share their places, but it is rounded to the nearest": lambda worth, ahead, _, tied: (
        (2 * sum(worth[ahead : ahead + tied]) + tied) // (2 * tied)
    ),
    "nobody who ties gets anything": lambda worth, ahead, _, tied: _worth(worth, ahead) if tied == 1 else 0,
}
"""Ways to misunderstand a tie."""
MEASURES: dict[str, tuple[Rule, Callable[[City, Family], int]]] = {
    "all moats and walls are counted, those inside too": (
        Rule.INNER_MOATS_COUNT_NOTHING,
        lambda city, family: _edges(city, family, inner=True),
    ),
    "all moats or walls on the outside are counted, not the longest stretch": (
        Rule.LONGEST_MOAT,
        lambda city, family: _edges(city, family, inner=False),
    ),
    "the start tile is measured as if it had moats or walls": (Rule.START_TILE_HAS_NO_MOATS, _with_start),
    "a stretch ends at every corner": (Rule.LONGEST_MOAT, _straight),
}
"""Ways to mismeasure a moat or wall."""
