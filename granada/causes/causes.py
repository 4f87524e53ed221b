"""Explain failures by as few mistakes as possible, each with its smallest example and a sentence.

Further questions test mistakes that would explain many failures at once; the remaining failures are grouped by their
signs.
"""

from collections import Counter
from collections.abc import Sequence

from attrs import define, evolve, field

from granada.causes.courses import LastActions, first_wrong, has_wrong_scoring, last_actions, with_wrong_facts
from granada.causes.disagreements import MISSES, signs_of, size_of
from granada.causes.facts import DONE
from granada.causes.general_causes import explain_many
from granada.causes.grouping import FEW, UNANSWERED, Group, Statistics, by_signs, with_games, without_following
from granada.causes.inquiry import COST, Cause, Inquiry
from granada.causes.sentences import sentence_of
from granada.examining import SILENT, UNREADABLE, Examiner, Result
from granada.fuzzing import shrunk
from granada.spec import Case

MOST_FOR_ONE = 400
"""The maximum number of questions for shrinking one example."""
MOST_HIDDEN = 2
"""The number of further failures in a group to shrink when looking for another mistake."""
OF_ONE_RULE = 4
"""For each rule, the number of wrong courses whose last actions are asked about separately."""
WITHOUT_EFFECT = (MISSES, "fact points", "fact winners")
"""The prefixes of signs of mistakes that change nothing about the legal actions after them."""
AT_ONCE = ("fact money", "fact city")
"""The prefixes of signs that no other mistake can cause, because an action changes their facts immediately."""


def causes_of(examiner: Examiner, results: Sequence[Result]) -> tuple[Cause, ...]:
    """The causes of the failures among the results; each failure gets one cause, and the results are not changed."""
    inquiry = Inquiry(examiner, list(results))
    if inquiry.failing:
        explain_many(inquiry)
        _Folding(inquiry).find()
    return inquiry.causes()


