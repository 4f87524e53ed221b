"""Make a page of all rules for each book's language, with contents and pictures, and the sentences for the search."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING

from book_pages import inline
from case_pages import figure
from judge_page import languages

from granada.judging.question_pictures import pictures
from granada.languages import Language, codes
from granada.rulebook import UNDER_READINGS, Rule
from granada.spec.chapters import read_chapters
from granada.words import source_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from site_pages import Where

    from granada.spec.cases import Case
    from granada.spec.chapters import RuleText

MOST_PICTURES = 4
"""How many pictures a rule may have here."""
OTHERS = tuple(code for code in codes() if code != "en")


def language_page(where: Where) -> str:
    """All rules in the language after which the page is named; the complete cases are on the English pages."""
    code = where.page.rpartition("/")[2]
    return "```{raw} html\n" + "".join(_chapters(Language(code), where)) + "\n```"


def _chapters(say: Language, where: Where) -> Iterator[str]:
    """The table of contents, and the chapters, which can be folded."""
    chapters = read_chapters()
    links = (
        f'<li><a href="#chapter-{each.name}">{escape(say(each.title))}</a> ({len(each.rules)})</li>'
        for each in chapters
    )
    yield f'<ol class="rule-chapters">{"".join(links)}</ol>'
    for chapter in chapters:
        yield f'<details class="rule-chapter" id="chapter-{chapter.name}">'
        yield f"<summary><h2>{escape(say(chapter.title))}</h2></summary>"
        yield from (_rule(rule, say, where) for rule in chapter.rules)
        yield "</details>"


def _shown(rule: RuleText, say: Language, where: Where) -> str:
    """The pictures and the answer of a case that breaks the rule, or else of the first case that has a picture."""
    found = ((case, list(pictures(case.asked, say))) for case in sorted(rule.cases, key=lambda each: _rank(each, rule)))
    case, drawn = next(((case, drawn) for case, drawn in found if 0 < len(drawn) <= MOST_PICTURES), (None, []))
    if case is None:
        return ""
    known = {True: ("legal", "yes"), False: ("illegal", "no")}.get(case.expect.get("legal"))
    badge = f'<span class="case-badge case-{known[1]}">{escape(say(known[0]))}</span>' if known else ""
    figures = "".join(figure(svg, caption, where.out, where.root) for caption, svg in drawn)
    code = where.page.rpartition("/")[2]
    link = f"{where.root}ask.html#case={case.id}&amp;lang={code}"
    asked = f'<a class="case-try" href="{link}">{escape(dict(languages())[code]("May I do that?"))}</a>'
    return f'<div class="case-pictures">{figures}</div><p class="case-shown">{badge} {asked}</p>'


def _rank(case: Case, rule: RuleText) -> bool:
    """False for a case about a city that breaks only this rule, so that it sorts first."""
    return case.expect.get("broken") != [rule.rule] or case.kind not in {"layout", "place", "remove", "swap"}


def _rule(rule: RuleText, say: Language, where: Where) -> str:
    """A rule: its sentence, the further text, the books' words, and the rulings."""
    named = Rule.named(rule.rule)
    parts = [" ".join(say(text) for text in part if text != named.sentence) for part in rule.paragraphs]
    under = [f"<code>{escape(key)}</code> {escape(say(text))}" for key, text in UNDER_READINGS.get(named, {}).items()]
    sources = "".join(f"<li>{inline(source_in_words(each, say), where)}</li>" for each in rule.sources)
    decided = [say(part) for part in rule.ruling.split("\n\n") if part]
    lines = [
        f'<section class="rule-told" id="{rule.rule}"><h3>{escape(say(named.sentence))}</h3>',
        f'<p><a class="rule-name" href="{where.rule(rule.rule)}">{rule.rule}</a></p>',
        *(f"<p>{inline(part, where)}</p>" for part in parts if part),
        _shown(rule, say, where),
        f"<ul>{''.join(f'<li>{each}</li>' for each in under)}</ul>" if under else "",
        f"<ul class=rule-sources>{sources}</ul>" if sources else "",
        *(f'<p class="rule-ruling">{inline(part, where)}</p>' for part in decided),
        "</section>",
    ]
    return "\n".join(filter(None, lines))


def write_sentences(out: Path) -> None:
    """Write the rules' sentences next to the pages, one file for each language."""
    for code in OTHERS:
        say = Language(code)
        text = json.dumps({str(rule): say(rule.sentence) for rule in Rule}, ensure_ascii=False)
        (out / f"sentences-{code}.json").write_text(text, encoding="utf-8")
