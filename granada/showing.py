"""The command ``granada show``: a state, view, layout, city or recorded game, in the terminal or as a picture."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from granada.city import City
from granada.drawing import draw, table, wants_colour
from granada.layout import Layout, violations
from granada.playing import write
from granada.table import Record, replay
from granada.wire import from_json

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    """What is shown, and where."""
    parser.add_argument("file", metavar="FILE", help="JSON, or a layout in notation; - reads the standard input")
    parser.add_argument("--svg", metavar="OUT", help="write a picture instead; - for the standard output")


def run(args: Namespace) -> int:
    """Show."""
    value = read(args.file)
    if args.svg:
        from granada.svg import picture  # noqa: PLC0415  only who wants a picture waits for it

        write(args.svg, picture(value))
    else:
        sys.stdout.write(shown(value, colour=wants_colour(sys.stdout)) + "\n")
    return 0


def read(path: str) -> Any:  # noqa: ANN401  whatever the file holds
    """What a file holds: JSON when it begins with a brace, a layout in notation otherwise."""
    if path == "-":
        text = sys.stdin.read()
    else:
        with open(path, encoding="utf-8-sig") as file:  # noqa: PTH123  what a shell calls a file
            text = file.read()
    value = from_json(text) if text.lstrip().startswith(("{", "[")) else Layout.parse(text)
    return list(replay(value))[-1] if isinstance(value, Record) else value


def shown(value: Any, *, colour: bool = False) -> str:  # noqa: ANN401  whatever a file can hold
    """The value in text."""
    if isinstance(value, City):
        return draw(value, colour=colour)
    if isinstance(value, Layout):
        wrong = violations(value)
        drawn = draw(value, marked={cell for each in wrong for cell in each.cells}, colour=colour)
        return "\n".join([drawn, *(f"{each}: {each.rule.sentence}" for each in wrong)])
    return table(value, colour=colour)
