"""Drawings for the terminal."""

from __future__ import annotations

import io
import re
import sys
from random import Random
from textwrap import dedent

import pytest
from hypothesis import given

import granada
from granada import City, Face, Layout, Round, violations
from granada.game.scoring import Row, Scoring, Standing
from granada.languages import Language
from granada.pictures import sketch, table, terminal_width, wants_colour
from granada.strategies import cities, layouts, states


def drawn(text: str) -> str:
    return dedent(text).strip("\n")


def test_moats_are_double_lines_and_walls_are_heavy() -> None:
    city = City.parse(
        """
        chambers5/nw   @
        *park6/n       .
    """.replace("chambers5/nw", "chambers5/nsw")
    )
    assert sketch(city) == drawn("""
        0  ┏━━━━━━━━━┑┌─────────┐
           ┃chambers ││  start  │
           ┃    5    ││    @    │
           ┗━━━━━━━━━┙└─────────┘
        -1 ╒═════════╕
           │  park   │
           │   *6    │
           └─────────┘
                -1         0
        ═ moat   ━ wall   * founding tile
    """)


def test_a_wrong_layout_is_drawn_with_its_marks() -> None:
    layout = Layout.parse("@ school8/ne~90 . park6")
    marked = {cell for violation in violations(layout) for cell in violation.cells}
    assert sketch(layout, marked=marked) == drawn("""
        0 ┌─────────┐┌─────────╖           ┌─────────┐
          │  start  ││ school  ║           │  park   │
          │    @    ││! 8 ~90 !║           │  ! 6 !  │
          └─────────┘╘═════════╝           └─────────┘
               0          1          2          3
        ═ moat   ! against the rules
    """)


def test_holes_and_cells_on_which_a_tile_fits_are_dotted() -> None:
    city = City.parse("@ park6/n")
    text = sketch(city, marked=[granada.Cell(0, -1)], sites=city.sites(Face.parse("school8/n")))
    assert text.count("┄" * 9) == 2 * 4
    assert "┊    !    ┊" in text
    assert "┊   2,0   ┊" in text


def test_a_city_that_is_too_wide_is_drawn_with_narrow_tiles() -> None:
    layout = Layout.parse("@ school8/ne~90 hospital13 district2/s")
    assert sketch(
        layout, marked=[granada.Cell(1, 0), granada.Cell(2, 0)], sites=[granada.Cell(3, -1)], width=40
    ) == drawn("""
        0  ┌─────┐┌─────╖┌─────┐┌─────┐
           │start││schoo║│hospi││distr│
           │  @  ││!8~90║│!13! ││  2  │
           └─────┘╘═════╝└─────┘╘═════╛
        -1                      ┌┄┄┄┄┄┐
                                ┊ 3,-1┊
                                ┊     ┊
                                └┄┄┄┄┄┘
              0      1      2      3
        ═ moat   ! against the rules
        ┄ a tile fits
    """)


def test_a_city_that_is_still_too_wide_is_drawn_in_parts() -> None:
    layout = Layout.parse("@ " + " ".join(["park6~180", "school13~180"] * 5))
    text = sketch(layout, width=40)
    assert max(map(len, text.splitlines())) <= 40
    assert [line.split() for line in text.splitlines() if re.fullmatch(r"[ \d]+", line)] == [
        ["0", "1", "2", "3", "4"],
        ["5", "6", "7", "8", "9"],
        ["10"],
    ]
    assert text.count("6~180") == text.count("~180") - text.count("6~180") == 5


@pytest.mark.parametrize("cell", [granada.Cell(10, -10), granada.Cell(3, 2)])
def test_a_cell_on_which_a_tile_fits_is_named_on_a_narrow_tile(cell: granada.Cell) -> None:
    text = sketch(City.parse("@"), sites=[cell], width=40)
    words = re.sub(r"[^-\d,]", " ", "\n".join(line for line in text.splitlines() if "┊" in line)).split()
    assert "".join(words).startswith(str(cell)) or "".join(words).endswith(str(cell))


