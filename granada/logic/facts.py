"""Write questions as facts in the vocabulary of ``specs/vocabulary.lp``."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from granada.board import Tile

ROUNDS = {"A": 1, "B": 2, "C": 3}
CARD = re.compile(r"[bgoy](\d|/[bgoy])")
CELL = re.compile(r"-?\d+,-?\d+")
HUT = re.compile(r"^(\w+)")
FAMILIES = {"a": "alhambra", "g": "granada"}
SLOT = re.compile(r"(\d)([ag]?)")
PLACES = {
    "seats/*/hand": "hand({0}),{piece}",
    "seats/*/reserve/*": "reserve({0}),{piece}",
    "seats/*/city/*": "city({0},({1})),{piece}",
    "seats/*/points": "track,{0}",
    "yard/*": "yard({0}),{piece}",
    "bags/*/*": "bag({0}),{piece}",
    "display": "display,{piece}",
    "discard": "discard,{piece}",
    "deck/pools/*": "pool({0}),{piece}",
    "deck/layers/*/slots/*": "pile({0}),pool({1})",
    "deck/layers/*/cards/*": "pile({0}),{piece}",
    "deck/later/*": "later,{piece}",
    "dirk/faces/*": "dirk,{piece}",
    "dirk/points": "track,dirk",
    "extras/vizier/*": "vizier({0}),up",
    "extras/bonus/left/*": "unseen,{piece}",
    "extras/bonus/hidden/*/*": "hidden({0}),{piece}",
    "extras/bonus/shown/*/*": "shown({0}),{piece}",
    "extras/huts/tops/*": "open({0}),{piece}",
    "extras/huts/piles/*/*": "below({0}),{piece}",
    "layout/*": "layout(({0})),{piece}",
}
"""The places of pieces: a path in the JSON of a state, and the terms for the place and the piece at that path."""


class Facts:
    """A writer of facts about numbered questions, which writes the properties of each face and tile only once."""

    def __init__(self) -> None:
        """Start without facts."""
        self.faces: list[str] = []
        self._terms: dict[str, str] = {}

    def table(self, number: int, given: Mapping[str, Any]) -> list[str]:
        """The facts about a question's table that never change."""
        state = _state(given)
        facts = [f"game({number},{state.get('game', 'granada')})", f"{state.get('scoring', 'normal')}({number})"]
        facts += (f"module({number},{module})" for module in state.get("modules", ()))
        facts += (f"chosen({number},{name},{self._term(value)})" for name, value in state.get("rulings", {}).items())
        facts += (f"age({number},{seat},{age})" for seat, age in enumerate(state.get("ages", ())))
        facts += (f"seat({number},{seat})" for seat, _ in enumerate(state["seats"]))
        facts += [f"round({number},{ROUNDS[state['round']]})"] if "round" in state else []
        return facts if state["dirk"] is None else [*facts, f"dirk({number})"]

    def position(self, number: int, kind: str, given: Mapping[str, Any]) -> list[str]:
        """The facts about the position and its agenda, or about the other subject of a question."""
        facts = self._pieces(number, _state(given))
        if "state" in given:
            members = ("mover", "marker", "todo")
            facts += (f"{member}({number},{self._term(given['state'][member])})" for member in members)
        elif "do" in given:
            do = self._action(given["do"], given.get("game", "granada"))
            phase = "place" if do.startswith(("place", "flip")) else "act"
            facts += [f"actor({number},0)", f"phase({number},{phase})", f"does({number},{do})"]
            if kind == "buy":
                slot = f"({given['space']},{Tile.parse(given['tile']).up.family})"
                facts.append(f"yard({number},{slot},{self._term(given['tile'])})")
            elif phase == "place":
                tile = self._term(given.get("tile") or given["do"].split()[1])
                facts += [f"waiting({number},0,{tile})", f"bought({number},0)"]
        return facts

    def wishes(self, number: int, kind: str, given: Mapping[str, Any]) -> list[list[str]]:
        """The actions to apply and the facts to report, in order."""
        if kind != "apply":
            return [[f"asked_{kind}({number})"]]
        actions = [given["do"]] if isinstance(given["do"], str) else given["do"]
        terms = (self._action(text, given["state"]["game"]) for text in actions)
        return [*([f"wants({number},{term})"] for term in terms), [f"asks({number},{name})" for name in given["ask"]]]

    def _action(self, text: str, game: str) -> str:
        """An action as a term."""
        verb, *words = text.split()
        cards = [self._term(word) for word in words if CARD.fullmatch(word)]
        parts = []
        for word in words:
            if slot := SLOT.fullmatch(word):
                is_named = bool(slot[2]) is (game == "combined")  # a half is named if and only if spaces have two
                parts.append(f"({slot[1]},{FAMILIES.get(slot[2], game) if is_named else 'none'})")
            elif word not in {"with", "paying", "at", "for"} and not CARD.fullmatch(word):
                parts.append(self._term(HUT.sub(r"\1-hut", word) if verb == "hut" else word))
        parts += [_listed(cards)] if verb in {"take", "buy", "flip"} else cards
        return f"{verb}({','.join(parts)})" if parts else verb

    def _pieces(self, number: int, state: Mapping[str, Any]) -> list[str]:
        """Facts that give the number of pieces of each kind at each place."""
        pieces: Counter[str] = Counter()
        for path, place in PLACES.items():
            for found, *where in _found(state, path.split("/")):
                if isinstance(found, int):
                    pieces[place.format(*where)] += found
                else:
                    words = found.split() if isinstance(found, str) else [found]
                    pieces.update(place.format(*where, piece=self._term(word)) for word in words)
        return [f"at({number},{piece},{times})" for piece, times in pieces.items() if times]

    def _term(self, value: object) -> str:
        """A JSON value as a term; the members of a step are in alphabetical order."""
        match value:
            case dict():
                members = {"overpaid": False, **value} if "tile" in value else value
                name = members.get("step", "wait").replace("-", "_")
                parts = ",".join(self._term(members[member]) for member in sorted(members) if member != "step")
                return f"{name}({parts})" if parts else name
            case list() | tuple():
                return _listed(map(self._term, value))
            case str() if value in ROUNDS:
                return f"scoring({ROUNDS[value]})"
            case str() if CARD.fullmatch(value):
                return f"bureau({value[0]},{value[2]})" if "/" in value else f"card({value[0]},{value[1]})"
            case str() if CELL.fullmatch(value):
                return f"({value})"
            case str() if not value.isalpha():
                return self._terms.get(value) or self._named(value)
        return str(value).lower()

    def _named(self, text: str) -> str:
        """A tile or a face as a term; its properties are written on first use."""
        if text.startswith("*"):
            return f"founding({self._term(text[1:])})"
        name, _, turn = text.partition("~")
        if turn:
            return f"turned({self._term(name)},{int(turn) // 90})"
        tile = Tile.parse(text)
        if tile.down is not None:
            sides = f"{self._term(str(tile.up))},{self._term(str(tile.down))}"
            self.faces.append(f"faces({sides})")
            return self._terms.setdefault(text, f"tile({sides})")
        self._terms[text] = term = f'"{tile}"'
        self.faces += [f"face({term})", f"{'hut' if tile.up.is_hut else 'shows'}({term},{tile.up.building})"]
        self.faces += [] if tile.up.is_hut else [f"price({term},{tile.up.price})"]
        self.faces += (f"carries({term},{side})" for side in range(4) if tile.up.barred(side))
        return term


def _state(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The state in a question, or its other parts arranged like a state."""
    seats = [{"city": city} for city in given.get("cities", ())] + [{"hand": hand} for hand in given.get("hands", ())]
    dirk = None if given.get("dirk") is None else {"faces": given["dirk"]}
    bonus = {"shown": given.get("shown")}
    return {"extras": {"bonus": bonus}, **given, "seats": seats or [{**given}], "dirk": dirk, **given.get("state", {})}


def _found(value: object, path: list[str]) -> Iterator[tuple[Any, ...]]:
    """The non-null values at a path, each with the indices or keys that match the stars in the path."""
    if not path:
        yield from [] if value is None else [(value,)]
    elif path[0] != "*":
        yield from _found(value.get(path[0]) if isinstance(value, Mapping) else None, path[1:])
    elif isinstance(value, Mapping | Sequence):
        for name, each in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from ((found, name, *where) for found, *where in _found(each, path[1:]))


def _listed(terms: Iterable[str]) -> str:
    """A list of terms as one term."""
    return reduce(lambda rest, term: f"({term},{rest})", reversed([*terms]), "()")
