"""The facts on which the fast tests of a city rest hold in every legal city of a window.

Each program of ``specs/proofs`` looks for a counter-example among all of them and finds none.
Made a little wrong, it finds one, which the engine confirms: so the program says what it seems to say.

``pytest -m long tests/test_proofs.py`` looks into the larger windows.
"""

from __future__ import annotations

import re
from itertools import chain, combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import clingo
import pytest

from granada import Building, Cell, City, Face, Family, Layout, Rule, violations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

PROOFS = Path(__file__).parent.parent / "specs" / "proofs"
GROUNDS = {"window", "land", "outer", "city"}
"""What the programs have in common, which proves nothing by itself."""
INCLUDE = re.compile(r'^#include "(.+)"\.$', re.MULTILINE)
WITHOUT = ""
START = Cell(0, 0)
BUILDINGS = {Family.GRANADA: Building.PARK, Family.ALHAMBRA: Building.GARDEN}

Model = list[clingo.Symbol]
Change = tuple[str, str]
"""A piece of a program, and what takes its place."""


# Asking a program


def text_of(path: Path) -> str:
    """A program with all that it includes."""
    text = path.read_text(encoding="utf-8")
    return INCLUDE.sub(lambda found: text_of(path.parent / found[1]), text)


def changed(program: str, changes: Iterable[Change]) -> str:
    """A program with some pieces replaced, each of which it has once."""
    text = text_of(PROOFS / f"{program}.lp")
    for piece, other in changes:
        assert text.count(piece) == 1, piece
        text = text.replace(piece, other)
    return text


def answers(text: str | Path, *options: str, **constants: int) -> Iterator[Model]:
    """What a program shows of the cities that it finds."""
    control = clingo.Control([*options, *(f"-c{name}={number}" for name, number in constants.items())])
    if isinstance(text, Path):
        control.load(str(text))
    else:
        control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        for model in found:
            yield list(model.symbols(shown=True))


# No counter-example


class Window(NamedTuple):
    """How far a proof looks: in every run, and in a long one."""

    program: str
    usual: int
    far: int | None = None
    families: int | None = None


WINDOWS = (
    Window("corners", 6, 7),
    Window("ring", 5, 7),
    Window("sides", 6, 7),
    Window("outline", 5, 6),
    Window("following", 5, 6),
    Window("border", 4, 5),
    Window("crossing", 4),
    Window("squares", 3, families=1),
    Window("squares", 3, families=2),
    Window("together", 3, 4),
    Window("adding", 3, 4),
    Window("removing", 4),
    Window("swapping", 3, 4),
)
NAMED = {f"{window.program}-{window.families or ''}": window for window in WINDOWS}


def test_every_program_is_run() -> None:
    assert {path.stem for path in PROOFS.iterdir()} == {each.program for each in WINDOWS} | GROUNDS


def counter_examples(window: Window, size: int) -> list[list[clingo.Symbol]]:
    """What a proof finds that looks so far."""
    families = {"families": window.families} if window.families else {}
    return list(answers(PROOFS / f"{window.program}.lp", n=size, **families))


@pytest.mark.parametrize("name", NAMED)
def test_there_is_no_counter_example(name: str) -> None:
    assert counter_examples(NAMED[name], NAMED[name].usual) == []


@pytest.mark.in_turn
@pytest.mark.long
@pytest.mark.parametrize("name", [name for name, window in NAMED.items() if window.far])
def test_there_is_none_farther_out(name: str) -> None:
    assert counter_examples(NAMED[name], NAMED[name].far or 0) == []


MIRRORS = re.compile(r"^% What is true .+\n(:- .+\n)+", re.MULTILINE)
"""What keeps a program from looking at mirror images."""


@pytest.mark.in_turn
@pytest.mark.long
@pytest.mark.parametrize(
    ("program", "window"),
    [
        *((program, 5) for program in ("corners", "ring", "sides", "following")),
        ("border", 4),
        *((program, 3) for program in ("crossing", "together", "adding", "removing", "swapping")),
    ],
)
def test_there_is_none_among_the_mirror_images_either(program: str, window: int) -> None:
    text, number = MIRRORS.subn("", changed(program, ()))
    assert number == 1
    assert not list(answers(text, n=window))


