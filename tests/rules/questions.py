"""Questions near the cases of a rule: a case with parts of it changed, so that both sides of the rule are met.

What is changed is drawn by a ``Random``, which may be a plain one or one of hypothesis.
"""

from __future__ import annotations

from functools import cache, reduce
from itertools import chain
from typing import TYPE_CHECKING, Any

from attrs import evolve, fields
from hypothesis import strategies as st

from granada import (
    ALHAMBRA,
    COMBINED,
    GRANADA,
    Building,
    Card,
    Cell,
    City,
    Face,
    IllegalAction,
    InvalidState,
    Purse,
    Round,
    Setup,
    apply,
    legal_actions,
)
from granada.board import Layout, empty_city
from granada.board.cells import START, neighbours
from granada.board.money import BUREAUS, COPIES, CURRENCIES, MONEY
from granada.board.tiles import PRICES, Tile
from granada.fuzzing.random_actions import attempt
from granada.fuzzing.random_cities import cells_of, taken_sides
from granada.game import BONUS, EXCHANGE, FLIP_PRICE, Buy, Flip, Take
from granada.game.modules.bonus import windows_before
from granada.game.scoring import plans
from granada.logic import KINDS as LOGIC_KINDS
from granada.questions import (
    ActionQuestion,
    ApplyQuestion,
    AwardQuestion,
    BuyQuestion,
    FlipQuestion,
    LayoutQuestion,
    LegalQuestion,
    MoatQuestion,
    Question,
    ScoreQuestion,
)
from granada.rulebook import READINGS, Rulings
from granada.spec import Case, cases
from granada.steps import ScoreRow, Show
from granada.table import usable_faces, with_tile
from granada.wire.validity import flaws_of
from tests.rules.tables import in_a_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

    from hypothesis.strategies import SearchStrategy

    from granada import Action, Currency, Family, Game, Player, State
    from granada.board.money import Bureau

    Cards = tuple[Card | Bureau, ...]

ASKED = LOGIC_KINDS
"""The kinds of cases whose questions are changed."""
DEEDS = 8
"""So many actions are asked about in a position at most."""
LARGEST = 16
"""No city that is drawn has more tiles."""


def _last(question: Question) -> list[Question]:
    """A question about the last of several actions alone, and about the last two; of those listed one with each verb.

    To list all legal actions takes the clauses too long, so that each is asked about by itself.
    """
    if isinstance(question, LegalQuestion):
        listed = {action.verb: action for action in legal_actions(question.state)}
        return [ApplyQuestion(state=question.state, do=action, ask=()) for action in listed.values()]
    if not isinstance(question, ApplyQuestion):
        return [question]
    deeds, befores = question.deeds[: question.course.number], [question.state]
    for action in deeds[:-1]:
        befores.append(apply(befores[-1], action))
    ends = range(len(befores))[-2:]
    return [ApplyQuestion(state=befores[start], do=deeds[start:], ask=()) for start in ends]


@cache
def cases_near(rule: str, kinds: tuple[str, ...] = ASKED) -> tuple[list[Case], list[Case]]:
    """The cases near a rule, its own and all that break it: those that break it, and the others."""
    of_kinds = [case for case in cases() if case.kind in kinds]
    wrong = [case for case in of_kinds if rule in case.expect.get("broken", ())]
    right = [case for case in of_kinds if case.rule == rule and rule not in case.expect.get("broken", ())]
    return wrong, right


@cache
def sides(rule: str, kinds: tuple[str, ...]) -> list[dict[object, list[Question]]]:
    """What the cases near a rule ask, those that break it and the others: alike are of a kind, a verb and readings."""
    found = []
    for side in filter(None, cases_near(rule, kinds)):
        alike: dict[object, list[Question]] = {}
        for question in (each for case in side for each in _last(case.asked)):
            verbs = tuple(action.verb for action in question.deeds)
            readings = question.setup and question.setup.rulings
            alike.setdefault((question.kind, verbs, readings), []).append(question)
        found.append(alike)
    return found


