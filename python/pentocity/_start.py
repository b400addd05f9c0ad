"""The process from which a boxed player's games start: this interpreter, which has the package, is copied for each game."""
from __future__ import annotations

import gc
import os
import site
import sys
from _frozen_importlib_external import PathFinder  # of importlib, without what that imports besides

from . import _core


def _would_import(path: list[str] | None = None) -> str | None:
    """The file that `import pentocity` would find in these folders, by default in those of sys.path."""
    found = PathFinder.find_spec("pentocity", path)
    return found.origin if found else None


def main() -> None:
    """Starts games, as long as there are any. In the process of each game it runs the script of the player's command.

    The words of the command line are the folder in which this package lies, the number of the warden's socket, and the
    value of PYTHONPATH for games. Nothing of the player runs before its game begins, nor does `site`, which may run any
    code. A game for which another package of this name is to be imported, or none, begins anew.
    """
    package, socket, python_path = sys.argv[1:]
    sys.path.remove(package)
    sys.modules.pop("linecache", None)  # Python 3.13 imports it for what stands on a command line
    gc.freeze()  # or else a collection in a game would copy all this memory
    program, words = _core._copied_game(int(socket))
    if python_path:
        os.environ["PYTHONPATH"] = python_path
    arguments = words[2:] if words[1] == "-u" else words[1:]
    script = os.path.join(os.getcwd(), arguments[0])
    folder = os.path.dirname(os.path.realpath(script))
    further = python_path.split(os.pathsep) if python_path else []
    if not os.path.isfile(script) or not os.access(script, os.R_OK) or _would_import([folder, *further]):
        os.execv(program, words)
    sys.path[:0] = further
    site.main()
    sys.path.insert(0, folder)
    if _would_import() != sys.modules["pentocity"].__file__:
        os.execv(program, words)
    sys.argv, sys.orig_argv = arguments, words
    names = vars(sys.modules["__main__"])
    for name in [name for name in names if not name.startswith("__")]:
        del names[name]
    if not _core._run_main(script):
        raise SystemExit(1)
