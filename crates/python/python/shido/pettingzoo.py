"""Games of Shido as environments of PettingZoo's. Needs the package `pettingzoo`.

    >>> import shido.pettingzoo
    >>> env = shido.pettingzoo.env("connect-four")
    >>> env.reset(seed=1)
    >>> env.agent_selection
    'first'
"""

from __future__ import annotations

import random
from typing import Any, Dict, Iterator, List, Optional, Union

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from . import _shido
from .actions import Actions
from .errors import ArgumentError

__all__ = ["CheckedEnv", "ShidoEnv", "env", "raw_env"]

_AGENTS = ["first", "second"]
_OTHER = {"first": "second", "second": "first"}


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
        seen = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, planes.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        self.observation_spaces = {agent: seen for agent in _AGENTS}
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in _AGENTS}
        self._shape = planes.shape
        # One call of the library for a step, one for what is seen.
        self._steps = _shido.Steps(self.game, self.actions.texts, self.actions.spare)
        self._rng = random.Random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a contest, from the position `options["position"]` if there is one."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.session = self.game.session(options.get("position") if options else None)
        self.agents = list(_AGENTS)
        self.rewards = {"first": 0.0, "second": 0.0}
        self._cumulative_rewards = {"first": 0.0, "second": 0.0}
        self.terminations = {"first": False, "second": False}
        self.truncations = {"first": False, "second": False}
        self.infos: Dict[str, Dict[str, Any]] = {"first": {}, "second": {}}
        self._made = 0
        self.agent_selection = "second"
        self._next(self.session.to_move, self.session.payoff)

    def _next(self, mover: Optional[str], payoff: Optional[float]) -> None:
        """Finds whose turn it is, after chance has moved."""
        while mover == "chance":
            outcomes = self.session.chances
            place = self._rng.choices(range(len(outcomes)), [chance for _, chance in outcomes])[0]
            self.session.play(place)
            mover, payoff = self.session.to_move, self.session.payoff
        if mover is not None:
            self.agent_selection = mover
            return
        payoff = payoff or 0.0
        # Rewards come at the end alone, so there is nothing to add them to.
        self.rewards = {"first": payoff, "second": -payoff}
        self._cumulative_rewards = {"first": payoff, "second": -payoff}
        self.terminations = {"first": True, "second": True}
        # Both are told of the end, one after the other.
        self.agent_selection = _OTHER[self.agent_selection]

    def observe(self, agent: str) -> Dict[str, Any]:
        planes, mask = self._steps.see(self.session)
        if agent != self.agent_selection:
            mask = np.zeros_like(mask)
        if planes.shape != self._shape:
            # Where it is over there may be nothing to see from the mover's side.
            planes = np.zeros(self._shape, np.float32)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        played = None if action is None else self._steps.play(self.session, int(action))
        if played is None:
            self._refuse(action)
            return
        self._next(*played)
        self._made += 1
        if self._made >= self.max_moves and not self.terminations[agent]:
            self.truncations = {"first": True, "second": True}
        if self.render_mode == "human":
            self.render()

    def _refuse(self, action: Optional[int]) -> None:
        """What becomes of an action that is not legal."""
        agent = self.agent_selection
        raise ArgumentError(f"{action} is no legal action of {agent} here: choose one whose `action_mask` is 1")

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


class CheckedEnv(ShidoEnv):
    """The same with what PettingZoo's `TerminateIllegalWrapper` and `OrderEnforcingWrapper` do around its own games: an
    action that is not legal loses, and the order of calls is checked. It is done in one class, since each wrapper costs
    as much time at a step as the step itself."""

    _has_reset = False
    _has_updated = False

    def __getattr__(self, name: str) -> Any:
        if name in ("rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"):
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        self._has_reset = self._has_updated = True
        super().reset(seed, options)

    def observe(self, agent: str) -> Dict[str, Any]:
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def render(self) -> Optional[str]:
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def state(self) -> Any:
        if not self._has_reset:
            EnvLogger.error_state_before_reset()
        return super().state()

    def step(self, action: Optional[int]) -> None:
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if self.agents:
            super().step(action)
        else:
            EnvLogger.warn_step_after_terminated_truncated()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return self._turns(max_iter)

    def _turns(self, left: int) -> Iterator[str]:
        while left > 0 and self.agents:
            assert self._has_updated, "need to call step() or reset() in a loop over `agent_iter`"
            self._has_updated = False
            left -= 1
            yield self.agent_selection

    def _refuse(self, action: Optional[int]) -> None:
        EnvLogger.warn_on_illegal_move()
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.terminations = {"first": True, "second": True}
        self.truncations = {"first": True, "second": True}
        self.rewards = {agent: -1.0, _OTHER[agent]: 0.0}
        self._accumulate_rewards()
        self._deads_step_first()


def raw_env(game: Union[str, _shido.Game] = "tic-tac-toe", **options: Any) -> ShidoEnv:
    """The environment without checks: an action that is not legal raises an exception."""
    return ShidoEnv(game, **options)


def env(game: Union[str, _shido.Game] = "tic-tac-toe", **options: Any) -> CheckedEnv:
    """The environment of a game, as PettingZoo's own games come: an illegal move loses, and the order of calls is
    checked."""
    return CheckedEnv(game, **options)
