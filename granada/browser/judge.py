"""The judge that a page calls; it takes and returns JSON text, and answers a bad message with an error.

The site's page *May I do that?* runs the package in the browser and calls only this module. A question consists of
``kind`` and ``given``, as in the protocol; a link to the page contains both.
"""

from collections.abc import Callable, Iterable

from attrs import evolve

from granada import questions
from granada.board import Cell, City, Face, Layout
from granada.browser.messages import LONGEST_MESSAGE, Message, answer_to, language_of, scene_data, scoring_data
from granada.errors import InvalidState, Reason
from granada.game import game_named
from granada.judging import Verdict, judge_as_written, on_a_page, pictures
from granada.languages import Language
from granada.rulebook import Rule
from granada.spec import answered, case_named, scene, surplus_huts
from granada.wire import canonical_json


def reply(message: str) -> str:
    r"""Answer a message from the page; ``flaws`` lists the errors in the message.

    >>> reply('{"ask": "where", "verb": "remove", "game": "granada", "city": {"1,0": "park6", "2,0": "arena8"}}')
    '{"cells":[[2,0]]}'
    >>> reply('{"ask": "everything"}')
    '{"flaws":["there is no question \'everything\'; choose from judge, read, case, where"]}'
    """
    return answer_to(message, _REPLIES, LONGEST_MESSAGE)


def _judge(message: Message) -> Message:
    """The verdict on a question from the protocol or a case file; if an edition is chosen, its rulebook comes first."""
    told = message.get("told")
    question = {"given": message.get("given")} if not isinstance(told, dict) else told
    language = language_of(message)
    verdict = judge_as_written({**question, "kind": message.get("kind")}, message.get("edition"))
    if "elsewhere" in message and isinstance(verdict.asked, questions.SwapQuestion):
        return _swapped_elsewhere(verdict.asked, verdict, Cell.parse(str(message["elsewhere"])), language)
    return _verdict_data(verdict, language)


def _swapped_elsewhere(question: questions.SwapQuestion, verdict: Verdict, cell: Cell, language: Language) -> Message:
    """The verdict on a swap that would put the new tile on another cell; such a swap is always illegal."""
    broken = {"legal": False, "broken": [str(Rule.SWAP_IN_PLACE)]}
    edition = verdict.edition and evolve(verdict.edition, answer=broken, differences=())
    data = _verdict_data(evolve(verdict, answer=broken, edition=edition, otherwise=()), language)
    cells = {**question.city.notation, str(cell): str(question.do.face)}
    cells.pop(str(question.do.cell), None)
    wrong = [{"rule": str(Rule.SWAP_IN_PLACE), "cells": [list(cell)]}]
    return {**data, "toml": "", "scene": {"cells": cells, "wrong": wrong, "marked": [list(cell)], "run": []}}


def _read(message: Message) -> Message:
    """Convert a question from a case file to the form that the page uses."""
    text = str(message.get("text", ""))
    question, name = questions.read_only(text)
    return {"name": name, **_question_data(question, questions.read_questions(text)[0])}


def _case(message: Message) -> Message:
    """A case from the suite without its answer."""
    found = case_named(str(message.get("id")))
    return {"name": found.name, **_question_data(found.asked, found.asked.written)}


def _question_data(question: questions.Question, written: Message) -> Message:
    """Convert a question to the form that the page uses; a whole table gets the keys of a case file if possible."""
    plain = {"kind": question.kind, "given": question.given}
    position = written.get("state")
    if not position or not isinstance(
        question, questions.ApplyQuestion | questions.LegalQuestion | questions.DrawQuestion
    ):
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
    if isinstance(question, questions.ApplyQuestion):
        deeds = [str(deed) for deed in question.deeds]
        told |= {"do": deeds if len(deeds) > 1 else deeds[0], "ask": list(question.ask)}
    same = questions.says_the_same(canonical_json({"kind": question.kind, **told}), question)
    return {"kind": question.kind, "told": told} if same else plain


def _filled(parts: Message) -> Message:
    """The entries whose values are not empty."""
    inside = {name: _filled(part) if isinstance(part, dict) else part for name, part in parts.items()}
    return {name: part for name, part in inside.items() if part not in (None, "", [], {})}


def _where(message: Message) -> Message:
    """The cells in a city where a tile can be placed, removed or swapped."""
    city = City.of(Layout.from_cells(message.get("city", {}), game_named(message.get("game", "granada")).start))
    if flaws := surplus_huts(city.layout):
        raise InvalidState(Reason("the city breaks {flaw}", flaw=flaws[0]))
    cells: Iterable[Cell] = city.removable
    if message.get("verb") != "remove":
        face = Face.parse(message.get("face", ""))
        swaps = (cell for cell in city if city.can_swap(cell, face))
        cells = city.sites(face) if message.get("verb") == "place" else swaps
        cells = () if surplus_huts(city.layout, [face]) else cells
    return {"cells": list(map(list, cells))}


_REPLIES: dict[str, Callable[[Message], Message]] = {"judge": _judge, "read": _read, "case": _case, "where": _where}


def _verdict_data(verdict: Verdict, language: Language) -> Message:
    """Everything that the page shows for a verdict."""
    question, scored = verdict.asked, None
    if isinstance(question, questions.ScoreQuestion):
        scored = {**scoring_data(question.scored, question.state), "game": verdict.game}
    return {
        "answer": verdict.answer,
        "legal": verdict.legal,
        "edition": None if verdict.edition is None else verdict.edition.name,
        **on_a_page(verdict, language),
        "scene": scene_data(scene(question)),
        "actor": question.course.before.actor if isinstance(question, questions.ApplyQuestion) else None,
        "scoring": scored,
        "pictures": _pictures(question, language),
        "toml": _as_case(verdict),
    }


def _pictures(question: questions.Question, language: Language) -> list[Message]:
    """The pictures for the parts of a question that the page's board cannot show."""
    if question.kind in {"layout", "place", "remove", "swap", "moat", "score", "take", "buy"}:
        return []
    return [{"caption": caption, "svg": svg} for caption, svg in pictures(question, language)]


def _as_case(verdict: Verdict) -> str:
    """The question with its answer, in the form that ``granada judge`` and the chapters use.

    If the keys of a chapter cannot express a position, the result is a full message of the protocol.
    """
    rule = next((str(rule) for rule in (*verdict.rules, *verdict.bearing)), "")
    case = answered(verdict.asked, "my question", rule, verdict.answer if verdict.legal is False else None)
    text = questions.toml_text(case.written, rule) if case and None not in case.written.values() else ""
    return text if text and questions.says_the_same(text, verdict.asked) else canonical_json(verdict.question)