# The cities of the programs are those of the engine


def plain(cells: Iterable[Cell]) -> Layout:
    """Tiles without moats on some cells; the first of them is the start tile."""
    (west, south), *others = sorted(cells)
    park = Face(Building.PARK, 6, 0)
    return Layout.of({Cell(x - west, y - south): park for x, y in others})


def a_cell(pair: clingo.Symbol) -> Cell:
    x, y = pair.arguments
    return Cell(x.number, y.number)


def cells(model: Model, name: str) -> set[Cell]:
    """The cells of which a model says something."""
    return {a_cell(atom.arguments[0]) for atom in model if atom.name == name}


def says(model: Model, name: str) -> bool:
    return any(atom.name == name for atom in model)


def layout(model: Model, when: str) -> Layout:
    """The layout before or after a change."""
    edges: dict[Cell, int] = {}
    families, founding = {}, None
    for atom in model:
        if atom.name in {"tile", "edge", "founding"} and atom.arguments[0].name == when:
            cell = a_cell(atom.arguments[1])
            if atom.name == "tile":
                families[cell] = Family(atom.arguments[2].name)
            elif atom.name == "edge":
                edges[cell] = edges.get(cell, 0) | 1 << atom.arguments[2].number
            else:
                founding = cell
    tiles = {cell: Face(BUILDINGS[family], 6, edges.get(cell, 0)) for cell, family in families.items()}
    return Layout.of(tiles, start=Family.ALHAMBRA, founding=founding)


def broken(laid: Layout) -> set[Rule]:
    return {violation.rule for violation in violations(laid)}


def test_the_land_is_that_of_all_cities() -> None:
    window = [Cell(x, y) for x in range(1, 4) for y in range(1, 4)]
    some = chain.from_iterable(combinations(window, number) for number in range(1, 10))
    legal = {frozenset(taken) for taken in some if not violations(plain(taken))}
    text = f"#const n = 3. {text_of(PROOFS / 'land.lp')} #show taken/1."
    found = [frozenset(cells(model, "taken")) for model in answers(text, "--models=0")]
    assert len(found) == len(set(found))
    assert set(found) - {frozenset()} == legal


INNER = ":- edge(before,C,S), beyond(C,S,D), not inside(D)."
"""There are no moats on the outer edges of the window."""


def small_cities(west: int, south: int) -> Iterator[Layout]:
    """Every legal city of two families in a window of 2 x 2 cells, without moats on its outer edges."""
    window = [Cell(x - west, y - south) for x in range(2) for y in range(2)]
    others = [cell for cell in window if cell != START]
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    choices: list[list[Face | None]] = []
    for x, y in others:
        inner = sum(1 << side for side, (dx, dy) in enumerate(steps) if Cell(x + dx, y + dy) in window)
        masks = [mask for mask in range(16) if not mask & ~inner]
        choices.append([None, *(Face(building, 6, mask) for building in BUILDINGS.values() for mask in masks)])
    for faces in product(*choices):
        tiles = {cell: face for cell, face in zip(others, faces, strict=True) if face}
        strangers: list[Cell | None] = [cell for cell, face in tiles.items() if face.family is Family.GRANADA]
        for founding in strangers or [None]:
            laid = Layout.of(tiles, start=Family.ALHAMBRA, founding=founding)
            if not violations(laid):
                yield laid


def test_the_cities_are_those_of_the_engine() -> None:
    text = f"#const n = 2. {MIRRORS.sub('', text_of(PROOFS / 'city.lp'))} {INNER}"
    for west, south in product(range(2), repeat=2):
        found = [layout(model, "before") for model in answers(f"{text} window({west},{south}).", "--models=0")]
        expected = list(small_cities(west, south))
        assert len(found) == len(expected) > 20
        assert set(found) == set(expected)


