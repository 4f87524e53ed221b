"""Mistakes of engines that others have written, rebuilt small: each has one card, which says no more than is so."""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import nullcontext
from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

import granada
from granada.causes.causes import causes_of
from granada.checking.pages import as_page
from granada.checking.report import Report
from granada.checking.reports import as_data
from granada.checking.saved_reports import report_from
from granada.examining.examiner import meet
from granada.examining.results import ACCEPTED, ERROR, REFUSED
from granada.questions.kinds import MoatQuestion
from granada.questions.parts import summary
from granada.questions.protocol import answer
from granada.questions.reading import read_question
from granada.spec.cases import answered
from granada.spec.suite import cases
from granada.steps import PlaceTiles
from tests.mutants.every_mutant import named
from tests.test_causes import checked, of, right

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada.spec.cases import Case
    from tests.test_causes import Lie, Reply


def broken(kind: str, given: Reply) -> set[str]:
    """The rules that are broken."""
    return set(answer({"id": "", "kind": kind, "given": given}).get("broken", ()))


def overlooking(*rules: str) -> Lie:
    """An engine without some rules."""
    return lambda kind, given: {"legal": not broken(kind, given) - {*rules}}


def told(report: Report) -> list[str]:
    return [f"{cause.rule}: {cause.sentence}" for cause in report.causes]


def directions(report: Report) -> list[set[str]]:
    """In which ways the failures of each card are wrong."""
    known = {result.id: result.direction for result in report.failed}
    return [{known[name] for name in cause.failures} for cause in report.causes]


# Errors


def test_a_crash_is_not_hidden_among_what_is_accepted() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        """No tile is looked for on foot, and a board of seven by seven."""
        cells = re.findall(r"-?\d+,-?\d+", given["do"])
        if any(abs(int(number)) > 3 for cell in cells for number in cell.split(",")):
            return {"error": "ArrayIndexOutOfBoundsException: Index -1 out of bounds for length 7"}
        return overlooking("walkable", "edge-contact", "no-holes")(kind, given)

    report = checked(lie, of("place", "remove"))
    assert all(ERROR not in found or found == {ERROR} for found in directions(report)), told(report)
    (crash,) = [cause for cause in report.causes if cause.example.direction == ERROR]
    assert "it reports an error" in crash.sentence
    assert len(crash.failures) == sum(result.direction == ERROR for result in report.failed)


def test_a_crash_on_a_short_display_is_not_hidden_among_cards_that_are_not_there() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        if len(given["display"].split()) < 4:
            return {"error": 'NullPointerException: Cannot invoke "Coin.equals(Object)" because "slot" is null'}
        return overlooking("cards-are-held")(kind, given)

    report = checked(lie, of("take"))
    assert sorted(found == {ERROR} for found in directions(report)) == [False, True]
    assert all(ERROR not in found or found == {ERROR} for found in directions(report))


def test_errors_with_other_words_to_other_questions_are_two() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        begin = "NullPointerException: Cannot invoke"
        if kind == "buy" and "tile-is-there" in broken(kind, given):
            return {"error": f'{begin} "Building.getCost()" because "building" is null'}
        if kind == "remove" and broken(kind, given) & {"start-tile-stays", "tile-is-there"}:
            return {"error": f'{begin} "Integer.intValue()" because "row" is null'}
        return right(kind, given)

    report = checked(lie, of("buy", "remove"))
    kinds = {result.id: result.kind for result in report.failed}
    assert sorted([*{kinds[name] for name in cause.failures}] for cause in report.causes) == [["buy"], ["remove"]]


def test_a_recorded_game_that_crashes_is_in_no_card_of_wrong_answers() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        return {"error": "StackOverflowError"} if kind == "game" else overlooking("no-holes")(kind, given)

    report = checked(lie, [*of("remove"), *of("game")[:6]])
    assert [{ERROR}] == [found for found in directions(report) if ERROR in found]


