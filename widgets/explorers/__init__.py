"""The instruments of the lessons: a position, what the rules make of it, and what if."""
