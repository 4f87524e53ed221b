"""Make the pages that come from the specification: the rulebook, the rulings and the examples."""

from __future__ import annotations

import inspect
import re
import tomllib
from functools import cache
from html import escape
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING, Any

from attrs import fields, frozen
from book_pages import (
    GAMES,
    book_page,
    books_list,
    choices,
    differences_html,
    inline,
    rulings_table,
    under_readings_html,
)
from case_pages import case_html, figure
from docutils import nodes
from judge_page import front_doors, front_question, judge_page, title, write_words
from language_pages import OTHERS, language_page, write_sentences
from play_page import play_page, with_app, write_app
from rule_pages import clause_html, rules_table
from sphinx.search.en import SearchEnglish
from sphinx.util.docutils import SphinxDirective

from granada.board.layout import Layout
from granada.game.games import game_named
from granada.languages import Language
from granada.pictures.as_svg import picture
from granada.rulebook import BOOKS, EDITIONS, READINGS, Rule, Rulings, book_of, specs_folder
from granada.spec.book_sentences import FILES
from granada.spec.cases import slug
from granada.spec.chapters import ALSO, FENCE, read_chapters

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

    from granada.spec.cases import Case
    from granada.spec.chapters import Chapter, RuleText

MADE = re.compile(r"^<!-- made: (\w+) -->$(?:\n.+)?", re.MULTILINE)
"""A mark, and the line below it, which tells readers of a checkout where the content is."""
CASE = re.compile(r"^<!-- case: (\S+) -->$(?:\n.+)?", re.MULTILINE)
"""A mark that stands for a case, and the line below it, which names the case to readers of a checkout."""
CLOSED = re.compile(r"(^```python\n.*?)\n\n```$", re.MULTILINE | re.DOTALL)
"""A doctest needs a blank line at its end, the page does not."""
LISTED = re.compile(r"(?<=^\*Sources\*$)\n+((?:- .*\n?(?:  .*\n?)*)+)", re.MULTILINE)
QUOTED = re.compile(r'([^":]+): "([^"]*)"(?: \((.*?)\))?[.,;]?\s*(.*)')
"""A source: the book, its words, what they mean in English, and what else is said."""
PRINTED = tuple(book.name for book in BOOKS)
"""The books that the sources name."""


@frozen
class Where:
    """The page that is being made."""

    out: Path
    page: str

    @property
    def root(self) -> str:
        """The relative path from the page to the root of the site."""
        return "../" * self.page.count("/")

    def rule(self, name: str) -> str:
        """The link to a rule."""
        return f"{self.root}rulebook/{chapter_of()[name].name}.html#{name}"


@cache
def chapters() -> dict[str, Chapter]:
    """A mapping from names to chapters."""
    return {chapter.name: chapter for chapter in read_chapters()}


@cache
def chapter_of() -> dict[str, Chapter]:
    """A mapping from rules to their chapters."""
    return {text.rule: chapter for chapter in chapters().values() for text in chapter.rules}


@cache
def cases() -> dict[str, tuple[Case, dict[str, Any]]]:
    """A mapping from ids to cases, each with its data as written in the chapter."""
    rules = (rule for chapter in chapters().values() for rule in chapter.rules)
    pairs = (pair for rule in rules for pair in zip(rule.cases, rule.written, strict=True))
    return {case.id: (case, written) for case, written in pairs}


def case_on_page(name: str, where: Where, *, unfolded: bool = False) -> str:
    """A case as HTML."""
    case, written = cases()[name]
    return case_html(case, written, where.out, where.root, where.rule, unfolded=unfolded)


def telling(rule: RuleText) -> str:
    """The case of a rule that starts unfolded: a city that breaks the rule, or else any city, if there is one."""
    cities = [case for case in rule.cases if case.kind in {"layout", "place", "remove", "swap", "moat"}]
    wrong = [case for case in cases_that_break(rule) if case in cities]
    return (wrong or cities)[0].id if cities else ""


def cases_that_break(rule: RuleText) -> list[Case]:
    """The cases of a rule that break only this rule."""
    return [case for case in rule.cases if case.expect.get("broken") == [rule.rule]]


# Chapters


def chapter_page(name: str, where: Where) -> str:
    """A chapter in Markdown: its text unchanged, its cases as HTML, and the editions' words in a frame."""
    chapter = chapters()[name]
    return "\n\n".join([_linked(chapter.head), _filter(), *(_rule(rule, where) for rule in chapter.rules)])


