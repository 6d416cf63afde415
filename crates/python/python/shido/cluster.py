"""Tournaments, self-play and training runs on the machines of a Ray cluster. Experiments are run there by `shido.lab`.

    >>> import shido
    >>> from shido import cluster
    >>> game = shido.game("connect-four")
    >>> cluster.tournament(game, ["random", "alphabeta:depth=2", "mcts"], games=100, ray="auto").standings
    >>> cluster.tune(game, games=10_000, ray="auto").text
    >>> [report.contests for report in cluster.train(shido.game("tic-tac-toe"), range(100), ray="auto")]

Work is cut into pieces that draw their numbers from seeds of their own: the matches of a tournament, some contests of
self-play, one run of training. So the result is the same to the last digit as on one machine, whoever does which piece
and whoever dies on the way. With `journal` what is done is written to a file at once, and the same call goes on from
there after an interruption, whatever its cause.

`ray` is `"auto"` (the cluster that this machine belongs to, else one that is started here and stopped afterwards),
`"local"` (always a new one) or an address such as `"ray://head:10001"`. Players are named by their texts; games written
in Python have to be in a module that every machine can import.
"""

from __future__ import annotations

import base64
import hashlib
import os
import pickle
from contextlib import closing
from functools import lru_cache
from itertools import combinations
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _shido
from ._ray import each
from .answers import TournamentReport, TrainingReport, TuneReport
from .errors import ArgumentError, ShidoError

__all__ = ["train", "tournament", "tune"]

Path = Union[str, "os.PathLike[str]"]
Progress = Optional[Callable[[int], object]]

#: How many contests of self-play make a piece.
_CONTESTS = 20


def tournament(
    game: _shido.Game,
    players: Sequence[str],
    *,
    games: int = 100,
    exact: bool = False,
    opening_plies: Optional[int] = None,
    seed: int = 0,
    ray: str = "auto",
    journal: Optional[Path] = None,
    progress: Progress = None,
) -> TournamentReport:
    """Every player against every other, as `Game.tournament`; a piece is a match of two. `progress` is called with the
    number of matches that are done."""
    texts = _texts(players)
    wanted = None if exact else games
    if opening_plies is None:
        opening_plies = _shido.opening_of_tournament(game, texts, wanted, seed)
    order = _Tournament(game, texts, wanted, opening_plies, seed)
    pairs = len(texts) * (len(texts) - 1) // 2
    met = _done(order, _meet, pairs, ray, journal, progress)
    return _shido.report_of_tournament(game, texts, wanted, opening_plies, met, seed)


