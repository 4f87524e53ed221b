"""Make the page *May I do that?* with the data that it has before the engine loads: games, tiles and rule names."""

from __future__ import annotations

import base64
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel.messages.pofile import read_po

from granada.board import BUREAUS, CURRENCIES, MONEY, Building, Cell, City, Family, Layout, TileSet
from granada.game.actions import VERBS
from granada.game.games import GAMES
from granada.game.modules import MODULES
from granada.pictures.as_svg import picture
from granada.pictures.shared import BARRIERS, COLOURS, GLYPHS, MONEY_COLOURS
from granada.questions.parts import FACTS
from granada.questions.positions import PHASES
from granada.rulebook import EDITIONS, Rule
from granada.table import PLAYERS, new_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from babel.messages import Catalog
    from sphinx.application import Sphinx

    from granada.game.games import Game

CATALOGUES = Path(__file__).parents[2] / "granada" / "catalogues"
STATIC = Path(__file__).parents[1] / "_static"
SCRIPTS = tuple(STATIC / name for name in ("shared", "judge", "play"))
ON_THE_PAGE = "the page May I do that?"
"""What the texts of the scripts are about in the catalogues."""
BETWEEN = "\4"
"""What stands between what a text is about and the text, in the scripts as in compiled catalogues."""
ASKED: dict[str, Any] = {
    "kind": "place",
    "given": {
        "game": "granada",
        "city": {
            "0,2": "library2",
            "1,2": "hostel6",
            "2,2": "arena8",
            "2,1": "park6",
            "1,0": "school4",
            "2,0": "market2",
        },
        "do": "place hospital9 at 0,1",
    },
}
"""The question on the front page; the answer is not what most people expect."""


def note(english: str) -> str:
    """Mark a text of the page for the catalogues."""
    return english


NEEDS = note(
    "This page needs a browser that runs JavaScript and WebAssembly. All rules can be read without them: {link}."
)
FROM_A_FILE = note(
    "This page was opened from a file, and browsers let it judge only where a server gives it to them. In the folder "
    "of the site, {command} is one; then open {address}."
)
ALL_RULES = note("All rules")
DOORS = (
    ("play.html", note("Play Granada"), note("Alone against bots, or round one screen")),
    ("ask.html", note("May I do that?"), note("Lay a city and ask the judge")),
    ("rulebook/{page}.html", note("The rules"), note("All rules of both games, as the books have them")),
)
"""Where players go from the front page, with what they find there."""
LEARN, GAME = note("New here? Learn it in a first game"), note("The game in one page")
"""Where newcomers go."""
PUZZLE = note("May the hospital for 9, which has no moat, be built on the dashed cell?")
ASK, LAY = note("Ask the judge"), note("or lay your own city")
FIND, FOR_INSTANCE, GO = note("Find a rule in plain words"), note("longest moat, tie, hole …"), note("Find")
GREETED = """{
  const told = [...document.querySelectorAll(".front-doors, .front-words")];
  const there = (code) => told.some(({ lang }) => lang === code);
  const wish = navigator.languages.map((each) => each.slice(0, 2)).find(there) ?? "en";
  for (const each of told) each.hidden = each.lang !== wish;
}"""
"""A script that greets whoever comes in the first of their languages that the site speaks."""
OPENED = """{
  const told = [...document.querySelectorAll("#judge p")];
  const there = (code) => told.some(({ lang }) => lang === code);
  const wish = navigator.languages.map((each) => each.slice(0, 2)).find(there);
  for (const each of told) {
    each.hidden = each.lang !== (wish ?? "en") || Boolean(each.dataset.file) !== (location.protocol === "file:");
  }
}"""
"""A script for all browsers: from a file they do not run modules, so this says what is needed, in a language."""


def title(rule: str) -> str:
    """The name of a rule in words."""
    words = rule.replace("-", " ")
    return words[0].upper() + words[1:]


