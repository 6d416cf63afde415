"""Whatever is done to it: an exception that says what is wrong, never the end of the interpreter."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any, Callable

import pytest

import shido

HERE = Path(__file__).parent

MALFORMED: list[tuple[Callable[[], Any], type[BaseException], str]] = [
    (lambda: shido.game("ches"), shido.UnknownNameError, "did you mean `chess`"),
    (lambda: shido.game(""), shido.ShidoError, "."),
    (lambda: shido.game("mnk:columns=x"), shido.ArgumentError, "columns"),
    (lambda: shido.game("/nowhere/a.toml"), shido.FileError, "cannot read"),
    (lambda: shido.frame("name = 3"), shido.FileError, "name"),
    (lambda: shido.frame("\0"), shido.FileError, "."),
    (lambda: shido.tree("(max"), shido.FileError, "."),
    (lambda: shido.game("chess").session("nonsense"), shido.NotationError, "."),
    (lambda: shido.game("chess").session().play("Ke8"), shido.NotationError, "not a legal move"),
    (lambda: shido.game("chess").session().play(20), shido.ArgumentError, "no legal move 20"),
    (lambda: shido.game("chess").session().play(-1), shido.ArgumentError, "no legal move -1"),
    (lambda: shido.game("chess").session().play(None), TypeError, "."),  # type: ignore[arg-type]
    (lambda: shido.game("chess").session().play(1.5), TypeError, "."),  # type: ignore[arg-type]
    (lambda: shido.game("chess").session().analyze("pvz"), shido.UnknownNameError, "pvs"),
    (lambda: shido.game("chess").session().analyze("pvs:deep=3"), shido.ArgumentError, "depth"),
    (lambda: shido.game("chess").session().analyze("pvs:"), shido.ShidoError, "."),
    (lambda: shido.game("chess").session().analyze("perfect"), shido.UnableError, "too large"),
    (lambda: shido.game("chess").session().analyze("pvs", seconds=-1), shido.ArgumentError, "seconds"),
    (lambda: shido.game("chess").session().analyze("pvs", seconds=float("nan")), shido.ArgumentError, "seconds"),
    (lambda: shido.game("chess").session().analyze("pvs", depth=-1), OverflowError, "."),
    (lambda: shido.game("chess").session().analyze("pvs:depth=1", moves=0), shido.ArgumentError, "moves"),
    (lambda: shido.game("chess").session().analyze("pvs:depth=1", moves="all"), shido.ArgumentError, "every"),
    (lambda: shido.game("chess").session().analyze("pvs:depth=1", threads=0), shido.ArgumentError, "threads"),
    (lambda: shido.game("chess").session().let_move(), shido.UnableError, "nobody sits"),
    (lambda: shido.game("chess").session().seat("third", "random"), shido.ArgumentError, "first"),
    (lambda: shido.game("chess").session().seat(2, "random"), shido.ArgumentError, "first"),
    (lambda: shido.game("chess").solve(), shido.UnableError, "too large"),
    (lambda: shido.game("tic-tac-toe").solve(extent="half"), shido.ArgumentError, "whole"),
    (lambda: shido.game("connect-four").solve(memory=1), shido.ShidoError, "the limit is"),
    (lambda: shido.game("tic-tac-toe").match("random", "random", seats="both"), shido.ArgumentError, "alternate"),
    (lambda: shido.game("tic-tac-toe").match("random", "mcts", exact=True), shido.UnableError, "fixed odds"),
    (lambda: shido.game("tic-tac-toe").match("random", shido.game("chess").player("random")), shido.ArgumentError, "."),
    (lambda: shido.game("tic-tac-toe").tournament(["random", 3]), TypeError, "."),  # type: ignore[list-item]
    (lambda: shido.game("tic-tac-toe").train(trainer="nobody"), shido.UnknownNameError, "."),
    (lambda: shido.game("tic-tac-toe").train(paradigm="x"), shido.ArgumentError, "smoothed"),
    (lambda: shido.game("tic-tac-toe").tune(method="x"), shido.ArgumentError, "results"),
    (lambda: shido.game("tic-tac-toe").tune(lambda_=2), shido.ArgumentError, "from 0 to 1"),
    (lambda: shido.game("tic-tac-toe").table_key("?"), shido.NotationError, "."),
    (lambda: shido.game("tic-tac-toe").look(["?"]), shido.NotationError, "."),
    (lambda: shido.game("chess").table_key("?"), shido.UnableError, "."),
    (lambda: shido.game("tic-tac-toe").replay("nonsense"), shido.ShidoError, "."),
    (lambda: shido.restored(shido.game("chess"), {"moves": 3}), shido.ArgumentError, "saved session"),
    (lambda: shido.plan("OR ("), shido.FileError, "."),
    (lambda: shido.plan("OR (A -> 10%)", order="x"), shido.ArgumentError, "saving"),
    (lambda: shido.review("nonsense"), shido.ShidoError, "."),
    (lambda: shido.lab.run("om-depth-othelo"), shido.UnknownNameError, "om-depth-othello"),
    (lambda: shido.student("nobody"), shido.UnknownNameError, "nobody"),
]


@pytest.mark.parametrize("number", range(len(MALFORMED)))
def test_malformed_arguments(number: int) -> None:
    act, error, message = MALFORMED[number]
    with pytest.raises(error, match=message) as raised:
        act()
    assert str(raised.value)


def test_errors_are_what_python_calls_them() -> None:
    assert issubclass(shido.UnknownNameError, LookupError) and issubclass(shido.NotationError, ValueError)
    with pytest.raises(shido.ShidoError) as raised:
        shido.game("ches")
    assert raised.value.help == "did you mean `chess`?"


def script(text: str, *, timeout: float = 60, **kwargs: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(text)],
        cwd=HERE,
        capture_output=True,
        text=True,
        timeout=timeout,
        **kwargs,
    )


@pytest.mark.parametrize(
    "work",
    [
        'shido.game("chess").session().analyze("pvs:depth=60")',
        'shido.game("chess").match("mcts:playouts=100000", "random", games=1000)',
        'shido.game("go").random_games(10**9)',
        'shido.game("chess").count(20)',
        'shido.game(Matches(10**6)).session().analyze("minimax")',
    ],
)
def test_ctrl_c(work: str) -> None:
    program = f"""
        import shido, time
        from games import Matches
        print("ready", flush=True)
        begun = time.monotonic()
        try:
            {work}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        print(shido.game("tic-tac-toe").session().analyze("perfect").value)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], cwd=HERE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert (process.returncode, output) == (0, "interrupted\n0.0\n")


