"""Grouping: failures that have a sign in common are one group, and the rule that a group is about is found."""

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import define, field, frozen

from granada.checking.disagreements import CLAIMS, MISSES, OF_DRAWS, REFUSES, heading, signs_of, size_of, verb_of
from granada.suite import FAILED, FUZZ, PASSED, Result, chapter_of, rules_for

FEW = 3
"""So many failures a cause must explain that is no rule's."""


@define
class Group:
    """Failures that seem to have one cause.

    - ``at``: Their numbers among the results.
    - ``signs``: What they have in common.
    - ``sentence``, ``rule``: What is wrong, where that is known already.
    - ``general``: Whether it goes across the rules, so that each failure stays under its own.
    """

    at: list[int]
    signs: set[str] = field(factory=set)
    sentence: str = ""
    rule: str = ""
    general: bool = False
    lead: Result | None = None

    def join(self, other: "Group") -> None:
        """Take in a group that has the same cause; the smaller example stays."""
        if self.lead and other.lead and size_of(other.lead.case) < size_of(self.lead.case):
            self.lead = other.lead
        self.at += other.at
        self.signs |= other.signs


def is_random(result: Result) -> bool:
    """Whether a question was drawn at random."""
    return result.case.id.startswith(FUZZ)


def by_signs(results: Sequence[Result], failing: Iterable[int]) -> list[Group]:
    """As few groups as cover all failures, each with a sign in common.

    A sign that some failure has alone is trusted before others; recorded games, in which everything can go wrong, are
    put where most of the others are.
    """
    signs = _apart(results, {at: signs_of(results[at]) for at in failing})
    games = [at for at in signs if results[at].case.kind == "game"]
    left = {at: found for at, found in signs.items() if at not in games}
    groups: list[Group] = []
    while left or (games and not groups):
        left = left or {at: signs[at] for at in games}
        games = [] if not groups and set(games) == set(left) else games
        alone = {found[0] for found in left.values() if len(found) == 1}
        counted = Counter(sign for found in left.values() for sign in found)
        best = max(counted, key=lambda sign: (sign in alone, counted[sign], sign))
        groups.append(Group([at for at, found in left.items() if best in found], {best}))
        left = {at: found for at, found in left.items() if best not in found}
    if games and groups:
        max(groups, key=lambda group: len(group.at)).at += games
    return groups


def _apart(results: Sequence[Result], signs: dict[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    """The same signs, in which a building rule that one action never keeps, and others mostly do, is two."""
    wrong: Counter[tuple[str, str]] = Counter()
    right: Counter[tuple[str, str]] = Counter()
    for at, result in enumerate(results):
        if result.status == PASSED:
            right.update((f"{MISSES} {rule}", verb_of(result)) for rule in result.case.expect.get("broken", ()))
        wrong.update((sign, verb_of(result)) for sign in signs.get(at, ()))
    never = {key for key, number in wrong.items() if number > FEW and not right[key] and key[1] in REDESIGNING}
    mostly = {sign for (sign, verb), number in wrong.items() if right[sign, verb] > number}

    def apart(sign: str, verb: str) -> str:
        return f"{sign} always" if (sign, verb) in never and sign in mostly else sign

    return {at: tuple(apart(sign, verb_of(results[at])) for sign in found) for at, found in signs.items()}


REDESIGNING = {"place", "add", "remove", "swap"}
"""The actions that are asked about the whole city that they leave."""


@frozen
class Statistics:
    """How many cases of each rule were asked, by what a failure could have been about.

    - ``asked``: By the rule of a case and what was to be answered.
    """

    asked: Counter[tuple[str, str]]

    @classmethod
    def of(cls, results: Iterable[Result]) -> "Statistics":
        """The statistics of some results."""
        answered = (each for each in results if each.status in (PASSED, FAILED) and each.case.given)
        return cls(Counter(key for each in answered if not is_random(each) for key in _keys(each)))

    def rule_of(self, group: Group, results: Sequence[Result]) -> str:
        """The rule that a group is about: the one that its sign names, or that of which most cases fail like this."""
        members = [results[at] for at in group.at if not is_random(results[at])]
        word, _, rest = next(iter(group.signs)).partition(" ")
        named = rest.split(" ")[0]
        rules = {each.case.rule for each in members}
        if word in {"row", "award", CLAIMS} or (word == MISSES and named in rules):
            return named if named in chapter_of() else self._most(members, rules)
        if group.lead and (not rules or word == "moat" or (word == REFUSES and group.lead.case.kind == "place")):
            return heading(group.lead)
        if word == REFUSES:
            step = rest.rpartition(" ")[2]
            near = {str(OF_DRAWS[step])} if step in OF_DRAWS else set(map(str, rules_for(named)))
            return self._most(members, rules & near or near or rules)
        return self._most(members, rules)

    def _most(self, members: Iterable[Result], rules: Iterable[str]) -> str:
        """The rule of which most cases are among these failures."""
        failed = Counter(key for each in members for key in _keys(each))
        share = {key[0]: failed[key] ** 2 / (self.asked[key] + 1) for key in failed}
        return max(sorted(rules), key=lambda rule: share.get(rule, 0))


def _keys(result: Result) -> Iterable[tuple[str, str]]:
    """The rules that a case is about, each with what was to be answered."""
    expect = result.case.expect
    legal = expect.get("legal")
    way = result.case.kind if legal is None else str(legal)
    rules = {result.case.rule, *(expect.get("broken", ()) if legal is False else ())}
    return [(rule, way) for rule in sorted(rules)]
