"""The option ``--language`` of the commands that speak to players."""

import os
from argparse import ArgumentParser, Namespace

from granada.languages import Language, codes, wanted


def add_language(parser: ArgumentParser) -> None:
    """Let the language be chosen."""
    parser.add_argument(
        "--language", choices=codes(), help="speak this language (the one that LANGUAGE or LANG asks for)"
    )


def language_of(args: Namespace) -> Language:
    """The language that was chosen, or the one that the environment asks for."""
    return Language(args.language) if args.language else wanted(os.environ)
