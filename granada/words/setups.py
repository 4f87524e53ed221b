"""What a table agreed on, in words."""

from granada.game import NORMAL, Setup
from granada.languages import Language
from granada.words.names import GAMES, MODULES_IN_SHORT


def setup_in_words(setup: Setup, say: Language) -> list[str]:
    """The game, how many play, and then what is agreed on beyond that, each by itself.

    >>> import granada
    >>> setup_in_words(granada.new_game(3, scoring="simplified").setup, Language())
    ['granada', '3 players', 'simplified scoring']
    """
    parts = [say.of(GAMES[setup.game.name]), say.counted("{number} player", "{number} players", setup.players)]
    parts += [say.of(MODULES_IN_SHORT[module.name]) for module in setup.modules]
    parts += [say("simplified scoring")] if setup.scoring != NORMAL else []
    return [*parts, *(f"{name} {value}" for name, value in setup.rulings.chosen.items())]
