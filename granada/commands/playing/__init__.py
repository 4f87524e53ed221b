"""A game in the terminal: ``person`` is asked, ``sitting`` goes from turn to turn and tells it."""
