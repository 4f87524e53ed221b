"""The texts that ``granada rule`` prints for a rule, a chapter or a case."""

import re
from collections.abc import Collection, Iterator

from granada import spec
from granada.errors import InvalidState
from granada.game import GAMES
from granada.judging.answer_words import fact_in_words, label_in_words
from granada.judging.sayings import Manner, saying
from granada.languages import ENGLISH, Language
from granada.pictures import LONGEST_LINE, differing, sentence, wrapped
from granada.questions import Answer, NotationQuestion, says_the_same, toml_text
from granada.rulebook import EDITIONS, UNDER_READINGS, Rule, Ruling, Rulings, book_of, books_that_choose, sentence_of
from granada.spec import Case, Finding, case_named, slug
from granada.wire import canonical_json
from granada.words import Words, book_in_words, no_such_rule, source_in_words
from granada.words.names import GAMES as GAME_NAMES

LONGEST_CASE = 160
"""The maximum length of a line that describes a case of a rule."""


def described(rule: Rule, width: int = LONGEST_LINE, language: Language = ENGLISH, game: str = "") -> str:
    """The full description of a rule: its sentence, text, sources, differences, rulings and cases."""
    text = spec.rule_text(rule)
    if text is None:
        return sentence(rule, width, language=language)
    say = language
    said = {rule.sentence: sentence_of(rule, game=game)}
    prose = (" ".join(say(said.get(part, part)) for part in parts) for parts in text.paragraphs)
    parts = [str(rule), "\n\n".join(_table(part) if part.startswith("|") else wrapped(part, width) for part in prose)]
    if text.elsewhere:
        games = say.listed(say.of(GAME_NAMES[game]) for game in text.games)
        parts.append(wrapped(say("It holds in {games}: {reason}", games=games, reason=say(text.elsewhere)), width))
    if text.sources:
        listed = [wrapped(f"- {source_in_words(source, say)}", width, later="  ") for source in text.sources]
        parts.append("\n".join([say("Sources"), *listed]))
    if text.differences:
        parts.append("\n\n".join([differing(each, width, language=say) for each in text.differences]))
    if rule in UNDER_READINGS:
        parts.append("\n".join(wrapped(line, width, later="  ") for line in under_readings(rule, say)))
    if text.rulings:
        ruled = "\n\n".join(wrapped(_decided(each, say), width) for each in text.rulings)
        parts.append("\n".join([say("Ruling"), ruled]))
    if text.cases:
        cases = (wrapped(f"- {_in_short(case, say)}", width, later="  ") for case in text.cases)
        parts.append("\n".join([say("Cases"), *cases]))
    return "\n\n".join(parts)


