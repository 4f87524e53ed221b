"""The options of the commands that begin games: which game, with what."""

from argparse import ArgumentParser, Namespace
from typing import Any

from granada.board import TileSet
from granada.game import GAMES, MODULES, NORMAL, SIMPLIFIED
from granada.rulebook import EDITIONS, Rulings


def add_table(parser: ArgumentParser) -> None:
    """Let the game, its modules, its scoring and an edition be chosen."""
    parser.add_argument("--game", choices=list(GAMES), default="granada", help="which game (granada)")
    parser.add_argument("--modules", default="", metavar="A,B", help=f"of {', '.join(MODULES)}")
    parser.add_argument("--scoring", choices=[NORMAL, SIMPLIFIED], default=NORMAL, help="how to score (normal)")
    parser.add_argument(
        "--edition", choices=list(dict.fromkeys(name for name, _ in EDITIONS)), help="what an edition prints"
    )


def table_of(args: Namespace) -> dict[str, Any]:
    """What was chosen, as ``new_game`` takes it, beside the number of players and the game."""
    return {
        "modules": [name.strip() for name in args.modules.split(",") if name.strip()],
        "scoring": args.scoring,
        "rulings": Rulings.edition(args.edition, args.game) if args.edition else None,
        "tiles": [TileSet.load(path) for path in args.tiles],
    }
