"""The command ``granada judge``, which answers one or more questions, with reasons."""

import json
import re
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from typing import Any

from granada.commands.command_line import add_language, language_of
from granada.commands.common import add_edition, read_text, try_to_write, write
from granada.errors import InvalidState, at
from granada.judging import Verdict, judge, on_a_sheet
from granada.languages import Language
from granada.pictures import terminal_width
from granada.questions import Question, about_its_cities, guessed, read_questions
from granada.text import visible

EXAMPLE = 'kind = "take"\ndisplay = "b1 g4 o7 y8"\ndo = "take b1 g4"\n'
"""An example of a case, to show in an error message."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options: the questions, and the output."""
    parser.add_argument("file", metavar="FILE", help="a case in TOML, or several as [[case]]; - reads standard input")
    parser.add_argument("words", nargs="*", help=SUPPRESS)
    add_edition(parser, "let an edition's rulebook answer first")
    parser.add_argument(
        "--svg", metavar="OUT", help="also write a picture; - writes it to standard output instead of the text"
    )
    add_language(parser)
    parser.epilog = (
        "Exit status: 0 if nothing is illegal, 1 if something is illegal or a case has a wrong answer, "
        "2 if a case cannot be read."
    )


def run(args: Namespace) -> int:
    """Judge every question in a file; return 1 if an action is illegal or a case has a wrong answer."""
    try_to_write(args.svg)
    language, worst, width = language_of(args), 0, terminal_width()
    if args.words:
        words = " ".join([args.file, *args.words])
        raise InvalidState(language("plain words are not a case; try granada rule {words}", words=words))
    text = read_text(args.file)
    if text.strip() and not re.search("[={[#]", text):
        told = language("a case is written like this; granada rule takes plain words")
        sys.stderr.write(f"granada judge: {told}\n{EXAMPLE}")
        return 2
    questions = read_questions(text)
    judged: list[tuple[str, Question]] = []
    for number, question in enumerate(questions, start=1):
        name = visible(question.get("name", language("case {number}", number=number)), 100)
        try:
            verdict, notes = _verdict(question, args.edition, language)
        except ValueError as flaw:
            if len(questions) == 1:
                raise
            reasons = flaw.reasons if isinstance(flaw, InvalidState) else (str(flaw),)
            raise InvalidState(*[at(f"{name}: ", reason) for reason in reasons]) from None
        worst = max(worst, verdict.status)
        judged.append((name if len(questions) > 1 else "", verdict.asked))
        if args.svg == "-":
            continue
        head = f"{'' if number == 1 else chr(10)}{name}\n{'-' * len(name)}\n" if len(questions) > 1 else ""
        told = "".join(f"{note}\n" for note in notes)
        sys.stdout.write(f"{head}{told}{verdict.told(width, language)}\n")
    if args.svg:
        write(args.svg, on_a_sheet(judged, language("The question"), language))
    return worst


def _verdict(question: dict[str, Any], edition: str | None, language: Language) -> tuple[Verdict, list[str]]:
    """The verdict on a question, preceded by notes on guessed parts and on a city that is already illegal."""
    filled = guessed(question)
    notes = []
    if filled:
        parts = ", ".join(f"{key} = {json.dumps(value)}" for key, value in filled.items())
        notes.append(language("Taken as {parts}.", parts=parts))
    try:
        return judge(question, edition), notes
    except InvalidState as flaw:
        found = (judge(layout, edition) for layout in about_its_cities({**question, **filled}, flaw))
        illegal = next((verdict for verdict in found if not verdict.legal), None)
        if illegal is None:
            raise
    if "do" in question:
        return illegal, [*notes, language("The city is already illegal before the action:")]
    return illegal, [*notes, language("The city is illegal:")]