def sorts(rule: str, kinds: tuple[str, ...] = ASKED) -> list[list[Question]]:
    """What the cases near a rule ask, those that are alike together."""
    return [alike for side in sides(rule, kinds) for alike in side.values()]


def questions(rule: str, kinds: tuple[str, ...] = ASKED) -> SearchStrategy[list[Question]]:
    """Questions near a rule, as hypothesis draws them."""
    return st.randoms(use_true_random=False).map(lambda rng: next(near(rng, rule, kinds))).filter(bool)


def near(rng: Random, rule: str, kinds: tuple[str, ...] = ASKED) -> Iterator[list[Question]]:
    """Questions near a rule, for ever: cases with parts changed, now one of each sort in turn, now of either side."""
    known = sides(rule, kinds)
    every = sorts(rule, kinds)
    while True:
        for alike in rng.sample(every, len(every)):
            yield _near(rng, rule, rng.choice(alike))
            yield _near(rng, rule, rng.choice([*chain(*rng.choice(known).values())]))


def _near(rng: Random, rule: str, question: Question) -> list[Question]:
    """A question with some parts changed, of an action several in the same position; none where there is no such."""
    try:
        rulings = question.setup and question.setup.rulings
        if rulings and not rng.randrange(4 if rulings == Rulings() else 8):
            question = question.under(_read_otherwise(rng, rule, rulings))
        asked = _changed(rng, question)
    except (InvalidState, IllegalAction):
        return []
    return [each for each in asked if not each.flaws() and bonus_cards_can_lie_so(each)]


def _read_otherwise(rng: Random, rule: str, rulings: Rulings) -> Rulings:
    """The rulings with another reading, most often of the rule itself."""
    own = [name for name, (whose, _) in READINGS.items() if str(whose) == rule]
    name = rng.choice(own if own and rng.randrange(4) else list(READINGS))
    others = [value for value in READINGS[name][1] if value != getattr(rulings, name)]
    return evolve(rulings, **{name: rng.choice(others)})


def bonus_cards_can_lie_so(question: Question) -> bool:
    """Whether a game can come to such bonus cards: each shown one has its tile, and who is asked may hold one."""
    if not isinstance(question, ApplyQuestion) or BONUS not in question.state.setup.modules:
        return True
    state = question.state
    for player, shown in zip(state.players, state.extra(BONUS).shown, strict=True):
        if any(shown.count(face) > player.city.faces.count(face) for face in shown):
            return False
    shows = {step for step in state.todo if isinstance(step, Show)}
    rows = [step.row for step in state.todo if isinstance(step, ScoreRow)]
    return not shows or shows <= {*windows_before(state, rows[0])}


def _changed(rng: Random, question: Question) -> Sequence[Question]:
    """A question with some of its parts changed; of an action several."""
    match question:
        case ApplyQuestion():
            return _in_a_position(rng, question)
        case ActionQuestion():
            return _at_a_table(rng, question)
        case ScoreQuestion():
            return [_scored(rng, question)]
        case AwardQuestion() if rng.randrange(2):
            return [evolve(question, hands=tuple(_low_hand(rng) for _ in range(rng.randint(1, 6))))]
        case LayoutQuestion() if rng.randrange(2):
            laid = _layout(rng, question.game) if rng.randrange(2) else _near_layout(rng, question.layout)
            return [evolve(question, layout=laid)]
        case MoatQuestion() if rng.randrange(2):
            return [evolve(question, city=_city(rng, question.game))]
    return [question]


# What is done


def _deed(rng: Random, state: State, action: Action, *, own: bool = False) -> Action:
    """The same action with other cards, cell or face, or any that somebody might try; or always of its kind."""
    parts = [each.name for each in fields(type(action)) if each.name in PARTS]
    if not own and (not parts or not rng.randrange(8)):
        return attempt(state, rng) or action
    chosen = [name for name in parts if rng.randrange(2)] or parts[:1]
    for name in chosen:
        action = evolve(action, **{name: _part(rng, state, action, name)})
    return action


