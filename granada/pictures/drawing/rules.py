"""Rules in text."""

from granada.languages import ENGLISH, Language
from granada.pictures.drawing.terminal import LONGEST_LINE, wrapped
from granada.rulebook import Difference, Rule, Rulings, ruling_of, sentence_of
from granada.words import book_in_words, outcome_in_words, quote_in_words, source_in_words


def sentence(
    rule: Rule,
    width: int = LONGEST_LINE,
    indent: str = "",
    rulings: Rulings | None = None,
    language: Language = ENGLISH,
    game: str = "",
) -> str:
    """A rule with its sentence, by the readings of a table or by ours, in the words of its game."""
    said = language.named(str(rule), language(sentence_of(rule, rulings, game)))
    return wrapped(said, width, first=indent, later=indent + "  ")


def differing(difference: Difference, width: int = LONGEST_LINE, indent: str = "", language: Language = ENGLISH) -> str:
    """What a book prints otherwise, what would follow from it, and what becomes of it."""
    inner, say = indent + "  ", language
    book, words = book_in_words(difference.book, say), quote_in_words(difference.quote, say)
    said = say("{book} prints otherwise: {words}", book=book, words=words)
    then = f"{say(difference.consequence)} {outcome_in_words(difference, say)}"
    return "\n".join([wrapped(said, width, first=indent, later=inner), wrapped(then, width, first=inner, later=inner)])


def printed(rule: Rule, width: int = LONGEST_LINE, say: Language = ENGLISH) -> str:
    """What each edition prints of a rule, and what was decided where they differ or are silent."""
    listed = (wrapped(f"- {source_in_words(each, say)}", width, later="  ") for each in rule.sources)
    heading = wrapped(say("The editions on {rule}", rule=rule), width)
    return "\n".join([heading, *listed, *([""] if rule.ruling else []), *decided(rule, width, say=say)])


def decided(
    rule: Rule, width: int = LONGEST_LINE, rulings: Rulings | None = None, say: Language = ENGLISH
) -> list[str]:
    """What was decided of a rule where the books differ or are silent, in lines; none where nothing was."""
    followed, left = ruling_of(rule, rulings)
    lines: list[str] = []
    for heading, parts in (
        (say("Ruling on {rule}", rule=rule), followed),
        (say("Our ruling on {rule}, which is not played here", rule=rule), left),
    ):
        said = [wrapped(say(part), width, first="  ", later="  ") for part in parts]
        lines += [wrapped(heading, width), *said] if said else []
    return lines
