"""The suite as it must be written, with the twins of each case, and the table of its cases."""

import json
import re
from collections import Counter
from itertools import chain

from granada.game import GAMES
from granada.spec.chapters import read_chapters
from granada.spec.suite import suite_data, suite_json
from tests.authoring.twins import with_twins


def suite_text() -> str:
    """The suite as it must be written: a line for each rule and each case."""
    return suite_json(suite_data(read_chapters(), lambda text: chain(*with_twins(text))))


def readme_text(readme: str, suite: str) -> str:
    """The page about the specification, with the number of cases of each kind for each game."""
    number = Counter((case["kind"], game) for case in json.loads(suite)["cases"] for game in case["games"])

    def row(match: re.Match[str]) -> str:
        return f"| `{match[1]}` | {' | '.join(str(number[match[1], game]) for game in GAMES)} |"

    return re.sub(r"^\| `([a-z]+)` \| \d+ \| \d+ \| \d+ \|$", row, readme, flags=re.MULTILINE)
