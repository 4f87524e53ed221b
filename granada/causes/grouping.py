"""Grouping: failures that have a sign in common are one group, and the rule that a group is about is found."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from attrs import define, field, frozen

from granada.causes.courses import can_be_about, rules_of_course
from granada.causes.disagreements import (
    CHANGES,
    CLAIMS,
    EMPTY_CLAIMS,
    MISSES,
    REFUSES,
    heading,
    likely_rule,
    size_of,
    verb_of,
)
from granada.causes.meanings import rules_meant
from granada.causes.wrong_rows import wrong_rows
from granada.examining import ACCEPTED, FAILED, FUZZ, PASSED, REFUSED, WRONG, Result
from granada.rulebook import Rule
from granada.spec import chapter_of, rules_for

FOLLOWING = {
    str(Rule.SCORE_BEFORE_THE_NEXT_TURN): (
        *(str(Rule.DIRK_GETS_SIX_AFTER_A), str(Rule.DIRK_GETS_A_THIRD_AFTER_B)),
        str(Rule.DIRK_FOLLOWS_THE_MARKER),
    ),
    str(Rule.AWARD_TO_THE_RICHEST): (str(Rule.TIED_AWARDS_STAY),),
}
"""The rules that seem to be broken where another one is: Dirk gets his tiles when the scoring is over, and who takes
others for the richest takes others for tied."""
OF_CITIES = {"building", "redesigning", "combined"}
"""The chapters with rules about what a city may look like."""
FAR_MORE = 2
MOSTLY = 0.8
"""A share that is nearly all."""
FEW = 3
"""So many failures a cause must explain that is no rule's."""


@define
class Group:
    """Failures that seem to have one cause.

    - ``at``: Their numbers among the results.
    - ``signs``: What they have in common.
    - ``sentence``, ``rule``: What is wrong, where that is known already.
    - ``lead``: The example, and in ``note`` what a reader should know of it.
    """

    at: list[int]
    signs: set[str] = field(factory=set)
    sentence: str = ""
    rule: str = ""
    lead: Result | None = None
    note: str = ""

    def join(self, other: "Group") -> None:
        """Take in a group that has the same cause; the smaller example stays, and one of which more is known."""
        if self.lead and other.lead and not self.sentence and size_of(other.lead.case) < size_of(self.lead.case):
            self.lead, self.note = other.lead, other.note
        self.at += other.at
        self.signs |= other.signs


def is_random(result: Result) -> bool:
    """Whether a question was drawn at random."""
    return result.case.id.startswith(FUZZ)


UNANSWERED = ("error", "silent", "unreadable")
"""How the signs begin of failures that are no wrong answers, and are never put with any."""
FOLLOWS = (f"{MISSES} in-its-phase", f"{MISSES} game-is-over")
"""What goes wrong where a turn goes on as it should not."""


def by_signs(results: Sequence[Result], known: Mapping[int, tuple[str, ...]]) -> list[Group]:
    """As few groups as cover all failures, each with a sign in common.

    A sign that some failure has alone is trusted before others. What follows from another mistake is put with it: a
    recorded game, in which everything can go wrong, and an action out of turn where turns go on as they should not.
    """
    signs = _telling(results, known)
    games = {at for at in signs if results[at].kind == "game" and results[at].direction in (ACCEPTED, REFUSED, WRONG)}
    groups = _covering({at: found for at, found in signs.items() if at not in games})
    turns = [group for group in groups if any(sign.startswith("fact turn") for sign in group.signs)]
    for group in [each for each in groups if turns and all(sign.startswith(FOLLOWS) for sign in each.signs)]:
        groups.remove(group)
        max(turns, key=lambda turn: len(turn.at)).at += group.at
    answered = [group for group in groups if not any(sign.startswith(UNANSWERED) for sign in group.signs)]
    if not answered:
        return [*groups, *_covering({at: signs[at] for at in sorted(games)})]
    max(answered, key=lambda group: len(group.at)).at += sorted(games)
    return groups


def without_following(groups: list[Group]) -> list[Group]:
    """The groups without those that follow from another, which are put with it."""
    by_rule = {group.rule: group for group in reversed(groups)}
    first = {then: by_rule[rule] for rule, others in FOLLOWING.items() if rule in by_rule for then in others}
    for group in groups:
        if group.rule in first:
            first[group.rule].at += group.at
    return [group for group in groups if group.rule not in first]


def _covering(left: dict[int, tuple[str, ...]]) -> list[Group]:
    """Groups that have a sign in common, the largest first."""
    groups: list[Group] = []
    while left:
        alone = {found[0] for found in left.values() if len(found) == 1}
        counted = Counter(sign for found in left.values() for sign in found)
        first = Counter(found[0] for found in left.values())
        best = max(counted, key=lambda sign: (sign in alone, counted[sign], first[sign], sign))
        groups.append(Group([at for at, found in left.items() if best in found], {best}))
        left = {at: found for at, found in left.items() if best not in found}
    return groups