@pytest.mark.parametrize(("columns", "width"), [("72", 72), ("10", 24), ("30", 30), ("300", 300)])
def test_the_width_is_that_of_the_terminal(columns: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert terminal_width() == width
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert terminal_width() == 100


@given(layouts())
def test_colour_changes_nothing_but_the_colour(layout: Layout) -> None:
    marked = {cell for violation in violations(layout) for cell in violation.cells}
    coloured = sketch(layout, marked=marked, colour=True)
    plain = "\n".join(line.rstrip() for line in re.sub("\x1b\\[[0-9;]*m", "", coloured).split("\n"))
    assert plain == sketch(layout, marked=marked)
    assert "\x1b" in coloured


@given(cities())
def test_every_tile_of_a_city_is_drawn(city: City) -> None:
    text = sketch(city)
    for building in {face.building for face in city.faces}:
        assert text.count(str(building)) == sum(face.building is building for face in city.faces)


@given(states())
def test_the_table_shows_the_yard_and_everybody_s_points(state: granada.State) -> None:
    text = " ".join(table(state).split())
    assert all(str(tile) in text for tile in state.slots.values() if tile is not None)
    assert all(f"seat {seat + 1} {points} point" in text for seat, points in enumerate(state.points))


def test_the_table_of_a_view_hides_the_hands_of_the_others() -> None:
    state = granada.deal(granada.new_game(3, "alhambra", modules=["bonus", "huts", "vizier"]), Random(2))
    text = table(granada.observe(state, 0))
    assert str(state.players[0].hand) in text
    assert f"hand of {len(state.players[1].hand)} hidden cards" in text
    assert "bonus of 3 hidden" in text
    assert "huts     pavilion-hut" in text


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "stream", "wanted"),
    [
        ({"TERM": "xterm"}, Terminal(), True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, Terminal(), False),
        ({"TERM": "xterm", "NO_COLOR": ""}, Terminal(), True),
        ({"TERM": "dumb"}, Terminal(), False),
        ({"TERM": "xterm"}, io.StringIO(), False),
    ],
)
def test_colour_is_used_where_the_terminal_allows_it(
    environment: dict[str, str], stream: io.StringIO, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_colour(stream) is wanted


def test_a_drawing_is_there_for_everything_that_lies_on_a_table() -> None:
    state = granada.deal(granada.new_game(3), Random(2))
    record = granada.play([granada.RandomBot(Random(seat)) for seat in range(2)], rng=Random(2))
    *_, end = granada.replay(record)
    assert sketch(state) == table(state)
    assert sketch(granada.observe(state, 1), width=60) == table(granada.observe(state, 1), width=60)
    assert sketch(record) == table(end)
    assert sketch(granada.score(end, "C")) == str(granada.score(end, "C"))
    with pytest.raises(TypeError):
        sketch(7)  # type: ignore[arg-type]  # the point of the test


def test_a_scoring_is_a_table_of_its_rows() -> None:
    nobody = Row("park", ())
    tied = Row("school", (Standing(1, 2, 6, 1, 13), Standing(0, 2, 3, 2, 8)))
    assert str(Scoring(Round.A, (tied, nobody), (3, 6), 0)) == drawn("""
        scoring A     seat 1      seat 2
        school     2 (8) → 3  2 (13) → 6
        park               -           -
        together           3           6
        number (price that broke a tie) → points
    """)
    assert str(Scoring(Round.B, (nobody,), (0, 0), 0)) == drawn("""
        scoring B  seat 1  seat 2
        park            -       -
        together        0       0
    """)


def test_dirk_has_a_column_where_he_has_points() -> None:
    rows = Row("school", (Standing(0, 10, 12, 1),)), Row("park", ()), Row("arena", (Standing(None, 1, 12, 1),))
    assert str(Scoring(Round.C, rows, (12, 0), 12)) == drawn("""
        scoring C   seat 1  seat 2    Dirk
        school     10 → 12       -       -
        park             -       -       -
        arena            -       -  1 → 12
        together        12       0      12
        number → points
    """)


def test_a_drawing_takes_a_language_or_its_code() -> None:
    city = granada.City.parse("@ park6/n")
    for draw in (granada.sketch, granada.picture):
        assert draw(city, language="fr") == draw(city, language=Language("fr")) != draw(city)
        with pytest.raises(granada.InvalidState, match="xx"):
            draw(city, language="xx")
