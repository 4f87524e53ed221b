"""The judge for a page: a JSON text in, a JSON text out, and no message breaks anything.

The page *May I do that?* of the site runs the package in the browser; this is all that it calls.
A question travels as in the protocol, as ``kind`` and ``given``; a link to the page holds just that.
"""

from collections.abc import Callable, Iterable

from attrs import evolve

from granada.board import Cell, City, Face, Layout
from granada.browser.messages import LONGEST_MESSAGE, Message, answer_to, language_of, scene_data, scoring_data
from granada.game import game_named
from granada.judging import Verdict, judge, on_a_page, pictures
from granada.languages import Language
from granada.questions import (
    ApplyQuestion,
    DrawQuestion,
    LegalQuestion,
    Question,
    ScoreQuestion,
    SwapQuestion,
    read_only,
    read_questions,
    says_the_same,
    toml_text,
)
from granada.rulebook import Rule
from granada.spec import answered, case_named, scene
from granada.wire import canonical_json


def reply(message: str) -> str:
    r"""The answer to a message of the page; what is wrong with it stands in ``flaws``.

    >>> reply('{"ask": "where", "verb": "remove", "game": "granada", "city": {"1,0": "park6", "2,0": "arena8"}}')
    '{"cells":[[2,0]]}'
    >>> reply('{"ask": "everything"}')
    '{"flaws":["there is no question \'everything\'; there is judge, read, case, where"]}'
    """
    return answer_to(message, _REPLIES, LONGEST_MESSAGE)


def _judge(message: Message) -> Message:
    """The verdict on a question of the protocol, or as people tell it; with an edition its book answers first."""
    told = message.get("told")
    question = {"given": message.get("given")} if not isinstance(told, dict) else told
    language = language_of(message)
    verdict = judge({**question, "kind": message.get("kind")}, message.get("edition"))
    if "elsewhere" in message and isinstance(verdict.asked, SwapQuestion):
        return _swapped_elsewhere(verdict.asked, verdict, Cell.parse(str(message["elsewhere"])), language)
    return _verdict_data(verdict, language)


def _swapped_elsewhere(question: SwapQuestion, verdict: Verdict, cell: Cell, language: Language) -> Message:
    """The verdict where the new tile would come to another cell: a swap is never that, whatever else holds."""
    broken = {"legal": False, "broken": [str(Rule.SWAP_IN_PLACE)]}
    edition = verdict.edition and evolve(verdict.edition, answer=broken, differences=())
    data = _verdict_data(evolve(verdict, answer=broken, edition=edition, otherwise=()), language)
    cells = {**question.city.notation, str(cell): str(question.do.face)}
    cells.pop(str(question.do.cell), None)
    wrong = [{"rule": str(Rule.SWAP_IN_PLACE), "cells": [list(cell)]}]
    return {**data, "toml": "", "scene": {"cells": cells, "wrong": wrong, "marked": [list(cell)], "run": []}}


def _read(message: Message) -> Message:
    """A question as people write it, in the form in which the page asks it."""
    text = str(message.get("text", ""))
    question, name = read_only(text)
    return {"name": name, **_question_data(question, read_questions(text)[0])}


def _case(message: Message) -> Message:
    """A case of the suite, without its answer."""
    found = case_named(str(message.get("id")))
    return {"name": found.name, **_question_data(found.asked, found.asked.written)}


def _question_data(question: Question, written: Message) -> Message:
    """A question as the page asks it; one about a whole table as people tell it, where their words reach."""
    plain = {"kind": question.kind, "given": question.given}
    position = written.get("state")
    if not position or not isinstance(question, ApplyQuestion | LegalQuestion | DrawQuestion):
        return plain
    position, setup = dict(position), question.state.setup
    told: Message = {"game": setup.game.name}
    told |= {"rulings": setup.rulings.chosen} if setup.rulings.chosen else {}
    for name in ("game", "rulings"):
        position.pop(name, None)
    if "seats" in position:
        cities = [player.city.notation for player in question.state.players]
        seats = zip(position["seats"], cities, strict=False)
        position["seats"] = [{**seat, "city": city} if "city" in seat else seat for seat, city in seats]
    if "asked" in position:
        position["asked"] = position["asked"][:1]
    if isinstance(position.get("deck"), list) and len(position["deck"]) == 1:
        position["deck"] = position["deck"][0]
    told["state"] = _filled(position)
    if isinstance(question, ApplyQuestion):
        deeds = [str(deed) for deed in question.deeds]
        told |= {"do": deeds if len(deeds) > 1 else deeds[0], "ask": list(question.ask)}
    same = says_the_same(canonical_json({"kind": question.kind, **told}), question)
    return {"kind": question.kind, "told": told} if same else plain


def _filled(parts: Message) -> Message:
    """Only what is there: what is empty need not be told."""
    inside = {name: _filled(part) if isinstance(part, dict) else part for name, part in parts.items()}
    return {name: part for name, part in inside.items() if part not in (None, "", [], {})}


def _where(message: Message) -> Message:
    """The cells of a city at which something can be done with a tile."""
    city = City.of(Layout.from_cells(message.get("city", {}), game_named(message.get("game", "granada")).start))
    cells: Iterable[Cell] = city.removable
    if message.get("verb") != "remove":
        face = Face.parse(message.get("face", ""))
        swaps = (cell for cell in city if city.can_swap(cell, face))
        cells = city.sites(face) if message.get("verb") == "place" else swaps
    return {"cells": list(map(list, cells))}


_REPLIES: dict[str, Callable[[Message], Message]] = {"judge": _judge, "read": _read, "case": _case, "where": _where}


def _verdict_data(verdict: Verdict, language: Language) -> Message:
    """All that the page shows of a verdict."""
    question = verdict.asked
    scored = {**scoring_data(question.scored), "game": verdict.game} if isinstance(question, ScoreQuestion) else None
    return {
        "answer": verdict.answer,
        "legal": verdict.legal,
        "edition": None if verdict.edition is None else verdict.edition.name,
        **on_a_page(verdict, language),
        "scene": scene_data(scene(question)),
        "actor": question.course.before.actor if isinstance(question, ApplyQuestion) else None,
        "scoring": scored,
        "pictures": _pictures(question, language),
        "toml": _as_case(verdict),
    }


def _pictures(question: Question, language: Language) -> list[Message]:
    """The pictures of a question for which the page has no board of its own."""
    if question.kind in {"layout", "place", "remove", "swap", "moat", "score", "take", "buy"}:
        return []
    return [{"caption": caption, "svg": svg} for caption, svg in pictures(question, language)]


def _as_case(verdict: Verdict) -> str:
    """The question with its answer, ready for ``granada judge`` and for a chapter.

    A position that the words of a chapter do not reach is written in full, as a message of the protocol.
    """
    rule = next((str(rule) for rule in (*verdict.rules, *verdict.bearing)), "")
    case = answered(verdict.asked, "my question", rule)
    text = toml_text(case.written, rule) if case and None not in case.written.values() else ""
    return text if text and says_the_same(text, verdict.asked) else canonical_json(verdict.question)
