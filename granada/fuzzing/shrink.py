"""Shrinking: ever simpler versions of a question, as long as the disagreement stays."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import chain, islice
from time import monotonic
from types import NoneType
from typing import TypeVar, cast, get_args, get_type_hints

from attrs import NOTHING, AttrsInstance, evolve, fields, frozen

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
from granada.questions import (
    SEATS,
    USUAL,
    ApplyQuestion,
    BuyQuestion,
    FlipQuestion,
    NotationQuestion,
    PlaceQuestion,
    Question,
    RemoveQuestion,
    ScoreQuestion,
    StateQuestion,
    SwapQuestion,
    TakeQuestion,
    as_told,
    faces_of,
    idle,
    read_position,
    written_position,
)
from granada.spec import Case, answered
from granada.steps import ODD, Act, Step
from granada.table import Record

Candidate = Callable[[], Question | None]
"""A simpler question, which is worked out when it is asked; None where there is none."""
Thing = TypeVar("Thing", bound=AttrsInstance)
MOST_QUESTIONS = 800
"""How many questions are asked to make one disagreement small."""
MOST_TRIES = 20_000
"""How many simpler versions are tried, whether they are questions or not."""
MOST_SECONDS = 120.0
"""The last resort, for a program that thinks long about each question."""


@frozen
class Shrunk:
    """The simplest version that was found, and why none simpler was looked for; empty where there is none."""

    case: Case
    stopped: str = ""


def shrunk(
    case: Case, fails: Callable[[Case], bool], most: int = MOST_QUESTIONS, clock: Callable[[], float] = monotonic
) -> Shrunk:
    """The simplest failing version of a case that can be found within a limit of questions."""
    deadline, questions, tries, at, progress = clock() + MOST_SECONDS, 0, 0, 0, True
    while progress:
        progress = False
        for number, candidate in _from(at, simpler(case.asked)):
            tries += 1
            question = candidate()
            found = answered(question, case.name, case.rule) if question else None
            if found is None:
                continue
            if questions >= most or tries >= MOST_TRIES:
                return Shrunk(case, f"after {questions} questions")
            if clock() >= deadline:
                return Shrunk(case, f"after {MOST_SECONDS:g} s and {questions} questions: the program is slow")
            questions += 1
            if fails(found):
                case, at, progress = found, number, True
                break
    return Shrunk(case)


def _from(at: int, candidates: Iterator[Candidate]) -> Iterator[tuple[int, Candidate]]:
    """Candidates with their numbers, from a number on, and then those before, which have just been tried."""
    before = list(islice(candidates, at))
    yield from enumerate(candidates, start=at)
    yield from enumerate(before)


# Values of any type


def changed(thing: Thing, **parts: object) -> Thing:
    """A thing with other parts; their types go with their names, which no type can say."""
    return cast("Callable[..., Thing]", evolve)(thing, **parts)


def walked(thing: Thing, *skipped: str) -> Iterator[Thing]:
    """A thing with one of its fields as usual, or made simpler by its type; the boldest first."""
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
    """Simpler versions of a value, by its type; none where it has to stay."""
    match value:
        case City():
            return cities(value)
        case Layout():
            return layouts(value)
        case Purse():
            return map(Purse, fewer(tuple(value)))
        case Tile(down=None):  # two faces belong together
            return map(Tile, cheaper(value.up))
        case Record():
            return (evolve(value, steps=steps) for steps in fewer(value.steps))
        case Deck():
            return _decks(value)
        case Player() | Dirk() | Step():
            return walked(value)
        case (Step(), *_):  # with fewer it would be another moment
            return one_simpler(tuple(value), versions)
        case (first, *_) if isinstance(first, City | Player) or type(first) is tuple:  # one for each seat
            some = (items for items in fewer(tuple(value)) if len(items) > 1)
            return chain(some, one_simpler(tuple(value), versions))
        case tuple():
            return fewer(value)
    return iter(())


@cache
def _has_gaps(kind: type, name: str) -> bool:
    """Whether the items of a field may be gone, and their places stay."""
    return any(NoneType in get_args(item) for item in get_args(get_type_hints(kind)[name])[:1])


def _gone(item: object) -> list[None]:
    return [] if item is None else [None]


def _decks(deck: Deck) -> Iterator[Deck]:
    """A deck with fewer piles or cards."""
    yield from (evolve(deck, piles=layers) for layers in fewer(deck.piles))
    plainer_piles = one_simpler(deck.piles, lambda layer: (evolve(layer, cards=some) for some in fewer(layer.cards)))
    yield from (evolve(deck, piles=layers) for layers in plainer_piles)
    if len(deck.piles) == 1:
        for pools in one_simpler(deck.pools, lambda pool: map(Purse, fewer(tuple(pool)))):
            yield Deck(pools, (Pile(tuple(map(len, pools)), deck.piles[0].cards),))


# Questions


def simpler(question: Question) -> Iterator[Candidate]:
    """Versions of a question with one thing less, the boldest first."""
    if isinstance(question, ApplyQuestion):
        number = len(question.deeds)
        yield from (partial(_later, question, done) for done in dict.fromkeys((number - 1, number // 2, 1)))
    if isinstance(question, StateQuestion):
        yield from (partial(_with_other_state, question, state) for state in _states(question.state))
    twice = _twice(question)
    yield from (partial(evolve, each) for each in _with_simpler_parts(question) if _twice(each) <= twice)


def _with_simpler_parts(question: Question) -> Iterator[Question]:
    """Versions of a question in which a part other than its state is simpler."""
    match question:
        case ApplyQuestion():
            for some in fewer(question.deeds):
                if some:
                    yield evolve(question, do=some if len(some) > 1 else some[0])
        case NotationQuestion(text=text):
            yield from (evolve(question, text=text[:at] + text[at + 1 :]) for at in range(len(text)))
        case PlaceQuestion() | RemoveQuestion() | SwapQuestion():
            yield from _brought_closer(question)
    if not isinstance(question, StateQuestion):
        about_cities = {"layout", "city", "cities"} & {*question.parts()}
        yield from walked(question, *(["game"] if about_cities else []))
    match question:
        case TakeQuestion() | BuyQuestion() | FlipQuestion():
            yield from _fewer_cards_paid(question)
        case PlaceQuestion() | SwapQuestion():
            yield from _plainer_face(question)


def _later(question: ApplyQuestion, done: int) -> Question | None:
    """The same question after its first actions, if others are left."""
    actions, state = question.deeds, question.state
    if not 0 < done < len(actions):
        return None
    try:
        for action in actions[:done]:
            state = apply(state, action)
    except ValueError:
        return None
    rest, later = actions[done:], as_told(state)
    return evolve(question, state=later, do=rest if len(rest) > 1 else rest[0]) if later else None


def _fewer_cards_paid(question: TakeQuestion | BuyQuestion | FlipQuestion) -> Iterator[Question]:
    """A card less in the hand or display and in the payment."""
    where = "display" if isinstance(question, TakeQuestion) else "hand"
    held, paid = getattr(question, where), question.do.cards
    for at, card in enumerate(held):
        if card in tuple(paid) and card not in held[:at]:
            less = evolve(question.do, cards=paid - Purse([card]))
            yield changed(question, **{where: held[:at] + held[at + 1 :], "do": less})


def _twice(question: Question) -> Counter[tuple[Building, int]]:
    """The tiles that are there more than once, and how many too many: in no simpler question there may be others."""
    lying = faces_of(question) if isinstance(question, ScoreQuestion | PlaceQuestion) else ()
    faces = [face for face in lying if not face.is_hut]
    return Counter((face.building, face.price) for face in faces) - Counter({(f.building, f.price) for f in faces})


def _brought_closer(question: PlaceQuestion | RemoveQuestion | SwapQuestion) -> Iterator[Question]:
    """The city and the cell that it is about, closer to the start."""
    cell = question.do.cell
    for shift in shifts({cell, *question.city.tiles}):
        for city in (city for layout in shifted(question.city.layout, shift) for city in built(layout)):
            yield changed(question, city=city, do=evolve(question.do, cell=shift.get(cell, cell)))


def _plainer_face(question: PlaceQuestion | SwapQuestion) -> Iterator[Question]:
    """A moat or wall less on the tile that is placed or swapped, and on its neighbour; or a lower price."""
    old, cell, city = question.do.face, question.do.cell, question.city
    both = [(each.pop(cell), each) for each in opened(city.tiles, cell, old)]
    for face, others in (*((face, {}) for face in (*plainer(old), *cheaper(old))), *both):
        reserve = tuple(face if each == old else each for each in question.reserve)
        layout = Layout.of({**city.tiles, **others}, start=city.start, founding=city.founding)
        for other in built(layout):
            yield changed(question, city=other, do=evolve(question.do, face=face), reserve=reserve)


# States


def _with_other_state(question: StateQuestion, state: State) -> Question | None:
    """The same question in another position, as a chapter writes it; None where there is no such position."""
    try:
        written = written_position(state)
        found = None if written is None else read_position(written)
    except (ValueError, LookupError, TypeError):
        return None
    return evolve(question, state=found) if found is not None and found != question.state else None


def _states(state: State) -> Iterator[State]:
    """Simpler positions, whether there can be such or not: at a plainer table, with fewer seats, with fewer things."""
    setup, players, extras = state.setup, state.players, state.extras
    for at, module in enumerate(setup.modules):
        yield evolve(state, extras=(*extras[:at], idle(module, setup), *extras[at + 1 :]))
    yield evolve(state, setup=evolve(setup, rulings=USUAL))
    yield evolve(state, setup=evolve(setup, scoring=NORMAL))
    for some in fewer(tuple(zip(setup.modules, extras, strict=True))):
        modules, kept = tuple(module for module, _ in some), tuple(extra for _, extra in some)
        yield evolve(state, setup=evolve(setup, modules=modules), extras=kept)
    yield evolve(state, marker=state.marker and ODD)
    yield evolve(state, mover=state.mover and 0)
    plain = state.yard if len(setup.game.lanes) == 1 else ((None,),) * 4
    yield evolve(state, setup=evolve(setup, game=GRANADA), yard=plain, bags=state.bags[:1])
    if len(players) != SEATS:
        three = (*players, Player(NO_CARDS, empty_city(setup.game.start)))[:SEATS]
        yield evolve(state, setup=evolve(setup, players=SEATS), players=three, dirk=None)
    if len(players) > SEATS:
        left = len(players) - 1
        seated = state.with_extra(VIZIER, state.extra(VIZIER)[:left]) if VIZIER in setup.modules else state
        yield evolve(seated, setup=evolve(setup, players=left), players=players[:left])
    yield evolve(state, todo=(Act(state.mover or 0),))
    yield from walked(state, "extras", "yard")
    yield from (state.with_tile(slot, None) for slot, tile in state.slots.items() if tile is not None)
