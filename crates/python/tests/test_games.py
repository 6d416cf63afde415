"""Games, sessions and what is asked of them. Expectations are known numbers, or worked out by hand."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any, List

import numpy as np
import pytest

import shido


def test_catalog() -> None:
    names = shido.games()
    assert {"chess", "go", "othello", "tic-tac-toe", "connect-four"} <= set(names)
    about = shido.game("tic-tac-toe").about
    assert about.name == "tic-tac-toe" and about.symmetries == 8 and not about.cyclic
    assert shido.game("noughts-and-crosses").name == "tic-tac-toe"
    assert "perfect" in shido.game("tic-tac-toe").players
    assert "perfect" not in shido.game("chess").players
    assert any(player.name == "pvs" for player in shido.players().players)


def test_play_and_undo() -> None:
    session = shido.game("tic-tac-toe").session()
    assert session.to_move == "first" and len(session.legal_moves) == 9
    session.play("a1").play("b2").play("a2").play("c3").play("a3")
    over: Any = session
    assert (over.is_over, over.winner, over.payoff, over.to_move) == (True, "first", 1.0, None)
    assert session.moves == ["a1", "b2", "a2", "c3", "a3"]
    assert session.undo() == "a3" and session.winner is None and session.winning_moves == ["a3"]
    # By number among the legal moves.
    assert session.play(session.legal_moves.index("a3")).winner == "first"


def test_positions_are_text() -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    session = shido.game("chess").session(start)
    assert session.position == start and len(session.legal_moves) == 20
    # The fool's mate.
    for move in ["f3", "e5", "g4", "Qh4#"]:
        session.play(move)
    assert session.winner == "second" and session.ending == "checkmate"


def test_count_positions() -> None:
    # All 5,478 boards of tic-tac-toe, by the number of marks.
    counts = shido.game("tic-tac-toe").count(9).positions_by_ply
    assert counts == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78] and sum(counts) == 5478


def test_solve_and_table() -> None:
    game = shido.game("tic-tac-toe")
    solution = game.solve()
    assert (solution.value, solution.positions, solution.positions_up_to_symmetry) == ("draw", 5478, 765)
    assert solution.to_dict()["terminal"] == solution.terminal == 958
    table = shido.SolvedTable(game)
    assert len(table) == 765
    assert sum(len(part.keys) for part in table.parts) == 765
    # Boards up to symmetry by the number of marks; a well-known sequence.
    assert [len(part.keys) for part in table.parts] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    # After a corner the centre is the only reply that draws.
    session = game.session().play("a1")
    for move in session.legal_moves:
        value = table[session.copy().play(move).position]["value"]
        assert value == (0 if move == "b2" else 1)
    with pytest.raises(shido.NotationError, match="cannot be to move"):
        table["X.X/XXX/... O"]


def test_tables_are_not_copied() -> None:
    game = shido.game("tic-tac-toe")
    (first, *_), (again, *_) = shido.SolvedTable(game).parts, shido.SolvedTable(game).parts
    assert first.keys.ctypes.data == again.keys.ctypes.data
    assert not first.keys.flags.owndata and not first.keys.flags.writeable
    keys = shido.SolvedTable(game).parts[5].keys
    del game
    assert len(np.unique(keys)) == 174  # what is seen is kept as long as it is seen


def test_exact_match_of_random_players() -> None:
    # 737/1260 of all random games are won by the first player, 16/126 drawn: by counting all 255,168 games.
    report = shido.game("tic-tac-toe").match("random", "random", exact=True)
    assert report.a_wins == pytest.approx(737 / 1260, abs=1e-12)
    assert report.draws == pytest.approx(8 / 63, abs=1e-12)
    assert report.exact and report.games is None


def test_sampled_match_repeats() -> None:
    game = shido.game("tic-tac-toe")
    one = game.match("random", "perfect", games=200, seed=3, threads=1, transcripts=True)
    two = game.match("random", "perfect", games=200, seed=3, threads=2, transcripts=True)
    assert one.to_dict() == two.to_dict() and one.transcripts == two.transcripts
    assert one.a_wins == 0 and len(one.transcripts) == 200
    assert game.replay(one.transcripts[0]).is_over
    assert one.counts is not None and one.counts.a_wins == 0


def test_tournament() -> None:
    report = shido.game("tic-tac-toe").tournament(["random", "perfect", "fallible:noise=10"], exact=True)
    assert [standing.player for standing in report.standings][0] == "perfect"
    assert len(report.pairings) == 3


def test_players_and_analysis() -> None:
    game = shido.game("tic-tac-toe")
    perfect = game.player("perfect")
    assert perfect.is_fixed and perfect.spec == "perfect"
    analysis = game.session().play("a1").analyze(perfect)
    assert analysis.value == 0 and analysis.best == ["b2"]
    assert {move.move: move.value for move in analysis.moves}["c1"] == 1
    assert analysis.to_dict()["best"] == ["b2"]
    assert analysis.svg().startswith("<svg")
    session = game.session()
    session.seat("second", perfect)
    session.play("a1")
    assert session.let_move() == "b2"
    reasons = session.reasons("second")
    assert reasons is not None and reasons.move == "b2"
    odds = game.session().odds("random")
    assert odds.kind == "drawn" and sum(share for _, share in odds.moves) == pytest.approx(1)


def test_explicit_tree() -> None:
    # The tree of Russell and Norvig: its minimax value is 3, by the first move.
    game = shido.tree("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))")
    analysis = game.session().analyze("minimax")
    assert (analysis.value, analysis.best) == (3, ["1"])
    searched = game.session().search_tree("alphabeta")
    assert searched.svg().startswith("<svg") and len(searched.nodes) > 5


def test_frame_from_text() -> None:
    with open(__file__.replace("crates/python/tests/test_games.py", "frames/tic-tac-toe.toml")) as file:
        game = shido.frame(file.read())
    assert game.solve().positions == 5478
    assert pickle.loads(pickle.dumps(game)).solve().value == "draw"


def test_pictures() -> None:
    session = shido.game("chess").session()
    assert session._repr_svg_().startswith("<svg") and "<svg" in session.game._repr_svg_()
    assert session.play("e4").drawing(turned=True).svg() != session.drawing().svg()
    assert "\x1b" not in str(session)


def test_planes() -> None:
    start = shido.game("tic-tac-toe").session()
    assert start.planes().shape == (2, 3, 3) and not start.planes().any()
    board = start.play("a1").play("c3").planes()
    assert board[0, 0, 0] == 1 and board[1, 2, 2] == 1 and board.sum() == 2
    chess = shido.game("chess").session().planes()
    assert chess.dtype == np.float32 and chess.shape[1:] == (8, 8)


def test_pickle_and_copy() -> None:
    session = shido.game("tic-tac-toe").session(seed=5)
    session.seat("second", "perfect")
    session.play("a1")
    again = pickle.loads(pickle.dumps(session))
    assert again.position == session.position and again.moves == ["a1"]
    assert again.let_move() == "b2" and session.moves == ["a1"]
    assert copy.deepcopy(session).play("b2").moves == ["a1", "b2"] and session.moves == ["a1"]
    assert pickle.loads(pickle.dumps(shido.game("chess"))).name == "chess"
    analysis = session.analyze("perfect")
    assert pickle.loads(pickle.dumps(analysis)) == analysis
    assert pickle.loads(pickle.dumps(session.game.player("perfect"))).spec == "perfect"


def test_batches() -> None:
    game = shido.game("tic-tac-toe")
    payoffs, plies = game.random_games(20_000, seed=1)
    # 737/1260 won, 121/420 lost; four standard errors of 20,000 games.
    assert abs((payoffs == 1).mean() - 737 / 1260) < 4 * (0.585 * 0.415 / 20_000) ** 0.5
    assert abs((payoffs == -1).mean() - 121 / 420) < 4 * (0.288 * 0.712 / 20_000) ** 0.5
    assert plies.min() >= 5 and plies.max() == 9
    again, _ = game.random_games(20_000, seed=1, threads=1)
    assert (payoffs == again).all()
    positions = [game.session().play(move).position for move in game.session().legal_moves]
    looks = game.look(positions)
    assert [len(look.legal_moves) for look in looks] == [8] * 9 and looks[0].to_move == "second"
    analyses = game.analyze(positions, "perfect")
    assert [analysis.value for analysis in analyses] == [0] * 9
    assert game.planes(positions).shape == (9, 2, 3, 3)


def test_random_games_with_chance() -> None:
    payoffs, plies = shido.game("backgammon").random_games(50, seed=2)
    assert set(np.abs(payoffs)) <= {1, 2, 3} and plies.min() > 20


def test_tutor() -> None:
    session = shido.game("tic-tac-toe").session(seed=1)
    session.seat("second", "tutor:level=beginner")
    while not session.is_over:
        session.play(session.legal_moves[0])
        if not session.is_over:
            session.let_move()
    assert isinstance(session.concessions("second"), list)
    student = session.student("second")
    assert student is not None
    review = shido.review(session, seat="first", judge="perfect")
    assert review.game == "tic-tac-toe" and len(review.chances) == len(review.moves) + 1


def test_students_are_remembered() -> None:
    session = shido.game("tic-tac-toe").session(seed=1)
    session.seat("second", "tutor:student=ada")
    while not session.is_over:
        session.play(session.legal_moves[0])
        if not session.is_over:
            session.let_move()
    assert "ada" in shido.students()
    assert shido.student("ada")["learned"][0]["game"] == "tic-tac-toe"
    assert shido.forget("ada") and not shido.forget("ada")


def test_what_stands_beside_the_fields_of_an_answer_is_pickled_too() -> None:
    game = shido.game("tic-tac-toe")
    trained = game.train(trainer="self", contests=2, test=0)
    matched = game.match("random", "random", games=2, transcripts=True)
    tuned = shido.game("connect-four:columns=4,rows=4").tune(method="results", games=2, depth=1)
    assert trained.knowledge and matched.transcripts and tuned.text
    again = pickle.loads(pickle.dumps([trained, matched, tuned]))
    assert again == [trained, matched, tuned]
    assert (again[0].knowledge, again[1].transcripts, again[2].text) == (trained.knowledge, matched.transcripts, tuned.text)


def test_a_plan_on_a_go_board() -> None:
    """The position of docs/plans.md. GNU Go 3.8 calls D8 the move to save the group."""
    examples = Path(__file__).parents[3] / "examples"
    text = (examples / "plans" / "paper.plan").read_text()
    record = (examples / "go" / "three-ways.sgf").read_text()
    groups = {"G": "C10", "G1": "C8", "G2": "D6"}
    plan = shido.plan(text, position=record, groups=groups, playouts=500, seed=1)
    assert (plan.first_move, plan.groups) == ("D8", groups) and plan.chosen == 2
    again = shido.plan(text, position=plan.position, groups=groups, playouts=500, seed=1)
    assert again.to_dict() == plan.to_dict()
    for wrong, told in (
        ({"groups": groups}, "position"),
        ({"position": "9/9", "groups": groups}, "."),
        ({"position": record, "groups": {"G": "A1"}}, "G: "),
        ({"position": record, "after": 10_000}, "."),
    ):
        with pytest.raises(shido.ShidoError, match=told):
            shido.plan(text, **wrong)


def test_plan() -> None:
    # Cazenave and Moneret: the first branch is worth 10%, the second 80% times 70%.
    plan = shido.plan("OR (Make_Two_Eyes (G) -> 10%, AND (Connect (G G2) -> 80%, Two_Eyes (G2) -> 70%))")
    assert plan.chosen == 1 and plan.leaves_total == 3
    assert plan.svg().startswith("<svg")


def test_train_and_tune() -> None:
    trained = shido.game("tic-tac-toe").train(contests=20, test=10, seed=1)
    assert trained.contests == 20 and trained.tests[0].challenger == "perfect"
    assert "[" in trained.knowledge and trained.curve[-1].contests == 20
    tuned = shido.game("connect-four:columns=5,rows=4").tune(games=50, seed=1)
    assert tuned.games == 50 and tuned.weights and "scale" in tuned.text


def test_laboratory(tmp_path: object) -> None:
    experiment = f"{tmp_path}/coin.toml"
    with open(experiment, "w") as file:
        file.write(
            'name = "coin"\ntitle = "Random players at tic-tac-toe"\nanalysis = "The first side has the better of it."\n'
            '[grid]\ngame = "tic-tac-toe"\ngames = 100\nrows = ["random"]\ncolumns = ["random"]\n'
        )
    seen: List[int] = []
    found = shido.lab.run(experiment, exact=True, results=str(tmp_path), progress=seen.append)
    assert found.cells[0].ours == pytest.approx(737 / 1260, abs=1e-12) and found.exact
    assert "<html" in shido.lab.report(experiment, results=str(tmp_path))
    assert "om-depth-othello" in [listed["name"] for listed in shido.lab.experiments(results=str(tmp_path))]
