"""Every benchmark of this folder that prints figures by itself: ``python -m tests.benchmarks``."""

from tests.benchmarks import browser, engine

engine.main()
browser.main()
