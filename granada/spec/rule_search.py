"""Search for rules by questions in plain words, in five languages; the terminal and the site share one index.

``search_index`` writes ``specs/search.json``: the *things* that each form of a word can mean, the phrases that ask for
a rule, and the weight of each thing for each rule. The score of a rule depends on its phrases that are most similar to
the question, and on its other texts. On the site, ``docs/_static/finding.js`` searches the index; a test checks that it
finds the same rules as this module.
"""

import json
import re
import unicodedata
from functools import cache, lru_cache
from itertools import chain, takewhile
from typing import Any

from attrs import frozen

from granada.rulebook import Rule, Ruling, specs_folder

BARE, BEGINS, SLIP, SLIPS, PART = 0.9, 0.85, 0.8, 0.65, 0.6
"""Weights of inexact matches: a known word with affixes, a prefix, one typo, two typos, and a compound that contains a
known word."""
BEGINNING = 3
"""The minimum length of a prefix match, and of a word without its affixes."""
ENDINGS, LONGEST = 3, 40
"""The maximum number of endings to strip from a word, and the maximum length of a word to strip."""
NEAREST = (0.6, 0.4, 0.3, 0.2)
"""Weights of the phrases most similar to the question, the most similar first."""
SAME = 0.5
"""What is added to the score if the question consists of the words of a phrase."""
ELSEWHERE, UNNAMED, OWN = 0.6, 0.85, 1.1
"""Weights of rules: rules of other games only, rules of the combined game if the question is about another game, and
rules of the chosen game only."""
MOST = 12
"""The maximum number of rules that a search returns."""
POOR = 0.35
"""The smallest score of a result, as a fraction of the best score."""
LIKELY, NEAR = 3, 0.98
"""The number of likely rules, and the fraction of the last one's score that makes a further rule likely as well."""
SURE, SILENT = 0.7, 1.0
"""The minimum certainty of a sure answer, and a weight. Certainty is the best score times the share of known words,
minus the weight times the similarity to a question that no rule answers."""

Meaning = dict[int, float]
"""The things that a word of a question can mean, with the similarity of the word to a word for each thing."""


@frozen
class Asked:
    """A word in a question, with its meanings and the degree to which it distinguishes rules."""

    meaning: Meaning
    rarity: float


@frozen
class Phrase:
    """A phrase that asks for a rule, with the meanings and the rarity of each word, and all meanings together."""

    words: list[tuple[list[int], float]]
    things: frozenset[int]


@frozen
class Entry:
    """A rule in the search index."""

    rule: Rule
    games: tuple[str, ...]
    weights: dict[int, float]
    phrases: list[Phrase]


