"""What players are told in words, in the language that they read: one function for each thing."""

from granada.words.actions import MEANINGS, action_in_words
from granada.words.events import event_in_words
from granada.words.names import Words
from granada.words.scorings import scoring_in_words

__all__ = ["MEANINGS", "Words", "action_in_words", "event_in_words", "scoring_in_words"]
