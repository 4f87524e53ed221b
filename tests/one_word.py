"""The word that makes an illegal case legal: looked for among all changes of a single word, and kept in a file.

python -m tests.one_word looks for the cases that the file does not know yet, and writes it anew.
"""

from __future__ import annotations

import json
import re
from copy import deepcopy
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from granada.board import Building, Family
from granada.game import GAMES
from granada.questions.reading import read_written
from granada.rulebook import shipped_suite
from granada.spec.cases import slug
from granada.spec.chapters import read_chapters

if TYPE_CHECKING:
    from collections.abc import Iterator

Written = dict[str, Any]
Place = tuple[str | int, ...]
"""Where something stands in a case, such as ``("state", "seats", 0, "hand")``."""
KEPT = Path(__file__).parent / "data" / "one-word.json"
ABOUT = ("name", "note", "breaks", "alhambra", "combined", "granada")
"""What is no part of a question."""
TRIES = 4_000
"""So many changes are tried."""
CARD = re.compile(r"([bgoy])([1-9])")
FACE = re.compile(r"(\*?)([a-z]+)(\d+)(?:\|[a-z]+\d+)?(?:/([nesw]+))?(~\d+)?")
CELL = re.compile(r"(-?\d+),(-?\d+)")
STEPS = sorted(((x, y) for x in range(-3, 4) for y in range(-3, 4)), key=lambda step: abs(step[0]) + abs(step[1]))
HUTS = [str(building) for building in Building if building.family is Family.ALHAMBRA]
HUT = re.compile(rf"({'|'.join(HUTS)})(-hut)?(/[nesw])?")
EDGES = ["".join(side for at, side in enumerate("nesw") if mask >> at & 1) for mask in range(15)]


def illegal_cases() -> dict[str, Written]:
    """The cases of the chapters that are illegal, by their ids; a recorded game is none of them."""
    known = shipped_suite()["cases"]
    return {
        name: {key: value for key, value in written.items() if key not in ABOUT}
        for chapter in read_chapters()
        for text in chapter.rules
        for written in text.written
        if known[name := f"{text.rule}/{slug(written['name'])}"]["expect"].get("legal") is False
    }


def is_legal(written: Written) -> bool | None:
    """Whether what is done is legal; None where it is no question."""
    try:
        answer = read_written(written).answer()
    except (ValueError, TypeError, LookupError, AttributeError):
        return None
    return bool(answer["legal"]) and "step" not in answer


def leaves(value: object, place: Place = ()) -> Iterator[tuple[Place, object]]:
    """All that is written in a case, each with its place; what is done comes first."""
    match value:
        case dict():
            for key in sorted(value, key=lambda key: key != "do"):
                yield from leaves(value[key], (*place, key))
        case list():
            for at, each in enumerate(value):
                yield from leaves(each, (*place, at))
            yield place, value
        case _:
            yield place, value


def changed(written: Written, place: Place, value: object) -> Written:
    """A case with another value in one place."""
    case = deepcopy(written)
    inside: Any = case
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = value
    return case


def other_words(word: str, known: list[str]) -> Iterator[str]:
    """The words that somebody might have meant instead of one."""
    if found := CARD.fullmatch(word):
        yield from (f"{currency}{found[2]}" for currency in "bgoy")
        yield from (f"{found[1]}{value}" for value in range(1, 10))
        yield from (each for each in known if re.fullmatch(r"[bgoy]/[bgoy]", each))
    elif found := FACE.fullmatch(word):
        bare, mine, turned = word.partition("/")[0].partition("~")[0], set(found[4] or ""), found[5] or ""
        edges = sorted(EDGES, key=lambda each: len(set(each) ^ mine))
        yield from (bare + (f"/{each}" if each else "") + turned for each in edges)
        yield word.removesuffix(turned) if turned else word
        yield word.removeprefix("*") if found[1] else f"*{word}"
        yield from known
    elif found := CELL.fullmatch(word):
        yield from (f"{int(found[1]) + x},{int(found[2]) + y}" for x, y in STEPS)
    elif re.fullmatch(r"\d[ag]?", word):
        yield from (f"{space}{lane}" for space in range(1, 5) for lane in ("", "a", "g"))
    elif re.fullmatch(r"[bgoy]/[bgoy]", word):
        yield from (f"{one}/{two}" for one in "bgoy" for two in "bgoy" if one < two)
    elif found := HUT.fullmatch(word):
        yield from (f"{building}{found[2] or ''}{edges}" for building in HUTS for edges in ("", "/n", "/e", "/s", "/w"))
    elif word == ".":
        yield from known
    elif word in {"take", "buy", "place", "store", "give", "add", "reveal", "pass", "stop", "decline", "reactivate"}:
        yield from ("place", "add", "store", "give", "stop", "decline", "pass")


def other_values(place: Place, value: object, known: list[str]) -> Iterator[object]:
    """What could stand in a place instead, with one word more, less or another."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (each for each in range(7) if each != value)
        case str() if place[-1] == "phase":
            yield from ("act", "place", "refill-money", "refill-tiles", "favour")
        case str() if place[-1] == "game":
            yield from GAMES
        case str():
            words = re.split(r"(\s+)", value)
            for at in range(0, len(words), 2):
                for other in other_words(words[at], known):
                    yield "".join([*words[:at], other, *words[at + 1 :]])
                yield "".join([*words[:at], *words[at + 2 :]]).strip()
                if words[at] not in {"@", "."} and "\n" not in value and len(value) < 40:
                    yield "".join([*words[:at], "." if "@" in value else "", *words[at + 1 :]])
            if "\n" not in value:
                yield from (f"{value} {word}".strip() for word in known)
        case list():
            yield from ([*value[:at], *value[at + 1 :]] for at in range(len(value)))
            yield from ([*value, word] for word in known)
            yield from ([*value[:at], word, *value[at:]] for at in range(len(value)) for word in known)


def known_words(written: Written) -> list[str]:
    """The tiles and cards of a case, and some others that may be missing."""
    pattern = r"[bgoy]/[bgoy]|[*]?[a-z]+\d+(?:\|[a-z]+\d+)?(?:/[nesw]+)?|[a-z]+-hut(?:/[nesw]+)?"
    words = re.findall(pattern, str(written))
    tiles = (re.fullmatch(r"(\w+)\|(\w+)(/\w+)?", word) for word in words)
    faces = [each for tile in tiles if tile for each in _sides(*tile.groups(""))]
    more = [f"{building}7" for building in Building if building.family is Family.GRANADA]
    return list(dict.fromkeys([*faces, *words, *more, "library8|bathhouse9", "garden10", "tower11"]))


def _sides(up: str, down: str, edges: str) -> tuple[str, ...]:
    """The faces of a tile, and the tile turned over."""
    return up + edges, down + edges, f"{down}|{up}{edges}"


def found_word(written: Written) -> tuple[Place, object] | None:
    """A change of one word that makes a case legal, if there is one."""
    known = known_words(written)
    tries = (
        (place, other)
        for place, value in leaves(written)
        if place and place[-1] not in {"kind", "marker"}
        for other in other_values(place, value, known)
        if other != value
    )
    return next((each for each in islice(tries, TRIES) if is_legal(changed(written, *each))), None)


def main() -> None:
    """Write the file anew."""
    cases, kept = illegal_cases(), json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for name, written in cases.items():
        if kept.get(name) is None or is_legal(changed(written, *kept[name])) is not True:
            kept[name] = found_word(written)
            print(f"{name}: {kept[name]}", flush=True)
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(kept[name])}" for name in cases)
    KEPT.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
