"""The host of the table on a page; it answers each message with the data to show to the viewer and to store."""

from attrs import define, field

from granada.arena import LEVELS, Search
from granada.board import Family, TileSet
from granada.browser.hints import hint_data
from granada.browser.lesson import Step, laid, lesson, taught
from granada.browser.messages import Message, answer_to, language_of, reasons
from granada.browser.pointing import another, why_not
from granada.browser.session import KINDS, PERSONS, Session, new_name, new_session, shown_position
from granada.browser.table_data import events_data, table_data
from granada.errors import InvalidState, in_range, refuse
from granada.game import Action, State
from granada.languages import Language
from granada.rulebook import Rulings
from granada.table import BuilderBot, Record, View, new_game, observe
from granada.wire import from_json, read_record, to_json, untorn
from granada.words import Words, action_in_words

LONGEST_RECORD = 1_000_000
"""The maximum length of a message with a record; it is many times the length of any game."""
ASKED = (
    *("begin", "learn", "resume", "open", "export", "link", "forget", "do", "why", "undo", "think", "hint", "slice"),
    *("stop", "table", "look", "here", "cover"),
)
"""The requests that a page can make; a method of the host answers each of them."""
SLICE = 0.05
"""The default length of a slice, in seconds: after each slice of a search, the worker can answer other messages."""


