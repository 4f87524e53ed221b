"""The rules by name, and the alternative readings that a table can choose.

``Rule`` contains the sentence of every rule and, from the specification, its chapter, its sources, each ``Ruling`` on
it and the ``books`` that differ. ``Rulings`` are the readings that a table can choose, ``EDITIONS`` lists the readings
that each book prints, and ``sentence_of`` returns the sentence of a rule under given readings. To add or reword a rule,
edit ``rule``; for a reading, edit ``rulings`` and ``data/sentences.json``. No module of this package plays a game.
"""

from granada.rulebook.books import BOOKS, Book, Difference, Quote, book_of, differences
from granada.rulebook.rule import IMPOSSIBLE, Rule
from granada.rulebook.ruling import Ruling
from granada.rulebook.rulings import EDITIONS, READINGS, Rulings
from granada.rulebook.sentences import UNDER_READINGS, books_that_choose, demand_of, ruling_of, sentence_of
from granada.rulebook.specification import FORMAT, schema, shipped_suite, specs_folder
