"""Random questions about moats, walls and scorings: closed or open, with ties or without, with Dirk or modules."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

from granada.board import START, Building, Cell, City, Face, Family, Round, Tile, empty_city, huts
from granada.checking.random_cities import SIZES, city_on, grown, supply
from granada.checking.random_plans import COMPACT, MANNERS, STRINGY, Plan, beside, plan_of
from granada.checking.random_strata import Holds, Stratum, about, drawing
from granada.game import BONUS, HUTS, NORMAL, SIMPLIFIED, Game, Row, Setup
from granada.suite import MoatQuestion, ScoreQuestion
from granada.table import PLAYERS

Run = tuple[tuple[Cell, int], ...]
"""The edges of a moat or wall, each with its cell and side."""


# Moats and walls


@drawing
def _moats(
    rng: Random,
    setup: Setup,
    sizes: tuple[int, int],
    *,
    inner: float | None = None,
    outer: float | None = None,
    manner: str = "",
    bare: int = 0,
) -> MoatQuestion | None:
    """A city to be measured, with moats so likely inside and outside, but for some edges on its outline."""
    plan = plan_of(setup.game, rng, rng.randint(*sizes), manner or rng.choice(MANNERS))
    links = plan.links()
    if links is None:
        return None
    edges = plan.edges(
        links,
        rng.choice((0.1, 0.5, 0.9)) if inner is None else inner,
        rng.choice((0.3, 0.6, 0.9)) if outer is None else outer,
    )
    rim = [(cell, side) for cell in edges for side, near in enumerate(beside(cell)) if near not in plan.lands]
    for cell, side in rng.sample(rim, min(bare, len(rim))):
        edges[cell] &= ~(1 << side)
    return _measured(plan, edges, lambda: rng.choice(setup.game.lanes))


def _opposite(rng: Random, setup: Setup) -> MoatQuestion | None:
    """Few moats, and a tile with two of them on opposite sides."""
    plan = plan_of(setup.game, rng, rng.randint(2, 16), STRINGY)
    links = plan.links()
    lines = [cell for cell in plan.lands if cell != START and plan.shape(cell) in (5, 10)]
    if links is None or not lines:
        return None
    edges, cell = plan.edges(links, 0, 0), rng.choice(lines)
    edges[cell] |= 15 - plan.shape(cell)
    return _measured(plan, edges, lambda: plan.lands[cell])


def _measured(plan: Plan, edges: dict[Cell, int], family: Callable[[], Family]) -> MoatQuestion | None:
    """How long the longest moat or wall of a city is; where it has two families, that of one of them."""
    city = city_on(plan, edges)
    which = family() if len(plan.game.lanes) > 1 else None
    return None if city is None else MoatQuestion(game=plan.game, city=city, family=which)


def _run(holds: Callable[[MoatQuestion, Run], bool]) -> Holds:
    """Whether something holds of a question and the longest run of edges."""
    return about(MoatQuestion, lambda moat: holds(moat, moat.city.longest(moat.family)))


def _loops(moat: MoatQuestion) -> list[int]:
    """How many edges each closed line of the outline has."""
    return [len(loop) for loop in moat.city.outline(moat.family)]


def _turns(run: Run, way: int) -> bool:
    """Whether a run turns into a nook (3) or round a corner (1)."""
    return any(after[1] == (before[1] + way) % 4 for before, after in pairwise(run))


def _inner(city: City) -> int:
    """How many moats or walls lie inside."""
    sides = ((face, side, near) for cell, face in city.layout.tiles for side, near in enumerate(beside(cell)))
    return sum(face.edges >> side & 1 for face, side, near in sides if near in city)


def _as_long(moat: MoatQuestion, run: Run) -> int:
    """How many runs are as long as this one."""
    found = 0
    for loop in moat.city.outline(moat.family):
        barred = "".join("x" if wall else "." for _, _, wall in loop)
        at = barred.find(".")
        found += [len(each) for each in (barred[at:] + barred[:at]).split(".")].count(len(run))
    return found


def _most_inside(city: City) -> int:
    """On how many sides of one tile moats or walls lie inside, at the most."""
    return max((_inside(city, cell) for cell in city), default=0)


def _inside(city: City, cell: Cell) -> int:
    """On how many sides of a tile moats or walls lie inside."""
    edges = city[cell].edges
    return sum(edges >> side & 1 for side, near in enumerate(beside(cell)) if near in city)


def _inside_on(sides: int) -> Holds:
    """Whether moats or walls lie inside on so many sides of one tile, and on no more of any."""
    return about(MoatQuestion, lambda moat: _most_inside(moat.city) == sides)


def _of_size(sizes: tuple[int, int]) -> Holds:
    """Whether a city that is measured has so many tiles."""
    return about(MoatQuestion, lambda moat: sizes[0] <= len(moat.city) <= sizes[1])


MEASURING = (
    *(Stratum("moat", f"{name} tiles", _moats(sizes), _of_size(sizes)) for name, sizes in SIZES.items()),
    *(
        Stratum(
            "moat",
            f"inside on {name} sides of a tile",
            _moats((5, 30), inner=1, outer=0.4, manner=COMPACT),
            _inside_on(sides),
        )
        for name, sides in {"two": 2, "three": 3}.items()
    ),
    Stratum("moat", "none at all", _moats((1, 12), outer=0.03), _run(lambda _, run: not run)),
    Stratum(
        "moat", "closed", _moats((4, 30), outer=1, manner=COMPACT), _run(lambda moat, run: 0 < len(run) in _loops(moat))
    ),
    Stratum(
        "moat",
        "closed but for one edge",
        _moats((4, 30), outer=1, manner=COMPACT, bare=1),
        _run(lambda moat, run: len(run) + 1 in _loops(moat)),
    ),
    Stratum("moat", "into a nook", _moats((3, 30), outer=0.9), _run(lambda _, run: _turns(run, 3))),
    Stratum(
        "moat",
        "round corners only",
        _moats((1, 20), outer=0.7),
        _run(lambda _, run: _turns(run, 1) and not _turns(run, 3)),
    ),
    Stratum("moat", "opposite edges of a tile", _opposite, _run(lambda _, run: len(run) == 1)),
    Stratum(
        "moat",
        "more inside than outside",
        _moats((4, 30), inner=1, outer=0.2, manner=COMPACT),
        _run(lambda moat, run: _inner(moat.city) > len(run) > 0),
    ),
    Stratum(
        "moat",
        "several equally long",
        _moats((2, 24), outer=0.3),
        _run(lambda moat, run: bool(run) and _as_long(moat, run) > 1),
    ),
)


# Scorings


@drawing
def _scored(
    rng: Random,
    setup: Setup,
    *,
    players: tuple[int, ...] = tuple(PLAYERS),
    scoring: str = NORMAL,
    sizes: tuple[int, int] = (0, 12),
    outer: float | None = None,
) -> ScoreQuestion:
    """Cities of some seats."""
    tiles, seats = supply(setup.game, rng), rng.choice(players)
    most = max(sizes[0], min(sizes[1], 44 // seats))
    cities = [grown(setup.game, rng, tiles, sizes[0], most, outer) for _ in range(seats)]
    dirk = tuple(rng.choice(tile.faces) for tile in tiles[: rng.randrange(12)]) if seats == 2 else None
    return _score(rng, setup, cities, dirk, scoring)


@drawing
def _ranked(rng: Random, setup: Setup, numbers: str, scoring: str = NORMAL) -> ScoreQuestion:
    """Cities with so many of one building, and some others: each word is a table, and each digit is for a seat."""
    game, wanted, tiles = setup.game, list(map(int, rng.choice(numbers.split()))), supply(setup.game, rng)
    rng.shuffle(wanted)
    own = [building for building in Building if building.family is game.start]
    building, *others = rng.sample(own, len(own))
    lists = [[building] * number + rng.choices(others, k=rng.randrange(4)) for number in wanted]
    cities = [_built(game, rng, buildings, tiles) for buildings in lists]
    faces = (_of_building(building, tiles) for _ in range(wanted[0]))
    dirk = tuple(face for face in faces if face) if len(wanted) == 2 else None
    return _score(rng, setup, cities, dirk, scoring)


def _of_building(building: Building, tiles: list[Tile]) -> Face | None:
    """A face with a building, if there is one left; its tile leaves the supply."""
    found = [(at, face) for at, tile in enumerate(tiles) for face in tile.faces if face.building is building]
    if not found:
        return None
    at, face = found[0]
    del tiles[at]
    return face


def _built(game: Game, rng: Random, buildings: list[Building], tiles: list[Tile]) -> City:
    """A city with these buildings, as far as there are such tiles and they fit."""
    city = empty_city(game.start)
    for building in buildings:
        city = _with_tile(city, _of_building(building, tiles), rng)
    return city


def _with_tile(city: City, face: Face | None, rng: Random) -> City:
    """A city with one more tile, if there is one and it fits anywhere."""
    sites = city.sites(face) if face else ()
    return city.added(face, rng.choice(sites)) if face and sites else city


def _score(rng: Random, setup: Setup, cities: list[City], dirk: tuple[Face, ...] | None, scoring: str) -> ScoreQuestion:
    """Some scoring of cities, with huts and bonus cards where they take part."""
    if HUTS in setup.modules:
        for hut in rng.sample(huts(), 3):
            cities[0] = _with_tile(cities[0], hut, rng)
    revealed = None
    if BONUS in setup.modules:
        revealed = tuple(tuple(face for face in _bare(city) if rng.random() < 0.5) for city in cities)
    return ScoreQuestion(
        game=setup.game,
        round=Round(rng.choice("ABC")),
        cities=tuple(cities),
        scoring=scoring,
        dirk=dirk,
        shown=revealed,
        modules=tuple(module for module in setup.modules if module in (HUTS, BONUS)),
    )


def _bare(city: City) -> list[Face]:
    """The tiles that a bonus card can be revealed for."""
    return [f for f in city.faces if f.family is Family.ALHAMBRA and not f.edges and not f.is_hut]


def _row(holds: Callable[[Row], bool]) -> Holds:
    """Whether something holds of a row of a scoring in which places are ranked."""
    return about(
        ScoreQuestion,
        lambda scoring: any(holds(row) for row in scoring.scored.rows if any(each.place for each in row.standings)),
    )


def _tied(row: Row, at: int = 0) -> int:
    """How many have as many as whoever is at some place."""
    counts = [standing.count for standing in row.standings]
    return counts.count(counts[at]) if at < len(counts) else 0


def _ties(row: Row) -> bool:
    """Whether any two have equally many."""
    return len({standing.count for standing in row.standings}) < len(row.standings)


def _ties_with_dirk(row: Row) -> bool:
    """Whether Dirk has as many as somebody else."""
    his = {standing.count for standing in row.standings if standing.seat is None}
    return bool(his & {standing.count for standing in row.standings if standing.seat is not None})


def _all_tie(row: Row) -> bool:
    """Whether all who take part have equally many."""
    return len(row.standings) > 1 and len({standing.count for standing in row.standings}) == 1


def _played_by(players: tuple[int, ...]) -> Holds:
    """Whether so many play."""
    return about(ScoreQuestion, lambda scoring: len(scoring.cities) in players)


def _with_a_city_of(least: int, most: int) -> Holds:
    """Whether a city has so many tiles."""
    return about(ScoreQuestion, lambda scoring: any(least <= len(city) <= most for city in scoring.cities))


TWO = (2,)
SCORING = (
    Stratum(
        "score",
        "nobody ties",
        _ranked("21 321 4210 30210 321000"),
        _row(lambda row: len(row.standings) > 1 and not _ties(row)),
    ),
    Stratum(
        "score", "two tie for the first place", _ranked("22 110 221 2211 11000"), _row(lambda row: _tied(row) == 2)
    ),
    Stratum(
        "score",
        "three or more tie for the first place",
        _ranked("111 2221 1111 11111 111111 111000"),
        _row(lambda row: _tied(row) > 2),
    ),
    Stratum(
        "score",
        "a tie for the second place",
        _ranked("211 3221 2111 21111 311000"),
        _row(lambda row: _tied(row) == 1 and _tied(row, 1) > 1),
    ),
    Stratum(
        "score",
        "a tie for the third place",
        _ranked("3211 32110 32111 321100"),
        _row(lambda row: _tied(row) == _tied(row, 1) == 1 and _tied(row, 2) > 1),
    ),
    *(
        Stratum("score", f"{name} players", _scored(players=players), _played_by(players))
        for name, players in {"2 or 3": (2, 3), "4 to 6": (4, 5, 6)}.items()
    ),
    Stratum("score", "everybody ties", _ranked("22 111 1111 11111 111111"), _row(_all_tie)),
    Stratum("score", "Dirk ties", _ranked("21 11 22"), _row(_ties_with_dirk)),
    Stratum(
        "score", "Dirk has something", _scored(players=TWO), about(ScoreQuestion, lambda scoring: bool(scoring.dirk))
    ),
    Stratum(
        "score",
        "long moats or walls",
        _scored(sizes=(4, 12), outer=0.9, players=(2, 3, 4)),
        about(ScoreQuestion, lambda scoring: any(len(city.longest()) > 5 for city in scoring.cities)),
    ),
    Stratum("score", "cities of up to 30 tiles", _scored(sizes=(15, 30), players=TWO), _with_a_city_of(15, 30)),
    Stratum(
        "score", "empty cities", _scored(sizes=(0, 1)), about(ScoreQuestion, lambda scoring: not all(scoring.cities))
    ),
    Stratum(
        "score",
        "simplified",
        _scored(scoring=SIMPLIFIED),
        about(ScoreQuestion, lambda scoring: scoring.scoring == SIMPLIFIED),
        ("granada", "combined"),
    ),
    Stratum(
        "score",
        "simplified, with ties",
        _ranked("22 110 211 2221 11110", SIMPLIFIED),
        _row(lambda row: _tied(row) > 1),
        ("granada", "combined"),
    ),
    Stratum(
        "score",
        "a border",
        _scored(sizes=(6, 16), players=(2, 3)),
        about(ScoreQuestion, lambda scoring: any(city.border_length for city in scoring.cities)),
        ("combined",),
    ),
    Stratum(
        "score",
        "builders' huts",
        _scored(sizes=(2, 8), players=(2, 3, 4)),
        about(ScoreQuestion, lambda scoring: any(face.is_hut for city in scoring.cities for face in city.faces)),
        ("alhambra", "combined"),
        "huts",
    ),
    Stratum(
        "score",
        "bonus cards",
        _scored(outer=0.05, players=(2, 3, 4)),
        about(ScoreQuestion, lambda scoring: any(scoring.shown or ())),
        ("alhambra", "combined"),
        "bonus",
    ),
)
