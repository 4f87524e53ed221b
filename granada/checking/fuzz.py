"""The fuzzer: random questions to an engine, and every disagreement shrunk to a case that can be pasted."""

from __future__ import annotations

import re
from collections import Counter
from itertools import count
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from granada.checking.questionnaire import Questionnaire, Scope
from granada.checking.shrink import shrunk
from granada.game.actions import Action
from granada.game.games import GAMES
from granada.game.modules import MODULES
from granada.game.rules import broken
from granada.game.scoring import score
from granada.rulebook import Rule
from granada.spec.chapters import read_case
from granada.spec.handwritten import answered, toml_text
from granada.spec.questions import KINDS, score_question
from granada.spec.suite import FAILED, FUZZ, PASSED, Report, Result, meet, modules_of, protocol_failure, table_of
from granada.wire import read_state

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from granada.game.scoring import Row
    from granada.rulebook import Rulings
    from granada.spec.chapters import Case
    from granada.spec.handwritten import Written
    from granada.spec.questions import Answer, Question
    from granada.spec.suite import Examiner

ALIKE = 3
"""So many disagreements that look alike are shrunk to something known before, and the others are only counted."""
TRIES = 20
"""How often a question is drawn anew when it comes to nothing."""
USELESS = 300
"""So many numbers in a row that give no question mean that there is none to ask."""
HEADINGS = {
    "layout": Rule.MOATS_MATCH,
    "place": Rule.MOATS_MATCH,
    "remove": Rule.REMOVE_TO_THE_RESERVE,
    "swap": Rule.SWAP_IN_PLACE,
    "moat": Rule.LONGEST_MOAT,
    "take": Rule.TAKE_SEVERAL_UP_TO_FIVE,
    "buy": Rule.PAY_AT_LEAST_THE_PRICE,
    "flip": Rule.FLIP_COSTS_THREE,
    "score": Rule.FIRST_SECOND_THIRD,
    "award": Rule.AWARD_TO_THE_RICHEST,
    "legal": Rule.ACT_ON_YOUR_TURN,
    "apply": Rule.TURN_ORDER,
    "draw": Rule.DRAW_CAN_COME,
    "game": Rule.RECORD_OF_A_GAME,
    "notation": Rule.NOTATION_OF_ACTIONS,
}
"""Under which rule a case of each kind is filed when nothing tells more."""
OF_NOTATION = {
    "card": Rule.NOTATION_OF_CARDS,
    "cards": Rule.NOTATION_OF_CARDS,
    "face": Rule.NOTATION_OF_TILES,
    "tile": Rule.NOTATION_OF_TILES,
    "layout": Rule.NOTATION_OF_LAYOUTS,
}
OF_FACTS = {
    "marker": Rule.MARKER_MOVES_AFTER_A_REFILL,
    "display": Rule.MONEY_TO_FOUR,
    "discard": Rule.PAID_CARDS_ARE_DISCARDED,
    "yard": Rule.BOUGHT_TILES_WAIT,
    "bought": Rule.BOUGHT_TILES_WAIT,
    "placing": Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE,
    "reserves": Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE,
    "points": Rule.THREE_SCORINGS,
    "over": Rule.END_WHEN_A_SPACE_STAYS_EMPTY,
    "winners": Rule.MOST_POINTS_WIN,
    "dirk": Rule.DIRK_COLLECTS_TILES,
    "dirk_points": Rule.DIRK_SCORES_BUILDINGS_ONLY,
    "vizier": Rule.VIZIER_WINDOW,
    "hut_tops": Rule.NEXT_HUT_IS_TURNED_UP,
    "bonus_hidden": Rule.REVEAL_WINDOW,
    "bonus_shown": Rule.REVEAL_WINDOW,
}
OF_VERBS = {
    "take": Rule.TAKE_SEVERAL_UP_TO_FIVE,
    "buy": Rule.PAY_AT_LEAST_THE_PRICE,
    "flip": Rule.FLIP_COSTS_THREE,
    "place": Rule.MOATS_MATCH,
    "store": Rule.STORE_EITHER_FACE,
    "give": Rule.GIFTS_TO_DIRK,
    "add": Rule.ADD_FROM_THE_RESERVE,
    "remove": Rule.REMOVE_TO_THE_RESERVE,
    "swap": Rule.SWAP_IN_PLACE,
    "hut": Rule.HUT_IS_AN_ACTION,
    "reveal": Rule.REVEAL_WITH_THE_TILE_BUILT,
    "reactivate": Rule.VIZIER_IS_REACTIVATED,
    "decline": Rule.VIZIER_WINDOW,
    "stop": Rule.EXACT_PAYMENT_EARNS_AN_ACTION,
    "draw": Rule.DRAW_CAN_COME,
}
"""The rules that a wrong notation, fact or action speaks of most likely."""


