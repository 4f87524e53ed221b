"""Pictures: drawings in text for a terminal, and SVG.

``drawing.draw`` and ``svg.picture`` take any value that has a picture; who wants one does not wait for the other.
They only look: nothing here decides anything about a game.
"""
