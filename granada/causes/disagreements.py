"""Find a failure's signs, which identify its cause, and the rule that the failure is about."""

import json
import re
from collections.abc import Iterable, Iterator

from granada import questions
from granada.board import Cell, Family, beyond
from granada.causes.facts import TURN, origin, rules_of_course, wrong_facts
from granada.causes.meanings import rule_of_kind, rules_meant
from granada.causes.score_rows import LONG, SHORT, wrong_rows
from granada.examining import ERROR, REFUSED, SILENT, UNREADABLE, WRONG, Result
from granada.game import Action, broken
from granada.rulebook import IMPOSSIBLE, Rule
from granada.spec import Case
from granada.steps import PlaceTiles

LONGEST_WORDS = 120
"""The number of characters of an error message that are compared with other messages."""
CLASSES = {
    "turn": TURN,
    "money": ("hands", "discard"),
    "city": ("cities", "reserves"),
    "display": ("display", "deck_size"),
    "yard": ("yard", "marker", "bag_size"),
    "points": ("points", "dirk_points"),
}
"""The classes of facts that go wrong together; every other fact forms its own class."""
MISSES, CLAIMS, REFUSES, CHANGES, OTHER = "misses", "claims", "refuses", "changes", "wrong"
"""The first word of a sign: the engine misses a broken rule, names an unbroken rule, refuses a legal action, changes
the position after a refusal, or gives a wrong value."""
UNKNOWN = "unknown rule"
"""The sign for a refusal that names a nonexistent rule."""
EMPTY_CLAIMS = frozenset(f"{CLAIMS} {rule}" for rule in IMPOSSIBLE)
"""The signs for a legal action that the engine calls impossible; they reveal no more than a refusal does."""


def signs_of(result: Result) -> tuple[str, ...]:
    """The signs of the errors in an answer, most significant first; failures with equal signs may have one cause."""
    return tuple(dict.fromkeys(_signs(result))) or (f"{OTHER} {result.case.kind}",)


def _signs(result: Result) -> Iterator[str]:
    """All of a failure's signs, perhaps with duplicates."""
    case, answer, way = result.case, result.answer if isinstance(result.answer, dict) else {}, result.direction
    if way == SILENT:
        yield f"silent {wordy(result.why)}"
    elif way == UNREADABLE:
        yield f"unreadable {wordy(result.why.partition(': ')[0] if result.answer is None else result.why)}"
    elif way == ERROR:
        yield f"error {wordy(answer['error'])}"
    elif "legal" in case.expect and not case.expect["legal"]:
        yield from [f"{CHANGES} {verb_of(result)}"] if wrong_facts(result) else _overlooked(result, answer)
    elif "legal" in case.expect and way == REFUSED:
        named = answer.get("broken")
        claimed = [f"{CLAIMS} {rule}" for rule in (named if isinstance(named, list) else ())]
        if all(sign in EMPTY_CLAIMS for sign in claimed):  # these do not show why it should be impossible
            yield from (f"{REFUSES} {deed}" for deed in deeds_of(case.asked))
        yield from claimed
    else:
        yield from _wrong_value(result, answer)


def wordy(text: object) -> str:
    """Remove numbers and names from an engine's error message, so that similar messages become equal.

    >>> wordy('no tile "tower9" at 3: "Tile.getCost()" of "row"')
    'no tile at Tile getCost of'
    """
    first = next(iter(str(text).splitlines()), "")
    code = re.sub(r"'[^']*'|\"[^\"]*\"", lambda quoted: quoted[0] if {*".("} & {*quoted[0]} else " ", first)
    return " ".join(re.findall("[A-Za-z]+", re.sub(r"[a-z]+[0-9]+\S*", " ", code)))[:LONGEST_WORDS]


def verb_of(result: Result) -> str:
    """The verb in a question or, if there is none, its kind."""
    deeds = result.case.asked.deeds
    return deeds[-1].verb if deeds else result.case.kind


def deeds_of(question: questions.Question) -> Iterator[str]:
    """The actions in a question, last first; each draw comes with its purpose."""
    if not isinstance(question, questions.ApplyQuestion):
        yield from (deed.verb for deed in reversed(question.deeds))
        return
    found = []
    for deed, state in zip(question.deeds, question.course.positions, strict=False):
        step = state.todo[0] if state.todo else None
        whose = f" of {origin(step)}" if isinstance(step, PlaceTiles) and deed.verb == "place" else ""
        found.append(f"{deed.verb} for {step.name}" if deed.verb == "draw" and step else f"{deed.verb}{whose}")
    yield from dict.fromkeys(reversed(found))


