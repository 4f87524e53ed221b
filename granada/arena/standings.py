"""The results of a tournament: each bot's wins with confidence intervals, mean points and rating, and all forfeits."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable
from math import exp, fsum, log, sqrt
from typing import Any

from attrs import asdict, field, frozen

from granada.arena.matches import MatchResult
from granada.notation import Pictured
from granada.text import aligned

NORMAL = 1.959963984540054
"""The distance from the mean, in standard deviations, within which 95% of a normal distribution lies."""
MIDDLE = 1500
"""The mean of all ratings."""
TENFOLD = 400
"""A lead of this many rating points means 10:1 odds of finishing ahead."""
ROUNDS = 2000
"""The maximum number of iterations for the ratings."""
REASONS = 5
"""The maximum number of forfeits to list one by one."""


@frozen
class BotStanding:
    """A bot's results; a shared win counts as a fraction.

    - ``games``: The number of seats that the bot played; a bot may have several seats in a game.
    - ``share``: The share of its games that the bot won, with the 95% confidence interval ``low`` to ``high``.
    - ``points``: The bot's mean points, not counting the games that it forfeited.
    - ``cut_off``: The number of the bot's games that were cut off; these games have no winner.
    """

    bot: str
    games: int
    wins: float
    share: float
    low: float
    high: float
    points: float | None
    rating: int
    forfeits: int
    cut_off: int = 0


@frozen
class Standings(Pictured):
    """The results table of a tournament, as text (``str``), ``json``, ``csv`` or a picture.

    - ``settings``: The settings: bots, game, seed and so on.
    - ``results``: A mapping from the number of each game to its result.
    - ``wanted``: The number of games requested.
    - ``flaws``: The recorded games that were skipped, each with the reason.
    """

    settings: dict[str, Any]
    results: tuple[MatchResult, ...]
    wanted: int
    flaws: tuple[str, ...] = field(default=(), eq=False)

    @property
    def rows(self) -> tuple[BotStanding, ...]:
        """A row for each bot, the best first."""
        ratings = rated(self.results)
        found = [_standing(name, self.results, ratings[name]) for name in ratings]
        return tuple(sorted(found, key=lambda each: (-each.share, -each.rating, each.bot)))

    @property
    def forfeits(self) -> tuple[tuple[int, int, str, str], ...]:
        """Every forfeit: the game, the seat, the bot and the reason."""
        return tuple(
            (result.number, seat, result.names[seat], why)
            for result in self.results
            for seat, why in sorted(result.forfeits.items())
        )

    @property
    def cut_off(self) -> int:
        """The number of games that were cut off."""
        return sum(result.cut_off for result in self.results)

    @property
    def timed(self) -> bool:
        """Whether a time limit ended a game; if so, the results may differ on another machine."""
        return any(result.late for result in self.results) or any(
            name.startswith("search:") and name.endswith("s") for result in self.results for name in result.names
        )

    def __str__(self) -> str:
        """The table as plain text."""
        head = ["bot", "games", "wins", "share", "95%", "points", "rating", "forfeits", "cut off"]
        lines = [head]
        for row in self.rows:
            bounds = f"{100 * row.low:.1f} - {100 * row.high:.1f}"
            points = "-" if row.points is None else f"{row.points:.1f}"
            share = f"{100 * row.share:.1f}%"
            counts = map(str, (row.rating, row.forfeits, row.cut_off))
            lines.append([row.bot, str(row.games), f"{row.wins:g}", share, bounds, points, *counts])
        shown = [True] * 7 + [bool(self.forfeits), self.cut_off > 0]
        lines = [[each for each, is_shown in zip(line, shown, strict=True) if is_shown] for line in lines]
        return "\n".join([*aligned(lines, left=1), *self._notes()])

    def _notes(self) -> list[str]:
        """The notes below the table."""
        notes = [*self.flaws]
        if len(self.results) < self.wanted:
            notes.append(f"{len(self.results)} of {self.wanted} games were played.")
        for number, seat, bot, why in self.forfeits[:REASONS]:
            notes.append(f"{bot} forfeited game {number} in seat {seat + 1}: {why}")
        if len(self.forfeits) > REASONS:
            notes.append(f"There were {len(self.forfeits)} forfeits in all.")
        if late := sum(result.late for result in self.results):
            notes.append(f"{late} game{'' if late == 1 else 's'} ended because of the time limit.")
        if self.cut_off:
            games = f"{self.cut_off} game{' was' if self.cut_off == 1 else 's were'}"
            notes.append(f"{games} cut off after too many decisions, without a winner.")
        if self.timed:
            notes.append("Time limits ended games, so the results may differ on another machine or under another load.")
        return notes

    def json(self) -> str:
        """The table as JSON."""
        data = {
            "tournament": self.settings,
            "games": len(self.results),
            "wanted": self.wanted,
            "timed": self.timed,
            "cut_off": self.cut_off,
            "bots": [asdict(row) for row in self.rows],
            "forfeits": [dict(zip(("game", "seat", "bot", "why"), each, strict=True)) for each in self.forfeits],
        }
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"

    def csv(self) -> str:
        """The table as CSV."""
        text = io.StringIO()
        rows = [asdict(row) for row in self.rows]
        writer = csv.DictWriter(text, list(rows[0]) if rows else ["bot"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()


def _standing(name: str, results: Iterable[MatchResult], rating: int) -> BotStanding:
    seats = [(result, seat) for result in results for seat, bot in enumerate(result.names) if bot == name]
    wins = fsum(1 / len(result.winners) for result, seat in seats if seat in result.winners)
    points = [result.points[seat] for result, seat in seats if seat not in result.forfeits]
    games, forfeits, cut_off = len(seats), len(seats) - len(points), sum(result.cut_off for result, _ in seats)
    low, high = wilson(wins, games)
    mean = sum(points) / len(points) if points else None
    return BotStanding(name, games, wins, wins / games, low, high, mean, rating, forfeits, cut_off)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95% confidence interval (Wilson) for the probability of winning.

    >>> print("{:.3f} to {:.3f}".format(*wilson(80, 100)))
    0.711 to 0.867
    """
    share, square = wins / games, NORMAL * NORMAL
    middle = (share + square / (2 * games)) / (1 + square / games)
    away = NORMAL / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games * games))
    return max(0.0, middle - away), min(1.0, middle + away)


