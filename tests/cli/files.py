"""Files that the command-line tests write."""

from __future__ import annotations

import json

EXAMPLE = """
[example]
id = "TOY-01"
title = "Two and two"
game = "toy"
cases = ["GAZA 14.0/2"]
reading = "as printed"

[[claim]]
ask = "toy.sum"
given = {one = 2, other = 2}
expect = 4

[[claim]]
ask = "toy.sum"
given = {one = 9, other = 9}
refused = true
because = "GAZA 14.0/1"
"""


def notebook(*tags: str, text: str = "") -> str:
    """Return a notebook of one cell with the given tags."""
    cell = {"cell_type": "markdown", "id": "a", "metadata": {"tags": list(tags)}, "source": text}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
