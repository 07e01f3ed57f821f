"""What every game needs, and nothing of any game."""
