"""Verdicts, which answer a question and give reasons, as text or in parts for a page.

``judging`` answers a question and lists the books and readings that give another answer. ``verdict`` composes the text
from ``answer_words``, ``question_sorts`` and the books' ``sayings``; ``verdict_page`` splits a verdict for a page.
``question_pictures`` draws any question, ``rule_text`` prints a rule, and ``refereeing`` replays recorded games.
"""

from granada.judging.judging import judge, judge_as_written
from granada.judging.question_pictures import on_a_sheet, pictures, pictures_of
from granada.judging.refereeing import referee, referee_lines
from granada.judging.rule_text import listed_differences, listed_rules, looked_up
from granada.judging.verdict import Verdict
from granada.judging.verdict_page import on_a_page
