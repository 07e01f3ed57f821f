"""Boards of a class: kept at every answer, shared by a team, with dice that fall alike for all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from wargame.core.drivers import Entry
from wargame.core.errors import RequestError
from wargame.core.procedure import Band, Choice, Roll
from widgets.classroom.boards import Board, board_games, frozen_face
from widgets.classroom.errors import Denied
from widgets.classroom.page import Page
from widgets.classroom.rooms import Classroom
from widgets.classroom.student import StudentView

if TYPE_CHECKING:
    from pathlib import Path

GUIDED, BATTLE = "clearing-sedd-el-bahr", "battle"


def opened(path: Path, board: str, **groups: Any) -> tuple[Classroom, str, str]:
    room = Classroom(path / "class.sqlite")
    code = room.open("secret", "FM 01", board=board, **groups)
    return room, code, room.teach(code, "secret")


def play(board: Board, answers: int) -> list[Any]:
    """Answer with the first option, or throw; return the faces that fell."""
    game: Any = board.widget
    for _ in range(answers):
        request = game.run.request
        if isinstance(request, Choice):
            key = request.options[0].key
            game._told(lambda key=key: game.decide(key))() if board.now.board == BATTLE else (
                game.answer(key)
            )
        elif board.now.board == BATTLE:
            game._told(game.throw)()
        else:
            game.throw()
    return [entry.answer for entry in game.run.journal if not entry.who]


def journal(room: Classroom, token: str) -> list[Any]:
    kept = room.board_of(token)
    assert kept is not None
    found: list[Any] = kept["journal"]
    return found


def test_frozen_dice_fall_alike_for_the_same_question() -> None:
    roll = Roll("Fire", 6, (Band(1, 6, "hit"),), ())
    one = (Entry("Fire", 3), Entry("March", "on", "British"))
    other = (Entry("March", "back", "British"), Entry("Morale", 2), Entry("Fire", 5))
    assert frozen_face(7, roll, one) == frozen_face(7, roll, other)
    many = {frozen_face(seed, roll, one) for seed in range(50)}
    assert many == set(range(1, 7))


@pytest.mark.parametrize("game", [GUIDED, BATTLE])
def test_every_board_throws_the_same_frozen_dice(tmp_path: Path, game: str) -> None:
    room, code, teacher = opened(tmp_path, game)
    room.freeze(teacher, 1917)
    boards = [Board(room, room.join(code, name)) for name in ("Ada", "Ben")]
    first, second = (play(board, 12) for board in boards)
    assert first == second
    assert first


@pytest.mark.parametrize("game", [GUIDED, BATTLE])
def test_a_board_is_kept_at_every_answer(tmp_path: Path, game: str) -> None:
    room, code, _ = opened(tmp_path, game)
    token = room.join(code, "Ada")
    board = Board(room, token)
    for number in (1, 2, 3):
        play(board, 1)
        assert len(journal(room, token)) >= number
    before = journal(room, token)
    room.shut()
    again = Board(Classroom(tmp_path / "class.sqlite"), token)
    assert again.widget.save()["journal"] == before


def test_a_team_shares_a_board_and_nobody_undoes_another(tmp_path: Path) -> None:
    room, code, _ = opened(tmp_path, GUIDED, teams=("Red", "Blue"))
    ada, ben = (Board(room, room.join(code, name, "Red")) for name in ("Ada", "Ben"))
    other = Board(room, room.join(code, "Cem", "Blue"))
    assert ada.widget.save() == ben.widget.save()
    play(ada, 1)
    with pytest.raises(Denied, match="gone on"):
        play(ben, 1)
    assert ben.widget.save() == ada.widget.save()  # it was shown what the other has done
    play(ben, 1)
    ada.follow()
    assert ada.widget.save() == ben.widget.save()
    assert other.widget.save()["journal"] == []


def test_a_side_answers_for_itself_alone(tmp_path: Path) -> None:
    sides = ("Entente", "Ottoman")
    room, code, _ = opened(tmp_path, GUIDED, teams=("Red", "Blue"), sides=sides)
    boards = {side: Board(room, room.join(code, f"a {side}", "Red", side)) for side in sides}
    game: Any = boards[sides[0]].widget
    while not isinstance(game.run.request, Choice):
        game.throw()
    asked = game.run.request.who
    (other,) = (board for side, board in boards.items() if side != asked)
    other.follow()
    with pytest.raises(RequestError, match=f"a question to the {asked}"):
        play(other, 1)
    with pytest.raises(RequestError, match="share"):
        other.widget._intent("first", "", 0)
    boards[asked].follow()
    play(boards[asked], 1)


def test_a_teacher_gives_a_position_to_all(tmp_path: Path) -> None:
    room, code, teacher = opened(tmp_path, GUIDED)
    board = Board(room, room.join(code, "Ada"))
    play(board, 2)
    own = Board(room, teacher)
    play(own, 4)
    own.push("push")
    board.follow()
    assert board.widget.save() == own.widget.save()
    before = len(own.widget.save()["journal"])
    own.push("back")
    board.follow()
    assert board.widget.save() == own.widget.save()
    assert len(board.widget.save()["journal"]) < before
    with pytest.raises(RequestError):
        own.push("sideways")


def test_frozen_dice_are_not_set_by_hand(tmp_path: Path) -> None:
    room, code, teacher = opened(tmp_path, GUIDED)
    room.freeze(teacher, 3)
    board = Board(room, room.join(code, "Ada"))
    with pytest.raises(Denied, match="frozen"):
        board.widget._dice("set", 1)


def test_there_are_only_boards_of_games(tmp_path: Path) -> None:
    assert {GUIDED, BATTLE, "second-battle-of-gaza"} <= set(board_games())
    room, code, _ = opened(tmp_path, "chess")
    with pytest.raises(RequestError, match="chess"):
        Board(room, room.join(code, "Ada"))


def test_a_teacher_is_told_when_the_sides_are_not_those_of_the_game(tmp_path: Path) -> None:
    room, _, teacher = opened(tmp_path, GUIDED, sides=("British", "Ottoman"))
    assert "called Entente and Ottoman" in Board(room, teacher).doubt
    (tmp_path / "other").mkdir()
    room, _, teacher = opened(tmp_path / "other", GUIDED, sides=("entente", "Ottoman"))
    assert not Board(room, teacher).doubt


def test_a_bet_in_an_instrument_is_kept_with_the_answers(tmp_path: Path) -> None:
    room, code, _ = opened(tmp_path, "")
    token = room.join(code, "Ada")
    page = Page(StudentView(room, token), room, token, (), 0)
    page.view.act("stage", {"what": "battle"})
    page._set_stage()
    (pane,) = page.stage.objects
    assert room.mine(token) == ()
    pane.object.bet("attacker takes it")
    page.gather()
    page.gather()
    (kept,) = room.mine(token)
    assert (kept.kind, kept.tries) == ("bet", 1)
    assert "attacker takes it" in kept.said
