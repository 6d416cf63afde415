"""Games of Shido as environments of PettingZoo's. Needs the package `pettingzoo`.

    >>> import shido.pettingzoo
    >>> env = shido.pettingzoo.env("connect-four")
    >>> env.reset(seed=1)
    >>> env.agent_selection
    'first'
"""

from __future__ import annotations

import random
from typing import Any, Dict, List, Optional, Union

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import _shido
from .actions import Actions
from .errors import ArgumentError

__all__ = ["ShidoEnv", "env", "raw_env"]

_AGENTS = ["first", "second"]


class ShidoEnv(AECEnv):  # type: ignore[misc]
    """A contest as an environment: two agents, `first` and `second`, who move in turn.

    An observation is a dictionary of `observation`, the position as planes (`Session.planes`), and `action_mask`, the
    legal actions. Actions are numbered as `shido.actions` says. Rewards come at the end: what each side receives.
    Chance moves by itself, by the seed of `reset`. A contest of `max_moves` moves is broken off (truncated).
    """

    metadata = {"render_modes": ["ansi", "human"], "name": "shido_v0", "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        game: Union[str, _shido.Game] = "tic-tac-toe",
        *,
        max_moves: int = 1000,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        self.game = _shido.game(game) if isinstance(game, str) else game
        if render_mode not in (None, "ansi", "human"):
            raise ArgumentError(f"`{render_mode}` is no way to show a contest: write \"ansi\" or \"human\"")
        self.render_mode = render_mode
        self.max_moves = max_moves
        self.actions = Actions.of(self.game)
        self.session = self.game.session()
        planes = self.session.planes()
        self.possible_agents = list(_AGENTS)
        self.agents: List[str] = []
        seen = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, planes.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        self.observation_spaces = {agent: seen for agent in _AGENTS}
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in _AGENTS}
        self._blank = np.zeros(planes.shape, np.float32)
        self._nothing = np.zeros(len(self.actions), np.int8)
        self._rng = random.Random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a contest, from the position `options["position"]` if there is one."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.session = self.game.session((options or {}).get("position"))
        self.agents = list(_AGENTS)
        self.rewards = {agent: 0.0 for agent in _AGENTS}
        self._cumulative_rewards = {agent: 0.0 for agent in _AGENTS}
        self.terminations = {agent: False for agent in _AGENTS}
        self.truncations = {agent: False for agent in _AGENTS}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in _AGENTS}
        self._made = 0
        self._go_on()

    def _go_on(self) -> None:
        """Lets chance move, and finds whose turn it is."""
        mover = self.session.to_move
        while mover == "chance":
            outcomes = self.session.chances
            place = self._rng.choices(range(len(outcomes)), [chance for _, chance in outcomes])[0]
            self.session.play(place)
            mover = self.session.to_move
        self._legal = self.actions.legal(self.session) if mover else {}
        if mover:
            self.agent_selection = mover
        else:
            payoff = self.session.payoff or 0.0
            self.rewards = {"first": payoff, "second": -payoff}
            self.terminations = {agent: True for agent in _AGENTS}
            # Both are told of the end, one after the other.
            self.agent_selection = _AGENTS[1 - _AGENTS.index(self.agent_selection)]

    def observe(self, agent: str) -> Dict[str, Any]:
        mask = self._nothing.copy()
        if agent == self.agent_selection:
            for action in self._legal:
                mask[action] = 1
        planes = self.session.planes()
        # Where it is over there may be nothing to see from the mover's side.
        seen = planes if planes.shape == self._blank.shape else self._blank
        return {"observation": seen, "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self._legal:
            raise ArgumentError(
                f"{action} is no legal action of {agent} here: choose one whose `action_mask` is 1"
            )
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.session.play(self._legal[int(action)])
        self._made += 1
        self._go_on()
        if self._made >= self.max_moves and self.agents and not self.terminations[agent]:
            self.truncations = {agent: True for agent in _AGENTS}
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Optional[str]:
        """The board as text, which `human` prints."""
        if self.render_mode is None:
            return None
        text = str(self.session)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""


def raw_env(game: Union[str, _shido.Game] = "tic-tac-toe", **options: Any) -> ShidoEnv:
    """The environment without PettingZoo's checks around it; they cost time at every step."""
    return ShidoEnv(game, **options)


def env(game: Union[str, _shido.Game] = "tic-tac-toe", **options: Any) -> AECEnv:
    """The environment of a game, as PettingZoo's own games come: an illegal move loses, and the order of calls is
    checked."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(game, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(checked)
