"""The laboratory: experiments whose published numbers stand beside those that are measured here.

    >>> import shido.lab
    >>> found = shido.lab.run("semi-random-table-1", exact=True)
    >>> found.verdict
    'reproduced'

Work is cut into blocks that draw their numbers from seeds of their own, so the result is the same to the last digit
on one thread, on many, and on the machines of a Ray cluster: `run("om-depth-othello", ray="auto")`. What is finished
is written to a journal at once; after an interruption, whatever its cause, the same call goes on from there.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import closing
from functools import lru_cache
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Union

from . import _shido
from .answers import Findings
from .errors import ShidoError

__all__ = ["experiments", "report", "run"]

Path = Union[str, "os.PathLike[str]"]


def run(
    name: str,
    *,
    games: Optional[int] = None,
    exact: bool = False,
    fresh: bool = False,
    seed: int = 0,
    threads: Optional[int] = None,
    results: Optional[Path] = None,
    progress: Optional[Callable[[int], object]] = None,
    ray: Optional[str] = None,
) -> Findings:
    """Runs an experiment, or what is left of it.

    `name` is that of an experiment that comes with Shido, or the path of a file. With `games` each match has so many
    contests, or each row of a training so many runs; with `exact` nothing is played and everything computed. `fresh`
    forgets what an earlier run has found. `results` is where journals are kept, instead of the user's cache.
    `progress` is called with the number of contests that are done.

    With `ray` the blocks are played by a Ray cluster: `"auto"` is the one that this machine belongs to, else one that
    is started here; `"local"` always starts one; an address such as `"ray://head:10001"` names one. The journal is
    kept here.
    """
    if ray is None:
        found = _shido.lab_run(
            name,
            games=games,
            exact=exact,
            fresh=fresh,
            seed=seed,
            threads=threads,
            results=results,
            progress=progress,
        )
    else:
        found = _on_ray(name, games, exact, fresh, seed, results, progress, ray)
    return Findings(json.loads(found))


def report(name: str, *, results: Optional[Path] = None) -> str:
    """The report on the last finished run of an experiment, as an HTML page."""
    return _shido.lab_report(name, results=results)


def experiments(*, results: Optional[Path] = None) -> List[Dict[str, Any]]:
    """The experiments that come with Shido, and how far each has come."""
    listed: List[Dict[str, Any]] = _shido.lab_list(results=results)
    return listed


class _Order(NamedTuple):
    """What a worker needs to know of a run."""

    name: str
    text: str
    games: Optional[int]
    exact: bool
    seed: int
    id: str


def _on_ray(
    name: str,
    games: Optional[int],
    exact: bool,
    fresh: bool,
    seed: int,
    results: Optional[Path],
    progress: Optional[Callable[[int], object]],
    address: str,
) -> str:
    from ._ray import each

    run = _shido.LabRun(name, games=games, exact=exact, seed=seed, results=results)
    kept = set(run.resume(fresh=fresh))
    try:
        contests = run.contests
        done = sum(contests[number] for number in kept)
        left = _spread([number for number in range(len(contests)) if number not in kept])
        if progress is not None:
            progress(done)
        order = _Order(name, run.text, games, exact, seed, run.id)
        # Where everything is done nobody need be asked.
        if left:
            with closing(each(address, _play, order, left)) as played:
                for number, numbers in played:
                    run.keep(number, numbers)
                    done += contests[number]
                    if progress is not None:
                        progress(done)
        return run.finish()
    finally:
        run.close()


def _spread(numbers: List[int]) -> List[int]:
    """The same in an order in which quick and slow matches take turns: by multiples of the golden section."""
    golden = 0.6180339887498949
    return [number for _, number in sorted((place * golden % 1.0, number) for place, number in enumerate(numbers))]


@lru_cache(maxsize=4)
def _opened(order: _Order) -> _shido.LabRun:
    """A worker opens the games and makes the players once."""
    run = _shido.LabRun(order.name, text=order.text, games=order.games, exact=order.exact, seed=order.seed)
    if run.id != order.id:
        raise ShidoError(
            f"a worker of the cluster has another version of the games or players of {order.name}",
            "install the same version of `shido` on every machine of the cluster",
        )
    return run


def _play(order: _Order, number: int) -> List[float]:
    """What a worker does."""
    return _opened(order).play(number)


def _main() -> int:
    """`python -m shido.lab NAME --ray ADDRESS`, which `shido lab run NAME --ray ADDRESS` calls."""
    import argparse

    parser = argparse.ArgumentParser(prog="python -m shido.lab", description="Runs an experiment on a Ray cluster.")
    parser.add_argument("name")
    parser.add_argument("--ray", metavar="ADDRESS", default="auto")
    parser.add_argument("--games", type=int)
    parser.add_argument("--exact", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    shown = _Shown()
    try:
        found = run(
            asked.name,
            games=asked.games,
            exact=asked.exact,
            fresh=asked.fresh,
            seed=asked.seed,
            progress=shown,
            ray=asked.ray,
        )
    except KeyboardInterrupt:
        print("stopped; the same command goes on from there, unless it says --fresh", file=sys.stderr)
        return 130
    except ShidoError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    finally:
        shown.end()
    print(found.verdict)
    return 0


class _Shown:
    """Shows on a terminal how many contests are done."""

    def __init__(self) -> None:
        self._wanted = sys.stderr.isatty()

    def __call__(self, done: int) -> None:
        if self._wanted:
            print(f"\r{done:,} contests", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._wanted:
            print(file=sys.stderr)


if __name__ == "__main__":
    # As the module that workers know, not as the one that Python calls `__main__`.
    from shido import lab

    sys.exit(lab._main())
