"""The command ``granada rule``: what the specification says of a rule."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from textwrap import fill
from typing import TYPE_CHECKING

from granada.chapters import ORDER, read_chapter, slug
from granada.judging import WIDTH
from granada.rulebook import Rule, specs_folder

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from granada.chapters import Case, RuleText


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


def described(rule: Rule) -> str:
    """A rule with its sentence, text, sources, ruling and cases."""
    text = rule_text(rule)
    if text is None:
        return f"{rule}: {rule.sentence}"
    said = "\n\n".join(fill(" ".join(part.split()), WIDTH) for part in text.text.split("\n\n"))
    parts = [str(rule), said if rule.sentence in said.replace("\n", " ") else f"{rule.sentence}\n\n{said}"]
    if text.sources:
        listed = [fill(f"- {source}", WIDTH, subsequent_indent="  ") for source in text.sources]
        parts.append("\n".join(["Sources", *listed]))
    if text.ruling:
        parts.append("Ruling\n" + "\n\n".join(fill(part, WIDTH) for part in text.ruling.split("\n\n")))
    if text.cases:
        parts.append("\n".join(["Cases", *(f"- {_in_short(case)}" for case in text.cases)]))
    return "\n\n".join(parts)


def _in_short(case: Case) -> str:
    """A case in one line."""
    done = case.given.get("do", case.given.get("text", ""))
    what = "; ".join(done) if isinstance(done, list) else " / ".join(str(done).split("\n"))
    expect = case.expect
    if "then" in expect:
        answer_ = ", ".join(f"{name} {value}" for name, value in expect["then"].items())
    elif "legal" in expect:
        answer_ = "legal" if expect["legal"] else f"breaks {', '.join(expect['broken'])}"
    elif "error" in expect:
        answer_ = "no notation"
    elif "actions" in expect:
        answer_ = f"{len(expect['actions'])} legal actions"
    else:
        answer_ = ", ".join(f"{name} {value}" for name, value in expect.items())
    line = f"{case.name} ({case.kind}{': ' + what if what else ''}): {answer_}"
    return line if len(line) <= WIDTH + 60 else line[: WIDTH + 57] + "..."


def listed_rules() -> str:
    """All rules with their sentences, by chapter."""
    chapters: dict[str, list[str]] = {}
    for rule in Rule:
        chapters.setdefault(_chapter(rule), []).append(f"  {rule}: {rule.sentence}")
    parts = ["\n".join([_title(name), *chapters[name]]) for name in (*ORDER, "") if name in chapters]
    return "\n\n".join(parts)


def _title(name: str) -> str:
    """The title of a chapter."""
    path = specs_folder() / f"{name}.md"
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") if path.is_file() else "Other rules"


def rule_named(name: str) -> Rule:
    """The rule with a name; a ValueError suggests the nearest."""
    names = [str(rule) for rule in Rule]
    if name in names:
        return Rule(name)  # type: ignore[call-arg]  # by its slug
    near = get_close_matches(slug(name), names, n=3, cutoff=0.4)
    meant = f"did you mean {' or '.join(near)}?" if near else "granada rule lists them all"
    message = f"there is no rule {name[:60]!r}; {meant}"
    raise ValueError(message)


def add_arguments(parser: ArgumentParser) -> None:
    """Which rule."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="the name of a rule; without it all are listed")


def run(args: Namespace) -> int:
    """Print a rule, or all of them."""
    sys.stdout.write((listed_rules() if args.name is None else described(rule_named(args.name))) + "\n")
    return 0
