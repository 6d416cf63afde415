"""Games that OpenSpiel has too: the same legal moves and the same outcomes, move by move, in contests at random.

Where OpenSpiel cuts a turn into several actions (jumps of draughts, men that are taken at morris, doubles at
backgammon) whole turns are compared, by the boards that they lead to. What differs on purpose is said beside the game.
"""

from __future__ import annotations

import os
import random
import re
from typing import Any, Callable, Dict, Hashable, List, NamedTuple, Optional, Tuple

import pytest

import shido

pyspiel = pytest.importorskip("pyspiel")

#: How many contests of each game; more are played where the environment says so.
CONTESTS = int(os.environ.get("SHIDO_AGREEMENT_CONTESTS", "2"))

Key = Hashable


class Pair(NamedTuple):
    """A game as both have it."""

    ours: str
    theirs: str
    #: What a turn of theirs is called: by the action in the state before it, or by the state after it.
    action: Optional[Callable[[str], Key]] = None
    board: Optional[Callable[[Any], Key]] = None
    #: What a move of ours is called: by its text, or by the session after it.
    move: Callable[[str], Key] = lambda text: text
    our_board: Optional[Callable[[shido.Session], Key]] = None
    #: What an outcome of chance of theirs is called.
    roll: Callable[[str], Key] = lambda text: text
    #: Which turns of theirs are no moves here, by the rules, told by the state after them.
    excused: Callable[[Any], bool] = lambda after: False
    #: Where a contest may be over there and go on here, by the rules.
    ends_there: Callable[[Any], bool] = lambda state: False
    #: After how many plies a contest is left.
    plies: int = 400


def cell(text: str) -> Key:
    """`x(0,2)` and `0,2` as `c1`."""
    row, column = (int(number) for number in re.findall(r"\d+", text))
    return f"{'abcdefghijklmno'[column]}{row + 1}"


def cell_3d(text: str) -> Key:
    """`0,1,2` as `1c2`."""
    layer, row, column = (int(number) for number in text.split(","))
    return f"{layer + 1}{'abcd'[column]}{row + 1}"


def column(text: str) -> Key:
    return "abcdefg"[int(text[1:])]


def breakthrough(text: str) -> Key:
    """Their first player moves down the board, ours up."""
    start, end = text[:2], text[2:4]
    turned = [f"{square[0]}{9 - int(square[1])}" for square in (start, end)]
    return ("x" if text.endswith("*") else "").join(turned)


def othello(text: str) -> Key:
    return text.lower()


def san(text: str) -> Key:
    return text.rstrip("+#")


def go_point(text: str) -> Key:
    point = text.split()[1]
    return "pass" if point.lower() == "pass" else point.upper()


def taken(text: str) -> Key:
    """`pile:1, take:3;` as `3`."""
    return str(re.findall(r"take:(\d+)", text)[0])


