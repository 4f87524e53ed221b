"""JSON both ways, and what makes a state one of its game.

``to_json``, ``from_json`` and ``digest`` take any value that has JSON; each kind of value has a file that writes and
reads it, and what is read is checked in full before it becomes a value. ``validity`` says what makes a state
a position of its game. A new field of a state or a step is written and read here, and stands in ``specs/schema.json``.
"""

from granada.wire.positions import read_state, state_data
from granada.wire.records import read_record, record_lines
from granada.wire.text import canonical_json, read_json
from granada.wire.validity import flaws_of
from granada.wire.values import Written, digest, from_json, to_json

__all__ = [
    "Written",
    "canonical_json",
    "digest",
    "flaws_of",
    "from_json",
    "read_json",
    "read_record",
    "read_state",
    "record_lines",
    "state_data",
    "to_json",
]
