"""Work on the machines of a Ray cluster. Ray is imported when somebody asks for it, and not before."""

from __future__ import annotations

import time
from typing import Any, Callable, Dict, Generator, Iterator, List, Sequence, Tuple, TypeVar

from .errors import ShidoError

Item = TypeVar("Item")

#: How long a task should take, in seconds: long beside the millisecond that Ray needs to start it, short enough that
#: the last ones end together. Items that take less are put together.
_TASK_SECONDS = 0.5
#: How often a task is begun again whose worker or machine has died.
_RETRIES = 20
#: How often it is tried to start a cluster on this machine.
_STARTS = 3
#: How many tasks are handed out for each processor, so that none waits for the driver.
_AHEAD = 2


def each(
    address: str, function: Callable[[Any, Item], Any], shared: Any, items: Sequence[Item]
) -> Generator[Tuple[Item, Any], None, None]:
    """Has `function(shared, item)` called for every item, somewhere in the cluster, and gives each item with what came
    of it, in the order in which they are done. What a worker or a machine had not finished when it died is done again
    by another one. An exception of the function is raised here.

    `address` is `"auto"` (the cluster that this machine belongs to, else one that is started on this machine and
    stopped afterwards), `"local"` (always a new one) or where a cluster is, such as `"ray://head:10001"`.
    """
    try:
        import ray
    except ImportError as missing:
        raise ShidoError(
            "Ray is not installed, and the work is to be done on a Ray cluster",
            "install it, here and on every machine of the cluster: pip install \"./crates/python[ray]\"",
        ) from missing
    begun = not ray.is_initialized()
    if begun:
        _connect(ray, address)
    try:
        yield from _each(ray, function, shared, items)
    finally:
        if begun:
            ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    # Where no address is given Ray looks for a cluster, and starts one where there is none.
    where = None if address == "auto" else address
    for left in reversed(range(_STARTS)):
        try:
            ray.init(address=where, log_to_driver=False, logging_level="error")
            return
        except ConnectionError as error:
            raise ShidoError(
                f"there is no Ray cluster at {address}: {error}",
                "start one with `ray start --head`, or write ray=\"local\" for one on this machine alone",
            ) from error
        except Exception as error:
            # A machine that is very busy may take longer than Ray waits.
            if address not in ("auto", "local") or left == 0:
                raise ShidoError(f"Ray does not start: {error}", "see the logs in /tmp/ray/session_latest/logs") from error
            ray.shutdown()


def _each(
    ray: Any, function: Callable[[Any, Item], Any], shared: Any, items: Sequence[Item]
) -> Iterator[Tuple[Item, Any]]:
    task = ray.remote(num_cpus=1, max_retries=_RETRIES)(_several)
    shared_there = ray.put(shared)
    left: List[Item] = list(reversed(items))
    under_way: Dict[Any, List[Item]] = {}
    seconds = done = 0.0
    try:
        while left or under_way:
            processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
            while left and len(under_way) < _AHEAD * processors:
                # Nothing is known of the first ones; the last ones are handed out one by one.
                wanted = _TASK_SECONDS / (seconds / done) if seconds > 0 else 1
                size = max(1, min(int(wanted), len(left) // (2 * _AHEAD * processors)))
                chosen = [left.pop() for _ in range(min(size, len(left)))]
                under_way[task.remote(function, shared_there, chosen)] = chosen
            ready, _ = ray.wait(list(under_way), timeout=1.0)
            for reference in ready:
                chosen = under_way.pop(reference)
                try:
                    results, took = ray.get(reference)
                except ray.exceptions.RayTaskError as error:
                    raise _told(error) from None
                except ray.exceptions.RayError as error:
                    raise ShidoError(
                        f"Ray has given a task up after {_RETRIES} attempts: {error}",
                        "see whether its machines have enough memory; what is done is kept",
                    ) from error
                seconds, done = seconds + took, done + len(chosen)
                yield from zip(chosen, results)
    finally:
        for reference in under_way:
            ray.cancel(reference, force=False)


def _told(error: Any) -> Exception:
    """The exception of a worker as if it had been raised here."""
    cause = error.cause if isinstance(getattr(error, "cause", None), Exception) else None
    if isinstance(cause, ImportError) or "No module named" in str(error):
        return ShidoError(
            f"a worker of the cluster lacks something: {cause or error}",
            "install the same version of `shido` on every machine of the cluster",
        )
    return cause if cause is not None else ShidoError(str(error))


def _several(function: Callable[[Any, Item], Any], shared: Any, items: Sequence[Item]) -> Tuple[List[Any], float]:
    """What a task does: several items, one after the other, and how long that took."""
    begun = time.perf_counter()
    results = [function(shared, item) for item in items]
    return results, time.perf_counter() - begun
