"""The table in a page: messages come in, and what whoever looks may see goes out, beside what is to be kept.

Whoever points at things means an action; which, and why it may not be done, is found out here.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from attrs import define, field

from granada.arena import Search
from granada.board import CURRENCIES, Bureau, Card, Family, Purse, Tile, TileSet
from granada.browser.messages import Message, answer_to, language_of, reasons, rules_data
from granada.browser.session import KINDS, PERSONS, Session, new_name, new_session, shown_position
from granada.browser.table_data import action_data, events_data, gain_data, table_data
from granada.errors import InvalidState
from granada.game import Action, Buy, State, broken
from granada.languages import Language, text
from granada.rulebook import Rule, Rulings
from granada.steps import PlaceTiles
from granada.table import BuilderBot, Record, View, new_game, observe
from granada.wire import from_json, read_record, to_json, untorn
from granada.words import Words, action_in_words

NOWHERE = text("why a tile of the reserve cannot be chosen", "this tile can be built nowhere in your city now")
MOST_THINGS = 40


def why_not(view: View, things: object, say: Language) -> dict[str, Any]:
    """Why whoever looks may not do what they point at; where they may, the action as the page gets it."""
    if not isinstance(things, list) or not 0 < len(things) <= MOST_THINGS or view.seat is None:
        raise InvalidState("things is a list of what is pointed at by somebody who looks")
    pointed: dict[str, list[str]] = defaultdict(list)
    for thing in map(str, things):
        kind, _, name = thing.partition(" ")
        pointed[kind].append(name)
    if set(pointed) == {"reserve"}:
        return {"sentence": say.of(NOWHERE), "rules": rules_data(_always(view, pointed), view.table.setup, say)}
    action = meant(view, pointed)
    found = reasons(view, action, say)
    if found["rules"] or set(pointed) == {"hand"}:
        return found
    return {**found, "deed": action_data(action, view.table, Words(say, view.table.setup.game, view.city))}


def meant(view: View, pointed: dict[str, list[str]]) -> Action:
    """The action that is nearest to what is pointed at: names of things, by their kind."""
    cards = " ".join(sorted(pointed.get("hand", ())))
    match pointed:
        case {"display": taken}:
            return Action.parse(f"take {' '.join(sorted(taken))}")
        case {"slot": [slot]}:
            return Action.parse(f"buy {slot} with {cards or _money(view, slot)}".strip())
        case {"placing": [tile], "do": ["flip"]}:
            return Action.parse(f"flip {Tile.parse(tile).up} paying {cards}".strip())
        case {"placing": [tile], "cell": [cell]}:
            return Action.parse(f"place {Tile.parse(tile).up} at {cell}")
        case {"placing": [tile]}:
            return Action.parse(f"store {Tile.parse(tile).up}")
        case {"reserve": [face], "cell": [cell]}:
            return Action.parse(f"swap {cell} for {face}" if cell in view.city.notation else f"add {face} at {cell}")
        case {"cell": [cell]}:
            return Action.parse(f"place {waiting[0]} at {cell}" if (waiting := _waiting(view)) else f"remove {cell}")
        case {"hut": [face]}:
            return Action.parse(f"hut {face.replace('-hut', '')}")
        case {"bonus": [face]}:
            return Action.parse(f"reveal {face}")
        case {"hand": [card, *_]}:
            return _purchase(view, next(iter(Purse.parse(card))))
    raise InvalidState("nobody can mean that")


def _waiting(view: View) -> list[str]:
    """The faces of the tiles that are to be placed, as they lie."""
    step = view.table.todo[0] if view.table.todo else None
    return [str(each.tile.up) for each in step.tiles] if isinstance(step, PlaceTiles) else []


def _money(view: View, slot: str) -> Purse:
    """All money of a hand that has the currency of a place in the yard."""
    buy = Action.parse(f"buy {slot} with")
    return _of(view, {CURRENCIES[buy.space - 1]} if isinstance(buy, Buy) else set())


def _of(view: View, currencies: Iterable[object]) -> Purse:
    return Purse(card for card in view.hand if isinstance(card, Card) and card.currency in currencies)


def _purchase(view: View, card: Card | Bureau) -> Buy:
    """What somebody would buy who points at a card alone: a tile of its currency, with all money of it."""
    state = view.table
    currencies = card.currencies if isinstance(card, Bureau) else (card.currency,)
    slots = {slot: tile for slot, tile in state.slots.items() if CURRENCIES[slot.space - 1] in currencies}
    slot = next((slot for slot, tile in slots.items() if tile is not None), next(iter(slots)))
    cards = _of(view, currencies) + Purse([card] if isinstance(card, Bureau) else [])
    return Buy(slot.space, cards, state.setup.game.halves[slot.lane])


def _always(view: View, pointed: dict[str, list[str]]) -> list[Rule]:
    """The rules that a tile of the reserve breaks wherever it would be built in the city."""
    taken = [(0, 0), *(tuple(map(int, cell.split(","))) for cell in view.city.notation)]
    xs, ys = (range(min(axis) - 1, max(axis) + 2) for axis in zip(*taken, strict=True))
    tried = [meant(view, {**pointed, "cell": [f"{x},{y}"]}) for x in xs for y in ys]
    first, *others = (broken(view.table, action, view.seat) for action in tried)
    return [rule for rule in first if all(rule in each for each in others)]


LONGEST_RECORD = 1_000_000
"""How long a message may be that brings a record: many times as long as that of any game."""
SLICE = 0.05
"""So many seconds a search thinks before other messages are heard."""


@define
class Host:
    """Keeps a game open for a page, and lets bots think."""

    session: Session | None = field(default=None, init=False)
    search: Search | None = field(default=None, init=False)
    """What is thought about."""
    is_hint: bool = field(default=False, init=False)
    """Whether that is a hint for a person, and not what a bot will do."""
    turn: tuple[str, int] = field(default=("", 0), init=False)
    """The game and the turn in which a bot thought last."""
    left: float = field(default=0.0, init=False)
    """How many seconds are left for bots to think in that turn."""

    def play(self, message: str) -> str:
        """The answer to a message of the page, beside what is to be kept of it and what is to be given away.

        >>> Host().play('{"ask": "undo"}')
        '{"answer":{"flaws":["no game is open"]},"keep":null,"text":null}'
        """
        asked = {
            "begin": self._begin,
            "resume": self._resume,
            "open": self._open_text,
            "export": self._export,
            "link": self._link,
            "forget": self._forget,
            "do": self._do,
            "why": self._why,
            "undo": self._undo,
            "think": self._think,
            "hint": self._hint,
            "slice": self._slice,
            "stop": self._stop,
            "table": self._table,
            "look": self._look,
            "here": self._here,
            "cover": self._cover,
        }
        return answer_to(message, asked, LONGEST_RECORD, _answer)

    # Opening and keeping

    @property
    def _open(self) -> Session:
        if self.session is None:
            raise InvalidState("no game is open")
        return self.session

    def _opened(self, session: Session, say: Language) -> Message:
        """The answer with which a game is opened."""
        self.session, self.search = session, None
        return _answer({"table": table_data(session, say), "events": events_data(session, 0, len(session.steps), say)})

    def _kept(self, answer: Message) -> Message:
        """An answer, and what is kept of the game, with what a list of games says of it; a position is not kept."""
        session = self._open
        if session.closed:
            return answer
        setup = session.setup
        about = {
            "game": setup.game.name,
            "modules": [module.name for module in setup.modules],
            "scoring": str(setup.scoring),
            "over": session.over,
            "turn": len(session.turns),
            "points": list(session.state.points),
            "kinds": list(session.kinds),
            "names": list(session.names),
        }
        kept = {"name": session.name, "record": session.text, "looked": session.looked, "about": about}
        return {**answer, "keep": kept}

    def _begin(self, message: Message) -> Message:
        """Begin a game."""
        seats = message.get("seats", ["you", "builder", "builder"])
        if not isinstance(seats, list) or not all(kind in KINDS for kind in seats):
            raise InvalidState(f"seats is a list of {', '.join(KINDS)}")
        game, edition = message.get("game", "granada"), message.get("edition")
        state = new_game(
            len(seats),
            game,
            modules=message.get("modules") or (),
            scoring=message.get("scoring") or "normal",
            rulings=Rulings.edition(edition, game) if edition else None,
            tiles=_tiles(message.get("tiles")),
        )
        about = {name: message.get(name) for name in ("seed", "undo", "seconds", "decisions", "names")}
        about["bots"] = ["person" if kind in PERSONS else kind for kind in seats]
        say = language_of(message)
        return self._kept(self._opened(new_session(new_name(), Record(state.setup), about), say))

    def _resume(self, message: Message) -> Message:
        """Go on with a game that was kept; where no record comes along, with the one that is open, as it is."""
        name, text, say = message.get("name"), message.get("record"), language_of(message)
        if text is not None:
            record = read_record(untorn(str(text)))
            session = new_session(str(name), record, record.about, message.get("looked"))
        elif (session := self._open).name != name:
            raise InvalidState("another game is open")
        return self._kept(self._opened(session, say))

    def _open_text(self, message: Message) -> Message:
        """Go on with a record that comes from elsewhere, or look at it when it is over; or look at a position."""
        found, say = from_json(untorn(str(message.get("record", "")))), language_of(message)
        if isinstance(found, State):
            return self._opened(shown_position(new_name(), found), say)
        if not isinstance(found, Record):
            raise InvalidState("expected the record of a game, or a position")
        return self._kept(self._opened(new_session(new_name(), found, found.about), say))

    def _export(self, _: Message) -> Message:
        """The record of the game, for a file; or the position, where that is all there is."""
        session = self._open
        text = to_json(session.state) if session.closed else session.text
        return {**_answer({"filename": f"granada-{session.name}.jsonl"}), "text": text}

    def _link(self, message: Message) -> Message:
        """The record of the game, or the position alone, for a link; both show all hands."""
        session = self._open
        whole = message.get("what") != "position" and not session.closed
        return {**_answer({}), "text": session.text if whole else to_json(session.states[_step(session, message)])}

    def _forget(self, message: Message) -> Message:
        """Forget a game."""
        name = message.get("name")
        if self.session is not None and self.session.name == name:
            self.session = self.search = None
        return {**_answer({}), "keep": {"forget": name}}

    # Deciding

    def _do(self, message: Message) -> Message:
        """Do what the one who looks has decided on."""
        view, say = self._open.seen, language_of(message)
        action = Action.parse(message.get("action", ""))
        if self._open.cut_off is not None:
            raise InvalidState("the game was cut off")
        if wrong := reasons(view, action, say)["rules"]:
            raise InvalidState(*[each["said"] for each in wrong])
        return self._decided(action, say)

    def _decided(self, action: Action, say: Language) -> Message:
        """What comes of a decision."""
        session, self.search = self._open, None
        before = len(session.steps)
        session.do(action)
        events = events_data(session, before, len(session.steps), say)
        return self._kept(_answer({"events": events, "table": table_data(session, say)}))

    def _why(self, message: Message) -> Message:
        """Why the one who looks may not do something, or what they point at."""
        view, say = self._open.seen, language_of(message)
        if "things" in message:
            return _answer(why_not(view, message["things"], say))
        return _answer(reasons(view, Action.parse(message.get("action", "")), say))

    def _undo(self, message: Message) -> Message:
        """Take the last decision back, or say why not."""
        session, say = self._open, language_of(message)
        way = session.way_back()
        if not isinstance(way, int):
            return _answer({"refused": say.of(way)})
        self.search = None
        session.back_to(way)
        return self._kept(_answer({"table": table_data(session, say)}))

    # Thinking

    def _think(self, message: Message) -> Message:
        """Let the bot decide whose turn it is."""
        session = self._open
        seat = session.state.actor
        if seat is None or session.kinds[seat] in PERSONS or session.over:
            raise InvalidState("it is not for a bot to act")
        view = observe(session.state, seat)
        legal = view.legal_actions()
        if session.kinds[seat] == "builder" or len(legal) == 1:
            return self._decided(BuilderBot(session.generator("bot")).choose(view, legal), language_of(message))
        return self._search(view, message, is_hint=False)

    def _hint(self, message: Message) -> Message:
        """What a search would do in the place of the one who looks."""
        view = self._open.seen
        if self._open.shows_all or not view.legal_actions():
            raise InvalidState("it is not for the one who looks to act")
        return self._search(view, message, is_hint=True)

    def _search(self, view: View, message: Message, *, is_hint: bool) -> Message:
        """Begin to think about a decision."""
        session = self._open
        rng = session.generator("hint" if is_hint else "bot")
        seconds = session.seconds if is_hint else self._seconds()
        self.search = Search(view, view.legal_actions(), rng, seconds=seconds)
        self.is_hint = is_hint
        return self._slice(message)

    def _seconds(self) -> float:
        """How long a bot thinks about a decision: half of what is left for the whole turn."""
        session = self._open
        turn = (session.name, len(session.turns))
        if self.turn != turn:
            self.turn, self.left = turn, session.seconds
        return max(self.left / 2, SLICE)

    def _slice(self, message: Message) -> Message:
        """Think a little further."""
        search, seconds = self.search, message.get("seconds")
        if search is None:
            return _answer({"dropped": True})
        if search.think(seconds if isinstance(seconds, float) and 0 < seconds < 1 else SLICE):
            return self._stop(message)
        thinking = {"seat": search.view.seat, "playouts": search.played, "seconds": round(search.thought, 2)}
        return _answer({"thinking": {**thinking, "of": search.seconds}})

    def _stop(self, message: Message) -> Message:
        """Decide by what is known."""
        search, self.search = self.search, None
        if search is None:
            return _answer({"dropped": True})
        say = language_of(message)
        if not self.is_hint:
            hurried = message.get("ask") == "stop"  # whoever is in a hurry does not want to say so again in this turn
            self.left = 0.0 if hurried else self.left - search.thought
            return self._decided(search.best, say)
        words = Words(say, search.view.table.setup.game, search.view.city)
        told = action_in_words(search.best, words)
        why = gain_data(self._open.state, search.view.seat or 0, search.best)
        return _answer({"hint": {"action": str(search.best), "words": told, "playouts": search.played, **why}})

    # Looking

    def _table(self, message: Message) -> Message:
        """The table as it is, in another language for instance."""
        return _answer({"table": table_data(self._open, language_of(message))})

    def _look(self, message: Message) -> Message:
        """The table after so many steps, and what the last of them caused."""
        session, say = self._open, language_of(message)
        at = _step(session, message)
        events = events_data(session, max(at - 1, 0), at, say)
        return _answer({"table": {**table_data(session, say, at), "legal": []}, "events": events})

    def _here(self, message: Message) -> Message:
        """A person sits at the screen now."""
        seat = message.get("seat")
        if type(seat) is not int:
            raise InvalidState("a seat is a whole number")
        self._open.come(seat)
        return self._kept(self._table(message))

    def _cover(self, message: Message) -> Message:
        """Nobody sits at the screen now."""
        self._open.come(None)
        return self._table(message)


def _answer(data: Message) -> Message:
    """What goes to the page, and nothing else."""
    return {"answer": data, "keep": None, "text": None}


def _step(session: Session, message: Message) -> int:
    """After how many steps something is wanted; after all of them where it is not said."""
    at = message.get("at", len(session.steps))
    if type(at) is not int or not 0 <= at <= len(session.steps):
        raise InvalidState(f"at is 0 to {len(session.steps)} steps")
    return at


def _tiles(texts: object) -> list[TileSet]:
    """The owner's own tiles, each family as the text of a CSV file."""
    if not isinstance(texts, dict | None):
        raise InvalidState("tiles is the text of a CSV file for each family")
    found = []
    for name, own in (texts or {}).items():
        tiles = TileSet.parse(own)
        if tiles.family is not Family(name):
            raise InvalidState(f"these are no tiles of {name}")
        found.append(tiles)
    return found


play = Host().play
