"""What a seat sees and may do, in small whole numbers: the definition, field by field, for those who learn.

``fields`` says what stands where, ``views`` writes a view and reads it again, and ``encoding`` does both for actions,
says how a game ended, and has the value that holds all of it for a table.
The kernel writes the same numbers. ``granada.learning`` is the door for users; all of it needs the extra ``learning``.
"""

from importlib.util import find_spec

if find_spec("numpy") is None:
    raise ImportError(
        "numbers for learning need NumPy, the extra learning: python -m pip install '.[learning]' in a checkout"
    )

from granada.encoding.encoding import COLUMNS, DECISIONS, Encoding, End, Numbers, standing
from granada.encoding.fields import VERBS, VERSION, WIDTH, Field
