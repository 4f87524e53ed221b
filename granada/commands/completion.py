"""The command ``granada completion``: what a shell needs to complete the others."""

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Iterator

from attrs import frozen

from granada.rulebook import Rule
from granada.spec import ORDER

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
    options: dict[str, tuple[str, ...]]
    """Each with what can follow it; nothing where that is free."""
    words: tuple[str, ...]


def offered(parser: ArgumentParser) -> Iterator[Offer]:
    """What can follow each command, by the parser that reads it."""
    commands = next(each for each in parser._actions if isinstance(each, _SubParsersAction))
    described = {choice.dest: choice.help or "" for choice in commands._choices_actions}
    for name, command in commands.choices.items():
        actions = [each for each in command._actions if each.help]
        chosen = [(each.option_strings, tuple(map(str, each.choices or ()))) for each in actions]
        options = {option: words for names, words in chosen for option in names if option.startswith("--")}
        words = tuple(word for names, words in chosen if not names for word in words)
        yield Offer(name, described.get(name, ""), options, (*words, *_named(name)))


def _named(command: str) -> tuple[str, ...]:
    return (*ORDER, *map(str, Rule)) if command == "rule" else ()


def bash(offers: tuple[Offer, ...]) -> str:
    """The script for bash."""
    cases = _cases(offers, "    {0}) offered='{1}' ;;\n")
    choices = _choices(offers, "    '{0}') offered='{1}' ;;\n")
    return (
        "_granada() {\n"
        '  local offered="" current="${COMP_WORDS[COMP_CWORD]}"\n'
        '  case "${COMP_WORDS[1]}" in\n'
        f"{cases}  esac\n"
        '  case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in\n'
        f"{choices}  esac\n"
        f"  [ \"$COMP_CWORD\" -eq 1 ] && offered='{_first(offers)}'\n"
        '  COMPREPLY=($(compgen -W "$offered" -- "$current"))\n'
        "}\n"
        "complete -o default -F _granada granada\n"
    )


def zsh(offers: tuple[Offer, ...]) -> str:
    """The script for zsh."""
    cases = _cases(offers, "    {0}) offered=({1}) ;;\n")
    choices = _choices(offers, "    '{0}') compadd -- {1}; return ;;\n")
    return (
        "#compdef granada\n"
        "_granada() {\n"
        "  local -a offered\n"
        '  case "$words[2]" in\n'
        f"{cases}  esac\n"
        '  case "$words[2] $words[CURRENT-1]" in\n'
        f"{choices}  esac\n"
        f"  (( CURRENT == 2 )) && offered=({_first(offers)})\n"
        "  compadd -- $offered\n"
        "  (( CURRENT > 2 )) && _files\n"
        "}\n"
        "compdef _granada granada\n"
    )


def fish(offers: tuple[Offer, ...]) -> str:
    """The script for fish."""
    lines = [f"complete -c granada -n __fish_use_subcommand -l {option.removeprefix('--')}" for option in _ALONE]
    for each in offers:
        what = each.what.replace("'", "\\'")
        lines.append(f"complete -c granada -n __fish_use_subcommand -f -a {each.command} -d '{what}'")
        inside = f"complete -c granada -n '__fish_seen_subcommand_from {each.command}'"
        for option, words in each.options.items():
            follows = f" -x -a '{' '.join(words)}'" if words else ""
            lines.append(f"{inside} -l {option.removeprefix('--')}{follows}")
        lines += [f"{inside} -f -a '{' '.join(each.words)}'"] if each.words else []
    return "\n".join(lines) + "\n"


_ALONE = ("--help", "--version")
"""The options that stand without a command."""


def _first(offers: tuple[Offer, ...]) -> str:
    return " ".join((*(each.command for each in offers), *_ALONE))


def _cases(offers: tuple[Offer, ...], line: str) -> str:
    """What follows each command, a line for each."""
    return "".join(line.format(each.command, " ".join((*each.options, *each.words))) for each in offers)


def _choices(offers: tuple[Offer, ...], line: str) -> str:
    """What follows each option of a command that leaves a choice, a line for each."""
    pairs = ((each.command, *pair) for each in offers for pair in each.options.items())
    return "".join(line.format(f"{name} {option}", " ".join(words)) for name, option, words in pairs if words)
