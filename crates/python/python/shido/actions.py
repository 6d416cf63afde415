"""Moves by numbers, as OpenSpiel and PettingZoo want them: one number for one move, in every position.

Shido writes moves as texts, and a game does not list all texts that it may ever use. So the texts are collected once,
in contests that are played at random with a fixed seed, and numbered in their alphabetical order. A legal move that
was not met then has one of a few spare numbers: the first of such moves the first spare one, and so on. Which number
a move has depends on the position alone, whoever asks.
"""

from __future__ import annotations

import random
from typing import Dict, List, Sequence, Set, Tuple

from ._shido import Game, Session
from .errors import ArgumentError

#: How many moves are made to collect texts, and for how many in a row nothing new may turn up.
_MOST_MOVES = 20_000
_ENOUGH = 3_000
#: How many lists of legal moves are remembered with their numbers.
_MOST_MET = 4_096


class Actions:
    """The numbers of the moves of a game."""

    def __init__(self, texts: Sequence[str], spare: int, *, chance: bool = False) -> None:
        #: Whether chance moves in the game.
        self.chance = chance
        self.texts: List[str] = sorted(set(texts))
        self.spare = spare
        self._numbers: Dict[str, int] = {text: number for number, text in enumerate(self.texts)}
        self._met: Dict[Tuple[str, ...], Dict[int, int]] = {}

    @classmethod
    def of(cls, game: Game, *, seed: int = 0) -> Actions:
        """Collects the moves of a game. As many spare numbers are kept as a position was seen to have moves."""
        rng = random.Random(seed)
        texts: Set[str] = set()
        widest = made = last_new = 0
        chance = False
        while made < _MOST_MOVES and made - last_new < _ENOUGH:
            session = game.session(seed=seed)
            plies = 0
            # Contests that can go on for ever are left when they have become long.
            while not session.is_over and plies < 1_000:
                moves = session.engine_moves
                if session.to_move != "chance":
                    widest = max(widest, len(moves))
                    before = len(texts)
                    texts.update(moves)
                    if len(texts) > before:
                        last_new = made
                chance |= session.to_move == "chance"
                session.play(rng.randrange(len(moves)))
                plies += 1
                made += 1
        # Where nothing new has come for long and there are few, there are no others.
        complete = made - last_new >= _ENOUGH and len(texts) <= 100
        return cls(sorted(texts), spare=0 if complete else 2 * widest, chance=chance)

    def __len__(self) -> int:
        return len(self.texts) + self.spare

    def legal(self, session: Session) -> Dict[int, int]:
        """The legal moves of a position: the number of each, and its place among them."""
        moves = tuple(session.engine_moves)
        numbers = self._met.get(moves)
        if numbers is None:
            # Positions of small games have the same moves again and again, those of large ones hardly ever.
            if len(self._met) >= _MOST_MET:
                self._met.clear()
            numbers = self._met[moves] = self._numbered(moves)
        return numbers

    def _numbered(self, moves: Sequence[str]) -> Dict[int, int]:
        numbers: Dict[int, int] = {}
        unknown = len(self.texts)
        for place, text in enumerate(moves):
            number = self._numbers.get(text)
            if number is None or number in numbers:
                number, unknown = unknown, unknown + 1
            numbers[number] = place
        if unknown > len(self):
            raise ArgumentError(
                f"there are moves that are not among the {len(self.texts)} known ones: "
                f"{unknown - len(self.texts)} at once, and there are {self.spare} spare numbers",
                "collect more of them: Actions(texts, spare)",
            )
        return numbers
