"""The commands, one thin file each: what can be said to it, and what is printed.

``play`` has three files beside it: ``person`` asks somebody, ``teller`` tells the game, ``sitting`` plays it.
``files`` reads and writes. Nothing is decided here that a program would want to ask for: that belongs to a room below.
"""
