"""Find causes that explain many failures across rules, and test each of them with further questions."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from attrs import field, frozen

from granada.causes.grouping import FEW, is_random
from granada.causes.hypotheses import HYPOTHESES, Hypothesis, rule_in
from granada.causes.inquiry import Inquiry, spread
from granada.examining import ACCEPTED, ERROR, PASSED, REFUSED, SKIPPED, UNUSABLE, Result, grade

FIRST, SAMPLE, CONTROLS = 4, 12, 10
"""The numbers of results that test a hypothesis: failures at first, failures later, and correct answers."""
MOST_TRIES = 30
"""The number of correct answers to search for answers that test a hypothesis."""
TWICE = 12
"""The number of failures whose questions are asked twice."""
MOST_DEATHS = 2
"""The number of crashes on changed questions after which no more hypotheses are tested."""


def explain_many(inquiry: Inquiry) -> None:
    """Find the causes that explain many failures at once, the most general first."""
    _vary(inquiry)
    _say_the_same(inquiry)
    enough = inquiry.left // 2
    for hypothesis in HYPOTHESES:
        if not hypothesis.question or inquiry.left > enough:
            _suppose(inquiry, hypothesis)


def _vary(inquiry: Inquiry) -> None:
    """Find the failures that get a different answer when the question is asked again."""
    answered = [at for at in inquiry.failing if inquiry.results[at].answer is not None]
    some = spread([at for at in answered if inquiry.results[at].case.kind != "game"] or answered, TWICE)
    again = {at: inquiry.ask(inquiry.results[at].case) for at in some}
    if vary := [at for at in some if _varies(again[at], inquiry.results[at])]:
        rest = [at for at in answered if at not in again]
        vary += [at for at in rest if _varies(inquiry.ask(inquiry.results[at].case), inquiry.results[at])]
        inquiry.explain(sorted(vary), "the answer varies: asked twice, the program gives two different answers")


def _varies(result: Result, other: Result) -> bool:
    """Whether two answers to a question differ; an error, silence or what cannot be read is no other answer."""
    return UNUSABLE.isdisjoint((result.direction, other.direction)) and _plain(result.answer) != _plain(other.answer)


def _say_the_same(inquiry: Inquiry) -> None:
    """Find the kinds of questions that always get the same answer, which can be read and is no error."""
    kinds: dict[str, list[int]] = {inquiry.results[at].kind: [] for at in inquiry.failing}
    for at in inquiry.asked:
        result = inquiry.results[at]
        if result.kind in kinds and result.status != SKIPPED and result.known:
            kinds[result.kind].append(at)
    failing = set(inquiry.failing)
    for kind, asked in kinds.items():
        wrong, said = [at for at in asked if at in failing], [inquiry.results[at] for at in asked]
        usable = UNUSABLE.isdisjoint(each.direction for each in said)
        enough = usable and len(wrong) >= FEW and len(asked) > 2 * FEW
        if enough and _alike(each.answer for each in said) and not _alike(each.case.expect for each in said):
            inquiry.explain(wrong, f"it gives the same answer to every question of the kind {kind}")


def _suppose(inquiry: Inquiry, hypothesis: Hypothesis) -> None:
    """Test a hypothesis, first on a few failures and some correct answers, then on all failures.

    An engine that misreads questions accepts some illegal actions, and refuses some legal ones or reports errors.
    """
    trial, results = _Trial(inquiry, hypothesis), inquiry.results
    likely = [at for at in inquiry.failing if results[at].case.kind in hypothesis.kinds]
    ways = {results[at].direction for at in likely if not is_random(results[at])}
    if hypothesis.question and (({ACCEPTED, REFUSED} - ways and ERROR not in ways) or inquiry.deaths >= MOST_DEATHS):
        return
    if hypothesis.comes_to and not any(trial.test(at) for at in spread(likely, SAMPLE)):
        return
    first = list(trial.bearing(likely, SAMPLE))
    sample = trial.explained(first[:FIRST]) and trial.explained(first) if len(first) >= FEW else []
    if not sample or not _agrees_with_the_rest(trial, sample):
        return
    wrong = [at for at in likely if trial.suggestion(at) is not None]
    explained = trial.explained(wrong)
    if len(explained) >= FEW:
        rule = hypothesis.rule and str(rule_in(results[explained[0]].case, hypothesis.rule))
        inquiry.explain(explained, hypothesis.told(len(explained), len(wrong)), rule or "")


@frozen
class _Trial:
    """The test of a hypothesis; no result is tested twice.

    - ``suggestions``: A mapping from the index of each examined result to the hypothesis's prediction.
    - ``tested``: A mapping from the index of each tested result to whether it agrees with the hypothesis.
    """

    inquiry: Inquiry
    hypothesis: Hypothesis
    suggestions: dict[int, dict[str, Any] | None] = field(factory=dict)
    tested: dict[int, bool] = field(factory=dict)

    def suggestion(self, at: int) -> dict[str, Any] | None:
        """The prediction of the hypothesis for a result."""
        if at not in self.suggestions:
            self.suggestions[at] = self.hypothesis.suggests(self.inquiry.results[at])
        return self.suggestions[at]

    def bearing(self, some: Sequence[int], most: int, tries: int | None = None) -> Iterator[int]:
        """Up to ``most`` evenly spaced results that the hypothesis concerns, found in at most ``tries`` tries."""
        step = max(1, len(some) // most)
        scattered = (at for first in range(step) for at in some[first::step])
        return islice((at for at in islice(scattered, tries) if self.suggestion(at) is not None), most)

    def explained(self, wrong: Sequence[int]) -> list[int]:
        """The failures that the hypothesis explains; none if it is wrong about more than half of them."""
        return [at for at in wrong if self.test(at)] if self.holds_for(wrong, len(wrong) // 2) else []

    def holds_for(self, some: Iterable[int], most_wrong: int) -> bool:
        """Whether the hypothesis is right about nearly all of these results."""
        wrong, deaths = 0, self.inquiry.deaths
        for at in some:
            wrong += not self.test(at)
            if wrong > most_wrong or self.inquiry.deaths > deaths:
                return False
        return True

    def test(self, at: int) -> bool:
        """Whether a result agrees with the hypothesis."""
        if at not in self.tested:
            suggestion = self.suggestion(at)
            self.tested[at] = suggestion is not None and self._is_so(self.inquiry.results[at], suggestion)
        return self.tested[at]

    def _is_so(self, result: Result, suggestion: dict[str, Any]) -> bool:
        """Ask the changed question, or compare the predicted answer with the engine's."""
        case = result.case
        if self.hypothesis.question:
            return grade(case, self.inquiry.reply(case, suggestion)).status == PASSED
        return all(result.answer.get(key) == value for key, value in suggestion.items())


