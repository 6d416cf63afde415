"""Experiments, tournaments and learning on Ray: what one thread finds, whoever dies on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional

import pytest

import shido
from shido import cluster as together
from shido import lab

EXPERIMENT = """
name = "cluster"
title = "On a cluster"
analysis = ""
[matches]
measure = "score"
games = 200
rows = [
  { row = "depth 3", column = "random", game = "connect-four", player = "alphabeta:depth=3", against = "random" },
  { row = "mcts", column = "random", game = "connect-four", player = "mcts:playouts=30", against = "random" },
]
"""

TRAINING = """
name = "trained"
title = "Runs of training"
analysis = ""
[training]
runs = 4
rows = [{ row = "self", game = "tic-tac-toe", trainer = "self", standard = 5 }]
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Three workers on this machine."""
    ray = pytest.importorskip("ray")
    quiet = {"log_to_driver": False, "logging_level": "error"}
    # One of its own, whatever cluster this machine belongs to, or belonged to.
    ray.init(address="local", num_cpus=3, include_dashboard=False, **quiet)
    assert ray.cluster_resources()["CPU"] >= 3
    yield ray
    ray.shutdown()


def experiment(folder: Path, text: str = EXPERIMENT) -> str:
    path = folder / "experiment.toml"
    path.write_text(text)
    return str(path)


def alone(name: str, folder: Path) -> Dict[str, Any]:
    return lab.run(name, threads=1, results=folder / "alone").to_dict()


@pytest.mark.parametrize("text", [EXPERIMENT, TRAINING])
def test_the_cluster_finds_what_one_thread_finds(cluster: Any, tmp_path: Path, text: str) -> None:
    name = experiment(tmp_path, text)
    seen: List[int] = []
    found = lab.run(name, results=tmp_path / "ray", ray="auto", progress=seen.append)
    assert found.to_dict() == alone(name, tmp_path)
    assert seen == sorted(seen) and seen[0] == 0 and len(seen) > 3
    # It is all in the journal now.
    again: List[int] = []
    lab.run(name, results=tmp_path / "ray", ray="auto", progress=again.append)
    assert again == seen[-1:]


def workers() -> List[int]:
    """The processes of Ray that are at work on a task of ours."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            title = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if title.startswith(b"ray::_several"):
            found.append(int(process.name))
    return found


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are found in /proc")
def test_a_worker_that_dies_is_replaced_and_nothing_counts_twice(cluster: Any, tmp_path: Path) -> None:
    name = experiment(tmp_path, EXPERIMENT.replace("playouts=30", "playouts=300"))
    killed: List[int] = []

    def kill(done: int) -> None:
        if done > 0 and len(killed) < 2:
            for worker in workers()[:1]:
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)

    found = lab.run(name, results=tmp_path / "ray", ray="auto", progress=kill)
    assert killed, "nobody was killed"
    assert found.to_dict() == alone(name, tmp_path)


DRIVER = """
import sys
from shido import lab
print(lab.run(sys.argv[1], results=sys.argv[2], ray="local", progress=lambda done: print("done", done, flush=True)).verdict)
"""


def test_a_driver_that_was_killed_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    name = experiment(tmp_path, EXPERIMENT.replace("playouts=30", "playouts=300"))
    results = tmp_path / "ray"
    driver = subprocess.Popen(
        [sys.executable, "-c", DRIVER, name, str(results)], stdout=subprocess.PIPE, text=True
    )
    assert driver.stdout is not None
    counts = (int(line.split()[1]) for line in driver.stdout if line.startswith("done"))
    kept = next(count for count in counts if count > 0)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    journal = next(results.glob("*.journal")).read_text().splitlines()
    assert 2 <= len(journal) < 21, "it was killed on the way"
    time.sleep(1)
    seen: List[int] = []
    found = lab.run(name, results=results, ray="local", progress=seen.append)
    assert seen[0] >= kept, "what was kept is not played again"
    assert found.to_dict() == alone(name, tmp_path)


PLAYERS = ["random", "alphabeta:depth=2", "mcts:playouts=40", "fallible:noise=30"]


