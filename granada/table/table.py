"""The table: setting up a game, playing it to the end, recording it, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from random import Random
from typing import TYPE_CHECKING

from attrs import field, frozen

from granada.board import COPIES, NO_CARDS, InvalidState, TileSet, all_money, empty_city
from granada.game import (
    EVEN,
    GRANADA,
    MODULES,
    NORMAL,
    Deck,
    Dirk,
    Game,
    Layer,
    Player,
    Setup,
    State,
    a_state,
    apply,
    choose_draw,
    game_named,
    legal_actions,
    module_named,
    preparation,
    settle,
)
from granada.given import a_generator, instance, listed, shown, whole
from granada.notation import Pictured
from granada.rulebook import Rulings
from granada.table.view import observe

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada.game import Action
    from granada.given import Generator
    from granada.table.bots import Bot

MOST_YEARS = 1_000_000
"""Nobody's age is further from zero than this."""
PLAYERS = range(2, 7)
"""Two to six players take part."""
_AGES = "ages is a list of whole numbers, one for each player"
_NAMES = "modules is a list of names such as ['vizier']"
_SETS = "tiles is a TileSet or several"
_BOTS = "bots is a list of players with a method choose, such as RandomBot(), one for each seat"


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
    """The state before anything is drawn.

    ``tiles`` replaces the tiles of a family; ``ages`` breaks the tie for the start player, lower is younger.
    An InvalidState names every reason why there is no such game.
    """
    return opened(agreed(players, game, modules, scoring, rulings, tiles, ages))


def agreed(
    players: int,
    game: Game | str,
    modules: Iterable[str],
    scoring: str,
    rulings: Rulings | None,
    tiles: TileSet | Iterable[TileSet] | None,
    ages: Iterable[int] | None,
) -> Setup:
    """What a table agrees on, if it can be played."""
    players = whole(players, "players")
    names = _names(modules)
    if not isinstance(rulings, Rulings | None):
        message = f"rulings is a Rulings, not {shown(rulings)}; Rulings.edition('it', 'granada') is what a book prints"
        raise TypeError(message)
    if not isinstance(game, Game | str):
        message = f"game is GRANADA, ALHAMBRA or COMBINED, or its name, not {shown(game)}"
        raise TypeError(message)
    if not isinstance(scoring, str):
        message = f"scoring is 'normal' or 'simplified', not {shown(scoring)}"
        raise TypeError(message)
    if isinstance(game, str):
        try:
            game = game_named(game)
        except ValueError as unknown:
            raise InvalidState([str(unknown)]) from None
    sets = _sets(tiles)
    years = None if ages is None else tuple(whole(age, "an age") for age in listed(ages, _AGES))
    if flaws := [
        *([] if players in PLAYERS else [f"two to six players take part, not {players}"]),
        *_module_flaws(game, players, names),
        *(
            []
            if scoring in game.scorings
            else [f"{game} has no {shown(scoring)} scoring, only {', '.join(game.scorings)}"]
        ),
        *_tile_flaws(game, sets),
        *_age_flaws(players, years),
    ]:
        raise InvalidState(flaws)
    chosen = {each.family: each for each in sets}
    lanes = tuple(chosen.get(family) or TileSet.default(family) for family in game.lanes)
    active = tuple(module for module in MODULES.values() if module.name in names)
    return Setup(game, players, active, scoring, rulings or Rulings(), lanes, years)


def _names(modules: Iterable[str]) -> tuple[str, ...]:
    """The names of some modules, or a TypeError."""
    names = listed(modules, _NAMES)
    if not all(isinstance(name, str) for name in names):
        message = f"{_NAMES}, not {shown(modules)}"
        raise TypeError(message)
    return names


def _sets(tiles: TileSet | Iterable[TileSet] | None) -> tuple[TileSet, ...]:
    """The sets of tiles that replace others, or a TypeError."""
    if tiles is None:
        return ()
    sets = (tiles,) if isinstance(tiles, TileSet | str | PathLike) else listed(tiles, _SETS)
    for each in sets:
        if not isinstance(each, TileSet):
            load = f"; TileSet.load({shown(str(each))}) reads a file" if isinstance(each, str | PathLike) else ""
            message = f"{_SETS}, not {shown(each)}{load}"
            raise TypeError(message)
    return sets


