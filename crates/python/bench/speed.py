"""Shido beside OpenSpiel and PettingZoo, all called from Python, on one thread, in one run.

    pip install open_spiel cvxpy "pettingzoo[classic]" && python crates/python/bench/speed.py

Both do the same work, and it is checked that both find the same. What is measured is the time of the processor, all
threads together, so that it hardly matters what else the machine does; rounds alternate. The ratio is that of the
medians, and in brackets are the least and the largest ratio of a round. Where
OpenSpiel has a way in C++ it is that one: random games are the rollouts of its evaluator, Monte-Carlo search is its
`MCTSBot`. Alpha-beta and value iteration it has in Python alone, over states in C++. Turns in PettingZoo are those of its own
benchmark.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import statistics
import tempfile
import threading
import time
from functools import partial
from typing import Any, Callable, Dict, List, Tuple

import numpy as np
import pyspiel
from pettingzoo import AECEnv
from open_spiel.python.algorithms import minimax, value_iteration

import shido

GAMES = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "breakthrough": "breakthrough",
    "othello": "othello",
}
#: How many seconds of the processor OpenSpiel gets to solve a game.
PATIENCE = 60
#: For so many seconds of OpenSpiel's a short search is repeated in a round.
LONG_ENOUGH = 0.2
FOUR_BY_FOUR = ("connect-four:columns=4,rows=4", "connect_four(rows=4,columns=4)")


def timed(work: Callable[[], Any]) -> Tuple[float, Any]:
    begun = time.process_time()
    done = work()
    return time.process_time() - begun, done


def rollouts(name: str, count: int, simulations: int, seed: int) -> float:
    """The seconds of random games by OpenSpiel's evaluator, or of simulations of its search."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(count, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2**0.5, simulations, 1000, simulations > 1, seed, False)
    state = game.new_initial_state()
    return timed(lambda: bot.mcts_search(state))[0]


def python_games(name: str, count: int, seed: int) -> float:
    """The seconds of random games that are played from Python, as it is done where no evaluator helps."""
    game, draw = pyspiel.load_game(name), random.Random(seed)

    def play() -> None:
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(draw.choice(state.legal_actions()))

    return timed(play)[0]


def random_games(ours: str, theirs: str, count: int) -> Callable[[int], Tuple[float, float]]:
    game = shido.game(ours)
    return lambda seed: (
        timed(lambda: game.random_games(count, seed=seed, threads=1))[0],
        rollouts(theirs, count, 1, seed),
    )


def random_games_from_python(ours: str, theirs: str, count: int) -> Callable[[int], Tuple[float, float]]:
    game = shido.game(ours)
    return lambda seed: (
        timed(lambda: game.random_games(count, seed=seed, threads=1))[0],
        python_games(theirs, count, seed),
    )


def simulations(ours: str, theirs: str, count: int) -> Callable[[int], Tuple[float, float]]:
    """A search of some milliseconds is repeated: a single one after something else mostly shows what that left in the caches."""
    game = shido.game(ours)
    player = game.player(f"mcts:playouts={count}")
    repeats = max(1, round(LONG_ENOUGH / rollouts(theirs, 1, count, 0)))

    def both(seed: int) -> Tuple[float, float]:
        seeds = range(repeats * seed, repeats * (seed + 1))
        our_seconds = sum(timed(lambda: game.session(seed=each).analyze(player))[0] for each in seeds)
        their_seconds = sum(rollouts(theirs, 1, count, each) for each in seeds)
        return our_seconds / repeats, their_seconds / repeats

    return both


