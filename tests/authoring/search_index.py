"""Making the index by which rules are found in plain words, in five languages: ``specs/search.json``.

The index is made from the chapters, from ``specs/words``, where people's own words stand, language by language, and
from the questions in ``tests/data/questions``: a tuned one is a way to ask for its rule, and those that no rule answers
tell what is asked in vain.
A *thing* is what words mean the same: those that stand beside each other in a list of ``things``, in any language,
and else the forms of one word. Stemmers tell which forms belong together. They are a library for those who write
the index (``python -m tests.authoring``); those who search read it, and need none.
"""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from functools import cache, cached_property
from math import log, sqrt
from typing import Any

import snowballstemmer
from attrs import define, field, frozen

from granada.board import Building, Family
from granada.languages import Language
from granada.rulebook import BOOKS, READINGS, Quote, Rule, specs_folder
from granada.spec.chapters import RuleText, read_chapters
from granada.spec.rule_search import without_accents, words_of
from tests.benchmarks.finding import queries, unanswered

LANGUAGES = {"en": "english", "hu": "hungarian", "nl": "dutch", "it": "italian", "fr": "french"}
"""The languages, and what the library calls their stemmers."""
PHRASE, SENTENCE, QUOTE, TITLE = 1.0, 0.6, 0.35, 0.2
"""How much a word counts for a rule: in the ways to ask for it, its sentence, what the books print, its chapter."""
PRINTED_IN = {book.name: book.language for book in BOOKS}
"""The language of each book."""
SEVERAL = 3
"""The fewest telling words of a part of a question that is a way to ask by itself."""
FEW = 4
"""A thing of which fewer rules speak tells them apart no better than one of which so many do."""
BUILDINGS = frozenset(map(str, Building))
"""What the buildings are called; to the rules each is a building like any other."""
SIGNS = {
    "granada": ["moat", "granada", *(str(each) for each in Building if each.family is Family.GRANADA)],
    "alhambra": ["wall", "alhambra", *(str(each) for each in Building if each.family is Family.ALHAMBRA)],
}
"""The things that only one of the games has."""

Phrase = list[list[int]]
"""Some words, each as the things that it can mean, by their numbers."""


@frozen
class Words:
    """What ``specs/words`` holds of a language.

    - ``stop``: Words that tell no rule from another.
    - ``prefixes``, ``endings``: What a word can begin and end with beside a known word.
    - ``things``: What the things of the game are called.
    - ``rules``, ``readings``: How people ask for a rule, or for a reading that a table can choose.
    - ``absent``: How people ask for what no book speaks of: the beginnings of words that stand in a question together.
    """

    stop: frozenset[str]
    prefixes: tuple[str, ...]
    endings: tuple[str, ...]
    things: dict[str, list[str]]
    rules: dict[str, list[str]]
    readings: dict[str, list[str]]
    absent: dict[str, list[str]]


@cache
def words_in(language: str) -> Words:
    """The words of a language, as contributors write them."""
    read = tomllib.loads((specs_folder() / "words" / f"{language}.toml").read_text(encoding="utf-8"))
    things = {thing: words.split() for thing, words in read["things"].items()}
    stop, prefixes, endings = (words_of(read[name]) for name in ("stop", "prefixes", "endings"))
    said = (read["rules"], read["readings"], read["absent"])
    return Words(frozenset(stop), tuple(dict.fromkeys(prefixes)), tuple(dict.fromkeys(endings)), things, *said)