@define
class Host:
    """The host of a game on a page; it answers messages and lets bots think."""

    session: Session | None = field(default=None, init=False)
    search: Search | None = field(default=None, init=False)
    """The running search."""
    is_hint: bool = field(default=False, init=False)
    """Whether the search looks for a hint instead of a bot's move."""
    limit: float = field(default=0.0, init=False)
    """The number of seconds that the search may take."""
    turn: tuple[str, int] = field(default=("", 0), init=False)
    """The game and the turn in which a bot last searched."""
    left: float = field(default=0.0, init=False)
    """The number of seconds that bots have left in that turn."""

    def play(self, message: str) -> str:
        """Answer a message from the page; the answer includes what the page should store or export.

        >>> Host().play('{"ask": "undo"}')
        '{"answer":{"flaws":["no game is open"]},"keep":null,"text":null}'
        """
        asked = {name: getattr(self, f"_{name}") for name in ASKED}
        return answer_to(message, asked, LONGEST_RECORD, _answer)

    # Opening and keeping

    @property
    def _session(self) -> Session:
        if self.session is None:
            raise InvalidState("no game is open")
        return self.session

    def _opened(self, session: Session, say: Language) -> Message:
        """The answer to a message that opens a game."""
        self.session, self.search = session, None
        return _answer({"table": table_data(session, say), "events": events_data(session, 0, len(session.steps), say)})

    def _kept(self, answer: Message) -> Message:
        """Add to an answer the game to store and its entry in the list of games; a position is not stored."""
        session = self._session
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
            raise InvalidState(f"seats must be a list of {', '.join(KINDS)}")
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
        """Begin the tutorial game."""
        record = lesson()
        return self._kept(self._opened(new_session(new_name(), record, record.about), language_of(message)))

    def _resume(self, message: Message) -> Message:
        """Continue a stored game or, if the message has no record, the open game."""
        name, text, say = message.get("name"), message.get("record"), language_of(message)
        if text is not None:
            record = read_record(untorn(str(text)))
            session = new_session(str(name), record, record.about, message.get("looked"))
        elif (session := self._session).name != name:
            raise InvalidState("another game is open")
        return self._kept(self._opened(session, say))

    def _open(self, message: Message) -> Message:
        """Open a record from a file or link, to continue the game or review a finished one, or show a position."""
        found, say = from_json(untorn(str(message.get("record", "")))), language_of(message)
        if isinstance(found, State):
            return self._opened(shown_position(new_name(), found), say)
        if not isinstance(found, Record):
            raise InvalidState("expected the record of a game, or a position")
        return self._kept(self._opened(new_session(new_name(), found, found.about), say))

    def _export(self, _: Message) -> Message:
        """The record of the game to write to a file, or the position if there is no record."""
        session = self._session
        text = to_json(session.state) if session.closed else session.text
        return {**_answer({"filename": f"granada-{session.name}.jsonl"}), "text": text}

    def _link(self, message: Message) -> Message:
        """The record of the game, or only the position, to put in a link; both reveal all hands."""
        session = self._session
        whole = message.get("what") != "position" and not session.closed
        return {**_answer({}), "text": session.text if whole else to_json(session.states[_step(session, message)])}

    def _forget(self, message: Message) -> Message:
        """Tell the page to delete a stored game, and close the game if it is open."""
        name = message.get("name")
        if self.session is not None and self.session.name == name:
            self.session = self.search = None
        return {**_answer({}), "keep": {"forget": name}}

    # Deciding

    def _do(self, message: Message) -> Message:
        """Apply the action that the viewer chose."""
        view, say = self._session.seen, language_of(message)
        action = Action.parse(message.get("action", ""))
        if self._session.cut_off is not None:
            raise InvalidState("the game was cut off")
        refuse(each["said"] for each in reasons(view, action, say)["rules"])
        if (step := self._step) and not step.allows(action):
            refuse(each["said"] for each in another(step, view, say)["rules"])
        return self._decided(action, say)

    def _decided(self, action: Action, say: Language) -> Message:
        """Apply a decision and return the answer."""
        session, self.search = self._session, None
        before = len(session.steps)
        session.do(action)
        events = events_data(session, before, len(session.steps), say)
        return self._kept(_answer({"events": events, "table": table_data(session, say)}))

    @property
    def _step(self) -> Step | None:
        """The current step of the tutorial game."""
        found = taught(self._session)
        return found and found[1]

    def _why(self, message: Message) -> Message:
        """Explain why the viewer may not take the action that they chose or pointed at."""
        view, say = self._session.seen, language_of(message)
        if "things" in message:
            return _answer(why_not(view, message["things"], say, self._step))
        return _answer(reasons(view, Action.parse(message.get("action", "")), say))

    def _undo(self, message: Message) -> Message:
        """Undo the last decision, or explain why that is impossible."""
        session, say = self._session, language_of(message)
        way = session.way_back()
        if not isinstance(way, int):
            return _answer({"refused": say.of(way)})
        self.search = None
        session.back_to(way)
        return self._kept(_answer({"table": table_data(session, say)}))

    # Thinking

    def _think(self, message: Message) -> Message:
        """Let the acting bot decide."""
        session = self._session
        seat = session.state.actor
        if seat is None or session.kinds[seat] in PERSONS or session.over:
            raise InvalidState("no bot has to decide now")
        if action := laid(session):
            return self._decided(action, language_of(message))
        view = observe(session.state, seat)
        legal = view.legal_actions()
        if session.kinds[seat] == "builder" or len(legal) == 1:
            return self._decided(BuilderBot(session.generator("bot")).choose(view, legal), language_of(message))
        return self._search(view, message, is_hint=False)

    def _hint(self, message: Message) -> Message:
        """The action that a search recommends to the viewer."""
        view = self._session.seen
        if self._session.shows_all or not view.legal_actions():
            raise InvalidState("the viewer has nothing to decide now")
        return self._search(view, message, is_hint=True)

    def _search(self, view: View, message: Message, *, is_hint: bool) -> Message:
        """Start searching for a decision."""
        session = self._session
        rng = session.generator("hint" if is_hint else "bot")
        self.limit = session.seconds if is_hint else self._seconds()
        playouts = None if is_hint else LEVELS.get(session.kinds[view.seat or 0])
        legal = view.legal_actions()
        self.search = Search(view, legal, rng, playouts) if playouts else Search(view, legal, rng, seconds=self.limit)
        self.is_hint = is_hint
        return self._slice(message)

    def _seconds(self) -> float:
        """The time for which a bot may think about a decision: half of the time that is left in the turn."""
        session = self._session
        turn = (session.name, len(session.turns))
        if self.turn != turn:
            self.turn, self.left = turn, session.seconds
        return max(self.left / 2, SLICE)

    def _slice(self, message: Message) -> Message:
        """Continue the search for one slice of time."""
        search, seconds = self.search, message.get("seconds")
        if search is None:
            return _answer({"dropped": True})
        ended = search.think(seconds if isinstance(seconds, float) and 0 < seconds < 1 else SLICE)
        if ended or search.thought >= self.limit:
            return self._stop(message)
        thinking = {"seat": search.view.seat, "playouts": search.played, "seconds": round(search.thought, 2)}
        return _answer({"thinking": {**thinking, "of": self.limit}})

    def _stop(self, message: Message) -> Message:
        """Stop the search and use its best action so far."""
        search, self.search = self.search, None
        if search is None:
            return _answer({"dropped": True})
        say = language_of(message)
        if not self.is_hint:
            hurried = message.get("ask") == "stop"  # one request hurries the bots for the whole turn
            self.left = 0.0 if hurried else self.left - search.thought
            return self._decided(search.best, say)
        words = Words(say, search.view.table.setup.game, search.view.city)
        told = action_in_words(search.best, words)
        why = hint_data(self._session.state, search.view.seat or 0, search.best, words)
        return _answer({"hint": {"action": str(search.best), "words": told, "playouts": search.played, **why}})

    # Looking

    def _table(self, message: Message) -> Message:
        """Send the table again, for example in another language."""
        return _answer({"table": table_data(self._session, language_of(message))})

    def _look(self, message: Message) -> Message:
        """The table after a given number of steps, and the events of the last of these steps."""
        session, say = self._session, language_of(message)
        at = _step(session, message)
        events = events_data(session, max(at - 1, 0), at, say)
        return _answer({"table": {**table_data(session, say, at), "legal": []}, "events": events})

    def _here(self, message: Message) -> Message:
        """Make a seat the viewer when the person in that seat sits down at the screen."""
        seat = message.get("seat")
        if type(seat) is not int:
            raise InvalidState("a seat must be a whole number")
        self._session.come(seat)
        return self._kept(self._table(message))

    def _cover(self, message: Message) -> Message:
        """Hide all hands on the screen."""
        self._session.come(None)
        return self._table(message)


def _answer(data: Message) -> Message:
    """An answer that gives the page nothing to store."""
    return {"answer": data, "keep": None, "text": None}


def _step(session: Session, message: Message) -> int:
    """The number of steps requested in a message; by default, all steps."""
    return in_range(message.get("at", len(session.steps)), "at", 0, len(session.steps))


def _tiles(texts: object) -> list[TileSet]:
    """Read the tile sets in the user's own box, given as the text of a CSV file for each family."""
    if not isinstance(texts, dict | None):
        raise InvalidState("tiles must be the text of a CSV file for each family")
    found = []
    for name, own in (texts or {}).items():
        tiles = TileSet.parse(own)
        if tiles.family is not Family(name):
            raise InvalidState(f"these are not tiles of {name}")
        found.append(tiles)
    return found


play = Host().play
