"""Questions as values: one frozen type for each kind, read once and then answered, drawn, shrunk and told.

``parts`` says how each part of a question is read and written, ``positions`` how a state is told in few words,
``kinds`` what there is to ask and its answer, ``reading`` how a question comes out of JSON or a table written by hand.
A new kind is a class in ``kinds``; its fields tell what it needs, and the schema is held against them by a test.
"""
