"""A board file in which every kind of table occurs."""

from __future__ import annotations

GOOD = """\
[board]
id = "gaza"
title = "Before Gaza"
numbering = "row-column"
top_left = "0914"
rows = ["..t", " tt"]
heights = ["00a", " 12"]
provenance = { kind = "printed", source = "GAZA map" }
credits = ["somebody"]

[key]
"." = ["open"]
t = ["open", "trench"]

[terrain]
open = { name = "Open", letter = ".", colour = "#ffffff" }
trench = { name = "Trench", letter = "t", colour = "#aaaaaa", hatch = "dots" }

[[place]]
hex = "0914"
name = "Gaza"
features = ["objective"]
provenance = { kind = "reconstructed", note = "from the text" }

[[features]]
name = "coast"
hexes = ["0914", "0913"]

[[link]]
kind = "road"
path = ["0914", "0913", "1013"]

[[hexside]]
kind = "river"
sides = ["0914-0913", "0914-0915"]
"""
