"""The command ``granada completion``: what a shell needs to complete the others."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, _SubParsersAction
from typing import TYPE_CHECKING

from attrs import frozen

from granada.rulebook import Rule
from granada.spec import ORDER

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: ArgumentParser) -> None:
    """For which shell."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that reads it")
    parser.epilog = (
        "In bash or zsh: source <(granada completion bash), or zsh; in fish: granada completion fish | source. "
        "Exit status: 0 when it was printed, 2 when there is no such shell."
    )


def run(args: Namespace) -> int:
    """Print the script."""
    sys.stdout.write({"bash": bash, "zsh": zsh, "fish": fish}[args.shell](tuple(offered(args.whole))))
    return 0


@frozen
class Offer:
    """What can follow a command."""

    command: str
    what: str
    options: tuple[str, ...]
    words: tuple[str, ...]


def offered(parser: ArgumentParser) -> Iterator[Offer]:
    """What can follow each command, by the parser that reads it."""
    commands = next(each for each in parser._actions if isinstance(each, _SubParsersAction))  # noqa: SLF001  argparse has no other door
    told = {choice.dest: choice.help or "" for choice in commands._choices_actions}  # noqa: SLF001  as above
    for name, command in commands.choices.items():
        actions = [each for each in command._actions if each.help]  # noqa: SLF001  as above
        options = tuple(option for each in actions for option in each.option_strings if option.startswith("--"))
        words = tuple(str(choice) for each in actions for choice in each.choices or ())
        named = (*ORDER, *map(str, Rule)) if name == "rule" else ()
        yield Offer(name, told.get(name, ""), options, (*words, *named))


def bash(offers: tuple[Offer, ...]) -> str:
    """The script for bash."""
    cases = "".join(f"    {each.command}) offered='{' '.join((*each.options, *each.words))}' ;;\n" for each in offers)
    return (
        "_granada() {\n"
        '  local offered="" current="${COMP_WORDS[COMP_CWORD]}"\n'
        '  case "${COMP_WORDS[1]}" in\n'
        f"{cases}  esac\n"
        f"  [ \"$COMP_CWORD\" -eq 1 ] && offered='{_commands(offers)}'\n"
        '  COMPREPLY=($(compgen -W "$offered" -- "$current"))\n'
        "}\n"
        "complete -o default -F _granada granada\n"
    )


def zsh(offers: tuple[Offer, ...]) -> str:
    """The script for zsh."""
    cases = "".join(f"    {each.command}) offered=({' '.join((*each.options, *each.words))}) ;;\n" for each in offers)
    return (
        "#compdef granada\n"
        "_granada() {\n"
        "  local -a offered\n"
        '  case "$words[2]" in\n'
        f"{cases}  esac\n"
        f"  (( CURRENT == 2 )) && offered=({_commands(offers)})\n"
        "  compadd -- $offered\n"
        "  (( CURRENT > 2 )) && _files\n"
        "}\n"
        "compdef _granada granada\n"
    )


def fish(offers: tuple[Offer, ...]) -> str:
    """The script for fish."""
    lines = []
    for each in offers:
        what = each.what.replace("'", "\\'")
        lines.append(f"complete -c granada -n __fish_use_subcommand -a {each.command} -d '{what}'")
        inside = f"complete -c granada -n '__fish_seen_subcommand_from {each.command}'"
        lines += [f"{inside} -l {option.removeprefix('--')}" for option in each.options]
        lines += [f"{inside} -a '{' '.join(each.words)}'"] if each.words else []
    return "\n".join(lines) + "\n"


def _commands(offers: tuple[Offer, ...]) -> str:
    return " ".join(each.command for each in offers)
