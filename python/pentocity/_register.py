"""The environments as far as they do without Gymnasium: it is told of them, but not imported before it is needed."""
from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in _players.py
if TYPE_CHECKING:
    import importlib.machinery
    import types
    from collections.abc import Sequence
    from typing import Any

    from .gym import PentocityVectorEnv


def register() -> None:
    """Registers them, once."""
    from gymnasium.envs.registration import register as add  # pyright: ignore[reportUnknownVariableType]
    from gymnasium.envs.registration import registry
    if "pentocity/Pentocity-v0" not in registry:
        add(id="pentocity/Pentocity-v0", entry_point="pentocity.gym:PentocityEnv",
            vector_entry_point="pentocity.gym:PentocityVectorEnv")


class _Watch:
    """Registers them when Gymnasium has been imported (a finder of sys.meta_path)."""

    def find_spec(self, name: str, path: Sequence[str] | None = None,
                  target: types.ModuleType | None = None) -> importlib.machinery.ModuleSpec | None:
        if name != "gymnasium":
            return None
        import importlib.util
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def execute_and_register(module: types.ModuleType) -> None:
                execute(module)
                register()

            setattr(spec.loader, "exec_module", execute_and_register)  # noqa: B010
        return spec


def make_vec(num_envs: int, **arguments: Any) -> PentocityVectorEnv:
    """Many games side by side for learners: a pentocity.gym.PentocityVectorEnv, whose arguments these are. Needs Gymnasium."""
    from .gym import PentocityVectorEnv
    return PentocityVectorEnv(num_envs, **arguments)


def register_when_imported() -> None:
    """Registers them now if Gymnasium is there already, else as soon as it is."""
    if sys.modules.get("gymnasium") is not None:
        register()
    else:
        sys.meta_path.insert(0, _Watch())
