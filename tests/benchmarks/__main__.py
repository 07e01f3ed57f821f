"""Every benchmark of this folder that prints figures by itself: ``python -m tests.benchmarks``."""

from tests.benchmarks import (
    area_odds,
    battle,
    browser,
    classroom_load,
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
area_odds.main()
command.main()
instruments.main()
browser.main()
classroom_load.main()
