"""Area combat: an Axis & Allies variant for land, air and rail, one module a chapter.

Battles are fought in territories, in rounds: artillery first, planes against planes, then the
ground. The text prints no factors of land units; they are data (:mod:`units`), with their origin.
"""
