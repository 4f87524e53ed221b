"""What players are told in words, in the language that they read: one function for each thing."""

from granada.words.actions import MEANINGS, action_in_words, draw_in_words
from granada.words.books import book_in_words, outcome_in_words, quote_in_words, source_in_words
from granada.words.complaints import bad_notation_in_words, no_such_rule, reason_in_words
from granada.words.events import event_in_words
from granada.words.names import Words
from granada.words.scorings import scoring_in_words
from granada.words.setups import setup_in_words
