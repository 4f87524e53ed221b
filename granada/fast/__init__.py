"""Fast positions for searching; they play the same games as the rules, in compiled code if it is installed.

The Python rules define the game; given the same ``random.Random``, the kernel plays the same games, draw by draw.
If there is no compiled kernel, the Python rules play the games, with the same results.

``compiled`` contains positions and cities in the kernel, including positions that wait for draws. ``plain`` contains
positions played by the rules, and ``likeness`` contains the parts that both engines share. ``batches`` steps many games
at once through ``kernel_games`` or ``plain_games``, and ``encodings`` contains the kernel's encoding; all four need
NumPy. Only ``translating`` handles both states and the kernel's numbers; ``granada.numbering`` numbers steps. The
folder ``kernel`` contains C++ code, separate from the Python rules; only its bindings use Python. Other packages use
the names below, and ``checking`` also uses ``compiled``. ``finding`` looks for the kernel and refuses one that was
built from other sources.

>>> from random import Random
>>> import granada, granada.fast
>>> position = granada.fast.Position(granada.new_game(3), Random(7))
>>> position.apply(position.count() - 1)
>>> len(position.finish()), position.over
(3, True)
>>> games = granada.fast.playouts(granada.new_game(4), 10, Random(7), policy="builder", threads=2)
>>> len(games), len(games[0])
(10, 4)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from granada.fast.batches import Batch
    from granada.fast.plain import Position, playouts

    COMPILED: bool
    """Whether the compiled kernel plays the games; otherwise the Python rules do."""
else:
    from granada.fast.finding import MissingKernel, do_without

    try:
        from granada.fast.compiled import Position, playouts
    except MissingKernel as reason:
        do_without(reason)
        from granada.fast.plain import Position, playouts

        COMPILED = False
    else:
        COMPILED = True

    def __getattr__(name: str) -> object:
        """Load ``Batch`` when it is first used, because it needs NumPy."""
        if name != "Batch":
            raise AttributeError(f"module 'granada.fast' has no attribute {name!r}")
        import_module("granada.encoding")  # which says what to install without NumPy
        return import_module("granada.fast.batches").Batch


__all__ = ["COMPILED", "Batch", "Position", "playouts"]