def fuzz(
    answer: Callable[[Question], Answer], n: int = 1000, seed: int = 0, *, rulings: Rulings | str | None = None
) -> Report:
    """Ask any Python callable random questions, and report every disagreement as a minimal case.

    >>> from granada.questions import answer
    >>> print(fuzz(answer, 20).totals)
    20 passed, 0 failed, 0 skipped
    """
    examiner = meet(answer, rulings)
    flaws = map(protocol_failure, examiner.flaws)
    return Report((*flaws, *fuzzed(examiner, n, seed)), examiner.name)


def fuzzed(examiner: Examiner, n: int, seed: int, like: Collection[Case] = ()) -> Iterator[Result]:
    """The results of random questions, one by one; equal seeds ask equal questions.

    With ``like`` only those are asked that have the kind, the game and the modules of one of some cases.
    """
    memory = _Memory(examiner)
    for written, number in _drawn(examiner, seed, n, like):
        yield memory.result(written, f"{FUZZ}{seed}/{number}")


def repeated(examiner: Examiner, names: Iterable[str]) -> Iterator[Result]:
    """The results of random questions with these ids, as they were asked before."""
    memory, scope = _Memory(examiner), scope_of(examiner)
    for name in names:
        seed, number = map(int, name.removeprefix(FUZZ).split("/"))
        written = scope and _question(Questionnaire(seed, scope), number)
        if written:
            yield memory.result(written, name)


def scope_of(examiner: Examiner) -> Scope | None:
    """What an engine can be asked about; None when there is nothing."""
    said = examiner.declared
    games = []
    for game in GAMES:
        try:
            examiner.readings(game)
        except ValueError:
            continue
        if game in said.get("games", GAMES):
            games.append(game)
    flips = any(GAMES[game].two_faced for game in games)
    kinds = [kind for kind in KINDS if kind in said.get("kinds", KINDS) and (flips or kind != "flip")]
    known = modules_of(said)
    modules = [name for name in MODULES if known is None or name in known]
    return Scope(tuple(kinds), tuple(games), tuple(modules), examiner.readings) if kinds and games else None


def _drawn(examiner: Examiner, seed: int, n: int, like: Collection[Case]) -> Iterator[tuple[Written, int]]:
    """So many random questions with their answers, each with its number."""
    scope = scope_of(examiner)
    aims = [_aim(case) for case in like]
    kinds = {kind for kind, _, _ in aims} if like else set(KINDS)
    if scope is None or not kinds & set(scope.kinds):
        return
    questionnaire = Questionnaire(seed, scope)
    useless = asked = 0
    for number in count(1):
        if asked == n or useless == USELESS:
            return
        if questionnaire.kind(number) in kinds:
            written = _question(questionnaire, number)
            if written and (not like or _concerns(read_case("", written), aims)):
                useless, asked = 0, asked + 1
                yield written, number
            else:
                useless += 1


def _question(questionnaire: Questionnaire, number: int) -> Written | None:
    """A random question with its answers, if it is one."""
    name = f"question {number} of seed {questionnaire.seed}"
    draws = (questionnaire.question(number, tries) for tries in range(TRIES))
    return next((found for drawn in draws if drawn and (found := answered({"name": name, **drawn}))), None)


def _aim(case: Case) -> tuple[str, str, frozenset[str]]:
    """The kind, the game and the modules of a question."""
    table = table_of(case)
    return case.kind, table.get("game", "granada"), frozenset(table.get("modules", ()))


def _concerns(case: Case, aims: Iterable[tuple[str, str, frozenset[str]]]) -> bool:
    """Whether a question has the kind, the game and at least the modules of another."""
    kind, game, modules = _aim(case)
    return any((kind, game) == aim[:2] and modules >= aim[2] for aim in aims)


