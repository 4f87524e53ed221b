"""The command ``granada show``, which prints or draws a state, view, layout, city or recorded game."""

import re
import sys
from argparse import ArgumentParser, Namespace

from granada.board import City, Layout, Violation, violations
from granada.commands.command_line import add_language, language_of
from granada.commands.common import add_outputs, read_text, try_to_write, write
from granada.errors import InvalidState
from granada.game import Scoring, State
from granada.languages import ENGLISH, Language
from granada.pictures import LONGEST_LINE, picture, sketch, stepping_page, terminal_width, wants_colour, wrapped
from granada.table import Record, View, replay
from granada.wire import Written, from_json, read_json

Shown = State | View | Scoring | Layout | City | Record
"""The values that can be shown."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options: the value, and the output."""
    parser.epilog = "Exit status: 0 if the value was shown, 2 if a file cannot be read or written."
    parser.add_argument(
        "file",
        metavar="FILE",
        help='JSON, a city such as {"1,0": "park6"}, or a layout in notation; - reads standard input',
    )
    parser.add_argument("--at", type=int, metavar="N", help="show a recorded game after N steps (default: all)")
    add_outputs(parser, "OUT", svg="a picture instead", html="a page that steps through a game")
    add_language(parser)


def run(args: Namespace) -> int:
    """Show a value."""
    try_to_write(args.svg)
    try_to_write(args.html)
    value, language = read(args.file), language_of(args)
    if args.html:
        write(args.html, stepping_page(_a_record(value, "--html"), language))
    if args.at is not None:
        value = at_step(_a_record(value, "--at"), args.at)
    if args.svg:
        write(args.svg, picture(value, language=language))
    elif not args.html:
        colour, width = wants_colour(sys.stdout), terminal_width()
        sys.stdout.write(in_text(value, colour=colour, width=width, language=language) + "\n")
    return 0


def read(path: str) -> Shown:
    """Read a value from a file: JSON if the text begins with a brace, otherwise a layout in notation."""
    text = read_text(path)
    value = _from_json(text) if text.lstrip().startswith(("{", "[")) else Layout.parse(text)
    if not isinstance(value, Shown):
        raise InvalidState(f"this is {type(value).__name__}, which is neither a table nor a city nor a scoring")
    return value


def _a_record(value: object, option: str) -> Record:
    if not isinstance(value, Record):
        raise InvalidState(f"{option} applies only to a recorded game, not to a {type(value).__name__}")
    return value


def at_step(record: Record, number: int) -> State:
    """The table of a recorded game after the given number of steps; later steps are not replayed."""
    for reached, state in enumerate(replay(record)):
        if reached == number:
            return state
    raise InvalidState(f"--at must be a step from 0 to {len(record.steps)}, not {number}")


def _from_json(text: str) -> Written:
    """Read a value from JSON; a plain object of cells, as in questions and states, is a layout."""
    if re.match(r'\s*\{\s*"-?\d+,-?\d+"\s*:', text):
        cells = read_json(text)
        if not all(isinstance(tile, str) for tile in cells.values()):
            raise InvalidState("a city must be an object of cells and tiles")
        return Layout.from_cells(cells)
    return from_json(text)


def in_text(value: Shown, *, colour: bool = False, width: int = LONGEST_LINE, language: Language = ENGLISH) -> str:
    """The value as text, followed by the broken rules if the value is a layout."""
    wrong = violations(value) if isinstance(value, Layout) else ()
    marked = {cell for each in wrong for cell in each.cells}
    drawn = sketch(value, marked=marked, colour=colour, width=width, language=language)
    sentences = (wrapped(_wrong(each, language), width, later="  ") for each in wrong)
    return "\n".join([drawn, *sentences])


def _wrong(violation: Violation, say: Language) -> str:
    """A broken rule with its cells and its text."""
    where = say("{rule} at {cells}", rule=violation.rule, cells=" ".join(map(str, violation.cells)))
    return say.named(where, say(violation.rule.sentence))
