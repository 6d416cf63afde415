"""Bridges to OpenSpiel, PettingZoo and python-chess, both ways. Each is tested where the other package is installed."""

from __future__ import annotations

import pickle
import random
from typing import Any, Callable, List

import pytest

import shido


def played(game: shido.Game, seed: int, most: int = 60) -> shido.Session:
    """A contest at random."""
    rng = random.Random(seed)
    session = game.session()
    for _ in range(most):
        if session.is_over:
            break
        session.play(rng.randrange(len(session.legal_moves)))
    return session


# OpenSpiel's games as ours.


def openspiel_game(name: str, **options: Any) -> shido.Game:
    pytest.importorskip("pyspiel")
    from shido import openspiel

    return openspiel.game(name, **options)


def test_tic_tac_toe_of_openspiel_is_solved_as_ours_is() -> None:
    theirs = openspiel_game("tic_tac_toe", solvable=True).solve()
    ours = shido.game("tic-tac-toe").solve()
    # 5,478 positions, as everyone counts them; by symmetry ours are fewer.
    assert (theirs.value, theirs.positions) == (ours.value, 5478)
    assert ours.positions == 5478


#: Who wins is known: on boards of these sizes whoever moves first, by strategy stealing.
def test_hex_is_won_by_the_first_player() -> None:
    game = openspiel_game("hex(board_size=2)", solvable=True)
    assert game.solve().value == "first"
    match = game.match("perfect", "random", games=4)
    assert match.a_wins == 1.0


def test_tutoring_search_and_opponent_models_run_on_games_of_openspiel() -> None:
    session = openspiel_game("tic_tac_toe", ends_soon=True).session()
    for move in ("x(0,0)", "o(1,1)", "x(2,2)", "o(2,0)"):
        session.play(move)
    # X has to stop the noughts in the diagonal, and so threatens two lines: by hand.
    assert session.analyze("minimax").best == ["x(0,2)"]
    assert session.analyze("om:depth=9,opponent=1").best == ["x(0,2)"]
    assert "x(0,2)" in session.analyze("tu:depth=9,student=1,limit=0").best


def test_hoyle_learns_a_game_of_openspiel() -> None:
    trained = openspiel_game("tic_tac_toe", solvable=True).train(contests=15, test=10, seed=1)
    assert trained.contests == 15 and trained.units > 0


def test_chance_of_openspiel_is_chance_here() -> None:
    session = openspiel_game("pig(players=2,winscore=10)").session()
    session.play("roll")
    chances = dict(session.chances)
    assert len(chances) == 6 and abs(sum(chances.values()) - 1) < 1e-12


@pytest.mark.parametrize(
    "name, why",
    [
        ("kuhn_poker", "hides something"),
        ("matrix_rps", "same time"),
        ("tic_tac_toe_nonsense", "Unknown game"),
    ],
)
def test_games_that_cannot_be_ours_are_refused(name: str, why: str) -> None:
    with pytest.raises(Exception, match=why):
        openspiel_game(name)


def test_a_game_of_openspiel_can_be_pickled() -> None:
    game = openspiel_game("connect_four")
    session = game.session().play("x3").play("o3")
    assert pickle.loads(pickle.dumps(session)).moves == ["x3", "o3"]


# Our games as OpenSpiel's.