@frozen
class Finding:
    """The result of a search in plain words.

    - ``likely``: The likely rules, the likeliest first.
    - ``others``: Further rules.
    - ``sure``: Whether a rule answers the question; otherwise the likely rules are only the most similar.
    - ``unsaid``: The question's words for the topic, or its words that the search does not know.
    - ``topic``: A common topic that no book mentions, such as ``trading``; otherwise empty.
    """

    likely: tuple[Rule, ...]
    others: tuple[Rule, ...]
    sure: bool
    unsaid: tuple[str, ...] = ()
    topic: str = ""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules found, the likeliest first."""
        return self.likely + self.others


def words_of(text: str) -> list[str]:
    """The words of a text, in lower case and without accents.

    >>> words_of("Vízesárok: 2 Fossé's")
    ['vizesarok', '2', 'fosse', 's']
    """
    return re.findall(r"[a-z0-9]+", without_accents(text).lower())


def without_accents(text: str) -> str:
    """A text without accents."""
    return _without_marks(unicodedata.normalize("NFKD", _without_marks(text)))  # sorting many marks is slow


def _without_marks(text: str) -> str:
    return "".join(each for each in text if not unicodedata.combining(each))


@cache
def index() -> dict[str, Any]:
    """The search index, which the site uses too."""
    found: dict[str, Any] = json.loads((specs_folder() / "search.json").read_text(encoding="utf-8"))
    return found


@cache
def _entries() -> tuple[Entry, ...]:
    """The rules in the index."""
    return tuple(
        Entry(Rule.named(rule["rule"]), tuple(rule["games"]), dict(rule["weights"]), _phrases(rule["phrases"]))
        for rule in index()["rules"]
    )


@cache
def _said() -> frozenset[int]:
    """The numbers of the things that rules mention."""
    return frozenset(chain(*(entry.weights for entry in _entries())))


@cache
def _unanswered() -> list[Phrase]:
    """The questions in the index that no rule answers."""
    return _phrases(index()["unanswered"])


def _phrases(phrases: list[list[list[int]]]) -> list[Phrase]:
    """The phrases in the index."""
    rarity = index()["rarity"]
    return [
        Phrase([(word, max(rarity[thing] for thing in word)) for word in phrase], frozenset(chain(*phrase)))
        for phrase in phrases
    ]


def found_by(question: str, game: str = "") -> Finding:
    """Search for the likely rules and the other rules, and decide whether any rule answers the question.

    Rules of the chosen game come first.

    >>> found_by("longest moat").likely[0], found_by("égalité", "alhambra").likely[0]
    (Rule.LONGEST_MOAT, Rule.TIES_SHARE_THEIR_PLACES)
    >>> found_by("may I sell a building").unsaid
    ('sell',)
    """
    scored = _scored(question, game)
    least = min((score for _, score in scored[:LIKELY]), default=0) * NEAR
    likely = tuple(rule for rule, _ in takewhile(lambda pair: pair[1] >= least, scored))
    others = tuple(rule for rule, _ in scored[len(likely) :])
    if str(likely[0] if likely else "") == "-".join(words_of(question)):
        return Finding(likely, others, sure=True)
    topic, unsaid = _absent(question)
    if topic:
        return Finding(likely, others, sure=False, unsaid=unsaid, topic=topic)
    unknown, known = _unknown(question)
    sure = bool(likely) and scored[0][1] * known - SILENT * _silence(question) >= SURE
    return Finding(likely, others, sure, () if sure else _typed(question, unknown))


def ruling_on(topic: str) -> tuple[Rule, Ruling] | None:
    """The ruling on a topic that no book mentions, with its rule; None if there is no ruling."""
    if topic not in index()["answered"]:
        return None
    name, number = index()["answered"][topic]
    rule = Rule.named(name)
    return rule, rule.rulings[number]


def _absent(question: str) -> tuple[str, tuple[str, ...]]:
    """The topic of a question if no book mentions it, and the words in the question that match the topic."""
    words = words_of(question)
    for name in _spoken(words):
        for topic, phrases in index()["languages"][name]["absent"].items():
            for phrase in phrases:
                found = [next((word for word in words if _begins(word, part)), "") for part in phrase]
                if all(found):
                    return topic, _typed(question, {*found})
    return "", ()


def _typed(question: str, words: set[str]) -> tuple[str, ...]:
    """The given words as the user spelled them in the question."""
    return tuple(each for each in re.findall(r"[^\W_]+", question) if without_accents(each).lower() in words)


def _begins(word: str, part: str) -> bool:
    """Whether a word begins with a prefix; a short prefix must be the whole word."""
    return word.startswith(part) if len(part) > BEGINNING else word == part


def _unknown(question: str) -> tuple[set[str], float]:
    """The significant words in a question that no rule mentions, and the share of the words that rules mention."""
    telling = _telling(question)
    unknown = {word for word, meaning in telling if _said().isdisjoint(meaning)}
    return unknown, 1 - len(unknown) / len(telling)


def _silence(question: str) -> float:
    """The highest similarity of a question to any question that no rule answers."""
    asked = _asked(question)
    meant, whole = _together([word.meaning for word in asked]), sum(word.rarity for word in asked)
    return max(_common(asked, meant, whole, phrase) for phrase in _unanswered())


def _scored(question: str, game: str) -> list[tuple[Rule, float]]:
    """The candidate rules for a question, with their scores."""
    asked, name = _asked(question), "-".join(words_of(question))
    meant = _together([word.meaning for word in asked])
    games, given = ({game}, {index()["names"].get(game): 1.0}) if game else (_games_named(asked), {})
    scored = [
        (_score(asked, meant, meant | given, each) * _held(each.games, games) + (str(each.rule) == name), each)
        for each in _entries()
    ]
    enough = max(score for score, _ in scored) * POOR
    likely = [(score, each) for score, each in scored if score > 0 and score >= enough]
    likely.sort(key=lambda pair: (bool(game) and game not in pair[1].games, -pair[0]))
    return [(each.rule, score) for score, each in likely[:MOST]]


def _asked(question: str) -> list[Asked]:
    """The significant words in a question that have a meaning."""
    return [Asked(meaning, _rarity(meaning)) for _, meaning in _telling(question) if meaning]


def _telling(question: str) -> list[tuple[str, Meaning]]:
    """The significant words in a question with their meanings, in the languages that contain most of its words."""
    words, languages = list(dict.fromkeys(words_of(question))), index()["languages"]
    spoken = _spoken(words)
    telling = [word for word in words if not any(word in languages[name]["stop"] for name in spoken)]
    return [(word, _meaning(word, spoken) or _meaning(word, tuple(languages))) for word in telling or words]


def _spoken(words: list[str]) -> tuple[str, ...]:
    """The languages that contain the largest number of the given words."""
    languages = index()["languages"]
    known = [sum(word in each["forms"] or word in each["stop"] for word in words) for each in languages.values()]
    return tuple(name for name, number in zip(languages, known, strict=True) if number == max(known))


def _rarity(meaning: Meaning) -> float:
    """The degree to which a word distinguishes rules, judged by its likeliest meaning."""
    surest, rarity = max(meaning.values()), index()["rarity"]
    return max(float(rarity[thing]) for thing, likeness in meaning.items() if likeness == surest)


@cache
def _meaning(word: str, spoken: tuple[str, ...]) -> Meaning:
    """The meanings of a word in the given languages; if none of them contains the word, the search allows typos."""
    known = {name: index()["languages"][name]["forms"] for name in spoken}
    bare = {} if any(word in forms for forms in known.values()) else {name: _bare(word, name) for name in spoken}
    slips = bool(bare) and not any(bare.values())
    return _together(
        [dict.fromkeys(known[name][form], BARE) for name, forms in bare.items() for form in forms]
        + [
            dict.fromkeys(forms[form], likeness)
            for name, forms in known.items()
            for form in (forms if slips else _beginning(name).get(word[:BEGINNING], []))
            if (likeness := _likeness(word, form, slips=slips))
        ]
    )


def _bare(word: str, language: str) -> set[str]:
    """The longest known words that remain after removing a prefix and endings from a word."""
    words = index()["languages"][language]
    found = {word, *(word.removeprefix(each) for each in words["prefixes"])} if len(word) <= LONGEST else set()
    for _ in range(ENDINGS):
        found |= {each.removesuffix(ending) for each in found for ending in words["endings"]}
    known = [each for each in found if len(each) >= BEGINNING and each in words["forms"]]
    longest = max(map(len, known), default=0)
    return {each for each in known if len(each) == longest}


def _together(meanings: list[Meaning]) -> Meaning:
    """Merge several meanings; each thing keeps its highest similarity."""
    found: Meaning = {}
    for meaning in meanings:
        for thing, likeness in meaning.items():
            found[thing] = max(likeness, found.get(thing, 0))
    return found


@cache
def _beginning(language: str) -> dict[str, list[str]]:
    """A mapping from prefixes to the words of a language that begin with them."""
    found: dict[str, list[str]] = {}
    for form in index()["languages"][language]["forms"]:
        found.setdefault(form[:BEGINNING], []).append(form)
    return found


def _likeness(word: str, form: str, *, slips: bool) -> float:
    """The similarity of a word to a known one."""
    if word == form:
        return 1
    short, long = sorted((len(word), len(form)))
    shared = next((n for n in range(short) if word[n] != form[n]), short)
    if (shared >= BEGINNING and shared >= long - 2) or (shared >= 4 and shared >= 0.6 * long):
        return BEGINS * shared / long
    if not slips or short < 4:
        return 0
    most = 2 if short >= 8 else 1
    if long - short <= most and len(_letters(word) ^ _letters(form)) <= 2 * most:  # otherwise more letters are wrong
        wrong = _wrong_letters(word, form)
        if wrong <= most:
            return SLIP if wrong == 1 else SLIPS
    return PART if word.startswith(form) or word.endswith(form) else 0


@lru_cache(maxsize=1 << 14)
def _letters(word: str) -> frozenset[str]:
    """The letters in a word."""
    return frozenset(word)


def _wrong_letters(word: str, form: str) -> int:
    """The number of letters in a word that are wrong, missing, extra or swapped with the next letter."""
    older: list[int] = []
    last = list(range(len(form) + 1))
    for n, letter in enumerate(word, 1):
        row = [n]
        for m, other in enumerate(form, 1):
            row.append(min(last[m] + 1, row[m - 1] + 1, last[m - 1] + (letter != other)))
            if n > 1 and m > 1 and letter == form[m - 2] and word[n - 2] == other:
                row[m] = min(row[m], older[m - 2] + 1)
        older, last = last, row
    return last[-1]


def _score(asked: list[Asked], meant: Meaning, given: Meaning, rule: Entry) -> float:
    """The score of a rule, computed from its phrases that are most similar to the question and from its other texts.

    A question need not name the chosen game: ``given`` contains the meanings of its words and of that game's name.
    """
    if meant.keys().isdisjoint(rule.weights):
        return 0
    said = whole = 0.0
    for word in asked:
        whole += word.rarity
        if shared := word.meaning.keys() & rule.weights.keys():
            said += word.rarity * max(rule.weights[thing] * word.meaning[thing] for thing in shared)
    alike = [
        _common(asked, given, whole, phrase) for phrase in rule.phrases if not meant.keys().isdisjoint(phrase.things)
    ]
    score = said / whole
    for likeness, weight in zip(sorted(alike, reverse=True), NEAREST, strict=False):
        score += likeness * weight
    return score + SAME if max(alike, default=0) > 0.999 else score  # sums are rounded, so 1 may be missed


def _common(asked: list[Asked], given: Meaning, whole: float, phrase: Phrase) -> float:
    """The similarity of a question and a phrase, as the share of their words that they have in common."""
    common = 0.0
    for word in asked:
        if shared := word.meaning.keys() & phrase.things:
            common += word.rarity * max(map(word.meaning.__getitem__, shared))
    for things, rarity in phrase.words:
        common += rarity * max([given.get(thing, 0) for thing in things])
        whole += rarity
    return common / whole


def _games_named(asked: list[Asked]) -> set[str]:
    """The games whose distinctive things a question names; if it names two games, it is about the combined game."""
    named = {thing for word in asked for thing, likeness in word.meaning.items() if likeness == 1}
    games = {game for game, things in index()["signs"].items() if named & set(things)}
    return games if len(games) < 2 else {"combined"}


def _held(games: tuple[str, ...], asked: set[str]) -> float:
    """The weight of a rule, depending on whether it holds in the games that the question is about."""
    if asked and not asked & set(games):
        return ELSEWHERE
    if asked == set(games):
        return OWN
    return UNNAMED if games == ("combined",) and "combined" not in asked else 1