@frozen
class _Memory:
    """Asks the questions, and remembers the disagreements, so that each is told once."""

    examiner: Examiner
    shown: dict[str, str] = field(factory=dict)
    """For each sign of a disagreement, where it was told."""
    smallest: dict[object, str] = field(factory=dict)
    """For each shrunk disagreement, where it was told."""
    fruitless: Counter[frozenset[str]] = field(factory=Counter)
    """How often disagreements with some signs were shrunk to nothing new."""

    def ask(self, written: Written, number: str) -> Result:
        """Ask a question and grade the answer; it is filed under the rule that it is about."""
        result = self.examiner.ask(evolve(read_case(str(HEADINGS[written["kind"]]), written), id=number))
        return evolve(result, case=evolve(result.case, rule=_heading(result))) if result.status == FAILED else result

    def result(self, written: Written, number: str) -> Result:
        """The result of a question; a disagreement is shrunk and told as TOML unless it is known."""
        result = self.ask(written, number)
        if result.status == FAILED:
            return self._explained(written, result)
        said = None if result.status == PASSED else result.answer
        return evolve(result, case=evolve(result.case, given={}, expect={}), answer=said)

    def _explained(self, written: Written, result: Result) -> Result:
        signs = _signs(result)
        new = signs - self.shown.keys()
        if not new and (_is_plain(signs) or self.fruitless[signs] >= ALIKE):
            return _as_before(result, next(self.shown[sign] for sign in sorted(signs)))
        if result.answer is None:
            return self._told(written, result)
        tries = count(1)

        def ask_again(candidate: Written) -> Result:
            return self.ask(candidate, f"{result.case.id}/{next(tries)}")

        def fails(candidate: Written) -> bool:
            other = ask_again(candidate)
            if other.status != FAILED or other.answer is None:
                return False
            found = _signs(other)
            return found <= signs and bool(found & new if new else found)

        smallest = _telling(shrunk(written, fails), fails)
        final = ask_again(smallest)
        if final.status != FAILED:  # an engine that answers now so, now so
            return self._told(written, result)
        final = evolve(final, case=evolve(final.case, id=result.case.id))
        key = _essence(final)
        if key in self.smallest:
            self.fruitless[signs] += 1
            return _as_before(final, self.smallest[key])
        self.smallest[key] = final.case.id
        return self._told(smallest, final)

    def _told(self, written: Written, result: Result) -> Result:
        for sign in _signs(result):
            self.shown.setdefault(sign, result.case.id)
        return evolve(result, toml=toml_text(written, result.case.rule))


def _as_before(result: Result, like: str) -> Result:
    return evolve(result, why=f"{result.why} (as {like})", like=like)


def _telling(written: Written, fails: Callable[[Written], bool]) -> Written:
    """A case that asks only for the fact that is wrong."""
    for name, value in written.get("then", {}).items():
        alone = {**written, "then": {name: value}}
        if fails(alone):
            return alone
    return written


# What a disagreement is about


MISSED, CLAIMED, REFUSED, WRONG = "missed", "claimed", "refused", "wrong"
"""A broken rule was not noticed, an unbroken one was named, something legal was refused, a value is wrong."""


def _signs(result: Result) -> frozenset[str]:
    """What tells a disagreement from others: words on the kind of question and the mistake."""
    return frozenset(f"{result.case.kind} {sign}" for sign in _mistakes(result))


def _mistakes(result: Result) -> set[str]:
    case, said = result.case, result.answer if isinstance(result.answer, dict) else {}
    if result.answer is None:
        return {f"fault {result.why[:30]}"}
    if "error" in said:
        return {"error " + re.sub(r"\W*\d.*", "", str(said["error"]))[:30]}
    found: set[str] = set()
    if "legal" in case.expect:
        found = _misjudged(case.expect.get("broken", []), said)
    elif "actions" in case.expect and isinstance(said.get("actions"), list):
        found = _misjudged_actions(case, [str(text) for text in said["actions"]])
    return found or {f"{WRONG} {result.why.partition(':')[0][:30]}"}


def _misjudged(wanted: list[str], said: Answer) -> set[str]:
    """The rules that were missed or named wrongly; or that something legal was refused."""
    told, legal = said.get("broken"), said.get("legal")
    if isinstance(told, list):
        rules = set(map(str, told))
        return {f"{MISSED} {rule}" for rule in set(wanted) - rules} | {
            f"{CLAIMED} {rule[:60]}" for rule in rules - set(wanted)
        }
    if wanted and legal is not False:
        return {f"{MISSED} {rule}" for rule in wanted}
    return {REFUSED} if not wanted and legal is not True else set()


def _misjudged_actions(case: Case, told: list[str]) -> set[str]:
    """The rules that actions break which were listed all the same, and the verbs of those that were not."""
    state, wanted, found = read_state(case.given["state"]), set(case.expect["actions"]), set()
    listed: set[str] = set()
    for text in told:
        try:
            action = Action.parse(text)
        except ValueError:
            continue
        listed.add(str(action))
        found |= {f"{MISSED} {rule}" for rule in broken(state, action)}
    return found or {f"{WRONG} {text.split()[0]}" for text in sorted(wanted - listed)[:1]}


