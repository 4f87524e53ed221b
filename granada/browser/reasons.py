"""The rules by which something is so, as the table reads them: why it is forbidden, and what a scoring counted."""

from collections.abc import Iterable
from typing import Any

from granada.browser.shared_data import scene_data
from granada.errors import InvalidState
from granada.events import EndBegun, Event, ScoringEnded
from granada.game import Action, Setup, broken
from granada.languages import Language
from granada.rulebook import Rule, sentence_of
from granada.spec import city_scene
from granada.table import View
from granada.words import Words, action_in_words

MOATS = (Rule.LONGEST_MOAT,)
BY_VALUE = (Rule.VALUE_OF_A_BUILDING, Rule.FIRST_SECOND_THIRD, Rule.TIES_GO_TO_THE_HIGHEST_PRICE, *MOATS)
SIMPLY = (Rule.SIMPLIFIED_POINTS, Rule.SIMPLIFIED_TIES, *MOATS)
BY_PLACES = (Rule.ALHAMBRA_POINTS, Rule.TIES_SHARE_THEIR_PLACES, Rule.LONGEST_WALL)
AWARDS = (Rule.AWARD_TO_THE_RICHEST, Rule.TIED_AWARDS_STAY)


def reasons(view: View, action: Action, say: Language) -> dict[str, Any]:
    """Why whoever looks may not do something; where it is legal there is no sentence and no rule."""
    if view.seat is None:
        raise InvalidState("nobody looks, so nobody acts")
    setup, rules = view.table.setup, tuple(broken(view.table, action, view.seat))
    told = action_in_words(action, Words(say, setup.game, view.city))
    scene = scene_data(city_scene(view.city, action, rules)) if rules else None
    return {
        "sentence": say("{action} is not legal:", action=told).rstrip(":\u00a0\u202f ") if rules else "",
        "rules": rules_data(rules, setup, say),
        "scene": scene,
        "marks": scene["marked"] if scene else [],
    }


def rules_data(rules: Iterable[Rule], setup: Setup, say: Language) -> list[dict[str, Any]]:
    """Rules as a table reads them, in words."""
    return [{"rule": str(rule), "said": say(sentence_of(rule, setup.rulings, setup.game.name))} for rule in rules]


def followed(event: Event, setup: Setup) -> tuple[Rule, ...]:
    """The rules by which a scoring counted, or the last tiles are awarded; none for what explains itself."""
    match event, setup.game.name:
        case ScoringEnded(), "granada":
            return BY_VALUE if setup.scoring == "normal" else SIMPLY
        case ScoringEnded(), "alhambra":
            return BY_PLACES
        case ScoringEnded(), _:
            return (*BY_PLACES, *(BY_VALUE if setup.scoring == "normal" else SIMPLY), Rule.BORDER_SCORES_TWO)
        case EndBegun(), "combined":
            return (Rule.COMBINED_END, *AWARDS)
        case EndBegun(), _:
            return (Rule.END_WHEN_A_SPACE_STAYS_EMPTY, *AWARDS)
    return ()
