"""What a page is shown of a game: the table as whoever looks sees it, and what happened, without what is hidden."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from attrs import evolve, fields

from granada.board import CURRENCIES, City, Purse, Round, Tile
from granada.browser.lesson import STEPS, Step, taught
from granada.browser.messages import edge_data, followed, row_data, rules_data, scoring_data
from granada.browser.session import Session
from granada.events import CardDealt, Event, RowScored, ScoringBegun, ScoringEnded
from granada.fast import COMPILED
from granada.game import (
    BONUS,
    HUTS,
    LANES,
    VIZIER,
    Action,
    Add,
    Buy,
    Flip,
    Game,
    Place,
    Remove,
    Row,
    Scoring,
    Slot,
    State,
    Swap,
    score,
    tile_bought,
)
from granada.languages import Language, text
from granada.numbering import lying
from granada.steps import Act, Favour, PlaceTiles, ScoreDue, ScoreRow, Show
from granada.table import View, observe, winners
from granada.wire import to_data
from granada.words import Words, action_in_words, event_in_words, setup_in_words

Data = dict[str, Any]

ACT = text("what is to be decided", "Take money, buy a tile or redesign.")
ACT_AGAIN = text("what is to be decided", "Paid exactly: take another action, or none.")
PLACE = text("what is to be decided", "Build what you got, or put it into the reserve.")
FAVOUR = text("what is to be decided", "Buy a tile with the vizier's favour, or decline.")
SHOW = text("what is to be decided", "Show bonus cards before this is scored, or decline: {row}")


def table_data(session: Session, say: Language, at: int | None = None) -> Data:
    """The table as whoever looks sees it, now or after so many steps; when the game is over all of it is open."""
    number = len(session.steps) if at is None else at
    state, is_open = session.states[number], session.shows_all
    view = observe(state, session.viewer)
    setup, words = state.setup, Words(say, state.setup.game, names=session.names)
    now = number == len(session.steps)
    cut_off = session.cut_off if now else None
    shown = taught(session) if now and not is_open and session.viewer == state.actor else None
    legal = _legal(view, say, shown and shown[1]) if now and not is_open else []
    coming = next_scoring(state)
    rows = score(state, coming or Round.C).rows
    return {
        "name": session.name,
        "told": ", ".join(setup_in_words(setup, say)),
        "game": setup.game.name,
        "modules": [module.name for module in setup.modules],
        "scoring": str(setup.scoring),
        "players": setup.players,
        "kinds": list(session.kinds),
        "seed": session.seed if is_open else None,
        "seconds": session.seconds,
        "strong": COMPILED,
        "viewer": session.viewer,
        "cover": session.cover,
        "closed": session.closed,
        "at": number,
        "steps": len(session.steps),
        "turn": bisect_right(session.turns, number),
        "actor": view.actor,
        "mover": view.mover,
        "over": state.over or cut_off is not None,
        "cut_off": cut_off,
        "winners": list(winners(state)) if state.over else None,
        "moment": _moment(view.table, words),
        "yard": [_slot(setup.game, slot, tile) for slot, tile in state.slots.items()],
        "marker": state.marker and str(state.marker),
        "display": _cards(state.display),
        "hand": None if session.viewer is None else _cards(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "seats": _seats(state, rows, words, session.viewer, shown=is_open),
        "next": coming and {"round": str(coming), **scoring_data(Scoring.of(coming, rows, setup.players))},
        "dirk": _dirk(state, words),
        "pending": _pending(state),
        "bags": {lane.value: len(bag) for lane, bag in zip(setup.game.lanes, state.bags, strict=True)},
        "deck": len(state.deck),
        "scorings": [round_ for step, round_ in _scorings(session) if step <= number],
        "stops": {"turns": list(session.turns), "scorings": [step for step, _ in _scorings(session)]},
        "extras": _extras(state if is_open else view.table, session.viewer),
        "legal": legal,
        "lesson": shown and lesson_data(*shown, say),
        "undo": _undo(session, say) if now else {"can": False, "why": ""},
        "courses": _courses(session, number),
    }


def _cards(cards: Purse) -> list[str]:
    return [str(card) for card in cards]


def _slot(game: Game, slot: Slot, tile: Tile | None) -> Data:
    """A place of the yard: its space and currency, and the tile there with its two faces."""
    half = game.halves[slot.lane]
    return {
        "slot": f"{slot.space}{LANES[half] if half else ''}",
        "space": slot.space,
        "currency": str(CURRENCIES[slot.space - 1]),
        "family": game.lanes[slot.lane].value,
        "tile": None if tile is None else str(tile),
        "up": None if tile is None else str(tile.up),
        "down": None if tile is None or tile.down is None else str(tile.down),
    }


def next_scoring(state: State) -> Round | None:
    """The scoring that comes next; none after the last one."""
    begun = {step.round for step in state.todo if isinstance(step, ScoreRow)}
    due = {each for step in state.todo if isinstance(step, ScoreDue) for each in step.rounds}
    cards = {card for pile in state.deck.piles for card in pile.cards} | {card for card, _ in state.deck.later}
    return None if state.over else next((each for each in Round if each in begun | due | cards), Round.C)


def _seats(state: State, rows: Sequence[Row], words: Words, viewer: int | None, *, shown: bool) -> list[Data]:
    """What lies before each seat, what it counts for each row of a scoring, and its longest moats and walls."""
    found = []
    for seat, player in enumerate(state.players):
        own = {row.name: each for row in rows for each in row.standings if each.seat == seat}
        data = {
            "name": words.seat(seat),
            "city": player.city.notation,
            "reserve": list(map(str, player.reserve)),
            "points": player.points,
            "place": 1 + sum(other.points > player.points for other in state.players),
            "hand": _cards(player.hand) if shown or seat == viewer else None,
            "counts": {name: each.count for name, each in own.items()},
            "runs": {name: list(map(edge_data, each.edges)) for name, each in own.items() if each.edges},
        }
        found.append(data)
    return found


def _dirk(state: State, words: Words) -> Data | None:
    if state.dirk is None:
        return None
    return {"name": words.dirk, "tiles": list(map(str, state.dirk.faces)), "points": state.dirk.points}


def _pending(state: State) -> list[Data]:
    """The tiles that wait beside the city of the one who acts."""
    return [
        {
            "tile": str(each.tile),
            "up": str(each.tile.up),
            "down": None if each.tile.down is None else str(each.tile.down),
            "bought": each.bought,
            "flipped": each.flipped,
        }
        for each in lying(state.todo[:1])
    ]


def _extras(state: State, viewer: int | None) -> Data:
    """What the modules have on the table; of bonus cards that are hidden the number, and one's own."""
    found: Data = {}
    modules = state.setup.modules
    if VIZIER in modules:
        found["vizier"] = list(state.extra(VIZIER))
    if HUTS in modules:
        huts = state.extra(HUTS)
        tops = [None if face is None else str(face) for face in huts.tops]
        found["huts"] = {"tops": tops, "piles": list(map(len, huts.piles))}
    if BONUS in modules:
        bonus = state.extra(BONUS)
        hidden = [[None if face is None else str(face) for face in faces] for faces in bonus.hidden]
        found["bonus"] = {
            "own": None if viewer is None else hidden[viewer],
            "hidden": hidden,
            "shown": [list(map(str, faces)) for faces in bonus.shown],
        }
    return found


