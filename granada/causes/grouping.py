"""Group failures that share a sign, and find the rule that each group is about."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import define, field, frozen

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
from granada.causes.facts import rules_of_course
from granada.causes.meanings import rules_meant
from granada.causes.score_rows import LONG, OTHER_PLACES, PLACE, SHORT, UNASKED, VALUE, wrong_rows
from granada.examining import ACCEPTED, FAILED, FUZZ, PROTOCOL, REFUSED, SKIPPED, WRONG, Result
from granada.questions import GameQuestion
from granada.rulebook import Rule
from granada.spec import chapter_of, rules_for

FOLLOWING = (
    *((f"{MISSES} {Rule.IN_ITS_PHASE}", "fact turn"), (f"{MISSES} {Rule.GAME_IS_OVER}", "fact turn")),
    (f"{REFUSES} add", f"{REFUSES} place"),
    *((VALUE, OTHER_PLACES), (PLACE, OTHER_PLACES), (PLACE, VALUE), ("row tie alhambra", "row place alhambra")),
    *(("row tie granada", OTHER_PLACES), ("row tie granada", VALUE), ("row tie granada", PLACE)),
    *((UNASKED, "row"), (UNASKED, "moat")),
    *(
        (str(rule), str(Rule.SCORE_BEFORE_THE_NEXT_TURN))
        for rule in rules_meant("draw for dirk-draws", "no draw for dirk-draws")
    ),
    (str(Rule.TIED_AWARDS_STAY), str(Rule.AWARD_TO_THE_RICHEST)),
)
"""Failures that follow from another mistake, identified by the prefixes of their signs or by their rules.

