"""The sentence of a rule under the readings that a table has chosen.

``data/sentences.json`` contains the other sentences of each rule. The key of a sentence lists the conditions under
which it replaces the rule's usual sentence: readings, a game that words the rule in its own way (the Alhambra has walls
and one face, the combined game has two cities), ``without-dirk`` for a table without Dirk, and ``broken`` for the
demand that is shown to a player who breaks the rule.
"""

import json
from importlib.resources import files

from granada.rulebook.books import book_of
from granada.rulebook.rule import Rule
from granada.rulebook.ruling import Ruling
from granada.rulebook.rulings import EDITIONS, Rulings

_FILE = files("granada") / "data" / "sentences.json"
SENTENCES: dict[Rule, dict[str, str]] = {
    Rule(name): sentences for name, sentences in json.loads(_FILE.read_text(encoding="utf-8")).items()
}
"""The other sentences of each rule, by the conditions under which they hold."""
UNDER_READINGS = {
    rule: readings
    for rule, sentences in SENTENCES.items()
    if (readings := {key: said for key, said in sentences.items() if all("=" in word for word in key.split())})
}
"""The sentences of rules under other readings, for a single reading or for several together."""


def _worded(rule: Rule, rulings: Rulings | None, *conditions: str) -> str:
    """The sentence of a rule with the most conditions, all of which hold."""
    holds = {*(rulings or Rulings()).choices, *conditions}
    found = [key for key in SENTENCES.get(rule, ()) if holds.issuperset(key.split())]
    return SENTENCES[rule][max(found, key=lambda key: len(key.split()))] if found else rule.sentence


def sentence_of(rule: Rule, rulings: Rulings | None = None, game: str = "", *, dirk: bool = True) -> str:
    """The sentence of a rule under the given readings, as worded for a game, with or without Dirk.

    >>> sentence_of(Rule.COMBINED_END, Rulings(half_empty_ends=True))
    'The combined game ends when one half of a space stays empty.'
    >>> sentence_of(Rule.MOATS_MATCH, game="alhambra")
    'If two edges touch, either both have a wall or neither does.'
    """
    return _worded(rule, rulings, game, "" if dirk else "without-dirk")


def demand_of(rule: Rule, rulings: Rulings | None = None, game: str = "") -> str:
    """The sentence of a broken rule, worded as a demand.

    >>> demand_of(Rule.EDGE_CONTACT)
    'Every tile must share at least one whole edge with another tile.'
    """
    return _worded(rule, rulings, game, "broken")


def ruling_of(rule: Rule, rulings: Rulings | None = None) -> tuple[list[Ruling], list[Ruling]]:
    """The rulings on a rule that hold at a table, and the rulings that the table's readings replace.

    >>> [len(each) for each in ruling_of(Rule.FLIP_COSTS_THREE, Rulings(flip_by_one_card=True))]
    [1, 2]
    """
    choices = (rulings or Rulings()).choices
    followed = [each for each in rule.rulings if each.holds(choices)]
    return followed, [each for each in rule.rulings if each not in followed]


def books_that_choose(readings: str, rule: Rule | None = None) -> tuple[str, ...]:
    """The books whose editions adopt the given readings, written as a key of ``UNDER_READINGS``.

    If a rule is given, an edition that adopts further readings counts only if they leave the rule's sentence as it is.

    >>> books_that_choose("several_cards_limit=4")
    ('Granada (Italian)',)
    >>> books_that_choose("exact_by_ability=true", Rule.EXACT_PAYMENT_EARNS_AN_ACTION)
    ()
    """
    said = UNDER_READINGS[rule][readings] if rule else ""
    choosing = (
        key
        for key, rulings in EDITIONS.items()
        if rulings.choices.issuperset(readings.split()) and (rule is None or sentence_of(rule, rulings) == said)
    )
    return tuple(dict.fromkeys(str(book_of(*key)) for key in choosing))