PARTS = ("cards", "cell", "face", "space")
"""The parts of an action that are changed."""
WHERE = ("beside", "beside", "beside", "closing", "closing", "corner", "tile", "tile", "start", "founding")
"""The cells at which something is tried."""


def _part(rng: Random, state: State, action: Any, name: str) -> Any:
    """Another value for a part of an action."""
    player = state.players[state.actor or 0]
    match name:
        case "cards":
            there = tuple(state.display if isinstance(action, Take) else player.hand) or MONEY
            match rng.randrange(3):
                case 0:
                    return Purse([rng.choice(there)])
                case 1:
                    return Purse(rng.sample(there, rng.randint(0, min(len(there), 5))))
            return Purse(_fewer_or_more(rng, tuple(action.cards), bureaus=EXCHANGE in state.setup.modules))
        case "cell":
            found = cells_of(player.city, rng.choice(WHERE), rng)
            return rng.choice(found or cells_of(player.city, "beside", rng))
        case "face":
            known = sorted({*usable_faces(state), *player.reserve, action.face})
            like = [face for face in known if face.is_hut == action.face.is_hut]
            if action.face.is_hut or rng.randrange(2):
                return rng.choice(like)
            return _fitting(rng, player.city, getattr(action, "cell", START), action.face)
    spaces = [slot.space for slot, tile in state.slots.items() if tile]
    return rng.choice(spaces) if spaces and rng.randrange(4) else rng.randint(1, 4)


def _fitting(rng: Random, city: City, cell: Cell, face: Face) -> Face:
    """The same face with the moats or walls that fit all its neighbours, or all but one."""
    edges = rng.randrange(15)
    for side in taken_sides(city, cell):
        other = city.get(neighbours(cell)[side])
        wall = other is not None and other.barred((side + 2) % 4)
        edges = edges & ~(1 << side) | wall << side
    if edges == 15 or rng.randrange(2):
        edges ^= 1 << rng.randrange(4)
    return evolve(face, edges=edges if edges < 15 else 0)


def _fewer_or_more(rng: Random, held: Cards, *, bureaus: bool = False) -> Cards:
    """Some cards with one less, one more, or another one in place of one."""
    rest = list(held)
    if rest and rng.randrange(2):
        rest.pop(rng.randrange(len(rest)))
    if rng.randrange(2):
        known: Cards = (*MONEY, *BUREAUS) if bureaus else MONEY
        rest.append(rng.choice(known))
    return _as_many_as_there_are(rest)


def _as_many_as_there_are(cards: Sequence[Card | Bureau]) -> Cards:
    """Some cards, none more often than it exists."""
    most = {True: COPIES, False: 1}
    return tuple(card for at, card in enumerate(cards) if cards[:at].count(card) < most[isinstance(card, Card)])


def _worth(rng: Random, total: int, currency: Currency) -> list[Card]:
    """Some cards of a currency that are worth so much."""
    values = []
    while total > 0:
        values.append(rng.randint(1, min(total, 9)) if rng.randrange(3) else min(total, 9))
        total -= values[-1]
    return [Card(currency, value) for value in values]


# Tables on which little lies


def _at_a_table(rng: Random, question: ActionQuestion) -> list[Question]:
    """A question about one action, with another city, other money, another price, and the action changed."""
    parts = {
        each.name: _thing(rng, question, each.name)
        for each in fields(type(question))
        if each.name in AT_A_TABLE and not rng.randrange(3)
    }
    changed: Any = evolve(question, **parts)
    others = [_deed(rng, changed.state, changed.do, own=True) for _ in range(rng.randrange(DEEDS))]
    deeds = dict.fromkeys((changed.do, *others))
    asked = [evolve(changed, do=action) for action in deeds]
    if isinstance(changed, BuyQuestion | FlipQuestion):
        asked += [_paid_about(rng, each) for each in asked]
    return asked


def _paid_about(rng: Random, question: Any) -> Question:
    """The same with a payment of about the price out of a hand that has it."""
    tile = question.tile if isinstance(question, BuyQuestion) else None
    hand, paid = _payment(rng, question.do, tile, question.hand)
    changed: Question = evolve(question, hand=tuple(hand), do=paid)
    return changed


