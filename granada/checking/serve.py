"""Serve the protocol: each line is one JSON object, and each bad line gets an error as its answer."""

import json
from collections.abc import Callable
from typing import IO

from granada.notation import BadNotation
from granada.questions import Answer, answer
from granada.text import LONGEST_TEXT
from granada.wire import read_json

Engine = Callable[[object, str], Answer]
"""A function that answers a question; the answer to hello contains the version."""


def serve(questions: IO[bytes], answers: IO[bytes], version: str = "", engine: Engine = answer) -> None:
    """Answer each line; answer a bad line with an error."""
    while line := questions.readline(LONGEST_TEXT + 1):
        if len(line) > LONGEST_TEXT:
            _skip_line(questions, line)
            said: Answer = {"id": None, "error": f"a question has at most {LONGEST_TEXT:,} bytes"}
        elif not line.strip():
            continue
        else:
            said = reply(line, version, engine)
        answers.write(_line(said))
        answers.flush()


def _line(said: Answer) -> bytes:
    """An answer as one line of strict JSON, without infinity."""
    return json.dumps(said, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def _skip_line(questions: IO[bytes], line: bytes) -> None:
    """Skip the rest of a line."""
    while line and not line.endswith(b"\n"):
        line = questions.readline(LONGEST_TEXT)


def reply(line: bytes, version: str = "", engine: Engine = answer) -> Answer:
    """The answer to one line."""
    try:
        question = read_json(line.decode())
    except (BadNotation, UnicodeDecodeError) as flaw:
        return {"id": None, "error": f"a question is one line of JSON: {flaw}"}
    try:
        said = engine(question, version)
        _line(said)
    except Exception as flaw:  # noqa: BLE001  an unforeseen question must not end the service
        number = question.get("id") if isinstance(question, dict) else None
        return {"id": number if isinstance(number, str) else None, "error": f"{type(flaw).__name__}: {flaw}"}
    return said
