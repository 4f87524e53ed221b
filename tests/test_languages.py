"""What players are told in five languages: the catalogues are whole, and nothing bypasses them."""

import importlib.util
import re
import string
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from attrs import fields
from babel.messages import Message

import granada
from granada.board import Building, Round
from granada.commands.playing.sitting import Teller
from granada.errors import InvalidState, Reason
from granada.game import GAMES, MODULES, VERBS, Scoring
from granada.judging import judge
from granada.judging.rule_text import described
from granada.languages import Language, codes, wanted
from granada.pictures import sketch
from granada.rulebook import Rule, Rulings, sentence_of
from granada.table import ask, game_loop
from granada.words import Words, action_in_words, event_in_words, reason_in_words, scoring_in_words
from granada.words.books import MEANING, quote_in_words
from tests.pseudo_translation import bypassing

ROOT = Path(__file__).parents[1]
CATALOGUES = ROOT / "granada" / "catalogues"
LONG = pytest.mark.long
OTHERS = codes()[1:]


def _loaded() -> ModuleType:
    """The command that makes the catalogues."""
    spec = importlib.util.spec_from_file_location("catalogues", ROOT / ".ci" / "catalogues.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


COMMAND = _loaded()


def _texts(code: str) -> list[Message]:
    return [message for message in COMMAND.read(code) if message.id]


def _forms(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, tuple | list) else (str(text),)


def _places(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def test_the_languages_are_those_of_the_books() -> None:
    assert codes() == ("en", "fr", "hu", "it", "nl")


@pytest.mark.parametrize("code", [OTHERS[0], *(pytest.param(code, marks=LONG) for code in OTHERS[1:])])
def test_a_catalogue_holds_every_text_and_no_other(code: str) -> None:
    expected = {(message.context, message.id) for message in COMMAND.template(code) if message.id}
    assert {(message.context, message.id) for message in _texts(code)} == expected


def test_no_text_of_the_pages_is_overlooked() -> None:
    paths = [path for page in COMMAND.PAGES for path in (ROOT / page).glob("*.js")]
    scripts = "".join(path.read_text(encoding="utf-8") for path in paths)
    called = re.findall(r'\b(?:say|note|counted)\(\s*"((?:[^"\\]|\\.)*)"', scripts)
    found = [message for message in COMMAND.template("fr") if message.context == COMMAND.ON_THE_PAGE]
    in_scripts = [each for each in found if any(name.endswith(".js") for name, _ in each.locations)]
    assert {_forms(each.id)[0] for each in in_scripts} == set(called)
    assert len(in_scripts) < len(found)
    assert not re.findall(r"\b(?:say|note|counted)\(\s*[`']", scripts)


OURS = {"fr": r"\bn(otre|os)\b", "hu": "[Dd]öntés(ünk|eink)", "it": "nostr[ae]", "nl": r"\b[Oo]n(s|ze)\b"}


@pytest.mark.parametrize("code", OTHERS)
def test_a_ruling_says_whose_it_is(code: str) -> None:
    found = [each for each in _texts(code) if re.search(r"\b(our ruling|of ours)", str(each.id))]
    assert len(found) > 40
    assert [each.string for each in found if not re.search(OURS[code], str(each.string))] == []
    assert [each.id for each in _texts(code) if re.search(r"\b(a|are) rulings?\b", str(each.id))] == []


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_translated_in_all_its_forms(code: str) -> None:
    assert [message.id for message in _texts(code) if not COMMAND.is_translated(message) or message.fuzzy] == []


@pytest.mark.parametrize("code", OTHERS)
def test_no_placeholder_is_lost_or_invented(code: str) -> None:
    for message in _texts(code):
        expected = _places(_forms(message.id)[-1])
        for form in _forms(message.string):
            assert _places(form) in (expected, [each for each in expected if each != "number"]), message.id


@pytest.mark.parametrize("code", OTHERS)
def test_no_sentence_stays_english(code: str) -> None:
    long = (message for message in _texts(code) if len(re.findall(r"[a-z]{2,}", _forms(message.id)[0])) > 2)
    assert [message.id for message in long if message.string == message.id] == []


@pytest.mark.parametrize("code", OTHERS)
def test_code_and_readings_are_not_translated(code: str) -> None:
    for message in (each for each in _texts(code) if not each.context):
        english, told = _forms(message.id)[0], _forms(message.string)[0]
        for kept in re.findall(r"`[^`]+`|\b[a-z]+_[a-z_]+=\w+", english):
            assert kept in told, message.id


def test_no_line_breaks_before_a_french_mark() -> None:
    loose = [form for message in _texts("fr") for form in _forms(message.string) if re.search(r" [:;?!»]|« ", form)]
    assert loose == []


@pytest.mark.parametrize("code", OTHERS)
def test_the_compiled_catalogue_is_made_of_the_written_one(code: str) -> None:
    assert (CATALOGUES / f"{code}.mo").read_bytes() == COMMAND.compiled(COMMAND.read(code))


@pytest.mark.parametrize("code", codes())
def test_labels_fit_onto_tiles_and_tell_buildings_apart(code: str) -> None:
    labels = [Words(Language(code)).label(building) for building in Building]
    assert all(len(label) <= 9 for label in labels)
    assert len({label[:5] for label in labels}) == len(Building)


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "hu_HU@euro", "LC_MESSAGES": "it"}, "it"),
        ({"LANG": "nl_NL", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "nl", "LANGUAGE": "de:hu:fr"}, "hu"),
        ({"LANG": "xx"}, "en"),
        ({"LANGUAGE": "", "LANG": "nl_BE"}, "nl"),
    ],
)
def test_the_environment_chooses_as_it_does_for_gettext(environment: dict[str, str], code: str) -> None:
    assert wanted(environment).code == code