@pytest.mark.parametrize("name", ["tic-tac-toe", "achi", "connect-four", "othello:size=4", "backgammon"])
def test_our_games_keep_the_laws_of_openspiel(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from shido import openspiel

    game = openspiel.to_openspiel(name, max_game_length=60)
    # OpenSpiel's own law suite for games: cloning, history, legality, returns, observations.
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_algorithms_of_openspiel_run_on_our_games() -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts, minimax

    from shido import openspiel

    # Known: drawn, since whoever has the centre cannot lose.
    game = openspiel.to_openspiel("tic-tac-toe")
    state = game.new_initial_state()
    for text in ("b2", "a1", "c1", "a3", "a2"):
        action = next(a for a in state.legal_actions() if state.action_to_string(a) == text)
        state.apply_action(action)
    value, action = minimax.alpha_beta_search(game, state=state, maximum_depth=9)
    assert value == 0 and state.action_to_string(action) == "c2"
    bot = mcts.MCTSBot(game, 1.4, 50, mcts.RandomRolloutEvaluator(1))
    assert bot.step(state) in state.legal_actions()


def test_a_frame_is_a_game_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from shido import openspiel

    game = openspiel.to_openspiel(shido.game("rota"))
    state = game.new_initial_state()
    while not state.is_terminal() and len(state.history()) < 20:
        state.apply_action(state.legal_actions()[-1])
    assert pyspiel.load_game("shido(game=rota)").num_distinct_actions() == game.num_distinct_actions()


# PettingZoo.


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "nine-mens-morris", "backgammon"])
def test_environments_pass_the_test_of_pettingzoo(name: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    from shido import pettingzoo

    api_test(pettingzoo.env(name, max_moves=200), num_cycles=100)


def test_the_same_seed_is_the_same_contest() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import seed_test

    from shido import pettingzoo

    seed_test(lambda: pettingzoo.env("backgammon", max_moves=100), num_cycles=20)


def test_rewards_are_what_the_sides_receive() -> None:
    pytest.importorskip("pettingzoo")
    from shido import pettingzoo

    env = pettingzoo.raw_env("tic-tac-toe")
    env.reset(seed=1)
    for text in ("a1", "a2", "b1", "b2", "c1"):
        env.step(env.actions.texts.index(text))
    assert (env.rewards["first"], env.rewards["second"]) == (1.0, -1.0)
    assert env.terminations == {"first": True, "second": True}
    env.reset()
    with pytest.raises(shido.ArgumentError, match="no legal action"):
        env.step(len(env.actions))


def test_what_an_environment_sees_is_what_the_session_tells() -> None:
    pytest.importorskip("pettingzoo")
    from shido import pettingzoo

    for name in ("connect-four", "nine-mens-morris", "mu-torere", "othello", "breakthrough", "chess"):
        env = pettingzoo.env(name, max_moves=80)
        env.reset(seed=1)
        rng = random.Random(2)
        for agent in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if not (terminated or truncated):
                assert (seen["observation"] == env.session.planes()).all(), name
                legal = sorted(env.actions.legal(env.session))
                assert [number for number, one in enumerate(seen["action_mask"]) if one] == legal, name
                # It belongs to whoever asked for it.
                seen["observation"][:] = 7
                seen["action_mask"][:] = 1
            env.step(None if terminated or truncated else rng.choice(legal))


def test_an_environment_checks_the_order_of_calls_and_illegal_actions_lose() -> None:
    pytest.importorskip("pettingzoo")
    from shido import pettingzoo

    env = pettingzoo.env("tic-tac-toe")
    with pytest.raises(AttributeError, match="before reset"):
        env.agents
    for early in (lambda: env.step(0), lambda: env.observe("first"), env.agent_iter):
        with pytest.raises(AssertionError):
            early()
    env.reset()
    with pytest.raises(AssertionError, match="call step"):
        for _ in env.agent_iter():
            pass
    env.step(4)
    # A point that is taken.
    env.step(4)
    rewards = {}
    for agent in env.agent_iter():
        _, rewards[agent], terminated, truncated, _ = env.last()
        assert terminated and truncated
        env.step(None)
    assert rewards == {"first": 0.0, "second": -1.0}


# python-chess.


def test_boards_of_python_chess_go_in_and_come_out() -> None:
    chess = pytest.importorskip("chess")
    from shido import chess as bridge

    for seed in range(5):
        rng = random.Random(seed)
        board = chess.Board()
        for _ in range(80):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        session = bridge.session(board)
        back = bridge.board(session)
        assert back.move_stack == board.move_stack and back.fen() == board.fen()
        if not session.is_over:
            ours = {bridge.move(session, text) for text in session.legal_moves}
            assert ours == set(board.legal_moves)


def test_what_is_no_chess_is_refused() -> None:
    chess = pytest.importorskip("chess")
    from shido import chess as bridge

    for wrong in (
        lambda: bridge.session(chess.Board(chess960=True)),
        lambda: bridge.board(shido.game("othello").session()),
        lambda: bridge.move(shido.game("chess").session(), "e5"),
        lambda: bridge.session(chess.Board("8/8/8/8/8/8/8/8 w - - 0 1")),
    ):
        checked: Callable[[], Any] = wrong
        with pytest.raises(shido.ShidoError):
            checked()


# Numbers of moves.


def test_every_legal_move_has_a_number_of_its_own() -> None:
    from shido.actions import Actions

    for name in ("chess", "draughts", "picaria"):
        game = shido.game(name)
        actions = Actions.of(game)
        again = Actions.of(game)
        assert actions.texts == again.texts
        session = played(game, 3)
        places: List[int] = sorted(actions.legal(session).values())
        assert places == list(range(len(session.legal_moves)))
    few = Actions(["a1"], 2)
    with pytest.raises(shido.ArgumentError, match="spare numbers"):
        few.legal(shido.game("tic-tac-toe").session())
