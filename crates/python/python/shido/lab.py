"""The laboratory: published tables played again, beside what was published."""

from __future__ import annotations

import json
from os import PathLike
from typing import Any, Callable, Dict, List, Optional, Union

from . import _shido
from .answers import Findings

Folder = Union[str, "PathLike[str]", None]


def run(
    name: str,
    *,
    games: Optional[int] = None,
    exact: bool = False,
    fresh: bool = False,
    seed: int = 0,
    threads: Optional[int] = None,
    results: Folder = None,
    progress: Optional[Callable[[int], object]] = None,
) -> Findings:
    """Runs an experiment by its name or the path of its file, or goes on where an earlier run was interrupted.

    The result depends on neither the number of threads nor on how often it was interrupted. `progress` is called
    with the number of contests that are done. Results are kept in `results`, else where the command line keeps them.
    """
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
    return Findings(json.loads(found))


def experiments(*, results: Folder = None) -> List[Dict[str, Any]]:
    """The experiments that come with Shido, and how far each has come."""
    return _shido.lab_list(results=results)


def report(name: str, *, results: Folder = None) -> str:
    """The report on the last finished run of an experiment, as an HTML page."""
    return _shido.lab_report(name, results=results)
