"""Causes: failures are folded into as few mistakes as explain them, each with its smallest example and a sentence.

First those mistakes are looked for that would explain many failures at once; each is tested by asking. What is left
is folded by its signs, and the smallest example of each is made smaller still; whatever comes to the same is one.
"""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

from attrs import define, evolve, field

from granada.checking.courses import first_wrong, scorings_of, with_wrong_facts, wrong_facts
from granada.checking.disagreements import REFUSES, heading, signs_of, size_of, verb_of
from granada.checking.grouping import FEW, Group, Statistics, by_signs, is_random, without_following
from granada.checking.hypotheses import HYPOTHESES, Hypothesis, rule_in
from granada.checking.sentences import sentence_of
from granada.checking.shrink import shrunk
from granada.suite import (
    ERROR,
    FAILED,
    PASSED,
    POSITIONS,
    SILENT,
    UNREADABLE,
    Case,
    Examiner,
    Nothing,
    Result,
    answered,
    chapter_of,
    grade,
    toml_text,
)

FEWEST_QUESTIONS = 200
"""So many questions may be asked to find the causes, or half as many as cases were asked."""
FOR_A_RANDOM_ONE, FEWEST_IF_RANDOM = 10, 3_000
"""So many more for each random question, which takes long to be drawn, and so many at least if one has failed."""
COST = dict.fromkeys(POSITIONS, 4)
"""A question about a whole position counts as several others."""
MOST_FOR_ONE = 400
"""How many questions are asked to make one example small."""
FIRST, SAMPLE, CONTROLS = 4, 12, 10
"""How many failures a hypothesis is tested with at first and then, and with how many right answers."""
TWICE = 12
"""How many failures are asked a second time."""
OF_ROWS = ("row", "moat", "total")
"""How the signs of a wrong scoring begin."""
SEVERAL, MOST_HIDDEN = ("moat", f"{REFUSES} place"), 2
"""Signs that several mistakes have, and how many more of their failures are made small to see another mistake."""
STOPPED = "shrinking was stopped"
MOST_DEATHS = 2
"""After a program has died of so many questions that are asked otherwise, no more of them are asked."""
GIVEN_UP = "it was given up"


def with_causes(examiner: Examiner, results: Sequence[Result]) -> list[Result]:
    """The same results, in which one failure stands for all others that have its cause."""
    inquiry = _Inquiry(examiner, list(results))
    if inquiry.failing:
        inquiry.find()
    return inquiry.told()