A turn that continues wrongly leads to actions out of turn. An engine that refuses to place tiles also refuses to add
them. If a place gets no points, the points of the places are wrong, not the values; the same holds in ties.
Scorings whose rows were not asked about have the same mistakes as other scorings. Dirk receives his tiles after the
scoring, and an engine that is wrong about the richest player is also wrong about ties.
"""
SELDOM = ((LONG, SHORT), (SHORT, LONG))
"""Pairs of signs; a mistake that often shows the second sign occasionally shows the first."""
OF_CITIES = {"building", "redesigning", "combined"}
"""The chapters whose rules are about the shape of a city."""
FAR_MORE = 2
"""The factor by which a less likely rule needs more evidence."""
FEW = 3
"""The minimum number of failures for a cause without a rule."""


@define
class Group:
    """Failures that seem to have one cause.

    - ``at``: The indices of the failures among the results.
    - ``signs``: The signs that all the failures share.
    - ``sentence``, ``rule``: The mistake and its rule, if already known.
    - ``lead``: The example; ``note`` is a remark about it for the reader.
    """

    at: list[int]
    signs: set[str] = field(factory=set)
    sentence: str = ""
    rule: str = ""
    lead: Result | None = None
    note: str = ""

    def join(self, other: "Group") -> None:
        """Merge a group with the same cause into this one; keep the smaller or better explained example."""
        if self.lead and other.lead and not self.sentence and size_of(other.lead.case) < size_of(self.lead.case):
            self.lead, self.note = other.lead, other.note
        self.at += other.at
        self.signs |= other.signs

    def shows(self, what: str) -> bool:
        """Whether the group concerns a given rule, or has a sign with a given prefix."""
        return self.rule == what or any(sign.startswith(what) for sign in self.signs)


def is_random(result: Result) -> bool:
    """Whether a question was generated at random."""
    return result.case.id.startswith(FUZZ)


AGAINST_THE_PROTOCOL = ("unreadable", "unknown")
UNANSWERED = ("error", "silent", *AGAINST_THE_PROTOCOL)
"""The first words of the signs of failures without an answer; these never join wrong answers."""


def by_signs(results: Sequence[Result], known: Mapping[int, tuple[str, ...]]) -> list[Group]:
    """The fewest groups by shared signs of all failures except recorded games; a lone sign is trusted first."""
    signs = _telling(results, known)
    return without_following(_covering({at: signs[at] for at in signs if not _is_game(results[at])}))


def with_games(groups: list[Group], results: Sequence[Result], known: Mapping[int, tuple[str, ...]]) -> list[Group]:
    """Add the recorded games, in which everything can go wrong, to the groups that can explain their answers."""
    games = [at for at in sorted(known) if _is_game(results[at])]
    answered = sorted((each for each in groups if not any(map(each.shows, UNANSWERED))), key=lambda each: -len(each.at))
    if not answered:
        return [*groups, *_covering({at: known[at] for at in games})]
    for at in games:
        able = (group for part in _behind_game(results[at]) for group in answered if part in " ".join(group.signs))
        next(able, answered[0]).at.append(at)
    return groups


def _behind_game(result: Result) -> Iterator[str]:
    """The parts of the signs that can explain a wrong answer about a recorded game, the most telling first."""
    question, told = result.case.asked, result.said("illegal")
    event = told.get("event") if isinstance(told, dict) else None
    if illegal := result.case.expect.get("illegal"):
        yield from (f"{MISSES} {rule}" for rule in illegal["broken"])
    elif isinstance(question, GameQuestion) and isinstance(event, int) and 0 < event <= len(question.record.steps):
        verb = question.record.steps[event - 1][1].verb
        yield from (f"{REFUSES} {verb}", f"by {verb}")
    else:
        yield from ("row ", LONG, SHORT, "total", "fact points")


def _is_game(result: Result) -> bool:
    """Whether a failure is a wrong answer about a recorded game."""
    return result.kind == "game" and result.direction in (ACCEPTED, REFUSED, WRONG)


def without_following(groups: list[Group]) -> list[Group]:
    """Merge each group that follows from another group into that group."""
    kept = list(groups)
    for then, first in (*FOLLOWING, *SELDOM):
        most = max((each for each in kept if each.shows(first)), key=lambda each: len(each.at), default=None)
        for group in [each for each in kept if each is not most and each.shows(then)]:
            if most and ((then, first) in FOLLOWING or len(group.at) < FEW < len(most.at) / FEW):
                most.at += group.at
                kept.remove(group)
    return kept


def _covering(left: dict[int, tuple[str, ...]]) -> list[Group]:
    """The groups of failures that share a sign, largest first; a sign that stands beside no other forms a group."""
    mixed = {sign for found in left.values() if len(found) > 1 for sign in found}
    apart: dict[str, list[int]] = {}
    for at in [at for at, found in left.items() if mixed.isdisjoint(found)]:
        apart.setdefault(left[at][0], []).append(at)
    ordered = {(True, len(some), len(some), sign): some for sign, some in apart.items()}
    left = {at: found for at, found in left.items() if found[0] not in apart}
    while left:
        alone = {found[0] for found in left.values() if len(found) == 1}
        counted = Counter(sign for found in left.values() for sign in found)
        first = Counter(found[0] for found in left.values())
        best = max((sign in alone, counted[sign], first[sign], sign) for sign in counted)
        ordered[best] = [at for at, found in left.items() if best[-1] in found]
        left = {at: found for at, found in left.items() if best[-1] not in found}
    return [Group(some, {key[-1]}) for key, some in sorted(ordered.items(), reverse=True)]


def _telling(results: Sequence[Result], signs: Mapping[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    """Remove uninformative signs.

    The sign "impossible" counts only if the engine also gives it for an action that is illegal for another reason. If
    the engine also refuses the placement alone, the origin of the tile (bought or awarded) does not matter.
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
    """Counts of cases and failures, used to find the rule that a group is about.

    - ``asked``: The number of cases for each pair of a rule and an expected answer.
    - ``wrong``: The results that failed, and ``failed``, their rules.
    """

    asked: Counter[tuple[str, str]]
    wrong: Sequence[Result] = ()
    failed: frozenset[str] = frozenset()

    @classmethod
    def of(cls, results: Iterable[Result]) -> "Statistics":
        """Compute the statistics from the given results."""
        answered = [each for each in results if each.asked and each.status != SKIPPED and each.case.given]
        asked = Counter(key for each in answered if not is_random(each) for key in _keys(each))
        wrong = [each for each in answered if each.status == FAILED]
        return cls(asked, wrong, frozenset(each.case.rule for each in wrong))

    def rule_of(self, group: Group, results: Sequence[Result]) -> str:
        """The rule that a group is about: the one in its sign, or the one with the largest share of its failures."""
        lead = group.lead or results[group.at[0]]
        members = [results[at] for at in group.at if not is_random(results[at])]
        word, _, rest = next(iter(group.signs)).partition(" ")
        if word in AGAINST_THE_PROTOCOL:
            return PROTOCOL
        named = rest.split(" ")[0]
        rules = {each.case.rule for each in members}
        ordered = sorted(rules, key=lambda rule: (rule != lead.case.rule, rule))
        known = named in rules or not rules or (word == CLAIMS and named in self.failed)
        if word == "award" or (word in {CLAIMS, MISSES} and known):
            return named if named in chapter_of() else self._most(members, ordered)
        if word == "error" and (broken := _broken_in_all([results[at] for at in group.at])):
            return broken
        if of_rows := [wrong.rule for wrong in wrong_rows(lead) if word == "row" and wrong.sign in group.signs]:
            return of_rows[0]
        if not rules or lead.kind == "score" or word == "paid":
            return heading(lead)
        if word == "moat":
            of_kind = [each for each in members if each.kind == lead.kind]
            return self._most(of_kind, [heading(lead), *ordered])
        if word in {REFUSES, CLAIMS} and verb_of(lead) == lead.kind == "place":
            of_cities = sorted(rule for rule in rules if chapter_of()[rule] in OF_CITIES)
            return self._most(members, [str(likely_rule(lead)), *of_cities])
        if likely := [str(rule) for rule in rules_of_course(lead) if str(rule) in self.failed]:
            votes = Counter(str(rule) for each in members for rule in rules_of_course(each)[:1])
            return self._most(self.wrong, sorted(likely, key=lambda rule: -votes[rule]))
        near = [str(rule) for rule in _near(lead, word, rest) if str(rule) in rules]
        return self._most(members, near or ordered)

    def _most(self, members: Iterable[Result], rules: Sequence[str]) -> str:
        """The first of the given rules, unless another rule has a far larger share of failures."""
        failed = Counter(key for each in members for key in _keys(each))
        weight = {key[0]: failed[key] / (self.asked[key] + 1) for key in failed}
        best = max(rules, key=lambda rule: weight.get(rule, 0))
        return best if weight.get(best, 0) > FAR_MORE * weight.get(rules[0], 0) else rules[0]


def _near(lead: Result, word: str, rest: str) -> tuple[Rule, ...]:
    """The rules that concern the actions named in a sign."""
    if word not in {REFUSES, CLAIMS, CHANGES}:
        return ()
    verb = verb_of(lead) if word == CLAIMS else rest.split(" ", maxsplit=1)[0]
    means = rules_meant(f"{word} {rest}", f"refuses {verb}") or rules_meant("kind apply")
    return (*means, *rules_for(verb))


def _broken_in_all(members: Sequence[Result]) -> str:
    """A rule that is broken in all the given failures, preferably the one that most cases name; empty if none is."""
    broken = set.intersection(*({*each.case.expect.get("broken", ())} for each in members))
    number = Counter(each.case.rule for each in members)
    return max(sorted(broken), key=lambda rule: number[rule], default="")


def _keys(result: Result) -> Iterable[tuple[str, str]]:
    """The rules that a case names, each with the expected answer."""
    expect = result.case.expect
    legal = expect.get("legal")
    way = result.case.kind if legal is None else str(legal)
    rules = {result.case.rule, *(expect.get("broken", ()) if legal is False else ())}
    return [(rule, way) for rule in sorted(rules)]
