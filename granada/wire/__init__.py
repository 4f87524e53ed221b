"""JSON both ways, and what makes a state one of its game."""
