"""The table in a page: messages come in, and what whoever looks may see goes out, beside what is to be kept."""

from attrs import define, field

from granada.arena import Search
from granada.board import Family, TileSet
from granada.browser.lesson import Step, laid, lesson, taught
from granada.browser.messages import Message, answer_to, language_of, reasons
from granada.browser.pointing import another, why_not
from granada.browser.session import KINDS, PERSONS, Session, new_name, new_session, shown_position
from granada.browser.table_data import events_data, gain_data, table_data
from granada.errors import InvalidState
from granada.game import Action, State
from granada.languages import Language
from granada.rulebook import Rulings
from granada.table import BuilderBot, Record, View, new_game, observe
from granada.wire import from_json, read_record, to_json, untorn
from granada.words import Words, action_in_words

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
            "learn": self._learn,
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

    def _learn(self, message: Message) -> Message:
        """Begin the first game, which teaches."""
        record = lesson()
        return self._kept(self._opened(new_session(new_name(), record, record.about), language_of(message)))

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
        if (step := self._step) and not step.allows(action):
            raise InvalidState(*[each["said"] for each in another(step, view, say)["rules"]])
        return self._decided(action, say)

    def _decided(self, action: Action, say: Language) -> Message:
        """What comes of a decision."""
        session, self.search = self._open, None
        before = len(session.steps)
        session.do(action)
        events = events_data(session, before, len(session.steps), say)
        return self._kept(_answer({"events": events, "table": table_data(session, say)}))

    @property
    def _step(self) -> Step | None:
        """What is taught now."""
        found = taught(self._open)
        return found and found[1]

    def _why(self, message: Message) -> Message:
        """Why the one who looks may not do something, or what they point at."""
        view, say = self._open.seen, language_of(message)
        if "things" in message:
            return _answer(why_not(view, message["things"], say, self._step))
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
        if action := laid(session):
            return self._decided(action, language_of(message))
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
