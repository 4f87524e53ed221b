"""Rules in text, and finding one by its name."""

from __future__ import annotations

from difflib import get_close_matches
from itertools import islice

from granada.errors import InvalidState
from granada.pictures.drawing.terminal import LONGEST_LINE, wrapped
from granada.rulebook import Difference, Rule

MOST_MEANT = 12
"""How many rules are suggested at the most."""


def sentence(rule: Rule, width: int = LONGEST_LINE, indent: str = "") -> str:
    """A rule with its sentence."""
    return wrapped(f"{rule}: {rule.sentence}", width, first=indent, later=indent + "  ")


def differing(difference: Difference, width: int = LONGEST_LINE, indent: str = "") -> str:
    """What a book prints otherwise, what would follow from it, and what becomes of it."""
    inner = indent + "  "
    said = f'{difference.book} prints otherwise: "{difference.words}" ({difference.english})'
    then = f"{difference.consequence} {difference.verdict}"
    return "\n".join([wrapped(said, width, first=indent, later=inner), wrapped(then, width, first=inner, later=inner)])


def printed(rule: Rule, width: int = LONGEST_LINE) -> str:
    """What each edition prints of a rule, and what was decided where they differ or are silent."""
    listed = (wrapped(f"- {each}", width, later="  ") for each in rule.sources)
    parts = [wrapped(f"The editions on {rule}", width), *listed]
    if rule.ruling:
        said = (wrapped(part, width, first="  ", later="  ") for part in rule.ruling.split("\n\n"))
        parts += ["", wrapped(f"Ruling on {rule}", width), *said]
    return "\n".join(parts)


def rule_named(name: str) -> Rule:
    """The rule with a name, however it is written; a ValueError suggests those that have it in theirs, or the nearest.

    >>> rule_named("Moats Match")
    Rule.MOATS_MATCH
    """
    names = {str(rule): rule for rule in Rule}
    wanted = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
    if wanted in names:
        return names[wanted]
    holding = islice((each for each in names if wanted and wanted in each), MOST_MEANT)
    near = list(holding) or get_close_matches(wanted, names, n=3, cutoff=0.4)
    meant = f"did you mean {' or '.join(near)}?" if near else "granada rule lists them all"
    message = f"there is no rule {name[:60]!r}; {meant}"
    raise InvalidState([message])
