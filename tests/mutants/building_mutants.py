"""Mutants of the building rules, of redesigning, and of the longest moat."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import evolve

from granada.board.building import Violation, violations
from granada.board.cells import START, Cell, beyond
from granada.board.city import City
from granada.board.layout import Layout
from granada.game.actions import Add, Remove, Swap
from granada.game.state import less
from granada.questions import kinds
from granada.rulebook import Rule
from tests.mutants.mutant import Mutant, done, instead, together

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada.board.tiles import Face, Family
    from granada.game.state import State
    from granada.steps import Act
    from tests.mutants.mutant import Patch

    Flaws = Callable[[Layout, Cell | None], Iterable[Violation]]
    Run = list[tuple[Cell, int]]

# Legality: the layout as it would be, and the cell that is new


def named(flaws: Iterable[Violation]) -> tuple[Rule, ...]:
    found = {flaw.rule for flaw in flaws}
    return tuple(rule for rule in Rule if rule in found)


def with_tile(city: City, face: Face, cell: Cell) -> Layout:
    founds = city.founding is None and face.family is not city.start
    return Layout.of({**city.layout.by_cell, cell: face}, start=city.start, founding=cell if founds else city.founding)


def without_tile(city: City, cell: Cell) -> Layout:
    rest = {other: face for other, face in city.layout.by_cell.items() if other != cell}
    return Layout.of(rest, start=city.start, founding=city.founding)


FIRST = {Rule.CELL_IS_FREE, Rule.TILE_IS_THERE, Rule.START_TILE_STAYS, Rule.FOUNDING_TILE_STAYS}
"""What is asked before the building rules, and what these mutants know like everybody."""


def judging(**wrong: Callable[..., tuple[Rule, ...]]) -> Patch:
    """Judge changes of a city in another way, but for what is asked before."""

    def judged(name: str) -> Callable[..., tuple[Rule, ...]]:
        sound = getattr(City, name)
        return lambda city, *args: found if FIRST & set(found := sound(city, *args)) else wrong[name](city, *args)

    return instead(City, **{name: judged(name) for name in wrong})


def adding(flaws: Flaws) -> Patch:
    return judging(broken_by_adding=lambda city, face, cell: named(flaws(with_tile(city, face, cell), cell)))


def removing(flaws: Flaws) -> Patch:
    return judging(broken_by_removing=lambda city, cell: named(flaws(without_tile(city, cell), None)))


def swapping(flaws: Flaws) -> Patch:
    return judging(broken_by_swapping=lambda city, cell, face: named(flaws(with_tile(city, face, cell), cell)))


def everywhere(flaws: Flaws) -> Patch:
    layouts = instead(kinds, violations=lambda layout: tuple(flaws(layout, None)))
    return together(adding(flaws), removing(flaws), swapping(flaws), layouts)


def but(*rules: Rule) -> Flaws:
    """All flaws but those against some rules."""
    return lambda layout, _: [flaw for flaw in violations(layout) if flaw.rule not in rules]


def keeping(rule: Rule, kept: Callable[[Layout, Cell | None, Violation], bool]) -> Flaws:
    """All flaws, but against one rule only some."""
    return lambda layout, new: [f for f in violations(layout) if f.rule is not rule or kept(layout, new, f)]


def near(cell: Cell) -> set[Cell]:
    return {beyond(cell, side) for side in range(4)}


def leaks_at_a_corner(layout: Layout, _: Cell | None, hole: Violation) -> bool:
    """Whether a hole stays one when its air may slip out between two tiles that touch at a corner."""
    taken = {START, *layout.by_cell}
    far = max(abs(part) for cell in taken for part in cell) + 2
    air, waiting = set(hole.cells), list(hole.cells)
    while waiting:
        x, y = waiting.pop()
        if max(abs(x), abs(y)) >= far:
            return False
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                other = Cell(x + dx, y + dy)
                if other not in taken and other not in air:
                    air.add(other)
                    waiting.append(other)
    return True


def across_moats(layout: Layout, _: Cell | None) -> list[Violation]:
    """One walks from any tile to any neighbour."""
    reached, waiting = {START}, [START]
    while waiting:
        for other in near(waiting.pop()):
            if other in layout.by_cell and other not in reached:
                reached.add(other)
                waiting.append(other)
    lost = tuple(cell for cell in layout.by_cell if cell not in reached)
    found = [flaw for flaw in violations(layout) if flaw.rule is not Rule.WALKABLE]
    return [*found, Violation(Rule.WALKABLE, lost)] if lost else found


def by_own_moat_only(layout: Layout, new: Cell | None) -> list[Violation]:
    """The new tile is reached when one of its own edges towards a neighbour is bare, whatever the neighbour's."""
    found = [flaw for flaw in violations(layout) if flaw.rule is not Rule.WALKABLE]
    if new is None:
        return list(violations(layout))
    taken = {START, *layout.by_cell}
    if any(beyond(new, side) in taken and not layout.edges(new) >> side & 1 for side in range(4)):
        return found
    return [*found, Violation(Rule.WALKABLE, (new,))]