def known() -> dict[str, Any]:
    """The data that the page has before the engine loads."""
    return {
        "games": {game.name: _game(game) for game in GAMES.values()},
        "buildings": {
            str(building): {"family": building.family.value, "colour": COLOURS[building]} for building in Building
        },
        "money": {currency.value: colour for currency, colour in MONEY_COLOURS.items()},
        "tiles": {family.value: _tiles(family) for family in Family},
        "actions": {verb: kind.form for verb, kind in VERBS.items()},
        "phases": PHASES,
        "facts": FACTS,
        "players": list(PLAYERS),
        "spaces": [currency.value for currency in CURRENCIES],
        "cards": list(map(str, MONEY)),
        "bureaus": list(map(str, BUREAUS)),
        "dirk": [players for players in PLAYERS if new_game(players).dirk is not None],
        "rules": {str(rule): {"title": title(str(rule)), "chapter": rule.chapter} for rule in Rule},
    }


def _game(game: Game) -> dict[str, Any]:
    return {
        "start": game.start.value,
        "lanes": [family.value for family in game.lanes],
        "scorings": list(game.scorings),
        "editions": {language: read.chosen for (language, of), read in EDITIONS.items() if of == game.name},
        "modules": [module.name for module in MODULES.values() if not module.refuses(game)],
    }


def _tiles(family: Family) -> list[str]:
    """The tiles of a box, each once."""
    return list(dict.fromkeys(str(tile) for tile in TileSet.default(family).tiles))


def _symbols() -> Iterable[str]:
    for name, markup in GLYPHS.items():
        yield f'<g id="gr-{name}" class="gr-glyph">{markup}</g>'
    for family, markup in BARRIERS.items():
        yield f'<g id="gr-{"moat" if family.value == "granada" else "wall"}">{markup}</g>'


def _needed(root: str, address: str) -> Iterable[str]:
    """The page's texts in each language before its script runs, and where scripts cannot run."""
    for code in ("en", *(path.stem for path in sorted(CATALOGUES.glob("*.po")))):
        texts = _words(code)["texts"] if code != "en" else {}
        rules = (
            f'<a href="{root}rulebook/{"index" if code == "en" else code}.html">{texts.get(ALL_RULES, ALL_RULES)}</a>'
        )
        yield f'<p lang="{code}">{texts.get(NEEDS, NEEDS).format(link=rules)}</p>'
        served = {"command": "python -m http.server", "address": f"http://127.0.0.1:8000/{address}"}
        parts = {name: f"<code>{value}</code>" for name, value in served.items()}
        yield f'<p lang="{code}" data-file="yes" hidden>{texts.get(FROM_A_FILE, FROM_A_FILE).format(**parts)}</p>'


@cache
def _words(code: str) -> dict[str, Any]:
    with (CATALOGUES / f"{code}.po").open("rb") as file:
        return page_words(read_po(file, locale=code))


def page_words(catalogue: Catalog) -> dict[str, Any]:
    """The part of a catalogue that the page needs: the texts of its scripts, and names that they look up by context."""
    paths = (path for folder in SCRIPTS for path in sorted(folder.glob("*.js")))
    scripts = "".join(path.read_text(encoding="utf-8") for path in paths)
    texts: dict[str, Any] = {}
    for each in catalogue:
        english = each.id if isinstance(each.id, str) else each.id[0]
        said = each.string if isinstance(each.string, str) else list(each.string)
        if each.context == ON_THE_PAGE:
            texts[english] = said
        elif each.context and f'"{each.context}"' in scripts:
            texts[f"{each.context}{BETWEEN}{english}"] = said
    return {"plural": catalogue.plural_expr, "texts": texts}


def write_words(app: Sphinx, flaw: Exception | None) -> None:
    """Write the page's translated texts next to its scripts, one file for each language."""
    if flaw or app.builder.name != "html":
        return
    folder = Path(app.outdir) / "_static" / "shared" / "words"
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(CATALOGUES.glob("*.po")):
        text = json.dumps(_words(path.stem), ensure_ascii=False, sort_keys=True)
        (folder / f"{path.stem}.json").write_text(text, encoding="utf-8")


def judge_page(root: str) -> str:
    """The page as it is before its script runs."""
    return page_of("judge", root, "ask.html")