def _module_flaws(game: Game, players: int, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        try:
            reason = module_named(name).refuses(game, players)
        except ValueError as unknown:
            reason = str(unknown)
        if reason:
            yield reason
    if len(set(map(str, names))) < len(names):
        yield "a module takes part once"


def _tile_flaws(game: Game, sets: tuple[TileSet, ...]) -> Iterator[str]:
    for each in sets:
        if each.family not in game.lanes:
            yield f"{game} has no tiles of {each.family.value}"
    if len({each.family for each in sets}) < len(sets):
        yield "two sets of tiles for one family"


def _age_flaws(players: int, ages: tuple[int, ...] | None) -> Iterator[str]:
    if ages is not None:
        if len(ages) != players:
            yield f"there are {players} ages, one for each player, not {len(ages)}"
        if not all(-MOST_YEARS <= age <= MOST_YEARS for age in ages):
            yield f"ages are whole numbers up to {MOST_YEARS}"


def opened(setup: Setup) -> State:
    """The state before anything is drawn, for an agreed game."""
    game = setup.game
    money = all_money(COPIES if setup.players > 2 else COPIES - 1)
    player = Player(NO_CARDS, empty_city(game.start))
    return settle(
        State(
            setup=setup,
            players=(player,) * setup.players,
            yard=(None,) * (4 * len(game.lanes)),
            bags=tuple(each.tiles for each in setup.tiles or ()),
            display=NO_CARDS,
            deck=Deck((money,), (Layer((len(money),)),)),
            discard=NO_CARDS,
            dirk=Dirk() if setup.players == 2 else None,
            marker=EVEN if game.two_faced else None,
            mover=None,
            todo=preparation(setup),
            extras=tuple(module.begins(setup) for module in setup.modules),
        )
    )


def winners(state: State) -> tuple[int, ...]:
    """The seats that have won; nobody where Dirk may win and has more points than all."""
    if not a_state(state).over:
        raise InvalidState(["the game is not over yet"])
    most = max(state.points)
    if state.rulings.dirk_may_win and state.dirk is not None and state.dirk.points > most:
        return ()
    return tuple(seat for seat, points in enumerate(state.points) if points == most)


@frozen
class Record(Pictured):
    """A recorded game: what was agreed, and everything that happened, with the seat that did it (none for draws)."""

    setup: Setup = field(validator=instance(Setup, "a Setup such as new_game(3).setup"))
    events: tuple[tuple[int | None, Action], ...] = ()
    points: tuple[int, ...] | None = field(default=None)
    """The points at the end, when the game was played to it."""
    winners: tuple[int, ...] | None = field(default=None)


def replay(record: Record) -> Iterator[State]:
    """The states of a recorded game, one by one, from before the first draw."""
    if not isinstance(record, Record):
        message = f"record is a Record such as play gives, not {shown(record)}"
        raise TypeError(message)
    return _states(record)


def _states(record: Record) -> Iterator[State]:
    state = opened(record.setup)
    yield state
    for number, (seat, action) in enumerate(record.events, start=1):
        if seat != state.actor and not state.over:
            who = "a draw" if state.actor is None else f"seat {state.actor}"
            raise InvalidState([f"event {number} ({action}) is seat {seat}'s, but it is for {who}"])
        state = apply(state, action)
        yield state


def _can_play(bots: Sequence[Bot]) -> bool:
    """Whether these are bots, one for each seat, and no classes of bots."""
    return isinstance(bots, Sequence) and all(
        callable(getattr(bot, "choose", None)) and not isinstance(bot, type) for bot in bots
    )


def play(
    bots: Sequence[Bot],
    game: Game | str = GRANADA,
    *,
    rng: Generator | None = None,
    modules: Iterable[str] = (),
    scoring: str = NORMAL,
    rulings: Rulings | None = None,
    tiles: TileSet | Iterable[TileSet] | None = None,
    ages: Iterable[int] | None = None,
) -> Record:
    """A whole game between bots, one for each seat, recorded."""
    if not _can_play(bots):
        message = f"{_BOTS}, not {shown(bots)}"
        raise TypeError(message)
    state = new_game(len(bots), game, modules=modules, scoring=scoring, rulings=rulings, tiles=tiles, ages=ages)
    numbers = Random() if rng is None else a_generator(rng)  # noqa: S311  a game, not a secret
    events: list[tuple[int | None, Action]] = []
    while not state.over:
        seat = state.actor
        if seat is None:
            action: Action = choose_draw(state, numbers)
        else:
            action = bots[seat].choose(observe(state, seat), legal_actions(state))
        events.append((seat, action))
        state = apply(state, action)
    return Record(state.setup, tuple(events), state.points, winners(state))