def towards(*sides: int) -> Flaws:
    """The moats of a new tile are compared on some sides only."""
    return keeping(
        Rule.MOATS_MATCH, lambda _, new, flaw: new is None or any(beyond(new, s) in flaw.cells for s in sides)
    )


def corners_touch(layout: Layout, new: Cell | None) -> list[Violation]:
    """Corner to corner is contact, and one walks across it."""
    found = list(violations(layout))
    around = {Cell(new.x + dx, new.y + dy) for dx in (-1, 1) for dy in (-1, 1)} if new else set()
    if around & {START, *layout.by_cell} and any(flaw.cells == (new,) for flaw in found):
        return [f for f in found if f.rule not in (Rule.EDGE_CONTACT, Rule.WALKABLE)]
    return found


def open_sides_match(layout: Layout, new: Cell | None) -> list[Violation]:
    """An empty cell counts as a neighbour without moats."""
    found = list(violations(layout))
    if new and any(layout.edges(new) >> s & 1 and beyond(new, s) not in layout.by_cell for s in range(4)):
        found.append(Violation(Rule.MOATS_MATCH, (new,)))
    return found


def turned_the_other_way(layout: Layout, _: Cell | None) -> list[Violation]:
    """Tiles are turned counter-clockwise."""
    mirrored = {cell: 360 - turn for cell, turn in layout.rotations}
    return list(violations(Layout.of(layout.by_cell, rotations=mirrored, start=layout.start, founding=layout.founding)))


def turned_without_moats(layout: Layout, _: Cell | None) -> list[Violation]:
    """The moats of a turned tile stay where they were."""
    upright = Layout.of(layout.by_cell, start=layout.start, founding=layout.founding)
    return [*violations(upright), *(Violation(Rule.SAME_ORIENTATION, (cell,)) for cell, _ in layout.rotations)]


def on_a_board(layout: Layout, new: Cell | None) -> list[Violation]:
    """A city ends three cells from its start."""
    found = list(violations(layout))
    return [*found, Violation(Rule.EDGE_CONTACT, (new,))] if new and max(map(abs, new)) > 3 else found


def with_one_neighbour(city: City, cell: Cell) -> tuple[Rule, ...]:
    """Only a tile with a single neighbour is removed."""
    neighbours = sum(other in city for other in near(cell))
    return named(violations(without_tile(city, cell))) or ((Rule.WALKABLE,) if neighbours > 1 else ())


def not_beside_the_start(city: City, cell: Cell) -> tuple[Rule, ...]:
    """A tile beside the start is never removed."""
    return named(violations(without_tile(city, cell))) or ((Rule.WALKABLE,) if START in near(cell) else ())


def out_and_in(city: City, cell: Cell, face: Face) -> tuple[Rule, ...]:
    """An exchange is a removal and then an addition."""
    return named([*violations(without_tile(city, cell)), *violations(with_tile(city, face, cell))])


def like_for_like(city: City, cell: Cell, face: Face) -> tuple[Rule, ...]:
    """Only a tile with the very same moats is put in the place of another."""
    found = named(violations(with_tile(city, face, cell)))
    return found or ((Rule.MOATS_MATCH,) if city[cell].edges != face.edges else ())


def lost(after: State, state: State, step: Act, action: Remove) -> State:
    """A tile that is removed is out of the game."""
    player = after.players[step.seat]
    poorer = evolve(player, reserve=less(player.reserve, state.players[step.seat].city[action.cell]))
    return after.with_player(step.seat, poorer)


def and_again(after: State, state: State, *_: object) -> State:
    """Redesigning does not end the turn."""
    return evolve(after, todo=state.todo)


