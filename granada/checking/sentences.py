"""What is wrong with an answer, in a sentence for the author of the engine."""

import json
import re

from granada.checking.disagreements import CLAIMS, MISSES, REFUSES, signs_of, verb_of
from granada.game import ALHAMBRA, GRANADA
from granada.suite import Result

SENTENCES = {
    MISSES: "{what}: it is not noticed that {first} is broken",
    CLAIMS: "{what}: {rest} is said to be broken, and is not",
    REFUSES: "{rest}: something legal is refused",
    "moat": "the longest {moat} is measured {rest}",
    "row": "a scoring: the points of one row are wrong",
    "total": "a scoring: the total is wrong, though each row by itself is right",
    "award": "the tiles that are left at the end go to the wrong seat",
    "fact": "after {what} this is wrong: {facts}",
    "paid": "a purchase is wrongly said to be paid {rest}",
    "error": "{kind}: it reports an error{far}: {rest}",
    "silent": "{kind}: {why}",
    "unreadable": "{kind}: {why}",
    "accepts": "a text that is no {rest} is read as one",
    "reads": "the notation of {rest} is not read or written as it should be",
    "game": "a recorded game ends otherwise",
}
"""What is wrong, by the first word of a sign."""
FAR = 8
"""So far from the start tile hardly any city reaches."""


def sentence_of(result: Result) -> str:
    """What is wrong, in a sentence."""
    word, _, rest = next(iter(signs_of(result)), "").partition(" ")
    word = "" if result.case.kind == "draw" and word == REFUSES else word
    setup = result.case.asked.setup
    facts = ", ".join(line.partition(":")[0] for line in result.why.splitlines())
    cells = re.findall(r"(?<![0-9a-z])-?([0-9]+),-?([0-9]+)", json.dumps(result.case.given))
    far = any(int(number) >= FAR for cell in cells for number in cell)
    return SENTENCES.get(word, "{kind}: the answer is wrong, {why}").format(
        what=verb_of(result),
        rest=rest,
        first=rest.split(" ")[0],
        kind=result.case.kind,
        why=result.why.partition("\n")[0],
        facts=facts,
        far=" far from the start tile" if far else "",
        moat="moat" if setup is None or setup.game is GRANADA else "wall" if setup.game is ALHAMBRA else "moat or wall",
    )
