"""The commands; the module of each contains only its options and its output.

``playing`` contains the game in the terminal: ``person`` asks a person for an action; ``sitting`` plays and prints.
``common`` has options, files and the progress bar. Code that programs could use belongs in other packages.
"""
