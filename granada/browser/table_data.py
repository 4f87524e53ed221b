"""The data that the page shows about a game: the table and the events as the viewer sees them."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from attrs import evolve, fields

from granada import game
from granada.board import CURRENCIES, Purse, Round, Tile
from granada.browser.hints import next_scoring
from granada.browser.lesson import STEPS, Step, taught
from granada.browser.messages import edge_data, followed, row_data, rules_data, scoring_data
from granada.browser.session import Session
from granada.events import Awarded, CardDealt, Event, RowScored, ScoringBegun, ScoringEnded
from granada.fast import COMPILED
from granada.languages import Language, text
from granada.numbering import lying
from granada.steps import Act, Favour, PlaceTiles, Show
from granada.table import View, observe, winners
from granada.wire import extra_data, to_data
from granada.words import Words, action_in_words, event_in_words, setup_in_words

Data = dict[str, Any]

ACT = text("what is to be decided", "Take money, buy a tile or redesign.")
ACT_AGAIN = text("what is to be decided", "Paid exactly: take another action, or none.")
PLACE = text("what is to be decided", "Build what you got, or put it into the reserve.")
FAVOUR = text("what is to be decided", "Buy a tile with the vizier's favour, or decline.")
SHOW = text("what is to be decided", "Show bonus cards before this is scored, or decline: {row}")
AMOUNTS = text("who has how much money when a tile is awarded", "money in {currency}: {amounts}")
AMOUNT = text("who has how much money when a tile is awarded", "{seat} has {number}")


def table_data(session: Session, say: Language, at: int | None = None) -> Data:
    """The table as the viewer sees it, now or after a number of steps; a finished game shows everything."""
    number = len(session.steps) if at is None else at
    state, is_open = session.states[number], session.shows_all
    view = observe(state, session.viewer)
    setup, words = state.setup, Words(say, state.setup.game, names=session.names)
    now = number == len(session.steps)
    cut_off = session.cut_off if now else None
    shown = taught(session) if now and not is_open and session.viewer == state.actor else None
    legal = _legal(view, say, shown and shown[1]) if now and not is_open else []
    coming = next_scoring(state)
    rows = game.score(state, coming or Round.C).rows
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
        "next": coming and {"round": str(coming), **scoring_data(game.Scoring.of(coming, rows, setup.players), state)},
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
        "gains": _gains(session, number),
    }


def _cards(cards: Purse) -> list[str]:
    return [str(card) for card in cards]


def _slot(played: game.Game, slot: game.Slot, tile: Tile | None) -> Data:
    """A yard slot: its space, its currency, and the two faces of its tile."""
    half = played.halves[slot.lane]
    return {
        "slot": f"{slot.space}{game.LANES[half] if half else ''}",
        "space": slot.space,
        "currency": str(CURRENCIES[slot.space - 1]),
        "family": played.lanes[slot.lane].value,
        **_faces(tile),
    }


def _faces(tile: Tile | None) -> Data:
    """A tile and its faces; None if there is no tile."""
    up, down = (tile.up, tile.down) if tile else (None, None)
    return {name: part and str(part) for name, part in (("tile", tile), ("up", up), ("down", down))}


def _seats(state: game.State, rows: Sequence[game.Row], words: Words, viewer: int | None, *, shown: bool) -> list[Data]:
    """Each seat's possessions, its count in each row of a scoring, and its longest moat or wall."""
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


def _dirk(state: game.State, words: Words) -> Data | None:
    if state.dirk is None:
        return None
    return {"name": words.dirk, "tiles": list(map(str, state.dirk.faces)), "points": state.dirk.points}


def _pending(state: game.State) -> list[Data]:
    """The tiles that lie next to the actor's city and wait to be placed."""
    pending = lying(state.todo[:1])
    return [{**_faces(each.tile), "bought": each.bought, "flipped": each.flipped} for each in pending]


def _extras(state: game.State, viewer: int | None) -> Data:
    """Each module's data as the viewer sees it; the viewer's own hidden bonus cards are listed separately."""
    found: Data = {module.name: extra_data(module, state.extra(module)) for module in state.setup.modules}
    found.pop("exchange", None)
    if "huts" in found:
        found["huts"]["piles"] = list(map(len, found["huts"]["piles"]))
    if "bonus" in found:
        hidden, shown = found["bonus"]["hidden"], found["bonus"]["shown"]
        found["bonus"] = {"own": None if viewer is None else hidden[viewer], "hidden": hidden, "shown": shown}
    return found


def _moment(state: game.State, words: Words) -> str:
    """The kind of decision that the actor must make."""
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
            return say.of(SHOW, row=words.building(building))
    return ""


def _undo(session: Session, say: Language) -> Data:
    way = session.way_back()
    return {"can": isinstance(way, int), "why": "" if isinstance(way, int) else say.of(way)}