def _overlooked(result: Result, answer: questions.Answer) -> Iterator[str]:
    """The broken rules that the engine missed, the case's own rule first, and the rules that it wrongly named."""
    broken, named = result.case.expect.get("broken", []), answer.get("broken")
    rules = set(map(str, named)) if isinstance(named, list) else set()
    missed = [rule for rule in broken if rule not in rules]
    if unknown := unknown_rules(result):
        yield UNKNOWN
        rules, missed = rules - unknown, missed if len(missed) > len(unknown) else []
    for rule in sorted(missed, key=lambda rule: rule != result.case.rule):
        how = _how_not_held(result.case.asked) if rule == str(Rule.CARDS_ARE_HELD) else ""
        yield f"{overlooking(rule, verb_of(result))}{how}"
    yield from (f"{CLAIMS} {rule[:60]}" for rule in sorted(rules - set(broken)))


def unknown_rules(result: Result) -> set[str]:
    """The names in the refusal of an illegal action that are not rule names."""
    named = result.said("broken") if result.direction == WRONG else ()
    return set(map(str, named)) - set(map(str, Rule)) if isinstance(named, list) else set()


def _how_not_held(question: questions.Question) -> str:
    """The part of a sign that says whether an action takes or pays a missing card or too many copies of a card."""
    held = {questions.TakeQuestion: "display", questions.BuyQuestion: "hand"}.get(type(question))
    if held is None:
        return ""
    there = str(question.given[held]).split()
    cards = [word for word in str(question.given["do"]).split()[1:] if CARD.fullmatch(word)]
    return ", more copies of a card than there are" if all(card in there for card in cards) else ", missing cards"


CARD = re.compile(r"[bgoy][1-9]|[bgoy]/[bgoy]")
"""Matches a card in notation."""
OF_BUILDING = {
    *map(str, (Rule.SAME_ORIENTATION, Rule.MOATS_MATCH, Rule.WALL_MEETS_MOAT, Rule.WALKABLE, Rule.EDGE_CONTACT)),
    *map(str, (Rule.NO_HOLES, Rule.GRANADA_IS_FOUNDED_AT_A_WALL)),
}
"""The rules about a whole city, which any kind of change can break."""


def overlooking(rule: str, verb: str) -> str:
    """The sign for a missed rule; for most rules, the sign includes the action."""
    return f"{MISSES} {rule}" if rule in OF_BUILDING else f"{MISSES} {rule} by {verb}"


def _wrong_value(result: Result, answer: questions.Answer) -> Iterator[str]:
    """The signs of a wrong answer about something other than legality."""
    question, expect = result.case.asked, result.case.expect
    fact = result.why.partition(":")[0]
    match question:
        case questions.LegalQuestion():
            yield from _mislisted(question, set(expect["actions"]), map(str, answer["actions"]))
        case questions.MoatQuestion():
            length = answer.get("result")
            yield LONG if isinstance(length, int) and length > expect["result"] else SHORT
        case questions.ScoreQuestion():
            yield from (wrong.sign for wrong in wrong_rows(result))
        case questions.AwardQuestion():
            yield f"award {_of_award(result)}"
        case questions.ApplyQuestion():
            classes = (class_of(line.partition(":")[0]) for line in result.why.splitlines())
            for class_ in dict.fromkeys(classes):
                yield from (f"fact {class_}{when}" for when in _when(question, class_))
        case questions.GameQuestion():
            rules = expect.get("illegal", {}).get("broken", ())
            yield from [overlooking(rule, "game") for rule in rules] or ["game"]
        case questions.NotationQuestion():
            way = "accepts" if "error" in expect else "reads"
            yield f"{way} {question.of}"
        case questions.DrawQuestion() if question.state.todo:
            yield f"{REFUSES} draw for {question.state.todo[0].name}"
        case questions.BuyQuestion():
            yield "paid exactly" if answer.get("exact") else "paid otherwise than exactly"
        case _:
            yield f"{OTHER} {result.case.kind} {fact[:30]}"


def _when(question: questions.ApplyQuestion, class_: str) -> list[str]:
    """The circumstance that distinguishes wrong facts of one class: the action that changed them, or the next step."""
    if class_ in {"money", "city"}:
        deeds = list(deeds_of(question))
        return [f" after {deed}" for deed in deeds if not deed.startswith("draw")] or [f" after {deeds[0]}"]
    after = question.course.after if class_ == "turn" else None
    return [f" at {after.todo[0].name if after.todo else 'the end'}"] if after else [""]


def class_of(fact: str) -> str:
    """The class of a fact."""
    return next((name for name, facts in CLASSES.items() if fact in facts), fact)