def _rule(rule: RuleText, where: Where) -> str:
    body = ALSO.sub(lambda found: f"\n<p class=rule-also>Also: {escape(found[1])}</p>\n\n", rule.markdown)
    ids, first = iter([case.id for case in rule.cases]), telling(rule)

    def fence(found: re.Match[str]) -> str:
        if found[1].startswith("[[difference]]"):
            return differences_html(rule, where) + "\n\n"
        number = len(tomllib.loads(found[1]).get("case", []))
        named = [next(ids) for _ in range(number)]
        return "\n\n".join(case_on_page(name, where, unfolded=name == first) for name in named) + "\n\n"

    prose, *rest = re.split(r"^(?=\*Sources\*$)", body, maxsplit=1, flags=re.MULTILINE)
    sources = LISTED.sub(lambda _: _sources(rule, where) + "\n\n", "".join(rest), count=1)
    framed = re.sub(r"^\*(Our ruling|Ruling)\.\*(.*?)(?=\n\n|\Z)", _framed, sources, flags=re.MULTILINE | re.DOTALL)
    framed = framed.replace("*Sources*", "<p class=rule-label>Sources</p>", 1)
    pieces = FENCE.split(_tags(rule, where) + "\n\n" + prose + under_readings_html(rule) + framed)
    text = "".join(_linked(piece) if number % 2 == 0 else "\0" for number, piece in enumerate(pieces))
    fences = iter(FENCE.finditer(body))
    told = re.sub("\0", lambda _: fence(next(fences)), text)
    return f"## {title(rule.rule)}\n\n{told}\n\n{clause_html(rule.rule)}"


def _sources(rule: RuleText, where: Where) -> str:
    """The quotes from the books: the English translation first, and the original words folded."""
    return f"<ul class=rule-sources>{''.join(f'<li>{_source(each, where)}</li>' for each in rule.sources)}</ul>"


def _source(source: str, where: Where) -> str:
    found = QUOTED.fullmatch(source)
    if not found:
        return inline(source, where)
    book, quote, english, rest = found.groups()
    summary = f"{escape(book)}: {inline(english, where)}" if english else escape(book)
    folded = f"<details><summary>{summary}</summary><q>{escape(quote)}</q></details>"
    return folded + (f" {inline(rest, where)}" if rest else "")


def _framed(ruling: re.Match[str]) -> str:
    return f":::{{admonition}} {ruling[1]}\n:class: ruling\n\n{ruling[2].strip()}\n:::"


def _linked(markdown: str) -> str:
    """Turn rule names in the text into links."""

    def link(found: re.Match[str]) -> str:
        known = chapter_of().get(found[1])
        return f"[`{found[1]}`](/rulebook/{known.name}.md#{found[1]})" if known else found[0]

    text = re.sub(r"(?<!\[)`([a-z0-9-]+)`(?!\])", link, markdown)
    return text.replace("](README.md#", "](/specification.md#")


def books(rule: RuleText) -> list[str]:
    """The books that mention a rule."""
    return [book for book in PRINTED if any(source.startswith(book) for source in rule.sources)]


def _data(rule: RuleText) -> str:
    """The HTML attributes by which the filter selects."""
    chosen = "yes" if choices(rule.rule) else "no"
    ruled = "yes" if rule.ruling else "no"
    return f'data-books="{" ".join(map(slug, books(rule)))}" data-ruling="{ruled}" data-choice="{chosen}"'


def _tags(rule: RuleText, where: Where) -> str:
    """The sentence of a rule and, on one line, the books that print it."""
    tags = [f"<span>{book}</span>" for book in books(rule)]
    if choices(rule.rule):
        link = f'<a href="{where.root}rulings.html#choices">a table can choose</a>'
        tags.append(f'<span class="rule-choice">{link}</span>')
    return f'<p class="rule-tags" data-rule="{rule.rule}" {_data(rule)}>{" ".join(tags)}</p>'


def _filter() -> str:
    """The element into which the script puts the filter, with the names of the books."""
    names = " ".join(f"{slug(book)}={book.replace(' ', '_')}" for book in PRINTED)
    return f'<div class="rule-filter" data-books="{names}"></div>'


# Pages of their own


def contents(where: Where) -> str:
    """All rules, by chapter, with their sentences."""
    parts = [_filter()]
    for chapter in chapters().values():
        items = "".join(_item(rule, where) for rule in chapter.rules)
        number = sum(len(rule.cases) for rule in chapter.rules)
        heading = f"## [{chapter.title}]({chapter.name}.md)\n\n{len(chapter.rules)} rules, {number} cases."
        parts.append(f'{heading}\n\n<ul class="rule-list">{items}</ul>')
    return "\n\n".join(parts)


def _item(rule: RuleText, where: Where) -> str:
    sentence = escape(Rule.named(rule.rule).sentence)
    mark = ' <span class="rule-ruled">ruling</span>' if rule.ruling else ""
    name = f'<a href="{where.rule(rule.rule)}">{title(rule.rule)}</a> <code>{rule.rule}</code>'
    return f"<li {_data(rule)}>{name}{mark}<br>{sentence}</li>"


