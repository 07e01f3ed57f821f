"""The sequence of play (2.0): its phases, segments and subsegments as data, and those that are run.

The data let a person see where in a turn a game is, and why a part is passed over. What is run here
is a brigiment activation (step 4c) and the end of a turn (step 5); a scenario says who is activated
in which order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, frozen

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding, skipped
from wargame.rifle_and_spade import (
    assault,
    commanded,
    engineering,
    movement,
    reorganizing_in_play,
)
from wargame.rifle_and_spade.ruleset import TURNS_A_DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.ruleset import Light
    from wargame.rifle_and_spade.state import Situation

    Bar = Callable[[Situation, tuple[str, ...], Hex], Ruling | None]

Who = Literal["both in parallel", "both at once", "the active player"]
SubsegmentId = Literal["4c.i", "4c.ii", "4c.iii", "4c.iv"]

BOTH: Who = "both in parallel"
AT_ONCE: Who = "both at once"
ACTIVE: Who = "the active player"

_LIGHTS: tuple[Light, ...] = (
    "twilight", "day", "day", "day", "day", "day", "day", "twilight", "night", "night"
)  # fmt: skip
"""The light of the ten turns of a day, from 4 am on."""


@frozen
class Part:
    """A phase, a segment or a subsegment.

    Args:
        id: Its number in the sequence ("4c.ii").
        title: Its name.
        who: Who acts.
        doing: What is done in it, in one sentence.
        chapters: The cases that say how.
        parts: What it is divided into.
    """

    id: str
    title: str
    who: Who
    doing: str
    chapters: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()

    @property
    def case(self) -> str:
        """The case of 2.0 that names it."""
        return f"RS 2.0/{self.id}"

    def walk(self) -> Iterator[Part]:
        """Yield this part and all its parts, in order of play."""
        yield self
        for part in self.parts:
            yield from part.walk()


_ENGINEERING = Part(
    "4c.i",
    "Engineering Subsegment",
    ACTIVE,
    "Complete fieldworks, note progress, start or go on digging.",
    ("RS 13.0",),
    (
        Part("4c.i.A", "Complete construction", ACTIVE, "Turn over what is finished.", ("RS 3.4",)),
        Part("4c.i.B", "Record progress", ACTIVE, "Note progress on the rest.", ("RS 13.0",)),
        Part("4c.i.C", "Dig", ACTIVE, "Units start or go on digging.", ("RS 13.0", "RS 6.0")),
    ),
)
_ACTIVATION = Part(
    "4c",
    "Brigiment Activation Segment",
    ACTIVE,
    "The units of the active brigiment, and independent units with them, act.",
    ("RS 9.7",),
    (
        _ENGINEERING,
        Part(
            "4c.ii",
            "Commanded Fire Subsegment",
            ACTIVE,
            "Each unit that does not dig may take part in one commanded fire.",
            ("RS 17.3",),
        ),
        Part(
            "4c.iii",
            "Movement Subsegment",
            ACTIVE,
            "Units and stacks that do not dig rally, move, and move to assault.",
            ("RS 16.5", "RS 14.0", "RS 14.4"),
        ),
        Part(
            "4c.iv",
            "Assault Subsegment",
            ACTIVE,
            "Assaults are resolved one by one; either side may retreat.",
            ("RS 18.0", "RS 19.0"),
        ),
    ),
)
_COMMAND = (
    Part("3a", "Isolated Units Segment", BOTH, "See who is out of messaging range.", ("RS 9.3",)),
    Part("3b", "Formation Adjustment Segment", BOTH, "Merge and form columns.", ("RS 9.5",)),
    Part("3c", "Adjust Officer Points Segment", BOTH, "Gain and lose points.", ("RS 10.1",)),
    Part("3d", "Orders Continuation Segment", BOTH, "Test whether orders go on.", ("RS 11.2.1",)),
    Part(
        "3e",
        "Change Orders Segment",
        BOTH,
        "Degrade the orders that failed, try to change others.",
        ("RS 11.3",),
        (
            Part("3e.i", "Degraded orders", BOTH, "Failed orders degrade.", ("RS 11.2.4",)),
            Part("3e.ii", "Voluntary change", BOTH, "Others may try to change.", ("RS 11.3",)),
        ),
    ),
    Part("3f", "Load the Cup Segment", BOTH, "Released brigiments' chits go in.", ("RS 2.1",)),
)


@implements("RS", "2.0")
def sequence_of_play() -> tuple[Part, ...]:
    """Return the five phases of a game turn with all their parts, in order of play."""
    return _PHASES


_PHASES = (
    Part("1", "Reinforcement Phase", BOTH, "Place and release reinforcements.", ("RS 15.0",)),
    Part(
        "2",
        "Supply Phase",
        AT_ONCE,
        "See which brigiments are in supply.",
        ("RS 20.0",),
        (
            Part("2a", "Supply check", AT_ONCE, "From 8 pm to midnight, for all.", ("RS 20.1",)),
            Part(
                "2b", "Supply recovery", AT_ONCE, "In other turns, for those out.", ("RS 20.1.3",)
            ),
        ),
    ),
    Part("3", "Command Phase", BOTH, "See to messages, officers and orders.", (), _COMMAND),
    Part(
        "4",
        "Activations Phase",
        ACTIVE,
        "Activate brigiments one after the other until all have been.",
        ("RS 2.2",),
        (
            Part("4a", "Initiative Segment", AT_ONCE, "Roll for who is active.", ("RS 2.3",)),
            Part("4b", "Sequencing Segment", ACTIVE, "Choose or draw a brigiment.", ("RS 2.4",)),
            _ACTIVATION,
        ),
    ),
    Part(
        "5",
        "End of Turn Phase",
        AT_ONCE,
        "Clean up and go on to the next turn.",
        (),
        (
            Part("5a", "Clear artillery counts", AT_ONCE, "Take shoot counts off.", ("RS 17.7.8",)),
            Part("5b", "Advance turn", AT_ONCE, "The turn marker moves on.", ()),
        ),
    ),
)

SUBSEGMENTS: tuple[SubsegmentId, ...] = ("4c.i", "4c.ii", "4c.iii", "4c.iv")
"""The subsegments of an activation, in order."""


def part_named(name: str) -> Part:
    """Return the part with a number ("4c.ii")."""
    return next(part for phase in _PHASES for part in phase.walk() if part.id == name)


def outline(unused: Mapping[str, Ruling]) -> Ruling:
    """Return the sequence of play as a ruling, part within part.

    Args:
        unused: The parts that a scenario passes over, by number, each with a ruling that says why;
            what they are divided into goes with them.
    """
    phases = [_outlined(part, unused, None) for part in _PHASES]
    said = "A game turn runs through these phases."
    return finding("Sequence of play", None, said, "RS 2.0", parts=phases)


def _outlined(part: Part, unused: Mapping[str, Ruling], why: Ruling | None) -> Ruling:
    why = unused.get(part.id, why)
    parts = [_outlined(each, unused, why) for each in part.parts]
    label = f"{part.id} {part.title}"
    if why is not None:
        return skipped(label, why.sentence, part.case, *why.cases, parts=parts)
    return finding(label, part.who, part.doing, part.case, *part.chapters, parts=parts)


@implements("RS", "2.0/4c.i", "2.0/4c.ii", "2.0/4c.iii", "2.0/4c.iv")
def subsegment(
    name: SubsegmentId, situation: Situation, able: frozenset[str], bar: Bar | None = None
) -> Generator[Step, Any, Situation]:
    """Run one subsegment of an activation.

    Args:
        name: Its number.
        situation: The position; the active side acts.
        able: The units activated together.
        bar: What a scenario forbids those who move: a stack, a hex it would enter, and why not.

    Returns:
        The position after it.
    """
    if name == "4c.i":
        return (yield from engineering.engineering_subsegment(situation, able))
    if name == "4c.iv":
        after: Situation = yield from assault.assault_subsegment(situation)
        if situation.assaults:
            after = yield from reorganizing_in_play.after_assaults(after, able)
        return after
    free = [each for each in sorted(able) if _free(situation, each)]
    if name == "4c.ii":
        return (yield from commanded.commanded_fire(situation, free))
    return (yield from movement.movement_subsegment(situation, free, bar=bar))


def _free(situation: Situation, name: str) -> bool:
    """Return whether a unit is there and does not dig."""
    return situation.on_map(name) and situation.piece(name).task != "engineering"


@implements("RS", "2.0/4c")
def activation(
    situation: Situation, able: frozenset[str], bar: Bar | None = None
) -> Generator[Step, Any, Situation]:
    """Run a whole activation: engineering, commanded fire, movement, assault.

    Args:
        situation: The position; the active side acts.
        able: The units activated together.
        bar: What a scenario forbids those who move.

    Returns:
        The position after it.
    """
    for name in SUBSEGMENTS:
        situation = yield from subsegment(name, situation, able, bar)
    return situation


def light_of(turn: int) -> Light:
    """Return the light of a game turn; turn 1 begins at 4 am and ten turns make a day."""
    return _LIGHTS[(turn - 1) % TURNS_A_DAY]


def hours_of(turn: int) -> str:
    """Return the hours of a game turn in words ("6 am to 8 am")."""
    start, end = _hour((turn - 1) % TURNS_A_DAY), _hour((turn - 1) % TURNS_A_DAY + 1)
    return f"{_clock(start)} to {_clock(end)}"


def _hour(place: int) -> int:
    """Return the hour at which the turn at a place in the day begins: two by day, four by night."""
    night = TURNS_A_DAY - 2
    return 4 + 2 * place if place <= night else 20 + 4 * (place - night)


def _clock(hour: int) -> str:
    hour %= 24
    if hour in {0, 12}:
        return "noon" if hour else "midnight"
    return f"{hour % 12} {'am' if hour < 12 else 'pm'}"  # noqa: PLR2004 - the hours of a clock


@implements("RS", "2.0/5", "2.0/5a", "2.0/5b")
def end_of_turn(situation: Situation) -> Situation:
    """Return the situation at the start of the next turn.

    Shoots are forgotten, and so is who fired and who was activated; long actions that were under
    way end with the turn they took, digging aside, which goes on until it is given up (13).
    """
    fresh = tuple(
        evolve(
            piece,
            shots=0,
            fired=False,
            acted=False,
            engaged=frozenset(),
            task=piece.task if piece.task == "engineering" else "",
        )
        for piece in situation.pieces
    )
    turn = situation.turn + 1
    return evolve(situation, pieces=fresh, turn=turn, light=light_of(turn))
