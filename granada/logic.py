"""The clauses of the specification as an engine: questions become facts, and models become answers.

No rule stands here. ``facts`` writes down what a question gives, in the words of ``specs/vocabulary.lp``, and ``answers``
reads what the clauses say of it. Everything between the two is clingo's, which the extra ``logic`` brings.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import clingo

from granada import Action, Add, Bureau, Buy, Card, Cell, Decline, Face, Flip, Give, Pass, Place, Purse, Reactivate, Remove
from granada import Reveal, Stop, Store, Swap, Take, TakeHut, Tile
from granada.rulebook import Rule
from granada.rulebook.specification import specs_folder

CHAPTERS = (
    "vocabulary", "set-up", "money", "buying", "placing", "building", "longest", "redesigning", "scoring", "simplified-scoring",
    "the-end", "two-players", "alhambra", "combined", "vizier", "exchange", "bonus", "huts",
)
SIDES = "nesw"
PHASES = {"act": "act", "place-tiles": "place", "favour": "favour", "show": "show"}
NAMES = {str(rule).replace("-", "_"): str(rule) for rule in Rule}


class Writer:
    """The facts of some questions, written one after the other."""

    def __init__(self) -> None:
        self.facts: list[str] = []
        self.faces: set[Face] = set()
        self.tiles: set[Tile] = set()

    def say(self, *facts: str) -> None:
        self.facts += (f"{fact}." for fact in facts)

    def face(self, face: Face) -> str:
        """A face as a term."""
        if face not in self.faces:
            self.faces.add(face)
            name = f'"{face}"'
            self.say(f"{'hut' if '-hut' in str(face) else 'shows'}({name},{face.building})")
            if "-hut" not in str(face):
                self.say(f"price({name},{face.price})")
            self.say(*(f"carries({name},{side})" for side in range(4) if face.edges >> side & 1))
        return f'"{face}"'

    def tile(self, text: str) -> str:
        """A tile as a term."""
        tile = Tile.parse(text)
        if tile not in self.tiles:
            self.tiles.add(tile)
            self.say(f'up("{tile}",{self.face(tile.up)})')
            if tile.down is not None:
                self.say(f'down("{tile}",{self.face(tile.down)})')
        return f'"{tile}"'

    def city(self, where: str, city: Mapping[str, str]) -> None:
        """What lies in a city or layout."""
        for cell, text in city.items():
            if text.startswith("*"):
                self.say(f"founding({where},{place(Cell.parse(cell))})")
            face, _, turn = text.removeprefix("*").partition("~")
            self.say(f"lies({where},{place(Cell.parse(cell))},{self.face(Face.parse(face))},{int(turn or 0) // 90})")

    def purse(self, head: str, text: str) -> None:
        """So many of each card."""
        for kind, number in counted(Purse.parse(text)).items():
            self.say(f"{head},{card(kind)},{number})")

    def action(self, action: Action, game: str) -> str:
        """An action as a term."""
        match action:
            case Take(cards):
                return f"take({listed(cards)})"
            case Buy(space, cards, family):
                return f"buy(({space},{family or game}),{listed(cards)})"
            case Flip(face, cards):
                return f"flip({self.face(face)},{listed(cards)})"
            case Place(face, cell):
                return f"place({self.face(face)},{place(cell)})"
            case Add(face, cell):
                return f"add({self.face(face)},{place(cell)})"
            case Store(face):
                return f"store({self.face(face)})"
            case Give(face):
                return f"give({self.face(face)})"
            case Remove(cell):
                return f"remove({place(cell)})"
            case Swap(cell, face):
                return f"swap({place(cell)},{self.face(face)})"
            case TakeHut(face):
                return f"hut({self.face(face)})"
            case Reveal(face):
                return f"reveal({self.face(face)})"
        return str(action)

    def yard(self, q: int, yard: Sequence[str | None], game: str) -> None:
        for slot, text in zip(slots(game), yard, strict=True):
            if text:
                self.say(f"yard({q},{slot},{self.tile(text)})")

    def table(self, q: int, given: Mapping[str, Any]) -> str:
        game = given.get("game", "granada")
        self.say(f"game({q},{game})", *(f"module({q},{module})" for module in given.get("modules", ())))
        self.say(*(f"chosen({q},{name},{str(value).lower()})" for name, value in given.get("rulings", {}).items()))
        if given.get("scoring") == "simplified":
            self.say(f"simplified({q})")
        return game

    def question(self, q: int, kind: str, given: Mapping[str, Any]) -> None:
        """What a question gives."""
        if kind == "legal":
            self.state(q, given["state"])
            self.say(f"listing({q})")
            return
        game = self.table(q, given)
        if kind == "layout":
            self.say(f"layout_asked({q})")
            self.city(f"layout({q})", given["layout"])
            return
        if kind == "score":
            self.say(f"scored({q})", f"round({q},{'ABC'.index(given['round']) + 1})")
            for seat, city in enumerate(given["cities"]):
                self.say(f"seat({q},{seat})")
                self.city(f"city({q},{seat})", city)
            self.dirk(q, given.get("dirk"))
            for seat, cards in enumerate(given.get("shown", ())):
                for face, number in counted(map(Face.parse, cards)).items():
                    self.say(f"shown({q},{seat},{self.face(face)},{number})")
            return
        if kind == "award":
            self.say(f"awards({q})")
            self.yard(q, given["yard"], game)
            for seat, hand in enumerate(given["hands"]):
                self.say(f"seat({q},{seat})")
                self.purse(f"hand({q},{seat}", hand)
            return
        self.say(f"seat({q},0)", f"actor({q},0)")
        self.city(f"city({q},0)", given.get("city", {}))
        if kind == "moat":
            self.say(f"measured(city({q},0))")
            return
        do = Action.parse(given["do"])
        self.say(f"phase({q},{'place' if isinstance(do, Place | Flip) else 'act'})", f"does({q},{self.action(do, game)})")
        for face, number in counted(map(Face.parse, given.get("reserve", ()))).items():
            self.say(f"reserve({q},0,{self.face(face)},{number})")
        self.purse(f"hand({q},0", given.get("hand", ""))
        self.purse(f"display({q}", given.get("display", ""))
        match kind:
            case "buy":
                tile = self.tile(given["tile"])
                family = game if game != "combined" else str(Tile.parse(given["tile"]).up.family)
                self.say(f"yard({q},({given['space']},{family}),{tile})")
            case "flip":
                self.say(f"waiting({q},0,{self.tile(given['tile'])})", f"bought({q},0)")
            case "place" if isinstance(do, Place):
                self.say(f"waiting({q},0,{self.tile(str(do.face))})", f"bought({q},0)")

    def dirk(self, q: int, faces: Sequence[str] | None) -> None:
        if faces is not None:
            self.say(f"dirk({q})")
            self.say(*(f"dirk_has({q},{number},{self.face(Face.parse(face))})" for number, face in enumerate(faces)))

    def state(self, q: int, state: Mapping[str, Any]) -> None:
        game = self.table(q, state)
        for seat, player in enumerate(state["seats"]):
            self.say(f"seat({q},{seat})")
            self.city(f"city({q},{seat})", player["city"])
            self.purse(f"hand({q},{seat}", player["hand"])
            for face, number in counted(map(Face.parse, player["reserve"])).items():
                self.say(f"reserve({q},{seat},{self.face(face)},{number})")
        self.yard(q, state["yard"], game)
        self.purse(f"display({q}", state["display"])
        self.dirk(q, state["dirk"] and state["dirk"]["faces"])
        extras = state["extras"]
        self.say(*(f"vizier({q},{seat})" for seat, active in enumerate(extras.get("vizier") or ()) if active))
        for top in (extras.get("huts") or {}).get("tops", ()):
            if top:
                self.say(f"open_hut({q},{self.face(Face.parse(top))})")
        for name in ("hidden", "shown"):
            for seat, cards in enumerate((extras.get("bonus") or {}).get(name, ())):
                for face, number in counted(map(Face.parse, cards)).items():
                    self.say(f"{name}({q},{seat},{self.face(face)},{number})")
        if not state["todo"]:
            self.say(f"phase({q},over)")
            return
        step = state["todo"][0]
        self.say(f"phase({q},{PHASES[step['step']]})", f"actor({q},{step['seat']})")
        if step.get("bought"):
            self.say(f"earned({q})")
        for number, tile in enumerate(step.get("tiles", ())):
            self.say(f"waiting({q},{number},{self.tile(tile['tile'])})")
            self.say(*(f"{name}({q},{number})" for name in ("bought", "flipped", "overpaid") if tile.get(name)))


def slots(game: str) -> list[str]:
    families = ("alhambra", "granada") if game == "combined" else (game,)
    return [f"({space},{family})" for space in range(1, 5) for family in families]


def counted(things: Iterable[Any]) -> dict[Any, int]:
    counts: dict[Any, int] = defaultdict(int)
    for thing in things:
        counts[thing] += 1
    return counts


def place(cell: Cell) -> str:
    return f"({cell.x},{cell.y})"


def card(kind: Card | Bureau) -> str:
    text = str(kind)
    return f"bureau({text[0]},{text[2]})" if "/" in text else f"card({text[0]},{text[1]})"


def listed(cards: Iterable[Card | Bureau]) -> str:
    text = "()"
    for kind in reversed(list(cards)):
        text = f"({card(kind)},{text})"
    return text


def program() -> str:
    return "\n".join((specs_folder() / f"{chapter}.lp").read_text("utf-8") for chapter in CHAPTERS)


SHOWN = """
#show. #show breaks/3. #show breaks(Q,A,R) : idles(Q,A,R). #show legal(Q,A) : legal(Q,A), listing(Q).
#show exact(Q) : does(Q,A), exact_payment_earns_an_action(Q,A).
#show points/3. #show longest_moat/3.
#show award(Q,K,S) : award_to_the_richest(Q,K,S), not tied_awards_stay(Q,K).
#show broken(L,same_orientation) : layout(L), L = layout(_), not same_orientation(L).
#show broken(L,moats_match) : layout(L), L = layout(_), not moats_match(L).
#show broken(L,wall_meets_moat) : layout(L), L = layout(_), not wall_meets_moat(L).
#show broken(L,walkable) : layout(L), L = layout(_), not walkable(L).
#show broken(L,edge_contact) : layout(L), L = layout(_), not edge_contact(L).
#show broken(L,no_holes) : layout(L), L = layout(_), not no_holes(L).
"""


def solved(questions: Sequence[tuple[str, Mapping[str, Any]]], base: str) -> dict[int, list[clingo.Symbol]]:
    writer = Writer()
    for number, (kind, given) in enumerate(questions):
        writer.question(number, kind, given)
    control = clingo.Control(["--warn=none"])
    control.add("base", [], base + SHOWN + "\n".join(writer.facts))
    control.ground([("base", [])])
    found: dict[int, list[clingo.Symbol]] = defaultdict(list)
    with control.solve(yield_=True) as models:
        model = next(iter(models))
        for atom in model.symbols(shown=True):
            first = atom.arguments[0]
            while first.type != clingo.SymbolType.Number:
                first = first.arguments[0]
            found[first.number].append(atom)
    return found


def answer(kind: str, given: Mapping[str, Any], atoms: Sequence[clingo.Symbol]) -> dict[str, Any]:
    named: dict[str, list[Sequence[clingo.Symbol]]] = defaultdict(list)
    for atom in atoms:
        named[atom.name].append(atom.arguments)
    if kind == "score":
        points = {str(who): total.number for _, who, total in named["points"]}
        said: dict[str, Any] = {"points": [points[str(seat)] for seat in range(len(given["cities"]))]}
        return said | ({"dirk": points["dirk"]} if given.get("dirk") is not None else {})
    if kind == "moat":
        game = given.get("game", "granada")
        family = given.get("family") or game
        return {"result": next((n.number for _, y, n in named["longest_moat"] if str(y) == family), 0)}
    if kind == "award":
        game = given.get("game", "granada")
        to = {str(slot): seat.number for _, slot, seat in named["award"]}
        return {"result": [to.get(slot) for slot, tile in zip(slots(game), given["yard"], strict=True) if tile]}
    if kind == "legal":
        game = given["state"]["game"]
        return {"actions": sorted(written(action, game) for _, action in named["legal"])}
    rules = [NAMES[str(rule)] for *_, rule in named["breaks"] + named["broken"]]
    said = {"legal": not rules, "broken": sorted(set(rules))}
    return said | ({"exact": bool(named["exact"])} if kind == "buy" and not rules else {})


def written(action: clingo.Symbol, game: str) -> str:
    name, parts = action.name, action.arguments
    match name:
        case "take":
            return f"take {' '.join(cards_of(parts[0]))}"
        case "buy":
            space, family = parts[0].arguments
            half = str(family)[0] if game == "combined" else ""
            return f"buy {space}{half} with {' '.join(cards_of(parts[1]))}"
        case "flip":
            return f"flip {parts[0].string} paying {' '.join(cards_of(parts[1]))}"
        case "place" | "add":
            return f"{name} {parts[0].string} at {cell_of(parts[1])}"
        case "store" | "give" | "reveal":
            return f"{name} {parts[0].string}"
        case "hut":
            return f"hut {parts[0].string.replace('-hut', '')}"
        case "remove":
            return f"remove {cell_of(parts[0])}"
        case "swap":
            return f"swap {cell_of(parts[0])} for {parts[1].string}"
    return name


def cell_of(term: clingo.Symbol) -> str:
    return f"{term.arguments[0]},{term.arguments[1]}"


def cards_of(term: clingo.Symbol) -> Iterator[str]:
    texts = []
    while term.arguments:
        kind, term = term.arguments
        texts.append(f"{kind.arguments[0]}{'/' if kind.name == 'bureau' else ''}{kind.arguments[1]}")
    yield from str(Purse.parse(" ".join(texts))).split()


KINDS = ("layout", "place", "remove", "swap", "moat", "take", "buy", "flip", "award", "score", "legal")
