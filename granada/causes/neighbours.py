"""Neighbours of a failure: the nearest case that is answered rightly, which tells what the mistake depends on."""

from collections.abc import Iterable, Iterator, Mapping

from granada.causes.grouping import is_random
from granada.examining import PASSED, Result
from granada.questions import as_words
from granada.text import shortened

MOST_PARTS, LONGEST_DIFFERENCE = 6, 60
"""A case with more parts that only one of two questions has tells nothing; and how much of a difference is told."""
Parts = frozenset[tuple[str, ...]]
"""What a question is made of."""
NOTHING: tuple[object, ...] = (None, "", [], {})
"""What is not there."""


def nearest(lead: Result, fails: Iterable[Result], results: Iterable[Result], known: dict[str, Parts]) -> str:
    """The case most like an example, or like another failure, that passes, and in what it differs; empty if in much.

    It asks the same kind of question, and is to be answered alike: whoever accepts everything is right about what is
    legal. What differs in a tile is its edges, one by one. ``known`` keeps what questions are made of.
    """
    wanted = lead.case.expect.get("legal")
    near = [
        each
        for each in results
        if each.status == PASSED and each.kind == lead.kind and not is_random(each)
        if each.case.expect.get("legal") is wanted
    ]
    if not near:
        return ""
    known |= {each.id: _parts(each.case.given) for each in near if each.id not in known}
    alike = [each for each in fails if each.kind == lead.kind and each.case.expect.get("legal") is wanted]
    pairs = []
    for first in (lead, *alike):
        parts = _parts(first.case.given)
        best = min(near, key=lambda each: (len(parts ^ known[each.id]), each.id))
        pairs.append((len(parts ^ known[best.id]), first, best))
    number, first, best = min(pairs, key=lambda pair: pair[0])
    told = list(_differences(first.case.given, best.case.given)) if number <= MOST_PARTS else []
    which = "which differs" if first is lead else f"which differs from {first.id}"
    return f"{best.id}, {which} in {'; '.join(told)}" if told else ""


def _parts(value: object, path: tuple[str, ...] = ()) -> Parts:
    """All that a question is made of: each word with the place where it stands."""
    if isinstance(value, Mapping):
        return frozenset().union(*(_parts(each, (*path, str(key))) for key, each in value.items()))
    if isinstance(value, list):
        return frozenset().union(*(_parts(each, (*path, str(at))) for at, each in enumerate(value)))
    words = str(value).split()
    edges = ((*path, word.partition("/")[0], side) for word in words for side in word.partition("/")[2])
    return frozenset((*((*path, word.partition("/")[0]) for word in words), *edges))


def _differences(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    """What is another thing in a second question, or not there, part by part."""
    for name in dict.fromkeys((*new, *old)):
        before, now = _counted(old.get(name)), _counted(new.get(name))
        if before == now:
            continue
        if isinstance(before, Mapping) and isinstance(now, Mapping):
            yield from (f"{name} {difference}" for difference in _differences(before, now))
        elif now in NOTHING:
            yield f"without {name}"
        else:
            yield shortened(f"{name} {_text(now)}", LONGEST_DIFFERENCE)


def _counted(value: object) -> object:
    """A list of several things with parts of their own, such as seats, as a table by their numbers."""
    if isinstance(value, list) and all(isinstance(each, Mapping) for each in value):
        return {str(number): each for number, each in enumerate(value, start=1)}
    return value


def _text(value: object) -> str:
    """A part of a question in notation."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_text(each)}" for name, each in value.items() if each not in NOTHING)
    if isinstance(value, list):
        return " · ".join("-" if each is None else _text(each) for each in value)
    return value if isinstance(value, str) else as_words(value)
