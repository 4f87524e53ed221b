"""The table in the browser, by its messages alone: whole games, going on later, what is hidden, and bad messages."""

from __future__ import annotations

import json
from copy import copy
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

import granada
from granada.arena import LEVELS
from granada.board import Purse
from granada.browser.hints import hint_data
from granada.browser.host import SLICE, Host
from granada.browser.session import ACTED, DRAWN, LOOKED, NO_DECISION, OVER, Lines
from granada.browser.table_data import events_data
from granada.events import BonusDealt, CardDealt
from granada.game import BONUS, MODULES
from granada.languages import ENGLISH, Language
from granada.steps import DealHand
from granada.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada import Event, Face, State
    from granada.browser.session import Session

Data = dict[str, Any]
SEED = "keep-this-from-everybody"
ALL = tuple(MODULES)
SHORT = (
    ("granada", (), ("you", "builder", "builder")),
    ("alhambra", ALL, ("person", "builder", "person", "builder")),
    ("combined", ("vizier", "bonus"), ("builder", "you")),
)
"""A game of each sort, with one person or several, and with each module."""
EVERY = (
    *(("granada", (), ("you", *("builder",) * others)) for others in range(1, 6)),
    *(("alhambra", (), ("person", "person", *("builder",) * others)) for others in range(5)),
    *(("combined", ALL, ("builder", "you", *("builder",) * others)) for others in range(5)),
    *(("alhambra", (module,), ("you", "builder", "builder")) for module in ALL),
    *(("granada", (module,), ("person", "person", "person")) for module in ("vizier", "exchange")),
)


def lasting(kinds: tuple[Any, ...]) -> list[Any]:
    """Those that take long, each in its turn."""
    return [pytest.param(*kind, marks=[pytest.mark.long, pytest.mark.in_turn]) for kind in kinds]


class Page:
    """Asks a host as the page does, and keeps what is to be kept."""

    def __init__(self) -> None:
        """Nothing is open."""
        self.host = Host()
        self.kept: dict[str, str] = {}
        self.looked: int | None = None
        self.given = ""

    def ask(self, ask: str, **parts: object) -> Data:
        """The answer to a message."""
        found = json.loads(self.host.play(json.dumps({"ask": ask, **parts})))
        assert set(found) == {"answer", "keep", "text"}
        if found["keep"] and "record" in found["keep"]:
            self.kept[found["keep"]["name"]] = found["keep"]["record"]
            self.looked = found["keep"]["looked"]
        self.given = found["text"]
        answer: Data = found["answer"]
        return answer

    @property
    def session(self) -> Session:
        """The game that is open."""
        assert self.host.session is not None
        return self.host.session

    def begin(self, game: str = "granada", modules: tuple[str, ...] = (), *seats: str, **more: object) -> Data:
        """The table of a new game."""
        asked = {"seats": list(seats or ("you", "builder", "builder")), "seed": SEED, **more}
        table: Data = self.ask("begin", game=game, modules=list(modules), **asked)["table"]
        return table

    def further(self, table: Data, rng: Random) -> Data:
        """The table after whatever is next: a person comes, decides, or a bot does."""
        if table["cover"] is not None:
            answer = self.ask("here", seat=table["cover"])
        elif table["legal"]:
            answer = self.ask("do", action=chosen(table, rng))
        else:
            answer = self.ask("think")
            while "thinking" in answer:
                answer = self.ask("slice")
        after: Data = answer["table"]
        return after

    def until(self, table: Data, wanted: Callable[[Data], bool]) -> Data:
        """The table at which something is so."""
        while not wanted(table):
            assert not table["over"]
            table = self.further(table, Random(table["at"]))
        return table


def chosen(table: Data, rng: Random) -> str:
    """One of the legal actions, more often than not one by which a city grows."""
    grows = [each["action"] for each in table["legal"] if each["verb"] in {"buy", "place", "add", "reveal"}]
    action: str = rng.choice(grows if grows and rng.random() < 0.8 else [each["action"] for each in table["legal"]])
    return action


def played(page: Page, table: Data, turns: int = 1000) -> Iterator[Data]:
    """The tables of a game to its end, or to the end of so many turns."""
    yield table
    while not table["over"] and table["turn"] <= turns:
        table = page.further(table, Random(table["at"]))
        yield table


def without_undo(table: Data) -> Data:
    """A table but for what was seen on the way to it, which nobody keeps."""
    return {name: part for name, part in table.items() if name != "undo"}


