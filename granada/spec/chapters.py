"""Chapters of the specification: Markdown read into rules with their sources, rulings and cases."""

from __future__ import annotations

import re
import tomllib
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from attrs import fields, frozen

from granada.board.city import City, empty_city
from granada.board.layout import Layout
from granada.board.money import Bureau, Purse, Round
from granada.board.tiles import Face, InvalidState, Tile
from granada.game.agenda import preparation, settle, turn_end
from granada.game.games import game_named
from granada.game.modules import MODULES
from granada.game.modules.vizier import Favour
from granada.game.state import Deck, Dirk, Layer, Player, Setup, State
from granada.game.steps import (
    Act,
    Begin,
    DealHand,
    NextTurn,
    Pending,
    PlaceTiles,
    RefillMoney,
    RefillTiles,
    ScoreDue,
    Step,
)
from granada.notation import words
from granada.rulebook import FORMAT, Rule, Rulings, specs_folder
from granada.spec.questions import a_city
from granada.wire import state_data
from granada.wire.validity import flaws_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ORDER = (
    *("set-up", "money", "buying", "building", "redesigning", "placing", "refilling", "scoring", "the-end"),
    *("two-players", "simplified-scoring", "alhambra", "vizier", "exchange", "bonus", "huts", "combined", "notation"),
)
"""The chapters in reading order."""


@frozen
class Case:
    """A case: a question, and the answer that it must get."""

    id: str
    rule: str
    name: str
    kind: str
    given: dict[str, Any]
    expect: dict[str, Any]
    note: str = ""

    @property
    def question(self) -> dict[str, Any]:
        """What is asked; it does not contain the answer."""
        return {"id": self.id, "kind": self.kind, "given": self.given}


@frozen
class RuleText:
    """What a chapter says of a rule."""

    rule: str
    text: str
    """The rule in plain words, as Markdown."""
    sources: tuple[str, ...]
    ruling: str
    cases: tuple[Case, ...]


@frozen
class Chapter:
    """A chapter of the specification."""

    name: str
    title: str
    introduction: str
    rules: tuple[RuleText, ...]


