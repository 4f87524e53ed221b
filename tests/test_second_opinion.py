"""The engine and the logic programs of ``specs`` give the same verdict on every layout, legal or not."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import clingo
import pytest

from granada import Building, Cell, City, Face, Family, InvalidState, Layout, Rule, violations
from granada.board.cells import START, beyond
from granada.board.layout import rotated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Record = Callable[[str, object], None]

SPECS = Path(__file__).parent.parent / "specs"
JUDGED = frozenset(
    {Rule.SAME_ORIENTATION, Rule.MOATS_MATCH, Rule.WALL_MEETS_MOAT, Rule.WALKABLE, Rule.EDGE_CONTACT, Rule.NO_HOLES}
)
RULES = {str(rule): rule for rule in Rule}
HEADS = {name.replace("-", "_"): rule for name, rule in RULES.items()}
BUILDINGS = {Family.GRANADA: Building.PARK, Family.ALHAMBRA: Building.GARDEN}
FACES = {(family, edges): Face(building, 6, edges) for family, building in BUILDINGS.items() for edges in range(16)}
SHOWN = "\n".join(f"#show {name}/1." for name, rule in HEADS.items() if rule in JUDGED | {Rule.CELL_IS_FREE})
MEASURED = "measured(L) :- layout(L). "
"""The longest moat of every layout that is a city is asked for."""
BATCH = 500
"""So many layouts are given to the logic program at a time."""
LAYOUTS = "counted: layouts{} compared with the logic program"
MOATS = "counted: longest moats compared with the logic program"
"""The names under which the terminal summary counts them."""


# The two opinions


def engine_breaks(layout: Layout) -> set[Rule]:
    """The rules that a layout breaks, as the engine sees it."""
    return {violation.rule for violation in violations(layout)}


def grounded(program: str, *files: str) -> clingo.Control:
    """The logic program, ready to be solved."""
    control = clingo.Control(["--models=0", "--warn=no-atom-undefined"])
    for file in files:
        control.load(str(SPECS / file))
    control.add("base", [], program)
    control.ground([("base", [])])
    return control


def atoms(control: clingo.Control) -> Sequence[clingo.Symbol]:
    """What the program shows of the one model it has."""
    found: list[Sequence[clingo.Symbol]] = []
    control.solve(on_model=lambda model: found.append(model.symbols(shown=True)))
    (only,) = found
    return only


def facts(number: int, layout: Layout) -> Iterator[str]:
    """A layout as it is given to the logic program."""
    cells = [START, *layout.by_cell]
    west, south = (min(cell[axis] for cell in cells) for axis in (0, 1))
    east, north = (max(cell[axis] for cell in cells) for axis in (0, 1))
    turns = dict(layout.rotations)
    yield f"box({number},({west},{south}),({east},{north})). start({number},{layout.start.value})."
    yield f"laid({number},{len(layout.tiles)})."
    if layout.founding:
        yield f"founding({number},({layout.founding}))."
    for cell, face in layout.tiles:
        yield f"tile({number},({cell}),{face.family.value}). turn({number},({cell}),{turns.get(cell, 0) // 90})."
        yield from (f"edge({number},({cell}),{side})." for side in range(4) if face.edges >> side & 1)


class Opinion(NamedTuple):
    """The rules that a layout breaks and, if there are none, how long the longest moat and wall are."""

    broken: set[Rule]
    longest: dict[Family, int]


def engine_opinion(layout: Layout) -> Opinion:
    """As the engine sees it."""
    broken = engine_breaks(layout)
    if broken:
        return Opinion(broken, {})
    city = City.of(layout)
    families = {layout.start, *(face.family for face in layout.by_cell.values())}
    return Opinion(broken, {family: len(city.longest(family)) for family in families})


def second_opinions(layouts: Sequence[Layout]) -> list[Opinion]:
    """As the logic program sees it."""
    program = "\n".join(line for number, layout in enumerate(layouts) for line in facts(number, layout))
    opinions = [Opinion({*JUDGED, Rule.CELL_IS_FREE}, {}) for _ in layouts]
    for atom in atoms(grounded(program + SHOWN + MEASURED + "#show longest_moat/3.", "building.lp", "scoring.lp")):
        broken, longest = opinions[atom.arguments[0].number]
        if atom.name == "longest_moat":
            _, family, edges = atom.arguments
            longest[Family(family.name)] = edges.number
        else:
            broken.discard(HEADS[atom.name])
    return opinions


def legal_among(layouts: Iterable[Layout]) -> int:
    """Compare both opinions on some layouts, and count the legal ones."""
    rest = iter(layouts)
    legal = 0
    while batch := list(islice(rest, BATCH)):
        for layout, second in zip(batch, second_opinions(batch), strict=True):
            first = engine_opinion(layout)
            assert first == second, repr(layout)
            legal += not first.broken
    return legal


# Every layout of a window

EVERY_LAYOUT = """
place((X,Y)) :- box(0,(W,S),(E,N)), X = W..E, Y = S..N, (X,Y) != (0,0).
{ lies(C,F,M,T) : kind(F,M,T) } 1 :- place(C).
:- #count { C : lies(C,_,_,_) } > most.
tile(0,C,F) :- lies(C,F,_,_).
turn(0,C,T) :- lies(C,_,_,T).
edge(0,C,S) :- lies(C,_,M,_), S = 0..3, M & 2**S != 0.
{ founding(0,C) : tile(0,C,granada) } = 1 :- start(0,alhambra), tile(0,_,granada).
#show lies/4. #show founding/2.
"""


def window(
    south_west: str,
    north_east: str,
    masks: Sequence[str],
    *,
    turns: Sequence[int] = (0,),
    most: int = 8,
    families: Sequence[Family] = (Family.GRANADA,),
) -> str:
    """The program whose models are the layouts of at most so many tiles of some kinds in a part of the table."""
    kinds = [(family.value, Face(Building.PARK, 6, mask).edges) for family in families for mask in masks]
    return f"""
        box(0,({south_west}),({north_east})). #const most = {most}.
        kind({";".join(f"{family},{mask},{turn // 90}" for family, mask in kinds for turn in turns)}).
    """


class Comparison:
    """Reads each model of a window as a layout with a verdict on it, and asks the engine for its own."""

    def __init__(self, program: str, start: Family = Family.GRANADA) -> None:
        self.layouts = 0
        self.broken: set[Rule] = set()
        self.legal: list[Layout] = []
        self.start = start
        self.words: dict[clingo.Symbol, tuple[Cell, Face, int] | Cell | Rule] = {}
        grounded(f"start(0,{start.value}). {EVERY_LAYOUT} {SHOWN} {program}", "building.lp").solve(
            on_model=self.compare
        )

    def word(self, atom: clingo.Symbol) -> tuple[Cell, Face, int] | Cell | Rule:
        """What an atom says: a tile, the founding cell, or a rule that is kept."""
        if atom.name == "lies":
            cell, family, mask, quarters = atom.arguments
            return a_cell(cell), FACES[Family(family.name), mask.number], quarters.number * 90
        return a_cell(atom.arguments[1]) if atom.name == "founding" else HEADS[atom.name]

    def compare(self, model: clingo.Model) -> None:
        """Compare both opinions on the layout of a model."""
        tiles, rotations, founding, broken = [], [], None, set(JUDGED)
        for atom in model.symbols(shown=True):
            word = self.words.get(atom)
            if word is None:
                word = self.words[atom] = self.word(atom)
            if isinstance(word, Rule):
                broken.discard(word)
            elif isinstance(word, Cell):
                founding = word
            else:
                cell, face, rotation = word
                tiles.append((cell, face))
                rotations.append((cell, rotation))
        layout = Layout(tuple(tiles), tuple(rotations), self.start, founding)
        assert engine_breaks(layout) == broken, repr(layout)
        self.layouts += 1
        self.broken |= broken
        if not broken:
            self.legal.append(layout)


def a_cell(pair: clingo.Symbol) -> Cell:
    """The cell that a pair of numbers names."""
    x, y = pair.arguments
    return Cell(x.number, y.number)


# Larger layouts


class Lying(NamedTuple):
    """A tile on the table: its family, and its moats or walls as they lie."""

    family: Family
    edges: int


def laid_out(
    tiles: dict[Cell, Lying], start: Family, founding: Cell | None = None, turned: dict[Cell, int] | None = None
) -> Layout:
    """The layout in which the tiles lie so, some of them turned."""
    turned = turned or {}
    upright = {cell: (family, rotated(edges, 360 - turned.get(cell, 360))) for cell, (family, edges) in tiles.items()}
    faces = tuple((cell, FACES[lying]) for cell, lying in upright.items())
    return Layout(faces, tuple(turned.items()), start, founding)


def suits(tile: Lying, cell: Cell, tiles: dict[Cell, Lying]) -> bool:
    """Whether a tile looks right to its neighbours, holes aside."""
    joined = tile.family not in {family for family, _ in tiles.values()}
    for side in range(4):
        near = tiles.get(beyond(cell, side))
        if near:
            here, there = tile.edges >> side & 1, near.edges >> (side + 2) % 4 & 1
            kin = near.family is tile.family
            if here != there or not (here or kin):
                return False
            joined = joined or not here
    return joined


def grown(rng: Random, start: Family, families: Sequence[Family]) -> Layout:
    """A layout that grew round its start, for the most part by the rules."""
    tiles = {START: Lying(start, 0)}
    slips = rng.choice((0, 0, 0.01))
    size = rng.randint(4, 20)
    for _ in range(40 * size):
        if len(tiles) > size:
            break
        cell = beyond(rng.choice(list(tiles)), rng.randrange(4))
        tile = Lying(rng.choice(families), rng.choice((0, rng.randrange(16), rng.randrange(16))))
        if cell not in tiles and (suits(tile, cell, tiles) or rng.random() < slips):
            tiles[cell] = tile
    del tiles[START]
    founding = next((cell for cell, tile in tiles.items() if tile.family is not start), None)
    turned = {cell: rng.choice((90, 180, 270)) for cell in tiles if rng.random() < slips}
    return laid_out(tiles, start, founding, turned)


def scattered(rng: Random, start: Family, families: Sequence[Family]) -> Layout:
    """A layout that somebody dropped on the table."""
    width, height = rng.randint(2, 8), rng.randint(2, 8)
    west, south = rng.randint(1 - width, 0), rng.randint(1 - height, 0)
    places = [Cell(west + x, south + y) for x in range(width) for y in range(height)]
    places.remove(START)
    some = rng.sample(places, rng.randint(0, min(20, len(places))))
    moats = rng.choice((1, 1, 16))
    tiles = {cell: Lying(rng.choice(families), rng.randrange(moats)) for cell in some}
    strangers = [cell for cell, tile in tiles.items() if tile.family is not start]
    turned = {cell: rng.choice((90, 180, 270)) for cell in tiles} if rng.random() < 0.2 else {}
    return laid_out(tiles, start, rng.choice(strangers) if strangers else None, turned)


ENCLOSING = (
    """
    a a a a
    a g g a
    @ a a a
    """,
    """
    a a a .
    a g g a
    @ a a a
    """,
    """
    g g g g g
    g a a a g
    g a @ a g
    g a a a g
    g g g g .
    """,
)
"""Cities in which a family is enclosed by the other, without and with a gap at a corner."""


def enclosing(picture: str, rng: Random) -> Layout:
    """A city of two families as pictured, with moats and walls on some of its other outer edges."""
    rows = [line.split() for line in picture.split("\n") if line.strip()]
    signs = {(x, -y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "."}
    (west, north), *_ = (cell for cell, sign in signs.items() if sign == "@")
    families = {"a": Family.ALHAMBRA, "@": Family.ALHAMBRA, "g": Family.GRANADA}
    land = {Cell(x - west, y - north): families[sign] for (x, y), sign in signs.items()}
    often = rng.choice((0.5, 0.8, 1))
    tiles = {}
    for cell, family in land.items():
        near = [land.get(beyond(cell, side)) for side in range(4)]
        barred = (other is not family and (other is not None or rng.random() < often) for other in near)
        tiles[cell] = Lying(family, sum(1 << side for side, bar in enumerate(barred) if bar))
    del tiles[START]
    founding = next(cell for cell, tile in tiles.items() if tile.family is Family.GRANADA)
    return laid_out(tiles, Family.ALHAMBRA, founding)


# The tests

PROGRAM = MEASURED + "".join((SPECS / name).read_text(encoding="utf-8") for name in ("building.lp", "scoring.lp"))
SENTENCE_AND_CLAUSE = re.compile(r"^% ([a-z-]+): (.+)\n(?:% .+\n)*([a-z_]+)\(", re.MULTILINE)


def test_a_clause_stands_below_the_sentence_of_its_rule() -> None:
    for name, sentence, _ in SENTENCE_AND_CLAUSE.findall(PROGRAM):
        assert sentence == RULES[name].sentence


def test_the_rules_of_the_building_chapter_the_border_and_the_longest_moat_have_clauses() -> None:
    chapter = re.findall(r"^## (.+)$", (SPECS / "building.md").read_text(encoding="utf-8"), re.MULTILINE)
    heads = {name: head for name, _, head in SENTENCE_AND_CLAUSE.findall(PROGRAM) if head in HEADS}
    asked = {name: name.replace("-", "_") for name in (*chapter, "wall-meets-moat", "longest-moat")}
    assert asked.items() <= heads.items()


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("most", "those", "layouts"),
    [
        pytest.param(3, "", 30_529, id="of three tiles", marks=pytest.mark.long),
        pytest.param(
            4, ":- not tile(0,(0,1),_).", 154_568, id="of four tiles, one to the north", marks=pytest.mark.long
        ),
        pytest.param(4, ":- tile(0,(0,1),_).", 162_681, id="of four tiles, none to the north", marks=pytest.mark.long),
    ],
)
def test_both_agree_on_every_layout_round_the_start(
    most: int, those: str, layouts: int, record_property: Record
) -> None:
    around = window("-1,-1", "1,1", ("", "n", "ne", "esw"), turns=(0, 90), most=most)
    comparison = Comparison(f"{around} {those}")
    assert comparison.layouts == layouts
    assert comparison.broken == JUDGED - {Rule.WALL_MEETS_MOAT, Rule.NO_HOLES}
    record_property(LAYOUTS.format(f" of up to {most} tiles round the start"), comparison.layouts)
    record_property(MOATS, legal_among(comparison.legal))


@pytest.mark.long
@pytest.mark.parametrize("south_west", ["-1,0", "0,0"])
def test_both_agree_on_every_layout_that_can_have_a_hole(south_west: str, record_property: Record) -> None:
    x, y = map(int, south_west.split(","))
    comparison = Comparison(window(south_west, f"{x + 2},{y + 2}", ("", "ne")))
    assert comparison.layouts == 3**8
    assert comparison.broken == JUDGED - {Rule.WALL_MEETS_MOAT, Rule.SAME_ORIENTATION}
    record_property(LAYOUTS.format(" of up to eight tiles beside the start"), comparison.layouts)
    record_property(MOATS, legal_among(comparison.legal))


@pytest.mark.parametrize(
    ("corners", "masks", "layouts", "never"),
    [
        pytest.param(
            ("-1,-1", "1,1"), ("", "esw"), 6_417, {Rule.NO_HOLES}, id="round the start", marks=pytest.mark.long
        ),
        pytest.param(
            ("-1,0", "1,2"), ("", "ne", "esw"), 20_965, set(), id="with a hole or without", marks=pytest.mark.long
        ),
    ],
)
def test_both_agree_on_every_small_layout_of_two_families(
    corners: tuple[str, str], masks: tuple[str, ...], layouts: int, never: set[Rule], record_property: Record
) -> None:
    comparison = Comparison(window(*corners, masks, most=3, families=tuple(Family)), Family.ALHAMBRA)
    assert comparison.layouts == layouts
    assert comparison.broken == JUDGED - {Rule.SAME_ORIENTATION} - never
    record_property(LAYOUTS.format(" of up to three tiles of two families"), comparison.layouts)
    record_property(MOATS, legal_among(comparison.legal))


PLAIN = (Family.GRANADA, (Family.GRANADA,))
WALLED = (Family.ALHAMBRA, (Family.ALHAMBRA,))
COMBINED = (Family.ALHAMBRA, tuple(Family))


@pytest.mark.in_turn
@pytest.mark.parametrize("number", [50, pytest.param(1_500, marks=pytest.mark.long)])
@pytest.mark.parametrize("make", [grown, scattered])
@pytest.mark.parametrize("box", [PLAIN, WALLED, COMBINED], ids=["Granada", "Alhambra", "Combined"])
def test_both_agree_on_larger_layouts(
    make: Callable[[Random, Family, Sequence[Family]], Layout],
    box: tuple[Family, tuple[Family, ...]],
    number: int,
    record_property: Record,
) -> None:
    rng = Random(f"{make.__name__} in {box}")
    layouts = [make(rng, *box) for _ in range(number)]
    record_property(MOATS, legal_among(layouts))
    record_property(LAYOUTS.format(" of up to twenty tiles, grown and scattered,"), len(layouts))


@pytest.mark.parametrize("picture", ENCLOSING, ids=["Granada", "Granada with a gap", "Alhambra with a gap"])
def test_both_agree_where_a_family_is_enclosed_by_the_other(picture: str, record_property: Record) -> None:
    rng = Random(picture)
    layouts = {enclosing(picture, rng): None for _ in range(60)}
    legal = legal_among(layouts)
    assert legal == len(layouts)
    record_property(MOATS, legal)


@pytest.mark.parametrize(
    "cells", [[START], [Cell(1, 0), Cell(1, 0)], [Cell(1, 0), Cell(2, 0), Cell(1, 0)], [Cell(0, 1), START]]
)
def test_both_refuse_two_tiles_on_one_cell(cells: list[Cell]) -> None:
    with pytest.raises(InvalidState):
        Layout.of([(cell, FACES[Family.GRANADA, 0]) for cell in cells])
    program = f"box(0,(0,0),(2,2)). start(0,granada). laid(0,{len(cells)})."
    tiles = "".join(f"tile(0,({cell}),granada). turn(0,({cell}),0)." for cell in cells)
    assert "cell_is_free" not in {atom.name for atom in atoms(grounded(program + tiles + SHOWN, "building.lp"))}