def test_a_language_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(granada.InvalidState):
        Language("de")


@pytest.mark.parametrize(
    "game", [pytest.param("granada", marks=LONG), pytest.param("alhambra", marks=LONG), "combined"]
)
def test_no_words_of_a_game_bypass_the_catalogues(game: str, pseudo: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    modules = [] if game == "granada" else list(MODULES)
    monkeypatch.setattr(Teller, "say", lambda _, text: said.append(text))
    teller, bot = Teller(quiet=False, colour=False, private=False, language=pseudo), granada.RandomBot(Random(3))
    opening = granada.new_game(2, game, modules=modules)
    loop = game_loop(opening, lambda state, seat: ask(bot, state, seat), Random(4))
    for _, action, state, events in loop:
        words = Words(pseudo, state.setup.game, state.players[0].city)
        assert bypassing(action_in_words(action, words)) == []
        assert [word for event in events for word in bypassing(event_in_words(event, words))] == []
        teller.tell(events, state)
    teller.flush()
    assert bypassing(" ".join([*said, teller.ended, sketch(state, language=pseudo)])) == []


# Words and signs of the books


@pytest.mark.parametrize("code", OTHERS)
def test_quotation_marks_are_those_of_the_language(code: str) -> None:
    prose = (re.sub(r"`[^`]*`", "", form) for message in _texts(code) for form in _forms(message.string))
    assert [form for form in prose if '"' in form] == []
    assert Language(code).quoted("…") == {"fr": "«\u202f…\u202f»", "hu": "„…”", "it": "“…”", "nl": "“…”"}[code]


def test_french_scorings_are_numbered_as_in_the_box() -> None:
    assert [scoring_in_words(Scoring.of(each, (), 2), Words(Language("fr"))).split("\n")[0][:13] for each in Round] == [
        "1er décompte ",
        "2ème décompte",
        "3ème décompte",
    ]
    told = [form for message in _texts("fr") if message.context != MEANING for form in _forms(message.string)]
    assert [form for form in told if re.search(r"décomptes? [ABC{]|\b[Ee]n [ABC]\b", form)] == []


OF_GRANADA = (
    r"(?<![\w-])(épület)?lapk(?!ént|észlet)|építési terület|(?<!lap)készlet|kezdőlap|dobópakli|húzópakli"
    r"|pontoz|[Vv]áros(?!fal|építés)"
)
"""Words of the Hungarian Granada for which the book of the Alhambra has others."""


def test_the_compiled_words_of_a_game_are_made_of_its_table() -> None:
    made = COMMAND.compiled(COMMAND.in_game(COMMAND.read("hu"), "alhambra"))
    assert (CATALOGUES / "alhambra" / "hu.mo").read_bytes() == made


def test_the_hungarian_alhambra_has_the_words_of_its_book() -> None:
    found = COMMAND.in_game(COMMAND.read("hu"), "alhambra")
    texts = [form for message in found if message.id for form in _forms(message.string)]
    told = [each for form in texts for each in re.split(r"(?<=[.?!;]) ", form) if "Granada (" not in each]
    assert len(texts) > 500
    assert [form for form in told if re.search(OF_GRANADA, re.sub(r"Granada-\w+|Alhambra-\w+", "", form))] == []
    wrong_article = re.compile(r"\b[Aa] (épületlap|Alhambr|értékel)|\b[Aa]z (mező|talon|pakli)")
    assert [form for form in told if wrong_article.search(form)] == []


def test_what_is_told_of_books_of_granada_keeps_their_words() -> None:
    say = Language("hu").in_game("alhambra")
    told = " ".join(described(Rule.WALKABLE, language=say, game="alhambra").split())
    assert "Ott a Granada (holland) és a Granada (olasz) a várostól kívánja ezt" in told
    words = next(each for each in Rule.REDESIGNED_CITY_STAYS_LEGAL.quotes if each.book == "Granada (Dutch)")
    assert "város" in quote_in_words(words, say)
    assert "Alhambr" not in quote_in_words(words, say)


def test_every_sentence_of_the_hungarian_alhambra_has_the_words_of_its_book() -> None:
    say = Language("hu").in_game("alhambra")
    rules = [rule for rule in Rule if "alhambra" in rule.games and rule.chapter != "notation"]
    told = {rule: say(sentence_of(rule, game="alhambra")) for rule in rules}
    assert {rule: each for rule, each in told.items() if re.search(OF_GRANADA, each)} == {}
    assert any(re.search(OF_GRANADA, Language("hu")(sentence_of(rule))) for rule in rules)


WRONG_INSIDE = {
    'kind="place"\ncity="@ school8 school8x"\ndo="place arena4/s at 0,1"': "city: ",
    'kind="buy"\nhand="b3 q4"\ntile="school8|hospital9/s"\ndo="buy 1 with b3"': "hand: ",
    'kind="buy"\nhand="b3"\ntile="school8|hospital9/z"\ndo="buy 1 with b3"': "tile: ",
    'kind="take"\ndisplay="b1 b2 b2 b2 b2"\ndo="take b2"': "display: ",
    'kind="score"\nround="A"\ncities=["@ school8", "park6"]': "cities: ",
    'kind="score"\nround="D"\ncities=["@ school8"]': "round: ",
    'kind="place"\ncity="@ school8"\ndo=["place arena4 at 0,1", "place arena4 ad 0,1"]': "do: ",
    'kind="place"\ncity="@ school8"\ndo="plase arena4 at 0,1"': "do: ",
    'kind="take"\ndo="take b2"\nrulings={several_cards=4}': "rulings: ",
    'kind="take"\ndo="take b2"\ngame="granadda"': "game: ",
    'kind="buy"\nspace=7\nhand="b3"\ntile="school8|hospital9/s"\ndo="buy 1 with b3"': "space: ",
    'kind="buy"\nhand="b3"\nspaace=1\ntile="school8|hospital9/s"\ndo="buy 1 with b3"': "",
    'kind="apply"\ndo="pass"\n[state]\nplayers=2\nspaces=3': "",
    'kind="apply"\ndo="pass"\n[state]\nplayers=2\ndisplay="b1 b12"': "state.display: ",
}
"""Questions with something wrong inside a part, and the name of that part, which has no language."""


@pytest.mark.parametrize("text", WRONG_INSIDE)
def test_what_is_wrong_inside_a_part_is_told_in_every_language(text: str, pseudo: Language) -> None:
    with pytest.raises(InvalidState) as raised:
        judge(text)
    (reason,) = raised.value.reasons
    assert isinstance(reason, Reason)
    assert reason.where == WRONG_INSIDE[text]
    told = reason_in_words(reason, Words(pseudo))
    names = " ".join([text, "at space", *VERBS, *GAMES, *(each.name for each in fields(Rulings))])
    assert {*bypassing(told)} <= {*re.findall(r"[a-zA-Z]{2,}", names)}


@pytest.mark.parametrize(
    "rule", [Rule.EDGE_CONTACT, Rule.MOATS_MATCH, Rule.GRANADA_IS_FOUNDED_AT_A_WALL, Rule.BORDER_SCORES_TWO], ids=str
)
def test_an_edge_that_touches_another_is_called_in_italian_what_the_book_calls_it(rule: Rule) -> None:
    told = Language("it")(rule.sentence)  # the book: "almeno con un lato"; "spigolo" is where a moat lies
    assert re.search(r"\blat[oi]\b", told)
    assert "spigol" not in told
