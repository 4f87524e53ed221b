"""A tutorial game with fixed draws and fixed moves by the bots; each step allows only the actions that it teaches.

The tutorial is an ordinary game with a mark in its record; after its last step, random draws and bots take over.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from attrs import frozen

from granada.game import Action, Add, Buy, Flip, Place, Stop, Store, Take, broken
from granada.languages import Text, text
from granada.rulebook import Rule
from granada.table import Record, Table, new_game

LEARNER = 0
"""The learner's seat."""
ABOUT = "lesson"
"""The mark in the record of a tutorial game."""
SEATS = ("person", "builder", "builder")
ANOTHER = text("why a step of the first game refuses something", "this is legal, but it is not what this step shows")

COURSE = """
draw market4|park5/sw; draw school2|library3/ne; draw school12|park13/n; draw district8|market9/es
draw b2; draw g4; draw o7; draw y7; draw b3; draw g4; draw y6; draw o5; draw y2
draw b5; draw g3; draw o4; draw y4; draw b4; draw o5; draw b1; draw g1; draw y1
take o5; draw o1
take b1 g1 o1 y1; draw b1; draw g1; draw y2; draw o1
take b1 g1 o1 y2; draw b2; draw y3; draw g9; draw o8
take b2 y3; draw g1; draw y1
take g1 y1; draw b1; draw g2
take b1 g2; draw o2; draw b3
buy 3 with o5 o7; buy 2 with g4; place school12/n at 1,0; store school2/ne
draw hospital3|arena2/es; draw library5|bathhouse4/es
buy 4 with y2 y6; stop; place district8/es at 1,0; draw hospital4|market5/ne
buy 2 with g3; stop; place hospital3/es at 1,0; draw bathhouse9|hospital8/n
add school2/ne at 0,1
take b3 o2; draw g6; draw y1
take g9; draw b6
buy 1 with b2 b2; stop; flip market4/sw paying y3; place park5/sw at 0,-1; draw hostel8|arena9/nw
take y1; draw A; draw b8
take o8; draw g7
"""
"""The whole game up to the end of the tutorial, in notation; the learner may choose other cells to build on."""


@frozen
class Step:
    """One decision that the learner must make.

    - ``rule``: The rule that the step teaches.
    - ``task``: The instruction to the learner.
    - ``why``: The reason why the task is useful.
    - ``allows``: Whether the step allows an action.
    """

    rule: Rule
    task: Text
    why: Text
    allows: Callable[[Action], bool]


def _step(rule: Rule, task: str, why: str, allows: Callable[[Action], bool]) -> Step:
    """A step; the tool that collects texts finds its texts in ``STEPS``."""
    return Step(rule, text("what to do in the first game", task), text("why, in the first game", why), allows)


STEPS = (
    _step(
        Rule.TAKE_SEVERAL_UP_TO_FIVE,
        "Take money: tap the orange 5 among the open cards, then confirm.",
        "The school on space 3 costs 12. With 7 and 5 you pay exactly, and may act again.",
        lambda action: isinstance(action, Take) and action.cards.total() == 5 and len(action.cards) == 1,
    ),
    _step(
        Rule.TAKE_SEVERAL_UP_TO_FIVE,
        "Take two cards at once: the blue 2 and the yellow 3.",
        "Several cards together may be worth up to 5. You take a card worth more alone.",
        lambda action: isinstance(action, Take) and action.cards.total() == 5,
    ),
    _step(
        Rule.EXACT_PAYMENT_EARNS_AN_ACTION,
        "Buy the school on space 3: tap it. Your orange 7 and 5 are proposed.",
        "A space takes only its own currency. If you pay exactly, you may act again.",
        lambda action: isinstance(action, Buy) and action.space == 3,
    ),
    _step(
        Rule.NO_CHANGE,
        "Act again: buy the other school, on space 2, with the green 4.",
        "It costs 2, and you get no change. You did not pay exactly, so your actions end.",
        lambda action: isinstance(action, Buy) and action.space == 2,
    ),
    _step(
        Rule.MOATS_MATCH,
        "Build the school for 12: tap it, then a lit cell of your city.",
        "Tiles are never rotated. The blue edge is a moat, which lies outside or against a moat.",
        lambda action: isinstance(action, Place) and action.face.price == 12,
    ),
    _step(
        Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE,
        "Put the school for 2 into your reserve: tap it, then the button.",
        "Keep tiles there that may be more useful later. Meanwhile they score nothing.",
        lambda action: isinstance(action, Store) and action.face.price == 2,
    ),
    _step(
        Rule.ADD_FROM_THE_RESERVE,
        "Redesign: tap the school in your reserve, then a lit cell of your city.",
        "Adding, removing or swapping a tile is an action. Most schools score most points.",
        lambda action: isinstance(action, Add),
    ),
    _step(
        Rule.PAY_IN_THE_SPACE_CURRENCY,
        "Buy the market on space 1 with your two blue cards.",
        "2 and 2 make 4: small cards are good for paying exactly.",
        lambda action: isinstance(action, Buy) and action.space == 1,
    ),
    _step(
        Rule.EXACT_PAYMENT_EARNS_AN_ACTION,
        "You could act again, but you do not have to. Choose no further action.",
        "Bought tiles are built at the end of a turn. You will need the yellow 3 there.",
        lambda action: isinstance(action, Stop),
    ),
    _step(
        Rule.FLIP_COSTS_THREE,
        "Tap the market, and pay your yellow 3 to turn it over.",
        "Its other face is a park, with the same moats. You pay 3 in any currency.",
        lambda action: isinstance(action, Flip) and action.cards.total() == 3,
    ),
    _step(
        Rule.LONGEST_MOAT,
        "Build the park: tap it, then a lit cell. Its moats lie outside.",
        "Besides buildings, each edge of your longest unbroken moat scores a point.",
        lambda action: isinstance(action, Place),
    ),
    _step(
        Rule.FIRST_SECOND_THIRD,
        "You know how to play. Play on as you like: you may now do anything legal.",
        "A card also brings scoring B, and C ends the game. Second and third places score then too.",
        lambda _: True,
    ),
)


@cache
def course() -> tuple[Action, ...]:
    """All steps of the tutorial game."""
    return tuple(Action.parse(each.strip()) for line in COURSE.strip().splitlines() for each in line.split(";"))


def lesson() -> Record:
    """The tutorial game before its first draw."""
    return Record(new_game(len(SEATS)).setup, about={ABOUT: True, "bots": list(SEATS), "undo": "free"})


def laid(table: Table) -> Action | None:
    """The next fixed draw or fixed move by a bot, if the game has followed the plan so far."""
    number, actor = len(table.steps), table.state.actor
    if table.about.get(ABOUT) is not True or actor == LEARNER or number >= len(course()):
        return None
    action = course()[number]
    return None if broken(table.state, action, actor) else action


def taught(table: Table) -> tuple[int, Step] | None:
    """The learner's current step and its number; None if there is no step now."""
    number = sum(seat == LEARNER for seat, _ in table.steps)
    if table.about.get(ABOUT) is not True or table.actor != LEARNER or number >= len(STEPS):
        return None
    return (number, STEPS[number]) if any(map(STEPS[number].allows, table.legal_actions())) else None
