"""JSON both ways, a file for each kind of value, and what makes a state one of its game.

What comes from outside is read here once, and refused with every reason; ``validity`` may be asked of any state.
"""

from granada.wire.modules import extra_data, read_extra
from granada.wire.positions import read_state, setup_data, state_data
from granada.wire.reader import Reader, canonical_json, read_json
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