def tune(
    game: _shido.Game,
    *,
    games: Optional[int] = None,
    depth: Optional[int] = None,
    rate: Optional[float] = None,
    opening_plies: int = 6,
    weights: Optional[str] = None,
    seed: int = 0,
    threads: Optional[int] = None,
    ray: str = "auto",
    journal: Optional[Path] = None,
    progress: Progress = None,
) -> TuneReport:
    """Learns weights from results, as `Game.tune(method="results")`: the cluster plays the contests, and this machine
    learns from them. `progress` is called with the number of pieces of 20 contests that are done."""
    count = _shido.usual_self_play() if games is None else games
    order = _SelfPlay(game, count, depth, opening_plies, weights, seed)
    pieces = _done(order, _play, -(-count // _CONTESTS), ray, journal, progress)
    return _shido.tune_on(game, count, depth, rate, opening_plies, weights, pieces, seed, threads)


def train(
    game: _shido.Game,
    seeds: Sequence[int],
    *,
    ray: str = "auto",
    journal: Optional[Path] = None,
    progress: Progress = None,
    **options: Any,
) -> List[TrainingReport]:
    """Trains Hoyle once for each of the seeds, as `Game.train(seed=seed, **options)`: the reports in the order of the
    seeds. `progress` is called with the number of runs that are done."""
    for name in ("seed", "threads"):
        if name in options:
            raise ArgumentError(f"`{name}` is not for a cluster: each seed is a run on one thread")
    order = _Training(game, tuple(int(seed) for seed in seeds), tuple(sorted(options.items())))
    return _done(order, _train, len(order.seeds), ray, journal, progress)


# What workers are told, and what they do.


class _Tournament(NamedTuple):
    game: _shido.Game
    players: Tuple[str, ...]
    games: Optional[int]
    opening_plies: int
    seed: int


class _SelfPlay(NamedTuple):
    game: _shido.Game
    games: int
    depth: Optional[int]
    opening_plies: int
    weights: Optional[str]
    seed: int


class _Training(NamedTuple):
    game: _shido.Game
    seeds: Tuple[int, ...]
    options: Tuple[Tuple[str, Any], ...]


def _meet(order: _Tournament, number: int) -> Dict[str, Any]:
    a, b = list(combinations(order.players, 2))[number]
    return _shido.meeting_of_tournament(order.game, a, b, number, order.games, order.opening_plies, order.seed)


def _play(order: _SelfPlay, number: int) -> bytes:
    first = number * _CONTESTS
    last = min(first + _CONTESTS, order.games)
    return _shido.self_play(
        order.game, order.games, order.depth, order.opening_plies, order.weights, first, last, order.seed
    )


def _train(order: _Training, number: int) -> TrainingReport:
    return order.game.train(seed=order.seeds[number], threads=1, **dict(order.options))


def _texts(players: Sequence[Any]) -> Tuple[str, ...]:
    wrong = [player for player in players if not isinstance(player, str)]
    if wrong:
        raise ArgumentError("players are named by their texts here: each machine makes its own", "write player.spec")
    return tuple(players)


@lru_cache(maxsize=4)
def _opened(order: bytes) -> Any:
    """A worker opens a game once, and what it has solved stays."""
    return pickle.loads(order)


def _piece(shared: Tuple[Callable[[Any, int], Any], bytes], number: int) -> Any:
    """What a worker does."""
    work, order = shared
    return work(_opened(order), number)


def _done(
    order: Any,
    work: Callable[[Any, int], Any],
    count: int,
    address: str,
    journal: Optional[Path],
    progress: Progress,
) -> List[Any]:
    """What all pieces come to, in their order: those of the journal, and the others by the cluster."""
    with closing(_Journal(journal, order)) as kept:
        results: Dict[int, Any] = {number: result for number, result in kept.read().items() if number < count}
        if progress is not None:
            progress(len(results))
        left = [number for number in range(count) if number not in results]
        if left:
            with closing(each(address, _piece, (work, pickle.dumps(order)), left)) as done:
                for number, result in done:
                    kept.add(number, result)
                    results[number] = result
                    if progress is not None:
                        progress(len(results))
    return [results[number] for number in range(count)]


class _Journal:
    """A file with a line for each piece that is done; nothing where no file is wanted.

    The first line tells what the work is: a journal of other work is refused. A line that was not finished, because
    whoever wrote it was killed, is left out.
    """

    def __init__(self, path: Optional[Path], order: Any) -> None:
        self._path = path
        self._file: Optional[Any] = None
        opened, what = order.game.__reduce__()
        told = [_shido.__version__, type(order).__name__, opened.__name__, what, order[1:]]
        self._work = hashlib.sha256(repr(told).encode()).hexdigest()

    def read(self) -> Dict[int, Any]:
        """What is done, with the file open for what follows."""
        if self._path is None:
            return {}
        self._file = open(self._path, "a+b")
        self._file.seek(0)
        lines = self._file.read().splitlines(keepends=True)
        whole = [line for line in lines if line.endswith(b"\n")]
        self._file.truncate(sum(map(len, whole)))
        if not whole:
            self._write(self._work.encode())
            return {}
        if whole[0].strip() != self._work.encode():
            raise ShidoError(
                f"{os.fspath(self._path)} is the journal of other work, or of another version",
                "name another file, or delete this one",
            )
        pieces = (line.split() for line in whole[1:])
        return {int(number): pickle.loads(base64.b64decode(result)) for number, result in pieces}

    def add(self, number: int, result: Any) -> None:
        self._write(str(number).encode() + b" " + base64.b64encode(pickle.dumps(result)))

    def _write(self, line: bytes) -> None:
        if self._file is not None:
            self._file.write(line + b"\n")
            self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
