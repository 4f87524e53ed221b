"""Drawings for the terminal: cities in box characters, the table round them, and rules in words."""