def _scorings(session: Session) -> list[tuple[int, str]]:
    """The scorings so far, each with the number of steps that preceded it."""
    return [
        (step + 1, str(event.round))
        for step, events in enumerate(session.events)
        for event in events
        if isinstance(event, ScoringEnded)
    ]


def _gains(session: Session, number: int) -> list[list[int]]:
    """The points that each seat, and Dirk if he takes part, gained in each scoring so far."""
    players = [*range(session.setup.players), *([] if session.states[number].dirk is None else [None])]
    gains: list[list[int]] = [[] for _ in players]
    for event in (event for events in session.events[:number] for event in events):
        for player, own in zip(players, gains, strict=True):
            if isinstance(event, ScoringBegun):
                own.append(0)
            elif isinstance(event, RowScored):
                own[-1] += event.row.of(player)
    return gains


# Actions


def _legal(view: View, say: Language, step: Step | None) -> list[Data]:
    """The viewer's legal actions, limited to those that the tutorial step allows; cheaper payments come first."""
    actions = view.legal_actions()
    if not actions:
        return []
    words = Words(say, view.table.setup.game, view.city)
    found = [action_data(each, view.table, words) for each in _cheapest_first(actions) if not step or step.allows(each)]
    return [{**each, "taught": True} for each in found] if step else found


def lesson_data(number: int, step: Step, say: Language) -> Data:
    """A step of the tutorial game, in words."""
    return {"step": number + 1, "steps": len(STEPS), "task": say.of(step.task), "why": say.of(step.why)}


def _cheapest_first(actions: Sequence[game.Action]) -> list[game.Action]:
    """The actions in canonical order, with payments for the same thing sorted by value, then by number of cards."""
    places: dict[object, int] = {}

    def order(action: game.Action) -> tuple[int, int, int]:
        match action:
            case game.Buy(space, cards, family):
                about: object = (space, family)
            case game.Flip(face, cards):
                about = face
            case _:
                return places.setdefault(action, len(places)), 0, 0
        return places.setdefault(about, len(places)), cards.total(), len(cards)

    return sorted(actions, key=order)


def action_data(action: game.Action, state: game.State, words: Words) -> Data:
    """An action with its parts in notation, including the whole tile if it buys or places a face."""
    parts: Data = {each.name: _part(getattr(action, each.name)) for each in fields(type(action))}
    if isinstance(action, game.Buy):
        tile = game.tile_bought(state, action)
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


class _Spoken(Words):
    """Descriptions in words that omit the moats and walls on a tile, which everybody can see."""

    face = Words.short_face


def events_data(session: Session, begin: int, end: int, say: Language) -> list[Data]:
    """The events in the given steps that the viewer may know; people who share a screen see what everybody knows."""
    found: list[Data] = []
    hears = session.viewer if len(session.persons) == 1 else None
    rows: list[tuple[game.Row, game.State]] = []
    plain = _Spoken(say, session.setup.game, names=session.names)
    for step, events in enumerate(session.events[:end]):
        after = session.states[step + 1]
        for event in events:
            rows = [*rows, (event.row, after)] if isinstance(event, RowScored) else rows
            rows = [] if isinstance(event, ScoringBegun) else rows
            if step < begin:  # rows that were already scored in a running scoring
                continue
            if isinstance(event, CardDealt) and event.seat != hears and not session.shows_all:
                continue  # the page does not help players remember starting hands
            known = event if session.shows_all else event.seen_by(hears)
            seat = getattr(event, "seat", None)
            words = plain if seat is None else evolve(plain, city=session.states[step].players[seat].city)
            found.append({"kind": event.name, "step": step + 1, "words": event_in_words(known, words), **_parts(known)})
            if rules := followed(event, session.setup):
                found[-1]["rules"] = rules_data(rules, session.setup, say)
            if isinstance(event, RowScored):
                found[-1]["row"] = {**row_data(event.row, after), "title": words.row(event.row.name)}
            elif isinstance(event, ScoringEnded):
                scored = game.Scoring.of(event.round, [row for row, _ in rows], session.setup.players)
                found[-1]["scoring"] = {**scoring_data(scored, after), "rows": [row_data(*each) for each in rows]}
            elif isinstance(event, Awarded) and session.state.over:  # hands stay hidden until then
                found[-1]["words"] += f" ({_amounts(after, event.space, words)})"
    return found


def _amounts(state: game.State, space: int, words: Words) -> str:
    """Each seat's money in a space's currency, which decides who is awarded the tile there."""
    say, currency = words.language, CURRENCIES[space - 1]
    totals = enumerate(player.hand.total(currency) for player in state.players)
    amounts = say.listed(say.of(AMOUNT, seat=words.seat(seat), number=total) for seat, total in totals)
    return say.of(AMOUNTS, currency=words.currency(currency), amounts=amounts)


def _parts(event: Event) -> Data:
    return {name: part for name, part in to_data(event).items() if name != "event"}