def test_that_every_answer_is_the_same_is_said_only_where_every_one_is() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        """Removal is not checked, but where there is nothing to remove it crashes."""
        there = broken(kind, given) & {"tile-is-there", "start-tile-stays"}
        return {"error": "NullPointerException"} if there else {"legal": True}

    report = checked(lie, of("remove"))
    assert len(report.causes) > 1
    assert not any("every question" in cause.sentence for cause in report.causes)
    accepted = [cause for cause in report.causes if cause.example.direction == ACCEPTED]
    assert all(cause.rule in {"walkable", "no-holes", "redesigned-city-stays-legal"} for cause in accepted)


# Scorings


PLACES = {"A": [1], "B": [8, 1], "C": [16, 8, 1]}
Row = dict[int, int]


def scoring(row: Callable[[list[int], dict[int, int]], Row], *, walls: bool = True) -> Lie:
    """An engine that scores the Alhambra, given how it shares the points of the places among those who have some."""

    def lie(kind: str, given: Reply) -> Reply:
        if kind != "score":
            return right(kind, given)
        wall = [right("moat", {"game": "alhambra", "city": city})["result"] * walls for city in given["cities"]]
        points = Counter(dict(enumerate(wall)))
        held = [*(list(city.values()) for city in given["cities"]), given.get("dirk", [])]
        for more, building in enumerate(("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")):
            numbers = {seat: sum(face.startswith(building) for face in faces) for seat, faces in enumerate(held)}
            own = {seat: number for seat, number in numbers.items() if number}
            points.update(row([worth + more for worth in PLACES[given["round"]]], own))
        found = [points[seat] for seat in range(len(wall))]
        return {"points": found, "dirk": points[len(wall)]} if "dirk" in given else {"points": found}

    return lie


def shared(places: list[int], numbers: dict[int, int]) -> Row:
    """What the rules give."""
    found = {}
    for seat, mine in numbers.items():
        ahead, tied = sum(n > mine for n in numbers.values()), [*numbers.values()].count(mine)
        found[seat] = sum(places[ahead : ahead + tied]) // tied
    return found


def only_the_first(places: list[int], numbers: dict[int, int]) -> Row:
    return shared(places[:1], numbers)


def all_to_the_first(places: list[int], numbers: dict[int, int]) -> Row:
    """The points of the second and third place go to the first, where nobody ties."""
    if len({*numbers.values()}) < len(numbers) or not numbers:
        return shared(places, numbers)
    return {max(numbers, key=lambda seat: numbers[seat]): sum(places[: len(numbers)])}


def ties_get_nothing(places: list[int], numbers: dict[int, int]) -> Row:
    found = shared(places, numbers)
    return {seat: worth for seat, worth in found.items() if [*numbers.values()].count(numbers[seat]) == 1}


def test_the_engine_that_scores_is_right_where_it_shares_rightly() -> None:
    assert checked(scoring(shared), of("score")).ok


@pytest.mark.parametrize("row", [only_the_first, all_to_the_first])
def test_a_second_place_that_is_not_given_is_one_card_about_places(row: Callable[..., Row]) -> None:
    report = checked(scoring(row), of("score"))
    assert [cause.rule for cause in report.causes] == ["alhambra-points"], told(report)


def of_several(places: list[int], numbers: dict[int, int]) -> Row:
    """Who has a single building is passed over."""
    return shared(places, {seat: number for seat, number in numbers.items() if number > 1})


def as_in_b(kind: str, given: Reply) -> Reply:
    """The table has no points for the last round."""
    return right(kind, {**given, "round": "B"} if given.get("round") == "C" else given)


def without_dirk(kind: str, given: Reply) -> Reply:
    """Nobody has thought of Dirk."""
    return right(kind, {**given, "dirk": []} if "dirk" in given else given)


