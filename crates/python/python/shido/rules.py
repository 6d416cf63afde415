"""A game written in Python."""

from __future__ import annotations

from typing import Any, Generic, Hashable, Iterable, Optional, Sequence, Tuple, TypeVar, Union

Position = TypeVar("Position", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)


class Rules(Generic[Position, Move]):
    """The rules of a two-player game of perfect information, possibly with chance.

    Write the five methods, and `shido.game(MyRules())` is a game like any other: it can be searched, solved, taught
    and learned. Positions and moves are values that never change and can be hashed: tuples, texts, numbers, frozen
    dataclasses. Any object with these methods will do; it need not be derived from this class.

        class Matches(shido.Rules):
            solvable = True

            def start(self):
                return (21, "first")

            def to_move(self, position):
                left, mover = position
                return mover if left else None

            def moves(self, position):
                return range(1, min(position[0], 3) + 1)

            def play(self, position, taken):
                left, mover = position
                return (left - taken, "second" if mover == "first" else "first")

            def payoff(self, position):
                return 1 if position[1] == "second" else -1
    """

    #: The name by which it is called; that of the class if it is left out.
    name: Optional[str] = None
    #: The name as people write it.
    title: Optional[str] = None
    #: A sentence about it.
    about: Optional[str] = None
    #: What the sides are called, and the symbols that stand for them.
    sides: Optional[Tuple[str, str]] = None
    symbols: Tuple[str, str] = ("X", "O")
    #: The most that a contest can pay to either side.
    stake: float = 1.0
    #: Whether contests are short enough to be searched to their ends.
    ends_soon: bool = False
    #: Whether there are few enough positions to look at all of them, so that there is a perfect player.
    solvable: bool = False
    #: A contest is drawn when a position has occurred this often, if the rules say so.
    repetition: Optional[int] = None
    #: The lines of the board that win when they are full, as numbers of the cells of `board`, row by row.
    lines: Optional[Sequence[Sequence[int]]] = None

    def start(self) -> Position:
        """The position in which a contest begins."""
        raise NotImplementedError

    def to_move(self, position: Position) -> Union[str, int, None]:
        """Who is to move: "first", "second" (or 0, 1) or "chance"; None where the contest is over."""
        raise NotImplementedError

    def moves(self, position: Position) -> Iterable[Move]:
        """The legal moves, in a fixed order: at least one, where somebody is to move."""
        raise NotImplementedError

    def play(self, position: Position, move: Move) -> Position:
        """The position after a legal move."""
        raise NotImplementedError

    def payoff(self, position: Position) -> float:
        """What the first player receives where the contest is over; the second receives the opposite."""
        raise NotImplementedError

    # What a game may have beside that. Leave a method out where there is nothing to say.

    def chances(self, position: Position) -> Any:
        """Where chance moves: a dictionary, or pairs, of what may happen and how probable it is."""
        raise NotImplementedError

    def progress(self, position: Position) -> int:
        """A number that every move raises, in games whose positions cannot recur: these have exact matches."""
        raise NotImplementedError

    def evaluate(self, position: Position) -> float:
        """What the first player may expect here, from -stake to stake, for searches that cannot see the end."""
        raise NotImplementedError

    def board(self, position: Position) -> Sequence[Sequence[Any]]:
        """Who stands where, as rows from the top: None, "first", "second" or a symbol. It is drawn, and learned from."""
        raise NotImplementedError

    def write_position(self, position: Position) -> str:
        """The position as a line of text; what Python writes if it is left out."""
        raise NotImplementedError

    def parse_position(self, text: str) -> Position:
        """The position that was written."""
        raise NotImplementedError

    def write_move(self, position: Position, move: Move) -> str:
        """The move as text, others as others; what Python writes if it is left out."""
        raise NotImplementedError

    def key(self, position: Position) -> Hashable:
        """What tables know a position by: something simple, the same for equal positions."""
        raise NotImplementedError
