"""Searching for a rule in plain words: one index, for the terminal and for the site.

What a chapter says of a rule counts by where it stands: its name and synonyms most, then its sentence, then the rest.
The site searches the index by itself (``docs/_static/finding.js``); a test holds that both find the same.
"""

import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from math import log
from typing import Any

from granada.rulebook import Rule
from granada.suite.chapters import RuleText, read_chapters

STOP = frozenset(
    """
    a all an and any are as at be but by can cannot could count counts do does for from gets getting had happens
    has have how i if in into is it its just me may much must my no not of on or our should so than that the their
    them then there these they this those to up us was we what when where which while who whose why will with
    would you your
    """.split()  # noqa: SIM905  a list of words is read as a text
)
"""Words that tell no rule from another."""
NAME, SYNONYM, SENTENCE, TITLE, PROSE = 4.0, 4.0, 2.0, 1.0, 0.7
"""How much a word counts: in the name of a rule, its synonyms, its sentence, the title of its chapter, its text."""
WHOLE, WITHIN = 12.0, 4.0
"""What is added where the question is a name or a synonym, or stands within one."""
NEAR, LIKE = 0.8, 0.5
"""How much of a word counts that only begins like the one that is looked for."""
MOST = 12
"""How many rules are found at the most."""
POOR = 0.25
"""A rule is found when it counts at least this part of what the best one counts."""


def words_of(text: str) -> list[str]:
    """The words of a text, in small letters without accents.

    >>> words_of("Vízesárok: 2 Fossé's")
    ['vizesarok', '2', 'fosse', 's']
    """
    plain = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return re.findall(r"[a-z0-9]+", plain.lower())


def telling_words(text: str) -> list[str]:
    """The words by which a rule can be found: all but those that tell nothing, unless there are no others."""
    found = list(dict.fromkeys(words_of(text)))
    return [word for word in found if word not in STOP] or found


def _weights(text: RuleText, title: str) -> dict[str, float]:
    """How much each word counts for a rule, of all that a chapter with a title says of it but for the cases."""
    found: dict[str, float] = {}
    places = ((PROSE, text.prose), (TITLE, title), (SENTENCE, Rule.named(text.rule).sentence))
    for weight, words in (*places, (SYNONYM, " ".join(text.also)), (NAME, text.rule)):
        for word in set(words_of(words)) - STOP:
            found[word] = weight + 0.1 * found.get(word, 0)
    return found


@cache
def index() -> dict[str, Any]:
    """The index as the site has it: the rules, what they are called, and how much each word counts for which."""
    rules = [(chapter, text) for chapter in read_chapters() for text in chapter.rules]
    counted = [_weights(text, chapter.title) for chapter, text in rules]
    spread = Counter(word for found in counted for word in found)
    words: dict[str, list[list[float]]] = {}
    for number, found in enumerate(counted):
        for word, weight in found.items():
            rarity = log(1 + len(rules) / spread[word])
            words.setdefault(word, []).append([number, round(weight * rarity, 2)])
    listed = [
        {
            "rule": text.rule,
            "chapter": chapter.name,
            "sentence": Rule.named(text.rule).sentence,
            "names": [" ".join(telling_words(name)) for name in (text.rule, *text.also)],
        }
        for chapter, text in rules
    ]
    return {"rules": listed, "words": dict(sorted(words.items())), "stop": sorted(STOP)}


def found_rules(question: str) -> list[Rule]:
    """The rules that a question in plain words may mean, the likeliest first.

    >>> found_rules("longest moat")[0]
    Rule.LONGEST_MOAT
    """
    wanted, known = telling_words(question), index()
    scores = [0.0] * len(known["rules"])
    hits = [0] * len(scores)
    for word in wanted:
        for number, weight in _best(word).items():
            scores[number] += weight
            hits[number] += 1
    for number, rule in enumerate(known["rules"]):
        scores[number] *= hits[number] / len(wanted) if wanted else 0
        if hits[number]:
            scores[number] += max(_named(wanted, name) for name in rule["names"])
    order = sorted((-score, number) for number, score in enumerate(scores) if score > 0)
    likely = [number for score, number in order if score <= order[0][0] * POOR]
    return [Rule.named(known["rules"][number]["rule"]) for number in likely[:MOST]]


def _named(wanted: list[str], name: str) -> float:
    """What is added because of a name or a synonym."""
    if " ".join(wanted) == name:
        return WHOLE
    return WITHIN if wanted and set(wanted) <= set(name.split()) else 0


@lru_cache(maxsize=1 << 10)
def _best(wanted: str) -> dict[int, float]:
    """How much a word that is looked for counts for each rule, by the word of the rule that is most like it."""
    best: dict[int, float] = {}
    for word, places in index()["words"].items():
        if likeness := _likeness(wanted, word):
            for number, weight in places:
                best[int(number)] = max(best.get(int(number), 0), weight * likeness)
    return best


def _likeness(wanted: str, word: str) -> float:
    """How much two words are the same: wholly, but for an ending, or in how they begin."""
    if wanted == word:
        return 1
    short, long = sorted((wanted, word), key=len)
    if not long.startswith(short):
        return 0
    if len(short) >= 3 and len(long) - len(short) <= 2:
        return NEAR
    return LIKE if len(short) >= 5 else 0
