"""What all tests share: properties are tried on the same cases every time, so a run repeats."""

from __future__ import annotations

import os

from hypothesis import settings

# derandomize: the same examples on every machine. `HYPOTHESIS_PROFILE=explore` looks for new ones.
settings.register_profile("repeat", derandomize=True, deadline=None, database=None, max_examples=60)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeat"))
