"""A badge: how a program fared, as a small picture."""

from granada.checking.pages.escaping import text
from granada.checking.saved_reports import SavedReport
from granada.examining import FAILED, PASSED

SIGN = 6.6
"""About how wide a letter is."""
GOOD, BAD, NEITHER = "#2e7d32", "#b3261e", "#6d6555"


def as_badge(report: SavedReport, subject: str = "rules of granada") -> str:
    """A badge as SVG: the number of correct answers, or that nothing was checked."""
    passed, failed = report.count(PASSED), report.count(FAILED)
    words = "not checked" if not passed else f"{passed} of {passed + failed}" if failed else f"all {passed}"
    colour = NEITHER if not passed else BAD if failed else GOOD
    left, right = len(subject) * SIGN + 14, len(words) * SIGN + 14
    width = left + right
    title = f"{report.name}: {words} answers right"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="20" role="img">'
        f"<title>{text(title, 200)}</title>"
        f'<clipPath id="r"><rect width="{width:.0f}" height="20" rx="3"/></clipPath>'
        f'<g clip-path="url(#r)"><rect width="{left:.0f}" height="20" fill="#3f3a33"/>'
        f'<rect x="{left:.0f}" width="{right:.0f}" height="20" fill="{colour}"/></g>'
        '<g fill="#fff" text-anchor="middle" font-family="Verdana,\'DejaVu Sans\',sans-serif" font-size="11">'
        f'<text x="{left / 2:.0f}" y="14" textLength="{left - 12:.0f}">{text(subject, 60)}</text>'
        f'<text x="{left + right / 2:.0f}" y="14" textLength="{right - 12:.0f}">{words}</text></g></svg>\n'
    )
