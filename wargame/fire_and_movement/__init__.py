"""Fire & Movement: the system rules of versions 7 and 8, and the games built on them.

One module a chapter. A game is its differences from the system: :mod:`gaza_1917` and
:mod:`lebanon_82` read like their exclusive rules.
"""
