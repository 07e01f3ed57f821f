"""Data only: maps, forces, charts, examples of play and the catalogue of rule cases."""
