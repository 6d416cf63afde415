"""OpenSpiel's games as games of Shido, and games of Shido as OpenSpiel's. Needs the package `open_spiel`.

    >>> import pyspiel, shido.openspiel
    >>> hex = shido.openspiel.game("hex(board_size=3)")
    >>> hex.session().analyze("minimax").value
    1.0
    >>> theirs = shido.openspiel.to_openspiel("achi")
    >>> theirs.new_initial_state().legal_actions()
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
import pyspiel

from . import _shido
from .actions import Actions
from .errors import ArgumentError
from .rules import Rules

__all__ = ["ShidoGame", "ShidoState", "SpielRules", "game", "to_openspiel"]


class Position:
    """A state of OpenSpiel's as a value that does not change."""

    __slots__ = ("state", "plies", "known_by")

    def __init__(self, state: Any, plies: int, counted: bool) -> None:
        self.state = state
        self.plies = plies
        # OpenSpiel takes two states for the same when they are the same as text. What the text does not say, such as
        # how many moves are left, follows from the number of moves.
        self.known_by = (str(state), state.current_player(), plies if counted else 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.known_by == other.known_by

    def __hash__(self) -> int:
        return hash(self.known_by)



class SpielRules(Rules[Position, int]):
    """The rules of a game of OpenSpiel's: two players, perfect information, what one wins the other loses.

    Whoever moves first is the first player here, whatever number OpenSpiel gives them.
    """

    def __init__(
        self,
        name: str,
        *,
        cyclic: bool = False,
        solvable: bool = False,
        ends_soon: bool = False,
        evaluate: Optional[Callable[[Any], float]] = None,
        board: Optional[Callable[[Any], Sequence[Sequence[Any]]]] = None,
        lines: Optional[Sequence[Sequence[int]]] = None,
    ) -> None:
        self._game = pyspiel.load_game(name)
        self._asked = (name, cyclic, solvable, ends_soon, evaluate, board, lines)
        kind = self._game.get_type()
        known = pyspiel.GameType
        for wrong, why in (
            (self._game.num_players() != 2, f"has {self._game.num_players()} players, not two"),
            (kind.dynamics != known.Dynamics.SEQUENTIAL, "lets its players move at the same time"),
            (kind.information != known.Information.PERFECT_INFORMATION, "hides something from its players"),
            (kind.utility != known.Utility.ZERO_SUM, "does not take from one player what it gives the other"),
            (kind.chance_mode == known.ChanceMode.SAMPLED_STOCHASTIC, "does not say how probable chance is"),
        ):
            if wrong:
                raise ArgumentError(f"OpenSpiel's {name} {why}: it cannot be a game of Shido's")
        self._cyclic = cyclic
        self.name = f"openspiel-{kind.short_name.replace('_', '-')}"
        self.title = kind.long_name
        self.about = f"{kind.long_name}, by the rules of OpenSpiel."
        self.stake = float(self._game.max_utility())
        self.solvable = solvable
        self.ends_soon = ends_soon or solvable
        self.lines = lines
        first = self._game.new_initial_state()
        self._first = first.current_player() if first.current_player() >= 0 else 0
        if not cyclic:
            self.progress = self._progress  # type: ignore[method-assign]
        if evaluate is not None:
            self.evaluate = lambda position: evaluate(position.state)  # type: ignore[method-assign]
        if board is None and _grid(first) is not None:
            board = _grid  # type: ignore[assignment]
        if board is not None:
            shown = board
            self.board = lambda position: shown(position.state)  # type: ignore[method-assign]
        if kind.chance_mode != known.ChanceMode.DETERMINISTIC:
            self.chances = self._chances  # type: ignore[method-assign]

    def __reduce__(self) -> Any:
        return _reopened, self._asked

    def start(self) -> Position:
        return Position(self._game.new_initial_state(), 0, not self._cyclic)

    def to_move(self, position: Position) -> Union[str, int, None]:
        state = position.state
        if state.is_terminal():
            return None
        if state.is_chance_node():
            return "chance"
        return "first" if state.current_player() == self._first else "second"

    def moves(self, position: Position) -> Iterable[int]:
        actions: List[int] = position.state.legal_actions()
        return actions

    def play(self, position: Position, move: int) -> Position:
        return Position(position.state.child(move), position.plies + 1, not self._cyclic)

    def payoff(self, position: Position) -> float:
        return float(position.state.returns()[self._first])

    def key(self, position: Position) -> Tuple[str, int, int]:
        return position.known_by

    def write_position(self, position: Position) -> str:
        """What is to be seen, and the actions that led there: OpenSpiel cannot read its own texts."""
        seen = " ".join(str(position.state).split())
        return f"{seen} {position.state.history()}"

    def parse_position(self, text: str) -> Position:
        state = self._game.new_initial_state()
        actions = [int(action) for action in text[text.rindex("[") + 1 :].rstrip("] ").split(",") if action.strip()]
        for action in actions:
            if action not in state.legal_actions():
                raise ValueError(f"{action} is no legal action after {state.history()}")
            state.apply_action(action)
        return Position(state, len(actions), not self._cyclic)

    def write_move(self, position: Position, move: int) -> str:
        state = position.state
        text: str = state.action_to_string(state.current_player(), move)
        return text

    def _progress(self, position: Position) -> int:
        return position.plies

    def _chances(self, position: Position) -> List[Tuple[int, float]]:
        outcomes: List[Tuple[int, float]] = position.state.chance_outcomes()
        return outcomes


def _reopened(
    name: str, cyclic: bool, solvable: bool, ends_soon: bool, evaluate: Any, board: Any, lines: Any
) -> SpielRules:
    return SpielRules(
        name, cyclic=cyclic, solvable=solvable, ends_soon=ends_soon, evaluate=evaluate, board=board, lines=lines
    )


#: What stands for the players of OpenSpiel's boards, in the order of the players there.
_MARKERS = (frozenset("xX"), frozenset("oO"))


def _grid(state: Any) -> Optional[List[List[Optional[str]]]]:
    """The board, where the text of a state is one: rows of crosses, noughts and dots."""
    rows = str(state).split()
    square = len({len(row) for row in rows}) == 1
    if not square or not set("".join(rows)) <= set(".xXoO"):
        return None
    sides = ("first", "second")
    side = {mark: sides[number] for number, marks in enumerate(_MARKERS) for mark in marks}
    return [[side.get(mark) for mark in row] for row in rows]


def game(name: str, **options: Any) -> _shido.Game:
    """A game of OpenSpiel's as a game of Shido: everything that plays, solves, teaches or learns can be asked about it.

    `name` is what `pyspiel.load_game` takes, such as `"hex(board_size=4)"`. Positions are told apart by OpenSpiel's
    text for them and the number of moves, so they cannot recur; `cyclic=True` leaves the number out, in games whose
    text says everything. `solvable=True` promises that all positions can be looked at, `ends_soon=True` that searches
    come to the end. `evaluate` and `board` are functions of OpenSpiel's states: what the first player may expect, and
    what is to be seen (see `Rules`). `lines` are the lines of the board that win.
    """
    return _shido.game(SpielRules(name, **options))


class _Plan(NamedTuple):
    """What is known of a game of Shido before the first contest."""

    game: _shido.Game
    actions: Actions
    shape: Tuple[int, ...]

    def __deepcopy__(self, memo: Any) -> _Plan:
        """States share it: OpenSpiel copies everything that a state holds."""
        return self


_PLANS: Dict[str, _Plan] = {}
#: Games that were handed over as they are, under names that are made up.
_OTHERS: Dict[str, _shido.Game] = {}

def _type(chance_mode: Any) -> Any:
    return pyspiel.GameType(
        short_name="shido",
        long_name="A game of Shido",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"game": "tic-tac-toe", "max_game_length": 1000},
    )


