"""Verdicts: the answer to a question with its reasons, as text or in parts for a page.

``judging`` answers a question, and lists the books and readings with another answer; ``verdict`` writes the text, with
``answer_words`` for answers, ``sayings`` for the books and ``question_sorts`` for sorts of questions; ``verdict_page``
splits a verdict for a page, and ``question_pictures`` draws any question. ``rule_text`` prints a rule, ``refereeing``
replays recorded games.
"""

from granada.judging.judging import judge
from granada.judging.question_pictures import on_a_sheet, pictures, pictures_of
from granada.judging.refereeing import referee, referee_lines
from granada.judging.rule_text import listed_rules, looked_up
from granada.judging.verdict import Verdict
from granada.judging.verdict_page import on_a_page
