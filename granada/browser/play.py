"""The table in a page: messages come in, and what whoever looks may see goes out, beside what is to be kept."""

from collections.abc import Callable
from random import Random

from attrs import define, field

from granada.arena import Dreams, Imagined, Search
from granada.board import Family, InvalidState, TileSet
from granada.browser.messages import Message, answer_to, language_of
from granada.browser.session import KINDS, PERSONS, Session, new_name, new_session
from granada.browser.table_data import events_data, table_data
from granada.game import Action, broken, legal_actions
from granada.languages import Language
from granada.rulebook import Rulings
from granada.table import BuilderBot, Record, View, new_game, observe
from granada.wire import read_record
from granada.words import Words, action_in_words, setup_in_words

LONGEST_RECORD = 1_000_000
"""How long a message may be that brings a record: many times as long as that of any game."""
SLICE = 0.05
"""So many seconds a search thinks before other messages are heard."""


@define
class Host:
    """Keeps a game open for a page, and lets bots think."""

    dreams: Callable[[View, Random], Dreams] = Imagined
    session: Session | None = field(default=None, init=False)
    search: Search | None = field(default=None, init=False)
    """What is thought about."""
    hinting: bool = field(default=False, init=False)

    def play(self, message: str) -> str:
        """The answer to a message of the page, beside what is to be kept of it and what is to be given away.

        >>> Host().play('{"ask": "undo"}')
        '{"answer":{"flaws":["no game is open"]},"keep":null,"text":null}'
        """
        asked = {
            "begin": self._begin,
            "resume": self._resume,
            "do": self._do,
            "think": self._think,
            "slice": self._slice,
            "stop": self._stop,
            "table": self._table,
            "here": self._here,
            "cover": self._cover,
        }
        return answer_to(message, asked, LONGEST_RECORD, _answer)

    @property
    def _open(self) -> Session:
        if self.session is None:
            raise InvalidState(["no game is open"])
        return self.session

    def _opened(self, session: Session, say: Language) -> Message:
        """The answer with which a game is opened."""
        self.session, self.search = session, None
        return _answer({"table": table_data(session, say), "events": events_data(session, 0, len(session.steps), say)})

    def _begin(self, message: Message) -> Message:
        """Begin a game."""
        seats = message.get("seats", ["you", "builder", "builder"])
        if not isinstance(seats, list) or not all(kind in KINDS for kind in seats):
            raise InvalidState([f"seats is a list of {', '.join(KINDS)}"])
        game, edition = message.get("game", "granada"), message.get("edition")
        state = new_game(
            len(seats),
            game,
            modules=message.get("modules") or (),
            scoring=message.get("scoring") or "normal",
            rulings=Rulings.edition(edition, game) if edition else None,
            tiles=_tiles(message.get("tiles")),
        )
        about = {"bots": ["person" if kind in PERSONS else kind for kind in seats]}
        about |= {name: message[name] for name in ("seed", "undo", "seconds") if message.get(name) is not None}
        say = language_of(message)
        answer = self._opened(new_session(new_name(), Record(state.setup), about), say)
        return {**answer, "keep": _kept(self._open, say)}

    def _resume(self, message: Message) -> Message:
        """Go on with a game that was kept."""
        record = read_record(str(message.get("record", "")))
        return self._opened(new_session(str(message.get("name")), record, record.about), language_of(message))

    def _do(self, message: Message) -> Message:
        """Do what the one who looks has decided on."""
        session = self._open
        action = Action.parse(message.get("action", ""))
        if session.viewer is None or session.viewer != session.state.actor:
            raise InvalidState(["it is not for the one who looks to act"])
        if broken(session.state, action):
            raise InvalidState([f"{action} is not legal"])
        return self._decided(action, language_of(message))

    def _decided(self, action: Action, say: Language) -> Message:
        """What comes of a decision."""
        session, self.search = self._open, None
        before = len(session.steps)
        session.decide(action)
        events = events_data(session, before, len(session.steps), say)
        return {**_answer({"events": events, "table": table_data(session, say)}), "keep": _kept(session, say)}

    # Thinking

    def _think(self, message: Message) -> Message:
        """Let the bot decide whose turn it is."""
        session = self._open
        seat = session.state.actor
        if seat is None or session.kinds[seat] in PERSONS:
            raise InvalidState(["it is not for a bot to act"])
        view, legal = observe(session.state, seat), legal_actions(session.state)
        rng = session.rng(f"seat {seat + 1}")
        if session.kinds[seat] == "builder" or len(legal) == 1:
            return self._decided(BuilderBot(rng).choose(view, legal), language_of(message))
        self.search, self.hinting = Search(view, legal, rng, seconds=session.seconds, dreams=self.dreams), False
        return self._slice(message)

    def _slice(self, message: Message) -> Message:
        """Think a little further."""
        search, seconds = self.search, message.get("seconds", SLICE)
        if search is None:
            return _answer({"dropped": True})
        if search.think(seconds if type(seconds) is float and 0 < seconds < 1 else SLICE):
            return self._stop(message)
        thinking = {"seat": search.view.seat, "playouts": search.played, "seconds": round(search.thought, 2)}
        return _answer({"thinking": {**thinking, "of": search.seconds}})

    def _stop(self, message: Message) -> Message:
        """Decide by what is known."""
        search, self.search = self.search, None
        if search is None:
            return _answer({"dropped": True})
        say = language_of(message)
        if not self.hinting:
            return self._decided(search.best, say)
        words = Words(say, search.view.table.setup.game, search.view.city)
        told = action_in_words(search.best, words)
        return _answer({"hint": {"action": str(search.best), "words": told, "playouts": search.played}})

    # Looking

    def _table(self, message: Message) -> Message:
        """The table as it is, in another language for instance."""
        return _answer({"table": table_data(self._open, language_of(message))})

    def _here(self, message: Message) -> Message:
        """A person sits at the screen now."""
        seat = message.get("seat")
        if type(seat) is not int:
            raise InvalidState(["a seat is a whole number"])
        self._open.come(seat)
        return self._table(message)

    def _cover(self, message: Message) -> Message:
        """Nobody sits at the screen now."""
        self._open.come(None)
        return self._table(message)


def _answer(data: Message) -> Message:
    """What goes to the page, and nothing else."""
    return {"answer": data, "keep": None, "text": None}


def _kept(session: Session, say: Language) -> Message:
    """What is kept of a game, and what a list of games says of it."""
    about = {"words": ", ".join(setup_in_words(session.begun.setup, say)), "over": session.state.over}
    return {"name": session.name, "record": session.record, "about": about}


def _tiles(texts: object) -> list[TileSet]:
    """The owner's own tiles, each family as the text of a CSV file."""
    if not isinstance(texts, dict | None):
        raise InvalidState(["tiles is the text of a CSV file for each family"])
    found = []
    for name, text in (texts or {}).items():
        tiles = TileSet.parse(text)
        if tiles.family is not Family(name):
            raise InvalidState([f"these are no tiles of {name}"])
        found.append(tiles)
    return found


_HOST = Host()
play = _HOST.play


def dream_with(dreams: Callable[[View, Random], Dreams]) -> None:
    """Let somebody else play the games that a search has in its head."""
    _HOST.dreams = dreams