def alpha_beta(ours: str, theirs: str, columns: List[int], search: str) -> Callable[[int], Tuple[float, float]]:
    """To the end of every line, after these columns were played: what is searched is the same then."""
    game, other = shido.game(ours), pyspiel.load_game(theirs)
    player = game.player(search)
    session, state = game.session(), other.new_initial_state()
    for column in columns:
        session.play("abcd"[column])
        state.apply_action(column)

    def both(_: int) -> Tuple[float, float]:
        seconds, analysis = timed(lambda: session.analyze(player, moves="best"))
        their_seconds, (value, _move) = timed(
            lambda: minimax.alpha_beta_search(
                other, state=state, maximum_depth=20, maximizing_player_id=state.current_player()
            )
        )
        for_first = value if state.current_player() == 0 else -value
        assert analysis.value == for_first, (analysis.value, for_first)
        return seconds, their_seconds

    return both


def solving(ours: str, theirs: str) -> Callable[[int], Tuple[float, float]]:
    other = pyspiel.load_game(theirs)

    def both(_: int) -> Tuple[float, float]:
        # A game that nobody holds, opened where nothing is kept, is solved anew.
        with tempfile.TemporaryDirectory() as nothing:
            os.environ["SHIDO_CACHE"] = nothing
            game = shido.game(ours)
            seconds, table = timed(lambda: shido.SolvedTable(game, threads=1))
        start = table[game.session().position]["value"]
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            their_seconds, values = timed(
                lambda: value_iteration.value_iteration(other, depth_limit=-1, threshold=0.01)
            )
            theirs_start = values[str(other.new_initial_state())]
            assert start == theirs_start, (start, theirs_start)
        except TimeoutError:
            their_seconds = PATIENCE
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        return seconds, their_seconds

    return both


def out_of_patience(*_: Any) -> None:
    raise TimeoutError


def measure(rounds: int) -> List[Tuple[str, float, float, float, float, float]]:
    # Made one after the other, so that nobody holds a game that another row opens.
    rows: Dict[str, Callable[[], Callable[[int], Tuple[float, float]]]] = {}
    for ours, theirs in GAMES.items():
        count = 20_000 if ours == "tic-tac-toe" else 2_000
        rows[f"random games, {ours}"] = partial(random_games, ours, theirs, count)
    for ours, theirs in GAMES.items():
        what = f"the same, {ours}, theirs played from Python"
        rows[what] = partial(random_games_from_python, ours, theirs, 500)
    for ours, theirs in GAMES.items():
        rows[f"Monte-Carlo simulations, {ours}"] = partial(simulations, ours, theirs, 5_000)
    for search in ("alphabeta:depth=20", "pvs:depth=20"):
        name = search.split(":")[0]
        rows[f"{name} to the end, tic-tac-toe"] = partial(alpha_beta, "tic-tac-toe", "tic_tac_toe", [], search)
        what = f"{name} to the end, 4x4 connect four after 2 moves"
        rows[what] = partial(alpha_beta, *FOUR_BY_FOUR, [0, 1], search)
    rows["solving tic-tac-toe"] = partial(solving, "tic-tac-toe", "tic_tac_toe")
    rows[f"solving 4x4 connect four, theirs for {PATIENCE} s at most"] = partial(solving, *FOUR_BY_FOUR)
    measured = []
    for what, make in rows.items():
        both = make()
        if not what.startswith("solving"):
            both(0)
        pairs = [both(seed) for seed in range(1, 1 + (1 if "at most" in what else rounds))]
        del both
        ours_median = statistics.median(pair[0] for pair in pairs)
        theirs_median = statistics.median(pair[1] for pair in pairs)
        ratios = sorted(pair[1] / pair[0] for pair in pairs)
        measured.append((what, ours_median, theirs_median, theirs_median / ours_median, ratios[0], ratios[-1]))
        print("%-55s %10.5f s %10.5f s %8.1f  (%.1f to %.1f)" % measured[-1], flush=True)
    return measured


def turns(env: Any, count: int, seed: int) -> float:
    """The seconds of so many turns at random: the loop of PettingZoo's own `performance_benchmark`."""
    draw = random.Random(seed)

    def go_on() -> None:
        env.reset()
        left = count
        while left > 0:
            for _ in env.agent_iter(env.num_agents):
                seen, _reward, terminated, truncated, _info = env.last()
                action = None
                if not (terminated or truncated):
                    action = draw.choice(np.flatnonzero(seen["action_mask"]).tolist())
                env.step(action)
                left -= 1
                if all(env.terminations.values()) or all(env.truncations.values()):
                    env.reset()

    return timed(go_on)[0]


