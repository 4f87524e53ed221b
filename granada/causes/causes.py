"""Causes: failures are folded into as few mistakes as explain them, each with its smallest example and a sentence.

First those mistakes are looked for that would explain many failures at once; each is tested by asking. What is left
is folded by its signs, and the smallest example of each is made smaller still; whatever comes to the same is one.
"""

from collections.abc import Iterable, Sequence
from itertools import islice

from attrs import define, evolve, field

from granada.causes.courses import DONE, first_wrong, with_wrong_facts
from granada.causes.disagreements import signs_of, size_of
from granada.causes.following import LastActions, as_placed, has_wrong_scoring, last_actions
from granada.causes.general_causes import explain_many
from granada.causes.grouping import FEW, UNANSWERED, Group, Statistics, by_signs, without_following
from granada.causes.inquiry import COST, Cause, Inquiry
from granada.causes.score_rows import untied
from granada.causes.sentences import sentence_of
from granada.causes.wrong_rows import LONG, OTHER_PLACES, PLACE, SHORT, VALUE
from granada.examining import ERROR, FAILED, SILENT, UNREADABLE, Examiner, Result
from granada.fuzzing import shrunk
from granada.spec import Case, answered

MOST_FOR_ONE = 400
"""How many questions are asked to make one example small."""
OF_ROWS = ("row", "moat", "total")
"""How the signs of a wrong scoring begin."""
MOST_HIDDEN = 2
"""How many more failures of a group are made small to see another mistake."""
OF_ONE_RULE = 4
"""Of how many wrong courses about one rule the last actions are asked by themselves."""
AT_ONCE = ("fact money", "fact city")
"""How the signs of wrong facts begin that an action changes at once, so that they follow from no other."""


def causes_of(examiner: Examiner, results: Sequence[Result]) -> tuple[Cause, ...]:
    """What explains the failures among some results, each of which has one cause; the results stay as they are."""
    inquiry = Inquiry(examiner, list(results))
    if inquiry.failing:
        explain_many(inquiry)
        _Folding(inquiry).find()
    return inquiry.causes()


