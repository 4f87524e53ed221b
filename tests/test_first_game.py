"""The first game, which teaches: by messages, and by taps on the page in each language."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from granada.browser.host import Host
from granada.browser.lesson import LEARNER, STEPS, laid, lesson, taught
from granada.browser.session import Session, new_session
from granada.events import ScoringEnded
from granada.languages import Language, codes
from granada.table import Record, new_game
from tests.pages import conftest
from tests.pages.player import Player, context, things

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

browser = conftest.browser
Data = dict[str, Any]
SMALL: Data = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def asked(host: Host, **message: object) -> Data:
    """What a page gets, beside what is kept."""
    found: Data = json.loads(host.play(json.dumps(message)))
    return found


def others(host: Host, table: Data) -> Data:
    """The table when the others have acted."""
    while table["actor"] != LEARNER:
        table = asked(host, ask="think")["answer"]["table"]
    return table


def lessons(host: Host) -> Iterator[Data]:
    """The table at each step; whoever learns takes the first of what it shows."""
    table = asked(host, ask="learn")["answer"]["table"]
    while table["lesson"]:
        yield table
        table = others(host, asked(host, ask="do", action=table["legal"][0]["action"])["answer"]["table"])


def ends(session: Session) -> Iterator[Session]:
    """The first game at its last step, on every way that the steps allow."""
    found = taught(session)
    assert found is not None
    number, step = found
    if number == len(STEPS) - 1:
        yield session
        return
    steps = len(session.steps)
    for action in filter(step.allows, session.legal_actions()):
        session.do(action)
        while session.actor != LEARNER:
            other = laid(session)
            assert other is not None
            session.do(other)
        yield from ends(session)
        session.back_to(steps)


def test_every_way_through_the_first_game_leads_through_all_its_steps_and_a_scoring() -> None:
    ways = 0
    for session in ends(new_session("first", lesson(), lesson().about)):
        scored = [event for events in session.events for event in events if isinstance(event, ScoringEnded)]
        assert [str(event.round) for event in scored] == ["A"]
        assert session.state.points[LEARNER] == max(session.state.points)
        assert all(map(STEPS[-1].allows, session.legal_actions()))
        ways += 1
    assert ways > 10


@pytest.mark.parametrize("language", codes())
def test_each_step_refuses_with_its_rule_what_is_legal_and_not_what_it_shows(language: str) -> None:
    host, refused = Host(), 0
    for table, step in zip(lessons(host), STEPS, strict=True):
        host_session = host.session
        assert host_session is not None
        shown = {deed["action"] for deed in table["legal"]}
        said = Language(language)(step.rule.sentence)
        for action in host_session.legal_actions():
            if str(action) not in shown and action.verb not in {"stop", "store"}:
                deed: Data = {
                    "verb": action.verb,
                    **{name: str(getattr(action, name, "")) for name in ("face", "cell")},
                }
                deed["cards"] = list(map(str, getattr(action, "cards", ())))
                deed["slot"] = str(getattr(action, "space", ""))
                deed["tile"] = next((each["tile"] for each in table["pending"] if each["up"] == deed["face"]), None)
                why = asked(host, ask="why", things=things(deed), language=language)["answer"]
                assert [each["rule"] for each in why["rules"]] == [str(step.rule)]
                assert why["rules"][0]["said"] == said
                done = asked(host, ask="do", action=str(action), language=language)["answer"]
                assert done["flaws"] == [said]
                refused += 1
    assert refused > 30


def test_what_breaks_a_rule_is_refused_with_that_rule() -> None:
    host = Host()
    asked(host, ask="learn")
    why = asked(host, ask="why", things=["display o5", "display b1"])["answer"]
    assert [each["rule"] for each in why["rules"]] == ["take-several-up-to-five"]
    assert "display" not in why["sentence"]
    why = asked(host, ask="why", things=["slot 1"])["answer"]
    assert [each["rule"] for each in why["rules"]] == ["pay-at-least-the-price"]


def test_each_step_can_be_taken_back_and_survives_a_reload() -> None:
    host = Host()
    kept = asked(host, ask="learn")["keep"]
    table = asked(host, ask="table")["answer"]["table"]
    for number in range(1, len(STEPS)):
        before = table
        assert before["lesson"]["step"] == number
        done = asked(host, ask="do", action=before["legal"][0]["action"])
        others(host, done["answer"]["table"])
        back = asked(host, ask="undo")
        assert back["answer"]["table"] == before
        elsewhere = Host()
        again = asked(elsewhere, ask="resume", name=kept["name"], record=back["keep"]["record"])["answer"]["table"]
        assert again == back["answer"]["table"]
        done = asked(host, ask="do", action=before["legal"][0]["action"])
        table = others(host, done["answer"]["table"])
    assert table["lesson"]["step"] == len(STEPS)


def test_after_its_last_step_the_game_goes_on_like_any_other() -> None:
    host = Host()
    last = list(lessons(host))[-1]
    assert last["lesson"]["step"] == last["lesson"]["steps"] == len(STEPS)
    table = asked(host, ask="table")["answer"]["table"]
    assert table["lesson"] is None
    assert host.session is not None
    assert len(table["legal"]) == len(host.session.legal_actions())
    assert not any("taught" in deed for deed in table["legal"])


@pytest.mark.parametrize("game", ["alhambra", "combined"])
def test_another_game_whose_record_says_that_it_teaches_is_played_all_the_same(game: str) -> None:
    record = Record(new_game(2, game).setup, about={"lesson": True, "bots": ["person", "builder"]})
    session = new_session("other", record, record.about)
    for _ in range(40):
        step = taught(session)
        legal = session.legal_actions()
        session.do(next(action for action in legal if step is None or step[1].allows(action)))
    assert len(session.steps) > 40


# By taps


@pytest.mark.long
@pytest.mark.parametrize("language", codes())
def test_the_first_game_is_learned_by_taps(browser: Browser, served: str, language: str) -> None:
    say, game = Language(language), "the-game.html" if language == "en" else f"the-game/{language}.html"
    with context(browser, **SMALL, locale=language) as visit:
        player = Player(visit.new_page(), "touch")
        player.open(f"{served}/play.html#lang={language}")
        player.settled()
        if language == "hu":  # what was kept is enough from here on
            player.page.wait_for_function("() => navigator.serviceWorker.controller")
            player.page.wait_for_function(KEPT, arg=["_engine/contents.json", f"rulebook/{language}.html", game])
            visit.set_offline(offline=True)
        player.press('[data-command="learn"]')
        player.page.wait_for_selector(".play-lesson")
        for number, step in enumerate(STEPS[:-1], start=1):
            table = player.table
            shown = player.page.inner_text(f'.play-lesson[data-step="{number}"]')
            assert say.of(step.task) in shown
            assert say.of(step.why) in shown
            assert player.page.locator(f'.play-lesson a[href$="{game}"]').count() == 1
            player.point(forbidden(table))
            player.page.wait_for_selector(".play-why a")
            player.press('.play-status [data-command="undo"]')
            if number > 1:
                assert player.settled()["table"]["lesson"]["step"] == number - 1
                player.do(player.table["legal"][0])
                close(player)
            if number % len(codes()) == codes().index(language):  # all languages together do so at each step
                player.page.reload()
                player.page.wait_for_selector(f'.play-lesson[data-step="{number}"]')
            player.do(player.table["legal"][0])
            close(player)
        assert player.table["lesson"]["step"] == len(STEPS)
        assert player.table["seats"][LEARNER]["points"] > 0
        player.press(f'.play-lesson a[href$="{game}"]')
        player.page.wait_for_selector("article h1")
        player.page.goto(f"{served}/rulebook/{language if language != 'en' else 'index'}.html")
        player.page.wait_for_selector("article h1")
        assert player.trouble == []


KEPT = """async (wanted) => {
  const names = await caches.keys();
  const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return wanted.every((name) => found.flat().some(({ url }) => url.endsWith(name)));
}"""
"""A script that tells whether some files are kept for visits without a network."""


def forbidden(table: Data) -> str:
    """Something on the table that the step does not show."""
    shown = {thing for deed in table["legal"] for thing in things(deed)}
    cards = [f"display {card}" for card in table["display"]]
    return next(thing for thing in [*cards, "slot 4", "slot 1"] if thing not in shown)


def close(player: Player) -> None:
    """Close what lies over the table, once nobody thinks any more."""
    if player.settled()["open"]:
        player.press('dialog [data-command="close"]')
        player.settled()
