"""A cause: what explains some failures of an engine. It is laid over the results, and changes none of them."""

from attrs import frozen

from granada.examining import Result
from granada.spec import Case

MADE_SMALLER = "the case of this name was made smaller"
"""The note of an example to which its name need not fit any more."""


@frozen
class Cause:
    """Failures that seem to come from one mistake, with the smallest example of it that was found.

    - ``rule``: The rule that it seems to be about.
    - ``sentence``: What is wrong.
    - ``example``: A failure that shows it; it may be a smaller question than any that was asked before.
    - ``failures``: The ids of all failures that it explains, first that of the example.
    - ``made_from``: The case that was asked first, where the example is a smaller one.
    - ``note``: What else a reader should know of the example.
    - ``passes``: The case most like the example that was answered rightly, and in what it differs.
    - ``toml``: The example ready to be pasted into a chapter, when it is no case of the suite.
    """

    rule: str
    sentence: str
    example: Result
    failures: tuple[str, ...]
    made_from: Case | None = None
    note: str = ""
    passes: str = ""
    toml: str = ""
