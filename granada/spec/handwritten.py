"""Cases as they are written by hand: a position told in few words, the answers added, all of it as TOML."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from granada.game.actions import Action
from granada.game.modules.vizier import Favour
from granada.game.rules import IllegalAction, apply
from granada.game.steps import Act, DealHand, PlaceTiles, RefillMoney, RefillTiles, ScoreDue
from granada.spec.chapters import build_state, given_of
from granada.spec.questions import answer, summary

if TYPE_CHECKING:
    from granada.game.state import Deck, State

Written = dict[str, Any]
"""A case as it stands in TOML."""

ANSWERS = (
    *("breaks", "exact", "result", "points", "dirk_points", "to", "actions", "then", "draws", "canonical", "error"),
)
"""What of a written case is the answer."""
_NOBODY = ("actor", "mover", "marker")
_EMPTY = ("yard", "hut_tops")


# From a position


def written_state(state: State) -> Written | None:
    """A state in the words of a chapter; None where they do not reach."""
    moment = _moment(state)
    if moment is None:
        return None
    setup = state.setup
    lanes = [lane.value for lane in setup.game.lanes]
    bags = {lane: [str(tile) for tile in bag] for lane, bag in zip(lanes, state.bags, strict=True)}
    shown: Written = {
        "players": setup.players,
        "game": setup.game.name,
        "modules": [module.name for module in setup.modules],
        "scoring": setup.scoring,
        **moment,
        "display": str(state.display),
        "yard": [str(tile) if tile else "" for tile in state.yard],
        "marker": state.marker,
        "seats": [_seat(state, number) for number in range(setup.players)],
        "deck": _piles(state.deck),
        "discard": str(state.discard),
        **({"bag": bags[lanes[0]]} if len(lanes) == 1 else {"bags": bags}),
        **_modules(state),
    }
    if state.dirk is not None:
        shown |= {"dirk": [str(face) for face in state.dirk.faces], "dirk_points": state.dirk.points}
    shown = {key: value for key, value in shown.items() if value not in (None, [], "", "normal", 0) or key == "turn"}
    try:
        again = build_state(shown, {"rulings": setup.rulings.chosen})
    except ValueError:
        return None
    return shown if again.todo == state.todo and again.mover == state.mover else None


def _moment(state: State) -> Written | None:
    """At what moment of the game a state is."""
    step: Any = state.todo[0] if state.todo else None
    due = [str(each) for later in state.todo if isinstance(later, ScoreDue) for each in later.rounds]
    common = {"turn": state.mover or 0, **({"due": due} if due else {})}
    match step:
        case Act():
            return {**common, "phase": "act", "bought": [str(tile) for tile in step.bought]}
        case PlaceTiles():
            return {**common, "phase": "place", "place": [str(pending.tile) for pending in step.tiles]}
        case Favour():
            return {**common, "phase": "favour", "asked": [step.seat, *step.seats]}
        case RefillMoney():
            return {**common, "phase": "refill-money"}
        case RefillTiles():
            return {**common, "phase": "first-yard" if step.first else "refill-tiles"}
        case DealHand():
            return {**common, "phase": "deal-hands"}
    return None


def _seat(state: State, number: int) -> Written:
    player = state.players[number]
    told = {
        "hand": str(player.hand),
        "city": str(player.city) if len(player.city) else "",
        "reserve": [str(face) for face in player.reserve],
        "points": player.points,
    }
    return {key: value for key, value in told.items() if value}


def _piles(deck: Deck) -> list[str]:
    """The piles of a deck; any of its cards can be in any of them."""
    pools = [list(map(str, pool)) for pool in deck.pools]
    piles = []
    for layer in deck.layers:
        cards = [pool.pop() for pool, size in zip(pools, layer.slots, strict=True) for _ in range(size)]
        piles.append(" ".join([*cards, *map(str, layer.cards)]))
    return piles


def _modules(state: State) -> Written:
    found: Written = {}
    for module, extra in zip(state.setup.modules, state.extras, strict=True):
        told = module.writes(extra)
        if module.name == "huts":
            told = {**told, "tops": [top or "" for top in told["tops"]]}
        if module.name in {"vizier", "huts", "bonus"}:
            found[module.name] = told
    return found


# The answers


def answered(written: Written) -> Written | None:
    """A written case with the answers of this engine; None when it is no question at all."""
    bare = {key: value for key, value in written.items() if key not in ANSWERS}
    try:
        facts = _facts(bare) if bare["kind"] == "apply" else ()
        given = given_of(bare["kind"], {**bare, "then": dict.fromkeys(facts)} if facts else bare)
    except (ValueError, LookupError, TypeError):
        return None
    said = answer({"id": "", "kind": bare["kind"], "given": given})
    if "error" in said and bare["kind"] != "notation":
        return None
    return {**bare, **_told(bare["kind"], given, said)}


def _facts(bare: Written) -> tuple[str, ...]:
    """What can be asked of the state after the actions of a case; nothing when one of them is illegal."""
    state = build_state(bare["state"], bare)
    steps = bare["do"] if isinstance(bare["do"], list) else [bare["do"]]
    for number, text in enumerate(steps, start=1):
        try:
            state = apply(state, Action.parse(text))
        except IllegalAction:
            if number < len(steps):
                raise
            return ()
    return tuple(summary(state))


def _told(kind: str, given: dict[str, Any], said: dict[str, Any]) -> Written:
    match kind:
        case "moat":
            return {"result": said["result"]}
        case "score":
            return {"points": said["points"], **({"dirk_points": said["dirk"]} if "dirk" in given else {})}
        case "award":
            return {"to": ["nobody" if seat is None else seat for seat in said["result"]]}
        case "legal":
            return {"actions": said["actions"]}
        case "draw":
            return {"draws": said["draws"]}
        case "notation":
            return {"error": True} if "error" in said else {"canonical": said["result"]}
        case "game":
            return {"result": {key: value for key, value in said.items() if key != "id"}}
    if kind == "apply" and said["legal"]:
        return {"then": {name: _fact(name, value) for name, value in said["then"].items()}}
    return {"breaks": said["broken"], **({"exact": said["exact"]} if "exact" in said else {})}


def _fact(name: str, value: Any) -> Any:  # noqa: ANN401  facts have various types
    """A fact as TOML can say it."""
    if value is None and name in _NOBODY:
        return "nobody"
    return [each or "" for each in value] if name in _EMPTY else value


# TOML


def toml_text(written: Written, heading: str = "") -> str:
    """A written case, ready to be pasted into a chapter."""
    lines = [f"# belongs under ## {heading}"] if heading else []
    lines += ["[[case]]", *_entries(written, but=("state", "then"))]
    if state := written.get("state"):
        lines += ["[case.state]", *_entries(state, but=("seats",))]
        for seat in _without_idle(state.get("seats", [])):
            lines += ["[[case.state.seats]]", *_entries(seat)]
    if then := written.get("then"):
        lines += ["[case.then]", *_entries(then)]
    return "\n".join(lines) + "\n"


def _without_idle(seats: list[Written]) -> list[Written]:
    """The seats up to the last of which something is told."""
    last = max((number for number, seat in enumerate(seats, start=1) if seat), default=0)
    return seats[:last]


def _entries(table: Written, but: tuple[str, ...] = ()) -> list[str]:
    return [
        f"{_key(key)} = {_rows(value) if key in _ROWS else _value(value, wide=True)}"
        for key, value in table.items()
        if key not in but
    ]


_ROWS = ("city", "layout")


def _rows(rows: str) -> str:
    """A city as it is drawn in letters, a line for each row."""
    return f'"""\n{rows.strip()}\n"""' if "\n" in rows.strip() else _text(rows)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _text(text: str) -> str:
    if '"' in text and not re.search(r"['\x00-\x1f\x7f]", text):
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any, *, wide: bool = False) -> str:  # noqa: ANN401  TOML has values of various types
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        parts = [_value(each) for each in value]
        if wide and sum(map(len, parts)) > 100:
            return "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
        return f"[{', '.join(parts)}]"
    if isinstance(value, dict):
        parts = [f"{_key(key)} = {_value(each)}" for key, each in value.items()]
        return f"{{ {', '.join(parts)} }}" if parts else "{}"
    return str(value)
