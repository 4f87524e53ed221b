"""Pictures are well-formed, small, complete, and tell no secret."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, strategies as st

import granada
from granada import Building, Bureau, Card, City, Face, Layout, Purse, Tile, violations
from granada.pictures.as_svg import picture
from granada.pictures.pieces import escaped
from granada.pictures.shared import COLOURS, GLYPHS, STYLE
from granada.strategies import layouts, states
from granada.table.bots import BuilderBot

SVG = "{http://www.w3.org/2000/svg}"
MODULES = ["vizier", "exchange", "huts", "bonus"]


def tree(markup: str) -> ET.Element:
    """The picture as a tree: an error when it is not well-formed."""
    root = ET.fromstring(markup)
    assert root.tag == f"{SVG}svg"
    return root


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def final(game: str, players: int = 3, modules: tuple[str, ...] = ()) -> granada.Record:
    bots = [BuilderBot(Random(seat)) for seat in range(players)]
    return granada.play(bots, game, rng=Random(5), modules=modules)


@pytest.mark.long
@given(states())
def test_every_state_view_and_scoring_has_a_well_formed_picture(state: granada.State) -> None:
    tree(picture(state))
    tree(picture(granada.observe(state, 0)))
    tree(picture(granada.score(state, "C")))
    for player in state.players:
        tree(picture(player.hand))
        tree(picture(player.city))


@given(layouts())
def test_every_layout_has_a_picture_in_which_each_broken_rule_is_named(layout: Layout) -> None:
    shown = texts(tree(picture(layout)))
    rules = {violation.rule for violation in violations(layout)}
    assert {text.removeprefix("✗ ") for text in shown if text.startswith("✗")} == set(map(str, rules))


@given(layouts())
def test_every_tile_of_a_layout_is_in_its_picture_with_its_cell(layout: Layout) -> None:
    titles = [element.text or "" for element in tree(picture(layout)).iter(f"{SVG}title")]
    for cell, face in layout.tiles:
        assert any(title.endswith(f"at {cell}") and str(face.building) in title for title in titles)


@given(st.text(max_size=40))
def test_no_name_breaks_out_of_the_markup(name: str) -> None:
    state = granada.new_game(2)
    plain, named = tree(picture(state)), tree(picture(state, names=[name, f'"><script>{name}</script>']))
    assert Counter(element.tag for element in plain.iter()) == Counter(element.tag for element in named.iter())
    tree(picture(granada.score(state, "A"), names=[name, name])).tag.encode()


def test_what_xml_cannot_hold_becomes_a_mark() -> None:
    assert escaped("\x00\ud800\u202e&<>\"'") == "\ufffd\ufffd\ufffd&amp;&lt;&gt;&quot;&#39;"


@pytest.mark.parametrize("game", ["granada", "alhambra", "combined"])
def test_a_city_of_twenty_tiles_takes_less_than_sixty_thousand_bytes(game: str) -> None:
    *_, state = granada.replay(final(game))
    for player in state.players:
        assert len(picture(player.city).encode()) < 60_000


@pytest.mark.parametrize("game", ["granada", "alhambra", "combined"])
def test_the_longest_moat_is_traced_with_its_length(game: str) -> None:
    *_, state = granada.replay(final(game))
    for player in state.players:
        longest = player.city.longest()
        root = tree(picture(player.city))
        assert str(len(longest)) in texts(root)
        runs = [element for element in root.iter(f"{SVG}path") if element.get("class") == "gr-run"]
        assert len((runs[0].get("d") or "").split("L")) == len(longest) + 1


def test_the_length_of_a_moat_covers_no_number() -> None:
    for text in ("@ park6/s", "park6/w\n@"):
        root = tree(picture(City.parse(text)))
        for badge in (each for each in root.iter(f"{SVG}circle") if each.get("class") == "gr-badge"):
            for number in (each for each in root.iter(f"{SVG}text") if each.get("class") == "gr-soft"):
                across = abs(float(badge.get("cx", 0)) - float(number.get("x", 0)))
                down = abs(float(badge.get("cy", 0)) - float(number.get("y", 0)) + 7)
                assert across >= 17 or down >= 17 + 7


def test_a_wrong_edge_a_wrong_tile_and_a_hole_are_marked_differently() -> None:
    layout = Layout.parse("""
        park6       arena5/s   hostel4
        library8/n  .          market3
        @           school8    district4~90
    """)
    kinds = Counter(element.get("class") for element in tree(picture(layout)).iter())
    assert kinds["gr-cross"] == 1
    assert kinds["gr-hole"] == 1
    assert kinds["gr-alarm"] == 2


def test_only_the_violations_that_are_asked_for_are_marked() -> None:
    layout = Layout.parse("@ school8/n~90 . park6")
    lonely = [violation for violation in violations(layout) if str(violation.rule) == "edge-contact"]
    assert texts(tree(picture(layout, broken=lonely)))[-1] == "✗ edge-contact"


def test_cells_on_which_a_tile_fits_are_shown_when_asked_for() -> None:
    city = City.parse("@ park6/n")
    sites = city.sites(Face.parse("school8/n"))
    kinds = Counter(element.get("class") for element in tree(picture(city, sites=sites)).iter())
    assert kinds["gr-site"] == len(sites)


def test_every_building_has_a_glyph_and_a_colour_of_its_own() -> None:
    assert set(COLOURS) == set(Building)
    assert len(set(COLOURS.values())) == len(Building)
    glyphs = [GLYPHS[str(building)] for building in Building]
    assert len(set(glyphs)) == len(Building)


def _contrast(colour: str, ink: str = "#26221b") -> float:
    def light(text: str) -> float:
        parts = [int(text[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    return (light(colour) + 0.05) / (light(ink) + 0.05)


def test_dark_ink_is_readable_on_every_building() -> None:
    assert min(map(_contrast, COLOURS.values())) > 4.5


def test_the_style_knows_the_dark_and_uses_one_prefix() -> None:
    assert "@media(prefers-color-scheme:dark)" in STYLE
    assert all(name.startswith("gr-") for name in re.findall(r"\.([a-z][a-z-]*)", STYLE))
    used = {
        each for element in tree(picture(City.parse("@ park6/n"))).iter() for each in element.get("class", "").split()
    }
    assert all(name.startswith("gr-") for name in used)


@pytest.mark.parametrize("game", ["granada", "combined"])
def test_a_picture_needs_nothing_from_outside(game: str) -> None:
    *_, state = granada.replay(final(game, 2))
    root = tree(picture(state))
    defined = {element.get("id") for element in root.iter() if element.get("id")}
    for element in root.iter():
        assert element.tag != f"{SVG}image"
        href = element.get("href")
        assert href is None or href.removeprefix("#") in defined
    assert "url(" not in picture(state)
    assert "@import" not in picture(state)


def test_a_picture_has_words_for_those_who_listen() -> None:
    root = tree(picture(City.parse("@ park6/n")))
    assert (root[0].tag, root[0].text) == (f"{SVG}title", "A city of 1 tile")
    assert root[1].text == "The longest moat has 1 edge. start tile at 0,0; park 6, moat north, at 1,0."


def test_the_picture_of_a_view_shows_no_card_of_the_others() -> None:
    state = granada.deal(granada.new_game(3, "combined", modules=MODULES), Random(1))
    cards = [e.text or "" for e in tree(picture(granada.observe(state, 1))).iter(f"{SVG}title")]
    shown = Counter(text for text in cards if re.fullmatch(r"(blue|green|orange|yellow) [1-9]", text))
    visible = Counter(
        f"{card.currency.name.lower()} {card.value}"
        for card in (*state.players[1].hand, *state.display)
        if isinstance(card, Card)
    )
    assert shown == visible
    assert "bonus of 3 hidden" in texts(tree(picture(granada.observe(state, 1))))


@pytest.mark.parametrize(
    "value",
    [Purse.parse(""), Purse.parse("b7 b/y"), Card.parse("b7"), Bureau.parse("b/y"), Face.parse("garden-hut/s"),
     Face.parse("school13/nes"), Tile.parse("school8|hospital9/s"), final("granada", 2)],
)  # fmt: skip  # the values stay in two lines
def test_small_values_and_records_have_pictures_too(value: Any) -> None:
    tree(picture(value))


def test_seats_can_lie_side_by_side() -> None:
    state = granada.new_game(4)
    narrow, wide = (tree(picture(state, columns=number)).get("viewBox") or "" for number in (1, 2))
    assert float(narrow.split()[2]) < float(wide.split()[2])


def test_there_is_no_picture_of_anything_else() -> None:
    with pytest.raises(TypeError):
        picture(7)  # type: ignore[arg-type]  # the point of the test
