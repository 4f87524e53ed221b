"""Questions near the cases of a rule: hypothesis takes a case and changes parts of it, so that both sides are met."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from attrs import evolve, fields
from hypothesis import assume
from hypothesis import strategies as st

from granada import ALHAMBRA, COMBINED, GRANADA, Building, Card, Cell, Face, InvalidState, Purse, Round, Setup
from granada.board.cells import START, neighbours
from granada.board.money import CURRENCIES, MONEY
from granada.board.tiles import PRICES, Tile
from granada.game import BONUS, EXCHANGE
from granada.game.modules.bonus import windows_before
from granada.game.scoring import plans
from granada.logic import KINDS as LOGIC_KINDS
from granada.questions import (
    ActionQuestion,
    ApplyQuestion,
    AwardQuestion,
    BuyQuestion,
    LayoutQuestion,
    MoatQuestion,
    Question,
    ScoreQuestion,
)
from granada.rulebook import READINGS
from granada.spec import cases
from granada.steps import ScoreRow, Show
from granada.strategies import attempts, cells, cities, faces, layouts, purses
from granada.table import usable_faces
from tests.rules.tables import in_a_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

    from granada import Action, Currency, Game, State
    from granada.board.money import Bureau

ASKED = (*(kind for kind in LOGIC_KINDS if kind not in {"legal", "apply"}), "apply")
"""The kinds of questions that are asked here; to list all legal actions takes the clauses too long."""
DEEDS = 8
"""So many actions are asked about in a position at most."""
LARGEST = 16
"""No city that is drawn has more tiles."""


def _last(question: Question) -> Question:
    """A question about the last of several actions alone."""
    if not isinstance(question, ApplyQuestion):
        return question
    course = question.course
    return ApplyQuestion(state=course.before, do=course.action, ask=())


@cache
def sides(rule: str, kinds: tuple[str, ...] = ASKED) -> tuple[list[Question], list[Question]]:
    """What cases near a rule ask, its own and all that break it: those that break it, and the others."""
    near = [case for case in cases() if case.kind in kinds]
    wrong = [case for case in near if rule in case.expect.get("broken", ())]
    right = [case for case in near if case.rule == rule and case not in wrong]
    return [_last(case.asked) for case in wrong], [_last(case.asked) for case in right]


@st.composite
def questions(draw: DrawFn, rule: str, kinds: tuple[str, ...] = ASKED) -> list[Question]:
    """Questions near a rule: a case that breaks it or one that does not, alike, with some parts changed.

    Of an action several are asked, each in the same position.
    """
    known = [side for side in sides(rule, kinds) if side]
    side = draw(st.sampled_from(known))
    if draw(st.booleans()):
        kind = draw(st.sampled_from(sorted({each.kind for each in side})))
        side = [each for each in side if each.kind == kind]
    question = draw(st.sampled_from(side))
    try:
        if question.setup and draw(st.integers(0, 4)) == 4:
            name = draw(st.sampled_from(list(READINGS)))
            question = question.under(evolve(question.setup.rulings, **{name: READINGS[name][1][1]}))
        asked = [each for each in draw(_changed(question)) if not each.flaws() and bonus_cards_can_lie_so(each)]
    except InvalidState:  # there is no such table
        assume(condition=False)
    assume(asked)
    return asked


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


def _changed(question: Question) -> SearchStrategy[list[Question]]:
    """A question with some of its parts changed; of an action several."""
    match question:
        case ApplyQuestion():
            return _in_a_position(question)
        case ActionQuestion():
            return _at_a_table(question)
    return _with_other_parts(question).map(lambda other: [other])


def _with_other_parts(question: Question) -> SearchStrategy[Question]:
    """A question about no action with some of its parts changed."""
    match question:
        case ScoreQuestion():
            return _scored(question)
        case AwardQuestion():
            hands = st.lists(_hands(), min_size=1, max_size=6).map(tuple)
            return st.builds(evolve, st.just(question), hands=hands | st.just(question.hands))
        case LayoutQuestion():
            return st.just(question) | st.builds(
                evolve, st.just(question), layout=layouts((question.game,), max_tiles=6) | _near_layouts(question)
            )
        case MoatQuestion():
            drawn = cities((question.game,), LARGEST)
            return st.builds(evolve, st.just(question), city=drawn | st.just(question.city))
    return st.just(question)


# What is done


@st.composite
def _deeds(draw: DrawFn, state: State, action: Action, *, own: bool = False) -> Action:
    """An action, the same with other cards, cell or face, or any that somebody might try; or always of its kind."""
    how = draw(st.integers(0, 7))
    if how == 7 and not own:
        return draw(attempts(state))
    if how <= 1:
        return action
    parts = {
        each.name: draw(_part(state, each.name, getattr(action, each.name)))
        for each in fields(type(action))
        if each.name in PARTS and draw(st.booleans())
    }
    return evolve(action, **parts)


PARTS = ("cards", "cell", "face", "space")
"""The parts of an action that are changed."""


def _part(state: State, name: str, value: Any) -> SearchStrategy[Any]:
    """Another value for a part of an action."""
    player = state.players[state.actor or 0]
    match name:
        case "cards":
            bureaus = EXCHANGE in state.setup.modules
            mine = tuple(state.display) or tuple(player.hand)
            return _fewer_or_more(tuple(value), bureaus=bureaus).map(Purse) | _some(mine)
        case "cell":
            steps = (-1, 0, 1)
            near = {Cell(x + east, y + north) for x, y in (START, *player.city) for east in steps for north in steps}
            corners = [cell for cell in near if sum(player.city.is_taken(each) for each in neighbours(cell)) > 1]
            return st.sampled_from(sorted(corners) or sorted(near)) | st.sampled_from(sorted(near)) | cells(2)
        case "face":
            known = sorted({*usable_faces(state), *player.reserve, value})
            edges = st.builds(Face, st.just(value.building), st.just(value.price), st.integers(0, 14))
            like = [face for face in known if face.is_hut == value.is_hut]
            return st.sampled_from(like) if value.is_hut else st.sampled_from(like) | edges
    return st.integers(1, 4)


def _some(held: Sequence[Card | Bureau]) -> SearchStrategy[Purse]:
    """Some of the cards that are there."""
    if not held:
        return purses(3)
    places = st.lists(st.sampled_from(range(len(held))), max_size=5, unique=True)
    return places.map(lambda chosen: Purse(held[place] for place in chosen))


@st.composite
def _fewer_or_more(draw: DrawFn, held: Sequence[Card | Bureau], *, bureaus: bool = False) -> tuple[Card | Bureau, ...]:
    """Some cards with one less, one more, or another one in place of one."""
    rest = list(held)
    fewer: bool = draw(st.booleans())
    if rest and fewer:
        rest.pop(draw(st.integers(0, len(rest) - 1)))
    more = tuple(draw(purses(1, bureaus=bureaus)))
    found = (*rest, *more)
    return tuple(card for number, card in enumerate(found) if found[:number].count(card) < 3)


@st.composite
def _about(draw: DrawFn, price: int, currency: Currency) -> list[Card]:
    """Cards of a currency that are worth a price, or one more or less."""
    first = draw(st.integers(1, 9))
    rest = price + draw(st.integers(-1, 1)) - first
    values = [first, *([9] if rest > 9 else []), rest - 9 if rest > 9 else rest]
    return [Card(currency, value) for value in values if value > 0]


# Tables on which little lies


@st.composite
def _at_a_table(draw: DrawFn, question: ActionQuestion) -> list[Question]:
    """A question about one action, with another city, other money, another price, and the action changed."""
    parts: dict[str, Any] = {}
    for each in fields(type(question)):
        if each.name in AT_A_TABLE and draw(st.integers(0, 2)) == 2:
            parts[each.name] = draw(_thing(question, each.name))
    changed: Any = evolve(question, **parts)
    if isinstance(changed, BuyQuestion) and draw(st.booleans()):
        paid = draw(_about(changed.tile.up.price, CURRENCIES[changed.do.space - 1]))
        hand = tuple(Purse((*paid, *changed.hand)))
        changed = evolve(changed, hand=hand, do=evolve(changed.do, cards=Purse(paid)))
    done = draw(st.lists(_deeds(changed.state, changed.do, own=True), min_size=1, max_size=DEEDS))
    return [evolve(changed, do=action) for action in done]


AT_A_TABLE = ("city", "reserve", "display", "hand", "tile")
"""The parts of a question about one action that are changed."""


def _thing(question: Any, name: str) -> SearchStrategy[Any]:
    """Another value for a part of a question about one action."""
    value = getattr(question, name)
    match name:
        case "city":
            return cities((question.game,), LARGEST)
        case "reserve":
            own = st.lists(faces(question.game.start), max_size=2).map(tuple)
            return own.map(lambda more: (*value, *more))
        case "display" if question.kind == "take":
            low = st.lists(st.sampled_from([card for card in MONEY if card.value <= 2]), min_size=3, max_size=4)
            return low.map(tuple) | _fewer_or_more(tuple(value), bureaus=EXCHANGE in question.modules)
        case "display" | "hand":
            return _fewer_or_more(tuple(value), bureaus=EXCHANGE in question.modules)
    return _other_prices(value)


def _other_prices(tile: Tile) -> SearchStrategy[Tile]:
    """The same tile at other prices."""
    if tile.down is None:
        return st.sampled_from(PRICES).map(lambda price: Tile(evolve(tile.up, price=price)))
    pairs = st.sampled_from([(low, low + 1) for low in range(2, 13, 2)])
    up, down = tile.up, tile.down
    return pairs.map(lambda pair: Tile(evolve(up, price=pair[up.price % 2]), evolve(down, price=pair[down.price % 2])))


# Positions


@st.composite
def _in_a_position(draw: DrawFn, question: ApplyQuestion) -> list[Question]:
    """An action in a position: who acts has another city, other money or another reserve, and does something else."""
    state = question.state
    if state.actor is not None and draw(st.booleans()):
        player = state.players[state.actor]
        changes: dict[str, SearchStrategy[Any]] = {
            "hand": _fewer_or_more(tuple(player.hand), bureaus=EXCHANGE in state.setup.modules).map(Purse),
            "city": cities((state.setup.game,), LARGEST),
            "reserve": st.lists(faces(state.setup.game.start), max_size=2).map(lambda more: tuple(sorted(more))),
        }
        name = draw(st.sampled_from(sorted(changes)))
        other = evolve(player, **{name: draw(changes[name])})
        players = (*state.players[: state.actor], other, *state.players[state.actor + 1 :])
        state = evolve(state, players=players)
    done = draw(st.lists(_deeds(state, question.deeds[0]), min_size=1, max_size=DEEDS))
    return [ApplyQuestion(state=state, do=action, ask=()) for action in done]


# Layouts, scorings, awards


@st.composite
def _near_layouts(draw: DrawFn, question: LayoutQuestion) -> Any:
    """The layout of a case with a tile more, a tile less, or a tile turned."""
    layout = question.layout
    tiles, turns = dict(layout.by_cell), dict(layout.rotations)
    cell = draw(cells(2).filter(lambda cell: cell != START))
    if cell in tiles and cell != layout.founding and draw(st.booleans()):
        del tiles[cell]
        turns.pop(cell, None)
    elif cell in tiles:
        turns[cell] = draw(st.sampled_from((90, 180, 270)))
    else:
        tiles[cell] = draw(faces(layout.start))
    return type(layout).of(tiles, rotations=turns, start=layout.start, founding=layout.founding)


@st.composite
def _scored(draw: DrawFn, question: ScoreQuestion) -> Question:
    """A scoring of other cities, in another round, beside another Dirk."""
    parts: dict[str, Any] = {"round": draw(st.sampled_from(Round))}
    if not question.shown and draw(st.booleans()):
        number = len(question.cities)
        parts["cities"] = tuple(draw(cities((question.game,), 8)) for _ in range(number))
    if question.dirk is not None and draw(st.booleans()):
        known = st.one_of([faces(lane) for lane in question.game.lanes])
        parts["dirk"] = tuple(draw(st.lists(known, max_size=6)))
    return evolve(question, **parts)


def _rows_of(game: Game) -> list[str]:
    """The names of the rows of a game."""
    return [plan.name for plan in plans(Setup(game, 3))]


def _hands() -> SearchStrategy[tuple[Card, ...]]:
    """A few low cards, so that many are equally rich."""
    low = [card for card in MONEY if card.value <= 3]
    return st.lists(st.sampled_from(low), max_size=4).map(tuple)


ROWS = {row: game for game in (COMBINED, GRANADA, ALHAMBRA) for row in _rows_of(game)}
"""The rows of all scorings, each with the smallest game that has it."""
EDGES = ("moats", "walls", "border")
"""The rows that count edges."""


@st.composite
def rows(draw: DrawFn, row: str) -> ScoreQuestion:
    """Scorings in which a row counts, and ties are many: of a building a few tiles, each at one of a few prices."""
    game = ROWS[row]
    scoring, which = draw(st.sampled_from(game.scorings)), draw(st.sampled_from(Round))
    seats = 2 if row in EDGES else draw(st.integers(2, 6))
    if row in EDGES:
        built = [draw(cities((game,), LARGEST)) for _ in range(seats)]
        return ScoreQuestion(game=game, round=which, cities=tuple(built), scoring=scoring)
    building = Building(row)
    prices = st.lists(st.sampled_from((2, 5, 8, 13)), max_size=3)
    built = [in_a_row(building, draw(prices)) for _ in range(seats)]
    dirk = tuple(Face(building, price) for price in draw(prices)) if seats == 2 else None
    return ScoreQuestion(game=game, round=which, cities=tuple(built), scoring=scoring, dirk=dirk)
