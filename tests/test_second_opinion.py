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
from granada.layout import START, beyond, rotated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Record = Callable[[str, object], None]

SPECS = Path(__file__).parent.parent / "specs"
JUDGED = frozenset(
    {
        Rule.SAME_ORIENTATION,
        Rule.MOATS_MATCH,
        Rule.WALL_MEETS_MOAT,
        Rule.WALKABLE,
        Rule.EDGE_CONTACT,
        Rule.NO_HOLES,
    }
)
HEADS = {rule.value.replace("-", "_"): rule for rule in Rule}
BUILDINGS = {Family.GRANADA: Building.PARK, Family.ALHAMBRA: Building.GARDEN}
FACES = {(family, edges): Face(building, 6, edges) for family, building in BUILDINGS.items() for edges in range(16)}
SHOWN = "\n".join(f"#show {name}/1." for name, rule in HEADS.items() if rule in JUDGED | {Rule.CELL_IS_FREE})
BATCH = 500
"""So many layouts are given to the logic program at a time."""


# The two opinions


def engine_breaks(layout: Layout) -> set[Rule]:
    """The rules that a layout breaks, as the engine sees it."""
    return {violation.rule for violation in violations(layout)}


def grounded(program: str, *files: str, options: Sequence[str] = ()) -> clingo.Control:
    """The logic program, ready to be solved."""
    control = clingo.Control(["--models=0", "--warn=no-atom-undefined", *options])
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


def in_batches(layouts: Iterable[Layout]) -> Iterator[list[Layout]]:
    """The layouts, some at a time."""
    rest = iter(layouts)
    while batch := list(islice(rest, BATCH)):
        yield batch


def program_breaks(layouts: Sequence[Layout]) -> list[set[Rule]]:
    """The rules that each layout breaks, as the logic program sees it."""
    program = "\n".join(line for number, layout in enumerate(layouts) for line in facts(number, layout))
    broken: list[set[Rule]] = [{*JUDGED, Rule.CELL_IS_FREE} for _ in layouts]
    for atom in atoms(grounded(program + SHOWN, "building.lp")):
        broken[atom.arguments[0].number].discard(HEADS[atom.name])
    return broken


def program_longest(layouts: Sequence[Layout]) -> list[dict[Family, int]]:
    """How long the longest moat and wall of each layout are, as the logic program sees it."""
    program = "\n".join(line for number, layout in enumerate(layouts) for line in facts(number, layout))
    longest: list[dict[Family, int]] = [{} for _ in layouts]
    for atom in atoms(grounded(program + "#show longest_moat/3.", "building.lp", "longest.lp")):
        number, family, edges = atom.arguments
        longest[number.number][Family(family.name)] = edges.number
    return longest


def engine_longest(layout: Layout) -> dict[Family, int]:
    """How long the longest moat and wall of a legal layout are, as the engine sees it."""
    city = City.of(layout)
    families = {layout.start, *(face.family for face in layout.by_cell.values())}
    return {family: len(city.longest(family)) for family in families}


def assert_same_longest(layouts: Iterable[Layout]) -> int:
    """Compare the longest moats of legal layouts, and count them."""
    compared = 0
    for batch in in_batches(layouts):
        for layout, longest in zip(batch, program_longest(batch), strict=True):
            assert engine_longest(layout) == longest, repr(layout)
        compared += len(batch)
    return compared


# Every layout of a window

EVERY_LAYOUT = """
place((X,Y)) :- box(0,(W,S),(E,N)), X = W..E, Y = S..N, (X,Y) != (0,0).
{ lies(C,F,M,T) : family(F), mask(M), quarters(T) } 1 :- place(C).
:- #count { C : lies(C,_,_,_) } > most.
tile(0,C,F) :- lies(C,F,_,_).
turn(0,C,T) :- lies(C,_,_,T).
edge(0,C,S) :- lies(C,_,M,_), S = 0..3, M & 2**S != 0.
{ founding(0,C) : tile(0,C,granada) } = 1 :- start(0,alhambra), tile(0,_,granada).
#show lies/4. #show founding/2.
"""


class Window(NamedTuple):
    """Every layout in a part of the table: the corners, the tiles, and how many of them there are at the most."""

    south_west: Cell
    north_east: Cell
    masks: tuple[str, ...]
    turns: tuple[int, ...] = (0,)
    most: int = 8
    start: Family = Family.GRANADA
    families: tuple[Family, ...] = (Family.GRANADA,)

    def __str__(self) -> str:
        """As facts of the logic program."""
        masks = [FACES[Family.GRANADA, 0], *(Face(Building.PARK, 6, edges) for edges in self.masks)]
        return f"""
            box(0,({self.south_west}),({self.north_east})). start(0,{self.start.value}). #const most = {self.most}.
            family({";".join(family.value for family in self.families)}).
            mask({";".join(str(face.edges) for face in masks)}).
            quarters({";".join(str(turn // 90) for turn in self.turns)}).
        """


class Found(NamedTuple):
    """How many layouts were compared, which rules were broken among them, and the legal ones."""

    compared: int
    broken: frozenset[Rule]
    legal: list[Layout]


class Comparison:
    """Reads each model of a window as a layout with its verdict, and asks the engine for its own."""

    def __init__(self, window: Window) -> None:
        self.start = window.start
        self.compared = 0
        self.seen: set[frozenset[Rule]] = set()
        self.legal: list[Layout] = []
        self.words: dict[clingo.Symbol, tuple[Cell, Face, int] | Cell | Rule] = {}

    def word(self, atom: clingo.Symbol) -> tuple[Cell, Face, int] | Cell | Rule:
        """What an atom says: a tile, the founding cell, or a rule that is kept."""
        if atom.name == "lies":
            cell, family, mask, quarters = atom.arguments
            return a_cell(cell), FACES[Family(family.name), mask.number], quarters.number * 90
        return a_cell(atom.arguments[1]) if atom.name == "founding" else HEADS[atom.name]

    def __call__(self, model: clingo.Model) -> None:
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
                tiles.append(word[:2])
                rotations.append(word[::2])
        layout = Layout(tuple(tiles), tuple(rotations), self.start, founding)
        assert engine_breaks(layout) == broken, repr(layout)
        self.compared += 1
        self.seen.add(frozenset(broken))
        if not broken:
            self.legal.append(layout)


def a_cell(pair: clingo.Symbol) -> Cell:
    x, y = pair.arguments
    return Cell(x.number, y.number)


def compared(window: Window) -> Found:
    """Compare both opinions on every layout of a window, in one grounding."""
    comparison = Comparison(window)
    grounded(EVERY_LAYOUT + SHOWN + str(window), "building.lp").solve(on_model=comparison)
    return Found(comparison.compared, frozenset().union(*comparison.seen), comparison.legal)