_FENCE = re.compile(r"^```toml\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)


def slug(name: str) -> str:
    """A name as it stands in the id of a case."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def read_chapters(folder: Path | None = None) -> tuple[Chapter, ...]:
    """All chapters, in reading order."""
    folder = folder or specs_folder()
    return tuple(
        read_chapter(name, path.read_text(encoding="utf-8"))
        for name in ORDER
        if (path := folder / f"{name}.md").is_file()
    )


def read_chapter(name: str, text: str) -> Chapter:
    """A chapter from its Markdown."""
    head, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    title, _, introduction = head.strip().partition("\n")
    rules = tuple(_read_rule(section) for section in sections)
    return Chapter(name, title.removeprefix("# "), introduction.strip(), rules)


def _read_rule(section: str) -> RuleText:
    heading, _, body = section.partition("\n")
    rule = heading.strip()
    prose = _FENCE.sub("", body)
    sources = re.search(r"^\*Sources\*\n+((?:- .*\n?(?:  .*\n?)*)+)", prose, re.MULTILINE)
    listed = re.split(r"^- ", sources[1], flags=re.MULTILINE)[1:] if sources else []
    rulings = re.findall(r"^\*Ruling\.\*(.*?)(?=\n\n|\Z)", prose, re.MULTILINE | re.DOTALL)
    text = prose.split("*Sources*")[0].strip()
    return RuleText(
        rule,
        text,
        tuple(" ".join(each.split()) for each in listed),
        "\n\n".join(" ".join(each.split()) for each in rulings),
        tuple(read_case(rule, case) for fence in _FENCE.findall(body) for case in _cases(rule, fence)),
    )


def _cases(rule: str, fence: str) -> list[dict[str, Any]]:
    try:
        found: list[dict[str, Any]] = tomllib.loads(fence).get("case", [])
    except tomllib.TOMLDecodeError as flaw:
        raise InvalidState([f"{rule}: a case is no TOML: {flaw}"]) from None
    return found


# From TOML, as it is written by hand, to the canonical question and answer

ANSWERS = (
    "breaks",
    "exact",
    "result",
    "points",
    "dirk_points",
    "to",
    "actions",
    "then",
    "draws",
    "canonical",
    "error",
)
"""What of a case is its answer."""
GIVEN = {
    "layout": ("layout",),
    "place": ("city", "do", "reserve"),
    "remove": ("city", "do"),
    "swap": ("city", "reserve", "do"),
    "moat": ("city", "family"),
    "take": ("display", "do", "modules"),
    "buy": ("hand", "space", "tile", "do", "modules"),
    "flip": ("hand", "tile", "do", "modules"),
    "score": ("round", "scoring", "cities", "dirk", "shown", "modules"),
    "award": ("yard", "hands"),
    "legal": ("state",),
    "apply": ("state", "do"),
    "draw": ("state",),
    "game": ("record",),
    "notation": ("of", "text"),
}
"""What each kind of case is given."""


def read_case(rule: str, case: dict[str, Any]) -> Case:
    """A case from its TOML; an InvalidState says what is wrong with it."""
    name, kind = case.get("name"), case.get("kind")
    where = f"{rule}/{slug(str(name))}"
    if not isinstance(name, str) or kind not in GIVEN:
        raise InvalidState([f"{where}: a case has a name and a kind, one of {', '.join(GIVEN)}"])
    known = {"name", "kind", "game", "rulings", "note", *ANSWERS, *GIVEN[kind]}
    if unknown := [key for key in case if key not in known]:
        raise InvalidState([f"{where}: {', '.join(unknown)} does not belong to a case of kind {kind}"])
    try:
        given = given_of(kind, case)
        expect = _expect(kind, case, given)
    except KeyError as missing:
        raise InvalidState([f"{where}: a case of kind {kind} needs {missing.args[0]}"]) from missing
    except (ValueError, TypeError) as flaw:
        raise InvalidState([f"{where}: {flaw}"]) from flaw
    return Case(where, rule, name, kind, given, expect, case.get("note", ""))


def given_of(kind: str, case: dict[str, Any]) -> dict[str, Any]:
    """What is asked in a hand-written case, canonically."""
    given: dict[str, Any] = {}
    if kind not in {"notation", "game", "legal", "apply", "draw"}:
        given["game"] = case.get("game", "granada")
        if case.get("rulings"):
            given["rulings"] = case["rulings"]
    given |= {key: case[key] for key in GIVEN[kind] if key in case}
    if "layout" in given:
        given["layout"] = Layout.parse(given["layout"], game_named(given["game"]).start).cells
    if "city" in given:
        given["city"] = a_city(given, given["city"]).cells
    if "cities" in given:
        given["cities"] = [a_city(given, rows).cells for rows in given["cities"]]
        given.setdefault("scoring", "normal")
    if kind == "award":
        given["yard"] = [tile or None for tile in given["yard"]]
    if "state" in GIVEN[kind]:
        given["state"] = state_data(build_state(case.get("state", {}), case))
    if kind == "apply":
        given["ask"] = sorted(case.get("then", {}))
    return given


def _expect(kind: str, case: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    if kind == "moat":
        return {"result": case["result"]}
    if kind == "score":
        expect = {"points": case["points"]}
        return {**expect, "dirk": case["dirk_points"]} if "dirk" in given else expect
    if kind == "award":
        return {"result": [None if seat == "nobody" else seat for seat in case["to"]]}
    if kind == "legal":
        return {"actions": sorted(case["actions"])}
    if kind == "draw":
        return {"draws": case["draws"]}
    if kind == "notation":
        return {"error": True} if case.get("error") else {"result": case["canonical"]}
    if kind == "game":
        return dict(case["result"])
    if "then" in case:
        return {"legal": True, "then": {name: _fact(name, value) for name, value in case["then"].items()}}
    order = [str(rule) for rule in Rule]
    if unknown := set(case["breaks"]) - set(order):
        message = f"there is no rule {', '.join(sorted(unknown))}"
        raise ValueError(message)
    breaks = sorted(case["breaks"], key=order.index)
    exact = {"exact": case["exact"]} if "exact" in case else {}
    return {"legal": not breaks, "broken": breaks, **exact}


def _fact(name: str, value: Any) -> Any:  # noqa: ANN401  facts have various types
    if name in {"actor", "mover", "marker"} and value == "nobody":
        return None
    if name in {"yard", "hut_tops"}:
        return [tile or None for tile in value]
    return value


# States as they are written by hand: only what matters

STATE_KEYS = {
    *("players", "game", "modules", "scoring", "rulings", "seats", "yard", "marker", "display", "deck", "discard"),
    *("bag", "bags", "dirk", "dirk_points", "ages", "turn", "phase", "bought", "place", "due", "asked"),
    *("vizier", "huts", "bonus"),
}
"""What can be written of a state."""


def build_state(shown: dict[str, Any], case: dict[str, Any]) -> State:
    """The state of a hand-written case: what is not written is empty, and steps that run by themselves have run."""
    if unknown := set(shown) - STATE_KEYS:
        message = f"{', '.join(sorted(unknown))} does not belong to a state"
        raise ValueError(message)
    game = game_named(shown.get("game", case.get("game", "granada")))
    names = shown.get("modules", case.get("modules", []))
    modules = tuple(module for module in MODULES.values() if module.name in names)
    if len(modules) < len(names):
        message = f"unknown modules in {names}"
        raise ValueError(message)
    players = shown.get("players", 3)
    rulings = read_rulings({**case.get("rulings", {}), **shown.get("rulings", {})})
    ages = tuple(shown["ages"]) if "ages" in shown else None
    setup = Setup(game, players, modules, shown.get("scoring", "normal"), rulings, None, ages)
    seats = [*shown.get("seats", ()), *({} for _ in range(players))][: max(players, len(shown.get("seats", ())))]
    bags = shown.get("bags", {game.lanes[0].value: shown.get("bag", [])})
    phase, turn = shown.get("phase", "act"), shown.get("turn", 0)
    state = State(
        setup=setup,
        players=tuple(_player(seat, setup) for seat in seats),
        yard=tuple(Tile.parse(text) if text else None for text in shown.get("yard", [""] * 4 * len(game.lanes))),
        bags=tuple(tuple(sorted(map(Tile.parse, bags.get(lane.value, ())))) for lane in game.lanes),
        display=Purse.parse(shown.get("display", "")),
        deck=_deck(shown.get("deck", "")),
        discard=Purse.parse(shown.get("discard", "")),
        dirk=Dirk(_faces(shown.get("dirk", [])), shown.get("dirk_points", 0)) if players == 2 else None,
        marker=shown.get("marker", "odd") if game.two_faced else None,
        mover=None if phase in {"deal-hands", "first-yard"} else turn,
        todo=tuple(_agenda(shown, setup, phase, turn)),
        extras=tuple(_extra(module.name, shown, setup) for module in modules),
    )
    state = settle(state)
    if flaws := list(flaws_of(state)):
        raise InvalidState(flaws)
    return state


def read_rulings(named: object) -> Rulings:
    """The readings that are named; an InvalidState says what is wrong with them."""
    if not isinstance(named, dict):
        raise InvalidState([f"rulings: expected readings with their values, not {named!r}"])
    known = [each.name for each in fields(Rulings)]
    for name in named:
        if name not in known:
            near = get_close_matches(str(name), known, n=1, cutoff=0.4)
            meant = f"; did you mean {near[0]}?" if near else ""
            raise InvalidState([f"rulings: there is no {name!r}; there is {', '.join(known)}{meant}"])
    return Rulings(**named)


def _faces(texts: list[str]) -> tuple[Face, ...]:
    return tuple(sorted(map(Face.parse, texts)))


def _player(seat: dict[str, Any], setup: Setup) -> Player:
    if unknown := set(seat) - {"hand", "city", "reserve", "points"}:
        message = f"{', '.join(sorted(unknown))} does not belong to a seat"
        raise ValueError(message)
    start = setup.game.start
    city = City.parse(seat["city"], start) if "city" in seat else empty_city(start)
    return Player(Purse.parse(seat.get("hand", "")), city, _faces(seat.get("reserve", [])), seat.get("points", 0))


def _deck(shown: str | list[str]) -> Deck:
    """Piles from the top; all money is one pool, and where there are several piles all bureaus are another."""
    piles = [[word.text for word in words(pile)] for pile in ([shown] if isinstance(shown, str) else shown)]
    piles = [pile for pile in piles if pile]
    if not piles:
        return Deck()
    cards = [Purse.parse(" ".join(text for text in pile if text not in {"A", "B"})) for pile in piles]
    mixed = [tuple(Round(text) for text in pile if text in {"A", "B"}) for pile in piles]
    together = Purse.of(card for purse in cards for card in purse)
    if len(piles) == 1 or not together.bureaus.code:
        layers = (Layer((len(purse),), rounds) for purse, rounds in zip(cards, mixed, strict=True))
        return Deck((together,), tuple(layers))
    money = Purse.of(card for card in together if not isinstance(card, Bureau))
    layers = (
        Layer((len(purse) - len(purse.bureaus), len(purse.bureaus)), rounds)
        for purse, rounds in zip(cards, mixed, strict=True)
    )
    return Deck((money, together.bureaus), tuple(layers))


def _agenda(shown: dict[str, Any], setup: Setup, phase: str, turn: int) -> Iterator[Step]:
    due = tuple(Round(text) for text in shown.get("due", ()))
    end = tuple(ScoreDue(due) if isinstance(step, ScoreDue) else step for step in turn_end(setup))
    match phase:
        case "act":
            return iter((Act(turn, tuple(sorted(map(Tile.parse, shown.get("bought", ()))))), *end))
        case "place":
            tiles = tuple(Pending(tile, bought=not tile.up.is_hut) for tile in sorted(map(Tile.parse, shown["place"])))
            return iter((PlaceTiles(turn, tiles), *end))
        case "refill-money":
            return iter(end)
        case "refill-tiles":
            return iter(end[next(n for n, step in enumerate(end) if isinstance(step, RefillTiles)) :])
        case "favour":
            return iter((Favour(shown["asked"][0], tuple(shown["asked"][1:])), NextTurn()))
        case "deal-hands":
            return iter((DealHand(0), RefillMoney(), Begin()))
        case "first-yard":
            return iter(preparation(setup))
    message = f"there is no phase {phase!r}"
    raise ValueError(message)


def _extra(name: str, shown: dict[str, Any], setup: Setup) -> Any:  # noqa: ANN401  each module keeps its own type
    module = MODULES[name]
    if name == "vizier":
        return tuple(shown.get("vizier", [True] * setup.players))
    if name == "huts":
        huts = {"tops": [""] * 6, "piles": [[]] * 6, **shown.get("huts", {})}
        return module.reads({"tops": [top or None for top in huts["tops"]], "piles": huts["piles"]})
    if name == "bonus":
        empty: list[list[str]] = [[] for _ in range(setup.players)]
        return module.reads({"left": [], "hidden": empty, "shown": empty, **shown.get("bonus", {})})
    return module.begins(setup)


# The suite


def suite_data(chapters: tuple[Chapter, ...]) -> dict[str, Any]:
    """The whole suite as canonical JSON: rules with their texts, and cases."""
    return {
        "format": FORMAT,
        "rules": [
            {
                "rule": text.rule,
                "chapter": chapter.name,
                "sentence": Rule(text.rule).sentence,  # type: ignore[call-arg]  # by its slug
                "sources": list(text.sources),
                "ruling": text.ruling,
            }
            for chapter in chapters
            for text in chapter.rules
        ],
        "cases": [
            {
                "id": case.id,
                "chapter": chapter.name,
                "rule": case.rule,
                "name": case.name,
                "kind": case.kind,
                "given": case.given,
                "expect": case.expect,
                **({"note": case.note} if case.note else {}),
            }
            for chapter in chapters
            for text in chapter.rules
            for case in text.cases
        ],
    }
