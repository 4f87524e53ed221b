"""What a model of the clauses says, as answers."""

from collections.abc import Iterable, Mapping
from typing import Any

from clingo import Symbol

from granada.board import Purse
from granada.logic.facts import slots
from granada.rulebook import Rule

RULES = {str(rule).replace("-", "_"): str(rule) for rule in Rule}
"""The names of the rules as the clauses write them."""
SHOWN = """
#show.
#show breaks/3.
#show breaks(Q,A,R) : idles(Q,A,R).
#show legal(Q,A) : legal(Q,A), listing(Q).
#show exact(Q) : does(Q,A), exact_payment_earns_an_action(Q,A).
#show points/3.
#show moat(Q,Y,N) : longest_moat(city(Q,0),Y,N).
#show award(Q,K,S) : award_to_the_richest(Q,K,S), not tied_awards_stay(Q,K).
""" + "\n".join(
    f"#show breaks(Q,{rule},{rule}) : layout_asked(Q), not {rule}(layout(Q))."
    for rule in ("same_orientation", "moats_match", "wall_meets_moat", "walkable", "edge_contact", "no_holes")
)
"""What is looked at in a model; the question is the first part of each."""


def read(kind: str, given: Mapping[str, Any], shown: Iterable[Symbol]) -> dict[str, Any]:
    """The answer to a question, by what a model shows about it."""
    said: dict[str, list[list[Symbol]]] = {}
    for symbol in shown:
        said.setdefault(symbol.name, []).append(symbol.arguments[1:])
    game = given.get("game", "granada")
    match kind:
        case "score":
            points = {str(who): total.number for who, total in said["points"]}
            dirk = {"dirk": points["dirk"]} if given.get("dirk") is not None else {}
            return {"points": [points[str(seat)] for seat in range(len(given["cities"]))], **dirk}
        case "moat":
            lengths = {str(family): length.number for family, length in said.get("moat", ())}
            return {"result": lengths.get(given.get("family", game), 0)}
        case "award":
            to = {str(slot): seat.number for slot, seat in said.get("award", ())}
            return {"result": [to.get(slot) for slot, tile in zip(slots(game), given["yard"], strict=True) if tile]}
        case "legal":
            halved = given["state"]["game"] == "combined"
            return {"actions": sorted(_action(action, halved=halved) for (action,) in said.get("legal", ()))}
    broken = {rule.name for _, rule in said.get("breaks", ())}
    exact = {"exact": "exact" in said} if kind == "buy" and not broken else {}
    return {"legal": not broken, "broken": [rule for name, rule in RULES.items() if name in broken], **exact}


def _action(action: Symbol, *, halved: bool) -> str:
    """The notation of an action; in the combined game a space has two halves."""
    verb, parts = action.name, action.arguments
    match verb:
        case "take":
            return f"take {_cards(parts[0])}"
        case "buy":
            space, family = parts[0].arguments
            return f"buy {space}{family.name[0] if halved else ''} with {_cards(parts[1])}"
        case "flip":
            return f"flip {parts[0].string} paying {_cards(parts[1])}"
        case "place" | "add":
            return f"{verb} {parts[0].string} at {_cell(parts[1])}"
        case "remove":
            return f"remove {_cell(parts[0])}"
        case "swap":
            return f"swap {_cell(parts[0])} for {parts[1].string}"
        case "hut":
            return f"hut {parts[0].string.replace('-hut', '')}"
    return " ".join([verb, *(part.string for part in parts)])


def _cell(cell: Symbol) -> str:
    return ",".join(map(str, cell.arguments))


def _cards(cards: Symbol) -> Purse:
    """A list of cards."""
    texts = []
    while cards.arguments:
        card, cards = cards.arguments
        texts.append(("/" if card.name == "bureau" else "").join(map(str, card.arguments)))
    return Purse.parse(" ".join(texts))
