"""The commands, one thin file each: what can be said to it, and what is printed.

``play`` has two files beside it: ``person`` asks somebody, ``sitting`` plays the game and tells it.
``common`` has options, files and the bar of progress. Nothing is decided here that a program would want to ask for:
that belongs to a room below.
"""
