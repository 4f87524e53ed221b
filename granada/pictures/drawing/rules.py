"""Rules in text."""

from granada.languages import ENGLISH, Language
from granada.pictures.drawing.terminal import LONGEST_LINE, wrapped
from granada.rulebook import Difference, Rule


def sentence(rule: Rule, width: int = LONGEST_LINE, indent: str = "", language: Language = ENGLISH) -> str:
    """A rule with its sentence."""
    return wrapped(f"{rule}: {language(rule.sentence)}", width, first=indent, later=indent + "  ")


def differing(difference: Difference, width: int = LONGEST_LINE, indent: str = "") -> str:
    """What a book prints otherwise, what would follow from it, and what becomes of it."""
    inner = indent + "  "
    said = f'{difference.book} prints otherwise: "{difference.words}" ({difference.english})'
    then = f"{difference.consequence} {difference.verdict}"
    return "\n".join([wrapped(said, width, first=indent, later=inner), wrapped(then, width, first=inner, later=inner)])


def printed(rule: Rule, width: int = LONGEST_LINE, say: Language = ENGLISH) -> str:
    """What each edition prints of a rule, and what was decided where they differ or are silent."""
    listed = (wrapped(f"- {each}", width, later="  ") for each in rule.sources)
    parts = [wrapped(say("The editions on {rule}", rule=rule), width), *listed]
    if rule.ruling:
        said = (wrapped(part, width, first="  ", later="  ") for part in rule.ruling.split("\n\n"))
        parts += ["", wrapped(say("Ruling on {rule}", rule=rule), width), *said]
    return "\n".join(parts)
