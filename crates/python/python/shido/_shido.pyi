from os import PathLike
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union, final

import numpy as np
from numpy.typing import NDArray

from .answers import (
    About,
    Analysis,
    Look,
    MatchReport,
    Odds,
    Plan,
    PlayerList,
    PositionCounts,
    Reasons,
    Review,
    SearchTree,
    Solution,
    TournamentReport,
    TrainingReport,
    TuneReport,
)

__version__: str

_Side = Union[str, int]
_By = Union[str, "Player"]
_Progress = Optional[Callable[[int], object]]

@final
class Drawing:
    """Something that can be drawn. A notebook shows it by itself."""

    def __new__(cls, svg: str) -> Drawing: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class Game:
    """A game: its rules and what is known of it. It is shared and cheap to copy."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def about(self) -> About: ...
    @property
    def players(self) -> List[str]: ...
    def session(self, position: Optional[str] = None, *, seed: int = 0) -> Session: ...
    def replay(self, transcript: str, *, seed: int = 0) -> Session: ...
    def player(self, text: str, *, seed: int = 0, threads: Optional[int] = None) -> Player: ...
    def solve(
        self,
        *,
        extent: str = "whole",
        threads: Optional[int] = None,
        memory: Optional[int] = None,
        progress: _Progress = None,
    ) -> Solution: ...
    def table_parts(
        self, *, threads: Optional[int] = None, memory: Optional[int] = None
    ) -> List[Tuple[Optional[int], NDArray[np.uint64], NDArray[np.uint16]]]: ...
    def table_key(self, position: str) -> int: ...
    def table_position(self, key: int) -> Optional[str]: ...
    def match(
        self,
        a: _By,
        b: _By,
        *,
        games: int = 100,
        exact: bool = False,
        seats: str = "fixed",
        opening_plies: int = 0,
        transcripts: bool = False,
        seed: int = 0,
        threads: Optional[int] = None,
        progress: _Progress = None,
    ) -> MatchReport: ...
    def tournament(
        self,
        players: Sequence[_By],
        *,
        games: int = 100,
        exact: bool = False,
        opening_plies: Optional[int] = None,
        seed: int = 0,
        threads: Optional[int] = None,
        progress: _Progress = None,
    ) -> TournamentReport: ...
    def count(
        self, plies: int, *, threads: Optional[int] = None, memory: Optional[int] = None
    ) -> PositionCounts: ...
    def tune(
        self,
        *,
        method: str = "td",
        games: Optional[int] = None,
        depth: Optional[int] = None,
        lambda_: float = 0.7,
        exploration: float = 0.1,
        rate: Optional[float] = None,
        opening_plies: int = 6,
        weights: Optional[str] = None,
        seed: int = 0,
        threads: Optional[int] = None,
        progress: _Progress = None,
    ) -> TuneReport: ...
    def train(
        self,
        *,
        trainer: str = "2&7",
        standard: int = 20,
        contests: Optional[int] = None,
        most: int = 10_000,
        paradigm: str = "sum",
        without: Sequence[str] = ...,
        without_slots: Sequence[str] = ...,
        knowledge: Union[str, PathLike[str], None] = None,
        challengers: Optional[Sequence[str]] = None,
        test: int = 100,
        exact: bool = False,
        seed: int = 0,
        threads: Optional[int] = None,
        progress: _Progress = None,
    ) -> TrainingReport: ...
    def look(self, positions: Sequence[str], *, threads: Optional[int] = None) -> List[Look]: ...
    def planes(self, positions: Sequence[str], *, threads: Optional[int] = None) -> NDArray[np.float32]: ...
    def analyze(
        self,
        positions: Sequence[str],
        by: Optional[_By] = None,
        *,
        moves: Union[str, int] = "every",
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        seconds: Optional[float] = None,
        seed: int = 0,
        threads: Optional[int] = None,
    ) -> List[Analysis]: ...
    def random_games(
        self, games: int, *, position: Optional[str] = None, seed: int = 0, threads: Optional[int] = None
    ) -> Tuple[NDArray[np.float64], NDArray[np.uint32]]: ...
    def _repr_svg_(self) -> str: ...

@final
class Player:
    """A player of a game, with its options chosen. It is made once and plays any number of contests."""

    @property
    def spec(self) -> str: ...
    @property
    def is_fixed(self) -> bool: ...
    @property
    def game(self) -> Game: ...

@final
class Session:
    """A contest under way: the game, the moves so far, and who sits where."""

    @property
    def game(self) -> Game: ...
    @property
    def position(self) -> str: ...
    @property
    def to_move(self) -> Optional[str]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def payoff(self) -> Optional[float]: ...
    @property
    def winner(self) -> Optional[str]: ...
    @property
    def ending(self) -> Optional[str]: ...
    @property
    def points(self) -> Optional[List[float]]: ...
    @property
    def legal_moves(self) -> List[str]: ...
    @property
    def engine_moves(self) -> List[str]: ...
    @property
    def chances(self) -> List[Tuple[str, float]]: ...
    @property
    def moves(self) -> List[str]: ...
    @property
    def story(self) -> List[str]: ...
    @property
    def winning_moves(self) -> List[str]: ...
    def side(self, seat: _Side) -> str: ...
    def captures(self) -> Optional[List[Dict[str, Any]]]: ...
    def motifs(self, line: Sequence[str]) -> Optional[List[Dict[str, Any]]]: ...
    def play(self, mv: Union[str, int]) -> Session: ...
    def undo(self) -> Optional[str]: ...
    def resign(self, seat: _Side) -> None: ...
    def seat(self, seat: _Side, player: Optional[_By]) -> None: ...
    def seated(self, seat: _Side) -> Optional[Player]: ...
    def let_move(
        self, *, depth: Optional[int] = None, nodes: Optional[int] = None, seconds: Optional[float] = None
    ) -> Optional[str]: ...
    def analyze(
        self,
        by: Optional[_By] = None,
        *,
        moves: Union[str, int] = "every",
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        seconds: Optional[float] = None,
        threads: Optional[int] = None,
    ) -> Analysis: ...
    def odds(
        self, by: _By, *, depth: Optional[int] = None, nodes: Optional[int] = None, seconds: Optional[float] = None
    ) -> Odds: ...
    def search_tree(
        self,
        by: _By,
        *,
        size: int = 500,
        plies: int = 6,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        seconds: Optional[float] = None,
    ) -> SearchTree: ...
    def reasons(self, seat: _Side) -> Optional[Reasons]: ...
    def concessions(self, seat: _Side) -> List[Dict[str, Any]]: ...
    def student(self, seat: _Side) -> Optional[Dict[str, Any]]: ...
    def copy(self, moves: Optional[int] = None) -> Session: ...
    def transcript(self) -> str: ...
    def save(self) -> Dict[str, Any]: ...
    def planes(self) -> NDArray[np.float32]: ...
    def drawing(self, *, turned: bool = False) -> Drawing: ...
    def _repr_svg_(self) -> str: ...

def game(what: Any) -> Game: ...
def frame(text: str) -> Game: ...
def tree(text: str) -> Game: ...
def games() -> List[str]: ...
def players() -> PlayerList: ...
def restored(game: Game, saved: Dict[str, Any], seed: int = 0) -> Session: ...
def plan(
    text: str,
    *,
    order: str = "depth-first",
    cuts: str = "on",
    any_of: str = "maximum",
    count_once: bool = False,
    certainty: Optional[float] = None,
    compare: bool = False,
    seed: int = 0,
    position: Optional[str] = None,
    after: Optional[int] = None,
    groups: Optional[Mapping[str, str]] = None,
    nodes: Optional[int] = None,
    playouts: Optional[int] = None,
    rates: Optional[str] = None,
) -> Plan: ...
def review(
    contest: Union[Session, str],
    *,
    seat: Optional[_Side] = None,
    rating: Optional[float] = None,
    judge: Optional[str] = None,
    most: int = 5,
    seed: int = 0,
    threads: Optional[int] = None,
) -> Review: ...
def students() -> List[str]: ...
def student(name: str) -> Dict[str, Any]: ...
def forget(name: str) -> bool: ...
def lab_list(*, results: Union[str, PathLike[str], None] = None) -> List[Dict[str, Any]]: ...
def lab_report(name: str, *, results: Union[str, PathLike[str], None] = None) -> str: ...
def lab_run(
    name: str,
    *,
    games: Optional[int] = None,
    exact: bool = False,
    fresh: bool = False,
    seed: int = 0,
    threads: Optional[int] = None,
    results: Union[str, PathLike[str], None] = None,
    progress: _Progress = None,
) -> str: ...
@final
class LabRun:
    """A run of an experiment whose games are open and whose players are made."""

    def __new__(
        cls,
        name: str,
        *,
        text: Optional[str] = None,
        games: Optional[int] = None,
        exact: bool = False,
        seed: int = 0,
        results: Union[str, PathLike[str], None] = None,
    ) -> LabRun: ...
    @property
    def id(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def contests(self) -> List[int]: ...
    def play(self, number: int) -> List[float]: ...
    def resume(self, *, fresh: bool = False) -> List[int]: ...
    def keep(self, number: int, numbers: Sequence[float]) -> None: ...
    def finish(self) -> str: ...
    def close(self) -> None: ...

def opening_of_tournament(game: Game, players: Sequence[_By], games: Optional[int], seed: int) -> int: ...
def meeting_of_tournament(
    game: Game, a: _By, b: _By, number: int, games: Optional[int], opening_plies: int, seed: int
) -> Dict[str, Any]: ...
def report_of_tournament(
    game: Game,
    players: Sequence[_By],
    games: Optional[int],
    opening_plies: int,
    meetings: Sequence[Dict[str, Any]],
    seed: int,
) -> TournamentReport: ...
def self_play(
    game: Game,
    games: Optional[int],
    depth: Optional[int],
    opening_plies: int,
    weights: Optional[str],
    first: int,
    last: int,
    seed: int,
) -> bytes: ...
def usual_self_play() -> int: ...
def tune_on(
    game: Game,
    games: Optional[int],
    depth: Optional[int],
    rate: Optional[float],
    opening_plies: int,
    weights: Optional[str],
    pieces: Sequence[bytes],
    seed: int,
    threads: Optional[int],
) -> TuneReport: ...
@final
class Steps:
    """The numbers of the moves of a game (`shido.actions`), and how its positions are seen."""

    def __new__(cls, game: Game, texts: Sequence[str], spare: int) -> Steps: ...
    def play(self, session: Session, action: int) -> Optional[Tuple[Optional[str], Optional[float]]]: ...
    def see(self, session: Session) -> Tuple[NDArray[np.float32], NDArray[np.int8]]: ...

def leaving() -> None: ...
def forked() -> None: ...
