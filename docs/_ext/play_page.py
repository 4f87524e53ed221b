"""Make the page *Play Granada*, and the files that make it an installable app."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judge_page import page_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = "_static/play"
SIZES = (192, 512)
"""The sizes in pixels in which a phone wants the sign of an app."""
STONE, MOAT, INK, GOLD = (0xE8, 0xDC, 0xC0), (0x1C, 0x6F, 0xB5), (0x26, 0x22, 0x1B), (0xE3, 0xAB, 0x45)
APP: dict[str, Any] = {
    "name": "Granada",
    "short_name": "Granada",
    "description": "The board game Granada, alone against bots or round one screen.",
    "start_url": "../../play.html",
    "scope": "../../",
    "display": "standalone",
    "background_color": "#e8dcc0",
    "theme_color": "#1c5f9e",
    "icons": [
        {"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in SIZES
        for purpose in ("any", "maskable")
    ],
}
HEAD = (
    f'<link rel="manifest" href="{FOLDER}/app.webmanifest"><link rel="apple-touch-icon" href="{FOLDER}/icon-192.png">'
)


def play_page(root: str) -> str:
    """The page as it is before its script runs."""
    return page_of("play", root, "play.html")


def with_app(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Add the app's manifest to the head of the page."""
    if page == "play":
        context["metatags"] = context.get("metatags", "") + HEAD


def write_app(app: Sphinx, flaw: Exception | None) -> None:
    """Write the app's manifest and icons next to the page's scripts."""
    if flaw or app.builder.name != "html":
        return
    folder = Path(app.outdir) / FOLDER
    (folder / "app.webmanifest").write_text(json.dumps(APP), encoding="utf-8")
    for size in SIZES:
        (folder / f"icon-{size}.png").write_bytes(icon(size))


def _colour(x: float, y: float) -> tuple[int, int, int]:
    """The icon's colour at a point, from -50 to 50; the icon is the start tile's star between two moats."""
    star = min(max(x, -x, y, -y) / 19, (abs(x) + abs(y)) / 27)  # a square, and one on its corner
    if star <= 1:
        return GOLD if star <= 0.8 and x * x + y * y > 36 else INK
    return MOAT if min(x, y) < -36 else STONE


def icon(size: int) -> bytes:
    """The app's icon as a square PNG of the given size in pixels."""
    places = [100 * (place + 0.5) / size - 50 for place in range(size)]
    rows = b"".join(b"\0" + bytes(part for x in places for part in _colour(x, y)) for y in places)
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    parts = (struct.pack(">I", len(data)) + name + data + _checksum(name + data) for name, data in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _checksum(data: bytes) -> bytes:
    return struct.pack(">I", zlib.crc32(data))
