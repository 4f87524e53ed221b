"""A drawing of any value that has one."""

from collections.abc import Iterable, Sequence

from granada.board import Cell, City, Layout
from granada.game import COMBINED, Game, Scoring, State
from granada.languages import ENGLISH, Language
from granada.pictures.drawing.cities import draw_city
from granada.pictures.drawing.tables import table
from granada.pictures.shared import last_state
from granada.table import Record, View
from granada.words import Words, scoring_in_words


def sketch(
    value: City | Layout | State | View | Record | Scoring,
    *,
    marked: Iterable[Cell] = (),
    sites: Iterable[Cell] = (),
    run: Sequence[tuple[Cell, int]] = (),
    colour: bool = False,
    width: int | None = None,
    language: Language = ENGLISH,
) -> str:
    """A value in box characters and words: a city or layout, a table or what a seat sees of it, a scoring.

    In a city, ``marked`` cells are drawn as against the rules and ``sites`` as cells on which a tile fits,
    and the edges of ``run``, such as ``city.longest()``, are numbered; of a record the end is drawn.
    What would be wider than ``width`` is drawn with narrower tiles, and in parts if that is not enough.

    >>> print(sketch(City.parse("@ park6/n")))
    0 ┌─────────┐╒═════════╕
      │  start  ││  park   │
      │    @    ││    6    │
      └─────────┘└─────────┘
           0          1
    ═ moat
    """
    match value:
        case City() | Layout():
            return draw_city(value, marked=marked, sites=sites, run=run, colour=colour, width=width, language=language)
        case State() | View():
            return table(value, colour=colour, width=width, language=language)
        case Record():
            return table(last_state(value), colour=colour, width=width, language=language)
        case Scoring():
            return scoring_table(value, width, language)
    raise TypeError(f"there is no drawing of {type(value).__name__}")


def scoring_table(
    scoring: Scoring, width: int | None = None, language: Language = ENGLISH, game: Game = COMBINED
) -> str:
    """A scoring as a table; where there is no room for one, row by row."""
    words, say = Words(language, game), language
    text = scoring_in_words(scoring, words)
    if width is None or max(map(len, text.splitlines())) <= width:
        return text
    lines = [say("scoring {round}", round=scoring.round)]
    for row in scoring.rows:
        for standing in row.standings:
            lines += [f"{words.row(row.name)}, {words.seat(standing.seat)}", f"  {standing}"]
    totals = (f"  {say.named(words.seat(seat), str(each))}" for seat, each in scoring.totals.items())
    return "\n".join([*lines, say("together"), *totals])