def draughts_board(state: Any) -> Key:
    """Squares by the numbers of English draughts. Theirs begin at the bottom, ours at the top: the board is turned."""
    rows = [line[1:] for line in str(state).splitlines() if line[:1].isdigit() and len(line) == 9]
    men: Dict[str, set[int]] = {kind: set() for kind in ("first", "FIRST", "second", "SECOND")}
    kinds = {"o": "first", "8": "FIRST", "+": "second", "*": "SECOND"}
    for above, line in enumerate(rows):
        for left, mark in enumerate(line):
            if mark in kinds:
                down, right = 7 - above, 7 - left
                men[kinds[mark]].add(4 * down + right // 2 + 1)
    return tuple(tuple(sorted(squares)) for squares in men.values())


def our_draughts_board(session: shido.Session) -> Key:
    men: Dict[str, set[int]] = {kind: set() for kind in ("first", "FIRST", "second", "SECOND")}
    # What follows the two sides counts moves.
    for side in session.position.split(":")[1:3]:
        colour, squares = ("first" if side[0] == "B" else "second"), side[1:]
        for square in squares.split(","):
            if square:
                kind = colour.upper() if square[0] == "K" else colour
                men[kind].add(int(square.lstrip("K")))
    return tuple(tuple(sorted(squares)) for squares in men.values())


def morris_board(state: Any) -> Key:
    """The points from the top left to the bottom right."""
    drawing = str(state).split("Current player")[0]
    return "".join(mark for mark in drawing if mark in ".WB")


def our_morris_board(session: shido.Session) -> Key:
    return "".join(mark for mark in session.position.split()[0] if mark in ".WB")


def backgammon_board(state: Any) -> Key:
    """Men by points, counted as the first player counts them; then the men on the bar."""
    bar = re.findall(r"Bar:\s*([xo]*)", str(state))[0]
    sides = (tuple(state.board(player, 24 - point) for point in range(1, 25)) for player in (0, 1))
    return (*sides, bar.count("x"), bar.count("o"))


def our_backgammon_board(session: shido.Session) -> Key:
    """Capital letters are the first player's: A is one man, B two. The bars are at the ends."""
    text = session.position.split()[0]

    def men(mark: str, letters: str) -> int:
        return letters.index(mark) + 1 if mark in letters else 0

    capitals, small = "ABCDEFGHIJKLMNO", "abcdefghijklmno"
    sides = (tuple(men(mark, letters) for mark in text[1:25]) for letters in (capitals, small))
    return (*sides, men(text[25], capitals), men(text[0], small))


def roll(text: str) -> Key:
    """`chance outcome 4 X starts, (roll: 14)` as `first 41`."""
    dice = "".join(sorted(re.findall(r"roll: (\d\d)", text)[0], reverse=True))
    starts = {"X": "first ", "O": "second "}.get(text.split("starts")[0].strip()[-1]) if "starts" in text else ""
    return f"{starts}{dice}"


def is_drawn(state: Any) -> bool:
    """OpenSpiel calls draughts drawn after 40 plies without a capture; Shido after 40 moves of each side without a
    capture or a move of a man, as federations do."""
    return bool(state.returns() == [0.0, 0.0])


def repeats_a_board(after: Any) -> bool:
    """OpenSpiel lets a stone be played that brings an earlier board back, and the contest is then drawn. Shido has the
    rule of superko: the move is not legal."""
    return bool(after.is_terminal()) and after.returns() == [0.0, 0.0]


PAIRS = [
    Pair("tic-tac-toe", "tic_tac_toe", action=cell),
    Pair("lose-tic-tac-toe", "gomoku(size=3,connect=3,anti=true)", action=cell),
    Pair("mnk:columns=5,rows=5,in-a-row=4", "mnk(m=5,n=5,k=4)", action=cell),
    Pair("mnk:columns=9,rows=9,in-a-row=5", "gomoku(size=9,connect=5)", action=cell),
    Pair("tic-tac-toe-3d", "gomoku(size=3,connect=3,dims=3)", action=cell_3d),
    Pair("lose-tic-tac-toe-3d", "gomoku(size=3,connect=3,dims=3,anti=true)", action=cell_3d),
    Pair("qubic", "gomoku(size=4,connect=4,dims=3)", action=cell_3d),
    Pair("connect-four", "connect_four", action=column),
    Pair("connect-four-4x4", "connect_four(rows=4,columns=4)", action=column),
    Pair("breakthrough", "breakthrough", action=breakthrough),
    Pair("othello", "othello", action=othello, move=othello),
    Pair("chess", "chess", action=san, move=san, plies=150),
    Pair("shogi", "shogi", action=str, plies=120),
    Pair("go:size=9,komi=7.5", "go(board_size=9,max_game_length=500)", action=go_point, excused=repeats_a_board),
    Pair("coins:coins=7,most=7", "nim", action=taken),
    Pair("draughts", "checkers", board=draughts_board, our_board=our_draughts_board, ends_there=is_drawn),
    Pair("nine-mens-morris", "nine_mens_morris", board=morris_board, our_board=our_morris_board, plies=120),
    Pair("backgammon", "backgammon", board=backgammon_board, our_board=our_backgammon_board, roll=roll),
]


def load(pair: Pair) -> Any:
    if pair.theirs == "nim":
        # A text of digits alone would be taken for a number.
        return pyspiel.load_game("nim", {"pile_sizes": "7", "is_misere": False})
    return pyspiel.load_game(pair.theirs)


def turns(state: Any) -> List[Tuple[List[int], Any]]:
    """All turns of the player to move: the actions of each, and the state after it."""
    mover, found = state.current_player(), []
    under_way: List[Tuple[List[int], Any]] = [([], state)]
    while under_way:
        actions, at = under_way.pop()
        for action in at.legal_actions():
            after = at.child(action)
            if not after.is_terminal() and after.current_player() == mover and not after.is_chance_node():
                under_way.append((actions + [action], after))
            else:
                found.append((actions + [action], after))
    return found


def their_moves(pair: Pair, state: Any) -> Dict[Key, List[int]]:
    if pair.board is not None:
        return {pair.board(after): actions for actions, after in turns(state)}
    assert pair.action is not None
    return {pair.action(state.action_to_string(action)): [action] for action in state.legal_actions()}


def our_moves(pair: Pair, session: shido.Session) -> Dict[Key, int]:
    if pair.our_board is not None:
        count = len(session.legal_moves)
        return {pair.our_board(session.copy().play(place)): place for place in range(count)}
    return {pair.move(text): place for place, text in enumerate(session.legal_moves)}


def throw(pair: Pair, state: Any, session: shido.Session, rng: random.Random) -> None:
    """Lets chance move in both, after comparing what may happen and how probable it is."""
    theirs: Dict[Key, List[Tuple[int, float]]] = {}
    for action, chance in state.chance_outcomes():
        theirs.setdefault(pair.roll(state.action_to_string(action)), []).append((action, chance))
    ours = dict(session.chances)
    assert set(theirs) == set(ours)
    for key, ways in theirs.items():
        assert abs(sum(chance for _, chance in ways) - ours[str(key)]) < 1e-12, key
    key = rng.choice(sorted(theirs, key=repr))
    state.apply_action(rng.choice(theirs[key])[0])
    session.play(str(key))


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def play(pair: Pair, seed: int) -> Tuple[int, bool]:
    """Plays a contest through both: how many moves it had, and whether it came to its end."""
    rng = random.Random(seed)
    game = load(pair)
    state, session = game.new_initial_state(), shido.game(pair.ours).session()
    first = max(state.current_player(), 0)
    for ply in range(pair.plies):
        where = f"{pair.ours}, seed {seed}, after {' '.join(session.moves)}"
        if state.is_terminal() and not session.is_over and pair.ends_there(state):
            return ply, False
        assert state.is_terminal() == session.is_over, f"{where}: {state}, {session.ending}"
        if session.is_over:
            payoff = session.payoff
            assert payoff is not None
            assert sign(state.returns()[first]) == sign(payoff), where
            return ply, True
        if state.is_chance_node():
            assert session.to_move == "chance", where
            throw(pair, state, session, rng)
            continue
        mover = "first" if state.current_player() == first else "second"
        assert session.to_move == mover, where
        theirs, ours = their_moves(pair, state), our_moves(pair, session)
        for key in set(theirs) - set(ours):
            after = state.clone()
            for action in theirs[key]:
                after.apply_action(action)
            if pair.excused(after):
                del theirs[key]
        assert set(theirs) == set(ours), (
            f"{where}: theirs alone {set(theirs) - set(ours)}, ours alone {set(ours) - set(theirs)}"
        )
        key = rng.choice(sorted(theirs, key=repr))
        for action in theirs[key]:
            state.apply_action(action)
        session.play(ours[key])
    return pair.plies, False


@pytest.mark.parametrize("pair", PAIRS, ids=[pair.ours for pair in PAIRS])
def test_the_same_moves_and_outcomes(pair: Pair) -> None:
    for seed in range(CONTESTS):
        play(pair, seed)


if __name__ == "__main__":
    import sys
    import time

    for pair in PAIRS:
        if len(sys.argv) > 1 and sys.argv[1] not in pair.ours:
            continue
        begun, plies, ended, wrong = time.time(), 0, 0, []
        for seed in range(CONTESTS):
            try:
                made, over = play(pair, seed)
                plies, ended = plies + made, ended + over
            except Exception as error:
                wrong.append(f"{type(error).__name__}: {error}"[:700])
        print(pair.ours, CONTESTS, "contests", plies, "plies", ended, "ended", len(wrong), "differ", wrong[:2], f"{time.time() - begun:.1f} s", flush=True)
