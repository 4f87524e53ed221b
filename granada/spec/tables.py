"""The tables that a ruling concerns, which have everything that one of the ruling's cases needs."""

from collections.abc import Collection

from granada.game import Add, Remove, Swap
from granada.questions import Question, ScoreQuestion
from granada.rulebook import Rule, Ruling
from granada.spec.relevant_rules import MODULES, phase_of, tried
from granada.spec.suite import case_named


def has_dirk(question: Question) -> bool:
    """Whether Dirk takes part in a question's game."""
    if isinstance(question, ScoreQuestion):
        return question.dirk is not None
    return question.setup is not None and question.setup.players == 2


def _parts(question: Question) -> frozenset[str]:
    """The features of a question beyond a turn with three players: modules, Dirk, two cities, a redesign, or awards."""
    setup, asked = question.setup, tried(question)
    parts = {
        "dirk": has_dirk(question),
        "combined": setup is not None and len(setup.game.lanes) > 1,
        "redesigned": any(isinstance(each, Add | Remove | Swap) for each in question.deeds[:-1]),
        "award": asked is not None and phase_of(asked[0]) == "award",
        **{module.name: True for module in (setup.modules if setup else ())},
    }
    return frozenset(part for part, there in parts.items() if there)


def _verb(question: Question) -> str:
    return question.deeds[-1].verb if question.deeds else ""


def concerns(rule: Rule, ruling: Ruling, question: Question, broken: Collection[Rule]) -> bool:
    """Whether a ruling on a rule concerns the refusal in a question, judging by the ruling's cases.

    If the ruling has cases, one of them must try the same action, break one of these rules, and need nothing that the
    table lacks. Otherwise the rule itself must be broken.
    """
    here, verb, refusing = _parts(question), _verb(question), {str(rule), *map(str, broken)}
    incidental = set() if rule.chapter in MODULES else {*MODULES}
    found = [case for case in map(case_named, ruling.cases) if _parts(case.asked) - incidental <= here]
    alike = (case.expect.get("broken", ()) for case in found if _verb(case.asked) == verb)
    if not ruling.cases:
        return rule in broken
    return any(not refusing.isdisjoint(rules) for rules in alike)
