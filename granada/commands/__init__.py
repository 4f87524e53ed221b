"""The commands; each command's module contains only its options and its output.

``playing`` runs a game in the terminal: ``person`` asks a person for an action, and ``sitting`` plays and prints.
``common`` contains shared options, files and the progress bar. Code that programs could use belongs elsewhere.
"""
