"""Every benchmark of this folder that prints figures by itself: ``python -m tests.benchmarks``."""

from tests.benchmarks import (
    battle,
    browser,
    command,
    engine,
    field,
    instruments,
    loading,
    movement,
    sight,
)

engine.main()
sight.main()
field.main()
loading.main()
movement.main()
battle.main()
command.main()
instruments.main()
browser.main()
