"""Answers in words: legality, broken rules and facts."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from granada.board import CURRENCIES, Face, Purse, Tile
from granada.game import Action, Draw, Flip, Give, Place, Stop, Store
from granada.languages import Text, text
from granada.questions import Answer, AwardQuestion, Question, StateQuestion, waiting
from granada.rulebook import Rule
from granada.spec import tried
from granada.steps import Act
from granada.text import visible
from granada.words import Words, action_in_words, draw_in_words
from granada.words.names import MARKERS

LABELS: dict[str, Text] = {
    "actor": text("a fact: who has to decide", "actor"),
    "waiting": text("a fact: what the game waits for", "waiting"),
    "mover": text("a fact: whose turn it is", "mover"),
    "over": text("a fact: whether the game is over", "over"),
    "points": text("a fact: the points of each player", "points"),
    "marker": text("a fact: the field of the marker", "marker"),
    "display": text("a fact: the money cards that can be taken", "display"),
    "discard": text("a fact: the discarded money cards", "discard"),
    "deck_size": text("a fact: how many cards are in the deck", "deck_size"),
    "bag_size": text("a fact: how many tiles are in the bag", "bag_size"),
    "yard": text("a fact: the tiles of the building yard", "yard"),
    "hands": text("a fact: the money cards of each player", "hands"),
    "cities": text("a fact: the city of each player", "cities"),
    "reserves": text("a fact: the reserve of each player", "reserves"),
    "placing": text("a fact: the tiles that are to be placed", "placing"),
    "bought": text("a fact: the tiles that were bought", "bought"),
    "dirk": text("a fact: the tiles or the points of the imaginary player", "dirk"),
    "dirk_points": text("a fact: the points of the imaginary player", "dirk_points"),
    "winners": text("a fact: who has won", "winners"),
    "vizier": text("a fact: whether the vizier of each player is active", "vizier"),
    "hut_tops": text("a fact: the huts that lie open", "hut_tops"),
    "bonus_hidden": text("a fact: the bonus cards in the hand of each player", "bonus_hidden"),
    "bonus_shown": text("a fact: the bonus cards that each player has shown", "bonus_shown"),
    "result": text("a fact: the result", "result"),
    "draws": text("a fact: what can be drawn, and how likely it is", "draws"),
    "illegal": text("a fact: the step of a game that is illegal", "illegal"),
    "event": text("a fact: the number of a step", "event"),
    "broken": text("a fact: the rules that are broken", "broken"),
    "unfinished": text("a fact: whether the game is not finished", "unfinished"),
}
"""A mapping from facts to their names for players."""
WAITING: dict[str, Text] = {
    "act": text("the game waits for it", "act"),
    "place": text("the game waits for it", "place"),
    "favour": text("the game waits for it", "favour"),
    "show": text("the game waits for it", "show"),
    "draw": text("the game waits for it", "draw"),
    "over": text("the game waits for nothing", "over"),
}
"""The decisions and draws that a game can wait for."""
YES, NO = text("a fact that holds or not", "yes"), text("a fact that holds or not", "no")
NONE = text("nothing of a kind", "none")
NO_TILES = text("somebody has none", "no tiles")
EMPTY = text("a space without a tile, a pile without a hut", "empty")

_SEATS = ("points", "hands", "cities", "reserves", "vizier", "bonus_hidden", "bonus_shown")
"""The facts that have one value for each seat."""
MOST_PARTS = 200
"""The maximum number of parts that are printed for a fact."""
LONGEST_PART = 10_000
"""The maximum number of characters that are printed for a hand, a city or a purse."""


def answer_in_words(answer: Answer, words: Words) -> str:
    """An answer in a few words, with its facts."""
    say = words.language
    if answer.get("legal") is False:
        broken = ", ".join(map(visible, answer["broken"]))
        if "step" in answer:
            return say("illegal at step {step}, breaks {rules}", step=answer["step"], rules=broken)
        return say("illegal, breaks {rules}", rules=broken)
    if "error" in answer:
        return say("no notation: {error}", error=visible(answer["error"]))
    if "actions" in answer:
        number = say.counted("{number} legal action", "{number} legal actions", len(answer["actions"]))
        return "\n".join([number, *(f"  {written_action_in_words(each, words)}" for each in answer["actions"])])
    legality = [say("legal") if answer["legal"] else say("illegal")] if "legal" in answer else []
    if "exact" in answer:
        legality.append(
            say("earns a further action") if answer["exact"] else say("paid more than the price, no further action")
        )
    facts = {name: value for name, value in answer.items() if name not in {"legal", "broken", "exact", "then"}}
    facts |= answer.get("then", {})
    told = (say.named(label_in_words(name, words), fact_in_words(name, facts[name], words)) for name in facts)
    return "\n  ".join([*([", ".join(legality)] if legality else ()), *told])


def award_in_words(question: AwardQuestion, words: Words) -> str:
    """The winner of each left-over tile, or the reason why no player gets it."""
    say, told = words.language, []
    for space, seat in zip(question.spaces, question.answer()["result"], strict=True):
        if seat is not None:
            told.append(words.seat(seat))
        elif any(purse.total(CURRENCIES[space - 1]) for purse in question.purses):
            told.append(say("nobody (the richest are tied, so the tile stays)"))
        else:
            told.append(say("nobody (none of them has money of its currency, so the tile stays)"))
    return say.named(label_in_words("result", words), ", ".join(told) or say("nobody"))


def moment_in_words(question: Question, broken: Iterable[Rule], words: Words) -> Iterator[str]:
    """Remarks on a refused action: whose turn it is now, and what the game waits for instead."""
    asked, say = tried(question), words.language
    if asked is None or not isinstance(question, StateQuestion):
        return
    state, action = asked
    who = fact_in_words("actor", state.actor, words)
    if state.mover != question.state.mover and state.actor is not None:
        done = action_in_words(action, words)
        yield say("The turn has passed on; whose action it is: {who} ({action}).", who=who, action=done)
    if Rule.IN_ITS_PHASE not in broken:
        return
    if isinstance(state.todo[0], Act) and state.todo[0].bought and isinstance(action, Flip | Place | Store | Give):
        stop = action_in_words(Stop(), words)
        yield say("This action is missing before it: {stop}. The purchase has earned a further action.", stop=stop)
    else:
        what = fact_in_words("waiting", waiting(state), words)
        yield say("At this moment the game waits for: {what} (to decide: {who}).", what=what, who=who)


def fact_in_words(name: str, value: object, words: Words) -> str:
    """A fact in words, with seats counted from 1.

    >>> words = Words(brief=True)
    >>> fact_in_words("points", [3, 0], words), fact_in_words("yard", ["park2|arena3", None], words)
    ('seat 1: 3, seat 2: 0', 'park2|arena3, empty')
    """
    say = words.language
    tell = partial(_part, name, words=words)
    if isinstance(value, list):
        value = value[:MOST_PARTS]
        if name in _SEATS:
            each = (fact_in_words(_OF_ONE.get(name, ""), one, words) for one in value)
            return ", ".join(say.named(words.seat(seat), told) for seat, told in enumerate(each))
        if name in {"result", "winners"}:
            return ", ".join(fact_in_words("actor", seat, words) for seat in value) or say("nobody")
        if name in {"yard", "hut_tops"}:
            return ", ".join(tell(each) if each else say.of(EMPTY) for each in value)
        return (" " if words.brief else ", ").join(map(tell, value)) or say.of(NO_TILES if name == "dirk" else NONE)
    if name in {"actor", "mover"}:
        return words.seat(value) if isinstance(value, int) else say("nobody")
    if isinstance(value, dict):
        listed = (_pair(name, key, each, words) for key, each in value.items())
        return ", ".join(listed) or say.of(NONE)
    if isinstance(value, bool):
        return say.of(YES if value else NO)
    return say.of(NONE) if value in (None, "") else tell(value)


def label_in_words(name: object, words: Words) -> str:
    """The name of a fact in words, with Dirk's name in the game, or in notation."""
    if name == "dirk" and not words.brief:
        return words.dirk
    return words.language.of(LABELS[name]) if isinstance(name, str) and name in LABELS else visible(name)


