"""What the library answers: objects with typed attributes, and `to_dict()` for plain dictionaries and lists.

The fields are those of the JSON that the command line prints (docs/json.md). The annotations here are all that is
written down about them: values come from the library as they are, and an annotation that names another class of this
module makes an object of it. A field that is not annotated is an attribute all the same.
"""

from __future__ import annotations

import copy
from typing import (
    Any,
    Callable,
    Dict,
    List,
    Mapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from ._shido import Drawing

_Self = TypeVar("_Self", bound="Answer")


class Answer:
    """An answer with the fields of a dictionary as its attributes."""

    def __init__(self, fields: Mapping[str, Any], drawing: Optional[Drawing] = None) -> None:
        self._fields: Dict[str, Any] = dict(fields)
        self._drawing = drawing
        attributes, makers = self.__dict__, _makers(type(self))
        attributes.update(dict.fromkeys(makers))
        attributes.update(self._fields)
        for name, maker in makers.items():
            if maker is not None and attributes[name] is not None:
                attributes[name] = maker(attributes[name])

    def to_dict(self) -> Dict[str, Any]:
        """The answer as dictionaries, lists, texts and numbers."""
        return copy.deepcopy(self._fields)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._fields == self._fields

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self: _Self) -> Tuple[Type[_Self], Tuple[Dict[str, Any], Optional[Drawing]], Dict[str, Any]]:
        # What is no field, such as the text of a file, is handed on beside them.
        beside = {name: value for name, value in self.__dict__.items() if name in _makers(type(self))}
        beside = {name: value for name, value in beside.items() if name not in self._fields}
        return type(self), (self._fields, self._drawing), beside

    def __repr__(self) -> str:
        shown = []
        for name, value in self._fields.items():
            text = repr(value)
            shown.append(f"{name}={text if len(text) <= 60 else text[:57] + '...'}")
        return f"{type(self).__name__}({', '.join(shown)})"


class Drawn(Answer):
    """An answer that a notebook shows as a picture."""

    def svg(self) -> str:
        """The picture, as an SVG document."""
        return "" if self._drawing is None else self._drawing.svg()

    def _repr_svg_(self) -> Optional[str]:
        return None if self._drawing is None else self._drawing.svg()


class About(Answer):
    """What a game is called and what is known of it."""

    name: str
    title: str
    about: str
    group: str
    aliases: List[str]
    rules: str
    size: str
    symmetries: int
    cyclic: bool
    solvable: bool
    thinker: str
    referee: Optional[str]
    record: str
    known_value: Optional[str]
    known_source: Optional[str]
    known_positions: Optional[int]


class PlayerOption(Answer):
    """Something that can be chosen about a player."""

    name: str
    about: str


class PlayerDescription(Answer):
    """A player as it is described to people and programs."""

    name: str
    about: str
    plays: str
    fixed: Optional[bool]
    options: List[PlayerOption]
    version: int


class PlayerList(Answer):
    """The players, and the trainers that are more than one player for all contests."""

    players: List[PlayerDescription]
    trainers: List[Dict[str, Any]]


class MoveThought(Answer):
    """What is thought of a move. `value` is for the first player."""

    move: str
    value: Optional[float]
    bound: Optional[str]


class Analysis(Drawn):
    """What a player or search thinks of a position. Values are for the first player."""

    game: str
    position: str
    to_move: Optional[str]
    by: str
    value: float
    best: List[str]
    moves: List[MoveThought]
    nodes: int
    line: List[str]
    depth: Optional[int]
    distance: Optional[int]
    unit: Optional[str]
    advantage: Optional[float]
    table: Optional[Dict[str, float]]
    stopped: bool


class Reasons(Analysis):
    """Why a player made a move: what it thought of all of them."""

    move: str


class Odds(Answer):
    """How likely a player is to make each move: see `kind` for what the numbers say."""

    kind: str
    moves: List[Tuple[str, float]]


class SearchTree(Drawn):
    """The tree that a search visited, the root first."""

    nodes: List[Dict[str, Any]]


class Solution(Answer):
    """A solved game. Counts are there where every position was solved."""

    game: str
    value: str
    distance: Optional[int]
    positions: Optional[int]
    positions_up_to_symmetry: Optional[int]
    terminal: Optional[int]
    won: Optional[int]
    drawn: Optional[int]
    lost: Optional[int]
    drawing_or_winning_openings: List[str]
    winning_openings: List[str]
    seconds: float


class MatchCounts(Answer):
    """How many contests went how."""

    a_wins: int
    draws: int
    b_wins: int
    plies: int


class MatchReport(Answer):
    """How a match went. Rates are from 0 to 1."""

    game: str
    a: str
    b: str
    seats: str
    exact: bool
    games: Optional[int]
    a_wins: float
    draws: float
    b_wins: float
    distinct: Optional[int]
    a_wins_interval: List[float]
    mean_plies: float
    capped: int
    stopped: bool
    seed: int
    counts: Optional[MatchCounts]
    distinct_counts: Optional[MatchCounts]
    contests: Optional[List[Dict[str, Any]]]
    transcripts: List[str]


