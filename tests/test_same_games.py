"""The same seeds give the same games, whatever is rebuilt inside: their points were written down once.

``python -m tests.test_same_games`` writes them down anew, which is right only when a rule has changed.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import granada

if TYPE_CHECKING:
    from granada import State

WRITTEN = Path(__file__).parent / "data" / "points-of-seeded-games.json"
READINGS: tuple[dict[str, Any], ...] = (
    {},
    {"several_cards_limit": 4, "score_before_tiles": True, "hut_cap": 4},
    {"flip_by_one_card": True, "simplified_second": 5, "bureau_exact": False, "half_empty_ends": True},
)
MODULES = {
    "granada": ((), ("vizier",), ("exchange",), ("vizier", "exchange")),
    "alhambra": ((), ("vizier",), ("exchange", "huts"), ("bonus",), ("vizier", "exchange", "bonus", "huts")),
    "combined": ((), ("vizier", "huts"), ("exchange",), ("bonus",), ("vizier", "exchange", "bonus", "huts")),
}
KINDS = 115
"""The first so many tables are each of another kind."""
SCORINGS = {"granada": ("normal", "simplified"), "alhambra": ("normal",), "combined": ("normal", "simplified")}


def _tables() -> list[dict[str, Any]]:
    """Every game, number of players, set of modules and scoring; the readings and the players take turns."""
    kinds = [
        {"game": game, "players": players, "modules": list(modules), "scoring": scoring}
        for game, of_the_game in MODULES.items()
        for players, modules, scoring in product(range(2, 7), of_the_game, SCORINGS[game])
    ]
    return [
        {**kind, "rulings": READINGS[seed % 3], "policy": "builder" if seed % 5 == 0 else "random", "seed": seed}
        for seed, kind in zip(range(300), kinds * 3, strict=False)
    ]


def _opened(table: dict[str, Any]) -> State:
    """The game of a table before its first draw."""
    return granada.new_game(
        table["players"],
        table["game"],
        modules=table["modules"],
        scoring=table["scoring"],
        rulings=granada.Rulings(**table["rulings"]),
    )


def _played(table: dict[str, Any]) -> list[int]:
    """The points of a game by the rules; choices and draws come from one generator."""
    rng = Random(table["seed"])
    bot = granada.BuilderBot(rng)
    state = granada.deal(_opened(table), rng)
    while not state.over:
        legal = granada.legal_actions(state)
        if table["policy"] == "random":
            action = legal[rng.randrange(len(legal))]
        else:
            assert state.actor is not None
            action = bot.choose(granada.observe(state, state.actor), legal)
        state = granada.deal(granada.apply(state, action), rng)
    return _points(state)


def _points(state: State) -> list[int]:
    """The points of all seats, and those of Dirk where he takes part."""
    return [*state.points, *([] if state.dirk is None else [state.dirk.points])]


def _written() -> list[dict[str, Any]]:
    points = json.loads(WRITTEN.read_text(encoding="utf-8"))
    return [{**table, "points": each} for table, each in zip(_tables(), points, strict=True)]


@pytest.mark.long
@pytest.mark.parametrize("tenth", range(10))
def test_seeded_games_of_every_kind_end_with_the_points_written_down(tenth: int) -> None:
    for game in _written()[tenth:KINDS:10]:
        assert _played(game) == game["points"], game


def test_all_seeded_games_end_with_these_points_in_the_kernel() -> None:
    for game in _written():
        position = granada.fast.Position(_opened(game), Random(game["seed"]))
        position.finish(game["policy"])
        assert _points(position.state()) == game["points"], game


def test_the_first_games_are_each_of_another_kind() -> None:
    kinds = [json.dumps([game[key] for key in ("game", "players", "modules", "scoring")]) for game in _written()]
    assert len(set(kinds[:KINDS])) == len(set(kinds)) == KINDS


if __name__ == "__main__":
    lines = [json.dumps(_played(table)) for table in _tables()]
    WRITTEN.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    print(len(lines), "games")
