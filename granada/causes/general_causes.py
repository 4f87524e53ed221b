"""Causes that explain many failures at once, whatever rule they are about, each tested by asking."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from attrs import field, frozen

from granada.causes.grouping import FEW, is_random
from granada.causes.hypotheses import HYPOTHESES, MISREAD_CITY, Hypothesis, Symptom, rule_in
from granada.causes.inquiry import Inquiry, is_known, spread
from granada.examining import ACCEPTED, ERROR, FAILED, PASSED, REFUSED, SKIPPED, Result, grade

FIRST, SAMPLE, CONTROLS = 4, 12, 10
"""How many failures a hypothesis is tested with at first and then, and with how many right answers."""
MOST_TRIES = 30
"""How many right answers are looked at to find those."""
TWICE = 12
"""How many failures are asked a second time."""
MOST_DEATHS = 2
"""After a program has died of so many questions that are asked otherwise, no more of them are asked."""
GIVEN_UP = "it was given up"


def explain_many(inquiry: Inquiry) -> None:
    """Find the causes that explain many failures at once, the most general first."""
    _give_up(inquiry)
    _vary(inquiry)
    _say_the_same(inquiry)
    symptoms: dict[Symptom, bool] = {}
    enough = inquiry.left // 2
    for hypothesis in HYPOTHESES:
        symptom = hypothesis.symptom
        if symptom and symptom not in symptoms:
            symptoms[symptom] = _has(inquiry, symptom)
        likely = (symptom is None or symptoms[symptom]) and (not hypothesis.question or inquiry.left > enough)
        if likely and _suppose(inquiry, hypothesis) and symptom is MISREAD_CITY:
            symptoms[symptom] = False  # a city is read in one way


def _give_up(inquiry: Inquiry) -> None:
    """The questions that were not asked, since the program had been given up."""
    given_up = [at for at in inquiry.failing if inquiry.results[at].why.startswith(GIVEN_UP)]
    if given_up:
        inquiry.explain(given_up, "not asked: the program was given up")


def _vary(inquiry: Inquiry) -> None:
    """Failures that are answered otherwise when they are asked again."""
    answered = [at for at in inquiry.failing if inquiry.results[at].answer is not None]
    some = spread([at for at in answered if inquiry.results[at].case.kind != "game"] or answered, TWICE)
    again = {at: inquiry.ask(inquiry.results[at].case) for at in some}
    vary = [at for at in some if _varies(again[at], inquiry.results[at])]
    if vary:
        rest = [at for at in answered if at not in again]
        vary += [at for at in rest if _varies(inquiry.ask(inquiry.results[at].case), inquiry.results[at])]
        inquiry.explain(sorted(vary), "the answer varies: asked twice, the program says two different things")


def _varies(result: Result, other: Result) -> bool:
    """Whether two answers to a question differ; two errors are alike, whatever they say."""
    return result.direction != ERROR != other.direction and _plain(result.answer) != _plain(other.answer)


def _say_the_same(inquiry: Inquiry) -> None:
    """Kinds of question to which the answer is always the same."""
    kinds: dict[str, list[int]] = {inquiry.results[at].kind: [] for at in inquiry.failing}
    for at in inquiry.asked:
        result = inquiry.results[at]
        if result.kind in kinds and result.status != SKIPPED and is_known(result):
            kinds[result.kind].append(at)
    failing = set(inquiry.failing)
    for kind, asked in kinds.items():
        wrong = [at for at in asked if at in failing]
        if len(wrong) < FEW or len(asked) <= 2 * FEW or not _alike(inquiry.results[at].answer for at in asked):
            continue
        if not _alike(inquiry.results[at].case.expect for at in asked):
            inquiry.explain(wrong, f"it gives the same answer to every question of the kind {kind}")


def _has(inquiry: Inquiry, symptom: Symptom) -> bool:
    """Whether the engine gets as much wrong as a mistake with this symptom would make it, and not in one way alone.

    Random questions do not count.
    """
    results = map(inquiry.results.__getitem__, inquiry.asked)
    answers = [each for each in results if each.status in (PASSED, FAILED) and not is_random(each)]
    shown = [each for each in answers if symptom.shows(each.case)]
    wrong = [each.direction for each in shown if each.status == FAILED]
    return ({ACCEPTED, REFUSED} <= {*wrong} or ERROR in wrong) and len(wrong) >= symptom.at_least * len(shown)


def _suppose(inquiry: Inquiry, hypothesis: Hypothesis) -> bool:
    """Test a hypothesis, first on a few failures and some right answers, then on all failures; whether it is true."""
    trial, results = _Trial(inquiry, hypothesis), inquiry.results
    likely = [at for at in inquiry.failing if results[at].case.kind in hypothesis.kinds]
    if hypothesis.comes_to and not any(trial.test(at) for at in spread(likely, SAMPLE)):
        return False
    first = list(trial.bearing(likely, SAMPLE))
    if len(first) < FEW or (hypothesis.question and inquiry.deaths >= MOST_DEATHS):
        return False
    sample = trial.explained(first[:FIRST]) and trial.explained(first)
    if not sample or not _agrees_with_the_rest(trial, sample):
        return False
    wrong = [at for at in likely if trial.suggestion(at) is not None]
    explained = trial.explained(wrong)
    if len(explained) < FEW:
        return False
    rule = hypothesis.rule and str(rule_in(results[explained[0]].case, hypothesis.rule))
    inquiry.explain(explained, hypothesis.told(len(explained), len(wrong)), rule or "")
    return True


@frozen
class _Trial:
    """The test of a hypothesis; no result is tested twice.

    - ``suggestions``: What the hypothesis says about each result that was looked at.
    - ``tested``: Whether each result that was tested is as the hypothesis says.
    """

    inquiry: Inquiry
    hypothesis: Hypothesis
    suggestions: dict[int, dict[str, Any] | None] = field(factory=dict)
    tested: dict[int, bool] = field(factory=dict)

    def suggestion(self, at: int) -> dict[str, Any] | None:
        """What the hypothesis says about a result."""
        if at not in self.suggestions:
            self.suggestions[at] = self.hypothesis.suggests(self.inquiry.results[at])
        return self.suggestions[at]

    def bearing(self, some: Sequence[int], most: int, tries: int | None = None) -> Iterator[int]:
        """So many of some results about which the hypothesis says anything, evenly from all of them; None tries all."""
        step = max(1, len(some) // most)
        scattered = (at for first in range(step) for at in some[first::step])
        return islice((at for at in islice(scattered, tries) if self.suggestion(at) is not None), most)

    def explained(self, wrong: Sequence[int]) -> list[int]:
        """The failures that the hypothesis explains; none as soon as it is wrong about more than half of them."""
        return [at for at in wrong if self.test(at)] if self.holds_for(wrong, len(wrong) // 2) else []

    def holds_for(self, some: Iterable[int], most_wrong: int) -> bool:
        """Whether the hypothesis is right about all but a few of these results."""
        wrong, deaths = 0, self.inquiry.deaths
        for at in some:
            wrong += not self.test(at)
            if wrong > most_wrong or self.inquiry.deaths > deaths:
                return False
        return True

    def test(self, at: int) -> bool:
        """Whether a result is as the hypothesis says."""
        if at not in self.tested:
            suggestion = self.suggestion(at)
            self.tested[at] = suggestion is not None and self._is_so(self.inquiry.results[at], suggestion)
        return self.tested[at]

    def _is_so(self, result: Result, suggestion: dict[str, Any]) -> bool:
        """Ask, or compare with what was answered."""
        case = result.case
        if self.hypothesis.question:
            return grade(case, self.inquiry.reply(case, suggestion)).status == PASSED
        if self.hypothesis.answer:
            return grade(case, suggestion).status == PASSED
        return all(result.answer.get(key) == value for key, value in suggestion.items())


def _agrees_with_the_rest(trial: _Trial, sample: Sequence[int]) -> bool:
    """Whether a hypothesis that explains some failures says nothing against what is answered rightly."""
    results, hypothesis = trial.inquiry.results, trial.hypothesis
    kinds: tuple[list[int], list[int]] = ([], [])
    for at in trial.inquiry.asked:
        case, status = results[at].case, results[at].status
        if status == PASSED and case.kind in hypothesis.kinds:
            kinds[case.expect.get("legal") is not False].append(at)
    if hypothesis.comes_to:  # by the hypothesis each of these would be wrong
        return not any(True for _ in trial.bearing(kinds[1], CONTROLS, MOST_TRIES))
    no = list(trial.bearing(kinds[0], CONTROLS // 3, MOST_TRIES))
    yes = list(trial.bearing(kinds[1], CONTROLS - len(no), MOST_TRIES))
    agreed = [at for at in sample if results[at].case.expect.get("legal") is not False]
    if hypothesis.question and len(agreed) + len(yes) < FEW:  # whoever is asked nonsense says no
        return False
    return trial.holds_for((*yes, *no), most_wrong=1 if len(yes) + len(no) >= CONTROLS else 0)


def _alike(answers: Iterable[object]) -> bool:
    """Whether all answers are equal."""
    plain = map(_plain, answers)
    first = next(plain)
    return all(each == first for each in plain)


def _plain(answer: object) -> str:
    """An answer as a text that is equal for equal answers."""
    found = {key: answer[key] for key in sorted(answer) if key != "id"} if isinstance(answer, dict) else answer
    return repr(found)
