"""The shipped specification: chapters that contain rules, rulings and cases, and the suite generated from them.

``chapters`` parses the Markdown into rules and ``cases``; ``suite`` reads all cases from ``suite.json``.
``relevant_rules`` lists the rules that concern a question, ``refusals`` lists those that explain a refusal,
``rule_search`` finds rules from questions in plain words, ``book_sentences`` lists the sentences of each book with
their rules, and ``scenes`` selects the city to draw for a question. ``tests/authoring`` writes ``suite.json``.
"""

from granada.spec.cases import Case, answered, slug
from granada.spec.chapters import ORDER, chapter_named, chapter_of_rule, rule_text
from granada.spec.refusals import rules_behind
from granada.spec.relevant_rules import (
    MODULES,
    OF_BOTH_CITIES,
    at_the_border,
    has_a_tie,
    phase_of,
    relevant_rules,
    rules_for,
    rules_of_row,
    tried,
)
from granada.spec.rule_search import Finding, found_by, ruling_on
from granada.spec.scenes import Scene, changed, city_scene, laid_out, scene, surplus_huts, wrong_cells
from granada.spec.suite import case_ids, case_named, cases, cases_of, chapter_of, is_fresh, part_of, renamed, suite_json
from granada.spec.tables import concerns, has_dirk