@define
class Tongue:
    """A language while the index is made: which things each form of a word means."""

    language: str
    words: Words
    numbers: dict[str, int]
    listed: dict[str, list[str]] = field(factory=dict)
    known: dict[str, list[str]] = field(factory=dict)
    forms: dict[str, list[int]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        """Know the things by their words, and by the stems of these."""
        for thing, words in self.words.things.items():
            names = [thing, "building"] if thing in BUILDINGS else [thing]
            for word in words:
                self.known.setdefault(self._stem(word), []).extend(names)
                self.listed.setdefault(without_accents(word.lower()), []).extend(names)
        for words in self.words.things.values():
            self.things(" ".join(words))

    @cached_property
    def _stemmer(self) -> Callable[[str], str]:
        return cache(snowballstemmer.stemmer(LANGUAGES[self.language]).stemWord)

    def _stem(self, word: str) -> str:
        return without_accents(self._stemmer(word.lower()))

    def things(self, text: str) -> Phrase:
        """The things that each telling word of a text can mean, by their numbers."""
        phrase: Phrase = []
        for word in re.findall(r"[^\W_]+", text.lower()):
            form = without_accents(word)
            if form not in self.words.stop and form.isascii():
                stem = self._stem(word)
                own = stem if stem.isdigit() else f"{self.language} {stem}"
                names = dict.fromkeys(self.listed.get(form) or self.known.get(stem) or [own])
                found = [self.numbers.setdefault(name, len(self.numbers)) for name in names]
                self.forms[form] = sorted({*self.forms.get(form, []), *found})
                phrase.append([number for name, number in zip(names, found, strict=True) if name not in BUILDINGS])
        return phrase


@define
class Entry:
    """A rule while the index is made: the ways to ask for it as things, and how much each thing counts for it."""

    phrases: list[Phrase] = field(factory=list)
    weights: dict[int, float] = field(factory=dict)

    def ask(self, phrase: Phrase) -> None:
        """Take up a way to ask for the rule."""
        if phrase and phrase not in self.phrases:
            self.phrases.append(phrase)

    def count(self, phrase: Phrase, weight: float) -> None:
        """Let all things of a phrase count so much at least."""
        for thing in _all_of(phrase):
            self.weights[thing] = max(weight, self.weights.get(thing, 0))

    def count_phrases(self) -> None:
        """A thing counts the more, the more ways to ask for the rule name it."""
        for thing, number in Counter(thing for phrase in self.phrases for thing in _all_of(phrase)).items():
            self.weights[thing] = PHRASE * (0.5 + 0.5 * sqrt(number / len(self.phrases)))


def _all_of(phrase: Phrase) -> set[int]:
    """All things that the words of a phrase can mean."""
    return {thing for things in phrase for thing in things}


def _entry(text: RuleText, title: str, tongues: dict[str, Tongue]) -> Entry:
    """What is said of a rule in all languages."""
    rule, asked = Rule.named(text.rule), _asked(text)
    phrases = [(language, tongues[language].things(phrase)) for language, phrase in asked]
    named = Counter(pair for language, phrase in phrases for pair in {(language, thing) for thing in _all_of(phrase)})
    languages = Counter(thing for _, thing in named)

    def meant(language: str, words: str) -> Phrase:
        """Some words; one that can mean several things means here what most languages name."""
        found = tongues[language].things(words)
        most = (max(languages[thing] for thing in things) for things in found)
        return [[thing for thing in things if languages[thing] == top] for things, top in zip(found, most, strict=True)]

    entry = Entry()
    for language, phrase in asked:
        entry.ask(meant(language, phrase))
    entry.count_phrases()
    entry.count(meant("en", title), TITLE)
    for language in tongues:
        sentence = meant(language, Language(language)(rule.sentence))
        if language == "en":
            entry.ask(sentence)
        entry.count(sentence, SENTENCE if language == "en" else QUOTE)
    for quote in filter(None, map(Quote.read, text.sources)):
        entry.count(meant(PRINTED_IN[quote.book], quote.words), QUOTE)
        entry.count(meant("en", quote.english), QUOTE)
    return entry


def _asked(text: RuleText) -> list[tuple[str, str]]:
    """The ways to ask for a rule, each with its language."""
    readings = [name for name, (read, _) in READINGS.items() if str(read) == text.rule]
    found = [("en", phrase) for phrase in (text.rule, *text.also)]
    for language in LANGUAGES:
        words = words_in(language)
        found += [(language, phrase) for phrase in words.rules.get(text.rule, [])]
        found += [(language, phrase) for name in readings for phrase in words.readings.get(name, [])]
    return found + _learned().get(text.rule, [])


@cache
def _learned() -> dict[str, list[tuple[str, str]]]:
    """For each rule the questions that it answers best, each with its language: whole, and in telling parts."""
    found: dict[str, list[tuple[str, str]]] = {}
    for query in queries("tuned"):
        stop = words_in(query.language).stop
        parts = [part for part in re.split(r"[.?!:;,]+ ", query.words) if len({*words_of(part)} - stop) >= SEVERAL]
        found.setdefault(str(query.right[0]), []).extend((query.language, part) for part in (*parts, query.words))
    return found


def made_index() -> dict[str, Any]:
    """The index, made anew."""
    numbers: dict[str, int] = {}
    tongues = {each: Tongue(each, words_in(each), numbers) for each in LANGUAGES}
    texts = [(chapter, text) for chapter in read_chapters() for text in chapter.rules]
    entries = [_entry(text, chapter.title, tongues) for chapter, text in texts]
    silent = Entry()
    for language, question in unanswered():
        silent.ask([things for things in tongues[language].things(question) if things])
    spread = dict.fromkeys(range(len(numbers)), 0.0)
    for thing, weight in (pair for entry in entries for pair in entry.weights.items()):
        spread[thing] += weight
    rules = [
        {
            "rule": text.rule,
            "chapter": chapter.name,
            "sentence": Rule.named(text.rule).sentence,
            "games": list(text.games),
            "phrases": entry.phrases,
            "weights": [[thing, round(weight, 2)] for thing, weight in sorted(entry.weights.items())],
        }
        for (chapter, text), entry in zip(texts, entries, strict=True)
    ]
    return {
        "rules": rules,
        "unanswered": silent.phrases,
        "answered": _answered([text for _, text in texts]),
        "rarity": [_rarity(said, len(rules)) for said in spread.values()],
        "signs": {game: [numbers[thing] for thing in things] for game, things in SIGNS.items()},
        "names": {game: numbers[game] for game in (*SIGNS, "combined")},
        "languages": {
            name: {
                "stop": sorted(tongue.words.stop),
                "prefixes": tongue.words.prefixes,
                "endings": tongue.words.endings,
                "forms": dict(sorted(tongue.forms.items())),
                "absent": {topic: [words_of(each) for each in said] for topic, said in tongue.words.absent.items()},
            }
            for name, tongue in tongues.items()
        },
    }


def _answered(texts: list[RuleText]) -> dict[str, tuple[str, int]]:
    """For what no book speaks of, the rule and the number of the ruling that answers it."""
    read = tomllib.loads((specs_folder() / "words" / "en.toml").read_text(encoding="utf-8"))["answered"]
    rulings = {ruling.question: (text.rule, number) for text in texts for number, ruling in enumerate(text.rulings)}
    return {topic: rulings[question] for topic, question in read.items()}


def _rarity(said: float, rules: int) -> float:
    """How much a thing tells rules apart of which so much is said."""
    return round(log(1 + rules / max(said, FEW)), 2)


def index_text() -> str:
    """What ``specs/search.json`` must hold; a line for each rule and each language."""
    made = made_index()
    rules = ",\n".join(map(_line, made["rules"]))
    languages = ",\n".join(f"{_line(name)}:{_line(words)}" for name, words in made["languages"].items())
    rest = ",\n".join(
        f"{_line(name)}:{_line(made[name])}" for name in ("unanswered", "answered", "rarity", "signs", "names")
    )
    return f'{{"rules":[\n{rules}\n],\n{rest},\n"languages":{{\n{languages}\n}}}}\n'


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