BUILDING = (
    Mutant("there are no holes", "no-holes", everywhere(but(Rule.NO_HOLES))),
    Mutant(
        "a hole has one cell", "no-holes", everywhere(keeping(Rule.NO_HOLES, lambda _, __, flaw: len(flaw.cells) == 1))
    ),
    Mutant("a hole is saved by a gap at a corner", "no-holes", everywhere(keeping(Rule.NO_HOLES, leaks_at_a_corner))),
    Mutant(
        "holes are not looked for beside the start",
        "no-holes",
        everywhere(keeping(Rule.NO_HOLES, lambda _, new, __: new is None or START not in near(new))),
    ),
    Mutant(
        "a hole beside the start is none",
        "no-holes",
        everywhere(keeping(Rule.NO_HOLES, lambda _, __, flaw: not set(flaw.cells) & near(START))),
    ),
    Mutant("nobody walks", "walkable", everywhere(but(Rule.WALKABLE))),
    Mutant("one walks through moats", "walkable", everywhere(across_moats)),
    Mutant("only the moats of the new tile bar the way", "walkable", adding(by_own_moat_only)),
    Mutant("moats are compared in the north and west only", "moats-match", adding(towards(0, 3))),
    Mutant("moats are compared in the south and east only", "moats-match", adding(towards(1, 2))),
    *(
        Mutant(f"moats are not compared in the {name}", "moats-match", adding(towards(*({0, 1, 2, 3} - {side}))))
        for side, name in enumerate(("north", "east", "south", "west"))
    ),
    Mutant(
        "the start tile matches everything",
        "moats-match start-tile-has-no-moats",
        everywhere(keeping(Rule.MOATS_MATCH, lambda _, __, flaw: START not in flaw.cells)),
    ),
    Mutant("a moat must not look into the open", "moats-match", adding(open_sides_match)),
    Mutant("corner to corner is contact", "edge-contact walkable", everywhere(corners_touch)),
    Mutant("no contact is asked for", "edge-contact", everywhere(but(Rule.EDGE_CONTACT))),
    Mutant("tiles may be turned", "same-orientation", everywhere(but(Rule.SAME_ORIENTATION))),
    Mutant("tiles turn counter-clockwise", "same-orientation", everywhere(turned_the_other_way)),
    Mutant("moats do not turn with their tile", "same-orientation", everywhere(turned_without_moats)),
    Mutant("a city ends three cells from its start", "cell-is-free", adding(on_a_board)),
)
REDESIGNING = (
    Mutant("any tile may be removed", "redesigned-city-stays-legal", removing(lambda _, __: ())),
    Mutant("a removal asks for contact but not for a way", "redesigned-city-stays-legal", removing(but(Rule.WALKABLE))),
    Mutant("a removal may leave a hole", "redesigned-city-stays-legal", removing(but(Rule.NO_HOLES))),
    Mutant(
        "only a tile with one neighbour may be removed",
        "remove-to-the-reserve",
        judging(broken_by_removing=with_one_neighbour),
    ),
    Mutant(
        "a neighbour of the start is never removed",
        "remove-to-the-reserve start-tile-stays",
        judging(broken_by_removing=not_beside_the_start),
    ),
    Mutant("a tile that is removed is lost", "remove-to-the-reserve", done(Remove, lost)),
    Mutant("removing leaves the turn open", "remove-to-the-reserve in-its-phase", done(Remove, and_again)),
    Mutant("adding leaves the turn open", "add-from-the-reserve", done(Add, and_again)),
    Mutant("exchanging leaves the turn open", "swap-in-place exact-payment-earns-an-action", done(Swap, and_again)),
    Mutant("an exchange is a removal and an addition", "swap-in-place", judging(broken_by_swapping=out_and_in)),
    Mutant("any exchange goes", "swap-in-place", swapping(lambda _, __: ())),
    Mutant("an exchange is not asked about moats", "swap-in-place", swapping(but(Rule.MOATS_MATCH))),
    Mutant("only equal moats are exchanged", "swap-in-place", judging(broken_by_swapping=like_for_like)),
)


# The longest moat


def measured(measure: Callable[[City, list[list[tuple[Cell, int, bool]]]], Run]) -> Patch:
    """Measure the moat on the loops of the outline in another way."""

    def longest(city: City, family: Family | None = None) -> tuple[tuple[Cell, int], ...]:
        return tuple(measure(city, city.outline(family)))

    return instead(City, longest=longest)