@pytest.mark.parametrize("plies", [None, 2])
def test_a_tournament_on_the_cluster_is_the_same_tournament(cluster: Any, plies: Optional[int]) -> None:
    game = shido.game("tic-tac-toe")
    alone = game.tournament(PLAYERS, games=30, opening_plies=plies, seed=5, threads=1)
    seen: List[int] = []
    there = together.tournament(game, PLAYERS, games=30, opening_plies=plies, seed=5, progress=seen.append)
    assert there.to_dict() == alone.to_dict()
    assert seen == list(range(7))


def test_exact_tournaments_too(cluster: Any) -> None:
    game = shido.game("tic-tac-toe")
    players = ["random", "semi-random:depth=2", "perfect"]
    there = together.tournament(game, players, exact=True)
    assert there.to_dict() == game.tournament(players, exact=True, threads=1).to_dict()


def test_weights_are_the_same_from_contests_that_a_cluster_played(cluster: Any) -> None:
    game = shido.game("connect-four:columns=5,rows=4")
    # The last piece is not a whole one.
    alone = game.tune(method="results", games=50, depth=2, seed=3, threads=1)
    there = together.tune(game, games=50, depth=2, seed=3)
    assert there.to_dict() == alone.to_dict() and there.text == alone.text


def test_training_runs_are_the_same(cluster: Any) -> None:
    game = shido.game("tic-tac-toe")
    seeds = [4, 1, 9]
    there = together.train(game, seeds, trainer="self", contests=6, test=20)
    alone = [game.train(trainer="self", contests=6, test=20, seed=seed, threads=1) for seed in seeds]
    assert [one.to_dict() for one in there] == [one.to_dict() for one in alone]
    assert [one.knowledge for one in there] == [one.knowledge for one in alone]
    with pytest.raises(shido.ArgumentError, match="seed"):
        together.train(game, seeds, seed=1)


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are found in /proc")
def test_a_tournament_survives_its_workers(cluster: Any) -> None:
    game = shido.game("connect-four")
    players = ["random", "mcts:playouts=100", "mcts:playouts=200", "alphabeta:depth=3"]
    killed: List[int] = []

    def kill(done: int) -> None:
        if done > 0 and not killed:
            for worker in workers()[:1]:
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)

    there = together.tournament(game, players, games=40, opening_plies=2, progress=kill)
    assert killed, "nobody was killed"
    assert there.to_dict() == game.tournament(players, games=40, opening_plies=2).to_dict()


