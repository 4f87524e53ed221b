"""What the page *May I do that?* knows before the engine has come: the games, their tiles, the names of the rules."""  # noqa: INP001  a part of the site, no package

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from granada.board import Building, TileSet
from granada.game.games import GAMES
from granada.game.modules import MODULES
from granada.pictures.glyphs import BARRIERS, COLOURS, GLYPHS, MONEY_COLOURS
from granada.rulebook import EDITIONS, Rule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada.board import Family
    from granada.game.games import Game

SEATS = range(2, 7)
NEEDS = "This page needs a browser that runs JavaScript and WebAssembly."


def title(rule: str) -> str:
    """The name of a rule in words."""
    words = rule.replace("-", " ")
    return words[0].upper() + words[1:]


def known() -> dict[str, Any]:
    """What the page knows."""
    return {
        "games": {game.name: _game(game) for game in GAMES.values()},
        "buildings": {
            str(building): {"family": building.family.value, "colour": COLOURS[building]} for building in Building
        },
        "money": {currency.value: colour for currency, colour in MONEY_COLOURS.items()},
        "tiles": {family.value: _tiles(family) for family in {building.family for building in Building}},
        "rules": {str(rule): {"title": title(str(rule)), "chapter": rule.chapter} for rule in Rule},
    }


def _game(game: Game) -> dict[str, Any]:
    return {
        "start": game.start.value,
        "lanes": [family.value for family in game.lanes],
        "scorings": list(game.scorings),
        "editions": {language: read.chosen for (language, of), read in EDITIONS.items() if of == game.name},
        "modules": [
            module.name for module in MODULES.values() if any(not module.refuses(game, seats) for seats in SEATS)
        ],
    }


def _tiles(family: Family) -> list[str]:
    """The tiles of a box, each once."""
    return list(dict.fromkeys(str(tile) for tile in TileSet.default(family).tiles))


def _symbols() -> Iterable[str]:
    for name, markup in GLYPHS.items():
        yield f'<g id="gr-{name}" class="gr-glyph">{markup}</g>'
    for family, markup in BARRIERS.items():
        yield f'<g id="gr-{"moat" if family.value == "granada" else "wall"}">{markup}</g>'


def _instead(root: str) -> str:
    return f'<a href="{root}rulebook/index.html">The rulebook</a> has every rule with pictures of its cases.'


def judge_page(root: str) -> str:
    """The page as it is before its script runs."""
    data = json.dumps(known(), ensure_ascii=False).replace("<", "\\u003c")
    lines = [
        f'<link rel="stylesheet" href="{root}_static/judge/judge.css">',
        f'<svg class="judge-symbols" aria-hidden="true"><defs>{"".join(_symbols())}</defs></svg>',
        f'<script type="application/json" id="judge-known">{data}</script>',
        f'<div id="judge" class="judge"><p class="judge-none">{NEEDS} {_instead(root)}</p></div>',
        f'<script type="module" src="{root}_static/judge/page.js"></script>',
    ]
    return "```{raw} html\n" + "\n".join(lines) + "\n```"
