"""The command ``granada rule``, which prints what the specification says about a rule."""

import sys
from argparse import ArgumentParser, Namespace

from granada.commands.command_line import add_language, language_of
from granada.commands.common import add_edition, add_outputs, try_to_write, write
from granada.game import GAMES
from granada.judging import listed_differences, listed_rules, looked_up, pictures_of
from granada.pictures import terminal_width


def add_arguments(parser: ArgumentParser) -> None:
    """Add the argument, which is the name of a rule or a question in plain words."""
    parser.add_argument(
        "name",
        metavar="WORDS",
        nargs="*",
        help="a rule, a chapter, the id of a case such as no-holes/the-corner-instead, or a question in plain words, "
        "in English or a language of the books (default: list all rules)",
    )
    parser.add_argument("--all", action="store_true", help="also list the less likely rules")
    parser.add_argument("--game", choices=GAMES, default="", help="the game in question; its rules come first")
    add_outputs(parser, "OUT", svg="pictures of the rule's cases, or of the case")
    add_edition(
        parser,
        "list where an edition's rulebook differs or says nothing, for all rules, a chapter, a rule or a question",
    )
    add_language(parser)
    parser.epilog = "Exit status: 0 if the search recognizes a word in the question, 2 if it recognizes none."


def run(args: Namespace) -> int:
    """Print a rule, a chapter's rules, a case, the rules that a question may be about, all rules, or differences."""
    try_to_write(args.svg)
    width, name, language = terminal_width(), " ".join(args.name), language_of(args)
    if args.svg:
        write(args.svg, pictures_of(name, language))
    elif args.edition:
        sys.stdout.write(f"{listed_differences(args.edition, args.game, name, width, language)}\n")
    else:
        found = (
            looked_up(name, width, args.game, language, whole=args.all)
            if name
            else listed_rules(width, language=language)
        )
        sys.stdout.write(f"{found}\n")
    return 0
