"""Questions of the protocol, and the engine's answers to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from granada.board.building import violations
from granada.board.cells import Cell
from granada.board.city import City, empty_city
from granada.board.layout import Layout
from granada.board.money import NO_CARDS, Card, Purse
from granada.board.tiles import Face, Family, InvalidState, Tile
from granada.game.actions import Action
from granada.game.agenda import richest
from granada.game.chance import outcomes
from granada.game.games import GAMES, game_named
from granada.game.modules import MODULES
from granada.game.modules.bonus import Bonus
from granada.game.options import legal_actions
from granada.game.rules import IllegalAction, apply, broken
from granada.game.scoring import score
from granada.game.state import Deck, Dirk, Player, Setup, State, slot_space
from granada.game.steps import Act, NextTurn, Pending, PlaceTiles
from granada.notation import BadNotation, a_text
from granada.rulebook import FORMAT, Rule, Rulings
from granada.table.table import replay, winners
from granada.wire import read_record, read_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada.game.steps import Step

Question = dict[str, Any]
Answer = dict[str, Any]

NOTATIONS: dict[str, Callable[[str], object]] = {
    "card": Card.parse,
    "cards": Purse.parse,
    "face": Face.parse,
    "tile": Tile.parse,
    "cell": Cell.parse,
    "layout": Layout.parse,
    "action": Action.parse,
}
"""What a text can be read as."""
SEATS = 3
"""How many seats a question has that does not say."""


def _setup(given: dict[str, Any], players: int) -> Setup:
    """The table that a question implies: it holds just what the question shows."""
    game = game_named(given.get("game", "granada"))
    names = given.get("modules", [])
    for name in names:
        if name not in MODULES:
            raise InvalidState([f"there is no module {name!r}"])
    modules = tuple(module for module in MODULES.values() if module.name in names)
    rulings = Rulings(**given.get("rulings", {}))
    return Setup(game, players, modules, given.get("scoring", "normal"), rulings)


def _state(given: dict[str, Any], todo: tuple[Step, ...], **changes: Any) -> State:  # noqa: ANN401  fields vary
    """A table on which nothing lies, but for what is changed."""
    setup = _setup(given, changes.pop("seats", SEATS))
    player = Player(NO_CARDS, empty_city(setup.game.start))
    blank = State(
        setup=setup,
        players=(player,) * setup.players,
        yard=(None,) * (4 * len(setup.game.lanes)),
        bags=((),) * len(setup.game.lanes),
        display=NO_CARDS,
        deck=Deck(),
        discard=NO_CARDS,
        dirk=Dirk() if setup.players == 2 else None,
        marker="odd" if setup.game.two_faced else None,
        mover=0,
        todo=todo,
        extras=tuple(module.begins(setup) for module in setup.modules),
    )
    return blank.but(**changes)


def a_city(given: dict[str, Any], cells: dict[str, str] | str) -> City:
    """A city of the game that a question is about, from cells or rows."""
    start = game_named(given.get("game", "granada")).start
    layout = Layout.parse(cells, start) if isinstance(cells, str) else Layout.from_cells(cells, start)
    return City.of(layout)


def _legality(state: State, action: Action) -> Answer:
    rules = [str(rule) for rule in broken(state, action)]
    return {"legal": not rules, "broken": rules}


def _layout(given: dict[str, Any]) -> Answer:
    start = game_named(given.get("game", "granada")).start
    shown = given["layout"]
    layout = Layout.parse(shown, start) if isinstance(shown, str) else Layout.from_cells(shown, start)
    found = {violation.rule for violation in violations(layout)}
    return {"legal": not found, "broken": [str(rule) for rule in Rule if rule in found]}


def city_question(given: dict[str, Any]) -> tuple[State, Action]:
    """The state and the action of a question about a change to a city."""
    action = Action.parse(given["do"])
    reserve = tuple(sorted(Face.parse(text) for text in given.get("reserve", [])))
    player = Player(NO_CARDS, a_city(given, given["city"]), reserve)
    if action.verb == "place":
        step: Step = PlaceTiles(0, (Pending(Tile(action.face)),))  # type: ignore[attr-defined]  # a Place
    else:
        step = Act(0)
    state = _state(given, (step, NextTurn()))
    return state.but(players=(player, *state.players[1:])), action


def _city(given: dict[str, Any]) -> Answer:
    return _legality(*city_question(given))


def _moat(given: dict[str, Any]) -> Answer:
    family = Family(given["family"]) if "family" in given else None
    return {"result": len(a_city(given, given["city"]).longest(family))}


def _take(given: dict[str, Any]) -> Answer:
    state = _state(given, (Act(0), NextTurn()), display=Purse.parse(given["display"]))
    return _legality(state, Action.parse(given["do"]))


def buy_question(given: dict[str, Any]) -> tuple[State, Action]:
    """The state and the action of a question about a purchase."""
    state = _state(given, (Act(0), NextTurn()))
    tile, lanes = Tile.parse(given["tile"]), state.setup.game.lanes
    slot = (given["space"] - 1) * len(lanes) + lanes.index(tile.up.family)
    yard = (*state.yard[:slot], tile, *state.yard[slot + 1 :])
    buyer = Player(Purse.parse(given["hand"]), state.players[0].city)
    return state.but(players=(buyer, *state.players[1:]), yard=yard), Action.parse(given["do"])


def _buy(given: dict[str, Any]) -> Answer:
    state, action = buy_question(given)
    answer = _legality(state, action)
    if answer["legal"]:
        answer["exact"] = action.cards.total() == Tile.parse(given["tile"]).up.price  # type: ignore[attr-defined]  # a Buy
    return answer


def _flip(given: dict[str, Any]) -> Answer:
    state = _state(given, (PlaceTiles(0, (Pending(Tile.parse(given["tile"])),)), NextTurn()))
    payer = Player(Purse.parse(given["hand"]), state.players[0].city)
    return _legality(state.but(players=(payer, *state.players[1:])), Action.parse(given["do"]))


def score_question(given: dict[str, Any]) -> State:
    """The state of a question about a scoring."""
    cities = [a_city(given, cells) for cells in given["cities"]]
    players = tuple(Player(NO_CARDS, city) for city in cities)
    dirk = Dirk(tuple(sorted(Face.parse(text) for text in given["dirk"]))) if "dirk" in given else None
    state = _state(given, (NextTurn(),), seats=len(players), players=players, dirk=dirk)
    if "shown" in given:
        shown = tuple(tuple(Face.parse(text) for text in faces) for faces in given["shown"])
        state = state.with_extra(MODULES["bonus"], Bonus((), ((),) * len(players), shown))
    return state


def _score(given: dict[str, Any]) -> Answer:
    scoring = score(score_question(given), given["round"])
    answer: Answer = {"points": list(scoring.points)}
    return {**answer, "dirk": scoring.dirk} if "dirk" in given else answer


def _award(given: dict[str, Any]) -> Answer:
    hands = tuple(Purse.parse(text) for text in given["hands"])
    setup = _setup(given, len(hands))
    spaces = [slot_space(setup, slot) for slot, tile in enumerate(given["yard"]) if tile is not None]
    return {"result": [richest(hands, space) for space in spaces]}


def _legal(given: dict[str, Any]) -> Answer:
    return {"actions": [str(action) for action in legal_actions(read_state(given["state"]))]}


def _apply(given: dict[str, Any]) -> Answer:
    state = read_state(given["state"])
    steps = given["do"] if isinstance(given["do"], list) else [given["do"]]
    for number, text in enumerate(steps, start=1):
        try:
            state = apply(state, Action.parse(text))
        except IllegalAction as refused:
            rules = [str(rule) for rule in refused.rules]
            return {"legal": False, "broken": rules, **({} if number == len(steps) else {"step": number})}
    facts = summary(state)
    return {"legal": True, "broken": [], "then": {name: facts[name] for name in given.get("ask", []) if name in facts}}


def summary(state: State) -> dict[str, Any]:
    """What can be asked of a state, by name."""
    step: Any = state.todo[0] if state.todo else None
    waiting = "over" if step is None else {"place-tiles": "place"}.get(step.name, step.name)
    facts: dict[str, Any] = {
        "actor": state.actor,
        "waiting": waiting if step is None or step.decides else "draw",
        "mover": state.mover,
        "over": state.over,
        "points": list(state.points),
        "marker": state.marker,
        "display": str(state.display),
        "discard": str(state.discard),
        "deck_size": len(state.deck),
        "bag_size": sum(map(len, state.bags)),
        "yard": [None if tile is None else str(tile) for tile in state.yard],
        "hands": [str(player.hand) for player in state.players],
        "cities": [player.city.cells for player in state.players],
        "reserves": [sorted(map(str, player.reserve)) for player in state.players],
        "placing": sorted(str(p.tile) for p in step.tiles) if isinstance(step, PlaceTiles) else [],
        "bought": sorted(map(str, step.bought)) if isinstance(step, Act) else [],
    }
    if state.dirk is not None:
        facts |= {"dirk": sorted(map(str, state.dirk.faces)), "dirk_points": state.dirk.points}
    if state.over:
        facts["winners"] = list(winners(state))
    for module, extra in zip(state.setup.modules, state.extras, strict=True):
        facts |= module.tells(extra)
    return facts


def _draw(given: dict[str, Any]) -> Answer:
    found = outcomes(read_state(given["state"]))
    return {"draws": {str(draw.what): f"{chance.numerator}/{chance.denominator}" for draw, chance in found}}


def _game(given: dict[str, Any]) -> Answer:
    record = read_record("\n".join(given["record"]))
    number, state = 0, None
    try:
        for number, state in enumerate(replay(record), start=1):  # noqa: B007  the last ones are told
            pass
    except IllegalAction as refused:
        return {"illegal": {"event": number, "broken": [str(rule) for rule in refused.rules]}}
    except InvalidState:
        return {"illegal": {"event": number, "broken": [str(Rule.IN_ITS_PHASE)]}}
    if state is None or not state.over:
        return {"unfinished": True}
    return {"points": list(state.points), "winners": list(winners(state))}


def _notation(given: dict[str, Any]) -> Answer:
    try:
        return {"result": str(NOTATIONS[given["of"]](a_text(given["text"])))}
    except (BadNotation, InvalidState) as flaw:
        return {"error": str(flaw)}


KINDS: dict[str, Callable[[dict[str, Any]], Answer]] = {
    "layout": _layout,
    "place": _city,
    "remove": _city,
    "swap": _city,
    "moat": _moat,
    "take": _take,
    "buy": _buy,
    "flip": _flip,
    "score": _score,
    "award": _award,
    "legal": _legal,
    "apply": _apply,
    "draw": _draw,
    "game": _game,
    "notation": _notation,
}
"""The kinds of question, each with the function that answers it."""


def hello() -> Answer:
    """What this engine says of itself."""
    from granada import __version__  # noqa: PLC0415  the package's front imports this file

    return {
        "id": "hello",
        "name": "granada",
        "version": __version__,
        "format": FORMAT,
        "kinds": list(KINDS),
        "games": list(GAMES),
        "modules": list(MODULES),
        "rulings": "any",
    }


def answer(question: Question) -> Answer:
    """The answer to a question of the protocol; an error is an answer too."""
    if not isinstance(question, dict):
        return {"id": None, "error": "a question is a JSON object"}
    number = question.get("id")
    kind = question.get("kind")
    if kind == "hello":
        return hello()
    if not isinstance(kind, str) or kind not in KINDS:
        return {"id": number, "error": f"there is no kind {str(kind)[:40]!r}; there is {', '.join(KINDS)}"}
    given = question.get("given")
    if not isinstance(given, dict):
        return {"id": number, "error": "given is a JSON object"}
    try:
        return {"id": number, **KINDS[kind](given)}
    except KeyError as missing:
        return {"id": number, "error": f"given lacks {missing}"}
    except (ValueError, TypeError, AttributeError, IndexError) as flaw:
        return {"id": number, "error": str(flaw)}
