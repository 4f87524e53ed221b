"""The commands, one thin file each: its options and its output.

``play`` has a folder: ``person`` asks a person for an action, ``sitting`` plays the game and prints it.
``common`` has options, files and the progress bar. Anything that a program could use belongs to a room below.
"""