@define
class _Folding:
    """The search for the causes of failures that have no general explanation.

    - ``facts``: The facts that the engine is known to report.
    - ``signs``: The signs of each failure.
    - ``of_ways``: The signs that name one of several ways to miss a rule.
    - ``last``: The results of asking about the last actions of each course alone.
    """

    inquiry: Inquiry
    facts: set[str] = field(factory=set)
    signs: dict[int, tuple[str, ...]] = field(factory=dict)
    of_ways: set[str] = field(factory=set)
    last: dict[int, LastActions] = field(factory=dict)

    def find(self) -> None:
        """Group the failures by their signs."""
        self._row_after_row()
        self._look_behind()
        self.signs = {
            at: self.last[at].signs if at in self.last else signs_of(self.inquiry.results[at])
            for at in self.inquiry.failing
        }
        groups = self._without_earlier(by_signs(self.inquiry.results, self.signs))
        self._fold(with_games(groups, self.inquiry.results, self.signs))

    def _row_after_row(self) -> None:
        """Ask about the rows of wrong scorings, starting with the smallest, while enough questions are left."""
        results, enough = self.inquiry.results, self.inquiry.left * 3 // 4
        wrong = [at for at in self.inquiry.failing if results[at].direction not in (UNREADABLE, SILENT)]
        scorings = [at for at in wrong if results[at].case.kind == "score"]
        for number, at in enumerate(sorted(scorings, key=lambda at: size_of(results[at].case))):
            if self.inquiry.left > enough or number < FEW:
                results[at] = self.inquiry.row_by_row(results[at])

    def _look_behind(self) -> None:
        """Ask separately about the last actions of wrong courses, so that no mistake hides a later one."""
        results, enough = self.inquiry.results, self.inquiry.left // 2
        by_rule: dict[str, list[int]] = {}
        for at in self.inquiry.failing:
            if len(results[at].case.asked.deeds) > 1:
                by_rule.setdefault(results[at].case.rule, []).append(at)
        for turn in range(OF_ONE_RULE):
            for at in (some[turn] for some in by_rule.values() if len(some) > turn):
                last = last_actions(results[at], self.inquiry.ask) if self.inquiry.left > enough else None
                self.last |= {at: last} if last else {}

    @property
    def _following(self) -> set[int]:
        """The courses whose last actions get correct answers if asked about alone; their mistakes must be earlier."""
        return {at for at, last in self.last.items() if last.result is None}

    def _without_earlier(self, groups: list[Group]) -> list[Group]:
        """Remove from the groups the courses that went wrong before their last actions."""
        results, following = self.inquiry.results, self._following
        courses = {at for at in self.signs if len(results[at].case.asked.deeds) > 1}
        earlier = courses - (self.last.keys() - following)
        kept = [group for group in groups if not {*group.at} <= earlier]
        into = [group for group in kept if any(results[at].case.kind == "apply" for at in group.at)]
        able = [group for group in into if not all(sign.startswith(WITHOUT_EFFECT) for sign in group.signs)]
        for group in (each for each in groups if {*each.at} <= earlier):
            signs = {at: signs_of(results[at]) for at in group.at} if into and {*group.at} & following else {}
            wrong = tuple(" ".join(sign.split()[:2]) for some in signs.values() for sign in some)
            alike = [each for each in into if any(sign.startswith(wrong) for sign in each.signs)]
            if signs and (alike or able):
                max(alike or able, key=lambda each: len(each.at)).at += group.at
            else:
                self.signs |= signs
                kept += by_signs(results, signs) if signs else [group]
        return kept

    def _fold(self, groups: list[Group]) -> None:
        """Shrink an example from each group, and join groups with equal examples."""
        statistics = Statistics.of(self.inquiry.results)
        then = (self.inquiry.results[at].said("then") for at in self.inquiry.asked)
        self.facts = {name for facts in then if isinstance(facts, dict) for name in facts}
        self.of_ways = {sign for signs in self.signs.values() for sign in signs if ", " in sign}
        formed = [(group, signs) for group in groups if (signs := {each for each in group.signs if "fact" in each})]
        firsts: dict[frozenset[str], tuple[Group, Result]] = {}
        for group in sorted(groups, key=lambda group: -len(group.at)):
            first = self._first_wrong(group)
            known, _ = firsts.setdefault(frozenset(group.signs), (group, first))
            known.at += group.at if known is not group else []
        share = min(MOST_FOR_ONE, self.inquiry.left // max(1, len(firsts)))
        found: dict[object, Group] = {
            (group.rule, "", frozenset()): group for group in self.inquiry.groups if group.rule
        }
        for group, first in firsts.values():
            group.lead, group.note = self._shrunk(first, group, share)
            covered = {sign for each, signs in formed if each is not group for sign in signs}
            for each in (group, *self._unexplained(group, first, covered, share // 2)):
                each.rule = each.rule or statistics.rule_of(each, self.inquiry.results)
                sign = signs_of(each.lead)[0] if each.lead else ""  # answered failures about one rule are one mistake
                key = (each.rule, sign if sign.startswith(UNANSWERED) else "", self._ways(each))
                if (known := found.setdefault(key, each)) is not each:
                    known.join(each)
        kept = without_following(self._without_scored([group for group in found.values() if not group.sentence]))
        for group in kept:
            likes, way = [self.inquiry.results[at] for at in group.at], self._smallest(group).direction
            if group.lead and not any(each.id == group.lead.id and each.direction == way for each in likes):
                group.lead, group.note = self._shrunk(self._smallest(group), group, min(share // 2, self.inquiry.left))
            group.sentence = sentence_of(group.lead or self._smallest(group), likes)
        self.inquiry.groups += kept

    def _typical(self, group: Group) -> list[int]:
        """The failures in a group that show its signs (or all, if none do), limited to their most common direction."""
        some = [at for at in group.at if group.signs & {*self.signs.get(at, ())}] or group.at
        ways = {at: self.inquiry.results[at].direction for at in some}
        return [at for at in some if ways[at] == Counter(ways.values()).most_common(1)[0][0]]

    def _ways(self, group: Group) -> frozenset[str]:
        """All ways in which the actions of a group break the rule that the program missed, in any failure."""
        actions = {sign.partition(", ")[0] for sign in group.signs}
        known = (sign.partition(", ") for sign in self.of_ways)
        return frozenset(way for action, _, way in known if action in actions)

    def _first_wrong(self, group: Group) -> Result:
        """The smallest failure in a group, cut to the fewest actions that show it; the group adopts its signs."""
        smallest = self._smallest(group)
        first = first_wrong(smallest, self.inquiry.ask, self.facts) if self.inquiry.left > 0 else smallest
        if first is smallest:
            return smallest
        named = _called(first, smallest)
        group.signs = {signs_of(named)[0]}
        return named

    def _without_scored(self, groups: list[Group]) -> list[Group]:
        """Remove the groups whose points are wrong only because a scoring is wrong."""
        scorings = [group for group in groups if any(sign.startswith(("row", "moat")) for sign in group.signs)]
        results, asked = self.inquiry.results, self.inquiry.groups
        scorings += [group for group in asked if any(results[at].case.kind == "score" for at in group.at)]
        known = [(group, sign.split()[1]) for group in groups for sign in group.signs if sign.startswith("fact")]
        kept: list[Group] = []
        for group in groups:
            others = {fact for each, fact in known if each is not group}
            if scorings and group.lead and has_wrong_scoring(group.lead, others, group.rule, self.inquiry.ask):
                rules = {results[at].case.rule for at in group.at}
                max(scorings, key=lambda each: sum(results[at].case.rule in rules for at in each.at)).at += group.at
            else:
                kept.append(group)
        return kept

    def _unexplained(self, group: Group, first: Result, covered: set[str], most: int) -> list[Group]:
        """Make new groups for failures with a wrong fact that the example lacks, if that fact alone is wrong too."""
        follow = {sign for sign in signs_of(first) if not sign.startswith(AT_ONCE)}
        known = {*covered, *group.signs, *follow, *(signs_of(group.lead) if group.lead else ())}
        classes = {sign.split()[1] for sign in known if sign.startswith("fact")}
        extra: dict[str, list[int]] = {}
        for at in sorted({*group.at} - self._following):
            for sign in self.signs.get(at, ()) if self.inquiry.results[at].case.id != first.case.id else ():
                if sign.startswith("fact") and sign.split()[1] not in classes:
                    extra.setdefault(sign, []).append(at)
        found: list[Group] = []
        for sign, some in sorted(extra.items(), key=lambda pair: -len(pair[1]))[:MOST_HIDDEN]:
            other = Group(some, {sign})
            if self.inquiry.left > most and not any({*some} & {*each.at} for each in found):
                small, other.note = self._shrunk(self._smallest(other), other, most)
                if sign.startswith(AT_ONCE) and len(small.case.asked.deeds) == 1:
                    small = _called(with_wrong_facts(small, self.inquiry.ask, DONE), small)
                if not group.signs & {*signs_of(small)}:
                    other.lead = small
                    group.at = [at for at in group.at if at not in some]
                    found.append(other)
        return found

    def _smallest(self, group: Group) -> Result:
        """The smallest failure in a group with the group's direction, preferably one with a single sign."""
        signs, some = {at: self.signs.get(at, ()) for at in group.at}, self._typical(group)
        found = min(some, key=lambda at: (len(signs[at]) if group.signs else 0, size_of(self.inquiry.results[at].case)))
        last = self.last[found].result if found in self.last else None
        return _called(last, self.inquiry.results[found]) if last else self.inquiry.results[found]

    def _shrunk(self, first: Result, group: Group, most: int) -> tuple[Result, str]:
        """Shrink a failure while it keeps its group's signs or, lacking them, its own; also return why this stopped."""
        if first.answer is None or not group.signs or most <= 0:
            return first, ""
        signs, smaller = set(signs_of(first)), [first]
        telling = group.signs & signs or signs

        def fails(candidate: Case) -> bool:
            other = self.inquiry.ask(candidate)
            if other.direction != first.direction:
                return False
            other = self.inquiry.row_by_row(other)
            found = set(signs_of(other))
            if found <= signs and found & telling:
                smaller.append(other)
                return True
            return False

        small = shrunk(first.case, fails, max(1, most // COST.get(first.case.kind, 1)))
        note = f"shrinking was stopped {small.stopped}" if small.stopped else ""
        last = with_wrong_facts(smaller[-1], self.inquiry.ask)
        return (first if last is first else _called(last, first)), note


def _called(small: Result, first: Result) -> Result:
    """A shrunk failure, with the original failure's id."""
    old = first.case
    return evolve(small, case=evolve(small.case, id=old.id, rule=old.rule, name=old.name, stratum=old.stratum))
