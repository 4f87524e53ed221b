"""The command ``granada judge``: one question, or several, answered with the reasons."""

import sys
from argparse import ArgumentParser, Namespace

from granada.commands.command_line import add_language, language_of
from granada.commands.common import read_text, try_to_write, write
from granada.errors import InvalidState
from granada.judging import judge, on_a_sheet
from granada.pictures import terminal_width
from granada.questions import Question, read_questions
from granada.rulebook import BOOKS
from granada.text import visible


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options: the questions, and the output."""
    parser.add_argument("file", metavar="FILE", help="a case in TOML, or several [[case]]; - reads the standard input")
    parser.add_argument(
        "--edition",
        choices=list(dict.fromkeys(book.language for book in BOOKS)),
        help="let the book of an edition answer first",
    )
    parser.add_argument(
        "--svg", metavar="OUT", help="write a picture as well; - for the standard output, in place of words"
    )
    add_language(parser)
    parser.epilog = (
        "Exit status: 0 when all is legal, or what was asked is not about that; 1 when something is illegal, "
        "or a case brings an answer that is wrong; 2 when a case cannot be read."
    )


def run(args: Namespace) -> int:
    """Judge every question of a file: 1 when one of them is illegal or brings a wrong answer."""
    try_to_write(args.svg)
    questions, worst, width = read_questions(read_text(args.file)), 0, terminal_width()
    language = language_of(args)
    judged: list[tuple[str, Question]] = []
    for number, question in enumerate(questions, start=1):
        name = visible(question.get("name", language("case {number}", number=number)), 100)
        try:
            verdict = judge(question, args.edition)
        except ValueError as flaw:
            if len(questions) == 1:
                raise
            reasons = flaw.reasons if isinstance(flaw, InvalidState) else (str(flaw),)
            raise InvalidState(*[f"{name}: {reason}" for reason in reasons]) from None
        worst = max(worst, verdict.status)
        judged.append((name if len(questions) > 1 else "", verdict.asked))
        if args.svg == "-":
            continue
        head = f"{'' if number == 1 else chr(10)}{name}\n{'-' * len(name)}\n" if len(questions) > 1 else ""
        sys.stdout.write(f"{head}{verdict.told(width, language)}\n")
    if args.svg:
        write(args.svg, on_a_sheet(judged, language("The question"), language))
    return worst