@pytest.mark.parametrize(
    ("lie", "rule", "sentence"),
    [
        (scoring(only_the_first), "alhambra-points", "nobody but the first gets points for a building"),
        (scoring(of_several), "own-one-to-score", "a single building scores nothing"),
        (as_in_b, "alhambra-points", "round C is scored like round B"),
        (without_dirk, "dirk-scores-buildings-only", "Dirk is left out"),
    ],
)
def test_buildings_that_are_ranked_otherwise_are_told_as_that(lie: Lie, rule: str, sentence: str) -> None:
    report = checked(lie, of("score"))
    (cause,) = report.causes
    assert (cause.rule, cause.sentence.partition(";")[0]) == (rule, sentence)


def test_points_without_a_building_are_not_hidden_among_wrong_points() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        """Towers are worth one more, and whoever has no garden gets a point where others have some."""
        said = right(kind, given)
        if kind != "score":
            return said
        towers, owners = (
            [any(face.startswith(name) for face in city.values()) for city in given["cities"]]
            for name in ("tower", "garden")
        )
        gardens = [any(owners) and not own for own in owners]
        more = [sum(pair) for pair in zip(towers, gardens, strict=True)]
        return {**said, "points": [sum(pair) for pair in zip(said["points"], more, strict=True)]}

    rules = {cause.rule for cause in checked(lie, of("score")).causes}
    assert rules == {"own-one-to-score", "alhambra-points"}


def test_points_for_what_nobody_has_built_are_one_card_and_no_row_of_a_building_is_blamed() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        """Everybody gets a point for each building that nobody has."""
        said = right(kind, given)
        if kind != "score":
            return said
        faces = [*given.get("dirk", ()), *(face for city in given["cities"] for face in city.values())]
        unbuilt = 6 - len({face.rstrip("/nesw0123456789") for face in faces if not face.startswith("*")})
        return {**said, "points": [number + unbuilt for number in said["points"]]}

    report = checked(lie, of("score"))
    assert told(report) == ["own-one-to-score: a scoring: a seat without a building gets points"]


def test_bought_tiles_that_are_lost_are_no_question_of_their_prices() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        """Of the tiles that wait, only the last is kept, and ties are broken the other way round."""
        said = right(kind, given)
        if kind == "score" and "points" in said:
            return {**said, "points": said["points"][::-1]}
        if "placing" in said.get("then", {}):
            return {**said, "then": {**said["then"], "placing": said["then"]["placing"][-1:]}}
        return said

    cards = [
        cause for cause in checked(lie, of("score", "apply", game="granada")).causes if "placing" in cause.sentence
    ]
    assert cards
    assert "ties-go-to-the-highest-price" not in {cause.rule for cause in cards}


def test_ties_with_and_without_dirk_are_one_card() -> None:
    report = checked(scoring(ties_get_nothing), of("score"))
    assert [cause.rule for cause in report.causes] == ["ties-share-their-places"], told(report)


def test_missing_walls_and_missing_second_places_are_two_cards() -> None:
    report = checked(scoring(only_the_first, walls=False), of("score"))
    assert {cause.rule for cause in report.causes} == {"longest-wall", "alhambra-points"}
    assert len(report.causes) == 2, told(report)
    assert len({cause.sentence for cause in report.causes}) == 2


# Courses


def refilling(
    bug: str = "", refuses: Callable[[granada.State, str], bool] = lambda *_: False
) -> Callable[[Reply], Reply]:
    """An engine that draws by itself, with a bug of ours, and one that refuses what is to be done in some positions."""

    def reply(question: Reply) -> Reply:
        if question["kind"] == "hello":
            return {**answer(question), "draws": "own", "games": ["alhambra"], "kinds": ["apply"], "modules": []}
        given, rng = question["given"], Random(5)
        with named(bug).spoil() if bug else nullcontext():
            read = granada.from_json(json.dumps(given["state"]))
            assert isinstance(read, granada.State)
            state = granada.deal(read, rng)
            for text in [given["do"]] if isinstance(given["do"], str) else given["do"]:
                action = granada.Action.parse(text)
                if granada.broken(state, action) or refuses(state, text):
                    return {"legal": False}
                state = granada.deal(granada.apply(state, action), rng)
            facts = summary(state)
        return {"legal": True, "then": {name: facts[name] for name in given["ask"] if name in facts}}

    return reply


