"""Questions as facts, in the words of ``specs/vocabulary.lp``."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from granada.board import Bureau, Card, Cell, Face, Purse, Tile
from granada.game import (
    Action,
    Add,
    Buy,
    Flip,
    Give,
    Place,
    Remove,
    Reveal,
    Store,
    Swap,
    Take,
    TakeHut,
)

PHASES = {"act": "act", "place-tiles": "place", "favour": "favour", "show": "show"}
"""What the steps of the agenda that wait for a seat are called in the clauses."""
ROUNDS = {"A": 1, "B": 2, "C": 3}


class Facts:
    """The facts of some questions, each of which has a number."""

    def __init__(self) -> None:
        """None yet."""
        self.facts: list[str] = []
        self._named: set[Face | Tile] = set()

    def __str__(self) -> str:
        """The facts as a program."""
        return "\n".join(self.facts)

    def add(self, number: int, kind: str, given: Mapping[str, Any]) -> None:
        """Write down what a question gives."""
        if kind == "legal":
            self._state(number, given["state"])
            self._say(f"listing({number})")
            return
        game = self._table(number, given)
        match kind:
            case "layout":
                self._say(f"layout_asked({number})")
                self._city(f"layout({number})", given["layout"])
            case "score":
                self._say(f"scored({number})", f"round({number},{ROUNDS[given['round']]})")
                self._seats(number, given["cities"])
                self._dirk(number, given.get("dirk"))
                self._bonus(number, "shown", given.get("shown", ()))
            case "award":
                self._say(f"awards({number})")
                self._yard(number, given["yard"], game)
                for seat, hand in enumerate(given["hands"]):
                    self._say(f"seat({number},{seat})", *_cards(f"hand({number},{seat}", hand))
            case _:
                self._seats(number, [given.get("city", {})])
                if kind == "moat":
                    self._say(f"measured(city({number},0))")
                else:
                    self._deed(number, kind, given, game)

    def _say(self, *facts: str) -> None:
        self.facts += (f"{fact}." for fact in facts)

    def _face(self, face: Face) -> str:
        """A face as a term; what it shows is written down once."""
        name = f'"{face}"'
        if face not in self._named:
            self._named.add(face)
            self._say(*([f"hut({name},{face.building})"] if face.is_hut else [f"shows({name},{face.building})"]))
            self._say(*([] if face.is_hut else [f"price({name},{face.price})"]))
            self._say(*(f"carries({name},{side})" for side in range(4) if face.barred(side)))
        return name

    def _tile(self, tile: Tile) -> str:
        """A tile as a term; its faces are written down once."""
        name = f'"{tile}"'
        if tile not in self._named:
            self._named.add(tile)
            self._say(f"up({name},{self._face(tile.up)})")
            self._say(*([] if tile.down is None else [f"down({name},{self._face(tile.down)})"]))
        return name

    def _city(self, where: str, city: Mapping[str, str]) -> None:
        """What lies in a city or a layout."""
        for cell, text in city.items():
            at = _cell(Cell.parse(cell))
            face, _, turn = text.removeprefix("*").partition("~")
            self._say(f"lies({where},{at},{self._face(Face.parse(face))},{int(turn or 0) // 90})")
            self._say(*([f"founding({where},{at})"] if text.startswith("*") else []))

    def _seats(self, number: int, cities: Sequence[Mapping[str, str]]) -> None:
        for seat, city in enumerate(cities):
            self._say(f"seat({number},{seat})")
            self._city(f"city({number},{seat})", city)

    def _reserve(self, number: int, seat: int, faces: Iterable[str]) -> None:
        for face, times in Counter(map(Face.parse, faces)).items():
            self._say(f"reserve({number},{seat},{self._face(face)},{times})")

    def _yard(self, number: int, yard: Sequence[str | None], game: str) -> None:
        for slot, text in zip(slots(game), yard, strict=True):
            self._say(*([f"yard({number},{slot},{self._tile(Tile.parse(text))})"] if text else []))

    def _dirk(self, number: int, faces: Sequence[str] | None) -> None:
        if faces is not None:
            self._say(f"dirk({number})")
            self._say(*(f"dirk_has({number},{i},{self._face(Face.parse(face))})" for i, face in enumerate(faces)))

    def _bonus(self, number: int, where: str, seats: Iterable[Iterable[str]]) -> None:
        for seat, cards in enumerate(seats):
            for face, times in Counter(map(Face.parse, cards)).items():
                self._say(f"{where}({number},{seat},{self._face(face)},{times})")

    def _table(self, number: int, given: Mapping[str, Any]) -> str:
        """What the table agreed on; its game."""
        game: str = given.get("game", "granada")
        self._say(f"game({number},{game})", *(f"module({number},{module})" for module in given.get("modules", ())))
        self._say(
            *(f"chosen({number},{name},{str(value).lower()})" for name, value in given.get("rulings", {}).items())
        )
        self._say(*([f"simplified({number})"] if given.get("scoring") == "simplified" else []))
        return game

    def _deed(self, number: int, kind: str, given: Mapping[str, Any], game: str) -> None:
        """An action of the only seat, and what it needs."""
        do = Action.parse(given["do"])
        phase = "place" if isinstance(do, Place | Flip) else "act"
        self._say(f"actor({number},0)", f"phase({number},{phase})", f"does({number},{self._action(do, game)})")
        self._reserve(number, 0, given.get("reserve", ()))
        self._say(*_cards(f"hand({number},0", given.get("hand", "")))
        self._say(*_cards(f"display({number}", given.get("display", "")))
        if kind == "buy":
            tile = Tile.parse(given["tile"])
            self._say(f"yard({number},({given['space']},{tile.up.family}),{self._tile(tile)})")
        elif isinstance(do, Place | Flip):
            tile = Tile.parse(given["tile"] if kind == "flip" else str(do.face))
            self._say(f"waiting({number},0,{self._tile(tile)})", f"bought({number},0)")

    def _state(self, number: int, state: Mapping[str, Any]) -> None:
        """A whole position."""
        game = self._table(number, state)
        self._seats(number, [seat["city"] for seat in state["seats"]])
        for seat, player in enumerate(state["seats"]):
            self._say(*_cards(f"hand({number},{seat}", player["hand"]))
            self._reserve(number, seat, player["reserve"])
        self._yard(number, state["yard"], game)
        self._say(*_cards(f"display({number}", state["display"]))
        self._dirk(number, state["dirk"] and state["dirk"]["faces"])
        self._modules(number, state["extras"])
        step = state["todo"][0] if state["todo"] else None
        if step is None:
            self._say(f"phase({number},over)")
            return
        self._say(f"phase({number},{PHASES[step['step']]})", f"actor({number},{step['seat']})")
        self._say(*([f"earned({number})"] if step.get("bought") else []))
        for i, tile in enumerate(step.get("tiles", ())):
            self._say(f"waiting({number},{i},{self._tile(Tile.parse(tile['tile']))})")
            self._say(*(f"{name}({number},{i})" for name in ("bought", "flipped", "overpaid") if tile.get(name)))

    def _modules(self, number: int, extras: Mapping[str, Any]) -> None:
        """What the modules keep."""
        self._say(*(f"vizier({number},{seat})" for seat, active in enumerate(extras.get("vizier", ())) if active))
        tops = filter(None, extras.get("huts", {}).get("tops", ()))
        self._say(*(f"open_hut({number},{self._face(Face.parse(top))})" for top in tops))
        for where in ("hidden", "shown"):
            self._bonus(number, where, extras.get("bonus", {}).get(where, ()))

    def _action(self, action: Action, game: str) -> str:
        """An action as a term."""
        match action:
            case Take(cards):
                return f"take({_listed(cards)})"
            case Buy(space, cards, family):
                return f"buy(({space},{family or game}),{_listed(cards)})"
            case Flip(face, cards):
                return f"flip({self._face(face)},{_listed(cards)})"
            case Place(face, cell):
                return f"place({self._face(face)},{_cell(cell)})"
            case Add(face, cell):
                return f"add({self._face(face)},{_cell(cell)})"
            case Remove(cell):
                return f"remove({_cell(cell)})"
            case Swap(cell, face):
                return f"swap({_cell(cell)},{self._face(face)})"
            case Store(face) | Give(face) | Reveal(face) | TakeHut(face):
                return f"{str(action).split()[0]}({self._face(face)})"
        return str(action)


def slots(game: str) -> list[str]:
    """The slots of the yard as terms, in the order in which they are written."""
    families = ("alhambra", "granada") if game == "combined" else (game,)
    return [f"({space},{family})" for space in range(1, 5) for family in families]


def _cell(cell: Cell) -> str:
    return f"({cell.x},{cell.y})"


def _card(card: Card | Bureau) -> str:
    text = str(card)
    return f"bureau({text[0]},{text[2]})" if "/" in text else f"card({text[0]},{text[1]})"


def _cards(head: str, text: str) -> Iterator[str]:
    """How many there are of each card; the head is the beginning of a fact."""
    return (f"{head},{_card(card)},{times})" for card, times in Counter(Purse.parse(text)).items())


def _listed(cards: Purse) -> str:
    """Cards as a list."""
    text = "()"
    for card in reversed(list(cards)):
        text = f"({_card(card)},{text})"
    return text
