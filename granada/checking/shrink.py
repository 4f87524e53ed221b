"""Shrinking: ever simpler versions of a question, as long as the disagreement stays."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice
from time import monotonic
from typing import Any

from attrs import evolve, fields_dict, frozen

from granada.board import NO_CARDS, Building, Layout, Purse, Tile, empty_city
from granada.checking.random_plans import beside
from granada.checking.shrink_cities import (
    blanked,
    built,
    cheaper,
    cities,
    fewer,
    layouts,
    one_simpler,
    plainer,
    shifted,
    shifts,
    without_edge,
)
from granada.game import GRANADA, NORMAL, VIZIER, Action, Deck, Dirk, Pile, Player, State, apply
from granada.steps import ODD, Act, Favour, PlaceTiles, ScoreDue, Step
from granada.suite import (
    SEATS,
    USUAL,
    ApplyQuestion,
    BuyQuestion,
    Case,
    FlipQuestion,
    PlaceQuestion,
    Question,
    RemoveQuestion,
    ScoreQuestion,
    StateQuestion,
    SwapQuestion,
    TakeQuestion,
    answered,
    as_told,
    idle,
    read_position,
    written_position,
)
from granada.table import Record

Changes = dict[str, Any]
"""The fields of a state or of a question that are others; each has a type of its own."""
Candidate = Callable[[], Question | None]
"""A simpler question, which is worked out when it is asked; None where there is none."""
Simplify = Callable[[Any], Iterator[object]]
"""Simpler versions of a part; its type goes with its name, which no type can say."""
MOST_QUESTIONS = 800
"""How many questions are asked to make one disagreement small."""
MOST_TRIES = 20_000
"""How many simpler versions are tried, whether they are questions or not."""
MOST_SECONDS = 120.0
"""The last resort, for a program that thinks long about each question."""
OPTIONAL = ("rulings", "scoring", "modules", "family", "shown", "game")
"""The parts that a question may do without."""


@frozen
class Shrunk:
    """The simplest version that was found, and why none simpler was looked for; empty where there is none."""

    case: Case
    stopped: str = ""


def shrunk(
    case: Case, fails: Callable[[Case], bool], most: int = MOST_QUESTIONS, clock: Callable[[], float] = monotonic
) -> Shrunk:
    """The simplest version of a case that still fails, as far as that can be found by so many questions."""
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


# Questions


def simpler(question: Question) -> Iterator[Candidate]:
    """Versions of a question with one thing less, the boldest first."""
    if isinstance(question, ApplyQuestion):
        number = len(question.deeds)
        yield from (partial(_later, question, done) for done in dict.fromkeys((number - 1, number // 2, 1)))
    if isinstance(question, StateQuestion):
        yield from (partial(_with_other_state, question, changes) for changes in _changes(question.state))
    yield from (partial(_itself, each) for each in _with_simpler_parts(question))


def _itself(question: Question) -> Question:
    return question


def _with_simpler_parts(question: Question) -> Iterator[Question]:
    """Versions of a question in which a part other than its state is simpler."""
    parts, twice = fields_dict(type(question)), _twice(question)
    for name in OPTIONAL:
        about_cities = name == "game" and parts.keys() & {"layout", "city", "cities"}
        if name in parts and not about_cities and getattr(question, name) != parts[name].default:
            yield evolve(question, **{name: parts[name].default})
    if isinstance(question, PlaceQuestion | RemoveQuestion | SwapQuestion):
        yield from _brought_closer(question)
    for name, simplify in PARTS.items():
        if name in parts and (value := getattr(question, name)) is not None:
            changed = (evolve(question, **{name: other}) for other in simplify(value))
            yield from (each for each in changed if _twice(each) <= twice)
    if isinstance(question, TakeQuestion | BuyQuestion | FlipQuestion):
        yield from _fewer_cards_paid(question)
    if isinstance(question, PlaceQuestion | SwapQuestion):
        yield from (each for each in _plainer_face(question) if _twice(each) <= twice)


def _seats(simplify: Simplify) -> Simplify:
    """Fewer seats, but two at least, or one of them simpler."""
    return lambda seats: chain((some for some in fewer(seats) if len(some) > 1), one_simpler(seats, simplify))


def _actions(done: Action | tuple[Action, ...]) -> Iterator[Action | tuple[Action, ...]]:
    """Fewer actions in a row."""
    if isinstance(done, tuple):
        yield from (some if len(some) > 1 else some[0] for some in fewer(done) if some)


def _records(record: Record) -> Iterator[Record]:
    """The same game with fewer actions and draws."""
    return (evolve(record, steps=steps) for steps in fewer(record.steps))


def _tiles(tile: Tile) -> Iterator[Tile]:
    """A cheaper tile; one with two faces stays as it is, since they belong together."""
    return (Tile(face) for face in cheaper(tile.up) if tile.down is None)


def _texts(text: str) -> Iterator[str]:
    """A text without one of its signs."""
    return (text[:at] + text[at + 1 :] for at in range(len(text)))


def _later(question: ApplyQuestion, done: int) -> Question | None:
    """The same question after so many of its actions, if others are left."""
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
            less = evolve(question.do, cards=paid - Purse.of([card]))
            yield evolve(question, **{where: held[:at] + held[at + 1 :], "do": less})


def _twice(question: Question) -> Counter[tuple[Building, int]]:
    """The tiles that are there more than once, and how many too many: in no simpler question there may be others."""
    match question:
        case ScoreQuestion():
            built = (face for city in question.cities for face in city.faces if not face.is_hut)
            faces = [*built, *(question.dirk or ())]
        case PlaceQuestion():
            faces = [*question.city.faces, question.do.face]
        case _:
            faces = []
    return Counter((face.building, face.price) for face in faces) - Counter({(f.building, f.price) for f in faces})


def _brought_closer(question: PlaceQuestion | RemoveQuestion | SwapQuestion) -> Iterator[Question]:
    """The city and the cell that it is about, closer to the start."""
    old, cell = question.city.layout, question.do.cell
    for shift in shifts({**old.by_cell, cell: None}):
        for city in (city for layout in shifted(old, shift) if layout != old for city in built(layout)):
            changes: Changes = {"city": city, "do": evolve(question.do, cell=shift(cell))}
            yield evolve(question, **changes)


def _plainer_face(question: PlaceQuestion | SwapQuestion) -> Iterator[Question]:
    """A moat or wall less on the tile that is placed or swapped, and on its neighbour; or a lower price."""
    old, cell, city = question.do.face, question.do.cell, question.city
    for face in (*plainer(old), *cheaper(old)):
        reserve = tuple(face if each == old else each for each in question.reserve)
        changes: Changes = {"do": evolve(question.do, face=face), "reserve": reserve}
        changed = evolve(question, **changes)
        yield changed
        gone = old.edges & ~face.edges
        side = gone.bit_length() - 1
        near = beside(cell)[side] if gone else cell
        other, opposite = city.get(near), (side + 2) % 4
        if other and other.edges >> opposite & 1:
            tiles = {**city.layout.by_cell, near: without_edge(other, opposite)}
            layout = Layout.of(tiles, start=city.start, founding=city.founding)
            yield from (evolve(changed, city=city) for city in built(layout))


# States


def _with_other_state(question: StateQuestion, changes: Changes) -> Question | None:
    """The same question in a changed position, as a chapter writes it; None where there is no such position."""
    try:
        written = written_position(evolve(question.state, **changes))
        found = None if written is None else read_position(written)
    except (ValueError, LookupError, TypeError):
        return None
    return evolve(question, state=found) if found is not None and found != question.state else None


def _changes(state: State) -> Iterator[Changes]:
    """What makes a position simpler, the boldest first."""
    return chain(_tables(state), _seatings(state), _things(state))


def _tables(state: State) -> Iterator[Changes]:
    """A plainer table."""
    setup = state.setup
    for at, module in enumerate(setup.modules):
        yield {"extras": (*state.extras[:at], idle(module, setup), *state.extras[at + 1 :])}
    yield {"setup": evolve(setup, rulings=USUAL)}
    yield {"setup": evolve(setup, scoring=NORMAL)}
    for some in fewer(tuple(zip(setup.modules, state.extras, strict=True))):
        modules, extras = tuple(module for module, _ in some), tuple(extra for _, extra in some)
        yield {"setup": evolve(setup, modules=modules), "extras": extras}
    yield {"marker": state.marker and ODD}
    yield {"mover": state.mover and 0}
    plain = state.yard if len(state.yard) == 4 else (None,) * 4
    yield {"setup": evolve(setup, game=GRANADA), "yard": plain, "bags": state.bags[:1]}


def _seatings(state: State) -> Iterator[Changes]:
    """The usual number of players, or one less unless Dirk would come."""
    setup, players = state.setup, state.players
    nobody = Player(NO_CARDS, empty_city(setup.game.start))
    if len(players) != SEATS:
        yield {"setup": evolve(setup, players=SEATS), "players": (*players, nobody)[:SEATS], "dirk": None}
    if len(players) > SEATS:
        left = len(players) - 1
        some = state.with_extra(VIZIER, state.extra(VIZIER)[:left]) if VIZIER in setup.modules else state
        yield {"setup": evolve(setup, players=left), "players": players[:left], "extras": some.extras}


def _things(state: State) -> Iterator[Changes]:
    """Fewer things on the table."""
    yield {"todo": (Act(state.mover or 0),)}
    for name, simplify in THINGS.items():
        if (value := getattr(state, name)) is not None:
            yield from ({name: other} for other in simplify(value))


def _purses(purse: Purse) -> Iterator[Purse]:
    """Fewer cards."""
    return map(Purse.of, fewer(tuple(purse)))


def _steps(step: Step) -> Iterator[Step]:
    """A step of the agenda with fewer tiles, seats or scorings."""
    match step:
        case Act():
            yield from (evolve(step, bought=some) for some in fewer(step.bought))
        case PlaceTiles():
            yield from (evolve(step, tiles=some) for some in fewer(step.tiles) if some)
        case Favour():
            yield from (evolve(step, seats=some) for some in fewer(step.seats))
        case ScoreDue():
            yield from (evolve(step, rounds=some) for some in fewer(step.rounds))


def _decks(deck: Deck) -> Iterator[Deck]:
    """A deck with fewer piles or cards."""
    for layers in fewer(deck.piles):
        yield evolve(deck, piles=layers)
    for layers in one_simpler(deck.piles, lambda layer: (evolve(layer, cards=some) for some in fewer(layer.cards))):
        yield evolve(deck, piles=layers)
    if len(deck.piles) == 1:
        for at, pool in enumerate(deck.pools):
            for cards in fewer(tuple(pool)):
                sizes = tuple(len(cards) if other == at else size for other, size in enumerate(deck.piles[0].slots))
                pools = (*deck.pools[:at], Purse.of(cards), *deck.pools[at + 1 :])
                yield Deck(pools, (Pile(sizes, deck.piles[0].cards),))


def _players(player: Player) -> Iterator[Player]:
    """A player with less."""
    yield Player(NO_CARDS, empty_city(player.city.start))
    yield evolve(player, city=empty_city(player.city.start))
    yield evolve(player, points=0)
    yield from (evolve(player, hand=hand) for hand in _purses(player.hand))
    yield from (evolve(player, reserve=faces) for faces in fewer(player.reserve))
    yield from (evolve(player, city=city) for city in cities(player.city))


def _dirks(dirk: Dirk) -> Iterator[Dirk]:
    """Dirk with less."""
    yield evolve(dirk, points=0)
    yield from (evolve(dirk, faces=faces) for faces in fewer(dirk.faces))


THINGS: dict[str, Simplify] = {
    "deck": _decks,
    "discard": _purses,
    "bags": lambda bags: one_simpler(bags, fewer),
    "players": lambda players: one_simpler(players, _players),
    "display": _purses,
    "yard": blanked,
    "todo": lambda todo: one_simpler(todo, _steps),
    "dirk": _dirks,
}
"""How each part of a state is made simpler."""
PARTS: dict[str, Simplify] = {
    "modules": fewer,
    "layout": layouts,
    "city": cities,
    "cities": _seats(cities),
    "tile": _tiles,
    "display": fewer,
    "hand": fewer,
    "hands": _seats(fewer),
    "reserve": fewer,
    "dirk": fewer,
    "yard": blanked,
    "record": _records,
    "text": _texts,
    "do": _actions,
}
"""How each part of a question is made simpler."""