def _pair(name: str, key: object, value: object, words: Words) -> str:
    """A part of a fact with its key, such as a draw with its probability or a cell with its tile."""
    called = _part("draws", key, words) if name == "draws" else label_in_words(key, words)
    return f"{called} {fact_in_words(str(key), value, words)}"


_OF_ONE = {"hands": "display", "reserves": "dirk", "bonus_hidden": "bonus", "bonus_shown": "bonus"}
"""For facts with a value for each seat, the fact whose wording describes a single value."""


def _part(name: str, value: object, words: Words) -> str:
    """A part of a fact in words, with pieces in words or in notation."""
    written = visible(value, LONGEST_PART)
    read = (_WORDS if words.brief else _READERS).get(name)
    try:
        return written if read is None else read(str(value), words)
    except (ValueError, KeyError):
        return written


def written_action_in_words(written: str, words: Words) -> str:
    """Translate an action from notation into words."""
    return written if words.brief else action_in_words(Action.parse(written), words)


def _drawn(written: str, words: Words) -> str:
    match Action.parse(f"draw {written}"):
        case Draw(what):
            return draw_in_words(what, words)
    return written


_WORDS: dict[str, Callable[[str, Words], str]] = {
    "marker": lambda written, words: words.language.of(MARKERS[written]),
    "waiting": lambda written, words: words.language.of(WAITING[written]),
}
"""Functions that translate the name of a field or of a phase."""
_READERS: dict[str, Callable[[str, Words], str]] = {
    **_WORDS,
    **dict.fromkeys(("display", "discard"), lambda written, words: words.cards(Purse.parse(written))),
    **dict.fromkeys(("yard", "placing", "bought"), lambda written, words: words.tile(Tile.parse(written))),
    **dict.fromkeys(("dirk", "bonus", "hut_tops"), lambda written, words: words.face(Face.parse(written))),
    "draws": _drawn,
}
"""Functions that describe a piece, given in notation, in words."""
