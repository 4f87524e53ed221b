"""A recorded game as a page of its own, to be stepped through: no other file, no network, keys and buttons."""

import json
import re
from html import escape

from granada.languages import ENGLISH, Language
from granada.pictures.glyphs import STYLE
from granada.pictures.svg.pieces import Piece, definitions
from granada.pictures.svg.tables import table_pieces
from granada.table import Record, replay
from granada.words import Words
from granada.words.names import GAMES

_PAGE = """<!doctype html>
<html lang="@LANGUAGE@"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>@TITLE@</title><style>@STYLE@
body{margin:0;font:16px/1.4 system-ui,sans-serif;background:#fbf8f0;color:#26221b}
header{position:sticky;top:0;background:inherit;padding:.6rem 1rem;border-bottom:1px solid #cdc3ae;z-index:1}
header div{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}
button{font:inherit;padding:.3rem .8rem;cursor:pointer}
input{flex:1 1 10rem;min-width:6rem}#said{margin:.3rem 0 0;min-height:2.8em;overflow-wrap:anywhere}
main{display:flex;flex-wrap:wrap;gap:1rem;padding:1rem;align-items:flex-start}main svg{max-width:100%;height:auto}
@media(prefers-color-scheme:dark){body{background:#1c1b19;color:#f3eee2}header{border-color:#4a463e}}</style></head>
<body><svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>@DEFINED@</defs></svg>
<header><div><button id="first" title="@HOME@">|\u25c0</button><button id="back" title="@LEFT@">\u25c0</button>
<button id="on" title="@RIGHT@">\u25b6</button><button id="last" title="@END@">\u25b6|</button>
<input id="place" type="range" min="0" aria-label="@STEP@"><output id="number"></output></div>
<p id="said" aria-live="polite"></p></header><main id="table"></main>
<script type="application/json" id="game">@GAME@</script><script>
"use strict";
const {pieces, frames, steps} = JSON.parse(document.getElementById("game").textContent);
const part = (name) => document.getElementById(name);
let now = 0;
function show(number) {
  now = Math.max(0, Math.min(frames.length - 1, number));
  const {at, said, shown} = frames[now];
  part("said").textContent = said.join(" \u00b7 ");
  part("number").textContent = steps.replace("{at}", at).replace("{last}", frames[frames.length - 1].at);
  part("place").value = now;
  part("table").innerHTML = shown.map((each) => pieces[each]).join("");
  history.replaceState(null, "", `#${at}`);
}
part("place").max = frames.length - 1;
part("place").oninput = (event) => show(Number(event.target.value));
const moves = {first: () => 0, back: () => now - 1, on: () => now + 1, last: () => frames.length - 1};
for (const [name, to] of Object.entries(moves)) part(name).onclick = () => show(to());
const keys = {Home: "first", ArrowLeft: "back", ArrowRight: "on", " ": "on", End: "last"};
addEventListener("keydown", (event) => {
  if (!keys[event.key] || event.target.tagName === "BUTTON" && event.key === " ") return;
  event.preventDefault();
  part(keys[event.key]).click();
});
const wanted = frames.findIndex(({at}) => at >= Number(location.hash.slice(1)));
show(wanted < 0 ? frames.length - 1 : wanted);
</script></body></html>
"""


def stepping_page(record: Record, say: Language = ENGLISH) -> str:
    """A recorded game as HTML: a picture of the table at every decision, and what happened since the one before."""
    pieces: dict[str, int] = {}
    frames: list[dict[str, object]] = []
    said: list[str] = []
    states = list(replay(record))
    for number, state in enumerate(states):
        if number:
            seat, action = record.steps[number - 1]
            said.append(str(action) if seat is None else say.named(Words(say).seat(seat), str(action)))
        if state.actor is None and not state.over and number < len(states) - 1:
            continue  # what is drawn stands with the next decision
        middle, panels = table_pieces(state, say=say)
        drawn = [pieces.setdefault(_standing(piece), len(pieces)) for piece in (middle, *panels)]
        frames.append({"at": number, "said": said, "shown": drawn})
        said = []
    used = sorted({name for markup in pieces for name in re.findall(r'href="#gr-([a-z]+)"', markup)})
    steps = say("step {at} of {last}", at="{at}", last="{last}")
    data = {"pieces": list(pieces), "frames": frames, "steps": steps}
    game = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    name = say.of(GAMES[record.setup.game.name])
    filled = {
        "TITLE": escape(say("{game}, {number} players", game=name, number=record.setup.players)),
        "LANGUAGE": say.code,
        "HOME": escape(say("Home")),
        "LEFT": escape(say("left arrow")),
        "RIGHT": escape(say("right arrow")),
        "END": escape(say("End")),
        "STEP": escape(say("step")),
        "STYLE": STYLE,
        "DEFINED": definitions(used),
        "GAME": game.replace("<", "\\u003c"),
    }
    return re.sub("@([A-Z]+)@", lambda found: filled[found[1]], _PAGE)


def _standing(piece: Piece) -> str:
    """A piece as a picture of its own, on a page that has the style and the shapes."""
    size = f'viewBox="0 0 {piece.width:g} {piece.height:g}" width="{piece.width * 0.8:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{piece.markup}</svg>'
