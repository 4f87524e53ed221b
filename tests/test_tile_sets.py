"""Tile sets: what the shipped ones look like, and what is wrong with a set that a box cannot hold."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import granada
from granada import Building, Face, Family, InvalidState, Tile, TileSet
from granada.board.tile_sets import ALHAMBRA_TILES, data_file, huts
from tests.refusing import refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GRANADA_CSV = data_file("granada-1").read_text(encoding="utf-8").splitlines()
ALHAMBRA_CSV = data_file("alhambra").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def load(tmp_path: Path) -> Callable[[list[str]], TileSet]:
    """Write lines into a file and load it as a set of tiles."""

    def loaded(lines: list[str]) -> TileSet:
        path = tmp_path / "tiles.csv"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return TileSet.load(path)

    return loaded


def flaws(load: Callable[[list[str]], TileSet], lines: list[str]) -> list[str]:
    with pytest.raises(InvalidState) as refusal:
        load(lines)
    return list(refusal.value.reasons)


def changed(lines: list[str], number: int, text: str) -> list[str]:
    """The lines with another one at a number, counted from 1 as in an editor."""
    return [*lines[: number - 1], text, *lines[number:]]


# The shipped sets


@pytest.mark.parametrize("family", list(Family))
def test_both_sets_have_the_same_profile_of_edges(family: Family) -> None:
    masks = [tile.up.edges for tile in TileSet.default(family).tiles]
    assert len(masks) == 54
    assert [sum(mask >> side & 1 for mask in masks) for side in range(4)] == [20] * 4
    assert Counter(mask.bit_count() for mask in masks) == {0: 10, 1: 16, 2: 20, 3: 8}
    assert Counter(mask for mask in masks if mask.bit_count() == 2) == {0b0011: 5, 0b0110: 5, 0b1100: 5, 0b1001: 5}


def test_the_tiles_of_granada_show_every_building_once_at_every_price() -> None:
    tiles = TileSet.default(Family.GRANADA).tiles
    faces = [face for tile in tiles for face in tile.faces]
    buildings = [building for building in Building if building.family is Family.GRANADA]
    assert len(buildings) == 9
    assert sorted((face.building.value, face.price) for face in faces) == sorted(
        (building.value, price) for building in buildings for price in range(2, 14)
    )


def test_an_even_price_is_backed_by_the_next_odd_one() -> None:
    tiles = TileSet.default(Family.GRANADA).tiles
    for tile in tiles:
        assert tile.down is not None
        assert tile.up.price % 2 == 0
        assert tile.down.price == tile.up.price + 1
        assert tile.down.building is not tile.up.building
        assert tile.down.edges == tile.up.edges
    pairs = [(tile.up.building, tile.down.building) for tile in tiles if tile.down]
    assert len(set(pairs)) == 54
    assert {Building.ARENA, Building.HOSPITAL} in [set(pair) for pair in pairs]
    assert {Building.LIBRARY, Building.DISTRICT} in [set(pair) for pair in pairs]
    assert [tile for tile in tiles if tile.up.price == 2 and tile.down and tile.down.price == 3]


def test_the_tiles_of_the_alhambra_have_the_printed_numbers_and_prices() -> None:
    faces = [tile.up for tile in TileSet.default(Family.ALHAMBRA).tiles]
    printed = {"pavilion": (7, 2), "seraglio": (7, 3), "arcades": (9, 4), "chambers": (9, 5), "garden": (11, 6)}
    printed["tower"] = (11, 7)
    for word, (number, lowest) in printed.items():
        prices = [face.price for face in faces if face.building is Building(word)]
        assert len(prices) == number
        assert set(prices) == set(range(lowest, lowest + 7))
        assert ALHAMBRA_TILES[Building(word)] == (number, range(lowest, lowest + 7))


def test_ten_tiles_of_the_alhambra_have_no_wall() -> None:
    bare = sorted(str(tile) for tile in TileSet.default(Family.ALHAMBRA).tiles if not tile.up.edges)
    expected = "pavilion8 seraglio9 arcades9 arcades10 chambers10 chambers11 garden10 garden11 tower11 tower12"
    assert bare == sorted(expected.split())


def test_there_are_twenty_four_huts() -> None:
    assert len(huts()) == 24
    numbers = {"pavilion": 3, "seraglio": 3, "arcades": 4, "chambers": 4, "garden": 5, "tower": 5}
    assert Counter(face.building.value for face in huts()) == numbers
    assert all(face.is_hut and face.edges.bit_count() <= 3 for face in huts())


# Loading one's own


@pytest.mark.parametrize("lines", [GRANADA_CSV, ALHAMBRA_CSV])
def test_a_set_can_be_loaded_in_any_order_of_its_lines(lines: list[str], load: Callable[[list[str]], TileSet]) -> None:
    shuffled = [lines[0], *reversed(lines[1:])]
    assert load(shuffled).is_default


def test_an_own_set_is_played_with_and_written_into_the_state(load: Callable[[list[str]], TileSet]) -> None:
    words = GRANADA_CSV[1].split(",")
    own = load(changed(GRANADA_CSV, 2, ",".join([*words[:4], "n" if words[4] != "n" else "s"])))
    assert not own.is_default
    state = granada.new_game(3, tiles=own)
    assert state.bags == (own.tiles,)
    again = granada.from_json(granada.to_json(state))
    assert again == state
    assert again.setup.tiles == (own,)
    assert eval(repr(own), {name: getattr(granada, name) for name in granada.__all__}) == own


@pytest.mark.parametrize("lines", [GRANADA_CSV, ALHAMBRA_CSV])
def test_a_tile_with_four_edges_is_named_by_its_line(lines: list[str], load: Callable[[list[str]], TileSet]) -> None:
    number = next(n for n, line in enumerate(lines, 1) if line.endswith(",n"))
    (flaw,) = flaws(load, changed(lines, number, f"{lines[number - 1]}esw"))
    assert flaw.startswith(f"line {number}: ")


EVEN, PRICE, ODD, NEXT, MOATS = GRANADA_CSV[3].split(",")
LAST, FIRST = GRANADA_CSV[-1].split(","), GRANADA_CSV[1].split(",")
WRONG_SETS: list[tuple[list[str], list[str]]] = [
    (
        GRANADA_CSV[:-1],
        ["a set must have 54 tiles, not 53", f"{LAST[0]} {LAST[1]} is missing", f"{LAST[2]} {LAST[3]} is missing"],
    ),
    (changed(GRANADA_CSV, 9, GRANADA_CSV[1]), [f"line 9: {FIRST[0]} {FIRST[1]} repeats line 2"]),
    (changed(GRANADA_CSV, 4, f"{EVEN},{PRICE},{EVEN},{NEXT},{MOATS}"), ["on both faces"]),
    *(
        (
            changed(GRANADA_CSV, 4, f"{EVEN},{low},{ODD},{high},{MOATS}"),
            ["the back of an even price is the next higher odd price"],
        )
        for low, high in ((4, 3), (4, 7), (5, 6))
    ),
]


@pytest.mark.parametrize(("lines", "told"), WRONG_SETS)
def test_what_is_wrong_with_a_set_is_told(
    lines: list[str], told: list[str], load: Callable[[list[str]], TileSet]
) -> None:
    found = flaws(load, lines)
    assert all(any(each in flaw for flaw in found) for each in told), found


def test_the_two_pairs_that_the_rulebooks_name_must_be_there() -> None:
    every = TileSet.default(Family.GRANADA).tiles
    pair = {Building.ARENA, Building.HOSPITAL}
    named = [tile for tile in every if tile.down and {tile.up.building, tile.down.building} == pair]
    tiles = list(every)
    for tile in named:
        assert tile.down
        other = next(
            each
            for each in tiles
            if each.up.price == tile.up.price
            and each.down
            and not {each.up.building, each.down.building} & {*pair, Building.LIBRARY, Building.DISTRICT}
        )
        assert other.down
        tiles = [each for each in tiles if each not in (tile, other)]
        tiles += [
            Tile(tile.up, Face(other.down.building, other.down.price, tile.up.edges)),
            Tile(other.up, Face(tile.down.building, tile.down.price, other.up.edges)),
        ]
    with pytest.raises(InvalidState) as refusal:
        TileSet(Family.GRANADA, tuple(tiles))
    assert refusal.value.reasons == ("no tile shows arena and hospital",)


def test_a_price_out_of_range_for_its_building_is_named(load: Callable[[list[str]], TileSet]) -> None:
    number = next(n for n, line in enumerate(ALHAMBRA_CSV, 1) if line.startswith("pavilion"))
    walls = ALHAMBRA_CSV[number - 1].split(",")[2]
    (flaw,) = flaws(load, changed(ALHAMBRA_CSV, number, f"pavilion,9,{walls}"))
    assert flaw == f"line {number}: pavilion costs 2 to 8, not 9"


def test_too_many_tiles_of_one_building_are_told(load: Callable[[list[str]], TileSet]) -> None:
    number = next(n for n, line in enumerate(ALHAMBRA_CSV, 1) if line.startswith("tower"))
    walls = ALHAMBRA_CSV[number - 1].split(",")[2]
    found = flaws(load, changed(ALHAMBRA_CSV, number, f"pavilion,5,{walls}"))
    assert found == ["there must be 7 tiles of pavilion, not 8", "there must be 11 tiles of tower, not 10"]


def test_ten_tiles_without_a_wall_are_wanted(load: Callable[[list[str]], TileSet]) -> None:
    number = next(n for n, line in enumerate(ALHAMBRA_CSV, 1) if line.endswith(","))
    (flaw,) = flaws(load, changed(ALHAMBRA_CSV, number, ALHAMBRA_CSV[number - 1] + "n"))
    assert flaw == "there must be 10 tiles without a wall, not 9"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("castle,2,school,3,n", "'castle' is not a building"),
        ("tower,8,school,9,n", "tower8|school9/n does not belong to granada"),
        ("park,1,school,2,n", "a price must be 2 to 13, not '1'"),
        ("park,14,school,15,n", "a price must be 2 to 13, not '14'"),
        ("park,six,school,7,n", "a price must be 2 to 13, not 'six'"),
        ("park,٤,school,5,n", "a price must be 2 to 13"),
        ("park,4,school,5,en", "letters in the order nesw, not 'en'"),
        ("park,4,school,5,north", "letters in the order nesw, not 'north'"),
        ("park,4,school,5", "expected 5 columns"),
        ("park,4,school,5,n,e", "expected 5 columns"),
        ("x" * 5000, "expected 5 columns"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, told: str, load: Callable[[list[str]], TileSet]) -> None:
    found = flaws(load, changed(GRANADA_CSV, 12, line))
    assert found[0].startswith("line 12: ")
    assert told in found[0]
    assert all(len(flaw) < 300 for flaw in found)


def test_every_line_that_is_wrong_is_named_at_once(load: Callable[[list[str]], TileSet]) -> None:
    lines = list(GRANADA_CSV)
    words = [line.split(",") for line in lines]
    lines[4] = ",".join([*words[4][:4], "nesw"])
    lines[9] = "castle,2,school,3,n"
    lines[19] = ",".join([*words[19][:2], words[19][0], *words[19][3:]])
    found = flaws(load, lines)
    assert {5, 10, 20} <= {int(flaw.split(":")[0].removeprefix("line ")) for flaw in found if flaw.startswith("line ")}


def test_blank_lines_a_byte_order_mark_and_blanks_in_columns_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "tiles.csv"
    lines = [line.replace(",", " , ") for line in GRANADA_CSV]
    path.write_text("\ufeff" + "\r\n\r\n".join(lines), encoding="utf-8")
    assert TileSet.load(path).is_default


@pytest.mark.parametrize("lines", [[], [""], ["building;price;walls"], ["a,b,c"], ["x" * 200_000]])
def test_a_file_with_other_columns_is_refused(lines: list[str], load: Callable[[list[str]], TileSet]) -> None:
    found = flaws(load, lines)
    assert len(found) == 1
    assert len(found[0]) < 500


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00bad", b"building,price,walls\n\xe9t\xe9,2,n\n", b"building,price,walls\n\x00,\x00\n"]
)
def test_a_file_that_is_no_text_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "tiles.csv"
    path.write_bytes(content)
    with pytest.raises(InvalidState):
        TileSet.load(path)


@pytest.mark.parametrize("rest", ["tower,8,n\n" * 300_000, "x" * 5_000_000, "garden,6,n\n" * 1_001 + "x" * 200_000])
def test_a_huge_file_is_refused_without_reading_all_of_it(tmp_path: Path, rest: str) -> None:
    (tmp_path / "tiles.csv").write_text("building,price,walls\n" + rest, encoding="utf-8")
    with pytest.raises(InvalidState) as refused:
        TileSet.load(tmp_path / "tiles.csv")
    assert "1000 lines" in str(refused.value) or rest.startswith("x")


def test_what_is_no_set_of_tiles_is_refused(tmp_path: Path) -> None:
    refused(FileNotFoundError, lambda: TileSet.load(tmp_path / "none.csv"))
    refused(
        InvalidState,
        lambda: TileSet.load("a\0b"),
        lambda: TileSet(Family.GRANADA, ()),
        lambda: TileSet(Family.GRANADA, TileSet.default(Family.ALHAMBRA).tiles),
    )
    no_family: Any = "granada"
    refused(TypeError, lambda: TileSet(no_family, ()))


def test_the_wrong_tile_of_a_set_is_named_by_its_number() -> None:
    tiles = list(TileSet.default(Family.GRANADA).tiles)
    tiles[0] = tiles[0].turned
    number = sorted(tiles).index(tiles[0]) + 1
    with pytest.raises(InvalidState) as refused:
        TileSet(Family.GRANADA, tiles)
    assert refused.value.reasons[0].startswith(f"tile {number}: {tiles[0]}")


def test_sets_survive_pickling_shipped_ones_by_their_names() -> None:
    one, other, *more = TileSet.default(Family.ALHAMBRA).tiles
    exchanged = [Tile(Face(a.up.building, a.up.price, b.up.edges)) for a, b in ((one, other), (other, one))]
    own = TileSet(Family.ALHAMBRA, (*exchanged, *more))
    assert own != TileSet.default(Family.ALHAMBRA)
    for each in (own, TileSet.default(Family.GRANADA), TileSet.default(Family.ALHAMBRA)):
        assert pickle.loads(pickle.dumps(each)) == each
    assert len(pickle.dumps(TileSet.default(Family.GRANADA))) < 200 < len(pickle.dumps(own))


def test_each_currency_pays_for_one_space() -> None:
    assert [currency.space for currency in granada.Currency] == [1, 2, 3, 4]
