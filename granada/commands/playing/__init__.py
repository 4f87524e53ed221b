"""A game in the terminal: ``person`` is asked, ``teller`` tells what happens, ``sitting`` goes from turn to turn."""
