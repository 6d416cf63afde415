"""What goes wrong. Every exception of the library is a `ShidoError`; some are also what Python calls such a thing."""

from __future__ import annotations

from typing import Optional


class ShidoError(Exception):
    """Something cannot be had or done. `help` says what would do instead, where that is known."""

    def __init__(self, problem: str, help: Optional[str] = None) -> None:
        super().__init__(problem, help)
        self.problem = problem
        self.help = help

    def __str__(self) -> str:
        return self.problem if self.help is None else f"{self.problem}: {self.help}"


class UnknownNameError(ShidoError, LookupError):
    """There is no game, player, trainer or experiment of that name."""


class ArgumentError(ShidoError, ValueError):
    """An argument or an option that is not possible."""


class NotationError(ShidoError, ValueError):
    """A position or a move that is not understood or not legal."""


class FileError(ShidoError, ValueError):
    """A frame, a tree, a plan or another file that has mistakes or cannot be read."""


class UnableError(ShidoError):
    """The game or the player cannot do what was asked for."""


class RulesError(ShidoError):
    """A game written in Python does what no game does."""


class BusyError(ShidoError, RuntimeError):
    """A session is at work already, in another thread or further up."""