@define
class _Folding:
    """The search for the causes of those failures that nothing general explains.

    - ``facts``: The facts that the engine is known to tell.
    - ``signs``: What is wrong with each failure, in few words.
    - ``last``: What the last actions of a course came to by themselves.
    """

    inquiry: Inquiry
    facts: set[str] = field(factory=set)
    signs: dict[int, tuple[str, ...]] = field(factory=dict)
    last: dict[int, LastActions] = field(factory=dict)

    def find(self) -> None:
        """Fold the failures by their signs."""
        aside = self._row_after_row()
        self._look_behind()
        known = {
            at: self.last[at].signs if at in self.last else signs_of(self.inquiry.results[at])
            for at in self.inquiry.failing
        }
        self.signs = {at: signs for at, signs in known.items() if at not in aside}
        groups = self._without_earlier(by_signs(self.inquiry.results, self.signs))
        self._join_rows(groups)
        scores = [group for group in groups if any(sign.startswith(OF_ROWS) for sign in group.signs)]
        if aside and scores:
            max(scores, key=lambda group: len(group.at)).at += sorted(aside)
        elif aside:
            groups += by_signs(self.inquiry.results, {at: known[at] for at in aside})
        self._fold(groups)

    def _row_after_row(self) -> set[int]:
        """Ask the rows of wrong scorings, the small ones first; those for which there are too few questions left."""
        enough, aside = self.inquiry.left * 3 // 4, set()
        wrong = [at for at in self.inquiry.failing if self.inquiry.results[at].case.kind == "score"]
        wrong = [at for at in wrong if self.inquiry.results[at].direction not in (UNREADABLE, SILENT)]
        for number, at in enumerate(sorted(wrong, key=lambda at: size_of(self.inquiry.results[at].case))):
            if self.inquiry.left > enough or number < FEW:
                self.inquiry.results[at] = self.inquiry.row_by_row(self.inquiry.results[at])
            elif self.inquiry.results[at].direction != ERROR:
                aside.add(at)
        return aside

    def _join_rows(self, groups: list[Group]) -> None:
        """Put wrong points with wrong values, or these with places that are not given, and wrong ties with points.

        A length or two that are too long where many are too short, or the other way round, are put with those.
        """
        rows = {sign: group for group in groups for sign in group.signs if sign.startswith(("row ", "moat"))}

        def put(sign: str, into: str) -> None:
            if sign in rows and into in rows:
                rows[into].at += rows[sign].at
                groups.remove(rows.pop(sign))

        first, *others = (sign for sign in (OTHER_PLACES, VALUE, PLACE) if sign in rows or sign == PLACE)
        for sign in others:  # where a place is not given, not the values are wrong, but what the places are worth
            put(sign, first)
        for ties, points in (("row tie granada", first), ("row tie alhambra", "row place alhambra")):
            if ties in rows and points in rows and self._is_wrong_without_ties(rows[ties]):
                put(ties, points)
        few, many = sorted((LONG, SHORT), key=lambda sign: len(rows[sign].at) if sign in rows else 0)
        if few in rows and len(rows[few].at) < FEW and len(rows[many].at) > FEW * FEW:
            put(few, many)

    def _is_wrong_without_ties(self, group: Group) -> bool:
        """Whether scorings with wrong ties are wrong as well when one of those who tie has one tile more."""
        smallest = sorted(group.at, key=lambda at: size_of(self.inquiry.results[at].case))
        asked = (untied(self.inquiry.results[at]) for at in smallest)
        cases = islice((case for each in asked if each and (case := answered(each, "untied"))), FEW)
        found = [self.inquiry.ask(case).status for case in cases if self.inquiry.left > 0]
        return bool(found) and all(status == FAILED for status in found)

    def _look_behind(self) -> None:
        """Ask the last actions of wrong courses by themselves, so that no mistake hides one that comes after it.

        What is wrong with a tile that is added is asked of the same tile where it is placed.
        """
        results, enough = self.inquiry.results, self.inquiry.left // 2
        placed = ((at, as_placed(results[at], self.inquiry.ask)) for at in self.inquiry.failing)
        self.last |= {at: found for at, found in placed if found}
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
        """The courses whose last actions are right by themselves, so that they have gone wrong before."""
        return {at for at, last in self.last.items() if last.result is None}

    def _without_earlier(self, groups: list[Group]) -> list[Group]:
        """The groups without those of courses that have gone wrong before their last actions, as others show."""
        following = self._following
        courses = {at for at in self.signs if len(self.inquiry.results[at].case.asked.deeds) > 1}
        standing = [group for group in groups if {*group.at} - courses or {*group.at} & self.last.keys() - following]
        of_courses = [
            group for group in standing if any(self.inquiry.results[at].case.kind == "apply" for at in group.at)
        ]
        kept = []
        for group in groups:
            if of_courses and {*group.at} & following and all(group is not each for each in standing):
                max(of_courses, key=lambda each: len(each.at)).at += group.at
            else:
                kept.append(group)
        return kept

    def _fold(self, groups: list[Group]) -> None:
        """Shrink an example of each group, and join those that come to the same."""
        statistics = Statistics.of(self.inquiry.results)
        self.facts = {name for at in self.inquiry.asked for name in _told_facts(self.inquiry.results[at])}
        formed = [(group, set(group.signs)) for group in groups]
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
                key = (each.rule, _manner(each.lead) if each.lead else "", self._ways(each))
                if (known := found.setdefault(key, each)) is not each:
                    known.join(each)
        kept = without_following(self._without_scored([group for group in found.values() if not group.sentence]))
        for group in kept:
            likes = [self.inquiry.results[at] for at in group.at]
            group.sentence = sentence_of(group.lead or self._smallest(group), likes)
        self.inquiry.groups += kept

    def _ways(self, group: Group) -> frozenset[str]:
        """In which ways a rule is overlooked in an action, where there are several; one mistake has the same in all."""
        actions = {sign.partition(", ")[0] for sign in group.signs}
        known = (sign.partition(", ") for signs in self.signs.values() for sign in signs)
        return frozenset(way for action, _, way in known if way and action in actions)

    def _first_wrong(self, group: Group) -> Result:
        """The smallest failure of a group, after as few actions as show it; the signs of the group are then its."""
        smallest = self._smallest(group)
        first = first_wrong(smallest, self.inquiry.ask, self.facts) if self.inquiry.left > 0 else smallest
        if first is smallest:
            return smallest
        named = _called(first, smallest)
        group.signs = {signs_of(named)[0]}
        return named

    def _without_scored(self, groups: list[Group]) -> list[Group]:
        """The groups without those whose points are wrong since a scoring is, asked by itself."""
        scorings = [group for group in groups if any(sign.startswith(("row", "moat")) for sign in group.signs)]
        scorings += [
            group
            for group in self.inquiry.groups
            if any(self.inquiry.results[at].case.kind == "score" for at in group.at)
        ]
        facts = {id(group): {sign.split()[1] for sign in group.signs if sign.startswith("fact")} for group in groups}
        kept: list[Group] = []
        for group in groups:
            others = set().union(*(facts[id(each)] for each in groups if each is not group))
            if scorings and group.lead and has_wrong_scoring(group.lead, others, group.rule, self.inquiry.ask):
                max(scorings, key=lambda scoring: len(scoring.at)).at += group.at
            else:
                kept.append(group)
        return kept

    def _unexplained(self, group: Group, first: Result, covered: set[str], most: int) -> list[Group]:
        """Groups of their own for failures with a wrong fact that their example does not have, if it comes up alone."""
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
        """The smallest failure of a group, one with a single sign if there is any."""
        signs = {at: self.signs.get(at, ()) for at in group.at}
        some = [at for at in group.at if group.signs & {*signs[at]}] or group.at
        found = min(some, key=lambda at: (len(signs[at]) if group.signs else 0, size_of(self.inquiry.results[at].case)))
        last = self.last[found].result if found in self.last else None
        return _called(last, self.inquiry.results[found]) if last else self.inquiry.results[found]

    def _shrunk(self, first: Result, group: Group, most: int) -> tuple[Result, str]:
        """A failure made smaller as long as the signs of its group, or else its own, stay; and why it was stopped."""
        if first.answer is None or not group.signs or most <= 0:
            return first, ""
        signs, smaller = set(signs_of(first)), [first]
        telling = group.signs & signs or signs

        def fails(candidate: Case) -> bool:
            other = self.inquiry.ask(candidate)
            if other.status != FAILED or other.answer is None:
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


def _manner(result: Result) -> str:
    """In which way there is no answer, if there is none; whatever else is wrong about one rule is one mistake."""
    sign = signs_of(result)[0]
    return sign if sign.startswith(UNANSWERED) else ""


def _called(small: Result, first: Result) -> Result:
    """A smaller failure under the id of the one that it was made of."""
    old = first.case
    return evolve(small, case=evolve(small.case, id=old.id, rule=old.rule, name=old.name, stratum=old.stratum))


def _told_facts(result: Result) -> Iterable[str]:
    """The facts that an engine told in an answer."""
    then = result.answer.get("then") if isinstance(result.answer, dict) else None
    return then if isinstance(then, dict) else ()