def _moment(state: State, words: Words) -> str:
    """What the one who acts has to decide."""
    say = words.language
    match state.todo[0] if state.todo else None:
        case Act(bought=()):
            return say.of(ACT)
        case Act():
            return say.of(ACT_AGAIN)
        case PlaceTiles():
            return say.of(PLACE)
        case Favour():
            return say.of(FAVOUR)
        case Show(building=building):
            return say.of(SHOW, row=words.row(building))
    return ""


def _undo(session: Session, say: Language) -> Data:
    way = session.way_back()
    if isinstance(way, int):
        return {"can": True, "why": ""}
    return {"can": False, "why": say.of(way)}


def _scorings(session: Session) -> list[tuple[int, str]]:
    """The scorings so far, each after how many steps."""
    return [
        (step + 1, str(event.round))
        for step, events in enumerate(session.events)
        for event in events
        if isinstance(event, ScoringEnded)
    ]


def _courses(session: Session, number: int) -> list[list[int]]:
    """The points of each seat after each turn, and as they are."""
    turns = session.turns[: bisect_right(session.turns, number)]
    return [list(each) for each in zip(*(session.states[n].points for n in [*turns, number]), strict=True)]


# Actions


def _legal(view: View, say: Language, step: Step | None) -> list[Data]:
    """What the one who looks may do, or learns to do now; of several payments the cheapest comes first."""
    actions = view.legal_actions()
    if not actions:
        return []
    words = Words(say, view.table.setup.game, view.city)
    found = [action_data(each, view.table, words) for each in _cheapest_first(actions) if not step or step.allows(each)]
    return [{**each, "taught": True} for each in found] if step else found


