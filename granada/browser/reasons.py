"""Why something is forbidden: the rules that it breaks, as the table reads them, and where on the board."""

from typing import Any

from granada.browser.shared_data import scene_data
from granada.errors import InvalidState
from granada.game import Action, broken
from granada.languages import Language
from granada.rulebook import sentence_of
from granada.suite import city_scene
from granada.table import View
from granada.words import Words, action_in_words


def reasons(view: View, action: Action, say: Language) -> dict[str, Any]:
    """Why whoever looks may not do something; where it is legal there is no sentence and no rule."""
    if view.seat is None:
        raise InvalidState(["nobody looks, so nobody acts"])
    setup, rules = view.table.setup, tuple(broken(view.table, action, view.seat))
    told = action_in_words(action, Words(say, setup.game, view.city))
    scene = scene_data(city_scene(view.city, action, rules)) if rules else None
    return {
        "sentence": say("{action} is not legal:", action=told).rstrip(":\u00a0\u202f ") if rules else "",
        "rules": [
            {"rule": str(rule), "said": say(sentence_of(rule, setup.rulings, setup.game.name))} for rule in rules
        ],
        "scene": scene,
        "marks": scene["marked"] if scene else [],
    }
