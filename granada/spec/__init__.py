"""The specification that runs: chapters and cases, questions and their answers, grading, judging one question.

``questions`` is a room of its own: what can be asked. ``chapters`` reads the Markdown into rules with ``cases``, and
``suite`` makes of them what every other language reads. ``examining`` asks an engine, ``grading`` grades what it
answers, ``report`` counts it. ``judging`` answers one question with a ``verdict``, ``refereeing`` a recorded game.
No rule of the game is decided here: whatever is legal is asked of ``game``. What may be touched are words and kinds
of question; the ids of cases and the JSON that ``suite`` writes may not.
"""
