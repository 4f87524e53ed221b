"""Complaints about what somebody wrote: short, and with what may have been meant."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

from granada.errors import InvalidState, Reason, at
from granada.game import IllegalAction
from granada.notation import BadNotation
from granada.text import LONGEST_SHOWN, shortened, visible

FEW = 20
"""Fewer names than this are listed."""
LONGEST_NAME = 60
"""How much of a name a complaint repeats."""


def short(value: object) -> str:
    """A value as a complaint repeats it."""
    try:
        return shortened(repr(value), LONGEST_SHOWN)
    except RecursionError:
        return "something nested too deeply"


def no_such(what: str, name: str, known: Iterable[str], most: int = 3) -> str:
    """A complaint about a name that is not known, with the nearest that are, or with all where they are few."""
    names, complaint = list(known), f"there is no {what} {name[:LONGEST_NAME]!r}"
    near = get_close_matches(name[:LONGEST_NAME], names, n=most, cutoff=0.55)
    if near:
        return f"{complaint}; did you mean {' or '.join(near)}?"
    return f"{complaint}; there is {', '.join(names)}" if len(names) < FEW else complaint


def meant(name: object, known: Iterable[str], cutoff: float = 0.6) -> str:
    """What somebody who wrote this may have meant, to be added to a complaint."""
    near = get_close_matches(str(name)[:LONGEST_NAME].lower(), list(known), n=1, cutoff=cutoff)
    return f"; did you mean {near[0]}?" if near else ""


@contextmanager
def complaining(about: str = "") -> Iterator[None]:
    """Whatever goes wrong meanwhile is wrong with what somebody wrote: an InvalidState says so."""
    try:
        yield
    except InvalidState:
        raise
    except KeyError as missing:
        raise InvalidState(f"{about}{visible(missing.args[0])} is needed") from None
    except (BadNotation, IllegalAction) as flaw:
        raise InvalidState(f"{about}{flaw}") from None
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError):
        reason = Reason("a part of it has not the form that is expected there")
        raise InvalidState(at(about, reason)) from None
