"""Shrink a question step by step while the disagreement remains."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from itertools import chain, islice
from time import monotonic
from types import NoneType
from typing import TypeVar, cast, get_args, get_type_hints

from attrs import NOTHING, AttrsInstance, evolve, fields, frozen

from granada import questions
from granada.board import NO_CARDS, Building, City, Layout, Purse, Tile, empty_city
from granada.fuzzing.shrink_cities import (
    built,
    cheaper,
    cities,
    fewer,
    layouts,
    one_simpler,
    opened,
    plainer,
    shifted,
    shifts,
)
from granada.game import GRANADA, NORMAL, VIZIER, Deck, Dirk, Pile, Player, State, apply
from granada.spec import Case, answered
from granada.steps import ODD, Act, Step
from granada.table import Record

Candidate = Callable[[], questions.Question | None]
"""A function that computes a simpler question when needed, or returns None if there is none."""
Thing = TypeVar("Thing", bound=AttrsInstance)
MOST_QUESTIONS = 800
"""The maximum number of questions to ask while shrinking one disagreement."""
MOST_TRIES = 20_000
"""The maximum number of simpler versions to try, including invalid ones."""
MOST_SECONDS = 120.0
"""The maximum time for shrinking one disagreement, in seconds."""


@frozen
class Shrunk:
    """The simplest version found for a case, and the reason if the search stopped early."""

    case: Case
    stopped: str = ""


def shrunk(
    case: Case, fails: Callable[[Case], bool], most: int = MOST_QUESTIONS, clock: Callable[[], float] = monotonic
) -> Shrunk:
    """Find the simplest failing version of a case, within a limit on the number of questions."""
    deadline, asked, tries, at, progress = clock() + MOST_SECONDS, 0, 0, 0, True
    known: set[questions.Question] = set()
    while progress:
        progress = False
        for number, candidate in _from(at, simpler(case.asked)):
            tries += 1
            question = candidate()
            if question is None or question in known:
                continue
            known.add(question)
            found = answered(question, case.name, case.rule)
            if found is None:
                continue
            if asked >= most or tries >= MOST_TRIES:
                return Shrunk(case, f"after {asked} questions")
            if clock() >= deadline:
                return Shrunk(case, f"after {MOST_SECONDS:g} s and {asked} questions: the program is slow")
            asked += 1
            if fails(found):
                case, at, progress = found, number, True
                break
    return Shrunk(case)


def _from(at: int, candidates: Iterator[Candidate]) -> Iterator[tuple[int, Candidate]]:
    """The numbered candidates, beginning at a given number and wrapping around at the end."""
    before = list(islice(candidates, at))
    yield from enumerate(candidates, start=at)
    yield from enumerate(before)


# Values of any type


def changed(thing: Thing, **parts: object) -> Thing:
    """A copy of a value with some fields changed; mypy cannot check their types."""
    return cast("Callable[..., Thing]", evolve)(thing, **parts)


def walked(thing: Thing, *skipped: str) -> Iterator[Thing]:
    """Versions of a value with one field reset or simplified according to its type, largest changes first."""
    known = [each for each in fields(type(thing)) if each.name not in skipped]
    for each in known:
        if each.default is not NOTHING and getattr(thing, each.name) != each.default:
            yield changed(thing, **{each.name: each.default})
    gaps = {each.name: _has_gaps(type(thing), each.name) for each in known}
    for each in sorted(known, key=lambda each: gaps[each.name]):  # the yard last: hands may tie on any space
        value = getattr(thing, each.name)
        others = one_simpler(value, _gone) if gaps[each.name] else versions(value)
        yield from (changed(thing, **{each.name: other}) for other in others)


def versions(value: object) -> Iterator[object]:
    """Simpler versions of a value, according to its type; none if the value must stay as it is."""
    match value:
        case City():
            return cities(value)
        case Layout():
            return layouts(value)
        case Purse():
            return map(Purse, fewer(tuple(value)))
        case Tile(down=None):  # a tile with two faces stays as it is
            return map(Tile, cheaper(value.up))
        case Record():
            return (evolve(value, steps=steps) for steps in fewer(value.steps))
        case Deck():
            return _decks(value)
        case Player() | Dirk() | Step():
            return walked(value)
        case (Step(), *_):  # an agenda with fewer steps is a different moment in the game
            return one_simpler(tuple(value), versions)
        case (first, *_) if isinstance(first, City | Player) or type(first) is tuple:  # one for each seat
            some = (items for items in fewer(tuple(value)) if len(items) > 1)
            return chain(some, one_simpler(tuple(value), versions))
        case tuple():
            return fewer(value)
    return iter(())


@cache
def _has_gaps(kind: type, name: str) -> bool:
    """Whether items removed from a field are replaced by None."""
    return any(NoneType in get_args(item) for item in get_args(get_type_hints(kind)[name])[:1])


def _gone(item: object) -> list[None]:
    return [] if item is None else [None]


def _decks(deck: Deck) -> Iterator[Deck]:
    """Decks with fewer piles or cards."""
    yield from (evolve(deck, piles=layers) for layers in fewer(deck.piles))
    plainer_piles = one_simpler(deck.piles, lambda layer: (evolve(layer, cards=some) for some in fewer(layer.cards)))
    yield from (evolve(deck, piles=layers) for layers in plainer_piles)
    if len(deck.piles) == 1:
        for pools in one_simpler(deck.pools, lambda pool: map(Purse, fewer(tuple(pool)))):
            yield Deck(pools, (Pile(tuple(map(len, pools)), deck.piles[0].cards),))


# Questions


def simpler(question: questions.Question) -> Iterator[Candidate]:
    """Functions that make simpler versions of a question, largest changes first."""
    if isinstance(question, questions.ApplyQuestion):
        number = len(question.deeds)
        yield from (partial(_later, question, done) for done in dict.fromkeys((number - 1, number // 2, 1)))
    if isinstance(question, questions.StateQuestion):
        yield from (partial(_with_other_state, question, state) for state in _states(question.state))
    twice = _twice(question)
    yield from (partial(evolve, each) for each in _with_simpler_parts(question) if _twice(each) <= twice)


def _with_simpler_parts(question: questions.Question) -> Iterator[questions.Question]:
    """Versions of a question in which a part other than its state is simpler."""
    match question:
        case questions.ApplyQuestion():
            for some in fewer(question.deeds):
                if some:
                    yield evolve(question, do=some if len(some) > 1 else some[0])
        case questions.NotationQuestion(text=text):
            yield from (evolve(question, text=text[:at] + text[at + 1 :]) for at in range(len(text)))
        case questions.PlaceQuestion() | questions.RemoveQuestion() | questions.SwapQuestion():
            yield from _brought_closer(question)
    if not isinstance(question, questions.StateQuestion):
        about_cities = {"layout", "city", "cities"} & {*question.parts()}
        yield from walked(question, *(["game"] if about_cities else []))
    match question:
        case questions.TakeQuestion() | questions.BuyQuestion() | questions.FlipQuestion():
            yield from _fewer_cards_paid(question)
        case questions.PlaceQuestion() | questions.SwapQuestion():
            yield from _plainer_face(question)


def _later(question: questions.ApplyQuestion, done: int) -> questions.Question | None:
    """The same question after its first actions, if any actions remain."""
    actions, state = question.deeds, question.state
    if not 0 < done < len(actions):
        return None
    try:
        for action in actions[:done]:
            state = apply(state, action)
    except ValueError:
        return None
    rest, later = actions[done:], questions.as_told(state)
    return evolve(question, state=later, do=rest if len(rest) > 1 else rest[0]) if later else None


def _fewer_cards_paid(
    question: questions.TakeQuestion | questions.BuyQuestion | questions.FlipQuestion,
) -> Iterator[questions.Question]:
    """Versions of a question with one card fewer in the action and in the hand or display."""
    where = "display" if isinstance(question, questions.TakeQuestion) else "hand"
    held, paid = getattr(question, where), question.do.cards
    for at, card in enumerate(held):
        if card in tuple(paid) and card not in held[:at]:
            less = evolve(question.do, cards=paid - Purse([card]))
            yield changed(question, **{where: held[:at] + held[at + 1 :], "do": less})


def _twice(question: questions.Question) -> Counter[tuple[Building, int]]:
    """The number of extra copies of each tile; a simpler question must not have more."""
    lying = (
        questions.faces_of(question) if isinstance(question, questions.ScoreQuestion | questions.PlaceQuestion) else ()
    )
    faces = [face for face in lying if not face.is_hut]
    return Counter((face.building, face.price) for face in faces) - Counter({(f.building, f.price) for f in faces})


def _brought_closer(
    question: questions.PlaceQuestion | questions.RemoveQuestion | questions.SwapQuestion,
) -> Iterator[questions.Question]:
    """Versions of a question with the tiles and the cell of the change moved closer to the start."""
    cell = question.do.cell
    for shift in shifts({cell, *question.city.tiles}):
        for city in (city for layout in shifted(question.city.layout, shift) for city in built(layout)):
            yield changed(question, city=city, do=evolve(question.do, cell=shift.get(cell, cell)))


def _plainer_face(question: questions.PlaceQuestion | questions.SwapQuestion) -> Iterator[questions.Question]:
    """Versions of a question with a cheaper new tile, or with fewer moats or walls on it and perhaps on a neighbour."""
    old, cell, city = question.do.face, question.do.cell, question.city
    both = [(each.pop(cell), each) for each in opened(city.tiles, cell, old)]
    for face, others in (*((face, {}) for face in (*plainer(old), *cheaper(old))), *both):
        reserve = tuple(face if each == old else each for each in question.reserve)
        layout = Layout.of({**city.tiles, **others}, start=city.start, founding=city.founding)
        for other in built(layout):
            yield changed(question, city=other, do=evolve(question.do, face=face), reserve=reserve)


# States


def _with_other_state(question: questions.StateQuestion, state: State) -> questions.Question | None:
    """The same question in another position; None if no chapter can express that position."""
    found = _as_written(state)
    return evolve(question, state=found) if found is not None and found != question.state else None


@lru_cache(maxsize=256)
def _as_written(state: State) -> State | None:
    """A position in the form used in chapters; None if that form cannot express it."""
    try:
        written = questions.written_position(state)
        return None if written is None else questions.read_position(written)
    except (ValueError, LookupError, TypeError):
        return None


def _states(state: State) -> Iterator[State]:
    """Positions, possible or not, with a simpler set-up, fewer seats or fewer pieces."""
    setup, players, extras = state.setup, state.players, state.extras
    for at, module in enumerate(setup.modules):
        yield evolve(state, extras=(*extras[:at], questions.idle(module, setup), *extras[at + 1 :]))
    yield evolve(state, setup=evolve(setup, rulings=questions.USUAL))
    yield evolve(state, setup=evolve(setup, scoring=NORMAL))
    for some in fewer(tuple(zip(setup.modules, extras, strict=True))):
        modules, kept = tuple(module for module, _ in some), tuple(extra for _, extra in some)
        yield evolve(state, setup=evolve(setup, modules=modules), extras=kept)
    yield evolve(state, marker=state.marker and ODD)
    yield evolve(state, mover=state.mover and 0)
    plain = state.yard if len(setup.game.lanes) == 1 else ((None,),) * 4
    yield evolve(state, setup=evolve(setup, game=GRANADA), yard=plain, bags=state.bags[:1])
    if len(players) != questions.SEATS:
        three = (*players, Player(NO_CARDS, empty_city(setup.game.start)))[: questions.SEATS]
        yield evolve(state, setup=evolve(setup, players=questions.SEATS), players=three, dirk=None)
    if len(players) > questions.SEATS:
        left = len(players) - 1
        seated = state.with_extra(VIZIER, state.extra(VIZIER)[:left]) if VIZIER in setup.modules else state
        yield evolve(seated, setup=evolve(setup, players=left), players=players[:left])
    yield evolve(state, todo=(Act(state.mover or 0),))
    yield from walked(state, "extras", "yard")
    yield from (state.with_tile(slot, None) for slot, tile in state.slots.items() if tile is not None)