class Nothing(AECEnv):  # type: ignore[misc]
    """What PettingZoo and the loop cost by themselves: an environment in which nothing happens."""

    def __init__(self) -> None:
        self.possible_agents = self.agents = ["first", "second"]
        self.seen = {"action_mask": np.ones(7, np.int8)}

    def reset(self, seed: Any = None, options: Any = None) -> None:
        self.agent_selection = "first"
        self.terminations = self.truncations = {"first": False, "second": False}
        self._cumulative_rewards = {"first": 0.0, "second": 0.0}
        self.infos: Dict[str, Any] = {"first": {}, "second": {}}

    def observe(self, agent: str) -> Any:
        return self.seen

    def step(self, action: Any) -> None:
        self.agent_selection = "second" if self.agent_selection == "first" else "first"


def environments(rounds: int, count: int = 4_000) -> List[str]:
    """Turns of connect four beside PettingZoo's own, with the checks that each comes with and without."""
    from pettingzoo.classic import connect_four_v3

    import shido.pettingzoo as ours

    slow = []
    for what, mine, theirs in (
        ("turns in PettingZoo, connect four", ours.env("connect-four"), connect_four_v3.env()),
        ("the same without checks", ours.raw_env("connect-four"), connect_four_v3.raw_env()),
    ):
        pairs = [(turns(mine, count, seed), turns(theirs, count, seed)) for seed in range(rounds + 1)][1:]
        medians = [statistics.median(pair[place] for pair in pairs) / count for place in (0, 1)]
        ratios = sorted(pair[1] / pair[0] for pair in pairs)
        times = medians[1] / medians[0]
        print("%-55s %9.2f us %9.2f us %8.1f  (%.1f to %.1f)" % (
            what, medians[0] * 1e6, medians[1] * 1e6, times, ratios[0], ratios[-1]
        ))
        if times < 5:
            slow.append(what)
    empty = statistics.median(turns(Nothing(), count, seed) for seed in range(rounds)) / count
    print("%-55s %9.2f us" % ("of that: PettingZoo and the loop where nothing happens", empty * 1e6))
    return slow


def single_calls() -> None:
    """What one call costs beyond what it does."""
    session = shido.game("tic-tac-toe").session()
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    empty = shido.tree("(max 1)").session()
    minimax_player = empty.game.player("minimax")

    def a_thread() -> None:
        one = threading.Thread(target=int)
        one.start()
        one.join()

    calls: Dict[str, Callable[[], Any]] = {
        "session.to_move": lambda: session.to_move,
        "session.legal_moves": lambda: session.legal_moves,
        "session.play and undo": lambda: session.play("a1").undo(),
        "session.analyze of a tree of one move": lambda: empty.analyze(minimax_player),
        "of that: a thread begun and ended, by Python itself": a_thread,
        "pyspiel: state.current_player": lambda: state.current_player(),
        "pyspiel: state.legal_actions": lambda: state.legal_actions(),
        "pyspiel: state.clone and apply_action": lambda: state.clone().apply_action(0),
    }
    for what, call in calls.items():
        times = []
        for _ in range(7):
            seconds, _ = timed(lambda: [call() for _ in range(500)])
            times.append(seconds / 500)
        print("%-55s %10.2f us a call" % (what, statistics.median(times) * 1e6))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    signal.signal(signal.SIGPROF, out_of_patience)
    print("%-55s %12s %12s %8s" % ("", "shido", "pyspiel", "times"))
    slow = [row[0] for row in measure(arguments.rounds) if row[3] < 5]
    slow += environments(arguments.rounds)
    single_calls()
    if slow:
        print("below five times:", ", ".join(slow))
