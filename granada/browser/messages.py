"""Messages of a page: reading one, and saying what is wrong with it."""

import re
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from granada.board import InvalidState
from granada.errors import Reason
from granada.languages import ENGLISH, Language, codes
from granada.questions import no_such
from granada.wire import canonical_json, read_json
from granada.words import Words, reason_in_words

Message = dict[str, Any]

LONGEST_MESSAGE = 200_000
"""How long a question may be; the longest case of the suite does not have a tenth of it."""
MOST_FLAWS = 12


def answer_to(
    message: str,
    answers: Mapping[str, Callable[[Message], Message]],
    longest: int,
    flawed: Callable[[Message], Message] = lambda flaws: flaws,
) -> str:
    """What one of some functions makes of a message, which names it as ``ask``; what is wrong stands in ``flaws``."""
    try:
        return canonical_json(_answered(message, answers, longest))
    except InvalidState as flaw:
        flaws = list(islice(flaw.reasons, MOST_FLAWS))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as flaw:
        flaws = [str(flaw) or type(flaw).__name__]
    return canonical_json(flawed({"flaws": flaws, **_in_words(flaws, message[:longest])}))


def _in_words(flaws: list[str], message: str) -> Message:
    """What is wrong in the language of the page, as far as somebody can meet it who lays tiles and cards by hand."""
    found = re.search(r'"language":"([a-z]+)"', message.replace(" ", ""))
    if found is None or found[1] not in codes():
        return {}
    words = Words(Language(found[1]))
    told = [reason_in_words(each, words) if isinstance(each, Reason) else None for each in flaws]
    return {"told": told} if any(told) else {}


def _answered(message: str, answers: Mapping[str, Callable[[Message], Message]], longest: int) -> Message:
    if len(message) > longest:
        raise InvalidState(f"a question has at most {longest} letters")
    read = read_json(message)
    name = read.get("ask") if isinstance(read, dict) else None
    if not isinstance(name, str) or name not in answers:
        raise InvalidState(no_such("question", str(name), answers))
    return answers[name](read)


def language_of(message: Message) -> Language:
    """The language in which a message wants its answer; English where there is no such language."""
    asked = message.get("language")
    return Language(asked) if asked in codes() else ENGLISH
