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
    heads = "".join(f"<th scope='col'>{_place(place)}</th>" for place in range(count))
    rows = "".join(
        f"<tr><th scope='row'>{escape(name)} ({escape(side_of[name])})</th>"
        f"{''.join(map(_cell, chances))}</tr>"
        for name, chances in found.items()
    )
    return (
        "<table style='border-collapse:collapse;font-variant-numeric:tabular-nums'>"
        "<caption style='text-align:left'>Place in the order of activation, from now on</caption>"
        f"<thead><tr><th scope='col'>Brigiment</th>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _cell(chance: Fraction) -> str:
    wide = f"{float(chance * 100):.1f}%"
    bar = (
        f"<div aria-hidden='true' style='height:4px;width:{wide};background:currentColor;"
        "opacity:.55'></div>"
    )
    return (
        f"<td title='{chance}' style='padding:2px 6px;min-width:4.2em'>{percent(chance)}{bar}</td>"
    )


def table_lines(found: Mapping[str, Iterable[Fraction]]) -> list[str]:
    """Return the table of places as aligned text."""
    rows = [["Brigiment", *(_place(place) for place in range(len(found)))]]
    rows += [[name, *map(percent, chances)] for name, chances in found.items()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def _place(place: int) -> str:
    names = ("1st", "2nd", "3rd")
    return names[place] if place < len(names) else f"{place + 1}th"
