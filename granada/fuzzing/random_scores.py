"""Random questions about moats and walls, closed or open, and about scorings with or without ties, Dirk and modules."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from random import Random

from granada.board import (
    START,
    Building,
    Cell,
    City,
    Face,
    Family,
    Layout,
    Round,
    Tile,
    empty_city,
    huts,
    neighbours,
    violations,
)
from granada.fuzzing.random_cities import ANY, COMPACT, SIZES, STRINGY, WAYS, free_sides, grown, outlined, supply
from granada.fuzzing.random_strata import Holds, about, drawing, strata
from granada.game import BONUS, HUTS, NORMAL, SIMPLIFIED, Row, Setup
from granada.questions import MoatQuestion, ScoreQuestion
from granada.table import PLAYERS, with_tile

Run = tuple[tuple[Cell, int], ...]
"""The edges of a moat or wall, each with its cell and side."""


# Moats and walls


@drawing
def _moats(
    rng: Random,
    setup: Setup,
    sizes: tuple[int, int],
    outer: float | None = None,
    *,
    manner: str = "",
    walls: int = 0,
    bare: int = 0,
) -> MoatQuestion:
    """A question about a city built from tiles in the box or with random moats or walls on its outline.

    If the city has tiles from two families, the question is about one of them.
    """
    city = grown(setup.game, rng, supply(setup.game, rng), sizes, manner, walls)
    if rng.random() < 0.5:
        likely = rng.choice((0.3, 0.6, 0.9)) if outer is None else outer
        rim = list(free_sides(city))
        none = dict.fromkeys(rng.sample(rim, min(bare, len(rim))), False)
        city = outlined(city, {edge: rng.random() < likely for edge in rim} | none)
    family = rng.choice(setup.game.lanes) if len(setup.game.lanes) > 1 else None
    return MoatQuestion(game=setup.game, city=city, family=family)


def _run(holds: Callable[[MoatQuestion, Run], bool]) -> Holds:
    """A test of whether a condition holds for a question and the longest run of edges in its city."""
    return about(MoatQuestion, lambda moat: holds(moat, moat.city.longest(moat.family)))


def _loops(moat: MoatQuestion) -> list[int]:
    """The number of edges in each closed line of the outline."""
    return [len(loop) for loop in moat.city.outline(moat.family)]


def _turns(run: Run, way: int) -> bool:
    """Whether a run turns into a nook (``way`` is 3) or around a corner (``way`` is 1)."""
    return any(after[1] == (before[1] + way) % 4 for before, after in pairwise(run))


def _opposite(moat: MoatQuestion, run: Run) -> bool:
    """Whether the longest run is one edge long and some tile has moats or walls on opposite sides."""
    tiles = moat.city.tiles.values()
    return len(run) == 1 and any(face.edges & pair == pair for face in tiles for pair in (5, 10))


def _as_long(moat: MoatQuestion, run: Run) -> int:
    """The number of runs in a city that are as long as the given one."""
    found = 0
    for loop in moat.city.outline(moat.family):
        barred = "".join("x" if wall else "." for _, _, wall in loop)
        at = barred.find(".")
        found += [len(each) for each in (barred[at:] + barred[:at]).split(".")].count(len(run))
    return found


def _inside(city: City) -> dict[Cell, list[int]]:
    """The sides on which each tile has a moat or wall towards another tile."""
    return {
        cell: [side for side, near in enumerate(neighbours(cell)) if face.barred(side) and near in city]
        for cell, face in city.tiles.items()
    }


def _corners(cell: Cell, side: int) -> tuple[Cell, Cell]:
    """The corners at the ends of an edge."""
    x, y = cell
    first, second, third, fourth = Cell(x, y), Cell(x + 1, y), Cell(x + 1, y + 1), Cell(x, y + 1)
    return ((fourth, third), (second, third), (first, second), (first, fourth))[side]


def _ends(run: Run) -> set[Cell]:
    """The corners where a run ends; none if it is closed."""
    times = Counter(corner for edge in run for corner in _corners(*edge))
    return {corner for corner, number in times.items() if number == 1}


def _lengthened_inside(*sides: int) -> Holds:
    """A test of whether a tile has inner moats or walls on exactly these sides, and the longest run ends there."""

    def holds(moat: MoatQuestion, run: Run) -> bool:
        cells = [cell for cell, inside in _inside(moat.city).items() if inside == [*sides]]
        return any(_ends(run) & {*_corners(cell, side)} for cell in cells for side in sides)

    return _run(holds)


@drawing
def _meeting_inside(rng: Random, setup: Setup, *sides: int) -> MoatQuestion | None:
    """A question about a city in which a tile has inner moats or walls on these sides, and an outer run ends there.

    Half of the cities are built from tiles in the box; these cities do not always contain such a tile.
    """
    start = setup.game.start
    tiles = [tile for tile in supply(setup.game, rng) if tile.up.family is start]
    family = start if len(setup.game.lanes) > 1 else None
    if rng.random() < 0.5:
        return MoatQuestion(game=setup.game, city=grown(setup.game, rng, tiles, (8, 30), COMPACT, 1), family=family)
    bare = grown(setup.game, rng, tiles, (8, 20), COMPACT)
    faces = {cell: Face(face.building, face.price) for cell, face in bare.tiles.items()}
    around = [cell for cell in faces if all(neighbours(cell)[side] in faces for side in sides)]
    if not around:
        return None
    middle = rng.choice(around)
    for cell, side in [(middle, side) for side in sides] + [(neighbours(middle)[s], (s + 2) % 4) for s in sides]:
        faces[cell] = Face(faces[cell].building, faces[cell].price, faces[cell].edges | 1 << side)
    if violations(Layout(tuple(faces.items()), (), start)):  # people can no longer walk to every tile
        return None
    city = City.of(faces, start=start)
    meeting = {corner for side in sides for corner in _corners(middle, side)}
    (loop,) = city.outline()
    runs = [run for run in _runs(loop, rng.randint(1, 6)) if _ends(run) & meeting and START not in dict(run)]
    if not runs:
        return None
    longest = rng.choice(runs)
    return MoatQuestion(game=setup.game, city=outlined(city, dict.fromkeys(longest, True)), family=family)


def _runs(loop: list[tuple[Cell, int, bool]], length: int) -> list[Run]:
    """All runs of a given length on a closed line."""
    edges = [(cell, side) for cell, side, _ in loop]
    twice = [*edges, *edges]
    return [tuple(twice[at : at + length]) for at in range(len(edges))]


def _of_size(sizes: tuple[int, int]) -> Holds:
    """A test of whether the number of tiles in a measured city lies in a range."""
    return about(MoatQuestion, lambda moat: sizes[0] <= len(moat.city) <= sizes[1])


MEASURING = strata(
    "moat",
    {
        **{f"{name} tiles": (_moats(sizes), _of_size(sizes)) for name, sizes in SIZES.items()},
        **{
            f"it would go on inside, {' and '.join(WAYS[side] for side in sides)} of a tile": (
                _meeting_inside(*sides),
                _lengthened_inside(*sides),
            )
            for number in (2, 3)
            for sides in combinations(range(4), number)
        },
        "none at all": (_moats((1, 12), 0.03), _run(lambda _, run: not run)),
        "closed": (_moats((4, 30), 1, manner=COMPACT), _run(lambda moat, run: 0 < len(run) in _loops(moat))),
        "closed but for one edge": (
            _moats((4, 30), 1, manner=COMPACT, bare=1),
            _run(lambda moat, run: len(run) + 1 in _loops(moat)),
        ),
        "into a nook": (_moats((3, 30), 0.9), _run(lambda _, run: _turns(run, 3))),
        "round corners only": (_moats((1, 20), 0.7), _run(lambda _, run: _turns(run, 1) and not _turns(run, 3))),
        "opposite edges of a tile": (_moats((1, 16), 0.2, manner=STRINGY), _run(_opposite)),
        "more inside than outside": (
            _moats((4, 30), 0.1, manner=COMPACT, walls=1),
            _run(lambda moat, run: sum(map(len, _inside(moat.city).values())) > len(run) > 0),
        ),
        "several equally long": (_moats((2, 24), 0.3), _run(lambda moat, run: bool(run) and _as_long(moat, run) > 1)),
    },
)


# Scorings


@drawing
def _scored(
    rng: Random, setup: Setup, *players: int, scoring: str = NORMAL, sizes: tuple[int, int] = (0, 12), walls: int = 0
) -> ScoreQuestion:
    """A question about scoring random cities; ``walls`` is 1 for many moats or walls, and -1 for few."""
    tiles, seats = supply(setup.game, rng), rng.choice(players or PLAYERS)
    most = max(sizes[0], min(sizes[1], 44 // seats))
    cities = [grown(setup.game, rng, tiles, (sizes[0], most), ANY, walls) for _ in range(seats)]
    dirk = tuple(rng.choice(tile.faces) for tile in tiles[: rng.randrange(12)])
    return _score(rng, setup, cities, dirk, scoring)


@drawing
def _ranked(rng: Random, setup: Setup, numbers: str, scoring: str = NORMAL) -> ScoreQuestion:
    """A question with given counts of a building; each word in ``numbers`` is a table, and each digit is a count."""
    wanted, tiles = list(map(int, rng.choice(numbers.split()))), supply(setup.game, rng)
    rng.shuffle(wanted)
    own = [building for building in Building if building.family is setup.game.start]
    building, *others = rng.sample(own, len(own))
    cities = []
    for number in wanted:
        city = empty_city(setup.game.start)
        for face in _of_buildings([building] * number + rng.choices(others, k=rng.randrange(4)), tiles):
            city = with_tile(city, face, rng.randrange(len(tiles)))
        cities.append(city)
    return _score(rng, setup, cities, tuple(_of_buildings([building] * wanted[0], tiles)), scoring)


def _of_buildings(buildings: list[Building], tiles: list[Tile]) -> list[Face]:
    """Take tiles with these buildings, if any are left, from the supply and return their faces."""
    found = []
    for building in buildings:
        for tile in tiles:
            if face := next((face for face in tile.faces if face.building is building), None):
                found.append(face)
                tiles.remove(tile)
                break
    return found


def _score(rng: Random, setup: Setup, cities: list[City], dirk: tuple[Face, ...], scoring: str) -> ScoreQuestion:
    """A question about scoring cities, with Dirk if there are two cities, and with any huts and bonus cards."""
    if HUTS in setup.modules:
        for hut in rng.sample(huts(), 3):
            cities[0] = with_tile(cities[0], hut, rng.randrange(30))
    bare = [[face for face in city.faces if face.family is Family.ALHAMBRA and not face.edges] for city in cities]
    shown = tuple(tuple(face for face in faces if not face.is_hut and rng.random() < 0.5) for faces in bare)
    return ScoreQuestion(
        game=setup.game,
        round=Round(rng.choice("ABC")),
        cities=tuple(cities),
        scoring=scoring,
        dirk=dirk if len(cities) == 2 else None,
        shown=shown if BONUS in setup.modules else None,
        modules=tuple(module for module in setup.modules if module in (HUTS, BONUS)),
    )


def _row(holds: Callable[[Row], bool]) -> Holds:
    """A test of whether a condition holds for some row of a scoring that ranks players."""
    return about(
        ScoreQuestion,
        lambda scoring: any(holds(row) for row in scoring.scored.rows if any(each.place for each in row.standings)),
    )


def _tied(row: Row, at: int = 0) -> int:
    """The number of players with the same count as the player at an index."""
    counts = [standing.count for standing in row.standings]
    return counts.count(counts[at]) if at < len(counts) else 0


def _ties_with_dirk(row: Row) -> bool:
    """Whether Dirk's count in a row equals some player's."""
    his = {standing.count for standing in row.standings if standing.seat is None}
    return bool(his & {standing.count for standing in row.standings if standing.seat is not None})


def _different(row: Row) -> int:
    """The number of different counts in a row; 0 if only one player has the building."""
    return len({standing.count for standing in row.standings}) if len(row.standings) > 1 else 0


def _any_city(holds: Callable[[City], bool]) -> Holds:
    """A test of whether a condition holds for any of the scored cities."""
    return about(ScoreQuestion, lambda scoring: any(map(holds, scoring.cities)))


GRANADA_TOO, ALHAMBRA_TOO = ("granada", "combined"), ("alhambra", "combined")
SCORING = strata(
    "score",
    {
        "nobody ties": (_ranked("21 321 4210 30210 321000"), _row(lambda row: _different(row) == len(row.standings))),
        "two tie for the first place": (_ranked("22 110 221 2211 11000"), _row(lambda row: _tied(row) == 2)),
        "three or more tie for the first place": (
            _ranked("111 2221 1111 11111 111111 111000"),
            _row(lambda row: _tied(row) > 2),
        ),
        "a tie for the second place": (
            _ranked("211 3221 2111 21111 311000"),
            _row(lambda row: _tied(row) == 1 and _tied(row, 1) > 1),
        ),
        "a tie for the third place": (
            _ranked("3211 32110 32111 321100"),
            _row(lambda row: _tied(row) == _tied(row, 1) == 1 and _tied(row, 2) > 1),
        ),
        "2 or 3 players": (_scored(2, 3), about(ScoreQuestion, lambda scoring: len(scoring.cities) in (2, 3))),
        "4 to 6 players": (_scored(4, 5, 6), about(ScoreQuestion, lambda scoring: len(scoring.cities) in (4, 5, 6))),
        "everybody ties": (_ranked("22 111 1111 11111 111111"), _row(lambda row: _different(row) == 1)),
        "Dirk ties": (_ranked("21 11 22"), _row(_ties_with_dirk)),
        "Dirk has something": (_scored(2), about(ScoreQuestion, lambda scoring: bool(scoring.dirk))),
        "long moats or walls": (
            _scored(2, 3, 4, sizes=(4, 12), walls=1),
            _any_city(lambda city: len(city.longest()) > 5),
        ),
        "cities of up to 30 tiles": (_scored(2, sizes=(15, 30)), _any_city(lambda city: 15 <= len(city) <= 30)),
        "empty cities": (_scored(sizes=(0, 1)), _any_city(lambda city: not city)),
        "simplified": (
            _scored(scoring=SIMPLIFIED),
            about(ScoreQuestion, lambda scoring: scoring.scoring == SIMPLIFIED),
            GRANADA_TOO,
        ),
        "simplified, with ties": (
            _ranked("22 110 211 2221 11110", SIMPLIFIED),
            _row(lambda row: _tied(row) > 1),
            GRANADA_TOO,
        ),
        "a border": (_scored(2, 3, sizes=(6, 16)), _any_city(lambda city: city.border_length > 0), ("combined",)),
        "builders' huts": (
            _scored(2, 3, 4, sizes=(2, 8)),
            _any_city(lambda city: any(face.is_hut for face in city.faces)),
            ALHAMBRA_TOO,
            HUTS.name,
        ),
        "bonus cards": (
            _scored(2, 3, 4, walls=-1),
            about(ScoreQuestion, lambda scoring: any(scoring.shown or ())),
            ALHAMBRA_TOO,
            BONUS.name,
        ),
    },
)