def _telling(results: Sequence[Result], signs: Mapping[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    """The same signs without what says nothing.

    That something should be impossible is a sign only where it is said of what is illegal for another reason as well.
    Where a placement is refused by itself, it does not matter in a course whether the tile was bought or awarded.
    """
    single = {sign for at, found in signs.items() if results[at].kind == "place" for sign in found}
    meant = {sign for found in signs.values() if found[0] in EMPTY_CLAIMS for sign in found}

    def plain(sign: str) -> str:
        whatever, _, tile = sign.partition(" of a")
        return whatever if tile and whatever in single else sign

    return {
        at: tuple(plain(sign) for sign in found if sign in meant or sign not in EMPTY_CLAIMS)
        for at, found in signs.items()
    }


@frozen
class Statistics:
    """How many cases of each rule were asked, by what a failure could have been about.

    - ``asked``: By the rule of a case and what was to be answered.
    - ``failed``: The rules of which a case is answered wrongly.
    """

    asked: Counter[tuple[str, str]]
    failed: frozenset[str] = frozenset()

    @classmethod
    def of(cls, results: Iterable[Result]) -> "Statistics":
        """The statistics of some results."""
        answered = [each for each in results if each.status in (PASSED, FAILED) and each.case.given]
        asked = Counter(key for each in answered if not is_random(each) for key in _keys(each))
        return cls(asked, frozenset(each.case.rule for each in answered if each.status == FAILED))

    def rule_of(self, group: Group, results: Sequence[Result]) -> str:
        """The rule that a group is about: the one that its sign names, or that of which most cases fail like this."""
        members = [results[at] for at in group.at if not is_random(results[at])]
        word, _, rest = next(iter(group.signs)).partition(" ")
        named = rest.split(" ")[0]
        rules = {each.case.rule for each in members}
        own = group.lead.case.rule if group.lead else ""
        ordered = sorted(rules, key=lambda rule: (rule != own, rule))
        known = named in rules or not rules or (word == CLAIMS and named in self.failed)
        if word == "award" or (word in {CLAIMS, MISSES} and known):
            return named if named in chapter_of() else self._most(members, ordered)
        if word == "error" and (broken := _broken_in_all([results[at] for at in group.at])):
            return broken
        if group.lead and word == "row":
            of_rows = [wrong.rule for wrong in wrong_rows(group.lead) if wrong.sign in group.signs]
            return of_rows[0] if of_rows else heading(group.lead)
        scored = word == "error" and group.lead is not None and group.lead.kind == "score"
        if group.lead and (not rules or scored or word in {"moat", "paid"}):
            return heading(group.lead)
        if group.lead and word in {REFUSES, CLAIMS} and verb_of(group.lead) == group.lead.kind == "place":
            of_cities = sorted(rule for rule in rules if chapter_of()[rule] in OF_CITIES)
            return self._most(members, [likely_rule(group.lead), *of_cities])
        near = [str(rule) for rule in self._near(group, word, rest) if str(rule) in rules]
        course = self._of_course(group, members)
        if near and not course:
            return self._most(members, near)
        alone, number = Counter(each.case.rule for each in members).most_common(1)[0]
        possible = group.lead is None or can_be_about(group.lead, Rule.named(alone))
        if number > MOSTLY * len(members) and possible and (number > 1 or course not in self.failed):
            return alone
        if course:
            return course
        if group.lead and word == "total":
            return heading(group.lead)
        return self._most(members, ordered)

    def _of_course(self, group: Group, members: Sequence[Result]) -> str:
        """The rule by the course of the example, one that all of these failures can be about if there is any."""
        likely = rules_of_course(group.lead) if group.lead else ()
        number = {rule: sum(can_be_about(each, rule) for each in members) for rule in likely}
        most = max(number.values(), default=0)
        enough = {rule: most - 1 if rule is Rule.VIZIER_ORDER else MOSTLY * most for rule in likely}
        fitting = [str(rule) for rule in likely if number[rule] > enough[rule] or not most]
        return next((rule for rule in fitting if rule in self.failed), fitting[0] if fitting else "")

    @staticmethod
    def _near(group: Group, word: str, rest: str) -> tuple[Rule, ...]:
        """The rules that an action of this sort is about, if a case of them fails."""
        if group.lead is None or word not in {REFUSES, CLAIMS, CHANGES}:
            return ()
        verb = verb_of(group.lead) if word == CLAIMS else rest.split(" ", maxsplit=1)[0]
        means = rules_meant(f"{word} {rest}", f"refuses {verb}") or rules_meant("kind apply")
        return (*means, *rules_for(verb))

    def _most(self, members: Iterable[Result], rules: Sequence[str]) -> str:
        """The first of some rules, unless far more speaks for another: more of its cases fail, and more of them all."""
        failed = Counter(key for each in members for key in _keys(each))
        weight = {key[0]: failed[key] ** 2 / (self.asked[key] + 1) for key in failed}
        best = max(rules, key=lambda rule: weight.get(rule, 0))
        return best if weight.get(best, 0) > FAR_MORE * weight.get(rules[0], 0) else rules[0]


def _broken_in_all(members: Sequence[Result]) -> str:
    """The rule that is broken in all of some failures, the one that most of their cases are about; empty for none."""
    broken = set.intersection(*({*each.case.expect.get("broken", ())} for each in members))
    number = Counter(each.case.rule for each in members)
    return max(sorted(broken), key=lambda rule: number[rule], default="")


def _keys(result: Result) -> Iterable[tuple[str, str]]:
    """The rules that a case is about, each with what was to be answered."""
    expect = result.case.expect
    legal = expect.get("legal")
    way = result.case.kind if legal is None else str(legal)
    rules = {result.case.rule, *(expect.get("broken", ()) if legal is False else ())}
    return [(rule, way) for rule in sorted(rules)]
