"""Answers the benchmark's questions about OpenSpiel, a line each: "seconds value".

Everything that is timed runs in OpenSpiel's C++ core. Random games are the rollouts of its
evaluator at the root of a search that is allowed one simulation; the value is the mean of what they
pay. A question is "games NAME COUNT SEED" or "mcts NAME COUNT SEED".
"""

import sys
import time

import pyspiel

MEBIBYTES = 1000
EXPLORATION = 2**0.5

for line in sys.stdin:
    what, name, count, seed = line.split()
    rollouts, simulations = (int(count), 1) if what == "games" else (1, int(count))
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, int(seed))
    solve, verbose = what == "mcts", False
    bot = pyspiel.MCTSBot(
        game, evaluator, EXPLORATION, simulations, MEBIBYTES, solve, int(seed), verbose
    )
    state = game.new_initial_state()
    started = time.perf_counter()
    root = bot.mcts_search(state)
    seconds = time.perf_counter() - started
    if what == "mcts" and root.explore_count != simulations:
        sys.exit(f"{name}: {root.explore_count} simulations, not {simulations}")
    print(seconds, root.total_reward, flush=True)
