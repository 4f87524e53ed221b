"""Views and actions in numbers: they tell all that a seat sees, and nothing else."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, strategies as st

import granada
from granada import City, Face, InvalidState, Purse
from granada.encoding.encoding import COLUMNS
from granada.learning import VERSION, Encoding, End, standing
from granada.numbering import STEPS
from granada.steps import DealHand
from granada.strategies import openings, states
from tests.refusing import refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada import State, View
    from granada.learning import Field

DOCS = Path(__file__).parent.parent / "docs"

SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))


def seats_of(state: State) -> st.SearchStrategy[int | None]:
    return st.one_of(st.none(), st.integers(0, state.setup.players - 1))


def with_hands_closed(view: View) -> View:
    """A view without recall, as it would be if hands did not lie open while they are dealt."""
    if view.recall or not any(isinstance(step, DealHand) for step in view.table.todo):
        return view
    unseen, players = [*view.unseen], []
    for seat, player in enumerate(view.table.players):
        if seat != view.seat:
            unseen += player.hand
        players.append(player if seat == view.seat else evolve(player, hand=Purse()))
    return evolve(view, unseen=Purse(unseen), table=evolve(view.table, players=tuple(players)))


@given(states(), st.data())
def test_what_is_read_from_the_numbers_is_the_view(state: State, data: st.DataObject) -> None:
    recall = data.draw(st.booleans())
    view = granada.observe(state, data.draw(seats_of(state)), recall=recall)
    encoding = Encoding(state, recall)
    row = encoding.observe(view)
    assert row.dtype == np.int8
    assert row.shape == (encoding.size,)
    assert encoding.view(row) == with_hands_closed(view)


@given(states(), st.integers(0, 1 << 32), st.data())
def test_what_looks_alike_has_the_same_numbers(state: State, seed: int, data: st.DataObject) -> None:
    seat, recall = data.draw(seats_of(state)), data.draw(st.booleans())
    view = granada.observe(state, seat, recall=recall)
    encoding = Encoding(state, recall)
    other = granada.observe(view.sample(Random(seed)), seat, recall=recall)
    assert (encoding.observe(other) == encoding.observe(view)).all()


@given(states(at="a decision"))
def test_what_is_read_from_a_row_is_the_action(state: State) -> None:
    encoding = Encoding(state)
    assert state.actor is not None
    rows = encoding.features(granada.observe(state, state.actor))
    legal = granada.legal_actions(state)
    assert rows.dtype == np.int8
    assert tuple(map(encoding.action, rows)) == tuple(legal)
    assert len(np.unique(rows, axis=0)) == len(legal)
    assert (rows == encoding.features(state, legal)).all()


@given(states(), st.data())
def test_every_number_lies_in_the_range_of_its_field(state: State, data: st.DataObject) -> None:
    recall = data.draw(st.booleans())
    encoding = Encoding(state, recall)
    row = encoding.observe(granada.observe(state, data.draw(seats_of(state)), recall=recall))
    for field in encoding.fields:
        numbers = row[field.start : field.stop]
        assert field.least <= numbers.min()
        assert numbers.max() <= field.most


@given(openings(), st.sampled_from((False, True)).map(lambda recall: {"recall": recall}))
def test_fields_follow_each_other_and_say_what_they_are(state: State, options: dict[str, bool]) -> None:
    encoding = Encoding(state, **options)
    fields = encoding.fields
    assert fields[0].start == 0
    assert [field.start for field in fields[1:]] + [encoding.size] == [field.stop for field in fields]
    assert len({field.name for field in fields}) == len(fields)
    for field in fields:
        assert field.sentence.endswith(".")
        assert field.columns == () or len(field.columns) == field.shape[-1]
        assert -128 <= field.least <= field.most <= 127
    assert set(encoding.parts(np.full((2, encoding.size), VERSION, np.int8))) == {field.name for field in fields}


@given(states(at="a decision"))
def test_the_derived_numbers_of_an_action_follow_from_the_rest(state: State) -> None:
    encoding = Encoding(state)
    names = encoding.columns
    assert state.actor is not None
    city = state.players[state.actor].city
    for row in encoding.features(state).tolist():
        told = dict(zip(names, row, strict=True))
        action = encoding.action(row)
        cards = getattr(action, "cards", Purse())
        assert (told["cards"], told["total"]) == (len(cards), cards.total())
        if told["building"]:
            face = Face(tuple(granada.Building)[told["building"] - 1], told["price"], told["edges"])
            assert told["sites"] == len(city.sites(face))
        if isinstance(action, granada.Buy):
            assert told["over"] == cards.total() - told["price"]
        if isinstance(action, granada.Place | granada.Add):
            beside = sum(city.is_taken(granada.Cell(action.cell[0] + x, action.cell[1] + y)) for x, y in SIDES)
            assert told["open"] + told["barred"] + beside == 4


@given(states(), st.data())
def test_planes_show_every_tile_where_it_lies(state: State, data: st.DataObject) -> None:
    seat = data.draw(seats_of(state))
    encoding = Encoding(state)
    row = encoding.observe(granada.observe(state, seat))
    planes = encoding.planes(np.stack([row, row]))
    assert (planes[0] == planes[1]).all()
    half = planes.shape[-1] // 2
    for place, each in enumerate(planes[0]):
        city = state.players[((seat or 0) + place) % state.setup.players].city
        assert each[0, half, half] == -1
        assert np.count_nonzero(each[0]) == len(city) + 1
        for cell in city:
            building, price, edges = each[:, cell.y + half, cell.x + half]
            assert Face(tuple(granada.Building)[building - 1], int(price), int(edges)) == city[cell]


def a_row() -> tuple[Encoding, np.ndarray]:
    state = granada.deal(granada.new_game(3), Random(7))
    encoding = Encoding(state)
    return encoding, encoding.observe(granada.observe(state, 0))


def test_numbers_of_another_version_or_table_are_refused() -> None:
    encoding, row = a_row()
    newer, other, state = row.copy(), Encoding(granada.new_game(4)), granada.deal(granada.new_game(3), Random(1))
    newer[0] = VERSION + 1
    other.check(other.name)
    refused(
        InvalidState,
        lambda: encoding.view(newer),
        lambda: encoding.parts(np.stack([newer, newer])),
        lambda: other.view(row),
        lambda: other.observe(granada.observe(state, 0)),
        lambda: other.check(encoding.name),
        lambda: encoding.observe(granada.observe(state, 0, recall=True)),
    )


def test_tables_that_count_other_things_have_other_names() -> None:
    every = [
        granada.new_game(players, game, modules=modules)
        for game in ("granada", "alhambra", "combined")
        for players in (2, 3, 4, 5, 6)
        for modules in ((), ("vizier",), ("exchange",))
    ]
    names = {Encoding(state, recall).name for state in every for recall in (False, True)}
    assert len(names) == 2 * len(every)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("points", lambda s: evolve(s, players=(evolve(s.players[0], points=20_000), *s.players[1:]))),
        ("bags", lambda s: evolve(s, bags=((granada.Tile.parse("park2|school3/nes"),),))),
        (
            "tiles",
            lambda s: evolve(s, players=(evolve(s.players[0], reserve=(Face.parse("park6"),) * 60), *s.players[1:])),
        ),
        ("piles", lambda s: evolve(s, deck=evolve(s.deck, piles=s.deck.piles * 2))),
        ("agenda", lambda s: evolve(s, todo=s.todo * 3)),
        (
            "unseen",
            lambda s: evolve(s, players=(s.players[0], evolve(s.players[1], hand=Purse.parse("b/g")), s.players[2])),
        ),
    ],
)
def test_what_has_no_room_is_refused_by_the_name_of_its_field(name: str, change: object) -> None:
    state = granada.deal(granada.new_game(3), Random(7))
    assert callable(change)
    with pytest.raises(InvalidState) as refusal:
        Encoding(state).observe(granada.observe(change(state), 0))
    assert str(refusal.value).startswith(f"{name}: ")


def test_planes_that_do_not_reach_a_tile_are_refused() -> None:
    state = granada.deal(granada.new_game(3), Random(7))
    city = City.of({granada.Cell(0, y): Face.parse("park6") for y in range(1, 5)})
    state = evolve(state, players=(evolve(state.players[0], city=city), *state.players[1:]))
    encoding = Encoding(state)
    row = encoding.observe(granada.observe(state, 0))
    assert encoding.planes(row, reach=4).shape == (3, 3, 9, 9)
    refused(InvalidState, lambda: encoding.planes(row, reach=3))


def test_careless_numbers_are_refused() -> None:
    encoding, row = a_row()
    no_view: Any = granada.new_game(3)
    no_setup: Any = "granada"
    refused(TypeError, lambda: encoding.observe(no_view), lambda: Encoding(no_setup))
    refused(
        InvalidState,
        lambda: encoding.view(row.astype(float)),
        lambda: encoding.action(np.zeros(len(encoding.columns), np.int8)),
        lambda: encoding.features(granada.deal(no_view, Random(7)), [granada.Draw(granada.Card.parse("b1"))]),
    )


def test_who_has_the_most_points_stands_first_and_equals_share_a_place() -> None:
    assert standing((10, 30, 30, 5)) == (3, 1, 1, 4)
    assert [int(end) for end in End] == [0, 1, 2]
    assert len(COLUMNS) == 13


def table_of_fields() -> str:
    """The fields as ``docs/learning.md`` has them."""
    small = {field.name: field for field in Encoding(granada.new_game(4)).fields}
    large = Encoding(granada.new_game(2, "combined", modules=["vizier", "exchange", "huts", "bonus"]), recall=True)
    lines = [
        "| field | Granada, four players | Combined, two players, all modules, recall | range | |",
        "|---|---|---|---|---|",
    ]
    for field in large.fields:
        own = small.get(field.name)
        where = f"{own.start}: {shape(own)}" if own else "not there"
        lines.append(
            f"| `{field.name}` | {where} | {shape(field)} | {field.least} to {field.most} | {field.sentence} |"
        )
    return "\n".join(lines)


def shape(field: Field) -> str:
    return " x ".join(map(str, field.shape))


def table_of_columns() -> str:
    """The numbers of an action as ``docs/learning.md`` has them."""
    return "\n".join(["| number | |", "|---|---|", *(f"| `{name}` | {text} |" for name, text in COLUMNS.items())])


@pytest.mark.parametrize(("part", "table"), [("fields", table_of_fields), ("columns", table_of_columns)])
def test_the_page_lists_what_stands_in_a_row(part: str, table: Callable[[], str]) -> None:
    page = (DOCS / "learning.md").read_text(encoding="utf-8")
    written = page.partition(f"<!-- {part} -->\n")[2].partition(f"\n<!-- end of {part} -->")[0]
    assert written == table()


def test_the_page_numbers_the_kinds_of_steps_as_a_row_does() -> None:
    numbered = ", ".join(f"{number} `{kind.name}`" for number, kind in enumerate(STEPS, start=1))
    assert f"the kinds of steps have these numbers: {numbered}.\n" in (DOCS / "learning.md").read_text(encoding="utf-8")
