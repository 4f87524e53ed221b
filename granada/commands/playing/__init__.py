"""A game in the terminal: ``person`` asks a person for actions, and ``sitting`` plays and prints the game."""