def _payment(rng: Random, action: Any, tile: Tile | None, hand: Iterable[Card | Bureau]) -> tuple[Purse, Action]:
    """A payment of about the price of a tile or a flip; a hand that has it, and perhaps the price in other cards."""
    price = tile.up.price if tile else FLIP_PRICE
    currency = CURRENCIES[action.space - 1] if tile else rng.choice(CURRENCIES)
    paid = _worth(rng, price + rng.choice((-1, 0, 1, 1)), currency)
    held = [*paid, *(_worth(rng, price, currency) if rng.randrange(3) else ()), *hand]
    return Purse(_as_many_as_there_are(held)), evolve(action, cards=Purse(_as_many_as_there_are(paid)))


AT_A_TABLE = ("city", "reserve", "display", "hand", "tile")
"""The parts of a question about one action that are changed."""


def _thing(rng: Random, question: Any, name: str) -> Any:
    """Another value for a part of a question about one action."""
    value = getattr(question, name)
    match name:
        case "city":
            return _city(rng, question.game)
        case "reserve":
            return (*value, *(_face(rng, question.game.start) for _ in range(rng.randrange(3))))
        case "display" if question.kind == "take" and rng.randrange(2):
            some = [card for card in MONEY if card.value in (1, 2, 9)]
            return _as_many_as_there_are([rng.choice(some) for _ in range(rng.randint(3, 4))])
        case "display" | "hand":
            return _fewer_or_more(rng, tuple(value), bureaus=EXCHANGE in question.modules)
    return _at_another_price(rng, value)


def _at_another_price(rng: Random, tile: Tile) -> Tile:
    """The same tile at other prices."""
    if tile.down is None:
        return Tile(evolve(tile.up, price=rng.choice(PRICES)))
    even = rng.randrange(2, 13, 2)
    up, down = tile.up, tile.down
    return Tile(evolve(up, price=even + up.price % 2), evolve(down, price=even + down.price % 2))


# Positions


def _in_a_position(rng: Random, question: ApplyQuestion) -> list[Question]:
    """An action in a position: who acts has another city, other money or another reserve, and does something else."""
    state, game = question.state, question.state.setup.game
    if state.actor is not None and rng.randrange(2):
        player = state.players[state.actor]
        match rng.randrange(3):
            case 0:
                hand = _fewer_or_more(rng, tuple(player.hand), bureaus=EXCHANGE in state.setup.modules)
                other = evolve(player, hand=Purse(hand))
            case 1:
                other = evolve(player, city=_city(rng, game))
            case _:
                reserve = sorted(_face(rng, game.start) for _ in range(rng.randrange(3)))
                other = evolve(player, reserve=tuple(reserve))
        state = _with_player(state, state.actor, other)
    *first, last = question.deeds
    before = reduce(apply, first, state)
    if state.actor is not None and not first and isinstance(last, Buy | Flip) and rng.randrange(4):
        tiles = [tile for slot, tile in state.slots.items() if isinstance(last, Buy) and slot.space == last.space]
        player = state.players[state.actor]
        held, last = _payment(rng, last, next(filter(None, tiles), None), player.hand)
        state = before = _with_player(state, state.actor, evolve(player, hand=held))
    if any(flaws_of(state)):
        return []
    deeds = dict.fromkeys((last, *(_deed(rng, before, last) for _ in range(rng.randrange(DEEDS)))))
    return [ApplyQuestion(state=state, do=(*first, action), ask=()) for action in deeds]


