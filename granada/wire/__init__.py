"""Read and write JSON, with a module for each kind of value, and validate states.

This package reads all data from outside and reports every error in bad data; ``validity`` checks any state.
``forms`` writes and reads a value field by field.
"""

from granada.wire.modules import extra_data, read_extra
from granada.wire.positions import read_state, setup_data, state_data
from granada.wire.reader import Reader, canonical_json, read_json, texts
from granada.wire.records import (
    Numbered,
    Recorder,
    RecordReader as RecordReader,
    RecordReading,
    numbered_lines,
    one_by_one,
    read_record,
    read_records,
    record_lines,
    resumed,
    untorn,
)
from granada.wire.validity import flaws_of
from granada.wire.values import Written, digest, from_data, from_json, to_data, to_json
