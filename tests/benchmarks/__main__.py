"""Every benchmark of this folder that prints figures by itself: ``python -m tests.benchmarks``."""

from tests.benchmarks import browser, command, engine, field, sight

engine.main()
sight.main()
field.main()
command.main()
browser.main()
