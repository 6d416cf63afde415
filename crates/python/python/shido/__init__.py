"""Shido: a teaching opponent for board games.

    >>> import shido
    >>> session = shido.game("tic-tac-toe").session()
    >>> session.play("b2").legal_moves
    ['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'b3', 'c3']
    >>> session.analyze("perfect").value
    0.0
"""

from __future__ import annotations

import atexit as _atexit
import os as _os

from . import answers, errors, lab
from ._shido import (
    Drawing,
    Game,
    Player,
    Session,
    __version__,
    forget,
    forked as _forked,
    frame,
    game,
    games,
    leaving as _leaving,
    plan,
    players,
    restored,
    review,
    student,
    students,
    tree,
)
from .errors import (
    ArgumentError,
    BusyError,
    FileError,
    NotationError,
    RulesError,
    ShidoError,
    UnableError,
    UnknownNameError,
)

from .rules import Rules
from .tables import SolvedTable

# An interpreter that ends stops what is under way first; the child of a fork starts threads of its own.
_atexit.register(_leaving)
if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_forked)

__all__ = [
    "ArgumentError",
    "BusyError",
    "Drawing",
    "FileError",
    "Game",
    "NotationError",
    "Player",
    "Rules",
    "RulesError",
    "Session",
    "ShidoError",
    "SolvedTable",
    "UnableError",
    "UnknownNameError",
    "__version__",
    "answers",
    "errors",
    "forget",
    "frame",
    "game",
    "games",
    "lab",
    "plan",
    "players",
    "restored",
    "review",
    "student",
    "students",
    "tree",
]
