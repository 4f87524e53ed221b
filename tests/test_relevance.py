"""The rules that a verdict names are those that such an action can break, or that say what it earns."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from granada import Rule
from granada.fuzzing import RandomQuestions, Scope
from granada.game import Setup, broken
from granada.judging import judge
from granada.languages import Language
from granada.questions import Question
from granada.rulebook import IMPOSSIBLE
from granada.spec import MODULES, case_named, cases, phase_of, relevant_rules, rules_behind, rules_for
from granada.spec.relevant_rules import OF_BOTH_CITIES, RULES_OF_ACTIONS, WHAT_IT_EARNS, tried

ABOUT_ACTIONS = ("take", "buy", "flip", "place", "remove", "swap", "apply")
RANDOM = 2_000
"""So many random questions are asked as well."""


class Breach(NamedTuple):
    """A rule that an action breaks, and where."""

    verb: str
    phase: str
    rule: Rule
    setup: Setup


def breaches(questions: Iterable[Question]) -> Iterator[Breach]:
    """What the actions of some questions break, but for what is impossible."""
    for question in questions:
        state, action = tried(question) or (None, None)
        if state is not None and action is not None and state.todo:
            for rule in broken(state, action):
                if rule not in IMPOSSIBLE:
                    yield Breach(action.verb, phase_of(state), rule, state.setup)


@cache
def of_suite() -> tuple[Breach, ...]:
    """What the actions of all cases break."""
    return tuple(breaches(case.asked for case in cases()))


def assert_named(found: Iterable[Breach]) -> None:
    for each in found:
        assert each.rule in rules_for(each.verb, each.setup, each.phase), each


def test_whatever_an_action_breaks_is_named_where_such_an_action_is_legal() -> None:
    assert len(of_suite()) > 700
    assert_named(of_suite())


@pytest.mark.long
def test_whatever_an_action_breaks_in_a_random_position_is_named_too() -> None:
    drawn = RandomQuestions("relevance", Scope(kinds=ABOUT_ACTIONS, readings=lambda _: None))
    found = tuple(breaches(case.asked for case in map(drawn.case, range(RANDOM)) if case))
    assert len(found) > RANDOM // 4
    assert_named(found)


NAMED = [
    (verb, phase, rule, game)
    for verb, phases in RULES_OF_ACTIONS.items()
    for phase, rules in phases.items()
    for rule in rules
    for game in rule.games
]


@pytest.mark.parametrize(("verb", "phase", "rule", "game"), NAMED, ids=str)
def test_no_rule_is_named_that_such_an_action_breaks_nowhere(verb: str, phase: str, rule: Rule, game: str) -> None:
    found = {(each.verb, each.phase, each.rule, each.setup.game.name) for each in of_suite()}
    assert (verb, phase, rule, game) in found


def test_what_an_action_earns_is_told_in_phases_in_which_it_is_done() -> None:
    assert set(WHAT_IT_EARNS) <= set(RULES_OF_ACTIONS)
    for verb, phases in WHAT_IT_EARNS.items():
        for phase, rules in phases.items():
            assert not set(rules) & set(RULES_OF_ACTIONS[verb].get(phase, ())) - {Rule.EXACT_PAYMENT_EARNS_AN_ACTION}


@pytest.mark.parametrize(("rule", "said"), OF_BOTH_CITIES.items(), ids=str)
def test_what_is_said_of_both_cities_has_a_case_that_breaks_the_rule_meant(rule: Rule, said: Rule) -> None:
    assert said.games == ("combined",)
    assert any(case.rule == str(said) and str(rule) in case.expect.get("broken", ()) for case in cases())


def test_modules_are_chapters() -> None:
    assert set(MODULES) < {rule.chapter for rule in Rule}


FAVOUR: dict[str, Any] = {
    "kind": "apply",
    "state": {
        "game": "alhambra",
        "modules": ["vizier"],
        "phase": "favour",
        "asked": [1],
        "seats": [{}, {"hand": "b6 b7"}],
        "yard": ["garden6", "tower9", "tower10", "tower11"],
        "bag": ["tower12"],
        "display": "b1 g1 o1 y1",
    },
}
OWN_TURN: dict[str, Any] = {
    "kind": "buy",
    "game": "alhambra",
    "modules": ["vizier"],
    "hand": "b7",
    "tile": "garden6",
    "do": "buy 1 with b7",
}
COMBINED: dict[str, Any] = {"game": "combined"}
PARTING: dict[str, Any] = {"kind": "remove", "city": "@ garden6/e *arena4/w park6", "do": "remove 1,0", **COMBINED}
FOUNDING: dict[str, Any] = {"kind": "place", "city": "@ garden6/e", "do": "place arena4/w at 2,0", **COMBINED}


def test_a_purchase_with_the_vizier_is_explained_by_his_rules() -> None:
    rules = judge({**FAVOUR, "do": "buy 1 with b6"}, "fr").bearing
    assert {Rule.VIZIER_PAYS_EXACTLY, Rule.VIZIER_EARNS_NO_ACTION} <= set(rules)
    assert Rule.EXACT_PAYMENT_EARNS_AN_ACTION not in rules
    rules = judge(OWN_TURN, "fr").bearing
    assert Rule.EXACT_PAYMENT_EARNS_AN_ACTION in rules
    assert not {Rule.VIZIER_PAYS_EXACTLY, Rule.VIZIER_EARNS_NO_ACTION} & set(rules)


def test_parting_the_cities_is_refused_by_the_rule_that_keeps_them_together() -> None:
    verdict = judge(PARTING, "fr")
    assert verdict.rules == (Rule.EDGE_CONTACT,)
    assert Rule.CITIES_STAY_TOGETHER in verdict.involved
    told = " ".join(str(verdict).split())
    assert "the two cities touch each other" in told
    assert "Our ruling on cities-stay-together May tiles of the Alhambra be removed" in told
    assert "Nothing depends on that" not in told


def test_founding_granada_is_explained_by_the_rules_for_two_cities() -> None:
    verdict = judge(FOUNDING, "fr")
    assert verdict.legal
    founding = {Rule.WALL_MEETS_MOAT, Rule.GRANADA_IS_FOUNDED_AT_A_WALL, Rule.EACH_CITY_IS_WALKED_BY_ITSELF}
    assert founding <= set(verdict.bearing)
    told = " ".join(str(verdict).split())
    assert "moats-match: If two edges inside a city touch, either both have a wall or a moat, or neither does." in told
    assert "walkable: Every tile can be reached on foot from the start tile of its city" in told
    later = judge({**FOUNDING, "city": "@ garden6/e *arena4/w", "do": "place park6 at 3,0"}, "fr").bearing
    assert Rule.GRANADA_IS_FOUNDED_AT_A_WALL not in later


@pytest.mark.parametrize("verb", RULES_OF_ACTIONS)
def test_rules_of_a_module_are_named_at_tables_that_have_it(verb: str) -> None:
    for each in (each for each in of_suite() if each.verb == verb):
        named = rules_for(verb, each.setup, each.phase)
        assert {rule.chapter for rule in named} & set(MODULES) <= {module.name for module in each.setup.modules}
        assert all(each.setup.game.name in rule.games for rule in named)


def bearing(question: dict[str, Any]) -> set[Rule]:
    """The rules that a verdict by the French box names."""
    return set(judge(question, "fr").bearing)


def test_a_purchase_with_a_bureau_is_not_explained_by_the_rule_that_it_is_an_exception_from() -> None:
    bureau = {"kind": "buy", "game": "alhambra", "modules": ["exchange"], "hand": "b9 y2 b2 b/y", "space": 1}
    with_bureau = bearing({**bureau, "tile": "garden11", "do": "buy 1 with b9 y2 b/y"})
    assert {Rule.BUREAU_FITS_THE_SPACE, Rule.BUREAU_PAYS_EXACTLY} < with_bureau
    assert not {Rule.PAY_IN_THE_SPACE_CURRENCY, Rule.PAY_AT_LEAST_THE_PRICE} & with_bureau
    without = bearing({**bureau, "tile": "garden11", "do": "buy 1 with b9 b2"})
    assert {Rule.PAY_IN_THE_SPACE_CURRENCY, Rule.PAY_AT_LEAST_THE_PRICE} < without
    assert not {Rule.BUREAU_FITS_THE_SPACE, Rule.BUREAU_PAYS_EXACTLY} & without


def test_the_vizier_pays_exactly_and_not_at_least_the_price() -> None:
    assert Rule.PAY_AT_LEAST_THE_PRICE not in bearing({**FAVOUR, "do": "buy 1 with b6"})
    assert Rule.PAY_AT_LEAST_THE_PRICE in bearing(OWN_TURN)


def test_only_who_pays_too_much_is_told_that_there_is_no_change() -> None:
    assert Rule.NO_CHANGE in bearing(OWN_TURN)
    assert Rule.NO_CHANGE not in bearing({**OWN_TURN, "hand": "b6", "do": "buy 1 with b6"})


LAST: dict[str, Any] = {"yard": ["park6|arena7", "", "", ""], "display": "b1 g1 o1 y1", "deck": "g2"}


def test_the_end_is_told_where_a_turn_ends() -> None:
    bought = {"kind": "apply", "do": "buy 1 with b6", "state": {**LAST, "seats": [{"hand": "b6"}]}}
    taken = {"kind": "apply", "do": ["take b1", "draw g2"], "state": LAST}
    assert Rule.END_WHEN_A_SPACE_STAYS_EMPTY not in bearing(bought)
    assert Rule.END_WHEN_A_SPACE_STAYS_EMPTY in bearing(taken)


SCORED: dict[str, Any] = {
    "kind": "apply",
    "do": ["take b1", "draw A", "draw b5"],
    "state": {"display": "b1 g1 o1 y1", "deck": "A b5", "yard": ["park6|arena7", "", "", ""], "bag": ["park8|arena9"]},
}


def test_a_draw_is_explained_by_what_it_is_for() -> None:
    named = {Rule.MONEY_TO_FOUR, Rule.THREE_SCORINGS, Rule.SCORE_BEFORE_THE_NEXT_TURN}
    assert named <= bearing(SCORED)
    two = {**SCORED, "state": {**SCORED["state"], "players": 2}}
    assert named | {Rule.DIRK_GETS_SIX_AFTER_A} <= bearing(two)
    assert Rule.DIRK_GETS_SIX_AFTER_A not in bearing(SCORED)
    drawn = bearing({**SCORED, "do": [*SCORED["do"], "draw arena9|park8"]})
    assert {Rule.TILES_IN_SPACE_ORDER, Rule.TILES_SHOW_THE_MARKER, Rule.THREE_SCORINGS} <= drawn
    assert Rule.MONEY_TO_FOUR not in drawn


def test_parting_the_cities_is_not_told_as_what_the_box_prints_on_diagonals() -> None:
    parting = judge(PARTING, "fr")
    assert not any("diagonale" in quote.words for each in parting.first_sayings for quote in each.quotes)
    diagonal = judge({**FOUNDING, "do": "place arena4/w at 2,1"}, "fr")
    assert Rule.EDGE_CONTACT in diagonal.rules
    assert any("diagonale" in quote.words for each in diagonal.first_sayings for quote in each.quotes)


def test_what_a_book_leaves_open_is_not_printed_otherwise() -> None:
    passing = {"kind": "apply", "do": "pass", "state": {"game": "alhambra", "display": "b1 g1 o1 y1"}}
    told = str(judge(passing, "hu"))
    assert "The book leaves it open" in told
    assert "\nThis is the answer for Alhambra (Hungarian).\n" in told


def test_the_value_of_a_building_is_told_with_the_tiles_of_dirk() -> None:
    question = {"kind": "score", "round": "A", "cities": ["@ school2 school4", "@ school6"], "dirk": "school8 school10"}
    told = " ".join(str(judge(question)).split())
    assert "dirk: 5" in told
    assert "by our ruling Dirk's tiles count too." in told
    assert "Dirk's tiles do not" in " ".join(str(judge({**question, "rulings": {"value_in_cities": True}})).split())


def test_dirk_has_a_column_where_he_ranks_without_points() -> None:
    cities = {"cities": ["@ chambers5 chambers6", "@ chambers7"], "dirk": "chambers8"}
    question = {"kind": "score", "game": "alhambra", "round": "A", **cities}
    assert "Dirk" in judge(question).drawing().split("\n")[0]
    assert "Dirk" not in judge({**question, "dirk": ""}).drawing().split("\n")[0]


@pytest.mark.parametrize("do", ["remove 0,0", "swap 0,0 for arena4"])
def test_the_start_tile_is_called_so(do: str) -> None:
    question = {
        "kind": do.split(maxsplit=1)[0],
        "city": "@ park6",
        "do": do,
        **({"reserve": "arena4"} if "for" in do else {}),
    }
    names = {"fr": "la tuile de départ", "hu": "a kezdőlapka", "it": "la tessera di partenza", "nl": "de starttegel"}
    for code, name in names.items():
        assert name in judge(question).head(Language(code))[0]


# What decides where a broken rule says only that it is not the moment


TURN: dict[str, Any] = {
    "seats": [{"hand": "b6 b7", "city": "@ park8"}],
    "yard": ["park6|arena7", "school8|market9", "arena10|hospital11", ""],
    "bag": ["library4|hospital5"],
    "display": "b1 g1 o1 y1",
    "deck": "g2",
}


def refused(*do: str, edition: str = "nl", **state: Any) -> tuple[set[Rule], str]:
    """The rules behind a refusal, and the verdict without regard to its lines."""
    verdict = judge({"kind": "apply", "do": list(do), "state": {**TURN, **state}}, edition)
    assert not verdict.legal
    assert set(verdict.behind) <= set(verdict.involved)
    return set(verdict.behind), " ".join(str(verdict).split())


def test_who_paid_too_much_hears_that_only_an_exact_payment_earns_an_action() -> None:
    behind, told = refused("buy 1 with b7", "take b1")
    assert behind == {Rule.EXACT_PAYMENT_EARNS_AN_ACTION}
    assert "the game waits for: place (to decide: seat 1)" in told
    assert 'Granada (Dutch) says: "Betaalt een speler gepast voor de tegel, dan is hij nogmaals aan de beurt"' in told
    assert "Omdat hij niet gepast heeft betaald (11 i.p.v. 10) is zijn beurt afgelopen" in told
    assert "Granada (Dutch) does not say" not in told.partition("The books on in-its-phase")[0]


def test_who_has_redesigned_hears_that_the_action_is_used() -> None:
    behind, told = refused("remove 1,0", "take b1")
    assert behind == {Rule.EXACT_PAYMENT_EARNS_AN_ACTION}
    assert "the game waits for: draw (to decide: nobody)" in told
    assert "any other action ends the action part of the turn" in told


def test_who_places_before_the_actions_are_over_hears_that_stop_is_missing() -> None:
    behind, told = refused("buy 1 with b6", "store park6")
    assert behind == {Rule.EXACT_PAYMENT_EARNS_AN_ACTION, Rule.BOUGHT_TILES_WAIT}
    assert "This action is missing before it: stop." in told
    behind, told = refused("store park6")
    assert behind == {Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE}
    assert "is missing before it" not in told
    assert refused("buy 1 with b6", "pass")[0] == {Rule.EXACT_PAYMENT_EARNS_AN_ACTION}


def test_the_last_action_is_told_to_be_of_the_next_player_where_the_turn_has_passed_on() -> None:
    question = {"kind": "apply", "do": ["remove 1,0", "draw hospital5|library4", "take b1"], "state": TURN}
    verdict = judge(question, "it")
    assert verdict.legal
    assert "The turn has passed on; whose action it is: seat 2 (take b1)." in str(verdict)
    assert "passed on" not in str(judge({**question, "do": "remove 1,0"}, "it"))


@pytest.mark.parametrize(
    ("drawn", "rule"),
    [
        ("hospital5|library4", Rule.TILES_SHOW_THE_MARKER),
        ("g2", Rule.MONEY_TO_FOUR),
        ("school2|market3", None),
    ],
)
def test_a_draw_that_cannot_come_is_refused_by_the_rule_on_what_comes(drawn: str, rule: Rule | None) -> None:
    behind, told = refused("remove 1,0", f"draw {drawn}", marker="even")
    assert behind == ({rule} if rule else set())
    assert rule is None or f"{rule}: {rule.sentence}" in told


def test_a_tile_of_the_other_supply_cannot_come() -> None:
    yard = ["", "school8|park9", "tower8", "school6|park7", "tower9", "school4|park5", "tower10", "school2|park3"]
    bags = {"alhambra": ["tower11"], "granada": ["arena10|market11"]}
    state = {**COMBINED, "yard": yard, "bags": bags, "display": "b1 g1 o1 y1", "phase": "refill-tiles"}
    question = {"kind": "apply", "state": state}
    assert judge({**question, "do": "draw market11|arena10"}, "fr").behind == (Rule.TWO_SUPPLIES,)
    assert Rule.TILES_SHOW_THE_MARKER not in bearing({**question, "do": "draw tower11"})


@pytest.mark.parametrize(
    ("case", "rule"),
    [
        ("first-tiles-show-even/the-fourth-tile-still-shows-even", Rule.FIRST_TILES_SHOW_EVEN),
        ("dirk-starts-with-six/the-first-of-them-is-even-although-the-marker-is-on-odd", Rule.DIRK_STARTS_WITH_SIX),
        ("dirk-starts-with-six/three-players-draw-only-four-tiles", Rule.STARTING_CAPITAL),
        ("dirk-follows-the-marker/his-second-tile-shows-the-same-side", Rule.DIRK_FOLLOWS_THE_MARKER),
        ("scoring-cards-in-the-deck/a-does-not-come-from-the-first-pile", Rule.SCORING_CARDS_IN_THE_DECK),
        ("reshuffle/a-scoring-card-never-comes-back", Rule.SCORING_CARD_IS_REPLACED),
    ],
)
def test_a_draw_of_the_set_up_is_refused_by_its_own_rule(case: str, rule: Rule) -> None:
    found = case_named(case)
    assert judge({"kind": found.kind, "given": found.given}).behind == (rule,)


def test_money_is_drawn_before_tiles() -> None:
    assert refused("take b1", "draw library4|hospital5")[0] == {Rule.MONEY_BEFORE_TILES}


def test_a_scoring_card_is_replaced_before_tiles_are_drawn() -> None:
    behind, told = refused("take b1", "draw A", "draw library4|hospital5", deck="A y2 y3")
    assert behind == {Rule.SCORING_CARD_IS_REPLACED, Rule.MONEY_BEFORE_TILES}
    assert Rule.SCORING_CARD_IS_REPLACED.sentence in told


@pytest.mark.parametrize(
    ("case", "returns"),
    [("the-garden-is-removed", True), ("the-garden-is-exchanged", True), ("another-garden-is-removed", False)],
)
def test_a_shown_bonus_card_returns_with_its_tile(case: str, *, returns: bool) -> None:
    found = case_named(f"bonus-returns-to-hand/{case}")
    assert (Rule.BONUS_RETURNS_TO_HAND in relevant_rules(found.asked)) is returns


def test_only_a_tile_with_two_faces_is_stored_with_either() -> None:
    for tile, stored in (("tower8", False), ("school8|park9", True)):
        state = {**COMBINED, "phase": "place", "place": [tile]}
        said = bearing({"kind": "apply", "state": state, "do": f"store {tile.partition('|')[0]}"})
        assert (Rule.STORE_EITHER_FACE in said) is stored


def test_modules_say_when_they_ask() -> None:
    told = judge({**FAVOUR, "do": "take b1"}, "fr")
    assert told.behind == (Rule.VIZIER_WINDOW,)
    told = judge({**FAVOUR, "state": {**FAVOUR["state"], "phase": "act", "asked": []}, "do": "decline"}, "fr")
    assert told.behind == (Rule.VIZIER_WINDOW,)


def test_a_hut_is_placed_by_its_own_rule() -> None:
    state = {"game": "alhambra", "modules": ["huts"], "phase": "place", "place": ["tower-hut"]}
    for do in ("place tower-hut at 1,0", "store tower-hut"):
        rules = bearing({"kind": "apply", "state": state, "do": do})
        assert Rule.HUT_IS_PLACED_LIKE_A_TILE in rules
        assert not {Rule.AWARDS_ARE_BUILT_AT_ONCE, Rule.AWARDS_ARE_NOT_FLIPPED, Rule.AWARDS_MAY_BE_DECLINED} & rules
    assert judge({"kind": "apply", "state": state, "do": "take b1"}, "fr").behind == (Rule.HUT_IS_AN_ACTION,)


def test_moats_and_walls_along_the_border_are_told_to_count_in_the_combined_game() -> None:
    verdict = judge({"kind": "moat", "city": "@ garden6/e *arena4/w", **COMBINED}, "fr")
    assert set(verdict.bearing) == {Rule.LONGEST_WALL, Rule.BOTH_CITIES_SCORE}
    assert "outer wall, along a moat too." in " ".join(str(verdict).split())
    scored = {"kind": "score", "round": "A", "cities": ["@ garden6/e *arena4/w", "@ tower7"], **COMBINED}
    assert "longest unbroken moat, along a wall too." in " ".join(str(judge(scored, "fr")).split())


# Rules without a say

OVERPAID = ("buy 1 with b7",)


@pytest.mark.parametrize(
    ("do", "silent", "telling"),
    [
        ("take b1", [Rule.TAKE_AT_LEAST_ONE], Rule.TAKE_SEVERAL_UP_TO_FIVE),
        ("remove 1,0", [Rule.START_TILE_STAYS, Rule.FOUNDING_TILE_STAYS], Rule.REMOVE_TO_THE_RESERVE),
        (["buy 1 with b6", "stop"], [Rule.ACT_ON_YOUR_TURN], Rule.BOUGHT_TILES_WAIT),
        ([*OVERPAID, "store park6"], [], Rule.EVERY_BOUGHT_TILE_FINDS_A_PLACE),
        (
            ["buy 1 with b7", "flip park6 paying b6", "place arena7 at 0,1"],
            [Rule.FACE_AS_BOUGHT],
            Rule.FLIP_COSTS_THREE,
        ),
        ([*OVERPAID, "place park6 at 0,1"], [Rule.FLIP_COSTS_THREE], Rule.FACE_AS_BOUGHT),
    ],
    ids=str,
)
def test_a_legal_action_is_explained_by_the_rules_that_have_a_say(
    do: str | list[str], silent: list[Rule], telling: Rule
) -> None:
    verdict = judge({"kind": "apply", "do": do, "state": TURN}, "nl")
    assert verdict.legal
    assert telling in verdict.bearing
    assert not set(silent) & set(verdict.bearing)


def test_moats_inside_a_city_are_spoken_of_where_there_are_some() -> None:
    assert Rule.INNER_MOATS_COUNT_NOTHING not in bearing({"kind": "moat", "city": "@ park8/n"})
    assert Rule.INNER_MOATS_COUNT_NOTHING in bearing({"kind": "moat", "city": "park8/e library8/w\n@ market6"})


def test_who_turns_over_what_is_never_turned_over_hears_so() -> None:
    reserve = [{**TURN["seats"][0], "reserve": ["arena4"]}]
    assert refused("flip arena4 paying b6", seats=reserve)[0] == {Rule.NEVER_TURNED_AGAIN}
    assert refused("place arena4 at 0,1", seats=reserve)[0] == {Rule.ADD_FROM_THE_RESERVE}
    assert refused("stop")[0] == {Rule.EXACT_PAYMENT_EARNS_AN_ACTION}
    alhambra = {"game": "alhambra", "seats": [{"hand": "b6"}]}
    flip = {"kind": "apply", "do": "flip garden10 paying b6", "state": alhambra}
    assert judge(flip, "fr").behind == (Rule.ONE_FACE_IS_NEVER_FLIPPED,)


# What decides where a broken rule says only that a tile is not there

OTHER_REASONS = {
    "every-bought-tile-finds-a-place/a-tile-of-the-reserve-is-not-placed-like-a-bought-one": Rule.ADD_FROM_THE_RESERVE,
    "vizier-window/an-empty-space-sells-nothing": Rule.ONE_TILE_A_PURCHASE,
    "either-tile-of-a-space/the-same-half-twice": Rule.BOUGHT_TILES_WAIT,
    "alhambra-tiles/a-wall-is-part-of-the-name": None,
}
"""Cases of a rule that another rule refuses, or only their notation."""


def test_a_tile_that_is_not_there_is_refused_by_the_rule_of_its_case() -> None:
    refused = [case for case in cases() if case.expect.get("broken") == ["tile-is-there"] and "@" not in case.id]
    own = [case for case in refused if case.rule != "tile-is-there"]
    assert len(own) > 28
    for case in own:
        rule = OTHER_REASONS.get(case.id, Rule.named(case.rule))
        assert rule is None or rule in rules_behind(case.asked, [Rule.TILE_IS_THERE]), case.id


def test_a_tile_of_the_city_is_never_turned_again() -> None:
    built = [{"hand": "b3", "city": "@ park6"}]
    behind, told = refused("flip park6 paying b3", seats=built, phase="place", place=["school8|arena9"], yard=[""] * 4)
    assert behind == {Rule.NEVER_TURNED_AGAIN}
    assert "niet meer worden omgedraaid" in told


def test_an_exchange_is_told_to_be_one_with_the_reserve_by_every_book() -> None:
    question = {"kind": "swap", "city": "@ park6", "reserve": ["school8"], "do": "swap 1,0 for market8"}
    for edition, words in (("hu", "készletében"), ("nl", "reserveveld"), ("it", "riserva"), ("fr", "réserve")):
        verdict = judge(question, edition)
        assert verdict.behind == (Rule.SWAP_IN_PLACE,)
        assert any(words in quote.words for each in verdict.first_sayings for quote in each.quotes)


def test_the_combined_game_has_a_marker() -> None:
    state = {**COMBINED, "phase": "place", "place": ["tower8"], "seats": [{"hand": "b3"}]}
    verdict = judge({"kind": "apply", "do": "flip tower8 paying b3", "state": state}, "fr")
    assert (verdict.rules, verdict.behind) == ((Rule.ONE_FACE_IS_NEVER_FLIPPED,), ())
    assert "no marker" not in " ".join(str(verdict).split())


@pytest.mark.parametrize("case", ["no-second-purchase", "no-money-afterwards"])
def test_who_has_bought_with_the_vizier_is_not_told_of_a_further_action(case: str) -> None:
    asked = case_named(f"vizier-earns-no-action/{case}").asked
    assert {*rules_behind(asked, [Rule.IN_ITS_PHASE])} <= {Rule.VIZIER_EARNS_NO_ACTION, Rule.VIZIER_WINDOW}


def test_a_course_with_the_vizier_is_explained_by_his_rules() -> None:
    bought = bearing({**FAVOUR, "do": ["buy 1 with b6", "store garden6"]})
    assert {Rule.VIZIER_WINDOW, Rule.VIZIER_PAYS_EXACTLY, Rule.VIZIER_EARNS_NO_ACTION} <= bought
    drawn = bearing({**FAVOUR, "do": ["buy 1 with b6", "store garden6", "draw tower12"]})
    assert {Rule.VIZIER_REFILLS_THE_YARD, Rule.VIZIER_ORDER} <= drawn
    assert Rule.VIZIER_ORDER in bearing({**FAVOUR, "do": "decline"})
    state = {**FAVOUR["state"], "phase": "act", "seats": [{"hand": "b7"}], "asked": []}
    taken = bearing({**FAVOUR, "state": state, "do": ["buy 1 with b7", "store garden6"]})
    assert not {Rule.VIZIER_WINDOW, Rule.VIZIER_PAYS_EXACTLY, Rule.VIZIER_EARNS_NO_ACTION} & taken


def test_a_further_action_is_explained_by_the_exact_payment_before_it() -> None:
    assert Rule.EXACT_PAYMENT_EARNS_AN_ACTION in bearing(
        {"kind": "apply", "do": ["buy 1 with b6", "take b1"], "state": TURN}
    )
    assert Rule.EXACT_PAYMENT_EARNS_AN_ACTION not in bearing({"kind": "apply", "do": "take b1", "state": TURN})


def test_the_two_tiles_of_a_space_are_explained_by_the_rules_of_the_combined_game() -> None:
    yard = ["tower7", "school8|park9", *[""] * 6]
    state = {**COMBINED, "seats": [{"hand": "b3 b4 b8"}], "yard": yard, "display": "b1 g1 o1 y1"}
    bought = bearing({"kind": "apply", "do": ["buy 1a with b3 b4", "buy 1g with b8"], "state": state})
    assert Rule.EITHER_TILE_OF_A_SPACE in bought
    awarded = {"kind": "award", "yard": yard, "hands": ["b4", "b3"], **COMBINED}
    assert Rule.COMBINED_AWARDS in bearing(awarded)
    assert Rule.COMBINED_AWARDS not in bearing({**awarded, "yard": ["tower7", *[""] * 7]})


def test_a_flip_that_is_paid_too_little_is_not_explained_by_the_ruling_on_a_flip_without_a_use() -> None:
    told = str(judge({"kind": "flip", "hand": "g2", "tile": "arena2|park3/n", "do": "flip arena2/n paying g2"}, "nl"))
    assert "not build the tile" not in told


# Other readings


def test_a_stop_that_another_reading_asks_for_is_no_other_answer() -> None:
    overpaid = {"kind": "apply", "do": ["buy 1 with b7", "place park6 at 0,1"], "state": TURN}
    assert [each.name for each in judge(overpaid, "nl").otherwise] == ["overpay_by_need=true"]
    taken = judge({**overpaid, "do": ["buy 1 with b7", "take b1"]}, "nl")
    assert [each.name for each in taken.otherwise] == ["exact_by_ability=true"]
    missing = judge({**overpaid, "do": ["buy 1 with b6", "place park6 at 0,1"]}, "nl")
    assert not missing.legal
    assert missing.otherwise == ()


def test_of_two_refusals_only_one_that_allows_more_is_another_answer() -> None:
    too_far = {"kind": "apply", "do": ["buy 1 with b7", "place park6 at 5,5"], "state": TURN}
    assert judge(too_far, "nl").otherwise == ()
    own = judge({**too_far, "rulings": {"overpay_by_need": True}})
    assert own.answer["step"] == 1
    assert "our ruling" in [each.name for each in own.otherwise]


@pytest.mark.parametrize(("edition", "other"), [("fr", "Alhambra (Hungarian)"), ("hu", "French box")])
def test_a_book_that_refuses_at_another_step_answers_otherwise_seen_from_either_book(edition: str, other: str) -> None:
    state = {"game": "alhambra", "seats": [{"hand": "b1 b8 b9"}], "yard": ["tower8/n", "", "", ""]}
    state |= {"display": "b3 g1 o1 y1", "bag": ["garden10"]}
    verdict = judge({"kind": "apply", "state": state, "do": ["buy 1 with b9", "take b3"]}, edition)
    answers = {verdict.edition.name if verdict.edition else "": verdict.answer}
    answers |= {each.name: each.answer for each in verdict.otherwise}
    assert answers["Alhambra (Hungarian)"] == {"legal": False, "broken": ["pay-at-least-the-price"], "step": 1}
    assert answers["French box"]["broken"] == ["in-its-phase"]
    assert other in [each.name for each in verdict.otherwise]


@pytest.mark.parametrize("do", ["store arena4", "place arena4 at 0,1", "take y1", "pass", "draw b3"])
def test_whatever_is_done_after_the_end_is_refused_with_the_tie_that_ended_it(do: str) -> None:
    seats = [{"hand": "b4"}, {"hand": "b4"}]
    state = {"seats": seats, "yard": ["arena4|market5", "", "", ""], "display": "y1"}
    verdict = judge({"kind": "apply", "do": ["take y1", do], "state": state}, "nl")
    assert verdict.rules == (Rule.GAME_IS_OVER,)
    assert verdict.behind == (Rule.TIED_AWARDS_STAY,)


def test_a_book_that_implies_a_rule_is_not_silent_where_its_words_are_also_told_otherwise() -> None:
    city = "@ garden10/e *park8/w"
    verdict = judge({"kind": "place", "city": city, "do": "place school6/n at 3,0", **COMBINED}, "fr")
    assert "adjacentes" in " ".join(
        quote.words for each in verdict.sayings(Rule.CITIES_STAY_TOGETHER) for quote in each.quotes
    )


def test_the_cards_of_another_seat_are_refused_with_the_rule_on_whose_decision_it_is() -> None:
    favour = {**FAVOUR["state"], "seats": [{"hand": "b6"}, {}]}
    assert Rule.VIZIER_ORDER in judge({**FAVOUR, "do": "buy 1 with b6", "state": favour}, "fr").behind
    flip = {"kind": "flip", "modules": ["exchange"], "hand": "b/y b1 y2", "tile": "arena4|market5"}
    assert Rule.BUREAUS_ARE_WORTH_NOTHING in judge({**flip, "do": "flip arena4 paying b/y b1 y2"}, "fr").behind


def test_new_money_is_told_to_pay_for_a_flip_only_where_it_does() -> None:
    def named(hand: str, flip: str) -> tuple[Rule, ...]:
        do = ["buy 1 with b6", "take o1", f"flip park6 paying {flip}", "place arena7 at 0,1"]
        state = {**TURN, "seats": [{"hand": hand, "city": "@ park8"}]}
        return judge({"kind": "apply", "do": do, "state": state}, "nl").bearing

    assert Rule.NEW_MONEY_PAYS_FOR_FLIPS in named("b6 o2", "o1 o2")
    assert Rule.NEW_MONEY_PAYS_FOR_FLIPS not in named("b6 o3", "o3")
