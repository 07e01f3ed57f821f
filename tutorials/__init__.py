"""The lessons: Jupyter notebooks, one folder per family, numbered in reading order."""
