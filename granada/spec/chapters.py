"""Read the chapters of the specification, which are Markdown, into rules with their sources, rulings and cases."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

from attrs import frozen

from granada.errors import InvalidState
from granada.game import GAMES
from granada.questions import short
from granada.rulebook import Difference, Quote, Rule, Ruling, specs_folder
from granada.spec.cases import Case, read_case

Table = dict[str, Any]
"""A TOML table."""

ORDER = (
    *("set-up", "money", "buying", "building", "redesigning", "placing", "refilling", "scoring", "the-end"),
    *("two-players", "simplified-scoring", "alhambra", "vizier", "exchange", "bonus", "huts", "combined", "notation"),
)
"""The chapters in reading order."""
ALSO = re.compile(r"\A\*Also: ([^*]+?)\.\*\n")
"""A pattern for the other names of a rule, which follow its heading."""
FENCE = re.compile(r"^```toml\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)
"""A pattern for a TOML block, which contains cases or differences between the books."""
_HOLDS = re.compile(r"^\*Holds in\* ([a-z, ]+)(?:\.|: (.*?))(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
_SOURCES = re.compile(r"^\*Sources\*\n+((?:- .*\n?(?:  .*\n?)*)+)", re.MULTILINE)
_RULING = re.compile(r"^\*(Our ruling|Ruling)\.\*(.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


@frozen
class RuleText:
    """A chapter's section on one rule, parsed when needed.

    - ``markdown``: The text under the heading of the rule.
    - ``head``: The text above the chapter's first rule; it may name the games in which the rules hold.
    """

    rule: str
    markdown: str
    head: str

    @cached_property
    def also(self) -> tuple[str, ...]:
        """The rule's other names."""
        found = ALSO.match(self.markdown)
        return tuple(name.strip() for name in found[1].split(",")) if found else ()

    @cached_property
    def prose(self) -> str:
        """The Markdown without the cases and without the rule's other names."""
        return FENCE.sub("", ALSO.sub("", self.markdown))

    @property
    def text(self) -> str:
        """The rule in plain words, as Markdown."""
        return _HOLDS.sub("", self.prose).split("*Sources*")[0].strip()

    @property
    def paragraphs(self) -> tuple[tuple[str, ...], ...]:
        """The paragraphs after the sentence of the rule; the catalogues translate each of them separately."""
        first, *others = (" ".join(part.split()) for part in self.text.split("\n\n"))
        sentence = Rule.named(self.rule).sentence
        rest = first.removeprefix(sentence).strip()
        begun = (sentence, rest) if rest else (sentence,)
        return (begun if first.startswith(sentence) else (first,), *((other,) for other in others))

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources of the rule in the books, one line for each book."""
        found = _SOURCES.search(_HOLDS.sub("", self.prose))
        items = re.split(r"^- ", found[1], flags=re.MULTILINE)[1:] if found else []
        return tuple(" ".join(each.split()) for each in items)

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings on the rule, made where the books differ or are silent."""
        found = _RULING.findall(_HOLDS.sub("", self.prose))
        return tuple(
            Ruling.read(self.rule, " ".join(said.split()), ours=label == "Our ruling") for label, said in found
        )

    @property
    def ruling(self) -> str:
        """All rulings as text, one paragraph each."""
        return "\n\n".join(map(str, self.rulings))

    @property
    def _holds(self) -> re.Match[str] | None:
        return _HOLDS.search(self.prose) or _HOLDS.search(self.head)

    @cached_property
    def games(self) -> tuple[str, ...]:
        """The games in which the rule holds; by default all games."""
        if self._holds is None:
            return tuple(GAMES)
        named = re.findall(r"[a-z]+", self._holds[1].replace(" and ", " "))
        if unknown := [name for name in named if name not in GAMES]:
            raise InvalidState(f"{self.rule}: there is no game {', '.join(unknown)}; choose from {', '.join(GAMES)}")
        return tuple(game for game in GAMES if game in named)

    @property
    def elsewhere(self) -> str:
        """The reason why the rule does not hold in the other games."""
        return " ".join((self._holds[2] or "").split()) if self._holds else ""

    @cached_property
    def _tables(self) -> tuple[Table, ...]:
        """The TOML tables, one for each fenced block."""
        try:
            return tuple(map(tomllib.loads, FENCE.findall(self.markdown)))
        except tomllib.TOMLDecodeError as flaw:
            raise InvalidState(f"{self.rule}: a case is not TOML: {flaw}") from None

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """The differences between the books and our rulings."""
        written = self.written_differences
        return tuple(Difference.read(self.rule, one) for each in written for one in _of_each_book(self.rule, each))

    @property
    def written_differences(self) -> tuple[Table, ...]:
        """The differences as the chapter writes them; a difference that several books share is one entry."""
        return tuple(each for table in self._tables for each in table.get("difference", []))

    @property
    def written(self) -> tuple[Table, ...]:
        """The cases as the TOML tables that the chapter contains."""
        return tuple(case for table in self._tables for case in table.get("case", []))

    @property
    def written_texts(self) -> tuple[str, ...]:
        """The cases as the TOML texts that the chapter contains."""
        fences = FENCE.findall(self.markdown)
        blocks = (block for fence in fences for block in re.split(r"^(?=\[\[case\]\]$)", fence, flags=re.MULTILINE))
        return tuple(block.strip() for block in blocks if "[[case]]" in block)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The cases; a case that names a recorded game contains the lines of that game."""
        return tuple(read_case(self.rule, _with_record(case)) for case in self.written)


def _of_each_book(rule: str, written: Table) -> Iterator[Table]:
    """Split a difference into one for each book that it quotes; a difference that names its book is not split."""
    if "quotes" not in written:
        yield written
    shared = {key: value for key, value in written.items() if key != "quotes"}
    for text in written.get("quotes", ()):
        quote = Quote.read(text)
        if quote is None:
            raise InvalidState(f"{rule}: a difference must quote a book as a source does, not {short(text)}")
        games = {"games": list(quote.games)} if quote.games else {}
        yield {**shared, "book": quote.book, "words": quote.words, "english": quote.english, **games}


@frozen
class Chapter:
    """A chapter of the specification.

    - ``head``: The Markdown above the first rule.
    """

    name: str
    head: str
    rules: tuple[RuleText, ...]

    @property
    def title(self) -> str:
        """The title, which is the first line of the Markdown."""
        return self.head.strip().partition("\n")[0].removeprefix("# ")


def read_chapters() -> tuple[Chapter, ...]:
    """All chapters, in reading order."""
    return tuple(chapter for name in ORDER if (chapter := chapter_named(name)))


def chapter_named(name: str) -> Chapter | None:
    """Find a chapter by its name; return None if there is none."""
    path = specs_folder() / f"{name}.md"
    return read_chapter(name, path.read_text(encoding="utf-8")) if path.is_file() else None


@cache  # so that its cases are read only once
def read_chapter(name: str, text: str) -> Chapter:
    """Read a chapter from its Markdown."""
    head, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    parts = (section.partition("\n") for section in sections)
    return Chapter(name, head, tuple(RuleText(heading.strip(), body, head) for heading, _, body in parts))


def chapter_of_rule(rule: Rule) -> str:
    """The name of the chapter that contains a rule; empty if no chapter does yet."""
    try:
        return rule.chapter
    except KeyError:
        return ""


def rule_text(rule: Rule) -> RuleText | None:
    """The specification's section on a rule."""
    chapter = chapter_named(chapter_of_rule(rule))
    return next((text for text in chapter.rules if text.rule == str(rule)), None) if chapter else None


def _with_record(case: Table) -> Table:
    """Insert a game's lines into its case: for ``x.jsonl``, all except the result; for ``x.jsonl:5``, five events."""
    if "record" not in case:
        return case
    lines: list[str] = []
    for line in [case["record"]] if isinstance(case["record"], str) else case["record"]:
        named = re.fullmatch(r"([a-z0-9-]+\.jsonl)(?::(\d+))?", line)
        if named is None:
            lines.append(line)
        else:
            *game, _ = (specs_folder() / "games" / named[1]).read_text(encoding="utf-8").splitlines()
            lines += game[: int(named[2]) + 1] if named[2] else game
    return {**case, "record": lines}