def runs(loop: list[tuple[Cell, int, bool]]) -> list[Run]:
    """The unbroken stretches of a loop."""
    bare = next((n for n, (_, _, barred) in enumerate(loop) if not barred), None)
    if bare is None:
        return [[(cell, side) for cell, side, _ in loop]]
    return straight(loop[bare:] + loop[:bare])


def straight(edges: Iterable[tuple[Cell, int, bool]]) -> list[Run]:
    """The unbroken stretches of some edges, from the first to the last."""
    found: list[Run] = [[]]
    for cell, side, barred in edges:
        if barred:
            found[-1].append((cell, side))
        else:
            found.append([])
    return found


def best(stretches: Iterable[Run]) -> Run:
    return max(stretches, key=len, default=[])


def split(stretches: list[Run], breaks: Callable[[tuple[Cell, int], tuple[Cell, int]], bool]) -> Iterator[Run]:
    """Stretches broken where one edge does not lead to the next."""
    for run in stretches:
        part = run[:1]
        for before, after in pairwise(run):
            if breaks(before, after):
                yield part
                part = []
            part.append(after)
        yield part


def all_runs(loops: list[list[tuple[Cell, int, bool]]]) -> list[Run]:
    return [run for loop in loops for run in runs(loop)]


def one_short(_: City, loops: list[list[tuple[Cell, int, bool]]]) -> Run:
    """A closed ring loses an edge."""
    return best(run[1:] if len(run) == len(loop) else run for loop in loops for run in runs(loop))


def inner_too(city: City, loops: list[list[tuple[Cell, int, bool]]]) -> Run:
    """Moats that face each other count as well."""
    tiles = city.layout.by_cell
    inner = [
        (cell, side)
        for cell, face in tiles.items()
        for side in range(4)
        if face.edges >> side & 1 and beyond(cell, side) in tiles
    ]
    return [*best(all_runs(loops)), *inner]


def without_end(_: City, loops: list[list[tuple[Cell, int, bool]]]) -> Run:
    """A run ends where the outline was begun."""
    return best(run for loop in loops for run in straight(loop))


def past_the_start(_: City, loops: list[list[tuple[Cell, int, bool]]]) -> Run:
    """The start tile is left out of the outline."""
    return best(run for loop in loops for run in runs([edge for edge in loop if edge[0] != START] or loop))


def past_one_gap(_: City, loops: list[list[tuple[Cell, int, bool]]]) -> Run:
    """A gap of a single edge does not break a moat."""
    found = []
    for loop in loops:
        size = len(loop)
        closed = [loop[n][2] or (loop[n - 1][2] and loop[(n + 1) % size][2]) for n in range(size)]
        filled = [(cell, side, now) for (cell, side, _), now in zip(loop, closed, strict=True)]
        found += [[edge for edge in run if (*edge, True) in loop] for run in runs(filled)]
    return best(found)


def broken_where(breaks: Callable[[tuple[Cell, int], tuple[Cell, int]], bool]) -> Patch:
    """A moat breaks off between some edges."""
    return measured(lambda _, loops: best(split(all_runs(loops), breaks)))


MOATS = (
    Mutant("a ring of moats is one short", "longest-moat", measured(one_short)),
    Mutant("inner moats count", "inner-moats-count-nothing", measured(inner_too)),
    Mutant(
        "all moats count and not only the longest",
        "longest-moat",
        measured(lambda _, loops: [edge for run in all_runs(loops) for edge in run]),
    ),
    *(
        Mutant(bug, "longest-moat", broken_where(breaks))
        for bug, breaks in (
            ("a corner breaks the moat", lambda before, after: before[1] != after[1]),
            ("a nook breaks the moat", lambda before, after: after[1] == (before[1] + 3) % 4),
            ("the corner of a tile breaks the moat", lambda before, after: after[1] == (before[1] + 1) % 4),
            ("a moat belongs to one tile", lambda before, after: before[0] != after[0]),
            ("moats west and south of the start break off", lambda _, after: min(after[0]) < 0),
        )
    ),
    Mutant("a moat ends where the outline was begun", "longest-moat", measured(without_end)),
    Mutant("the start tile does not break a moat", "longest-moat", measured(past_the_start)),
    Mutant("a gap of one edge does not break a moat", "longest-moat", measured(past_one_gap)),
)
ALL = (*BUILDING, *REDESIGNING, *MOATS)