NO_SEARCH = (":- not counter_example.", WITHOUT)
AT_RANDOM = ("--rand-freq=1", "--sign-def=rnd", "--restart-on-model", "--seed=7")


def the_new_tile(model: Model, cell: Cell) -> Face:
    return layout(model, "after").by_cell[cell]


def may_be_added(city: City, model: Model) -> bool:
    (cell,) = cells(model, "new")
    return city.fits(the_new_tile(model, cell), cell)


def may_be_removed(city: City, model: Model) -> bool:
    (cell,) = cells(model, "out")
    return city.can_remove(cell)


def may_be_swapped(city: City, model: Model) -> bool:
    (cell,) = cells(model, "out")
    return city.can_swap(cell, the_new_tile(model, cell))


FAST: dict[str, Callable[[City, Model], bool]] = {
    "adding": may_be_added,
    "removing": may_be_removed,
    "swapping": may_be_swapped,
}
"""The fast test of the engine for each change."""


@pytest.mark.parametrize("number", [40, pytest.param(1_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("program", FAST)
@pytest.mark.parametrize("fits", ["fits", "not fits"])
def test_the_programs_and_the_engine_judge_alike(program: str, fits: str, number: int) -> None:
    text = changed(program, [NO_SEARCH]) + f"#show fits/0. :- not {fits}."
    found = 0
    for model in answers(text, f"--models={number}", *AT_RANDOM, n=4):
        before, after = layout(model, "before"), layout(model, "after")
        assert broken(before) == set()
        assert says(model, "fits") is (not violations(after)) is FAST[program](City.of(before), model), repr(after)
        found += 1
    assert found == number


# A counter-example when a fact is made a little wrong

HANGS_TOGETHER = (":- taken(C), not reached(C).", WITHOUT)
NO_HOLES = (":- cell(C), not taken(C), not open(C).", WITHOUT)
APART = {Rule.WALKABLE, Rule.EDGE_CONTACT}
"""What a city can break that does not hang together."""


class Slip(NamedTuple):
    """What is changed in a program, and what may then be wrong with the city that it finds."""

    what: str
    program: str
    changes: tuple[Change, ...]
    breaks: frozenset[Rule] = frozenset()


def slip(what: str, program: str, *changes: Change, breaks: Iterable[Rule] = ()) -> Slip:
    return Slip(what, program, changes, frozenset(breaks))


ON_LAND = (
    slip("cities with holes", "corners", NO_HOLES, breaks={Rule.NO_HOLES}),
    slip("scattered tiles", "corners", HANGS_TOGETHER, breaks=APART),
    slip("two arcs will do", "ring", ("} = 1.", "} <= 2.")),
    slip("two arcs are needed", "ring", ("} = 1.", "} = 2.")),
    slip("a ring of four", "ring", ("not round((I+7) \\ 8).", "not round((I+6) \\ 8), I \\ 2 = 0.")),
    slip("cities with holes", "ring", NO_HOLES, breaks={Rule.NO_HOLES}),
    slip("scattered tiles", "ring", HANGS_TOGETHER, breaks=APART),
    slip("three sides", "sides", ("taken(D) : beyond(C,_,D).", "taken(D) : beyond(C,0..2,D).")),
    slip("cities with holes", "sides", NO_HOLES, breaks={Rule.NO_HOLES}),
    slip("cities with holes", "outline", NO_HOLES, breaks={Rule.NO_HOLES}),
    slip("scattered tiles", "outline", HANGS_TOGETHER, breaks=APART),
)


def named(each: Slip) -> str:
    return f"{each.program}: {each.what}"


@pytest.mark.parametrize("wrong", ON_LAND, ids=named)
def test_on_land_a_slip_finds_a_counter_example(wrong: Slip) -> None:
    model = next(answers(changed(wrong.program, wrong.changes), n=5))
    taken, new, out = (cells(model, name) for name in ("taken", "new", "out"))
    assert broken(plain(taken)) <= wrong.breaks
    assert bool(broken(plain(taken))) is bool(wrong.breaks)
    if new or out:
        assert says(model, "hole") is (Rule.NO_HOLES in broken(plain((taken | new) - out)))


OF_A_CITY = (
    slip("unwalkable cities", "together", ("walkable(L), edge", "edge"), breaks={Rule.WALKABLE}),
    slip("cities apart", "together", ("edge_contact(L), no", "no"), breaks={Rule.EDGE_CONTACT}),
    slip("without the ring", "adding", (", one_arc.", ".")),
    slip("without contact", "adding", ("fits :- contact, ", "fits :- ")),
    slip("contact without a way", "adding", (", not facing(S), not barred(S).", ".")),
    slip("Granada is never founded", "adding", ("contact :- founds, other(_).", WITHOUT)),
    slip("Granada is founded anywhere", "adding", ("contact :- founds, other(_).", "contact :- founds.")),
    slip("a moat of its own", "adding", ("mismatch :- own(S), barred(S), not facing(S).", WITHOUT)),
    slip("a moat that faces it", "adding", ("mismatch :- own(S), facing(S), not barred(S).", WITHOUT)),
    slip("a moat without a wall", "adding", ("mismatch :- other(S), not facing(S).", WITHOUT)),
    slip("a wall without a moat", "adding", ("mismatch :- other(S), not barred(S).", WITHOUT)),
    slip("without a way", "removing", ("walkable(after), free", "free")),
    slip("without a free side", "removing", ("free, border.", "border.")),
    slip("without a border", "removing", ("free, border.", "free.")),
    slip("no border, no removal", "removing", ("border :- not founding(before,_).", WITHOUT)),
    slip("across families", "swapping", ("not foreign, not different.", "not different.")),
    slip("any edges", "swapping", ("not foreign, not different.", "not foreign.")),
    slip("all edges alike", "swapping", ("taken(before,D), barred(S)", "barred(S)")),
)


@pytest.mark.parametrize("wrong", OF_A_CITY, ids=named)
def test_of_a_city_a_slip_finds_a_counter_example(wrong: Slip) -> None:
    model = next(answers(changed(wrong.program, wrong.changes), n=3))
    before, after = layout(model, "before"), layout(model, "after")
    assert broken(before) == wrong.breaks
    legal = {atom.arguments[0].name for atom in model if atom.name == "legal"}
    assert ("after" in legal) is (not violations(after))
    if wrong.program in FAST:
        assert FAST[wrong.program](City.of(before), model) is (not violations(after))


OF_A_NETWORK = (
    slip("scattered tiles", "following", HANGS_TOGETHER),
    slip(
        "along the other side",
        "following",
        ("beyond(D,S,E), taken(E).", "beyond(D,S,E), taken(E), taken(D)."),
        ("beyond(D,S,E), not taken(E), not taken(D).", "beyond(D,S,E), not taken(D)."),
    ),
    slip("cities with holes", "border", NO_HOLES),
    slip("scattered tiles", "border", (":- land(C,F), not reached(C,F).", WITHOUT)),
    slip("four open sides", "crossing", (":- sides(4).", WITHOUT)),
    slip("circles round a moat", "crossing", (":- corner(P), not open(P), not square(P).", WITHOUT)),
    slip("one open side", "crossing", ("N-M = 1.", "N = 1, squares(M).")),
    slip("separate networks", "crossing", (":- tile(C), not reached(C).", WITHOUT)),
    slip("squares do not count", "squares", ("; 1,square,P : square(P)", WITHOUT)),
    slip("separate networks", "squares", (":- land(C,F), not reached(C,F).", WITHOUT)),
    slip("one tree too many", "squares", ("} = families.", "} = families+1.")),
)


@pytest.mark.parametrize("wrong", OF_A_NETWORK, ids=named)
def test_of_an_outline_or_a_network_a_slip_finds_a_counter_example(wrong: Slip) -> None:
    assert next(answers(changed(wrong.program, wrong.changes), n=4))
