"""Texts for players in five languages, with one function for each kind of value."""

from granada.words.books import (
    bad_notation_in_words,
    book_in_words,
    no_such_rule,
    outcome_in_words,
    quote_in_words,
    reason_in_words,
    source_in_words,
)
from granada.words.games import (
    MEANINGS,
    action_in_words,
    draw_in_words,
    event_in_words,
    in_words as in_words,
    scoring_in_words,
    setup_in_words,
)
from granada.words.names import Words
