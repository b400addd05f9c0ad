"""The program that comes with the package."""
import os
import subprocess
import sys
from typing import NoReturn


def program() -> str:
    """Its path."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "pentocity")


def command(*words: str | os.PathLike[str]) -> str:
    """Runs `pentocity` with these words and returns what it prints. Throws Error with its message if it fails."""
    from . import _core
    done = subprocess.run([program(), *(os.fspath(word) for word in words)], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise _core.Error(done.stderr.strip() or f"pentocity {words[0]} failed")
    return done.stdout


def main() -> NoReturn:
    """The command `pentocity`."""
    os.execv(program(), ["pentocity", *sys.argv[1:]])