def test_what_a_journal_holds_is_not_done_again(cluster: Any, tmp_path: Path) -> None:
    game = shido.game("tic-tac-toe")
    journal = tmp_path / "journal"

    def play(progress: Any, **options: Any) -> Any:
        return together.tournament(game, PLAYERS, games=20, opening_plies=2, journal=journal, progress=progress, **options)

    def leave(done: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(leave)
    # As if it had been killed while it wrote.
    with journal.open("ab") as file:
        file.write(b"5 gASV")
    seen: List[int] = []
    found = play(seen.append)
    assert seen == [3, 4, 5, 6]
    assert found.to_dict() == game.tournament(PLAYERS, games=20, opening_plies=2).to_dict()
    again: List[int] = []
    assert play(again.append).to_dict() == found.to_dict() and again == [6]
    with pytest.raises(shido.ShidoError, match="other work"):
        play(None, seed=1)


TOURNAMENT = """
import sys, shido
from shido import cluster
cluster.tournament(shido.game("connect-four"), sys.argv[2:], games=40, opening_plies=2, ray="local", journal=sys.argv[1],
                   progress=lambda done: print("done", done, flush=True))
"""


def test_a_tournament_whose_driver_was_killed_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    journal = tmp_path / "journal"
    players = ["random", "alphabeta:depth=4", "mcts:playouts=300", "alphabeta:depth=2"]
    driver = subprocess.Popen(
        [sys.executable, "-c", TOURNAMENT, str(journal), *players], stdout=subprocess.PIPE, text=True
    )
    assert driver.stdout is not None
    counts = (int(line.split()[1]) for line in driver.stdout if line.startswith("done"))
    kept = next(count for count in counts if count > 0)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    game = shido.game("connect-four")
    seen: List[int] = []
    found = together.tournament(
        game, players, games=40, opening_plies=2, ray="local", journal=journal, progress=seen.append
    )
    assert seen[0] >= kept, "what was kept is not played again"
    assert found.to_dict() == game.tournament(players, games=40, opening_plies=2).to_dict()


def test_players_are_texts_on_a_cluster() -> None:
    game = shido.game("tic-tac-toe")
    with pytest.raises(shido.ArgumentError, match="texts"):
        together.tournament(game, [game.player("random"), "random"])  # type: ignore[list-item]


def test_a_mistake_of_a_player_is_told_as_without_a_cluster(cluster: Any, tmp_path: Path) -> None:
    wrong = experiment(tmp_path, EXPERIMENT.replace("mcts:playouts=30", "mcts:playout=30"))
    with pytest.raises(shido.FileError, match="playout"):
        lab.run(wrong, results=tmp_path / "ray", ray="auto")


def test_a_worker_of_another_version_is_refused_and_what_it_raises_is_raised_here(cluster: Any, tmp_path: Path) -> None:
    from shido._ray import each

    name = experiment(tmp_path)
    run = shido._shido.LabRun(name)
    order = lab._Order(name, run.text, None, False, 0, "another run")
    with pytest.raises(shido.ShidoError, match="another version"):
        lab._play(order, 0)
    with pytest.raises(shido.ShidoError, match="another version") as raised:
        list(each("auto", lab._play, order, [0]))
    assert "every machine" in str(raised.value.help)


def test_blocks_are_checked(tmp_path: Path) -> None:
    run = shido._shido.LabRun(experiment(tmp_path), results=tmp_path / "kept")
    assert len(run.contests) == 20 and sum(run.contests) == 400
    with pytest.raises(shido.ArgumentError, match="resume"):
        run.keep(0, [0.0] * 10)
    assert run.resume() == []
    with pytest.raises(shido.BusyError):
        shido._shido.LabRun(experiment(tmp_path), results=tmp_path / "kept").resume()
    numbers = run.play(3)
    assert numbers == run.play(3)
    run.keep(3, numbers)
    run.keep(3, numbers)
    for number, wrong, told in ((99, numbers, "no block 99"), (4, [1.0], "10 numbers, not 1")):
        with pytest.raises(shido.ArgumentError, match=told):
            run.keep(number, wrong)
    with pytest.raises(shido.ShidoError, match="different numbers"):
        run.keep(3, [1.0] * 10)
    with pytest.raises(shido.ShidoError, match="20 of 400"):
        run.finish()
    run.close()
    assert shido._shido.LabRun(experiment(tmp_path), results=tmp_path / "kept").resume() == [3]


def test_without_ray_nothing_of_it_is_imported() -> None:
    code = "import sys, shido, shido.lab; print([m for m in ('ray', 'pyspiel', 'pettingzoo', 'chess') if m in sys.modules])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
    # As if it were not installed.
    code = (
        "import sys; sys.modules['ray'] = None; import shido.lab\n"
        "try:\n    shido.lab.run('tutoring-trees', ray='auto'); print('trees need nobody')\n"
        "    shido.lab.run('semi-random-table-1', games=10, fresh=True, ray='auto')\n"
        "except shido.ShidoError as error:\n    print(error.help)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[0] == "trees need nobody"
    assert "pip install" in said.stdout


def test_the_command_line_runs_the_package(tmp_path: Path) -> None:
    """`python -m shido.lab` leaves its results where the command line looks for them."""
    pytest.importorskip("ray")
    name = experiment(tmp_path, EXPERIMENT.replace("games = 200", "games = 20"))
    environment = {**os.environ, "SHIDO_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "shido.lab", name, "--ray", "local", "--seed", "4"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    kept = json.loads((tmp_path / "lab" / "file-cluster.json").read_text())
    assert kept["seed"] == 4 and kept == lab.run(name, seed=4, results=tmp_path / "one").to_dict()