# Whole games


@pytest.mark.parametrize(("game", "modules", "seats"), [SHORT[0], *lasting(EVERY)])
def test_a_game_played_by_messages_is_accepted_by_the_referee(
    game: str, modules: tuple[str, ...], seats: tuple[str, ...]
) -> None:
    page = Page()
    *_, table = played(page, page.begin(game, modules, *seats))
    points = [seat["points"] for seat in table["seats"]]
    record = page.kept[table["name"]]
    finding = granada.referee(record)
    assert finding.ok, finding
    result = json.loads(record.splitlines()[-1])
    assert result == {"points": points, "winners": table["winners"]}
    dirks = [table["dirk"]["points"]] if table["dirk"] else []
    assert [sum(gains) for gains in table["gains"]] == [*points, *dirks]
    assert {len(gains) for gains in table["gains"]} == {3}
    assert table["scorings"] == ["A", "B", "C"]
    assert table["undo"] == {"can": False, "why": OVER[1]}
    assert table["seed"] == SEED
    assert page.ask("export")["filename"].endswith(".jsonl")
    assert page.given == record


# Going on later


@pytest.mark.parametrize(
    ("game", "modules", "seats", "every", "turns"),
    [(*SHORT[1], 25, 12), *lasting(tuple((*kind, 1, 1000) for kind in SHORT))],
)
def test_a_game_goes_on_where_it_was_left_and_just_as_it_would_have(
    game: str, modules: tuple[str, ...], seats: tuple[str, ...], every: int, turns: int
) -> None:
    page = Page()
    tables = []
    for number, table in enumerate(played(page, page.begin(game, modules, *seats), turns)):
        if number % every == every // 2:
            tables.append((table, page.kept[table["name"]]))
    for table, record in tables:
        again = Page()
        found = again.ask("resume", name=table["name"], record=record)["table"]
        if table["viewer"] is not None and found["viewer"] is None:
            found = again.ask("here", seat=table["viewer"])["table"]
        if found["cover"] is None or table["viewer"] is not None:
            assert without_undo(found) == without_undo(table)
        assert again.session.text == record
    table, record = tables[len(tables) // 2]
    again = Page()
    *_, end = played(again, again.ask("resume", name=table["name"], record=record)["table"], turns)
    assert again.kept[end["name"]] == page.kept[end["name"]] != record


def test_a_record_that_was_torn_off_goes_on() -> None:
    page = Page()
    table = page.until(page.begin(), lambda table: table["turn"] == 4)
    record = page.kept[table["name"]]
    found = page.ask("resume", name="x", record=record[:-7])["table"]
    assert found["name"] == "x"
    assert page.session.text == record  # what was torn off is drawn again
    assert found["steps"] == table["steps"]


@pytest.mark.parametrize("seats", [("you", "builder"), ("person", "person")])
def test_the_game_that_is_open_goes_on_as_it_is_in_another_language(seats: tuple[str, ...]) -> None:
    page = Page()
    table = page.until(page.begin("granada", (), *seats), lambda table: table["turn"] > 3 and table["legal"])
    before = page.ask("table")["table"]
    again = page.ask("resume", name=table["name"], language="fr")
    assert page.ask("table")["table"] == before
    assert again["table"] == page.ask("table", language="fr")["table"] != before
    kept = page.kept[table["name"]]
    assert again["events"] == Page().ask("resume", name="x", record=kept, language="fr")["events"]
    dealt = {event["seat"] for event in again["events"] if event["kind"] == "card-dealt"}
    assert dealt == ({0} if seats[0] == "you" else set())  # what all at the screen may read
    assert page.ask("resume", name="another")["flaws"]


# Hidden


def _dealt_anew(session: Session, rng: Random) -> Session:
    """The same game as far as whoever looks can know it, with another deal of all that is hidden from them."""
    viewer = session.viewer

    def another(state: State) -> State:
        if not any(isinstance(step, DealHand) for step in state.todo):
            return granada.observe(state, viewer).sample(rng)
        pool = list(state.deck.pools[0])  # hands are open while they are dealt; the page does not show them even then
        rng.shuffle(pool)
        players = [
            player if seat == viewer else evolve(player, hand=Purse(pool[: len(player.hand)]))
            for seat, player in enumerate(state.players)
        ]
        return evolve(state, players=tuple(players))

    def unknown(event: Event) -> Event:
        if isinstance(event, CardDealt) and event.seat != viewer:
            return evolve(event, card=rng.choice(list(granada.Purse.parse("b1 g2 o3 y4 b9"))))
        if isinstance(event, BonusDealt) and event.seat != viewer:
            return evolve(event, hidden=rng.choice(granada.game.bonus_cards(session.setup)))
        return event

    other = copy(session)
    other.seed = "another"
    other.states = [another(state) for state in session.states]
    other.events = [tuple(map(unknown, events)) for events in session.events]
    other.lines = Lines(["hidden\n"])
    other.viewer, other.looked = viewer, session.looked
    return other


def _answers(session: Session, looks: list[int]) -> list[str]:
    """All that a page can be told of a game without anything being done."""
    host = Host()
    host.session = session
    asked: list[Data] = [{"ask": "table"}, *({"ask": "look", "at": at} for at in looks)]
    actions = ["take b1 b9", "buy 1 with b1", "place park6 at 1,0", "reveal park6", "pass", "draw b1"]
    if session.viewer is not None:
        asked += [{"ask": "why", "action": action} for action in actions]
    told = [host.play(json.dumps(message)) for message in asked]
    if session.viewer is not None and session.viewer == session.state.actor:
        session.seconds = 60.0
        host.play('{"ask": "hint", "seconds": 0.00001}')
        told.append(host.play('{"ask": "stop"}'))
    told.append(json.dumps(events_data(session, 0, len(session.steps), ENGLISH)))
    return told


def evolve_copy(session: Session) -> Session:
    """The same game once more."""
    return copy(session)


@pytest.mark.parametrize(
    ("game", "modules", "seats", "every", "turns"),
    [(*SHORT[1], 17, 14), *lasting(tuple((*kind, 5, 1000) for kind in (*SHORT, *EVERY[::3])))],
)
def test_what_is_told_does_not_change_when_all_that_is_hidden_does(
    game: str, modules: tuple[str, ...], seats: tuple[str, ...], every: int, turns: int
) -> None:
    page, rng, seen = Page(), Random(3), set()
    for number, table in enumerate(played(page, page.begin(game, modules, *seats), turns)):
        if number % every == every // 2 and not table["over"]:
            looks = [*range(0, table["steps"] + 1, max(1, table["steps"] // 12))]
            told = _answers(evolve_copy(page.session), looks)
            assert told == _answers(_dealt_anew(page.session, rng), looks)
            assert not any(SEED in each for each in told)
            seen.add(table["viewer"])
    assert len(seen) > 1 or "you" in seats


def test_a_hand_is_covered_until_its_person_says_that_they_are_there() -> None:
    page = Page()
    table = page.begin("granada", (), "person", "person", "builder")
    seat = table["cover"]
    assert (table["viewer"], table["hand"], table["legal"]) == (None, None, [])
    assert [each["hand"] for each in table["seats"]] == [None, None, None]
    assert page.ask("do", action="take b1")["flaws"]
    assert page.ask("here", seat=2)["flaws"]
    table = page.ask("here", seat=seat)["table"]
    assert (table["viewer"], table["cover"]) == (seat, None)
    assert table["hand"] == table["seats"][seat]["hand"] != []
    assert table["legal"]
    other = page.ask("here", seat=1 - seat)["table"]
    assert (other["viewer"], other["cover"], other["legal"]) == (1 - seat, seat, [])
    assert page.ask("cover")["table"]["hand"] is None
    page.ask("here", seat=seat)
    table = page.ask("do", action=table["legal"][0]["action"])["table"]
    assert table["viewer"] in {None, seat}
    table = page.until(table, lambda table: table["actor"] == 1 - seat)
    assert (table["viewer"], table["cover"], table["hand"]) == (None, 1 - seat, None)


def test_all_cards_are_open_when_the_game_is_over() -> None:
    page = Page()
    *_, table = played(page, page.begin("alhambra", ("bonus",), "builder", "builder"))
    assert table["viewer"] is None
    assert [each["hand"] for each in table["seats"]] == [
        [str(card) for card in player.hand] for player in page.session.state.players
    ]
    dealt = [event for event in page.ask("open", record=page.session.text)["events"] if event["kind"] == "card-dealt"]
    assert {event["seat"] for event in dealt} == {0, 1}
    bonus = page.session.states[0].extra(BONUS)
    start = page.ask("look", at=len(page.session.steps) // 2)["table"]
    hidden: list[list[Face]] = start["extras"]["bonus"]["hidden"]
    assert {str(face) for face in bonus.left} >= {face for faces in hidden for face in faces}


# Taking back


def test_a_decision_is_taken_back_as_long_as_nothing_was_drawn() -> None:
    page = Page()
    before = page.until(page.begin(), lambda table: any(each.get("exact") for each in table["legal"]))
    assert not before["undo"]["can"]
    record = page.session.text
    bought = page.ask("do", action=next(each["action"] for each in before["legal"] if each.get("exact")))["table"]
    assert bought["undo"] == {"can": True, "why": ""}
    assert bought["pending"]
    assert page.ask("undo")["table"] == before
    assert page.session.text == page.kept[before["name"]] == record
    assert page.ask("undo") == {"refused": DRAWN[1]}


def test_nothing_is_taken_back_that_others_have_answered_or_seen() -> None:
    page = Page()
    assert page.begin("granada", ("vizier",))["undo"] == {"can": False, "why": NO_DECISION[1]}
    for seats, why in ((("you", "builder", "builder"), ACTED), (("person", "person", "builder"), LOOKED)):
        begun = page.begin("granada", ("vizier",), *seats)
        table = page.until(begun, lambda table: any(each["verb"] == "remove" for each in table["legal"]))
        remove = next(each["action"] for each in table["legal"] if each["verb"] == "remove")
        after = page.ask("do", action=remove)["table"]
        assert after["undo"]["can"]
        if why is ACTED:
            after = page.ask("think")["table"]
        else:
            page.ask("here", seat=1 - table["actor"])
            after = page.ask("here", seat=table["actor"])["table"]
        assert after["undo"] == {"can": False, "why": why[1]}
        assert page.ask("undo", language="hu") == {"refused": Language("hu").of(why)}


def test_nothing_is_taken_back_after_a_reload_that_others_had_seen_before() -> None:
    page = Page()
    table = page.until(
        page.begin("granada", ("vizier",), "person", "person", "builder"),
        lambda table: any(each["verb"] == "remove" for each in table["legal"]),
    )
    remove = next(each["action"] for each in table["legal"] if each["verb"] == "remove")
    name, seat = table["name"], table["actor"]
    page.ask("do", action=remove)

    def undo_after_a_reload(**more: object) -> Data:
        again = Page()
        again.ask("resume", name=name, record=page.kept[name], **more)
        undo: Data = again.ask("here", seat=seat)["table"]["undo"]
        return undo

    assert undo_after_a_reload(looked=page.looked) == {"can": True, "why": ""}
    page.ask("here", seat=1 - seat)
    for looked in (page.looked, None, "x", -1, 10_000):
        assert undo_after_a_reload(looked=looked) == {"can": False, "why": LOOKED[1]}


def test_against_bots_one_may_agree_to_take_back_freely() -> None:
    page = Page()
    begun = page.begin("granada", (), "you", "builder", "builder", undo="free")
    before = page.until(begun, lambda table: table["turn"] > 3 and table["legal"])
    take = next(each["action"] for each in before["legal"] if each["verb"] == "take")
    after = page.until(page.ask("do", action=take)["table"], lambda table: table["legal"])
    assert after["turn"] == before["turn"] + 3
    assert page.ask("undo")["table"] == before
    assert page.until(page.ask("do", action=take)["table"], lambda table: table["legal"]) == after
    page.until(page.begin("granada", (), "person", "person", undo="free"), lambda table: table["turn"] == 3)
    assert page.ask("undo") == {"refused": DRAWN[1]}


def test_the_table_tells_what_the_next_scoring_would_give_as_it_lies() -> None:
    page, told = Page(), set()
    for table in played(page, page.begin("granada", (), "you", "builder")):
        coming, done = table["next"], len(table["scorings"])
        assert (coming is None) == table["over"]
        if coming is None:
            continue
        told.add(coming["round"])
        assert coming["round"] == "ABC"[done]
        scored = granada.score(page.session.state, coming["round"])
        assert coming["points"] == list(scored.points)
        assert coming["dirk"] == scored.dirk
        assert [row["name"] for row in coming["rows"]] == [row.name for row in scored.rows]
        dirks = [each["count"] for row in coming["rows"] for each in row["standings"] if each["seat"] is None]
        assert sum(dirks) == len(table["dirk"]["tiles"])
    assert told == {"A", "B", "C"}


def test_names_that_are_typed_are_kept_in_the_record_and_told_of_whatever_a_seat_does() -> None:
    page = Page()
    table = page.begin("granada", (), "you", "builder", names=["  Blue   corner ", "A name longer than\u0007 a screen"])
    own = ["Blue corner", "A name longer th"]
    assert [seat["name"] for seat in table["seats"]] == own
    answer = page.ask("do", action=table["legal"][0]["action"])
    assert any(own[0] in event["words"] for event in answer["events"])
    record = page.kept[table["name"]]
    assert granada.from_json(record, granada.Record).about["names"] == own
    again = Page().ask("open", record=record)["table"]
    assert [seat["name"] for seat in again["seats"]] == own
    for odd in (None, "ab", ["one"], ["", " "], [1, {}]):
        table = Page().begin("granada", (), "you", "builder", names=odd)
        assert [seat["name"] for seat in table["seats"]] == ["seat 1", "seat 2"]


def test_a_bot_has_so_many_seconds_for_a_whole_turn_and_who_is_in_a_hurry_says_so_once() -> None:
    page = Page()
    table = page.begin("granada", (), "search", "you", seconds=8, seed="31")
    given: dict[int, list[float | None]] = {}
    while not any(len(each) > 1 for each in given.values()):
        if table["legal"]:
            table = page.ask("do", action=chosen(table, Random(table["at"])))["table"]
            continue
        answer = page.ask("think", seconds=0.001)
        if page.host.search is not None:
            given.setdefault(table["turn"], []).append(page.host.search.seconds)
            answer = page.ask("stop")
        table = answer["table"]
    assert all(each[0] == 4 and set(each[1:]) <= {SLICE} for each in given.values())


@pytest.mark.parametrize(("level", "playouts"), LEVELS.items())
def test_a_level_plays_so_many_games_in_its_head_and_a_record_names_it(level: str, playouts: int) -> None:
    host = Host()

    def asked(**message: object) -> Data:
        found: Data = json.loads(host.play(json.dumps(message)))
        return found

    begun = asked(ask="begin", seats=[level, "you"], seed="5", seconds=60)
    name, record = begun["keep"]["name"], begun["keep"]["record"]
    assert json.loads(record.partition("\n")[0])["about"]["bots"] == [level, "person"]
    table = asked(ask="resume", name=name, record=record)["answer"]["table"]
    assert table["kinds"] == [level, "you"]
    while table["actor"] == 1:
        table = asked(ask="do", action=table["legal"][0]["action"])["answer"]["table"]
    answer = asked(ask="think", seconds=0.0001)["answer"]
    search = host.search
    assert search is not None
    while "thinking" in answer:
        answer = asked(ask="slice", seconds=0.0001)["answer"]
    assert search.playouts == playouts
    assert playouts / 2 < search.played < 2 * playouts


def test_a_level_decides_when_its_time_is_up() -> None:
    host = Host()
    host.play(json.dumps({"ask": "begin", "seats": ["master", "master"], "seed": "5", "seconds": 0.01}))
    answer = json.loads(host.play(json.dumps({"ask": "think"})))["answer"]
    assert "table" in answer


def test_a_hint_says_what_it_would_bring_if_it_were_scored_then() -> None:
    page, told = Page(), set()
    for table in played(page, page.begin("granada", (), "you", "builder", "builder"), turns=12):
        state = page.session.state
        for deed in table["legal"]:
            action = granada.Action.parse(deed["action"])
            found = hint_data(state, 0, action, Words())
            if deed["verb"] in {"take", "stop", "store"}:
                assert (found["gain"], found["leads"]) == (0, [])
            elif deed["verb"] == "place":
                before = granada.score(state, table["next"]["round"])
                after = granada.score(granada.apply(state, action), table["next"]["round"])
                assert found["gain"] == after.points[0] - before.points[0]
            told |= {(deed["verb"], found["gain"] > 0, bool(found["leads"]))}
    assert {("place", True, True), ("buy", True, True), ("take", False, False)} <= told
    page.begin("granada", (), "you", "builder")
    hint = page.ask("hint", seconds=0.001)
    hint = hint if "hint" in hint else page.ask("stop")
    assert {"action", "gain", "leads"} <= set(hint["hint"])
    assert hint["hint"]["why"].endswith(".")
