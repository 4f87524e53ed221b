"""What is marked in the picture of a city: its longest moat, and what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada.board import START
from granada.rulebook import Rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada.board import Cell, Layout, Violation

_CORNERS = ((-50, -50), (50, -50), (50, 50), (-50, 50))
"""The corners of a tile, clockwise; side *i* leads from the *i*-th to the next."""


def run_markup(run: tuple[tuple[Cell, int], ...], middle: Callable[[Cell], tuple[int, int]]) -> str:
    """The line along a moat or wall, with its length."""
    points = []
    for cell, side in run:
        (x, y), (dx, dy), (ex, ey) = middle(cell), _CORNERS[side], _CORNERS[(side + 1) % 4]
        points += [(x + dx, y + dy), (x + ex, y + ey)]
    path = "M" + "L".join(f"{x} {y}" for place, (x, y) in enumerate(points) if not place or points[place - 1] != (x, y))
    cell, side = run[len(run) // 2]
    (x, y), (dx, dy), (ex, ey) = middle(cell), _CORNERS[side], _CORNERS[(side + 1) % 4]
    x, y = x + (dx + ex) // 2, y + (dy + ey) // 2
    return (
        f'<path class="gr-run-under" d="{path}"/><path class="gr-run" d="{path}"/>'
        f'<circle class="gr-badge" cx="{x}" cy="{y}" r="17"/>'
        f'<text class="gr-price" x="{x}" y="{y + 8}" font-size="22">{len(run)}</text>'
    )


def on_an_edge(violation: Violation) -> bool:
    """Whether a violation is one of an edge between two tiles."""
    return violation.rule in (Rule.MOATS_MATCH, Rule.WALL_MEETS_MOAT) and len(violation.cells) == 2


def marks_of(violation: Violation, layout: Layout, middle: Callable[[Cell], tuple[int, int]]) -> str:
    """What is wrong: a cross on an edge that does not match, a frame and an alarm on a tile, a cross in a hole."""
    title = f"<title>{violation}</title>"
    if on_an_edge(violation):
        (x, y), (u, v) = map(middle, violation.cells)
        along = f'<path class="gr-wrong" d="{"M0-44V44" if y == v else "M-44 0H44"}"/>'
        return f'<g transform="translate({(x + u) // 2} {(y + v) // 2})">{title}{along}{_EDGE}</g>'
    parts = []
    for cell in violation.cells:
        (x, y), taken = middle(cell), cell == START or cell in layout.by_cell
        parts.append(f'<g transform="translate({x} {y})">{title}{_ALARM if taken else _HOLE}</g>')
    return "".join(parts)


_ALARM = (
    '<rect class="gr-wrong" x="-45" y="-45" width="90" height="90" rx="6"/>'
    '<circle class="gr-alarm" cx="31" cy="31" r="16"/><text class="gr-alarm-text" x="31" y="40">!</text>'
)
_HOLE = (
    '<rect class="gr-hole" x="-48" y="-48" width="96" height="96" rx="5"/>'
    '<path class="gr-wrong" d="M-20-20l40 40M20-20l-40 40"/>'
)
_EDGE = '<circle class="gr-alarm" r="17"/><path class="gr-cross" d="M-7-7l14 14M7-7l-14 14"/>'
