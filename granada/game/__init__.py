"""How it is played: actions, states and the agenda, the games and modules as values, chance, scoring, the rules."""
