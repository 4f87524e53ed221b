"""The kernel's encoding of a table, and the numbers for single positions."""

from collections.abc import Iterable, Sequence

import numpy as np

from granada.encoding import COLUMNS, VERBS, VERSION, Encoding, Numbers
from granada.errors import InvalidState
from granada.fast import _kernel
from granada.fast.translating import NOTHING, Translator, in_kernel_order
from granada.numbering import STEPS


def _alike(what: str, kernel: Iterable[object], ours: Iterable[object]) -> None:
    """Refuse a kernel whose numbering differs from the encoding."""
    theirs, here = tuple(map(str, kernel)), tuple(map(str, ours))
    in_kernel_order(what, theirs, dict.fromkeys(here))
    if theirs != here:
        raise RuntimeError(f"the compiled kernel does not match; build it again: its {what} are in a different order")


_alike("versions of the encoding", [_kernel.ENCODING_VERSION], [VERSION])
_alike("columns of actions", _kernel.COLUMNS, COLUMNS)
_alike("steps", _kernel.STEPS, [kind.name for kind in STEPS])
_alike("verbs", _kernel.VERBS, [kind.verb for kind in VERBS])


def _columns(names: Sequence[str], counted: Iterable[object]) -> list[int]:
    """The index of each name among the counted columns, or a mark that there is none."""
    place = {str(each): number for number, each in enumerate(counted)}
    return [place.get(name, NOTHING) for name in names]


class KernelEncoding:
    """The encoding of a translator's table, as the kernel writes it."""

    def __init__(self, translator: Translator, *, recall: bool) -> None:
        """Pass the offset of each field, and the columns, to the kernel."""
        self.encoding = Encoding(translator.setup, recall)
        self.size, self.width = self.encoding.size, len(self.encoding.columns)
        things, box = self.encoding.things, translator.box
        places = [(field.name, field.start, field.size) for field in self.encoding.fields]
        faces = [_columns(box.faces, counted) for counted in (things.huts, things.bonus)]
        self.there = _kernel.Encoding(translator.table, recall, places, _columns(box.tiles, things.tiles), *faces)


def encoding_of(translator: Translator, *, recall: bool) -> KernelEncoding:
    """The cached encoding of a translator's table."""
    found: KernelEncoding | None = translator.encodings.get(recall)
    if found is None:
        found = translator.encodings[recall] = KernelEncoding(translator, recall=recall)
    return found


def numbers(translator: Translator, position: _kernel.Position, seat: int | None, *, recall: bool) -> Numbers:
    """A seat's or a spectator's observation."""
    encoding = encoding_of(translator, recall=recall)
    row = np.empty(encoding.size, np.int8)
    try:
        encoding.there.observe(position, NOTHING if seat is None else seat, row)
    except ValueError as flaw:
        raise InvalidState(str(flaw)) from None
    return row


def features(translator: Translator, position: _kernel.Position) -> Numbers:
    """A row for each legal action in a position."""
    encoding = encoding_of(translator, recall=False)
    rows = np.empty((position.count(), encoding.width), np.int8)
    encoding.there.describe(position, rows)
    return rows
