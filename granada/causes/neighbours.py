"""Find a failure's neighbour: the most similar passing case, which shows what the mistake depends on."""

from collections.abc import Iterable, Iterator, Mapping

from granada.causes.facts import wrong_facts
from granada.causes.grouping import is_random
from granada.examining import Result
from granada.questions import as_words
from granada.text import shortened

MOST_PIECES, LONGEST_DIFFERENCE = 3, 60
"""The maximum number of pieces in which a similar case may differ, and the maximum length of a printed difference."""
Parts = frozenset[tuple[str, ...]]
"""The parts of a question."""
NOTHING: tuple[object, ...] = (None, "", [], {})
"""The values that count as a missing part."""


def nearest(lead: Result, fails: Iterable[Result], passed: Iterable[Result], known: dict[str, Parts]) -> str:
    """The passing case most similar to one of the failures, and the difference; empty if the difference is large.

    That case asks the same kind of question, includes the wrong facts, and is legal or illegal for the same reason,
    because a case that breaks another rule tells nothing about this one. ``known`` caches the parts of questions.
    """
    wanted, wrong = _reason(lead), {*wrong_facts(lead)}
    alike = [each for each in fails if _reason(each) == wanted]
    right = (each for each in passed if _reason(each) == wanted and not is_random(each))
    near = [each for each in right if wrong <= each.case.expect.get("then", {}).keys()]
    known |= {each.id: _parts(each.case.given) for each in (*near, *alike) if each.id not in known}
    firsts = [(lead, _parts(lead.case.given)), *((each, known[each.id]) for each in alike)]
    pairs = ((_distance(parts, known[each.id]), first, each) for first, parts in firsts for each in near)
    (number, _), first, best = min(pairs, key=lambda pair: pair[0], default=((MOST_PIECES + 1, 0), lead, lead))
    told = list(_differences(first.case.given, best.case.given)) if number <= MOST_PIECES else []
    which = "which differs" if first is lead else f"which differs from {first.id}"
    return f"{best.id}, {which} in {'; '.join(told)}" if told else ""


def _reason(result: Result) -> tuple[object, ...]:
    """The kind of a question, and whether its right answer is legal or which rules it breaks."""
    return result.kind, result.case.expect.get("legal"), result.case.expect.get("broken")


def _distance(old: Parts, new: Parts) -> tuple[int, int]:
    """The numbers of pieces and parts that differ between two questions; a card that is held and paid counts once."""
    gone, come = old - new, new - old
    pieces = max(len({part[1:] for part in gone}), len({part[1:] for part in come}))
    return pieces, len(gone) + len(come)


def _parts(given: object) -> Parts:
    """All parts of a question: each word with its path (numbered if it is repeated), and each edge of a tile."""
    found: set[tuple[str, ...]] = set()
    waiting: list[tuple[tuple[str, ...], object]] = [((), given)]
    for path, value in waiting:  # grows
        if isinstance(value, dict):
            waiting += [((*path, key), each) for key, each in value.items() if key != "ask"]
        elif isinstance(value, list):
            waiting += [((*path, str(at)), each) for at, each in enumerate(value)]
        else:
            words = str(value).split()
            for at, word in enumerate(words):
                piece, _, edges = word.partition("/")
                found.add((*path, piece, str(words[:at].count(word))))
                found.update((*path, "/", side) for side in edges)
    return frozenset(found)


def _differences(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    """The parts of a question that differ in a second question or are missing from it."""
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
    """Convert a list of objects, such as seats, to a dictionary from index to object."""
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
