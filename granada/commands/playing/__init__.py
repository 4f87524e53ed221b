"""A game in the terminal: ``person`` asks a person for actions, ``sitting`` plays the game and prints it."""
