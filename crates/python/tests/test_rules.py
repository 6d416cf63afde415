"""Games written in Python: searched, solved, matched, tutored and learned like any other."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from games import Dice, Matches, TicTacToe

import shido


def test_agrees_with_the_same_game_in_rust() -> None:
    mine, theirs = shido.game(TicTacToe()), shido.game("tic-tac-toe")
    solution = mine.solve()
    assert (solution.value, solution.positions, solution.terminal) == ("draw", 5478, 958)
    exact = mine.match("random", "random", exact=True)
    assert exact.a_wins == pytest.approx(737 / 1260, abs=1e-12)
    # Move by move, by several searches.
    one, two = mine.session(), theirs.session()
    for move in ["a1", "b2", "c3", "a3"]:
        one.play(move)
        two.play(move)
        for by in ["perfect", "alphabeta", "pvs:depth=9", "minimax"]:
            ours = {it.move: it.value for it in one.analyze(by).moves}
            assert ours == {it.move: it.value for it in two.analyze(by).moves}


def test_search_and_solve() -> None:
    game = shido.game(Matches())
    assert game.title == "Twenty-one matches" and game.about.group == "Written in Python"
    assert game.solve().value == "first"
    # Leave a multiple of four.
    assert game.session().analyze("perfect").best == ["1"]
    assert game.session("(11, 'first')").analyze("minimax").best == ["3"]
    assert game.session("(8, 'second')").analyze("pn").value == 1
    mcts = game.session("(7, 'first')").analyze("mcts:playouts=2000")
    assert mcts.best == ["3"]
    table = shido.SolvedTable(game)
    assert table["(4, 'first')"] == {"value": -1, "distance": 2}


def test_chance() -> None:
    game = shido.game(Dice())
    analysis = game.session().analyze("expectiminimax")
    assert analysis.best == ["loaded"] and analysis.value == pytest.approx(0)
    session = game.session(seed=3).play("loaded")
    assert session.to_move == "chance" and session.let_move() in {"six", "other"}
    payoffs, _ = game.random_games(3000, seed=1)
    # The mean over both dice: a third wins.
    assert abs((payoffs == 1).mean() - 1 / 3) < 4 * (2 / 9 / 3000) ** 0.5


def test_opponent_models_tutor_and_hoyle() -> None:
    game = shido.game(TicTacToe())
    assert game.session().analyze("om:depth=4").best
    assert game.session().analyze("tu:depth=3,student=1,limit=1").best
    session = game.session(seed=1)
    session.seat("second", "tutor:level=beginner")
    session.play("b2")
    assert session.let_move() in session.moves
    trained = game.train(contests=15, test=10, seed=1)
    assert trained.contests == 15 and trained.units > 0
    review = shido.review(game.session().play("a1").play("a2").play("c3"), seat="second", judge="perfect")
    assert review.moves == ["a1", "a2", "c3"]


def test_evaluation_of_the_rules() -> None:
    class Judging(Matches):
        solvable = False

        def evaluate(self, position: Any) -> float:
            return 0.5

    game = shido.game(Judging(100))
    assert game.session().analyze("alphabeta:depth=2").value == 0.5


def test_any_object_will_do() -> None:
    class Bare:
        def start(self) -> int:
            return 3

        def to_move(self, position: int) -> Any:
            return [None, "second", "first", "first"][position]

        def moves(self, position: int) -> Any:
            return [1]

        def play(self, position: int, move: int) -> int:
            return position - move

        def payoff(self, position: int) -> int:
            return 1

    assert shido.game(Bare()).session().analyze("minimax:depth=4").value == 1


def test_pictures_and_pickles() -> None:
    game = shido.game(TicTacToe())
    session = game.session().play("b2")
    assert session._repr_svg_().startswith("<svg") and session.planes()[0, 1, 1] == 1
    again = pickle.loads(pickle.dumps(session))
    assert again.position == "....X...." and again.play("a1").to_move == "first"


def test_threads() -> None:
    game = shido.game(TicTacToe())
    assert game.solve(threads=2).positions == 5478
    payoffs, _ = game.random_games(2000, seed=1, threads=2)
    assert len(payoffs) == 2000


class Broken(Matches):
    """Does one thing that no game does."""

    def __init__(self, fault: str) -> None:
        super().__init__(6)
        self.fault = fault

    def to_move(self, position: Any) -> Any:
        if self.fault == "side":
            return "third"
        if self.fault == "chance":
            return "chance"
        return super().to_move(position)

    def moves(self, position: Any) -> Any:
        if position[0] < 4:
            if self.fault == "raises":
                raise ZeroDivisionError("in the rules")
            if self.fault == "no moves":
                return []
            if self.fault == "twice":
                return [1, 1]
            if self.fault == "unhashable move":
                return [[1]]
            if self.fault == "not iterable":
                return 7
        return super().moves(position)

    def play(self, position: Any, move: Any) -> Any:
        if self.fault == "nothing":
            return None
        if self.fault == "unhashable":
            return [position]
        if self.fault == "same":
            return position
        return super().play(position, move)

    def payoff(self, position: Any) -> Any:
        return {"nan": float("nan"), "text": "won", "too much": 5}.get(self.fault, super().payoff(position))

    def progress(self, position: Any) -> Any:
        if self.fault == "progress":
            return 1
        if self.fault == "negative progress":
            return -1
        return super().progress(position)


FAULTS = {
    "side": "has to be \"first\"",
    "chance": "there is no method `chances`",
    "no moves": "is empty",
    "twice": "has 1 twice",
    "unhashable move": "cannot be hashed",
    "nothing": "returned nothing",
    "unhashable": "cannot be hashed",
    "same": "returned the position that it was given",
    "nan": "has to be a number",
    "text": "has to be a number",
    "too much": "has to be a number from -1 to 1",
    "progress": "progress has to grow",
    "negative progress": "has to be a whole number",
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("work", ["analyze", "solve", "match", "random", "mcts", "pvs"])
def test_broken_rules_are_told(fault: str, work: str) -> None:
    with pytest.raises(shido.RulesError, match=FAULTS[fault].replace("(", r"\(")):
        run(shido.game(Broken(fault)), work)


@pytest.mark.parametrize("work", ["analyze", "solve", "match", "random", "mcts", "pvs"])
def test_exceptions_of_rules_come_through(work: str) -> None:
    with pytest.raises(ZeroDivisionError, match="in the rules"):
        run(shido.game(Broken("raises")), work)
    with pytest.raises(TypeError):
        run(shido.game(Broken("not iterable")), work)


def run(game: shido.Game, work: str) -> None:
    if work == "analyze":
        game.session().analyze("minimax")
    elif work == "solve":
        game.solve()
    elif work == "match":
        game.match("random", "alphabeta:depth=2", games=10, threads=2)
    elif work == "random":
        game.random_games(100, threads=2)
    else:
        game.session().analyze(work)


def test_a_session_is_lost_but_says_so() -> None:
    session = shido.game(Broken("raises")).session().play("2")
    with pytest.raises(ZeroDivisionError):
        session.play("1").legal_moves
    assert session.position == "(3, 'first')"
    with pytest.raises(ZeroDivisionError):
        session.play("1")
    with pytest.raises(shido.ShidoError, match="lost"):
        session.play("1")


def test_missing_methods() -> None:
    with pytest.raises(shido.RulesError, match="no method `start`"):
        shido.game(object())
    with pytest.raises(shido.RulesError):
        shido.game(7)
    with pytest.raises(NotImplementedError):
        shido.game(shido.Rules())