_TYPE = _type(pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC)
_WITHOUT_CHANCE = _type(pyspiel.GameType.ChanceMode.DETERMINISTIC)


def _plan(name: str) -> _Plan:
    if name not in _PLANS:
        opened = _OTHERS.get(name) or _shido.game(name)
        _PLANS[name] = _Plan(opened, Actions.of(opened), opened.session().planes().shape)
    return _PLANS[name]


class ShidoGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Shido as OpenSpiel knows games. A contest that has become too long is drawn."""

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        params = {**_TYPE.parameter_specification, **(params or {})}
        self.plan = _plan(params["game"])
        self.longest = int(params["max_game_length"])
        stake = float(self.plan.game.about.to_dict().get("stake") or 1.0)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.plan.actions),
            max_chance_outcomes=64,
            num_players=2,
            min_utility=-stake,
            max_utility=stake,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(_TYPE if self.plan.actions.chance else _WITHOUT_CHANCE, info, params)

    def new_initial_state(self) -> ShidoState:
        return ShidoState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        return _Observer(self.plan.shape)


class ShidoState(pyspiel.State):  # type: ignore[misc]
    """A contest of Shido as OpenSpiel knows states."""

    def __init__(self, game: ShidoGame) -> None:
        super().__init__(game)
        self._plan = game.plan
        self._longest = game.longest
        self._legal: Optional[Dict[int, int]] = None
        self.session = game.plan.game.session()

    def current_player(self) -> int:
        mover = None if self.is_terminal() else self.session.to_move
        special = {None: pyspiel.PlayerId.TERMINAL, "chance": pyspiel.PlayerId.CHANCE}
        number: int = special.get(mover, 0 if mover == "first" else 1)
        return number

    def _numbers(self) -> Dict[int, int]:
        if self._legal is None:
            self._legal = self._plan.actions.legal(self.session)
        return self._legal

    def _legal_actions(self, player: int) -> List[int]:
        return sorted(self._numbers())

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        return list(enumerate(chance for _, chance in self.session.chances))

    def _apply_action(self, action: int) -> None:
        chance = self.session.to_move == "chance"
        self.session.play(action if chance else self._numbers()[action])
        self._legal = None

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.session.chances[action][0]
        return self.session.legal_moves[self._numbers()[action]]

    def is_terminal(self) -> bool:
        return self.session.is_over or len(self.session.moves) >= self._longest

    def returns(self) -> List[float]:
        payoff = self.session.payoff or 0.0
        return [payoff, -payoff]

    def __str__(self) -> str:
        return self.session.position


class _Observer:
    """What players see, which is everything."""

    def __init__(self, shape: Tuple[int, ...]) -> None:
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: ShidoState, player: int) -> None:
        planes = state.session.planes()
        shown = self.dict["observation"]
        shown[...] = planes if planes.shape == shown.shape else 0.0

    def string_from(self, state: ShidoState, player: int) -> str:
        return str(state)


pyspiel.register_game(_TYPE, ShidoGame)


def to_openspiel(what: Union[str, _shido.Game], *, max_game_length: int = 1000) -> ShidoGame:
    """A game of Shido as a game of OpenSpiel, for its algorithms: by the name it is opened by, or as it was opened.

    `pyspiel.load_game("shido(game=achi)")` gives the same where `shido.openspiel` was imported. Actions are numbered
    as `shido.actions` says. A contest that has not ended after `max_game_length` moves is drawn.
    """
    if isinstance(what, str):
        name = what
    else:
        name = f"{what.name}#{len(_OTHERS)}"
        _OTHERS[name] = what
    return ShidoGame({"game": name, "max_game_length": max_game_length})
