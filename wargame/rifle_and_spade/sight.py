"""Line of sight (5.2): Open, Partial or Blocked, by nine cases in the order of 5.2.13.

A line runs from centre to centre. Each case looks at what the line meets and either decides or
passes; the first that decides is the answer. The explanation is made from the very steps that
reached it, so it cannot say anything else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, choice, figure, not_covered, skipped
from wargame.rifle_and_spade.ground import OFF_MAP, barrier, level_of
from wargame.rifle_and_spade.ruleset import LIGHTS
from wargame.rifle_and_spade.sight_path import Path, laid, trace

if TYPE_CHECKING:
    from wargame.core.grid import Hex, Hexside
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.ruleset import Light, ObservationRanges

Verdict = Literal["Open", "Partial", "Blocked"]
VERDICTS: tuple[Verdict, ...] = ("Open", "Partial", "Blocked")


@frozen
class Look:
    """A question of sight.

    Args:
        field: The ground.
        spotter: Where one looks from.
        target: What one looks at.
        ranges: How far one observes.
        light: day, twilight or night.
        lit: Hexes lit by a searchlight; as targets they count as by day (5.2.3).
        crossing: The ridge hexside that the target is just crossing, for opportunity fire.
    """

    field: Field
    spotter: Hex
    target: Hex
    ranges: ObservationRanges
    light: Light = "day"
    lit: frozenset[Hex] = frozenset()
    crossing: Hexside | None = None


Judge = Callable[[Path], "Verdict | None"]
Words = Callable[[Look, Path], str]


@frozen
class Case:
    """One case of 5.2.13.

    Args:
        label: What a person reads.
        number: Its number in the book.
        judge: Decides, or passes with None.
        decides: The sentence when it decides.
        passes: The sentence when it passes.
    """

    label: str
    number: str
    judge: Judge
    decides: Words
    passes: Words


@implements("RS", "5.2.2", "5.2.3", "5.2.13/1")
def _observation(path: Path) -> Verdict | None:
    return "Blocked" if path.course.distance > path.reach else None


def _observes(look: Look, path: Path) -> str:
    lit = " in a searchlight" if look.target in look.lit else ""
    light = "day" if lit else look.light
    reach, distance = path.reach, path.course.distance
    return f"The target is at range {distance}{lit}; by {light} one observes to {reach}."


@implements("RS", "5.2.13/2")
def _close(path: Path) -> Verdict | None:
    return "Open" if path.course.distance <= 1 else None


@implements("RS", "5.2.13/3", "5.1.3/b5")
def _ravine(path: Path) -> Verdict | None:
    """Stop sight into or out of a ravine at range 2 or more (the reading of RS-Q15)."""
    start, end = path.ends
    deep = start.ravine or end.ravine
    return "Blocked" if deep and path.course.distance > 1 else None


def _ravine_decides(look: Look, path: Path) -> str:
    deep = [look.field.board.label(spot.hex) for spot in path.ends if spot.ravine]
    if len(deep) > 1:
        return f"{' and '.join(deep)} are ravines and not in contact."
    return f"{deep[0]} is a ravine and the other end is not in contact."


@implements("RS", "5.2.13/4")
def _higher(path: Path) -> Verdict | None:
    high = path.high
    higher = level_of(path.barrier) > high or path.ridge > high
    return "Blocked" if higher else None


def _higher_decides(look: Look, path: Path) -> str:
    if level_of(path.barrier) > path.high:
        name, level = path.barrier_name(look.field.board), level_of(path.barrier)
        return f"{name} stands at level {level}, above both ends."
    return f"{path.ridge_name(look.field.board)} at level {path.ridge} is above both ends."


@implements("RS", "5.2.13/5")
def _same_level(path: Path) -> Verdict | None:
    level = path.high == path.low
    return "Blocked" if level and path.barrier == barrier(path.high, blocking=True) else None


def _same_level_passes(_: Look, path: Path) -> str:
    if path.high != path.low:
        return f"The ends differ in level: {path.low} and {path.high}."
    return f"No blocking terrain at level {path.high} lies between."


@implements("RS", "5.2.13/6", "5.1.3/b4", "5.1.3/b3")
def _down_slope(path: Path) -> Verdict | None:
    """Hide what lies unbroken in down-slope terrain below a crest (Blocked) or contour (Partial).

    Every contour crossed is judged by itself, from its lower side to the end of the line on that
    side; Blocked goes before Partial (the reading of RS-Q14). By the print the hex at the foot of
    the slope, being at the level of the slope's lower side, always undoes the case (RS-Q13).
    """
    if not path.own_level or path.slope(crest=False) is None:
        return None
    return "Partial" if path.slope(crest=True) is None else "Blocked"


def _down_slope_decides(look: Look, path: Path) -> str:
    crest, contour = path.slope(crest=True), path.slope(crest=False)
    slope, what = (crest, "military crest") if crest else (contour, "contour")
    assert slope is not None  # noqa: S101 - asked only when the case decides
    board = look.field.board
    foot, end = board.label(slope.foot), board.label(slope.end)
    level = look.field.spots[slope.foot].level
    return f"From the {what} above {foot}, level {level}, all down to {end} is down-slope terrain."


def _down_slope_passes(_: Look, path: Path) -> str:
    if not path.own_level:
        return "As printed, the hex at the foot of any slope is at its lower level and undoes this."
    return "No slope with unbroken down-slope terrain below it is crossed."


@implements("RS", "5.2.13/7")
def _ridge(path: Path) -> Verdict | None:
    return "Partial" if path.low < path.ridge <= path.high else None


@implements("RS", "5.2.13/8")
def _crossing(path: Path) -> Verdict | None:
    """Show a target that is just crossing a ridge, at the height of the ridge (opportunity fire).

    Something above that height still hides it.
    """
    if path.crossing is None:
        return None
    return _higher(path.raised(path.crossing)) or "Partial"


def _crossing_decides(look: Look, path: Path) -> str:
    level = path.crossing or 0
    if _higher(path.raised(level)):
        return _higher_decides(look, path.raised(level))
    return f"The target crosses a ridge and is seen at level {level}."


def _crossing_passes(look: Look, _: Path) -> str:
    if look.crossing is None:
        return "The target crosses no ridge before opportunity fire."
    return "The hexside that the target crosses is no ridge."


@implements("RS", "5.2.13/9")
def _default(_: Path) -> Verdict | None:
    return "Open"


def _range(said: str) -> Words:
    return lambda _, path: f"Range {path.course.distance} {said}."


def _says(said: str) -> Words:
    return lambda _, __: said


_DEFAULT = _says("No case before has stopped or dimmed the line.")

_CASES: tuple[Case, ...] = (
    Case("Observation range", "5.2.13/1", _observation, _observes, _observes),
    Case(
        "Range 0 or 1",
        "5.2.13/2",
        _close,
        _range("is always seen"),
        _range("is further than the adjacent hex"),
    ),
    Case("Ravine", "5.2.13/3", _ravine, _ravine_decides, _says("Neither end lies in a ravine.")),
    Case(
        "Higher than both ends",
        "5.2.13/4",
        _higher,
        _higher_decides,
        lambda _, path: f"Nothing on the line stands above level {path.high}, but adjacent ridges.",
    ),
    Case(
        "Blocking at the same level",
        "5.2.13/5",
        _same_level,
        lambda look, path: (
            f"{path.barrier_name(look.field.board)} is blocking terrain, "
            f"level {path.high} as both ends."
        ),
        _same_level_passes,
    ),
    Case("Down-slope terrain", "5.2.13/6", _down_slope, _down_slope_decides, _down_slope_passes),
    Case(
        "Ridge between",
        "5.2.13/7",
        _ridge,
        lambda look, path: (
            f"{path.ridge_name(look.field.board)} at level {path.ridge} is above the lower end, "
            "not above the higher."
        ),
        _says("No ridge between is above one end alone."),
    ),
    Case("Crossing a ridge", "5.2.13/8", _crossing, _crossing_decides, _crossing_passes),
    Case("Otherwise", "5.2.13/9", _default, _DEFAULT, _DEFAULT),
)
_CROSSING = _CASES[7]
_CROSSING_FIRST = (_CASES[0], _CROSSING, *(case for case in _CASES[1:] if case is not _CROSSING))


def _ordered(look: Look) -> tuple[Case, ...]:
    """Return the cases in the order they are tried; a ridge-crosser moves up (RS-Q16)."""
    first = look.crossing is not None and look.field.ruleset.crossing_before_range
    return _CROSSING_FIRST if first else _CASES


@implements("RS", "5.2", "5.2.4", "5.2.5", "5.2.6", "5.2.13")
def sight(look: Look) -> Ruling:
    """Return the line of sight, with all nine cases: decided, passed, or not reached.

    Args:
        look: The question.

    Returns:
        A choice whose value is Open, Partial or Blocked; "not covered" where the line leaves the
        board on its way within observation range.

    Raises:
        RequestError: An end is off the map, the light is none of the three, or the target does not
            touch the hexside that it is said to cross.
    """
    path, board = _path(look), look.field.board
    name = f"Line of sight {board.label(look.spotter)} to {board.label(look.target)}"
    parts: list[Ruling] = []
    decided: Ruling | None = None
    for case in _ordered(look):
        number = f"RS {case.number}"
        if decided is not None:
            words = f"Case {decided.cases[0].number.partition('/')[2]} decides before it."
            parts.append(skipped(case.label, words, number))
            continue
        found = case.judge(path)
        if found is not None:
            origin = look.ranges.provenance if case.judge is _observation else None
            said = case.decides(look, path)
            decided = figure(case.label, found, said, number, provenance=origin)
            parts.append(decided)
        elif path.barrier == OFF_MAP:
            return not_covered(name, "The line leaves the map on its way.", "RS 5.2")
        else:
            parts.append(skipped(case.label, case.passes(look, path), number))
    assert decided is not None  # noqa: S101 - the last case always decides
    return choice(name, parts, f"{decided.value}: {decided.sentence}", "RS 5.2.13")


def verdict(look: Look) -> Verdict | None:
    """Return Open, Partial or Blocked without the words; None where the line leaves the map."""
    return judged(_path(look), _ordered(look))


def judged(path: Path, cases: tuple[Case, ...] = _CASES) -> Verdict | None:
    """Return what the first case that decides says; None where the line leaves the map."""
    leaves = path.barrier == OFF_MAP
    for case in cases:
        found = case.judge(path)
        if found is not None:
            return found
        if leaves:
            return None
    raise AssertionError(path)  # pragma: no cover - the last case always decides


def checked_light(light: str) -> Light:
    """Return a light that there is.

    Raises:
        RequestError: There is no such light.
    """
    for known in LIGHTS:
        if light == known:
            return known
    raise RequestError("sight, light", shown(light), one_of(LIGHTS, str(light)))


def _path(look: Look) -> Path:
    field, spotter, target = look.field, look.spotter, look.target
    light = checked_light(look.light)
    field.board.cell(spotter)
    field.board.cell(target)
    crossing = None
    if look.crossing is not None:
        if target not in look.crossing.hexes:
            labels = " / ".join(map(field.board.label, look.crossing.hexes))
            wanted = f"a hexside of the target, {field.board.label(target)}"
            raise RequestError("sight, crossing", f"hexside {labels}", wanted)
        crossing = field.ridge_level(look.crossing)
    return trace(
        *laid(field, spotter, target),
        look.ranges.within("day" if target in look.lit else light),
        own_level=field.ruleset.slope_hides_its_own_level,
        crossing=crossing,
    )