def _is_plain(signs: Iterable[str]) -> bool:
    """Whether signs leave no doubt which mistake it is."""
    return not any(sign.split()[1] in {REFUSED, WRONG} for sign in signs)


def _essence(result: Result) -> object:
    """What shrunk disagreements have in common that come from one mistake."""
    signs = _signs(result)
    size = len(result.case.given.get("city", ())) if not _is_plain(signs) and "legal" in result.case.expect else 0
    return signs, result.case.rule, size


def _heading(result: Result) -> str:
    """The rule that a disagreement is about, as far as it can be told."""
    named = {sign.rpartition(" ")[2] for sign in _mistakes(result) if sign.startswith((MISSED, CLAIMED))}
    rules = [str(rule) for rule in Rule if str(rule) in named]
    return rules[0] if rules else str(_likely(result))


def _likely(result: Result) -> Rule:
    """The rule that a disagreement is about when none is named."""
    given, wrong = result.case.given, result.why.partition(":")[0]
    match result.case.kind:
        case "award":
            return _of_award(result)
        case "score" if isinstance(result.answer, dict):
            return _of_score(result)
        case "moat" if given.get("family", given.get("game")) == "alhambra":
            return Rule.LONGEST_WALL
        case "notation":
            return OF_NOTATION.get(given["of"], Rule.NOTATION_OF_ACTIONS)
        case "take" if "/" in given["do"]:
            return Rule.BUREAU_IS_TAKEN_ALONE
        case "buy" if wrong == "exact":
            return Rule.EXACT_PAYMENT_EARNS_AN_ACTION
        case "buy" if "/" in given["do"]:
            return Rule.BUREAU_FITS_THE_SPACE
        case "apply" if result.case.expect["legal"]:
            last = given["do"] if isinstance(given["do"], str) else given["do"][-1]
            return OF_FACTS.get(wrong, OF_VERBS.get(last.split()[0], Rule.TURN_ORDER))
        case "game" if rules := result.case.expect.get("illegal", {}).get("broken"):
            return next(rule for rule in Rule if str(rule) in rules)
        case "legal" if wrong == "missing":
            return OF_VERBS.get(result.why.split()[1], Rule.ACT_ON_YOUR_TURN)
    return HEADINGS[result.case.kind]


def _of_award(result: Result) -> Rule:
    """Whether a tie was overlooked, or the richest."""
    expected, said = result.case.expect["result"], result.answer
    told = said.get("result") if isinstance(said, dict) else None
    pairs = zip(expected, told, strict=False) if isinstance(told, list) else ()
    first = next((seat for seat, other in pairs if seat != other), expected[0] if expected else 0)
    return Rule.TIED_AWARDS_STAY if first is None else Rule.AWARD_TO_THE_RICHEST


def _of_score(result: Result) -> Rule:
    """What is special about the one row that the cities of a shrunk question score in."""
    given, why = result.case.given, result.why
    rows = [row for row in score(score_question(given), given["round"]).rows if any(s.points for s in row.standings)]
    if why.startswith("dirk"):
        return Rule.DIRK_SCORES_BUILDINGS_ONLY
    simple, alhambra = given.get("scoring") == "simplified", given.get("game") == "alhambra"
    ranked = [row for row in rows if any(standing.place for standing in row.standings)]
    if not ranked:
        border = any(row.name == "border" for row in rows)
        return Rule.BORDER_SCORES_TWO if border else Rule.LONGEST_WALL if alhambra else Rule.LONGEST_MOAT
    if any(map(_ties, ranked)):
        plain = Rule.TIES_SHARE_THEIR_PLACES if alhambra else Rule.TIES_GO_TO_THE_HIGHEST_PRICE
        return Rule.SIMPLIFIED_TIES if simple else plain
    if given.get("shown"):
        return Rule.BONUS_COUNTS_ONE_MORE
    if "huts" in given.get("modules", ()):
        return Rule.HUT_COUNTS_ITS_NEIGHBOURS
    plain = Rule.ALHAMBRA_POINTS if alhambra else Rule.FIRST_SECOND_THIRD
    return Rule.SIMPLIFIED_POINTS if simple else plain


def _ties(row: Row) -> bool:
    """Whether two have equally many in a row."""
    counts = [standing.count for standing in row.standings]
    return len(set(counts)) < len(counts)