def _agrees_with_the_rest(trial: _Trial, sample: Sequence[int]) -> bool:
    """Whether a hypothesis that explains some failures also agrees with the correct answers."""
    results, hypothesis = trial.inquiry.results, trial.hypothesis
    kinds: tuple[list[int], list[int]] = ([], [])
    for at in trial.inquiry.asked:
        case, status = results[at].case, results[at].status
        if status == PASSED and case.kind in hypothesis.kinds:
            kinds[case.expect.get("legal") is not False].append(at)
    if hypothesis.comes_to:  # under the hypothesis, each of these would be wrong
        return not any(True for _ in trial.bearing(kinds[1], CONTROLS, MOST_TRIES))
    no = list(trial.bearing(kinds[0], CONTROLS // 3, MOST_TRIES))
    yes = list(trial.bearing(kinds[1], CONTROLS - len(no), MOST_TRIES))
    agreed = [at for at in sample if results[at].case.expect.get("legal") is not False]
    if hypothesis.question and len(agreed) + len(yes) < FEW:  # an engine answers no to nonsense
        return False
    return trial.holds_for((*yes, *no), most_wrong=1 if len(yes) + len(no) >= CONTROLS else 0)


def _alike(answers: Iterable[object]) -> bool:
    """Whether all answers are equal."""
    return len(set(map(_plain, answers))) == 1


def _plain(answer: object) -> str:
    """An answer as canonical text."""
    found = {key: answer[key] for key in sorted(answer) if key != "id"} if isinstance(answer, dict) else answer
    return repr(found)
