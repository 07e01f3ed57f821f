"""The rule questions about fire (17) and counter-fire (7.6.5) that may be asked by name."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, get_args

from attrs import frozen

from wargame.core.charts import ChartShelf
from wargame.core.drivers import play
from wargame.core.errors import RequestError, one_of, shown
from wargame.core.grid import Hexside
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding
from wargame.rifle_and_spade import commanded, eligibility, fire, losses
from wargame.rifle_and_spade.crossfire import crossfire, possible_crossfire
from wargame.rifle_and_spade.fire_mods import fire_mods
from wargame.rifle_and_spade.fire_points import strength, strength_ruling
from wargame.rifle_and_spade.fire_rulings import aimed_ruling
from wargame.rifle_and_spade.fire_table import fire_results
from wargame.rifle_and_spade.fire_total import base_drm, contributing, net_drm_ruling
from wargame.rifle_and_spade.opportunity import HOLD, OUT
from wargame.rifle_and_spade.rounding import HUNDRED, decimals, plain
from wargame.rifle_and_spade.scene import FAMILY
from wargame.rifle_and_spade.shot import FireOccasion, Shot
from wargame.rifle_and_spade.triggers import Deed, Trigger

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.procedure import Choice, Roll
    from wargame.rifle_and_spade.state import Situation

_IDLE = (HOLD, "stay", "hide")
DEEDS: tuple[Deed, ...] = get_args(Deed)


def _trigger(  # noqa: PLR0913 - the facts that make a trigger
    situation: Situation,
    movers: tuple[str, ...],
    deed: str,
    left: str,
    crossing: str,
    hexside_points: Fraction,
    inside_points: Fraction,
    wave: int,
    *,
    covered: bool,
) -> Trigger | None:
    """Return the trigger that the facts of a question describe; None without movers."""
    if not movers:
        return None
    board = situation.board
    done = next((each for each in DEEDS if each == deed), None)
    if done is None:
        raise RequestError("question, deed", shown(deed), one_of(DEEDS, deed))
    at = situation.piece(movers[0]).at
    side = Hexside.between(board.hex(crossing), at) if crossing else None
    return Trigger(
        done,
        movers,
        at,
        board.hex(left) if left else None,
        plain(hexside_points),
        plain(inside_points),
        crossing=side,
        wave=wave,
        covered=covered,
        long=done in {"engineering", "prolongs", "drags"},
    )


def _asked(ask: Callable[[Shot], Ruling]) -> Callable[..., Ruling]:
    """Return a question about one shot, which takes its facts and answers by *ask*."""

    def answer(  # noqa: PLR0913 - the facts of a fire
        situation: Situation,
        *,
        firers: tuple[str, ...],
        target: str,
        occasion: str = "commanded",
        movers: tuple[str, ...] = (),
        deed: str = "enters",
        left: str = "",
        crossing: str = "",
        hexside_points: Fraction = Fraction(0),
        inside_points: Fraction = Fraction(0),
        wave: int = 0,
        covered: bool = False,
    ) -> Ruling:
        trigger = _trigger(
            situation,
            movers,
            deed,
            left,
            crossing,
            hexside_points,
            inside_points,
            wave,
            covered=covered,
        )
        kinds: tuple[FireOccasion, ...] = get_args(FireOccasion)
        wanted = next((kind for kind in kinds if kind == occasion), None)
        if wanted is None:
            raise RequestError("question, occasion", shown(occasion), one_of(kinds, occasion))
        if not firers:
            raise RequestError("question, firers", "nobody", "one unit or more")
        for name in (*firers, *movers):
            situation.piece(name)
        shot = Shot(situation, firers, situation.board.hex(target), wanted, trigger)
        return ask(shot)

    answer.__doc__, answer.__module__ = ask.__doc__, ask.__module__
    answer.__qualname__ = ask.__qualname__
    return answer


def _points(shot: Shot) -> Ruling:
    """How many fire points bear on a hex, with every multiplier, limit and exclusion."""
    return strength_ruling(shot)


def _net(shot: Shot) -> Ruling:
    """The net fire DRM of a fire: the four families, every candidate, the chosen ones."""
    return net_drm_ruling(shot, strength(shot))


def _whole(shot: Shot) -> Ruling:
    """All that is settled of a fire before the die: fire points and net DRM."""
    return aimed_ruling(shot)


def _may(shot: Shot) -> Ruling:
    """Whether a unit may fire at a hex, and why not."""
    piece = shot.pieces[0]
    found = eligibility.aim(shot.situation, piece, shot.target, shot.trigger, shot.occasion)
    return eligibility.explained(found, shot.situation, shot.target)


def _crossfire(shot: Shot) -> Ruling:
    """The firing hexes that put a hex under crossfire."""
    label = shot.situation.board.label
    fires = contributing(shot, strength(shot))
    hexes = tuple(sorted(map(label, crossfire(fires)))) if fires.firers else ()
    said = "No two of them fire through hexsides that do not touch, free of crossfire themselves."
    if hexes:
        said = f"The fire from {', '.join(hexes)} comes through hexsides that do not touch."
    return figure("Crossfire", hexes, said, "RS 17.6", "RS 17.6.2")


for _name, _ask in (
    ("rs.fire_points", _points),
    ("rs.fire_drm", _net),
    ("rs.fire", _whole),
    ("rs.may_fire", _may),
    ("rs.crossfire", _crossfire),
):
    question(_name, scene=FAMILY)(_asked(_ask))


@question("rs.pair_drm", scene=FAMILY)
def pair_drm(situation: Situation, *, firer: str, mark: str) -> Ruling:
    """The base DRM between one firing unit and one target unit (17.2/2d)."""
    at = situation.piece(mark).at
    shot = Shot(situation, (situation.piece(firer).unit,), at)
    return base_drm(shot, mark)


@question("rs.possible_crossfire", scene=FAMILY)
def crossfire_threat(situation: Situation, *, at: str, side: str) -> Ruling:
    """Whether a hex of a side is under possible crossfire from all enemies able to fire there."""
    situation.other(side)
    found = possible_crossfire(situation, situation.board.hex(at), side)
    said = "Enemies can fire at it through two hexsides that do not touch."
    if not found:
        said = "No two enemies can fire at it through hexsides that do not touch."
    return figure("Possible crossfire", found, said, "RS 17.6.2")


@question("rs.fire_result")
def fire_result(*, points: Fraction, modified: int) -> Ruling:
    """The step losses of the Fire Results Table for fire points and a modified die."""
    return fire_results(ChartShelf()).look_up(points, modified)


@question("rs.fraction")
def fraction(*, result: Fraction, roll: int) -> Ruling:
    """What a percentile roll makes of a fire result: the step losses, or a near miss."""
    if not 0 <= roll < HUNDRED:
        raise RequestError("question rs.fraction, roll", str(roll), "00 to 99")
    if result < 0 or (result * HUNDRED).denominator != 1:
        raise RequestError(
            "question rs.fraction, result", str(result), "two decimals, such as 1.36"
        )
    near = fire_mods(ChartShelf()).limits.near_miss
    bands = fire.fraction_bands(result, near)
    band = next(each for each in bands if each.low <= roll <= each.high)
    spans = [figure(b.outcome, f"{b.low:02d}-{b.high:02d}", "A band of the roll.") for b in bands]
    said = f"{decimals(result)} with a roll of {roll:02d}: {band.outcome}."
    return finding("Losses", band.outcome, said, "RS 1.4.6", "RS 17.2.5", parts=spans)


@question("rs.losses", scene=FAMILY)
def loss_order(situation: Situation, *, at: str, hits: int, movers: tuple[str, ...] = ()) -> Ruling:
    """Who takes the losses of a fire at the inactive side in a hex, in order."""
    target = situation.board.hex(at)
    names = tuple(piece.unit for piece in situation.at(target, situation.inactive))
    if not names:
        found = f"nobody of {situation.inactive} in {at}"
        raise RequestError("question rs.losses, at", found, "a hex of the side fired at")
    taken = play(lambda: losses.take_losses(situation, names, hits, movers), _Willing())
    lost = taken.outcome.lost
    return figure("Losses in order", lost, ", then ".join(lost) + ".", "RS 17.2.6")


@frozen
class _Willing:
    """Answers as one who fires whenever he can, comes out for it if need be, and hits nothing."""

    def roll(self, roll: Roll) -> int:
        return roll.last

    def choose(self, choice: Choice) -> str:
        keys = [option.key for option in choice.options]
        out = [key for key in keys if key.startswith(OUT)]
        fires = [key for key in keys if key not in out and not key.startswith(_IDLE)]
        return next(iter([*fires, *out]), keys[0])


@question("rs.counter_fire", scene=FAMILY)
def counter_fire(situation: Situation, *, firers: tuple[str, ...], target: str) -> Ruling:
    """The order of fires when units come out of hiding to fire and everybody answers who may."""
    hexes = situation.board.hex(target)
    fired = play(lambda: commanded.fire_on_command(situation, firers, hexes), _Willing())
    order = tuple(each.sentence.partition(":")[0] for each in fired.told)
    said = f"{len(order)} fires: {'; '.join(order)}."
    return figure("Fires in order", order, said, "RS 7.6.5", "RS 7.6.6")