def rated(results: Iterable[MatchResult]) -> dict[str, int]:
    """A rating for each bot: Bradley-Terry strengths from pairwise places, on the Elo scale.

    Each pair of bots that met gets two extra results, one win for each bot, so that all ratings are finite.
    """
    won: dict[tuple[str, str], float] = defaultdict(float)
    names: set[str] = set()
    for result in results:
        names.update(result.names)
        places = result.places
        for one, name in enumerate(result.names):
            for other, rival in enumerate(result.names):
                if name != rival:
                    won[name, rival] += (places[one] < places[other]) + 0.5 * (places[one] == places[other])
    met = {pair: won[pair] + won[pair[::-1]] + 2 for pair in sorted(won)}
    strength = dict.fromkeys(sorted(names), 1.0)
    for _ in range(ROUNDS):
        better = {}
        for name in strength:
            rivals = [rival for one, rival in met if one == name]
            wins = fsum(won[name, rival] + 1 for rival in rivals)
            weight = fsum(met[name, rival] / (strength[name] + strength[rival]) for rival in rivals)
            better[name] = wins / weight if rivals else 1.0
        mean = exp(fsum(map(log, better.values())) / len(better)) if better else 1.0
        better = {name: each / mean for name, each in better.items()}
        settled = all(abs(better[name] - strength[name]) <= 1e-9 * strength[name] for name in strength)
        strength = better
        if settled:
            break
    return {name: round(MIDDLE + TENFOLD * log(each) / log(10)) for name, each in strength.items()}
