"""The command ``granada completion``, which prints a completion script for a shell."""

import re
import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Iterator
from importlib.resources import files

from attrs import frozen

from granada.rulebook import Rule
from granada.spec import ORDER

SHELLS = ("bash", "zsh", "fish")
_ALONE = ("--help", "--version")
"""The options that need no command."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the argument that names the shell."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that reads the script")
    parser.epilog = (
        "In bash or zsh: source <(granada completion bash), or zsh; in fish: granada completion fish | source. "
        "Exit status: 0 if the script was printed, 2 if the shell is unknown."
    )


def run(args: Namespace) -> int:
    """Print the script."""
    offers = tuple(offered(args.whole))
    sys.stdout.write(fish(offers) if args.shell == "fish" else script(args.shell, offers))
    return 0


@frozen
class Offer:
    """The options and values that can follow a command."""

    command: str
    what: str
    options: dict[str, tuple[str, ...]]
    """A mapping from each option to its possible values; empty if any text is allowed."""
    words: tuple[str, ...]


def offered(parser: ArgumentParser) -> Iterator[Offer]:
    """The words that can follow each command, taken from its parser."""
    commands = next(each for each in parser._actions if isinstance(each, _SubParsersAction))
    described = {choice.dest: choice.help or "" for choice in commands._choices_actions}
    for name, command in commands.choices.items():
        actions = [each for each in command._actions if each.help]
        chosen = [(each.option_strings, tuple(map(str, each.choices or ()))) for each in actions]
        options = {option: words for names, words in chosen for option in names if option.startswith("--")}
        words = tuple(word for names, words in chosen if not names for word in words)
        named = (*ORDER, *map(str, Rule)) if name == "rule" else ()
        yield Offer(name, described.get(name, ""), options, (*words, *named))


_CASE = {"bash": "    {0}) offered='{1}' ;;\n", "zsh": "    {0}) offered=({1}) ;;\n"}
"""The line in each shell's script for the words that follow a command; the scripts are in this folder."""
_CHOICE = {"bash": "    '{0}') offered='{1}' ;;\n", "zsh": "    '{0}') compadd -- {1}; return ;;\n"}
"""The line in each shell's script for the words that follow an option."""


def script(shell: str, offers: tuple[Offer, ...]) -> str:
    """The script for bash or zsh."""
    text = files(__package__).joinpath(f"completion.{shell}").read_text(encoding="utf-8")
    pairs = [(f"{each.command} {option}", words) for each in offers for option, words in each.options.items()]
    follows = {each.command: (*each.options, *each.words) for each in offers}
    filled = {
        "CASES": "".join(_CASE[shell].format(command, " ".join(words)) for command, words in follows.items()),
        "CHOICES": "".join(_CHOICE[shell].format(option, " ".join(words)) for option, words in pairs if words),
        "FIRST": " ".join((*follows, *_ALONE)),
    }
    return re.sub("@([A-Z]+)@", lambda found: filled[found[1]], text)


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
