"""The parts of a game table on the screen: the map of Fire & Movement, and who has the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.core.procedure import Choice
from wargame.core.ruling import case
from wargame.fire_and_movement import turn
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.movement import Move
from wargame.fire_and_movement.terrain_costs import points_text
from widgets.explorers import fm_svg as svg
from widgets.explorers import game_screen
from widgets.explorers.fm_map import PositionMap
from widgets.explorers.game_plan import hexes_in
from widgets.explorers.game_screen import HINT, Screen, marks_of
from widgets.explorers.table_plan import POLICY, answer_words, step
from widgets.svg import centre

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.fire_and_movement.state import Situation
    from widgets.explorers.game_play import Play

UNDER_WAY = ", under way"
CALLED = {POLICY: "plain player"}
"""What a reader is told of a player instead of the word for it in Python."""
MISSILES = {case("LEB82 13.1"), case("LEB82 13.1/1")}
"""The cases of the question whether a missile site fires, and of its die."""
WIDE, FARTHEST = 5, 10
"""How many hexes round its middle the map shows at first, and at most when it follows."""
SIGNS = "Green: within reach, with the points left; violet: by rail; a red arrow: who attacks."


class Moment(game_screen.Moment):
    """What the panels show of a game of Fire & Movement."""

    @property
    def game(self) -> turn.Game | None:
        """The game at the last checkpoint; nothing while it is set up."""
        state = self.run.marks[-1].checkpoint.state if self.run.marks else None
        state = state.game if isinstance(state, turn.Within) else state
        return state if isinstance(state, turn.Game) else None

    @property
    def where(self) -> str:
        """Where the game is, in words."""
        return super().where.removesuffix(UNDER_WAY)

    @property
    def here(self) -> str:
        """The number of the part of the sequence of play."""
        game = self.game
        if game is None or self.run.finished:
            return ""
        return step(game.part, 2 if game.situation.active == game.first else 3)

    @property
    def outcome(self) -> str:
        """How it ended."""
        ended = self.play.outcome
        return "" if ended is None else f"The game is over. {ended.verdict.sentence}"

    @property
    def standing(self) -> Ruling | None:
        """The verdict; until then, what it would be."""
        ended = self.play.outcome
        found: Ruling | None = super().standing if ended is None else ended.verdict
        return found

    def answer(self, given: int | str) -> str:
        """Return an answer with the names of units and markers."""
        return answer_words(self.situation.roster, str(given))

    @property
    def seat(self) -> str:
        """Whose the screen is, where two readers share it."""
        request = self.run.request
        if not isinstance(request, Choice) or self.player:
            return ""
        others = [side for side in self.situation.sides if side not in self.play.players]
        before = next((each.who for each in reversed(self.run.journal) if each.who), "")
        if len(others) > 1 and before and before != request.who:
            return f"Asked: {request.who}. Hand the seat over."
        return f"Asked: {request.who}."


class Panels(Screen):
    """The widgets of a game table."""

    map: PositionMap

    def make_map(self, play: Play, height: int) -> PositionMap:
        """Return the map, looking where enemies are near."""
        board = play.situation.board
        made = PositionMap(board, height=height, hint=f"{HINT} {SIGNS}", label=play.game.title)
        made.look_at(board.label(_thick(play.situation)), reach=WIDE)
        return made

    def called(self, player: str) -> str:
        """Return what a reader is told of a player."""
        return CALLED.get(player, player)

    def lines(
        self, journal: list[dict[str, Any]], moment: game_screen.Moment
    ) -> list[dict[str, Any]]:
        """Return the lines of the journal, the name of a phase above its first line alone."""
        before, found = "", []
        for line in journal:
            mark = line["mark"].removesuffix(UNDER_WAY)
            said = moment.answer(line["answer"])
            found.append(line | {"mark": "" if mark == before else mark, "answer": said})
            before = mark or before
        return found

    def draw_map(self, moment: game_screen.Moment) -> None:
        """Show everybody, the reach of whoever moves, and the attack that is made up."""
        situation, request = moment.situation, moment.run.request
        there = None if request is None else request.position
        unit = there.unit if isinstance(there, Move) else ""
        self.map.show_position(situation, unit, situation.moved | situation.spent)
        if isinstance(there, Move):
            self.map.show_drawing("".join(_points(there)), _reach(there))
        elif isinstance(there, Attack):
            self.map.show_drawing("".join(_attack(there)))
        else:
            self.map.show_drawing("")
        if request is not None and MISSILES & set(request.cases):
            self.map.show_envelopes(situation)

    def marks(self, moment: game_screen.Moment) -> dict[Hex, str]:
        """Return the hexes to mark for the question."""
        marks = marks_of(moment, _about(moment))
        self._follow(moment, [cell for cell, kind in marks.items() if kind != "barred"])
        return marks

    def _follow(self, moment: game_screen.Moment, cells: list[Hex]) -> None:
        """Look at what a question is about when it lies out of sight and close together.

        Where a question is about no hex of its own, one of its options in sight is enough.
        """
        board, about = moment.situation.board, _about(moment)
        seen = [self._sees(board, cell) for cell in (about and [*about, *cells]) or cells]
        if not seen or (all(seen) if about else any(seen)):
            return
        middle = (about or cells)[0]
        far = max(middle.distance(cell) for cell in cells) if about and cells else 0
        self.map.look_at(board.label(middle), reach=min(max(WIDE, far + 1), FARTHEST))

    def _sees(self, board: Board, cell: Hex) -> bool:
        left, top, width, height = self.map.window
        x, y = centre(board, cell)
        return left <= x <= left + width and top <= y <= top + height


def _about(moment: game_screen.Moment) -> list[Hex]:
    """Return the hexes that a question is about, whatever is answered."""
    request, situation = moment.run.request, moment.situation
    there = None if request is None else request.position
    if isinstance(there, Move):
        return [] if there.reach.mover.start is None else [there.reach.mover.start]
    if isinstance(there, Attack):
        return [there.target]
    return [] if request is None else hexes_in(situation.board, request.purpose)


def _reach(move: Move) -> str:
    """Return what lies under the counters: where the move may end."""
    board = move.phase.situation.board
    washed = svg.wash(board, move.reach.ends, svg.GREEN, 0.36)
    return washed + svg.wash(board, move.rails, svg.PURPLE, 0.3)


def _points(move: Move) -> Iterator[str]:
    """Yield the way that is settled, and the points left in each hex where the move may end."""
    situation = move.phase.situation
    if len(move.reach.origin.way) > 1:
        yield svg.way_svg(situation.board, move.reach.origin.way, svg.BLUE)
    for cell in move.reach.ends:
        points, held = points_text(move.reach.left[cell]), bool(situation.at(cell))
        yield svg.points_tag(situation.board, cell, points, "#10402f", held=held)


def _attack(attack: Attack) -> Iterator[str]:
    """Yield an arrow from each hex that attacks."""
    situation = attack.situation
    for at in dict.fromkeys(situation.piece(name).at for name in attack.attackers):
        yield svg.way_svg(situation.board, (at, attack.target), svg.RED)


def _thick(situation: Situation) -> Hex:
    """Return the hex of a unit that has most others of both sides near: the game begins there."""
    cells = sorted({piece.at for piece in situation.pieces})
    if not cells:  # before anybody is set up
        return sorted(situation.board.cells)[len(situation.board.cells) // 2]

    def near(cell: Hex) -> int:
        counts = (
            sum(cell.distance(piece.at) <= WIDE for piece in situation.of(side))
            for side in situation.sides
        )
        return min(counts)

    return max(cells, key=near)
