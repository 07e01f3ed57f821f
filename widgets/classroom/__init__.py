"""The classroom: rooms that a teacher opens and students join, and the server that shows them."""
