"""The inquiry into an engine's failures; it keeps track of the unexplained failures and the remaining questions."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any

from attrs import define, evolve, field, frozen

from granada.causes.disagreements import size_of
from granada.causes.grouping import Group, is_random
from granada.causes.neighbours import Parts, nearest
from granada.causes.score_rows import with_rows
from granada.examining import FAILED, PASSED, POSITIONS, Asked, Examiner, Result
from granada.questions import Answer, toml_text
from granada.spec import Case, chapter_of
from granada.wire import canonical_json

FEWEST_QUESTIONS = 200
"""The minimum budget of questions for finding causes; the usual budget is half the number of cases asked."""
FOR_A_RANDOM_ONE, FEWEST_IF_RANDOM = 10, 3_000
"""The extra budget of questions for each random question, and the minimum budget if a random question failed."""
MOST_COMPARED = 12
"""The number of a cause's failures to compare with passing cases."""
COST = dict.fromkeys(POSITIONS, 4)
"""The cost of each kind of question about a whole position, as a number of simple questions."""
MADE_SMALLER = "the case of this name was made smaller"
"""The note on a shrunk example, whose name may no longer fit."""


@frozen
class Cause:
    """Failures that seem to come from one mistake, with the smallest example found.

    - ``rule``: The rule that the mistake seems to be about.
    - ``sentence``: A sentence that describes the mistake.
    - ``example``: A failure that shows the mistake; its question may be smaller than all questions asked before.
    - ``failures``: The ids of all failures that the mistake explains, starting with the example's.
    - ``made_from``: The original case, if the example was shrunk from it.
    - ``note``: A note for the reader about the example.
    - ``passes``: The most similar case that the engine answers correctly, and how it differs.
    - ``toml``: The example, ready to be pasted into a chapter, if it is not already a case in the suite.
    """

    rule: str
    sentence: str
    example: Result
    failures: tuple[str, ...]
    made_from: Case | None = None
    note: str = ""
    passes: str = ""
    toml: str = ""


@define
class Inquiry:
    """The search for the causes of the given failures.

    - ``groups``: The causes found so far.
    - ``asked``: The indices, among the results, of the questions that were asked.
    - ``failing``: The indices of the unexplained failures.
    - ``left``: The number of questions that may still be asked.
    - ``deaths``: The number of changed questions that made the program crash.
    """

    examiner: Examiner
    results: list[Result]
    groups: list[Group] = field(factory=list)
    left: int = 0
    deaths: int = 0
    asked: list[int] = field(init=False)
    failing: list[int] = field(init=False)
    numbers: Any = field(init=False, factory=lambda: count(1))

    def __attrs_post_init__(self) -> None:
        """Set the unexplained failures and the question budget."""
        self.examiner = evolve(self.examiner, answer=remembering(self.examiner.answer))
        self.asked = [at for at, each in enumerate(self.results) if each.asked]
        self.failing = [at for at in self.asked if self.results[at].status == FAILED and self.results[at].known]
        random = sum(is_random(self.results[at]) for at in self.asked)
        fewest = FEWEST_IF_RANDOM if any(is_random(self.results[at]) for at in self.failing) else FEWEST_QUESTIONS
        self.left = max(fewest, (len(self.asked) - random) // 2 + FOR_A_RANDOM_ONE * random)

    def ask(self, case: Case) -> Result:
        """Ask a question and grade the answer."""
        self.left -= COST.get(case.kind, 1)
        return self.examiner.ask(evolve(case, id=f"{case.id}/{next(self.numbers)}"))

    def reply(self, case: Case, given: dict[str, Any]) -> object:
        """The engine's answer to a case with some parts replaced."""
        self.left -= 1
        said = self.examiner.reply({**case.question, "id": f"{case.id}/{next(self.numbers)}", "given": given})
        self.deaths += said is None
        return said

    def row_by_row(self, result: Result) -> Result:
        """A failure together with the rows of its scoring; ask about the rows if necessary."""
        if result.score_rows or result.case.kind != "score" or self.left <= 0:
            return result
        found, setup = with_rows(self.examiner, result), result.case.asked.setup
        self.left -= len(found.score_rows) * (2 if setup and len(setup.game.lanes) > 1 else 1)
        return found

    def explain(self, some: Iterable[int], sentence: str, rule: str = "") -> None:
        """Assign failures to a cause that spans several rules."""
        explained = dict.fromkeys(some)
        lead = min((self.results[at] for at in explained), key=lambda result: size_of(result.case))
        self.groups.append(Group([*explained], sentence=sentence, rule=rule, lead=lead))
        self.failing = [at for at in self.failing if at not in explained]

    def causes(self) -> tuple[Cause, ...]:
        """The causes; each failure belongs to exactly one."""
        answered = [self.results[at] for at in self.asked if self.results[at].status == PASSED]
        known: dict[str, Parts] = {}
        return tuple(self._cause(group, answered, known) for group in self.groups)

    def _cause(self, group: Group, answered: list[Result], known: dict[str, Parts]) -> Cause:
        """Make a cause from a group."""
        lead = group.lead or self.results[group.at[0]]
        asked = next(self.results[at].case for at in group.at if self.results[at].case.id == lead.case.id)
        rule, ours = group.rule or lead.case.rule, lead.case == asked and not is_random(lead)
        if not ours and not is_random(lead):  # the case's name may no longer fit
            lead = evolve(lead, case=evolve(lead.case, name=f"{rule}, made smaller"))
        toml = "" if ours or not {rule, lead.case.rule} <= chapter_of().keys() else toml_text(lead.case.written, rule)
        ways = Counter(way for at in group.at if (way := self.results[at].direction) not in ("", lead.direction))
        others = ", ".join(f"{way} in {number} of these" for way, number in ways.items())
        notes = ("" if ours or is_random(lead) else MADE_SMALLER, group.note, others)
        return Cause(
            rule,
            group.sentence,
            lead,
            tuple(dict.fromkeys([asked.id, *(self.results[at].case.id for at in sorted(group.at))])),
            made_from=None if ours else asked,
            note="; ".join(filter(None, notes)),
            passes=nearest(lead, [self.results[at] for at in spread(group.at, MOST_COMPARED)], answered, known),
            toml=toml,
        )


def remembering(answer: Callable[[Asked], Answer]) -> Callable[[Asked], Answer]:
    """Wrap an engine in a cache of its answers."""
    known: dict[str, Answer] = {}

    def answering(question: Asked) -> Answer:
        key = canonical_json([question["kind"], question["given"]])
        if key not in known:
            known[key] = answer(question)
        return known[key]

    return answering


def spread(some: Sequence[int], most: int) -> list[int]:
    """An evenly spaced selection of the given numbers."""
    step = max(1, len(some) // max(1, most))
    return list(some[::step][:most])
