"""Fire & Movement in a notebook: counters and frames, the map of a position, attacks compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.fire_and_movement.chances import meaning
from wargame.fire_and_movement.crt import CODES
from widgets.hexmap import HexMap
from widgets.legend import side_items, sides_html
from widgets.odds import OddsView
from widgets.svg import image, part_of, static_map
from widgets.svg_counters import Counter, Frame, counters_svg
from widgets.svg_marks import above
from widgets.svg_sites import envelopes_svg, sites_html, sites_svg, sites_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wargame.fire_and_movement.combat import Assessment
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Roster, Unit


class SituationMap(HexMap):
    """A map of a position: its counters, and its missile sites over them."""

    _sites = ""

    def show_position(
        self, situation: Situation, first: str = "", done: frozenset[str] = frozenset()
    ) -> None:
        """Show the units and missile sites of a position on this map's board.

        Args:
            situation: The position.
            first: The unit that lies uppermost in its hex.
            done: Units shown as having done what they may, besides those that have fought.
        """
        cards = zip(situation.pieces, counters(situation), strict=True)
        lying = sorted(cards, key=lambda each: each[0].unit == first)
        dimmed = [evolve(card, dimmed=card.dimmed or p.unit in done) for p, card in lying]
        with self.hold_sync():
            self._sites = sites_svg(situation)
            self.show_counters(dimmed, frames(situation))
            self.legend_html += sides_html(side_items(self.board)) + sites_html(situation)
            self.occupants = self.occupants | self._with_sites(situation)

    def show_envelopes(self, situation: Situation) -> None:
        """Show under the counters how far the missile sites of a position reach."""
        plain, fuller = sites_html(situation), sites_html(situation, envelopes=True)
        with self.hold_sync():
            self.backdrop_svg = envelopes_svg(situation)
            if plain:
                self.legend_html = self.legend_html.replace(plain, fuller)

    def _with_sites(self, situation: Situation) -> dict[str, str]:
        """Return what is read out for each hex with a missile site: its units, then the site."""
        found = {}
        for cell, says in sites_words(situation).items():
            label = self.board.label(cell)
            found[label] = "; ".join(filter(None, [self.occupants.get(label, ""), says]))
        return found

    def _overlay(self) -> None:
        self.overlay_svg = (
            counters_svg(self.board, self.counters) + self._sites + above(self._arrows)
        )

    def static_html(self) -> str:
        """Return the map, or the part of it seen at first, as a picture with its legend."""
        part, box = part_of(self.board, self._window), self._window
        cards = counters_svg(part, [each for each in self.counters if each.at in part])
        over, under = cards + self._sites + above(self._arrows), self.backdrop_svg
        picture = static_map(part, over, self.marks, self.label, box, self.layers, under)
        before, _, rest = super().static_html().partition("<img ")  # what stands around the picture
        return before + image(picture, self.label) + rest.partition(">")[2]


def situation_map(
    situation: Situation,
    *labels: str,
    reach: int = 2,
    envelopes: bool = False,
    **traits: Any,  # noqa: ANN401 - trait values
) -> SituationMap:
    """Return a map of a position with all its counters.

    Args:
        situation: The position.
        labels: The printed numbers of hexes to look at closely; without any, all of the map.
        reach: How many hexes around each of them are seen too.
        envelopes: Whether the reach of its missile sites is shown.
        traits: Any trait of :class:`HexMap`.

    Raises:
        WidgetError: A keyword is no trait.
        RequestError: The map has no such hex.
    """
    shown = SituationMap(situation.board, **traits)
    shown.show_position(situation)
    if envelopes:
        shown.show_envelopes(situation)
    shown.look_at(*labels, reach=reach)
    return shown


def odds_view(attacks: Mapping[str, Assessment], label: str = "Chance of each result") -> OddsView:
    """Return the chances of attacks side by side, one throw of the die each.

    Args:
        attacks: What each column is called, and the attack worked out.
        label: What the table is called.
    """
    known = {
        code: meaning(worked.attack.situation.ruleset, code)
        for worked in attacks.values()
        for code in worked.chances
    }
    return OddsView(
        [{"name": name, "chances": worked.chances} for name, worked in attacks.items()],
        order=[code for code in CODES if code in known],
        meanings=known,
        label=label,
    )


def frames(situation: Situation) -> dict[str, Frame]:
    """Return the counter frame of each side: the first player's is a rectangle."""
    first, second = situation.sides
    return {first: "rectangle", second: "diamond"}


def counters(situation: Situation) -> Iterator[Counter]:
    """Yield a counter for every unit on the map; those that have fought are dimmed."""
    frame_of = frames(situation)
    for piece in situation.pieces:
        unit, face = situation.unit(piece.unit), situation.roster.face(piece)
        yield Counter(
            at=piece.at,
            short=unit.short or unit.id,
            factors=str(face),
            steps=face.steps,
            full=full_steps(situation.roster, unit),
            kind=unit.kind,
            size=unit.size,
            frame=frame_of[unit.side],
            says=situation.describe(piece),
            dimmed=piece.unit in situation.fought,
        )


def full_steps(roster: Roster, unit: Unit) -> int:
    """Return the steps a unit has at full strength; a battalion counts those of its regiment."""
    whole = next((each for each in roster.units.values() if each.successor == unit.id), unit)
    return whole.faces[0].steps