def lesson_data(number: int, step: Step, say: Language) -> Data:
    """A step of the first game, in words."""
    return {"step": number + 1, "steps": len(STEPS), "task": say.of(step.task), "why": say.of(step.why)}


def gain_data(state: State, seat: int, action: Action) -> Data:
    """What an action would bring a seat if it were scored then: how many points more, and where it would lead anew.

    A tile that is bought is thought of where it brings most; other actions bring nothing that can be told.
    """
    which, player = next_scoring(state) or Round.C, state.players[seat]
    before = score(state, which)
    thought = (evolve(player, city=city) for city in _cities_after(state, player.city, action))
    players = ((*state.players[:seat], each, *state.players[seat + 1 :]) for each in thought)
    scored = [score(evolve(state, players=each), which) for each in players]
    after = max(scored, key=lambda each: each.points[seat], default=before)
    leads = {row.name for row in before.rows if _leads(row, seat)}
    anew = [row.name for row in after.rows if _leads(row, seat) and row.name not in leads]
    return {"gain": after.points[seat] - before.points[seat], "leads": anew}


def _leads(row: Row, seat: int) -> bool:
    return any(each.seat == seat and each.place == 1 for each in row.standings)


def _cities_after(state: State, city: City, action: Action) -> list[City]:
    """What a city may become by an action."""
    match action:
        case Place(face, cell) | Add(face, cell):
            return [city.added(face, cell)]
        case Swap(cell, face):
            return [city.swapped(cell, face)]
        case Remove(cell):
            return [city.removed(cell)]
        case Buy():
            up = tile_bought(state, action).up
            return [city.added(up, cell) for cell in city.sites(up)]
    return []


def _cheapest_first(actions: Sequence[Action]) -> list[Action]:
    """The actions in canonical order, but of several payments for the same the cheapest first, and with few cards."""
    places: dict[object, int] = {}

    def order(action: Action) -> tuple[int, int, int]:
        match action:
            case Buy(space, cards, family):
                about: object = (space, family)
            case Flip(face, cards):
                about = face
            case _:
                return places.setdefault(action, len(places)), 0, 0
        return places.setdefault(about, len(places)), cards.total(), len(cards)

    return sorted(actions, key=order)


def action_data(action: Action, state: State, words: Words) -> Data:
    """An action with its parts, as the notation writes them; what is bought or placed is named by its tile too."""
    parts: Data = {each.name: _part(getattr(action, each.name)) for each in fields(type(action))}
    if isinstance(action, Buy):
        tile = tile_bought(state, action)
        excess = action.cards.total() - tile.up.price
        parts |= {"slot": action.where, "tile": str(tile), "exact": excess == 0, "excess": excess}
    elif state.todo and isinstance(state.todo[0], PlaceTiles) and "face" in parts:
        lying = (each.tile for each in state.todo[0].tiles if parts["face"] in map(str, each.tile.faces))
        parts["tile"] = next(map(str, lying), None)
    return {"action": str(action), "words": action_in_words(action, words), "verb": action.verb, **parts}


def _part(value: object) -> object:
    if isinstance(value, Purse):
        return _cards(value)
    return value if isinstance(value, int | None) else str(value)


# Events


def events_data(session: Session, begin: int, end: int, say: Language) -> list[Data]:
    """What some steps caused, as whoever looks may know it; several persons at a screen hear what all of them know."""
    found: list[Data] = []
    hears = session.viewer if len(session.persons) == 1 else None
    rows: list[Row] = []
    words = Words(say, session.setup.game, names=session.names)
    for step, events in enumerate(session.events[:end]):
        for event in events:
            rows = [*rows, event.row] if isinstance(event, RowScored) else rows
            rows = [] if isinstance(event, ScoringBegun) else rows
            if step < begin:  # what had been scored before of a scoring that is under way
                continue
            if isinstance(event, CardDealt) and event.seat != hears and not session.shows_all:
                continue  # whoever remembers the starting hands does so without the page
            known = event if session.shows_all else event.seen_by(hears)
            found.append({"kind": event.name, "step": step + 1, "words": event_in_words(known, words), **_parts(known)})
            if rules := followed(event, session.setup):
                found[-1]["rules"] = rules_data(rules, session.setup, say)
            if isinstance(event, RowScored):
                found[-1]["row"] = {**row_data(event.row), "title": words.row(event.row.name)}
            elif isinstance(event, ScoringEnded):
                found[-1]["scoring"] = scoring_data(Scoring.of(event.round, rows, session.setup.players))
    return found


def _parts(event: Event) -> Data:
    return {name: part for name, part in to_data(event).items() if name != "event"}
