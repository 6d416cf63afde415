"""What a Ray cluster costs and brings on this machine: `python bench/cluster.py [WORKERS]`, for docs/clusters.md."""

from __future__ import annotations

import operator
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable

import ray

from shido import _ray, lab

EXPERIMENT = """
name = "bench"
title = "What a cluster costs"
analysis = ""
[matches]
measure = "score"
games = 8000
rows = [
  { row = "a", column = "b", game = "connect-four", player = "alphabeta:depth=4", against = "random" },
  { row = "c", column = "d", game = "othello", player = "alphabeta:depth=2", against = "random" },
]
"""


def timed(work: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def main() -> None:
    workers = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    try:
        ray.init(address="auto", log_to_driver=False, logging_level="error")
    except ConnectionError:
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level="error")
    workers = int(ray.cluster_resources()["CPU"])
    # Something that takes no time and that workers know.
    nothing = operator.add
    list(_ray.each("auto", nothing, 0, range(100)))
    tasks = 500
    usual = _ray._TASK_SECONDS
    _ray._TASK_SECONDS = 0.0
    busy = time.process_time()
    single = timed(lambda: list(_ray.each("auto", nothing, 0, range(tasks)))) / tasks
    busy = (time.process_time() - busy) / tasks
    _ray._TASK_SECONDS = usual
    together = timed(lambda: list(_ray.each("auto", nothing, 0, range(50 * tasks)))) / (50 * tasks)
    print(f"a task of one empty block: {1e3 * single:.2f} ms, {1e3 * busy:.2f} ms of them work of the driver")
    print(f"empty blocks put together: {1e3 * together:.3f} ms each")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bench.toml")
        path.write_text(EXPERIMENT)
        found = {}
        for threads in (1, 2):
            begun = time.perf_counter()
            results = Path(folder, f"threads-{threads}")
            found[threads] = lab.run(str(path), threads=threads, results=results).to_dict()
            print(f"{threads} threads: {time.perf_counter() - begun:.1f} s")
        for attempt in ("first", "again, workers have opened the games"):
            begun = time.perf_counter()
            on_ray = lab.run(str(path), results=Path(folder, "ray"), fresh=True, ray="auto").to_dict()
            print(f"Ray, {workers} workers, {attempt}: {time.perf_counter() - begun:.1f} s")
        print("the same to the last digit:", on_ray == found[1] == found[2])
    ray.shutdown()


if __name__ == "__main__":
    main()
