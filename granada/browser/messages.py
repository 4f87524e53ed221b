"""Read the messages from a page, report their errors, and make the parts of the answers that both pages receive.

These parts are a marked city, scorings, and the rules that explain a refusal or a scoring.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

from granada.board import Building, Cell
from granada.errors import InvalidState, Reason
from granada.events import EndBegun, Event, ScoringEnded
from granada.game import Action, Row, Scoring, Setup, Standing, State, broken
from granada.languages import ENGLISH, Language, codes, text
from granada.questions import no_such
from granada.rulebook import Rule, sentence_of
from granada.spec import Scene, city_scene
from granada.table import View
from granada.wire import canonical_json, read_json
from granada.words import Words, action_in_words, reason_in_words

Message = dict[str, Any]

LONGEST_MESSAGE = 200_000
"""The maximum length of a question; it is more than ten times the longest case in the suite."""
MOST_FLAWS = 12


def answer_to(
    message: str,
    answers: Mapping[str, Callable[[Message], Message]],
    longest: int,
    flawed: Callable[[Message], Message] = lambda flaws: flaws,
) -> str:
    """Answer a message by calling the function named in its ``ask``; ``flaws`` lists the errors in the message."""
    try:
        return canonical_json(_answered(message, answers, longest))
    except InvalidState as flaw:
        flaws = list(islice(flaw.reasons, MOST_FLAWS))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as flaw:
        flaws = [str(flaw) or type(flaw).__name__]
    return canonical_json(flawed({"flaws": flaws, **_in_words(flaws, message[:longest])}))


def _in_words(flaws: list[str], message: str) -> Message:
    """The errors that a user can cause by laying out tiles and cards by hand, in the language of the page."""
    found = re.search(r'"language":"([a-z]+)"', message.replace(" ", ""))
    if found is None or found[1] not in codes():
        return {}
    words = Words(Language(found[1]))
    told = [reason_in_words(each, words) if isinstance(each, Reason) else None for each in flaws]
    broken = [_broken_by(each.parts, words) for each in flaws if isinstance(each, Reason) and "rule" in each.parts]
    return {"told": told, **({"broken": broken} if len(broken) == len(flaws) else {})} if any(told) else {}


def _broken_by(parts: Mapping[str, object], words: Words) -> Message:
    """A sentence that names a bonus card and the rule that it breaks."""
    face, sentence = (reason_in_words(Reason(f"{{{name}}}", **parts), words) for name in ("face", "sentence"))
    return {"rule": str(parts["rule"]), "sentence": words.language.named(face, sentence)}


def _answered(message: str, answers: Mapping[str, Callable[[Message], Message]], longest: int) -> Message:
    if len(message) > longest:
        raise InvalidState(f"a question has at most {longest} letters")
    read = read_json(message)
    name = read.get("ask") if isinstance(read, dict) else None
    if not isinstance(name, str) or name not in answers:
        raise InvalidState(no_such("question", str(name), answers))
    return answers[name](read)


def language_of(message: Message) -> Language:
    """The language requested in a message, or English if that language is unknown."""
    asked = message.get("language")
    return Language(asked) if asked in codes() else ENGLISH


def scene_data(found: Scene | None) -> dict[str, Any] | None:
    """The city after an action, with its marks."""
    if found is None:
        return None
    return {
        "cells": found.layout.notation,
        "wrong": [{"rule": str(each.rule), "cells": list(map(list, each.cells))} for each in found.wrong],
        "marked": list(map(list, found.marked)),
        "run": list(map(edge_data, found.run)),
    }


def scoring_data(scored: Scoring, state: State) -> dict[str, Any]:
    """The rows of a scoring, as data."""
    rows = [row_data(row, state) for row in scored.rows]
    return {"rows": rows, "points": list(scored.points), "dirk": scored.dirk}


def row_data(row: Row, state: State) -> dict[str, Any]:
    """A row of a scoring, as data."""
    return {"name": row.name, "value": row.value, "standings": [_standing(each, row, state) for each in row.standings]}


def _standing(each: Standing, row: Row, state: State) -> dict[str, Any]:
    """A standing in a row and, for a seat, the number that modules add to its buildings."""
    numbers = {name: getattr(each, name) for name in ("seat", "count", "points", "place", "price")}
    data = {**numbers, "edges": list(map(edge_data, each.edges))}
    building = next((known for known in Building if str(known) == row.name), None)
    if each.seat is None or building is None:
        return data
    found = ((module.name, module.counts(state, each.seat, building)) for module in state.setup.modules)
    return {**data, "beyond": {name: number for name, number in found if number}}


def edge_data(edge: tuple[Cell, int]) -> list[int]:
    """The coordinates of an edge's cell, and the number of its side, counted clockwise from the north."""
    return [*edge[0], edge[1]]


MOATS = (Rule.LONGEST_MOAT,)
BY_VALUE = (Rule.VALUE_OF_A_BUILDING, Rule.FIRST_SECOND_THIRD, Rule.TIES_GO_TO_THE_HIGHEST_PRICE, *MOATS)
SIMPLY = (Rule.SIMPLIFIED_POINTS, Rule.SIMPLIFIED_TIES, *MOATS)
BY_PLACES = (Rule.ALHAMBRA_POINTS, Rule.TIES_SHARE_THEIR_PLACES, Rule.LONGEST_WALL)
FORBIDDEN = text("what is pointed at may not be done", "This is not allowed: {action}")
AWARDS = (Rule.AWARD_TO_THE_RICHEST, Rule.TIED_AWARDS_STAY)


def reasons(view: View, action: Action, say: Language) -> dict[str, Any]:
    """The reason why the viewer may not take an action: a sentence and rules, both empty if the action is legal."""
    if view.seat is None:
        raise InvalidState("no seat is the viewer, so nobody can act")
    setup, rules = view.table.setup, tuple(broken(view.table, action, view.seat))
    told = action_in_words(action, Words(say, setup.game, view.city))
    scene = scene_data(city_scene(view.city, action, rules)) if rules else None
    return {
        "sentence": say.of(FORBIDDEN, action=told) if rules else "",
        "rules": rules_data(rules, setup, say),
        "scene": scene,
        "marks": scene["marked"] if scene else [],
    }


def rules_data(rules: Iterable[Rule], setup: Setup, say: Language) -> list[dict[str, Any]]:
    """The text of the rules, as the readings chosen at a table interpret them."""
    return [{"rule": str(rule), "said": say(sentence_of(rule, setup.rulings, setup.game.name))} for rule in rules]


def followed(event: Event, setup: Setup) -> tuple[Rule, ...]:
    """The rules that explain a scoring or the award of the last tiles; none for other events."""
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