def page_of(name: str, root: str, address: str) -> str:
    """A page that uses the engine, as it is before its script runs; ``shared`` contains what both pages use."""
    data = json.dumps(known(), ensure_ascii=False).replace("<", "\\u003c")
    styles = ("shared", name)
    lines = [
        *(f'<link rel="stylesheet" href="{root}_static/{style}/{style}.css">' for style in styles),
        f'<svg class="shared-symbols" aria-hidden="true"><defs>{"".join(_symbols())}</defs></svg>',
        f'<script type="application/json" id="shared-known">{data}</script>',
        f'<div id="{name}" class="{" ".join(styles)}">{"".join(_needed(root, address))}</div>',
        f"<script>{OPENED.replace('#judge', f'#{name}')}</script>",
        f'<script type="module" src="{root}_static/{name}/page.js"></script>',
    ]
    return "```{raw} html\n" + "\n".join(lines) + "\n```"


def link_to(question: dict[str, Any]) -> str:
    """The address of a question on the page."""
    text = json.dumps(question, ensure_ascii=False, separators=(",", ":")).encode()
    return f"ask.html#q={base64.urlsafe_b64encode(text).decode().rstrip('=')}"


def _signs(*tiles: str) -> str:
    """A small picture of some tiles for a link on the front page; each tile shows a building or a question mark."""
    drawn = []
    for number, name in enumerate(tiles):
        known = name in GLYPHS
        sign = (
            f'<g class="gr-glyph">{GLYPHS[name]}</g>' if known else f'<text y="24" text-anchor="middle">{name}</text>'
        )
        drawn.append(
            f'<g transform="translate({100 * (number % 2)} {100 * (number // 2)})"><rect x="-48" y="-48" width="96" '
            f'height="96" rx="8" fill="{COLOURS[Building(name)] if known else "#e8dcc0"}"/>{sign}</g>'
        )
    side = 100 if len(tiles) == 1 else 200
    return f'<svg viewBox="-50 -50 {side} {side}" aria-hidden="true">{"".join(drawn)}</svg>'


def front_doors() -> str:
    """The large links for players on the front page, with pictures, in each language."""
    drawn = (_signs("park", "arena", "school", "market"), _signs("?"), _signs("library"))
    lines = []
    for code, say in languages():
        page, game = ("index", "the-game") if code == "en" else (code, f"the-game/{code}")
        doors = (
            f'<a class="front-door" href="{address.format(page=page)}">{shown}'
            f"<span><b>{say(name)}</b> {say(about)}</span></a>"
            for (address, name, about), shown in zip(DOORS, drawn, strict=True)
        )
        learn = f'<p><a href="play.html#learn">{say(LEARN)}</a> · <a href="{game}.html">{say(GAME)}</a></p>'
        lines.append(f'<div class="front-doors" {_of(code)}>{"".join(doors)}{learn}</div>')
    return "\n".join(lines)


def languages() -> Iterable[tuple[str, Callable[[str], str]]]:
    """Each language of the site, with a function that translates a text of the page into it."""
    for code in ("en", *(path.stem for path in sorted(CATALOGUES.glob("*.po")))):
        texts = _words(code)["texts"] if code != "en" else {}
        yield code, lambda text, texts=texts: texts.get(text, text)


def _of(code: str) -> str:
    """The HTML attributes of an element that only readers of one language see."""
    return f'lang="{code}"{"" if code == "en" else " hidden"}'


def front_question(figure: Callable[[str], str]) -> str:
    """A question with its picture, and a search for rules, in each language; ``figure`` puts a picture on the page."""
    city = City.of(Layout.from_cells(ASKED["given"]["city"]))
    drawn = figure(picture(city, sites=[Cell(0, 1)]))
    told = (
        f'<div class="front-words" {_of(code)}><p class="front-question">{say(PUZZLE)}</p>'
        f'<p><a class="front-ask" href="{link_to(ASKED)}">{say(ASK)}</a> <a href="ask.html">{say(LAY)}</a></p>'
        f'<form action="search.html" role="search"><label>{say(FIND)} '
        f'<input type="search" name="q" placeholder="{say(FOR_INSTANCE)}"></label> '
        f'<button type="submit">{say(GO)}</button></form></div>'
        for code, say in languages()
    )
    return f'<div class="front">{drawn}{"".join(told)}</div><script>{GREETED}</script>'
