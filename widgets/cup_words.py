"""What the command cups hold in store, in words and tables; the chances are the engine's."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from math import factorial
from typing import TYPE_CHECKING

from wargame.rifle_and_spade.cup_odds import orders, places
from widgets.odds import percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.rifle_and_spade.cup_odds import Cup, Wish

LISTED = 12
"""So many orders are listed one by one, the likeliest first; the others are taken together."""
OTHERS = "any other order"
THEN = " → "
NONE_LEFT = "Both cups are empty: the activations of this turn are over."

UNFOLDED = 3
"""With so many chits left the orders are shown unfolded."""
_STYLE = """<style>
.wg-cup-places, .wg-cup-orders table { border-collapse: collapse; line-height: 1.4;
  font-size: var(--jp-ui-font-size1, 13px); font-variant-numeric: tabular-nums; }
.wg-cup-places caption { text-align: left; white-space: nowrap; font-weight: 600; padding: .3em 0; }
.wg-cup-places span { font-weight: 400; margin-left: .5em;
  color: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 76%, transparent); }
.wg-cup-places th, .wg-cup-places td, .wg-cup-orders th, .wg-cup-orders td {
  text-align: left; padding: .25em 1.1em .25em 0; vertical-align: top; }
.wg-cup-places thead th, .wg-cup-orders thead th { font-weight: 400;
  border-bottom: 1px solid color-mix(in srgb, currentColor 28%, transparent); }
.wg-cup-places td { min-width: 4.6em; }
.wg-cup-places td > div { height: 7px; margin-top: 2px;
  border: 1px solid color-mix(in srgb, currentColor 40%, transparent); border-radius: 2px; }
.wg-cup-places td > div > div { height: 100%; background: var(--jp-brand-color1, #1976d2); }
.wg-cup-orders summary { cursor: pointer; font-weight: 600; padding: .3em 0; width: fit-content; }
.wg-cup-orders tbody th { font-weight: 600; }
@media (forced-colors: active) { .wg-cup-places td > div > div { background: Highlight;
  forced-color-adjust: none; } }
</style>"""

Places = dict[str, tuple[Fraction, ...]]


def contents(cup: Cup) -> str:
    """Return what is in each cup, in a sentence."""
    if not cup.left:
        return NONE_LEFT
    told = (
        f"{side}: {', '.join(inside) or 'none'}"
        for side, inside in zip(cup.sides, cup.chits, strict=True)
    )
    last = "" if cup.last is None else f" The {cup.sides[cup.last]} pulled last."
    return f"Chits left - {'; '.join(told)}.{last}"


def wished(cup: Cup) -> str:
    """Return what each side would do where it may choose."""
    told = (_wish(side, wish) for side, wish in zip(cup.sides, cup.wishes, strict=True))
    return " ".join(told)


def _wish(side: str, wish: Wish) -> str:
    first = f"would call up {', then '.join(wish.order)}" if wish.order else "has no favourite"
    gives = ", and lets the other side pull" if wish.yields else ""
    return f"The {side} {first}{gives}."


def listed(cup: Cup, most: int) -> dict[str, Fraction]:
    """Return the chance of each order of the rest of the turn, the likeliest first.

    Args:
        cup: What decides it.
        most: With more chits than this nothing is listed.
    """
    if not 0 < cup.left <= most:
        return {}
    found = sorted(orders(cup).items(), key=lambda pair: (-pair[1], pair[0]))
    shown = {THEN.join(names): chance for names, chance in found[:LISTED]}
    rest = sum((chance for _, chance in found[LISTED:]), start=Fraction(0))
    return shown | ({OTHERS: rest} if len(found) > LISTED else {})


def too_many(cup: Cup, most: int) -> str:
    """Return why the orders are not listed; empty where they are."""
    if cup.left <= most:
        return ""
    one, other = map(len, cup.chits)
    count = factorial(one + other)
    return (
        f"{cup.left} chits can come out in {count} orders, too many to list; the table of places "
        "says how likely each brigiment is to come first, second and so on."
    )


def table_of(cup: Cup) -> Places:
    """Return for each brigiment the chance of each place from now on."""
    return places(cup)


def table_html(found: Mapping[str, Iterable[Fraction]], side_of: Mapping[str, str]) -> str:
    """Return the table of places, a bar in each cell as long as its chance."""
    if not found:
        return ""
    count = len(found)
    longest = max(chance for chances in found.values() for chance in chances)
    heads = "".join(f"<th scope='col'>{_place(place)}</th>" for place in range(count))
    rows = "".join(
        f"<tr><th scope='row'>{escape(name)} <span>{escape(side_of[name])}</span></th>"
        f"{''.join(_cell(chance, longest) for chance in chances)}</tr>"
        for name, chances in found.items()
    )
    full = percent(longest)
    return (
        f"{_STYLE}<table class='wg-cup-places'><caption>Place in the order of activation, from now "
        f"on <span>a full bar is {full}</span></caption>"
        f"<thead><tr><th scope='col'>Brigiment</th>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _cell(chance: Fraction, longest: Fraction) -> str:
    wide = f"{float(chance / longest * 100) if longest else 0:.1f}%"
    bar = f"<div aria-hidden='true'><div style='width:{wide}'></div></div>"
    return f"<td title='{chance}'>{percent(chance)}{bar}</td>"


def orders_html(found: Mapping[str, Fraction], count: int) -> str:
    """Return the orders of the rest of the turn as a table that is folded until one wants it.

    Args:
        found: What :func:`listed` returns.
        count: How many chits are left.
    """
    if not found:
        return ""
    rows = "".join(
        f"<tr><th scope='row'>{escape(name)}</th><td>{percent(chance)}</td><td>{chance}</td></tr>"
        for name, chance in found.items()
    )
    unfolded = " open" if count <= UNFOLDED else ""
    return (
        f"{_STYLE}<details class='wg-cup-orders'{unfolded}><summary>Order of the rest of the turn: "
        f"{factorial(count)} are possible at most</summary><table><thead><tr>"
        "<th scope='col'>Order</th><th scope='col'>Chance</th><th scope='col'>Exactly</th></tr>"
        f"</thead><tbody>{rows}</tbody></table></details>"
    )


def order_lines(found: Mapping[str, Fraction]) -> list[str]:
    """Return the orders of the rest of the turn as text."""
    return [f"  {name}: {chance} · {percent(chance)}" for name, chance in found.items()]


def table_lines(found: Mapping[str, Iterable[Fraction]]) -> list[str]:
    """Return the table of places as aligned text."""
    rows = [["Brigiment", *(_place(place) for place in range(len(found)))]]
    rows += [[name, *map(percent, chances)] for name, chances in found.items()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def _place(place: int) -> str:
    names = ("1st", "2nd", "3rd")
    return names[place] if place < len(names) else f"{place + 1}th"
