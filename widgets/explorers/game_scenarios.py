"""The scenarios of Rifle and Spade that can be played step by step, and who can play them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.rifle_and_spade import clearing_rules, kemal, kemal_rules, krithia, krithia_rules
from wargame.rifle_and_spade.clearing import clearing_sedd_el_bahr, opening
from wargame.rifle_and_spade.policy import attack, defend
from wargame.rifle_and_spade.scenario import DEFAULT
from wargame.rifle_and_spade.sequence import outline
from wargame.rifle_and_spade.state import Situation
from wargame.rifle_and_spade.under_way import ended, explained, position
from widgets.explorers.game_plan import Family, Game, first_named, hexes_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.core.grid import Hex
    from wargame.core.procedure import Request
    from wargame.core.run import Run
    from widgets.explorers.game_plan import Player

PLAYERS: Mapping[str, Player] = {"defends": defend, "attacks": attack}
"""The players there are, by what they do."""
GAMES: Mapping[str, Game] = {
    DEFAULT: Game(
        DEFAULT,
        "Clearing Sedd el Bahr, 26 April 1915",
        lambda: outline(clearing_rules.unused_parts()),
        opening,
        clearing_sedd_el_bahr,
        clearing_rules.historical_victory,
    ),
    kemal.SCENARIO: Game(
        kemal.SCENARIO,
        "Kemal's Counterattack, 25 April 1915",
        lambda: outline(kemal_rules.unused_parts()),
        lambda: None,
        kemal.kemals_counterattack,
        kemal_rules.historical_victory,
    ),
    krithia.SCENARIO: Game(
        krithia.SCENARIO,
        "First Battle of Krithia, 28 April 1915",
        lambda: outline(krithia_rules.unused_parts()),
        lambda: None,
        krithia.first_krithia,
        lambda situation: krithia.plan().historical(situation),
    ),
}
"""The scenarios that can be played, by name."""


def position_of(run: Run) -> Situation:
    """Return where everybody stands; where a question does not say, as at the last checkpoint."""
    request = run.request
    if request is not None and request.position is None and run.marks:
        there = run.marks[-1].checkpoint.state.situation
        if isinstance(there, Situation):
            return there
    return position(run)


FAMILY = Family(
    "GuidedGame",
    GAMES,
    lambda _side: PLAYERS,
    position_of,
    ended,
    explained,
    lambda situation, key: first_named(situation.board, key),
)
"""The games of Rifle and Spade."""


def subject_of(request: Request | None, situation: Situation) -> list[Hex]:
    """Return the hexes that a question is about: those it names, and where its units stand."""
    if request is None:
        return []
    said = request.purpose
    found = hexes_in(situation.board, said)
    listed = said.partition("fire at ")[2].partition(" (")[0].split(", ")
    found += [situation.piece(name).at for name in listed if situation.on_map(name)]
    return list(dict.fromkeys(found))
