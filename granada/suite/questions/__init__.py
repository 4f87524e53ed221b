"""Questions as values: one frozen type for each kind, read once and then answered, drawn, made smaller and written.

``parts`` says how each part of a question is read and written, ``positions`` how a state is written in few words,
``kinds`` and ``position_kinds`` what there is to ask and its answer, ``reading`` how a question comes out of JSON or a
table written by hand. A new kind is a class in one of the two; its fields are what it needs, and a test compares the
schema with them.
"""