@define
class _Inquiry:
    """The search for the causes of some failures."""

    examiner: Examiner
    results: list[Result]
    groups: list[Group] = field(factory=list)
    left: int = 0
    deaths: int = 0
    facts: set[str] = field(factory=set)
    signs: dict[int, tuple[str, ...]] = field(factory=dict)
    failing: list[int] = field(init=False)
    numbers: Any = field(init=False, factory=lambda: count(1))

    def __attrs_post_init__(self) -> None:
        """The failures that are to be explained."""
        self.failing = [at for at, each in enumerate(self.results) if each.status == FAILED and each.case.given]
        asked = [each for each in self.results if each.asked]
        random = sum(map(is_random, asked))
        fewest = FEWEST_IF_RANDOM if any(is_random(self.results[at]) for at in self.failing) else FEWEST_QUESTIONS
        self.left = max(fewest, (len(asked) - random) // 2 + FOR_A_RANDOM_ONE * random)

    def find(self) -> None:
        """Find the causes, the most general first."""
        self._give_up()
        self._vary()
        self._say_the_same()
        for hypothesis in HYPOTHESES:
            self._suppose(hypothesis)
        aside = self._row_after_row()
        self.signs = {at: signs_of(self.results[at]) for at in self.failing if at not in aside}
        groups = by_signs(self.results, self.signs)
        scores = [group for group in groups if any(sign.startswith(OF_ROWS) for sign in group.signs)]
        if aside:
            max(scores or groups, key=lambda group: len(group.at)).at += sorted(aside)
        self._fold(groups)

    def _row_after_row(self) -> set[int]:
        """Ask the rows of wrong scorings, the small ones first; those for which there are too few questions left."""
        enough, aside = self.left * 3 // 4, set()
        wrong = [at for at in self.failing if self.results[at].case.kind == "score"]
        wrong = [at for at in wrong if self.results[at].direction not in (UNREADABLE, SILENT)]
        for number, at in enumerate(sorted(wrong, key=lambda at: size_of(self.results[at].case))):
            if self.left > enough or number < FEW:
                self.results[at] = self._row_by_row(self.results[at])
            else:
                aside.add(at)
        return aside

    # Asking

    def _ask(self, case: Case) -> Result:
        """Ask a question and grade the answer."""
        self.left -= COST.get(case.kind, 1)
        return self.examiner.ask(evolve(case, id=f"{case.id}/{next(self.numbers)}"))

    def _reply(self, case: Case, given: dict[str, Any]) -> object:
        """What the engine says to the question of a case with other parts."""
        self.left -= 1
        said = self.examiner.reply({**case.question, "id": f"{case.id}/{next(self.numbers)}", "given": given})
        self.deaths += said is None
        return said

    def _row_by_row(self, result: Result) -> Result:
        """A failure with the rows of its scoring, where they have not been asked yet."""
        if result.score_rows or result.case.kind != "score" or self.left <= 0:
            return result
        found, setup = self.examiner.explained(result), result.case.asked.setup
        self.left -= len(found.score_rows) * (2 if setup and len(setup.game.lanes) > 1 else 1)
        return found

    # What explains many at once

    def _explained(self, some: Iterable[int], sentence: str, rule: str = "") -> None:
        """Keep failures with their cause."""
        members = list(some)
        self.groups.append(Group(members, sentence=sentence, rule=rule, general=True))
        self.failing = [at for at in self.failing if at not in set(members)]

    def _give_up(self) -> None:
        """The questions that were not asked, since the program had been given up."""
        given_up = [at for at in self.failing if self.results[at].why.startswith(GIVEN_UP)]
        if given_up:
            self._explained(given_up, "not asked: the program was given up")

    def _vary(self) -> None:
        """Failures that are answered otherwise when they are asked again."""
        answered = [at for at in self.failing if self.results[at].answer is not None]
        some = answered[:: max(1, len(answered) // TWICE)][:TWICE]
        again = {at: self._ask(self.results[at].case) for at in some}
        vary = [at for at in some if _plain(again[at].answer) != _plain(self.results[at].answer)]
        if vary:
            rest = [at for at in answered if at not in again]
            vary += [
                at for at in rest if _plain(self._ask(self.results[at].case).answer) != _plain(self.results[at].answer)
            ]
            self._explained(sorted(vary), "the answer varies: asked twice, the program says two different things")

    def _say_the_same(self) -> None:
        """Kinds of question to which the answer is always the same."""
        kinds: dict[str, list[int]] = {}
        for at, result in enumerate(self.results):
            if isinstance(result.answer, dict) and result.case.given and result.direction not in (ERROR, UNREADABLE):
                kinds.setdefault(result.case.kind, []).append(at)
        failing = set(self.failing)
        for kind, asked in kinds.items():
            wrong = [at for at in asked if at in failing]
            if len(wrong) < FEW or len(asked) <= 2 * FEW or len({_plain(self.results[at].answer) for at in asked}) > 1:
                continue
            if len({_plain(self.results[at].case.expect) for at in asked}) > 1:
                self._explained(wrong, f"it gives the same answer to every question of the kind {kind}")

    def _suppose(self, hypothesis: Hypothesis) -> None:
        """Test a hypothesis, first on a few failures and some right answers, then on all failures."""
        likely = [at for at in self.failing if self.results[at].case.kind in hypothesis.kinds]
        if hypothesis.comes_to and not any(self._test(hypothesis, at) for at in spread(likely, SAMPLE)):
            return
        wrong = [at for at in likely if hypothesis.bears(self.results[at])]
        if len(wrong) < FEW or (hypothesis.question and (self.left <= 0 or self.deaths >= MOST_DEATHS)):
            return
        if sum(hypothesis.contradicts(self.results[at]) for at in spread(wrong, FIRST)) > 1:
            return
        sample = self._explains(hypothesis, spread(wrong, FIRST)) and self._explains(hypothesis, spread(wrong, SAMPLE))
        if not sample:
            return
        right = [
            at for at, each in enumerate(self.results) if each.status == PASSED and hypothesis.bears(self.results[at])
        ]
        yes = [at for at in (*sample, *right) if self.results[at].case.expect.get("legal") is not False]
        if hypothesis.question and len(yes) < FEW:  # whoever is asked nonsense says no
            return
        if not self._holds_for(hypothesis, self._mixed(right), most_wrong=1 if len(right) >= CONTROLS else 0):
            return
        explained = self._explains(hypothesis, wrong)
        if len(explained) >= FEW:
            rule = hypothesis.rule and str(rule_in(self.results[explained[0]].case, hypothesis.rule))
            vanish = f"; so {len(explained)} of {len(wrong)} failures are explained"
            if hypothesis.question:
                vanish = f"; asked like that, {len(explained)} of {len(wrong)} failures vanish"
            self._explained(explained, hypothesis.sentence + vanish, rule or "")

    def _explains(self, hypothesis: Hypothesis, wrong: Sequence[int]) -> list[int]:
        """The failures that a hypothesis explains; none as soon as it is wrong about more than half of them."""
        explained: list[int] = []
        deaths = self.deaths
        for asked, at in enumerate(wrong, start=1):
            if self._test(hypothesis, at):
                explained.append(at)
            if self.deaths > deaths or 2 * (asked - len(explained)) > len(wrong):
                return []
        return explained

    def _holds_for(self, hypothesis: Hypothesis, some: Iterable[int], most_wrong: int) -> bool:
        """Whether a hypothesis is right about all but a few of these results."""
        wrong, deaths = 0, self.deaths
        for at in some:
            wrong += not self._test(hypothesis, at)
            if wrong > most_wrong or self.deaths > deaths:
                return False
        return True

    def _mixed(self, right: list[int]) -> list[int]:
        """Some right answers, in which as many say yes as no, if that is what was asked."""
        no = [at for at in right if self.results[at].case.expect.get("legal") is False]
        yes = sorted(set(right) - set(no))
        return [*spread(yes, CONTROLS - min(len(no), CONTROLS // 3)), *spread(no, CONTROLS // 3)]

    def _test(self, hypothesis: Hypothesis, at: int) -> bool:
        """Whether a result is as a hypothesis says."""
        result = self.results[at]
        case = result.case
        if hypothesis.question:
            given = hypothesis.question(case.given)
            return given is not None and grade(case, self._reply(case, given)).status == PASSED
        if hypothesis.answer:
            return grade(case, hypothesis.answer(result.answer)).status == PASSED
        comes_to = hypothesis.would_say(case)
        return comes_to is not None and all((result.answer or {}).get(key) == value for key, value in comes_to.items())

    # What is left

    def _fold(self, groups: list[Group]) -> None:
        """Shrink an example of each group, and join those that come to the same."""
        statistics = Statistics.of(self.results)
        share = min(MOST_FOR_ONE, self.left // max(1, len(groups)))
        self.facts = {name for each in self.results for name in _told_facts(each)}
        found: dict[object, Group] = {}
        for group in sorted(groups, key=lambda group: -len(group.at)):
            smallest = self._smallest(group)
            first = first_wrong(smallest, self._ask, self.facts) if self.left > 0 else smallest
            if first is not smallest:
                first = _called(first, smallest)
                group.signs = {signs_of(first)[0]}
            group.lead = self._shrunk(first, group, share)
            for each in (group, *self._hidden(group, share // 2)):
                each.rule = each.rule or statistics.rule_of(each, self.results)
                key = (each.rule, each.lead and _manner(each.lead))
                if key in found:
                    found[key].join(each)
                else:
                    found[key] = each
        kept = without_following(self._without_scored(list(found.values())))
        for group in kept:
            group.sentence = sentence_of(group.lead or self._smallest(group))
        self.groups += kept

    def _without_scored(self, groups: list[Group]) -> list[Group]:
        """The groups without those whose points are wrong since a scoring is, asked by itself."""
        scorings = [group for group in groups if any(sign.startswith(("row", "moat")) for sign in group.signs)]
        kept: list[Group] = []
        for group in groups:
            questions = scorings_of(group.lead) if scorings and group.lead else []
            cases = filter(None, (answered(each, "a scoring by itself", group.rule) for each in questions))
            if any(self._ask(case).status == FAILED for case in cases):
                max(scorings, key=lambda scoring: len(scoring.at)).at += group.at
            else:
                kept.append(group)
        return kept

    def _hidden(self, group: Group, most: int) -> list[Group]:
        """Groups of their own for examples that turn out to be about another rule, so that no mistake hides another."""
        if group.lead is None or not any(sign.startswith(SEVERAL) for sign in group.signs):
            return []
        rest = sorted(group.at, key=lambda at: size_of(self.results[at].case))[1:]
        found: list[Group] = []
        for at in spread(rest[::-1], MOST_HIDDEN):
            if self.left > most:
                small = self._shrunk(self.results[at], group, most)
                if STOPPED not in small.note and heading(small) != heading(group.lead):
                    group.at.remove(at)
                    found.append(Group([at], set(group.signs), rule=heading(small), lead=small))
        return found

    def _smallest(self, group: Group) -> Result:
        """The smallest failure of a group, one with a single sign if there is any."""
        plain = {sign.removesuffix(" always") for sign in group.signs}
        signs = {at: self.signs.get(at, ()) for at in group.at}
        some = [at for at in group.at if plain & {*signs[at]}] or group.at
        found = min(some, key=lambda at: (len(signs[at]) if plain else 0, size_of(self.results[at].case)))
        return self.results[found]

    def _shrunk(self, first: Result, group: Group, most: int) -> Result:
        """A failure made smaller as long as the signs of its group stay."""
        if first.answer is None or not group.signs or most <= 0:
            return first

        signs, smaller = set(signs_of(first)), [first]

        def fails(candidate: Case) -> bool:
            other = self._ask(candidate)
            if other.status != FAILED or other.answer is None:
                return False
            other = self._row_by_row(other)
            found = set(signs_of(other))
            if found <= signs and any(sign.removesuffix(" always") in found for sign in group.signs):
                smaller.append(other)
                return True
            return False

        small = shrunk(first.case, fails, max(1, most // COST.get(first.case.kind, 1)))
        note = f"{STOPPED} {small.stopped}" if small.stopped else ""
        last = with_wrong_facts(smaller[-1], self._ask)
        return (
            evolve(first, note="; ".join(filter(None, (first.note, note))))
            if last is first
            else _called(last, first, note)
        )

    # Telling

    def told(self) -> list[Result]:
        """The results, those that stand for a cause with its sentence, the others like them."""
        told = [without_question(each) if is_random(each) and each.status != FAILED else each for each in self.results]
        for group in self.groups:
            lead = group.lead or self._smallest(group)
            lead_at = next(at for at in group.at if self.results[at].case.id == lead.case.id)
            rule = group.rule or lead.rule
            for at in group.at:
                told[at] = evolve(self.results[at], like=lead.case.id, filed="" if group.general else rule)
            ours = lead.case == self.results[lead_at].case and not is_random(lead)
            toml = "" if ours or lead.case.rule not in chapter_of() else toml_text(lead.case.written, rule)
            asked = None if ours else self.results[lead_at].case
            told[lead_at] = evolve(lead, cause=group.sentence, filed=rule, toml=toml, made_from=asked)
        return told


def without_question(result: Result) -> Result:
    """The result of a random question that was answered rightly or skipped, of which no more is kept than that."""
    kept = None if result.status == PASSED else result.answer
    return evolve(result, case=evolve(result.case, asked=Nothing(result.case.kind), expect={}), answer=kept)


def _plain(answer: object) -> str:
    """An answer as a text that is equal for equal answers."""
    found = {key: answer[key] for key in sorted(answer) if key != "id"} if isinstance(answer, dict) else answer
    return repr(found)


def spread(some: Sequence[int], most: int) -> list[int]:
    """So many of some numbers, evenly from all of them."""
    step = max(1, len(some) // max(1, most))
    return list(some[::step][:most])


def _manner(result: Result) -> tuple[str, ...]:
    """In which way an answer is wrong, in general; what can be drawn is asked in several ways."""
    if result.case.kind == "draw" or (
        result.case.kind == "apply" and verb_of(result) == "draw" and not wrong_facts(result)
    ):
        return ("draw",)
    return (result.direction, signs_of(result)[0].partition(" ")[0])


def _called(small: Result, first: Result, note: str = "") -> Result:
    """A smaller failure under the name of the one that it was made of."""
    old = first.case
    made = first.note or ("" if is_random(first) else "made smaller than the case of this name")
    named = evolve(small.case, id=old.id, rule=old.rule, name=old.name, stratum=old.stratum)
    return evolve(small, case=named, note="; ".join(filter(None, (made, note))))


def _told_facts(result: Result) -> Iterable[str]:
    """The facts that an engine told in an answer."""
    then = result.answer.get("then") if isinstance(result.answer, dict) else None
    return then if isinstance(then, dict) else ()
