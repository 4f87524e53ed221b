"""Random questions about whole games: each kind of action in each phase, right or wrong, and whole records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from granada.board import BUREAUS, CURRENCIES, MONEY, Building, Card, Face, Purse, Round, Tile
from granada.checking.random_cities import near
from granada.checking.stratum import GameStratum, always, breaks, legal
from granada.game import (
    FLIP_PRICE,
    Action,
    Add,
    Buy,
    Decline,
    Draw,
    Flip,
    Give,
    Pass,
    Place,
    Reactivate,
    Remove,
    Reveal,
    Stop,
    Store,
    Swap,
    Take,
    TakeHut,
    is_legal,
    legal_actions,
    slot_space,
)
from granada.steps import Act, Decision, PlaceTiles
from granada.suite import ApplyQuestion, DrawQuestion, GameQuestion, LegalQuestion, as_told
from granada.table import Record

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from granada.checking.stratum import Events
    from granada.game import State
    from granada.suite import Case, Question

    Wanted = Callable[[State], bool]
    Drawn = Callable[[Random, Events], Question | None]
    Approach = tuple[State, tuple[Action, ...], State, Action]

LOOKS = 12
"""At so many positions of a game something is looked for."""
BEFORE = 40
"""So many steps before a position that has no words one may begin that has."""


def phase(state: State) -> str:
    """For what a position waits."""
    step = state.todo[0] if state.todo else None
    if step is None:
        return "over"
    return {"place-tiles": "place"}.get(step.name, step.name) if isinstance(step, Decision) else "draw"


def in_phase(name: str) -> Wanted:
    """Whether a position waits for something."""
    return lambda state: phase(state) == name


def position(rng: Random, events: Events, wanted: Wanted) -> tuple[int, State] | None:
    """Where in a game a position is, and the position as a chapter tells it, if there are words for it."""
    found = [at for at, (state, _) in enumerate(events) if wanted(state)]
    for at in rng.sample(found, min(LOOKS, len(found))):
        if (told := as_told(events[at][0])) is not None:
            return at, told
    return None


def chosen(state: State, rng: Random, eagerness: float) -> Action:
    """Any legal action, with a liking for buying and building."""
    actions = legal_actions(state)
    if rng.random() < eagerness:
        liked = [action for action in actions if isinstance(action, Buy | Place | Reveal | Add)]
        if liked:
            return rng.choice(liked)
    return actions[rng.randrange(len(actions))]


# What may be done, and what can be drawn


def _listing(wanted: Wanted) -> Drawn:
    def drawn(rng: Random, events: Events) -> Question | None:
        found = position(rng, events, wanted)
        return found and LegalQuestion(state=found[1])

    return drawn


def _drawing(*steps: str) -> Drawn:
    def drawn(rng: Random, events: Events) -> Question | None:
        found = position(rng, events, lambda state: bool(state.todo) and state.todo[0].name in steps)
        return found and DrawQuestion(state=found[1])

    return drawn


def _bought(state: State) -> bool:
    """Whether a seat may act again, having paid exactly."""
    step = state.todo[0] if state.todo else None
    return isinstance(step, Act) and bool(step.bought)


VIZIER, HUTS, BONUS = "vizier", "huts", "bonus"
WITH_PALACES = ("alhambra", "combined")
LISTING = (
    GameStratum("legal", "a turn", _listing(lambda state: phase(state) == "act" and not _bought(state))),
    GameStratum("legal", "a turn after an exact purchase", _listing(_bought)),
    GameStratum("legal", "placing tiles", _listing(in_phase("place"))),
    GameStratum("legal", "placing tiles beside Dirk", _listing(in_phase("place")), players=2),
    GameStratum("legal", "a turn with builders' huts", _listing(in_phase("act")), games=WITH_PALACES, module=HUTS),
    GameStratum("legal", "a favour of the vizier", _listing(in_phase("favour")), module=VIZIER),
    GameStratum("draw", "money", _drawing("refill-money", "deal-hand")),
    GameStratum(
        "draw",
        "a scoring card can come",
        _drawing("refill-money"),
        lambda case: bool({"A", "B"} & {*case.expect["draws"]}),
    ),
    GameStratum("draw", "tiles", _drawing("refill-tiles")),
)


# Steps


def _approach(rng: Random, events: Events, wanted: Wanted) -> Approach | None:
    """A position as a chapter tells it, the steps from there to one that is wanted, that one, and what came next.

    There are no words for some positions, such as those in which Dirk draws; then it begins a little earlier.
    """
    found = [at for at, (state, _) in enumerate(events) if wanted(state)]
    for end in rng.sample(found, min(LOOKS, len(found))):
        for at in range(end, max(-1, end - BEFORE), -1):
            if (told := as_told(events[at][0])) is not None:
                steps = tuple(action for _, action in events[at:end])
                return told, steps, told if at == end else events[end][0], events[end][1]
    return None


def _done(approach: Approach, action: Action) -> Question:
    """What comes of an action at the end of an approach."""
    state, steps, _, _ = approach
    return ApplyQuestion(state=state, do=(*steps, action) if steps else action, ask=())


def _legal_step(verb: str, name: str) -> Drawn:
    """A legal action of a kind in a phase."""

    def drawn(rng: Random, events: Events) -> Question | None:
        for _ in range(LOOKS):
            found = _approach(rng, events, in_phase(name))
            if found is None:
                return None
            if name == "draw":
                return _done(found, found[3])
            if options := [action for action in legal_actions(found[2]) if action.verb == verb]:
                return _done(found, rng.choice(options))
        return None

    return drawn


def _wrong_step(verb: str, name: str) -> Drawn:
    """An action of a kind in its phase that should be illegal."""

    def drawn(rng: Random, events: Events) -> Question | None:
        found = _approach(rng, events, in_phase(name))
        tries = [found and attempt(found[2], rng, verb) for _ in range(8)]
        wrong = [action for action in tries if found and action and not is_legal(found[2], action)]
        return _done(found, wrong[0]) if found and wrong else None

    return drawn


def _misplaced_step(name: str) -> Drawn:
    """An action of a kind that a phase does not know."""

    def drawn(rng: Random, events: Events) -> Question | None:
        found = _approach(rng, events, in_phase(name))
        strange = [verb for verb in VERBS if (verb, name) not in STEPS]
        action = found and attempt(found[2], rng, rng.choice(strange))
        return _done(found, action) if found and action else None

    return drawn


def _steps(*, wrong: bool) -> Drawn:
    """Several steps of a game; the last of them may be against the rules."""

    def drawn(rng: Random, events: Events) -> Question | None:
        found = position(rng, events, lambda _: True)
        if found is None:
            return None
        at, state = found
        last = min(at + rng.choice((2, 3, 5, 8, 12, 20)), len(events))
        steps = [action for _, action in events[at:last]]
        if wrong:
            before = events[last - 1][0]
            action = attempt(
                before, rng, rng.choice([verb for verb, name in STEPS if name == phase(before)] or ["pass"])
            )
            if action is None or is_legal(before, action):
                return None
            steps[-1] = action
        return ApplyQuestion(state=state, do=tuple(steps) if len(steps) > 1 else steps[0], ask=())

    return drawn


def _game(end: str, *, wrong: str = "") -> Drawn:
    """A recorded game, whole or its beginning; one step may be another."""

    def drawn(rng: Random, events: Events) -> Question | None:
        size = len(events) if end == "whole" else rng.randint(1, min(len(events), 120))
        steps: list[tuple[int | None, Action]] = [(state.actor, action) for state, action in events[:size]]
        if wrong:
            places = [at for at, (seat, _) in enumerate(steps) if (seat is None) is (wrong == "draw")]
            if not places:
                return None
            at = rng.choice(places)
            verb = (
                "draw"
                if wrong == "draw"
                else rng.choice([verb for verb, name in STEPS if name == phase(events[at][0])])
            )
            other = attempt(events[at][0], rng, verb)
            if other is None or isinstance(other, Draw) is not (wrong == "draw"):
                return None
            steps[at] = (steps[at][0], other)
        return GameQuestion(record=Record(events[0][0].setup, tuple(steps)))

    return drawn


VERBS = (
    *("take", "buy", "flip", "place", "store", "give", "add", "remove", "swap"),
    *("hut", "reveal", "reactivate", "decline", "stop", "pass", "draw"),
)
STEPS: dict[tuple[str, str], dict[str, Any]] = {
    ("take", "act"): {},
    ("buy", "act"): {},
    ("add", "act"): {},
    ("remove", "act"): {},
    ("swap", "act"): {},
    ("stop", "act"): {},
    ("pass", "act"): {},
    ("place", "place"): {},
    ("store", "place"): {},
    ("flip", "place"): {"games": ("granada", "combined")},
    ("give", "place"): {"players": 2},
    ("draw", "draw"): {},
    ("hut", "act"): {"games": WITH_PALACES, "module": HUTS},
    ("reactivate", "act"): {"module": VIZIER},
    ("buy", "favour"): {"module": VIZIER},
    ("decline", "favour"): {"module": VIZIER},
    ("reveal", "act"): {"games": WITH_PALACES, "module": BONUS},
    ("reveal", "place"): {"games": WITH_PALACES, "module": BONUS},
    ("reveal", "show"): {"games": WITH_PALACES, "module": BONUS},
    ("decline", "show"): {"games": WITH_PALACES, "module": BONUS},
}
"""The phases in which there are actions of a kind, and what takes part then."""
NEVER_LEGAL = {("pass", "act")}
"""What is legal so seldom that no random game comes to it."""
NEVER_WRONG = {("store", "place"), ("decline", "favour"), ("decline", "show")}


def _illegal(case: Case) -> bool:
    return not legal(case)


STEPPING = (
    *(
        GameStratum("apply", f"legal: {verb}, phase {name}", _legal_step(verb, name), legal, **needs)
        for (verb, name), needs in STEPS.items()
        if (verb, name) not in NEVER_LEGAL
    ),
    *(
        GameStratum("apply", f"illegal: {verb}, phase {name}", _wrong_step(verb, name), _illegal, **needs)
        for (verb, name), needs in STEPS.items()
        if (verb, name) not in NEVER_WRONG
    ),
    *(
        GameStratum("apply", f"what phase {name} does not know", _misplaced_step(name), breaks("in-its-phase"))
        for name in ("act", "place", "draw")
    ),
    GameStratum("apply", "several legal steps", _steps(wrong=False), legal),
    GameStratum("apply", "several steps, the last illegal", _steps(wrong=True), _illegal),
    GameStratum("game", "whole", _game("whole")),
    GameStratum("game", "whole, beside Dirk", _game("whole"), players=2),
    GameStratum("game", "its beginning", _game("beginning")),
    GameStratum(
        "game", "with an action changed", _game("beginning", wrong="action"), lambda case: "illegal" in case.expect
    ),
    GameStratum("game", "with a draw changed", _game("beginning", wrong="draw"), always),
)


# Attempts


def attempt(state: State, rng: Random, verb: str = "") -> Action | None:
    """What somebody might try in a position, right or wrong."""
    player = state.players[state.actor if state.actor is not None else state.mover or 0]
    face, cell = rng.choice(_faces_about(state) or [Face(Building.PARK, 6)]), near(player.city, rng)
    if player.reserve and rng.random() < 0.5:
        face = rng.choice(player.reserve)
    match verb or rng.choice(VERBS):
        case "take":
            paid, limit = _some(player.hand, rng), state.rulings.several_cards_limit
            return Take(_some(state.display, rng, about=limit) if rng.random() < 0.7 else paid)
        case "buy":
            return _purchase(state, player.hand, rng)
        case "flip":
            return Flip(face, _some(player.hand, rng, about=FLIP_PRICE))
        case "place":
            return Place(face, cell)
        case "store":
            return Store(face)
        case "give":
            return Give(face)
        case "add":
            return Add(face, cell)
        case "remove":
            return Remove(cell)
        case "swap":
            return Swap(cell, face)
        case "hut":
            return TakeHut(Face(rng.choice(_PALACES), 0, rng.choice((0, 1, 2, 4, 8))))
        case "reveal":
            return Reveal(face) if not face.is_hut else None
        case "draw":
            tiles = [tile for bag in state.bags for tile in bag[:5]] + [Tile(face)]
            drawn: list[Any] = [*MONEY[:9], *BUREAUS[:2], Round("A"), Round("B"), *(tile for tile in tiles)]
            return Draw(rng.choice(drawn))
        case other:
            return {"stop": Stop(), "pass": Pass(), "decline": Decline(), "reactivate": Reactivate()}[other]


_PALACES = [building for building in Building if building.family.value == "alhambra"]


def _purchase(state: State, hand: Purse, rng: Random) -> Buy:
    """An attempt at a purchase, mostly of a tile that lies there and for about its price."""
    lanes = state.setup.game.lanes
    slot = rng.choice([slot for slot, tile in enumerate(state.yard) if tile] or [0])
    tile, space = state.yard[slot], slot_space(state.setup, slot)
    mine = [card for card in hand if isinstance(card, Card) and card.currency is CURRENCIES[space - 1]]
    purse = Purse.of(mine) if mine and rng.random() < 0.7 else hand
    if rng.random() < 0.1:
        space = rng.randrange(1, 5)
    lane = lanes[slot % len(lanes)] if len(lanes) > 1 else None
    return Buy(space, _some(purse, rng, about=tile.up.price if tile else None), lane)


def _some(purse: Purse, rng: Random, *, about: int | None = None) -> Purse:
    """Some of the cards, at least one if there is any; if possible worth so much, or one more or less."""
    held = list(purse)
    if not held:
        return Purse()
    for _ in range(1 if about is None else 12):
        found = Purse.of(rng.sample(held, rng.randrange(1, min(5, len(held)) + 1)))
        if about is not None and abs(found.total() - about) <= 1:
            break
    return found


def _faces_about(state: State) -> list[Face]:
    """The faces that the one to act could try to use."""
    whole = [tile for tile in state.yard if tile is not None]
    step = state.todo[0] if state.todo else None
    if isinstance(step, Act):
        whole += step.bought
    elif isinstance(step, PlaceTiles):
        whole = [pending.tile for pending in step.tiles]
    seat = state.actor if state.actor is not None else state.mover or 0
    return [*(face for tile in whole for face in tile.faces), *state.players[seat].reserve]