def _table(written: str) -> str:
    """Split a Markdown table that was joined into one line into its rows, without the delimiter row."""
    columns, cells = written.count("---"), [cell.strip() for cell in written.split("|")[1:]]
    head, _, *rows = (cells[at : at + columns] for at in range(0, len(cells) - 1, columns + 1))
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    padded = ((cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in (head, *rows))
    return "\n".join("  ".join(row).rstrip() for row in padded)


def _decided(ruling: Ruling, say: Language) -> str:
    """A ruling, and the readings under which it does not hold."""
    told = [say(str(ruling))]
    if ruling.unless:
        told.append(say("This ruling does not hold under {readings}.", readings=", ".join(ruling.unless)))
    return " ".join(told)


def under_readings(rule: Rule, say: Language = ENGLISH) -> list[str]:
    """The sentences of a rule under other readings, with the editions that adopt them."""
    lines = []
    for readings, said in UNDER_READINGS.get(rule, {}).items():
        books = ", ".join(book_in_words(each, say) for each in books_that_choose(readings, rule))
        whose = say("Under {readings} ({books})", readings=readings, books=books)
        name = whose if books else say("Under {readings}", readings=readings)
        lines.append(say.named(name, say(said)))
    return lines


def _in_short(case: Case, say: Language) -> str:
    """A case in one line, with its name and its actions in notation."""
    text = case.asked.text if isinstance(case.asked, NotationQuestion) else ""
    what = "; ".join(map(str, case.asked.deeds)) or " / ".join(text.split("\n"))
    name = f"{case.name} ({case.kind}{': ' + what if what else ''})"
    line = say.named(name, _answer(case.expect, Words(say, brief=True)))
    return line if len(line) <= LONGEST_CASE else f"{line[: LONGEST_CASE - 3]}..."


def _answer(expect: Answer, words: Words) -> str:
    """An answer in a few words."""
    say = words.language
    if "then" not in expect and "legal" in expect:
        return say("legal") if expect["legal"] else say("breaks {rules}", rules=", ".join(expect["broken"]))
    if "error" in expect:
        return say("no notation")
    if "actions" in expect:
        return say.counted("{number} legal action", "{number} legal actions", len(expect["actions"]))
    facts = expect.get("then", expect).items()
    return ", ".join(f"{label_in_words(name, words)} {fact_in_words(name, value, words)}" for name, value in facts)


def listed_rules(width: int = LONGEST_LINE, only: str | None = None, language: Language = ENGLISH) -> str:
    """The rules of one chapter or of all chapters, with their sentences."""
    chapters: dict[str, list[str]] = {}
    for rule in Rule:
        chapters.setdefault(spec.chapter_of_rule(rule), []).append(sentence(rule, width, "  ", language=language))
    names = (*spec.ORDER, "") if only is None else (only,)
    listed = ((_title(name, language), chapters[name]) for name in names if name in chapters)
    return "\n\n".join("\n".join([wrapped(title, width), *rules]) for title, rules in listed)


def listed_differences(
    edition: str, game: str, only: str = "", width: int = LONGEST_LINE, language: Language = ENGLISH
) -> str:
    """The details that an edition's book prints differently, leaves open or does not say, for some rules or all.

    ``only`` is a rule, a chapter, or a question of several plain words. For a question, the text begins with the likely
    rules, as a search without an edition lists them.
    Without a game, or with one that does not have the chosen rule, the book answers for all its games.
    """
    rules, head = [rule for rule in Rule if slug(only) in {"", str(rule), rule.chapter}], ""
    if not rules and " " in only:
        asked, head = spec.found_by(only, game), looked_up(only, width, game, language)
        if asked.topic:
            return head
        rules = list(asked.likely)
    if not rules:
        raise InvalidState(no_such_rule(only, language.in_game(game)))
    having = [each for each in GAMES if any(each in rule.games for rule in rules)]
    first = game if game in having else next((each for each in having if (edition, each) in EDITIONS), having[0])
    book, say = book_of(edition, first), language.in_game(first)
    here = [first] if game == first else [each for each in having if each in book.games]
    found, unsaid = [], []
    for rule in rules:
        games = [each for each in here if each in rule.games]
        printed = [each for each in rule.differences if each.book == book.name and {*games} & {*each.games}]
        found += [f"{rule}{_for(each.games, games, say)}\n{differing(each, width, '  ', say)}" for each in printed]
        said = {each: saying(book, rule, each, Rulings()) for each in games}
        quiet = {each for each in said.values() if each.manner.wordless or (each.manner is Manner.NEAR and not printed)}
        unsaid += [
            say.named(f"{rule}{_for([game for game in games if said[game] == each], games, say)}", each.line(say)[0])
            for each in dict.fromkeys(said.values())
            if each in quiet
        ]
    found += ["\n".join(wrapped(each, width, later="  ") for each in unsaid)] if unsaid else []
    told = "\n\n".join(found) or say("{book} prints no rule differently.", book=book_in_words(book.name, say))
    return f"{head}\n\n{told}" if head else told


def _for(some: Collection[str], games: list[str], say: Language) -> str:
    """The names in brackets of those of the games that are among some; empty if all are."""
    found = [each for each in games if each in some]
    return "" if found == games else f" ({', '.join(say.of(GAME_NAMES[each]) for each in found)})"


def _title(name: str, say: Language) -> str:
    """A chapter's title in a given language."""
    chapter = spec.chapter_named(name)
    return say(chapter.title) if chapter else say("Other rules")


def _case_text(rule: Rule, name: str) -> str:
    """The text of a case in its chapter; if there is none, raise an InvalidState that names the existing cases."""
    found = spec.rule_text(rule)
    written = zip(found.written, found.written_texts, strict=True) if found else ()
    texts = {slug(case["name"]): text for case, text in written}
    if name not in texts:
        raise InvalidState(f"{rule} has no case {name[:60]!r}; it has {', '.join(texts)}")
    if re.search(r'\.jsonl(:\d+)?"', texts[name]):  # the lines of a recorded game are in a separate file
        return canonical_json(case_named(f"{rule}/{name}").data)
    return texts[name]


def _twin_text(name: str) -> str:
    """The text of a twin case; raise InvalidState if there is no such twin."""
    twin = case_named(name)
    text = toml_text(twin.written).strip()
    return text if says_the_same(text, twin.asked) else canonical_json(twin.data)


def looked_up(
    name: str, width: int = LONGEST_LINE, game: str = "", language: Language = ENGLISH, *, whole: bool = False
) -> str:
    """The text of a rule, a chapter or a case, or the rules that a question in plain words may be about.

    The text of a case is the TOML of its chapter, so that a user can change it and judge the result. A search lists
    rules of the chosen game first; ``whole`` adds the less likely rules.
    """
    rule, _, case = name.partition("/")
    if case:
        return _twin_text(name) if "@" in case else _case_text(Rule.named(rule), slug(case))
    if slug(name) in spec.ORDER:
        return listed_rules(width, slug(name), language)
    if slug(name) in set(map(str, Rule)):
        return described(Rule.named(name), width, language.in_game(game), game)
    found, language = spec.found_by(name, game), language.in_game(game)
    if not found.likely and not found.topic:
        raise InvalidState(no_such_rule(name, language))
    return "\n".join(_told(found, width, language, game, whole=whole))


def _told(found: Finding, width: int, say: Language, game: str, *, whole: bool) -> Iterator[str]:
    """The rules that a question is probably about, preceded by a note or our ruling if no rule answers it."""
    words = " ".join(found.unsaid)
    if found.topic:
        yield wrapped(say('The rulebooks say nothing about "{words}".', words=words), width)
    elif words:
        yield wrapped(say('No rule seems to cover this; the search does not know "{words}".', words=words), width)
    elif not found.sure:
        yield say("No rule seems to cover this.")
    if ruled := spec.ruling_on(found.topic):
        rule, ruling = ruled
        yield wrapped(say.named(say("Our ruling on {rule}", rule=rule), say(str(ruling))), width)
        return
    if not found.sure and found.likely:
        yield say("The nearest rules:")
    shown = found.rules if whole else found.likely
    yield from (_with_games(rule, width, say, game) for rule in shown)
    if more := len(found.rules) - len(shown):
        yield say.counted("{number} more with --all", "{number} more with --all", more)


def _with_games(rule: Rule, width: int, language: Language, game: str) -> str:
    """A rule and its sentence for a game, followed by the rule's games unless it holds in all of them."""
    where = _for(rule.games, list(GAMES), language)
    return wrapped(language.named(str(rule), f"{language(sentence_of(rule, game=game))}{where}"), width, later="  ")
