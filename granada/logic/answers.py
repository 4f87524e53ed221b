"""Read answers from a model of the clauses."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from clingo import Symbol, SymbolType

from granada.rulebook import Rule

RULES = {str(rule).replace("-", "_"): str(rule) for rule in Rule}
"""A mapping from the names of rules in the clauses to the rules."""
SHOWN = """
#show.
#show next/2. #show happens/2. #show told/5.
#show can_come(Q,X,N,D) : can_come(Q,X,N,D), asks(Q,draws).
#show breaks(Q,A,R) : does(Q,A), breaks(Q,A,R).
#show breaks(Q,layout,R) : breaks(Q,layout,R).
#show breaks(Q,A,R) : does(Q,A), idles(Q,A,R).
#show legal(Q,A) : legal(Q,A), listing(Q).
#show exact(Q) : does(Q,A), exact_payment_earns_an_action(Q,A).
#show points(Q,W,N) : points(Q,W,N), not todo(Q,_).
#show moat(Q,Y,N) : longest_moat(city(Q,0),Y,N). #show moat(Q,start,N) : longest_moat(city(Q,0),Y,N), starts_with(Q,Y).
#show award(Q,I,S) : award_to_the_richest(Q,K,S), not tied_awards_stay(Q,K), slot(Q,I,K).
"""
"""The atoms to read from a model; the first argument of each is the number of a question."""
CARDS = ("hands", "display", "discard")
LISTS = ("reserves", "bonus_hidden", "bonus_shown", "winners", "placing", "bought", "dirk")
SEVERAL = ("hands", "cities", "points", "vizier", "yard", "hut_tops", "reserves", "bonus_hidden", "bonus_shown")
"""The facts that are cards; the facts that are lists; and the facts that have a value for each seat or slot."""
LINKS = {"buy": "with", "flip": "paying", "place": "at", "add": "at", "swap": "for"}
"""The words between the two parts of an action."""


def read(kind: str, given: Mapping[str, Any], shown: Iterable[Symbol]) -> dict[str, Any]:
    """The answer to a question, read from the atoms that a model shows."""
    said: dict[str, list[list[Symbol]]] = {}
    for symbol in shown:
        said.setdefault(symbol.name, []).append(symbol.arguments[1:])
    broken = {rule.name for _, rule in said.get("breaks", ())}
    match kind:
        case "score":
            points = {str(who): total.number for who, total in said["points"]}
            dirk = {"dirk": points["dirk"]} if given.get("dirk") is not None else {}
            return {"points": [points[str(seat)] for seat in range(len(given["cities"]))], **dirk}
        case "moat":
            lengths = {str(family): length.number for family, length in said.get("moat", ())}
            return {"result": lengths.get(given.get("family", "start"), 0)}
        case "award":
            to = {slot.number: seat.number for slot, seat in said.get("award", ())}
            return {"result": [to.get(slot) for slot, tile in enumerate(given["yard"]) if tile]}
        case "legal":
            return {"actions": sorted(_action(action, given["state"]["game"]) for (action,) in said.get("legal", ()))}
        case "draw":
            chances = said.get("can_come", ())
            return {"draws": {_piece(what): str(Fraction(part.number, whole.number)) for what, part, whole in chances}}
        case "apply" if not broken:
            return {"legal": True, "then": _facts(given, said.get("told", ()))}
    exact = {"exact": "exact" in said} if kind == "buy" and not broken else {}
    return {"legal": not broken, "broken": [rule for name, rule in RULES.items() if name in broken], **exact}


def _facts(given: Mapping[str, Any], told: Iterable[list[Symbol]]) -> dict[str, Any]:
    """The facts about a position."""
    state = given["state"]
    pieces: dict[tuple[str, int], list[Any]] = {}
    for name, where, what, times in told:
        pieces.setdefault((name.name, where.number), []).extend([_piece(what)] * times.number)
    facts: dict[str, Any] = {}
    for name in given["ask"]:
        length = len(state["yard"]) if name == "yard" else 6 if name == "hut_tops" else len(state["seats"])
        each: list[Any] = [pieces.get((name, where), []) for where in range(length)]
        if name in CARDS:
            each = [" ".join(here) for here in each]
        elif name == "cities":
            each = [dict(here) for here in each]
        elif name not in LISTS:
            each = [here[0] if here else None for here in each]
        facts[name] = each if name in SEVERAL else each[0]
    return facts


def _action(action: Symbol, game: str) -> str:
    """The notation of an action; a space of the combined game has two halves."""
    parts = [str(_piece(part)) for part in action.arguments]
    if action.name == "hut":
        return f"hut {parts[0].replace('-hut', '')}"
    if action.name == "buy" and game != "combined":
        parts[0] = parts[0][:1]
    return f" {LINKS.get(action.name, '')} ".join([f"{action.name} {parts[0]}", *parts[1:]]) if parts else action.name


def _piece(term: Symbol) -> object:
    """The notation of a term."""
    if term.type is not SymbolType.Function:
        return term.number if term.type is SymbolType.Number else term.string
    match term.name, term.arguments:
        case "true" | "false" as truth, _:
            return truth == "true"
        case "none", _:
            return None
        case "scoring", [number]:
            return "ABC"[number.number - 1]
        case "tile", [up, down]:
            face, slash, edges = up.string.partition("/")
            return f"{face}|{down.string.removesuffix(slash + edges)}{slash}{edges}"
        case "founding", [face]:
            return f"*{face.string}"
        case "built", [cell, face]:
            return _piece(cell), _piece(face)
        case "card" | "bureau", parts:
            return ("/" if term.name == "bureau" else "").join(map(str, parts))
        case "", [x, y] if x.type is SymbolType.Number:
            return f"{x},{y}" if y.type is SymbolType.Number else f"{x}{y.name[0]}"
        case "", [card, rest]:
            return f"{_piece(card)} {_piece(rest)}".strip()
    return term.name