def reported(engine: Callable[[Reply], Reply]) -> Report:
    """The report on an engine that draws by itself."""
    examiner = meet(engine)
    results = tuple(examiner.ask(case) for case in of("apply"))
    return Report(results, "refiller", explained=causes_of(examiner, results))


def test_the_engine_that_draws_by_itself_is_right_without_a_bug() -> None:
    assert reported(refilling()).ok


@pytest.mark.long
def test_a_deck_that_is_never_reshuffled_is_filed_under_that() -> None:
    report = reported(refilling("the deck is never reshuffled"))
    assert [cause.rule for cause in report.causes] == ["reshuffle"], told(report)


@pytest.mark.long
def test_awards_that_never_come_and_purchases_that_end_the_turn_are_two() -> None:
    def refuses(state: granada.State, text: str) -> bool:
        """The turn is over when a purchase was overpaid: its tile is never placed."""
        return text.startswith("place") and not awarding(state)

    report = reported(refilling("nothing is awarded", refuses))
    rules = {cause.rule for cause in report.causes}
    assert len(report.causes) == 2, told(report)
    assert rules & {"every-bought-tile-finds-a-place", "bought-tiles-wait"}
    assert rules & {"award-to-the-richest", "award-in-space-order", "awards-are-built-at-once"}


def awarding(state: granada.State) -> bool:
    """Whether tiles that were awarded wait."""
    step = state.todo[0]
    return isinstance(step, PlaceTiles) and not any(pending.bought for pending in step.tiles)


# Building and money


