"""Strategies for actions: any at all, and those that somebody might try in a position."""

from collections.abc import Iterable

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from granada import game
from granada.board import START, Cell, Face, Family, Purse, Round
from granada.game import Action, State
from granada.strategies.pieces import cards, cells, faces, purses, some_of, tiles
from granada.table import usable_faces


def actions() -> SearchStrategy[Action]:
    """Any actions, without regard to a game."""
    drawn = cards(bureaus=True) | tiles() | st.sampled_from((Round.A, Round.B))
    return st.one_of(
        *_actions_with(faces(huts=True), cells(), purses(4, bureaus=True), Family),
        st.builds(game.TakeHut, faces(huts=True).filter(lambda face: face.is_hut)),
        st.builds(game.Reveal, faces()),
        st.builds(game.Draw, drawn),
    )


def attempts(state: State) -> SearchStrategy[Action]:
    """Actions that somebody might try in a position, right or wrong: its own tiles, cells and cards, any verb."""
    player = state.players[state.mover or 0 if state.actor is None else state.actor]
    steps = (-1, 0, 1)
    near = sorted({Cell(x + east, y + north) for x, y in (START, *player.city) for east in steps for north in steps})
    known, lying = _known_faces(state), some_of(tuple(state.display), 6)
    paid = some_of(tuple(player.hand), 6) | lying | purses(3, bureaus=True)
    tries = [
        *_actions_with(
            st.sampled_from(known) | faces() if known else faces(),
            st.sampled_from(near) | cells(),
            paid,
            state.setup.game.lanes,
        ),
        st.builds(game.Take, lying | paid),
        actions(),
    ]
    if listed := game.legal_actions(state):
        tries.append(st.integers(0, len(listed) - 1).map(listed.__getitem__))
    if draws := [draw for draw, _ in game.outcomes(state)]:
        tries.append(st.sampled_from(draws))
    return st.one_of(tries)


def _actions_with(
    faces: SearchStrategy[Face], cells: SearchStrategy[Cell], paid: SearchStrategy[Purse], lanes: Iterable[Family]
) -> list[SearchStrategy[Action]]:
    """Actions with these faces, cells and cards: of all verbs but those of draws, huts and bonus cards."""
    return [
        st.builds(game.Take, paid),
        st.builds(game.Buy, st.integers(1, 4), paid, st.sampled_from((None, *lanes))),
        st.builds(game.Flip, faces, paid),
        st.builds(game.Place, faces, cells),
        st.builds(game.Store, faces),
        st.builds(game.Give, faces),
        st.builds(game.Add, faces, cells),
        st.builds(game.Remove, cells),
        st.builds(game.Swap, cells, faces),
        st.sampled_from((game.Stop(), game.Pass(), game.Decline(), game.Reactivate())),
    ]


def _known_faces(state: State) -> list[Face]:
    """The faces that lie about on the table, both sides of each tile."""
    lying = (face for tile in state.slots.values() if tile for face in tile.faces)
    owned = (face for player in state.players for face in (*player.reserve, *player.city.faces))
    return sorted({*usable_faces(state), *lying, *owned})
