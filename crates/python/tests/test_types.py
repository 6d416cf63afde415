"""The types that are written down are those that are there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import shido
from shido import answers

HERE = Path(__file__).parent


def test_stubs_agree_with_the_module() -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "shido._shido", "--ignore-missing-stub", "--ignore-disjoint-bases"],
        cwd=HERE.parent,
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_annotations_of_answers_are_fields() -> None:
    game = shido.game("tic-tac-toe")
    session = game.session().play("a1")
    some = [
        game.about,
        session.analyze("perfect"),
        session.odds("random"),
        session.search_tree("alphabeta:depth=2"),
        game.solve(),
        game.match("random", "random", games=10),
        game.tournament(["random", "perfect"], games=4),
        game.count(2),
        game.look([session.position])[0],
        game.train(contests=2, test=2),
        shido.plan("OR (A -> 10%, B -> 20%)"),
        shido.review(session.play("a2"), seat="second", judge="perfect"),
    ]
    absent = {
        answers.MatchReport: {"contests", "transcripts"},
        answers.TrainingReport: {"knowledge"},
        # Those of a plan on a board.
        answers.Plan: {"position", "groups", "first_move", "first_goal"},
    }
    for answer in some:
        kinds = {name for name in get_type_hints(type(answer)) if not name.startswith("_")}
        assert kinds - absent.get(type(answer), set()) <= set(answer.to_dict()), type(answer)
