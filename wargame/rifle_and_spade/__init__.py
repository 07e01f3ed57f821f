"""Rifle and Spade: the series rules, one module a chapter, and Gallipoli 1915 built on them.

So far the ground (5.1) and the line of sight (5.2).
"""
