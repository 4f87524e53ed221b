"""Write a case as HTML: a line with its name and answer, which unfolds to show the pictures and the question."""

from __future__ import annotations

import hashlib
import re
from html import escape
from typing import TYPE_CHECKING, Any

from granada.judging.question_pictures import pictures
from granada.questions.reading import ANSWERS, toml_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from granada.spec.cases import Case

Written = dict[str, Any]
PICTURES = "_pictures"
"""The folder of the site that holds the pictures; a picture is named after what it shows, so each is there once."""
_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')
_WORDS = re.compile(r"<title>(.*?)</title><desc>(.*?)</desc>", re.DOTALL)


# Pictures


def figure(svg: str, caption: str, out: Path, root: str) -> str:
    """Write a picture to the site and return its HTML; ``root`` is the path from the page to the site's root."""
    name = f"{PICTURES}/{hashlib.sha256(svg.encode()).hexdigest()[:16]}.svg"
    path = out / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(svg, encoding="utf-8")
    size, words = _SIZE.search(svg), _WORDS.search(svg)
    width, height = size.groups() if size else ("", "")
    described = " ".join(f"{words[1]}. {words[2]}".split()) if words else ""
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return (
        f'<figure><a href="{root}{name}"><img src="{root}{name}" width="{width}" height="{height}" loading="lazy" '
        f'alt="{described}"></a>{below}</figure>'
    )


# Answers


def _rules(slugs: Iterable[str], link: Callable[[str], str]) -> str:
    return ", ".join(f'<a href="{link(slug)}"><code>{slug}</code></a>' for slug in slugs)


def _seat(number: int | None) -> str:
    return "nobody" if number is None else f"seat {number + 1}"


def _fact(name: str, value: Any) -> str:
    """A fact about the state after an action."""
    if name in {"actor", "mover"}:
        return _seat(value)
    if name == "winners":
        return ", ".join(map(_seat, value)) or "nobody"
    if name in {"hands", "reserves", "cities", "points"} and isinstance(value, list):
        each = [f"{_seat(seat)}: {_plain(entry)}" for seat, entry in enumerate(value)]
        return escape("; ".join(each))
    return escape(_plain(value))


def _plain(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(map(_plain, value)) or "nothing"
        case dict():
            return ", ".join(f"{key} {_plain(each)}" for key, each in value.items()) or "nothing"
    return str(value) or "nothing"


def badge(expect: Written) -> tuple[str, str]:
    """The answer in a word or two, and whether it means yes, no or something else."""
    if expect.get("legal") is False:
        return "illegal", "no"
    if "legal" in expect:
        return "legal", "yes"
    if "error" in expect:
        return "unreadable", "no"
    if "illegal" in expect:
        return "illegal", "no"
    if "actions" in expect:
        return f"{len(expect['actions'])} action{'' if len(expect['actions']) == 1 else 's'}", "told"
    if "draws" in expect:
        return f"{len(expect['draws'])} draw{'' if len(expect['draws']) == 1 else 's'}", "told"
    if "points" in expect:
        return f"points {_plain(expect['points'])}", "told"
    if isinstance(expect.get("result"), int):
        return f"length {expect['result']}", "told"
    return "answer", "told"


def answer_html(expect: Written, link: Callable[[str], str]) -> str:
    """The expected answer in words."""
    if expect.get("legal") is False:
        return f"<p>Illegal: it breaks {_rules(expect['broken'], link)}.</p>"
    if "illegal" in expect:
        found = expect["illegal"]
        return f"<p>Event {found['event']} is illegal: it breaks {_rules(found['broken'], link)}.</p>"
    if "then" in expect:
        facts = "".join(f"<dt>{name}</dt><dd>{_fact(name, value)}</dd>" for name, value in expect["then"].items())
        return f"<p>Legal, and then:</p><dl>{facts}</dl>"
    if "legal" in expect:
        paid = {
            True: ", and the exact payment earns another action",
            False: ", but the payment is not exact",
            None: "",
        }[expect.get("exact")]
        return f"<p>Legal{paid}.</p>"
    if "actions" in expect:
        return f"<ul>{''.join(f'<li><code>{escape(action)}</code></li>' for action in expect['actions'])}</ul>"
    if "draws" in expect:
        rows = "".join(f"<dt>{escape(what)}</dt><dd>{chance}</dd>" for what, chance in expect["draws"].items())
        return f"<dl>{rows}</dl>"
    return f"<p>{_result(expect)}</p>"


def _result(expect: Written) -> str:
    if "error" in expect:
        return "The parser rejects the text."
    if "unfinished" in expect:
        return "The game is legal so far, but not finished."
    if "points" in expect:
        dirk = f"; Dirk: {expect['dirk']}" if "dirk" in expect else ""
        won = f"; won by {_fact('winners', expect['winners'])}" if "winners" in expect else ""
        return f"Points: {_fact('points', expect['points'])}{dirk}{won}."
    result = expect["result"]
    if isinstance(result, list):
        return f"The tiles go to {', '.join(map(_seat, result))}." if result else "There is no tile to award."
    if isinstance(result, str):
        rows = escape(result).replace("\n", "&#10;")
        return f"The parser accepts the text; its canonical notation is</p><pre>{rows}</pre><p>"
    return f"{result} edge{'' if result == 1 else 's'}."


# Cases


def question_text(written: Written) -> str:
    """A case as its chapter writes it, but without name and answers; ``granada judge`` can read the result."""
    bare = {key: value for key, value in written.items() if key not in {*ANSWERS, "name", "note"}}
    wanted = {"ask": sorted(written["then"])} if "then" in written else {}
    head: Written = {key: bare.pop(key) for key in ("kind", "game") if key in bare}
    return toml_text({**head, **wanted, **bare}).removeprefix("[[case]]\n").replace("case.state", "state")


def done(case: Case) -> str:
    """The action in a case, if there is one."""
    each = [f"<code>{escape(str(deed))}</code>" for deed in case.asked.deeds]
    return f'<p class="case-do">{" then ".join(each)}</p>' if each else ""


def case_html(
    case: Case, written: Written, out: Path, root: str, link: Callable[[str], str], *, unfolded: bool = False
) -> str:
    """A case on one line of HTML, because a blank line would end the HTML block too early."""
    word, mood = badge(case.expect)
    opened = " open" if unfolded else ""
    drawn = "".join(figure(svg, caption, out, root) for caption, svg in pictures(case.asked))
    note = f"<p>{escape(case.note)}</p>" if case.note else ""
    question = escape(question_text(written).rstrip("\n"), quote=False)
    html = (
        f'<details class="case" id="{case.id}"{opened}><summary><span class="case-name">{escape(case.name)}</span> '
        f'<span class="case-badge case-{mood}">{escape(word)}</span></summary><div class="case-body">{note}{done(case)}'
        f"{f'<div class=case-pictures>{drawn}</div>' if drawn else ''}"
        f'<div class="case-answer">{answer_html(case.expect, link)}</div>'
        f'<pre class="case-question">{question}</pre>'
        f'<p class="case-id"><a class="case-try" href="{root}ask.html#case={case.id}">Try it</a> '
        f'<a href="#{case.id}">{case.id}</a></p></div></details>'
    )
    return html.replace("\n", "&#10;")
