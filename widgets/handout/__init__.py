"""Handouts: a lesson as one page for paper, or for a browser without a network or a kernel.

A page is made from the notebook as it is stored: its text, and what its cells showed. Nothing is
run, nothing of Jupyter is needed, and the page asks nobody for anything.
"""