def test_python_goes_on_meanwhile() -> None:
    done = threading.Event()

    def think() -> None:
        shido.game("chess").session().analyze("pvs", seconds=0.5)
        done.set()

    thread = threading.Thread(target=think)
    thread.start()
    steps = 0
    while not done.is_set():
        steps += 1
    thread.join()
    assert steps > 1000


def test_two_threads_at_one_session() -> None:
    session = shido.game("chess").session()
    errors = []

    def think() -> None:
        try:
            session.analyze("pvs", seconds=0.5)
        except shido.BusyError as error:
            errors.append(error)

    threads = [threading.Thread(target=think) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(errors) == 1 and "session.copy()" in str(errors[0])
    assert len(session.legal_moves) == 20


def test_two_threads_at_one_game() -> None:
    game = shido.game("tic-tac-toe")
    values = []
    threads = [
        threading.Thread(target=lambda: values.append(game.session().analyze("alphabeta").value)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values == [0] * 8


def test_rules_that_use_their_own_session() -> None:
    program = """
        import shido
        from games import Matches

        class Reentrant(Matches):
            session = None
            def moves(self, position):
                if self.session is not None:
                    self.session.legal_moves
                return super().moves(position)

        rules = Reentrant()
        session = shido.game(rules).session()
        rules.session = session
        try:
            session.analyze("minimax")
        except shido.BusyError as error:
            print("busy")
    """
    ran = script(program)
    assert (ran.returncode, ran.stdout) == (0, "busy\n"), ran.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
def test_fork() -> None:
    program = """
        import os, sys, warnings
        warnings.simplefilter("ignore")
        import shido
        game = shido.game("tic-tac-toe")
        before, _ = game.random_games(5000, seed=1)
        session = game.session().play("a1")
        session.analyze("perfect")  # a thread is kept from now on, which the child does not have
        child = os.fork()
        if child == 0:
            after, _ = game.random_games(5000, seed=1)
            ok = (before == after).all() and session.analyze("perfect").best == ["b2"] and game.solve().value == "draw"
            os._exit(0 if ok else 3)
        print(os.waitpid(child, 0)[1])
        print(session.analyze("perfect").best)
    """
    ran = script(program)
    assert (ran.returncode, ran.stdout) == (0, "0\n['b2']\n"), ran.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
def test_fork_in_the_middle_of_work() -> None:
    program = """
        import os, threading, time, warnings
        warnings.simplefilter("ignore")
        import shido
        thread = threading.Thread(target=lambda: shido.game("chess").session().analyze("pvs", seconds=2))
        thread.start()
        time.sleep(0.5)
        child = os.fork()
        if child == 0:
            try:
                shido.game("tic-tac-toe").session().analyze("perfect")
            except RuntimeError as error:
                os._exit(0 if "forked" in str(error) else 3)
            os._exit(4)
        print(os.waitpid(child, 0)[1])
        thread.join()
    """
    ran = script(program)
    assert (ran.returncode, ran.stdout) == (0, "0\n"), ran.stderr


@pytest.mark.parametrize(
    "work",
    [
        'shido.game("chess").session().analyze("pvs:depth=60")',
        'shido.game(Matches(500)).session().analyze("minimax")',
        'shido.game(Matches(500)).random_games(10**8, threads=2)',
    ],
)
def test_an_interpreter_that_ends_in_the_middle(work: str) -> None:
    program = f"""
        import threading, time
        import shido
        from games import Matches

        def think():
            try:
                {work}
            except BaseException:
                pass

        threading.Thread(target=think, daemon=True).start()
        time.sleep(0.5)
        print("leaving", flush=True)
    """
    ran = script(program)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "leaving\n", "")


def test_a_watcher_that_raises(tmp_path: Path) -> None:
    def watch(done: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        shido.lab.run("semi-random-table-1", games=1000, results=tmp_path, progress=watch)


def test_deep_rules() -> None:
    class Deep(shido.Rules[int, int]):
        name = "deep"
        ends_soon = True

        def start(self) -> int:
            return 3000

        def to_move(self, position: int) -> Any:
            return ("first", "second")[position % 2] if position else None

        def moves(self, position: int) -> Any:
            return [1]

        def play(self, position: int, move: int) -> int:
            return position - move

        def payoff(self, position: int) -> float:
            return 1

    assert shido.game(Deep()).session().analyze("minimax").value == 1
