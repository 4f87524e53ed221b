"""Scorings in words."""

from granada.game import Scoring, Standing
from granada.text import aligned
from granada.words.names import Words


def standing_in_words(standing: Standing, words: Words) -> str:
    """How somebody stands in a row: what is counted, the price that broke a tie, the points."""
    say = words.language
    parts = {"seat": words.seat(standing.seat), "count": standing.count}
    points = say.counted("{number} point", "{number} points", standing.points)
    if standing.price is None:
        return say("{seat} has {count}, {points}", **parts, points=points)
    return say("{seat} has {count}, the dearest for {price}, {points}", **parts, price=standing.price, points=points)


def scoring_in_words(scoring: Scoring, words: Words) -> str:
    """A table of all rows, and below it how they are read."""
    say = words.language
    lines = aligned(
        [
            [say("scoring {round}", round=scoring.round), *map(words.seat, scoring.totals)],
            *([words.row(row.name), *map(row.standing, scoring.totals)] for row in scoring.rows),
            [say("together"), *map(str, scoring.totals.values())],
        ],
        left=1,
    )
    standings = [standing for row in scoring.rows for standing in row.standings]
    if not standings:
        return "\n".join(lines)
    if any(standing.price for standing in standings):
        return "\n".join([*lines, say("number (price that broke a tie) → points")])
    return "\n".join([*lines, say("number → points")])