def readings() -> str:
    """The readings that a table can choose, and which edition chooses which."""
    described = re.findall(r"^- ``(\w+)``: (.*(?:\n  .*)*)", inspect.getdoc(Rulings) or "", flags=re.MULTILINE)
    sentences = {name: " ".join(text.split()) for name, text in described}
    parts = []
    for each in fields(Rulings):
        values = " or ".join(f"`{value!r}`" for value in READINGS[each.name][1])
        sentence = sentences[each.name]
        others = [
            f"{book_of(language, game)} chooses `{getattr(read, each.name)!r}` for {GAMES[game]}."
            for (language, game), read in EDITIONS.items()
            if getattr(read, each.name) != each.default
        ]
        rule = _linked(f"`{READINGS[each.name][0]}`")
        said = " ".join([sentence, f"The first value is our ruling; the rule is {rule}.", *others])
        parts.append(f"`{each.name}`: {values}\n: {said}")
    return "\n\n".join(parts)


def counts() -> str:
    """The size of the specification."""
    rules = len(chapter_of())
    ruled = sum(bool(rule.ruling) for chapter in chapters().values() for rule in chapter.rules)
    size = f"{len(chapters())} chapters, {rules} rules, {ruled} of them with a ruling, and {len(cases())} cases"
    return f"The specification has {size}."


def _read(name: str) -> str:
    return (specs_folder() / name).read_text(encoding="utf-8")


# Sphinx


class CityPicture(SphinxDirective):
    """A city or layout, drawn from its rows."""

    has_content = True
    option_spec = {"game": str, "caption": str, "language": str}

    def run(self) -> list[nodes.Node]:
        """The picture."""
        start = game_named(self.options.get("game", "granada")).start
        language = Language(self.options.get("language", "en"))
        svg = picture(Layout.parse("\n".join(self.content), start), language=language)
        where = Where(Path(self.env.app.outdir), self.env.docname)
        html = figure(svg, self.options.get("caption", ""), where.out, where.root)
        return [nodes.raw("", f'<div class="case-pictures">{html}</div>', format="html")]


class Stems(SearchEnglish):
    """English for the site's search, with a cache, because the same words occur on many pages."""

    def __init__(self, options: dict[str, str]) -> None:
        """Start with an empty cache."""
        super().__init__(options)
        self.stem = cache(super().stem)


def made(app: Sphinx, page: str, source: list[str]) -> None:
    """Fill in the generated parts of a page."""
    where = Where(Path(app.outdir), page)
    folder, _, name = page.rpartition("/")
    if folder == "rulebook" and name in chapters():
        source[0], used = chapter_page(name, where), {f"{name}.md"}
    elif page == "specification":
        source[0], used = _linked(_read("README.md")), {"README.md"}
    else:
        source[0], used = filled(source[0], where)
    for path in (*(specs_folder() / file for file in used), *Path(__file__).parent.glob("*.py")):
        app.env.note_dependency(str(path))


def filled(text: str, where: Where) -> tuple[str, set[str]]:
    """A page with its marks filled in, and the files of the specification that were used for it."""
    parts: dict[str, Callable[[], str]] = {
        "contents": lambda: contents(where),
        "rules": lambda: rules_table(where),
        "rulings": lambda: rulings_table(where),
        "book": lambda: book_page(where),
        "books": lambda: books_list(where),
        "readings": readings,
        "counts": counts,
        "judge": lambda: judge_page(where.root),
        "play": lambda: play_page(where.root),
        "doors": front_doors,
        "question": lambda: front_question(lambda svg: figure(svg, "", where.out, where.root)),
        "language": lambda: language_page(where),
    }
    named = {chapter_of()[case.partition("/")[0]].name for case in CASE.findall(text)}
    used = {f"{name}.md" for name in (chapters() if MADE.search(text) else named)}
    if "<!-- made: book -->" in text:
        used |= {f"books/{name}.txt" for name in FILES.values()}
    text = CLOSED.sub(r"\1\n```", MADE.sub(lambda found: parts[found[1]](), text))
    return CASE.sub(lambda found: case_on_page(found[1], where), text), used


def named(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Add the rule's name, which is its anchor, to the heading of a rule."""
    if page.startswith("rulebook/") and "body" in context:
        beside = r'\1 <a class="rule-name" href="#\3">\3</a>\2'
        context["body"] = re.sub(r'(<h2>[^<]*)(<a class="headerlink" href="#([a-z0-9-]+)")', beside, context["body"])


def marked(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Mark the language of a page that is named after a language."""
    code = page.rpartition("/")[2]
    if code in OTHERS and "body" in context:
        context["body"] = f'<div lang="{code}">{context["body"]}</div>'


def indexed(app: Sphinx, flaw: Exception | None) -> None:
    """Write the rule index, which the terminal also uses, and each language's sentences next to the pages."""
    if not flaw and app.builder.name == "html":
        write_sentences(Path(app.outdir))
        copyfile(specs_folder() / "search.json", Path(app.outdir) / "search.json")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.add_directive("city", CityPicture)
    app.add_search_language(Stems)
    app.connect("source-read", made)
    app.connect("html-page-context", named)
    app.connect("html-page-context", marked)
    app.connect("html-page-context", with_app)
    app.connect("build-finished", indexed)
    app.connect("build-finished", write_words)
    app.connect("build-finished", write_app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
