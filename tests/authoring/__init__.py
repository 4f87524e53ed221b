"""What the authors of the specification run: it writes from the chapters what is shipped beside them.

``twins`` puts each case into the words of the other games, ``suite_writer`` writes ``suite.json``, and
``search_index`` the index by which rules are found. ``python -m tests.authoring`` runs both.
"""
