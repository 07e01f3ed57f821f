"""wargame: an engine that knows the rules of three wargame families and explains every number.

Start from :mod:`wargame.core` for what every game shares and from a family package
(:mod:`wargame.fire_and_movement`) for its rules. Nothing heavy is imported here.
"""

from wargame._version import __version__

__all__ = ["__version__"]