def refusing_to_add(way: str) -> Lie:
    """An engine that refuses to add a tile in some way: beyond the built square on a side, inside it or in a nook."""

    def lie(kind: str, given: Reply) -> Reply:
        said = right(kind, given)
        if not given["do"].startswith("add") or not said.get("legal"):
            return said
        cells = [tuple(map(int, cell.split(","))) for cell in ("0,0", *given["city"])]
        x, y = map(int, given["do"].split(" at ")[1].split(","))
        (west, east), (south, north) = ((min(some), max(some)) for some in zip(*cells, strict=True))
        beyond = {"west": x < west, "east": x > east, "south": y < south, "north": y > north}
        there = sum((x + right, y + up) in cells for right, up in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        return {"legal": not {**beyond, "inside": not any(beyond.values()), "a nook": there > 2}[way]}

    return lie


def test_a_tile_that_cannot_be_added_inside_is_about_adding() -> None:
    report = checked(refusing_to_add("inside"), [*of("place"), *added_inside()])
    assert [cause.rule for cause in report.causes] == ["add-from-the-reserve"], told(report)


def added_inside() -> list[Case]:
    """Tiles that are added in nooks of a city."""
    cities = [
        {"1,0": "garden10", "1,1": "tower11"},
        {"0,1": "garden10", "-1,1": "tower11"},
        {"0,-1": "garden10", "-1,-1": "tower11"},
    ]
    found: list[Case] = []
    for city, cell in zip(cities, ("0,1", "-1,0", "-1,0"), strict=True):
        given = {"game": "alhambra", "city": city, "reserve": ["pavilion8"], "do": f"add pavilion8 at {cell}"}
        case = answered(read_question({"kind": "place", "given": given}), f"inside {cell}", "add-from-the-reserve")
        assert case is not None
        assert case.expect["legal"]
        found.append(evolve(case, id=f"add-from-the-reserve/inside {cell} {len(found)}"))
    return found


def test_cards_twice_in_one_action_and_cards_of_nobody_in_another_are_two() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        """A card of the display may be taken twice; what is paid is never looked up."""
        held = (given["display"] if kind == "take" else given["hand"]).split()
        there = kind == "buy" or all(card in held for card in given["do"].split()[1:])
        missed = {"cards-are-held"} if there else set()
        return {**right(kind, given), "legal": not broken(kind, given) - missed}

    report = checked(lie, of("buy", "take"))
    assert [cause.rule for cause in report.causes] == ["cards-are-held"] * 2, told(report)
    assert len({cause.sentence for cause in report.causes}) == 2


def test_who_accepts_too_much_is_not_told_that_it_is_too_little() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        """No reading is known by which exact money has to be paid where there is some."""
        return right(kind, {key: part for key, part in given.items() if key != "rulings"})

    some = [case for case in cases() if case.kind == "buy" and "overpay_by_need" in case.given.get("rulings", {})]
    report = checked(lie, [case for case in some if case.given["game"] == "alhambra"])
    (sentence,) = (cause.sentence for cause in report.causes)
    assert sentence == "buy: too much is accepted if one can pay exactly"


def test_a_limit_that_is_wrong_in_both_directions_is_one_card_with_a_note() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        """Several cards may be worth six, and must not be worth five."""
        cards = given["do"].split()[1:]
        total = sum(int(card[1:]) for card in cards) if "/" not in given["do"] else 0
        wrong = len(cards) > 1 and total in {5, 6} and broken(kind, given) <= {"take-several-up-to-five"}
        return {"legal": total == 6} if wrong else right(kind, given)

    (cause,) = (report := checked(lie, of("take"))).causes
    (ways,) = directions(report)
    assert (cause.rule, ways) == ("take-several-up-to-five", {ACCEPTED, REFUSED})
    (other,) = ways - {cause.example.direction}
    assert f"{other} in {sum(result.direction == other for result in report.failed)} of these" in cause.note


def test_cards_that_are_never_looked_up_are_one() -> None:
    report = checked(
        lambda kind, given: {**right(kind, given), **overlooking("cards-are-held")(kind, given)}, of("buy", "take")
    )
    assert [cause.rule for cause in report.causes] == ["cards-are-held"], told(report)


def test_a_wall_that_is_closed_is_told_as_that_beside_the_nearest_that_is_not() -> None:
    def lie(kind: str, given: Reply) -> Reply:
        """The corners of a wall are counted: a closed one has one too few."""
        asked = read_question({"id": "", "kind": kind, "given": given})
        assert isinstance(asked, MoatQuestion)
        length = len(asked.city.longest())
        closed = any(len(loop) == length and all(barred for *_, barred in loop) for loop in asked.city.outline())
        return {"result": length - closed}

    report = checked(lie, of("moat"))
    (cause,) = report.causes
    assert cause.sentence == "the longest wall is measured too short where it is closed"
    near = next(case for case in of("moat") if case.id == cause.passes.partition(",")[0])
    fails = re.search(r"which differs from (\S+) in ", cause.passes)
    far = next(case for case in of("moat") if fails and case.id == fails[1])
    assert len(near.given["city"].items() ^ far.given["city"].items()) <= 2, cause.passes


def test_a_single_length_that_is_too_long_where_many_are_too_short_has_no_card() -> None:
    odd = next(case for case in of("moat") if case.expect["result"] == 1).given["city"]

    def lie(kind: str, given: Reply) -> Reply:
        length = right(kind, given)["result"]
        return {"result": length + 1 if given["city"] == odd else length - (length > 2)}

    report = checked(lie, of("moat"))
    assert [cause.sentence for cause in report.causes] == [
        "the longest wall is measured too short, in some answers too long"
    ]
    assert any(result.answer["result"] > result.case.expect["result"] for result in report.failed)


def test_a_page_shows_what_a_failure_turns_on() -> None:
    report = reported(refilling("the deck is never reshuffled"))
    discard = report.causes[0].example.case.given["state"]["discard"]
    assert discard
    page = as_page([report_from(as_data(report))])
    assert f"<dt>discard</dt><dd>{discard}</dd>" in page
    assert "<dt>deck</dt><dd>empty</dd>" in page
    assert "<dt>bags</dt>" in page
