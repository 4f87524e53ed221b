"""What is wrong with something that a player typed, in words."""

import re
from functools import reduce

from granada.languages import Language, Text, text
from granada.notation import BadNotation
from granada.rulebook import Rule

EXPECTED: dict[str, Text] = {
    each[1]: each
    for each in (
        text("what must be typed there", "a card such as b7 or b/y"),
        text("what must be typed there", "a cell such as 1,0"),
        text("what must be typed there", "a face such as school8/ne"),
        text("what must be typed there", "a face such as school8/ne or park6"),
        text("what must be typed there", "a tile such as school8|hospital9/s or garden10/n"),
        text("what must be typed there", "a hut such as garden/s"),
        text("what must be typed there", "a space, 1 to 4"),
        text("what must be typed there", "a space, 1 to 4, or a half of one such as 2a"),
        text("what must be typed there", "a card, A, B or a tile"),
        text("what must be typed there", "what is drawn"),
        text("what must be typed there", "nothing further"),
        text("what must be typed there", "an action such as take b3"),
    )
}
"""What can be expected in an action; words of the notation itself stand there as they are typed."""
AT_MOST = text("what must be typed there", "at most {number} cards {card}")


def bad_notation_in_words(flaw: BadNotation, say: Language) -> str:
    """Why something that was typed cannot be read."""
    if too_many := re.fullmatch(r"at most (\d+) cards (\S+)", flaw.expected):
        expected = say.of(AT_MOST, number=too_many[1], card=too_many[2])
    else:
        expected = say.of(EXPECTED[flaw.expected]) if flaw.expected in EXPECTED else flaw.expected
    if flaw.found:
        return say("This cannot be read: expected {expected}, not {found!r}.", expected=expected, found=flaw.found)
    return say("This cannot be read: expected {expected}.", expected=expected)


def no_such_rule(name: str, say: Language) -> str:
    """That there is no rule of a name, and which may be meant."""
    if near := Rule.near(name):
        rules = reduce(lambda others, last: say("{others} or {last}", others=others, last=last), near)
        return say("there is no rule {name!r}; did you mean {rules}?", name=name[:60], rules=rules)
    return say("there is no rule {name!r}; granada rule lists them all", name=name[:60])
