"""Games written in Python, as somebody would write them."""

from __future__ import annotations

from typing import Dict, List, Optional, Sequence, Tuple

import shido

Pile = Tuple[int, str]


def other(side: str) -> str:
    return "second" if side == "first" else "first"


class Matches(shido.Rules[Pile, int]):
    """Take one to three matches; whoever takes the last one wins."""

    name = "matches"
    title = "Twenty-one matches"
    solvable = True

    def __init__(self, count: int = 21) -> None:
        self.count = count

    def start(self) -> Pile:
        return (self.count, "first")

    def to_move(self, position: Pile) -> Optional[str]:
        return position[1] if position[0] else None

    def moves(self, position: Pile) -> Sequence[int]:
        return range(1, min(position[0], 3) + 1)

    def play(self, position: Pile, move: int) -> Pile:
        return (position[0] - move, other(position[1]))

    def payoff(self, position: Pile) -> float:
        return 1 if position[1] == "second" else -1

    def progress(self, position: Pile) -> int:
        return self.count - position[0]


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(shido.Rules[str, int]):
    """Nine characters, the top row first."""

    name = "my-tic-tac-toe"
    solvable = True
    lines = LINES

    def start(self) -> str:
        return "." * 9

    def _line(self, position: str) -> Optional[str]:
        for a, b, c in LINES:
            if position[a] != "." and position[a] == position[b] == position[c]:
                return position[a]
        return None

    def to_move(self, position: str) -> Optional[str]:
        if self._line(position) or "." not in position:
            return None
        return "first" if position.count("X") == position.count("O") else "second"

    def moves(self, position: str) -> List[int]:
        return [cell for cell in range(9) if position[cell] == "."]

    def play(self, position: str, move: int) -> str:
        symbol = "X" if position.count("X") == position.count("O") else "O"
        return position[:move] + symbol + position[move + 1 :]

    def payoff(self, position: str) -> float:
        return {"X": 1, "O": -1, None: 0}[self._line(position)]

    def progress(self, position: str) -> int:
        return 9 - position.count(".")

    def board(self, position: str) -> Sequence[str]:
        return [position[0:3], position[3:6], position[6:9]]

    def write_move(self, position: str, move: int) -> str:
        return "abc"[move % 3] + "321"[move // 3]


class Dice(shido.Rules[Tuple[str, ...], str]):
    """First chooses a die, chance throws it, and a six wins for first: the fair one has a chance of 1/6, the loaded one
    of 1/2."""

    name = "dice"
    ends_soon = True

    def start(self) -> Tuple[str, ...]:
        return ()

    def to_move(self, position: Tuple[str, ...]) -> Optional[str]:
        return ["first", "chance", None][len(position)]

    def moves(self, position: Tuple[str, ...]) -> List[str]:
        return ["fair", "loaded"]

    def chances(self, position: Tuple[str, ...]) -> Dict[str, float]:
        six = 1 / 6 if position[0] == "fair" else 1 / 2
        return {"six": six, "other": 1 - six}

    def play(self, position: Tuple[str, ...], move: str) -> Tuple[str, ...]:
        return (*position, move)

    def payoff(self, position: Tuple[str, ...]) -> float:
        return 1 if position[1] == "six" else -1
