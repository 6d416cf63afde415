"""Solved tables as arrays, which are seen where the library keeps them: nothing is copied."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional

import numpy as np
from numpy.typing import NDArray

from ._shido import Game


@dataclass(frozen=True)
class Part:
    """Some of the positions of a table, in the order of their numbers.

    An entry has the value for the first player in its lower two bits (1 loss, 2 draw, 3 win) and the distance to the
    end above; `values` and `distances` take it apart.
    """

    #: How far contests have come in these positions; None where positions can recur.
    progress: Optional[int]
    #: The positions, each as the number of the first of its mirror images.
    keys: NDArray[np.uint64]
    #: What is known of them.
    entries: NDArray[np.uint16]

    @property
    def values(self) -> NDArray[np.int8]:
        """The values for the first player: 1, 0 or -1."""
        return (self.entries & 3).astype(np.int8) - np.int8(2)

    @property
    def distances(self) -> NDArray[np.int32]:
        """How many plies it takes to the end when the winner hurries and the loser delays; -1 in an endless draw."""
        plies = (self.entries >> 2).astype(np.int32)
        return np.where(((self.entries & 3) == 2) & (plies > 0), np.int32(-1), plies)


class SolvedTable:
    """Every position of a game with its value and distance."""

    def __init__(self, game: Game, *, threads: Optional[int] = None, memory: Optional[int] = None) -> None:
        self.game = game
        self.parts: List[Part] = [Part(*part) for part in game.table_parts(threads=threads, memory=memory)]

    def __len__(self) -> int:
        return sum(len(part.keys) for part in self.parts)

    def __contains__(self, position: str) -> bool:
        return self._entry(position) is not None

    def __getitem__(self, position: str) -> Dict[str, Any]:
        """The value of a position for the first player (1, 0 or -1), and its distance where there is one."""
        entry = self._entry(position)
        if entry is None:
            raise KeyError(f"{position!r} cannot be reached from the start")
        value, plies = (entry & 3) - 2, entry >> 2
        return {"value": value, "distance": None if value == 0 and plies else plies}

    def _entry(self, position: str) -> Optional[int]:
        key = self.game.table_key(position)
        for part in self.parts:
            at = int(np.searchsorted(part.keys, np.uint64(key)))
            if at < len(part.keys) and int(part.keys[at]) == key:
                return int(part.entries[at])
        return None

    def __repr__(self) -> str:
        return f"<shido.SolvedTable of {self.game.name}: {len(self)} positions>"
