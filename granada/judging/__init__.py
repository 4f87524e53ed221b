"""A question settled: the answer with its reasons, told as a text or taken apart for a page.

``judging`` answers a question, and says which books and readings answer otherwise; ``verdict`` tells it in words, with
``answer_words`` for answers, ``sayings`` for what books say and ``question_sorts`` for what sorts of questions need;
``verdict_page`` takes a verdict apart for a page, and ``question_pictures`` draws any question. ``rule_text`` prints a
rule, ``refereeing`` replays recorded games.
"""

from granada.judging.judging import judge
from granada.judging.question_pictures import on_a_sheet, pictures, pictures_of
from granada.judging.refereeing import referee, referee_lines
from granada.judging.rule_text import listed_rules, looked_up
from granada.judging.verdict import Verdict
from granada.judging.verdict_page import on_a_page
