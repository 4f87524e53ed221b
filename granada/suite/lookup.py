"""Looking up what the specification says of a rule, a chapter or a case."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING

from granada.errors import InvalidState
from granada.pictures import LONGEST_LINE, differing, sentence, wrapped
from granada.rulebook import Rule, specs_folder
from granada.suite.cases import slug
from granada.suite.chapters import ORDER, read_chapter
from granada.suite.finding import found_rules
from granada.suite.judging import tells
from granada.suite.questions.kinds import NotationQuestion
from granada.suite.suite import case_named, cases
from granada.suite.toml import toml_text
from granada.suite.verdict import fact
from granada.wire import canonical_json

if TYPE_CHECKING:
    from granada.suite.cases import Case
    from granada.suite.chapters import RuleText
    from granada.suite.questions.question import Answer


LONGEST_CASE = 160
"""How many letters tell of a case in the list of a rule."""


def _chapter(rule: Rule) -> str:
    """The chapter of a rule; empty where the specification has none yet."""
    try:
        return rule.chapter
    except KeyError:
        return ""


def rule_text(rule: Rule) -> RuleText | None:
    """What the specification says of a rule."""
    name = _chapter(rule)
    path = specs_folder() / f"{name}.md"
    if not path.is_file():
        return None
    chapter = read_chapter(name, path.read_text(encoding="utf-8"))
    return next((text for text in chapter.rules if text.rule == str(rule)), None)


def described(rule: Rule, width: int = LONGEST_LINE) -> str:
    """A rule with its sentence, text, sources, what books print otherwise, ruling and cases."""
    text = rule_text(rule)
    if text is None:
        return sentence(rule, width)
    said = "\n\n".join(wrapped(" ".join(part.split()), width) for part in text.text.split("\n\n"))
    parts = [
        str(rule),
        said if rule.sentence in said.replace("\n", " ") else f"{rule.sentence}\n\n{said}",
    ]
    if text.elsewhere:
        parts.append(wrapped(f"It holds in {' and '.join(text.games)}: {text.elsewhere}", width))
    if text.sources:
        listed = [wrapped(f"- {source}", width, later="  ") for source in text.sources]
        parts.append("\n".join(["Sources", *listed]))
    if text.differences:
        parts.append("\n\n".join([differing(each, width) for each in text.differences]))
    if text.ruling:
        parts.append("Ruling\n" + "\n\n".join(wrapped(part, width) for part in text.ruling.split("\n\n")))
    if text.cases:
        cases = (wrapped(f"- {_in_short(case)}", width, later="  ") for case in text.cases)
        parts.append("\n".join(["Cases", *cases]))
    return "\n\n".join(parts)


def _in_short(case: Case) -> str:
    """A case in one line."""
    text = case.asked.text if isinstance(case.asked, NotationQuestion) else ""
    what = "; ".join(map(str, case.asked.deeds)) or " / ".join(text.split("\n"))
    line = f"{case.name} ({case.kind}{': ' + what if what else ''}): {_answer(case.expect)}"
    return line if len(line) <= LONGEST_CASE else f"{line[: LONGEST_CASE - 3]}..."


def _answer(expect: Answer) -> str:
    """An answer in a few words."""
    if "then" not in expect and "legal" in expect:
        return "legal" if expect["legal"] else f"breaks {', '.join(expect['broken'])}"
    if "error" in expect:
        return "no notation"
    if "actions" in expect:
        return f"{len(expect['actions'])} legal actions"
    return ", ".join(f"{name} {fact(name, value)}" for name, value in expect.get("then", expect).items())


def listed_rules(width: int = LONGEST_LINE, only: str | None = None) -> str:
    """All rules with their sentences, by chapter, or those of one chapter."""
    chapters: dict[str, list[str]] = {}
    for rule in Rule:
        chapters.setdefault(_chapter(rule), []).append(sentence(rule, width, "  "))
    names = (*ORDER, "") if only is None else (only,)
    return "\n\n".join("\n".join([wrapped(_title(name), width), *chapters[name]]) for name in names if name in chapters)


def _title(name: str) -> str:
    """The title of a chapter."""
    path = specs_folder() / f"{name}.md"
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") if path.is_file() else "Other rules"


def _case_text(rule: Rule, name: str) -> str:
    """A case as it is written in its chapter; a ValueError names those that there are."""
    path = specs_folder() / f"{_chapter(rule)}.md"
    section = re.search(rf"^## {rule}\n(.*?)(?=^## |\Z)", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    fences = re.findall(r"^```toml\n(.*?)^```", section[1] if section else "", re.MULTILINE | re.DOTALL)
    blocks = [block for fence in fences for block in re.split(r"^(?=\[\[case\]\]$)", fence, flags=re.MULTILINE)]
    named = {slug(tomllib.loads(block)["case"][0]["name"]): block for block in blocks if "[[case]]" in block}
    if name not in named:
        message = f"{rule} has no case {name[:60]!r}; it has {', '.join(named)}"
        raise InvalidState([message])
    text = named[name].strip()
    if re.search(r'\.jsonl(:\d+)?"', text):  # a recorded game that lies beside the chapters is told in full
        return canonical_json(case_named(f"{rule}/{name}").data)
    return text


def _twin_text(name: str) -> str:
    """The twin of a case, in words or as the protocol tells it; a ValueError names those that there are."""
    first = name.partition("@")[0]
    twins = {case.id: case for case in cases() if case.id.startswith(f"{first}@")}
    if name not in twins:
        message = f"{first} has no twin {name[:80]!r}; it has {', '.join(twins) or 'none'}"
        raise InvalidState([message])
    twin = twins[name]
    text = toml_text(twin.written).strip()
    return text if tells(text, twin.asked) else canonical_json(twin.data)


def looked_up(name: str, width: int = LONGEST_LINE) -> str:
    """What is said under a name: of a rule, of the rules of a chapter, in a case, or of what is meant in plain words.

    A case is given as it is written, so that it can be changed and judged.
    """
    rule, _, case = name.partition("/")
    if case:
        return _twin_text(name) if "@" in case else _case_text(Rule.named(rule), slug(case))
    if slug(name) in ORDER:
        return listed_rules(width, slug(name))
    if slug(name) in set(map(str, Rule)):
        return described(Rule.named(name), width)
    return matching(name, width)


def matching(question: str, width: int = LONGEST_LINE) -> str:
    """The rules that a question in plain words may mean, with their sentences; a ValueError where there is none."""
    found = found_rules(question)
    if not found:
        Rule.named(question)  # which complains, and suggests the nearest names
    return "\n".join(sentence(rule, width) for rule in found)
