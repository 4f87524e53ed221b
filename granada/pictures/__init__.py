"""Pictures: glyphs, drawings in text, SVG.

``draw`` gives text for a terminal and ``picture`` SVG, of any value that has a picture; the two rooms inside are
``drawing`` and ``svg``. They only look: nothing here decides anything about a game.
"""
