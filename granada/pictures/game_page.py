"""A recorded game as a page of its own, to be stepped through: no other file, no network, keys and buttons."""

import json
import re
from html import escape
from importlib.resources import files

from granada.languages import ENGLISH, Language
from granada.pictures.pieces import Piece, definitions
from granada.pictures.shared import STYLE
from granada.pictures.tables import table_pieces
from granada.table import Record, replay
from granada.words import Words
from granada.words.names import GAMES


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
    page = files(__package__).joinpath("game_page.html").read_text(encoding="utf-8")
    return re.sub("@([A-Z]+)@", lambda found: filled[found[1]], page)


def _standing(piece: Piece) -> str:
    """A piece as a picture of its own, on a page that has the style and the shapes."""
    size = f'viewBox="0 0 {piece.width:g} {piece.height:g}" width="{piece.width * 0.8:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{piece.markup}</svg>'