class Pairing(Answer):
    """How two players did against each other."""

    a: str
    b: str
    games: Optional[int]
    distinct: Optional[int]
    a_wins: float
    draws: float
    b_wins: float
    a_wins_interval: List[float]
    mean_plies: float


class Standing(Answer):
    """How a player did."""

    player: str
    score: Optional[float]
    elo: Optional[float]
    elo_interval: List[Optional[float]]


class TournamentReport(Answer):
    """How a tournament went, the best player first."""

    game: str
    exact: bool
    opening_plies: int
    pairings: List[Pairing]
    standings: List[Standing]
    stopped: bool
    seed: int


class PositionCounts(Answer):
    """How many different positions there are after 0, 1, 2, ... plies."""

    game: str
    positions_by_ply: List[int]
    stopped: bool
    too_many: bool


class Look(Answer):
    """What can be seen of a position at once."""

    position: str
    to_move: Optional[str]
    payoff: Optional[float]
    legal_moves: List[str]


class TuneReport(Answer):
    """What was learned, `text` being a file of weights."""

    game: str
    method: str
    games: int
    positions: Optional[int]
    score_against_start: Optional[float]
    score_interval: Optional[List[float]]
    unit: str
    scale: float
    weights: Dict[str, float]
    scale_before: float
    weights_before: Dict[str, float]
    origin: str
    curve: List[Dict[str, Any]]
    stopped: bool
    seed: int
    text: str


class Tested(Answer):
    """How a learner did against a challenger. Rates are from 0 to 1."""

    challenger: str
    wins: float
    draws: float
    losses: float
    reliability: float


class TrainingPoint(Answer):
    """How far training had come."""

    contests: int
    lessons: int
    lessons_lost: int
    units: int
    tests: List[Tested]


class TrainingReport(Answer):
    """How training went, `knowledge` being what was learned, as the text of a file."""

    game: str
    trainer: str
    goal: Dict[str, Any]
    reached: bool
    stopped: bool
    contests: int
    lessons: int
    lessons_won: int
    lessons_drawn: int
    lessons_lost: int
    streak: int
    units: int
    slots: Dict[str, int]
    test_contests: Optional[int]
    tests: List[Tested]
    curve: List[TrainingPoint]
    seed: int
    knowledge: str


class PlanBranch(Answer):
    """A branch at the root of a plan."""

    value: Any
    evaluated: bool


class Plan(Drawn):
    """An evaluated plan: which branch is the least hazardous, and which leaves were looked at."""

    value: Any
    chosen: int
    branches: List[PlanBranch]
    leaves_evaluated: int
    leaves_total: int
    skipped: List[Dict[str, Any]]
    #: Where it was looked at on a Go board: the position, the groups, the move to make and the goal that it is for.
    position: Optional[str]
    groups: Optional[Dict[str, str]]
    first_move: Optional[str]
    first_goal: Optional[str]


class Moment(Answer):
    """A moment of a contest to learn from."""

    number: int
    label: str
    kind: str
    played: str
    chances: List[float]
    findable: float
    better: List[str]
    refutation: List[str]
    motifs: List[str]
    points: List[str]
    card: Dict[str, Any]


class Review(Answer):
    """A contest looked at with one of its players."""

    game: str
    seat: str
    side: str
    level: Dict[str, Any]
    judge: str
    moves: List[str]
    chances: List[float]
    offered: int
    taken: int
    moments: List[Moment]
    beyond: List[int]
    slips: List[int]
    profile: Dict[str, Any]


class Cell(Answer):
    """A number of an experiment: what was published, and what was measured here."""

    key: Dict[str, Any]
    published: Optional[float]
    ours: float


class Findings(Answer):
    """What an experiment found, beside what was published."""

    experiment: str
    verdict: str
    cells: List[Cell]
    seed: int
    exact: bool


#: What makes an object of a value; nothing where the value stays as it is.
_Maker = Optional[Callable[[Any], Any]]

_MAKERS: Dict[type, Dict[str, _Maker]] = {}


def _makers(cls: type) -> Dict[str, _Maker]:
    """The fields that a class of answers names, and what makes an object of each."""
    makers = _MAKERS.get(cls)
    if makers is None:
        hints = get_type_hints(cls).items()
        makers = _MAKERS[cls] = {name: _maker(kind) for name, kind in hints if not name.startswith("_")}
    return makers


def _maker(kind: Any) -> _Maker:
    if isinstance(kind, type) and issubclass(kind, Answer):
        return kind
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Union:
        return _maker(next(one for one in inner if one is not type(None)))
    if origin is tuple:
        return tuple
    one = _maker(inner[0]) if origin is list else None
    return None if one is None else lambda values: [None if value is None else one(value) for value in values]
