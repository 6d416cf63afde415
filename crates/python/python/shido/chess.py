"""Boards of python-chess in and out. Needs the package `chess`.

    >>> import chess, shido.chess
    >>> board = chess.Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> session = shido.chess.session(board)
    >>> session.moves
    ['e4']
    >>> shido.chess.board(session.play("c5")).peek().uci()
    'c7c5'
"""

from __future__ import annotations

import chess

from . import _shido
from .errors import ArgumentError

__all__ = ["board", "move", "session"]


def session(board: chess.Board, *, seed: int = 0) -> _shido.Session:
    """The contest on a board, with the moves that were made on it, so that repetitions are known."""
    if board.uci_variant != "chess" or board.chess960:
        raise ArgumentError(f"Shido plays chess by the usual rules, not {board.uci_variant} or Chess960")
    begun = board.root()
    contest = _shido.game("chess").session(begun.fen(en_passant="fen"), seed=seed)
    for made in board.move_stack:
        if not made:
            raise ArgumentError("the board has null moves, which no contest has")
        contest.play(made.uci())
    return contest


def board(session: _shido.Session) -> chess.Board:
    """The board of a contest, with its moves."""
    if session.game.name != "chess":
        raise ArgumentError(f"this is a contest of {session.game.name}, not of chess")
    shown = chess.Board(session.copy(0).position)
    for made in session.moves:
        shown.push_san(made)
    return shown


def move(session: _shido.Session, text: str) -> chess.Move:
    """A legal move of a contest, as python-chess has it."""
    if text not in session.legal_moves:
        raise ArgumentError(f"`{text}` is no legal move here")
    return chess.Move.from_uci(session.engine_moves[session.legal_moves.index(text)])
