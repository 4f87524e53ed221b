"""The specification as it is shipped: chapters with rules, rulings and cases, and the suite made of them.

``chapters`` reads the Markdown into rules and ``cases``, ``suite`` knows all cases by ``suite.json``, from which every
engine is asked. ``relevant_rules`` knows which rules have to do with a question, ``rule_search`` finds rules in plain
words, and ``scenes`` tells which city of a question there is to look at. What writes ``suite.json`` is
``tests/authoring``.
"""

from granada.spec.cases import Case, answered, slug
from granada.spec.chapters import ORDER, chapter_named, chapter_of_rule, rule_text
from granada.spec.relevant_rules import MODULES, has_a_tie, of_both_cities, phase_of, relevant_rules, rules_for
from granada.spec.rule_search import found_rules, games_of
from granada.spec.scenes import Scene, changed, city_scene, laid_out, scene, wrong_cells
from granada.spec.suite import (
    case_ids,
    case_named,
    cases,
    cases_of,
    chapter_of,
    is_fresh,
    part_of,
    renamed,
    suite_json,
)