def _with_player(state: State, seat: int, player: Player) -> State:
    """The same position with another player on a seat."""
    return evolve(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


# Cities, layouts, scorings, awards


def _face(rng: Random, family: Family) -> Face:
    """Any face of a family."""
    building = rng.choice([building for building in Building if building.family is family])
    return Face(building, rng.choice(PRICES), rng.randrange(15))


def _city(rng: Random, game: Game, most: int = LARGEST) -> City:
    """A city that keeps the building rules, grown tile by tile."""
    city = empty_city(game.start)
    for _ in range(rng.randrange(2 * most)):
        if len(city) < most:
            city = with_tile(city, _face(rng, rng.choice(game.lanes)), rng.randrange(31))
    return city


def _layout(rng: Random, game: Game) -> Layout:
    """Any tiles near a start tile, most of them wrong in several ways."""
    cells = {Cell(rng.randint(-2, 2), rng.randint(-2, 2)) for _ in range(rng.randrange(7))} - {START}
    tiles = {cell: _face(rng, rng.choice(game.lanes)) for cell in sorted(cells)}
    turns = {cell: rng.choice((0, 0, 0, 90, 180, 270)) for cell in tiles} if rng.randrange(2) else {}
    strangers = [cell for cell, face in tiles.items() if face.family is not game.start]
    founding = rng.choice(strangers) if strangers else None
    return Layout.of(tiles, rotations=turns, start=game.start, founding=founding)


def _near_layout(rng: Random, layout: Layout) -> Layout:
    """The layout of a case with a tile more, a tile less, or a tile turned."""
    tiles, turns = dict(layout.by_cell), dict(layout.rotations)
    cell = rng.choice([cell for x in range(-2, 3) for y in range(-2, 3) if (cell := Cell(x, y)) != START])
    if cell in tiles and cell != layout.founding and rng.randrange(2):
        del tiles[cell]
        turns.pop(cell, None)
    elif cell in tiles:
        turns[cell] = rng.choice((90, 180, 270))
    else:
        tiles[cell] = _face(rng, layout.start)
    return Layout.of(tiles, rotations=turns, start=layout.start, founding=layout.founding)


def _scored(rng: Random, question: ScoreQuestion) -> Question:
    """A scoring of other cities, in another round, beside another Dirk."""
    parts: dict[str, Any] = {"round": rng.choice(list(Round))}
    if not question.shown and rng.randrange(2):
        parts["cities"] = tuple(_city(rng, question.game, 8) for _ in question.cities)
    if question.dirk is not None and rng.randrange(2):
        lanes = question.game.lanes
        parts["dirk"] = tuple(_face(rng, rng.choice(lanes)) for _ in range(rng.randrange(7)))
    return evolve(question, **parts)


def _low_hand(rng: Random) -> tuple[Card, ...]:
    """A few low cards, so that many are equally rich."""
    low = [card for card in MONEY if card.value <= 3]
    return tuple(rng.choice(low) for _ in range(rng.randrange(5)))


def _rows_of(game: Game) -> list[str]:
    """The names of the rows of a game."""
    return [plan.name for plan in plans(Setup(game, 3))]


ROWS = {row: game for game in (COMBINED, GRANADA, ALHAMBRA) for row in _rows_of(game)}
"""The rows of all scorings, each with the smallest game that has it."""
EDGES = ("moats", "walls", "border")
"""The rows that count edges."""


def rows(rng: Random, row: str) -> Iterator[list[Question]]:
    """Scorings in which a row counts, for ever."""
    while True:
        yield [_with_row(rng, row)]


def _with_row(rng: Random, row: str) -> Question:
    """A scoring in which a row counts, and ties are many: of a building a few tiles, each at one of a few prices."""
    game = ROWS[row]
    scoring, which = rng.choice(game.scorings), rng.choice(list(Round))
    seats = 2 if row in EDGES else rng.randint(2, 6)
    if row in EDGES:
        cities = tuple(_city(rng, game) for _ in range(seats))
        return ScoreQuestion(game=game, round=which, cities=cities, scoring=scoring)
    building = Building(row)

    def prices() -> list[int]:
        return [rng.choice((2, 5, 8, 13)) for _ in range(rng.randrange(4))]

    cities = tuple(in_a_row(building, prices()) for _ in range(seats))
    dirk = tuple(Face(building, price) for price in prices()) if seats == 2 else None
    return ScoreQuestion(game=game, round=which, cities=cities, scoring=scoring, dirk=dirk)
