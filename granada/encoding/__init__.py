"""Observations and actions as int8 arrays: the definition, field by field.

``fields`` lists the fields, ``views`` encodes and decodes views, and ``encoding`` encodes actions and the ends of
games. The class ``Encoding`` combines them for a table. The kernel writes the same numbers. Users import
``granada.learning``, which requires the ``learning`` extra.
"""

from importlib.util import find_spec

if find_spec("numpy") is None:
    raise ImportError(
        "granada.learning and granada.fast.Batch need NumPy; in a checkout: python -m pip install '.[learning]'"
    )

from granada.encoding.encoding import COLUMNS, DECISIONS, Encoding, End, Numbers, standing
from granada.encoding.fields import VERBS, VERSION, WIDTH, Field