def _mislisted(question: questions.LegalQuestion, expected: set[str], answer: Iterable[str]) -> Iterator[str]:
    """The rules that the listed actions break, and the verbs of the legal actions that are missing from the list."""
    listed: dict[str, Action] = {}
    for text in answer:
        try:
            action = Action.parse(text)
        except ValueError:
            yield "unreadable legal action"
            continue
        listed[str(action)] = action
    for action in listed.values():
        yield from (overlooking(str(rule), action.verb) for rule in broken(question.state, action))
    yield from (f"{REFUSES} {text.split()[0]}" for text in sorted(expected - listed.keys()))


def size_of(case: Case) -> int:
    """The size of a question: its tiles and cards, then the length of its text."""
    text = json.dumps(case.given)
    return len(PIECES.findall(text)) * 100 + len(text) // 20


PIECES = re.compile(r"[a-z]+[0-9]+|[bgoy]/[bgoy]")
"""Matches a tile or a card in notation."""


def heading(result: Result) -> str:
    """The rule that a disagreement is about."""
    signs = signs_of(result)
    said = [sign for sign in signs if sign not in EMPTY_CLAIMS] or signs
    named = {sign.split()[1] for sign in said if sign.startswith((MISSES, CLAIMS))}
    named = named or {*result.case.expect.get("broken", ())}  # an error counts towards the broken rule
    rules = [str(rule) for rule in Rule if str(rule) in named]
    return rules[0] if rules else str(likely_rule(result))


def likely_rule(result: Result) -> Rule:
    """The rule that a disagreement is probably about, regardless of the rules that the answers name."""
    question, expect, wrong = result.case.asked, result.case.expect, result.why.partition(":")[0]
    match question:
        case questions.AwardQuestion():
            return _of_award(result)
        case questions.ScoreQuestion():
            dirk = (str(Rule.DIRK_SCORES_BUILDINGS_ONLY),) if wrong == "dirk" else ()
            of_rows = (each.rule for each in wrong_rows(result) if each.rule)
            return Rule.named((*of_rows, *dirk, result.case.rule)[0])
        case questions.PlaceQuestion() if expect["legal"]:
            return _of_refusal(question)
        case questions.MoatQuestion() if _counts_inner(question, result.answer):
            return Rule.INNER_MOATS_COUNT_NOTHING
        case questions.MoatQuestion() if (question.family or question.game.start) is Family.ALHAMBRA:
            return Rule.LONGEST_WALL
        case questions.NotationQuestion():
            return rules_meant(f"text {question.of}", "kind notation")[0]
        case questions.TakeQuestion() if "/" in str(question.do):
            return Rule.BUREAU_IS_TAKEN_ALONE
        case questions.BuyQuestion() if wrong == "exact":
            return Rule.EXACT_PAYMENT_EARNS_AN_ACTION
        case questions.BuyQuestion() if "/" in str(question.do):
            return Rule.BUREAU_FITS_THE_SPACE
        case questions.ApplyQuestion() if expect["legal"]:
            likely = rules_meant(f"wrong {wrong}", f"refuses {question.deeds[-1].verb}", "kind apply")
            return (*rules_of_course(result), *likely)[0]
        case questions.GameQuestion() if rules := expect.get("illegal", {}).get("broken"):
            return next(rule for rule in Rule if str(rule) in rules)
        case questions.LegalQuestion() if wrong == "missing":
            return rules_meant(f"refuses {result.why.split()[1]}", "kind legal")[0]
    return rule_of_kind(question.kind)


def _of_refusal(question: questions.PlaceQuestion) -> Rule:
    """The rule that probably made an engine refuse a legal placement; without moats, it is no-holes or edge-contact."""
    if any(face.edges for face in (*question.city.faces, question.do.face)):
        return Rule.MOATS_MATCH
    x, y = question.do.cell
    ring = [question.city.is_taken(Cell(x + i, y + j)) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    return Rule.NO_HOLES if sum(ring) > 2 else Rule.EDGE_CONTACT


def _counts_inner(question: questions.MoatQuestion, answer: object) -> bool:
    """Whether the engine counted more than the outer moats, but at most the outer ones plus each inner one twice."""
    city, family = question.city, question.family or question.game.start
    outside = sum(barred for loop in city.outline(family) for _, _, barred in loop)
    inside = sum(city[cell].barred(side) and beyond(cell, side) in city for cell in city for side in range(4))
    length = answer.get("result") if isinstance(answer, dict) else 0
    return isinstance(length, int) and outside < length <= outside + inside


def _of_award(result: Result) -> Rule:
    """The rule that a wrong award is probably about: the rule for ties or the rule for the richest player."""
    expected = result.case.expect["result"]
    seats = result.said("result")
    pairs = zip(expected, seats, strict=False) if isinstance(seats, list) else ()
    first = next((seat for seat, other in pairs if seat != other), expected[0] if expected else 0)
    return Rule.TIED_AWARDS_STAY if first is None else Rule.AWARD_TO_THE_RICHEST
