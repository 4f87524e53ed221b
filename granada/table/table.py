"""Set up a game, and find its winners."""

from collections.abc import Iterable, Iterator
from os import PathLike

from attrs import evolve

from granada.board import COPIES, NO_CARDS, SHIPPED, TileSet, all_money, empty_city
from granada.errors import InvalidState, listed, quoted, refuse, whole
from granada.game import GRANADA, MODULES, NORMAL, Game, game_named, module_named, preparation, settle
from granada.game.state import Deck, Dirk, Pile, Player, Setup, State, a_state, in_spaces
from granada.rulebook import Rulings
from granada.steps import EVEN

MOST_YEARS = 1_000_000
"""The maximum absolute value of an age."""
PLAYERS = range(2, 7)
"""The possible numbers of players."""
_AGES = "ages must be a list of whole numbers, one for each player"
_NAMES = "modules must be a list of names such as ['vizier']"
_SETS = "tiles must be a TileSet or several"


def new_game(
    players: int,
    game: Game | str = GRANADA,
    *,
    modules: Iterable[str] = (),
    scoring: str = NORMAL,
    rulings: Rulings | None = None,
    tiles: TileSet | Iterable[TileSet] | None = None,
    ages: Iterable[int] | None = None,
) -> State:
    """Return the state before the first draw of a new game.

    ``tiles`` replaces the tiles of a family; ``ages`` breaks a tie for the start player in favour of the youngest.
    If the game is impossible, raise an InvalidState that names every reason.
    """
    players = whole(players, "players")
    names = _names(modules)
    if not isinstance(rulings, Rulings | None):
        message = f"rulings must be a Rulings such as Rulings.edition('it', 'granada'), not {quoted(rulings)}"
        raise TypeError(message)
    if not isinstance(game, Game | str):
        raise TypeError(f"game must be GRANADA, ALHAMBRA or COMBINED, or its name, not {quoted(game)}")
    if not isinstance(scoring, str):
        raise TypeError(f"scoring must be 'normal' or 'simplified', not {quoted(scoring)}")
    if isinstance(game, str):
        game = game_named(game)
    sets = _sets(tiles)
    years = None if ages is None else tuple(whole(age, "an age") for age in listed(ages, _AGES))
    refuse(_flaws(game, players, names, scoring, sets, years))
    chosen = {each.family: each for each in sets}
    lanes = tuple(chosen.get(family) or TileSet.default(family) for family in game.lanes)
    active = tuple(module for module in MODULES.values() if module.name in names)
    return opened(Setup(game, players, active, scoring, rulings or Rulings(), lanes, years))


def _names(modules: Iterable[str]) -> tuple[str, ...]:
    """The names of the given modules; raise TypeError if they are not a list of names."""
    names = listed(modules, _NAMES)
    if not all(isinstance(name, str) for name in names):
        raise TypeError(f"{_NAMES}, not {quoted(modules)}")
    return names


def _sets(tiles: TileSet | Iterable[TileSet] | None) -> tuple[TileSet, ...]:
    """The given sets of tiles; raise TypeError for anything else."""
    if tiles is None:
        return ()
    sets = (tiles,) if isinstance(tiles, TileSet | str | PathLike) else listed(tiles, _SETS)
    for each in sets:
        if not isinstance(each, TileSet):
            named = f"; TileSet.named({each!r}) is that set" if isinstance(each, str) and each in SHIPPED else ""
            load = f"; TileSet.load({quoted(str(each))}) reads a file" if isinstance(each, str | PathLike) else ""
            raise TypeError(f"{_SETS}, not {quoted(each)}{named or load}")
    return sets


def _flaws(
    game: Game,
    players: int,
    names: tuple[str, ...],
    scoring: str,
    sets: tuple[TileSet, ...],
    ages: tuple[int, ...] | None,
) -> Iterator[str]:
    """The reasons why a game with these options is impossible."""
    if players not in PLAYERS:
        yield f"two to six players take part, not {players}"
    for name in names:
        try:
            reason = module_named(name).refuses(game)
        except ValueError as unknown:
            reason = str(unknown)
        if reason:
            yield reason
    if len(set(map(str, names))) < len(names):
        yield "each module can take part only once"
    if scoring not in game.scorings:
        yield f"{game} has no {quoted(scoring)} scoring, only {', '.join(game.scorings)}"
    yield from (f"{game} has no tiles of {each.family.value}" for each in sets if each.family not in game.lanes)
    if len({each.family for each in sets}) < len(sets):
        yield "there are two sets of tiles for one family"
    if ages is not None and len(ages) != players:
        yield f"there must be {players} ages, one for each player, not {len(ages)}"
    if not all(-MOST_YEARS <= age <= MOST_YEARS for age in ages or ()):
        yield f"ages must be whole numbers up to {MOST_YEARS}"


def opened(setup: Setup) -> State:
    """The state before the first draw of the game with the given set-up."""
    money = all_money(COPIES if setup.players > 2 else COPIES - 1)
    deck, bags = Deck((money,), (Pile((len(money),)),)), tuple(each.tiles for each in setup.tiles or ())
    return settle(evolve(empty_table(setup), bags=bags, deck=deck, todo=preparation(setup)))


def empty_table(setup: Setup) -> State:
    """A state with no pieces on the table and an empty agenda."""
    game = setup.game
    return State(
        setup=setup,
        players=(Player(NO_CARDS, empty_city(game.start)),) * setup.players,
        yard=in_spaces(game, (None,) * len(game.slots)),
        bags=((),) * len(game.lanes),
        display=NO_CARDS,
        deck=Deck(),
        discard=NO_CARDS,
        dirk=Dirk() if setup.players == 2 else None,
        marker=EVEN if game.two_faced else None,
        mover=None,
        todo=(),
        extras=tuple(module.begins(setup) for module in setup.modules),
    )


def winners(state: State) -> tuple[int, ...]:
    """The seats that have won; empty if Dirk may win and has more points than every player."""
    if not a_state(state).over:
        raise InvalidState("the game is not over yet")
    most = max(state.points)
    if state.rulings.dirk_may_win and state.dirk is not None and state.dirk.points > most:
        return ()
    return tuple(seat for seat, points in enumerate(state.points) if points == most)
